"""Every check of the project, in order, up to the first that fails.

``make test`` and the workflows call this; without make: ``python tests/run.py``. Names of checks run only those:
``python tests/run.py lint unit``; ``quick`` stands for all that need no other program and take seconds each.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
# Of the plugins only those that are named: others would have a look at every test, or take long to load.
PLAIN = ["-p", "hypothesispytest"]
SPREAD = ["-p", "xdist", "--numprocesses=auto", "--maxprocesses=4"]  # over the processors
BY_FILE = [*SPREAD, "--dist=loadfile"]  # where the tests of a file share what is slow to make
BY_GROUP = [*SPREAD, "--dist=loadgroup"]  # where tests of several files do: they share one Jupyter, one site
NBVAL = ["-p", "nbval", "--nbval", "--nbval-current-env", "--nbval-cell-timeout=600"]
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
    "oracle": ["pytest", *SPREAD, *PLAIN, "tests/oracle"],
    "exports": ["pytest", *SPREAD, *PLAIN, "tests/exports"],
    "wasm": ["pytest", *PLAIN, "tests/wasm"],
    "site": ["pytest", *BY_GROUP, *PLAIN, "tests/site"],
    "harness": ["pytest", *BY_FILE, *PLAIN, "tests/harness"],
    "notebooks": ["pytest", *BY_FILE, *PLAIN, *NBVAL, "tests/notebooks", "notebooks"],
    "browser": ["pytest", *BY_GROUP, *PLAIN, "tests/browser"],
}
# What one process has compiled the others read, whatever the settings of who runs this: every check starts several.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"


# Up to here an answer comes within four minutes.
LAST_QUICK = "plots"
GROUPS = {"quick": list(CHECKS)[: list(CHECKS).index(LAST_QUICK) + 1]}


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
    if unknown := set(names) - set(CHECKS) - set(GROUPS):
        known = ", ".join([*CHECKS, *GROUPS])
        sys.exit(f"There is no check called {', '.join(sorted(unknown))}. Choose from {known}.")
    passed = failed = skipped = 0
    for name in [check for one in names for check in GROUPS.get(one, [one])] or CHECKS:
        print(f"\n{name}: {' '.join(CHECKS[name])}", flush=True)
        start = time.monotonic()
        counts = run(CHECKS[name])
        print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
        if failed:
            break
    if skipped:
        print(f"\n{skipped} skipped, for the reasons above", flush=True)
    print(f"{passed} passed, {failed} failed", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
