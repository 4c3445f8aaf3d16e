"""Which column of a table is the query, which the item, and which the score or the grade.

The names are those of ir_measures, PyTerrier, ranx and of code for recommenders. Where a table has several of them,
the first in the order given here counts: PyTerrier has the query's number in ``qid`` and its text in ``query``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rankteach.runs.values import Kind, shown

QUERY = ("qid", "query_id", "query-id", "q_id", "user_id", "userid", "uid", "user", "query")
ITEM = (
    "docno",
    "doc_id",
    "document_id",
    "corpus-id",
    "item_id",
    "itemid",
    "iid",
    "item",
    "document",
    "doc",
    "docid",
    "did",
)
SCORE = ("score", "prediction", "rating", "rank")
GRADE = ("relevance", "label", "rel", "grade", "judgment", "judgement", "rating", "score")


def is_frame(source: Any) -> bool:
    """Whether something is a data frame: it has columns, or speaks the interchange protocol."""
    if type(source).__name__ == "LazyFrame":
        raise TypeError("a LazyFrame holds no rows yet; give what its collect() returns")
    return not isinstance(source, Mapping) and (hasattr(source, "columns") or hasattr(source, "__dataframe__"))


class Places(NamedTuple):
    """Where a table has what is looked for, counted from 0; a rank stands in for a score that is not there."""

    query: int
    item: int
    value: int
    by_rank: bool


def places(names: Sequence[str], kind: Kind) -> Places:
    """The places of the columns, whatever their case. Raises ``ValueError`` where one is missing.

    >>> from rankteach.runs.values import RUN
    >>> places(["query_id", "doc_id", "rank", "score"], RUN)
    Places(query=0, item=1, value=3, by_rank=False)
    """
    known = [str(name).strip().lower() for name in names]
    values = SCORE if kind.value == "score" else GRADE
    found = []
    for what, wanted in (("query", QUERY), ("item", ITEM), (kind.value, values)):
        name = next((name for name in wanted if name in known), None)
        if name is None:
            raise ValueError(f"the columns are {_listed(names)}; none is the {what}: it is called {_either(wanted)}")
        if known.count(name) > 1:
            raise ValueError(f"the columns are {_listed(names)}; two of them are called {name!r}")
        found.append(known.index(name))
    query, item, value = found
    return Places(query, item, value, by_rank=known[value] == "rank")


def known(names: Iterable[object]) -> bool:
    """Whether there is the name of a query's column and that of an item's."""
    given = {str(name).strip().lower() for name in names}
    return not given.isdisjoint(QUERY) and not given.isdisjoint(ITEM)


def notes_on(names: Sequence[str], chosen: Places, kind: Kind) -> list[str]:
    """What is said of columns that stand in for others."""
    if chosen.by_rank:
        return ["there are no scores: the items stand in the order of the column rank"]
    if kind.value == "grade" and str(names[chosen.value]).strip().lower() == "score":
        return ["the column score is read as the grade"]
    return []


def notes_on_frame(frame: Any, kind: Kind) -> list[str]:
    """The same of a data frame that tells the names of its columns."""
    names = list(getattr(frame, "column_names", getattr(frame, "columns", ())))
    return notes_on(names, places(names, kind), kind) if names else []


def _listed(names: Iterable[object]) -> str:
    return shown(", ".join(map(str, names)))


def _either(words: Iterable[str]) -> str:
    *words, last = words
    return f"{', '.join(words)} or {last}"
