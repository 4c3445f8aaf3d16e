"""The arrays behind a judged list, or many.

Grades are listed best rank first, in the last dimension of an array. An item without a judgement, and a rank without
an item, have grade 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

UNJUDGED, OUTSIDE_POOL = -1, -2  # as encoded grades


class Arrays(NamedTuple):
    """What is known of one list (1-D arrays and plain counts), or of many with a row for each (2-D arrays).

    ``grades`` has 0, and ``judged`` False, where there is no judgement or no item. ``lengths`` counts the items of each
    list, and ``missed_counts`` the grades in ``missed``, which are those of judged items that are not in the list.
    ``pooled`` says which items were in the pool, where these are not simply the judged ones. ``scores`` has NaN after
    the end of a list. ``left_out`` counts the items without a judgement that were taken out of the lists. Lists that
    were longer than ``depth`` were cut there.
    """

    grades: np.ndarray
    judged: np.ndarray
    lengths: Any
    missed: np.ndarray
    missed_counts: Any
    relevant_from: float = 1
    pooled: np.ndarray | None = None
    scores: np.ndarray | None = None
    left_out: int = 0
    depth: int | None = None

    @classmethod
    def from_encoded(cls, encoded: np.ndarray, **others: Any) -> Arrays:
        """Arrays from encoded grades instead of ``grades``, ``judged`` and ``pooled``."""
        judged, unjudged = encoded >= 0, encoded == UNJUDGED
        others["pooled"] = judged | unjudged if unjudged.any() else None
        return cls(frozen(np.maximum(encoded, 0)), judged, **others)

    @classmethod
    def stacked(cls, lists: Sequence[Arrays], relevant_from: float) -> Arrays:
        """Many lists, one row each."""
        width = max((one.lengths for one in lists), default=0)
        scores = None
        if any(one.scores is not None for one in lists):  # a list without scores has no ties
            falling = [np.arange(one.lengths, 0, -1) if one.scores is None else one.scores for one in lists]
            scores = np.stack([resized(one, width, np.nan) for one in falling])
        depths = {one.depth for one in lists} - {None}
        return cls(
            padded([one.grades for one in lists]),
            padded([one.judged for one in lists]).astype(bool),
            np.array([one.lengths for one in lists], dtype=np.intp),
            padded([one.missed for one in lists]),
            np.array([one.missed_counts for one in lists], dtype=np.intp),
            relevant_from,
            None if all(one.pooled is None for one in lists) else padded([one.in_pool for one in lists]).astype(bool),
            scores,
            depth=depths.pop() if len(depths) == 1 else None,
        )

    @property
    def in_pool(self) -> np.ndarray:
        """Which items were in the pool: judged, or meant to be."""
        return self.judged if self.pooled is None else self.pooled

    @property
    def encoded_grades(self) -> np.ndarray:
        """The grades, with -1 for an item in the pool without a judgement, and -2 for one outside the pool."""
        return np.where(self.judged, self.grades, np.where(self.in_pool, UNJUDGED, OUTSIDE_POOL))

    @property
    def pool(self) -> np.ndarray:
        """The grades of all judged items, retrieved or not."""
        return np.concatenate([self.grades, self.missed], axis=-1) if self.missed.shape[-1] else self.grades

    def highest(self) -> int | None:
        """The highest grade there is; None if some grade is not a whole number."""
        sides = (self.grades, self.missed)
        if any(side.dtype.kind != "i" for side in sides):
            return None
        return max(int(side.max(initial=0)) for side in sides)

    def retrieved(self) -> Arrays:
        """The same lists, without the missed items."""
        return self._replace(missed=self.missed[..., :0], missed_counts=self.missed_counts * 0)

    def first(self, k: int) -> Arrays:
        """The first ``k`` ranks of every list; after its end there are empty ranks."""
        return self._replace(
            grades=resized(self.grades, k),
            judged=resized(self.judged, k, False),
            pooled=None if self.pooled is None else resized(self.pooled, k, False),
            scores=None if self.scores is None else resized(self.scores, k, np.nan),
        )

    def rows(self, queries: slice | int) -> Arrays:
        """Some of many lists, or one of them."""
        parts: list[Any] = [part[queries] if isinstance(part, np.ndarray) else part for part in self]
        return Arrays(*parts)

    def condensed(self) -> Arrays:
        """Many lists without the items that have no judgement."""
        counts = np.count_nonzero(self.judged, axis=-1)
        order = np.argsort(~self.judged, axis=-1, kind="stable")[:, : int(counts.max(initial=0))]
        there = np.arange(order.shape[-1]) < counts[:, None]
        return self._replace(
            grades=frozen(np.where(there, np.take_along_axis(self.grades, order, -1), 0)),
            judged=there,
            lengths=counts,
            pooled=None,
            scores=None if self.scores is None else np.where(there, np.take_along_axis(self.scores, order, -1), np.nan),
            left_out=self.left_out + self.unjudged,
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
    empty = np.full((*values.shape[:-1], more), filling, dtype=np.result_type(values.dtype, type(filling)))
    return frozen(np.concatenate([values, empty], axis=-1))


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
