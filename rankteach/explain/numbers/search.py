"""The search for a number among everything that can be calculated, the likeliest first.

Numbers are calculated level by level: first those with the lowest penalty, which says how far-fetched a number is. The
search ends where nothing further could be as likely as what was found, or tell more than chance does. For that, a
number is compared with its neighbours, the numbers with one more or one less in the last digit, and so on: the fraction
of them that something with at most the same penalty explains is the ``chance``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from heapq import heappop, heappush
from itertools import accumulate, count
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Column
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import penalties
from rankteach.explain.numbers.conventions import MEAN, Change, changes, effective, presets
from rankteach.explain.numbers.errors import ERRORS
from rankteach.explain.numbers.explanation import ErrorModel, Explanation
from rankteach.explain.numbers.lists import Lists, is_graded, length
from rankteach.explain.numbers.record import Asked, Record, cell_name
from rankteach.explain.numbers.variant import REFUSALS, Variant
from rankteach.explain.printed import CUT_OFF, Printed
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.tables import recorded
from rankteach.tracing import list_conventions
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace

MOST_CHANGES = ((16_000, 2), (3_200_000, 1))  # up to so much work; where there is more, none
MANY_LISTS = 10  # times the work of one, for as many numbers: each average over queries is tried
MOST_GRADES = 5  # to count as relevant from
MOST_ORDERS, FEWEST_ORDERS = 200, 10  # of equal scores, of all lists together; and how many a list counts at least
LONGEST_COLUMN = 10_000  # cells; in longer columns no number on the way is looked for
LONGEST, MOST_NUMBERS = 200, 2_000  # ranks, and numbers of many lists together; in more, no error is looked for
MOST_CELLS = 10  # of a column with more rows than that
NEIGHBOURS = 100  # on each side
MANY = 10_000  # numbers of as many digits up to 1, from which on few are explained by chance
MOST_PENALTY = 1_000  # more than anything has
LARGEST_DIVISOR = 12  # of a simple fraction, which wrong calculations give as often as right ones
SIMPLE = np.unique([above / below for below in range(2, LARGEST_DIVISOR + 1) for above in range(1, below)])
TINY = 1e-9
UNNEEDED = "less likely conventions (they could not have come first)"
BY_CHANCE = "less likely conventions (one of them would fit by chance; with fewer measures there are fewer)"
TOO_MUCH = "{} (too much to try; with fewer measures there is less)"
CHANGED = "any convention but the default", "two conventions changed at once"
MANY_ORDERS = 'ties="averaged" but in DCG and nDCG (equal scores have too many orders to try)'


# --- numbers ----------------------------------------------------------------------------------------------------------
class Match(NamedTuple):
    """A calculated number: its calculation, its penalty, and how it gets the digits of the number looked for.

    If it is a number on the way to a value, ``cell`` is the column's name and the row from 0, and ``called`` what it is
    called; ``error`` says which error leads to it, if one does.
    """

    value: float
    penalty: int
    variant: Variant
    how: str = ""
    cell: tuple[str, int] | None = None
    called: str = ""
    error: Explanation | None = None

    def exact(self, trace: Trace) -> Fraction | float:
        """The number in its trace, as a fraction where there is one."""
        if self.cell is None:
            return exact_or_float(trace.result)  # type: ignore[no-any-return]
        name, row = self.cell
        exact = Asked(trace, name, row + 1).exact if name in trace.columns else self.value
        return exact if abs(float(exact) - self.value) < TINY else self.value


class Entry(NamedTuple):
    """Numbers of one calculation, each with its penalty; ``match`` describes the number in a row."""

    values: np.ndarray
    penalties: np.ndarray
    match: Callable[[int], Match]
    is_column: bool = False


Work = Callable[[], Iterable[Entry]]


class Level:
    """Numbers with at least this penalty: values and numbers on the way, or, in a level of their own, errors."""

    def __init__(self, penalty: int, of_errors: bool, work: Sequence[Work]) -> None:
        self.penalty, self.of_errors, self._work = penalty, of_errors, work

    @cached_property
    def _entries(self) -> list[Entry]:
        return [entry for work in self._work for entry in work()]

    @cached_property
    def numbers(self) -> np.ndarray:
        """All numbers in one row."""
        return np.concatenate([np.zeros(0), *(entry.values for entry in self._entries)])

    @cached_property
    def penalties(self) -> np.ndarray:
        """How far-fetched each number is."""
        return np.concatenate([np.zeros(0, dtype=int), *(entry.penalties for entry in self._entries)])

    def within(self, interval: tuple[float, float]) -> Iterator[Match]:
        """The numbers in an interval; of a long column only some."""
        starts = np.cumsum([0, *(entry.values.size for entry in self._entries)])
        places = np.flatnonzero((self.numbers >= interval[0]) & (self.numbers <= interval[1]))
        entries = np.searchsorted(starts, places, side="right") - 1
        nth = np.arange(len(entries)) - np.searchsorted(entries, entries)
        long = np.array([entry.is_column and entry.values.size > LONGEST for entry in self._entries], dtype=bool)
        chosen = (nth < MOST_CELLS) | ~long[entries]
        for place, entry in zip(places[chosen].tolist(), entries[chosen].tolist(), strict=True):
            yield self._entries[entry].match(place - int(starts[entry]))


class Numbers:
    """Every number that can be calculated of some lists; what one search has calculated, the next one finds here."""

    def __init__(self, lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> None:
        self.lists, self.length, self.cutoffs = lists, length(lists), cutoffs
        self.places = {measure.name: place for place, measure in reversed(list(enumerate(measures)))}
        work = penalties.size(lists) * len(measures) * (MANY_LISTS if isinstance(lists, Batch) else 1)
        self.most_changes = next((number for limit, number in MOST_CHANGES if work <= limit), 0)
        self.exhaustive = self.most_changes == 2  # so few calculations that all that could tell are tried
        self._levels: list[Level] = []
        self._queue: list[tuple[int, bool, int, Work]] = []
        self._order = count()
        self.measures: list[Measure] = []
        self._defaults: list[Entry] = []
        self.by_default: dict[str, bytes] = {}
        self._known = max(measure.metric.popularity for measure in measures)
        refused: list[Exception] = []
        for measure in measures:
            try:
                self._begin(measure)
            except REFUSALS as error:  # it does not take these lists
                refused.append(error)
        if refused and not self.measures:
            raise refused[0]

    @cached_property
    def defaults(self) -> list[Match]:
        """All values under the defaults, the likeliest first; of many queries, not those of each."""
        values = [entry.match(row) for entry in self._defaults for row in range(entry.values.size)]
        return sorted(values, key=lambda match: match.penalty)

    def levels(self) -> Iterator[Level]:
        """All levels, calculated when they are read."""
        for place in count():
            if place == len(self._levels):
                if not self._queue:
                    return
                key, work = self._queue[0][:2], []
                while self._queue and self._queue[0][:2] == key:
                    work.append(heappop(self._queue)[-1])
                self._levels.append(Level(*key, work))
            yield self._levels[place]

    def _later(self, penalty: int, work: Work, of_errors: bool = False) -> None:
        heappush(self._queue, (penalty, of_errors, next(self._order), work))

    # --- what to calculate --------------------------------------------------------------------------------------------
    def _begin(self, measure: Measure) -> None:
        """The values under the defaults now, everything else of the measure later."""
        metric, lists = measure.metric, self.lists
        given: Any = lists
        if isinstance(lists, tuple):
            given = lists[0] if len(lists) == 1 else metric.pairing(*lists)  # type: ignore[misc]
        elif measure.relevant_from is not None:
            given = lists.with_relevant_from(measure.relevant_from)
        penalty = penalties.of_metric(metric, is_graded(lists))
        own = Variant(metric, given, measure.parameters, penalty=penalty)
        entries = list(self._values(own))
        self.measures.append(measure)
        # the values of two metrics that always agree are the same; where nothing is relevant, all are 0
        known = np.round(entries[0].values, 9)
        self.by_default.setdefault(metric.name, known.tobytes() if known.any() else metric.name.encode())
        self._defaults += entries[:-1] if isinstance(lists, Batch) else entries
        self._later(penalty, lambda: entries)
        if self.most_changes:
            shared = {} if metric.pairing else effective(given, metric.binary)
            others = _changes(own, shared)
            for some in presets(metric, own.parameters, shared):
                if len(some) > 1 or some[0] not in others:
                    of_a_tool = own.with_changes(some, penalties.OF_A_TOOL)
                    self._later(of_a_tool.penalty, partial(self._changed, of_a_tool))
            change = partial(self._change, own, others, measure.relevant_from is None)
            self._later(penalty + penalties.SECOND[1], change)

    def _change(self, own: Variant, others: Sequence[Change], grades: bool) -> Iterable[Entry]:
        """One more change, later: another convention, or other grades that count as relevant."""
        # next to well-known metrics, two changes of a rare one are never likely
        last = len(own.changed) + 1 == self.most_changes or not (own.metric.popularity or not self._known)
        for place, change in enumerate(others, start=1):
            changed = own.with_changes((*own.changed, change), penalties.of_change(change))
            if change.parameter not in dict(own.changed) and changed.has_effect:
                again = None if last else partial(self._change, changed, others[place:], grades)
                self._later(changed.penalty, partial(self._changed, changed, again))
        positive = [grade for grade in own.lists.distinct_grades() if grade > 0] if grades and own.metric.binary else []
        for other in own.from_other_grades(penalties.CHANGE) if len(positive) <= MOST_GRADES else ():
            self._later(other.penalty, partial(self._changed, other))
        return ()

    def _changed(self, variant: Variant, change: Work | None = None) -> list[Entry]:
        """The numbers of a calculation; none if the metric does not take these conventions together."""
        if change is not None:
            self._later(variant.penalty + penalties.SECOND[1], change)
        try:
            return list(self._values(variant))
        except REFUSALS:
            return []

    def _values(self, own: Variant) -> Iterator[Entry]:
        """The values at every cutoff; what else the calculation has comes later."""
        if isinstance(self.lists, Batch):
            ks, values = own.values(self.cutoffs)
            for averaged, its_ks, its_values in own.over_queries(ks, values):
                yield self._at_cutoffs(averaged, its_ks, its_values)
            each, penalty = [own._replace(over=query) for query in range(len(self.lists))], penalties.ONE_QUERY
            yield self._at_cutoffs(own._replace(penalty=own.penalty + penalty), ks, values.ravel(), each)
            return
        on_the_way = len(own.changed) <= 1 and self.length <= LONGEST_COLUMN
        whole = own.trace() if on_the_way else None
        ks, values = own.values(self.cutoffs, whole)
        yield self._at_cutoffs(own, ks, values)
        if whole is not None:
            self._later(own.penalty + penalties.CELL, partial(_named_cells, own, whole))
            if not own.changed:
                self._later(own.penalty + penalties.PART, partial(_parts, own, whole))

    def _at_cutoffs(
        self, own: Variant, ks: Sequence[int | None], values: np.ndarray, each: Sequence[Variant] = ()
    ) -> Entry:
        cutoffs = [own.penalty + penalties.of_cutoff(k, self.length) for k in ks]
        each_penalty = np.resize(np.array(cutoffs, dtype=int), values.size)

        def match(row: int) -> Match:
            query, place = divmod(row, len(ks))
            one = each[query] if each else own
            return Match(float(values[row]), int(each_penalty[row]), one._replace(k=ks[place]))

        # errors are looked for in the metrics that are best known, with the usual conventions
        few = self.length <= LONGEST and penalties.size(self.lists) <= MOST_NUMBERS
        usual = own.over in (None, MEAN) and own.instead_of is None and own.changed in ((), (penalties.SECOND[0],))
        known = own.metric.popularity == self._known and own.penalty < penalties.UNLIKELY
        for row, k in enumerate(ks) if few and usual and known else ():
            if k != self.length and penalties.of_cutoff(k, self.length) <= penalties.CUTOFF:
                self._errors_of(match(row))
        return Entry(values, each_penalty, match)

    def _errors_of(self, value: Match) -> None:
        """The errors in the calculation of a value, later."""
        asked = cache(lambda: Asked(value.variant.trace()))
        for model in ERRORS:
            if model.penalty:
                self._later(value.penalty + model.penalty, partial(_errors, value, asked, model), of_errors=True)


def _changes(own: Variant, shared: Mapping[str, bool]) -> list[Change]:
    """Every other value of every free parameter; other orders of equal scores only if they differ."""
    in_force = [name for name, has_effect in shared.items() if has_effect]
    return [
        change
        for change in dict.fromkeys(changes(own.metric, own.parameters, shared=in_force))
        if change.parameter not in own.parameters and shared.get(change.parameter, True) and _reorders(own, change)
    ]


def _reorders(own: Variant, change: Change) -> bool:
    """Whether a change of ties gives another order, or few enough orders to average over; true of any other change."""
    if change.parameter != "ties" or "ties" not in own.metric.shared:
        return True
    if change.value == "averaged":
        return "ties" in own.metric.parameters or few_orders(own.lists)
    changed = own.with_changes((change,)).prepared.arrays.encoded_grades
    return not np.array_equal(changed, own.lists.arrays.encoded_grades)


def few_orders(lists: Any) -> bool:
    """Whether the orders of equal scores are so few, and the lists so short, that all can be calculated."""

    def few() -> bool:
        rankings = [lists] if isinstance(lists, Ranking) else lists
        numbers = (max(FEWEST_ORDERS, list_conventions.number_of_orders(one)) for one in rankings)
        return penalties.size(lists) <= MOST_NUMBERS and all(so_far <= MOST_ORDERS for so_far in accumulate(numbers))

    return bool(lists.cached("few orders", few))


def _named_cells(own: Variant, whole: Trace) -> Iterator[Entry]:
    result = whole.result.materialise()
    itself = result.running if result.reduces else result  # holds the value at every cutoff
    for column in recorded(result):
        if column is not itself and np.ndim(column.values) == 1 and not column.is_row_index:
            yield _column(own, column, penalties.CELL if column.rule.calculates else penalties.GIVEN_CELL)


def _parts(own: Variant, whole: Trace) -> Iterator[Entry]:
    """The numbers on the way in parts without a name."""
    result = whole.result.materialise()
    record = Record(result, None)
    for column in record.columns:
        if (
            column.name
            or column is result
            or (column.sources and not column.rule.calculates)
            or column.is_list_independent
        ):
            continue
        if np.ndim(column.values) <= 1 and (words := record.called(column) or record.formula(column, opened=True)):
            yield _column(own, column, penalties.PART, words)


def _column(own: Variant, column: Column, penalty: int, words: str = "") -> Entry:
    values = np.atleast_1d(np.asarray(column.values, dtype=float))

    def match(row: int) -> Match:
        called = words or cell_name(column, column.name or "", row)
        if words and column.axis is not None:
            called = f"{words} at {column.axis.name} {row + 1}"
        return Match(float(values[row]), own.penalty + penalty, own, cell=(column.name or "", row), called=called)

    return Entry(values, np.full(values.size, own.penalty + penalty), match, is_column=True)


def _errors(value: Match, asked: Callable[[], Asked], model: ErrorModel) -> Iterator[Entry]:
    """What one kind of errors makes of a value."""
    try:
        some = list(model.of(asked()))
    except REFUSALS:
        return
    each_penalty = np.array([value.penalty + model.penalty + penalties.RARE * one.rare for one in some], dtype=int)

    def match(row: int) -> Match:
        return Match(float(some[row].value), int(each_penalty[row]), value.variant, error=some[row])

    yield Entry(np.array([float(one.value) for one in some]), each_penalty, match)


def numbers_of(lists: Lists, measures: Sequence[Measure], cutoffs: Sequence[int | None]) -> Numbers:
    """Everything that can be calculated of some lists. The lists remember it for the next search."""
    if isinstance(lists, tuple):
        return Numbers(lists, measures, cutoffs)
    key = ("numbers", tuple(map(str, measures)), tuple(cutoffs))
    return lists.cached(key, lambda: Numbers(lists, measures, cutoffs))


# --- the search -------------------------------------------------------------------------------------------------------
class Search:
    """The search for a number among everything that can be calculated.

    ``matches`` are calculated numbers with its digits, the likeliest first. If it is ``thorough``, or of few digits,
    it also finds what is much less likely than the first.
    """

    def __init__(self, printed: Printed, numbers: Numbers, thorough: bool = False) -> None:
        self.printed, self.numbers, self.tried = printed, numbers, 0
        offsets = np.arange(-NEIGHBOURS, NEIGHBOURS + 1)
        places, one = offsets + float(min(printed.numerator, 10**300)), printed.denominator
        self._neighbours = (offsets != 0) & (places > 0) & ((places <= one) == (printed.numerator <= one))
        self._possible = self._neighbours
        if one == 1:  # of a whole number, the ones that the list could give
            self._possible = (offsets != 0) & (places > 0) & (places <= max(numbers.length, 2 * printed.numerator))
        self._least = np.full(len(offsets), MOST_PENALTY)  # the likeliest that has the digits of a neighbour
        self._least_of_simple = np.full(len(SIMPLE), MOST_PENALTY)  # the likeliest that is a simple fraction
        self.matches: list[Match] = []
        self._stopped_at: int | None = None
        slack = MOST_PENALTY if thorough or printed.low_precision else penalties.AS_LIKELY
        slack = slack if numbers.exhaustive else 0
        for level in numbers.levels():
            first = next((one for one in self.matches if self.tells(one.penalty, one.error is not None)), None)
            if not self.tells(level.penalty) or (first is not None and first.penalty + slack < level.penalty):
                self._stopped_at = level.penalty
                break
            likelier = first is not None and first.penalty < penalties.LEAST_ERROR
            if not level.of_errors or (self.tells(level.penalty, error=True) and not likelier):
                self.matches += self._in_level(level)
                # by penalty, then in the order of the catalogue
                self.matches.sort(key=lambda one: (one.penalty, numbers.places[one.variant.metric.name]))

    def rivals(self, matches: Sequence[Match]) -> list[Match]:
        """The likeliest match of each metric that is about as likely; one of those that always agree.

        Well-known metrics only, but of a whole number any metric.
        """
        whole = self.printed.number.denominator == 1
        about = penalties.FAR_FETCHED if whole else penalties.AS_LIKELY
        rivals: dict[bytes, Match] = {}
        for match in matches:
            metric = match.variant.metric
            if match.cell is None and (whole or metric.popularity) and match.penalty <= matches[0].penalty + about:
                rivals.setdefault(self.numbers.by_default.get(metric.name, b""), match)
        return list(rivals.values())

    def chance(self, penalty: float) -> Fraction:
        """The fraction of the neighbours that something with at most this penalty explains."""
        return self._explained(penalty, self._possible)

    def simple(self, penalty: float) -> Fraction:
        """The same of all simple fractions, if the number is one of them with a few digits; else 0."""
        own = [self.printed.match(one) for one in SIMPLE.tolist()]
        if self.printed.exact or not any(own):
            return Fraction(0)
        return Fraction(int(np.sum(self._least_of_simple <= penalty)), len(SIMPLE))

    def _explained(self, penalty: float, neighbours: np.ndarray) -> Fraction:
        least = self._least[neighbours]
        return Fraction(int(np.sum(least <= penalty)), max(1, len(least)))

    def tells(self, penalty: float, error: bool = False) -> bool:
        """Whether something with this penalty tells more than chance; of few digits, at least what is likeliest."""
        most = penalties.CHANCE if self.printed.denominator >= MANY else penalties.CHANCE_OF_FEW
        return self._explained(penalty, self._neighbours) <= most or (
            self.printed.low_precision and penalty < penalties.FAR_FETCHED and not error
        )

    def _in_level(self, level: Level) -> Iterator[Match]:
        """What has the digits of the number; and how likely its neighbours are."""
        printed = self.printed
        self.tried += len(level.numbers)
        scaled = level.numbers * (printed.denominator * (-1 if printed.number < 0 else 1)) - float(printed.numerator)
        near = np.abs(scaled) <= NEIGHBOURS + 1
        scaled, each_penalty = scaled[near], level.penalties[near]
        rounded, cut = np.floor(scaled + 0.5 + TINY), np.floor(scaled + TINY)
        whole = np.abs(scaled - rounded) < TINY
        for offsets, its_penalties in (
            [(rounded[whole], each_penalty[whole])] if printed.exact
            else [(cut, each_penalty)] if printed.cut
            else [(rounded, each_penalty), (cut, each_penalty + penalties.SHORTENED[CUT_OFF])]
        ):  # fmt: skip
            inside = np.abs(offsets) <= NEIGHBOURS
            np.minimum.at(self._least, offsets[inside].astype(int) + NEIGHBOURS, its_penalties[inside])
        places = np.searchsorted(SIMPLE, level.numbers - TINY).clip(max=len(SIMPLE) - 1)
        there = np.abs(SIMPLE[places] - level.numbers) < TINY
        np.minimum.at(self._least_of_simple, places[there], level.penalties[there])
        for match in level.within(printed.interval):
            if how := printed.match(match.value):
                yield match._replace(how=how, penalty=match.penalty + penalties.of_printing(how, printed))

    @property
    def untried(self) -> list[str]:
        """What was not tried: it would have been too much, could not have come first, or told no more than chance."""
        numbers, stopped = self.numbers, self._stopped_at is not None
        by_chance = stopped and not any(self.tells(one.penalty, one.error is not None) for one in self.matches)
        if numbers.exhaustive:
            return [BY_CHANCE] * by_chance
        needed = BY_CHANCE if by_chance else UNNEEDED
        untried = [needed if stopped else TOO_MUCH.format(CHANGED[numbers.most_changes])]
        changed = numbers.most_changes and (self._stopped_at or MOST_PENALTY) > penalties.CHANGE
        if changed and not isinstance(numbers.lists, tuple) and not few_orders(numbers.lists):
            untried.append(MANY_ORDERS)
        return untried
