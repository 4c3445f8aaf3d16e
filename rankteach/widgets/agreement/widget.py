"""The explorer of agreement as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.widgets.agreement.pairing import KINDS, Pairing
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.static_view import goal_text, values_text

MOST_NAMED = 20  # pairs


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
        return f"Agreement of {len(self.first)} and {len(self.second)} items: {values_text(self._state)}"

    def _parts(self) -> Iterable[Any]:
        state, view = self._state, self.view
        lists = (
            f"{name} list: {', '.join(row['item'] for row in side['rows'])}; {side['below']}".removesuffix("; ") + "."
            for name, side in (("First", view["first"]), ("Second", view["second"]))
        )
        counts = _counts(state.pairing()), view["pairs"]["words"], view["note"]
        return goal_text(state), *lists, *counts, state.changed_conventions(), self.trace


def _counts(pairing: Pairing) -> str:
    """How many pairs there are of each kind, the opposite ones by name."""
    shown = [kind for kind in KINDS if kind != "single" or pairing.partial]
    counts = ", ".join(f"{pairing.counts[kind]:,} {KINDS[kind]}" for kind in shown)
    opposite = [f"{pair.one} and {pair.other}" for pair in pairing.pairs if pair.kind == "opposite"]
    names = "; ".join(opposite[:MOST_NAMED])
    more = f"; and {len(opposite) - MOST_NAMED} more" if len(opposite) > MOST_NAMED else ""
    return f"Pairs: {counts}. {f'Opposite: {names}{more}.' if names else ''}".strip()
