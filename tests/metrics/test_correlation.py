"""Correlations of two lists: Spearman's and Pearson's, and what they share with Kendall's."""

import math
import statistics
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from tests.draws import NUMBERS, List, bucketed, mean, orders, two_lists
from tests.draws import tied_lists as lists

some = settings(max_examples=30)


UNTIED = two_lists(st.integers(-50, 50), unique=True)
CORRELATIONS: list[Any] = [
    rt.kendall_tau,
    lambda x, y: rt.kendall_tau(x, y, variant="a"),
    rt.spearman,
    rt.pearson,
]


def rank_among(values: list[Any], value: Any) -> Fraction:
    return sum(other < value for other in values) + Fraction(values.count(value) + 1, 2)


@some
@given(lists=NUMBERS)
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
@given(lists=two_lists(st.floats(-100, 100).map(lambda number: round(number, 2))))
def test_pearsons_correlation_is_that_of_pythons_statistics(lists: tuple[list[float], list[float]]) -> None:
    if any(len(set(values)) == 1 for values in lists):
        assert rt.pearson(*lists).value == 0
    else:
        assert rt.pearson(*lists).value == pytest.approx(statistics.correlation(*lists), abs=1e-9)


@some
@given(lists=NUMBERS, correlation=st.sampled_from(CORRELATIONS))
def test_a_reversed_list_turns_the_sign(lists: tuple[list[int], list[int]], correlation: Any) -> None:
    x, y = lists
    one, other = correlation(x, y), correlation(x, [-value for value in y])
    assert other.value == pytest.approx(-one.value, rel=1e-12)
    assert other.exact == (None if one.exact is None else -one.exact)


@some
@given(lists=NUMBERS, correlation=st.sampled_from(CORRELATIONS[:3]), change=st.sampled_from([math.exp, lambda x: x**3]))
def test_of_ranks_only_the_order_of_the_numbers_counts(lists: Any, correlation: Any, change: Any) -> None:
    x, y = lists
    assert correlation([change(value) for value in x], y).exact == correlation(x, y).exact


@some
@given(lists=NUMBERS, scale=st.sampled_from([1, 2, Fraction(1, 3), 10]), shift=st.integers(-5, 5))
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
@given(lists=NUMBERS, correlation=st.sampled_from(CORRELATIONS))
def test_a_list_agrees_with_itself(lists: Any, correlation: Any) -> None:
    x, _ = lists
    same = int(len(set(x)) > 1)
    if correlation is CORRELATIONS[1]:  # tau-a has the tied pairs below the line
        pairs = list(combinations(x, 2))
        assert correlation(x, x).exact == Fraction(sum(one != other for one, other in pairs), len(pairs))
    else:
        assert correlation(x, x).exact == same


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


@pytest.mark.parametrize("of_numbers", [rt.kendall_tau, rt.spearman, rt.pearson])
def test_without_a_cutoff_there_is_no_every_cutoff(of_numbers: Any) -> None:
    with pytest.raises(TypeError, match="has no cutoff"):
        of_numbers([1, 2], [2, 1]).at_every_k()


@given(
    number=st.floats(-1e6, 1e6), other=st.lists(st.floats(-100, 100).map(lambda x: round(x, 3)), min_size=2, max_size=9)
)
def test_pearson_of_a_constant_list_is_0(number: float, other: list[float]) -> None:
    assert rt.pearson([number] * len(other), other).value == 0


@some
@given(
    two=st.permutations("abcd").flatmap(
        lambda names: st.tuples(st.just(bucketed(names, [True, False, True])), lists("abcd", 4))
    )
)
def test_tied_names_have_the_mean_of_their_ranks(two: tuple[List, List]) -> None:
    ranks = [
        {
            name: mean(place for place, other in enumerate(orders_, 1) if other in group)
            for group in one_groups
            for name in group
        }
        for one in two
        for orders_ in [next(orders(one))]
        for one_groups in [[group if isinstance(group, set) else {group} for group in one]]
    ]
    for metric in (rt.pearson, rt.spearman, rt.kendall_tau):
        assert metric(*two).value == pytest.approx(metric(*ranks).value, abs=1e-12)
    turned = [{name: -rank for name, rank in one.items()} for one in ranks]
    for metric in (rt.tau_ap, rt.weighted_tau):
        assert metric(*two).value == pytest.approx(metric(*turned).value, abs=1e-12)
