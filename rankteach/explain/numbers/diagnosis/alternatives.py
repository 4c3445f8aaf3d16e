"""The traces that one could have calculated instead: under other conventions, at another cutoff, of another metric."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.notation import numbers
from rankteach.tracing.list_conventions import DEFAULTS, FORKS
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.measures import metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

MOST_CUTOFFS = 50
USUAL_NUMBERS = (
    0,
    0.5,
    1,
    2,
    math.e,
    3,
    10,
)  # of a convention whose values have no names; a metric refuses what it must
REFUSE = ("refuse", "error", "nan")  # branches that give no number
_CLAUSE = re.compile(r"\b(is|are|come|comes|costs|counts|fall|has|pass|shrinks)\b")
_DIRECT = ("as", "at", "averaged", "by", "cut", "divided", "from", "over", "pooled", "with", "without")
_SMALL = ("as", "at", "by", "from", "in", "of", "over", "to", "with")


class Alternative(NamedTuple):
    """Another trace, made when it is asked for; ``words`` say what it is, given what the number is called in it."""

    make: Callable[[], Trace]
    words: Callable[[str, Trace], str]


class Change(NamedTuple):
    """Another value of one parameter."""

    parameter: str
    value: Any


def conventions(trace: Trace, number: int) -> Iterator[Alternative]:
    """The metric with as many other conventions; with one also the other ways over queries."""
    one_by_one = list(changes(_metric(trace), trace.parameters, USUAL_NUMBERS))
    for together in combinations(one_by_one, number):
        if len({change.parameter for change in together}) == number:
            parameters = {**trace.parameters, **{change.parameter: change.value for change in together}}
            yield Alternative(
                partial(trace.metric, trace.ranking, **parameters),
                partial(said, trace, together),
            )
    if number == 1 and isinstance(trace.metric, Mean) and not isinstance(trace.ranking, Ranking):
        yield from _other_ways(trace, trace.metric)


def cutoffs(trace: Trace, *, near: bool) -> Iterator[Alternative]:
    """The metric one rank higher or lower, or without its cutoff; else at all other cutoffs."""
    if "k" not in _metric(trace).parameters:
        return
    k, end = trace.parameters.get("k"), trace.ranking.cutoffs(None).length
    beside: tuple[int | None, ...] = (end - 1,) if k is None else (k - 1, k + 1, None)
    chosen = beside if near else tuple(one for one in range(1, min(end, MOST_CUTOFFS) + 1) if one not in (*beside, k))
    for other in chosen:
        if other is None or 1 <= other <= max(end, k or 0):
            yield Alternative(partial(trace.metric, trace.ranking, **{**trace.parameters, "k": other}), _cut(k))


def _cut(k: int | None) -> Callable[[str, Trace], str]:
    def words(name: str, made: Trace) -> str:
        other = made.parameters["k"]
        called = made.label if name == made.label else f"{name} of {made.label}"
        if other is None:
            return f"{called} of the whole list, not cut off at rank {k}"
        if k is None:
            return f"{called}, cut off at rank {other}, not the whole list"
        if abs(other - k) == 1:
            return f"{called}, cut off one rank too {'late' if other > k else 'early'}"
        return f"{called}, cut off at rank {other}, not at rank {k}"

    return words


def thresholds(trace: Trace) -> Iterator[Alternative]:
    """The metric where items count as relevant from another grade."""
    ranking = trace.ranking
    if not isinstance(ranking, Ranking | Batch) or not _metric(trace).binary:
        return
    for grade in ranking.distinct_grades():
        if grade > 0:
            yield Alternative(
                partial(_from_grade, trace, ranking, grade), partial(relevant_from_said, ranking.relevant_from)
            )


def _from_grade(trace: Trace, ranking: Ranking | Batch, grade: float) -> Trace:
    return trace.metric(ranking.with_relevant_from(grade), **trace.parameters)


def relevant_from_said(own: float, name: str, made: Trace) -> str:
    """``AP where items are relevant from grade 2, not from grade 1``."""
    grades = [_number(grade) for grade in (made.ranking.relevant_from, own)]
    return f"{name} where items are relevant from grade {grades[0]}, not from grade {grades[1]}"


def other_metrics(trace: Trace, *, related: bool) -> Iterator[Alternative]:
    """The catalogue's other metrics on the same list at the same cutoff: those of the same family, or all others."""
    own = _metric(trace)
    for metric in metrics():
        if metric is own or (metric.family == own.family) is not related or bool(metric.pair_up) != bool(own.pair_up):
            continue
        alike = {"k"} | {name for name, said in metric.conventions.items() if said == own.conventions.get(name)}
        shared = {name: trace.parameters[name] for name in metric.parameters if name in alike & set(trace.parameters)}
        over_queries = isinstance(trace.metric, Mean) and not isinstance(trace.ranking, Ranking)
        made = Mean(metric) if over_queries else metric
        yield Alternative(partial(made, trace.ranking, **shared), _called)


def _called(_: str, made: Trace) -> str:
    return made.label if made.label.lower() == made.title else f"{made.label}, {made.title}"


# --- conventions ------------------------------------------------------------------------------------------------------
def _metric(trace: Trace) -> Metric:
    """The metric itself, of a mean that of its queries."""
    metric = trace.metric.metric if isinstance(trace.metric, Mean) else trace.metric
    assert isinstance(metric, Metric)
    return metric


def changes(metric: Metric, parameters: Mapping[str, Any], numbers: Sequence[float] = ()) -> Iterator[Change]:
    """Every other value of every parameter that is in force: those with a name, and for a number those that are usual.

    With ``numbers`` a number can also be one of these, or turned upside down; what was given is also left out.
    """
    values = {parameter: parameters.get(parameter, own) for parameter, own in metric.parameters.items()}
    for parameter, value in values.items():
        named = metric.conventions.get(parameter)
        needs = metric.only_with.get(parameter)
        if parameter == "k" or (needs and values[needs] is None):
            continue
        others: list[Any] = list(named) if isinstance(named, Mapping) else []
        others += metric.usual.get(parameter, ())
        if value is not None and metric.parameters[parameter] is None:
            others += [None]
        elif numbers and isinstance(value, float | int):
            others += [1 / value if value else 0, *numbers]
        yield from (Change(parameter, other) for other in dict.fromkeys(others) if other != value)


def matters(ranking: Any, binary: bool) -> dict[str, bool]:
    """For every fork that metrics share, whether it makes a difference to these lists."""
    if not isinstance(ranking, Ranking | Batch):
        return {}
    scores = np.zeros(0) if ranking.arrays.scores is None else ranking.arrays.scores
    worth = ranking.relevant_total if binary else ranking.grade_total
    return {
        "ties": bool(np.any(scores[..., 1:] == scores[..., :-1])),
        "judged_only": bool(ranking.unjudged),
        "no_relevant": not np.all(worth.values),
    }


def other_branches(metric: Metric, forks: Collection[str]) -> Iterator[Change]:
    """Every other branch of forks that all metrics share."""
    for fork in metric.forks:
        if fork in forks:
            yield from (Change(fork, value) for value, words in FORKS[fork].items() if words and value not in REFUSE)


def said(trace: Trace, together: tuple[Change, ...], name: str, made: Trace) -> str:
    """``AP divided by the relevant items found (denominator="hits"), not by all relevant items``."""
    metric, k = _metric(trace), trace.parameters.get("k")
    parts = []
    for parameter, value in together:
        now = {**DEFAULTS, **metric.parameters, **trace.parameters}[parameter]
        if value is None:
            parts.append(f"without {parameter}")
            continue
        written = f"({parameter}={_written(value)})"
        words, instead = (_plain(_convention(metric, parameter, one, k)) for one in (value, now))
        if made.label != trace.label and name == made.label:  # the name says it: F2
            parts.append(f"{written}, not {trace.label}")
            continue
        other = f", not {_difference(words, instead)}" if len(together) == 1 and instead else ""
        parts.append(f"{_joined(words)} {written}{other}")
    return f"{name} {' and '.join(parts)}"


def _convention(metric: Metric, parameter: str, value: Any, k: int | None) -> str:
    return FORKS[parameter][value] if parameter in metric.forks else metric.words(parameter, value, k)


def _plain(words: str) -> str:
    """Words without what stands in brackets at their end, and e by its name."""
    return re.sub(r" \([^()]*\)$", "", words).replace(repr(math.e), "e")


def _joined(words: str) -> str:
    """Words so that they go on after a name: where gain is the grade; divided by the hits; with steps."""
    if words.split()[0] in _DIRECT:
        return words
    return f"{'where' if _CLAUSE.search(words) else 'with'} {words}"


def _difference(words: str, instead: str) -> str:
    """What is said instead, from where both go on after the same beginning: not by all relevant items."""
    for place, (one, other) in enumerate(zip(words.split(), instead.split(), strict=False)):
        if one != other:
            break
        if one in _SMALL or _CLAUSE.fullmatch(one):
            return " ".join(instead.split()[place + (one not in _SMALL) :])
    return _joined(instead)


def _written(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else _number(value)


def _number(value: Any) -> str:
    return "e" if value == math.e else numbers.given(float(value))


# --- ways over queries ------------------------------------------------------------------------------------------------
def _other_ways(trace: Trace, mean: Mean) -> Iterator[Alternative]:
    """The other averages that the metric has, and means over other queries."""
    one_list = mean.metric.pair_up is None
    ways = [(average, "all") for average in ("query", *mean.metric.averages, *(["geometric"] if one_list else []))]
    ways += [("query", queries) for queries in QUERIES if queries != "all" and one_list]
    own = mean.describe(trace.parameters, trace.ranking)[-1]
    for average, queries in ways:
        if (average, queries) != (mean.average, mean.queries):
            other = Mean(mean.metric, average, queries)
            yield Alternative(
                partial(other, trace.ranking, **trace.parameters),
                partial(_way, own),
            )


def _way(own: str, _: str, made: Trace) -> str:
    over = made.metric.describe(made.parameters, made.ranking)[-1]
    if over.startswith(("mean", "geometric mean", "sum")):
        return f"the {over}, not the {own}"
    return f"the {made.title}: {over}, not the {own}"
