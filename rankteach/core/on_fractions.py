"""What operations do exactly: to arrays of whole numbers and fractions, row by row. Floats stay floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from rankteach.core.sorting import average_ranks

SMALL = 2.0**52  # products of which a thousand, added up, are a whole number of 64 bits


def _each(function: Callable[[Any, Any], Any]) -> Any:
    """A function of two numbers, done to every row of two arrays or of an array and an argument."""
    return np.frompyfunc(function, 2, 1)


def _quotient(above: Any, below: Any) -> Any:
    if not above or not below:
        return 0
    if isinstance(above, float) or isinstance(below, float):
        return above / below
    quotient = Fraction(above, below)
    return quotient.numerator if quotient.denominator == 1 else quotient


power = _each(pow)
divide = _each(_quotient)
reciprocal = _each(lambda value, _: _quotient(1, value) if value else 0)
_products = _each(lambda one, other: one * other if one and other else 0)


def multiply(one: Any, other: Any) -> Any:
    """The product. 0 times a float is exactly 0, and whole numbers do not overflow."""
    whole = all(getattr(side, "dtype", np.dtype(object)).kind in "biu" for side in (one, other))
    small = whole and np.abs(one).max(initial=0) * float(np.abs(other).max(initial=0)) < SMALL
    return np.multiply(one, other) if small else _products(one, other)


@_each
def log(value: Any, base: Any) -> Any:
    """The logarithm: a whole number for a whole power of the base, else a float."""
    if isinstance(value, int) and isinstance(base, int) and value > 0:
        power = round(math.log(value, base))
        if base**power == value:
            return power
    return math.log2(value) if base == 2 else math.log(value, base)


@_each
def sqrt(value: Any, _: Any) -> Any:
    """The square root: a fraction if its square is one, else a float."""
    fraction = Fraction(value)
    above, below = math.isqrt(fraction.numerator), math.isqrt(fraction.denominator)
    if isinstance(value, float) or above**2 != fraction.numerator or below**2 != fraction.denominator:
        return math.sqrt(value)
    return _quotient(above, below)


@_each
def exp(value: Any, _: Any) -> Any:
    """The exponential: a float, except that e to the power of 0 is exactly 1."""
    return math.exp(value) if value or isinstance(value, float) else 1


def average_rank(values: Any, _: Any) -> Any:
    """The rank of each value; equal values share the mean of their ranks, a fraction."""
    return np.array([Fraction(rank) for rank in average_ranks(values).tolist()], dtype=object)


@_each
def where(value: Any, holds: Any) -> Any:
    """The value where the comparison holds, else NaN."""
    return value if holds else math.nan


@_each
def maximum(one: Any, other: Any) -> Any:
    """The larger of the two; NaN if one of them is NaN, as in numpy."""
    for number in (one, other):
        if isinstance(number, float) and math.isnan(number):  # to compare it with a sign would be a warning
            return number
    return one if one >= other else other
