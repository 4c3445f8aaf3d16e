"""What two rankings side by side show, and what each action changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution, contributions
from rankteach.explain.differences import Differences
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.cards import Card, ScoredList
from rankteach.widgets.parts.goal import Assignment
from rankteach.widgets.parts.list import JudgedState, Which
from rankteach.widgets.parts.trace_view import MOST_ROWS
from rankteach.widgets.protocol import Action, SharedList, SideBySideView, StandingView
from rankteach.widgets.session.actions import Actions, Kind, method
from rankteach.widgets.session.code import literal
from rankteach.widgets.sides.judgements import NAMES, JudgedPair, judge_together
from rankteach.widgets.sides.view import BothValues, comparison_view, lines, list_view, note, ranks_view


class Both:
    """Two lists, with what has been calculated of each so far."""

    def __init__(self, pair: JudgedPair) -> None:
        self.pair = pair
        self.lists = tuple(map(ScoredList, pair.lists))

    def changed(self, which: Which, change: str, *where: Any) -> Both:
        """Both lists after a change in one of them; another grade of an item is one in either list."""
        return Both(getattr(self.pair, change)(which["list"], *where))

    def content(self) -> list[tuple[object, ...]]:
        """What a reset returns to: the items of each list and their grades."""
        return [one.content() for one in self.lists]

    def forget(self) -> None:
        """Drop what was calculated of both lists."""
        for one in self.lists:
            one.forget()

    def both_values(self, card: Card) -> BothValues:
        """Both values of a measure."""
        first, second = (one.value(card) for one in self.lists)
        return BothValues(card.whole, first, second)

    def traces(self, card: Card) -> list[Trace]:
        """Both traces of a measure."""
        return [one.trace(card) for one in self.lists]


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
    now: Both
    start: Both
    side: Literal[0, 1] = 0

    def __init__(
        self,
        first: Any,
        second: Any,
        measures: Sequence[str | Measure] | None = None,
        k: int | None = None,
        linked: bool | None = None,
        chosen: str | Measure | None = None,
        goal: str | Assignment | None = None,
    ) -> None:
        pair = judge_together(first, second, linked)
        self.now = self.start = Both(pair)
        self.set_grades()
        self.start_with(measures, k, chosen, goal)

    @property
    def pair(self) -> JudgedPair:
        """Both lists as they are now."""
        return self.now.pair

    def lists(self) -> Iterable[tuple[Which, Ranking]]:
        """Both lists."""
        return [({"list": side}, one) for side, one in enumerate(self.pair.lists)]

    def list_of(self, action: Action) -> tuple[Which, Ranking, str]:
        """The list that an action is about."""
        side = _side(action["list"])
        return {"list": side}, self.pair.lists[side], f"list {NAMES[side]}"

    @property
    def explained(self) -> ScoredList:
        """The list whose calculation is shown."""
        return self.now.lists[self.side]

    def named_lists(self, lists: Both) -> Mapping[str, ScoredList]:
        """Both lists by their names."""
        return dict(zip(NAMES, lists.lists, strict=True))

    def rankings(self) -> Mapping[str, Ranking]:
        """Both lists at the start by their names."""
        return {name: one.ranking for name, one in self.named_lists(self.start).items()}

    def with_rankings(self, rankings: Mapping[str, Ranking]) -> Both:
        """Both lists under one set of judgements."""
        first, second = (rankings[name] for name in NAMES)
        return Both(judge_together(first, second, self.pair.linked))

    def all_values(self) -> dict[str, BothValues]:
        """Both values of every measure, by its label."""
        return dict(zip(self.cards.labels(), map(self.now.both_values, self.cards.shown), strict=True))

    def differences(self) -> Differences:
        """The two traces of the chosen measure, and the columns of their tables in which they differ."""
        first, second = self.now.traces(self.cards.card)
        shown = [
            entry.column.name or ""
            for table in first.tables(most_rows=1)
            for entry in table.entries
            if entry.column is not None
        ]
        return Differences(first, second, shown, NAMES)

    def shares(self) -> list[Contribution]:
        """What each rank adds to the two values of the chosen measure."""
        first, second = self.now.traces(self.cards.card)
        return contributions(first, second, MOST_ROWS)

    def code(self) -> str:
        """The line of Python that makes this surface as it is now."""
        lists = self.arguments(*map(literal, self.pair.lists))
        return f"rt.side_by_side({lists}{'' if self.pair.linked else ', linked=False'})"

    # --- changes ------------------------------------------------------------------------------------------
    def told(self, which: Which, item: str, what: str, moved: bool = False) -> str:
        """What became of an item: in one list, unless a grade is that in both."""
        where = f" in {NAMES[which['list']]}" if moved or not self.pair.linked else ""
        return f"{item} {what}{where}"

    def set_side(self, side: Any) -> str:
        """Show the calculation of one of the lists."""
        self.side = _side(side)
        return f"calculation of {NAMES[self.side]}"

    def news(self, start: Both, card: Card | None) -> str:
        """Both values, and which list is ahead."""
        return f"{self.cards.name}: {self.now.both_values(self.cards.card).words}"

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> SideBySideView:
        """Everything there is to draw."""
        first, second = self._lists()
        card = self.cards.card
        return {
            "announcement": self.announcement,
            "cards": self._cards(),
            "cutoff": self.cards.cutoff_view(self.longest),
            "changed": self.changed,
            "goal": self.goal_view(),
            "fixed": self.fixed,
            "binary": self.grades.binary,
            "cut": self.cards.line(),
            "cuts": card.cutoff is not None,
            "first": first,
            "second": second,
            "linked": self.pair.linked,
            "lines": lines(self.pair, self.rows),
            "note": note(self.pair),
            "more": self.more(),
            "side": self.side,
            "ranks": ranks_view(self.shares(), self.now.both_values(card), self.pair, self.grades),
            "comparison": comparison_view(self.differences()),
            "trace": self.trace_view(),
        }

    def fast_view(self) -> dict[str, Any]:
        """The values and the lists."""
        first, second = self._lists()
        return {"cards": self._cards(), "goal": self.goal_view(), "first": first, "second": second}

    def _lists(self) -> list[SharedList]:
        return [list_view(self.pair, side, self.grades, self.rows) for side in (0, 1)]

    def _cards(self) -> list[StandingView]:
        """Every measure with both values."""
        views: list[StandingView] = []
        for card, title, standing in zip(
            self.cards.shown, self.cards.titles(), self.all_values().values(), strict=True
        ):
            views.append(
                {
                    "key": card.key,
                    "label": title,
                    "title": f"{card.measure.metric.title}, {card.name}" if card.named else card.measure.metric.title,
                    "chosen": card.key == self.cards.chosen,
                    "values": standing.values(),
                    "difference": standing.difference_view(),
                    "ahead": standing.ahead,
                    "verdict": standing.verdict,
                    "words": standing.words,
                }
            )
        return views


def _side(side: Any) -> Literal[0, 1]:
    if side not in (0, 1):
        raise ValueError(f"list must be 0 (A) or 1 (B), not {shown(side)}")
    return 1 if side else 0
