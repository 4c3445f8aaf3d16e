"""What is wrong with a run file that the fast reader could not read: the simple reader says it."""

from __future__ import annotations

from collections.abc import Iterator

from rankteach.runs.lines import Lines, opened
from rankteach.runs.rows import Row, Rows, gathered
from rankteach.runs.sources import read_run
from rankteach.runs.trec import TrecRun
from rankteach.runs.values import RUN


def refusal(path: str, query: str | None = None, progress: bool | None = False) -> ValueError:
    """The error that names the line; ``query`` is one that has an item twice, and nothing is kept of the others."""

    def again(query: str, item: str) -> str | None:
        with opened(path) as file:
            rows = TrecRun(Lines(file, path))
            return next((rows.here() for one, other, _ in rows if (one, other) == (query, item)), None)

    try:
        with opened(path, progress) as file:
            gathered(_OneQuery(TrecRun(Lines(file, path)), query), RUN, again)
        read_run(path, format="trec")  # there is no line in it, or it has changed
    except ValueError as error:
        return error
    return ValueError(f"{path}: the file changes while it is read")


class _OneQuery(Rows):
    """All rows are read, those of one query are given on."""

    def __init__(self, rows: Rows, query: str | None) -> None:
        super().__init__()
        self.rows, self.query = rows, query

    def here(self) -> str:
        """Where the row stands that was read last."""
        return self.rows.here()

    def __iter__(self) -> Iterator[Row]:
        return (row for row in self.rows if row[0] == self.query)
