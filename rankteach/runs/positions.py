"""The positions of every query's judged items in a run, all that evaluating many queries needs; places of scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from rankteach.core.batch import BLOCK, Batch, RankingAt
from rankteach.core.judged_arrays import OUTSIDE_POOL, UNJUDGED, Arrays


class JudgedPositions(NamedTuple):
    """The judged items of each query: at which rank a run has each of them.

    Ranks without a judgement are not listed, so that a long run takes little room. Query q has its judged items at
    ``starts[q]:starts[q + 1]`` of ``places`` (ranks counted from 0, in any order; -1 if the run misses the item),
    ``grades`` and ``tied``: the first rank that an item with its score has, and how many items have that score, none
    of a missed item. A negative grade is that of an item that was in the pool, but not judged. ``depth`` is where
    longer lists were cut, if they were.

    >>> ties = np.array([[0, 1], [3, 1], [0, 0]])
    >>> one_query = JudgedPositions(["q1"], *map(np.array, ([4], [0, 3], [0, 3, -1], [2, 1, 3])), ties)
    >>> next(one_query.batches())["q1"]
    Ranking([2, None, None, 1], missed=[3])
    """

    queries: list[str]
    lengths: np.ndarray
    starts: np.ndarray
    places: np.ndarray
    grades: np.ndarray
    tied: np.ndarray
    depth: int | None = None

    def in_whole_numbers(self) -> JudgedPositions:
        """The same with whole numbers as grades, if all are whole."""
        whole = self.grades.astype(np.int64)
        return self._replace(grades=whole) if (whole == self.grades).all() else self

    @property
    def owners(self) -> np.ndarray:
        """The place of the query of each judged item."""
        return np.repeat(np.arange(len(self.queries)), np.diff(self.starts))

    @property
    def retrieved(self) -> np.ndarray:
        """Which judged items the run has; to choose by truth values would take many times as long."""
        return np.flatnonzero(self.places >= 0)

    def batches(self, relevant_from: float = 1) -> Iterator[Batch]:
        """All queries in their order, in batches that fit the processor's cache."""
        for start, stop in blocks(self.lengths):
            yield self.batch(start, stop, relevant_from)

    def batch(self, start: int, stop: int, relevant_from: float = 1, ranking_at: RankingAt | None = None) -> Batch:
        """The queries from ``start`` to before ``stop``, counted from 0; ``ranking_at`` is as for ``Batch``."""
        lengths = self.lengths[start:stop]
        part = slice(self.starts[start], self.starts[stop])
        places, grades = self.places[part], self.grades[part]
        rows = np.repeat(np.arange(len(lengths)), np.diff(self.starts[start : stop + 1]))
        there = np.flatnonzero(places >= 0)
        encoded = np.full((len(lengths), int(lengths.max(initial=0))), OUTSIDE_POOL, dtype=grades.dtype)
        encoded[rows[there], places[there]] = np.maximum(grades[there], UNJUDGED)
        gone = np.flatnonzero((places < 0) & (grades >= 0))  # an item without a judgement is missed by no list
        counts = np.bincount(rows[gone], minlength=len(lengths))
        missed = np.zeros((len(counts), int(counts.max(initial=0))), dtype=grades.dtype)
        missed[np.arange(missed.shape[-1]) < counts[:, None]] = grades[gone]
        arrays = Arrays.from_encoded(
            encoded,
            lengths=lengths,
            missed=missed,
            missed_counts=counts,
            relevant_from=relevant_from,
            depth=self.depth,
        )
        return Batch.of_arrays(self.queries[start:stop], arrays, ranking_at)

    def of_query(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """The grade at each rank of one query, -1 where there is none; and the grades it misses, in order."""
        here = slice(self.starts[place], self.starts[place + 1])
        places, known = self.places[here], self.grades[here]
        there = places >= 0
        grades = np.full(self.lengths[place], -1, dtype=known.dtype)
        grades[places[there]] = np.maximum(known[there], -1)
        return grades, np.sort(known[~there & (known >= 0)])

    def relevant_counts(self, relevant_from: float) -> np.ndarray:
        """How many relevant items each query has, retrieved or not."""
        return np.diff(ends(self.grades >= relevant_from)[self.starts])

    @property
    def without_judgements(self) -> np.ndarray:
        """Whether no item of a query is judged, as in ``{"q1": {}}``: no file of judgements has such a query."""
        return np.asarray(np.diff(self.starts) == 0)

    def take(self, order: np.ndarray) -> JudgedPositions:
        """Some of the queries, by their places, in this order."""
        counts = np.diff(self.starts)[order]
        rows = ranges(self.starts[order], counts)
        return JudgedPositions(
            [self.queries[place] for place in order.tolist()],
            self.lengths[order],
            ends(counts),
            self.places[rows],
            self.grades[rows],
            self.tied[rows],
            self.depth,
        )

    def in_ties(self, relevant_from: float, *, best: bool) -> JudgedPositions:
        """The same lists with equal scores in another order: the best items first, or last.

        One of at least this grade is better than an item without a judgement, any other judged one is worse.
        """
        rows, side = self.retrieved, 1 if best else -1
        owners, grades, (first, size) = self.owners[rows], self.grades[rows], self.tied[rows].T
        worth = side * np.where(grades >= relevant_from, grades, np.where(grades < 0, 0, -1))
        order = np.lexsort((-worth, first, owners))
        heads = np.flatnonzero(np.diff(owners[order], prepend=-1) | np.diff(first[order], prepend=-1))
        counts = np.diff(np.append(heads, len(order)))
        number = np.arange(len(order)) - np.repeat(heads, counts)
        # what is as good as an item without a judgement, or better, begins the tie; the rest ends it
        ahead = worth[order] >= 0
        from_end = size[order] - np.repeat(counts, counts) + number
        places = self.places.copy()
        places[rows[order]] = first[order] + np.where(ahead, number, from_end)
        return self._replace(places=places)

    @staticmethod
    def joined(parts: Sequence[JudgedPositions]) -> JudgedPositions:
        """The queries of all parts, one part after the other."""
        queries, lengths, starts, places, grades, tied, depths = zip(*parts, strict=True)
        return JudgedPositions(
            list(chain.from_iterable(queries)),
            np.concatenate(lengths),
            ends(np.concatenate(list(map(np.diff, starts)))),
            np.concatenate(places),
            np.concatenate(grades),
            np.concatenate(tied),
            depths[0],
        )

    def cut(self, depth: int) -> JudgedPositions:
        """The first so many items of every list; judged ones further down count as missed."""
        places = np.where(self.places < depth, self.places, -1)
        return self._replace(lengths=np.minimum(self.lengths, depth), places=places, depth=depth)


class Matched(NamedTuple):
    """What a run has of the judged items."""

    positions: JudgedPositions  # of every judged query
    unjudged: list[str]  # queries of the run that have no judgements
    missing: list[str]  # judged queries that the run does not have
    best_items: dict[str, list[str]] | None  # of each query the best one and the second best, where that is known


def ends(counts: np.ndarray) -> np.ndarray:
    """Where each part of so many entries begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.intp)


def ranges(starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """So many numbers from each start on, one range after the other."""
    begin = ends(counts)
    numbers: np.ndarray = np.arange(begin[-1]) + np.repeat(starts - begin[:-1], counts)
    return numbers


def blocks(lengths: np.ndarray, size: int | None = None) -> Iterator[tuple[int, int]]:
    """Neighbouring lists, from the first to before the last, of up to ``size`` items (by default: in the cache)."""
    size = size or BLOCK
    start = 0
    while start < len(lengths):
        longest = np.maximum.accumulate(lengths[start : start + size])
        sizes = longest * np.arange(1, len(longest) + 1, dtype=np.int64)
        stop = start + max(1, int(np.searchsorted(sizes, size, side="right")))
        yield start, stop
        start = stop


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
