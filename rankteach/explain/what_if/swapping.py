"""What every swap of two items would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Axis
from rankteach.core.paired import Paired
from rankteach.explain.what_if.changes import Changes
from rankteach.explain.what_if.orders import orders
from rankteach.notation.numbers import TOLERANCE, Display
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.trace import Trace

MOST_LISTED = 10  # swaps


class Swap(NamedTuple):
    """Two places, counted from 1, whose items change places; and what the swap adds to the value."""

    first: int
    second: int
    change: float


class Swaps(Changes):
    """What ``rt.swaps`` returns.

    ``changes`` is a matrix: its entry in row i and column j is what the swap of ranks i + 1 and j + 1 would add to the
    value. ``orders`` names the item at each rank. ``best`` is the swap that would improve the value most, and
    ``worst`` the one that would harm it most, the first of several; None where there is none.
    """

    nouns = "swap", "swaps"

    def __init__(self, trace: Trace) -> None:
        self.orders = orders(trace)
        one, other = np.triu_indices(len(self.orders), 1)
        kinds = self.orders.kinds
        super().__init__(trace, (one, other), np.flatnonzero(kinds[one] != kinds[other]))

    @property
    def best(self) -> Swap | None:
        """The swap that would improve the value most."""
        return self._swap(self._most(1))

    @property
    def worst(self) -> Swap | None:
        """The swap that would harm the value most."""
        return self._swap(self._most(-1))

    def swapped(self, first: int, second: int) -> Trace:
        """The trace of the list after a swap of two places, counted from 1; its ``ranking`` is that list."""
        return self.orders.swapped(first, second)

    @property
    def words(self) -> list[str]:
        """What there is to say, in sentences."""
        if isinstance(self.trace.ranking, Paired):
            return super().words
        alike = (
            "a weighted pair of equal grades may weigh something"
            if self.orders.by_itself
            else "pairs of equal grades weigh nothing"
        )
        name = f"|Δ{self.trace.label}|"
        return [*super().words, f"{name} weighs each pair in LambdaRank (Burges, Ragno and Le 2006); {alike}."]

    def table(self, *, most_rows: int | None = MOST_LISTED, digits: int = 4, fractions: bool = True) -> Table:
        """The swaps that change something, from the most valuable to the most harmful."""
        effective = np.flatnonzero(abs(self._each) > TOLERANCE)
        effective = effective[np.argsort(-self._worth[effective].round(12), kind="stable")]
        chosen = effective[:most_rows].tolist()
        labels = {**self.orders.axis.labels(), **self.orders.marks}
        entries = []
        for title, each in labels.items():
            if title != "score":
                both = [f"{each[self._where[0][pair]]} ↔ {each[self._where[1][pair]]}" for pair in chosen]
                entries.append(
                    Entry(f"{title}s" if title in ("rank", "item") else title, both, numeric=title != "item")
                )
        shown = self._shown(chosen, Display(digits, fractions))
        entries.append(Entry("change", [change for change, _ in shown]))
        entries.append(Entry(self.trace.label, [value for _, value in shown]))
        more = len(effective) - len(chosen)
        return Table(Axis("swap", length=len(chosen)), entries, f"{more} more swaps are not shown." if more else "")

    def _values(self, some: Sequence[int] | np.ndarray) -> np.ndarray:
        return self.orders.values(self._rows(some))

    def _fractions(self, some: Sequence[int] | np.ndarray) -> list[Any]:
        return self.orders.exact(self._rows(some))[1:]

    def _rows(self, some: Sequence[int] | np.ndarray) -> np.ndarray:
        """The order as it is, and below it each of the swaps."""
        one, other = (side[np.asarray(some, dtype=np.intp)] for side in self._where)
        rows = self.orders.kinds[None].repeat(len(one) + 1, axis=0)
        here = np.arange(1, len(rows))
        rows[here, one], rows[here, other] = self.orders.kinds[other], self.orders.kinds[one]
        return rows

    def _laid_out(self, each: Any, others: Any) -> np.ndarray:
        changes = np.full((len(self.orders),) * 2, others)
        changes[self._where] = changes.T[self._where] = each
        return changes

    def _said(self, place: int) -> str:
        one, other = (self.orders.names[side[place]] for side in self._where)
        return f"{one} and {other} change places"

    def _swap(self, place: int | None) -> Swap | None:
        if place is None:
            return None
        one, other = (int(side[place]) + 1 for side in self._where)
        return Swap(one, other, float(self._each[place]))
