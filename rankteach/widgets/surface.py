"""A trace as a live surface draws it: plain data, all words and MathML ready, nothing left to calculate.

Item names stand as they are: a surface sets them as text, never as HTML. MathML holds only escaped text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rankteach.column import Axis
from rankteach.metric import Metric
from rankteach.notation.account import Account
from rankteach.notation.expression import Node
from rankteach.notation.mathml import mathml, row
from rankteach.notation.sentence import Step
from rankteach.notation.tables import Entry, Table
from rankteach.trace import Trace

MOST_ROWS = 20
MOST_UNBROKEN_TERMS = 3


def trace_surface(trace: Trace, most_rows: int = MOST_ROWS) -> dict[str, Any]:
    """The trace of one list: what it is called, its conventions, formula, tables and sentences."""
    account = trace.account
    return {
        "label": trace.label,
        "title": trace.title,
        "line": _first_line(getattr(trace.metric, "function", trace.metric)),
        "conventions": conventions(trace),
        "formula": formula(account),
        "tables": [table_surface(table, account.axis) for table in account.tables(most_rows=most_rows)],
        "steps": [_step(step) for step in account.steps(most_rows)],
    }


def conventions(trace: Trace) -> list[dict[str, Any]]:
    """Every convention in force; one that has named values says which others there are to choose from."""
    metric = trace.metric
    assert isinstance(metric, Metric)
    said = metric.said(trace.parameters)
    made: list[dict[str, Any]] = []
    for parameter, words in said.items():
        convention: dict[str, Any] = {"words": words}
        values = metric.conventions.get(parameter)
        if isinstance(values, Mapping):
            value = trace.parameters.get(parameter, metric.parameters[parameter])
            convention["parameter"] = parameter
            convention["value"] = value if isinstance(value, str) else ""
            convention["options"] = [
                {"value": one, "words": metric.words(parameter, one, trace.parameters.get("k"))} for one in values
            ]
        made.append(convention)
    made.extend({"words": words} for words in trace.conventions[len(said) :])
    return made


def formula(account: Account) -> dict[str, Any]:
    """The formula with letters, with numbers and its value, in pieces between which a line may break.

    ``depth`` counts the equals signs so far: 1 is the formula with letters.
    """
    _, *symbolic = account.formula.parts
    label, *numeric = account.substitution.parts
    shown = [part for part in numeric if part not in symbolic]
    pieces = []
    for depth, (sign, node) in enumerate([*symbolic, *shown], start=1):
        for place, (lead, term) in enumerate(_terms(sign, node)):
            pieces.append({"math": _piece(lead, term), "depth": depth, "goes_on": place > 0})
    return {"name": mathml(label), "pieces": pieces}


def table_surface(table: Table, axis: Axis) -> dict[str, Any]:
    """Heads and rows of cells. ``linked`` says whether the rows are those of the list itself."""
    heads = []
    inside = False  # among the columns of another axis, such as those of the ideal order
    for place, entry in enumerate(table.entries):
        before = inside
        inside = _of_another_axis(table, place, inside)
        heads.append(
            {
                "title": entry.title,
                "math": mathml(entry.definition) if entry.definition else "",
                "kind": _kind(entry, table),
                "edge": inside != before,
            }
        )
    return {
        "heads": heads,
        "rows": [list(cells) for cells in zip(*(entry.cells for entry in table.entries), strict=True)],
        "hidden": table.hidden,
        "linked": table.axis is axis and any(entry.title == "item" for entry in table.entries),
    }


def _of_another_axis(table: Table, place: int, inside: bool) -> bool:
    """The labels of another axis stand where its columns begin; a column of the table's own axis ends them."""
    entry = table.entries[place]
    if entry.column is None:
        return inside or any(earlier.column is not None for earlier in table.entries[:place])
    return inside and entry.column.axis is not table.axis


def _kind(entry: Entry, table: Table) -> str:
    if entry.title == table.axis.name:
        return "row"
    if entry.cells and all(cell in "●○" for cell in entry.cells):
        return "mark"
    return "number" if entry.numeric else "name"


def _terms(sign: str, node: Node) -> Iterator[tuple[str, Node]]:
    """A long sum term by term, anything else whole."""
    if node.kind == "+" and len(node.parts) > MOST_UNBROKEN_TERMS:
        yield sign, node.parts[0]
        for term in node.parts[1:]:
            yield "+", term
    else:
        yield sign, node


def _piece(sign: str, node: Node) -> str:
    return f'<math displaystyle="true"><mo form="infix" stretchy="false">{sign}</mo>{row(node)}</math>'


def _step(step: Step) -> dict[str, Any]:
    """A step with the row it is about apart from what it says; the name of an item keeps its first letter."""
    lead, _, said = step.text.partition(": ")
    if not (step.item and said.startswith(str(step.item))):
        said = said[:1].upper() + said[1:]
    return {"row": step.row, "lead": lead, "text": said}


def _first_line(function: Any) -> str:
    return (function.__doc__ or "").strip().split("\n")[0]
