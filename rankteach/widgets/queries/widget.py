"""Several lists and the mean over them as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures


class QueriesExplorer(LiveMeasures):
    """The lists of several queries, and the means over them, to play with.

    ``rt.explore_queries`` makes one. What the browser shows can be read and changed from Python too: ``measures``,
    ``k``, ``chosen``, ``without``, ``query``; read only are ``rankings``, ``trace``, ``values`` and ``goal_reached``.

    >>> import rankteach as rt
    >>> queries = rt.explore_queries({"soup": [1, 0, 1], "tart": [0, 1]}, ["MAP", "MRR"])
    >>> queries
    2 queries: MAP = 2/3, MRR = 3/4
    >>> queries.set_state({"action": {"do": "toggle", "query": "tart", "item": "d1", "n": 1}})  # as the browser does
    >>> queries
    2 queries: MAP = 11/12, MRR = 1
    >>> queries.undo()
    >>> queries.without = ["tart"]
    >>> queries
    1 of 2 queries: MAP = 5/6, MRR = 1
    """

    folder = "queries"
    rankings: Any = state_property(
        "The list of every query as it is now, also of those that are taken out.",
        lambda state: state.now.rankings,
    )
    without: Any = state_property(
        "The queries that are taken out. Set it to take out others.",
        lambda state: state.now.taken_out,
        lambda state, queries: state.set_without(queries),
    )
    query: Any = state_property(
        "The query whose own calculation is shown; empty for that of the mean.",
        lambda state: state.query,
        lambda state, query: state.set_query(query),
    )

    def _line(self) -> str:
        n, out = len(self.rankings), len(self.without)
        number = f"{n - out} of {n}" if out else str(n)
        return f"{number} {'query' if n == 1 else 'queries'}: {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        state, view = self._state, self.view
        lists: list[Any] = []
        for one, scored in zip(view["lists"], state.now.lists.values(), strict=True):
            value = one["value"]["exact"] or one["value"]["value"]
            out = " (taken out)" * one["out"]
            lists += [f"{one['query']}{out}: {one['below']}; {one['value']['label']} {value}", scored.ranking]
        return self._goal_text(), *lists, view["note"], state.query, state.changed_conventions(), self.trace
