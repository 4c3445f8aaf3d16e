"""What every reader gives, one row after another, and how rows become a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rankteach.runs.values import Kind, Number, counted, shown

Row = tuple[str, Any, Any]  # query, item and number; None and None for a query without items
Table = dict[str, dict[str, Number]]


class PlacedError(ValueError):
    """An error that names its place already."""


class Rows(ABC):
    """Rows of a source; while they are read, ``here`` says where the last one stood."""

    notes: list[str]
    name: str | None = None  # what the source calls itself
    ordered = False  # lists have an order instead of scores

    def __init__(self) -> None:
        self.notes = []

    @abstractmethod
    def __iter__(self) -> Iterator[Row]:
        """Every row; a row that is wrong raises ``ValueError`` without its place."""

    @abstractmethod
    def here(self) -> str:
        """Where the row stands that was read last."""


def gathered(
    rows: Rows, kind: Kind, again: Callable[[str, str], str | None], chosen: Iterable[Row] | None = None
) -> Table:
    """Rows as a table; an item that a query has twice is an error, or a note where both judgements agree.

    ``again(query, item)`` reads the source once more, and says where the item stood first. Of the rows only the
    ``chosen`` ones are kept, if they are given.
    """
    table: Table = {}
    items: dict[str, Number] = {}
    last: str | None = None
    twice = 0
    try:
        for query, item, number in rows if chosen is None else chosen:
            if query != last:
                items = table.setdefault(query, {})
                last = query
            if item is None:
                continue
            if item in items:
                if kind.value == "score" or items[item] != number:
                    raise ValueError(_twice(kind, query, item, items[item], number, again))
                twice += 1
                if twice == 1:
                    rows.notes.append(f"{rows.here()}: {_twice(kind, query, item, number, number, again)}")
            items[item] = number
    except PlacedError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        raise ValueError(f"{rows.here()}: {error}") from None
    if twice > 1:
        rows.notes.append(f"{counted(twice, 'judgement')} given once more with the same grade; each counts once")
    if kind.value == "grade" and (below := sum(n < 0 for items in table.values() for n in items.values())):
        rows.notes.append(f"{counted(below, 'grade')} below 0: the items were in the pool, but are not judged")
    if empty := [query for query, items in table.items() if not items]:
        rows.notes.append(f"{counted(len(empty), 'query', 'queries')} without items, for example {shown(empty[0])}")
    return table


def _twice(
    kind: Kind, query: str, item: str, before: Number, now: Number, again: Callable[[str, str], str | None]
) -> str:
    first = again(query, item)
    found = f"query {shown(query)} has item {shown(item)} a second time"
    where = f" (the first time: {first})" if first else ""
    if kind.value == "score":
        return f"{found}{where}; a run has each item once for each query"
    if before == now:
        return f"{found}, with the same grade {now}{where}; it counts once"
    return f"{found}, with grade {now} after grade {before}{where}; an item has one grade for each query"
