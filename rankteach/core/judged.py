"""Judged ranks as columns, and what a single ranking and a batch of them share: a top, and an ideal order.

Grades stand best rank first, in the last dimension of an array. What is not judged or not there at all
counts as grade 0. Everything downstream reads these columns and can rely on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from rankteach.core.checks import whole_number
from rankteach.core.column import Axis, Column

Kept = TypeVar("Kept")
Ideal = Literal["judged", "uncut", "retrieved"]

MOST_EMPTY_RANKS = 1_000_000
MOST_COUNTED = 4  # grades: more are sorted


class Judged:
    """Judged ranks, of one list or of a batch, as columns.

    ``axis`` is that of the ranks; ``relevant_from`` is the grade from which an item counts as relevant.
    """

    _grades: np.ndarray
    _judged: np.ndarray
    _pooled: np.ndarray | None = None  # where it is not simply what is judged
    _kept: dict[Any, Any]
    _lengths: Any
    _whole: Judged | None = None
    _scores: np.ndarray | None = None
    _left_out = 0  # items without a judgement that are no longer in the list
    relevant_from: float
    axis: Axis

    @property
    def rank(self) -> Column:
        """The ranks 1, 2, 3, ..."""
        return self._keep("rank", lambda: Column(self._ranks(), self.axis, name="rank", symbol="i"))

    @property
    def grade(self) -> Column:
        """The grade at each rank, 0 where nothing is judged."""
        return self._keep("grade", lambda: Column(self._grades, self.axis, name="grade", symbol="rel_i"))

    @property
    def level(self) -> Column:
        """The grade once more, under a letter of its own: beside relevance, which is rel_i too."""
        return self._keep("level", lambda: self.grade.named("grade", "g_i"))

    @property
    def relevant(self) -> Column:
        """Whether the grade at each rank is at least ``relevant_from``."""
        return self._keep("relevant", self._relevant)

    @property
    def judged(self) -> Column:
        """Whether the item at each rank has a judgement."""
        return self._keep("judged", lambda: Column(self._judged, self.axis, name="judged", symbol="jud_i"))

    @property
    def in_pool(self) -> Column:
        """Whether the item at each rank was in the pool: judged, or meant to be."""
        pooled = self._judged if self._pooled is None else self._pooled
        return self._keep("in_pool", lambda: Column(pooled, self.axis, name="in the pool", symbol="pool_i"))

    @property
    def irrelevant(self) -> Column:
        """Whether the item at each rank is judged, and not relevant."""
        return self._keep("irrelevant", lambda: (self.judged - self.relevant).named("irrelevant", "irr_i"))

    @property
    def hits(self) -> Column:
        """The relevant items down to each rank; most metrics of relevant or not begin with them."""
        return self._keep("hits", lambda: self.relevant.cumsum().named("hits", "h_i"))

    @property
    def items_so_far(self) -> Column:
        """The number of items down to each rank: the rank itself, but for empty ranks past the end of a list."""
        lengths = (self if self._whole is None else self._whole)._lengths
        if np.min(lengths, initial=self.axis.length) >= self.axis.length:
            return self.rank
        items = Column(lengths, name="items", symbol="n")
        return self._keep("items_so_far", lambda: self.rank.minimum(items).named("items so far", "c_i"))

    @property
    def relevant_total(self) -> Column:
        """The number of relevant items, retrieved or not (in a batch: for each query)."""
        if self._whole is not None:
            return self._whole.relevant_total
        return self._keep("relevant_total", self._relevant_total)

    @property
    def irrelevant_total(self) -> Column:
        """The number of items judged not relevant, retrieved or not (in a batch: for each query)."""
        if self._whole is not None:
            return self._whole.irrelevant_total
        return self._keep("irrelevant_total", self._irrelevant_total)

    def _ranks(self) -> np.ndarray:
        length = self.axis.length
        return _RANKS[:length] if length <= len(_RANKS) else np.arange(1, length + 1)

    def _relevant(self) -> Column:
        relevant = self.level >= self.relevant_from
        if self._grades.dtype == object:  # fractions stay fractions
            relevant = relevant * Fraction(1)
        return relevant.named("relevant", "rel_i")

    def _relevant_total(self) -> Column:
        count = self._count_relevant()
        return Column(frozen(count) if np.ndim(count) else count, name="relevant items", symbol="m")

    def _irrelevant_total(self) -> Column:
        count = self._count_judged() - self._count_relevant()
        return Column(frozen(count) if np.ndim(count) else count, name="judged not relevant", symbol="N")

    def _count_relevant(self) -> Any:
        return count_true(self._grades >= self.relevant_from)

    def _count_judged(self) -> Any:
        return count_true(self._judged)

    def _keep(self, key: Any, make: Callable[[], Kept]) -> Kept:
        try:
            return self._kept[key]  # type: ignore[no-any-return]
        except KeyError:
            kept = self._kept[key] = make()
            return kept

    def _view(self, grades: np.ndarray, axis: Axis) -> Judged:
        """Other ranks of the same judgements: as many items are relevant in all."""
        view = Judged()
        view._grades, view.axis, view.relevant_from = grades, axis, self.relevant_from
        view._kept, view._whole = {}, self
        return view


class Ranked(Judged):
    """What a single ranking and a batch share: a top, and an ideal order."""

    _missed: np.ndarray
    _missed_counts: Any

    def top(self, k: int | None) -> Judged:
        """The first ``k`` ranks; what stands below counts as not retrieved.

        Past the end of the list come empty ranks, which hold nothing relevant. ``None`` is the whole
        list. Raises ``TypeError`` or ``ValueError`` for anything but a whole number of at least 1.
        """
        if k is None:
            return self
        if type(k) is not int or k < 1:
            k = whole_number(k, "k", "a cutoff keeps the first k ranks; None keeps all of them")
        if k > self.axis.length + MOST_EMPTY_RANKS:
            raise ValueError(f"k is {k}, more than {MOST_EMPTY_RANKS:,} ranks past the end of the list")
        return self._keep(("top", k), lambda: self._top(k))

    def cutoffs(self, k: int | None) -> Axis:
        """The cutoffs there are, up to ``k``."""
        return self.top(k).axis

    def ideal(
        self, k: int | None = None, *, of: Ideal = "judged", gain: Callable[[Column], Column] | None = None
    ) -> Judged:
        """The best order of the same judgements, as ranks on an axis of their own.

        ``of="judged"`` takes all judged items, retrieved or not, and its first ``k``; ``"uncut"`` takes
        them all whatever ``k``; ``"retrieved"`` takes only the items in the list, and its first ``k``.
        Best means the largest ``gain`` first, by default the largest grade.
        """
        if of not in get_args(Ideal):
            raise ValueError(f"ideal is {of!r}; it can be 'judged', 'uncut' or 'retrieved'")
        self.top(k)  # a wrong k is told in one place
        if gain is None:
            return self._keep(("ideal", k, of), lambda: self._ideal(k, of, gain))
        return self._ideal(k, of, gain)

    def _top(self, k: int) -> Judged:
        top = self._view(resized(self._grades, k), self._axis(k, "k"))
        top._judged = resized(self._judged, k, False)
        if self._pooled is not None:
            top._pooled = resized(self._pooled, k, False)
        if self._scores is not None:
            top._scores = resized(self._scores, k, np.nan)
        return top

    def _ideal(self, k: int | None, of: Ideal, gain: Callable[[Column], Column] | None) -> Judged:
        top = self.top(k)
        alone = of == "retrieved" or not self._missed.shape[-1]
        sides = [self._grades] if alone else [self._grades, self._missed]
        length = top.axis.length
        if k is None or of == "uncut":
            length = max(length, sum(side.shape[-1] for side in sides))
        if gain is None and self._grades.ndim > 1 and self._keep("highest", self._highest) <= MOST_COUNTED:
            worth, grades = None, self._counted_descending(length, self._grades if of == "retrieved" else None)
        else:
            pool = sides[0] if alone else np.concatenate(sides, axis=-1)
            worth = pool if gain is None else np.asarray(gain(Column(pool, Axis("pool", length=pool.shape[-1]))))
            if gain is None:
                grades = resized(frozen(np.sort(pool, axis=-1)[..., ::-1]), length)
            else:
                order = np.argsort(-worth, axis=-1, kind="stable")
                grades = resized(frozen(np.take_along_axis(pool, order, axis=-1)), length)
        axis = Axis(
            "ideal rank",
            length=grades.shape[-1],
            end="n" if k is None or of == "uncut" else "k",
            labels=lambda: self._ideal_labels(worth, grades.shape[-1]),
            along=top.axis,
            cut=of != "uncut",
        )
        ideal = self._view(grades, axis)
        ideal._kept["grade"] = Column(grades, axis, name="ideal grade", symbol="rel*_i")
        ideal._kept["rank"] = ideal.rank.named("ideal rank", "i")
        return ideal

    def _ideal_labels(self, worth: np.ndarray | None, length: int) -> Mapping[str, Any]:
        return {"rank": range(1, length + 1)}

    def _axis(self, length: int, end: str = "n") -> Axis:
        return Axis("rank", length=length, end=end, labels=lambda: {"rank": range(1, length + 1)})

    def _counted_descending(self, length: int, among: np.ndarray | None) -> np.ndarray:
        """The first grades of every row of a batch, largest first, by counting, which is faster than sorting.

        At a place stands a grade that so many items have, of those retrieved or not, or ``among`` others.
        """
        places = np.arange(length)
        ideal = np.zeros((len(self._grades), length), dtype=np.int64)
        for grade in range(1, self._keep("highest", self._highest) + 1):
            ideal += places < (self.count_from(grade) if among is None else count_true(among >= grade))[:, None]
        return frozen(ideal)

    def _highest(self) -> int:
        """The highest grade there is; more than are counted where grades are no whole numbers."""
        sides = (self._grades, self._missed)
        if any(side.dtype.kind != "i" for side in sides):
            return MOST_COUNTED + 1
        return max(int(side.max(initial=0)) for side in sides)

    def count_from(self, grade: float) -> Any:
        """How many items have this grade or a higher one, retrieved or not (in a batch: for each query)."""
        return self._keep(
            ("from", grade), lambda: count_true(self._grades >= grade) + count_true(self._missed >= grade)
        )

    def grades_found(self) -> list[Any]:
        """The grades that occur, retrieved or not, smallest first (in a batch: in any query)."""
        grades = np.unique(np.concatenate([self._grades.ravel(), self._missed.ravel()]))
        return list(grades.tolist())

    def marked(self) -> np.ndarray:
        """The grades, with -1 for an item that was in the pool but is not judged, and -2 for one outside of it."""
        pooled = self._judged if self._pooled is None else self._pooled
        return np.where(self._judged, self._grades, np.where(pooled, -1, -2))

    def _count_relevant(self) -> Any:
        return self.count_from(self.relevant_from)

    def _count_judged(self) -> Any:
        return count_true(self._judged) + self._missed_counts


def frozen(values: np.ndarray) -> np.ndarray:
    """The array itself, never to be written to again."""
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


_RANKS = frozen(np.arange(1, 1025))
