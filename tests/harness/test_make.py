"""The verbs of the Makefile."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS
from tests import run

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt" or not shutil.which("make"), reason="no make here")


def test_make_alone_lists_every_verb():
    printed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    verbs = re.findall(r"^\.PHONY: (\w+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert re.findall(r"^make (\w+) +\S", printed, re.MULTILINE) == verbs


PROGRAMS = re.findall(r"-m ((?:docs|notebooks)\.\w+)", (ROOT / "Makefile").read_text(encoding="utf-8"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_make_runs_says_what_it_does_and_writes_nothing(program, tmp_path):
    command = [sys.executable, "-m", program, "--help"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
    assert said.startswith("usage: ") and f"python -m {program}" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_a_page_names_only_verbs_that_exist(page):
    verbs = re.findall(r"^\.PHONY: (\w+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^)make (\w+)", text, re.MULTILINE))
    assert named and named <= set(verbs)
    checks = {
        name for names in re.findall(r'make (?:check|test|full) NAMES="?([a-z ]+)', text) for name in names.split()
    }
    assert checks <= {*run.CHECKS, *run.GROUPS}


def test_make_lab_would_install_jupyterlab_and_open_the_start_notebook(tmp_path):
    command = ["make", "--dry-run", "lab", f"VENV={tmp_path / 'environment'}"]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    create, install, serve = (planned.index(words) for words in ("-m venv", "--editable '.[lab]'", "-m jupyterlab"))
    assert create < install < serve
    assert "/lab/tree/notebooks/00_start_here.ipynb" in planned[serve:]


@pytest.mark.parametrize("verb", ["lab", "lessons", "test", "site"])
def test_the_first_make_says_what_it_does_and_about_how_long_before_it_does_it(tmp_path, verb):
    command = ["make", "--dry-run", verb, f"VENV={tmp_path / 'environment'}"]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    said = re.search(r'^echo "Setting up \S+: about (\d+) MB, .*on a slow one\."$', planned, re.MULTILINE)
    assert said and int(said[1]) > 100 and said.end() < planned.index("-m pip install")


def test_make_lessons_would_install_voila_and_open_the_start_notebook_without_code(tmp_path):
    command = ["make", "--dry-run", "lessons", f"VENV={tmp_path / 'environment'}"]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "--editable '.[lessons]'" in planned
    assert planned.index("-m notebooks.without_code") < planned.index("/voila/render/build/lessons/00_start_here.ipynb")


@pytest.mark.slow
def test_make_lab_serves_the_start_notebook_from_a_fresh_clone(clone):
    command = ["make", "lab", "LAB_ARGS=--no-browser --port=0 --IdentityProvider.token="]
    own = {name: str(clone / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    log = clone / "log"
    address = None
    with log.open("w") as output:
        # Make's own session: ending it ends the server as well.
        make = subprocess.Popen(
            command,
            cwd=clone,
            env={**os.environ, **own},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        limit = time.monotonic() + 1800
        while not address:
            assert make.poll() is None, log.read_text()
            assert time.monotonic() < limit, log.read_text()
            time.sleep(0.2)
            address = re.search(r"http://127\S+/lab/tree/notebooks/00_start_here\.ipynb", log.read_text())
        with urllib.request.urlopen(address[0]) as answer:
            assert b"JupyterLab" in answer.read()
    finally:
        os.killpg(make.pid, signal.SIGTERM)
        make.wait(300)


def test_actions_are_pinned_by_commit():
    used = [
        line.partition("uses:")[2].strip()
        for path in (ROOT / ".github/workflows").glob("*.yml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one) for one in used)


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCHMARKS)
def test_make_bench_can_measure_it(name):
    subprocess.run([sys.executable, "-m", "benchmarks", name], cwd=ROOT, check=True)
