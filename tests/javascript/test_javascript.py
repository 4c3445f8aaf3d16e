"""The widgets' JavaScript: lint, types, and unit tests of what is calculated in it.

The tools come with npm, in the versions of ``package.json``, into a folder here; the wheel has nothing of them.
"""

import subprocess
from pathlib import Path

import pytest

from tests.javascript import typescript
from tests.tools import npm_packages, program

HERE = Path(__file__).parent
WIDGETS = HERE.parents[1] / "rankteach" / "widgets"


@pytest.fixture(scope="module")
def node():
    path = program("node", "node", "nodejs")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.strip("v").split(".")[0]) < 18:
        pytest.skip(f"node must be version 18 or newer, not {version.strip()}")
    return path


@pytest.fixture(scope="module")
def tools(node):
    return npm_packages(HERE)


def check(*command):
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_biome_finds_nothing_in_the_javascript(node, tools):
    check(node, tools / "@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "--config-path=.", ".", WIDGETS)


def test_tsc_finds_nothing_in_the_javascript(node, tools):
    typescript.write()
    check(node, tools / "typescript/bin/tsc", "--project", "tsconfig.json")


def test_the_unit_tests_of_the_javascript_pass(node):
    check(node, "--test", *sorted(HERE.glob("*.test.js")))
