"""The explorer as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.notation.text import on_one_line
from rankteach.widgets.explorer.state import ExplorerState
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures


class Explorer(LiveMeasures):
    """A ranked list, its measures, and the calculation of one of them, to play with.

    ``rt.explore`` makes one. What the browser shows can be read and changed from Python too:
    ``ranking``, ``measures``, ``k``, ``chosen``; read only are ``trace``, ``values`` and
    ``goal_reached``.

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
    ranking: Any = state_property(
        "The list as it is now. Set it to start anew from another list.",
        lambda state: state.ranking,
        ExplorerState.set_ranking,
    )

    def _line(self) -> str:
        n = len(self.ranking)
        return f"Explorer of {n} item{'' if n == 1 else 's'}: {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        return self._goal_text(), self.ranking, self._state.changed_conventions(), self.trace


class EvaluationExplorer(Explorer):
    """An explorer of the lists of an evaluated run; ``rt.explore(result)`` makes one.

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

    folder = "evaluation"
    query: str = state_property(
        "The query whose list is shown. Set it to show another one.",
        lambda state: state.queries.query,
        ExplorerState.set_query,
    )

    def _line(self) -> str:
        return f"Query {on_one_line(self.query)}. {super()._line()}"

    def _parts(self) -> Iterable[Any]:
        summary, queries = self._state.queries.evaluation.summary, self.view["queries"]
        words = next(dot["words"] for dot in queries["dots"] if dot["query"] == self.query)
        why = f"{words[0].upper()}{words[1:]}. {queries['why']}"
        return f"{summary} Query {self.query}", why, *super()._parts()
