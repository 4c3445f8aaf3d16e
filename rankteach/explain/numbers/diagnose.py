"""What a learner predicted: whether it is right, and if not, which mistake it looks like.

The metric runs again under its other conventions and at other cutoffs, its record is calculated again with one slip in
it, and the catalogue's other metrics run on the same list. Whatever returns the typed number is a likely mistake.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import listed
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import errors
from rankteach.explain.numbers.conventions import COMMON_NUMBERS, MEAN, changes, together
from rankteach.explain.numbers.errors import Mistake
from rankteach.explain.numbers.record import Asked, cell_name
from rankteach.explain.numbers.variant import REFUSALS, Variant
from rankteach.explain.printed import Printed
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.measures import measure, metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.parameters import Parameter
from rankteach.tracing.trace import Trace

MOST_CUTOFFS = 50
MOST_SAID = 2
MOST_ROWS = 100
ROOTS = (math.sqrt(2), math.sqrt(0.5))
SOLVED = {
    "the same": "Right.",
    "rounded": "Right, rounded.",
    "cut off": "Right, but cut off: the last digit would have been rounded up.",
}
NO_NUMBER = ("nan", "undefined")  # typed where there is no value
UNREADABLE = "I cannot read that as a number. Type a fraction such as 3/7, a decimal such as 0.43, or 43%."
TOO_FEW = "Right so far, but one digit is too few to tell: type two digits after the point, or a fraction."
ONLY_ZEROS = "Right so far, but zeros are too few to tell: type more digits, or a fraction."
UNKNOWN = "Not yet, and I don't recognise the mistake: go through the calculation row by row."
UNDEFINED = "Not yet: check whether there is a value at all when no item is relevant."
ALMOST = "Not yet, but very close: round at the very end only, and look at the last digit."


_SAME = re.compile(r" \([^()]*\)|, not .*")  # what may differ between two descriptions of one mistake


class Diagnosis(NamedTuple):
    """Whether a typed number is ``right`` (None: unreadable), the answer (``said``), and the likely ``mistakes``."""

    right: bool | None
    said: str
    mistakes: tuple[Mistake, ...] = ()

    def __repr__(self) -> str:
        return f"{ {True: '✓', False: '✗', None: '?'}[self.right] } {self.said}"


def diagnose(
    trace: Trace, typed: Any, *, column: str | None = None, row: int | None = None, taught: Iterable[str] | None = None
) -> Diagnosis:
    """Whether a number is right, and if not, which mistake it looks like.

    Right is the exact value, or a decimal of at least two digits that is the exact value rounded (or cut off). For any
    other number we run the metric under its other conventions and at other cutoffs, its record with one slip in it, and
    the other metrics of the catalogue, and name what returns that number. The answer never reveals the right value.

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
    taught : sequence of measure strings, optional
        The only other metrics that the answer may name, such as ``["P", "R"]``; by default all of the catalogue.

    Returns
    -------
    Diagnosis
        ``right`` (None where the number cannot be read, or has too few digits to tell), ``said``, ``mistakes``.

    Raises
    ------
    TypeError, ValueError
        If the trace does not have one value, the column does not exist or does not have that row, or a metric taught is
        unknown.

    >>> import rankteach as rt
    >>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1]))
    >>> diagnose(trace, "0.42")
    ✓ Right, rounded.
    >>> diagnose(trace, "5/6")
    ✗ Not yet. That is AP divided by the relevant items found (denominator="hits"), not by all relevant items.
    >>> diagnose(trace, "2", column="precision", row=3)
    ✗ Not yet. It could be hits at rank 3.
    """
    asked = Asked(trace, column, row)
    others = metrics() if taught is None else [measure(name).metric for name in listed(taught, "taught")]
    printed = Printed.read(typed)
    compared = compare(typed, asked.exact)
    if printed is None or compared.right is not False or asked.exact != asked.exact:
        return compared
    likely = _mistakes(asked, printed, others)
    return Diagnosis(False, _in_words(likely, printed, trace) or compared.said, likely)


def compare(typed: Any, exact: Fraction | float) -> Diagnosis:
    """Whether a typed number is an exact one; what is wrong with another number is not looked for."""
    printed, undefined = Printed.read(typed), exact != exact
    if undefined and str(typed).strip().lower() in NO_NUMBER:
        return Diagnosis(True, SOLVED["the same"])
    if printed is None:
        return Diagnosis(None, UNREADABLE)
    if undefined:
        return Diagnosis(False, UNDEFINED)
    verdict = printed.verdict(exact)
    if verdict == "too few digits":
        return Diagnosis(None, TOO_FEW if printed.significant else ONLY_ZEROS)
    if verdict != "off":
        return Diagnosis(True, SOLVED[verdict])
    digits = printed.digits or 0
    close = digits >= 2 and abs(printed.number - Fraction(exact)) <= Fraction(2, 10**digits)
    return Diagnosis(False, ALMOST if close else UNKNOWN)


# --- what gives the number that was typed ---------------------------------------------------------------------------
def _mistakes(asked: Asked, printed: Printed, others: Sequence[Metric]) -> tuple[Mistake, ...]:
    """What matches, the likeliest first: another convention before a slip, one change before two.

    Some kinds are only tried if nothing else matches; more of them for a whole number, which many calculations return.
    """
    likely: dict[str, Mistake] = {}
    for alone, kind in _kinds(asked, printed, others):
        if likely and alone:
            break
        for mistake in kind:
            likely.setdefault(_SAME.sub("", mistake.words), mistake)
            if len(likely) == MOST_SAID:
                return tuple(likely.values())
    return tuple(likely.values())


def _kinds(asked: Asked, printed: Printed, others: Sequence[Metric]) -> Iterator[tuple[bool, Iterator[Mistake]]]:
    """The mistakes that could match, kind by kind, and whether a kind is only tried where nothing else matches."""
    own = Variant.of(asked.trace)
    near, far = (
        list(other_metrics(own, related=related, among=others)) if asked.column is None else []
        for related in (True, False)
    )
    whole = printed.number.denominator == 1

    def calculated(*some: Iterable[Variant]) -> Iterator[Mistake]:
        return _calculated(asked, printed, own, chain(*some))

    yield False, errors.slipped(asked, printed, "plain mean")
    yield False, calculated(other_conventions(own, 1), _other_averages(own))
    yield False, _half_changed(asked, printed, own)
    yield False, errors.slipped(asked, printed, "turned")
    yield False, islice(calculated(other_cutoffs(asked.trace, own, near=True)), 1)
    yield False, calculated(own.from_other_grades())
    if printed.number.denominator > 2:  # a whole or half number shows no rounding
        yield False, islice(errors.slipped(asked, printed, "rounded early"), 1)
    yield False, islice(errors.slipped(asked, printed, "divided", "counted from 0", rare=False), 2)
    yield False, _cells(asked, printed, near=True, inputs=False)
    yield False, calculated(near)
    yield whole, _cells(asked, printed, near=True, inputs=True)
    yield whole, errors.slipped(asked, printed, "left out", "other base")
    yield True, calculated(one for one in far if one.metric.popularity == 2 or len(others) < len(metrics()))
    yield True, errors.slipped(asked, printed, "divided")
    yield True, errors.slipped(asked, printed, "not added up", "forgotten", "other logarithm", "mean of rows")
    yield True, calculated(other_cutoffs(asked.trace, own, near=False), other_conventions(own, 2))
    if printed.number not in (-1, 0, 1):  # which are in every table
        yield True, _cells(asked, printed, near=False, inputs=False)


# --- other calculations, with a cutoff or with their own --------------------------------------------------------------
def _calculated(asked: Asked, printed: Printed, own: Variant, others: Iterable[Variant]) -> Iterator[Mistake]:
    """The other calculations that return the typed number."""
    for other in others:
        try:
            trace = other.at(None)
            value = asked.value_in(trace)
        except REFUSALS:
            continue  # the metric does not take this convention here
        if value is not None and printed.matches(value):
            exact = trace.exact if asked.column is None and trace.exact is not None else value
            words = f"That is {instead(asked.name(trace), own, other, trace)}."
            yield Mistake(words, exact, trace)


def _half_changed(asked: Asked, printed: Printed, own: Variant) -> Iterator[Mistake]:
    """Another convention in the list itself, or in its ideal order, but not in both."""
    result = asked.result
    if asked.column is not None or result.operation != "divide" or result.sources[1].operation != "sum":
        return
    for other in other_conventions(own, 1):
        try:
            changed = other.at(None).result.materialise()
        except REFUSALS:
            continue
        halves = {"the list itself": (changed, result), "the ideal order": (result, changed)}
        for where, (one, two) in halves.items() if changed.operation == "divide" else ():
            above, below = float(one.sources[0]), float(two.sources[1])
            if below and printed.matches(above / below):
                words = f"{asked.name()}{other.changes_in_words(None)}, only in {where}"
                yield Mistake(f"That is {words}.", above / below)


def other_conventions(own: Variant, number: int) -> Iterator[Variant]:
    """With so many other conventions; a learner who weighs takes no root, such as the beta of √2 of some tools."""
    some_changes = [one for one in changes(own.metric, own.parameters, COMMON_NUMBERS) if one.value not in ROOTS]
    for some in together(some_changes, number):
        yield own.with_changes(some)


def _other_averages(own: Variant) -> Iterator[Variant]:
    """The other averages over queries, and means over other queries."""
    if not isinstance(own.over, tuple) or isinstance(own.lists, Ranking):
        return
    of_one_list = own.metric.pairing is None
    others = [(average, "all") for average in ("query", *own.metric.averages, *(["geometric"] if of_one_list else []))]
    others += [("query", queries) for queries in QUERIES if queries != "all" and of_one_list]
    yield from (own._replace(over=over) for over in others if over != own.over[:2])


def other_cutoffs(trace: Trace, own: Variant, *, near: bool) -> Iterator[Variant]:
    """One rank higher or lower, or without a cutoff; else at all other cutoffs."""
    if "k" not in own.metric.parameters:
        return
    k, end = own.parameters.get("k"), trace.ranking.cutoffs(None).length
    next_to: tuple[int | None, ...] = (end - 1,) if k is None else (k - 1, k + 1, None)
    for other in next_to if near else (one for one in range(1, min(end, MOST_CUTOFFS) + 1) if one not in (*next_to, k)):
        if other is None or 1 <= other <= max(end, (k or 0) + 1):
            yield own._replace(parameters=own.metric.with_cutoff(own.parameters, other))


def other_metrics(own: Variant, *, related: bool, among: Sequence[Metric] | None = None) -> Iterator[Variant]:
    """The catalogue's other metrics on the same list at the same cutoff: those of the same family, or all others.

    ``among`` are the only ones that count.
    """
    for metric in metrics() if among is None else among:
        same_lists = bool(metric.pairing) == bool(own.metric.pairing)
        if metric is own.metric or (metric.family == own.metric.family) is not related or not same_lists:
            continue
        alike = {name for name, known in metric.declared.items() if _same_meaning(known, own.metric.declared.get(name))}
        shared = {name: own.parameters[name] for name in metric.parameters if name in alike & {*own.parameters}}
        over = MEAN if isinstance(own.over, tuple) and not isinstance(own.lists, Ranking) else None
        yield own._replace(metric=metric, parameters=shared, over=over)


def _same_meaning(one: Parameter, other: Parameter | None) -> bool:
    return other is not None and (one.values, one.sentence) == (other.values, other.sentence)


def instead(name: str, own: Variant, other: Variant, trace: Trace) -> str:
    """What another calculation is, and how it differs: ``P@5, cut off one rank too late``."""
    if other.metric is not own.metric:
        return trace.label if trace.label.lower() == trace.title else f"{trace.label}, {trace.title}"
    if other.over != own.over:
        assert isinstance(own.over, tuple) and isinstance(other.over, tuple)
        average, instead = (
            Mean(own.metric, *over).describe(own.parameters, trace.ranking)[-1] for over in (other.over, own.over)
        )
        named = average.startswith(("mean", "geometric mean", "sum"))
        return f"the {average if named else f'{trace.title}: {average}'}, not the {instead}"
    k, before = (one.parameters.get("k") for one in (other, own))
    if k == before:
        return name + other.changes_in_words(None, name == trace.label)
    name = name if name == trace.label else f"{name} of {trace.label}"
    if k is None:
        return f"{name} of the whole list, not cut off at rank {before}"
    if before is None:
        return f"{name}, cut off at rank {k}, not the whole list"
    if abs(k - before) == 1:
        return f"{name}, cut off one rank too {'late' if k > before else 'early'}"
    return f"{name}, cut off at rank {k}, not at rank {before}"


# --- other cells ------------------------------------------------------------------------------------------------------
def _cells(asked: Asked, printed: Printed, *, near: bool, inputs: bool) -> Iterator[Mistake]:
    """Other cells of the table: in the rows above and below, and in the same row; if not ``near``, of the whole column.

    ``inputs`` are the cells of columns that are not calculated, such as grades and relevance. Instead of a mean, it is
    the values of queries; instead of a value, the last rows of columns.
    """
    columns = asked.trace.columns.items() if asked.place is None or near else ()
    cells = [
        (name, column, len(column) - 1)
        for name, column in columns
        if column.axis and np.ndim(column.values) == 1 and column.rule.calculates is not inputs
    ]
    if asked.column is not None and asked.place is not None:
        row, own = asked.place, asked.result
        cells = [(name, other, row) for name, other, _ in cells if other.axis is own.axis and name != asked.column]
        rows = () if inputs else (row - 1, row + 1) if near else range(min(len(own), MOST_ROWS))
        cells = [*((asked.column, own, one) for one in rows if 0 <= one < len(own) and one != row), *cells]
    elif near:
        cells = [(name, column, row) for name, column, last in cells if column.operation == "as_rows"
                 for row in range(min(last + 1, MOST_ROWS))]  # fmt: skip
    for name, column, row in cells:
        if 0 <= row < len(column) and printed.matches(value := float(column.values[row])):
            yield Mistake(f"That is {cell_name(column, name, row)}.", value)


# --- in words ---------------------------------------------------------------------------------------------------------
def _in_words(likely: Sequence[Mistake], printed: Printed, trace: Trace) -> str:
    """One or two sentences; careful ones for whole and half numbers, which match often by chance. None is empty.

    Also careful about a metric of another kind, which few learners take for the one that they are asked for.
    """
    if not likely:
        return ""
    first, *others = [mistake.words.removeprefix("That is ").removesuffix(".") for mistake in likely]
    kinds = {getattr(one.metric, "family", None) for one in (trace, likely[0].trace or trace)} - {None}
    if printed.number.denominator <= 2 or len(kinds) > 1:
        return f"Not yet. It could be {'; or '.join([first, *others])}."
    also = f" It could also be {'; or '.join(others)}." if others else ""
    return f"Not yet. That is {first}.{also}"
