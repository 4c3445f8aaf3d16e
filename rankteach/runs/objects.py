"""Runs and judgements from plain Python objects, from JSON (which becomes such objects), and from data frames.

Nested ones are a mapping of query to mapping of item to number, a mapping of query to items, or a list of lists of
items. Records are mappings with the column names of ``columns.py``, named tuples with such fields, or tuples of query,
item and number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from numbers import Real
from typing import Any

from rankteach.core.checks import scalar
from rankteach.runs.columns import by_index, has_known_columns, places, table_row
from rankteach.runs.rows import Row, RowReader
from rankteach.runs.values import Kind, name_of, shown, wrong

UNNAMED = object()  # the key of a query without a name
PAIRS = ". Make a dict of pairs of item and number: dict(pairs)."
INSTEAD = {  # what lists of items are often taken for, by the type of an entry
    float: ". Make a batch of labels and scores: rt.Batch.from_scores(y_true, y_score).",
    tuple: PAIRS,
    list: PAIRS,
    dict: ". Make a dict of records: item to number.",
}


def object_rows(source: Any, kind: Kind, place: str = "") -> RowReader:
    """The rows of a mapping of queries or columns, of lists of items, or of records; messages begin with ``place``."""
    if isinstance(source, Mapping):
        if has_known_columns(source) and all(isinstance(column, list) for column in source.values()):
            return Records(
                (dict(zip(source, row, strict=True)) for row in zip(*source.values(), strict=True)), kind, place
            )
        return NestedRows(source.items(), kind, place)
    entries = iter(source)
    first = list(islice(entries, 1))
    entries = chain(first, entries)
    if first and (isinstance(first[0], (Mapping, tuple)) or _is_triple(first[0])):
        return Records(entries, kind, place)
    return NestedRows(((UNNAMED, items) for items in entries), kind, place)


def _is_triple(entry: Any) -> bool:
    """Whether a list is a record of query, item and number, as JSON writes it, and not a list of items."""
    if not isinstance(entry, list) or len(entry) != 3 or isinstance(entry[2], str):
        return False
    return isinstance(entry[2], Real) and any(isinstance(name, str) for name in entry[:2])


class NestedRows(RowReader):
    """Queries with their items. ``place`` comes before the place of an item in messages."""

    def __init__(self, queries: Iterable[tuple[Any, Any]], kind: Kind, place: str = "") -> None:
        super().__init__(kind, lambda: place + kind.label + "".join(f"[{shown(key)}]" for key in self.keys))
        self.queries = queries
        self.keys: tuple[Any, ...] = ()  # that lead to the item

    def __iter__(self) -> Iterator[Row]:
        known = set()
        unnamed = listed = None
        for place, (key, items) in enumerate(self.queries):
            unnamed = key is UNNAMED
            key = place if unnamed else key
            self.keys = (key,)
            query = f"q{place + 1}" if unnamed else name_of(key, "query")
            if query in known:
                raise ValueError(f"each query must have a name of its own, but two are called {shown(query)}")
            known.add(query)
            items = self._items(items)
            if listed not in (None, isinstance(items, list)):
                raise ValueError("all queries must have the same form: each a list of items, or each numbers for them")
            listed = isinstance(items, list)
            if not items:
                yield query, None, None
            for number, item in enumerate(items):
                self.keys = (key, number if listed else item)
                if not listed:
                    value = self.kind.number(items[item])
                else:
                    value = float(len(items) - number) if self.kind.value == "score" else 1
                try:
                    name = name_of(item, "item")
                except ValueError as error:
                    raise ValueError(f"{error}{INSTEAD.get(type(scalar(item)), '') if listed else ''}") from None
                yield query, name, value
        if listed and self.kind.value == "score":
            self.ordered = True
            self.notes.append("the lists have no scores: the items of each get n, n - 1, ... 1, so nothing is tied")
        if unnamed:
            self.notes.append("the lists have no names: the queries are called q1, q2, ... in their order")

    def _items(self, items: Any) -> Any:
        items = by_index(scalar(items), of_items=True)
        if isinstance(items, Mapping):
            return items
        if isinstance(items, (set, frozenset)):
            if self.kind.value == "score":
                raise wrong("the items of a query must be a list, best first", items, ". There is no order in a set.")
            return sorted(items, key=str)
        if isinstance(items, (str, bytes)) or not isinstance(items, Iterable) or hasattr(items, "columns"):
            raise wrong(f"a query must be a mapping of item to {self.kind.value}, or a list of items", items)
        return list(items)


class Records(RowReader):
    """One record for each item of a query."""

    def __init__(
        self, records: Iterable[Any], kind: Kind, place: str = "", here: Callable[[], str] | None = None
    ) -> None:
        super().__init__(kind, here or (lambda: f"{place}{kind.label}[{self.number}]"))
        self.records = records
        self.number = 0

    def __iter__(self) -> Iterator[Row]:
        first = None
        keys: list[Any] = [0, 1, 2]
        sign, notes = 1, tuple[str, ...]()
        for place, record in enumerate(self.records):
            self.number = place
            shape = self._shape(record)
            fields = record if shape in (Mapping, tuple) else record._asdict()
            if first is None:
                first = shape
                if shape is not tuple:
                    *chosen, sign, notes = places(fields, self.kind)
                    keys = [list(fields)[key] for key in chosen]
            elif shape != first:
                raise wrong("a record must be of the same kind as the first one", record)
            try:
                query, item, number = (fields[key] for key in keys)
            except KeyError as error:
                difference = f"the first record has {error}, but {shown(record)} does not"
                raise ValueError(f"all records must have the same names: {difference}") from None
            yield table_row(query, item, sign * self.kind.number(number))
        self.notes += notes

    def _shape(self, record: Any) -> Any:
        """``Mapping``, the names of fields, or ``tuple`` for query, item and number."""
        if isinstance(record, Mapping):
            return Mapping
        if hasattr(record, "_fields"):
            return record._fields
        if isinstance(record, (tuple, list)) and len(record) == 3 and not isinstance(record[2], str):
            return tuple
        hint = ". Give items in order as a list."
        raise wrong(f"a record must be query, item and {self.kind.value}", record, hint)


class FrameRows(RowReader):
    """The rows of a data frame of narwhals."""

    def __init__(self, frame: Any, kind: Kind) -> None:
        super().__init__(kind, lambda: kind.label + self.place)
        self.frame, self.place = frame, ""

    def __iter__(self) -> Iterator[Row]:
        *chosen, sign, notes = places(self.frame.columns, self.kind)
        cells = (self.frame[:, place].to_list() for place in chosen)
        for place, (query, item, number) in enumerate(zip(*cells, strict=True)):
            self.place = f", row {place}"
            yield table_row(query, item, sign * self.kind.number(number))
        self.notes += notes
