"""Expressions as MathML, for live surfaces: browsers draw it without any script."""

from __future__ import annotations

import re
from functools import lru_cache

from rankteach.notation.expression import ATOM, PRODUCT, Node
from rankteach.notation.style import PLAINLY, Style, Writing, write
from rankteach.notation.text import escape_html

_SIGNS_OF_INDEX = re.compile(r"\d+|[A-Z]+|[^\W\d_]{3,}|\S")
_TALL = re.compile("<mfrac|<munder|<msqrt")
NO_BREAK = "\N{NO-BREAK SPACE}"  # a browser drops any other space at the ends of words


def mathml(node: Node, how: Writing = PLAINLY) -> str:
    """The expression as a ``<math>`` element."""
    return f'<math display="inline">{row(node, how)}</math>'


def row(node: Node, how: Writing = PLAINLY) -> str:
    """The expression as the inside of a ``<math>`` element."""
    return write(node, MATHML, how)[0]


@lru_cache(maxsize=64)
def _mo(sign: str) -> str:
    sign = sign.replace("-", "−")
    return f'<mo stretchy="false">{escape_html(sign)}</mo>'


def _parentheses(inside: str) -> str:
    """As high as what they hold; stretched ones are wider, so those around letters and digits are not."""
    left, right = ("<mo>(</mo>", "<mo>)</mo>") if _TALL.search(inside) else (_mo("("), _mo(")"))
    return f"<mrow>{left}{inside}{right}</mrow>"


def _mtext(words: str) -> str:
    return f"<mtext>{words.replace(' ', NO_BREAK)}</mtext>"


def _over(sign: str, letter: str, last: str | None) -> str:
    if last is None:
        return f"<munder><mo>{sign}</mo>{_index(letter)}</munder>"
    below = f"<mrow><mi>{letter}</mi><mo>=</mo><mn>1</mn></mrow>"
    return f"<munderover><mo>{sign}</mo>{below}{_index(last)}</munderover>"


def _index(index: str) -> str:
    """An index such as ``ij`` or ``t-1``, sign by sign: letters slant, a word such as ``max`` is upright."""
    signs = _SIGNS_OF_INDEX.findall(index)
    written = [
        f"<mn>{one}</mn>" if one.isdigit() else f"<mi>{escape_html(one)}</mi>" if one.isalpha() else _mo(one)
        for one in signs
    ]
    return written[0] if len(written) == 1 else f"<mrow>{''.join(written)}</mrow>"


@lru_cache(maxsize=1024)
def _symbol(base: str, subscript: str | None, argument: str | None) -> str:
    star = base.endswith("*")
    written = f"<mi>{escape_html(base.rstrip('*'))}</mi>"
    if star and subscript:
        written = f"<msubsup>{written}{_index(subscript)}<mo>*</mo></msubsup>"
    elif subscript:
        written = f"<msub>{written}{_index(subscript)}</msub>"
    return written + (_parentheses(_index(argument)) if argument else "")


MATHML = Style(
    {
        "digits": "<mn>%s</mn>",
        "fraction": "<mfrac><mn>%s</mn><mn>%s</mn></mfrac>",
        "minus": _mo("-"),
        "leading minus": _mo("-"),
        "comma": _mo(","),
        "mark": '<mrow data-from="%s">%s</mrow>',
        "/": "<mfrac><mrow>%s</mrow><mrow>%s</mrow></mfrac>",
        "^": "<msup><mrow>%s</mrow><mrow>%s</mrow></msup>",
        "divisor": f"{_mo('÷')}%s",
        "log": f"<msub><mi>log</mi><mrow>%s</mrow></msub>{_parentheses('%s')}",
        "√": "<msqrt>%s</msqrt>",
        "if": f"{_mo('[')}%s%s%s{_mo(']')}",
        "where": f"%s{_mtext(' where ')}%s%s%s{_mtext(', else undefined')}",
        "dots": _mo("⋯"),
        "undefined": _mtext("undefined"),
    },
    operator=_mo,
    words=lambda words: f"<mi>{escape_html(words)}</mi>",
    name=_symbol,
    over=_over,
    precedence={"^": (ATOM, 0), "*": (PRODUCT,)},
    brackets=_parentheses,
)
