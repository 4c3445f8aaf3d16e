"""``read_run`` and ``read_qrels``: runs and judgements from any source."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, get_args

import numpy as np

from rankteach.core.checks import file_path, is_list, one_of
from rankteach.core.ranking import Duplicates, Ties
from rankteach.runs.columns import by_index, framed
from rankteach.runs.formats import FORMATS, file_rows, is_trec, stem
from rankteach.runs.in_memory import Qrels, Run
from rankteach.runs.lines import can_be_read_again, opened
from rankteach.runs.objects import FrameRows, object_rows
from rankteach.runs.rows import Repeats, RowReader, Table, gathered
from rankteach.runs.values import QRELS, RUN, Kind, shown


def read_run(
    source: Any,
    *,
    format: str | None = None,
    ties: Ties = "item_descending",
    name: str | None = None,
    progress: bool | None = None,
    duplicates: Duplicates = "refuse",
) -> Run:
    """Read a run from a file, or from Python objects.

    Parameters
    ----------
    source : path, mapping, iterable or data frame
        The path of a TREC run (``qid Q0 docno rank score tag``), of CSV or TSV with a first line of column names, of
        JSON or of JSON Lines, each plain or compressed with gzip. Or ``{query: {item: score}}``;
        ``{query: [items]}`` or a list of such lists, best first; records with column names or tuples
        ``(query, item, score)``; a data frame of pandas, polars, pyarrow, DuckDB or whatever else narwhals knows, or a
        series whose index has the queries.
    format : str, optional
        ``"trec"``, ``"csv"``, ``"tsv"``, ``"json"`` or ``"jsonl"``; by default the suffix and the first line decide.
    ties : str
        How equal scores are ordered: ``"item_descending"`` (by item, as trec_eval does), ``"item_ascending"``,
        ``"stable"`` (as in the source) or ``"refuse"``.
    name : str, optional
        What the run is called; by default the tag in the file, else the file's name.
    progress : bool, optional
        Whether to show a bar while a file is read (needs tqdm). By default there is one where that takes longer
        than two seconds, if tqdm is installed.
    duplicates : {"refuse", "first", "count"}
        What to do with an item that a query has twice: raise ``ValueError``, keep the one with the highest score, or
        count each again, the second "a" under the name "a (2)" (see ``Ranking``).

    Returns
    -------
    Run
        A mapping of query to mapping of item to score. ``run.notes`` says what was odd in the source, but not wrong.

    Raises
    ------
    ValueError
        For anything that is not a run; the message names the file, the line, what it has and what it must have.
    TypeError
        For a source of another type.
    FileNotFoundError
        For a file that is not there.

    The column names are those of ir_measures, PyTerrier, ranx and recommenders, among others ``qid``, ``query_id``,
    ``user``; ``docno``, ``doc_id``, ``item``; ``score``, ``prediction``, ``rating``, or ``rank`` without a score.
    As in trec_eval, the rank in a TREC file and what comes after the tag are ignored, scores are floats of 64 bits, and
    an item that a query has twice is an error by default. Files are read in small blocks, but a JSON file
    is read whole, and must have at most 256 MB.

    >>> run = read_run({"301": {"d1": 0.5, "d2": 0.9, "d3": 0.5}})
    >>> run.ranked("301")
    (['d2', 'd3', 'd1'], [0.9, 0.5, 0.5])
    >>> read_run({"301": {"d1": float("nan")}})
    Traceback (most recent call last):
    ...
    ValueError: run['301']['d1']: score must be a finite number, not nan
    """
    one_of(ties, get_args(Ties), "ties")
    one_of(duplicates, get_args(Duplicates), "duplicates")
    if isinstance(source, Qrels):
        raise TypeError(f"source must be a run, not {shown(source)}. Judgements are the first argument of rt.evaluate.")
    table, repeats, rows, path = _table(source, RUN, format, progress, duplicates)
    repeats |= source.repeats if isinstance(source, Run) else {}
    if name is None:
        name = rows.name or (source.name if isinstance(source, Run) else stem(path or "run"))
    if not isinstance(name, str):
        raise TypeError(f"name must be a text, not {shown(name)}")
    ties = "stable" if rows.ordered else ties
    return Run(table, ties=ties, name=name, source=path, notes=rows.notes, repeats=repeats)


def read_qrels(source: Any, *, format: str | None = None, progress: bool | None = None) -> Qrels:
    """Read judgements from a file, or from Python objects.

    Parameters
    ----------
    source : path, mapping, iterable or data frame
        The path of TREC judgements (``qid iter docno grade``), of CSV, TSV, JSON or JSON Lines, as in ``read_run``; or
        ``{query: {item: grade}}``; ``{query: [relevant items]}`` (sets, too) or a list of such lists; records or tuples
        ``(query, item, grade)``; a data frame.
    format : str, optional
        ``"trec"``, ``"csv"``, ``"tsv"``, ``"json"`` or ``"jsonl"``; by default the suffix and the first line decide.
    progress : bool, optional
        Whether to show a bar while a file is read, as in ``read_run``.

    Returns
    -------
    Qrels
        A mapping of query to mapping of item to grade. A grade below 0 says that an item was in the pool, but is not
        judged. ``qrels.notes`` says what was odd in the source, but not wrong.

    Raises
    ------
    ValueError
        For anything that is not a judgement, and for an item that has two grades for one query; the message names the
        file, the line, what it has and what it must have. An item judged twice with the same grade is a note.
    TypeError
        For a source of another type.
    FileNotFoundError
        For a file that is not there.

    The columns are called as in ``read_run``, and the grade is ``relevance``, ``label``, ``rel``, ``grade`` or
    ``rating``. The grades of a TREC file are whole numbers; others may be fractions of 1.

    >>> read_qrels([("301", "d1", 2), ("301", "d2", 0), ("302", "d1", 1)])
    Qrels(2 queries, 3 judgements)
    >>> read_qrels([("301", "d1", 2), ("301", "d1", 0)])
    Traceback (most recent call last):
    ...
    ValueError: qrels[1]: query '301' has item 'd1' a second time, with grade 0 after grade 2 \
(the first time: qrels[0]); an item must have one grade for each query
    """
    if isinstance(source, Run):
        raise TypeError(f"source must be judgements, not {shown(source)}. Read a run with rt.read_run.")
    path = _path(source, format)
    if path and can_be_read_again(path) and (format == "trec" or (format is None and is_trec(path))):
        from rankteach.runs.fast.judgements import table_of_qrels

        if (regular := table_of_qrels(path, progress=progress)) is not None:
            return Qrels(regular, source=path)
    table, _, rows, path = _table(source, QRELS, format, progress)
    return Qrels(table, source=path, notes=rows.notes)


def _table(
    source: Any, kind: Kind, format: str | None, progress: bool | None, duplicates: Duplicates = "refuse"
) -> tuple[Table, Repeats, RowReader, str | None]:
    """The table of a source and what is repeated in it, the rows that it was made of, and the path of the file."""
    path = _path(source, format)
    again = not isinstance(source, Iterator) and (path is None or can_be_read_again(path))
    with _rows(source, path, kind, format, progress) as rows:
        table, repeats = gathered(
            rows, kind, (lambda: _rows(source, path, kind, format)) if again else None, duplicates
        )
    if not table:
        problem = "there must be at least one query" if path is None else f"the file has no line of {kind.noun}"
        raise ValueError(f"{path or kind.label}: {problem}")
    return table, repeats, rows, path


@contextmanager
def _rows(
    source: Any, path: str | None, kind: Kind, format: str | None, progress: bool | None = False
) -> Iterator[RowReader]:
    if path is None:
        yield _in_memory(source, kind)
    else:
        with opened(path, progress) as file:
            yield file_rows(file, path, kind, format)


def _path(source: Any, format: str | None) -> str | None:
    """The path of the file that a source is; ``None`` if it is in memory."""
    if format is not None:
        one_of(format, FORMATS, "format")
    if isinstance(source, (str, os.PathLike)):
        return file_path(source, "source")
    if format is not None:
        raise ValueError(f"format must be left out, because the source is not a file but {shown(source)}")
    return None


def _in_memory(source: Any, kind: Kind) -> RowReader:
    if (frame := framed(source)) is not None:
        return FrameRows(frame.collect() if hasattr(frame, "collect") else frame, kind)
    if hasattr(source, "read"):
        raise TypeError(f"source must be the path of a file, not the open file {shown(source)}")
    source = by_index(source)
    if isinstance(source, np.ndarray):  # each row is a record, or a list of items
        names, rows = source.dtype.names, source.tolist()
        source = [dict(zip(names, row, strict=True)) for row in rows] if names else rows
    if isinstance(source, bytearray) or not is_list(source):
        raise TypeError(f"source must be a path, a mapping, a list or a data frame, not {shown(source)}")
    return object_rows(source, kind)
