"""Two rankings side by side as a widget, and what Python can read and change of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import zip_longest
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Share
from rankteach.explain.differences import Differences
from rankteach.notation import numbers
from rankteach.notation.html import escape, table_html
from rankteach.tracing.measures import Measure
from rankteach.widgets.shared.live import LiveMeasures
from rankteach.widgets.shared.static_view import DOTS, table
from rankteach.widgets.side_by_side.judgements import NAMES, SIDES
from rankteach.widgets.side_by_side.state import TwoRankings

WAYS = {"up": "▲ ", "down": "▼ ", "level": "=", "only": "only here", "": ""}


class SideBySide(LiveMeasures):
    """Two ranked lists under one set of judgements, and what their measures owe to which ranks.

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
    >>> two.set_state({"gesture": {"do": "move", "list": 1, "item": "d3", "to": 1, "n": 1}})  # as the browser does
    >>> two
    A and B side by side, 5 and 5 items: P@5 = 3/5 and 3/5, AP = 1 and 7/10
    """

    folder = "side_by_side"

    def __init__(
        self,
        a: Any,
        b: Any,
        measures: Sequence[str | Measure] | None = None,
        *,
        k: int | None = None,
        linked: bool | None = None,
        chosen: str | Measure | None = None,
        key: Hashable = None,
    ) -> None:
        super().__init__(TwoRankings(a, b, measures, k, linked, chosen), side_by_side_text, side_by_side_html, key)

    # --- from Python ------------------------------------------------------------------------------------
    @property
    def first(self) -> Ranking:
        """List A as it stands; it has missed what is known only of list B."""
        ranking: Ranking = self._state.pair.first
        return ranking

    @property
    def second(self) -> Ranking:
        """List B, likewise."""
        ranking: Ranking = self._state.pair.second
        return ranking

    @property
    def values(self) -> dict[str, tuple[float, float]]:  # type: ignore[override]
        """The values of both lists, by the label of each measure shown."""
        return {label: (float(one.first), float(one.second)) for label, one in self._state.standings().items()}

    @property
    def differences(self) -> Differences:
        """The chosen measure's two traces, and where they part."""
        found: Differences = self._state.differences()
        return found

    @property
    def shares(self) -> list[Share]:
        """What each rank adds to the two values of the chosen measure; the last ``total`` is their difference."""
        found: list[Share] = self._state.shares()
        return found


def side_by_side_text(state: TwoRankings) -> str:
    """One line: how long the lists are, and both values of every measure."""
    first, second = (len(one) for one in state.pair.lists)
    said = [f"{label} = {_value(one.first)} and {_value(one.second)}" for label, one in state.standings().items()]
    return f"A and B side by side, {first} and {second} items: {', '.join(said)}"


def side_by_side_html(state: TwoRankings) -> str:
    """Both lists, the values, what each rank brings, and both traces; no script and no style sheet."""
    view = state.view()
    notes = "".join(f"<p>{escape(line)}</p>" for line in [*_below(view), view["note"]] if line)
    chosen = f"<p><b>{escape(state.card.name)}</b>: {escape(state.now.standing(state.card).words)}.</p>"
    traces = "".join(
        f"<p><b>{name}</b></p>{trace.to_html()}"
        for name, trace in zip(NAMES, state.now.traces(state.card), strict=True)
    )
    return (
        f"<div>{_lists(view)}{notes}{_measures(state)}{chosen}{_ranks(view['ranks'])}"
        f"{_parted(state.differences())}{traces}</div>"
    )


def _lists(view: dict[str, Any]) -> str:
    empty = {"item": "", "state": "", "mark": "", "way": "", "shift": ""}
    pairs = zip_longest(*(view[side]["rows"] for side in SIDES), fillvalue=empty)
    rows = []
    for rank, (one, other) in enumerate(pairs, start=1):
        rows.append(
            [str(rank), one["item"], _mark(one), other["item"], _mark(other), f"{WAYS[other['way']]}{other['shift']}"]
        )
    heads = ["rank", "A", "relevance", "B", "relevance", "against A"]
    if not view["linked"]:
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return table(heads, rows)


def _below(view: dict[str, Any]) -> list[str]:
    return [
        f"{name}: {'; '.join(filter(None, (view[side]['found'], view[side]['below'])))}."
        for name, side in zip(NAMES, SIDES, strict=True)
    ]


def _measures(state: TwoRankings) -> str:
    rows = []
    for card, (label, one) in zip(state.cards, state.standings().items(), strict=True):
        drawn = one.view()
        difference = drawn["difference"]["exact"] or drawn["difference"]["value"]
        rows.append([label, card.measure.metric.title, _value(one.first), _value(one.second), difference, one.verdict])
    return table(["measure", "name", "A", "B", "B − A", "who is ahead"], rows, ("A", "B", "B − A"))


def _ranks(ranks: dict[str, Any]) -> str:
    """What each rank adds, and the running difference."""
    if not ranks["rows"]:
        return f"<p>{escape(ranks['said'])}</p>"
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
    said = f"<p>Which ranks bring the difference. {escape(ranks['said'])}</p>"
    return said + table(heads, rows, {*heads} - {"in A", "in B"})


def _parted(parted: Differences) -> str:
    """Where the calculations part; both values are said already."""
    said = "".join(f"<p>{escape(words)}</p>" for words in parted.words[1:])
    return said + (table_html(parted.table(subtracted=False)) if parted.columns else "")


def _mark(row: dict[str, Any]) -> str:
    return f"{_dot(row)} {row['mark']}".strip()


def _dot(row: dict[str, Any]) -> str:
    return DOTS.get(row["state"], "")


def _value(value: Any) -> str:
    return numbers.plain(value) if numbers.readable(value) else numbers.decimal(float(value))
