"""What a person can do on a surface: each kind of action is declared once, in the table of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_type_hints

from rankteach.core.checks import must, shown
from rankteach.widgets.protocol import Action


def nothing(state: Any) -> Iterable[Action]:
    """No action."""
    return ()


def method(name: str, *keys: str) -> Callable[..., Any]:
    """What calls a method of a state, with the values that an action has for these keys."""

    def call(state: Any, action: Mapping[str, Any] = MappingProxyType({})) -> Any:
        return getattr(state, name)(*map(action.__getitem__, keys))

    return call


@dataclass(frozen=True)
class Kind:
    """A kind of action: what it does, and what a saved page has to know of it.

    ``perform`` does it, and returns what it did, in words. ``recorded`` gives, for a state, the actions of this kind
    that a saved page answers there, as its browser sends them.

    ``changes`` says what becomes different: the order of the items, their grades, which queries count, where a line is
    drawn, or what is shown. In a page that would have too many states, actions that change much follow no others.

    ``part`` names the attribute of the state that an action depends on and changes, if that is the only one. It is
    ``"value"`` if an action depends on the list and the chosen measure, and changes neither, and ``"above"`` if it
    depends on the list and the measures, and changes the threshold.
    """

    perform: Callable[[Any, Any], str]
    recorded: Callable[[Any], Iterable[Action]]
    changes: Literal["order", "grades", "queries", "line", "choice", ""] = ""
    part: Literal["now", "cards", "above", "value", ""] = ""


Actions = Mapping[str, Kind]
"""The kinds of actions of a state, by their names."""

_TYPES: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "text"),
    int: ((int,), "a whole number"),
    str | float: ((str, int, float), "text or a number"),
}
_OWN_WORDS = ("do", "digits", "n")
"""Keys whose values are refused with a list of those that there are."""
_EXPECTED = {
    key: _TYPES[hint] for key, hint in get_type_hints(Action).items() if hint in _TYPES and key not in _OWN_WORDS
}
"""For a key of an action, the types that the protocol allows, and what they are called."""


class Asked(dict[str, Any]):
    """An action as it came, which says what it lacks."""

    def __missing__(self, key: str) -> Any:
        raise ValueError(f"the action {shown(self['do'])} needs {key!r}")


def performed(state: Any, action: Mapping[str, Any]) -> str:
    """Perform an action, and say what it did. Raises ``ValueError`` or ``TypeError`` if it is none of the state's."""
    do = action.get("do")
    if not isinstance(do, str) or do not in state.actions:
        raise ValueError(f"action must be one of {', '.join(state.actions)}, not {shown(do)}")
    for key, value in action.items():
        if key in _EXPECTED and not isinstance(value, _EXPECTED[key][0]):
            raise TypeError(must(key, value, f"be {_EXPECTED[key][1]}"))
    kind: Kind = state.actions[do]
    return kind.perform(state, Asked(action))
