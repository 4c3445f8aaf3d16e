"""What a grade is worth to a user of a list: a share of what the largest grade is worth."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.core.judged import Judged

GAINS = {
    "binary": "gain is 1 for a relevant item",
    "scaled": "gain is a relevant item's grade over the largest grade",
}


def endless(ranking: Judged, k: int | None) -> Judged:
    """The first k ranks for users who go on without end, as ranks that all count 1, 2, 3, ...

    To them an empty rank in the list is no other than one after it, so that the lists of a batch all end with the
    longest one.
    """
    return ranking.top(ranking.axis.length if k is None and isinstance(ranking, Batch) and ranking.axis.length else k)


def worth(ranking: Judged, top: Judged, gain: str, max_grade: Any) -> Column:
    """The gain at each rank of a top: of a relevant item 1, its grade over the largest one, or its grade itself."""
    if gain == "binary":
        return top.relevant
    grade = top.relevant * top.level
    return (grade / largest_grade(ranking, max_grade) if gain == "scaled" else grade).named("gain", "gain_i")


def largest_grade(ranking: Judged, max_grade: Any) -> Column:
    """The largest grade there can be: as given, or else the largest judged (in a batch: of each query).

    Raises ``TypeError`` or ``ValueError`` for one that is not above 0, or below a grade.
    """
    judged = np.asarray(ranking.ideal(1).grade.values)[..., 0]
    if max_grade is None:
        return Column(judged if judged.ndim else judged.item(), name="largest grade", symbol="g_max")
    if isinstance(max_grade, bool) or not isinstance(max_grade, Real):
        raise TypeError(f"max_grade is {max_grade!r}; it is the largest grade there can be, a number above 0")
    if not 0 < max_grade < math.inf:  # type: ignore[operator]
        raise ValueError(f"max_grade is {max_grade!r}; the largest grade there can be is above 0")
    if (found := judged.max(initial=0)) > max_grade:
        raise ValueError(f"max_grade is {max_grade!r}, but a grade is {found}; no grade is above the largest one")
    return Column.written(max_grade)


def largest_words(max_grade: Any) -> str:
    """Words for a trace's header."""
    return given_words(max_grade) or "the largest grade is the largest judged one"


def given_words(max_grade: Any) -> str:
    """Words for a trace's header, where it is not in all of them that the largest grade counts; none by default."""
    return "" if max_grade is None else f"the largest grade is {float(max_grade):g}"


def probability(value: Any, argument: str, meaning: str) -> Column:
    """A share of users that is below 1, exactly as it was written."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{argument} is {value!r}; it is {meaning}, a number of at least 0 and below 1")
    if not 0 <= value < 1:  # type: ignore[operator]
        raise ValueError(f"{argument} is {value!r}; it is {meaning}, at least 0 and below 1")
    return Column.written(value)
