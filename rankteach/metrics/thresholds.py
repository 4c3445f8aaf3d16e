"""A threshold that goes down the list: what is above it, at every step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.weights import rank_weights


class Counts(NamedTuple):
    """What is above each threshold: relevant items, and others."""

    tp: Column
    fp: Column


def counts(top: Judged, ties: str, weights: Any = None) -> Counts:
    """The confusion matrix at every threshold, from the highest to the lowest; with weights, items count by them."""
    items = top.items_so_far
    if weights is None:
        hits = top.hits
        misses = (items - hits).named("false alarms", "f_i")
    else:
        weight = rank_weights(top.rank, weights)
        other = 1 - top.relevant if items is top.rank else (items > items.shift()) - top.relevant
        hits = (weight * top.relevant).named("weight of a hit").cumsum().named("hits", "h_i")
        misses = (weight * other).named("weight of another").cumsum().named("false alarms", "f_i")
    axis, ends = thresholds(top, ties)
    tp, fp = hits.take(axis, ends, "i(t)").named("TP", "TP_t"), misses.take(axis, ends, "i(t)").named("FP", "FP_t")
    return Counts(tp, fp)


def thresholds(top: Judged, ties: str) -> tuple[Axis, np.ndarray]:
    """The thresholds as the rows of an axis, and the last rank above each of them."""
    scores, lengths = top.arrays.scores, top.axis.lengths
    ends = np.arange(top.axis.length)
    if scores is not None and ties != "input_order":
        is_end = np.ones(scores.shape, dtype=np.bool_)
        is_end[..., :-1] = scores[..., 1:] != scores[..., :-1]
        if lengths is None:
            ends = np.flatnonzero(is_end)
        else:
            is_end &= ends < lengths[:, None]
            lengths = np.count_nonzero(is_end, axis=-1)
            places = np.arange(int(lengths.max(initial=0)))  # past its last threshold a list repeats it
            places = np.minimum(places, np.maximum(lengths, 1)[:, None] - 1)
            ends = np.take_along_axis(np.argsort(~is_end, axis=-1, kind="stable"), places, -1)

    def labels() -> dict[str, Any]:
        found = top.axis.labels()
        items, known = found.get("item", ()), found.get("score")
        stops = [end + 1 for end in ends.tolist()]
        groups = [items[start:stop] for start, stop in zip([0, *stops], stops, strict=False)]
        names = [", ".join(item for item in group if item is not None) for group in groups]
        if known is None or ties == "input_order":
            known = [None] * top.axis.length
        shown = [f"after rank {stop}" if known[stop - 1] is None else known[stop - 1] for stop in stops]
        return {"threshold": shown, "items": names}

    return Axis("threshold", length=ends.shape[-1], index="t", end="T", labels=labels, lengths=lengths), ends
