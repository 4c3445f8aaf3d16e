"""Why a query has 0, or no value, under a measure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

import numpy as np

from rankteach.core.ranking import Ranking
from rankteach.runs.positions import JudgedPositions
from rankteach.tracing.measures import Measure


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
        self._facts, self._counts_hits = cache(self._count), cache(self._find_if_it_counts_hits)
        self.relevant, _ = self._facts(relevant_from)

    def of(self, label: str, place: int) -> str:
        """Why a query (by its place) has 0, or no value, under a measure; nothing where it has another value."""
        value = self._values[label][place]
        undefined = bool(np.isnan(value))
        if not undefined and value != 0:
            return ""
        resolved = self._measures[label]
        if not undefined and self._matched.queries[place] in self._missing:
            return "missing from the run"
        if not undefined and not self._matched.lengths[place]:
            return "its list is empty"
        counts_relevant = resolved.metric.counts_relevant(resolved.parameters)
        grade = (resolved.relevant_from or self._relevant_from) if counts_relevant else np.nextafter(0, 1)
        relevant, first = (int(facts[place]) for facts in self._facts(grade))
        binary = counts_relevant or relevant == int(self.relevant[place])
        if not relevant:
            return "no judged item is relevant" if binary else "no judged item has a grade above 0"
        one, many = (f"relevant {noun}" if binary else f"{noun} with a grade above 0" for noun in ("item", "items"))
        if not self._counts_hits(label):
            return "its calculation gives 0"
        if not first:
            down_to = "" if self._matched.depth is None else f" down to depth {self._matched.depth:,}"
            none = f"none of {relevant} {many} was" if relevant > 1 else f"the only {one} was not"
            return f"{none} retrieved{down_to}"
        k = resolved.parameters.get("k")
        if k is not None and first > k:
            return f"the first {one} is at rank {first}, after the cutoff {k}"
        return "its calculation gives 0"

    def _find_if_it_counts_hits(self, label: str) -> bool:
        """Whether a measure is 0 where nothing relevant was retrieved, and above 0 where something was."""
        one = self._measures[label].with_parameters(no_relevant=0)
        grade = math.ceil(one.relevant_from or self._relevant_from)
        try:
            miss, hit = (one(Ranking(grades, relevant_from=self._relevant_from)).value for grades in ([0], [grade]))
        except ValueError:  # a table of gains without this grade
            return True
        return bool(miss == 0 and hit > 0)

    def _count(self, grade: float) -> tuple[np.ndarray, np.ndarray]:
        """For each query the items with at least this grade, and the rank of the first one retrieved (0: none)."""
        matched, count = self._matched, len(self._matched.queries)
        hit = (matched.grades >= grade) & (matched.places >= 0)
        first = np.full(count, np.iinfo(np.int64).max)
        np.minimum.at(first, matched.owners[hit], matched.places[hit] + 1)
        first[first == np.iinfo(np.int64).max] = 0
        return matched.relevant_counts(grade), first
