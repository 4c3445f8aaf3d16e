"""What every live widget is: gestures come from the browser, a view of the widget's state goes back."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import methodcaller
from threading import RLock
from typing import Any, ClassVar, Protocol, Self

import anywidget
import traitlets

from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.shared.modules import bundle
from rankteach.widgets.shared.predicted import Ahead
from rankteach.widgets.shared.surface import TraceSurface

MOST_STEPS = 200  # that can be undone
PAUSE = 0.02
"""Seconds between the answer to a gesture and its formulas: the thread that sends the answer has to get its turn."""


class State(Protocol):
    """What a widget shows. A change replaces the state's values and never alters one: a copy keeps the old ones."""

    said: str
    """What the last change was, in words, for those who hear a surface."""

    stays: ClassVar[tuple[str, ...]]
    """What an undo leaves as it is, by its name: how the state is looked at."""

    def after(self, change: Callable[[Any], object]) -> Self:
        """A copy in which nothing is said of the last gesture any more, and then something was changed."""

    def act(self, gesture: Mapping[str, Any]) -> None:
        """Do what a gesture asks for: ``{"do": "move", "item": "d3", "to": 1}``."""

    def code(self) -> str:
        """A line of Python that makes a surface with this state. States with the same line are the same."""

    def functions(self) -> list[Any]:
        """The functions that somebody gave to measures: states with others are not the same."""

    def view(self) -> dict[str, Any]:
        """Everything there is to draw but the steps' formulas, as plain data, with ``said`` in it."""

    def at_once(self) -> dict[str, Any]:
        """Those parts of the view that a surface draws before the answer comes, where a gesture was foreseen."""

    def likely(self) -> Iterable[Mapping[str, Any]]:
        """The gestures that may well come next."""

    def surface(self) -> TraceSurface:
        """The calculation, which the steps' formulas are taken from when the rest is on its way."""


class History:
    """The state of a widget, those before it, and those that were taken back; each of them with what was said then."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.code = state.code()
        self.began = self.code, state.functions()
        self.past: list[tuple[State, str]] = []
        self.future: list[tuple[State, str]] = []
        self.sliding: str | None = None

    def go_on(self, state: State, sliding: str | None = None) -> None:
        """Another state. What differs in nothing that the code says is no step; a slider's whole way is one."""
        code = state.code()
        if code != self.code:
            goes_on = sliding is not None and sliding == self.sliding
            before = self.past.pop()[0] if goes_on else self.state
            back = code == before.code()  # a slider is where it began
            if not back:
                self.past.append((before, state.said))
                del self.past[:-MOST_STEPS]
            self.future.clear()
            self.sliding = None if back else sliding
        self.state, self.code = state, code

    def step(self, back: bool) -> State:
        """The state before this one, or the one that was taken back."""
        here, there = (self.past, self.future) if back else (self.future, self.past)
        if not here:
            raise ValueError(f"there is nothing to {'undo' if back else 'redo'}")
        state, said = here.pop()
        there.append((self.state, said))
        state = state.after(lambda _: None)
        for name in state.stays:
            setattr(state, name, getattr(self.state, name))
        state.said = f"{'Undone' if back else 'Redone'}{': ' * bool(said)}{said or '.'}"
        self.state, self.code, self.sliding = state, state.code(), None
        return state


def _as_text(value: Mapping[str, Any], widget: Any) -> str:
    """Plain data as one string of JSON: what sends it need not walk through it."""
    return json.dumps(value, allow_nan=False)


_NUMBERS = itertools.count(1)
"""Of calculations that were drawn, by any widget."""

_KEPT: dict[tuple[type, Hashable], History] = {}
"""The histories of widgets that were given a key."""


class Live(anywidget.AnyWidget):
    """A widget around a state. A subclass says in which ``folder`` its module and its style sheet are.

    With a ``key``, a widget goes on where the last one with that key was, if it began in the same way.

    Where nothing is live, ``text`` gives one line of the state, and ``html`` all of it: no script and no style sheet.
    """

    _esm = traitlets.Unicode(help="the module that draws it").tag(sync=True)
    view = traitlets.Dict(help="everything to draw; Python to browser").tag(sync=True, to_json=_as_text)
    menu: Any = traitlets.List(help="the measures that can be added; Python to browser").tag(sync=True)
    formulas = traitlets.Dict(help="those of the steps of the view's calculation number n; Python to browser").tag(
        sync=True, to_json=_as_text
    )
    gesture = traitlets.Dict(help="what somebody did, numbered by n; browser to Python").tag(
        sync=True, echo_update=False
    )
    error = traitlets.Unicode("", help="why the last gesture could not be done").tag(sync=True)

    folder: ClassVar[str]

    def __init__(
        self, state: State, text: Callable[[Any], str], html: Callable[[Any], str], key: Hashable = None
    ) -> None:
        self._history, self._text, self._html = History(state), text, html
        if key is not None:
            try:
                kept = _KEPT.setdefault((type(self), key), self._history)
            except TypeError:  # it has no hash
                raise TypeError(f"key is {key!r}; it is a name to find the state by, such as 'lesson 1'") from None
            if kept.began == self._history.began:
                self._history = kept
            _KEPT[type(self), key] = self._history
        self._done = self._number = 0
        self._calculation: TraceSurface | None = None
        self._answers = False  # a gesture: somebody waits to see something
        self._ahead: Ahead | None = None  # from when on a browser shows the widget
        # a gesture can come in another thread, while a cell that changes the widget is running
        self._lock = RLock()
        # its content gives it no width of its own: beside another widget it takes its share
        drawn = self._drawn(self._state.view())
        esm = bundle(self.folder)  # of the files as they are now: a cell that runs again shows what was changed in them
        layout = {"width": "100%", "min_width": "0"}
        super().__init__(**drawn, _esm=esm, formulas=self._formulas(), layout=layout)
        self.on_msg(lambda *_: self._look_ahead())  # the browser asks for it when it shows the widget

    @property
    def _state(self) -> Any:
        return self._history.state

    @property
    def code(self) -> str:
        """The line of Python that makes a surface as this one stands now."""
        return self._history.code

    def undo(self) -> None:
        """Take the last change back. Raises ``ValueError`` if there is none."""
        self._step(back=True)

    def redo(self) -> None:
        """Do again what was taken back. Raises ``ValueError`` if nothing was."""
        self._step(back=False)

    @traitlets.observe("gesture")
    def _on_gesture(self, change: Any) -> None:
        """Do the gesture. ``late`` holds those before it whose message a busy kernel never saw."""
        gesture = change["new"]
        with self._lock:
            self._answers = True
            wrong = ""
            for one in [*gesture.get("late", ()), gesture]:
                if one.get("n", 0) > self._done:
                    self._done = one["n"]
                    try:
                        self._do(one)
                    except Exception as error:  # nobody sees an exception in an observer: the surface says it
                        wrong = str(error) or type(error).__name__
            if wrong:
                self._show(self._state.view(), error=wrong)
            self._answers = False

    def _do(self, gesture: Mapping[str, Any]) -> None:
        if gesture.get("do") in ("undo", "redo"):
            self._step(back=gesture["do"] == "undo")
        else:
            self._change(methodcaller("act", gesture), gesture["do"] if gesture.get("slides") else None)

    def _change(self, change: Callable[[Any], object], sliding: str | None = None) -> None:
        """Change the state as a whole or, where anything about it fails, not at all."""
        with self._lock:
            changed = self._state.after(change)
            view = changed.view()
            self._history.go_on(changed, sliding)
            self._show(view)

    def _step(self, back: bool) -> None:
        with self._lock:
            self._show(self._history.step(back).view())

    def _show(self, view: dict[str, Any], error: str = "") -> None:
        """Send a view, and the formulas of its steps: those of a gesture when the answer to it has left."""
        with self.hold_sync():
            for trait, value in self._drawn(view).items():
                setattr(self, trait, value)
            self.error = error
        loop = _running_loop()
        if loop and self._answers:
            loop.call_later(PAUSE, self._send_formulas)
        else:
            self._send_formulas()
        if loop and self._ahead:
            loop.call_later(2 * PAUSE, self._look_ahead)

    def _send_formulas(self) -> None:
        with self._lock:
            if self.formulas["n"] != self._number:
                self.formulas = self._formulas()

    def _look_ahead(self) -> None:
        """Work out what likely gestures would show, one after the other: a gesture that comes meanwhile goes first."""
        if loop := _running_loop():
            self._ahead = Ahead(self._state)
            loop.call_soon(self._foresee, loop, self._ahead)

    def _foresee(self, loop: asyncio.AbstractEventLoop, ahead: Ahead) -> None:
        with self._lock:
            if ahead is not self._ahead or ahead.state is not self._state:
                return
            if ahead.goes_on():
                loop.call_soon(self._foresee, loop, ahead)
            elif ahead.foreseen:
                self.send({"foreseen": ahead.foreseen})

    def _formulas(self) -> dict[str, Any]:
        assert self._calculation is not None
        return {"n": self._number, "steps": self._calculation.formulas()}

    def _drawn(self, view: dict[str, Any]) -> dict[str, Any]:
        """The view of a state with what a surface knows of itself; apart from it the menu, which seldom changes."""
        history = self._history
        calculation = self._state.surface()
        if calculation is not self._calculation:
            self._calculation, self._number = calculation, next(_NUMBERS)
        menu = view.pop("menu", [])
        known = {"calculation": self._number, "done": self._done, "code": history.code}
        return {
            "view": {**view, **known, "undo": bool(history.past), "redo": bool(history.future)},
            "menu": menu,
        }

    # --- where nothing is live ----------------------------------------------------------------------------
    def __repr__(self) -> str:
        return self._text(self._state)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/plain": repr(self), "text/html": self._html(self._state)}, metadata


class LiveCards(Live):
    """A widget with measures, one of them chosen."""

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


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that messages from the browser are answered in; None where Python runs no loop."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
