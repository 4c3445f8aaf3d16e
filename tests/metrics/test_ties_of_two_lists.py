"""Ties in two lists that are compared: RBO^w, RBO^a and RBO^b, Kendall's K^(p), tau_c, Somers' D, tau_AP,a."""

import json
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Ranking
from rankteach.metrics import kendall
from rankteach.widgets.steps.state import PlayerState

some = settings(max_examples=30)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
P = Fraction(9, 10)
FORMS = ["minimum", "extrapolated", "maximum"]
List = list[Any]
NUMBERS = st.integers(2, 4).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 2), min_size=n, max_size=n)] * 2))


def bucketed(names: Sequence[str], with_next: Sequence[bool]) -> List:
    """A list in which some neighbours are tied."""
    groups: list[set[str]] = []
    for name, together in zip(names, [False, *with_next], strict=False):
        if together:
            groups[-1].add(name)
        else:
            groups.append({name})
    return [next(iter(group)) if len(group) == 1 else group for group in groups]


def lists(items: str, least: int = 0) -> st.SearchStrategy[List]:
    names = st.lists(st.sampled_from(items), unique=True, min_size=least)
    ties = st.lists(st.booleans(), min_size=len(items) - 1, max_size=len(items) - 1)
    return st.builds(bucketed, names, ties)


TWO = st.tuples(lists("abcdef"), lists("bcdefg"))
SAME_LENGTH = st.integers(1, 4).flatmap(
    lambda n: st.tuples(*[lists("abcdef", n).map(lambda one: one) for _ in range(2)]).filter(
        lambda two: size(two[0]) == size(two[1]) and all(size(one) <= 4 for one in two)
    )
)


def size(one: List) -> int:
    return sum(len(group) if isinstance(group, set) else 1 for group in one)


def orders(one: List) -> Iterator[list[str]]:
    """Every list without ties that the ties leave open."""
    groups = [permutations(sorted(group)) if isinstance(group, set) else [(group,)] for group in one]
    for chosen in product(*groups):
        yield [name for group in chosen for name in group]


def mean(values: Any) -> Any:
    values = list(values)
    return sum(values) / len(values)


def scored(one: List) -> Ranking:
    """The same list as a ranking whose scores tie."""
    pairs = [
        (name, -place)
        for place, group in enumerate(one)
        for name in (sorted(group) if isinstance(group, set) else [group])
    ]
    return Ranking([0] * len(pairs), items=[name for name, _ in pairs], scores=[score for _, score in pairs])


# --- rank-biased overlap ----------------------------------------------------------------------------
def test_the_three_ways_of_a_tie_at_the_top() -> None:
    """The tie of a and b is cut at depth 1: half of a is in the top, or both items are."""
    tied, order = [{"a", "b"}, "c"], ["a", "b", "c"]
    rest = (1 - P) * (P + P**2) + P**3  # all agrees from depth 2 on
    assert rt.rbo(tied, order).exact == (1 - P) * HALF + rest
    assert rt.rbo(tied, order, ties="w").exact == (1 - P) * Fraction(2 * 1, 2 + 1) + rest
    norm = math.sqrt((HALF**2 + HALF**2) * 1)
    assert rt.rbo(tied, order, ties="b").value == pytest.approx(float((1 - P) * HALF) / norm + float(rest))
    assert rt.rbo(tied, tied).exact == (1 - P) * (HALF**2 + HALF**2) + rest
    assert rt.rbo(tied, tied, ties="w").exact == 1
    assert rt.rbo(tied, tied, ties="b").value == pytest.approx(1)


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


def _place(one: List, name: str) -> int:
    return next(place for place, group in enumerate(one) if name == group or (isinstance(group, set) and name in group))


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


@some
@given(two=TWO, ties=st.sampled_from("wab"))
@example(two=(["a", {"b", "c"}], [{"a", "d", "e", "b"}]), ties="a")
def test_the_forms_are_in_order_of_size(two: tuple[List, List], ties: str) -> None:
    least, extrapolated, most = (rt.rbo(*two, form=form, ties=ties).value for form in FORMS)
    assert -1e-12 <= least <= extrapolated + 1e-12 <= most + 2e-12 <= 1 + 3e-12
    assert least + rt.rbo(*two, form="residual", ties=ties).value == pytest.approx(most, abs=1e-12)


@some
@given(two=SAME_LENGTH)
@example(two=([{"a", "b"}, {"c", "d"}], [{"a", "c", "d", "b"}]))
def test_rbo_a_is_the_mean_over_all_orders_of_the_ties(two: tuple[List, List]) -> None:
    every = list(product(orders(two[0]), orders(two[1])))
    for form in ("extrapolated", "truncated", "maximum"):
        assert rt.rbo(*two, form=form).exact == mean(rt.rbo(*pair, form=form).exact for pair in every)
    least = mean(rt.rbo(*pair, form="minimum").value for pair in every)
    assert rt.rbo(*two, form="minimum").value == pytest.approx(least, abs=1e-12)


@some
@given(two=st.tuples(lists("abcd"), lists("cdef")))
def test_what_is_seen_of_lists_of_any_length_is_the_mean_over_all_orders_too(two: tuple[List, List]) -> None:
    every = list(product(orders(two[0]), orders(two[1])))
    assert rt.rbo(*two, form="truncated").exact == mean(rt.rbo(*pair, form="truncated").exact for pair in every)


def test_the_header_says_how_ties_are_treated() -> None:
    tied = [["a", "b"], [{"a", "b"}]]
    said = {ties: rt.rbo(*tied, ties=ties).conventions for ties in "wab"}
    for ties, words in said.items():
        assert sum(f"RBO^{ties}" in one for one in words) == 1
    assert rt.rbo(*tied).conventions == said["a"]
    ordered = rt.rbo(*map(scored, tied), ties="order")
    assert "the order of the list decides between tied items" in ordered.conventions
    assert any("K^(p)" in words for words in rt.kendall_distance(*tied).conventions)
    assert not any("K^(p)" in words for words in rt.kendall_distance(["a"], ["b"]).conventions)
    assert any("mean of their ranks" in words for words in rt.pearson(*tied).conventions)


def test_ties_are_a_parameter_of_measure_strings() -> None:
    measure = rt.measure('RBO(p=0.8, ties="w")')
    tied = [["a", "b"], [{"a", "b"}]]
    assert measure(*tied).exact == rt.rbo(*tied, p=0.8, ties="w").exact == 1 - HALF * 0 - Fraction(1, 5) * THIRD
    assert str(measure) == 'RBO(p=0.8, ties="w")'
    assert rt.mean('RBO(ties="w")', [tied, tied]).value == rt.rbo(*tied, ties="w").value


# --- Kendall's distance -----------------------------------------------------------------------------
def test_a_pair_that_one_list_ties_costs_p_and_one_that_both_tie_nothing() -> None:
    one, other = [{"a", "b"}, {"c", "d"}], ["b", {"a", "c"}, "d"]
    tied_in_one = 3  # a and b, c and d in the first list; a and c in the second one
    for p in (0, HALF, Fraction(1, 3), 1):
        assert rt.kendall_distance(one, other, p=p).exact == Fraction(tied_in_one * p) / 6
    trace = rt.kendall_distance(one, [{"a", "b"}, "d", "c"])
    assert trace.exact == HALF * 1 / 6
    assert trace.axis.labels()["tied"] == ["in both", None, None, None, None, "in first"]
    assert trace.columns["ordered by one"].exact.tolist() == [0, 0, 0, 0, 0, 1]
    assert trace.steps[0].text.endswith("the lists agree, so nothing is added.")
    assert "only one list orders this pair, so add 1/2." in trace.steps[5].text


def cost(first: list[int], second: list[int], i: int, j: int, p: Any) -> Any:
    """What a pair costs, case by case, as Fagin, Kumar, Mahdian, Sivakumar and Vee have it."""
    tied = [ranks[i] == ranks[j] for ranks in (first, second)]
    if any(tied):
        return 0 if all(tied) else p
    return int((first[i] < first[j]) != (second[i] < second[j]))


@some
@given(two=NUMBERS, p=st.sampled_from([0, HALF, Fraction(1, 4), 1]), listed=st.booleans())
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


# --- correlations -----------------------------------------------------------------------------------
@some
@given(two=NUMBERS)
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


def test_somers_d_of_relevance_is_twice_auc_minus_one() -> None:
    relevant, scores = [1, 0, 1, 0, 0], [0.9, 0.9, 0.4, 0.3, 0.4]
    auc = rt.roc_auc(Ranking.from_scores(relevant, scores)).exact
    assert rt.kendall_tau(relevant, scores, variant="somers").exact == 2 * auc - 1
    assert rt.kendall_tau(relevant, scores, variant="somers").formula.startswith("D =")


def by_score(numbers: list[int]) -> Iterator[list[int]]:
    """Every order of the items, the largest number first, as scores without ties."""
    groups = [{i for i, own in enumerate(numbers) if own == number} for number in sorted(set(numbers), reverse=True)]
    for order in orders(groups):
        yield [-order.index(i) for i in range(len(numbers))]  # type: ignore[arg-type]


@some
@given(two=NUMBERS, form=st.sampled_from(["reference", "symmetric"]))
def test_tau_ap_a_is_the_mean_over_all_orders_of_the_ties(two: tuple[list[int], list[int]], form: str) -> None:
    every = [rt.tau_ap(*pair, form=form).exact for pair in product(*map(by_score, two))]
    assert rt.tau_ap(*two, form=form, ties="a").exact == mean(every)


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


# --- as input and as output -------------------------------------------------------------------------
def test_sets_are_refused_where_an_order_is_needed() -> None:
    tied = [{"a", "b"}, "c"]
    for call in (
        lambda: rt.rbo(["a"], tied, ties="order"),
        lambda: rt.explore_agreement(["a"], tied),
        lambda: rt.plots.agreement(["a"], tied),
    ):
        with pytest.raises(
            ValueError, match=r"the second list must not have a set here, .* Write its items one by one"
        ):
            call()
    for refused in (
        lambda: Ranking.from_items(tied, {"a"}),
        lambda: Ranking([1, 0], items=tied),
        lambda: rt.read_run({"q": tied}),
    ):
        with pytest.raises(ValueError, match="must be"):
            refused()
    with pytest.raises(ValueError, match=r"the first list\[1\] must have at least one item, not an empty set"):
        rt.rbo(["a", set()], ["a"])
    with pytest.raises(ValueError, match="must be all different"):
        rt.rbo(["a", {"a", "b"}], ["a"])


@pytest.mark.parametrize("metric", [rt.rbo, rt.kendall_distance, rt.kendall_tau, rt.tau_ap])
def test_lists_with_ties_come_back_from_json_and_from_the_code_of_a_player(metric: Any) -> None:
    trace = metric([{"b", 'a"'}, "c"], ["c", {'a"', "b"}])
    assert rt.read_json(trace.to_json()) == trace
    assert json.loads(trace.to_json())["input"]["pair"] == {"lists": [[['a"', "b"], "c"], ["c", ['a"', "b"]]]}
    assert eval(PlayerState(trace).code(), {"rt": rt}).trace == trace


def test_the_order_of_a_sets_items_is_always_the_same() -> None:
    names = [f"d{i}" for i in range(30)]
    assert rt.rbo([set(names)], names).to_text() == rt.rbo([frozenset(names[::-1])], names).to_text()


def test_long_lists_with_ties_are_counted_and_not_compared_item_by_item() -> None:
    n = 20_000
    names = [f"d{i}" for i in range(n)]
    one = Ranking([0] * n, items=names, scores=[-(i // 100) for i in range(n)])
    trace = rt.rbo(one, names)
    assert trace.columns["items in both"].values[-1] == n
    assert 0 < trace.value < rt.rbo(one, names, ties="w").value < 1
