"""What every lesson holds to: goals, something to click at once, few words, tasks that check themselves, no answers."""

import ast
import importlib.util
import json
import re

import nbformat
import pytest

from notebooks.build import FOLDER, names
from rankteach.widgets.question.widget import Question

LESSONS = [name for name in names() if name.startswith("lessons/")]
LIVE = re.compile(r"\brt\.(explore\w*|step_through|side_by_side)\(")
CHECKED = re.compile(r"\btasks\.\w+|\bgoal=|\brt\.check\(")
WORDS = 600


@pytest.fixture(params=LESSONS)
def lesson(request):
    return nbformat.read(FOLDER / f"{request.param}.ipynb", as_version=4)


def prose(notebook) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def code(notebook) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def test_a_lesson_has_its_parts(lesson):
    text = prose(lesson)
    for part in ("\n1. ", "\n2. ", "\n3. ", "## Recap", "## Before you go", "**Next:**", "**Source"):
        assert part in text, part
    assert re.search(r"\*\*\d+ minutes", text)
    assert "Shift" in lesson.cells[0].source, "the first screen says how the page comes alive"


def test_a_lesson_is_read_in_a_few_minutes(lesson):
    text = re.sub(r"\$[^$]*\$|\]\([^)]*\)", " ", prose(lesson))
    assert len(re.findall(r"[A-Za-z][\w'’-]*", text)) <= WORDS


def test_a_lesson_lets_you_click_within_its_first_three_cells_of_code(lesson):
    assert any(LIVE.search(source) for source in code(lesson)[:3])


def test_a_lesson_has_four_tasks_that_check_themselves(lesson):
    assert sum(bool(CHECKED.search(source)) for source in code(lesson)) >= 4


TASKS = sorted(path for path in FOLDER.glob("*/tasks/*.py"))


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
    saved = "\n".join(
        json.dumps(nbformat.read(one, as_version=4), ensure_ascii=False) for one in path.parents[1].glob("*.ipynb")
    )
    for text in texts_of(path):
        assert json.dumps(text, ensure_ascii=False)[1:-1] not in saved, text


@pytest.mark.parametrize("path", TASKS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_question_is_asked(path):
    spec = importlib.util.spec_from_file_location("asked", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sources = "\n".join(one.read_text(encoding="utf-8") for one in path.parents[1].glob("*.ipynb"))
    questions = [name for name, value in vars(module).items() if isinstance(value, Question)]
    assert questions
    assert not [name for name in questions if f"tasks.{name}" not in sources]
