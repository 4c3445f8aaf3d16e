"""What the notations need to know of a trace: the recorded columns, and what everything is called.

A ``Calculation`` puts the record into expressions, tables and steps, which each notation then writes in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.notation import numbers
from rankteach.notation.expression import CellOrigin, Node, decimal, equated, name, number, same, substituted, symbolic
from rankteach.notation.numbers import EXACTLY, Display, displayed
from rankteach.notation.sentence import Step, steps
from rankteach.notation.tables import MOST_ROWS, Entry, Table, behind, tables
from rankteach.notation.text import text
from rankteach.notation.wording import Wording, worded


class Calculation(NamedTuple):
    """A recorded calculation, and what everything in it is called.

    ``result`` is the column with the value, ``columns`` all that were recorded on the way to it, ``axis`` what the
    rows are. ``queries`` names the rows of a batch; it is None for one list. ``wording`` has sentences of the metric's
    own; a trace that lacks one of their columns, because a convention calculates otherwise, does without them.
    ``interpret`` says what the value means.
    """

    name: str
    title: str
    symbol: str
    label: str
    measure: str
    describe: Callable[[], list[str]]
    result: Column
    columns: Sequence[Column]
    axis: Axis
    queries: Sequence[str] | None = None
    wording: Wording | None = None
    interpret: Callable[[], str] = str

    @property
    def meaning(self) -> str:
        """What the value means, in one sentence."""
        return self.interpret()

    @property
    def conventions(self) -> list[str]:
        """Every convention in force, in words."""
        return self.describe()

    @property
    def exact(self) -> Any:
        """The value as a ``Fraction`` where there is one, else None; for a batch an array of them."""
        return exact_value(self.result)

    @property
    def formula(self) -> Node:
        """The formula with letters."""
        label = self.symbol if self.symbol == self.label else f"{self.symbol}@k"
        return Node("equation", (name(label), ("=", symbolic(self.result))))

    @property
    def substitution(self) -> Node:
        """The formula with numbers, and the value."""
        return self.substituted(EXACTLY)

    def substituted(self, display: Display) -> Node:
        """The formula with numbers, and the value, as fit for a display."""
        written = substituted(self.result, None)
        sides = [written, *(value for value in self._value(display) if not same(value, written, display))]
        label = name(self.label)._replace(origin=CellOrigin(self.result, None))
        return Node("equation", (label, *equated(sides, display)))

    def labels(self) -> dict[str, Sequence[Any]]:
        """What identifies the rows, and the rows of lists that are laid along them."""
        by_title: dict[str, Sequence[Any]] = {}
        for axis in [self.axis, *(column.axis for column in self.columns if column.axis)]:
            for title, values in axis.labels().items() if self.axis in (axis, axis.along) else ():
                by_title.setdefault(title, values)
        return by_title

    @property
    def equations(self) -> list[Node]:
        """The formula with letters and the one with numbers; a batch has none."""
        return [self.formula, self.substitution] if self.queries is None else []

    @property
    def shown(self) -> str:
        """The value in one line of text: 37/48 ≈ 0.7708."""
        if self.queries is not None:
            return f"{len(self.queries)} values"
        (_, first), *rest = equated(self._value(EXACTLY), EXACTLY)
        return text(first) + "".join(f" {sign} {text(node)}" for sign, node in rest)

    def tables(
        self, *, most_rows: int | None = MOST_ROWS, salient: bool = False, digits: int = 4, fractions: bool = True
    ) -> list[Table]:
        """The recorded columns as tables; of a batch, the value of each query."""
        display = displayed(digits, fractions)
        if self.queries is None:
            return tables(self.axis, self.columns, display, most_rows, salient)
        values = list(map(display.plain, self.result.exact.tolist()))
        axis = Axis("query", length=len(values), index="q")
        return [Table(axis, [Entry("query", list(self.queries), numeric=False), Entry(self.label, values)])]

    def steps(
        self, most_rows: int | None = MOST_ROWS, display: Display = EXACTLY, salient: bool = False
    ) -> tuple[Step, ...]:
        """What happens in each row, in words; a batch has no steps."""
        if self.queries is not None:
            return ()
        return steps(self.axis, self.columns, most_rows, display, salient, self._worded("rows", display))

    def closing(self, display: Display = EXACTLY) -> str:
        """The sentence that finishes the calculation: divide the sum, 37/12, by the 4 relevant items: AP = 37/48."""
        label = Node("name", (self.label, None, None))
        result = text(Node("equation", (label, *equated(self._value(display), display))), display)
        return f"{self._worded('closing', display)(None, {'result': result}) or result}."

    def _worded(self, which: str, display: Display) -> Callable[[int | None, Mapping[str, str]], str]:
        """What returns the sentence that the metric has for a row, or for the end; empty if it has none."""
        cells = self.cells
        if self.wording is None or not self.wording.columns <= cells.keys():
            return lambda row, words: ""
        sentences: Mapping[str, str] = getattr(self.wording, which)
        return lambda row, words: worded(sentences, cells, row, words, display)

    @property
    def cells(self) -> dict[str, Column]:
        """The columns that sentences can name, with the numbers that have no rows."""
        numbers = {column.name: column for column in behind(self.result) if column.name and column.axis is None}
        quotient = self.result.before_last
        divisor = {"divisor": quotient.sources[1]} if quotient.is_quotient else {}
        return {**numbers, **divisor, **{column.name or "": column for column in self.columns}}

    def _value(self, display: Display) -> list[Node]:
        """The value, and the decimal after its fraction."""
        exact, value = self.exact, CellOrigin(self.result, None)
        if exact is None or not numbers.readable(exact):
            return [decimal(float(self.result.values), value)]
        if exact.denominator == 1 or not display.fractions:
            return [number(exact)._replace(origin=value)]
        rounded = Node("decimal" if display.rounds(float(exact)) else "number", (float(exact),), value)
        return [number(exact)._replace(origin=value), rounded]


def exact_value(result: Column) -> Any:
    """A column's number as a ``Fraction`` where there is one, else None; for a batch an array of them."""
    value = np.asarray(result.exact, dtype=object)
    if value.ndim:
        return np.array([_fraction(one) for one in value.tolist()], dtype=object)
    return _fraction(value.item())


def exact_or_float(result: Column) -> Any:
    """A column's one number as a ``Fraction`` where there is one, else as a float."""
    exact = exact_value(result)
    return float(result) if exact is None else exact


def _fraction(value: Any) -> Fraction | None:
    if isinstance(value, Fraction):
        return value
    return Fraction(int(value)) if isinstance(value, int | np.integer | np.bool_) else None
