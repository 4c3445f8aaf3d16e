"""Reads the ranks of judged items, or the lines of one query, from a TREC run file; fast, in little memory.

The simple reader is in ``trec.py``. It reads a wrong file once more, and says what is wrong and in which line.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.fast.blocks import BLOCK, WholeLines, gathered_queries, whole_queries
from rankteach.runs.fast.fields import FIRST, MARGIN, WORD, Irregular, as_bytes
from rankteach.runs.fast.judged_items import Grouped, Scattered, Tied, match_blocks
from rankteach.runs.fast.wrong_file import changed, refusal
from rankteach.runs.in_memory import Run
from rankteach.runs.lines import opened
from rankteach.runs.positions import Matched
from rankteach.runs.trec import RUN_FIELDS
from rankteach.runs.values import score_from_text


def match_file(
    path: str,
    judged: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "item_descending",
    progress: bool | None = False,
    _block: int = BLOCK,
) -> tuple[Matched, list[str], str | None]:
    """At which ranks a TREC run file, plain or compressed with gzip, has the judged items of every query.

    Returns what it matched, notes on what is odd in the file, but no error, and the tag that all its lines have.

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
