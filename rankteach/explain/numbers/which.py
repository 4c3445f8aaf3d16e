"""Where a number comes from: which measure, which cutoff, which conventions; or which mistake.

``Search`` finds everything with the same digits and says how much chance would, ``penalties`` what of it is the
likeliest, and an ``Origin`` describes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from rankteach.core.checks import joined, yes_or_no
from rankteach.core.column import Axis
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import penalties
from rankteach.explain.numbers.explanation import Explanation, hedge
from rankteach.explain.numbers.lists import cutoffs_of, lists_of, measures_of
from rankteach.explain.numbers.misprints import in_floating_point, misprinted
from rankteach.explain.numbers.search import LARGEST_DIVISOR, MOST_PENALTY, SIMPLE, Match, Search, numbers_of
from rankteach.explain.numbers.variant import Variant
from rankteach.explain.printed import CUT_OFF, EXACTLY, Printed
from rankteach.notation import numbers
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.html import escape
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

__all__ = ["Near", "Origin", "Which", "which"]

MOST_NEAREST = 3
MOST_ROWS, MOST_NAMED = 10, 6
MOST_METRICS, MOST_CHANGES, MOST_CELLS, MOST_TOOLS = 3, 2, 2, 3  # that a sentence names
MOST_TOLD = 3
MANY_RIVALS = 3  # measures that are about as likely: then the number does not tell which one was meant
WEAK = Fraction(1, 20)
WEAK_OF_SIMPLE = Fraction(1, 5)
ABOVE = "No value of {} is above 1. {} can do that."


def which(
    number: Any,
    ranking: Any,
    *others: Any,
    measures: str | Iterable[Any] | None = None,
    cutoffs: Iterable[int | None] | None = None,
    digits: int | None = None,
    misprints: bool = False,
    taught: str | Iterable[Any] | None = None,
) -> Which:
    """Which measure, cutoff and convention return a number, or which slip does; and how strong the evidence is.

    Every metric of the catalogue runs at every cutoff, with one and two of its conventions changed, with all
    that a tool has in its own way (see ``rt.conventions``), and with other grades that count as relevant; every number
    on the way to a value is looked at, and slips in the metrics of every introduction. Defaults come before one change
    and one change before two, the whole list and the usual cutoffs before others, well-known metrics before rare ones.

    So many calculations return many numbers by chance. The numbers next to the one that you ask for tell how many: if
    something as likely explains more than a few of them, it proves nothing, and no more than its name is said.
    "Nothing I tried gives this number" is a good answer.

    Parameters
    ----------
    number : str or number
        As it is printed: "0.5556", ".56", "55.6%", "5/9", "5e-3"; "0.55..." if it is cut off there. Of a float the
        digits that Python writes count, or numpy; of one that had 32 bits, only those of 32 bits. A whole number
        without a point is one.
    ranking : Ranking, sequence of grades, Batch, or several rankings
        The list; or many, as a sequence or a mapping by query: then also means over queries, pooled averages, and the
        values of each query. An evaluated run has many.
    *others
        The second list, for metrics that compare two.
    measures : measure, or collection of measures, optional
        Only these, such as ``"AP"`` or ``["AP", "nDCG"]``; a parameter or a cutoff that is given, as in
        ``"AP(rel=2)@10"``, stays.
    cutoffs : collection of int or None, optional
        Only these; None for the whole list. By default the whole list and every rank (of long lists the usual ones).
    digits : int, optional
        How many digits after the point count, instead of those that are there.
    misprints : bool, optional
        Whether to look for wrong digits, too, and for terms rounded to different digits. Any number is a misprint of
        some value, so ask only of a document whose other numbers are right.
    taught : measure, or collection of measures, optional
        The metrics that your students know, such as ``["P", "R", "AP"]``: the answer names no other metric, and of
        these only the likeliest calculations.

    Returns
    -------
    Which
        ``origins``, the likeliest first: each is one exact value with all measures that have it. ``slips`` that return
        the number, and ``nearest`` where nothing does. ``first`` is the likeliest of all, or None; ``chance`` the
        fraction of random numbers with as many digits that would be explained as well.

    Raises
    ------
    TypeError, ValueError
        If the number cannot be read, and for lists, measures and cutoffs that the metrics refuse.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> answer = which("0.4167", ranking)
    >>> answer.first.measure, str(answer.first.value), answer.first.match, float(answer.chance)
    ('AP', '5/12', 'rounded', 0.0)
    >>> print(which("0.5006", ranking).words[0])
    Nothing I tried gives 0.5006.
    >>> print(which("0.4167", ranking, taught=["P", "R", "RR", "AP"]).words[0])
    That is AP (average precision): 5/12 ≈ 0.416667, rounded. The same value: AP@5; AP@3.
    >>> print(which("0.749", [1, 0, 1, 0, 1], measures=["F"]).first.words)
    That could be F1, exactly 3/4: in floating point it is 0.7499999999999999, and that was cut off to 0.749.
    """
    printed, lists = Printed(number, digits), lists_of(ranking, others)
    everything = numbers_of(lists, measures_of(lists, measures), cutoffs_of(lists, cutoffs))
    known = None if taught is None else {one.metric for one in measures_of(lists, taught, "taught")}
    search = Search(printed, everything, thorough=measures is not None or known is not None)
    found = sorted(_found(search, known), key=lambda one: one.penalty)
    found = [*in_floating_point(search, found[0].penalty if found else MOST_PENALTY), *found]
    defaults = [one for one in search.numbers.defaults if known is None or one.variant.metric in known]
    if yes_or_no(misprints, "misprints"):
        found += misprinted(defaults, printed)
    metrics = dict.fromkeys(one.metric for one in search.numbers.measures)
    named = [metric for metric in metrics if (metric in known if known is not None else measures is not None)]
    return Which(search, found, () if found else _nearest(defaults, printed), named)


def _found(search: Search, taught: Collection[Metric] | None) -> Iterator[Origin | Explanation]:
    """Each value that was found: where it comes from, and the error that leads to it if nothing likelier does.

    Of the metrics that were taught, if that is said, and then only what is nearly as likely as the first.
    """
    by_value: dict[str, list[Match]] = {}
    for match in search.matches:
        if taught is None or match.variant.metric in taught:
            by_value.setdefault(f"{match.value:.10g}", []).append(match)
    for matches in by_value.values():
        first = matches[0]
        if taught is not None:
            matches = [one for one in matches if one.penalty <= first.penalty + penalties.CUTOFF]
        calculations = [match for match in matches if match.error is None]
        if first.error is not None and search.tells(first.penalty, error=True):
            error, chance = first.error, search.chance(first.penalty)
            yield error._replace(trace=first.variant.trace(), penalty=first.penalty, chance=chance)
        if calculations and search.tells(calculations[0].penalty):
            yield Origin(calculations, search)


def _nearest(values: Iterable[Match], printed: Printed) -> list[Near]:
    """The values under the defaults that are nearest, each number once."""
    nearest: dict[str, Match] = {}
    for value in sorted(values, key=lambda value: (abs(value.value - float(printed.number)), value.penalty)):
        nearest.setdefault(f"{value.value:.10g}", value)
        if len(nearest) == MOST_NEAREST:
            break
    traces = [(one.variant.measure, one.variant.trace()) for one in nearest.values() if one.value == one.value]
    return [Near(measure, exact_or_float(trace.result), trace) for measure, trace in traces]


# --- where a number may come from -------------------------------------------------------------------------------------
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

    def __init__(self, matches: Sequence[Match], search: Search) -> None:
        self._matches, self._printed, first = matches, search.printed, matches[0]
        self.match, self.penalty, self.measure = first.how, first.penalty, first.variant.measure
        self.chance = search.chance(first.penalty)
        self.rivals = tuple(one.variant.measure for one in search.rivals(matches))
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
        others = "; ".join([*map(self._as_in, self._named), *cells[:MOST_CELLS], *more])
        return f" The same value: {others}." if others else ""

    def _as_in(self, measure: str) -> str:
        """A measure with the same value; with its tools, if the likeliest is neither usual nor that of a tool."""
        first = self._matches[0].variant
        alike = (one.variant for one in self._matches if one.cell is None and one.variant.measure == measure)
        tools = next(alike).tools()[:MOST_TOOLS] if first.changed and not first.tools() else []
        return f"{measure}, as in {joined(tools, 'and')}" if tools else measure

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


# --- the answer -------------------------------------------------------------------------------------------------------
class Near(NamedTuple):
    """A measure whose value is close to the number: the value, and its trace."""

    measure: str
    value: Any
    trace: Trace


class Which(Report):
    """What ``rt.which`` returns.

    Attributes
    ----------
    number
        The number as it was given.
    first
        The likeliest explanation, an origin or a slip; None where nothing that is known tells more than chance.
    chance
        The fraction of random numbers with as many digits that would be explained as well as by the first; None
        without one.
    few
        Whether that are so many that the evidence is weak.
    origins
        Where the number may come from, the likeliest first: each is one exact value with all measures that return it.
    slips
        The mistakes that would return it, the likeliest first.
    nearest
        If nothing explains it: the three nearest values of measures with their default conventions.
    tried
        How many numbers were calculated.
    untried
        What was not tried: there is too much of it, it could not have come first, or it would fit by chance.
    above
        Those of ``measures`` that can have no value as large as the number.
    """

    def __init__(
        self, search: Search, found: Sequence[Origin | Explanation], nearest: Sequence[Near], named: Sequence[Metric]
    ) -> None:
        printed = self._printed = search.printed
        self.number = printed.text
        self.origins = tuple(one for one in found if isinstance(one, Origin))
        most = found[0].penalty + penalties.AS_LIKELY if found else 0
        near = [one for one in found if one.penalty <= most or one.penalty == penalties.MISPRINT]
        self.slips = tuple(one for one in near if isinstance(one, Explanation))
        self.first: Origin | Explanation | None = found[0] if found else None
        self.chance: Fraction | None = None if self.first is None else self.first.chance
        self._others = near[1:MOST_TOLD]
        self._simple = search.simple(found[0].penalty) if found and not printed.low_precision else Fraction(0)
        self.few = self.chance is not None and (self.chance > WEAK or printed.low_precision)
        self.nearest, self.tried, self.untried = tuple(nearest), search.tried, tuple(search.untried)
        above = [one for one in named if (high := one.bounds[1]) is not None and high < printed.number]
        self.above, self._above = tuple(one.name for one in above), above[:MOST_TOLD]
        self._known = f"of {joined((one.name for one in named), 'and')} " if named else ""
        alike = [one for one in search.matches if not named or one.variant.metric in named]
        self._by_chance = next((one.variant for one in alike if not (one.cell or one.error)), None)
        self._nothing = "No measure" if alike else "Nothing"

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        sentences = []
        if isinstance(self.first, Origin) and self.first.cell is None and len(self.first.rivals) >= MANY_RIVALS:
            return [
                f"{len(self.first.measures):,} measures return {self.number}, so it does not tell which one was meant.",
                f"The likeliest: {'; '.join(self.first.rivals[:MOST_NAMED])}.",
                "All measures are in rt.which(...).origins[0].measures.",
            ]
        if self.first is None or self.chance is None:
            tried = f"{self.tried:,} calculated numbers"
            if one := self._by_chance:
                sentences.append(f"{one.measure} is {self.number}, but one of {tried} could be that by chance.")
                sentences += [] if self._known else [f"If you expect it, name it: measures=[{one.metric.name!r}]."]
            else:
                sentences.append(f"{self._nothing} I tried {self._known}gives {self.number}.")
                sentences.append(f"None of {tried} comes closer than chance would.")
        else:
            sentences += [self.first.words, self._strength(self.chance)]
            sentences += [other.words.replace("That ", "Or that ", 1) for other in self._others]
            if self._unnamed:
                sentences.append("All measures are in rt.which(...).origins[0].measures.")
        if self.above and self.first is None:
            causes = ["an item that counts twice"] * any(map(_divides_by_all, self._above))
            causes += ["an ideal order that lacks items or gain"] * any(
                "ideal" in one.parameters for one in self._above
            )
            words = joined([*causes, "a division left out"])
            sentences.append(ABOVE.format(joined(self.above[:MOST_TOLD]), words[0].upper() + words[1:]))
        if self.nearest:
            listed = (f"{near.measure} is {self._printed.shown(near.value)}" for near in self.nearest)
            sentences.append(f"The nearest: {'; '.join(listed)}.")
        if self.untried:
            sentences.append(f"Not tried: {'; '.join(self.untried)}.")
        return sentences

    def to_html(self, **display: Any) -> str:
        """Static HTML; the measures that a sentence does not name are behind a fold."""
        folds = "".join(
            f"<details><summary>All {len(one.measures):,} measures that are {self._printed.shown(one.value)}</summary>"
            f"<p>{escape('; '.join(one.measures))}</p></details>"
            for one in self._unnamed
        )
        return f"<div>{super().to_html(**display)}{folds}</div>" if folds else super().to_html(**display)

    @property
    def _unnamed(self) -> list[Origin]:
        """The origins with more measures than their sentence names."""
        return [one for one in (self.first, *self._others) if isinstance(one, Origin) and one.unnamed]

    def _strength(self, chance: Fraction) -> str:
        if self._simple > max(chance, WEAK_OF_SIMPLE):
            few = f"{self._simple * len(SIMPLE)} of {len(SIMPLE)} fractions with divisors up to {LARGEST_DIVISOR}"
            return f"{few} would be explained as well, so this is weak evidence."
        if not chance and self.few:
            return "No other number near it fits as well, but one with so few digits is weak evidence."
        if not chance:
            return "This is unlikely to be a coincidence: no neighbouring number fits a calculation as well."
        share = f"{chance.numerator} of {chance.denominator}" if chance < 1 else "Any number"
        alike = "fractions with its divisor" if self._printed.digits is None else "random numbers with as many digits"
        given = f" {alike}" if chance < 1 else ""
        return f"{share}{given} would be explained as well{', so this is weak evidence' if self.few else ''}."

    def table(self, *, digits: int = 6, fractions: bool = True) -> Table:
        """The origins: the value, how it gets the digits of the number, and the measures."""
        display, rows = numbers.displayed(digits, fractions), self.origins[:MOST_ROWS]
        entries = [
            Entry("value", [display.plain(origin.value) for origin in rows]),
            Entry(f"is {self.number}", [origin.match for origin in rows], numeric=False),
            Entry("calculation", [_listed(origin) for origin in rows], numeric=False),
        ]
        return Table(Axis("origin", length=len(rows)), entries)


def _divides_by_all(metric: Metric) -> bool:
    """Whether a metric divides by the relevant items, also by those that the list lacks."""
    if metric.pairing or metric.family == "curve":
        return False
    return bool(float(metric(Ranking([1, 0]))) != float(metric(Ranking([1, 0], missed=[1]))))


def _listed(origin: Origin) -> str:
    """The likeliest measure of each metric; if there is none, the numbers on the way."""
    metrics = {measure.partition("(")[0].partition("@")[0]: measure for measure in reversed(origin.measures)}
    names = sorted(metrics.values(), key=origin.measures.index)
    return "; ".join((names or list(origin.cells))[:MOST_NAMED]) + ("; ..." if len(names) > MOST_NAMED else "")
