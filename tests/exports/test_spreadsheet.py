"""LibreOffice calculates every exported sheet again, and finds in each cell what the trace has."""

import itertools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell

import rankteach as rt
from rankteach import Batch, Ranking, Trace
from rankteach.notation.expression import heading
from rankteach.notation.spreadsheet import Sheet, clean
from tests.exports.conftest import HOSTILE, STEP, Cells, of_one_list, of_two_lists, over_queries

SHEETS = 40
Recalculated = Callable[[list[Path]], list[Cells]]


def exported(traces: list[Trace], folder: Path, suffix: str) -> list[Path]:
    paths = [folder / f"{number}{suffix}" for number in range(len(traces))]
    for trace, path in zip(traces, paths, strict=True):
        trace.to_spreadsheet(path)
    return paths


def in_books(paths: list[Path], folder: Path) -> list[Path]:
    """The same sheets in fewer files, since LibreOffice takes its time for each file, and for a very long one."""
    books = []
    for start in range(0, len(paths), SHEETS):
        book = Workbook(write_only=True)
        for path in paths[start : start + SHEETS]:
            page = book.create_sheet()
            for row in load_workbook(path).active.iter_rows():
                page.append([copied(page, cell) for cell in row])
        books.append(folder / f"book {start}.xlsx")
        book.save(books[-1])
    return books


def copied(page: Any, cell: Any) -> WriteOnlyCell:
    copy = WriteOnlyCell(page, cell.value)
    copy.data_type = cell.data_type
    return copy


def check(trace: Trace, cells: Cells) -> None:
    heads = list(map(str, Sheet(trace.calculation).cells[0]))
    for name, column in trace.columns.items():
        if column.is_row_index:
            continue
        place = heads.index(heading(column))
        assert cells[0][place] == heading(column)
        found = [cells[row + 1][place] for row in range(len(column))]
        expected = [float(value) for value in column.values]
        assert [math.nan if value is None else value for value in found] == pytest.approx(
            expected, rel=1e-12, abs=1e-14, nan_ok=True
        ), name
    value_row = Sheet(trace.calculation).value_row
    assert cells[value_row - 1][:2] == [trace.label, pytest.approx(float(trace), rel=1e-12, abs=1e-14)]


def test_libreoffice_recalculates_every_cell_of_a_book(recalculated: Recalculated, tmp_path: Path) -> None:
    every = itertools.chain(of_one_list(), of_two_lists(), over_queries())
    traces = list(itertools.islice(every, 0, None, STEP))
    books = in_books(exported(traces, tmp_path, ".xlsx"), tmp_path)
    for trace, cells in zip(traces, recalculated(books), strict=True):
        check(trace, cells)


@pytest.mark.parametrize("suffix", [".xlsx", ".csv"])
def test_libreoffice_recalculates_every_cell_of_an_exported_file(
    suffix: str, recalculated: Recalculated, tmp_path: Path
) -> None:
    traces = [*list(of_one_list())[7::60], *list(of_two_lists())[::7], *list(over_queries())[::20]]
    for trace, cells in zip(traces, recalculated(exported(traces, tmp_path, suffix)), strict=True):
        check(trace, cells)


@pytest.mark.parametrize("suffix", [".xlsx", ".csv"])
def test_a_name_stays_text(suffix: str, recalculated: Recalculated, tmp_path: Path) -> None:
    names = HOSTILE
    ranking = Ranking([1, 0] * (len(names) // 2) + [1] * (len(names) % 2), items=names, missed={"=2+2": 1})
    queries = rt.mean("P", Batch([[1]] * len(names), queries=names))
    by_item = rt.spearman(dict.fromkeys(names, 1), dict.fromkeys(names, 2))
    traces = [rt.ndcg(ranking), queries, by_item]
    for trace, cells in zip(traces, recalculated(exported(traces, tmp_path, suffix)), strict=True):
        check(trace, cells)
        place = cells[0].index({"rank": "item"}.get(trace.rows, trace.rows))
        for name, row in zip(ranking.items, cells[1:], strict=False):
            assert row[place] in as_text(name, suffix)


def as_text(name: str, suffix: str) -> list[Any]:
    """What may stand in a cell for a name: the name, without what no file holds, and in a .csv with an apostrophe."""
    words = clean(name).replace("\r\n", "\n")
    return [words or None, f"'{words}"] if suffix == ".csv" else [words or None]
