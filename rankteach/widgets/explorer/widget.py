"""The explorer as a widget, and what Python can read and change of it."""

from __future__ import annotations

from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.widgets.explorer.static_view import explorer_html, explorer_text
from rankteach.widgets.shared.live import LiveMeasures


class Explorer(LiveMeasures):
    """A ranked list, its measures, and the calculation of one of them, to play with.

    ``rt.explore`` makes one. What the browser shows can be read and changed from Python too:
    ``ranking``, ``measures``, ``k``, ``chosen``; read only are ``trace`` and ``values``.

    >>> import rankteach as rt
    >>> explorer = rt.explore([1, 0, 1], ["P@2", "AP"])
    >>> explorer
    Explorer of 3 items: P@2 = 1/2, AP = 5/6
    >>> explorer.chosen = "AP"
    >>> explorer.set_state({"action": {"do": "move", "item": "d3", "to": 2, "n": 1}})  # as the browser does
    >>> explorer
    Explorer of 3 items: P@2 = 1, AP = 1
    """

    folder = "explorer"
    _text, _html = staticmethod(explorer_text), staticmethod(explorer_html)

    @property
    def ranking(self) -> Ranking:
        """The list as it is now. Set it to start anew from another list."""
        return self._state.ranking

    @ranking.setter
    def ranking(self, ranking: Any) -> None:
        self._change(lambda state: state.set_ranking(ranking))


class EvaluationExplorer(Explorer):
    """An explorer with a menu of queries; ``rt.explore(result)`` makes one.

    >>> import rankteach as rt
    >>> qrels = {"301": {"a": 1}, "302": {"a": 1}}
    >>> result = rt.evaluate(qrels, {"301": {"a": 2, "b": 1}, "302": {"b": 1, "a": 0}}, "RR")
    >>> explorer = rt.explore(result)
    >>> explorer
    Query 302. Explorer of 2 items: RR = 1/2
    >>> explorer.query = "301"
    >>> explorer
    Query 301. Explorer of 2 items: RR = 1
    """

    @property
    def query(self) -> str:
        """The query whose list is shown. Set it to show another one."""
        return str(self._state.queries.query)

    @query.setter
    def query(self, query: str) -> None:
        self._change(lambda state: state.set_query(query))
