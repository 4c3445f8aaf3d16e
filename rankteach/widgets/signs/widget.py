"""The signs of the differences: every choice of them, with its mean and its place in the histogram."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from rankteach.core.checks import counted, shown
from rankteach.notation.numbers import TOLERANCE, signed
from rankteach.notation.text import visible
from rankteach.runs.comparison import Comparison
from rankteach.runs.comparison.resampling import EXTREME
from rankteach.widgets.protocol import SignRow, SignsView
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import Live
from rankteach.widgets.session.state import State, literal

MOST = 10  # differences that have a sign: 1024 choices
STONES = 6  # differences: so few choices of signs are drawn one by one, each at its mean


class SignsState(State):
    """A comparison whose differences can have the opposite sign.

    All choices of signs are sent at once, so the browser needs no Python to change a sign. Which choices the learner
    has seen, only the browser knows, like the step of a player.
    """

    def __init__(self, comparison: Any, alternative: str = "two_sided") -> None:
        if not isinstance(comparison, Comparison):
            raise TypeError(
                f"explore_signs() needs a comparison, not {shown(comparison)}. "
                "Make one first: rt.explore_signs(rt.compare([0.2, 0.5], [0.4, 0.4]))."
            )
        self.comparison = comparison
        self.test = comparison.randomisation(alternative=alternative)
        if self.test.different > MOST:
            raise ValueError(
                f"comparison must have at most {MOST} differences that are not 0, not {self.test.different}. "
                "For more, use comparison.randomisation()."
            )

    def code(self) -> str:
        """The line of Python that makes this surface."""
        of, queries = self.comparison, self.comparison.queries
        values = (literal(dict(zip(queries, column.cells, strict=True))) for column in (of.first, of.second))
        chosen = "" if self.test.alternative == "two_sided" else f", alternative={self.test.alternative!r}"
        return f"rt.explore_signs(rt.compare({', '.join(values)}, {of.label!r}){chosen}{self.titles_code()})"

    def names(self) -> Sequence[str]:
        """The queries."""
        return self.comparison.queries

    def view(self) -> SignsView:
        """Everything there is to draw."""
        test, differences = self.test, self.comparison.differences.cells
        flips = test.first_flips(test.total)
        most = max(flip.mean for flip in flips) or 1  # where all values are equal
        means = [float(flip.mean / most) for flip in flips]  # from -1 to 1
        bars = _bars(means)
        largest = float(max(map(abs, differences))) or 1
        rows: list[SignRow] = [
            {
                "query": query,
                "values": [signed(one), signed(-one)] if abs(one) > TOLERANCE else ["0"],
                "share": abs(float(one)) / largest,
            }
            for query, one in zip(self.comparison.queries, differences, strict=True)
        ]
        observed = means[0]
        limits = {"two_sided": [-abs(observed), abs(observed)]}.get(test.alternative, [observed])
        return {
            "announcement": "",
            "rows": rows,
            "label": self.comparison.label,
            "means": [signed(flip.mean) or "0" for flip in flips],
            "extreme": [flip.as_extreme for flip in flips],
            "bars": [_at(bar) for bar in bars],
            "bar": [_bar(bars, mean) for mean in means],
            "at": [_at(mean) for mean in means],
            "ends": [signed(-most), signed(most)],
            "limits": [_at(limit) for limit in limits],
            "as_extreme": EXTREME[test.alternative],
            "result": " ".join(test.words[-2:]),
        }


def _bars(means: Sequence[float]) -> list[float]:
    """The middles of the bars: the means themselves, if these are few and apart, else those of bars next to each other.

    There are as many bars as equal differences have means, and a bar around 0 if a mean is 0, so that both halves look
    the same.

    >>> _bars([0.5, -0.5, 1.0, -1.0]), len(_bars([0.001, 0.0, 1.0, -1.0]))
    ([-1.0, -0.5, 0.5, 1.0], 9)
    """
    apart = sorted({round(mean, 9) for mean in means})
    differences = (len(means) - 1).bit_length()
    if differences > STONES:
        most = differences if 0 in apart and differences % 2 else differences + 1
    elif all(right - left >= 1 / 12 for left, right in pairwise(apart)):
        return apart
    else:
        most = 9
    return [2 * place / (most - 1) - 1 for place in range(most)]


def _bar(bars: Sequence[float], mean: float) -> int:
    """The nearest bar; between two, the one further from 0."""
    return min(range(len(bars)), key=lambda bar: (round(abs(bars[bar] - mean), 9), -abs(bars[bar])))


def _at(mean: float) -> float:
    """A place on the axis, from 0 to 1."""
    return round((mean + 1) / 2, 6)


class SignsExplorer(Live):
    """The differences of two systems, and a histogram that grows with each choice of their signs.

    ``rt.explore_signs`` makes one.

    >>> import rankteach as rt
    >>> rt.explore_signs(rt.compare({"soup": 0.5, "tart": 1}, {"soup": 1, "tart": 0.75}, "AP"))
    Signs of 2 differences in AP: mean +0.1250, 4 choices of signs
    """

    folder = "signs"
    title = "Choices of signs"
    how = "Click a difference to give it the opposite sign. Each new choice of signs adds its mean to the histogram."
    comparison: Comparison = state_property("The comparison.", lambda state: state.comparison)

    def _line(self) -> str:
        test = self._state.test
        of = f"{counted(test.different, 'difference')} in {visible(test.label)}"
        return f"Signs of {of}: mean {signed(test.observed) or '0'}, {test.total:,} choices of signs"

    def _parts(self) -> Iterable[Any]:
        return (self._state.test,)
