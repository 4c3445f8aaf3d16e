"""In which rows of a run the judged items are: by their names, or by keys made of them."""

from __future__ import annotations

from contextlib import suppress
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.positions import blocks
from rankteach.runs.ranks import ends
from rankteach.runs.values import Kind, name_of

ODD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio: multiples of it are spread well
BYTES = 8  # of a number
BEFORE = b" " * (BYTES - 1) + b"\n"  # so that there are as many bytes before the end of the first name, too
LONG = 64  # bytes of a name, from which on a dict is as fast


class Grouped(NamedTuple):
    """The rows of a table, those of one query next to each other."""

    kind: Kind
    queries: dict[str, int]  # each with its number, counted from 0
    starts: np.ndarray  # where each query begins, and where the last one ends
    items: Any  # an array, or a series of polars
    values: np.ndarray
    rows: np.ndarray | None = None  # where each row stood in the table, if not here

    def named(self, start: int, stop: int) -> list[str]:
        """The names of the items in some rows."""
        names: list[Any] = listed(self.items[start:stop])
        with suppress(TypeError):
            "".join(names)  # takes nothing but text, and is the fastest to say so
            if "" not in names:
                return names
        rows = range(start, stop) if self.rows is None else self.rows[start:stop].tolist()
        return [name_in(row, item, "item", self.kind) for row, item in zip(rows, names, strict=True)]


class Pieces(NamedTuple):
    """Some queries' rows in a table."""

    table: Grouped
    starts: np.ndarray
    stops: np.ndarray

    def some(self, block: slice) -> Pieces:
        """Some of the queries."""
        return Pieces(self.table, self.starts[block], self.stops[block])

    @property
    def lengths(self) -> np.ndarray:
        """How many rows each query has."""
        lengths: np.ndarray = self.stops - self.starts
        return lengths

    @property
    def rows(self) -> np.ndarray:
        """The rows, one query after the other."""
        lengths = self.lengths
        rows: np.ndarray = np.arange(lengths.sum()) + np.repeat(self.starts - ends(lengths)[:-1], lengths)
        return rows

    def of(self, values: np.ndarray) -> np.ndarray:
        """What stands in these rows of a column."""
        together = (self.starts[1:] == self.stops[:-1]).all()
        standing: np.ndarray = values[self.starts[0] : self.stops[-1]] if together else values[self.rows]
        return standing


def rows_of(queries: list[str], judged: Pieces, run: Pieces) -> np.ndarray:
    """For each judged item its row in the run, -1 where there is none."""
    rows = _by_key(judged, run)
    return _by_name(queries, judged, run) if rows is None else rows


def refuse_twice(queries: list[str], rows: Pieces) -> None:
    """Raise ``ValueError`` where an item of a query is there twice, or has no name."""
    for start, stop in blocks(rows.lengths):
        block = rows.some(slice(start, stop))
        rows_of(queries[start:stop], Pieces(block.table, block.starts, block.starts), block)


def _by_key(judged: Pieces, run: Pieces) -> np.ndarray | None:
    """The rows of items with the same key in the same query; ``None`` if that is not enough to tell them apart.

    The keys of both tables are sorted together, each with its place in its last bits: equal ones stand side by side.
    """
    made = _numbers(run.of(run.table.items), judged.of(judged.table.items))
    if made is None:
        return None
    numbers, compared = made
    count = int(run.lengths.sum())
    queries = np.arange(len(run.starts), dtype=np.uint64) * ODD
    keys = np.concatenate([np.repeat(queries, table.lengths) for table in (run, judged)])
    for number in numbers:
        keys ^= number
        keys *= ODD
    places = np.uint64(2 ** len(keys).bit_length() - 1)
    keys &= ~places
    keys |= np.arange(len(keys), dtype=np.uint64)
    keys.sort()
    same = np.flatnonzero(keys[1:] ^ keys[:-1] <= places)
    one, other = ((keys[where] & places).astype(np.int64) for where in (same, same + 1))
    if (one >= count).any() or (other < count).any():  # both in one table
        return None
    rows = np.full(len(keys) - count, -1)
    rows[other - count] = one
    there = np.flatnonzero(rows >= 0)
    if not all((mine[rows[there]] == asked[there]).all() for mine, asked in compared):
        return None
    rows[there] = run.rows[rows[there]]
    return rows


def _numbers(run: Any, judged: Any) -> tuple[list[np.ndarray], list[tuple[Any, Any]]] | None:
    """Numbers that few items of two tables have in common, and what only equal items have in common."""
    tables = run, judged
    if not isinstance(run, np.ndarray):
        return [np.concatenate([items.hash().to_numpy() for items in tables])], [tables]
    if all(items.dtype.kind in "iu" for items in tables):
        return [np.concatenate([items.astype(np.uint64) for items in tables])], [tables]
    if not all(items.dtype == object for items in tables):
        return None
    names = run.tolist()
    names += judged.tolist()
    try:
        numbers = _read(names)
    except (TypeError, ValueError):
        return None
    return numbers, [(number[: len(run)], number[len(run) :]) for number in numbers]


def _read(names: list[str]) -> list[np.ndarray]:
    """All bytes of the names as numbers: first those of the last bytes, then of the bytes before, ..."""
    text = BEFORE + "\n".join(names).encode() + b"\n"
    marks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    lengths, ends = np.diff(marks) - 1, marks[1:]
    shortest, longest = int(lengths.min()), int(lengths.max())
    if len(lengths) != len(names) or b"\0" in text or not 0 < shortest <= longest < LONG:
        raise ValueError("a name is empty or long, or has a byte that means something here")
    windows = np.ndarray(len(text) - BYTES + 1, f"<u{BYTES}", text, strides=(1,))
    numbers = []
    for back in range(BYTES, longest + BYTES, BYTES):
        before = 8 * np.maximum(back - lengths, 0)  # so many bits stand before the name; 64 and more leave nothing
        numbers.append(windows[np.maximum(ends - back, 0)] >> before.astype(np.uint64))
    return numbers


def _by_name(queries: list[str], judged: Pieces, run: Pieces) -> np.ndarray:
    """The rows of items with the same name, one query after the other."""
    bounds = (part.tolist() for part in (run.starts, run.stops, judged.starts, judged.stops))
    rows: list[int] = []
    for query, start, stop, first, last in zip(queries, *bounds, strict=True):
        names, asked = run.table.named(start, stop), judged.table.named(first, last)
        place = dict(zip(names, range(start, stop), strict=True))
        for there, called, table in ((place, names, run.table), (set(asked), asked, judged.table)):
            if len(there) < len(called):
                raise twice(query, called, table.kind)
        rows += map(place.get, asked, repeat(-1))
    return np.array(rows, dtype=np.int64)


def twice(query: str, names: list[str], kind: Kind) -> ValueError:
    """The error that names an item which a query has twice."""
    seen: set[str] = set()
    item = next(item for item in names if item in seen or seen.add(item))  # type: ignore[func-returns-value]
    return ValueError(f"{kind.label}: query {query!r} has item {item!r} twice; it has each item once")


def listed(values: Any) -> list[Any]:
    """An array, or a series of polars, as a list."""
    texts: list[Any] = values.tolist() if isinstance(values, np.ndarray) else values.to_list()
    return texts


def name_in(row: int, value: Any, what: str, kind: Kind) -> str:
    """A name that stands in a row."""
    try:
        return name_of(value, what)
    except ValueError as error:
        raise ValueError(f"{kind.label}, row {row}: {error}") from None
