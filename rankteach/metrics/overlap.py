"""Rank-biased overlap: how much two ranked lists share at each depth, the top weighing most."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.core.paired import Paired, ranked
from rankteach.tracing.metric import comparison
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace

_LITTLE = 1e-3  # of p^d
_ENOUGH = 40  # e^-40 changes nothing if added to 1


def _about_depths(trace: Trace) -> Iterator[str]:
    """What a header says of the two lists, and of letters that the formulas use."""
    if isinstance(trace.ranking, Paired) and trace.ranking.lists is not None:
        lengths = " and ".join(str(len(names)) for names in trace.ranking.lists)
        yield f"two lists of {lengths} items; {len(trace.ranking)} items in at least one of them"
        yield "a and b: the items at depth d in the first and in the second list; rank 0: not in the other list"
        unlisted = float(trace.parameters.get("p", 0.9)) ** trace.axis.length <= _LITTLE
        if unlisted and trace.parameters.get("form") in ("minimum", "residual"):
            yield "T: all deeper p^(d−1) / d added up, which is ln(1 / (1 − p)) / p less those of the depths listed"


@comparison(
    "RBO",
    title="rank-biased overlap",
    source="Webber, Moffat and Zobel (2010)",
    symbol="RBO",
    parameters={
        "p": Parameter(
            "How far down the lists it looks: the first ten depths have 86 % of the weight at 0.9.",
            sentence="a user goes on from each depth to the next with probability {}",
            phrase="persistence p = {}",
            must_be="between 0 and 1, and neither of them",
            allows=lambda p: 0 < p < 1,
            common_values=(0.8, 0.98),
        ),
        "form": Parameter(
            "What is assumed of the depths beyond the lists. Minimum and residual together are the largest value there "
            "can be.",
            {
                "extrapolated": Value(
                    "beyond the lists agreement stays what it is at their end (RBO_EXT)",
                    "agreement extrapolated beyond the lists",
                    ("ext",),
                ),
                "minimum": Value(
                    "beyond the lists nothing more agrees (RBO_MIN)", "no agreement beyond the lists", ("min",)
                ),
                "residual": Value(
                    "what can still come to the minimum beyond the lists (RBO_RES)",
                    "only what can still come beyond the lists",
                    ("res",),
                ),
                "truncated": Value("depths beyond the lists add nothing", "nothing beyond the lists"),
            },
        ),
    },
    pairing=ranked,
    notes=_about_depths,
)
def rbo(first: Column, second: Column, /, *, p: float = 0.9, form: str = "extrapolated") -> Column:
    """The overlap of two ranked lists' tops, averaged over depths of which each counts p times the one above it.

    RBO = (1 − p) (sum of p^(d−1) A_d over the depths d), A_d = (items in both lists' first d) / d.

    1: the same items in the same order. 0: no item is in both lists.

    Its rows are depths.

    >>> import rankteach as rt
    >>> rt.rbo(["a", "b", "c"], ["a", "c", "d"]).exact
    Fraction(137, 200)
    >>> rt.rbo(["a", "b", "c"], ["a", "b", "c"], form="truncated").exact
    Fraction(271, 1000)
    """
    tops = [_top(first), _top(second)]
    shorter, longer = sorted(map(len, tops))
    last, end = (len(first), "n") if form == "residual" else (longer, "l")
    goes_on = Column.constant(p)
    axis = Axis("depth", length=last, index="d", end=end, labels=lambda: _items(first, tops, last))
    depth = Column(np.arange(1, last + 1), axis, name="depth", symbol="d")
    overlap = _overlap(first, second, tops, depth)
    weight = (goes_on ** (depth - 1)).named("weight", "w_d")
    if form == "residual":
        unknown = ((depth - shorter).maximum(0) + (depth - longer).maximum(0)).named("unknown places", "e_d")
        credit = ((unknown / depth).named("could agree", "G_d") * weight).named("credit").sum()
        largest = (1 - goes_on) * (credit - overlap.last() * _below(goes_on, weight, depth))
        return largest + goes_on ** Column(last, name="items", symbol="n")
    agreement = (overlap / depth).named("agreement", "A_d")
    if form == "extrapolated" and shorter < longer:
        missing = (depth - shorter).maximum(0).named("places not there", "e_d")
        where = np.array([shorter - 1])
        at_the_end = agreement.take(Axis("end", length=1), where, "s").last().named("agreement at s", "A_s")
        agreement = ((overlap + missing * at_the_end) / depth).named("agreement expected", "E_d")
    credit = (agreement * weight).named("credit").sum()
    if form == "truncated":
        return (1 - goes_on) * credit
    if form == "minimum":
        return (1 - goes_on) * (credit + overlap.last() * _below(goes_on, weight, depth))
    return (1 - goes_on) * credit + agreement.last() * goes_on ** Column(longer, name="depths", symbol="l")


def _top(ranks: Column) -> np.ndarray:
    """The row of the item at each rank of a list."""
    return np.argsort(ranks.values, kind="stable")[: ranks.argument]


def _overlap(first: Column, second: Column, tops: list[np.ndarray], depth: Column) -> Column:
    """How many items are in both lists' tops, at each depth: at each one new ones, at most one of either list."""
    assert depth.axis is not None
    one, other = (np.full(len(depth), -1) for _ in tops)
    for rows, top, others in ((one, tops[0], tops[1]), (other, tops[1], tops[0])):
        rows[: len(top)] = np.where(np.isin(top, others), top, -1)
    in_second = second.take(depth.axis, one, "a").named("rank in second", "u_d")
    in_first = first.take(depth.axis, other, "b").named("rank in first", "v_d")
    at_one = (in_second > 0) * (in_second <= depth)
    at_other = (in_first > 0) * (in_first < depth)  # at the same depth it is the same item
    return (at_one + at_other).named("new in both", "c_d").cumsum().named("items in both", "X_d")


def _items(first: Column, tops: list[np.ndarray], depths: int) -> dict[str, range | list[str | None]]:
    """The items of both lists at each depth."""
    assert first.axis is not None
    names = first.axis.labels()["item"]
    one, other = ([names[row] for row in top] + [None] * (depths - len(top)) for top in tops)
    return {"depth": range(1, depths + 1), "item in first": one, "item in second": other}


def _below(goes_on: Column, weight: Column, depth: Column) -> Column:
    """The sum of p^(d−1) / d over all depths below the rows: that over all depths, less that over the rows.

    Where little is left of it, this would lose digits: then it is added up, depth by depth.
    """
    p, depths = float(goes_on), len(depth)
    if p**depths > _LITTLE:
        everything = (1 / (1 - goes_on)).log(math.e) / goes_on
        return everything - (weight / depth).named("weight by depth").sum("")
    deeper = np.arange(depths + 1, depths + 2 + math.ceil(_ENOUGH / (1 - p)))
    return Column.opaque(float((p ** (deeper - 1.0) / deeper).sum()), (weight,), "deeper weights", "T")
