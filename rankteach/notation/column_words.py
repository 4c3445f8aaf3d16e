"""What a column says, in a sentence: from ``columns.toml``, or from how it was calculated."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from rankteach.core.checks import joined
from rankteach.core.column import Column
from rankteach.notation import numbers
from rankteach.notation.expression import heading

_CALCULATED = {
    "add": "{} plus {}",
    "subtract": "{} minus {}",
    "multiply": "{} times {}",
    "divide": "{} divided by {}",
    "minimum": "the smaller of {} and {}",
    "maximum": "the larger of {} and {}",
    "power": "{} to the power of {}",
    "sqrt": "the root of {}",
    "reciprocal": "1 divided by {}",
    "cumsum": "the sum of {} down to this row",
    "cumprod": "the product of {} down to this row",
    "cummax": "the highest {} down to this row",
    "shift": "{} in the row above",
    "greater_equal": "1 if {} is at least {}, else 0",
    "sign": "the sign of {}",
}


@cache
def _written() -> dict[str, str]:
    return tomllib.loads(Path(__file__).with_name("columns.toml").read_text(encoding="utf-8"))


def described(title: str, column: Column | None) -> str:
    """A sentence about a column with this title.

    >>> import rankteach as rt
    >>> described("credit", None)
    'What this row adds to the sum.'
    >>> described("half", rt.average_precision([1, 0]).columns["running sum"] / 2)
    'Running sum divided by 2.'
    >>> described("shelf", None)
    'Given.'
    """
    if sentence := _written().get(title):
        return sentence
    if title.startswith("ideal "):
        return f"In the best order: {described(title.removeprefix('ideal '), column)}"
    if title.endswith("@i"):
        return f"{title.removesuffix('@i')} of the list down to this row."
    if column is not None and column.is_of_queries:
        return f"{title} of this query."
    if column is None or not column.sources:
        return "Given."
    known = _CALCULATED.get(column.operation, "")
    nested = any(source.sources and not source.name for source in column.sources)
    words = f"calculated from {joined(dict.fromkeys(_parts(column)), 'and')}"
    if known.count("{}") == len(column.sources) and not nested:
        words = known.format(*_parts(column))
    return f"{words[0].upper()}{words[1:]}."


def _parts(column: Column) -> list[str]:
    """The names of what a column is made of, and the numbers; of a part without a name, those that it is made of."""
    parts = []
    for source in column.sources:
        if source.name:
            parts.append(heading(source))
        elif source.sources:
            parts += _parts(source)
        else:
            parts.append(numbers.plain(source.exact) if source.axis is None else "the list")
    return parts
