"""Tables and data frames: which column is the query, which the item, and which the score or the grade.

The names are those of ir_measures, PyTerrier, ranx and of code for recommenders. Where a table has several of them,
the first in the order given here counts: PyTerrier has the query's number in ``qid`` and its text in ``query``.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import are_names, joined
from rankteach.runs.rows import Row
from rankteach.runs.values import QRELS, RUN, Kind, Number, name_of, shown

NAMES = {
    "query": "qid query_id query-id q_id user_id userid uid user query",
    "item": "docno doc_id document_id corpus-id item_id itemid iid item document doc docid did",
    "score": "score prediction rating rank",
    "grade": "relevance label rel grade judgment judgement rating score",
}


USUAL = 5  # names of a column that are told where several lack


class Places(NamedTuple):
    """Where a table has its columns, from 0; without scores the negative ranks count, as the ``sign`` says."""

    query: int
    item: int
    value: int
    sign: int
    notes: tuple[str, ...]


def places(names: Iterable[object], kind: Kind) -> Places:
    """The places of the columns, whatever their case. Raises ``ValueError`` where one is missing.

    >>> places(["query_id", "doc_id", "rank", "score"], RUN)
    Places(query=0, item=1, value=3, sign=1, notes=())
    """
    known = _known(names)
    listed = shown(", ".join(map(str, names)))
    roles = ("query", "item", kind.value)
    found = {role: next((name for name in NAMES[role].split() if name in known), "") for role in roles}
    if lacking := [role for role in roles if not found[role]]:
        names = {role: joined(NAMES[role].split()[: None if len(lacking) == 1 else USUAL]) for role in lacking}
        calls = "; one must be ".join(f"the {role}: call it {called}" for role, called in names.items())
        hint = ""
        if kind.value in lacking and len(known) == len(roles) - 1:
            lists = "; if each row has a list of items, make a dict of the lists: dict(zip(queries, lists))"
            hint = lists if kind is RUN else "; if each row names a relevant item, add a column relevance of ones"
        elif any(name.replace(".", "").isdigit() for name in known):
            hint = "; names of columns must come before the first row"
        raise ValueError(f"one of the columns {listed} must be {calls}{hint}")
    for name in found.values():
        if known.count(name) > 1:
            raise ValueError(f"only one of the columns {listed} must be called {shown(name)}; rename the others")
    chosen = [known.index(name) for name in found.values()]
    query, item, value = chosen
    notes = {
        (RUN.value, "rank"): ("the column rank gives the order of the items, because there are no scores",),
        (RUN.value, "rating"): ("the column rating is read as the score",),
        (QRELS.value, "score"): ("the column score is read as the grade",),
    }
    sign = -1 if known[value] == "rank" else 1
    return Places(query, item, value, sign, notes.get((kind.value, known[value]), ()))


def has_known_columns(names: Iterable[object]) -> bool:
    """Whether one of the names is that of a query's column, and one that of an item's."""
    known = _known(names)
    return not any(set(NAMES[role].split()).isdisjoint(known) for role in ("query", "item"))


def _known(names: Iterable[object]) -> list[str]:
    return [str(name).strip().lower() for name in names]


def framed(source: Any) -> Any:
    """A data frame of any library that narwhals knows as one of narwhals; ``None`` for anything else.

    Of a frame whose rows are elsewhere (of Spark, Dask or DuckDB, or lazy in polars) it is one without rows, too. What
    pandas has in a named index is a column where one is missing.
    """
    if isinstance(source, Mapping) or not hasattr(type(source), "columns"):
        return None
    import narwhals

    if any(getattr(getattr(source, "index", None), "names", ())) and not has_known_columns(source.columns):
        source = source.reset_index()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # narwhals' own plans for Dask
        try:
            frame = narwhals.from_native(source, pass_through=True)
        except narwhals.exceptions.DuplicateError:
            (name, _), *_ = Counter(source.columns).most_common(1)
            raise ValueError(
                f"each column of a data frame must have its own name, but two are called {shown(name)}; rename one"
            ) from None
    return frame if isinstance(frame, (narwhals.DataFrame, narwhals.LazyFrame)) else None


def by_index(source: Any, *, of_items: bool = False) -> Any:
    """A series as a mapping of what pandas has in its index, or as records; anything else as it is.

    An index of queries and items makes records. One that counts rows names nothing, and next to the items of one query
    neither do numbers without a name, which are those of rows that were chosen.
    """
    index: Any = getattr(source, "index", None)
    if not hasattr(index, "nlevels") or hasattr(source, "columns"):
        return source
    if index.name is None and (type(index).__name__ == "RangeIndex" or (of_items and index.dtype.kind in "iu")):
        return source
    if index.nlevels > 1:
        return [(*key, value) for key, value in source.items()]
    if not index.is_unique:
        again = shown(index[index.duplicated()][0])
        raise ValueError(f"a series must have each name once, not {again} again: series.groupby(level=0).agg(list)")
    return dict(source.items())


def table_row(query: Any, item: Any, number: Number) -> Row:
    """A row of a table, given what is in its columns."""
    return name_of(query, "query"), name_of(item, "item"), number


def is_lazy(source: Any) -> bool:
    """Whether something is a frame whose rows are elsewhere."""
    return hasattr(framed(source), "collect")


def is_frame(source: Any) -> bool:
    """Whether something is a frame whose rows are here."""
    frame = framed(source)
    return frame is not None and not hasattr(frame, "collect")


def columns_of(frame: Any, kind: Kind) -> tuple[Any, Any, np.ndarray]:
    """The queries and the items of a data frame, as series of narwhals, and the scores or grades.

    A run with ranks but no scores has the falling scores -1, -2, -3, ... Raises ``ValueError`` for a number that is
    wrong, and where a column is missing, with those that are there.
    """
    chosen = places(frame.columns, kind)
    queries, items, numbers = (frame[:, place] for place in chosen[:3])
    regular = (numbers.dtype.is_integer() or numbers.dtype.is_float()) and not numbers.null_count()
    values = numbers.to_numpy().astype(np.float64, copy=False) if regular else np.array([np.nan])
    if not (np.abs(values) <= kind.largest).all():
        values = np.array(list(map(kind.number, numbers.to_list())), dtype=np.float64)
    return queries, items, chosen.sign * values


def names_of(names: list[Any], role: str) -> list[str]:
    """The names of queries or items, as text."""
    return names if are_names(names) else [name_of(name, role) for name in names]
