"""What every live widget is: gestures come from the browser, a view of the widget's state goes back."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from operator import methodcaller
from pathlib import Path
from typing import Any, Protocol

import anywidget
import traitlets

from rankteach.measures import Measure
from rankteach.trace import Trace
from rankteach.widgets.cards import Cards

STATIC = Path(__file__).parent / "static"
SHARED = ("surface", "list", "cards", "trace")


class State(Protocol):
    """What a widget shows. A change replaces the state's values and never alters one: a copy keeps the old ones."""

    said: str
    """What the last change was, in words, for those who hear a surface."""

    def act(self, gesture: Mapping[str, Any]) -> None:
        """Do what a gesture asks for: ``{"do": "move", "item": "d3", "to": 1}``."""

    def view(self) -> dict[str, Any]:
        """Everything there is to draw, as plain data, with ``said`` in it."""


class Live(anywidget.AnyWidget):
    """A widget around a state. A subclass sets ``_esm`` and ``_css``.

    Where nothing is live, ``text`` gives one line of the state, and ``html`` all of it: no script and no style sheet.
    """

    view = traitlets.Dict(help="everything to draw; Python to browser").tag(sync=True)
    gesture = traitlets.Dict(help="what somebody did, numbered by n; browser to Python").tag(
        sync=True, echo_update=False
    )
    error = traitlets.Unicode("", help="why the last gesture could not be done").tag(sync=True)

    def __init__(self, state: State, text: Callable[[Any], str], html: Callable[[Any], str]) -> None:
        self._state, self._text, self._html = state, text, html
        self._done = 0
        # its content gives it no width of its own: beside another widget it takes its share
        super().__init__(view=self._view(state), layout={"width": "100%", "min_width": "0"})

    @traitlets.observe("gesture")
    def _on_gesture(self, change: Any) -> None:
        """Do the gesture. ``late`` holds those before it whose message a busy kernel never saw."""
        gesture = change["new"]
        try:
            for one in [*gesture.get("late", ()), gesture]:
                if one.get("n", 0) > self._done:
                    self._done = one["n"]
                    self._change(methodcaller("act", one))
        except Exception as error:  # nobody sees an exception in an observer: the surface says it
            with self.hold_sync():
                self.error = str(error) or type(error).__name__
                self.view = self._view(self._state)

    def _change(self, change: Callable[[Any], object]) -> None:
        """Change the state as a whole or, where anything about it fails, not at all."""
        changed = copy.copy(self._state)
        changed.said = ""
        change(changed)
        view = self._view(changed)
        self._state = changed
        with self.hold_sync():
            self.view = view
            self.error = ""

    def _view(self, state: State) -> dict[str, Any]:
        return {**state.view(), "done": self._done}

    # --- where nothing is live ----------------------------------------------------------------------------
    def __repr__(self) -> str:
        return self._text(self._state)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/plain": repr(self), "text/html": self._html(self._state)}, metadata


class LiveCards(Live):
    """A widget with measures, one of them chosen."""

    _state: Cards

    @property
    def chosen(self) -> str:
        """The measure whose calculation is shown, such as ``"AUC"``."""
        return self._state.card.name

    @chosen.setter
    def chosen(self, chosen: str | Measure) -> None:
        self._change(lambda state: state.choose(chosen))

    @property
    def trace(self) -> Trace:
        """The trace of the chosen measure."""
        return self._state.trace()


class LiveMeasures(LiveCards):
    """A widget whose measures can be others: what Python can read and change of them."""

    @property
    def measures(self) -> list[str]:
        """The measures shown, as measure strings."""
        return [card.name for card in self._state.cards]

    @measures.setter
    def measures(self, measures: Sequence[str | Measure]) -> None:
        self._change(lambda state: state.set_measures(measures))

    @property
    def k(self) -> int:
        """The cutoff of the slider and of the measures that it moves: all that had the same one."""
        return self._state.cutoff

    @k.setter
    def k(self, k: int) -> None:
        self._change(lambda state: state.set_cutoff(k))

    @property
    def values(self) -> dict[str, float]:
        """The value of every measure shown, by its label."""
        return {label: float(trace) for label, trace in self._state.traces().items()}


def script(name: str) -> str:
    """A widget's JavaScript: the files that all share, then its own, as the one module that anywidget takes."""
    return _joined(name, "js")


def style(name: str) -> str:
    """A widget's style sheet, put together in the same way."""
    return _joined(name, "css")


def _joined(name: str, kind: str) -> str:
    return "\n".join((STATIC / f"{one}.{kind}").read_text(encoding="utf-8") for one in (*SHARED, name))
