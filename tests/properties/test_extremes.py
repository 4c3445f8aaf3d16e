"""The best that is possible, and what ties leave open: against all orders of short lists, for every metric."""

import itertools
import math
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import rankteach as rt
from rankteach import Batch, Measure, Ranking
from rankteach.tracing.extremes import over_ties
from tests.catalogue import COMBINED, OF_TWO_LISTS
from tests.tiers import SEED, thirds

LISTS: list[tuple[list[Any], list[int]]] = [
    ([None, 3, 0, 1], [2]),
    ([0, 1, 0], [3, 0]),
    ([0, 0, 1], []),
    ([2, None], [1, 0, 3]),
    ([1], [1, 2, 1]),
    ([0, None], []),
    ([], [1, 0]),
    ([], []),
]
CUTOFFS = (None, 1, 2, 3, 6)


@cache
def lists(pool: tuple[Any, ...], orders: frozenset[tuple[Any, ...]], least: float) -> Batch:
    """Lists with these grades from the top; the others of the pool are missed."""
    ordered = sorted(orders, key=repr)
    rest = [[grade for grade in left(pool, order) if grade is not None] for order in ordered]
    return Batch([Ranking(order, missed=some, relevant_from=least) for order, some in zip(ordered, rest, strict=True)])


def values(measure: Measure, k: int | None, batch: Batch) -> list[float]:
    return [float(value) for value in measure.metric(batch, **measure.parameters, k=k).value]


def left(pool: Sequence[Any], order: tuple[Any, ...]) -> list[Any]:
    """What is not in the list."""
    rest = list(pool)
    for grade in order:
        rest.remove(grade)
    return rest


def has_best(measure: Measure) -> bool:
    return measure.metric.about_relevance and measure.parameters.get("weights") is None


def cases(measure: Measure) -> Sequence[tuple[list[Any], list[int], int | None, int]]:
    chance = random.Random(f"{measure}{SEED or ''}")
    turn = COMBINED.index(measure) if measure.metric.non_default(measure.parameters) else 0
    return thirds([(*one, chance.choice(CUTOFFS), chance.choice([1, 1, 2])) for one in LISTS], turn)


@pytest.mark.parametrize("measure", COMBINED, ids=str)
def test_nothing_is_better_than_the_best_possible_and_some_list_reaches_it(measure: Measure) -> None:
    better = min if measure.metric.less_is_better else max
    for grades, missed, k, least in cases(measure):
        trace = measure.metric(Ranking(grades, missed=missed, relevant_from=least), **measure.parameters, k=k)
        best = trace.best_possible
        pool = [*grades, *missed]
        longest = len(grades) if k is None else max(len(grades), min(k, len(pool)))
        if best is None:
            relevant = [grade for grade in pool if grade is not None and grade >= least]
            assert not has_best(measure) or (measure.name == "AUC" and 0 < min(longest, k or longest) <= len(relevant))
            continue
        orders = {order for n in range(len(grades), longest + 1) for order in itertools.permutations(pool, n)}
        reached = better(values(measure, k, lists(tuple(pool), frozenset(orders), least)))
        assert float(best) == pytest.approx(reached, abs=1e-12), (grades, missed, k, least)


@pytest.mark.parametrize("measure", COMBINED, ids=str)
def test_ties_leave_open_what_all_orders_of_equal_scores_give(measure: Measure) -> None:
    for grades, missed, k, least in cases(measure):
        for scores in ([1] * len(grades), [2, *[1] * (len(grades) - 1)]):
            scores = scores[: len(grades)]
            ranking = Ranking(grades, scores=scores, missed=missed, relevant_from=least)
            found = over_ties(measure.metric, {**measure.parameters, "k": k}, ranking)
            if found is None:
                own = "ties" not in measure.metric.shared or measure.parameters.get("weights") is not None
                assert own or len(set(scores)) == len(scores) or measure.parameters.get("ties") == "averaged"
                continue
            fixed = scores.count(2)
            orders = {(*grades[:fixed], *rest) for rest in itertools.permutations(grades[fixed:])}
            open_to = values(measure, k, lists((*grades, *missed), frozenset(orders), least))
            assert found[2:] == pytest.approx((min(open_to), max(open_to)), abs=1e-12), (grades, missed, k, least)
            tied = [grade is not None for grade in grades[fixed:]] if len(grades) - fixed > 1 else []
            assert found[:2] == (sum(tied), sum(grade is not None for grade in grades))


def test_two_lists_batches_and_own_gains_have_no_best_possible() -> None:
    for metric in OF_TWO_LISTS:
        assert metric(["a", "b"], ["b", "a"]).best_possible is None
    batch = rt.Batch([[1, 0], [0, 1]])
    assert rt.precision(batch).best_possible is None
    assert rt.mean("AP", batch, average="geometric").best_possible is None
    assert rt.dcg([1, 2], gain=lambda grade: grade * (3 - grade)).best_possible is None
    assert rt.ndcg([0], no_relevant="nan").best_possible is None


def test_many_tied_items_have_their_bounds_by_grades() -> None:
    grades = [grade for _ in range(40) for grade in (0, 1, None)]
    found = over_ties(rt.average_precision.metric, {}, Ranking(grades, scores=[1] * 120))
    assert found is not None
    tied, _, least, largest = found
    assert largest == 1 and tied == 80
    worst = rt.average_precision(Ranking([0] * 80 + [1] * 40)).value
    assert math.isclose(least, worst)
    assert over_ties(rt.lag.metric, {}, Ranking(grades, scores=[1] * 120)) is None  # whose worst order is not known
    assert over_ties(rt.average_precision.metric, {}, Ranking(grades, scores=[1] * 120).head(100)) is None
