"""Numbers for display: exact where a fraction stays readable, else rounded. Values are never changed."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor, isfinite
from typing import Any, NamedTuple

from rankteach.core.checks import whole_number, yes_or_no

MOST_DIGITS = 100
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
TOLERANCE = 1e-12  # values that differ by no more are equal: the rest is rounding
LONGEST_FRACTION = 10_000  # its numerator and its denominator are smaller
LONGEST_WRITTEN = 1000  # bits of a whole number, some 300 digits
UNDEFINED = "undefined"  # the word for NaN


def readable(value: Any) -> bool:
    """Whether a number can be shown exactly: whole, or a fraction of at most four digits above and below the line."""
    if type(value) is int:  # most are, and the class of a fraction is slow to ask
        return True
    if isinstance(value, Fraction):
        return value.denominator == 1 or max(abs(value.numerator), value.denominator) < LONGEST_FRACTION
    return isinstance(value, int)


def can_be_written(value: Fraction) -> bool:
    """Whether a fraction is short enough for Python to write it at all."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= LONGEST_WRITTEN


def given(value: float) -> str:
    """A float that was given, with all digits that matter, and 0 without a sign.

    >>> given(-2.5), given(-0.0)
    ('−2.5', '0')
    """
    return _minus(f"{value + 0:.12g}")


def _minus(number: str) -> str:
    """A number with the sign for minus, as wide as a plus, and not with a hyphen."""
    return f"−{number[1:]}" if number.startswith("-") else number


def half_up(value: Any, digits: int) -> str:
    """A number rounded as it is taught, a half up: 0.8125 is 0.813, and 0 has no sign. Of a float, its shortest digits.

    >>> half_up(Fraction(13, 16), 3), half_up(-0.0045, 3), half_up(-0.0001, 2)
    ('0.813', '-0.005', '0.00')
    """
    if not isinstance(value, Fraction):
        if not isfinite(value):
            return str(float(value))
        value = Fraction(repr(float(value)))
    above, below = divmod(floor(abs(value) * 10**digits + Fraction(1, 2)), 10**digits)
    sign = "-" if value < 0 and (above or below) else ""
    return f"{sign}{above}.{below:0{digits}}" if digits else f"{sign}{above}"


@lru_cache(maxsize=4096, typed=True)
def decimal(value: Any, digits: int = 4) -> str:
    """A number rounded to ``digits`` places; whole numbers as they are, and what would round to 0 as a power of ten.

    >>> decimal(Fraction(37, 48)), decimal(2), decimal(-1.5), decimal(1 / 4**8)
    ('0.7708', '2', '−1.5000', '1.5e-5')
    """
    if isinstance(value, bool | int):
        return _minus(str(int(value)))
    if isinstance(value, Fraction) and value.denominator == 1:
        return _minus(str(value.numerator))
    if value != value:
        return UNDEFINED
    rounded = half_up(value, digits)
    if value and not float(rounded):
        rounded = f"{float(value):.{max(digits // 2 - 1, 0)}e}".replace("e-0", "e-")
    return _minus(rounded)


@lru_cache(maxsize=4096, typed=True)
def plain(value: Any, digits: int = 4, fractions: bool = True) -> str:
    """A number for a table cell: 3, 37/48 or 1.5850.

    >>> plain(Fraction(37, 48)), plain(Fraction(37, 48), fractions=False), plain(Fraction(3))
    ('37/48', '0.7708', '3')
    """
    if isinstance(value, Fraction) and fractions and value.denominator != 1 and readable(value):
        return _minus(f"{value.numerator}/{value.denominator}")
    return decimal(value, digits)


def with_decimal(value: Fraction, digits: int = 4) -> str:
    """A readable fraction with its decimal.

    >>> with_decimal(Fraction(37, 48)), with_decimal(Fraction(1, 2)), with_decimal(Fraction(3))
    ('37/48 ≈ 0.7708', '1/2 = 0.5', '3')
    """
    if value.denominator == 1:
        return plain(value)
    rounded, rounds = decimal(value, digits), _rounds(value, digits, False)
    return f"{plain(value)} ≈ {rounded}" if rounds else f"{plain(value)} = {rounded.rstrip('0')}"


class Display(NamedTuple):
    """How numbers are shown: with how many digits where they are rounded, and as fractions where there are some."""

    digits: int = 4
    fractions: bool = True

    def plain(self, value: Any) -> str:
        """A number as in a table cell."""
        return plain(value, self.digits, self.fractions)

    def given(self, value: Any) -> str:
        """A number that was given: a float with all its digits."""
        return given(value) if isinstance(value, float) else self.plain(value)

    def decimal(self, value: Any) -> str:
        """A number rounded."""
        return decimal(value, self.digits)

    def rounds(self, value: Any) -> bool:
        """Whether the number is shown rounded."""
        return _rounds(value, self.digits, self.fractions)


@lru_cache(maxsize=4096, typed=True)
def _rounds(value: Any, digits: int, fractions: bool) -> bool:
    if isinstance(value, int | float | Fraction):
        value = abs(value)
    if isinstance(value, Fraction) and value.denominator != 1:
        shown = plain(value, digits, fractions)
        return "/" not in shown and Fraction(shown) != value
    return (
        isinstance(value, float)
        and value == value
        and Fraction(given(value)) != Fraction(plain(value, digits, fractions))
    )


EXACTLY = Display()


def displayed(digits: Any = 4, fractions: Any = True) -> Display:
    """How you chose to have numbers shown."""
    return Display(whole_number(digits, "digits", least=0, most=MOST_DIGITS), yes_or_no(fractions, "fractions"))


def signed(value: Any, display: Display = EXACTLY) -> str:
    """A difference with its sign; empty where there is no difference.

    >>> signed(Fraction(1, 3)), signed(-0.5), signed(1e-17)
    ('+1/3', '−0.5000', '')
    """
    if abs(value) <= TOLERANCE:
        return ""
    return f"{'+' if value > 0 else '−'}{display.plain(abs(value))}" if value == value else UNDEFINED
