"""The base of every surface that shows a calculation."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Self

from rankteach.core.checks import shown
from rankteach.explain.numbers.diagnose import diagnose
from rankteach.notation.expression import heading
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.trace_view import MOST_ROWS, TraceDrawing
from rankteach.widgets.protocol import Comparison, StepsView, TraceView, Verdict
from rankteach.widgets.session.state import Actions, Kind, State, method

DIGITS = (2, 3, 4, 6)


class TraceState(State):
    """The state of a surface that shows a calculation. ``verdict`` says what the last action, a prediction, was."""

    actions: ClassVar[Actions] = {
        "display": Kind(
            lambda state, action: state.set_display(
                action.get("fractions", state.display.fractions), action.get("digits", state.display.digits)
            )
        ),
        "predict": Kind(method("predict", "column", "row", "typed")),
    }
    momentary = (*State.momentary, "verdict")
    kept: ClassVar[tuple[str, ...]] = ("display",)
    most_rows: ClassVar[int] = MOST_ROWS
    display: Display = EXACTLY
    verdict: Verdict | None = None
    drawn: tuple[Trace, Display, TraceDrawing] | None = None

    @abstractmethod
    def trace(self) -> Trace:
        """The trace that is explained."""

    @abstractmethod
    def view(self) -> StepsView:
        """Everything there is to draw but the formulas of the steps."""

    def functions(self) -> list[Any]:
        """The user's own functions among the parameters: no line of code can tell them apart."""
        return [value for value in self.trace().parameters.values() if callable(value)]

    def drawing(self) -> TraceDrawing:
        """The calculation to be drawn; its ``formulas`` are those of the steps."""
        trace, drawn = self.trace(), self.drawn
        if drawn is None or drawn[0] is not trace or drawn[1] != self.display:
            drawn = self.drawn = trace, self.display, TraceDrawing(trace, self.display, self.most_rows)
        return drawn[2]

    def trace_view(self, comparison: Comparison | None = None) -> TraceView:
        """The calculation as it is drawn, and the verdict on a prediction."""
        return {**self.drawing().view, "digits": list(DIGITS), "verdict": self.verdict, "comparison": comparison}

    def drop_caches(self, shown: Self) -> None:
        """Drop the drawing, too."""
        super().drop_caches(shown)
        self.drawn = None

    def set_display(self, fractions: Any, digits: Any) -> str:
        """Show numbers as fractions or as decimals, with so many digits."""
        if digits not in DIGITS:
            raise ValueError(f"digits must be one of {', '.join(map(str, DIGITS))}, not {shown(digits)}")
        self.display = Display(digits, bool(fractions))
        return f"{'fractions' if fractions else 'decimals'}, {digits} digits"

    def predict(self, column: str | None, row: int | None, typed: Any) -> str:
        """Check a number that the learner typed."""
        trace = self.trace()
        named = next((name for name, one in trace.columns.items() if heading(one) == column), column)
        answer = diagnose(trace, str(typed), column=named, row=row)
        self.verdict = Verdict(column=column, row=row, right=answer.right, words=answer.said)
        return answer.said
