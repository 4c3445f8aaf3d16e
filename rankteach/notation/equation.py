"""One cell or one value as an equation: the step that made it, what it comes to, and whether = or ≈ stands between."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from rankteach.core.column import Column
from rankteach.notation import numbers
from rankteach.notation.expression import Node, Origin, cell, closed, decimal, name, number, substituted
from rankteach.notation.numbers import EXACTLY, Display


def added(column: Column, row: int) -> Node | None:
    """How a running sum came to stand where it stands at ``row``; None where nothing was added."""
    source = column.sources[0]
    if cell(source, row) == 0:
        return None
    before, more = (cell(column, row - 1) if row else 0), closed(source, row)
    if before == 0:
        return more
    so_far = number(before) if numbers.readable(before) else decimal(before)
    return Node("+", (so_far._replace(origin=Origin(column, row - 1)), more))


def worked(column: Column, row: int, display: Display) -> Node:
    """One cell as an equation: what stands for it, the step that made it, and its value unless the step says it.

    A running column says what it was before: 1 + 2/3.
    """
    assert column.axis is not None
    called = (column.name or "").replace("@i", f"@{row + 1}")
    left = name(column.symbol, column.axis.index, str(row + 1)) if column.symbol else name(called)
    step = (added(column, row) if column.operation == "cumsum" else None) or substituted(column, row, brief=True)
    exact = cell(column, row)
    value = number(exact) if numbers.readable(exact) else decimal(exact)
    sides = [step] if same(value, step, display) else [step, value]
    return Node("equation", (left._replace(origin=Origin(column, row)), *equated(sides, display)))


def same(value: Node, written: Node, display: Display = EXACTLY) -> bool:
    """Whether a value only repeats the calculation before it: 3/5 after 3 / 5."""
    if written.kind == "/" and value.kind == "number" and isinstance(value.parts[0], Fraction):
        above, below = number(value.parts[0].numerator), number(value.parts[0].denominator)
        return display.fractions and written.parts == (above, below)
    return value == written


def equated(sides: Sequence[Node], display: Display) -> list[tuple[str, Node]]:
    """Sides of an equation, each with the sign before it: ≈ where a number on either side of it is rounded."""
    inexact = [False, *(rounded(side, display) for side in sides)]
    return [("≈" if one or other else "=", side) for side, (one, other) in zip(sides, pairwise(inexact), strict=True)]


def rounded(node: Node, display: Display) -> bool:
    """Whether a number in an expression is not shown with all its digits."""
    if node.kind == "number":  # a float stands as it was given
        return not display.fractions and isinstance(node.parts[0], Fraction) and display.rounds(node.parts[0])
    if node.kind == "decimal":
        return display.rounds(node.parts[0])
    return any(rounded(part, display) for part in node.parts if isinstance(part, Node))
