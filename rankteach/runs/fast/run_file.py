"""Reads the ranks of judged items, or the lines of one query, from a TREC run file; fast, in little memory.

The simple reader is in ``trec.py``. It reads a wrong file once more, and says what is wrong and in which line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from typing import NamedTuple

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.fast.blocks import BLOCK, Block, WholeLines, gathered_queries, whole_queries
from rankteach.runs.fast.fields import FIRST, MARGIN, WORD, Irregular, as_bytes, seeds
from rankteach.runs.fast.judgements import Judged
from rankteach.runs.fast.wrong_file import changed, refusal
from rankteach.runs.in_memory import Run
from rankteach.runs.lines import opened
from rankteach.runs.positions import JudgedPositions
from rankteach.runs.ranks import Part, joined
from rankteach.runs.trec import RUN_FIELDS
from rankteach.runs.values import score_from_text


class MatchedFile(NamedTuple):
    """What a run file has of the judged items."""

    matched: JudgedPositions
    unjudged: list[str]  # queries of the file that have no judgements
    missing: list[str]  # judged queries that are not in the file
    notes: list[str]  # what is odd in it, but no error
    own_first: list[str]  # queries whose best item has the query's own name
    tag: str | None  # the one that its lines have


class Scattered(Exception):
    """The lines of a query are not neighbours."""


class Tied(Exception):
    """A judged query, which it names, has equal scores where they are refused."""


def match_file(
    path: str,
    judged: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "item_descending",
    progress: bool | None = False,
    _block: int = BLOCK,
) -> MatchedFile:
    """At which ranks a TREC run file, plain or compressed with gzip, has the judged items of every query.

    Parameters
    ----------
    path : str
        A file that can be read twice, so no pipe.
    judged : mapping
        For each query the grade of each judged item.
    ties : str
        How equal scores are ordered, as in ``read_run``.
    progress : bool, optional
        Whether to show a bar; with ``None`` it appears if reading takes long.

    Raises
    ------
    ValueError
        For whatever ``read_run`` refuses, in the same words, and for ties in a judged query where they are refused.
    """
    judgements = Judged(judged)
    # Some systems take back what numpy frees after every block, which costs 6%, until something larger has been freed.
    np.empty(1 << 22, dtype=np.uint8)

    def read(scattered: bool) -> MatchedFile:
        with opened(path, progress) as file:
            lines = WholeLines(file, _block)
            blocks = gathered_queries(lines, path) if scattered else whole_queries(lines)
            matched, own_first = _match(blocks, judgements, ties)
        tag = lines.tags[0].decode() if len(lines.tags) == 1 else None
        return MatchedFile(*matched, lines.notes, own_first, tag)

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


def _match(
    blocks: Iterable[Block], judged: Judged, ties: Ties
) -> tuple[tuple[JudgedPositions, list[str], list[str]], list[str]]:
    """The ranks of the judged items, the queries without judgements, the judged ones not in the file; ``own_first``."""
    count = len(judged.queries)
    numbers: dict[bytes, int] = {}  # the queries of the file; judged ones come first in numbering
    unjudged: list[str] = []
    own_first: list[str] = []
    lengths = np.zeros(count, dtype=np.intp)
    ranks, groups = np.full(len(judged.grades), -1), np.zeros((len(judged.grades), 2), dtype=np.intp)
    tied = count
    for block in blocks:
        for name in block.names:
            if name in numbers:
                raise Scattered
            numbers[name] = judged.numbers.get(name, count + len(unjudged))
            if numbers[name] >= count:
                unjudged.append(name.decode())
        queries = np.array([numbers[name] for name in block.names])
        keys = block.items.hashed(np.repeat(seeds(queries), block.counts))
        _refuse_items_given_twice(block, keys)
        is_judged = queries < count
        if ties == "refuse":
            tied = min(tied, _first_tied(block, queries))
        lines, items = judged.among(block, queries, keys)
        best, ranks[items], groups[items] = _ranks_of(lines, block, ties)
        first = zip(block.names, map(block.items.name, best), strict=True)
        own_first += [name.decode() for name, item in first if name == item]
        lengths[queries[is_judged]] = block.counts[is_judged]
    if not numbers:
        raise Irregular
    if tied < count:
        raise Tied(judged.queries[tied])
    retrieved = ranks >= 0
    part = Part(
        np.bincount(judged.query, minlength=count), judged.grades, retrieved, ranks[retrieved], groups[retrieved]
    )
    missing = list(compress(judged.queries, (lengths == 0).tolist()))
    return (joined(judged.queries, lengths, [part]), unjudged, missing), own_first


def _refuse_items_given_twice(block: Block, keys: np.ndarray) -> None:
    """Equal items of a query have equal keys, which are neighbours once all are sorted."""
    ordered = np.sort(keys)
    for key in ordered[1:][ordered[1:] == ordered[:-1]]:
        given = set()
        lines = np.flatnonzero(keys == key)
        for line, query in zip(lines.tolist(), block.query_of(lines).tolist(), strict=True):
            if (pair := (query, block.items.name(line))) in given:
                raise Irregular
            given.add(pair)


def _first_tied(block: Block, queries: np.ndarray) -> int:
    """The least number of a query with equal scores; more than any judged one has if there is none."""
    query = np.repeat(queries, block.counts)
    order = np.lexsort((block.scores, query))
    tied = (np.diff(query[order]) == 0) & (np.diff(block.scores[order]) == 0)
    return int(query[order[1:]][tied].min(initial=np.iinfo(np.intp).max))


def _ranks_of(lines: np.ndarray, block: Block, ties: Ties) -> tuple[list[int], np.ndarray, np.ndarray]:
    """The best line of each query; the ranks of some lines, counted from 0, and where and how large their ties are.

    Lines are sorted only where they are out of order.
    """
    heads, first = block.heads, block.heads[block.query_of(lines)]
    if not (block.inside & (block.scores[1:] >= block.scores[:-1])).any():
        return heads.tolist(), lines - first, np.column_stack([lines - first, np.ones_like(lines)])
    order, tied = _best_first(block, ties)
    places = np.empty(len(order), dtype=np.intp)
    places[order] = np.arange(len(order))
    places = places[lines]
    starts = np.flatnonzero(np.append(~tied, True)) + 1  # of all ties but the first one, and the end
    after = np.searchsorted(starts, places, side="right")
    start = np.append(0, starts)[after]
    return order[heads].tolist(), places - first, np.column_stack([start - first, starts[after] - start])


def _best_first(block: Block, ties: Ties) -> tuple[np.ndarray, np.ndarray]:
    """The lines of one query after the other, each query's by falling score, tied ones by item; and which are tied.

    Those are tied with the line before; the first line has none.
    """
    order, scores = np.arange(len(block.scores)), block.scores
    if (rises := block.rises).size:
        query = block.query_of(order)
        unsorted = np.zeros(len(block.heads), dtype=bool)
        unsorted[query[rises]] = True
        lines = np.flatnonzero(unsorted[query])
        order[lines] = lines[np.lexsort((-scores[lines], query[lines]))]
    ranked = scores[order]
    tied = block.inside & (ranked[1:] == ranked[:-1])
    if ties in ("item_descending", "item_ascending"):
        block.items.sort_tied(order, tied, descending=ties == "item_descending")
    return order, tied


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
