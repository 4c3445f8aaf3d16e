"""How the benchmarks measure: the contestants take turns, and each turn gives one ratio."""

import os
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

ROUNDS = 9


class Result(NamedTuple):
    """Of each contestant the median time in seconds, and the median of its ratio to the first, turn by turn.

    ``cpu`` is that ratio in processor time. Other programs on the same machine make it differ from ``ratios``.
    """

    seconds: dict[str, float]
    ratios: dict[str, float]
    cpu: dict[str, float]


def compare(contestants: Mapping[str, Callable[[], object]], calls: int = 1, rounds: int = ROUNDS) -> Result:
    """Time the contestants in turn, each ``calls`` times a turn; the first turn warms up and does not count."""
    turns: list[dict[str, tuple[float, float]]] = []
    for turn in range(rounds + 1):
        times = {}
        for name, contestant in contestants.items():
            cpu, start = processor_time(), time.perf_counter()
            for _ in range(calls):
                contestant()
            times[name] = (time.perf_counter() - start) / calls, (processor_time() - cpu) / calls
        if turn:
            turns.append(times)
    first = next(iter(contestants))

    def ratio(name: str, which: int) -> float:
        return statistics.median(turn[name][which] / (turn[first][which] or float("nan")) for turn in turns)

    return Result(
        {name: statistics.median(turn[name][0] for turn in turns) for name in contestants},
        {name: ratio(name, 0) for name in contestants},
        {name: ratio(name, 1) for name in contestants},
    )


def processor_time() -> float:
    """Seconds that the processor has worked for this process and for those that it started."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def readable(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
