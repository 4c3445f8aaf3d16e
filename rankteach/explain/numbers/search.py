"""The search for a number: what to calculate, and which of the results have its digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import prior
from rankteach.explain.numbers.calculation import EACH, REFUSALS, Calculation, over_queries
from rankteach.explain.numbers.conventions import Change, changes, effective, presets, together
from rankteach.explain.numbers.lists import Lists, is_graded, length
from rankteach.explain.numbers.record import Record, cell_name
from rankteach.explain.printed import Printed
from rankteach.notation.tables import recorded
from rankteach.tracing import list_conventions
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace

MOST_CHANGES = ((6_400, 3), (16_000, 2), (3_200_000, 1))  # up to so much work; where there is more, none
MANY_LISTS = 10  # times the work of one, for as many numbers: each average over queries is tried
MOST_OF_RARE = 2  # changes, of a metric that few know
MOST_GRADES = 5  # to count as relevant from
MOST_ORDERS, FEWEST_ORDERS = (
    200,
    10,
)  # of equal scores to average over, of all lists together; and how many a list counts at least
LONGEST_COLUMN = 10_000  # cells; in longer columns no number on the way is looked for
ROUNDS = "any convention but the default", "two conventions changed at once", "three conventions changed at once"
UNNEEDED = "it could not have come first"
TOO_MUCH = "too much to try; with fewer measures there is less"


# --- what to calculate ------------------------------------------------------------------------------------------------
def calculations(measure: Measure, lists: Lists, number: int) -> Iterator[Calculation]:
    """A measure with ``number`` changed conventions; all changes that a tool makes count as one."""
    metric, parameters = measure.metric, measure.parameters
    given: Any = lists
    if isinstance(lists, tuple):
        given = lists[0] if len(lists) == 1 else metric.pairing(*lists)  # type: ignore[misc]
    elif measure.relevant_from is not None:
        given = lists.with_relevant_from(measure.relevant_from)
    plain = Calculation(metric, given, parameters, cost=prior.of_metric(metric, is_graded(lists)))
    if number == 0:
        yield plain
        return
    if number > MOST_OF_RARE and metric.popularity == 0:
        return
    shared = {} if metric.pairing else effective(given, metric.binary)
    others = _changes(plain, shared)
    tools = [some for some in presets(metric, parameters, shared) if len(some) > 1 or some[0] not in others]
    if number == 1:
        yield from (plain.with_changes(some, prior.OF_A_TOOL) for some in tools)
    elif number == 2:
        for change in others:
            yield from _from_other_grades(plain.with_changes((change,), prior.of_change(change)), measure)
    known = set(map(frozenset, tools))
    for some in together(others, number):
        changed = plain.with_changes(some, sum(map(prior.of_change, some)))
        in_force = changed.in_force
        without_effect = any(
            known.requires and name in in_force and in_force.get(known.requires) is None
            for name, known in metric.declared.items()
        )
        if frozenset(some) not in known and not without_effect:
            yield changed
    if number == 1:
        yield from _from_other_grades(plain, measure)


def _changes(own: Calculation, shared: Mapping[str, bool]) -> list[Change]:
    """Every other value of every free parameter; other orders of equal scores only if they differ."""
    metric, parameters = own.metric, own.parameters
    in_force = [name for name, has_effect in shared.items() if has_effect]
    return [
        change
        for change in dict.fromkeys(changes(metric, parameters, shared=in_force))
        if change.parameter not in parameters and shared.get(change.parameter, True) and _reorders(own, change)
    ]


def _reorders(own: Calculation, change: Change) -> bool:
    """Whether a change of ties gives another order, or few enough orders to average over; true of any other change."""
    if change.parameter != "ties" or "ties" not in own.metric.shared:
        return True
    if change.value == "averaged":
        return "ties" in own.metric.parameters or few_orders(own.lists)
    return not np.array_equal(
        own.with_changes((change,)).prepared.arrays.encoded_grades, own.lists.arrays.encoded_grades
    )


def _from_other_grades(own: Calculation, measure: Measure) -> Iterator[Calculation]:
    if measure.relevant_from is not None or not isinstance(own.lists, Ranking | Batch):
        return
    if sum(grade > 0 for grade in own.lists.distinct_grades()) <= MOST_GRADES:
        yield from own.from_other_grades(prior.CHANGE)


def few_orders(lists: Any) -> bool:
    """Whether the orders of equal scores are so few that all can be calculated."""

    def few() -> bool:
        number = 0
        for one in [lists] if isinstance(lists, Ranking) else lists:
            number += max(FEWEST_ORDERS, list_conventions.number_of_orders(one))
            if number > MOST_ORDERS:
                return False
        return True

    return bool(lists.remember("few orders", few))


# --- everything calculated --------------------------------------------------------------------------------------------
class Cell(NamedTuple):
    """A number on the way to a value: a column's row, counted from 0, or a part without a name."""

    name: str
    row: int
    words: str


class Match(NamedTuple):
    """A calculated number, its calculation, its cost, and how it gets the digits of the number looked for."""

    value: float
    cost: int
    calculation: Calculation
    k: int | None
    how: str = ""
    cell: Cell | None = None

    def trace(self) -> Trace:
        """The trace of its calculation."""
        return self.calculation.at(self.k)

    def exact(self, trace: Trace) -> Fraction | float:
        """The number in its trace, as a fraction where there is one."""
        if self.cell is None:
            return float(trace) if trace.exact is None else trace.exact
        for column in recorded(trace.result.materialise()):
            if column.name == self.cell.name and len(column) > self.cell.row:
                value: Any = np.asarray(column.exact, dtype=object)[self.cell.row]
                if abs(float(value) - self.value) < 1e-9:
                    return value if isinstance(value, float) else Fraction(value)
        return self.value


class Entry(NamedTuple):
    """Numbers of one calculation: its values at cutoffs, or the cells of a column; and what they cost more than it."""

    calculation: Calculation
    values: np.ndarray
    cutoffs: Sequence[int | None]
    column: Column | None = None
    cost: int = 0


class Round(NamedTuple):
    """All calculations with so many changes: ``numbers`` has their values in one row, ``starts`` where each begins."""

    entries: list[Entry]
    numbers: np.ndarray
    starts: np.ndarray


class Calculated:
    """Everything calculated of some lists, round by round: with the defaults, with one change, with two, with three."""

    def __init__(self, lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> None:
        self.lists, self.length, self.cutoffs = lists, length(lists), cutoffs
        self.measures = list(measures)
        self.places = {measure.name: place for place, measure in reversed(list(enumerate(measures)))}
        work = prior.size(lists) * len(measures) * (MANY_LISTS if isinstance(lists, Batch) else 1)
        self.most = next((number for limit, number in MOST_CHANGES if work <= limit), 0)
        self.exhaustive = self.most == MOST_CHANGES[0][1]  # so few calculations that all are tried
        self._rounds: list[Round] = []

    def round(self, number: int) -> Round:
        """Everything with so many changes."""
        while len(self._rounds) <= number:
            self._rounds.append(self._calculate(len(self._rounds)))
        return self._rounds[number]

    def _calculate(self, number: int) -> Round:
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
            return  # the metric does not take these conventions together
        if isinstance(self.lists, Batch):
            for averaged, its_ks, its_values in over_queries(calculation, ks, values):
                yield Entry(averaged, its_values, its_ks)
            return
        yield Entry(calculation, values, ks)
        if len(calculation.changed) <= 1 and self.length <= LONGEST_COLUMN:
            yield from _cells(calculation)

    @cached_property
    def plain(self) -> list[Match]:
        """All values under the defaults, the likeliest first."""
        values = [
            Match(value, own.cost + prior.of_cutoff(k, self.length), own, k)
            for own, values, ks, column, _ in self.round(0).entries
            if column is None and own.over != EACH
            for value, k in zip(values.tolist(), ks, strict=True)
        ]
        return sorted(values, key=lambda value: value.cost)


def calculated(lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> Calculated:
    """Everything calculated of some lists. The lists remember it for the next search."""
    if isinstance(lists, tuple):
        return Calculated(lists, measures, cutoffs)
    key = ("calculated", tuple(map(str, measures)), tuple(cutoffs))
    return lists.remember(key, lambda: Calculated(lists, measures, cutoffs))


def _cells(own: Calculation) -> Iterator[Entry]:
    """The numbers on the way to a value, in named columns."""
    result = own.at(None).result.materialise()
    itself = result.running if result.reduces else result  # holds the value at every cutoff
    for column in recorded(result):
        if column is not itself and not column.counts_rows and np.ndim(column.values) == 1:
            cost = prior.CELL if column.rule.calculates else prior.GIVEN_CELL
            yield Entry(own, np.asarray(column.values, dtype=float), (), column, cost)


# --- the search -------------------------------------------------------------------------------------------------------
class Search:
    """The search for a number among everything that was calculated."""

    def __init__(self, printed: Printed, calculated: Calculated) -> None:
        self.printed, self.calculated = printed, calculated
        self.lists, self.length, self.plain = calculated.lists, calculated.length, calculated.plain
        self.tried, self.rounds = 0, 0
        matches: list[Match] = []
        while self.rounds <= calculated.most and not self._settled(matches):
            round = calculated.round(self.rounds)
            matches.extend(self._in_entries(round))
            self.tried, self.rounds = self.tried + len(round.numbers), self.rounds + 1
        places = calculated.places
        # by cost, then in the order of the catalogue
        self.matches = sorted(
            matches or self._in_parts(), key=lambda match: (match.cost, places[match.calculation.metric.name])
        )

    def _settled(self, matches: list[Match]) -> bool:
        """Whether a match costs less than anything with more changes; where there is little, everything is tried."""
        if not matches or self.calculated.exhaustive:
            return False
        return min(match.cost for match in matches) < prior.CHANGE * self.rounds

    @property
    def untried(self) -> list[str]:
        """What was not tried, because it would have been too much, or could not have come first."""
        reason = TOO_MUCH if self.rounds > self.calculated.most else UNNEEDED
        untried = [] if self.calculated.exhaustive else [f"{ROUNDS[self.rounds - 1]} ({reason})"]
        if self.rounds > 1 and not isinstance(self.lists, tuple) and not few_orders(self.lists):
            untried.append('ties="averaged" but in DCG and nDCG (equal scores have too many orders)')
        return untried

    def _in_entries(self, round: Round) -> Iterator[Match]:
        for place, value, how in self._matching(round.numbers):
            at = int(np.searchsorted(round.starts, place, side="right")) - 1
            entry, row = round.entries[at], place - int(round.starts[at])
            own, column = entry.calculation, entry.column
            if own.over == EACH:
                query, row = divmod(row, len(entry.cutoffs))
                own = own._replace(over=query)
            cost = own.cost + entry.cost + prior.of_printing(how, self.printed)
            if column is None:
                k = entry.cutoffs[row]
                yield Match(value, cost + prior.of_cutoff(k, self.length), own, k, how)
            else:
                name = column.name or ""
                yield Match(value, cost, own, None, how, Cell(name, row, cell_name(column, name, row)))

    def _in_parts(self) -> Iterator[Match]:
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
                        words += "" if column.axis is None else f" at {column.axis.name} {row + 1}"
                        cost = own.cost + prior.PART + prior.of_printing(how, self.printed)
                        yield Match(value, cost, own, None, how, Cell("", row, words))

    def _matching(self, values: np.ndarray) -> Iterator[tuple[int, float, str]]:
        lowest, highest = self.printed.span
        for place in np.flatnonzero((values >= lowest) & (values <= highest)).tolist():
            value = float(values[place])
            if how := self.printed.how(value):
                yield place, value, how


def _only_ranks(column: Column) -> bool:
    """Whether a number does not depend on the lists, because it comes from ranks and constants only."""
    if not column.sources:
        return column.counts_rows or column.operation == "constant"
    return all(map(_only_ranks, column.sources))
