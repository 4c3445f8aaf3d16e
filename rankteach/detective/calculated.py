"""Everything that is calculated of some lists: each value, and each number in a named column on the way to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rankteach.batch import Batch
from rankteach.column import Column
from rankteach.detective import likely
from rankteach.detective.calculations import EACH, REFUSALS, Calculation, calculations, over_queries
from rankteach.detective.given import Lists, length
from rankteach.diagnosis.slips import COMPARE
from rankteach.measures import Measure
from rankteach.notation.tables import recorded
from rankteach.operations import REDUCE
from rankteach.ranking import Ranking

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


class Calculated:
    """What was calculated, entry by entry; ``numbers`` holds all of it in one row, ``starts`` where each begins."""

    def __init__(self, lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> None:
        self.lists, self.length = lists, length(lists)
        self.entries: list[Entry] = []
        refused: list[Exception] = []
        for measure in measures:
            try:
                for calculation in calculations(measure, lists):
                    self.entries.extend(self._entries(calculation, cutoffs))
            except REFUSALS as error:  # it does not take these lists
                refused.append(error)
        if len(refused) == len(measures):
            raise refused[0]
        self.starts = np.cumsum([0, *(entry.values.size for entry in self.entries)])
        self.numbers = np.concatenate([entry.values for entry in self.entries])

    def _entries(self, calculation: Calculation, cutoffs: Sequence[int | None]) -> Iterator[Entry]:
        try:
            ks, values = calculation.values(cutoffs)
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
            Value(value, own.cost + likely.of_cutoff(k, self.length), own, k)
            for own, values, ks, column, _ in self.entries
            if column is None and not own.changed and own.instead_of is None and own.over != EACH
            for value, k in zip(values.tolist(), ks, strict=True)
        ]
        return sorted(values, key=lambda value: value.cost)


def calculated(lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> Calculated:
    """Everything of some lists; a ranking keeps it, for the next number that is looked for in it."""
    if not isinstance(lists, Ranking):
        return Calculated(lists, measures, cutoffs)
    key = ("calculated", tuple(map(str, measures)), tuple(cutoffs))
    return lists._keep(key, lambda: Calculated(lists, measures, cutoffs))


def _cells(own: Calculation) -> Iterator[Entry]:
    """The numbers on the way to a value, in named columns."""
    result = own.at(None).result.recalculated()
    itself = result.grows if result.operation in REDUCE else result  # holds the value at every cutoff
    for column in recorded(result):
        if column is not itself and not column.counts_rows and np.ndim(column.values) == 1:
            given = not column.sources or column.operation in COMPARE
            cost = likely.GIVEN_CELL if given else likely.CELL
            yield Entry(own, np.asarray(column.values, dtype=float), (), column, cost)
