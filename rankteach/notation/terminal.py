"""A trace for a terminal."""

from __future__ import annotations

from typing import Any

from rankteach.notation.account import Account
from rankteach.notation.tables import Table
from rankteach.notation.text import on_one_line, text


def account_text(account: Account, **display: Any) -> str:
    """Value, conventions, formula, tables."""
    lines = [f"{account.label}  {account.title} = {account.shown}", " · ".join(account.conventions), ""]
    lines += [*map(text, account.equations), ""] if account.equations else []
    for table in account.tables(telling=True, **display):
        lines += [table_text(table), ""]
    return "\n".join(lines).rstrip()


def table_text(table: Table) -> str:
    """A table in columns of equal width."""
    columns = []
    for entry in table.entries:
        head = [entry.title, text(entry.definition) if entry.definition else ""]
        cells = entry.cells if entry.numeric else list(map(on_one_line, entry.cells))
        width = max(map(len, [*head, *cells]))
        side = str.rjust if entry.numeric else str.ljust
        columns.append([side(words, width) for words in [*head, *cells]])
    lines = ["   ".join(row).rstrip() for row in zip(*columns, strict=True)]
    if table.hidden:
        lines.append(table.hidden)
    return "\n".join(lines)
