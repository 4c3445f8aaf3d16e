"""The bootstrap interval of a mean difference: queries drawn with replacement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Real
from typing import NamedTuple

import numpy as np

from rankteach.core.checks import counted, seed_number, shown, whole_number
from rankteach.core.column import Axis, Column, as_written
from rankteach.notation.numbers import EXACTLY, TOLERANCE, displayed
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.runs.comparison.randomisation import NONE_DIFFERS

SHOWN = 8  # samples, and queries of each, that are listed
_DRAWN = 2**19  # queries at a time


class Resample(NamedTuple):
    """One sample: the queries drawn, and the mean of their differences."""

    queries: list[str]
    mean: float


class Bootstrap(Report):
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

    def __init__(
        self, differences: Column, queries: Sequence[str], label: str, level: float, samples: int, seed: int
    ) -> None:
        if isinstance(level, bool) or not isinstance(level, Real):
            raise TypeError(f"level must be a number between 0 and 1, not {shown(level)}")
        if not 0 < level < 1:
            raise ValueError(f"level must be between 0 and 1, not {shown(level)}. 0.95 is usual.")
        samples = whole_number(samples, "samples", "This is the number of times that queries are drawn.")
        self.queries: list[str] = list(queries)
        self.label: str = label
        self.level: float = level
        self.samples: int = samples
        self.seed: int = seed_number(seed)
        outside = (1 - as_written(level)) / 2
        self.rank: int = int((samples + 1) * outside)
        if not self.rank:
            raise ValueError(f"samples must be at least {-(-1 // outside) - 1} for a level of {level}, not {samples}")
        values = np.asarray(differences.values, dtype=np.float64)
        self.observed: float = float(values.mean())
        self._differ: bool = bool((abs(values) > TOLERANCE).any())
        drawn = self._drawn()
        first = next(drawn)[:SHOWN]
        self.resamples: list[Resample] = [
            Resample([self.queries[q] for q in row], float(values[row].mean())) for row in first
        ]
        self.means = np.sort(np.concatenate([values[places].mean(axis=1) for places in self._drawn()]))
        self.low: float = float(self.means[self.rank - 1])
        self.high: float = float(self.means[-self.rank])
        self.standard_error = float(self.means.std(ddof=1)) if samples > 1 else 0.0

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        n, at = len(self.queries), f"{self.rank:,}"
        queries, difference = counted(n, "query"), EXACTLY.decimal(self.observed)
        mean = f"The mean difference in {self.label} is {difference}, over {queries}."
        if not self._differ:
            return [mean, f"{NONE_DIFFERS} Neither does any sample of them: both bounds are 0."]
        low, high = map(EXACTLY.decimal, (self.low, self.high))
        percent = float(100 * as_written(self.level))
        zero = "0 lies between them" if self.low <= 0 <= self.high else "0 does not lie between them"
        return [
            mean,
            f"Each of {self.samples:,} samples draws {queries} out of all {n:,} with replacement: a query can "
            f"come twice or more, or not at all (seed {self.seed}).",
            f"Sort the means of these samples: number {at} from below is {low} and number {at} from above is "
            f"{high}, and {percent:g} % lie between them.",
            f"The interval is {low} to {high}; {zero}.",
        ]

    def table(self, *, digits: int = 4, fractions: bool = True) -> Table:
        """The first samples; none if no query differs."""
        display = displayed(digits, fractions)
        drawn = self.resamples if self._differ else []
        rows = len(drawn)
        entries = [Entry("sample", [str(row) for row in range(1, rows + 1)])]
        shown = min(SHOWN, len(self.queries))
        names = [", ".join(sample.queries[:shown]) + ", ..." * (len(self.queries) > shown) for sample in drawn]
        entries.append(Entry("queries drawn", names, numeric=False))
        entries.append(Entry("mean", [display.decimal(sample.mean) for sample in drawn]))
        hidden = f"{self.samples - rows:,} more samples are not shown." if self.samples > rows > 0 else ""
        return Table(Axis("sample", length=rows), entries, hidden)

    def _drawn(self) -> Iterator[np.ndarray]:
        """The places of the queries that are drawn, one line for each sample, in blocks."""
        random, n = np.random.default_rng(self.seed), len(self.queries)
        block = max(1, _DRAWN // n)
        for start in range(0, self.samples, block):
            yield random.integers(0, n, (min(block, self.samples - start), n))
