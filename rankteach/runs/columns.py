"""Tables and data frames: which column is the query, which the item, and which the score or the grade.

The names are those of ir_measures, PyTerrier, ranx and of code for recommenders. Where a table has several of them,
the first in the order given here counts: PyTerrier has the query's number in ``qid`` and its text in ``query``.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import joined
from rankteach.runs.values import QRELS, RUN, Kind, shown

NAMES = {
    "query": "qid query_id query-id q_id user_id userid uid user query",
    "item": "docno doc_id document_id corpus-id item_id itemid iid item document doc docid did",
    "score": "score prediction rating rank",
    "grade": "relevance label rel grade judgment judgement rating score",
}


LAZY = ("dask", "duckdb", "pyspark", "sqlframe")


class Places(NamedTuple):
    """Where a table has its columns, counted from 0; without scores the ranks count."""

    query: int
    item: int
    value: int
    by_rank: bool
    notes: tuple[str, ...]


def places(names: Iterable[object], kind: Kind) -> Places:
    """The places of the columns, whatever their case. Raises ``ValueError`` where one is missing.

    >>> places(["query_id", "doc_id", "rank", "score"], RUN)
    Places(query=0, item=1, value=3, by_rank=False, notes=())
    """
    known = _known(names)
    listed = shown(", ".join(map(str, names)))
    chosen = []
    for role in ("query", "item", kind.value):
        wanted = NAMES[role].split()
        name = next((name for name in wanted if name in known), None)
        if name is None:
            raise ValueError(f"one of the columns {listed} must be the {role}: call it {joined(wanted)}")
        if known.count(name) > 1:
            raise ValueError(f"only one of the columns {listed} must be called {shown(name)}; rename the others")
        chosen.append(known.index(name))
    query, item, value = chosen
    notes = {
        (RUN.value, "rank"): ("the column rank gives the order of the items, because there are no scores",),
        (QRELS.value, "score"): ("the column score is read as the grade",),
    }
    return Places(query, item, value, known[value] == "rank", notes.get((kind.value, known[value]), ()))


def has_known_columns(names: Iterable[object]) -> bool:
    """Whether one of the names is that of a query's column, and one that of an item's."""
    known = _known(names)
    return not any(set(NAMES[role].split()).isdisjoint(known) for role in ("query", "item"))


def _known(names: Iterable[object]) -> list[str]:
    return [str(name).strip().lower() for name in names]


def is_lazy(source: Any) -> bool:
    """Whether something is a frame whose rows are elsewhere: of Spark, Dask or DuckDB, or a LazyFrame of polars."""
    library = type(source).__module__.partition(".")[0]
    return type(source).__name__ == "LazyFrame" or (library in LAZY and hasattr(source, "columns"))


def is_frame(source: Any) -> bool:
    """Whether something is a data frame: it has columns, or speaks the interchange protocol."""
    if type(source).__name__ == "LazyFrame":
        raise TypeError(
            "source must hold rows, but a LazyFrame has none yet. Pass the data frame that its collect() returns."
        )
    return not isinstance(source, Mapping) and (hasattr(source, "columns") or hasattr(source, "__dataframe__"))


def notes_on_frame(frame: Any, kind: Kind) -> tuple[str, ...]:
    """What is odd about the columns of a data frame, if it names them."""
    names = _names(frame)
    return places(names, kind).notes if names else ()


def columns_of(frame: Any, kind: Kind) -> tuple[Any, Any, np.ndarray]:
    """The queries, the items and the scores or grades of a data frame.

    Texts of polars stay a series, since no other form of them is as fast; other columns become arrays. A run with
    ranks but no scores has the falling scores -1, -2, -3, ... Raises ``ValueError``, which lists the columns,
    where one is missing.
    """
    if not hasattr(frame, "columns"):
        frame = _interchanged(frame, kind)
    names = _names(frame)
    chosen = places(names, kind)
    queries, items, numbers = (frame[names[place]] for place in chosen[:3])
    numbers = _array(numbers)
    return _repeated(queries), _series_or_array(items), -as_floats(numbers, kind) if chosen.by_rank else numbers


def as_floats(values: np.ndarray, kind: Kind) -> np.ndarray:
    """A column of scores or grades as floats."""
    if values.dtype.kind in "iuf":
        numbers = values.astype(np.float64, copy=False)
        if (np.abs(numbers) <= kind.largest).all():
            return numbers
    return np.array(list(map(kind.number, values.tolist())), dtype=np.float64)


def objects(values: Sequence[Any]) -> np.ndarray:
    """An array of objects."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _names(frame: Any) -> list[Any]:
    return list(getattr(frame, "column_names", getattr(frame, "columns", ())))


def _series_or_array(column: Any) -> Any:
    if type(column).__module__.startswith("polars"):
        from polars import String

        if column.dtype == String and not column.null_count():
            return column
    return _array(column)


def _repeated(column: Any) -> Any:
    """A column in which texts repeat: of pandas' texts each is one object, which is faster to compare than many."""
    if type(getattr(column, "dtype", None)).__name__ == "StringDtype":
        codes, names = column.factorize()
        if not (codes < 0).any():  # none is missing
            return np.asarray(names, dtype=object)[codes]
    return _series_or_array(column)


def _array(column: Any) -> np.ndarray:
    """A column as an array, of objects unless it holds numbers."""
    if isinstance(column, np.ndarray):
        return column
    if type(column).__module__.startswith("polars") and not column.dtype.is_numeric():
        return objects(column.to_list())  # four times as fast as its own arrays of text
    array = np.asarray(column.to_numpy())
    return array if array.dtype.kind in "iuf" else array.astype(object, copy=False)


def _interchanged(frame: Any, kind: Kind) -> Any:
    """A data frame of any library as one of pandas."""
    from pandas.api.interchange import from_dataframe

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pandas will drop it some day
        return from_dataframe(frame)
