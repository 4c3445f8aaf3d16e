"""Two rankings side by side as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution
from rankteach.explain.differences import Differences
from rankteach.notation.numbers import plain
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.sides.judgements import NAMES


class SideBySide(LiveMeasures):
    """Two ranked lists under one set of judgements, and what each rank adds to their measures.

    ``rt.side_by_side`` makes one. What the browser shows can be read and changed from Python too: ``measures``, ``k``,
    ``chosen``; read only are ``first``, ``second``, ``values``, ``differences``, ``shares`` and ``trace``, which is
    that of the list whose calculation is shown.

    >>> import rankteach as rt
    >>> two = rt.side_by_side(rt.examples.model_a, rt.examples.model_b, ["P@5", "AP"])
    >>> two
    A and B side by side, 5 and 5 items: P@5 = 3/5 and 3/5, AP = 1 and 43/90
    >>> two.chosen = "AP"
    >>> print(two.differences.words[0])
    A is 1, B is 43/90 ≈ 0.4778: 47/90 less.
    >>> two.set_state({"action": {"do": "move", "list": 1, "item": "b3", "to": 1, "n": 1}})  # as the browser does
    >>> two
    A and B side by side, 5 and 5 items: P@5 = 3/5 and 3/5, AP = 1 and 7/10
    """

    folder = "sides"
    first: Ranking = state_property(
        "List A as it is now; it missed the relevant items that only list B contains.", lambda state: state.now.first
    )
    second: Ranking = state_property(
        "List B as it is now; it missed the relevant items that only list A contains.", lambda state: state.now.second
    )
    values: Any = state_property(
        "The values of both lists, by the label of each measure shown.",
        lambda state: {label: (float(one.first), float(one.second)) for label, one in state.all_values().items()},
    )
    differences: Differences = state_property(
        "The chosen measure's two traces, and where they differ.", lambda state: state.differences()
    )
    shares: list[Contribution] = state_property(
        "What each rank adds to the two values of the chosen measure; the last ``total`` is their difference.",
        lambda state: state.shares(),
    )

    def _line(self) -> str:
        standings = self._state.all_values().items()
        values = [f"{label} = {plain(one.first)} and {plain(one.second)}" for label, one in standings]
        return f"A and B side by side, {len(self.first)} and {len(self.second)} items: {', '.join(values)}"

    def _parts(self) -> Iterable[Any]:
        state, view, card = self._state, self.view, self._state.cards.card
        below = (
            f"{name}: {'; '.join(filter(None, (side['retrieved'], side['below'])))}."
            for name, side in zip(NAMES, (view["first"], view["second"]), strict=True)
        )
        chosen = f"{card.name}: {state.both_values(card).words}."
        lists = self.first, self.second, *below, view["note"]
        return self._goal_text(), *lists, chosen, view["ranks"]["words"], self.differences, *state.both_traces()
