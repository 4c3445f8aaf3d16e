"""A deck of slides for each lesson: its live surfaces in lecture view, its questions with answers that come on a key.

The notes of the speaker are what the slides leave out of the lesson. A deck needs no network.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Any

from docs import teachers
from docs.lessons import Cell, Lesson, Part, lesson, number_of_words, printed
from docs.notebooks import RUN
from docs.recordings import Recordings, place
from docs.teachers import first_words, inline
from notebooks.build import path_of
from rankteach.widgets.question.answers import Choice, Order

SETTINGS = Path(__file__).with_name("reveal")
MOST_WORDS = 60
"""Of prose on a slide; the rest is in the notes."""
LEAD = 45
"""Of words: fewer stand above what they lead to."""
UNSAID = re.compile(r"import|from|(\w+ = )?(tasks\.)?[A-Za-z_]\w*$")
"""Lines of code that say nothing to a class: imports, and names of what is shown below them."""
PLAYED = ("play", "walk", "reach")
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
NEXT = re.compile(r"^\*\*Next:\*\*", re.MULTILINE)
"""Where a lesson ends with links, which a deck has no use for."""


def page_name(name: str) -> str:
    """The deck of a lesson by the name of the lesson."""
    return f"slides/{name.removeprefix('lessons/')}"


def build(source: Path, target: Path, recordings: Recordings, names: Collection[str]) -> int:
    """Write the decks of lessons, and run Sphinx over them."""
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    files = [lesson(name) for name in names]
    for one in files:
        (source / f"{one.file}.md").write_text(deck(one, recordings), encoding="utf-8")
    links = "".join(f"- [{one.title}]({one.file}.md)\n" for one in files)
    hidden = "```{toctree}\n:hidden:\n:glob:\n*\n```\n"
    (source / "index.md").write_text(f"# Slides\n\n## All decks\n\n{links}\n{hidden}", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "revealjs"]
    return subprocess.run([*command, "-c", str(SETTINGS), str(source), str(target)], check=False).returncode


def deck(lesson: Lesson, recordings: Recordings) -> str:
    """All slides of a lesson."""
    first, *parts = lesson.parts
    hello = RUN.sub("", lesson.head.partition("After this lesson")[0]).strip()
    goals = "\n".join(f"1. {goal}" for goal in lesson.goals)
    slides = [
        f"# {lesson.title}\n\n{linkless(hello)}\n",
        slide(
            "After this lesson you can",
            goals,
            f"The page of this lesson for teachers: {teachers.page_name(lesson.name)}.html",
        ),
    ]
    for part in [Part("Play first", first.cells[1:]), *parts]:
        if part.title != "Hand in":  # that is for each student alone
            slides += slides_of(lesson, part, recordings)
    return "\n".join([*slides, '```{raw} html\n<script src="../_static/live.js"></script>\n```\n'])


def slides_of(lesson: Lesson, part: Part, recordings: Recordings) -> Iterator[str]:
    """The slides of one part: of its prose, its surfaces, questions and drafts."""
    lead, cells = "", [cell for cell in part.cells if is_shown(lesson, cell, recordings)]
    for cell, after in zip_longest(cells, cells[1:]):
        if cell.kind == "prose":
            shown, notes = shortened(linkless(NEXT.split(RUN.sub("", cell.source))[0]))
            if after and after.kind not in (*PLAYED, "prose") and not notes and number_of_words(shown) < LEAD:
                lead = f"{shown}\n\n"  # a line is not worth a slide
                continue
            if shown.strip():
                yield slide(part.title, shown, notes)
        elif cell.question:
            yield asked(part.title, cell, lead)
            for one in lesson.cells:
                waits = one.kind in PLAYED and one.shown._state.covered == cell.question.text
                if waits and one.number < cell.number and is_shown(lesson, one, recordings):
                    yield surface(lesson, part, one)  # once more, with its numbers
        elif cell.kind in PLAYED:
            yield surface(lesson, part, cell)
        elif cell.kind == "code":
            said = fragment(inline(first_words(cell.shown)))
            yield slide(part.title, f"{lead}```python\n{cell.source.strip()}\n```\n\n{said}", "", "code")
        else:
            shown = "".join(map(as_html, lesson.outputs[cell.number]))
            code = "\n".join(line for line in cell.source.splitlines() if not UNSAID.match(line)).strip()
            code = f"```python\n{code}\n```\n\n" if code else ""
            yield slide(part.title, f"{lead}{code}```{{raw}} html\n{shown}\n```", "", "output")
        lead = ""


def is_shown(lesson: Lesson, cell: Cell, recordings: Recordings) -> bool:
    """Whether a cell has a place on a slide: a check has none, nor has code that shows nothing."""
    if cell.kind in PLAYED:
        return place(path_of(lesson.name), cell.number) in recordings
    if cell.kind == "code":
        return "def " in cell.source
    return cell.kind == "prose" or bool(cell.question) or bool(lesson.outputs.get(cell.number))


def slide(title: str, body: str, notes: str = "", kind: str = "") -> str:
    """A slide, and what only the speaker sees."""
    told = f"\n```{{revealjs-notes}}\n{notes}\n```\n" if notes.strip() else ""
    settings = f"\n```{{revealjs-section}}\n:data-state: {kind}\n```\n" if kind else ""
    return f"## {title}\n{settings}\n{body}\n{told}"


def surface(lesson: Lesson, part: Part, cell: Cell) -> str:
    """A live surface; if it has a goal, it says so itself. The lecture view has one measure, so several need all."""
    name = place(path_of(lesson.name), cell.number)
    several = cell.kind == "play" and len(getattr(cell.shown, "measures", ())) > 1
    view = "full" if several else "lecture"
    live = f'<div class="live" data-live="{name}" data-view="{view}" data-prevent-swipe></div>'
    return slide(part.title, f"```{{raw}} html\n{live}\n```", "", "surface")


def as_html(output: Mapping[str, Any]) -> str:
    """What a cell printed or showed."""
    data = output.get("data", {})
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{data["image/png"].strip()}">'
    return "".join(data.get("text/html", "")) or f"<pre>{escape(printed(output))}</pre>"


def asked(title: str, cell: Cell, lead: str = "") -> str:
    """A question, then its answer."""
    assert cell.question
    state = cell.question._state
    items = "".join(f"<li>{inline(one)}</li>" for one in state.answer.items)
    choices = f'<ul class="choices">{items}</ul>' if isinstance(state.answer, Choice | Order) else ""
    because = f" {inline(state.because)}" if state.because else ""
    end = "." if because and not str(state.answer).endswith(".") else ""
    answer = fragment(f"<b>{inline(str(state.answer))}{end}</b>{because}", cell.question.text)
    return slide(
        title, f"{lead}```{{raw}} html\n<p>{inline(cell.question.text)}</p>{choices}\n```\n\n{answer}", "", "question"
    )


def fragment(html: str, question: str = "") -> str:
    """What comes on the next key: the answer to a question."""
    answered = f' data-answers="{escape(question)}"' if question else ""
    return f'```{{raw}} html\n<p class="fragment answer"{answered}>{html}</p>\n```'


def shortened(text: str) -> tuple[str, str]:
    """The first paragraphs of a text, as many as a slide holds, and the rest for the notes."""
    shown: list[str] = []
    rest: list[str] = []
    for paragraph in re.split(r"\n{2,}", text):
        words = sum(map(number_of_words, shown)) + number_of_words(paragraph)
        (rest if rest or (shown and words > MOST_WORDS) else shown).append(paragraph)
    return "\n\n".join(shown), "\n\n".join(rest)


def linkless(text: str) -> str:
    """Prose without links, which a deck has no use for."""
    return LINK.sub(r"\1", text)
