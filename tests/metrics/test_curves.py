"""Areas under curves: forms that agree, order that counts, ties, weights, and long lists."""

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.metrics import curves
from tests.draws import BOTH_KINDS, scored, without_scores

some = settings(max_examples=30)
TIES = ["half", "strict", "input_order"]


def share_of_pairs(ranking: Ranking, ties: str, k: int | None) -> Fraction:
    """Every relevant item against every other one, as the definition has it."""
    relevant = [grade >= ranking.relevant_from for grade in ranking.grades[:k]]
    by_rank = ties == "input_order" or ranking.scores is None
    worth: list[Any] = list(range(len(ranking), 0, -1)) if by_rank else list(ranking.scores or ())
    tied = 0 if ties == "strict" else Fraction(1, 2)
    points = [
        Fraction(worth[p] > worth[q]) + (worth[p] == worth[q]) * tied
        for p, one in enumerate(relevant)
        for q, other in enumerate(relevant)
        if one and not other
    ]
    return sum(points, Fraction(0)) / len(points) if points else Fraction(0)


HALF = Fraction(1, 2)
WEIGHTS = st.lists(st.integers(0, 4), min_size=9, max_size=9)
LISTS = st.lists(scored() | BOTH_KINDS.map(Ranking), min_size=1, max_size=3)


# --- area under the ROC curve ---------------------------------------------------------------------


@some
@given(ranking=scored() | BOTH_KINDS.map(Ranking), ties=st.sampled_from(TIES), k=st.none() | st.integers(1, 12))
def test_the_area_is_the_share_of_pairs_in_the_right_order(ranking: Ranking, ties: str, k: int | None) -> None:
    expected = share_of_pairs(ranking, ties, k)
    for form in ("trapezoids", "pairs"):
        trace = rt.roc_auc(ranking, ties=ties, form=form, k=k)
        assert trace.exact == expected
        assert trace.value == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("other", [Ranking([1, 0, 1, 0]), Ranking([])], ids=str)
def test_a_list_without_scores_beside_one_with_ties(other: Ranking) -> None:
    tied = Ranking([0, 1], scores=[0, 0])
    for metric in (rt.roc_auc, rt.pr_auc):
        expected = [metric(other).exact, metric(tied).exact]
        assert metric(Batch([other, tied])).exact.tolist() == expected
        assert rt.mean(metric, [other, tied]).exact == sum(expected) / 2


@pytest.mark.parametrize("metric", [rt.roc_auc, rt.pr_auc])
def test_whole_scores_that_no_float_tells_apart_are_not_tied_after_the_end_of_a_list(metric: Any) -> None:
    start = 2**53  # as of time stamps in nanoseconds
    falling, unjudged = (
        Ranking(one, scores=range(start + len(one), start, -1)) for one in ([1, 0, 1, 0], [1, None, 0])
    )
    plain, condensed = metric([1, 0, 1, 0]), metric([1, 0])
    assert [metric(falling, k=k).value for k in (4, 5, 9)] == [plain.value] * 3
    by_cutoff = [[*metric(one, k=9).at_every_k().values] for one in (falling, [1, 0, 1, 0])]
    assert by_cutoff[0] == by_cutoff[1]
    assert [*metric(Batch([falling, unjudged]), judged_only=True).value] == [plain.value, condensed.value]


def test_the_end_of_a_short_list_is_not_tied_with_it_next_to_a_list_with_other_scores() -> None:
    short, other = Ranking([1], scores=[-(2**60)]), Ranking([0, 1, 1], scores=[0.5, 0.5, 0.25])
    alone = rt.ndcg(short, ties="averaged").value
    assert rt.ndcg(Batch([short, other]), ties="averaged").value[0] == alone == 1


@pytest.mark.parametrize("grades", [[], [0], [1], [1, 1], [0, 0, 0]], ids=str)
@pytest.mark.parametrize("form", ["trapezoids", "pairs"])
def test_without_both_kinds_there_is_no_area(grades: list[int], form: str) -> None:
    trace = rt.roc_auc(grades, form=form)
    assert (trace.value, trace.exact) == (0, 0)
    assert "0/0 counts as 0" in trace.conventions
    assert trace.to_text()


def test_scores_that_rise_are_said_to_and_the_order_of_the_list_counts() -> None:
    rising = Ranking([1, 1, 0], scores=[0.1, 0.5, 0.9])
    for form in ("trapezoids", "pairs"):
        trace = rt.roc_auc(rising, form=form)
        assert trace.exact == 1  # by the scores it would be 0
        assert any("the scores do not fall down the list" in words for words in trace.conventions)
    assert rt.pr_auc(rising).exact == 1
    falling = Ranking([1, 0, 1], scores=[0.9, 0.5, 0.1])
    assert not any("do not fall" in words for words in rt.roc_auc(falling).conventions)


def test_relevant_items_that_were_missed_are_left_out_of_auc_and_count_in_recall() -> None:
    ranking = Ranking([1, 0], missed=[1])
    assert rt.roc_auc(ranking).exact == 1
    assert any("not in the list: left out" in words for words in rt.roc_auc(ranking).conventions)
    assert rt.pr_auc(ranking).exact == Fraction(1, 2)
    assert not any("left out" in words for words in rt.pr_auc(ranking).conventions)


def test_a_tied_group_is_one_row() -> None:
    ranking = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1], items=list("abcd"))
    together = rt.roc_auc(ranking)
    assert together.rows == "threshold"
    assert [record["items"] for record in together.to_records()] == ["a", "b, c", "d"]
    assert [record["threshold"] for record in together.to_records()] == [0.9, 0.5, 0.1]
    assert not any("hits" in record for record in together.to_records())  # these are rows of ranks
    assert together.columns["TPR"].exact.tolist() == [Fraction(1, 2), 1, 1]
    assert together.columns["FPR"].exact.tolist() == [0, Fraction(1, 2), 1]
    alone = rt.roc_auc(ranking, ties="input_order")
    assert [record["items"] for record in alone.to_records()] == ["a", "b", "c", "d"]


# --- long lists -----------------------------------------------------------------------------------


@some
@given(ranking=scored() | from_type(Ranking), ties=st.sampled_from(TIES), k=st.none() | st.integers(1, 10))
def test_the_value_by_ranks_is_that_of_the_recorded_rows(ranking: Ranking, ties: str, k: int | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curves, "LONG", 0)
        long = rt.roc_auc(ranking, ties=ties, k=k)
    short = rt.roc_auc(ranking, ties=ties, k=k)
    assert long.value == pytest.approx(short.value, rel=1e-12, abs=1e-15)
    assert long.exact == short.exact
    assert list(long.columns) == list(short.columns)


@pytest.mark.parametrize("form", ["trapezoids", "pairs"])
@pytest.mark.parametrize("levels", [40, 10**9], ids=["tied", "not tied"])
def test_the_rows_of_a_long_list_are_made_when_somebody_asks(form: str, levels: int, tmp_path: Path) -> None:
    random = np.random.default_rng(levels)
    ranking = Ranking.from_scores(random.integers(0, 2, 1200), random.integers(0, levels, 1200))
    trace = rt.roc_auc(ranking, form=form)
    assert trace.result.operation == "lazy"
    value = trace.value
    groups = list(dict.fromkeys(ranking.scores or ()))
    assert trace.rows == "threshold"
    records = trace.to_records()
    assert [record["threshold"] for record in records] == groups
    assert [step.row for step in trace.steps] == list(range(1, len(groups) + 1))
    assert (records[-1]["TP"], records[-1]["FP"]) == (sum(ranking.grades), 1200 - sum(ranking.grades))
    last = "area" if form == "trapezoids" else "running sum"
    pairs = 1 if form == "trapezoids" else records[-1]["TP"] * records[-1]["FP"]
    assert records[-1][last] / pairs == pytest.approx(value, rel=1e-12)
    trace.to_spreadsheet(tmp_path / "long.csv")
    with (tmp_path / "long.csv").open(encoding="utf-8-sig", newline="") as file:
        head, *rest = csv.reader(file)
    rows, empty, total = rest[:1200], rest[1200], rest[1201]
    assert (head[:2], len(rows), empty) == (["threshold", "items"], 1200, [])
    assert [float(row[0]) for row in rows[: len(groups)]] == groups
    assert total[0] == "AUC" and f"{len(groups) + 1})" in total[1]
    assert trace.value == value


@some
@given(ranking=scored(), ties=st.sampled_from(TIES))
def test_pairs_that_are_only_counted_are_as_many_as_those_that_are_listed(ranking: Ranking, ties: str) -> None:
    listed = rt.roc_auc(ranking, form="pairs", ties=ties)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curves, "MOST_PAIRS", 0)
        counted = rt.roc_auc(ranking, form="pairs", ties=ties)
        pairs = sum(ranking.grades) * (len(ranking) - sum(ranking.grades))
        assert f"{pairs:,} pairs of a relevant item and another: counted, not listed" in counted.conventions
    assert (listed.rows, counted.rows) == ("pair", "threshold")
    assert counted.exact == listed.exact
    assert not any("counted, not listed" in words for words in listed.conventions)


# --- area under the precision-recall curve --------------------------------------------------------


@some
@given(ranking=from_type(Ranking), k=st.none() | st.integers(1, 10))
def test_steps_without_ties_are_average_precision(ranking: Ranking, k: int | None) -> None:
    ap = rt.average_precision(ranking, k=k).exact
    assert rt.pr_auc(without_scores(ranking), k=k).exact == ap
    assert rt.pr_auc(ranking, k=k, ties="input_order").exact == ap


@some
@given(ranking=from_type(Ranking))
def test_eleven_points_look_for_the_best_precision_at_each_level(ranking: Ranking) -> None:
    relevant = [grade >= ranking.relevant_from for grade in ranking.grades]
    m = sum(relevant) + sum(grade >= ranking.relevant_from for grade in ranking.missed)
    points = [(sum(relevant[:i]), Fraction(sum(relevant[:i]), i)) for i in range(1, len(relevant) + 1)]
    best = [
        max((precision for hits, precision in points if 10 * hits >= level * m), default=Fraction(0))
        for level in range(11)
    ]
    trace = rt.pr_auc(ranking, form="eleven_points", ties="input_order")
    assert trace.exact == sum(best) / 11
    assert trace.columns["precision at level"].exact.tolist() == best


# --- weights --------------------------------------------------------------------------------------


def test_the_weight_of_a_tied_trapezoid_is_that_of_the_rank_at_which_it_ends() -> None:
    tied = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
    trapezoids = 0, (HALF + 1) / 2 * HALF, 1 * HALF  # they end at ranks 1, 3 and 4
    trace = rt.roc_auc(tied, weights=[7, 5, 3, 2])
    assert trace.columns["weight of step"].exact.tolist() == [7, 3, 2]
    assert trace.exact == 7 * trapezoids[0] + 3 * trapezoids[1] + 2 * trapezoids[2]
    assert rt.roc_auc(tied, weights=[7, 5, 3, 2], ties="strict").exact == 3 * HALF * HALF + 2 * 1 * HALF


@some
@given(rankings=LISTS, weights=WEIGHTS, ties=st.sampled_from(TIES[:2]))
@example(rankings=[Ranking([1, 0]), Ranking([1, 0, 0, 1])], weights=[1, 2, 3, 4, 0, 0, 0, 0, 0], ties="half")
def test_weights_of_trapezoids(rankings: list[Ranking], weights: list[int], ties: str) -> None:
    expected = []
    for ranking in rankings:
        grades, scores = ranking.grades, ranking.scores or range(len(ranking), 0, -1)
        area = Fraction(0)
        for score in set(scores):
            above, through = (
                sum(g for g, s in zip(grades, scores, strict=True) if s > score - end) for end in (0, 0.5)
            )
            height = Fraction(above) if ties == "strict" else Fraction(above + through, 2)
            others = sum(not g for g, s in zip(grades, scores, strict=True) if s == score)
            area += weights[sum(s >= score for s in scores) - 1] * height * others
        expected.append(area / (sum(grades) * grades.count(0)))
    assert [rt.roc_auc(one, weights=weights, ties=ties).exact for one in rankings] == expected
    assert rt.roc_auc(Batch(rankings), weights=weights, ties=ties).exact.tolist() == expected


@some
@given(grades=BOTH_KINDS, factor=st.sampled_from([0.8, 0.5, 1, 0.25]))
def test_a_factor_stands_for_its_powers(grades: list[int], factor: float) -> None:
    powers = [Fraction(str(factor)) ** i for i in range(len(grades))]
    for metric in (rt.roc_auc, rt.average_precision):
        assert metric(grades, weights=factor).exact == metric(grades, weights=powers).exact
    by_items = {"weighting": "instances"}
    assert rt.roc_auc(grades, weights=factor, **by_items).exact == rt.roc_auc(grades, weights=powers, **by_items).exact


@some
@given(
    items=st.lists(st.tuples(st.sampled_from([0, 1, 2, 5, Fraction(1, 2), None]), st.integers(-2, 2)), max_size=7),
    k=st.none() | st.integers(1, 9),
)
def test_ordered_pair_accuracy_counts_pairs(items: list[tuple[Any, int]], k: int | None) -> None:
    ranking = Ranking.from_scores([grade for grade, _ in items], [score for _, score in items])
    grades = [grade or 0 for grade in ranking.grades][:k]
    pairs = [(one, other) for place, one in enumerate(grades) for other in grades[place + 1 :] if one != other]
    right = sum(one > other for one, other in pairs)
    assert rt.pair_accuracy(ranking, k=k).exact == (Fraction(right, len(pairs)) if pairs else 0)


@given(ranking=scored())
@pytest.mark.parametrize("ties", ["half", "strict", "input_order"])
def test_a_step_of_a_pair_says_where_the_relevant_item_is(ties: str, ranking: Ranking) -> None:
    trace = rt.roc_auc(ranking, form="pairs", ties=ties)
    below = "is not above the other one" if ties == "strict" else "is below the other one"
    for step, point in zip(trace.steps, trace.columns["point"].exact.tolist(), strict=True):
        said = {0: below, Fraction(1, 2): "are tied, so add 1/2", 1: "is above the other one, so add 1."}[point]
        assert said in step.text, step.text
