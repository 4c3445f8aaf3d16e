"""The bootstrap interval of a mean difference: queries drawn with replacement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Real
from typing import NamedTuple

import numpy as np

from rankteach.core.checks import counted, shown, whole_number
from rankteach.core.column import Column, as_written
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.tables import Entry
from rankteach.runs.comparison.resampling import SHOWN, Resampling

_DRAWN = 2**19  # queries at a time


class Resample(NamedTuple):
    """One sample: the queries drawn, and the mean of their differences."""

    queries: list[str]
    mean: float


class Bootstrap(Resampling):
    """What ``Comparison.bootstrap`` returns.

    Attributes
    ----------
    observed
        The mean difference there is.
    low, high
        The bounds: of the means in order, the ``rank``-th from below and the ``rank``-th from above.
    level, samples, seed
        The fraction of means between the bounds, the number of samples, and where the random numbers started.
    rank
        (samples + 1) (1 − level) / 2, rounded down.
    standard_error
        The standard deviation of the means.
    means
        The mean of every sample, in order.
    resamples
        The first samples, as they were drawn.
    """

    noun = "sample"
    without_differences = "Neither does any sample of them: both bounds are 0."

    def __init__(
        self, differences: Column, queries: Sequence[str], label: str, level: float, samples: int, seed: int
    ) -> None:
        if isinstance(level, bool) or not isinstance(level, Real):
            raise TypeError(f"level must be a number between 0 and 1, not {shown(level)}")
        if not 0 < level < 1:
            raise ValueError(f"level must be between 0 and 1, not {shown(level)}. 0.95 is usual.")
        self.level: float = level
        self.samples: int = whole_number(samples, "samples", "This is the number of times that queries are drawn.")
        super().__init__(differences, queries, label, seed)
        outside = (1 - as_written(level)) / 2
        self.rank: int = int((samples + 1) * outside)
        if not self.rank:
            raise ValueError(f"samples must be at least {-(-1 // outside) - 1} for a level of {level}, not {samples}")
        values = np.asarray(differences.values, dtype=np.float64)
        self.observed: float = float(values.mean())
        self.resamples: list[Resample] = [
            Resample([self.queries[place] for place in row], float(values[row].mean()))
            for row in next(self._drawn())[:SHOWN]
        ]
        self._count = len(self.resamples), samples
        self.means = np.sort(np.concatenate([values[places].mean(axis=1) for places in self._drawn()]))
        self.low: float = float(self.means[self.rank - 1])
        self.high: float = float(self.means[-self.rank])
        self.standard_error = float(self.means.std(ddof=1)) if samples > 1 else 0.0

    def _result(self) -> list[str]:
        n, at = len(self.queries), f"{self.rank:,}"
        low, high = map(EXACTLY.decimal, (self.low, self.high))
        percent = float(100 * as_written(self.level))
        zero = "0 lies between them" if self.low <= 0 <= self.high else "0 does not lie between them"
        return [
            f"Each of {self.samples:,} samples draws {counted(n, 'query')} out of all {n:,} with replacement: a query "
            f"can come twice or more, or not at all (seed {self.seed}).",
            f"Sort the means of these samples: number {at} from below is {low} and number {at} from above is "
            f"{high}, and {percent:g} % lie between them.",
            f"The interval is {low} to {high}; {zero}.",
        ]

    def _entries(self, display: Display) -> list[Entry]:
        more = ", ..." * (len(self.queries) > SHOWN)
        names = [", ".join(sample.queries[:SHOWN]) + more for sample in self.resamples]
        means = [display.decimal(sample.mean) for sample in self.resamples]
        return [Entry("queries drawn", names, numeric=False), Entry("mean", means)]

    def _drawn(self) -> Iterator[np.ndarray]:
        """The places of the queries that are drawn, one line for each sample, in blocks."""
        random, n = np.random.default_rng(self.seed), len(self.queries)
        block = max(1, _DRAWN // n)
        for start in range(0, self.samples, block):
            yield random.integers(0, n, (min(block, self.samples - start), n))
