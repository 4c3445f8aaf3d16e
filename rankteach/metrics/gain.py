"""Metrics of graded relevance: gains are added up, each divided by a discount that grows with its rank."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Judged, resized
from rankteach.tracing.list_conventions import ties
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value, literal

LARGEST_EXPONENT = 1000
LARGEST_GAIN = 1e100
Gain = str | Mapping[Any, Any] | Callable[[Any], Any]

GAIN = Parameter(
    "Grade 0, which empty ranks and unjudged items have too, always has gain 0.",
    {
        "linear": Value("gain is the grade (as trec_eval has it)", "linear gain", ("log2",)),
        "exponential": Value("gain is 2^grade − 1 (as gdeval has it)", "exponential gain", ("exp-log2",)),
    },
    free="a function of a grade, or a table of grades and gains",
    sentence="gain is {}",
    phrase="the gain {}",
    kind="callable or mapping",
)
DISCOUNT = Parameter(
    values={
        "log_next_rank": Value("discount is the logarithm of rank + 1", "the discount log(rank + 1)"),
        "log_rank": Value(
            "discount is the logarithm of the rank, never below 1 (Järvelin and Kekäläinen 2002)",
            "the discount log(rank), never below 1",
        ),
    }
)
BASE = Parameter(
    "The base of the logarithm.",
    sentence="logarithm to base {}",
    phrase=lambda base: f"logarithms to base {'e' if base == math.e else literal(base)}",
    must_be="above 1",
    allows=lambda base: 1 < base < math.inf,
    common_values=(math.e, 10),
)
IDEAL = Parameter(
    "The ideal order has all judged items, retrieved or not, best first.",
    {
        "judged": Value("ideal order of all judged items{cut}", "the ideal order of all judged items"),
        "uncut": Value("ideal order of all judged items, never cut", "an ideal order that is never cut"),
        "retrieved": Value("ideal order of the retrieved items only", "the ideal order of the retrieved items only"),
    },
)
SHARED_GAINS = ties(
    "stable",
    "averaged",
    averaged=Value(
        "items with equal scores share the mean of their gains (McSherry and Najork 2008)",
        "gains shared among items with equal scores",
    ),
)
DISCOUNTED = {"gain": GAIN, "discount": DISCOUNT, "base": BASE}


@metric(
    "CG",
    title="cumulative gain",
    family="gain",
    bounds=(0, None),
    source="Järvelin and Kekäläinen (2000)",
    binary=False,
    popularity=2,
)
def cumulative_gain(ranking: Judged, *, k: int | None = None) -> Column:
    """The sum of the grades in the first k ranks, whatever their order.

    CG = sum of rel_i.

    0: nothing of worth was retrieved. There is no upper bound; 1 has no special meaning.

    >>> import rankteach as rt
    >>> float(cumulative_gain(rt.Ranking([3, 2, 3, 0, 1]), k=3))
    8.0
    """
    return ranking.top(k).grade.sum("CG")


@metric(
    "DCG",
    title="discounted cumulative gain",
    family="gain",
    bounds=(0, None),
    source="Järvelin and Kekäläinen (2002); exponential gain: Burges et al. (2005)",
    popularity=2,
    binary=False,
    parameters={**DISCOUNTED, "ties": SHARED_GAINS},
)
def dcg(
    ranking: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    discount: str = "log_next_rank",
    base: float = 2,
    ties: str = "stable",
) -> Column:
    """The gains of the first k ranks, each divided by a discount that grows with the rank.

    DCG = sum of gain_i / log2(i + 1).

    0: nothing of worth was retrieved. There is no upper bound; 1 has no special meaning.

    >>> import rankteach as rt
    >>> round(float(dcg(rt.Ranking([3, 2, 3, 0, 1]))), 4)
    6.1487
    """
    return discounted(ranking.top(k), gain, discount, base, averaged=ties == "averaged").sum("DCG")


def discounted(
    judged: Judged, gain: Gain, discount: str, base: float, kind: str = "", averaged: bool = False
) -> Column:
    """Each rank's gain divided by its discount; the gain shared among items with equal scores, if ``averaged``."""
    rank = judged.rank
    divisor = rank.log(base).maximum(1) if discount == "log_rank" else (rank + 1).log(base)
    gained = gains(judged.grade, gain, kind) if not averaged else shared(judged, lambda one: gains(one.grade, gain))
    return (gained / divisor.named(f"{kind}discount")).named(f"{kind}discounted gain")


def shared(top: Judged, gained: Callable[[Judged], Column]) -> Column:
    """What each rank gains in the mean of all orders of items with equal scores: the mean gain of these items.

    Those below a cutoff count too, since in some orders they stand above it.
    """
    whole = top.whole
    scores = whole.arrays.scores
    if scores is None or not (scores[..., 1:] == scores[..., :-1]).any():
        return gained(top)
    so_far = gained(whole).cumsum().named("gain so far", "G_i")
    before, last = (resized(rows, top.axis.length, -1) for rows in _tied(scores))
    alike = Column(np.maximum(last - before, 1), top.axis, name="tied items", symbol="t_i")
    return ((so_far.take(top.axis, last, "b(i)") - so_far.take(top.axis, before, "a(i)")) / alike).named("shared gain")


def _tied(scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each place the one before the first with an equal score, and the last one; counted from 0."""
    places = np.broadcast_to(np.arange(scores.shape[-1]), scores.shape)
    starts = np.ones(scores.shape, dtype=np.bool_)
    starts[..., 1:] = scores[..., 1:] != scores[..., :-1]
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[..., :-1] = starts[..., 1:]
    first = np.maximum.accumulate(np.where(starts, places, 0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, places, scores.shape[-1])[..., ::-1], axis=-1)[..., ::-1]
    return first - 1, last


def gains(grade: Column, gain: Gain, kind: str = "") -> Column:
    """What each grade is worth."""
    if gain == "linear":
        return grade
    if gain == "exponential":
        highest = np.max(np.asarray(grade), initial=0)
        if highest > LARGEST_EXPONENT:
            raise ValueError(f"gain is 'exponential', but a grade is {highest}: 2^grade is beyond all floats")
        return (2**grade - 1).named(f"{kind}gain")
    if not isinstance(gain, Mapping) and not callable(gain):
        raise TypeError(f"gain must be 'linear', 'exponential' or {GAIN.free}, not {gain!r}.")
    entries = {0: 0, **gain} if isinstance(gain, Mapping) else {}
    table = {}
    for value in sorted({0, *np.unique(np.asarray(grade)).tolist()}):
        if value not in entries and not callable(gain):
            raise ValueError(f"gain has no entry for grade {value!r}; it has {list(gain)}")
        gained = gain(value) if callable(gain) else entries[value]
        if not isinstance(gained, Real) or not 0 <= gained <= LARGEST_GAIN:  # type: ignore[operator]
            raise ValueError(f"the gain of grade {value!r} must be a finite number of at least 0, not {gained!r}.")
        if value == 0 and gained:
            raise ValueError(
                f"the gain of grade 0 is {gained!r}; it must be 0, since empty ranks and unjudged items have it"
            )
        table[value] = gained
    name = "gain" if isinstance(gain, Mapping) else getattr(gain, "__name__", "gain")
    return grade.lookup(table, "gain" if name == "<lambda>" else name).named(f"{kind}gain")
