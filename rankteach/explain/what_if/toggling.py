"""What every other judgement of a single item would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.explain.what_if.changes import Changes
from rankteach.explain.what_if.variants import called, levels, marks, possible
from rankteach.notation.numbers import Display
from rankteach.notation.tables import MOST_ROWS, Entry, Table, shown_rows
from rankteach.tracing.trace import Trace


class Toggle(NamedTuple):
    """An item's rank, its other grade, and what that grade adds to the value."""

    rank: int
    grade: Any
    change: float


class Toggles(Changes):
    """What ``rt.toggles`` returns.

    ``levels`` are the grades that an item can be given, and ``changes`` has a row for each rank and a column for each
    of them: what that grade would add to the value. ``best`` and ``worst`` are the judgement that would improve it
    most and the one that would harm it most, the first of several; None where there is none.
    """

    nouns = "other judgement of one item", "other judgements of one item each"

    def __init__(self, trace: Trace) -> None:
        ranking = trace.ranking
        self.levels = possible(levels([*ranking.grades, *ranking.missed]), trace.parameters.values())
        other = [[grade != level for level in self.levels] for grade in ranking.grades]
        ranks, columns = np.nonzero(np.reshape(other, (-1, len(self.levels))))
        super().__init__(trace, (ranks, columns), np.arange(len(ranks)))

    @property
    def best(self) -> Toggle | None:
        """The judgement that would improve the value most."""
        return self._toggle(self._most(1))

    @property
    def worst(self) -> Toggle | None:
        """The judgement that would harm the value most."""
        return self._toggle(self._most(-1))

    def table(self, *, most_rows: int | None = MOST_ROWS, digits: int = 4, fractions: bool = True) -> Table:
        """The ranks, and for each other grade what it would add to the value."""
        axis = self.trace.ranking.axis
        rows, hidden = shown_rows(axis, axis.length, most_rows)
        ranks, columns = self._where
        chosen = np.flatnonzero(ranks < len(rows)).tolist()
        cells = [[""] * len(rows) for _ in self.levels]
        for place, (change, _) in zip(chosen, self._shown(chosen, Display(digits, fractions)), strict=True):
            cells[columns[place]][ranks[place]] = change
        entries = [
            Entry(title, [str(each[row]) for row in rows], numeric=title != "item")
            for title, each in {**axis.labels(), **marks(self.trace.ranking)}.items()
            if title != "score"
        ]
        titles = [f"change, if {self.in_words(level)}" for level in self.levels]
        return Table(axis, [*entries, *map(Entry, titles, cells)], hidden)

    def in_words(self, level: Any) -> str:
        """Words for a grade: relevant, or grade 2."""
        if self.levels == [0, 1]:
            return "relevant" if level else "not relevant"
        return f"grade {called(level)}"

    def _judged(self, some: Sequence[int] | np.ndarray) -> Trace:
        """The list as it is, and after it those with one other grade."""
        ranking, (ranks, columns) = self.trace.ranking, self._where
        here, known = np.asarray(some, dtype=np.intp), np.array(self.levels)
        kept = ranking.arrays.encoded_grades.astype(np.result_type(ranking.arrays.grades, known))
        grades = kept[None].repeat(len(here) + 1, axis=0)
        grades[np.arange(1, len(grades)), ranks[here]] = known[columns[here]]
        return self.trace.metric.of_query(Batch.of_variants(ranking, grades), self.trace.parameters)

    def _values(self, some: Sequence[int] | np.ndarray) -> np.ndarray:
        return np.asarray(self._judged(some).value, dtype=np.float64)

    def _fractions(self, some: Sequence[int] | np.ndarray) -> list[Any]:
        return list(self._judged(some).exact[1:])

    def _laid_out(self, each: Any, others: Any) -> np.ndarray:
        changes = np.full((len(self.trace.ranking), len(self.levels)), others)
        changes[self._where] = each
        return changes

    def _said(self, place: int) -> str:
        rank, level = (int(side[place]) for side in self._where)
        return f"{self.trace.ranking.items[rank]} (rank {rank + 1}) is {self.in_words(self.levels[level])}"

    def _toggle(self, place: int | None) -> Toggle | None:
        if place is None:
            return None
        rank, level = (int(side[place]) for side in self._where)
        return Toggle(rank + 1, self.levels[level], float(self._each[place]))
