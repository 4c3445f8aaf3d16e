"""The arrays behind a judged list, or many.

Grades are listed best rank first, in the last dimension of an array. An item without a judgement, and a rank without
an item, have grade 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

UNJUDGED, OUTSIDE_POOL = -1, -2  # as encoded grades
NO_ITEM = -2  # among the grades of repeated items
EMPTY_RANK = {"grades": 0, "judged": False, "pool": False, "scores": np.nan, "served": 0}  # where there is no item


class Arrays(NamedTuple):
    """What is known of one list (1-D arrays and plain counts), or of many with a row for each (2-D arrays)."""

    grades: np.ndarray  # 0 where there is no judgement or no item
    judged: np.ndarray  # whether there is a judgement
    lengths: Any  # how many items each list has
    missed: np.ndarray  # the grades of judged items that are not in the list
    missed_counts: Any  # how many these are
    relevant_from: float = 1
    pool: np.ndarray | None = None  # whether an item was in the pool for judging, if more than the judged ones were
    scores: np.ndarray | None = None  # after the end of a list NaN, or falling where all are whole
    left_out: int = 0  # items without a judgement that were taken out of the lists
    depth: int | None = None  # where longer lists were cut
    repeated: np.ndarray | None = None  # grades of items that count again; -1 not judged, -2 where a list has fewer
    dropped: int = 0  # repeated items that were taken out
    elsewhere: Any = 0  # how many items of the collection are neither in the list nor judged
    served: np.ndarray | None = None  # the subtopics of each item, a bit for each; None: one, of all relevant items
    missed_served: np.ndarray | None = None

    @classmethod
    def from_encoded(cls, encoded: np.ndarray, **others: Any) -> Arrays:
        """Arrays from encoded grades instead of ``grades``, ``judged`` and ``pool``."""
        judged, unjudged = encoded >= 0, encoded == UNJUDGED
        others["pool"] = judged | unjudged if unjudged.any() else None
        return cls(frozen(np.maximum(encoded, 0)), judged, **others)

    @classmethod
    def stacked(cls, lists: Sequence[Arrays], relevant_from: float) -> Arrays:
        """Many lists, one row each."""
        width = max((one.lengths for one in lists), default=0)
        scores = None
        if any(one.scores is not None for one in lists):  # a list without scores has no ties
            falling = [np.arange(one.lengths, 0, -1) if one.scores is None else one.scores for one in lists]
            dtype = np.result_type(*falling)
            scores = np.stack([resized(one.astype(dtype, copy=False), width, np.nan) for one in falling])
        depths = {one.depth for one in lists} - {None}
        again = [np.zeros(0, dtype=np.int64) if one.repeated is None else one.repeated for one in lists]
        most = max(map(len, again), default=0)
        return cls(
            padded([one.grades for one in lists]),
            padded([one.judged for one in lists]).astype(bool),
            np.array([one.lengths for one in lists], dtype=np.intp),
            padded([one.missed for one in lists]),
            np.array([one.missed_counts for one in lists], dtype=np.intp),
            relevant_from,
            None if all(one.pool is None for one in lists) else padded([one.in_pool for one in lists]).astype(bool),
            scores,
            depth=depths.pop() if len(depths) == 1 else None,
            repeated=np.stack([resized(one, most, NO_ITEM) for one in again]) if most else None,
            dropped=sum(one.dropped for one in lists),
            elsewhere=np.array([one.elsewhere for one in lists], dtype=np.int64),
            served=None
            if (plain := all(one.served is None for one in lists))
            else padded([one.bits[0] for one in lists]),
            missed_served=None if plain else padded([one.bits[1] for one in lists]),
        )

    @property
    def in_pool(self) -> np.ndarray:
        """Which items were in the pool: judged, or meant to be."""
        return self.judged if self.pool is None else self.pool

    @property
    def encoded_grades(self) -> np.ndarray:
        """The grades, with -1 for an item in the pool without a judgement, and -2 for one outside the pool."""
        return np.where(self.judged, self.grades, np.where(self.in_pool, UNJUDGED, OUTSIDE_POOL))

    @property
    def all_grades(self) -> np.ndarray:
        """The grades of all judged items, retrieved or not; 0 in the place of one that comes again."""
        grades = np.concatenate([self.grades, self.missed], axis=-1) if self.missed.shape[-1] else self.grades
        if self.repeated is not None:
            grades = grades.copy()
            for again in np.moveaxis(self.repeated, -1, 0):
                same = grades == np.asarray(again)[..., None]
                grades[same & (same.cumsum(axis=-1) == 1)] = 0
        return grades

    def count_from(self, grade: float) -> Any:
        """How many items have this grade or a higher one, retrieved or not; one that comes again counts once."""
        number = count_true(self.grades >= grade) + count_true(self.missed >= grade)
        return number if self.repeated is None else number - count_true(self.repeated >= grade)

    @property
    def bits(self) -> tuple[np.ndarray, np.ndarray]:
        """Which subtopics each item serves, a bit for each: of the items in the list, and of the others."""
        if self.served is None or self.missed_served is None:
            return np.ones(self.grades.shape, dtype=np.int64), np.ones(self.missed.shape, dtype=np.int64)
        return self.served, self.missed_served

    @property
    def subtopics(self) -> tuple[np.ndarray, np.ndarray]:
        """The same of relevant items; the others serve none."""
        here, others = self.bits
        return here * (self.grades >= self.relevant_from), others * (self.missed >= self.relevant_from)

    @property
    def repeats(self) -> int:
        """How many ranks have an item that came before, and counts again."""
        return 0 if self.repeated is None else int(np.count_nonzero(self.repeated > NO_ITEM))

    def retrieved(self) -> Arrays:
        """The same lists, without the missed items."""
        others = None if self.missed_served is None else self.missed_served[..., :0]
        return self._replace(missed=self.missed[..., :0], missed_counts=self.missed_counts * 0, missed_served=others)

    def at_each_rank(self, change: Callable[[np.ndarray, Any], np.ndarray], **others: Any) -> Arrays:
        """The same with a change of all that is known at each rank; it is told what an empty rank has."""
        known = {name: (getattr(self, name), empty) for name, empty in EMPTY_RANK.items()}
        changed = {name: change(values, empty) for name, (values, empty) in known.items() if values is not None}
        return self._replace(**{**changed, **others})

    def first(self, k: int) -> Arrays:
        """The first ``k`` ranks of every list; after its end there are empty ranks."""
        return self.at_each_rank(lambda values, empty: resized(values, k, empty))

    def rows(self, queries: slice | int) -> Arrays:
        """Some of many lists, or one of them."""
        parts: list[Any] = [part[queries] if isinstance(part, np.ndarray) else part for part in self]
        return Arrays(*parts)

    def condensed(self) -> Arrays:
        """Many lists without the items that have no judgement."""
        counts = np.count_nonzero(self.judged, axis=-1)
        order = np.argsort(~self.judged, axis=-1, kind="stable")[:, : int(counts.max(initial=0))]
        there = np.arange(order.shape[-1]) < counts[:, None]
        return self.at_each_rank(
            lambda values, empty: emptied(np.take_along_axis(values, order, -1), there, empty),
            lengths=counts,
            pool=None,
            left_out=self.left_out + self.unjudged,
            repeated=None if self.repeated is None else np.where(self.repeated < 0, NO_ITEM, self.repeated),
        )

    @property
    def tied(self) -> bool:
        """Whether some neighbours in a list have equal scores."""
        return self.scores is not None and bool((self.scores[..., 1:] == self.scores[..., :-1]).any())

    @property
    def unjudged(self) -> int:
        """How many items in the lists have no judgement."""
        return int(np.sum(self.lengths) - np.count_nonzero(self.judged))


def frozen(values: np.ndarray) -> np.ndarray:
    """The same array, made read-only."""
    values.flags.writeable = False
    return values


def resized(values: np.ndarray, length: int, filling: Any = 0) -> np.ndarray:
    """The first ``length`` places of every row; filled up where a row is shorter."""
    more = length - values.shape[-1]
    if more <= 0:
        return values[..., :length]
    return frozen(np.concatenate([values, _empty_ranks(values, more, filling)], axis=-1))


def emptied(values: np.ndarray, there: np.ndarray, filling: Any) -> np.ndarray:
    """The values where there is an item, and those of an empty rank elsewhere."""
    return frozen(np.where(there, values, _empty_ranks(values, values.shape[-1], filling)))


def _empty_ranks(values: np.ndarray, count: int, filling: Any) -> np.ndarray:
    """The values of empty ranks. Whole scores go on falling, because as floats two of them could become equal."""
    if filling != filling and values.dtype.kind == "i":
        least: np.ndarray = values.min(axis=-1, keepdims=True, initial=0)
        return least - 1 - np.arange(count)
    return np.full((*values.shape[:-1], count), filling, dtype=np.result_type(values.dtype, type(filling)))


def count_true(values: np.ndarray) -> Any:
    """How many are true: in a list, or in each row of a batch."""
    return int(np.count_nonzero(values)) if values.ndim == 1 else np.count_nonzero(values, axis=-1)


def padded(rows: list[np.ndarray]) -> np.ndarray:
    """Rows of different lengths as one matrix, filled up with zeros."""
    width = max((len(row) for row in rows), default=0)
    matrix = np.zeros((len(rows), width), dtype=np.result_type(*rows) if rows else np.int64)
    for row, values in zip(matrix, rows, strict=True):
        row[: len(values)] = values
    return frozen(matrix)
