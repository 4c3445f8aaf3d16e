r"""Expressions as LaTeX: ``\frac{1 + \frac{2}{3} + \frac{3}{5}}{3}``."""

from __future__ import annotations

from fractions import Fraction

from rankteach.column import Axis, Column
from rankteach.notation import numbers
from rankteach.notation.account import Account, same
from rankteach.notation.expression import ATOM, POWER, PRODUCT, SUM, Node, cell, closed, name, signed, substituted
from rankteach.notation.tables import MOST_ROWS

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    **{sign: "\\" + sign for sign in "&%$#_"},
}
_GREEK = {"ρ": r"\rho", "τ": r"\tau"}
_ACCENTS = {"\N{COMBINING MACRON}": r"\bar", "\N{COMBINING CIRCUMFLEX ACCENT}": r"\hat"}
_SIGNS = {"≥": r"\ge", "≤": r"\le", "≠": r"\ne", "≈": r"\approx", "∑": r"\sum", "∏": r"\prod", "max": r"\max"}


def escape(words: str) -> str:
    """Text from outside made harmless in LaTeX."""
    return "".join(_SPECIAL.get(sign, sign) for sign in words)


def latex(node: Node) -> str:
    """The expression in math mode, without dollar signs."""
    return _write(node)[0]


def symbol(base: str, subscript: str | None = None, argument: str | None = None) -> str:
    """A symbol; words stand upright."""
    star = base.endswith("*")
    base = base.rstrip("*")
    word = _word(base)
    if star:
        word += "^{*}"
    if subscript:
        word += f"_{{{escape(subscript)}}}" if len(subscript) > 1 else f"_{subscript}"
    return word + (f"({escape(argument)})" if argument else "")


def _word(base: str) -> str:
    if base in _GREEK:
        return _GREEK[base]
    if base[1:] in _ACCENTS:
        return f"{_ACCENTS[base[1:]]}{{{base[0]}}}"
    if len(base) == 1 or "<" in base:
        return base
    return rf"\{'text' if ' ' in base else 'mathrm'}{{{escape(base)}}}"


def account_latex(account: Account) -> str:
    """The formula, its numbers, and one aligned line for each step of each row."""
    parts = [rf"\[ {latex(equation)} \]" for equation in account.equations]
    for column in account.columns:
        if column.sources and column.axis is not None and column.name != "relevant":
            lines = [_line(column, row) for row in range(min(len(column), MOST_ROWS))]
            parts.append("\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}")
    return "\n".join(parts)


def _line(column: Column, row: int) -> str:
    """One cell: what stands for it, the step that made it, its value."""
    assert column.axis is not None
    if column.axis.end is None:  # what counts the rows stands for two things: their names say which
        base = _word((column.symbol or column.name or "").partition("_")[0])
        left = rf"{base}_{{\text{{{escape(_row_name(column.axis, row))}}}}}"
    elif column.symbol:
        left = latex(name(column.symbol, column.axis.index, str(row + 1)))
    else:
        left = rf"\text{{{escape(column.name or '')}}}_{{{row + 1}}}"
    step, value = substituted(column, row), closed(column, row)
    line = f"{left} &= {latex(step)}" + ("" if same(value, step) else f" = {latex(value)}")
    exact = cell(column, row)
    return line + rf" \approx {numbers.decimal(exact)}" if isinstance(exact, float) else line


def _row_name(axis: Axis, row: int) -> str:
    named = next(iter(axis.labels().values()), ())
    return str(named[row]) if row < len(named) else str(row + 1)


def _write(node: Node) -> tuple[str, int]:
    kind, parts = node
    match kind:
        case "number":
            (value,) = parts
            if isinstance(value, Fraction):
                sign = "-" if value < 0 else ""
                return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", SUM if sign else PRODUCT
            return (numbers.given(value) if isinstance(value, float) else str(value)), ATOM if value >= 0 else SUM
        case "decimal":
            return numbers.decimal(parts[0]), ATOM if parts[0] >= 0 else SUM
        case "name":
            return symbol(*parts), ATOM
        case "+":
            terms = [f"{sign} {_inside(part, SUM + (sign == '-'))}" for sign, part in signed(parts)]
            return " ".join(terms).removeprefix("+ "), SUM
        case "-":
            return " - ".join(_inside(part, SUM + (place > 0)) for place, part in enumerate(parts)), SUM
        case "*":
            return r" \cdot ".join(_inside(part, PRODUCT) for part in parts), PRODUCT
        case "/":
            return rf"\frac{{{latex(parts[0])}}}{{{latex(parts[1])}}}", PRODUCT
        case "^":
            return f"{_inside(parts[0], ATOM)}^{{{latex(parts[1])}}}", POWER
        case "log":
            return rf"\log_{{{latex(parts[0])}}}({latex(parts[1])})", ATOM
        case "call":
            return rf"\mathrm{{{escape(parts[0])}}}({latex(parts[1])})", ATOM
        case "√":
            return rf"\sqrt{{{latex(parts[0])}}}", ATOM
        case "min" | "max":
            return rf"\{kind}({', '.join(map(latex, parts))})", ATOM
        case "if":
            return f"[{latex(parts[1])} {_SIGNS.get(parts[0], parts[0])} {latex(parts[2])}]", ATOM
        case "over":
            sign, letter, last, body = parts
            rows = f"{letter}=1}}^{{{last}" if last is not None else letter.replace("≥", r"\ge")
            return rf"{_SIGNS[sign]}_{{{rows}}} {_inside(body, PRODUCT)}", SUM
        case "equation":
            first, *rest = parts
            return latex(first) + "".join(f" {_SIGNS.get(sign, sign)} {latex(part)}" for sign, part in rest), 0
        case "dots":
            return r"\cdots", ATOM
    raise ValueError(f"no LaTeX for {kind}")


def _inside(node: Node, least: int) -> str:
    written, strength = _write(node)
    return written if strength >= least else f"({written})"
