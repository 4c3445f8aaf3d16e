"""Two traces: which conventions differ, the row where they part, by how much each row differs, what each row adds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Share, shares
from rankteach.explain.paired_traces import (
    changed_alone,
    columns_beside,
    conventions_beside,
    names_beside,
    row_beside,
    rows_said,
)
from rankteach.notation import numbers
from rankteach.notation.html import escape, table_html
from rankteach.notation.numbers import TOLERANCE, signed
from rankteach.notation.tables import MOST_ROWS, Entry, Table, shown_rows
from rankteach.notation.terminal import table_text
from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from rankteach.tracing.measures import Measure


class Differences:
    """What ``rt.differences`` returns.

    ``value`` is the second value less the first and ``exact`` the same as a fraction, where there is one.
    ``conventions`` pairs the words of the first with those of the second; ``columns`` are those that differ;
    ``first_row`` is where they part, counted from 1, or None where no row of a shared column differs.
    ``alone`` says, where one ``ranking`` is measured under two conventions, by how much each of these conventions
    changes the first value if it is the only one to change. ``called`` is what sentences call the two where their
    measures do not tell them apart; or at all, if they are ``tools``.
    """

    def __init__(
        self,
        first: Trace,
        second: Trace,
        columns: Collection[str] | None = None,
        called: tuple[str, str] = ("the first", "the second"),
        ranking: Any = None,
        tools: bool = False,
    ) -> None:
        self.first, self.second, self.called, self._tools = first, second, called, tools
        self.value = second.value - first.value
        both = first.exact is not None and second.exact is not None
        self.exact: Fraction | None = second.exact - first.exact if both else None
        conventions = conventions_beside(first, second)
        self.conventions = list(conventions.values())
        self.alone = [] if ranking is None else [changed_alone(first, second, ranking, name) for name in conventions]
        self.columns = [parted for parted in columns_beside(first, second) if columns is None or parted.name in columns]
        self.first_row: int | None = min((parted.rows()[0] for parted in self.columns), default=None)

    @property
    def words(self) -> list[str]:
        """What differs, in sentences."""
        first, second = self.names
        said = [f"{_begun(first)} is {self.first.shown}, {second} is {self.second.shown}: {self._change()}."]
        said.extend(self._not_the_same(*words) for words in zip_longest(self.conventions, self.alone))
        if self.first_row is None:
            if self.first.axis.length != self.second.axis.length and self.first.rows != "rank":
                one, other = map(rows_said, (self.first, self.second))
                return [*said, f"There are {one} in {self.called[0]} and {other} in {self.called[1]}."]
            return [*said, "No row that both have differs." if self.value else "Every row that both have is the same."]
        parted = min(self.columns, key=lambda column: column.rows()[0])
        one, other = (numbers.plain(values[self.first_row - 1]) for values in (parted.first, parted.second))
        name = parted.name.replace("@i", f"@{self.first_row}")
        place = row_beside(self.first, self.second, self.first_row)
        return [
            *said,
            f"They part at {place}, where {name} is {one} in {self.called[0]} and {other} in {self.called[1]}.",
        ]

    @property
    def names(self) -> tuple[str, str]:
        """What tells the two apart: their measure strings, their labels, or first and second."""
        return self.called if self._tools else names_beside(self.first, self.second) or self.called

    @cached_property
    def shares(self) -> list[Share]:
        """What each rank adds to the two values, and to the difference; empty where the rows are no ranks."""
        both = self.first, self.second
        return shares(*both) if all(one.rows == "rank" and isinstance(one.ranking, Ranking) for one in both) else []

    def table(self, most_rows: int | None = MOST_ROWS, subtracted: bool = True, added: bool = False) -> Table:
        """Each column that differs: the first, the second, and, if ``subtracted``, the differences.

        If ``added``, also what each rank adds to the difference of the values, which is the sum of it all.
        """
        axis = min(self.first.axis, self.second.axis, key=lambda axis: axis.length)
        rows, hidden = shown_rows(axis, axis.length, most_rows)
        one_name, other_name = (name.removeprefix("the ") for name in self.called)
        entries = self._labels(rows)
        for parted in self.columns:
            pairs = [(parted.first[row], parted.second[row]) for row in rows]
            entries.append(Entry(f"{parted.name}, {one_name}", [numbers.plain(one) for one, _ in pairs]))
            entries.append(Entry(f"{parted.name}, {other_name}", [numbers.plain(other) for _, other in pairs]))
            if subtracted:
                entries.append(Entry("difference", [signed(other - one) for one, other in pairs]))
        if added and self.shares and self.shares[-1].end <= axis.length and self.shares[0].start:
            by_rank = [signed(share.difference) for share in self.shares]
            entries.append(Entry("adds", [by_rank[row] if row < len(by_rank) else "" for row in rows]))
        return Table(axis, entries, hidden)

    def _labels(self, rows: Sequence[int]) -> list[Entry]:
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

    def _not_the_same(self, words: tuple[str, str], alone: Any) -> str:
        one, other = words
        said = f"Not the same: {one} / {other}."
        if not (one and other):
            said = f"Only in {self.called[0 if one else 1]}: {one or other}."
        if alone is None:
            return said
        if alone != alone:
            return f"{said} With it or without it the value is undefined."
        return f"{said} {'It changes nothing here' if abs(alone) <= TOLERANCE else f'It alone makes {_change(alone)}'}."

    def _change(self) -> str:
        return _change(self.value if self.exact is None else self.exact)

    def to_text(self) -> str:
        """For a terminal."""
        return "\n".join([*self.words, *(["", table_text(self.table(added=True))] if self.columns else [])])

    def to_html(self) -> str:
        """Static HTML: no script, no style sheet."""
        said = "".join(f"<p>{escape(words)}</p>" for words in self.words)
        return f"<div>{said}{table_html(self.table(added=True)) if self.columns else ''}</div>"

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


def differences(
    first: Any,
    second: Any = None,
    *,
    ranking: Any = None,
    measure: Any = None,
    conventions: Sequence[Any] = (),
    columns: Collection[str] | None = None,
) -> Differences:
    """Why two traces, or two tools, do not have the same value: conventions, rows, and by how much.

    Parameters
    ----------
    first, second : Trace
        Of one ranking: under two conventions, at two cutoffs, or of two metrics. Or of two rankings under one measure.
        With ``ranking``: two measures, such as ``"AP@3"`` and ``'AP(denominator="min")@3'``; with ``ranking`` and
        ``measure``: two conventions. Instead of both, one ranking, with ``measure`` and ``conventions``.
    ranking : Ranking or sequence, optional
        What is measured in two ways.
    measure : str or Measure
        What it is measured by, such as ``"nDCG@10"``.
    conventions : two of str, mapping or None
        Two tools (see ``rt.conventions``); a mapping of parameters, such as ``{"gain": "exponential"}``, and None for
        our own defaults stand for a tool as well.
    columns : collection of str, optional
        The names of the columns to lay side by side; by default all that differ.

    Returns
    -------
    Differences
        A table in a notebook. Only columns that both have, with as many rows, are laid side by side; the last column
        is what each rank adds to the difference of the values.

    Raises
    ------
    TypeError, ValueError
        For anything but traces of one list, for a column that there is not, and for a tool that lacks the measure.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> parted = rt.differences(rt.average_precision(ranking), rt.average_precision(ranking, denominator="hits"))
    >>> parted.exact, parted.first_row
    (Fraction(5, 12), 1)
    >>> print(parted.words[-1])
    They part at rank 1, where AP@1 is 1/4 in the first and 1 in the second.
    >>> ranking = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
    >>> print(rt.differences(ranking, measure="nDCG@5", conventions=("trec_eval", "gdeval")).words[0])
    trec_eval is 0.7659, gdeval is 0.7358: 0.0302 less.
    >>> rt.differences("P@5", 'P(denominator="items")@5', ranking=[1, 0, 1]).exact
    Fraction(4, 15)
    """
    if ranking is not None:
        if conventions:
            raise TypeError("with ranking=, the two conventions (or measures) come first, and conventions is left out")
        if measure is None:
            return _by_two(ranking, first, second, columns)
        return _under(ranking, measure, (first, second), columns)
    if measure is not None:
        if second is not None:
            raise TypeError("differences takes two traces, or one ranking with measure and conventions; not both")
        return _under(first, measure, conventions, columns)
    if conventions:
        raise TypeError("conventions go with a measure: measure='nDCG@10', conventions=('trec_eval', 'scikit-learn')")
    for trace in (first, second):
        if isinstance(trace, str):
            raise TypeError(f"{trace!r} is no trace; two measures, or two tools, are compared with ranking=")
        if not isinstance(trace, Trace) or not trace.single:
            raise TypeError(f"{type(trace).__name__} is no trace of one list; of a batch choose a query: trace['q1']")
    return Differences(first, second, _checked(columns, first, second))


def _by_two(ranking: Any, first: Any, second: Any, columns: Collection[str] | None) -> Differences:
    """One ranking by two measures."""
    from rankteach.tracing.measures import measure

    ranking = ranking if isinstance(ranking, Ranking) else Ranking(ranking)
    if isinstance(first, Trace) or isinstance(second, Trace):
        raise TypeError("with ranking=, differences takes two measures; two traces are compared without it")
    one, other = (measure(one)(ranking) for one in (first, second))
    return Differences(one, other, _checked(columns, one, other), ranking=_alike(ranking, one, other))


def _alike(ranking: Ranking, one: Trace, other: Trace) -> Ranking | None:
    """The ranking, where two traces of it differ by nothing but parameters of one metric."""
    if one.metric is not other.metric or one.ranking.relevant_from != other.ranking.relevant_from:
        return None
    return ranking.with_relevant_from(one.ranking.relevant_from)


def _under(ranking: Any, named: Any, conventions: Sequence[Any], columns: Collection[str] | None) -> Differences:
    """One ranking under two conventions."""
    if isinstance(conventions, str) or len(conventions) != 2:
        raise ValueError(f"conventions is {conventions!r}; it names two, such as ('trec_eval', 'scikit-learn')")
    ranking = ranking if isinstance(ranking, Ranking) else Ranking(ranking)
    first, second = (_chosen(named, convention) for convention in conventions)
    called = [
        one if isinstance(one, str) else str(made) for one, made in zip(conventions, (first, second), strict=True)
    ]
    if called[0] == called[1]:
        called = ["the first", "the second"]
    one, other = first(ranking), second(ranking)
    same = ranking.with_relevant_from(one.ranking.relevant_from)
    shown = _checked(columns, one, other)
    return Differences(one, other, shown, (called[0], called[1]), same, tools=True)


def _chosen(named: Any, convention: Any) -> Measure:
    """A measure as a tool has it, or with some parameters."""
    from rankteach.tracing.measures import Measure, measure

    if convention is None or isinstance(convention, str):
        return measure(named, convention=convention)
    if not isinstance(convention, Mapping):
        raise TypeError(f"a convention is {convention!r}; it is the name of a tool, parameters, or None for ours")
    made = measure(named)
    return Measure(made.metric, {**made.parameters, **convention}, made.relevant_from)


def _checked(columns: Collection[str] | None, first: Trace, second: Trace) -> Collection[str] | None:
    if isinstance(columns, str):
        raise TypeError(f"columns is {columns!r}; it is a list of names")
    for name in columns or ():
        if name not in first.columns and name not in [parted.name for parted in columns_beside(first, second)]:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(first.columns)}")
    return columns


def _names(values: Any, rows: Sequence[int]) -> list[str]:
    """The names of some rows; nothing where there is none."""
    named = [values[row] if row < len(values) else None for row in rows]
    return ["" if name is None else str(name) for name in named]


def _begun(name: str) -> str:
    """A name as the beginning of a sentence, where words begin it: mean nDCG, but not nDCG."""
    first, space, _ = name.partition(" ")
    return name[0].upper() + name[1:] if space and first.isalpha() and first.islower() else name


def _change(change: Any) -> str:
    """A difference in words."""
    if change != change:
        return "no difference can be told"
    return f"{numbers.plain(abs(change))} {'more' if change > 0 else 'less'}" if abs(change) > TOLERANCE else "the same"
