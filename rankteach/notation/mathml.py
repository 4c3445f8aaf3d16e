"""Expressions as MathML, for live surfaces: browsers draw it without any script."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rankteach.notation import numbers
from rankteach.notation.expression import ATOM, POWER, PRODUCT, SUM, Node, signed
from rankteach.notation.text import escape_html as escape

_MINUS = {"-": "−"}


def mathml(node: Node, display: str = "inline") -> str:
    """The expression as a ``<math>`` element."""
    return f'<math display="{display}">{row(node)}</math>'


def row(node: Node) -> str:
    """The expression as the inside of a ``<math>`` element."""
    return _write(node)[0]


def _write(node: Node) -> tuple[str, int]:
    kind, parts = node
    match kind:
        case "number":
            (value,) = parts
            if isinstance(value, Fraction):
                fraction = f"<mfrac>{_mn(abs(value.numerator))}{_mn(value.denominator)}</mfrac>"
                return (_mo("−") + fraction, SUM) if value < 0 else (fraction, PRODUCT)
            return _signed(value, numbers.given(abs(value)) if isinstance(value, float) else abs(value))
        case "decimal":
            return _signed(parts[0], numbers.decimal(abs(parts[0])))
        case "name":
            return _symbol(*parts), ATOM
        case "+":
            (sign, first), *rest = [(sign, _inside(part, SUM + (sign == "-"))) for sign, part in signed(parts)]
            return _mo("−") * (sign == "-") + first + "".join(_mo(_MINUS.get(s, s)) + part for s, part in rest), SUM
        case "-":
            return _mo("−").join(_inside(part, SUM + (place > 0)) for place, part in enumerate(parts)), SUM
        case "*":
            return _mo("·").join(_inside(part, PRODUCT) for part in parts), PRODUCT
        case "/":
            return f"<mfrac>{_mrow(parts[0])}{_mrow(parts[1])}</mfrac>", PRODUCT
        case "^":
            return f"<msup><mrow>{_inside(parts[0], ATOM)}</mrow>{_mrow(parts[1])}</msup>", POWER
        case "log":
            return f"<msub><mi>log</mi>{_mrow(parts[0])}</msub>{_parentheses(row(parts[1]))}", ATOM
        case "call":
            return f"<mi>{escape(parts[0])}</mi>{_parentheses(row(parts[1]))}", ATOM
        case "√":
            return f"<msqrt>{row(parts[0])}</msqrt>", ATOM
        case "min" | "max":
            return f"<mi>{kind}</mi>{_parentheses(_mo(',').join(map(row, parts)))}", ATOM
        case "if":
            return f"{_mo('[')}{row(parts[1])}{_mo(parts[0])}{row(parts[2])}{_mo(']')}", ATOM
        case "over":
            sign, letter, last, body = parts
            if last is None:
                return f"<munder><mo>{sign}</mo><mtext>{escape(letter)}</mtext></munder>{_inside(body, PRODUCT)}", SUM
            below = f"<mrow><mi>{letter}</mi><mo>=</mo><mn>1</mn></mrow>"
            return f"<munderover><mo>{sign}</mo>{below}{_index(last)}</munderover>{_inside(body, PRODUCT)}", SUM
        case "equation":
            start, *others = parts
            return row(start) + "".join(_mo(sign) + row(part) for sign, part in others), 0
        case "dots":
            return _mo("⋯"), ATOM
    raise ValueError(f"no MathML for {kind}")


def _inside(node: Node, least: int) -> str:
    written, strength = _write(node)
    return written if strength >= least else _parentheses(written)


def _mrow(node: Node) -> str:
    return f"<mrow>{row(node)}</mrow>"


def _mn(value: object) -> str:
    return f"<mn>{value}</mn>"


def _signed(value: Any, absolute: object) -> tuple[str, int]:
    return (_mo("−") + _mn(absolute), SUM) if value < 0 else (_mn(absolute), ATOM)


def _mo(sign: str) -> str:
    return f'<mo stretchy="false">{escape(sign)}</mo>'


def _parentheses(inside: str) -> str:
    return f"<mrow>{_mo('(')}{inside}{_mo(')')}</mrow>"


def _index(index: str) -> str:
    return f"<mn>{index}</mn>" if index.isdigit() else f"<mi>{escape(index)}</mi>"


def _symbol(base: str, subscript: str | None, argument: str | None) -> str:
    star = base.endswith("*")
    written = f"<mi>{escape(base.rstrip('*'))}</mi>"
    if star and subscript:
        written = f"<msubsup>{written}{_index(subscript)}<mo>*</mo></msubsup>"
    elif subscript:
        written = f"<msub>{written}{_index(subscript)}</msub>"
    return written + (_parentheses(_index(argument)) if argument else "")
