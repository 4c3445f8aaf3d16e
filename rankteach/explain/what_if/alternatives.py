"""What every swap of two ranks, and every other judgement of one item, would change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import whole_number
from rankteach.core.column import Axis
from rankteach.core.outside import quoted
from rankteach.explain.what_if.orders import in_parts, orders, reach
from rankteach.explain.what_if.variants import called, direction, levels, marks, only_of_one_list, possible
from rankteach.notation.numbers import EXACTLY, TOLERANCE, Display, displayed, signed
from rankteach.notation.report import Report
from rankteach.notation.tables import MOST_ROWS, Entry, Table, shown_rows
from rankteach.tracing.paired import Paired
from rankteach.tracing.trace import Trace

MOST_LISTED = 10  # swaps
MOST_CELLS = 400_000_000  # grades of all lists that are tried: some seconds
BY_ITSELF = 20_000  # grades that take as long as an order that needs a calculation of its own
MOST_PAIRS = 5_000_000  # in a matrix of all swaps


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


Alternative = TypeVar("Alternative", Swap, Toggle)


class Changes(Report, Generic[Alternative]):
    """What each single alternative to a trace's list would add to its value.

    ``changes`` are floats. ``less_is_better`` says whether a lower value is a better one, as with the lag.
    """

    kind: type[Alternative]
    nouns: tuple[str, str]
    mirrored = False  # whether an entry of ``changes`` and its mirror image are one alternative

    def __init__(
        self, trace: Trace, rows: int, columns: Sequence[Any], where: tuple[np.ndarray, ...], kinds: np.ndarray
    ) -> None:
        """``where`` is the place of each alternative in ``changes``.

        ``kinds`` has a number for each alternative: those of one kind change the value by the same, and are tried
        once; those of kind -1 do not change it.
        """
        self.trace, self.less_is_better = trace, trace.metric.less_is_better
        self._rows, self._columns, self._where = rows, columns, where
        _, first, same = np.unique(kinds, return_index=True, return_inverse=True)
        self._tried, self._same = first[kinds[first] >= 0], first[same]
        self._refuse(len(self._tried), len(trace.ranking))
        each = np.zeros(len(kinds))
        for part in self._in_parts():
            values = np.asarray(self._values(part), dtype=np.float64)
            each[part] = values[1:] - values[0]
        self._each = each[self._same]
        self.changes = self._as_matrix(self._each, 0.0)

    @abstractmethod
    def _values(self, some: Sequence[int] | np.ndarray, exactly: bool = False) -> Any:
        """The present value, followed by the values of some alternatives; as fractions if ``exactly``."""

    @abstractmethod
    def _described(self, row: int, column: int) -> str:
        """Words for the alternative in this row and column of ``changes``."""

    @property
    def best(self) -> Alternative | None:
        """The alternative that would improve the value most; None if none would."""
        return self._alternative(self._most(1))

    @property
    def worst(self) -> Alternative | None:
        """The alternative that would harm the value most; None if none would."""
        return self._alternative(self._most(-1))

    @cached_property
    def exact(self) -> np.ndarray | None:
        """The changes as fractions, None for each that is not one; None if the value itself is not one."""
        value = self.trace.exact
        if value is None:
            return None
        each = np.full(len(self._each), Fraction(0), dtype=object)
        for part in self._in_parts():
            each[part] = [None if one is None else one - value for one in self._values(part, exactly=True)[1:]]
        return self._as_matrix(each[self._same], Fraction(0))

    @property
    def best_in_words(self) -> str:
        """The most valuable change, such as +5/12; empty if there is none."""
        place = self._most(1)
        return "" if place is None else self._shown([place], EXACTLY)[0][0]

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        gains, (noun, nouns) = self._gains, self.nouns
        sentences: list[str] = [f"{self.trace.label} is {self.trace.shown}."]
        if not len(gains):
            return [*sentences, f"There is no {noun}."]
        better, worse = np.count_nonzero(gains > TOLERANCE), np.count_nonzero(gains < -TOLERANCE)
        undefined = np.count_nonzero(np.isnan(self._each))
        without = f"; {undefined} would leave it undefined" if undefined else ""
        sentences.append(
            f"Of {len(gains)} {noun if len(gains) == 1 else nouns}, {better} would be for the better"
            f"{direction(self.trace)}, {worse} for the worse, and {len(gains) - better - worse - undefined} "
            f"would change nothing{without}."
        )
        for sign, which in ((1, "most valuable"), (-1, "most harmful")):
            if (place := self._most(sign)) is not None:
                ((change, value),) = self._shown([place], EXACTLY)
                sentences.append(f"The {which}: {self._described(*self._entry(place))}, {change} to {value}.")
        return sentences

    @property
    def _gains(self) -> np.ndarray:
        """The changes, above 0 where they are for the better, and 0 where they make the value undefined."""
        return np.nan_to_num(-self._each if self.less_is_better else self._each)

    def _refuse(self, number: int, each: int) -> None:
        """Refuse alternatives that take too long to try: so many, each with so many grades."""
        if number * each > MOST_CELLS:
            raise ValueError(_too_long(self.nouns[1], number, len(self.trace.ranking)))

    def _in_parts(self) -> Iterator[np.ndarray]:
        """The alternatives that are tried, in parts that fit into memory."""
        return (self._tried[part] for part in in_parts(len(self._tried), len(self.trace.ranking)))

    def _as_matrix(self, each: np.ndarray, nothing: Any) -> np.ndarray:
        """One value for each alternative, in the shape of ``changes``."""
        changes = np.full((self._rows, len(self._columns)), nothing)
        changes[self._where] = each
        if self.mirrored:
            changes.T[self._where] = each
        return changes

    def _most(self, sign: int) -> int | None:
        """The best alternative (sign 1) or the worst (-1); the first of those that are equal but for rounding."""
        gains = sign * self._gains
        if not (gains > TOLERANCE).any():
            return None
        return int(np.argmax(gains > gains.max() - TOLERANCE))

    def _entry(self, place: int) -> tuple[int, int]:
        """The row and the column of an alternative."""
        row, column = (int(side[place]) for side in self._where)
        return row, column

    def _alternative(self, place: int | None) -> Alternative | None:
        if place is None:
            return None
        row, column = self._entry(place)
        return self.kind(row + 1, self._columns[column], float(self._each[place]))

    def _shown(self, some: Sequence[int], display: Display) -> list[tuple[str, str]]:
        """For some alternatives the change, and the value that it leads to."""
        value, every = self.trace.exact, self.trace.value
        after = [None] * len(some) if value is None else self._values(some, exactly=True)[1:]
        floats = zip(self._each[list(some)].tolist(), after, strict=True)
        pairs = [(change, every + change) if one is None else (one - value, one) for change, one in floats]
        return [(signed(change, display) or "0", display.plain(one)) for change, one in pairs]


class Swaps(Changes[Swap]):
    """What ``rt.swaps`` returns.

    ``changes`` is a matrix: its entry in row i and column j is what the swap of ranks i + 1 and j + 1 would add to the
    value. ``orders`` names the item at each rank. ``best`` is the swap that would improve the value most, and
    ``worst`` the one that would harm it most, the first of several; None where there is none.
    """

    kind, nouns, mirrored = Swap, ("swap", "swaps"), True

    def __init__(self, trace: Trace) -> None:
        self.orders = orders(trace)
        number, kinds, last = len(self.orders), self.orders.kinds.astype(np.int64), reach(trace)
        if number * (number - 1) // 2 > MOST_PAIRS:
            raise ValueError(_too_long("swaps", number * (number - 1) // 2, number))
        one, other = np.triu_indices(number, 1)
        alike = one * (2 * number) + np.where(other < last, other, number + kinds[other])
        alike[(kinds[one] == kinds[other]) | (one >= last)] = -1
        super().__init__(trace, number, range(1, number + 1), (one, other), alike)

    def _refuse(self, number: int, each: int) -> None:
        """Orders that need a calculation of their own take longer."""
        super()._refuse(number, each + BY_ITSELF * self.orders.by_itself)

    def swapped(self, first: int, second: int) -> Trace:
        """The trace of the list after a swap of two places, counted from 1; its ``ranking`` is that list."""
        return self.orders.swapped(first, second)

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
        effective = np.flatnonzero(abs(self._each) > TOLERANCE)
        effective = effective[np.argsort(-self._gains[effective].round(12), kind="stable")]
        chosen = effective[: None if most_rows is None else whole_number(most_rows, "most_rows")].tolist()
        places = [self._entry(place) for place in chosen]
        entries = [
            Entry(
                f"{title}s" if title in ("rank", "item") else title,
                [f"{each[one]} ↔ {each[other]}" for one, other in places],
                numeric=title != "item",
            )
            for title, each in {**self.orders.axis.labels(), **self.orders.marks}.items()
            if title != "score"
        ]
        shown = self._shown(chosen, displayed(digits, fractions))
        entries.append(Entry("change", [change for change, _ in shown]))
        entries.append(Entry(self.trace.label, [value for _, value in shown]))
        more = len(effective) - len(chosen)
        return Table(Axis("swap", length=len(chosen)), entries, f"{more} more swaps are not shown." if more else "")

    def _values(self, some: Sequence[int] | np.ndarray, exactly: bool = False) -> Any:
        one, other = (side[np.asarray(some, dtype=np.intp)] for side in self._where)
        return self.orders.values(self.orders.after_swaps(one, other), exactly)

    def _described(self, row: int, column: int) -> str:
        return f"{self.orders.names[row]} and {self.orders.names[column]} change places"


class Toggles(Changes[Toggle]):
    """What ``rt.toggles`` returns.

    ``levels`` are the grades that an item can be given, and ``changes`` has a row for each rank and a column for each
    of them: what that grade would add to the value. ``best`` and ``worst`` are the judgement that would improve it
    most and the one that would harm it most, the first of several; None where there is none.
    """

    kind, nouns = Toggle, ("other judgement of one item", "other judgements of one item each")

    def __init__(self, trace: Trace) -> None:
        ranking = trace.ranking
        self.levels = possible(levels([*ranking.grades, *ranking.missed]), trace.parameters.values())
        other = [[grade != level for level in self.levels] for grade in ranking.grades]
        ranks, columns = np.nonzero(np.reshape(other, (-1, len(self.levels))))
        _, kinds = np.unique(ranking.arrays.encoded_grades, return_inverse=True)
        alike = np.where(ranks < reach(trace), ranks, len(ranking) + kinds[ranks]) * len(self.levels) + columns
        super().__init__(trace, len(ranking), self.levels, (ranks, columns), alike)

    def table(self, *, most_rows: int | None = MOST_ROWS, digits: int = 4, fractions: bool = True) -> Table:
        """The ranks, and for each other grade what it would add to the value."""
        axis = self.trace.ranking.axis
        rows, hidden = shown_rows(axis, axis.length, most_rows)
        ranks, columns = self._where
        chosen = np.flatnonzero(ranks < len(rows)).tolist()
        cells = [[""] * len(rows) for _ in self.levels]
        for place, (change, _) in zip(chosen, self._shown(chosen, displayed(digits, fractions)), strict=True):
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

    def _values(self, some: Sequence[int] | np.ndarray, exactly: bool = False) -> Any:
        ranking, (ranks, columns) = self.trace.ranking, self._where
        here, known = np.asarray(some, dtype=np.intp), np.array(self.levels)
        present = ranking.arrays.encoded_grades.astype(np.result_type(ranking.arrays.grades, known))
        grades = present[None].repeat(len(here) + 1, axis=0)
        grades[np.arange(1, len(grades)), ranks[here]] = known[columns[here]]
        lists = Batch.of_variants(ranking, grades)
        if ranking.repeats:  # another grade of an item is one wherever it comes
            changed = zip(ranks[here] + 1, known[columns[here]].tolist(), strict=True)
            lists = Batch([ranking, *(ranking.with_grade(rank, grade) for rank, grade in changed)])
        trace = self.trace.metric.of_query(lists, self.trace.parameters)
        return trace.exact if exactly else trace.value

    def _described(self, row: int, column: int) -> str:
        return f"{quoted(str(self.trace.ranking.items[row]))} (rank {row + 1}) is {self.in_words(self.levels[column])}"


def _too_long(nouns: str, number: int, length: int) -> str:
    return (
        f"The list must be shorter than {length:,} items, because there are {number:,} {nouns} to try. Give the "
        "measure a cutoff, such as rt.ndcg(ranking, k=100), or take the top of the list: ranking.head(100)."
    )


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
        For more than about 20,000 items.

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
