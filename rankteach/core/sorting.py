"""Sorting that stays fast for millions of numbers, and the ranks that follow from it."""

from __future__ import annotations

import numpy as np

_SHORT = 700  # measured: below it, a plain sort is as fast
_RUN = 16  # places that share a rough key: where there are more, everything is sorted once again


def descending(scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places of the scores, largest score first, and the scores in this order; equal ones keep theirs.

    The places are those of ``np.argsort(-scores, kind="stable")``, found faster for long lists: see ``ascending``.

    >>> order, scores = descending(np.array([0.3, 0.9, 0.3, 0.5]))
    >>> order.tolist(), scores.tolist()
    ([1, 3, 0, 2], [0.9, 0.5, 0.3, 0.3])
    """
    order, negated = ascending(-scores)
    return order, -negated


def ascending(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places of the values, smallest value first, and the values in this order; equal ones keep theirs.

    The places are those of ``np.argsort(values, kind="stable")``, for any finite numbers. Long lists are sorted
    by a rough key of 32 bits, half a key at a time, because numpy sorts numbers of 16 bits without comparing
    them (Seward 1954, radix sort). What the key left out is sorted by the values themselves: only that if it is little,
    else everything, which takes hardly more than a look at each where few are out of place (Peters 2002, timsort).
    At worst, when the key tells nothing, it costs the plain sort and half as much again.

    >>> order, values = ascending(np.array([0.3, 0.9, 0.3, 0.5]))
    >>> order.tolist(), values.tolist()
    ([0, 2, 3, 1], [0.3, 0.3, 0.5, 0.9])
    """
    # timsort is already fastest where every value falls, or none
    if len(values) < _SHORT or (falls := values[1:] < values[:-1]).all() == falls.any():
        order = np.argsort(values, kind="stable")
        return order, values.take(order)
    keys = _rough_keys(values)
    order = np.argsort(keys.astype(np.uint16), kind="stable")
    order = order.take(np.argsort((keys >> 16).astype(np.uint16).take(order), kind="stable"))
    nearly = values.take(order)
    if not _mended(order, nearly, keys):
        mended = np.argsort(nearly, kind="stable")
        order, nearly = order.take(mended), nearly.take(mended)
    return order, nearly


def _mended(order: np.ndarray, values: np.ndarray, keys: np.ndarray) -> bool:
    """Sort what the key left out in place, if that is little: a few short runs of places with the same key."""
    wrong = (values[1:] < values[:-1]).nonzero()[0]
    if len(wrong) > len(values) // 1000:
        return False
    for place in wrong.tolist():
        around = keys[order[max(0, place - _RUN) : place + _RUN]]
        run = (around == keys[order[place]]).nonzero()[0] + max(0, place - _RUN)
        if len(run) >= _RUN:
            return False
        part = slice(run[0], run[-1] + 1)
        sort = np.argsort(values[part], kind="stable")
        order[part], values[part] = order[part][sort], values[part][sort]
    return True


def average_ranks(values: np.ndarray) -> np.ndarray:
    """The rank of each value, 1 for the smallest; equal values share the mean of their ranks (Kendall 1945).

    It costs one sort.

    >>> average_ranks(np.array([0.3, 0.9, 0.3, 0.5])).tolist()
    [1.5, 4.0, 1.5, 3.0]
    """
    order, values = ascending(values)
    lengths = run_lengths(changes(values))
    means = lengths.cumsum() - (lengths - 1) / 2
    ranks = np.empty(len(values))
    ranks[order] = np.repeat(means, lengths)[: len(values)]
    return ranks


def _rough_keys(values: np.ndarray) -> np.ndarray:
    """Whole numbers of at most 32 bits that never order two values the wrong way round; equal values share one."""
    # The bits of a float, read as a whole number, grow with it; those of a negative one shrink, so that all but
    # the sign are flipped (Herf 2001). Adding 0 makes -0.0 the same as 0.0.
    keys: np.ndarray = (values.astype(np.float64, copy=False) + 0.0).view(np.int64)
    flipped = keys >> 63
    flipped &= 2**63 - 1
    keys ^= flipped
    keys >>= 1  # so that no difference overflows
    keys -= keys.min()
    keys >>= max(int(keys.max()).bit_length() - 32, 0)
    return keys


def changes(values: np.ndarray) -> np.ndarray:
    """Whether each value but the first differs from the one before it."""
    return np.asarray(values[1:] != values[:-1])


def run_lengths(changes: np.ndarray) -> np.ndarray:
    """How many values there are from each change to the next; 1 also where there are no values."""
    ends = np.concatenate([[-1], changes.nonzero()[0], [len(changes)]])
    return np.asarray(ends[1:] - ends[:-1])
