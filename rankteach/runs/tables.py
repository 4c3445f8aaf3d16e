"""Runs and judgements out of text files that are no TREC files: CSV, TSV, JSON and JSON Lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import BufferedReader
from typing import Any

from rankteach.runs.columns import known, notes_on, places
from rankteach.runs.json_stream import Pieces, no_json, parsed
from rankteach.runs.lines import Lines, comments_noted
from rankteach.runs.plain import Nested, Records, listed_rows
from rankteach.runs.rows import Row, Rows
from rankteach.runs.values import Kind, name_of, shown

DELIMITERS = {"csv": ",;\t", "tsv": "\t,;"}


def delimiter_of(header: str, format: str) -> str | None:
    """What stands between the column names of a first line; ``None`` if it has no column names that are known."""
    for delimiter in DELIMITERS[format]:
        try:
            if known(_split(header, delimiter)):
                return delimiter
        except ValueError:
            continue
    return None


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
    except csv.Error as error:
        raise ValueError(f"{error} in {shown(line)}; the first line has the names of the columns") from None


class Cells(Rows):
    """Lines of cells with commas, semicolons or tabs between them; the first has the names of the columns."""

    def __init__(self, lines: Lines, kind: Kind, format: str) -> None:
        super().__init__()
        self.lines, self.kind, self.format = lines, kind, format

    def here(self) -> str:
        """The file and the number of the line."""
        return self.lines.here()

    def __iter__(self) -> Iterator[Row]:
        texts = (line.decode() + "\n" for line in self.lines)
        header = next(texts, None)
        if header is None:
            return
        delimiter = delimiter_of(header, self.format) or DELIMITERS[self.format][0]
        names = _split(header, delimiter)
        query, item, value, by_rank = chosen = places(names, self.kind)
        self.notes += notes_on(names, chosen, self.kind)
        try:
            for cells in csv.reader(texts, delimiter=delimiter, strict=True):
                if len(cells) != len(names):
                    found = f"{len(cells)} cells in {shown(delimiter.join(cells))}"
                    raise ValueError(f"{found}; there are {len(names)}, as many as names of columns")
                number = self.kind.number_from_text(cells[value].strip())
                yield (
                    name_of(cells[query].strip(), "query"),
                    name_of(cells[item].strip(), "item"),
                    -number if by_rank else number,
                )
        except csv.Error as error:
            raise ValueError(f"{error}; a line of {self.format.upper()} has {len(names)} cells") from None
        self.notes += comments_noted(self.lines.comments)


class JsonLines(Records):
    """One record in JSON on each line."""

    def __init__(self, lines: Lines, kind: Kind) -> None:
        self.lines = lines
        super().__init__(map(_record, lines), kind)

    def here(self) -> str:
        """The file and the number of the line."""
        return self.lines.here()


def json_rows(file: BufferedReader[Any], kind: Kind, path: str) -> Rows:
    """The rows of a JSON file that holds an object or a list."""
    pieces = Pieces(file, path)
    if not pieces.opening:
        return Nested((), kind)
    if pieces.opening not in "{[":
        found = shown(pieces.text[pieces.at :].rstrip())
        raise ValueError(f"{path}:{pieces.line}: the JSON is {found}; it is an object of queries, or a list")

    def place() -> str:
        return f"{path}:{pieces.line}: "

    if pieces.opening == "{":
        return Nested(pieces, kind, place)
    return listed_rows((value for _, value in pieces), kind, place)


def is_record(line: bytes) -> bool:
    """Whether a line is a record of its own, as in JSON Lines."""
    try:
        record = _record(line)
    except ValueError:
        return False
    return isinstance(record, dict) and known(record)


def _record(line: bytes) -> Any:
    text = line.decode().strip()
    try:
        value, end = parsed(text, 0)
    except json.JSONDecodeError as error:
        raise ValueError(no_json(text, error.pos, error.msg)) from None
    if end < len(text):
        raise ValueError(no_json(text, end, "the end of the line is expected"))
    return value
