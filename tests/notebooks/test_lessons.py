"""What every lesson holds to: goals, something to click at once, few words, tasks that check themselves, no answers."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO

import jupytext
import nbformat
import pytest

import rankteach as rt
from docs.lessons import LIVE, Cell, at_home, in_fives, kind_of, number_of_words, ran, taken
from docs.recordings import run
from notebooks import build
from notebooks.build import FOLDER, SOURCES, names, text_of
from rankteach.core.attempts import RECORDERS
from rankteach.notation.numbers import decimal
from rankteach.widgets.question.answers import Number, Value
from rankteach.widgets.question.widget import Question
from tests.notebooks.questions import TASKS, lesson_of_contributing, questions_of

FIRST = "00_start_here"
LESSONS = [name for name in names() if name.startswith("lessons/")]
CHECKED = re.compile(r"^tasks\.\w+$|\*\*tasks\.\w+|\bgoal=|\brt\.check\(", re.MULTILINE)
WORDS = 600


@pytest.fixture(params=LESSONS)
def lesson(request):
    return nbformat.reads(text_of(request.param), as_version=4)


def prose(notebook) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def code(notebook) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


# What a lesson has, as CONTRIBUTING says in "Adding a lesson".
PARTS = {
    "three goals, as a numbered list": r"\n1\. .*\n2\. .*\n3\. ",
    "its minutes: **35 minutes.**": r"\*\*\d+ minutes\.\*\*",
    "## Recap": r"\n## Recap\n",
    "an exit question below ## Before you go": r"\n## Before you go\b",
    "**Next:**": r"\*\*Next:\*\*",
    "**Source:** or **Sources:**": r"\*\*Sources?:\*\*",
}


def lacking(notebook) -> list[str]:
    """Which rules for a lesson a notebook does not hold."""
    text = prose(notebook)
    held = {part: bool(re.search(pattern, text, re.DOTALL)) for part, pattern in PARTS.items()}
    words = number_of_words(text)
    held[f"at most {WORDS} words of prose, not {words}"] = words <= WORDS
    held["`Shift`+`Enter` in the first cell"] = "Shift" in notebook.cells[0].source
    held["a live surface in one of the first three cells of code"] = any(map(LIVE.search, code(notebook)[:3]))
    checked = sum(bool(CHECKED.search(source)) for source in code(notebook))
    held[f"four tasks that check themselves, not {checked}"] = checked >= 4
    checks = [(source, name) for source in code(notebook) for name in re.findall(r"\brt\.check\((\w+)", source)]
    held["each function in the cell that checks it"] = all(f"def {name}(" in source for source, name in checks)
    held[f"as its last cell of code: {report_of(notebook)}"] = code(notebook)[-1:] == [report_of(notebook)]
    return [rule for rule, holds in held.items() if not holds]


def report_of(notebook) -> str:
    """The report at the end, with everything that `rt.check` checks in the lesson."""
    checks = re.findall(r"\brt\.check\(\w+, (.*?)\)$", "\n".join(code(notebook)), re.MULTILINE)
    checked = ", ".join(dict.fromkeys(checks))
    return f"rt.classroom.report(tasks{f', code=[{checked}]' * bool(checked)})"


def test_a_lesson_holds_every_rule(lesson):
    assert not lacking(lesson), 'CONTRIBUTING.md, "Adding a lesson", has an example of each'


@pytest.mark.parametrize("name", LESSONS)
def test_the_tasks_name_the_mistake_of_every_draft(name):
    """Of each draft when its turn comes, and of what each check says if you run all cells at once."""
    found = defaultdict(set)

    def note(attempt):
        if not (attempt.by_hand or attempt.right):
            found[attempt.task].add(attempt.given)

    cells = code(nbformat.reads(text_of(name), as_version=4))
    note.solved_with = lambda task: None  # it keeps no answers
    RECORDERS.append(note)
    try:
        ran(name)
        with at_home(name), redirect_stdout(StringIO()):
            names: dict = {"display": lambda *shown: None}
            for source in cells:
                run(source, names)
    finally:
        RECORDERS.remove(note)
    drafts = getattr(names["tasks"], "DRAFTS", {})
    assert {str(rt.measure(one)): {*mistakes} for one, mistakes in drafts.items()} == found
    assert "unknown" not in {one for mistakes in found.values() for one in mistakes}


def test_what_a_lesson_lacks_is_named():
    empty = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("word " * (WORDS + 1))])
    assert len(lacking(empty)) == len(PARTS) + 5


def test_the_lesson_that_contributing_adds_holds_every_rule_and_runs(tmp_path, monkeypatch):
    source, questions = lesson_of_contributing()
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "my_lesson.py").write_text(questions, encoding="utf-8")
    (tmp_path / "my_lesson.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    monkeypatch.setattr(build, "SOURCES", tmp_path)
    built = nbformat.reads(build.execute("my_lesson"), as_version=4)
    assert not lacking(built)
    takes = minutes(built, questions_of(tmp_path / "tasks" / "my_lesson.py"))
    assert f"**{takes} minutes.**" in source, f"it takes {takes}"
    counted = 'assert rt.classroom.report(tasks, code=["P"]).progress["P in Python"].at_once'  # without its draft
    written = jupytext.reads(source, fmt="py:percent")  # with the solution
    command = [sys.executable, "-W", "error", "-c", "\n\n".join([*code(written), counted])]
    own = {**os.environ, "PYTHONPATH": os.pathsep.join([str(FOLDER.parent), str(tmp_path)])}
    done = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def next_to(path) -> list[str]:
    """The texts of the notebooks that a module of tasks is for."""
    return [text_of(name) for name in names() if (FOLDER / name).parent == path.parents[1]]


def texts_of(path) -> list[str]:
    """Every answer, hint and reason of a module of tasks, as it is written in its source.

    Choices, and items to put in order, are part of their question.
    """
    kept = []
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "question":
            given = {keyword.arg for keyword in call.keywords}
            kept_back = {"hints", "because"} if "choices" in given else {"answer", "hints", "because"}
            for keyword in call.keywords:
                if keyword.arg in kept_back and not (keyword.arg == "answer" and isinstance(keyword.value, ast.List)):
                    kept += [part.value for part in ast.walk(keyword.value) if isinstance(part, ast.Constant)]
    return [text for text in kept if isinstance(text, str) and len(text) > 25]


@pytest.mark.parametrize("path", TASKS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_no_answer_is_in_a_notebook(path):
    """Neither in its code nor in its outputs: it comes when you are right, or ask for it."""
    saved = "\n".join(json.dumps(nbformat.reads(text, as_version=4), ensure_ascii=False) for text in next_to(path))
    for text in texts_of(path):
        assert json.dumps(text, ensure_ascii=False)[1:-1] not in saved, text


NO_QUESTIONS = {"your_class"}  # what a class handed in


@pytest.mark.parametrize("path", TASKS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_question_is_asked(path):
    sources = "\n".join(next_to(path))
    questions = questions_of(path)
    assert questions or path.stem in NO_QUESTIONS
    assert not [name for name in questions if f"tasks.{name}" not in sources]


# You move the threshold of the live curve until you can read the answer there.
READ_OFF = {"rank_metrics": {"let_through"}}


def numbers_of(question: Question) -> set[str]:
    """How an output would show the number that answers a question; whole numbers and halves stand everywhere."""
    answer = question._state.answer
    if not isinstance(answer, Number | Value):
        return set()
    exact = answer.exact if isinstance(answer, Number) else answer.trace.exact or answer.trace.value
    if 2 * exact == int(2 * exact):
        return set()
    return {str(exact), *(decimal(exact, digits) for digits in (2, 3, 4))}


def texts_in(outputs) -> str:
    """Everything that outputs show as text, in each of their forms."""
    forms = [text for one in outputs for kind, text in one.get("data", {}).items() if kind.startswith("text/")]
    return re.sub("<[^>]+>", " ", "\n".join([*(one.get("text", "") for one in outputs), *forms]))


def sections(notebook) -> list[list]:
    """The cells from heading to heading."""
    parts: list[list] = [[]]
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and re.search("^#", cell.source, re.MULTILINE):
            parts.append([])
        parts[-1].append(cell)
    return parts


@pytest.mark.parametrize("path", TASKS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_no_output_around_a_question_shows_the_number_that_answers_it(path):
    questions = questions_of(path)
    for name in READ_OFF.get(path.stem, ()):
        del questions[name]
    looked_at = set()
    for text in next_to(path):
        notebook = nbformat.reads(text, as_version=4)
        if f"from tasks import {path.stem} as tasks" not in "\n".join(code(notebook)):
            continue
        for cells in sections(notebook):
            saved = {cell.source: texts_in(cell.outputs) for cell in cells if cell.cell_type == "code"}
            for name in [name for name in questions if f"tasks.{name}" in saved]:
                looked_at.add(name)
                for number in numbers_of(questions[name]):
                    telling = re.compile(rf"(?<![\w./]){re.escape(number)}(?![\w/]|\.\d)")
                    assert not [source for source, text in saved.items() if telling.search(text)], (name, number)
    assert looked_at == {*questions}


# --- how long it takes --------------------------------------------------------------------------------------


def minutes(notebook, questions) -> int:
    """How long a notebook takes, to five minutes."""
    total = 0.0
    for cell in notebook.cells:
        tags, asked = cell.metadata.get("tags", []), re.fullmatch(r"tasks\.(\w+)", cell.source)
        shown = asked and questions.get(asked[1])
        kind = "prose" if cell.cell_type == "markdown" else kind_of(cell.source, tags, shown)
        total += taken(Cell(cell.source, tags, shown, kind), cell.get("outputs", []))
    return in_fives(total)


@pytest.mark.parametrize("name", [FIRST, *LESSONS])
def test_a_lesson_says_how_long_it_takes(name):
    notebook = nbformat.reads(text_of(name), as_version=4)
    module = re.search(r"from tasks import (\w+)", "\n".join(code(notebook)))[1]
    takes = minutes(notebook, questions_of((FOLDER / name).parent / "tasks" / f"{module}.py"))
    assert f"**{takes} minutes.**" in prose(notebook), f"it takes {takes}"
    assert takes <= 60, "a class hour"


# --- paths through the lessons ------------------------------------------------------------------------------

PATH = re.compile(r"^(?:# )?- \*\*(You (?:are a|work|do)[^*]*)\*\*: lessons ([^.]*)\.", re.MULTILINE)


def paths_in(text: str) -> dict[str, list[int]]:
    """The numbers of the lessons on each path, in their order."""
    found = {}
    for name, words in PATH.findall(text):
        numbers = [int(number) for number in re.findall(r"\d+", words)]
        found[name] = list(range(numbers[0], numbers[1] + 1)) if "to" in words else numbers
    return found


def needed(number: int) -> list[int]:
    """The lessons that a lesson needs."""
    (path,) = (SOURCES / "lessons").glob(f"{number:02d}_*.py")
    sentence = re.search(r"\*\* You need (.*?)\. ?(?:Run|\n)", path.read_text(encoding="utf-8"), re.DOTALL)
    return [int(one) for one in re.findall(r"\[lesson (\d+)\]", sentence[1])] if sentence else []


def test_every_path_keeps_what_its_lessons_need():
    paths = paths_in((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert len(paths) == 3
    assert paths == paths_in((SOURCES / f"{FIRST}.py").read_text(encoding="utf-8"))
    for name, lessons in paths.items():
        for place, lesson in enumerate(lessons):
            assert {*needed(lesson)} <= {*lessons[:place]}, (name, lesson, needed(lesson))


def test_lesson_7_needs_no_lesson_that_comes_after_lesson_3():
    assert needed(7) == [3] and needed(9) == [6, 8]
