"""Reads the ranks of judged items, or the lines of one query, from a TREC run file; fast, in little memory.

The simple reader is in ``trec.py``. It says what is wrong in a file, and in which line, in as little memory as a good
file takes. An item that a query has twice can have its two lines anywhere. So the file is read once for a key of each
line, sorted in parts on disk, and once more for the few items whose keys came twice.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from itertools import islice
from typing import IO

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.fast.blocks import BLOCK, WholeLines, gathered_queries, unpacked_size, whole_queries
from rankteach.runs.fast.fields import FIRST, MARGIN, WORD, Irregular, as_bytes
from rankteach.runs.fast.judged_items import Grouped, Scattered, Tied, match_blocks
from rankteach.runs.in_memory import Run
from rankteach.runs.lines import Lines, opened
from rankteach.runs.positions import Matched
from rankteach.runs.reading import read_run
from rankteach.runs.rows import Row, RowReader, gathered
from rankteach.runs.trec import RUN_FIELDS, TrecRows
from rankteach.runs.values import RUN, score_from_text

KEYS = 1 << 18  # of a part
_LINE = 32  # bytes, as most lines have
_FIRST = 1000  # two items can have the same key, so those of so many lines are looked at


def match_file(
    path: str,
    judged: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "item_descending",
    progress: bool | None = False,
    _block: int = BLOCK,
) -> tuple[Matched, list[str], str | None]:
    """At which ranks a TREC run file, plain or compressed with gzip, has the judged items of every query.

    Returns what it matched, notes on what is odd in the file, but no error, and the tag that all its lines have. The
    file is read twice if it is wrong, so it must not be a pipe. Raises ``ValueError`` for whatever ``read_run``
    refuses, in the same words, and for ties in a judged query where they are refused.
    """
    judgements = Grouped.of(judged)
    # Some systems take back what numpy frees after every block, which costs 6%, until something larger has been freed.
    np.empty(1 << 22, dtype=np.uint8)

    def read(scattered: bool) -> tuple[Matched, list[str], str | None]:
        with opened(path, progress) as file:
            lines = WholeLines(file, _block)
            blocks = gathered_queries(lines, path) if scattered else whole_queries(lines)
            matched = match_blocks(blocks, judgements, ties)
        if not (matched.unjudged or matched.positions.lengths.any()):
            raise Irregular  # there is no line
        tag = lines.tags[0].decode() if len(lines.tags) == 1 else None
        return matched, lines.notes, tag

    try:
        try:
            return read(scattered=False)
        except Scattered:
            return read(scattered=True)
    except Irregular:
        raise refusal(path, progress) from None
    except Tied as tied:
        run_of_query(path, query := str(tied), ties=ties).ranked(query)
        raise changed(path) from None


def run_of_query(path: str, query: str, *, ties: Ties = "item_descending") -> Run:
    """One query of a TREC run file as a run; an empty one if the file does not have it.

    Raises ``ValueError`` if one of its lines is wrong; other lines are not looked at.
    """
    lines = lines_of(path, query)
    scores = {}
    try:
        for line in lines:
            _, _, item, _, score, _ = line.split()[:RUN_FIELDS]
            scores[item.decode()] = score_from_text(score)
    except ValueError:
        raise refusal(path) from None
    if len(scores) < len(lines):
        raise refusal(path)
    return Run({query: scores} if lines else {}, ties=ties, source=path)


def lines_of(path: str, query: str, *, _block: int = BLOCK) -> list[bytes]:
    """The lines of one query of a TREC run file, wherever they are; the other lines are not parsed."""
    name = as_bytes(query)
    beginning = int.from_bytes(name[:WORD], "little")
    mask = FIRST[min(len(name), WORD)]
    of_query: list[bytes] = []
    if query.startswith("#"):
        return of_query  # such lines are comments
    with opened(path) as file:
        lines = WholeLines(file, _block)
        try:
            for _ in lines.blocks():
                text = lines.text
                ends = MARGIN + np.flatnonzero(text.bytes[MARGIN : lines.stop] == ord("\n"))
                starts = np.concatenate([[MARGIN], ends[:-1] + 1])[: len(ends)]
                # Few lines begin like the query; those that begin with white space are looked at, too.
                maybe = (text.words[starts] & mask == beginning) | (text.bytes[starts] <= ord(" "))
                for start, end in zip(starts[maybe].tolist(), ends[maybe].tolist(), strict=True):
                    line = bytes(text.data[start:end])
                    if line.split(None, 1)[:1] == [name]:
                        of_query.append(line)
        except Irregular:
            raise refusal(path) from None
    return of_query


# --- a file that is wrong ---------------------------------------------------------------------------------------------
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
