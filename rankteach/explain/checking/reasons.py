"""What a function calculates instead: the calculations and slips that a diagnosis knows, tried on all lists."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import Answer
from rankteach.explain.numbers.calculation import REFUSALS, Calculation
from rankteach.explain.numbers.conventions import Change, changes
from rankteach.explain.numbers.diagnose import instead, other_conventions, other_metrics
from rankteach.explain.numbers.mistakes import TURNS, slips_of
from rankteach.explain.numbers.record import Asked
from rankteach.explain.numbers.slips import Slip
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.measures import measure
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

SINGLE = 10  # times the precision of a number in single precision
ROUNDED = range(1, 7)  # digits
WITHOUT_A_ROW = ", leaving out what is then divided by 0"
FURTHER_TURNS: dict[str, Callable[[float], float]] = {
    "1 / {} − 1": lambda value: 1 / value - 1 if value else 0,
    "half of {}": lambda value: value / 2,
    "twice {}": lambda value: 2 * value,
    "2 · {} − 1": lambda value: 2 * value - 1,
    "({} + 1) / 2": lambda value: (value + 1) / 2,
    "(1 − {}) / 2": lambda value: (1 - value) / 2,
    "the square of {}": lambda value: value * value,
    "the square root of {}": lambda value: math.sqrt(max(value, 0)),
    "always 1, not {}": lambda _: 1.0,
    "always 0, not {}": lambda _: 0.0,
    "{} rounded down to a whole number": math.floor,
    **{f"{{}} rounded to {digits} digit{'s' * (digits > 1)}": partial(round, ndigits=digits) for digits in ROUNDED},
}
OTHER_LISTS: dict[str, Callable[[list[Any], list[Any], int | None], Ranking]] = {
    "of the list upside down": lambda grades, missed, k: Ranking(grades[::-1], missed=missed),
    "without the relevant items that the list misses": lambda grades, missed, k: Ranking(grades),
    "of the list sorted by grade, best first": lambda grades, missed, k: Ranking(
        sorted(grades, reverse=True), missed=missed
    ),
    "of the first k items, as if there were no others": lambda grades, missed, k: Ranking(grades[:k]),
    "with ranks counted from 2": lambda grades, missed, k: Ranking([0, *grades], missed=missed),
    "with 1 for every grade above 0": lambda grades, missed, k: Ranking(map(bool, grades), missed=map(bool, missed)),
    "of the last relevant item only": lambda grades, missed, k: Ranking(_alone(grades, len(grades) - 1, -1)),
    "of the first relevant item only": lambda grades, missed, k: Ranking(_alone(grades, 0, 1)),
    "without the first item": lambda grades, missed, k: Ranking(grades[1:], missed=missed),
    "without the last item": lambda grades, missed, k: Ranking(grades[:-1], missed=missed),
}
OF_PAIRS: dict[str, Callable[[float, float, float], float]] = {  # concordant, discordant, all
    "(concordant − discordant) / (concordant + discordant), which leaves tied pairs out": lambda c, d, n: (
        (c - d) / (c + d or 1)
    ),
    "the fraction of pairs that are concordant": lambda c, d, n: c / n,
    "the fraction of pairs that are discordant": lambda c, d, n: d / n,
    "the number of concordant pairs": lambda c, d, n: c,
    "the number of discordant pairs": lambda c, d, n: d,
}
FAVOURED = "with a full point for a tied pair"


class Case(NamedTuple):
    """A list, or two; our calculation, and the answer of the function."""

    lists: Any
    trace: Trace
    answer: Answer

    @property
    def agrees(self) -> bool:
        """Whether the function returned the value."""
        return same(self.answer, float(self.trace))


class Reason(NamedTuple):
    """Another calculation in words, its value for each list, and its trace and measure if it has some."""

    words: str
    value: Callable[[Trace], float | None]
    calculation: Callable[[Trace], Calculation] | None = None

    def fits(self, cases: Iterable[Case]) -> bool:
        """Whether this is what the function returned wherever it returned a number."""
        return all(self._is(case) for case in cases if not case.answer.problem)

    def _is(self, case: Case) -> bool:
        value = self.at(case.trace)
        return case.agrees if value is None else same(case.answer, value)

    def at(self, trace: Trace) -> float | None:
        """The value for a list; None if there is none."""
        try:
            return self.value(trace)
        except REFUSALS:
            return None


def same(answer: Answer, value: float) -> bool:
    """Whether an answer is a number, up to rounding in the precision that it was calculated in."""
    if answer.number is None:
        return False
    if value != value or answer.number != answer.number:
        return value != value and answer.number != answer.number
    tolerance = max(TOLERANCE, SINGLE * answer.precision)
    return math.isclose(answer.number, value, rel_tol=tolerance, abs_tol=tolerance)


def reasons(case: Case) -> Iterator[Reason]:
    """What may explain the answer of one list, the likeliest first, in the order of a diagnosis."""
    own = Calculation.of(case.trace)
    return chain(
        _calculations(own, other_conventions(own, 1)),
        _calculations(own, _undefined(own)),
        _calculations(own, _cutoffs(own)),
        _calculations(own, own.from_other_grades()),
        _slips(own, "plain mean", "counted from 0"),
        _on_other_lists(own),
        _turned(own),
        _slips(own, "left out", "divided by one", "other means"),
        _calculations(own, _known(own, related=True)),
        _slips(own, "other base"),
        _calculations(own, _known(own, related=False)),
        _slips(own, "left out", "divided by one", "other base", "other logarithm", "counted from 0", rare=True),
        _slips(own, "not added up", "other logarithm", "mean of rows"),
        _of_ideal(own),
        _of_every_hit(own),
        _of_pairs(own),
        _calculations(own, chain.from_iterable(other_conventions(other, 1) for other in _cutoffs(own))),
        chain.from_iterable(_turned_and_slipped(base) for base in (*_cutoffs(own), *other_conventions(own, 1))),
        _calculations(own, other_conventions(own, 2)),
    )


def _calculations(own: Calculation, others: Iterable[Calculation]) -> Iterator[Reason]:
    for other in others:

        def on(trace: Trace, other: Calculation = other) -> Calculation:
            lists = trace.ranking
            if other.instead_of is not None:
                lists = lists.with_relevant_from(other.lists.relevant_from)
            return other._replace(lists=lists)

        def value(trace: Trace, on: Any = on) -> float:
            return float(on(trace).at(None))

        try:
            trace = other.at(None)
        except REFUSALS:
            continue  # the metric does not take this convention here
        also = other.changes_in_words(None) if other.parameters.get("k") != own.parameters.get("k") else ""
        yield Reason(instead(trace.label, own, other, trace) + (also and f"; also{also}"), value, on)


def _known(own: Calculation, *, related: bool) -> Iterator[Calculation]:
    """Other metrics that are at least as well known, the best known first."""
    others = [one for one in other_metrics(own, related=related) if one.metric.popularity >= own.metric.popularity]
    yield from sorted(others, key=lambda one: -one.metric.popularity)


def _undefined(own: Calculation) -> Iterator[Calculation]:
    """Other values where nothing is relevant."""
    if "no_relevant" in own.metric.shared:
        some = changes(own.metric, own.parameters, shared=["no_relevant"])
        values = [one for one in some if one.parameter == "no_relevant"]
        yield from (own.with_changes((one,)) for one in [*values, Change("no_relevant", "nan")])


def _cutoffs(own: Calculation) -> Iterator[Calculation]:
    """One rank further or less far, or the whole list."""
    k = own.parameters.get("k")
    for other in () if k is None else (k - 1, k + 1, None):
        if other != 0:
            yield own._replace(parameters={**own.metric.with_cutoff(own.parameters, other)})


def _on_other_lists(own: Calculation) -> Iterator[Reason]:
    """The same metric on a list that was changed by mistake."""
    if not isinstance(own.lists, Ranking):
        return
    name, k = own.metric.label(own.parameters), own.parameters.get("k")

    def on(ranking: Ranking) -> float:
        return float(own._replace(lists=ranking).at(None))

    for words, changed in OTHER_LISTS.items():

        def value(trace: Trace, changed: Any = changed) -> float | None:
            ranking = trace.ranking
            if ranking.scores is not None:
                return None
            return on(changed(ranking.grades, ranking.missed, k).with_relevant_from(ranking.relevant_from))

        yield Reason(f"{name} {words}", value)
    if own.lists.scores is not None:
        yield Reason(f"{name} {FAVOURED}", lambda trace: on(_favoured(trace.ranking)))


def _alone(grades: list[Any], start: int, step: int) -> list[Any]:
    """The grades without all but the first grade above 0 on the way."""
    kept = next((place for place in range(len(grades))[start::step] if grades[place]), None)
    return [grade if place == kept else 0 for place, grade in enumerate(grades)]


def _favoured(ranking: Ranking) -> Ranking:
    """The list without its scores, in which relevant items come before others with the same score."""
    order = sorted(range(len(ranking)), key=lambda place: (-(ranking.scores or ())[place], -ranking.grades[place]))
    return Ranking([ranking.grades[place] for place in order], relevant_from=ranking.relevant_from)


def _of_ideal(own: Calculation) -> Iterator[Reason]:
    """A quotient of two gains that does not divide by the gain of the ideal list."""
    if "ideal" not in own.metric.parameters:
        return
    gain = measure("DCG").metric
    chosen = {name: value for name, value in own.in_force.items() if name in gain.parameters}
    label, k = own.metric.label(own.parameters), own.parameters.get("k")

    def of(grades: Iterable[Any], k: int | None = k, **others: Any) -> float:
        return float(gain(Ranking(grades), **{**chosen, "k": k, **others}))

    def quotient(words: str, above: Callable[[Ranking], float], below: Callable[[Ranking], float]) -> Reason:
        return Reason(f"{label} {words}", lambda trace: above(trace.ranking) / (below(trace.ranking) or math.inf))

    def best(ranking: Ranking) -> list[Any]:
        return sorted([*ranking.grades, *ranking.missed], reverse=True)

    yield quotient(
        "divided by the worst order, not by the best", lambda one: of(one.grades), lambda one: of(best(one)[::-1])
    )
    if k is not None:
        yield quotient("cut off only in the ideal order", lambda one: of(one.grades, None), lambda one: of(best(one)))
    for other in ("linear", "exponential"):

        def above(ranking: Ranking, other: str = other) -> float:
            return of(ranking.grades, gain=other)

        yield quotient(f"with {other} gain, but not in the ideal order", above, lambda one: of(best(one)))


def _of_every_hit(own: Calculation) -> Iterator[Reason]:
    """1 divided by the rank of every relevant item, not of the first only."""
    if own.metric is not measure("RR").metric:
        return
    label, k, gain = own.metric.label(own.parameters), own.parameters.get("k"), measure("DCG").metric

    def value(trace: Trace) -> float:
        relevant = [grade >= trace.ranking.relevant_from for grade in trace.ranking.grades]
        return float(gain(Ranking(relevant), discount="rank", k=k))

    yield Reason(f"{label} with 1/rank of every relevant item added up, not of the first only", value)


def _of_pairs(own: Calculation) -> Iterator[Reason]:
    """Counts of the pairs that two lists order alike or differently, divided by other counts."""
    if not isinstance(own.lists, Paired):
        return
    for words, quotient in OF_PAIRS.items():

        def value(trace: Trace, quotient: Callable[[float, float, float], float] = quotient) -> float:
            one, other = (
                np.subtract.outer(column.values, column.values) for column in (trace.ranking.x, trace.ranking.y)
            )
            alike, n = np.sign(one * other), len(one)
            return quotient((alike > 0).sum() / 2, (alike < 0).sum() / 2, n * (n - 1) / 2)

        yield Reason(words, value)


def _turned_and_slipped(base: Calculation) -> Iterator[Reason]:
    """The likelier slips under another convention, or at another cutoff."""
    try:
        yield from _turned(base)
        for rare in (False, True):
            yield from _slips(base, "left out", "divided by one", rare=rare)
    except REFUSALS:
        return  # the metric does not take this convention here


def _turned(base: Calculation) -> Iterator[Reason]:
    """The value turned around, halved or rounded."""
    label, also = _named(base)
    for words, turn in {**TURNS, **FURTHER_TURNS}.items():

        def value(trace: Trace, turn: Callable[[float], float] = turn) -> float:
            return turn(float(_on(base, trace)))

        yield Reason(words.format(label) + also, value)


def _slips(base: Calculation, *kinds: str, rare: bool = False) -> Iterator[Reason]:
    """Slips in the calculation: those that few make, or the others."""
    also = _named(base)[1]
    for kind in kinds:
        of_list: dict[int, dict[str, Slip]] = {}  # all slips of the kind, by the list, which is tried for each of them

        def values(trace: Trace, kind: str = kind, of_list: dict[int, dict[str, Slip]] = of_list) -> dict[str, Slip]:
            if id(trace) not in of_list:
                of_list[id(trace)] = _values(_on(base, trace), kind)
            return of_list[id(trace)]

        for words, slip in _values(base.at(None), kind).items():

            def value(trace: Trace, values: Any = values, words: str = words) -> float | None:
                found = values(trace).get(words)
                return None if found is None else found.value

            if slip.rare is rare:
                yield Reason(words + also, value)


def _on(base: Calculation, trace: Trace) -> Trace:
    """The calculation for the list of a trace."""
    changed = base.changed or base.parameters != trace.parameters
    return base._replace(lists=trace.ranking).at(None) if changed else trace


def _named(base: Calculation) -> tuple[str, str]:
    """What a calculation is called, and in what it differs from the default; another form has the same value."""
    same_value = all(change.parameter == "form" for change in base.changed)
    return base.at(None).label, "" if same_value else f"; also{base.changes_in_words(None)}"


def _values(trace: Trace, kind: str) -> dict[str, Slip]:
    """Every slip of a kind by its words, which do not say whether it leaves a row out."""
    return {slip.words.replace(WITHOUT_A_ROW, ""): slip for slip in slips_of(Asked(trace), kind)}


def explained(cases: Sequence[Case]) -> tuple[Reason | None, Reason | None]:
    """The likeliest reason that fits all lists, and the likeliest with a measure."""
    first = next((case for case in cases if not case.agrees and not case.answer.problem), None)
    if first is None:
        return None, None
    tried = [first, *cases]
    possible = reasons(first)
    likeliest = next((reason for reason in possible if reason.fits(tried)), None)
    if likeliest is None or likeliest.calculation is not None:
        return likeliest, likeliest
    measures = (reason for reason in possible if reason.calculation is not None)
    return likeliest, next((reason for reason in measures if reason.fits(tried)), None)
