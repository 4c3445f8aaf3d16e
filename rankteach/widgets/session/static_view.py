"""What a live surface shows where nothing is live: on GitHub, in a printed notebook, in a test."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rankteach.notation import numbers
from rankteach.notation.html import escape
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.measures import MeasuresState
from rankteach.widgets.protocol import ListView
from rankteach.widgets.session.state import State

DOTS = {"on": "●", "off": "○", "open": "?"}
RIGHT = ("rank", "score", "value")  # the columns of numbers


def list_html(state: State, shown: ListView, heads: Sequence[str] = (), cells: Sequence[Sequence[str]] = ()) -> str:
    """A list, what is not shown of it and what it missed; ``heads`` and ``cells`` are columns of a surface's own."""
    scored = ["score"] if shown["scored"] else []
    own = cells or [()] * len(shown["rows"])
    rows = [
        [
            str(rank),
            state.with_title(row["item"], "\n"),
            *([row["score"]] if scored else []),
            f"{DOTS[row['state']]} {row['mark']}",
            *more,
        ]
        for rank, (row, more) in enumerate(zip(shown["rows"], own, strict=True), start=1)
    ]
    hidden = f"<p><em>{escape(shown['hidden'])}</em></p>" if shown["hidden"] else ""
    body = table(["rank", "item", *scored, "relevance", *heads], rows)
    return f"{body}{hidden}<p>{escape(shown['missed'])}</p>"


def goal_html(state: MeasuresState) -> str:
    """The goal as a task; nothing where there is none."""
    goal = state.goal
    return notes_html(f"Goal: {goal.task or f'change the list until {goal.words}'}.") if goal else ""


def values_text(state: MeasuresState) -> str:
    """The value of every measure."""
    return ", ".join(f"{label} = {_value(trace)}" for label, trace in state.traces().items())


def measures_html(state: MeasuresState) -> str:
    """The values in a table, what other conventions have changed, and folded the trace of the chosen measure."""
    values = [[label, trace.title, _value(trace)] for label, trace in state.traces().items()]
    differences = state.changed_conventions()
    changes = differences.to_html() if differences else ""
    return table(["measure", "name", "value"], values) + changes + folded_html(state.trace())


def folded_html(trace: Trace, where: str = "") -> str:
    """A calculation to open: a page has many surfaces, and often the same list in several of them."""
    return f"<details><summary>How {escape(trace.label)}{where} is calculated</summary>{trace.to_html()}</details>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = RIGHT) -> str:
    """A table of lines of text, each cell with a side of its own: GitHub lets no style sheet through."""
    sides = ["right" if head in right else "left" for head in heads]
    head = "".join(f'<th style="text-align:{side}">{one}</th>' for side, one in zip(sides, heads, strict=True))
    lines = [
        "".join(f'<td style="text-align:{side}">{_lines(one)}</td>' for side, one in zip(sides, row, strict=True))
        for row in rows
    ]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _lines(words: str) -> str:
    return "<br>".join(map(escape, words.split("\n")))


def notes_html(*notes: str) -> str:
    """A paragraph for each note, but not for an empty one."""
    return "".join(f"<p>{escape(note)}</p>" for note in notes if note)


def value_text(value: Any) -> str:
    """A value as a fraction if it is one of reasonable length, else as a decimal."""
    return numbers.plain(value) if numbers.readable(value) else numbers.decimal(float(value))


def _value(trace: Trace) -> str:
    return value_text(trace.value if trace.exact is None else trace.exact)
