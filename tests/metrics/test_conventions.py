"""Same name, different number: every choice that exists so far, with the example that tells its conventions apart."""

import itertools
import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Ranking
from rankteach.core.judged_arrays import Arrays
from rankteach.explain.numbers.conventions import changes_of
from rankteach.tracing.mean import QUERIES
from rankteach.tracing.measures import Measure, metrics
from rankteach.tracing.tool_table import OF_A_TOOL
from rankteach.tracing.tools import TOOLS, Tool, tool

log2 = math.log2
HALF = Fraction(1, 2)


class Convention(NamedTuple):
    """A metric with one of its conventions, on a list, and the arithmetic of its value."""

    metric: Callable[..., Any]
    ranking: Any
    chosen: dict[str, Any]
    expected: Fraction | float
    rounded: float | None = None  # what conventions say it is, to four places
    header: str = ""  # words of the trace's header that name the convention


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


CONVENTIONS = {
    "P divides by k, past the end too": Convention(rt.precision, [1, 0, 1], {"k": 5}, Fraction(2, 5), 0.4),
    "P without a cutoff divides by the length": Convention(rt.precision, [1, 0, 1], {}, Fraction(2, 3), 0.6667),
    "P divides by the items, fewer past the end": Convention(
        rt.precision, [1, 0, 1], {"k": 5, "denominator": "items"}, Fraction(2, 3), 0.6667, "divided by the items"
    ),
    "P by the items is the same within the list": Convention(
        rt.precision, [1, 0, 1], {"k": 2, "denominator": "items"}, HALF
    ),
    "R divides by all relevant items": Convention(rt.recall, FOUR_RELEVANT, {"k": 3}, Fraction(2, 4)),
    "R past the end": Convention(rt.recall, FOUR_RELEVANT, {"k": 9}, Fraction(2, 4)),
    "F weighs with beta squared": Convention(
        rt.f_score,
        Ranking([1, 0], missed=[1, 1, 1]),  # P = 1/2, R = 1/4
        {"beta": 2},
        (1 + 4) * HALF * HALF / 2 / (4 * HALF + HALF / 2),
        0.2778,
        "beta is 2",
    ),
    "F is 0 where P and R are": Convention(rt.f_score, [0, 0], {}, Fraction(0), 0.0),
    "AP by all relevant items": Convention(
        rt.average_precision, FOUR_RELEVANT, {"k": 3}, (1 + Fraction(2, 3)) / 4, 0.4167, "all relevant items"
    ),
    "AP by k or the relevant items": Convention(
        rt.average_precision,
        FOUR_RELEVANT,
        {"k": 3, "denominator": "min"},
        (1 + Fraction(2, 3)) / 3,
        0.5556,
        "or the ranks, whichever are fewer",
    ),
    "AP by the smaller one where it is the relevant items": Convention(
        rt.average_precision, [1, 0, 1], {"k": 9, "denominator": "min"}, (1 + Fraction(2, 3)) / 2
    ),
    "AP by the hits": Convention(
        rt.average_precision,
        FOUR_RELEVANT,
        {"k": 3, "denominator": "hits"},
        (1 + Fraction(2, 3)) / 2,
        0.8333,
        "relevant items found",
    ),
    "gain is the grade": Convention(
        rt.ndcg, GRADED, {"k": 5}, LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)), 0.9724, "gain is the grade"
    ),
    "gain is exponential": Convention(
        rt.ndcg,
        GRADED,
        {"k": 5, "gain": "exponential"},
        (7 + 3 / log2(3) + 7 / 2 + 1 / log2(6)) / (7 + 7 / log2(3) + 3 / 2 + 1 / log2(5)),
        0.9575,
        "gain is 2 to the power of the grade, minus 1",
    ),
    "gain is 1 for a relevant item, from its level on": Convention(
        rt.ndcg,
        Ranking([1, 3, 2], missed=[3], relevant_from=2),
        {"gain": "binary", "k": 2},
        (1 / log2(3)) / (1 + 1 / log2(3)),
        None,
        "relevant from grade 2",
    ),
    "Q whose gain is 1 for a relevant item": Convention(
        rt.q_measure, Ranking([0, 3, 2]), {"gain": "binary"}, (Fraction(1 + 1, 2 + 2) + Fraction(2 + 2, 3 + 2)) / 2
    ),
    "gain from a table": Convention(
        rt.dcg, GRADED, {"gain": {0: 0, 1: 1, 2: 5, 3: 6}}, 6 + 5 / log2(3) + 6 / 2 + 1 / log2(6), None, "gain is {0: 0"
    ),
    "gain from a function": Convention(
        rt.dcg, GRADED, {"gain": lambda grade: grade**2}, 9 + 4 / log2(3) + 9 / 2 + 1 / log2(6)
    ),
    "the ideal order is by gain, whatever the grade": Convention(
        rt.ideal_dcg, [1, 2, 3], {"gain": {1: 3, 2: 0, 3: 1}}, 3 + 1 / log2(3) + 0
    ),
    "discount is the logarithm of rank + 1": Convention(rt.dcg, GRADED, {}, LINEAR, 6.1487, "logarithm of rank + 1"),
    "discount of 2002, to base 2": Convention(
        rt.ndcg,
        GRADED,
        {"discount": "log_rank"},
        # no discount below rank 2, then log2(i)
        (3 + 2 / 1 + 3 / log2(3) + 0 / log2(4) + 1 / log2(5)) / (3 + 3 / 1 + 2 / log2(3) + 1 / log2(4)),
        0.9435,
        "Järvelin and Kekäläinen 2002",
    ),
    "discount is the rank": Convention(
        rt.dcg, GRADED, {"discount": "rank"}, 3 + Fraction(2, 2) + Fraction(3, 3) + Fraction(1, 5), 5.2, "gain / rank"
    ),
    "discount from a function": Convention(
        rt.ndcg,
        GRADED,
        {"discount": lambda rank: Fraction(1, rank**2), "k": 3},
        (3 + Fraction(2, 4) + Fraction(3, 9)) / (3 + Fraction(3, 4) + Fraction(2, 9)),
    ),
    "discount from a list": Convention(
        rt.ideal_dcg, [1, 2, 3], {"discount": [1, 0.5, 0]}, 3 + 2 * 0.5, 4, "multiplied by the discount [1, 0.5, 0]"
    ),
    "discount from a table": Convention(rt.dcg, GRADED, {"discount": {1: 2, 2: 1}, "k": 2}, Fraction(3 * 2 + 2 * 1)),
    "discount of 2002, to base 3": Convention(
        rt.dcg,
        GRADED,
        {"discount": "log_rank", "base": 3},
        3 + 2 + 3 + 0 + 1 / math.log(5, 3),
        None,
        "logarithm to base 3",
    ),
    "discount to base 10": Convention(
        rt.dcg, GRADED, {"base": 10}, 3 / math.log10(2) + 2 / math.log10(3) + 3 / math.log10(4) + 1 / math.log10(6)
    ),
    "ideal from all judged, cut at k": Convention(
        rt.ndcg,
        MISSED,
        {"k": 5},
        LINEAR / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6)),
        0.7659,
        "all judged items, cut at k",
    ),
    "ideal from all judged, not cut": Convention(
        rt.ndcg,
        MISSED,
        {"k": 5, "ideal": "uncut"},
        LINEAR / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6) + 1 / log2(7)),
        0.7334,
        "all judged items, never cut",
    ),
    "ideal from the retrieved only": Convention(
        rt.ndcg,
        MISSED,
        {"k": 5, "ideal": "retrieved"},
        LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)),
        0.9724,
        "the retrieved items only",
    ),
    "the ideal is cut where the list is": Convention(
        rt.ndcg, MISSED, {"k": 2}, (3 + 2 / log2(3)) / (3 + 3 / log2(3)), None, "cut at k"
    ),
    "AUC: a tie is half a point": Convention(rt.roc_auc, TIED, {}, (1 + 1 + HALF + 1) / 4, 0.875, "half a point"),
    "AUC: a tie is half a point in either order": Convention(rt.roc_auc, SWAPPED, {}, (1 + 1 + HALF + 1) / 4, 0.875),
    "AUC: half a point among pairs": Convention(
        rt.roc_auc, TIED, {"form": "pairs"}, (1 + 1 + HALF + 1) / 4, 0.875, "pairs of a relevant item and another"
    ),
    "AUC: a tie is counts nothing": Convention(
        rt.roc_auc, TIED, {"ties": "strict"}, Fraction(1 + 1 + 0 + 1, 4), 0.75, "a tied pair counts nothing"
    ),
    "AUC: a tie is counts nothing in either order": Convention(
        rt.roc_auc, SWAPPED, {"ties": "strict"}, Fraction(1 + 1 + 0 + 1, 4)
    ),
    "AUC: nothing for a tie among pairs": Convention(
        rt.roc_auc, TIED, {"ties": "strict", "form": "pairs"}, Fraction(1 + 1 + 0 + 1, 4), 0.75, "counts nothing"
    ),
    "AUC: the order decides between ties": Convention(
        rt.roc_auc, TIED, {"ties": "input_order"}, Fraction(1 + 1 + 0 + 1, 4), 0.75, "the order of the list decides"
    ),
    "AUC: the other order decides so": Convention(
        rt.roc_auc, SWAPPED, {"ties": "input_order"}, Fraction(1 + 1 + 1 + 1, 4), 1.0, "the order of the list decides"
    ),
    "AUC over queries: the mean of each": Convention(
        mean_of("AUC"), TWO_SCALES, {}, (1 + Fraction(1)) / 2, 1.0, "mean over all queries"
    ),
    "AUC over queries: pooled": Convention(
        mean_of("AUC"),
        TWO_SCALES,
        {"average": "pooled"},
        # 1 above 2 in the first, 2 above 1 in the second, 1 of the first above 1 of the second
        Fraction(1 * 2 + 2 * 1 + 1 * 1, 3 * 3),
        0.5556,
        "all queries' items in one list, by their scores",
    ),
    "weighted AUC: times the trapezoids": Convention(
        rt.roc_auc,
        EIGHT,
        {"weights": 0.8},
        (FALL * Fraction(1, 4) + FALL**4 * Fraction(3, 4) + FALL**6 * 1 + FALL**7 * 1) / 4,
        0.2448,
        "a weight counts for the trapezoid that ends at its rank",
    ),
    "weighted AUC: of the items": Convention(
        rt.roc_auc,
        EIGHT,
        {"weights": 0.8, "weighting": "instances"},
        (FALL * 1 + FALL**4 * (1 + FALL**2 + FALL**3) + (FALL**6 + FALL**7) * (1 + FALL**2 + FALL**3 + FALL**5))
        / ((1 + FALL**2 + FALL**3 + FALL**5) * (FALL + FALL**4 + FALL**6 + FALL**7)),
        0.6839,
        "a weight counts for the item",
    ),
    "MAP over all queries": Convention(mean_of("AP"), MISSING, {}, (1 + Fraction(0)) / 2, 0.5, "mean over all queries"),
    "MAP over queries with a relevant item": Convention(
        mean_of("AP"),
        [*MISSING, [0, 0]],
        {"queries": "with_relevant"},
        (1 + Fraction(0)) / 2,
        0.5,
        "mean over queries with a relevant item",
    ),
    "MAP over queries with a hit": Convention(
        mean_of("AP"), MISSING, {"queries": "with_hits"}, Fraction(1), 1.0, "with a relevant item in their list"
    ),
    "LAG over queries: the mean of each": Convention(
        mean_of("LAG"), [[0, 1, 0, 1], [1]], {}, (Fraction(1 + 2, 2) + 0) / 2, 0.75, "mean over all queries"
    ),
    "LAG over queries: pooled": Convention(
        mean_of("LAG"),
        [[0, 1, 0, 1], [1]],
        {"average": "pooled"},
        Fraction(1 + 2 + 0, 2 + 1),
        1.0,
        "pooled over all relevant items of all queries",
    ),
    "LAG leaves missed items out": Convention(
        rt.lag, Ranking([0, 1], missed=[1]), {}, Fraction(1), 1.0, "that were not retrieved are left out"
    ),
    "LAG has missed items after the list": Convention(
        rt.lag,
        Ranking([0, 1, 0], missed=[1]),
        {"missed": "after_list"},
        Fraction(1 + 2, 2),
        1.5,
        "after the whole list",
    ),
    "F1 over queries: the mean of each": Convention(
        mean_of("F"), TWO_TAILS, {}, (f1(HALF, Fraction(1)) + f1(Fraction(1, 4), Fraction(1))) / 2, 0.5333
    ),
    "F1 over queries: of mean P and mean R": Convention(
        mean_of("F"),
        TWO_TAILS,
        {"average": "means"},
        f1((HALF + Fraction(1, 4)) / 2, Fraction(1)),
        0.5455,
        "from the mean precision and the mean recall",
    ),
    "FAP over queries: the mean of each": Convention(
        mean_of("FAP"),
        TWO_TAILS,
        {},
        (f1(f1(HALF, Fraction(1)), Fraction(1)) + f1(f1(Fraction(1, 4), Fraction(1)), Fraction(1))) / 2,
        0.6857,
    ),
    "FAP over queries: of mean F1 and MAP": Convention(
        mean_of("FAP"),
        TWO_TAILS,
        {"average": "means"},
        f1((f1(HALF, Fraction(1)) + f1(Fraction(1, 4), Fraction(1))) / 2, Fraction(1)),
        0.6957,
        "from the mean F and the mean AP (MAP)",
    ),
    "FAP weighs with beta squared": Convention(
        rt.fap, [1], {"beta": 2}, Fraction(1 + 4) * 1 * 1 / (4 * 1 + 1), 1.0, "weighted harmonic mean of F and AP"
    ),
    "FAP as printed is no mean": Convention(
        rt.fap,
        [1],
        {"beta": 2, "form": "printed"},
        Fraction(1 + 4) * 1 * 1 / (2 * 1 + 1),
        1.6667,
        "as the review prints",
    ),
    "FAP weighs AP more for a larger beta": Convention(
        rt.fap,
        [1, 0],  # P = 1/2, R = 1, so F2 = 5 (1/2) / (4 (1/2) + 1) = 5/6; AP = 1
        {"beta": 2},
        (1 + 4) * Fraction(5, 6) * 1 / (4 * Fraction(5, 6) + 1),
    ),
    "FAP as printed is the same for beta 1": Convention(
        rt.fap, [1, 0], {"form": "printed"}, f1(f1(HALF, Fraction(1)), Fraction(1)), 0.8
    ),
    "11 points, as the textbook has them": Convention(
        rt.pr_auc,
        SIX,
        {"form": "eleven_points"},
        # 1 up to recall 0.3, 2/3 from 0.4 to 0.6, 3/6 from 0.7 on
        (4 * 1 + 3 * Fraction(2, 3) + 4 * Fraction(3, 6)) / 11,
        0.7273,
        "mean of the interpolated precision at recall 0, 0.1, ..., 1",
    ),
    "11 points: recall of 3/10 is 0.3": Convention(
        rt.pr_auc,
        [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
        {"form": "eleven_points"},
        # 3 of 10 reach recall 0.3 as it is; from 0.4 on the best precision to come is 10/16
        (4 * 1 + 7 * Fraction(10, 16)) / 11,
    ),
    "area under PR: steps": Convention(
        rt.pr_auc, SIX, {}, (1 + Fraction(2, 3) + Fraction(3, 6)) / 3, 0.7222, "steps at each rise in recall"
    ),
    "area under PR: trapezoids": Convention(
        rt.pr_auc,
        SIX,
        {"form": "trapezoids"},
        # the mean of the precisions at both ends of each rise in recall
        ((1 + 1) * HALF + (HALF + Fraction(2, 3)) * HALF + (Fraction(2, 5) + Fraction(3, 6)) * HALF) / 3,
        0.6778,
        "straight lines from point to point",
    ),
    "area under PR: interpolated": Convention(
        rt.pr_auc,
        SIX,
        {"form": "interpolated"},
        (1 + Fraction(2, 3) + Fraction(3, 6)) / 3,
        0.7222,
        "the best precision at this recall or a higher one",
    ),
    "area under PR: interpolated is more where precision rises": Convention(
        rt.pr_auc, [0, 1, 1], {"form": "interpolated"}, (Fraction(2, 3) + Fraction(2, 3)) / 2
    ),
    "tau-b is over the untied pairs": Convention(
        of_two(rt.kendall_tau),
        ([1, 2, 2], [1, 2, 3]),
        {},
        (1 + 1) / math.sqrt(2 * 3),
        0.8165,
        "divided by the pairs that are untied in each list",
    ),
    "tau-a is over all pairs": Convention(
        of_two(rt.kendall_tau), ([1, 2, 2], [1, 2, 3]), {"variant": "a"}, Fraction(1 + 1, 3), 0.6667, "by all pairs"
    ),
    "Spearman with ties: average ranks": Convention(
        of_two(rt.spearman),
        ([1, 2, 3, 4, 5], [1, 2, 3, 3, 5]),
        {},
        # distances from the mean rank: -2, -1, 0, 1, 2 and -2, -1, 1/2, 1/2, 2
        (4 + 1 + 0 + 1 / 2 + 4) / math.sqrt((4 + 1 + 0 + 1 + 4) * (4 + 1 + 1 / 4 + 1 / 4 + 4)),
        0.9747,
        "ties share the mean of their ranks",
    ),
    "Spearman with ties: by differences": Convention(
        of_two(rt.spearman),
        ([1, 2, 3, 4, 5], [1, 2, 3, 3, 5]),
        {"form": "differences"},
        1 - 6 * (Fraction(1, 4) + Fraction(1, 4)) / (5 * (25 - 1)),
        0.975,
        "exact only without ties",
    ),
}


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_each_convention(convention: Convention) -> None:
    trace = convention.metric(convention.ranking, **convention.chosen)
    assert trace.value == pytest.approx(float(convention.expected), rel=0, abs=1e-12)
    if isinstance(convention.expected, Fraction):
        assert trace.exact == convention.expected
    if convention.rounded is not None:
        assert round(trace.value, 4) == convention.rounded
    assert convention.header in " · ".join(trace.conventions)


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
def test_the_default_is_the_first_value(metric: Any) -> None:
    for parameter, declared in metric.declared.items():
        if declared.values:
            assert metric.parameters[parameter] == next(iter(declared.values))


NOT_ABOUT_RELEVANT_ITEMS = ("Judged", "NumRet", "RBPResidual")


def test_no_relevant_item_is_0_and_the_header_says_so(settled: Measure) -> None:
    if settled.name in NOT_ABOUT_RELEVANT_ITEMS:
        return
    for ranking in (Ranking([0, 0, 0]), Ranking([]), Ranking([None, 0])):
        trace = settled(ranking)
        assert trace.value == 0
        assert trace.exact in (0, None)  # None: weights that have no exact value
        assert any("no relevant item" in words for words in trace.conventions)


@pytest.mark.parametrize("name", NOT_ABOUT_RELEVANT_ITEMS)
def test_what_is_not_about_relevant_items_has_no_value_without_any(name: str) -> None:
    assert rt.measure(name)([0]).value > 0
    with pytest.raises(
        ValueError, match=f"no_relevant must be 0 for {name}, not 1: the metric is not about relevant items"
    ):
        rt.measure(f"{name}(no_relevant=1)")


@pytest.mark.parametrize("metric", [rt.precision, rt.recall, rt.f_score, rt.average_precision, rt.dcg, rt.ndcg])
def test_relevant_items_that_were_all_missed_are_no_reason_to_say_so(metric: Callable[..., Any]) -> None:
    trace = metric(Ranking([0, 0], missed=[1]))
    assert trace.value == 0
    assert not any("no relevant item" in words for words in trace.conventions)


def test_gains_count_below_the_grade_from_which_an_item_is_relevant() -> None:
    trace = rt.ndcg(Ranking([1, 1], relevant_from=2))
    assert trace.value == 1
    assert not any("no relevant item" in words for words in trace.conventions)


def test_the_header_says_how_many_items_are_not_judged_and_what_becomes_of_them(settled: Measure) -> None:
    unjudged, irrelevant = Ranking([2, None, 1, None]), Ranking([2, 0, 1, 0])
    what = settled.metric.unjudged
    if what == "counted as not relevant":
        assert settled(unjudged).value == settled(irrelevant).value
    assert f"2 items not judged: {what}" in settled(unjudged).conventions
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


@pytest.mark.parametrize("k", [None, 1, 3, 7])
@pytest.mark.parametrize("denominator", ["ranks", "items"])
def test_precision_and_recall_by_counts_are_the_same_numbers(k: int | None, denominator: str) -> None:
    lists = [Ranking([1, 0, 1, 0]), Ranking([0, 1], missed=[1]), Ranking([0, 0]), Ranking([], missed=[1])]
    for metric, others in ((rt.precision, {"denominator": denominator}), (rt.recall, {})):
        alone = [metric(one, k=k, form="counts", **others) for one in lists]
        assert [trace.exact for trace in alone] == [metric(one, k=k, **others).exact for one in lists]
        assert metric(rt.Batch(lists), k=k, form="counts", **others).exact.tolist() == [one.exact for one in alone]


def test_precision_and_recall_by_counts_read_as_in_a_table_of_confusion() -> None:
    ranking = Ranking([1, 0, 0], missed=[1])
    precision, recall = (metric(ranking, form="counts").to_text() for metric in (rt.precision, rt.recall))
    assert "P = TP_n / (TP_n + FP_n)\nP = 1 / (1 + 2) = 1/3" in precision
    assert "R = TP_n / (TP_n + FN_n)\nR = 1 / (1 + 1) = 1/2" in recall


def test_reciprocal_rank_reads_as_in_books() -> None:
    trace = rt.reciprocal_rank([0, 0, 1, 1])
    assert "RR = 1 / rank_1\nRR = 1 / 3 ≈ 0.3333" in trace.to_text()
    assert trace.columns["rank of the first hit"].exact.tolist() == [0, 0, 3, 3]
    assert rt.reciprocal_rank([0, 0]).exact == 0


def test_weighed_items_outside_the_list_weigh_one() -> None:
    ranking = Ranking([1, 0, 1], missed=[1, 1])
    weights = [Fraction(1, 2), Fraction(1, 4), 1]
    trace = rt.average_precision(ranking, weights=weights, weighting="instances")
    assert trace.exact == (HALF * 1 + 1 * (1 + HALF) / (1 + Fraction(3, 4))) / (1 + HALF + 2)
    cut = rt.average_precision(ranking, weights=weights, weighting="instances", k=1)
    assert cut.exact == HALF / (1 + HALF + 2)
    for denominator in ("relevant", "min", "hits"):
        for k in (None, 2, 5):
            chosen = {"denominator": denominator, "k": k}
            same = rt.average_precision(ranking, weights=1, weighting="instances", **chosen)
            assert same.exact == rt.average_precision(ranking, **chosen).exact


def test_the_area_of_auc_has_another_spelling() -> None:
    trace = rt.roc_auc([1, 0, 1, 0], form="area")
    assert trace == rt.roc_auc([1, 0, 1, 0]) and trace.measure == "AUC"


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
        with pytest.raises(ValueError, match="The gain of grade 0 must be 0, not 1"):
            rt.dcg(lists, gain=gain)


def test_a_table_of_gains_gives_lists_of_a_batch_what_it_gives_each_alone() -> None:
    gain = {1: 1, 2: 3}
    alone = [rt.dcg(grades, gain=gain).value for grades in ([1, 2], [2])]
    assert alone == pytest.approx([1 + 3 / log2(3), 3])
    assert rt.dcg(rt.Batch([[1, 2], [2]]), gain=gain).value.tolist() == pytest.approx(alone)
    assert rt.dcg([2], gain=gain, k=3).value == 3


@pytest.mark.parametrize(
    "discount", ["rank", [1, 0.5, 0.4, 0.1], lambda rank: 1 / rank**2], ids=["1 / rank", "list", "function"]
)
def test_a_discount_gives_lists_of_a_batch_what_it_gives_each_alone(discount: Any) -> None:
    lists = [Ranking([1, 2, 0, 3]), Ranking([0, 2], missed=[3, 1]), Ranking([], missed=[1])]
    for metric in (rt.dcg, rt.ideal_dcg, rt.ndcg):
        for k in (None, 1, 3):
            alone = [metric(one, discount=discount, k=k).value for one in lists]
            assert metric(rt.Batch(lists), discount=discount, k=k).value.tolist() == pytest.approx(alone, abs=1e-12)
    every = np.asarray(rt.ndcg(lists[0], discount=discount).at_every_k(), dtype=float)
    assert every == pytest.approx([rt.ndcg(lists[0], discount=discount, k=k).value for k in range(1, 5)])


def test_a_base_has_no_effect_and_no_line_where_there_is_no_logarithm() -> None:
    for discount in ("rank", [1, 0.5], np.array([1, 0.5])):
        traces = [rt.dcg([1, 2], discount=discount, base=base) for base in (2, 3)]
        assert rt.diagnose(traces[0], "0.1234").right is False  # which tries the other conventions
        assert traces[0].value == traces[1].value
        assert not any("logarithm" in line for line in [*traces[0].conventions, *traces[1].conventions])


# --- choices that no single metric has ----------------------------------------------------------------
def test_a_condensed_list_has_only_what_is_judged() -> None:
    ranking = Ranking(
        [None, 1, None, 0], items=list("abcd"), scores=[4, 3, 2, 1], missed={"x": 2}, relevant_from=2, pooled=["a"]
    )
    condensed = ranking.condensed()
    assert condensed == Ranking([1, 0], items=["b", "d"], scores=[3, 1], missed={"x": 2}, relevant_from=2)
    assert condensed.order.tolist() == [0, 1]
    assert condensed.condensed() is condensed
    assert Ranking([1, 0]).condensed().grades == [1, 0]
    for again in (condensed, pickle.loads(pickle.dumps(condensed)), condensed.with_relevant_from(1)):
        assert "2 items not judged: left out" in rt.precision(again).conventions


def test_a_batch_is_condensed_list_by_list() -> None:
    lists = [Ranking([None, 1, 0]), Ranking([None]), Ranking([2, None, None, 1], missed=[3]), Ranking([])]
    of_rankings = rt.Batch(lists, queries=list("abcd"))
    encoded = np.array([[-2, 1, 0, -2], [-2, -2, -2, -2], [2, -2, -1, 1], [-2, -2, -2, -2]])
    missed = np.array([[0], [0], [3], [0]])
    arrays = Arrays.from_encoded(
        encoded, lengths=np.array([3, 1, 4, 0]), missed=missed, missed_counts=np.array([0, 0, 1, 0])
    )
    of_arrays = rt.Batch.of_arrays(list("abcd"), arrays)
    for batch in (of_rankings, of_arrays):
        condensed = batch.condensed()
        assert [one.grades for one in condensed] == [one.condensed().grades for one in lists]
        assert condensed.queries == batch.queries
        assert condensed.condensed() is condensed
        trace = rt.ndcg(batch, k=2, judged_only=True)
        assert trace.value.tolist() == [rt.ndcg(one.condensed(), k=2).value for one in lists]
        assert "4 items not judged: left out" in trace.conventions
        assert rt.mean("AP", batch, judged_only=True).exact == rt.mean("AP", [one.condensed() for one in lists]).exact


def test_ties_of_a_ranking_in_another_order() -> None:
    tied = Ranking([1, 0, 2, 0, 3], items=list("badec"), scores=[5, 5, 3, 3, 3])
    assert "".join(tied.reordered("item_ascending").items) == "abcde"
    assert "".join(tied.reordered("item_descending").items) == "baedc"
    assert tied.reordered("item_descending").grades == [1, 0, 0, 2, 3]
    assert tied.reordered("stable") is tied
    without = Ranking([1, 0], items=["a", "b"])
    assert without.reordered("item_descending") is without
    assert without.reordered("refuse") is without
    with pytest.raises(ValueError, match="ties must be 'stable'"):
        tied.reordered("averaged")
    batch = rt.Batch([tied, without])
    assert rt.precision(batch, k=1, ties="item_ascending").value.tolist() == [0, 1]
    with pytest.raises(ValueError, match="items 'b' and 'a' both have 5"):
        rt.precision(batch, ties="refuse")
    assert rt.Batch(np.array([[1, 0]])).reordered("item_ascending").queries == ("q1",)


def every_order(ranking: Ranking) -> list[Ranking]:
    """The ranking with its tied items in all their orders, those that look alike included."""
    runs = ranking.tied_runs()
    orders = [list(itertools.chain(*runs)) for runs in itertools.product(*map(itertools.permutations, runs))]
    return [ranking.replace(grades=[ranking.grades[place] for place in order]) for order in orders]


FEW = st.integers(0, 4).flatmap(
    lambda n: st.builds(
        lambda grades, scores, missed: Ranking(grades, scores=sorted(scores, reverse=True), missed=missed),
        st.lists(st.sampled_from([0, 1, 2, None]), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), max_size=2),
    )
)


@settings(max_examples=25)
@given(measure=from_type(Measure), ranking=FEW, k=st.none() | st.integers(1, 6))
def test_averaged_ties_are_the_mean_over_all_orders(measure: Measure, ranking: Ranking, k: int | None) -> None:
    if "ties" not in measure.metric.shared:
        return
    chosen = {**measure.parameters, "ties": "averaged"}
    trace = measure.metric(ranking, **chosen, k=k)
    one_by_one = [measure.metric(one, **{**measure.parameters, "ties": "stable"}, k=k) for one in every_order(ranking)]
    assert trace.value == pytest.approx(np.mean([one.value for one in one_by_one]), abs=1e-12)
    if trace.exact is not None and all(one.exact is not None for one in one_by_one):
        assert trace.exact == sum(one.exact for one in one_by_one) / len(one_by_one)
    batch = measure.metric(rt.Batch([ranking, ranking]), **chosen, k=k)
    assert batch.value.tolist() == pytest.approx([trace.value] * 2, abs=1e-12)
    every = np.asarray(trace.at_every_k(), dtype=float)
    assert every.tolist() == pytest.approx(
        [measure.metric(ranking, **chosen, k=depth).value for depth in range(1, len(every) + 1)], abs=1e-12
    )


def test_the_rows_of_averaged_ties_are_the_orders() -> None:
    tied = Ranking([1, 0, 0, 1], items=list("abcd"), scores=[2, 1, 1, 1])
    trace = rt.average_precision(tied, ties="averaged")
    assert trace.rows == "order"
    assert [row["items"] for row in trace.to_records()] == ["a, b, c, d", "a, b, d, c", "a, d, b, c"]
    assert trace.exact == ((1 + Fraction(2, 4)) / 2 + (1 + Fraction(2, 3)) / 2 + (1 + 1) / Fraction(2)) / 3
    alike = "those that differ only among items judged alike count once"
    assert f"averaged over all orders of equal scores ({alike}; McSherry and Najork 2008)" in trace.conventions
    assert len(trace.steps) == 3
    for again in (pickle.loads(pickle.dumps(trace)), rt.read_json(trace.to_json())):
        assert again == trace
    over = rt.mean("AP(ties='averaged')", [tied, [1, 0]])
    assert over.exact == (trace.exact + 1) / 2
    assert over[0] == trace


def test_too_many_orders_are_refused_with_what_to_do() -> None:
    tied = Ranking([1, 0] * 20, scores=[1] * 40)
    with pytest.raises(ValueError, match="137,846,528,820 orders of equal scores to average over, more than 5,040"):
        rt.average_precision(tied, ties="averaged")
    discounted = sum(1 / log2(rank + 1) for rank in range(1, 41))
    assert rt.dcg(tied, ties="averaged").value == pytest.approx(discounted / 2)  # needs no orders
    assert rt.average_precision(Ranking([1] + [0] * 999, scores=[1] * 1000), ties="averaged").value == pytest.approx(
        sum(1 / rank for rank in range(1, 1001)) / 1000
    )


def test_shared_gains_are_exact_and_said() -> None:
    trace = rt.cumulative_gain(Ranking([3, 0, 1], scores=[2, 2, 1]), k=1, ties="averaged")
    assert trace.exact == Fraction(3 + 0, 2)
    shared = rt.dcg(Ranking([3, 0, 1], scores=[2, 2, 1]), ties="averaged")
    assert shared.columns["shared gain"].exact.tolist() == [Fraction(3, 2), Fraction(3, 2), 1]
    assert "items with equal scores share the mean of their gains (McSherry and Najork 2008)" in shared.conventions
    untied = rt.ndcg(Ranking([3, 0, 1], scores=[3, 2, 1]), ties="averaged")
    assert "shared gain" not in untied.columns
    assert untied.value == rt.ndcg([3, 0, 1]).value


@given(measure=from_type(Measure), ranking=from_type(Ranking), k=st.none() | st.integers(1, 9))
def test_no_relevant_item_changes_only_lists_without_any(measure: Measure, ranking: Ranking, k: int | None) -> None:
    if measure.name in NOT_ABOUT_RELEVANT_ITEMS:
        return
    plain, changed = (measure.metric(ranking, **measure.parameters, k=k, **one) for one in ({}, {"no_relevant": 1}))
    nothing = any("no relevant item at all" in words for words in plain.conventions)
    assert changed.value == (1 if nothing else plain.value)
    batch = measure.metric(rt.Batch([ranking, ranking]), **measure.parameters, k=k, no_relevant=1)
    assert batch.value.tolist() == pytest.approx([changed.value] * 2, abs=1e-12)
    if nothing:
        with pytest.raises(ValueError, match="there is no relevant item in q2: no_relevant='error'"):
            relevant = ranking.relevant_from
            first = ranking.with_grade(1, relevant) if len(ranking) else Ranking([relevant], relevant_from=relevant)
            measure.metric(rt.Batch([first, ranking]), **measure.parameters, no_relevant="error")


def test_a_mean_counts_lists_without_relevant_items_as_1_where_that_is_chosen() -> None:
    trace = rt.mean("nDCG@3", [[0, 0], [0, 1]], no_relevant=1)
    assert trace.value == pytest.approx((1 + 1 / log2(3)) / 2)
    assert "a list without a relevant item counts as 1" in trace.conventions
    with pytest.raises(
        ValueError, match="no_relevant must not be 1 for average='pooled', which has no value per query"
    ):
        rt.mean("LAG", [[0, 0], [0, 1]], average="pooled", no_relevant=1)
    with pytest.raises(
        ValueError, match="ties must not be 'averaged' for average='means', which has no value per query"
    ):
        rt.mean("F", [[0, 0], [0, 1]], average="means", ties="averaged")


# --- presets ----------------------------------------------------------------------------------------
ROWS = [(one, name) for one in TOOLS for name in one.measures]


def written(name: str, k: int | None) -> str:
    """A measure of ours; ir_measures has another one that it calls Accuracy."""
    return name.rstrip("@").replace("Accuracy", "Success") + (f"@{k}" if k else "")


@pytest.mark.parametrize(("tool", "name"), ROWS, ids=lambda one: getattr(one, "name", one))
def test_each_measure_of_each_preset_is_one_of_ours(tool: Tool, name: str) -> None:
    theirs = tool.measures[name]
    made = rt.measure(written(name, None if theirs.whole else 5), convention=tool.name)
    for parameter, value in theirs.parameters.items():
        if parameter == "average":
            assert value in made.metric.averages
        else:
            assert made.metric.with_defaults(made.parameters)[parameter] == value
    assert theirs.at_k or theirs.whole
    assert rt.measure(str(made)) == made  # the string is explicit: it does not name the tool
    assert "convention" not in str(made)
    trace = made([2, 0, 1], [3, 2, 1]) if tool.compares else made(Ranking([2, 0, 1, 0, 0], scores=[5, 4, 3, 2, 1]))
    assert tool.words in trace.conventions
    assert trace.measure == str(made)
    assert (
        pickle.loads(pickle.dumps(trace)).conventions == rt.read_json(trace.to_json()).conventions == trace.conventions
    )


OF_ONE_LIST = [(one, name) for one, name in ROWS if not one.compares]
LACKED = [(one, name, None) for one, name in OF_ONE_LIST if not (name.endswith("@") or one.measures[name].whole)]
LACKED += [(one, name, 5) for one, name in OF_ONE_LIST if not (one.measures[name].at_k or f"{name}@" in one.measures)]


@pytest.mark.parametrize(("tool", "name", "k"), LACKED, ids=lambda one: getattr(one, "name", str(one)))
def test_what_the_table_marks_as_absent_is_refused_with_what_to_use_instead(
    tool: Tool, name: str, k: int | None
) -> None:
    metric = rt.measure(name).metric
    for call in (
        lambda: rt.measure(written(name, k), convention=tool.name),
        lambda: metric([1, 0, 1], k=k, convention=tool.name),
        lambda: rt.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, [written(name, k)], convention=tool.name),
        lambda: rt.mean(written(name, k), [[1, 0]], convention=tool.name),
    ):
        with pytest.raises(ValueError, match=f"{tool.name} has no {name} with") as error:
            call()
    instead, _, its = str(error.value).partition(" Use ")[2].partition(", which is its ")
    assert rt.measure(instead.replace("Accuracy", "Success"), convention=tool.name)([1, 0, 1, None]).value > 0
    assert its.startswith(tool.measures[name].whole if k else tool.measures[name].at_k.format(10))


def test_another_measure_of_a_tool_by_the_name_of_ours_is_refused() -> None:
    for name in ("Accuracy", "Accuracy@5", "Accuracy(rel=2)@5"):
        with pytest.raises(ValueError, match="Its Accuracy is the fraction of pairs in the right order; write Success"):
            rt.evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 2.0, "b": 1.0}}, [name], convention="ir_measures")
    assert rt.measure("Success@5", convention="ir_measures")([0, 1]).value == 1


@pytest.mark.parametrize(("name", "tool", "k"), [
    ("AP", "kaggle", 10), ("nDCG", "recommenders", 10), ("P", "cwl-eval", 10), ("P", "xgboost", 32),
])  # fmt: skip
def test_the_cutoff_of_a_tool_is_set_where_none_is_written(name: str, tool: str, k: int) -> None:
    ranking = Ranking([0] * 3 + [1] * 40 + [0] * 20)
    made = rt.measure(name, convention=tool)
    assert made.parameters["k"] == k and f"cutoff k = {k}" in made(ranking).conventions
    assert (
        made(ranking)
        == rt.measure(f"{name}@{k}", convention=tool)(ranking)
        == made.metric(ranking, k=None, convention=tool)
    )
    assert made(ranking).value != rt.measure(f"{name}@50", convention=tool)(ranking).value


def test_the_persistence_of_a_tool_is_set_where_none_is_written() -> None:
    made = rt.measure("RBP", convention="cwl-eval")([1, 1])
    assert made.value == pytest.approx((1 - 0.9) * (1 + 0.9)) and made != rt.rbp([1, 1])


@pytest.mark.parametrize("name", ["RR", "Bpref"])
def test_a_tool_without_cutoffs_is_not_named_at_every_k(name: str) -> None:
    trace = rt.measure(name, convention="trec_eval")(Ranking([0, 1, 0, 1], scores=[2, 1, 1, 0]))
    every = trace.at_every_k()
    assert every.values[-1] == trace.value and len(every) == 4
    cut = trace.metric.with_cutoff(trace.parameters, 3)
    assert "convention" not in cut and cut["ties"] == "item_descending"


def test_every_preset_says_where_it_is_known_from() -> None:
    for one in TOOLS:
        assert one.source and one.version
        assert one.queries in QUERIES
        assert one.ties in (None, "stable", "item_descending", "item_ascending")


def test_what_is_given_wins_over_a_preset() -> None:
    ranking = Ranking([3, 2, 0], missed=[3])
    assert rt.ndcg(ranking, convention="scikit-learn").value == rt.ndcg(ranking, ideal="retrieved").value
    both = rt.ndcg(ranking, convention="scikit-learn", ideal="uncut")
    assert both.value == rt.ndcg(ranking, ideal="uncut").value
    assert 'as in scikit-learn 1.9, but with ideal="uncut"' in both.conventions
    assert rt.measure('nDCG(ideal="uncut")', convention="scikit-learn")(ranking) == both
    assert rt.measure("ndcg_burges@2", convention="ranx").parameters["gain"] == "exponential"
    assert rt.mean("nDCG", [ranking], convention="scikit-learn", ties="stable").measure == 'nDCG(ideal="retrieved")'
    measure = rt.measure("nDCG@2")
    assert rt.measure(measure, convention="gdeval") == rt.measure('nDCG(gain="exponential", ties="item_descending")@2')
    assert rt.measure(rt.ndcg, convention="rax") == rt.measure("nDCG", convention="rax")


def test_a_preset_can_depend_on_the_cutoff() -> None:
    assert str(rt.measure("RR", convention="ir_measures")) == 'RR(ties="item_descending")'
    assert str(rt.measure("RR@10", convention="ir_measures")) == 'RR(ties="item_ascending")@10'


def test_a_preset_can_have_a_cutoff_of_its_own() -> None:
    assert str(rt.measure("AP", convention="xgboost")) == 'AP(denominator="min", no_relevant=1)@32'
    assert str(rt.measure("pre", convention="xgboost")) == str(rt.measure("pre@32", convention="xgboost"))
    long, made = [0] * 32 + [1], rt.measure("P", convention="xgboost")
    assert (made(long).value, rt.precision(long).value) == (0, 1 / 33)
    assert "cutoff k = 32" in made(long).conventions


def test_what_is_of_a_whole_list_is_not_said_to_be_of_a_tool_that_cuts_it() -> None:
    whole, cut = (changes_of(tool("xgboost"), rt.ndcg.metric, k, {}, {"ties": False}) for k in (None, 32))
    assert whole is None and cut is not None


def test_a_preset_says_how_queries_are_averaged() -> None:
    lists = [[1, 0], [0, 0], [1, 1]]
    trace = rt.mean("F@2", lists, convention="evidently")
    assert trace.exact == f1((HALF + 1) / 2, Fraction(1))
    assert "from the mean precision and the mean recall, of queries with a relevant item" in trace.conventions
    assert rt.mean("F@2", lists, convention="evidently", average="query", queries="all").exact == (f1(HALF, 1) + 1) / 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: rt.measure("AP", convention="trec"),
            "convention must be one of 'trec_eval', .* Did you mean 'trec_eval'",
        ),
        (lambda: rt.ndcg([1], convention="sklaern"), "convention must be one of .*, not 'sklaern'"),
        (lambda: rt.mean("AP", [[1]], convention="Rankx"), "Did you mean 'ranx'"),
        (lambda: rt.measure("AP", convention="sklearn"), "scikit-learn has no AP. .*average_precision_score .* PRAUC"),
        (
            lambda: rt.measure("AUC", convention="xgboost"),
            "xgboost has no AUC. The metric must be one of P, AP, nDCG. Its auc compares",
        ),
        (lambda: rt.measure("PRAUC", convention="xgboost"), "xgboost has no PRAUC. .* Its aucpr goes from"),
        (
            lambda: rt.measure("RR", convention="scikit-learn"),
            "'RR': scikit-learn has no RR. The metric must be one of DCG, nDCG, AUC",
        ),
        (lambda: rt.lag([1], convention="trec_eval"), "trec_eval has no LAG. The metric must be one of P, R, F"),
        (lambda: rt.kendall_tau([1, 2], [2, 1], convention="ranx"), "ranx has no Tau"),
        (lambda: rt.conventions("xyz"), "convention must be one of .*, not 'xyz'"),
    ],
)
def test_what_no_tool_has(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
    with pytest.raises(TypeError, match="convention must be the name of a tool, such as 'trec_eval', not 3"):
        rt.ndcg([1], convention=3)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("sklearn", "scikit-learn"),
        ("scikit_learn", "scikit-learn"),
        ("SciKit-Learn", "scikit-learn"),
        ("TREC_EVAL", "trec_eval"),
        ("trec-eval", "trec_eval"),
        ("trec-eval-9", "trec_eval_9"),
        ("Ranx", "ranx"),
        ("cwl_eval", "cwl-eval"),
        ("lightgbm", "lightgbm"),
        ("LGBM", "lightgbm"),
        ("CatBoost", "catboost"),
        ("xgb", "xgboost"),
        ("mteb", "mteb"),
        ("BEIR", "beir"),
        ("llamaindex", "llama-index"),
        ("llama_index", "llama-index"),
        ("llama_index.core", "llama-index"),
        ("haystack-ai", "haystack"),
        ("ragas", "ragas"),
        ("DeepEval", "deepeval"),
        ("mlflow", "mlflow"),
        ("implicit", "implicit"),
        ("spark", "spark"),
        ("pyspark.mllib", "spark"),
        ("Spark ML", "spark"),
        ("sbert", "sentence-transformers"),
        ("sentence_transformers", "sentence-transformers"),
        ("LensKit", "lenskit"),
        ("RecBole", "recbole"),
        ("elastic", "elasticsearch"),
        ("Elasticsearch", "elasticsearch"),
        ("opensearch", "opensearch"),
    ],
)
def test_other_names_of_a_tool(written: str, name: str) -> None:
    (known,) = rt.conventions(written)
    assert known.name == name
    metric = next(one for one in known.measures if not one.endswith("@"))
    measure = metric if known.measures[metric].whole else f"{metric}@2"
    one, other = (rt.measure(measure, convention=called)([1, 0]) for called in (written, name))
    assert one == other
    assert one.conventions == other.conventions


@pytest.mark.parametrize(("typed", "near"), [
    ("mteb2", "mteb"), ("raga", "ragas"), ("deepval", "deepeval"), ("light-gbm2", "lightgbm"), ("trec", "trec_eval"),
    ("llama", "llama-index"), ("foo", ""), ("rag", ""), ("ray", ""), ("lightfm", ""), ("torch", ""), ("rank", ""),
    ("spacy", ""), ("langchain", ""), ("pyserini", ""), ("trulens", ""), ("lucene", ""), ("tensorflow", ""), ("", ""),
])  # fmt: skip
def test_only_a_tool_that_is_nearly_what_was_typed_is_suggested(typed: str, near: str) -> None:
    with pytest.raises(ValueError, match="convention must be one of") as error:
        rt.measure("AP", convention=typed)
    assert str(error.value).partition("Did you mean ")[2] == (f"{near!r}?" if near else "")


def test_no_two_tools_have_one_name() -> None:
    assert [tool(one.name.upper()) for one in TOOLS] == list(TOOLS)


# --- scores as 32-bit floats --------------------------------------------------------------------------
NEARLY_TIED = Ranking([1, 0], items=["a", "b"], scores=[1.0000000001, 1.0])
IN_32_BITS = "scores are compared as 32-bit floats"


def test_scores_that_differ_only_beyond_32_bits_are_tied_in_some_tools() -> None:
    for name in ("pytrec_eval", "trec_eval_9", "ir_measures"):
        assert tool(name).single_precision
        trace = rt.reciprocal_rank(NEARLY_TIED, convention=name)
        assert trace.exact == HALF
        assert trace.ranking.items == ("b", "a")
        assert IN_32_BITS in trace.conventions
        assert rt.measure("RR", convention=name)(rt.Batch([NEARLY_TIED, [1]])).value.tolist() == [0.5, 1]
        assert rt.read_json(trace.to_json()) == pickle.loads(pickle.dumps(trace)) == trace
    for name in ("trec_eval", "ranx", "gdeval"):
        assert not tool(name).single_precision
    trace = rt.reciprocal_rank(NEARLY_TIED, convention="trec_eval")
    assert trace.value == 1
    assert IN_32_BITS not in trace.conventions
    assert IN_32_BITS not in rt.reciprocal_rank([0, 1], convention="pytrec_eval").conventions


def test_ir_measures_compares_some_scores_in_full() -> None:
    assert rt.reciprocal_rank(NEARLY_TIED, k=10, convention="ir_measures").value == 1
    assert tool("ir_measures").rounds_for("RR") and tool("ir_measures").rounds_for("AP", 10)
    assert not any(tool("ir_measures").rounds_for(name, 10) for name in ("RR", "Judged", "ERR"))


def test_scores_beyond_the_largest_32_bit_float_are_tied() -> None:
    for scores in ([1e300, 1e299], [10**300, 10**299], [Fraction(1, 3) + Fraction(1, 10**15), Fraction(1, 3)]):
        huge = Ranking([1, 0], items=["a", "b"], scores=scores)
        assert rt.reciprocal_rank(huge, convention="pytrec_eval").exact == HALF
        assert rt.reciprocal_rank(huge, convention="trec_eval").value == 1
    apart = Ranking([1, 0], items=["a", "b"], scores=[1.000001, 1])
    assert rt.reciprocal_rank(apart, convention="pytrec_eval").ranking == apart


def test_the_table_of_conventions() -> None:
    every = rt.conventions()
    assert [one.name for one in every] == [one.name for one in TOOLS]
    for written in (repr(every), every.to_markdown().replace("\\", ""), every._repr_html_()):
        for one in TOOLS:
            assert one.name in written and one.version in written
        assert "nDCG: ideal" in written and "equal scores" in written
    assert len(repr(every).splitlines()) == len(TOOLS) + 1
    one = rt.conventions("ir_measures")
    assert len(one) == 1
    for name, theirs in one[0].measures.items():
        assert name in repr(one) and theirs.whole in repr(one)
    assert "RR@k" in repr(one) and "mean over: all" in repr(one)
    assert "scores: 32-bit" in repr(one) and "scores: 64-bit" in repr(rt.conventions("trec_eval"))
    assert "Compares two lists." in repr(rt.conventions("scipy")) and "mean over" not in repr(rt.conventions("scipy"))
    table = {
        entry.title: dict(zip(every.table().entries[0].cells, entry.cells, strict=True))
        for entry in every.table().entries
    }
    for one in TOOLS:  # nothing is said of lists by a tool that compares two
        assert not one.compares or {table[title][one.name] for title in OF_A_TOOL} == {""}
    others = table["other parameters"]
    assert [others[tool] for tool in ("ircor", "sigir2024-rbo")] == ["TauAP: ties a", "RBO: ties a"]
    assert others["xgboost"] == "P: k 32, no relevant 0; AP: k 32; nDCG: k 32"
    for each in every:  # what has one name with a cutoff and without stands once
        for names in rt.conventions(each.name).table().entries[1].cells:
            assert len(set(names.split(", "))) == names.count(",") + 1


# --- conventions in every notation --------------------------------------------------------------------------
TIED_AND_UNJUDGED = Ranking([1, None, 0, 2, 0], items=list("edcba"), scores=[3, 3, 2, 2, 2], missed=[1])


@pytest.mark.parametrize(
    ("chosen", "ranking"),
    [
        ({"judged_only": True}, TIED_AND_UNJUDGED),
        ({"ties": "averaged"}, TIED_AND_UNJUDGED),
        ({"ties": "item_descending", "judged_only": True}, TIED_AND_UNJUDGED),
        ({"no_relevant": 1}, TIED_AND_UNJUDGED),
        ({"no_relevant": 1}, Ranking([0, None, 0])),
        ({"no_relevant": "nan"}, TIED_AND_UNJUDGED),
        ({"no_relevant": "nan"}, Ranking([0, None, 0])),
        ({"convention": "trec_eval"}, TIED_AND_UNJUDGED),
    ],
    ids=str,
)
@pytest.mark.parametrize("k", [None, 3, 7])
def test_a_trace_with_conventions_in_every_notation(chosen: dict[str, Any], ranking: Ranking, k: int | None) -> None:
    for measure in ("AP", "nDCG", "P(denominator='items')", "F(form='counts')", "RR", "GAP", "RBP", "ERR", "IPA11"):
        made = rt.measure(measure)
        if "convention" in chosen and rt.conventions("trec_eval")[0].measure_for(made.name, k) is None:
            continue
        trace = made.metric(ranking, **{**made.metric.with_defaults(made.parameters), **chosen, "k": k})
        for written in (trace.to_text(), trace.to_markdown(), trace.to_html(), trace.to_latex(), trace.to_mathml()):
            assert written
        assert rt.read_json(trace.to_json()) == pickle.loads(pickle.dumps(trace)) == trace
        assert len(trace.steps) == len(trace.to_records()) >= trace.axis.length  # an ideal list can be longer
        again = rt.measure(trace.measure)
        assert again(ranking).value == pytest.approx(trace.value, abs=0, nan_ok=True)


def test_a_level_of_relevance_counts_where_each_relevant_item_has_gain_1() -> None:
    measure = rt.measure('nDCG(gain="binary", rel=2)@2')
    assert str(measure) == 'nDCG(gain="binary", rel=2)@2' and measure([1, 2]).value == pytest.approx(1 / log2(3))
    assert rt.measure('nDCG(gain="binary")')([1, 2]).value == 1
    assert rt.ndcg(Ranking([1], relevant_from=2), gain="binary", no_relevant=1).value == 1
    with pytest.raises(ValueError, match="rel needs a metric of relevant or not, but nDCG counts grades as they are"):
        rt.measure("nDCG(rel=2)@2")


def test_a_name_that_tools_share_implies_what_they_agree_on() -> None:
    assert str(rt.measure("precision_at_k")) == "P" and str(rt.measure("ndcg_at_k@5")) == "nDCG@5"
    assert str(rt.measure("precision_at_k@5", convention="mlflow")) == 'P(denominator="items")@5'
