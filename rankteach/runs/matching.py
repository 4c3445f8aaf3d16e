"""From mappings to the ranks at which a run has the judged items."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, compress, repeat
from operator import contains, methodcaller
from typing import Any

import numpy as np

from rankteach.core.checks import are_names, is_unicode, item_name
from rankteach.core.ranking import Ties
from rankteach.runs.in_memory import ByQuery, table_of
from rankteach.runs.positions import JudgedPositions, best_first, blocks, ends, places_of
from rankteach.runs.values import QRELS, RUN, Kind, name_of, shown, tied_scores

Table = Mapping[Any, Mapping[Any, Any]]
Items = Sequence[Mapping[Any, Any]]

MANY = 8  # judged: at least one item of so many in the run


def match_dicts(run: Table, judged: Table, *, ties: Ties = "item_descending") -> JudgedPositions:
    """At which ranks a run has the judged items, query by query; it has none of a query that is missing from it.

    ``run`` has a score and ``judged`` a grade for every item of every query; their queries are text (``by_query``).
    Scores are compared as floats of 64 bits. Equal ones are ordered by the items' names, the last name first as in
    trec_eval (``ties="item_descending"``) or the first (``"item_ascending"``), or as in the mapping (``"stable"``), or
    they are refused (``"refuse"``). An error names the query and the item whose score or grade is not a finite number.

    >>> found = match_dicts({"q1": {"d1": 0.5, "d2": 0.9, "d3": 0.1}}, {"q1": {"d3": 2, "d1": 1, "d8": 1}})
    >>> found.places.tolist(), found.grades.tolist()  # of d3, d1 and d8
    ([2, 1, -1], [2, 1, 1])
    """
    queries = list(judged)
    nothing: dict[str, float] = {}
    rankings, judgements = [run.get(query, nothing) for query in queries], [judged[query] for query in queries]
    lengths = np.fromiter(map(len, rankings), np.intp, len(queries))
    parts = []
    for start, stop in list(blocks(lengths)) or [(0, 0)]:
        block = slice(start, stop)
        parts.append(_match(queries[block], rankings[block], judgements[block], lengths[block], ties))
    return JudgedPositions.joined(parts)


def _match(queries: list[str], rankings: Items, judgements: Items, lengths: np.ndarray, ties: Ties) -> JudgedPositions:
    """Everything at once: for many short lists a call for each of them would take longer than the work itself."""
    rankings, judgements = _alike(queries, by_item(queries, rankings, RUN), by_item(queries, judgements, QRELS))
    counts = np.fromiter(map(len, judgements), np.intp, len(judgements))
    all_scores, grades = numbers_of(queries, rankings, RUN), numbers_of(queries, judgements, QRELS)
    many = lengths.sum() < MANY * int(counts.sum())
    tables = map(dict, rankings) if many else rankings  # a copy made just before is in the processor's cache
    looked_up = map(map, (table.get for table in tables), judgements, repeat(repeat(math.nan)))
    scores = _packed(chain.from_iterable(looked_up), len(grades))
    there = np.flatnonzero(~np.isnan(scores))
    lists, owners = Lists(queries, rankings, all_scores, ends(lengths), ties), np.repeat(np.arange(len(counts)), counts)
    places, tied = np.full(len(grades), -1), np.zeros((len(grades), 2), dtype=np.intp)
    places[there], tied[there] = lists.ranks_of(owners[there], scores[there])
    if (in_tie := np.flatnonzero(tied[:, 1] > 1)).size:
        names = list(chain.from_iterable(judgements))
        for row in in_tie.tolist():
            places[row] += lists.tie(int(owners[row]), *tied[row].tolist())[names[row]]
    return JudgedPositions(queries, lengths, ends(counts), places, grades, tied).in_whole_numbers()


class Lists:
    """The lists of some queries, one after the other, each best first."""

    def __init__(
        self, queries: Sequence[str], rankings: Items, scores: np.ndarray, bounds: np.ndarray, ties: Ties
    ) -> None:
        self.queries, self.bounds, self.ties = queries, bounds, ties
        self.order = best_first(scores, bounds)
        self.falling = scores[self.order]
        self.items = cache(lambda number: list(rankings[number]))
        self.tie = cache(self._tie)
        if ties == "refuse":
            self._refuse_ties()

    def ranks_of(self, owners: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How many items of its list are above each score; the same and how many items have that score."""
        starts = self.bounds[owners]
        first, level = places_of(scores, self.falling, starts, self.bounds[owners + 1])
        return first - starts, np.column_stack([first - starts, level])

    def _tie(self, number: int, first: int, size: int) -> dict[Any, int]:
        """How many of so many items with one score are above each of them."""
        names = [self._item(number, first + place) for place in range(size)]
        if self.ties != "stable":  # code points sort like their bytes in UTF-8
            names.sort(key=item_name, reverse=self.ties == "item_descending")
        return {name: place for place, name in enumerate(names)}

    def _item(self, number: int, rank: int) -> Any:
        begin = int(self.bounds[number])
        return self.items(number)[self.order[begin + rank] - begin]

    def _refuse_ties(self) -> None:
        places = np.flatnonzero(self.falling[1:] == self.falling[:-1]) + 1
        numbers = self.bounds.searchsorted(places, side="right") - 1
        ranks = places - self.bounds[numbers]
        for number, rank in zip(numbers.tolist(), ranks.tolist(), strict=True):
            if rank:  # else the one before is of another list
                one, other = self._item(number, rank - 1), self._item(number, rank)
                raise tied_scores(self.queries[number], one, other, self.falling[self.bounds[number] + rank])


def numbers_of(queries: Sequence[str], tables: Items, kind: Kind) -> np.ndarray:
    """All scores or grades, one after the other."""
    count = sum(map(len, tables))
    for form in kind.forms:
        with suppress(struct.error):  # some value is of another type
            numbers = _packed(chain.from_iterable(map(methodcaller("values"), tables)), count, form)
            if (np.abs(numbers) <= kind.largest).all() and not (kind is RUN and _has_truths(tables, numbers)):
                return numbers
    rows = ((query, *row) for query, table in zip(queries, tables, strict=True) for row in table.items())
    return np.array([_number(*row, kind) for row in rows], dtype=np.float64)


def _has_truths(tables: Items, numbers: np.ndarray) -> bool:
    """Whether True or False is among the values of which these are the numbers; such are 1 and 0."""
    maybe = (numbers == 0) | (numbers == 1)
    values = compress(chain.from_iterable(map(methodcaller("values"), tables)), maybe.tobytes())
    return bool(maybe.any()) and not {bool, np.bool_}.isdisjoint(map(type, values))


def _packed(numbers: Iterable[Any], count: int, form: str = "d") -> np.ndarray:
    """So many numbers as floats: faster than numpy, which would read numbers out of text too."""
    return np.frombuffer(struct.pack(f"{count}{form}", *numbers), form).astype(np.float64, copy=False)


def _number(query: str, item: Any, value: Any, kind: Kind) -> float:
    try:
        return float(kind.number(value))
    except ValueError as error:
        place = f"{kind.label}, query {shown(query)}, item {shown(item)}"
        raise ValueError(f"{place}: {error}") from None


def by_query(source: Any, kind: Kind) -> Mapping[str, Any]:
    """A mapping whose queries are named by text."""
    if isinstance(source, ByQuery):
        return table_of(source)
    if not isinstance(source, Mapping):
        expected = f"a mapping of query to mapping of item to {kind.value}"
        raise TypeError(f"{kind.label} must be {expected}, not {shown(source)}")
    return source if are_names(source) and "" not in source else _named(source, "query", kind.label)


def by_item(queries: Sequence[str], tables: Items, kind: Kind) -> Items:
    """The mappings of some queries, if they are mappings."""
    if not all(issubclass(one, Mapping) for one in set(map(type, tables))):
        query, table = next(pair for pair in zip(queries, tables, strict=True) if not isinstance(pair[1], Mapping))
        raise TypeError(f"{kind.label}[{shown(query)}] must be a mapping of item to {kind.value}, not {shown(table)}")
    return tables


def _alike(queries: list[str], rankings: Items, judgements: Items) -> tuple[Items, Items]:
    """The mappings as they are, if all their items are text or all are whole numbers; else with text for every item."""
    if _are_texts(rankings, judgements) or set(map(type, chain.from_iterable(chain(rankings, judgements)))) == {int}:
        return rankings, judgements
    places = list(map(shown, queries))
    return (
        [_named(table, "item", f"run, query {place}") for place, table in zip(places, rankings, strict=True)],
        [_named(table, "item", f"qrels, query {place}") for place, table in zip(places, judgements, strict=True)],
    )


def _are_texts(rankings: Items, judgements: Items) -> bool:
    """Whether all items are names as they are. To join texts is the fastest way to ask all for their type."""
    if any(map(contains, chain(rankings, judgements), repeat(""))):
        return False
    try:
        for table in rankings:
            "".join(table)
        asked = "".join(map("".join, judgements))
    except TypeError:
        return False
    return "\\ud" not in asked and is_unicode(asked)  # half of a surrogate pair, whose name is its escape


def _named(table: Mapping[Any, Any], role: str, where: str) -> dict[str, Any]:
    """The table with names that are text."""
    named: dict[str, Any] = {}
    for key, value in table.items():
        try:
            name = name_of(key, role)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        if name in named:
            raise ValueError(f"{where}: {role} {shown(name)} must be there once, not as text and as a number; keep one")
        named[name] = value
    return named
