"""The search for the best swap of a list, part by part, so that a surface can answer in between."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from rankteach.explain.what_if.alternatives import Swap
from rankteach.explain.what_if.orders import orders, reach
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.trace import Trace

PART = 200_000  # grades: a part takes a few hundredths of a second
MOST_KINDS = 10  # whose first and last items are tried first


def best_swaps(trace: Trace) -> Iterator[tuple[Swap | None, float]]:
    """The best swap of those tried so far, and the share of swaps that were tried; with share 1, the best of all.

    A cutoff needs one item of each kind below it, since all items of a kind change the same there. In a long list, the
    first and the last items of each kind are tried first, because the best swap is nearly always one of theirs.

    >>> import rankteach as rt
    >>> list(best_swaps(rt.precision([0, 1, 1, 0], k=2)))
    [(Swap(first=1, second=3, change=0.5), 1.0)]
    """
    order, sign = orders(trace), -1 if trace.metric.less_is_better else 1
    kinds, length = order.kinds, len(order)
    cutoff = min(reach(trace), length)
    below = cutoff + np.unique(kinds[cutoff:], return_index=True)[1]
    parts = _pairs(np.append(np.arange(cutoff), np.sort(below)), max(1, PART // max(1, length)))
    there, first, backwards = (*np.unique(kinds, return_index=True), np.unique(kinds[::-1], return_index=True)[1])
    if len(there) <= MOST_KINDS and length**3 > PART:
        ends = np.union1d(first, length - 1 - backwards)
        parts = chain(((one, other, 0.0) for one, other, _ in _pairs(ends, len(ends) ** 2)), parts)
    best, most = None, 0.0
    for one, other, share in parts:
        some = (kinds[one] != kinds[other]) & (one < cutoff)
        values = np.asarray(order.values(order.after_swaps(one[some], other[some])), dtype=np.float64)
        gains = np.nan_to_num(sign * (values[1:] - values[0]))
        top = gains.max(initial=0)
        if top > TOLERANCE and top > most - TOLERANCE:
            place = int(np.argmax(gains > top - TOLERANCE))
            swap = Swap(int(one[some][place]) + 1, int(other[some][place]) + 1, float(sign * gains[place]))
            if best is None or top > most + TOLERANCE or swap[:2] < best[:2]:  # of equal ones the first
                best, most = swap, max(top, most)
        yield best, share


def _pairs(places: np.ndarray, most: int) -> Iterator[tuple[np.ndarray, np.ndarray, float]]:
    """All pairs of places, at most so many at once, and the share of all pairs that these complete."""
    ends = np.arange(len(places))[::-1].cumsum()  # where the pairs of each place with later ones end
    total = len(places) * (len(places) - 1) // 2
    for start in range(0, max(1, total), most):
        pair = np.arange(start, min(start + most, total))
        first = np.searchsorted(ends, pair, "right")
        yield places[first], places[len(places) + pair - ends[first]], min(1.0, (start + most) / max(1, total))
