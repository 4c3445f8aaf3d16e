"""The same numbers as the formulas, written out anew with loops and fractions, on thousands of random lists.

No tool that we know computes these as we define them: weighted AP and AUC, FAP, GAP, LAG, and the distance of two
top-k lists. What is here shares nothing with the package: it looks at every item, or at every pair, again and again.
"""

import functools
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from tests.tiers import many

LISTS = many(300)
EXACT = 100  # of them also as fractions
DECAY = Fraction(4, 5)


class Judged(NamedTuple):
    """A list of grades (None where not judged), those of missed items, and the grade from which items are relevant."""

    grades: list[int | None]
    missed: list[int]
    relevant_from: int

    @property
    def ranking(self) -> Ranking:
        return Ranking(self.grades, missed=self.missed, relevant_from=self.relevant_from)

    @property
    def relevant_total(self) -> int:
        return sum((grade or 0) >= self.relevant_from for grade in [*self.grades, *self.missed])

    def relevant(self, rank: int) -> bool:
        return rank <= len(self.grades) and (self.grades[rank - 1] or 0) >= self.relevant_from

    def hits(self, rank: int) -> int:
        return sum(self.relevant(above) for above in range(1, rank + 1))

    def precision(self, rank: int) -> Fraction:
        return Fraction(self.hits(rank), rank)

    def grade(self, rank: int) -> int:
        return self.grades[rank - 1] or 0 if rank <= len(self.grades) else 0


def ratio(above: Any, below: Any) -> Fraction:
    """Nothing out of nothing is 0."""
    return Fraction(above) / below if below else Fraction(0)


@functools.cache
def lists() -> list[tuple[Judged, int]]:
    """Lists of 1 to 12 items, each with a cutoff, which may lie past its end; some have nothing relevant."""
    random = np.random.default_rng(50)
    made = []
    for _ in range(LISTS):
        n, missed = int(random.integers(1, 13)), int(random.integers(0, 5))
        density = random.random()
        grades = [
            None if random.random() < 0.1 else int(random.integers(1, 5)) * int(random.random() < density)
            for _ in range(n)
        ]
        one = Judged(grades, random.integers(0, 5, missed).tolist(), int(random.integers(1, 3)))
        made.append((one, int(random.integers(1, n + 3))))
    return made


def compare(measure: str, formula: Callable[..., Fraction], **parameters: Any) -> None:
    """Ours, whole and cut, alone and side by side, against a formula of a list and its last rank."""
    asked, at = rt.measure(measure), functools.cache(lambda k: rt.measure(f"{measure}@{k}"))
    whole, cut = [], []
    for number, (one, k) in enumerate(lists()):
        whole.append(formula(one, len(one.grades), **parameters))
        cut.append(formula(one, k, **parameters))
        traces = asked(one.ranking), at(k)(one.ranking)
        assert [trace.value for trace in traces] == pytest.approx([float(whole[-1]), float(cut[-1])], abs=1e-12)
        if number < EXACT:
            assert [trace.exact for trace in traces] == [whole[-1], cut[-1]]
    for relevant_from in (1, 2):
        chosen = [number for number, (one, _) in enumerate(lists()) if one.relevant_from == relevant_from]
        batch = Batch([lists()[number][0].ranking for number in chosen])
        np.testing.assert_allclose(asked(batch).value, [float(whole[number]) for number in chosen], rtol=0, atol=1e-12)
        for k in (1, 5, 14):
            expected = [float(formula(lists()[number][0], k, **parameters)) for number in chosen]
            np.testing.assert_allclose(at(k)(batch).value, expected, rtol=0, atol=1e-12)


def average_precision(one: Judged, k: int, denominator: str = "relevant", decay: Fraction = Fraction(1)) -> Fraction:
    """Σ wᵢ P(i) relᵢ over the number of relevant items: all, at most k, or those found."""
    credits = sum(decay ** (i - 1) * one.precision(i) for i in range(1, k + 1) if one.relevant(i))
    counted = {
        "relevant": one.relevant_total,
        "min": min(one.relevant_total, k),
        "hits": one.hits(k),
    }[denominator]
    return ratio(credits, counted)


@pytest.mark.parametrize("denominator", ["relevant", "min", "hits"])
def test_average_precision(denominator: str) -> None:
    compare(f'AP(denominator="{denominator}")', average_precision, denominator=denominator)


def test_weighted_average_precision() -> None:
    compare("AP(weights=0.8)", average_precision, decay=DECAY)
    compare('AP(form="recall_steps", weights=0.8)', average_precision, decay=DECAY)


def test_average_precision_with_a_weight_for_each_rank() -> None:
    random = np.random.default_rng(51)
    for one, k in lists():
        weights = [Fraction(int(weight), 7) for weight in random.integers(0, 8, k)]
        credits = sum(weights[i - 1] * one.precision(i) for i in range(1, k + 1) if one.relevant(i))
        trace = rt.average_precision(one.ranking, k=k, weights=weights)
        assert trace.exact == ratio(credits, one.relevant_total)
        floats = rt.average_precision(one.ranking, k=k, weights=np.array(weights, dtype=float))
        assert floats.value == pytest.approx(float(trace.exact), abs=1e-12)


def f_score(precision: Fraction, recall: Fraction, square: Fraction) -> Fraction:
    return ratio((1 + square) * precision * recall, square * precision + recall)


def fap(one: Judged, k: int, beta: int = 1, form: str = "harmonic") -> Fraction:
    """(1 + β²) F AP / (β² F + AP); as the review prints it, with β in the place of the second β²."""
    f = f_score(one.precision(k), ratio(one.hits(k), one.relevant_total), Fraction(beta**2))
    ap = average_precision(one, k)
    return ratio((1 + beta**2) * f * ap, (beta**2 if form == "harmonic" else beta) * f + ap)


@pytest.mark.parametrize("form", ["harmonic", "printed"])
@pytest.mark.parametrize("beta", [1, 2])
def test_fap_equals_a_second_implementation(beta: int, form: str) -> None:
    compare(f'FAP(beta={beta}, form="{form}")', fap, beta=beta, form=form)


def test_fap_of_means_equals_a_second_implementation() -> None:
    some = [one for one, _ in lists() if one.relevant_from == 1]
    for start in range(0, len(some) - 5, 5):
        group = some[start : start + 5]
        f = ap = Fraction(0)
        for one in group:
            last = len(one.grades)
            f += f_score(one.precision(last), ratio(one.hits(last), one.relevant_total), Fraction(1)) / 5
            ap += average_precision(one, last) / 5
        trace = rt.mean("FAP", [one.ranking for one in group], average="means")
        assert trace.exact == ratio(2 * f * ap, f + ap)
        assert rt.mean("FAP", [one.ranking for one in group]).exact == sum(fap(o, len(o.grades)) for o in group) / 5


def gap(one: Judged, k: int, thresholds: Sequence[Any] = (1, 1, 1, 1)) -> Fraction:
    """Robertson, Kanoulas and Yilmaz: Σ (1/n) Σ G(min(relₘ, relₙ)) over m ≤ n, over Σ G(rel) of all judged items.

    G(c) is the share of users whose threshold is at most c.
    """
    shares = [Fraction(share) / sum(thresholds) for share in thresholds]

    def reached(grade: int) -> Fraction:
        return sum(shares[:grade], Fraction(0))

    credits = sum(
        sum(reached(min(one.grade(m), one.grade(n))) for m in range(1, n + 1)) / n
        for n in range(1, k + 1)
        if one.grade(n)
    )
    return ratio(credits, sum(reached(grade or 0) for grade in [*one.grades, *one.missed]))


@pytest.mark.parametrize(
    ("ours", "users"),
    [
        ("GAP", [1, 1, 1, 1]),
        ("GAP(thresholds=[4, 3, 2, 1])", [4, 3, 2, 1]),
        ("GAP(thresholds=[0, 1, 0, 2])", [0, 1, 0, 2]),
        ("GAP(thresholds={4: 1, 1: 3, 2: 2})", [3, 2, 0, 1]),
    ],
)
def test_gap_equals_a_second_implementation(ours: str, users: list[int]) -> None:
    compare(ours, gap, thresholds=users)


def test_gap_with_shares_that_are_not_whole() -> None:
    shares = [0.1, 0.2, 0.3, 0.4]
    for one, k in lists():
        trace = rt.gap(one.ranking, k=k, thresholds=shares)
        assert trace.exact == gap(one, k, [Fraction(tenths, 10) for tenths in (1, 2, 3, 4)])


def test_gap_of_grades_that_are_not_whole_has_a_threshold_at_every_share_of_the_highest() -> None:
    """With as many users for each threshold, G(c) is c over the highest grade, and credits are in proportion to c."""
    grade_of = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(5, 4), Fraction(5, 2)]
    for one, k in lists():
        grades, missed = ([None if g is None else grade_of[g] for g in part] for part in (one.grades, one.missed))
        top = [(grades[place] or 0) if place < len(grades) else 0 for place in range(k)]
        credits = sum(Fraction(sum(min(above, own) for above in top[:n])) / n for n, own in enumerate(top, start=1))
        expected = ratio(credits, sum(grade or 0 for grade in [*grades, *missed]))
        ranking = Ranking(grades, missed=missed)
        assert rt.gap(ranking, k=k).exact == expected
        floats = Batch([Ranking([None if g is None else float(g) for g in grades], missed=list(map(float, missed)))])
        assert rt.gap(floats, k=k).value.tolist() == pytest.approx([float(expected)], abs=1e-12)


def test_gap_of_two_grades_is_average_precision() -> None:
    for one, k in lists():
        binary = Judged([None if g is None else int(g > 0) for g in one.grades], [int(g > 0) for g in one.missed], 1)
        expected = average_precision(binary, k)
        assert rt.gap(binary.ranking, k=k).value == pytest.approx(float(expected), abs=1e-12)
        assert gap(binary, k, [1]) == expected


def lag(one: Judged, k: int, missed: str = "left_out") -> Fraction:
    """The wrong items above each relevant one, counted one by one; their mean."""
    end = min(k, len(one.grades))
    lags = [
        sum(not one.relevant(above) for above in range(1, rank)) for rank in range(1, end + 1) if one.relevant(rank)
    ]
    if missed == "after_list":
        wrong = sum(not one.relevant(rank) for rank in range(1, end + 1))
        lags += [wrong] * (one.relevant_total - len(lags))
    return ratio(sum(lags), len(lags))


@pytest.mark.parametrize("missed", ["left_out", "after_list"])
def test_lag_equals_a_second_implementation(missed: str) -> None:
    compare(f'LAG(missed="{missed}")', lag, missed=missed)


def test_lag_is_the_distance_to_the_ideal_place() -> None:
    for one, _ in lists():
        found = [rank for rank in range(1, len(one.grades) + 1) if one.relevant(rank)]
        distances = [rank - ideal for ideal, rank in enumerate(found, start=1)]
        assert rt.lag(one.ranking).exact == ratio(sum(distances), len(found))


def test_lag_over_all_relevant_items_of_all_queries() -> None:
    some = [one for one, _ in lists() if one.relevant_from == 1]
    for start in range(0, len(some) - 5, 5):
        group = some[start : start + 5]
        lags = sum(lag(one, len(one.grades)) * one.hits(len(one.grades)) for one in group)
        counted = sum(one.hits(len(one.grades)) for one in group)
        trace = rt.mean("LAG", [one.ranking for one in group], average="pooled")
        assert trace.exact == ratio(lags, counted)


def weighted_area(relevant: list[bool], scores: list[int], weights: Sequence[Any], weighting: str) -> Fraction:
    """The review's sum of weighted trapezoids, each by the weight of the rank it ends at; or of weighted items."""
    items = [Fraction(1)] * len(scores) if weighting == "trapezoids" else weights

    def above(threshold: int, kind: bool) -> Fraction:
        rows = zip(relevant, scores, items, strict=True)
        total = sum(item for one, item in zip(relevant, items, strict=True) if one == kind)
        return ratio(sum(item for one, score, item in rows if score >= threshold and one == kind), total)

    area, last = Fraction(0), (Fraction(0), Fraction(0))
    for threshold in sorted(set(scores), reverse=True):
        here = above(threshold, True), above(threshold, False)
        last_rank = sum(score >= threshold for score in scores) - 1
        weight = weights[last_rank] if weighting == "trapezoids" else 1
        area += weight * (here[0] + last[0]) / 2 * (here[1] - last[1])
        last = here
    return area


@pytest.mark.parametrize("weighting", ["trapezoids", "instances"])
def test_weighted_auc_equals_a_second_implementation(weighting: str) -> None:
    random = np.random.default_rng(52)
    expected, rankings = [], []
    for _ in range(LISTS):
        n = int(random.integers(1, 13))
        relevant = random.integers(0, 2, n).astype(bool).tolist()
        scores = sorted(random.integers(0, random.choice([2, 5, 100]), n).tolist(), reverse=True)
        rankings.append(Ranking(relevant, scores=scores))
        weights = [DECAY**rank for rank in range(n)]
        expected.append(weighted_area(relevant, scores, weights, weighting))
        assert rt.roc_auc(rankings[-1], weights=0.8, weighting=weighting).exact == expected[-1]
        weights = [Fraction(int(weight), 5) for weight in random.integers(0, 6, n)]
        trace = rt.roc_auc(rankings[-1], weights=weights, weighting=weighting)
        assert trace.exact == weighted_area(relevant, scores, weights, weighting)
    found = rt.roc_auc(Batch(rankings), weights=0.8, weighting=weighting).value
    np.testing.assert_allclose(found, [float(area) for area in expected], rtol=0, atol=1e-12)


def penalty(i: str, j: str, one: Sequence[str], other: Sequence[str], p: Fraction) -> Fraction:
    """What a pair of items costs: the four cases of Fagin, Kumar and Sivakumar, in their order."""
    if {i, j} <= set(one) and {i, j} <= set(other):  # both in both
        same = (one.index(i) < one.index(j)) == (other.index(i) < other.index(j))
        return Fraction(0 if same else 1)
    for full, part in ((one, other), (other, one)):
        if {i, j} <= set(full) and len({i, j} & set(part)) == 1:  # both in one list, one of them in the other
            present, absent = (i, j) if i in part else (j, i)
            return Fraction(1 if full.index(absent) < full.index(present) else 0)
    if (i in one) != (j in one) and (i in other) != (j in other):  # each in another list
        return Fraction(1)
    return p  # both in the same list, and neither in the other


def distance(one: Sequence[str], other: Sequence[str], p: Fraction) -> Fraction:
    items = sorted({*one, *other})
    return ratio(
        sum(penalty(i, j, one, other, p) for i, j in combinations(items, 2)), len(items) * (len(items) - 1) // 2
    )


@pytest.mark.parametrize("p", [0, 0.5, 1, Fraction(1, 3)])
def test_kendall_distance_of_all_lists_of_three(p: Any) -> None:
    """Whatever the first list is called, the second has some of its items in some order, and some of its own."""
    for length in (1, 2, 3, 4):
        for other in permutations("abcdef", length):
            assert rt.kendall_distance(["a", "b", "c"], other, p=p).exact == distance("abc", other, Fraction(p))


def test_kendall_distance_of_the_first_k() -> None:
    random = np.random.default_rng(53)
    for _ in range(LISTS):
        known = [f"d{item}" for item in range(int(random.integers(2, 25)))]
        one, other = (random.permutation(known)[: random.integers(1, len(known) + 1)].tolist() for _ in range(2))
        k = int(random.integers(1, len(known) + 2))
        p = Fraction(int(random.integers(0, 5)), 4)
        assert rt.kendall_distance(one, other, p=p).exact == distance(one, other, p)
        trace = rt.kendall_distance(one, other, k=k, p=p)
        assert trace.exact == distance(one[:k], other[:k], p)
        assert trace.value == pytest.approx(float(trace.exact), abs=1e-12)


def test_kendall_distance_at_every_k() -> None:
    random = np.random.default_rng(54)
    for _ in range(200):
        one, other = ([f"d{item}" for item in random.permutation(12)[:8]] for _ in range(2))
        expected = [distance(one[:k], other[:k], Fraction(1, 2)) for k in range(1, 9)]
        assert list(rt.kendall_distance(one, other).at_every_k().exact) == expected
