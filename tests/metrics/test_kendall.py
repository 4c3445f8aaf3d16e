"""Kendall's tau and distance: against their definitions, with ties, with items in one list only, and long lists."""

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach.metrics import kendall
from tests.draws import NUMBERS, SHORT_NUMBERS, WHOLE, two_lists

some = settings(max_examples=30)


HALF = Fraction(1, 2)
TOPS = st.tuples(*[st.lists(st.sampled_from("abcdef"), unique=True, max_size=5)] * 2)


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


def cost(first: list[int], second: list[int], i: int, j: int, p: Any) -> Any:
    """What a pair costs, case by case, as Fagin, Kumar, Mahdian, Sivakumar and Vee have it."""
    tied = [ranks[i] == ranks[j] for ranks in (first, second)]
    if any(tied):
        return 0 if all(tied) else p
    return int((first[i] < first[j]) != (second[i] < second[j]))


# --- tau ------------------------------------------------------------------------------------------


@some
@given(lists=NUMBERS)
@example(lists=([1, 1], [1, 1]))
def test_tau_is_agreement_over_pairs(lists: tuple[list[int], list[int]]) -> None:
    pairs = list(combinations(zip(*lists, strict=True), 2))
    agreement = sum(np.sign(x2 - x1) * np.sign(y2 - y1) for (x1, y1), (x2, y2) in pairs)
    untied = sum(x1 != x2 for (x1, _), (x2, _) in pairs) * sum(y1 != y2 for (_, y1), (_, y2) in pairs)
    assert rt.kendall_tau(*lists, variant="a").exact == Fraction(agreement, len(pairs))
    expected = agreement / math.sqrt(untied) if untied else 0
    assert rt.kendall_tau(*lists).value == pytest.approx(expected, rel=1e-12)
    if math.isqrt(untied) ** 2 == untied:
        assert rt.kendall_tau(*lists).exact == (Fraction(agreement, math.isqrt(untied)) if untied else 0)


@some
@given(lists=two_lists(WHOLE, largest=24), variant=st.sampled_from("ab"))
def test_pairs_that_are_only_counted_give_the_same_tau(lists: Any, variant: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kendall, "MOST_PAIRS", 10**9)
        listed = rt.kendall_tau(*lists, variant=variant)
        patch.setattr(kendall, "MOST_PAIRS", 0)
        counted = rt.kendall_tau(*lists, variant=variant)
        assert any("counted, not listed" in words for words in counted.conventions)
    assert (listed.rows, counted.rows) == ("pair", "item")
    assert counted.exact == listed.exact
    assert counted.value == pytest.approx(listed.value, rel=1e-15)


@some
@given(two=SHORT_NUMBERS)
def test_tau_c_and_somers_d_are_their_definitions(two: tuple[list[int], list[int]]) -> None:
    pairs = list(combinations(zip(*two, strict=True), 2))
    balance = sum(np.sign(x2 - x1) * np.sign(y2 - y1) for (x1, y1), (x2, y2) in pairs)
    n, m, untied = len(two[0]), min(len(set(ranks)) for ranks in two), sum(x1 != x2 for (x1, _), (x2, _) in pairs)
    for most in (10**9, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kendall, "MOST_PAIRS", most)
            assert rt.kendall_tau(*two, variant="c").exact == (
                Fraction(2 * m * balance, n * n * (m - 1)) if m > 1 else 0
            )
            assert rt.kendall_tau(*two, variant="somers").exact == (Fraction(balance, untied) if untied else 0)


# --- distance -------------------------------------------------------------------------------------


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


@some
@given(tops=st.tuples(*[st.lists(st.integers(0, 29), unique=True, max_size=20)] * 2), p=st.sampled_from([0, 0.5, 1]))
def test_pairs_that_are_only_counted_give_the_same_distance(tops: Any, p: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kendall, "MOST_PAIRS", 10**9)
        listed = rt.kendall_distance(*tops, p=p)
        patch.setattr(kendall, "MOST_PAIRS", -1)
        counted = rt.kendall_distance(*tops, p=p)
    assert counted.exact == listed.exact
    assert counted.value == pytest.approx(listed.value, rel=1e-15)


@pytest.mark.parametrize(("p", "rounded"), [(0, 0.6), (HALF, 0.7), (1, 0.8)])
def test_a_distance_at_k_counts_the_items_of_either_top_k(p: Any, rounded: float) -> None:
    # tops of three: a, b, c and c, d, e
    both_in_first_only = p  # a b
    both_in_second_only = p  # d e
    each_in_another = 1 + 1 + 1 + 1  # a d, a e, b d, b e
    absent_one_ahead = 1 + 1  # a c and b c: the second list has c, and nothing of a and b
    present_one_ahead = 0 + 0  # c d and c e
    penalties = both_in_first_only + both_in_second_only + each_in_another + absent_one_ahead + present_one_ahead
    trace = rt.kendall_distance(list("abcz"), list("cdey"), k=3, p=p)
    assert trace.exact == Fraction(penalties, 5 * 4 // 2)
    assert trace.value == rounded
    assert f"a pair that only one list orders costs {float(p):g}" in trace.conventions


def test_a_pair_that_one_list_ties_costs_p_and_one_that_both_tie_nothing() -> None:
    trace = rt.kendall_distance([{"a", "b"}, {"c", "d"}], [{"a", "b"}, "d", "c"])
    assert trace.exact == HALF * 1 / 6
    assert trace.axis.labels()["tied"] == ["in both", None, None, None, None, "in first"]
    assert trace.columns["ordered by one"].exact.tolist() == [0, 0, 0, 0, 0, 1]
    assert trace.steps[0].text.endswith("the lists agree, so nothing is added.")
    assert "only one list orders this pair, so add 1/2." in trace.steps[5].text


@some
@given(two=SHORT_NUMBERS, p=st.sampled_from([0, HALF, Fraction(1, 4), 1]), listed=st.booleans())
def test_the_distance_of_two_lists_with_ties_is_k_p(two: tuple[list[int], list[int]], p: Any, listed: bool) -> None:
    names = "abcdef"[: len(two[0])]
    groups = [
        [{name for name, at in zip(names, ranks, strict=True) if at == rank} for rank in range(3)] for ranks in two
    ]
    pairs = list(combinations(range(len(names)), 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kendall, "MOST_PAIRS", 10**9 if listed else 0)
        trace = rt.kendall_distance(*([group for group in one if group] for one in groups), p=p)
    assert trace.exact == Fraction(sum(cost(*two, i, j, p) for i, j in pairs)) / len(pairs)


def test_a_tie_at_the_cutoff_is_not_cut() -> None:
    one, other = ["a", {"b", "c"}, "d"], ["c", "b", "a"]
    trace = rt.kendall_distance(one, other, k=2)
    assert trace.exact == rt.kendall_distance(["a", {"b", "c"}], ["c", "b"]).exact
    assert any("within the cutoff as a whole" in words for words in trace.conventions)
    every = rt.kendall_distance(one, other).at_every_k().exact.tolist()
    assert every == [rt.kendall_distance(one, other, k=k).exact for k in range(1, 5)]
