"""Names in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMED = 6


def named(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Names as a sentence has them: a, b and c."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
