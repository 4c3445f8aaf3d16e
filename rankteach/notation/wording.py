"""Sentences that a metric words itself; every number in them is read from a recorded column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from rankteach.core.column import Column
from rankteach.notation.expression import Node, cell, rounded, substituted, term
from rankteach.notation.numbers import Display
from rankteach.notation.text import text

WORDS = {"judged", "item", "row", "result", "value", "label", "results", "within", "how many", "found", "queries"}
_BLANK = re.compile(r"(= )?\{([^{}:]+):?([^{}]*)\}")


class Wording(NamedTuple):
    """How a metric tells its rows, how it finishes the calculation, and what the value means.

    Each sentence belongs to a column, and the first one counts whose column is not 0 in the row, or has the value that
    it names (``"point = 1"``); that of ``""`` always counts. Names of columns in braces stand for their values in the
    row, and in the closing sentence in the last row:

    - ``{hits}`` is the value, and ``{hits:hit}`` counts: 1 hit, 2 hits;
    - ``{discount:=}`` shows the calculation, too: log2(3) ≈ 1.5850;
    - ``{judged}`` is what is known of the row's item: d3 is relevant; ``{item}`` its name, ``{row}`` the row's number;
    - ``{divisor}`` is what the result is divided by, in every row that has one; ``{result}`` is the end:
      AP = 37/48 ≈ 0.7708. A closing that divides by a number must name ``{divisor}``.

    The meaning, a sentence of at most 25 words, has ``{value}`` with two digits, ``{label}``, and these besides:

    - ``{results}`` are those above the cutoff (the top 5 results), ``{within}`` is where they are (in the top 5
      results, or in the list), ``{how many}`` and ``{found}`` say: 3 of the top 5 results are relevant; 3 of the 4
      relevant items are in the list;
    - ``{queries}`` are those that a mean counts: 5 queries, or queries with a relevant item;
    - ``{relevant results}``, ``{relevant items}`` and ``{empty ranks}`` are numbers, ``all found``, ``no result``,
      ``pairs`` and ``tied pairs`` conditions.
    """

    rows: Mapping[str, str] = MappingProxyType({})
    closing: Mapping[str, str] = MappingProxyType({})
    meaning: Mapping[str, str] = MappingProxyType({})

    @property
    def columns(self) -> set[str]:
        """The columns that the sentences about the calculation need."""
        return named(self.rows) | named(self.closing)


def named(sentences: Mapping[str, str]) -> set[str]:
    """The columns that some sentences need."""
    blanks = {blank[2] for sentence in sentences.values() for blank in _BLANK.finditer(sentence)}
    return (blanks | {condition.partition(" = ")[0] for condition in sentences}) - {"", *WORDS}


def worded(
    sentences: Mapping[str, str],
    columns: Mapping[str, Column],
    row: int | None,
    words: Mapping[str, str],
    display: Display,
) -> str:
    """The sentence for a row, or for the end of the calculation if ``row`` is None; empty if there is none."""

    def filled(blank: re.Match[str]) -> str:
        equals, name, form = blank.groups(default="")
        if name in words:
            return equals + words[name]
        shown, inexact = _value_text(columns[name], row, form, display)
        return f"{'≈ ' if equals and inexact else equals}{shown}"

    for condition, sentence in sentences.items():
        name, _, wanted = condition.partition(" = ")
        try:
            value = _value(*_at(columns[name], row)) if name else True
            if value == int(wanted) if wanted else value:
                said = _BLANK.sub(filled, sentence).replace(" the first 1 ", " the first ")
                return said.replace(" at the 1 ", " at the only ")
        except IndexError:  # the list ends above this row
            continue
    return ""


def _at(column: Column, row: int | None) -> tuple[Column, int | None]:
    if column.axis is None:
        return column, None
    return column, len(column) - 1 if row is None else row


def _value(column: Column, row: int | None) -> Any:
    """A cell; the last one of no rows is 0, as the column's sum and its last row are."""
    return 0 if row == -1 else cell(column, row)


def _value_text(column: Column, row: int | None, form: str, display: Display) -> tuple[str, bool]:
    """A value, and whether it is rounded."""
    column, row = _at(column, row)
    value = _value(column, row)
    shown = display.given(value) if column.is_given else display.plain(value)
    if form == "=" and row not in (None, -1):
        written = substituted(column, row, "deep") if column.operation in ("log", "add") else term(column, row)
        return with_value(written, value, display), display.rounds(value)
    if form:
        return f"{shown} {form}{'' if value == 1 else 's'}", display.rounds(value)
    return shown, display.rounds(value)


def with_value(calculation: Node, value: object, display: Display) -> str:
    """``1 + 2/3 = 5/3``; a value that is written in full already is not repeated."""
    written, shown = text(calculation, display), display.plain(value)
    if shown == written:
        return written
    return f"{written} {'≈' if rounded(calculation, display) or display.rounds(value) else '='} {shown}"
