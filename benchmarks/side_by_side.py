"""How the benchmarks measure: the contestants take turns, and each turn gives one ratio."""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

ROUNDS = 9


class Result(NamedTuple):
    """The median time of each contestant in seconds, and the median of its ratio to the first, turn by turn."""

    seconds: dict[str, float]
    ratios: dict[str, float]


def compare(contestants: Mapping[str, Callable[[], object]], calls: int = 1) -> Result:
    """Time the contestants in turn, each ``calls`` times a turn; the first turn warms up and does not count."""
    turns: list[dict[str, float]] = []
    for turn in range(ROUNDS + 1):
        times = {}
        for name, contestant in contestants.items():
            start = time.perf_counter()
            for _ in range(calls):
                contestant()
            times[name] = (time.perf_counter() - start) / calls
        if turn:
            turns.append(times)
    first = next(iter(contestants))
    return Result(
        {name: statistics.median(turn[name] for turn in turns) for name in contestants},
        {name: statistics.median(turn[name] / turn[first] for turn in turns) for name in contestants},
    )


def readable(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
