"""The number that a learner is asked for, its recorded calculation, to repeat with altered columns, and their names."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rankteach.core.checks import plural, scalar, shown, whole_number
from rankteach.core.column import Axis, Column
from rankteach.explain.numbers.variant import Variant
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.expression import cell, heading, number, symbolic
from rankteach.notation.sentence import row_name
from rankteach.notation.tables import recorded
from rankteach.notation.text import text
from rankteach.tracing.measures import measure
from rankteach.tracing.trace import Trace

Finish = Callable[[Column, np.ndarray], np.ndarray]

LARGEST = 20_000  # numbers in a column; the sources of a larger one stay as they are
LONGEST_FORMULA, LONGEST_NAME = 40, 24  # characters that a reader takes in at once
ENDS = {"k": "the cutoff (k)", "n": "the length of the list (n)"}
PER_ITEM = ("query", "item", "pair")  # a number is "of" such a row; it is "at" a rank or a threshold


def rows_of(axis: Axis) -> str:
    """What the rows of an axis are, in the plural; those of an ideal order are ranks too."""
    return plural(axis.along.name if axis.along else axis.name)


def cell_name(column: Column, name: str, row: int) -> str:
    """The name of a cell: precision at rank 3."""
    if "@i" in name:
        return name.replace("@i", f"@{row + 1}")
    assert column.axis is not None
    if column.is_row_index:
        return f"the {name} itself"
    if " of the " in name:  # the rank of the first hit, which is the same in every row
        return f"the {name}"
    return f"{name} {'of' if column.axis.name in PER_ITEM else 'at'} {row_name(column.axis, row)}"


class Record:
    """The columns behind a number, or behind one row of a column. You can alter some and calculate the rest again."""

    def __init__(self, result: Column, row: int | None) -> None:
        self.result, self.row = result, row
        self.columns: list[Column] = []  # sources first
        self.values: dict[int, np.ndarray] = {}
        self.used_in: dict[int, Column] = {}
        self._enter(result)

    def _enter(self, column: Column) -> None:
        if id(column) in self.values:
            return
        self.values[id(column)] = np.asarray(column.values, dtype=float)
        if all(np.size(source.values) <= LARGEST for source in column.sources):
            for source in column.sources:
                self._enter(source)
                self.used_in.setdefault(id(source), column)
        self.columns.append(column)

    @cached_property
    def complete(self) -> list[Column]:
        """The columns that are made of columns in the record: not those whose sources are too large."""
        return [one for one in self.columns if all(id(source) in self.values for source in one.sources)]

    def value(self, altered: Mapping[int, np.ndarray], finish: Finish | None = None) -> tuple[float, bool]:
        """The value with other numbers in some columns, and whether it lacks a row that divided by 0.

        ``finish`` is applied to every column on the way.
        """
        value, left_out = self._value(altered, finish, math.inf)
        return value, left_out and self._value(altered, finish, 1.0)[0] != value

    def _value(
        self, altered: Mapping[int, np.ndarray], finish: Finish | None, instead_of_0: float
    ) -> tuple[float, bool]:
        values, left_out = dict(altered), False
        for column in self.complete:
            if id(column) in values or not any(finish or id(source) in values for source in column.sources):
                continue
            if column.is_last and column.sources[0].is_row_index:  # how many rows there are, however they are counted
                continue
            sources = [values.get(id(source), self.values[id(source)]) for source in column.sources]
            if column.is_quotient and not np.all(sources[1]):
                zeros = sources[1] == 0
                left_out |= bool(np.any(zeros & (self.values[id(column.sources[1])] != 0)))
                sources[1] = np.where(zeros, instead_of_0, sources[1])
            again = np.asarray(column.calculate_on(sources, exactly=False), dtype=float)
            values[id(column)] = again if finish is None or column is self.result else finish(column, again)
        result = values.get(id(self.result), self.values[id(self.result)])
        return float(result if self.row is None else result[self.row]), left_out

    # --- the names of columns -----------------------------------------------------------------------------------
    def called(self, column: Column) -> str:
        """A name, or a short formula where there is none; the same for an ideal order."""
        if column.name and not column.is_constant:
            axis = column.axis
            kind = axis.name.removesuffix(axis.along.name) if axis and axis.along else ""
            return heading(column).removeprefix(kind)
        if column.is_sum and column.argument not in ("", "running sum"):
            return str(column.argument)
        if column.is_last and column.sources[0].name:
            return column.sources[0].name
        used_in = self.used_in.get(id(column), column)
        if used_in.is_of_queries:  # a query's value
            return used_in.name or ""
        formula = self.formula(column)
        return formula if len(formula) <= LONGEST_NAME else ""

    def divisor(self, column: Column) -> str:
        """The name of a divisor, with its letter; the rank in the last row is the cutoff, or the length of the list."""
        last = self.result.sources[0] if self.result.is_last else None
        if column.axis and column.is_row_index and self.used_in.get(id(column)) is last and column.axis.end in ENDS:
            return ENDS[column.axis.end]
        words, formula = self.called(column), self.formula(column)
        if not words or words == formula:
            return words or "the denominator"
        letter = column.symbol or (formula if column.is_last else None)
        if letter is None and column.axis and not column.is_running_sum:  # of the discount: log2(i + 1)
            letter = self.formula(column, opened=True)
        return f"the {words}" + (f" ({letter})" if letter else "")

    def formula(self, column: Column, opened: bool = False) -> str:
        """The formula of a column, if it is short; ``opened`` writes out what has a letter of its own."""
        written = text(number(column.cells) if column.is_constant else symbolic(column, opened=opened))
        if column.axis and column.axis.along:  # the letters of an ideal order
            written = written.replace("*_", "_")
        last = self.result.sources[0].axis if self.result.is_last else None
        if last is not None and last.end in ENDS:  # at the last rank, P(i) is P, and i is k
            written = re.sub(rf"\b{last.index}\b", last.end, re.sub(rf"\({last.index}\)|_{last.index}\b", "", written))
        return written.replace(" - ", " − ") if len(written) <= LONGEST_FORMULA else ""

    def where(self, column: Column) -> str:
        """The formula that contains a column without a name, as far as it is short."""
        formula = self.formula(column, opened=True)
        while not column.name and id(column) in self.used_in:
            column, axis = self.used_in[id(column)], column.axis
            longer = self.formula(column, opened=True)
            if column.axis is not axis or not longer:
                break
            formula = longer
        return f" in {formula}" if formula else ""

    def subject(self, column: Column) -> str:
        """``with precision``, unless it is the column asked for."""
        result = self.result.before_last
        if column is result:
            return ""
        above = column.sources[0]
        words = self.called(column) if column.name else self.formula(above) or self.called(above)
        return f"with {words or 'a quotient'} "

    def place(self, column: Column) -> str:
        """The name of the column that a column is part of."""
        if column.is_given:
            column = self.used_in.get(id(column), column)
        while not column.name and not column.is_sum and id(column) in self.used_in:
            column = self.used_in[id(column)]
        return str(column.name or (column.argument if column.is_sum else ""))


class Asked:
    """The value of a trace, or the cell of a column at a row that counts from 1 (by default the last).

    ``exact`` is the number itself, ``result`` the column that holds it, and ``place`` the row from 0; None for a value.
    ``taught`` are the only other measures that someone may have taken instead; None for all. ``returned`` is what a
    function gave instead, where one is checked.
    """

    def __init__(
        self,
        trace: Any,
        column: str | None = None,
        row: int | None = None,
        taught: Iterable[str] | None = None,
        returned: float | None = None,
    ) -> None:
        if not isinstance(trace, Trace):
            raise TypeError(f"trace must be what a metric returns, such as rt.precision([1, 0]), not {shown(trace)}")
        if not trace.single:
            raise TypeError(
                "diagnose() needs a trace with one value, not a batch: choose a query, trace[0] or trace['q1']"
            )
        self.trace, self.column, self.returned = trace, column, returned
        self.taught = None if taught is None else [measure(name) for name in taught]
        self.place: int | None = None
        self.explained: dict[Any, list[Any]] = {}  # what each kind of errors makes of the number
        self._others: dict[int, tuple[Any, Asked]] = {}  # with each list, so that no other one has its id
        if column is None:
            if row is not None:
                raise ValueError(f"row={shown(row)} needs a column too: name the column of that row")
            self.result = trace.result.materialise()
            return
        known = trace.columns
        column = scalar(column)
        if not isinstance(column, str) or column not in known:
            raise ValueError(f"there is no column {shown(column)}; there are {', '.join(known)}")
        self.result = known[column].materialise()
        hint = f"The rows of {column} are counted from 1 to {len(self.result)}."
        row = len(self.result) if row is None else whole_number(row, "row", hint, most=len(self.result))
        self.place = row - 1

    def on(self, trace: Trace) -> Asked:
        """The value for the list of another trace."""
        lists, own = trace.ranking, self.trace
        if lists is own.ranking:
            return self
        if id(lists) not in self._others:
            alike = trace.metric is own.metric and trace.parameters == own.parameters
            self._others[id(lists)] = lists, Asked(trace if alike else self.own.on(trace).trace())
        return self._others[id(lists)][1]

    @cached_property
    def exact(self) -> Any:
        """The number itself, as a fraction where there is one."""
        if self.place is None:
            return exact_or_float(self.trace.result)
        exact = cell(self.result, self.place)
        return exact if isinstance(exact, float) else Fraction(exact)

    @cached_property
    def record(self) -> Record:
        """The recorded calculation behind the number."""
        return Record(self.result, self.place)

    @cached_property
    def quotient(self) -> tuple[int, int] | None:
        """The two whole numbers that the last step divides, such as hits and relevant items; None for any other."""
        column = self.result.before_last
        if not column.is_quotient:
            return None
        row = -1 if self.place is None else self.place
        parts = [np.asarray(source.exact)[row] if source.axis else source.exact for source in column.sources]
        above, below = (scalar(part) for part in parts)
        return (int(above), int(below)) if float(above).is_integer() and float(below).is_integer() else None

    @cached_property
    def own(self) -> Variant:
        """The metric and its conventions."""
        return Variant.of(self.trace)

    def name(self, trace: Trace | None = None) -> str:
        """What the number is called; or the same number in another trace."""
        if self.column is None or self.place is None:
            return (trace or self.trace).label
        return cell_name(self.result, self.column, self.place)

    def value_in(self, trace: Trace) -> float | None:
        """The same number in another trace, where it has one."""
        if self.column is None or self.place is None:
            return float(trace.value)
        result = trace.result.materialise()
        other = {column.name: column for column in recorded(result)}.get(self.column)
        if other is None and self.column.endswith("@i"):
            other = trace.at_every_k()
        if other is None and trace.metric is self.trace.metric:
            other = _counterpart(self.result, self.trace.calculation.result, result)
        if other is None or other.axis is None or np.ndim(other.values) > 1 or len(other) <= self.place:
            return None
        return float(other.values[self.place])


def _counterpart(column: Column, record: Column, other: Column) -> Column | None:
    """The column at the same position in another record, such as the grade for the gain, if these are equal."""
    if record.axis is column.axis and record.name == column.name:
        return other
    if record.operation != other.operation or len(record.sources) != len(other.sources):
        return None
    pairs = list(zip(record.sources, other.sources, strict=True))
    unlike = [at for at, (one, its) in enumerate(pairs) if one.operation != its.operation]
    some = (_counterpart(column, *pair) for at, pair in enumerate(pairs) if unlike in ([], [at]))  # next to its like
    return next((match for match in some if match is not None), None)
