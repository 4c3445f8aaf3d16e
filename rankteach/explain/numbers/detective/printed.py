"""A number as it is printed somewhere, and how a calculated one would be printed with the same digits."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

from rankteach.core.checks import whole_number
from rankteach.explain.printed import Answer

EXACTLY, ROUNDED, CUT_OFF = "exactly", "rounded", "cut off"
HALF_UP, HALF_EVEN = "rounded, a half up", "rounded, a half to even"
ALL_DIGITS = 12  # significant ones: so many are those of a float, whose last ones depend on the machine
DENOMINATOR = 10**9
CLOSE = 1e-12
DOTS = ("...", "…")
_POWER = re.compile(r"[-+−]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+−]?[0-9]{1,2}")  # 5e-3
MOST_ZEROS = 99  # that such a power stands for


class Printed:
    """A number with the digits that it was printed with.

    ``digits`` are those after the point (None for a fraction, which is exact), and ``cut`` says that dots follow them.
    """

    def __init__(self, number: Any, digits: int | None = None) -> None:
        self.text, self.cut = _written(number), False
        bare = self.text
        for dots in DOTS:
            self.cut = self.cut or bare.endswith(dots)
            bare = bare.removesuffix(dots)
        answer = Answer.read(bare)
        if answer is None:
            raise ValueError(f"number is {number!r}; it is a decimal such as 0.56, a fraction such as 5/9, or 55.6%")
        if digits is not None:
            digits = (
                whole_number(digits, "digits", "This is the number of digits after the decimal point.") if digits else 0
            )
            sign, shown = (-1, "−") if answer.number < 0 else (1, "")
            text = f"{abs(Decimal(float(answer.number))):.{digits}f}"
            answer, self.text = Answer(sign * Fraction(text), text), shown + text
        self.number, self.answer = answer.number, answer
        self.digits = None if answer.digits is None else len(answer.digits.partition(".")[2])
        self.whole = digits is None and not self.digits  # a whole number is printed for a whole number

    @property
    def significant(self) -> int:
        """How many digits say something: not the zeros before them."""
        return len((self.answer.digits or "").replace(".", "").lstrip("0"))

    @property
    def few(self) -> bool:
        """Whether it has so few digits that much matches by chance."""
        return self.digits is not None and (self.digits < 3 or self.number.denominator == 1)

    @property
    def step(self) -> Fraction:
        """The worth of the last digit."""
        return Fraction(1, 10 ** (self.digits or 0))

    @property
    def span(self) -> tuple[float, float]:
        """Between which numbers all lie that can be meant."""
        width = CLOSE * max(1.0, abs(float(self.number)))
        width = width if self.whole else max(width, float(self.step) * 1.000001)
        return float(self.number) - width, float(self.number) + width

    def how(self, value: Fraction | float) -> str:
        """How a calculated number is printed so: exactly, rounded, or cut off; nothing where it is not.

        >>> [Printed("0.62").how(value) for value in (Fraction(31, 50), 0.6211, Fraction(5, 8), 0.6299, 0.63)]
        ['exactly', 'rounded', 'rounded, a half to even', 'cut off', '']
        >>> Printed("2/3").how(Fraction(2, 3)), Printed("0.66...").how(2 / 3), Printed("2").how(1.9)
        ('exactly', 'cut off', '')
        """
        if not math.isfinite(value):
            return ""
        exact = value if isinstance(value, Fraction) else Fraction(value).limit_denominator(DENOMINATOR)
        if exact == self.number or (
            (isinstance(value, float) or self.significant >= ALL_DIGITS)
            and math.isclose(value, self.number, rel_tol=CLOSE, abs_tol=CLOSE * CLOSE)
        ):
            return EXACTLY
        if self.whole or exact * self.number < 0:
            return ""
        shown, places = abs(self.number) / self.step, abs(exact) / self.step
        down = math.floor(places)
        if places - down == Fraction(1, 2) and not self.cut:
            if shown == down + 1:
                return ROUNDED if shown % 2 == 0 else HALF_UP
            if shown == down and down % 2 == 0:
                return HALF_EVEN
        elif shown == math.floor(places + Fraction(1, 2)) and not self.cut:
            return ROUNDED
        return CUT_OFF if shown == down else ""


def _written(number: Any) -> str:
    """What a number looks like as it is written: a float as Python writes it, or numpy; never as a power of ten."""
    if isinstance(number, str):
        text = number.strip()
        return f"{Decimal(text.replace('−', '-')):f}" if _POWER.fullmatch(text) else text
    if isinstance(number, Decimal):
        number = _known(number, number.is_finite() and abs(number.adjusted()) <= MOST_ZEROS)
        return f"{number:f}"
    if isinstance(number, bool) or not isinstance(number, Real):
        raise TypeError(f"number is {number!r}; give it as it is printed, such as 0.56 or '5/9'")
    if isinstance(number, Fraction | Integral):
        return str(number)
    number = _known(number, math.isfinite(number))
    return f"{Decimal(str(number) if isinstance(number, np.generic) else repr(float(number))):f}"


def _known(number: Any, known: bool) -> Any:
    if not known:
        raise ValueError(f"number is {number!r}; no metric gives that")
    return number
