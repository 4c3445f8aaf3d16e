"""The list of a trace in other orders, and the metric's values for them; the other grades of an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import must, whole_number
from rankteach.core.column import Axis
from rankteach.core.outside import quoted
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import EXACTLY
from rankteach.notation.tables import only_0_and_1
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

CELLS = 1_000_000  # numbers in memory at once
MOST_LEVELS = 10
called = EXACTLY.given  # a grade, in words
Known = Callable[[tuple[Any, ...]], float]


class Orders:
    """The orders of a trace's list; of the second list, if two are compared.

    An order is a row of kinds: a number for the item at each place. Swapping two items of one kind has no effect.
    ``kinds`` is the present order. ``axis`` says what the places are; the value depends on the first ``reach`` of them.
    Scores and ties stay at their ranks; missed items stay missed. A weight of an instance goes with its item; other
    weights by rank stay at their ranks. ``by_itself`` says whether each order needs a calculation of its own, which is
    slower than all of them at once. ``known`` gives the value of a list by its grades, where all are known already.
    """

    def __init__(self, trace: Trace, known: Known | None = None) -> None:
        self.trace, self.axis, self._weights, self.known = trace, trace.ranking.axis, _weights_of_items(trace), known
        served = trace.ranking.arrays.served if trace.metric.of_one.of_subtopics else None
        self.by_itself = isinstance(trace.ranking, Paired) or self._weights is not None or served is not None
        keys: list[Any]
        along: Any = range(len(trace.ranking), 0, -1)  # the sorted kinds in this order are usually the best order
        if not isinstance(trace.ranking, Paired):
            keys = trace.ranking.arrays.encoded_grades.tolist()
            if self.by_itself:
                none = [0] * len(keys)
                weights = [*(self._weights or ()), *none]
                keys = list(zip(keys, weights, none if served is None else served.tolist(), strict=False))
        elif trace.ranking.lists is None:
            keys, along = np.asarray(trace.ranking.y).tolist(), np.asarray(trace.ranking.x)
        else:
            second = trace.ranking.lists[1]
            row = {item: i for i, item in enumerate(trace.ranking.items)}
            self._rows = np.array([row[item] for item in second], dtype=np.intp)
            keys = [(x, i) for i, x in enumerate(np.asarray(trace.ranking.x)[self._rows])]
            along = ranks = range(1, len(second) + 1)
            self.axis = Axis("rank", length=len(second), labels=lambda: {"rank": ranks, "item": second})
        number = {key: kind for kind, key in enumerate(sorted(set(keys)))}
        self.kinds = np.array([number[key] for key in keys], dtype=np.min_scalar_type(len(number)))
        chosen, self.reach, self._along = trace.parameters, len(keys), along
        if not chosen.get("judged_only") and chosen.get("ties", "stable") == "stable":  # no item below it can move up
            self.reach = min(chosen.get("k") or len(keys), len(keys))

    def __len__(self) -> int:
        return len(self.kinds)

    def values(self, rows: np.ndarray, exactly: bool = False) -> Any:
        """The value of each order; if ``exactly`` as a fraction, or None where it is not one."""
        if self.by_itself:
            return [trace.exact if exactly else trace.value for trace in map(self.of, rows)]
        if self.known is not None:
            grades = [self.trace.ranking.grades[place] for place in self._first_of_kind]
            return [self.known(tuple(map(grades.__getitem__, row))) for row in rows.tolist()]
        encoded = self.trace.ranking.arrays.encoded_grades[self._first_of_kind]
        return self.of_lists(Batch.of_variants(self.trace.ranking, encoded[rows]), exactly)

    def of_lists(self, lists: Batch, exactly: bool = False) -> Any:
        """The value of each list."""
        trace = self.trace.metric.of_query(lists, self.trace.parameters)
        return trace.exact if exactly else trace.value

    def of(self, row: np.ndarray) -> Trace:
        """The trace of an order of kinds; items of one kind keep their order."""
        order = np.empty(len(self), dtype=np.intp)
        order[np.argsort(row, kind="stable")] = np.argsort(self.kinds, kind="stable")
        return self.trace.metric.of_query(*self._in_order(order))

    def with_swap(self, first: int, second: int) -> tuple[Any, dict[str, Any]]:
        """The list after a swap of two places, counted from 1, and the parameters, whose weights are swapped too."""
        name, order = self.axis.name, np.arange(len(self))
        places = [whole_number(place, name, f"The first {name} is 1.") - 1 for place in (first, second)]
        if max(places) >= len(self):
            raise ValueError(must(name, max(places) + 1, f"be at most {len(self)}"))
        order[places] = places[::-1]
        return self._in_order(order)

    def after_swaps(self, one: np.ndarray, other: np.ndarray, exactly: bool = False) -> Any:
        """The present value, followed by the values after the swap of each two places (from 0)."""
        rows = self.kinds[None].repeat(len(one) + 1, axis=0)
        here = np.arange(1, len(rows))
        rows[here, one], rows[here, other] = self.kinds[other], self.kinds[one]
        return self.values(rows, exactly)

    @cached_property
    def _first_of_kind(self) -> np.ndarray:
        return np.unique(self.kinds, return_index=True)[1]

    @cached_property
    def ends(self) -> np.ndarray:
        """Two orders, usually the worst and the best."""
        ends = np.empty((2, len(self)), dtype=self.kinds.dtype)
        ends[:, np.argsort(self._along, kind="stable")] = [np.sort(self.kinds)[::-1], np.sort(self.kinds)]
        return ends

    @cached_property
    def places(self) -> np.ndarray:
        """The places that make all swaps with an effect of their own: below a cutoff, one of each kind."""
        return np.unique(self.alike)

    @cached_property
    def alike(self) -> np.ndarray:
        """For each place itself; below the last one that counts, the first place there with an item of its kind."""
        _, first, kind = np.unique(self.kinds[self.reach :], return_index=True, return_inverse=True)
        return np.concatenate([np.arange(self.reach), self.reach + first[kind]])

    @property
    def number_of_swaps(self) -> int:
        """How many swaps of two places have an effect of their own."""
        of_each_kind, below = np.bincount(self.kinds[self.places]), len(self.places) - self.reach
        return int(len(self.places) ** 2 - of_each_kind @ of_each_kind - below * (below - 1)) // 2

    def swaps(self, places: np.ndarray, cells: int = 0) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The swaps of some places that have an effect: the two places (from 0) of each, in parts of so many grades."""
        kinds = self.kinds[places]
        for block in in_parts(int(np.count_nonzero(places < self.reach)), len(places), cells):
            rows = np.array(block)[:, None]
            one, other = np.nonzero((kinds[rows] != kinds) & (rows < np.arange(len(places))))
            for part in in_parts(len(one), len(self), cells):
                yield places[one[part] + block.start], places[other[part]]

    def gains(self, changes: np.ndarray) -> np.ndarray:
        """Changes of the value, above 0 where they are for the better, and 0 where they make it undefined."""
        gains: np.ndarray = np.nan_to_num(-changes if self.trace.metric.less_is_better else changes)
        return gains

    def name(self, place: int) -> str:
        """The item at a place (from 0), with its rank if there is one."""
        labels = self.axis.labels()
        item = quoted(str(labels["item"][place]))
        return f"{item} (rank {labels['rank'][place]})" if "rank" in labels else item

    def _in_order(self, order: np.ndarray) -> tuple[Any, dict[str, Any]]:
        """The list in another order, and its parameters: for each place, which of the places (from 0) its item had."""
        ranking, parameters = self.trace.ranking, dict(self.trace.parameters)
        if isinstance(ranking, Paired):
            y, lists = np.array(ranking.y), ranking.lists
            if lists is None:
                y = y[order]
            else:
                y[self._rows[order]] = y[self._rows]
                lists = lists[0], [lists[1][place] for place in order]
            changed: Any = Paired(ranking.names, np.asarray(ranking.x), y, ranking.words, lists)
        else:
            if self._weights is not None:
                if len(self._weights) < len(order):
                    raise ValueError(
                        f"weights has {len(self._weights)} entries for {len(order)} items; where items change places, "
                        "those below the cutoff need theirs too"
                    )
                parameters["weights"] = [self._weights[place] for place in order]
            grades, items = ([each[place] for place in order] for each in (ranking.grades, ranking.items))
            changed = ranking.replace(ranking.order[order], grades=grades, items=items)
        return changed, parameters


def in_parts(number: int, width: int, cells: int = 0) -> Iterable[range]:
    """The numbers of the rows of a matrix, in parts that fit into memory, or of so many cells."""
    size = max(1, (cells or CELLS) // max(1, width))
    return (range(start, stop) for start, stop in pairwise([*range(0, number, size), number]))


def _weights_of_items(trace: Trace) -> list[Any] | None:
    """The weights of items, not of ranks; None if there are none."""
    weights = trace.parameters.get("weights")
    if trace.parameters.get("weighting") != "instances" or weights is None or isinstance(weights, Real):
        return None
    return list(weights)[: len(trace.ranking)]


# --- other grades -----------------------------------------------------------------------------------------------------
def levels(grades: Iterable[Any]) -> list[Any]:
    """The grades that an item can have: 0, 1, ... to the largest; if there are many, those that occur."""
    seen = {grade for grade in grades if grade is not None}
    top = max(seen, default=1)
    if all(grade == int(grade) for grade in seen) and top <= MOST_LEVELS:
        return list(range(max(int(top), 1) + 1))
    return sorted({0, *seen})


def possible(levels: list[Any], parameters: Iterable[Any]) -> list[Any]:
    """The levels that every gain table among the parameters has; all levels if that leaves no choice."""
    tables = [value for value in parameters if isinstance(value, Mapping)]
    shared = [level for level in levels if not level or all(level in table for table in tables)]
    return shared if len(shared) > 1 else levels


def marks(ranking: Ranking | Paired) -> dict[str, list[str]]:
    """The judgement at each rank: relevant or not, or the grade, or ? if unjudged; none if two lists are compared."""
    if isinstance(ranking, Paired):
        return {}
    if only_0_and_1(ranking.grade):
        return {"relevant": ["?" if grade is None else "●" if grade else "○" for grade in ranking.grades]}
    return {"grade": ["?" if grade is None else called(grade) for grade in ranking.grades]}


def direction(trace: Trace) -> str:
    """What to add to better or higher, where the lower value is the better one."""
    return f" (the lower {trace.symbol}, the better)" if trace.metric.less_is_better else ""


def only_of_one_list(trace: Any, function: str) -> Trace:
    """The trace itself, if it is that of one list, or of two lists that are compared."""
    if not isinstance(trace, Trace):
        raise TypeError(f"{function}() needs a trace, such as rt.ndcg(ranking), not {type(trace).__name__}")
    if not trace.single or hasattr(trace.ranking, "queries"):
        what = "a batch" if not trace.single else "a mean over queries"
        raise TypeError(f"{function}() needs the trace of one list, not of {what}: choose a query, trace['q1']")
    if trace.value != trace.value:
        raise ValueError(f"{function}() needs a value to compare others with, but {trace.label} is undefined here")
    return trace
