"""The table of a trace: one line per row of the axis, one entry per recorded column.

A column that is summed up leaves its cells blank where it adds nothing, and so does the running sum:
the eye then sees the rule. Cells are strings; the numbers behind them stay in the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import whole_number
from rankteach.core.column import Axis, Column
from rankteach.notation.expression import Node, counting, heading, name, symbolic
from rankteach.notation.numbers import Display
from rankteach.notation.text import text

MOST_ROWS = 60
LONGEST_UNBROKEN = 18  # signs: a longer name may wrap
_FEW = 6  # rows: of fewer there is nothing to choose
_FLOAT = np.dtype(float)


class Entry(NamedTuple):
    """One column of a table, with what its header says."""

    title: str
    cells: list[str]
    column: Column | None = None
    definition: Node | None = None
    numeric: bool = True
    of: str = ""
    """Whose column it is, at the end of its title, where the one before or after it is that of the other."""


class Table(NamedTuple):
    """Entries of equal length; ``hidden`` is the line below: which rows are left out, or what else there is to know."""

    axis: Axis
    entries: list[Entry]
    hidden: str = ""


def edges(table: Table) -> list[bool]:
    """For each column, whether it begins another axis, such as that of the ideal order, or ends it.

    Labels begin the columns of another axis, and a column on the table's own axis ends them.
    """
    begins, inside, numbers = [], False, False
    for entry in table.entries:
        before = inside
        inside = inside or numbers if entry.column is None else inside and entry.column.axis is not table.axis
        numbers = numbers or entry.column is not None
        begins.append(inside != before)
    return begins


def across(table: Table) -> int:
    """How wide a table is, in signs."""
    signs = 0
    for entry in table.entries:
        definition = min(len(text(entry.definition)), 12) * 0.7 if entry.definition else 0
        cells = min(max(map(len, entry.cells), default=0), LONGEST_UNBROKEN)
        signs += round(max([*map(len, entry.title.split()), cells, definition, 5])) + 2
    return signs


def parts(table: Table, most: int) -> list[Table]:
    """A table that is more than so many signs wide in several, each of which begins with the labels of its rows.

    It is cut where another axis begins, else before a column that is not calculated from the one before it.
    """
    labels = [*takewhile(lambda entry: entry.column is None, table.entries)]
    labels = labels if len(labels) < len(table.entries) else labels[:1]
    entries, begins = table.entries[len(labels) :], edges(table)[len(labels) :]
    third = len(entries) // 3
    if across(table) <= most or not third:
        return [table]

    def fit(place: int) -> tuple[bool, bool, int]:
        before, after = entries[place - 1].column, entries[place].column
        together = before is not None and after is not None and _uses(after, before)
        return not begins[place], together, abs(2 * place - len(entries))

    cut = min(range(third, len(entries) - third + 1), key=fit)
    first = Table(table.axis, [*labels, *entries[:cut]])
    return [*parts(first, most), *parts(table._replace(entries=[*labels, *entries[cut:]]), most)]


def recorded(*results: Column) -> list[Column]:
    """Every named column behind the results, sources first, each sum followed by its running column."""
    columns: list[Column] = []
    seen: set[int] = set()

    def visit(column: Column) -> None:
        if id(column) in seen:
            return
        seen.add(id(column))
        for source in column.own_sources:
            visit(source)
        if column.is_sum:
            column = column.running
        if column.name and column.axis is not None:
            columns.append(column)

    for result in results:
        visit(result)
    return columns


def behind(result: Column) -> Iterator[Column]:
    """All columns that a result was made of, with itself, the nearest first."""
    seen, queue = {id(result)}, [result]
    for column in queue:
        yield column
        for source in column.own_sources:
            if id(source) not in seen:
                seen.add(id(source))
                queue.append(source)


def made(columns: Sequence[Column]) -> list[tuple[Any, ...]]:
    """How columns were made from each other: the name and the operation of each, and the places of its sources."""
    place = {id(column): number for number, column in enumerate(columns)}
    return [(one.name, one.operation, *(place[id(source)] for source in one.own_sources)) for one in columns]


def continued(values: Sequence[Any], rows: int) -> list[Any]:
    """The labels of so many rows: numbers that count them go on, names do not."""
    return [*(range(1, rows + 1) if isinstance(values, range) else values), *[None] * rows][:rows]


def divides_nothing(result: Column, defined: Any = True) -> bool:
    """Whether anything behind a result is 0/0, which counts as 0; in a batch, behind one that is ``defined``."""
    if result.operation == "where":
        value, comparison = result.sources
        return bool(np.any(comparison.values)) and divides_nothing(value, comparison.values)
    here = result.is_quotient and not _all(result.sources[1], defined)
    return here or any(divides_nothing(source, defined) for source in result.sources)


def _all(column: Column, among: Any) -> bool:
    """Whether a column has no 0 in any of some queries; in any at all, where it has the same rows for every one."""
    many = np.ndim(among) and np.ndim(column.values) > (column.axis is not None)
    return bool(np.all(column.values[among] if many else column.values))


def tables(
    axis: Axis, columns: Sequence[Column], display: Display, most_rows: int | None, salient: bool
) -> list[Table]:
    """One table for each axis; an axis along another one shares its table.

    Of a long one the first rows are shown, or if ``salient`` the salient ones, with a row of dots between them.
    """
    results = []
    by_axis: dict[Axis, list[Column]] = {axis: []}
    for column in columns:
        assert column.axis is not None
        by_axis.setdefault(column.axis if column.axis is axis else column.axis.along or column.axis, []).append(column)
    for place, together in by_axis.items():
        rows = max([place.length, *(len(column) for column in together)])
        shown, hidden = shown_rows(place, rows, most_rows, together if salient else ())
        entries = [entry for entry in _labels(place, rows, shown) if entry.title != "score"]
        labelled = [place]
        followed = any(follows_value(column) for column in together)
        # the labels say the rank, and grades of 0 and 1, which say no more than relevance does
        given = (one for one in together if one.is_given and repeated_by_relevance(one, together))
        labels = {id(column) for column in (*given, *(one for one in together if one.is_row_index))}
        divisors = {column.sources[1].name for column in together if column.is_quotient}
        for column, here in distinct(together):
            if here not in labelled:
                labelled.append(here)
                entries.extend(list(_labels(here, rows, shown))[1:])  # the rows are counted already
            if id(column) not in labels:
                terms = terms_of(column, columns)
                if is_total_so_far(column) and followed:
                    terms = column if is_inverted(column, columns) else None
                cells = _cells(column, terms, shown, display)
                definition = _definition(column, labels)
                if definition is not None and column.symbol is None and column.name in divisors:
                    definition = Node("divisor", (definition,))
                entries.append(Entry(heading(column), cells, column, definition))
        results.append(Table(place, _with_gaps(entries, shown), hidden))
    return results


def side_by_side(axis: Axis, columns: Mapping[str, Column], display: Display) -> Table:
    """Columns of one axis under titles of their own, without definitions."""
    shown, hidden = shown_rows(axis, axis.length, MOST_ROWS)
    cells = {title: _cells(column, None, shown, display) for title, column in columns.items()}
    entries = [Entry(title, cells[title], column) for title, column in columns.items()]
    return Table(axis, [*_labels(axis, axis.length, shown), *entries], hidden)


def distinct(columns: Sequence[Column]) -> list[tuple[Column, Axis]]:
    """The columns, each with its axis, without those that repeat another one's calculation.

    An ideal list has the same discounts as the list itself: they are shown once, to the end of the longer one.
    """
    places = [column.axis for column in columns if column.axis]
    if all(place is places[0] for place in places):
        return list(zip(columns, places, strict=True))
    kept: dict[Any, tuple[Column, Axis]] = {}
    for column, place in zip(columns, places, strict=True):
        repeatable = column.sources and not is_total_so_far(column)
        same = symbolic(column) if repeatable else column.name
        first, axis = kept.get(same, (column, place))
        longer = column.named(first.name or "", first.symbol) if len(column) > len(first) else first
        kept[same] = longer, axis
    return list(kept.values())


def repeated_by_relevance(column: Column, columns: Sequence[Column]) -> bool:
    """Whether grades say no more than the relevance made from them, and nothing else is made from them."""
    return [other.name for other in columns if _uses(other, column)] == ["relevant"] and only_0_and_1(column)


def _uses(column: Column, other: Column) -> bool:
    """Whether a column is calculated from another one, with nothing that has a name in between."""
    return any(source is other or (not source.name and _uses(source, other)) for source in column.sources)


def only_0_and_1(column: Column) -> bool:
    """Whether grades say no more than relevant or not."""
    values = np.asarray(column)
    return bool(((values == 0) | (values == 1)).all())


def shown_rows(axis: Axis, rows: int, most: int | None, columns: Sequence[Column] = ()) -> tuple[Sequence[int], str]:
    """The rows of a table, and words for those left out: the first of them, or the salient ones of columns.

    These are the first rows, those in which something is added up, and the last one.
    """
    most = rows if most is None else whole_number(most, "most_rows", "Use None for all rows.", least=0)
    if rows <= most:
        return range(rows), ""
    added = salient_rows(columns, rows)
    if most < _FEW or not added or added[-1] < most:
        return range(most), f"{rows - most:,} more rows ({axis.name} {most + 1} to {rows}) are not shown."
    head = most - min(most // 2, sum(row >= most // 2 for row in added) + 1)
    below = [row for row in added if row >= head][: most - head - 1]
    missing = sum(row > below[-1] for row in added)
    what = f"; something is added up in {missing:,} of them" if missing else ", in which nothing is added up"
    return sorted({*range(head), *below, rows - 1}), f"{rows - head - len({*below, rows - 1}):,} more rows{what}."


def salient_rows(columns: Sequence[Column], rows: int) -> list[int]:
    """The rows, from 0, in which something is added up."""
    added = np.zeros(rows, dtype=bool)
    for column in columns:
        if column.is_running_sum:
            values = np.asarray(column.sources[0].values)
            added[: len(values)] |= np.broadcast_to(values, len(values)) != 0
    return list(np.flatnonzero(added).tolist())


def _with_gaps(entries: list[Entry], shown: Sequence[int]) -> list[Entry]:
    """A row of dots wherever rows are left out between those that are shown."""
    gaps = [place for place in range(1, len(shown)) if shown[place] > shown[place - 1] + 1]
    for place in reversed(gaps):
        entries = [
            entry._replace(cells=[*entry.cells[:place], "" if number else "⋮", *entry.cells[place:]])
            for number, entry in enumerate(entries)
        ]
    return entries


def _labels(axis: Axis, rows: int, shown: Sequence[int]) -> Iterator[Entry]:
    """What identifies the rows. The first label counts them; it goes on where another list is longer."""
    for place, (title, values) in enumerate(axis.labels().items()):
        listed = continued(values, rows)
        cells = ["" if listed[row] is None else str(listed[row]) for row in shown]
        numeric = isinstance(values, range) or title == "score"
        yield Entry(title, cells, None, None if place else name(axis.index), numeric)


def _definition(column: Column, labels: set[int]) -> Node | None:
    """``h_i = ∑ rel_j``; a given column's symbol alone, or relevance where its grades are not shown.

    A running sum says by its name what it is.
    """
    if is_total_so_far(column):
        return None
    untold = column.rule.arrays is None  # there are too many steps to record
    untold |= column.is_of_queries and not column.sources[0].materialise().sources
    written = symbolic(column) if column.sources and not untold else None
    if column.symbol is None:
        return written
    letter = name(column.symbol)
    if written is None or (column.name == "relevant" and any(id(source) in labels for source in column.sources)):
        return letter
    return Node("equation", (letter, ("=", written)))


def _cells(column: Column, terms: Column | None, shown: Sequence[int], display: Display) -> list[str]:
    rows = [row for row in shown if row < len(column)]
    values = column.exact[rows].tolist()
    if column.name == "relevant":
        cells = ["●" if value else "○" for value in values]
    elif column.is_quotient and display.fractions and _whole(column.sources):
        above, below = (_row_values(source, rows) for source in column.sources)
        cells = [f"{a}/{b}" if b else "0" for a, b in zip(above, below, strict=True)]
    elif column.is_given:
        # without an item, or without a judgement, only the grade is unknown; an empty rank has no score
        states = continued(column.axis.states() if column.axis and column.name == "grade" else (), len(column))
        cells = [
            "–" if states[row] or value != value else display.given(value)
            for row, value in zip(rows, values, strict=True)
        ]
    else:
        cells = list(map(display.plain, values))
    if terms is not None:
        added = terms.exact[rows].tolist()
        cells = ["" if value == 0 else words for value, words in zip(added, cells, strict=True)]
    return cells + [""] * (len(shown) - len(rows))


def is_total_so_far(column: Column) -> bool:
    """Whether a column is the running column of a sum (a counted column such as hits has a symbol)."""
    return column.is_running_sum and column.symbol is None


def is_inverted(column: Column, columns: Sequence[Column]) -> bool:
    """Whether a column is what another one is 1 divided by, as the rank of the first hit: 0 is no such rank."""
    return any(
        other.operation == "reciprocal" and any(source is column for source in other.sources) for other in columns
    )


def follows_value(column: Column) -> bool:
    """Whether a column follows the value of the whole metric down the rows."""
    return bool(column.name and column.name.endswith("@i"))


def terms_of(column: Column, columns: Sequence[Column]) -> Column | None:
    """The terms whose zeros leave a cell blank: of a running sum, or the column itself where it is summed up.

    Terms that have a symbol are shown even where they are 0: 3 + 2 + 3 + 0 + 1.
    """
    if is_total_so_far(column):
        terms = column.sources[0]
    elif any(is_total_so_far(total) and total.sources[0] is column for total in columns):
        terms = column
    else:
        return None
    if terms.symbol is not None:
        return None
    return counting(terms)


def _whole(sources: tuple[Column, ...]) -> bool:
    return all(
        isinstance(source.values, int) or getattr(source.values, "dtype", _FLOAT).kind in "biu" for source in sources
    )


def _row_values(column: Column, rows: list[int]) -> list[Any]:
    values = np.asarray(column.exact)
    return list(values[rows].tolist()) if column.axis is not None else [values.item()] * len(rows)
