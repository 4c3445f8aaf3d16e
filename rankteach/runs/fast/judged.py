"""The judged items as 64-bit keys, and which lines of a block hold one of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rankteach.runs.fast.blocks import Block
from rankteach.runs.fast.text import as_bytes, fields_of, seeds

_SPARSE = 32  # places of the table for each judged item: few lines without a judgement pass it by chance
_LARGEST = 1 << 24


class Judged:
    """Every judged item with its query, in the order in which they were given."""

    def __init__(self, judged: Mapping[str, Mapping[str, float]]) -> None:
        self.queries = list(judged)
        self.numbers = {as_bytes(query): number for number, query in enumerate(self.queries)}
        counts = np.fromiter(map(len, judged.values()), dtype=np.int64, count=len(judged))
        self.query = np.repeat(np.arange(len(judged)), counts)
        grades = np.array([grade for items in judged.values() for grade in items.values()])
        self.grades = grades.astype(np.int64 if grades.dtype.kind in "biu" else np.float64)
        self.items = fields_of([item for items in judged.values() for item in items])
        keys = self.items.hashed(seeds(self.query))
        self.order = np.argsort(keys)
        self.keys = keys[self.order]
        # The highest bits of a key are its place in the table.
        places = min(max(_SPARSE * len(keys), 1 << 10), _LARGEST)
        self.shift = 64 - int(places - 1).bit_length()
        self.table = np.zeros(1 << 64 - self.shift, dtype=bool)
        self.table[keys >> self.shift] = True

    def among(self, block: Block, queries: np.ndarray, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The lines of a block that hold a judged item, and the number of that item.

        ``queries`` has the numbers of the block's queries, ``keys`` the keys of its lines.

        The table lets few lines through, the search in the sorted keys hardly any wrong one, and in the end query and
        item are compared byte for byte: two items with the same key are never taken for one another.
        """
        rows = np.flatnonzero(self.table[keys >> self.shift])
        place = np.searchsorted(self.keys, keys[rows])
        lines, found = [], []
        while rows.size:
            same = place < len(self.keys)
            same[same] = self.keys[place[same]] == keys[rows[same]]
            rows, place = rows[same], place[same]
            judged = self.order[place]
            right = (queries[block.query_of(rows)] == self.query[judged]) & block.items.equal(rows, self.items, judged)
            lines.append(rows[right])
            found.append(judged[right])
            rows, place = rows[~right], place[~right] + 1  # another judged item may have the same key
        return np.concatenate([*lines, rows]), np.concatenate([*found, rows])
