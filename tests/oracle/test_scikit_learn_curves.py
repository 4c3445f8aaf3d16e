"""The same areas and the same points of curves as scikit-learn, on random lists with ties.

scikit-learn refuses lists in which all items are relevant, or none: they are left out here.
"""

import functools
from collections.abc import Iterator

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from tests import tiers

sklearn_metrics = pytest.importorskip(
    "sklearn.metrics", reason="scikit-learn is not there: pip install 'rankteach[oracle]'"
)
LISTS, COPIES = tiers.many(250), 8
LONG = [1000, 1001, 3000]  # just below and above the length up to which each step is recorded at once


def both_kinds(relevant: np.ndarray) -> bool:
    return bool(relevant.any()) and not bool(relevant.all())


@functools.cache
def arrays() -> list[tuple[np.ndarray, np.ndarray]]:
    """Grades from 0 to 3 and scores, in no order: from all tied to hardly any ties."""
    random = np.random.default_rng(30)
    made: list[tuple[np.ndarray, np.ndarray]] = []
    while len(made) < LISTS:
        n = int(random.integers(2, 40))
        grades = random.integers(1, 4, n) * (random.random(n) < random.random())
        scores = random.integers(0, random.choice([1, 2, 3, 10, 1000]), n) / 7 - 1
        if both_kinds(grades > 0):
            made.append((grades, scores))
    return made


@functools.cache
def rankings() -> list[Ranking]:
    return [Ranking.from_scores(grades, scores) for grades, scores in arrays()]


@functools.cache
def many() -> Batch:
    """All of them several times: lists of all lengths side by side, and too many to be calculated in one go."""
    batch = Batch(rankings() * COPIES)
    assert len(batch.blocks()) > 1
    return batch


def long_lists() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    random = np.random.default_rng(31)
    for n in LONG:
        for scores in (random.random(n), random.integers(0, 50, n), random.integers(0, n, n), np.zeros(n)):
            yield random.integers(0, 2, n), scores


@functools.cache
def areas() -> np.ndarray:
    return np.array([sklearn_metrics.roc_auc_score(grades > 0, scores) for grades, scores in arrays()])


def agree(found: object, expected: object) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("form", ["trapezoids", "pairs"])
def test_auc_equals_roc_auc_score(form: str) -> None:
    agree(rt.roc_auc(many(), form=form).value, np.tile(areas(), COPIES))
    for grades, scores in long_lists():
        trace = rt.roc_auc(Ranking.from_scores(grades, scores), form=form)
        expected = sklearn_metrics.roc_auc_score(grades, scores)
        agree([trace.value, trace.result.materialise().values], expected)


def test_auc_of_weighted_items() -> None:
    random = np.random.default_rng(33)
    for ranking in rankings():
        relevant, n = np.array(ranking.grades) > 0, len(ranking)
        weights = random.random(n) * (random.random(n) < 0.9)
        for kind in (relevant, ~relevant):  # some weight to each
            weights[kind.argmax()] += 0.1
        expected = sklearn_metrics.roc_auc_score(relevant, ranking.scores, sample_weight=weights)
        agree(rt.roc_auc(ranking, weights=weights, weighting="instances").value, expected)


@pytest.mark.parametrize("form", ["precision_at_hits", "recall_steps"])
def test_average_precision_of_weighted_items(form: str) -> None:
    random = np.random.default_rng(34)
    for n in range(2, 200):
        relevant, scores, weights = random.random(n) < 0.3, random.permutation(n), random.random(n)
        relevant[0] = True
        expected = sklearn_metrics.average_precision_score(relevant, scores, sample_weight=weights)
        ranking = Ranking.from_scores(relevant, scores)
        chosen = {"weights": weights[ranking.order], "weighting": "instances", "form": form}
        agree(rt.average_precision(ranking, **chosen).value, expected)
        agree(rt.average_precision(Batch([ranking]), **chosen).value, [expected])


def test_points_of_the_roc_curve() -> None:
    for grades, scores in (*arrays(), *long_lists()):
        false_rate, true_rate, thresholds = sklearn_metrics.roc_curve(grades > 0, scores, drop_intermediate=False)
        columns = rt.roc_auc(Ranking.from_scores(grades, scores)).columns
        agree(columns["TPR"].values, true_rate[1:])  # scikit-learn's first point is the origin
        agree(columns["FPR"].values, false_rate[1:])
        assert columns["TPR"].axis.labels()["threshold"] == thresholds[1:].tolist()


def points(grades: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """scikit-learn's precision and recall, from the highest threshold down; its last point is not one of the list."""
    precision, recall, _ = sklearn_metrics.precision_recall_curve(grades > 0, scores)
    return precision[::-1][1:], recall[::-1][1:]


def test_points_of_the_precision_recall_curve() -> None:
    for one, ranking in zip(arrays(), rankings(), strict=True):
        precision, recall = points(*one)
        columns = rt.pr_auc(ranking).columns
        agree(columns["precision"].values, precision)
        agree(columns["recall"].values, recall)


def trapezoids(grades: np.ndarray, scores: np.ndarray) -> float:
    precision, recall, _ = sklearn_metrics.precision_recall_curve(grades > 0, scores)
    return float(sklearn_metrics.auc(recall, precision))


def interpolated(grades: np.ndarray, scores: np.ndarray) -> float:
    precision, recall = points(grades, scores)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.diff(recall, prepend=0) @ best)


def eleven_points(grades: np.ndarray, scores: np.ndarray) -> float:
    precision, recall = points(grades, scores)
    relevant = np.count_nonzero(grades)
    found = np.rint(recall * relevant)  # whole numbers, so that recall 0.3 reaches the level 3/10
    return float(np.mean([precision[10 * found >= level * relevant].max() for level in range(11)]))


@pytest.mark.parametrize("form", ["steps", "trapezoids", "interpolated", "eleven_points"])
def test_area_under_the_precision_recall_curve(form: str) -> None:
    theirs = {
        "steps": lambda grades, scores: sklearn_metrics.average_precision_score(grades > 0, scores),
        "trapezoids": trapezoids,
        "interpolated": interpolated,
        "eleven_points": eleven_points,
    }[form]
    expected = [theirs(*one) for one in arrays()]
    agree(rt.pr_auc(many(), form=form).value, np.tile(expected, COPIES))
    for one in long_lists():
        agree(rt.pr_auc(Ranking.from_scores(*one), form=form).value, theirs(*one))


def test_fall_out_is_the_false_positive_rate_of_the_roc_curve() -> None:
    for relevance, scores in arrays():
        ranking = Ranking.from_scores(relevance > 0, scores)
        rates, _, thresholds = sklearn_metrics.roc_curve(relevance > 0, scores, drop_intermediate=False)
        for rate, threshold in zip(rates[1:], thresholds[1:], strict=True):
            k = int((scores >= threshold).sum())
            assert rt.fall_out(ranking, k=k).value == pytest.approx(rate, abs=1e-12)


def test_label_ranking_average_precision_of_lists_with_ties_and_without_relevant_labels() -> None:
    random = np.random.default_rng(32)
    for _ in range(50):
        shape = random.integers(1, 5), random.integers(2, 6)
        labels, scores = random.integers(0, 2, shape), random.integers(0, 4, shape) / 4
        expected = sklearn_metrics.label_ranking_average_precision_score(labels, scores)
        lists = [Ranking.from_scores(*one) for one in zip(labels, scores, strict=True)]
        assert rt.mean("LRAP", lists).value == pytest.approx(expected, abs=1e-12)


def test_gauc_is_the_weighted_mean_of_its_areas() -> None:
    for average, weights in (
        ("by_items", [len(grades) for grades, _ in arrays()]),
        ("by_relevant", [int((grades > 0).sum()) for grades, _ in arrays()]),
    ):
        assert rt.mean("AUC", rankings(), average=average).value == pytest.approx(np.average(areas(), weights=weights))
