"""The number that a learner is asked for: the value of a trace, or one cell of its table."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rankteach.core.column import Column
from rankteach.explain.numbers.record import Record, cell_name
from rankteach.notation.expression import cell
from rankteach.notation.tables import recorded
from rankteach.tracing.trace import Trace


class Asked:
    """The value of a trace, or the cell of a column at a row that counts from 1 (by default the last).

    ``exact`` is the number itself, ``result`` the column that holds it, and ``place`` the row from 0; None for a value.
    """

    def __init__(self, trace: Any, column: str | None = None, row: int | None = None) -> None:
        if not isinstance(trace, Trace):
            raise TypeError(f"trace must be what a metric returns, such as rt.precision([1, 0]), not {trace!r}")
        if not trace.single:
            raise TypeError(
                "diagnose() needs a trace with one value, not a batch: choose a query, trace[0] or trace['q1']"
            )
        self.trace, self.column = trace, column
        self.place: int | None = None
        if column is None:
            if row is not None:
                raise ValueError(f"row={row!r} needs a column too: name the column of that row")
            self.result = trace.result.materialise()
            self.exact: Any = float(trace) if trace.exact is None else trace.exact
            return
        known = trace.columns
        if column not in known:
            raise ValueError(f"there is no column {column!r}; there are {', '.join(known)}")
        self.result = known[column].materialise()
        row = len(self.result) if row is None else row
        if isinstance(row, bool) or not isinstance(row, int):
            raise TypeError(f"row must be a whole number counted from 1, not {row!r}")
        if not 1 <= row <= len(self.result):
            raise ValueError(f"row must be from 1 to {len(self.result)} in {column}, not {row}")
        self.place = row - 1
        exact = cell(self.result, self.place)
        self.exact = exact if isinstance(exact, float) else Fraction(exact)

    @cached_property
    def record(self) -> Record:
        """The calculation behind the number."""
        return Record(self.result, self.place)

    def name(self, trace: Trace | None = None) -> str:
        """What the number is called; or the same number in another trace."""
        if self.column is None or self.place is None:
            return (trace or self.trace).label
        return cell_name(self.result, self.column, self.place)

    def value_in(self, trace: Trace) -> float | None:
        """The same number in another trace, where it has one."""
        if self.column is None or self.place is None:
            return float(trace.value)
        result = trace.result.materialise()
        other = {column.name: column for column in recorded(result)}.get(self.column)
        if other is None and self.column.endswith("@i"):
            other = trace.at_every_k()
        if other is None and trace.metric is self.trace.metric:
            other = _counterpart(self.result, self.trace.account.result, result)
        if other is None or other.axis is None or np.ndim(other.values) > 1 or len(other) <= self.place:
            return None
        return float(other.values[self.place])


def _counterpart(column: Column, record: Column, other: Column) -> Column | None:
    """The column at the same position in another record, such as the grade for the gain, if these are equal."""
    if record.axis is column.axis and record.name == column.name:
        return other
    if record.operation != other.operation or len(record.sources) != len(other.sources):
        return None
    pairs = zip(record.sources, other.sources, strict=True)
    return next((match for one, its in pairs if (match := _counterpart(column, one, its)) is not None), None)
