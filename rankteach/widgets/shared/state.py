"""The base of every surface: a state in plain Python. Actions change it, and a view shows it. It knows no widget."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

from rankteach.core.checks import shown
from rankteach.widgets.protocol import Action, MenuGroup
from rankteach.widgets.shared.surface import TraceSurface

Actions = dict[str, Callable[[Any, Action], str]]
"""For each action, the function that performs it and returns what it did, in words."""


class State(ABC):
    """The state of a surface.

    A change replaces the state's values and never alters one, so that a copy keeps the old ones. ``announcement`` says
    what the last action did, until the next one.
    """

    actions: ClassVar[Actions] = {}
    announcement = ""

    @abstractmethod
    def code(self) -> str:
        """A line of Python that makes a surface with this state. States with the same line are the same."""

    @abstractmethod
    def view(self) -> Mapping[str, Any]:
        """Everything there is to draw but the formulas of the steps."""

    def fast_view(self) -> Mapping[str, Any]:
        """The parts of the view that a browser draws before the answer comes, where an action was predicted."""
        return {}

    def predicted(self) -> Iterable[Action]:
        """The actions that are likely to come next."""
        return ()

    def work(self) -> Iterator[bool]:
        """Do what the last action left to do, because it takes long, in parts. True if the view has changed."""
        return iter(())

    def menu(self) -> list[MenuGroup]:
        """The measures that can be added."""
        return []

    def functions(self) -> list[Any]:
        """The user's own functions among the parameters: no line of code can tell them apart."""
        return []

    def surface(self) -> TraceSurface | None:
        """The calculation to be drawn, if the surface shows one; its ``formulas()`` are those of the steps."""
        return None

    # --- changes ----------------------------------------------------------------------------------------
    def after(self, change: Callable[[Any], object]) -> Self:
        """A changed copy, which has forgotten what the last action showed."""
        state = self.copy()
        state.forget()
        change(state)
        return state

    def copy(self) -> Self:
        """A copy to be changed."""
        return copy.copy(self)

    def forget(self) -> None:
        """Forget what only the last action showed."""
        self.announcement = ""

    def rest(self, shown: Self) -> None:
        """Drop the calculations that the state shown now does not share: a history of states takes little memory."""
        return None

    def preserve(self, shown: Self) -> None:
        """Take over from another state what undo does not change."""
        return None

    def dispatch(self, action: Action) -> None:
        """Perform an action, such as ``{"do": "move", "item": "d3", "to": 1}``."""
        perform = self.actions.get(action.get("do", ""))
        if perform is None:
            raise ValueError(f"action must be one of {', '.join(self.actions)}, not {shown(action.get('do'))}")
        try:
            self.announcement = perform(self, action)
        except KeyError as missing:
            raise ValueError(f"the action {shown(action['do'])} needs {missing}") from None
