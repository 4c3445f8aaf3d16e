"""The explorer of agreement as a widget, and what Python can read and change of it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rankteach.widgets.agreement.pairing import KINDS, Pairing
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.static_view import goal_html, measures_html, notes_html, table, values_text

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

    def _html(self) -> str:
        view: Any = self.view
        sides = view["first"], view["second"]
        names = ([self._state.with_title(row["item"], "\n") for row in side["rows"]] for side in sides)
        pairs = zip_longest(*names, fillvalue="")
        rows = [[str(rank), *pair] for rank, pair in enumerate(pairs, start=1)]
        below = [f"{side['below'][0].upper()}{side['below'][1:]}." for side in sides if side["below"]]
        notes = notes_html(*below, _counts(self._state.pairing()), view["pairs"]["words"], view["note"])
        lists = table(["rank", "first list", "second list"], rows)
        return f"<div>{goal_html(self._state)}{lists}{notes}{measures_html(self._state)}</div>"


def _counts(pairing: Pairing) -> str:
    """How many pairs there are of each kind, the opposite ones by name."""
    shown = [kind for kind in KINDS if kind != "single" or pairing.partial]
    counts = ", ".join(f"{pairing.counts[kind]:,} {KINDS[kind]}" for kind in shown)
    opposite = [f"{pair.one} and {pair.other}" for pair in pairing.pairs if pair.kind == "opposite"]
    names = "; ".join(opposite[:MOST_NAMED])
    more = f"; and {len(opposite) - MOST_NAMED} more" if len(opposite) > MOST_NAMED else ""
    return f"Pairs: {counts}. {f'Opposite: {names}{more}.' if names else ''}".strip()
