"""Users who read a list: what a rank gains them, who goes on from it, and which share of the ranks read it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Axis, Column, as_written
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

    An empty rank in the list is the same to them as a rank after its end, so all lists of a batch end with the
    longest one.
    """
    return ranking.top(ranking.axis.length if k is None and isinstance(ranking, Batch) and ranking.axis.length else k)


def user_gain(ranking: Judged, top: Judged, gain: str, max_grade: Any) -> Column:
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


class User(NamedTuple):
    """The probability of going on from each rank, the gains so far, and how many ranks those read who go on at the end.

    ``beyond`` is their mean, and None if no user does.
    """

    continuation: Column
    so_far: Column
    beyond: Column | None = None


def who(name: str, top: Judged, gains: Column, p: float, T: float, cut: bool) -> User:
    """The user of that name; if ``cut``, they stop at the last rank."""
    rank = top.rank
    goes_on = rank < rank.last() if cut else rank >= 1
    so_far = gains.cumsum().named("gains so far", "G_i")
    if name == "P":
        return User(goes_on * 1, so_far)
    if name == "SDCG":
        return User(goes_on * ((rank + 1).log2() / (rank + 2).log2()), so_far)
    if name == "RBP":
        return User(goes_on * Column.constant(p), so_far, None if cut else Column.constant(1 / (1 - as_written(p))))
    if name == "RR":
        return User(goes_on * (so_far == 0) * 1, so_far)
    wanted = Column.constant(T)
    away = rank + Column.constant(2 * as_written(T))
    if name == "INST":
        away = rank + (wanted - so_far).named("still wanted", "T_i") + wanted
    continuation, end = ((away - 1) / away) ** 2, away.last()
    if cut or not len(rank):
        return User(goes_on * continuation, so_far)
    return User(continuation, so_far, end**2 * end.inverse_squares())


def gain_per_rank(user: User, gains: Column, form: str) -> Column:
    """What a user gains at each rank read: by the weight of each rank, or by where they stop."""
    continuation = user.continuation.named("continuation", "C(i)")
    reached = continuation.cumprod()
    viewed = reached.shift(1).named("viewed", "V(i)")
    ranks, after = viewed.sum(""), reached.last()
    if user.beyond is not None:
        ranks = ranks + after * user.beyond
    weight = (viewed / ranks.named("ranks read", "E")).named("weight", "W(i)")
    if form == "weights":
        return (gains * weight).named("credit").sum()
    last = (viewed * (1 - continuation)).named("last", "L(i)")
    total = (user.so_far * last).named("credit").sum()
    if user.beyond is not None:
        total = total + after * user.so_far.last()
    return total * _first(weight).named("weight of rank 1", "W(1)")


def _first(weight: Column) -> Column:
    """The weight of the first rank; 0 where there is none."""
    return weight.take(Axis("first rank", length=1), np.array([0]), "1").last()
