"""The number that somebody is asked for: the value of a trace, or one cell of its table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.explain.numbers.diagnosis.recalculated import place
from rankteach.notation.expression import cell
from rankteach.notation.tables import recorded
from rankteach.tracing.trace import Trace

ITEMS = ("query", "item", "pair")  # a number is theirs; at a rank or a threshold it is


class Asked(NamedTuple):
    """The number that is asked for: the value of a trace, or a cell of one of its columns."""

    trace: Trace
    exact: Any
    found: Column
    column: str | None
    row: int | None

    def name(self, trace: Trace) -> str:
        """What the same number is called in another trace, to be read aloud."""
        if self.column is None or self.row is None:
            return trace.label
        return cell_name(self.found, self.column, self.row)

    def of(self, trace: Trace) -> float | None:
        """The same number in another trace, where it has one."""
        if self.column is None or self.row is None:
            return float(trace.value)
        result = trace.result.materialise()
        other = {column.name: column for column in recorded(result)}.get(self.column)
        if other is None and self.column.endswith("@i"):
            other = trace.at_every_k()
        if other is None and trace.metric is self.trace.metric:
            other = in_the_place_of(self.found, self.trace.account.result, result)
        if other is None or other.axis is None or np.ndim(other.values) > 1 or len(other) <= self.row:
            return None
        return float(other.values[self.row])


def what_is_asked(trace: Trace, column: str | None, row: int | None) -> Asked:
    """The value of a trace, or the cell of a column at a row that counts from 1 (by default the last)."""
    if not isinstance(trace, Trace):
        raise TypeError(f"trace is {trace!r}; it is what a metric returns")
    if not trace.single:
        raise TypeError("a batch has many values: choose a query, trace[0] or trace['q1']")
    if column is None:
        if row is not None:
            raise ValueError(f"row is {row!r}, but there is no column: a row is that of a column")
        exact = trace.exact
        return Asked(trace, float(trace) if exact is None else exact, trace.result.materialise(), None, None)
    known = trace.columns
    if column not in known:
        raise ValueError(f"there is no column {column!r}; there are {', '.join(known)}")
    found = known[column].materialise()
    row = len(found) if row is None else row
    if isinstance(row, bool) or not isinstance(row, int):
        raise TypeError(f"row is {row!r}; rows are counted from 1")
    if not 1 <= row <= len(found):
        raise ValueError(f"row is {row}; {column} has the rows 1 to {len(found)}")
    exact = cell(found, row - 1)
    return Asked(trace, exact if isinstance(exact, float) else Fraction(exact), found, column, row - 1)


def in_the_place_of(column: Column, record: Column, other: Column) -> Column | None:
    """What stands in another record where a column stands in its own: the grade for the gain, where it is the grade."""
    if record.axis is column.axis and record.name == column.name:
        return other
    if record.operation != other.operation or len(record.sources) != len(other.sources):
        return None
    found = (in_the_place_of(column, *pair) for pair in zip(record.sources, other.sources, strict=True))
    return next((one for one in found if one is not None), None)


def cell_name(column: Column, name: str, row: int) -> str:
    """What one cell is called, to be read aloud: precision at rank 3."""
    if "@i" in name:
        return name.replace("@i", f"@{row + 1}")
    assert column.axis is not None
    if column.counts_rows:
        return f"the {name} itself"
    return f"{name} {'of' if column.axis.name in ITEMS else 'at'} {place(column.axis, row)}"
