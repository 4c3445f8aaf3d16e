"""What is wrong with a run file, in the words of the simple reader, and in as little memory as a good file takes.

An item that a query has twice can have its two lines anywhere. So the file is read once for a key of each line, sorted
in parts on disk, and once more for the few items whose keys came twice.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from itertools import islice
from typing import IO

import numpy as np

from rankteach.runs.fast.blocks import unpacked_size
from rankteach.runs.lines import Lines, opened
from rankteach.runs.reading import read_run
from rankteach.runs.rows import Row, RowReader, gathered
from rankteach.runs.trec import TrecRows
from rankteach.runs.values import RUN

KEYS = 1 << 18  # of a part
_LINE = 32  # bytes, as most lines have
_FIRST = 1000  # two items can have the same key, so those of so many lines are looked at


def refusal(path: str, progress: bool | None = False) -> ValueError:
    """The error of the simple reader for the first line that is wrong."""
    with tempfile.TemporaryFile() as store:
        count, again = _given_again(_keys(path, progress), store, unpacked_size(path) // (KEYS * _LINE) + 1)
    try:
        with _rows_of(path) as rows:
            gathered(_Chosen(rows, again), RUN, lambda: _rows_of(path))
        if not count:
            read_run(path, format="trec")
    except ValueError as error:
        return error
    return changed(path)


def changed(path: str) -> ValueError:
    """The error for a file in which nothing is wrong any more."""
    return ValueError(f"{path}: the file changed while it was read. Read it again.")


@contextmanager
def _rows_of(path: str, progress: bool | None = False) -> Iterator[RowReader]:
    with opened(path, progress) as file:
        yield TrecRows(Lines(file, path), RUN)


class _Chosen(RowReader):
    """The rows with one of these keys; all the others are only looked at."""

    def __init__(self, rows: RowReader, keys: Set[int]) -> None:
        super().__init__(rows.kind, rows.here)
        self.rows, self.keys = rows, keys

    def __iter__(self) -> Iterator[Row]:
        return (row for row in self.rows if hash(row[:2]) in self.keys)


def _keys(path: str, progress: bool | None) -> Iterator[int]:
    """A key for query and item of each line, as far as the file can be read and no line is wrong by itself."""
    with suppress(ValueError), _rows_of(path, progress) as rows:
        for row in rows:
            yield hash(row[:2])


def _given_again(keys: Iterator[int], store: IO[bytes], parts: int) -> tuple[int, set[int]]:
    """How many keys there are, and those of the first lines whose key an earlier line has."""
    pieces, count = [], 0
    while (some := np.fromiter(islice(keys, KEYS), np.int64)).size:
        part = some % parts
        order = np.argsort(part, kind="stable")
        store.write(np.column_stack([some[order], count + order]).tobytes())  # with the number of the line
        pieces.append(count + np.searchsorted(part[order], np.arange(parts + 1)))
        count += some.size
    first = np.empty((0, 2), dtype=np.int64)
    for number in range(parts):
        of_part = [first[:0]]
        for piece in pieces:
            start, stop = (16 * piece[number : number + 2]).tolist()
            store.seek(start)
            of_part.append(np.frombuffer(store.read(stop - start), np.int64).reshape(-1, 2))
        lines = np.concatenate(of_part)
        lines = lines[np.argsort(lines[:, 0], kind="stable")]
        again = np.concatenate([first, lines[1:][lines[1:, 0] == lines[:-1, 0]]])
        first = again[np.argsort(again[:, 1])[:_FIRST]]
    return count, set(first[:, 0].tolist())
