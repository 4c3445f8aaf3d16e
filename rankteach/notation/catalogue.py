"""The catalogue of metrics as a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from rankteach.notation.html import escape
from rankteach.notation.text import escape_html


class Row(NamedTuple):
    """One metric."""

    name: str
    title: str
    family: str
    parameters: dict[str, Any]
    line: str
    formula: str
    source: str


class Catalogue(tuple[Row, ...]):
    """All metrics, one row each; a notebook shows it as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{row.name:<9} {row.title}: {row.line}" for row in self)

    def _repr_html_(self) -> str:
        left = '<td style="text-align:left">'
        lines = "".join(
            f"<tr>{left}<b>{escape(row.name)}</b></td>{left}{escape(row.title)}</td>{left}{escape(row.line)}</td>"
            f"{left}$\\displaystyle {escape_html(row.formula)}$</td>{left}{escape(row.source)}</td></tr>"
            for row in self
        )
        names = ("name", "metric", "in one line", "formula", "source")
        heads = "".join(f'<th style="text-align:left">{name}</th>' for name in names)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
