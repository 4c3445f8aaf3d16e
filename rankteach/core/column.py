"""A column is a numpy array that remembers how it was made.

A metric is a few lines of arithmetic on columns. Running them gives the value, and also a record of
every step: each column knows the operation that made it and the columns it was made from. Whatever
explains a metric (formula, table, sentence, exact fraction) is read off that record.

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
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from rankteach.core.operations import REDUCE, at, calculate, cumsum


class Axis:
    """What the rows of a column are: ranks, pairs of items, thresholds, queries.

    ``index`` is the letter that counts the rows and ``end`` the one that names the last of them; without an
    ``end`` the index says by itself which rows there are, as i < j does for pairs.
    ``labels()`` gives what identifies each row, header by header; ``states()`` says of each row what is
    unusual about it, such as "no item" past the end of a list. ``along`` is the axis whose rows this one
    can be laid beside: the i-th rank of an ideal list stands beside the i-th rank of the list itself. It
    ends where that one ends if ``cut``.
    ``lengths`` are a batch's: how many of the rows each list has. What is calculated in the rows after them counts
    nowhere: sums, last rows and whatever looks at the rows below leave it out.
    """

    __slots__ = ("along", "cut", "end", "index", "labels", "length", "lengths", "name", "states")

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

    def ends_with(self, axis: Axis) -> bool:
        """Whether rows of this axis are lost when ``axis`` ends earlier."""
        return self is axis or (self.cut and self.along is axis)

    @property
    def ragged(self) -> bool:
        """Whether some list of a batch ends before the last row."""
        return self.lengths is not None and bool((self.lengths < self.length).any())

    def without_empty_rows(self, values: Any) -> np.ndarray:
        """A batch's values, with a row that a list has in place of every row after its end.

        That is its own last row; for a list without rows, the first row of another one.
        """
        assert self.lengths is not None
        rows = np.minimum(np.arange(self.length), np.maximum(self.lengths, 1)[:, None] - 1)
        queries = np.where(self.lengths > 0, np.arange(len(self.lengths)), np.argmax(self.lengths > 0))
        filled: np.ndarray = np.broadcast_to(values, rows.shape)[queries[:, None], rows]
        return filled

    def __reduce__(self) -> Any:
        state = {name: getattr(self, name) for name in self.__slots__}
        return _axis, ({**state, "labels": partial(dict, self.labels()), "states": partial(tuple, self.states())},)

    def __repr__(self) -> str:
        return f"Axis({self.name!r}, length={self.length})"


def _axis(state: Mapping[str, Any]) -> Axis:
    return Axis(**state)


class Column:
    """Values along an axis, with the operation and the columns that they came from.

    ``values`` is any numeric array, or an object array such as one of ``Fraction``. Its last dimension
    lies along ``axis``; dimensions before it are a batch, one list of rows for each query. A column
    without an axis holds one number (in a batch: one per query), and beside a column that has an axis
    it counts for every row. Columns on two different axes do not mix: lay one ``along`` the other first.

    Operators and methods give new columns; nothing is ever changed in place. Division follows the
    one convention that every metric here needs: nothing out of nothing, 0/0, is 0. Any other
    division by zero raises ``ZeroDivisionError``.
    """

    __slots__ = ("_cells", "_exact", "_grows", "axis", "detail", "name", "operation", "sources", "symbol", "values")
    _cells: Any
    _exact: Any
    _grows: Column
    __array_ufunc__ = None  # so that `array * column` is a column too

    def __init__(
        self,
        values: Any,
        axis: Axis | None = None,
        operation: str = "given",
        sources: tuple[Column, ...] = (),
        detail: Any = None,
        name: str | None = None,
        symbol: str | None = None,
    ) -> None:
        self.values = np.asarray(values) if type(values) in (list, tuple) else values
        self.axis = axis
        self.operation = operation
        self.sources = sources
        self.detail = detail
        self.name = name
        self.symbol = symbol

    @staticmethod
    def written(number: Any) -> Column:
        """A constant that is exactly what was written: 0.8 is 4/5 where fractions are calculated."""
        exact = as_written(number)
        constant = Column(int(exact) if exact.denominator == 1 else float(exact), None, "constant")
        constant._exact = exact
        return constant

    @staticmethod
    def counted(number: Any, of: tuple[Column, ...], name: str, symbol: str, axis: Axis | None = None) -> Column:
        """A number counted from other columns without a row for each step, since there are too many.

        Along an ``axis`` it is one number for each row.
        """
        values = np.array(number, dtype=object) if axis is None else np.asarray(number)
        return Column(values, axis, "counted", of, None, name, symbol)

    def named(self, name: str, symbol: str | None = None) -> Column:
        """The same column under a name; with a symbol it stands for itself in formulas."""
        return Column(self.values, self.axis, self.operation, self.sources, self.detail, name, symbol)

    # --- row by row: every operator works on what stands in the same row ---------------------------
    def __add__(self, other: Any) -> Column:
        return combine("add", self, other)

    def __radd__(self, other: Any) -> Column:
        return combine("add", other, self)

    def __sub__(self, other: Any) -> Column:
        return combine("subtract", self, other)

    def __rsub__(self, other: Any) -> Column:
        return combine("subtract", other, self)

    def __mul__(self, other: Any) -> Column:
        return combine("multiply", self, other)

    def __rmul__(self, other: Any) -> Column:
        return combine("multiply", other, self)

    def __truediv__(self, other: Any) -> Column:
        return combine("divide", self, other)

    def __rtruediv__(self, other: Any) -> Column:
        return combine("divide", other, self)

    def __pow__(self, other: Any) -> Column:
        return combine("power", self, other)

    def __rpow__(self, other: Any) -> Column:
        return combine("power", other, self)

    def __ge__(self, other: Any) -> Column:
        return combine("greater_equal", self, other)

    def __gt__(self, other: Any) -> Column:
        return combine("greater", self, other)

    def __le__(self, other: Any) -> Column:
        return combine("less_equal", self, other)

    def __lt__(self, other: Any) -> Column:
        return combine("less", self, other)

    def __eq__(self, other: object) -> Column:  # type: ignore[override]
        return combine("equal", self, other)

    def __ne__(self, other: object) -> Column:  # type: ignore[override]
        return combine("not_equal", self, other)

    __hash__ = object.__hash__

    def minimum(self, other: Any) -> Column:
        """The smaller of the two, row by row."""
        return combine("minimum", self, other)

    def maximum(self, other: Any) -> Column:
        """The larger of the two, row by row."""
        return combine("maximum", self, other)

    def where(self, comparison: Column) -> Column:
        """The values for which a comparison holds; the others are not defined, and NaN stands for them."""
        return combine("where", self, comparison)

    def log(self, base: float) -> Column:
        """The logarithm of every value."""
        return self.apply("log", base)

    def log2(self) -> Column:
        """The logarithm to base 2 of every value."""
        return self.log(2)

    def lookup(self, table: Mapping[Any, Any], name: str) -> Column:
        """What ``table`` holds for every value; ``name`` is what formulas call the table."""
        return self.apply("lookup", (name, table))

    def sign(self) -> Column:
        """1 for every value above 0, -1 for every one below, 0 for 0."""
        return self.apply("sign")

    def sqrt(self) -> Column:
        """The square root of every value."""
        return self.apply("sqrt")

    def exp(self) -> Column:
        """The number e to the power of every value."""
        return self.apply("exp")

    def inverse_squares(self) -> Column:
        """The sum 1/x² + 1/(x + 1)² + 1/(x + 2)² + ... without end, for every value x (the trigamma function)."""
        return self.apply("inverse_squares")

    def average_rank(self) -> Column:
        """The place of every value among all, 1 for the smallest; equal values share the mean of their places.

        For one list, not for a batch.
        """
        return self.apply("average_rank")

    # --- down the rows: each row looks at the rows above it ------------------------------------------
    def cumsum(self) -> Column:
        """The sum of all values down to each row."""
        return self.apply("cumsum")

    def cumprod(self) -> Column:
        """The product of all values down to each row."""
        return self.apply("cumprod")

    def cummax(self) -> Column:
        """The largest of all values down to each row."""
        return self.apply("cummax")

    def cummax_up(self) -> Column:
        """The largest of the value in each row and all below it."""
        return self.apply("cummax_up")

    def shift(self, first: Any = 0) -> Column:
        """Every value one row further down; ``first`` fills the first row."""
        return self.apply("shift", first)

    # --- out of the rows: one number remains (in a batch: one per query) ------------------------------
    def sum(self, name: str = "running sum") -> Column:
        """The sum of all rows; ``name`` is what its running column is called."""
        return self._reduce("sum", name)

    def last(self) -> Column:
        """The value in the last row; 0 where there is no row."""
        return self._reduce("last")

    # --- from one axis to another ---------------------------------------------------------------------
    def along(self, axis: Axis) -> Column:
        """The same rows laid beside those of ``axis``, cut where it ends."""
        return Column(self.values[..., : axis.length], axis, "along", (self,), axis, self.name, self.symbol)

    def at(self, axis: Axis, rows: np.ndarray, index: str) -> Column:
        """The values in given rows as the rows of ``axis``; a row of -1 or after the end is none and has 0.

        ``index`` is the letter for the row that was taken: the score s_i at a pair's first item p is s_p.
        """
        assert self.axis is not None
        if axis.lengths is None:
            end = self.axis.length if self.axis.lengths is None else self.axis.lengths[:, None]
            rows = np.where(rows < end, rows, -1)
        return Column(at(self.values, rows), axis, "at", (self,), (rows, index))

    def per(self, axis: Axis) -> Column:
        """A batch's numbers, one per query, as the rows of ``axis``."""
        return Column(self.values, axis, "per", (self,), axis)

    def recalculated(self) -> Column:
        """The same column with its record, where only the values were kept ("deferred")."""
        return self.detail() if self.operation == "deferred" else self

    # --- what the record gives ------------------------------------------------------------------------
    @property
    def exact(self) -> Any:
        """The same values calculated with integers and fractions; floats where there is no fraction.

        Division gives a ``Fraction`` here, and the logarithm of a whole power is a whole number. A value
        that a root, another logarithm or a float has touched stays a float.
        """
        try:
            return self._exact
        except AttributeError:
            if self.operation == "deferred":
                values = self.recalculated().exact
            elif self.sources:
                values = self.calculate_on([source.exact for source in self.sources], exactly=True)
            else:
                values = self.values
            self._exact = values.astype(np.int64) if getattr(values, "dtype", None) == np.bool_ else values
            return self._exact

    @property
    def cells(self) -> Any:
        """The exact values as Python's own numbers: a list of them, or one."""
        try:
            return self._cells
        except AttributeError:
            cells = self.exact.tolist() if isinstance(self.exact, np.ndarray | np.generic) else self.exact
            if isinstance(cells, list):
                cells = [one.item() if isinstance(one, np.generic) else one for one in cells]
            self._cells = cells
            return cells

    @property
    def counts_rows(self) -> bool:
        """Whether this is 1, 2, 3, ..., the rows themselves."""
        return self.operation == "given" and self.axis is not None and self.symbol == self.axis.index

    @property
    def grows(self) -> Column:
        """The running column of a sum or of a last row: the column whose last row is this number."""
        try:
            return self._grows
        except AttributeError:
            (source,) = self.sources
            if self.operation == "last":
                self._grows = source
            else:
                self._grows = Column(cumsum(source.values), source.axis, "cumsum", (source,), None, self.detail)
            return self._grows

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        values = np.array(self.values, dtype=dtype, copy=copy)
        if not copy:  # what was recorded stays as it is
            values = values.view()
            values.flags.writeable = False
        return values

    def __bool__(self) -> bool:
        if self.axis is not None:
            raise TypeError(f"{self!r} has many values; neither true nor false")
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

    # --- how --------------------------------------------------------------------------------------------
    def apply(self, operation: str, detail: Any = None) -> Column:
        """An operation on this column alone, by its name in the record."""
        values = _row_by_row(operation, [self.values], self.axis, detail)
        return Column(values, self.axis, operation, (self,), detail)

    def _reduce(self, operation: str, detail: Any = None) -> Column:
        lengths = None if self.axis is None else self.axis.lengths
        return Column(REDUCE[operation](self.values, lengths), None, operation, (self,), detail)

    def calculate_on(self, values: Any, *, exactly: bool) -> Any:
        """The values of this column's operation on other values than those of its sources."""
        if self.operation == "along":
            return values[0][..., : self.detail.length]
        if self.operation == "per":
            return values[0]
        if self.operation == "at":
            return at(values[0], self.detail[0])
        if self.operation == "counted":
            return self.values
        if self.operation in REDUCE:
            axis = self.sources[0].axis
            return REDUCE[self.operation](values[0], None if axis is None else axis.lengths)
        if self.axis is not None:
            values = [_beside_rows(v) if s.axis is None else v for v, s in zip(values, self.sources, strict=True)]
        return _row_by_row(self.operation, values, self.axis, self.detail, exactly=exactly)


def as_written(number: Any) -> Fraction:
    """The number that was written: 0.8 is 4/5, and not the float that comes closest."""
    return Fraction(repr(float(number)) if isinstance(number, float) else number)


def combine(operation: str, left: Any, right: Any) -> Column:
    """The column that an operation on two columns, or a column and a number, makes row by row."""
    if not isinstance(left, Column):
        left = _operand(left, right.axis)
    if not isinstance(right, Column):
        right = _operand(right, left.axis)
    axis, above, below = left.axis, left.values, right.values
    if axis is not right.axis:
        if axis is None:
            axis, above = right.axis, _beside_rows(above)
        elif right.axis is None:
            below = _beside_rows(below)
        else:
            raise ValueError(
                f"cannot {operation} {left!r} and {right!r}: their rows are not the same "
                f"({axis!r} and {right.axis!r}); lay one along the other's axis first"
            )
    return Column(_row_by_row(operation, [above, below], axis), axis, operation, (left, right))


def _row_by_row(operation: str, values: Any, axis: Axis | None, detail: Any = None, *, exactly: bool = False) -> Any:
    """What an operation makes of values in the rows of an axis; a batch's empty rows are kept out of harm's way."""
    if operation == "cummax_up" and axis is not None and axis.ragged:
        values = [axis.without_empty_rows(values[0])]
    try:
        return calculate(operation, values, detail, exactly=exactly)
    except (ArithmeticError, LookupError, ValueError):
        if axis is None or not axis.ragged:
            raise
    return calculate(operation, [axis.without_empty_rows(value) for value in values], detail, exactly=exactly)


def _operand(value: Any, axis: Axis | None) -> Column:
    """A plain number, or an array with one number for each row."""
    return Column(np.asarray(value), axis) if np.ndim(value) else Column(value, None, "constant")


def _beside_rows(values: Any) -> Any:
    """A number for each query made ready to stand beside that query's rows."""
    return values[..., None] if isinstance(values, np.ndarray) and values.ndim else values
