"""Where a number may come from: one exact value, and every calculation that gives it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.calculations import Calculation
from rankteach.explain.numbers.detective.printed import CUT_OFF, EXACTLY, Printed
from rankteach.explain.numbers.detective.search import Found, exact_of
from rankteach.explain.numbers.detective.tools import Way
from rankteach.explain.numbers.diagnosis.alternatives import relevant_from_said, said
from rankteach.notation import numbers
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.trace import Trace

MOST_METRICS, MOST_CUTOFFS, MOST_CHANGES, MOST_CELLS, MOST_TOOLS = 10, 6, 2, 4, 3  # that are named
MOST_DIGITS = 12


class Origin:
    """One exact value that is printed as the number, and the calculations that give it, the likeliest first.

    Attributes
    ----------
    value
        The exact value: a fraction where there is one.
    match
        How it is printed so: ``"exactly"``, ``"rounded"`` (and how a half is, where it matters), or ``"cut off"``.
    measure, trace
        The likeliest measure, and its trace.
    cell
        The column and the row (from 1), where the value is a number on the way to that measure; else None.
    measures
        All measures with this value, the likeliest first; of many queries with the way over them: ``AP of q1``.
    cells
        The numbers on the way with this value, in words.
    """

    def __init__(self, found: Sequence[Found], printed: Printed) -> None:
        self._found, self._printed = found, printed
        first = found[0]
        self.match, self.cost = first.how, first.cost
        self.measure = first.calculation.measure(first.k)
        self.cell = None if first.cell is None else (first.cell.name, (first.cell.row or 0) + 1)

    @cached_property
    def trace(self) -> Trace:
        """The trace of the likeliest measure."""
        return self._found[0].trace()

    @cached_property
    def value(self) -> Fraction | float:
        """The exact value."""
        return exact_of(self._found[0], self.trace)

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """All measures with this value, the likeliest first."""
        return tuple(dict.fromkeys(one.calculation.measure(one.k) for one in self._found if one.cell is None))

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The numbers on the way to some measure with this value, in words, each once."""
        cells: dict[str, str] = {}
        for one in self._found:
            if one.cell is not None:
                cells.setdefault(one.cell.words, f"{one.cell.words} ({one.calculation.measure(one.k)})")
        return tuple(cells.values())

    @property
    def words(self) -> str:
        """What it is, in a sentence; and what has the same value, in another one."""
        first = self._found[0]
        name = calculation_said(first.calculation, first.k, self.trace)
        if first.cell is not None:
            name = f"{first.cell.words}, on the way to {name},"
        return f"{_begun(name)} is {shown(self.value, self._printed)}{self._how()}.{self._others()}"

    def _how(self) -> str:
        if self.match == EXACTLY:
            return ""
        if self.match == CUT_OFF and not self._printed.cut:
            return f", cut off to {self._printed.text} (not rounded)"
        return f", {self.match}"

    def _others(self) -> str:
        near = {one.cell.words for one in self._found if one.cell and one.cost <= self.cost + prior.CELL}
        near -= {first.words} if (first := self._found[0].cell) else set()
        cells = [cell for cell in self.cells if cell.rpartition(" (")[0] in near]
        named, more = self._named()
        others = [*named, *cells[:MOST_CELLS], *([f"and {more:,} more"] if more else [])]
        return f" The same value: {'; '.join(others)}." if others else ""

    @property
    def unnamed(self) -> int:
        """How many of ``measures`` the sentence does not name."""
        return self._named()[1]

    def _named(self) -> tuple[list[str], int]:
        """The other measures, metric by metric: ``nDCG@4, @5 (also with gain="exponential")``; and how many more."""
        by_metric: dict[str, dict[str, Found]] = {}
        for one in self._found:
            measure = one.calculation.measure(one.k)
            if one.cell is None and measure != self.measure:
                by_metric.setdefault(one.calculation.metric.name, {}).setdefault(measure, one)
        named = [_of_one_metric(list(found.values())) for found in list(by_metric.values())[:MOST_METRICS]]
        return [words for words, _ in named], sum(map(len, by_metric.values())) - sum(number for _, number in named)

    @property
    def calculations(self) -> int:
        """How many calculations give it."""
        return len(self.measures) + len(self.cells)

    def __repr__(self) -> str:
        return f"<Origin: {self.words}>"


def _of_one_metric(found: Sequence[Found]) -> tuple[str, int]:
    """What of one metric has the value, and how many that names: its cutoffs under the fewest changes, then others."""
    ways: dict[Any, list[Found]] = {}
    for one in found:
        ways.setdefault((one.calculation.over, one.calculation.instead_of, one.calculation.changed), []).append(one)
    (first, its), *others = ways.items()
    words, named = _at_cutoffs(its)
    also: list[str] = []
    besides: list[str] = []
    for way, some in others:
        added = [change for change in way[2] if change not in first[2]]
        as_well = way[:2] == first[:2] and len(added) == 1 == len(way[2]) - len(first[2])
        if as_well and {one.k for one in some} == {one.k for one in its} and len(also) < MOST_CHANGES:
            also.append(some[0].calculation.metric.measure(dict(added)).partition("(")[2][:-1])
            named += _at_cutoffs(some)[1]
        elif len(way[2]) <= max(1, len(first[2])) and len(besides) < MOST_CHANGES:
            other, number = _at_cutoffs(some)
            besides.append(other)
            named += number
    with_other = f"{words} (also with {', '.join(also)})" if also else words
    return ", ".join([with_other, *besides]), named


def _at_cutoffs(found: Sequence[Found]) -> tuple[str, int]:
    """``nDCG, @4, @6 to @10`` and how many these are: the first in full, then further cutoffs, the smallest first."""
    first, *others = sorted(found, key=lambda one: one.k or 0)
    spans: list[list[int]] = []
    for k in (one.k or 0 for one in others):
        if spans and spans[-1][-1] == k - 1:
            spans[-1].append(k)
        else:
            spans.append([k])
    spans = spans[: MOST_CUTOFFS - 1]
    ks = [f"@{span[0]} to @{span[-1]}" if len(span) > 2 else ", ".join(f"@{k}" for k in span) for span in spans]
    return ", ".join([first.calculation.measure(first.k), *ks]), 1 + sum(map(len, spans))


def calculation_said(calculation: Calculation, k: int | None, trace: Trace) -> str:
    """What a calculation is, in words: the label, the tools that have it, and every convention that is no default."""
    label = name = trace.label
    if isinstance(calculation.over, int):
        name = f"{name} of query {calculation.given.queries[calculation.over]}"
    if not calculation.changed and label.lower() != trace.title and not isinstance(trace.metric, Mean):
        name = f"{name} ({trace.title})"
    if isinstance(calculation.over, tuple):
        name = _over(name, calculation.over, trace)
    if tools := calculation.tools(k):
        *before, last = tools[:MOST_TOOLS]
        name = f"{name}, as {', '.join(before)} and {last} have it," if before else f"{name}, as {last} has it,"
    if calculation.changed:
        changes = said(calculation.plain(k), calculation.changed, label, trace).removeprefix(label)
        name = f"{_of_trec_eval(calculation, k)}{name}{changes}"
    if calculation.instead_of is not None:
        name = relevant_from_said(calculation.instead_of, name, trace)
    return name


def _over(name: str, way: Way, trace: Trace) -> str:
    """A name with the way over queries, where it is not the mean over all."""
    average, queries = way
    if average == "query":
        return name if queries == "all" else f"{name} over {QUERIES[queries]}"
    told: str = trace.metric.describe(trace.parameters, trace.ranking)[-1]
    over = told.removeprefix("geometric mean")
    return f"{name}{over}," if over != told else f"{name}, {told},"


def _of_trec_eval(calculation: Calculation, k: int | None) -> str:
    """The name of an F that trec_eval has for every weight: it is the square of ours."""
    (parameter, value), *others = calculation.changed
    if calculation.metric.name != "F" or parameter != "beta" or others or k or "k" in calculation.parameters:
        return ""
    return f"trec_eval's set_F.{value**2:.6g}, "


def _begun(name: str) -> str:
    """A name as the beginning of a sentence, with a comma after a clause."""
    first = name.split()[0]
    name = name[0].upper() + name[1:] if len(first) > 1 and first.isalpha() and first.islower() else name
    return f"{name}," if ", " in name and not name.endswith(",") else name


def shown(value: Fraction | float, printed: Printed) -> str:
    """A value as a fraction, where it has a readable one, and with digits that say how it is printed: two at least."""
    digits = min(MOST_DIGITS, max(4, (printed.digits or 0) + 2))
    decimal = numbers.decimal(float(value), digits)
    while printed.digits is not None and digits < MOST_DIGITS and printed.how(Fraction(decimal)) != printed.how(value):
        digits += 1  # what would be rounded to another number
        decimal = numbers.decimal(float(value), digits)
    if isinstance(value, Fraction) and numbers.readable(value):
        if value.denominator == 1:
            return with_minus(str(value.numerator))
        same = Fraction(decimal) == value
        decimal = f"{numbers.plain(value)} {'=' if same else '≈'} {decimal.rstrip('0') if same else decimal}"
    return with_minus(decimal)


def with_minus(number: str) -> str:
    """A number with the sign for minus, not a hyphen."""
    return number.replace("-", "−")
