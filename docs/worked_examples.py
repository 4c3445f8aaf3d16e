"""Every number that the documents print, as a page: where it is live, and what a click makes of it."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any, NamedTuple

import rankteach as rt
from docs.recordings import ROOT, shown
from notebooks.build import path_of, text_of
from rankteach import Ranking
from rankteach.explain.printed import Printed, verdict
from rankteach.tracing.measures import Measure
from rankteach.widgets.parts.list import JudgedState

GOLDEN = ROOT / "tests" / "metrics" / "worked_examples.json"
NOTEBOOKS = {
    "Evaluation Metrics For Learning to Rank Problems": "documents/01_learning_to_rank_metrics",
    "Evaluation Metrics for Ranking problems: Introduction and Examples": "documents/02_ranking_metrics_introduction",
    "Ranked evaluation measures: a review (ROC, DCG, AP, FAP)": "documents/04a_what_does_each_measure_not_see",
    "Rank Metrics (wiki page of a metrics calculator for traceability links)": "documents/03_rank_metrics",
}
"""The documents that print numbers, each with its notebook."""
STEPS = {
    "discount": ("dcg", "discount", "divisor"),
    "discounted_gain": ("dcg", "discounted gain", "discounted gain"),
    "average_precision running sum": ("average_precision", "running sum", "running sum of AP"),
}
"""Numbers on the way: of which metric, in which column, and what people call them."""
INTRODUCTION = """# Every number of the documents

rankteach began with five documents about ranking metrics. Four of them print numbers. Here is each of these, next to
the exact one. *Live* says under which heading of its notebook you can change its list; *one click* is what the first
click on a label makes of the number, if it changes it. Numbers are compared to twelve digits.
"""


class Example(NamedTuple):
    """A printed number, and the list that it belongs to: None if it is the same for every list."""

    document: str
    about: Mapping[str, Any]
    grades: list[Any] | None

    @property
    def metric(self) -> str:
        """What its metric is called in Python."""
        return STEPS[self.about["metric"]][0] if self.about["metric"] in STEPS else self.about["metric"]

    @property
    def rank(self) -> int:
        """Its cutoff, or the rank of a number on the way; 0 if it has none."""
        return int(self.about.get("rank", self.about.get("k", 0)))

    @property
    def exact(self) -> Fraction | float:
        """The number itself."""
        return Fraction(self.about["fraction"]) if "fraction" in self.about else self.about["value"]

    @property
    def name(self) -> str:
        """What people call it."""
        if self.about["metric"] in STEPS:
            return f"{STEPS[self.about['metric']][2]} at rank {self.rank}"
        return str(getattr(rt, self.metric)([1] * 8, **({"k": self.rank} if self.rank else {})).label)

    def of(self, measure: Measure, ranking: Ranking) -> Any:
        """What a measure makes of a list in its place; None if the list has no such rank."""
        if self.about["metric"] in STEPS:
            column = measure.metric(ranking, **{**measure.parameters, "k": None}).columns[
                STEPS[self.about["metric"]][1]
            ]
            return column.cells[self.rank - 1] if self.rank <= len(ranking) else None
        trace = measure.metric(ranking, **measure.parameters, **({"k": self.rank} if self.rank else {}))
        return trace.value if trace.exact is None else trace.exact


class Live(NamedTuple):
    """Where a number is live: under which heading; and what a click makes of it, if one changes it."""

    heading: str
    value: Any
    after: Any


def examples() -> Iterator[Example]:
    """Every number that a document prints."""
    for document in json.loads(GOLDEN.read_text(encoding="utf-8")):
        for example in document["examples"]:
            for about in example["numbers"]:
                lists = example.get("relevance")
                yield Example(
                    document["document"], about, lists[about["ranking"]] if isinstance(lists, dict) else lists
                )


def states(name: str) -> list[tuple[str, JudgedState]]:
    """The surfaces of a notebook that have lists and measures, each with the heading above it."""
    path, text = path_of(name), text_of(name)
    cells = json.loads(text)["cells"]
    headings, heading = {}, ""
    for number, cell in enumerate(cells):
        lines = "".join(cell["source"]).splitlines() if cell["cell_type"] == "markdown" else []
        heading = next((line.lstrip("# ") for line in reversed(lines) if line.startswith("#")), heading)
        headings[number] = heading
    found = ((headings[number], surface._state) for number, surface in shown(path, text))
    return [(title, state) for title, state in found if isinstance(state, JudgedState)]


def live(example: Example, surfaces: Iterable[tuple[str, JudgedState]]) -> Live | None:
    """The first surface on which a click changes a number; its list is there at the start, or after one move."""
    at_rest = None
    for heading, state in surfaces:
        for ranking, measure in _shown(example, state):
            value = example.of(measure, ranking)
            if value is None or abs(float(value) - float(example.exact)) > 1e-12:
                continue
            grades = ((rank, state.grades.next(grade, False)) for rank, grade in enumerate(ranking.grades, start=1))
            clicked = (example.of(measure, ranking.with_grade(rank, grade)) for rank, grade in grades)
            after = next((one for one in clicked if one is not None and float(one) != float(value)), None)
            at_rest = at_rest or Live(heading, value, None)
            if after is not None:
                return Live(heading, value, after)
    return at_rest


def _shown(example: Example, state: JudgedState) -> Iterator[tuple[Ranking, Measure]]:
    """The lists of a surface that the number can belong to, with each measure of its metric; without a cutoff."""
    for _, ranking in state.lists():
        n = range(1, len(ranking) + 1)
        moved = [ranking, *(ranking.moved(rank, to) for rank in n for to in n if rank != to)]
        same = [one for one in moved if example.grades in (None, one.grades)][:1]
        for card in state.cards.shown if same else ():
            if card.measure.metric.name == getattr(rt, example.metric)([1]).metric.name:
                parameters = {name: value for name, value in card.measure.parameters.items() if name != "k"}
                yield same[0], Measure(card.measure.metric, parameters, card.measure.relevant_from)


def page() -> str:
    """All of them. The notebooks run in a process of their own, because they change its folder and its modules."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as apart:
        return apart.submit(_page).result()


def _page() -> str:
    parts, document = [INTRODUCTION], ""
    surfaces = {title: states(name) for title, name in NOTEBOOKS.items()}
    for example in examples():
        if example.document != document:
            document = example.document
            parts.append(f"\n## {document}\n\n[Its notebook](notebooks/{NOTEBOOKS[document]}.ipynb)\n")
            parts.append("| number | list | printed | exact | so the printed number is | live | one click |")
            parts.append("|---|---|---|---|---|---|---|")
        printed, there = Printed(example.about["printed"]), live(example, surfaces[document])
        if there is None:
            raise LookupError(f"{example.name}, printed as {printed.text}, must be on a live surface of {document}.")
        after = "—" if there.after is None else printed.shown(there.after)
        grades = "any" if example.grades is None else "\u00a0".join(map(str, example.grades))
        cells = [
            example.name,
            grades,
            printed.text,
            printed.shown(there.value),
            verdict(printed.text, example.exact),
            there.heading,
            after,
        ]
        parts.append(f"| {' | '.join(cells)} |")
    return "\n".join(parts) + "\n"
