"""Everything that is calculated of some lists: each value, and each number in a named column on the way to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.calculations import (
    EACH,
    MOST_CHANGES,
    REFUSALS,
    Calculation,
    calculations,
    most_changes,
)
from rankteach.explain.numbers.detective.given import Lists, length
from rankteach.explain.numbers.detective.ways import over_queries
from rankteach.notation.tables import recorded
from rankteach.tracing.measures import Measure

LONGEST_COLUMN = 10_000  # cells; numbers on the way to a longer list are not looked at


class Entry(NamedTuple):
    """Numbers of one calculation: its values at cutoffs, or the cells of a column; what they cost beside it."""

    calculation: Calculation
    values: np.ndarray
    cutoffs: Sequence[int | None]
    column: Column | None = None
    cost: int = 0


class Value(NamedTuple):
    """The value of a metric under its defaults."""

    value: float
    cost: int
    calculation: Calculation
    k: int | None


class Round(NamedTuple):
    """All that has so many changes: ``numbers`` holds it in one row, ``starts`` where each entry begins."""

    entries: list[Entry]
    numbers: np.ndarray
    starts: np.ndarray


class Calculated:
    """What is calculated of some lists, round by round: with the defaults, with one change, with two, with three."""

    def __init__(self, lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> None:
        self.lists, self.length, self.cutoffs = lists, length(lists), cutoffs
        self.measures = list(measures)
        self.places = {measure.name: place for place, measure in reversed(list(enumerate(measures)))}
        self._rounds: list[Round] = []
        self.most = most_changes(lists, measures)

    @property
    def exhaustive(self) -> bool:
        """Whether there is so little that everything is tried."""
        return self.most == MOST_CHANGES[0][1]

    def round(self, number: int) -> Round:
        """What has so many changes."""
        while len(self._rounds) <= number:
            self._rounds.append(self._calculated(len(self._rounds)))
        return self._rounds[number]

    def _calculated(self, number: int) -> Round:
        entries: list[Entry] = []
        refused: list[Exception] = []
        for measure in list(self.measures):
            try:
                for calculation in calculations(measure, self.lists, number):
                    entries.extend(self._entries(calculation))
            except REFUSALS as error:  # it does not take these lists
                refused.append(error)
                self.measures.remove(measure)
        if refused and not (self.measures or self._rounds):
            raise refused[0]
        starts = np.cumsum([0, *(entry.values.size for entry in entries)])
        return Round(entries, np.concatenate([np.zeros(0), *(entry.values for entry in entries)]), starts)

    def _entries(self, calculation: Calculation) -> Iterator[Entry]:
        try:
            ks, values = calculation.values(self.cutoffs)
        except REFUSALS:
            if not calculation.changed:
                raise
            return  # a convention that it does not take beside the others
        if isinstance(self.lists, Batch):
            for own, its_ks, its_values in over_queries(calculation, ks, values):
                yield Entry(own, its_values, its_ks)
            return
        yield Entry(calculation, values, ks)
        if len(calculation.changed) <= 1 and self.length <= LONGEST_COLUMN:
            yield from _cells(calculation)

    @cached_property
    def plain(self) -> list[Value]:
        """All values under the defaults, the likeliest first."""
        values = [
            Value(value, own.cost + prior.of_cutoff(k, self.length), own, k)
            for own, values, ks, column, _ in self.round(0).entries
            if column is None and own.over != EACH
            for value, k in zip(values.tolist(), ks, strict=True)
        ]
        return sorted(values, key=lambda value: value.cost)


def calculated(lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> Calculated:
    """Everything of some lists; they keep it, for the next number that is looked for in them."""
    if isinstance(lists, tuple):
        return Calculated(lists, measures, cutoffs)
    key = ("calculated", tuple(map(str, measures)), tuple(cutoffs))
    return lists._keep(key, lambda: Calculated(lists, measures, cutoffs))


def _cells(own: Calculation) -> Iterator[Entry]:
    """The numbers on the way to a value, in named columns."""
    result = own.at(None).result.materialise()
    itself = result.running if result.reduces else result  # holds the value at every cutoff
    for column in recorded(result):
        if column is not itself and not column.counts_rows and np.ndim(column.values) == 1:
            cost = prior.CELL if column.rule.calculates else prior.GIVEN_CELL
            yield Entry(own, np.asarray(column.values, dtype=float), (), column, cost)
