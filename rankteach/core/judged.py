"""Judged lists, one or many: the columns that every metric begins with."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, Self, TypeVar, get_args

import numpy as np

from rankteach.core.checks import WHOLE_LIST, must, one_of, real_number, whole_number
from rankteach.core.column import Axis, Column
from rankteach.core.judged_arrays import Arrays, count_true, frozen, resized

Result = TypeVar("Result")
Ideal = Literal["judged", "uncut", "retrieved"]

MOST_EMPTY_RANKS = 1_000_000


class Judged:
    """Judged lists, one or many, as columns along an axis of ranks; also the top or the ideal order of such lists.

    ``arrays`` holds the numbers behind the columns. The rows of ``axis`` are the ranks. In a batch it knows how many
    of them each list has, so that what is calculated after the end of a list never counts.
    """

    arrays: Arrays
    axis: Axis
    _whole: Judged | None = None

    def __init__(self, arrays: Arrays, axis: Axis, whole: Judged) -> None:
        self.arrays, self.axis, self._whole = arrays, axis, whole

    @property
    def whole(self) -> Judged:
        """The lists of which this is the top or the ideal order; for whole lists, they themselves."""
        return self if self._whole is None else self._whole

    @property
    def relevant_from(self) -> float:
        """The grade from which an item counts as relevant."""
        return self.arrays.relevant_from

    @property
    def unjudged(self) -> int:
        """How many retrieved items have no judgement (in a batch: in all lists together)."""
        return self.arrays.unjudged

    # --- columns: one value at each rank --------------------------------------------------------------
    @cached_property
    def rank(self) -> Column:
        """The ranks 1, 2, 3, ..."""
        return Column(_ranks(self.axis.length), self.axis, name="rank", symbol="i")

    @cached_property
    def present(self) -> Column:
        """Whether there is an item at each rank: 0 at the empty ranks past the end of a list."""
        there = self.rank.values <= np.asarray(self.arrays.lengths)[..., None]
        return Column(there, self.axis, name="present", symbol="pres_i")

    @cached_property
    def grade(self) -> Column:
        """The grade at each rank, 0 where nothing is judged."""
        return Column(self.arrays.grades, self.axis, name="grade", symbol="rel_i")

    @cached_property
    def level(self) -> Column:
        """The grade under a symbol of its own, for formulas in which rel_i is relevance."""
        return self.grade.named("grade", "g_i")

    @cached_property
    def relevant(self) -> Column:
        """Whether the grade at each rank is at least ``relevant_from``."""
        return at_least(self.level, self.relevant_from).named("relevant", "rel_i")

    @cached_property
    def judged(self) -> Column:
        """Whether the item at each rank has a judgement."""
        return Column(self.arrays.judged, self.axis, name="judged", symbol="jud_i")

    @cached_property
    def in_pool(self) -> Column:
        """Whether the item at each rank was in the pool: judged, or meant to be."""
        return Column(self.arrays.in_pool, self.axis, name="in the pool", symbol="pool_i")

    @cached_property
    def irrelevant(self) -> Column:
        """Whether the item at each rank is judged, and not relevant."""
        return (self.judged - self.relevant).named("irrelevant", "irr_i")

    @cached_property
    def hits(self) -> Column:
        """The relevant items down to each rank; most metrics of relevant or not begin with them."""
        return self.relevant.cumsum().named("hits", "h_i")

    @cached_property
    def items_so_far(self) -> Column:
        """The number of items down to each rank: the rank itself, but for empty ranks past the end of a list."""
        lengths = self.arrays.lengths
        if self._whole is None or np.min(lengths, initial=self.axis.length) >= self.axis.length:
            return self.rank
        return self.rank.minimum(Column(lengths, name="items", symbol="n")).named("items so far", "c_i")

    @property
    def score(self) -> Column | None:
        """The score that the item at each rank was ranked by; None for lists without scores."""
        scores = self.arrays.scores
        return None if scores is None else Column(scores, self.axis, name="score", symbol="s_i")

    @cached_property
    def subtopics(self) -> list[Column]:
        """For each subtopic, whether the item at each rank is relevant for it; without subtopics, just relevance."""
        found, kind = self.arrays.subtopics[0], self.axis.name.removesuffix("rank")
        star = "*" if kind else ""
        if self.arrays.served is None:
            return [Column(found, self.axis, name=f"{kind}relevant", symbol="rel*_i") if kind else self.relevant]
        return [
            Column(found >> place & 1, self.axis, name=f"{kind}serves {name}", symbol=f"J{place + 1}{star}_i")
            for place, name in enumerate(self.whole.subtopic_names)
        ]

    # --- numbers: one for each list ---------------------------------------------------------------------
    @property
    def relevant_total(self) -> Column:
        """The number of relevant items, retrieved or not (in a batch: for each query)."""
        return self.whole.cached(
            "relevant_total", lambda: _number("relevant items", "m", self.count_from(self.relevant_from))
        )

    @property
    def irrelevant_total(self) -> Column:
        """The number of items judged not relevant, retrieved or not (in a batch: for each query)."""
        arrays = self.whole.arrays
        judged = count_true(arrays.judged) + arrays.missed_counts
        if arrays.repeated is not None:
            judged = judged - count_true(arrays.repeated >= 0)
        return _number("judged not relevant", "N", judged - self.count_from(self.relevant_from))

    @property
    def others_total(self) -> Column:
        """The number of items that are not relevant: judged so or, in a collection of known size, never mentioned."""
        return _number("irrelevant items", "N", self.irrelevant_total.values + self.whole.arrays.elsewhere)

    @property
    def subtopic_total(self) -> Column:
        """The number of subtopics that some item is relevant for, retrieved or not (in a batch: for each query)."""
        sides = [np.bitwise_or.reduce(side, axis=-1) for side in self.whole.arrays.subtopics]
        return _number("subtopics", "S", np.bitwise_count(sides[0] | sides[1]).astype(np.int64)[()])

    @property
    def subtopic_names(self) -> Sequence[str]:
        """The names of the subtopics."""
        highest = max(1, *(int(side.max(initial=0)) for side in self.arrays.subtopics))
        return [f"subtopic {place}" for place in range(1, highest.bit_length() + 1)]

    @property
    def grade_total(self) -> Column:
        """The sum of all grades, retrieved or not (in a batch: for each query)."""
        return _number("sum of grades", "G", self.whole.arrays.all_grades.sum(axis=-1))

    def count_from(self, grade: float) -> Any:
        """How many items have this grade or a higher one, retrieved or not (in a batch: for each query)."""
        grade = real_number(grade, "grade", above=-math.inf)
        return self.whole.cached(("from", grade), lambda: self.whole.arrays.count_from(grade))

    def distinct_grades(self) -> list[Any]:
        """The grades that occur, retrieved or not, smallest first (in a batch: in any query)."""
        return list(np.unique(self.whole.arrays.all_grades).tolist())

    # --- other lists of the same judgements ---------------------------------------------------------------
    def top(self, k: int | None) -> Judged:
        """The first ``k`` ranks; what is ranked below them counts as not retrieved.

        Past the end of the list come empty ranks, which hold nothing relevant. ``None`` is the whole
        list. Raises ``TypeError`` or ``ValueError`` for anything but a whole number of at least 1.
        """
        if k is None:
            return self
        if type(k) is not int or k < 1:
            k = whole_number(k, "k", WHOLE_LIST)
        if k > self.axis.length + MOST_EMPTY_RANKS:
            rule = f"be at most {MOST_EMPTY_RANKS:,} more than the length of the list"
            raise ValueError(must("k", k, rule, WHOLE_LIST))
        if k not in self._tops:
            self._tops.setdefault(k, Judged(self.arrays.first(k), self._axis(k, "k"), self.whole))
        return self._tops[k]

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
        one_of(of, get_args(Ideal), "ideal")
        if gain is not None and not callable(gain):
            raise TypeError(must("gain", gain, "be a function from grades to gains"))
        top = self.top(k)
        k = None if k is None else top.axis.length
        if gain is None:
            return self.cached(("ideal", k, of), lambda: self.best(top, k, of, gain))
        return self.best(top, k, of, gain)

    def cached(self, key: Any, make: Callable[[], Result]) -> Result:
        """The result of ``make()``, called once for each key; a whole list and its tops do not share results."""
        try:
            return self._results[key]  # type: ignore[no-any-return]
        except KeyError:
            result = self._results[key] = make()
            return result

    def clear_cache(self) -> None:
        """Drop what was calculated of these lists, to save memory; it is calculated again when it is needed."""
        for top in list(self._tops.values()):
            top.clear_cache()
        for name in list(vars(self)):  # a list, and pop: another thread may fill in or drop the same
            if name in CALCULATED and name != "_tops":
                vars(self).pop(name, None)

    def __copy__(self) -> Self:
        """The same lists, with nothing calculated."""
        other = object.__new__(type(self))
        vars(other).update({name: value for name, value in vars(self).items() if name not in CALCULATED})
        return other

    @cached_property
    def _results(self) -> dict[Any, Any]:
        return {}

    @cached_property
    def _tops(self) -> dict[int, Judged]:
        """The tops that were asked for; they stay, since a kept trace knows its list by their arrays."""
        return {}

    # --- how --------------------------------------------------------------------------------------------
    def _axis(self, length: int, end: str = "n") -> Axis:
        lengths = None
        if self.arrays.grades.ndim > 1:
            lengths = self.arrays.lengths if end == "n" else np.full(len(self.arrays.lengths), length)
        return Axis("rank", length=length, end=end, labels=lambda: {"rank": range(1, length + 1)}, lengths=lengths)

    def best(self, top: Judged, k: Any, of: Ideal, gain: Callable[[Column], Column] | None) -> Judged:
        """The ideal order along a top; ``k`` is a number, or an array with one for each list."""
        lists, many = self.arrays, self.arrays.grades.ndim > 1
        if of == "retrieved":
            lists = lists.retrieved()

        def gains() -> np.ndarray:
            """What the best order is by: a number for each judged item."""
            grades = lists.all_grades
            return grades if gain is None else np.asarray(gain(Column(grades, Axis("item", length=grades.shape[-1]))))

        served, ranks = lists.served, lists.lengths + lists.missed_counts
        if k is not None:
            ranks = np.maximum(ranks, k) if of == "uncut" else np.full_like(ranks, k)
        length = int(np.max(ranks, initial=top.axis.length) if many else ranks)
        if gain is None:
            grades = np.sort(lists.all_grades, axis=-1)[..., ::-1]
        else:
            order = np.argsort(-gains(), axis=-1, kind="stable")
            grades = np.take_along_axis(lists.all_grades, order, axis=-1)
            if served is not None:
                sides = np.concatenate([served, lists.missed_served], axis=-1)
                served = resized(frozen(np.take_along_axis(sides, order, axis=-1)), length)
        axis = Axis(
            "ideal rank",
            length=length,
            end="n" if k is None or of == "uncut" else "k",
            labels=lambda: self._ideal_labels(gains(), length),
            along=top.axis,
            cut=of != "uncut",
            lengths=ranks if many else None,
        )
        ideal = Judged(self.arrays._replace(grades=resized(frozen(grades), length), served=served), axis, self.whole)
        ideal.grade = Column(ideal.arrays.grades, axis, name="ideal grade", symbol="rel*_i")
        ideal.rank = Column(_ranks(length), axis, name="ideal rank", symbol="i")
        return ideal

    def _ideal_labels(self, gains: np.ndarray, length: int) -> Mapping[str, Any]:
        return {"rank": range(1, length + 1)}


CALCULATED = {name for name, one in vars(Judged).items() if isinstance(one, cached_property)}


def at_least(grade: Column, least: float) -> Column:
    """Whether each grade is at least another one; where grades are fractions, as fractions."""
    reached = grade >= least
    return reached * Fraction(1) if grade.values.dtype == object else reached


def _number(name: str, symbol: str, number: Any) -> Column:
    return Column(frozen(number) if np.ndim(number) else number, name=name, symbol=symbol)


def _ranks(length: int) -> np.ndarray:
    return _RANKS[:length] if length <= len(_RANKS) else np.arange(1, length + 1, dtype=np.int64)


_RANKS = frozen(np.arange(1, 1025, dtype=np.int64))
