"""Chance: how a value compares with the values of all orders of the same list."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10, sqrt
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import counted, seed_number, whole_number
from rankteach.core.column import Axis
from rankteach.explain.what_if.orders import Orders, direction, in_parts, only_of_one_list
from rankteach.notation.numbers import EXACTLY, RAISED, TOLERANCE, displayed
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.list_conventions import distinct, how_many
from rankteach.tracing.trace import Trace

# the largest number of orders to calculate them all, and how many random ones otherwise: at once, or one by one
MOST, SAMPLES = (200_000, 2_000), (10_000, 1_000)
MOST_EXACT = 2_000  # different values that are calculated as fractions


class Errors(NamedTuple):
    """The standard errors of what was estimated from a sample; 0 where every order was calculated."""

    expected: float
    share_below: float
    share_equal: float
    share_above: float


class Chance(Report):
    """What ``rt.chance`` returns.

    Attributes
    ----------
    value, expected, worst, best
        The trace's value, the mean over all orders, the lowest and the highest value. Fractions if every order was
        calculated, the value has one, and there are at most 2,000 different ones; else floats.
    share_below, share_equal, share_above
        The fractions of orders with a lower, the same, and a higher value: exact if every order was calculated.
    values, counts
        The different values, smallest first, and the number of orders that have each.
    orders, calculated
        The number of different orders, and how many were calculated.
    exact
        Whether every order was calculated.
    standard_error
        The standard errors of ``expected`` and of the three fractions; 0 if ``exact``.
    less_is_better
        Whether a lower value is a better one, as with the lag.
    """

    def __init__(self, among: Orders, values: np.ndarray, counts: np.ndarray, rows: np.ndarray, exact: bool) -> None:
        trace = self.trace = among.trace
        self.exact, self.less_is_better = exact, trace.metric.less_is_better
        self.orders, self.counts, self.calculated = how_many(among.kinds), counts, int(counts.sum())
        fractions: Sequence[Any] = [None]
        if exact and trace.exact is not None and len(values) <= MOST_EXACT:
            fractions = among.values(rows, exactly=True)
        known = None not in fractions
        self.value: Any = trace.exact if known else trace.value
        self.values: list[Any] = list(fractions) if known else values.tolist()
        total = sum(v * n for v, n in zip(self.values, self.counts.tolist(), strict=True))
        self.expected: Any = total / self.calculated
        same = abs(values - trace.value) <= _rounding(values)
        lower = ~same & (values < trace.value)
        self.share_below, self.share_equal, self.share_above = map(self._share, (lower, same, ~same & ~lower))
        self.standard_error = Errors(0, 0, 0, 0) if exact else self._errors(values)
        # a sample rarely has the worst and the best order; usually they are these two
        ends = [self.values[0], self.values[-1], *([] if exact else map(float, among.values(among.ends)))]
        self.worst, *_, self.best = sorted(ends, reverse=self.less_is_better)

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        label = self.trace.label
        ends, of = "at worst {} and at best {}", "all orders"
        if self.orders == 1:
            how = "Every order of this list is the same."
        elif self.exact:
            how = f"All {self.orders:,} different orders of the list were calculated."
        else:
            some = f"{counted(self.calculated, 'random order')} of the list {'was' if self.calculated == 1 else 'were'}"
            how = f"{some} calculated, out of {_large(self.orders)} different ones; ± is the standard error."
            ends = "the worst found is {} and the best {}"
            of = "this order" if self.calculated == 1 else "these orders"
        expected, worst, best = map(EXACTLY.plain, (self.expected, self.worst, self.best))
        lower, equal, higher = self.shares_in_words
        return [
            f"{label} is {self.trace.shown}.",
            how,
            f"By chance {label} is {expected}{self.error_in_words} on average, {ends.format(worst, best)}.",
            f"It is lower in {lower}, the same in {equal} and higher in {higher} of {of}{direction(self.trace)}.",
        ]

    @property
    def error_in_words(self) -> str:
        """The standard error of ``expected``, such as ± 0.0012; nothing where every order was calculated."""
        return _give_or_take(self.standard_error.expected)

    @property
    def shares_in_words(self) -> tuple[str, str, str]:
        """The fractions of orders with a lower, the same, and a higher value, each with its error if it has one."""
        shares = self.share_below, self.share_equal, self.share_above
        lower, equal, higher = map(_percent, shares, self.standard_error[1:])
        return lower, equal, higher

    def table(self, *, digits: int = 4, fractions: bool = True) -> Table:
        """The values: the worst, the expected, this one, the best."""
        display = displayed(digits, fractions)
        rows = {"worst": self.worst, "by chance": self.expected, "this list": self.value, "best": self.best}
        entries = [
            Entry("order", list(rows), numeric=False),
            Entry(self.trace.label, [display.plain(value) for value in rows.values()]),
        ]
        return Table(Axis("order", length=len(rows)), entries)

    def _share(self, among: np.ndarray) -> Any:
        counted = int(self.counts[among].sum())
        return Fraction(counted, self.calculated) if self.exact else counted / self.calculated

    def _errors(self, values: np.ndarray) -> Errors:
        """The standard deviation for the mean, √(p (1 − p)) for a fraction p; each divided by √N."""
        number = self.calculated
        variance = float((self.counts * (values - self.expected) ** 2).sum()) / max(1, number - 1)
        shares = (self.share_below, self.share_equal, self.share_above)
        return Errors(sqrt(variance / number), *(sqrt(share * (1 - share) / number) for share in shares))


def chance(trace: Trace, *, samples: int | None = None, seed: int = 0) -> Chance:
    """How a value compares with those of all orders of the same list: is it better than chance?

    Every order of the judgements in the list is equally likely; swapping two items of the same grade, or two unjudged
    ones, does not make another order. Missed items stay missed, and scores stay at their ranks. If two lists are
    compared, only the second one is reordered.

    Parameters
    ----------
    trace : Trace
        Of one list, or of two lists that are compared.
    samples : int, optional
        How many random orders are calculated where there are more than 200,000: by default 10,000. Where each needs a
        calculation of its own (for two lists, and with weights of instances), it is 1,000 of more than 2,000.
    seed : int
        Where the random numbers start; the same seed draws the same sample.

    Returns
    -------
    Chance
        ``expected``, ``worst``, ``best``, the fractions of orders below, equal and above. ``rt.plots.chance`` draws it.

    Raises
    ------
    TypeError, ValueError
        If the trace is not of one list (choose a query of a batch or a mean, ``trace["q1"]``), if ``samples`` is not a
        whole number of at least 1, or ``seed`` not one of at least 0, even if it is not needed.

    >>> import rankteach as rt
    >>> by_chance = chance(rt.precision([1, 0, 1, 0, 0], k=2))
    >>> by_chance.expected, by_chance.share_above
    (Fraction(2, 5), Fraction(1, 10))
    >>> print(by_chance)
    P@2 is 1/2 = 0.5.
    All 10 different orders of the list were calculated.
    By chance P@2 is 2/5 on average, at worst 0 and at best 1.
    It is lower in 30 %, the same in 60 % and higher in 10 % of all orders.
    <BLANKLINE>
    order       P@2
    worst         0
    by chance   2/5
    this list   1/2
    best          1
    """
    only_of_one_list(trace, "chance")
    among = Orders(trace)
    samples = SAMPLES[among.by_itself] if samples is None else samples
    samples = whole_number(samples, "samples", "This is the number of random orders that are calculated.")
    random, number, kinds = np.random.default_rng(seed_number(seed)), how_many(among.kinds), among.kinds
    exact = number <= MOST[among.by_itself]
    parts = []
    for part in in_parts(number if exact else samples, len(among)):
        rows = distinct(kinds, part) if exact else random.permuted(kinds[None].repeat(len(part), axis=0), axis=1)
        values = np.asarray(among.values(rows), dtype=np.float64)
        parts.append(_counted(values, np.ones(len(rows), dtype=np.int64), rows))
    return Chance(among, *_counted(*(np.concatenate(some) for some in zip(*parts, strict=True))), exact)


def _counted(values: np.ndarray, counts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each value once, smallest first, how many orders have it, and one of them; what differs by rounding is equal."""
    order = np.argsort(values, kind="stable")
    values = values[order]
    starts = np.flatnonzero(np.diff(values, prepend=-np.inf) > _rounding(values))
    return values[starts], np.add.reduceat(counts[order], starts), rows[order[starts]]


def _rounding(values: np.ndarray) -> float:
    """The largest difference of two values that count as equal."""
    return TOLERANCE * max(1.0, float(abs(values).max()))


def _percent(share: Any, error: float) -> str:
    """A fraction in words; with as many digits as its error allows if it comes from a sample."""
    if isinstance(share, Fraction):
        rounded = f"{float(100 * share):.3g}"
        return f"{'' if Fraction(rounded) == 100 * share else 'about '}{rounded} %"
    if not error:
        return "all" if share else "none"
    digits = max(1, -floor(log10(100 * error)))
    return f"{100 * share:.{digits}f}{_give_or_take(100 * error, digits)} %"


def _give_or_take(error: float, digits: int = 4) -> str:
    return f" ± {error:.{digits}f}" if error else ""


def _large(number: int) -> str:
    """A whole number, or how large it is."""
    if number < 1_000_000:
        return f"{number:,}"
    power = floor(log10(number))
    return f"about {10 ** (log10(number) - power):.1f} · 10{str(power).translate(RAISED)}"
