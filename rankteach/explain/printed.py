"""A number as you type or print it, and whether an exact number, rounded or cut off, has the same digits.

What is typed is read, never run.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

import numpy as np

from rankteach.core.checks import array_of, fits_a_float, shown, whole_number
from rankteach.notation.numbers import decimal, plain, readable, with_decimal

EXACTLY, ROUNDED, CUT_OFF = "exactly", "rounded", "cut off"
HALF_UP, HALF_EVEN = "rounded, a half up", "rounded, a half to even"
LONGEST = 48  # characters; no number that is typed needs more
ALL_DIGITS = 12  # significant digits of a float; later ones depend on the machine
DENOMINATOR = 10**9  # of a float as a fraction: long enough for every digit typed, short enough to mend its last bits
CLOSE = 1e-12
FOUR_DIGITS = 5e-5
FEW = 1_000  # numbers up to 1: with fewer than three digits, or a small denominator
MOST_DIGITS = 12  # of a value that is shown
MOST_ZEROS = 99  # in a power of ten

_FRACTION = re.compile(r"([-+−–]?) *(?:([0-9]+) +)?([0-9]+(?:[.,][0-9]+)?) *[/⁄∕÷] *([0-9]+(?:[.,][0-9]+)?)")
_DECIMAL = re.compile(r"([-+−–]?) *(?=[.,]?[0-9])([0-9]*)(?:[.,]([0-9]*))? *(%?)")
_POWER = re.compile(r"[-+−]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+−]?[0-9]{1,2}")  # 5e-3
_DOTS = re.compile(r"\.\.\.$|…$")


class Printed:
    """A number with the digits that it is printed with.

    ``number`` is a fraction. ``decimal`` has the digits of a decimal, without the sign, and ``digits`` says how many of
    them follow the point; both are None for a fraction such as 5/9, which is exact. ``cut`` says whether dots follow,
    as in 0.55..., and ``exact`` whether no other number has these digits, as of a fraction, and of a whole number
    without a point. ``interval`` has the smallest and the largest number that can have them.
    """

    def __init__(self, number: Any, digits: int | None = None) -> None:
        self.text = _text(number)
        bare = _DOTS.sub("", self.text)
        self.cut = bare != self.text
        too_long = isinstance(number, str) and len(bare) > LONGEST
        read = None if too_long else _read(bare)
        if read is None:
            raise ValueError(
                "number must be a decimal such as 0.56, a fraction such as 5/9, or a percentage such as 55.6%, "
                f"not {number!r:.{LONGEST}}"
            )
        self.number, self.decimal = read
        if digits is not None:
            hint = "This is the number of digits after the decimal point."
            digits = whole_number(digits, "digits", hint, least=0, most=LONGEST)
            self.decimal = f"{abs(Decimal(float(self.number))):.{digits}f}"
            self.text = "−" * (self.number < 0) + self.decimal
            self.number = Fraction(self.decimal) * (-1 if self.number < 0 else 1)
        self.digits = None if self.decimal is None else len(self.decimal.partition(".")[2])
        self.exact = digits is None and not self.digits
        width = CLOSE * max(1.0, abs(float(self.number)))
        width = width if self.exact else max(width, float(self.step) * 1.000001)
        self.interval = float(self.number) - width, float(self.number) + width

    @property
    def parts(self) -> tuple[int, int] | None:
        """The two numbers of a fraction as it is typed; None for any other number, and for a mixed or signed one.

        >>> [Printed(typed).parts for typed in ("2/4", "= 4 / 10", "1 2/3", "-1/3", "0.5")]
        [(2, 4), (4, 10), None, None, None]
        """
        match = _FRACTION.fullmatch(self.text)
        whole = match is not None and not match[1] and not match[2] and match[3].isdigit() and match[4].isdigit()
        return (int(match[3]), int(match[4])) if match and whole else None

    @staticmethod
    def read(typed: Any) -> Printed | None:
        """What was typed as a number, or None if it is not one.

        >>> [str(Printed.read(typed).number) for typed in ("1 2/3", "4.5/5", " ,5", "50 %", "−0.25", 0.1)]
        ['5/3', '9/10', '1/2', '1/2', '-1/4', '1/10']
        >>> Printed.read("two thirds"), Printed.read("1/0")
        (None, None)
        """
        try:
            return Printed(typed)
        except (TypeError, ValueError):
            return None

    @property
    def significant(self) -> int:
        """The number of digits without the zeros in front."""
        return len((self.decimal or "").replace(".", "").lstrip("0"))

    @property
    def denominator(self) -> int:
        """How many numbers up to 1 have as many digits, or the same denominator."""
        return self.number.denominator if self.digits is None else 10**self.digits

    @property
    def numerator(self) -> int:
        """Which of these numbers it is, counted from 0, whatever its sign."""
        return int(abs(self.number) * self.denominator)

    @property
    def low_precision(self) -> bool:
        """Whether it has so few digits that many numbers match by chance."""
        return self.denominator < FEW or self.number.denominator == 1

    @property
    def step(self) -> Fraction:
        """The value of 1 in the last digit."""
        return Fraction(1, 10 ** (self.digits or 0))

    def match(self, value: Fraction | float) -> str:
        """How a calculated number gets these digits: exactly, rounded, or cut off; empty if it does not.

        >>> [Printed("0.62").match(value) for value in (Fraction(31, 50), 0.6211, Fraction(5, 8), 0.6299, 0.63)]
        ['exactly', 'rounded', 'rounded, a half to even', 'cut off', '']
        >>> Printed("2/3").match(Fraction(2, 3)), Printed("0.66...").match(2 / 3), Printed("2").match(1.9)
        ('exactly', 'cut off', '')
        """
        lowest, highest = self.interval
        how = self._shortened(value) if lowest <= value <= highest else ""
        return "" if self.exact and how != EXACTLY else how

    def verdict(self, value: Fraction | float) -> str:
        """``"the same"``, ``"rounded"``, ``"cut off"``, ``"too few digits"`` to tell, or ``"off"``.

        Decimals are compared to the digits typed: at least two of them, one after the point; a number that is cut off
        needs two that are not zeros in front. For a float, which has
        no exact fraction, a typed fraction is compared to four places.

        >>> [Printed(typed).verdict(Fraction(2, 3)) for typed in ("2/3", "0.67", "66.6%", ".7", "0,5")]
        ['the same', 'rounded', 'cut off', 'too few digits', 'off']
        """
        how = _relation(self._shortened(value))
        if self.digits is None and how != "the same":
            close = isinstance(value, float) and abs(float(self.number) - value) <= FOUR_DIGITS  # never, of NaN
            return "rounded" if close else "off"
        if how == "cut off" and self.significant == 1 and self._tells:
            return "too few digits"
        if how in ("the same", "off") or self._tells:
            return how
        return "too few digits" if how == "rounded" and (self.digits or self.number > 1) else "off"

    def matches(self, value: Fraction | float) -> bool:
        """Whether a calculated number has these digits, and there are enough of them to tell."""
        how = self.match(value)
        return how == EXACTLY or (bool(how) and self._tells)

    def shown(self, value: Fraction | float) -> str:
        """A value as a fraction, where it has a readable one, and with digits that show how it is printed.

        >>> Printed("0.77").shown(Fraction(37, 48)), Printed("0.9999").shown(0.99999)
        ('37/48 ≈ 0.7708', '0.999990')
        >>> Printed("9").shown(9), Printed("9").shown(9.0)
        ('9', '9.0000')
        """
        if isinstance(value, int):
            return plain(value)
        digits = min(MOST_DIGITS, max(4, (self.digits or 0) + 2))
        rounded = decimal(float(value), digits)
        while self.digits is not None and digits < MOST_DIGITS and self.match(_shown(rounded)) != self.match(value):
            digits += 1  # with so few digits, it would be rounded otherwise
            rounded = decimal(float(value), digits)
        if isinstance(value, Fraction) and readable(value):
            return with_decimal(value, digits)
        return rounded

    @property
    def _tells(self) -> bool:
        """Whether there are enough digits to tell that a number was rounded."""
        return bool(self.digits and self.significant) and max(self.digits or 0, self.significant) >= 2

    def _shortened(self, value: Fraction | float) -> str:
        if not math.isfinite(value):
            return ""
        exact = Fraction(value).limit_denominator(DENOMINATOR) if isinstance(value, float) else Fraction(value)
        if exact == self.number or (
            (isinstance(value, float) or self.significant >= ALL_DIGITS)
            and math.isclose(value, self.number, rel_tol=CLOSE, abs_tol=CLOSE * CLOSE)
        ):
            return EXACTLY
        if exact * self.number < 0:
            return ""
        printed, unrounded = abs(self.number) / self.step, abs(exact) / self.step
        down = math.floor(unrounded)
        if unrounded - down == Fraction(1, 2) and not self.cut:
            if printed == down + 1:
                return ROUNDED if printed % 2 == 0 else HALF_UP
            if printed == down and down % 2 == 0:
                return HALF_EVEN
        elif printed == math.floor(unrounded + Fraction(1, 2)) and not self.cut:
            return ROUNDED
        return CUT_OFF if printed == down else ""


def verdict(printed: str, exact: Any) -> str:
    """How a printed number relates to the exact one.

    >>> verdict("0.67", Fraction(2, 3)), verdict("0.66", Fraction(2, 3)), verdict("0.62", Fraction(4, 7))
    ('rounded', 'cut off', 'off')
    """
    return _relation(Printed(printed)._shortened(exact))


def _relation(how: str) -> str:
    """The verdict on how a number was shortened; a half that is rounded to even is cut off too."""
    named = {EXACTLY: "the same", "": "off", CUT_OFF: "cut off", HALF_EVEN: "cut off"}
    return named.get(how, "rounded")


def _shown(number: str) -> Fraction:
    return Fraction(number.replace("−", "-"))


def _text(number: Any) -> str:
    """A number as it is written: a float as Python or numpy writes it, never as a power of ten."""
    number = array_of(number)
    if type(number) is np.ndarray and not number.ndim:
        number = number[()]
    if isinstance(number, str):
        text = number.strip().lstrip("=≈~").strip()
        return f"{Decimal(text.replace('−', '-')):f}" if _POWER.fullmatch(text) else text
    if isinstance(number, bool) or not isinstance(number, Real | Decimal):
        raise TypeError(f"number must be as it is printed, such as 0.56 or '5/9', not {shown(number)}")
    size = abs(float(number)) if fits_a_float(number) else math.inf
    if size != 0 and not 10.0**-MOST_ZEROS < size < 10.0**MOST_ZEROS:
        raise ValueError(f"number must be finite and of a size that a metric can return, not {shown(number)}")
    if isinstance(number, Rational):
        return str(number)
    written: Any = number if isinstance(number, Decimal | np.generic) else float(number)
    if isinstance(written, float) and len(str(written)) > ALL_DIGITS + len("0."):
        with np.errstate(over="ignore"):
            single = np.float32(written)
        written = single if float(single) == written else written  # it was one of 32 bits: only its digits count
    return f"{Decimal(str(written)):f}"


def _read(text: str) -> tuple[Fraction, str | None] | None:
    """A number, and its digits if it is a decimal; None if it is neither a fraction nor a decimal."""
    if fraction := _FRACTION.fullmatch(text):
        sign, whole, *both = fraction.groups()
        above, below = (Fraction(one.replace(",", ".")) for one in both)
        return (_signed(sign, int(whole or 0) + above / below), None) if below else None
    if decimal := _DECIMAL.fullmatch(text):
        sign, before, after, percent = decimal.groups()
        number = Decimal(f"{before or 0}.{after or ''}").scaleb(-2 if percent else 0)
        return _signed(sign, Fraction(number)), f"{number:f}"
    return None


def _signed(sign: str, number: Fraction) -> Fraction:
    return number if sign in ("", "+") else -number
