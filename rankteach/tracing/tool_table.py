"""The conventions of all tools as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rankteach.core.column import Axis
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.list_conventions import SHARED
from rankteach.tracing.mean import COUNTED
from rankteach.tracing.tools import TOOLS, Tool, tool

# what every metric of one tool shares, in the words of a table
OF_A_TOOL: dict[str, Callable[[Tool], str]] = {
    "equal scores": lambda one: "refused" if "equal scores" in one.refuses else one.ties or "any order",
    "scores": lambda one: "32-bit" if one.single_precision else "64-bit",
    "no relevant item": lambda one: str(one.no_relevant),
    "mean over": lambda one: COUNTED.values[one.queries].phrase,
}


VERIFIED = {
    "test": "in every run",
    "answers": "stored answers",
    "printed": "its own examples, as others quote them",
    "documentation": "not tested",
}


class Conventions(Report, tuple[Tool, ...]):
    """Tools with their conventions; a table in a notebook: a row for each tool and a column for each convention."""

    def table(self) -> Table:
        """The table behind every notation, without the parameters in which all tools agree.

        Those that most tools leave alone share a column.
        """
        entries = [_words("tool", [one.name for one in self]), _words("version", [one.version for one in self])]
        for title, words in OF_A_TOOL.items():
            entries.append(_words(title, ["" if one.compares else words(one) for one in self]))
        chosen = [
            {
                (metric, name): str(value)
                for metric, theirs in one.measures.items()
                for name, value in theirs.parameters.items()
            }
            for one in self
        ]
        rest: list[dict[str, list[str]]] = [{} for _ in self]
        for metric, name in dict.fromkeys(key for own in chosen for key in own):
            parameter = name.replace("_", " ")
            cells = [own.get((metric, name), "") for own in chosen]
            if len(set(filter(None, cells))) == 1 and name not in SHARED:
                continue
            if sum(map(bool, cells)) * 2 > len(self):
                entries.append(_words(f"{_with_k(metric)}: {parameter}", cells))
                continue
            for by_metric, cell in zip(rest, cells, strict=True):
                if cell:
                    by_metric.setdefault(_with_k(metric), []).append(f"{parameter} {cell}")
        others = ["; ".join(f"{metric}: {', '.join(words)}" for metric, words in one.items()) for one in rest]
        entries.append(_words("other parameters", others))
        entries.append(_words("verified", [VERIFIED[one.verified] for one in self]))
        return Table(Axis("tool", length=len(self)), entries)


class OneTool(Conventions):
    """One tool: a row for each of its measures, with our parameters for it."""

    def table(self) -> Table:
        """The table behind every notation."""
        (one,) = self
        rows = one.measures.values()
        names = [", ".join(dict.fromkeys(filter(None, (theirs.at_k.format("k"), theirs.whole)))) for theirs in rows]
        chosen = [", ".join(f"{name}={value!r}" for name, value in theirs.parameters.items()) for theirs in rows]
        entries = [
            _words("our metric", list(map(_with_k, one.measures))),
            _words(f"{one.name} {one.version}", names),
            _words("our parameters for it", chosen),
        ]
        shared = "; ".join(f"{title}: {words(one)}" for title, words in OF_A_TOOL.items())
        about = "Compares two lists" if one.compares else shared
        about += "".join(f". Refuses {kind}: {', '.join(metrics)}" for kind, metrics in one.refuses.items())
        about += f". Counts an item again if it comes twice: {', '.join(one.counts_again)}" * bool(one.counts_again)
        return Table(Axis("measure", length=len(rows)), entries, f"{about}. Known from: {one.source}.")


def conventions(name: str | None = None) -> Conventions:
    """The conventions of each tool: what ``convention="trec_eval"`` and the others stand for.

    Parameters
    ----------
    name : str, optional
        One tool, with all its measures; by default all tools, with the conventions in which they differ.

    Returns
    -------
    Conventions
        A sequence of tools, and a table in a notebook.

    Raises
    ------
    TypeError, ValueError
        For a tool that is not known, with the nearest name.

    >>> [one.name for one in conventions()][:3]
    ['trec_eval', 'trec_eval_9', 'pytrec_eval']
    >>> conventions("scikit-learn")[0].measures["nDCG"].parameters["ideal"]
    'retrieved'
    """
    return Conventions(TOOLS) if name is None else OneTool((tool(name),))


def _words(title: str, cells: list[Any]) -> Entry:
    return Entry(title, cells, numeric=False)


def _with_k(metric: str) -> str:
    return f"{metric}k" if metric.endswith("@") else metric
