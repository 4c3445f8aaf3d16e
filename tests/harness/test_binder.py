"""``binder/`` says how mybinder.org builds our image: do the same in a fresh environment."""

import os
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = (ROOT / "binder/requirements.txt").read_text().splitlines()
PINS = [line for line in LINES if not line.startswith("#")]
OF_JUPYTER = {"comm", "ipython", "packaging", "python-dateutil", "six", "traitlets", "typing-extensions"}


def test_binder_names_a_supported_python():
    version = re.fullmatch(r"python-3\.(\d+)\n", (ROOT / "binder/runtime.txt").read_text())
    assert version
    assert int(version[1]) >= int(PROJECT["requires-python"].removeprefix(">=3."))


def needed_by(*names):
    """The packages that these need, directly or not; what Jupyter brings is left out, with all that it needs."""
    needed = set()
    for name in names:
        for requirement in distribution(name).requires or ():
            other = re.match("[A-Za-z0-9._-]+", requirement)[0].lower().replace("_", "-")
            if "extra ==" not in requirement and "python_version <" not in requirement and other not in OF_JUPYTER:
                needed |= {other, *needed_by(other)}
    return needed


def test_binder_pins_the_dependencies_with_all_that_they_need():
    """A line such as ``-e .`` would make every change of ours rebuild the layer of the dependencies."""
    assert all(re.fullmatch(r"[a-z_]+==[0-9.]+", pin) for pin in PINS)
    own = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    direct = {re.match("[a-z]+", requirement)[0] for requirement in own} - {"jupyterlab"}  # which Binder's image has
    pinned = {pin.split("==")[0].replace("_", "-") for pin in PINS}
    assert pinned == {*direct, *needed_by(*direct)}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="postBuild is a bash script")
def test_the_start_notebook_runs_in_binders_environment(clone, environment):
    environment.python("-m", "pip", "install", "-r", clone / "binder/requirements.txt")
    environment.run(clone / "binder/postBuild", cwd=clone)
    # Not a second dependency of ours: Binder's own image brings Jupyter along.
    environment.python("-m", "pip", "install", "ipykernel", "nbclient")
    environment.run("jupyter", "execute", clone / "notebooks/00_start_here.ipynb")

    installed = environment.python("-m", "pip", "list", "--format=freeze").split()
    assert set(PINS) <= set(installed)
