"""Runs whose queries do not stand together: their lines are gathered by way of a temporary file.

Each query belongs to one of many parts. The lines go to the temporary file block by block, those of a part next to
each other; then each part is read on its own, and its lines are sorted by query. So memory holds a part, not the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO

import numpy as np

from rankteach.runs.fast.blocks import QUERY, Block, WholeLines, bounds_of_fields, column
from rankteach.runs.fast.notes import Odd
from rankteach.runs.fast.order import sort_tied
from rankteach.runs.fast.text import FIRST, MARGIN, WORD, Fields, Text

_PART = 4  # blocks that a part should have
_UNPACKED = 6  # how many times larger a run is than its compressed file
_LINE_END = int.from_bytes(b"       \n", "little")


def gathered_queries(lines: WholeLines, odd: Odd, path: str) -> Iterator[Block]:
    """A run in blocks of whole queries, wherever in the file their lines are; ``odd`` gets what is odd in its order."""
    import tempfile

    bytes_in_all = os.path.getsize(path) * (_UNPACKED if path.endswith(".gz") else 1)
    parts = min(bytes_in_all // (_PART * lines.text.size) + 1, 1 << 16)
    with tempfile.TemporaryFile() as store:
        pieces = _stored(lines, odd, store, parts)
        for number in range(parts):
            text, end = _read_part(store, pieces[:, number : number + 2])
            bounds = bounds_of_fields(text, end)
            assert bounds is not None, "lines that this module wrote are regular"
            if len(bounds):
                by_query = np.arange(len(bounds))
                sort_tied(by_query, np.ones(len(bounds) - 1, dtype=bool), column(text, bounds, QUERY))
                yield Block.of(text, bounds[by_query])


def _stored(lines: WholeLines, odd: Odd, store: IO[bytes], parts: int) -> np.ndarray:
    """Write all lines, those of each block part by part; for each block, where in the file its parts start and end."""
    pieces = []
    written = seen = 0
    while not lines.ended:
        bounds = lines.more()
        keys = column(lines.text, bounds, QUERY).hashed(np.zeros(len(bounds), dtype=np.uint64))
        odd.add_neighbours(lines.text, bounds, keys)
        rest = int(bounds[-1, 0]) + 1 if len(bounds) else lines.stop  # the last line is above the first of the next
        bounds, keys = bounds[seen:], keys[seen:]
        seen = int(rest < lines.stop)
        part = (keys % parts).astype(np.uint16)
        order = np.argsort(part, kind="stable")
        starts = bounds[order, 0] + 1
        words, counts = _as_words(Fields(lines.text, starts, bounds[order, -1] + 1 - starts))
        store.write(words.tobytes())
        sizes = WORD * np.bincount(part[order], weights=counts, minlength=parts).astype(np.int64)
        pieces.append(written + np.concatenate([[0], np.cumsum(sizes)]))
        written = int(pieces[-1][-1])
        lines.drop_before(rest)
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
    """The text of a part, and where it ends."""
    text = Text(int(np.diff(pieces).sum()))
    end = MARGIN
    for start, stop in pieces.tolist():
        store.seek(start)
        text.data[end : end + stop - start] = store.read(stop - start)
        end += stop - start
    return text, end
