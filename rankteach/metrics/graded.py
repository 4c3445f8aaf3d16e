"""Graded average precision: every user draws the line between relevant and not at a grade of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np

from rankteach.core.column import Column, as_written
from rankteach.core.judged import Judged, at_least
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value


@metric(
    "GAP",
    title="graded average precision",
    family="order",
    source="Robertson, Kanoulas and Yilmaz (2010)",
    popularity=1,
    binary=False,
    parameters={
        "thresholds": Parameter(
            "How many users have grade 1, 2, 3, ... for a threshold, as shares or in any unit.",
            {None: Value("as many users for each threshold", "as many users for each threshold")},
            sentence=lambda thresholds: f"users by threshold: {_listed(thresholds)}",
            phrase=lambda thresholds: f"users by threshold {_listed(thresholds)}",
            kind="sequence of numbers, or mapping of grade to number",
        )
    },
)
def gap(ranking: Judged, *, k: int | None = None, thresholds: Any = None) -> Column:
    """Average precision for graded relevance: each user has their own grade from which items count as relevant.

    GAP = (sum over users j of g_j (sum of P_j(i) rel_j,i)) / (sum over users j of g_j m_j), where the user with
    threshold j takes the items of grade j and above for the relevant ones.

    1: the items are sorted by grade. 0: every retrieved item has grade 0. With grades 0 and 1 it is AP.

    It refuses grades that are not whole.

    >>> import rankteach as rt
    >>> gap(rt.Ranking([3, 1, 2, 2])).exact, gap(rt.Ranking([1, 0, 1])).exact
    (Fraction(89, 96), Fraction(5, 6))
    """
    top = ranking.top(k)
    earned, counted = [], []
    for level, share in _user_shares(ranking, thresholds):
        reaches = at_least(top.grade, level).named(f"at least {level}", f"rel{level}_i")
        hits = reaches.cumsum().named(f"hits from {level}", f"h{level}_i")
        precision = (hits / top.rank).named(f"precision from {level}", f"P{level}(i)")
        earned.append(share * (precision * reaches))
        counted.append(share * Column(ranking.count_from(level), name=f"items from {level}", symbol=f"m{level}"))
    credit = sum(earned[1:], earned[0]).named("credit")
    return credit.sum() / sum(counted[1:], counted[0])


def _user_shares(ranking: Judged, thresholds: Any) -> list[tuple[int, Column]]:
    """For each grade that occurs, how many users draw the line above the grade before it and not above this one."""
    users = None if thresholds is None else _users(thresholds)
    grades = ranking.distinct_grades()
    if any(grade != int(grade) for grade in grades):
        raise ValueError(f"GAP needs whole grades, but a grade is {next(g for g in grades if g != int(g))}.")
    levels = [int(grade) for grade in grades if grade] or [1]
    shares = []
    for before, level in zip([0, *levels], levels, strict=False):
        number = level - before if users is None else sum(s for grade, s in users.items() if before < grade <= level)
        shares.append((level, Column.constant(number)))
    return shares


def _users(thresholds: Any) -> dict[int, Any]:
    """How many users have each grade for a threshold."""
    if isinstance(thresholds, str) or not isinstance(thresholds, Iterable):
        raise TypeError(f"thresholds must have a number for each grade, such as [0.5, 0.3, 0.2], not {thresholds!r}.")
    listed = thresholds.items() if isinstance(thresholds, Mapping) else enumerate(thresholds, start=1)
    users = {}
    for grade, number in listed:
        if not isinstance(grade, Integral) or grade < 1:
            raise ValueError(f"thresholds must be whole grades of at least 1, not {grade!r}.")
        if not isinstance(number, Real) or not 0 <= number < np.inf:  # type: ignore[operator]
            raise ValueError(f"thresholds must have a number of at least 0 for grade {grade}, not {number!r}.")
        users[int(grade)] = as_written(number)
    if not any(users.values()):
        raise ValueError(f"thresholds must have at least one user, not {thresholds!r}.")
    return users


def _listed(thresholds: Any) -> str:
    return ", ".join(f"{grade}: {float(number):g}" for grade, number in _users(thresholds).items())
