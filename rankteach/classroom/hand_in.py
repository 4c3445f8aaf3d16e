"""What a learner hands in: how far each task of a lesson was solved, and the same as a code to paste."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from os import PathLike
from textwrap import shorten
from types import ModuleType
from typing import Any

from rankteach.classroom.codes import lesson_of, tasks_of, written
from rankteach.classroom.record import FILE, Progress, record
from rankteach.core.checks import counted
from rankteach.core.column import Axis
from rankteach.notation.html import escape, table_html
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.widgets.session.live import in_a_notebook

NOTHING = "Nothing is answered yet. Rerun this cell at the end: it shows how far you got, with a code for your teacher."
HONEST = "It has no name in it, and nothing is sent anywhere. This isn't an exam: a code can be made up."
MOST_SIGNS = 72  # of a task in the table
SURE = "Forget your answers to this lesson? Its questions and goals start again; your code stays as it is."
FORGOTTEN = "Your answers are forgotten. The questions and goals above are as at the start."


class HandedIn(Report):
    """What ``report`` returns: the learner's progress in a lesson.

    Attributes
    ----------
    progress
        How far each task was solved, by the task's name.
    code
        The same to paste into a form.
    """

    def __init__(self, lesson: ModuleType, code: Iterable[Any] = ()) -> None:
        self._lesson, self._code = lesson, list(code)
        self._tasks = tasks_of(lesson, self._code)
        self.progress = {one.name: record().of(one.recorded_by, one.drafts) for one in self._tasks}
        self.code = written(lesson, self._tasks, list(self.progress.values()))

    def _progress(self, *, code: bool) -> list[Progress]:
        return [self.progress[one.name] for one in self._tasks if (one.kind == "code") is code]

    @property
    def _begun(self) -> bool:
        return any(one != Progress() for one in self.progress.values())

    @property
    def words(self) -> list[str]:
        """How much is solved, and what to paste, once there is anything."""
        if not self._begun:
            return [NOTHING]
        tasks, functions = self._progress(code=False), self._progress(code=True)
        solved, passed = (sum(one.solved for one in some) for some in (tasks, functions))
        judged = [self.progress[one.name] for one in self._tasks if one.kind not in ("code", "text")]
        first = sum(one.at_once for one in judged)
        some = f". At the first try, you solved {first} of the {len(judged)} that have a right answer"
        told = f", {first} of them at the first try" if len(judged) == len(tasks) else some
        at_once = told if solved and judged else ""
        sentences = [f"You solved {solved} of {counted(len(tasks), 'task')}{at_once}."] if tasks else []
        if len(functions) == 1:
            sentences += ["Your function passed its check." if passed else "Your function hasn't passed its check yet."]
        elif functions:
            sentences += [f"{passed} of your {len(functions)} functions passed their checks."]
        return [*sentences, f"Code to paste: {self.code}", HONEST, *self._problem]

    @property
    def _problem(self) -> list[str]:
        """Why the answers are lost with the kernel, if they are."""
        problem = record().problem
        return [f"Your answers could not be kept in {FILE} ({problem})."] if problem else []

    def table(self) -> Table:
        """A row for each task, once there is anything."""
        rows = list(self.progress.values()) if self._begun else []
        # a task as the learner met it: the beginning of a question, or a goal
        short = [shorten(one.recorded_by, MOST_SIGNS, placeholder=" …") for one in self._tasks[: len(rows)]]
        tasks = [one.name if one.kind == "code" else said for one, said in zip(self._tasks, short, strict=False)]
        entries = [
            Entry("task", tasks, numeric=False),
            Entry("solved", ["✓" if one.solved else "" for one in rows], numeric=False),
            Entry("tries", [str(one.tries or "") for one in rows]),
            Entry("help", ["yes" if one.helped else "" for one in rows], numeric=False),
        ]
        return Table(Axis("task", length=len(rows)), entries)

    def start_again(self) -> HandedIn:
        """The report after all answers to this lesson are forgotten. Its questions and goals are as at the start."""
        record().start_again(one.recorded_by for one in self._tasks)
        return HandedIn(self._lesson, self._code)

    def to_html(self, **display: Any) -> str:
        """Static HTML: the code is large and easy to select."""
        if not self._begun:
            return f"<p>{escape(NOTHING)}</p>"
        said = "".join(f"<p>{escape(one)}</p>" for one in self.words[: -2 - len(self._problem)])
        kept = "".join(f"<p>{escape(one)}</p>" for one in self._problem)
        folded = f"<details><summary>Each task</summary>{table_html(self.table(**display))}</details>"
        code = f'<p>Code to paste: <code style="font-size: 1.2em; user-select: all">{self.code}</code></p>'
        return f"<div>{said}{code}<p><small>{escape(HONEST)}</small></p>{kept}{folded}</div>"

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        words = {"text/plain": repr(self), "text/html": self._repr_html_()}
        live = self._begun and in_a_notebook() and find_spec("ipywidgets")
        return {**self._card()._repr_mimebundle_(**options), **words} if live else words

    def _card(self) -> Any:
        """The report with a button below it, which asks before anything is forgotten."""
        from ipywidgets import HTML, Button, HBox, VBox

        card, said = HTML(self._repr_html_()), HTML()
        buttons = [Button(description=words) for words in ("Start again", "Forget them", "Keep them")]
        start, forget, keep = buttons

        def show(words: str, *shown: Any) -> None:
            said.value = f'<p role="alert">{words}</p>' if words else ""
            for one in buttons:
                one.layout.display = "" if one in shown else "none"  # None would be lost in JupyterLite
            shown[-1].focus()  # which does nothing before a browser shows it

        def begin(_: Any) -> None:
            card.value = self.start_again()._repr_html_()
            show(FORGOTTEN, start)

        show("", start)
        start.on_click(lambda _: show(SURE, forget, keep))
        forget.on_click(begin)
        keep.on_click(lambda _: show("", start))
        return VBox([card, said, HBox(buttons)]).add_class("rt-look")


def report(tasks: ModuleType | str | PathLike[str], *, code: Iterable[Any] = ()) -> HandedIn:
    """Your progress in a lesson, and a code to paste into your teacher's form.

    Parameters
    ----------
    tasks : module, or the path of one
        The questions and goals of the lesson. Its ``DRAFTS`` has, for each measure that code is checked against, the
        mistakes of the drafts that the lesson hands out, as ``mistake_in_words`` of ``rt.check`` says them: they don't
        count as tries.
    code : sequence of measure strings
        What the functions that you write in the lesson are checked against, as in ``rt.check``.
    """
    return HandedIn(lesson_of(tasks), code)
