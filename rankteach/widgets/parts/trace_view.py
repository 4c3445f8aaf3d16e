"""A trace as plain data for a live surface, with all words and MathML, so that the browser calculates nothing.

Item names are left as they are: a surface sets them as text, never as HTML. MathML holds only escaped text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal

import numpy as np

from rankteach.core.column import Axis
from rankteach.core.ranking import Ranking
from rankteach.notation.calculation import Calculation as RecordedCalculation
from rankteach.notation.column_words import described
from rankteach.notation.expression import PRODUCT, Node, heading, signed_terms, worked
from rankteach.notation.mathml import MATHML, mathml, row
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.origins import Origins
from rankteach.notation.sentence import Step
from rankteach.notation.style import PLAINLY, Writing, parenthesised
from rankteach.notation.tables import Entry, Table, behind, edges, follows_value, is_total_so_far, made
from rankteach.tracing import alarms
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.meaning import first_line, uncapitalised
from rankteach.tracing.measures import Measure
from rankteach.tracing.metric import Metric, has_ties
from rankteach.tracing.source import lines
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.cards import Card
from rankteach.widgets.protocol import (
    Calculation,
    Convention,
    Formula,
    Head,
    Option,
    Piece,
    Place,
    StepFormula,
    StepText,
    Worked,
)
from rankteach.widgets.protocol import Table as TableView

MOST_ROWS = 20


class TraceDrawing:
    """The trace of one list, or of a mean, to be drawn. The formulas of the steps come separately: they take longest.

    ``view`` holds names, conventions, formula, tables, sentences, and what is made of what; ``formulas`` gives for
    each step what is calculated in it, and the lines of Python that calculate it.
    """

    def __init__(self, trace: Trace, display: Display = EXACTLY, most_rows: int = MOST_ROWS) -> None:
        account = trace.calculation
        self._trace, self._axis = trace, account.axis
        self._tables = account.tables(digits=display.digits, fractions=display.fractions, most_rows=most_rows)
        self._origins = Origins(account, self._tables)
        self._how = Writing(display, self._origins.place)
        self.view = self._view(account, most_rows)

    @cached_property
    def formulas(self) -> Worked:
        """For each step, its formulas with numbers; and the source."""
        heads = {name: heading(column) for name, column in self._trace.columns.items()}
        return {
            "steps": [list(self._formulas_of(step["row"] - 1)) for step in self.view["steps"]],
            "code": [
                {"text": text, "ran": ran, "makes": [heads.get(one, one) for one in makes]}
                for text, ran, makes in lines(self._trace)
            ],
        }

    def _formulas_of(self, row: int) -> Iterator[StepFormula]:
        """The formulas of a row with their numbers, one for each cell that is not blank."""
        for number, table in enumerate(self._tables):
            for place, entry in enumerate(table.entries if table.axis is self._axis else ()):
                column = entry.column
                if column is None or not column.sources or row >= len(column) or not entry.cells[row]:
                    continue
                if column.rule.is_copy or column.name == "relevant":
                    continue
                yield {"math": mathml(worked(column, row, self._how.display), self._how), "cell": [number, place]}

    def _made_of(self, table: Table) -> list[list[list[Place]]]:
        """For each cell of each row, the places of the cells that it was calculated from."""
        columns = [entry.column for entry in table.entries]
        return [
            [
                list(self._origins.of(one, row)) if one is not None and one.sources and row < len(one) else []
                for one in columns
            ]
            for row in range(len(table.entries[0].cells))
        ]

    def _view(self, account: RecordedCalculation, most_rows: int) -> Calculation:
        trace, origins, display = self._trace, self._origins, self._how.display
        return {
            "label": _called(trace),
            "title": trace.title,
            "line": _line(trace),
            "meaning": _meaning(trace),
            "conventions": conventions(trace),
            "formula": formula(account, self._how),
            "tables": [
                {**table_surface(table, account.axis), "origins": self._made_of(table)} for table in self._tables
            ],
            "scalars": [
                {"name": one.name or "", "value": display.plain(one.cells), "origins": list(origins.of(one))}
                for one in (*origins.scalars, account.result)
            ],
            "steps": [_step(step) for step in account.steps(most_rows, display)],
            "closing": account.closing(display),
            "item": origins.items(self._tables, trace.ranking.axis) if isinstance(trace.ranking, Ranking) else None,
            "display": {"fractions": display.fractions, "digits": display.digits},
        }


def record_of(trace: Trace) -> tuple[Any, ...]:
    """What traces have in common that are drawn alike: measure, columns with their numbers, labels, what is said of it.

    A measure that is cut has the same record for many lists: those that differ below the cutoff.
    """
    if not isinstance(trace.metric, Metric):
        return (id(trace),)
    columns = list(behind(trace.result))
    own = [id(value) for value in trace.parameters.values() if callable(value)]
    numbers = [(values.dtype.char, values.tobytes()) for values in (np.asarray(one.values) for one in columns)]
    axes = dict.fromkeys(column.axis for column in columns if column.axis is not None)
    said = [({name: tuple(values) for name, values in axis.labels().items()}, tuple(axis.states())) for axis in axes]
    return trace.measure, *own, *made(columns), *numbers, repr(said), _meaning(trace), *trace.conventions


def _called(trace: Trace) -> str:
    """What a heading and a card call the trace: AP@5 ÷ the hits. τAP has no index there."""
    label, rel = trace.label.replace("_", ""), getattr(trace.ranking, "relevant_from", None)
    if not isinstance(trace.metric, Metric):
        return label
    return Card(0, Measure(trace.metric, dict(trace.parameters), rel)).in_words(label)


def _meaning(trace: Trace) -> str:
    notes = (note for note in trace.misleading(trace) if note is None or not note.moves)
    return without_calls(alarms.around(trace.meaning, notes)).replace(trace.label, trace.label.replace("_", ""))


def without_calls(text: str) -> str:
    """A text without its sentences about a call, which stands between backticks: on a surface there are none."""
    return re.sub(r" ?`[^`]*`[^`.]*\.", "", text).strip()


def _line(trace: Trace) -> str:
    """What a metric is, or that of each query, in a sentence; nothing with another divisor or weights."""
    metric, line = trace.metric, first_line(trace.metric)
    usual = metric.of_one.parameters
    if any(trace.parameters.get(name, usual.get(name)) != usual.get(name) for name in ("denominator", "weights")):
        return ""
    return line if metric.of_one is metric else f"{metric.of_one.name}: {uncapitalised(line)}"


def formulas_of(drawing: TraceDrawing | None) -> Worked:
    """The formulas of a calculation that is drawn; none without one."""
    return drawing.formulas if drawing else {"steps": [], "code": []}


def conventions(trace: Trace) -> list[Convention]:
    """Every convention in force, with the values to choose from if they have names, or are numbers."""
    over = trace.metric if isinstance(trace.metric, Mean) else None
    metric = trace.metric if over is None else over.metric
    if not isinstance(metric, Metric):  # over projects: there is none to choose
        return [{"words": words} for words in trace.conventions]
    conventions: list[Convention] = []
    described = metric.described(trace.parameters, tied=has_ties(trace.ranking))
    for parameter, words in described.items():
        convention: Convention = {"words": words}
        if known := choices(metric, parameter):
            value = trace.parameters.get(parameter, metric.default(parameter))
            convention["parameter"] = parameter
            convention["value"] = next((text for text, one in known.items() if one is value or one == value), "")
            convention["options"] = [
                {"value": text, "words": metric.describe_value(parameter, one, trace.parameters.get("k"))}
                for text, one in known.items()
            ]
        conventions.append(convention)
    rest = trace.conventions[len(described) :]
    conventions.extend({"words": words} for words in rest if over is None or words != over.words)
    return conventions if over is None else [*conventions, *_ways(over)]


def choices(metric: Metric, parameter: str) -> dict[str, Any]:
    """The values of a parameter to choose from, by what a browser calls them: those with a name, or numbers in use."""
    declared = metric.declaration(parameter) if parameter == "ties" else metric.declared.get(parameter)
    if declared is None:
        return {}
    usual = metric.default(parameter)
    if type(usual) in (int, float) and declared.common_values:
        return {repr(one): one for one in sorted({usual, *declared.common_values})}
    return {one: one for one in declared.values if isinstance(one, str) and one != "refuse"}


def _ways(over: Mean) -> Iterator[Convention]:
    """The average, and which queries it counts."""
    ways = {"average": (over.average, over.averages_in_words())}
    if over.average != "pooled":
        ways["queries"] = over.queries, {name: f"over {words}" for name, words in QUERIES.items()}
    for parameter, (value, words) in ways.items():
        options: list[Option] = [{"value": one, "words": sentence} for one, sentence in words.items()]
        yield {"words": words[value], "parameter": parameter, "value": value, "options": options}


def formula(account: RecordedCalculation, how: Writing) -> Formula:
    """The formula with letters, with numbers and its value, in pieces between which a line may break.

    ``depth`` counts the equals signs so far: 1 is the formula with letters.
    """
    _, *symbolic = account.formula.parts
    label, *numeric = account.substituted(how.display).parts
    shown = [part for part in numeric if part not in symbolic]
    pieces: list[Piece] = []
    for depth, (sign, node) in enumerate([*symbolic, *shown], start=1):
        breaks = depth <= len(symbolic) or node.kind == "+"
        parts = _parts(node, how) if breaks else [("", row(node, how))]
        for lead, part in parts:
            written = _operator(lead or sign, ' stretchy="false"') + part
            pieces.append({"math": f'<math displaystyle="true">{written}</math>', "depth": depth})
    return {"name": mathml(label, how), "pieces": pieces}


def table_surface(table: Table, axis: Axis) -> TableView:
    """Heads and rows of cells. ``linked`` says whether the rows are those of the list itself."""
    heads: list[Head] = [
        {
            "title": (title := entry.title.removesuffix(f", {entry.of}")),
            "of": entry.of,
            "about": described(title, entry.column),
            "math": _definition(entry.definition) if entry.definition else "",
            "kind": _kind(entry, table),
            "edge": edge,
            "origin": _origin(entry),
            "grows": entry.column is not None and (is_total_so_far(entry.column) or follows_value(entry.column)),
            "final": entry.column is not None and follows_value(entry.column),
        }
        for entry, edge in zip(table.entries, edges(table), strict=True)
    ]
    return {
        "heads": heads,
        "rows": [list(cells) for cells in zip(*(entry.cells for entry in table.entries), strict=True)],
        "hidden": table.hidden,
        "row": table.axis.name,
        "linked": table.axis is axis and any(entry.title == "item" for entry in table.entries),
    }


def _origin(entry: Entry) -> Literal["given", "calculated", "query"]:
    """Whether the numbers of a column are given or calculated; ``"query"`` if each has a calculation of its own."""
    if entry.column is None or not entry.column.sources:
        return "given"
    return "query" if entry.column.is_of_queries else "calculated"


def _kind(entry: Entry, table: Table) -> Literal["row", "mark", "number", "name"]:
    if entry.title == table.axis.name:
        return "row"
    if entry.cells and all(cell in "●○" for cell in entry.cells):
        return "mark"
    return "number" if entry.numeric else "name"


def _parts(node: Node, how: Writing = PLAINLY) -> Iterator[tuple[str, str]]:
    """The terms of a sum or the factors of a product, each with the sign before it; anything else is one part."""
    if node.kind == "over":
        *range_of_sum, body = node.parts
        factors = _parts(body, how) if body.kind == "*" else [("", parenthesised(body, PRODUCT, MATHML, how))]
        for place, (sign, written) in enumerate(factors):
            yield sign, written if place else MATHML.over(*range_of_sum) + written
    elif node.kind == "*":
        for place, part in enumerate(node.parts):
            yield "·" * bool(place), parenthesised(part, PRODUCT, MATHML, how)
    else:
        terms = node.parts if node.kind == "+" else [node]
        yield "", row(terms[0], how)
        for sign, part in signed_terms(terms[1:]):
            yield sign, row(part, how)


def _definition(node: Node) -> str:
    """A definition in pieces between which a line may break: its sign and each of its terms or factors."""
    label, node = (node.parts[0], node.parts[1][1]) if node.kind == "equation" else (None, node)
    pieces = [f"{row(label)}<mo>=</mo>"] if label else []
    pieces += [_operator(sign) * bool(sign) + part for sign, part in _parts(node)]
    return " ".join(f'<math display="inline">{piece}</math>' for piece in pieces)


def _operator(sign: str, look: str = "") -> str:
    return f'<mo form="infix"{look}>{sign.replace("-", "−")}</mo>'


def _step(step: Step) -> StepText:
    """A step, split into its row and its sentence. The name of an item keeps its first letter."""
    text = step.text.removeprefix(f"{step.where}: ")
    if not (step.item and text.startswith(str(step.item))):
        text = text[:1].upper() + text[1:]
    return {"row": step.row, "lead": step.where, "text": text}
