"""What each rank contributes to a value: the calculation is repeated with only the first ranks counting.

The value down to a rank is what the recorded calculation gives when no item below that rank has a grade or a judgement
and everything else (how many items are relevant, the ideal order, the cutoff) stays as it is. Down to the last rank it
is the value itself, so the contributions always add up to it, whatever the metric.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.running import replay
from rankteach.tracing.trace import Trace

MOST_EXACT = 12_000  # numbers that are calculated with fractions


class Contribution(NamedTuple):
    """What the ranks from ``start`` to ``end`` add to two values; ``total`` is second minus first down to ``end``.

    If ``end`` is 0, these are the values before the first rank.
    """

    start: int
    end: int
    first: Any
    second: Any
    total: Any

    @property
    def difference(self) -> Any:
        """What these ranks add to the second value, minus what they add to the first."""
        return self.second - self.first


def contributions(first: Trace, second: Trace, most_rows: int | None = None) -> list[Contribution]:
    """What each rank adds to two values, such as one measure of two ranked lists.

    After the first ``most_rows`` ranks, all others share one contribution. The ``total`` of the last is the second
    value minus the first. Empty if no rank counts in the values, or one of them is undefined.

    >>> import rankteach as rt
    >>> for rank in contributions(rt.precision(rt.examples.model_a), rt.precision(rt.examples.model_b)):
    ...     print(rank.end, *map(str, rank[2:]))
    1 1/5 0 -1/5
    2 1/5 0 -2/5
    3 1/5 1/5 -2/5
    4 0 1/5 -1/5
    5 0 1/5 0
    """
    last = max(min(len(one.ranking), one.parameters.get("k") or len(one.ranking)) for one in (first, second))
    if not last or first.value != first.value or second.value != second.value:
        return []
    ends = [0, *range(1, last)][: None if most_rows is None else most_rows + 1]
    numbers = sum(len(column) for trace in (first, second) for column in trace.columns.values())
    exactly = first.exact is not None and second.exact is not None and len(ends) * numbers <= MOST_EXACT
    down = [down_to(trace, ends, exactly) for trace in (first, second)]
    if down == [None, None]:
        return []
    whole = [trace.exact if exactly else trace.value for trace in (first, second)]
    one, other = (
        np.array([value] * (len(ends) + 1) if values is None else [*values, value], dtype=object)
        for values, value in zip(down, whole, strict=True)
    )
    ends = [*ends, last]
    starts = [0, *(end + 1 for end in ends[:-1])]
    added = np.diff(one, prepend=0), np.diff(other, prepend=0)
    ranks = list(map(Contribution, starts, ends, *added, other - one))
    return ranks if one[0] or other[0] else ranks[1:]


def down_to(trace: Trace, ends: Sequence[int], exactly: bool = False) -> list[Any] | None:
    """The value of a trace when only the ranks down to each of ``ends`` count; None if no rank ever does."""
    lists = [trace.ranking, trace.ranking.top(trace.parameters.get("k"))]
    judged = [column.values for one in lists for column in (one.grade, one.judged, one.in_pool)]
    places = np.asarray(ends)[:, None]

    def only_above(column: Column) -> Any:
        if not any(column.values is one for one in judged):
            return None
        return np.where(np.arange(len(column)) < places, column.exact if exactly else column.values, 0)

    values = replay(trace.result.materialise(), only_above, exactly)
    return list(values.tolist()) if np.ndim(values) else None
