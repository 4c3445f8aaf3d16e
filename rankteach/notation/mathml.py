"""Expressions as MathML, for live surfaces: browsers draw it without any script."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from rankteach.notation import numbers
from rankteach.notation.expression import ATOM, POWER, PRODUCT, SUM, Node, Origin, signed
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.text import escape_html as escape

_MINUS = {"-": "−"}
NO_BREAK = "\N{NO-BREAK SPACE}"  # a browser drops any other space at the ends of words


class Writing(NamedTuple):
    """How expressions are written: with which digits, and what marks the parts that stand for a cell."""

    display: Display = EXACTLY
    mark: Callable[[Origin], str] | None = None


PLAINLY = Writing()


def mathml(node: Node, how: Writing = PLAINLY) -> str:
    """The expression as a ``<math>`` element."""
    return f'<math display="inline">{row(node, how)}</math>'


def row(node: Node, how: Writing = PLAINLY) -> str:
    """The expression as the inside of a ``<math>`` element."""
    return _write(node, how)[0]


def _write(node: Node, how: Writing) -> tuple[str, int]:
    """The expression, and how strongly it holds together; in an ``<mrow>`` of its own if it is marked."""
    written, strength = _written(node, how)
    mark = how.mark(node.origin) if how.mark and node.origin.column is not None else ""
    return (f'<mrow data-from="{mark}">{written}</mrow>' if mark else written), strength


def _written(node: Node, how: Writing) -> tuple[str, int]:
    kind, parts, _ = node
    display = how.display
    match kind:
        case "number":
            (value,) = parts
            if isinstance(value, Fraction) and not display.fractions:
                return _signed(value, display.decimal(abs(value)))
            if isinstance(value, Fraction):
                fraction = f"<mfrac>{_mn(abs(value.numerator))}{_mn(value.denominator)}</mfrac>"
                return (_mo("−") + fraction, SUM) if value < 0 else (fraction, PRODUCT)
            return _signed(value, numbers.given(abs(value)) if isinstance(value, float) else abs(value))
        case "decimal":
            return _signed(parts[0], display.decimal(abs(parts[0])))
        case "name":
            return _symbol(*parts), ATOM
        case "+":
            (sign, first), *rest = [(sign, _inside(part, how, SUM + (sign == "-"))) for sign, part in signed(parts)]
            return _mo("−") * (sign == "-") + first + "".join(_mo(_MINUS.get(s, s)) + part for s, part in rest), SUM
        case "-":
            return _mo("−").join(_inside(part, how, SUM + (place > 0)) for place, part in enumerate(parts)), SUM
        case "*":
            return _mo("·").join(_inside(part, how, PRODUCT) for part in parts), PRODUCT
        case "/":
            return f"<mfrac>{_mrow(parts[0], how)}{_mrow(parts[1], how)}</mfrac>", PRODUCT
        case "^":
            return f"<msup><mrow>{_inside(parts[0], how, ATOM)}</mrow>{_mrow(parts[1], how)}</msup>", POWER
        case "log":
            return f"<msub><mi>log</mi>{_mrow(parts[0], how)}</msub>{_parentheses(row(parts[1], how))}", ATOM
        case "call":
            return f"<mi>{escape(parts[0])}</mi>{_parentheses(row(parts[1], how))}", ATOM
        case "√":
            return f"<msqrt>{row(parts[0], how)}</msqrt>", ATOM
        case "min" | "max":
            return f"<mi>{kind}</mi>{_parentheses(_mo(',').join(row(part, how) for part in parts))}", ATOM
        case "if":
            return f"{_mo('[')}{row(parts[1], how)}{_mo(parts[0])}{row(parts[2], how)}{_mo(']')}", ATOM
        case "where":
            value, left, right = (row(part, how) for part in (parts[0], *parts[2:]))
            return f"{value}{_mtext(' where ')}{left}{_mo(parts[1])}{right}{_mtext(', else undefined')}", 0
        case "over":
            sign, letter, last, body = parts
            if last is None:
                return (
                    f"<munder><mo>{sign}</mo><mtext>{escape(letter)}</mtext></munder>{_inside(body, how, PRODUCT)}",
                    SUM,
                )
            below = f"<mrow><mi>{letter}</mi><mo>=</mo><mn>1</mn></mrow>"
            return f"<munderover><mo>{sign}</mo>{below}{_index(last)}</munderover>{_inside(body, how, PRODUCT)}", SUM
        case "equation":
            start, *others = parts
            return row(start, how) + "".join(_mo(sign) + row(part, how) for sign, part in others), 0
        case "dots":
            return _mo("⋯"), ATOM
        case "undefined":
            return _mtext(kind), ATOM
    raise ValueError(f"no MathML for {kind}")


def _inside(node: Node, how: Writing, least: int) -> str:
    written, strength = _write(node, how)
    return written if strength >= least else _parentheses(written)


def _mrow(node: Node, how: Writing) -> str:
    return f"<mrow>{row(node, how)}</mrow>"


def _mn(value: object) -> str:
    return f"<mn>{value}</mn>"


def _mtext(words: str) -> str:
    return f"<mtext>{words.replace(' ', NO_BREAK)}</mtext>"


def _signed(value: Any, absolute: object) -> tuple[str, int]:
    return (_mo("−") + _mn(absolute), SUM) if value < 0 else (_mn(absolute), ATOM)


@lru_cache(maxsize=64)
def _mo(sign: str) -> str:
    return f'<mo stretchy="false">{escape(sign)}</mo>'


def _parentheses(inside: str) -> str:
    return f"<mrow>{_mo('(')}{inside}{_mo(')')}</mrow>"


def _index(index: str) -> str:
    return f"<mn>{index}</mn>" if index.isdigit() else f"<mi>{escape(index)}</mi>"


@lru_cache(maxsize=1024)
def _symbol(base: str, subscript: str | None, argument: str | None) -> str:
    star = base.endswith("*")
    written = f"<mi>{escape(base.rstrip('*'))}</mi>"
    if star and subscript:
        written = f"<msubsup>{written}{_index(subscript)}<mo>*</mo></msubsup>"
    elif subscript:
        written = f"<msub>{written}{_index(subscript)}</msub>"
    return written + (_parentheses(_index(argument)) if argument else "")
