"""The lessons with goals reached and drafts fixed: ``python -m docs.solutions [FOLDER]`` (``make solutions``).

They are in ``build/solutions``. No page and no lesson links to them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docs.lessons import Cell, Lesson, at_goal, lessons
from docs.recordings import NOTEBOOKS, ROOT
from notebooks.build import typed_folder
from rankteach.core.ranking import Ranking

TARGET = ROOT / "build" / "solutions"


def solved(lesson: Lesson) -> str:
    """A lesson as a notebook, with an answer below each question and goal, and with code that passes."""
    drafts, cells = iter(lesson.drafts), []
    for part in lesson.parts:
        cells.append(made("markdown", f"{'#' if part is lesson.parts[0] else '##'} {part.title}"))
        for cell in part.cells:
            if cell.kind == "prose":
                cells.append(made("markdown", cell.source))
            elif cell.kind == "code":
                call = cell.source[cell.source.index("rt.check(") :].partition("\n")[0]
                cells.append(made("code", f"{next(drafts).solution}\n\n\n{call}"))
            elif cell.kind != "check":
                cells.append(made("code", cell.source, lesson.outputs.get(cell.number, ())))
                if words := answer(cell):
                    cells.append(made("markdown", words))
    numbered = [{**cell, "id": str(number)} for number, cell in enumerate(cells)]
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": numbered, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, ensure_ascii=False)


def made(kind: str, source: str, shown: Iterable[Any] = ()) -> dict[str, Any]:
    """A cell, with what it shows in the lesson."""
    outputs: dict[str, Any] = {"outputs": [*shown], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **outputs}


def answer(cell: Cell) -> str:
    """The answer to a question, or lists that reach a goal; nothing for other cells."""
    if cell.question:
        state = cell.question._state
        return f"*{state.text}*\n\n**Answer:** {state.answer}\n\n{state.because or ''}".strip()
    if cell.kind != "reach":
        return ""
    lists = "\n".join(f"- {name}{': ' * bool(name)}{in_order(one)}" for name, one in at_goal(cell).items())
    return f"**One way to reach it**, relevant items in bold:\n\n{lists}"


def in_order(ranking: Ranking) -> str:
    """The items of a list, best first, each with a grade above 1."""
    grades = {None: "{}", 0: "{}", 1: "**{}**"}
    pairs = zip(ranking.items, ranking.grades, strict=True)
    return ", ".join(grades.get(grade, f"**{{}}** (grade {grade})").format(item) for item, grade in pairs)


def write(target: Path = TARGET) -> None:
    """Write all solutions, next to the tasks that they import. What else is in the folder stays."""
    for lesson in lessons():
        path = target / f"{lesson.name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(solved(lesson), encoding="utf-8")
    hidden = shutil.ignore_patterns("__pycache__")
    shutil.copytree(NOTEBOOKS / "lessons" / "tasks", target / "lessons" / "tasks", ignore=hidden, dirs_exist_ok=True)
    print(f"The solutions are in {target}.")


if __name__ == "__main__":
    write(typed_folder(__doc__, TARGET))
