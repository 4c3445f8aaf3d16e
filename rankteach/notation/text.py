"""Expressions as text: ``(1 + 2/3 + 3/5) / 3``, plain or with HTML subscripts."""

from __future__ import annotations

from rankteach.core.outside import escape_html as escape_html
from rankteach.core.outside import on_one_line as on_one_line
from rankteach.core.outside import quoted as quoted
from rankteach.core.outside import visible as visible
from rankteach.notation.expression import ATOM, POWER, PRODUCT, Node
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.style import Style, Writing, write


def text(node: Node, display: Display = EXACTLY) -> str:
    """The expression on one line of plain text."""
    return write(node, TEXT, Writing(display))[0]


def markup(node: Node) -> str:
    """The expression on one line of HTML: subscripts and nothing else that a cleaned page would lose."""
    return write(node, MARKUP)[0]


def _true(sign: str) -> str:
    """The sign for minus, where it is a hyphen."""
    return sign.replace("-", "−")


def _letter(words: str) -> str:
    """A single letter is a variable, in italics; a word or a number is upright."""
    return f"<i>{words}</i>" if len(words) == 1 and words.isalpha() else escape_html(_true(words))


def _marked_up_name(base: str, subscript: str | None, argument: str | None) -> str:
    base, star = base.rstrip("*"), "<sup>*</sup>" * base.endswith("*")
    below = f"<sub>{_letter(subscript)}</sub>" if subscript else ""
    return _letter(base) + star + below + (f"({_letter(argument)})" if argument else "")


_TEMPLATES = {
    "digits": "%s",
    "fraction": "%s/%s",
    "minus": "−",
    "leading minus": "−",
    "comma": ", ",
    "/": "%s / %s",
    "^": "%s^%s",
    "divisor": "÷ %s",
    "log": "log%s(%s)",
    "√": "√(%s)",
    "if": "[%s%s%s]",
    "where": "%s where %s%s%s, else undefined",
    "dots": "…",
    "undefined": "undefined",
}
TEXT = Style(
    _TEMPLATES,
    operator=lambda sign: f" {_true(sign)} ",
    words=str,
    name=lambda base, subscript, argument: (
        base + (f"_{_true(subscript)}" if subscript else "") + (f"({_true(argument)})" if argument else "")
    ),
    over=lambda sign, letter, last: f"{sign}({letter}{'' if last is None else f'=1..{_true(last)}'}) ",
    precedence={"/": (PRODUCT, POWER), "^": (ATOM, ATOM), "*": (POWER,)},
)
MARKUP = Style(
    {**_TEMPLATES, "^": "%s<sup>%s</sup>", "log": "log<sub>%s</sub>(%s)"},
    operator=lambda sign: f" {escape_html(_true(sign))} ",
    words=escape_html,
    name=_marked_up_name,
    over=lambda sign, letter, last: (
        f"{sign}<sub>{_letter(letter)}{'' if last is None else f'=1..{_letter(last)}'}</sub> "
    ),
    precedence={"/": (PRODUCT, POWER), "^": (ATOM, 0), "*": (POWER,)},
)
