"""The other ways to calculate a number: other conventions, cutoffs, averages and metrics, and other cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from rankteach.core.ranking import Ranking
from rankteach.explain.numbers.conventions import COMMON_NUMBERS, MEAN, ROOTS, Change, changes
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.lists import metrics_for
from rankteach.explain.numbers.record import Asked, cell_name
from rankteach.explain.numbers.variant import REFUSALS, Variant
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.trace import Trace

MOST_CUTOFFS = 50
MOST_ROWS = 100


def calculated(asked: Asked, others: Iterable[Variant]) -> Iterator[Explanation]:
    """Other calculations of the number, each with how it differs."""
    for other in others:
        try:
            trace = other.trace()
            value = asked.value_in(trace)
        except REFUSALS:
            continue  # the metric does not take this convention here
        if value is not None:
            yield Explanation(instead(asked.name(trace), asked.own, other, trace), value, trace, variant=other)


def other_conventions(own: Variant, number: int) -> Iterator[Variant]:
    """With so many other conventions; a learner who weighs takes no root, such as the beta of √2 of some tools."""
    some_changes = [one for one in changes(own.metric, own.parameters, COMMON_NUMBERS) if one.value not in ROOTS]
    for some in combinations(some_changes, number):
        if len(dict(some)) == number:  # each of another parameter
            yield own.with_changes(some)


def other_averages(own: Variant) -> Iterator[Variant]:
    """The other averages over queries, and means over other queries."""
    if not isinstance(own.over, tuple) or isinstance(own.lists, Ranking):
        return
    others = [(average, "all") for average in ("query", *own.metric.averages)]
    if own.metric.pairing is None:
        others += [("geometric", "all"), *((own.over[0], queries) for queries in QUERIES)]
    yield from (own._replace(over=over) for over in dict.fromkeys(others) if over != own.over[:2])


def other_cutoffs(asked: Asked, *, near: bool) -> Iterator[Variant]:
    """One rank higher or lower, or without a cutoff; else at all other cutoffs."""
    own = asked.own
    if "k" not in own.metric.parameters:
        return
    k, end = own.parameters.get("k"), asked.trace.ranking.cutoffs(None).length
    next_to: tuple[int | None, ...] = (end - 1,) if k is None else (k - 1, k + 1, None)
    for other in next_to if near else (one for one in range(1, min(end, MOST_CUTOFFS) + 1) if one not in (*next_to, k)):
        if other is None or 1 <= other <= max(end, (k or 0) + 1):
            yield own._replace(parameters=own.metric.with_cutoff(own.parameters, other))


def other_metrics(asked: Asked, *, related: bool) -> Iterator[Variant]:
    """Other metrics on the same list and cutoff: of the same family, or not. What was taught is as it was taught."""
    own = asked.own
    known = {name: (one.values, one.sentence) for name, one in own.metric.declared.items()}
    taught = None if asked.taught is None else [(one.metric, one.parameters) for one in asked.taught]
    for metric, given in [(one, {}) for one in metrics_for(own.lists)] if taught is None else taught:
        same_lists = bool(metric.pairing) == bool(own.metric.pairing)
        if metric is own.metric or (metric.family == own.metric.family) is not related or not same_lists:
            continue
        alike = {name for name, one in metric.declared.items() if known.get(name) == (one.values, one.sentence)}
        shared = {name: own.parameters[name] for name in metric.parameters if name in alike & {*own.parameters}}
        taught_so = {name: value for name, value in given.items() if name in {*metric.parameters} - alike}
        changed = tuple(Change(*one) for one in metric.non_default(taught_so).items())
        over = MEAN if isinstance(own.over, tuple) and not isinstance(own.lists, Ranking) else None
        yield own._replace(metric=metric, parameters=shared, changed=changed, over=over)


def changed_in_words(other: Variant) -> str:
    """Other conventions in words that follow a name, or else another cutoff."""
    k = other.parameters.get("k")
    return other.changes_in_words() or (f" cut off at rank {k}" if k else " never cut")


def half_changed(asked: Asked, others: Iterable[Variant] = ()) -> Iterator[Explanation]:
    """Another convention in the list itself, or in its ideal order, but not in both; or some other way, such as a k."""
    result = asked.result
    if asked.column is not None or not result.is_quotient or not result.sources[1].is_sum:
        return
    for other in (*other_conventions(asked.own, 1), *others):
        try:
            changed = other.trace().result.materialise()
        except REFUSALS:
            continue
        halves = {"the list itself": (changed, result), "the ideal order": (result, changed)}
        for where, (one, two) in halves.items() if changed.is_quotient else ():
            if below := float(two.sources[1]):
                called = f"{asked.name()}{changed_in_words(other)}, only in {where}"
                yield Explanation(called, float(one.sources[0]) / below, rare=True)


def other_cells(asked: Asked, *, near: bool, inputs: bool) -> Iterator[Explanation]:
    """Other cells of the table: in the rows above and below, and in the same row; if not ``near``, of the whole column.

    ``inputs`` are the cells of columns that are not calculated, such as grades and relevance. Instead of a mean, it is
    the values of queries; instead of a value, the last rows of columns.
    """
    columns = asked.trace.columns.items() if asked.place is None or near else ()
    known = [
        (name, column)
        for name, column in columns
        if column.axis and np.ndim(column.values) == 1 and column.rule.calculates is not inputs
    ]
    cells: list[tuple[str, Any, Iterable[int]]]
    if asked.column is not None and asked.place is not None:
        row, own = asked.place, asked.result
        rows: Sequence[int] = () if inputs else (row - 1, row + 1) if near else range(min(len(own), MOST_ROWS))
        beside = [one for one in known if one[1].axis is own.axis and one[0] != asked.column]
        cells = [(asked.column, own, [one for one in rows if one != row])]
        cells += [(name, column, [row]) for name, column in beside]
    elif near:
        cells = [(name, one, range(min(len(one), MOST_ROWS))) for name, one in known if one.is_of_queries]
    else:
        cells = [(name, column, [len(column) - 1]) for name, column in known]
    for name, column, its_rows in cells:
        for row in its_rows:
            if 0 <= row < len(column):
                yield Explanation(cell_name(column, name, row), float(column.values[row]))


def instead(name: str, own: Variant, other: Variant, trace: Trace) -> str:
    """What another calculation is, and how it differs: ``P@5, cut off one rank too late``."""
    if other.metric is not own.metric:
        titled = trace.label if trace.label.lower() == trace.title else f"{trace.label}, {trace.title}"
        return titled + other.changes_in_words(by_label=False)
    if other.over != own.over:
        assert isinstance(own.over, tuple) and isinstance(other.over, tuple)
        names = []
        for over in (other.over, own.over):
            mean = Mean(own.metric, *over)
            named = mean.words.startswith(("mean", "geometric mean", "sum"))
            title = own.metric.title if mean.words.startswith("pooled") else f"{mean.title}:"
            names.append("the " + ("" if named else f"{title} ") + mean.words)
        alike = len({one.partition(", where")[2] for one in names}) == 1  # what both have does not differ
        return ", not ".join(one.partition(", where")[0] if alike else one for one in names)
    k, before = (one.parameters.get("k") for one in (other, own))
    if k == before:
        return name + other.changes_in_words(name == trace.label)
    name = name if name == trace.label else f"{name} of {trace.label}"
    also = f"; also{other.changes_in_words()}" if other.changed else ""
    if k is None:
        return f"{name} of the whole list, not cut off at rank {before}{also}"
    if before is None:
        return f"{name}, cut off at rank {k}, not the whole list{also}"
    if abs(k - before) == 1:
        return f"{name}, cut off one rank too {'late' if k > before else 'early'}{also}"
    return f"{name}, cut off at rank {k}, not at rank {before}{also}"
