"""The curve explorer as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rankteach.widgets.curves.state import CurveState
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveCards


class CurveExplorer(LiveCards):
    """A ranked list, a threshold in it, and the ROC and the precision-recall curve that it walks along.

    ``rt.explore_curve`` makes one. What the browser shows can be read and changed from Python too: ``ranking``,
    ``threshold``, ``chosen``; read only are ``point`` and ``trace``.

    >>> import rankteach as rt
    >>> curves = rt.explore_curve([1, 0, 1, 0])
    >>> curves.threshold = 3
    >>> curves
    Curve explorer of 4 items, threshold after rank 3: TPR 2/2, FPR 1/2, precision 2/3; AUC = 3/4, PRAUC = 5/6
    >>> curves.set_state({"action": {"do": "threshold", "to": 1, "n": 1}})  # as the browser does
    >>> curves.point["TP"], str(curves.point["TPR"])
    (1, '1/2')
    """

    folder = "curves"
    ranking: Any = state_property(
        "The list as it is now. Set it to start anew from another list.",
        lambda state: state.ranking,
        CurveState.set_ranking,
    )
    threshold: int = state_property(
        "The number of the threshold: 0 is above everything, the last one lets everything pass.",
        lambda state: state.threshold,
        CurveState.set_threshold,
    )
    point: dict[str, int | Fraction] = state_property(
        "The counts TP, FP, FN, TN of the list at the threshold, and TPR, FPR, precision, recall as fractions. "
        "FN counts the relevant items below the threshold; recall also counts those that are not in the list.",
        lambda state: state.point(),
    )

    def _line(self) -> str:
        state, n = self._state, len(self.ranking)
        rates = state.thresholds.rates(self.threshold)
        names = [name for name in rates if name != "recall" or state.thresholds.missed]
        values = ", ".join(f"{name} {rates[name].fraction}" for name in names)
        where = f"{n} item{'' if n == 1 else 's'}, threshold {state.thresholds.label(self.threshold)}"
        return f"Curve explorer of {where}: {values}; {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        view: Any = self.view
        cells = [cell for row in view["matrix"] for cell in row["cells"] if cell["full"]]
        counts = ", ".join(f"{cell['name']} {cell['count']}" for cell in cells)
        rates = (f"{rate['name']} {rate['words']}: {rate['says']}" for rate in view["rates"])
        where = f"{view['threshold']['words']}: {view['threshold']['above']}"
        return self.ranking, where, counts, *rates, view["note"], self.trace
