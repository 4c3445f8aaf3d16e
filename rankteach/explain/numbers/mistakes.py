"""Mistakes that would give a number: one slip in the calculation, the right number turned around, a wrong digit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.core.paired import Paired
from rankteach.explain.numbers import slips
from rankteach.explain.numbers.record import Asked, rows_of
from rankteach.explain.numbers.slips import Count, Slip
from rankteach.explain.printed import Printed
from rankteach.notation.numbers import decimal, plain, readable
from rankteach.tracing.trace import Trace

FEWEST_DIGITS = 3  # of a misprint; with fewer digits, any number is one digit away from some value
MOST_DIGITS = 12


class Mistake(NamedTuple):
    """A mistake: ``words`` for the learner, the number that it leads to, and its trace if there is one."""

    words: str
    value: Fraction | float
    trace: Trace | None = None

    @property
    def measure(self) -> str | None:
        """The measure of the trace."""
        return None if self.trace is None else self.trace.measure


# --- in the calculation -------------------------------------------------------------------------------------------
def slipped(asked: Asked, printed: Printed, *kinds: str) -> Iterator[Mistake]:
    """The slips of these kinds that give the number: see ``KINDS``."""
    for slip in chain.from_iterable(KINDS[kind](asked) for kind in kinds):
        if printed.matches(slip.value):
            yield Mistake(f"That is {slip.words if slip.whole else f'{asked.name()} {slip.words}'}.", slip.value)


def _known_bases(trace: Trace) -> list[Any]:
    """Numbers that the base of a logarithm can come from, where it is a parameter."""
    return [value for value in trace.parameters.values() if isinstance(value, float | int)]


def counts(trace: Trace) -> list[Count]:
    """Everything that a learner can count, and could divide by."""
    ranking, k = trace.ranking, trace.parameters.get("k")
    counts = [] if k is None else [Count("the cutoff (k)", k)]
    if isinstance(ranking, Judged):
        counts += [
            Count("all relevant items (m)", ranking.relevant_total.values),
            Count("the relevant items found", ranking.top(k).hits.last().values),
            Count("the length of the list (n)", ranking.arrays.lengths),
        ]
    elif isinstance(ranking, Paired):
        n = len(ranking)
        counts += [Count("the number of items", n), Count("the number of items minus one", n - 1)]
        counts += [Count("the number of pairs", n * (n - 1) // 2)]
    else:
        counts += [Count("the number of queries", len(ranking))]
    if "rank" not in trace.axis.name:
        counts.append(Count(f"the number of {rows_of(trace.axis)}", trace.axis.length))
    alike: dict[bytes, list[Count]] = {}
    for count in counts:
        alike.setdefault(np.asarray(count.values).tobytes(), []).append(count)
    names = [(dict.fromkeys(count.words for count in same), same[0].values) for same in alike.values()]
    return [Count(" or ".join(words), values) for words, values in names]


def _turned(asked: Asked) -> Iterator[Slip]:
    """1 − value, 1 / value, in percent, or with the wrong sign."""
    value, name = float(asked.exact), asked.name()
    yield Slip("in percent, without a % sign", 100 * value)
    yield Slip("with the wrong sign", -value)
    if 0 < value < 1:
        yield Slip(f"1 − {name}", 1 - value, whole=True)
    if not value.is_integer():
        yield Slip(f"1 / {name}", 1 / value, whole=True)


def _plain_mean(asked: Asked) -> Iterator[Slip]:
    """The plain mean of the two columns that the number is calculated from."""
    last = asked.result.operation == "last"
    column = asked.result.running if last else asked.result
    row, parts = len(column) - 1 if last else asked.place, _parts(column)
    if row is not None and row >= 0 and len(parts) == 2:
        value = sum(float(part.values[row]) for part in parts) / 2
        yield Slip(f"the plain mean of {parts[0].name} and {parts[1].name}", value, whole=True)


def _parts(column: Column) -> list[Column]:
    """The named columns that a column was made of, on the same rows."""
    parts: dict[int, Column] = {}
    for source in column.sources:
        if source.name and source.axis is column.axis:
            parts[id(source)] = source
        elif source.axis is column.axis:
            parts |= {id(part): part for part in _parts(source)}
    return list(parts.values()) if column.axis else []


KINDS: dict[str, Callable[[Asked], Iterator[Slip]]] = {
    "rounded early": lambda asked: slips.rounded(asked.record),
    "unevenly rounded": lambda asked: slips.unevenly_rounded(asked.record),
    "turned": _turned,
    "plain mean": _plain_mean,
    "miscounted": lambda asked: slips.miscounts(asked.record, counts(asked.trace)),
    "left out": lambda asked: slips.omissions(asked.record, _known_bases(asked.trace)),
    "lapsed": lambda asked: slips.lapses(asked.record),
}


# --- in the digits --------------------------------------------------------------------------------------------------
def in_floating_point(trace: Trace, floats: Iterable[float], printed: Printed) -> Iterator[Mistake]:
    """A value that floats fall just short of, and that was then cut off."""
    if trace.exact is None or printed.digits is None or printed.how(trace.exact):
        return
    for value in dict.fromkeys(floats):
        cut = math.floor(Fraction(value) / printed.step) == printed.number / printed.step
        if cut and Fraction(value) < trace.exact:
            words = f"in floating point it is {value!r}, and that was cut off to {printed.text}."
            yield Mistake(f"That is {trace.label}, exactly {trace.exact}: {words}", value, trace)


def can_be_misprint(value: float, printed: Printed) -> str:
    """How a number may be a misprint of a value: ``cut off to 0.7555: one digit is wrong``; empty if it is not."""
    if printed.decimal is None or printed.significant < FEWEST_DIGITS or abs(value) > 10 * abs(printed.number) + 10:
        return ""
    exact, scale = abs(Fraction(value).limit_denominator(10**9)), 10 ** (printed.digits or 0)
    right: dict[str, str] = {}  # the right digits, as many and one more
    for more in (scale, 10 * scale):
        for how, number in (
            ("rounded", math.floor(exact * more + Fraction(1, 2))),
            ("cut off", math.floor(exact * more)),
        ):
            places = len(str(more)) - 1
            right.setdefault(f"{number // more}.{number % more:0{places}d}" if places else str(number), how)
    wrong = ((digits, how, wrong_digits(printed.decimal, digits)) for digits, how in right.items())
    return next((f"{how} to {digits}: {slip}" for digits, how, slip in wrong if slip), "")


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


def shown(value: Fraction | float, printed: Printed) -> str:
    """A value as a fraction, where it has a readable one, and with digits that show how it is printed: two at least."""
    digits = min(MOST_DIGITS, max(4, (printed.digits or 0) + 2))
    rounded = decimal(float(value), digits)
    while printed.digits is not None and digits < MOST_DIGITS and printed.how(Fraction(rounded)) != printed.how(value):
        digits += 1  # with so few digits, it would be rounded otherwise
        rounded = decimal(float(value), digits)
    if isinstance(value, Fraction) and readable(value):
        if value.denominator == 1:
            return with_minus(str(value.numerator))
        same = Fraction(rounded) == value
        rounded = f"{plain(value)} {'=' if same else '≈'} {rounded.rstrip('0') if same else rounded}"
    return with_minus(rounded)


def with_minus(number: str) -> str:
    """A number with the sign for minus, not a hyphen."""
    return number.replace("-", "−")
