"""The list of a trace in other orders, and the metric's values for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import must, whole_number
from rankteach.core.column import Axis
from rankteach.core.outside import quoted
from rankteach.core.ranking import Ranking
from rankteach.explain.what_if.variants import marks
from rankteach.tracing.list_conventions import distinct_orders
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

CELLS = 1_000_000  # numbers in memory at once


class Orders(ABC):
    """A list whose items can be put in another order.

    ``kinds`` has a number for the item at each place; swapping two items of one kind has no effect. An order is a row
    of such numbers, and many orders are a matrix. ``axis`` says what the places are. ``by_itself`` says whether each
    order needs a calculation of its own, which is slower than all of them at once.
    """

    axis: Axis
    by_itself = True

    def __init__(self, trace: Trace, keys: Sequence[Any]) -> None:
        self.trace = trace
        ranks = {key: kind for kind, key in enumerate(sorted(set(keys)))}
        self.kinds = np.array([ranks[key] for key in keys], dtype=np.min_scalar_type(len(ranks)))

    def __len__(self) -> int:
        return len(self.kinds)

    @abstractmethod
    def in_order(self, order: np.ndarray) -> Trace:
        """The trace of another order: for each place, which of the places (from 0) its item had."""

    @abstractmethod
    def sorted(self) -> np.ndarray:
        """Two orders, usually the worst and the best."""

    def values(self, rows: np.ndarray, exactly: bool = False) -> Any:
        """The value of each order; if ``exactly`` as a fraction, or None where it is not one."""
        return [trace.exact if exactly else trace.value for trace in map(self.of, rows)]

    def of(self, row: np.ndarray) -> Trace:
        """The trace of an order of kinds; items of one kind keep their order."""
        order = np.empty(len(self), dtype=np.intp)
        order[np.argsort(row, kind="stable")] = np.argsort(self.kinds, kind="stable")
        return self.in_order(order)

    def swapped(self, first: int, second: int) -> Trace:
        """The trace after a swap of two places, counted from 1."""
        name, order = self.axis.name, np.arange(len(self))
        places = [whole_number(place, name, f"The first {name} is 1.") - 1 for place in (first, second)]
        if max(places) >= len(self):
            raise ValueError(must(name, max(places) + 1, f"be at most {len(self)}"))
        order[places] = places[::-1]
        return self.in_order(order)

    def after_swaps(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """The present order, followed by the order after the swap of each two places (from 0)."""
        rows = self.kinds[None].repeat(len(one) + 1, axis=0)
        here = np.arange(1, len(rows))
        rows[here, one], rows[here, other] = self.kinds[other], self.kinds[one]
        return rows

    @property
    def marks(self) -> dict[str, list[str]]:
        """The judgement at each place, under the title of its column; empty if two lists are compared."""
        return {}

    @property
    def names(self) -> list[str]:
        """The item at each place, with its rank if there is one."""
        labels = self.axis.labels()
        if "rank" not in labels:
            return [quoted(str(item)) for item in labels["item"]]
        return [f"{quoted(str(item))} (rank {rank})" for rank, item in zip(labels["rank"], labels["item"], strict=True)]


class OrdersOfOne(Orders):
    """Orders of one judged list. Scores and ties stay at their ranks; missed items stay missed.

    A weight of an instance goes with its item; other weights by rank stay at their ranks.
    """

    def __init__(self, trace: Trace) -> None:
        ranking: Ranking = trace.ranking
        self._weights = _weights_of_items(trace)
        weights = [0] * len(ranking) if self._weights is None else self._weights
        super().__init__(trace, list(zip(ranking.arrays.encoded_grades.tolist(), weights, strict=True)))
        self.axis, self.by_itself = ranking.axis, self._weights is not None
        self._grades = ranking.arrays.encoded_grades[np.unique(self.kinds, return_index=True)[1]]

    def in_order(self, order: np.ndarray) -> Trace:
        """The trace of another order: for each rank, which of the ranks (from 0) its item had."""
        ranking, parameters = self.trace.ranking, dict(self.trace.parameters)
        if self._weights is not None:
            parameters["weights"] = [self._weights[place] for place in order]
        grades, items = ranking.grades, ranking.items
        changes = {"grades": [grades[place] for place in order], "items": [items[place] for place in order]}
        return self.trace.metric.of_query(ranking.replace(ranking.order[order], **changes), parameters)

    @property
    def marks(self) -> dict[str, list[str]]:
        """The judgement at each rank, under the title of its column."""
        return marks(self.trace.ranking)

    def sorted(self) -> np.ndarray:
        """The order by grades, smallest first, and the other way round."""
        rising = np.sort(self.kinds)
        return np.array([rising, rising[::-1]])

    def values(self, rows: np.ndarray, exactly: bool = False) -> Any:
        """The value of each order; if ``exactly`` as a fraction, or None where it is not one."""
        if self.by_itself:
            return super().values(rows, exactly)
        many = Batch.of_variants(self.trace.ranking, self._grades[rows])
        trace = self.trace.metric.of_query(many, self.trace.parameters)
        return trace.exact if exactly else trace.value


class OrdersOfTwo(Orders):
    """Orders of the second of two lists, while the first one stays the same: of a list's items, or of numbers."""

    def __init__(self, trace: Trace) -> None:
        paired: Paired = trace.ranking
        self._y = np.asarray(paired.y)
        if paired.lists is None:
            self._places = np.arange(len(paired))
            super().__init__(trace, self._y.tolist())
            self.axis = paired.axis
        else:
            place = {item: i for i, item in enumerate(paired.items)}
            second = paired.lists[1]
            self._places = np.array([place[item] for item in second], dtype=np.intp)
            super().__init__(trace, range(len(second)))
            self.axis = Axis(
                "rank", length=len(second), labels=lambda: {"rank": range(1, len(second) + 1), "item": second}
            )

    def in_order(self, order: np.ndarray) -> Trace:
        """The trace of another order of the second list: for each place, which of the places its item had."""
        paired, y, lists = self.trace.ranking, self._y.copy(), self.trace.ranking.lists
        if lists is None:
            y = y[order]
        else:
            y[self._places[order]] = self._y[self._places]
            lists = lists[0], [lists[1][place] for place in order]
        reordered = Paired(paired.names, np.asarray(paired.x), y, paired.words, lists)
        return self.trace.metric.of_query(reordered, self.trace.parameters)

    def sorted(self) -> np.ndarray:
        """The reverse of the first list's order, and that order."""
        x = np.asarray(self.trace.ranking.x)[self._places]
        if self.trace.ranking.lists is not None:
            along = np.argsort(x, kind="stable").astype(self.kinds.dtype)
            return np.array([along[::-1], along])
        rows = np.empty((2, len(self)), dtype=self.kinds.dtype)
        rows[:, np.argsort(x, kind="stable")] = [np.sort(self.kinds)[::-1], np.sort(self.kinds)]
        return rows


def reach(trace: Trace) -> int:
    """On how many of the first places the value depends; a cutoff ends them, unless items below it can move up."""
    parameters, length = trace.parameters, len(trace.ranking)
    moves_up = parameters.get("judged_only") or parameters.get("ties", "stable") != "stable"
    return length if moves_up else min(parameters.get("k") or length, length)


def orders(trace: Trace) -> Orders:
    """The orders of a trace's list; of the second list if two are compared."""
    return OrdersOfTwo(trace) if isinstance(trace.ranking, Paired) else OrdersOfOne(trace)


def distinct(kinds: np.ndarray, wanted: range) -> np.ndarray:
    """Some of all distinct orders, by their numbers in lexicographic order.

    At each place, every kind that may come next begins a block of the remaining orders: the number is in one of them.
    """
    left = np.bincount(kinds).astype(np.int64)[None].repeat(len(wanted), axis=0)
    number, ways = np.array(wanted, dtype=np.int64), np.full(len(wanted), how_many(kinds), dtype=np.int64)
    rows, every = np.empty((len(wanted), len(kinds)), dtype=kinds.dtype), np.arange(len(wanted))
    for place in range(len(kinds)):
        shares = ways[:, None] * left // (len(kinds) - place)
        ends = shares.cumsum(axis=1)
        rows[:, place] = kind = np.count_nonzero(number[:, None] >= ends, axis=1)
        ways = shares[every, kind]
        number -= ends[every, kind] - ways
        left[every, kind] -= 1
    return rows


def how_many(kinds: np.ndarray) -> int:
    """The number of distinct orders."""
    return distinct_orders(np.bincount(kinds).tolist())


def in_parts(number: int, width: int) -> Iterable[range]:
    """The numbers of the rows, in parts that fit into memory."""
    size = max(1, CELLS // max(1, width))
    return (range(start, stop) for start, stop in pairwise([*range(0, number, size), number]))


def _weights_of_items(trace: Trace) -> list[Any] | None:
    """The weights of items, not of ranks; None if there are none."""
    weights = trace.parameters.get("weights")
    if trace.parameters.get("weighting") != "instances" or weights is None or isinstance(weights, Real):
        return None
    listed = list(weights)
    if len(listed) < len(trace.ranking):
        raise ValueError(
            f"weights has {len(listed)} entries for {len(trace.ranking)} items; where items change places, "
            "those below the cutoff need theirs too"
        )
    return listed[: len(trace.ranking)]
