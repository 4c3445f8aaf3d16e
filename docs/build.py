"""Build the site into ``build/site``: ``python -m docs.build [FOLDER]``, or ``make site``.

First everything that Sphinx reads is written to ``build/pages``: the pages of this folder and of the metrics, the
notebooks as they are committed, and the live surfaces, recorded. JupyterLite comes last, if npm is there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import rankteach as rt
from docs import lite, metrics
from docs.formulas import in_html
from rankteach.tracing.metric import METRICS
from rankteach.widgets.pages.page import HERE as PAGES
from rankteach.widgets.pages.page import HOW, packed
from rankteach.widgets.pages.recorder import record
from rankteach.widgets.shared.modules import bundle

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
NOTEBOOKS = ROOT / "notebooks"
BINDER = "https://mybinder.org/v2/gh/{}/main?urlpath=lab/tree/{}"
LINK = re.compile(r"(?<!!)\[(?P<text>[^]]*)\]\((?P<path>(?!https?:)[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")
EXAMPLES: dict[str, Callable[[], Any]] = {
    "explorer": lambda: rt.explore(metrics.LIVE, ["AP", "P@3", "RR"]),
    "steps": lambda: rt.step_through(rt.ndcg(metrics.LIVE_GRADED)),
    "curves": lambda: rt.explore_curve(metrics.LIVE_CURVES),
    "agreement": lambda: rt.explore_agreement(*metrics.COMPARED, measures=["Tau"]),
    "queries": lambda: rt.explore_queries({"leek soup": [0, 1, 1], "plum tart": [1, 0, 0]}, ["MAP", "MRR"]),
    "sides": lambda: rt.side_by_side([1, 0, 1], [0, 1, 1], measures=["AP"]),
}
"""For the folder of each surface, an example of it."""
CODE = {
    "explorer": "rt.explore(ranking)",
    "steps": "rt.step_through(rt.ndcg(ranking))",
    "curves": "rt.explore_curve(ranking)",
    "agreement": "rt.explore_agreement(first, second)",
    "queries": 'rt.explore_queries({"leek soup": [0, 1, 1], "plum tart": [1, 0, 0]}, ["MAP", "MRR"])',
    "sides": "rt.side_by_side(first, second)",
}


def main(folder: Path = ROOT / "build") -> int:
    """Write what Sphinx reads, and run it; a warning is an error."""
    from sphinx.cmd.build import main as sphinx

    source, site = folder / "pages", folder / "site"
    for old in (source, site):
        shutil.rmtree(old, ignore_errors=True)
    write_source(source)
    static = f"html_static_path={source / '_static'}"
    options = ["-W", "--keep-going", "-q", "-j", "auto", "-c", str(FOLDER), "-D", static]
    if status := int(sphinx([*options, str(source), str(site)])):
        return status
    if lite.possible():
        lite.build(site, folder / "lite")
    else:
        print("The site has no JupyterLite, because npm is not installed. Install Node.js to build it.")
    return 0


def write_source(source: Path) -> None:
    """Everything that Sphinx reads."""
    shutil.copytree(FOLDER / "pages", source)
    for path in (*NOTEBOOKS.rglob("*.ipynb"), *NOTEBOOKS.glob("*.md")):
        target = source / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        target.write_text(notebook(path, text) if path.suffix == ".ipynb" else linked(path, text), encoding="utf-8")
    pages = {f"metrics/{name}.md": text for name, text in metrics.pages().items()}
    for name, text in {**pages, "gallery.md": gallery(), **api()}.items():
        target = source / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    write_live(source / "_static")


# --- live surfaces ------------------------------------------------------------------------------------------
def write_live(folder: Path) -> None:
    """The recorded surfaces as scripts, and the script that draws them where a page has a place for one."""
    folder.mkdir(exist_ok=True)
    shutil.copy(FOLDER / "site.css", folder)
    model = re.sub(r"^export ", "", (PAGES / "model.js").read_text(encoding="utf-8"), flags=re.MULTILINE)
    script = (FOLDER / "live.js").read_text(encoding="utf-8").replace("MODEL", model)
    (folder / "live.js").write_text(script, encoding="utf-8")
    for surface in EXAMPLES:
        _write_script(folder, surface, bundle(surface))
    code = sorted([*(ROOT / "rankteach").rglob("*.py"), *FOLDER.glob("*.py")])
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in code)).hexdigest()[:16]
    kept = folder.parents[1] / "recorded" / digest
    kept.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as processes:
        list(processes.map(recorded, [*EXAMPLES, *METRICS], repeat(kept)))
    for path in kept.iterdir():
        shutil.copy(path, folder)


def recorded(name: str, folder: Path) -> None:
    """Record the surface of an example or a metric, unless that was done with the same code."""
    if not (folder / f"live-{name}.js").exists():
        surface = EXAMPLES[name]() if name in EXAMPLES else metrics.surface(METRICS[name])
        _write_script(folder, f"live-{name}", packed({"folder": surface.folder, "table": record(surface._state)}))


def _write_script(folder: Path, name: str, text: str) -> None:
    """A script, so that a page also works from the file system, where it can't fetch anything."""
    (folder / f"{name}.js").write_text(f"rankteachArrived({json.dumps(name)}, {json.dumps(text)})", encoding="utf-8")


# --- pages --------------------------------------------------------------------------------------------------
def notebook(path: Path, text: str) -> str:
    """A notebook for the site: with links that work there, and formulas that need no script."""
    data = json.loads(text)
    for cell in data["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = linked(path, "".join(cell["source"]))
        for shown in (output.get("data", {}) for output in cell.get("outputs", [])):
            if "text/html" in shown:
                shown["text/html"] = in_html("".join(shown["text/html"]))
    head, _, rest = data["cells"][0]["source"].partition("\n")
    data["cells"][0]["source"] = f"{head}\n\n{opened(path.relative_to(ROOT).as_posix())}\n{rest}"
    return json.dumps(data, ensure_ascii=False)


def opened(path: str) -> str:
    """Where to run a notebook: in JupyterLite if the site has it, and on Binder if it knows its repository."""
    places = []
    if lite.possible():
        up, inside = "../" * path.count("/"), path.removeprefix("notebooks/")
        places.append(f'<a href="{up}{lite.PAGE}{inside}">Open in JupyterLite</a>')
    repository = os.environ.get("RANKTEACH_REPOSITORY", "").removeprefix("https://github.com/").strip("/")
    if repository:
        places.append(f"[Open in Binder]({BINDER.format(repository, path)})")
    return " · ".join(places) or "To run it, type `make lab`."


def linked(path: Path, text: str) -> str:
    """Markdown with anchors as the site makes them; of links to files that are not on it, the text."""

    def there(link: re.Match[str]) -> str:
        words, target, anchor = link["text"], link["path"], link["anchor"] or ""
        if target and not (path.parent / target).resolve().is_relative_to(NOTEBOOKS):
            return words
        slug = re.sub(r"[^\w-]", "", anchor.lower())
        return f"[{words}]({target}{'#' * bool(slug)}{slug})"

    return LINK.sub(there, text)


def gallery() -> str:
    """One of each live surface."""
    parts = ["# Gallery\n", "Every live surface, recorded: it answers here without Python.\n"]
    titles = {"steps": "Step by step", "explorer": "A list", "curves": "Curves", "agreement": "Two lists"}
    titles |= {"queries": "Several queries", "sides": "Two systems, side by side"}
    for name in EXAMPLES:
        parts += [f"## {titles[name]}\n", f"{HOW[name]}\n", metrics.live(name), f"```python\n{CODE[name]}\n```\n"]
    return "\n".join(parts)


SECTIONS = {
    "lists": ("Lists, traces and columns", ("core", "tracing")),
    "metrics": ("Metrics", ("metrics",)),
    "why": ("Why a number is what it is", ("explain",)),
    "runs": ("Runs", ("runs",)),
    "live": ("Live surfaces", ("widgets",)),
}


def api() -> dict[str, str]:
    """The reference of every public name, in a page for each part of the package."""
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    for public in rt.__all__:
        floor = getattr(getattr(rt, public), "__module__", "").split(".")[1:2]
        for name, (_, floors) in SECTIONS.items():
            found[name] += [public] * (bool(floor) and floor[0] in floors)
    pages = {}
    for name, (title, _) in SECTIONS.items():
        entries = "\n".join(f".. auto{_kind(one)}:: rankteach.{one}" for one in found[name])
        pages[f"api/{name}.md"] = f"# {title}\n\n```{{eval-rst}}\n{entries}\n```\n"
    pages["api/more.md"] = (
        "# Examples and figures\n\n```{eval-rst}\n.. automodule:: rankteach.classroom.examples\n   :members:\n\n"
        ".. automodule:: rankteach.plots\n   :members:\n   :imported-members:\n```\n"
    )
    links = "\n".join([*SECTIONS, "more"])
    pages["api/index.md"] = f"# Reference\n\nAll names of `import rankteach as rt`.\n\n```{{toctree}}\n{links}\n```\n"
    return pages


def _kind(name: str) -> str:
    return "class" if isinstance(getattr(rt, name), type) else "function"


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
