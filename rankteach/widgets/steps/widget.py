"""The step player as a widget: one calculation, walked through from its first row to its value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.widgets.session.live import LiveTrace


class StepPlayer(LiveTrace):
    """A calculation to walk through, forward and back, by row. ``rt.step_through`` makes one.

    >>> import rankteach as rt
    >>> rt.step_through(rt.average_precision([1, 0, 1]))
    Steps of AP: 3 rows, AP = 5/6 ≈ 0.8333
    """

    folder = "steps"

    def _line(self) -> str:
        trace, n = self.trace, len(self.trace.steps)
        return f"Steps of {trace.label}: {n} row{'' if n == 1 else 's'}, {trace.label} = {trace.shown}"

    def _parts(self) -> Iterable[Any]:
        return (self.trace,)
