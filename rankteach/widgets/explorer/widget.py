"""The explorer as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.tracing.measures import Measure
from rankteach.widgets.explorer.state import Exploration
from rankteach.widgets.shared.live import LiveMeasures
from rankteach.widgets.shared.static_view import explorer_html, explorer_text


class Explorer(LiveMeasures):
    """A ranked list, its measures, and the calculation of one of them, to play with.

    ``rt.explore`` makes one. What the browser shows can be read and changed from Python too:
    ``ranking``, ``measures``, ``k``, ``chosen``; read only are ``trace`` and ``values``.

    >>> import rankteach as rt
    >>> explorer = rt.explore([1, 0, 1], ["P@2", "AP"])
    >>> explorer
    Explorer of 3 items: P@2 = 1/2, AP = 5/6
    >>> explorer.chosen = "AP"
    >>> explorer.set_state({"gesture": {"do": "move", "item": "d3", "to": 2, "n": 1}})  # as the browser does
    >>> explorer
    Explorer of 3 items: P@2 = 1, AP = 1
    """

    folder = "explorer"

    def __init__(
        self,
        ranking: Any,
        measures: Sequence[str | Measure] | None = None,
        *,
        k: int | None = None,
        chosen: str | Measure | None = None,
        key: Hashable = None,
    ) -> None:
        super().__init__(Exploration(ranking, measures, k, chosen), explorer_text, explorer_html, key)

    # --- from Python ------------------------------------------------------------------------------------
    @property
    def ranking(self) -> Ranking:
        """The list as it stands; setting one makes it the start that changes are counted from."""
        return self._state.ranking

    @ranking.setter
    def ranking(self, ranking: Any) -> None:
        self._change(lambda state: state.set_ranking(ranking))
