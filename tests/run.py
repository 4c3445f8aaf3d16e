"""Every check of the project, in order, up to the first that fails.

``make test`` and the workflows call this; without make: ``python tests/run.py``. Names of checks run only
those: ``python tests/run.py lint unit``.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
# Of the plugins only those that are named: others would have a look at every test, or take long to load.
PLAIN = ["-p", "hypothesispytest"]
SPREAD = ["-p", "xdist", "--numprocesses=auto", "--maxprocesses=4"]  # over the processors
BY_FILE = [*SPREAD, "--dist=loadfile"]  # where the tests of a file share what is slow to make
CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "unit": ["pytest", *SPREAD, *PLAIN, "--doctest-glob=README.md", "rankteach", "tests/unit", "README.md"],
    "properties": ["pytest", *SPREAD, *PLAIN, "tests/properties"],
    "notation": ["pytest", *SPREAD, *PLAIN, "tests/notation"],
    "runs": ["pytest", *SPREAD, *PLAIN, "tests/runs"],
    "widgets": ["pytest", *BY_FILE, *PLAIN, "tests/widgets"],
    "javascript": ["pytest", *PLAIN, "tests/javascript"],
    "plots": ["pytest", *BY_FILE, *PLAIN, "tests/plots"],
    "oracle": ["pytest", *BY_FILE, *PLAIN, "tests/oracle"],
    "exports": ["pytest", *BY_FILE, *PLAIN, "tests/exports"],
    "harness": ["pytest", *BY_FILE, *PLAIN, "tests/harness"],
    "notebooks": ["pytest", *SPREAD, *PLAIN, "tests/notebooks"],
    "browser": ["pytest", *BY_FILE, *PLAIN, "tests/browser"],
}
# What one process has compiled the others read, whatever the settings of who runs this: every check starts several.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"


def run(command: list[str]) -> tuple[int, int, int]:
    """Run one check and count what passed, failed and was skipped; a check without tests counts as one."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        extra = ["-q", f"--junitxml={report}"] if command[0] == "pytest" else []
        status = subprocess.run([sys.executable, "-m", *command, *extra], cwd=ROOT, env=ENVIRONMENT).returncode
        if not report.exists():
            return int(status == 0), int(status != 0), 0
        suite = ElementTree.parse(report).getroot()[0].attrib
    failed = int(suite["failures"]) + int(suite["errors"])
    skipped = int(suite["skipped"])
    passed = int(suite["tests"]) - failed - skipped
    # pytest can fail without a failed test: nothing collected, a strict setting, an interrupt.
    return passed, failed or int(status != 0), skipped


def main(names: list[str]) -> int:
    """Run the named checks, or all; the last line says how many passed and failed."""
    if unknown := set(names) - set(CHECKS):
        sys.exit(f"no check is called {', '.join(sorted(unknown))}; there are {', '.join(CHECKS)}")
    passed = failed = skipped = 0
    for name in names or CHECKS:
        print(f"\n{name}: {' '.join(CHECKS[name])}", flush=True)
        counts = run(CHECKS[name])
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
        if failed:
            break
    if skipped:
        print(f"\n{skipped} skipped, for the reasons above", flush=True)
    print(f"{passed} passed, {failed} failed", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
