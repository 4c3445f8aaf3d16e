"""Mistakes that would give a number: one slip in the calculation, the right number turned around, a wrong digit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.explain.numbers import slips
from rankteach.explain.numbers.record import Asked, rows_of
from rankteach.explain.numbers.slips import Alteration, Count, Slip
from rankteach.explain.printed import Printed
from rankteach.notation.numbers import Display, decimal, plain, readable
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

FEWEST_DIGITS = 3  # of a misprint; with fewer digits, any number is one digit away from some value
MOST_DIGITS = 12


class Mistake(NamedTuple):
    """A mistake: ``words`` for the learner, the number that it leads to, and its trace if there is one.

    Of a number that was looked for without a trace: how far-fetched it is, and which fraction of the numbers next to it
    would be explained as well.
    """

    words: str
    value: Fraction | float
    trace: Trace | None = None
    cost: int = 0
    chance: Fraction | None = None

    @property
    def measure(self) -> str | None:
        """The measure of the trace."""
        return None if self.trace is None else self.trace.measure


# --- in the calculation -------------------------------------------------------------------------------------------
def slipped(asked: Asked, printed: Printed, *kinds: str, rare: bool = True) -> Iterator[Mistake]:
    """The slips of these kinds that give the number: see ``slips_of``; without those that few make if not ``rare``."""
    for slip in chain.from_iterable(slips_of(asked, kind) for kind in kinds):
        if (rare or not slip.rare) and printed.matches(slip.value):
            yield Mistake(f"That is {slip.words}.", slip.value)


def slips_of(asked: Asked, kind: str) -> Iterator[Slip]:
    """The slips of one kind, with the name of the number: "AP not divided by all relevant items"."""
    altered = ALTERED.get(kind)
    for slip in OTHER_SLIPS[kind](asked) if altered is None else slips.slips(asked.record, altered(asked)):
        yield slip if slip.whole else slip._replace(words=f"{asked.name()} {slip.words}")


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
        if not getattr(trace.metric, "binary", True):
            counts.append(Count("the cumulative gain (CG)", ranking.top(k).grade.sum().values))
    elif isinstance(ranking, Paired):
        n = len(ranking)
        counts += [Count("the number of items", n), Count("the number of items minus one", n - 1)]
        counts += [Count("the number of pairs", n * (n - 1) // 2)]
    else:
        counts += [Count("the number of queries", len(ranking))]
    if "rank" not in trace.axis.name:
        counts.append(Count(f"the number of {rows_of(trace.axis)}", trace.axis.length))
    return counts


def _further_counts(trace: Trace) -> list[Count]:
    """All judged items, which someone may take for the relevant ones; and the square of the number of items."""
    ranking = trace.ranking
    if not isinstance(ranking, Judged):
        return [Count("the square of the number of items", len(ranking) ** 2)]
    judged = ranking.relevant_total.values + ranking.irrelevant_total.values
    squared = ranking.arrays.lengths**2
    return [Count("all judged items", judged), Count("the square of the length of the list (n²)", squared)]


def _distinct(counts: Iterable[Count]) -> list[Count]:
    """Counts that are equal, as one with the names of all."""
    alike: dict[bytes, list[Count]] = {}
    for count in counts:
        alike.setdefault(np.asarray(count.values).tobytes(), []).append(count)
    names = [(dict.fromkeys(count.words for count in same), same[0].values) for same in alike.values()]
    return [Count(" or ".join(words), values) for words, values in names]


TURNS: dict[str, Callable[[float], float]] = {
    "{} in percent, without a % sign": lambda value: 100 * value,
    "{} with the wrong sign": lambda value: -value,
    "1 − {}": lambda value: 1 - value,
    "1 / {}": lambda value: 1 / value if value else 0.0,
}


def _turned(asked: Asked) -> Iterator[Slip]:
    """1 − value, 1 / value, in percent, or with the wrong sign."""
    value = float(asked.exact)
    bounds: Any = getattr(getattr(asked.trace.metric, "metric", asked.trace.metric), "bounds", (None, None))
    tells = {"1 − {}": 0 < value < 1 and bounds[1] == 1, "1 / {}": not value.is_integer()}
    for words, turn in TURNS.items():
        if tells.get(words, True):
            yield Slip(words.format(asked.name()), turn(value), whole=True)
    if bounds[1] == 1 and math.isfinite(value):
        yield Slip(f"{asked.name()} in percent, without a % sign", round(100 * value), whole=True)


MEANS: dict[str, Callable[[float, float], float]] = {
    "plain mean": lambda one, other: (one + other) / 2,
    "geometric mean": lambda one, other: math.sqrt(one * other) if one * other > 0 else math.nan,
}
OTHER_MEANS: dict[str, Callable[[float, float], float]] = {
    "product": lambda one, other: one * other,
    "smaller": min,
    "larger": max,
}


def _means(asked: Asked, means: Mapping[str, Callable[[float, float], float]]) -> Iterator[Slip]:
    """Some mean of the two columns that the number is calculated from, if there are two."""
    last = asked.result.operation == "last"
    column = asked.result.running if last else asked.result
    row, parts = len(column) - 1 if last else asked.place, _parts(column)
    if row is None or row < 0 or len(parts) != 2 or any(part is one for part in parts for one in column.sources):
        return  # hits and ranks, not two values of which a mean makes sense
    one, other = (float(part.values[row]) for part in parts)
    for words, mean in means.items():
        if math.isfinite(value := mean(one, other)):
            yield Slip(f"the {words} of {parts[0].name} and {parts[1].name}", value, whole=True)


def _means_of_rows(asked: Asked) -> Iterator[Slip]:
    """The mean over all rows of what is added up, or of a quotient, such as precision at every rank."""
    terms = asked.result.sources[0] if asked.result.operation == "sum" else None
    if terms is not None and terms.name and terms.axis and terms.values.ndim == 1 and len(terms):
        words = f"the mean of {terms.name} at all {rows_of(terms.axis)}, not the sum"
        yield Slip(words, float(np.mean(asked.record.values[id(terms)])), whole=True)
    for column in asked.record.made_by("divide"):
        if column.name and column.axis and not column.axis.along and column.values.ndim == 1 and len(column):
            words = f"the mean of {column.name} at all {rows_of(column.axis)}, not {asked.name()}"
            yield Slip(words, float(np.mean(asked.record.values[id(column)])), whole=True)


def _parts(column: Column) -> list[Column]:
    """The named columns that a column was made of, on the same rows."""
    parts: dict[int, Column] = {}
    for source in column.sources:
        if source.name and source.axis is column.axis:
            parts[id(source)] = source
        elif source.axis is column.axis:
            parts |= {id(part): part for part in _parts(source)}
    return list(parts.values()) if column.axis else []


# what slips alter in the record
ALTERED: dict[str, Callable[[Asked], Iterable[Alteration]]] = {
    "counted from 0": lambda asked: slips.from_0(asked.record),
    "divided": lambda asked: slips.divided(asked.record, _distinct(counts(asked.trace))),
    "divided by one": lambda asked: slips.divided(asked.record, counts(asked.trace) + _further_counts(asked.trace)),
    "left out": lambda asked: slips.left_out(asked.record),
    "other logarithm": lambda asked: slips.other_logarithm(asked.record),
    "other base": lambda asked: slips.other_base(asked.record, asked.trace.parameters.values()),
    "not added up": lambda asked: slips.not_added_up(asked.record),
    "forgotten": lambda asked: slips.forgotten(asked.record),
}
# other slips
OTHER_SLIPS: dict[str, Callable[[Asked], Iterator[Slip]]] = {
    "rounded early": lambda asked: slips.rounded(asked.record),
    "unevenly rounded": lambda asked: slips.unevenly_rounded(asked.record),
    "turned": _turned,
    "plain mean": partial(_means, means=MEANS),
    "other means": partial(_means, means=OTHER_MEANS),
    "mean of rows": _means_of_rows,
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
    while printed.digits is not None and digits < MOST_DIGITS and printed.how(_read(rounded)) != printed.how(value):
        digits += 1  # with so few digits, it would be rounded otherwise
        rounded = decimal(float(value), digits)
    if isinstance(value, Fraction) and readable(value):
        if value.denominator == 1:
            return plain(value)
        same = not Display(digits, fractions=False).rounds(value)
        rounded = f"{plain(value)} {'=' if same else '≈'} {rounded.rstrip('0') if same else rounded}"
    return rounded


def _read(number: str) -> Fraction:
    """A number that is shown as a decimal."""
    return Fraction(number.replace("−", "-"))
