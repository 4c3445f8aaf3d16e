"""The explorer of agreement as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures


class AgreementExplorer(LiveMeasures):
    """Two ranked lists, one to be reordered against the other, and measures of how far they agree.

    ``rt.explore_agreement`` makes one. What the browser shows can be read and changed from Python too: ``first``,
    ``second``, ``measures``, ``k``, ``chosen``; read only are ``trace`` and ``values``.

    >>> import rankteach as rt
    >>> explorer = rt.explore_agreement(["a", "b", "c", "d"], ["a", "c", "b", "d"], measures=["Tau", "Rho"])
    >>> explorer
    Agreement of 4 and 4 items: Tau = 2/3, Rho = 4/5
    >>> explorer.set_state({"action": {"do": "move", "item": "c", "to": 3, "n": 1}})  # as the browser does
    >>> explorer
    Agreement of 4 and 4 items: Tau = 1, Rho = 1
    >>> explorer.second = ["d", "c", "b", "a"]
    >>> explorer.values
    {'Tau': -1.0, 'Rho': -1.0}
    """

    folder = "agreement"
    first: Any = state_property(
        "The items of the list that stays, best first. Set it to start anew from other lists.",
        lambda state: state.first,
        lambda state, first: state.set_lists(first, state.second),
    )
    second: Any = state_property(
        "The items of the list that is reordered. Set it to start anew from other lists.",
        lambda state: state.second,
        lambda state, second: state.set_lists(state.first, second),
    )

    def _line(self) -> str:
        return f"Agreement of {len(self.first)} and {len(self.second)} items: {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        state, view = self._state, self.view
        lists = (
            f"{name} list: {', '.join(row['item'] for row in side['rows'])}; {side['below']}".removesuffix("; ") + "."
            for name, side in (("First", view["first"]), ("Second", view["second"]))
        )
        pairs = view["pairs"]
        counts = ", ".join(f"{one['count']:,} {one['words']}" for one in pairs["counts"])
        opposite = [" and ".join(pair["items"]) for pair in pairs["list"] if pair["kind"] == "opposite"]
        names = f" Opposite: {'; '.join(opposite)}." if opposite else ""
        notes = f"Pairs: {counts}.{names}", pairs["words"], view["note"]
        return self._goal_text(), *lists, *notes, state.changed_conventions(), self.trace
