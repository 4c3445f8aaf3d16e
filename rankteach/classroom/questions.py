"""Questions that listen: each checks what the student answers, gives hints, and keeps its answer to itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

from rankteach.core.checks import (
    LARGEST_NUMBER,
    a_text,
    collected,
    fits_a_float,
    listed,
    must,
    or_none,
    scalar,
    shown,
    takes,
)

if TYPE_CHECKING:
    from rankteach.widgets.question.widget import Question

MOST_HINTS = 3


@takes(because=or_none(a_text))
def question(
    text: str,
    *,
    answer: Any,
    choices: Mapping[Any, str] | Iterable[str] | None = None,
    hints: Sequence[str] = (),
    taught: Iterable[str] = (),
    because: str | None = None,
) -> Question:
    """A question to answer on the page; the answer is nowhere in the page until you are right, or ask for it.

    Parameters
    ----------
    text : str
        The question.
    answer : number, Trace, str or list
        - a number or a trace: the student types a number, as a fraction, a decimal or a percentage. A decimal of two
          digits or more that is rounded correctly is right. Of a trace the whole calculation is shown afterwards;
        - with ``choices``, one of them; or a list or set of them, if several are right;
        - a list without ``choices``: the items in their right order, which the student has to find;
        - a text without ``choices``: a model answer, to compare with what the student writes.
    choices : sequence of str, or mapping, optional
        What to choose from; a mapping says something for each choice that is wrong, or right. If the answer is a
        number or a trace, the student still types a number, and the mapping says something for particular wrong
        numbers, such as ``{12: "You counted each pair twice."}``.
    hints : sequence of str
        Up to three, shown one after the other.
    taught : sequence of measure strings
        The metrics that the explanation of a wrong number may name, such as ``["P", "R", "AP"]``; by default those of
        an introduction.
    because : str, optional
        A sentence that is shown together with the answer.

    Returns
    -------
    Question
        The live widget; ``check(given)`` answers from Python, ``answer`` is the answer.

    Raises
    ------
    TypeError, ValueError
        For an answer that is not among the choices or of no kind above, more than three hints, or an unknown metric.

    >>> import rankteach as rt
    >>> q = question("Ranks 1 and 3 of three are relevant. What is AP?", answer=rt.average_precision([1, 0, 1]))
    >>> q.check("0.83"), q.check("5/3")
    (✓ Right, rounded., ✗ AP can't be above 1. That is AP not divided by the relevant items (m).)
    >>> question("Which one ignores the order?", answer="P@5", choices=["AP", "P@5"]).check("AP")
    ✗ Not quite. What speaks for each of the other choices?
    >>> question("How many pairs do 4 items make?", answer=6, choices={12: "You counted each pair twice."}).check("12")
    ✗ You counted each pair twice.
    """
    from rankteach.classroom.record import record
    from rankteach.widgets.question.answers import answer_of  # not before: the examples need no widgets
    from rankteach.widgets.question.state import QuestionState
    from rankteach.widgets.question.widget import Question

    if not isinstance(text, str) or not text.strip():
        raise TypeError(f"text must be the question, not {shown(text)}.")
    hints = [a_text(hint, "each of hints") for hint in listed(hints, "hints", f"Write up to {MOST_HINTS} sentences.")]
    number: Any = scalar(answer)
    if isinstance(number, Real) and not (fits_a_float(number) and abs(number) <= LARGEST_NUMBER):  # type: ignore[operator]
        raise ValueError(must("answer", answer, f"be a finite number of at most {LARGEST_NUMBER:g}"))
    if choices is not None and not isinstance(choices, Mapping):
        choices = [a_text(choice, "each of choices") for choice in collected(choices, "choices")]
    if len(hints) > MOST_HINTS:
        raise ValueError(f"hints must be a list of up to {MOST_HINTS} sentences, not {shown(hints)}.")
    asked = Question(QuestionState(text, answer_of(answer, choices, taught), hints, because), answer)
    asked._change(record().restore)
    return asked
