"""Build the site into ``build/site``: ``python -m docs.build [FOLDER]``, or ``make site``.

First everything that Sphinx reads is written to ``build/pages``: the pages of this folder and of the metrics, the
notebooks as they are committed, and the live surfaces, recorded. JupyterLite comes last, if npm is there.
"""

from __future__ import annotations

import io
import json
import re
import runpy
import shutil
import sys
from collections.abc import Collection
from contextlib import redirect_stdout
from pathlib import Path

import rankteach as rt
from docs import lite, metrics, notebooks, pictures, recordings, slides, teachers, worked_examples
from docs.gallery import EXAMPLES
from docs.lessons import lesson
from docs.recordings import ROOT, Recordings
from notebooks.build import TEXTS, names, path_of, text_of, typed_folder
from rankteach.widgets.pages.page import HERE as PAGES
from rankteach.widgets.pages.page import module

FOLDER = Path(__file__).resolve().parent
LIVE = re.compile(r'data-live="([^"]+)"')
NOT_HERE = re.compile(r"^The site has .*?<!-- LESSONS -->$", re.MULTILINE | re.DOTALL)
"""What a page says where only the site has a table of lessons."""
LESSONS = [name for name in names() if name.startswith("lessons/")]
CONTENTS = """
```{toctree}
:hidden:
:glob:
00_start_here
lessons/*
documents/*
reference/*
```
"""


def main(folder: Path = ROOT / "build") -> int:
    """Build everything."""
    if status := build(folder):
        return status
    if lite.possible():
        print("Building JupyterLite, in which each notebook runs in the browser.", flush=True)
        lite.build(folder / "site", folder / "lite")
    else:
        print("The site has no JupyterLite, because npm is not installed. Install Node.js to build it.")
    return 0


def build(folder: Path, only: Collection[str] | None = None) -> int:
    """Write what Sphinx reads, and run it; a warning is an error, unless ``only`` some pages are built."""
    from sphinx.cmd.build import main as sphinx

    source, site = folder / "pages", folder / "site"
    for old in (source, site):
        shutil.rmtree(old, ignore_errors=True)
    recorded = write_source(source, only)
    print("Making pages of all this with Sphinx.", flush=True)
    static = f"html_static_path={source / '_static'}"
    options = [
        "-q",
        *(["-W", "--keep-going", "-j", "auto"] if only is None else ["-Q"]),
        "-c",
        str(FOLDER),
        "-D",
        static,
    ]
    if status := int(sphinx([*options, str(source), str(site)])):
        return status
    decks = [name for name in LESSONS if only is None or slides.page_name(name) in only]
    if not decks:
        return 0
    print("Making a deck of slides of each lesson.", flush=True)
    return slides.build(folder / "decks", site / "slides", recorded, decks)


def write_source(source: Path, only: Collection[str] | None = None) -> Recordings:
    """The text of every page, and what is live on it."""

    def asked(page: str) -> bool:
        return only is None or page.rpartition(".")[0] in only

    files = [path for path in (FOLDER / "pages").iterdir() if path.is_file()]
    pages = {path.name: path.read_text(encoding="utf-8").replace("](../../", "](") for path in files}
    pages |= {f"metrics/{name}.md": text for name, text in metrics.pages().items()}
    pages |= {"gallery.md": gallery(), **api()}
    for path in TEXTS:
        pages[path.relative_to(ROOT).as_posix()] = notebooks.linked(path, path.read_text(encoding="utf-8"))
    pages["notebooks/README.md"] = pictures.with_cards(pages["notebooks/README.md"]) + CONTENTS
    pages["index.md"] = pages["index.md"].replace("CARDS\n", pictures.front())
    if asked("teachers.md"):
        pages["teachers.md"] = NOT_HERE.sub(lambda _: teachers.overview(), pages["teachers.md"])
    pages["rankmicro.md"] = pages["rankmicro.md"].replace("OUTPUT\n", rankmicro())
    taught = {f"{teachers.page_name(name)}.md": name for name in LESSONS}
    pages |= {page: teachers.page(lesson(name)) for page, name in taught.items() if asked(page)}
    pages = {name: text for name, text in pages.items() if asked(name)}
    if asked("worked_examples.md"):
        pages["worked_examples.md"] = worked_examples.page()
    shown = {path_of(name).relative_to(ROOT).as_posix(): name for name in names()}
    shown = {page: name for page, name in shown.items() if asked(page)}
    needed = sorted({*LIVE.findall("".join(pages.values()))})
    kept = recordings.kept_in(source.parent / "recorded")
    recorded = recordings.of_surfaces(needed, kept) | recordings.of_notebooks([*shown.values()], kept)
    for page, name in shown.items():
        pages[page] = notebooks.page(path_of(name), text_of(name), recorded)
    for name, text in pages.items():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    write_live(source / "_static", recorded)
    return recorded


def rankmicro() -> str:
    """What the program of a hundred lines prints."""
    with redirect_stdout(io.StringIO()) as printed:
        runpy.run_path(str(FOLDER / "pages" / "rankmicro.py"), run_name="__main__")
    return printed.getvalue()


def write_live(folder: Path, recorded: Recordings) -> None:
    """The recorded surfaces as scripts, and the script that draws them where a page has a place for one."""
    folder.mkdir(exist_ok=True)
    for path in (FOLDER / "site.css", PAGES / "favicon.svg"):
        shutil.copy(path, folder)
    model = re.sub(r"^export ", "", (PAGES / "model.js").read_text(encoding="utf-8"), flags=re.MULTILINE)
    script = (FOLDER / "live.js").read_text(encoding="utf-8").replace("MODEL", model)
    (folder / "live.js").write_text(script, encoding="utf-8")
    texts = {surface: module(surface) for surface in EXAMPLES} | {
        f"live-{name}": text for name, (text, _) in recorded.items()
    }
    for name, text in texts.items():  # scripts, so that a page also works from the file system, where it can't fetch
        called = f"rankteachArrived({json.dumps(name)}, {json.dumps(text)})"
        (folder / f"{name}.js").write_text(called, encoding="utf-8")


# --- pages --------------------------------------------------------------------------------------------------
def gallery() -> str:
    """One of each live surface."""
    parts = [
        "# Gallery\n",
        "Every surface on this page is recorded, so it answers without Python. To have one live, run the code below it "
        "in a notebook.\n",
    ]
    note = {"evaluation": " On this page, only the first list answers a change; in a notebook, all lists do."}
    for name, example in EXAMPLES.items():
        surface = recordings.run(example, {"rt": rt})
        parts += [f"## {surface.title}\n", f"{surface.how}{note.get(name, '')}\n", metrics.live(name)]
        parts.append(f"```python\n{example.strip()}\n```\n")
    return "\n".join(parts)


CLASSROOM = ("question", "bank", "curated", "worksheets", "report", "class_view")
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
        "# Examples, a class, and figures\n\n```{eval-rst}\n"
        + "".join(f".. autofunction:: rankteach.classroom.{name}\n\n" for name in CLASSROOM)
        + ".. automodule:: rankteach.classroom.examples\n   :members:\n"
        "   :exclude-members: documents\n\n.. autodata:: rankteach.classroom.examples.documents\n   :no-value:\n\n"
        ".. automodule:: rankteach.plots\n   :members:\n   :imported-members:\n```\n"
    )
    links = "\n".join([*SECTIONS, "more"])
    pages["api/index.md"] = f"# Reference\n\nAll names of `import rankteach as rt`.\n\n```{{toctree}}\n{links}\n```\n"
    return pages


def _kind(name: str) -> str:
    return "class" if isinstance(getattr(rt, name), type) else "function"


if __name__ == "__main__":
    sys.exit(main(typed_folder(__doc__, ROOT / "build")))
