"""From mappings to the ranks at which a run has the judged items."""

from __future__ import annotations

import math
import struct
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from operator import methodcaller
from typing import Any

import numpy as np

from rankteach.matched import Matched
from rankteach.ranking import Ties
from rankteach.runs.held import Held, checked_ties
from rankteach.runs.ranks import Asked, Lists, Part, blocks, ends, joined, ranks_of
from rankteach.runs.values import QRELS, RUN, Kind, name_of, shown

Table = Mapping[Any, Mapping[Any, Any]]
Items = Sequence[Mapping[Any, Any]]

MANY = 8  # with more than one judged item for so many in the run
NEAR = 4096  # so many items at once: they fit the processor's nearest cache


def match_dicts(run: Table, judged: Table, *, ties: Ties = "item_descending") -> Matched:
    """Where a run has the judged items, for the queries that both have, in the order of ``judged``.

    ``run`` has a score and ``judged`` a grade for every item of every query. Scores are compared as floats of 64 bits.
    Equal ones are ordered by the items' names, the last name first as in trec_eval (``ties="item_descending"``) or the
    first (``"item_ascending"``), or as they stand in the mapping (``"stable"``), or they are refused (``"refuse"``).

    Raises
    ------
    TypeError, ValueError
        Names the query and the item whose score or grade is no finite number.

    >>> found = match_dicts({"q1": {"d1": 0.5, "d2": 0.9, "d3": 0.1}}, {"q1": {"d3": 2, "d1": 1, "d8": 1}})
    >>> found.places, found.grades, found.missed_grades
    (array([2, 1]), array([2, 1]), array([1]))
    """
    checked_ties(ties)
    run, judged = by_query(run, RUN), by_query(judged, QRELS)
    queries = list(filter(run.__contains__, judged))
    rankings, judgements = [run[query] for query in queries], [judged[query] for query in queries]
    lengths = np.fromiter(map(len, rankings), np.int64, len(queries))
    parts = []
    for start, stop in blocks(lengths):
        block = slice(start, stop)
        parts.append(_match(queries[block], rankings[block], judgements[block], lengths[block], ties))
    return joined(queries, lengths, parts)


def _match(queries: list[str], rankings: Items, judgements: Items, lengths: np.ndarray, ties: Ties) -> Part:
    """Everything at once: for many short lists a call for each of them would take longer than the work itself."""
    rankings, judgements = _comparable(queries, by_item(queries, rankings, RUN), by_item(queries, judgements, QRELS))
    counts = np.fromiter(map(len, judgements), np.int64, len(judgements))
    many = MANY * int(counts.sum()) > int(lengths.sum())
    parts = []
    for start, stop in blocks(lengths, NEAR if many else None):
        some = slice(start, stop)
        parts.append(_read(queries[some], rankings[some], judgements[some], many))
    scores, grades, of_judged = map(np.concatenate, zip(*parts, strict=True))
    found = ~np.isnan(of_judged)
    places = np.flatnonzero(found)

    def called(numbers: np.ndarray) -> list[Any]:
        items = list(chain.from_iterable(judgements))
        return [items[place] for place in places[numbers].tolist()]

    asked = Asked(np.repeat(np.arange(len(counts)), counts)[places], of_judged[places], called)
    lists = Lists(queries, scores, ends(lengths), lambda number: list(rankings[number]))
    return Part(counts, grades, found, ranks_of(asked, lists, ties))


def _read(queries: list[str], rankings: Items, judgements: Items, many: bool) -> tuple[np.ndarray, ...]:
    """All scores, all grades, and the scores of the judged items; NaN for those that the run does not have."""
    scores, grades = numbers_of(queries, rankings, RUN), numbers_of(queries, judgements, QRELS)
    if many:  # who goes through all items in their order has them in the processor's cache when they are looked up
        deque(chain.from_iterable(rankings), maxlen=0)
    looked_up = map(map, (ranking.get for ranking in rankings), judgements, repeat(repeat(math.nan)))
    return scores, grades, _packed(chain.from_iterable(looked_up), len(grades))


def numbers_of(queries: list[str], tables: Items, kind: Kind) -> np.ndarray:
    """All scores or grades, one after the other."""
    count = sum(map(len, tables))
    for form in kind.forms:
        with suppress(struct.error):  # some value is no such number
            numbers = _packed(chain.from_iterable(map(methodcaller("values"), tables)), count, form)
            if (np.abs(numbers) <= kind.largest).all():
                return numbers
    return np.array([_number(*one, kind) for one in _one_by_one(queries, tables)], dtype=np.float64)


def _packed(numbers: Iterable[Any], count: int, form: str = "d") -> np.ndarray:
    """So many numbers as floats: faster than numpy, which would read numbers out of text too."""
    return np.frombuffer(struct.pack(f"{count}{form}", *numbers), form).astype(np.float64, copy=False)


def _one_by_one(queries: list[str], tables: Items) -> Iterator[tuple[str, Any, Any]]:
    for query, table in zip(queries, tables, strict=True):
        for item, value in table.items():
            yield query, item, value


def _number(query: str, item: Any, value: Any, kind: Kind) -> float:
    try:
        return float(kind.number(value))
    except ValueError as error:
        raise ValueError(f"{kind.label}, query {query!r}, item {item!r}: {error}") from None


def by_query(source: Any, kind: Kind) -> Mapping[str, Any]:
    """A mapping whose queries are named by text."""
    if isinstance(source, Held):
        return source._table
    if not isinstance(source, Mapping):
        raise TypeError(f"{kind.label} is {shown(source)}; it is a mapping of query to mapping of item to {kind.value}")
    return source if set(map(type, source)) <= {str} else _named(source, "query", kind.label)


def by_item(queries: list[str], tables: Items, kind: Kind) -> Items:
    """The mappings of some queries, if they are mappings."""
    if not all(issubclass(one, Mapping) for one in set(map(type, tables))):
        query, table = next(pair for pair in zip(queries, tables, strict=True) if not isinstance(pair[1], Mapping))
        raise TypeError(f"{kind.label}[{query!r}] is {shown(table)}; it is a mapping of item to {kind.value}")
    return tables


def _comparable(queries: list[str], rankings: Items, judgements: Items) -> Iterator[Items]:
    """The mappings with items of one kind, text or whole numbers; each is known by its first item."""
    both = {RUN: rankings, QRELS: judgements}
    kinds = set(map(type, map(next, map(iter, filter(None, chain(rankings, judgements))))))
    for kind, tables in both.items():
        yield (
            tables
            if kinds <= {str} or kinds <= {int}
            else [
                _named(table, "item", f"{kind.label}, query {query!r}")
                for query, table in zip(queries, tables, strict=True)
            ]
        )


def _named(table: Mapping[Any, Any], what: str, where: str) -> dict[str, Any]:
    """The table with names that are text."""
    named: dict[str, Any] = {}
    for key, value in table.items():
        try:
            name = name_of(key, what)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        if name in named:
            raise ValueError(f"{where}: {what} {name!r} is there twice, as a text and as a number")
        named[name] = value
    return named
