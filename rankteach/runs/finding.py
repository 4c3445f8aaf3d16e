"""In which rows of a run the judged items are: by their names, or by keys made of them."""

from __future__ import annotations

from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from rankteach.runs.ranks import ends
from rankteach.runs.values import QRELS, RUN, Kind, name_of

ODD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio: multiples of it are spread well
WIDTH = 16
GAP = "\0" * (WIDTH - 1) + "\n"  # before and after each name, so that as many bytes up to its end are its own
LONG = 128  # bytes of a name
RARE = 100  # where fewer texts than one in so many are judged, looking them up by their names is as fast
FEW = 8  # so many items are looked for one by one


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
        try:
            "".join(names)  # takes nothing but text, and is the fastest to say so
        except TypeError:
            rows = range(start, stop) if self.rows is None else self.rows[start:stop].tolist()
            return [name_in(row, item, "item", self.kind) for row, item in zip(rows, names, strict=True)]
        return names


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


def _by_key(judged: Pieces, run: Pieces) -> np.ndarray | None:
    """The rows of items with the same key in the same query; ``None`` if that is not enough to tell them apart.

    The keys of both tables are sorted together, each with its place in its last bits: equal ones stand side by side.
    """
    count = int(run.lengths.sum())
    made = _keys(run.of(run.table.items), judged.of(judged.table.items))
    if made is None:
        return None
    keys, compared = made
    queries = np.arange(len(run.starts), dtype=np.uint64) * ODD
    keys = keys ^ np.concatenate([np.repeat(queries, table.lengths) for table in (run, judged)])
    places = np.uint64(2 ** len(keys).bit_length() - 1)
    keys = np.sort(keys & ~places | np.arange(len(keys), dtype=np.uint64))
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


def _keys(run: Any, judged: Any) -> tuple[np.ndarray, list[tuple[Any, Any]]] | None:
    """For every item of two tables a number that others seldom have, and what only equal items have in common."""
    tables = run, judged
    if not isinstance(run, np.ndarray):
        return np.concatenate([items.hash().to_numpy() for items in tables]), [tables]
    if all(items.dtype.kind in "iu" for items in tables):
        return np.concatenate([items.astype(np.uint64) for items in tables]) * ODD, [tables]
    if not all(items.dtype == object for items in tables) or len(run) > RARE * len(judged):
        return None
    try:
        parts = _parts([items.tolist() for items in tables])
    except (TypeError, ValueError):
        return None
    keys = np.zeros(1, dtype=np.uint64)
    for part in parts:
        for half in part.T:
            keys = (keys ^ half) * ODD
    return keys, [(part[: len(run)], part[len(run) :]) for part in parts]


def _parts(tables: list[list[str]]) -> list[np.ndarray]:
    """All bytes of the names as pairs of numbers: first those of the last bytes, then of the bytes before, ..."""
    text = GAP.join(["", *map(GAP.join, tables), ""]).encode()
    marks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    if len(marks) != sum(map(len, tables)) + 1:
        raise ValueError("a name has the mark that stands between names")
    befores, ends = marks[:-1] + 1 - WIDTH, marks[1:] + 1 - WIDTH
    longest = int((ends - befores).max(initial=0)) - WIDTH
    if longest >= LONG:
        raise ValueError("there is a name of so many bytes that a dict is faster")
    windows = np.ndarray(len(text) - WIDTH + 1, f"V{WIDTH}", text, strides=(1,))
    starts = (np.maximum(ends - back, befores) for back in range(WIDTH, longest + WIDTH + 1, WIDTH))
    return [windows[start].view(np.uint64).reshape(-1, 2) for start in starts]


def _by_name(queries: list[str], judged: Pieces, run: Pieces) -> np.ndarray:
    """The rows of items with the same name, one query after the other."""
    bounds = (part.tolist() for part in (run.starts, run.stops, judged.starts, judged.stops))
    rows: list[int] = []
    for query, start, stop, first, last in zip(queries, *bounds, strict=True):
        asked, names = judged.table.named(first, last), run.table.named(start, stop)
        there = set(names)
        if len(there) < len(names):
            raise twice(query, names, RUN)
        if len(set(asked)) < len(asked):
            raise twice(query, asked, QRELS)
        found = there.intersection(asked)
        if len(found) <= FEW:
            place = {item: start + names.index(item) for item in found}
        else:
            place = dict(zip(names, range(start, stop), strict=True))
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
