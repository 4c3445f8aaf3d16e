"""The same numbers as scikit-learn, on random lists, where our conventions are not those of its preset.

scikit-learn sees what is in the arrays and nothing else: no missed items, and the ideal order is that of the items
in the list.
"""

from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch
from tests.tiers import many

sklearn_metrics = pytest.importorskip(
    "sklearn.metrics", reason="scikit-learn is not there: pip install 'rankteach[oracle]'"
)
QUERIES, LENGTH = many(300), 12
RANDOM = np.random.default_rng(2026)
GRADES = RANDOM.integers(0, 5, (QUERIES, LENGTH)) * (RANDOM.random((QUERIES, LENGTH)) < 0.6)
SCORES = RANDOM.random((QUERIES, LENGTH))  # distinct, and in no order
IN_ORDER = np.take_along_axis(GRADES, np.argsort(-SCORES, axis=1), axis=1)
BATCH = Batch(IN_ORDER)
CUTOFFS = [1, 2, 3, 5, 12]


def agree(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def each(metric: Any, truths: np.ndarray, guesses: np.ndarray, **chosen: Any) -> list[float]:
    """scikit-learn's metric, list by list."""
    return [float(metric(truth, guess, **chosen)) for truth, guess in zip(truths, guesses, strict=True)]


@pytest.mark.parametrize("base", [2, 3, 10])
def test_dcg_to_another_base(base: int) -> None:
    expected = [sklearn_metrics.dcg_score(g[None], s[None], log_base=base) for g, s in zip(GRADES, SCORES, strict=True)]
    agree(rt.dcg(BATCH, base=base).value, expected)


def test_dcg_of_exponential_gains() -> None:
    gains = 2.0**GRADES - 1
    expected = [sklearn_metrics.dcg_score(g[None], s[None], k=5) for g, s in zip(gains, SCORES, strict=True)]
    agree(rt.dcg(BATCH, k=5, gain="exponential").value, expected)


@pytest.mark.parametrize("k", [*CUTOFFS, None])
def test_ndcg_of_exponential_gains(k: int | None) -> None:
    gains = 2.0**GRADES - 1
    expected = [sklearn_metrics.ndcg_score(g[None], s[None], k=k) for g, s in zip(gains, SCORES, strict=True)]
    agree(rt.ndcg(BATCH, k=k, gain="exponential").value, expected)


@pytest.mark.parametrize("ideal", ["judged", "retrieved"])
def test_ndcg_where_items_were_missed_is_that_of_the_retrieved_only(ideal: Any) -> None:
    missed = Batch(IN_ORDER[:200], missed=[[4, 4, 4]] * 200)
    expected = [sklearn_metrics.ndcg_score(g[None], s[None], k=5) for g, s in zip(GRADES[:200], SCORES, strict=False)]
    found = rt.ndcg(missed, k=5, ideal=ideal).value
    if ideal == "retrieved":
        agree(found, expected)
    else:
        assert (found <= np.array(expected) + 1e-12).all()
        assert (found < np.array(expected) - 1e-3).any()


@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize(
    ("ours", "theirs", "chosen"),
    [
        ("P", "precision_score", {}),
        ("R", "recall_score", {}),
        ("F1", "f1_score", {}),
        ("F(beta=2)", "fbeta_score", {"beta": 2}),
        ("F(beta=0.5)", "fbeta_score", {"beta": 0.5}),
        ('F(beta=2, form="counts")', "fbeta_score", {"beta": 2}),
    ],
)
def test_the_first_k_as_a_set(ours: str, theirs: str, chosen: dict[str, float], k: int) -> None:
    relevant = IN_ORDER >= 2
    first_k = np.broadcast_to(np.arange(1, LENGTH + 1) <= k, relevant.shape)
    # to scikit-learn each list is a label, and each rank a sample
    expected = getattr(sklearn_metrics, theirs)(relevant.T, first_k.T, average=None, zero_division=0, **chosen)
    agree(rt.measure(f"{ours}@{k}")(BATCH.with_relevant_from(2)).value, expected)
