"""The signs of the differences as a widget."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.core.checks import counted
from rankteach.notation.numbers import signed
from rankteach.notation.text import visible
from rankteach.runs.comparison import Comparison
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import Live


class SignsExplorer(Live):
    """The differences of two systems, and a histogram that grows with each choice of their signs.

    ``rt.explore_signs`` makes one.

    >>> import rankteach as rt
    >>> rt.explore_signs(rt.compare({"soup": 0.5, "tart": 1}, {"soup": 1, "tart": 0.75}, "AP"))
    Signs of 2 differences in AP: mean +0.1250, 4 choices of signs
    """

    folder = "signs"
    comparison: Comparison = state_property("The comparison.", lambda state: state.comparison)

    def _line(self) -> str:
        test = self._state.test
        of = f"{counted(test.different, 'difference')} in {visible(test.label)}"
        return f"Signs of {of}: mean {signed(test.observed) or '0'}, {test.total:,} choices of signs"

    def _parts(self) -> Iterable[Any]:
        return (self._state.test,)
