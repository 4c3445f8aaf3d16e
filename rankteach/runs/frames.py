"""Data frames matched with judgements: pandas, polars, pyarrow, or whatever speaks the interchange protocol.

All judged items are looked up at once, by keys of 64 bits made of their names. What is wrong or odd about a frame
makes this raise a plain ``ValueError``: the simple reader goes row by row, and says in which row it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, filterfalse, repeat
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import are_names
from rankteach.core.ranking import Ties
from rankteach.runs.columns import as_floats, columns_of, objects
from rankteach.runs.fast.fields import Fields, fields_of, mixed, seeds
from rankteach.runs.matching import by_item, by_query, numbers_of
from rankteach.runs.positions import JudgedPositions, blocks, ends
from rankteach.runs.ranks import Asked, Lists, Part, joined, ranks_of
from rankteach.runs.values import QRELS, RUN, Kind, name_of

TOGETHER = 32_768  # rows: the names of more would not stay in the processor's cache


class Rows(NamedTuple):
    """Rows of a table, those of one query next to each other; all of them or those of some queries."""

    queries: dict[str, int]  # of the table, each with its number, counted from 0
    items: Any  # of the table: an array, or a series of polars
    values: np.ndarray  # of the table
    starts: np.ndarray  # where each query of these rows begins; of a table, an empty query follows the last one
    stops: np.ndarray

    def of(self, numbers: np.ndarray | slice) -> Rows:
        """The rows of some queries."""
        return self._replace(starts=self.starts[numbers], stops=self.stops[numbers])

    @property
    def lengths(self) -> np.ndarray:
        """How many rows each query has."""
        lengths: np.ndarray = self.stops - self.starts
        return lengths

    @property
    def places(self) -> np.ndarray:
        """The places of the rows in the table, one query after the other."""
        lengths = self.lengths
        places: np.ndarray = np.arange(lengths.sum()) + np.repeat(self.starts - ends(lengths)[:-1], lengths)
        return places

    def cells(self, column: Any) -> Any:
        """The cells of a column in these rows."""
        together = (self.starts[1:] == self.stops[:-1]).all()
        return column[self.starts[0] : self.stops[-1]] if together and len(self.starts) else column[self.places]

    def names(self, number: int) -> list[str]:
        """The items of one of these queries."""
        return _names(self.items[int(self.starts[number]) : int(self.stops[number])])


def match_frames(
    run: Any, judged: Any, *, ties: Ties = "item_descending"
) -> tuple[JudgedPositions, list[str], list[str], list[str]]:
    """At which ranks a run has the judged items; the queries of the run alone, those judged alone, and ``own_first``.

    ``run`` is a data frame, ``judged`` another one or a mapping as ``match_dicts`` takes it. Equal scores
    are ordered as there; ``ties="stable"`` keeps the order of the rows.

    Raises
    ------
    ValueError
        For names and numbers that are missing or wrong, and for a query that has an item twice.
    """
    rankings = _grouped(run, RUN)
    judgements = _flat(judged) if isinstance(judged, Mapping) else _grouped(judged, QRELS)
    if not isinstance(rankings.items, np.ndarray) and isinstance(judgements.items, np.ndarray):
        series = type(rankings.items)(values=_names(judgements.items), dtype=rankings.items.dtype)
        judgements = judgements._replace(items=series)
    queries, behind = list(judgements.queries), repeat(len(rankings.queries))
    lists = rankings.of(np.fromiter(map(rankings.queries.get, queries, behind), np.intp, len(queries)))
    parts = []
    for start, stop in blocks(lists.lengths, TOGETHER if rankings.items.dtype == object else None):
        block = slice(start, stop)
        parts.append(_match(queries[block], judgements.of(block), lists.of(block), ties))
    unjudged = list(filterfalse(judgements.queries.__contains__, rankings.queries))
    missing = list(filterfalse(rankings.queries.__contains__, queries))
    others = rankings.of(np.array([rankings.queries[query] for query in unjudged], dtype=np.intp))
    for start, stop in blocks(others.lengths):  # an unjudged query must have each item once, too
        _rows_of(others.of(slice(0, 0)), others.of(slice(start, stop)))
    return joined(queries, lists.lengths, parts), unjudged, missing, _own_first(rankings)


def _own_first(run: Rows) -> list[str]:
    """The queries whose best item has the query's own name."""
    starts, stops = run.starts[:-1], run.stops[:-1]
    if not len(starts):
        return []
    best = starts.copy()
    for one in np.flatnonzero(run.values[starts] < np.maximum.reduceat(run.values, starts)).tolist():
        best[one] += run.values[starts[one] : stops[one]].argmax()
    return [query for query, item in zip(run.queries, _names(run.items[best]), strict=True) if query == item]


def _match(queries: list[str], judged: Rows, run: Rows, ties: Ties) -> Part:
    rows = _rows_of(judged, run)
    retrieved = rows >= 0
    there = np.flatnonzero(retrieved)
    rows = rows[there]
    owners = np.repeat(np.arange(len(queries)), judged.lengths)[there]

    def names(numbers: np.ndarray) -> list[str]:
        return list(chain.from_iterable(_names(run.items[row : row + 1]) for row in rows[numbers].tolist()))

    lists = Lists(queries, run.cells(run.values), ends(run.lengths), run.names)
    asked = Asked(owners, run.values[rows], names)
    return Part(judged.lengths, judged.cells(judged.values), retrieved, *ranks_of(asked, lists, ties))


def _rows_of(judged: Rows, run: Rows) -> np.ndarray:
    """For each judged item its row in the run, -1 where there is none.

    The keys of both tables are sorted together, each with its place in its last bits: equal ones become neighbours.
    """
    count = int(run.lengths.sum())
    items, asked = _comparable(run.cells(run.items), judged.cells(judged.items))
    keys = np.concatenate(
        [
            _keys(cells, np.repeat(seeds(np.arange(len(table.starts))), table.lengths))
            for cells, table in ((items, run), (asked, judged))
        ]
    )
    last_bits = np.uint64(2 ** len(keys).bit_length() - 1)
    keys &= ~last_bits
    keys |= np.arange(len(keys), dtype=np.uint64)
    keys.sort()
    same = np.flatnonzero(keys[1:] ^ keys[:-1] <= last_bits)
    one, other = ((keys[where] & last_bits).astype(np.intp) for where in (same, same + 1))
    if (one >= count).any() or (other < count).any():
        raise ValueError("each item of a query must have a key of its own")
    other -= count
    equal = items.equal(one, asked, other) if isinstance(items, Fields) else items[one] == asked[other]
    if not equal.all():
        raise ValueError("equal keys must be those of equal items")
    rows = np.full(len(keys) - count, -1)
    rows[other] = run.places[one]
    return rows


def _comparable(items: Any, asked: Any) -> tuple[Any, Any]:
    """The items of two tables as series of polars, as whole numbers, or else as text."""
    kinds = {cells.dtype.kind if isinstance(cells, np.ndarray) else "series" for cells in (items, asked)}
    return (items, asked) if kinds == {"series"} or kinds <= {"i", "u"} else (_fields(items), _fields(asked))


def _keys(cells: Any, seeds: np.ndarray) -> np.ndarray:
    if isinstance(cells, Fields):
        return cells.hashed(seeds)
    return mixed(seeds ^ (cells.astype(np.uint64) if isinstance(cells, np.ndarray) else cells.hash().to_numpy()))


def _fields(items: Any) -> Fields:
    try:
        fields = fields_of(_listed(items))
    except TypeError:  # not all are text
        fields = fields_of(_names(items))
    if not fields.lengths.all():
        raise ValueError("a name must not be empty")
    return fields


def _grouped(frame: Any, kind: Kind) -> Rows:
    """The rows of a data frame."""
    queries, items, values = columns_of(frame, kind)
    values = as_floats(values, kind)
    starts = _changes(queries)
    names = _names(queries[starts[:-1]], "query")
    numbers = dict(zip(names, range(len(names)), strict=True))
    if len(numbers) < len(names):
        numbers = {name: number for number, name in enumerate(numbers)}
        codes = np.repeat(np.fromiter(map(numbers.__getitem__, names), np.intp, len(names)), np.diff(starts))
        rows = np.argsort(codes, kind="stable")
        items, values, starts = items[rows], values[rows], ends(np.bincount(codes))
    return Rows(numbers, items, values, starts, np.append(starts[1:], starts[-1]))


def _changes(values: Any) -> np.ndarray:
    """Where values begin that differ from the one before, and where the last ones end."""
    if isinstance(values, np.ndarray) and values.dtype == object:
        addresses = np.frombuffer(np.ascontiguousarray(values), np.intp)
        starts = np.flatnonzero(addresses[1:] != addresses[:-1]) + 1  # only other objects can be other values
        with suppress(TypeError):  # what is missing from columns of pandas compares with nothing
            starts = starts[values[starts] != values[starts - 1]]
    else:
        starts = np.flatnonzero(values[1:] != values[:-1]) + 1
    return np.concatenate([np.zeros(1, dtype=np.intp), starts, [len(values)]])[: len(values) + 1]


def _flat(table: Mapping[Any, Any]) -> Rows:
    """Judgements that are a mapping."""
    table = by_query(table, QRELS)
    queries = list(table)
    judgements = by_item(queries, list(table.values()), QRELS)
    starts = ends(np.fromiter(map(len, judgements), np.intp, len(judgements)))
    items = objects(list(chain.from_iterable(judgements)))
    numbers = dict(zip(queries, range(len(queries)), strict=True))
    values = numbers_of(queries, judgements, QRELS)
    return Rows(numbers, items, values, starts, np.append(starts[1:], starts[-1]))


def _names(values: Any, role: str = "item") -> list[str]:
    names = _listed(values)
    return names if are_names(names) else [name_of(name, role) for name in names]


def _listed(values: Any) -> list[Any]:
    """An array, or a series of polars, as a list."""
    listed: list[Any] = values.tolist() if isinstance(values, np.ndarray) else values.to_list()
    return listed
