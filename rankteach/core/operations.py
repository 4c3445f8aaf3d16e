"""What each operation does to numbers: arrays in, an array out. Columns record which one was used.

The last dimension of an array lies along the rows; dimensions before it are a batch. Every operation works on
floats, whole numbers and object arrays of ``Fraction``; some of them have a second way that stays exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from rankteach.core.sorting import average_ranks

INVERSE_SQUARES = 20  # terms that are added up one by one
EULER_MACLAURIN = (1, 1), (2, 2), (6, 3), (-30, 5), (42, 7), (-30, 9)  # divisors and powers of the rest


def calculate(operation: str, values: Any, detail: Any = None, *, exactly: bool = False) -> Any:
    """The values that an operation makes of other values, with fractions instead of floats if ``exactly``."""
    if exactly and operation in _EXACTLY:
        return _EXACTLY[operation](*(values if len(values) == 2 else (*values, detail)))
    if operation in OF_TWO:
        return OF_TWO[operation](*values)
    return OF_ONE[operation](values[0], detail)


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
        raise ZeroDivisionError("a number other than 0 divided by 0")
    return quotient[()]


def _counted(values: Any) -> Any:
    """What is true counts 1."""
    return values.astype(np.intp) if getattr(values, "dtype", None) == np.bool_ else values


def _of_objects(values: Any) -> bool:
    return getattr(values, "dtype", None) == np.dtype(object)


def _power(base: Any, exponent: Any) -> Any:
    exactly = any(isinstance(one, Fraction) or _of_objects(one) for one in (base, exponent))
    return np.power(base, exponent, dtype=None if exactly else np.float64)


def _log(values: Any, base: float) -> Any:
    values = np.asarray(values, dtype=np.float64)
    if (values <= 0).any():
        raise ValueError("the logarithm of a number that is not above 0")
    return np.log2(values) if base == 2 else np.log(values) / math.log(base)


def _lookup(values: Any, detail: tuple[str, Mapping[Any, Any]]) -> Any:
    found, places = np.unique(values, return_inverse=True)
    table = detail[1]
    return np.array([table[value] for value in found.tolist()])[places].reshape(np.shape(values))


def cumsum(values: np.ndarray) -> np.ndarray:
    """The sum of all values down to each row; what is true counts 1."""
    return np.add.accumulate(values, -1, np.intp if values.dtype == np.bool_ else None)


def _shift(values: np.ndarray, first: Any) -> np.ndarray:
    start = np.full(values[..., :1].shape, first, dtype=object if values.dtype == object else None)
    return np.concatenate([start, values[..., :-1]], axis=-1)


def cummax_up(values: np.ndarray) -> np.ndarray:
    """The largest of the value in each row and all below it."""
    return np.maximum.accumulate(values[..., ::-1], -1)[..., ::-1]


def at(values: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The values in the given rows (one list of rows for all, or one for each query); 0 for the row -1."""
    if values.shape[-1] == 0:
        return np.zeros(np.broadcast_shapes((*values.shape[:-1], 1), rows.shape), dtype=values.dtype)
    alike = rows.ndim == 1 or values.ndim == 1
    found = values[..., rows] if alike else np.take_along_axis(values, rows, -1)
    return np.where(rows < 0, 0, found) if rows.size and rows.min() < 0 else found


def _sum(values: np.ndarray, lengths: np.ndarray | None) -> Any:
    # one list is added in the order in which its running column shows it, so that the two agree to the
    # last bit; a batch is added the fast way
    if values.ndim == 1:
        return _last(cumsum(values), lengths)
    dtype = np.intp if values.dtype == np.bool_ else None
    rows = values.shape[-1]
    if lengths is None or not rows or lengths.min(initial=rows) >= rows:
        return np.add.reduce(values, -1, dtype)
    starts = np.arange(0, values.size, rows)
    parts = np.stack([starts, starts + lengths], axis=-1).ravel()  # of each list, and of what comes after its end
    sums = np.add.reduceat(values.ravel(), parts[:-1] if parts[-1] == values.size else parts, dtype=dtype)
    return np.where(lengths > 0, sums[::2], 0)


def _last(values: np.ndarray, lengths: np.ndarray | None) -> Any:
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


def _inverse_squares(values: Any) -> Any:
    """The first twenty terms of the sum one by one, the rest by the formula of Euler and Maclaurin."""
    values = np.asarray(values, dtype=np.float64)
    if not (values > 0).all():
        raise ValueError("a sum of inverse squares that does not begin above 0")
    rest = values + INVERSE_SQUARES
    begun = sum(1 / (values + place) ** 2 for place in range(INVERSE_SQUARES))
    return (begun + sum(1 / (divisor * rest**power) for divisor, power in EULER_MACLAURIN))[()]


def _exact_quotient(above: Any, below: Any) -> Any:
    if not above or not below:
        return 0
    if isinstance(above, float) or isinstance(below, float):
        return above / below
    quotient = Fraction(above, below)
    return quotient.numerator if quotient.denominator == 1 else quotient


def _exact_product(one: Any, other: Any) -> Any:
    """Nothing times anything is nothing, and exactly so even where the other is a float."""
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


def _exact_maximum(one: Any, other: Any) -> Any:
    """The larger of the two; NaN where one of them is, as numpy has it of floats."""
    for number in (one, other):
        if isinstance(number, float) and math.isnan(number):  # to compare it with a sign would be a warning
            return number
    return one if one >= other else other


_PRODUCTS = np.frompyfunc(lambda one, other: one * other if one and other else 0, 2, 1)
OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: np.add(_counted(a), _counted(b)),
    "subtract": lambda a, b: np.subtract(_counted(a), _counted(b)),
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
    "where": lambda values, holds: np.where(holds, values, np.nan)[()],
}
OF_ONE: dict[str, Callable[[Any, Any], Any]] = {
    "log": _log,
    "lookup": _lookup,
    "cumsum": lambda values, _: cumsum(values),
    "cumprod": lambda values, _: np.multiply.accumulate(values, -1),
    "cummax": lambda values, _: np.maximum.accumulate(values, -1),
    "cummax_up": lambda values, _: cummax_up(values),
    "shift": _shift,
    "sign": lambda values, _: np.sign(values).astype(object if values.dtype == object else np.int64),
    "sqrt": lambda values, _: np.sqrt(np.asarray(values, dtype=np.float64))[()],
    "exp": lambda values, _: np.exp(np.asarray(values, dtype=np.float64))[()],
    "inverse_squares": lambda values, _: _inverse_squares(values),
    "average_rank": lambda values, _: average_ranks(values),
}
_EXACTLY: dict[str, Callable[[Any, Any], Any]] = {
    "multiply": _exact_product,
    "divide": np.frompyfunc(_exact_quotient, 2, 1),
    "power": np.frompyfunc(pow, 2, 1),
    "maximum": np.frompyfunc(_exact_maximum, 2, 1),
    "where": np.frompyfunc(lambda value, holds: value if holds else math.nan, 2, 1),
    "log": np.frompyfunc(_exact_log, 2, 1),
    "sqrt": np.frompyfunc(_exact_root, 2, 1),
    "exp": np.frompyfunc(_exact_exponential, 2, 1),
    "average_rank": _exact_ranks,
}
REDUCE: dict[str, Callable[[Any, Any], Any]] = {"sum": _sum, "last": _last}
