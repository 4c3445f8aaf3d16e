"""What somebody predicted: whether it is right, and if not, which mistake it looks like.

There is no list of mistakes. The metric runs again under its own conventions and at other cutoffs, its record is
calculated again with one slip in it, the catalogue's other metrics run on the same list: what gives the number that
was typed is the mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from rankteach.explain.numbers.diagnosis.alternatives import (
    Alternative,
    conventions,
    cutoffs,
    other_metrics,
    thresholds,
)
from rankteach.explain.numbers.diagnosis.asked import Asked, cell_name, what_is_asked
from rankteach.explain.numbers.diagnosis.mistakes import Mistake, counts, plain_mean, slipped, turned
from rankteach.explain.numbers.diagnosis.recalculated import Record
from rankteach.explain.numbers.diagnosis.slips import lapses, miscounts, rounded, slips
from rankteach.explain.printed import Answer
from rankteach.tracing.trace import Trace

MOST_SAID = 3
MOST_ROWS = 100
SOLVED = {
    "the same": "Right.",
    "rounded": "Right, rounded.",
    "cut off": "Right, but cut off: the last digit would have been rounded up.",
}
NO_NUMBER = ("nan", "undefined")  # typed where a value is none
UNREADABLE = "I cannot read that as a number. Type a fraction such as 3/7, a decimal such as 0.43, or 43%."
TOO_FEW = "One digit is too few to tell: type two digits after the point, or a fraction."
UNKNOWN = "Not yet, and it is no mistake that I know: go through the calculation row by row."
UNDEFINED = "Not yet: look whether there is a value at all, where nothing is relevant."
ALMOST = "Not yet, but very close: round at the very end only, and look at the last digit."


_SAME = re.compile(r" \([^()]*\)|, not .*")  # what may differ between two ways to say the same


class Diagnosis(NamedTuple):
    """Whether a typed number is ``right`` (None: nobody can tell), what is ``said``, and the ``mistakes`` it may be."""

    right: bool | None
    said: str
    mistakes: tuple[Mistake, ...] = ()

    def __repr__(self) -> str:
        return f"{ {True: '✓', False: '✗', None: '?'}[self.right] } {self.said}"


def diagnose(trace: Trace, typed: Any, *, column: str | None = None, row: int | None = None) -> Diagnosis:
    """Whether a number is right, and if not, which mistake it looks like.

    Right is the exact value, or a decimal of at least two digits that is the exact value rounded (or cut off). Else
    the mistakes are found by running: the metric under its other conventions and at other cutoffs, its record with one
    slip in it, and the other metrics of the catalogue. What is said never tells the right value.

    Parameters
    ----------
    trace : Trace
        Of one list, of two lists, or of a mean over queries.
    typed : str or number
        What was typed: "2/3", "1 2/3", "0.67", ".667", "0,667", "66.7%"; "undefined" or "NaN" where there is no value.
        It is never run.
    column : str, optional
        The name of a recorded column, to ask for one of its cells instead of the value.
    row : int, optional
        The row of that cell, from 1; by default the last one.

    Returns
    -------
    Diagnosis
        ``right`` (None where the number cannot be read, or has too few digits to tell), ``said``, ``mistakes``.

    Raises
    ------
    TypeError, ValueError
        For anything but the trace of one value, a column that there is not, and a row that it does not have.

    >>> import rankteach as rt
    >>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1]))
    >>> diagnose(trace, "0.42")
    ✓ Right, rounded.
    >>> diagnose(trace, "5/6")
    ✗ Not yet. That is AP divided by the relevant items found (denominator="hits"), not by all relevant items.
    >>> diagnose(trace, "2", column="precision", row=3)
    ✗ Not yet. It could be hits at rank 3.
    """
    asked = what_is_asked(trace, column, row)
    answer, undefined = Answer.read(typed), asked.exact != asked.exact
    if undefined and str(typed).strip().lower() in NO_NUMBER:
        return Diagnosis(True, SOLVED["the same"])
    if answer is None:
        return Diagnosis(None, UNREADABLE)
    if undefined:
        return Diagnosis(False, UNDEFINED)
    verdict = answer.verdict(asked.exact)
    if verdict == "too few digits":
        return Diagnosis(None, TOO_FEW)
    if verdict != "off":
        return Diagnosis(True, SOLVED[verdict])
    mistakes = _mistakes(asked, answer)
    return Diagnosis(False, _said(asked, answer, mistakes), mistakes)


# --- what gives the number that was typed ---------------------------------------------------------------------------
def _mistakes(asked: Asked, answer: Answer) -> tuple[Mistake, ...]:
    """What matches, the likeliest first: a rule of the metric before a slip, one change before two.

    Some kinds are only heard where nothing else matches; more of them for a whole number, which many calculations give.
    """
    found: dict[str, Mistake] = {}
    for alone, kind in _kinds(asked, answer):
        if found and alone:
            break
        for mistake in kind:
            found.setdefault(_SAME.sub("", mistake.words), mistake)
            if len(found) == MOST_SAID:
                return tuple(found.values())
    return tuple(found.values())


def _kinds(asked: Asked, answer: Answer) -> Iterator[tuple[bool, Iterator[Mistake]]]:
    """What could match, kind by kind, and whether a kind is only worth trying where nothing else matches."""
    trace, record, value_asked = asked.trace, Record(asked.found, asked.row), asked.column is None
    whole = answer.number.denominator == 1
    bases = [value for value in trace.parameters.values() if isinstance(value, float | int)]
    yield False, _run(asked, answer, conventions(trace, 1))
    yield False, islice(_run(asked, answer, cutoffs(trace, near=True)), 1)
    yield False, _run(asked, answer, thresholds(trace))
    yield whole, islice(slipped(asked, answer, rounded(record)), 1)
    yield False, chain(turned(asked, answer), plain_mean(asked, answer))
    yield False, islice(slipped(asked, answer, miscounts(record, counts(trace))), 2)
    yield False, _cells(asked, answer, near=True, given=False)
    yield False, _run(asked, answer, other_metrics(trace, related=True) if value_asked else ())
    yield whole, _cells(asked, answer, near=True, given=True)
    yield whole, slipped(asked, answer, slips(record, bases))
    yield True, _run(asked, answer, other_metrics(trace, related=False) if value_asked else ())
    yield True, slipped(asked, answer, lapses(record))
    yield True, _run(asked, answer, chain(cutoffs(trace, near=False), conventions(trace, 2)))
    if answer.number not in (0, 1):  # which stand in every table
        yield True, _cells(asked, answer, near=False, given=False)


def _run(asked: Asked, answer: Answer, alternatives: Iterable[Alternative]) -> Iterator[Mistake]:
    """Those of other traces in which the number is the one typed."""
    for alternative in alternatives:
        try:
            made = alternative.make()
            value = asked.of(made)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue  # the metric does not take this convention here
        if value is not None and answer.matches(value):
            exact = made.exact if asked.column is None and made.exact is not None else value
            yield Mistake(f"That is {alternative.words(asked.name(made), made)}.", made.measure, exact, made)


def _cells(asked: Asked, answer: Answer, *, near: bool, given: bool) -> Iterator[Mistake]:
    """Other cells of the table: of the rows beside it, of the same row; else any of that column.

    ``given`` are those of columns that nobody calculated, such as grades, and what is relevant.

    Instead of a mean, the value of one query; instead of a value, what a column ends with.
    """
    found = asked.trace.columns.items() if asked.row is None or near else ()
    cells = [
        (name, column, len(column) - 1)
        for name, column in found
        if column.axis and np.ndim(column.values) == 1 and column.rule.calculates is not given
    ]
    if asked.column is not None and asked.row is not None:
        row, own = asked.row, asked.found
        cells = [(name, other, row) for name, other, _ in cells if other.axis is own.axis and name != asked.column]
        rows = () if given else (row - 1, row + 1) if near else range(min(len(own), MOST_ROWS))
        cells = [*((asked.column, own, one) for one in rows if 0 <= one < len(own) and one != row), *cells]
    elif near:
        cells = [(name, column, one) for name, column, last in cells if column.operation == "as_rows"
                 for one in range(min(last + 1, MOST_ROWS))]  # fmt: skip
    for name, column, row in cells:
        if not 0 <= row < len(column):
            continue
        value = float(column.values[row])
        if answer.matches(value):
            yield Mistake(f"That is {cell_name(column, name, row)}.", None, value, None)


# --- what is said -----------------------------------------------------------------------------------------------------
def _said(asked: Asked, answer: Answer, mistakes: Sequence[Mistake]) -> str:
    """One or two sentences for the learner; a whole or half number matches much by chance: then they are careful."""
    if not mistakes:
        places = len((answer.digits or "").partition(".")[2])
        close = places >= 2 and abs(answer.number - Fraction(asked.exact)) <= Fraction(2, 10**places)
        return ALMOST if close else UNKNOWN
    first, *others = [mistake.words.removeprefix("That is ").removesuffix(".") for mistake in mistakes]
    if answer.number.denominator <= 2:
        return f"Not yet. It could be {'; or '.join([first, *others])}."
    also = f" It could also be {'; or '.join(others)}." if others else ""
    return f"Not yet. That is {first}.{also}"
