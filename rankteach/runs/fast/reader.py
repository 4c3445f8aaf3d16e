"""A TREC run file matched with judgements, fast and in little memory; the simple reader is in ``trec.py``.

The file passes through one block of memory. Nothing loops over its lines: numpy finds the fields of all lines of a
block at once (``fast_blocks``), makes numbers of the scores (``fast_numbers``), sorts what is out of order
(``fast_order``), and picks the lines whose items are judged (``fast_judged``). Only their ranks are kept.
A file that is wrong is read once more by the simple reader, which says what is wrong and in which line
(``fast_refusal``). Queries whose lines do not stand together are gathered first (``fast_scattered``). What is odd, but
no error, is noted (``fast_notes``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from rankteach.core.positions import JudgedPositions
from rankteach.core.ranking import Ties
from rankteach.runs.fast.blocks import BLOCK, Block, Irregular, WholeLines, whole_queries
from rankteach.runs.fast.judged import Judged
from rankteach.runs.fast.notes import Odd
from rankteach.runs.fast.numbers import numbers
from rankteach.runs.fast.order import ranks_of
from rankteach.runs.fast.refusal import refusal
from rankteach.runs.fast.scattered import gathered_queries
from rankteach.runs.fast.text import seeds
from rankteach.runs.in_memory import Run, checked_ties
from rankteach.runs.lines import comments_noted, opened
from rankteach.runs.trec import oddities


class FromFile(NamedTuple):
    """What a run file has of the judged items."""

    matched: JudgedPositions
    unjudged: list[str]  # queries of the file that have no judgements
    missing: list[str]  # judged queries that are not in the file
    notes: list[str]  # what is odd in it, but no error
    tag: str | None  # the one that its lines have


class Scattered(Exception):
    """The lines of a query do not stand together."""


def match_file(
    path: str,
    judged: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "item_descending",
    progress: bool | None = False,
    _block: int = BLOCK,
) -> FromFile:
    """Where the judged items of every query stand in a TREC run file, plain or compressed with gzip.

    Parameters
    ----------
    path : str
        A file that can be read twice, so no pipe.
    judged : mapping
        For each query the grade of each judged item.
    ties : str
        How equal scores are ordered, as in ``read_run``.
    progress : bool, optional
        Whether to show a bar; ``None`` where reading takes long.

    Raises
    ------
    ValueError
        For whatever ``read_run`` refuses, in the same words, and for ties in a judged query where they are refused.
    """
    checked_ties(ties)
    wanted = Judged(judged)
    # Some systems take back what numpy frees after every block, which costs 6%, until something larger has been freed.
    np.empty(1 << 22, dtype=np.uint8)

    def read(scattered: bool) -> FromFile:
        with opened(path, progress) as file:
            lines, odd = WholeLines(file, _block), Odd(scattered)
            blocks = gathered_queries(lines, odd, path) if scattered else whole_queries(lines)
            found = _match(blocks, wanted, ties, odd)
        notes = oddities(odd.misplaced, odd.tags) + comments_noted(lines.comments)
        return FromFile(*found, notes, odd.tags[0].decode() if len(odd.tags) == 1 else None)

    try:
        try:
            return read(scattered=False)
        except Scattered:
            return read(scattered=True)
    except Irregular as found:
        raise refusal(path, found.query, progress) from None


def _match(
    blocks: Iterable[Block], judged: Judged, ties: Ties, odd: Odd
) -> tuple[JudgedPositions, list[str], list[str]]:
    """Where the judged items stand, the queries that nobody judged, and those that are not in the file."""
    count = len(judged.queries)
    numbers_of: dict[bytes, int] = {}  # the queries of the file; judged ones come first in numbering
    unjudged: list[str] = []
    lengths = np.zeros(count, dtype=np.int64)
    ranks = np.full(len(judged.grades), -1)
    for block in blocks:
        for name in block.names:
            if name in numbers_of:
                raise Scattered
            numbers_of[name] = judged.numbers.get(name, count + len(unjudged))
            if numbers_of[name] >= count:
                unjudged.append(name.decode())
        queries = np.array([numbers_of[name] for name in block.names])
        keys = block.items.hashed(np.repeat(seeds(queries), block.counts))
        _refuse_items_given_twice(block, keys)
        scores = numbers(block.scores)
        if ties == "refuse":
            _refuse_ties(block, scores, queries < count)
        lines, found = judged.among(block, queries, keys)
        ranks[found] = ranks_of(lines, block, scores, ties, odd)
        odd.add_tags(block)
        of_judged = queries < count
        lengths[queries[of_judged]] = block.counts[of_judged]
    if not numbers_of:
        raise Irregular
    matched, missing = _collected(judged, lengths, ranks)
    return matched, unjudged, missing


def _collected(judged: Judged, lengths: np.ndarray, ranks: np.ndarray) -> tuple[JudgedPositions, list[str]]:
    """Where the judged items stand, and the judged queries that are not in the file."""
    present = lengths > 0
    asked = present[judged.query]

    def starts(which: np.ndarray) -> np.ndarray:
        counts = np.bincount(judged.query[which], minlength=len(present))[present]
        return np.concatenate([[0], np.cumsum(counts)])

    found, missed = asked & (ranks >= 0), asked & (ranks < 0)
    matched = JudgedPositions(
        [query for query, here in zip(judged.queries, present, strict=True) if here],
        lengths[present],
        starts(found),
        ranks[found],
        judged.grades[found],
        starts(missed),
        judged.grades[missed],
    )
    missing = [query for query, here in zip(judged.queries, present, strict=True) if not here]
    return matched, missing


def _refuse_items_given_twice(block: Block, keys: np.ndarray) -> None:
    """Equal items of a query have equal keys, which stand next to each other when all are sorted."""
    ordered = np.sort(keys)
    for key in ordered[1:][ordered[1:] == ordered[:-1]]:
        before = set()
        lines = np.flatnonzero(keys == key)
        for line, number in zip(lines.tolist(), block.query_of(lines).tolist(), strict=True):
            if (number, item := block.items.name(line)) in before:
                raise Irregular(block.names[number].decode())
            before.add((number, item))


def _refuse_ties(block: Block, scores: np.ndarray, judged: np.ndarray) -> None:
    """The first judged query with tied scores is read as a run that refuses them."""
    query = np.repeat(np.arange(len(judged)), block.counts)
    order = np.lexsort((scores, query))
    tied = (np.diff(query[order]) == 0) & (np.diff(scores[order]) == 0)
    for number in query[order[1:]][tied]:
        if judged[number]:
            lines = range(block.heads[number], block.heads[number] + block.counts[number])
            name = block.names[number].decode()
            Run({name: {block.items.name(line).decode(): float(scores[line]) for line in lines}}, ties="refuse").ranked(
                name
            )
