"""The explorer of agreement as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import zip_longest
from typing import Any

from rankteach.notation.html import escape
from rankteach.tracing.measures import Measure
from rankteach.widgets.agreement.state import Agreement
from rankteach.widgets.shared.live import LiveMeasures
from rankteach.widgets.shared.pairing import SAID, Pairing
from rankteach.widgets.shared.static_view import measures_html, table, values_text

MOST_NAMED = 20  # pairs


class AgreementExplorer(LiveMeasures):
    """Two ranked lists, one to be reordered against the other, and measures of how far they agree.

    ``rt.explore_agreement`` makes one. What the browser shows can be read and changed from Python too: ``first``,
    ``second``, ``measures``, ``k``, ``chosen``; read only are ``trace`` and ``values``.

    >>> import rankteach as rt
    >>> explorer = rt.explore_agreement(["a", "b", "c", "d"], ["a", "c", "b", "d"], measures=["Tau", "Rho"])
    >>> explorer
    Agreement of 4 and 4 items: Tau = 2/3, Rho = 4/5
    >>> explorer.set_state({"gesture": {"do": "move", "item": "c", "to": 3, "n": 1}})  # as the browser does
    >>> explorer
    Agreement of 4 and 4 items: Tau = 1, Rho = 1
    >>> explorer.second = ["d", "c", "b", "a"]
    >>> explorer.values
    {'Tau': -1.0, 'Rho': -1.0}
    """

    folder = "agreement"

    def __init__(
        self,
        first: Any,
        second: Any,
        *,
        k: int | None = None,
        measures: Sequence[str | Measure] | None = None,
        chosen: str | Measure | None = None,
        key: Hashable = None,
    ) -> None:
        super().__init__(Agreement(first, second, measures, k, chosen), agreement_text, agreement_html, key)

    # --- from Python ------------------------------------------------------------------------------------
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


def agreement_text(state: Agreement) -> str:
    """One line: how long the lists are, and every value."""
    return f"Agreement of {len(state.first)} and {len(state.second)} items: {values_text(state)}"


def agreement_html(state: Agreement) -> str:
    """Both lists side by side, the pairs, the values and the chosen measure's trace; no script and no style sheet."""
    view = state.view()
    said = [line for line in (view["pairs"]["said"], view["note"]) if line]
    notes = "".join(f"<p>{escape(line)}</p>" for line in [*_below(view), _counts(state.pairing()), *said])
    return f"<div>{_lists(view)}{notes}{measures_html(state)}</div>"


def _lists(view: dict[str, Any]) -> str:
    sides = [[row["item"] for row in view[side]["rows"]] for side in ("first", "second")]
    rows = [[str(rank), *pair] for rank, pair in enumerate(zip_longest(*sides, fillvalue=""), start=1)]
    return table(["rank", "first list", "second list"], rows)


def _below(view: dict[str, Any]) -> list[str]:
    said = [view[side]["below"] for side in ("first", "second") if view[side]["below"]]
    return [f"{one[0].upper()}{one[1:]}." for one in said]


def _counts(pairing: Pairing) -> str:
    """How many pairs there are of each kind, the opposite ones by name."""
    shown = [kind for kind in SAID if kind != "told" or pairing.partial]
    counts = ", ".join(f"{pairing.counts[kind]:,} {SAID[kind]}" for kind in shown)
    opposite = [f"{pair.one} and {pair.other}" for pair in pairing.pairs if pair.kind == "opposite"]
    names = "; ".join(opposite[:MOST_NAMED])
    more = f"; and {len(opposite) - MOST_NAMED} more" if len(opposite) > MOST_NAMED else ""
    return f"Pairs: {counts}. {f'Opposite: {names}{more}.' if names else ''}".strip()
