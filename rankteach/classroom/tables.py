"""Small tables for a lesson: words and numbers, or several lists under several measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rankteach.core.checks import listed, mapping, shown, takes
from rankteach.core.column import Axis
from rankteach.notation.numbers import plain
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
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
    named = (
        measures
        if isinstance(measures, Mapping)
        else {one if isinstance(one, str) else str(measure(one)): one for one in each_measure(measures)}
    )
    if isinstance(lists, Mapping):
        columns = {title: [measure(one)(each) for each in lists.values()] for title, one in named.items()}
        return LessonTable({"list": list(map(str, lists)), **columns})
    return LessonTable({"measure": list(named), "value": [measure(one)(lists) for one in named.values()]})


def _cell(value: Any) -> str:
    if isinstance(value, Trace):
        return "0/0" if not value.value and "0/0 counts as 0" in value.conventions else value.shown
    return value if isinstance(value, str) else plain(value)
