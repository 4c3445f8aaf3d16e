"""The widgets' JavaScript: lint, types, and unit tests of what is calculated in it.

The tools come with npm, in the versions of ``package.json``, into a folder here; the wheel has nothing of them.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tools import program

HERE = Path(__file__).parent
WIDGETS = HERE.parents[1] / "rankteach" / "widgets"
INSTALL = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]


@pytest.fixture(scope="module")
def node():
    path = program("node", "node", "nodejs")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.strip("v").split(".")[0]) < 18:
        pytest.skip(f"node must be version 18 or newer, not {version.strip()}")
    return path


@pytest.fixture(scope="module")
def tools(node, tmp_path_factory):
    """Return the folder of the tools; what npm has once put there stays for the next time."""
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    installed = HERE / "node_modules" / "installed.json"
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        npm = shutil.which("npm") or pytest.skip("no npm on the path, which installs the tools")
        done = subprocess.run([npm, *INSTALL], cwd=HERE, capture_output=True, text=True, timeout=300)
        if done.returncode:
            shutil.rmtree(HERE / "node_modules", ignore_errors=True)
            pytest.skip(f"npm could not install the tools: {done.stderr.strip()[-300:]}")
        installed.write_text(wanted, encoding="utf-8")
    return HERE / "node_modules"


def check(*command):
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_biome_finds_nothing_in_the_javascript(node, tools):
    check(node, tools / "@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "--config-path=.", ".", WIDGETS)


def test_tsc_finds_nothing_in_the_javascript(node, tools):
    check(node, tools / "typescript/bin/tsc", "--project", ".")


def test_the_unit_tests_of_the_javascript_pass(node):
    check(node, "--test", *sorted(HERE.glob("*.test.js")))
