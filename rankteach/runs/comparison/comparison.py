"""The differences of two systems, query by query, and the queries that decide which one is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import counted, first_named
from rankteach.core.column import Axis, Column
from rankteach.notation.calculation import Calculation, exact_or_float
from rankteach.notation.latex import latex
from rankteach.notation.numbers import EXACTLY, TOLERANCE, displayed, signed
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table, recorded, shown_rows
from rankteach.runs.comparison.resampling import NONE_DIFFERS, Bootstrap, Randomisation

MOST_ROWS = 20  # queries, those that differ most
SHARES = (
    "The fraction of a query is its part of the sum of all differences. It is negative where the system that is behind "
    "overall is ahead."
)


class DecisiveQuery(NamedTuple):
    """A query that contributes to the mean difference, and its share of the sum of all differences."""

    query: str
    difference: Any
    share: Any


class Comparison(Report):
    """What ``rt.compare`` returns.

    Attributes
    ----------
    queries
        The names of the queries.
    first, second, differences
        One value for each query, as columns with their record; a difference is the second value minus the first.
    mean
        The mean difference: a fraction where the values were whole numbers or fractions, else a float.
    wins, losses, ties
        In how many queries the second value is larger, smaller, or the same.
    label
        What the values are called, such as nDCG@10.
    notes
        What can make the values mislead, in sentences, as ``Evaluation.notes`` says it of either system.
    """

    def __init__(
        self, queries: Sequence[str], first: np.ndarray, second: np.ndarray, label: str, notes: Sequence[str] = ()
    ) -> None:
        axis = Axis("query", length=len(queries), index="q", labels=lambda: {"query": queries})
        self.queries, self.label, self.notes = list(queries), label, list(notes)
        self.first = Column(first, axis, name="first", symbol="x_q")
        self.second = Column(second, axis, name="second", symbol="y_q")
        self.differences = (self.second - self.first).named("difference", "d_q")
        number = Column(len(queries), name="queries", symbol="n")
        self._result = self.differences.sum() / number
        self.mean = exact_or_float(self._result)
        values = np.asarray(self.differences)
        self.wins, self.losses = int((values > TOLERANCE).sum()), int((values < -TOLERANCE).sum())
        self.ties = len(queries) - self.wins - self.losses

    @property
    def deciding(self) -> list[DecisiveQuery]:
        """The queries that make one mean larger, largest contribution first; none if the means are equal.

        Their shares add up to more than 1 if other queries pull the other way.
        """
        if not self._side:
            return []
        listed = zip(self.queries, self.differences.cells, strict=True)
        changes = [(query, value) for query, value in listed if value * self._side > TOLERANCE]
        changes.sort(key=lambda one: -abs(one[1]))
        total = self.mean * len(self.queries)
        return [DecisiveQuery(query, value, value / total) for query, value in changes]

    @property
    def turning(self) -> int:
        """How many of the ``deciding`` queries you must leave out until the larger mean is no longer larger."""
        rest, deciding = abs(self.mean * len(self.queries)), self.deciding
        for number, one in enumerate(deciding):
            if rest <= TOLERANCE:
                return number
            rest -= abs(one.difference)
        return len(deciding)

    @property
    def calculation(self) -> Calculation:
        """The mean difference with its record, for every notation."""
        return Calculation(
            name="difference",
            title="mean difference",
            symbol="mean d",
            label="mean d",
            measure=f"difference in {self.label}",
            describe=lambda: ["the second minus the first"],
            result=self._result,
            columns=recorded(self.first, self._result),
            axis=self.differences.axis or Axis("query", length=0),
        )

    @property
    def formula(self) -> str:
        """The mean difference with symbols, as LaTeX."""
        return latex(self.calculation.formula)

    @property
    def substitution(self) -> str:
        """The mean difference with the numbers of the queries, as LaTeX."""
        return latex(self.calculation.substitution)

    @property
    def words(self) -> list[str]:
        """The result in sentences; what can make it mislead comes first."""
        of_one = (exact_or_float(column.sum("") / len(column)) for column in (self.first, self.second))
        means = list(map(EXACTLY.plain, of_one))
        side = f"{EXACTLY.plain(abs(self.mean))} {'more' if self._side > 0 else 'less'}" if self._side else "the same"
        queries = counted(len(self.queries), "query")
        sentences = [
            *self.notes,
            f"The mean of {self.label} over {queries} is {means[0]} in the first system and "
            f"{means[1]} in the second: {side}.",
        ]
        if self.ties == len(self.queries):
            return [*sentences, NONE_DIFFERS]
        higher, lower = counted(self.wins, "query"), f"{self.losses:,}"
        sentences.append(f"The second system is higher in {higher}, lower in {lower} and equal in {self.ties:,}.")
        if not (deciding := self.deciding):
            return sentences
        number, turning = len(deciding), self.turning
        named = first_named([f"{one.query} ({signed(one.difference)})" for one in deciding])
        sentences.append(
            f"These queries make the {'second' if self._side > 0 else 'first'} mean higher, largest difference first: "
            f"{named}."
        )
        if turning < len(self.queries):  # without all of them there is no mean
            without = f"the first {turning:,} of them" if turning > 1 else "the first of them" if number > 1 else "it"
            sentences.append(f"Without {without}, it would not be higher.")
        return sentences

    def table(self, *, digits: int = 4, fractions: bool = True, most_rows: int | None = MOST_ROWS) -> Table:
        """The queries that differ most, first, with their shares of the sum of differences; none if none differs."""
        display = displayed(digits, fractions)
        differences = self.differences.cells
        places = range(len(differences)) if self.ties < len(differences) else ()
        order = sorted(places, key=lambda place: -abs(differences[place]))
        axis = Axis("query", length=len(order))
        shown, hidden = shown_rows(axis, len(order), most_rows)
        rows = [order[row] for row in shown]
        first, second = (column.cells for column in (self.first, self.second))
        entries = [
            Entry("query", [self.queries[row] for row in rows], numeric=False),
            Entry("first", [display.plain(first[row]) for row in rows]),
            Entry("second", [display.plain(second[row]) for row in rows]),
            Entry("difference", [signed(differences[row]) for row in rows]),
        ]
        if self._side:
            total = self.mean * len(self.queries)
            entries.append(Entry("fraction", [_percent(differences[row] / total) for row in rows]))
        below = [f"{len(order) - len(rows):,} more queries are not shown."] * bool(hidden) + [SHARES] * bool(self._side)
        return Table(axis, entries, " ".join(below))

    def randomisation(
        self, *, alternative: str = "two_sided", most: int | None = None, trials: int = 100_000, seed: int = 0
    ) -> Randomisation:
        """The paired randomisation test: could the mean difference be chance?

        If the two systems were equally good, any difference could just as well have had the opposite sign. p is the
        share of all choices of signs whose mean is as extreme as the one there is (Fisher 1935; Smucker, Allan and
        Carterette 2007).

        Parameters
        ----------
        alternative : {"two_sided", "larger", "smaller"}
            Which means count as extreme: those as far from 0, on either side; those as large (choose this beforehand,
            if only a better second system matters); or those as small.
        most : int, optional
            Up to so many choices of signs, each is counted: by default 2⁴⁰, which is 40 queries that differ.
        trials : int
            How many random choices are drawn otherwise.
        seed : int
            Where the random numbers start; the same seed gives the same trials.

        Returns
        -------
        Randomisation
            ``p``, the ``count`` of those as extreme, the ``total``, and the first ``flips``.

        Raises
        ------
        TypeError, ValueError
            For an unknown alternative, numbers that are not whole and at least 1, and a seed below 0.

        >>> import rankteach as rt
        >>> test = rt.compare([0, 0, 0, 1], [1, 1, 1, 0]).randomisation()
        >>> test.count, test.total, test.p
        (10, 16, Fraction(5, 8))
        """
        return Randomisation(self.differences, self.queries, self.label, alternative, most, trials, seed)

    def bootstrap(self, *, level: float = 0.95, samples: int = 10_000, seed: int = 0) -> Bootstrap:
        """The percentile bootstrap: between which bounds does the mean difference lie?

        Queries are drawn with replacement, as many as there are, again and again; the bounds leave out as many of the
        means on either side as the level allows (Efron 1979).

        Parameters
        ----------
        level : float
            The share of the means that lie between the bounds, between 0 and 1.
        samples : int
            How many times queries are drawn.
        seed : int
            Where the random numbers start; the same seed gives the same samples.

        Returns
        -------
        Bootstrap
            ``low``, ``high``, and the first ``resamples``.

        Raises
        ------
        TypeError, ValueError
            For a level outside 0 to 1, too few samples for it, or a seed below 0.

        >>> import rankteach as rt
        >>> interval = rt.compare([0, 0, 0, 1], [1, 1, 1, 0]).bootstrap()
        >>> interval.low, interval.high
        (-0.5, 1.0)
        """
        return Bootstrap(self.differences, self.queries, self.label, level, samples, seed)

    def to_spreadsheet(self, path: Any) -> None:
        """The values, the differences and their mean as live formulas, written to an .xlsx or a .csv file."""
        from rankteach.notation.spreadsheet import save_sheet

        save_sheet(self.calculation, path)

    @property
    def _side(self) -> int:
        """1 if the second is ahead, −1 if the first is, 0 if neither is."""
        return 0 if abs(self.mean) <= TOLERANCE else 1 if self.mean > 0 else -1


def _percent(share: Any) -> str:
    return f"{'−' if share < 0 else ''}{abs(float(100 * share)):.1f} %"
