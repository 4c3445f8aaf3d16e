"""Two ranked lists that are compared, and the pairs of their items, as a surface draws and names them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal

from rankteach.core.ranking import Ranking
from rankteach.metrics import kendall_distance
from rankteach.tracing.measures import Measure
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.cards import Card, ScoredList
from rankteach.widgets.protocol import PairsView, PairView

MOST_POINTS = 200  # cutoffs: of longer lists no small line is drawn
Kind = Literal["same", "opposite", "single"]
KINDS: dict[Kind, str] = {
    "same": "in the same order",
    "opposite": "in opposite order",
    "single": "ordered by one list only",
}


class Pairing:
    """The pairs of items that Kendall's distance compares in the first ``k`` of two lists.

    ``pairs`` holds none where there are too many to list; they are counted nevertheless. ``partial`` says whether a
    list lacks an item that is compared: only then can one list alone order a pair.
    """

    def __init__(self, first: Sequence[str], second: Sequence[str], k: int | None) -> None:
        self.first, self.second, self.k = first, second, k
        trace = kendall_distance(first, second, k=k)
        assert isinstance(trace.ranking, Paired)
        self.items = tuple(trace.ranking.items)
        self.total = len(self.items) * (len(self.items) - 1) // 2
        self.pairs = self._listed(trace.columns) if "opposite" in trace.columns else []
        self.counts = self._counted()
        self.counted_only = self.total > len(self.pairs)
        self.partial = {*first[:k]} != {*second[:k]}

    def _listed(self, columns: Any) -> list[PairView]:
        orders = zip(columns["opposite"].values.tolist(), columns["ordered by one"].values.tolist(), strict=True)
        kinds: list[Kind] = ["opposite" if opposite else "single" if single else "same" for opposite, single in orders]
        words = KINDS | {"opposite": "opposite"}
        return [
            {"items": pair, "kind": kind, "words": f"{', '.join(pair)}: {words[kind]}"}
            for pair, kind in zip(combinations(self.items, 2), kinds, strict=True)
        ]

    def _counted(self) -> dict[Kind, int]:
        """How many there are of each kind: p = 0 counts only opposite pairs, p = 1 all that differ."""
        free, full = (
            int(kendall_distance(self.first, self.second, k=self.k, p=price).exact * self.total) for price in (0, 1)
        )
        return {"same": self.total - full, "opposite": free, "single": full - free}

    def opposite_to(self, item: str) -> list[str]:
        """The items that the two lists order differently relative to this one."""
        pairs = (pair["items"] for pair in self.pairs if pair["kind"] == "opposite")
        return [other if one == item else one for one, other in pairs if item in (one, other)]

    def summary(self) -> str:
        """Which items the pairs are made of, and whether the pairs are listed."""
        n = len(self.items)
        if not self.total:
            return "There are no pairs: a pair needs two items."
        about = "" if self.k is None else f"The first {self.k} of each list: {n} items. "
        if self.partial:
            about += "An item that is missing from a list counts as below all items in it. "
        return f"{about}{self.total:,} pairs: counted, not listed." if self.counted_only else about.strip()

    def view(self) -> PairsView:
        """The pairs as plain data, in the order of the rows of a trace by pairs."""
        kinds = [kind for kind in KINDS if kind != "single" or self.partial]
        return {
            "items": list(self.items) if self.pairs else [],
            "list": self.pairs,
            "counts": [{"kind": kind, "count": self.counts[kind], "words": KINDS[kind]} for kind in kinds],
            "words": self.summary(),
        }


class Compared(ScoredList):
    """Two lists, with what has been calculated of them so far. The second is the one that is reordered."""

    def __init__(self, reference: Ranking, ranking: Ranking) -> None:
        super().__init__(ranking)
        self.reference = reference
        self.same_items = {*reference.items} == {*ranking.items}

    def calculated(self, shown: Measure) -> Trace:
        """A measure of these lists."""
        return shown(self.reference, self.ranking)

    def points(self, card: Card) -> list[float]:
        """The measure at every cutoff; none if it cannot be cut, or the lists are long."""
        longest = max(len(self.reference), len(self.ranking))
        return super().points(card) if longest <= MOST_POINTS else []
