"""Errors that people make in code, but hardly on paper: what a function returns instead of a measure, on any list."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import ROLES, grades_by_item, input_order, names_of, scores_of
from rankteach.explain.checking.lists import HIGH, NOTHING, TIES, UNJUDGED
from rankteach.explain.numbers.conventions import Change
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.other_ways import calculated, other_averages, other_conventions
from rankteach.explain.numbers.record import Asked
from rankteach.tracing.mean import Mean
from rankteach.tracing.measures import measure
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

Changed = Callable[[Ranking, int | None], Ranking | Sequence[Any]]  # another list, or only its grades
Pairs = np.ndarray  # of two items each: the sign of the later number minus the earlier one
ROUNDED = range(1, 7)  # digits
LARGEST_EPSILON = 0.1  # that someone adds to a divisor
ADDED = "you add grades instead of counting relevant items (grade ≥ 1)"
ADDED_IN = ("relevant",), ("hits",), ("relevant items",), ("relevant", "relevant items"), ("hits", "relevant items")
ALONE = "; the first one alone counts"
FROM_2 = "you count the ranks from 2; the first rank is 1"
FROM_2_IN = {  # what the same number comes from in code for these metrics
    "RBP": "you take p to the power of the rank; its power is rank − 1",
    "LAG": "you count the relevant items from 0, or the ranks from 2; both begin with 1",
}
FAVOURED = "you count a full point for a tied pair"
NOT_SORTED = "your ideal list is not sorted; sort the grades, highest first"
ONES = "your ideal list has grade 1 at every rank"
POWERS = "you take 2^g as the gain, which is 1 for grade 0; 2^g − 1 is 0 there"
THRESHOLDS: dict[str, Callable[[float], bool]] = {
    "≥ 0.5": lambda score: score >= 0.5,
    "> 0.5": lambda score: score > 0.5,
    "≥ 0": lambda score: score >= 0,
    "> 0": lambda score: score > 0,
}
LOG_RANK, AVERAGED = Change("discount", "log_rank"), Change("ties", "averaged")


# --- again for any list -----------------------------------------------------------------------------------------------
def on_any_list(asked: Asked, kind: Callable[[Asked], Iterable[Explanation]], also: str = "") -> Iterator[Explanation]:
    """What a kind of errors makes of a number, each with what it makes of the same number for any other list."""
    # all that the kind makes of another list, asked for each explanation
    made = cache(lambda other: {one.called: float(one.value) for one in kind(other)})

    def of(one: Explanation, known: dict[Asked, float], trace: Trace) -> float:
        other = asked.on(trace)
        if other not in known:
            known[other] = made(other)[one.called] if one.variant is None else float(one.variant.on(trace).trace())
        return known[other]

    for one in kind(asked):
        again = partial(of, one, {asked: float(one.value)})
        yield one._replace(called=_in_code(one, asked) + also, of=one.of or again)


def _in_code(one: Explanation, asked: Asked) -> str:
    if one.variant and (one.variant.changed, one.variant.parameters) == ((LOG_RANK,), asked.own.parameters):
        return f"you divide by log2(rank); {asked.name(one.trace)} divides by log2(rank + 1)"
    a_power = "without the factor" in one.called and "^" in one.called
    return "you forgot the factor 1 − p" if a_power and asked.own.metric is measure("RBP").metric else one.called


def constant(value: float) -> Explanation:
    """The same number, whatever the list."""
    return _row(f"you always return {value:.4g}", lambda _: value)


def _row(called: str, of: Callable[[Trace], float]) -> Explanation:
    return Explanation(called, math.nan, of=of)


def _rows(known: Mapping[str, Callable[[Trace], float]]) -> Iterator[Explanation]:
    return (_row(called, of) for called, of in known.items())


# --- what is done to the value ----------------------------------------------------------------------------------------
TURNS: dict[str, Callable[[float], float]] = {
    "1 / {} − 1": lambda value: 1 / value - 1 if value else 0,
    "half of {}": lambda value: value / 2,
    "twice {}": lambda value: 2 * value,
    "2 · {} − 1": lambda value: 2 * value - 1,
    "({} + 1) / 2": lambda value: (value + 1) / 2,
    "(1 − {}) / 2": lambda value: (1 - value) / 2,
    "the absolute value of {}": abs,
    "the square of {}": lambda value: value * value,
    "the square root of {}": lambda value: math.sqrt(max(value, 0)),
    "{} rounded down to a whole number": math.floor,
    **{f"{{}} rounded to {digits} digit{'s' * (digits > 1)}": partial(round, ndigits=digits) for digits in ROUNDED},
}


def with_epsilon(asked: Asked) -> Iterator[Explanation]:
    """A small number that someone adds to a divisor so that it is never 0."""
    try:
        above, below = _quotient(asked.trace)
    except LookupError:
        return
    epsilon = above / asked.returned - below if asked.returned else 0
    if 0 < epsilon < LARGEST_EPSILON:
        called = f"you add {epsilon:.1g} to the divisor; where the divisor is 0, return 0 instead"
        yield _row(called, lambda trace: (parts := _quotient(trace))[0] / (parts[1] + epsilon))


def _quotient(trace: Trace) -> tuple[float, float]:
    """The two numbers that the last step of a calculation divides."""
    column = trace.result.materialise().before_last
    if not column.is_quotient:
        raise LookupError("the last step must be a division")
    above, below = (float(np.ravel(part.values)[-1]) for part in column.sources)
    return above, below


# --- another list -----------------------------------------------------------------------------------------------------
def _only(one: Ranking, places: Sequence[int]) -> Ranking:
    """The list with grade 0 at all other places, whose relevant items it then misses."""
    grades = [grade if place in places else 0 for place, grade in enumerate(one.grades)]
    lost = [grade for place, grade in enumerate(one.grades) if grade and place not in places]
    return Ranking(grades, missed=[*lost, *one.missed])


def _alone(grades: list[Any], step: int) -> Ranking:
    """The grades without all but the first grade above 0 on the way from the beginning or from the end."""
    kept = next((place for place in range(len(grades))[::step] if grades[place]), None)
    return Ranking([grade if place == kept else 0 for place, grade in enumerate(grades)])


def _reordered(one: Ranking, order: Callable[[list[Any]], Iterable[Any]]) -> Ranking:
    """The grades of items with equal scores in another order."""
    return one.replace(grades=[grade for run in one.tied_runs() for grade in order([one.grades[at] for at in run])])


def _with_grades(change: Callable[[Any], Any], one: Ranking, k: int | None) -> Ranking:
    return Ranking([change(grade or 0) for grade in one.grades], missed=map(change, one.missed))


def _kept(one: Ranking, names: Collection[str]) -> Ranking:
    """The list with grade 0 for all items but these."""
    every = zip(names_of(one), [*one.grades, *one.missed], strict=True)
    grades = [grade if name in names else 0 for name, grade in every]
    return Ranking(grades[: len(one)], missed=grades[len(one) :])


def _relevant_names(one: Ranking) -> Any:
    return ROLES["relevant"](one, True)


def _ordered(one: Ranking, order: Callable[[list[str]], Iterable[str]]) -> list[Any]:
    """The grades in another order of the names."""
    grades = dict(zip(names_of(one), one.grades, strict=False))
    return [grades[name] for name in order([*grades])]


FIRST_K: dict[str, Changed] = {
    "your ideal list is built from the first k results only": lambda one, k: Ranking(one.grades[:k])
}
OTHER_LISTS: dict[str, Changed] = {
    "you read the list from the bottom; if you sort by score, use reverse=True": lambda one, k: one.grades[::-1],
    "you leave out the items judged not relevant that the list lacks": lambda one, k: Ranking(
        one.grades, missed=[grade for grade in one.missed if grade >= one.relevant_from]
    ),
    "you leave out the relevant items that the list lacks": lambda one, k: Ranking(
        one.grades, missed=[grade for grade in one.missed if grade < one.relevant_from]
    ),
    "you leave out the judged items that the list lacks": lambda one, k: Ranking(one.grades),
    "your list and its ideal are in the same order; sort the grades for the ideal, and only there": lambda one, k: (
        sorted(one.grades, reverse=True)
    ),
    **FIRST_K,
    "your ideal list leaves out the results below the first k": lambda one, k: Ranking(
        one.grades[:k], missed=one.missed
    ),
    "you leave out everything below the first k results": lambda one, k: Ranking(one.grades[:k]),
    "you leave out the last of the first k ranks; grades[:k] has k items": lambda one, k: _only(
        one, range((k or 1) - 1)
    ),
    "you look at the first item only": lambda one, k: _only(one, [0]),
    FROM_2: lambda one, k: [0, *one.grades],
    "you count the ranks from 3; the first rank is 1": lambda one, k: [0, 0, *one.grades],
    "you take 1 for every label above 0": partial(_with_grades, bool),
    "you keep what the last rank adds; write += to add up": lambda one, k: _only(one, [len(one.grades[:k]) - 1]),
    "you count the last relevant item only": lambda one, k: _alone(one.grades[:k], -1),
    "you count the first relevant item only": lambda one, k: _alone(one.grades, 1),
    "you return at the first relevant item; go on to the last rank": lambda one, k: _only(
        one, range(next((at for at, grade in enumerate(one.grades) if grade), 0) + 1)
    ),
    "you start at the grade above the relevance level; an item at the level is relevant, too": lambda one, k: (
        _with_grades(lambda grade: grade * (grade >= one.relevant_from + 1), one, k)
    ),
    "you cut off the relevant items, too; count all of them, not the first k": lambda one, k: _kept(
        one, list(_relevant_names(one))[:k]
    ),
    "you cut off the sorted relevant items, too; count all of them, not the first k": lambda one, k: _kept(
        one, sorted(_relevant_names(one))[:k]
    ),
    "you sort the items by name; sort by score, or keep the order of the list": lambda one, k: _ordered(one, sorted),
    "you sort the items by name, last first; sort by score": lambda one, k: _ordered(one, sorted)[::-1],
    "you make a set of the list, which has no order; keep the order of the list": lambda one, k: _ordered(one, set),
    "you stop at the first item that is not relevant; go on to the last rank": lambda one, k: _kept(
        one, names_of(one)[: next((at for at, grade in enumerate(one.grades) if not grade), len(one))]
    ),
    "you begin at the second item; the first one has index 0": lambda one, k: _only(one, range(1, len(one))),
    "you count items of grade 0, too, which are not relevant": lambda one, k: Ranking(
        [one.relevant_from] * len(one), missed=[one.relevant_from] * len(one.missed)
    ),
    "you leave out the first item": lambda one, k: one.grades[1:],
    "you leave out the last item": lambda one, k: one.grades[:-1],
}
SORTED: dict[str, Changed] = {"you sort the list by grade, best first": lambda one, k: sorted(one.grades)[::-1]}


def _by_score(order: Callable[[list[int], list[float]], Iterable[int]], one: Ranking, k: int | None) -> Ranking:
    """The list in another order of the places of its items, which a function gets in the order of the input."""
    places = list(order(input_order(one), scores_of(one)))
    lost = [grade for place, grade in enumerate(one.grades) if place not in places and grade is not None]
    return Ranking([one.grades[place] for place in places], missed=[*lost, *one.missed])


OTHER_SORTS: dict[str, Changed] = {
    "you do not sort by score, or sort something else": partial(_by_score, lambda places, scores: places),
    "you sort the scores as text; sort them as numbers": partial(
        _by_score, lambda places, scores: sorted(places, key=lambda place: str(scores[place]), reverse=True)
    ),
    "you sort by whole numbers; a score can be a fraction": partial(
        _by_score, lambda places, scores: sorted(places, key=lambda place: -int(scores[place]))
    ),
    "you leave out items whose score is 0 or less; they are part of the list": partial(
        _by_score, lambda places, scores: [place for place in sorted(places) if scores[place] > 0]
    ),
}


def _last_of_each_score(one: Ranking, k: int | None) -> Ranking:
    scores = scores_of(one)
    by_score = {scores[place]: one.grades[place] for place in input_order(one)}
    return Ranking.from_scores([*by_score.values()], [*by_score])


def _with_scores(change: Callable[[float], float], one: Ranking, k: int | None) -> Ranking:
    return Ranking.from_scores(one.grades, [float(change(score)) for score in scores_of(one)])


ONE_FOR_EACH_SCORE: dict[str, Changed] = {
    "you keep one item for each score: a dict by score loses the others": _last_of_each_score
}
SCORED_LISTS: dict[str, Changed] = {
    FAVOURED: lambda one, k: Ranking(
        grade for _, grade in sorted(zip(one.scores or (), one.grades, strict=True), reverse=True)
    ),
    **ONE_FOR_EACH_SCORE,
    **{
        f"you make 1 of a score {sign} and 0 of any other; compare the scores themselves": partial(_with_scores, above)
        for sign, above in THRESHOLDS.items()
    },
    "you round the scores; compare the scores themselves": partial(_with_scores, round),
}
# of items with equal scores: orders for which a function must know what is relevant, and those as good as the input's
BEST_AND_WORST: dict[str, Changed] = {
    "you put the relevant ones first among equal scores": lambda one, k: _reordered(one, partial(sorted, reverse=True)),
    "you put the relevant ones last among equal scores": lambda one, k: _reordered(one, sorted),
}
OTHER_ORDERS: dict[str, Changed] = {
    "you keep the order of the input among equal scores": lambda one, k: one,
    "you turn the order of the input around among equal scores": lambda one, k: _reordered(one, reversed),
    "you put the last name first among equal scores": lambda one, k: one.reordered("item_descending"),
    "you put the first name first among equal scores": lambda one, k: one.reordered("item_ascending"),
}
# the same for lists of one kind
LISTS_OF_KIND: dict[str, dict[str, Changed]] = {
    HIGH: {
        "you look for grade 1 only; an item of a higher grade is relevant, too": partial(
            _with_grades, lambda grade: int(grade == 1)
        ),
        "you count a grade above 3 as 3": partial(_with_grades, lambda grade: min(grade, 3)),
        "you count a grade above 3 as 0": partial(_with_grades, lambda grade: grade * (grade <= 3)),
    },
    UNJUDGED: {
        "you count unjudged items as not relevant": lambda one, k: [grade or 0 for grade in one.grades],
        "you leave out unjudged items, so that the items below move up": lambda one, k: one.condensed(),
        "you count unjudged items as relevant": lambda one, k: Ranking(
            [max(one.grades, key=lambda grade: grade or 0) if grade is None else grade for grade in one.grades]
        ),
    },
    TIES: {**BEST_AND_WORST, **OTHER_ORDERS, **ONE_FOR_EACH_SCORE},
}


def on_other_lists(asked: Asked, others: Mapping[str, Changed] | None = None) -> Iterator[Explanation]:
    """The same metric on a list that was changed by mistake: in one of these ways, or else in those for its kind."""
    own, k = asked.own, asked.own.parameters.get("k")
    if not isinstance(own.lists, Ranking):
        return

    def of(changed: Changed, trace: Trace) -> float:
        one, lists = trace.ranking, changed(trace.ranking, k)
        lists = lists if isinstance(lists, Ranking) else Ranking(lists, missed=one.missed)
        return float(own._replace(lists=lists.with_relevant_from(one.relevant_from)).trace())

    by_default = OTHER_LISTS if own.lists.scores is None else SCORED_LISTS
    for words, changed in (by_default if others is None else others).items():
        if (k or "first k" not in words) and ("ideal" in own.metric.parameters or "ideal" not in words):
            yield _row(FROM_2_IN.get(own.metric.name, words) if words == FROM_2 else words, partial(of, changed))


# --- in a list that is special ----------------------------------------------------------------------------------------
def of_kind(asked: Asked, kind: str) -> Iterator[Explanation]:
    """What may explain the value of a list that is special."""
    if kind == HIGH:
        for names in ADDED_IN:
            yield _row(ADDED, partial(_altered, names))
    if kind == NOTHING:
        yield from undefined(asked)
    yield from on_other_lists(asked, LISTS_OF_KIND.get(kind, {}))


def _altered(names: tuple[str, ...], trace: Trace, each: Sequence[Any] | None = None) -> float:
    """The value with other numbers in the place of 0 and 1, in columns with these names; by default the grades."""
    record, altered = Asked(trace).record, {}
    each = trace.ranking.grade.values if each is None else each
    for column in record.columns:
        if column.name in names:
            numbers = np.array([*each, *[0] * len(column)][: len(column)] if column.axis else (), dtype=float)
            totals = {"hits": np.cumsum(numbers), "relevant items": trace.ranking.grade_total.values}
            altered[id(column)] = np.asarray(totals.get(str(column.name), numbers), dtype=float)
    return record.value(altered)[0]


def _in_column(name: str, numbers: Callable[[dict[str, Any], Trace], Any], trace: Trace) -> float:
    """The value with other numbers in a column, made of those in all columns by their names."""
    record = Asked(trace).record
    known = {column.name or "": column for column in record.columns}
    values = {called: record.values[id(column)] for called, column in known.items()}
    return record.value({id(known[name]): np.asarray(numbers(values, trace), dtype=float)})[0]


def _found(trace: Trace, gold: Collection[str], alike: Callable[[str, str], bool] = operator.eq) -> float:
    """The value with the items as relevant that are like one of these, divided by as many as before."""
    names = names_of(trace.ranking)[: len(trace.ranking)]
    return _altered(("relevant",), trace, [any(alike(name, one) for one in gold) for name in names])


INSIDE: dict[str, Callable[[str, str], bool]] = {
    "you look for the name inside the names of relevant items (in a text); compare whole names": lambda name, one: (
        name in one
    ),
    "you look for the names of relevant items inside the name; compare whole names": operator.contains,
}


def part_of_a_name(asked: Asked) -> Iterator[Explanation]:
    """Names that are looked for inside other names."""
    if isinstance(asked.own.lists, Ranking) and asked.own.metric.binary:
        for words, inside in INSIDE.items():
            yield _row(words, lambda trace, inside=inside: _found(trace, _relevant_names(trace.ranking), inside))  # type: ignore[misc]


def undefined(asked: Asked) -> Iterator[Explanation]:
    """Other values where nothing is relevant."""
    metric = asked.own.metric
    changed = (Change("no_relevant", value) for value in (0, 1, "nan") if value != metric.default("no_relevant"))
    return calculated(asked, (asked.own.with_changes((one,)) for one in changed if "no_relevant" in metric.shared))


def other_orders(asked: Asked) -> Iterator[Explanation]:
    """Orders of equal scores that are as good as that of the input, the average over all, and one threshold for all."""
    own = asked.own
    yield from on_other_lists(asked, OTHER_ORDERS)
    averaged = own.with_changes((AVERAGED,))
    yield _row("you average over all orders of equal scores", lambda trace: float(averaged.on(trace).trace()))
    if own.metric is measure("AP").metric and own.parameters.get("k") is None:
        at_thresholds = measure("PRAUC").metric
        yield _row("you take equal scores as one threshold", lambda trace: float(at_thresholds(trace.ranking)))


def over_queries(asked: Asked) -> Iterator[Explanation]:
    """Other averages, or a mean over other queries; the value of one query, or of all joined."""
    own, mean = asked.own, asked.trace.metric
    label, one = mean.label(own.parameters), own.metric.label(own.parameters)
    joined: dict[str, Callable[[Trace], float]] = {
        f"you return {one} of the last query only": lambda trace: float(trace[trace.ranking.queries[-1]]),
        f"you return {one} of the first query only": lambda trace: float(trace[trace.ranking.queries[0]]),
        f"you add up {one} of all queries; divide by the number of queries": lambda trace: sum(_of_each(trace)),
        f"you pool the queries before you divide; {label} is the mean of the {one} of each query": _pooled,
        f"you return the median {one} of the queries; {label} is their mean": lambda trace: float(
            np.median(_of_each(trace))
        ),
        "you halve the sum again with each query; add all up, then divide once": lambda trace: reduce(
            lambda mean, value: (mean + value) / 2, _of_each(trace)
        ),
        f"you divide 1 by the mean of 1/{one} where {one} is above 0; {label} is the mean of {one}": lambda trace: (
            len(some := [value for value in _of_each(trace) if value]) / (sum(1 / value for value in some) or math.inf)
        ),
        f"you leave out the queries with a {one} of 0": lambda trace: float(
            np.mean([value for value in _of_each(trace) if value] or [0])
        ),
        f"you weight each query by its number of relevant items; {label} takes all queries as equal": lambda trace: (
            np.dot(_of_each(trace), weights := trace.ranking.relevant_total.values) / (sum(weights) or math.inf)
        ),
        f"you weight each query by its number of items, of whatever kind; {label} does not": lambda trace: (
            np.dot(_of_each(trace), weights := trace.ranking.arrays.lengths) / (sum(weights) or math.inf)
        ),
        "you look in the relevant items of all queries; each query has its own": _in_all_relevant,
        "you make one set of the items of all queries; calculate each query by itself": _united,
        "you join the lists of all queries into one": lambda trace: float(
            own.metric(_joined(trace.ranking), **trace.parameters)
        ),
    }
    if isinstance(mean, Mean) and mean.average != "query":  # of which the second half is not true
        joined = {words.partition(";")[0]: of for words, of in joined.items()}
    if isinstance(mean, Mean) and mean.average == "geometric":
        joined[f"you take {one} as it is where it is 0; {label} takes 0.00001"] = lambda trace: float(
            np.prod(_of_each(trace)) ** (1 / len(_of_each(trace)))
        )
    pooled = isinstance(mean, Mean) and mean.average == "pooled"  # of which no query alone shows another convention
    others = (*other_averages(own), *(other_conventions(own, 1) if pooled else ()))
    yield from (*calculated(asked, others), *_rows(joined))


def _of_each(mean: Trace) -> list[float]:
    return [float(mean[query]) for query in mean.ranking.queries]


def _pooled(mean: Trace) -> float:
    parts = [_quotient(mean[query]) for query in mean.ranking.queries]
    return sum(above for above, _ in parts) / (sum(below for _, below in parts) or math.inf)


def _in_all_relevant(trace: Trace) -> float:
    gold = {name for one in trace.ranking for name in _relevant_names(one)}
    return float(np.mean([_found(trace[query], gold) for query in trace.ranking.queries]))


def _united(trace: Trace) -> float:
    gold = {name for one in trace.ranking for name in _relevant_names(one)}
    found = {name for one in trace.ranking for name in names_of(one)[: len(one)][: _k(trace)]}
    united = Ranking([int(name in gold) for name in found], missed=[1] * len(gold - found))
    return float(trace.metric.of_one(united, **{**trace.parameters, "k": None}))


def _joined(lists: Batch) -> Ranking:
    return Ranking([g for one in lists for g in one.grades], missed=[g for one in lists for g in one.missed])


# --- of one metric ----------------------------------------------------------------------------------------------------
def hit_rate(asked: Asked) -> Iterator[Explanation]:
    """1 if any item in the list is relevant."""
    hit, own = measure("Accuracy").metric, asked.own
    if own.metric.binary and own.metric is not hit:
        called = f"you return 1 if any relevant item is found, which is the hit rate, not {asked.name()}"
        yield _row(called, lambda trace: float(hit(trace.ranking, k=own.parameters.get("k"))))


def _own(trace: Trace, parameter: str) -> Any:
    return trace.metric.of_one.with_defaults(trace.parameters)[parameter]


def _k(trace: Trace) -> int | None:
    return trace.parameters.get("k")


class Counted:
    """What can be counted in a list: ``n`` ranks, ``k`` of them down to the cutoff, and ``m`` relevant items.

    ``all_hits`` are the ranks of the relevant items in the list, and ``hits`` those down to the cutoff. ``united`` are
    the items that are retrieved down to the cutoff or relevant.
    """

    def __init__(self, trace: Trace) -> None:
        self.value, self.n, self.m = float(trace), len(trace.ranking), int(trace.ranking.relevant_total.values)
        self.k = _k(trace) or self.n
        self.all_hits = [rank for rank, one in enumerate(trace.ranking.relevant.values, 1) if one]
        self.hits = [rank for rank in self.all_hits if rank <= self.k]
        self.reciprocals = sum(1 / rank for rank in self.hits)
        self.united = min(self.n, self.k) + self.m - len(self.hits)


def _counted(of: Callable[[Counted], float], trace: Trace) -> float:
    return of(Counted(trace))


def _of_all_pairs(trace: Trace, better: np.ufunc = np.greater) -> float:
    """The pairs in the right order, divided by all pairs of items."""
    grades, scores = trace.ranking.grade.values, scores_of(trace.ranking)
    right = better.outer(grades, grades) & np.greater.outer(scores, scores)
    return float(right.sum()) / (math.comb(len(grades), 2) or 1)


def _f(trace: Trace, of: Callable[[float, float, float], float], cut: bool = True) -> float:
    """What is made of precision times beta², recall, and beta; recall can be of the whole list."""
    p, r = (float(measure(name).metric(trace.ranking, k=_k(trace) if cut or name == "P" else None)) for name in "PR")
    beta = _own(trace, "beta")
    return (1 + beta**2) * p * r * of(beta**2 * p, r, beta) if p and r else 0.0


def _over_the_weights(trace: Trace) -> float:
    """The mean overlap of the depths that there are, for lists of the same length."""
    weights = 1 - _own(trace, "p") ** max(map(len, trace.ranking.lists))
    return _with("form", lambda _: "truncated", trace) / (weights or 1)


def _same_rank_twice(trace: Trace) -> float:
    """RBO where an item at the same rank of both lists adds 2 to the overlap."""
    same = np.cumsum([one == other for one, other in zip(*trace.ranking.lists, strict=False)])
    each, p, beyond = same / np.arange(1, len(same) + 1), _own(trace, "p"), _own(trace, "form") == "extrapolated"
    return float(trace) + float((1 - p) * each @ p ** np.arange(len(same)) + beyond * each[-1] * p ** len(same))


def _multiplied(trace: Trace) -> float:
    """Weighted tau where the weight of a pair is a product; of both lists, with the ranks of each in turn."""
    x, y = (np.asarray(column.values, dtype=float) for column in (trace.ranking.x, trace.ranking.y))
    signs, found = np.array([_signs(x), _signs(y)]), []
    for main, other in {"first": [(x, y)], "second": [(y, x)]}.get(_own(trace, "importance"), [(x, y), (y, x)]):
        weights = 1 / (1 + np.lexsort((other, main))[::-1].argsort())
        products = signs * np.outer(weights, weights)[np.tril_indices(len(x), -1)] @ signs.T
        found.append(products[0, 1] / (math.sqrt(products[0, 0] * products[1, 1]) or 1))
    return float(sum(found) / len(found))


def _rank_sum(ranks: Callable[[np.ndarray], np.ndarray], trace: Trace) -> float:
    """AUC where the scores, which a function gets in the order of the input, have other ranks, from 0 on."""
    places, scores = input_order(trace.ranking), scores_of(trace.ranking)
    relevant = np.array([trace.ranking.grades[place] for place in places], dtype=bool)
    m, others = int(relevant.sum()), int((~relevant).sum())
    ranked = ranks(np.array([scores[place] for place in places], dtype=float))[relevant]
    return float(ranked.sum() - m * (m - 1) / 2) / (m * others or math.nan)


def _of_numbers(
    quotient: Callable[[Any, Any], Any], trace: Trace, turned: Callable[[np.ndarray], Any] = np.asarray
) -> float:
    """What is made of the numbers of two lists, or of what they are turned into, such as ranks."""
    x, y = (turned(np.asarray(column.values, dtype=float)) for column in (trace.ranking.x, trace.ranking.y))
    return float(quotient(x, y))


def _correlation(x: Any, y: Any) -> Any:
    with np.errstate(invalid="ignore"):  # numbers that are all equal have no correlation: NaN
        return np.corrcoef(x, y)[0, 1]


def _with(name: str, change: Callable[[Any], Any], trace: Trace) -> float:
    return float(trace.metric(trace.ranking, **{**trace.parameters, name: change(_own(trace, name))}))


def _powers(trace: Trace) -> float:
    """The value with a gain of 2^g, which is 1 for an item of grade 0."""
    one = trace.ranking
    powers = Ranking([2 ** (grade or 0) for grade in one.grades], missed=[2**grade for grade in one.missed])
    return float(trace.metric(powers, **{**trace.parameters, "gain": "linear"}))


def _accuracy(above: Callable[[float], bool], trace: Trace) -> float:
    pairs = zip(trace.ranking.grades, scores_of(trace.ranking), strict=True)
    return sum(above(score) == bool(grade) for grade, score in pairs) / (len(trace.ranking) or math.nan)


def _halfway(first: float, of: Mapping[str, Any], trace: Trace) -> Any:
    """The mean of each precision and the one above it, which the first rank has by itself."""
    return (of["precision"] + [first, *of["precision"]][:-1]) / 2


def _at_levels(
    trace: Trace,
    levels: Sequence[Any] = (),
    reached: Callable[[Any, Any], bool] = operator.ge,
    best: Callable[[list[float]], float] = max,
) -> float:
    """The mean of interpolated precision at levels of recall, those of the measure if none are given."""
    own, total = trace.metric.of_one.with_defaults(trace.parameters), Counted(trace).m or 1
    ranks = range(1, len(hits := np.cumsum(trace.ranking.relevant.values)[: own["k"]].tolist()) + 1)
    found = []
    for level in levels or ([own["recall"]] if "recall" in own else TENTHS):
        some = [hit / rank for hit, rank in zip(hits, ranks, strict=True) if reached(hit / total, level)]
        found.append(best(some) if some else 0)
    return sum(found) / len(found)


def _of_thresholds(trace: Trace) -> list[float]:
    """Average precision for each grade from 1 on as the relevance level."""
    each = (trace.ranking.with_relevant_from(level) for level in range(1, int(_largest(trace)) + 1))
    return [float(measure("AP").metric(one, k=_k(trace))) for one in each]


def _below(numbers: np.ndarray) -> Any:
    """How many numbers are smaller than each."""
    return (numbers[:, None] > numbers).sum(axis=1)


def _above(numbers: np.ndarray) -> Any:
    """How many other numbers are not larger than each."""
    return len(numbers) - 1 - _below(-numbers)


def _places(numbers: np.ndarray) -> Any:
    """The place of each number when they are sorted; of tied ones, the earlier comes first."""
    return numbers.argsort(kind="stable").argsort()


def _argsorted(numbers: np.ndarray) -> Any:
    """The same, but of tied ones any comes first."""
    return numbers.argsort().argsort()


RANKS: dict[str, Callable[[np.ndarray], np.ndarray]] = {  # of numbers, some of them tied
    "{} of the numbers themselves, not of their ranks": lambda numbers: numbers,
    "{} of argsort, which are places in the list, not ranks": lambda numbers: numbers.astype(int).argsort(),
    "your np.argsort gives equal numbers different ranks; give each the mean of their ranks": _argsorted,
    "{} with tied numbers at the first of their ranks, not at the mean": _below,
    "{} with tied numbers at the last of their ranks, not at the mean": _above,
    "{} with no gap in the ranks after a tie": lambda numbers: np.unique(numbers, return_inverse=True)[1],
    "{} with ties ordered, as if the later number were larger": _places,
    "{} with ties ordered, as if the later number were smaller": lambda numbers: -_places(-numbers),
}
TENTHS = [place / 10 for place in range(11)]
JACCARD: dict[str, Callable[[Counted], float]] = {
    "you divide by all items that are retrieved or relevant, which is the Jaccard index, not {}": lambda of: (
        len(of.hits) / (of.united or 1)
    )
}
UNITED = "you count items that are retrieved or relevant; {} counts those that are both, so write & instead of |"
TRAPEZOIDS = "you take trapezoids below the curve of precision and recall; AP takes steps"
# precision at recall 0; that of the first point counts only where it is a hit
FIRST_POINTS = {"": 1, " (from precision 0)": 0, " (from the first point)": -1}
OF_GAINS: dict[str, Callable[[Trace], float]] = {
    POWERS: _powers,
    "you divide by the square root of the rank; {} divides by log2(rank + 1)": partial(
        _with, "discount", lambda _: lambda rank: rank**-0.5
    ),
}
OF_LEVELS: dict[str, Callable[[Trace], float]] = {
    "you take the ranks with a recall above a level; recall at the level counts, too": partial(
        _at_levels, reached=operator.gt
    ),
    "you take the precision at the first rank that reaches a level, not the best one from there on": partial(
        _at_levels, best=operator.itemgetter(0)
    ),
}
OF_METRIC: dict[str, dict[str, Callable[[Trace], float]]] = {
    "AUC": {
        "you return 1 − AUC where AUC is below 1/2": lambda trace: max(float(trace), 1 - float(trace)),
        **{words: partial(_rank_sum, ranks) for words, ranks in RANKS.items()},
        "your ranks begin at 0; the lowest score has rank 1": partial(
            _rank_sum, lambda scores: (_below(scores) + _above(scores)) / 2 - 1
        ),
        "you do not subtract m · (m + 1) / 2 from the sum of the ranks of relevant items": lambda trace: (
            float(trace) + (Counted(trace).m + 1) / 2 / (int(trace.ranking.irrelevant_total.values) or math.inf)
        ),
        "your curve does not begin at (0, 0)": lambda trace: (
            float(trace) - sum(trace.metric.of_one(trace.ranking).columns["trapezoid"].values[:1])
        ),
        "you sort by score, the lowest first; reverse the order": lambda trace: 1 - _rank_sum(_argsorted, trace),
        "you count the pairs in the wrong order; turn < around": lambda trace: (
            1 - 2 * float(trace) + float(measure('AUC(ties="strict")')(trace.ranking))
        ),
        "you divide by all pairs; AUC divides by the pairs of a relevant item and another one": _of_all_pairs,
        **{
            f"you count how often a score {sign} is right, which is accuracy; AUC compares pairs": partial(
                _accuracy, above
            )
            for sign, above in THRESHOLDS.items()
        },
    },
    "F": {
        "you multiply by β where β² is right": partial(_with, "beta", math.sqrt),
        "you cut off the list for precision only; recall counts the first k, too": partial(
            _f, of=lambda p, r, _: 1 / (p + r), cut=False
        ),
        "you forget to square β in the divisor": partial(_f, of=lambda p, r, beta: 1 / (p / beta + r)),
        "you multiply by P + R; divide by it, in brackets": partial(
            _f, of=lambda p, r, beta: (p / beta**2 + r) / beta**2
        ),
        "you divide by P only, and add R; put the whole divisor in brackets": partial(
            _f, of=lambda p, r, beta: 1 / p + beta**2 / (1 + beta**2) / p
        ),
        "you multiply by 2 where 1 + β² is right": lambda trace: float(trace) * 2 / (1 + _own(trace, "beta") ** 2),
    },
    "Bpref": {
        "you divide by N, all items judged not relevant; take min(n_i, m) / min(m, N)": partial(
            _in_column, "fraction lost", lambda of, _: of["irrelevant so far"] / (of["judged not relevant"] or 1)
        ),
        "you divide by m + 10, as in bpref-10": partial(
            _in_column,
            "fraction lost",
            lambda of, _: np.minimum(of["irrelevant so far"] / (of["relevant items"] + 10), 1),
        ),
    },
    "IPA11": {
        "your levels of recall are a little above 0.3, 0.6 and 0.7: 3 * 0.1 is; use i / 10": partial(
            _at_levels, levels=[place * 0.1 for place in range(11)]
        ),
        "you leave out recall level 0; the eleven levels are 0, 0.1, ..., 1": partial(_at_levels, levels=TENTHS[1:]),
        "you leave out recall level 1; the eleven levels are 0, 0.1, ..., 1": partial(_at_levels, levels=TENTHS[:-1]),
        **OF_LEVELS,
    },
    "IPrec": OF_LEVELS,
    "Pearson": {
        "you take the cosine of the numbers; subtract the mean of each list first": partial(
            _of_numbers, lambda x, y: x @ y / (math.sqrt((x @ x) * (y @ y)) or 1)
        ),
        "you take the slope of the regression line; r divides by both standard deviations": partial(
            _of_numbers, lambda x, y: np.cov(x, y)[0, 1] / (np.var(x, ddof=1) or 1)
        ),
        "you divide by n in one place and by n − 1 in another (ddof)": partial(
            _of_numbers, lambda x, y: _correlation(x, y) * (len(x) - 1) / len(x)
        ),
    },
    "RBO": {
        "you divide by the sum of the weights of the depths": _over_the_weights,
        "you count an item twice that both lists have at the same rank": _same_rank_twice,
    },
    "TauW": {"you multiply the weights of two items; a pair weighs as much as its two items together": _multiplied},
    "INST": {
        "you lower the goal one rank late; T_i is T minus the gain so far, that of rank i included": partial(
            _in_column, "gains so far", lambda of, _: [0, *of["gains so far"]][:-1]
        ),
    },
    "KendallDistance": {
        "you add up the differences of ranks, which is Spearman's footrule; count pairs": partial(
            _of_numbers, lambda x, y: abs(x - y).sum(), turned=lambda numbers: _below(numbers)
        ),
    },
    "GAP": {
        "you take the mean of the AP of all thresholds; GAP divides once, at the end": lambda trace: float(
            np.mean(_of_thresholds(trace))
        ),
    },
    "IPS": {
        "you multiply clicks by the probability of a look; divide them by it": lambda trace: float(
            trace.columns["clicks"].values @ trace.columns["examined"].values
        ),
        "you multiply clicks by log2(rank + 1); divide them by the probability of a look": lambda trace: float(
            (clicks := trace.columns["clicks"].values) @ np.log2(np.arange(len(clicks)) + 2)
        ),
    },
    "DCG": OF_GAINS,
    "nDCG": {
        **OF_GAINS,
        "you return the mean of {} at every rank": lambda trace: float(
            np.mean([*trace.at_every_k().values[: _k(trace)]] or [0])
        ),
    },
    "OPA": {
        "you divide by all pairs; OPA divides by the pairs with different grades": _of_all_pairs,
        "you count pairs with equal grades as right; leave them out": partial(_of_all_pairs, better=np.greater_equal),
    },
    "Judged": {
        "you count relevant items; {} counts all items with a judgement": lambda trace: float(
            measure("P").metric(trace.ranking, k=_k(trace), denominator=_own(trace, "denominator"))
        ),
    },
    "Q": {
        "you divide cg_i by cg*_i alone, which is weighted precision; Q adds the hits and the rank": partial(
            _in_column,
            "blended ratio",
            lambda of, _: of["gain so far"] / np.where(of["ideal gain so far"], of["ideal gain so far"], np.inf),
        ),
        "your ideal list has the retrieved items only": lambda trace: (
            float(trace.metric(Ranking(trace.ranking.grades), **trace.parameters))
            * float(measure("R").metric(trace.ranking))
        ),
    },
    "FallOut": {
        "you return 1 − R, the fraction of relevant items that are missed; {} counts irrelevant items": lambda trace: (
            1 - float(measure("R").metric(trace.ranking, k=_k(trace)))
        ),
    },
    "RBP": {
        "you forgot the exponent of p": lambda trace: len(Counted(trace).all_hits) * (p := _own(trace, "p")) * (1 - p),
        "you divide by 1 − p; multiply by it": lambda trace: float(trace) / (1 - _own(trace, "p")) ** 2,
        "you divide by the sum of the weights in the list": lambda trace: (
            float(trace) / (1 - _own(trace, "p") ** len(trace.ranking) or 1)
        ),
    },
    "ERR": {
        "you take grade / largest grade as the probability to stop; it is (2^grade − 1) / 2^largest": partial(
            _in_column, "satisfied", lambda of, trace: of["grade"] / _largest(trace)
        ),
        "you take the grades as probabilities to stop; the probability is (2^grade − 1) / 2^largest": partial(
            _in_column, "satisfied", lambda of, _: np.minimum(of["grade"], 1)
        ),
        "you divide by 2^largest − 1; the probability to stop is (2^grade − 1) / 2^largest": partial(
            _in_column, "satisfied", lambda of, trace: (2 ** of["grade"] - 1) / (2 ** _largest(trace) - 1)
        ),
        "you divide by log2(rank + 1); ERR divides by the rank": partial(
            _in_column, "rank", lambda of, _: np.log2(of["rank"] + 1)
        ),
        "you keep the users whom the item above sent on, not those of all items above; multiply": partial(
            _in_column, "viewed", lambda of, _: [1, *of["going on"]][:-1]
        ),
        "you take the users who stop at a rank away before you count them": partial(
            _in_column, "viewed", lambda of, _: np.cumprod(of["going on"])
        ),
    },
    "AP": {
        **{
            TRAPEZOIDS + start: partial(_in_column, "precision", partial(_halfway, first))
            for start, first in FIRST_POINTS.items()
        },
        "you divide the hits by the rank before; the first rank is 1, not 0": partial(
            _in_column, "rank", lambda of, _: np.maximum(of["rank"] - 1, 1)
        ),
        "you divide with //, which drops the fraction; use /": partial(
            _in_column, "precision", lambda of, _: of["hits"] // of["rank"]
        ),
        "you keep what the last hit adds; write += to add up": partial(
            _in_column, "precision", lambda of, _: of["precision"] * (of["hits"] == max(of["hits"], default=0))
        ),
        "you take the best precision from a rank on, which is interpolated precision": partial(
            _in_column, "precision", lambda of, _: np.maximum.accumulate(of["precision"][::-1])[::-1]
        ),
    },
}
OF_COUNTS: dict[str, dict[str, Callable[[Counted], float]]] = {
    "RPrec": {
        "you divide the hits by the rank of the last one": lambda of: len(of.all_hits) / max(of.all_hits, default=1),
    },
    "LAG": {
        "you count all items above a relevant one (rank − 1); LAG counts those that are not relevant": lambda of: (
            sum(rank - 1 for rank in of.hits) / (len(of.hits) or 1)
        )
    },
    "R": {
        **JACCARD,
        UNITED: lambda of: of.united / (of.m or 1),
        f"{UNITED}; then divide by the relevant items": lambda of: of.united / (of.k or math.inf),
    },
    "P": {
        **JACCARD,
        UNITED: lambda of: of.united / (of.k or 1),
        "you return 0 for a list of fewer than k items; divide its hits by k": lambda of: of.value * (of.n >= of.k),
        "you count k + 1 ranks, and divide by k": lambda of: (
            sum(rank <= of.k + 1 for rank in of.all_hits) / (of.k or 1)
        ),
        "you take the rank of the last hit for the number of hits; add 1 at each hit": lambda of: (
            max(of.hits, default=0) / (of.k or 1)
        ),
        "you count the relevant items of the whole list, and divide by k": lambda of: len(of.all_hits) / (of.k or 1),
    },
    "F": {
        **JACCARD,
        "you count the hits once in the divisor; F1 counts them twice": lambda of: (
            2 * len(of.hits) / (of.m + of.k - len(of.hits) or 1)
        ),
        "you count the relevant items of the whole list, not of the first k": lambda of: (
            2 * len(of.all_hits) / (of.m + of.k or 1)
        ),
    },
    "Accuracy": {
        "you return 1 only if each of the first k items is relevant; one is enough": lambda of: (
            0 < min(of.n, of.k) == len(of.hits)
        ),
        "you return 1 only if all relevant items are found; one is enough": lambda of: len(of.hits) == of.m,
    },
    "RR": {
        "you count the ranks from 0; the first rank is 1": lambda of: 1 / (min(of.all_hits, default=math.inf) - 1 or 1),
        "you divide by log2(rank + 1); {} divides by the rank": lambda of: (
            1 / math.log2(min(of.hits, default=math.inf) + 1)
        ),
        "{} with 1/rank of every relevant item added up, not of the first only": lambda of: of.reciprocals,
        f"the mean of 1/rank over all relevant items found{ALONE}": lambda of: of.reciprocals / (len(of.hits) or 1),
        f"1 divided by the mean rank of the relevant items found{ALONE}": lambda of: len(of.hits) / (sum(of.hits) or 1),
        f"1/rank of every relevant item, divided by m{ALONE}": lambda of: of.reciprocals / (of.m or 1),
        f"1/rank of every relevant item, divided by the number of ranks{ALONE}": lambda of: (
            of.reciprocals / (of.k or 1)
        ),
    },
}


def of_metric(asked: Asked) -> Iterator[Explanation]:
    """What only this metric is taken for; and a fraction, such as p, in the place of the rest."""
    own, rows = asked.own, OF_METRIC.get(asked.own.metric.name, {})
    yield from _rows({words.format(asked.name()): of for words, of in rows.items()})
    yield from _of_counts(asked)
    for parameter, value in own.metric.with_defaults(own.parameters).items():
        if isinstance(value, float) and 0 < value < 1:
            yield _row(f"you exchange {parameter} and 1 − {parameter}", partial(_with, parameter, lambda one: 1 - one))


def _of_counts(asked: Asked) -> Iterator[Explanation]:
    rows = OF_COUNTS.get(asked.own.metric.name, {})
    return _rows({words.format(asked.name()): partial(_counted, of) for words, of in rows.items()})


def by_hand(asked: Asked) -> Iterator[Explanation]:
    """What a learner does without code, too: counts something else, or puts only the first k results in order."""
    yield from (*_of_counts(asked), *on_other_lists(asked, FIRST_K))


def of_metric_here(asked: Asked, kind: Callable[[Asked], Iterable[Explanation]] = of_metric) -> Iterator[Explanation]:
    """The same with its values for the list itself, in words that follow "That is"."""
    for one in kind(asked) if isinstance(asked.own.lists, Ranking) and asked.column is None else ():
        value = one.of(asked.trace) if one.of else math.nan
        if math.isfinite(value) and not math.isclose(value, float(asked.exact)):
            named = f"{asked.name()} if {one.called}" if one.called.startswith("you") else one.called
            yield one._replace(called=named, value=value)


def of_the_best(asked: Asked) -> Iterator[Explanation]:
    """A fraction of what is reachable."""
    words = f"you divide {asked.name()} by the best value that it can reach"
    yield _row(words, lambda trace: float(trace) / (float(trace.best_possible or 0) or math.inf))


def of_ideal(asked: Asked) -> Iterator[Explanation]:
    """A quotient of two gains that does not divide by the gain of the ideal list."""
    own, gain = asked.own, measure("DCG").metric
    if "ideal" not in own.metric.parameters or "discount" not in own.metric.parameters:
        return
    chosen = {name: value for name, value in own.in_force.items() if name in gain.parameters}
    k, label = own.parameters.get("k"), asked.name()

    def of(ideal: Callable[[Ranking], list[Any]], above: dict[str, Any], trace: Trace, below: Any = ()) -> float:
        best = float(gain(Ranking(ideal(trace.ranking)), **chosen | dict(below)))
        return float(gain(Ranking(trace.ranking.grades), **chosen | above)) / (best or math.inf)

    ideals: list[tuple[str, Callable[[Ranking], list[Any]]]] = [
        ("you divide by the worst order, not by the best", lambda one: sorted(_all_grades(one))),
        (NOT_SORTED, _all_grades),
        (NOT_SORTED, lambda one: [*grades_by_item(one).values()]),
        (ONES, lambda one: [1] * len(_all_grades(one))),
        (ONES, lambda one: [1] * len(one)),
        (ONES, lambda one: [1] * (k or len(one))),
        ("your ideal list has grade 1 for each relevant item; take their own grades",
         lambda one: [1] * sum(map(bool, _all_grades(one)))),
        ("your ideal list has the highest grade at every rank",
         lambda one: [max(_all_grades(one), default=0)] * len(_all_grades(one))),
        ("your ideal list has the highest grade at every rank",
         lambda one: [max(_all_grades(one), default=0)] * len(one)),
        ("your ideal list is as long as the list, although that may lack relevant items",
         lambda one: _best(one)[: len(one)]),
    ]  # fmt: skip
    for words, ideal in ideals:
        yield _row(words, partial(of, ideal, {}))
    for ideal in [ideal for words, ideal in ideals if words == ONES]:  # the usual slip where grades are 0 and 1
        yield _row(f"you take 1 for every grade above 0, and {ONES}", partial(of, ideal, {"gain": "binary"}))
    if k is not None:
        yield _row(f"{label} cut off only in the ideal order", partial(of, _best, {"k": None}))
        for lacking, ideal in (
            ("has the retrieved items only", lambda one: sorted(one.grades)[::-1]),
            ("leaves out the results below the first k", lambda one: sorted([*one.grades[:k], *one.missed])[::-1]),
        ):
            yield _row(f"your ideal list {lacking}, and it is never cut", partial(of, ideal, {}, below={"k": None}))


def _best(ranking: Ranking) -> list[Any]:
    return sorted(_all_grades(ranking), reverse=True)


def _all_grades(ranking: Ranking) -> list[Any]:
    return [*ranking.grades, *ranking.missed]


def _largest(trace: Trace) -> Any:
    return trace.parameters.get("max_grade") or max(filter(None, _all_grades(trace.ranking)), default=1)


# --- of two lists -----------------------------------------------------------------------------------------------------
OF_PAIRS: dict[str, Callable[[Pairs, Pairs], Any]] = {
    "(concordant − discordant) / (concordant + discordant), which leaves tied pairs out": lambda x, y: (
        (x * y).sum() / (np.abs(x * y).sum() or 1)
    ),
    "the fraction of the untied pairs that are concordant": lambda x, y: (x * y > 0).sum() / (np.abs(x * y).sum() or 1),
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


def of_agreement(asked: Asked) -> Iterator[Explanation]:
    """Pairs that two lists order alike or differently, with ties taken for something else; ranks of tied items."""
    if isinstance(asked.own.lists, Paired):
        for words, quotient in OF_PAIRS.items():
            yield _row(words, partial(_of_numbers, quotient, turned=_signs))
        yield _row("you take the second list for the first", _exchanged)
        yield _row("you put equal numbers of the first list in the order of the input", _in_input_order)
    if asked.own.metric is measure("Rho").metric:
        short = "; also with squared differences, which are right only without ties"
        of_squares = (short, lambda x, y: 1 - 6 * ((x - y) ** 2).sum() / (len(x) ** 3 - len(x)))
        for also, quotient in (("", _correlation), of_squares):
            for words, ranks in RANKS.items():
                yield _row(words.format("ρ") + also, partial(_of_numbers, quotient, turned=ranks))


def _exchanged(trace: Trace) -> float:
    two = trace.ranking
    lists = two.lists and (two.lists[1], two.lists[0])
    exchanged = Paired(two.names, two.y.values, two.x.values, two.words, lists, two.unordered)
    return float(trace.metric(exchanged, **trace.parameters))


def _in_input_order(trace: Trace) -> float:
    two = trace.ranking
    ordered = Paired(two.names, -_places(-two.x.values), two.y.values, two.words, two.lists, two.unordered)
    return float(trace.metric(ordered, **trace.parameters))


def _signs(numbers: np.ndarray) -> Any:
    return np.sign(np.subtract.outer(numbers, numbers))[np.tril_indices(len(numbers), -1)]


def _either(concordant: np.ndarray) -> Any:
    """Tau, if every pair is either concordant or discordant."""
    return 2 * concordant.mean() - 1
