"""A result that is shown as sentences, as a table, or as both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rankteach.notation.html import in_a_card, sentence, table_html
from rankteach.notation.markdown import escape_markdown, table_markdown
from rankteach.notation.tables import Table
from rankteach.notation.terminal import table_text
from rankteach.notation.text import visible


class Report:
    """What such a result shares: its ``words``, its ``table``, and every notation made of them.

    ``table`` takes what chooses the display, such as ``digits`` and ``fractions``, by keyword.
    """

    table: Callable[..., Table]

    @property
    def words(self) -> Sequence[str]:
        """The result in sentences."""
        return ()

    def to_text(self, **display: Any) -> str:
        """For a terminal; the display is that of ``table``."""
        return "\n\n".join(filter(None, [visible("\n".join(self.words)), self._table(table_text, display)]))

    def to_markdown(self, **display: Any) -> str:
        """For a document; the display is that of ``table``."""
        parts = [*(escape_markdown(words, code=True) for words in self.words), self._table(table_markdown, display)]
        return "\n\n".join(filter(None, parts)) + "\n"

    def to_html(self, **display: Any) -> str:
        """Static HTML: no script, no style sheet; the display is that of ``table``."""
        paragraphs = "".join(f"<p>{sentence(words)}</p>" for words in self.words)
        table = self._table(table_html, display)
        return f"<div>{paragraphs}{table}</div>" if paragraphs else table

    def _table(self, write: Callable[[Table], str], display: dict[str, Any]) -> str:
        table = self.table(**display)
        return write(table) if table.axis.length else ""

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return in_a_card(self.to_html())
