"""A spreadsheet's formulas, calculated as a spreadsheet does, give what the columns hold."""

import ast
import csv
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.notation.expression import heading
from rankteach.notation.spreadsheet import Sheet as Made
from rankteach.notation.spreadsheet import Words, would_run
from rankteach.tracing.measures import Measure
from rankteach.tracing.paired import ranked
from rankteach.tracing.trace import Trace
from tests.catalogue import cases

CELL = re.compile(r"\$?\b([A-Z]{1,2})\$?(\d+)\b")
CALL = re.compile(r"\b([A-Z]+)[.]([A-Z]+)\(")
RANGE = re.compile(rf"{CELL.pattern}:{CELL.pattern}")


class Sheet:
    """As much of a spreadsheet as these formulas need."""

    def __init__(self, cells: list[list[Any]]) -> None:
        self.cells = cells
        self.known: dict[tuple[str, int], Any] = {}

    def value(self, letters: str, row: int) -> Any:
        if (letters, row) not in self.known:
            self.known[letters, row] = self.calculated(letters, row)
        return self.known[letters, row]

    def calculated(self, letters: str, row: int) -> Any:
        column = sum((ord(letter) - ord("A") + 1) * 26**place for place, letter in enumerate(reversed(letters))) - 1
        cell = self.cells[row - 1][column]
        if not isinstance(cell, str) or not cell.startswith("="):
            return cell if cell == "" else np.float64(cell)
        formula = RANGE.sub(r"between('\1', \2, '\3', \4)", cell[1:].replace("^", "**").replace("<>", "!="))
        formula = CALL.sub(r"\1_\2(", CELL.sub(r"value('\1', \2)", formula))
        formula = formula.replace("{", "[").replace("}", "]")
        formula = re.sub(r"(?<![<>=!])=(?!=)", "==", formula)
        functions = {
            "value": self.value,
            "between": lambda first, start, last, stop: [self.value(first, row) for row in range(start, stop + 1)],
            "LOG": lambda number, base: np.log(number) / np.log(base),
            "NA": lambda: np.nan,  # of #N/A everything is #N/A
            "SQRT": np.sqrt,
            "EXP": np.exp,
            "SIGN": np.sign,
            "RANK_AVG": average_rank,
            "LOOKUP": lambda value, known, results: np.float64(results[known.index(value)]),
            "SUMPRODUCT": np.sum,
            "SUM": lambda values: np.float64(sum(values)),
            "PRODUCT": np.prod,
            "MIN": min,
            "MAX": lambda *values: max(*values) if len(values) > 1 else max(values[0]),
        }
        lazy = ast.fix_missing_locations(OnlyOneBranch().visit(ast.parse(formula, mode="eval")))
        return np.float64(eval(compile(lazy, formula, "eval"), functions))


class OnlyOneBranch(ast.NodeTransformer):
    """IF looks at one branch only: the other may divide by zero."""

    def visit_Call(self, call: ast.Call) -> ast.expr:
        self.generic_visit(call)
        return ast.IfExp(*call.args) if getattr(call.func, "id", "") == "IF" else call


def average_rank(value: float, values: list[float], ascending: int) -> float:
    """RANK.AVG: the mean of the places of all that are equal."""
    assert ascending == 1
    return np.float64(sum(other < value for other in values) + (values.count(value) + 1) / 2)


LISTS = [
    Ranking([3, 0, 2, None, 1], missed=[2]),
    Ranking([0, 1, 0, 0, 1, 1], items=["=1+1", "+a", "-b", "@c", "d", "e"]),
    Ranking([0, 0]),
    Ranking([1, 0, 1, 0, 1], scores=[0.9, 0.7, 0.7, 0.7, 0.1]),
]


def test_every_cell_of_every_metric_calculates_to_its_column(settled: Measure) -> None:
    for trace in cases(settled, LISTS, (None, 3, 8)):
        check(trace)


@pytest.mark.parametrize(
    ("first", "second"),
    [([1, 2, 2, 4.5, 3], [2, 0.5, 2, 2, -7]), ([5, 5, 5], [1, 2, 3]), ([1, 2, 3, 4], [4, 3, 2, 1])],
    ids=str,
)
def test_every_cell_of_every_comparison_calculates_to_its_column(
    agreeing: Measure, first: list[Any], second: list[Any]
) -> None:
    if agreeing.metric.pairing is ranked:
        first, second = ([f"={item}" for item in dict.fromkeys(items)] for items in (first, second))
    check(agreeing(first, second))


MANY = np.random.default_rng(3).permutation(40)
TIED = ["a", {"b", "=c"}, "d"], [{"=c", "e"}, {"b", "f", "g"}]
QUERIES = [[1, 0], [0, 1], [0, 0, 1]]
OTHERS: dict[str, Callable[[], Trace]] = {
    "pairs that are counted": lambda: rt.kendall_tau(MANY, MANY // 3),
    "a distance that is counted": lambda: rt.kendall_distance(MANY, MANY[:30] + 5),
    "a distance with ties": lambda: rt.kendall_distance(*TIED),
    **{f"overlap with ties {ties}": lambda ties=ties: rt.rbo(*TIED, ties=ties) for ties in ("w", "a", "b")},
    "an area that is counted": lambda: rt.roc_auc(MANY % 2, form="pairs"),
    "long numbers": lambda: rt.pearson(MANY, MANY**2),
    "a table of gains": lambda: rt.dcg(LISTS[0], gain={0: 0, 1: 1, 2: 5, 3: 9}),
    "a list of discounts": lambda: rt.dcg(LISTS[0], discount=[1 / rank for rank in range(1, len(LISTS[0]) + 1)]),
    "a mean": lambda: rt.mean("AP", [*QUERIES, [0, 0]]),
    "queries with a hit": lambda: rt.mean("AP", [*QUERIES, [0]], queries="with_hits"),
    "pooled": lambda: rt.mean("LAG", QUERIES, average="pooled"),
    "F of means": lambda: rt.mean("F", QUERIES, average="means"),
    "FAP of means": lambda: rt.mean("FAP", QUERIES, average="means"),
    "a mean of comparisons": lambda: rt.mean("Tau", [([1, 2, 3], [1, 3, 2]), ([1, 2], [2, 1])]),
}


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_every_cell_of_other_calculations_calculates_to_its_column(make: Callable[[], Trace]) -> None:
    check(make())


def check(trace: Trace) -> None:
    sheet = Made(trace.calculation)
    cells, value_row, broken = sheet.cells, sheet.value_row, sheet.broken
    live = Sheet(cells)
    titles = [str(title) for title in cells[0]]
    for name, column in trace.columns.items():
        if column.is_row_index:
            continue
        place = titles.index(heading(column))
        expected = [float(value) for value in column.values]
        cells_of_it = [live.value(chr(ord("A") + place), row + 2) for row in range(len(column))]
        found = [math.nan if str(cell) == "" else float(cell) for cell in cells_of_it]  # an empty rank has no score
        assert found == pytest.approx(expected, rel=1e-12, nan_ok=name == "score" or trace.shown == "undefined")
        assert (place in broken) == (bool(column.sources) and any(value % 1 for value in expected))
    assert cells[value_row - 1][0] == trace.label
    assert float(live.value("B", value_row)) == pytest.approx(trace.value, rel=1e-12, nan_ok=trace.shown == "undefined")
    assert cells[value_row] == []
    assert all(isinstance(line, Words) for (line,) in cells[value_row + 1 :])
    assert [str(line) for (line,) in cells[value_row + 1 :]][-len(trace.conventions) :] == trace.conventions


@pytest.mark.parametrize("queries", ["all", "with_items", "with_relevant"])
def test_what_is_undefined_is_not_available_in_a_sheet(queries: str) -> None:
    for metric in (rt.average_precision, rt.dcg):
        check(metric(LISTS[2], no_relevant="nan"))
    made = rt.mean(rt.average_precision, [[1, 0], [0, 1], [0, 0], []], queries=queries, no_relevant="nan")
    cells = Made(made.calculation).cells
    assert [cell for row in cells for cell in row].count("=NA()") == 2
    live = Sheet(cells)
    value = live.value("B", Made(made.calculation).value_row)
    assert value == pytest.approx(made.value, nan_ok=queries != "with_relevant")


def test_a_table_of_many_gains_has_no_deeper_formula() -> None:
    """Excel takes 64 calls within each other."""
    trace = rt.dcg(list(range(100)), gain=lambda grade: grade / 2)
    check(trace)
    assert all(str(cell).count("(") < 5 for row in Made(trace.calculation).cells for cell in row)


def test_under_the_value_stands_how_it_was_made() -> None:
    sheet = Made(rt.average_precision([1, 0, 1]).calculation)
    cells, value_row = sheet.cells, sheet.value_row
    assert [line for (line,) in cells[value_row + 1 :]][:4] == [
        "AP = (∑(i=1..n) P(i) · rel_i) / m",
        "hits: h_i = ∑(j=1..i) rel_j",
        "precision: P(i) = h_i / i",
        "credit = P(i) · rel_i",
    ]


# --- files ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "name", ["=1", "+1", "-1", "@a", "  =1", "\t=1", "\r\n=1", "\x00=1", "\u200b=1", "\xa0=1", "＝1", "－", "-"]
)
def test_a_name_that_would_run_gets_an_apostrophe(name: str, tmp_path: Path) -> None:
    rt.average_precision(Ranking([1], items=[name])).to_spreadsheet(tmp_path / "x.csv")
    with (tmp_path / "x.csv").open(encoding="utf-8-sig", newline="") as file:
        cell = list(csv.reader(file))[1][1]
    assert cell == f"'{name}".replace("\x00", "")


@pytest.mark.parametrize("name", ["a=1", "d-1", "1-2", "'=1", '"=1', "", "x@y", "<=", "_=", "[=1]"])
def test_any_other_name_stands_as_it_is(name: str) -> None:
    assert not would_run(name)


def test_a_workbook_is_laid_out_for_a_class(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    ranking = Ranking([1, 0, 1], items=["=1+1", "a name that is longer than most names are", "_x0041_"])
    rt.average_precision(ranking).to_spreadsheet(tmp_path / "x.xlsx")
    page = openpyxl.load_workbook(tmp_path / "x.xlsx").active
    assert page.freeze_panes == "A2"
    assert all(cell.font.bold for cell in page[1])
    assert [page[place].number_format for place in ("E2", "F2", "B6", "B7")] == [
        "General",
        "0.0000",
        "General",
        "0.0000",
    ]
    assert page["F2"].value == "=E2/A2"
    assert page["B2"].data_type == "s"
    assert page["B2"].quotePrefix
    assert not page["B3"].quotePrefix
    assert page["B4"].value == "_x005F_x0041_"  # openpyxl reads what stands in the file
    widths = {letter: page.column_dimensions[letter].width for letter in "ABF"}
    assert widths["F"] < widths["B"] <= 40


def test_a_function_of_newer_spreadsheets_has_its_long_name_in_a_workbook_only(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    trace = rt.spearman([3, 1, 2], [1, 2, 3])
    for suffix in ("csv", "xlsx"):
        trace.to_spreadsheet(tmp_path / f"x.{suffix}")
    assert "=RANK.AVG(B2,B$2:B4,1)" in (tmp_path / "x.csv").read_text(encoding="utf-8-sig")
    page = openpyxl.load_workbook(tmp_path / "x.xlsx").active
    assert "=_xlfn.RANK.AVG(B2,B$2:B4,1)" in [cell.value for cell in page[2]]
