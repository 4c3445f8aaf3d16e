"""Two traces next to each other: which conventions differ, and which columns, in which rows."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, NamedTuple

from rankteach.core.judged import Judged
from rankteach.core.ranking import Ranking
from rankteach.notation.expression import heading
from rankteach.notation.numbers import TOLERANCE
from rankteach.notation.sentence import named_in_words
from rankteach.tracing.list_conventions import IN_SINGLE_PRECISION, in_single_precision
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

LONG_NUMBER = re.compile(r"\d+\.\d{7,}")


class DifferingColumn(NamedTuple):
    """A column of both traces that differs, with what people read above it; the shorter trace ends it."""

    name: str
    first: list[Any]
    second: list[Any]
    head: str

    def rows(self) -> list[int]:
        """The rows in which the two differ, from 1."""
        pairs = enumerate(zip(self.first, self.second, strict=False), start=1)
        return [row for row, (one, other) in pairs if abs(other - one) > TOLERANCE or (one == one) != (other == other)]


def differing_conventions(first: Trace, second: Trace) -> dict[str, tuple[str, str]]:
    """The conventions that only one of two traces has, in pairs: the first one's words, the second one's.

    A pair is about one parameter; of two different metrics, conventions are paired in their order.
    """
    if isinstance(first.metric, Metric) and first.metric is second.metric:
        one, other = (
            first.metric.described(trace.parameters) | _cutoff(trace) | _of_list(trace) for trace in (first, second)
        )
        return {p: _shortened(one.get(p, ""), other.get(p, "")) for p in {**one, **other} if one.get(p) != other.get(p)}
    left = [words for words in first.conventions if words not in second.conventions]
    right = [words for words in second.conventions if words not in first.conventions]
    return {str(place): pair for place, pair in enumerate(zip_longest(left, right, fillvalue=""))}


def distinct_names(first: Trace, second: Trace) -> tuple[str, str] | None:
    """Two different names: the measure strings, with the name of a mean, or the labels; None if both are the same."""
    if first.measure == second.measure:
        return None if first.label == second.label else (first.label, second.label)
    one, other = (trace.name.replace(trace.metric.of_one.name, trace.measure, 1) for trace in (first, second))
    return _shortened(one, other)


def row_name(first: Trace, second: Trace, row: int) -> str:
    """The name of a row, counted from 1; only its number where the two traces name it differently."""
    one, other = (list(trace.axis.labels().get(trace.rows, ()))[row - 1 : row] for trace in (first, second))
    if one != other:
        return f"row {row}"
    return f"{first.rows} {named_in_words(first.rows, one[0]) if one else row}"


def changed_alone(first: Trace, second: Trace, ranking: Ranking, parameter: str) -> Any:
    """By how much the first value changes if only this parameter changes to that of the second."""
    metric: Any = first.metric
    changed = dict(first.parameters)
    if parameter != "scores":
        changed[parameter] = metric.with_defaults(second.parameters)[parameter]
    rounded = metric.rounds(first.parameters) != (parameter == "scores")
    changed.pop("convention", None)
    trace = metric(in_single_precision(ranking) if rounded else ranking, **changed)
    return trace.value - first.value if None in (trace.exact, first.exact) else trace.exact - first.exact


def differing_columns(first: Trace, second: Trace) -> list[DifferingColumn]:
    """The columns along the main axis that both traces have and that differ; and the value at every cutoff."""
    one, other = (
        {name: column for name, column in trace.columns.items() if column.axis is trace.axis}
        for trace in (first, second)
    )
    of_ranks = first.rows == second.rows == "rank"
    pairs = [
        DifferingColumn(name, column.cells, other[name].cells, heading(column))
        for name, column in one.items()
        if name in other and (of_ranks or len(column) == len(other[name]))
    ]
    if of_ranks:
        one_every, other_every = (trace.at_every_k().cells for trace in (first, second))
        if not any((pair.first, pair.second) == (one_every, other_every) for pair in pairs):
            name = (
                first.symbol if first.symbol == second.symbol else first.name if first.name == second.name else "value"
            )
            pairs.append(DifferingColumn(f"{name}@i", one_every, other_every, f"{name}@i"))
    return [pair for pair in pairs if pair.rows()]


def _cutoff(trace: Trace) -> dict[str, str]:
    k = trace.parameters.get("k")
    return {"k": "no cutoff" if k is None else f"cutoff k = {k}"}


def _of_list(trace: Trace) -> dict[str, str]:
    """Conventions of the list, not of the metric: the smallest relevant grade, and the precision of scores."""
    metric: Any = trace.metric
    words: dict[str, str] = {}
    ranking = trace.ranking
    if metric.rounds(trace.parameters) and isinstance(ranking, Judged) and ranking.arrays.scores is not None:
        words["scores"] = IN_SINGLE_PRECISION
    if metric.counts_relevant(trace.parameters) and hasattr(trace.ranking, "relevant_from"):
        words["rel"] = f"relevant from grade {trace.ranking.relevant_from}"
    return words


def _shortened(one: str, other: str) -> tuple[str, str]:
    """Two texts with long numbers rounded, unless that makes them the same."""
    short, shorter = (LONG_NUMBER.sub(lambda number: f"{float(number[0]):.5g}", text) for text in (one, other))
    return (one, other) if short == shorter else (short, shorter)
