"""What the gestures that may come next would show, worked out while somebody looks at what the last one did."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import methodcaller
from time import perf_counter
from typing import Any

TOO_LONG = 0.02
"""Seconds: where one gesture takes longer, no more are worked out. One that comes meanwhile has to wait as long."""

LATER = ("points", "start")
"""The small lines of measures: they are much, and can wait for the answer."""

SAME: Any = object()


class Ahead:
    """What each of the gestures that are likely in a ``state`` would change of what a surface draws at once.

    ``foreseen`` has it by the words of the gesture.
    """

    def __init__(self, state: Any) -> None:
        self.state = state
        self.foreseen: dict[str, Any] = {}
        self._now, self._likely = state.at_once(), iter(state.likely())

    def goes_on(self) -> bool:
        """Work one of them out. Says whether there are more."""
        gesture = next(self._likely, None)
        if gesture is None:
            return False
        began = perf_counter()
        try:
            change = changes(self._now, self.state.after(methodcaller("act", gesture)).at_once())
        except Exception:  # whoever makes the gesture is told
            return True
        if change is not SAME:
            self.foreseen[in_words(gesture)] = change
        return perf_counter() - began < TOO_LONG


def in_words(gesture: Mapping[str, Any]) -> str:
    """A gesture as the browser's ``JSON.stringify`` writes it."""
    return json.dumps(gesture, ensure_ascii=False, separators=(",", ":"))


def changes(before: Any, after: Any) -> Any:
    """What of plain data is another, by names and by places; ``SAME`` for nothing.

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
