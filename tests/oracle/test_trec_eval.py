"""The same numbers as trec_eval, on random lists; and ir_measures' Judged.

The lists have items that were never judged, and items that stand in the judgements as pooled but not judged (grade −1).
trec_eval orders by score, and counts judged items that are missing from the run. Where its conventions are others than
our defaults, the parameter that names them is given.
"""

import functools
import math
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
CUTOFFS = (1, 2, 3, 5, 10, 20, 40, 60)
LEVELS = tuple(level / 10 for level in range(11))
MULTIPLES = (0.1, 0.2, 0.4, 0.7, 1.0, 1.3, 2.0)
QUERIES = many(200)
ALONE = 60  # of them also one by one
KINDS = [(1, 1), (4, 1), (4, 2)]  # binary; graded; graded, relevant from grade 2
kinds = pytest.mark.parametrize("kind", KINDS, ids=["binary", "graded", "from grade 2"])


class Collection(NamedTuple):
    """Judgements and a run as trec_eval takes them, and the same as rankings."""

    qrels: dict[str, dict[str, int]]
    run: dict[str, dict[str, float]]
    rankings: list[Ranking]


@functools.cache
def collection(highest_grade: int, relevant_from: int) -> Collection:
    """Random lists of 1 to 40 items, judged in part, with judged items that were missed; no two scores are the same."""
    random = np.random.default_rng([50, highest_grade, relevant_from])
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    rankings = []
    for number in range(QUERIES):
        query, n, missed = f"q{number}", int(random.integers(1, 41)), int(random.integers(0, 12))
        names = [f"d{place}" for place in random.permutation(n + missed)]
        density, judged_share, pooled_share = random.random(3)
        grades = random.integers(1, highest_grade + 1, n + missed) * (random.random(n + missed) < density)
        judged = random.random(n + missed) < max(judged_share, 0.2)
        pooled = random.random(n + missed) < pooled_share
        known = dict(zip(names, grades.tolist(), strict=True))
        in_qrels = {
            name: known[name] if sure else -1
            for name, sure, maybe in zip(names, judged, pooled, strict=True)
            if sure or maybe
        }
        # trec_eval takes no query without a judgement, and needs a grade that reaches to below the relevant ones
        in_qrels["nobody found it"] = highest_grade if random.random() < 0.5 else relevant_from - 1
        scores = dict(zip(names[:n], (random.permutation(n) / 7).tolist(), strict=True))
        in_order = sorted(scores, key=lambda name: -scores[name])
        rankings.append(
            Ranking(
                [in_qrels[name] if in_qrels.get(name, -1) >= 0 else None for name in in_order],
                items=in_order,
                missed=[grade for name, grade in in_qrels.items() if name not in scores and grade >= 0],
                relevant_from=relevant_from,
                pooled=[name for name in in_order if in_qrels.get(name) == -1],
            )
        )
        qrels[query], run[query] = in_qrels, scores
    return Collection(qrels, run, rankings)


@functools.cache
def batch(kind: tuple[int, int]) -> Batch:
    return Batch(collection(*kind).rankings)


@functools.cache
def trec_eval(kind: tuple[int, int]) -> list[dict[str, float]]:
    """Everything that it says of each query."""
    given, at = collection(*kind), ",".join(map(str, CUTOFFS))
    asked = {f"{name}.{at}" for name in ("P", "recall", "map_cut", "success", "ndcg_cut")}
    asked |= {"map", "recip_rank", "ndcg", "set_P", "set_recall", "set_F", "Rprec", "bpref", "infAP"}
    asked |= {"iprec_at_recall", "11pt_avg", "gm_map", "gm_bpref", f"Rprec_mult.{','.join(map(str, MULTIPLES))}"}
    found = pytrec_eval.RelevanceEvaluator(given.qrels, asked, relevance_level=kind[1]).evaluate(given.run)
    return [found[f"q{number}"] for number in range(QUERIES)]


@functools.cache
def version() -> str:
    """Which rounding of recall levels this trec_eval has: 0.7 times 3 relevant items are 2 hits, 0.8 are 2 or 3."""
    evaluator = pytrec_eval.RelevanceEvaluator({"q": {"a": 1, "b": 0, "c": 1, "d": 1}}, {"iprec_at_recall"})
    found = evaluator.evaluate({"q": {"a": 4.0, "c": 3.0, "b": 2.0, "d": 1.0}})["q"]["iprec_at_recall_0.80"]
    return "trec_eval_10" if found == 1 else "trec_eval_9"


# what we call a measure, and what trec_eval does
AT_K = {
    "P@{}": "P_{}", "R@{}": "recall_{}", "AP@{}": "map_cut_{}", 'AP(form="recall_steps")@{}': "map_cut_{}",
    "Accuracy@{}": "success_{}", "nDCG@{}": "ndcg_cut_{}",
}  # fmt: skip
WHOLE = {
    "AP": "map", 'AP(form="recall_steps")': "map", "RR": "recip_rank", "nDCG": "ndcg", 'nDCG(ideal="uncut")': "ndcg",
    "P": "set_P", "R": "set_recall", "F1": "set_F", 'F1(form="counts")': "set_F", "RPrec": "Rprec", "Bpref": "bpref",
    "infAP": "infAP", f'IPA11(form="{version()}")': "11pt_avg",
}  # fmt: skip
WHOLE |= {f"Rprec_mult_{multiple}": f"Rprec_mult_{multiple:.2f}" for multiple in MULTIPLES}
WHOLE |= {f'IPrec(recall={one}, form="{version()}")': f"iprec_at_recall_{one:.2f}" for one in LEVELS}


def compare(ours: str, theirs: str, kind: tuple[int, int]) -> None:
    measure, rankings = rt.measure(ours), collection(*kind).rankings
    expected = [found[theirs] for found in trec_eval(kind)]
    assert len(set(expected)) > 1
    np.testing.assert_allclose(measure(batch(kind)).value, expected, rtol=0, atol=1e-12)
    alone = [measure(ranking).value for ranking in rankings[:ALONE]]
    np.testing.assert_allclose(alone, expected[:ALONE], rtol=0, atol=1e-12)


@kinds
@pytest.mark.parametrize("ours", AT_K)
def test_measures_at_a_cutoff_are_trec_evals(ours: str, kind: tuple[int, int]) -> None:
    for k in CUTOFFS:
        compare(ours.format(k), AT_K[ours].format(k), kind)


@kinds
@pytest.mark.parametrize("ours", WHOLE)
def test_measures_of_the_whole_list_are_trec_evals(ours: str, kind: tuple[int, int]) -> None:
    compare(ours, WHOLE[ours], kind)


@kinds
@pytest.mark.parametrize(("ours", "theirs"), [("AP", "gm_map"), ("Bpref", "gm_bpref")])
def test_the_geometric_mean(ours: str, theirs: str, kind: tuple[int, int]) -> None:
    """trec_eval gives the logarithm of each query's value, and e to the power of their mean."""
    logarithms = [found[theirs] for found in trec_eval(kind)]
    trace = rt.mean(ours, batch(kind), average="geometric")
    np.testing.assert_allclose(trace.columns["logarithm"].values, logarithms, rtol=0, atol=1e-11)
    assert trace.value == pytest.approx(math.exp(sum(logarithms) / QUERIES), rel=1e-12)
    assert trace.value == pytest.approx(pytrec_eval.compute_aggregated_measure(theirs, logarithms), rel=1e-12)


def test_at_every_k_gives_every_cutoff_at_once() -> None:
    every = np.asarray(rt.ndcg(batch((4, 1)), k=max(CUTOFFS)).at_every_k())
    for k in CUTOFFS:
        expected = [found[f"ndcg_cut_{k}"] for found in trec_eval((4, 1))]
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


def test_the_paper_has_another_bpref() -> None:
    ours = rt.measure('Bpref(denominator="relevant")')(batch((1, 1))).value
    assert np.count_nonzero(np.abs(ours - [found["bpref"] for found in trec_eval((1, 1))]) > 1e-12) > 50
