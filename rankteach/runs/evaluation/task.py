"""What is to be evaluated, whatever the run is in: a task can be sent to where the rows are."""

from __future__ import annotations

from contextlib import closing
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ties
from rankteach.runs.evaluation.measured import of_ranked
from rankteach.runs.evaluation.sources import Source
from rankteach.runs.positions import JudgedPositions
from rankteach.runs.progress import Bar
from rankteach.tracing.measures import Measure


class Task(NamedTuple):
    """The measures by name, the order of equal scores, which queries count, and where lists are cut."""

    measures: dict[str, Measure]
    ties: Ties | None
    queries: str
    relevant_from: float
    depth: int | None

    def counts(self, source: Source) -> np.ndarray:
        """Whether each judged query counts."""
        matched = source.matched
        if self.queries == "with_relevant":
            return matched.relevant_counts(self.relevant_from) > 0
        missing = set(source.missing if self.queries == "both" else ())
        return np.array([query not in missing for query in matched.queries], dtype=bool)

    def values(self, source: Source, matched: JudgedPositions, progress: bool | None = None) -> dict[str, np.ndarray]:
        """Every measure of the queries that count."""
        values = {label: np.empty(len(matched.queries)) for label in self.measures}
        ranked = {label: of_ranked(resolved, source.ties) for label, resolved in self.measures.items()}
        with closing(Bar(progress, len(matched.queries), unit=" queries")) as bar:
            for batch in matched.batches(self.relevant_from):
                done = slice(bar.done, bar.done + len(batch))
                scored: dict[Any, Batch] = {}
                for label, resolved in ranked.items():
                    lists = batch
                    if resolved.needs_scores or source.counts_again:
                        order = None if self.depth is None else resolved.order
                        if order not in scored:
                            scored[order] = source.rankings(batch.queries, self.relevant_from, order)
                        lists = scored[order]
                    values[label][done] = resolved(lists).value
                bar.advance(len(batch))
        return values
