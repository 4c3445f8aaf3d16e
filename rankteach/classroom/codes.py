"""A code to paste: what a learner did in a lesson, in a few dozen letters and digits; and how to read it.

Each character is five bits: three for the version, three for the lesson, one for each task; then the first wrong answer
to each task that has one; three of a checksum at the end.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from rankteach.classroom.record import Progress
from rankteach.core.checks import a_text, collected, file_path, joined, must
from rankteach.tracing.measures import measure
from rankteach.widgets.question.widget import Question

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are easily misread
NUMERALS = "0123456789/.,%-−+ e"
BEGINS, GROUP = "RT", 5
DASH, SIGNS = "[-‐‑–—−]", "[0-9A-Z]+"
CODE = re.compile(rf"\b{BEGINS}(?:(?:{DASH}{SIGNS})+|(?:\s*{DASH}\s*{SIGNS})+)", re.IGNORECASE)  # no space, or any
AS_WRITTEN = str.maketrans("‐‑–—−OIL", "-----011")  # dashes of other programs, letters that no code has
END = len(DIGITS) - 1
OF_CODE = 6  # digits for a mistake in code
MOST_TRIES, MOST_NUMERALS = 7, 12


class Task(NamedTuple):
    """A task of a lesson: its name, what it is recorded by, and its question, if it is one.

    A function has no question, but ``drafts``: the mistakes in the code that the lesson hands out.
    """

    name: str
    recorded_by: str
    kind: str
    question: Question | None = None
    drafts: Sequence[str] = ()


def existing(value: str | PathLike[str], argument: str) -> Path:
    """The path of a file, which has to be there."""
    path = Path(file_path(value, argument))
    if not path.is_file():
        hint = "Relative paths start in Path.cwd()."
        raise ValueError(must(argument, value, "be the path of a file that exists", hint))
    return path


def lesson_of(tasks: Any) -> ModuleType:
    """The module with the tasks of a lesson, or the one in a file."""
    if isinstance(tasks, str | PathLike):
        path = existing(tasks, "tasks")
        spec = spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ValueError(must("tasks", tasks, "be a module, or its path, such as 'tasks/average_precision.py'"))
        tasks = module_from_spec(spec)
        spec.loader.exec_module(tasks)
    if not isinstance(tasks, ModuleType):
        hint = "Write from tasks import average_precision as tasks, and pass tasks."
        raise TypeError(must("tasks", tasks, "be the module with the questions of a lesson", hint))
    return tasks


def codes_in(text: str) -> list[str]:
    """The codes in a text, as they were written, whatever dash, case and spaces a student typed, and O for 0."""
    return ["".join(one.group().split()).upper().translate(AS_WRITTEN) for one in CODE.finditer(text)]


def tasks_of(lesson: ModuleType, code: Iterable[Any] = ()) -> list[Task]:
    """The tasks of a lesson: the questions and goals of its module, then what its code is checked against."""
    found = []
    for name, value in vars(lesson).items():
        words = name.replace("_", " ")
        if isinstance(value, Question):
            found.append(Task(words, value.text, value.view["kind"], value))
        elif isinstance(value, Mapping) and "goal" in value:
            found.append(Task(words, value.get("task") or " ".join(value["goal"].split()), "goal"))
    functions = [(a_text(one, "code"), str(measure(one))) for one in collected(code, "code")]
    drafts = {str(measure(one)): mistakes for one, mistakes in getattr(lesson, "DRAFTS", {}).items()}
    in_python = (Task(f"{typed} in Python", name, "code", drafts=drafts.get(name, ())) for typed, name in functions)
    return [*found, *in_python]


def written(lesson: ModuleType, tasks: Sequence[Task], progress: Sequence[Progress]) -> str:
    """The code of a learner's progress."""
    states = [min(one.tries, MOST_TRIES) + 8 * one.solved + 16 * one.helped for one in progress]
    body = _version() + _hashed(_name(lesson)) + "".join(map(DIGITS.__getitem__, states))
    for task, one in zip(tasks, progress, strict=True):
        if _wrong(one):
            body += "".join(DIGITS[NUMERALS.index(sign)] for sign in _short(task, one.first_mistake)) + DIGITS[END]
    signs = body + _hashed(_all_of(tasks, body))
    return "-".join([BEGINS, *(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))])


def read(code: str, lesson: ModuleType, tasks: Sequence[Task]) -> list[Progress]:
    """The progress that a code says.

    Raises ``ValueError`` for a code of another lesson, of other tasks, or with a typing error.
    """
    signs = "".join(code.upper().split("-")[1:])
    version, of, states, mistakes = signs[:3], signs[3:6], signs[6 : 6 + len(tasks)], iter(signs[6 + len(tasks) : -3])
    if odd := sorted({*signs} - {*DIGITS}):
        raise ValueError(f"the code must be without {joined(odd)}, so there is a typing error")
    if of != _hashed(_name(lesson)):
        beside = Path(getattr(lesson, "__file__", None) or "").parent.glob("*.py")
        other = next((path.stem.replace("_", " ") for path in beside if _hashed(path.stem) == of), "")
        why = f"but it is of “{other}”" if other else "without a typing error"
        raise ValueError(f"the code must be one of this lesson, {why}")
    if signs[-3:] != _hashed(_all_of(tasks, signs[:-3])):
        other = f" of version {'.'.join(str(DIGITS.index(one)) for one in version)}" if version != _version() else ""
        raise ValueError(f"the code{other} must be of these tasks, without a typing error")
    found = []
    for task, state in zip(tasks, map(DIGITS.index, states), strict=True):
        one = Progress(bool(state & 8), state & MOST_TRIES, bool(state & 16))
        if _wrong(one):
            short = "".join(NUMERALS[DIGITS.index(sign)] for sign in iter(mistakes.__next__, DIGITS[END]))
            one = one._replace(first_mistake=_given(task, short))
        found.append(one)
    return found


def _wrong(progress: Progress) -> bool:
    return progress.tries > progress.solved


def _short(task: Task, given: Any) -> str:
    """A wrong answer in few signs: a number as typed, the places of choices, the hash of a mistake in code."""
    if not given:
        return ""
    if task.question is None:
        return hashed_mistake(given)
    if task.kind == "number":
        return "".join(one for one in given[0].lower() if one in NUMERALS)[:MOST_NUMERALS]
    return ",".join(str(task.question.view["items"].index(one)) for one in given)


def _given(task: Task, short: str) -> Any:
    """A wrong answer as it was given; of a function, the hash of its mistake."""
    if not short or task.question is None or task.kind == "number":
        return short if not short or task.question is None else [short]
    return [task.question.view["items"][int(place)] for place in short.split(",")]


def hashed_mistake(words: str) -> str:
    """A number that stands for one of the mistakes that code can have."""
    return str(zlib.crc32(words.encode()) % 10**OF_CODE)


def _hashed(words: str) -> str:
    """Three characters that stand for a text."""
    value = zlib.crc32(words.encode())
    return "".join(DIGITS[value >> 5 * place & END] for place in range(3))


def _all_of(tasks: Sequence[Task], body: str) -> str:
    """What the checksum is of: what was done, and which tasks there are."""
    return "\n".join([body, *(f"{one.kind} {one.recorded_by}" for one in tasks)])


def _name(lesson: ModuleType) -> str:
    return lesson.__name__.rpartition(".")[2]


def _version() -> str:
    return "".join(DIGITS[min(int(one), END)] for one in sys.modules["rankteach"].__version__.split(".")[:3])
