"""Two rankings side by side as a widget, and what Python can read and change of it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution
from rankteach.explain.differences import Differences
from rankteach.notation.html import escape, table_html
from rankteach.widgets.protocol import Graded, RanksView, SharedItem
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.static_view import DOTS, folded_html, goal_html, notes_html, table, value_text
from rankteach.widgets.sides.judgements import NAMES
from rankteach.widgets.sides.state import SideBySideState

WAYS = {"up": "▲ ", "down": "▼ ", "level": "=", "only": "only here", "": ""}


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
    >>> two.set_state({"action": {"do": "move", "list": 1, "item": "d3", "to": 1, "n": 1}})  # as the browser does
    >>> two
    A and B side by side, 5 and 5 items: P@5 = 3/5 and 3/5, AP = 1 and 7/10
    """

    folder = "sides"
    first: Ranking = state_property(
        "List A as it is now; it missed the relevant items that only list B contains.", lambda state: state.pair.first
    )
    second: Ranking = state_property(
        "List B as it is now; it missed the relevant items that only list A contains.", lambda state: state.pair.second
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
        values = [f"{label} = {value_text(one.first)} and {value_text(one.second)}" for label, one in standings]
        return f"A and B side by side, {len(self.first)} and {len(self.second)} items: {', '.join(values)}"

    def _html(self) -> str:
        state, view, card = self._state, self.view, self._state.cards.card
        below = [
            f"{name}: {'; '.join(filter(None, (side['retrieved'], side['below'])))}."
            for name, side in zip(NAMES, (view["first"], view["second"]), strict=True)
        ]
        chosen = f"<p><b>{escape(card.name)}</b>: {escape(state.now.both_values(card).words)}.</p>"
        traces = zip(NAMES, state.now.traces(card), strict=True)
        parts = [
            goal_html(state),
            _lists(state, view),
            notes_html(*below, view["note"]),
            _measures(state),
            chosen,
            _ranks(view["ranks"]),
            notes_html(*self.differences.words[1:]),  # both values come before
            table_html(self.differences.table(subtracted=False)) if self.differences.columns else "",
            *(folded_html(trace, f" in {name}") for name, trace in traces),
        ]
        return f"<div>{''.join(parts)}</div>"


def _lists(state: SideBySideState, view: Any) -> str:
    empty: SharedItem = {"item": "", "state": "", "mark": "", "pips": None, "way": "", "shift": "", "words": ""}
    pairs = zip_longest(view["first"]["rows"], view["second"]["rows"], fillvalue=empty)
    rows = [
        [
            str(rank),
            *(part for row in (one, other) for part in (state.with_title(row["item"], "\n"), _mark(row))),
            f"{WAYS[other['way']]}{other['shift']}",
        ]
        for rank, (one, other) in enumerate(pairs, start=1)
    ]
    heads = ["rank", "A", "relevance", "B", "relevance", "against A"]
    if not view["linked"]:
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return table(heads, rows)


def _measures(state: SideBySideState) -> str:
    rows = []
    for card, (label, one) in zip(state.cards.shown, state.all_values().items(), strict=True):
        drawn = one.difference_view()
        values = value_text(one.first), value_text(one.second), drawn["exact"] or drawn["value"]
        rows.append([label, card.measure.metric.title, *values, one.verdict])
    return table(["measure", "name", "A", "B", "B − A", "who is ahead"], rows, ("A", "B", "B − A"))


def _ranks(ranks: RanksView) -> str:
    """What each rank adds, and the running difference."""
    if not ranks["rows"]:
        return f"<p>{escape(ranks['words'])}</p>"
    heads = ["rank", "in A", "A adds", "in B", "B adds", "B − A", "so far"]
    rows = [
        [
            row["rank"],
            *(words for side in row["sides"] for words in (f"{_dot(side)} {side['item']}".strip(), side["adds"])),
            row["difference"],
            row["total"],
        ]
        for row in ranks["rows"]
    ]
    one, other, difference = ranks["end"]
    rows.append(["all", "", one, "", other, difference, ""])
    lead = f"<p>Where the difference comes from. {escape(ranks['words'])}</p>"
    return lead + table(heads, rows, {*heads} - {"in A", "in B"})


def _mark(row: Graded) -> str:
    return f"{_dot(row)} {row['mark']}".strip()


def _dot(row: Graded) -> str:
    return DOTS.get(row["state"], "")
