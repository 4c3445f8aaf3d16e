"""Expected reciprocal rank: a user reads from the top until an item satisfies them."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Ideal, Judged
from rankteach.metrics.gain import IDEAL, LARGEST_EXPONENT
from rankteach.metrics.users import MAX_GRADE, largest_grade
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric


@metric(
    "ERR",
    title="expected reciprocal rank",
    family="gain",
    source="Chapelle, Metzler, Zhang and Grinspan (2009)",
    binary=False,
    wording=Wording(
        rows={
            "satisfied": "{judged} and satisfies {satisfied} of its readers, which adds {credit}. "
            "ERR is now {ERR}; the other {going on} read on",
            "": "{judged}, so all its readers read on, and nothing is added",
        },
        closing={"": "The sum is ERR: {result}"},
        meaning={
            "": "Averaged over users, 1 divided by the rank at which they stop is {value}; a user who never stops "
            "counts as 0"
        },
    ),
    parameters={"max_grade": MAX_GRADE},
    popularity=1,
)
def err(ranking: Judged, *, k: int | None = None, max_grade: Any = None) -> Column:
    """1 divided by the rank at which a user stops, on average.

    ERR = sum of V_i R_i / i. The item at rank i satisfies a fraction R_i = (2^rel_i − 1) / 2^max of those who see it;
    C_i = 1 − R_i of them go on, so that V_i = C_1 C_2 ... C_(i−1) of all users see it.

    It never reaches 1, because even the best item leaves 1 user in 2^max who reads on. 0: every retrieved item has
    grade 0.

    >>> import rankteach as rt
    >>> [str(err(rt.Ranking([2, None, 0, 1]), max_grade=most).exact) for most in (4, None)]
    ['205/1024', '49/64']
    """
    return _stopped(ranking.top(k), largest_grade(ranking, max_grade)).sum("ERR")


@metric(
    "nERR",
    title="normalised expected reciprocal rank",
    family="gain",
    source="Chapelle, Metzler, Zhang and Grinspan (2009)",
    binary=False,
    wording=Wording(
        rows={
            "satisfied": "{judged} and satisfies {satisfied} of its readers. ERR is now {ERR}, the ideal ERR "
            "{ideal ERR}, and nERR@{row} = {nERR@i}",
            "rank": "{judged}, so ERR stays at {ERR}; the ideal ERR is {ideal ERR}, and nERR@{row} = {nERR@i}",
            "ideal satisfied": "the list has ended, but the ideal one adds {ideal credit}. Its ERR is now {ideal ERR}",
            "": "{judged}, so nothing is added",
        },
        closing={
            "divisor": "Divide ERR, {ERR}, by the ideal ERR, {divisor}: {result}",
            "": "The ideal order satisfies no reader: {result}",
        },
    ),
    parameters={"max_grade": MAX_GRADE, "ideal": IDEAL},
)
def nerr(ranking: Judged, *, k: int | None = None, max_grade: Any = None, ideal: Ideal = "judged") -> Column:
    """ERR divided by the ERR of the best possible order of the same judgements.

    nERR = ERR / (ERR of the ideal order).

    1: no order of the items is better. 0: every item in the first k has grade 0.

    >>> import rankteach as rt
    >>> nerr(rt.Ranking([1, 2])).exact  # (1/4 + 3/4 · 3/4 / 2) / (3/4 + 1/4 · 1/4 / 2)
    Fraction(17, 25)
    """
    largest = largest_grade(ranking, max_grade)
    best = _stopped(ranking.ideal(k, of=ideal), largest, "ideal ")
    return _stopped(ranking.top(k), largest).sum("ERR") / best.sum("ideal ERR")


def _stopped(judged: Judged, largest: Column, kind: str = "") -> Column:
    """For each rank the users who stop there, each counted one over the rank."""
    highest = np.max(np.asarray(largest), initial=0)
    if highest > LARGEST_EXPONENT:
        raise ValueError(
            f"The largest grade must be at most {LARGEST_EXPONENT}, not {highest}: 2 to that power must fit a float."
        )
    star = "*" if kind else ""
    satisfied = ((2**judged.grade - 1) / 2**largest).named(f"{kind}satisfied", f"R{star}_i")
    goes_on = (1 - satisfied).named(f"{kind}going on", f"C{star}_i")
    viewed = goes_on.cumprod().shift(1).named(f"{kind}viewed", f"V{star}_i")
    return (viewed * satisfied / judged.rank).named(f"{kind}credit")
