"""TREC judgements as a table."""

from __future__ import annotations

from itertools import pairwise

from rankteach.core.checks import LARGEST_GRADE
from rankteach.runs.fast.blocks import BLOCK, QUERY, WholeLines, column
from rankteach.runs.fast.fields import MARGIN, Irregular
from rankteach.runs.lines import opened
from rankteach.runs.trec import QRELS_FIELDS
from rankteach.runs.values import Number


def table_of_qrels(
    path: str, *, progress: bool | None = False, _block: int = BLOCK
) -> dict[str, dict[str, Number]] | None:
    """For each query the grade of every item; None where the simple reader has a note or an error.

    That is so for comments, items given twice, grades below 0, and whatever is wrong.
    """
    table: dict[str, dict[str, Number]] = {}
    count = 0
    try:
        with opened(path, progress) as file:
            lines = WholeLines(file, _block, QRELS_FIELDS)
            for bounds in filter(len, lines):
                count += len(bounds)
                # Every line has four fields, so they follow each other in the text, and lines need not be looked for.
                fields = b" ".join(lines.text.data[MARGIN : lines.stop].split()).decode().split(" ")
                items, grades = fields[2::QRELS_FIELDS], _whole(fields[3::QRELS_FIELDS])
                for start, stop in pairwise(column(lines.text, bounds, QUERY).heads().tolist()):
                    query = fields[start * QRELS_FIELDS]
                    table.setdefault(query, {}).update(zip(items[start:stop], grades[start:stop], strict=True))
    except (Irregular, ValueError):
        return None
    return table if count and not lines.tidied and sum(map(len, table.values())) == count else None


def _whole(grades: list[str]) -> list[int]:
    text = "".join(grades)
    if "_" in text or not text.isascii():
        raise Irregular
    numbers = list(map(int, grades))
    if not 0 <= min(numbers) <= max(numbers) <= LARGEST_GRADE:
        raise Irregular
    return numbers
