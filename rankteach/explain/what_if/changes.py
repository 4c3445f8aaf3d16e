"""What single changes to a list would do to its value: the part that swaps and other judgements share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from rankteach.explain.what_if.orders import in_parts
from rankteach.notation.numbers import EXACTLY, TOLERANCE, Display, signed
from rankteach.notation.report import Told
from rankteach.tracing.trace import Trace


class Changes(Told):
    """What each single alternative to a trace's list would add to its value.

    ``changes`` are floats. ``less_is_better`` says whether a lower value is a better one, as with the lag.
    """

    nouns: tuple[str, str]

    def __init__(self, trace: Trace, where: tuple[np.ndarray, np.ndarray], tried: np.ndarray) -> None:
        """``where`` is the place of each alternative in ``changes``; those that are not ``tried`` change nothing."""
        self.trace, self.less_is_better = trace, trace.metric.less_is_better
        self._where, self._tried = where, tried
        parts = [self._values(part) for part in self._in_parts()]
        self._each = np.zeros(len(where[0]))
        self._each[tried] = np.concatenate([*(values[1:] - values[0] for values in parts), []])
        self.changes = self._laid_out(self._each, 0.0)

    @abstractmethod
    def _values(self, some: Sequence[int] | np.ndarray) -> np.ndarray:
        """The present value, followed by the values of some alternatives."""

    @abstractmethod
    def _fractions(self, some: Sequence[int] | np.ndarray) -> list[Any]:
        """The values of some alternatives as fractions; None for each that is not one."""

    @abstractmethod
    def _laid_out(self, each: Any, others: Any) -> np.ndarray:
        """One value for each alternative, in the shape of ``changes``."""

    @abstractmethod
    def _said(self, place: int) -> str:
        """Words for an alternative."""

    @cached_property
    def exact(self) -> np.ndarray | None:
        """The changes as fractions, None for each that is not one; None if the value itself is not one."""
        value = self.trace.exact
        if value is None:
            return None
        each = np.full(len(self._each), value - value, dtype=object)
        after = [one for part in self._in_parts() for one in self._fractions(part)]
        each[self._tried] = [None if one is None else one - value for one in after]
        return self._laid_out(each, value - value)

    def _in_parts(self) -> Iterator[np.ndarray]:
        """The alternatives that are tried, in parts that fit into memory."""
        return (self._tried[part] for part in in_parts(len(self._tried), len(self.trace.ranking)))

    def _most(self, sign: int) -> int | None:
        """The best alternative (sign 1) or the worst (-1); the first of those that are equal but for rounding."""
        worth = sign * self._worth
        if not (worth > TOLERANCE).any():
            return None
        return int(np.argmax(worth > worth.max() - TOLERANCE))

    @property
    def best_in_words(self) -> str:
        """The most valuable change, such as +5/12; empty if there is none."""
        place = self._most(1)
        return "" if place is None else self._shown([place], EXACTLY)[0][0]

    @property
    def _worth(self) -> np.ndarray:
        """The changes, above 0 where they are for the better, and 0 where they make the value undefined."""
        return np.nan_to_num(-self._each if self.less_is_better else self._each)

    @property
    def words(self) -> list[str]:
        """What there is to say, in sentences."""
        worth, (noun, nouns) = self._worth, self.nouns
        said = [f"{self.trace.label} is {self.trace.shown}."]
        if not len(worth):
            return [*said, f"There is no {noun}."]
        better, worse = np.count_nonzero(worth > TOLERANCE), np.count_nonzero(worth < -TOLERANCE)
        undefined = np.count_nonzero(np.isnan(self._each))
        without = f"; {undefined} would leave it undefined" if undefined else ""
        few = f" (the lower {self.trace.symbol}, the better)" if self.less_is_better else ""
        said.append(
            f"Of {len(worth)} {noun if len(worth) == 1 else nouns}, {better} would be for the better{few}, "
            f"{worse} for the worse, and {len(worth) - better - worse - undefined} would change nothing{without}."
        )
        for sign, which in ((1, "most valuable"), (-1, "most harmful")):
            if (place := self._most(sign)) is not None:
                ((change, value),) = self._shown([place], EXACTLY)
                said.append(f"The {which}: {self._said(place)}, {change} to {value}.")
        return said

    def _shown(self, some: Sequence[int] | np.ndarray, display: Display) -> list[tuple[str, str]]:
        """For some alternatives the change, and the value that it leads to."""
        value, every = self.trace.exact, self.trace.value
        after = [None] * len(some) if value is None else self._fractions(some)
        told = zip(self._each[list(some)].tolist(), after, strict=True)
        pairs = [(change, every + change) if one is None else (one - value, one) for change, one in told]
        return [(signed(change, display) or "0", display.plain(one)) for change, one in pairs]
