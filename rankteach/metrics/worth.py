"""What a grade is worth to a user of a list: a share of what the largest grade is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.tracing.parameters import Parameter, Value


def persistence(doc: str, sentence: str, common_values: Sequence[float] = ()) -> Parameter:
    """The parameter for the same probability of going on everywhere."""
    return Parameter(
        doc,
        sentence=sentence,
        phrase="persistence p = {}",
        must_be="at least 0 and below 1",
        allows=lambda p: 0 <= p < 1,
        common_values=common_values,
    )


def relative_gain(**more: Value) -> Parameter:
    """The parameter for gains out of the largest one."""
    gains = {
        "binary": Value("gain is 1 for a relevant item", "a gain of 1 for each relevant item"),
        "scaled": Value("gain is a relevant item's grade over the largest grade", "gain scaled to the largest grade"),
    }
    return Parameter(values={**gains, **more})


def maximum(doc: str, *, quiet: bool, common_values: Sequence[float] = (4,)) -> Parameter:
    """The parameter for the largest grade there can be."""
    return Parameter(
        doc,
        {None: Value("the largest grade is the largest judged one", "the largest judged grade")},
        sentence="the largest grade is {}",
        phrase="a largest grade of {}",
        must_be="above 0",
        allows=lambda grade: 0 < grade < math.inf,
        common_values=common_values,
        quiet=quiet,
        kind="number",
    )


PERSISTENCE = persistence(
    "The user's persistence: 0.5 reads two ranks on average, 0.8 five, 0.95 twenty.",
    "a user goes on to the next rank with probability {}",
    (0.5, 0.95),
)
MAX_GRADE = maximum("The largest grade there can be, such as gdeval's 4; no grade may be above it.", quiet=False)
SCALED_TO = 'For ``gain="scaled"`` the largest grade there can be; no grade may be above it.'


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

    Raises ``ValueError`` for one that is below a grade.
    """
    judged = np.asarray(ranking.ideal(1).grade.values)[..., 0]
    if max_grade is None:
        return Column(judged if judged.ndim else judged.item(), name="largest grade", symbol="g_max")
    if (highest := judged.max(initial=0)) > max_grade:
        raise ValueError(f"max_grade must be at least the largest grade, {highest}, not {max_grade!r}.")
    return Column.constant(max_grade)
