"""The step player: one calculation, which stays as it is, walked through from its first row to its value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from rankteach.core.checks import counted
from rankteach.core.ranking import Ranking
from rankteach.tracing.mean import EPSILON, Mean
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.trace import DIGITS, TraceState
from rankteach.widgets.protocol import Action, StepsView
from rankteach.widgets.session.live import LiveTrace
from rankteach.widgets.session.state import Actions, literal, method

LONGEST = 500  # more than a live list shows: it is sent once


class PlayerState(TraceState):
    """A calculation of which only the display of numbers can be changed."""

    most_rows = LONGEST
    actions: ClassVar[Actions] = {
        **TraceState.actions,
        "display": replace(TraceState.actions["display"], recorded=method("displays")),
    }

    def __init__(self, trace: Trace) -> None:
        if not isinstance(trace, Trace):
            raise TypeError(
                f"step_through() needs a trace, not {type(trace).__name__}. "
                "Make one first: rt.step_through(rt.average_precision([1, 0, 1]))."
            )
        if not trace.single:
            raise TypeError(
                "step_through() needs the trace of one query, not of a batch. Choose a query: trace[0] or trace['q1']."
            )
        self._trace = trace

    def trace(self) -> Trace:
        """The trace that is walked through."""
        return self._trace

    def displays(self) -> Iterable[Action]:
        """The other ways to show numbers."""
        digits: list[Action] = [{"do": "display", "digits": one} for one in DIGITS]
        return [{"do": "display", "fractions": not self.display.fractions}, *digits]

    def code(self) -> str:
        """The line of Python that makes this player."""
        return f"rt.step_through({_source(self._trace)}{self.titles_code()})"

    def names(self) -> Iterable[str]:
        """The items of the trace, or its queries and their items."""
        return _names(self._trace.ranking)

    def view(self) -> StepsView:
        """Everything there is to draw; there is no convention to choose."""
        trace = self.trace_view()
        return {
            "announcement": self.announcement,
            "trace": {**trace, "conventions": [{"words": words} for words in self._trace.conventions]},
        }


def _names(judged: Any) -> list[str]:
    if isinstance(judged, Ranking | Paired):
        return list(judged.items)
    return [*judged.queries, *(name for of in judged for name in _names(of))]


def _source(trace: Trace) -> str:
    """The line of Python that makes the trace; just ``trace`` if no line can."""
    metric = trace.metric
    if any(map(callable, trace.parameters.values())):  # a function of the user's own
        return "trace"
    if isinstance(trace.ranking, Ranking | Paired):
        return f"rt.measure({trace.measure!r})({_given(trace.ranking)})"
    if isinstance(metric, Mean):
        options = {
            "average": ("query", metric.average),
            "queries": ("all", metric.queries),
            "epsilon": (EPSILON, metric.epsilon),
        }
        given = [f", {name}={value!r}" for name, (default, value) in options.items() if value != default]
        return f"rt.mean({trace.measure!r}, {_given(trace.ranking)}{''.join(given)})"
    return "trace"


def _given(judged: Any) -> str:
    """The argument of a metric as Python source: a list, two lists, or the lists of many queries."""
    if isinstance(judged, Ranking):
        return literal(judged)
    if isinstance(judged, Paired):
        numbers = [column.values.tolist() for column in (judged.x, judged.y)]
        if judged.named:
            return ", ".join(literal(dict(zip(judged.items, one, strict=True))) for one in numbers)
        return ", ".join(literal(list(one)) for one in (judged.groups if judged.lists else numbers))
    each = (f"({one})" if isinstance(of, Paired) else one for of in judged for one in [_given(of)])
    return f"{{{', '.join(f'{query!r}: {one}' for query, one in zip(judged.queries, each, strict=True))}}}"


class StepPlayer(LiveTrace):
    """A calculation to walk through, forward and back, by row. ``rt.step_through`` makes one.

    >>> import rankteach as rt
    >>> rt.step_through(rt.average_precision([1, 0, 1]))
    Steps of AP: 3 rows, AP = 5/6 ≈ 0.8333
    """

    folder = "steps"
    title = "Step by step"
    how = "Click Next or Play to walk through the calculation. Point at a number to see where it comes from."

    def _line(self) -> str:
        trace = self.trace
        return f"Steps of {trace.label}: {counted(len(trace.steps), 'row')}, {trace.label} = {trace.shown}"

    def _parts(self) -> Iterable[Any]:
        return (self.trace,)
