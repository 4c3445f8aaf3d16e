"""What a notebook says of its numbers is true, and a wrong digit in an output does not go unseen."""

import re
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree

import jupytext
import nbformat

from notebooks.build import FOLDER, SOURCES
from tests.run import NBVAL

KINDS = ["text", "text/plain", "text/html", "text/latex"]


def test_every_check_of_a_notebook_holds(name, monkeypatch, capsys):
    """The source as a script: all cells in order, those with the tag ``check`` too."""
    monkeypatch.chdir((FOLDER / name).parent)
    monkeypatch.syspath_prepend((FOLDER / name).parent)
    for module in [module for module in sys.modules if module.split(".")[0] == "tasks"]:
        monkeypatch.delitem(sys.modules, module)
    namespace = {"__name__": name, "display": print}
    for number, cell in enumerate(jupytext.read(SOURCES / f"{name}.py", fmt="py:percent").cells):
        if cell.cell_type == "code":
            code = compile(cell.source, f"{name}, cell {number}", "exec")
            exec(code, namespace)


def change_digits(notebook) -> set[int]:
    """Change a digit in one kind of output of every code cell, each kind as often; return the cells' numbers."""
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


def test_nbval_finds_a_changed_digit_in_every_kind_of_output(tmp_path):
    """That no cell of any notebook is spared is checked in test_lint."""
    path = tmp_path / "changed.ipynb"
    notebook = nbformat.v4.new_notebook()
    display = "from IPython.display import HTML, Latex, display"
    for source in ("print(1)", "1", f"{display}\nHTML('<b>1</b>')", f"{display}\nLatex('$1$')", "'a'"):
        notebook.cells.append(nbformat.v4.new_code_cell(source))
    nbformat.write(notebook, path)
    subprocess.run([sys.executable, "-m", "jupyter", "execute", "--inplace", path], check=True, capture_output=True)
    notebook = nbformat.read(path, as_version=4)
    expected = change_digits(notebook)
    assert len(expected) == len(KINDS)
    nbformat.write(notebook, path)

    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", *NBVAL, f"--junitxml={report}", str(path)]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    cases = ElementTree.parse(report).iter("testcase")
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    assert failed == {f"Cell {number}" for number in expected}, found.stdout
