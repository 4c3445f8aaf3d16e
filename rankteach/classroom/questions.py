"""A question whose answer is folded away until the reader asks for it."""

from __future__ import annotations

from rankteach.notation.html import escape
from rankteach.tracing.trace import Trace


class Question:
    """A question with a folded answer: what ``question`` returns."""

    def __init__(self, text: str, answer: str | Trace) -> None:
        self.text, self.answer = text, answer

    def __repr__(self) -> str:
        return f"Question: {self.text}\n\nAnswer: {self.answer}"

    def _repr_html_(self) -> str:
        answer = self.answer.to_html() if isinstance(self.answer, Trace) else f"<p>{escape(self.answer)}</p>"
        return f"<details><summary><b>{escape(self.text)}</b> (answer)</summary>{answer}</details>"


def question(text: str, *, answer: str | Trace) -> Question:
    """A question with its answer folded away; a trace as the answer shows its whole calculation.

    >>> question("What is 1/2 + 1/3?", answer="5/6")
    Question: What is 1/2 + 1/3?
    <BLANKLINE>
    Answer: 5/6
    """
    return Question(text, answer)
