"""What a live surface shows where nothing is live: on GitHub, in a printed notebook, in a test.

That is a picture of it and, folded, the same in words: what Python would print of its lists and its calculation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rankteach.notation import numbers
from rankteach.notation.html import escape
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.measures import MeasuresState
from rankteach.widgets.session.picture import picture


def static_html(sent: Mapping[str, Any], line: str, parts: Iterable[Any]) -> str:
    """A picture of what was ``sent`` to the browser; below it a line to open, with sentences and what has HTML."""
    titles = [f"{name}: {title}" for name, title in sent["titles"].items()]
    words = "".join(_html(part) for part in (*parts, *titles) if part)
    image = picture(sent["view"], sent["titles"])
    return f"<div>{image}<details><summary>{escape(line)}</summary>{words}</details></div>"


def _html(part: Any) -> str:
    if isinstance(part, str):
        return f"<p>{escape(part)}</p>"
    return str(part.to_html() if isinstance(part, Trace) else part._repr_html_())


def goal_text(state: MeasuresState) -> str:
    """The goal as a task; nothing where there is none."""
    goal = state.goal
    return f"Goal: {goal.task or f'change the list until {goal.words}'}." if goal else ""


def values_text(state: MeasuresState) -> str:
    """The value of every measure."""
    traces = state.traces().items()
    values = ((label, trace.value if trace.exact is None else trace.exact) for label, trace in traces)
    return ", ".join(f"{label} = {numbers.plain(value)}" for label, value in values)
