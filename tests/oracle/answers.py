"""What those tools say that no environment of ours installs: asked once, stored, and compared with in every run.

``python -m tests.oracle.answers xgboost`` asks a tool again and stores its answers in ``answers.json``, in any
environment that has the tool, this package, pytest and hypothesis. ``--compare xgboost`` asks it again and stores
nothing: it fails if an answer is another one now. ``--installed xgboost`` prints the line that installs it.
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
ASKED_NOW, COMPARED_NOW = "RANKTEACH_ASKED_NOW", "RANKTEACH_COMPARED_NOW"
"""The variables that name the tool whose answers are being stored, or compared with what it says now."""

# How each tool is installed, as a line for a shell; %s is its version. The tag v10.0 of trec_eval is version 10.0-rc3.
INSTALLED = {
    "trec_eval": "git clone -q --depth 1 --branch v10.0 https://github.com/usnistgov/trec_eval && make -C trec_eval",
    "rax": "pip install rax==%s",
    "xgboost": "pip install xgboost==%s",
    "cwl-eval": "pip install cwl-eval==%s",
    "recommenders": "pip install recommenders==%s",
    "evidently": "pip install evidently==%s 'pandas<3'",
    "torchmetrics": "pip install torchmetrics==%s torch==2.13.0",
    "rankeval": "pip install 'setuptools<58' wheel 'numpy<2' cython scipy scikit-learn six joblib && "
    "pip install --no-deps --no-build-isolation rankeval==%s && pip install 'numpy>=2'",
    "kaggle": "pip install 'setuptools<58' wheel pandas && pip install --no-build-isolation ml_metrics==%s",
    "ragas": "pip install ragas==%s 'langchain-community<0.4'",
    "deepeval": "pip install deepeval==%s",
    "llama-index": "pip install llama-index-core==%s",
    "haystack": "pip install haystack-ai==%s",
    "mlflow": "pip install mlflow==%s",
    "spark": "pip install pyspark==%s",
    "implicit": "pip install implicit==%s",
    "lightgbm": "pip install lightgbm==%s",
    "catboost": "pip install catboost==%s",
    "mteb": "pip install mteb==%s",
    "beir": "pip install beir==%s",
    "sentence-transformers": "pip install sentence-transformers==%s",
    "lenskit": "pip install lenskit==%s",
    "recbole": "pip install recbole==%s 'numpy<1.24'",
}
DISTRIBUTIONS = {
    "kaggle": "ml_metrics", "llama-index": "llama-index-core", "haystack": "haystack-ai", "spark": "pyspark",
}  # fmt: skip
ASKING = ("conventions_of_tools", "presets_at_the_edges", "user_models", "lambdarank")  # the tests with questions


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
    assert tool in INSTALLED, f"say in INSTALLED of tests/oracle/answers.py how {tool} is installed"
    assert key in tools.get(tool, {"answers": {}})["answers"], (
        f"{tool} was never asked this: python -m tests.oracle.answers {tool!r} asks it, where it is installed"
    )
    known = tools[tool]["answers"][key]
    if os.environ.get(COMPARED_NOW) == tool:
        now = _plain(ask())
        assert _alike(now, known), f"{tool} said {known} to {key}, and now says {now}"
    return known


def _alike(one: Any, other: Any) -> bool:
    """Whether two answers are the same, but for the last digits of their numbers."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)
    return bool(one == other)


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
        return metadata.version(DISTRIBUTIONS.get(tool, tool))
    return subprocess.run(["trec_eval", "--version"], stderr=subprocess.PIPE, text=True, check=True).stderr.split()[-1]


def ask(tool: str) -> None:
    """Ask a tool again, and store what it says."""
    found = version(tool)
    installed = INSTALLED[tool].replace("%s", found)
    _write({**stored(), tool: {"version": found, "installed": installed, "answers": {}}})
    _run(tool, ASKED_NOW)


def compare(tool: str) -> None:
    """Ask a tool again, and fail if it says something else."""
    found, known = version(tool), stored()[tool]["version"]
    assert found == known, f"answers are those of {tool} {known}, and {found} is installed"
    _run(tool, COMPARED_NOW)


def _run(tool: str, variable: str) -> None:
    files = [str(FILE.with_name(f"test_{one}.py")) for one in ASKING]
    which = ["-k", tool.replace("-", " and "), "-o", "filterwarnings=default"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *which, *files]
    whole = {"RANKTEACH_SLOW": "1"}  # a shorter form has fewer questions
    subprocess.run(command, env={**os.environ, **whole, variable: tool}, cwd=FILE.parents[2], check=True)


def main(names: list[str]) -> None:
    """Ask the named tools again; or compare, or say how to install them."""
    does = {"--compare": compare, "--installed": lambda tool: print(stored()[tool]["installed"])}
    for name in names[names[0] in does :]:
        does.get(names[0], ask)(name)


if __name__ == "__main__":
    main(sys.argv[1:])
