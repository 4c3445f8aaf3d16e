"""What those tools say that no environment of ours installs: asked once, stored, and compared with in every run.

``python -m tests.oracle.answers xgboost`` asks a tool again and stores its answers in ``answers.json``, in any
environment that has the tool, this package, pytest and hypothesis.
"""

import json
import math
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("answers.json")
ASKED_NOW = "RANKTEACH_ASKED_NOW"
"""The variable that names the tool whose answers are being stored."""

# How each tool was installed; %s is its version.
INSTALLED = {
    "trec_eval": "make, in https://github.com/usnistgov/trec_eval at version %s",
    "rax": "pip install rax==%s",
    "xgboost": "pip install xgboost==%s",
    "cwl-eval": "pip install cwl-eval==%s",
    "recommenders": "pip install recommenders==%s",
    "evidently": "pip install evidently==%s 'pandas<3'",
}


def stored() -> dict[str, Any]:
    """By tool: its version, the command that installed it, and its answers by question."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def answer(tool: str, question: str, given: Any, ask: Callable[[], Any]) -> Any:
    """What a tool says to a question about some data: numbers, None for each that it does not have."""
    digest = zlib.crc32(json.dumps(given).encode())
    key = f"{question} of {digest:08x}"
    tools = stored()
    if os.environ.get(ASKED_NOW) == tool:
        tools[tool]["answers"][key] = _plain(ask())
        _write(tools)
    assert key in tools[tool]["answers"], (
        f"{tool} was never asked this: python -m tests.oracle.answers {tool!r} asks it, where it is installed"
    )
    return tools[tool]["answers"][key]


def _plain(value: Any) -> Any:
    """Numbers as JSON has them, with 15 digits, and none for what is not a number."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, float):
        return None if math.isnan(value) else float(f"{value:.15g}")
    return value


def _write(tools: dict[str, Any]) -> None:
    """One answer a line."""
    parts = []
    for name, tool in sorted(tools.items()):
        lines = [f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(tool["answers"].items())]
        head = [f"  {json.dumps(key)}: {json.dumps(tool[key])}," for key in ("version", "installed")]
        parts.append("\n".join([f" {json.dumps(name)}: {{", *head, '  "answers": {', ",\n".join(lines), "  }", " }"]))
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8", newline="\n")


def version(tool: str) -> str:
    """Return the version of a tool that is installed here."""
    if tool != "trec_eval":
        return metadata.version(tool)
    return subprocess.run(["trec_eval", "--version"], stderr=subprocess.PIPE, text=True, check=True).stderr.split()[-1]


def main(names: list[str]) -> None:
    """Ask the named tools again."""
    for name in names:
        found = version(name)
        tools = stored() if FILE.exists() else {}
        _write({**tools, name: {"version": found, "installed": INSTALLED[name] % found, "answers": {}}})
        files = [str(FILE.with_name(f"test_{one}.py")) for one in ("conventions_of_tools", "user_models")]
        which = ["-k", name.replace("-", " and "), "-o", "filterwarnings=default"]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *which, *files]
        subprocess.run(command, env={**os.environ, ASKED_NOW: name}, cwd=FILE.parents[2], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
