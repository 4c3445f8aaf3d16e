"""Average precision: weights, and the grade from which an item is relevant."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Batch, Ranking

HALF = Fraction(1, 2)
some = settings(max_examples=30)
BOTH_KINDS = st.lists(st.integers(0, 1), min_size=2, max_size=9).filter(lambda grades: 0 < sum(grades) < len(grades))
WEIGHTS = st.lists(st.integers(0, 4), min_size=9, max_size=9)


def test_relevance_starts_at_a_grade() -> None:
    grades = [1, 2, 0, 3]
    assert rt.average_precision(grades).exact == (1 + 1 + Fraction(3, 4)) / 3
    from_2 = rt.average_precision(Ranking(grades, relevant_from=2))
    assert from_2.exact == (Fraction(1, 2) + Fraction(2, 4)) / 2
    assert "relevant from grade 2" in from_2.conventions
    assert rt.dcg(Ranking(grades, relevant_from=2)).value == rt.dcg(grades).value  # grades are worth what they are


def test_the_worst_order_has_an_ap_below_the_share_of_relevant_items() -> None:
    trace = rt.average_precision([0, 0, 0, 1, 1])
    assert trace.exact == (Fraction(1, 4) + Fraction(2, 5)) / 2 < Fraction(2, 5)


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


@some
@given(lists=st.lists(BOTH_KINDS, min_size=1, max_size=3), weights=WEIGHTS)
def test_weights_of_average_precision(lists: list[list[int]], weights: list[int]) -> None:
    expected = [
        sum(weights[i] * Fraction(sum(grades[: i + 1]), i + 1) for i, grade in enumerate(grades) if grade) / sum(grades)
        for grades in lists
    ]
    assert [rt.average_precision(grades, weights=weights).exact for grades in lists] == expected
    assert rt.average_precision(Batch(lists), weights=weights).exact.tolist() == expected
    assert rt.average_precision(lists[0], weights=weights, form="recall_steps").exact == expected[0]
