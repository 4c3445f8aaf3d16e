r"""Expressions as LaTeX: ``\frac{1 + \frac{2}{3} + \frac{3}{5}}{3}``."""

from __future__ import annotations

import re

from rankteach.notation.expression import ATOM, PRODUCT, Node
from rankteach.notation.style import Style, write
from rankteach.notation.text import on_one_line

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "~": r"\textasciitilde{}",
    **{sign: "\\" + sign for sign in "&%$#_"},
    **dict.fromkeys([*map(chr, range(0x2400, 0x2422)), "\N{REPLACEMENT CHARACTER}"], "?"),  # control characters
}
_GREEK = {"α": r"\alpha", "ρ": r"\rho", "τ": r"\tau", "−": "-", "≥": r"\ge", "√": r"\surd"}
_MATHEMATICAL = re.compile(f"([{''.join(_GREEK)}])")
_DASHES = re.compile("-(?=-)|(?<=-)-")  # two of them would be one long dash
_ACCENTS = {"\N{COMBINING MACRON}": r"\bar", "\N{COMBINING CIRCUMFLEX ACCENT}": r"\hat"}
_SIGNS = {
    "≥": r"\ge",
    "≤": r"\le",
    "≠": r"\ne",
    "≈": r"\approx",
    "·": r"\cdot",
    "∑": r"\sum",
    "∏": r"\prod",
    "max": r"\max",
}
_FUNCTIONS = {"min": r"\min", "max": r"\max"}


def escape_latex(words: str) -> str:
    """Text from outside made harmless in LaTeX."""
    return _DASHES.sub("{-}", "".join(_SPECIAL.get(sign, sign) for sign in on_one_line(words)))


def latex(node: Node) -> str:
    """The expression in math mode, without dollar signs."""
    return write(node, LATEX)[0]


def symbol(base: str, subscript: str | None = None, argument: str | None = None) -> str:
    """A symbol; words are upright."""
    star = base.endswith("*")
    base = base.rstrip("*")
    word = upright(base)
    if star:
        word += "^{*}"
    if subscript:
        word += f"_{{{escape_latex(subscript)}}}" if len(subscript) > 1 else f"_{subscript}"
    return word + (f"({escape_latex(argument)})" if argument else "")


def upright(words: str, text: bool = False) -> str:
    """A name in math mode: a letter slants, a word is upright; ``text`` makes words of a single letter too."""
    if words in _GREEK:
        return _GREEK[words]
    if words[1:] in _ACCENTS:
        return f"{_ACCENTS[words[1:]]}{{{words[0]}}}"
    if (len(words) == 1 and not text) or words.replace("<", "").isalpha() > words.isalpha():  # i<j
        return words
    pieces = [piece for piece in _MATHEMATICAL.split(words) if piece]
    if len(pieces) > 1:  # a mean of τ: a sign between words
        return "".join(_GREEK.get(piece) or rf"\text{{{escape_latex(piece)}}}" for piece in pieces)
    escaped = escape_latex(words)
    return rf"\{'text' if text or ' ' in words or escaped != words else 'mathrm'}{{{escaped}}}"


def _over(sign: str, letter: str, last: str | None) -> str:
    rows = letter.replace("≥", r"\ge") if last is None else f"{letter}=1}}^{{{last}"
    return rf"{_SIGNS[sign]}_{{{rows}}} "


LATEX = Style(
    {
        "digits": "%s",
        "fraction": r"\frac{%s}{%s}",
        "minus": "-",
        "leading minus": "- ",
        "comma": ", ",
        "/": r"\frac{%s}{%s}",
        "^": "%s^{%s}",
        "divisor": r"\div %s",
        "log": r"\log_{%s}(%s)",
        "√": r"\sqrt{%s}",
        "if": "[%s%s%s]",
        "where": r"%s \text{ where } %s%s%s \text{, else undefined}",
        "dots": r"\cdots",
        "undefined": r"\text{undefined}",
    },
    operator=lambda sign: f" {_SIGNS.get(sign, sign)} ",
    words=lambda words: _FUNCTIONS.get(words) or upright(words),
    name=symbol,
    over=_over,
    precedence={"^": (ATOM, 0), "*": (PRODUCT,)},
)
