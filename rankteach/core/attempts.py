"""What a learner does about a task, passed on to every record of it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Attempt(NamedTuple):
    """One attempt at a task.

    ``task`` is the text of a question, the task of a goal, or the measure that a function is checked against. ``right``
    is None if the learner took a hint or looked at the answer. ``given`` is the answer; of a goal, the lists that reach
    it; of a function, its mistake.
    ``by_hand`` is False for what a cell checks, because a notebook that is executed checks it, too.
    """

    task: str
    right: bool | None
    given: Any = ""
    by_hand: bool = True


RECORDERS: list[Any] = []  # each takes an attempt when it is called, and its solved_with() says what solved a task


def tell(attempt: Attempt) -> None:
    """Pass an attempt on to every record."""
    for record in RECORDERS:
        record(attempt)


def solved_with(task: str) -> Any:
    """What once solved a task, as far as any record keeps answers; nothing if it was not solved."""
    return next(filter(None, (record.solved_with(task) for record in RECORDERS)), None)
