"""The notebook widget: the host of a session in Jupyter. Actions come from the browser, a view goes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any
from uuid import uuid4

import anywidget
import traitlets

from rankteach.widgets.frame.modules import bundle
from rankteach.widgets.session.host import Host, View
from rankteach.widgets.session.predicted import Lookahead
from rankteach.widgets.session.session import Session
from rankteach.widgets.session.state import State

PAUSE = 0.02
"""Seconds between the answer to an action and its formulas, so that another thread can send the answer first."""


def _as_text(value: Mapping[str, Any], widget: Any) -> str:
    """Plain data as one string of JSON, which is faster to send."""
    return json.dumps(value, allow_nan=False)


class Widget(Host, anywidget.AnyWidget):
    """A host that is a widget; its traits are those of `rankteach.widgets.protocol`."""

    _esm = traitlets.Unicode(help="the module that draws it").tag(sync=True)
    view = traitlets.Dict(help="everything to draw; Python to browser").tag(sync=True, to_json=_as_text)
    menu: Any = traitlets.List(help="the measures that can be added; Python to browser").tag(sync=True)
    titles: Any = traitlets.Dict(help="of items and queries; Python to browser").tag(sync=True)
    formulas: Any = traitlets.Dict(help="the formulas of the steps; Python to browser").tag(sync=True, to_json=_as_text)
    action = traitlets.Dict(help="the last action; browser to Python").tag(sync=True, echo_update=False)
    arrangement = traitlets.Unicode("", help="the view to begin with; Python to browser").tag(sync=True)
    own_id = traitlets.Unicode(help="by which the browser finds the widget").tag(sync=True)
    error = traitlets.Unicode("", help="why the last action was refused").tag(sync=True)

    def __init__(self, state: State, key: Hashable = None, view: View | None = None) -> None:
        Host.__init__(self, state, key, view)
        self._lookahead: Lookahead | None = None  # from when on a browser shows the widget
        # its content gives it no width of its own: next to another widget it takes its share
        layout = {"width": "100%", "min_width": "0"}
        sent = {**self._session.sent(), "arrangement": self.arrangement, "layout": layout}
        sent["_esm"] = bundle(self.folder)  # of the files as they are now: a cell that runs again shows changes
        sent["formulas"] = self._session.formulas()
        own_id = uuid4().hex
        anywidget.AnyWidget.__init__(self, **sent, model_id=own_id, own_id=own_id)
        self.on_msg(lambda *_: self._look_ahead(self._state))  # the browser asks for it when it shows the widget

    @traitlets.observe("action")
    def _on_action(self, change: Any) -> None:
        self._show_after(lambda session: session.receive(change["new"]), answers=True)

    def _show_after(self, perform: Callable[[Session], None], answers: bool = False) -> None:
        with self._session.lock:
            perform(self._session)
            self._show(answers)
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

    def _show(self, answers: bool = False) -> None:
        """Send the view and then the formulas of its steps; if a learner waits, they do until the view is sent."""
        with self.hold_sync():
            for trait, value in self._session.sent().items():
                setattr(self, trait, value)
        loop = _running_loop()
        if loop and answers:
            loop.call_later(PAUSE, self._send_formulas)
        else:
            self._send_formulas()
        if loop and self._lookahead:
            loop.call_later(2 * PAUSE, self._look_ahead, self._state)

    def _send_formulas(self) -> None:
        with self._session.lock:
            if self.formulas["n"] != self._session.number:
                self.formulas = self._session.formulas()

    def _look_ahead(self, state: State) -> None:
        """Predict the likely actions of a state one by one, so that a real action need not wait."""
        if (loop := _running_loop()) and state is self._state:
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

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = anywidget.AnyWidget._repr_mimebundle_(self, **options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, **Host._repr_mimebundle_(self)[0]}, metadata


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that messages from the browser are answered in; None where Python runs no loop."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
