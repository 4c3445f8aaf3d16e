"""Runs and judgements in the format of TREC: the simple and exact way, one line after another.

As in ``trec_eval``, the second field of a line, the rank and what comes after the tag are ignored, scores are floats of
64 bits, a run has each item once for each query, and the lines of a query may be anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from rankteach.core.checks import counted
from rankteach.runs.lines import Lines, comments_noted
from rankteach.runs.rows import Row, RowReader
from rankteach.runs.values import QRELS, RUN, Kind, score_from_text, shown, whole_grade_from_text

RUN_FIELDS = 6
QRELS_FIELDS = 4


class TrecRows(RowReader):
    """Lines of fields with white space between them."""

    def __init__(self, lines: Lines, kind: Kind) -> None:
        super().__init__(kind, lines.here)
        self.lines = lines

    def __iter__(self) -> Iterator[Row]:
        yield from self._run() if self.kind is RUN else self._judgements()
        self.notes += comments_noted(self.lines.comments)

    def _wrong(self, line: bytes, fields: list[bytes]) -> ValueError:
        """The error for a line with too few or too many fields."""
        other = QRELS if self.kind is RUN else RUN
        fields_shown = f"{counted(len(fields), 'field')} in {shown(line.strip())}"
        hint = ""
        if len(fields) == len(other.layout.split()):
            hint = f". This looks like a line of {other.noun} ({other.layout})."
        elif b"\r" in line.strip():
            hint = ". The lines end in a single CR: save the file with LF."
        elif self.lines.cut_off:
            hint = ". This is the last line and has no end: the file may be cut off."
        elif len(fields) == 1 and b"," in line:
            hint = ". A file with commas needs a first line with the names of its columns."
        expected = f"{len(self.kind.layout.split())}: {self.kind.layout}"
        return ValueError(f"{fields_shown}; a line of {self.kind.noun} must have {expected}{hint}")

    def _run(self) -> Iterator[Row]:
        tags: list[bytes] = []
        last, above, place, misplaced, longer = b"", inf, b"", 0, 0
        for line in self.lines:
            fields = line.split()
            if len(fields) != RUN_FIELDS:
                if not has_more(line, fields):
                    raise self._wrong(line, fields)
                longer += 1
            query, _, item, rank, text, tag = fields[:RUN_FIELDS]
            if query != last:
                tags = first_tags({*tags, tag})
            score = score_from_text(text)
            if score > above and query == last:
                misplaced += _is_rank(rank) and _is_rank(place) and int(rank) > int(place)
            last, above, place = query, score, rank
            yield query.decode(), item.decode(), score
        self.notes += oddities(misplaced, tags, longer)
        if len(tags) == 1:
            self.name = tags[0].decode()

    def _judgements(self) -> Iterator[Row]:
        for line in self.lines:
            fields = line.split()
            if len(fields) != QRELS_FIELDS:
                raise self._wrong(line, fields)
            query, _, item, grade = fields
            yield query.decode(), item.decode(), whole_grade_from_text(grade)


def _is_rank(text: bytes) -> bool:
    """Whether this is a number of up to eight digits; all other ranks are ignored."""
    return len(text) <= 8 and text.isdigit()


def has_more(line: bytes | bytearray, fields: Sequence[bytes | bytearray]) -> bool:
    """Whether a line of a run goes on after its tag. With a CR in it, it is several lines instead."""
    return len(fields) > RUN_FIELDS and b"\r" not in line.strip()


def first_tags(tags: Iterable[bytes]) -> list[bytes]:
    """The tags that a note names: the first three by their bytes."""
    return sorted(tags)[:3]


def oddities(misplaced: int, tags: list[bytes], longer: int) -> list[str]:
    """Notes on misplaced lines, on tags (of each first line of a query), and on lines that go on after the tag."""
    notes = []
    if misplaced:
        notes.append(
            f"{counted(misplaced, 'line')} with a higher score than the line above, whose rank is better: the score "
            "decides, as in trec_eval"
        )
    if len(tags) > 1:
        notes.append(f"the lines have different tags ({', '.join(map(shown, tags))}): are there two runs in one file?")
    if longer:
        notes.append(
            f"{counted(longer, 'line')} with more than {RUN_FIELDS} fields: what comes after the tag is ignored, "
            "as in trec_eval"
        )
    return notes
