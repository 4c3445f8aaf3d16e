"""A function of a student against the definition: which mistake, and never a right one called wrong."""

import contextlib
import gc
import itertools
import math
import operator
import re
import signal
import statistics
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.explain.numbers.code_errors import OF_METRIC, on_any_list
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.record import Asked
from tests.catalogue import random_traces


# --- functions with one mistake -----------------------------------------------------------------------------------
def discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def log_and_1(rank: int) -> float:
    return 1 / (math.log2(rank) + 1)


def dcg_of(grades: Any, weight: Callable[[int], float] = discount, gain: Callable[[Any], Any] = lambda g: g) -> float:
    return float(sum(gain(grade) * weight(rank) for rank, grade in enumerate(grades, 1)))


def best(grades: Any) -> list[Any]:
    return sorted(grades, reverse=True)


def ratio(above: Any, below: Any) -> Any:
    return above / below if below else 0


def p_and_r(retrieved: Any, relevant: Any) -> tuple[float, float]:
    hits = len(set(retrieved) & relevant)
    return hits / len(retrieved), ratio(hits, len(relevant))


def credits(grades: Any) -> list[float]:
    return [sum(grades[:rank]) / rank for rank in range(1, len(grades) + 1) if grades[rank - 1]]


def ap(retrieved: Any, relevant: Any) -> list[float]:
    return credits([int(item in relevant and item not in retrieved[:i]) for i, item in enumerate(retrieved)])


def pairs_of(y_true: Any, y_score: Any) -> list[float]:
    """The difference of the scores in each pair of a relevant and another item."""
    scored = list(zip(y_true, y_score, strict=True))
    return [one - other for true, one in scored if true for false, other in scored if not false]


def orders(first: Any, second: Any) -> list[float]:
    n = len(first)
    return [float((first[i] - first[j]) * (second[i] - second[j])) for i in range(n) for j in range(i)]


def signs(first: Any, second: Any) -> int:
    return sum((order > 0) - (order < 0) for order in orders(first, second))


def opposite(first: Any, second: Any) -> int:
    """The pairs that two lists of names order differently."""
    at = [second.index(name) for name in first]
    return sum(at[i] > at[j] for j in range(len(at)) for i in range(j))


def untied(y_true: Any, y_score: Any) -> float:
    return sum(one > 0 for one in pairs_of(y_true, y_score)) / len(pairs_of(y_true, y_score))


def auc_of(y_true: Any, y_score: Any) -> float:
    differences = pairs_of(y_true, y_score)
    return sum((one > 0) + (one == 0) / 2 for one in differences) / len(differences)


def by_items(grade: Callable[[float, float], float]) -> Callable[..., float]:
    """A function of precision and recall."""
    return lambda retrieved, relevant: grade(*p_and_r(retrieved, relevant))


def with_dcg(weight: Callable[[int], float] = discount, gain: Callable[[Any], Any] = lambda g: g) -> Callable[..., Any]:
    """nDCG with another discount or gain."""
    return lambda grades: ratio(dcg_of(grades, weight, gain), dcg_of(best(grades), weight, gain))


def rr_of_names(qrels: Any, names: Any) -> float:
    return next((1 / rank for rank, name in enumerate(names, 1) if qrels.get(name, 0) > 0), 0)


def pairs_won(y_true: Any, y_score: Any) -> float:
    return sum((one > 0) + (one == 0) / 2 for one in pairs_of(y_true, y_score))


def hits_too_late(grades: list[int]) -> Any:
    return ratio(sum(sum(grades[:i]) * g / (i + 1) for i, g in enumerate(grades)), sum(grades))


def steps(numbers: Any) -> list[int]:
    """The sign of the later number minus the earlier one, of each pair."""
    return [int(np.sign(one - other)) for place, one in enumerate(numbers) for other in numbers[:place]]


def rises(numbers: Any) -> list[bool]:
    return [one > other for place, one in enumerate(numbers) for other in numbers[:place]]  # of names, too


def falls(numbers: Any) -> list[bool]:
    return [one < other for place, one in enumerate(numbers) for other in numbers[:place]]


def tau(concordant: Any) -> float:
    """Tau, if every pair is either concordant or discordant."""
    return 2 * float(np.mean(list(concordant))) - 1


def both_tied(first: Any, second: Any) -> float:
    pairs = list(zip(steps(first), steps(second), strict=True))
    return sum(1 if x == y == 0 else x * y for x, y in pairs) / len(pairs)


def lowest(numbers: Any) -> list[int]:
    return [sorted(numbers).index(one) for one in numbers]


def highest(numbers: Any) -> list[int]:
    return [-sorted(numbers, reverse=True).index(one) for one in numbers]


def dense(numbers: Any) -> list[int]:
    return [sorted(set(numbers)).index(one) for one in numbers]


def by_place(numbers: Any) -> list[int]:
    order = sorted(range(len(numbers)), key=lambda place: numbers[place])
    return [order.index(place) for place in range(len(numbers))]


def ordinal(numbers: Any) -> Any:
    return np.argsort(np.argsort(numbers))


def rank_sum(relevant: Any, ranks: Any) -> float:
    """AUC from the ranks, which begin at 0."""
    m = int(np.sum(relevant))
    return float((np.sum(ranks[np.asarray(relevant) > 0]) - m * (m - 1) / 2) / (m * (len(relevant) - m)))


def found_at(grades: Any) -> list[int]:
    return [rank for rank, grade in enumerate(grades, start=1) if grade > 0]


def hits_at(grades: Any, rank: int) -> int:
    return sum(one <= rank for one in found_at(grades))


def squared(x: Any, y: Any) -> float:
    n = len(x)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / (n**3 - n)


PLANTED: list[tuple[str, Any, str]] = [
    ("P@3", lambda grades: sum(grades[:3]) / len(grades), "P@3 divided by the length of the list (n)"),
    ("P@3", lambda grades: sum(grades[:2]) / 2, "P@2, cut off one rank too early"),
    ("P@3", lambda grades: round(sum(grades[:3]) / 3, 2), "P@3 rounded to 2 digits"),
    ("P", lambda grades, k: sum(grades) / len(grades), "P of the whole list, not cut off at rank 3"),
    ("R", by_items(lambda p, r: p), "R divided by the length of the list"),
    ("F", by_items(lambda p, r: p), "P, precision"),
    ("F", by_items(lambda p, r: p * r), "the product of precision and recall"),
    ("F", by_items(min), "the smaller of precision and recall"),
    ("F(beta=2)", by_items(lambda p, r: ratio(5 * p * r, p + 4 * r)), "F0.5 (beta=0.5), not F2"),
    ("RR", lambda grades: grades.index(1) if 1 in grades else 0, "1 / RR − 1"),
    ("AP", hits_too_late, "with hits of the rank before"),
    ("AP@3", lambda grades: sum(credits(grades[:3])) / 3, "AP@3 divided by the cutoff (k)"),
    ("AP@3", lambda retrieved, relevant: ratio(sum(found := ap(retrieved, relevant)), len(found)),
     'AP of the whole list, not cut off at rank 3; also divided by the relevant items found (denominator="hits")'),
    ("nDCG", with_dcg(lambda rank: 1 / rank), 'discount="rank"'),
    ("nDCG", with_dcg(lambda rank: discount(rank + 1)), "with log2(i + 2) instead of log2(i + 1)"),
    ("nDCG@3", lambda grades: ratio(sum(grades[:3]), sum(best(grades)[:3])), "gain not divided by the divisor"),
    ("nDCG", lambda grades: float(any(grades)), "list and its ideal are in the same order"),
    ("nDCG@3", lambda grades, missed: with_dcg()(grades[:3]), "built from the first k results only"),
    (
        "nDCG@3",
        lambda grades, missed: ratio(dcg_of(grades[:3]), dcg_of(best([*grades[:3], *missed])[:3])),
        "leaves out the results below the first k",
    ),
    ("nDCG@3", lambda grades, missed: ratio(dcg_of(grades[:3]), dcg_of(best([*grades, *missed]))), 'ideal="uncut"'),
    ("nDCG@3", lambda grades: ratio(dcg_of(grades), dcg_of(best(grades)[:3])), "cut off only in the ideal order"),
    ("nDCG@3", lambda grades, missed: ratio(dcg_of(grades[:3]), dcg_of(best(grades))), "only, and it is never cut"),
    ("nDCG@3", lambda grades, missed: ratio(dcg_of(grades[:3]), dcg_of(best([*grades[:3], *missed]))),
     "leaves out the results below the first k, and it is never cut"),
    ("F1@3", lambda grades, m, k: ratio(2 * hits_at(grades, len(grades)), k + m), "items of the whole list"),
    ("F1@3", lambda grades, m, k: ratio(2 * (hits := hits_at(grades, k)), k + m - hits), "once in the divisor"),
    (
        "nDCG",
        lambda grades: ratio(sum(g / math.log10(i + 1) for i, g in enumerate(grades, 1)), dcg_of(best(grades))),
        "(base=10), not logarithms to base 2, only in the list itself",
    ),
    (
        "nDCG",
        lambda grades: ratio(dcg_of(grades), sum(g / max(1, math.log2(i)) for i, g in enumerate(best(grades), 1))),
        "not by log(rank + 1), only in the ideal order",
    ),
    (
        "nDCG",
        lambda grades: ratio(dcg_of(grades), dcg_of(sorted(grades))),
        "divide by the worst order, not by the best",
    ),
    ("nDCG", with_dcg(gain=lambda g: 2**g), "take 2^g as the gain"),
    ("DCG@3", lambda grades: dcg_of(grades[:3], log_and_1), "DCG@3 with log2(i) + 1 instead of log2(i + 1)"),
    ("nDCG", with_dcg(log_and_1), "nDCG with log2(i) + 1 instead of log2(i + 1)"),
    ("RR", lambda qrels, run: rr_of_names(qrels, sorted(run)), "sort the items by name; sort by score"),
    ("RR", lambda qrels, run: rr_of_names(qrels, sorted(run, reverse=True)), "by name, last first; sort by score"),
    ("AUC", lambda y_true, y_score: 1 - auc_of(y_true, y_score), "1 − AUC"),
    ("AUC", lambda y_true, y_score: 2 * auc_of(y_true, y_score) - 1, "2 · AUC − 1"),
    ("AUC", lambda y, scores: statistics.fmean(one < 0 for one in pairs_of(y, scores) or [0]), "turn < around"),
    ("DCG", lambda grades: grades[-1] * discount(len(grades)) if grades else 0, "the last rank adds; write +="),
    ("AP", lambda grades, m: ratio(hits_at(grades, last := max(found_at(grades) or [1])) / last, m), "write +="),
    ("AUC", lambda y_true, y_score: pairs_won(y_true, y_score) / len(y_true) ** 2, "the square of the length"),
    ("AUC", pairs_won, "AUC not divided by h_n · (n − h_n)"),
    ("Tau", lambda first, second: signs(first, second) / len(orders(first, second)), 'variant="a"'),
    ('Tau(variant="a")', lambda first, second: 2 * signs(first, second) / len(first) ** 2, "without the − 1"),
    ('Tau(variant="a")', lambda first, second: -signs(first, second) / len(orders(first, second)), "the wrong sign"),
    ("Tau", lambda one, other: -signs(one, other) / len(orders(one, other)), "wrong sign; also divided by all pairs"),
    ("Tau", lambda one, other: ratio(signs(one, other), sum(map(bool, orders(one, other)))), "leaves tied pairs out"),
    ("Tau", lambda one, other: sum(pair > 0 for pair in orders(one, other)) / len(orders(one, other)), "concordant"),
    ('Tau(variant="a")', signs, "τ not divided by n · (n − 1) / 2"),
    ("Tau", lambda x, y: tau(order >= 0 for order in orders(x, y)), "tied pairs counted as concordant"),
    ("Tau", lambda x, y: tau(order > 0 for order in orders(x, y)), "tied pairs counted as discordant"),
    ("Tau", lambda x, y: statistics.mean(order >= 0 for order in orders(x, y)), "concordant or tied"),
    ('Tau(variant="a")', lambda x, y: tau(map(operator.eq, rises(x), rises(y))), "later number were smaller"),
    ('Tau(variant="a")', lambda x, y: tau(map(operator.eq, falls(x), falls(y))), "later number were larger"),
    ("Tau", lambda x, y: tau(map(operator.eq, steps(x), steps(y))), "concordant, in one list as discordant"),
    ('Tau(variant="a")', both_tied, "that are tied in both lists counted as concordant."),
    ("Rho", lambda x, y: statistics.correlation(lowest(x), lowest(y)), "the first of their ranks"),
    ("Rho", lambda x, y: statistics.correlation(highest(x), highest(y)), "the last of their ranks"),
    ("Rho", lambda x, y: statistics.correlation(dense(x), dense(y)), "no gap in the ranks after a tie"),
    ("Rho", lambda x, y: squared(by_place(x), by_place(y)), "as if the later number were larger"),
    ("Rho", lambda x, y: squared(lowest(x), lowest(y)), "at the mean; also with squared differences"),
    ("Rho", lambda first, second: squared(ordinal(first), ordinal(second)), "argsort gives equal numbers different"),
    ("AUC", lambda y_true, y_score: rank_sum(y_true, ordinal(y_score)), "argsort gives equal numbers different ranks"),
    ("AUC", lambda y, s: rank_sum(y, np.array(by_place(s))), "as if the later number were larger"),
    ("AUC", lambda y_true, y_score: 1 - rank_sum(y_true, ordinal(y_score)), "you sort by score, the lowest first"),
    ("P@3", lambda grades, k: sum(grade > 0 for at, grade in enumerate(grades) if at <= k) / k, "count k + 1 ranks"),
    ("P(rel=2)@3", lambda grades, k: sum(grade >= 0 for grade in grades[:k]) / k, "you count items of grade 0, too"),
    ("P@3", lambda grades, k: sum(grade >= 0 for grade in grades[:k]) / k, "you count items of grade 0, too"),
    ("AP", lambda grades, m: ratio(sum(hits_at(grades, rank) // rank for rank in found_at(grades)), m), "with //"),
    ("RR@2", lambda grades, k: max(map(discount, found_at(grades[:k])), default=0), "log2(rank + 1); RR@2 divides"),
    ("KendallDistance", opposite, "K not divided by n · (n − 1) / 2"),
    ("KendallDistance", lambda one, other: 1 - 2 * opposite(one, other) / math.comb(len(one), 2), "Kendall's tau"),
    ("KendallDistance", lambda one, other: 1 - opposite(one, other) / math.comb(len(one), 2), "1 − K"),
]  # fmt: skip


# the same where np.argsort of a processor leaves equal numbers in their order
WHERE_STABLE = {"as if the later number were larger": "your np.argsort gives equal numbers different ranks"}


@pytest.mark.parametrize(("measure", "function", "words"), PLANTED)
def test_a_planted_mistake_is_named(measure: str, function: Any, words: str) -> None:
    report = rt.check(function, measure)
    assert not report.passed
    assert report.mistake is not None
    assert words in report.mistake or WHERE_STABLE.get(words, words) in report.mistake


def test_what_argsort_does_is_said_in_a_sentence() -> None:
    def of_argsort(first: Any, second: Any) -> float:
        ranks = [np.asarray(one).argsort().argsort() for one in (first, second)]
        return float(np.corrcoef(*ranks)[0, 1]) if len(ranks[0]) > 1 else 0.0

    said = rt.check(of_argsort, "Rho").mistake_in_words
    assert said.startswith("your np.argsort gives equal numbers different ranks")


@pytest.mark.parametrize("with_weight", [with_dcg, lambda weight: lambda grades: dcg_of(grades, weight)])
@pytest.mark.parametrize(("parameters", "weight"), [
    *[(other, weight) for other in ('discount="rank"', 'discount="log_rank"', "base=3")
      for weight in (log_and_1, lambda rank: math.nan)],
    *[("", weight) for weight in (lambda rank: 1 / rank, lambda rank: log_and_1(rank + 1), lambda rank: math.nan,
      lambda rank: 1 / (math.log(rank) + 1), lambda rank: 1 / max(1, math.log2(rank)))],
])  # fmt: skip
def test_another_divisor_is_not_called_log2_of_the_rank_plus_1(with_weight: Any, parameters: str, weight: Any) -> None:
    report = rt.check(with_weight(weight), f"{'n' * (with_weight is with_dcg)}DCG({parameters})")
    assert not report.passed
    assert "log2(i) + 1" not in (report.mistake or "")


@pytest.mark.parametrize("name", OF_METRIC)
def test_every_mistake_has_a_number_for_every_list(name: str) -> None:
    metric = rt.measure(name).metric
    traces = random_traces(rt.measure(name))
    if metric.pairing is None:
        for grades in ([], [0], [0, 0], [1], [1, 1], [None, 1]):
            ranking = Ranking(grades, scores=range(len(grades), 0, -1))
            traces += [metric(ranking, k=k) for k in (None, 1, 3) if k is None or "k" in metric.parameters]
    for words, of in OF_METRIC[name].items():
        assert all(isinstance(of(trace), float | int) for trace in traces), words


# --- right, in any style ------------------------------------------------------------------------------------------
def precision_loop(grades: list[int]) -> float:
    hits = 0
    for rank, grade in enumerate(grades):
        if rank < 3 and grade:
            hits += 1
    return hits / 3


def ap_numpy(grades: Any) -> Any:
    relevant = np.asarray(grades) > 0
    ranks = np.arange(1, len(relevant) + 1)
    return (np.cumsum(relevant) / ranks)[relevant].mean() if relevant.any() else 0.0


def ap_in_single_precision(grades: list[int]) -> Any:
    relevant = np.array(grades, dtype=bool).astype(np.float32)
    precision = np.cumsum(relevant) / np.arange(1, len(grades) + 1, dtype=np.float32)
    return (precision * relevant).sum() / max(relevant.sum(), np.float32(1))


def ap_of_files(qrels: Any, run: Any) -> dict[str, float]:
    values = {}
    for query, scores in run.items():
        grades = [int(qrels[query].get(item, 0) > 0) for item in sorted(scores, key=scores.get, reverse=True)]
        values[query] = ratio(sum(credits(grades)), sum(grade > 0 for grade in qrels[query].values()))
    return values


def ap_of_one_query(qrels: Any, run: Any) -> float:
    grades = [int(qrels.get(item, 0) > 0) for item in sorted(run, key=run.get, reverse=True)]
    return float(ratio(sum(credits(grades)), sum(grade > 0 for grade in qrels.values())))


def ap_in_place(grades: list[int]) -> float:
    total, hits, rank = 0.0, 0, 0
    relevant = sum(grade > 0 for grade in grades)
    while grades:
        rank += 1
        if grades.pop(0):
            hits += 1
            total += hits / rank
    return total / relevant if relevant else 0.0


def ndcg_graded(retrieved: Any, relevant: Any) -> Any:
    found = [relevant.get(item, 0) for item in dict.fromkeys(retrieved)]
    return ratio(dcg_of(found), dcg_of(best(relevant.values())))


def tau_b(x: Any, y: Any) -> float:
    n = len(x)
    one, other = (sum(v[i] != v[j] for i in range(n) for j in range(i)) for v in (x, y))
    return signs(x, y) / math.sqrt(one * other)


def kendall(ranking_a: Any, ranking_b: Any) -> Fraction:
    return Fraction(opposite(ranking_a, ranking_b), math.comb(len(ranking_a), 2))


RIGHT: list[tuple[str, Any]] = [
    ("P@3", precision_loop),
    ("P@3", lambda k, rels: Decimal(sum(rels[:k])) / k),
    ("P", lambda rels, k: statistics.mean([*rels, *[0] * k][:k])),
    ("P", lambda x: np.mean(x)),
    ("P", np.mean),
    ("R@3", lambda relevant, retrieved: ratio(len(relevant & set(retrieved[:3])), len(relevant))),
    ("R@3", lambda grades, total: ratio(sum(map(bool, grades[:3])), total)),
    ("RR", lambda grades: max((np.array(grades) > 0) / np.arange(1, len(grades) + 1))),
    ("AP", ap_numpy),
    ("AP", ap_in_single_precision),
    ("AP@3", lambda retrieved, relevant, k: ratio(sum(ap(retrieved[:k], relevant)), len(relevant))),
    ("AP", ap_of_files),
    ("AP", ap_of_one_query),
    ("AP", ap_in_place),
    ("AP", rt.average_precision),
    ("nDCG", ndcg_graded),
    ("nDCG(gain='exponential')@3", lambda grades, missed: ratio(
        sum((2**g - 1) * math.log(2) / math.log(i + 2) for i, g in enumerate(grades[:3])),
        sum((2**g - 1) * math.log(2) / math.log(i + 2) for i, g in enumerate(best([*grades, *missed])[:3])))),
    ("AUC", lambda a, b: float(np.mean([np.sign(x) / 2 + 0.5 for x in pairs_of(a, b)]))),
    ("AUC", lambda grades: untied(grades, [-rank for rank in range(len(grades))])),
    ("Tau", tau_b),
    ("Tau", lambda a, b: 1 - 2 * opposite(a, b) / math.comb(len(a), 2)),  # of two lists of names
    ("KendallDistance", kendall),
    ("AP(rel=2)", lambda grades: ap_numpy([grade >= 2 for grade in grades])),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "function"), RIGHT)
def test_a_right_function_is_never_called_wrong(measure: str, function: Any) -> None:
    report = rt.check(function, measure)
    assert report, report
    assert report.agreed == report.tried > 50
    assert (report.smallest, report.expected, report.got, report.mistake) == (None, None, None, None)


# --- the report ---------------------------------------------------------------------------------------------------
def divided_by_all(grades: list[int]) -> float:
    return ratio(sum(credits([int(grade > 0) for grade in grades])), len(grades))


def test_the_smallest_list_and_both_values() -> None:
    report = rt.check(divided_by_all, "AP")
    assert not report
    assert report.smallest == Ranking([0, 1])
    assert (report.expected, report.got) == (Fraction(1, 2), Fraction(1, 2) / 2)
    assert report.trace == rt.average_precision([0, 1])
    differ = report.tried - report.agreed
    assert report.mistake == (
        f"{differ} of {differ} differences explained: "
        "your function returns AP divided by the length of the list (n), not by the relevant items (m)."
    )


def test_what_a_function_computes_and_where_its_rows_differ() -> None:
    report = rt.check(lambda retrieved, relevant: ratio(sum(found := ap(retrieved, relevant)), len(found)), "AP")
    assert report.computes == 'AP(denominator="hits")'
    assert report.smallest == Ranking([1], missed=[1])
    assert (
        "The two calculations first differ at rank 1, where AP@1 is 1/2 in our calculation and 1 in yours."
        in report.words
    )


def test_the_report_of_a_right_function() -> None:
    report = rt.check(precision_loop, "P@3")
    assert (report.computes, report.trace) == ("P@3", None)
    assert report.words == [
        f"Your function agrees with P@3 on all {report.tried} lists. Well done.",
        "Not counted: with grades below 0, such as [-1, 1], your function returned 2/3, not 1/3.",
        "I also tried lists with nothing relevant, no items, grades up to 5, unjudged items, grades below 0.",
    ]
    assert report.require() is report


def test_a_largest_grade_that_the_function_never_sees_is_said() -> None:
    def err(grades: list[int]) -> float:
        looks, total = 1.0, 0.0
        for rank, grade in enumerate(grades, start=1):
            stop = (2**grade - 1) / 2 ** max(grades)
            total, looks = total + looks * stop / rank, looks * (1 - stop)
        return total

    report = rt.check(err, "ERR")
    assert report and "Well done" not in str(report)
    assert "never sees the relevant items that the list lacks" in str(report)


def test_gains_of_two_grades_only_are_checked_on_these() -> None:
    of_two = rt.measure("nDCG").metric.measure({"gain": {0: 0, 1: 1}})
    report = rt.check(lambda grades: ratio(dcg_of(grades), dcg_of(best(grades))), rt.measure(of_two))
    assert "never sees the relevant items that the list lacks" in str(report)


@pytest.mark.parametrize(
    ("k", "said"), [(2, "RR@2,"), (8, "from 8 to 11"), (11, "from 8 to 11"), (20, "from 20 to 23")]
)
def test_a_cutoff_is_said_as_far_as_the_lists_decide_it(k: int, said: str) -> None:
    report = rt.check(lambda grades: next((1 / rank for rank in found_at(grades[:k])), 0), "RR")
    assert not report and said in str(report.mistake)


def f_of(grades: Any, m: int, k: int, within: int) -> float:
    """F, where a sum of 0 is divided by nothing if something is relevant; m is increased by ``within``."""
    hits = sum(grade > 0 for grade in grades[:k])
    precision, recall = hits / k, ratio(hits, m + within)
    return 2 * precision * recall / (precision + recall) if m == 0 or precision + recall else hits / 0


@pytest.mark.parametrize(("within", "known"), [(0, True), (2, False)])
def test_what_fails_only_without_a_hit_is_told_to_return_0(within: int, known: bool) -> None:
    """Not where it returns a wrong number for another list, too."""
    report = rt.check(lambda grades, m, k: f_of(grades, max(m, within), k, within), "F1@3")
    advice = "No relevant item is retrieved in these lists. Return 0 there."
    assert not report and (advice in report.words[0]) is known
    assert known is not any(words.startswith("I took the arguments") for words in report.words)


def test_without_a_hit_no_number_is_told_that_only_some_of_the_lists_have() -> None:
    def fall_out(grades: Any, k: int) -> float:
        return float(rt.fall_out(grades, k=k)) if any(grades[:k]) else 1 / 0

    report = rt.check(fall_out, "FallOut@3")
    assert not report and report.words[0].startswith("No relevant item is retrieved in these lists. (This explains")


@pytest.mark.parametrize(("start", "asked"), [(0, True), (1, False)])
def test_a_division_by_0_in_every_list_asks_where_ranks_begin(start: int, asked: bool) -> None:
    """Not where some list has a number."""

    def dcg(grades: Any) -> float:
        return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start)) + 0 / (2 - len(grades[:2]))

    report = rt.check(dcg, "DCG")
    asks = "Your function divides by 0 in every list with a relevant item: look for a rank 0, or for a logarithm of 1."
    assert not report and (asks in report.words[0]) is asked


def test_a_cutoff_before_unjudged_items_are_left_out_is_found() -> None:
    def precision_at_3(qrels: dict[str, int], run: dict[str, float]) -> float:
        return sum(qrels.get(item, 0) > 0 for item in sorted(run, key=run.__getitem__, reverse=True)[:3]) / 3

    def of_the_judged(qrels: dict[str, int], run: dict[str, float]) -> float:
        return precision_at_3(qrels, {item: score for item, score in run.items() if item in qrels})

    assert rt.check(precision_at_3, "P@3") and rt.check(of_the_judged, "P(judged_only=True)@3")
    report = rt.check(precision_at_3, "P(judged_only=True)@3")
    assert not report and report.smallest == Ranking([None, 0, 0, 1])
    assert "not relevant" not in report.words[0]
    assert not rt.check(of_the_judged, "P@3")


def test_a_function_that_needs_a_cutoff_is_checked_at_one() -> None:
    for name, function in {
        "P": lambda grades, k: sum((grade or 0) > 0 for grade in grades[:k]) / k,
        "F1": lambda grades, m, k: 2 * sum((grade or 0) > 0 for grade in grades[:k]) / (k + m),
    }.items():
        report = rt.check(function, name)
        assert report.words[0] == f"Your function agrees with {name}@3 on all {report.tried} lists. Well done."
    assert "P@3" in rt.check(lambda grades, k: ratio(sum(map(bool, grades[:k])), len(grades)), "P").words[0]


def test_the_report_in_a_terminal_a_notebook_and_pytest() -> None:
    report = rt.check(divided_by_all, "AP")
    assert str(report).startswith("Your function returns AP divided by the length of the list (n), not by")
    assert f"\nYour function agrees with AP on {report.agreed} of {report.tried} lists.\n" in str(report)
    assert "Try it: divided_by_all([0, 1])." in str(report)
    assert "For our calculation: report = rt.check(divided_by_all, 'AP'), then report.trace." in str(report)
    assert "<td" in report._repr_html_()
    assert "\n" not in repr(report)
    with pytest.raises(AssertionError, match=r"smallest list where it differs: \[0, 1\]"):
        assert rt.check(divided_by_all, "AP"), repr(report)
    with pytest.raises(AssertionError, match=r"divided by the length of the list .*explains (\d+) of \1 differences"):
        report.require()


def test_a_function_that_says_nothing_where_nothing_is_relevant() -> None:
    report = rt.check(lambda grades: sum(credits([int(g > 0) for g in grades])) / sum(map(bool, grades)), "AP")
    assert report.smallest == Ranking([0])
    assert report.got == "ZeroDivisionError: division by zero"
    assert report.mistake is not None
    assert "nothing is relevant in these lists. Return 0 there." in report.mistake
    undefined = rt.check(lambda grades: ap_numpy(grades) if any(grades) else math.nan, "AP")
    assert undefined.computes == 'AP(no_relevant="nan")'


@pytest.mark.parametrize(
    ("returned", "said"),
    [(None, "None"), ("1/2", "one number"), ([0.5], "one number"), ((1, 2), "one number"), (1j, "one number"),
     (np.array([1, 2]), "one number"), ({"q1": 1, "q2": 2}, "one number"), (math.inf, "inf"), (math.nan, "undefined")],
)  # fmt: skip
def test_a_value_that_is_no_number_is_reported(returned: Any, said: str) -> None:
    report = rt.check(lambda grades: returned, "RR")
    assert (report.passed, report.agreed, report.smallest) == (False, 0, Ranking([1]))
    assert said in str(report)


class Odd(Exception):
    def __str__(self) -> str:
        raise ValueError("not even this")


def exits(grades: Any) -> float:
    raise SystemExit


def interrupts(grades: Any) -> float:
    raise KeyboardInterrupt


def recurs(grades: Any) -> float:
    return recurs(grades) + 1


def odd(grades: Any) -> float:
    raise Odd


# hypothesis is told of each garbage collection, which fails where the stack is full
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("function", "error"),
    [
        (exits, "SystemExit"),
        (interrupts, "KeyboardInterrupt"),
        (recurs, "RecursionError"),
        (odd, "Odd"),
        (lambda grades: grades.best, "AttributeError"),
    ],
)
def test_an_error_is_reported_with_the_list(function: Any, error: str) -> None:
    report = rt.check(function, "R")
    assert (report.passed, report.agreed, report.smallest) == (False, 0, Ranking([1]))
    assert report.got.startswith(error)


def test_an_error_of_some_lists_only() -> None:
    report = rt.check(lambda grades: float(grades[9] if len(grades) > 2 else any(grades)), "R")
    assert report.smallest == Ranking([0, 0, 1])
    assert report.got == "IndexError: list index out of range"
    assert report.mistake is None


def endless(grades: Any) -> float:
    while len(grades) > 1:
        pass
    return float(any(grades))


def asleep(grades: Any) -> float:
    if len(grades) > 1:
        time.sleep(600)
    return float(any(grades))


def stubborn(grades: Any) -> float:
    while len(grades) > 1:
        with contextlib.suppress(BaseException):
            time.sleep(0.001)
    return float(any(grades))


def deaf(grades: Any) -> float:
    while len(grades) > 1:
        try:
            time.sleep(600)
        except BaseException:
            continue
    return float(any(grades))


def patient(grades: Any) -> float:
    while len(grades) > 1:
        with contextlib.suppress(Exception):
            print(end="")
    return float(any(grades))


NOT_IN_TIME = [endless, asleep, stubborn, deaf, patient]


@pytest.mark.parametrize("function", NOT_IN_TIME)
def test_an_endless_function_is_stopped(function: Any) -> None:
    before = threading.active_count(), *map(signal.getsignal, (signal.SIGALRM, signal.SIGINT))
    report = rt.check(function, "R", seconds=0.5)
    assert (report.passed, report.agreed, report.tried) == (False, 6, 7)
    assert (report.mistake, report.computes) == (None, None) and "Return 0" not in str(report)
    assert report.smallest == Ranking([0, 0]) and report.got == "no answer within 0.5 seconds"
    assert "so I stopped it" in str(report)
    assert before == (threading.active_count(), *map(signal.getsignal, (signal.SIGALRM, signal.SIGINT)))
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.fixture
def heard() -> Iterator[None]:
    """An interrupt is heard, also where a shell that started the tests beside itself has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("function", NOT_IN_TIME)
def test_an_interrupt_ends_the_check(function: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """As a notebook's stop button does, and Ctrl+C."""
    before = threading.active_count(), signal.getsignal(signal.SIGINT)
    press = threading.Timer(0.2, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])
    press.start()
    with pytest.raises(KeyboardInterrupt):
        rt.check(function, "R", seconds=600)
    press.join()
    assert before == (threading.active_count(), signal.getsignal(signal.SIGINT))
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("name", ["setitimer", "signal"])
def test_an_interrupt_ends_the_check_also_while_it_gets_ready(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original, presses = getattr(signal, name), [signal.SIGINT]
    before = [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)]

    def interrupted(*arguments: Any) -> Any:
        done = original(*arguments)
        if presses:
            signal.raise_signal(presses.pop())
        return done

    monkeypatch.setattr(signal, name, interrupted)
    with pytest.raises(KeyboardInterrupt):
        rt.check(asleep, "R", seconds=600)
    assert before == [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_in_another_thread_an_endless_function_is_left_behind() -> None:
    over = threading.Event()

    def waits(grades: Any) -> float:
        over.wait(60 * (len(grades) > 1))
        return float(any(grades))

    with ThreadPoolExecutor() as elsewhere:
        assert elsewhere.submit(rt.check, precision_loop, "P@3").result()
        report = elsewhere.submit(rt.check, waits, "R", seconds=2).result()
    over.set()
    assert (report.agreed, report.got) == (6, "no answer within 2 seconds")
    assert "and I could not stop it" in str(report)


def test_without_an_alarm_a_slow_function_is_stopped_between_two_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser, which has no threads either."""

    def slow(grades: list[int]) -> float:
        time.sleep(0.001)
        return precision_loop(grades)

    monkeypatch.setattr("rankteach.explain.checking.calls.ALARM", False)
    monkeypatch.setattr("rankteach.explain.checking.calls.BROWSER", True)
    report = rt.check(slow, "P@3", seconds=0.01)
    assert 0 < report.agreed == report.tried - 1 and report.got == "no answer within 0.01 seconds"
    assert rt.check(slow, "P@3", seconds=600)


# --- what a function takes ----------------------------------------------------------------------------------------
def test_takes_says_what_names_do_not_tell() -> None:
    def mine(one: Any, other: Any, deep: int) -> float:
        return len(one & set(other[:deep])) / deep

    assert rt.check(mine, "P@3", takes="relevant, retrieved, k")
    assert not rt.check(mine, "P@3", takes="retrieved, relevant, k")


def test_a_function_of_arrays_gets_arrays_even_if_it_is_never_right() -> None:
    report = rt.check(lambda grades: (grades * 2).sum() + 1, "P@3")
    assert (report.agreed, report.got) == (0, 3)
    assert "TypeError" not in str(report)


def test_a_function_that_takes_anything_gets_plain_lists() -> None:
    assert "len([0, 1])" in str(rt.check(len, "RR"))


def test_a_parameter_of_the_metric_is_passed_by_its_name() -> None:
    def weighted(retrieved: Any, relevant: Any, *, beta: float) -> float:
        p, r = p_and_r(retrieved, relevant)
        return float(ratio((1 + beta**2) * p * r, beta**2 * p + r))

    assert rt.check(weighted, "F(beta=2)")
    assert rt.check(weighted, "F")


@pytest.mark.parametrize(
    ("arguments", "keyword", "error", "words"),
    [
        ((3, "AP"), {}, TypeError, "function must be"),
        ((divided_by_all, "Best"), {}, ValueError, "Best"),
        ((divided_by_all, 3), {}, TypeError, "must be"),
        ((lambda one, two, three: 0, "AP"), {}, TypeError, "takes="),
        ((lambda: 0, "AP"), {}, TypeError, "takes="),
        ((divided_by_all, "AP"), {"takes": "everything"}, ValueError, "takes must name"),
        ((divided_by_all, "AP"), {"takes": ["grades"]}, TypeError, "takes must be a string"),
        ((divided_by_all, "AP"), {"seconds": 0}, ValueError, "seconds must be"),
        ((divided_by_all, "AP"), {"seconds": "5"}, TypeError, "seconds must be"),
        ((divided_by_all, "AP"), {"strict_empty": "no"}, ValueError, "strict_empty must be"),
    ],
)
def test_what_cannot_be_checked_is_refused(arguments: Any, keyword: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rt.check(*arguments, **keyword)


def test_a_divisor_that_is_the_smaller_of_two_numbers_is_named() -> None:
    report = rt.check(lambda grades, m, k: sum(credits(grades[:k])) / k, 'AP(denominator="min")@5')
    assert report.mistake is not None and "divided by k, not by min(m, k)" in report.mistake


# --- what is special about a list ---------------------------------------------------------------------------------
def test_a_function_without_a_value_for_an_empty_list_is_right_elsewhere() -> None:
    report = rt.check(lambda grades: sum(map(bool, grades)) / len(grades), "P")
    assert report and "With no items, your function has no value; P is 0 there by convention." in report.words


def test_an_exercise_can_leave_the_empty_list_open() -> None:
    def precision(grades: Any) -> float:
        return sum(map(bool, grades)) / len(grades) if grades else 7

    assert not rt.check(precision, "P")
    report = rt.check(precision, "P", strict_empty=False)
    assert report and report.tried == rt.check(precision, "P").tried - 1
    assert "I did not try a list without items, because strict_empty=False." in report.words
    wrong = rt.check(lambda grades: sum(map(bool, grades)) / (len(grades) + 1), "P", strict_empty=False)
    assert not wrong and not any("strict_empty" in words for words in wrong.words)


def test_an_item_twice() -> None:
    def found(retrieved: Any, relevant: Any) -> Any:
        return ratio(sum(item in relevant for item in retrieved), len(relevant))

    def refuses(retrieved: Any, relevant: Any) -> Any:
        if len(set(retrieved)) < len(retrieved):
            raise ValueError("an item twice")
        return found(retrieved, relevant)

    report = rt.check(found, "R")
    assert (
        report
        and "It counts an item twice that is in the list twice" in str(report)
        and "It returns 2, which is above 1, for" in str(report)
        and "leaves out" not in str(report)
    )
    at_3 = rt.check(lambda retrieved, relevant, k: found(retrieved[:k], relevant), "R@3")
    assert at_3 and "counts an item twice" in str(at_3) and "leaves out" not in str(at_3)
    assert rt.check(refuses, "R") and "refuses" in str(rt.check(refuses, "R"))
    assert rt.check(lambda retrieved, relevant: found(dict.fromkeys(retrieved), relevant), "R")
    dropped = rt.check(
        lambda retrieved, relevant: ratio(sum(x := [i in relevant for i in dict.fromkeys(retrieved)]), len(x)), "P"
    )
    assert dropped and "leaves out" in str(dropped)


@pytest.mark.parametrize("reverse", [False, True])
def test_another_order_of_equal_scores_is_right_and_said(reverse: bool) -> None:
    """By name, and the names are those of the ranking that is measured."""

    def by_name(qrels: Any, run: Any) -> float:
        names = sorted(sorted(run, reverse=reverse), key=lambda name: -run[name])
        return float(
            ratio(sum(credits([int(qrels.get(name, 0) > 0) for name in names])), sum(map(bool, qrels.values())))
        )

    report = rt.check(by_name, "AP")
    assert report, report
    assert f"You put the {'last' if reverse else 'first'} name first among equal scores" in str(report)
    strict = rt.check(by_name, 'AP(ties="item_descending")')
    assert strict.passed is reverse


@pytest.mark.parametrize("k", [3, 14])
def test_an_order_of_equal_scores_of_its_own_is_told_however_many_there_are(k: int) -> None:
    def mixed(y_true: Any, y_score: Any) -> float:
        order = sorted(
            range(len(y_true)), key=lambda at: (-y_score[at], (3 * y_true[at] + 7 * at**2 + 5 * at) % 11, -at)
        )
        return float(sum(y_true[at] for at in order[:k]) / k)

    report = rt.check(mixed, f"P@{k}")
    assert report, report
    assert any("Its order of equal scores is its own" in words for words in report.remarks)


def test_the_names_of_measures_over_queries() -> None:
    assert rt.check(mean_of_files, "MAP") and "MAP" in rt.check(mean_of_files, "MAP").words[0]
    assert not rt.check(mean_of_files, "gMAP")
    assert "mean over all queries" in str(rt.check(mean_of_files, "gMAP").mistake)
    assert rt.check(mean_of_files, 'MAP(denominator="hits")').computes == "MAP"


def rows_of(qrels: Any, run: Any) -> list[tuple[list[int], list[float]]]:
    """The labels and the scores of each query in the run."""
    return [([int(qrels[q].get(d, 0) > 0) for d in run.get(q, {})], [*run.get(q, {}).values()]) for q in qrels]


def joined_auc(y_true: Any, y_score: Any) -> float:
    return auc_of([y for one in y_true for y in one], [s for one in y_score for s in one])


def auc_of_each(y_true: Any, y_score: Any) -> list[float]:
    pairs = zip(y_true, y_score, strict=True)
    return [auc_of(y, s) if 0 < sum(y) < len(y) else 0.0 for y, s in pairs]


def gauc(qrels: Any, run: Any) -> float:
    y, s = zip(*rows_of(qrels, run), strict=True)
    weights = [len(one) * (0 < sum(one) < len(one)) for one in y]
    return sum(map(operator.mul, weights, auc_of_each(y, s))) / sum(weights)


def wins_in_one_list(y_true: Any, y_score: Any) -> float:
    items = [*zip(itertools.chain(*y_true), itertools.chain(*y_score), strict=True)]
    pairs = [one > other for y, one in items if y for z, other in items if not z]
    return sum(pairs) / len(pairs)


IN_ONE_LIST = "not the pooled area under the ROC curve: all queries' items in one list"


@pytest.mark.parametrize(
    ("measure", "function", "mistake"),
    [
        ("pooled AUC", joined_auc, ""),
        ("pooled AUC", lambda qrels, run: joined_auc(*zip(*rows_of(qrels, run), strict=True)), ""),
        ('pooled AUC(ties="input_order")', joined_auc, ""),
        ("GAUC", gauc, ""),
        ("mean AUC", lambda y_true, y_score: statistics.fmean(auc_of_each(y_true, y_score)), ""),
        ("pooled AUC", lambda y_true, y_score: statistics.fmean(auc_of_each(y_true, y_score)), IN_ONE_LIST),
        ("pooled AUC", gauc, IN_ONE_LIST),
        ("pooled AUC", wins_in_one_list, 'nothing for a tied pair (ties="strict")'),
        ("pooled AUC", lambda y_true, y_score: wins_in_one_list(y_true[1:], y_score[1:]), None),
        ("pooled AUC", lambda y_true, y_score: auc_of(y_true[-1], y_score[-1]), "AUC of the last query only"),
        ("GAUC", joined_auc, "returns the pooled area under the ROC curve"),
        ("mean AUC", lambda qrels, run: joined_auc(*zip(*rows_of(qrels, run), strict=True)), "returns the pooled area"),
        ("GAUC", lambda qrels, run: gauc(qrels, {q: dict.fromkeys(run[q], 1.0) for q in run}), None),
    ],
)
def test_a_measure_of_the_items_of_all_queries(measure: str, function: Any, mistake: str | None) -> None:
    report = rt.check(function, measure)
    assert report.passed is (mistake == ""), report
    assert (mistake or "") in (report.mistake or ""), report
    assert not report.untested and not (report.mistake or "").startswith("0 of")


def test_a_pooled_measure_needs_a_function_of_scores() -> None:
    for function in (lambda queries: 0.5, lambda retrieved, relevant: 0.5):
        with pytest.raises(TypeError, match=r"must take scores, because pooled AUC puts .* takes='qrels, run'"):
            rt.check(function, "pooled AUC")


@pytest.mark.parametrize("measure", ["geometric mean AP", "pooled LAG", "GAUC", "MAP", "sum of NumRel", "P@3", "Tau"])
def test_a_constant_explains_each_difference(measure: str) -> None:
    report = rt.check(lambda lists: 0.5, measure) if measure != "Tau" else rt.check(lambda x, y: 0.5, measure)
    wrong = report.tried - report.agreed
    assert (report.mistake or "").startswith(f"{wrong} of {wrong} differences explained: ") and wrong, report
    assert "you always return 0.5" in (report.mistake_in_words or "")


def mean_of_files(qrels: Any, run: Any) -> float:
    return statistics.fmean(ap_of_one_query(qrels[query], run.get(query, {})) for query in qrels)


def ap_of(pred: Any, actual: Any) -> float:
    return float(ratio(sum(ap(pred, actual)), len(actual)))


def test_every_reading_of_the_names_is_tried() -> None:
    assert rt.check(ap_of, "AP")
    assert rt.check(lambda results, qrels, k: ratio(
        sum(qrels.get(one, 0) > 0 for one in set(results[:k])), sum(map(bool, qrels.values()))), "R@3")  # fmt: skip
    lost = rt.check(lambda one, other: one[other], "AP")
    assert any("takes=" in words for words in lost.words)


# --- what a function returns or does ------------------------------------------------------------------------------
def test_what_a_function_returns_cannot_harm_a_page() -> None:
    def harmful(grades: Any) -> Any:
        raise ValueError("<img src=x onerror=alert(1)>\x1b[2J")

    for page in (rt.check(harmful, "AP")._repr_html_(), rt.check(lambda grades: (g for g in grades), "AP").to_html()):
        assert "<img" not in page and "\x1b" not in page and "<generator" not in page
    assert "&lt;img" in rt.check(harmful, "AP").to_html()


def test_a_report_begins_with_the_mistake_and_the_empty_list_comes_last() -> None:
    def draft(grades: list[int], m: int) -> float:
        hits = total = 0
        for rank, grade in enumerate(grades, start=1):
            hits += grade > 0
            total += (grade > 0) * hits / rank
        return total / len(grades)

    report = rt.check(draft, "AP")
    assert report.words[0].startswith("Your function returns AP divided by the length of the list (n), not by")
    assert report.words[1] == (
        "The smallest list where it differs: Ranking([1], missed=[1]). AP is 1/2, but your function returned 1."
    )
    assert (
        [words for words in report.words if words.startswith("Also")]
        == [report.words[-1]]
        == [
            "Also, with no items, such as []: AP is 0, but your function raised ZeroDivisionError: division by zero. "
            "Return 0 for an empty list."
        ]
    )
    assert "✓" not in report.to_html() and f"{report.agreed} of {report.tried} lists agree" in report.to_html()


@pytest.mark.parametrize("draft", [lambda grades: 1.0, lambda grades: -1.0, lambda grades: 1 / 0, rt.average_precision])
def test_a_page_says_once_on_how_many_lists_a_function_agrees(draft: Any) -> None:
    report = rt.check(draft, "AP")
    counts = re.findall(rf"(?<!\d){report.tried} lists?\b", report.to_html())
    assert len(counts) == 1, report.to_html()


def test_the_smallest_list_shows_the_main_mistake_and_not_an_error() -> None:
    def draft(grades: list[int], k: int) -> float:
        if not any(grades):
            raise ZeroDivisionError("division by zero")
        return sum(map(bool, grades[:k])) / len(grades)

    report = rt.check(draft, "P@3")
    assert "length of the list" in report.words[0]
    assert "raised" not in report.words[1]
    fails = rt.check(lambda grades: float(rt.average_precision(grades, k=10)) + 0 * grades[9], "AP")
    assert fails.words[1].startswith("The smallest list where it returns a wrong number: [0] * 11 + [1] + ")


def test_an_exception_is_told_once_however_many_kinds_of_lists_raise_it() -> None:
    def reciprocal_rank(qrels: Any, run: Any) -> float:
        for rank, item in enumerate(sorted(run, key=run.get, reverse=True)):
            if qrels.get(item, 0) > 0:
                return 1 / rank
        return 0

    told = [words for words in rt.check(reciprocal_rank, "RR").words if words.startswith("Also")]
    assert told == ["Also, for [1]: RR is 1, but your function raised ZeroDivisionError: division by zero."]


def test_no_row_is_told_that_the_function_does_not_calculate() -> None:
    def recall(grades: Any, m: Any, k: Any) -> float:
        return sum(grade > 0 for grade in grades[:k]) / (min(m, k) or 1)  # of 4 it never has the 1 of h_i / min(m, i)

    report = rt.check(recall, "R@3")
    assert 'denominator="min"' in report.words[0] and not any("first differ" in words for words in report.words)
    by_hits = rt.check(lambda grades, m: rt.average_precision(grades, denominator="hits").value, "AP")
    assert any("first differ at rank 1" in words for words in by_hits.words)


def test_success_looks_like_success() -> None:
    html = rt.check(lambda grades, k: sum(map(bool, grades[:k])) / k, "P@3").to_html()
    assert "✓ Passed" in html and "I also tried lists with" in html


def test_a_mean_says_that_the_mistake_is_in_each_query() -> None:
    def draft(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> float:
        values = []
        for query, grades in qrels.items():
            found = run.get(query, {})
            hits = [grades.get(item, 0) > 0 for item in sorted(found, key=lambda item: -found[item])]
            values.append(sum(sum(hits[:rank]) / rank for rank, hit in enumerate(hits, 1) if hit) / max(1, len(grades)))
        return sum(values) / max(1, len(values))

    report = rt.check(draft, "MAP")
    assert report.words[0].startswith("For each query, your function returns AP divided by all judged items")


def test_a_division_by_0_is_not_taken_for_a_list_that_should_be_an_array() -> None:
    def from_rank_0(grades, missed, k):
        ideal = sorted([*grades, *missed], reverse=True)[:k]
        dcg, best_dcg = (sum(g / math.log2(r + 1) for r, g in enumerate(some)) for some in (grades[:k], ideal))
        return dcg / best_dcg if best_dcg else 0

    report = rt.check(from_rank_0, "nDCG@5")
    assert "rank 0" in report.words[0] and "ZeroDivisionError" in report.words[1]
    assert "numpy" not in str(report)


def test_what_an_error_gives_for_one_list_is_not_taken_for_another():
    """What is known is found by the id of a trace, which has to stay: another one would get the same id."""

    def length(asked):
        return [Explanation("the length of the list", len(asked.trace.ranking))]

    (one,) = on_any_list(Asked(rt.precision([1, 0])), length)
    trace = rt.precision([1, 1, 1])
    assert one.of(trace) == 3
    kept = weakref.ref(trace)
    del trace
    gc.collect()
    assert kept() is not None


# --- a lesson's draft, and a comma in a number ----------------------------------------------------------------------
def drafted(source: str, mistakes: Any) -> Callable[..., Any]:
    """A function of a notebook whose lesson hands out a draft with these mistakes."""
    names: dict[str, Any] = {"tasks": SimpleNamespace(DRAFTS=mistakes)}
    exec(source, names)
    return names["mine"]


def test_what_is_wrong_with_a_draft_is_said_once_it_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.explain.checking.check._DRAFTS", {})
    draft = "def mine(grades, k):\n    return sum(grades[:k]) / len(grades) if grades else 0"
    mistake = rt.check(drafted(draft, {}), "P@3").mistake_in_words
    changed = draft.replace("sum(grades[:k])", "sum(x > 0 for x in grades[:k])")
    for source, is_draft in ((draft, True), (draft, True), (changed, False), (draft, True)):
        report = rt.check(drafted(source, {"P@3": [mistake]}), "P@3")
        assert report.mistake_in_words == mistake and report.is_draft is is_draft, source
        assert (mistake[1:] in str(report)) is not is_draft and "it differs: [1]" in str(report)
    recall = [rt.check(drafted(changed, {}), "R@3").mistake_in_words]
    assert not rt.check(drafted(changed, {"R@3": recall}), "R@3").is_draft  # of the same name, but not the first
    assert rt.check(drafted(draft, {"R@3": [rt.check(drafted(draft, {}), "R@3").mistake_in_words]}), "R@3").is_draft
    for mistakes in ({}, {"P@3": ["another"]}, {"P": [mistake]}):
        report = rt.check(drafted(draft, mistakes), "P@3")
        assert not report.is_draft and mistake[1:] in str(report)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("return 0,30", True),
        ("return sum(grades) + 0,5 if grades else 0", False),  # no pair of numbers: one is a sum
        ("return sum(grades) * 1 + (0,5)", True),
        ("return sum(grades), len(grades)", False),
        ("return sum(1 for grade in grades if grade not in (0, 1)) / 0", False),
        ("return 'tuple'", False),
        ("sizes = (1, 1)\n    return sum(grades), len(grades)", False),  # the same pair only for the list [1]
        ("return sum(sum(enumerate(grades)) for k in (1, 2))", False),  # the tuple is that of enumerate
        ("if len(grades) in (2, 3): return sum(enumerate(grades))", False),
        ("total = 0,0\n    for grade in grades: total += grade / 2\n    return total", True),
    ],
)
def test_a_comma_in_a_number_is_named(body: str, named: bool) -> None:
    assert ("a decimal point" in str(rt.check(drafted(f"def mine(grades):\n    {body}", {}), "AP"))) is named


@pytest.mark.parametrize(
    ("measure", "advice"),
    [
        ("MAP", "A query without a relevant item counts as 0."),
        ("mean FPR", "A query without a relevant item counts as 1."),
        ('MAP(queries="with_relevant")', "A query without a relevant item is left out."),
        ("pooled LAG", "A query without a relevant item adds its items to the pool."),
    ],
)
def test_a_query_without_a_relevant_item_is_told_by_what_it_counts_not_by_the_whole_mean(measure, advice):
    def like_the_mean(qrels, run):
        if not all(any(grade > 0 for grade in grades.values()) for grades in qrels.values()):
            raise ZeroDivisionError("division by zero")
        lists = [
            rt.Ranking.from_items(sorted(run.get(query, {}), key=lambda item: -run[query][item]), grades)
            for query, grades in qrels.items()
        ]
        return float(rt.mean(rt.measure(measure), lists))

    report = rt.check(like_the_mean, measure)
    assert str(report).startswith(advice)
    assert "differs: q1: [0], q2: [1], q3: [1]. " in str(report)  # which you can work out by hand
