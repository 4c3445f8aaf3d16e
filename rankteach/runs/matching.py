"""From mappings to the ranks at which a run has the judged items."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from operator import contains, methodcaller
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import LARGEST_GRADE
from rankteach.core.ranking import Ties
from rankteach.runs.in_memory import ByQuery, checked_ties, table_of
from rankteach.runs.positions import JudgedPositions, blocks
from rankteach.runs.ranks import Asked, Lists, Part, ends, joined, ranks_of
from rankteach.runs.values import QRELS, RUN, Kind, name_of, shown

Table = Mapping[Any, Mapping[Any, Any]]
Items = Sequence[Mapping[Any, Any]]

NEARLY_ALL, MANY = 1.5, 8  # judged: at least one item of so many in the run
UNJUDGED = -LARGEST_GRADE  # stands for the grade that an item does not have


def match_dicts(run: Table, judged: Table, *, ties: Ties = "item_descending") -> JudgedPositions:
    """At which ranks a run has the judged items, for the queries that both have, in the order of ``judged``.

    ``run`` has a score and ``judged`` a grade for every item of every query. Scores are compared as floats of 64 bits.
    Equal ones are ordered by the items' names, the last name first as in trec_eval (``ties="item_descending"``) or the
    first (``"item_ascending"``), or as they stand in the mapping (``"stable"``), or they are refused (``"refuse"``).

    Raises
    ------
    TypeError, ValueError
        Names the query and the item whose score or grade is no finite number.

    >>> found = match_dicts({"q1": {"d1": 0.5, "d2": 0.9, "d3": 0.1}}, {"q1": {"d3": 2, "d1": 1, "d8": 1}})
    >>> dict(zip(found.places.tolist(), found.grades.tolist())), found.missed_grades.tolist()
    ({1: 1, 2: 2}, [1])
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
    lists = Lists(queries, numbers_of(queries, rankings, RUN), ends(lengths), lambda number: list(rankings[number]))
    one_in = lengths.sum() / max(1, counts.sum())
    found = _by_item(lists, rankings, judgements, counts) if one_in < NEARLY_ALL else None
    if found is None:
        found = _by_judgement(lists, rankings, judgements, counts, one_in < MANY)
    return Part(counts, found.grades, found.there, ranks_of(found.asked, lists, ties))


class _Found(NamedTuple):
    """The grades of all judged items, which of them the run has, and where these are."""

    grades: np.ndarray
    there: np.ndarray
    asked: Asked


def _by_judgement(lists: Lists, rankings: Items, judgements: Items, counts: np.ndarray, many: bool) -> _Found:
    """Every judged item is looked up in the run."""
    grades = numbers_of(lists.queries, judgements, QRELS)
    tables = map(dict, rankings) if many else rankings  # a copy made just before is in the processor's cache
    looked_up = map(map, (table.get for table in tables), judgements, repeat(repeat(math.nan)))
    scores = _packed(chain.from_iterable(looked_up), len(grades))
    there = ~np.isnan(scores)
    places = np.flatnonzero(there)
    owners = np.repeat(np.arange(len(counts)), counts)
    return _Found(grades, there, Asked(owners[places], scores[places], _named_at(places, judgements)))


def _by_item(lists: Lists, rankings: Items, judgements: Items, counts: np.ndarray) -> _Found | None:
    """Every item of the run is looked up in the judgements: its place is known then. None if a grade is no number."""
    marks: list[Any] = []
    missed = []
    for ranking, judged in zip(rankings, judgements, strict=True):
        left = dict(judged)
        marks += map(left.pop, ranking, repeat(UNJUDGED))
        marks += left.values()
        missed.append(len(left))
    numbers = _numbers(lambda: marks, len(marks), QRELS)
    if numbers is None or len(known := np.flatnonzero(numbers != UNJUDGED)) < counts.sum():
        return None
    sizes = np.stack([counts - missed, missed], axis=-1)
    there = np.repeat(np.tile([True, False], len(sizes)), sizes.ravel())
    owners = np.repeat(np.arange(len(sizes)), sizes[:, 0])
    places = known[np.flatnonzero(there)] - ends(sizes[:, 1])[owners]
    asked = Asked(owners, lists.scores[places], _named_at(places, rankings), places - lists.starts[owners])
    return _Found(numbers[known], there, asked)


def _named_at(places: np.ndarray, tables: Items) -> Callable[[np.ndarray], list[Any]]:
    """What some of the items at these places are called."""

    def called(numbers: np.ndarray) -> list[Any]:
        items = list(chain.from_iterable(tables))
        return [items[place] for place in places[numbers].tolist()]

    return called


def numbers_of(queries: Sequence[str], tables: Items, kind: Kind) -> np.ndarray:
    """All scores or grades, one after the other."""
    count = sum(map(len, tables))
    numbers = _numbers(lambda: chain.from_iterable(map(methodcaller("values"), tables)), count, kind)
    if numbers is None:
        numbers = np.array([_number(*one, kind) for one in _one_by_one(queries, tables)], dtype=np.float64)
    return numbers


def values_of(queries: Sequence[str], table: Table, kind: Kind) -> np.ndarray:
    """All scores or grades of some queries, if they are mappings of item to number."""
    return numbers_of(queries, by_item(queries, [table[query] for query in queries], kind), kind)


def _numbers(values: Callable[[], Iterable[Any]], count: int, kind: Kind) -> np.ndarray | None:
    """So many scores or grades as floats, if they are what most of them are."""
    for form in kind.forms:
        with suppress(struct.error):  # some value is no such number
            numbers = _packed(values(), count, form)
            if (np.abs(numbers) <= kind.largest).all():
                return numbers
    return None


def _packed(numbers: Iterable[Any], count: int, form: str = "d") -> np.ndarray:
    """So many numbers as floats: faster than numpy, which would read numbers out of text too."""
    return np.frombuffer(struct.pack(f"{count}{form}", *numbers), form).astype(np.float64, copy=False)


def _one_by_one(queries: Sequence[str], tables: Items) -> Iterator[tuple[str, Any, Any]]:
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
    if isinstance(source, ByQuery):
        return table_of(source)
    if not isinstance(source, Mapping):
        expected = f"a mapping of query to mapping of item to {kind.value}"
        raise TypeError(f"{kind.label} must be {expected}, not {shown(source)}")
    return source if set(map(type, source)) <= {str} else _named(source, "query", kind.label)


def by_item(queries: Sequence[str], tables: Items, kind: Kind) -> Items:
    """The mappings of some queries, if they are mappings."""
    if not all(issubclass(one, Mapping) for one in set(map(type, tables))):
        query, table = next(pair for pair in zip(queries, tables, strict=True) if not isinstance(pair[1], Mapping))
        raise TypeError(f"{kind.label}[{query!r}] must be a mapping of item to {kind.value}, not {shown(table)}")
    return tables


def _comparable(queries: list[str], rankings: Items, judgements: Items) -> Iterator[Items]:
    """The mappings with items of one kind, text or whole numbers; each is known by its first item. None is ""."""
    both = {RUN: rankings, QRELS: judgements}
    kinds = set(map(type, map(next, map(iter, filter(None, chain(rankings, judgements))))))
    for kind, tables in both.items():
        yield (
            tables
            if (kinds <= {str} or kinds <= {int}) and not any(map(contains, tables, repeat("")))
            else [
                _named(table, "item", f"{kind.label}, query {query!r}")
                for query, table in zip(queries, tables, strict=True)
            ]
        )


def _named(table: Mapping[Any, Any], role: str, where: str) -> dict[str, Any]:
    """The table with names that are text."""
    named: dict[str, Any] = {}
    for key, value in table.items():
        try:
            name = name_of(key, role)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        if name in named:
            raise ValueError(f"{where}: {role} {name!r} is there twice, as text and as a number; keep one")
        named[name] = value
    return named
