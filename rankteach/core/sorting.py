"""Sorting and counting for the metrics that compare items pair by pair, without looking at every pair.

A list of n items has n(n-1)/2 pairs. Everything here takes time in n log n and memory in n, up to millions of items.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

_SHORT = 700  # measured: below it, a plain sort is as fast
_BLOCK = 24  # measured: from 16 to 100 they take about the same time
_RUN = 16  # places that share a rough key: where there are more, everything is sorted once again


class PairCounts(NamedTuple):
    """How many pairs two columns order alike, the other way round, or not at all.

    A pair tied in both columns is counted in ``tied_x``, in ``tied_y`` and in ``tied_both``, so that
    ``pairs = concordant + discordant + tied_x + tied_y - tied_both``.
    """

    pairs: int
    concordant: int
    discordant: int
    tied_x: int
    tied_y: int
    tied_both: int


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
    lengths = _run_lengths(_changes(values))
    means = lengths.cumsum() - (lengths - 1) / 2
    ranks = np.empty(len(values))
    ranks[order] = np.repeat(means, lengths)[: len(values)]
    return ranks


def pair_counts(x: np.ndarray, y: np.ndarray) -> PairCounts:
    """How many pairs of places two columns of the same length order alike, the other way round, or not at all.

    Sorted by y, and by x where y is tied, the discordant pairs are those whose x are in the wrong order
    (Knight 1966). It costs three sorts, or two where no x are tied, and a count of inversions.

    >>> pair_counts(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2]))
    PairCounts(pairs=6, concordant=3, discordant=2, tied_x=1, tied_y=1, tied_both=1)
    """
    order, x = ascending(x)
    tied_x = _tied(_changes(x))
    order, y = ascending(y.take(order))  # equal y stay ordered by x
    x = x.take(order)
    tied_y = _tied(_changes(y))
    tied_both = _tied(_changes(y) | _changes(x)) if tied_x and tied_y else 0
    # where no x are tied, the order at hand is the inverse of that of x, and has as many inversions
    discordant = _inversions(ascending(x)[0] if tied_x else order)
    pairs = len(x) * (len(x) - 1) // 2
    concordant = pairs - discordant - tied_x - tied_y + tied_both
    return PairCounts(pairs, concordant, discordant, tied_x, tied_y, tied_both)


def smaller_in_both(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """For each place, how many other places hold a smaller x and also a smaller y.

    It costs a sort for each binary digit of the number of places.

    >>> smaller_in_both(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2])).tolist()
    [0, 1, 1, 1]
    """
    x, y = (np.unique(values, return_inverse=True)[1] for values in (x, y))
    numbers = np.empty(
        len(x), dtype=np.int64
    )  # of two equal y that of the smaller x is the larger, so that none counts
    numbers[np.lexsort((-x, y))] = np.arange(len(x))
    order = np.lexsort((-numbers, x))  # and of two equal x the larger number comes first
    numbers = numbers[order]
    found = np.zeros(len(x), dtype=np.int64)
    # two different numbers part at one binary digit: there the smaller has 0 and the larger 1
    for digit in range(max(0, len(x) - 1).bit_length()):
        group = numbers >> (digit + 1)
        together = np.argsort(group, kind="stable")
        upper = (numbers[together] >> digit) & 1
        lower_before = (1 - upper).cumsum() - (group[together] << digit)  # every earlier group has 2^digit lower ones
        found[order[together]] += upper * lower_before
    return found


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


def _changes(values: np.ndarray) -> np.ndarray:
    """Whether each value but the first differs from the one before it."""
    return np.asarray(values[1:] != values[:-1])


def _run_lengths(changes: np.ndarray) -> np.ndarray:
    """How many values stand from each change to the next; 1 also where there are no values."""
    ends = np.concatenate([[-1], changes.nonzero()[0], [len(changes)]])
    return np.asarray(ends[1:] - ends[:-1])


def _tied(changes: np.ndarray) -> int:
    """The pairs of equal values among sorted ones."""
    lengths = _run_lengths(changes)
    return int((lengths * (lengths - 1) // 2).sum())


def _inversions(order: np.ndarray) -> int:
    """The pairs of places that hold the larger number first, where ``order`` holds each of 0, 1, ..., n-1 once.

    The numbers are parted into a lower and an upper half, each in its order, and each half is parted again,
    down to small blocks (a wavelet tree: Grossi, Gupta and Vitter 2003). At each parting the lower numbers move
    forward past upper ones, one inversion with every place. What is left within the blocks is compared directly.
    """
    levels = max(0, (len(order) - 1) // _BLOCK).bit_length()
    width = max(1, -(-len(order) >> levels))
    rows: np.ndarray = np.arange(width << levels, dtype=np.int32 if len(order) < 2**30 else np.int64)
    rows[: len(order)] = order  # and the rest, which makes all blocks equally long, is in its place already
    inversions = 0
    middle = len(rows) // 2
    for level in range(levels):
        half = middle >> level
        if half <= 2**15:
            rows = rows.astype(np.uint16, copy=False)
        is_lower = rows < half
        lower, upper = is_lower.nonzero()[0], (~is_lower).nonzero()[0]
        # where the lower ones come to stand: in places 0 to half-1 of every row of two halves
        inversions += int(lower.sum()) - middle * (middle - half) - middle * (half - 1) // 2
        rows = np.concatenate([rows.take(lower), rows.take(upper) - half])  # the order of the blocks does not matter
    blocks = np.ascontiguousarray(rows.astype(np.uint8).reshape(-1, width).T)  # side by side, so compared together
    return inversions + sum(int(np.count_nonzero(blocks[step:] < blocks[:-step])) for step in range(1, width))
