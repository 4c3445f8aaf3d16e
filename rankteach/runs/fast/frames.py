"""Data frames: their rows become blocks of whole queries, as the lines of a file do."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from rankteach.core.ranking import Ties
from rankteach.runs.columns import columns_of, names_of
from rankteach.runs.fast.fields import Irregular, Texts, seeds
from rankteach.runs.fast.judged_items import Grouped, match_blocks
from rankteach.runs.positions import Matched, ends, ranges
from rankteach.runs.values import QRELS, RUN, Kind


def match_frames(run: Any, judged: Any, *, ties: Ties = "item_descending") -> Matched:
    """At which ranks a run has the judged items.

    ``run`` is a data frame of narwhals, ``judged`` another one or a mapping as ``match_dicts`` takes it. Equal scores
    are ordered as there; ``ties="stable"`` keeps the order of the rows. Raises ``TypeError`` or ``ValueError`` for
    whatever is wrong or odd: the simple reader goes row by row, and says in which row it is.
    """
    rankings = _grouped(run, RUN)
    if isinstance(judged, Mapping):
        return match_blocks(rankings.blocks(), Grouped.of(judged), ties)
    judgements = _grouped(judged, QRELS)
    found = match_blocks(rankings.blocks(), judgements, ties)
    # the queries that the run does not have were in no block
    numbers = np.array([judgements.queries[query] for query in found.missing], dtype=np.intp)
    starts, counts = judgements.bounds[numbers], judgements.bounds[numbers + 1] - judgements.bounds[numbers]
    keys = np.sort(judgements.items.fields().take(ranges(starts, counts)).hashed(np.repeat(seeds(numbers), counts)))
    if (keys[1:] == keys[:-1]).any():
        raise Irregular("each item of a query must be judged once")
    return found


def _grouped(frame: Any, kind: Kind) -> Grouped:
    queries, items, values = columns_of(frame, kind)
    if queries.null_count() or items.null_count():
        raise Irregular("each row must have a query and an item")
    changes = np.flatnonzero((queries[1:] != queries[:-1]).to_numpy())
    bounds = np.concatenate([[0], changes + 1, [len(queries)]])[: len(queries) + 1].astype(np.intp)
    names = names_of(queries[bounds[:-1]].to_list(), "query")
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(numbers) < len(names):  # the rows of a query are not neighbours
        codes = np.repeat(np.array([numbers[name] for name in names]), np.diff(bounds))
        rows = np.argsort(codes, kind="stable")
        items, values, bounds = items[rows], values[rows], ends(np.bincount(codes))
    texts = _texts(items)
    if not np.diff(texts.bounds).all():
        raise Irregular("a name must not be empty")
    return Grouped(numbers, bounds, texts, values)


def _texts(column: Any) -> Texts:
    """The names in a column; without a loop over them if pyarrow is there."""
    from narwhals import String

    if len(column) and (column.dtype == String or column.dtype.is_integer()):
        with suppress(ImportError):
            from pyarrow import large_string  # type: ignore[import-untyped]

            array = column.to_arrow().cast(large_string())
            _, bounds, data = array.buffers()
            start = array.offset
            return Texts(memoryview(data or b""), np.frombuffer(bounds, np.int64)[start : start + len(array) + 1])
    return Texts.of(names_of(column.to_list(), "item"))
