"""What two rankings side by side show, what each gesture does to them, and the view that the browser draws.

Plain Python without any widget: gestures go in as dicts, the view comes out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rankteach.core.ranking import Ranking
from rankteach.explain.contributions import Contribution, contributions
from rankteach.explain.differences import Differences
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.explorer.state import MOST_LISTED, Exploration
from rankteach.widgets.shared.cards import Card, Listed
from rankteach.widgets.shared.code import literal
from rankteach.widgets.shared.surface import MOST_ROWS
from rankteach.widgets.side_by_side.judgements import NAMES, SIDES, Together, together
from rankteach.widgets.side_by_side.view import (
    Standing,
    below,
    found,
    lines,
    note,
    parted_surface,
    ranks_surface,
    shift,
)


class OneList(Listed):
    """One of two lists; measures that compare lists with each other are none of it."""

    def calculated(self, made: Measure) -> Trace:
        """A measure of this list."""
        if made.metric.pair_up:
            raise ValueError(f"{made} says how far two lists agree, not how good one is: rt.explore_agreement shows it")
        return super().calculated(made)


class Both(Listed):
    """Two lists, with what has been calculated of each so far. The longer one stands for both where one has to."""

    def __init__(self, pair: Together) -> None:
        super().__init__(max(pair.lists, key=len))
        self.pair = pair
        self.lists = tuple(OneList(ranking) for ranking in pair.lists)

    def standing(self, card: Card) -> Standing:
        """Both values of a measure."""
        first, second = (one.value(card) for one in self.lists)
        return Standing(card.whole, first, second)

    def traces(self, card: Card) -> list[Trace]:
        """Both traces of a measure."""
        return [one.trace(card) for one in self.lists]


class TwoRankings(Exploration):
    """Two ranked lists, whose order and judgements can be changed, with measures of both.

    ``side`` is the list whose calculation is shown: 0 for the first one, 1 for the second.
    """

    now: Both
    then: Both

    def __init__(
        self,
        first: Any,
        second: Any,
        measures: Sequence[str | Measure] | None = None,
        k: int | None = None,
        linked: bool | None = None,
        chosen: str | Measure | None = None,
    ) -> None:
        self.side = 0
        super().__init__(together(first, second, linked), measures, k, chosen)

    # --- from Python ------------------------------------------------------------------------------------
    @property
    def pair(self) -> Together:
        """Both lists as they stand."""
        return self.now.pair

    def set_ranking(self, ranking: Together) -> None:
        """Two other lists, which are the new start."""
        first, second = ranking.lists
        missed = [*first.missed, *second.missed]
        super().set_ranking(Ranking([*first.grades, *second.grades], missed=missed))  # for the grades there are
        self.now = self.then = Both(ranking)

    def trace(self) -> Trace:
        """The trace of the chosen measure, of the list whose calculation is shown."""
        return self.now.lists[self.side].trace(self.card)

    def standings(self) -> dict[str, Standing]:
        """Both values of every measure, by its label."""
        return dict(zip(self.labels(), map(self.now.standing, self.cards), strict=True))

    def differences(self) -> Differences:
        """The two traces of the chosen measure, and the columns of their tables in which they differ."""
        first, second = self.now.traces(self.card)
        shown = [
            entry.title for table in first.tables(most_rows=1) for entry in table.entries if entry.column is not None
        ]
        return Differences(first, second, shown, NAMES)

    def shares(self) -> list[Contribution]:
        """What each rank adds to the two values of the chosen measure."""
        first, second = self.now.traces(self.card)
        return contributions(first, second, MOST_ROWS)

    def parted(self) -> None:
        """Here two lists are compared, and not two conventions."""

    def code(self) -> str:
        """The line of Python that makes this surface as it stands."""
        made = self._code(*map(literal, self.pair.lists))
        return f"rt.side_by_side({made}{'' if self.pair.linked else ', linked=False'})"

    # --- from the browser ---------------------------------------------------------------------------------
    def likely(self) -> Iterable[Mapping[str, Any]]:
        """A click on each of the first marks in both lists; none in long ones, where each would take too long."""
        lists = self.pair.lists if len(self.ranking) <= MOST_LISTED else ()
        places = ((side, item) for side, one in enumerate(lists) for item in one.items[:MOST_ROWS])
        return ({"do": "toggle", "list": side, "item": item} for side, item in places)

    def _toggle(self, gesture: Mapping[str, Any]) -> str:
        side, rank = self._place(gesture)
        grade = self._next_grade(self.pair.lists[side].grades[rank - 1], gesture)
        self.now = Both(self.pair.judged(side, rank, grade))
        return f"{gesture['item']} is {self._mark(grade)}{'' if self.pair.linked else f' in {NAMES[side]}'}"

    def _move(self, gesture: Mapping[str, Any]) -> str:
        side, rank = self._place(gesture)
        length = len(self.pair.lists[side])
        to = gesture["to"] if "to" in gesture else min(max(rank + gesture["by"], 1), length, MOST_LISTED)
        self.now = Both(self.pair.moved(side, rank, to))
        if to > self.listed:
            self.listed = MOST_LISTED  # what is moved stays in sight
        return f"{gesture['item']} moved to rank {to} of {NAMES[side]}"

    def _explain_side(self, gesture: Mapping[str, Any]) -> str:
        self.side = _side(gesture)
        return f"calculation of {NAMES[self.side]}"

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {
        **Exploration.gestures,
        "toggle": _toggle,
        "move": _move,
        "side": _explain_side,
    }

    def _place(self, gesture: Mapping[str, Any]) -> tuple[int, int]:
        """The list and the rank that a gesture is about."""
        side = _side(gesture)
        items = self.pair.lists[side].items
        if gesture["item"] not in items:
            raise ValueError(f"there is no item {gesture['item']!r} in list {NAMES[side]}")
        return side, items.index(gesture["item"]) + 1

    def _news(self, now: Listed, card: Card) -> str:
        """Both values after a gesture, and who is ahead."""
        if (now, card) == (self.now, self.card):
            return ""
        return f"; {self._called(self.card.measure)}: {self.now.standing(self.card).words}"

    # --- the view -------------------------------------------------------------------------------------------
    def view(self) -> dict[str, Any]:
        """Everything there is to draw."""
        return {
            **super().view(),
            "linked": self.pair.linked,
            "lines": lines(self.pair, self.listed),
            "note": note(self.pair),
            "more": self._more(),
            "side": self.side,
            "ranks": ranks_surface(self.shares(), self.now.standing(self.card), self.pair, self._graded),
            "parted": parted_surface(self.differences()),
        }

    def at_once(self) -> dict[str, Any]:
        """The values and the lists."""
        return {**super().at_once(), **{SIDES[side]: self._one(side) for side in (0, 1)}}

    def _changed(self) -> bool:
        now, then = ([(one.items, one.grades) for one in pair.lists] for pair in (self.pair, self.then.pair))
        return now != then

    def _list(self) -> dict[str, Any]:
        """What is the same for both lists."""
        return {"binary": self.binary, "cut": self._line(), "cuts": self.card.cutoff is not None}

    def _one(self, side: int) -> dict[str, Any]:
        """One of the lists: its top, and what is not to be seen of it."""
        here, there = self.pair.lists[side], self.pair.lists[1 - side]
        ranks = {item: rank for rank, item in enumerate(there.items, start=1)}
        top = zip(here.items, here.grades[: self.listed], strict=False)
        rows = [
            {
                "item": item,
                **self._graded(grade, here),
                **(shift(rank, ranks.get(item), NAMES[1 - side]) if self.pair.linked else shift(rank, rank, "")),
            }
            for rank, (item, grade) in enumerate(top, start=1)
        ]
        return {
            "rows": rows,
            "more": len(here) > len(rows),
            "found": found(here),
            "below": below(self.pair, side, len(rows), self._mark),
        }

    def _graded(self, grade: Any, ranking: Ranking) -> dict[str, Any]:
        """How a grade is drawn."""
        state = "open" if grade is None else "on" if grade >= ranking.relevant_from else "off"
        return {"mark": self._mark(grade), "state": state, "pips": self._pips(grade)}

    def _drawn(self, card: Card, label: str) -> dict[str, Any]:
        """A measure with both values."""
        return {
            "key": card.key,
            "label": label,
            "title": card.measure.metric.title,
            "chosen": card.key == self.chosen,
            **self.now.standing(card).view(),
        }


def _side(gesture: Mapping[str, Any]) -> int:
    if gesture["list"] not in (0, 1):
        raise ValueError(f"list is {gesture['list']!r}; it is 0 (A) or 1 (B)")
    return int(gesture["list"])
