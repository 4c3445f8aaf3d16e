"""The explorer of an evaluated run: the list of one query, and a menu of those that stand out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rankteach.core.ranking import Ranking
from rankteach.notation.html import escape
from rankteach.notation.numbers import decimal
from rankteach.runs.evaluation.result import Evaluation
from rankteach.tracing.measures import Measure
from rankteach.widgets.explorer.state import Exploration
from rankteach.widgets.explorer.widget import Explorer
from rankteach.widgets.shared.live import LiveMeasures
from rankteach.widgets.shared.static_view import explorer_html, explorer_text

LONGEST = 10_000  # items: of a longer list the first ones are shown
MOST_QUERIES = 20  # on either side: those with the lowest values, and those with the highest


class Evaluated(Exploration):
    """The list of one query of an evaluation."""

    def __init__(self, evaluation: Evaluation, query: str | None, measures: Sequence[str | Measure] | None) -> None:
        self.evaluation = evaluation
        made = [evaluation.measure(one) for one in (evaluation.measures if measures is None else measures)]
        self.query = next(iter(evaluation.worst(n=1))) if query is None else str(query)
        super().__init__(self._list_of(self.query), made)

    def set_query(self, query: str) -> None:
        """The list of another query. Raises ``KeyError`` for one that was not evaluated."""
        self.set_ranking(self._list_of(query))
        self.query = str(query)

    def _list_of(self, query: str) -> Ranking:
        """The list; of a very long one its first part, so that what is judged below counts as missed."""
        return self.evaluation.ranking(query).head(LONGEST)

    def _query(self, gesture: Mapping[str, Any]) -> str:
        self.set_query(gesture["query"])
        return f"query {self.query}"

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {**Exploration.gestures, "query": _query}

    def view(self) -> dict[str, Any]:
        """What an explorer has to draw, and the menu of queries."""
        return {**super().view(), "queries": {"value": self.query, "options": self._options()}}

    def _options(self) -> list[dict[str, str]]:
        """The queries that stand out by the chosen measure, lowest first; and the one whose list is shown."""
        evaluation = self.evaluation
        by = self.card.name if self.card.name in evaluation.measures else evaluation.measures[0]
        lowest, highest = evaluation.worst(by, MOST_QUERIES), evaluation.best(by, MOST_QUERIES)
        shown = {**lowest, **dict(reversed(highest.items())), self.query: evaluation.by_query(by)[self.query]}
        return [
            {"value": query, "words": f"{by} {decimal(value, 3)}: query {query}"}
            for query, value in sorted(shown.items(), key=lambda entry: (entry[1] != entry[1], entry[1]))
        ]


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

    def __init__(
        self,
        evaluation: Evaluation,
        query: str | None = None,
        measures: Sequence[str | Measure] | None = None,
        *,
        key: Hashable = None,
    ) -> None:
        LiveMeasures.__init__(self, Evaluated(evaluation, query, measures), _text, _html, key)

    @property
    def query(self) -> str:
        """The query whose list is shown."""
        return str(self._state.query)

    @query.setter
    def query(self, query: str) -> None:
        self._change(lambda state: state.set_query(query))


def _text(state: Evaluated) -> str:
    return f"Query {state.query}. {explorer_text(state)}"


def _html(state: Evaluated) -> str:
    summary = escape(state.evaluation.summary)
    return f"<div><p>{summary} <b>Query {escape(state.query)}</b></p>{explorer_html(state)}</div>"
