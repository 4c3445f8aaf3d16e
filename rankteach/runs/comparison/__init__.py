"""Two systems over the same queries: how they differ, which queries decide, and whether that could be chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import counted, first_named, fits_a_float, listed, shown, text_of
from rankteach.core.column import Axis, Column
from rankteach.notation.calculation import Calculation, exact_or_float
from rankteach.notation.latex import latex
from rankteach.notation.numbers import EXACTLY, TOLERANCE, displayed, half_up, signed
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table, recorded, shown_rows
from rankteach.runs.columns import by_index
from rankteach.runs.comparison.resampling import NONE_DIFFERS, Bootstrap, Randomisation
from rankteach.runs.evaluation.measured import ByMeasure
from rankteach.tracing.alarms import told
from rankteach.tracing.measures import measure as one_measure

__all__ = ["Comparison", "compare"]

EVALUATE = "Pass what rt.evaluate(qrels, run, measures) returns."
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
        pairs = zip(self.queries, self.differences.cells, strict=True)
        changes = [(query, value) for query, value in pairs if value * self._side > TOLERANCE]
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
        less = getattr(_metric(self.label), "less_is_better", False)
        mean = (
            f"The mean of {self.label}{', of which less is better,' * less} over {counted(len(self.queries), 'query')}"
        )
        sentences = [
            *self.notes,
            f"{mean} is {means[0]} in the first system and {means[1]} in the second: {side}.",
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
        places_shown, hidden = shown_rows(axis, len(order), most_rows)
        rows = [order[row] for row in places_shown]
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

    def randomisation(self, *, alternative: str = "two_sided", trials: int = 100_000, seed: int = 0) -> Randomisation:
        """The paired randomisation test: could the mean difference be chance?

        If the two systems were equally good, any difference could just as well have had the opposite sign. p is the
        share of all choices of signs whose mean is as extreme as the one there is (Fisher 1935; Smucker, Allan and
        Carterette 2007).

        Parameters
        ----------
        alternative : {"two_sided", "larger", "smaller"}
            Which means count as extreme: those as far from 0, on either side; those as large (choose this beforehand,
            if only a better second system matters); or those as small.
        trials : int
            How many random choices are drawn where more than 40 queries differ; else every choice is counted.
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
        return Randomisation(self.differences, self.queries, self.label, alternative, trials, seed)

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
    return f"{'−' if share < 0 else ''}{half_up(abs(100 * share), 1)} %"


def compare(first: Any, second: Any, measure: Any = None) -> Comparison:
    """Two systems over the same queries: where they differ, which queries decide, and whether it could be chance.

    Parameters
    ----------
    first, second : Evaluation, mapping of query to value, or sequence of values
        One value for each query and system, paired by query or by position; a series, by its index.
    measure : str or Measure, optional
        What the values are of, as tables and sentences call it. Of evaluations it is the one to compare them by, the
        first by default.

    Returns
    -------
    Comparison
        The differences (second minus first), their ``mean``, ``wins``, ``losses`` and ``ties``, the ``deciding``
        queries, and two tests: ``randomisation()`` and ``bootstrap()``.

    Raises
    ------
    TypeError, ValueError
        For queries that only one of the two has, lists of different length, no query at all, and values that are not
        finite numbers.

    >>> import rankteach as rt
    >>> comparison = rt.compare({"a": 0.5, "b": 0.25, "c": 1}, {"a": 1, "b": 0.5, "c": 0.75}, "AP")
    >>> comparison.wins, comparison.losses, comparison.ties, [one.query for one in comparison.deciding]
    (2, 1, 0, ['a', 'b'])
    >>> comparison.turning
    1
    """
    label = "the values" if measure is None else text_of(measure, "measure")
    notes = [
        f"{which} system: {note}"
        for which, given in (("First", first), ("Second", second))
        if hasattr(given, "alarms")
        for note in told(given.alarms(None if measure is None else [measure]))
    ]
    if hasattr(first, "relevant_by_query") and hasattr(second, "relevant_by_query"):
        notes += _judged_differently(*(given.relevant_by_query(measure) for given in (first, second)))
    if hasattr(first, "by_query"):
        measure = first.measures[0] if measure is None else measure
        label = first.of_a_query(measure)
    typed = [not hasattr(given, "by_query") for given in (first, second)]
    first, second = (
        given.by_query(measure) if hasattr(given, "by_query") else by_index(given) for given in (first, second)
    )
    if isinstance(first, ByMeasure) or isinstance(second, ByMeasure):
        raise TypeError(f"first and second must not be the values of measures. {EVALUATE}")
    if isinstance(first, Mapping) != isinstance(second, Mapping):
        raise TypeError(
            f"first and second must both be mappings of query to value, or both be lists of values. {EVALUATE}"
        )
    if isinstance(first, Mapping):
        _same_queries(first, second)
        places: Sequence[Any] = list(first)
        queries = [text_of(place, "a query of first") for place in places]
    else:
        first, second = listed(first, "first", EVALUATE), listed(second, "second", EVALUATE)
        if len(first) != len(second):
            counts = f"{len(first)} and {len(second)}. Pass mappings to pair them by query."
            raise ValueError(f"first and second must have the same number of values, not {counts}")
        places = range(len(first))
        queries = [f"q{place + 1}" for place in places]
    if not queries:
        raise ValueError("first and second must have at least one query")
    of_first, of_second = _numbers(first, places, "first"), _numbers(second, places, "second")
    for which, values, own in zip(("First", "Second"), (of_first, of_second), typed, strict=True):
        notes += _beyond(measure, which, values) if own else ()
    return Comparison(queries, of_first, of_second, label, notes)


def _judged_differently(first: Mapping[str, int], second: Mapping[str, int]) -> Iterator[str]:
    """A sentence where a query has another number of relevant items for each system."""
    if differ := [query for query, number in first.items() if second.get(query, number) != number]:
        one, other = first[differ[0]], second[differ[0]]
        where = f"In {len(differ):,} of {counted(len(first), 'query')} the number of relevant items differs"
        how = "with the same judgements, and relevant from the same grade"
        yield f"{where}, such as {differ[0]}: {one:,} and {other:,}. Evaluate both systems {how}."


def _beyond(named: Any, which: str, values: np.ndarray) -> Iterator[str]:
    """A sentence where a typed value is more or less than its measure can be; of another name nothing is said."""
    if (metric := _metric(named)) is None:
        return
    low, high = metric.bounds
    name, least, most = text_of(named, "measure"), min(values), max(values)
    if high is not None and most > high + TOLERANCE:
        why = "Is it a percentage, or was an item counted twice?"
        yield f"{which} system: {float(most):.4g} is more than {name} can be, which is {high}. {why}"
    if least < low - TOLERANCE:
        yield f"{which} system: {float(least):.4g} is less than {name} can be, which is {low}."


def _metric(named: Any) -> Any:
    """The metric of a measure by its name; None for another name."""
    try:
        return one_measure(named).metric.of_one
    except (TypeError, ValueError):
        return None


def _same_queries(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> None:
    for one, other, which in ((first, second, "first"), (second, first, "second")):
        if alone := [query for query in one if query not in other]:
            named = first_named(list(map(shown, alone)))
            hint = "Evaluate both with the same judgements, and queries='judged'."
            raise ValueError(f"both must have a value for every query, but only the {which} has {named}. {hint}")


def _numbers(values: Any, places: Sequence[Any], argument: str) -> np.ndarray:
    """The values in this order: whole numbers, fractions or floats."""
    numbers = []
    for place in places:
        value = values[place]
        value = value.item() if isinstance(value, np.generic) else value
        if isinstance(value, bool) or not isinstance(value, Real):
            hint = f". {EVALUATE}" * isinstance(value, Mapping)
            raise TypeError(f"{argument}[{shown(place)}] must be a number, not {shown(value)}{hint}")
        if value != value:
            hint = "Leave the query out of both, as rt.evaluate(..., queries='with_relevant') does."
            raise ValueError(f"{argument}[{shown(place)}] must be defined, not nan. {hint}")
        if not fits_a_float(value):
            raise ValueError(f"{argument}[{shown(place)}] must be finite, not {shown(value)}")
        numbers.append(value)
    return np.array(numbers, dtype=object if any(isinstance(value, Fraction) for value in numbers) else None)
