"""Two rankings side by side without a browser: a line of text, and HTML without scripts."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rankteach.explain.differences import Differences
from rankteach.notation import numbers
from rankteach.notation.html import escape, table_html
from rankteach.widgets.protocol import Graded, RanksView, SharedItem, SideBySideView
from rankteach.widgets.shared.static_view import DOTS, table
from rankteach.widgets.side_by_side.judgements import NAMES
from rankteach.widgets.side_by_side.state import SideBySideState

WAYS = {"up": "▲ ", "down": "▼ ", "level": "=", "only": "only here", "": ""}


def side_by_side_text(state: SideBySideState) -> str:
    """One line: how long the lists are, and both values of every measure."""
    first, second = (len(one) for one in state.pair.lists)
    values = [f"{label} = {_value(one.first)} and {_value(one.second)}" for label, one in state.standings().items()]
    return f"A and B side by side, {first} and {second} items: {', '.join(values)}"


def side_by_side_html(state: SideBySideState) -> str:
    """Both lists, the values, what each rank adds, and both traces."""
    view = state.view()
    notes = "".join(f"<p>{escape(line)}</p>" for line in [*_below(view), view["note"]] if line)
    chosen = f"<p><b>{escape(state.cards.card.name)}</b>: {escape(state.now.standing(state.cards.card).words)}.</p>"
    traces = "".join(
        f"<p><b>{name}</b></p>{trace.to_html()}"
        for name, trace in zip(NAMES, state.now.traces(state.cards.card), strict=True)
    )
    return (
        f"<div>{_lists(view)}{notes}{_measures(state)}{chosen}{_ranks(view['ranks'])}"
        f"{_parted(state.differences())}{traces}</div>"
    )


def _lists(view: SideBySideView) -> str:
    empty: SharedItem = {"item": "", "state": "", "mark": "", "pips": None, "way": "", "shift": "", "words": ""}
    pairs = zip_longest(view["first"]["rows"], view["second"]["rows"], fillvalue=empty)
    rows = []
    for rank, (one, other) in enumerate(pairs, start=1):
        rows.append(
            [str(rank), one["item"], _mark(one), other["item"], _mark(other), f"{WAYS[other['way']]}{other['shift']}"]
        )
    heads = ["rank", "A", "relevance", "B", "relevance", "against A"]
    if not view["linked"]:
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return table(heads, rows)


def _below(view: SideBySideView) -> list[str]:
    return [
        f"{name}: {'; '.join(filter(None, (side['found'], side['below'])))}."
        for name, side in zip(NAMES, (view["first"], view["second"]), strict=True)
    ]


def _measures(state: SideBySideState) -> str:
    rows = []
    for card, (label, one) in zip(state.cards.shown, state.standings().items(), strict=True):
        drawn = one.difference_view()
        difference = drawn["exact"] or drawn["value"]
        rows.append([label, card.measure.metric.title, _value(one.first), _value(one.second), difference, one.verdict])
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


def _parted(parted: Differences) -> str:
    """Where the calculations differ; both values come before."""
    words = "".join(f"<p>{escape(one)}</p>" for one in parted.words[1:])
    return words + (table_html(parted.table(subtracted=False)) if parted.columns else "")


def _mark(row: Graded) -> str:
    return f"{_dot(row)} {row['mark']}".strip()


def _dot(row: Graded) -> str:
    return DOTS.get(row["state"], "")


def _value(value: Any) -> str:
    return numbers.plain(value) if numbers.readable(value) else numbers.decimal(float(value))
