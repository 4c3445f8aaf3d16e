"""Where every number comes from: the cells that a cell was made of make it again, exactly."""

import itertools
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import rankteach as rt
from rankteach import Column, Measure, Ranking, Trace
from rankteach.notation.expression import CellOrigin, cell
from rankteach.notation.origins import RESULT, SCALARS, Origins, Place, made_from
from rankteach.notation.tables import Entry, Table
from tests.catalogue import drawn, random_traces
from tests.notation.conftest import read

Value = Callable[[Column, int], Any]


def again(column: Column, row: int, value: Value) -> Any:
    """A cell calculated once more, from nothing but the cells that it was made of."""
    rows = made_from(column, row, row)
    parts = [[value(one.column, at) for at in range(one.first, one.last + 1)] for one in rows]
    if column.operation in ("sum", "last", "take"):
        return parts[0][0] if parts else 0
    if column.operation == "shift":
        return parts[0][0] if parts else column.argument
    if column.operation == "opaque":
        return counted(column, row, *parts)
    values = [part[0] if one.column.axis is None else np.array(part) for one, part in zip(rows, parts, strict=True)]
    made = column.calculate_on(values, exactly=True)
    if column.axis is None:
        return made.item() if isinstance(made, np.generic | np.ndarray) else made
    return made.tolist()[{"cummax_up": 0, "average_rank": row}.get(column.operation, -1)]


def counted(column: Column, row: int, first: list[Any], second: list[Any] | None = None) -> int:
    """What was counted without listing it, counted pair by pair."""
    if column.axis is not None and column.axis.name == "depth":
        ties = [spans(list_, source.argument) for list_, source in zip([first, second], column.sources, strict=False)]
        return counted_at_a_depth(column.name or "", row + 1, ties[0], ties[-1])
    if column.axis is not None:
        return counted_in_a_row(column.name or "", row, first, second or first)
    assert second is not None
    if column.name == "distinct numbers":
        return min(len(set(first)), len(set(second)))
    pairs = itertools.combinations(zip(first, second, strict=True), 2)
    orders = [(np.sign(y - x), np.sign(v - u)) for (x, u), (y, v) in pairs]
    return {
        "opposite pairs": sum(one * other < 0 for one, other in orders),
        "pairs ordered by one": sum(one * other == 0 for one, other in orders),
        "concordant − discordant": sum(one * other for one, other in orders),
        "untied pairs in first": sum(one != 0 for one, _ in orders),
        "untied pairs in second": sum(other != 0 for _, other in orders),
    }[column.name or ""]


def counted_in_a_row(name: str, row: int, first: list[Any], second: list[Any]) -> int:
    """The same for one item and all others, or its place among all."""
    if name in ("higher above", "lower above"):  # of the second column, which items there are, if some are not
        there = [True] * len(first) if second is first else second
        sign = 1 if name == "higher above" else -1
        return sum(bool(there[row] and there[place]) and (first[place] - first[row]) * sign > 0 for place in range(row))
    others = [(np.sign(x - first[row]), np.sign(y - second[row])) for x, y in zip(first, second, strict=True)]
    if name.startswith("rank in"):
        others = [other[::-1] for other in others] if name == "rank in second" else others
        return 1 + sum(other > (0, 0) for other in others) + others[:row].count((0, 0))
    what, _, where = name.partition(" in ")
    together = [place for place, one in enumerate(first) if one == first[row]]
    if where.endswith(", of the whole tie"):
        what_of_one = name.removesuffix(", of the whole tie")
        return sum(counted_in_a_row(what_of_one, place, first, second) for place in together)
    if "the tie of" in where or what == "places above":
        in_tie = len(together) if what == "items" else together.index(row)
        return in_tie + sum(one > 0 for one, _ in others) * (what == "places above")
    return {
        "above": sum(one > 0 and (other > 0 or "too" not in where) for one, other in others),
        "tied": sum(one > 0 and other == 0 for one, other in others),
        "balance": sum(one * other for one, other in others),
        "not tied": sum(one != 0 for one, _ in others),
    }[what]


def spans(ranks: list[int], length: int) -> list[tuple[int, int]]:
    """The first and the last rank of each item's tie; below everything if the list does not have it."""
    return [(rank, rank + ranks.count(rank) - 1) if rank <= length else (10**9, 10**9) for rank in ranks]


def counted_at_a_depth(name: str, depth: int, first: list[tuple[int, int]], second: list[tuple[int, int]]) -> int:
    """What is in the tops of two lists at a depth: wholly, or as a part of its tie."""
    ends = next((span for span in first if span[0] <= depth <= span[1]), (depth, depth))
    if name.startswith(("top of", "start", "end")):  # these are made of one list
        return ends[name.startswith(("top", "end"))]

    def state(span: tuple[int, int]) -> str:
        return "whole" if span[1] <= depth else "tied" if span[0] <= depth else "below"

    states = [(state(one), state(other)) for one, other in zip(first, second, strict=True)]
    if name.endswith("only"):
        own, other = (first, second) if "first" in name else (second, first)
        return [state(span) for span, lacks in zip(own, other, strict=True) if lacks[0] == 10**9].count(name.split()[0])
    if name == "new in both":
        return sum(max(one[0], other[0]) == depth for one, other in zip(first, second, strict=True))
    pairs = {
        "whole in both": ("whole", "whole"), "tied in both": ("tied", "tied"),
        "tied in first": ("tied", "whole"), "tied in second": ("whole", "tied"),
    }  # fmt: skip
    return states.count(pairs[name])


def same(one: Any, other: Any) -> bool:
    """The score of an empty rank is no number, and so is not even equal to itself."""
    return bool(one == other) or (isinstance(one, float) and math.isnan(one) and math.isnan(other))


def recorded(trace: Trace) -> Iterator[Column]:
    """Every column behind a value, with or without a name, and the running columns of its sums."""
    pending, seen = [trace.calculation.result, *trace.calculation.columns], set()
    while pending:
        column = pending.pop()
        if id(column) not in seen:
            seen.add(id(column))
            yield column
            pending.extend(column.sources if column.operation != "as_rows" else ())
            pending.extend([column.running] if column.operation == "sum" else [])


# --- one operation back -----------------------------------------------------------------------------
def check_the_record(trace: Trace) -> None:
    for column in recorded(trace):
        if not column.sources or column.operation == "as_rows":
            assert made_from(column) == []
            continue
        for row in range(1 if column.axis is None else len(column)):
            assert same(again(column, row, cell), cell(column, row)), (column, row)


def test_every_cell_is_made_of_the_cells_that_the_record_says(anything: Measure) -> None:
    for trace in random_traces(anything):
        check_the_record(trace)


LONG = [(i * 7) % 31 for i in range(31)], [(i * 11) % 29 for i in range(31)]  # more pairs than are listed


TIED = ["a", {"b", "c", "d"}, "e", {"f", "g"}], [{"c", "a"}, "h", {"g", "b", "i", "j", "k"}, "l", "m", "n"]


@pytest.mark.parametrize(
    "trace",
    [
        *(rt.rbo(*TIED, ties=ties, form=form) for ties in "wab" for form in ("extrapolated", "residual")),
        rt.rbo(*TIED[::-1], form="maximum"),
        rt.kendall_tau(*LONG, variant="c"),
        rt.kendall_tau(*LONG),
        rt.kendall_distance(list("abcdefghijklmnopqrstu"), list("utsrqponmlkjihgfedcbx")),
        rt.mean(rt.average_precision, [[1, 0, 1], [0, 1], []]),
        rt.mean("nDCG", [[1, 0, 2], [0, 1]]),
        rt.mean("F", [[1, 0, 1], [0, 1]], average="means"),
        rt.mean("LAG", [[1, 0, 1], [0, 1]], average="pooled"),
        rt.mean("Tau", [([1, 2, 3], [1, 3, 2]), ([1, 2], [2, 1])]),
    ],
    ids=lambda trace: trace.label,
)
def test_counted_values_and_means_are_made_of_the_cells_that_the_record_says(trace: Trace) -> None:
    check_the_record(trace)
    Shown(trace).check()


# --- as shown: back to the nearest cells that the tables show -----------------------------------------
class Shown:
    """What the tables of a trace show, and every cell calculated from its sources among that alone."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.tables = trace.tables()
        self.origins = Origins(trace.calculation, self.tables)

    def cells(self) -> Iterator[tuple[str, Column, int]]:
        """Everything that is made of something: cells, numbers without rows, the value."""
        for number, table in enumerate(self.tables):
            for place, entry in enumerate(table.entries):
                column = entry.column
                if column is not None and column.sources and column.operation != "as_rows":
                    for row in range(min(len(column), len(entry.cells))):
                        yield f"{number}.{place}.{row}", column, row
        for place, scalar in enumerate(self.origins.scalars):
            if scalar.sources:
                yield f"{SCALARS}.{place}.0", scalar, 0
        if self.trace.calculation.result.sources:
            yield f"{RESULT}.0.0", self.trace.calculation.result, 0

    def shown(self, here: str) -> str:
        """What stands in a place."""
        table, column, row = map(int, here.split("."))
        return self.tables[table].entries[column].cells[row] if table >= 0 else "a number"

    def value(self, column: Column, place: Place, row: int) -> Any:
        """The number that stands in a place, or that its label says of a column."""
        if place.table == SCALARS:
            return cell(self.origins.scalars[place.column], None)
        if place.table == RESULT:
            return cell(self.origins.result, None)
        table = self.tables[place.table]
        entry = table.entries[place.column]
        if entry.column is not None:
            return cell(entry.column, row)
        if column.is_row_index:
            assert place.column == 0
            return row + 1
        return self.told(column, table, entry, row)

    def told(self, column: Column, table: Table, entry: Entry, row: int) -> Any:
        """A grade of 0 or 1, which the label of the item stands for: its mark says it."""
        assert column.axis is not None
        labels = column.axis.labels()[entry.title]
        assert entry.cells[row] == ("" if row >= len(labels) or labels[row] is None else str(labels[row]))
        (mark,) = [other for other in table.entries if other.title == "relevant"]
        assert mark.cells[row] in "○●"
        return cell(column, row)

    def check(self) -> None:
        made_of: dict[str, set[str]] = {}
        for here, column, row in self.cells():
            places = self.origins.of(column, row)
            at = {f"{p.table}.{p.column}.{one}": p for p in places for one in range(p.first, p.last + 1)}
            used = set()

            def value(source: Column, row: int, at: Any = at, used: set[str] = used) -> Any:
                place = self.origins.place(CellOrigin(source, row))
                if place:
                    assert place in at, f"{place} is not among the sources"
                    used.add(place)
                    return self.value(source, at[place], int(place.rpartition(".")[2]))
                if source.operation == "constant":
                    return cell(source, None)
                assert source.sources, f"{source!r} was given, and stands nowhere"
                return again(source, row, value)

            if self.shown(here):  # what a running sum leaves blank stands above
                assert self.origins.place(CellOrigin(column, row)) == here
            assert same(again(column, row, value), cell(column, row)), here
            assert used == set(at), here
            assert all(self.is_shown(place) for place in places), here
            made_of[here] = set(at)
        assert not in_a_circle(made_of)

    def is_shown(self, place: Place) -> bool:
        if place.table == SCALARS:
            return place.column < len(self.origins.scalars) and place.first == place.last == 0
        entry = self.tables[place.table].entries[place.column]
        return 0 <= place.first <= place.last < len(entry.cells)


def in_a_circle(made_of: dict[str, set[str]]) -> bool:
    """Whether a cell stands among those behind it; what was made of nothing but cells done with is done with."""
    left = dict(made_of)
    while done := [here for here, sources in left.items() if not sources & left.keys()]:
        for here in done:
            del left[here]
    return bool(left)


def test_every_cell_is_made_of_the_cells_shown_that_are_marked(anything: Measure) -> None:
    for trace in random_traces(anything):
        Shown(trace).check()


@pytest.mark.parametrize("name", ["AP", "nDCG", "Rho", "PRAUC"])
def test_of_a_long_list_only_what_is_shown_is_marked_in_formulas(name: str) -> None:
    """The rows that are not shown are still what the value was made of."""
    chance = np.random.default_rng(7)
    lists = [chance.integers(0, 9, 30).tolist() for _ in range(2)] if name == "Rho" else [[1, 0, 2] * 10]
    trace = rt.measure(name)(*lists)
    view = drawn(trace, most_rows=20)
    assert [len(table["rows"]) for table in view["tables"]] == [20] * len(view["tables"])
    check_marks(view)
    (last,) = {place.last for place in view["scalars"][-1]["origins"] if place.table >= 0}
    assert last == 29


# --- marks in formulas ---------------------------------------------------------------------------------
ROUNDED = Fraction(1, 2 * 10**4)


def formulas(view: dict[str, Any]) -> Iterator[ElementTree.Element]:
    """The formula in its pieces, and what is calculated in each step."""
    written = [view["formula"]["name"], *(piece["math"] for piece in view["formula"]["pieces"])]
    written += [one["math"] for step in view["steps"] for one in step["formulas"]]
    return map(ElementTree.fromstring, written)


def shown_at(view: dict[str, Any], place: list[int]) -> str | None:
    """What stands in a place; None for a whole column, which there has to be."""
    table, column, *row = place
    if table == RESULT:
        assert place == [RESULT, 0, 0]
        return str(view["scalars"][-1]["value"])
    if table == SCALARS:
        assert row == [0]
        assert column < len(view["scalars"]) - 1
        return str(view["scalars"][column]["value"])
    assert table >= 0
    assert 0 <= column < len(view["tables"][table]["heads"])
    if not row:
        return None
    assert 0 <= row[0] < len(view["tables"][table]["rows"])
    return str(view["tables"][table]["rows"][row[0]][column])


def plain_number(term: ElementTree.Element) -> Fraction | None:
    """The number that a term is, if it is no more: 3, −1/2 or 0.6667."""
    sign, *rest = term if term[0].text == "−" else [None, *term]
    if len(rest) != 1:
        return None
    (number,) = rest
    parts = list(number) if number.tag == "mfrac" else [number]
    if any(part.tag != "mn" for part in parts):
        return None
    written = "/".join(part.text or "" for part in parts)
    return -Fraction(written) if sign is not None else Fraction(written)


def as_number(shown: str) -> Fraction | None:
    """What a cell shows, where it is a number."""
    return read(shown) if re.fullmatch(r"−?[\d.]+(/\d+)?", shown) else {"●": Fraction(1), "○": Fraction(0)}.get(shown)


def check_marks(view: dict[str, Any]) -> int:
    """Every mark is of a cell that there is, and where both are numbers, the two say the same. Says how many did."""
    compared = 0
    for formula in formulas(view):
        for before, term in itertools.pairwise([formula, *formula.iter()]):
            if "data-from" not in term.attrib:
                continue
            written = shown_at(view, [int(one) for one in term.attrib["data-from"].split(".")])
            number, shown = plain_number(term), as_number(written or "")
            assert written != "" or not number, "a blank cell says no number but 0"
            if shown is not None and number is not None:
                # the sign of a negative term stands before it; a value stands once more, rounded
                assert abs(number - shown) <= ROUNDED or (before.text == "−" and number == -shown), view["label"]
                compared += 1
    return compared


def test_every_mark_in_a_formula_is_of_a_cell_that_says_the_same(anything: Measure) -> None:
    traces = random_traces(anything)
    compared = sum(check_marks(drawn(trace)) for trace in traces)
    assert compared or not any(trace.value for trace in traces)


def marks(math: str) -> list[str]:
    return re.findall(r'data-from="([^"]*)"', math)


def test_the_terms_of_a_sum_are_the_cells_that_were_added() -> None:
    view = drawn(rt.average_precision(Ranking([1, 0, 1, 1], missed=[1])))
    titles = [head["title"] for head in view["tables"][0]["heads"]]
    assert titles == ["rank", "item", "relevant", "hits", "precision", "credit", "running sum"]
    letters, numbers, value, rounded = view["formula"]["pieces"]
    assert marks(letters["math"]) == ["0.4", "0.2", "-1.0.0"]  # P(i), rel_i, m
    assert marks(numbers["math"]) == ["0.5.0", "0.5.2", "0.5.3", "-1.0.0"]  # the credits of the hits, m
    assert marks(value["math"]) == marks(rounded["math"]) == marks(view["formula"]["name"]) == ["-2.0.0"]
    hits, precision, credit, total = view["steps"][2]["formulas"]
    assert marks(hits["math"]) == ["0.3.2", "0.3.1", "0.2.2"]  # h_3 = h_2 + rel_3
    assert marks(precision["math"]) == ["0.4.2", "0.3.2", "0.0.2"]  # P(3) = h_3 / 3
    assert marks(credit["math"]) == ["0.5.2", "0.4.2", "0.2.2"]
    assert marks(total["math"]) == ["0.6.2", "0.6.0", "0.5.2"]  # rank 2 has added nothing: its cell is blank
    assert view["item"] == (0, 2)
    assert view["scalars"][0] == {"name": "relevant items", "value": "4", "origins": []}
    assert view["scalars"][1]["origins"] == [(-1, 0, 0, 0), (0, 6, 3, 3)]


def test_a_number_that_is_counted_twice_stands_once() -> None:
    view = drawn(rt.kendall_distance(["a", "b", "c"], ["c", "a", "b"]))
    assert [scalar["name"] for scalar in view["scalars"][:-1]] == ["items"]


def test_the_queries_of_a_mean_are_counted_by_their_names() -> None:
    view = drawn(rt.mean(rt.average_precision, [[1, 0, 1], [0, 1]]))
    assert view["scalars"][-1]["origins"] == [(0, 2, 1, 1), (0, 0, 1, 1)]  # the whole sum, and how many they are
    assert view["tables"][0]["origins"][1][1] == []  # a value that is a calculation of its own
