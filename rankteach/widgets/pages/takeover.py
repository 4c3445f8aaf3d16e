"""Python in a saved page: surfaces that begin as the page does, and answer its actions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rankteach.core.checks import shown
from rankteach.notation.numbers import Display
from rankteach.widgets.parts.trace import TraceState
from rankteach.widgets.session.session import Session
from rankteach.widgets.session.state import literal

NAMES = {"rt": sys.modules["rankteach"], "Fraction": Fraction}
"""What a line of code of a surface is about."""


def beginning(state: TraceState) -> dict[str, Any]:
    """How a surface begins, for JSON. Raises ``ValueError`` if Python could not make it again from that.

    >>> from rankteach.widgets.explorer.widget import ExplorerState
    >>> beginning(ExplorerState([1, 0], ["AP"]))["now"]
    "rt.explore(rt.Ranking([1, 0]), measures=['AP'], chosen='AP')"
    """
    state = state.after(lambda same: None)
    reset = state.after(lambda same: same.dispatch({"do": "reset"})) if "reset" in state.actions else state
    display, goal = state.display, getattr(state, "goal", None)
    solution = (goal and goal.solution) or {}
    begins = {"now": state.code(), "start": reset.code(), "display": [display.digits, display.fractions]}
    begins |= {"solution": literal(solution), "covered": state.covered}
    try:
        same = begun(begins).view() == state.view()
    except (SyntaxError, NameError, TypeError, ValueError):
        same = False
    if not same:
        code = shown(state.code())
        raise ValueError(f"python must be False for {code}, which no line of code makes as it is. Leave python out.")
    return begins


def begun(begins: dict[str, Any]) -> Any:
    """The state that began so."""
    state = eval(begins["now"], dict(NAMES))._state
    if begins["start"] != begins["now"]:
        state.start = eval(begins["start"], dict(NAMES))._state.now
    state.display, state.covered = Display(*begins["display"]), begins["covered"]
    if solution := eval(begins["solution"], dict(NAMES)):
        state.goal.solution = solution
    return state


def taken_over(starts: str) -> Callable[[int, str], str]:
    """A function that answers an action on one of the surfaces, all of it in JSON.

    >>> from rankteach.widgets.explorer.widget import ExplorerState
    >>> answer = taken_over(json.dumps([beginning(ExplorerState([1, 0, 1], ["AP"]))]))
    >>> answered = json.loads(answer(0, '{"do": "add", "measure": "RR", "n": 1}'))
    >>> [card["label"] for card in json.loads(answered["view"])["cards"]]
    ['AP', 'RR']
    """
    sessions = [Session(begun(start)) for start in json.loads(starts)]
    return lambda place, action: json.dumps(sessions[place].answer(json.loads(action)))
