"""Two lists next to each other: where the items of one are in the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from rankteach.core.checks import joined
from rankteach.widgets.protocol import ComparedItem

MOST_NAMED = 6


def ranks_of(items: Sequence[str]) -> dict[str, int]:
    """The rank of each item."""
    return {item: rank for rank, item in enumerate(items, start=1)}


def way(before: int | None, after: int | None) -> Literal["up", "down", "level", "only"]:
    """Which way an item goes from one rank to another."""
    if before is None or after is None:
        return "only"
    return "up" if after < before else "down" if after > before else "level"


def compared(item: str, rank: int, other: int | None, words: str) -> ComparedItem:
    """An item, and how far it is above or below its rank in the other list."""
    shift = "" if other is None or other == rank else str(abs(other - rank))
    return {"item": item, "way": way(other, rank), "shift": shift, "words": words}


def below(
    items: Sequence[str], others: Sequence[str], listed: int, here: str, of: str = "", name: Callable[[str], str] = str
) -> str:
    """A note below a list: the ranks that are not shown, and the items that only the other list contains."""
    known = set(items)
    missing = [name(item) for item in others if item not in known]
    notes = [f"rank {listed + 1} to {len(items)}{of}: not shown"] if len(items) > listed else []
    return "; ".join([*notes, *([f"not in {here}: {named(missing)}"] if missing else [])])


def named(names: Sequence[str]) -> str:
    """Names in a sentence: a, b and c."""
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return joined(names, "and")
