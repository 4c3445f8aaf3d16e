"""A trace as Markdown."""

from __future__ import annotations

import re
from typing import Any

from rankteach.notation.account import Account
from rankteach.notation.latex import latex
from rankteach.notation.tables import Table
from rankteach.notation.text import on_one_line

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$&])")


def escape(words: str) -> str:
    """Text from outside made harmless in Markdown."""
    return _SPECIAL.sub(r"\\\1", on_one_line(words))


def account_markdown(account: Account, **display: Any) -> str:
    """Value, meaning, conventions, formula, tables."""
    parts = [f"**{escape(account.label)}** {account.title}: **{account.shown}**", escape(account.meaning)]
    parts.append(f"*{' · '.join(map(escape, account.conventions))}*")
    parts += [f"$${latex(equation)}$$" for equation in account.equations]
    parts += [table_markdown(table) for table in account.tables(salient=True, **display)]
    return "\n\n".join(parts) + "\n"


def table_markdown(table: Table) -> str:
    """A pipe table; column definitions come after the column names."""
    heads = [
        escape(entry.title) + (f" ${latex(entry.definition)}$" if entry.definition else "") for entry in table.entries
    ]
    sides = ["---:" if entry.numeric else ":---" for entry in table.entries]
    columns = [entry.cells if entry.numeric else list(map(escape, entry.cells)) for entry in table.entries]
    lines = [heads, sides, *zip(*columns, strict=True)]
    written = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{written}\n\n*{table.hidden}*" if table.hidden else written
