"""The conventions of all tools as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rankteach.core.column import Axis
from rankteach.notation.html import table_html
from rankteach.notation.markdown import table_markdown
from rankteach.notation.tables import Entry, Table
from rankteach.notation.terminal import table_text
from rankteach.tracing.list_conventions import SHARED
from rankteach.tracing.mean import COUNTED
from rankteach.tracing.tools import TOOLS, Tool, tool

# what every metric of one tool shares, in the words of a table
OF_A_TOOL: dict[str, Callable[[Tool], str]] = {
    "equal scores": lambda one: one.ties or "any order",
    "scores": lambda one: "32-bit" if one.single_precision else "64-bit",
    "no relevant item": lambda one: str(one.no_relevant),
    "mean over": lambda one: COUNTED.values[one.queries].phrase,
}


VERIFIED = {
    "test": "by a test in every run",
    "answers": "by stored answers of version {}",
    "code": "described from its code",
}


class Conventions(tuple[Tool, ...]):
    """Tools with their conventions; a table in a notebook: a row for each tool and a column for each fork."""

    __slots__ = ()

    @property
    def forks(self) -> list[tuple[str, str]]:
        """Each parameter of a metric at which the tools take a branch: the metric and the parameter."""
        found = [
            (metric, parameter)
            for one in self
            for metric, theirs in one.measures.items()
            for parameter in theirs.parameters
        ]
        return list(dict.fromkeys(found))

    def branch(self, one: Tool, metric: str, parameter: str) -> str:
        """The branch that a tool takes; nothing where it does not have the metric."""
        theirs = one.measures.get(metric)
        return "" if theirs is None else str(theirs.parameters.get(parameter, ""))

    def table(self) -> Table:
        """The table behind every notation. What all tools do alike at a fork of one metric is left out."""
        entries = [_words("tool", [one.name for one in self]), _words("version", [one.version for one in self])]
        entries += [_words(title, [said(one) for one in self]) for title, said in OF_A_TOOL.items()]
        for metric, parameter in self.forks:
            cells = [self.branch(one, metric, parameter) for one in self]
            if len(set(filter(None, cells))) > 1 or parameter in SHARED:
                name = f"{metric}k" if metric.endswith("@") else metric
                entries.append(_words(f"{name}: {parameter.replace('_', ' ')}", cells))
        entries.append(_words("verified", [VERIFIED[one.verified].format(one.version) for one in self]))
        return Table(Axis("tool", length=len(self)), entries)

    def to_text(self) -> str:
        """For a terminal."""
        return table_text(self.table())

    def to_markdown(self) -> str:
        """For a document."""
        return table_markdown(self.table())

    def to_html(self) -> str:
        """Static HTML."""
        return table_html(self.table())

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


class OneTool(Conventions):
    """One tool: a row for each of its measures, with our parameters for it."""

    __slots__ = ()

    def table(self) -> Table:
        """The table behind every notation."""
        (one,) = self
        rows = list(one.measures.items())
        names = [", ".join(dict.fromkeys(filter(None, (theirs.at_k.format("k"), theirs.whole)))) for _, theirs in rows]
        chosen = [
            ", ".join(f"{parameter}={value!r}" for parameter, value in theirs.parameters.items()) for _, theirs in rows
        ]
        entries = [
            _words("our metric", [f"{metric}k" if metric.endswith("@") else metric for metric, _ in rows]),
            _words(f"{one.name} {one.version}", names),
            _words("our parameters for it", chosen),
        ]
        shared = "; ".join(f"{title}: {said(one)}" for title, said in OF_A_TOOL.items())
        return Table(Axis("measure", length=len(rows)), entries, f"{shared}. Known from: {one.source}.")


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
