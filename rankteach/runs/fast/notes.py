"""What is odd about a run file, but no error, as the fast reader sees it; ``trec.py`` has the sentences."""

from __future__ import annotations

import numpy as np

from rankteach.runs.fast.blocks import RANK, SCORE, TAG, Block, column
from rankteach.runs.fast.numbers import numbers, whole_numbers
from rankteach.runs.fast.text import Text
from rankteach.runs.trec import least


class Odd:
    """The tags so far, and how many lines score higher than the line above though their rank is worse.

    The tags are those of every line of the first block, and of the first line of every query in the others: to look
    at all of them would take some 5% of the time. Blocks of a ``scattered`` file do not have its order.
    """

    def __init__(self, scattered: bool) -> None:
        self.scattered = scattered
        self.tags: list[bytes] = []
        self.misplaced = 0

    def add_tags(self, block: Block) -> None:
        """The tags of a block."""
        tags = column(block.text, block.bounds, TAG, block.heads if self.tags else slice(None))
        self.tags = least({*self.tags, *map(tags.name, tags.heads()[:-1].tolist())})

    def add_rises(self, block: Block, rises: np.ndarray) -> None:
        """Lines of a block below which the next one of the query scores higher."""
        if not self.scattered:
            self._add(block.text, block.bounds, rises)

    def add_neighbours(self, text: Text, bounds: np.ndarray, keys: np.ndarray) -> None:
        """Lines as they stand in a scattered file; ``keys`` are those of their queries."""
        above = np.flatnonzero(keys[1:] == keys[:-1])
        if above.size:
            rises = numbers(column(text, bounds, SCORE, above + 1)) > numbers(column(text, bounds, SCORE, above))
            self._add(text, bounds, above[rises])

    def _add(self, text: Text, bounds: np.ndarray, rises: np.ndarray) -> None:
        above, are_ranks = whole_numbers(column(text, bounds, RANK, rises))
        below, as_well = whole_numbers(column(text, bounds, RANK, rises + 1))
        self.misplaced += int(np.count_nonzero(are_ranks & as_well & (below > above)))
