"""Interpolated precision, and its average over eleven levels of recall."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Ranking

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
CUTOFFS = st.none() | st.integers(1, 9)
SIX = [1, 0, 1, 0, 0, 1]  # precision 1, 2/3, 1/2 at recall 1/3, 2/3, 1
FORMS = ("textbook", "trec_eval_9", "trec_eval_10")


@pytest.mark.parametrize(
    ("level", "textbook", "version_9", "version_10"),
    [
        (0, 1, 1, 1),
        (0.1, 1, 1, 1),
        (0.3, 1, 1, 1),
        (0.4, Fraction(2, 3), Fraction(2, 3), 1),  # 0.4 · 3 hits are 1.2: 2, 2.1 cut off, 1.2 rounded
        (0.6, Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)),
        (0.7, HALF, Fraction(2, 3), Fraction(2, 3)),  # 2.1: 3, 2.9999999999999996 cut off, 2.1 rounded
        (0.8, HALF, HALF, Fraction(2, 3)),
        (1, HALF, HALF, HALF),
    ],
)
def test_interpolated_precision_by_hand(level: float, textbook: Any, version_9: Any, version_10: Any) -> None:
    found = [rt.interpolated_precision(SIX, recall=level, form=form).exact for form in FORMS]
    assert found == [textbook, version_9, version_10]


def test_the_levels_say_how_many_hits_they_need_and_where_they_are_reached() -> None:
    trace = rt.eleven_point_average(Ranking([1, 0, 1], missed=[1]))
    labels = trace.axis.labels()
    assert labels["recall level"] == ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]
    assert trace.columns["hits needed"].exact.tolist() == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    assert labels["reached at rank"] == [1, 1, 1, 1, 3, 3, 3, None, None, None, None]


@given(ranking=from_type(Ranking), k=CUTOFFS, form=st.sampled_from(FORMS))
def test_the_eleven_point_average_is_the_mean_of_interpolated_precision(
    ranking: Ranking, k: int | None, form: str
) -> None:
    levels = [rt.interpolated_precision(ranking, k=k, recall=level / 10, form=form).exact for level in range(11)]
    trace = rt.eleven_point_average(ranking, k=k, form=form)
    assert trace.columns["precision at level"].exact.tolist() == levels
    assert trace.exact == sum(levels, Fraction(0)) / 11
