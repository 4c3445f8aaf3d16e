"""What a function calculates instead: the calculations and slips that a diagnosis knows, tried on all lists."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import Answer, Trial, by_query, grades_by_item
from rankteach.explain.checking.lists import HIGH, NOTHING, TIES, UNJUDGED
from rankteach.explain.numbers import slips
from rankteach.explain.numbers.conventions import Change
from rankteach.explain.numbers.diagnose import instead, other_conventions, other_cutoffs, other_metrics
from rankteach.explain.numbers.errors import TURNS, slips_of
from rankteach.explain.numbers.record import Asked
from rankteach.explain.numbers.slips import Count, Slip
from rankteach.explain.numbers.variant import REFUSALS, Variant
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.mean import QUERIES, Mean
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
LARGEST_EPSILON = 0.1  # that someone adds to a divisor
# Another list that the measure is calculated on by mistake; words that begin with "you" are a sentence.
OTHER_LISTS: dict[str, Callable[[Ranking, int | None], Ranking]] = {
    "you read the list from the bottom; if you sort by score, use reverse=True": lambda one, k: Ranking(
        one.grades[::-1], missed=one.missed
    ),
    "you leave out the relevant items that the list lacks": lambda one, k: Ranking(one.grades),
    "your list and its ideal are in the same order; sort the grades for the ideal, and only there": lambda one, k: (
        Ranking(sorted(one.grades, reverse=True), missed=one.missed)
    ),
    "your ideal list is built from the first k results only": lambda one, k: Ranking(one.grades[:k]),
    "you leave out everything below the first k results": lambda one, k: Ranking(one.grades[:k]),
    "you leave out the last of the first k ranks; grades[:k] has k items": lambda one, k: _cut(one, (k or 1) - 1),
    "you count the ranks from 2; the first rank is 1": lambda one, k: Ranking([0, *one.grades], missed=one.missed),
    "you take 1 for every grade above 0": lambda one, k: Ranking(map(bool, one.grades), missed=map(bool, one.missed)),
    "you count the last relevant item only": lambda one, k: Ranking(_alone(one.grades, len(one) - 1, -1)),
    "you count the first relevant item only": lambda one, k: Ranking(_alone(one.grades, 0, 1)),
    "you leave out the first item": lambda one, k: Ranking(one.grades[1:], missed=one.missed),
    "you leave out the last item": lambda one, k: Ranking(one.grades[:-1], missed=one.missed),
}
SORTED: dict[str, Callable[[Ranking, int | None], Ranking]] = {  # less likely than a metric that never reads the order
    "you sort the list by grade, best first": lambda one, k: Ranking(sorted(one.grades)[::-1], missed=one.missed),
}
# The same for lists of one kind.
HIGH_LISTS: dict[str, Callable[[Ranking, int | None], Ranking]] = {
    "you look for grade 1 only; an item of a higher grade is relevant, too": lambda one, k: Ranking(
        [int(grade == 1) for grade in one.grades], missed=[int(grade == 1) for grade in one.missed]
    ),
}
UNJUDGED_LISTS: dict[str, Callable[[Ranking, int | None], Ranking]] = {
    "you count unjudged items as not relevant": lambda one, k: Ranking(
        [grade or 0 for grade in one.grades], missed=one.missed
    ),
    "you leave out unjudged items, so that the items below move up": lambda one, k: one.condensed(),
    "you count unjudged items as relevant": lambda one, k: Ranking(
        [max(one.grades, key=lambda grade: grade or 0) if grade is None else grade for grade in one.grades]
    ),
}
TIED_LISTS: dict[str, Callable[[Ranking, int | None], Ranking]] = {
    "you put the relevant ones first among equal scores": lambda one, k: _relevant_first(one, 1),
    "you put the relevant ones last among equal scores": lambda one, k: _relevant_first(one, -1),
    "you keep the order of the input among equal scores": lambda one, k: one,
    "you turn the order of the input around among equal scores": lambda one, k: _in_turn(one),
    "you put the last name first among equal scores": lambda one, k: one.reordered("item_descending"),
    "you put the first name first among equal scores": lambda one, k: one.reordered("item_ascending"),
}
OF_KIND = {HIGH: HIGH_LISTS, TIES: TIED_LISTS, UNJUDGED: UNJUDGED_LISTS}
Ideal = Callable[[Ranking], list[Any]]
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
FAVOURED = "you count a full point for a tied pair"
LOG_RANK, AVERAGED = Change("discount", "log_rank"), Change("ties", "averaged")


class Case(NamedTuple):
    """What a function was tried on; our calculation; the answer of the function.

    ``each`` is the calculation of each query, or that with equal scores in the order of the input, if the measure has
    another one. ``accepted`` says why another answer is right, too.
    """

    trial: Trial
    trace: Trace
    each: tuple[Trace, ...]
    answer: Answer
    accepted: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the function returned the value, or another one that is right, too."""
        return bool(self.accepted) or same(self.answer, float(self.trace))


class Reason(NamedTuple):
    """Another calculation in words, its value for each list, and its trace and measure if it has some.

    ``over_queries`` says whether the value is that of all queries together, not of each by itself.
    """

    words: str
    value: Callable[[Trace], float]
    calculation: Callable[[Trace], Variant] | None = None
    over_queries: bool = False

    @property
    def sentence(self) -> str:
        """What the function does."""
        return self.words if self.words.startswith(("you ", "your ")) else f"your function returns {self.words}"

    def fits(self, cases: Iterable[Case]) -> bool:
        """Whether this is what the function returned wherever it returned a number."""
        return all(self.explains(case) for case in cases if not case.answer.problem)

    def explains(self, case: Case) -> bool:
        """Whether the function returned this for a list; where there is no such value, whether it returned ours."""
        try:
            mean = case.trace.metric if isinstance(case.trace.metric, Mean) else None
            if self.over_queries or (mean and mean.average != "query"):
                return same(case.answer, self.value(case.trace)) if mean and self.over_queries else case.agrees
            each = case.each or (case.trace,)
            return same(case.answer, sum(map(self.value, each)) / len(each))
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
    own, kind = Variant.of(case.each[0] if case.trial.kind == TIES and case.each else case.trace), case.trial.kind
    if isinstance(case.trace.ranking, Batch):
        longest = max(case.each, key=lambda trace: len(trace.ranking))
        return chain(_over_queries(case.trace), () if kind else reasons(case._replace(trace=longest)))
    if kind:
        return chain(
            _with_grades(own) if kind == HIGH else (),
            _on_other_lists(own, OF_KIND.get(kind, {})),
            _calculations(own, _undefined(own)) if kind == NOTHING else (),
        )
    cutoffs = list(other_cutoffs(case.trace, own, near=True)) if own.parameters.get("k") else []
    return chain(
        _calculations(own, other_conventions(own, 1)),
        _calculations(own, _undefined(own)),
        _found(own),
        _calculations(own, cutoffs),
        _calculations(own, own.from_other_grades()),
        _slips(own, "plain mean", "counted from 0"),
        _on_other_lists(own, {FAVOURED: _favoured} if own.lists.scores is not None else OTHER_LISTS)
        if isinstance(own.lists, Ranking)
        else (),
        _of_lag(own),
        _turned(own),
        _slips(own, "left out", "divided by one", "other means"),
        _calculations(own, _known(own, related=True)),
        _on_other_lists(own, SORTED) if isinstance(own.lists, Ranking) else (),
        _slips(own, "other base"),
        _calculations(own, _known(own, related=False)),
        _slips(own, "left out", "divided by one", "other base", "other logarithm", "counted from 0", rare=True),
        _slips(own, "not added up", "other logarithm", "mean of rows"),
        _of_ideal(own),
        _of_every_hit(own),
        _with_epsilon(own, case.answer),
        _of_pairs(own),
        _of_ranks(own),
        _calculations(own, chain.from_iterable(other_conventions(other, 1) for other in cutoffs)),
        chain.from_iterable(_turned_and_slipped(base) for base in (*cutoffs, *other_conventions(own, 1))),
        _calculations(own, other_conventions(own, 2)),
    )


# --- over queries -----------------------------------------------------------------------------------------------------
def _over_queries(mean: Trace) -> Iterator[Reason]:
    """Other averages, or a mean over other queries; the value of one query, or of all joined."""
    own, label = Variant.of(mean), mean.metric.label(mean.parameters)
    assert isinstance(own.over, tuple) and isinstance(mean.metric, Mean)
    one = mean.metric.metric.label(mean.parameters)
    others = [
        *((own.over[0], queries) for queries in QUERIES),
        *((way, "all") for way in ("query", *own.metric.averages, "geometric")),
    ]
    yield from _calculations(own, (own._replace(over=other) for other in others if other != own.over[:2]))
    joined: dict[str, Callable[[Trace], float]] = {
        f"you return {one} of the last query only": lambda trace: float(trace[trace.ranking.queries[-1]]),
        f"you return {one} of the first query only": lambda trace: float(trace[trace.ranking.queries[0]]),
        f"you add up {one} of all queries; divide by the number of queries": lambda trace: (
            float(trace) * len(trace.ranking.queries)
        ),
        f"you pool the queries before you divide; {label} is the mean of the {one} of each query": _pooled,
        "you join the lists of all queries into one": lambda trace: float(
            own.metric(_joined(by_query(trace.ranking).values()), **trace.parameters)
        ),
    }
    yield from (Reason(words, value, over_queries=True) for words, value in joined.items())


def _pooled(mean: Trace) -> float:
    parts = [_quotient(mean[query]) for query in mean.ranking.queries]
    return sum(above for above, _ in parts) / (sum(below for _, below in parts) or math.inf)


def _joined(rankings: Iterable[Ranking]) -> Ranking:
    some = list(rankings)
    return Ranking([g for one in some for g in one.grades], missed=[g for one in some for g in one.missed])


def _quotient(trace: Trace) -> tuple[float, float]:
    """The two numbers that the last step of a calculation divides."""
    result = trace.result.materialise()
    column = result.running if result.operation == "last" else result
    if column.operation != "divide":
        raise LookupError("the last step must be a division")
    above, below = (float(np.ravel(part.values)[-1]) for part in column.sources)
    return above, below


# --- in a list that is special ----------------------------------------------------------------------------------------
def _with_grades(own: Variant) -> Iterator[Reason]:
    """Grades in the place of 0 and 1: for each item, in the running sum of hits, or in the number of relevant items."""
    for names in (
        ("relevant",),
        ("hits",),
        ("relevant items",),
        ("relevant", "relevant items"),
        ("hits", "relevant items"),
    ):

        def value(trace: Trace, names: tuple[str, ...] = names) -> float:
            record, ranking = Asked(trace).record, trace.ranking
            altered = {}
            for column in record.columns:
                if column.name in names:
                    grades = np.array([*ranking.grades, *[0] * len(column)][: len(column)]) if column.axis else ()
                    total = np.asarray(sum(_all_grades(ranking)))
                    cut = {"relevant": grades, "hits": np.cumsum(grades), "relevant items": total}
                    altered[id(column)] = np.asarray(cut[str(column.name)], dtype=float)
            return record.value(altered)[0]

        yield Reason("you add grades instead of counting relevant items (grade ≥ 1)", value)


def other_orders(case: Case) -> Iterator[Reason]:
    """Orders of equal scores that are as good as that of the input, the average over all, and one threshold for all."""
    own = Variant.of(case.trace)
    yield from [one for one in _on_other_lists(own, TIED_LISTS) if "relevant" not in one.words]
    yield Reason("you average over all orders of equal scores", partial(_value, own._replace(changed=(AVERAGED,))))
    if own.metric is measure("AP").metric and own.parameters.get("k") is None:
        at_thresholds = measure("PRAUC").metric
        yield Reason("you take equal scores as one threshold", lambda trace: float(at_thresholds(trace.ranking)))


def _relevant_first(one: Ranking, sign: int) -> Ranking:
    runs = ([one.grades[place] for place in run] for run in one.tied_runs())
    return one.replace(grades=[grade for run in runs for grade in sorted(run, reverse=sign > 0)])


def _in_turn(one: Ranking) -> Ranking:
    return one.replace(grades=[one.grades[place] for run in one.tied_runs() for place in reversed(run)])


def _calculations(own: Variant, others: Iterable[Variant]) -> Iterator[Reason]:
    for other in others:
        try:
            trace = other.at(None)
        except REFUSALS:
            continue  # the metric does not take this convention here
        also = other.changes_in_words(None) if other.parameters.get("k") != own.parameters.get("k") else ""
        words = instead(trace.label, own, other, trace) + (also and f"; also{also}")
        if other.changed == (LOG_RANK,) and not also:
            words = f"you divide by log2(rank); {trace.label} divides by log2(rank + 1)"
        yield Reason(words, partial(_value, other), partial(_on, other), isinstance(other.over, tuple))


def _on(base: Variant, trace: Trace) -> Variant:
    """The same calculation for the list of a trace."""
    lists = trace.ranking
    return base._replace(lists=lists if base.instead_of is None else lists.with_relevant_from(base.lists.relevant_from))


def _value(base: Variant, trace: Trace, turn: Callable[[float], float] = float) -> float:
    return turn(float(_on(base, trace).at(None)))


def _known(own: Variant, *, related: bool) -> Iterator[Variant]:
    """Other metrics that are at least as well known, the best known first."""
    others = [one for one in other_metrics(own, related=related) if one.metric.popularity >= own.metric.popularity]
    yield from sorted(others, key=lambda one: -one.metric.popularity)


def _undefined(own: Variant) -> Iterator[Variant]:
    """Other values where nothing is relevant."""
    if "no_relevant" in own.metric.shared:
        for value in (0, 1, "nan"):
            if value != own.metric.default("no_relevant"):
                yield own.with_changes((Change("no_relevant", value),))


def _on_other_lists(own: Variant, others: Mapping[str, Callable[[Ranking, int | None], Ranking]]) -> Iterator[Reason]:
    """The same metric on a list that was changed by mistake."""
    k = own.parameters.get("k")
    for words, changed in others.items():

        def value(trace: Trace, changed: Callable[[Ranking, int | None], Ranking] = changed) -> float:
            lists = changed(trace.ranking, k).with_relevant_from(trace.ranking.relevant_from)
            return float(own._replace(lists=lists).at(None))

        if (k or "first k" not in words) and ("ideal" in own.metric.parameters or "ideal" not in words):
            yield Reason(words, value)


def _cut(one: Ranking, length: int) -> Ranking:
    return Ranking([*one.grades[:length], 0], missed=[*one.grades[length:], *one.missed])


def _alone(grades: list[Any], start: int, step: int) -> list[Any]:
    """The grades without all but the first grade above 0 on the way."""
    kept = next((place for place in range(len(grades))[start::step] if grades[place]), None)
    return [grade if place == kept else 0 for place, grade in enumerate(grades)]


def _favoured(ranking: Ranking, _: int | None) -> Ranking:
    """The list without its scores, in which relevant items come before others with the same score."""
    both = sorted(zip(ranking.scores or (), ranking.grades, strict=True), reverse=True)
    return Ranking([grade for _, grade in both])


def _of_ideal(own: Variant) -> Iterator[Reason]:
    """A quotient of two gains that does not divide by the gain of the ideal list."""
    if "ideal" not in own.metric.parameters or "discount" not in own.metric.parameters:
        return
    gain = measure("DCG").metric
    chosen = {name: value for name, value in own.in_force.items() if name in gain.parameters}
    k, label, grades_of = own.parameters.get("k"), own.metric.label(own.parameters), _all_grades
    not_sorted, ones = (
        "your ideal list is not sorted; sort the grades, highest first",
        "your ideal list has grade 1 at every rank",
    )
    ways: list[tuple[str, Ideal, dict[str, Any], dict[str, Any]]] = [
        ("you divide by the worst order, not by the best", lambda one: sorted(grades_of(one)), {}, {}),
        (not_sorted, grades_of, {}, {}),
        (not_sorted, lambda one: [*grades_by_item(one).values()], {}, {}),
        (ones, lambda one: [1] * len(grades_of(one)), {}, {}),
        (ones, lambda one: [1] * len(one), {}, {}),
        (ones, lambda one: [1] * (k or len(one)), {}, {}),
        ("your ideal list has the highest grade at every rank",
         lambda one: [max(grades_of(one), default=0)] * len(grades_of(one)), {}, {}),
    ]  # fmt: skip
    if k is not None:
        ways.append((f"{label} cut off only in the ideal order", _best, {"k": None}, {}))
    for other in ("linear", "exponential"):
        ways.append((f"{label} with {other} gain, but not in the ideal order", _best, {"gain": other}, {}))
        ways.append((f"{label} with {other} gain in the ideal order only", _best, {}, {"gain": other}))
    for words, ideal, of_list, of_ideal in ways:

        def value(trace: Trace, ideal: Ideal = ideal, of_list: Any = of_list, of_ideal: Any = of_ideal) -> float:
            below = float(gain(Ranking(ideal(trace.ranking)), **{**chosen, **of_ideal}))
            return float(gain(Ranking(trace.ranking.grades), **{**chosen, **of_list})) / (below or math.inf)

        yield Reason(words, value)


def _best(ranking: Ranking) -> list[Any]:
    return sorted(_all_grades(ranking), reverse=True)


def _all_grades(ranking: Ranking) -> list[Any]:
    return [*ranking.grades, *ranking.missed]


def _of_every_hit(own: Variant) -> Iterator[Reason]:
    """1 divided by the rank of every relevant item, not of the first only."""
    if own.metric is not measure("RR").metric:
        return
    label, gain, k = own.metric.label(own.parameters), measure("DCG").metric, own.parameters.get("k")
    divisors: dict[str, Callable[[Ranking], Any]] = {
        f"{label} with 1/rank of every relevant item added up, not of the first only": lambda _: 1,
        "the mean of 1/rank over all relevant items found; the first one alone counts": lambda one: (
            one.top(k).hits.last().values
        ),
        "1/rank of every relevant item, divided by m; the first one alone counts": lambda one: (
            one.relevant_total.values
        ),
    }
    for words, divisor in divisors.items():

        def value(trace: Trace, divisor: Callable[[Ranking], Any] = divisor) -> float:
            relevant = [(grade or 0) >= trace.ranking.relevant_from for grade in trace.ranking.grades]
            return float(gain(Ranking(relevant), discount="rank", k=k)) / float(divisor(trace.ranking) or 1)

        yield Reason(words, value)


def _of_lag(own: Variant) -> Iterator[Reason]:
    """The mean of all items above the relevant ones."""
    if own.metric is measure("LAG").metric:

        def value(trace: Trace) -> float:
            ranks = [place for place, one in enumerate(trace.ranking.relevant.values) if one]
            return sum(ranks) / (len(ranks) or 1)

        yield Reason(
            "you count all items above a relevant one (rank − 1); LAG counts those that are not relevant", value
        )


def _found(own: Variant) -> Iterator[Reason]:
    """1 if any item in the list is relevant."""
    hit = measure("Accuracy").metric
    if own.metric.binary and own.metric is not hit:
        words = (
            f"you return 1 if any relevant item is found, which is the hit rate, not {own.metric.label(own.parameters)}"
        )
        yield Reason(words, lambda trace: float(hit(trace.ranking, k=own.parameters.get("k"))))


def _with_epsilon(own: Variant, answer: Answer) -> Iterator[Reason]:
    """A small number that someone adds to a divisor so that it is never 0."""
    try:
        above, below = _quotient(own.at(None))
    except REFUSALS:
        return
    epsilon = above / answer.number - below if answer.number else 0
    if 0 < epsilon < LARGEST_EPSILON:
        words = f"you add {epsilon:.1g} to the divisor; where the divisor is 0, return 0 instead"
        yield Reason(words, lambda trace: (parts := _quotient(trace))[0] / (parts[1] + epsilon))


def _of_pairs(own: Variant) -> Iterator[Reason]:
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


def _of_ranks(own: Variant) -> Iterator[Reason]:
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


def _turned_and_slipped(base: Variant) -> Iterator[Reason]:
    """The likelier slips under another convention, or at another cutoff."""
    try:
        yield from _turned(base)
        for rare in (False, True):
            yield from _slips(base, "left out", "divided by one", rare=rare)
    except REFUSALS:
        return  # the metric does not take this convention here


def _turned(base: Variant) -> Iterator[Reason]:
    """The value turned around, halved or rounded."""
    label, also = _named(base)
    for words, turn in {**TURNS, **FURTHER_TURNS}.items():
        yield Reason(words.format(label) + also, partial(_value, base, turn=turn))


def _slips(base: Variant, *kinds: str, rare: bool = False) -> Iterator[Reason]:
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
                of_rbp = base.metric is measure("RBP").metric and "without the factor" in words and "^" in words
                yield Reason("you forgot the factor 1 − p" if of_rbp else words + also, partial(value, words))


def _named(base: Variant) -> tuple[str, str]:
    """What a calculation is called, and in what it differs from the default; another form has the same value."""
    same_value = all(change.parameter == "form" for change in base.changed)
    return base.at(None).label, "" if same_value else f"; also{base.changes_in_words(None)}"


def _values(trace: Trace, kind: str) -> dict[str, Slip]:
    """Every slip of a kind by its words, which do not say whether it leaves a row out."""
    asked = Asked(trace)
    every = list(slips_of(asked, kind))
    if kind == "divided by one" and isinstance(trace.ranking, Ranking):
        smaller = slips.slips(asked.record, slips.divided(asked.record, _smaller(trace)))
        every += [slip._replace(words=f"{asked.name()} {slip.words}") for slip in smaller]
    return {slip.words.replace(WITHOUT_A_ROW, ""): slip for slip in every}


def _smaller(trace: Trace) -> list[Count]:
    """The smaller of two counts, which someone could divide by."""
    k, m, n = trace.parameters.get("k"), trace.ranking.relevant_total.values, len(trace.ranking)
    with_k = [] if k is None else [Count("min(m, k)", min(m, k)), Count("min(k, n)", min(k, n))]
    return [*with_k, Count("min(m, n), n being the length of the list", min(m, n))]


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
