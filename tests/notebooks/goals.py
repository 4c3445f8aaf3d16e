"""The goals of the notebooks, and every list that a student can make on the way to one."""

import itertools
import math
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import Any, NamedTuple

import jupytext

from docs.lessons import at_home
from docs.recordings import run
from notebooks.build import SOURCES
from rankteach.widgets.parts.cards import ScoredList


class Cell(NamedTuple):
    """A cell of code: what it shows and prints, and the prose above it."""

    shown: Any
    printed: str
    prose: str


@cache
def cells_of(name: str) -> list[Cell]:
    """The cells of code of a notebook, without checks; they run here, once for all tests, which change nothing."""
    found, prose = [], ""
    namespace: dict[str, Any] = {"__name__": name, "display": lambda *shown: None}
    with at_home(name):
        for cell in jupytext.read(SOURCES / f"{name}.py", fmt="py:percent").cells:
            if cell.cell_type != "code":
                prose = cell.source
            elif "check" not in cell.metadata.get("tags", []):
                with redirect_stdout(StringIO()) as output:
                    shown = run(cell.source, namespace)
                found.append(Cell(shown, output.getvalue(), prose))
    return found


def goals_of(name: str) -> list[Cell]:
    """The cells of a notebook that show a surface with a goal."""
    return [cell for cell in cells_of(name) if getattr(getattr(cell.shown, "_state", None), "goal", None)]


# --- what a student can make --------------------------------------------------------------------------------
def lists_from(state: Any, start: Any) -> list[Any]:
    """Every list that moves and clicks make of one; of those that look the same, one.

    Where the labels stay, each of their orders; where they can be clicked, every pattern. Without grades, every order
    of the items.
    """
    grades = start.grades
    if set(grades) == {None}:
        return [start.replace(items=list(order)) for order in itertools.permutations(start.items)]
    if start.served:  # items of one grade are not alike, so each order counts; labels that change would be too many
        assert state.fixed
        orders = itertools.permutations(zip(grades, start.items, strict=True))
        return [start.replace(grades=[grade for grade, _ in one], items=[item for _, item in one]) for one in orders]
    if state.fixed:
        patterns = set(itertools.permutations(grades))
    else:
        patterns = set(itertools.product(state.grades.levels, repeat=len(grades)))
    return [start.replace(grades=list(pattern)) for pattern in sorted(patterns, key=str)]


def number_of_solutions(state: Any) -> tuple[int, int]:
    """How many of all lists, or pairs of lists, or sets of lists, reach the goal, and how many there are."""
    starts = state.rankings()
    made = {name: lists_from(state, start) for name, start in starts.items()}
    total = math.prod(map(len, made.values()))
    if hasattr(state, "side"):  # what is calculated of one list is the same next to each other list
        assert state.fixed or not state.now.linked, "a click on a label changes both lists"
        scored = [list(map(ScoredList, lists)) for lists in made.values()]
        pairs = ({"A": a, "B": b} for a, b in itertools.product(*scored))
        return sum(map(state.goal.reached, pairs)), total
    now = (state.with_rankings(dict(zip(made, lists, strict=True))) for lists in itertools.product(*made.values()))
    return sum(state.goal.reached(state.named_lists(one)) for one in now), total
