"""The search for a number: what to calculate, which of the results have its digits, and how many others would have.

Every calculated number, and every slip in the metrics of an introduction, is kept with a cost, which says how
far-fetched it is. A number that is found is compared with its neighbours, the numbers with one more or one less in the
last digit, and so on: the fraction of them that something with at most the same cost explains is the ``chance``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import errors, penalties
from rankteach.explain.numbers.conventions import MEAN, Change, changes, effective, presets, together
from rankteach.explain.numbers.lists import Lists, is_graded, length
from rankteach.explain.numbers.record import Asked, Record, cell_name
from rankteach.explain.numbers.slips import Slip
from rankteach.explain.numbers.variant import EACH, REFUSALS, Variant, over_queries
from rankteach.explain.printed import CUT_OFF, Printed
from rankteach.notation.account import exact_or_float
from rankteach.notation.tables import recorded
from rankteach.tracing import list_conventions
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace

MOST_CHANGES = ((16_000, 2), (3_200_000, 1))  # up to so much work; where there is more, none
MANY_LISTS = 10  # times the work of one, for as many numbers: each average over queries is tried
MOST_GRADES = 5  # to count as relevant from
MOST_ORDERS, FEWEST_ORDERS = 200, 10  # of equal scores, of all lists together; and how many a list counts at least
LONGEST_COLUMN = 10_000  # cells; in longer columns no number on the way is looked for
LONGEST, MOST_NUMBERS = 200, 2_000  # ranks, and numbers of many lists together; in more, no slip is looked for
MOST_CELLS = 10  # of a column with more rows than that
NEIGHBOURS = 100  # on each side
MANY = 10_000  # numbers of as many digits up to 1, from which on few are explained by chance
MOST_COST = 1_000  # more than anything costs
TINY = 1e-9
ROUNDS = "any convention but the default", "two conventions changed at once"
UNNEEDED = "it could not have come first"
TOO_MUCH = "too much to try; with fewer measures there is less"


# --- what to calculate ------------------------------------------------------------------------------------------------
def calculations(measure: Measure, lists: Lists, number: int) -> Iterator[Variant]:
    """A measure with ``number`` changed conventions; all changes that a tool makes count as one."""
    metric, parameters = measure.metric, measure.parameters
    given: Any = lists
    if isinstance(lists, tuple):
        given = lists[0] if len(lists) == 1 else metric.pairing(*lists)  # type: ignore[misc]
    elif measure.relevant_from is not None:
        given = lists.with_relevant_from(measure.relevant_from)
    plain = Variant(metric, given, parameters, cost=penalties.of_metric(metric, is_graded(lists)))
    if number == 0:
        yield plain
        return
    shared = {} if metric.pairing else effective(given, metric.binary)
    others = _changes(plain, shared)
    tools = [some for some in presets(metric, parameters, shared) if len(some) > 1 or some[0] not in others]
    if number == 1:
        yield from (plain.with_changes(some, penalties.OF_A_TOOL) for some in tools)
    elif number == 2:
        for change in others:
            yield from _from_other_grades(plain.with_changes((change,), penalties.of_change(change)), measure)
    known = set(map(frozenset, tools))
    for some in together(others, number):
        changed = plain.with_changes(some, sum(map(penalties.of_change, some)))
        in_force = changed.in_force
        without_effect = any(
            name in in_force and known.idle({**metric.parameters, **in_force})
            for name, known in metric.declared.items()
        )
        if frozenset(some) not in known and not without_effect:
            yield changed
    if number == 1:
        yield from _from_other_grades(plain, measure)


def _changes(own: Variant, shared: Mapping[str, bool]) -> list[Change]:
    """Every other value of every free parameter; other orders of equal scores only if they differ."""
    metric, parameters = own.metric, own.parameters
    in_force = [name for name, has_effect in shared.items() if has_effect]
    return [
        change
        for change in dict.fromkeys(changes(metric, parameters, shared=in_force))
        if change.parameter not in parameters and shared.get(change.parameter, True) and _reorders(own, change)
    ]


def _reorders(own: Variant, change: Change) -> bool:
    """Whether a change of ties gives another order, or few enough orders to average over; true of any other change."""
    if change.parameter != "ties" or "ties" not in own.metric.shared:
        return True
    if change.value == "averaged":
        return "ties" in own.metric.parameters or few_orders(own.lists)
    return not np.array_equal(
        own.with_changes((change,)).prepared.arrays.encoded_grades, own.lists.arrays.encoded_grades
    )


def _from_other_grades(own: Variant, measure: Measure) -> Iterator[Variant]:
    if measure.relevant_from is not None or not isinstance(own.lists, Ranking | Batch):
        return
    if sum(grade > 0 for grade in own.lists.distinct_grades()) <= MOST_GRADES:
        yield from own.from_other_grades(penalties.CHANGE)


def few_orders(lists: Any) -> bool:
    """Whether the orders of equal scores are so few, and the lists so short, that all can be calculated."""

    def few() -> bool:
        rankings = [lists] if isinstance(lists, Ranking) else lists
        numbers = (max(FEWEST_ORDERS, list_conventions.number_of_orders(one)) for one in rankings)
        return penalties.size(lists) <= MOST_NUMBERS and all(so_far <= MOST_ORDERS for so_far in accumulate(numbers))

    return bool(lists.remember("few orders", few))


# --- everything calculated --------------------------------------------------------------------------------------------
class Cell(NamedTuple):
    """A number on the way to a value: a column's row, counted from 0, and what it is called."""

    name: str
    row: int
    words: str


class Match(NamedTuple):
    """A calculated number, its calculation, its cost, and how it gets the digits of the number looked for.

    ``cell`` or ``slip`` says which other number of the calculation it is than the value.
    """

    value: float
    cost: int
    calculation: Variant
    k: int | None
    how: str = ""
    cell: Cell | None = None
    slip: Slip | None = None

    def trace(self) -> Trace:
        """The trace of its calculation."""
        return self.calculation.at(self.k)

    def exact(self, trace: Trace) -> Fraction | float:
        """The number in its trace, as a fraction where there is one."""
        if self.cell is None:
            return exact_or_float(trace.result)  # type: ignore[no-any-return]
        for column in recorded(trace.result.materialise()):
            if column.name == self.cell.name and len(column) > self.cell.row:
                value: Any = np.asarray(column.exact, dtype=object)[self.cell.row]
                if abs(float(value) - self.value) < 1e-9:
                    return value if isinstance(value, float) else Fraction(value)
        return self.value


class Entry(NamedTuple):
    """Numbers of one calculation, each with its cost: values at cutoffs, cells of a column, or values with a slip."""

    calculation: Variant
    values: np.ndarray
    costs: np.ndarray
    cutoffs: Sequence[int | None]
    called: Callable[[int], Cell] | None = None
    slips: Sequence[Slip] = ()

    def match(self, row: int, how: str) -> Match:
        """One of the numbers."""
        own, value, cost = self.calculation, float(self.values[row]), int(self.costs[row])
        if own.over == EACH:
            query, row = divmod(row, len(self.cutoffs))
            own = own._replace(over=query)
        if self.called is not None:
            return Match(value, cost, own, None, how, self.called(row))
        if self.slips:
            return Match(value, cost, own, self.cutoffs[0], how, slip=self.slips[row])
        return Match(value, cost, own, self.cutoffs[row], how)


class Round:
    """Many entries: ``numbers`` and ``costs`` have theirs in one row, ``starts`` where each begins."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.numbers = np.concatenate([np.zeros(0), *(entry.values for entry in entries)])
        self.costs = np.concatenate([np.zeros(0, dtype=int), *(entry.costs for entry in entries)])
        self.starts = np.cumsum([0, *(entry.values.size for entry in entries)])

    def within(self, span: tuple[float, float], number: float) -> list[int]:
        """The places of the numbers in a span; of a long column, only of the few that are nearest to ``number``."""
        places = np.flatnonzero((self.numbers >= span[0]) & (self.numbers <= span[1]))
        entries = np.searchsorted(self.starts, places, side="right") - 1
        nearest = np.lexsort((np.abs(self.numbers[places] - number), entries))
        places, entries = places[nearest], entries[nearest]
        nth = np.arange(len(entries)) - np.searchsorted(entries, entries)
        long = [entry.called is not None and entry.values.size > LONGEST for entry in self.entries]
        chosen: list[int] = np.sort(places[(nth < MOST_CELLS) | ~np.array(long, dtype=bool)[entries]]).tolist()
        return chosen

    def match(self, place: int, how: str) -> Match:
        """The number at a place."""
        at = int(np.searchsorted(self.starts, place, side="right")) - 1
        return self.entries[at].match(place - int(self.starts[at]), how)


class Calculated:
    """Everything calculated of some lists, round by round: with the defaults, with one change, with two."""

    def __init__(self, lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> None:
        self.lists, self.length, self.cutoffs = lists, length(lists), cutoffs
        self.measures = list(measures)
        self.places = {measure.name: place for place, measure in reversed(list(enumerate(measures)))}
        work = penalties.size(lists) * len(measures) * (MANY_LISTS if isinstance(lists, Batch) else 1)
        self.most = next((number for limit, number in MOST_CHANGES if work <= limit), 0)
        self.exhaustive = self.most == MOST_CHANGES[0][1]  # so few calculations that all that could tell are tried
        self._rounds: list[Round] = []

    def round(self, number: int) -> Round:
        """Everything with so many changes."""
        while len(self._rounds) <= number:
            self._rounds.append(self._calculate(len(self._rounds)))
        return self._rounds[number]

    def _calculate(self, number: int) -> Round:
        entries: list[Entry] = []
        refused: list[Exception] = []
        known = max(measure.metric.popularity for measure in self.measures)
        for measure in list(self.measures):
            if number > 1 and known and not measure.metric.popularity:
                continue  # next to well-known metrics, two changes of a rare one are never likely
            try:
                for calculation in calculations(measure, self.lists, number):
                    entries.extend(self._entries(calculation))
            except REFUSALS as error:  # it does not take these lists
                refused.append(error)
                self.measures.remove(measure)
        if refused and not (self.measures or self._rounds):
            raise refused[0]
        return Round(entries)

    def _entries(self, calculation: Variant) -> Iterator[Entry]:
        on_the_way = (
            len(calculation.changed) <= 1 and self.length <= LONGEST_COLUMN and not isinstance(self.lists, Batch)
        )
        try:
            whole = calculation.at(None) if on_the_way else None
            ks, values = calculation.values(self.cutoffs, whole)
        except REFUSALS:
            if not calculation.changed:
                raise
            return  # the metric does not take these conventions together
        if isinstance(self.lists, Batch):
            for averaged, its_ks, its_values in over_queries(calculation, ks, values):
                yield self._at_cutoffs(averaged, its_ks, its_values)
            return
        yield self._at_cutoffs(calculation, ks, values)
        if whole is not None:
            yield from _cells(calculation, whole)

    def _at_cutoffs(self, own: Variant, ks: Sequence[int | None], values: np.ndarray) -> Entry:
        costs = np.array([own.cost + penalties.of_cutoff(k, self.length) for k in ks], dtype=int)
        return Entry(own, values, np.resize(costs, values.size), ks)

    @cached_property
    def plain(self) -> list[Match]:
        """All values under the defaults, the likeliest first."""
        values = [
            entry.match(row, "")
            for entry in self.round(0).entries
            if entry.called is None and entry.calculation.over != EACH
            for row in range(entry.values.size)
        ]
        return sorted(values, key=lambda value: value.cost)

    @cached_property
    def by_default(self) -> dict[str, bytes]:
        """The values of each metric under its defaults at every cutoff: those of two that agree are the same."""
        entries = [entry for entry in self.round(0).entries if entry.called is None]
        return {one.calculation.metric.name: np.round(one.values, 9).tobytes() for one in reversed(entries)}

    @cached_property
    def slips(self) -> Round:
        """Slips in the metrics that are best known, of the whole list and at the usual cutoffs."""
        if self.length > LONGEST or penalties.size(self.lists) > MOST_NUMBERS:
            return Round([])
        known = max(measure.metric.popularity for measure in self.measures)
        return Round([
            slipped
            for number in range(min(self.most, 1) + 1)
            for entry in self.round(number).entries
            if entry.called is None and entry.calculation.metric.popularity == known and _is_usual(entry.calculation)
            for row, k in enumerate(entry.cutoffs)
            if k != self.length and penalties.of_cutoff(k, self.length) <= penalties.CUTOFF
            for slipped in _slipped(entry.match(row, ""))
        ])  # fmt: skip


def calculated(lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> Calculated:
    """Everything calculated of some lists. The lists remember it for the next search."""
    if isinstance(lists, tuple):
        return Calculated(lists, measures, cutoffs)
    key = ("calculated", tuple(map(str, measures)), tuple(cutoffs))
    return lists.remember(key, lambda: Calculated(lists, measures, cutoffs))


def _cells(own: Variant, whole: Trace) -> Iterator[Entry]:
    """The numbers on the way to a value: in named columns, and under the defaults in parts without a name."""
    result = whole.result.materialise()
    itself = result.running if result.reduces else result  # holds the value at every cutoff
    named = [column for column in recorded(result) if column is not itself and np.ndim(column.values) == 1]
    for column in named:
        if not column.counts_rows:
            yield _column(own, column, penalties.CELL if column.rule.calculates else penalties.GIVEN_CELL)
    record = Record(result, None)
    for column in () if own.changed else record.columns:
        if column.name or column is result or (column.sources and not column.rule.calculates) or column.only_counts:
            continue
        if np.ndim(column.values) <= 1 and (words := record.called(column) or record.formula(column, opened=True)):
            yield _column(own, column, penalties.PART, words)


def _column(own: Variant, column: Column, cost: int, words: str = "") -> Entry:
    values = np.atleast_1d(np.asarray(column.values, dtype=float))

    def called(row: int) -> Cell:
        if not words:
            return Cell(column.name or "", row, cell_name(column, column.name or "", row))
        return Cell("", row, words if column.axis is None else f"{words} at {column.axis.name} {row + 1}")

    return Entry(own, values, np.full(values.size, own.cost + cost), (), called)


def _is_usual(own: Variant) -> bool:
    """Whether it is the default, or has the other gain that every introduction has."""
    return own.over in (None, MEAN) and own.instead_of is None and own.changed in ((), (penalties.SECOND[0],))


def _slipped(value: Match) -> Iterator[Entry]:
    """The value with one slip in its calculation."""
    try:
        asked = Asked(value.trace())
    except REFUSALS:
        return
    slips, costs = [], []
    for kind, cost in penalties.SLIPS.items():
        for slip in errors.slips_of(asked, kind):
            slips.append(slip)
            costs.append(value.cost + cost + (penalties.RARE if slip.rare else 0))
    values = np.array([float(slip.value) for slip in slips])
    yield Entry(value.calculation, values, np.array(costs, dtype=int), (value.k,), slips=slips)


# --- the search -------------------------------------------------------------------------------------------------------
class Search:
    """The search for a number among everything that was calculated.

    ``matches`` are calculated numbers with its digits, the likeliest first.
    """

    def __init__(self, printed: Printed, calculated: Calculated) -> None:
        self.printed, self.calculated = printed, calculated
        self.lists, self.length, self.plain = calculated.lists, calculated.length, calculated.plain
        self.tried, self.rounds = 0, 0
        offsets = np.arange(-NEIGHBOURS, NEIGHBOURS + 1)
        places, one = offsets + float(min(printed.place, 10**300)), printed.per_unit
        self._neighbours = (offsets != 0) & (places > 0) & ((places <= one) == (printed.place <= one))
        self._possible = self._neighbours
        if one == 1:  # of a whole number, the ones that the list could give
            self._possible = (offsets != 0) & (places > 0) & (places <= max(self.length, 2 * printed.place))
        self._least = np.full(len(offsets), MOST_COST)  # what costs least of all that has the digits of a neighbour
        matches: list[Match] = []
        while self.rounds <= calculated.most and self._is_needed(penalties.CHANGE * self.rounds, matches):
            matches += self._in_round(calculated.round(self.rounds))
            self.rounds += 1
        least = min(penalties.SLIPS.values())
        likelier = any(match.cost < least and self.tells(match.cost) for match in matches)
        if not likelier and self._is_needed(least, matches, slip=True):
            matches += self._in_round(calculated.slips)
        order = calculated.places
        # by cost, then in the order of the catalogue
        self.matches = sorted(matches, key=lambda match: (match.cost, order[match.calculation.metric.name]))

    def rivals(self, matches: Sequence[Match]) -> list[Match]:
        """The likeliest match of each metric that is about as likely; one of those that always agree.

        Well-known metrics only, but of a whole number any metric.
        """
        whole = self.printed.number.denominator == 1
        about = penalties.FAR_FETCHED if whole else penalties.AS_LIKELY
        rivals: dict[bytes, Match] = {}
        for match in matches:
            metric = match.calculation.metric
            if match.cell is None and (whole or metric.popularity) and match.cost <= matches[0].cost + about:
                rivals.setdefault(self.calculated.by_default.get(metric.name, b""), match)
        return list(rivals.values())

    def chance(self, cost: float) -> Fraction:
        """The fraction of the neighbours that something with at most this cost explains."""
        return self._explained(cost, self._possible)

    def _explained(self, cost: float, neighbours: np.ndarray) -> Fraction:
        least = self._least[neighbours]
        return Fraction(int(np.sum(least <= cost)), max(1, len(least)))

    def tells(self, cost: float, slip: bool = False) -> bool:
        """Whether an explanation with this cost tells more than chance; of few digits, at least what is likeliest."""
        most = penalties.CHANCE if self.printed.per_unit >= MANY else penalties.CHANCE_OF_FEW
        return self._explained(cost, self._neighbours) <= most or (
            self.printed.few and cost < penalties.FAR_FETCHED and not slip
        )

    def _is_needed(self, cost: int, matches: Sequence[Match], slip: bool = False) -> bool:
        """Whether anything from this cost on could tell something; in long lists, whether it could come first."""
        could_be_first = self.calculated.exhaustive or all(match.cost >= cost for match in matches)
        return could_be_first and self.tells(cost, slip)

    def _in_round(self, round: Round) -> Iterator[Match]:
        """What has the digits of the number; and what its neighbours cost."""
        printed = self.printed
        self.tried += len(round.numbers)
        scaled = round.numbers * (printed.per_unit * (-1 if printed.number < 0 else 1)) - float(printed.place)
        near = np.abs(scaled) <= NEIGHBOURS + 1
        scaled, costs = scaled[near], round.costs[near]
        rounded, cut = np.floor(scaled + 0.5 + TINY), np.floor(scaled + TINY)
        whole = np.abs(scaled - rounded) < TINY
        for offsets, its_costs in (
            [(rounded[whole], costs[whole])] if printed.exact
            else [(cut, costs)] if printed.cut
            else [(rounded, costs), (cut, costs + penalties.SHORTENED[CUT_OFF])]
        ):  # fmt: skip
            inside = np.abs(offsets) <= NEIGHBOURS
            np.minimum.at(self._least, offsets[inside].astype(int) + NEIGHBOURS, its_costs[inside])
        for place in round.within(printed.span, float(printed.number)):
            if how := printed.how(float(round.numbers[place])):
                match = round.match(place, how)
                yield match._replace(cost=match.cost + penalties.of_printing(how, printed))

    @property
    def untried(self) -> list[str]:
        """What was not tried, because it would have been too much, or could not have come first."""
        if self.calculated.exhaustive:
            return []
        reason = TOO_MUCH if self.rounds > self.calculated.most else UNNEEDED
        untried = [f"{ROUNDS[self.rounds - 1]} ({reason})"]
        if self.rounds > 1 and not isinstance(self.lists, tuple) and not few_orders(self.lists):
            untried.append('ties="averaged" but in DCG and nDCG (equal scores have too many orders to try)')
        return untried
