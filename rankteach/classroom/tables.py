"""What a lesson shows: small tables, formulas worked out, and several results of which the reader chooses one."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rankteach.core.checks import item_name, listed, mapping, must, shown, takes
from rankteach.core.column import Axis
from rankteach.notation.expression import Node
from rankteach.notation.html import AS_TEXT, escape, in_a_card, table_html, tex
from rankteach.notation.mathml import mathml
from rankteach.notation.numbers import plain
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.notation.text import text
from rankteach.tracing.measures import Measure, each_measure, measure
from rankteach.tracing.trace import Trace

Measures = Sequence[str | Measure] | Mapping[str, str | Measure]


class LessonTable(Report):
    """A table that a lesson shows: what ``table`` and ``measured`` return."""

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self.columns = {title: listed(cells, f"columns[{shown(title)}]") for title, cells in columns.items()}

    def table(self) -> Table:
        """The table behind every notation. Text is on the left, numbers are on the right."""
        entries = [
            Entry(title, list(map(_cell, cells)), numeric=not any(isinstance(cell, str) for cell in cells))
            for title, cells in self.columns.items()
        ]
        return Table(Axis("row", length=len(next(iter(self.columns.values()), ()))), entries)


@takes(columns=mapping)
def table(columns: Mapping[str, Sequence[Any]]) -> LessonTable:
    """A table with these columns: text, numbers, or traces, of which it shows the value; 0/0 where that is 0/0.

    Raises ``ValueError`` if the columns differ in length.

    >>> from fractions import Fraction
    >>> table({"list": ["1 0 1", "0 1 1"], "hits": [2, 2], "P": [Fraction(2, 3), Fraction(2, 3)]})
    list    hits     P
    1 0 1      2   2/3
    0 1 1      2   2/3
    """
    rows = LessonTable(columns)
    lengths = {title: len(cells) for title, cells in rows.columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"All columns must have the same length, not {shown(lengths)}.")
    return rows


def measured(lists: Any, measures: Measures) -> LessonTable:
    """Every list under every measure; one list alone has a row for each measure.

    ``lists`` is a mapping of title to list, or one list. ``measures`` is a sequence, or a mapping of title to measure.

    >>> measured({"early": [1, 0, 0], "late": [0, 0, 1]}, ["RR", "P@2"])
    list              RR         P@2
    early              1   1/2 = 0.5
    late    1/3 ≈ 0.3333           0
    >>> measured([0, 0, 1], {"as a number": "RR"})
    measure              value
    as a number   1/3 ≈ 0.3333
    """
    if not isinstance(measures, Mapping):
        measures = {one if isinstance(one, str) else str(measure(one)): one for one in each_measure(measures)}
    if isinstance(lists, Mapping):
        columns = {title: [measure(one)(each) for each in lists.values()] for title, one in measures.items()}
        return LessonTable({"list": list(map(str, lists)), **columns})
    return LessonTable({"measure": list(measures), "value": [measure(one)(lists) for one in measures.values()]})


def _cell(value: Any) -> str:
    if isinstance(value, Trace):
        return "0/0" if not value.value and "0/0 counts as 0" in value.conventions else value.shown
    return value if isinstance(value, str) else plain(value)


class Worked(Report):
    """Formulas with numbers, a row for each cutoff: what ``worked`` returns. ``traces`` has them by measure."""

    def __init__(self, traces: dict[str, list[Trace]], cutoffs: list[int]) -> None:
        self.traces, self.cutoffs = traces, cutoffs

    def table(self, write: Callable[[Node], str] = text) -> Table:
        """The table behind both notations; ``write`` makes a cell of an equation."""
        columns = [
            Entry(
                row[0].title,
                [write(one.calculation.substitution) for one in row],
                definition=row[0].calculation.formula,
            )
            for row in self.traces.values()
        ]
        rows = Axis("cutoff", length=len(self.cutoffs), index="k")
        return Table(rows, [Entry("k", list(map(str, self.cutoffs))), *columns])

    def to_html(self, **display: Any) -> str:
        """Static HTML: the formulas are LaTeX between dollar signs."""
        return AS_TEXT + table_html(self.table(tex, **display))

    def _mime_(self) -> tuple[str, str]:
        """The same for marimo, which typesets no TeX in HTML."""
        return "text/html", in_a_card(table_html(self.table(mathml)))


def worked(ranking: Any, measures: Any, at: Iterable[int]) -> Worked:
    """Measures at some cutoffs: each formula with the numbers of one list, and its value.

    ``measures`` have no cutoff of their own: ``at`` has the cutoffs. Raises ``ValueError`` or ``TypeError`` for an
    unknown measure, no cutoff at all, or a cutoff that is not a whole number of at least 1.

    >>> worked([1, 0, 1, 1], ["R", 'F(form="counts")'], at=[1, 3])
    k                 recall                                         F-score
               R@k = h_k / m      F1@k = 2 · TP_k / (2 · TP_k + FN_k + FP_k)
    1   R@1 = 1 / 3 ≈ 0.3333      F1@1 = 2 · 1 / (2 · 1 + 2 + 0) = 1/2 = 0.5
    3   R@3 = 2 / 3 ≈ 0.6667   F1@3 = 2 · 2 / (2 · 2 + 1 + 1) = 2/3 ≈ 0.6667
    """
    cutoffs = listed(at, "at")
    if not cutoffs:
        raise ValueError("at must have at least one cutoff. Write at=[1, 4, 8].")
    whole = [measure(one) for one in each_measure(measures, "['P', 'R']")]
    cut = {
        str(one): [Measure(one.metric, {**one.parameters, "k": k}, one.relevant_from) for k in cutoffs] for one in whole
    }
    return Worked({name: [one(ranking) for one in ones] for name, ones in cut.items()}, cutoffs)


class Switch:
    """Results with a switch above them: what ``switch`` returns. It needs no script, so it works in a saved page."""

    def __init__(self, results: Mapping[str, Any]) -> None:
        self.results = {item_name(title, "title"): result for title, result in results.items()}

    def __repr__(self) -> str:
        return "\n\n".join(f"{title}:\n{result!r}" for title, result in self.results.items())

    def _repr_html_(self) -> str:
        panels = {title: result._repr_html_() for title, result in self.results.items()}
        name = f"rt-{zlib.crc32(repr(self).encode()):x}"
        parts = "".join(
            f'<input type="radio" name="{name}" id="{name}-{place}"{" checked" * (not place)}>'
            f'<label for="{name}-{place}"><b>{escape(title)}</b></label><div>{panel}</div>'
            for place, (title, panel) in enumerate(panels.items())
        )
        return in_a_card(f'<div class="rt-switch">{parts}</div>')


@takes(results=mapping)
def switch(results: Mapping[str, Any]) -> Switch:
    """Results by their titles, of which one at a time is shown: the first one until the reader chooses another.

    A result is anything that a notebook shows as HTML, such as a table, a comparison, or a trace.
    Raises ``TypeError`` for anything else, and ``ValueError`` for fewer than two.

    >>> from rankteach.classroom import table
    >>> switch({"with its minus": table({"pairs": [6]}), "without it": table({"pairs": [8]})})
    with its minus:
    pairs
        6
    <BLANKLINE>
    without it:
    pairs
        8
    """
    if len(results) < 2:
        raise ValueError(must("results", results, "have at least two results", "Pass {'before': one, 'after': other}."))
    for result in results.values():
        if isinstance(result, type) or not hasattr(result, "_repr_html_"):
            hint = "Pass tables, traces or comparisons: switch({'before': table(...), 'after': table(...)})."
            raise TypeError(must("results", result, "have only what a notebook shows as HTML", hint))
    return Switch(results)
