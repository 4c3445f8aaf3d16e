"""The Q-measure: average precision in which gains of graded relevance count too."""

from __future__ import annotations

import math

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.metrics.gain import GAIN, Gain, gains
from rankteach.metrics.ideal import order_by
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter


@metric(
    "Q",
    title="Q-measure",
    family="gain",
    source="Sakai (2004)",
    parameters={
        "beta": Parameter(
            "How much a gain counts next to a hit; 0 makes this average precision.",
            sentence="beta is {}, the weight of gains next to hits",
            phrase="beta = {}",
            must_be="at least 0",
            allows=lambda beta: 0 <= beta < math.inf,
            common_values=(0, 10),
        ),
        "gain": GAIN,
    },
)
def q_measure(ranking: Judged, *, k: int | None = None, beta: float = 1, gain: Gain = "linear") -> Column:
    """Average precision with a ratio in the place of precision, in which gains are blended with hits.

    Q = (sum of B(i) rel_i) / m, B(i) = (h_i + b cg_i) / (i + b cg*_i), where cg_i adds up the gains down to rank i and
    cg*_i those of the ideal order.

    1: the items are sorted by grade. 0: none of the relevant items was retrieved. With ``beta=0`` it is AP.

    >>> import rankteach as rt
    >>> q_measure(rt.Ranking([1, 0, 3], missed=[2])).exact  # (2/4 + 6/9) / 3
    Fraction(7, 18)
    """
    top = ranking.top(k)
    weight = Column.constant(beta)
    best = ranking.ideal(k, gain=order_by(gain)).level.named("ideal grade", "g*_i")
    gained = gains(top.level, gain).cumsum().named("gain so far", "cg_i")
    ideal = gains(best, gain, "ideal ").cumsum().align(top.axis).named("ideal gain so far", "cg*_i")
    blended = ((top.hits + weight * gained) / (top.rank + weight * ideal)).named("blended ratio", "B(i)")
    return (blended * top.relevant).named("credit").sum() / top.relevant_total
