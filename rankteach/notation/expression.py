"""From recorded columns to expressions: small trees that every notation writes in its own way.

You can read a column in four ways:

- ``symbolic``: with letters, as in a textbook: Σ P(i) · rel_i;
- ``substituted``: with the numbers of one row, one step deep: 2 / 3;
- ``closed``: one cell as exactly as it can be written: 2/3, or 7 / log2(3) where there is no fraction;
- ``worked``: one cell as an equation: h_3 = 1 + 1 = 2.

``FORMULAS`` says for every operation how it reads with letters and with numbers.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.operations import OPERATIONS, RowDependency
from rankteach.notation import numbers
from rankteach.notation.numbers import EXACTLY, Display

MOST_TERMS, FIRST_TERMS, LAST_TERMS = 12, 6, 3  # of more terms than most, these are written
SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4  # precedence: what binds less than it must goes into brackets


class CellOrigin(NamedTuple):
    """The cell that a part of an expression comes from; without a row, the whole column.

    All origins are equal, so that two expressions are equal if they read the same.
    """

    column: Column | None
    row: int | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CellOrigin)

    def __hash__(self) -> int:
        return 0


NOWHERE = CellOrigin(None, None)


class Node(NamedTuple):
    """An operation and its parts, which are nodes, numbers or words; and the cell that the whole comes from."""

    kind: str
    parts: tuple[Any, ...]
    origin: CellOrigin = NOWHERE


DOTS = Node("dots", ())
UNDEFINED = Node("undefined", ())
ONE, ZERO = Node("number", (1,)), Node("number", (0,))
_SYMBOL = re.compile(r"^([^_(]+)(?:_([^(]+))?(?:\((.+)\))?$")


@lru_cache(maxsize=512)
def name(symbol: str, letter: str | None = None, index: str | None = None) -> Node:
    """A symbol as a node, with ``index`` instead of ``letter``.

    Its parts are base, subscript and argument: h_i is h with a subscript, P(i) is P with an argument.
    """
    match = _SYMBOL.match(symbol)
    parts = match.groups() if match else (symbol, None, None)
    return Node("name", tuple(index if part == letter and letter is not None else part for part in parts))


def number(value: Any) -> Node:
    """A number: whole, a fraction, or a float as it was given."""
    if isinstance(value, np.generic):
        value = value.item()
    if value != value:
        return UNDEFINED
    if type(value) is Fraction and value.denominator == 1:  # its class is slow to ask with isinstance
        value = value.numerator
    return Node("number", (int(value) if value is True or value is False else value,))


def decimal(value: float | Fraction, origin: CellOrigin = NOWHERE) -> Node:
    """A number that is shown rounded."""
    return Node("decimal", (value,), origin) if value == value else UNDEFINED._replace(origin=origin)


def cell(column: Column, row: int | None) -> Any:
    """The exact value in a row (or of a column that has no rows)."""
    return column.cells if row is None or column.axis is None else column.cells[row]


def symbolic(column: Column, index: str | None = None, opened: bool = True) -> Node:
    """The formula of a column at row ``index``, with letters.

    Columns that have a symbol stand for themselves; all others are written out. The column itself is written out when
    ``opened``.
    """
    if index is None and column.axis is not None:
        index = column.axis.index
    if not opened and (column.symbol or (column.is_running_sum and column.name)):
        return _itself(column, index)
    return FORMULAS[column.operation].letters(column, index)


def substituted(column: Column, row: int | None, how: Depth = "step") -> Node:
    """The calculation of one cell with the numbers that went into it.

    A sum is written term by term, without terms that have no symbol and add nothing; a product factor by factor,
    without factors of 1. Columns without a name are written out until a named one is reached; "deep" goes on until
    the numbers are exact, and "brief" rounds running sums instead of writing them out.
    """
    return FORMULAS[column.operation].numbers(column, row, how)


def closed(column: Column, row: int | None) -> Node:
    """One cell: a whole number, a fraction while it is readable, or the expression behind it."""
    value = cell(column, row)
    if not isinstance(value, float) or not column.sources:
        written = decimal(value) if type(value) is Fraction and not numbers.readable(value) else number(value)
    elif column.axis is None and column.name:  # a mean, or another number on the way, written out where it is made
        written = decimal(value)
    else:
        written = substituted(column, row, "deep")
    return Node(written.kind, written.parts, CellOrigin(column, row))


def term(column: Column, row: int) -> Node:
    """What a row adds to a sum: a number, or a product of numbers; a factor of 1 is not written."""
    if column.operation != "multiply" or column.symbol:
        return closed(column, row)
    factors = [closed(source, row) for source in column.sources if cell(source, row) != 1]
    return Node("*", tuple(factors), CellOrigin(column, row)) if len(factors) > 1 else closed(column, row)


def signed_terms(parts: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    """The terms of a sum, each with the sign before it: a negative number is subtracted."""
    for part in parts:
        if part.kind in ("number", "decimal") and part.parts[0] < 0:
            yield "-", Node(part.kind, (-part.parts[0],), part.origin)
        else:
            yield "+", part


def heading(column: Column) -> str:
    """What people read above a column: its name; the discount that gains are divided by is called their divisor."""
    name = column.name or ""
    return name.replace("discount", "divisor") if name.endswith("discount") and column.operation != "lookup" else name


# --- equations ------------------------------------------------------------------------------------
def worked(column: Column, row: int, display: Display) -> Node:
    """One cell as an equation: its symbol, the step that made it, and its value unless the step says it."""
    assert column.axis is not None
    called = heading(column).replace("@i", f"@{row + 1}")
    left = name(column.symbol, column.axis.index, str(row + 1)) if column.symbol else name(called)
    step = FORMULAS[column.operation].step(column, row)
    exact = cell(column, row)
    value = number(exact) if numbers.readable(exact) else decimal(exact)
    sides = [step] if same(value, step, display) else [step, value]
    return Node("equation", (left._replace(origin=CellOrigin(column, row)), *equated(sides, display)))


def added(column: Column, row: int) -> Node | None:
    """What a running sum adds at ``row`` to what it was before: 1 + 2/3. None where it adds nothing."""
    source = column.sources[0]
    if cell(source, row) == 0:
        return None
    before, more = (cell(column, row - 1) if row else 0), closed(source, row)
    if before == 0:
        return more
    so_far = number(before) if numbers.readable(before) else decimal(before)
    return Node("+", (so_far._replace(origin=CellOrigin(column, row - 1)), more))


def same(value: Node, written: Node, display: Display = EXACTLY) -> bool:
    """Whether a value only repeats the calculation before it: 3/5 after 3 / 5."""
    if written.kind == "/" and value.kind == "number" and isinstance(value.parts[0], Fraction):
        above, below = number(value.parts[0].numerator), number(value.parts[0].denominator)
        return display.fractions and written.parts == (above, below)
    return value == written


def equated(sides: Sequence[Node], display: Display) -> list[tuple[str, Node]]:
    """Sides of an equation, each with the sign before it: ≈ where a number on either side of the sign is rounded."""
    inexact = [False, *(rounded(side, display) for side in sides)]
    return [("≈" if one or other else "=", side) for side, (one, other) in zip(sides, pairwise(inexact), strict=True)]


def rounded(node: Node, display: Display) -> bool:
    """Whether a number in an expression is not shown with all its digits."""
    if node.kind == "number":  # a float is written as it was given
        return not display.fractions and isinstance(node.parts[0], Fraction) and display.rounds(node.parts[0])
    if node.kind == "decimal":
        return display.rounds(node.parts[0])
    return any(rounded(part, display) for part in node.parts if isinstance(part, Node))


# --- with letters ---------------------------------------------------------------------------------
def _itself(column: Column, index: str | None) -> Node:
    """A column's symbol, or its name."""
    if not column.symbol:
        return name(column.name or "x")._replace(origin=CellOrigin(column, None))
    letter = column.axis.index if column.axis else None
    return name(column.symbol, letter, index)._replace(origin=CellOrigin(column, None))


def _over(sign: str) -> Letters:
    """Over all rows, or down to each row: ∑_{j=1}^i rel_j."""

    def letters(column: Column, index: str | None) -> Node:
        (source,) = column.sources
        assert source.axis is not None
        own = source.axis.index
        if column.reduces:
            letter, last = own, source.axis.end
        else:
            letter, last = ("j" if (index or "").startswith(own) else own), index or "n"
        # what is added up is written out, so that a sum reads as in a textbook
        body = symbolic(source, letter, opened=source.symbol is None)
        if column.rule.reads.needs_later_rows:
            return Node("over", (sign, f"{letter} ≥ {last}", None, body))
        return Node("over", (sign, letter, last, body))

    return letters


def _last_row(column: Column, index: str | None) -> Node:
    (source,) = column.sources
    assert source.axis is not None
    return symbolic(source, source.axis.end, opened=source.operation not in ("cumsum", "given", "take"))


def _source_at(place: Callable[[Column, str | None], str | None]) -> Letters:
    """The source of a column, at another row."""
    return lambda column, index: symbolic(column.sources[0], place(column, index), opened=False)


# --- with numbers ---------------------------------------------------------------------------------
def _value(column: Column, row: int | None, how: Depth) -> Node:
    """The number alone: how it was made is not recorded, or too long to write."""
    return number(cell(column, row))._replace(origin=CellOrigin(column, row))


def _rounded_value(column: Column, row: int | None, how: Depth) -> Node:
    value = cell(column, row)
    return decimal(value) if isinstance(value, float) else number(value)


def _terms(column: Column, row: int | None, how: Depth) -> Node:
    source = column.sources[0]
    end = len(source) if column.reduces or row is None else row + 1
    rows = range(len(source)) if source.symbol else [i for i, one in enumerate(counting(source).cells) if one]
    return _listed("+", rows, end, lambda i: term(source, i), ZERO)


def counting(terms: Column) -> Column:
    """What is 0 where a term is left out: of terms that only relevant items add, whether an item is relevant."""
    product = terms.sources if terms.operation == "multiply" else ()
    relevant = next((one for one in product if one.name == "relevant"), terms)
    return terms if any(np.asarray(one.values).dtype == bool for one in product if one is not relevant) else relevant


def _factors(column: Column, row: int | None, how: Depth) -> Node:
    if row is None or how == "deep":
        return _rounded_value(column, row, how)
    source = column.sources[0]
    return _listed("*", column.contributing_rows, row + 1, lambda i: closed(source, i), ONE)


def _listed(kind: str, rows: Sequence[int], end: int, part: Callable[[int], Node], empty: Node) -> Node:
    """A part for each of the rows before the end, with dots between the first and the last of many."""
    stop = bisect_left(rows, end)
    shown: list[int | None] = [*rows[: min(stop, MOST_TERMS)]]
    if stop > MOST_TERMS:
        shown[FIRST_TERMS:] = [None, *rows[stop - LAST_TERMS : stop]]
    parts = tuple(DOTS if i is None else part(i) for i in shown)
    return Node(kind, parts) if len(parts) > 1 else parts[0] if parts else empty


def _last_number(column: Column, row: int | None, how: Depth) -> Node:
    (source,) = column.sources
    end = len(source) - 1
    if end < 0:
        return ZERO
    return closed(source, end) if source.is_running_sum else substituted(source, end, how)


def _shifted(column: Column, row: int | None, how: Depth) -> Node:
    (source,) = column.sources
    if not row:
        return number(column.argument)
    if source.operation == "cumprod" and not source.name:
        return substituted(source, row - 1, how)
    return closed(source, row - 1)


def _taken(column: Column, row: int | None, how: Depth) -> Node:
    taken = int(column.argument.rows[row])
    return closed(column.sources[0], taken) if taken >= 0 else ZERO


def _step(column: Column, row: int | None, how: Depth) -> Node:
    """The operation with the number of each source."""
    parts = []
    for source in column.sources:
        base = source.sources[0] if source.rule.reads is RowDependency.ALIGNED else source
        value = cell(source, row) if how == "brief" and base.is_running_sum else None
        if isinstance(value, float):
            parts.append(decimal(value, CellOrigin(source, row)))
        elif source.name is None and source.sources and how != "deep":
            parts.append(substituted(source, row, how))
        else:
            parts.append(closed(source, row))
    return FORMULAS[column.operation].combine(column, parts)


def _quotient(column: Column, row: int | None, how: Depth) -> Node:
    """0/0 is 0, as the header says, and so is 1/0 of a reciprocal."""
    return ZERO if cell(column.sources[-1], row) == 0 else _step(column, row, how)


def _defined(column: Column, row: int | None, how: Depth) -> Node:
    value, comparison = column.sources
    return substituted(value, row, how) if cell(comparison, row) else UNDEFINED


# --- of parts, with letters or with numbers -------------------------------------------------------
def _of(kind: str, *words: str) -> Combine:
    return lambda column, parts: Node(kind, (*words, *parts))


def _comparison(sign: str) -> Combine:
    return lambda column, parts: Node("if", (parts[0], sign, parts[1]))


def _flat(kind: str, neutral: Node) -> Combine:
    """Sums and products: a constant that changes nothing is left out, and a sum in a sum is one sum."""

    def combine(column: Column, parts: list[Node]) -> Node:
        pairs = zip(parts, column.sources, strict=True)
        rest = [part for part, source in pairs if not source.is_constant or part != neutral]
        if len(rest) == 1:
            return rest[0]
        return Node(kind, tuple(inner for part in rest for inner in (part.parts if part.kind == kind else (part,))))

    return combine


def _logarithm(column: Column, parts: list[Node]) -> Node:
    base = column.argument
    return Node("call", ("ln", *parts)) if base == math.e else Node("log", (number(base), *parts))


def _endless(column: Column, parts: list[Node]) -> Node:
    places = parts[0].parts if parts[0].kind == "+" else (parts[0],)
    square = Node("^", (Node("+", (*places, name("j"))), Node("number", (2,))))
    return Node("over", ("∑", "j ≥ 0", None, Node("/", (ONE, square))))


# --- the table ------------------------------------------------------------------------------------
Depth = Literal["step", "deep", "brief"]
Letters = Callable[[Column, str | None], Node]
Numbers = Callable[[Column, int | None, Depth], Node]
Combine = Callable[[Column, list[Node]], Node]


def _sources_with_letters(column: Column, index: str | None) -> Node:
    parts = [symbolic(source, index, opened=False) for source in column.sources]
    return FORMULAS[column.operation].combine(column, parts)


def _brief(column: Column, row: int) -> Node:
    return substituted(column, row, "brief")


class FormulaRule(NamedTuple):
    """How an operation reads: how it combines its parts, with letters, with numbers, and as the step at a row.

    An operation that combines the values of the same row needs ``combine`` alone.
    """

    combine: Combine = _of("")
    letters: Letters = _sources_with_letters
    numbers: Numbers = _step
    step: Callable[[Column, int], Node] = _brief


FORMULAS = {
    **{name: FormulaRule(_of("call", row.call[0])) for name, row in OPERATIONS.items() if row.call},
    **dict.fromkeys(("given", "lazy", "opaque"), FormulaRule(letters=_itself, numbers=_value)),
    "constant": FormulaRule(
        letters=lambda column, index: _itself(column, index) if column.symbol else number(column.exact), numbers=_value
    ),
    "add": FormulaRule(_flat("+", ZERO)),
    "subtract": FormulaRule(_of("-")),
    "multiply": FormulaRule(_flat("*", ONE)),
    "divide": FormulaRule(_of("/"), numbers=_quotient),
    "power": FormulaRule(_of("^")),
    "greater_equal": FormulaRule(_comparison("≥")),
    "greater": FormulaRule(_comparison(">")),
    "less_equal": FormulaRule(_comparison("≤")),
    "less": FormulaRule(_comparison("<")),
    "equal": FormulaRule(_comparison("=")),
    "not_equal": FormulaRule(_comparison("≠")),
    "where": FormulaRule(lambda column, parts: Node("where", (parts[0], *parts[1].parts)), numbers=_defined),
    "log": FormulaRule(_logarithm),
    "lookup": FormulaRule(
        lambda column, parts: Node("call", (column.argument.name, *parts)),
        numbers=lambda column, row, how: (_value if how == "deep" else _step)(column, row, how),
    ),
    "sqrt": FormulaRule(_of("√")),
    "reciprocal": FormulaRule(lambda column, parts: Node("/", (ONE, *parts)), numbers=_quotient),
    "inverse_squares": FormulaRule(_endless),
    "average_rank": FormulaRule(_of("call", "rank"), numbers=_value),
    "cumsum": FormulaRule(
        letters=_over("∑"), numbers=_terms, step=lambda column, row: added(column, row) or _brief(column, row)
    ),
    "cumprod": FormulaRule(letters=_over("∏"), numbers=_factors),
    **dict.fromkeys(("cummax", "cummax_up"), FormulaRule(letters=_over("max"), numbers=_rounded_value)),
    "shift": FormulaRule(letters=_source_at(lambda column, index: f"{index}-1"), numbers=_shifted),
    "sum": FormulaRule(letters=_over("∑"), numbers=_terms),
    "last": FormulaRule(letters=_last_row, numbers=_last_number),
    "align": FormulaRule(
        letters=_source_at(lambda column, index: index), numbers=lambda column, row, how: closed(column.sources[0], row)
    ),
    "take": FormulaRule(letters=_source_at(lambda column, index: column.argument.letter), numbers=_taken),
    "as_rows": FormulaRule(letters=_source_at(lambda column, index: index), numbers=_rounded_value),
}
