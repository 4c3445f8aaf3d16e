"""What operations do to arrays. The last dimension lies along the rows; dimensions before it are a batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

INVERSE_SQUARES = 20  # terms that are added up one by one
EULER_MACLAURIN = (1, 1), (2, 2), (6, 3), (-30, 5), (42, 7), (-30, 9)  # divisors and powers of the rest


# --- what an operation needs besides its columns --------------------------------------------------
class Lookup(NamedTuple):
    """A table to look values up in, and what formulas call it."""

    name: str
    table: Mapping[Any, Any]


class Taken(NamedTuple):
    """The rows to take, -1 for none, and the letter that stands for them in formulas."""

    rows: np.ndarray
    letter: str


# --- row by row -----------------------------------------------------------------------------------
def divide(above: Any, below: Any) -> Any:
    """The quotient; 0/0 is 0. Raises ``ZeroDivisionError`` for any other number divided by 0."""
    if np.count_nonzero(below) == below.size if isinstance(below, np.ndarray) else below:
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


def reciprocal(values: Any, _: Any = None) -> Any:
    """1 divided by every value; 0 for 0, which stands for a rank that there is not."""
    if np.ndim(values) == 0:
        return 1 / values if values else values
    return np.not_equal(values, 0) / np.where(np.equal(values, 0), 1, values)


def _as_counts(values: Any) -> Any:
    """True counts as 1."""
    return values.astype(np.int64) if getattr(values, "dtype", None) == np.bool_ else values


def add(one: Any, other: Any) -> Any:
    """The sum of two values; true counts as 1."""
    return np.add(_as_counts(one), _as_counts(other))


def subtract(one: Any, other: Any) -> Any:
    """The difference, which is infinite where it is beyond all floats."""
    with np.errstate(over="ignore"):
        return np.subtract(_as_counts(one), _as_counts(other))


def power(base: Any, exponent: Any) -> Any:
    """The power: a float, or a fraction if one of them is a fraction."""
    exactly = any(np.asarray(one).dtype.kind == "O" for one in (base, exponent))  # fractions
    return np.power(base, exponent, dtype=None if exactly else np.float64)


def _above_0(values: Any, operation: str) -> np.ndarray:
    numbers: np.ndarray = np.asarray(values, dtype=np.float64)
    if (numbers <= 0).any():
        raise ValueError(f"{operation} needs numbers above 0, but one of them is {np.nanmin(numbers):g}")
    return numbers


def log(values: Any, base: float) -> Any:
    """The logarithm of numbers above 0."""
    values = _above_0(values, "a logarithm")
    return np.log2(values) if base == 2 else np.log(values) / math.log(base)


def lookup(values: Any, lookup: Lookup) -> Any:
    """The entry of the table for every value."""
    keys, places = np.unique(values, return_inverse=True)
    return np.array([lookup.table[key] for key in keys.tolist()])[places].reshape(np.shape(values))


def of_floats(function: np.ufunc) -> Callable[..., Any]:
    """A function of floats, also for fractions."""
    return lambda values, _: function(np.asarray(values, dtype=np.float64))[()]


def sign(values: np.ndarray, _: Any) -> Any:
    """1, 0 or -1, as a whole number."""
    return np.sign(values).astype(object if values.dtype == object else np.int64)


def inverse_squares(values: Any, _: Any = None) -> Any:
    """The first twenty terms of the sum one by one, the rest by the formula of Euler and Maclaurin."""
    values = _above_0(values, "a sum of inverse squares")
    rest = values + INVERSE_SQUARES
    begun = sum(1 / (values + place) ** 2 for place in range(INVERSE_SQUARES))
    return (begun + sum(1 / (divisor * rest**power) for divisor, power in EULER_MACLAURIN))[()]


# --- down the rows, or up -------------------------------------------------------------------------
def down(function: np.ufunc) -> Callable[..., Any]:
    """A sum, product or maximum down to each row."""
    return lambda values, _: function.accumulate(values, -1)


def cummax_up(values: np.ndarray, _: Any) -> Any:
    """The largest of the value in each row and all values below it."""
    return np.maximum.accumulate(values[..., ::-1], -1)[..., ::-1]


def shift(values: np.ndarray, first: Any) -> np.ndarray:
    """Every value one row further down."""
    start = np.full(values[..., :1].shape, first, dtype=object if values.dtype == object else None)
    return np.concatenate([start, values[..., :-1]], axis=-1)


# --- to other rows, and out of the rows -----------------------------------------------------------
def take(values: np.ndarray, taken: Taken) -> np.ndarray:
    """The same rows for every query, or for each query rows of its own."""
    rows = taken.rows
    if values.shape[-1] == 0:
        return np.zeros(np.broadcast_shapes((*values.shape[:-1], 1), rows.shape), dtype=values.dtype)
    one_index = rows.ndim == 1 or values.ndim == 1  # else there is one for each query
    picked = values[..., rows] if one_index else np.take_along_axis(values, rows, -1)
    return np.where(rows < 0, 0, picked) if rows.size and rows.min() < 0 else picked


def total(values: np.ndarray, lengths: np.ndarray | None = None) -> Any:
    """The sum of each list, to its end."""
    # one list is added in the order in which its running column shows it, so that the two agree to the
    # last bit; a batch is added the fast way, in which the sum of a list does not depend on the lists next to it
    if values.ndim == 1:
        return last(np.add.accumulate(values), lengths)
    rows = values.shape[-1]
    if lengths is None or not values.size:
        return np.add.reduce(values, -1)
    starts = np.arange(0, values.size, rows)
    # the part up to the end of each list, and the part after it
    parts = np.stack([starts, starts + np.minimum(lengths, rows)], axis=-1).ravel()
    sums = np.add.reduceat(values.ravel(), parts[:-1] if parts[-1] == values.size else parts)
    return np.where(lengths > 0, sums[::2], 0)


def last(values: np.ndarray, lengths: np.ndarray | None = None) -> Any:
    """The last value of each list; 0 for a list without rows."""
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
