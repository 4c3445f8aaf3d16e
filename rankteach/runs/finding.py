"""In which rows of a run the judged items are: by their names, or by hashes of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any, NamedTuple

import numpy as np

from rankteach.runs.ranks import ends
from rankteach.runs.values import QRELS, RUN, Kind, name_of

FEW = 8  # so many judged items of a list are looked for one by one
SHORT = 50  # lists up to about this length are faster all at once, by hashes
ODD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio: multiples of it are spread well


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


def rows_of(queries: list[str], judged: Pieces, run: Pieces, keys: tuple[np.ndarray, np.ndarray] | None) -> np.ndarray:
    """For each judged item its row in the run, -1 where there is none; ``keys`` are the hashes of both tables."""
    rows = None if keys is None else _by_hash(judged, run, *keys)
    if rows is None:
        rows = _by_name(queries, judged, run)
    return rows


def keys_of(judged: Any, run: Any, length: float) -> tuple[np.ndarray, np.ndarray] | None:
    """Hashes of the items of two tables; ``None`` where names are faster: in long lists of Python texts."""
    if not isinstance(run, np.ndarray):
        return judged.hash().to_numpy(), run.hash().to_numpy()
    if judged.dtype.kind in "iu" and run.dtype.kind in "iu":
        return judged.astype(np.uint64) * ODD, run.astype(np.uint64) * ODD
    if judged.dtype != object or run.dtype != object or length > SHORT:
        return None
    try:
        return _hashes(judged), _hashes(run)
    except TypeError:
        return None


def _hashes(items: np.ndarray) -> np.ndarray:
    names = items.tolist()
    "".join(names)
    return np.fromiter(map(hash, names), np.int64, len(names)).view(np.uint64)


def _by_hash(judged: Pieces, run: Pieces, judged_keys: np.ndarray, run_keys: np.ndarray) -> np.ndarray | None:
    """The rows of items with the same hash in the same query; ``None`` if that is not enough to tell them apart."""
    queries = np.arange(len(run.starts), dtype=np.uint64) * ODD
    asked = judged.of(judged_keys) ^ np.repeat(queries, judged.lengths)
    keys = run.of(run_keys) ^ np.repeat(queries, run.lengths)
    order = np.argsort(keys)
    keys = keys[order]
    if _repeated(keys) or _repeated(np.sort(asked)):
        return None
    places = np.searchsorted(keys, asked)
    places[places == len(keys)] = 0
    found = keys[places] == asked if len(keys) else np.zeros(len(asked), dtype=bool)
    rows = run.rows[order[places[found]]]
    if not (run.table.items[rows] == judged.table.items[judged.rows[found]]).all():
        return None
    answer = np.full(len(asked), -1)
    answer[found] = rows
    return answer


def _repeated(ordered: np.ndarray) -> bool:
    return bool((ordered[1:] == ordered[:-1]).any())


def _by_name(queries: list[str], judged: Pieces, run: Pieces) -> np.ndarray:
    """The rows of items with the same name, one query after the other."""
    lengths, counts = run.lengths, judged.lengths
    numbers = tuple(range(lengths.max(initial=0)))  # the same for every list: making them anew would take longer
    bounds = (part.tolist() for part in (run.starts, run.stops, judged.starts, judged.stops))
    places = (
        _places(query, judged.table.named(first, last), run.table.named(start, stop), numbers)
        for query, start, stop, first, last in zip(queries, *bounds, strict=True)
    )
    rows = np.fromiter(chain.from_iterable(places), np.int64, int(counts.sum()))
    return np.where(rows >= 0, rows + np.repeat(run.starts, counts), -1)


def _places(query: str, judged: list[str], names: list[str], numbers: tuple[int, ...]) -> Iterable[int]:
    """The place of each judged item in a list of names, -1 if it has none."""
    if len(set(judged)) < len(judged):
        raise twice(query, judged, QRELS)
    if len(judged) <= FEW:
        there = set(names)
        if len(there) == len(names):
            return [names.index(item) if item in there else -1 for item in judged]
        raise twice(query, names, RUN)
    place = dict(zip(names, numbers, strict=False))
    if len(place) == len(names):
        return map(place.get, judged, repeat(-1))
    raise twice(query, names, RUN)


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
