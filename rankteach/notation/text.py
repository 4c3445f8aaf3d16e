"""Expressions as plain text: ``(1 + 2/3 + 3/5) / 3``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rankteach.notation import numbers
from rankteach.notation.expression import Node

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4


def text(node: Node) -> str:
    """The expression on one line."""
    return _write(node)[0]


def _write(node: Node) -> tuple[str, int]:
    kind, parts = node
    match kind:
        case "number":
            (value,) = parts
            if isinstance(value, Fraction):
                return f"{value.numerator}/{value.denominator}", _PRODUCT
            return (numbers.given(value) if isinstance(value, float) else str(value)), _ATOM
        case "decimal":
            return numbers.decimal(parts[0]), _ATOM
        case "name":
            base, subscript, argument = parts
            return base + (f"_{subscript}" if subscript else "") + (f"({argument})" if argument else ""), _ATOM
        case "+" | "-":
            written = [_inside(part, _SUM + (kind == "-" and place > 0)) for place, part in enumerate(parts)]
            return f" {kind} ".join(written), _SUM
        case "*":
            return " · ".join(_inside(part, _POWER) for part in parts), _PRODUCT
        case "/":
            return f"{_inside(parts[0], _PRODUCT)} / {_inside(parts[1], _POWER)}", _PRODUCT
        case "^":
            return f"{_inside(parts[0], _ATOM)}^{_inside(parts[1], _ATOM)}", _POWER
        case "log":
            return f"log{text(parts[0])}({text(parts[1])})", _ATOM
        case "call":
            return f"{parts[0]}({text(parts[1])})", _ATOM
        case "min" | "max":
            return f"{kind}({', '.join(map(text, parts))})", _ATOM
        case "if":
            return f"[{text(parts[1])} {parts[0]} {text(parts[2])}]", _ATOM
        case "over":
            sign, letter, last, body = parts
            return f"{sign}({letter}=1..{last}) {_inside(body, _PRODUCT)}", _SUM
        case "equation":
            return _equation(parts), 0
        case "dots":
            return "…", _ATOM
    raise ValueError(f"no text for {kind}")


def _inside(node: Node, least: int) -> str:
    written, strength = _write(node)
    return written if strength >= least else f"({written})"


def _equation(parts: tuple[Any, ...]) -> str:
    first, *rest = parts
    return text(first) + "".join(f" {sign} {text(node)}" for sign, node in rest)
