"""What a class got right, and which mistakes were made, from the codes that it handed in."""

from __future__ import annotations

import ast
import csv
import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from io import StringIO
from itertools import permutations, product
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from rankteach.classroom.codes import CODE, Task, codes_in, existing, hashed_mistake, lesson_of, read, tasks_of
from rankteach.core.checks import counted, joined, must
from rankteach.core.column import Axis
from rankteach.core.ranking import Ranking
from rankteach.explain.checking.cases import mistakes_of
from rankteach.explain.checking.check import REMEMBERS
from rankteach.explain.checking.lists import KINDS, rule
from rankteach.explain.numbers.code_errors import constant
from rankteach.explain.numbers.diagnose import diagnosed
from rankteach.notation.numbers import TOLERANCE
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.measures import Measure, measure
from rankteach.widgets import side_by_side
from rankteach.widgets.question.answers import Value

SUFFIX = ".ipynb"
BLOCKS = 10  # of a bar
LONGEST = 4  # lists that refute a mistake
MOST = 12  # mistakes that are said
EACH = "Each row counts as a student: two students can have the same code."
NAME = re.compile(
    r"(?!.*(?:course|class|group|file|lesson|teacher|tutor|instructor))"
    r"(?:.*(?:name|mail)|\W*(?:student|user)s?\W*(?:id\w*|no|nr|num|number|key)?\W*$)",
    re.IGNORECASE | re.DOTALL,
)
"""The heading of a column that says who handed in."""
SEPARATOR = re.compile(r'\A"?sep=.?"?\s*[\r\n]', re.IGNORECASE)  # a first line that Excel reads, and doesn't show
UNKNOWN = "Another mistake in the code"
NONE = 'Pass the notebook that your students worked in: class_view(codes, "03_average_precision.ipynb").'


class Mistake(NamedTuple):
    """A mistake that some of the class made: in which task, how many, one of the wrong answers, and what was said.

    ``right`` and ``instead`` are the measure asked for and the one that was calculated instead, if it is a measure.
    """

    task: str
    students: int
    given: str
    said: str
    right: Measure | None = None
    instead: Measure | None = None

    def refutation(self) -> tuple[Ranking, Ranking] | None:
        """Two short lists, the first one better, which the mistake takes to be equal or puts the other way round."""
        if self.right is None or self.instead is None or self.right.metric.pairing:
            return None
        return _refutation(str(self.right), str(self.instead))

    def show(self) -> Any:
        """The two lists, side by side, to click on in class. Raises ``ValueError`` if there are none."""
        two = self.refutation()
        if two is None or self.right is None or self.instead is None:
            raise ValueError(f"show() needs a mistake that two short lists refute, unlike this one: {self.said}")
        return side_by_side(*two, measures=[self.right, self.instead], linked=False)


Row = tuple[int, Sequence[str], str]
"""A row of a form: its number, the codes in it, and who handed them in, if a column says so."""


class ClassView(Report):
    """What ``class_view`` returns: a row for each task.

    Attributes
    ----------
    students
        How many codes could be read.
    refused
        The other codes, each with its row and the reason.
    mistakes
        The first wrong answers, the commonest first.
    """

    def __init__(self, rows: Sequence[Row], lesson: ModuleType, tasks: Sequence[Task]) -> None:
        self._tasks, self.refused, handed_in = tasks, {}, []
        self._without = [number for number, codes, _ in rows if not codes]
        for number, codes, who in rows:
            for code in dict.fromkeys(codes):
                try:
                    handed_in.append((who or (number, code), number, code, read(code, lesson, tasks)))
                except ValueError as error:
                    self.refused[f"{code} in row {number}"] = str(error)
        latest = {student: (number, code, progress) for student, number, code, progress in handed_in}
        self._again = _alike((student, number) for student, number, *_ in handed_in)
        self._same = _alike((code, number) for number, code, _ in latest.values())
        self.students = len(latest)
        self._progress = list(zip(*(progress for *_, progress in latest.values()), strict=True)) or [() for _ in tasks]
        self.mistakes = sorted(self._mistakes(), key=lambda one: -one.students)

    def _mistakes(self) -> Iterator[Mistake]:
        for task, progress in zip(self._tasks, self._progress, strict=True):
            by_reply: dict[str, list[Mistake]] = defaultdict(list)
            for given in [one.first_mistake for one in progress if one.first_mistake]:
                mistake = _named(task, given)
                by_reply[mistake.said].append(mistake)
            for alike in by_reply.values():
                given, _ = Counter(one.given for one in alike).most_common(1)[0]
                yield alike[0]._replace(students=len(alike), given=given)

    @property
    def words(self) -> list[str]:
        """How many codes there are, and the commonest mistakes."""
        said = [f"{counted(self.students, 'student')} handed in a code." if self.students else "No code could be read."]
        for reason in dict.fromkeys(self.refused.values()):
            first, *others = [code for code, why in self.refused.items() if why == reason]
            more = f" and {len(others)} more" if others else ""
            said.append(f"{first}{more} could not be read: {reason}.")
        if rows := self._without:
            said.append(f"{counted(len(rows), 'row')} without a code: {joined(map(str, rows), 'and')}.")
        if not self.students:
            said.append(NONE)
        if self._again:
            said.append(f"The same student is in rows {self._again}: the last of these rows counts.")
        if self._same:
            said.append(f"The same code is in rows {self._same}. {EACH}")
        for one in self.mistakes[:MOST]:
            answer = f", such as {one.given}" if one.given else ""
            said.append(f"{one.task}: {one.students} of {self.students}{answer}. {one.said}")
        return said

    def table(self) -> Table:
        """A bar for each task: how many solved it."""
        solved = [sum(one.solved for one in progress) for progress in self._progress]
        filled = [round(BLOCKS * number / max(1, self.students)) for number in solved]
        entries = [
            Entry("task", [one.name for one in self._tasks], numeric=False),
            Entry("solved", ["█" * blocks + "░" * (BLOCKS - blocks) for blocks in filled], numeric=False),
            Entry("students", [str(number) for number in solved]),
            Entry("at the first try", [str(sum(one.at_once for one in many)) for many in self._progress]),
            Entry("with help", [str(sum(one.solved and one.helped for one in many)) for many in self._progress]),
        ]
        return Table(Axis("task", length=len(self._tasks) if self.students else 0), entries)


def class_view(codes: Any, tasks: ModuleType | str | PathLike[str], *, code: Iterable[Any] = ()) -> ClassView:
    """What your class solved, and which mistakes it made, from the codes that ``report`` gave to each student.

    Parameters
    ----------
    codes : path, or sequence of str
        A file with the codes, such as the CSV of your form, whatever else is in it; or the codes. The first row of a
        file is a heading if it has no code. If it names a column of names or emails, the last row of each student
        counts; without such a column, each row is a student.
    tasks : path, or module
        The notebook of the lesson, such as ``"../lessons/03_average_precision.ipynb"``; or its module with the tasks.
    code
        As in the ``report`` at the end of the lesson. A notebook says it itself.

    Returns
    -------
    ClassView
        A table with a bar for each task. ``mistakes`` has the first wrong answers by name; ``show()`` of a mistake in a
        formula draws two lists that refute it.
    """
    rows = list(_rows(codes))
    if not any(found for _, found, _ in rows):
        raise ValueError(
            must("codes", codes, "have at least one code, such as RT-01034-58ZK9", "A code begins with RT-.")
        )
    if isinstance(tasks, str | PathLike) and existing(tasks, "tasks").suffix == SUFFIX:
        tasks, written = handed_in(tasks)
        code = code or written
    lesson = lesson_of(tasks)
    return ClassView(rows, lesson, tasks_of(lesson, code))


def _alike(rows: Iterable[tuple[Any, int]]) -> str:
    """The numbers of rows that have something in common."""
    found: dict[Any, set[int]] = defaultdict(set)
    for common, number in rows:
        found[common].add(number)
    return "; ".join(joined(map(str, sorted(one)), "and") for one in found.values() if len(one) > 1)


def _row(number: int, cells: Sequence[str], heading: Sequence[str] = ()) -> Row:
    found = [code for cell in cells for code in codes_in(cell)]
    who = " ".join(" ".join(cell for _, cell in _names(heading, cells)).casefold().split())
    return number, found, "" if who.startswith("anonym") else who  # as forms write it that ask for no name


def _names(heading: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str]]:
    """The columns of names or emails: their titles, and what is in them."""
    return [two for two in zip(heading, cells, strict=False) if NAME.match(two[0]) and not codes_in(two[1])]


def _rows(codes: Any) -> Iterator[Row]:
    """The rows that have anything in them, without the heading of a file."""
    if not isinstance(codes, str | PathLike):
        if not isinstance(codes, Iterable):
            raise TypeError(must("codes", codes, "be the path of a file, or a sequence of codes"))
        yield from (_row(number, [str(one)]) for number, one in enumerate(codes, start=1))
        return
    data = existing(codes, "codes").read_bytes()
    try:
        text = data.decode("utf-16" if data.startswith((BOM_UTF16_BE, BOM_UTF16_LE)) else "utf-8-sig")
    except UnicodeDecodeError:
        hint = "Open it in Excel or another spreadsheet, and save it as CSV UTF-8."
        raise ValueError(must("codes", codes, "be a text file, such as a CSV file", hint)) from None
    text = SEPARATOR.sub("", text)
    parsed = [[*enumerate(csv.reader(StringIO(text, None), delimiter=sign), start=1)] for sign in ",;\t"]
    rows = max(parsed, key=lambda rows: min((len(cells) for _, cells in rows if any(map(codes_in, cells))), default=0))
    filled = [(number, cells) for number, cells in rows if any(map(str.strip, cells))]
    first = filled[0][1] if filled else []
    # a heading can show a code as an example next to a column of names
    handed_in = any(CODE.fullmatch(cell.strip()) or "@" in cell for cell in first)
    is_heading = not any(map(codes_in, first)) or (bool(_names(first, first)) and not handed_in)
    heading = filled.pop(0)[1] if filled and is_heading else ()
    yield from (_row(number, cells, heading) for number, cells in filled)


def _named(task: Task, given: Any) -> Mistake:
    """A wrong answer as a mistake."""
    if task.question is None:
        asked, known = measure(task.recorded_by), _mistakes_in_code(task.recorded_by)
        words, other = known.get(given, (UNKNOWN, None))
        return Mistake(task.name, 1, "", f"{words[:1].upper()}{words[1:]}.", asked, other)
    asked = task.question._state.answer  # which doesn't count it as a try
    reply = asked.check(given).message
    said = reply.removeprefix("Not quite. ")
    sign = " → " if task.kind == "order" else " · "
    shown = given[0] if task.kind == "number" else f"“{sign.join(given)}”"
    if not isinstance(asked, Value):
        return Mistake(task.name, 1, shown, said)
    return Mistake(task.name, 1, shown, said, measure(asked.trace.measure), _instead(asked, given[0], reply))


def _instead(asked: Value, given: str, reply: str) -> Measure | None:
    """The measure that a wrong number is, if it is the one that is said; a reply of the lesson doesn't always say it.

    Then it is another metric that the reply names, or the only error that explains the number.
    """
    right = measure(asked.trace.measure)
    found = [measure(one.measure) if one.measure else None for one in diagnosed(asked.asked, given).mistakes]
    if reply not in asked.replies.values():
        return next(iter(found), None)
    others = [one for one in found if one and one.metric is not right.metric]
    for one in others:
        names = one.label, one.metric.label({}), one.metric.title
        if re.search(rf"\b({'|'.join(map(re.escape, names))})\b", reply):
            return one
    own = [one for one in found if one not in others]
    alone = own[0] if len(own) == 1 else None
    return alone if alone and alone.parameters.get("k") == right.parameters.get("k") else None


@cache
def _mistakes_in_code(asked: str) -> dict[str, tuple[str, Measure | None]]:
    """The mistakes that code can have, by the hashes of their words."""
    right = measure(asked)
    words = [*(rule(kind, right, "0") for kind in KINDS), *(constant(value).in_code for value in (0, 1))]
    known: dict[str, Measure | None] = dict.fromkeys([*words, REMEMBERS.removesuffix(".")])
    for mistake, one in mistakes_of(right).items():
        known[mistake] = measure(one.measure) if one.variant and one.measure else None
    return {hashed_mistake(mistake): (mistake, instead) for mistake, instead in known.items()}


@cache
def _refutation(right: str, instead: str) -> tuple[Ranking, Ranking] | None:
    ours, theirs = measure(right), measure(instead)
    marks = (0, 1) if ours.metric.binary else (0, 1, 2)
    lists = (
        Ranking(grades, missed=missed)
        for length in range(1, LONGEST + 1)
        for missed in ((), (1,))
        for grades in product(marks, repeat=length)
    )
    values = [(one, ours(one).value, theirs(one).value) for one in lists if any(one.grades)]
    pairs = sorted(permutations(values, 2), key=lambda two: sum(len(one) + len(one.missed) for one, *_ in two))
    better = [two for two in pairs if len(two[0][0]) == len(two[1][0]) and two[0][1] > two[1][1] + TOLERANCE]
    for least in (TOLERANCE, -TOLERANCE):  # the other way round, or else equal
        for (one, _, first), (other, _, second) in better:
            if second - first > least:
                return one, other
    return None


# --- the notebook of a lesson: which tasks it hands in, and which code ------------------------------------------------
def handed_in(notebook: str | PathLike[str]) -> tuple[Path, list[Any]]:
    """What the ``report`` at the end of a lesson is called with: the path of the tasks, and ``code``."""
    path = existing(notebook, "tasks")
    modules: dict[str, Path] = {}
    calls = []
    for node in (node for source in _code(path) for node in ast.walk(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            folder = path.parent.joinpath(*node.module.split("."))
            modules |= {one.asname or one.name: folder / f"{one.name}.py" for one in node.names}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "report":
            calls.append(node)
    for call in reversed(calls):
        match call.args:
            case [ast.Name(id=name)] if name in modules:
                code = next((one.value for one in call.keywords if one.arg == "code"), ast.List([]))
                with suppress(ValueError):  # not written there
                    return modules[name], list(ast.literal_eval(code))
    hint = "Pass the tasks of the lesson, such as 'tasks/average_precision.py', and code."
    raise ValueError(must("tasks", notebook, "be a notebook that ends with rt.classroom.report(tasks)", hint))


def _code(path: Path) -> list[ast.Module]:
    """The code cells of a notebook that are Python; none if the file isn't a notebook."""
    found = []
    with suppress(ValueError, KeyError, TypeError):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                with suppress(SyntaxError):  # a magic, or a cell that isn't finished
                    found.append(ast.parse("".join(cell["source"])))
    return found
