"""Runs and judgements out of plain Python objects, and out of JSON, which is made of them.

Nested ones are a mapping of query to mapping of item to number, a mapping of query to items, or a list of lists of
items. Records are mappings with the column names of ``columns.py``, named tuples with such fields, or tuples of query,
item and number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from numbers import Real
from typing import Any

from rankteach.runs.columns import notes_on, notes_on_frame, places
from rankteach.runs.rows import Row, Rows
from rankteach.runs.values import Kind, name_of, shown

Place = Callable[[], str]
UNNAMED = object()  # stands for the name of a query that has none


def plain_rows(source: Any, kind: Kind) -> Rows:
    """The rows of a mapping or of any iterable."""
    if isinstance(source, Mapping):
        return Nested(source.items(), kind)
    return listed_rows(source, kind)


def listed_rows(entries: Iterable[Any], kind: Kind, place: Place = str) -> Rows:
    """The rows of lists of items, or of records: the first entry tells."""
    entries = iter(entries)
    first = list(islice(entries, 1))
    entries = chain(first, entries)
    if first and (isinstance(first[0], (Mapping, tuple)) or _is_triple(first[0])):
        return Records(entries, kind, place)
    return Nested(((UNNAMED, items) for items in entries), kind, place)


def _is_triple(entry: Any) -> bool:
    """Whether a list is query, item and number, as JSON has them, and no list of items."""
    if not isinstance(entry, list) or len(entry) != 3 or isinstance(entry[2], str):
        return False
    return isinstance(entry[2], Real) and any(isinstance(name, str) for name in entry[:2])


class Nested(Rows):
    """Queries with their items. ``place`` is said before the place of an item."""

    def __init__(self, queries: Iterable[tuple[Any, Any]], kind: Kind, place: Place = str) -> None:
        super().__init__()
        self.queries, self.kind, self.place = queries, kind, place
        self.at: tuple[Any, ...] = ()

    def here(self) -> str:
        """The keys that lead to the item."""
        return self.place() + self.kind.label + "".join(f"[{shown(key)}]" for key in self.at)

    def __iter__(self) -> Iterator[Row]:
        known = set()
        unnamed = listed = None
        for place, (key, items) in enumerate(self.queries):
            unnamed = key is UNNAMED
            key = place if unnamed else key
            self.at = (key,)
            query = f"q{place + 1}" if unnamed else name_of(key, "query")
            if query in known:
                raise ValueError(f"two queries are called {shown(query)}; each has a name of its own")
            known.add(query)
            items = self._items(items)
            if listed not in (None, isinstance(items, list)):
                raise ValueError("some queries have a list of items, others numbers for them; all have the same")
            listed = isinstance(items, list)
            if not items:
                yield query, None, None
            elif listed:
                yield from self._in_order(key, query, items)
            else:
                for item, number in items.items():
                    self.at = (key, item)
                    yield query, name_of(item, "item"), self.kind.number(number)
        if listed and self.kind.value == "score":
            self.ordered = True
            self.notes.append("the lists have no scores; n, n - 1, ... 1 stand in for them, so that nothing is tied")
        if unnamed:
            self.notes.append("the lists have no names; the queries are called q1, q2, ... in their order")

    def _items(self, items: Any) -> Any:
        if isinstance(items, Mapping):
            return items
        if isinstance(items, (set, frozenset)):
            if self.kind.value == "score":
                raise ValueError(
                    f"the items are {shown(items)}; a set has no order, a run is a list of items, best first"
                )
            return sorted(items, key=str)
        if isinstance(items, (str, bytes)) or not isinstance(items, Iterable):
            raise ValueError(
                f"found {shown(items)}; a query has a mapping of item to {self.kind.value}, or a list of items"
            )
        return list(items)

    def _in_order(self, key: Any, query: str, items: list[Any]) -> Iterator[Row]:
        scored = self.kind.value == "score"
        for place, item in enumerate(items):
            self.at = (key, place)
            yield query, name_of(item, "item"), float(len(items) - place) if scored else 1


class Records(Rows):
    """One record for each item of a query."""

    def __init__(self, records: Iterable[Any], kind: Kind, place: Place = str) -> None:
        super().__init__()
        self.records, self.kind, self.place = records, kind, place
        self.number = 0

    def here(self) -> str:
        """The place of the record."""
        return f"{self.place()}{self.kind.label}[{self.number}]"

    def __iter__(self) -> Iterator[Row]:
        first = None
        keys: list[Any] = [0, 1, 2]
        by_rank = False
        for place, record in enumerate(self.records):
            self.number = place
            shape = self._shape(record)
            if first is None:
                first = shape
                if shape is not tuple:
                    names = list(record) if shape is Mapping else list(record._fields)
                    *keys, by_rank = chosen = places(names, self.kind)
                    self.notes += notes_on(names, chosen, self.kind)
                    if shape is Mapping:
                        keys = [names[key] for key in keys]
            elif shape != first:
                raise ValueError(f"found {shown(record)}; the first record is of another kind")
            try:
                query, item, number = (record[key] for key in keys)
            except KeyError as error:
                raise ValueError(f"found {shown(record)} without {error}, which the first record has") from None
            number = self.kind.number(number)
            yield name_of(query, "query"), name_of(item, "item"), -number if by_rank else number

    def _shape(self, record: Any) -> Any:
        """``Mapping``, the names of fields, or ``tuple`` for query, item and number."""
        if isinstance(record, Mapping):
            return Mapping
        if hasattr(record, "_fields"):
            return record._fields
        if isinstance(record, (tuple, list)) and len(record) == 3 and not isinstance(record[2], str):
            return tuple
        raise ValueError(
            f"found {shown(record)}; a record is query, item and {self.kind.value}, and items in order are a list"
        )


class Framed(Rows):
    """The rows of a data frame."""

    def __init__(self, frame: Any, kind: Kind) -> None:
        super().__init__()
        self.frame, self.kind = frame, kind
        self.number: int | None = None

    def here(self) -> str:
        """The row, counted from 0."""
        return self.kind.label if self.number is None else f"{self.kind.label}, row {self.number}"

    def __iter__(self) -> Iterator[Row]:
        from rankteach.runs.frames import columns_of

        columns = columns_of(self.frame, values=self.kind.value)
        self.notes += notes_on_frame(self.frame, self.kind)
        for place, (query, item, number) in enumerate(zip(*columns, strict=True)):
            self.number = place
            yield name_of(query, "query"), name_of(item, "item"), self.kind.number(number)
