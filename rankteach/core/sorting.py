"""Ranks of values, of which equal ones share the mean of theirs."""

from __future__ import annotations

import numpy as np


def average_ranks(values: np.ndarray) -> np.ndarray:
    """The rank of each value, 1 for the smallest; equal values share the mean of their ranks (Kendall 1945).

    It costs one sort.

    >>> average_ranks(np.array([0.3, 0.9, 0.3, 0.5])).tolist()
    [1.5, 4.0, 1.5, 3.0]
    """
    order = np.argsort(values, kind="stable")
    values = values.take(order)
    lengths = run_lengths(values[1:] != values[:-1])
    means = lengths.cumsum() - (lengths - 1) / 2
    ranks = np.empty(len(values))
    ranks[order] = np.repeat(means, lengths)[: len(values)]
    return ranks


def run_lengths(changes: np.ndarray) -> np.ndarray:
    """How many values there are from each change to the next; 1 also where there are no values."""
    ends = np.concatenate([[-1], changes.nonzero()[0], [len(changes)]])
    return np.asarray(ends[1:] - ends[:-1])
