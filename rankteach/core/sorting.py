"""Sorting in which equal values keep their order, and the ranks that follow from it."""

from __future__ import annotations

import numpy as np


def ascending(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places of the values, smallest value first, and the values in this order; equal ones keep theirs.

    >>> order, values = ascending(np.array([0.3, 0.9, 0.3, 0.5]))
    >>> order.tolist(), values.tolist()
    ([0, 2, 3, 1], [0.3, 0.3, 0.5, 0.9])
    """
    order = np.argsort(values, kind="stable")
    return order, values.take(order)


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


def changes(values: np.ndarray) -> np.ndarray:
    """Whether each value but the first differs from the one before it."""
    return np.asarray(values[1:] != values[:-1])


def run_lengths(changes: np.ndarray) -> np.ndarray:
    """How many values there are from each change to the next; 1 also where there are no values."""
    ends = np.concatenate([[-1], changes.nonzero()[0], [len(changes)]])
    return np.asarray(ends[1:] - ends[:-1])
