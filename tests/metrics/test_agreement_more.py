"""Agreement in which the top weighs more: rank-biased overlap, AP correlation, weighted tau."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach.metrics.pairs import smaller_in_both

some = settings(max_examples=25)
HALF = Fraction(1, 2)
TOPS = st.tuples(*[st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=7)] * 2)
ORDERS = st.integers(2, 6).flatmap(lambda n: st.tuples(*[st.permutations("abcdef"[:n])] * 2))
FACTORS = st.sampled_from([0.1, 0.5, 0.8, 0.9, 0.98])
NUMBERS = st.integers(2, 7).flatmap(lambda n: st.tuples(*[st.lists(st.integers(-3, 3), min_size=n, max_size=n)] * 2))


def sign(number: Any) -> int:
    return (number > 0) - (number < 0)


# --- rank-biased overlap ----------------------------------------------------------------------------
def overlap(first: Sequence[str], second: Sequence[str], depth: int) -> int:
    return len(set(first[:depth]) & set(second[:depth]))


def added_up(first: Sequence[str], second: Sequence[str], p: float, depths: int) -> float:
    """The sum of the definition down to a depth, without any of its short forms."""
    return (1 - p) * math.fsum(p ** (d - 1) * overlap(first, second, d) / d for d in range(1, depths + 1))


def long_enough(p: float) -> int:
    """A depth below which less than 1e-13 of the weight lies."""
    return math.ceil(math.log(1e-13) / math.log(p))


def alike_from_here_on(first: list[str], second: list[str], depths: int) -> tuple[list[str], list[str]]:
    """Both lists continued so that as much agrees as can: by items that only the other one has, then by new ones."""
    one, other = list(first), list(second)
    for d in range(1, depths + 1):
        for own, theirs in ((one, other), (other, one)):
            if len(own) < d:
                waiting = [item for item in theirs[:d] if item not in own]
                own.append(waiting[0] if waiting else f"new {d}")
    return one, other


@some
@given(tops=TOPS, p=FACTORS.filter(lambda p: p < 0.95))
def test_the_minimum_is_that_of_lists_which_share_nothing_more(tops: tuple[list[str], list[str]], p: float) -> None:
    depths = long_enough(p)
    one, other = ([*top, *(f"{name}{d}" for d in range(depths))] for top, name in zip(tops, "xy", strict=True))
    assert rt.rbo(*tops, p=p, form="minimum").value == pytest.approx(added_up(one, other, p, depths), abs=1e-12)


@pytest.mark.parametrize(("short", "form"), [("ext", "extrapolated"), ("min", "minimum"), ("res", "residual")])
def test_the_forms_of_rbo_have_short_names_too(short: str, form: str) -> None:
    trace, long = (rt.rbo(["a", "b", "c"], ["b", "d"], form=name) for name in (short, form))
    assert trace.measure == long.measure
    assert (trace.exact, trace.conventions) == (long.exact, long.conventions)
    assert rt.measure(f'RBO(form="{short}")') == rt.measure(f'RBO(form="{form}")')


@settings(max_examples=15)
@given(tops=TOPS, p=st.sampled_from([0.1, 0.5, 0.8]))
def test_minimum_and_residual_are_the_most_that_longer_lists_can_have(tops: Any, p: float) -> None:
    depths = long_enough(p)
    most = added_up(*alike_from_here_on(*tops, depths), p, depths)
    minimum, residual = (rt.rbo(*tops, p=p, form=form).value for form in ("minimum", "residual"))
    assert minimum + residual == pytest.approx(most, abs=1e-12)


def test_no_continuation_has_more_or_less_than_the_bounds() -> None:
    """Every continuation of two short lists by some of seven items, and then by what only one list has."""
    first, second, p = ["a", "b", "c"], ["b", "d"], 0.6
    minimum, residual = (rt.rbo(first, second, p=p, form=form).value for form in ("minimum", "residual"))
    known = set("abcd")
    seen = []
    for more in permutations([*known - set(second), "x", "y"], 3):
        for rest in permutations([*known - set(first), "x", "y"], 2):
            seen.append(added_up([*first, *rest], [*second, *more], p, 5))
    assert minimum - p**5 <= min(seen) and max(seen) <= minimum + residual
    assert max(seen) == pytest.approx(added_up(*alike_from_here_on(first, second, 5), p, 5))


@some
@given(tops=TOPS, p=FACTORS)
def test_extrapolated_is_equation_32(tops: tuple[list[str], list[str]], p: float) -> None:
    shorter, longer = sorted(tops, key=len)
    s, end, factor = len(shorter), len(longer), Fraction(str(p))
    if not s:
        assert rt.rbo(*tops, p=p).exact == 0
        return
    x = [Fraction(overlap(shorter, longer, d)) for d in range(end + 1)]
    agreed = sum(x[d] / d * factor**d for d in range(1, end + 1))
    assumed = sum(x[s] * (d - s) / (s * d) * factor**d for d in range(s + 1, end + 1))
    at_the_end = ((x[end] - x[s]) / end + x[s] / s) * factor**end
    assert rt.rbo(*tops, p=p).exact == (1 - factor) / factor * (agreed + assumed) + at_the_end


@some
@given(tops=TOPS, p=FACTORS)
def test_truncated_is_the_sum_down_to_the_end(tops: tuple[list[str], list[str]], p: float) -> None:
    depths = max(map(len, tops))
    truncated = rt.rbo(*tops, p=p, form="truncated")
    assert truncated.value == pytest.approx(added_up(*tops, p, depths), abs=1e-14)
    assert truncated.rows == "depth" and len(truncated.steps) == depths
    found = truncated.columns["items in both"].exact.tolist() if depths else []
    assert found == [overlap(*tops, d) for d in range(1, depths + 1)]


@some
@given(tops=TOPS, p=FACTORS)
def test_the_forms_of_rbo_are_in_order_of_size(tops: tuple[list[str], list[str]], p: float) -> None:
    values = {form: rt.rbo(*tops, p=p, form=form).value for form in ("minimum", "residual", "truncated")}
    extrapolated = rt.rbo(*tops, p=p).value
    rounding = 1e-12
    assert values["truncated"] <= values["minimum"] + rounding
    assert values["minimum"] <= extrapolated + rounding <= values["minimum"] + values["residual"] + 2 * rounding
    # with each item the residual shrinks
    longer = [[*top, f"{name}1"] for top, name in zip(tops, "xy", strict=True)]
    assert rt.rbo(*longer, p=p, form="residual").value < values["residual"]


def test_three_identical_items() -> None:
    assert rt.rbo(list("abc"), list("abc")).exact == 1
    assert rt.rbo(list("abc"), list("abc"), form="truncated").exact == 1 - Fraction(9, 10) ** 3
    assert rt.rbo(list("abc"), list("abc"), form="truncated").value == pytest.approx(0.271)


def test_one_item_that_moved_to_the_fourth_place() -> None:
    sums = Fraction(1, 10) * sum(a * Fraction(9, 10) ** d for d, a in enumerate([0, HALF, Fraction(2, 3), 1, 1]))
    trace = rt.rbo(list("abcde"), list("bcdae"))
    assert trace.exact == sums + Fraction(9, 10) ** 5
    assert trace.value == pytest.approx(0.828, abs=5e-4)


def test_a_list_that_goes_on_where_the_other_ends() -> None:
    assert rt.rbo(["a"], ["a", "b"]).value == 1  # at depth 2 the agreement of depth 1 is assumed
    assert rt.rbo(["a"], ["a", "b"], form="truncated").exact == Fraction(1, 10) * (1 + HALF * Fraction(9, 10))
    assert rt.rbo(["a"], ["a", "b"]).columns["agreement expected"].exact.tolist() == [1, 1]
    assert "agreement expected" not in rt.rbo(["a"], ["b"]).columns


def test_nothing_known_and_nothing_shared() -> None:
    for form, value in {"extrapolated": 0, "truncated": 0, "minimum": 0, "residual": 1}.items():
        assert rt.rbo([], [], form=form).value == value
        assert rt.rbo(["a"], [], form=form).value == value
    assert rt.rbo(["a"], ["b"]).exact == 0
    # the last items of both may be those that the other has: then all agree from depth 2 on
    assert rt.rbo(["a"], ["b"], form="residual").value == pytest.approx(0.9)


@pytest.mark.parametrize("p", [1e-9, 0.5, 0.9, 0.999, 1 - 1e-9])
def test_long_lists_lose_no_digits(p: float) -> None:
    items = [f"d{place}" for place in range(1000)]
    trace = rt.rbo(items, items[::-1], p=p, form="residual")
    assert 0 <= trace.value <= 1
    identical = {form: rt.rbo(items, items, p=p, form=form).value for form in ("minimum", "residual")}
    assert identical["minimum"] + identical["residual"] == pytest.approx(1, abs=1e-12)
    # whole lists agree down to depth 1000, and below it at least 1000 / d of the items do
    assert identical["residual"] <= p**1000
    deeper = sum((1 - p) * p ** (d - 1) * (1 - 1000 / d) for d in range(1001, 4000)) if p < 0.99 else None
    assert deeper is None or identical["residual"] == pytest.approx(deeper, rel=1e-9)


def test_words_say_what_letters_mean() -> None:
    said = rt.rbo(["a", "b"], ["b"], form="minimum").conventions
    assert any("two lists of 2 and 1 items" in words for words in said)
    assert not any(words.startswith("T:") for words in said)
    items = [f"d{place}" for place in range(100)]
    assert any(words.startswith("T:") for words in rt.rbo(items, items, form="minimum").conventions)
    trace = rt.rbo(["a", "b"], ["b"], form="truncated")
    assert trace.steps[1].text == (
        "Depth 2: the lists now share 1 item. With its weight, 9/10, this depth adds 9/20. The sum is now 9/20."
    )


# --- AP correlation ---------------------------------------------------------------------------------
def ap_correlation(first: Sequence[Any], second: Sequence[Any], half: Fraction = HALF) -> Fraction:
    """Item by item, as the definition has it; among tied items of the first list none is above another."""
    shares = []
    for x, y in zip(first, second, strict=True):
        above = [b for a, b in zip(first, second, strict=True) if a > x]
        if above:
            shares.append(Fraction(sum(b > y for b in above) + half * above.count(y)) / len(above))
    return 2 * Fraction(sum(shares), len(shares)) - 1 if shares else Fraction(0)


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


def test_a_swap_at_the_top_costs_more() -> None:
    reference = list("abcd")
    top, bottom = (rt.tau_ap(order, reference).exact for order in (list("bacd"), list("abdc")))
    assert top == Fraction(2, 3) * (0 + 1 + 1) - 1
    assert bottom == Fraction(2, 3) * (1 + 1 + Fraction(2, 3)) - 1


def test_which_list_is_the_reference_matters() -> None:
    one, other = list("abc"), list("cab")
    assert rt.tau_ap(one, other).exact == (1 + 0) - 1
    assert rt.tau_ap(other, one).exact == (0 + HALF) - 1
    assert rt.tau_ap(one, other, form="symmetric").exact == Fraction(0 - HALF, 2)


def test_all_tied_is_no_agreement() -> None:
    assert rt.tau_ap([1, 1, 1], [1, 2, 3]).exact == 0
    assert rt.tau_ap([1, 2, 3], [1, 1, 1]).exact == 0
    assert rt.tau_ap([1, 2, 3], [1, 1, 1], ties="wrong").exact == -1
    for other in ([1, 1, 1], [1, 2, 3]):
        for two in (([1, 1, 1], other), (other, [1, 1, 1])):
            assert rt.tau_ap(*two, form="symmetric", ties="wrong").exact == 0


# --- weighted tau -----------------------------------------------------------------------------------
def weighted(first: Sequence[Any], second: Sequence[Any]) -> float:
    """Pair by pair, as Vigna defines it, with weights by the first list."""
    order = sorted(range(len(first)), key=lambda place: (first[place], second[place]), reverse=True)
    weight = {place: 1 / rank for rank, place in enumerate(order, start=1)}

    def product(one: Sequence[Any], other: Sequence[Any]) -> float:
        return sum(
            sign(one[i] - one[j]) * sign(other[i] - other[j]) * (weight[i] + weight[j])
            for j in range(len(one))
            for i in range(j)
        )

    norm = math.sqrt(product(first, first) * product(second, second))
    return product(first, second) / norm if norm else 0.0


@some
@given(lists=NUMBERS)
def test_the_weighted_tau_is_its_definition(lists: tuple[list[int], list[int]]) -> None:
    first, second = lists
    one, other = weighted(first, second), weighted(second, first)
    found = {importance: rt.weighted_tau(*lists, importance=importance) for importance in ("both", "first", "second")}
    assert found["first"].value == pytest.approx(one, abs=1e-12)
    assert found["second"].value == pytest.approx(other, abs=1e-12)
    assert found["both"].value == pytest.approx((one + other) / 2, abs=1e-12)


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


# --- how it is counted --------------------------------------------------------------------------------
@given(lists=NUMBERS)
def test_smaller_in_both_is_counted_right(lists: tuple[list[int], list[int]]) -> None:
    x, y = map(np.array, lists)
    expected = [sum(a < x[i] and b < y[i] for a, b in zip(x, y, strict=True)) for i in range(len(x))]
    assert smaller_in_both(x, y).tolist() == expected


def test_smaller_in_both_of_nothing_and_of_fractions() -> None:
    assert smaller_in_both(np.array([]), np.array([])).tolist() == []
    thirds = np.array([Fraction(1, 3), 1, Fraction(-2, 3)], dtype=object)
    assert smaller_in_both(thirds, thirds).tolist() == [1, 2, 0]


@pytest.mark.parametrize("ties", ["half", "wrong"])
@pytest.mark.parametrize("lists", [([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [1, 1, 1]), ([2, 2], [2, 2])])
def test_tau_ap_both_ways_is_0_if_all_items_of_a_list_are_tied(lists: Any, ties: str) -> None:
    assert rt.tau_ap(*lists, form="symmetric", ties=ties).exact == 0


@given(
    number=st.floats(-1e6, 1e6), other=st.lists(st.floats(-100, 100).map(lambda x: round(x, 3)), min_size=2, max_size=9)
)
def test_pearson_of_a_constant_list_is_0(number: float, other: list[float]) -> None:
    assert rt.pearson([number] * len(other), other).value == 0
