"""The mistakes of who wrote a document: a wrong digit, terms rounded unevenly, a float that was cut off."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice

import numpy as np

from rankteach.explain.numbers import penalties
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.record import Asked
from rankteach.explain.numbers.search import Match, Search
from rankteach.explain.numbers.slips import unevenly_rounded
from rankteach.explain.printed import CUT_OFF, Printed
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.tables import recorded

FEWEST_DIGITS = 3  # of a misprint; with fewer digits, any number is one digit away from some value
MOST_NEAR = 20  # values whose terms are rounded
NEAR = 0.02  # the largest error of rounded terms, as a fraction of the number, or absolutely


def misprinted(values: Sequence[Match], printed: Printed) -> Iterator[Explanation]:
    """Terms that are not all rounded to as many digits, and a wrong digit: the likeliest of each.

    ``values`` are those of the measures that the document may be about.
    """
    for one in islice(_unevenly(values, printed), 1):
        yield one._replace(penalty=penalties.MISPRINT, chance=Fraction(1))
    for value in values:
        if how := _as_misprint(value.value, printed):
            trace = value.variant.trace()
            number = exact_or_float(trace.result)
            called = f"a misprint of {trace.label}, {printed.shown(number)}, {how}"
            yield Explanation(called, number, trace, penalties.MISPRINT, Fraction(1))
            return


def _unevenly(values: Sequence[Match], printed: Printed) -> Iterator[Explanation]:
    close = NEAR * max(1.0, abs(float(printed.number)))
    near = [value for value in values if abs(value.value - float(printed.number)) <= close][:MOST_NEAR]
    for asked in chain((Asked(value.variant.trace()) for value in near), _sums(values, float(printed.number), close)):
        for one in unevenly_rounded(asked):
            if printed.matches(one.value):
                sum_of = f". The exact sum, on the way to {asked.trace.label}, is {asked.exact}" if asked.column else ""
                yield one._replace(remark=sum_of, trace=asked.trace)


def _sums(values: Sequence[Match], number: float, close: float) -> Iterator[Asked]:
    """The running sums on the way to a well-known metric that come close to the number."""
    for value in values:
        if value.variant.k is not None or value.variant.metric.popularity < 2:
            continue
        trace = value.variant.trace()
        result = trace.result.materialise()
        for column in recorded(result) if not result.is_sum else ():  # whose rows are its values at cutoffs
            if column.is_running_sum and column.values.ndim == 1:
                rows = abs(column.values - number) <= close
                for row in np.flatnonzero(rows & (np.diff(column.values, prepend=0) != 0)).tolist():
                    yield Asked(trace, column.name, row + 1)


def in_floating_point(search: Search, likeliest: int) -> Iterator[Explanation]:
    """A value that floats fall just short of, and that was then cut off; if nothing as likely was found."""
    printed = search.printed
    for one in search.numbers.defaults:
        penalty = one.penalty + penalties.SHORTENED[CUT_OFF]
        near = printed.digits is not None and abs(one.value - float(printed.number)) <= 1.01 * float(printed.step)
        if not near or penalty >= likeliest or not search.tells(penalty, error=True):
            continue
        trace = one.variant.trace()
        for value in (float(trace), one.value) if trace.exact is not None and not printed.match(trace.exact) else ():
            cut = math.floor(Fraction(value) / printed.step) == printed.number / printed.step
            if cut and Fraction(value) < trace.exact:
                words = f"in floating point it is {value!r}, and that was cut off to {printed.text}"
                called = f"{trace.label}, exactly {trace.exact}: {words}"
                yield Explanation(called, value, trace, penalty, search.chance(penalty))
                return


def _as_misprint(value: float, printed: Printed) -> str:
    """How a number may be a misprint of a value: ``cut off to 0.7555: one digit is wrong``; empty if it is not."""
    if printed.decimal is None or printed.significant < FEWEST_DIGITS or abs(value) > 10 * abs(printed.number) + 10:
        return ""
    exact, digits = abs(Fraction(value).limit_denominator(10**9)), printed.digits or 0
    for places in (digits, digits + 1):  # the right digits, as many and one more
        for how, half in (("rounded", Fraction(1, 2)), ("cut off", Fraction(0))):
            number = math.floor(exact * 10**places + half)
            right = f"{number // 10**places}.{number % 10**places:0{places}d}" if places else str(number)
            if slip := wrong_digits(printed.decimal, right):
                return f"{how} to {right}: {slip}"
    return ""


def wrong_digits(typed: str, right: str) -> str:
    """How one slip of the finger turns one number into the other; empty if it takes more.

    >>> wrong_digits("0.7575", "0.7555"), wrong_digits("0.7565", "0.7556"), wrong_digits("0.756", "0.7556")
    ('one digit is wrong', 'two digits changed places', 'one digit is lost')
    >>> wrong_digits("0.75", "0.66"), wrong_digits("0.755", "0.7556")
    ('', '')
    """
    if len(typed) == len(right):
        differ = [place for place, (one, other) in enumerate(zip(typed, right, strict=True)) if one != other]
        if len(differ) == 1:
            return "one digit is wrong"
        swapped = len(differ) == 2 and differ[1] - differ[0] == 1 and typed[differ[0]] == right[differ[1]]
        return "two digits changed places" if swapped and typed[differ[1]] == right[differ[0]] else ""
    if len(right) == len(typed) + 1:
        lost = (right[:place] + right[place + 1 :] for place in range(len(right) - 1) if right[place].isdigit())
        return "one digit is lost" if typed in lost else ""
    return ""
