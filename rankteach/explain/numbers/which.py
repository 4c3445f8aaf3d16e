"""Where a number comes from: which measure, which cutoff, which conventions; or which mistake.

``Calculated`` holds every calculated number, ``Search`` finds those with the same digits, ``prior`` says which of them
is the likeliest, and an ``Origin`` describes it. If nothing likely returns the number, ``mistakes`` are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.explain.numbers import mistakes, prior
from rankteach.explain.numbers.lists import cutoffs_of, lists_of, measures_of
from rankteach.explain.numbers.mistakes import Mistake, shown, with_minus
from rankteach.explain.numbers.origin import Origin
from rankteach.explain.numbers.record import Asked
from rankteach.explain.numbers.search import Match, Search, calculated
from rankteach.explain.printed import Printed
from rankteach.notation import numbers
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table, recorded
from rankteach.tracing.trace import Trace

__all__ = ["Near", "Origin", "Which", "which"]

MOST_NEAREST = 3
MOST_ROWS, MOST_NAMED = 10, 6
MOST_MISTAKES = 3
MOST_NEAR = 20  # values whose terms are rounded
NEAR = 0.02  # the largest error of rounded terms, as a fraction of the number, or absolutely
LONGEST = 200  # ranks; in longer lists no slip is looked for
MOST_NUMBERS = 2_000  # the same for many lists together


def which(
    number: Any,
    ranking: Any,
    *others: Any,
    measures: str | Iterable[Any] | None = None,
    cutoffs: Iterable[int | None] | None = None,
    digits: int | None = None,
) -> Which:
    """Which measure, cutoff and convention return a number; or if none does, which slip would.

    Every metric of the catalogue runs at every cutoff, with one, two and three of its conventions changed, with all
    that a tool has in its own way (see ``rt.conventions``), and with other grades that count as relevant; and every
    number on the way to a value is looked at. What matches to the digits printed is an origin: defaults come before one
    change and one change before two, the whole list and the usual cutoffs before others, the metrics of every
    introduction before rare ones. In long lists, and in many, the search ends where nothing further could come first,
    or there would be too much of it, and says what was not tried.

    Parameters
    ----------
    number : str or number
        As it is printed: "0.5556", ".56", "55.6%", "5/9", "5e-3"; "0.55..." if it is cut off there. Of a float the
        digits that Python writes count, or numpy. A whole number without a point is one.
    ranking : Ranking, sequence of grades, Batch, or several rankings
        The list; or many, as a sequence or a mapping by query: then also means over queries, pooled averages, and the
        values of each query. What has a method ``rankings()``, such as an evaluated run, is asked for them.
    *others
        The second list, for metrics that compare two.
    measures : measure, or collection of measures, optional
        Only these, such as ``"AP"`` or ``["AP", "nDCG"]``; a parameter or a cutoff that is given, as in
        ``"AP(rel=2)@10"``, stays.
    cutoffs : collection of int or None, optional
        Only these; None for the whole list. By default the whole list and every rank (of long lists the usual ones).
    digits : int, optional
        How many digits after the point count, instead of those that are there.

    Returns
    -------
    Which
        ``origins``, the likeliest first: each is one exact value with all measures that have it. ``slips`` where
        nothing likely gives the number, and ``nearest`` where nothing does at all. ``first`` is the likeliest of all.

    Raises
    ------
    TypeError, ValueError
        If the number cannot be read, and for lists, measures and cutoffs that the metrics refuse.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> answer = which("0.42", ranking, measures=["AP"], cutoffs=[3])
    >>> [(origin.measure, str(origin.value), origin.match) for origin in answer.origins]
    [('AP@3', '5/12', 'rounded')]
    >>> which("5/6", ranking, measures=["AP"], cutoffs=[3]).origins[0].measure
    'AP(denominator="hits")@3'
    >>> print(which("0.749", [1, 0, 1, 0, 1], measures=["F"]).slips[0].words)
    That is F1, exactly 3/4: in floating point it is 0.7499999999999999, and that was cut off to 0.749.
    """
    printed, lists = Printed(number, digits), lists_of(ranking, others)
    search = Search(printed, calculated(lists, measures_of(lists, measures), cutoffs_of(lists, cutoffs)))
    by_value: dict[str, list[Match]] = {}
    for match in search.matches:
        by_value.setdefault(f"{match.value:.10g}", []).append(match)
    origins = [Origin(matches, printed) for matches in by_value.values()]
    likely = origins and origins[0].cost < prior.FAR_FETCHED
    slips, nearest = () if likely else _mistakes(search), () if origins else _nearest(search)
    return Which(printed, origins, slips, nearest, search.tried, search.untried)


def _nearest(search: Search) -> list[Near]:
    """The values under the defaults that are nearest, each number once."""
    nearest: dict[str, Near] = {}
    defined = [value for value in search.plain if value.value == value.value]
    for value in sorted(defined, key=lambda value: (_distance(search, value), value.cost)):
        if (rounded := f"{value.value:.10g}") not in nearest:
            trace = value.trace()
            nearest[rounded] = Near(value.calculation.measure(value.k), value.exact(trace), trace)
        if len(nearest) == MOST_NEAREST:
            break
    return list(nearest.values())


# --- the mistakes that would give the number --------------------------------------------------------------------------
def _mistakes(search: Search) -> tuple[Mistake, ...]:
    """The likeliest first; if some unlikely calculation returns the number, only rounding mistakes."""
    again = search.length <= LONGEST and prior.size(search.lists) <= MOST_NUMBERS
    kinds = [_in_floating_point(search), *([_rounded_early(search)] if again else [])]
    if not search.matches:
        kinds += [*([_turned(search), _miscalculated(search)] if again else []), islice(_misprints(search), 1)]
    by_words: dict[str, Mistake] = {}
    for mistake in chain(*kinds):
        by_words.setdefault(mistake.words, mistake)
        if len(by_words) == MOST_MISTAKES:
            break
    return tuple(by_words.values())


def _distance(search: Search, value: Match) -> float:
    return abs(value.value - float(search.printed.number))


def _near(search: Search, distance: float) -> list[Match]:
    """The values under the defaults that are close to the number, the likeliest first, each number once."""
    near = [value for value in search.plain if _distance(search, value) <= distance]
    once = {(value.calculation.metric.name, round(value.value, 12)): value for value in reversed(near)}
    return sorted(once.values(), key=lambda value: value.cost)[:MOST_NEAR]


def _in_floating_point(search: Search) -> Iterator[Mistake]:
    for value in _near(search, 1.01 * float(search.printed.step)):
        trace = value.trace()
        yield from mistakes.in_floating_point(trace, (float(trace), value.value), search.printed)


def _rounded_early(search: Search) -> Iterator[Mistake]:
    """Values and running sums whose terms were rounded."""
    near = _near(search, NEAR * max(1.0, abs(float(search.printed.number))))
    for asked in chain((Asked(value.trace()) for value in near), _sums(search)):
        for mistake in islice(mistakes.slipped(asked, search.printed, "rounded early", "unevenly rounded"), 1):
            sum_of = f" The exact sum, on the way to {asked.trace.label}, is {asked.exact}." if asked.column else ""
            yield mistake._replace(words=mistake.words + sum_of, trace=asked.trace)


def _sums(search: Search) -> Iterator[Asked]:
    """The running sums that come close to the number, and are not the value at a cutoff."""
    number = float(search.printed.number)
    values = {round(value.value, 9) for value in search.plain}
    whole = {value.calculation.metric.name: value for value in search.plain if value.k is None}
    for value in whole.values():
        if value.calculation.metric.popularity < 2:
            continue
        trace = value.trace()
        result = trace.result.materialise()
        if result.operation == "sum":  # its running sum is the value at each cutoff
            continue
        for column in recorded(result):
            if column.operation == "cumsum" and column.values.ndim == 1 and _is_fractional(column.sources[0]):
                near = abs(column.values - number) <= NEAR * max(1.0, abs(number))
                changes = np.diff(column.values, prepend=0) != 0
                for row in np.flatnonzero(near & changes).tolist():
                    if round(float(column.values[row]), 9) not in values:
                        yield Asked(trace, column.name, row + 1)


def _is_fractional(terms: Column) -> bool:
    """Whether there are numbers that a learner would round."""
    return bool(np.any(np.asarray(terms.values, dtype=float) % 1))


def _turned(search: Search) -> Iterator[Mistake]:
    lowest, highest = search.printed.span
    for value in search.plain:
        one = value.value
        around = (1 - one, -one, 100 * one, 1 / one if one else np.inf)
        if any(lowest <= other <= highest for other in around):
            asked = Asked(value.trace())
            yield from (one._replace(trace=asked.trace) for one in mistakes.slipped(asked, search.printed, "turned"))


def _miscalculated(search: Search) -> Iterator[Mistake]:
    """One slip in the calculation of a usual measure."""
    popularity = max(value.calculation.metric.popularity for value in search.plain)
    most = prior.UNPOPULAR[popularity] + prior.OTHER_KIND + prior.CUTOFF
    for value in search.plain:
        if value.calculation.metric.popularity < popularity or value.cost > most or not value.value:
            continue
        asked = Asked(value.trace())
        slips = mistakes.slipped(asked, search.printed, "plain mean", "miscounted", "left out", "lapsed")
        yield from (mistake._replace(trace=asked.trace) for mistake in islice(slips, 1))


def _misprints(search: Search) -> Iterator[Mistake]:
    for value in search.plain:
        if how := mistakes.can_be_misprint(value.value, search.printed):
            trace = value.trace()
            number = value.exact(trace)
            words = f"That may be a misprint of {trace.label}, {shown(number, search.printed)}, {how}."
            yield Mistake(words, number, trace)


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
    origins
        Where it may come from, the likeliest first: each is one exact value with all measures that return it.
    slips
        If nothing likely returns it: the mistakes that would, the likeliest first.
    first
        The likeliest explanation: the first slip if there is one, else the first origin; None if there is none.
    nearest
        If nothing returns it: the three nearest values of measures with their default conventions.
    tried
        How many numbers were calculated.
    untried
        What was not tried, because there is too much of it, or it could not have come first.
    few
        Whether the number has so few digits that many calculations match by chance.
    """

    def __init__(
        self,
        printed: Printed,
        origins: Sequence[Origin],
        slips: Sequence[Mistake],
        nearest: Sequence[Near],
        tried: int,
        untried: Sequence[str] = (),
    ) -> None:
        self._printed, self.number = printed, printed.text
        self.origins, self.slips, self.nearest = tuple(origins), tuple(slips), tuple(nearest)
        self.tried, self.untried, self.few = tried, tuple(untried), printed.few

    @property
    def first(self) -> Mistake | Origin | None:
        """The likeliest explanation: a slip, if there is one, because the origins are far-fetched then."""
        if self.slips:
            return self.slips[0]
        return self.origins[0] if self.origins else None

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        said = [slip.words for slip in self.slips]
        if self.origins:
            first, *others = self.origins
            said.append(first.words if not said else f"Or, far-fetched: {first.words}")
            if first.unnamed:
                said[-1] += " All of them are in rt.which(...).origins[0].measures."
            calculations = sum(origin.calculations for origin in self.origins) - 1
            if calculations:
                also = f", {_count(len(others), 'other value')} among them" if others else ""
                counted, give = _count(calculations, "other calculation"), "gives" if calculations == 1 else "give"
                said.append(f"{counted} of {self.tried:,} {give} {self.number} too{also}.")
                if self.few:
                    said.append("So few digits cannot tell them apart: the first one is only the likeliest.")
        else:
            said.insert(0, f"None of {self.tried:,} calculated numbers is {self.number}.")
        if self.nearest:
            listed = (f"{near.measure} is {shown(near.value, self._printed)}" for near in self.nearest)
            said.append(f"The nearest: {'; '.join(listed)}.")
        if self.untried:
            said.append(f"Not tried: {'; '.join(self.untried)}.")
        return said

    def table(self, *, digits: int = 6, fractions: bool = True) -> Table:
        """The origins: the value, how it gets the digits of the number, and the measures."""
        rows = self.origins[:MOST_ROWS]
        entries = [
            Entry("value", [with_minus(numbers.plain(origin.value, digits, fractions)) for origin in rows]),
            Entry(f"is {self.number}", [origin.match for origin in rows], numeric=False),
            Entry("calculation", [_listed(origin) for origin in rows], numeric=False),
        ]
        return Table(Axis("origin", length=len(rows)), entries)


def _listed(origin: Origin) -> str:
    """The likeliest measure of each metric; if there is none, the numbers on the way."""
    metrics = {measure.partition("(")[0].partition("@")[0]: measure for measure in reversed(origin.measures)}
    names = sorted(metrics.values(), key=origin.measures.index)
    return "; ".join((names or list(origin.cells))[:MOST_NAMED]) + ("; ..." if len(names) > MOST_NAMED else "")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
