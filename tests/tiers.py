"""How much of a check runs: a third of its cases, all of them, or its long form.

RANKTEACH_CASES=third chooses the first, RANKTEACH_SLOW=1 the last. pytest by itself runs all cases.
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

LONG = os.environ.get("RANKTEACH_SLOW") == "1"
A_THIRD = os.environ.get("RANKTEACH_CASES") == "third" and not LONG
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
    return choices if LONG or not turn else _every_third(choices, turn)


def _every_third(choices: Sequence[Any], turn: int) -> Sequence[Any]:
    return choices[turn % min(3, len(choices)) :: 3]


def a_third(tests: Sequence[Any]) -> set[Any]:
    """Every third case of each test, beginning with another one for the next test; tests marked "whole", whole."""
    cases: defaultdict[str, list[Any]] = defaultdict(list)
    for test in tests:
        whole = test.get_closest_marker("whole")
        cases[test.nodeid if whole else test.nodeid.partition("[")[0]].append(test)
    return {test for turn, of_one in enumerate(cases.values()) for test in _every_third(of_one, turn)}
