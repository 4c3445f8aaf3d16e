"""What every swap of two ranks, and every other judgement of one item, would change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import whole_number
from rankteach.core.column import Axis
from rankteach.explain.what_if.orders import (
    Known,
    Orders,
    called,
    direction,
    in_parts,
    levels,
    marks,
    only_of_one_list,
    possible,
)
from rankteach.notation.numbers import EXACTLY, TOLERANCE, Display, displayed, signed
from rankteach.notation.report import Report
from rankteach.notation.tables import MOST_ROWS, Entry, Table, shown_rows
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

MOST_LISTED = 10  # swaps
MOST_CELLS = 100_000_000  # grades of all lists that are tried: about two seconds
BY_ITSELF = 5_000  # grades that take as long as an order that needs a calculation of its own
ENTRY = 20  # grades that take as long as an entry in a matrix of all swaps
PART = 200_000  # grades: a part of a search that takes a few hundredths of a second
MOST_KINDS = 10  # whose first and last items are tried first
NOTHING: tuple[Any, Any] = 0.0, Fraction(0)


class Swap(NamedTuple):
    """Two places, counted from 1, whose items change places; and what the swap adds to the value."""

    first: int
    second: int
    change: float


class Toggle(NamedTuple):
    """An item's rank, its other grade, and what that grade adds to the value."""

    rank: int
    grade: Any
    change: float


class Changes(Report):
    """A table of changed lists: what each single change of a trace's list would add to its value.

    ``changes`` are floats, with a row for each place. ``less_is_better`` says whether a lower value is a better one, as
    with the lag.
    """

    nouns: tuple[str, str]
    number: int  # of changed lists
    entries = 1  # of ``changes`` for each of them

    def __init__(self, trace: Trace, orders: Orders) -> None:
        self.trace, self.orders, self.less_is_better = trace, orders, trace.metric.less_is_better
        self.changes = self._calculated(exactly=False)
        self._gains = self.orders.gains(self.changes)
        ends = _first_of_most(self._gains), _first_of_most(-self._gains)
        self._ends = [None if end is None else divmod(end, self.changes.shape[1]) for end in ends]  # row and column

    @abstractmethod
    def _calculated(self, exactly: bool) -> np.ndarray:
        """The changes, as floats or as fractions."""

    @abstractmethod
    def _values(self, rows: np.ndarray, columns: np.ndarray, exactly: bool) -> Any:
        """The present value, followed by those of the changed lists in some rows and columns of ``changes``."""

    @abstractmethod
    def _described(self, row: int, column: int) -> str:
        """The change in a row and a column of ``changes``, in words."""

    @cached_property
    def exact(self) -> np.ndarray | None:
        """The changes as fractions, None for each that is not one; None if the value itself is not one."""
        return None if self.trace.exact is None else self._calculated(exactly=True)

    @property
    def best_in_words(self) -> str:
        """The most valuable change, such as +5/12; empty if there is none."""
        return "" if self._ends[0] is None else self._shown([self._ends[0]], EXACTLY)[0][0]

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        gains, (noun, nouns) = self._gains, self.nouns
        sentences: list[str] = [f"{self.trace.label} is {self.trace.shown}."]
        if not self.number:
            return [*sentences, f"There is no {noun}."]
        effects = gains > TOLERANCE, gains < -TOLERANCE, np.isnan(self.changes)
        better, worse, undefined = (np.count_nonzero(effect) // self.entries for effect in effects)
        without = f"; {undefined} would leave it undefined" if undefined else ""
        sentences.append(
            f"Of {self.number} {noun if self.number == 1 else nouns}, {better} would be for the better"
            f"{direction(self.trace)}, {worse} for the worse, and {self.number - better - worse - undefined} "
            f"would change nothing{without}."
        )
        for end, which in zip(self._ends, ("most valuable", "most harmful"), strict=True):
            if end is not None:
                ((change, value),) = self._shown([end], EXACTLY)
                sentences.append(f"The {which}: {self._described(*end)}, {change} to {value}.")
        return sentences

    def _shown(self, some: Sequence[tuple[int, int]], display: Display) -> list[tuple[str, str]]:
        """For some rows and columns of ``changes`` the change, and the value that it leads to."""
        rows, columns = np.array(some, dtype=np.intp).reshape(-1, 2).T
        now, every = self.trace.exact, self.trace.value
        after = [None] * len(some) if now is None else self._values(rows, columns, True)[1:]
        floats = zip(self.changes[rows, columns].tolist(), after, strict=True)
        pairs = [(change, every + change) if one is None else (one - now, one) for change, one in floats]
        return [(signed(change, display) or "0", display.plain(one)) for change, one in pairs]


class Swaps(Changes):
    """What ``rt.swaps`` returns.

    ``changes`` is a matrix: its entry in row i and column j is what the swap of ranks i + 1 and j + 1 would add to the
    value. ``orders`` names the item at each rank. ``best`` is the swap that would improve the value most, and
    ``worst`` the one that would harm it most, the first of several; None where there is none.
    """

    nouns, entries = ("swap", "swaps"), 2

    def __init__(self, trace: Trace) -> None:
        orders = Orders(trace)
        length = len(orders)
        self.number = length * (length - 1) // 2
        _refuse("swaps", length, self.number, ENTRY)
        _refuse("swaps", length, orders.number_of_swaps, length + BY_ITSELF * orders.by_itself)
        super().__init__(trace, orders)
        self.best, self.worst = (end and Swap(end[0] + 1, end[1] + 1, float(self.changes[end])) for end in self._ends)

    def swapped(self, first: int, second: int) -> Trace:
        """The trace of the list after a swap of two places, counted from 1; its ``ranking`` is that list."""
        return self.trace.metric.of_query(*self.orders.with_swap(first, second))

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        if isinstance(self.trace.ranking, Paired):
            return super().words
        alike = "pairs of equal grades weigh nothing"
        if self.orders.by_itself:
            alike = "a weighted pair of equal grades may weigh something"
        name = f"|Δ{self.trace.label}|"
        return [*super().words, f"{name} weighs each pair in LambdaRank (Burges, Ragno and Le 2006); {alike}."]

    def table(self, *, most_rows: int | None = MOST_LISTED, digits: int = 4, fractions: bool = True) -> Table:
        """The swaps that change something, from the most valuable to the most harmful."""
        effective = np.argwhere(np.triu(abs(self.changes) > TOLERANCE))
        order = np.argsort(-self._gains[tuple(effective.T)].round(12), kind="stable")
        order = order[: None if most_rows is None else whole_number(most_rows, "most_rows")]
        places = [(one, other) for one, other in effective[order].tolist()]
        entries = [
            Entry(
                f"{title}s" if title in ("rank", "item") else title,
                [f"{each[one]} ↔ {each[other]}" for one, other in places],
                numeric=title != "item",
            )
            for title, each in {**self.orders.axis.labels(), **marks(self.trace.ranking)}.items()
            if title != "score"
        ]
        shown = self._shown(places, displayed(digits, fractions))
        entries.append(Entry("change", [change for change, _ in shown]))
        entries.append(Entry(self.trace.label, [value for _, value in shown]))
        more = len(effective) - len(places)
        return Table(Axis("swap", length=len(places)), entries, f"{more} more swaps are not shown." if more else "")

    def _calculated(self, exactly: bool) -> np.ndarray:
        alike, changes = self.orders.alike, np.full([len(self.orders)] * 2, NOTHING[exactly])
        for one, other in self.orders.swaps(self.orders.places):
            changes[one, other] = changes[other, one] = _added(self._values(one, other, exactly), exactly)
        return changes.take(alike, axis=0).take(alike, axis=1)

    def _values(self, rows: np.ndarray, columns: np.ndarray, exactly: bool) -> Any:
        return self.orders.after_swaps(rows, columns, exactly)

    def _described(self, row: int, column: int) -> str:
        return f"{self.orders.name(row)} and {self.orders.name(column)} change places"


class Toggles(Changes):
    """What ``rt.toggles`` returns.

    ``levels`` are the grades that an item can be given, and ``changes`` has a row for each rank and a column for each
    of them: what that grade would add to the value. ``best`` and ``worst`` are the judgement that would improve it
    most and the one that would harm it most, the first of several; None where there is none.
    """

    nouns = ("other judgement of one item", "other judgements of one item each")

    def __init__(self, trace: Trace) -> None:
        grades, length = trace.ranking.grades, len(trace.ranking)
        self.levels = possible(levels([*grades, *trace.ranking.missed]), trace.parameters.values())
        self._other = trace.ranking.arrays.encoded_grades[:, None] != np.array(self.levels)
        orders = Orders(trace)
        self._tried = np.nonzero(self._other & (orders.alike == np.arange(length))[:, None])
        self.number = int(self._other.sum())
        # counted four times, so that the longest list takes about half a second
        _refuse(self.nouns[1], length, len(self._tried[0]), 4 * length)
        super().__init__(trace, orders)
        self.best, self.worst = (
            end and Toggle(end[0] + 1, self.levels[end[1]], float(self.changes[end])) for end in self._ends
        )

    def table(self, *, most_rows: int | None = MOST_ROWS, digits: int = 4, fractions: bool = True) -> Table:
        """The ranks, and for each other grade what it would add to the value."""
        axis = self.trace.ranking.axis
        rows, hidden = shown_rows(axis, axis.length, most_rows)
        places = [(row, column) for row, column in np.argwhere(self._other[: len(rows)]).tolist()]
        cells = [[""] * len(rows) for _ in self.levels]
        for (row, column), (change, _) in zip(places, self._shown(places, displayed(digits, fractions)), strict=True):
            cells[column][row] = change
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

    def _calculated(self, exactly: bool) -> np.ndarray:
        changes = np.full(self._other.shape, NOTHING[exactly])
        for part in in_parts(len(self._tried[0]), len(self._other)):
            rows, columns = (side[part] for side in self._tried)
            changes[rows, columns] = _added(self._values(rows, columns, exactly), exactly)
        return changes.take(self.orders.alike, axis=0)

    def _values(self, rows: np.ndarray, columns: np.ndarray, exactly: bool) -> Any:
        ranking, known = self.trace.ranking, np.array(self.levels)
        if ranking.repeats:  # another grade of an item is one wherever it comes
            changed = zip((rows + 1).tolist(), known[columns].tolist(), strict=True)
            return self.orders.of_lists(
                Batch([ranking, *(ranking.with_grade(rank, grade) for rank, grade in changed)]), exactly
            )
        present = ranking.arrays.encoded_grades.astype(np.result_type(ranking.arrays.grades, known))
        grades = present[None].repeat(len(rows) + 1, axis=0)
        grades[np.arange(1, len(grades)), rows] = known[columns]
        return self.orders.of_lists(Batch.of_variants(ranking, grades), exactly)

    def _described(self, row: int, column: int) -> str:
        return f"{self.orders.name(row)} is {self.in_words(self.levels[column])}"


def _added(values: Any, exactly: bool = False) -> np.ndarray:
    """What is added to the first value by each of the others; None where that is not a fraction."""
    if exactly:
        return np.array([None if one is None else one - values[0] for one in values[1:]], dtype=object)
    floats = np.asarray(values, dtype=np.float64)
    added: np.ndarray = floats[1:] - floats[0]
    return added


def _refuse(nouns: str, length: int, number: int, grades: int) -> None:
    """Refuse alternatives to a list that take too long: so many, each as long as the calculation of so many grades."""
    if number * grades > MOST_CELLS:
        raise ValueError(
            f"The list must be shorter, because {length:,} items have {number:,} {nouns} to try. Give the "
            "measure a cutoff, such as rt.ndcg(ranking, k=100), or take the top of the list: ranking.head(100)."
        )


def _first_of_most(gains: np.ndarray) -> int | None:
    """The place of the largest gain, the first of those that are equal but for rounding; None if there is no gain."""
    most = gains.max(initial=0)
    return int(np.argmax(gains > most - TOLERANCE)) if most > TOLERANCE else None


def swaps(trace: Trace) -> Swaps:
    """What every swap of two ranks would add to the value of a trace.

    Two items change places, and take their grades with them. Scores stay at their ranks, so tied ranks stay tied;
    weights of instances go with their items. If two lists are compared, items of the second change places. For nDCG the
    absolute change is LambdaRank's weight of a pair: a model learns most from the pairs whose order matters most.
    Swapping two items of equal grades has no effect.

    Parameters
    ----------
    trace : Trace
        Of one list, or of two lists that are compared.

    Returns
    -------
    Swaps
        Sentences and a table in a notebook; ``rt.plots`` draws the heat map.

    Raises
    ------
    TypeError
        If the trace is not of one list: choose a query of a batch or a mean, ``trace["q1"]``.
    ValueError
        For more than about 1,000 items, half of them relevant. (A cutoff of the measure shortens the search.)

    >>> import rankteach as rt
    >>> what_if = swaps(rt.average_precision([0, 1, 1, 0]))
    >>> what_if.best[:2]
    (1, 3)
    >>> print(what_if)
    AP is 7/12 ≈ 0.5833.
    Of 6 swaps, 2 would be for the better, 2 for the worse, and 2 would change nothing.
    The most valuable: d1 (rank 1) and d3 (rank 3) change places, +5/12 to 1.
    The most harmful: d2 (rank 2) and d4 (rank 4) change places, −1/6 to 5/12.
    |ΔAP| weighs each pair in LambdaRank (Burges, Ragno and Le 2006); pairs of equal grades weigh nothing.
    <BLANKLINE>
    ranks   items     relevant   change     AP
    1 ↔ 3   d1 ↔ d3      ○ ↔ ●    +5/12      1
    1 ↔ 2   d1 ↔ d2      ○ ↔ ●     +1/4    5/6
    3 ↔ 4   d3 ↔ d4      ● ↔ ○    −1/12    1/2
    2 ↔ 4   d2 ↔ d4      ● ↔ ○     −1/6   5/12

    Source: Burges, Ragno and Le (2006); Burges (2010).
    """
    return Swaps(only_of_one_list(trace, "swaps"))


def toggles(trace: Trace) -> Toggles:
    """What every other judgement of a single item would add to the value of a trace.

    A relevant item becomes not relevant and the other way round; in a graded list, each item gets every other
    grade: 0, 1, ... up to the largest, or those that occur if there are many.

    Parameters
    ----------
    trace : Trace
        Of one list.

    Returns
    -------
    Toggles
        Sentences and a table in a notebook; ``rt.plots`` draws the heat map.

    Raises
    ------
    TypeError
        If the trace is not of one list, or compares two lists, which have no judgements.
    ValueError
        For more than about 5,000 items, unless a cutoff leaves fewer of them to try.

    >>> import rankteach as rt
    >>> what_if = toggles(rt.precision([1, 0, 1]))
    >>> what_if.best[:2]
    (2, 1)
    >>> print(what_if)
    P is 2/3 ≈ 0.6667.
    Of 3 other judgements of one item each, 1 would be for the better, 2 for the worse, and 0 would change nothing.
    The most valuable: d2 (rank 2) is relevant, +1/3 to 1.
    The most harmful: d1 (rank 1) is not relevant, −1/3 to 1/3.
    <BLANKLINE>
    rank   item   relevant   change, if not relevant   change, if relevant
       1   d1            ●                      −1/3
       2   d2            ○                                            +1/3
       3   d3            ●                      −1/3
    """
    if isinstance(only_of_one_list(trace, "toggles").ranking, Paired):
        raise TypeError(
            f"toggles() needs judgements, but {trace.name} compares two lists: try rt.swaps, which reorders"
        )
    return Toggles(trace)


def best_swaps(trace: Trace, known: Known | None = None) -> Iterator[tuple[Swap | None, float]]:
    """The best swap of those tried so far, and the share of swaps that were tried; with share 1, the best of all.

    The swaps are those of ``swaps``, part by part, so that a surface can answer in between. In a long list, the first
    and the last items of each kind are tried first, because the best swap is nearly always one of theirs. ``known``
    gives the value of a list by its grades, where all are known already.

    >>> import rankteach as rt
    >>> list(best_swaps(rt.precision([0, 1, 1, 0], k=2)))
    [(Swap(first=1, second=3, change=0.5), 1.0)]
    """
    orders = Orders(trace, known)
    total, kinds, length = orders.number_of_swaps, orders.kinds, len(orders)
    ends = kinds[:0]
    if length**3 > PART:
        first, last = (np.unique(each, return_index=True)[1] for each in (kinds, kinds[::-1]))
        ends = np.union1d(first, length - 1 - last) if len(first) <= MOST_KINDS else ends
    sooner = ((one, other, 0) for one, other in orders.swaps(ends, PART))
    every = ((one, other, len(one)) for one, other in orders.swaps(orders.places, PART))
    best, most, tried = None, 0.0, 0
    for one, other, more in chain(sooner, every):
        changes = _added(orders.after_swaps(one, other))
        gains, tried = orders.gains(changes), tried + more
        place = _first_of_most(gains)
        if place is not None and gains[place] > most - TOLERANCE:
            swap = Swap(int(one[place]) + 1, int(other[place]) + 1, float(changes[place]))
            if best is None or gains[place] > most + TOLERANCE or swap[:2] < best[:2]:  # of equal ones the first
                best, most = swap, max(float(gains[place]), most)
        yield best, tried / total
    if not total:
        yield None, 1.0
