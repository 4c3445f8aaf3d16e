"""A trace for a terminal.

Rows are as long as they are, unless ``within`` says how wide the terminal is.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import zip_longest
from typing import Any, NamedTuple

from rankteach.notation.calculation import Calculation
from rankteach.notation.tables import Entry, Table
from rankteach.notation.text import on_one_line, text, visible

GAP = " " * 3
NARROWEST = 24  # signs, the least that words get next to other columns and as labels
_WIDTH: ContextVar[int | None] = ContextVar("width", default=None)


def calculation_text(calculation: Calculation, **display: Any) -> str:
    """Value, meaning, conventions, formula, tables."""
    lines = [
        f"{calculation.label}  {calculation.title} = {calculation.shown}",
        calculation.meaning,
        " · ".join(calculation.conventions),
        "",
    ]
    lines += [*map(text, calculation.equations), ""] if calculation.equations else []
    for table in calculation.tables(salient=True, **display):
        lines += [table_text(table), ""]
    return visible("\n".join(lines).rstrip())


def table_text(table: Table) -> str:
    """A table in columns of equal width; where the terminal is narrower in parts, each with the labels of the rows."""
    defined = any(entry.definition for entry in table.entries)
    columns = [_column(entry, defined) for entry in table.entries]
    labels = next((place for place, entry in enumerate(table.entries) if entry.column is not None), 1)
    return visible("\n\n".join([*map(_rows, _parts(columns, max(1, labels))), *filter(None, [table.hidden])]))


@contextmanager
def within(width: int | None) -> Iterator[None]:
    """Tables no wider than this; None is without end."""
    before = _WIDTH.set(width)
    try:
        yield
    finally:
        _WIDTH.reset(before)


def wrapped(words: str, width: int | None) -> str:
    """Lines no longer than this, broken between words; None is without end."""
    if width is None:
        return words
    return "\n".join(part for line in words.split("\n") for part in _broken(line, width, inside=False))


class _Column(NamedTuple):
    """A column of text; a folded cell has several lines."""

    cells: list[str]
    numeric: bool

    @property
    def width(self) -> int:
        return max(len(line) for cell in self.cells for line in cell.split("\n"))

    def folded(self, width: int) -> _Column:
        return self._replace(cells=["\n".join(_broken(cell, width, inside=True)) for cell in self.cells])


def _broken(line: str, width: int, *, inside: bool) -> list[str]:
    """A line in parts, broken between words; one that is longer by itself also ``inside``."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_long_words=inside, break_on_hyphens=False)


def _column(entry: Entry, defined: bool) -> _Column:
    definition = [text(entry.definition) if entry.definition else ""] if defined else []
    cells = entry.cells if entry.numeric else map(on_one_line, entry.cells)
    return _Column([entry.title, *definition, *cells], entry.numeric)


def _parts(columns: Sequence[_Column], labels: int) -> Iterator[list[_Column]]:
    """The columns, as many together as there is room for; words are folded rather than moved to the next part."""
    width = _WIDTH.get()
    if width is None or _total(columns) <= width + len(GAP):
        yield list(columns)
        return
    named = [column.folded(max(NARROWEST, width // 3)) for column in columns[:labels]]
    part = named
    for column in columns[labels:]:
        room = width - _total(part)
        if len(part) > labels and column.width > room and (column.numeric or room < NARROWEST):
            yield part
            part, room = named, width - _total(named)
        part = [*part, column.folded(max(1, room))]
    yield part


def _total(columns: Sequence[_Column]) -> int:
    return sum(column.width + len(GAP) for column in columns)


def _rows(columns: Sequence[_Column]) -> str:
    lines = [
        GAP.join(
            words.rjust(column.width) if column.numeric else words.ljust(column.width)
            for words, column in zip(line, columns, strict=True)
        ).rstrip()
        for row in zip(*(column.cells for column in columns), strict=True)
        for line in zip_longest(*(cell.split("\n") for cell in row), fillvalue="")
    ]
    return "\n".join(lines)
