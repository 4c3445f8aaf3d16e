"""A sheet as a file: .xlsx, or .csv. Text from outside stays text, and never runs as a formula."""

from __future__ import annotations

import csv
import re
import textwrap
from pathlib import Path
from typing import Any

from rankteach.notation.account import Account
from rankteach.notation.spreadsheet import Sheet, Words, sheet

NARROWEST, WIDEST = 9, 40  # signs in a column
LINE = 15  # points
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_RUNS = re.compile("[\\s\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*[=+\\-@＝＋－＠]")
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # in a workbook _x0041_ would be an A
_NEWER = re.compile(r"\b(?=RANK\.AVG\()")  # functions that a workbook knows under a longer name


def write(account: Account, path: Any) -> None:
    """Write the sheet as .csv, or as .xlsx if openpyxl is there."""
    path = Path(path)
    if path.suffix.lower() == ".csv":
        _write_csv(sheet(account), path)
    elif path.suffix.lower() == ".xlsx":
        _write_xlsx(sheet(account), path)
    else:
        raise ValueError(f"{path.name!r}: a spreadsheet ends in .xlsx or .csv")


def clean(words: str) -> str:
    """Text without what no file can hold."""
    return _FORBIDDEN.sub("", words.encode("utf-8", "replace").decode("utf-8"))


def runs(words: str) -> bool:
    """Whether a spreadsheet that is typed this text would take it for a formula."""
    return _RUNS.match(words) is not None


def _write_csv(made: Sheet, path: Path) -> None:
    """Text that would run gets an apostrophe before it; quotes keep what is in a cell from becoming two."""
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows([list(map(_csv_cell, row)) for row in made.cells])


def _csv_cell(cell: Any) -> Any:
    if not isinstance(cell, Words):
        return cell
    words = clean(cell)
    return f"'{words}" if runs(words) else words


def _write_xlsx(made: Sheet, path: Path) -> None:
    try:
        from openpyxl import Workbook
    except ImportError:
        raise ImportError("writing .xlsx needs openpyxl: pip install openpyxl (a .csv needs nothing)") from None
    book = Workbook()
    page = book.active
    for row, values in enumerate(made.cells, start=1):
        for column, value in enumerate(values):
            if value == "":
                continue
            cell = page.cell(row=row, column=column + 1)
            if isinstance(value, Words):
                cell.value = _ESCAPE.sub("_x005F_", clean(value))
                cell.data_type = "s"
                cell.quotePrefix = runs(value)
            else:
                cell.value = _NEWER.sub("_xlfn.", value) if isinstance(value, str) else value
                if made.value_broken if row == made.value_row else column in made.broken:
                    cell.number_format = "0.0000"  # for the eye; the cell keeps every digit
    _lay_out(page, made)
    book.save(path)


def _lay_out(page: Any, made: Sheet) -> None:
    """The head stays in sight; the value stands out, the words below it stand back; a wide sheet prints on one page."""
    from openpyxl.styles import Alignment, Border, Font, Side
    from openpyxl.utils import get_column_letter

    bold, grey = Font("Calibri", 11, bold=True), Font("Calibri", 11, color="FF595959")
    line, lines = Border(bottom=Side(style="thin")), 1
    for column, (head, width) in enumerate(zip(made.cells[0], _widths(made), strict=True), start=1):
        cell = page.cell(row=1, column=column)
        number = not isinstance(next(iter(made.cells[1][column - 1 :]), ""), Words)
        cell.font, cell.border = bold, line
        cell.alignment = Alignment(horizontal="right" if number else "left", vertical="bottom", wrap_text=True)
        page.column_dimensions[get_column_letter(column)].width = width
        lines = max(lines, len(textwrap.wrap(head, width - 2)))
    page.row_dimensions[1].height = LINE * lines
    for cell in page[made.value_row]:
        cell.font = bold
    for (cell,) in page.iter_rows(min_row=made.value_row + 1, max_col=1):
        cell.font = grey
    page.freeze_panes = "A2"
    page.page_setup.orientation, page.page_setup.fitToHeight = "landscape", 0
    page.sheet_properties.pageSetUpPr.fitToPage = True


def _widths(made: Sheet) -> list[int]:
    """A width for each column, in signs: by its longest text and the longest word of its head."""
    widths = [max([NARROWEST, *(len(word) + 2 for word in head.split())]) for head in made.cells[0]]
    for row in made.cells[1 : made.value_row]:
        for column, value in enumerate(row[: len(widths)]):
            if isinstance(value, Words):
                widths[column] = max(widths[column], min(len(value) + 2, WIDEST))
    return widths
