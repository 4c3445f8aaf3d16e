"""Text from outside, such as the names of items: made harmless wherever it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")  # all but the end of a line
# characters that reorder or hide what is next to them: bidi, zero width, tags; joiners have a place in other scripts
_HIDDEN = re.compile(
    r"[\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    r"|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
)
_SIGNS = {chr(code): chr(0x2400 + code) for code in range(0x20)} | {"\x7f": "\u2421"}


def escape_html(words: str) -> str:
    """Text from outside made harmless in HTML and MathML; control characters are signs."""
    from html import escape

    return escape(visible(words))


def on_one_line(words: str) -> str:
    """Text from outside without line breaks, and with other control characters as signs."""
    return visible(_BREAKS.sub(" ", words))


def quoted(name: str, always: bool = False) -> str:
    """A name in a sentence: on one line, and between quotes if it has several words.

    >>> quoted("d3"), quoted("Brass bell")
    ('d3', '"Brass bell"')
    >>> print(quoted('Dumb "bell"'))
    “Dumb "bell"”
    """
    name = on_one_line(name)
    opening, closing = "“”" if '"' in name else '""'
    return f"{opening}{name}{closing}" if always or " " in name else name


def names_of_pairs(names: Iterable[str]) -> list[str]:
    """Names of which two are going to have a comma between them: all between quotes if one has a comma itself.

    >>> names_of_pairs(["Soup", "Fish and chips"]), names_of_pairs(["Soup", "Salt, pepper"])
    (['Soup', 'Fish and chips'], ['"Soup"', '"Salt, pepper"'])
    """
    names = list(map(on_one_line, names))
    return [quoted(name, always=True) for name in names] if any("," in name for name in names) else names


def visible(words: str) -> str:
    r"""Text in which control characters are signs, and characters that hide or reorder others are code points.

    Nothing in it moves the cursor or clears the screen.

    >>> print(visible("\x1b[2J and a line\nbelow it"))
    ␛[2J and a line
    below it
    >>> visible("a\u202eb")
    'a[U+202E]b'
    """
    if not words.isascii():
        words = _HIDDEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", words)
    return _CONTROL.sub(lambda match: _SIGNS.get(match[0], "\N{REPLACEMENT CHARACTER}"), words)


def escape(words: str) -> str:
    """Text from outside made harmless in HTML, and kept out of the reach of a page's TeX renderer."""
    escaped = escape_html(words)
    for sign in ("$", "\\"):
        escaped = escaped.replace(sign, f"<span>{sign}</span>") if sign in escaped else escaped
    return escaped
