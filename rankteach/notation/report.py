"""A result that is told in sentences, with a table below them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from rankteach.notation.html import escape, table_html
from rankteach.notation.markdown import escape as escape_markdown
from rankteach.notation.markdown import table_markdown
from rankteach.notation.tables import Table
from rankteach.notation.terminal import table_text


class Told(ABC):
    """What such a result shares: ``words`` and a ``table``, and every notation made of them.

    ``table`` takes what chooses the display, such as ``digits`` and ``fractions``, by keyword.
    """

    table: Callable[..., Table]

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """What there is to say, in sentences."""

    def to_text(self, **display: Any) -> str:
        """For a terminal; the display is that of ``table``."""
        table = self.table(**display)
        return "\n".join([*self.words, *(["", table_text(table)] if table.axis.length else [])])

    def to_markdown(self, **display: Any) -> str:
        """For a document; the display is that of ``table``."""
        table = self.table(**display)
        parts = [*map(escape_markdown, self.words), *([table_markdown(table)] if table.axis.length else [])]
        return "\n\n".join(parts) + "\n"

    def to_html(self, **display: Any) -> str:
        """Static HTML: no script, no style sheet; the display is that of ``table``."""
        table = self.table(**display)
        said = "".join(f"<p>{escape(words)}</p>" for words in self.words)
        return f"<div>{said}{table_html(table) if table.axis.length else ''}</div>"

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()
