"""What several checks need: files of ours, programs of the machine (a browser, LibreOffice, TeX), packages of npm."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def files(folder: Path, *endings: str) -> list[Path]:
    """The files below a folder with these endings, or all; not what Python compiled and what JupyterLab copied."""
    left_out = {"__pycache__", ".ipynb_checkpoints"}
    found = (path for path in folder.rglob("*") if path.is_file() and not left_out & {*path.parts})
    return sorted(path for path in found if not endings or path.suffix in endings)


def program(what: str, *names: str) -> str:
    """Return the path of the first of these programs that is there; without one the test is skipped.

    ``RANKTEACH_CHROMIUM``, ``RANKTEACH_LIBREOFFICE`` and so on name a program that is not on the path.
    ``RANKTEACH_REQUIRE_TOOLS=1`` makes it a failure that there is none.
    """
    variable = f"RANKTEACH_{what.upper()}"
    path = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        reason = f"no {what} on the path; {variable} can name one"
        pytest.fail(reason) if os.environ.get("RANKTEACH_REQUIRE_TOOLS") == "1" else pytest.skip(reason)
    return path


def npm_packages(folder: Path) -> Path:
    """Return where the packages are that the ``package.json`` of a folder names; the test is skipped without npm.

    What npm has once put there stays for the next time.
    """
    wanted, modules = (folder / "package.json").read_text(encoding="utf-8"), folder / "node_modules"
    installed = modules / "installed.json"
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        npm = shutil.which("npm") or pytest.skip("no npm on the path, which installs the tools")
        command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        if done.returncode:
            shutil.rmtree(modules, ignore_errors=True)
            pytest.skip(f"npm could not install the tools: {done.stderr.strip()[-300:]}")
        installed.write_text(wanted, encoding="utf-8")
    return modules
