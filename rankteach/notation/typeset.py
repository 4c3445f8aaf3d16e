"""A trace as LaTeX to be typeset: the formula, its numbers, and one aligned line for each step of each row.

What is too long for a line of text is broken before a sign, as a textbook has it; a fraction with a long numerator is
then written with a slash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rankteach.core.column import Column
from rankteach.notation import numbers
from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import (
    PRODUCT,
    SUM,
    Node,
    cell,
    closed,
    decimal,
    name,
    same,
    signed_terms,
    substituted,
)
from rankteach.notation.latex import LATEX, escape_latex, latex, upright
from rankteach.notation.style import parenthesised
from rankteach.notation.tables import MOST_ROWS, Table, is_inverted

ROOM = 32  # em across a page: \documentclass{article} has 34.5
INDENT = 2
LONGEST_NAME = 24  # signs of a name from outside
_RELATIONS = {"≈": r"\approx"}
_MARKS = {"●": r"$\bullet$", "○": r"$\circ$", "–": "--"}
_IN_PROSE = {"·": r"\cdot", "−": "-", "α": r"\alpha", "β": r"\beta", "τ": r"\tau", "ρ": r"\rho", "≥": r"\ge", "²": "^2"}

PREAMBLE = r"""\documentclass{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath, longtable}
\allowdisplaybreaks
\pagestyle{plain}
\setlength{\parindent}{0pt}
\setlength{\LTpre}{\bigskipamount}
\setlength{\LTpost}{\bigskipamount}
\makeatletter % what this engine's fonts do not have is a box; XeLaTeX and LuaLaTeX take the document's font
\ifdefined\UTFviii@undefined@err \def\UTFviii@undefined@err#1{\fbox{\rule{0pt}{.8ex}\rule{.4ex}{0pt}}}\fi
\makeatother
"""


class Piece(NamedTuple):
    """A part of an expression before which a line may end, and how wide it is, in em."""

    tex: str
    width: float


def calculation_latex(calculation: Calculation) -> str:
    """The formula, its numbers, and the steps; needs the package amsmath."""
    return "\n".join([*map(_equation, calculation.equations), *_steps(calculation)])


def _steps(calculation: Calculation) -> list[str]:
    columns = [column for column in calculation.columns if column.sources and column.axis is not None and len(column)]
    return [
        _aligned(lines) for column in columns if column.name != "relevant" and (lines := [*_cells(column, columns)])
    ]


def document(calculation: Calculation) -> str:
    """The same as a document of its own: heading and conventions, what is given, and the calculation."""
    formula, numbers_of_it = map(_equation, calculation.equations)
    given = "".join(_given(table) for table in reversed(calculation.tables()))
    steps = "\n".join(_steps(calculation))
    title = calculation.title[:1].upper() + calculation.title[1:]
    meaning, small = map(_prose, (calculation.meaning, " · ".join(calculation.conventions)))
    return (
        f"{PREAMBLE}\\begin{{document}}\n\\section*{{{escape_latex(title)}}}\n"
        f"{meaning}\\par\n{{\\small {small}\\par}}\n"
        f"{formula}\n{given}{numbers_of_it}\n{steps}\n\\end{{document}}\n"
    )


def _prose(words: str) -> str:
    return "".join(f"${_IN_PROSE[sign]}$" if sign in _IN_PROSE else sign for sign in escape_latex(words))


# --- equations ------------------------------------------------------------------------------------
def in_lines(equation: Node, room: float) -> str:
    """An equation in math mode, in as many lines as it takes; ``room`` is how many em one line has."""
    first, *others = _lines_of(equation, room)
    lines = " ".join([first, *(rf"\\ {line}" for line in others)])
    return rf"\begin{{aligned}} {lines} \end{{aligned}}" if others else latex(equation)


def _equation(equation: Node) -> str:
    lines = _lines_of(equation, ROOM)
    return rf"\[ {latex(equation)} \]" if len(lines) == 1 else _aligned([lines])


def _lines_of(equation: Node, room: float) -> list[str]:
    first, *rest = equation.parts
    return _lines(latex(first), width(first), rest, room)


def _cells(column: Column, columns: Sequence[Column]) -> Iterator[list[str]]:
    """One cell after the other, all aligned behind the widest name; none where there is nothing to invert yet."""
    names = [_cell_name(column, row) for row in range(min(len(column), MOST_ROWS))]
    widest = max(across for _, across in names)
    for row, (left, _) in enumerate(names):
        if cell(column, row) != 0 or not is_inverted(column, columns):
            yield _lines(left, widest, _cell(column, row))


def _cell(column: Column, row: int) -> list[tuple[str, Node]]:
    """The step that made a cell, and its value."""
    step, value = substituted(column, row), closed(column, row)
    sides = [("=", step)] if same(value, step) or value.kind == "decimal" else [("=", step), ("=", value)]
    exact = cell(column, row)
    return [*sides, *([("≈", decimal(exact))] if isinstance(exact, float) and exact == exact else [])]


def _cell_name(column: Column, row: int) -> tuple[str, float]:
    """What a cell is called, and how wide that is."""
    assert column.axis is not None
    if column.axis.end is None:  # the index is not a number, as i < j of pairs: the row's label says which
        base = (column.symbol or column.name or "").partition("_")[0]
        names = next(iter(column.axis.labels().values()), ())
        named = _short(str(names[row]) if row < len(names) else str(row + 1))
        return rf"{upright(base)}_{{\text{{{escape_latex(named)}}}}}", 0.5 * len(base) + 0.5 * len(named)
    if column.symbol:
        node = name(column.symbol, column.axis.index, str(row + 1))
        return latex(node), width(node)
    words = column.name or ""
    return f"{upright(words, text=True)}_{{{row + 1}}}", 0.45 * len(words) + 0.4


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1]}…"


def _aligned(equations: Iterable[list[str]]) -> str:
    lines = [line for equation in equations for line in equation]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def _lines(left: str, across: float, sides: Iterable[tuple[str, Node]], most: float = ROOM) -> list[str]:
    """``left = side = side`` in as many lines as it takes, aligned at the first sign."""
    lines, line, used = [], f"{left} &", across
    room = most - across - INDENT
    for sign, node in sides:
        pieces = _pieces(node, room)
        for place, (tex, wide) in enumerate(pieces):
            ahead = sum(piece.width for piece in pieces[place:]) if tex.startswith(r"\Big/") else wide
            if place == 0:
                tex, wide = f"{_RELATIONS.get(sign, sign)} {tex}", wide + 1.5
            if used + max(wide, ahead) > most and not line.endswith("&"):
                lines.append(line)
                line, used = ("&", across) if place == 0 else (r"&\quad {}", across + INDENT)
            line += tex if line.endswith("&") else f" {tex}"
            used += wide
    return [*lines, line]


def _pieces(node: Node, room: float) -> list[Piece]:
    """An expression in parts that fit, or in one."""
    if width(node) <= room:
        return [Piece(latex(node), width(node))]
    kind, parts = node.kind, node.parts
    match kind:
        case "+" | "-" | "*":
            pieces: list[Piece] = []
            between = r"\cdot" if kind == "*" else "-"
            for sign, part in signed_terms(parts) if kind == "+" else ((between, part) for part in parts):
                lead = f"{sign} " if pieces or (kind == "+" and sign == "-") else ""
                first, *rest = _held(part, PRODUCT if kind == "*" else SUM + (lead == "- "), room)
                pieces += [Piece(lead + first.tex, first.width + (1.4 if kind == "+" else 1)), *rest]
            return pieces
        case "/":
            above, below = (_held(part, PRODUCT, room) for part in parts)
            first, *rest = below
            return [*above, Piece(rf"\Big/ {first.tex}", first.width + 1), *rest]
        case "√":
            *before, last = _bracketed(parts[0], room)
            return [*before, Piece(f"{last.tex}^{{1/2}}", last.width + 1)]
    return [Piece(latex(node), width(node))]


def _held(node: Node, least: int, room: float) -> list[Piece]:
    """The pieces of a part, in brackets unless its precedence is high enough."""
    written = parenthesised(node, least, LATEX)
    if width(node) <= room / 2:
        return [Piece(written, width(node) + 0.8 * (written != latex(node)))]
    return _bracketed(node, room) if written != latex(node) or node.kind == "/" else _pieces(node, room)


def _bracketed(node: Node, room: float) -> list[Piece]:
    *before, last = _pieces(node, room / 2)
    closed_by = Piece(rf"{last.tex} \Bigr)", last.width + 0.6)
    first, *rest = [*before, closed_by]
    return [Piece(rf"\Bigl( {first.tex}", first.width + 0.6), *rest]


def width(node: Node, scale: float = 1) -> float:
    """How wide an expression is when it is typeset, in em; about, and rather too much."""
    kind, parts = node.kind, node.parts
    # what is not a node is a word or a number, or a side of an equation with its sign
    within = [part if isinstance(part, Node) else part[1] for part in parts if isinstance(part, tuple)]
    match kind:
        case "number" | "decimal":
            long = isinstance(parts[0], Fraction) and not numbers.can_be_written(parts[0])
            shown = numbers.decimal(parts[0]) if kind == "decimal" or long else str(parts[0])
            return scale * 0.55 * (max(map(len, shown.split("/"))) + 0.3 * ("/" in shown))
        case "name":
            base, below, argument = (len(part or "") for part in parts)
            return scale * (0.54 * base + 0.4 * below + (0.5 * argument + 0.8) * bool(argument))
        case "/":
            smaller = 1 if scale == 1 else 0.7
            return scale * 0.3 + max(width(part, min(scale, 0.99) * smaller) for part in within)
        case "^":
            return width(within[0], scale) + width(within[1], 0.7 * scale) + 0.8 * scale
        case "over":
            return scale * (1.7 + 0.3 * len(parts[1])) + width(within[0], scale) + 0.8 * scale
        case "call":
            commas = 0.05 * (len(within) - 1)
            return scale * (0.55 * len(parts[0]) + 0.8 + commas) + sum(width(part, scale) for part in within)
    between = {"+": 1.4, "-": 1.4, "*": 0.9, "equation": 1.8, "log": 2, "√": 1, "if": 2.2, "where": 6, "undefined": 4.5}
    brackets = 0.8 * sum(parenthesised(part, PRODUCT, LATEX) != latex(part) for part in within) * (kind == "*")
    return sum(width(part, scale) for part in within) + scale * (
        between.get(kind, 1.5) * max(1, len(within) - 1) + brackets
    )


# --- what is given --------------------------------------------------------------------------------
def _given(table: Table) -> str:
    """The list with its judgements."""
    shown = [
        entry
        for entry in table.entries
        if entry.column is None or entry.title == "relevant" or not entry.column.sources
    ]
    if len(shown) < 2:
        return ""
    sides = "".join("r" if entry.numeric and entry.title != "relevant" else "l" for entry in shown)
    heads = " & ".join(rf"\textbf{{{escape_latex(entry.title)}}}" for entry in shown)
    cells = [[_MARKS.get(words, escape_latex(_short(words))) for words in entry.cells] for entry in shown]
    rows = "".join(" & ".join(row) + " \\\\\n" for row in zip(*cells, strict=True))
    top = f"{heads} \\\\\n\\hline\\noalign{{\\smallskip}}\n\\endhead"
    hidden = f"{escape_latex(table.hidden)}\n\n" if table.hidden else ""
    return f"\\begin{{longtable}}{{{sides}}}\n{top}\n{rows}\\end{{longtable}}\n{hidden}"
