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
from rankteach.explain.numbers.conventions import Change
from rankteach.explain.numbers.diagnose import instead, other_conventions, other_cutoffs, other_metrics
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
OTHER_LISTS: dict[str, Callable[[Ranking, int | None], Ranking]] = {
    "of the list upside down": lambda one, k: Ranking(one.grades[::-1], missed=one.missed),
    "without the relevant items that the list misses": lambda one, k: Ranking(one.grades),
    "of the list sorted by grade, best first": lambda one, k: Ranking(
        sorted(one.grades, reverse=True), missed=one.missed
    ),
    "of the first k items, as if there were no others": lambda one, k: Ranking(one.grades[:k]),
    "with ranks counted from 2": lambda one, k: Ranking([0, *one.grades], missed=one.missed),
    "with 1 for every grade above 0": lambda one, k: Ranking(map(bool, one.grades), missed=map(bool, one.missed)),
    "of the last relevant item only": lambda one, k: Ranking(_alone(one.grades, len(one) - 1, -1)),
    "of the first relevant item only": lambda one, k: Ranking(_alone(one.grades, 0, 1)),
    "without the first item": lambda one, k: Ranking(one.grades[1:], missed=one.missed),
    "without the last item": lambda one, k: Ranking(one.grades[:-1], missed=one.missed),
}
Pairs = np.ndarray  # of two items each: the sign of the later number minus the earlier one
OF_PAIRS: dict[str, Callable[[Pairs, Pairs], Any]] = {
    "(concordant − discordant) / (concordant + discordant), which leaves tied pairs out": lambda x, y: (
        (x * y).sum() / (np.abs(x * y).sum() or 1)
    ),
    "the fraction of pairs that are concordant": lambda x, y: (x * y > 0).mean(),
    "the fraction of pairs that are concordant or tied": lambda x, y: (x * y >= 0).mean(),
    "the fraction of pairs that are discordant": lambda x, y: (x * y < 0).mean(),
    "the number of concordant pairs": lambda x, y: (x * y > 0).sum(),
    "the number of discordant pairs": lambda x, y: (x * y < 0).sum(),
    "τ with tied pairs counted as concordant": lambda x, y: _either(x * y >= 0),
    "τ with tied pairs counted as discordant": lambda x, y: _either(x * y > 0),
    "τ with pairs that are tied in both lists counted as concordant": lambda x, y: (x * y + (x == y) * (x == 0)).mean(),
    "τ with pairs that are tied in both lists counted as concordant, in one list as discordant": lambda x, y: _either(
        x == y
    ),
    "τ with ties ordered, as if the later number were smaller": lambda x, y: _either((x > 0) == (y > 0)),
    "τ with ties ordered, as if the later number were larger": lambda x, y: _either((x < 0) == (y < 0)),
}
RANKS: list[tuple[str, Callable[[np.ndarray], np.ndarray]]] = [  # of numbers, some of them tied
    ("ρ with tied numbers at the first or the last of their ranks, not at the mean", lambda numbers: _below(numbers)),
    ("ρ with tied numbers at the first or the last of their ranks, not at the mean", lambda numbers: -_below(-numbers)),
    ("ρ with no gap in the ranks after a tie", lambda numbers: np.unique(numbers, return_inverse=True)[1]),
    ("ρ with ties ordered, as if the later number were larger", lambda numbers: _places(numbers)),
    ("ρ with ties ordered, as if the later number were smaller", lambda numbers: -_places(-numbers)),
]
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
    value: Callable[[Trace], float]
    calculation: Callable[[Trace], Calculation] | None = None

    def fits(self, cases: Iterable[Case]) -> bool:
        """Whether this is what the function returned wherever it returned a number."""
        return all(self._is(case) for case in cases if not case.answer.problem)

    def _is(self, case: Case) -> bool:
        """Whether the function returned this for a list; where there is no such value, whether it returned ours."""
        try:
            return same(case.answer, self.value(case.trace))
        except REFUSALS:
            return case.agrees


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
    cutoffs = list(other_cutoffs(case.trace, own, near=True)) if own.parameters.get("k") else []
    return chain(
        _calculations(own, other_conventions(own, 1)),
        _calculations(own, _undefined(own)),
        _calculations(own, cutoffs),
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
        _of_ranks(own),
        _calculations(own, chain.from_iterable(other_conventions(other, 1) for other in cutoffs)),
        chain.from_iterable(_turned_and_slipped(base) for base in (*cutoffs, *other_conventions(own, 1))),
        _calculations(own, other_conventions(own, 2)),
    )


def _calculations(own: Calculation, others: Iterable[Calculation]) -> Iterator[Reason]:
    for other in others:
        try:
            trace = other.at(None)
        except REFUSALS:
            continue  # the metric does not take this convention here
        also = other.changes_in_words(None) if other.parameters.get("k") != own.parameters.get("k") else ""
        words = instead(trace.label, own, other, trace) + (also and f"; also{also}")
        yield Reason(words, partial(_value, other), partial(_on, other))


def _on(base: Calculation, trace: Trace) -> Calculation:
    """The same calculation for the list of a trace."""
    lists = trace.ranking
    return base._replace(lists=lists if base.instead_of is None else lists.with_relevant_from(base.lists.relevant_from))


def _value(base: Calculation, trace: Trace, turn: Callable[[float], float] = float) -> float:
    return turn(float(_on(base, trace).at(None)))


def _known(own: Calculation, *, related: bool) -> Iterator[Calculation]:
    """Other metrics that are at least as well known, the best known first."""
    others = [one for one in other_metrics(own, related=related) if one.metric.popularity >= own.metric.popularity]
    yield from sorted(others, key=lambda one: -one.metric.popularity)


def _undefined(own: Calculation) -> Iterator[Calculation]:
    """Other values where nothing is relevant."""
    if "no_relevant" in own.metric.shared:
        for value in (0, 1, "nan"):
            if value != own.metric.default("no_relevant"):
                yield own.with_changes((Change("no_relevant", value),))


def _on_other_lists(own: Calculation) -> Iterator[Reason]:
    """The same metric on a list that was changed by mistake."""
    if not isinstance(own.lists, Ranking):
        return
    name, k = own.metric.label(own.parameters), own.parameters.get("k")
    others = {FAVOURED: _favoured} if own.lists.scores is not None else OTHER_LISTS
    for words, changed in others.items():

        def value(trace: Trace, changed: Callable[[Ranking, int | None], Ranking] = changed) -> float:
            lists = changed(trace.ranking, k).with_relevant_from(trace.ranking.relevant_from)
            return float(own._replace(lists=lists).at(None))

        yield Reason(f"{name} {words}", value)


def _alone(grades: list[Any], start: int, step: int) -> list[Any]:
    """The grades without all but the first grade above 0 on the way."""
    kept = next((place for place in range(len(grades))[start::step] if grades[place]), None)
    return [grade if place == kept else 0 for place, grade in enumerate(grades)]


def _favoured(ranking: Ranking, _: int | None) -> Ranking:
    """The list without its scores, in which relevant items come before others with the same score."""
    both = sorted(zip(ranking.scores or (), ranking.grades, strict=True), reverse=True)
    return Ranking([grade for _, grade in both])


def _of_ideal(own: Calculation) -> Iterator[Reason]:
    """A quotient of two gains that does not divide by the gain of the ideal list."""
    if "ideal" not in own.metric.parameters:
        return
    gain = measure("DCG").metric
    chosen = {name: value for name, value in own.in_force.items() if name in gain.parameters}
    of_the_list: dict[str, dict[str, Any]] = {"divided by the worst order, not by the best": {}}
    if own.parameters.get("k") is not None:
        of_the_list["cut off only in the ideal order"] = {"k": None}
    for other in ("linear", "exponential"):
        of_the_list[f"with {other} gain, but not in the ideal order"] = {"gain": other}
    for words, parameters in of_the_list.items():

        def value(trace: Trace, parameters: dict[str, Any] = parameters) -> float:
            grades = trace.ranking.grades
            order = sorted([*grades, *trace.ranking.missed], reverse=bool(parameters))
            ideal = float(gain(Ranking(order), **chosen))
            return float(gain(Ranking(grades), **{**chosen, **parameters})) / (ideal or math.inf)

        yield Reason(f"{own.metric.label(own.parameters)} {words}", value)


def _of_every_hit(own: Calculation) -> Iterator[Reason]:
    """1 divided by the rank of every relevant item, not of the first only."""
    if own.metric is not measure("RR").metric:
        return
    label, gain = own.metric.label(own.parameters), measure("DCG").metric

    def value(trace: Trace) -> float:
        relevant = [grade >= trace.ranking.relevant_from for grade in trace.ranking.grades]
        return float(gain(Ranking(relevant), discount="rank", k=own.parameters.get("k")))

    yield Reason(f"{label} with 1/rank of every relevant item added up, not of the first only", value)


def _of_pairs(own: Calculation) -> Iterator[Reason]:
    """The pairs that two lists order alike or differently, with ties taken for something else."""
    if isinstance(own.lists, Paired):
        for words, quotient in OF_PAIRS.items():
            yield Reason(words, partial(_of_signs, quotient))


def _of_signs(quotient: Callable[[Pairs, Pairs], Any], trace: Trace) -> float:
    numbers = (column.values for column in (trace.ranking.x, trace.ranking.y))
    x, y = (np.sign(np.subtract.outer(one, one))[np.tril_indices(len(one), -1)] for one in numbers)
    return float(quotient(x, y))


def _either(concordant: np.ndarray) -> Any:
    """Tau, if every pair is either concordant or discordant."""
    return 2 * concordant.mean() - 1


def _of_ranks(own: Calculation) -> Iterator[Reason]:
    """Spearman's rho with tied items at other ranks, as a correlation or with squared differences."""
    if own.metric is measure("Rho").metric:
        for words, ranks in RANKS:
            yield Reason(words, partial(_of_differences, ranks, short=False))
        for words, ranks in RANKS:
            yield Reason(
                f"{words}; also with squared differences, which are right only without ties",
                partial(_of_differences, ranks, short=True),
            )


def _of_differences(ranks: Callable[[np.ndarray], np.ndarray], trace: Trace, *, short: bool) -> float:
    x, y = (ranks(np.asarray(column.values, dtype=float)) for column in (trace.ranking.x, trace.ranking.y))
    n = len(x)
    return float(1 - 6 * ((x - y) ** 2).sum() / (n**3 - n) if short else np.corrcoef(x, y)[0, 1])


def _below(numbers: np.ndarray) -> Any:
    """How many numbers are smaller than each."""
    return (numbers[:, None] > numbers).sum(axis=1)


def _places(numbers: np.ndarray) -> Any:
    """The place of each number when they are sorted; of tied ones, the earlier comes first."""
    return numbers.argsort(kind="stable").argsort()


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
        yield Reason(words.format(label) + also, partial(_value, base, turn=turn))


def _slips(base: Calculation, *kinds: str, rare: bool = False) -> Iterator[Reason]:
    """Slips in the calculation: those that few make, or the others."""
    also = _named(base)[1]
    for kind in kinds:
        of_list: dict[int, dict[str, Slip]] = {}  # all slips of the kind, by the list, which is tried for each of them

        def value(words: str, trace: Trace, kind: str = kind, of_list: dict[int, dict[str, Slip]] = of_list) -> float:
            if id(trace) not in of_list:
                of_list[id(trace)] = _values(_on(base, trace).at(None), kind)
            return of_list[id(trace)][words].value

        for words, slip in _values(base.at(None), kind).items():
            if slip.rare is rare:
                yield Reason(words + also, partial(value, words))


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
