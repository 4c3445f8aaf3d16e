"""Two traces: which conventions differ, the row where they first differ, by how much each row differs, what it adds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from rankteach.core.checks import begun, collected, counted, first_named, joined, shown, takes, yes_or_no
from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution, contributions
from rankteach.notation.expression import heading
from rankteach.notation.numbers import TOLERANCE, plain, signed
from rankteach.notation.report import Report
from rankteach.notation.sentence import row_name
from rankteach.notation.tables import MOST_ROWS, Entry, Table, shown_rows
from rankteach.tracing.list_conventions import in_single_precision
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from rankteach.tracing.measures import Measure

LONG_NUMBER = re.compile(r"\d+\.\d{7,}")
THE_TWO = "the first", "the second"
ADDS = "adds: what each rank adds to the difference of the two values. Together the ranks add {}."
EARLY = "A rank can add more before any column differs, for example because the values end with different divisors."


class Differences(Report):
    """What ``rt.differences`` returns.

    ``value`` is the second value minus the first and ``exact`` the same as a fraction, where there is one.
    ``conventions`` pairs the words of the first with those of the second; ``columns`` are those that differ;
    ``first_row`` is where they first differ, counted from 1, or None where no row of a shared column differs.
    ``alone`` says, where one ``ranking`` is measured under two conventions, by how much each of these conventions
    changes the first value if only it changes. ``called`` is what sentences call the two traces if their measures
    are the same, and always if they are ``tools``.
    """

    def __init__(
        self,
        first: Trace,
        second: Trace,
        columns: Collection[str] | None = None,
        called: tuple[str, str] = THE_TWO,
        ranking: Any = None,
        tools: bool = False,
    ) -> None:
        self.first, self.second, self.called, self._tools = first, second, called, tools
        self.value = second.value - first.value
        both = first.exact is not None and second.exact is not None
        self.exact: Fraction | None = second.exact - first.exact if both else None
        conventions = differing_conventions(first, second)
        self.conventions = list(conventions.values())
        self.alone = [] if ranking is None else [changed_alone(first, second, ranking, name) for name in conventions]
        self.columns = differing_columns(first, second)
        if columns is not None:
            names = collected(columns, "columns", "Write a list of names, such as ['precision'].")
            known = [*first.columns, *(column.name for column in self.columns)]
            for name in names:
                if not isinstance(name, str) or name not in known:
                    raise ValueError(f"there is no column {shown(name)}; there are {', '.join(first.columns)}")
            self.columns = [column for column in self.columns if column.name in names]
        self.first_row: int | None = min((column.rows()[0] for column in self.columns), default=None)

    @property
    def words(self) -> list[str]:
        """What differs, in sentences."""
        first, second = self.names
        change = _change(self.value if self.exact is None else self.exact)
        words = [f"{begun(first)} is {self.first.shown}, {second} is {self.second.shown}: {change}."]
        words += [self._convention(pair, alone) for pair, alone in zip_longest(self.conventions, self.alone)]
        return [*words, self._first_difference()]

    @property
    def names(self) -> tuple[str, str]:
        """Two different names: the measure strings, with the name of a mean, the labels, or first and second."""
        first, second = self.first, self.second
        if self._tools or (first.measure, first.label) == (second.measure, second.label):
            return self.called
        if first.measure == second.measure:
            return first.label, second.label
        one, other = (trace.name.replace(trace.metric.of_one.name, trace.measure, 1) for trace in (first, second))
        return _shortened(one, other)

    @cached_property
    def shares(self) -> list[Contribution]:
        """What each rank adds to the two values, and to the difference; empty where the rows are not ranks."""
        both = self.first, self.second
        of_ranks = all(one.rows == "rank" and isinstance(one.ranking, Ranking) for one in both)
        return contributions(*both) if of_ranks else []

    @takes(subtracted=yes_or_no, added=yes_or_no)
    def table(self, most_rows: int | None = MOST_ROWS, subtracted: bool = True, added: bool = False) -> Table:
        """Each column that differs: the first, the second, and, if ``subtracted``, the differences.

        If ``added``, also what each rank adds to the difference of the values; these numbers add up to it. Where a rank
        adds something even though no column differs there, also what it adds to each of the two values.
        """
        axis = min(self.first.axis, self.second.axis, key=lambda axis: axis.length)
        rows, hidden = shown_rows(axis, axis.length, most_rows)
        entries = self._labels(rows)
        for column in self.columns:
            both = [[values[row] for row in rows] for values in (column.first, column.second)]
            for name, values in zip(self._short_names, both, strict=True):
                entries.append(Entry(f"{column.head}, {name}", list(map(plain, values)), of=name))
            if subtracted:
                entries.append(Entry("difference", [signed(other - one) for one, other in zip(*both, strict=True)]))
        if added and self.shares and self.shares[-1].end <= axis.length and self.shares[0].start:
            shares = [self.shares[row] if row < len(self.shares) else None for row in rows]
            above = self.shares[: (self.first_row or 1) - 1]  # above the first row that differs
            early = any(abs(one.difference) > TOLERANCE for one in above)
            for name, number in zip(self._short_names, ("first", "second"), strict=True) if early else ():
                each = [getattr(one, number) if one else None for one in shares]
                cells = ["" if one is None else plain(one if abs(one) > TOLERANCE else 0) for one in each]
                entries.append(Entry(f"adds, {name}", cells, of=name))
            entries.append(Entry("adds", [signed(one.difference) if one else "" for one in shares]))
            total = ADDS.format(signed(sum(one.difference for one in self.shares)))
            hidden = " ".join(filter(None, [hidden, total, EARLY if early else ""]))
        return Table(axis, entries, hidden)

    def _labels(self, rows: Sequence[int]) -> list[Entry]:
        """What identifies each row; two columns where it differs, such as for the items of two lists."""
        entries: list[Entry] = []
        one, other = self.first.axis.labels(), self.second.axis.labels()
        for title in one:
            if title == "score":
                continue
            cells = [_names(labels.get(title, ()), rows) for labels in (one, other)]
            numeric = isinstance(one[title], range)
            if cells[0] == cells[1]:
                entries.append(Entry(title, cells[0], numeric=numeric))
            else:
                of_each = zip(self._short_names, cells, strict=True)
                entries += [Entry(f"{title}, {name}", names, numeric=numeric, of=name) for name, names in of_each]
        return entries

    @property
    def _short_names(self) -> list[str]:
        return [name.removeprefix("the ") for name in self.called]

    def _convention(self, pair: tuple[str, str], alone: Any) -> str:
        one, other = (words.removesuffix(f" (as in {name})") for words, name in zip(pair, self.called, strict=True))
        words = f"{begun(self.called[0])}: {one}; {self.called[1]}: {other}."
        if not (one and other):
            words = f"Only in {self.called[0 if one else 1]}: {one or other}."
        if alone is None:
            return words
        if alone != alone:
            return f"{words} With it or without it the value is undefined."
        makes = "changes nothing here" if abs(alone) <= TOLERANCE else f"alone makes {_change(alone)}"
        return f"{words} This difference {makes}."

    def _first_difference(self) -> str:
        first, second = self.called
        if self.first_row is None:
            if self.first.axis.length != self.second.axis.length and self.first.rows != "rank":
                one, other = (counted(trace.axis.length, trace.rows) for trace in (self.first, self.second))
                counts = f"There are {one} in {first} and {other} in {second}."
                return " ".join([counts, *_of_queries(self.first, self.second, self.called)])
            only = [f"Only {words}" for words in _only_in_one(self.first, self.second, self.called)]
            return ". ".join(["Every row that both have is the same", *only]) + "."
        column = min(self.columns, key=lambda column: column.rows()[0])
        one, other = (plain(values[self.first_row - 1]) for values in (column.first, column.second))
        name = column.head.replace("@i", f"@{self.first_row}")
        places = {row_name(trace.axis, self.first_row - 1) for trace in (self.first, self.second)}
        place = places.pop() if len(places) == 1 else f"row {self.first_row}"  # which each of them names differently
        return f"They first differ at {place}, where {name} is {one} in {first} and {other} in {second}."

    def _table(self, write: Callable[[Table], str], display: dict[str, Any]) -> str:
        return write(self.table(**{"added": True, **display})) if self.columns else ""


def differences(
    first: Any,
    second: Any = None,
    *,
    ranking: Any = None,
    measure: Any = None,
    conventions: Sequence[Any] = (),
    columns: Collection[str] | None = None,
) -> Differences:
    """Why two traces, or two tools, have different values: which conventions and rows differ, and by how much.

    Parameters
    ----------
    first, second : Trace
        Of one ranking: under two conventions, at two cutoffs, or of two metrics. Or of two rankings under one measure.
        With ``ranking``: two measures, such as ``"AP@3"`` and ``'AP(denominator="min")@3'``; with ``ranking`` and
        ``measure``: two conventions. Instead of both, one ranking, with ``measure`` and ``conventions``.
        Or two evaluations, such as of one run as two tools calculate it: then their means are compared.
    ranking : Ranking or sequence, optional
        The list to measure in two ways.
    measure : str or Measure
        The measure under both conventions, such as ``"nDCG@10"``; of evaluations, the first one by default.
    conventions : two of str, mapping or None
        Two tools (see ``rt.conventions``). Instead of a tool you can give a mapping of parameters, such as
        ``{"gain": "exponential"}``, or None for our own defaults.
    columns : collection of str, optional
        The names of the columns to show; by default all that differ.

    Returns
    -------
    Differences
        A table in a notebook. It shows the columns that both traces have, if their lengths are equal; the last is
        what each rank adds to the difference of the values.

    Raises
    ------
    TypeError, ValueError
        If a trace is not of one list, a column does not exist, or a tool does not have the measure.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> two = rt.differences(rt.average_precision(ranking), rt.average_precision(ranking, denominator="hits"))
    >>> two.exact, two.first_row
    (Fraction(5, 12), 1)
    >>> print(two.words[-1])
    They first differ at rank 1, where AP@1 is 1/4 in the first and 1 in the second.
    >>> ranking = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
    >>> print(rt.differences(ranking, measure="nDCG@5", conventions=("trec_eval", "gdeval")).words[0])
    trec_eval is 0.7659, gdeval is 0.7358: 0.0302 less.
    >>> rt.differences("P@5", 'P(denominator="items")@5', ranking=[1, 0, 1]).exact
    Fraction(4, 15)
    """
    if hasattr(first, "by_query") and hasattr(second, "by_query") and ranking is None and not conventions:
        first, second, measure = first.mean(measure), second.mean(measure), None
    two = [conventions] if isinstance(conventions, str) else collected(conventions, "conventions")
    if measure is not None and ranking is None:
        if second is not None:
            raise TypeError("differences() needs two traces, or one ranking with measure= and conventions=; not both")
        if len(two) != 2:
            raise ValueError(
                f"conventions must name two, such as (None, 'scikit-learn'), None for our own, not {shown(conventions)}"
            )
        ranking, (first, second) = first, two
    elif two:
        raise TypeError(
            "conventions need a measure: measure='nDCG@10', conventions=('trec_eval', 'scikit-learn')"
            if ranking is None
            else "with ranking=, the two conventions (or measures) must come first: leave conventions= out"
        )
    if ranking is not None:
        return _of_one_ranking(ranking, measure, first, second, columns)
    for trace in (first, second):
        if not isinstance(trace, Trace):
            given, hint = f"a {type(trace).__name__}", "Make a trace of it first: rt.average_precision([1, 0])."
            if isinstance(trace, str):
                given, hint = shown(trace), "To compare two measures or tools, pass ranking= too."
            elif hasattr(trace, "by_query"):
                hint = "Pass two evaluations, or two means: result.mean('AP')."
            raise TypeError(f"differences() needs two traces, not {given}. {hint}")
        if not trace.single:
            raise TypeError("differences() needs traces of one list. Choose a query of the batch: trace['q1'].")
    return Differences(first, second, columns)


def _of_one_ranking(
    ranking: Any, measure: Any, first: Any, second: Any, columns: Collection[str] | None
) -> Differences:
    """One ranking by two measures; or, if a measure is given, by that measure under two conventions."""
    ranking = ranking if isinstance(ranking, Ranking) else Ranking(ranking)
    if measure is None and (isinstance(first, Trace) or isinstance(second, Trace)):
        raise TypeError("with ranking=, differences() needs two measures. To compare two traces, leave ranking out.")
    measures = [_measure(measure, one) for one in (first, second)]
    one, other = (each(ranking) for each in measures)
    # the effect of each convention alone is known if only parameters of one metric differ
    alike = one.metric is other.metric and one.ranking.relevant_from == other.ranking.relevant_from
    names = [one if isinstance(one, str) else str(each) for one, each in zip((first, second), measures, strict=True)]
    return Differences(
        one,
        other,
        columns,
        called=(names[0], names[1]) if measure is not None and names[0] != names[1] else THE_TWO,
        ranking=ranking.with_relevant_from(one.ranking.relevant_from) if alike else None,
        tools=measure is not None,
    )


def _measure(named: Any, convention: Any) -> Measure:
    """A measure as a tool calculates it, or with some parameters; without one, a measure instead of a convention."""
    from rankteach.tracing.measures import measure

    if named is None:
        return measure(convention)
    if convention is None or isinstance(convention, str):
        return measure(named, convention=convention)
    if not isinstance(convention, Mapping):
        raise TypeError(
            f"a convention must be the name of a tool, parameters, or None for ours, not {shown(convention)}"
        )
    return measure(named).with_parameters(**convention)


def _only_in_one(first: Trace, second: Trace, called: tuple[str, str]) -> Iterator[str]:
    """The rows that one of two traces has beyond the other one's, and what changes there; also of an ideal order."""
    one, other = (
        {column.axis.name: column.axis for column in t.columns.values() if column.axis} for t in (first, second)
    )
    for name in [name for name in one if name in other and one[name].length != other[name].length]:
        longer = int(one[name].length < other[name].length)
        start, end = sorted([one[name].length, other[name].length])
        moved = [
            f"{column.name} from {plain(column.cells[start - 1] if start else 0)} to {plain(column.cells[-1])}"
            for column in (first, second)[longer].columns.values()
            if column.axis is (one, other)[longer][name] and column.is_running_sum
            if any(column.sources[0].cells[start:])
        ]
        where = f" ({joined(moved, 'and')})" if moved else ""
        rows = f"{name} {end}" if end == start + 1 else f"{name}s {start + 1} to {end}"
        yield f"{called[longer]} has {rows}{where}"


def _of_queries(first: Trace, second: Trace, called: tuple[str, str]) -> Iterator[str]:
    """Of two means: the queries that only one of them counts, and how the others differ."""
    name = next(iter(first.columns), "")
    if not first.rows == second.rows == "query" or name not in second.columns:
        return
    one, other = (
        dict(zip(trace.axis.labels()["query"], trace.columns[name].cells, strict=True)) for trace in (first, second)
    )
    for own, rest, which in ((one, other, called[0]), (other, one, called[1])):
        if alone := [f"query {query} as {plain(value)}" for query, value in own.items() if query not in rest]:
            yield f"Only {which} counts {first_named(alone)}."
    both = counted(len(one.keys() & other.keys()), "query")
    by = {query: abs(other[query] - value) for query, value in one.items() if query in other}
    if differ := [query for query, change in by.items() if change > TOLERANCE]:
        most = max(differ, key=lambda query: by[query])
        values = f"{name} is {plain(one[most])} in {called[0]} and {plain(other[most])} in {called[1]}"
        yield f"Of {both} that both count, {len(differ):,} differ, most query {most}, where {values}."
    elif by:
        yield f"The {both} that both count have the same values."


def _names(values: Any, rows: Sequence[int]) -> list[str]:
    """The names of some rows; empty for a row without one."""
    named = [values[row] if row < len(values) else None for row in rows]
    return ["" if name is None else str(name) for name in named]


def _change(change: Any) -> str:
    if change != change:
        return "there is no difference to calculate"
    return f"{plain(abs(change))} {'more' if change > 0 else 'less'}" if abs(change) > TOLERANCE else "the same"


# --- two traces next to each other ------------------------------------------------------------------------------------
class DifferingColumn(NamedTuple):
    """A column of both traces that differs, with what people read above it; the shorter trace ends it."""

    name: str
    first: list[Any]
    second: list[Any]
    head: str

    def rows(self) -> list[int]:
        """The rows in which the two differ, from 1."""
        pairs = enumerate(zip(self.first, self.second, strict=False), start=1)
        return [row for row, (one, other) in pairs if abs(other - one) > TOLERANCE or (one == one) != (other == other)]


def differing_conventions(first: Trace, second: Trace) -> dict[str, tuple[str, str]]:
    """The conventions that only one of two traces has, in pairs: the first one's words, the second one's.

    A pair is about one parameter; of two different metrics, conventions are paired in their order.
    """
    if isinstance(metric := first.metric, Metric) and metric is second.metric:
        one, other = (
            metric.described(trace.parameters) | metric.described_of(trace.ranking, trace.parameters)
            for trace in (first, second)
        )
        return {p: _shortened(one.get(p, ""), other.get(p, "")) for p in {**one, **other} if one.get(p) != other.get(p)}
    left = [words for words in first.conventions if words not in second.conventions]
    right = [words for words in second.conventions if words not in first.conventions]
    return {str(place): pair for place, pair in enumerate(zip_longest(left, right, fillvalue=""))}


def changed_alone(first: Trace, second: Trace, ranking: Ranking, parameter: str) -> Any:
    """By how much the first value changes if only this parameter changes to that of the second."""
    metric: Any = first.metric
    changed = dict(first.parameters)
    if parameter != "scores":
        changed[parameter] = metric.with_defaults(second.parameters)[parameter]
    rounded = metric.rounds(first.parameters) != (parameter == "scores")
    changed.pop("convention", None)
    trace = metric(in_single_precision(ranking) if rounded else ranking, **changed)
    return trace.value - first.value if None in (trace.exact, first.exact) else trace.exact - first.exact


def differing_columns(first: Trace, second: Trace) -> list[DifferingColumn]:
    """The columns along the main axis that both traces have and that differ; and the value at every cutoff."""
    one, other = (
        {name: column for name, column in trace.columns.items() if column.axis is trace.axis}
        for trace in (first, second)
    )
    of_ranks = first.rows == second.rows == "rank"
    pairs = [
        DifferingColumn(name, column.cells, other[name].cells, heading(column))
        for name, column in one.items()
        if name in other and (of_ranks or len(column) == len(other[name]))
    ]
    if of_ranks:
        one_every, other_every = (trace.at_every_k().cells for trace in (first, second))
        if not any((pair.first, pair.second) == (one_every, other_every) for pair in pairs):
            name = (
                first.symbol if first.symbol == second.symbol else first.name if first.name == second.name else "value"
            )
            pairs.append(DifferingColumn(f"{name}@i", one_every, other_every, f"{name}@i"))
    return [pair for pair in pairs if pair.rows()]


def _shortened(one: str, other: str) -> tuple[str, str]:
    """Two texts with long numbers rounded, unless that makes them the same."""
    short, shorter = (LONG_NUMBER.sub(lambda number: f"{float(number[0]):.5g}", text) for text in (one, other))
    return (one, other) if short == shorter else (short, shorter)
