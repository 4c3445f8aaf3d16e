"""Every check of the project, two at a time; after one that fails no other starts.

``make test`` and the workflows call this; without make: ``python tests/run.py``. Names of checks run only those:
``python tests/run.py lint unit``; ``quick`` stands for all that need no other program.

A third of the cases of each test runs, unless RANKTEACH_CASES=all, as in ``.ci/run``.
"""

import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
# Of the plugins only those that are named: others would have a look at every test, or take long to load.
PLAIN = ["-p", "hypothesispytest"]
SPREAD = ["-p", "xdist", "--dist=load"]  # over the processors that no other check uses
BY_FILE = ["-p", "xdist", "--dist=loadfile"]  # where the tests of a file share what is slow to make
NBVAL = ["-p", "nbval", "--nbval", "--nbval-current-env", "--nbval-cell-timeout=600"]
ROOMS = [f"tests/{room}" for room in ("core", "tracing", "metrics", "explain", "package")]
ACCURACY = [
    f"tests/explain/test_{name}.py" for name in ("check", "check_corpus", "check_public_bugs", "evidence", "which")
]
PAGES = [f"tests/widgets/test_{name}.py" for name in ("pages", "recorded_questions")]
QUICK = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "unit": [
        "pytest",
        *SPREAD,
        *PLAIN,
        "--doctest-glob=README.md",
        "rankteach",
        "README.md",
        *ROOMS,
        *(f"--ignore={path}" for path in ACCURACY),
    ],
    "runs": ["pytest", *SPREAD, *PLAIN, "tests/runs"],
    "widgets": ["pytest", *BY_FILE, *PLAIN, "tests/widgets", *(f"--ignore={path}" for path in PAGES)],
    "notation": ["pytest", *SPREAD, *PLAIN, "tests/notation"],
    "properties": ["pytest", *SPREAD, *PLAIN, "tests/properties"],
    "plots": ["pytest", *BY_FILE, *PLAIN, "tests/plots"],
    "javascript": ["pytest", *PLAIN, "tests/javascript"],
}
# The longest comes first: the others are done next to it.
CHECKS = {
    "browser": ["pytest", *BY_FILE, *PLAIN, "tests/browser"],
    **QUICK,
    "accuracy": ["pytest", *SPREAD, *PLAIN, *ACCURACY],
    "classroom": ["pytest", *SPREAD, *PLAIN, "tests/classroom"],
    "pages": ["pytest", *SPREAD, *PLAIN, *PAGES],
    "notebooks": ["pytest", *BY_FILE, *PLAIN, *NBVAL, "tests/notebooks", "notebooks"],
    "exports": ["pytest", *SPREAD, *PLAIN, "tests/exports"],
    "oracle": ["pytest", *SPREAD, *PLAIN, "tests/oracle"],
    "site": ["pytest", *BY_FILE, *PLAIN, "tests/site"],
    "wasm": ["pytest", *PLAIN, "tests/wasm"],
    "harness": ["pytest", *BY_FILE, *PLAIN, "tests/harness"],
}
GROUPS = {"quick": list(QUICK)}
# What one process has compiled the others read, whatever the settings of who runs this: every check starts several.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
ENVIRONMENT.setdefault("RANKTEACH_CASES", "third")

# The long form draws other random lists each time. A run prints its seed with each command: RANKTEACH_SEED repeats it.
LONG = ENVIRONMENT.get("RANKTEACH_SLOW") == "1"
SEED = ENVIRONMENT.setdefault("RANKTEACH_SEED", str(secrets.randbelow(2**32)) if LONG else "0")

PRINTING = threading.Lock()


def run(name: str, processes: int, alone: bool) -> tuple[int, int, int]:
    """Run one check and count what passed, failed and was skipped; a check without tests counts as one.

    What it prints is shown at its end, unless it runs alone: the output of two would mix.
    """
    command = CHECKS[name]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        extra = ["-q", f"--junitxml={report}"] if command[0] == "pytest" else []
        extra += [f"--hypothesis-seed={SEED}"] if LONG and "hypothesispytest" in command else []
        # one process alone needs no other that hands out the tests
        extra += [f"--numprocesses={processes if processes > 1 else 0}"] if "xdist" in command else []
        output, errors = (None, None) if alone else (subprocess.PIPE, subprocess.STDOUT)
        print(f"{name}: {' '.join([*command, *extra])}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", *command, *extra], cwd=ROOT, env=ENVIRONMENT, stdout=output, stderr=errors
        )
        with PRINTING:
            sys.stdout.buffer.write(done.stdout or b"")
            code = f", ended with {done.returncode}" if done.returncode else ""  # which may be all there is to be seen
            print(f"{name}: {time.monotonic() - start:.0f} s{code}\n", flush=True)
        if not report.exists():
            return int(done.returncode == 0), int(done.returncode != 0), 0
        suite = ElementTree.parse(report).getroot()[0].attrib
    failed = int(suite["failures"]) + int(suite["errors"])
    skipped = int(suite["skipped"])
    passed = int(suite["tests"]) - failed - skipped
    # pytest can fail without a failed test: nothing collected, a strict setting, an interrupt.
    return passed, failed or int(done.returncode != 0), skipped


def main(names: list[str]) -> int:
    """Run the named checks, or all; the last line says how many passed and failed."""
    if unknown := set(names) - set(CHECKS) - set(GROUPS):
        known = ", ".join([*CHECKS, *GROUPS])
        sys.exit(f"There is no check called {', '.join(sorted(unknown))}. Choose from {known}.")
    names = [check for one in names for check in GROUPS.get(one, [one])] or list(CHECKS)
    at_once = min(2, len(names))
    processes = min(4, (os.cpu_count() or 1) // at_once)
    stopped = threading.Event()

    def next_check(name: str) -> tuple[int, int, int]:
        if stopped.is_set():
            return 0, 0, 0
        counts = run(name, processes, alone=at_once == 1)
        if counts[1]:
            stopped.set()
        return counts

    with ThreadPoolExecutor(at_once) as pool:
        passed, failed, skipped = (sum(column) for column in zip(*pool.map(next_check, names), strict=True))
    if skipped:
        print(f"{skipped} skipped, for the reasons above", flush=True)
    print(f"{passed} passed, {failed} failed", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
