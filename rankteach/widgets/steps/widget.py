"""The step player as a widget: one calculation, walked through from its first row to its value."""

from __future__ import annotations

from rankteach.widgets.session.live import LiveTrace
from rankteach.widgets.session.static_view import table


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

    def _html(self) -> str:
        titled = [[self._state.with_title(name, "\n")] for name in self._state.shown_titles()]
        return self.trace.to_html() + (table(["title"], titled) if titled else "")
