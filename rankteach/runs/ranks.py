"""The places of scores in lists, each by falling score."""

from __future__ import annotations

import numpy as np

from rankteach.runs.positions import ranges


def best_first(scores: np.ndarray, bounds: np.ndarray) -> np.ndarray:
    """The places of all scores, one list after the other, each by falling score; equal ones as they are.

    A list is between two neighbours of ``bounds``. Only lists that are out of order are sorted.
    """
    order = np.arange(len(scores))
    rises = np.flatnonzero(scores[1:] > scores[:-1]) + 1
    lists = bounds.searchsorted(rises, side="right") - 1
    lists = np.unique(lists[bounds[lists] < rises])
    if lists.size:
        counts = np.diff(bounds)[lists]
        places = ranges(bounds[lists], counts)
        order[places] = places[np.lexsort((-scores[places], np.repeat(lists, counts)))]
    return order


def places_of(
    scores: np.ndarray, falling: np.ndarray, starts: np.ndarray, stops: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """For each score the first place with it, from a start to a stop in falling scores; and how often it is there."""
    first = _first_place(falling, starts, stops, scores, np.greater)
    if (falling[1:] != falling[:-1]).all():
        return first, np.ones_like(first)
    return first, _first_place(falling, first, stops, scores, np.greater_equal) - first


def _first_place(
    falling: np.ndarray, starts: np.ndarray, stops: np.ndarray, scores: np.ndarray, ahead: np.ufunc
) -> np.ndarray:
    """From each start to a stop, the first place that is not ahead of a score; what is looked at is halved."""
    for _ in range(int((stops - starts).max(initial=0)).bit_length()):
        middle = (starts + stops) // 2
        is_ahead = (middle < stops) & ahead(falling.take(middle, mode="clip"), scores)
        starts, stops = np.where(is_ahead, middle + 1, starts), np.where(is_ahead, stops, middle)
    return starts
