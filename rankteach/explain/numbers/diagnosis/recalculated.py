"""A record that can be calculated again with some of its columns altered, and what its parts are called."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.notation.expression import number, symbolic
from rankteach.notation.text import on_one_line, text

Finish = Callable[[Column, np.ndarray], np.ndarray]

LARGEST = 20_000  # numbers in a column; what lies behind a larger one stays as it is
LONGEST_FORMULA, LONGEST_NAME = 40, 24  # signs that can be read aloud


def place(axis: Axis, row: int) -> str:
    """What a row is called: rank 3, pair d1, d2."""
    labels: Sequence[Any] = [] if "rank" in axis.name else next(iter(axis.labels().values()), [])
    return f"{axis.name} {on_one_line(str(labels[row])) if row < len(labels) else row + 1}"


def rows_of(axis: Axis) -> str:
    """What the rows of an axis are, in the plural; those of an ideal order are ranks too."""
    noun = axis.along.name if axis.along else axis.name
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


class Record:
    """The columns behind a number, or behind one row of a column, to be calculated again with some of them altered."""

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

    def value(self, altered: Mapping[int, np.ndarray], finish: Finish | None = None) -> tuple[float, bool]:
        """The value with other columns in the place of some, and whether it lacks a row that divided by 0.

        ``finish`` is done to every column on the way.
        """
        value, fell_away = self._value(altered, finish, math.inf)
        return value, fell_away and self._value(altered, finish, 1.0)[0] != value

    def _value(
        self, altered: Mapping[int, np.ndarray], finish: Finish | None, in_place_of_0: float
    ) -> tuple[float, bool]:
        values, fell_away = dict(altered), False
        for column in self.columns:
            if id(column) in values or not any(finish or id(source) in values for source in column.sources):
                continue
            if any(id(source) not in self.values for source in column.sources):  # what lies behind it is not entered
                continue
            sources = [values.get(id(source), self.values[id(source)]) for source in column.sources]
            if column.operation == "divide" and not np.all(sources[1]):
                zeros = sources[1] == 0
                fell_away |= bool(np.any(zeros & (self.values[id(column.sources[1])] != 0)))
                sources[1] = np.where(zeros, in_place_of_0, sources[1])
            made = np.asarray(column.calculate_on(sources, exactly=False), dtype=float)
            values[id(column)] = made if finish is None or column is self.result else finish(column, made)
        result = values.get(id(self.result), self.values[id(self.result)])
        return float(result if self.row is None else result[self.row]), fell_away

    # --- what columns are called -----------------------------------------------------------------------------------
    def called(self, column: Column) -> str:
        """A name to be read aloud, or a formula where there is none; the same for an ideal order."""
        if column.name and column.operation != "constant":
            axis = column.axis
            kind = axis.name.removesuffix(axis.along.name) if axis and axis.along else ""
            return column.name.removeprefix(kind)
        if column.operation == "sum" and column.argument and column.argument != "running sum":
            return str(column.argument)
        if column.operation == "last" and column.sources[0].name:
            return column.sources[0].name
        used_in = self.used_in.get(id(column), column)
        if used_in.operation == "as_rows":  # a query's value
            return used_in.name or ""
        formula = self.formula(column)
        return formula if len(formula) <= LONGEST_NAME else ""

    def divisor(self, column: Column) -> str:
        """What something is divided by, with its letter."""
        words, formula = self.called(column), self.formula(column)
        if not words or words == formula:
            return words or "what stands below the line"
        letter = column.symbol or (formula if column.operation == "last" else None)
        return f"the {words}" + (f" ({letter})" if letter else "")

    def formula(self, column: Column, opened: bool = False) -> str:
        """The formula of a column, if it can be read aloud; ``opened`` writes out what has a letter of its own."""
        written = text(number(column.values) if column.operation == "constant" else symbolic(column, opened=opened))
        if column.axis and column.axis.along:  # the letters of an ideal order
            written = written.replace("*_", "_")
        return written if len(written) <= LONGEST_FORMULA else ""

    def where(self, column: Column) -> str:
        """The formula in which a column without a name stands, as far as it can be read aloud."""
        formula = self.formula(column, opened=True)
        while not column.name and id(column) in self.used_in:
            column, axis = self.used_in[id(column)], column.axis
            longer = self.formula(column, opened=True)
            if column.axis is not axis or not longer:
                break
            formula = longer
        return f" in {formula}" if formula else ""

    def subject(self, column: Column) -> str:
        """``with precision``, unless it is what is asked for itself."""
        result = self.result.sources[0] if self.result.operation == "last" else self.result
        if column is result:
            return ""
        return f"with {self.called(column) or self.formula(column) or 'a quotient'} "

    def place(self, column: Column) -> str:
        """The named column that a column belongs to."""
        if column.operation == "given":
            column = self.used_in.get(id(column), column)
        while not column.name and column.operation != "sum" and id(column) in self.used_in:
            column = self.used_in[id(column)]
        return str(column.name or column.argument or "")
