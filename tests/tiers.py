"""How much of a check runs for every change, and how much in its long form, where RANKTEACH_SLOW=1; and the seed."""

import os
from collections.abc import Sequence
from typing import Any

LONG = os.environ.get("RANKTEACH_SLOW") == "1"
SEED = int(os.environ.get("RANKTEACH_SEED", "0"))  # the same for every change; another one each time in the long form


def many(count: int) -> int:
    """So many random lists for every change, ten times as many in the long form."""
    return 10 * count if LONG else count


def in_turn(choices: Sequence[Any], turn: int) -> Sequence[Any]:
    """All choices for the first case, and in the long form for each; else the next one in turn."""
    return choices if LONG or not turn else [choices[turn % len(choices)]]


def spread(choices: Sequence[Any], turn: int, turns: int) -> Sequence[Any]:
    """All choices for the first case, and in the long form for each; else each choice in one of the other cases."""
    return choices if LONG or not turn else choices[turn - 1 :: turns - 1]


def thirds(choices: Sequence[Any], turn: int) -> Sequence[Any]:
    """All choices for the first case, and in the long form for each; else every third, beginning at the turn."""
    return choices if LONG or not turn else choices[turn % min(3, len(choices)) :: 3]
