"""What a wrong input gets: the one place where it is checked, and told what would be right.

Every check names the argument, the offending value and its position.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

LONGEST = 60  # of what a message repeats
LARGEST_GRADE = 10**12  # beyond it whole numbers would lose digits, or overflow, on the way


def listed(values: Any, argument: str) -> list[Any]:
    """Anything iterable as a list, but no text."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{argument} is {values!r}; it is a list or an array")
    return list(values)


def checked_grades(
    values: Any, argument: str, *, may_be_unjudged: bool, names: Sequence[Any] | None = None, copied: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Grades as an array (0 where not judged) of whole numbers, fractions or floats; and what is judged.

    Errors name the entry of ``argument`` by its position, or by its name. An array that needs no change is returned
    as it is unless it is to be ``copied``.
    """
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            hint = "; rt.Batch takes many lists at once" if values.ndim == 2 else ""
            raise ValueError(f"{argument} has {values.ndim} dimensions; it is one list of grades{hint}")
        if values.dtype.kind == "f":
            values = values.astype(np.float64)
        if values.dtype.kind in "biuf" and ((values >= 0) & (values <= LARGEST_GRADE)).all():
            numbers = _whole_floats(values) if values.dtype.kind == "f" else _own(values, np.int64, copied)
            return numbers, np.ones(len(values), dtype=bool)
    if isinstance(values, (set, frozenset, Mapping)):
        raise TypeError(f"{argument} is {values!r}, which has no order; Ranking.from_items takes sets and dicts")
    grades = listed(values, argument)
    for position, grade in enumerate(grades):
        grade = grade.item() if isinstance(grade, np.generic) else grade
        if type(grade) is int and 0 <= grade <= LARGEST_GRADE:
            continue
        where = f"{argument}[{position if names is None else repr(names[position])}] is {_shown(grade)}"
        if grade is None and may_be_unjudged:
            continue
        if isinstance(grade, (list, tuple, np.ndarray)):
            raise ValueError(f"{where}: {argument} is one list of grades; rt.Batch takes many lists at once")
        if not isinstance(grade, (Real, np.bool_)):
            hint = "; rt.Batch and rt.mean take many rankings" if hasattr(grade, "grades") else ""
            raise TypeError(f"{where}; a grade is a number of at least 0{', or None' * may_be_unjudged}{hint}")
        if not isinstance(grade, Rational) and not math.isfinite(grade):
            raise ValueError(f"{where}; a grade is finite{' (None: not judged)' * may_be_unjudged}")
        if grade < 0:
            raise ValueError(
                f"{where}; a grade is at least 0 (0: not relevant{', None: not judged' * may_be_unjudged})"
            )
        if grade > LARGEST_GRADE:  # type: ignore[operator]
            raise ValueError(f"{where}; a grade is at most {LARGEST_GRADE:,}")
    judged = np.array([grade is not None for grade in grades], dtype=bool)
    known = [0 if grade is None else grade for grade in grades]
    if any(isinstance(grade, Fraction) for grade in known):
        exact = np.empty(len(known), dtype=object)
        exact[:] = [Fraction(grade) if isinstance(grade, Rational) else grade for grade in known]
        return exact, judged
    if all(isinstance(grade, (Integral, np.bool_)) for grade in known):
        return np.array(known, dtype=np.int64), judged
    return _whole_floats(np.array(known, dtype=np.float64)), judged


def _own(values: np.ndarray, dtype: Any, copied: bool) -> np.ndarray:
    """A copy, unless none is needed or nobody can change the array."""
    changeable = values.flags.writeable or not values.flags.owndata
    return np.array(values, dtype=dtype, copy=True if copied and changeable else None)


def _whole_floats(values: np.ndarray) -> np.ndarray:
    """Floats; as whole numbers where all of them are, because 3.0 is exactly grade 3."""
    whole = values.astype(np.int64)
    return whole if (whole == values).all() else values.astype(np.float64)


def checked_scores(
    values: Any,
    length: int | None,
    argument: str = "scores",
    beside: str = "grades",
    *,
    noun: str = "score",
    copied: bool = True,
) -> np.ndarray:
    """Scores as an array, as many as there are grades."""
    fast = isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind in "iuf"
    scores = values if fast else listed(values, argument)
    if length is not None and len(scores) != length:
        raise ValueError(f"{argument} has {len(scores)} entries, but {beside} has {length}")
    if fast and np.isfinite(values).all():
        # differences of small or unsigned whole numbers would wrap round
        whole = values.dtype.kind != "f" and (values <= np.iinfo(np.int64).max).all()
        return _own(values, np.int64 if whole else np.float64, copied)
    for position, score in enumerate(scores):
        where = f"{argument}[{position}] is {_shown(score)}"
        if isinstance(score, (bool, np.bool_)) or not isinstance(score, Real):
            raise TypeError(f"{where}; a {noun} is a number")
        if not _fits_a_float(score):
            raise ValueError(f"{where}; a {noun} is finite, and no larger than a float can be")
    numbers = [score.item() if isinstance(score, np.generic) else score for score in scores]
    if any(isinstance(number, Fraction) for number in numbers):
        exact = np.empty(len(numbers), dtype=object)
        exact[:] = numbers
        return exact
    return np.array(numbers) if numbers else np.zeros(0)


def item_names(values: Any, length: int, argument: str = "items") -> tuple[str, ...]:
    """Names as strings, each once."""
    names = tuple(str(item) for item in listed(values, argument))
    if len(names) != length:
        raise ValueError(f"{argument} has {len(names)} entries, but there are {length}")
    if len(set(names)) < length:
        first: dict[str, int] = {}
        for position, name in enumerate(names):
            if name in first:
                raise ValueError(
                    f"{argument}[{first[name]}] and {argument}[{position}] are both {name!r}; each is named once"
                )
            first[name] = position
    return names


def whole_number(value: Any, argument: str, meaning: str) -> int:
    """A whole number of at least 1."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(f"{argument} is {value!r}; it is a whole number of at least 1: {meaning}")
    if value < 1:
        raise ValueError(f"{argument} is {value}; it is at least 1: {meaning}")
    return int(value)


def seed_number(value: Any) -> int:
    """A whole number of at least 0, from which random numbers start."""
    wrong = f"seed is {value!r}; it is a whole number from 0: where the random numbers start"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(wrong)
    if value < 0:
        raise ValueError(wrong)
    return int(value)


def threshold(value: Any) -> float:
    """A grade from which items count as relevant."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"relevant_from is {value!r}; it is the grade from which an item is relevant")
    if not _fits_a_float(value) or value <= 0:
        raise ValueError(
            f"relevant_from is {_shown(value)}; it is above 0, because grade 0 is not relevant, and finite"
        )
    return value.item() if isinstance(value, np.generic) else value  # type: ignore[return-value]


def _fits_a_float(value: Any) -> bool:
    """Whether a number is finite, and remains so as a float."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _shown(value: Any) -> str:
    """A value for an error message, without numpy's type around it; of a long one the beginning."""
    try:
        written = repr(value.item() if isinstance(value, np.generic) else value)
    except ValueError:  # thousands of digits
        return "a number too long to be written"
    return written if len(written) <= LONGEST else f"{written[:LONGEST]} ..."
