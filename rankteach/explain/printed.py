"""A number as somebody typed it, and how it relates to the exact one. Nothing that is typed is ever run."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, NamedTuple

LONGEST = 48  # signs; no answer needs more
CLOSE = 1e-9
DENOMINATOR = 10**9  # a float's fraction: long enough for every digit that is typed, short enough to mend its last bits
FOUR_DIGITS = 5e-5
MATCHING = ("the same", "rounded", "cut off")

_FRACTION = re.compile(r"([-+−–]?) *(?:([0-9]+) +)?([0-9]+) *[/⁄∕÷] *([0-9]+)")
_DECIMAL = re.compile(r"([-+−–]?) *(?=[.,]?[0-9])([0-9]*)(?:[.,]([0-9]*))? *(%?)")


def verdict(printed: str, exact: Any) -> str:
    """How a printed number relates to the exact one.

    >>> verdict("0.67", Fraction(2, 3)), verdict("0.66", Fraction(2, 3)), verdict("0.62", Fraction(4, 7))
    ('rounded', 'cut off', 'off')
    """
    shown, value = Fraction(printed), Fraction(exact)
    scale = 10 ** places(printed)
    if shown == value or (isinstance(exact, float) and math.isclose(shown, value, rel_tol=1e-12)):
        return "the same"
    if shown == Fraction(math.floor(value * scale + Fraction(1, 2)), scale):
        return "rounded"
    return "cut off" if shown == Fraction(math.floor(value * scale), scale) else "off"


def places(printed: str) -> int:
    """How many digits a printed number has after the point."""
    return len(printed.partition(".")[2])


class Answer(NamedTuple):
    """The number that was typed; ``digits`` are those of a decimal, without the sign, and None for a fraction."""

    number: Fraction
    digits: str | None = None

    def verdict(self, value: Fraction | float) -> str:
        """``"the same"``, ``"rounded"``, ``"cut off"``, ``"too few digits"`` to tell, or ``"off"``.

        Decimals are compared to the digits typed: at least two of them, one after the point. For a float, which has
        no exact fraction, a typed fraction is compared to four places.

        >>> [Answer.read(typed).verdict(Fraction(2, 3)) for typed in ("2/3", "0.67", "66.6%", ".7", "0,5")]
        ['the same', 'rounded', 'cut off', 'too few digits', 'off']
        """
        if math.isclose(self.number, value, rel_tol=CLOSE, abs_tol=CLOSE * CLOSE) and (
            isinstance(value, float) or self.number == value or len(self.digits or "") > -math.log10(CLOSE)
        ):
            return "the same"
        if self.digits is None:
            close = isinstance(value, float) and abs(self.number - Fraction(value)) <= FOUR_DIGITS
            return "rounded" if close else "off"
        return self._to_the_digits(value)

    def _to_the_digits(self, value: Fraction | float) -> str:
        assert self.digits is not None
        places = len(self.digits.partition(".")[2])
        exact = Fraction(value)
        if self.number * exact <= 0 or abs(self.number - exact) > Fraction(1, 10**places):
            return "off"
        exact = exact.limit_denominator(DENOMINATOR) if isinstance(value, float) else exact
        how = verdict(self.digits, abs(exact))
        significant = len(self.digits.replace(".", "").lstrip("0"))
        if how == "off" or places >= 2 or (places and significant >= 2):
            return how
        return "too few digits" if how == "rounded" and (places or self.number > 1) else "off"

    def matches(self, value: float) -> bool:
        """Whether a number that was calculated otherwise is the one typed, to the digits typed."""
        if not math.isfinite(value):
            return False
        if self.digits is None:
            return math.isclose(self.number, value, rel_tol=CLOSE, abs_tol=CLOSE * CLOSE)
        return self.verdict(value) in MATCHING

    @staticmethod
    def read(typed: Any) -> Answer | None:
        """What was typed as a number, or None where it is none.

        >>> [str(Answer.read(typed).number) for typed in ("1 2/3", " ,5", "50 %", "−0.25", 0.1)]
        ['5/3', '1/2', '1/2', '-1/4', '1/10']
        >>> Answer.read("two thirds"), Answer.read("1/0")
        (None, None)
        """
        if isinstance(typed, str):
            return _read(typed)
        if isinstance(typed, bool) or not isinstance(typed, Real):
            return None
        if isinstance(typed, Rational):
            return Answer(Fraction(typed))
        if not math.isfinite(typed):
            return None
        written = Decimal(repr(float(typed)))
        return Answer(Fraction(written), f"{abs(written):f}")


def _read(typed: str) -> Answer | None:
    text = typed.strip().lstrip("=≈~").strip()
    if len(text) > LONGEST:
        return None
    if found := _FRACTION.fullmatch(text):
        sign, whole, above, below = found.groups()
        if not int(below):
            return None
        number = int(whole or 0) + Fraction(int(above), int(below))
        return Answer(_signed(sign, number))
    if found := _DECIMAL.fullmatch(text):
        sign, before, after, percent = found.groups()
        written = Decimal(f"{before or 0}.{after or ''}").scaleb(-2 if percent else 0)
        return Answer(_signed(sign, Fraction(written)), f"{written:f}")
    return None


def _signed(sign: str, number: Fraction) -> Fraction:
    return number if sign in ("", "+") else -number
