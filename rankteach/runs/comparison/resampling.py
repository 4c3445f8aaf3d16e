"""Could a mean difference be chance? The bootstrap interval, and the paired randomisation test."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import counted, one_of, seed_number, shown, whole_number
from rankteach.core.column import Axis, Column, as_written
from rankteach.notation.numbers import EXACTLY, RAISED, TOLERANCE, Display, displayed, signed
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table

LEVEL = 0.05  # of p, which is usual
SHOWN = 8  # samples, and queries of each, that are listed
NONE_DIFFERS = "No query differs."
_DRAWN = 2**19  # queries of samples at a time
MOST = 2**40  # choices of signs that are counted: two halves of a million sums each
_BLOCK = 2**13  # random choices at a time
_BYTE = 8  # queries whose signs are drawn at a time
_LARGEST = 2**53  # up to here whole numbers are calculated without rounding

EXTREME = {
    "two_sided": "at least as far from 0 as the observed one",
    "larger": "at least as large as the observed one",
    "smaller": "at least as small as the observed one",
}


class Resampling(Report):
    """Many samples of the differences of two systems, of which the first are listed."""

    noun: str  # what one sample is called
    without_differences: str  # what holds if no query differs
    observed: Any
    _count: tuple[int, int]  # of the first samples, and of all
    _result: Callable[[], list[str]]  # what was found, in sentences
    _entries: Callable[[Display], list[Entry]]  # the columns of the first samples

    def __init__(self, differences: Column, queries: Sequence[str], label: str, seed: int) -> None:
        self.queries, self.label = list(queries), label
        self.seed: int | None = seed_number(seed)
        self._values: list[Any] = differences.cells
        self._differ = any(abs(value) > TOLERANCE for value in self._values)

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        difference, queries = EXACTLY.plain(self.observed), counted(len(self.queries), "query")
        mean = f"The mean difference in {self.label} is {difference}, over {queries}."
        return [mean, *(self._result() if self._differ else [f"{NONE_DIFFERS} {self.without_differences}"])]

    def table(self, *, digits: int = 4, fractions: bool = True) -> Table:
        """The first samples; none if no query differs."""
        rows, total = self._count if self._differ else (0, 0)
        numbers = Entry(self.noun, [str(row) for row in range(1, rows + 1)])
        hidden = f"{total - rows:,} more {self.noun}s are not shown." if total > rows else ""
        return Table(Axis(self.noun, length=rows), [numbers, *self._entries(displayed(digits, fractions))], hidden)


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
        if max(self._values) - min(self._values) <= TOLERANCE:
            alike = "there is one query" if n == 1 else "all differences are equal"
            zero = f"as {alike}, every sample has the same mean, so this says nothing about other queries"
        return [
            f"Each of {self.samples:,} samples draws {counted(n, 'query')} out of all {n:,} with replacement: a query "
            f"can be drawn more than once, or not at all (seed {self.seed}).",
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


class Flip(NamedTuple):
    """One choice of signs: the differences under it, their mean, and whether that is as extreme."""

    differences: list[Any]
    mean: Any
    as_extreme: bool


class Randomisation(Resampling):
    """What ``Comparison.randomisation`` returns.

    Attributes
    ----------
    observed
        The mean difference there is.
    different
        How many queries differ: the sign of 0 changes nothing.
    p
        The share of means that are as extreme: a fraction if ``exact``; else a float, (count + 1) / (total + 1), since
        the choice that was observed is one of them (Davison and Hinkley 1997).
    count, total
        How many of how many choices of signs give a mean as extreme.
    exact
        Whether every choice was counted.
    standard_error
        That of p; 0 if ``exact``.
    seed
        Where the random numbers started; None if ``exact``.
    flips
        The first choices of signs.
    """

    noun = "choice"
    without_differences = "No choice of signs changes anything: p = 1."

    def __init__(
        self,
        differences: Column,
        queries: Sequence[str],
        label: str,
        alternative: str,
        trials: int,
        seed: int,
    ) -> None:
        self.alternative = one_of(alternative, EXTREME, "alternative")
        trials = whole_number(trials, "trials", "This is the number of random choices of signs.")
        super().__init__(differences, queries, label, seed)
        numbers = _whole([value for value in self._values if abs(value) > TOLERANCE])
        if alternative == "smaller":  # than 0, as much as the observed one: as large with the other sign
            numbers = -numbers
        self._numbers = numbers
        self._two_sided = alternative == "two_sided"
        rounding = TOLERANCE * float(abs(numbers).sum()) if numbers.dtype.kind == "f" else 0
        self._least = (abs(numbers.sum()) if self._two_sided else numbers.sum()) - rounding
        self.different = len(numbers)
        self.exact = 2**self.different <= MOST
        if self.exact:
            self.seed = None
            self.count, self.total = self._counted(numbers), 2**self.different
            self.p: Any = Fraction(self.count, self.total)
            self.standard_error = 0.0
            self.flips = self.first_flips(min(SHOWN, self.total))
        else:
            self.count, self.total = self._drawn(numbers, trials, seed), trials
            self.p = (self.count + 1) / (self.total + 1)
            self.standard_error = math.sqrt(self.p * (1 - self.p) / self.total)
            drawn = next(_random_bits(self.different, trials, seed))[:SHOWN]
            bits = np.unpackbits(drawn, axis=1, count=self.different, bitorder="little")
            self.flips = self._flips(bits)
        self.observed, self._count = self._mean(self._values), (len(self.flips), self.total)

    def first_flips(self, number: int) -> list[Flip]:
        """The first choices of signs. Bit i of a choice's number says that difference i has the opposite sign."""
        return self._flips(np.arange(number)[:, None] >> np.arange(self.different) & 1)

    def _result(self) -> list[str]:
        n, differ, choices = len(self.queries), self.different, f"2{str(self.different).translate(RAISED)}"
        if self.exact:
            how = f"All {choices} = {self.total:,} choices of signs were counted."
            sign = "=" if len(str(float(self.p))) < 8 else "≈"
            share = f"p = {self.count:,} / {self.total:,} {sign} {_digits(float(self.p))}"
        else:
            how = f"Of the {choices} choices of signs {self.total:,} random ones were drawn (seed {self.seed})."
            share = (
                f"p = ({self.count:,} + 1) / ({self.total:,} + 1) = {_digits(self.p)} ± {_digits(self.standard_error)}"
            )
        each = "the difference" if differ == 1 else f"each of the {differ:,} differences"
        nothing = "" if differ == n else f" ({n - differ:,} more {'is' if n - differ == 1 else 'are'} 0)"
        too_few = (2 if self._two_sided else 1) / 2**differ > LEVEL
        few = [f"With only {counted(differ, 'difference')}, p can't be below {LEVEL}."] * too_few
        return [
            f"If both systems were equally good, {each} could just as well have had the opposite sign{nothing}.",
            how,
            f"The mean is {EXTREME[self.alternative]} in {self.count:,} of them: {share}.",
            *few,
        ]

    def _entries(self, display: Display) -> list[Entry]:
        def shown(value: Any) -> str:
            return signed(value, display) or display.plain(type(value)(0))

        entries = [
            Entry(query, [shown(flip.differences[place]) for flip in self.flips])
            for place, query in enumerate(self.queries[:SHOWN])
        ]
        if left := len(self.queries) - len(entries):
            entries.append(Entry(f"{left:,} more", ["..."] * len(self.flips)))
        entries.append(Entry("mean", [shown(flip.mean) for flip in self.flips]))
        extreme = ["yes" if flip.as_extreme else "no" for flip in self.flips]
        return [*entries, Entry("as extreme", extreme, numeric=False)]

    def _counted(self, numbers: np.ndarray) -> int:
        """How many of all choices of signs are as extreme, those of each half of the queries added up once."""
        half = len(numbers) // 2
        one, other = _all_sums(numbers[:half]), np.sort(_all_sums(numbers[half:]))
        if self._two_sided and self._least <= 0:
            return len(one) * len(other)
        count = int((len(other) - np.searchsorted(other, self._least - one, "left")).sum(dtype=np.int64))
        return 2 * count if self._two_sided else count  # as many sums are as far below 0

    def _drawn(self, numbers: np.ndarray, trials: int, seed: int) -> int:
        """How many of random choices of signs are as extreme."""
        padded = np.concatenate([numbers, np.zeros(-len(numbers) % _BYTE, dtype=numbers.dtype)])
        sums_of = [_all_sums(eight) for eight in padded.reshape(-1, _BYTE)]
        count = 0
        for bits in _random_bits(len(numbers), trials, seed):
            sums = np.zeros(len(bits), dtype=numbers.dtype)
            for place, sums_of_eight in enumerate(sums_of):
                sums += sums_of_eight.take(bits[:, place])
            count += int(np.count_nonzero(self._extreme(sums)))
        return count

    def _extreme(self, sums: np.ndarray) -> np.ndarray:
        return np.asarray((abs(sums) if self._two_sided else sums) >= self._least)

    def _flips(self, bits: np.ndarray) -> list[Flip]:
        """A choice of signs for each line of bits."""
        signs = 1 - 2 * bits.astype(np.int64)
        extreme = self._extreme(signs @ self._numbers).tolist()
        flips = []
        for chosen, as_extreme in zip(map(iter, signs.tolist()), extreme, strict=True):
            # a difference of 0 has no sign
            differences = [value * next(chosen) if abs(value) > TOLERANCE else value for value in self._values]
            flips.append(Flip(differences, self._mean(differences), as_extreme))
        return flips

    @staticmethod
    def _mean(differences: Sequence[Any]) -> Any:
        total = sum(differences)
        return total / len(differences) if isinstance(total, float) else Fraction(total) / len(differences)


def _whole(values: list[Any]) -> np.ndarray:
    """The differences times a common denominator, as whole numbers, where that is not too large; else as floats."""
    if not any(isinstance(value, float) for value in values):
        common = math.lcm(*(Fraction(value).denominator for value in values))
        whole = [int(value * common) for value in values]
        if sum(map(abs, whole)) < _LARGEST:
            return np.array(whole, dtype=np.int64)
    return np.array(values, dtype=np.float64)


def _all_sums(numbers: np.ndarray) -> np.ndarray:
    """The sum under every choice of signs: bit i of a choice's number is set where number i is taken away."""
    sums: np.ndarray = numbers.sum(keepdims=True)
    for number in numbers:
        sums = np.concatenate([sums, sums - 2 * number])
    return sums


def _random_bits(queries: int, trials: int, seed: int) -> Iterator[np.ndarray]:
    """Random choices of signs in blocks, one line for each; a byte has the signs of eight queries."""
    random = np.random.default_rng(seed)
    width = -(-queries // _BYTE)
    for start in range(0, trials, _BLOCK):
        rows = min(_BLOCK, trials - start)
        # drawn place by place, so that each place lies together in memory
        yield random.integers(0, 256, (width, rows), dtype=np.uint8).T


def _digits(number: float) -> str:
    return f"{number:.3g}"
