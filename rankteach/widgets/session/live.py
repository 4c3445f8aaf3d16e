"""What Python reads and changes of surfaces, by what they show."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rankteach.notation.numbers import plain
from rankteach.tracing.trace import Trace
from rankteach.widgets.pages.page import write_page
from rankteach.widgets.session.host import Host, state_property

if TYPE_CHECKING or find_spec("anywidget"):
    from rankteach.widgets.session.notebook import Widget
else:
    Widget = Host


ELSEWHERE = 'In a notebook, you can click on it. Here, save it as a page and open that: .to_live_page("list.html")'


class Live(Widget):
    """A surface, which is a notebook widget where anywidget is installed, and can be saved as a page."""

    def to_live_page(
        self,
        path: Any,
        *,
        python: bool = False,
        runtime: Any = "node_modules",
        title: str | None = None,
        text: str | None = None,
    ) -> None:
        """Save the surface as it is now as a page that works without Python; ``rt.live_page`` says what it answers.

        ``text`` replaces how to play with it; an empty one says nothing. With ``python``, Python then takes over in
        the page; ``rt.live_page`` says what ``runtime`` is. Raises ``ValueError`` if the path does not end in .html, or
        if there is no such runtime, or one is given without ``python``.
        """
        write_page([self], path, title, python, runtime, text)

    def __str__(self) -> str:
        return self._line() if in_a_notebook() else f"{self._line()}\n{ELSEWHERE}"

    def __repr__(self) -> str:
        return str(self) if hasattr(sys, "ps1") else self._line()  # ps1: you are typing Python


class LiveTrace(Live):
    """A surface that shows a calculation."""

    trace: Trace = state_property("The calculation that is shown.", lambda state: state.trace())


def in_a_notebook() -> bool:
    """Does IPython run this, and not in a terminal?"""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and type(shell).__name__ != "TerminalInteractiveShell"


class LiveCards(LiveTrace):
    """A surface with measures, one of them chosen."""

    chosen: Any = state_property(
        "The measure whose calculation is shown, such as ``'AUC'``.",
        lambda state: state.cards.card.name,
        lambda state, chosen: state.choose(chosen),
    )

    def _values_text(self) -> str:
        traces = self._state.traces().items()
        values = ((label, trace.value if trace.exact is None else trace.exact) for label, trace in traces)
        return ", ".join(f"{label} = {plain(value)}" for label, value in values)


class LiveMeasures(LiveCards):
    """A surface whose measures can be others."""

    measures: Any = state_property(
        "The measures shown, as measure strings.",
        lambda state: [card.name for card in state.cards.shown],
        lambda state, measures: state.set_measures(measures),
    )
    k: int = state_property(
        "The cutoff of the slider and of the measures that it moves: all that had the same one.",
        lambda state: state.cards.cutoff,
        lambda state, k: state.set_cutoff(k),
    )
    goal_reached: bool = state_property(
        "Whether every condition of the goal holds now; false if there is no goal.", lambda state: state.goal_reached
    )
    values: Any = state_property(
        "The value of every measure shown, by its label.",
        lambda state: {label: float(trace) for label, trace in state.traces().items()},
    )

    def _goal_text(self) -> str:
        """The goal as a task; nothing where there is none."""
        goal = self._state.goal
        return f"Goal: {goal.task or f'change the list until {goal.words}'}." if goal else ""
