"""Where every number comes from: the cells that a cell was made of, found in the record and in the tables.

Nothing here knows any metric or operation. Each operation says which rows of its sources it reads; from there this
module follows the record back until it meets cells that a table shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.core.operations import RowDependency
from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import CellOrigin, Node, cell, symbolic
from rankteach.notation.tables import Table, behind, is_total_so_far

SCALARS, RESULT = -1, -2
"""Instead of a table: numbers that have no row, and the value itself."""


class RowSpan(NamedTuple):
    """Rows of a column, from the first to the last of them; 0 and 0 for a number that has no rows."""

    column: Column
    first: int = 0
    last: int = 0


def made_from(column: Column, first: int = 0, last: int = 0) -> list[RowSpan]:
    """The rows that some rows of a column were made from, one operation back.

    >>> import rankteach as rt
    >>> trace = rt.average_precision(rt.Ranking([1, 0, 1]))
    >>> [(rows.column.name, rows.first, rows.last) for rows in made_from(trace.columns["precision"], 2, 2)]
    [('hits', 2, 2), ('rank', 2, 2)]
    >>> [(rows.column.name, rows.first, rows.last) for rows in made_from(trace.columns["running sum"], 2, 2)]
    [('credit', 0, 2)]
    """
    if column.reduces:
        last = len(column.running) - 1
        return [RowSpan(column.running, last, last)] if last >= 0 else []
    made_of = []
    for source in column.own_sources:
        spans = [(0, 0)] if source.axis is None else spans_read(column, source, first, last)
        made_of += [RowSpan(source, *span) for span in spans]
    return made_of


def spans_read(column: Column, source: Column, first: int, last: int) -> list[tuple[int, int]]:
    """The spans of a source's rows, first and last, that some rows of a column are made of."""
    match column.rule.reads:
        case RowDependency.ROW_BY_ROW | RowDependency.ALIGNED:
            spans = [(first, last)]
        case RowDependency.ONE_DOWN:
            spans = [(max(first - 1, 0), last - 1)]
        case RowDependency.DOWN:
            spans = [(0, last)]
        case RowDependency.UP:
            spans = [(first, len(source) - 1)]
        case RowDependency.TAKEN:
            spans = [(int(row), int(row)) for row in column.argument.rows[first : last + 1] if row >= 0]
        case RowDependency.OF_QUERIES:
            spans = []
        case _:
            spans = [(0, len(source) - 1)]
    return [span for span in spans if span[0] <= span[1]]


class Place(NamedTuple):
    """Cells of a table: which table, which column of it, and the first and last row."""

    table: int
    column: int
    first: int
    last: int


class Origins:
    """For every cell that a calculation's tables show, the cells that it was made of.

    ``scalars`` are the numbers without rows that the value was made with, such as the number of relevant items.
    """

    def __init__(self, calculation: Calculation, tables: Sequence[Table]) -> None:
        self.result = calculation.result
        _, *sources = behind(calculation.result)
        self._places = _places([*calculation.columns, *(column for column in sources if column.is_row_index)], tables)
        self.scalars: list[Column] = []
        numbers: dict[tuple[Any, ...], int] = {}  # a number that is counted twice has one place
        for scalar in sources:
            if scalar.axis is None and scalar.name and np.ndim(scalar.values) == 0:
                number = numbers.setdefault((scalar.name, scalar.symbol, cell(scalar, None)), len(numbers))
                if number == len(self.scalars):
                    self.scalars.append(scalar)
                self._places[id(scalar)] = SCALARS, number
        self._places[id(calculation.result)] = RESULT, 0
        self._rows = {number: len(table.entries[0].cells) for number, table in enumerate(tables)}
        self._cells = {(n, c): entry.cells for n, table in enumerate(tables) for c, entry in enumerate(table.entries)}

    def place(self, origin: CellOrigin) -> str:
        """The place of a part of a formula: ``table.column.row``, ``table.column`` for all rows, or nothing."""
        column = origin.column
        while column is not None and id(column) not in self._places:
            column = column.sources[0] if column.rule.reads is RowDependency.ALIGNED else None
        if column is None or origin.column is None:
            return ""
        place = self._places[id(column)]
        if origin.row is None and origin.column.axis:
            return f"{place[0]}.{place[1]}"
        row, _ = self._written(place, RowSpan(column, origin.row or 0, origin.row or 0))
        return f"{place[0]}.{place[1]}.{row}" if row < self._rows.get(place[0], 1) else ""

    def items(self, tables: Sequence[Table], axis: Axis) -> tuple[int, int] | None:
        """The table, and the column in it, that shows what is given about the items of a list."""
        for number, table in enumerate(tables):
            if axis in (table.axis, table.axis.along):
                titles = [entry.title for entry in table.entries]
                shown = [title for title in ("relevant", "grade", "item") if title in titles]
                return (number, titles.index(shown[0])) if shown else None
        return None

    def of(self, column: Column, row: int = 0) -> list[Place]:
        """The nearest cells of the tables that a cell was made of."""
        spans_at: dict[tuple[int, int], list[tuple[int, int]]] = {}
        pending = made_from(column, row, row)
        seen = set()
        while pending:
            rows = pending.pop(0)
            key = id(rows.column), rows.first, rows.last
            if key in seen:
                continue
            seen.add(key)
            place = self._places.get(id(rows.column))
            if place is not None:
                spans_at.setdefault(place, []).append(self._written(place, rows))
            else:
                pending.extend(made_from(*rows))
        return [Place(*place, *span) for place, spans in spans_at.items() for span in _joined(spans)]

    def _written(self, place: tuple[int, int], rows: RowSpan) -> tuple[int, int]:
        """The rows of a table that show these rows; where a running sum is blank, the row above that it repeats."""
        first, cells = rows.first, self._cells.get(place, [])
        if first == rows.last and is_total_so_far(rows.column) and first < len(cells):
            while first and not cells[first]:
                first -= 1
            return (first, first) if cells[first] else (rows.first, rows.last)
        return first, rows.last


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that follow each other as one."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return joined


def _places(columns: Sequence[Column], tables: Sequence[Table]) -> dict[int, tuple[int, int]]:
    """The table and the column of it that show each recorded column.

    A column that repeats another one's calculation has the place of that one. The rank, and grades that the items
    tell, are labels.
    """
    places: dict[int, tuple[int, int]] = {}
    alike: list[tuple[Node, tuple[int, int]]] = []
    for number, table in enumerate(tables):
        for here, entry in enumerate(table.entries):
            if entry.column is not None:
                places[id(entry.column)] = number, here
                alike.append((symbolic(entry.column), (number, here)))
    for column in columns:
        if id(column) in places:
            continue
        if not column.sources:
            place = _labelled(column, tables)
        else:
            written = symbolic(column)
            place = next((place for node, place in alike if node == written), None)
        if place is not None:
            places[id(column)] = place
    return places


def _labelled(column: Column, tables: Sequence[Table]) -> tuple[int, int] | None:
    """The label that says what a given column says."""
    assert column.axis is not None
    for number, table in enumerate(tables):
        if table.axis in (column.axis, column.axis.along):
            labels = [place for place, entry in enumerate(table.entries) if entry.column is None]
            if labels:
                return number, labels[0] if column.is_row_index else labels[min(1, len(labels) - 1)]
    return None
