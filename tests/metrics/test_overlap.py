"""Rank-biased overlap: its definition, its bounds, and ties."""

import math
from collections.abc import Sequence, Set
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Ranking
from tests.draws import List, mean, orders
from tests.draws import tied_lists as lists
from tests.tiers import many

some = settings(max_examples=25)
HALF = Fraction(1, 2)
TOPS = st.tuples(*[st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=7)] * 2)
FACTORS = st.sampled_from([0.1, 0.5, 0.8, 0.9, 0.98])


def overlap(first: Sequence[str], second: Sequence[str], depth: int) -> int:
    return len(set(first[:depth]) & set(second[:depth]))


def added_up(first: Sequence[str], second: Sequence[str], p: float, depths: int) -> float:
    """The sum of the definition down to a depth, without any of its short forms."""
    return (1 - p) * math.fsum(p ** (d - 1) * overlap(first, second, d) / d for d in range(1, depths + 1))


THIRD = Fraction(1, 3)
P = Fraction(9, 10)
FORMS = ["minimum", "extrapolated", "maximum"]


TWO = st.tuples(lists("abcdef"), lists("bcdefg"))
SAME_LENGTH = st.integers(1, 4).flatmap(
    lambda n: st.tuples(*[lists("abcdef", n).map(lambda one: one) for _ in range(2)]).filter(
        lambda two: size(two[0]) == size(two[1]) and all(size(one) <= 4 for one in two)
    )
)


def size(one: List) -> int:
    return sum(len(group) if isinstance(group, Set) else 1 for group in one)


def scored(one: List) -> Ranking:
    """The same list as a ranking whose scores tie."""
    pairs = [
        (name, -place)
        for place, group in enumerate(one)
        for name in (sorted(group) if isinstance(group, Set) else [group])
    ]
    return Ranking([0] * len(pairs), items=[name for name, _ in pairs], scores=[score for _, score in pairs])


def _place(one: List, name: str) -> int:
    return next(place for place, group in enumerate(one) if name == group or (isinstance(group, Set) and name in group))


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


def test_a_value_by_an_assumption_says_between_which_values_it_could_be() -> None:
    trace = rt.rbo(["a", "b"], ["a", "b", "c", "d", "e"])  # 1 by an assumption about 81 % of the weight
    least, most = (rt.rbo(*trace.ranking.lists, form=form) for form in ("minimum", "maximum"))
    assert f"what is below the lists leaves it between {least.value:.4f} and {most.value:.4f}" in trace.conventions
    assert trace.exact == 1 and least.value < 0.5
    assert not any("leaves it" in words for words in (*least.conventions, *most.conventions))


# --- ties -----------------------------------------------------------------------------------------


def test_the_rows_say_which_depths_are_in_a_tie_and_how_much_of_it_is_in_the_top() -> None:
    trace = rt.rbo(["a", {"b", "c"}, "d"], [{"a", "b", "c"}, "e"])
    assert trace.axis.labels()["tied"] == ["in second", "in both", "in both", None]
    assert trace.columns["part in first"].exact.tolist() == [1, HALF, 1, 1]
    assert trace.columns["part in second"].exact.tolist() == [THIRD, 2 * THIRD, 1, 1]
    in_both = [THIRD, 1 * 2 * THIRD + 2 * HALF * 2 * THIRD, 3, 3]
    assert trace.columns["items in both"].exact.tolist() == in_both
    together = rt.rbo(["a", {"b", "c"}, "d"], [{"a", "b", "c"}, "e"], ties="w")
    assert together.columns["items in both"].exact.tolist() == [1, 3, 3, 3]
    assert together.columns["top of first"].exact.tolist() == [1, 3, 3, 4]
    assert "Tied in second" in trace.steps[0].text


def test_equal_scores_are_ties_and_no_longer_decided_by_the_order_of_the_input() -> None:
    items = list("abcd")
    one, other = (Ranking([0] * 4, items=names, scores=[1] * 4) for names in (items, items[::-1]))
    by_depth = [Fraction(d * d, 4 * d) for d in range(1, 5)]  # each of 4 items is in both tops with (d / 4)²
    expected = (1 - P) * sum(P ** (d - 1) * by_depth[d - 1] for d in range(1, 5)) + P**4
    assert rt.rbo(one, other).exact == expected
    assert rt.rbo(one, other, ties="w").exact == 1
    assert rt.rbo(one, other, ties="order").exact == rt.rbo(items, items[::-1]).exact
    assert rt.kendall_distance(one, other).exact == 0
    assert rt.kendall_distance(one, items).exact == HALF


@some
@given(two=TWO, ties=st.sampled_from("wab"), form=st.sampled_from([*FORMS, "truncated"]))
def test_a_ranking_with_equal_scores_is_the_list_with_sets(two: tuple[List, List], ties: str, form: str) -> None:
    from_scores = rt.rbo(*map(scored, two), ties=ties, form=form)
    assert from_scores == rt.rbo(*two, ties=ties, form=form)
    shuffled = [scored(one).items[::-1] for one in two]
    back = [Ranking([0] * len(names), items=names, scores=[-_place(one, name) for name in names])
            for names, one in zip(shuffled, two, strict=True)]  # fmt: skip
    resorted = [Ranking.from_scores(one.grades, one.scores, items=one.items) for one in back]
    assert rt.rbo(*resorted, ties=ties, form=form).value == from_scores.value  # another order within the ties
    assert rt.kendall_distance(*resorted).exact == rt.kendall_distance(*two).exact


@some
@given(names=st.tuples(*[st.lists(st.sampled_from("abcdef"), unique=True)] * 2), form=st.sampled_from([*FORMS, "res"]))
def test_without_ties_it_makes_no_difference(names: tuple[list[str], list[str]], form: str) -> None:
    plain = rt.rbo(*names, form=form)
    for ties in ("w", "a", "b", "order"):
        trace = rt.rbo(*names, form=form, ties=ties)
        assert trace.value == plain.value
        assert (trace.formula, list(trace.columns)) == (plain.formula, list(plain.columns))
    assert not any("tied" in words for words in plain.conventions)
    assert "tied" not in plain.axis.labels()


@settings(max_examples=many(10))
@given(two=SAME_LENGTH)
@example(two=([{"a", "b"}, {"c", "d"}], [{"a", "c", "d", "b"}]))
def test_rbo_a_is_the_mean_over_all_orders_of_the_ties(two: tuple[List, List]) -> None:
    every = list(product(orders(two[0]), orders(two[1])))
    for form in ("extrapolated", "truncated", "maximum"):
        assert rt.rbo(*two, form=form).exact == mean(rt.rbo(*pair, form=form).exact for pair in every)
    least = mean(rt.rbo(*pair, form="minimum").value for pair in every)
    assert rt.rbo(*two, form="minimum").value == pytest.approx(least, abs=1e-12)


@settings(max_examples=many(10))
@given(two=st.tuples(lists("abcd"), lists("cdef")))
def test_what_is_seen_of_lists_of_any_length_is_the_mean_over_all_orders_too(two: tuple[List, List]) -> None:
    every = list(product(orders(two[0]), orders(two[1])))
    assert rt.rbo(*two, form="truncated").exact == mean(rt.rbo(*pair, form="truncated").exact for pair in every)


def test_long_lists_with_ties_are_counted_and_not_compared_item_by_item() -> None:
    n = 20_000
    names = [f"d{i}" for i in range(n)]
    one = Ranking([0] * n, items=names, scores=[-(i // 100) for i in range(n)])
    trace = rt.rbo(one, names)
    assert trace.columns["items in both"].values[-1] == n
    assert 0 < trace.value < rt.rbo(one, names, ties="w").value < 1
