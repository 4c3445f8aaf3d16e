"""The ranks of lines: each query's by falling score, tied ones by item; sorted only where they are out of order."""

from __future__ import annotations

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.fast.blocks import Block
from rankteach.runs.fast.notes import Odd
from rankteach.runs.fast.text import WORD, Fields


def ranks_of(lines: np.ndarray, block: Block, scores: np.ndarray, ties: Ties, odd: Odd) -> np.ndarray:
    """The ranks of some lines in their queries, counted from 0; ``odd`` gets those whose ranks say otherwise."""
    inside = np.ones(len(scores), dtype=bool)  # whether the line before is of the same query
    inside[block.heads] = False
    inside = inside[1:]
    places = lines
    if (inside & (scores[1:] >= scores[:-1])).any():
        places = np.empty(len(scores), dtype=np.int64)
        places[_best_first(block, scores, inside, ties, odd)] = np.arange(len(scores))
        places = places[lines]
    ranks: np.ndarray = places - block.heads[block.query_of(lines)]
    return ranks


def _best_first(block: Block, scores: np.ndarray, inside: np.ndarray, ties: Ties, odd: Odd) -> np.ndarray:
    """The lines in the order of their ranks, one query after the other."""
    order = np.arange(len(scores))
    rises = np.flatnonzero(inside & (scores[1:] > scores[:-1]))
    if rises.size:
        odd.add_rises(block, rises)
        query = block.query_of(order)
        unsorted = np.zeros(len(block.heads), dtype=bool)
        unsorted[query[rises]] = True
        lines = np.flatnonzero(unsorted[query])
        order[lines] = lines[np.lexsort((-scores[lines], query[lines]))]
    if ties in ("item_descending", "item_ascending"):
        ranked = scores[order]
        tied = inside & (ranked[1:] == ranked[:-1])
        sort_tied(order, tied, block.items, descending=ties == "item_descending")
    return order


def sort_tied(order: np.ndarray, tied: np.ndarray, fields: Fields, descending: bool = False) -> None:
    """Sort tied lines of an order by a field; ``tied`` says of each but the first whether it ties with the one before.

    Eight bytes are compared at a time: lines that differ in them are tied no longer, the others go on.
    """
    first = np.concatenate([[True], ~tied])  # whether a line is the first of its tie
    for offset in range(0, fields.longest, WORD):
        alone = first & np.append(first[1:], True)
        places = np.flatnonzero(~alone)
        if not places.size:
            return
        tie = np.cumsum(first)[places]
        word = fields.word(offset, order[places]).byteswap()  # the first byte counts most
        if descending:
            word = ~word
        inner = np.lexsort((word, tie))
        order[places] = order[places][inner]
        word = word[inner]
        first[places[1:]] |= word[1:] != word[:-1]
