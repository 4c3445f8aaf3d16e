"""What stands under a live surface where nothing is live: on GitHub, in a printed notebook, in a test."""

from __future__ import annotations

from rankteach.notation import numbers
from rankteach.notation.html import escape
from rankteach.trace import Trace
from rankteach.widgets.exploration import Exploration

_LEFT, _RIGHT = '<td style="text-align:left">', '<td style="text-align:right">'


def explorer_text(exploration: Exploration) -> str:
    """One line: how long the list is, and every value."""
    n = len(exploration.ranking)
    values = ", ".join(f"{label} = {_value(trace)}" for label, trace in _labelled(exploration))
    return f"Explorer of {n} item{'' if n == 1 else 's'}: {values}"


def explorer_html(exploration: Exploration) -> str:
    """The list, the values, and the trace of the chosen measure; no script and no style sheet."""
    shown = exploration.view()["list"]
    scored = shown["scored"]
    heads = ["rank", "item", *(["score"] if scored else []), "relevance"]
    rows = [
        f"<tr>{_RIGHT}{rank}</td>{_LEFT}{escape(row['item'])}</td>"
        + (f"{_RIGHT}{row['score']}</td>" if scored else "")
        + f"{_LEFT}{_DOTS[row['state']]} {row['mark']}</td></tr>"
        for rank, row in enumerate(shown["rows"], start=1)
    ]
    values = [
        f"<tr>{_LEFT}{escape(label)}</td>{_LEFT}{escape(trace.title)}</td>{_RIGHT}{_value(trace)}</td></tr>"
        for label, trace in _labelled(exploration)
    ]
    hidden = f"<p><em>{shown['hidden']}</em></p>" if shown["hidden"] else ""
    return (
        f"<div>{_table(heads, rows)}{hidden}<p>{escape(shown['missed'])}</p>"
        f"{_table(['measure', 'name', 'value'], values)}{exploration.trace().to_html()}</div>"
    )


_DOTS = {"on": "●", "off": "○", "open": "?"}


def _labelled(exploration: Exploration) -> list[tuple[str, Trace]]:
    traces = [exploration.now.trace(card) for card in exploration.cards]
    return list(zip(exploration.labels(), traces, strict=True))


def _value(trace: Trace) -> str:
    return numbers.plain(trace.exact) if numbers.readable(trace.exact) else numbers.decimal(trace.value)


def _table(heads: list[str], rows: list[str]) -> str:
    sides = ["right" if head in ("rank", "score", "value") else "left" for head in heads]
    line = "".join(f'<th style="text-align:{side}">{head}</th>' for side, head in zip(sides, heads, strict=True))
    return f"<table><thead><tr>{line}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
