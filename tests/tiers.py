"""How much of a check runs for every change, and how much in its long form, where RANKTEACH_SLOW=1."""

import os

LONG = os.environ.get("RANKTEACH_SLOW") == "1"


def many(count: int) -> int:
    """So many random lists for every change, ten times as many in the long form."""
    return 10 * count if LONG else count
