"""Agreement in which the top weighs more: AP correlation and the weighted tau."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from tests.draws import NUMBERS, ORDERS, SHORT_NUMBERS, mean, orders
from tests.tiers import many

some = settings(max_examples=25)
HALF = Fraction(1, 2)


def ap_correlation(first: Sequence[Any], second: Sequence[Any], half: Fraction = HALF) -> Fraction:
    """Item by item, as the definition has it; among tied items of the first list none is above another."""
    shares = []
    for x, y in zip(first, second, strict=True):
        above = [b for a, b in zip(first, second, strict=True) if a > x]
        if above:
            shares.append(Fraction(sum(b > y for b in above) + half * above.count(y)) / len(above))
    return 2 * Fraction(sum(shares), len(shares)) - 1 if shares else Fraction(0)


def by_score(numbers: list[int]) -> Iterator[list[int]]:
    """Every order of the items, the largest number first, as scores without ties."""
    groups = [{i for i, own in enumerate(numbers) if own == number} for number in sorted(set(numbers), reverse=True)]
    for order in orders(groups):
        yield [-order.index(i) for i in range(len(numbers))]  # type: ignore[arg-type]


@some
@given(lists=NUMBERS)
def test_tau_ap_is_its_definition(lists: tuple[list[int], list[int]]) -> None:
    first, second = lists
    assert rt.tau_ap(first, second).exact == ap_correlation(first, second)
    assert rt.tau_ap(first, second, ties="wrong").exact == ap_correlation(first, second, Fraction(0))
    both = ap_correlation(first, second) + ap_correlation(second, first)
    assert rt.tau_ap(first, second, form="symmetric").exact == both / 2


@some
@given(orders=ORDERS)
def test_tau_ap_without_ties_is_the_formula_of_the_paper(orders: tuple[list[str], list[str]]) -> None:
    first, second = orders
    n = len(first)
    right = [sum(second.index(above) < second.index(item) for above in first[:i]) for i, item in enumerate(first)]
    expected = Fraction(2, n - 1) * sum(Fraction(right[i - 1], i - 1) for i in range(2, n + 1)) - 1
    for ties in ("half", "wrong"):
        assert rt.tau_ap(first, second, ties=ties).exact == expected
    assert rt.tau_ap(first, second).columns["above in second too"].exact.tolist() == right
    assert rt.tau_ap(first, first).exact == 1
    assert rt.tau_ap(first, first[::-1]).exact == -1


def test_all_tied_is_no_agreement() -> None:
    assert rt.tau_ap([1, 1, 1], [1, 2, 3]).exact == 0
    assert rt.tau_ap([1, 2, 3], [1, 1, 1]).exact == 0
    assert rt.tau_ap([1, 2, 3], [1, 1, 1], ties="wrong").exact == -1
    for other in ([1, 1, 1], [1, 2, 3]):
        for two in (([1, 1, 1], other), (other, [1, 1, 1])):
            assert rt.tau_ap(*two, form="symmetric", ties="wrong").exact == 0


@settings(max_examples=many(10))
@given(two=SHORT_NUMBERS, form=st.sampled_from(["reference", "symmetric"]))
def test_tau_ap_a_is_the_mean_over_all_orders_of_the_ties(two: tuple[list[int], list[int]], form: str) -> None:
    every = [rt.tau_ap(*pair, form=form).exact for pair in product(*map(by_score, two))]
    assert rt.tau_ap(*two, form=form, ties="a").exact == mean(every)


@some
@given(orders=ORDERS)
def test_names_are_numbers_counted_from_the_last(orders: tuple[list[str], list[str]]) -> None:
    first, second = orders
    numbers = [{item: len(order) - place for place, item in enumerate(order)} for order in orders]
    for metric in (rt.weighted_tau, rt.tau_ap):
        assert metric(first, second).exact == metric(*numbers).exact
        assert metric(first, second).value == metric(*numbers).value
    assert rt.weighted_tau(first, first).exact == 1
    assert rt.weighted_tau(first, first[::-1]).exact == -1


def test_weighted_tau_of_three_items_by_hand() -> None:
    # weights 1, 1/2, 1/3; pairs ab (1 + 1/2), ac (1 + 1/3), bc (1/2 + 1/3); only bc is in opposite order
    pairs = [1 + HALF, 1 + Fraction(1, 3), HALF + Fraction(1, 3)]
    expected = (pairs[0] + pairs[1] - pairs[2]) / sum(pairs)
    assert rt.weighted_tau(list("abc"), list("acb"), importance="first").exact == expected
    assert rt.weighted_tau([1, 1, 1], [1, 2, 3]).exact == 0


def test_the_weighted_tau_of_thousands_of_items() -> None:
    x = np.random.default_rng(4).integers(0, 3000, 5000)
    assert rt.tau_ap(x, x).value == rt.weighted_tau(x, x).value == pytest.approx(1, abs=1e-12)
    assert rt.tau_ap(x, -x).value == rt.weighted_tau(x, -x).value == pytest.approx(-1, abs=1e-12)
