"""The same numbers as trec_eval, on thousands of random lists.

trec_eval orders by score and counts judged items that are missing from the run, graded or not; all of that is
in here. Where its conventions are others than our defaults, the parameter that names them is given.
"""

import functools
from typing import NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from tests.tiers import many

pytrec_eval = pytest.importorskip(
    "pytrec_eval",
    reason="pytrec-eval-terrier is not there: pip install 'rankteach[oracle]' (no wheel for Linux on ARM)",
)
CUTOFFS = (1, 2, 3, 5, 10, 20, 40)
QUERIES = many(300)
ALONE = 100  # of them also one by one


class Collection(NamedTuple):
    """Judgements and a run as trec_eval takes them, and the same as rankings."""

    qrels: dict[str, dict[str, int]]
    run: dict[str, dict[str, float]]
    rankings: list[Ranking]


@functools.cache
def collection(highest_grade: int, relevant_from: int = 1) -> Collection:
    """Random lists of 1 to 30 items, some unjudged, with judged items that were missed."""
    random = np.random.default_rng([2026, highest_grade, relevant_from])
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    rankings = []
    for number in range(QUERIES):
        query, retrieved, missed = f"q{number}", int(random.integers(1, 31)), int(random.integers(0, 8))
        names = [f"d{i}" for i in random.permutation(retrieved + missed)]
        grades = random.integers(0, highest_grade + 1, retrieved + missed) * (random.random(retrieved + missed) < 0.5)
        judged = dict(zip(names, grades.tolist(), strict=True))
        for name in names[:retrieved]:
            if random.random() < 0.2:
                del judged[name]
        judged.setdefault("a judged item that nobody retrieved", 0)  # trec_eval leaves out a query without judgements
        scores = random.permutation(retrieved) / 7.0  # all distinct
        qrels[query], run[query] = judged, dict(zip(names[:retrieved], scores.tolist(), strict=True))
        in_order = sorted(run[query], key=lambda name: -run[query][name])
        rankings.append(Ranking.from_items(in_order, judged, relevant_from=relevant_from))
    return Collection(qrels, run, rankings)


@functools.cache
def batch(highest_grade: int, relevant_from: int = 1) -> Batch:
    return Batch(collection(highest_grade, relevant_from).rankings)


@functools.cache
def trec_eval(highest_grade: int, relevant_from: int, measures: tuple[str, ...]) -> dict[str, dict[str, float]]:
    given = collection(highest_grade, relevant_from)
    evaluator = pytrec_eval.RelevanceEvaluator(given.qrels, set(measures), relevance_level=relevant_from)
    return evaluator.evaluate(given.run)  # type: ignore[no-any-return]


ALL = ",".join(map(str, CUTOFFS))
# ours, with the cutoff in the place of {}; what trec_eval calls it, in and out
AT_K: dict[str, tuple[str, str, str]] = {
    "precision": ("P@{}", f"P.{ALL}", "P_{}"),
    "recall": ("R@{}", f"recall.{ALL}", "recall_{}"),
    "average precision": ("AP@{}", f"map_cut.{ALL}", "map_cut_{}"),
    "the other form of average precision": ('AP(form="recall_steps")@{}', f"map_cut.{ALL}", "map_cut_{}"),
    "success": ("Accuracy@{}", f"success.{ALL}", "success_{}"),
    "nDCG": ("nDCG@{}", f"ndcg_cut.{ALL}", "ndcg_cut_{}"),
}
WHOLE: dict[str, tuple[str, str, str]] = {
    "average precision": ("AP", "map", "map"),
    "the other form of average precision": ('AP(form="recall_steps")', "map", "map"),
    "reciprocal rank": ("RR", "recip_rank", "recip_rank"),
    "nDCG": ("nDCG", "ndcg", "ndcg"),
    "nDCG, with the ideal not cut": ('nDCG(ideal="uncut")', "ndcg", "ndcg"),
    "precision": ("P", "set_P", "set_P"),
    "recall": ("R", "set_recall", "set_recall"),
    "F1": ("F1", "set_F", "set_F"),
    "F1 from counts": ('F1(form="counts")', "set_F", "set_F"),
}
KINDS = [(1, 1), (4, 1), (4, 2)]  # binary; graded; graded, relevant from grade 2


def compare(ours: str, theirs: str, reported: str, kind: tuple[int, int]) -> None:
    rankings = collection(*kind).rankings
    measure = rt.measure(ours)
    found = trec_eval(*kind, (theirs,))
    expected = [found[f"q{number}"][reported] for number in range(QUERIES)]
    np.testing.assert_allclose(measure(batch(*kind)).value, expected, rtol=0, atol=1e-12)
    alone = [measure(ranking).value for ranking in rankings[:ALONE]]
    np.testing.assert_allclose(alone, expected[:ALONE], rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS, ids=["binary", "graded", "from grade 2"])
@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize("names", AT_K.values(), ids=AT_K)
def test_measures_at_a_cutoff_are_trec_evals(names: tuple[str, str, str], k: int, kind: tuple[int, int]) -> None:
    ours, theirs, reported = names
    compare(ours.format(k), theirs, reported.format(k), kind)


@pytest.mark.parametrize("kind", KINDS, ids=["binary", "graded", "from grade 2"])
@pytest.mark.parametrize("names", WHOLE.values(), ids=WHOLE)
def test_measures_of_the_whole_list_are_trec_evals(names: tuple[str, str, str], kind: tuple[int, int]) -> None:
    compare(*names, kind)


@pytest.mark.parametrize("kind", KINDS, ids=["binary", "graded", "from grade 2"])
def test_means_over_queries_are_trec_evals(kind: tuple[int, int]) -> None:
    found = trec_eval(*kind, ("map",))
    expected = sum(query["map"] for query in found.values()) / QUERIES
    assert rt.mean(rt.average_precision, collection(*kind).rankings).value == pytest.approx(expected, abs=1e-12)


def test_at_every_k_gives_every_cutoff_at_once() -> None:
    found = trec_eval(4, 1, (f"ndcg_cut.{ALL}",))
    every = np.asarray(rt.ndcg(batch(4), k=max(CUTOFFS)).at_every_k())
    for k in CUTOFFS:
        expected = [found[f"q{number}"][f"ndcg_cut_{k}"] for number in range(QUERIES)]
        np.testing.assert_allclose(every[:, k - 1], expected, rtol=0, atol=1e-12)


def test_ties_as_trec_eval_orders_them() -> None:
    random = np.random.default_rng(7)
    for _ in range(300):
        n = int(random.integers(2, 12))
        items = [f"d{i}" for i in random.permutation(n)]
        scores, grades = random.integers(0, 3, n).astype(float), random.integers(0, 2, n)
        run = {"q": dict(zip(items, scores.tolist(), strict=True))}
        qrels = {"q": dict(zip(items, grades.tolist(), strict=True))}
        found = pytrec_eval.RelevanceEvaluator(qrels, {"map", "recip_rank"}).evaluate(run)["q"]
        ranking = Ranking.from_scores(grades, scores, items=items, ties="item_descending")
        assert rt.average_precision(ranking).value == pytest.approx(found["map"], abs=1e-12)
        assert rt.reciprocal_rank(ranking).value == pytest.approx(found["recip_rank"], abs=1e-12)


def test_the_eleven_point_average_is_not_the_textbooks() -> None:
    """The textbook reaches a recall of l/10 with l m / 10 hits or more; trec_eval rounds that number in its own way."""
    grades = [1, 0, 1, 0, 0, 1]
    items = [f"d{i}" for i in range(len(grades))]
    run = {"q": {item: float(-rank) for rank, item in enumerate(items)}}
    qrels = {"q": dict(zip(items, grades, strict=True))}
    found = pytrec_eval.RelevanceEvaluator(qrels, {"11pt_avg"}).evaluate(run)["q"]["11pt_avg"]

    best = {0: 1, 1: 1, 2: 2 / 3, 3: 1 / 2}  # the highest precision with so many of the three hits, or with more
    needed = {
        "textbook": [-(-3 * level // 10) for level in range(11)],
        "trec_eval 9": [int(level / 10 * 3 + 0.9) for level in range(11)],  # 0.7 * 3 + 0.9 is 2.9999999999999996
        "trec_eval 10": [int(level / 10 * 3 + 0.5) for level in range(11)],
    }
    averages = {name: sum(best[hits] for hits in levels) / 11 for name, levels in needed.items()}
    assert {name: round(average, 4) for name, average in averages.items()} == {
        "textbook": 0.7273,
        "trec_eval 9": 0.7424,
        "trec_eval 10": 0.7879,
    }
    assert rt.pr_auc(Ranking(grades), form="eleven_points").value == pytest.approx(averages["textbook"])
    assert found in (pytest.approx(averages["trec_eval 9"]), pytest.approx(averages["trec_eval 10"]))
