"""What the randomisation test and the bootstrap share: the differences, changed again and again at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rankteach.core.checks import counted, seed_number
from rankteach.core.column import Axis, Column
from rankteach.notation.numbers import EXACTLY, TOLERANCE, Display, displayed
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table

SHOWN = 8  # samples, and queries of each, that are listed
NONE_DIFFERS = "No query differs."


class Resampling(Report):
    """Many samples of the differences of two systems, of which the first are listed."""

    noun: str  # what one sample is called
    without_differences: str  # what holds if no query differs
    observed: Any
    _count: tuple[int, int]  # of the first samples, and of all
    _result: Callable[[], list[str]]  # what was found, in sentences
    _entries: Callable[[Display], list[Entry]]  # the columns of the first samples

    def __init__(self, differences: Column, queries: Sequence[str], label: str, seed: int) -> None:
        self.queries, self.label = list(queries), label
        self.seed: int | None = seed_number(seed)
        self._values: list[Any] = differences.cells
        self._differ = any(abs(value) > TOLERANCE for value in self._values)

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        difference, queries = EXACTLY.plain(self.observed), counted(len(self.queries), "query")
        mean = f"The mean difference in {self.label} is {difference}, over {queries}."
        return [mean, *(self._result() if self._differ else [f"{NONE_DIFFERS} {self.without_differences}"])]

    def table(self, *, digits: int = 4, fractions: bool = True) -> Table:
        """The first samples; none if no query differs."""
        rows, total = self._count if self._differ else (0, 0)
        numbers = Entry(self.noun, [str(row) for row in range(1, rows + 1)])
        hidden = f"{total - rows:,} more {self.noun}s are not shown." if total > rows else ""
        return Table(Axis(self.noun, length=rows), [numbers, *self._entries(displayed(digits, fractions))], hidden)
