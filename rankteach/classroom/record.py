"""What a learner did in a notebook: kept in a small file next to it, so that answers survive a restart."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import dropwhile
from pathlib import Path
from typing import Any, NamedTuple

from rankteach.core.attempts import RECORDERS, Attempt
from rankteach.notation.saving import save
from rankteach.widgets.question.state import QuestionState
from rankteach.widgets.session.host import start_again
from rankteach.widgets.session.live import in_a_notebook

FILE = "rankteach_answers.json"
MOST = 100  # attempts at one task that are kept


class Progress(NamedTuple):
    """How far a learner got with one task."""

    solved: bool = False
    tries: int = 0
    helped: bool = False
    first_mistake: Any = ""
    """The first wrong answer; of a function, its mistake in words."""

    @property
    def at_once(self) -> bool:
        """Whether the first try was right, without a hint."""
        return self.solved and self.tries == 1 and not self.helped


class Record:
    """The attempts at each task, until it is solved. With a ``path``, they are kept in that file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.problem = ""
        """Why the answers cannot be kept; empty if they are."""
        self._attempts = self._kept()

    def __call__(self, attempt: Attempt) -> None:
        """One more attempt."""
        attempts = self._attempts.setdefault(attempt.task, [])
        if any(one.right for one in attempts) or len(attempts) >= MOST:
            return
        attempts.append(attempt)
        if attempt.by_hand:
            self._save([attempt.task])

    def of(self, task: str, drafts: Sequence[Any] = ()) -> Progress:
        """How far the learner got with a task. First checks with a mistake of the lesson's own drafts don't count."""
        attempts = self._of(task)
        judged = [one for one in attempts if one.right is not None]
        tries = [*dropwhile(lambda one: not one.right and one.given in drafts, judged)]
        first_mistake = next((one.given for one in tries if not one.right), "")
        helped = any(one.right is None for one in attempts)
        return Progress(any(one.right for one in tries), len(tries), helped, first_mistake)

    def restore(self, question: QuestionState) -> None:
        """Answer a question as the learner did before, where answers are kept."""
        if self.path is None:
            return
        for one in self._of(question.text):
            with contextlib.suppress(ValueError):  # the question has other choices now
                if one.right is not None:
                    question.take(one.given)
                else:
                    question.take_hint() if one.given == "hint" else question.reveal()
        question.announcement = ""

    def solved_with(self, task: str) -> Any:
        """What once solved a task, where answers are kept."""
        return next((one.given for one in self._of(task) if one.right), None) if self.path else None

    def start_again(self, tasks: Iterable[str]) -> None:
        """Forget the attempts at some tasks; what shows them is as at the start."""
        forgotten = list(tasks)
        for task in forgotten:
            self._attempts.pop(task, None)
        self._save(forgotten)
        start_again(forgotten)

    def _of(self, task: str) -> list[Attempt]:
        return self._attempts.get(task, [])

    def _kept(self) -> dict[str, list[Attempt]]:
        """What the file has; nothing if it is not there, of another version, or damaged."""
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            kept = json.loads(self.path.read_text(encoding="utf-8")) if self.path else {}
            return {task: [Attempt(task, *one) for one in many] for task, many in kept.items()}
        return {}

    def _save(self, tasks: Iterable[str]) -> None:
        """Write these tasks into the file, and leave the others in it as another notebook may have written them."""
        if self.path is None:
            return
        kept = self._kept() | {task: self._of(task) for task in tasks}
        written = {task: [list(one[1:]) for one in many] for task, many in kept.items() if many}
        try:
            save(self.path, json.dumps(written, ensure_ascii=False, indent=1, default=str).encode())
            self.problem = ""
        except OSError as error:
            self.problem = error.strerror or type(error).__name__


@cache
def record() -> Record:
    """The record of this session. Where one learner works in a notebook, it is kept next to that."""
    # Voila shows one notebook to many people, who would see each other's answers
    of_one_learner = in_a_notebook() and not os.environ.get("SERVER_SOFTWARE", "").startswith("voila")
    kept = Record(Path.cwd() / FILE if of_one_learner else None)
    RECORDERS.append(kept)
    return kept
