"""The committed outputs are what the code gives today, and a wrong digit in one does not go unseen."""

import base64
import difflib
import io
import json
import re
from collections import Counter

import matplotlib.image
import nbformat
import numpy as np
import pytest

from notebooks.build import FOLDER, SOURCES, execute

KINDS = ["text", "text/plain", "text/html", "text/latex", "text/markdown"]


def without_pictures(text: str):
    """Take the PNGs out of a notebook: their bytes depend on the versions of the drawing libraries."""
    notebook = nbformat.reads(text, as_version=4)
    pictures = [
        output.data.pop("image/png")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    return notebook, [base64.b64decode(picture) for picture in pictures]


def drawn_by(png: bytes) -> bytes:
    return re.search(rb"Software\0([^,]*)", png)[1]


def parts(notebook) -> dict[str, list[str]]:
    """A notebook cell by cell, everything that is written in its file; and what it says of itself."""
    cells = {f"cell {number}": cell for number, cell in enumerate(notebook.cells)}
    rest = {name: value for name, value in notebook.items() if name != "cells"}
    return {
        name: json.dumps(part, indent=1, ensure_ascii=False, sort_keys=True).replace("\\n", "\n").splitlines()
        for name, part in {**cells, "the notebook itself": rest}.items()
    }


def changes(committed, executed) -> dict[str, str]:
    """The parts of a notebook that are not the same in two versions of it, each with the lines that differ."""
    one, other = parts(committed), parts(executed)
    return {
        name: "\n".join(
            difflib.unified_diff(one.get(name, []), other.get(name, []), "committed", "executed", "", "", 2)
        )
        for name in {**one, **other}
        if one.get(name) != other.get(name)
    }


def test_executing_a_notebook_again_changes_nothing(name):
    """Sources, outputs and metadata alike: one execution shows that all of them are up to date."""
    committed, pictures = without_pictures((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    executed, pictures_now = without_pictures(execute(SOURCES / f"{name}.py"))
    changed = changes(committed, executed)
    assert not changed, f"`make notebooks NAMES={name}` brings it up to date\n" + "\n".join(changed.values())
    assert len(pictures) == len(pictures_now)
    for picture, now in zip(pictures, pictures_now, strict=True):
        # Another matplotlib draws letters and lines a little differently; the same one does so by a hair.
        if drawn_by(picture) == drawn_by(now):
            before, after = (matplotlib.image.imread(io.BytesIO(png)) for png in (picture, now))
            assert before.shape == after.shape
            assert np.abs(before - after).mean() < 0.002, f"`make notebooks NAMES={name}` draws it again"


def change_digits(notebook) -> set[int]:
    """Change a digit in one kind of output of every code cell, each kind as often; return the cells' numbers."""
    cells, used = set(), Counter()
    for number, cell in enumerate(notebook.cells):
        holders = [holder for output in cell.get("outputs", []) for holder in (output, output.get("data", {}))]
        places = [(holder, kind) for holder in holders for kind in KINDS if re.search(r"\d", holder.get(kind, ""))]
        if places:
            holder, kind = min(places, key=lambda place: used[place[1]])
            holder[kind] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), holder[kind], count=1)
            used[kind] += 1
            cells.add(number)
    return cells


def holding(kind: str) -> str:
    """The first notebook that has a digit in an output of this kind."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        outputs = [one for cell in nbformat.read(path, as_version=4).cells for one in cell.get("outputs", [])]
        if any(re.search(r"\d", holder.get(kind, "")) for one in outputs for holder in (one, one.get("data", {}))):
            return path.stem
    raise ValueError(f"no notebook shows {kind}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_digit_is_seen_in_every_kind_of_output(kind):
    name = holding(kind)
    committed, changed = (nbformat.read(FOLDER / f"{name}.ipynb", as_version=4) for _ in range(2))
    expected = change_digits(changed)
    assert expected
    assert set(changes(committed, changed)) == {f"cell {number}" for number in expected}
