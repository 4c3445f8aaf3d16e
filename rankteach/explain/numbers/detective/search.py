"""The search: what of everything calculated is printed as the number is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.calculated import LONGEST_COLUMN, Calculated, Round
from rankteach.explain.numbers.detective.calculations import EACH, Calculation, few_orders
from rankteach.explain.numbers.detective.printed import Printed
from rankteach.explain.numbers.diagnosis.asked import cell_name
from rankteach.explain.numbers.diagnosis.recalculated import Record
from rankteach.notation.tables import recorded
from rankteach.tracing.trace import Trace

MORE = "any convention that is no default", "two conventions changed at once", "three conventions changed at once"
IDLE = "it could not have come first"  # as what was found is likelier


class Cell(NamedTuple):
    """A number on the way to a value: of a column at a row from 0, or of a part that has no name."""

    name: str
    row: int
    words: str


class Found(NamedTuple):
    """A number that is printed as the one looked for: which calculation gives it, and what that costs."""

    value: float
    cost: int
    how: str
    calculation: Calculation
    k: int | None
    cell: Cell | None = None

    def trace(self) -> Trace:
        """The trace that has it."""
        return self.calculation.at(self.k)


class Search:
    """A number that is looked for in everything that was calculated."""

    def __init__(self, printed: Printed, calculated: Calculated) -> None:
        self.printed, self.calculated = printed, calculated
        self.lists, self.length, self.plain = calculated.lists, calculated.length, calculated.plain
        self.tried, self.rounds = 0, 0
        self.found: list[Found] = []  # every match, the likeliest first
        while self.rounds <= calculated.most and not self._first():
            made = calculated.round(self.rounds)
            self.found.extend(self._in_entries(made))
            self.tried, self.rounds = self.tried + len(made.numbers), self.rounds + 1
        self.found = sorted(self.found or self._in_parts(), key=self._place)

    def _place(self, found: Found) -> tuple[int, int]:
        """By cost, then in the order of the catalogue."""
        return found.cost, self.calculated.places[found.calculation.metric.name]

    def _first(self) -> bool:
        """Whether what was found comes before all that has more changes; where there is little, everything is tried."""
        if not self.found or self.calculated.exhaustive:
            return False
        return min(found.cost for found in self.found) < prior.CHANGE * self.rounds

    @property
    def untried(self) -> list[str]:
        """What was not tried, for there would have been too much of it, or it could not have come first."""
        much = "too much to try; with fewer measures there is less" if self.rounds > self.calculated.most else IDLE
        said = [] if self.calculated.exhaustive else [f"{MORE[self.rounds - 1]} ({much})"]
        if self.rounds > 1 and not isinstance(self.lists, tuple) and not few_orders(self.lists):
            said.append('ties="averaged" but in DCG and nDCG (equal scores have too many orders)')
        return said

    def _in_entries(self, made: Round) -> Iterator[Found]:
        for place, value, how in self._matching(made.numbers):
            at = int(np.searchsorted(made.starts, place, side="right")) - 1
            entry, row = made.entries[at], place - int(made.starts[at])
            own, column = entry.calculation, entry.column
            if own.over == EACH:
                query, row = divmod(row, len(entry.cutoffs))
                own = own._replace(over=query)
            cost = own.cost + entry.cost + prior.of_printing(how, self.printed)
            if column is None:
                k = entry.cutoffs[row]
                yield Found(value, cost + prior.of_cutoff(k, self.length), how, own, k)
            else:
                name = column.name or ""
                yield Found(value, cost, how, own, None, Cell(name, row, cell_name(column, name, row)))

    def _in_parts(self) -> Iterator[Found]:
        """The numbers on the way that have no name, of each metric under its defaults."""
        if isinstance(self.lists, Batch) or self.length > LONGEST_COLUMN:
            return
        for own in {value.calculation.metric.name: value.calculation for value in self.plain}.values():
            record = Record(own.at(None).result.materialise(), None)
            for column in reversed(record.columns):
                passed_on = column.sources and not column.rule.calculates
                if column.name or column is record.result or passed_on or _only_ranks(column):
                    continue
                values = np.atleast_1d(record.values[id(column)])
                for row, value, how in self._matching(values) if values.ndim == 1 else ():
                    if words := record.called(column) or record.formula(column, opened=True):
                        cost = own.cost + prior.PART + prior.of_printing(how, self.printed)
                        yield Found(value, cost, how, own, None, Cell("", row, _part_name(column, words, row)))

    def _matching(self, values: np.ndarray) -> Iterator[tuple[int, float, str]]:
        lowest, highest = self.printed.span
        for place in np.flatnonzero((values >= lowest) & (values <= highest)).tolist():
            value = float(values[place])
            if how := self.printed.how(value):
                yield place, value, how


def exact_of(found: Found, trace: Trace) -> Fraction | float:
    """The number that was found, as a fraction where there is one."""
    if found.cell is None:
        return float(trace) if trace.exact is None else trace.exact
    for column in recorded(trace.result.materialise()):
        if column.name == found.cell.name and len(column) > found.cell.row:
            value: Any = np.asarray(column.exact, dtype=object)[found.cell.row]
            if abs(float(value) - found.value) < 1e-9:
                return value if isinstance(value, float) else Fraction(value)
    return found.value


def _only_ranks(column: Column) -> bool:
    """Whether a number says nothing of the lists: it comes from ranks and constants."""
    if not column.sources:
        return column.counts_rows or column.operation == "constant"
    return all(map(_only_ranks, column.sources))


def _part_name(column: Column, words: str, row: int) -> str:
    return words if column.axis is None else f"{words} at {column.axis.name} {row + 1}"
