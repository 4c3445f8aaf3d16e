"""What may have gone wrong with a recorded number: a slip in its calculation, or the number turned around."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Ranked
from rankteach.core.paired import Paired
from rankteach.explain.numbers.diagnosis.asked import Asked
from rankteach.explain.numbers.diagnosis.recalculated import rows_of
from rankteach.explain.numbers.diagnosis.slips import Count, Slip
from rankteach.explain.printed import Answer
from rankteach.tracing.trace import Trace


class Mistake(NamedTuple):
    """What gives the number that was typed: ``words`` for the learner, the number itself, and where it is one, the
    measure and its trace."""

    words: str
    measure: str | None
    value: Fraction | float
    trace: Trace | None


def slipped(asked: Asked, answer: Answer, made: Iterable[Slip]) -> Iterator[Mistake]:
    """Those slips that give the number typed."""
    for slip in made:
        if answer.matches(slip.value):
            yield Mistake(f"That is {asked.name(asked.trace)} {slip.words}.", None, slip.value, None)


def turned(asked: Asked, answer: Answer) -> Iterator[Mistake]:
    """The right number, but turned around, or in percent."""
    value, name = float(asked.exact), asked.name(asked.trace)
    turned = {f"{name} in percent, without a % sign": 100 * value, f"{name} with the wrong sign": -value}
    if not value.is_integer():
        turned |= {f"1 − {name}": 1 - value if 0 < value < 1 else math.nan, f"1 / {name}": 1 / value}
    for words, number in turned.items():
        if answer.matches(number):
            yield Mistake(f"That is {words}.", None, number, None)


def plain_mean(asked: Asked, answer: Answer) -> Iterator[Mistake]:
    """The plain mean of the two columns that the asked one is made of."""
    row = len(asked.found.running) - 1 if asked.found.operation == "last" else asked.row
    parts = _parts(asked.found.running if asked.found.operation == "last" else asked.found)
    if row is None or row < 0 or len(parts) != 2:
        return
    value = sum(float(part.values[row]) for part in parts) / 2
    if answer.matches(value):
        yield Mistake(f"That is the plain mean of {parts[0].name} and {parts[1].name}.", None, value, None)


def _parts(column: Column) -> list[Column]:
    """The named columns that a column was made of, on the same rows."""
    parts: dict[int, Column] = {}
    for source in column.sources:
        if source.name and source.axis is column.axis:
            parts[id(source)] = source
        elif source.axis is column.axis:
            parts |= {id(part): part for part in _parts(source)}
    return list(parts.values()) if column.axis else []


def counts(trace: Trace) -> list[Count]:
    """What there is to count, and so to divide by."""
    ranking, k = trace.ranking, trace.parameters.get("k")
    counts = [] if k is None else [Count("the cutoff (k)", k)]
    if isinstance(ranking, Ranked):
        counts += [
            Count("all relevant items (m)", ranking.relevant_total.values),
            Count("the relevant items found", ranking.top(k).hits.last().values),
            Count("the length of the list (n)", ranking._lengths),
        ]
    else:
        n = len(ranking)
        counts += [Count(f"the number of {'items' if isinstance(ranking, Paired) else 'queries'}", n)]
        if isinstance(ranking, Paired):
            counts += [Count("the number of items less one", n - 1), Count("the number of pairs", n * (n - 1) // 2)]
    axis = trace.axis
    if "rank" not in axis.name:
        counts.append(Count(f"the number of {rows_of(axis)}", axis.length))
    alike: dict[bytes, list[Count]] = {}
    for count in counts:
        alike.setdefault(np.asarray(count.values).tobytes(), []).append(count)
    return [Count(" or ".join(count.words for count in same), same[0].values) for same in alike.values()]
