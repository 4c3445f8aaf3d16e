"""The notebooks as pages without code, for Voila: ``python -m notebooks.without_code [FOLDER]``, or ``make lessons``.

They are copies in ``build/lessons``: without the sentences about cells, with formulas that need no script from another
host, and with the code of a task next to a link to where you can change and run it. The lists of lessons and of words
are pages there, too.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from docs.formulas import convert
from docs.notebooks import ON_YOUR_MACHINE, RUN, without_report
from notebooks.build import FOLDER, TEXTS, names, path_of, text_of, typed_folder

TARGET = FOLDER.parent / "build" / "lessons"
FORMULA = re.compile(r"(?P<code>(?P<fence>`+).*?(?P=fence))|\$\$(?P<block>.+?)\$\$|\$(?P<inline>[^$\n]+)\$", re.DOTALL)
TASK = re.compile(r"^def .*^(?:\w+ = )?rt\.check\(", re.DOTALL | re.MULTILINE)
"""A draft, and the line that checks it."""
TEXT = re.compile(r"(\]\([^)\s]*)\.md\b")


def text_cell(text: str, name: str) -> dict[str, Any]:
    """A cell of text, for a page that has no other cells."""
    plain = ON_YOUR_MACHINE.sub("", RUN.sub("", TEXT.sub(r"\1.ipynb", text)))
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": FORMULA.sub(_formula, plain)}


def _formula(found: re.Match[str]) -> str:
    if found["code"]:
        return found["code"]
    block = found["block"]
    return convert(block.strip(), "block") if block else convert(found["inline"])


def task(source: str, name: str, cell: int) -> dict[str, Any]:
    """The draft of a task, and where to change it."""
    up = "../" * (name.count("/") + 4)  # the folders of the page, and voila/render/build/lessons
    link = f'<a href="{up}lab/tree/notebooks/{name}.ipynb">Open the lesson in JupyterLab</a>'
    return text_cell(f"```python\n{source}\n```\n\n{link} to change this draft and run it.", f"task-{cell}")


def page(name: str) -> dict[str, Any]:
    """A notebook as a page."""
    notebook: dict[str, Any] = json.loads(text_of(name))
    notebook["cells"] = without_report(notebook["cells"])
    for number, cell in enumerate(notebook["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            notebook["cells"][number] = text_cell(source, cell["id"])
        elif TASK.search(source):
            notebook["cells"][number] = task(source, name, number)
        else:
            cell.update(outputs=[], execution_count=None)
    return notebook


def write(target: Path = TARGET) -> None:
    """Write all pages. What else is in the folder stays."""
    hidden = shutil.ignore_patterns("__pycache__")
    metadata = page(names()[0])["metadata"]
    pages = {name: page(name) for name in names()}
    for path in TEXTS:
        cells = [text_cell(path.read_text(encoding="utf-8"), "0")]
        pages[path.stem] = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    for name, made in pages.items():
        place = target / f"{name}.ipynb"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    for tasks in {path_of(name).parent / "tasks" for name in names()}:
        shutil.copytree(tasks, target / tasks.relative_to(FOLDER), ignore=hidden, dirs_exist_ok=True)


if __name__ == "__main__":
    write(typed_folder(__doc__, TARGET))
