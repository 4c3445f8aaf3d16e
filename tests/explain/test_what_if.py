"""Every swap and every other judgement: all at once, as one by one; in fractions, words, and tables."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Measure, Ranking, Trace, swaps, toggles
from rankteach.explain.what_if import orders

GRADED = Ranking([1, 3, None, 0, 2], items=list("abcde"), missed=[2])
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
WEIGHTS = [5, 1, 4, 2, 3]


def swapped(values: Any, one: int, other: int) -> list[Any]:
    """A list with two places (from 0) exchanged, made here on its own."""
    changed = list(values)
    changed[one], changed[other] = changed[other], changed[one]
    return changed


def again(ranking: Ranking, grades: list[Any]) -> Ranking:
    return Ranking(grades, scores=ranking.scores, missed=ranking.missed, relevant_from=ranking.relevant_from)


def cells(table: Any) -> dict[str, list[str]]:
    return {entry.title: entry.cells for entry in table.entries}


# --- all at once, as one by one -------------------------------------------------------------------------
@given(from_type(Measure), from_type(Ranking))
@settings(max_examples=60)
def test_swaps_are_those_of_lists_that_are_swapped(measure: Measure, ranking: Ranking) -> None:
    trace = measure(ranking)
    found = swaps(trace)
    assert found.changes.shape == (len(ranking), len(ranking))
    assert (found.changes == found.changes.T).all() and not found.changes.diagonal().any()
    for i, j in combinations(range(len(ranking)), 2):
        after = measure(again(ranking, swapped(ranking.grades, i, j)))
        assert found.changes[i, j] == pytest.approx(after.value - trace.value, abs=1e-12)
        if ranking.grades[i] == ranking.grades[j]:
            assert found.changes[i, j] == 0


@given(from_type(Measure), from_type(Ranking))
@settings(max_examples=60)
def test_toggles_are_those_of_lists_that_are_judged_otherwise(measure: Measure, ranking: Ranking) -> None:
    trace = measure(ranking)
    found = toggles(trace)
    assert found.changes.shape == (len(ranking), len(found.levels))
    for row, grade in enumerate(ranking.grades):
        for column, level in enumerate(found.levels):
            after = measure(again(ranking, [*ranking.grades[:row], level, *ranking.grades[row + 1 :]]))
            assert found.changes[row, column] == pytest.approx(after.value - trace.value, abs=1e-12)
            if grade == level:
                assert found.changes[row, column] == 0


def test_fractions_are_exact(settled: Measure) -> None:
    ranking = Ranking([0, 1, 2, None, 1], scores=[5, 4, 4, 2, 1], missed=[1])
    trace = settled(ranking)
    by_swap, by_grade = swaps(trace).exact, toggles(trace).exact
    if trace.exact is None:
        assert by_swap is None and by_grade is None
        return
    assert by_swap is not None and by_grade is not None
    for i, j in ((0, 1), (0, 2), (1, 3)):
        after = settled(again(ranking, swapped(ranking.grades, i, j))).exact
        assert by_swap[i, j] == by_swap[j, i] == (None if after is None else after - trace.exact)
    for level in (0, 1, 2):
        after = settled(again(ranking, [0, 1, 2, None, level])).exact
        assert by_grade[4, level] == (None if after is None else after - trace.exact)


def test_all_swaps_and_all_toggles_are_calculated_in_one_go(settled: Measure, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, ...]] = []

    of_variants = rt.Batch.of_variants

    def counted(ranking: Ranking, encoded: np.ndarray) -> rt.Batch:
        made.append(encoded.shape)
        return of_variants(ranking, encoded)

    monkeypatch.setattr(rt.Batch, "of_variants", counted)
    trace = settled(Ranking([1, 0, 2] * 6 + [1, 0]))
    assert (swaps(trace).changes.size, toggles(trace).changes.size) == (400, 60)
    of_two_grades = 7 * 7 + 7 * 6 + 7 * 6
    assert made == [(1 + of_two_grades, 20), (1 + 40, 20)]


@pytest.mark.parametrize(
    ("parameters", "swaps_tried", "toggles_tried"),
    [
        ({}, 200 * 200, 400),
        ({"k": 10}, 5 * 5 + 10, 10 + 2),  # and one item of each kind below the cutoff
        ({"k": 10, "ties": "item_descending"}, 200 * 200, 400),  # an item below could move up
    ],
    ids=str,
)
def test_below_a_cutoff_one_item_of_each_kind_is_tried(
    parameters: dict[str, Any], swaps_tried: int, toggles_tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    of_variants = rt.Batch.of_variants
    monkeypatch.setattr(
        rt.Batch, "of_variants", lambda one, encoded: tried.append(len(encoded) - 1) or of_variants(one, encoded)
    )
    trace = rt.average_precision([1, 0] * 200, **parameters)
    swaps(trace)
    assert sum(tried) == swaps_tried
    tried.clear()
    toggles(trace)
    assert sum(tried) == toggles_tried


def test_a_list_that_takes_too_long_is_refused_before_anything_is_tried() -> None:
    for made, what in [
        (lambda: swaps(rt.ndcg([1, 0] * 1_000)), r"2,000 items, because there are 1,000,000 swaps"),
        (lambda: swaps(rt.ndcg([1, 0] * 5_000, k=5)), r"10,000 items, because there are 49,995,000 swaps"),
        (lambda: swaps(rt.kendall_tau(range(400), range(400))), r"400 items, because there are 79,800 swaps"),
        (lambda: toggles(rt.ndcg([1, 0] * 15_000)), r"30,000 items, because there are 30,000 other judgements"),
    ]:
        with pytest.raises(ValueError, match=what + r".* k=100\), or .*ranking.head\(100\)\.$"):
            made()
    assert swaps(rt.ndcg([0, 1] * 1_000, k=3)).best[:2] == (1, 4)
    assert toggles(rt.ndcg([0, 1] * 15_000, k=3)).best[:2] == (1, 1)


def test_long_lists_are_calculated_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rt.ndcg([3, 1, 0, 2, 0, 1, 1, 0])
    whole, judged = swaps(trace), toggles(trace)
    monkeypatch.setattr(orders, "CELLS", 24)  # three orders at once
    assert (swaps(trace).changes == whole.changes).all() and (toggles(trace).changes == judged.changes).all()
    ap = rt.average_precision([1, 0, 1, 0])
    exact = swaps(ap).exact
    assert exact is not None and exact[0, 1] == Fraction(7, 12) - Fraction(5, 6)


# --- against hand calculation ---------------------------------------------------------------------------
def test_the_changes_of_ndcg_are_the_weights_of_lambdarank() -> None:
    grades = [1, 3, 0, 0, 2, 1]
    changes = swaps(rt.ndcg(grades, gain="exponential")).changes
    gain = [2**grade - 1 for grade in grades]
    discount = [math.log2(rank + 1) for rank in range(1, 7)]
    ideal = sum(g / d for g, d in zip(sorted(gain, reverse=True), discount, strict=True))
    for i, j in combinations(range(6), 2):
        weight = abs((gain[i] - gain[j]) * (1 / discount[i] - 1 / discount[j])) / ideal
        assert abs(changes[i, j]) == pytest.approx(weight, abs=1e-12)


def test_the_best_and_the_worst_swap() -> None:
    found = swaps(rt.average_precision([0, 1, 1, 0]))  # (1/2 + 2/3) / 2
    assert found.trace.exact == Fraction(7, 12)
    assert found.best == (1, 3, pytest.approx(1 - 7 / 12))
    assert found.worst == (2, 4, pytest.approx((1 / 3 + 2 / 4) / 2 - 7 / 12))


def test_the_best_and_the_worst_toggle() -> None:
    found = toggles(rt.reciprocal_rank([0, 1, 0]))
    assert found.levels == [0, 1]
    assert found.changes.tolist() == [[0, 0.5], [-0.5, 0], [0, 0]]
    assert found.best == (1, 1, 0.5) and found.worst == (2, 0, -0.5)


def test_of_several_the_first_is_named_whatever_rounding_says() -> None:
    assert swaps(rt.precision([0, 0, 1, 1], k=2)).best == (1, 3, 0.5)
    third = rt.dcg([1, 0, 0, 1, 0])
    found = swaps(third)
    changes = found.changes.copy()
    assert found.best is not None
    best = changes[found.best.first - 1, found.best.second - 1]
    first = next((i + 1, j + 1) for i, j in combinations(range(5), 2) if changes[i, j] > best - 1e-12)
    assert found.best[:2] == first


def test_nothing_betters_the_best_order_or_harms_the_worst() -> None:
    assert swaps(rt.ndcg([3, 2, 1, 0])).best is None
    assert swaps(rt.ndcg([0, 1, 2, 3])).worst is None
    assert toggles(rt.precision([1, 1])).best is None
    assert "most valuable" not in swaps(rt.ndcg([3, 2, 1, 0])).to_text()
    assert "most harmful" not in swaps(rt.ndcg([0, 1, 2, 3])).to_text()


def test_of_the_lag_less_is_better() -> None:
    found = swaps(rt.lag([0, 1, 1, 0]))  # one wrong item above each
    assert found.less_is_better and found.best == (1, 3, -1) and found.worst == (2, 4, 1)
    assert "2 would be for the better (the lower LAG, the better)" in found.words[1]
    for other in (rt.precision([1]), rt.ndcg([1]), rt.roc_auc([1]), rt.kendall_tau([1, 2], [1, 2])):
        assert not swaps(other).less_is_better
    assert swaps(rt.kendall_distance(["a"], ["a"])).less_is_better


# --- what goes with the items, and what stays at the ranks ----------------------------------------------
def test_tied_items_change_places_without_effect() -> None:
    trace = rt.roc_auc(TIED)
    assert swaps(trace).changes[1, 2] == 0
    assert swaps(rt.roc_auc(TIED, ties="input_order")).changes[1, 2] == pytest.approx(1 / 4)
    after = swaps(trace).swapped(1, 2)
    assert after.ranking.scores == TIED.scores
    assert after.ranking.items == ("d2", "d1", "d3", "d4") and after.ranking.grades == [0, 1, 1, 0]


def test_the_list_after_a_swap_keeps_what_is_not_in_it() -> None:
    after = swaps(rt.ndcg(GRADED, k=3)).swapped(2, 4)
    assert after.ranking == Ranking([1, 0, None, 3, 2], items=list("adcbe"), missed=[2])
    assert after.parameters == {"k": 3}
    assert after.value - rt.ndcg(GRADED, k=3).value == pytest.approx(swaps(rt.ndcg(GRADED, k=3)).changes[1, 3])


def test_weights_of_instances_go_with_their_items() -> None:
    grades = [1, 0, 1, 1, 0]
    trace = rt.roc_auc(grades, weights=WEIGHTS, weighting="instances")
    found = swaps(trace)
    for i, j in combinations(range(5), 2):
        after = rt.roc_auc(swapped(grades, i, j), weights=swapped(WEIGHTS, i, j), weighting="instances")
        assert found.changes[i, j] == pytest.approx(after.value - trace.value, abs=1e-12)
    assert found.swapped(1, 2).parameters["weights"] == [1, 5, 4, 2, 3]
    assert "may weigh something" in found.words[-1]
    assert found.changes[0, 2] != 0  # both are relevant, but the heavier one passes an item that is not
    assert found.changes[2, 3] == pytest.approx(0)


def test_weights_of_ranks_stay_at_the_ranks() -> None:
    grades = [1, 0, 1, 1, 0]
    for how in ({"weights": WEIGHTS}, {"weights": 0.8, "weighting": "instances"}):
        trace = rt.roc_auc(grades, **how)
        after = rt.roc_auc(swapped(grades, 0, 4), **how)
        assert swaps(trace).changes[0, 4] == pytest.approx(after.value - trace.value)


def test_items_below_the_cutoff_need_weights_too() -> None:
    trace = rt.roc_auc([1, 0, 1], k=2, weights=[1, 2], weighting="instances")
    with pytest.raises(ValueError, match="weights has 2 entries for 3 items"):
        swaps(trace)
    assert toggles(trace).changes.shape == (3, 2)


def test_graded_items_are_given_every_grade_that_a_gain_table_knows() -> None:
    assert toggles(rt.ndcg(GRADED)).levels == [0, 1, 2, 3]
    assert toggles(rt.ndcg([1, 3], gain={1: 1, 3: 7})).levels == [0, 1, 3]
    assert toggles(rt.dcg([0.5, 0])).levels == [0, 0.5]
    assert toggles(rt.dcg([Fraction(1, 2), 0])).exact is not None


def test_a_pooled_trace_is_that_of_one_list() -> None:
    lists = [Ranking([1, 0], scores=[0.9, 0.5]), Ranking([1, 0], scores=[0.4, 0.1])]
    pooled = rt.mean("AUC", lists, average="pooled")
    assert swaps(pooled).changes == pytest.approx(swaps(rt.roc_auc(pooled.ranking)).changes)
    assert toggles(pooled).best is not None


# --- two lists ------------------------------------------------------------------------------------------
def test_items_of_the_second_list_change_places(agreeing: Measure) -> None:
    one, other = list("abcde"), list("baecd")
    found = swaps(agreeing(one, other))
    assert found.changes.shape == (5, 5)
    for i, j in combinations(range(5), 2):
        after = agreeing(one, swapped(other, i, j)).value
        assert found.changes[i, j] == pytest.approx(after - found.trace.value, abs=1e-12)


def test_lists_of_other_items_and_cutoffs_and_numbers_too() -> None:
    one, other = list("abcd"), list("cxbyz")
    for k in (None, 3):
        trace = rt.kendall_distance(one, other, k=k)
        found = swaps(trace)
        assert len(found.changes) == (k or 5)
        after = rt.kendall_distance(one, swapped(other, 0, 1), k=k).value
        assert found.changes[0, 1] == pytest.approx(after - trace.value)
    trace = rt.pearson([1, 2, 4], [3, 1, 1])
    found = swaps(trace)
    assert found.changes[0, 1] == pytest.approx(rt.pearson([1, 2, 4], [1, 3, 1]).value - trace.value)
    assert found.changes[1, 2] == 0
    assert "LambdaRank" not in found.to_text()
    assert cells(found.table())["items"][0] == "d1 ↔ d3"


# --- words and tables -----------------------------------------------------------------------------------
def test_the_swaps_in_words() -> None:
    assert swaps(rt.average_precision([0, 1, 1, 0])).words == [
        "AP is 7/12 ≈ 0.5833.",
        "Of 6 swaps, 2 would be for the better, 2 for the worse, and 2 would change nothing.",
        "The most valuable: d1 (rank 1) and d3 (rank 3) change places, +5/12 to 1.",
        "The most harmful: d2 (rank 2) and d4 (rank 4) change places, −1/6 to 5/12.",
        "|ΔAP| weighs each pair in LambdaRank (Burges, Ragno and Le 2006); pairs of equal grades weigh nothing.",
    ]
    assert swaps(rt.precision([1])).words[1] == "There is no swap."
    assert swaps(rt.precision([])).words[1] == "There is no swap."


def test_the_swaps_in_a_table() -> None:
    table = cells(swaps(rt.average_precision([0, 1, 1, 0])).table())
    assert table == {
        "ranks": ["1 ↔ 3", "1 ↔ 2", "3 ↔ 4", "2 ↔ 4"],
        "items": ["d1 ↔ d3", "d1 ↔ d2", "d3 ↔ d4", "d2 ↔ d4"],
        "relevant": ["○ ↔ ●", "○ ↔ ●", "● ↔ ○", "● ↔ ○"],
        "change": ["+5/12", "+1/4", "−1/12", "−1/6"],
        "AP": ["1", "5/6", "1/2", "5/12"],
    }
    found = swaps(rt.ndcg(GRADED))
    assert cells(found.table())["grade"][0] == "1 ↔ 3"
    short = found.table(most_rows=2)
    assert len(short.entries[0].cells) == 2 and short.hidden.endswith("more swaps are not shown.")
    assert short.hidden.startswith(str(np.count_nonzero(np.triu(abs(found.changes) > 1e-12)) - 2))
    decimals = cells(swaps(rt.average_precision([0, 1])).table(fractions=False, digits=2))
    assert decimals["change"] == ["+0.50"]


def test_the_toggles_in_words_and_in_a_table() -> None:
    found = toggles(rt.average_precision([0, 1, None, 0], k=3))
    assert found.words == [
        "AP@3 is 1/2 = 0.5.",
        "Of 5 other judgements of one item each, 2 would be for the better, 2 for the worse, "
        "and 1 would change nothing.",
        "The most valuable: d1 (rank 1) is relevant, +1/2 to 1.",
        "The most harmful: d2 (rank 2) is not relevant, −1/2 to 0.",
    ]
    assert cells(found.table()) == {
        "rank": ["1", "2", "3", "4"],
        "item": ["d1", "d2", "d3", "d4"],
        "relevant": ["○", "●", "?", "○"],
        "change, if not relevant": ["", "−1/2", "0", ""],
        "change, if relevant": ["+1/2", "", "+1/12", "−1/4"],
    }
    assert toggles(rt.precision([])).words[1] == "There is no other judgement of one item."
    assert "change, if grade 3" in cells(toggles(rt.ndcg(GRADED)).table())
    assert toggles(rt.precision([1] * 100)).table(most_rows=5).hidden


@pytest.mark.parametrize("what_if", [swaps, toggles])
def test_every_notation_says_the_same_and_names_from_outside_are_harmless(what_if: Callable[[Trace], Any]) -> None:
    found = what_if(rt.average_precision(Ranking([0, 1], items=["<b>", "$x$ *y*"])))
    text, html, markdown = found.to_text(), found.to_html(), found.to_markdown()
    assert repr(found) == text and found._repr_html_() == html
    assert "<b>" not in html and "&lt;b&gt;" in html
    assert r"\*y\*" in markdown and "$x$" not in markdown
    for change in cells(found.table())["change" if what_if is swaps else "change, if relevant"]:
        assert change in text and change in html and change in markdown


# --- what is refused ------------------------------------------------------------------------------------
@pytest.mark.parametrize("what_if", [swaps, toggles, rt.chance])
def test_only_the_trace_of_one_list_is_taken(what_if: Callable[[Any], Any]) -> None:
    lists = [[1, 0], [0, 1]]
    for many, what in (
        (rt.precision(rt.Batch(lists)), "a batch"),
        (rt.mean(rt.precision, lists), "a mean over queries"),
        (rt.mean(rt.kendall_tau, [(["a", "b"], ["b", "a"])]), "a mean over queries"),
    ):
        with pytest.raises(
            TypeError, match=rf"needs the trace of one list, not of {what}: choose a query, trace\['q1'\]"
        ):
            what_if(many)
        if what_if is not toggles or many.metric.name != "mean Tau":
            what_if(many["q1"])
    for nothing in ([1, 0], Ranking([1, 0]), 0.5):
        with pytest.raises(TypeError, match="needs a trace"):
            what_if(nothing)


def test_two_lists_have_no_judgements() -> None:
    with pytest.raises(TypeError, match="needs judgements, but Tau compares two lists"):
        toggles(rt.kendall_tau(["a", "b"], ["b", "a"]))


def test_a_place_is_one_of_those_there_are() -> None:
    found = swaps(rt.precision([1, 0]))
    with pytest.raises(ValueError, match="rank must be at most 2, not 3"):
        found.swapped(1, 3)
    for wrong, error in ((0, ValueError), (1.5, TypeError)):
        with pytest.raises(error, match="rank must be"):
            found.swapped(wrong, 1)  # type: ignore[arg-type]
