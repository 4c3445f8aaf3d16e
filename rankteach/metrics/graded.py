"""Graded average precision: every user draws the line between relevant and not at a grade of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from numbers import Real
from typing import Any

from rankteach.core.checks import LARGEST_NUMBER, fits_a_float, listed, real_number, scalar, shown
from rankteach.core.column import Column, as_written
from rankteach.core.judged import Judged, at_least
from rankteach.notation.numbers import given
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value

MOST_LEVELS = 100  # there are columns for each


@metric(
    "GAP",
    title="graded average precision",
    family="order",
    source="Robertson, Kanoulas and Yilmaz (2010)",
    popularity=1,
    binary=False,
    wording=Wording(
        rows={
            "credit": "grade {grade} adds the precision at each threshold that it reaches, {credit} in all. "
            "The sum is now {running sum}",
            "": "{judged}, so nothing is added",
        },
        closing={
            "divisor": "Divide the sum, {running sum}, by the most that all items could add, {divisor}: {result}",
            "": "No item reaches a threshold: {result}",
        },
        meaning={
            "": "For users who draw the line at a grade of their own, average precision is {value}; 1 means all find "
            "their relevant items first"
        },
    ),
    parameters={
        "thresholds": Parameter(
            "How many users have grade 1, 2, 3, ... for a threshold, as shares or in any unit.",
            {None: Value("as many users for each threshold", "as many users for each threshold")},
            sentence=lambda thresholds: f"users by threshold: {_listed(thresholds)}",
            phrase=lambda thresholds: f"users by threshold {_listed(thresholds)}",
            refuse=lambda thresholds: _users(thresholds),
            kind="sequence of numbers, or mapping of grade to number",
        )
    },
)
def gap(ranking: Judged, *, k: int | None = None, thresholds: Any = None) -> Column:
    """Average precision for users who count items as relevant from different grades on.

    GAP = (sum over users j of g_j (sum of P_j(i) rel_j,i)) / (sum over users j of g_j m_j), where the user with
    threshold j takes the items of grade j and above for the relevant ones.

    1: the items are sorted by grade, and none with a grade above 0 is missing. 0: no retrieved item is relevant for
    any user. With grades 0 and 1 it is AP.

    Grades need not be whole: between two grades that occur lie as many thresholds as their difference, so that double
    the grades give the same value.

    >>> import rankteach as rt
    >>> gap(rt.Ranking([3, 1, 2, 2])).exact, gap(rt.Ranking([1, 0, 1])).exact
    (Fraction(89, 96), Fraction(5, 6))
    >>> gap(rt.Ranking([1.5, 0.5, 1, 1])).exact
    Fraction(89, 96)
    """
    top = ranking.top(k)
    earned, counted = [], []
    for level, share in _user_shares(ranking, thresholds):
        least = given(float(level))
        reaches = at_least(top.grade, level).named(f"at least {least}", f"rel{least}_i")
        hits = reaches.cumsum().named(f"hits from {least}", f"h{least}_i")
        precision = (hits / top.rank).named(f"precision from {least}", f"P{least}(i)")
        earned.append(share * (precision * reaches))
        counted.append(share * Column(ranking.count_from(level), name=f"items from {least}", symbol=f"m{least}"))
    credit = sum(earned[1:], earned[0]).named("credit")
    return credit.sum() / sum(counted[1:], counted[0])


def _user_shares(ranking: Judged, thresholds: Any) -> list[tuple[Any, Column]]:
    """For each grade that occurs, how many users draw the line above the grade before it and not above this one."""
    users = None if thresholds is None else _users(thresholds)
    levels = [grade for grade in ranking.distinct_grades() if grade] or [1]
    if len(levels) > MOST_LEVELS:
        raise ValueError(f"GAP needs at most {MOST_LEVELS} different grades above 0, not {len(levels):,}.")
    shares = []
    for before, level in zip([0, *levels], levels, strict=False):
        between = as_written(level) - as_written(before)
        number = between if users is None else sum(s for grade, s in users.items() if before < grade <= level)
        shares.append((level, Column.constant(number)))
    return shares


def _users(thresholds: Any) -> dict[Any, Any]:
    """How many users have each grade for a threshold."""
    if isinstance(thresholds, str | bytes) or not isinstance(thresholds, Collection):
        raise TypeError(
            f"thresholds must have a number for each grade, such as [0.5, 0.3, 0.2], not {shown(thresholds)}."
        )
    by_grade = isinstance(thresholds, Mapping)
    table = dict(thresholds) if by_grade else dict(enumerate(listed(thresholds, "thresholds"), start=1))
    users = {}
    for grade, number in table.items():
        number = scalar(number)
        real_number(grade, "a grade of thresholds", above=0)
        known = isinstance(number, Real) and fits_a_float(number)
        if not known or not 0 <= number <= LARGEST_NUMBER:
            rule = f"a number of at least 0 and at most {LARGEST_NUMBER:g} for grade {grade}"
            raise ValueError(f"thresholds must have {rule}, not {shown(number)}.")
        users[scalar(grade)] = as_written(number)
    if not any(users.values()):
        raise ValueError(f"thresholds must have at least one user, not {shown(thresholds)}.")
    return users


def _listed(thresholds: Any) -> str:
    return ", ".join(f"{float(grade):g}: {float(number):g}" for grade, number in _users(thresholds).items())
