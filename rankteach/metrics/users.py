"""Users who read a list: who goes on from which rank, and which share of the ranks read each rank is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankteach.core.column import Axis, Column, as_written
from rankteach.core.judged import Judged


class User(NamedTuple):
    """The probability of going on from each rank, the gains so far, and how many ranks those read who go on at the end.

    ``beyond`` is their mean, and None where nobody does.
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
    return weight.take(Axis("first rank", length=1), np.array([0 if len(weight) else -1]), "1").last()
