"""The curve explorer as a widget, and what Python can read and change of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.widgets.curves.static_view import curve_html, curve_text
from rankteach.widgets.shared.live import LiveCards


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
    _text, _html = staticmethod(curve_text), staticmethod(curve_html)

    @property
    def ranking(self) -> Ranking:
        """The list as it is now. Set it to start anew from another list."""
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
