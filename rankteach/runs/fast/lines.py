"""One query out of a run file, without making anything of the other lines."""

from __future__ import annotations

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.fast.blocks import BLOCK, Irregular, WholeLines
from rankteach.runs.fast.refusal import refusal
from rankteach.runs.fast.text import FIRST, MARGIN, WORD, as_bytes
from rankteach.runs.in_memory import Run
from rankteach.runs.lines import opened
from rankteach.runs.values import score_from_text


def lines_of(path: str, query: str, *, _block: int = BLOCK) -> list[bytes]:
    """The lines of one query of a TREC run file, wherever they stand in it."""
    name = as_bytes(query)
    beginning = int.from_bytes(name[:WORD], "little")
    mask = FIRST[min(len(name), WORD)]
    found: list[bytes] = []
    if query.startswith("#"):
        return found  # such lines are comments
    with opened(path) as file:
        lines = WholeLines(file, _block)
        while not lines.ended:
            try:
                lines.fill()
            except Irregular:
                raise refusal(path) from None
            text = lines.text
            ends = MARGIN + np.flatnonzero(text.bytes[MARGIN : lines.stop] == ord("\n"))
            starts = np.concatenate([[MARGIN], ends[:-1] + 1])[: len(ends)]
            # Few lines begin like the query; those that begin with white space are looked at, too.
            maybe = (text.words[starts] & mask == beginning) | (text.bytes[starts] <= ord(" "))
            for start, end in zip(starts[maybe].tolist(), ends[maybe].tolist(), strict=True):
                line = bytes(text.data[start:end])
                if line.split(None, 1)[:1] == [name]:
                    found.append(line)
            lines.drop_before(lines.stop)
    return found


def run_of_query(path: str, query: str, *, ties: Ties = "item_descending") -> Run:
    """One query of a TREC run file as a run.

    Raises ``KeyError`` for a query that the file does not have, and ``ValueError`` if one of its lines is wrong; other
    lines are not looked at.
    """
    lines = lines_of(path, query)
    scores = {}
    try:
        for line in lines:
            _, _, item, _, score, _ = line.split()
            scores[item.decode()] = score_from_text(score)
    except ValueError:
        raise refusal(path, query) from None
    if not lines:
        raise KeyError(query)
    if len(scores) < len(lines):
        raise refusal(path, query)
    return Run({query: scores}, ties=ties, source=path)
