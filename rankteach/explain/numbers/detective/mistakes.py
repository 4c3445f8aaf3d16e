"""What may have gone wrong, where nothing likely gives a number.

A value was calculated in floating point and cut off; terms were rounded before they were added up; a number was turned
around; something was left out, or divided by another count; and when everything else fails, a digit was typed wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice

import numpy as np

from rankteach.core.column import Column
from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.calculated import Value
from rankteach.explain.numbers.detective.given import size
from rankteach.explain.numbers.detective.misprints import misprints
from rankteach.explain.numbers.detective.search import Search
from rankteach.explain.numbers.diagnosis.asked import Asked, what_is_asked
from rankteach.explain.numbers.diagnosis.mistakes import Mistake, counts, plain_mean, slipped, turned
from rankteach.explain.numbers.diagnosis.recalculated import Record
from rankteach.explain.numbers.diagnosis.slips import Slip, lapses, miscounts, rounded, slips, unevenly_shortened
from rankteach.notation.tables import recorded
from rankteach.tracing.trace import Trace

MOST_SAID = 3
MOST_NEAR = 20  # values, of which the terms are rounded
NEAR = 0.02  # how far rounded terms lead astray: as a share of the number, or by itself
LONGEST = 200  # ranks; of longer lists nothing is calculated again
MOST_NUMBERS = 2_000  # the same for many lists together


def slips_of(search: Search) -> tuple[Mistake, ...]:
    """The mistakes that would give the number, the likeliest first.

    Where some calculation gives it, though no likely one, only those are heard that leave the calculation as it is.
    """
    again = search.length <= LONGEST and size(search.lists) <= MOST_NUMBERS
    kinds = [_in_floating_point(search), *([_rounded_too_early(search)] if again else [])]
    if not search.found:
        kinds += [*([_turned(search), _otherwise_wrong(search)] if again else []), islice(misprints(search), 1)]
    found: dict[str, Mistake] = {}
    for mistake in chain(*kinds):
        found.setdefault(mistake.words, mistake)
        if len(found) == MOST_SAID:
            break
    return tuple(found.values())


def _near(search: Search, distance: float) -> list[Value]:
    """The values under the defaults that are not far from the number, the likeliest first, each number once."""
    number = float(search.printed.number)
    near = (value for value in search.plain if abs(value.value - number) <= distance)
    known = {(value.calculation.metric.name, round(value.value, 12)): value for value in reversed(list(near))}
    return sorted(known.values(), key=lambda value: value.cost)[:MOST_NEAR]


def _in_floating_point(search: Search) -> Iterator[Mistake]:
    """A value that floats only come close to from below, and that was then cut off."""
    printed = search.printed
    if printed.digits is None:
        return
    for value in _near(search, 1.01 * float(printed.step)):
        trace = value.calculation.at(value.k)
        if trace.exact is None or printed.how(trace.exact):
            continue
        for calculated in {float(trace), value.value}:
            if Fraction(calculated) < trace.exact and math.floor(Fraction(calculated) / printed.step) == (
                printed.number / printed.step
            ):
                words = (
                    f"That is {trace.label}, exactly {trace.exact}: in floating point it is {calculated!r}, "
                    f"and that was cut off to {printed.text}."
                )
                yield Mistake(words, trace.measure, calculated, trace)


def _rounded_too_early(search: Search) -> Iterator[Mistake]:
    """Every step, or the terms of a sum, rounded or cut off on the way; the same on the way to a running sum."""
    answer = search.printed.answer
    for asked in chain(_values_asked(search), _sums_asked(search)):
        record = Record(asked.found, asked.row)
        for mistake in islice(slipped(asked, answer, chain(rounded(record), unevenly_shortened(record))), 1):
            words = mistake.words
            if asked.column is not None:
                words += f" The exact sum, on the way to {asked.trace.label}, is {asked.exact}."
            yield mistake._replace(words=words, measure=asked.trace.measure, trace=asked.trace)


def _values_asked(search: Search) -> Iterator[Asked]:
    for value in _near(search, NEAR * max(1.0, abs(float(search.printed.number)))):
        yield what_is_asked(value.calculation.at(value.k), None, None)


def _sums_asked(search: Search) -> Iterator[Asked]:
    """The running sums that pass near the number, and are not the value at a cutoff."""
    number = float(search.printed.number)
    values = {round(value.value, 9) for value in search.plain}
    whole = {value.calculation.metric.name: value for value in search.plain if value.k is None}
    for value in whole.values():
        if value.calculation.metric.rarity:
            continue
        trace = value.calculation.at(None)
        result = trace.result.materialise()
        if result.operation == "sum":  # its running sum is the value at each cutoff
            continue
        for column in recorded(result):
            if column.operation == "cumsum" and column.values.ndim == 1 and _is_sum_of_terms(column):
                near = abs(column.values - number) <= NEAR * max(1.0, abs(number))
                grown = np.diff(column.values, prepend=0) != 0
                for row in np.flatnonzero(near & grown).tolist():
                    if round(float(column.values[row]), 9) not in values:
                        yield what_is_asked(trace, column.name, row + 1)


def _is_sum_of_terms(column: Column) -> bool:
    """Whether what is added up are numbers that one would round."""
    values = np.asarray(column.sources[0].values, dtype=float)
    return bool(np.any(values != np.round(values)))


def _turned(search: Search) -> Iterator[Mistake]:
    """A value turned around: 1 − value, 1 / value, in percent, with the wrong sign; or a plain mean."""
    answer = search.printed.answer
    lowest, highest = search.printed.span
    for value in search.plain:
        one = value.value
        around = (1 - one, -one, 100 * one, 1 / one if one else math.inf)
        if any(lowest <= other <= highest for other in around):
            yield from _of(value.calculation.at(value.k), turned(_asked(value), answer))


def _otherwise_wrong(search: Search) -> Iterator[Mistake]:
    """Something left out, counted from 0, divided by another count, forgotten: of the usual measures."""
    answer = search.printed.answer
    rarity = min(value.calculation.metric.rarity for value in search.plain)
    most = prior.RARITY[rarity] + prior.OTHER_KIND + prior.CUTOFF
    for value in search.plain:
        if value.calculation.metric.rarity > rarity or value.cost > most or not value.value:
            continue
        asked = _asked(value)
        record = Record(asked.found, asked.row)
        bases = [other for other in asked.trace.parameters.values() if isinstance(other, float | int)]
        made: Iterator[Slip] = chain(miscounts(record, counts(asked.trace)), slips(record, bases), lapses(record))
        yield from islice(_of(asked.trace, chain(plain_mean(asked, answer), slipped(asked, answer, made))), 1)


def _asked(value: Value) -> Asked:
    return what_is_asked(value.calculation.at(value.k), None, None)


def _of(trace: Trace, mistakes: Iterator[Mistake]) -> Iterator[Mistake]:
    for mistake in mistakes:
        yield mistake._replace(measure=trace.measure, trace=trace)
