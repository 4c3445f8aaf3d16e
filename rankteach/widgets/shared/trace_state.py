"""What every surface with a calculation does: it shows numbers as one likes, and checks what somebody predicts."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from rankteach.explain.numbers.diagnose import diagnose
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.tracing.trace import Trace
from rankteach.widgets.shared.surface import MOST_ROWS, TraceSurface

DIGITS = (2, 3, 4, 6)


class Explaining(ABC):
    """A state with a trace to explain.

    ``verdict`` is what was said of the last prediction, until something else is done.
    """

    stays: ClassVar[tuple[str, ...]] = ("display",)
    said: str = ""
    display: Display = EXACTLY
    verdict: Mapping[str, Any] | None = None
    most_rows: ClassVar[int] = MOST_ROWS
    _surface: tuple[Trace, Display, TraceSurface] | None = None

    @abstractmethod
    def trace(self) -> Trace:
        """The trace that is explained."""

    def functions(self) -> list[Any]:
        """The functions that somebody gave to measures, which no line of code can tell apart."""
        return [value for value in self.trace().parameters.values() if callable(value)]

    def after(self, change: Callable[[Any], object]) -> Self:
        """A copy in which nothing is said of the last gesture any more, and then something was changed."""
        state = copy.copy(self)
        state.forget()
        change(state)
        return state

    def forget(self) -> None:
        """Drop what was said of the last gesture."""
        self.said, self.verdict = "", None

    def act(self, gesture: Mapping[str, Any]) -> None:
        """Do what a gesture asks for: ``{"do": "predict", "column": "hits", "row": 3, "typed": "2"}``."""
        todo = self.gestures.get(str(gesture.get("do")))
        if todo is None:
            raise ValueError(f"there is no gesture {gesture.get('do')!r}; there are {', '.join(self.gestures)}")
        try:
            self.said = todo(self, gesture)
        except KeyError as missing:
            raise ValueError(f"the gesture {gesture['do']!r} does not say {missing}") from None

    def at_once(self) -> dict[str, Any]:
        """Those parts of the view that a surface draws before the answer comes, where a gesture was foreseen."""
        return {}

    def likely(self) -> Iterable[Mapping[str, Any]]:
        """The gestures that may well come next."""
        return ()

    def explained(self) -> dict[str, Any]:
        """The trace as it is drawn, and what was said of a prediction."""
        return {**self.surface().view, "digits": list(DIGITS), "verdict": self.verdict}

    def surface(self) -> TraceSurface:
        """The trace to be drawn."""
        trace, drawn = self.trace(), self._surface
        if drawn is None or drawn[0] is not trace or drawn[1] != self.display:
            drawn = self._surface = trace, self.display, TraceSurface(trace, self.display, self.most_rows)
        return drawn[2]

    def _show_as(self, gesture: Mapping[str, Any]) -> str:
        fractions, digits = gesture.get("fractions", self.display.fractions), gesture.get("digits", self.display.digits)
        if digits not in DIGITS:
            raise ValueError(f"digits is {digits!r}; it can be {', '.join(map(str, DIGITS))}")
        self.display = Display(digits, bool(fractions))
        return f"{'fractions' if fractions else 'decimals'}, {digits} digits"

    def _predict(self, gesture: Mapping[str, Any]) -> str:
        column, row, typed = gesture["column"], gesture["row"], str(gesture["typed"])
        found = diagnose(self.trace(), typed, column=column, row=row)
        self.verdict = {"column": column, "row": row, "typed": typed, "right": found.right, "said": found.said}
        return found.said

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {"display": _show_as, "predict": _predict}
