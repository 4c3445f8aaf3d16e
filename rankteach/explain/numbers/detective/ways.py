"""From the values of each query to one number: the means over queries, and the other ways there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.calculations import EACH, FEW_CUTOFFS, REFUSALS, Calculation
from rankteach.explain.numbers.detective.given import size
from rankteach.explain.numbers.detective.tools import MEAN, Way
from rankteach.tracing.mean import EPSILON, QUERIES

MOST_POOLED = 2_000  # numbers, to which other averages take other conventions too
Values = tuple[Calculation, Sequence[int | None], np.ndarray]


def over_queries(own: Calculation, ks: Sequence[int | None], values: np.ndarray) -> Iterator[Values]:
    """The mean of the values of each query at every cutoff, the other ways over queries, and all values in one row."""
    for way in _ways(own):
        cost = prior.of_way(way)
        if cost > prior.OF_A_TOOL and not own.changed and own._replace(over=way).tools(ks[-1]):
            cost = prior.OF_A_TOOL
        if way != MEAN and own.cost + cost > prior.UNLIKELY:
            continue
        counted = [_counted(own.lists, way[1], k) for k in ks]
        places = [place for place, some in enumerate(counted) if way[1] == "all" or (some.any() and not some.all())]
        known, its_ks = own._replace(over=way, cost=own.cost + cost), [ks[place] for place in places]
        if not places:
            continue
        if way[0] == "query":
            yield known, its_ks, np.array([values[counted[place], place].mean() for place in places])
        elif way[0] == "geometric":
            logarithms = np.log(np.maximum(values, EPSILON))
            yield known, its_ks, np.exp([logarithms[counted[place], place].mean() for place in places])
        else:
            yield known, *_called(known, its_ks)
    yield own._replace(over=EACH, cost=own.cost + prior.ONE_QUERY), ks, values.ravel()


def _ways(own: Calculation) -> Iterator[Way]:
    """Every average, with every choice among queries that it has; those with hits only of the mean."""
    others = own.metric.averages if not own.changed or size(own.given) <= MOST_POOLED else ()
    for average, queries in product(("query", "geometric", *others), QUERIES):
        if average == "query" or queries == "all" or (average != "pooled" and queries != "with_hits"):
            yield average, queries


def _counted(lists: Batch, queries: str, k: int | None) -> np.ndarray:
    """Which queries count."""
    if queries == "all":
        return np.ones(len(lists), dtype=bool)
    if queries == "with_items":
        return np.asarray(lists.arrays.lengths) > 0
    if queries == "with_relevant":
        return np.asarray(lists.relevant_total.values) > 0
    return lists.remember(("with hits", k), lambda: np.asarray(lists.top(k).hits.last().values) > 0)


def _called(way: Calculation, ks: Sequence[int | None]) -> tuple[list[int | None], Any]:
    """A way that is calculated from columns; of many cutoffs, at the usual ones."""
    n = way.given.axis.length
    few = [k for k in ks if len(ks) <= FEW_CUTOFFS or prior.of_cutoff(k, n) <= prior.CUTOFF]
    try:
        return few, np.array([float(way.at(k)) for k in few])
    except REFUSALS:
        return [], np.array([])
