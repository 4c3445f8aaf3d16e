"""A number as it grows down its rows: how a metric is known at every cutoff in one go.

Where it can be, a running column is made by reading the record again with every sum replaced by its running sum,
and every last row by the column that it ends. Where rows depend on the last row (such as recall steps divided by
the hits in the whole list), the record is calculated again for each end of the axis. Both give the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rankteach.core.column import Axis, Column, combine
from rankteach.core.operations import OF_ONE, REDUCE


def running(column: Column, axis: Axis) -> Column:
    """What a number without rows would be if ``axis`` ended after each of its rows."""
    grown = _grown(column, axis)
    if grown is None:
        return Column(
            calculated_again(column, axis),
            axis,
            "deferred",
            (),
            lambda: Column(calculated_again(column, axis, True), axis),
        )
    lists = np.shape(column.values)
    if grown.axis is None or grown.values.ndim == len(lists):  # the same in every row, or in every list of a batch

        def spread(values: Any) -> np.ndarray:
            values = np.asarray(values)
            return np.broadcast_to(values[..., None] if grown.axis is None else values, (*lists, axis.length))

        return Column(spread(grown.values), axis, "deferred", (), lambda: Column(spread(grown.exact), axis))
    return grown


def _grown(column: Column, axis: Axis) -> Column | None:
    """The record read again with running sums, or None where that would not be the same."""
    if not _changes(column, axis):
        return column
    if column.operation in REDUCE:
        (source,) = column.sources
        if not _steady(source, axis, {}):
            return None
        return column.grows if source.axis is axis else column.grows.along(axis)
    grown = [_grown(source, axis) for source in column.sources]
    known = [source for source in grown if source is not None]
    if len(known) < len(grown):
        return None
    if column.operation in OF_ONE:
        return known[0].apply(column.operation, column.detail)
    return combine(column.operation, *known)


def _changes(column: Column, axis: Axis) -> bool:
    """Whether a number without rows changes when ``axis`` ends earlier."""
    if column.operation in REDUCE:
        place = column.sources[0].axis
        return place is not None and place.ends_with(axis)
    return column.axis is None and any(_changes(source, axis) for source in column.sources)


def can_be_cut(column: Column) -> bool:
    """Whether the record can be read again for an earlier end: its rows are not gathered from others."""
    return column.operation not in ("at", "counted") and all(map(can_be_cut, column.sources))


def _steady(column: Column, axis: Axis, seen: dict[int, bool]) -> bool:
    """Whether the rows that are left stay what they are when ``axis`` ends earlier."""
    if id(column) not in seen:
        if column.axis is None:
            seen[id(column)] = not _changes(column, axis)
        elif column.operation == "cummax_up":  # looks at the rows below
            seen[id(column)] = False
        else:
            seen[id(column)] = all(_steady(source, axis, seen) for source in column.sources)
    return seen[id(column)]


def calculated_again(column: Column, axis: Axis, exactly: bool = False) -> np.ndarray:
    """The number calculated again for every end of the axis."""
    cuts = [_cut(column, axis, stop, exactly, {}) for stop in range(1, axis.length + 1)]
    return np.array(cuts, dtype=object if exactly else None).T


def _cut(column: Column, axis: Axis, stop: int, exactly: bool, seen: dict[int, Any]) -> Any:
    """The values of a column if ``axis`` ended at row ``stop``."""
    if id(column) not in seen:
        if column.sources:
            before = [_cut(source, axis, stop, exactly, seen) for source in column.sources]
            seen[id(column)] = column.calculate_on(before, exactly=exactly)
        else:
            values = column.exact if exactly else column.values
            shorter = column.axis is not None and column.axis.ends_with(axis)
            seen[id(column)] = values[..., :stop] if shorter else values
    return seen[id(column)]
