"""The catalogue of metrics as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rankteach.notation.html import escape


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

    def __new__(cls, rows: Iterable[Row]) -> Catalogue:
        return super().__new__(cls, rows)

    def __repr__(self) -> str:
        return "\n".join(f"{row.name:<9} {row.title}: {row.line}" for row in self)

    def _repr_html_(self) -> str:
        lines = "".join(
            f'<tr><td style="text-align:left"><b>{escape(row.name)}</b></td>'
            f'<td style="text-align:left">{escape(row.title)}</td><td style="text-align:left">{escape(row.line)}</td>'
            f'<td style="text-align:left">${row.formula}$</td><td style="text-align:left">{escape(row.source)}</td></tr>'
            for row in self
        )
        heads = "".join(
            f'<th style="text-align:left">{head}</th>' for head in ("name", "metric", "in one line", "formula", "source")
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
