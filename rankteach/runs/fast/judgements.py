"""TREC judgements as a table, and as 64-bit keys by which the judged items of a run are found."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from rankteach.core.checks import LARGEST_GRADE
from rankteach.runs.fast.blocks import BLOCK, QUERY, Block, WholeLines, column
from rankteach.runs.fast.fields import MARGIN, Irregular, as_bytes, fields_of, seeds
from rankteach.runs.lines import opened
from rankteach.runs.trec import QRELS_FIELDS
from rankteach.runs.values import Number

_SPARSE = 32  # places of the table for each judged item: few lines without a judgement pass it by chance
_LARGEST = 1 << 24


class Judged:
    """Every judged item with its query, in the order in which they were given."""

    def __init__(self, judged: Mapping[str, Mapping[str, float]]) -> None:
        self.queries = list(judged)
        self.numbers = {as_bytes(query): number for number, query in enumerate(self.queries)}
        counts = np.fromiter(map(len, judged.values()), dtype=np.intp, count=len(judged))
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
        lines = np.flatnonzero(self.table[keys >> self.shift])
        place = np.searchsorted(self.keys, keys[lines])
        pairs = [(lines[:0], self.order[:0])]
        while lines.size:
            same = place < len(self.keys)
            same[same] = self.keys[place[same]] == keys[lines[same]]
            lines, place = lines[same], place[same]
            judged = self.order[place]
            right = queries[block.query_of(lines)] == self.query[judged]
            right &= block.items.equal(lines, self.items, judged)
            pairs.append((lines[right], judged[right]))
            lines, place = lines[~right], place[~right] + 1  # another judged item may have the same key
        judged_lines, judged_items = map(np.concatenate, zip(*pairs, strict=True))
        return judged_lines, judged_items


def table_of_qrels(
    path: str, *, progress: bool | None = False, _block: int = BLOCK
) -> dict[str, dict[str, Number]] | None:
    """For each query the grade of every item; None where the simple reader has a note or an error.

    That is so for comments, items given twice, grades below 0, and whatever is wrong.
    """
    table: dict[str, dict[str, Number]] = {}
    count = 0
    try:
        with opened(path, progress) as file:
            lines = WholeLines(file, _block, QRELS_FIELDS)
            for bounds in lines:
                if len(bounds):
                    _add_block(table, lines, bounds)
                count += len(bounds)
    except (Irregular, ValueError):
        return None
    return table if count and not lines.tidied and sum(map(len, table.values())) == count else None


def _add_block(table: dict[str, dict[str, Number]], lines: WholeLines, bounds: np.ndarray) -> None:
    # Every line has four fields, so they follow each other in the text, and lines need not be looked for.
    fields = b" ".join(lines.text.data[MARGIN : lines.stop].split()).decode().split(" ")
    items, grades = fields[2::QRELS_FIELDS], _whole(fields[3::QRELS_FIELDS])
    for start, stop in pairwise(column(lines.text, bounds, QUERY).heads().tolist()):
        query = fields[start * QRELS_FIELDS]
        table.setdefault(query, {}).update(zip(items[start:stop], grades[start:stop], strict=True))


def _whole(grades: list[str]) -> list[int]:
    text = "".join(grades)
    if "_" in text or not text.isascii():
        raise Irregular
    numbers = list(map(int, grades))
    if not 0 <= min(numbers) <= max(numbers) <= LARGEST_GRADE:
        raise Irregular
    return numbers
