"""Values as Python source that needs no name but ``rt``."""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from typing import Any

from rankteach.core.ranking import Ranking


def literal(value: Any) -> str:
    """A value as Python source.

    >>> print(literal([Ranking([1, 0.5], missed={"it's": 2}), (Fraction(1, 3), None)]))
    [rt.Ranking([1.0, 0.5], missed={"it's": 2}), (rt.Fraction(1, 3), None)]
    """
    match value:
        case Ranking():
            grades, *others = (f"{name}={literal(given)}" for name, given in value.arguments().items())
            return f"rt.Ranking({', '.join([grades.removeprefix('grades='), *others])})"
        case Fraction():
            return f"rt.Fraction({value.numerator}, {value.denominator})"
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case tuple():
            return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
        case Set():
            return f"{{{', '.join(map(literal, value))}}}"
        case Mapping():
            return f"{{{', '.join(f'{literal(name)}: {literal(one)}' for name, one in value.items())}}}"
    return repr(value)
