"""A spreadsheet's formulas, calculated as a spreadsheet does, give what the columns hold."""

import re
from typing import Any

import numpy as np
import pytest

from rankteach import Ranking, dcg, mean
from rankteach.measures import Measure
from rankteach.notation.spreadsheet import sheet
from rankteach.trace import Trace

CELL = re.compile(r"\$?\b([A-Z]{1,2})\$?(\d+)\b")
RANGE = re.compile(rf"{CELL.pattern}:{CELL.pattern}")


class Sheet:
    """As much of a spreadsheet as these formulas need."""

    def __init__(self, cells: list[list[Any]]) -> None:
        self.cells = cells

    def value(self, letters: str, row: int) -> Any:
        column = sum((ord(letter) - ord("A") + 1) * 26**place for place, letter in enumerate(reversed(letters))) - 1
        cell = self.cells[row - 1][column]
        if not isinstance(cell, str) or not cell.startswith("="):
            return np.float64(cell)
        formula = RANGE.sub(r"between('\1', \2, '\3', \4)", cell[1:].replace("^", "**").replace("<>", "!="))
        formula = re.sub(r"(?<![<>=!])=(?!=)", "==", CELL.sub(r"value('\1', \2)", formula))
        functions = {
            "value": self.value,
            "between": lambda first, start, last, stop: [self.value(first, row) for row in range(start, stop + 1)],
            "IF": lambda test, yes, no: yes if test else no,
            "LOG": lambda number, base: np.log(number) / np.log(base),
            "NA": lambda: np.nan,
            "SUM": sum,
            "PRODUCT": np.prod,
            "MIN": min,
            "MAX": lambda *values: max(*values),
        }
        with np.errstate(all="ignore"):  # the branch that IF does not take may divide by zero
            return eval(formula, functions)


LISTS = [
    Ranking([3, 0, 2, None, 1], missed=[2]),
    Ranking([0, 1, 0, 0, 1, 1], items=["=1+1", "+a", "-b", "@c", "d", "e"]),
    Ranking([0, 0]),
]


@pytest.mark.parametrize("ranking", LISTS, ids=str)
@pytest.mark.parametrize("k", [None, 3, 8])
def test_every_cell_of_every_metric_calculates_to_its_column(settled: Measure, ranking: Ranking, k: int | None) -> None:
    trace = settled.metric(ranking, **settled.parameters, k=k)
    check(trace)


def test_a_table_of_gains_is_looked_up() -> None:
    check(dcg(LISTS[0], gain={0: 0, 1: 1, 2: 5, 3: 9}))


def check(trace: Trace) -> None:
    cells = sheet(trace.account)
    live = Sheet(cells)
    titles = [str(title) for title in cells[0]]
    for name, column in trace.columns.items():
        if column.counts_rows:
            continue
        place = chr(ord("A") + titles.index(name))
        found = [float(live.value(place, row + 2)) for row in range(len(column))]
        assert found == pytest.approx([float(value) for value in column.values], rel=1e-12)
    assert cells[-1][0] == trace.label
    assert float(live.value("B", len(cells))) == pytest.approx(trace.value, rel=1e-12)


def test_the_sheet_of_a_mean_divides_by_the_number_of_queries() -> None:
    check(mean("AP", [[1, 0], [0, 1], [0, 0]]))
