"""Metrics that compare two lists: what they must agree with, and what they refuse."""

import math
import pickle
import statistics
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Ranking
from rankteach.metrics import kendall as module
from rankteach.tracing.paired import ranked

some = settings(max_examples=30)
HALF = Fraction(1, 2)
WHOLE = st.integers(-3, 3)


def two(values: st.SearchStrategy[Any], largest: int = 7, unique: bool = False) -> st.SearchStrategy[Any]:
    """Two lists of numbers, equally long; often tied unless they are unique."""
    return st.integers(2, largest).flatmap(
        lambda n: st.tuples(*[st.lists(values, min_size=n, max_size=n, unique=unique)] * 2)
    )


TIED = two(WHOLE)
UNTIED = two(st.integers(-50, 50), unique=True)
TOPS = st.tuples(*[st.lists(st.sampled_from("abcdef"), unique=True, max_size=5)] * 2)
ORDERS = st.integers(2, 6).flatmap(lambda n: st.tuples(*[st.permutations("abcdef"[:n])] * 2))
CORRELATIONS: list[Any] = [
    rt.kendall_tau,
    lambda x, y: rt.kendall_tau(x, y, variant="a"),
    rt.spearman,
    rt.pearson,
]


def sign(number: Any) -> int:
    return (number > 0) - (number < 0)


# --- against the definitions ----------------------------------------------------------------------
@some
@given(lists=TIED)
@example(lists=([1, 1], [1, 1]))
def test_tau_is_agreement_over_pairs(lists: tuple[list[int], list[int]]) -> None:
    pairs = list(combinations(zip(*lists, strict=True), 2))
    agreement = sum(sign(x2 - x1) * sign(y2 - y1) for (x1, y1), (x2, y2) in pairs)
    untied = sum(x1 != x2 for (x1, _), (x2, _) in pairs) * sum(y1 != y2 for (_, y1), (_, y2) in pairs)
    assert rt.kendall_tau(*lists, variant="a").exact == Fraction(agreement, len(pairs))
    expected = agreement / math.sqrt(untied) if untied else 0
    assert rt.kendall_tau(*lists).value == pytest.approx(expected, rel=1e-12)
    if math.isqrt(untied) ** 2 == untied:
        assert rt.kendall_tau(*lists).exact == (Fraction(agreement, math.isqrt(untied)) if untied else 0)


def rank_among(values: list[Any], value: Any) -> Fraction:
    return sum(other < value for other in values) + Fraction(values.count(value) + 1, 2)


@some
@given(lists=TIED)
def test_rho_is_pearsons_correlation_of_average_ranks(lists: tuple[list[int], list[int]]) -> None:
    x, y = ([rank_among(values, value) for value in values] for values in lists)
    trace = rt.spearman(*lists)
    assert trace.columns["rank in first"].exact.tolist() == x
    assert trace.columns["rank in second"].exact.tolist() == y
    assert trace.value == pytest.approx(rt.pearson(x, y).value, rel=1e-12)
    n = len(x)
    differences = sum((one - other) ** 2 for one, other in zip(x, y, strict=True))
    assert rt.spearman(*lists, form="differences").exact == 1 - 6 * differences / (n * (n * n - 1))


@some
@given(lists=two(st.floats(-100, 100).map(lambda number: round(number, 2))))
def test_pearsons_correlation_is_that_of_pythons_statistics(lists: tuple[list[float], list[float]]) -> None:
    if any(len(set(values)) == 1 for values in lists):
        assert rt.pearson(*lists).value == 0
    else:
        assert rt.pearson(*lists).value == pytest.approx(statistics.correlation(*lists), abs=1e-9)


def penalty(first: list[str], second: list[str], i: str, j: str, p: Any) -> Any:
    """What a pair costs, case by case, as Fagin, Kumar and Sivakumar have it."""
    places = [{item: place for place, item in enumerate(items)} for items in (first, second)]
    both = [places_of for places_of in places if i in places_of and j in places_of]
    one = [places_of for places_of in places if (i in places_of) != (j in places_of)]
    if len(both) == 2:
        return int((places[0][i] < places[0][j]) != (places[1][i] < places[1][j]))
    if len(both) == 1 and one:  # the other list has one of the two: it stands ahead there
        ahead_where_both_are = i if both[0][i] < both[0][j] else j
        return int(ahead_where_both_are not in one[0])
    return p if both else 1


@some
@given(tops=TOPS, p=st.sampled_from([0, HALF, Fraction(1, 4), 1]))
def test_a_distance_is_the_share_of_what_pairs_cost(tops: tuple[list[str], list[str]], p: Any) -> None:
    pairs = list(combinations(dict.fromkeys([*tops[0], *tops[1]]), 2))
    costs = [penalty(*tops, i, j, p) for i, j in pairs]
    trace = rt.kendall_distance(*tops, p=p)
    assert trace.exact == (Fraction(sum(costs)) / len(pairs) if pairs else 0)
    assert trace.rows == "pair"
    assert trace.columns["penalty"].exact.tolist() == costs
    assert [record["pair"] for record in trace.to_records()] == [f"{i}, {j}" for i, j in pairs]


# --- what must hold -------------------------------------------------------------------------------
@some
@given(lists=TIED, correlation=st.sampled_from(CORRELATIONS))
def test_a_reversed_list_turns_the_sign(lists: tuple[list[int], list[int]], correlation: Any) -> None:
    x, y = lists
    one, other = correlation(x, y), correlation(x, [-value for value in y])
    assert other.value == pytest.approx(-one.value, rel=1e-12)
    assert other.exact == (None if one.exact is None else -one.exact)


@some
@given(lists=TIED, correlation=st.sampled_from(CORRELATIONS[:3]), change=st.sampled_from([math.exp, lambda x: x**3]))
def test_of_ranks_only_the_order_of_the_numbers_counts(lists: Any, correlation: Any, change: Any) -> None:
    x, y = lists
    assert correlation([change(value) for value in x], y).exact == correlation(x, y).exact


@some
@given(lists=TIED, scale=st.sampled_from([1, 2, Fraction(1, 3), 10]), shift=st.integers(-5, 5))
def test_pearsons_correlation_has_no_unit_and_no_origin(lists: Any, scale: Any, shift: int) -> None:
    x, y = lists
    assert rt.pearson([scale * value + shift for value in x], y).exact == rt.pearson(x, y).exact
    turned = rt.pearson([shift - scale * value for value in x], y)
    assert turned.value == pytest.approx(-rt.pearson(x, y).value, rel=1e-12)


@some
@given(lists=UNTIED)
def test_without_ties_both_variants_of_tau_and_both_forms_of_rho_are_one(lists: Any) -> None:
    assert rt.kendall_tau(*lists).exact == rt.kendall_tau(*lists, variant="a").exact
    assert rt.spearman(*lists).exact == rt.spearman(*lists, form="differences").exact


@some
@given(orders=ORDERS)
def test_of_the_same_items_tau_is_1_less_twice_the_distance(orders: tuple[list[str], list[str]]) -> None:
    first, second = orders
    distance = rt.kendall_distance(first, second).exact
    assert rt.kendall_tau(first, second, variant="a").exact == 1 - 2 * distance
    assert rt.kendall_distance(first, second[::-1]).exact == 1 - distance
    assert all(rt.kendall_distance(first, second, p=p).exact == distance for p in (0, 1))  # both lists tell every pair


@some
@given(lists=TIED, correlation=st.sampled_from(CORRELATIONS))
def test_a_list_agrees_with_itself(lists: Any, correlation: Any) -> None:
    x, _ = lists
    same = int(len(set(x)) > 1)
    if correlation is CORRELATIONS[1]:  # tau-a has the tied pairs below the line
        pairs = list(combinations(x, 2))
        assert correlation(x, x).exact == Fraction(sum(one != other for one, other in pairs), len(pairs))
    else:
        assert correlation(x, x).exact == same


def test_lists_that_share_nothing() -> None:
    assert rt.kendall_distance(["a"], ["b"], p=0).exact == 1
    assert rt.kendall_distance(list("abc"), list("def"), p=1).exact == 1
    assert rt.kendall_distance([], []).exact == rt.kendall_distance(["a"], ["a"]).exact == 0
    assert rt.kendall_distance(list("ab"), list("ab")).rows == "pair"


# --- long lists -----------------------------------------------------------------------------------
@some
@given(lists=two(WHOLE, largest=24), variant=st.sampled_from("ab"))
def test_pairs_that_are_only_counted_give_the_same_tau(lists: Any, variant: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_PAIRS", 10**9)
        listed = rt.kendall_tau(*lists, variant=variant)
        patch.setattr(module, "MOST_PAIRS", 0)
        counted = rt.kendall_tau(*lists, variant=variant)
        assert any("counted, not listed" in words for words in counted.conventions)
    assert (listed.rows, counted.rows) == ("pair", "item")
    assert counted.exact == listed.exact
    assert counted.value == pytest.approx(listed.value, rel=1e-15)


@some
@given(tops=st.tuples(*[st.lists(st.integers(0, 29), unique=True, max_size=20)] * 2), p=st.sampled_from([0, 0.5, 1]))
def test_pairs_that_are_only_counted_give_the_same_distance(tops: Any, p: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_PAIRS", 10**9)
        listed = rt.kendall_distance(*tops, p=p)
        patch.setattr(module, "MOST_PAIRS", -1)
        counted = rt.kendall_distance(*tops, p=p)
    assert counted.exact == listed.exact
    assert counted.value == pytest.approx(listed.value, rel=1e-15)


def test_thousands_of_items_are_compared_and_every_digit_is_right() -> None:
    n = 1000
    up, down = np.arange(n), np.arange(n)[::-1]
    assert rt.kendall_tau(up, down).exact == rt.spearman(up, down).exact == rt.pearson(up, down).exact == -1
    assert rt.kendall_distance(list(map(str, up)), list(map(str, down))).exact == 1
    swapped = up.copy()
    swapped[[0, 1]] = 1, 0  # one pair of all
    pairs = n * (n - 1) // 2
    assert rt.kendall_tau(up, swapped).exact == 1 - Fraction(2, pairs)
    assert f"{pairs:,} pairs of items: counted, not listed" in rt.kendall_tau(up, swapped).conventions
    assert rt.spearman(up, swapped).exact == 1 - Fraction(6 * (1 + 1), n * (n * n - 1))


# --- how two lists are paired ---------------------------------------------------------------------
def test_numbers_are_paired_by_position_or_by_item() -> None:
    by_position = rt.kendall_tau([1, 2, 3], [1, 3, 2]).exact
    assert by_position == Fraction(1 + 1 - 1, 3)
    assert rt.kendall_tau({"a": 1, "b": 2, "c": 3}, {"c": 2, "a": 1, "b": 3}).exact == by_position
    assert rt.kendall_tau(list("abc"), list("acb")).exact == by_position
    assert rt.kendall_tau(np.array([1, 2, 3]), (1.0, 3.0, 2.0)).exact == by_position
    named = rt.kendall_tau({"a": 1, "b": 2}, {"b": 1, "a": 2})
    assert named.to_records()[0]["pair"] == "a, b"
    assert rt.kendall_tau([1, 2], [2, 1]).to_records()[0]["pair"] == "d1, d2"


def test_rankings_are_paired_by_item_with_their_scores_if_both_have_some() -> None:
    one = Ranking([1, 0, 0], items=list("abc"), scores=[9, 5, 4])
    other = Ranking([1, 0, 0], items=list("bac"), scores=[3, 2, 1])
    assert rt.pearson(one, other).value == pytest.approx(statistics.correlation([9, 5, 4], [2, 3, 1]))
    without = Ranking([1, 0, 0], items=list("bac"))
    assert rt.pearson(one, without).value == pytest.approx(statistics.correlation([1, 2, 3], [2, 1, 3]))
    assert rt.spearman(one, without).exact == rt.spearman(list("abc"), list("bac")).exact == HALF
    assert rt.kendall_distance(one, other).exact == Fraction(1, 3)
    assert rt.kendall_distance(one, list("bac")).exact == Fraction(1, 3)


def test_a_mean_over_queries_is_of_two_lists_each() -> None:
    pairs = {"one": ([1, 2, 3], [1, 3, 2]), "two": ([1, 2], [2, 1])}
    trace = rt.mean(rt.kendall_tau, pairs)
    assert trace.exact == (Fraction(1, 3) - 1) / 2
    assert (trace.name, trace.rows, trace["two"].exact) == ("mean Tau", "query", -1)
    assert [step.item for step in trace.steps] == ["one", "two"]
    assert rt.mean('Tau(variant="a")', list(pairs.values())).exact == trace.exact
    assert rt.mean("KendallDistance@1", [(["a", "b"], ["b", "a"])]).exact == 1


def test_what_was_recorded_of_two_lists_can_be_pickled() -> None:
    trace = rt.kendall_tau({"a": 1, "b": 2}, {"a": 1, "b": 3})
    again = pickle.loads(pickle.dumps(trace.columns["agreement"]))
    assert (again.values.tolist(), again.axis.labels()["pair"]) == ([1], ["a, b"])


@pytest.mark.parametrize("of_numbers", [rt.kendall_tau, rt.spearman, rt.pearson])
def test_without_a_cutoff_there_is_no_every_cutoff(of_numbers: Any) -> None:
    with pytest.raises(TypeError, match="has no cutoff"):
        of_numbers([1, 2], [2, 1]).at_every_k()


OF_TWO_LISTS = [rt.kendall_tau, rt.spearman, rt.pearson, rt.kendall_distance]


@pytest.mark.parametrize("metric", OF_TWO_LISTS, ids=lambda metric: metric.__name__)
def test_rankings_from_scores_have_the_names_of_their_places(metric: Any) -> None:
    one, other = Ranking.from_scores([1, 0], [1, 2]), Ranking.from_scores([1, 0], [2, 1])
    assert one.items == ("d2", "d1")
    assert metric(one, other).exact == (1 if metric is rt.kendall_distance else -1)


def test_two_dicts_hold_numbers_and_no_ranked_list() -> None:
    assert rt.spearman({"a": 1, "b": 2}, {"b": 1, "a": 2}).exact == -1
    with pytest.raises(TypeError, match="which has an order"):
        rt.kendall_distance({"a": 1, "b": 2}, {"a": 1, "b": 2})


def test_a_distance_takes_anything_that_names_items() -> None:
    assert rt.kendall_distance([1, 2], ["2", "1"]).exact == 1  # items are compared as words
    assert len(ranked((1, 2, 3), np.array([3, 4]))) == 4
