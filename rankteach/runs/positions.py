"""The positions of every query's judged items in a run: all that evaluating many queries needs of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from rankteach.core.batch import BLOCK, Batch, RankingAt
from rankteach.core.judged_arrays import OUTSIDE_POOL, UNJUDGED, Arrays


class JudgedPositions(NamedTuple):
    """The judged items of each query: at which ranks a run has them, and which of them it misses.

    Ranks without a judgement are not listed, so that a long run takes little room. Query q has its retrieved items at
    ``starts[q]:starts[q + 1]`` of ``places`` (ranks counted from 0, in any order) and ``grades``, and its missed ones
    at ``missed_starts[q]:missed_starts[q + 1]`` of ``missed_grades``. A negative grade is that of an item that was in
    the pool, but not judged. ``depth`` is where longer lists were cut, if they were. ``tied`` has for each retrieved
    item the first rank that an item with its score has, and how many items have that score.

    >>> one_query = JudgedPositions(["q1"], *map(np.array, ([4], [0, 2], [0, 3], [2, 1], [0, 1], [3])))
    >>> next(one_query.batches())["q1"]
    Ranking([2, None, None, 1], missed=[3])
    """

    queries: list[str]
    lengths: np.ndarray
    starts: np.ndarray
    places: np.ndarray
    grades: np.ndarray
    missed_starts: np.ndarray
    missed_grades: np.ndarray
    depth: int | None = None
    tied: np.ndarray | None = None

    @classmethod
    def of(
        cls,
        queries: list[str],
        lengths: np.ndarray,
        counts: np.ndarray,
        grades: np.ndarray,
        retrieved: np.ndarray,
        ranks: np.ndarray,
        tied: np.ndarray,
    ) -> JudgedPositions:
        """Of so many judged items of each query their grades, which are retrieved, and the ranks and ties of these."""
        whole = grades.astype(np.int64)
        if (whole == grades).all():
            grades = whole
        # many times as fast as choosing by truth values
        there, missed = np.flatnonzero(retrieved), np.flatnonzero(~retrieved)
        bounds = ends(counts)
        starts = there.searchsorted(bounds)
        return cls(queries, lengths, starts, ranks, grades[there], bounds - starts, grades[missed], tied=tied)

    def batches(self, relevant_from: float = 1) -> Iterator[Batch]:
        """All queries in their order, in batches that fit the processor's cache."""
        for start, stop in blocks(self.lengths):
            yield self.batch(start, stop, relevant_from)

    def batch(self, start: int, stop: int, relevant_from: float = 1, ranking_at: RankingAt | None = None) -> Batch:
        """The queries from ``start`` to before ``stop``, counted from 0; ``ranking_at`` is as for ``Batch``."""
        lengths = self.lengths[start:stop]
        part = slice(self.starts[start], self.starts[stop])
        rows = np.repeat(np.arange(len(lengths)), np.diff(self.starts[start : stop + 1]))
        grades = self.grades[part]
        encoded = np.full((len(lengths), int(lengths.max(initial=0))), OUTSIDE_POOL, dtype=grades.dtype)
        encoded[rows, self.places[part]] = np.maximum(grades, UNJUDGED)
        missed, counts = self._missed(start, stop)
        arrays = Arrays.from_encoded(
            encoded,
            lengths=lengths,
            missed=missed,
            missed_counts=counts,
            relevant_from=relevant_from,
            depth=self.depth,
        )
        return Batch.of_arrays(self.queries[start:stop], arrays, ranking_at)

    def _missed(self, start: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
        """The grades that each query misses, filled up with zeros, and how many they are."""
        starts = self.missed_starts[start : stop + 1]
        grades = self.missed_grades[starts[0] : starts[-1]]
        judged = grades >= 0  # an item of the pool without a judgement is missed by no list
        counts = np.diff(ends(judged)[starts - starts[0]])
        missed = np.zeros((len(counts), int(counts.max(initial=0))), dtype=grades.dtype)
        missed[np.arange(missed.shape[-1]) < counts[:, None]] = grades[judged]
        return missed, counts

    def of_query(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """The grade at each rank of one query, -1 where there is none; and the grades it misses, in order."""
        here = slice(self.starts[place], self.starts[place + 1])
        missed = self.missed_grades[self.missed_starts[place] : self.missed_starts[place + 1]]
        grades = np.full(self.lengths[place], -1, dtype=self.grades.dtype)
        grades[self.places[here]] = np.maximum(self.grades[here], -1)
        return grades, np.sort(missed[missed >= 0])

    def relevant_counts(self, relevant_from: float) -> np.ndarray:
        """How many relevant items each query has, retrieved or not."""
        counts = np.zeros(len(self.queries), dtype=np.int64)
        for starts, grades in ((self.starts, self.grades), (self.missed_starts, self.missed_grades)):
            counts += np.diff(ends(grades >= relevant_from)[starts])
        return counts

    def take(self, order: np.ndarray) -> JudgedPositions:
        """Some of the queries, by their places, in this order."""
        counts, missed_counts = (np.diff(starts)[order] for starts in (self.starts, self.missed_starts))
        retrieved, missed = ranges(self.starts[order], counts), ranges(self.missed_starts[order], missed_counts)
        return JudgedPositions(
            [self.queries[place] for place in order.tolist()],
            self.lengths[order],
            ends(counts),
            self.places[retrieved],
            self.grades[retrieved],
            ends(missed_counts),
            self.missed_grades[missed],
            self.depth,
            None if self.tied is None else self.tied[retrieved],
        )

    @property
    def owners(self) -> np.ndarray:
        """The place of the query of each retrieved item."""
        return np.repeat(np.arange(len(self.queries)), np.diff(self.starts))

    def in_ties(self, relevant_from: float, *, best: bool) -> JudgedPositions:
        """The same lists with equal scores in another order: the best items first, or last.

        One of at least this grade is better than an item without a judgement, any other judged one is worse.
        """
        assert self.tied is not None
        owners, (first, size) = self.owners, self.tied.T
        side = 1 if best else -1
        worth = side * np.where(self.grades >= relevant_from, self.grades, np.where(self.grades < 0, 0, -1))
        order = np.lexsort((-worth, first, owners))
        heads = np.flatnonzero(np.diff(owners[order], prepend=-1) | np.diff(first[order], prepend=-1))
        counts = np.diff(np.append(heads, len(order)))
        number = np.arange(len(order)) - np.repeat(heads, counts)
        # what is as good as an item without a judgement, or better, begins the tie; the rest ends it
        ahead = worth[order] >= 0
        from_end = size[order] - np.repeat(counts, counts) + number
        places = np.empty_like(self.places)
        places[order] = first[order] + np.where(ahead, number, from_end)
        return self._replace(places=places)

    @staticmethod
    def joined(parts: Sequence[JudgedPositions]) -> JudgedPositions:
        """The queries of all parts, one part after the other."""
        _, lengths, starts, places, grades, missed_starts, missed, depths, tied = zip(*parts, strict=True)
        return JudgedPositions(
            list(chain.from_iterable(part.queries for part in parts)),
            np.concatenate(lengths),
            ends(np.concatenate(list(map(np.diff, starts)))),
            np.concatenate(places),
            np.concatenate(grades),
            ends(np.concatenate(list(map(np.diff, missed_starts)))),
            np.concatenate(missed),
            depths[0],
            None if tied[0] is None else np.concatenate(tied),
        )

    def cut(self, depth: int) -> JudgedPositions:
        """The first so many items of every list; judged ones further down count as missed."""
        there = self.places < depth
        retrieved, missed = (
            np.repeat(np.arange(len(self.queries)), np.diff(starts)) for starts in (self.starts, self.missed_starts)
        )
        owners = np.concatenate([retrieved[~there], missed])
        order = np.argsort(owners, kind="stable")
        return JudgedPositions(
            self.queries,
            np.minimum(self.lengths, depth),
            ends(there)[self.starts],
            self.places[there],
            self.grades[there],
            self.missed_starts + ends(~there)[self.starts],
            np.concatenate([self.grades[~there], self.missed_grades])[order],
            depth,
            None if self.tied is None else self.tied[there],
        )


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
