"""The committed outputs are what the code gives today, and a wrong digit in one does not go unseen."""

import base64
import io
import re
import shutil
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree

import matplotlib.image
import nbformat
import numpy as np
import pytest

from notebooks.build import FOLDER, SOURCES, execute
from tests.run import NBVAL

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
    return nbformat.writes(notebook), [base64.b64decode(picture) for picture in pictures]


def drawn_by(png: bytes) -> bytes:
    return re.search(rb"Software\0([^,]*)", png)[1]


def test_executing_a_notebook_again_changes_nothing(name):
    committed, pictures = without_pictures((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    executed, pictures_now = without_pictures(execute(SOURCES / f"{name}.py"))
    assert executed == committed, f"`make notebooks NAMES={name}` brings it up to date"
    assert len(pictures) == len(pictures_now)
    for picture, now in zip(pictures, pictures_now, strict=True):
        # Another matplotlib draws letters and lines a little differently; the same one does so by a hair.
        if drawn_by(picture) == drawn_by(now):
            before, after = (matplotlib.image.imread(io.BytesIO(png)) for png in (picture, now))
            assert before.shape == after.shape
            assert np.abs(before - after).mean() < 0.002, f"`make notebooks NAMES={name}` draws it again"


def change_digits(notebook) -> set[int]:
    """Change a digit in one kind of output of every cell, each kind as often; return the cells' numbers."""
    cells, used = set(), Counter()
    for number, cell in enumerate(cell for cell in notebook.cells if cell.cell_type == "code"):
        holders = [holder for output in cell.outputs for holder in (output, output.get("data", {}))]
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


@pytest.mark.parametrize("name", sorted({holding(kind) for kind in KINDS}))
def test_nbval_finds_every_changed_digit(name, tmp_path):
    """Of every kind of output; that no cell of any notebook is spared is looked at in test_lint."""
    folder = shutil.copytree(FOLDER, tmp_path / "notebooks", ignore=shutil.ignore_patterns(".*", "src"))
    path = folder / f"{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    expected = change_digits(notebook)
    assert expected
    nbformat.write(notebook, path)

    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", *NBVAL, f"--junitxml={report}", str(path)]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    cases = ElementTree.parse(report).iter("testcase")
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    assert failed == {f"Cell {number}" for number in expected}, found.stdout
