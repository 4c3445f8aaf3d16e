"""Each row of a trace in one or two sentences: as the metric words them, or else column by column."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.notation.expression import Node, added, cell, counting, heading, substituted, term
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.tables import (
    continued,
    distinct,
    follows_value,
    is_total_so_far,
    repeated_by_relevance,
    shown_rows,
)
from rankteach.notation.text import on_one_line, quoted
from rankteach.notation.wording import with_value


class Step(NamedTuple):
    """One row of a trace: its number, its item, what happens, and which running columns changed."""

    row: int
    item: str | None
    text: str
    changed: tuple[str, ...]

    @property
    def where(self) -> str:
        """How the text begins, up to its colon: Rank 3. A name in it can have colons, too."""
        named, colon = self.text.find(self.item or ""), self.text.find(": ")
        if 0 <= named <= colon < named + len(self.item or ""):
            colon = self.text.find(": ", named + len(self.item or ""))
        return self.text[:colon]


def steps(
    axis: Axis,
    columns: Sequence[Column],
    most_rows: int | None = None,
    display: Display = EXACTLY,
    salient: bool = False,
    worded: Worded = lambda row, words: "",
) -> tuple[Step, ...]:
    """One step for each row of ``axis``, or for as many as ``most_rows``: the first, or those that tell most.

    ``worded`` gives the sentence of a row if the metric has one.
    """
    own = {column: place for column, place in distinct(columns) if axis in (place, place.along)}
    own = {column: place for column, place in own.items() if not repeated_by_relevance(column, list(own))}
    rows = max([axis.length, *(len(column) for column in own)])
    chosen, _ = shown_rows(axis, rows, most_rows, list(own) if salient else ())
    subject = "item" if "rank" in axis.name else axis.name
    names = continued(axis.labels().get(subject, ()), rows)
    known = axis.states()
    states = [*known, *["no item" if known else ""] * rows]
    labels = {  # besides the first, which counts the rows: the items that pass a threshold, or are at an ideal rank
        place: {title: names for title, names in [*place.labels().items()][1:] if title not in (subject, "score")}
        for place in (axis, *own.values())
    }
    followed = any(map(follows_value, own))
    written = []
    for row in chosen:
        here = {column: place for column, place in own.items() if row < len(column)}
        changed = tuple(one.name or "" for one in here if one.is_running_sum and cell(one.sources[0], row) != 0)
        name = None if names[row] is None else str(names[row])
        item = "" if name is None else named_in_words(subject, name)
        about = f"{'is ' * bool(item)}{states[row]}" if states[row] else _judged(list(here), row, display)
        ranks = "rank" in axis.name  # other rows are named before the colon
        where = f"Rank {row + 1}" if ranks else f"{_capital(axis.name)} {item}"
        judged = " ".join(filter(None, [item, about])) if ranks or about else ""
        sentence = worded(row, {"judged": judged, "item": item, "row": str(row + 1)})
        sentence = sentence or _listed(axis, labels, here, row, judged, followed, display)
        written.append(Step(row + 1, name, f"{where}: {sentence}.", changed))
    return tuple(written)


def named_in_words(rows: str, name: Any) -> str:
    """The name of a row in a sentence. One from outside can have several words: then it is quoted."""
    return (quoted if rows in ("item", "query", "project") else on_one_line)(str(name))


def row_name(axis: Axis, row: int) -> str:
    """The name of a row: rank 3, pair d1, d2."""
    names = [] if "rank" in axis.name else _names_of_rows(axis)
    return f"{axis.name} {named_in_words(axis.name, names[row]) if row < len(names) else row + 1}"


@lru_cache(maxsize=1)  # because the rows of one axis are named one after the other
def _names_of_rows(axis: Axis) -> Sequence[Any]:
    return next(iter(axis.labels().values()), [])


Labels = dict[str, Sequence[Any]]
Worded = Callable[[int, Mapping[str, str]], str]


def _listed(
    axis: Axis,
    labels: Mapping[Axis, Labels],
    columns: Mapping[Column, Axis],
    row: int,
    judged: str,
    followed: bool,
    display: Display,
) -> str:
    """A row column by column; ``followed`` says whether the whole value stands in the rows, too."""
    sums = [column for column in columns if is_total_so_far(column)]
    kept = followed or any(cell(counting(column.sources[0]), row) for column in sums)
    clauses = []
    named = {axis}
    for column, place in columns.items():
        if place not in named:
            clauses.extend(_names_at(labels[place], row, " is"))
            named.add(place)
        written = _calculation(column, row)
        if _worth_telling(column, row, written, sums, kept):
            clauses.append(_clause(column, row, written, display))
    subjects = [judged, *map(_capital, _names_at(labels[axis], row))]
    sentence = ". ".join(filter(None, [*subjects, _capital(_joined(clauses))]))
    if sums and not any(_stands(column, kept) for column in sums):
        sentence = "; ".join(filter(None, [sentence, "nothing is added"]))
    return sentence


def _names_at(labels: Labels, row: int, verb: str = "") -> list[str]:
    names = {title: each[row] for title, each in labels.items() if row < len(each) and each[row] is not None}
    return [
        f"{'item' if title == 'items' and ', ' not in str(name) else title}{verb} "
        f"{named_in_words('item' if 'item' in title.split() else title, name)}"
        for title, name in names.items()
    ]


def _worth_telling(column: Column, row: int, written: Node | None, sums: list[Column], kept: bool) -> bool:
    """Whether a sentence names a column: a term that is a plain number stands in its sum alone."""
    if is_total_so_far(column):
        return _stands(column, kept)
    if column.is_row_index or column.name in ("grade", "relevant"):
        return False
    if column.symbol is None and any(column is total.sources[0] for total in sums):
        return written is not None or (_yes_or_no(column) and cell(column, row) == 1)
    return True


def _stands(total: Column, kept: bool) -> bool:
    """Whether a sentence names a running sum."""
    return kept or total.sources[0].symbol is not None


def _judged(columns: list[Column], row: int, display: Display) -> str:
    """``has grade 2``, ``is not relevant``, or both, as a grade says more than the relevance made from it does."""
    by_name = {column.name: column for column in columns}
    parts = []
    if (grades := by_name.get("grade")) is not None:
        parts.append(f"has grade {display.given(cell(grades, row))}")
    if (relevant := by_name.get("relevant")) is not None:
        parts.append("is relevant" if cell(relevant, row) else "is not relevant")
    return " and ".join(parts)


def _clause(column: Column, row: int, written: Node | None, display: Display) -> str:
    name = heading(column).replace("@i", f"@{row + 1}")
    exact = cell(column, row)
    value = display.given(exact) if column.is_given else display.plain(exact)
    s = "" if _plural(name) else "s"
    if is_total_so_far(column):
        the = "the " if name[0].islower() else ""
        calculation = added(column, row)
        if calculation is None:
            return f"{the}{name} stay{s} at {value}"
        return f"{the}{name} become{s} {with_value(calculation, exact, display)}"
    if _yes_or_no(column):
        return f"{name}: {'yes' if exact else 'no'}"
    if column.is_running_sum:
        before = display.plain(cell(column, row - 1) if row else 0)
        goes = "goes" if s else "go"
        return f"{name} {goes} from {before} to {value}" if before != value else f"{name} stay{s} at {value}"
    if column.operation == "log":
        written = substituted(column, row, "deep")
    shown = with_value(written, exact, display) if written else value
    return f"{name} {'is' if s else 'are'} {shown}"


def _plural(name: str) -> bool:
    """Whether a column is called by a plural, as in: hits from 2, sums of squares, relevant items."""
    subject = re.split(r" (?:from|in|of|above|so far|needed|not|counted)\b", name)[0]
    return subject.endswith("s") and not subject.endswith("ss")


def _calculation(column: Column, row: int) -> Node | None:
    """How a term that is more than a number came about: a product, or what has no fraction."""
    if column.symbol or column.is_running_sum or cell(column, row) == 0:
        return None
    inexact = isinstance(cell(column, row), float)
    written = substituted(column, row, "brief") if inexact and follows_value(column) else term(column, row)
    more = written.kind == "*" or (inexact and written.kind not in ("number", "decimal"))
    return written if more else None


def _yes_or_no(column: Column) -> bool:
    return getattr(column.values, "dtype", None) == np.bool_ and column.name != "relevant"


def _joined(clauses: list[str]) -> str:
    if len(clauses) < 3:
        return (", and " if any(": " in one for one in clauses) else " and ").join(clauses)
    return ", ".join(clauses[:-1]) + ", and " + clauses[-1]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:] if words[1:2].islower() else words  # nDCG and a letter of a formula stay
