"""A trace as a spreadsheet whose cells are live formulas: ``=C5/A5``, ``=SUM(E$2:E5)``.

Rows of the trace are rows of the sheet, recorded columns are columns, and the value stands below them. How it was made
stands in words under the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rankteach.core.column import Axis, Column
from rankteach.core.operations import EULER_MACLAURIN, INVERSE_SQUARES
from rankteach.notation.account import Account
from rankteach.notation.text import text

FIRST_ROW = 2
UNDEFINED = "NA()"  # what is made of it is #N/A too
_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "power": "^"}
_TESTS = {
    "greater_equal": ">=",
    "greater": ">",
    "less_equal": "<=",
    "less": "<",
    "equal": "=",
    "not_equal": "<>",
}
_RANGES = {"cumsum": "SUM", "cumprod": "PRODUCT", "cummax": "MAX", "cummax_up": "MAX"}
_CALLS = {"sign": "SIGN", "sqrt": "SQRT", "exp": "EXP"}


class Words(str):
    """A cell that is text and must never run as a formula."""


class Sheet(NamedTuple):
    """What is in the cells, row by row, and how many rows go down to the value; what stands below are words.

    ``broken`` are the columns, counted from 0, that are calculated and not all whole; ``value_broken`` says so of the
    value.
    """

    cells: list[list[Any]]
    value_row: int
    broken: set[int]
    value_broken: bool


def sheet(account: Account) -> Sheet:
    """The cells: headers, the rows of the trace, the numbers that have no rows, the value, and how it was made."""
    return _Sheet(account).made()


class _Sheet:
    """Knows in which column of the sheet each recorded column stands."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.parts = _parts(account)
        self.labels = self.parts[0][0]
        self.counted = isinstance(next(iter(self.labels.values()), None), range)
        self.rows = max([account.axis.length, *(len(column) for _, columns in self.parts for column in columns)])
        self.places: dict[int, str] = {}
        self.columns: dict[int, Column] = {}
        first = 0
        for labels, columns in self.parts:
            for number, column in enumerate(columns, start=first + len(labels)):
                self.places[id(column)], self.columns[number] = _letters(number), column
            first += len(labels) + len(columns) + 1  # a column is left free between rows of one kind and of another
        self.scalars = _scalars(account.result)
        for number, scalar in enumerate(self.scalars, start=self.rows + FIRST_ROW + 1):
            self.places[id(scalar)] = f"$B${number}"

    def cells(self) -> list[list[Any]]:
        found: list[list[Any]] = [[] for _ in range(self.rows + 1)]
        for place, (labels, columns) in enumerate(self.parts):
            for row, line in enumerate(found):
                line.extend([""] * (place > 0))
                line.extend(self._heads(labels, columns) if row == 0 else self._line(labels, columns, row - 1))
        found.append([])
        found.extend([Words(scalar.name or ""), self._given(scalar, None)] for scalar in self.scalars)
        found.append([Words(self.account.label), f"={self._made(self.account.result, None)}"])
        return found

    def made(self) -> Sheet:
        """The cells, with what a writer has to know of them."""
        cells = self.cells()
        made = {number: column for number, column in self.columns.items() if column.sources}
        broken = {number for number, column in made.items() if any(map(_broken, column.exact.tolist()))}
        said = [[Words(line)] for line in _said(self.account)]
        return Sheet([*cells, [], *said], len(cells), broken, _broken(self.account.result.exact))

    def _heads(self, labels: Mapping[str, Sequence[Any]], columns: Sequence[Column]) -> list[Any]:
        return [Words(title) for title in (*labels, *(column.name or "" for column in columns))]

    def _line(self, labels: Mapping[str, Sequence[Any]], columns: Sequence[Column], row: int) -> list[Any]:
        rows = max([self.rows if labels is self.labels else 0, *map(len, columns)])
        counted = [row + 1 if isinstance(values, range) and row < rows else None for values in labels.values()]
        named = [values[row] if row < len(values) else None for values in labels.values()]
        cells = [_label(count if name is None else name) for name, count in zip(named, counted, strict=True)]
        made = [f"={self._made(c, row)}" if c.sources else self._given(c, row) for c in columns]
        return cells + ["" if row >= len(c) else cell for c, cell in zip(columns, made, strict=True)]

    def _cell(self, column: Column, row: int | None) -> str:
        """What a formula writes for a column: the cell that holds it, or the formula itself."""
        if column.counts_rows and row is not None:
            return f"A{row + FIRST_ROW}" if self.counted and self._main(column) else str(row + 1)
        place = self.places.get(id(column))
        if place is None:
            return self._made(column, row)
        return place if column.axis is None else f"{place}{(row or 0) + FIRST_ROW}"

    def _main(self, column: Column) -> bool:
        return column.axis is not None and self.account.axis in (column.axis, column.axis.along)

    def _given(self, column: Column, row: int | None) -> Any:
        value = column.exact if row is None else column.exact[row] if row < len(column) else 0
        return _number(value.item() if hasattr(value, "item") else value)

    def _made(self, column: Column, row: int | None) -> str:
        operation, sources = column.operation, column.sources
        if operation in ("constant", "as_rows", "opaque") or not sources:
            return str(self._given(column, row if column.axis is not None else None)) or UNDEFINED
        if row is not None and column.axis is not None and row >= len(column):
            return "0"
        if operation in ("sum", "last", *_RANGES):
            return self._range(column, row)
        if operation == "shift":
            return self._cell(sources[0], row - 1) if row else str(column.argument)
        if operation == "align":
            return self._cell(sources[0], row)
        if operation == "take":
            taken = int(column.argument.rows[row])
            return self._cell(sources[0], taken) if taken >= 0 else "0"
        if operation == "average_rank":
            return f"RANK.AVG({self._cell(sources[0], row)},{self._rows(sources[0], 0, len(column) - 1)},1)"
        if operation in _CALLS:
            return f"{_CALLS[operation]}({self._cell(sources[0], row)})"
        if operation == "inverse_squares":
            return _inverse_squares(_grouped(self._cell(sources[0], row)))
        if operation == "where":
            left, right = (self._cell(source, row) for source in sources[1].sources)
            return f"IF({left}{_TESTS[sources[1].operation]}{right},{self._cell(sources[0], row)},{UNDEFINED})"
        if operation == "lookup":
            table = sorted(column.argument.table.items())
            grades, gains = (",".join(str(_number(entry[place])) for entry in table) for place in (0, 1))
            return f"LOOKUP({self._cell(sources[0], row)},{{{grades}}},{{{gains}}})"
        if operation == "log":
            return f"LOG({self._cell(sources[0], row)},{_number(column.argument)})"
        one, other = (self._cell(source, row) for source in sources)
        if operation in ("minimum", "maximum"):
            return f"{operation[:3].upper()}({one},{other})"
        if operation in _TESTS:
            return f"IF({one}{_TESTS[operation]}{other},1,0)"
        if operation == "divide":
            one, other = _grouped(one), _grouped(other)
            return f"{one}/{other}" if _fixed(sources[1]) else f"IF({other}=0,0,{one}/{other})"
        if operation == "multiply" and sources[1].operation == "as_rows" and self._given(sources[1], row) == "":
            return f"IF({one}=0,0,{one}*{other})"  # it is undefined
        return f"{_grouped(one)}{_SIGNS[operation]}{_grouped(other)}"

    def _range(self, column: Column, row: int | None) -> str:
        """A formula over the rows of a column, down to ``row`` or to the last one."""
        (source,) = column.sources
        last = len(source) - 1 if row is None or column.axis is None else row
        if last < 0:
            return "0"
        if column.operation == "last":
            return self._cell(source, last)
        rows = self._rows(source, last, len(source) - 1) if column.operation == "cummax_up" else None
        return f"{_RANGES.get(column.operation, 'SUM')}({rows or self._rows(source, 0, last)})"

    def _rows(self, column: Column, first: int, last: int) -> str:
        """The cells of a column from one row to another."""
        if id(column) not in self.places:
            raise ValueError(f"{column!r} is added up without a name, so that the sheet has no cells for it")
        letter = self.places[id(column)]
        return f"{letter}${first + FIRST_ROW}:{letter}{last + FIRST_ROW}"


def _parts(account: Account) -> list[tuple[Mapping[str, Sequence[Any]], list[Column]]]:
    """The columns of the main rows with their labels; then those of each other kind of rows."""
    main = account.axis
    parts: dict[Axis, list[Column]] = {main: []}
    for column in account.columns:
        if column.axis is not None and not column.counts_rows:
            parts.setdefault(main if main in (column.axis, column.axis.along) else column.axis, []).append(column)
    found: list[tuple[Mapping[str, Sequence[Any]], list[Column]]] = []
    for axis, columns in parts.items():
        labels, names = account.labels() if axis is main else axis.labels(), {column.name for column in columns}
        found.append(({title: values for title, values in labels.items() if title not in names}, columns))
    return found


def _scalars(result: Column) -> list[Column]:
    """Given numbers without rows, such as the number of relevant items."""
    found: dict[int, Column] = {}

    def visit(column: Column) -> None:
        if column.axis is None and column.operation == "given":
            found[id(column)] = column
        for source in column.own_sources:
            visit(source)

    visit(result)
    return list(found.values())


def _fixed(column: Column) -> bool:
    """Whether a divisor is never 0: it is made of constants and of what counts the rows."""
    if not column.sources:
        return column.operation == "constant" or column.counts_rows
    return all(_fixed(source) for source in column.sources)


def _inverse_squares(first: str) -> str:
    """The endless sum 1/first² + 1/(first + 1)² + ..., as the operation of that name calculates it."""
    rest = f"({first}+{INVERSE_SQUARES})"
    places = ",".join(map(str, range(INVERSE_SQUARES)))
    series = (f"1/({divisor}*{rest}^{power})" for divisor, power in EULER_MACLAURIN)
    return "+".join([f"SUMPRODUCT(1/({first}+{{{places}}})^2)", *series])


def _grouped(formula: str) -> str:
    before, parenthesis, _ = formula.partition("(")
    call = formula.endswith(")") and formula.count("(") == 1 and (not before or before.replace(".", "").isalpha())
    plain = formula.replace("$", "").isalnum() or (parenthesis and call)
    return formula if plain else f"({formula})"


def _letters(number: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _label(value: Any) -> Any:
    return "" if value is None else Words(value) if isinstance(value, str) else value


def _number(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if value != value:  # no score where there is no item
        return ""
    return int(value) if isinstance(value, bool) else value


def _broken(value: Any) -> bool:
    return bool(value == value and value != int(value))


def _said(account: Account) -> Iterator[str]:
    """How the value was made: the formulas with letters, and every convention."""
    yield text(account.formula)
    for table in account.tables():
        for entry in table.entries:
            if entry.definition is not None and entry.definition.kind != "name":
                yield f"{entry.title}{':' if entry.definition.kind == 'equation' else ' ='} {text(entry.definition)}"
    yield from account.conventions
