"""An explorer without a browser: a line of text, and HTML without scripts."""

from __future__ import annotations

from rankteach.notation.html import escape
from rankteach.widgets.explorer.state import ExplorerState
from rankteach.widgets.shared.static_view import list_html, measures_html, values_text


def explorer_text(state: ExplorerState) -> str:
    """One line: which query, how long the list is, and every value."""
    n = len(state.ranking)
    query = f"Query {state.queries.query}. " if state.queries else ""
    return f"{query}Explorer of {n} item{'' if n == 1 else 's'}: {values_text(state)}"


def explorer_html(state: ExplorerState) -> str:
    """The list, the values, and the trace of the chosen measure."""
    body = f"<div>{list_html(state.view()['list'])}{measures_html(state)}</div>"
    if not state.queries:
        return body
    summary = escape(state.queries.evaluation.summary)
    return f"<div><p>{summary} <b>Query {escape(state.queries.query)}</b></p>{body}</div>"
