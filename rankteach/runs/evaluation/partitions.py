"""A run that does not fit into memory: lazy frames, whose rows are evaluated where they are.

Judgements and run become one table, because then all rows of a query are sure to come to one place, whatever the
engine. Workers of Spark and Dask evaluate their queries; DuckDB and polars collect some queries at a time. Only the
ranks of the judged items and the values come back. narwhals reads all these frames.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.runs import Qrels, read_qrels
from rankteach.runs.columns import framed, places
from rankteach.runs.evaluation.measured import Task
from rankteach.runs.evaluation.sources import Source, source_of
from rankteach.runs.positions import JudgedPositions, Matched
from rankteach.runs.values import QRELS, RUN, Kind

ROWS = 5_000_000  # that are in memory at once where an engine has no workers
QUERY, ITEM, NUMBER, JUDGED = "query", "item", "number", "judged"
Calculate = Callable[[Any], bytes]  # of all rows of some queries, as a frame


class Partitioned(Source):
    """Judgements and a run in lazy frames; the rows of a query are collected when they are needed."""

    def __init__(self, qrels: Any, run: Any, task: Task, name: str | None) -> None:
        if task.ties == "stable":
            raise ValueError("ties must not be 'stable' for a lazy frame, whose rows are in no order.")
        self.run, self._qrels, self._task = run, qrels, task
        self.ties, self.name = task.ties or "item_descending", name or "run"
        self._table, self.notes = _together(qrels, run)
        received = [_received(part) for part in _engine(self._table)(self._table, partial(part_of, task))]
        if not received:
            raise ValueError("qrels and run must hold rows, but both are empty.")
        parts, evaluated, names = zip(*received, strict=True)
        strange = {*chain.from_iterable(names)}
        matched = JudgedPositions.joined([part.positions for part in parts])
        order = np.array(sorted(range(len(matched.queries)), key=matched.queries.__getitem__), dtype=np.intp)
        self.matched = matched.take(order)
        self.missing = sorted(chain.from_iterable(part.missing for part in parts))
        self.unjudged = sorted(chain.from_iterable(part.unjudged for part in parts))
        self._best_items = dict(chain.from_iterable((part.best_items or {}).items() for part in parts))
        self.unmatched = np.flatnonzero([query in strange for query in self.matched.queries])
        self.repeats, self.counts_again = {}, False
        self.values = {label: np.concatenate([values[label] for values in evaluated])[order] for label in task.measures}

    @cached_property
    def judged(self) -> Qrels:
        """The judgements of all queries, collected."""
        from narwhals import col

        rows = self._table.filter(col(JUDGED)).select(QUERY, ITEM, col(NUMBER).alias(QRELS.value))
        return read_qrels(rows.collect())

    def ranking(self, query: str, relevant_from: float = 1, order: tuple[bool, Any] | None = None) -> Ranking:
        """The list of one query."""
        return self._in_memory([query]).ranking(query, relevant_from, order)

    def rankings(
        self, queries: Iterable[str], relevant_from: float = 1, order: tuple[bool, Any] | None = None
    ) -> Batch:
        """The lists of many queries."""
        names = list(queries)
        return self._in_memory(names).rankings(names, relevant_from, order)

    def _in_memory(self, queries: list[str]) -> Source:
        from narwhals import col

        with self._read_again(RUN):
            source = _source(self._table.filter(col(QUERY).is_in(queries)).collect(), self._task)
        source.matched = self.matched.take(np.array([self._places[query] for query in queries], dtype=np.intp))
        return source


def _received(sent: bytes) -> Any:
    """What a worker sent, or the error that it sent instead."""
    part = pickle.loads(sent)
    if isinstance(part, Exception):
        raise part
    return part


def part_of(task: Task, rows: Any) -> bytes:
    """What is known of some queries and their values, or the error that the rows raise, as a worker sends it.

    A query that does not count has NaN.
    """
    try:
        source = _source(rows, task)
        chosen = task.counts(source)
        values = {label: np.full(len(chosen), np.nan) for label in task.measures}
        if chosen.any():
            for label, counted in task.values(source, source.matched.take(np.flatnonzero(chosen))).items():
                values[label][chosen] = counted
        best = {query: source.best_items(query) for query in source.matched.queries}
        strange = [source.matched.queries[place] for place in source.unmatched]  # before its list was cut
        matched = Matched(source.matched, source.unjudged, source.missing, best)
        return pickle.dumps((matched, values, strange))
    except (TypeError, ValueError) as error:
        return pickle.dumps(type(error)(f"{error} (rows are counted in one part of the frames)"))


def _source(rows: Any, task: Task) -> Source:
    from narwhals import col

    grades, scores = (
        framed(rows).filter(where).select(QUERY, ITEM, col(NUMBER).alias(kind.value))
        for where, kind in ((col(JUDGED), QRELS), (~col(JUDGED), RUN))
    )
    return source_of(grades, scores, task.ties, depth=task.depth)


# --- one table --------------------------------------------------------------------------------------------------------
def _together(qrels: Any, run: Any) -> tuple[Any, list[str]]:
    """The rows of both frames as one of narwhals, and what is odd about their columns."""
    import narwhals

    frames = [framed(qrels), framed(run)]
    libraries = [getattr(frame, "implementation", type(frame).__name__) for frame in frames]
    if libraries[0] is not libraries[1] or not all(isinstance(frame, narwhals.LazyFrame) for frame in frames):
        raise TypeError(
            "qrels and run must both be lazy frames of one library, not "
            f"{type(qrels).__module__}.{type(qrels).__name__} and {type(run).__module__}.{type(run).__name__}. "
            "Make the smaller one a frame like the larger one."
        )
    tables, notes = zip(*map(_columns, frames, (QRELS, RUN)), strict=True)
    return narwhals.concat(tables), list(chain.from_iterable(notes))


def _columns(frame: Any, kind: Kind) -> tuple[Any, tuple[str, ...]]:
    """The query, the item and the number of each row, under names of ours; and what is odd about them."""
    from narwhals import Float64, String, col, lit

    schema = frame.collect_schema()
    chosen = places(schema, kind)
    query, item, number = (list(schema)[place] for place in chosen[:3])
    for name in (query, item):
        if not (schema[name].is_integer() or schema[name] == String):
            raise TypeError(f"the column {shown(name)} must hold text or whole numbers, not {schema[name]}. Cast it.")
    if not schema[number].is_numeric():
        raise TypeError(f"the column {shown(number)} must hold numbers, not {schema[number]}. Cast it.")
    table = frame.select(
        col(query).cast(String).alias(QUERY),
        col(item).cast(String).alias(ITEM),
        (col(number).cast(Float64) * lit(float(chosen.sign))).alias(NUMBER),
        lit(kind is QRELS).alias(JUDGED),
    )
    return table, chosen.notes


# --- engines ----------------------------------------------------------------------------------------------------------
def _engine(table: Any) -> Callable[[Any, Calculate], Iterable[bytes]]:
    library = table.implementation
    return _in_spark if library.is_spark_like() else _in_dask if library.is_dask() else _in_turn


def _in_spark(table: Any, calculate: Calculate) -> Iterator[bytes]:
    """The queries of each hash value together; spark.sql.shuffle.partitions says how many of these there are."""
    from pandas import DataFrame
    from pyspark.sql import functions

    frame = table.to_native()
    count = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    groups = frame.groupBy(functions.pmod(functions.hash(QUERY), functions.lit(count)))
    parts = groups.applyInPandas(lambda rows: DataFrame({"part": [calculate(rows)]}), "part binary")
    return (bytes(part) for (part,) in parts.collect())


def _in_dask(table: Any, calculate: Calculate) -> Iterable[bytes]:
    """The queries of each hash value together, in as many partitions as the frames have."""
    import dask

    parts: Sequence[bytes] = dask.compute(*map(dask.delayed(calculate), table.to_native().shuffle(QUERY).to_delayed()))
    return parts


def _in_turn(table: Any, calculate: Calculate) -> Iterator[bytes]:
    """Some queries at a time, whose names follow each other."""
    from narwhals import col
    from narwhals import len as count

    sizes = table.group_by(QUERY).agg(count().alias(NUMBER)).sort(QUERY).collect()
    names, steps = sizes[QUERY].to_list(), sizes[NUMBER].to_numpy().cumsum() // ROWS
    for start, stop in pairwise([*np.flatnonzero(np.diff(steps, prepend=-1)).tolist(), len(names)]):
        here = (col(QUERY) >= names[start]) & (col(QUERY) <= names[stop - 1])
        yield calculate(table.filter(here).collect())
