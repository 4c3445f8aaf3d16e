"""Predicts what the next likely actions would show, while the learner looks at the result of the last one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import methodcaller
from time import perf_counter
from typing import Any

from rankteach.widgets.protocol import Action
from rankteach.widgets.session.state import State

TOO_LONG = 0.02
"""Seconds: if one prediction takes longer, it is the last one, because a real action has to wait for it."""

LATER = ("points", "start")
"""The small lines of measures: they are large, and can wait for the answer."""

SAME: Any = object()


class Lookahead:
    """Predicts what each likely action would change in the fast view of a ``state``."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.predictions: dict[str, Any] = {}
        self._now, self._actions = state.fast_view(), iter(state.predicted())

    def goes_on(self) -> bool:
        """Predict one action. Returns whether there are more."""
        action = next(self._actions, None)
        if action is None:
            return False
        began = perf_counter()
        try:
            change = changes(self._now, self.state.after(methodcaller("dispatch", action)).fast_view())
        except Exception:  # the answer to the action itself says why it was refused
            return True
        if change is not SAME:
            self.predictions[in_json(action)] = change
        return perf_counter() - began < TOO_LONG


def in_json(action: Action) -> str:
    """An action as the browser's ``JSON.stringify`` writes it."""
    return json.dumps(action, ensure_ascii=False, separators=(",", ":"))


def changes(before: Any, after: Any) -> Any:
    """Which parts of plain data differ, by name and by place; ``SAME`` if none do.

    >>> changes({"rows": [{"mark": "on"}, {"mark": "on"}], "k": 3}, {"rows": [{"mark": "on"}, {"mark": "off"}], "k": 3})
    {'rows': {'1': {'mark': 'off'}}}
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        pairs = {name: changes(before.get(name), value) for name, value in after.items() if name not in LATER}
    elif _records(before) and _records(after) and len(before) == len(after):
        pairs = {str(place): changes(*pair) for place, pair in enumerate(zip(before, after, strict=True))}
    else:
        return SAME if after == before else after
    return {name: change for name, change in pairs.items() if change is not SAME} or SAME


def _records(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(one, Mapping) for one in data)
