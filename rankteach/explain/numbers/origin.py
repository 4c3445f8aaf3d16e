"""Where a number may come from: one exact value, and every calculation that gives it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from rankteach.core.checks import joined
from rankteach.explain.numbers import penalties
from rankteach.explain.numbers.explanation import hedge
from rankteach.explain.numbers.search import Match
from rankteach.explain.numbers.variant import Variant
from rankteach.explain.printed import CUT_OFF, EXACTLY, Printed
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.trace import Trace

MOST_METRICS, MOST_CHANGES, MOST_CELLS, MOST_TOOLS = 3, 2, 2, 3  # that a sentence names


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
        The measures with this value, the likeliest first; for many queries with how they are averaged: ``AP of q1``.
        Of those that are much less likely than the first, only what was tried.
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
        self.rivals = tuple(one.variant.measure for one in rivals)
        first = matches[0]
        self.match, self.penalty, self.measure = first.how, first.penalty, first.variant.measure
        self.cell = None if first.cell is None else (first.cell[0], first.cell[1] + 1)

    @cached_property
    def trace(self) -> Trace:
        """The trace of the likeliest measure."""
        return self._matches[0].variant.trace()

    @cached_property
    def value(self) -> Fraction | float:
        """The exact value."""
        return self._matches[0].exact(self.trace)

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """All measures with this value, the likeliest first."""
        return tuple(dict.fromkeys(one.variant.measure for one in self._matches if one.cell is None))

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The numbers on the way to some measure with this value, in words, each once."""
        cells: dict[str, str] = {}
        for one in self._matches:
            if one.cell is not None:
                cells.setdefault(one.called, f"{one.called} ({one.variant.measure})")
        return tuple(cells.values())

    @property
    def words(self) -> str:
        """The likeliest calculation in a sentence, and others with the same value in another one."""
        first = self._matches[0]
        name = in_words(first.variant, self.trace)
        if first.cell is not None:
            name = f"{first.called}, on the way to {name},"
        value = f"{self._printed.shown(self.value)}{self._how()}"
        return f"{hedge(self.chance)} {name.removesuffix(',')}: {value}.{self._others()}"

    def _how(self) -> str:
        if self.match == EXACTLY:
            return ""
        if self.match == CUT_OFF and not self._printed.cut:
            return f", cut off to {self._printed.text} (not rounded)"
        return f", {self.match}"

    def _others(self) -> str:
        first = self._matches[0]
        likely = (one for one in self._matches if one.cell and one.penalty <= self.penalty + penalties.CELL)
        near = {one.called for one in likely} - {first.called}
        cells = [cell for cell in self.cells if cell.rpartition(" (")[0] in near]
        more = [f"and {self.unnamed:,} more"] if self.unnamed else []
        others = "; ".join([*self._named, *cells[:MOST_CELLS], *more])
        return f" The same value: {others}." if others else ""

    @property
    def unnamed(self) -> int:
        """How many of ``measures`` the sentence does not name."""
        return len({*self.measures} - {self.measure}) - len(self._named)

    @cached_property
    def _named(self) -> list[str]:
        """The other measures that a sentence names: the likeliest two of each of the likeliest metrics."""
        by_metric: dict[str, list[str]] = {}
        for one in self._matches:
            if one.cell is None and one.variant.measure != self.measure:
                by_metric.setdefault(one.variant.metric.name, []).append(one.variant.measure)
        some = [list(dict.fromkeys(measures))[:MOST_CHANGES] for measures in by_metric.values()]
        return [measure for measures in some[:MOST_METRICS] for measure in measures]

    def __repr__(self) -> str:
        return f"<Origin: {self.words}>"


def in_words(variant: Variant, trace: Trace) -> str:
    """The name of a calculation: the label, the tools that calculate it so, and every convention but the defaults."""
    label = name = trace.label
    over, changed = variant.over, variant.changed
    if isinstance(over, int):
        name = f"{name} of query {variant.lists.queries[over]}"
    if not changed and label.lower() != trace.title and not isinstance(trace.metric, Mean):
        name = f"{name} ({trace.title})"
    if isinstance(over, tuple) and over[0] == "query":
        name = name if over[1] == "all" else f"{name} over {QUERIES[over[1]]}"
    elif isinstance(over, tuple):
        average: str = trace.metric.describe(trace.parameters, trace.ranking)[-1]
        called = {"geometric": "geometric mean", "sum": "sum"}.get(over[0])  # the label begins with it
        name = f"{name}{average.removeprefix(called)}," if called else f"{name}, {average},"
    if tools := variant.tools()[:MOST_TOOLS]:
        name = f"{name.removesuffix(',')}, as in {joined(tools, 'and')},"
    if variant.measure.startswith("F(beta=") and len(changed) == 1 and "@" not in label:
        name = f"trec_eval's set_F.{changed[0].value ** 2:.6g}, {name}"  # whose weight is the square of beta
    return name + variant.changes_in_words()
