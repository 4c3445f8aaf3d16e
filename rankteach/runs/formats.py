"""Which format a file has, by its suffix and its first line, and who reads it."""

from __future__ import annotations

import os
from io import BufferedReader
from typing import Any

from rankteach.runs.lines import BLOCK, Lines, opened
from rankteach.runs.rows import Rows
from rankteach.runs.trec import QRELS_FIELDS, RUN_FIELDS, TrecQrels, TrecRun
from rankteach.runs.values import RUN, Kind

FORMATS = ("trec", "csv", "tsv", "json", "jsonl")
_SUFFIXES = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


def file_rows(file: BufferedReader[Any], path: str, kind: Kind, format: str | None) -> Rows:
    """The rows of an open file."""
    if format is None:
        format = _guessed(path, file.peek(BLOCK))
    lines = Lines(file, path)
    if format == "trec":
        return TrecRun(lines) if kind is RUN else TrecQrels(lines)
    from rankteach.runs.tables import Cells, JsonLines, json_rows

    if format == "json":
        return json_rows(file, kind, path)
    return JsonLines(lines, kind) if format == "jsonl" else Cells(lines, kind, format)


def _guessed(path: str, head: bytes) -> str:
    """The format that the suffix and the first line tell."""
    from rankteach.runs.tables import delimiter_of, is_record

    suffix = os.path.splitext(path.removesuffix(".gz"))[1].lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    first = _first_line(head)
    if suffix == ".json" or first.startswith((b"{", b"[")):
        return "jsonl" if is_record(first) else "json"
    if delimiter_of(first.decode("utf-8", "replace"), "csv"):
        return "csv"
    # judgements of TREC are often called .tsv and have no names of columns
    return "tsv" if suffix == ".tsv" and len(first.split()) not in (RUN_FIELDS, QRELS_FIELDS) else "trec"


def _first_line(head: bytes) -> bytes:
    """The first line that holds something and is no comment."""
    lines = (line.strip() for line in head.split(b"\n"))
    return next((line for line in lines if line and not line.startswith(b"#")), b"")


def stem(path: str) -> str:
    """The name of a file without its folder and its suffix."""
    return os.path.splitext(os.path.basename(path).removesuffix(".gz"))[0]


def is_trec(path: str) -> bool:
    """Whether a file is read as one of TREC, by its suffix and its first line."""
    with opened(path) as file:
        return _guessed(path, file.peek(BLOCK)) == "trec"
