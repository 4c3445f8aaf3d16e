"""A surface without a browser: a state with its history. Actions go in; the view and the formulas come out.

A session knows no widget. What shows it is its host: the notebook widget, the preview, a test.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from operator import methodcaller
from threading import RLock
from typing import Any

from rankteach.core.attempts import tell
from rankteach.core.checks import shown
from rankteach.widgets.parts.trace_view import formulas_of
from rankteach.widgets.protocol import Action, Formulas
from rankteach.widgets.session.state import State

MOST_STEPS = 200  # that can be undone

_NUMBERS = itertools.count(1)
"""Numbers of calculations. No two sessions share one, because a page can show several surfaces."""

_HISTORIES: dict[Hashable, History] = {}
"""The histories of sessions that were given a key."""


class History:
    """A state, the states before it, and those that were undone; each of them with its announcement."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.began = state.code(), state.functions()
        self.start_again()

    def start_again(self) -> None:
        """The state that it began with, without any other before or after it."""
        self.state, self.code = self.start, self.began[0]
        self.past: list[tuple[State, str]] = []
        self.future: list[tuple[State, str]] = []
        self.sliding = ""

    def go_on(self, state: State, sliding: str = "") -> None:
        """Another state. Undo skips a state with the same code, and takes back a whole movement of a slider at once."""
        code = state.code()
        if code != self.code:
            goes_on = sliding and sliding == self.sliding
            before = self.past.pop()[0] if goes_on else self.state
            back = code == before.code()  # a slider is where it began
            if not back:
                before.drop_caches(state)
                self.past.append((before, state.announcement))
                del self.past[:-MOST_STEPS]
            self.future.clear()
            self.sliding = "" if back else sliding
        if state is not self.state:
            self.state.drop_caches(state)
        self.state, self.code = state, code

    def step(self, back: bool) -> None:
        """Return to the state before this one, or to the one that was undone."""
        here, there = (self.past, self.future) if back else (self.future, self.past)
        if not here:
            raise ValueError(f"There is no change to {'undo' if back else 'redo'}.")
        state, announcement = here.pop()
        there.append((self.state, announcement))
        self.state.drop_caches(state)
        state = state.after(lambda one: vars(one).update({name: getattr(self.state, name) for name in one.kept}))
        did = announcement.partition("; ")[0] if back else announcement  # not the values that it led to
        state.announcement = f"{'Undone' if back else 'Redone'}{': ' * bool(did)}{did or '.'}"
        self.state, self.code, self.sliding = state, state.code(), ""


class Session:
    """A surface while you work with it.

    With a ``key``, a session starts from the last state of the session with that key, if both began in the same way.

    ``number`` is that of the calculation that was sent last. ``error`` says why the last action was refused.
    Actions can come in one thread while another changes the state: a host takes ``lock`` for a change and for what
    it sends of it.

    >>> from rankteach.widgets.explorer.widget import ExplorerState
    >>> session = Session(ExplorerState([1, 0, 1], ["AP"]))
    >>> session.receive({"do": "move", "item": "d3", "to": 2, "n": 1})
    >>> sent = session.sent()
    >>> sent["view"]["cards"][0]["exact"], sent["view"]["announcement"], sent["error"]
    ('1', 'd3 moved to rank 2; AP 1, up 1/6', '')
    """

    def __init__(self, state: State, key: Hashable = None) -> None:
        self._history = History(state)
        if key is not None:
            known = _HISTORIES.setdefault(key, self._history)
            if known.began == self._history.began:
                self._history = known
            _HISTORIES[key] = self._history
        self.lock = RLock()
        self.error = ""
        self._done = self.number = self._begun = 0
        self._drawing: Any = None
        self._view: Any = self.state.view()

    @property
    def state(self) -> Any:
        """The state as it is now."""
        return self._history.state

    def change(self, change: Callable[[Any], object], sliding: str = "") -> None:
        """Change the state, or leave it as it is if the change fails."""
        changed = self.state.after(change)
        self._view, self.error = changed.view(), ""
        self._history.go_on(changed, sliding)

    def step(self, back: bool) -> None:
        """Undo the last change, or redo the last one that was undone. Raises ``ValueError`` if there is none."""
        self._history.step(back)
        self._view, self.error = self.state.view(), ""

    def start_again(self) -> None:
        """Return to the state at the start, as if nothing had been done."""
        self._history.start_again()
        self._view, self.error = self.state.view(), ""
        self._begun += 1

    def receive(self, message: Mapping[str, Any]) -> None:
        """Perform an action as a browser sends it: with its number, and with earlier ones that had no answer yet."""
        errors = []
        late = message.get("late", ())
        for action in [*(late if isinstance(late, list | tuple) else [late]), message]:
            number = action.get("n", 0) if isinstance(action, Mapping) else None
            if not isinstance(number, int):
                errors.append(f"n must be the whole number of an action, but the action is {shown(action)}.")
            elif number > self._done:
                try:
                    self._perform(action)
                except Exception as error:  # the surface shows it, since a click has no traceback
                    errors.append(str(error.args[0] if isinstance(error, KeyError) else error) or type(error).__name__)
                self._done = number  # not before: an interrupted action comes again with the next one
        self.error = errors[-1] if errors else self.error

    def _perform(self, action: Action) -> None:
        if action.get("do") in ("undo", "redo"):
            self.step(back=action["do"] == "undo")
        else:
            self.change(methodcaller("dispatch", action), action["do"] if action.get("slides") else "")
            for attempt in self.state.attempts(action):
                tell(attempt)

    def work(self) -> Iterator[bool]:
        """Do what the last action left to do, in parts, until another action comes. True if there is a new view."""
        state, parts = self.state, self.state.work()
        while state is self.state and (changed := next(parts, None)) is not None:
            self._view = state.view() if changed else self._view
            yield changed

    def sent(self) -> dict[str, Any]:
        """The values for the browser: ``view``, ``menu``, ``titles`` and ``error``. The formulas can follow later."""
        drawing, history = self.state.drawing(), self._history
        if drawing is not self._drawing:
            self._drawing, self.number = drawing, next(_NUMBERS)
        known: dict[str, Any] = {"calculation": self.number, "done": self._done, "code": history.code}
        known |= {"undo": bool(history.past), "redo": bool(history.future), "covered": self.state.covered}
        known |= {"begun": self._begun} if self._begun else {}
        view = {**self._view, **known}
        sent = {"view": view, "menu": self.state.menu(), "error": self.error}
        return {"titles": self.state.shown_titles(), **sent}

    def formulas(self) -> Formulas:
        """The formulas of the steps of the view that was sent last; none without a calculation."""
        return {"n": self.number, **formulas_of(self._drawing)}

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Perform an action and all work that it leaves; what to draw then, as the browser takes it."""
        with self.lock:
            self.receive(message)
            list(self.work())
            return self.traits()

    def traits(self) -> dict[str, Any]:
        """The values for the browser and the formulas; the large ones as JSON."""
        sent = self.sent()
        return {**sent, "view": json.dumps(sent["view"]), "formulas": json.dumps(self.formulas())}
