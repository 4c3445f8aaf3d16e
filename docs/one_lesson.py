"""Some lessons for their teacher: ``python -m docs.one_lesson [NUMBER ...]``, or ``make teacher NAMES="03"``.

Each lesson, its page for teachers and its slides are in ``build/teacher`` in a minute; the whole site takes many.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from docs import slides, teachers
from docs.build import LESSONS, build
from docs.recordings import ROOT
from notebooks.build import typed
from rankteach.core.checks import one_of

FOLDER = ROOT / "build" / "teacher"
BY_NUMBER = {name.removeprefix("lessons/").partition("_")[0]: name for name in LESSONS}


def main(numbers: Sequence[str], folder: Path = FOLDER) -> int:
    """Build these lessons, and say where they are."""
    chosen = [BY_NUMBER[one_of(number, BY_NUMBER, "lesson")] for number in numbers]
    made = (lambda name: f"notebooks/{name}"), teachers.page_name, slides.page_name
    pages = [page(name) for name in chosen for page in made]
    if status := build(folder, {"index", *pages}):
        return status
    print("Open these in your browser:", *(folder / "site" / f"{page}.html" for page in pages), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(typed(__doc__, "number", nargs="*", help="such as 03; without one, all lessons") or [*BY_NUMBER]))
