"""Runs and judgements out of data frames: pandas, polars, pyarrow, or whatever speaks the interchange protocol."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, compress, filterfalse, pairwise, repeat
from typing import Any

import numpy as np

from rankteach.core.positions import JudgedPositions, blocks
from rankteach.core.ranking import Ties
from rankteach.runs.columns import places
from rankteach.runs.in_memory import checked_ties
from rankteach.runs.lookup import Grouped, Pieces, listed, name_in, refuse_twice, rows_of, twice
from rankteach.runs.matching import by_item, by_query, match_dicts, numbers_of
from rankteach.runs.ranks import Asked, Lists, Part, ends, joined, ranks_of
from rankteach.runs.values import QRELS, RUN, Kind

TOGETHER = 32_768  # rows: the names of more would not stay in the processor's cache


def match_frames(
    run: Any, judged: Any, *, ties: Ties = "item_descending"
) -> tuple[JudgedPositions, list[str], list[str]]:
    """Where a run has the judged items, for the queries that both have; queries of the run alone; queries judged alone.

    Each of the two is a data frame, or a mapping as ``match_dicts`` takes it. The queries stand in the order of
    ``judged``. Equal scores are ordered as there; ``ties="stable"`` keeps the order of the rows.

    Raises
    ------
    TypeError, ValueError
        Names the row in which a name or a number is missing or wrong, or the query that has an item twice.
    """
    checked_ties(ties)
    judgements = _flat(judged) if isinstance(judged, Mapping) else _grouped(judged, QRELS)
    if isinstance(run, Mapping):
        run = by_query(run, RUN)
        return match_dicts(run, _nested(judgements), ties=ties), *_alone(run, judgements.queries)
    rankings = _grouped(run, RUN)
    judgements = _like(judgements, rankings)
    listed = np.fromiter(map(rankings.queries.get, judgements.queries, repeat(-1)), np.int64, len(judgements.queries))
    asked = np.flatnonzero(listed >= 0)
    queries = list(compress(judgements.queries, (listed >= 0).tolist()))
    judged, lists = _pieces(judgements, asked), _pieces(rankings, listed[asked])
    parts = []
    for start, stop in blocks(lists.lengths, TOGETHER if rankings.items.dtype == object else None):
        block = slice(start, stop)
        parts.append(_match(queries[block], judged.some(block), lists.some(block), ties))
    unjudged, missing = _alone(rankings.queries, judgements.queries)
    for table, others in ((rankings, unjudged), (judgements, missing)):
        refuse_twice(others, _pieces(table, np.array([table.queries[query] for query in others], dtype=np.int64)))
    return joined(queries, lists.lengths, parts), unjudged, missing


def _alone(run: Mapping[str, Any], judged: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The queries that only the run has, and those that only the judgements have."""
    return list(filterfalse(judged.__contains__, run)), list(filterfalse(run.__contains__, judged))


def _match(queries: list[str], judged: Pieces, run: Pieces, ties: Ties) -> Part:
    table, counts = run.table, judged.lengths
    rows = rows_of(queries, judged, run)
    found = rows >= 0
    there = np.flatnonzero(found)
    rows = rows[there]

    def called(numbers: np.ndarray) -> list[str]:
        return list(chain.from_iterable(table.named(row, row + 1) for row in rows[numbers].tolist()))

    lists = Lists(
        queries,
        run.of(table.values),
        ends(run.lengths),
        lambda number: table.named(int(run.starts[number]), int(run.stops[number])),
    )
    owners = np.repeat(np.arange(len(counts)), counts)[there]
    asked = Asked(owners, table.values[rows], called, rows - run.starts[owners])
    return Part(counts, judged.of(judged.table.values), found, ranks_of(asked, lists, ties))


def _pieces(table: Grouped, numbers: np.ndarray) -> Pieces:
    return Pieces(table, table.starts[numbers], table.starts[numbers + 1])


def _like(judgements: Grouped, rankings: Grouped) -> Grouped:
    """The judgements, with their items in a series of polars if the run has them so, and only then."""
    if isinstance(judgements.items, np.ndarray) == isinstance(rankings.items, np.ndarray):
        return judgements
    names = judgements.named(0, len(judgements.items))
    if isinstance(rankings.items, np.ndarray):
        return judgements._replace(items=_objects(names))
    return judgements._replace(items=type(rankings.items)(values=names, dtype=rankings.items.dtype))


def _grouped(frame: Any, kind: Kind) -> Grouped:
    """The rows of a data frame."""
    queries, items, values = _columns(frame, kind)
    values = _numbers(values, kind)
    starts = _changes(queries)
    names = listed(queries[starts[:-1]])
    if not set(map(type, names)) <= {str}:
        names = [name_in(row, name, "query", kind) for row, name in zip(starts.tolist(), names, strict=False)]
    numbers = dict(zip(names, range(len(names)), strict=True))
    if len(numbers) == len(names):
        return Grouped(kind, numbers, starts, items, values)
    numbers = {name: number for number, name in enumerate(numbers)}
    codes = np.repeat(np.fromiter(map(numbers.__getitem__, names), np.int64, len(names)), np.diff(starts))
    rows = np.argsort(codes, kind="stable")
    return Grouped(kind, numbers, ends(np.bincount(codes)), items[rows], values[rows], rows)


def _changes(values: Any) -> np.ndarray:
    """Where values begin that differ from the one before, and where the last ones end."""
    if isinstance(values, np.ndarray) and values.dtype == object:
        addresses = np.frombuffer(np.ascontiguousarray(values), np.intp)
        starts = np.flatnonzero(addresses[1:] != addresses[:-1]) + 1  # only other objects can be other values
        with suppress(TypeError):  # what is missing from columns of pandas compares with nothing
            starts = starts[values[starts] != values[starts - 1]]
    else:
        starts = np.flatnonzero(values[1:] != values[:-1]) + 1
    return np.concatenate([np.zeros(1, dtype=np.int64), starts, [len(values)]])[: len(values) + 1]


def _flat(table: Mapping[Any, Any]) -> Grouped:
    """Judgements that are a mapping."""
    table = by_query(table, QRELS)
    queries = list(table)
    judgements = by_item(queries, list(table.values()), QRELS)
    starts = ends(np.fromiter(map(len, judgements), np.int64, len(judgements)))
    items = _objects(list(chain.from_iterable(judgements)))
    numbers = dict(zip(queries, range(len(queries)), strict=True))
    return Grouped(QRELS, numbers, starts, items, numbers_of(queries, judgements, QRELS))


def _nested(judgements: Grouped) -> dict[str, dict[str, float]]:
    """Judgements as a mapping."""
    table = {}
    for query, (start, stop) in zip(judgements.queries, pairwise(judgements.starts.tolist()), strict=True):
        names = judgements.named(start, stop)
        table[query] = dict(zip(names, judgements.values[start:stop].tolist(), strict=True))
        if len(table[query]) < len(names):
            raise twice(query, names, QRELS)
    return table


def columns_of(frame: Any, *, values: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The queries, the items and the scores (``values="score"``) or grades (``values="grade"``) of a data frame.

    The columns are known by their names; a run with ranks but no scores has the falling scores -1, -2, -3, ...
    Raises ``ValueError``, which lists the columns, where one is missing.
    """
    queries, items, numbers = _columns(frame, RUN if values == "score" else QRELS)
    return _array(queries), _array(items), numbers


def _columns(frame: Any, kind: Kind) -> tuple[Any, Any, np.ndarray]:
    """The same; texts of polars stay what they are, since no other form of them is as fast."""
    if not hasattr(frame, "columns"):
        frame = _interchanged(frame, kind)
    names = list(getattr(frame, "column_names", frame.columns))
    found = places(names, kind)
    queries, items, numbers = (frame[names[place]] for place in found[:3])
    numbers = _array(numbers)
    return _quick(queries), _quick(items), -_numbers(numbers, kind) if found.by_rank else numbers


def _quick(column: Any) -> Any:
    if type(column).__module__.startswith("polars"):
        from polars import String

        if column.dtype == String and not column.null_count():
            return column
    return _array(column)


def _interchanged(frame: Any, kind: Kind) -> Any:
    """A data frame of any library as one of pandas."""
    if not hasattr(frame, "__dataframe__"):
        raise TypeError(f"{kind.label} is a {type(frame).__name__}; it is a data frame or a mapping")
    from pandas.api.interchange import from_dataframe

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pandas will drop it some day
        return from_dataframe(frame)


def _array(column: Any) -> np.ndarray:
    """A column as an array, of objects unless it holds numbers."""
    if isinstance(column, np.ndarray):
        return column
    if type(column).__module__.startswith("polars") and not column.dtype.is_numeric():
        return _objects(column.to_list())  # four times as fast as its own arrays of text
    array = np.asarray(column.to_numpy())
    return array if array.dtype.kind in "iuf" else array.astype(object, copy=False)


def _objects(values: list[Any]) -> np.ndarray:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _numbers(values: np.ndarray, kind: Kind) -> np.ndarray:
    """Scores or grades as floats."""
    if values.dtype.kind in "iuf":
        numbers = values.astype(np.float64, copy=False)
        if (np.abs(numbers) <= kind.largest).all():
            return numbers
    return np.array([_number(value, row, kind) for row, value in enumerate(values.tolist())], dtype=np.float64)


def _number(value: Any, row: int, kind: Kind) -> float:
    try:
        return float(kind.number(value))
    except ValueError as error:
        raise ValueError(f"{kind.label}, row {row}: {error}") from None
