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

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np


class Axis:
    """What the rows of a column are: ranks, pairs of items, thresholds, queries.

    ``index`` is the letter that counts the rows and ``end`` the one that names the last of them.
    ``labels()`` gives what identifies each row, header by header; ``states()`` says of each row what is
    unusual about it, such as "no item" past the end of a list. ``along`` is the axis whose rows this one
    can be laid beside: the i-th rank of an ideal list stands beside the i-th rank of the list itself.
    """

    __slots__ = ("along", "end", "index", "labels", "length", "name", "states")

    def __init__(
        self,
        name: str,
        *,
        length: int,
        index: str = "i",
        end: str = "n",
        labels: Callable[[], Mapping[str, Any]] = dict,
        states: Callable[[], Sequence[str]] = tuple,
        along: Axis | None = None,
    ) -> None:
        self.name, self.length, self.index, self.end = name, length, index, end
        self.labels, self.states = labels, states
        self.along = along

    def __repr__(self) -> str:
        return f"Axis({self.name!r}, length={self.length})"


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

    __slots__ = ("_exact", "_grows", "axis", "detail", "name", "operation", "sources", "symbol", "values")
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
        self.values = np.asarray(values) if type(values) is list else values
        self.axis = axis
        self.operation = operation
        self.sources = sources
        self.detail = detail
        self.name = name
        self.symbol = symbol

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

    def log(self, base: float) -> Column:
        """The logarithm of every value."""
        return self._of_one("log", base)

    def log2(self) -> Column:
        """The logarithm to base 2 of every value."""
        return self.log(2)

    def lookup(self, table: Mapping[Any, Any], name: str) -> Column:
        """What ``table`` holds for every value; ``name`` is what formulas call the table."""
        return self._of_one("lookup", (name, table))

    # --- down the rows: each row looks at the rows above it ------------------------------------------
    def cumsum(self) -> Column:
        """The sum of all values down to each row."""
        return self._of_one("cumsum")

    def cumprod(self) -> Column:
        """The product of all values down to each row."""
        return self._of_one("cumprod")

    def cummax(self) -> Column:
        """The largest of all values down to each row."""
        return self._of_one("cummax")

    def shift(self, first: Any = 0) -> Column:
        """Every value one row further down; ``first`` fills the first row."""
        return self._of_one("shift", first)

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

    def per(self, axis: Axis) -> Column:
        """A batch's numbers, one per query, as the rows of ``axis``."""
        return Column(self.values, axis, "per", (self,), axis)

    def recalculated(self) -> Column:
        """The column with its record, where only the values were kept."""
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
            self._exact = self._calculate_exactly()
            return self._exact

    def running(self, axis: Axis) -> Column:
        """This number as it grows: what it would be if ``axis`` ended after each of its rows.

        This is how a metric is known at every cutoff at once. Where a reduction's rows depend on the
        last row (such as recall steps divided by the hits in the whole list), no running column gives
        that, and the record is calculated again for each row; the two ways agree wherever both apply.
        """
        grown = self._grown(axis)
        if grown is None:
            cuts = [self._cut(axis, stop, {}) for stop in range(1, axis.length + 1)]
            values = np.stack([np.asarray(cut) for cut in cuts], axis=-1) if cuts else np.zeros(0)
            grown = Column(values, axis, "running", (self,))
        elif grown.axis is None:
            values = np.broadcast_to(np.asarray(grown.values)[..., None], (*np.shape(grown.values), axis.length))
            grown = Column(values, axis, "running", (self,))
        return grown

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
                self._grows = Column(_cumsum(source.values), source.axis, "cumsum", (source,), None, self.detail)
            return self._grows

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.values, dtype=dtype, copy=copy)

    def __bool__(self) -> bool:
        if self.axis is not None:
            raise TypeError(f"{self!r} has many values; neither true nor false")
        return bool(self.values)

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
    def _of_one(self, operation: str, detail: Any = None) -> Column:
        return Column(_OF_ONE[operation](self.values, detail), self.axis, operation, (self,), detail)

    def _reduce(self, operation: str, detail: Any = None) -> Column:
        return Column(_REDUCE[operation](self.values), None, operation, (self,), detail)

    def _calculate(self, values: list[Any], exactly: bool = False) -> Any:
        """The values of this column's operation on other values than those of its sources."""
        operation = self.operation
        if operation == "along":
            return values[0][..., : self.detail.length]
        if operation in ("per", "running"):
            return values[0]
        if self.axis is not None:
            values = [_beside_rows(v) if s.axis is None else v for v, s in zip(values, self.sources, strict=True)]
        if exactly and operation in _EXACTLY:
            return _EXACTLY[operation](*(values if len(values) == 2 else (*values, self.detail)))
        if operation in _OF_ONE:
            return _OF_ONE[operation](values[0], self.detail)
        if operation in _REDUCE:
            return _REDUCE[operation](values[0])
        return _ROW_BY_ROW[operation](*values)

    def _calculate_exactly(self) -> Any:
        values = self._exactly()
        return values.astype(np.int64) if getattr(values, "dtype", None) == np.bool_ else values

    def _exactly(self) -> Any:
        if self.operation == "deferred":
            return self.recalculated().exact
        if not self.sources:
            return self.values
        if self.operation == "running":
            (source,) = self.sources
            axis = self.axis
            assert axis is not None
            cuts = [source._cut(axis, stop, {}, exactly=True) for stop in range(1, axis.length + 1)]
            return np.array(cuts, dtype=object)
        return self._calculate([source.exact for source in self.sources], exactly=True)

    def _depends_on(self, axis: Axis) -> bool:
        """Whether a number without an axis changes when ``axis`` ends earlier."""
        if self.operation in _REDUCE:
            source = self.sources[0]
            return source.axis is axis or (source.axis is not None and source.axis.along is axis)
        return self.axis is None and any(source._depends_on(axis) for source in self.sources)

    def _steady(self, axis: Axis) -> bool:
        """Whether the rows of this column stay what they are when ``axis`` ends earlier."""
        if self.axis is None:
            return not self._depends_on(axis)
        return all(source._steady(axis) for source in self.sources)

    def _grown(self, axis: Axis) -> Column | None:
        if not self._depends_on(axis):
            return self
        if self.operation in _REDUCE:
            (source,) = self.sources
            if not source._steady(axis):
                return None
            return self.grows if source.axis is axis else self.grows.along(axis)
        grown = [source._grown(axis) for source in self.sources]
        if any(source is None for source in grown):
            return None
        return self._again(grown)

    def _again(self, sources: list[Column]) -> Column:
        """The same operation on other columns."""
        if self.operation in _OF_ONE:
            return sources[0]._of_one(self.operation, self.detail)
        return combine(self.operation, *sources)

    def _cut(self, axis: Axis, stop: int, seen: dict[int, Any], exactly: bool = False) -> Any:
        """The values of this column if ``axis`` ended at row ``stop``."""
        key = id(self)
        if key not in seen:
            if self.sources:
                values = [source._cut(axis, stop, seen, exactly) for source in self.sources]
                seen[key] = self._calculate(values, exactly)
            else:
                values = self.exact if exactly else self.values
                here = self.axis is not None and (self.axis is axis or self.axis.along is axis)
                seen[key] = values[..., :stop] if here else values
        return seen[key]


def combine(operation: str, left: Any, right: Any) -> Column:
    """The column that an operation on two columns, or a column and a number, makes row by row."""
    if not isinstance(left, Column):
        left = Column(left, None, "constant")
    if not isinstance(right, Column):
        right = Column(right, None, "constant")
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
    return Column(_ROW_BY_ROW[operation](above, below), axis, operation, (left, right))


def _beside_rows(values: Any) -> Any:
    """A number for each query made ready to stand beside that query's rows."""
    return values[..., None] if isinstance(values, np.ndarray) and values.ndim else values


def _divide(above: Any, below: Any) -> Any:
    if np.count_nonzero(below) == (below.size if isinstance(below, np.ndarray) else 1):
        return above / below
    nothing = np.equal(below, 0)
    if np.any(np.not_equal(above, 0) & nothing):
        raise ZeroDivisionError("a number other than 0 divided by 0")
    return np.where(nothing, 0, np.true_divide(above, np.where(nothing, 1, below)))[()]


def _power(base: Any, exponent: Any) -> Any:
    exactly = object in (getattr(base, "dtype", None), getattr(exponent, "dtype", None))
    return np.power(base, exponent, dtype=None if exactly else np.float64)


def _log(values: Any, base: float) -> Any:
    return np.log2(values) if base == 2 else np.log(values) / math.log(base)


def _lookup(values: Any, detail: tuple[str, Mapping[Any, Any]]) -> Any:
    found, places = np.unique(values, return_inverse=True)
    table = detail[1]
    return np.array([table[value] for value in found.tolist()])[places].reshape(np.shape(values))


def _cumsum(values: np.ndarray) -> np.ndarray:
    return np.add.accumulate(values, -1, np.intp if values.dtype == np.bool_ else None)


def _shift(values: np.ndarray, first: Any) -> np.ndarray:
    start = np.full_like(values[..., :1], first)
    return np.concatenate([start, values[..., :-1]], axis=-1)


def _sum(values: np.ndarray) -> Any:
    # one list is added in the order in which its running column shows it, so that the two agree to the
    # last bit; a batch is added the fast way
    if values.ndim == 1:
        return _cumsum(values)[-1] if len(values) else 0
    return np.add.reduce(values, -1, np.intp if values.dtype == np.bool_ else None)


def _last(values: np.ndarray) -> Any:
    if values.shape[-1] == 0:
        return 0 if values.ndim == 1 else np.zeros(values.shape[:-1], dtype=np.int64)
    # a copy, so that a batch's last rows do not keep the whole column alive
    return values[-1] if values.ndim == 1 else values[..., -1].copy()


def _exact_quotient(above: Any, below: Any) -> Any:
    if not above or not below:
        return 0
    if isinstance(above, float) or isinstance(below, float):
        return above / below
    quotient = Fraction(above, below)
    return quotient.numerator if quotient.denominator == 1 else quotient


def _exact_log(value: Any, base: Any) -> Any:
    if isinstance(value, int) and isinstance(base, int) and value > 0:
        power = round(math.log(value, base))
        if base**power == value:
            return power
    return math.log2(value) if base == 2 else math.log(value, base)


_ROW_BY_ROW: dict[str, Callable[[Any, Any], Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": _divide,
    "power": _power,
    "minimum": np.minimum,
    "maximum": np.maximum,
    "greater_equal": np.greater_equal,
    "greater": np.greater,
    "less_equal": np.less_equal,
    "less": np.less,
    "equal": np.equal,
    "not_equal": np.not_equal,
}
_OF_ONE: dict[str, Callable[[Any, Any], Any]] = {
    "log": _log,
    "lookup": _lookup,
    "cumsum": lambda values, _: _cumsum(values),
    "cumprod": lambda values, _: np.multiply.accumulate(values, -1),
    "cummax": lambda values, _: np.maximum.accumulate(values, -1),
    "shift": _shift,
}
_EXACTLY: dict[str, Callable[[Any, Any], Any]] = {
    "divide": np.frompyfunc(_exact_quotient, 2, 1),
    "power": np.frompyfunc(pow, 2, 1),
    "log": np.frompyfunc(_exact_log, 2, 1),
}
_REDUCE: dict[str, Callable[[Any], Any]] = {"sum": _sum, "last": _last}
