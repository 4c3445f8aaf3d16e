"""Every live surface, for the tests that all of them have to pass. A new one is one line here."""

from dataclasses import dataclass
from typing import Any

import pytest

import rankteach as rt


@dataclass(frozen=True)
class Surface:
    """A live surface, and something that a person can do in it."""

    source: str
    """The Python expression that makes it."""
    name: str
    """Its class in the page."""
    click: str
    """What somebody clicks, as a selector within the surface."""
    changes: str
    """What then says something else."""

    def make(self) -> Any:
        """Return the widget, made in this process."""
        return eval(self.source, {"rt": rt})


GRADED = "rt.Ranking([3, 2, None, 0, 1], scores=[0.9, 0.7, 0.7, 0.4, 0.1], missed=[3])"
TWO_LISTS = "['a', 'b', 'c', 'd'], ['b', 'd', 'a', 'e']"
GOAL = "AP of A == AP of B and nDCG of A > nDCG of B and NumRel of A == 3"
MEANT = "rt.evaluate(rt.examples.qrels(), rt.examples.{}(), ['nDCG@10', 'AP'])"
NEXT = ".rt-key[aria-label^='Next']"
SURFACES = {
    "explore": Surface("rt.explore([1, 0, 1, 1, 0, 1, 0, 0])", "rt-explorer", ".rt-mark >> nth=1", ".rt-value"),
    "explore graded": Surface(
        f"rt.explore({GRADED}, goal='nDCG > 0.9 and RR == 1')", "rt-explorer", ".rt-mark >> nth=3", ".rt-value"
    ),
    "curve": Surface("rt.explore_curve(rt.examples.eight_documents)", "rt-curve", ".rt-mark >> nth=1", ".rt-value"),
    "agreement": Surface(
        f"rt.explore_agreement({TWO_LISTS})", "rt-agreement", ".rt-moves :enabled >> nth=0", ".rt-value"
    ),
    "steps": Surface("rt.step_through(rt.average_precision([1, 0, 1, 1, 0]))", "rt-step", NEXT, ".rt-where"),
    "evaluated run": Surface(
        "rt.explore(rt.evaluate(rt.examples.qrels(), rt.examples.run(), ['nDCG@10', 'AP', 'RR']), query='117')",
        "rt-explorer",
        ".rt-mark >> nth=1",
        ".rt-value",
    ),
    "two evaluated runs": Surface(
        f"rt.explore({MEANT.format('run')}, second={MEANT.format('second_run')}, titles=rt.examples.queries())",
        "rt-explorer",
        ".rt-mark >> nth=1",
        ".rt-value",
    ),
    "queries": Surface(
        "rt.explore_queries({'soup': [1, 0, 1, 0], 'tart': [0, 1, 1], 'salad': [0, 0, 1]})",
        "rt-many",
        ".rt-mark >> nth=1",
        ".rt-value",
    ),
    "signs": Surface(
        "rt.explore_signs(rt.compare({'soup': 0.5, 'tart': 1, 'pie': 1}, {'soup': 0.7, 'tart': 0.9, 'pie': 1}, 'AP'))",
        "rt-signs",
        ".rt-flip >> nth=1",
        ".rt-value",
    ),
    "side by side": Surface(
        f"rt.side_by_side(rt.examples.model_a, rt.examples.model_b, goal={GOAL!r})",
        "rt-sidebyside",
        ".rt-mark >> nth=1",
        ".rt-value",
    ),
    "side by side, named": Surface(
        "rt.side_by_side(*(rt.Ranking.from_items(list(items), dict(a=2, c=1, x=1)) for items in ('abcd', 'cabe')))",
        "rt-sidebyside",
        ".rt-mark >> nth=1",
        ".rt-value",
    ),
}

# The first of each kind for every change, and all of them in the long form.
FIRST = {surface.name: name for name, surface in reversed(SURFACES.items())}.values()
EACH = [name if name in FIRST else pytest.param(name, marks=pytest.mark.slow) for name in SURFACES]
