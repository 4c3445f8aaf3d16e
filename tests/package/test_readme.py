"""Each block of README runs alone, as you paste it after ``make lab``: with what that installs, and nothing else."""

import functools
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
RUN = """
import doctest, sys
sys.modules.update(dict.fromkeys(sys.argv[1].split()))  # none of them can be imported
block = sys.stdin.read()
if ">>>" in block:
    failed = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(block, {}, "README.md", None, 0)).failed
    sys.exit(failed)
exec(compile(block, "README.md", "exec"), {"__name__": "__main__"})
"""


def installed_with(requirements: list[str]) -> set[str]:
    """The packages that are installed with these, by their names."""
    found: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        one = waiting.pop()
        name = one.name.lower().replace("_", "-")
        if name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        try:
            waiting += [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:  # of a wheel for another system
            continue
        found.add(name)
    return found


@functools.cache
def not_installed_by_make_lab() -> list[str]:
    """What the environment of the tests can import, and that of ``make lab`` can't."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lab = installed_with(project["dependencies"] + project["optional-dependencies"]["lab"]) | {"rankteach"}
    return [
        module
        for module, owners in packages_distributions().items()
        if not lab & {owner.lower().replace("_", "-") for owner in owners}
    ]


@pytest.mark.processes
def test_what_the_blocks_must_not_need_is_hidden() -> None:
    hidden = {*not_installed_by_make_lab()}
    assert {"openpyxl", "pandas", "polars", "scipy", "sklearn", "pytest"} <= hidden
    assert not {"rankteach", "numpy", "anywidget", "ipywidgets", "matplotlib", "jupyterlab", "IPython"} & hidden


@pytest.mark.processes
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: re.sub(r"\W+", " ", block.splitlines()[-1])[:40])
def test_a_block_runs_alone(block: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "error", "-c", RUN, " ".join(not_installed_by_make_lab())]
    own = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
    done = subprocess.run(command, input=block, cwd=tmp_path, env=own, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_spreadsheet_has_the_formulas_that_readme_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = (block for block in BLOCKS if "to_spreadsheet" in block)
    monkeypatch.chdir(tmp_path)
    exec(block, {})
    shown = re.findall(r"=[A-Z][^,;\n]+", block.partition("# live formulas:")[2].partition(";")[0])
    assert shown and all(formula in (tmp_path / "ap.csv").read_text(encoding="utf-8") for formula in shown)


def test_the_pictures_are_there_at_twice_their_size_and_the_animation_is_small() -> None:
    pictures = re.findall(r"!\[[^]]+\]\((\.github/[^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert {*pictures} == {f".github/{path.name}" for path in (ROOT / ".github").glob("*.[gp][in][fg]")}
    for picture in pictures:
        data = (ROOT / picture).read_bytes()
        if picture.endswith(".png"):
            assert int.from_bytes(data[16:20]) >= 2000, f"{picture}: its width in pixels"
        else:
            assert len(data) <= 1_500_000, picture
