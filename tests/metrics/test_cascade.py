"""Expected reciprocal rank."""

from fractions import Fraction
from typing import Any

import pytest

import rankteach as rt
from rankteach import Ranking

P, HALF = Fraction(4, 5), Fraction(1, 2)
EXAMPLE = Ranking([2, None, 0, 1])


@pytest.mark.parametrize(
    ("most", "expected", "rounded"),
    [
        (4, Fraction(3, 16) + Fraction(13, 16) * Fraction(1, 16) / 4, 0.2002),  # as gdeval has it
        (None, Fraction(3, 4) + Fraction(1, 4) * Fraction(1, 4) / 4, 0.7656),  # as rankeval has it
        (2, Fraction(3, 4) + Fraction(1, 4) * Fraction(1, 4) / 4, 0.7656),
    ],
)
def test_err_depends_on_the_largest_grade(most: Any, expected: Fraction, rounded: float) -> None:
    trace = rt.err(EXAMPLE, max_grade=most)
    assert trace.exact == expected
    assert round(trace.value, 4) == rounded
    assert f"the largest grade is {most or 'the largest judged one'}" in trace.conventions


def test_who_was_satisfied_does_not_go_on() -> None:
    columns = rt.err([1, 0, 2, 1]).columns
    quarter = Fraction(1, 4)
    assert columns["satisfied"].exact.tolist() == [quarter, 0, 3 * quarter, quarter]
    assert columns["viewed"].exact.tolist() == [1, 3 * quarter, 3 * quarter, 3 * quarter * quarter]
    assert columns["credit"].exact.tolist() == [quarter, 0, 3 * quarter * 3 * quarter / 3, 3 * quarter**3 / 4]


def test_nerr_is_err_over_that_of_the_best_order() -> None:
    # (1, 2, missed 2): the best order is 2, 2, 1
    quarter = Fraction(1, 4)
    ours = quarter + 3 * quarter * 3 * quarter / 2
    best = 3 * quarter + quarter * 3 * quarter / 2 + quarter * quarter * quarter / 3
    ranking = Ranking([1, 2], missed=[2])
    assert rt.nerr(ranking).exact == ours / best
    assert rt.nerr(ranking, k=2).exact == ours / (best - quarter**3 / 3)
    assert rt.nerr(ranking, k=2, ideal="uncut").exact == ours / best
    assert rt.nerr(ranking, ideal="retrieved").exact == ours / (3 * quarter + quarter * quarter / 2)
