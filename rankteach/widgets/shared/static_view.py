"""What stands under a live surface where nothing is live: on GitHub, in a printed notebook, in a test."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rankteach.notation import numbers
from rankteach.notation.html import escape
from rankteach.tracing.trace import Trace
from rankteach.widgets.explorer.state import Exploration
from rankteach.widgets.shared.cards import Cards

DOTS = {"on": "●", "off": "○", "open": "?"}
RIGHT = ("rank", "score", "value")  # the columns of numbers


def explorer_text(exploration: Exploration) -> str:
    """One line: how long the list is, and every value."""
    n = len(exploration.ranking)
    return f"Explorer of {n} item{'' if n == 1 else 's'}: {values_text(exploration)}"


def explorer_html(exploration: Exploration) -> str:
    """The list, the values, and the trace of the chosen measure; no script and no style sheet."""
    shown = exploration.view()["list"]
    heads = ["rank", "item", *(["score"] if shown["scored"] else []), "relevance"]
    rows = [
        [str(rank), row["item"], *([row["score"]] if shown["scored"] else []), f"{DOTS[row['state']]} {row['mark']}"]
        for rank, row in enumerate(shown["rows"], start=1)
    ]
    hidden = f"<p><em>{shown['hidden']}</em></p>" if shown["hidden"] else ""
    return f"<div>{table(heads, rows)}{hidden}<p>{escape(shown['missed'])}</p>{measures_html(exploration)}</div>"


def values_text(cards: Cards) -> str:
    """The value of every measure."""
    return ", ".join(f"{label} = {_value(trace)}" for label, trace in cards.traces().items())


def measures_html(cards: Cards) -> str:
    """The values in a table, and the trace of the chosen measure; what other conventions have changed, between them."""
    values = [[label, trace.title, _value(trace)] for label, trace in cards.traces().items()]
    parted = cards.parted()
    changes = parted.to_html() if parted else ""
    return table(["measure", "name", "value"], values) + changes + cards.trace().to_html()


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = RIGHT) -> str:
    """A table of text, each cell with a side of its own: GitHub lets no style sheet through."""
    sides = ["right" if head in right else "left" for head in heads]
    head = "".join(f'<th style="text-align:{side}">{one}</th>' for side, one in zip(sides, heads, strict=True))
    lines = [
        "".join(f'<td style="text-align:{side}">{escape(one)}</td>' for side, one in zip(sides, row, strict=True))
        for row in rows
    ]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _value(trace: Trace) -> str:
    return numbers.plain(trace.exact) if numbers.readable(trace.exact) else numbers.decimal(trace.value)
