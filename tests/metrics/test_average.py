"""Average precision: weights, and the grade from which an item is relevant."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking

HALF = Fraction(1, 2)
DIVISORS = ["relevant", "min", "hits"]
WEIGHTS = st.none() | st.lists(st.integers(0, 4), min_size=10, max_size=10)


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


@given(
    ranking=from_type(Ranking), k=st.none() | st.integers(1, 10), weights=WEIGHTS, denominator=st.sampled_from(DIVISORS)
)
def test_it_is_its_definition(ranking: Ranking, k: int | None, weights: list[int] | None, denominator: str) -> None:
    relevant = [grade >= ranking.relevant_from for grade in ranking.grades[:k]]
    precision = [Fraction(sum(relevant[:rank]), rank) for rank in range(1, len(relevant) + 1)]
    credits = [weight * one * hit for weight, one, hit in zip(weights or [1] * 10, precision, relevant, strict=False)]
    m, ranks = int(ranking.relevant_total.values), len(ranking) if k is None else k
    divisor = {"relevant": m, "min": min(m, ranks), "hits": sum(relevant)}[denominator]
    expected = sum(credits, Fraction(0)) / divisor if divisor else 0
    for form in ("precision_at_hits", "recall_steps"):
        trace = rt.average_precision(ranking, k=k, denominator=denominator, weights=weights, form=form)
        assert trace.exact == expected
        given = None if weights is None else np.array(weights, float)
        floats = rt.average_precision(Batch([ranking]), k=k, denominator=denominator, weights=given)
        assert floats.value.tolist() == pytest.approx([float(expected)], abs=1e-12)
