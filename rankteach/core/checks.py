"""Input is checked here, and an error says which argument is wrong, what it must be, what it was, and what to type.

The parts of every message are put together by ``must``, so that all of them read alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

LONGEST = 60  # of what a message repeats
LARGEST_GRADE = 10**12  # beyond it whole numbers would lose digits, or overflow, on the way
LARGEST_FLOAT_ID = 2**53  # beyond it floats have lost digits
NO_NAME = "Items with no name, or with a number that is not whole, cannot be told apart."
MANY_LISTS = "Use rt.Batch for many lists at once."


def must(argument: str, value: Any, rule: str, hint: str = "") -> str:
    """The message for a wrong argument; ``hint`` is a sentence that says what to type.

    >>> must("k", 0, "be at least 1", "Leave k out to use the whole list.")
    'k must be at least 1, not 0. Leave k out to use the whole list.'
    """
    return f"{argument} must {rule}, not {shown(value)}. {hint}".rstrip()


def shown(value: Any) -> str:
    """A value for an error message, without numpy's type around it; the beginning of a long one."""
    try:
        text = repr(value.item() if isinstance(value, np.generic) else value)
    except ValueError:  # thousands of digits
        return "a number with too many digits to print"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def entries(number: int, noun: str = "entry", nouns: str = "entries") -> str:
    """A number of entries, in words: 1 entry, 2 entries."""
    return f"{number:,} {noun if number == 1 else nouns}"


def one_of(value: Any, choices: Collection[Any], argument: str, hint: str = "") -> Any:
    """The value, if it is one of the choices.

    >>> one_of("best", ["first", "last"], "order")
    Traceback (most recent call last):
    ...
    ValueError: order must be 'first' or 'last', not 'best'.
    """
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        *others, last = map(repr, choices)
        raise ValueError(must(argument, value, f"be {', '.join(others)}{' or ' * bool(others)}{last}", hint))
    return value


def whole_number(value: Any, argument: str, hint: str = "", *, least: int = 1) -> int:
    """A whole number of at least 1, or of at least another one."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(must(argument, value, f"be a whole number of at least {least}", hint))
    if value < least:
        raise ValueError(must(argument, value, f"be at least {least}", hint))
    return int(value)


def seed_number(value: Any) -> int:
    """A whole number of at least 0, from which random numbers start."""
    return whole_number(value, "seed", "The same seed always gives the same random numbers.", least=0)


def real_number(
    value: Any,
    argument: str,
    hint: str = "",
    *,
    above: float,
    most: float = math.inf,
) -> Any:
    """A finite number above one bound, and at most another one.

    >>> real_number(0, "beta", above=0)
    Traceback (most recent call last):
    ...
    ValueError: beta must be a finite number above 0, not 0.
    """
    rule = f"be a finite number above {above:g}{f' and at most {most:g}' * (most < math.inf)}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(must(argument, value, rule, hint))
    if not above < value <= most or not _fits_a_float(value):  # type: ignore[operator]
        raise ValueError(must(argument, value, rule, hint))
    return value.item() if isinstance(value, np.generic) else value


def threshold(value: Any) -> float:
    """A grade from which items count as relevant."""
    grade: float = real_number(value, "relevant_from", "Items with grade 0 are not relevant.", above=0)
    return grade


def listed(values: Any, argument: str, hint: str = "") -> list[Any]:
    """Anything that has an order as a list: no text, no set, no mapping.

    >>> listed({"a"}, "items")
    Traceback (most recent call last):
    ...
    TypeError: items must be a list, which has an order, not {'a'}.
    """
    if isinstance(values, (set, frozenset, Mapping)):
        raise TypeError(must(argument, values, "be a list, which has an order", hint))
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(must(argument, values, "be a list or an array"))
    return list(unmasked(values, argument, "Leave the masked entries out: values.compressed()."))


def unmasked(values: Any, argument: str, hint: str) -> Any:
    """The values, unless they are an array with masked entries, which would come through as what is under the mask."""
    if isinstance(values, np.ma.MaskedArray):
        if np.ma.getmaskarray(values).any():
            raise ValueError(f"{argument} must not have masked entries. {hint}")
        return np.asarray(values)
    return values


def item_name(value: Any, argument: str = "item") -> str:
    """The name of an item, by one rule everywhere: text as it is, 7 and 7.0 as "7".

    >>> item_name(7.0), item_name("07")
    ('7', '07')
    """
    if type(value) is str:
        return value
    if value is None or isinstance(value, (bool, np.bool_)) or not _is_itself(value):
        raise ValueError(must(argument, value, "be a text or a whole number", NO_NAME))
    if isinstance(value, Real) and not isinstance(value, Integral):
        if not _fits_a_float(value) or value != int(value) or abs(value) > LARGEST_FLOAT_ID:  # type: ignore[call-overload, operator]
            raise ValueError(must(argument, value, "be a text or a whole number", NO_NAME))
        return str(int(value))  # type: ignore[call-overload]
    return str(value)


def names_of(values: Sequence[Any], argument: str, key: Callable[[Any], Any] = str) -> tuple[str, ...]:
    """The names of items, or of what ``key`` makes of them."""
    made = tuple(values if key is str else map(key, values))
    if set(map(type, made)) <= {str}:
        return made
    return tuple(item_name(item, f"{argument}[{place}]") for place, item in enumerate(made))


def _is_itself(value: Any) -> bool:
    """Whether a value equals itself, which what is missing does not: NaN, NaT and NA."""
    try:
        return bool(value == value)
    except (TypeError, ValueError):
        return isinstance(value, np.ndarray)


def checked_grades(
    values: Any, argument: str, *, may_be_unjudged: bool, names: Sequence[Any] | None = None, copied: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Grades as an array (0 where not judged) of whole numbers, fractions or floats; and what is judged.

    Errors name the entry of ``argument`` by its position, or by its name. An array that needs no change is returned
    as it is unless it is to be ``copied``.
    """
    values = unmasked(values, argument, "Use values.tolist(), in which a masked grade is None: not judged.")
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            hint = MANY_LISTS if values.ndim == 2 else ""
            raise ValueError(
                f"{argument} must be one list of grades, not an array of {values.ndim} dimensions. {hint}".rstrip()
            )
        if values.dtype.kind == "f":
            values = values.astype(np.float64)
        if values.dtype.kind in "biuf" and ((values >= 0) & (values <= LARGEST_GRADE)).all():
            numbers = _whole_floats(values) if values.dtype.kind == "f" else _own(values, np.int64, copied)
            return numbers, np.ones(len(values), dtype=bool)
    hint = "Use Ranking.from_items for a set of relevant items, or a dict of item to grade."
    grades = listed(values, argument, hint)
    for position, grade in enumerate(grades):
        grade = grade.item() if isinstance(grade, np.generic) else grade
        if type(grade) is int and 0 <= grade <= LARGEST_GRADE:
            continue
        if grade is None and may_be_unjudged:
            continue
        where = f"{argument}[{position if names is None else repr(names[position])}]"
        hint = f"Use 0 for not relevant{', None for not judged' * may_be_unjudged}."
        if isinstance(grade, (list, tuple, np.ndarray)):
            raise ValueError(must(where, grade, "be one grade", MANY_LISTS))
        if not isinstance(grade, (Real, np.bool_)):
            hint = "Use rt.Batch or rt.mean for many rankings." if hasattr(grade, "grades") else hint
            raise TypeError(must(where, grade, f"be a number of at least 0{', or None' * may_be_unjudged}", hint))
        if not isinstance(grade, Rational) and not math.isfinite(grade):
            raise ValueError(must(where, grade, "be a finite number", hint))
        if grade < 0:
            raise ValueError(must(where, grade, "be at least 0", hint))
        if grade > LARGEST_GRADE:  # type: ignore[operator]
            raise ValueError(must(where, grade, f"be at most {LARGEST_GRADE:,}"))
    judged = np.array([grade is not None for grade in grades], dtype=bool)
    known = [0 if grade is None else grade for grade in grades]
    if any(isinstance(grade, Fraction) for grade in known):
        return np.array([Fraction(grade) if isinstance(grade, Rational) else grade for grade in known], object), judged
    if all(isinstance(grade, (Integral, np.bool_)) for grade in known):
        return np.array(known, dtype=np.int64), judged
    return _whole_floats(np.array(known, dtype=np.float64)), judged


def _own(values: np.ndarray, dtype: Any, copied: bool) -> np.ndarray:
    """A copy, unless none is needed or the array can never change."""
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
    paired_with: str = "grades",
    *,
    copied: bool = True,
) -> np.ndarray:
    """Scores as an array, as many as there are grades."""
    values = unmasked(values, argument, "Leave the masked entries out.")
    fast = isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind in "iuf"
    scores = values if fast else listed(values, argument)
    if length is not None and len(scores) != length:
        raise ValueError(f"{argument} must have {entries(length)}, as many as {paired_with}, not {len(scores)}.")
    if fast and np.isfinite(values).all():
        # differences of small or unsigned whole numbers would wrap round
        whole = values.dtype.kind != "f" and (values <= np.iinfo(np.int64).max).all()
        return _own(values, np.int64 if whole else np.float64, copied)
    for position, score in enumerate(scores):
        if isinstance(score, (bool, np.bool_)) or not isinstance(score, Real):
            raise TypeError(must(f"{argument}[{position}]", score, "be a number"))
        if not _fits_a_float(score):
            raise ValueError(must(f"{argument}[{position}]", score, "be a finite number that fits a float"))
    numbers = [score.item() if isinstance(score, np.generic) else score for score in scores]
    exact = any(isinstance(number, Fraction) for number in numbers)
    return np.array(numbers, dtype=object if exact else None)


def item_names(values: Any, length: int, argument: str = "items") -> tuple[str, ...]:
    """Names as strings, each once."""
    names = names_of(listed(values, argument), argument)
    if len(names) != length:
        raise ValueError(f"{argument} must have {entries(length)}, not {len(names)}.")
    if len(set(names)) < length:
        first: dict[str, int] = {}
        for position, name in enumerate(names):
            if name in first:
                raise ValueError(
                    f"{argument} must be all different, but {argument}[{first[name]}] and {argument}[{position}] "
                    f"are both {name!r}."
                )
            first[name] = position
    return names


def place_of(query: int | str, queries: Sequence[str]) -> int:
    """The place of a query, which may be its name."""
    if not isinstance(query, str):
        return query
    if query not in queries:
        raise KeyError(query)
    return queries.index(query)


def _fits_a_float(value: Any) -> bool:
    """Whether a number is finite, and remains so as a float."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
