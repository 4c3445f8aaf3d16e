"""A trace as static HTML: tables that need no style sheet and no script, and LaTeX between dollar signs, or its text.

Notebook viewers clean HTML before they show it; these tables survive that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from rankteach.core.outside import escape as escape
from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import Node
from rankteach.notation.numbers import displayed
from rankteach.notation.tables import MOST_ROWS, Entry, Table, across, edges, parts
from rankteach.notation.text import escape_html, markup, text
from rankteach.notation.typeset import in_lines

ROOM = 43  # em of a formula in one line: some 770 pixels; JupyterLab has 850 in a window of 1280
WIDE, WIDEST = 90, 120  # signs across: a wide table has narrow cells, and none is wider than the widest
LONG_TEXT = 40  # signs: a column with a longer text gets at least this much room
MOST_UNBROKEN = 40  # signs of a formula
OUTERMOST = ("+−", "/", "·")  # it wraps at the first kind of these signs that it has outside all brackets


AS_TEXT = (
    "<style>.rt-tex:not(:has(*)){font-size:0}.rt-tex:not(:has(*))::after{content:attr(title);font-size:1rem}</style>"
)
"""Shows formulas as text where no TeX renderer replaces the dollar signs; where a cleaner drops it, they stay."""


def sentence(words: str) -> str:
    """A sentence as HTML; what it has between backticks is code.

    >>> sentence("`result.missing` lists <121>.")
    '<code>result.missing</code> lists &lt;121&gt;.'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(words))


def in_a_card(html: str) -> str:
    """A result as a notebook shows it, in the looks of the live surfaces; without them, it stays legible."""
    return f'<div class="rt-look"><style>{_looks()}</style>{html}</div>'


@cache
def _looks() -> str:
    sheet = Path(__file__).with_name("look.css").read_text(encoding="utf-8").partition("\n")[2]
    return re.sub(r"\s*([{};,])\s*", r"\1", sheet)


def table_html(table: Table) -> str:
    """One table; column definitions are below the column names, legible without a TeX renderer.

    What is too wide for a notebook goes on below, with the labels of its rows again.
    """
    hidden = f"<p><em>{escape(table.hidden)}</em></p>" if table.hidden else ""
    return "".join(map(_table, parts(table, WIDEST))) + hidden


def _table(table: Table) -> str:
    heads = []
    signs = across(table)
    narrow = ";padding:.5em .3em" * (signs > WIDE)
    rules = [narrow + ";border-left:1px solid" * edge for edge in edges(table)]
    for entry, rule in zip(table.entries, rules, strict=True):
        definition = ""
        if entry.definition:
            definition = f'<br><small style="font-weight:normal">{_broken(markup(entry.definition))}</small>'
        long = not entry.numeric and any(len(words) > LONG_TEXT for words in entry.cells)
        # so that a long text takes few lines; a sign is about half an em wide
        room = f";min-width:{LONG_TEXT // (4 if signs > 2 * LONG_TEXT else 2)}em" * long
        style = f"text-align:{_side(entry)}{room}{rule}"
        heads.append(f'<th style="{style}">{escape(entry.title)}{definition}</th>')
    sides = [f'<td style="text-align:{_side(entry)}{rule}">' for entry, rule in zip(table.entries, rules, strict=True)]
    columns = [entry.cells if entry.numeric else [escape(words) for words in entry.cells] for entry in table.entries]
    lines = [
        "<tr>" + "".join([f"{side}{words}</td>" for side, words in zip(sides, row, strict=True)]) + "</tr>"
        for row in zip(*columns, strict=True)
    ]
    rows = f"<thead><tr>{''.join(heads)}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div style="overflow-x:auto"><table>{rows}</table></div>'


def tex(equation: Node) -> str:
    """An equation between dollar signs, for notebooks; on hover its text."""
    title, formula = escape_html(text(equation)), escape_html(in_lines(equation, ROOM))
    return f'<span class="rt-tex" title="{title}">$\\displaystyle {formula}$</span>'


def calculation_html(
    calculation: Calculation, *, write: Callable[[Node], str] = tex, most_rows: int | None = MOST_ROWS, **display: Any
) -> str:
    """The whole trace: value, meaning, conventions, formula, tables, and the steps in words.

    ``write`` makes HTML of an equation: MathML where TeX is not typeset.
    """
    label, title, shown = map(escape, (calculation.label, calculation.title, calculation.shown))
    meaning, small = sentence(calculation.meaning), escape(" · ".join(calculation.conventions))
    head = f"<p><b>{label}</b> {title}: <b>{shown}</b></p><p>{meaning}<br><small>{small}</small></p>"
    formula = "".join(f"<p>{write(equation)}</p>" for equation in calculation.equations)
    tables = "".join(table_html(table) for table in calculation.tables(most_rows=most_rows, salient=True, **display))
    numbers = displayed(**display)
    sentences = [step.text for step in calculation.steps(most_rows, numbers, salient=True)]
    lines = "<br>".join(map(escape, [*sentences, calculation.closing(numbers)])) if sentences else ""
    steps = f"<details><summary>Step by step</summary>{lines}</details>" if sentences else ""
    return f"<div>{AS_TEXT if write is tex else ''}{head}{formula}{tables}{steps}</div>"


def _side(entry: Entry) -> str:
    if entry.title == "relevant":
        return "center"
    return "right" if entry.numeric else "left"


def _broken(formula: str, inside: int = 0) -> str:
    """A formula that wraps after its equals sign and before some signs outside all brackets; if long, inside one pair.

    A table that is too wide would put every sign on a line of its own.
    """
    parts, depth = [], 0
    for part in formula.split(" "):
        parts.append((part, depth <= inside))
        seen = re.sub("<[^>]*>", "", part)
        depth += sum(map(seen.count, "([")) - sum(map(seen.count, ")]"))
    outer = {part for part, outside in parts if outside}
    signs = next((signs for signs in OUTERMOST if outer & set(signs)), "")
    wrapped, before = "", ""
    for part, outside in parts:
        wraps = outside and (part in signs or before == "=")
        wrapped += (" " if wraps else "\N{NO-BREAK SPACE}") * bool(wrapped) + part
        before = part
    longest = max(map(len, re.sub("<[^>]*>", "", wrapped).split(" ")))
    return _broken(formula, inside=1) if not inside and longest > MOST_UNBROKEN else wrapped
