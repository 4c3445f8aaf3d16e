"""Why a query has 0, or no value, under a measure."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from rankteach.core.ranking import Ranking
from rankteach.runs.positions import JudgedPositions
from rankteach.tracing.measures import Measure

_GRADED = ("item with a grade above 0", "items with a grade above 0")


class Reasons:
    """The facts about every query that make a value 0, or leave it undefined.

    ``relevant`` counts the relevant items of each query, retrieved or not, from the evaluation's own grade on.
    """

    def __init__(
        self,
        matched: JudgedPositions,
        measures: Mapping[str, Measure],
        values: Mapping[str, np.ndarray],
        missing: set[str],
        relevant_from: float,
    ) -> None:
        self._matched, self._measures, self._values, self._missing = matched, measures, values, missing
        self._relevant_from = relevant_from
        self._of_hits: dict[str, bool] = {}
        self.relevant, _ = self._counted(relevant_from)
        self._known = {relevant_from: self._counted(relevant_from)}

    def of(self, label: str, place: int) -> str:
        """Why a query (by its place) has 0, or no value, under a measure; nothing where it has another value."""
        value = self._values[label][place]
        undefined = bool(np.isnan(value))
        if not undefined and value != 0:
            return ""
        made = self._measures[label]
        if not undefined and self._matched.queries[place] in self._missing:
            return "missing from the run"
        if not undefined and not self._matched.lengths[place]:
            return "its list is empty"
        grade = (made.relevant_from or self._relevant_from) if made.metric.binary else np.nextafter(0, 1)
        if grade not in self._known:
            self._known[grade] = self._counted(grade)
        relevant, first = (int(known[place]) for known in self._known[grade])
        binary = made.metric.binary or relevant == int(self.relevant[place])
        if not relevant:
            return "no judged item is relevant" if binary else "no judged item has a grade above 0"
        one, many = ("relevant item", "relevant items") if binary else _GRADED
        if not self._counts_hits(label):
            return "its calculation gives 0"
        if not first:
            return f"none of {relevant} {many} was retrieved" if relevant > 1 else f"the only {one} was not retrieved"
        k = made.parameters.get("k")
        if k is not None and first > k:
            return f"the first {one} is at rank {first}, after the cutoff {k}"
        return "its calculation gives 0"

    def _counts_hits(self, label: str) -> bool:
        """Whether a measure is 0 where nothing relevant was retrieved, and above 0 where something was."""
        if label not in self._of_hits:
            made = self._measures[label]
            made = Measure(made.metric, {**made.parameters, "no_relevant": 0}, made.relevant_from)
            hit = math.ceil(made.relevant_from or self._relevant_from)
            try:
                values = [made(Ranking(grades, relevant_from=self._relevant_from)).value for grades in ([0], [hit])]
            except ValueError:  # a table of gains without this grade
                values = [0, 1]
            self._of_hits[label] = values[0] == 0 and values[1] > 0
        return self._of_hits[label]

    def _counted(self, grade: float) -> tuple[np.ndarray, np.ndarray]:
        """For each query the items with at least this grade, and the rank of the first one retrieved (0: none)."""
        matched, count = self._matched, len(self._matched.queries)
        query = np.repeat(np.arange(count), np.diff(matched.starts))
        hit = matched.grades >= grade
        missed = np.repeat(np.arange(count), np.diff(matched.missed_starts))[matched.missed_grades >= grade]
        total = np.bincount(query[hit], minlength=count) + np.bincount(missed, minlength=count)
        first = np.full(count, np.iinfo(np.int64).max)
        np.minimum.at(first, query[hit], matched.places[hit] + 1)
        first[first == np.iinfo(np.int64).max] = 0
        return total, first
