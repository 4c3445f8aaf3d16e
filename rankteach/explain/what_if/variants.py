"""The other grades that an item could have, and what is common to swaps, other judgements and chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import EXACTLY
from rankteach.notation.tables import only_0_and_1
from rankteach.tracing.trace import Trace

MOST_LEVELS = 10
called = EXACTLY.given  # a grade, in words


def levels(grades: Iterable[Any]) -> list[Any]:
    """The grades that an item can have: 0, 1, ... to the largest; if there are many, those that occur."""
    seen = {grade for grade in grades if grade is not None}
    top = max(seen, default=1)
    if all(grade == int(grade) for grade in seen) and top <= MOST_LEVELS:
        return list(range(max(int(top), 1) + 1))
    return sorted({0, *seen})


def possible(levels: list[Any], parameters: Iterable[Any]) -> list[Any]:
    """The levels that every gain table among the parameters has; all levels if that leaves no choice."""
    tables = [value for value in parameters if isinstance(value, Mapping)]
    shared = [level for level in levels if not level or all(level in table for table in tables)]
    return shared if len(shared) > 1 else levels


def marks(ranking: Ranking) -> dict[str, list[str]]:
    """The judgement at each rank: relevant or not, or the grade; a question mark for an unjudged item."""
    if only_0_and_1(ranking.grade):
        return {"relevant": ["?" if grade is None else "●" if grade else "○" for grade in ranking.grades]}
    return {"grade": ["?" if grade is None else called(grade) for grade in ranking.grades]}


def direction(trace: Trace) -> str:
    """What to add to better or higher, where the lower value is the better one."""
    return f" (the lower {trace.symbol}, the better)" if trace.metric.less_is_better else ""


def only_of_one_list(trace: Any, function: str) -> Trace:
    """The trace itself, if it is that of one list, or of two lists that are compared."""
    if not isinstance(trace, Trace):
        raise TypeError(f"{function}() needs a trace, such as rt.ndcg(ranking), not {type(trace).__name__}")
    if not trace.single or hasattr(trace.ranking, "queries"):
        what = "a batch" if not trace.single else "a mean over queries"
        raise TypeError(f"{function}() needs the trace of one list, not of {what}: choose a query, trace['q1']")
    if trace.value != trace.value:
        raise ValueError(f"{function}() needs a value to compare others with, but {trace.label} is undefined here")
    return trace
