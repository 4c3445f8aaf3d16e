"""Each row of a trace in one or two sentences, read off the columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.column import Axis, Column
from rankteach.notation import numbers
from rankteach.notation.expression import added, cell, closed
from rankteach.notation.tables import at_every_k, distinct, running_sum
from rankteach.notation.text import on_one_line, text


class Step(NamedTuple):
    """One row of a trace: its number, its item, what happens, and which running columns changed."""

    row: int
    item: str | None
    text: str
    changed: tuple[str, ...]


def steps(axis: Axis, columns: Sequence[Column], most_rows: int | None = None) -> tuple[Step, ...]:
    """One step for each row of ``axis``, or for the first ``most_rows``."""
    own = [column for column, place in distinct(columns) if axis in (place, place.along)]
    rows = max([axis.length, *(len(column) for column in own)])
    rows = rows if most_rows is None else min(rows, most_rows)
    names = [*axis.labels().get(_subject_label(axis), ()), *[None] * rows]
    known = axis.states()
    states = [*known, *["no item" if known else ""] * rows]
    said = []
    for row in range(rows):
        here = [column for column in own if row < len(column)]
        item = None if names[row] is None else on_one_line(str(names[row]))
        name = None if item is None else str(names[row])
        said.append(_step(axis, here, row, item, states[row])._replace(item=name))
    return tuple(said)


def _subject_label(axis: Axis) -> str:
    return "item" if "rank" in axis.name else axis.name


def _step(axis: Axis, columns: list[Column], row: int, item: str | None, state: str) -> Step:
    changed = tuple(column.name or "" for column in columns if _moved(column, row))
    sums = [column for column in columns if running_sum(column)]
    nothing = bool(sums) and not any(_moved(column, row) for column in sums)
    short = _subject(columns, row, state)
    told = [column for column in columns if _worth_telling(column, row, sums, nothing and bool(short), bool(changed))]
    clauses = _joined([_clause(column, row) for column in told])
    subject = f"{item} {_verb(short)}" if item and short else short
    said = short if nothing and not clauses else ". ".join(filter(None, [subject, _capital(clauses)]))
    place = f"Rank {row + 1}" if "rank" in axis.name else f"{_capital(axis.name)} {item}"
    text = "; ".join(filter(None, [said, "nothing is added" if nothing else ""]))
    return Step(row + 1, item, f"{place}: {text}.", changed)


def _worth_telling(column: Column, row: int, sums: list[Column], nothing: bool, changed: bool) -> bool:
    if nothing or running_sum(column):
        # an answer to "why is nothing added?", and the value that stands after all
        return _moved(column, row) or (nothing and (at_every_k(column) or (changed and _yes_or_no(column))))
    if column.counts_rows or column.name in ("grade", "relevant"):
        return False
    return column.symbol is not None or not any(column is total.sources[0] for total in sums)


def _moved(column: Column, row: int) -> bool:
    return column.operation == "cumsum" and cell(column.sources[0], row) != 0


def _subject(columns: list[Column], row: int, state: str) -> str:
    """``relevant``, ``not relevant``, ``grade 2``, ``not judged``; empty where rows are no items."""
    if state:
        return state
    by_name = {column.name: column for column in columns}
    if "relevant" in by_name:
        return "relevant" if cell(by_name["relevant"], row) else "not relevant"
    if "grade" in by_name:
        grade = cell(by_name["grade"], row)
        return f"grade {numbers.given(grade) if isinstance(grade, float) else numbers.plain(grade)}"
    return ""


def _verb(short: str) -> str:
    return f"has {short}" if short.startswith("grade") else f"is {short}"


def _clause(column: Column, row: int) -> str:
    name = (column.name or "").replace("@i", f"@{row + 1}")
    if running_sum(column):
        the = "the " if name[0].islower() else ""
        calculation = added(column, row)
        assert calculation is not None
        return f"{the}{name} becomes {_with_value(text(calculation), cell(column, row))}"
    if _yes_or_no(column):
        return f"{name}: {'yes' if cell(column, row) else 'no'}"
    exact = cell(column, row)
    value = numbers.given(exact) if column.operation == "given" and isinstance(exact, float) else numbers.plain(exact)
    if column.operation == "cumsum":
        before = numbers.plain(cell(column, row - 1) if row else 0)
        return f"{name} go from {before} to {value}" if before != value else f"{name} stay at {value}"
    if column.operation == "log":
        return f"{name} is {_with_value(_logarithm(column, row), cell(column, row))}"
    return f"{name} is {value}"


def _yes_or_no(column: Column) -> bool:
    return getattr(column.values, "dtype", None) == np.bool_ and column.name != "relevant"


def _logarithm(column: Column, row: int) -> str:
    (source,) = column.sources
    return f"log{numbers.plain(column.detail)}({text(closed(source, row))})"


def _with_value(written: str, value: Any) -> str:
    """``1 + 2/3 = 5/3``; a value that is written in full already is not repeated."""
    shown = numbers.plain(value)
    if shown == written:
        return written
    return f"{written} {'=' if numbers.readable(value) else '≈'} {shown}"


def _joined(clauses: list[str]) -> str:
    if len(clauses) < 3:
        return " and ".join(clauses)
    return ", ".join(clauses[:-1]) + ", and " + clauses[-1]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:] if words[1:2].isalpha() else words  # a letter of a formula stays as it is
