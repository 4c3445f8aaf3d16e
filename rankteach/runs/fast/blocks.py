"""A TREC file in blocks of lines, and a run in blocks of whole queries.

The file passes through one text that is filled again and again, so memory holds a block and not the file. Nothing loops
over lines: numpy finds the fields of all lines of a block at once. Where the lines of a query are not together, they
are gathered first: each query belongs to one of many parts, the lines go part by part to a temporary file, and each
part is then read and sorted by query.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, NamedTuple

import numpy as np

from rankteach.runs.fast.digits import numbers, whole_numbers
from rankteach.runs.fast.fields import FIRST, MARGIN, WORD, Fields, Irregular, Text
from rankteach.runs.lines import LONGEST, comments_noted
from rankteach.runs.trec import RUN_FIELDS, first_tags, has_more, oddities

BLOCK = 1 << 19  # bytes read at a time: a block and the arrays made of it stay in the processor's cache
QUERY, ITEM, RANK, SCORE, TAG = 0, 2, 3, 4, 5  # which fields of a line are read
_NEWLINE, _COMMENT = b"\n#"  # as numbers
_PART = 4  # blocks that a part of a scattered run should have
_UNPACKED = 6  # how many times larger a run is than its compressed file
_LINE_END = int.from_bytes(b"       \n", "little")


class WholeLines:
    """The lines of a file, block by block in one text, and what is odd about them."""

    def __init__(self, file: IO[bytes], size: int = BLOCK, fields: int = RUN_FIELDS) -> None:
        self.file, self.fields = file, fields
        self.text = Text(size)
        self.stop = MARGIN  # behind the last whole line
        self.end = MARGIN  # behind all that has been read
        self.rest = MARGIN  # where the lines begin that come again in the next block
        self.ended = False  # the file has no more
        self.tidied = False  # there were odd lines
        self.comments = self.misplaced = self.longer = 0
        self.tags: list[bytes] = []

    def __iter__(self) -> Iterator[np.ndarray]:
        """The bounds of each block's fields, as ``bounds_of_fields`` has them; good until the next block is read."""
        for _ in self.blocks():
            bounds = bounds_of_fields(self.text, self.stop, self.fields)
            if bounds is None:
                self._tidy()
                bounds = bounds_of_fields(self.text, self.stop, self.fields)
            if bounds is None:
                raise Irregular
            yield bounds

    def blocks(self) -> Iterator[None]:
        """Fill the text with whole lines from ``MARGIN`` to ``stop``, again and again until the file ends."""
        while not self.ended:
            self._fill()
            self.rest = self.stop
            yield
            kept = memoryview(self.text.data)[self.rest : self.end]
            if len(kept) > self.text.size // 2:
                self.text = Text(2 * self.text.size)
            self.end = MARGIN + len(kept)
            memoryview(self.text.data)[MARGIN : self.end] = kept

    def _fill(self) -> None:
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

    def _tidy(self) -> None:
        """Write the whole lines anew, without comments and blank lines: the slow way for the few odd places."""
        self.tidied = True
        text = bytearray()
        for line in self.text.data[MARGIN : self.stop].split(b"\n"):
            fields = line.split()
            if len(line) > LONGEST:
                raise Irregular
            if fields and fields[0].startswith(b"#"):
                self.comments += 1
            elif fields:
                if len(fields) != self.fields:
                    if self.fields != RUN_FIELDS or not has_more(line, fields):
                        raise Irregular
                    self.longer += 1
                text += b" ".join(fields[: self.fields]) + b"\n"
        rest = self.text.data[self.stop : self.end]
        self.stop = self.rest = MARGIN + len(text)
        self.end = self.stop + len(rest)
        self.text.data[MARGIN : self.end] = text + rest

    def note_tags(self, text: Text, bounds: np.ndarray, heads: np.ndarray) -> None:
        """Note the tags of some lines, the first ones of their queries."""
        if heads.size:
            tags = column(text, bounds, TAG, heads)
            self.tags = first_tags({*self.tags, *map(tags.name, tags.heads()[:-1].tolist())})

    def note_misplaced(self, bounds: np.ndarray, rises: np.ndarray) -> None:
        """Count the lines below which the next one scores higher, though its rank is worse."""
        if rises.size:
            above, are_ranks = whole_numbers(column(self.text, bounds, RANK, rises))
            below, as_well = whole_numbers(column(self.text, bounds, RANK, rises + 1))
            self.misplaced += int(np.count_nonzero(are_ranks & as_well & (below > above)))

    @property
    def notes(self) -> list[str]:
        """What is odd about the file, but no error."""
        return oddities(self.misplaced, self.tags, self.longer) + comments_noted(self.comments)


class Block(NamedTuple):
    """Lines of a run in which the lines of each query are neighbours."""

    names: list[str]  # the queries
    queries: Fields  # their names again
    heads: np.ndarray  # the first line of each query
    counts: np.ndarray  # how many lines each query has
    items: Fields
    scores: np.ndarray
    inside: np.ndarray  # of every line but the first: whether the line before is of the same query

    @property
    def rises(self) -> np.ndarray:
        """The lines below which the next one of the query scores higher."""
        rises: np.ndarray = np.flatnonzero(self.inside & (self.scores[1:] > self.scores[:-1]))
        return rises

    def query_of(self, lines: np.ndarray) -> np.ndarray:
        """Which query of the block each line belongs to."""
        return np.searchsorted(self.heads, lines, side="right") - 1

    @classmethod
    def of(cls, names: list[str], queries: Fields, bounds: np.ndarray, items: Fields, scores: np.ndarray) -> Block:
        """Lines of which each query has those from one of ``bounds`` to the next."""
        inside = np.ones(len(scores), dtype=bool)
        inside[bounds[:-1]] = False
        return cls(names, queries, bounds[:-1], np.diff(bounds), items, scores, inside[1:])


def _block(text: Text, bounds: np.ndarray, heads: np.ndarray) -> Block:
    """The lines with these bounds; a query begins at each of ``heads`` but the last, which is behind the lines."""
    queries = column(text, bounds, QUERY, heads[:-1])
    return Block.of(queries.names(), queries, heads, column(text, bounds, ITEM), numbers(column(text, bounds, SCORE)))


def column(text: Text, bounds: np.ndarray, field: int, lines: np.ndarray | slice = slice(None)) -> Fields:
    """One field of every line, or of some."""
    starts = bounds[lines, 2 * field] + 1
    return Fields(text, starts, bounds[lines, 2 * field + 1] + 1 - starts)


def bounds_of_fields(text: Text, stop: int, fields: int = RUN_FIELDS) -> np.ndarray | None:
    """A row for every line, with the byte before the start and before the end of each field; None if a line is odd.

    Where white space and other text meet, a field starts or ends. So lines are regular when there are twelve such
    places in each (of six fields), and one newline between the last field of a line and the first of the next.
    """
    data = text.bytes[:stop]
    if not data.min():
        raise Irregular  # text has no NUL byte
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


def whole_queries(lines: WholeLines) -> Iterator[Block]:
    """A run in blocks of whole queries; the text grows where one query alone needs more than a block.

    A block is good until the next one is asked for: all of them use the same text.
    """
    for bounds in lines:
        if len(bounds):
            heads = column(lines.text, bounds, QUERY).heads()
            if not lines.ended:  # the last query may go on
                heads = heads[:-1]
                lines.rest = int(bounds[heads[-1], 0]) + 1
            if len(heads) > 1:
                bounds = bounds[: heads[-1]]
                block = _block(lines.text, bounds, heads)
                lines.note_tags(lines.text, bounds, block.heads)
                lines.note_misplaced(bounds, block.rises)
                yield block


def gathered_queries(lines: WholeLines, path: str) -> Iterator[Block]:
    """A run in blocks of whole queries, wherever in the file their lines are."""
    import tempfile

    parts = min(unpacked_size(path) // (_PART * lines.text.size) + 1, 1 << 16)
    with tempfile.TemporaryFile() as store:
        pieces = _stored(lines, store, parts)
        for number in range(parts):
            text, end = _read_part(store, pieces[:, number : number + 2])
            bounds = bounds_of_fields(text, end)
            assert bounds is not None, "lines that this module wrote are regular"
            if len(bounds):
                order = np.arange(len(bounds))
                column(text, bounds, QUERY).sort_tied(order, np.ones(len(bounds) - 1, dtype=bool))
                bounds = bounds[order]
                yield _block(text, bounds, column(text, bounds, QUERY).heads())


def unpacked_size(path: str) -> int:
    """How many bytes a file has, about so many if it is compressed."""
    return os.path.getsize(path) * (_UNPACKED if path.endswith(".gz") else 1)


def _stored(lines: WholeLines, store: IO[bytes], parts: int) -> np.ndarray:
    """Write all lines, those of each block part by part; for each block, where in the file its parts start and end."""
    pieces = []
    written = seen = 0
    for bounds in lines:
        keys = column(lines.text, bounds, QUERY).hashed(np.zeros(len(bounds), dtype=np.uint64))
        above = np.flatnonzero(keys[1:] == keys[:-1])
        if above.size:
            scores = (numbers(column(lines.text, bounds, SCORE, lower)) for lower in (above, above + 1))
            lines.note_misplaced(bounds, above[np.less(*scores)])
        if len(bounds):
            lines.rest = int(bounds[-1, 0]) + 1  # the last line comes again, above the first of the next block
            lines.note_tags(lines.text, bounds, np.flatnonzero(np.append(not seen, keys[1:] != keys[:-1])))
        bounds, keys = bounds[seen:], keys[seen:]
        seen = int(lines.rest < lines.stop)
        part = (keys % parts).astype(np.uint16)
        order = np.argsort(part, kind="stable")
        starts = bounds[order, 0] + 1
        words, counts = _as_words(Fields(lines.text, starts, bounds[order, -1] + 1 - starts))
        store.write(words.tobytes())
        sizes = WORD * np.bincount(part[order], weights=counts, minlength=parts).astype(np.int64)
        pieces.append(written + np.concatenate([[0], np.cumsum(sizes)]))
        written = int(pieces[-1][-1])
    return np.array(pieces)


def _as_words(lines: Fields) -> tuple[np.ndarray, np.ndarray]:
    """Lines one after the other, each filled up with blanks to whole words, and how many words each has."""
    counts = lines.lengths // WORD + 1
    ends = np.cumsum(counts)
    starts = np.repeat(lines.starts - WORD * (ends - counts), counts) + WORD * np.arange(ends[-1] if len(ends) else 0)
    words = lines.text.words[starts]
    kept = FIRST[lines.lengths % WORD]
    words[ends - 1] = words[ends - 1] & kept | ~kept & _LINE_END
    return words, counts


def _read_part(store: IO[bytes], pieces: np.ndarray) -> tuple[Text, int]:
    text = Text(int(np.diff(pieces).sum()))
    end = MARGIN
    for start, stop in pieces.tolist():
        store.seek(start)
        text.data[end : end + stop - start] = store.read(stop - start)
        end += stop - start
    return text, end
