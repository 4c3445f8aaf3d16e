"""How far the order of a list can move a value: the best that its ranks could hold, and what ties leave open.

The best order has the items by falling grade: what is not judged comes after all that counts, and what is judged not
to count comes last.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.judged_arrays import OUTSIDE_POOL, Arrays
from rankteach.core.ranking import Ranking
from rankteach.notation.calculation import exact_value
from rankteach.tracing.list_conventions import number_of_orders, tied_orders

FEW = 720  # orders of equal scores: all of them are tried where the order by grades is not the best or the worst
_GONE = -2  # worth less than every item: no item


def counts_from(metric: Any, relevant_from: float) -> float:
    """The grade from which an item counts for a metric."""
    return relevant_from if metric.binary else float(np.nextafter(0, 1))


def is_by_grades(metric: Any, parameters: Mapping[str, Any]) -> bool:
    """Whether the order by falling grades is the best one: not where weights or gains of your own decide."""
    own = (parameters.get(name) for name in ("weights", "gain", "discount"))
    return bool(metric.about_relevance) and all(one is None or isinstance(one, str) for one in own)


def _by_subtopics(metric: Any, lists: Ranking | Batch) -> bool:
    """Whether the value depends on which subtopics the items serve, of which grades say nothing."""
    return metric.of_subtopics and lists.arrays.served is not None


def best_values(
    metric: Any, parameters: Mapping[str, Any], lists: Ranking | Batch, *, exactly: bool = False
) -> np.ndarray | None:
    """The best value that each list can reach with its ranks and its judged items; None where there is no best order.

    A list shorter than the cutoff can be longer. ``exactly`` gives fractions where there are some. NaN says that the
    best order has no value, as AUC has none of relevant items only.
    """
    if metric.pairing or not is_by_grades(metric, parameters) or _by_subtopics(metric, lists):
        return None
    lists = lists.condensed() if parameters.get("judged_only") else lists
    from_grade = counts_from(metric, lists.arrays.relevant_from)
    lengths, worths = lists.cached(("worths", from_grade), lambda: _worths(lists, from_grade))
    given = tuple(parameters.items())
    if not isinstance(lists, Ranking) or not all(isinstance(value, Hashable) for value in parameters.values()):
        return _best_of_worths(metric, given, lists.relevant_from, exactly, lengths, worths)
    return _best_of_one(metric, given, lists.relevant_from, exactly, int(lengths[0]), tuple(worths[0].tolist()))


def _worths(lists: Ranking | Batch, from_grade: float) -> tuple[np.ndarray, np.ndarray]:
    """The length of each list, and the gain of each of its judged items, the largest first."""
    arrays = lists.arrays
    if isinstance(lists, Ranking):
        arrays = arrays._replace(grades=arrays.grades[None], judged=arrays.judged[None], missed=arrays.missed[None])
    lengths, missed_counts = np.atleast_1d(arrays.lengths), np.atleast_1d(arrays.missed_counts)
    once = np.split(arrays.all_grades, [arrays.grades.shape[-1]], axis=-1)
    worth = [np.where(grades >= from_grade, grades, -1) for grades in once]
    worth[0] = np.where(arrays.judged, worth[0], 0)
    for side, counts in zip(worth, (lengths, missed_counts), strict=True):
        side[np.arange(side.shape[-1]) >= counts[:, None]] = _GONE
    return lengths, np.sort(np.concatenate(worth, axis=-1), axis=-1)[:, ::-1]


@lru_cache(maxsize=1024)
def _best_of_one(
    metric: Any, given: Any, relevant_from: float, exactly: bool, length: int, worths: tuple[float, ...]
) -> np.ndarray:
    """The same for one list, once for all that have these grades in some order."""
    return _best_of_worths(metric, given, relevant_from, exactly, np.array([length]), np.array([worths]))


def _best_of_worths(
    metric: Any, given: Any, relevant_from: float, exactly: bool, lengths: np.ndarray, worths: np.ndarray
) -> np.ndarray:
    """The best value of each list, from the gains of its judged items and how many ranks it has."""
    parameters = dict(given)
    k = parameters.get("k")
    longest = lengths if k is None else np.maximum(lengths, np.minimum(k, (worths > _GONE).sum(axis=-1)))
    fitting = np.clip((worths > 0).sum(axis=-1), lengths, longest)  # where more items would cost something
    variants = {tuple(one.tolist()): one for one in (lengths, fitting, longest)}.values()
    ties = {"ties": "stable"} if "ties" in metric.shared else {}
    results = [metric(_batch(worths, one, relevant_from), **{**parameters, **ties}).result for one in variants]
    values = np.array([result.values for result in results], dtype=np.float64)
    best = (np.argmin if metric.less_is_better else np.argmax)(values, axis=0)
    chosen: np.ndarray = values[best, np.arange(len(lengths))]
    if not (metric.less_is_better or metric.extremes_by_grades):
        chosen[(chosen == 0) & (longest > 0) & (worths > 0).any(axis=-1)] = np.nan
    if not exactly:
        return chosen
    fractions = np.array([exact_value(result) for result in results])[best, np.arange(len(lengths))]
    return np.where(np.equal(fractions, None) | np.isnan(chosen), chosen, fractions)  # type: ignore[call-overload]


def _batch(worths: np.ndarray, lengths: np.ndarray, relevant_from: float) -> Batch:
    """The first items of each row as a list; the other judged ones are missed."""
    places = np.arange(worths.shape[-1])
    there = places < lengths[:, None]
    listed = np.where(there & (worths != 0), np.maximum(worths, 0), OUTSIDE_POOL)[:, : lengths.max(initial=0)]
    rest = np.sort(np.where(there | (worths == 0), _GONE, worths), axis=-1)[:, ::-1]
    counts = (rest > _GONE).sum(axis=-1)
    arrays = Arrays.from_encoded(
        listed,
        lengths=lengths,
        missed=np.maximum(rest, 0)[:, : counts.max(initial=0)],
        missed_counts=counts,
        relevant_from=relevant_from,
    )
    return Batch.of_arrays([str(place) for place in range(len(worths))], arrays)


def over_ties(metric: Any, parameters: Mapping[str, Any], ranking: Ranking) -> tuple[int, int, float, float] | None:
    """What the order of equal scores decides; None where there are none, or where it is not known.

    These are the number of judged items that share their score with another item, that of all judged ones, and the
    least and the largest value. They are not known of a list that was cut within a tie, and of a metric that has not
    its extremes by grades, if the orders are many.
    """
    own = parameters.get("weights") is not None or "ties" not in metric.shared
    if own or parameters.get("ties") == "averaged" or not ranking.arrays.tied:
        return None
    arrays, runs = ranking.arrays, ranking.tied_runs()
    if arrays.depth is not None or _by_subtopics(metric, ranking):
        return None
    if is_by_grades(metric, parameters) and metric.extremes_by_grades:
        worth = np.where(arrays.grades >= counts_from(metric, ranking.relevant_from), arrays.grades, -1)
        worth = np.where(arrays.judged, worth, 0)
        orders = [
            [place for run in runs for place in sorted(run, key=worth.__getitem__, reverse=best)]
            for best in (False, True)
        ]
    elif number_of_orders(ranking) <= FEW:
        orders = tied_orders(ranking)
    else:
        return None
    variants = Batch.of_variants(ranking.replace(scores=None), arrays.encoded_grades[np.array(orders, dtype=np.intp)])
    values = np.asarray(metric(variants, **{**parameters, "ties": "stable"}).value, dtype=np.float64)
    tied = sum(int(arrays.judged[list(run)].sum()) for run in runs if len(run) > 1)
    return tied, int(arrays.judged.sum()), float(values.min()), float(values.max())
