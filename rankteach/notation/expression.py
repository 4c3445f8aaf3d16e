"""From recorded columns to expressions: small trees that every notation prints in its own way.

Three readings of a column:

- ``symbolic``: with letters, as a textbook has it: Σ P(i) · rel_i;
- ``substituted``: with the numbers of one row, one step deep: 2 / 3;
- ``closed``: one cell as exactly as it can be written: 2/3, or 7 / log2(3) where no fraction will do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.column import Column

MOST_TERMS = 12
SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4  # how strongly the parts of an expression hold together


class Origin:
    """The cell that a part of an expression stands for; without a row, the whole column.

    Where a number comes from does not say which number it is: all origins are equal, so that expressions are
    compared by what they say.
    """

    __slots__ = ("column", "row")

    def __init__(self, column: Column | None, row: int | None) -> None:
        self.column, self.row = column, row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Origin)

    def __hash__(self) -> int:
        return 0


NOWHERE = Origin(None, None)


class Node(NamedTuple):
    """An operation and its parts, which are nodes, numbers or words; and what the whole of it stands for."""

    kind: str
    parts: tuple[Any, ...]
    origin: Origin = NOWHERE


DOTS = Node("dots", ())
UNDEFINED = Node("undefined", ())
_SYMBOL = re.compile(r"^([^_(]+)(?:_([^(]+))?(?:\((.+)\))?$")


@lru_cache(maxsize=512)
def name(symbol: str, letter: str | None = None, index: str | None = None) -> Node:
    """A symbol as a node, with ``index`` in the place of ``letter``.

    Its parts are base, subscript and argument: h_i is h with a subscript, P(i) is P with an argument.
    """
    found = _SYMBOL.match(symbol)
    parts = found.groups() if found else (symbol, None, None)
    return Node("name", tuple(index if part == letter and letter is not None else part for part in parts))


def number(value: Any) -> Node:
    """A number: whole, a fraction, or a float as it was given."""
    if isinstance(value, np.generic):
        value = value.item()
    if value != value:
        return UNDEFINED
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    return Node("number", (int(value) if isinstance(value, bool) else value,))


def decimal(value: float, origin: Origin = NOWHERE) -> Node:
    """A number that is shown rounded."""
    return Node("decimal", (value,), origin) if value == value else UNDEFINED._replace(origin=origin)


def cell(column: Column, row: int | None) -> Any:
    """The exact value in a row (or of a column that has no rows)."""
    return column.cells if row is None or column.axis is None else column.cells[row]


def symbolic(column: Column, index: str | None = None, opened: bool = True) -> Node:
    """The formula of a column at row ``index``, with letters.

    Columns that have a symbol stand for themselves, all others are written out. The column itself
    is written out when ``opened``.
    """
    axis = column.axis
    if index is None and axis is not None:
        index = axis.index
    if column.symbol and (column.operation == "opaque" or not (opened and column.sources)):
        return name(column.symbol, axis.index if axis else None, index)._replace(origin=Origin(column, None))
    operation, sources = column.operation, column.sources
    if operation == "constant":
        return number(column.exact)
    if not sources or (operation == "cumsum" and column.name and not opened):
        return name(column.name or "x")._replace(origin=Origin(column, None))
    if operation in ("sum", "cumsum", "cumprod", "cummax", "cummax_up"):
        source = sources[0]
        assert source.axis is not None
        last: str | None
        if operation == "sum":
            letter, last = source.axis.index, source.axis.end
        else:
            own = source.axis.index
            letter, last = ("j" if (index or "").startswith(own) else own), index or "n"
        if operation == "cummax_up":
            return Node("over", ("max", f"{letter} ≥ {last}", None, symbolic(source, letter, opened=False)))
        # what is added up is written out, so that a sum reads as in a textbook
        body = symbolic(source, letter, opened=source.symbol is None)
        return Node("over", ({"cumprod": "∏", "cummax": "max"}.get(operation, "∑"), letter, last, body))
    if operation == "last":
        assert sources[0].axis is not None
        return symbolic(sources[0], sources[0].axis.end, opened=sources[0].operation not in ("cumsum", "given", "take"))
    if operation == "shift":
        return symbolic(sources[0], f"{index}-1", opened=False)
    if operation in ("align", "as_rows"):
        return symbolic(sources[0], index, opened=False)
    if operation == "take":
        return symbolic(sources[0], column.argument.letter, opened=False)
    return _operation(column, [symbolic(source, index, opened=False) for source in sources])


def closed(column: Column, row: int | None) -> Node:
    """One cell, written without rounding: a whole number, a fraction, or the expression behind it."""
    value = cell(column, row)
    if not isinstance(value, float) or not column.sources or column.operation == "lookup":
        written = number(value)
    elif column.axis is None and column.name:  # a mean, or another number on the way, written out where it is made
        written = decimal(value)
    else:
        written = substituted(column, row, deep=True)
    return written if column.operation == "constant" else written._replace(origin=Origin(column, row))


def substituted(column: Column, row: int | None, deep: bool = False, brief: bool = False) -> Node:
    """The calculation of one cell with the numbers that went into it.

    A sum stands term by term; terms that have no symbol of their own are left out where they add nothing. A product
    stands factor by factor, without those that are 1.
    Columns without a name are written out until a named one is reached; ``deep`` goes on until the numbers
    are exact, and ``brief`` rounds running sums rather than writing them out.
    """
    operation, sources = column.operation, column.sources
    if not sources or operation in ("opaque", "average_rank"):
        return number(cell(column, row))._replace(origin=Origin(column, row))
    if operation in ("sum", "cumsum"):
        source = sources[0]
        stop = len(source) if operation == "sum" or row is None else row + 1
        rows = [i for i in range(stop) if source.symbol or cell(source, i) != 0]
        if len(rows) > MOST_TERMS:
            terms = [term(source, i) for i in rows[:6]] + [DOTS] + [term(source, i) for i in rows[-3:]]
        else:
            terms = [term(source, i) for i in rows]
        return Node("+", tuple(terms)) if len(terms) > 1 else terms[0] if terms else number(0)
    if operation == "last":
        source = sources[0]
        if not len(source):
            return number(0)
        row = len(source) - 1
        return closed(source, row) if source.operation == "cumsum" else substituted(source, row, deep)
    if operation == "shift":
        assert row is not None
        if row and sources[0].operation == "cumprod" and not sources[0].name:
            return substituted(sources[0], row - 1, deep)
        return closed(sources[0], row - 1) if row else number(column.argument)
    if operation == "cumprod" and row is not None and not deep:
        factors = [closed(sources[0], i) for i in range(row + 1) if cell(sources[0], i) != 1]
        shown = factors if len(factors) <= MOST_TERMS else [*factors[:6], DOTS, *factors[-3:]]
        return Node("*", tuple(shown)) if len(shown) > 1 else shown[0] if shown else number(1)
    if operation == "divide" and cell(sources[1], row) == 0:
        return number(0)  # nothing out of nothing: the header says so
    if operation == "where":
        return substituted(sources[0], row, deep, brief) if cell(sources[1], row) else UNDEFINED
    if operation == "take":
        rows = column.argument.rows
        return closed(sources[0], int(rows[row])) if rows[row] >= 0 else number(0)
    if operation in ("align", "as_rows", "cumprod", "cummax", "cummax_up"):
        value = cell(column, row)
        if operation == "align":
            return closed(sources[0], row)
        return decimal(value) if isinstance(value, float) else number(value)
    parts = []
    for source in sources:
        plain = source.name is None and source.operation != "constant"
        base = source.sources[0] if source.operation == "align" else source
        value = cell(source, row) if brief and base.operation == "cumsum" else None
        if isinstance(value, float):
            parts.append(decimal(value, Origin(source, row)))
        elif plain and source.sources and not deep:
            parts.append(substituted(source, row, brief=brief))
        else:
            parts.append(closed(source, row))
    return _operation(column, parts)


def term(column: Column, row: int) -> Node:
    """What a row adds to a sum: a number, or a product of numbers; a factor of 1 is not written."""
    if column.operation != "multiply" or column.symbol:
        return closed(column, row)
    factors = [closed(source, row) for source in column.sources if cell(source, row) != 1]
    return Node("*", tuple(factors), Origin(column, row)) if len(factors) > 1 else closed(column, row)


_SIGNS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "power": "^",
    "minimum": "min",
    "maximum": "max",
    "greater_equal": "≥",
    "greater": ">",
    "less_equal": "≤",
    "less": "<",
    "equal": "=",
    "not_equal": "≠",
}
_CALLS = {"sign": "sgn", "average_rank": "rank", "exp": "exp"}
_ONE, _ZERO = Node("number", (1,)), Node("number", (0,))


def _operation(column: Column, parts: list[Node]) -> Node:
    operation = column.operation
    if operation == "log":
        natural = column.argument == math.e
        return Node("call", ("ln", parts[0])) if natural else Node("log", (number(column.argument), parts[0]))
    if operation == "lookup":
        return Node("call", (column.argument.name, parts[0]))
    if operation == "inverse_squares":
        places = parts[0].parts if parts[0].kind == "+" else (parts[0],)
        square = Node("^", (Node("+", (*places, name("j"))), Node("number", (2,))))
        return Node("over", ("∑", "j ≥ 0", None, Node("/", (_ONE, square))))
    if operation == "where":
        return Node("where", (parts[0], *parts[1].parts))
    if operation in _CALLS:
        return Node("call", (_CALLS[operation], parts[0]))
    if operation == "sqrt":
        return Node("√", (parts[0],))
    sign = _SIGNS[operation]
    if sign in ("*", "+"):
        neutral = _ONE if sign == "*" else _ZERO
        rest = [part for part, source in zip(parts, column.sources, strict=True) if not _is(source, part, neutral)]
        if len(rest) == 1:
            return rest[0]
        flat = [inner for part in rest for inner in (part.parts if part.kind == sign else (part,))]
        return Node(sign, tuple(flat))
    if sign in ("≥", ">", "≤", "<", "=", "≠"):
        return Node("if", (sign, *parts))
    return Node(sign, tuple(parts))


def signed(parts: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    """The terms of a sum with the signs before them: a negative number is taken away."""
    for part in parts:
        if part.kind in ("number", "decimal") and part.parts[0] < 0:
            yield "-", Node(part.kind, (-part.parts[0],), part.origin)
        else:
            yield "+", part


def _is(source: Column, part: Node, neutral: Node) -> bool:
    return source.operation == "constant" and part == neutral
