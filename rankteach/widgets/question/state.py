"""A question with the student's last answer, the hints taken, and whether the answer may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rankteach.core.attempts import Attempt
from rankteach.widgets.parts.trace_view import TraceDrawing
from rankteach.widgets.protocol import Action, QuestionView
from rankteach.widgets.question.answers import Answer, Feedback, Value
from rankteach.widgets.session.state import Actions, Kind, State, method

UNANSWERED = Feedback(None, "")


class QuestionState(State):
    """A question. Its view has nothing of the answer before the student is right, or asks for it."""

    actions: ClassVar[Actions] = {
        "answer": Kind(method("take", "given")),
        "hint": Kind(method("take_hint"), lambda state: [{"do": "hint"}]),
        "reveal": Kind(method("reveal"), lambda state: [{"do": "reveal"}]),
        "reset": Kind(method("reset"), lambda state: [{"do": "reset"}]),
    }

    def __init__(self, text: str, answer: Answer, hints: Sequence[str] = (), because: str | None = None) -> None:
        self.task = self.text = text
        self.answer, self.hints, self.because = answer, list(hints), because or ""
        self.hints_taken: list[str] = []
        self.seen = False
        self.reset()

    def code(self) -> str:
        """The line of Python that asks the question; it does not tell the answer."""
        return f"question({self.text!r}, answer=...)"

    def view(self) -> QuestionView:
        """Everything there is to draw."""
        answer, seen, taken = self.answer, self.seen, len(self.hints_taken)
        left = "" if seen or taken == len(self.hints) else f"Hint {taken + 1} of {len(self.hints)}"
        return {
            "announcement": self.announcement,
            "text": self.text,
            "kind": "choices" if answer.several else answer.kind,
            "label": answer.label,
            "items": list(answer.items),
            "given": self.given,
            "right": self.feedback.right,
            "feedback": self.feedback.message,
            "hints": self.hints_taken,
            "more": left,
            "answer": str(answer) if seen else "",
            "because": self.because if seen else "",
            "worked": TraceDrawing(answer.trace).view if seen and isinstance(answer, Value) else None,
        }

    def attempts(self, action: Action) -> Iterator[Attempt]:
        """An answer that can be judged, a hint, or a look at the answer; a text, once it is compared."""
        do, compared = action["do"], self.answer.kind == "text" and self.seen
        if do in ("hint", "reveal"):
            yield Attempt(self.task, None, do)
        elif do == "answer" and (compared or self.feedback.right is not None):
            yield Attempt(self.task, compared or self.feedback.right, self.given)

    # --- actions; each returns what to announce -------------------------------------------------------------
    def take(self, given: list[str]) -> str:
        """An answer."""
        self.feedback = self.answer.check(given)
        self.given = list(given)
        if self.answer.kind == "text" and any(one.strip() for one in given):
            self.feedback = UNANSWERED  # the student compares
            return self.reveal()
        self.seen = self.seen or bool(self.feedback)
        return self.feedback.message

    def take_hint(self) -> str:
        """One more hint."""
        self.hints_taken = self.hints[: len(self.hints_taken) + 1]
        return self.hints_taken[-1] if self.hints_taken else "There is no hint."

    def reveal(self) -> str:
        """Show the answer."""
        self.seen = True
        return f"{'A model answer' if self.answer.kind == 'text' else 'The answer'}: {self.answer}"

    def reset(self) -> str:
        """Hide the answer again, to try once more."""
        self.given = list(self.answer.items) if self.answer.kind == "order" else []
        self.feedback, self.seen, self.hints_taken = UNANSWERED, False, []
        return "Try again."
