"""A trace as Markdown."""

from __future__ import annotations

import re
from typing import Any

from rankteach.notation.calculation import Calculation
from rankteach.notation.latex import latex
from rankteach.notation.tables import Table
from rankteach.notation.text import on_one_line

_SPECIAL = re.compile(r"[\\`*_{}\[\]()#+\-.!|<>~$&]")
_CODE_OR_SPECIAL = re.compile(f"`[^`]+`|{_SPECIAL.pattern}")


def escape_markdown(words: str, code: bool = False) -> str:
    """Text from outside made harmless in Markdown. With ``code``, what it has between backticks is code."""
    special = _CODE_OR_SPECIAL if code else _SPECIAL
    return special.sub(lambda found: found[0] if len(found[0]) > 1 else f"\\{found[0]}", on_one_line(words))


def calculation_markdown(calculation: Calculation, **display: Any) -> str:
    """Value, meaning, conventions, formula, tables."""
    parts = [
        f"**{escape_markdown(calculation.label)}** {calculation.title}: **{calculation.shown}**",
        escape_markdown(calculation.meaning, code=True),
    ]
    parts.append(f"*{' · '.join(map(escape_markdown, calculation.conventions))}*")
    parts += [f"$${latex(equation)}$$" for equation in calculation.equations]
    parts += [table_markdown(table) for table in calculation.tables(salient=True, **display)]
    return "\n\n".join(parts) + "\n"


def table_markdown(table: Table) -> str:
    """A pipe table; column definitions come after the column names."""
    heads = [
        escape_markdown(entry.title) + (f" ${latex(entry.definition)}$" if entry.definition else "")
        for entry in table.entries
    ]
    sides = ["---:" if entry.numeric else ":---" for entry in table.entries]
    columns = [entry.cells if entry.numeric else list(map(escape_markdown, entry.cells)) for entry in table.entries]
    lines = [heads, sides, *zip(*columns, strict=True)]
    written = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{written}\n\n*{table.hidden}*" if table.hidden else written
