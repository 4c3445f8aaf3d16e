"""Every swap and every other judgement: all at once, as one by one; in fractions, words, and tables."""

from collections.abc import Callable, Iterator
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
from rankteach.explain.what_if.alternatives import Swaps

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
def alternatives(found: Any, ranking: Ranking) -> Iterator[tuple[tuple[int, int], Ranking]]:
    """Each entry of ``changes``, and the list that it is about, made here on its own."""
    grades = ranking.grades
    for row, column in np.ndindex(found.changes.shape):
        if isinstance(found, Swaps):
            yield (row, column), again(ranking, swapped(grades, row, column))
        else:
            yield (row, column), again(ranking, [*grades[:row], found.levels[column], *grades[row + 1 :]])


@pytest.mark.parametrize("what_if", [swaps, toggles])
@given(from_type(Measure), from_type(Ranking))
@settings(max_examples=60)
def test_the_changes_are_those_of_lists_that_are_changed(what_if: Any, measure: Measure, ranking: Ranking) -> None:
    trace = measure(ranking)
    found = what_if(trace)
    assert found.changes.shape == (len(ranking), len(ranking) if what_if is swaps else len(found.levels))
    for place, after in alternatives(found, ranking):
        assert found.changes[place] == pytest.approx(measure(after).value - trace.value, abs=1e-12)
        if after.grades == ranking.grades:
            assert found.changes[place] == 0
    if what_if is swaps:
        assert (found.changes == found.changes.T).all()


@pytest.mark.parametrize("what_if", [swaps, toggles])
def test_fractions_are_exact(what_if: Callable[[Trace], Any], settled: Measure) -> None:
    ranking = Ranking([0, 1, 2, None, 1], scores=[5, 4, 4, 2, 1], missed=[1])
    trace = settled(ranking)
    found = what_if(trace)
    if trace.exact is None:
        assert found.exact is None
        return
    for place, after in alternatives(found, ranking):
        exact = settled(after).exact
        assert found.exact[place] == (None if exact is None else exact - trace.exact)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lists were calculated at once, each time; the list itself apart."""
    made: list[int] = []
    of_variants = rt.Batch.of_variants
    monkeypatch.setattr(
        rt.Batch, "of_variants", lambda one, encoded: made.append(len(encoded) - 1) or of_variants(one, encoded)
    )
    return made


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
    parameters: dict[str, Any], swaps_tried: int, toggles_tried: int, tried: list[int]
) -> None:
    trace = rt.average_precision([1, 0] * 200, **parameters)
    for what_if, number in ((swaps, swaps_tried), (toggles, toggles_tried)):
        tried.clear()
        what_if(trace)
        assert sum(tried) == number


def test_a_list_that_takes_too_long_is_refused_before_anything_is_tried() -> None:
    for made, what in [
        (lambda: swaps(rt.ndcg([1, 0] * 500)), r"1,000 items have 250,000 swaps"),
        (lambda: toggles(rt.ndcg([1, 0] * 2_501)), r"5,002 items have 5,002 other judgements"),
        (lambda: swaps(rt.ndcg([1, 0] * 1_000)), r"2,000 items have 1,000,000 swaps"),
        (lambda: swaps(rt.ndcg([1, 0] * 5_000, k=5)), r"10,000 items have 49,995,000 swaps"),
        (lambda: swaps(rt.kendall_tau(range(400), range(400))), r"400 items have 79,800 swaps"),
        (lambda: toggles(rt.ndcg([1, 0] * 15_000)), r"30,000 items have 30,000 other judgements"),
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
@pytest.mark.parametrize(
    ("what_if", "trace", "best", "worst"),
    [
        (swaps, rt.average_precision([0, 1, 1, 0]), (1, 3, 1 - 7 / 12), (2, 4, (1 / 3 + 2 / 4) / 2 - 7 / 12)),
        (swaps, rt.precision([0, 0, 1, 1], k=2), (1, 3, 0.5), None),
        (swaps, rt.lag([0, 1, 1, 0]), (1, 3, -1), (2, 4, 1)),  # one wrong item above each, and less is better
        (swaps, rt.ndcg([3, 2, 1, 0]), None, (1, 4, rt.ndcg([0, 2, 1, 3]).value - 1)),
        (swaps, rt.reciprocal_rank([0, 1]), (1, 2, 0.5), None),
        (toggles, rt.reciprocal_rank([0, 1, 0]), (1, 1, 0.5), (2, 0, -0.5)),
        (toggles, rt.precision([1, 1]), None, (1, 0, -0.5)),
        (toggles, rt.precision([]), None, None),
    ],
)
def test_the_best_and_the_worst(what_if: Callable[[Trace], Any], trace: Trace, best: Any, worst: Any) -> None:
    found = what_if(trace)
    assert found.best == (best and pytest.approx(best)) and found.worst == (worst and pytest.approx(worst))
    text = found.to_text()
    assert ("most valuable" in text, "most harmful" in text) == (best is not None, worst is not None)


def test_of_several_the_first_is_named_whatever_rounding_says() -> None:
    found = swaps(rt.dcg([1, 0, 0, 1, 0]))
    assert found.best is not None
    assert found.best[:2] == tuple(np.argwhere(found.changes > found.changes.max() - 1e-12)[0] + 1)


def test_for_some_measures_less_is_better() -> None:
    assert "(the lower LAG, the better)" in swaps(rt.lag([0, 1, 1, 0])).words[1]
    assert swaps(rt.kendall_distance(["a"], ["a"])).less_is_better
    for other in (rt.precision([1]), rt.ndcg([1]), rt.roc_auc([1]), rt.kendall_tau([1, 2], [1, 2])):
        assert not swaps(other).less_is_better


# --- what goes with the items, and what stays at the ranks ----------------------------------------------
def test_tied_items_change_places_without_effect() -> None:
    found = swaps(rt.roc_auc(TIED))
    assert found.changes[1, 2] == 0
    assert swaps(rt.roc_auc(TIED, ties="input_order")).changes[1, 2] == pytest.approx(1 / 4)
    assert found.swapped(1, 2).ranking == Ranking([0, 1, 1, 0], scores=TIED.scores, items=["d2", "d1", "d3", "d4"])


def test_the_list_after_a_swap_keeps_what_is_not_in_it() -> None:
    found = swaps(rt.ndcg(GRADED, k=3))
    after = found.swapped(2, 4)
    assert after.ranking == Ranking([1, 0, None, 3, 2], items=list("adcbe"), missed=[2])
    assert after.parameters == {"k": 3} and after.value - found.trace.value == pytest.approx(found.changes[1, 3])


def test_an_item_that_counts_again_is_judged_again_wherever_it_comes() -> None:
    ranking = Ranking([1, 0, 1], items=["a", "b", "a"], missed=[1], duplicates="count")
    for measure in (rt.recall, rt.average_precision):
        found = toggles(measure(ranking))
        for row, grade in enumerate(ranking.grades):
            after = measure(ranking.with_grade(row + 1, 1 - grade)).value
            assert found.changes[row, 1 - grade] == pytest.approx(after - found.trace.value)


@pytest.mark.parametrize(
    ("how", "moved"),
    [
        ({"weights": WEIGHTS, "weighting": "instances"}, True),
        ({"weights": WEIGHTS}, False),
        ({"weights": 0.8, "weighting": "instances"}, False),
    ],
    ids=str,
)
def test_weights_of_instances_go_with_their_items_and_weights_of_ranks_stay(how: dict[str, Any], moved: bool) -> None:
    grades = [1, 0, 1, 1, 0]
    trace = rt.roc_auc(grades, **how)
    found = swaps(trace)
    for i, j in combinations(range(5), 2):
        weights = {"weights": swapped(WEIGHTS, i, j)} if moved else {}
        after = rt.roc_auc(swapped(grades, i, j), **(how | weights))
        assert found.changes[i, j] == pytest.approx(after.value - trace.value, abs=1e-12)
    if moved:
        assert found.swapped(1, 2).parameters["weights"] == [1, 5, 4, 2, 3]
        assert "may weigh something" in found.words[-1]
        assert found.changes[0, 2] != 0  # both are relevant, but the heavier one passes an item that is not


def test_items_below_the_cutoff_need_weights_too() -> None:
    trace = rt.roc_auc([1, 0, 1], k=2, weights=[1, 2], weighting="instances")
    with pytest.raises(ValueError, match="weights has 2 entries for 3 items"):
        swaps(trace)
    assert toggles(trace).changes.shape == (3, 2)


def test_graded_items_are_given_every_grade_that_a_gain_table_knows() -> None:
    assert toggles(rt.reciprocal_rank([0, 1, 0])).levels == [0, 1]
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
    for (i, j), change in np.ndenumerate(found.changes):
        after = agreeing(one, swapped(other, i, j)).value
        assert change == pytest.approx(after - found.trace.value, abs=1e-12)


@pytest.mark.parametrize(
    ("measure", "one", "other"),
    [
        ("KendallDistance", list("abcd"), list("cxbyz")),
        ("KendallDistance@3", list("abcd"), list("cxbyz")),
        ("Pearson", [1, 2, 4], [3, 1, 1]),
    ],
    ids=str,
)
def test_lists_of_other_items_and_cutoffs_and_numbers_too(measure: str, one: Any, other: Any) -> None:
    calculate = rt.measure(measure)
    found = swaps(calculate(one, other))
    assert len(found.changes) == (calculate.parameters.get("k") or len(other))
    for (i, j), change in np.ndenumerate(found.changes):
        assert change == pytest.approx(calculate(one, swapped(other, i, j)).value - found.trace.value)
    assert "LambdaRank" not in found.to_text()
    ranks, items = (cells(found.table()).get(title) for title in ("ranks", "items"))
    assert items and (ranks is None) == (measure == "Pearson")


# --- words and tables -----------------------------------------------------------------------------------
def test_without_an_alternative_there_is_nothing_to_say() -> None:
    for trace in (rt.precision([1]), rt.precision([])):
        assert swaps(trace).words[1] == "There is no swap."
    assert toggles(rt.precision([])).words[1] == "There is no other judgement of one item."


def test_a_table_lists_as_many_swaps_as_asked_for() -> None:
    found = swaps(rt.ndcg(GRADED))
    assert cells(found.table())["grade"][0] == "1 ↔ 3"
    short = found.table(most_rows=2)
    assert len(short.entries[0].cells) == 2 and short.hidden.endswith("more swaps are not shown.")
    assert short.hidden.startswith(str(np.count_nonzero(np.triu(abs(found.changes) > 1e-12)) - 2))
    decimals = cells(swaps(rt.average_precision([0, 1])).table(fractions=False, digits=2))
    assert decimals["change"] == ["+0.50"]


def test_a_table_has_a_column_for_each_grade() -> None:
    assert cells(toggles(rt.average_precision([0, 1, None, 0], k=3)).table()) == {
        "rank": ["1", "2", "3", "4"],
        "item": ["d1", "d2", "d3", "d4"],
        "relevant": ["○", "●", "?", "○"],
        "change, if not relevant": ["", "−1/2", "0", ""],
        "change, if relevant": ["+1/2", "", "+1/12", "−1/4"],
    }
    assert "change, if grade 3" in cells(toggles(rt.ndcg(GRADED)).table())
    assert toggles(rt.precision([1] * 100)).table(most_rows=5).hidden


@pytest.mark.parametrize("what_if", [swaps, toggles])
def test_every_notation_says_the_same_and_names_from_outside_are_harmless(what_if: Callable[[Trace], Any]) -> None:
    found = what_if(rt.average_precision(Ranking([0, 1], items=["<b>", "$x$ *y*"])))
    text, html, markdown = found.to_text(), found.to_html(), found.to_markdown()
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


@pytest.mark.parametrize(("wrong", "error"), [(3, ValueError), (0, ValueError), (1.5, TypeError)])
def test_a_place_is_one_of_those_there_are(wrong: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="rank must be"):
        swaps(rt.precision([1, 0])).swapped(1, wrong)
