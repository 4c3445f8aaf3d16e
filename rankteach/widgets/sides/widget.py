"""Two rankings side by side: what is shown, what each action changes, and what Python can do with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution, contributions
from rankteach.explain.differences import Differences
from rankteach.notation.numbers import plain
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.cards import Card, ScoredList
from rankteach.widgets.parts.goal import Begins
from rankteach.widgets.parts.list import JudgedState
from rankteach.widgets.parts.measures import Which
from rankteach.widgets.parts.trace_view import MOST_ROWS
from rankteach.widgets.protocol import Action, RanksView, SideBySideView, StandingView
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.state import Actions, Kind, literal, method
from rankteach.widgets.sides.judgements import NAMES, JudgedPair, judge_together
from rankteach.widgets.sides.view import BothValues, comparison_view, lines, list_view, note, ranks_view


class SideBySideState(JudgedState):
    """Two ranked lists, whose order and judgements can be changed, with measures of both.

    ``side`` is the list whose calculation is shown: 0 for the first one, 1 for the second.
    """

    actions: ClassVar[Actions] = {
        **JudgedState.actions,
        "side": Kind(
            method("set_side", "list"), lambda state: ({"do": "side", "list": 0}, {"do": "side", "list": 1}), "choice"
        ),
    }
    now: JudgedPair
    start: JudgedPair
    side: Literal[0, 1] = 0

    def __init__(self, first: Any, second: Any, setup: Begins = None, linked: bool | None = None) -> None:
        self.now = self.start = judge_together(first, second, linked)
        self.set_grades()
        self.start_with(setup)

    def lists(self) -> Iterable[tuple[Which, Ranking]]:
        """Both lists."""
        return [({"list": side}, one) for side, one in enumerate(self.now.lists)]

    def list_of(self, action: Action) -> tuple[Which, Ranking, str]:
        """The list that an action is about."""
        side = _side(action["list"])
        return {"list": side}, self.now.lists[side], f"list {NAMES[side]}"

    @property
    def explained(self) -> ScoredList:
        """The list whose calculation is shown."""
        return self.now.scored[self.side]

    def named_lists(self, lists: JudgedPair) -> Mapping[str, ScoredList]:
        """Both lists by their names."""
        return dict(zip(NAMES, lists.scored, strict=True))

    def with_rankings(self, rankings: Mapping[str, Ranking]) -> JudgedPair:
        """Both lists under one set of judgements."""
        first, second = (rankings[name] for name in NAMES)
        return judge_together(first, second, self.now.linked)

    def both_values(self, card: Card) -> BothValues:
        """Both values of a measure."""
        first, second = (one.value(card) for one in self.now.scored)
        return BothValues(card, first, second)

    def all_values(self) -> dict[str, BothValues]:
        """Both values of every measure, by its label."""
        return dict(zip(self.cards.labels(), map(self.both_values, self.cards.shown), strict=True))

    def both_traces(self) -> tuple[Trace, Trace]:
        """Both traces of the chosen measure."""
        first, second = (one.trace(self.cards.card) for one in self.now.scored)
        return first, second

    def differences(self) -> Differences:
        """The two traces of the chosen measure, and the columns of their tables in which they differ."""
        first, second = self.both_traces()
        shown = [
            entry.column.name or ""
            for table in first.tables(most_rows=1)
            for entry in table.entries
            if entry.column is not None
        ]
        return Differences(first, second, shown, NAMES)

    def shares(self) -> list[Contribution]:
        """What each rank adds to the two values of the chosen measure."""
        return contributions(*self.both_traces(), MOST_ROWS)

    def code(self) -> str:
        """The line of Python that makes this surface as it is now."""
        lists = self.arguments(*map(literal, self.now.lists))
        return f"rt.side_by_side({lists}{'' if self.now.linked else ', linked=False'})"

    # --- changes ------------------------------------------------------------------------------------------
    def told(self, which: Which, item: str, what: str, moved: bool = False) -> str:
        """What became of an item: in one list, unless a grade is that in both."""
        where = f" in {NAMES[which['list']]}" if moved or not self.now.linked else ""
        return f"{item} {what}{where}"

    def set_side(self, side: Any) -> str:
        """Show the calculation of one of the lists."""
        self.side = _side(side)
        return f"calculation of {NAMES[self.side]}"

    def news(self, start: JudgedPair, card: Card | None) -> str:
        """Both values, and which list is ahead."""
        return f"{self.cards.name}: {self.both_values(self.cards.card).words}"

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> SideBySideView:
        """Everything there is to draw."""
        card, once, lists = self.cards.card, self.now.once, self.lists_view()
        return {
            **self.measures_view(self.trace_view()),
            "cards": self.cards_view(),
            "first": lists["first"],
            "second": lists["second"],
            "binary": self.grades.binary,
            "linked": self.now.linked,
            "lines": lines(self.now, self.rows),
            "note": note(self.now),
            "more": self.more(),
            "side": self.side,
            "ranks": once(("ranks", card.cache_key), self._ranks),
            "comparison": once(("comparison", card.cache_key), lambda: comparison_view(self.differences())),
        }

    def lists_view(self) -> dict[str, Any]:
        """Both lists."""
        given = self.grades, self.rows
        sides = enumerate(("first", "second"))
        return {name: self.now.once((side, *given), list_view, self.now, side, *given) for side, name in sides}

    def _ranks(self) -> RanksView:
        return ranks_view(self.shares(), self.both_values(self.cards.card))

    def cards_view(self) -> list[StandingView]:
        """Every measure with both values."""
        views = []
        for card, title in zip(self.cards.shown, self.cards.titles(), strict=True):
            key = card.key, title, card.cache_key
            views.append(self.now.once(key, self.both_values(card).view, title))
        return [{**one, "chosen": one["key"] == self.cards.chosen} for one in views]


def _side(side: Any) -> Literal[0, 1]:
    if side not in (0, 1):
        raise ValueError(f"list must be 0 (A) or 1 (B), not {shown(side)}")
    return 1 if side else 0


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
    title = "Two systems, side by side"
    how = "Click a label in either list, or move the cutoff, and see which list is ahead and why."
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
