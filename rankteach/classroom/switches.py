"""Several results in one place, of which the reader chooses one: with and without a minus sign, say."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from rankteach.core.checks import item_name, mapping, must, takes
from rankteach.notation.html import escape, in_a_card


class Switch:
    """Results with a switch above them: what ``switch`` returns. It needs no script, so it works in a saved page."""

    def __init__(self, results: Mapping[str, Any]) -> None:
        self.results = {item_name(title, "title"): result for title, result in results.items()}

    def __repr__(self) -> str:
        return "\n\n".join(f"{title}:\n{result!r}" for title, result in self.results.items())

    def _repr_html_(self) -> str:
        panels = {title: result._repr_html_() for title, result in self.results.items()}
        name = f"rt-{zlib.crc32(repr(self).encode()):x}"
        parts = "".join(
            f'<input type="radio" name="{name}" id="{name}-{place}"{" checked" * (not place)}>'
            f'<label for="{name}-{place}"><b>{escape(title)}</b></label><div>{panel}</div>'
            for place, (title, panel) in enumerate(panels.items())
        )
        return in_a_card(f'<div class="rt-switch">{parts}</div>')


@takes(results=mapping)
def switch(results: Mapping[str, Any]) -> Switch:
    """Results by their titles, of which one at a time is shown: the first one until the reader chooses another.

    A result is anything that a notebook shows as HTML, such as a table, a comparison, or a trace.
    Raises ``TypeError`` for anything else, and ``ValueError`` for fewer than two.

    >>> from rankteach.classroom import table
    >>> switch({"with its minus": table({"pairs": [6]}), "without it": table({"pairs": [8]})})
    with its minus:
    pairs
        6
    <BLANKLINE>
    without it:
    pairs
        8
    """
    if len(results) < 2:
        raise ValueError(must("results", results, "have at least two results", "Pass {'before': one, 'after': other}."))
    for result in results.values():
        if isinstance(result, type) or not hasattr(result, "_repr_html_"):
            hint = "Pass tables, traces or comparisons: switch({'before': table(...), 'after': table(...)})."
            raise TypeError(must("results", result, "have only what a notebook shows as HTML", hint))
    return Switch(results)
