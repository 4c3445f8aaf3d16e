"""The queries of an evaluated run: the list of one of them is shown, and those that stand out make a menu."""

from __future__ import annotations

from rankteach.core.checks import text_of
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import decimal
from rankteach.runs.evaluation.result import Evaluation
from rankteach.widgets.protocol import QueriesView

LONGEST = 10_000  # items: of a longer list the first ones are shown
MOST_QUERIES = 20  # on either side: those with the lowest values, and those with the highest


class Queries:
    """An evaluation, and the query whose list is shown; by default that is the worst one."""

    def __init__(self, evaluation: Evaluation, query: str | None = None) -> None:
        self.evaluation = evaluation
        self.query = next(iter(evaluation.worst(n=1))) if query is None else text_of(query, "query")

    def ranking(self) -> Ranking:
        """The list; of a very long list its first items, so that the judged items below count as missed."""
        return self.evaluation.ranking(self.query).head(LONGEST)

    def view(self, measure: str) -> QueriesView:
        """The queries that stand out by a measure, lowest first, and the one whose list is shown."""
        evaluation = self.evaluation
        by = measure if measure in evaluation.measures else evaluation.measures[0]
        lowest, highest = evaluation.worst(by, MOST_QUERIES), evaluation.best(by, MOST_QUERIES)
        shown = {**lowest, **dict(reversed(highest.items())), self.query: evaluation.by_query(by)[self.query]}
        ordered = sorted(shown.items(), key=lambda entry: (entry[1] != entry[1], entry[1]))
        words = {query: f"{by} {decimal(value, 3)}: query {query}" for query, value in ordered}
        return {
            "value": self.query,
            "options": [{"value": query, "words": one} for query, one in words.items()],
        }
