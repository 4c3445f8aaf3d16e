"""Text from outside, such as the names of items: made harmless wherever it is shown."""

from __future__ import annotations

import re

_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")  # all but the end of a line
_SIGNS = {chr(code): chr(0x2400 + code) for code in range(0x20)} | {"\x7f": "\u2421"}


def escape_html(words: str) -> str:
    """Text from outside made harmless in HTML and MathML; control characters are signs."""
    from html import escape

    return escape(visible(words))


def on_one_line(words: str) -> str:
    """Text from outside without line breaks, and with other control characters as signs."""
    return visible(_BREAKS.sub(" ", words))


def quoted(name: str) -> str:
    """A name in a sentence: on one line, and between quotes if it has several words.

    >>> quoted("d3"), quoted("Brass bell")
    ('d3', '"Brass bell"')
    >>> print(quoted('Dumb "bell"'))
    “Dumb "bell"”
    """
    name = on_one_line(name)
    opening, closing = "“”" if '"' in name else '""'
    return f"{opening}{name}{closing}" if " " in name.strip() else name


def visible(words: str) -> str:
    r"""Text in which control characters are signs: nothing in it moves the cursor or clears the screen.

    >>> print(visible("\x1b[2J and a line\nbelow it"))
    ␛[2J and a line
    below it
    """
    return _CONTROL.sub(lambda match: _SIGNS.get(match[0], "\N{REPLACEMENT CHARACTER}"), words)


def escape(words: str) -> str:
    """Text from outside made harmless in HTML, and kept out of the reach of a page's TeX renderer."""
    escaped = escape_html(words)
    for sign in ("$", "\\"):
        escaped = escaped.replace(sign, f"<span>{sign}</span>") if sign in escaped else escaped
    return escaped
