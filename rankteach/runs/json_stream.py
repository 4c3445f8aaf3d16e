"""The entries of a JSON object or list, one by one: memory holds one entry, not the file."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from io import BufferedReader
from typing import Any, NoReturn

from rankteach.runs.lines import BLOCK, LONGEST
from rankteach.runs.rows import PlacedError
from rankteach.runs.values import shown
from rankteach.tracing.saved import decoder

LARGEST = 1 << 24  # letters of one entry, which is all that a query has: some 400,000 items
_NEAR = 16  # a text that is cut off is wrong at its end, or a little before
_blanks = re.compile(r"[ \t\n\r]*").match


class Pieces:
    """A JSON file that holds an object or a list, as ``opening`` says: ``{`` or ``[``.

    ``line`` is the line in which the last entry read begins.
    """

    def __init__(self, file: BufferedReader[Any], path: str) -> None:
        self.file, self.path = file, path
        self.text, self.at, self.line, self._counted = "", 0, 1, 0
        self.ended = False
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self.opening = self._next()

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        """Every entry: its key, or ``None`` in a list, and its value."""
        closing = {"{": "}", "[": "]"}[self.opening]
        self.at += 1
        separator = self._next()
        while separator != closing:
            key = None
            if closing == "}":
                key = self._value()
                if not isinstance(key, str) or self._next() != ":":
                    raise self._wrong("a name in quotes and a colon must be here")
                self.at += 1
            yield key, self._value()
            separator = self._next()
            if separator not in (",", closing):
                raise self._wrong(f"',' or '{closing}' must be here")
            self.at += separator == ","
        self.at += 1
        if self._next():
            raise self._wrong("the file must end here")

    def _next(self) -> str:
        """The next letter that is not a blank; an empty text at the end."""
        self._pass_blanks()
        while self.at == len(self.text) and not self.ended:
            self._read()
            self._pass_blanks()
        return self.text[self.at : self.at + 1]

    def _pass_blanks(self) -> None:
        self.at = _blanks(self.text, self.at).end()  # type: ignore[union-attr]

    def _value(self) -> Any:
        self._next()
        self._count_lines()
        while True:
            try:
                value, end = parsed(self.text, self.at)
                if end < len(self.text) or self.ended:  # else a number may go on
                    self.at = end
                    return value
            except json.JSONDecodeError as error:
                near = LONGEST if error.msg.startswith("Unterminated string") else _NEAR
                if self.ended or error.pos < len(self.text) - near:
                    self.at = error.pos
                    raise self._wrong(error.msg) from None
            except ValueError as error:
                raise PlacedError(f"{self.path}:{self.line}: {error}") from None
            if len(self.text) - self.at > LARGEST:
                raise self._wrong(f"an entry must be one query's, of at most {LARGEST:,} letters")
            self._read()

    def _read(self) -> None:
        """Drop what was read and read more: twice as much each time, so that no entry is tried often."""
        block = self.file.read(max(BLOCK, len(self.text) - self.at))
        self.ended = not block
        self._count_lines()
        try:
            self.text = self.text[self.at :] + self._decode(block, self.ended)
        except UnicodeDecodeError as error:
            line = self.line + self.text.count("\n", self.at) + error.object.count(b"\n", 0, error.start)
            byte = f"byte 0x{error.object[error.start]:02x}"
            raise PlacedError(
                f"{self.path}:{line}: the file must be UTF-8, but has {byte}. Save it as UTF-8."
            ) from None
        self.at = self._counted = 0

    def _count_lines(self) -> None:
        self.line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at

    def _wrong(self, message: str) -> PlacedError:
        self._count_lines()
        return PlacedError(f"{self.path}:{self.line}: {no_json(self.text, self.at, message)}")


def parsed(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at a place of a text, and where it ends."""
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        raise ValueError("the JSON must not be nested so deeply: a query has items, and an item has a number") from None


def no_json(text: str, at: int, message: str) -> str:
    """The message for a text that is not JSON from some place on."""
    beginning = text.rfind("\n", 0, at) + 1
    return f"{shown(text[max(beginning, at - 20) : at + 40])} is not JSON: {message}"


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for place, name in enumerate(names) if name in names[:place])
        raise ValueError(f"each name must be in an object once, but {shown(repeated)} is there twice")
    return values


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"a score or a grade must be a finite number, not {constant}")


_DECODER = decoder(parse_constant=_no_number, object_pairs_hook=_each_once)
