"""Counting pairs of items without looking at every pair.

A list of n items has n(n-1)/2 pairs. Everything here takes time in n log n and memory in n, up to millions of items.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankteach.core.sorting import run_lengths

MOST_PAIRS = 200  # more are counted, not listed
# what a row says of ties in the first and in the second list
TIED_IN = {(False, False): None, (True, False): "in first", (False, True): "in second", (True, True): "in both"}
_BLOCK = 24  # measured: from 16 to 100 they take about the same time


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


def pair_counts(x: np.ndarray, y: np.ndarray) -> PairCounts:
    """How many pairs of places two columns of the same length order alike, the other way round, or not at all.

    Sorted by y, and by x where y is tied, the discordant pairs are those whose x are in the wrong order
    (Knight 1966). It costs three sorts, or two where no x are tied, and a count of inversions.

    >>> pair_counts(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2]))
    PairCounts(pairs=6, concordant=3, discordant=2, tied_x=1, tied_y=1, tied_both=1)
    """
    order = np.argsort(x, kind="stable")
    x, y = x.take(order), y.take(order)
    tied_x = _tied(x[1:] != x[:-1])
    order = np.argsort(y, kind="stable")  # equal y stay ordered by x
    x, y = x.take(order), y.take(order)
    tied_y = _tied(y[1:] != y[:-1])
    tied_both = _tied((y[1:] != y[:-1]) | (x[1:] != x[:-1])) if tied_x and tied_y else 0
    # where no x are tied, the order at hand is the inverse of that of x, and has as many inversions
    discordant = _inversions(np.argsort(x, kind="stable") if tied_x else order)
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
    numbers = np.empty(len(x), dtype=np.int64)
    numbers[np.lexsort((-x, y))] = np.arange(len(x))  # of two equal y, the smaller x gets the larger number
    order = np.lexsort((-numbers, x))  # of two equal x, the larger number comes first: so no tied pair is counted
    numbers = numbers[order]
    counts = np.zeros(len(x), dtype=np.int64)
    # the first binary digit in which two numbers differ is 0 in the smaller one and 1 in the larger one
    for digit in range(max(0, len(x) - 1).bit_length()):
        group = numbers >> (digit + 1)
        together = np.argsort(group, kind="stable")
        upper = (numbers[together] >> digit) & 1
        lower_before = (1 - upper).cumsum() - (group[together] << digit)  # every earlier group has 2^digit lower ones
        counts[order[together]] += upper * lower_before
    return counts


def _tied(changes: np.ndarray) -> int:
    """The pairs of equal values among sorted ones."""
    lengths = run_lengths(changes).astype(np.int64)
    return int((lengths * (lengths - 1) // 2).sum())


def _inversions(order: np.ndarray) -> int:
    """The pairs of places that hold the larger number first, where ``order`` holds each of 0, 1, ..., n-1 once.

    The numbers are split into a lower and an upper half, each in its order, and each half is split again, down to
    small blocks (a wavelet tree: Grossi, Gupta and Vitter 2003). At each split the lower numbers move forward past
    upper ones, one inversion with every place. Within the blocks, numbers are compared directly.
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
        # the lower numbers move to places 0 to half-1 of every row of two halves
        inversions += int(lower.sum(dtype=np.int64)) - middle * (middle - half) - middle * (half - 1) // 2
        rows = np.concatenate([rows.take(lower), rows.take(upper) - half])  # the order of the blocks does not matter
    blocks = np.ascontiguousarray(rows.astype(np.uint8).reshape(-1, width).T)  # side by side, so compared together
    return inversions + sum(int(np.count_nonzero(blocks[step:] < blocks[:-step])) for step in range(1, width))
