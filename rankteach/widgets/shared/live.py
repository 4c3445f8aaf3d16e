"""The notebook widget: the host of a session in Jupyter. Actions come from the browser, a view goes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, ClassVar, Literal, get_args

import anywidget
import traitlets

from rankteach.core.checks import one_of, shown
from rankteach.tracing.trace import Trace
from rankteach.widgets.pages.page import write_page
from rankteach.widgets.shared.modules import bundle
from rankteach.widgets.shared.predicted import Lookahead
from rankteach.widgets.shared.session import Session
from rankteach.widgets.shared.state import State

View = Literal["full", "lecture"]
"""Everything, or what a lecture needs."""

PAUSE = 0.02
"""Seconds between the answer to an action and its formulas, so that another thread can send the answer first."""


def _as_text(value: Mapping[str, Any], widget: Any) -> str:
    """Plain data as one string of JSON, which is faster to send."""
    return json.dumps(value, allow_nan=False)


def state_property(doc: str, read: Callable[[Any], Any], change: Callable[[Any, Any], object] | None = None) -> Any:
    """A property of a widget that is ``read(state)``; setting it calls ``change(state, value)``."""

    if change is None:
        return property(lambda widget: read(widget._state), doc=doc)

    def write(widget: Live, value: Any) -> None:
        widget._change(lambda state: change(state, value))

    return property(lambda widget: read(widget._state), write, doc=doc)


class Live(anywidget.AnyWidget):
    """A widget around the session of a state; its traits are those of `rankteach.widgets.protocol`.

    With a ``key``, a widget starts from the last state of the widget with that key, if both began in the same way.

    A subclass says in which ``folder`` its module and its style sheet are, and what it shows without a kernel: its
    ``repr`` is one line, and ``_html`` returns everything, without script and style sheet.
    """

    folder: ClassVar[str]

    _esm = traitlets.Unicode(help="the module that draws it").tag(sync=True)
    view = traitlets.Dict(help="everything to draw; Python to browser").tag(sync=True, to_json=_as_text)
    menu: Any = traitlets.List(help="the measures that can be added; Python to browser").tag(sync=True)
    formulas: Any = traitlets.Dict(help="the formulas of the steps; Python to browser").tag(sync=True, to_json=_as_text)
    action = traitlets.Dict(help="the last action; browser to Python").tag(sync=True, echo_update=False)
    arrangement = traitlets.Unicode("", help="the view to begin with; Python to browser").tag(sync=True)
    error = traitlets.Unicode("", help="why the last action was refused").tag(sync=True)

    def __init__(self, state: State, key: Hashable = None, view: View | None = None) -> None:
        arrangement = "" if view is None else one_of(view, get_args(View), "view")
        try:
            hash(key)
        except TypeError:
            raise TypeError(f"key must be a name to find the state by, such as 'lesson 1', not {shown(key)}") from None
        self._session = Session(state, None if key is None else (type(self), key))
        self._answers = False  # an action: the learner waits for the answer
        self._lookahead: Lookahead | None = None  # from when on a browser shows the widget
        # its content gives it no width of its own: next to another widget it takes its share
        layout = {"width": "100%", "min_width": "0"}
        sent = self._session.sent()
        esm = bundle(self.folder)  # of the files as they are now: a cell that runs again shows what was changed in them
        formulas = self._session.formulas()
        super().__init__(**sent, _esm=esm, formulas=formulas, arrangement=arrangement, layout=layout)
        self.on_msg(lambda *_: self._look_ahead())  # the browser asks for it when it shows the widget

    @property
    def _state(self) -> Any:
        return self._session.state

    @property
    def code(self) -> str:
        """The line of Python that makes a surface as this one is now."""
        return self._session.code

    def undo(self) -> None:
        """Undo the last change. Raises ``ValueError`` if there is none."""
        self._show_after(lambda session: session.step(back=True))

    def redo(self) -> None:
        """Redo the last change that was undone. Raises ``ValueError`` if there is none."""
        self._show_after(lambda session: session.step(back=False))

    @traitlets.observe("action")
    def _on_action(self, change: Any) -> None:
        with self._session.lock:
            self._answers = True
            self._show_after(lambda session: session.receive(change["new"]))
            self._answers = False

    def _change(self, change: Callable[[Any], object]) -> None:
        """Change the state, or leave it as it is if the change fails."""
        self._show_after(lambda session: session.change(change))

    def _show_after(self, perform: Callable[[Session], None]) -> None:
        with self._session.lock:
            perform(self._session)
            self._show()
            work, loop = self._session.work(), _running_loop()
            if loop:
                loop.call_soon(self._work, loop, work)
            elif any(list(work)):
                self._show()

    def _work(self, loop: asyncio.AbstractEventLoop, work: Iterator[bool]) -> None:
        """Do a part of what the last action left to do; messages that came meanwhile are next."""
        with self._session.lock:
            changed = None if self.comm is None else next(work, None)
            if changed is None:
                return
            if changed:
                self._show()
            loop.call_soon(self._work, loop, work)

    def _show(self) -> None:
        """Send the view and then the formulas of its steps; after an action, they wait until the view is sent."""
        with self.hold_sync():
            for trait, value in self._session.sent().items():
                setattr(self, trait, value)
        loop = _running_loop()
        if loop and self._answers:
            loop.call_later(PAUSE, self._send_formulas)
        else:
            self._send_formulas()
        if loop and self._lookahead:
            loop.call_later(2 * PAUSE, self._look_ahead)

    def _send_formulas(self) -> None:
        with self._session.lock:
            if self.formulas["n"] != self._session.number:
                self.formulas = self._session.formulas()

    def _look_ahead(self) -> None:
        """Predict the likely actions one by one, so that a real action need not wait."""
        if loop := _running_loop():
            self._lookahead = Lookahead(self._state)
            loop.call_soon(self._predict, loop, self._lookahead)

    def _predict(self, loop: asyncio.AbstractEventLoop, lookahead: Lookahead) -> None:
        with self._session.lock:
            if lookahead is not self._lookahead or lookahead.state is not self._state:
                return
            if lookahead.goes_on():
                loop.call_soon(self._predict, loop, lookahead)
            elif lookahead.predictions:
                self.send({"predicted": lookahead.predictions})

    # --- where nothing is live ----------------------------------------------------------------------------
    def _html(self) -> str:
        """Everything as HTML that needs no script and no style sheet."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/plain": repr(self), "text/html": self._html()}, metadata


class LiveTrace(Live):
    """A widget that shows a calculation, and can be saved as a page that answers without Python."""

    trace: Trace = state_property("The calculation that is shown.", lambda state: state.trace())

    def to_live_page(self, path: Any, *, title: str | None = None) -> None:
        """Save the surface as it is now as a page that works without Python; ``rt.live_page`` says what it answers.

        Raises ``ValueError`` if the path does not end in .html.
        """
        write_page([(self.folder, self._state)], path, title)


class LiveCards(LiveTrace):
    """A widget with measures, one of them chosen."""

    chosen: Any = state_property(
        "The measure whose calculation is shown, such as ``'AUC'``.",
        lambda state: state.cards.card.name,
        lambda state, chosen: state.choose(chosen),
    )


class LiveMeasures(LiveCards):
    """A widget whose measures can be others."""

    measures: Any = state_property(
        "The measures shown, as measure strings.",
        lambda state: [card.name for card in state.cards.shown],
        lambda state, measures: state.cards.set_measures(measures),
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


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that messages from the browser are answered in; None where Python runs no loop."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
