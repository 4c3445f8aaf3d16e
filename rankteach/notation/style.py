"""The one walk over an expression that every notation shares; a notation is a ``Style``, a table of templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rankteach.notation import numbers
from rankteach.notation.expression import ATOM, POWER, PRODUCT, SUM, CellOrigin, Node, signed_terms
from rankteach.notation.numbers import EXACTLY, Display

_PRECEDENCE = {"/": PRODUCT, "^": POWER, "where": 0}  # of the kinds that have a template; else that of an atom


class Style(NamedTuple):
    """How one notation writes expressions.

    ``templates`` has a format for each kind of node, and for what surrounds parts: the comma between arguments, the
    minus before a number. ``operator``, ``words``, ``name`` and ``over`` write a sign between two parts, a word, a
    symbol (base, subscript, argument), and a sign over rows (sign, letter, last row). ``precedence`` says for the parts
    of a kind which precedence they must have to go without ``brackets``.
    """

    templates: Mapping[str, str]
    operator: Callable[[str], str]
    words: Callable[[str], str]
    name: Callable[[str, str | None, str | None], str]
    over: Callable[[str, str, str | None], str]
    precedence: Mapping[str, tuple[int, ...]]
    brackets: Callable[[str], str] = "({})".format


class Writing(NamedTuple):
    """How expressions are written: with which digits, and what marks the parts that come from a cell."""

    display: Display = EXACTLY
    mark: Callable[[CellOrigin], str] | None = None


PLAINLY = Writing()


def write(node: Node, style: Style, how: Writing = PLAINLY) -> tuple[str, int]:
    """The expression, and its precedence."""
    written, precedence = _written(node, style, how)
    if how.mark and node.origin.column is not None and (mark := how.mark(node.origin)):
        written = style.templates["mark"] % (mark, written)
    return written, precedence


def parenthesised(node: Node, least: int, style: Style, how: Writing = PLAINLY) -> str:
    """The expression as a part of another one: in brackets, unless its precedence is high enough."""
    written, precedence = write(node, style, how)
    return written if precedence >= least else style.brackets(written)


def _written(node: Node, style: Style, how: Writing) -> tuple[str, int]:
    kind, parts, _ = node
    if kind == "number" or kind == "decimal":
        return _number(kind, parts[0], style, how.display)
    if kind == "name":
        return style.name(*parts), ATOM
    templates, operator = style.templates, style.operator

    def part(one: Node, least: int = 0) -> str:
        return parenthesised(one, least, style, how)

    match kind:
        case "+":
            (sign, first), *rest = [(sign, part(one, SUM + (sign == "-"))) for sign, one in signed_terms(parts)]
            lead = templates["leading minus"] * (sign == "-")
            return lead + first + "".join(operator(sign) + one for sign, one in rest), SUM
        case "-":
            return operator("-").join(part(one, SUM + (place > 0)) for place, one in enumerate(parts)), SUM
        case "*":
            return operator("·").join(part(one, style.precedence["*"][0]) for one in parts), PRODUCT
        case "call":
            called, *arguments = parts
            return style.words(called) + style.brackets(templates["comma"].join(map(part, arguments))), ATOM
        case "over":
            *rows, body = parts
            return style.over(*rows) + part(body, PRODUCT), SUM
        case "equation":
            left, *sides = parts
            return part(left) + "".join(operator(sign) + part(side) for sign, side in sides), 0
    least = style.precedence.get(kind) or (0,) * len(parts)
    written = [part(one, least[place]) if type(one) is Node else operator(one) for place, one in enumerate(parts)]
    return templates[kind] % tuple(written), _PRECEDENCE.get(kind, ATOM)


def _number(kind: str, value: Any, style: Style, display: Display) -> tuple[str, int]:
    templates = style.templates
    negative = (value.numerator if type(value) is Fraction else value) < 0  # a fraction is slow to compare
    if negative:
        value = -value
    if type(value) is Fraction and kind == "number" and display.fractions and numbers.can_be_written(value):
        written, precedence = templates["fraction"] % (value.numerator, value.denominator), PRODUCT
    else:
        digits = numbers.given(value) if type(value) is float and kind == "number" else display.decimal(value)
        written, precedence = templates["digits"] % digits, ATOM
    return (templates["minus"] + written, SUM) if negative else (written, precedence)
