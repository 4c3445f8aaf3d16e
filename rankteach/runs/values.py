"""Names, scores and grades: how each one is checked, and the errors for wrong ones.

Everything here raises ``ValueError`` without a place: the reader of the source adds the file and the line.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from rankteach.core import checks
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


def shown(value: Any) -> str:
    """A value for an error message, shortened; bytes as the text they are."""
    return checks.shown(value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value)


def wrong(rule: str, value: Any, hint: str = "") -> ValueError:
    """The error for a value that breaks a rule, which says what it must be."""
    return ValueError(f"{rule}, not {shown(value)}{hint}")


def tied_scores(query: str, one: str, other: str, score: float) -> ValueError:
    """The error for two equal scores where ties are refused."""
    return ValueError(
        f"query {shown(query)}: items {shown(one)} and {shown(other)} must not both have score {score} with "
        "ties='refuse'. Use ties='item_descending' to order equal scores by item, as trec_eval does."
    )


def name_of(value: Any, role: str) -> str:
    """The name of a query or an item: text, or a whole number as text."""
    if isinstance(value, str) and value:
        return checks.item_name(value)
    if isinstance(value, Real) and not isinstance(value, (str, bool)):
        try:
            return checks.item_name(value)
        except ValueError:
            pass
    raise ValueError(f"{role} must be named by a text or a whole number, not {checks.shown(value)}")


def score_of(value: Any) -> float:
    """A score as a float of 64 bits."""
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        raise wrong("score must be a number", value)
    try:
        score = float(value)
    except (OverflowError, TypeError):  # of a time span of numpy
        score = math.inf
    if not math.isfinite(score):
        raise wrong("score must be a finite number", value)
    return score


def score_from_text(text: str | bytes) -> float:
    """A score as TREC and CSV files write it."""
    score = _float(text, "score")
    if not math.isfinite(score):
        raise wrong("score must be a finite number", text)
    return score


def grade_of(value: Any) -> Number:
    """A grade; as a whole number where it is one."""
    if not isinstance(value, (Real, Decimal, np.bool_)):
        raise wrong("grade must be a number", value)
    if not isinstance(value, Integral) and not math.isfinite(value):
        raise wrong("grade must be a finite number", value, ". Leave out rows that are not judged." * (value != value))
    if not -LARGEST_GRADE <= value <= LARGEST_GRADE:  # type: ignore[operator]
        raise wrong(f"grade must be at most {LARGEST_GRADE:,}", value)
    return int(value) if value == int(value) else float(value)  # type: ignore[arg-type]


def grade_from_text(text: str) -> Number:
    """A grade as CSV files write it: 2, 2.0 or 0.5."""
    return grade_of(_float(text, "grade"))


def whole_grade_from_text(text: str | bytes) -> int:
    """A grade as TREC judgements write it: a whole number."""
    digits = text[1:] if text[:1] in (b"-", b"+", "-", "+") else text
    if not digits.isdigit() or not digits.isascii():
        raise wrong("grade must be a whole number, as in all TREC judgements", text)
    if len(digits) > 18:
        raise wrong(f"grade must be at most {LARGEST_GRADE:,}", text)
    return int(grade_of(int(text)))


def _float(text: str | bytes, role: str) -> float:
    """A number of digits, a point and an exponent; anything else that ``float`` reads is refused."""
    comma, line = (b",", b"_") if isinstance(text, bytes) else (",", "_")
    try:
        number = float(text)
    except ValueError:
        point = " with a decimal point" if comma in text else ""  # type: ignore[operator]
        blank = ". Leave out rows that are not judged." * (role == "grade" and not text.strip())
        raise wrong(f"{role} must be a number{point}", text, blank) from None
    if not text.isascii() or line in text:  # type: ignore[operator]
        raise wrong(f"{role} must be written with digits, a point and an exponent", text)
    return number


RUN = Kind("run", "a run", "score", "d", sys.float_info.max, "qid Q0 docno rank score tag", score_of, score_from_text)
QRELS = Kind("qrels", "judgements", "grade", "qd", LARGEST_GRADE, "qid iter docno grade", grade_of, grade_from_text)
