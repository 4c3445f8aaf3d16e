"""A curve explorer without a browser: a line of text, and HTML without scripts."""

from __future__ import annotations

from rankteach.notation.html import escape
from rankteach.widgets.curves.state import CurveState
from rankteach.widgets.protocol import CurvesView
from rankteach.widgets.shared.static_view import list_html, measures_html, table, values_text


def curve_text(state: CurveState) -> str:
    """One line: where the threshold is, the rates there, and both areas."""
    n, t = len(state.ranking), state.threshold
    rates = state.thresholds.rates(t)
    names = [name for name in rates if name != "recall" or state.thresholds.missed]
    values = ", ".join(f"{name} {rates[name].fraction}" for name in names)
    where = f"{n} item{'' if n == 1 else 's'}, threshold {state.thresholds.label(t)}"
    return f"Curve explorer of {where}: {values}; {values_text(state)}"


def curve_html(state: CurveState) -> str:
    """The list, the confusion matrix and the rates at the threshold, both areas and the chosen one's trace."""
    view = state.view()
    note = f"<p>{escape(view['note'])}</p>" if view["note"] else ""
    where = f"<p><b>{escape(view['threshold']['words'])}</b>: {escape(view['threshold']['above'])}</p>"
    end = state.thresholds.ends[state.threshold]
    sides = [["above" if rank <= end else "below"] for rank in range(1, len(view["list"]["rows"]) + 1)]
    shown = list_html(view["list"], ["threshold"], sides)
    return f"<div>{shown}{where}{_matrix(view)}{_rates(view)}{note}{measures_html(state)}</div>"


def _matrix(view: CurvesView) -> str:
    rows = []
    for row in view["matrix"]:
        cells = [f"{cell['name']} {cell['count']}" if cell["full"] else str(cell["count"]) for cell in row["cells"]]
        rows.append([row["head"] + row["of"], *cells, *[""] * (2 - len(cells)), str(row["all"])])
    return table(["", "● relevant", "○ not relevant", "all"], rows)


def _rates(view: CurvesView) -> str:
    rows = [[rate["name"], rate["words"], rate["says"]] for rate in view["rates"]]
    return table(["rate", "value", "what it is"], rows)
