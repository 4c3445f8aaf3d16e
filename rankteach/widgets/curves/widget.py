"""The curve explorer as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.notation.html import escape
from rankteach.tracing.measures import Measure
from rankteach.widgets.curves.state import CurveState
from rankteach.widgets.shared.live import LiveCards
from rankteach.widgets.shared.static_view import DOTS, measures_html, table, values_text


class CurveExplorer(LiveCards):
    """A ranked list, a threshold in it, and the ROC and the precision-recall curve that it walks along.

    ``rt.explore_curve`` makes one. What the browser shows can be read and changed from Python too: ``ranking``,
    ``threshold``, ``chosen``; read only are ``point`` and ``trace``.

    >>> import rankteach as rt
    >>> curves = rt.explore_curve([1, 0, 1, 0])
    >>> curves.threshold = 3
    >>> curves
    Curve explorer of 4 items, threshold after rank 3: TPR 2/2, FPR 1/2, precision 2/3; AUC = 3/4, PRAUC = 5/6
    >>> curves.set_state({"gesture": {"do": "threshold", "to": 1, "n": 1}})  # as the browser does
    >>> curves.point["TP"], str(curves.point["TPR"])
    (1, '1/2')
    """

    folder = "curves"

    def __init__(
        self,
        ranking: Any,
        *,
        threshold: int | None = None,
        measures: Sequence[str | Measure] = (),
        chosen: str | Measure = "AUC",
        key: Hashable = None,
    ) -> None:
        super().__init__(CurveState(ranking, threshold, measures, chosen), curve_text, curve_html, key)

    # --- from Python ------------------------------------------------------------------------------------
    @property
    def ranking(self) -> Ranking:
        """The list as it stands; setting one makes it the start that changes are counted from."""
        return self._state.ranking

    @ranking.setter
    def ranking(self, ranking: Any) -> None:
        self._change(lambda state: state.set_ranking(ranking))

    @property
    def threshold(self) -> int:
        """The number of the threshold: 0 is above everything, the last one lets everything pass."""
        return self._state.threshold

    @threshold.setter
    def threshold(self, threshold: int) -> None:
        self._change(lambda state: state.set_threshold(threshold))

    @property
    def point(self) -> dict[str, int | Fraction]:
        """The counts TP, FP, FN, TN of the list at the threshold, and TPR, FPR, precision, recall as fractions.

        FN counts the relevant items below the threshold; recall also knows of those that are not in the list.
        """
        return self._state.point()


def curve_text(state: CurveState) -> str:
    """One line: where the threshold is, the rates there, and both areas."""
    n, t = len(state.ranking), state.threshold
    rates = state.thresholds.rates(t)
    names = [name for name in rates if name != "recall" or state.thresholds.missed]
    said = ", ".join(f"{name} {rates[name].fraction}" for name in names)
    where = f"{n} item{'' if n == 1 else 's'}, threshold {state.thresholds.label(t)}"
    return f"Curve explorer of {where}: {said}; {values_text(state)}"


def curve_html(state: CurveState) -> str:
    """The list, the confusion matrix and the rates at the threshold, both areas and the chosen one's trace."""
    view = state.view()
    note = f"<p>{escape(view['note'])}</p>" if view["note"] else ""
    where = f"<p><b>{escape(view['threshold']['words'])}</b>: {escape(view['threshold']['above'])}</p>"
    return f"<div>{_list(view['list'], state)}{where}{_matrix(view)}{_rates(view)}{note}{measures_html(state)}</div>"


def _list(shown: dict[str, Any], state: CurveState) -> str:
    """Every item with the side of the threshold that it is on."""
    scored, end = shown["scored"], state.thresholds.ends[state.threshold]
    heads = ["rank", "item", *(["score"] if scored else []), "relevance", "threshold"]
    rows = [
        [
            str(rank),
            row["item"],
            *([row["score"]] if scored else []),
            f"{DOTS[row['state']]} {row['mark']}",
            "above" if rank <= end else "below",
        ]
        for rank, row in enumerate(shown["rows"], start=1)
    ]
    hidden = f"<p><em>{escape(shown['hidden'])}</em></p>" if shown["hidden"] else ""
    return f"{table(heads, rows)}{hidden}<p>{escape(shown['missed'])}</p>"


def _matrix(view: dict[str, Any]) -> str:
    rows = []
    for row in view["matrix"]:
        cells = [f"{cell['name']} {cell['count']}" if cell["full"] else str(cell["count"]) for cell in row["cells"]]
        rows.append([row["head"] + row["of"], *cells, *[""] * (2 - len(cells)), str(row["all"])])
    return table(["", "● relevant", "○ not relevant", "all"], rows)


def _rates(view: dict[str, Any]) -> str:
    rows = [[rate["name"], rate["words"], rate["says"]] for rate in view["rates"]]
    return table(["rate", "value", "what it is"], rows)
