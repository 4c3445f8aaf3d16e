"""One name, one score, one grade: what they may be, and what is said of others.

Everything here raises ``ValueError`` without a place; whoever reads the source puts file and line in front.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import LARGEST_GRADE

Number = int | float


class Kind(NamedTuple):
    """What is read: a run with its scores, or judgements with their grades."""

    label: str
    noun: str
    value: str
    forms: str  # what most of the values are, as struct calls it
    largest: float
    layout: str
    number: Callable[[Any], Number]
    number_from_text: Callable[[str], Number]


def shown(value: Any, length: int = 60) -> str:
    """A value for an error message, shortened; bytes as the text they are."""
    if isinstance(value, (bytes, str)):
        head = value[: length + 1]
        text = head.decode("utf-8", "backslashreplace") if isinstance(head, bytes) else head
        return repr(text if len(value) <= length else text[:length] + "...")
    text = " ".join(repr(value.item() if isinstance(value, np.generic) else value).split())
    return text if len(text) <= length else text[:length] + "..."


def counted(number: int, noun: str, nouns: str | None = None) -> str:
    """A number of things: 1 line, 2 lines."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def name_of(value: Any, what: str) -> str:
    """The name of a query or an item: text, or a whole number as text."""
    if isinstance(value, str) and value:
        try:
            value.isascii() or value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{what} is {shown(value)}; half of a surrogate pair is no text") from None
        return str(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    raise ValueError(f"{what} is {shown(value)}; it is named by a text or a whole number")


def score_of(value: Any) -> float:
    """A score as a float of 64 bits."""
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        raise ValueError(f"score is {shown(value)}; a score is a number")
    try:
        score = float(value)
    except OverflowError:
        score = math.inf
    if not math.isfinite(score):
        raise ValueError(f"score is {shown(value)}; a score is a finite number")
    return score


def score_from_text(text: str | bytes) -> float:
    """A score as TREC and CSV files write it."""
    try:
        score = float(text)
    except ValueError:
        raise ValueError(f"score is {shown(text)}; a score is a number{_point(text)}") from None
    if not math.isfinite(score):
        raise ValueError(f"score is {shown(text)}; a score is a finite number")
    if not text.isascii() or (b"_" if isinstance(text, bytes) else "_") in text:  # type: ignore[operator]
        raise ValueError(f"score is {shown(text)}; a score is written with digits, a point and an exponent")
    return score


def grade_of(value: Any) -> Number:
    """A grade; as a whole number where it is one."""
    if not isinstance(value, (Real, Decimal, np.bool_)):
        raise ValueError(f"grade is {shown(value)}; a grade is a number")
    if not isinstance(value, Integral) and not math.isfinite(value):
        raise ValueError(f"grade is {shown(value)}; a grade is a finite number")
    if not -LARGEST_GRADE <= value <= LARGEST_GRADE:  # type: ignore[operator]
        raise ValueError(f"grade is {shown(value)}; a grade is at most {LARGEST_GRADE:,}")
    return int(value) if value == int(value) else float(value)  # type: ignore[arg-type]


def grade_from_text(text: str) -> Number:
    """A grade as CSV files write it: 2, 2.0 or 0.5."""
    try:
        grade = float(text)
    except ValueError:
        raise ValueError(f"grade is {shown(text)}; a grade is a number{_point(text)}") from None
    if not text.isascii() or "_" in text:
        raise ValueError(f"grade is {shown(text)}; a grade is written with digits")
    return grade_of(grade)


def whole_grade_from_text(text: str | bytes) -> int:
    """A grade as TREC judgements write it: a whole number."""
    digits = text[1:] if text[:1] in (b"-", b"+", "-", "+") else text
    if not digits.isdigit() or not digits.isascii():
        raise ValueError(f"grade is {shown(text)}; a grade in TREC judgements is a whole number")
    if len(digits) > 18:
        raise ValueError(f"grade is {shown(text)}; a grade is at most {LARGEST_GRADE:,}")
    return int(grade_of(int(text)))


def _point(text: str | bytes) -> str:
    """The hint that a decimal comma gets."""
    comma = b"," if isinstance(text, bytes) else ","
    return ", with a decimal point" if comma in text else ""  # type: ignore[operator]


RUN = Kind("run", "a run", "score", "d", sys.float_info.max, "qid Q0 docno rank score tag", score_of, score_from_text)
QRELS = Kind("qrels", "judgements", "grade", "qd", LARGEST_GRADE, "qid iter docno grade", grade_of, grade_from_text)
