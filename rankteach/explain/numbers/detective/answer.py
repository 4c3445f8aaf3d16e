"""The answer: the origins of a number, the slips that would explain it, and what lies nearest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rankteach.core.column import Axis
from rankteach.explain.numbers.detective.origin import Origin, shown, with_minus
from rankteach.explain.numbers.detective.printed import Printed
from rankteach.explain.numbers.diagnosis.mistakes import Mistake
from rankteach.notation import numbers
from rankteach.notation.report import Told
from rankteach.notation.tables import Entry, Table
from rankteach.tracing.trace import Trace

MOST_ROWS, MOST_NAMED = 10, 6


class Near(NamedTuple):
    """A measure whose value lies near the number: the value, and its trace."""

    measure: str
    value: Any
    trace: Trace


class Which(Told):
    """What ``rt.which`` returns.

    Attributes
    ----------
    number
        The number as it was given.
    origins
        Where it may come from, the likeliest first: each is one exact value with the measures that have it.
    slips
        Where nothing likely gives it: the mistakes that would, the likeliest first.
    first
        The likeliest explanation: the first slip where there is one, else the first origin; None where there is none.
    nearest
        Where nothing gives it at all: the three nearest values of measures with their default conventions.
    tried
        How many numbers were calculated.
    untried
        What was not tried, for there would have been too much of it, or it could not have come first.
    few
        Whether the number has so few digits that much matches by chance.
    """

    def __init__(
        self,
        printed: Printed,
        origins: Sequence[Origin],
        slips: Sequence[Mistake],
        nearest: Sequence[Near],
        tried: int,
        untried: Sequence[str] = (),
    ) -> None:
        self._printed, self.number = printed, printed.text
        self.origins, self.slips, self.nearest = tuple(origins), tuple(slips), tuple(nearest)
        self.tried, self.untried, self.few = tried, tuple(untried), printed.few

    @property
    def first(self) -> Mistake | Origin | None:
        """The likeliest explanation: a slip comes before origins, which are far-fetched where slips are looked for."""
        if self.slips:
            return self.slips[0]
        return self.origins[0] if self.origins else None

    @property
    def words(self) -> list[str]:
        """What there is to say, in sentences."""
        said = [slip.words for slip in self.slips]
        if self.origins:
            first, *others = self.origins
            said.append(first.words if not said else f"Or, far-fetched: {first.words}")
            if first.unnamed:
                said[-1] += " All of them are in rt.which(...).origins[0].measures."
            calculations = sum(origin.calculations for origin in self.origins) - 1
            if calculations:
                also = f", {_count(len(others), 'other value')} among them" if others else ""
                counted = _count(calculations, "other calculation")
                said.append(f"{counted} of {self.tried:,} {_give(calculations)} {self.number} too{also}.")
                if self.few:
                    said.append("So few digits cannot tell them apart: what comes first is the likeliest, no more.")
        else:
            said.insert(0, f"None of {self.tried:,} calculated numbers is {self.number}.")
        if self.nearest:
            listed = (f"{near.measure} is {shown(near.value, self._printed)}" for near in self.nearest)
            said.append(f"The nearest: {'; '.join(listed)}.")
        if self.untried:
            said.append(f"Not tried: {'; '.join(self.untried)}.")
        return said

    def table(self, *, digits: int = 6, fractions: bool = True) -> Table:
        """The origins: the value, how it is printed as the number, and what has it."""
        rows = self.origins[:MOST_ROWS]
        entries = [
            Entry("value", [with_minus(numbers.plain(origin.value, digits, fractions)) for origin in rows]),
            Entry(f"is {self.number}", [origin.match for origin in rows], numeric=False),
            Entry("calculation", [_listed(origin) for origin in rows], numeric=False),
        ]
        return Table(Axis("origin", length=len(rows)), entries)


def _listed(origin: Origin) -> str:
    """The likeliest measure of each metric; where there is none, the numbers on the way."""
    metrics = {measure.partition("(")[0].partition("@")[0]: measure for measure in reversed(origin.measures)}
    names = sorted(metrics.values(), key=origin.measures.index)
    return "; ".join((names or list(origin.cells))[:MOST_NAMED]) + ("; ..." if len(names) > MOST_NAMED else "")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _give(number: int) -> str:
    return "gives" if number == 1 else "give"
