"""Which format a file has, by its suffix and its first line; and the formats but TREC's: CSV, TSV, JSON, JSON Lines."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from io import BufferedReader
from typing import Any, NoReturn

from rankteach.runs.columns import has_known_columns, places, table_row
from rankteach.runs.lines import BLOCK, Lines, comments_noted, opened
from rankteach.runs.objects import Records, object_rows
from rankteach.runs.rows import Row, RowReader
from rankteach.runs.trec import QRELS_FIELDS, RUN_FIELDS, TrecRows
from rankteach.runs.values import Kind, shown
from rankteach.tracing.saved import decoder

LARGEST_JSON = 1 << 28  # bytes, which become about ten times as many in memory
FORMATS = ("trec", "csv", "tsv", "json", "jsonl")
_SUFFIXES = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
_DELIMITERS = {"csv": ",;\t|", "tsv": "\t,;|"}


def file_rows(file: BufferedReader[Any], path: str, kind: Kind, format: str | None) -> RowReader:
    """The rows of an open file."""
    format = format or _format_of(path, file.peek(BLOCK))
    if format == "json":
        return _json_rows(file, kind, path)
    lines = Lines(file, path)
    if format == "trec":
        return TrecRows(lines, kind)
    return Records(map(_record, lines), kind, here=lines.here) if format == "jsonl" else Cells(lines, kind, format)


def is_trec(path: str) -> bool:
    """Whether a file is read as one of TREC, by its suffix and its first line."""
    with opened(path) as file:
        return _format_of(path, file.peek(BLOCK)) == "trec"


def stem(path: str) -> str:
    """The name of a file without its folder and its suffix."""
    return os.path.splitext(os.path.basename(path).removesuffix(".gz"))[0]


def _format_of(path: str, head: bytes) -> str:
    suffix = os.path.splitext(path.removesuffix(".gz"))[1].lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    lines = (line.strip() for line in head.split(b"\n"))
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    if suffix == ".json" or first.startswith((b"{", b"[")):
        return "jsonl" if _is_record(first) else "json"
    if _delimiter_of(first.decode("utf-8", "replace"), "csv"):
        return "csv"
    # judgements of TREC are often called .tsv and have no names of columns
    return "tsv" if suffix == ".tsv" and len(first.split()) not in (RUN_FIELDS, QRELS_FIELDS) else "trec"


class Cells(RowReader):
    """Lines of cells with commas, semicolons or tabs between them; the first has the names of the columns."""

    def __init__(self, lines: Lines, kind: Kind, format: str) -> None:
        super().__init__(kind, lines.here)
        self.lines, self.format = lines, format

    def __iter__(self) -> Iterator[Row]:
        texts = (line.decode() + "\n" for line in self.lines)
        header = next(texts, None)
        if header is None:
            return
        delimiter = _delimiter_of(header, self.format) or _DELIMITERS[self.format][0]
        names = _split(header, delimiter)
        chosen = places(names, self.kind)
        try:
            for cells in csv.reader(texts, delimiter=delimiter, strict=True):
                if len(cells) != len(names):
                    cells_shown = f"{len(cells)} in {shown(delimiter.join(cells))}"
                    raise ValueError(f"a line must have {len(names)} cells, as many as column names, not {cells_shown}")
                query, item, number = (cells[place].strip() for place in chosen[:3])
                yield table_row(query, item, chosen.sign * self.kind.number_from_text(number))
        except csv.Error as error:
            raise ValueError(f"{error}; a line of {self.format.upper()} must have {len(names)} cells") from None
        self.notes += [*chosen.notes, *comments_noted(self.lines.comments)]


def _delimiter_of(header: str, format: str) -> str | None:
    """What separates the column names of a first line; ``None`` if it has no column names that are known."""
    for delimiter in _DELIMITERS[format]:
        try:
            if has_known_columns(_split(header, delimiter)):
                return delimiter
        except ValueError:
            continue
    return None


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
    except csv.Error as error:
        raise ValueError(f"{error} in {shown(line)}; the first line must have the names of the columns") from None


def _is_record(line: bytes) -> bool:
    """Whether a line is a record of its own, as in JSON Lines."""
    try:
        record = _record(line)
    except ValueError:
        return False
    return isinstance(record, dict) and has_known_columns(record)


def _record(line: bytes) -> Any:
    text = line.decode().strip()
    try:
        return _parsed(text)
    except json.JSONDecodeError as error:
        raise ValueError(_no_json(error)) from None


def _json_rows(file: BufferedReader[Any], kind: Kind, path: str) -> RowReader:
    """The rows of a JSON file that holds an object or a list."""
    content = file.read(LARGEST_JSON + 1)
    if len(content) > LARGEST_JSON:
        hint = "Write a larger one as JSON Lines, with a record in each line."
        raise ValueError(f"{path}: a JSON file must have at most {LARGEST_JSON:,} bytes. {hint}")
    lines = Lines(file, path)
    try:
        text = lines.checked(content).decode()
        value = _parsed(text) if text.strip() else {}
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}:{error.lineno}: {_no_json(error)}") from None
    except ValueError as error:
        raise ValueError(f"{lines.here()}: {error}") from None
    if not isinstance(value, (dict, list)):
        raise ValueError(f"{path}: the JSON must be an object of queries, or a list, not {shown(value)}")
    return object_rows(value, kind, f"{path}: ")


def _parsed(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("the JSON must not be nested so deeply: a query has items, and an item has a number") from None


def _no_json(error: json.JSONDecodeError) -> str:
    """The message for a text that is not JSON from some place on."""
    beginning = error.doc.rfind("\n", 0, error.pos) + 1
    return f"{shown(error.doc[max(beginning, error.pos - 20) : error.pos + 40].lstrip())} is not JSON: {error.msg}"


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for place, name in enumerate(names) if name in names[:place])
        raise ValueError(f"each name must be in an object once, but {shown(repeated)} is there twice")
    return values


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"a score or a grade must be a finite number, not {constant}")


_DECODER = decoder(parse_constant=_no_number, object_pairs_hook=_each_once)
