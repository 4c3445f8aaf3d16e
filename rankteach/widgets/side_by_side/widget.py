"""Two rankings side by side as a widget, and what Python can read and change of it."""

from __future__ import annotations

from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution
from rankteach.explain.differences import Differences
from rankteach.widgets.shared.live import LiveMeasures
from rankteach.widgets.side_by_side.static_view import side_by_side_html, side_by_side_text


class SideBySide(LiveMeasures):
    """Two ranked lists under one set of judgements, and what their measures owe to which ranks.

    ``rt.side_by_side`` makes one. What the browser shows can be read and changed from Python too: ``measures``, ``k``,
    ``chosen``; read only are ``first``, ``second``, ``values``, ``differences``, ``shares`` and ``trace``, which is
    that of the list whose calculation is shown.

    >>> import rankteach as rt
    >>> two = rt.side_by_side(rt.examples.model_a, rt.examples.model_b, ["P@5", "AP"])
    >>> two
    A and B side by side, 5 and 5 items: P@5 = 3/5 and 3/5, AP = 1 and 43/90
    >>> two.chosen = "AP"
    >>> print(two.differences.words[0])
    A is 1, B is 43/90 ≈ 0.4778: 47/90 less.
    >>> two.set_state({"action": {"do": "move", "list": 1, "item": "d3", "to": 1, "n": 1}})  # as the browser does
    >>> two
    A and B side by side, 5 and 5 items: P@5 = 3/5 and 3/5, AP = 1 and 7/10
    """

    folder = "side_by_side"
    _text, _html = staticmethod(side_by_side_text), staticmethod(side_by_side_html)

    @property
    def first(self) -> Ranking:
        """List A as it is now; it missed the relevant items that only list B contains."""
        ranking: Ranking = self._state.pair.first
        return ranking

    @property
    def second(self) -> Ranking:
        """List B, likewise."""
        ranking: Ranking = self._state.pair.second
        return ranking

    @property
    def values(self) -> dict[str, tuple[float, float]]:  # type: ignore[override]
        """The values of both lists, by the label of each measure shown."""
        return {label: (float(one.first), float(one.second)) for label, one in self._state.standings().items()}

    @property
    def differences(self) -> Differences:
        """The chosen measure's two traces, and where they differ."""
        differences: Differences = self._state.differences()
        return differences

    @property
    def shares(self) -> list[Contribution]:
        """What each rank adds to the two values of the chosen measure; the last ``total`` is their difference."""
        shares: list[Contribution] = self._state.shares()
        return shares
