"""The questions of the notebooks: where they are, and how a test reads them."""

import importlib.util
import re
from pathlib import Path

from notebooks.build import FOLDER
from rankteach.widgets.question.widget import Question

TASKS = sorted(path for path in FOLDER.glob("*/tasks/*.py"))


def questions_of(path: Path) -> dict[str, Question]:
    """The questions of a module of tasks, by their names."""
    spec = importlib.util.spec_from_file_location("asked", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: value for name, value in vars(module).items() if isinstance(value, Question)}


def lesson_of_contributing() -> tuple[str, str]:
    """The lesson that CONTRIBUTING adds as an example: its source, and its module of tasks."""
    page = (FOLDER.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Adding a lesson")[2]
    source, questions = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[:2]
    return source, questions
