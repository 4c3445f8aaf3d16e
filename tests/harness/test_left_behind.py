"""You open the notebooks, run and save one, start your own, read some code, and then type make test or make site."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.harness.conftest import LEFT_OUT, ROOT
from tests.run import NBVAL, PLAIN
from tests.tools import files

PART = "way_round or asked or root"
"""Of the checks, one that reads the sources, one that reads the notebooks and one that reads the package."""
SAVED = "lessons/01_is_this_a_good_list"
WRITE = """
from docs import build, lite
build.write_source(build.ROOT / "build/pages", {"notebooks/%s"})
lite._write_contents(build.ROOT / "build/lite")
"""


def python(clone, *command, **variables):
    """What a command prints, and how it ended."""
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8"}
    done = subprocess.run([sys.executable, *command], cwd=clone, env=os.environ | variables, **output)
    return done.stdout, done.returncode


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """A clone in which you have worked with JupyterLab."""
    clone = shutil.copytree(ROOT, tmp_path_factory.mktemp("used") / "clone", ignore=LEFT_OUT)
    git = shutil.which("git") or pytest.skip("no git on the path, which has what was committed")
    as_ann = (git, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message=All"]):
        subprocess.run([*as_ann, *command], cwd=clone, check=True)
    for path in files(clone, ".ipynb", ".py", ".js", ".css"):
        copies = path.parent / ".ipynb_checkpoints"
        copies.mkdir(exist_ok=True)
        shutil.copy(path, copies / f"{path.stem}-checkpoint{path.suffix}")
    path = clone / f"notebooks/{SAVED}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["metadata"]["language_info"] |= {"version": "3.12.1", "file_extension": ".py"}
    for cell in notebook["cells"]:
        cell["source"] = ["My own words, and nothing else"]
        if cell["cell_type"] == "code":
            cell |= {"source": ["1 / 0"], "outputs": [], "execution_count": 7}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    shutil.copy(path, path.parent / "Untitled.ipynb")
    (clone / "notebooks/Untitled.ipynb").touch()  # JupyterLab's *touch*, or a full disk
    (clone / "notebooks/untitled.md").write_text("My own words, and [a link](nowhere.md)", encoding="utf-8")
    return clone


def test_the_checks_read_our_notebooks_and_not_yours(used):
    paths = [f"tests/{name}.py" for name in ("notebooks/test_lint", "notebooks/test_lessons", "package/test_house")]
    said, status = python(used, "-m", "pytest", "-q", *PLAIN, *paths, "-k", PART)
    assert not status, said
    said, status = python(used, "-m", "pytest", "-q", "--collect-only", *PLAIN, *NBVAL, "notebooks")
    sources = {path.relative_to(used / "notebooks/src").as_posix() for path in files(used / "notebooks/src", ".py")}
    assert {path.replace(".ipynb", ".py") for path in re.findall(r"^notebooks/(\S+)::", said, re.MULTILINE)} == sources
    said, status = python(used, "-m", "pytest", "-q", *PLAIN, *NBVAL, f"notebooks/{SAVED}.ipynb")
    assert not status and " passed" not in said, said
    assert f"You saved notebooks/{SAVED}.ipynb from Jupyter" in said and f"git checkout notebooks/{SAVED}.ipynb" in said


def test_the_site_shows_our_notebooks_and_not_yours(used):
    said, status = python(used, "-c", WRITE % SAVED)
    assert not status, said
    assert f"Recorded notebook 1 of 1: {SAVED}\n" in said, "which takes minutes for all, so it says how far it is"
    shown = [path.relative_to(used / "build/pages") for path in files(used / "build/pages", ".ipynb")]
    assert [path.as_posix() for path in shown] == [f"notebooks/{SAVED}.ipynb"]
    in_lite = {
        path.relative_to(used / "build/lite/files").with_suffix(".py")
        for path in files(used / "build/lite/files", ".ipynb")
    }
    assert in_lite == {path.relative_to(used / "notebooks/src") for path in files(used / "notebooks/src", ".py")}
    for folder in ("pages/notebooks", "lite/files"):
        assert not (used / f"build/{folder}/untitled.md").exists()
        assert "My own words" not in (used / f"build/{folder}/{SAVED}.ipynb").read_text(encoding="utf-8")


def test_without_git_you_are_told_how_to_get_our_notebook_back(used):
    said, status = python(used, "-c", f"from notebooks.build import text_of; text_of({SAVED!r})", PATH="")
    assert status and f"make notebooks NAMES={SAVED}" in said and "Traceback" not in said


def test_make_clean_removes_the_copies(used):
    subprocess.run(
        [shutil.which("make") or pytest.skip("no make here"), "clean"], cwd=used, check=True, capture_output=True
    )
    assert not [*used.rglob(".ipynb_checkpoints")]
    assert (used / "notebooks/Untitled.ipynb").exists()


@pytest.mark.slow
def test_all_notebooks_are_compared_and_the_whole_site_is_built(used):
    for command in (
        ["tests/run.py", "notebooks", "unit"],
        ["-c", "from docs import build; build.build(build.ROOT / 'build')"],
    ):
        said, status = python(used, *command, RANKTEACH_SLOW="0")  # the checks of that name have their long form
        assert not status, said
