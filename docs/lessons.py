"""A lesson as what is built around it sees it: its parts, goals, questions, drafts and minutes.

Everything is read off the source of the lesson and its tasks, and the cells are run here: the pages for teachers, the
slides and the solutions say nothing that the lesson does not have.
"""

from __future__ import annotations

import ast
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from docs.recordings import run
from notebooks.build import FOLDER, SOURCES, names, text_of
from rankteach.core.ranking import Ranking
from rankteach.widgets.question.widget import Question

WORDS: Mapping[str, Mapping[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""What a teacher decides before the class, for each lesson: what to project, what to skip, what else to do."""
LIVE = re.compile(r"\brt\.(explore\w*|step_through|side_by_side)\(")
HEADING = re.compile(r"^##+ (.+)$\n?", re.MULTILINE)

# Adults read 238 words of English non-fiction a minute (Brysbaert 2019, "How many words do we read per minute?",
# Journal of Memory and Language 109), and far fewer in a second language and of a text with numbers to follow.
WORDS_A_MINUTE = 130
# Reviewers who go faster than 500 lines of code an hour overlook much (Cohen 2006, "Best Kept Secrets of Peer Code
# Review").
LINES_A_MINUTE = 6
FORMULA = 1 / 2
MOST_READ = 80  # words of an output: a longer table is looked up, not read
# Minutes for each task, its reading and a second try included. They are estimates: no class has been timed yet.
QUESTION, SURFACE = 2, 4
MINUTES = {
    "choice": QUESTION,
    "number": QUESTION,
    "order": QUESTION,
    "text": QUESTION,
    "walk": SURFACE,  # through the steps of a calculation
    "play": SURFACE,  # with a live surface
    "reach": SURFACE,  # a goal
    "code": 8,  # fix a function until the check passes
    "yours": SURFACE,  # change a cell that nothing checks; it has this tag
}


class Cell(NamedTuple):
    """A cell of a source that has run: what it shows, and which kind of task it is."""

    source: str
    tags: Sequence[str] = ()
    shown: Any = None
    kind: str = "prose"
    """Prose, check, a key of MINUTES, or nothing: code to run and read."""
    number: int = -1
    """Its place in the notebook; none if it is a check, which the notebook leaves out."""

    @property
    def question(self) -> Question | None:
        """The question that it asks."""
        return self.shown if isinstance(self.shown, Question) else None


class Part(NamedTuple):
    """What is below a heading."""

    title: str
    cells: list[Cell]

    def takes(self, outputs: Mapping[int, Sequence[Mapping[str, Any]]]) -> float:
        """Its minutes."""
        return sum(taken(cell, outputs.get(cell.number, ())) for cell in self.cells)


class Draft(NamedTuple):
    """A function with a mistake, the report on it, and the function without."""

    draft: str
    said: Any
    solution: str


class Lesson(NamedTuple):
    """A lesson that has run."""

    name: str
    parts: list[Part]
    outputs: Mapping[int, Sequence[Mapping[str, Any]]]

    @property
    def file(self) -> str:
        """The last part of its name: 04_ap_at_k."""
        return self.name.rpartition("/")[2]

    @property
    def number(self) -> str:
        """Its number as it is said: 4, or e1."""
        return self.file.partition("_")[0].lstrip("0")

    @property
    def head(self) -> str:
        """The prose above everything else."""
        return self.parts[0].cells[0].source

    @property
    def title(self) -> str:
        """Its title, without its number."""
        return re.sub(r"^(Lesson \d+|Extra lesson)\. ", "", self.parts[0].title)

    @property
    def goals(self) -> list[str]:
        """What a student can do after it."""
        return [goal.rstrip(";.") for goal in re.findall(r"^\d\. (.*?[;.])$", self.head, re.MULTILINE)]

    @property
    def needs(self) -> str:
        """What comes before it, as Markdown; nothing if it is the first."""
        found = re.search(r"\*\* You need (.*?)\.(?= Run|\n)", self.head, re.DOTALL)
        return " ".join(found[1].split()) if found else ""

    @property
    def cells(self) -> list[Cell]:
        """All cells, in their order."""
        return [cell for part in self.parts for cell in part.cells]

    @property
    def named_questions(self) -> dict[str, Question]:
        """The questions that it asks, in their order, by their names in its tasks."""
        return {cell.source.removeprefix("tasks."): cell.shown for cell in self.cells if cell.question}

    @property
    def questions(self) -> list[Question]:
        """The same without names."""
        return list(self.named_questions.values())

    @property
    def goal_cells(self) -> list[Cell]:
        """The cells that show a surface with a goal."""
        return [cell for cell in self.cells if cell.kind == "reach"]

    @property
    def drafts(self) -> list[Draft]:
        """Every draft with its solution, which is the first check after it that has a function and passes."""
        found, cells = [], self.cells
        for at, cell in enumerate(cells):
            if cell.kind == "code":
                solutions = (
                    one.source
                    for one in cells[at:]
                    if one.kind == "check" and {"def", "assert"} <= {*one.source.split()}
                )
                found.append(Draft(cell.source, cell.shown, solved(cell.source, next(solutions))))
        return found

    @property
    def takes(self) -> int:
        """Its minutes, to five."""
        return in_fives(sum(part.takes(self.outputs) for part in self.parts))


@cache
def lesson(name: str) -> Lesson:
    """Run a lesson; its outputs are those of the notebook."""
    notebook = json.loads(text_of(name))
    outputs = {at: cell.get("outputs", ()) for at, cell in enumerate(notebook["cells"])}
    return Lesson(name, parts_of(ran(name)), outputs)


def lessons() -> list[Lesson]:
    """Every lesson, in order."""
    return [lesson(name) for name in names() if name.startswith("lessons/")]


def ran(name: str) -> list[Cell]:
    """The cells of a source, checks too, after they have run."""
    import jupytext

    cells, number = [], 0
    with at_home(name):
        namespace: dict[str, Any] = {"__name__": name, "display": lambda *shown: None}
        for cell in jupytext.read(SOURCES / f"{name}.py", fmt="py:percent").cells:
            tags = cell.metadata.get("tags", [])
            if cell.cell_type == "markdown":
                made = Cell(cell.source, tags, number=number)
            else:
                with redirect_stdout(StringIO()):
                    shown = run(cell.source, namespace)
                if "check" in tags:
                    cells.append(Cell(cell.source, tags, shown, "check"))
                    continue
                found = re.search(r"^report = rt\.check\(", cell.source, re.MULTILINE)
                shown = namespace["report"] if found else shown
                made = Cell(cell.source, tags, shown, kind_of(cell.source, tags, shown), number)
            cells.append(made)
            number += 1
    return cells


@contextmanager
def at_home(name: str) -> Iterator[None]:
    """In the folder of a notebook, with the tasks that lie next to it."""
    before, folder = os.getcwd(), (FOLDER / name).parent
    kept = {one: module for one, module in sys.modules.items() if one.partition(".")[0] == "tasks"}
    for one in kept:
        del sys.modules[one]
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        os.chdir(before)
        sys.path.remove(str(folder))
        for one in [one for one in sys.modules if one.partition(".")[0] == "tasks"]:
            del sys.modules[one]
        sys.modules.update(kept)


def parts_of(cells: Sequence[Cell]) -> list[Part]:
    """The cells below each heading; prose with several headings is cut at each."""
    parts: list[Part] = []
    for cell in cells:
        if cell.kind != "prose":
            parts[-1].cells.append(cell)
            continue
        head, *rest = HEADING.split(cell.source)
        if not parts:
            title, _, head = head.partition("\n")
            parts.append(Part(title.lstrip("# "), []))
        if head.strip():
            parts[-1].cells.append(cell._replace(source=head.strip()))
        for title, text in zip(rest[::2], rest[1::2], strict=True):
            parts.append(Part(title, [cell._replace(source=text.strip())] if text.strip() else []))
    return parts


def at_goal(cell: Cell) -> dict[str, Ranking]:
    """The lists of a surface, by their names, as its solution arranges them."""
    state = cell.shown._state
    return dict(state.goal.solution)


def solved(draft: str, check: str) -> str:
    """The draft with the function of its check, without the lines that check it."""
    (right,) = (node for node in ast.parse(check).body if isinstance(node, ast.FunctionDef))
    function, lines = ast.get_source_segment(check, right) or "", draft.splitlines()
    wrong = [node for node in ast.parse(draft).body if isinstance(node, ast.FunctionDef) and node.name == right.name]
    head = lines[: wrong[0].lineno - 1] if wrong else []
    return "\n".join([*head, function])


# --- how long it takes ------------------------------------------------------------------------------------------------
def kind_of(source: str, tags: Sequence[str] = (), shown: Any = None) -> str:
    """Which kind of task a cell of code is; empty if it is only to be run and read."""
    if isinstance(shown, Question):
        return str(shown._state.answer.kind)
    if re.search(r"\bgoal=|\*\*tasks\.", source):
        return "reach"
    if LIVE.search(source):
        return "walk" if "rt.step_through(" in source else "play"
    if "yours" in tags:
        return "yours"
    return "code" if "rt.check(" in source else ""


def taken(cell: Cell, outputs: Sequence[Mapping[str, Any]]) -> float:
    """The minutes of a cell: its words, formulas, lines of code and outputs, and its task."""
    if cell.kind == "check":
        return 0
    if cell.kind == "prose":
        formulas = len(re.findall(r"\$\$.*?\$\$", cell.source, re.DOTALL))
        return FORMULA * formulas + number_of_words(cell.source) / WORDS_A_MINUTE
    total, words = float(MINUTES.get(cell.kind, 0)), 0
    if cell.kind in ("", "code", "yours"):
        total += lines_of(cell.source) / LINES_A_MINUTE
    if cell.kind in ("", "yours"):
        words += sum(min(MOST_READ, len(printed(output).split())) for output in outputs)
    if cell.question:
        told = cell.question.answer if isinstance(cell.question.answer, str) else ""
        words += number_of_words(f"{cell.question._state.because} {told}")
    return total + words / WORDS_A_MINUTE


def in_fives(minutes: float) -> int:
    """Minutes as a plan says them."""
    return 5 * round(minutes / 5)


def number_of_words(text: str) -> int:
    """How many words, without formulas and addresses."""
    plain = re.sub(r"\$\$.*?\$\$|\$[^$]*\$|\]\([^)]*\)", " ", text, flags=re.DOTALL)
    return len(re.findall(r"[A-Za-z][\w'’-]*", plain))


def lines_of(source: str) -> int:
    """How many lines of code have something to read."""
    return len([line for line in source.splitlines() if line.strip() and not re.match("import|from", line)])


def printed(output: Mapping[str, Any]) -> str:
    """The text of an output, as a reader sees it."""
    data = output.get("data", {})
    html = re.sub("<[^>]+>", " ", "".join(data.get("text/html", "")))
    return "".join(output.get("text", "")) or html or "".join(data.get("text/plain", ""))
