"""The step player as a widget: one calculation, walked through from its first row to its value."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from rankteach.core.paired import Paired
from rankteach.core.ranking import Ranking
from rankteach.tracing.mean import EPSILON, Mean
from rankteach.tracing.trace import Trace
from rankteach.widgets.shared.code import literal
from rankteach.widgets.shared.live import Live
from rankteach.widgets.shared.trace_state import Explaining

MOST_ROWS = 500  # more than a live list shows: it is sent once


class Stepping(Explaining):
    """A calculation that stays as it is; only how its numbers are shown can be changed."""

    most_rows = MOST_ROWS

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def trace(self) -> Trace:
        """The trace that is walked through."""
        return self._trace

    def code(self) -> str:
        """The line of Python that makes this player."""
        return f"rt.step_through({_made_by(self._trace)})"

    def view(self) -> dict[str, Any]:
        """Everything there is to draw."""
        trace = self.explained()
        said = [{"words": one["words"]} for one in trace["conventions"]]  # there is none to choose
        return {"said": self.said, "trace": {**trace, "conventions": said, "parted": None}}


class StepPlayer(Live):
    """A calculation to walk through, forward and back, by row. ``rt.step_through`` makes one.

    >>> import rankteach as rt
    >>> rt.step_through(rt.average_precision([1, 0, 1]))
    Steps of AP: 3 rows, AP = 5/6 ≈ 0.8333
    """

    folder = "steps"

    def __init__(self, trace: Trace, *, key: Hashable = None) -> None:
        if not isinstance(trace, Trace):
            raise TypeError(
                f"{type(trace).__name__} is no trace; give what a metric returns, such as rt.precision(...)"
            )
        if not trace.single:
            raise TypeError("a batch has no steps of its own: choose a query, trace[0] or trace['q1']")
        super().__init__(Stepping(trace), _text, lambda state: state.trace().to_html(), key)

    @property
    def trace(self) -> Trace:
        """The trace that is walked through."""
        made: Trace = self._state.trace()
        return made


def _text(state: Stepping) -> str:
    trace = state.trace()
    n = len(trace.steps)
    return f"Steps of {trace.label}: {n} row{'' if n == 1 else 's'}, {trace.label} = {trace.shown}"


def _made_by(trace: Trace) -> str:
    """The line of Python that makes the trace; just its name where no line does."""
    metric = trace.metric
    if any(map(callable, trace.parameters.values())):  # a function of somebody's own
        return "trace"
    if isinstance(trace.ranking, Ranking | Paired):
        return f"rt.measure({trace.measure!r})({_given(trace.ranking)})"
    if isinstance(metric, Mean):
        ways = {
            "average": ("query", metric.average),
            "queries": ("all", metric.queries),
            "epsilon": (EPSILON, metric.epsilon),
        }
        said = [f", {name}={value!r}" for name, (default, value) in ways.items() if value != default]
        return f"rt.mean({trace.measure!r}, {_given(trace.ranking)}{''.join(said)})"
    return "trace"


def _given(judged: Any) -> str:
    """What a metric was given: a list, two lists, or those of many queries."""
    if isinstance(judged, Ranking):
        return literal(judged)
    if isinstance(judged, Paired):
        numbers = [column.values.tolist() for column in (judged.x, judged.y)]
        if judged.named:
            return ", ".join(literal(dict(zip(judged.items, one, strict=True))) for one in numbers)
        return ", ".join(literal(list(one)) for one in judged.lists or numbers)
    each = (f"({one})" if isinstance(of, Paired) else one for of in judged for one in [_given(of)])
    return f"{{{', '.join(f'{query!r}: {one}' for query, one in zip(judged.queries, each, strict=True))}}}"
