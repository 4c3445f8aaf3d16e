"""Some lessons for their teacher: ``python -m docs.one_lesson [NUMBER ...]``, or ``make teacher NAMES="03"``.

Each lesson, its page for teachers, its slides, and the lists that refute wrong answers are in ``build/teacher`` in a
minute or two; the whole site takes many.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from docs import slides, teachers
from docs.build import LESSONS, build
from docs.lessons import WORDS
from docs.recordings import ROOT
from notebooks.build import typed
from rankteach.core.checks import one_of

FOLDER = ROOT / "build" / "teacher"
BY_NUMBER = {name.removeprefix("lessons/").partition("_")[0]: name for name in LESSONS}
LABEL = r"(<strong>(?:All lessons|Words):</strong>\s*| · (?=<a\b[^>]*>all lessons))?"
"""What says nothing without its link."""
PAGE = r"#[^\"]+\.(?:ipynb|md)|[^\"#:?]+\.html"  # Sphinx writes # before what it does not have
MORE = r"(?(1)(?:,\s*<a\b[^>]*>.*?</a>)*)"  # that the same label names
LINK = re.compile(rf'{LABEL}<a\b[^>]*\bhref="({PAGE})[^"]*"[^>]*>(.*?)</a>{MORE}(\.?)', re.DOTALL)
LITE = re.compile(r"<p>[^<]*<a\b[^>]*/lite/notebooks/.*?</p>", re.DOTALL)


def main(numbers: Sequence[str], folder: Path = FOLDER) -> int:
    """Build these lessons, and say where they are."""
    padded = [number.zfill(2) if number.isdecimal() else number for number in numbers]
    chosen = [BY_NUMBER[one_of(number, BY_NUMBER, "lesson")] for number in padded]
    made = teachers.page_name, slides.page_name, (lambda name: f"notebooks/{name}")
    pages = [page(name) for name in chosen for page in made]
    if any("refuted" in WORDS[name.removeprefix("lessons/")] for name in chosen):
        pages.append(f"notebooks/{teachers.REFUTED}")
    if status := build(folder, {"index", *pages}):
        return status
    files = [folder / "site" / f"{page}.html" for page in pages]
    for file in files:
        file.write_text(linked(file), encoding="utf-8")
    print("Open these files in your browser:", *files, sep="\n")
    return 0


def linked(file: Path) -> str:
    """A page without the links to pages that only the whole site has."""

    def kept(found: re.Match[str]) -> str:
        label, page, words, dot = found.groups()
        return found[0] if (file.parent / page).exists() else "" if label else words + dot

    return LINK.sub(kept, LITE.sub("", file.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main(typed(__doc__, "number", nargs="*", help="such as 03; without one, all lessons") or [*BY_NUMBER]))
