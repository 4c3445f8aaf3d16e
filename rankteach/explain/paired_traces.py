"""What two traces have in common, and what not: their conventions and their columns, side by side."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, NamedTuple

from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import TOLERANCE
from rankteach.notation.text import on_one_line
from rankteach.tracing.list_conventions import IN_SINGLE_PRECISION, in_single_precision
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

LONG = re.compile(r"\d+\.\d{7,}")  # a number


class Parted(NamedTuple):
    """A column that both traces have, and that is not the same in both; of two cutoffs the lower one ends it."""

    name: str
    first: list[Any]
    second: list[Any]

    def rows(self) -> list[int]:
        """The rows in which the two differ, from 1."""
        pairs = enumerate(zip(self.first, self.second, strict=False), start=1)
        return [row for row, (one, other) in pairs if differ(one, other)]


def differ(one: Any, other: Any) -> bool:
    """Whether two numbers are not the same but for rounding; NaN is the same as NaN, and no number is."""
    return bool(abs(other - one) > TOLERANCE or (one == one) != (other == other))


def conventions_beside(first: Trace, second: Trace) -> dict[str, tuple[str, str]]:
    """The words that only one of the two says, those of the first beside those of the second.

    Of one metric they are paired by the parameter that they are about; of two metrics as they come.
    """
    if isinstance(first.metric, Metric) and first.metric is second.metric:
        one, other = (
            first.metric.described(trace.parameters) | _cutoff(trace) | _of_list(trace) for trace in (first, second)
        )
        return {p: shortened(one.get(p, ""), other.get(p, "")) for p in {**one, **other} if one.get(p) != other.get(p)}
    left = [words for words in first.conventions if words not in second.conventions]
    right = [words for words in second.conventions if words not in first.conventions]
    return {str(place): pair for place, pair in enumerate(zip_longest(left, right, fillvalue=""))}


def names_beside(first: Trace, second: Trace) -> tuple[str, str] | None:
    """What tells the two apart: their measure strings, of a mean as the mean is called, or their labels."""
    if first.measure == second.measure:
        return None if first.label == second.label else (first.label, second.label)
    inner = [getattr(trace.metric, "metric", trace.metric).name for trace in (first, second)]
    return shortened(first.name.replace(inner[0], first.measure, 1), second.name.replace(inner[1], second.measure, 1))


def row_beside(first: Trace, second: Trace, row: int) -> str:
    """What a row, counted from 1, is called; by its number alone where it is not called the same in both."""
    one, other = (list(trace.axis.labels().get(trace.rows, ()))[row - 1 : row] for trace in (first, second))
    if one != other:
        return f"row {row}"
    return f"{first.rows} {on_one_line(str(one[0])) if one else row}"


def rows_said(trace: Trace) -> str:
    """How many rows a trace has, and of what."""
    number, of = trace.axis.length, trace.rows
    many = f"{of.removesuffix('y')}ies" if of.endswith("y") else f"{of}s"
    return f"{number} {of if number == 1 else many}"


def shortened(one: str, other: str) -> tuple[str, str]:
    """Two texts with long numbers rounded, unless nothing else tells the two apart."""
    short, shorter = (LONG.sub(lambda number: f"{float(number[0]):.5g}", text) for text in (one, other))
    return (one, other) if short == shorter else (short, shorter)


def changed_alone(first: Trace, second: Trace, ranking: Ranking, parameter: str) -> Any:
    """By how much the first value changes if only this parameter is what the second has."""
    metric: Any = first.metric
    changed = dict(first.parameters)
    if parameter != "scores":
        changed[parameter] = metric.with_defaults(second.parameters)[parameter]
    rounded = metric.rounds(first.parameters) != (parameter == "scores")
    changed.pop("convention", None)
    trace = metric(in_single_precision(ranking) if rounded else ranking, **changed)
    return trace.value - first.value if None in (trace.exact, first.exact) else trace.exact - first.exact


def _cutoff(trace: Trace) -> dict[str, str]:
    k = trace.parameters.get("k")
    return {"k": "no cutoff" if k is None else f"cutoff k = {k}"}


def _of_list(trace: Trace) -> dict[str, str]:
    """What is said of the list, and not of the metric: the relevant items, and how exactly scores are compared."""
    metric: Any = trace.metric
    said: dict[str, str] = {}
    ranking = trace.ranking
    if metric.rounds(trace.parameters) and isinstance(ranking, Judged) and ranking.arrays.scores is not None:
        said["scores"] = IN_SINGLE_PRECISION
    if metric.binary and hasattr(trace.ranking, "relevant_from"):
        said["rel"] = f"relevant from grade {trace.ranking.relevant_from}"
    return said


def columns_beside(first: Trace, second: Trace) -> list[Parted]:
    """The columns of the main rows that both have and that differ somewhere."""
    found = []
    others = second.columns
    for name, column in first.columns.items():
        other = others.get(name)
        if other is None or not _beside(column, other, first.axis, second.axis):
            continue
        parted = Parted(name, column.cells, other.cells)
        if parted.rows():
            found.append(parted)
    every = _at_every_k(first, second)
    if every is None or not every.rows():
        return found
    told = any((parted.first, parted.second) == (every.first, every.second) for parted in found)
    return found if told else [*found, every]


def _at_every_k(first: Trace, second: Trace) -> Parted | None:
    """The two values as they grow, where both are known at every cutoff and the rows are the ranks."""
    if "rank" not in (first.rows, second.rows) or first.rows != second.rows:
        return None
    one, other = first.at_every_k(), second.at_every_k()
    name = first.name if first.name == second.name else "value"
    name = first.symbol if first.symbol == second.symbol else name
    return Parted(f"{name}@i", one.cells, other.cells)


def _beside(one: Column, other: Column, axis: Axis, other_axis: Axis) -> bool:
    """Whether two columns lie along the main rows of their traces, and are equally long."""
    if one.axis is not axis or other.axis is not other_axis:
        return False
    return len(one) == len(other) or axis.name == other_axis.name == "rank"
