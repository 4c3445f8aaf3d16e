"""What a learner does about a task, passed on to every record of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Attempt(NamedTuple):
    """One attempt at a task.

    ``task`` is the text of a question, the task of a goal, or the measure that a function is checked against. ``right``
    is None if the learner took a hint or looked at the answer. ``given`` is the answer; of a function, its mistake.
    ``by_hand`` is False for what a cell checks, because a notebook that is executed checks it, too.
    """

    task: str
    right: bool | None
    given: Any = ""
    by_hand: bool = True


RECORDERS: list[Callable[[Attempt], None]] = []


def tell(attempt: Attempt) -> None:
    """Pass an attempt on to every record."""
    for record in RECORDERS:
        record(attempt)
