"""Where a number may come from: one exact value, and every calculation that gives it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from rankteach.core.checks import joined
from rankteach.explain.numbers import penalties
from rankteach.explain.numbers.errors import shown
from rankteach.explain.numbers.search import Match
from rankteach.explain.numbers.variant import Variant
from rankteach.explain.printed import CUT_OFF, EXACTLY, Printed
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.trace import Trace

NEARLY_UNIQUE = Fraction(1, 100)
MOST_METRICS, MOST_CUTOFFS, MOST_CHANGES, MOST_CELLS, MOST_TOOLS = 3, 4, 2, 2, 3  # that a sentence names


class Origin:
    """One exact value with the digits of the number, and the calculations that return it, the likeliest first.

    Attributes
    ----------
    value
        The exact value: a fraction where there is one.
    match
        How it gets these digits: ``"exactly"``, ``"rounded"`` (a half up, or to even), or ``"cut off"``.
    measure, trace
        The likeliest measure, and its trace.
    cell
        The column and the row (from 1), where the value is a number on the way to that measure; else None.
    measures
        All measures with this value, the likeliest first; for many queries with how they are averaged: ``AP of q1``.
    cells
        The numbers on the way with this value, in words: ten of a column with more than 200 rows.
    chance
        The fraction of random numbers with as many digits that would be explained as well.
    rivals
        The well-known measures that are about as likely, the likeliest of each; if all agree, only one. Of a whole
        number, rare ones too.
    """

    def __init__(
        self, matches: Sequence[Match], printed: Printed, chance: Fraction, rivals: Sequence[Match] = ()
    ) -> None:
        self._matches, self._printed, self.chance = matches, printed, chance
        self.rivals = tuple(one.calculation.measure(one.k) for one in rivals)
        first = matches[0]
        self.match, self.cost = first.how, first.cost
        self.measure = first.calculation.measure(first.k)
        self.cell = None if first.cell is None else (first.cell.name, first.cell.row + 1)

    @cached_property
    def trace(self) -> Trace:
        """The trace of the likeliest measure."""
        return self._matches[0].trace()

    @cached_property
    def value(self) -> Fraction | float:
        """The exact value."""
        return self._matches[0].exact(self.trace)

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """All measures with this value, the likeliest first."""
        return tuple(dict.fromkeys(one.calculation.measure(one.k) for one in self._matches if one.cell is None))

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The numbers on the way to some measure with this value, in words, each once."""
        cells: dict[str, str] = {}
        for one in self._matches:
            if one.cell is not None:
                cells.setdefault(one.cell.words, f"{one.cell.words} ({one.calculation.measure(one.k)})")
        return tuple(cells.values())

    @property
    def words(self) -> str:
        """The likeliest calculation in a sentence, and others with the same value in another one."""
        first = self._matches[0]
        name = in_words(first.calculation, first.k, self.trace)
        if first.cell is not None:
            name = f"{first.cell.words}, on the way to {name},"
        value = f"{shown(self.value, self._printed)}{self._how()}"
        return f"{opening(self.chance)} {name.removesuffix(',')}: {value}.{self._others()}"

    def _how(self) -> str:
        if self.match == EXACTLY:
            return ""
        if self.match == CUT_OFF and not self._printed.cut:
            return f", cut off to {self._printed.text} (not rounded)"
        return f", {self.match}"

    def _others(self) -> str:
        near = {one.cell.words for one in self._matches if one.cell and one.cost <= self.cost + penalties.CELL}
        near -= {first.words} if (first := self._matches[0].cell) else set()
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
        by_metric: dict[str, dict[str, Match]] = {}
        for one in self._matches:
            measure = one.calculation.measure(one.k)
            if one.cell is None and measure != self.measure:
                by_metric.setdefault(one.calculation.metric.name, {}).setdefault(measure, one)
        named = [_of_one_metric(list(matches.values())) for matches in list(by_metric.values())[:MOST_METRICS]]
        return [words for words, _ in named], sum(map(len, by_metric.values())) - sum(number for _, number in named)

    def __repr__(self) -> str:
        return f"<Origin: {self.words}>"


def _of_one_metric(matches: Sequence[Match]) -> tuple[str, int]:
    """One metric's measures with this value, those with the fewest changes first; and how many are named."""
    groups: dict[Any, list[Match]] = {}
    for one in matches:
        own = one.calculation
        groups.setdefault((own.over, own.instead_of, own.changed), []).append(one)
    ((*place, changed), first), *others = groups.items()
    words, named = _at_cutoffs(first)
    also: list[str] = []
    further: list[str] = []
    for (*its_place, its_changed), some in others:
        added = [change for change in its_changed if change not in changed]
        as_well = its_place == place and len(added) == 1 == len(its_changed) - len(changed)
        its_words, number = _at_cutoffs(some)
        if as_well and {one.k for one in some} == {one.k for one in first} and len(also) < MOST_CHANGES:
            also.append(some[0].calculation.metric.measure(dict(added)).partition("(")[2][:-1])
            named += number
        elif len(its_changed) <= max(1, len(changed)) and len(further) < MOST_CHANGES:
            further.append(its_words)
            named += number
    return ", ".join([f"{words} (also with {', '.join(also)})" if also else words, *further]), named


def _at_cutoffs(matches: Sequence[Match]) -> tuple[str, int]:
    """``nDCG, @4, @6 to @10``, the smallest cutoff first and in full; and how many these are."""
    first, *others = sorted(matches, key=lambda one: one.k or 0)
    spans: list[list[int]] = []
    for k in (one.k or 0 for one in others):
        if spans and spans[-1][-1] == k - 1:
            spans[-1].append(k)
        else:
            spans.append([k])
    spans = spans[: MOST_CUTOFFS - 1]
    ks = [f"@{span[0]} to @{span[-1]}" if len(span) > 2 else ", ".join(f"@{k}" for k in span) for span in spans]
    return ", ".join([first.calculation.measure(first.k), *ks]), 1 + sum(map(len, spans))


def in_words(calculation: Variant, k: int | None, trace: Trace) -> str:
    """The name of a calculation: the label, the tools that calculate it so, and every convention but the defaults."""
    label = name = trace.label
    over, changed = calculation.over, calculation.changed
    if isinstance(over, int):
        name = f"{name} of query {calculation.lists.queries[over]}"
    if not changed and label.lower() != trace.title and not isinstance(trace.metric, Mean):
        name = f"{name} ({trace.title})"
    if isinstance(over, tuple) and over[0] == "query":
        name = name if over[1] == "all" else f"{name} over {QUERIES[over[1]]}"
    elif isinstance(over, tuple):
        average: str = trace.metric.describe(trace.parameters, trace.ranking)[-1]
        called = {"geometric": "geometric mean", "sum": "sum"}.get(over[0])  # the label begins with it
        name = f"{name}{average.removeprefix(called)}," if called else f"{name}, {average},"
    if tools := calculation.tools(k)[:MOST_TOOLS]:
        name = f"{name.removesuffix(',')}, as in {joined(tools, 'and')},"
    if calculation.measure(k).startswith("F(beta=") and len(changed) == 1 and "@" not in label:
        name = f"trec_eval's set_F.{changed[0].value ** 2:.6g}, {name}"  # whose weight is the square of beta
    return name + calculation.changes_in_words(k)


def opening(chance: Fraction) -> str:
    """How sure an explanation sounds."""
    return "That is" if chance < NEARLY_UNIQUE else "That could be"
