"""rankteach in WebAssembly, where whole numbers of the machine have 32 bits: its own tests, under node."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rankteach.widgets.pages import runtime
from tests.tools import npm_packages, program

HERE = Path(__file__).parent
PURE = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", "--python-version=3.12"]
NEEDED = ["pytest>=8.3", "hypothesis>=6.100", "anywidget>=0.9.13", "markdown-it-py>=3", "openpyxl>=3.1"]
"""The newest that need no compiled part."""


@pytest.fixture(scope="module")
def run():
    """Return a function that runs pytest in WebAssembly."""
    node, modules = program("node", "node", "nodejs"), npm_packages(HERE)
    packages = modules / "python"  # which npm leaves alone, and git does not see
    if not packages.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", f"--target={packages}", *PURE, *NEEDED]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode:
            shutil.rmtree(packages, ignore_errors=True)
            pytest.skip(f"pip could not install pytest for WebAssembly: {done.stderr.strip()[-300:]}")

    def run(*arguments):
        command = [node, HERE / "python.mjs", modules, packages, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]

    return run


def test_a_small_part_passes(run):
    run("tests/wasm/inside.py", "tests/core/test_ranking.py", "tests/runs/test_reading_runs.py")


FOLDERS = ["core", "tracing", "metrics", "explain", "classroom", "package", "properties", "notation", "runs", "widgets"]


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_all_of_it_passes(run, folder):
    run(f"tests/{folder}")


def test_pages_take_the_packages_that_are_tested():
    wanted = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert {f"{name}@{version}" for name, version in wanted.items()} == {runtime.PYODIDE, runtime.NUMPY}
