"""Fractions or decimals, and how many digits: numbers are shown so everywhere, and signs say what is rounded."""

import math
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, ClassVar
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Measure, Ranking, Trace
from rankteach.notation.expression import cell as exactly
from rankteach.notation.numbers import EXACTLY, Display, decimal, half_up
from rankteach.notation.numbers import given as in_full
from rankteach.notation.origins import RESULT, Origins
from rankteach.widgets.parts.trace import DIGITS
from tests.catalogue import drawn, random_traces, turn_of
from tests.notation.conftest import read
from tests.tiers import in_turn

DECIMALS = [Display(digits, fractions=False) for digits in DIGITS]
SIGNS = ("=", "≈")
IN_FULL = {len(number.partition(".")[2]) for number in map(in_full, (math.e, 0.5, 0.25, 1.25))}  # as they were given


# --- one number ----------------------------------------------------------------------------------------
NUMBERS = st.fractions(-3, 3, max_denominator=200) | st.integers(-9, 9) | st.floats(-4, 4, allow_nan=False)


@given(value=NUMBERS, digits=st.sampled_from(DIGITS), fractions=st.booleans())
def test_a_number_rounds_if_what_is_shown_is_not_all_of_it(value: Any, digits: int, fractions: bool) -> None:
    display = Display(digits, fractions)
    shown = display.plain(value)
    assert fractions or "/" not in shown
    all_of_it = read(in_full(value)) if isinstance(value, float) else Fraction(value)
    assert not shown.startswith("-")
    assert display.rounds(value) == (read(shown) != all_of_it)
    assert abs(read(shown) - all_of_it) <= Fraction(1, 2 * 10**digits)


def test_a_fraction_has_up_to_four_digits_above_and_below_the_line() -> None:
    shown = [EXACTLY.plain(Fraction(*one)) for one in ((9998, 9999), (-9999, 2), (1, 10_000), (10_001, 2))]
    assert shown == ["9998/9999", "−9999/2", "0.0001", "5000.5000"]


# --- everything that a surface shows ----------------------------------------------------------------------
def texts(view: dict[str, Any]) -> Iterator[str]:
    """What is read: cells, numbers without rows, sentences."""
    for table in view["tables"]:
        numeric = [place for place, head in enumerate(table["heads"]) if head["kind"] == "number"]
        yield from (row[place] for row in table["rows"] for place in numeric)
    yield from (scalar["value"] for scalar in view["scalars"])
    yield from (step["text"] for step in view["steps"])


def maths(view: dict[str, Any]) -> Iterator[ElementTree.Element]:
    written = [piece["math"] for piece in view["formula"]["pieces"]]
    written += [one["math"] for step in view["steps"] for one in step["formulas"]]
    return map(ElementTree.fromstring, written)


def test_with_decimals_no_fraction_is_left_and_no_value_changes(anything: Measure) -> None:
    (trace,) = random_traces(anything, 1)
    before = trace.to_json()
    for display in DECIMALS[:: len(DECIMALS) - 1]:
        view = drawn(trace, display)
        assert view["display"] == {"fractions": False, "digits": display.digits}
        assert [words for words in texts(view) if re.search(r"\d/\d", words)] == []
        for formula in maths(view):  # a fraction that is a number has no parts of its own; a division has
            assert all(part.tag == "mrow" for fraction in formula.iter("mfrac") for part in fraction)
        numbers = [number.text or "" for formula in maths(view) for number in formula.iter("mn")]
        # a number so small that nothing would be left of it keeps the digits that say something
        least = Fraction(1, 2 * 10**display.digits)
        decimals = {number.partition(".")[2] for number in numbers if "." not in number or Fraction(number) >= least}
        assert {len(digits) for digits in decimals} <= {0, display.digits} | IN_FULL
    assert trace.to_json() == before


# --- = and ≈ ------------------------------------------------------------------------------------------------
class NotRead(Exception):
    """What no pocket calculator knows: a letter, a rank among others, dots for the terms left out."""


class Side:
    """One side of an equation, read as a person with a pocket calculator would read it."""

    KNOWN: ClassVar[dict[str, Any]] = {
        "F": Fraction,
        "I": int,
        "over": lambda above, below: above / below if below else 0,
        "root": math.sqrt,
        "log": lambda base: lambda value: math.log(value) / math.log(base),
        "ln": math.log,
        "exp": math.exp,
        "sgn": lambda value: (value > 0) - (value < 0),
        "min": min,
        "max": max,
    }
    SAID: ClassVar[dict[str, str]] = {
        "−": "-",
        "·": "*",
        "[": "I(",
        "]": ")",
        "≥": ">=",
        "≤": "<=",
        "≠": "!=",
        "=": "==",
    }

    def __init__(self, parts: list[ElementTree.Element], cell_at: Any) -> None:
        self.cell_at = cell_at
        self.rounded = False
        self.value = eval(self.python(parts), {"__builtins__": {}}, self.KNOWN)

    def python(self, parts: list[ElementTree.Element]) -> str:
        return "".join(self.part(part) for part in parts)

    def part(self, part: ElementTree.Element) -> str:
        if "data-from" in part.attrib and [one.tag for one in part] in (["mn"], ["mo", "mn"]):
            number = Fraction(part[-1].text or "")
            self.rounded |= number != abs(self.cell_at(part.attrib["data-from"]))
            return f"({part[0].text.replace('−', '-') if len(part) == 2 else ''}F('{number}'))"
        pairs = part.tag in ("mfrac", "msup", "msub")
        inside = [self.python([one]) for one in part] if pairs else [self.python(list(part))]
        match part.tag, part.text:
            case "mn", _:
                self.rounded |= "." in (part.text or "")  # it may be: no cell shows all of it
                return f"F('{part.text}')"
            case "mo", ("⋯" | "∑"):
                raise NotRead
            case "mo", _:
                return self.SAID.get(part.text or "", part.text or "")
            case "mrow", _:
                return f"({inside[0]})"
            case "mfrac", _:
                return f"over({inside[0]}, {inside[1]})"
            case "msup", _:
                return f"({inside[0]})**({inside[1]})"
            case "msub", _:
                return f"{inside[0]}({inside[1]})"
            case "msqrt", _:
                return f"root({inside[0]})"
            case "mi", ("log" | "ln" | "exp" | "sgn" | "min" | "max"):
                return part.text or ""
        raise NotRead


def sides(parts: list[ElementTree.Element]) -> Iterator[tuple[str, list[ElementTree.Element]]]:
    """The sides of an equation, each with the sign before it; a sign in brackets is not one of those."""
    sign, side, depth = "", [], 0
    for part in parts:
        depth += {"[": 1, "]": -1}.get(part.text or "", 0)
        if part.tag == "mo" and part.text in SIGNS and not depth:
            yield sign, side
            sign, side = part.text or "", []
        else:
            side.append(part)
    yield sign, side


def check_signs(equation: list[tuple[str, list[ElementTree.Element]]], left: Any, cell_at: Any) -> bool:
    """Whether = stands between what is the same, and ≈ where something is rounded; false for what cannot be read."""
    try:
        read = [(sign, Side(side, cell_at)) for sign, side in equation]
    except NotRead:
        return False
    before, was_rounded = left, False
    for sign, side in read:
        same = before == side.value or math.isclose(before, side.value, rel_tol=1e-12, abs_tol=1e-14)
        words = " ".join("".join(part.itertext()) for _, parts in equation for part in parts)
        assert same if sign == "=" else (not same or was_rounded or side.rounded), (left, words)
        before, was_rounded = side.value, side.rounded
    return True


def check_equations(trace: Trace, display: Display) -> int:
    """The signs in every step's formulas and in the final one; how many equations there were."""
    view = drawn(trace, display)
    tables = trace.tables(most_rows=20)
    scalars = Origins(trace.calculation, tables).scalars

    def cell_at(place: str) -> Any:
        table, column, row = map(int, place.split("."))
        if table < 0:
            return exactly(trace.calculation.result if table == RESULT else scalars[column], None)
        entry = tables[table].entries[column]
        return int(entry.cells[row]) if entry.column is None else exactly(entry.column, row)

    checked = 0
    for step in view["steps"]:
        for one in step["formulas"]:
            (_, left), *equation = sides(list(ElementTree.fromstring(one["math"])))
            checked += check_signs(equation, cell_at(left[0].attrib["data-from"]), cell_at)
    written: dict[int, tuple[str, list[ElementTree.Element]]] = {}
    for piece in view["formula"]["pieces"]:
        sign, *parts = ElementTree.fromstring(piece["math"])
        if piece["depth"] in written:  # it continues a sum
            written[piece["depth"]][1].extend([sign, *parts])
        else:
            written[piece["depth"]] = sign.text or "", parts
    _, *equation = written.values()
    return checked + check_signs(equation, exactly(trace.calculation.result, None), cell_at)


def test_equal_is_said_of_what_is_equal_and_about_of_what_is_rounded(anything: Measure) -> None:
    for trace in random_traces(anything):
        for display in in_turn((EXACTLY, DECIMALS[1], DECIMALS[0]), turn_of(anything)):
            assert check_equations(trace, display)


# --- a cell shows the number that was calculated with ---------------------------------------------------
def number_in(cell: str) -> float:
    """The number that a reader takes from a cell."""
    known = {"●": 1.0, "○": 0.0, "undefined": math.nan}
    return known[cell] if cell in known else float(read(cell))


def test_a_cell_is_the_value_of_its_column_or_blank_where_the_row_adds_nothing(anything: Measure) -> None:
    for trace in random_traces(anything):
        for table in trace.tables():
            for entry in table.entries:
                values = [] if entry.column is None else np.asarray(entry.column, dtype=float).tolist()
                for row, (cell, value) in enumerate(zip(entry.cells, values, strict=False)):
                    if cell == "–":
                        unknown = value == 0 and trace.ranking.grades[row : row + 1] in ([], [None])
                        assert (entry.title == "grade" and unknown) or math.isnan(value)
                    elif cell:
                        assert number_in(cell) == pytest.approx(value, rel=0, abs=0.5001e-4, nan_ok=True)
                    else:
                        assert value == 0 or "running" in entry.title or entry.column.operation == "cumsum"


def test_only_a_grade_is_unknown_if_an_item_is_not_judged() -> None:
    retrieved = rt.retrieved_count([1, None, 0, None]).tables()[0].entries
    assert [entry.cells for entry in retrieved if entry.title == "retrieved"] == [["1"] * 4]
    unjudged = Ranking([1, None, 0, 1], scores=[4, 3, 3, 1])
    cells = {
        entry.title: entry.cells[1]
        for trace in (
            rt.inferred_ap(unjudged),
            rt.average_precision(unjudged, weights=[1, 0.5, 0.2, 0.1]),
            rt.roc_auc(unjudged, form="pairs"),
            rt.dcg(unjudged, ties="averaged"),
        )
        for table in trace.tables()
        for entry in table.entries
    }
    assert [cells[title] for title in ("in the pool", "weight", "score", "tied items", "grade")] == [
        "0", "0.5", "3", "2", "–",
    ]  # fmt: skip


def test_a_list_without_relevant_items_has_its_value_at_every_rank() -> None:
    for choice, expected in ((1, 1.0), ("nan", math.nan)):
        trace = rt.fap([0, 0], no_relevant=choice)
        assert np.array_equal(trace.at_every_k().values, [expected] * 2, equal_nan=True)


@given(st.fractions(-5, 5, max_denominator=2000), st.integers(1, 6))
def test_a_half_is_rounded_up_in_size_also_of_a_float(number: Fraction, digits: int) -> None:
    """13/16 is 0.813, and 9/2000 is 0.005, although the nearest float is below it."""
    by_hand = (Decimal(number.numerator) / number.denominator).quantize(Decimal(10) ** -digits, ROUND_HALF_UP)
    by_hand = by_hand or abs(by_hand)
    assert half_up(number, digits) == half_up(float(number), digits) == str(by_hand)


def test_cards_and_tables_round_alike() -> None:
    explorer = rt.explore([1] * 12 + [0, 0, 0, 1], ["P@16"])
    assert explorer.view["cards"][0]["value"] == decimal(Fraction(13, 16), 3) == "0.813"
