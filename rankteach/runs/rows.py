"""The rows that every reader yields, and how rows become a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from rankteach.core.checks import counted, told_apart
from rankteach.core.ranking import Duplicates
from rankteach.runs.values import Kind, Number, shown

Row = tuple[str, Any, Any]  # query, item and number; None and None for a query without items
Table = dict[str, dict[str, Number]]
Repeats = dict[str, Any]  # the items of a query that were left out, or the item of each name that comes again


class RowReader(ABC):
    """Rows of a source; ``here`` says the place of the row that was read last."""

    name: str | None = None  # what the source calls itself
    ordered = False  # lists have an order instead of scores

    def __init__(self, kind: Kind, here: Callable[[], str]) -> None:
        self.kind, self.here = kind, here
        self.notes: list[str] = []

    @abstractmethod
    def __iter__(self) -> Iterator[Row]:
        """Every row; a row that is wrong raises ``ValueError`` without its place."""


Opened = Callable[[], AbstractContextManager[RowReader]]


def gathered(
    rows: RowReader, kind: Kind, reopened: Opened | None, duplicates: Duplicates = "refuse"
) -> tuple[Table, Repeats]:
    """Rows as a table; an item that a query has twice is an error, or a note where both judgements agree.

    Of a run whose ``duplicates`` are not refused, only the one with the highest score counts, or each under a name of
    its own; what is repeated is returned, too.

    ``reopened`` gives the rows once more, if they can be read twice: then the message names the first place of the
    item.
    """
    table: Table = {}
    items: dict[Any, Number] = {}
    last: str | None = None
    repeated = 0
    again: Repeats = {}
    try:
        for query, item, number in rows:
            if query != last:
                items = table.setdefault(query, {})
                last = query
            if item is None:
                continue
            if item in items and kind.value == "score" and duplicates != "refuse":
                again.setdefault(query, []).append(item)
                if duplicates == "count":
                    item = item, len(items)  # until all names are known
                elif number <= items[item]:
                    continue
                else:  # it moves to its own place
                    del items[item]
            elif item in items:
                agrees = kind.value == "grade" and items[item] == number
                repeated += agrees
                if repeated == 1 or not agrees:  # to find the first place is to read the source once more
                    first = _first_place(reopened, query, item)
                    words = _given_twice(kind, query, item, items[item], number, first)
                    if not agrees:
                        raise ValueError(words)
                    rows.notes.append(f"{rows.here()}: {words}")
            items[item] = number
    except ValueError as error:
        raise ValueError(f"{rows.here()}: {error}") from None
    if repeated > 1:
        rows.notes.append(f"{counted(repeated, 'judgement')} repeated with the same grade; each counts once")
    if kind.value == "grade" and (below := sum(n < 0 for items in table.values() for n in items.values())):
        rows.notes.append(f"{counted(below, 'grade')} below 0: the items were in the pool, but are not judged")
    if empty := [query for query, items in table.items() if not items]:
        rows.notes.append(f"{counted(len(empty), 'query')} without items, for example {shown(empty[0])}")
    if again:
        how = "counts again" if duplicates == "count" else "is left out"
        ranks = counted(sum(map(len, again.values())), "rank")
        rows.notes.append(f"An item that came before {how}, at {ranks}.")
    for query in again if duplicates == "count" else ():
        # where an item comes again, it is a pair
        names, again[query] = told_apart(key if isinstance(key, str) else key[0] for key in table[query])
        table[query] = dict(zip(names, table[query].values(), strict=True))
    return table, again


def _first_place(reopened: Opened | None, query: str, item: str) -> str:
    if reopened is None:
        return ""
    with reopened() as rows:
        place = next((rows.here() for one, other, _ in rows if (one, other) == (query, item)), None)
    return f" (the first time: {place})" if place else ""


def _given_twice(kind: Kind, query: str, item: str, before: Number, now: Number, first: str) -> str:
    text = f"query {shown(query)} has item {shown(item)} a second time"
    if kind.value == "score":
        return f"{text}{first}; a run must have each item once for each query, unless duplicates is 'first' or 'count'"
    if before == now:
        return f"{text}, with the same grade {now}{first}; it counts once"
    return f"{text}, with grade {now} after grade {before}{first}; an item must have one grade for each query"
