"""The question as a widget, and how Python checks an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.core.attempts import Attempt, tell
from rankteach.widgets.question.answers import Feedback
from rankteach.widgets.question.state import QuestionState
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import Live


class Question(Live):
    """A question that checks its answer. ``rankteach.classroom.question`` makes one.

    In a terminal, ``check`` does what the page does. The page and the saved notebook have nothing of the answer before
    the student is right, or asks for it.

    >>> from rankteach.classroom import question
    >>> q = question("What is 1/2 + 1/3?", answer=5 / 6, hints=["Find a common denominator."])
    >>> q
    What is 1/2 + 1/3?
    Try q.check(...), or see q.answer.
    >>> q.check("2/5"), bool(q.check("0.83"))
    (✗ Not quite. You typed 2/5. Where does each of the two numbers come from?, True)
    """

    folder = "question"
    title = "A question"
    how = "Type your answer and check it. A reply to a wrong answer says what to look at next."
    text: str = state_property("The question.", lambda state: state.text)

    def __init__(self, state: QuestionState, answer: Any) -> None:
        super().__init__(state)
        self._answer = answer

    @property
    def answer(self) -> Any:
        """The answer, as the question was given it."""
        return self._answer

    def check(self, given: Any) -> Feedback:
        """What the page would say to an answer; the page itself does not change. The report counts it as a try.

        ``given`` is a number, or how you type it; a choice, or a list of them; the items in their order; or a text.
        Raises ``ValueError`` for a choice or an item that the question does not have.
        """
        answer = self._state.answer
        several = answer.kind in ("choice", "order") or isinstance(given, list | tuple)
        typed = [*map(str, given)] if several and not isinstance(given, str) else [str(given)]
        feedback: Feedback = answer.check(typed)
        compared = answer.kind == "text" and bool(typed[0].strip())
        if compared or feedback.right is not None:
            tell(Attempt(self.text, compared or feedback.right, typed, by_hand=False))
        return feedback

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        items = [f"  {'·' if self._state.answer.kind == 'order' else '○'} {one}" for one in self._state.answer.items]
        return "\n".join([self.text, *items, "Try q.check(...), or see q.answer."])

    def _line(self) -> str:
        return self.text

    def _parts(self) -> Iterable[Any]:
        return *self._state.answer.items, "Run this cell to answer."
