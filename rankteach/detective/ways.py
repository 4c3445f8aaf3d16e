"""From the values of each query to one number: the means over queries, and the other ways there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from rankteach.batch import Batch
from rankteach.detective import likely
from rankteach.detective.calculations import EACH, REFUSALS, Calculation
from rankteach.detective.given import size
from rankteach.detective.tools import MEAN, Way
from rankteach.metrics.queries import EPSILON, QUERIES

MOST_POOLED = 2_000  # numbers, to which other averages take other conventions too
Values = tuple[Calculation, Sequence[int | None], np.ndarray]


def over_queries(own: Calculation, ks: Sequence[int | None], values: np.ndarray) -> Iterator[Values]:
    """The mean of the values of each query, at every cutoff; the other ways over queries; and all values, in one row."""
    for way in _ways(own):
        cost = likely.of_way(way)
        if way == MEAN or own.cost + cost <= likely.UNLIKELY:
            known = own._replace(over=way, cost=own.cost + cost)
            its_ks, numbers = _by(way, own, ks, values) if way[0] in ("query", "geometric") else _called(known, ks)
            if its_ks:
                yield known, its_ks, numbers
    yield own._replace(over=EACH, cost=own.cost + likely.ONE_QUERY), ks, values.ravel()


def _ways(own: Calculation) -> Iterator[Way]:
    others = own.metric.averages if not own.changed or size(own.given) <= MOST_POOLED else ()
    for average, queries in product(("query", "geometric", *others), QUERIES):
        if queries == "all" or (average != "pooled" and (average == "query" or queries == "with_items")):
            yield average, queries


def _by(way: Way, own: Calculation, ks: Sequence[int | None], values: np.ndarray) -> tuple[list[int | None], Any]:
    """The mean, or the geometric mean, of the queries that count, where some do and not all."""
    average, queries = way
    if average == "geometric":
        values = np.log(np.maximum(values, EPSILON))
    its_ks, means = [], []
    for place, k in enumerate(ks):
        counted = _counted(own.lists, queries, k)
        if queries == "all" or (counted.any() and not counted.all()):
            its_ks.append(k)
            means.append(values[counted, place].mean())
    return its_ks, np.exp(means) if average == "geometric" else np.array(means)


def _counted(lists: Batch, queries: str, k: int | None) -> np.ndarray:
    """Which queries count."""
    if queries == "all":
        return np.ones(len(lists), dtype=bool)
    if queries == "with_items":
        return lists._lengths > 0
    if queries == "with_relevant":
        return np.asarray(lists.relevant_total.values) > 0
    return lists._keep(("with hits", k), lambda: np.asarray(lists.top(k).hits.last().values) > 0)


def _called(way: Calculation, ks: Sequence[int | None]) -> tuple[list[int | None], Any]:
    """A way that is calculated from columns, at the usual cutoffs."""
    few = [k for k in ks if k is None or likely.of_cutoff(k, way.given.axis.length) <= likely.CUTOFF]
    try:
        return few, np.array([float(way.at(k)) for k in few])
    except REFUSALS:
        return [], np.array([])
