"""A column is a numpy array that remembers how it was made.

A metric is a few lines of arithmetic on columns. Running them returns the value and records every step:
each column knows the operation that made it and the columns it was made from. Formulas, tables, sentences
and exact fractions are read off that record.

>>> ranks = Axis("rank", length=4)
>>> relevant = Column([1, 0, 1, 1], ranks, name="relevant", symbol="rel_i")
>>> rank = Column([1, 2, 3, 4], ranks, name="rank", symbol="i")
>>> hits = relevant.cumsum().named("hits", "h_i")
>>> precision = (hits / rank).named("precision", "P(i)")
>>> precision
precision P(i): 1.0, 0.5, 0.6666666666666666, 0.75
>>> precision.operation, [source.name for source in precision.sources]
('divide', ['hits', 'rank'])
>>> list(precision.exact)
[1, Fraction(1, 2), Fraction(2, 3), Fraction(3, 4)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from rankteach.core.checks import LARGEST_GRADE, scalar
from rankteach.core.on_arrays import Lookup, Taken
from rankteach.core.operations import OPERATIONS, Operation, RowDependency

MOST_EXACT = 1000  # rows
OUT = RowDependency.OUT  # to look it up at every call takes long


def _operator(operation: str, doc: str = "", swapped: bool = False) -> Callable[[Column, Any], Column]:
    """What a column does with another operand; ``swapped`` is for Python, where the other operand comes first."""

    def method(self: Column, other: Any) -> Column:
        return combine(operation, other, self) if swapped else combine(operation, self, other)

    method.__name__, method.__doc__ = operation, doc
    return method


def _method(operation: str, doc: str) -> Callable[[Column], Column]:
    """What a column does alone."""

    def method(self: Column) -> Column:
        return self.apply(operation)

    method.__name__, method.__doc__ = operation, doc
    return method


def _made_by(operation: str, doc: str) -> Any:
    """A property: whether this operation made a column."""
    return property(lambda self: self.operation == operation, doc=doc)


class Column:
    """Values along an axis, with the operation and the columns that they came from.

    ``values`` is an array of whole numbers, floats or ``Fraction``. Its last dimension lies along ``axis``. In a
    batch there is a dimension before it: one list of rows for each query. A column without an axis holds one number
    (in a batch: one for each query), and counts for every row of a column that has an axis. Columns on two different
    axes do not mix: ``align`` one of them first.

    ``operation`` names a row of ``OPERATIONS``, ``sources`` are the columns that it was done to, and ``argument`` is
    what it needs besides them: the base of a logarithm, a ``Lookup``, the rows ``Taken``; the first row of a shift,
    the name of the running column of a sum, how many rows an aligned column has. Given ranks in one of two lists have
    the number of its items, above which are the ranks of others, and a lazy column the function that makes its record.

    ``hits / rank`` is ``combine("divide", hits, rank)``, and ``relevant.cumsum()`` is ``relevant.apply("cumsum")``.
    Both calculate the values as that row says, and return a column that remembers its operation and its sources.

    Operators and methods return new columns and never change a column in place. 0/0 is 0, the one convention that
    every metric here needs; any other division by zero raises ``ZeroDivisionError``.
    """

    __array_ufunc__ = None  # so that `array * column` is a column too

    def __init__(
        self,
        values: Any,
        axis: Axis | None = None,
        operation: str = "given",
        sources: tuple[Column, ...] = (),
        argument: Any = None,
        name: str | None = None,
        symbol: str | None = None,
    ) -> None:
        self.values = _array(values) if type(values) in (list, tuple) else values
        self.axis = axis
        self.operation = operation
        self.sources = sources
        self.argument = argument
        self.name = name
        self.symbol = symbol

    def named(self, name: str, symbol: str | None = None) -> Column:
        """The same column under a name; with a symbol, formulas show the symbol instead of its calculation."""
        return Column(self.values, self.axis, self.operation, self.sources, self.argument, name, symbol)

    def apply(self, operation: str, argument: Any = None, axis: Axis | None = None) -> Column:
        """The column that an operation on this column alone makes; its rows can be those of another ``axis``."""
        rule = OPERATIONS[operation]
        axis = axis or self.axis
        values = _evaluated(rule, (self.values, argument), axis)
        return Column(values, None if rule.reads is OUT else axis, operation, (self,), argument)

    # --- row by row: every operator combines the values of the same row -----------------------------
    __add__, __radd__ = _operator("add"), _operator("add", swapped=True)
    __sub__, __rsub__ = _operator("subtract"), _operator("subtract", swapped=True)
    __mul__, __rmul__ = _operator("multiply"), _operator("multiply", swapped=True)
    __truediv__, __rtruediv__ = _operator("divide"), _operator("divide", swapped=True)
    __pow__, __rpow__ = _operator("power"), _operator("power", swapped=True)
    __ge__, __gt__ = _operator("greater_equal"), _operator("greater")
    __le__, __lt__ = _operator("less_equal"), _operator("less")
    __eq__, __ne__ = _operator("equal"), _operator("not_equal")  # type: ignore[assignment]
    __hash__ = object.__hash__

    minimum = _operator("minimum", "The smaller of the two values, row by row.")
    maximum = _operator("maximum", "The larger of the two values, row by row.")
    where = _operator("where", "The values where a comparison holds; NaN, for undefined, in all other rows.")
    sign = _method("sign", "1 for every value above 0, -1 for every value below 0, 0 for 0.")
    sqrt = _method("sqrt", "The square root of every value.")
    exp = _method("exp", "The number e to the power of every value.")
    reciprocal = _method("reciprocal", "1 divided by every value; 0 for 0, the rank of an item that is not there.")
    inverse_squares = _method(
        "inverse_squares", "The sum 1/x² + 1/(x + 1)² + ... without end, for every value x (the trigamma function)."
    )
    average_rank = _method(
        "average_rank",
        "The rank of every value, 1 for the smallest; equal ones share the mean of theirs. For one list.",
    )

    def log(self, base: float) -> Column:
        """The logarithm of every value."""
        return self.apply("log", base)

    def log2(self) -> Column:
        """The logarithm to base 2 of every value."""
        return self.log(2)

    def lookup(self, table: Mapping[Any, Any], name: str) -> Column:
        """The entry of ``table`` for every value; ``name`` is what formulas call the table."""
        return self.apply("lookup", Lookup(name, table))

    # --- down the rows: each row depends on the rows above it -----------------------------------------
    cumsum = _method("cumsum", "The sum of all values down to each row.")
    cumprod = _method("cumprod", "The product of all values down to each row.")
    cummax = _method("cummax", "The largest of all values down to each row.")
    cummax_up = _method("cummax_up", "The largest of the value in each row and all values below it.")

    def shift(self, first: Any = 0) -> Column:
        """Every value one row further down; ``first`` fills the first row."""
        return self.apply("shift", first)

    # --- out of the rows: one number remains (in a batch: one per query) ------------------------------
    last = _method("last", "The value in the last row; 0 where there are no rows.")

    def sum(self, name: str = "running sum") -> Column:
        """The sum of all rows; ``name`` is what its running column is called."""
        return self.apply("sum", name)

    # --- from one axis to another ---------------------------------------------------------------------
    def align(self, axis: Axis) -> Column:
        """The same rows as rows of ``axis``, cut where it ends."""
        aligned = self.apply("align", axis.length, axis)
        aligned.name, aligned.symbol = self.name, self.symbol
        return aligned

    def take(self, axis: Axis, rows: np.ndarray, index: str) -> Column:
        """The values in some rows, as the rows of ``axis``. A row of -1 stands for none, and gives 0.

        ``index`` is the letter that formulas write for the row: of scores s_i, the one at a pair's first item p is s_p.
        """
        if self.axis is not None and axis.lengths is None:  # none after the end of the list, or of one in a batch
            end = self.axis.length if self.axis.lengths is None else self.axis.lengths[:, None]
            rows = np.where(rows < end, rows, -1)
        return self.apply("take", Taken(rows, index), axis)

    def as_rows(self, axis: Axis) -> Column:
        """A batch's numbers, one per query, as the rows of ``axis``."""
        return self.apply("as_rows", axis=axis)

    # --- what the record says -------------------------------------------------------------------------
    @property
    def rule(self) -> Operation:
        """What its operation does, and which rows it reads."""
        return OPERATIONS[self.operation]

    is_given: bool = _made_by("given", "Whether its numbers were given: it is made of no other column.")
    is_constant: bool = _made_by("constant", "Whether it is a number that the code of the metric writes out.")
    is_addition: bool = _made_by("add", "Whether it adds its two sources.")
    is_difference: bool = _made_by("subtract", "Whether it subtracts its second source from the first.")
    is_product: bool = _made_by("multiply", "Whether it multiplies its two sources.")
    is_quotient: bool = _made_by("divide", "Whether it divides its first source by the second.")
    is_power: bool = _made_by("power", "Whether its second source is the exponent of the first.")
    is_logarithm: bool = _made_by("log", "Whether it is the logarithm of its source.")
    is_running_sum: bool = _made_by("cumsum", "Whether it adds up its source, down to each row.")
    is_sum: bool = _made_by("sum", "Whether it adds up all rows of its source.")
    is_last: bool = _made_by("last", "Whether it is the last row of its source.")

    @property
    def reduces(self) -> bool:
        """Whether it is a sum or a last row, which ends a running column."""
        return self.rule.reads is OUT

    @property
    def is_of_queries(self) -> bool:
        """Whether each of its rows is the number of a query, which has a calculation of its own."""
        return self.rule.reads is RowDependency.OF_QUERIES

    @property
    def is_row_index(self) -> bool:
        """Whether this is 1, 2, 3, ..., the rows themselves."""
        return self.is_given and self.axis is not None and self.symbol == self.axis.index

    @property
    def is_list_independent(self) -> bool:
        """Whether it is the same for all lists: made of constants and of what counts the rows."""
        if not self.sources:
            return self.is_constant or self.is_row_index
        return all(source.is_list_independent for source in self.sources)

    @property
    def own_sources(self) -> tuple[Column, ...]:
        """The sources that belong to this calculation: the number of a query comes from a calculation of its own."""
        return () if self.sources and self.is_of_queries else self.sources

    @property
    def before_last(self) -> Column:
        """The column whose last row this is; itself, if it is not a last row."""
        return self.sources[0] if self.is_last else self

    @cached_property
    def running(self) -> Column:
        """The running column of a sum or of a last row: the column whose last row is this number."""
        (source,) = self.sources
        return source if self.is_last else source.cumsum().named(self.argument)

    @cached_property
    def contributing_rows(self) -> list[int]:
        """Of a sum or a product, the rows that change it: those that are not 0, or not 1."""
        neutral = 1 if self.operation == "cumprod" else 0
        return [row for row, value in enumerate(self.sources[0].cells) if value != neutral]

    @cached_property
    def exact(self) -> Any:
        """The same values calculated with integers and fractions; floats where there is no fraction.

        In more than ``MOST_EXACT`` rows they are the values themselves: fractions would grow with every row.

        Division returns a ``Fraction`` here, and the logarithm of a whole power is a whole number. A value
        that a root, another logarithm or a float has touched stays a float.
        """
        if (made := self.materialise()) is not self:
            values = made.exact
        elif not self.sources or (self.axis is not None and self.axis.length > MOST_EXACT):
            values = self.values
        else:
            values = self.calculate_on([source.exact for source in self.sources], exactly=True)
        return values.astype(np.int64) if getattr(values, "dtype", None) == np.bool_ else values

    @cached_property
    def cells(self) -> Any:
        """The exact values as Python's own numbers: a list of them, or one."""
        cells = self.exact.tolist() if isinstance(self.exact, np.ndarray | np.generic) else self.exact
        if isinstance(cells, list):
            cells = [one.item() if isinstance(one, np.generic) else one for one in cells]
        return cells

    def calculate_on(self, values: Sequence[Any], *, exactly: bool) -> Any:
        """The values that its operation makes of other values of its sources; its own, where none is recorded."""
        rule = self.rule
        if rule.arrays is None:
            return self.values
        axis = self.sources[0].axis if self.reduces else self.axis
        if rule.arity == 1:
            return _evaluated(rule, (values[0], self.argument), axis, exactly)
        if axis is not None:
            values = [_for_rows(source, one) for source, one in zip(self.sources, values, strict=True)]
        return _evaluated(rule, values, axis, exactly)

    # --- columns that no operation makes --------------------------------------------------------------
    @staticmethod
    def constant(number: Any) -> Column:
        """A constant that is exactly the number written: 0.8 is 4/5 where fractions are calculated."""
        exact = as_written(number)
        whole = exact.denominator == 1 and abs(exact) <= LARGEST_GRADE
        constant = Column(int(exact) if whole else float(exact), None, "constant")
        constant.exact = exact
        return constant

    @staticmethod
    def opaque(number: Any, of: tuple[Column, ...], name: str, symbol: str, axis: Axis | None = None) -> Column:
        """A number calculated from other columns without a record of each step, because there are too many steps.

        Along an ``axis`` it is one number for each row.
        """
        values = np.array(number, dtype=object) if axis is None else _array(number)
        return Column(values, axis, "opaque", of, name=name, symbol=symbol)

    @staticmethod
    def lazy(values: Any, axis: Axis | None, record: Callable[[], Column]) -> Column:
        """Values whose record is only made when it is needed: ``record`` returns the same column with its record."""
        return Column(values, axis, "lazy", (), record)

    def materialise(self) -> Column:
        """The same column with its record, where it is lazy."""
        return self.argument() if self.operation == "lazy" else self

    # --- as a number or an array ------------------------------------------------------------------------
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        values = np.array(self.values, dtype=dtype, copy=copy)
        if not copy:  # what was recorded stays as it is
            values = values.view()
            values.flags.writeable = False
        return values

    def __bool__(self) -> bool:
        if self.axis is not None:
            raise TypeError(
                f"A condition needs one value, but {self!r} has many. "
                "Use one of its values, column[0], or all of them: np.all(column), np.any(column)."
            )
        if np.ndim(self.values):
            raise TypeError(
                f"{self!r} must not decide an if: it is one number for each list of a batch. "
                "Write a comparison of columns."
            )
        return bool(self.values)

    def __float__(self) -> float:
        return float(self.values)

    def __int__(self) -> int:
        return int(self.values)

    def __len__(self) -> int:
        return int(self.values.shape[-1])

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self.values)[key]

    def __repr__(self) -> str:
        label = " ".join(part for part in (self.name, self.symbol) if part) or self.operation
        values = np.asarray(self.values)
        if values.ndim > 1:
            return f"{label}: batch of {' x '.join(map(str, values.shape))}"
        shown = [str(value) for value in values.ravel()[:12].tolist()]
        return f"{label}: {', '.join(shown)}" + (f", ... ({values.size} values)" if values.size > 12 else "")


def combine(operation: str, left: Any, right: Any) -> Column:
    """The column that an operation on two columns, or on a column and a number, makes row by row."""
    if not isinstance(left, Column):
        left = _operand(left, right.axis)
    if not isinstance(right, Column):
        right = _operand(right, left.axis)
    rule, axis, values = OPERATIONS[operation], left.axis, (left.values, right.values)
    if rule.compares and any(np.asarray(one).dtype == object for one in values):
        # to fractions a constant such as 0.2 is what was written, 1/5, and not the float next to it
        values = tuple(one.exact if one.operation == "constant" else one.values for one in (left, right))
    if axis is not right.axis:
        if axis is not None and right.axis is not None:
            raise ValueError(
                f"cannot {operation} {left!r} and {right!r}: their rows are not the same "
                f"({axis!r} and {right.axis!r}). Align one with the other first: column.align(axis)."
            )
        axis = axis or right.axis
        values = _for_rows(left, values[0]), _for_rows(right, values[1])
    return Column(_evaluated(rule, values, axis), axis, operation, (left, right))


def _for_rows(column: Column, values: Any) -> Any:
    """Values of a column, to combine with rows: a number for each query counts in all rows of that query."""
    return values[..., None] if column.axis is None and isinstance(values, np.ndarray) and values.ndim else values


def _evaluated(rule: Operation, operands: Sequence[Any], axis: Axis | None, exactly: bool = False) -> Any:
    """What an operation makes of values along an axis, and of its argument if it takes one column.

    Of a batch, the empty rows after the end of a list cause no error.
    """
    function: Any = (rule.fractions if exactly else None) or rule.arrays
    if rule.reads is OUT:
        return function(operands[0], None if axis is None else axis.lengths)
    if axis is None or not axis.ragged:
        return function(*operands)
    if not rule.reads.needs_later_rows:
        with suppress(ArithmeticError, LookupError, ValueError):
            return function(*operands)
    columns = rule.arity or 0
    return function(*map(axis.without_empty_rows, operands[:columns]), *operands[columns:])


def _operand(value: Any, axis: Axis | None) -> Column:
    """A plain number, or an array with one number for each row."""
    return Column(np.asarray(value), axis) if np.ndim(value) else Column(value, None, "constant")


def _array(values: Any) -> np.ndarray:
    """An array in which whole numbers have 64 bits, whatever the machine."""
    array = np.asarray(values)
    return array.astype(np.int64, copy=False) if array.dtype.kind == "i" else array


def as_written(number: Any) -> Fraction:
    """The number as you write it: 0.8 is 4/5, and not the float that comes closest."""
    number = scalar(number)
    return Fraction(repr(number) if isinstance(number, float) else number)


class Axis:
    """What the rows of a column are: ranks, pairs of items, thresholds, queries.

    ``index`` is the letter that counts the rows and ``end`` the letter of the last row; without an ``end`` the
    index alone says which rows there are, as i < j does for pairs.
    ``labels()`` returns what identifies each row, header by header; ``states()`` says of each row what is
    unusual about it, such as "no item" past the end of a list. ``along`` is the axis that the rows of this axis
    line up with: rank i of an ideal list lines up with rank i of the list itself. If ``cut``, this axis ends
    where that axis ends. ``lengths`` are a batch's: how many of the rows each list has. Values in the rows after
    them never count: sums, last rows and every operation that looks at the rows below leave them out.
    """

    __slots__ = ("along", "cut", "end", "index", "labels", "length", "lengths", "name", "ragged", "states")

    def __init__(
        self,
        name: str,
        *,
        length: int,
        index: str = "i",
        end: str | None = "n",
        labels: Callable[[], Mapping[str, Any]] = dict,
        states: Callable[[], Sequence[str]] = tuple,
        along: Axis | None = None,
        cut: bool = True,
        lengths: np.ndarray | None = None,
    ) -> None:
        self.name, self.length, self.index, self.end, self.lengths = name, length, index, end, lengths
        self.labels, self.states = labels, states
        self.along, self.cut = along, cut
        # whether some list of a batch ends before the last row
        self.ragged = lengths is not None and bool((lengths < length).any())

    def ends_with(self, axis: Axis) -> bool:
        """Whether rows of this axis are lost when ``axis`` ends earlier."""
        return self is axis or (self.cut and self.along is axis)

    def without_empty_rows(self, values: Any) -> np.ndarray:
        """A batch's values, with the last row of each list repeated after its end.

        A list without rows gets the first row of another list.
        """
        assert self.lengths is not None
        rows = np.minimum(np.arange(self.length), np.maximum(self.lengths, 1)[:, None] - 1)
        queries = np.where(self.lengths > 0, np.arange(len(self.lengths)), np.argmax(self.lengths > 0))
        filled: np.ndarray = np.broadcast_to(values, rows.shape)[queries[:, None], rows]
        return filled

    def __getstate__(self) -> Any:  # for pickle, which cannot store the functions
        state = {name: getattr(self, name) for name in self.__slots__}
        return None, {**state, "labels": partial(dict, self.labels()), "states": partial(tuple, self.states())}

    def __repr__(self) -> str:
        return f"Axis({self.name!r}, length={self.length})"
