"""What may explain a number, and the models of errors and conventions that explain it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from rankteach.explain.numbers.variant import Variant

NEARLY_UNIQUE = Fraction(1, 100)


class Explanation(NamedTuple):
    """What may explain a number: in words, the value that it leads to, and its trace if there is one.

    Attributes
    ----------
    called
        What has that value, such as ``AP not divided by the relevant items (m)``; for code it may be a sentence with
        "you". ``remark`` goes on with what is so for this list only.
    value, trace
        The value, and the trace of a calculation with it.
    penalty, chance
        How far-fetched it is; and which fraction of the numbers next to the one looked for would be explained as well.
    rare
        Whether few make this error.
    variant, of
        The calculation, if it is one under other conventions; or else, what it gives for the trace of any list.
    over_queries
        Whether the value is that of all queries together, not of each by itself.
    """

    called: str
    value: Fraction | float
    trace: Trace | None = None
    penalty: int = 0
    chance: Fraction | None = None
    rare: bool = False
    remark: str = ""
    variant: Variant | None = None
    of: Callable[[Trace], float] | None = None
    over_queries: bool = False

    @property
    def words(self) -> str:
        """A sentence, as sure as the evidence is."""
        return f"{hedge(self.chance)} {self.called}{self.remark}."

    @property
    def in_code(self) -> str:
        """What a function does that returns this."""
        return self.called if self.called.startswith(("you ", "your ")) else f"your function returns {self.called}"

    @property
    def measure(self) -> str | None:
        """The measure of the trace."""
        return None if self.trace is None else self.trace.measure


class ErrorModel(NamedTuple):
    """One kind of errors, or of other conventions: how it explains other numbers than the one that is asked for."""

    explanations: Callable[[Any], Iterable[Explanation]]  # of a number, as far as it applies to it
    penalty: int = 0  # how far-fetched it is where a number is searched; 0 if it is not looked for there
    typed: bool = True  # whether it is looked for in numbers that are typed
    coded: bool = True  # and in functions
    rare: bool | None = None  # whether only what few do is meant, or only what many do; None for both
    last: bool | str = False  # of a typed number: only if nothing else explains it ("whole": if it is a whole number)
    denominator: int = 1  # of a typed number at least, because this explains too many with a smaller one
    most: int = 2  # how many of its explanations are said of a typed number
    of_variants: bool = False  # whether each is the calculation under other conventions

    def of(self, asked: Any) -> Iterable[Explanation]:
        """Its explanations, all or only the rare ones, or none of these."""
        return (one for one in self.explanations(asked) if self.rare is None or one.rare is self.rare)


def hedge(chance: Fraction | None) -> str:
    """How sure an explanation sounds."""
    return "That is" if chance is None or chance < NEARLY_UNIQUE else "That could be"
