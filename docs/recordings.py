"""Live surfaces for the site, recorded: those of the gallery, of the pages of metrics, and of the notebooks.

A recording is kept until the code that makes it changes, so that the site is built quickly a second time.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import multiprocessing
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from itertools import repeat
from pathlib import Path
from typing import Any

import rankteach as rt
from docs import metrics
from docs.gallery import EXAMPLES
from notebooks.build import path_of, text_of
from rankteach.tracing.metric import known_metrics
from rankteach.widgets.pages.page import packed, recording
from rankteach.widgets.pages.recorder import MOST_IF_FIXED
from rankteach.widgets.session.live import Live

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
MOST_ANSWERS = 20_000
"""Of a surface of a notebook: so many take a few seconds."""
Recordings = dict[str, tuple[str, bool]]
"""By their names, packed, and whether all gestures can follow each other."""


def kept_in(folder: Path) -> Path:
    """Where recordings of the code as it is now are kept in this folder; those of other code are deleted."""
    code = sorted([*(ROOT / "rankteach").rglob("*.py"), *NOTEBOOKS.rglob("tasks/*.py")])
    kept = folder / _digest(part for path in code for part in (str(path.relative_to(ROOT)).encode(), path.read_bytes()))
    kept.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old != kept:
            shutil.rmtree(old)
    return kept


def of_surfaces(names: Sequence[str], kept: Path) -> Recordings:
    """The examples, and the surfaces of metrics, by their names."""
    with ProcessPoolExecutor() as processes:
        return _joined("surface", names, processes.map(_of_surface, names, repeat(kept)))


def of_notebooks(names: Sequence[str], kept: Path) -> Recordings:
    """What the cells of notebooks show, by the names of their places; each notebook runs in a process of its own."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=fresh, max_tasks_per_child=1) as processes:
        return _joined("notebook", names, processes.map(_of_notebook, names, repeat(kept)))


def place(path: Path, cell: int) -> str:
    """The name of what a cell of a notebook shows."""
    return "-".join([*path.relative_to(NOTEBOOKS).with_suffix("").parts, str(cell)])


def _joined(kind: str, names: Sequence[str], parts: Iterable[Recordings]) -> Recordings:
    joined: Recordings = {}
    for number, (name, part) in enumerate(zip(names, parts, strict=True), start=1):
        print(f"Recorded {kind} {number} of {len(names)}: {name}", flush=True)
        joined |= part
    return joined


def _of_surface(name: str, kept: Path) -> Recordings:
    known = name in EXAMPLES
    surface = run(EXAMPLES[name], {"rt": rt}) if known else metrics.surface(known_metrics()[name])
    made_by = (EXAMPLES[name] if known else surface._state.code()).encode()
    return _kept(kept / f"{name}-{_digest([made_by])}.json", lambda: {name: _recording(surface)})


def _of_notebook(name: str, kept: Path) -> Recordings:
    path, text = path_of(name), text_of(name)

    def make() -> Recordings:
        return {place(path, cell): _recording(surface, most_answers(surface)) for cell, surface in shown(path, text)}

    return _kept(kept / f"{path.stem}-{_digest([text.encode()])}.json", make)


def _kept(path: Path, make: Callable[[], Recordings]) -> Recordings:
    if not path.exists():
        path.write_text(json.dumps(make()), encoding="utf-8")
    recordings: Recordings = json.loads(path.read_text(encoding="utf-8"))
    return recordings


def _recording(surface: Live, *most: int) -> tuple[str, bool]:
    with redirect_stderr(io.StringIO()):  # a bar for each surface says less than the line for each notebook
        table = recording(surface, *most)
    return packed({"folder": surface.folder, "table": table}), table["whole"]


def most_answers(surface: Live) -> int:
    """Of a surface of a notebook. A goal is reached by several moves, so a surface with one has as many as any page."""
    return MOST_IF_FIXED if surface._state.task else MOST_ANSWERS


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def shown(path: Path, text: str) -> Iterator[tuple[int, Live]]:
    """Run a notebook here, and yield every surface that a cell shows, as it is then."""
    os.environ["MPLBACKEND"] = "agg"
    os.chdir(path.parent)
    sys.path.insert(0, str(path.parent))
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(text)["cells"]):
        if cell["cell_type"] != "code":
            continue
        with redirect_stdout(io.StringIO()):
            value = run("".join(cell["source"]), names)
        if isinstance(value, Live):
            saved = value._repr_mimebundle_()[0]["text/plain"]
            if saved not in ("".join(one.get("data", {}).get("text/plain", "")) for one in cell["outputs"]):
                sys.exit(f"Cell {number} of {path} now shows {value!r}. Run make notebooks.")
            yield number, value


def run(source: str, names: dict[str, Any]) -> Any:
    """The value of the last line of a cell, if it has one."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None
