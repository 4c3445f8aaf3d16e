"""The judged items, found in blocks of whole queries by keys of 64 bits that are made of their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, compress, islice
from typing import NamedTuple

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.columns import names_of
from rankteach.runs.fast.blocks import Block
from rankteach.runs.fast.fields import Fields, Irregular, Texts, seeds
from rankteach.runs.matching import by_item, by_query, numbers_of
from rankteach.runs.positions import JudgedPositions, Matched, best_first, blocks, ends, ranges
from rankteach.runs.values import QRELS

ROWS = 16_384  # of a block: the keys of more would not stay in the processor's cache


class Scattered(Exception):
    """The lines of a query are not neighbours."""


class Tied(ValueError):
    """A judged query, which it names, has equal scores where they are refused."""


class Grouped(NamedTuple):
    """Rows of a run or of judgements in memory, those of one query next to each other."""

    queries: dict[str, int]  # each with its number
    bounds: np.ndarray  # where the rows of each query begin, and where the last ones end
    items: Texts
    values: np.ndarray

    @classmethod
    def of(cls, judged: Mapping[str, Mapping[str, float]]) -> Grouped:
        """The judgements of a mapping. Raises ``TypeError`` or ``ValueError`` for a name or a grade that is wrong."""
        table = by_query(judged, QRELS)
        queries, tables = list(table), by_item(list(table), list(table.values()), QRELS)
        names = names_of(list(chain.from_iterable(tables)), "item")
        bounds = ends(np.fromiter(map(len, tables), np.intp, len(tables)))
        numbers = dict(zip(queries, range(len(queries)), strict=True))
        return cls(numbers, bounds, Texts.of(names), numbers_of(queries, tables, QRELS))

    def blocks(self) -> Iterator[Block]:
        """Blocks of whole queries."""
        names, queries = list(self.queries), Texts.of(list(self.queries))
        for start, stop in blocks(np.diff(self.bounds), ROWS):
            bounds = self.bounds[start : stop + 1]
            first, last = bounds[[0, -1]].tolist()
            items, values = self.items.fields(first, last), self.values[first:last]
            yield Block.of(names[start:stop], queries.fields(start, stop), bounds - first, items, values)


def match_blocks(run: Iterable[Block], judged: Grouped, ties: Ties) -> Matched:
    """At which ranks a run has the judged items. Blocks can share memory, as each is looked at once.

    Raises ``Irregular`` for an item that a query has twice, ``Scattered`` and ``Tied``.
    """
    count, asked = len(judged.queries), judged.items.fields()
    names: set[str] = set()
    unjudged: list[str] = []
    best_items: dict[str, list[str]] = {}
    lengths = np.zeros(count, dtype=np.intp)
    ranks, groups = np.full(len(judged.values), -1), np.zeros((len(judged.values), 2), dtype=np.intp)
    tied = count
    for block in run:
        before = len(names)
        names.update(block.names)
        if len(names) < before + len(block.names):
            raise Scattered
        queries = np.array([judged.queries.get(name, count) for name in block.names])
        is_judged = queries < count
        unjudged += compress(block.names, (~is_judged).tolist())
        lengths[queries[is_judged]] = block.counts[is_judged]
        if ties == "refuse":
            places = np.flatnonzero(_best_first(block, ties)[1]) + 1
            tied = queries[block.query_of(places)].min(initial=tied)
        starts, stops = judged.bounds[queries[is_judged]], judged.bounds[queries[is_judged] + 1]
        items = ranges(starts, stops - starts)
        lines = _lines_of(asked.take(items), np.repeat(np.flatnonzero(is_judged), stops - starts), block)
        found = np.flatnonzero(lines >= 0)
        items = items[found]
        order, ranks[items], groups[items] = _ranks_of(lines[found], block, ties)
        sizes = np.minimum(block.counts, 2)
        best = iter(block.items.take(order[ranges(block.heads, sizes)]).names("replace"))
        best_items.update((name, [*islice(best, size)]) for name, size in zip(block.names, sizes.tolist(), strict=True))
    if tied < count:
        raise Tied(list(judged.queries)[tied])
    missing = [query for query in judged.queries if query not in names]
    positions = JudgedPositions(list(judged.queries), lengths, judged.bounds, ranks, judged.values, groups)
    return Matched(positions.in_whole_numbers(), unjudged, missing, best_items)


def _lines_of(items: Fields, owners: np.ndarray, block: Block) -> np.ndarray:
    """The line of each judged item, whose query in the block is its owner; -1 where there is none.

    The keys of lines and items are sorted together, each with its place in its last bits: equal ones become neighbours.
    """
    count, seed = len(block.scores), seeds(np.arange(len(block.names)))
    keys = np.concatenate([block.items.hashed(np.repeat(seed, block.counts)), items.hashed(seed[owners])])
    last_bits = np.uint64(2 ** len(keys).bit_length() - 1)
    keys &= ~last_bits
    keys |= np.arange(len(keys), dtype=np.uint64)
    keys.sort()
    same = np.flatnonzero(keys[1:] ^ keys[:-1] <= last_bits)
    one, other = ((keys[where] & last_bits).astype(np.intp) for where in (same, same + 1))
    if (one >= count).any() or (other < count).any():
        return _lines_by_name(items, owners, block)
    other -= count
    if not (block.items.equal(one, items, other) & (block.query_of(one) == owners[other])).all():
        return _lines_by_name(items, owners, block)
    lines = np.full(len(owners), -1)
    lines[other] = one
    return lines


def _lines_by_name(items: Fields, owners: np.ndarray, block: Block) -> np.ndarray:
    """The same without keys, as different items can have the same key. Raises ``Irregular`` for an item given twice."""
    lines, asked = (
        {(query, fields.name(row)): row for row, query in enumerate(of.tolist())}
        for fields, of in ((block.items, block.query_of(np.arange(len(block.scores)))), (items, owners))
    )
    if len(lines) < len(block.scores) or len(asked) < len(owners):
        raise Irregular
    return np.array([lines.get(item, -1) for item in asked])


def _ranks_of(lines: np.ndarray, block: Block, ties: Ties) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The lines, best first in each query; the ranks of some, counted from 0, and where and how large their ties are.

    Lines are sorted only where they are out of order.
    """
    first = block.heads[block.query_of(lines)]
    if not (block.inside & (block.scores[1:] >= block.scores[:-1])).any():
        return np.arange(len(block.scores)), lines - first, np.column_stack([lines - first, np.ones_like(lines)])
    order, tied = _best_first(block, ties)
    places = np.empty(len(order), dtype=np.intp)
    places[order] = np.arange(len(order))
    places = places[lines]
    starts = np.flatnonzero(np.append(~tied, True)) + 1  # of all ties but the first one, and the end
    after = np.searchsorted(starts, places, side="right")
    start = np.append(0, starts)[after]
    return order, places - first, np.column_stack([start - first, starts[after] - start])


def _best_first(block: Block, ties: Ties) -> tuple[np.ndarray, np.ndarray]:
    """The lines of one query after the other, each query's by falling score, tied ones by item; and which are tied.

    Those are tied with the line before; the first line has none.
    """
    order = best_first(block.scores, np.append(block.heads, len(block.scores)))
    ranked = block.scores[order]
    tied = block.inside & (ranked[1:] == ranked[:-1])
    if ties in ("item_descending", "item_ascending"):
        block.items.sort_tied(order, tied, descending=ties == "item_descending")
    return order, tied
