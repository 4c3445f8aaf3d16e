"""The step player as a widget: one calculation, walked through from its first row to its value."""

from __future__ import annotations

from rankteach.tracing.trace import Trace
from rankteach.widgets.shared.live import Live
from rankteach.widgets.steps.state import player_html, player_text


class StepPlayer(Live):
    """A calculation to walk through, forward and back, by row. ``rt.step_through`` makes one.

    >>> import rankteach as rt
    >>> rt.step_through(rt.average_precision([1, 0, 1]))
    Steps of AP: 3 rows, AP = 5/6 ≈ 0.8333
    """

    folder = "steps"
    _text, _html = staticmethod(player_text), staticmethod(player_html)

    @property
    def trace(self) -> Trace:
        """The trace that is walked through."""
        trace: Trace = self._state.trace()
        return trace
