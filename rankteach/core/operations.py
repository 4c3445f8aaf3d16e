"""What each operation does, in one row each: to arrays, exactly, and which rows it reads to make a row.

The last dimension of an array lies along the rows; dimensions before it are a batch. Every operation works on floats,
whole numbers and object arrays of ``Fraction``; some have a second function that stays exact.

>>> cumsum = OPERATIONS["cumsum"]
>>> cumsum.moves is DOWN, cumsum.calculate([np.array([1, 0, 1])]).tolist()
(True, [1, 1, 2])
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.sorting import average_ranks

INVERSE_SQUARES = 20  # terms that are added up one by one
EULER_MACLAURIN = (1, 1), (2, 2), (6, 3), (-30, 5), (42, 7), (-30, 9)  # divisors and powers of the rest


class Movement(NamedTuple):
    """How an operation moves rows.

    ``source_rows`` takes the operation's argument, a first and a last row, and how many rows a source has; it returns
    the spans of that source's rows, first and last, from which these rows are made. If ``fixed``, the argument belongs
    to the rows as they are, so that fewer rows cannot be calculated with it.
    """

    source_rows: Callable[[Any, int, int, int], list[tuple[int, int]]]
    looks_below: bool = False
    fixed: bool = False


ROW_BY_ROW = Movement(lambda _, first, last, length: [(first, last)])
DOWN = Movement(lambda _, first, last, length: [(0, last)])
UP = Movement(lambda _, first, last, length: [(first, length - 1)], looks_below=True)
ONE_DOWN = Movement(lambda _, first, last, length: [(max(first - 1, 0), last - 1)])
AMONG_ALL = Movement(lambda _, first, last, length: [(0, length - 1)], looks_below=True)
OUT = Movement(lambda _, first, last, length: [(0, length - 1)])
ALIGNED = Movement(lambda _, first, last, length: [(first, last)])
TAKEN = Movement(lambda taken, first, last, length: taken.spans(first, last), fixed=True)
OF_QUERIES = Movement(lambda _, first, last, length: [])  # each query is a calculation of its own
OPAQUE = Movement(lambda _, first, last, length: [(0, length - 1)], fixed=True)


class Operation(NamedTuple):
    """One operation: its name, how many columns it takes, what it calculates, and how it moves rows.

    A function of two columns takes their values; any other takes the values of its columns and then the argument that
    was recorded, or for a sum and a last row how many rows each list of a batch has. ``words`` name the operation in a
    sentence. ``alone`` are the sources, by position, that remain if you leave the operation out. An operation that
    ``passes_on`` has the numbers of its source and calculates nothing.
    """

    name: str
    arity: int | None
    arrays: Callable[..., Any]
    exact: Callable[..., Any] | None = None
    moves: Movement = ROW_BY_ROW
    words: str = ""
    alone: tuple[int, ...] = ()
    compares: bool = False
    passes_on: bool = False

    @property
    def calculates(self) -> bool:
        """Whether it makes new numbers, and does not only compare its sources or pass their numbers on."""
        return self.arity != 0 and not (self.compares or self.passes_on)

    def calculate(self, sources: Sequence[Any], argument: Any = None, *, exactly: bool = False) -> Any:
        """The values that the operation makes of its sources' values; fractions instead of floats if ``exactly``."""
        function = (self.exact if exactly else None) or self.arrays
        return function(*sources) if self.arity == 2 else function(*sources, argument)


class Lookup(NamedTuple):
    """The argument of a lookup: a table, and what formulas call it."""

    name: str
    table: Mapping[Any, Any]


class Taken(NamedTuple):
    """The argument of a take: the rows to take, -1 for none, and the letter that stands for them in formulas."""

    rows: np.ndarray
    letter: str

    def spans(self, first: int, last: int) -> list[tuple[int, int]]:
        """The rows taken for some rows, each as a span of its own."""
        return [(int(row), int(row)) for row in self.rows[first : last + 1] if row >= 0]


# --- what operations do to arrays -----------------------------------------------------------------
def _its_own(argument: Any) -> Any:
    """Nothing is calculated: a column without sources has values of its own."""
    return argument


def _divide(above: Any, below: Any) -> Any:
    if np.count_nonzero(below) == (below.size if isinstance(below, np.ndarray) else 1):
        return above / below
    nothing = np.equal(below, 0)
    quotient = np.asarray(np.true_divide(above, np.where(nothing, 1, below)))
    if nothing.shape == (*quotient.shape[:-1], 1):  # one divisor for each row
        out_of_nothing = quotient[nothing[..., 0]]
    else:
        out_of_nothing = quotient[np.broadcast_to(nothing, quotient.shape)]
    if np.any(out_of_nothing):
        number = out_of_nothing[np.flatnonzero(out_of_nothing)[0]]
        raise ZeroDivisionError(f"cannot divide {number} by 0: only 0/0 is defined here, as 0")
    return quotient[()]


def _reciprocal(values: Any, _: Any = None) -> Any:
    """1 divided by every value; 0 for 0, which stands for a rank that there is not."""
    if np.ndim(values) == 0:
        return 1 / values if values else values
    return np.not_equal(values, 0) / np.where(np.equal(values, 0), 1, values)


def _as_counts(values: Any) -> Any:
    """True counts as 1."""
    return values.astype(np.int64) if getattr(values, "dtype", None) == np.bool_ else values


def _subtract(one: Any, other: Any) -> Any:
    """The difference, which is infinite where it is beyond all floats."""
    with np.errstate(over="ignore"):
        return np.subtract(_as_counts(one), _as_counts(other))


def _power(base: Any, exponent: Any) -> Any:
    exactly = any(np.asarray(one).dtype.kind == "O" for one in (base, exponent))  # fractions
    return np.power(base, exponent, dtype=None if exactly else np.float64)


def _above_0(values: Any, operation: str) -> np.ndarray:
    numbers: np.ndarray = np.asarray(values, dtype=np.float64)
    if (numbers <= 0).any():
        raise ValueError(f"{operation} needs numbers above 0, but one of them is {np.nanmin(numbers):g}")
    return numbers


def _log(values: Any, base: float) -> Any:
    values = _above_0(values, "a logarithm")
    return np.log2(values) if base == 2 else np.log(values) / math.log(base)


def _lookup(values: Any, lookup: Lookup) -> Any:
    keys, places = np.unique(values, return_inverse=True)
    return np.array([lookup.table[key] for key in keys.tolist()])[places].reshape(np.shape(values))


def _largest_below(values: np.ndarray, _: Any) -> Any:
    """The largest of the value in each row and all values below it."""
    return np.maximum.accumulate(values[..., ::-1], -1)[..., ::-1]


def _accumulate(function: np.ufunc) -> Callable[..., Any]:
    return lambda values, _: function.accumulate(values, -1)


def _of_floats(function: np.ufunc) -> Callable[..., Any]:
    return lambda values, _: function(np.asarray(values, dtype=np.float64))[()]


def _sign(values: np.ndarray, _: Any) -> Any:
    return np.sign(values).astype(object if values.dtype == object else np.int64)


def _shift(values: np.ndarray, first: Any) -> np.ndarray:
    start = np.full(values[..., :1].shape, first, dtype=object if values.dtype == object else None)
    return np.concatenate([start, values[..., :-1]], axis=-1)


def _take(values: np.ndarray, taken: Taken) -> np.ndarray:
    """The same rows for every query, or for each query rows of its own."""
    rows = taken.rows
    if values.shape[-1] == 0:
        return np.zeros(np.broadcast_shapes((*values.shape[:-1], 1), rows.shape), dtype=values.dtype)
    alike = rows.ndim == 1 or values.ndim == 1
    found = values[..., rows] if alike else np.take_along_axis(values, rows, -1)
    return np.where(rows < 0, 0, found) if rows.size and rows.min() < 0 else found


def _sum(values: np.ndarray, lengths: np.ndarray | None = None) -> Any:
    # one list is added in the order in which its running column shows it, so that the two agree to the
    # last bit; a batch is added the fast way
    if values.ndim == 1:
        return _last(np.add.accumulate(values), lengths)
    rows = values.shape[-1]
    if lengths is None or not rows or lengths.min(initial=rows) >= rows:
        return np.add.reduce(values, -1)
    starts = np.arange(0, values.size, rows)
    parts = np.stack([starts, starts + lengths], axis=-1).ravel()  # of each list, and of what comes after its end
    sums = np.add.reduceat(values.ravel(), parts[:-1] if parts[-1] == values.size else parts)
    return np.where(lengths > 0, sums[::2], 0)


def _last(values: np.ndarray, lengths: np.ndarray | None = None) -> Any:
    rows = values.shape[-1]
    if rows == 0:
        shape = values.shape[:-1] if lengths is None else lengths.shape
        return np.zeros(shape, dtype=np.int64) if shape else 0
    # a copy, so that a batch's last rows do not keep the whole column alive
    if lengths is None:
        return values[-1] if values.ndim == 1 else values[..., -1].copy()
    ends = np.minimum(lengths, rows) - 1
    last = values[ends] if values.ndim == 1 else values[np.arange(len(values)), ends]
    return np.where(lengths > 0, last, 0)


def _inverse_squares(values: Any, _: Any = None) -> Any:
    """The first twenty terms of the sum one by one, the rest by the formula of Euler and Maclaurin."""
    values = _above_0(values, "a sum of inverse squares")
    rest = values + INVERSE_SQUARES
    begun = sum(1 / (values + place) ** 2 for place in range(INVERSE_SQUARES))
    return (begun + sum(1 / (divisor * rest**power) for divisor, power in EULER_MACLAURIN))[()]


# --- what they do exactly -------------------------------------------------------------------------
def _exact_quotient(above: Any, below: Any) -> Any:
    if not above or not below:
        return 0
    if isinstance(above, float) or isinstance(below, float):
        return above / below
    quotient = Fraction(above, below)
    return quotient.numerator if quotient.denominator == 1 else quotient


_PRODUCTS = np.frompyfunc(lambda one, other: one * other if one and other else 0, 2, 1)


def _exact_product(one: Any, other: Any) -> Any:
    """0 times any number is 0, and exactly so even where the other number is a float."""
    product = np.multiply(one, other)
    whole = getattr(product, "dtype", np.dtype(object)).kind in "biu"
    return product if whole else _PRODUCTS(one, other)


def _exact_log(value: Any, base: Any) -> Any:
    if isinstance(value, int) and isinstance(base, int) and value > 0:
        power = round(math.log(value, base))
        if base**power == value:
            return power
    return math.log2(value) if base == 2 else math.log(value, base)


def _exact_root(value: Any, _: Any) -> Any:
    fraction = Fraction(value)
    above, below = math.isqrt(fraction.numerator), math.isqrt(fraction.denominator)
    if isinstance(value, float) or above**2 != fraction.numerator or below**2 != fraction.denominator:
        return math.sqrt(value)
    return _exact_quotient(above, below)


def _exact_exponential(value: Any, _: Any) -> Any:
    return math.exp(value) if value or isinstance(value, float) else 1


def _exact_ranks(values: Any, _: Any) -> Any:
    return np.array([Fraction(rank) for rank in average_ranks(values).tolist()], dtype=object)


def _exact_where(value: Any, holds: Any) -> Any:
    return value if holds else math.nan


def _exact_maximum(one: Any, other: Any) -> Any:
    """The larger of the two; NaN if one of them is NaN, as in numpy."""
    for number in (one, other):
        if isinstance(number, float) and math.isnan(number):  # to compare it with a sign would be a warning
            return number
    return one if one >= other else other


def _each(function: Callable[[Any, Any], Any]) -> Any:
    """A function of two numbers, done to every row of two arrays or of an array and an argument."""
    return np.frompyfunc(function, 2, 1)


# --- the operations -------------------------------------------------------------------------------
_ROWS = (
    Operation("given", 0, _its_own),
    Operation("constant", 0, _its_own),
    Operation("lazy", 0, _its_own),
    Operation("add", 2, lambda a, b: np.add(_as_counts(a), _as_counts(b)), alone=(0, 1)),
    Operation("subtract", 2, _subtract, alone=(0,)),
    Operation("multiply", 2, np.multiply, _exact_product, alone=(0, 1)),
    Operation("divide", 2, _divide, _each(_exact_quotient), alone=(0,)),
    Operation("power", 2, _power, _each(pow), words="exponent", alone=(0,)),
    Operation("minimum", 2, np.minimum, words="smaller of the two", alone=(0, 1)),
    Operation("maximum", 2, np.maximum, _each(_exact_maximum), words="larger of the two", alone=(0, 1)),
    Operation("greater_equal", 2, np.greater_equal, compares=True),
    Operation("greater", 2, np.greater, compares=True),
    Operation("less_equal", 2, np.less_equal, compares=True),
    Operation("less", 2, np.less, compares=True),
    Operation("equal", 2, np.equal, compares=True),
    Operation("not_equal", 2, np.not_equal, compares=True),
    Operation("where", 2, lambda values, holds: np.where(holds, values, np.nan)[()], _each(_exact_where)),
    Operation("log", 1, _log, _each(_exact_log), words="logarithm", alone=(0,)),
    Operation("lookup", 1, _lookup),
    Operation("sign", 1, _sign),
    Operation("sqrt", 1, _of_floats(np.sqrt), _each(_exact_root), words="square root", alone=(0,)),
    Operation("exp", 1, _of_floats(np.exp), _each(_exact_exponential), words="exponential", alone=(0,)),
    Operation("reciprocal", 1, _reciprocal, _each(lambda value, _: _exact_quotient(1, value) if value else 0)),
    Operation("inverse_squares", 1, _inverse_squares),
    Operation("average_rank", 1, lambda values, _: average_ranks(values), _exact_ranks, AMONG_ALL),
    Operation("cumsum", 1, _accumulate(np.add), moves=DOWN),
    Operation("cumprod", 1, _accumulate(np.multiply), moves=DOWN),
    Operation("cummax", 1, _accumulate(np.maximum), moves=DOWN, words="largest so far", alone=(0,)),
    Operation("cummax_up", 1, _largest_below, moves=UP, words="largest still to come", alone=(0,)),
    Operation("shift", 1, _shift, moves=ONE_DOWN),
    Operation("sum", 1, _sum, moves=OUT),
    Operation("last", 1, _last, moves=OUT, passes_on=True),
    Operation("align", 1, lambda values, axis: values[..., : axis.length], moves=ALIGNED, passes_on=True),
    Operation("take", 1, _take, moves=TAKEN, passes_on=True),
    Operation("as_rows", 1, lambda values, _: values, moves=OF_QUERIES, passes_on=True),
    Operation("opaque", None, lambda *sources: sources[-1], moves=OPAQUE),  # its argument is what was counted
)
OPERATIONS = {row.name: row for row in _ROWS}
