"""Every error and every other convention that is known, in one table: the likelier ones come first.

``rt.diagnose`` asks which of them return the number that was typed, ``rt.check`` which return the numbers of a function
on every list, and ``rt.which`` which return a number that it searches for. The replies of questions are diagnoses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers import code_errors, slips
from rankteach.explain.numbers.explanation import ErrorModel, Explanation
from rankteach.explain.numbers.other_ways import (
    calculated,
    changed_in_words,
    half_changed,
    other_averages,
    other_cells,
    other_conventions,
    other_cutoffs,
    other_metrics,
)
from rankteach.explain.numbers.record import Asked, rows_of
from rankteach.explain.numbers.variant import REFUSALS, Variant
from rankteach.tracing.measures import metrics
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

Of = Callable[[Asked], Iterable[Explanation]]
Turn = Callable[[float], float]
Counts = dict[str, Any]  # numbers to divide by, by their names; for a batch, one number for each query
BETWEEN_TWO: dict[str, Callable[[float, float], float]] = {
    "the plain mean of {} and {}": lambda one, other: (one + other) / 2,
    "the geometric mean of {} and {}": lambda one, other: math.sqrt(one * other) if one * other > 0 else math.nan,
}
OTHERS_OF_TWO: dict[str, Callable[[float, float], float]] = {
    "the product of {} and {}": lambda one, other: one * other,
    "the smaller of {} and {}": min,
    "the larger of {} and {}": max,
}
ONE_OF_TWO: dict[str, Callable[[float, float], float]] = {
    "{} alone, without {}": lambda one, _: one,
    "{1} alone, without {0}": lambda _, other: other,
}
ONE_DECIMAL = 11  # the smallest denominator of a number that is not written with one digit after the point
HIDDEN_CUTOFFS = (10, 20, 5, 50, 100, 30)
TURNS: dict[str, Turn] = {
    "{} in percent, without a % sign": lambda value: 100 * value,
    "{} with the wrong sign": lambda value: -value,
    "1 − {}": lambda value: 1 - value,
    "1 / {}": lambda value: 1 / value if value else 0.0,
}


# --- what is done to the value ----------------------------------------------------------------------------------------
def turned(asked: Asked, turns: Mapping[str, Turn]) -> Iterator[Explanation]:
    """The value turned around, rounded, and so on."""
    return (Explanation(words.format(asked.name()), turn(float(asked.exact))) for words, turn in turns.items())


def turned_by_hand(asked: Asked) -> Iterator[Explanation]:
    """1 − value, 1 / value, in percent, or with the wrong sign, where that tells something."""
    value, high = float(asked.exact), asked.own.metric.bounds[1]
    tells = {"1 − {}": 0 < value < 1 and high == 1, "1 / {}": not value.is_integer()}
    yield from turned(asked, {words: turn for words, turn in TURNS.items() if tells.get(words, True)})
    if high == 1 and math.isfinite(value):
        yield from turned(asked, {"{} in percent, without a % sign": lambda value: round(100 * value)})


def of_two(asked: Asked, ways: Mapping[str, Callable[[float, float], float]]) -> Iterator[Explanation]:
    """Some mean of the two columns that the number is calculated from, if there are two."""
    column = asked.result.before_last
    row, parts = len(column) - 1 if asked.result.is_last else asked.place, _parts(column)
    if row is None or row < 0 or len(parts) != 2 or any(part is one for part in parts for one in column.sources):
        return  # hits and ranks, not two values of which a mean makes sense
    one, other = (float(part.values[row]) for part in parts)
    for words, way in ways.items():
        if math.isfinite(value := way(one, other)):
            yield Explanation(words.format(parts[0].name, parts[1].name), value)


def _parts(column: Column) -> list[Column]:
    """The named columns that a column was made of, on the same rows."""
    parts: dict[int, Column] = {}
    for source in column.sources:
        if source.name and source.axis is column.axis:
            parts[id(source)] = source
        elif source.axis is column.axis:
            parts |= {id(part): part for part in _parts(source)}
    return list(parts.values()) if column.axis else []


def means_of_rows(asked: Asked) -> Iterator[Explanation]:
    """The mean over all rows of what is added up, or of a quotient, such as precision at every rank."""
    record, terms = asked.record, asked.result.sources[0] if asked.result.is_sum else None
    instead = [] if terms is None or terms.axis is None else [(terms, "the sum")]
    quotients = [one for one in record.complete if one.is_quotient and one.axis and not one.axis.along]
    for column, right in [*instead, *((column, asked.name()) for column in quotients)]:
        if column.name and column.values.ndim == 1 and len(column) and column.axis:
            where = "all" if asked.trace.parameters.get("k") is None else f"the first {len(column)}"
            called = f"the mean of {column.name} at {where} {rows_of(column.axis)}, not {right}"
            yield Explanation(called, float(np.mean(record.values[id(column)])))


# --- what someone could divide by -------------------------------------------------------------------------------------
def counts(trace: Trace) -> Counts:
    """Everything that a learner can count, and could divide by."""
    ranking, k = trace.ranking, trace.parameters.get("k")
    counts: Counts = {} if k is None else {"the cutoff (k)": k}
    if isinstance(ranking, Judged):
        counts["all relevant items (m)"] = ranking.relevant_total.values
        counts["the relevant items found"] = ranking.top(k).hits.last().values
        counts["the length of the list (n)"] = ranking.arrays.lengths
        if trace.metric.of_one is trace.metric and not trace.metric.binary:
            counts["the cumulative gain (CG)"] = ranking.top(k).grade.sum().values
    elif isinstance(ranking, Paired):
        n = len(ranking)
        counts |= {"the number of items": n, "the number of items minus one": n - 1}
        counts["the number of pairs"] = n * (n - 1) // 2
    else:
        counts["the number of queries"] = len(ranking)
    if "rank" not in trace.axis.name:
        counts[f"the number of {rows_of(trace.axis)}"] = trace.axis.length
    return counts


def further_counts(trace: Trace) -> Counts:
    """What is rarely divided by: all items, squares, and the smaller of two counts."""
    ranking, k = trace.ranking, trace.parameters.get("k")
    if not isinstance(ranking, Judged):
        return {"the square of the number of items": len(ranking) ** 2}
    m, n = ranking.relevant_total.values, ranking.arrays.lengths
    counts = {
        "all items that are retrieved or relevant": m + n - ranking.top(None).hits.last().values,
        "all judged items": m + ranking.irrelevant_total.values,
        "the square of the length of the list (n²)": n**2,
    }
    if isinstance(ranking, Ranking):
        if k is not None:
            counts |= {"min(m, k)": min(m, k), "min(k, n)": min(k, n)}
        counts["min(m, n), n being the length of the list"] = min(m, n)
    return counts


def distinct(counts: Counts) -> Counts:
    """Counts that are equal, as one with the names of all."""
    alike: dict[bytes, Counts] = {}
    for words, values in counts.items():
        alike.setdefault(np.asarray(values).tobytes(), {})[words] = values
    return {" or ".join(same): next(iter(same.values())) for same in alike.values()}


# --- the table --------------------------------------------------------------------------------------------------------
def _slip(alterations: Callable[[Asked], Iterable[slips.Alteration]]) -> Of:
    return lambda asked: slips.altered(asked, alterations(asked))


def _ways(others: Callable[[Asked], Iterable[Variant]], **told: Any) -> ErrorModel:
    return ErrorModel(lambda asked: calculated(asked, others(asked)), of_variants=True, **told)


def _far_metrics(asked: Asked) -> Iterator[Variant]:
    """Metrics of another kind, of which few learners think: those of every introduction, or those that were taught."""
    some = asked.taught is not None and len(asked.taught) < len(metrics())
    return (one for one in other_metrics(asked, related=False) if one.metric.popularity == 2 or some)


def _known_metrics(asked: Asked, *, related: bool) -> list[Variant]:
    """Other metrics that are at least as well known, the best known first."""
    least = asked.own.metric.popularity
    others = [one for one in other_metrics(asked, related=related) if one.metric.popularity >= least]
    return sorted(others, key=lambda one: -one.metric.popularity)


COUNTED_FROM_0 = _slip(lambda asked: slips.from_0(asked.record))
DIVIDED = _slip(lambda asked: slips.divided(asked.record, distinct(counts(asked.trace))))
DIVIDED_BY_ONE = _slip(lambda asked: slips.divided(asked.record, counts(asked.trace) | further_counts(asked.trace)))
LEFT_OUT = _slip(lambda asked: slips.left_out(asked.record))
OTHER_LOGARITHM = _slip(lambda asked: slips.other_logarithm(asked.record))
ONE_OFF = _slip(lambda asked: slips.one_off(asked.record))
NOT_ADDED_UP = _slip(lambda asked: slips.not_added_up(asked.record))
TURNED = partial(turned, turns=TURNS | code_errors.TURNS)
FORGOTTEN = _slip(lambda asked: slips.forgotten(asked.record))


def _cutoffs(asked: Asked) -> Iterable[Variant]:
    return other_cutoffs(asked, near=True) if asked.own.parameters.get("k") else ()


def _elsewhere(asked: Asked) -> Iterator[Explanation]:
    """The likelier slips at another cutoff or under another convention."""
    for base in (*_cutoffs(asked), *other_conventions(asked.own, 1)):
        same_value = base.changed and all(change.parameter == "form" for change in base.changed)
        also = "" if same_value else f"; also{changed_in_words(base)}"
        try:
            elsewhere = Asked(base.trace())
            for kind in (TURNED, code_errors.on_other_lists, LEFT_OUT, DIVIDED_BY_ONE):
                yield from code_errors.on_any_list(elsewhere, kind, also)
        except REFUSALS:
            continue  # the metric does not take this convention here


def _by_hand(kind: Of) -> Of:
    """Slips in our columns, unless they are of a curve, whose area few calculate from these."""
    return lambda asked: () if asked.own.metric.family == "curve" else kind(asked)


def _hidden_cutoffs(asked: Asked) -> Iterable[Variant]:
    """A cutoff that a function has without saying so, alone or with another convention."""
    own = asked.own
    known = [k for k in HIDDEN_CUTOFFS if "k" in own.metric.parameters and k != own.parameters.get("k")]
    cut = [own._replace(parameters=own.metric.with_cutoff(own.parameters, k)) for k in known]
    return (*cut, *(other for one in cut for other in other_conventions(one, 1)))


_typed = partial(ErrorModel, coded=False)
_coded = partial(ErrorModel, typed=False)
ERRORS: tuple[ErrorModel, ...] = (
    ErrorModel(partial(of_two, ways=BETWEEN_TWO), penalty=4),
    _ways(lambda asked: (*other_conventions(asked.own, 1), *other_averages(asked.own))),
    _coded(code_errors.undefined, of_variants=True),
    _coded(code_errors.hit_rate),
    _typed(half_changed),
    _typed(turned_by_hand, penalty=8),
    _coded(partial(turned, turns=TURNS)),
    _ways(partial(other_cutoffs, near=True), most=1),
    _ways(lambda asked: asked.own.from_other_grades()),
    _coded(COUNTED_FROM_0, rare=False),
    _coded(code_errors.on_other_lists),
    _coded(code_errors.of_metric),
    _coded(code_errors.part_of_a_name),
    ErrorModel(code_errors.of_metric_here, penalty=6, typed=False, coded=False),
    # in a set, each of the two is a related metric, which has a name
    _typed(lambda asked: () if asked.own.metric.family == "set" else of_two(asked, ONE_OF_TWO)),
    _typed(slips.rounded, penalty=5, denominator=3, most=1),
    _typed(lambda asked: (*DIVIDED(asked), *COUNTED_FROM_0(asked)), rare=False),
    _coded(partial(turned, turns=code_errors.TURNS)),
    _coded(LEFT_OUT, rare=False),
    _coded(DIVIDED_BY_ONE, rare=False),
    _coded(partial(of_two, ways=OTHERS_OF_TWO)),
    _typed(partial(other_cells, near=True, inputs=False)),
    _ways(partial(other_metrics, related=True), coded=False),
    _ways(partial(_known_metrics, related=True), typed=False),
    _coded(partial(code_errors.on_other_lists, others=code_errors.SORTED)),
    _typed(partial(other_cells, near=True, inputs=True), last="whole"),
    _typed(LEFT_OUT, penalty=4, last="whole"),
    _typed(partial(code_errors.of_metric_here, kind=code_errors.by_hand), last=True, most=1, denominator=2),
    _ways(_far_metrics, coded=False, last=True),
    _ways(partial(_known_metrics, related=False), typed=False),
    _typed(DIVIDED, penalty=5, last=True),
    _coded(lambda asked: (*LEFT_OUT(asked), *DIVIDED_BY_ONE(asked)), rare=True),
    _coded(lambda asked: (*OTHER_LOGARITHM(asked), *COUNTED_FROM_0(asked)), rare=True),
    _typed(_by_hand(NOT_ADDED_UP), penalty=8, last=True),
    _coded(lambda asked: (*NOT_ADDED_UP(asked), *ONE_OFF(asked)), last=True),
    _typed(_by_hand(FORGOTTEN), penalty=7, last=True),
    ErrorModel(OTHER_LOGARITHM, penalty=4, last=True),
    ErrorModel(_by_hand(means_of_rows), penalty=4, last=True),
    ErrorModel(COUNTED_FROM_0, penalty=5, typed=False, coded=False),
    _coded(code_errors.of_ideal),
    _coded(code_errors.of_the_best),
    _coded(lambda asked: half_changed(asked, _cutoffs(asked))),
    _coded(code_errors.with_epsilon),
    _coded(code_errors.of_agreement),
    _ways(partial(other_cutoffs, near=False), coded=False, last=True),
    _ways(_hidden_cutoffs, typed=False),
    _ways(lambda asked: (one for cut in _cutoffs(asked) for one in other_conventions(cut, 1)), typed=False),
    _coded(_elsewhere),
    _ways(lambda asked: other_conventions(asked.own, 2), last=True, denominator=ONE_DECIMAL),
    _typed(partial(other_cells, near=False, inputs=False), last=True, denominator=2),
)
