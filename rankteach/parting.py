"""Two traces: which conventions differ, the row where they part, and by how much each row differs."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from rankteach.column import Axis, Column
from rankteach.metric import Metric
from rankteach.notation import numbers
from rankteach.notation.html import escape, table_html
from rankteach.notation.tables import MOST_ROWS, Entry, Table, shown_rows
from rankteach.notation.terminal import table_text
from rankteach.trace import Trace

NOTHING = 1e-12


class Parted(NamedTuple):
    """A column that both traces have, and that is not the same in both; of two cutoffs the lower one ends it."""

    name: str
    first: list[Any]
    second: list[Any]

    def rows(self) -> list[int]:
        """The rows in which the two differ, from 1."""
        pairs = enumerate(zip(self.first, self.second, strict=False), start=1)
        return [row for row, (one, other) in pairs if abs(other - one) > NOTHING]


class Differences:
    """What ``rt.differences`` returns.

    ``value`` is the second value less the first and ``exact`` the same as a fraction, where there is one.
    ``conventions`` pairs the words of the first with those of the second; ``columns`` are those that differ;
    ``first_row`` is where they part, counted from 1, or None where no row of a shared column differs.
    ``called`` is what sentences call the two where their measures do not tell them apart.
    """

    def __init__(
        self,
        first: Trace,
        second: Trace,
        columns: Collection[str] | None = None,
        called: tuple[str, str] = ("the first", "the second"),
    ) -> None:
        self.first, self.second, self.called = first, second, called
        self.value = second.value - first.value
        both = first.exact is not None and second.exact is not None
        self.exact: Fraction | None = second.exact - first.exact if both else None
        self.conventions = _conventions(first, second)
        self.columns = [parted for parted in _columns(first, second) if columns is None or parted.name in columns]
        self.first_row: int | None = min((parted.rows()[0] for parted in self.columns), default=None)

    @property
    def words(self) -> list[str]:
        """What differs, in sentences."""
        first, second = self.names
        said = [f"{first} is {self.first.shown}, {second} is {self.second.shown}: {self._change()}."]
        said.extend(self._not_the_same(*words) for words in self.conventions)
        if self.first_row is None:
            if self.first.axis.length != self.second.axis.length and self.first.rows != "rank":
                lengths = [f"{trace.axis.length} {trace.rows}s" for trace in (self.first, self.second)]
                return [*said, f"There are {lengths[0]} in {self.called[0]} and {lengths[1]} in {self.called[1]}."]
            return [*said, "No row that both have differs." if self.value else "Every row that both have is the same."]
        parted = min(self.columns, key=lambda column: column.rows()[0])
        one, other = (numbers.plain(values[self.first_row - 1]) for values in (parted.first, parted.second))
        name = parted.name.replace("@i", f"@{self.first_row}")
        place = f"{self.first.rows} {self.first_row}"
        return [
            *said,
            f"They part at {place}, where {name} is {one} in {self.called[0]} and {other} in {self.called[1]}.",
        ]

    @property
    def names(self) -> tuple[str, str]:
        """What tells the two apart: their measure strings, their labels, or first and second."""
        both = self.first, self.second
        measures, labels = [trace.measure for trace in both], [trace.label for trace in both]
        named = measures if measures[0] != measures[1] else labels
        return (named[0], named[1]) if named[0] != named[1] else self.called

    def table(self, most_rows: int | None = MOST_ROWS, subtracted: bool = True) -> Table:
        """Each column that differs: the first, the second, and, if ``subtracted``, the differences."""
        axis = min(self.first.axis, self.second.axis, key=lambda axis: axis.length)
        rows, hidden = shown_rows(axis, axis.length, most_rows)
        one_name, other_name = (name.removeprefix("the ") for name in self.called)
        entries = self._labels(rows)
        for parted in self.columns:
            pairs = list(zip(parted.first, parted.second, strict=False))[: rows.stop]
            entries.append(Entry(f"{parted.name}, {one_name}", [numbers.plain(one) for one, _ in pairs]))
            entries.append(Entry(f"{parted.name}, {other_name}", [numbers.plain(other) for _, other in pairs]))
            if subtracted:
                entries.append(Entry("difference", [signed(other - one) for one, other in pairs]))
        return Table(axis, entries, hidden)

    def _labels(self, rows: range) -> list[Entry]:
        """What identifies each row; where that is not the same in both, such as the items of two lists, for each."""
        entries: list[Entry] = []
        one, other = self.first.axis.labels(), self.second.axis.labels()
        for title in one:
            counted = isinstance(one[title], range)
            cells = [_names(labels.get(title, ()), rows) for labels in (one, other)]
            if title != "score":
                titles = (
                    [title]
                    if cells[0] == cells[1]
                    else [f"{title}, {name.removeprefix('the ')}" for name in self.called]
                )
                entries.extend(Entry(head, named, numeric=counted) for head, named in zip(titles, cells, strict=False))
        return entries

    def _not_the_same(self, one: str, other: str) -> str:
        if one and other:
            return f"Not the same: {one} / {other}."
        return f"Only in {self.called[0 if one else 1]}: {one or other}."

    def _change(self) -> str:
        change = self.value if self.exact is None else self.exact
        return (
            f"{numbers.plain(abs(change))} {'more' if change > 0 else 'less'}" if abs(change) > NOTHING else "the same"
        )

    def to_text(self) -> str:
        """For a terminal."""
        return "\n".join([*self.words, *(["", table_text(self.table())] if self.columns else [])])

    def to_html(self) -> str:
        """Static HTML: no script, no style sheet."""
        said = "".join(f"<p>{escape(words)}</p>" for words in self.words)
        return f"<div>{said}{table_html(self.table()) if self.columns else ''}</div>"

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


def differences(first: Trace, second: Trace, *, columns: Collection[str] | None = None) -> Differences:
    """Why two traces do not have the same value: conventions, rows, and by how much.

    Parameters
    ----------
    first, second : Trace
        Of one ranking: under two conventions, at two cutoffs, or of two metrics. Or of two rankings under one measure.
    columns : collection of str, optional
        The names of the columns to lay side by side; by default all that differ.

    Returns
    -------
    Differences
        A table in a notebook. Only columns that both have, with as many rows, are laid side by side.

    Raises
    ------
    TypeError, ValueError
        For anything but traces of one list, and for a column that there is not.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> parted = rt.differences(rt.average_precision(ranking), rt.average_precision(ranking, denominator="hits"))
    >>> parted.exact, parted.first_row
    (Fraction(5, 12), 1)
    >>> print(parted.words[-1])
    They part at rank 1, where AP@1 is 1/4 in the first and 1 in the second.
    """
    for trace in (first, second):
        if not isinstance(trace, Trace) or not trace.single:
            raise TypeError(f"{type(trace).__name__} is no trace of one list; of a batch choose a query: trace['q1']")
    if isinstance(columns, str):
        raise TypeError(f"columns is {columns!r}; it is a list of names")
    for name in columns or ():
        if name not in first.columns and name not in [parted.name for parted in _columns(first, second)]:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(first.columns)}")
    return Differences(first, second, columns)


def _conventions(first: Trace, second: Trace) -> list[tuple[str, str]]:
    """The words that only one of the two says, those of the first beside those of the second.

    Of one metric they are paired by what they are about; of two metrics as they come.
    """
    if isinstance(first.metric, Metric) and first.metric is second.metric:
        one, other = (first.metric.said(trace.parameters) | _cutoff(trace) for trace in (first, second))
        return [(one.get(p, ""), other.get(p, "")) for p in {**one, **other} if one.get(p) != other.get(p)]
    left = [words for words in first.conventions if words not in second.conventions]
    right = [words for words in second.conventions if words not in first.conventions]
    return list(zip_longest(left, right, fillvalue=""))


def _cutoff(trace: Trace) -> dict[str, str]:
    k = trace.parameters.get("k")
    return {"k": "no cutoff" if k is None else f"cutoff k = {k}"}


def _columns(first: Trace, second: Trace) -> list[Parted]:
    """The columns of the main rows that both have and that differ somewhere."""
    found = []
    others = second.columns
    for name, column in first.columns.items():
        other = others.get(name)
        if other is None or not _beside(column, other, first.axis, second.axis):
            continue
        parted = Parted(name, _listed(column), _listed(other))
        if parted.rows():
            found.append(parted)
    every = _at_every_k(first, second)
    if every is None or not every.rows():
        return found
    told = any((parted.first, parted.second) == (every.first, every.second) for parted in found)
    return found if told else [*found, every]


def _at_every_k(first: Trace, second: Trace) -> Parted | None:
    """The two values as they grow, where both are known at every cutoff and the rows are the ranks."""
    if "rank" not in (first.rows, second.rows) or first.rows != second.rows:
        return None
    one, other = first.at_every_k(), second.at_every_k()
    name = first.symbol if first.symbol == second.symbol else "value"
    return Parted(f"{name}@i", _listed(one), _listed(other))


def _beside(one: Column, other: Column, axis: Axis, other_axis: Axis) -> bool:
    """Whether two columns lie along the main rows of their traces, and are equally long."""
    if one.axis is not axis or other.axis is not other_axis:
        return False
    return len(one) == len(other) or axis.name == other_axis.name == "rank"


def _listed(column: Column) -> list[Any]:
    return list(np.asarray(column.exact).tolist())


def _names(values: Any, rows: range) -> list[str]:
    """The names of some rows; nothing where there is none."""
    named = [values[row] if row < len(values) else None for row in rows]
    return ["" if name is None else str(name) for name in named]


def signed(value: Any) -> str:
    """A difference with its sign; nothing where there is none."""
    if abs(value) <= NOTHING:
        return ""
    return f"{'+' if value > 0 else '−'}{numbers.plain(abs(value))}"
