"""Same name, different number: every fork that exists so far, with the example that tells its branches apart."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.measures import Measure, metrics

log2 = math.log2
HALF = Fraction(1, 2)


class Branch(NamedTuple):
    """One branch of a fork: a metric with its convention, on a list, and the arithmetic of its value."""

    metric: Callable[..., Any]
    ranking: Any
    chosen: dict[str, Any]
    expected: Fraction | float
    rounded: float | None = None  # what conventions say it is, to four places
    header: str = ""  # words of the trace's header that name the branch


FOUR_RELEVANT = Ranking([1, 0, 1, 0, 0], missed=[1, 1])  # R = 4, of which two are retrieved
GRADED = Ranking([3, 2, 3, 0, 1])
MISSED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
LINEAR = 3 + 2 / log2(3) + 3 / 2 + 1 / log2(6)
EIGHT = [1, 0, 1, 1, 0, 1, 0, 0]
SIX = [1, 0, 1, 0, 0, 1]
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
SWAPPED = Ranking([1, 1, 0, 0], scores=[0.9, 0.5, 0.5, 0.1])
# each query is in perfect order, on a scale of its own
TWO_SCALES = [Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7]), Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1])]
# P = 1/2, 1/4; R = 1; AP = 1
TWO_TAILS = [[1, 1, 0, 0], [1, 0, 0, 0]]
MISSING = [Ranking([1]), Ranking([], missed=[1])]  # a perfect query, and one that the run has nothing for
FALL = Fraction(4, 5)  # the weights are 1, 0.8, 0.64, ...


def f1(precision: Fraction, recall: Fraction) -> Fraction:
    return 2 * precision * recall / (precision + recall)


def mean_of(metric: str) -> Callable[..., Any]:
    return lambda lists, **chosen: rt.mean(metric, lists, **chosen)


def of_two(metric: Callable[..., Any]) -> Callable[..., Any]:
    return lambda lists, **chosen: metric(*lists, **chosen)


FORKS = {
    "P divides by k, past the end too": Branch(rt.precision, [1, 0, 1], {"k": 5}, Fraction(2, 5), 0.4),
    "P without a cutoff divides by the length": Branch(rt.precision, [1, 0, 1], {}, Fraction(2, 3), 0.6667),
    "P divides by the items, fewer past the end": Branch(
        rt.precision, [1, 0, 1], {"k": 5, "denominator": "items"}, Fraction(2, 3), 0.6667, "divided by the items"
    ),
    "P by the items is the same within the list": Branch(
        rt.precision, [1, 0, 1], {"k": 2, "denominator": "items"}, HALF
    ),
    "R divides by all relevant items": Branch(rt.recall, FOUR_RELEVANT, {"k": 3}, Fraction(2, 4)),
    "R past the end": Branch(rt.recall, FOUR_RELEVANT, {"k": 9}, Fraction(2, 4)),
    "F weighs with beta squared": Branch(
        rt.f_score,
        Ranking([1, 0], missed=[1, 1, 1]),  # P = 1/2, R = 1/4
        {"beta": 2},
        (1 + 4) * HALF * HALF / 2 / (4 * HALF + HALF / 2),
        0.2778,
        "beta is 2",
    ),
    "F is 0 where P and R are": Branch(rt.f_score, [0, 0], {}, Fraction(0), 0.0),
    "AP by all relevant items": Branch(
        rt.average_precision, FOUR_RELEVANT, {"k": 3}, (1 + Fraction(2, 3)) / 4, 0.4167, "all relevant items"
    ),
    "AP by k or the relevant items": Branch(
        rt.average_precision,
        FOUR_RELEVANT,
        {"k": 3, "denominator": "min"},
        (1 + Fraction(2, 3)) / 3,
        0.5556,
        "or by the ranks if they are fewer",
    ),
    "AP by the smaller one where it is the relevant items": Branch(
        rt.average_precision, [1, 0, 1], {"k": 9, "denominator": "min"}, (1 + Fraction(2, 3)) / 2
    ),
    "AP by the hits": Branch(
        rt.average_precision,
        FOUR_RELEVANT,
        {"k": 3, "denominator": "hits"},
        (1 + Fraction(2, 3)) / 2,
        0.8333,
        "relevant items found",
    ),
    "gain is the grade": Branch(
        rt.ndcg, GRADED, {"k": 5}, LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)), 0.9724, "gain is the grade"
    ),
    "gain is exponential": Branch(
        rt.ndcg,
        GRADED,
        {"k": 5, "gain": "exponential"},
        (7 + 3 / log2(3) + 7 / 2 + 1 / log2(6)) / (7 + 7 / log2(3) + 3 / 2 + 1 / log2(5)),
        0.9575,
        "gain is 2^grade − 1",
    ),
    "gain from a table": Branch(
        rt.dcg, GRADED, {"gain": {0: 0, 1: 1, 2: 5, 3: 6}}, 6 + 5 / log2(3) + 6 / 2 + 1 / log2(6), None, "gain is {0: 0"
    ),
    "gain from a function": Branch(
        rt.dcg, GRADED, {"gain": lambda grade: grade**2}, 9 + 4 / log2(3) + 9 / 2 + 1 / log2(6)
    ),
    "the ideal order is by gain, whatever the grade": Branch(
        rt.ideal_dcg, [1, 2, 3], {"gain": {1: 3, 2: 0, 3: 1}}, 3 + 1 / log2(3) + 0
    ),
    "discount is the logarithm of rank + 1": Branch(rt.dcg, GRADED, {}, LINEAR, 6.1487, "logarithm of rank + 1"),
    "discount of 2002, to base 2": Branch(
        rt.ndcg,
        GRADED,
        {"discount": "log_rank"},
        # no discount below rank 2, then log2(i)
        (3 + 2 / 1 + 3 / log2(3) + 0 / log2(4) + 1 / log2(5)) / (3 + 3 / 1 + 2 / log2(3) + 1 / log2(4)),
        0.9435,
        "Järvelin and Kekäläinen 2002",
    ),
    "discount of 2002, to base 3": Branch(
        rt.dcg,
        GRADED,
        {"discount": "log_rank", "base": 3},
        3 + 2 + 3 + 0 + 1 / math.log(5, 3),
        None,
        "logarithm to base 3",
    ),
    "discount to base 10": Branch(
        rt.dcg, GRADED, {"base": 10}, 3 / math.log10(2) + 2 / math.log10(3) + 3 / math.log10(4) + 1 / math.log10(6)
    ),
    "ideal from all judged, cut at k": Branch(
        rt.ndcg,
        MISSED,
        {"k": 5},
        LINEAR / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6)),
        0.7659,
        "all judged items, cut at k",
    ),
    "ideal from all judged, not cut": Branch(
        rt.ndcg,
        MISSED,
        {"k": 5, "ideal": "uncut"},
        LINEAR / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6) + 1 / log2(7)),
        0.7334,
        "all judged items, never cut",
    ),
    "ideal from the retrieved only": Branch(
        rt.ndcg,
        MISSED,
        {"k": 5, "ideal": "retrieved"},
        LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)),
        0.9724,
        "the retrieved items only",
    ),
    "the ideal is cut where the list is": Branch(
        rt.ndcg, MISSED, {"k": 2}, (3 + 2 / log2(3)) / (3 + 3 / log2(3)), None, "cut at k"
    ),
    "AUC: a tie is half a point": Branch(rt.roc_auc, TIED, {}, (1 + 1 + HALF + 1) / 4, 0.875, "half a point"),
    "AUC: a tie is half a point in either order": Branch(rt.roc_auc, SWAPPED, {}, (1 + 1 + HALF + 1) / 4, 0.875),
    "AUC: half a point among pairs": Branch(
        rt.roc_auc, TIED, {"form": "pairs"}, (1 + 1 + HALF + 1) / 4, 0.875, "pairs of a relevant item and another"
    ),
    "AUC: a tie is worth nothing": Branch(
        rt.roc_auc, TIED, {"ties": "strict"}, Fraction(1 + 1 + 0 + 1, 4), 0.75, "a tied pair is worth nothing"
    ),
    "AUC: a tie is worth nothing in either order": Branch(
        rt.roc_auc, SWAPPED, {"ties": "strict"}, Fraction(1 + 1 + 0 + 1, 4)
    ),
    "AUC: nothing for a tie among pairs": Branch(
        rt.roc_auc, TIED, {"ties": "strict", "form": "pairs"}, Fraction(1 + 1 + 0 + 1, 4), 0.75, "worth nothing"
    ),
    "AUC: the order decides between ties": Branch(
        rt.roc_auc, TIED, {"ties": "input_order"}, Fraction(1 + 1 + 0 + 1, 4), 0.75, "the order of the list decides"
    ),
    "AUC: the other order decides so": Branch(
        rt.roc_auc, SWAPPED, {"ties": "input_order"}, Fraction(1 + 1 + 1 + 1, 4), 1.0, "the order of the list decides"
    ),
    "AUC over queries: the mean of each": Branch(
        mean_of("AUC"), TWO_SCALES, {}, (1 + Fraction(1)) / 2, 1.0, "mean over all queries"
    ),
    "AUC over queries: pooled": Branch(
        mean_of("AUC"),
        TWO_SCALES,
        {"average": "pooled"},
        # 1 above 2 in the first, 2 above 1 in the second, 1 of the first above 1 of the second
        Fraction(1 * 2 + 2 * 1 + 1 * 1, 3 * 3),
        0.5556,
        "all queries' items in one list, by their scores",
    ),
    "weighted AUC: times the trapezoids": Branch(
        rt.roc_auc,
        EIGHT,
        {"weights": 0.8},
        (FALL * Fraction(1, 4) + FALL**4 * Fraction(3, 4) + FALL**6 * 1 + FALL**7 * 1) / 4,
        0.2448,
        "a weight counts for the trapezoid that ends at its rank",
    ),
    "weighted AUC: of the items": Branch(
        rt.roc_auc,
        EIGHT,
        {"weights": 0.8, "weighting": "instances"},
        (FALL * 1 + FALL**4 * (1 + FALL**2 + FALL**3) + (FALL**6 + FALL**7) * (1 + FALL**2 + FALL**3 + FALL**5))
        / ((1 + FALL**2 + FALL**3 + FALL**5) * (FALL + FALL**4 + FALL**6 + FALL**7)),
        0.6839,
        "a weight counts for the item",
    ),
    "MAP over all queries": Branch(mean_of("AP"), MISSING, {}, (1 + Fraction(0)) / 2, 0.5, "mean over all queries"),
    "MAP over queries with a relevant item": Branch(
        mean_of("AP"),
        [*MISSING, [0, 0]],
        {"queries": "with_relevant"},
        (1 + Fraction(0)) / 2,
        0.5,
        "mean over queries with a relevant item",
    ),
    "MAP over queries with a hit": Branch(
        mean_of("AP"), MISSING, {"queries": "with_hits"}, Fraction(1), 1.0, "with a relevant item in their list"
    ),
    "LAG over queries: the mean of each": Branch(
        mean_of("LAG"), [[0, 1, 0, 1], [1]], {}, (Fraction(1 + 2, 2) + 0) / 2, 0.75, "mean over all queries"
    ),
    "LAG over queries: pooled": Branch(
        mean_of("LAG"),
        [[0, 1, 0, 1], [1]],
        {"average": "pooled"},
        Fraction(1 + 2 + 0, 2 + 1),
        1.0,
        "pooled over all relevant items of all queries",
    ),
    "LAG leaves missed items out": Branch(
        rt.lag, Ranking([0, 1], missed=[1]), {}, Fraction(1), 1.0, "that were not retrieved are left out"
    ),
    "LAG has missed items after the list": Branch(
        rt.lag,
        Ranking([0, 1, 0], missed=[1]),
        {"missed": "after_list"},
        Fraction(1 + 2, 2),
        1.5,
        "after the whole list",
    ),
    "F1 over queries: the mean of each": Branch(
        mean_of("F"), TWO_TAILS, {}, (f1(HALF, Fraction(1)) + f1(Fraction(1, 4), Fraction(1))) / 2, 0.5333
    ),
    "F1 over queries: of mean P and mean R": Branch(
        mean_of("F"),
        TWO_TAILS,
        {"average": "means"},
        f1((HALF + Fraction(1, 4)) / 2, Fraction(1)),
        0.5455,
        "from the mean precision and the mean recall",
    ),
    "FAP over queries: the mean of each": Branch(
        mean_of("FAP"),
        TWO_TAILS,
        {},
        (f1(f1(HALF, Fraction(1)), Fraction(1)) + f1(f1(Fraction(1, 4), Fraction(1)), Fraction(1))) / 2,
        0.6857,
    ),
    "FAP over queries: of mean F1 and MAP": Branch(
        mean_of("FAP"),
        TWO_TAILS,
        {"average": "means"},
        f1((f1(HALF, Fraction(1)) + f1(Fraction(1, 4), Fraction(1))) / 2, Fraction(1)),
        0.6957,
        "from the mean F and the mean AP (MAP)",
    ),
    "FAP weighs with beta squared": Branch(
        rt.fap, [1], {"beta": 2}, Fraction(1 + 4) * 1 * 1 / (4 * 1 + 1), 1.0, "weighted harmonic mean of F and AP"
    ),
    "FAP as printed is no mean": Branch(
        rt.fap,
        [1],
        {"beta": 2, "form": "printed"},
        Fraction(1 + 4) * 1 * 1 / (2 * 1 + 1),
        1.6667,
        "as the review prints",
    ),
    "FAP weighs AP more for a larger beta": Branch(
        rt.fap,
        [1, 0],  # P = 1/2, R = 1, so F2 = 5 (1/2) / (4 (1/2) + 1) = 5/6; AP = 1
        {"beta": 2},
        (1 + 4) * Fraction(5, 6) * 1 / (4 * Fraction(5, 6) + 1),
    ),
    "FAP as printed is the same for beta 1": Branch(
        rt.fap, [1, 0], {"form": "printed"}, f1(f1(HALF, Fraction(1)), Fraction(1)), 0.8
    ),
    "11 points, as the textbook has them": Branch(
        rt.pr_auc,
        SIX,
        {"form": "eleven_points"},
        # 1 up to recall 0.3, 2/3 from 0.4 to 0.6, 3/6 from 0.7 on
        (4 * 1 + 3 * Fraction(2, 3) + 4 * Fraction(3, 6)) / 11,
        0.7273,
        "mean of the interpolated precision at recall 0, 0.1, ..., 1",
    ),
    "11 points: recall of 3/10 is 0.3": Branch(
        rt.pr_auc,
        [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
        {"form": "eleven_points"},
        # 3 of 10 reach recall 0.3 as it is; from 0.4 on the best precision to come is 10/16
        (4 * 1 + 7 * Fraction(10, 16)) / 11,
    ),
    "area under PR: steps": Branch(
        rt.pr_auc, SIX, {}, (1 + Fraction(2, 3) + Fraction(3, 6)) / 3, 0.7222, "steps at each rise in recall"
    ),
    "area under PR: trapezoids": Branch(
        rt.pr_auc,
        SIX,
        {"form": "trapezoids"},
        # the mean of the precisions at both ends of each rise in recall
        ((1 + 1) * HALF + (HALF + Fraction(2, 3)) * HALF + (Fraction(2, 5) + Fraction(3, 6)) * HALF) / 3,
        0.6778,
        "straight lines from point to point",
    ),
    "area under PR: interpolated": Branch(
        rt.pr_auc,
        SIX,
        {"form": "interpolated"},
        (1 + Fraction(2, 3) + Fraction(3, 6)) / 3,
        0.7222,
        "the best precision at this recall or a higher one",
    ),
    "area under PR: interpolated is more where precision rises": Branch(
        rt.pr_auc, [0, 1, 1], {"form": "interpolated"}, (Fraction(2, 3) + Fraction(2, 3)) / 2
    ),
    "tau-b is over the untied pairs": Branch(
        of_two(rt.kendall_tau),
        ([1, 2, 2], [1, 2, 3]),
        {},
        (1 + 1) / math.sqrt(2 * 3),
        0.8165,
        "divided by the pairs that are untied in each list",
    ),
    "tau-a is over all pairs": Branch(
        of_two(rt.kendall_tau), ([1, 2, 2], [1, 2, 3]), {"variant": "a"}, Fraction(1 + 1, 3), 0.6667, "by all pairs"
    ),
    "Spearman with ties: average ranks": Branch(
        of_two(rt.spearman),
        ([1, 2, 3, 4, 5], [1, 2, 3, 3, 5]),
        {},
        # distances from the mean rank: -2, -1, 0, 1, 2 and -2, -1, 1/2, 1/2, 2
        (4 + 1 + 0 + 1 / 2 + 4) / math.sqrt((4 + 1 + 0 + 1 + 4) * (4 + 1 + 1 / 4 + 1 / 4 + 4)),
        0.9747,
        "ties share the mean of their ranks",
    ),
    "Spearman with ties: by differences": Branch(
        of_two(rt.spearman),
        ([1, 2, 3, 4, 5], [1, 2, 3, 3, 5]),
        {"form": "differences"},
        1 - 6 * (Fraction(1, 4) + Fraction(1, 4)) / (5 * (25 - 1)),
        0.975,
        "exact only without ties",
    ),
}


@pytest.mark.parametrize("branch", FORKS.values(), ids=FORKS)
def test_each_branch_of_a_fork(branch: Branch) -> None:
    trace = branch.metric(branch.ranking, **branch.chosen)
    assert trace.value == pytest.approx(float(branch.expected), rel=0, abs=1e-12)
    if isinstance(branch.expected, Fraction):
        assert trace.exact == branch.expected
    if branch.rounded is not None:
        assert round(trace.value, 4) == branch.rounded
    assert branch.header in " · ".join(trace.conventions)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, [1, log2(3), 2, log2(5), log2(6)]),
        ({"base": 3}, [math.log(2, 3), 1, math.log(4, 3), math.log(5, 3), math.log(6, 3)]),
        ({"discount": "log_rank"}, [1, 1, log2(3), 2, log2(5)]),
        ({"discount": "log_rank", "base": 3}, [1, 1, 1, math.log(4, 3), math.log(5, 3)]),
    ],
    ids=str,
)
def test_the_discount_at_each_rank(chosen: dict[str, Any], expected: list[float]) -> None:
    assert np.asarray(rt.dcg(GRADED, **chosen).columns["discount"], dtype=float) == pytest.approx(expected, rel=1e-12)
    ideal = rt.ideal_dcg(GRADED, **chosen).columns["ideal discount"]
    assert np.asarray(ideal, dtype=float) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("denominator", "below", "of_none"),
    [("ranks", [1, 2, 3, 4, 5], 5), ("items", [1, 2, 3, 3, 3], 1)],
)
def test_precision_past_the_end_of_a_list(denominator: str, below: list[int], of_none: int) -> None:
    of_k = [Fraction(hits, items) for hits, items in zip([1, 1, 2, 2, 2], below, strict=True)]
    chosen: dict[str, Any] = {"denominator": denominator}
    trace = rt.precision([1, 0, 1], k=5, **chosen)
    assert trace.at_every_k().exact.tolist() == trace.columns["precision"].exact.tolist() == of_k
    assert [rt.precision([1, 0, 1], k=k, **chosen).exact for k in range(1, 6)] == of_k
    batch = rt.precision(rt.Batch([[1, 0, 1], [1] * 5, []]), k=5, **chosen)
    assert batch.exact.tolist() == [of_k[-1], 1, 0]
    assert rt.mean("P", [[1, 0, 1], [1]], k=5, **chosen).exact == (of_k[-1] + Fraction(1, of_none)) / 2


@pytest.mark.parametrize("denominator", ["relevant", "min", "hits"])
def test_both_forms_of_ap_follow_the_denominator(denominator: str) -> None:
    one, other = (
        rt.average_precision(FOUR_RELEVANT, k=3, denominator=denominator, form=form)
        for form in ("precision_at_hits", "recall_steps")
    )
    assert one.exact == other.exact


@pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.name)
def test_the_default_is_the_first_branch(metric: Any) -> None:
    for parameter, named in metric.conventions.items():
        if isinstance(named, dict):
            assert metric.parameters[parameter] == next(iter(named))


def test_no_relevant_item_is_0_and_the_header_says_so(settled: Measure) -> None:
    for ranking in (Ranking([0, 0, 0]), Ranking([]), Ranking([None, 0])):
        trace = settled(ranking)
        assert trace.value == 0
        assert trace.exact == 0
        assert any("no relevant item" in words for words in trace.conventions)


@pytest.mark.parametrize("metric", [rt.precision, rt.recall, rt.f_score, rt.average_precision, rt.dcg, rt.ndcg])
def test_relevant_items_that_were_all_missed_are_no_reason_to_say_so(metric: Callable[..., Any]) -> None:
    trace = metric(Ranking([0, 0], missed=[1]))
    assert trace.value == 0
    assert not any("no relevant item" in words for words in trace.conventions)


def test_gains_count_below_the_grade_from_which_an_item_is_relevant() -> None:
    trace = rt.ndcg(Ranking([1, 1], relevant_from=2))
    assert trace.value == 1
    assert not any("no relevant item" in words for words in trace.conventions)


def test_an_unjudged_item_counts_as_irrelevant_and_the_header_says_how_many(settled: Measure) -> None:
    unjudged, irrelevant = Ranking([2, None, 1, None]), Ranking([2, 0, 1, 0])
    assert settled(unjudged).value == settled(irrelevant).value
    assert "2 items not judged: counted as not relevant" in settled(unjudged).conventions
    assert not any("not judged" in words for words in settled(irrelevant).conventions)


def test_relevance_starts_at_a_grade() -> None:
    grades = [1, 2, 0, 3]
    assert rt.average_precision(grades).exact == (1 + 1 + Fraction(3, 4)) / 3
    from_2 = rt.average_precision(Ranking(grades, relevant_from=2))
    assert from_2.exact == (Fraction(1, 2) + Fraction(2, 4)) / 2
    assert "relevant from grade 2" in from_2.conventions
    assert rt.dcg(Ranking(grades, relevant_from=2)).value == rt.dcg(grades).value  # grades are worth what they are


# --- tied scores: three tied items, of which one is relevant --------------------------------------
@pytest.mark.parametrize(
    ("ties", "order", "expected"),
    [
        ("item_descending", "abc", Fraction(1, 3)),  # as trec_eval has it: c, b, a
        ("item_descending", "cba", Fraction(1, 3)),
        ("item_ascending", "abc", 1),
        ("item_ascending", "cba", 1),
        ("stable", "abc", 1),
        ("stable", "bac", Fraction(1, 2)),
        ("stable", "cba", Fraction(1, 3)),
    ],
)
def test_ties_are_ordered_as_asked(ties: Any, order: str, expected: Fraction) -> None:
    relevance = [int(item == "a") for item in order]
    ranking = Ranking.from_scores(relevance, [0.5] * 3, items=list(order), ties=ties)
    assert rt.reciprocal_rank(ranking).exact == expected


def test_ties_do_not_disturb_what_is_not_tied() -> None:
    for ties in ("stable", "item_descending", "item_ascending"):
        ranking = Ranking.from_scores([0, 1, 0, 2], [0.1, 0.5, 0.9, 0.5], items=["a", "c", "d", "b"], ties=ties)
        assert (ranking.items[0], ranking.items[-1]) == ("d", "a")


def test_ties_can_be_refused() -> None:
    with pytest.raises(ValueError, match=r"y_score\[0\] and y_score\[2\] are both 0.5"):
        Ranking.from_scores([1, 0, 0], [0.5, 0.9, 0.5], ties="refuse")
    assert Ranking.from_scores([1, 0], [0.5, 0.9], ties="refuse").grades == [0, 1]


# --- over queries ---------------------------------------------------------------------------------
def test_map_counts_every_query() -> None:
    missing = Ranking([], missed=[1])  # judged, but the run has nothing for it
    trace = rt.mean(rt.average_precision, [Ranking([1]), missing])
    assert trace.exact == (Fraction(1) + 0) / 2


def test_map_counts_a_query_without_relevant_items_as_0_and_names_it() -> None:
    trace = rt.mean(rt.average_precision, [[1, 0], [0, 0], [0, 1]])
    assert trace.exact == (1 + 0 + HALF) / 3
    assert any("no relevant item in q2" in words for words in trace.conventions)
    assert "mean over all queries" in trace.conventions


def test_no_query_is_said_to_lack_relevant_items_where_gains_are_counted() -> None:
    trace = rt.mean(rt.ndcg, [Ranking([1], relevant_from=2), Ranking([2], relevant_from=2)])
    assert trace.exact == 1
    assert not any("no relevant item" in words for words in trace.conventions)


def test_without_a_cutoff_the_header_does_not_say_that_the_ideal_is_cut() -> None:
    trace = rt.ndcg(MISSED)
    assert trace.value == rt.ndcg(MISSED, ideal="uncut").value
    assert not any("cut at k" in words for words in trace.conventions)


@pytest.mark.parametrize("form", ["precision_recall", "counts"])
def test_f1_of_means_is_the_same_in_both_forms_or_refused(form: str) -> None:
    lists = [Ranking([1, 0, 0, 0]), Ranking([1, 1], missed=[1, 1])]
    try:
        trace = rt.mean(rt.f_score, lists, average="means", form=form)
    except ValueError as error:
        assert "form" in str(error)
        assert form == "counts"
    else:
        assert trace.exact == f1((Fraction(1, 4) + 1) / 2, (1 + HALF) / 2)


# --- an item that is in one list only: the four cases of Fagin, Kumar and Sivakumar ---------------
@pytest.mark.parametrize("p", [0, HALF, 1], ids=str)
@pytest.mark.parametrize(
    ("first", "second", "penalty"),
    [
        # both items in both lists
        ("ab", "ab", lambda p: 0),
        ("ab", "ba", lambda p: 1),
        # both in one list, one of them in the other: the one that is there stands ahead of the one that is not
        ("ab", "a", lambda p: 0),
        ("ab", "b", lambda p: 1),
        ("a", "ab", lambda p: 0),
        ("b", "ab", lambda p: 1),
        # each in a list of its own
        ("a", "b", lambda p: 1),
        # both in the same list: nobody knows the other list's order
        ("ab", "", lambda p: p),
        ("", "ab", lambda p: p),
    ],
)
def test_what_a_pair_costs_of_which_one_list_lacks_an_item(first: str, second: str, penalty: Any, p: Any) -> None:
    trace = rt.kendall_distance(list(first), list(second), p=p)
    assert trace.exact == penalty(p)
    assert trace.to_records()[0]["pair"] == ("b, a" if first == "b" and second == "ab" else "a, b")


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


# --- false things that teaching material says -----------------------------------------------------
def test_the_discount_falls_fastest_at_the_top() -> None:
    weights = 1 / np.asarray(rt.dcg([1] * 10).columns["discount"])
    assert (np.diff(np.diff(weights)) > 0).all()


def test_the_worst_order_has_no_ndcg_of_0() -> None:
    worst = 0 / 1 + 1 / log2(3) + 2 / 2 + 3 / log2(5) + 3 / log2(6)
    best = 3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)
    assert rt.ndcg([0, 1, 2, 3, 3]).value == pytest.approx(worst / best)
    assert round(worst / best, 2) == 0.65


def test_equal_grades_have_an_ndcg_of_1_before_any_sorting() -> None:
    assert rt.ndcg([2, 2, 2]).value == 1


def test_the_worst_order_has_an_ap_below_the_share_of_relevant_items() -> None:
    trace = rt.average_precision([0, 0, 0, 1, 1])
    assert trace.exact == (Fraction(1, 4) + Fraction(2, 5)) / 2 < Fraction(2, 5)


@pytest.mark.parametrize("gain", [lambda grade: grade + 1, {0: 1, 1: 2, 2: 3}])
def test_grade_0_is_worth_nothing_since_empty_ranks_have_it(gain: Any) -> None:
    for lists in (Ranking([1, 2]), rt.Batch([[1, 2], [2]])):
        with pytest.raises(ValueError, match="the gain of grade 0 is 1; it must be 0"):
            rt.dcg(lists, gain=gain)


def test_a_table_of_gains_gives_lists_of_a_batch_what_it_gives_each_alone() -> None:
    gain = {1: 1, 2: 3}
    alone = [rt.dcg(grades, gain=gain).value for grades in ([1, 2], [2])]
    assert alone == pytest.approx([1 + 3 / log2(3), 3])
    assert rt.dcg(rt.Batch([[1, 2], [2]]), gain=gain).value.tolist() == pytest.approx(alone)
    assert rt.dcg([2], gain=gain, k=3).value == 3
