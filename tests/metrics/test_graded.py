"""Graded average precision against the formula of its authors (Robertson, Kanoulas and Yilmaz)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking

CUTOFFS = st.none() | st.integers(1, 10)


def graded_average_precision(ranking: Ranking, users: Sequence[Any], k: int | None = None) -> Fraction:
    """Σ (1/n) Σ G(min(relₘ, relₙ)) over m ≤ n, over Σ G(rel) of all items; G is the users whom a grade reaches."""
    reached = [sum(users[:grade], Fraction(0)) for grade in range(len(users) + 1)]
    top = ranking.grades[:k]
    earned = [sum(reached[min(above, grade)] for above in top[:n]) / n for n, grade in enumerate(top, start=1) if grade]
    possible = sum(reached[grade] for grade in [*ranking.grades, *ranking.missed])
    return sum(earned) / possible if possible else Fraction(0)


@pytest.mark.parametrize(
    ("thresholds", "users", "expected", "rounded"),
    [
        (
            None,
            [Fraction(1, 3)] * 3,
            (1 + Fraction(1 + 1, 2 * 3) + Fraction(2 + 1 + 2, 3 * 3) + Fraction(2 + 1 + 2 + 2, 4 * 3))
            / Fraction(3 + 1 + 2 + 2, 3),
            0.9270833,
        ),
        (
            [0.2, 0.3, 0.5],
            [Fraction(2, 10), Fraction(3, 10), Fraction(5, 10)],
            (1 + Fraction(2 + 2, 2 * 10) + Fraction(5 + 2 + 5, 3 * 10) + Fraction(5 + 2 + 5 + 5, 4 * 10))
            / Fraction(10 + 2 + 5 + 5, 10),
            0.9204545,
        ),
    ],
    ids=["as many for each threshold", "fewer for the first"],
)
def test_the_example_of_its_authors(thresholds: Any, users: list[Any], expected: Fraction, rounded: float) -> None:
    grades = [3, 1, 2, 2]
    assert expected == graded_average_precision(Ranking(grades), users)
    assert round(float(expected), 7) == rounded
    assert rt.gap(grades, thresholds=thresholds).exact == expected
    assert rt.gap(Batch([grades, [0, 3]]), thresholds=thresholds).exact[0] == expected
    by_grade = None if thresholds is None else dict(enumerate(thresholds, start=1))
    assert rt.gap([Fraction(grade) for grade in grades], thresholds=by_grade).exact == expected


@given(
    ranking=from_type(Ranking),
    k=CUTOFFS,
    users=st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any),
)
def test_it_is_as_its_authors_write_it(ranking: Ranking, k: int | None, users: list[int]) -> None:
    expected = graded_average_precision(ranking, users, k)
    assert rt.gap(ranking, k=k, thresholds=users).exact == expected
    assert rt.gap(ranking, k=k, thresholds={grade: users[grade - 1] for grade in (4, 1, 3, 2)}).exact == expected
    tenths = [users[0] / 10, *(Fraction(count, 10) for count in users[1:])]
    assert rt.gap(ranking, k=k, thresholds=tenths).exact == expected
    assert rt.gap(ranking, k=k).exact == graded_average_precision(ranking, [1] * 4, k)


@given(ranking=from_type(Ranking), k=CUTOFFS)
def test_grades_that_are_not_whole_have_a_threshold_at_every_share_of_the_highest(ranking: Ranking, k: Any) -> None:
    """With as many users for each threshold, G(c) is c over the highest grade, and credits are in proportion to c."""
    grade_of = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(5, 4), Fraction(5, 2)]
    grades, missed = ([grade_of[grade] for grade in part] for part in (ranking.grades, ranking.missed))
    top = grades[:k]
    credits = sum(Fraction(sum(min(above, own) for above in top[:n])) / n for n, own in enumerate(top, start=1))
    possible = sum([*grades, *missed])
    expected = credits / possible if possible else 0
    assert rt.gap(Ranking(grades, missed=missed), k=k).exact == expected
    floats = Ranking(list(map(float, grades)), missed=list(map(float, missed)))
    assert rt.gap(Batch([floats]), k=k).value.tolist() == pytest.approx([float(expected)], abs=1e-12)
