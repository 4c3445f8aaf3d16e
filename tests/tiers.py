"""How much of a check runs for every change, and how much in its long form, where RANKTEACH_SLOW=1; and the seed."""

import os

LONG = os.environ.get("RANKTEACH_SLOW") == "1"
SEED = int(os.environ.get("RANKTEACH_SEED", "0"))  # the same for every change; another one each time in the long form


def many(count: int) -> int:
    """So many random lists for every change, ten times as many in the long form."""
    return 10 * count if LONG else count
