"""A number as it grows down its rows: how a metric is known at every cutoff in one go.

A running column is made by reading the record again with every sum replaced by its running sum, and every last row by
the column that it ends. Where rows depend on the last row, such as recall steps divided by the hits in the whole list,
there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rankteach.core.column import Axis, Column, combine
from rankteach.core.operations import RowDependency


def running(column: Column, axis: Axis) -> Column | None:
    """What a number without rows would be if ``axis`` ended after each of its rows, where the record says it."""
    grown = _as_prefix(column, axis)
    lists = np.shape(column.values)
    if grown is not None and (grown.axis is None or grown.values.ndim == len(lists)):  # the same in every row, or list

        def spread(values: Any) -> np.ndarray:
            values = np.asarray(values)
            return np.broadcast_to(values[..., None] if grown.axis is None else values, (*lists, axis.length))

        return Column.lazy(spread(grown.values), axis, lambda: Column(spread(grown.exact), axis))
    return grown


def can_be_cut(column: Column) -> bool:
    """Whether the record can be read again for an earlier end: no operation is tied to the rows as they are."""
    return not column.rule.reads.fixed and all(map(can_be_cut, column.sources))


def _as_prefix(column: Column, axis: Axis) -> Column | None:
    """The record read again with running sums, or None where that would not be the same."""
    if not _changes(column, axis):
        return column
    if column.rule.reads is RowDependency.OUT:
        if not _is_prefix_stable(column.sources[0], axis, {}):
            return None
        return column.running if column.running.axis is axis else column.running.align(axis)
    grown = [_as_prefix(source, axis) for source in column.sources]
    known = [source for source in grown if source is not None]
    if len(known) < len(grown):
        return None
    return combine(column.operation, *known) if len(known) == 2 else known[0].apply(column.operation, column.argument)


def _changes(column: Column, axis: Axis) -> bool:
    """Whether a number without rows changes when ``axis`` ends earlier."""
    if column.rule.reads is RowDependency.OUT:
        rows = column.sources[0].axis
        return rows is not None and rows.ends_with(axis)
    return column.axis is None and any(_changes(source, axis) for source in column.sources)


def _is_prefix_stable(column: Column, axis: Axis, seen: dict[int, bool]) -> bool:
    """Whether the rows that are left stay what they are when ``axis`` ends earlier."""
    if id(column) not in seen:
        if column.axis is None:
            seen[id(column)] = not _changes(column, axis)
        else:
            needs_later_rows = column.rule.reads.needs_later_rows
            seen[id(column)] = not needs_later_rows and all(
                _is_prefix_stable(source, axis, seen) for source in column.sources
            )
    return seen[id(column)]


def replay(column: Column, other: Callable[[Column], Any], exactly: bool) -> Any:
    """The values of a column, calculated again where ``other`` has other values for a column, and not None."""
    seen: dict[int, Any] = {}

    def before(one: Column) -> Any:
        return one.exact if exactly else one.values

    def now(one: Column) -> Any:
        if id(one) not in seen:
            values = other(one)
            if values is None:
                sources = [now(source) for source in one.sources]
                same = all(new is before(source) for new, source in zip(sources, one.sources, strict=True))
                values = before(one) if same else one.calculate_on(sources, exactly=exactly)
            seen[id(one)] = values
        return seen[id(one)]

    return now(column)
