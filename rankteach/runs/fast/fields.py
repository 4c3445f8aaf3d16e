"""Text as numpy sees it: bytes, words of eight bytes that begin anywhere, and fields made of such words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.runs.positions import ends

MARGIN = 32  # white space around a text: a word may begin before its first byte or reach past its last one
WORD = 8
# Masks that keep the first 0, 1, ... 8 bytes of a word. The first byte is the lowest: words are little-endian.
FIRST = np.array([(1 << 8 * kept) - 1 for kept in range(WORD + 1)], dtype=np.uint64)
_GOLDEN = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio: multiplying by it spreads bits upwards


class Irregular(ValueError):
    """Something is not as it should be: the simple reader says what is wrong, and where."""


class Text:
    """Room for ``size`` bytes of text, from position ``MARGIN`` on."""

    def __init__(self, size: int) -> None:
        self.data = bytearray(b"\n") * (MARGIN + size + MARGIN)
        self.bytes = np.frombuffer(self.data, dtype=np.uint8)
        # One word begins at every byte: neighbouring words share seven bytes, and nothing is copied.
        self.words = np.ndarray(len(self.data) - WORD + 1, dtype="<u8", buffer=self.data, strides=(1,))

    @property
    def size(self) -> int:
        """How many bytes of text have room."""
        return len(self.data) - 2 * MARGIN


class Fields(NamedTuple):
    """One field of every line: where in the text it starts, and how many bytes it has."""

    text: Text
    starts: np.ndarray
    lengths: np.ndarray

    @property
    def longest(self) -> int:
        """The length of the longest field."""
        return int(self.lengths.max(initial=0))

    def name(self, row: int) -> bytes:
        """One field as bytes."""
        start = int(self.starts[row])
        return bytes(self.text.data[start : start + int(self.lengths[row])])

    def names(self, errors: str = "strict") -> list[str]:
        """All fields as text."""
        ends = (self.starts + self.lengths).tolist()
        pairs = zip(self.starts.tolist(), ends, strict=True)
        return [self.text.data[start:end].decode(errors=errors) for start, end in pairs]

    def take(self, rows: np.ndarray) -> Fields:
        """Some of the fields."""
        return Fields(self.text, self.starts[rows], self.lengths[rows])

    def word(self, offset: int, rows: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Eight bytes of each field from ``offset`` on; bytes past its end are zeros."""
        starts = self.starts[rows]
        if offset:
            starts = np.minimum(starts + offset, len(self.text.words) - 1)
        words: np.ndarray = self.text.words[starts]
        return words & FIRST.take(self.lengths[rows] - offset, mode="clip")

    def hashed(self, seeds: np.ndarray) -> np.ndarray:
        """64 bits for every field, made of all its bytes and of a seed; different fields seldom have the same."""
        keys: np.ndarray = mixed(seeds ^ self.word(0))
        for offset in range(WORD, self.longest, WORD):
            rows = np.flatnonzero(self.lengths > offset)
            keys[rows] = mixed(keys[rows] ^ self.word(offset, rows))
        return keys

    def heads(self) -> np.ndarray:
        """The lines whose field differs from that of the line before, and the number of lines."""
        differs = self.lengths[1:] != self.lengths[:-1]
        for offset in range(0, self.longest, WORD):
            words = self.word(offset)
            differs |= words[1:] != words[:-1]
        return np.concatenate([[0], np.flatnonzero(differs) + 1, [len(self.starts)]])

    def sort_tied(self, order: np.ndarray, tied: np.ndarray, descending: bool = False) -> None:
        """Sort the tied lines of an order by this field; ``tied`` says which lines tie with the line before.

        Eight bytes are compared at a time: lines that differ in them tie no longer, the others go on.
        """
        first = np.concatenate([[True], ~tied])  # whether a line is the first of its tie
        for offset in range(0, self.longest, WORD):
            places = np.flatnonzero(~(first & np.append(first[1:], True)))  # in a tie of two or more
            if not places.size:
                return
            word = self.word(offset, order[places]).byteswap()  # the first byte counts most
            if descending:
                word = ~word
            inner = np.lexsort((word, np.cumsum(first)[places]))
            order[places] = order[places][inner]
            word = word[inner]
            first[places[1:]] |= word[1:] != word[:-1]

    def equal(self, rows: np.ndarray, other: Fields, others: np.ndarray) -> np.ndarray:
        """Byte for byte, whether the fields in ``rows`` are those of another text in ``others``."""
        same: np.ndarray = self.lengths[rows] == other.lengths[others]
        for offset in range(0, int(self.lengths[rows].max(initial=0)), WORD):
            same &= self.word(offset, rows) == other.word(offset, others)
        return same


def mixed(keys: np.ndarray) -> np.ndarray:
    """Every bit of a key spread over all bits; no two keys become the same."""
    keys = keys * _GOLDEN
    keys ^= keys >> 32
    return keys


def seeds(numbers: np.ndarray) -> np.ndarray:
    """A seed for each number, so that the same item has another key in every query."""
    return mixed(numbers.astype(np.uint64) + 1)


class Texts(NamedTuple):
    """A column of texts, one after the other."""

    data: Any  # their bytes
    bounds: np.ndarray  # where each one begins, and where the last one ends

    @classmethod
    def of(cls, names: Sequence[str]) -> Texts:
        """A column of these names."""
        data, counts = as_bytes("".join(names)), np.fromiter(map(len, names), np.intp, len(names))
        if counts.sum() != len(data):
            counts = np.array([len(as_bytes(name)) for name in names])
        return cls(data, ends(counts))

    def fields(self, start: int = 0, stop: int | None = None) -> Fields:
        """The texts from ``start`` to before ``stop``."""
        bounds = self.bounds[start : None if stop is None else stop + 1]
        first, last = bounds[[0, -1]].tolist()
        text = Text(last - first)
        text.data[MARGIN : MARGIN + last - first] = self.data[first:last]
        return Fields(text, bounds[:-1] - first + MARGIN, np.diff(bounds))


def as_bytes(name: str) -> bytes:
    """A name as a file has it."""
    return name.encode(errors="backslashreplace")
