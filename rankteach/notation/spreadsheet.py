"""A trace as a spreadsheet whose cells are live formulas: ``=C5/A5``, ``=SUM(E$2:E5)``. As .xlsx, or as .csv.

Rows of the trace are rows of the sheet, recorded columns are columns, and the value comes below them, followed by how
it was made, in words. Text from outside stays text and never runs as a formula.
"""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, islice, product, zip_longest
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from rankteach.core.checks import file_path
from rankteach.core.column import Axis, Column
from rankteach.core.on_arrays import EULER_MACLAURIN, INVERSE_SQUARES
from rankteach.core.operations import OPERATIONS
from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import heading
from rankteach.notation.origins import spans_read
from rankteach.notation.saving import save
from rankteach.notation.tables import behind, continued
from rankteach.notation.text import text

FIRST_ROW = 2
UNDEFINED = "NA()"  # what is made of it is #N/A too
NARROWEST, WIDEST = 9, 40  # signs in a column
LINE = 15  # points
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_WOULD_RUN = re.compile("[\\s\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*[=+\\-@＝＋－＠]")
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # in a workbook _x0041_ would be an A
_NEWER = re.compile(r"\b(?=RANK\.AVG\()")  # functions that a workbook knows under a longer name


class Words(str):
    """A cell that is text and must never run as a formula."""


class Sheet:
    """The ``cells``: headers, the rows of the trace, the numbers that have no rows, the value, and how it was made.

    ``value_row`` is the number of the row with the value, and ``value_broken`` says whether that is not whole.
    ``broken`` are the columns, counted from 0, that are calculated and not all whole.
    """

    def __init__(self, calculation: Calculation) -> None:
        self.calculation, layout = calculation, _layout(calculation)
        first = layout[0][1]
        self.counted = first == [*range(1, len(first) + 1)]
        rows = max(len(content) for _, content in layout)
        recorded = {number: one for number, (_, one) in enumerate(layout) if isinstance(one, Column)}
        self.places = {id(column): _letters(number) for number, column in recorded.items()}
        # given numbers without rows, such as the number of relevant items
        scalars = [part for part in behind(calculation.result) if part.axis is None and part.is_given]
        for number, scalar in enumerate(scalars, start=rows + FIRST_ROW + 1):
            self.places[id(scalar)] = f"$B${number}"
        columns = [[Words(title), *self._cells(content)] for title, content in layout]
        self.cells = [*map(list, zip_longest(*columns, fillvalue="")), []]
        self.cells += [[Words(scalar.name or ""), self.given(scalar, None)] for scalar in scalars]
        self.cells.append([Words(calculation.label), f"={self._made(calculation.result, None)}"])
        self.value_row, self.value_broken = len(self.cells), _broken(calculation.result.exact)
        self.cells += [[], *([Words(line)] for line in _words(calculation))]
        self.broken = {n for n, one in recorded.items() if one.sources and any(map(_broken, one.exact.tolist()))}

    def _cells(self, content: Column | list[Any]) -> list[Any]:
        if not isinstance(content, Column):
            return ["" if one is None else Words(one) if isinstance(one, str) else one for one in content]
        rows = range(len(content))
        return [f"={self._made(content, row)}" if content.sources else self.given(content, row) for row in rows]

    def cell(self, column: Column, row: int | None) -> str:
        """What a formula writes for a column: the cell that holds it, or the formula itself."""
        if column.axis is not None and column.is_row_index and row is not None:
            main = self.calculation.axis in (column.axis, column.axis.along)
            return f"A{row + FIRST_ROW}" if self.counted and main else str(row + 1)
        place = self.places.get(id(column))
        if place is None:
            return self._made(column, row)
        return place if column.axis is None else f"{place}{(row or 0) + FIRST_ROW}"

    def given(self, column: Column, row: int | None) -> Any:
        """A number that was given."""
        value = column.exact if row is None else column.exact[row] if row < len(column) else 0
        return _number(value.item() if hasattr(value, "item") else value)

    def _made(self, column: Column, row: int | None) -> str:
        if row is not None and column.axis is not None and row >= len(column):
            return "0"
        return CELLS[column.operation](self, column, row)

    def source_cells(self, column: Column, row: int | None) -> list[str]:
        """What a formula writes for each source."""
        return [self.cell(source, row) for source in column.sources]

    def span(self, column: Column, first: int, last: int) -> str:
        """The cells of a column from one row to another."""
        if id(column) not in self.places:
            raise ValueError(f"{column!r} must have a name, because the sheet adds up its cells: column.named(...)")
        letter = self.places[id(column)]
        return f"{letter}${first + FIRST_ROW}:{letter}{last + FIRST_ROW}"


# --- the formula of each operation ----------------------------------------------------------------
CellFormula = Callable[[Sheet, Column, int | None], str]
_TESTS = {"greater_equal": ">=", "greater": ">", "less_equal": "<=", "less": "<", "equal": "=", "not_equal": "<>"}


def _value(sheet: Sheet, column: Column, row: int | None) -> str:
    return str(sheet.given(column, row if column.axis is not None else None)) or UNDEFINED


def _infix(sign: str) -> CellFormula:
    return lambda sheet, column, row: sign.join(map(_grouped, sheet.source_cells(column, row)))


def _call(function: str) -> CellFormula:
    return lambda sheet, column, row: f"{function}({','.join(sheet.source_cells(column, row))})"


def _test(sheet: Sheet, column: Column, row: int | None) -> str:
    return _TESTS[column.operation].join(sheet.source_cells(column, row))


def _rows_read(column: Column, row: int | None) -> list[tuple[int, int]]:
    """The spans of rows of its source that the operation reads, each with its first and last row."""
    here = 0 if row is None or column.axis is None else row
    return spans_read(column, column.sources[0], here, here)


def _range(function: str) -> CellFormula:
    """A function of the rows that the operation reads."""

    def formula(sheet: Sheet, column: Column, row: int | None) -> str:
        spans = [sheet.span(column.sources[0], *span) for span in _rows_read(column, row)]
        return f"{function}({spans[0]})" if spans else "0"

    return formula


def _last_read(sheet: Sheet, column: Column, row: int | None) -> str:
    """The last cell that the operation reads, or a number where it reads none."""
    spans = _rows_read(column, row)
    if spans:
        return sheet.cell(column.sources[0], spans[-1][1])
    return str(column.argument) if column.operation == "shift" else "0"


def _product(sheet: Sheet, column: Column, row: int | None) -> str:
    one, other = sheet.source_cells(column, row)
    if column.sources[1].is_of_queries and sheet.given(column.sources[1], row) == "":  # it is undefined
        return f"IF({one}=0,0,{one}*{other})"
    return f"{_grouped(one)}*{_grouped(other)}"


def _quotient(sheet: Sheet, column: Column, row: int | None) -> str:
    one, other = map(_grouped, sheet.source_cells(column, row))
    return f"{one}/{other}" if column.sources[1].is_list_independent else f"IF({other}=0,0,{one}/{other})"


def _defined(sheet: Sheet, column: Column, row: int | None) -> str:
    value, comparison = column.sources
    return f"IF({_test(sheet, comparison, row)},{sheet.cell(value, row)},{UNDEFINED})"


def _reciprocal(sheet: Sheet, column: Column, row: int | None) -> str:
    value = _grouped(sheet.cell(column.sources[0], row))
    return f"IF({value}=0,0,1/{value})"


def _lookup(sheet: Sheet, column: Column, row: int | None) -> str:
    table = sorted(column.argument.table.items())
    keys, values = (",".join(str(_number(entry[place])) for entry in table) for place in (0, 1))
    return f"LOOKUP({sheet.cell(column.sources[0], row)},{{{keys}}},{{{values}}})"


def _average_rank(sheet: Sheet, column: Column, row: int | None) -> str:
    (source,) = column.sources
    return f"RANK.AVG({sheet.cell(source, row)},{sheet.span(source, 0, len(column) - 1)},1)"


def _inverse_squares(sheet: Sheet, column: Column, row: int | None) -> str:
    """The endless sum 1/first² + 1/(first + 1)² + ..., as the operation of that name calculates it."""
    first = _grouped(sheet.cell(column.sources[0], row))
    rest = f"({first}+{INVERSE_SQUARES})"
    places = ",".join(map(str, range(INVERSE_SQUARES)))
    series = (f"1/({divisor}*{rest}^{power})" for divisor, power in EULER_MACLAURIN)
    return "+".join([f"SUMPRODUCT(1/({first}+{{{places}}})^2)", *series])


CELLS: dict[str, CellFormula] = {
    **{name: _call(row.call[1]) for name, row in OPERATIONS.items() if row.call},
    **dict.fromkeys(("given", "constant", "lazy", "opaque", "as_rows"), _value),
    "add": _infix("+"),
    "subtract": _infix("-"),
    "multiply": _product,
    "divide": _quotient,
    "power": _infix("^"),
    **dict.fromkeys(_TESTS, lambda sheet, column, row: f"IF({_test(sheet, column, row)},1,0)"),
    "where": _defined,
    "log": lambda sheet, column, row: f"LOG({sheet.cell(column.sources[0], row)},{_number(column.argument)})",
    "lookup": _lookup,
    "sqrt": _call("SQRT"),
    "reciprocal": _reciprocal,
    "inverse_squares": _inverse_squares,
    "average_rank": _average_rank,
    **dict.fromkeys(("cumsum", "sum"), _range("SUM")),
    "cumprod": _range("PRODUCT"),
    **dict.fromkeys(("cummax", "cummax_up"), _range("MAX")),
    **dict.fromkeys(["last", "shift", "align", "take"], _last_read),
}


def _layout(calculation: Calculation) -> list[tuple[str, Any]]:
    """The columns of the sheet by title: labels and columns of the main rows, then those of each other kind of rows."""
    main = calculation.axis
    parts: dict[Axis, list[Column]] = {main: []}
    for column in calculation.columns:
        if column.axis is not None and not column.is_row_index:
            parts.setdefault(main if main in (column.axis, column.axis.along) else column.axis, []).append(column)
    layout: list[tuple[str, Any]] = []
    for axis, columns in parts.items():
        rows = max([axis.length, *map(len, columns)])
        labels = calculation.labels() if axis is main else axis.labels()
        recorded = {heading(column): column for column in columns}
        layout += [("", [])] if layout else []  # a column is left free between rows of one kind and of another
        layout += [(title, continued(values, rows)) for title, values in labels.items() if title not in recorded]
        layout += recorded.items()
    return layout


def _grouped(formula: str) -> str:
    before, parenthesis, _ = formula.partition("(")
    call = formula.endswith(")") and formula.count("(") == 1 and (not before or before.replace(".", "").isalpha())
    plain = formula.replace("$", "").isalnum() or (parenthesis and call)
    return formula if plain else f"({formula})"


def _letters(number: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    every = ("".join(one) for length in count(1) for one in product(ascii_uppercase, repeat=length))
    return next(islice(every, number, None))


def _number(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if value != value:  # no score where there is no item
        return ""
    return int(value) if isinstance(value, bool) else value


def _broken(value: Any) -> bool:
    return bool(value == value and value != int(value))


def _words(calculation: Calculation) -> Iterator[str]:
    """How the value was made: the formulas with letters, and every convention."""
    yield text(calculation.formula)
    for table in calculation.tables():
        for entry in table.entries:
            if entry.definition is not None and entry.definition.kind != "name":
                sign = ":" if entry.definition.kind in ("equation", "divisor") else " ="
                yield f"{entry.title}{sign} {text(entry.definition)}"
    yield from calculation.conventions


# --- the file -------------------------------------------------------------------------------------
def save_sheet(calculation: Calculation, path: Any) -> None:
    """Write the sheet as .csv, or as .xlsx if openpyxl is there."""
    path = Path(file_path(path))
    made = {".csv": _csv, ".xlsx": _xlsx}.get(path.suffix.lower())
    if made is None:
        raise ValueError(f"the path must end in .xlsx or .csv, not {path.name!r}")
    save(path, made(Sheet(calculation)))


def clean(words: str) -> str:
    """Text without what no file can hold."""
    return _FORBIDDEN.sub("", words.encode("utf-8", "replace").decode("utf-8"))


def would_run(words: str) -> bool:
    """Whether a spreadsheet that is typed this text would take it for a formula."""
    return _WOULD_RUN.match(words) is not None


def _csv(content: Sheet) -> bytes:
    """Text that would run gets an apostrophe before it; quotes keep what is in a cell from becoming two."""
    file = io.StringIO(newline="")
    csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows([list(map(_csv_cell, row)) for row in content.cells])
    return file.getvalue().encode("utf-8-sig")


def _csv_cell(cell: Any) -> Any:
    if not isinstance(cell, Words):
        return cell
    words = clean(cell)
    return f"'{words}" if would_run(words) else words


def _xlsx(content: Sheet) -> bytes:
    try:
        from openpyxl import Workbook
    except ImportError:
        raise ImportError(
            "writing .xlsx needs openpyxl: pip install openpyxl. A path that ends in .csv needs nothing."
        ) from None
    book = Workbook()
    page = book.active
    for row, values in enumerate(content.cells, start=1):
        for column, value in enumerate(values):
            if value == "":
                continue
            cell = page.cell(row=row, column=column + 1)
            if isinstance(value, Words):
                cell.value = _ESCAPE.sub("_x005F_", clean(value))
                cell.data_type = "s"
                cell.quotePrefix = would_run(value)
            else:
                cell.value = _NEWER.sub("_xlfn.", value) if isinstance(value, str) else value
                if content.value_broken if row == content.value_row else column in content.broken:
                    cell.number_format = "0.0000"  # for the eye; the cell keeps every digit
    _lay_out(page, content)
    file = io.BytesIO()
    try:
        book.save(file)
    except Exception as error:
        if isinstance(error, OSError) or type(error).__module__.partition(".")[0] != "lxml":
            raise  # lxml has an error of its own where the disk has no room for openpyxl's temporary file
        raise OSError(f"the sheet needs room for a temporary file, and could not write it: {error}") from None
    return file.getvalue()


def _lay_out(page: Any, content: Sheet) -> None:
    """Keep the head in sight, make the value bold and the words below it grey, and print a wide sheet on one page."""
    from openpyxl.styles import Alignment, Border, Font, Side
    from openpyxl.utils import get_column_letter

    bold, grey = Font("Calibri", 11, bold=True), Font("Calibri", 11, color="FF595959")
    line, lines = Border(bottom=Side(style="thin")), 1
    for column, (head, width) in enumerate(zip(content.cells[0], _widths(content), strict=True), start=1):
        cell = page.cell(row=1, column=column)
        number = not isinstance(next(iter(content.cells[1][column - 1 :]), ""), Words)
        cell.font, cell.border = bold, line
        cell.alignment = Alignment(horizontal="right" if number else "left", vertical="bottom", wrap_text=True)
        page.column_dimensions[get_column_letter(column)].width = width
        lines = max(lines, len(textwrap.wrap(head, width - 2)))
    page.row_dimensions[1].height = LINE * lines
    for cell in page[content.value_row]:
        cell.font = bold
    for (cell,) in page.iter_rows(min_row=content.value_row + 1, max_col=1):
        cell.font = grey
    page.freeze_panes = "A2"
    page.page_setup.orientation, page.page_setup.fitToHeight = "landscape", 0
    page.sheet_properties.pageSetUpPr.fitToPage = True


def _widths(content: Sheet) -> list[int]:
    """A width for each column, in signs: by its longest text and the longest word of its head."""
    widths = [max([NARROWEST, *(len(word) + 2 for word in head.split())]) for head in content.cells[0]]
    for row in content.cells[1 : content.value_row]:
        for column, value in enumerate(row[: len(widths)]):
            if isinstance(value, Words):
                widths[column] = max(widths[column], min(len(value) + 2, WIDEST))
    return widths
