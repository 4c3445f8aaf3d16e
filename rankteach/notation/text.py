"""Expressions as text: ``(1 + 2/3 + 3/5) / 3``, plain or with HTML subscripts."""

from __future__ import annotations

import re
from fractions import Fraction

from rankteach.notation import numbers
from rankteach.notation.expression import ATOM, POWER, PRODUCT, SUM, Node, signed
from rankteach.notation.numbers import EXACTLY, Display

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def escape_html(words: str) -> str:
    """Text from outside made harmless in HTML and MathML."""
    from html import escape

    return escape(words)


def on_one_line(words: str) -> str:
    """Text from outside without line breaks and other signs that would disturb a terminal or a table."""
    return _CONTROL.sub(" ", words)


def text(node: Node, display: Display = EXACTLY) -> str:
    """The expression on one line of plain text."""
    return _write(node, _Plain, display)[0]


def markup(node: Node) -> str:
    """The expression on one line of HTML: subscripts and nothing else that a cleaned page would lose."""
    return _write(node, _Markup, EXACTLY)[0]


class _Plain:
    """Symbols as plain characters."""

    @staticmethod
    def name(base: str, subscript: str | None, argument: str | None) -> str:
        return base + (f"_{subscript}" if subscript else "") + (f"({argument})" if argument else "")

    @staticmethod
    def words(words: str) -> str:
        return words

    @staticmethod
    def below(base: str, index: str) -> str:
        return f"{base}{index}"

    @staticmethod
    def power(base: str, exponent: str, atom: bool) -> str:
        return f"{base}^{exponent}" if atom else f"{base}^({exponent})"

    @staticmethod
    def root(inside: str) -> str:
        return f"√({inside})"

    @staticmethod
    def over(sign: str, letter: str, last: str | None) -> str:
        return f"{sign}({letter}{'' if last is None else f'=1..{last}'}) "


class _Markup:
    """Symbols with HTML subscripts and superscripts."""

    @staticmethod
    def name(base: str, subscript: str | None, argument: str | None) -> str:
        base, star = base.rstrip("*"), "<sup>*</sup>" * base.endswith("*")
        below = f"<sub>{_letter(subscript)}</sub>" if subscript else ""
        return _letter(base) + star + below + (f"({_letter(argument)})" if argument else "")

    @staticmethod
    def words(words: str) -> str:
        return escape_html(words)

    @staticmethod
    def below(base: str, index: str) -> str:
        return f"{base}<sub>{index}</sub>"

    @staticmethod
    def power(base: str, exponent: str, atom: bool) -> str:
        return f"{base}<sup>{exponent}</sup>"

    @staticmethod
    def root(inside: str) -> str:
        return f"√({inside})"

    @staticmethod
    def over(sign: str, letter: str, last: str | None) -> str:
        return f"{sign}<sub>{_letter(letter)}{'' if last is None else f'=1..{_letter(last)}'}</sub> "


def _letter(words: str) -> str:
    """A single letter is a variable and slants; a word or a number stands upright."""
    return f"<i>{words}</i>" if len(words) == 1 and words.isalpha() else escape_html(words)


Style = type[_Plain] | type[_Markup]


def _write(node: Node, style: Style, display: Display) -> tuple[str, int]:
    kind, parts, _ = node
    match kind:
        case "number":
            (value,) = parts
            if isinstance(value, Fraction) and not display.fractions:
                return display.decimal(value), ATOM if value >= 0 else SUM
            if isinstance(value, Fraction):
                return f"{value.numerator}/{value.denominator}", PRODUCT if value >= 0 else SUM
            return (numbers.given(value) if isinstance(value, float) else str(value)), ATOM if value >= 0 else SUM
        case "decimal":
            return display.decimal(parts[0]), ATOM if parts[0] >= 0 else SUM
        case "name":
            return style.name(*parts), ATOM
        case "+":
            terms = [f"{sign} {_inside(part, style, display, SUM + (sign == '-'))}" for sign, part in signed(parts)]
            return " ".join(terms).removeprefix("+ ").replace("- ", "-", 1 if terms[0][0] == "-" else 0), SUM
        case "-":
            return " - ".join(_inside(part, style, display, SUM + (place > 0)) for place, part in enumerate(parts)), SUM
        case "*":
            return " · ".join(_inside(part, style, display, POWER) for part in parts), PRODUCT
        case "/":
            return f"{_inside(parts[0], style, display, PRODUCT)} / {_inside(parts[1], style, display, POWER)}", PRODUCT
        case "^":
            exponent, strength = _write(parts[1], style, display)
            return style.power(_inside(parts[0], style, display, ATOM), exponent, strength == ATOM), POWER
        case "log":
            base, argument = (_write(part, style, display)[0] for part in parts)
            return f"{style.below('log', base)}({argument})", ATOM
        case "call":
            return f"{style.words(parts[0])}({_write(parts[1], style, display)[0]})", ATOM
        case "√":
            return style.root(_write(parts[0], style, display)[0]), ATOM
        case "min" | "max":
            return f"{kind}({', '.join(_write(part, style, display)[0] for part in parts)})", ATOM
        case "if":
            left, right = (_write(part, style, display)[0] for part in parts[1:])
            return f"[{left} {style.words(parts[0])} {right}]", ATOM
        case "where":
            value, left, right = (_write(part, style, display)[0] for part in (parts[0], *parts[2:]))
            return f"{value} where {left} {style.words(parts[1])} {right}, else undefined", 0
        case "over":
            sign, letter, last, body = parts
            return f"{style.over(sign, letter, last)}{_inside(body, style, display, PRODUCT)}", SUM
        case "equation":
            first, *rest = parts
            return _write(first, style, display)[0] + "".join(
                f" {sign} {_write(part, style, display)[0]}" for sign, part in rest
            ), 0
        case "dots":
            return "…", ATOM
        case "undefined":
            return kind, ATOM
    raise ValueError(f"no text for {kind}")


def _inside(node: Node, style: Style, display: Display, least: int) -> str:
    written, strength = _write(node, style, display)
    return written if strength >= least else f"({written})"
