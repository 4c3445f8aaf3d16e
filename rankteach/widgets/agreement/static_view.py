"""An explorer of agreement without a browser: a line of text, and HTML without scripts."""

from __future__ import annotations

from itertools import zip_longest

from rankteach.notation.html import escape
from rankteach.widgets.agreement.pairing import KINDS, Pairing
from rankteach.widgets.agreement.state import AgreementState
from rankteach.widgets.protocol import AgreementView
from rankteach.widgets.shared.static_view import measures_html, table, values_text

MOST_NAMED = 20  # pairs


def agreement_text(state: AgreementState) -> str:
    """One line: how long the lists are, and every value."""
    return f"Agreement of {len(state.first)} and {len(state.second)} items: {values_text(state)}"


def agreement_html(state: AgreementState) -> str:
    """Both lists next to each other, the pairs, the values and the chosen measure's trace."""
    view = state.view()
    more = [line for line in (view["pairs"]["words"], view["note"]) if line]
    notes = "".join(f"<p>{escape(line)}</p>" for line in [*_below(view), _counts(state.pairing()), *more])
    return f"<div>{_lists(view)}{notes}{measures_html(state)}</div>"


def _lists(view: AgreementView) -> str:
    sides = [[row["item"] for row in side["rows"]] for side in (view["first"], view["second"])]
    rows = [[str(rank), *pair] for rank, pair in enumerate(zip_longest(*sides, fillvalue=""), start=1)]
    return table(["rank", "first list", "second list"], rows)


def _below(view: AgreementView) -> list[str]:
    below = [side["below"] for side in (view["first"], view["second"]) if side["below"]]
    return [f"{one[0].upper()}{one[1:]}." for one in below]


def _counts(pairing: Pairing) -> str:
    """How many pairs there are of each kind, the opposite ones by name."""
    shown = [kind for kind in KINDS if kind != "single" or pairing.partial]
    counts = ", ".join(f"{pairing.counts[kind]:,} {KINDS[kind]}" for kind in shown)
    opposite = [f"{pair.one} and {pair.other}" for pair in pairing.pairs if pair.kind == "opposite"]
    names = "; ".join(opposite[:MOST_NAMED])
    more = f"; and {len(opposite) - MOST_NAMED} more" if len(opposite) > MOST_NAMED else ""
    return f"Pairs: {counts}. {f'Opposite: {names}{more}.' if names else ''}".strip()
