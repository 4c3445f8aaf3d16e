"""The notebook of a lesson: which tasks it hands in, and which code."""

from __future__ import annotations

import ast
import json
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any

from rankteach.core.checks import file_path, must

SUFFIX = ".ipynb"


def existing(value: str | PathLike[str], argument: str) -> Path:
    """The path of a file, which has to be there."""
    path = Path(file_path(value, argument))
    if not path.exists() or path.is_dir():
        hint = "Relative paths start in Path.cwd()."
        raise ValueError(must(argument, value, "be the path of a file that exists", hint))
    return path


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
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError):
        return []
    for source in sources:
        try:
            found.append(ast.parse(source))
        except SyntaxError:  # a magic, or a cell that isn't finished
            continue
    return found
