"""The explorer of agreement as a widget, and what Python can read and change of it."""

from __future__ import annotations

from typing import Any

from rankteach.widgets.agreement.static_view import agreement_html, agreement_text
from rankteach.widgets.shared.live import LiveMeasures


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
    _text, _html = staticmethod(agreement_text), staticmethod(agreement_html)

    @property
    def first(self) -> tuple[str, ...]:
        """The items of the list that stays, best first; setting it makes a new start that changes are counted from."""
        return self._state.first

    @first.setter
    def first(self, first: Any) -> None:
        self._change(lambda state: state.set_lists(first, state.second))

    @property
    def second(self) -> tuple[str, ...]:
        """The items of the list that is reordered, likewise."""
        return self._state.second

    @second.setter
    def second(self, second: Any) -> None:
        self._change(lambda state: state.set_lists(state.first, second))
