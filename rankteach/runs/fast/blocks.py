"""A TREC run in blocks of whole queries: where the fields of its lines are, found without a loop over lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple

import numpy as np

from rankteach.runs.fast.text import MARGIN, Fields, Text
from rankteach.runs.lines import LONGEST
from rankteach.runs.trec import RUN_FIELDS

BLOCK = 1 << 19  # bytes read at a time: a block and the arrays made of it stay in the processor's cache
QUERY, ITEM, RANK, SCORE, TAG = 0, 2, 3, 4, 5  # which fields of a line are wanted
_NEWLINE, _COMMENT = b"\n#"  # as numbers


class Irregular(Exception):
    """The file is not as a run should be: the simple reader says what is wrong, and where."""

    def __init__(self, query: str | None = None) -> None:
        super().__init__(query)
        self.query = query  # the one that has an item twice, if this is what is wrong


class Block(NamedTuple):
    """Lines of a run, in which those of a query stand together."""

    names: list[bytes]  # the queries
    heads: np.ndarray  # the first line of each query
    counts: np.ndarray  # how many lines each query has
    items: Fields
    scores: Fields
    text: Text
    bounds: np.ndarray  # of the fields of every line

    def query_of(self, lines: np.ndarray) -> np.ndarray:
        """Which query of the block each line belongs to."""
        return np.searchsorted(self.heads, lines, side="right") - 1

    @classmethod
    def of(cls, text: Text, bounds: np.ndarray, all_queries: bool = True) -> Block:
        """The lines with these bounds; or those before the last query, which may go on behind them."""
        queries = column(text, bounds, QUERY)
        heads = queries.heads()
        if not all_queries:
            heads = heads[:-1]
            bounds = bounds[: heads[-1]]
        names = [queries.name(head) for head in heads[:-1].tolist()]
        items, scores = column(text, bounds, ITEM), column(text, bounds, SCORE)
        return cls(names, heads[:-1], np.diff(heads), items, scores, text, bounds)


def column(text: Text, bounds: np.ndarray, field: int, lines: np.ndarray | slice = slice(None)) -> Fields:
    """One field of every line, or of some."""
    starts = bounds[lines, 2 * field] + 1
    return Fields(text, starts, bounds[lines, 2 * field + 1] + 1 - starts)


def whole_queries(lines: WholeLines) -> Iterator[Block]:
    """A run in blocks of whole queries; the text grows where one query alone needs more than a block.

    A block is good until the next one is asked for: all of them use the same text.
    """
    while not lines.ended:
        bounds = lines.more()
        rest = lines.stop
        if len(bounds):
            block = Block.of(lines.text, bounds, all_queries=lines.ended)
            if block.names:
                yield block
            if not lines.ended:
                rest = int(bounds[len(block.items.starts), 0]) + 1
        lines.drop_before(rest)


class WholeLines:
    """The lines of a file, in one text that is filled again and again."""

    def __init__(self, file: IO[bytes], size: int = BLOCK, fields: int = RUN_FIELDS) -> None:
        self.file, self.fields = file, fields
        self.text = Text(size)
        self.stop = MARGIN  # behind the last whole line
        self.end = MARGIN  # behind all that has been read
        self.ended = False  # the file has no more
        self.tidied = False  # there were odd lines
        self.comments = 0

    def fill(self) -> None:
        """Read on until the text is full; then its lines are whole from ``MARGIN`` to ``stop``."""
        room = memoryview(self.text.data)[: MARGIN + self.text.size]
        while self.end < len(room) and (count := self.file.readinto(room[self.end :])):  # type: ignore[attr-defined]
            self.end += count
        self.ended = self.end < len(room)
        if self.ended and self.end > MARGIN and self.text.data[self.end - 1] != _NEWLINE:
            self.text.data[self.end] = _NEWLINE
            self.end += 1
        self.stop = max(self.text.data.rfind(b"\n", MARGIN, self.end) + 1, MARGIN)
        if self.end - self.stop > LONGEST:
            raise Irregular

    def more(self) -> np.ndarray:
        """Read on; for each whole line, the bytes before which its fields start and end."""
        self.fill()
        bounds = bounds_of_fields(self.text, self.stop, self.fields)
        if bounds is None:
            self._tidy()
            self.tidied = True
            bounds = bounds_of_fields(self.text, self.stop, self.fields)
        if bounds is None:
            raise Irregular
        return bounds

    def drop_before(self, position: int) -> None:
        """What lies before a position makes room for what follows in the file."""
        kept = memoryview(self.text.data)[position : self.end]
        if len(kept) > self.text.size // 2:
            self.text = Text(2 * self.text.size)
        self.end = MARGIN + len(kept)
        memoryview(self.text.data)[MARGIN : self.end] = kept

    def _tidy(self) -> None:
        """Write the whole lines anew, without comments and blank lines: the slow way for the few odd places."""
        text = bytearray()
        for line in self.text.data[MARGIN : self.stop].split(b"\n"):
            fields = line.split()
            if len(line) > LONGEST:
                raise Irregular
            if fields and fields[0].startswith(b"#"):
                self.comments += 1
            elif fields:
                if len(fields) != self.fields:
                    raise Irregular
                text += b" ".join(fields) + b"\n"
        rest = self.text.data[self.stop : self.end]
        self.stop = MARGIN + len(text)
        self.end = self.stop + len(rest)
        self.text.data[MARGIN : self.end] = text + rest


def bounds_of_fields(text: Text, stop: int, fields: int = RUN_FIELDS) -> np.ndarray | None:
    """A row for every line, with the byte before the start and before the end of each field; None if a line is odd.

    Where white space and other text meet, a field starts or ends. So lines are regular when there are twelve such
    places in each (of six fields), and one newline between the last field of a line and the first of the next.
    """
    data = text.bytes[:stop]
    if not data.min():
        raise Irregular  # a NUL byte is no text
    if data.max() > 127:
        try:
            str(memoryview(text.data)[MARGIN:stop], "utf-8")
        except UnicodeDecodeError:
            raise Irregular from None
    white = data - np.uint8(9) < 5  # \t \n \v \f \r: what is below 9 wraps around to large numbers
    white |= data == 32
    bounds: np.ndarray = np.flatnonzero(white[1:] != white[:-1])
    if bounds.size % (2 * fields):
        return None
    bounds = bounds.reshape(-1, 2 * fields)
    newlines = data[MARGIN:] == _NEWLINE
    before = bounds[:, 0]
    if np.count_nonzero(newlines) != len(bounds) or (data[before + 1] == _COMMENT).any():
        return None
    if (data[before] != _NEWLINE).any() or stop > LONGEST:  # blanks before a line, or perhaps a very long line
        ends = MARGIN + np.flatnonzero(newlines)
        if np.diff(ends, prepend=MARGIN - 1).max() > LONGEST + 1:
            raise Irregular
        if (ends <= bounds[:, -1]).any() or (ends[:-1] > before[1:]).any():
            return None
    return bounds
