r"""Expressions as LaTeX: ``\frac{1 + \frac{2}{3} + \frac{3}{5}}{3}``."""

from __future__ import annotations

import re
from fractions import Fraction

from rankteach.notation import numbers
from rankteach.notation.expression import ATOM, POWER, PRODUCT, SUM, Node, signed
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
}
_GREEK = {"ρ": r"\rho", "τ": r"\tau", "−": "-", "≥": r"\ge"}
_MATHEMATICAL = re.compile(f"([{''.join(_GREEK)}])")
_DASHES = re.compile("-(?=-)|(?<=-)-")  # two of them would be one long dash
_ACCENTS = {"\N{COMBINING MACRON}": r"\bar", "\N{COMBINING CIRCUMFLEX ACCENT}": r"\hat"}
_SIGNS = {"≥": r"\ge", "≤": r"\le", "≠": r"\ne", "≈": r"\approx", "∑": r"\sum", "∏": r"\prod", "max": r"\max"}


def escape(words: str) -> str:
    """Text from outside made harmless in LaTeX."""
    return _DASHES.sub("{-}", "".join(_SPECIAL.get(sign, sign) for sign in on_one_line(words)))


def latex(node: Node) -> str:
    """The expression in math mode, without dollar signs."""
    return _write(node)[0]


def symbol(base: str, subscript: str | None = None, argument: str | None = None) -> str:
    """A symbol; words stand upright."""
    star = base.endswith("*")
    base = base.rstrip("*")
    word = upright(base)
    if star:
        word += "^{*}"
    if subscript:
        word += f"_{{{escape(subscript)}}}" if len(subscript) > 1 else f"_{subscript}"
    return word + (f"({escape(argument)})" if argument else "")


def upright(words: str, text: bool = False) -> str:
    """A name in math mode: a letter slants, a word stands upright; ``text`` makes words of a single letter too."""
    if words in _GREEK:
        return _GREEK[words]
    if words[1:] in _ACCENTS:
        return f"{_ACCENTS[words[1:]]}{{{words[0]}}}"
    if (len(words) == 1 and not text) or words.replace("<", "").isalpha() > words.isalpha():  # i<j
        return words
    pieces = [piece for piece in _MATHEMATICAL.split(words) if piece]
    if len(pieces) > 1:  # a mean of τ: what is no word stands between the words
        return "".join(_GREEK.get(piece) or rf"\text{{{escape(piece)}}}" for piece in pieces)
    escaped = escape(words)
    return rf"\{'text' if text or ' ' in words or escaped != words else 'mathrm'}{{{escaped}}}"


def _write(node: Node) -> tuple[str, int]:
    kind, parts, _ = node
    match kind:
        case "number":
            (value,) = parts
            if isinstance(value, Fraction):
                sign = "-" if value < 0 else ""
                return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", SUM if sign else PRODUCT
            return (numbers.given(value) if isinstance(value, float) else str(value)), ATOM if value >= 0 else SUM
        case "decimal":
            return numbers.decimal(parts[0]), ATOM if parts[0] >= 0 else SUM
        case "name":
            return symbol(*parts), ATOM
        case "+":
            terms = [f"{sign} {inside(part, SUM + (sign == '-'))}" for sign, part in signed(parts)]
            return " ".join(terms).removeprefix("+ "), SUM
        case "-":
            return " - ".join(inside(part, SUM + (place > 0)) for place, part in enumerate(parts)), SUM
        case "*":
            return r" \cdot ".join(inside(part, PRODUCT) for part in parts), PRODUCT
        case "/":
            return rf"\frac{{{latex(parts[0])}}}{{{latex(parts[1])}}}", PRODUCT
        case "^":
            return f"{inside(parts[0], ATOM)}^{{{latex(parts[1])}}}", POWER
        case "log":
            return rf"\log_{{{latex(parts[0])}}}({latex(parts[1])})", ATOM
        case "call":
            return rf"{upright(parts[0])}({latex(parts[1])})", ATOM
        case "√":
            return rf"\sqrt{{{latex(parts[0])}}}", ATOM
        case "min" | "max":
            return rf"\{kind}({', '.join(map(latex, parts))})", ATOM
        case "if":
            return f"[{latex(parts[1])} {_SIGNS.get(parts[0], parts[0])} {latex(parts[2])}]", ATOM
        case "where":
            value, left, right = map(latex, (parts[0], *parts[2:]))
            sign = _SIGNS.get(parts[1], parts[1])
            return rf"{value} \text{{ where }} {left} {sign} {right} \text{{, else undefined}}", 0
        case "over":
            sign, letter, last, body = parts
            rows = f"{letter}=1}}^{{{last}" if last is not None else letter.replace("≥", r"\ge")
            return rf"{_SIGNS[sign]}_{{{rows}}} {inside(body, PRODUCT)}", SUM
        case "equation":
            first, *rest = parts
            return latex(first) + "".join(f" {_SIGNS.get(sign, sign)} {latex(part)}" for sign, part in rest), 0
        case "dots":
            return r"\cdots", ATOM
        case "undefined":
            return r"\text{undefined}", ATOM
    raise ValueError(f"no LaTeX for {kind}")


def inside(node: Node, least: int) -> str:
    """The expression as a part of another, in parentheses if it holds together less than it must."""
    written, strength = _write(node)
    return written if strength >= least else f"({written})"
