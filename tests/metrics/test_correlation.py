"""Correlations of two lists: Spearman's and Pearson's, and what they share with Kendall's."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from tests.draws import NUMBERS, List, bucketed, mean, orders
from tests.draws import tied_lists as lists

some = settings(max_examples=30)


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
    every = [[*orders(one)] for one in two]
    ranks = [{name: mean(order.index(name) + 1 for order in of_one) for name in "abcd"} for of_one in every]
    for metric in (rt.pearson, rt.spearman, rt.kendall_tau):
        assert metric(*two).value == pytest.approx(metric(*ranks).value, abs=1e-12)
    turned = [{name: -rank for name, rank in one.items()} for one in ranks]
    for metric in (rt.tau_ap, rt.weighted_tau):
        assert metric(*two).value == pytest.approx(metric(*turned).value, abs=1e-12)
