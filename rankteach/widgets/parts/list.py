"""A ranked list whose grades and order can be changed, and how it is drawn."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

from rankteach.core.checks import counted, must, shown
from rankteach.core.outside import quoted
from rankteach.core.ranking import Ranking
from rankteach.explain.what_if.alternatives import Swap, best_swaps
from rankteach.explain.what_if.orders import Orders, called, levels, possible
from rankteach.notation import numbers
from rankteach.widgets.parts.cards import Card, ScoredList, decimal_text
from rankteach.widgets.parts.measures import MeasuresState, Which
from rankteach.widgets.parts.trace_view import MOST_ROWS
from rankteach.widgets.parts.two_lists import MOST_NAMED
from rankteach.widgets.protocol import Action, Graded, ListRow, ListView, MoveView, SwapView
from rankteach.widgets.session.state import Actions, Kind, method

MOST_DOTS = 4
MOST_REORDERED = 8  # items of a list that can be reordered in a saved page
MOST_IF_FIXED = 10  # the same, if their labels stay
MOST_TOGETHER = 50  # items of all lists that can be reordered in a saved page
MOST_LISTED = 500
MOST_MOVED = 1_000  # items: the moves of one take a tenth of a second
NO_SWAP = "No swap of two items improves {}."
OTHER_LIST = (
    "I look for no swap: {} measures another list than this one, without unjudged items or with ties reordered."
)


class Grades:
    """The grades that items can be given, and how each is drawn."""

    def __init__(self, grades: Iterable[Any]) -> None:
        self.levels = levels(grades)
        self.binary = len(self.levels) == 2 and self.levels[1] == 1

    def next(self, grade: Any, back: bool, parameters: Iterable[Any] = ()) -> Any:
        """The grade that a click gives to an item; it skips grades that a gain table among the parameters lacks."""
        steps = possible(self.levels, parameters)
        if grade is None or grade not in steps:
            return steps[1]
        return steps[(steps.index(grade) + (-1 if back else 1)) % len(steps)]

    def mark(self, grade: Any, positive: str = "relevant") -> str:
        """A grade in words."""
        if grade is None:
            return "not judged"
        if self.binary:
            return positive if grade else f"not {positive}"
        words = called(grade)
        return words if "/" in words and len(words) > 3 else f"grade {words}"  # as 31/100 has the room of both

    def view(self, grade: Any, relevant_from: Any, positive: str = "relevant") -> Graded:
        """A grade as it is drawn, with dots if there are few enough to see at once."""
        dots = not self.binary and len(self.levels) <= MOST_DOTS + 1 and grade in self.levels
        return {
            "mark": self.mark(grade, positive),
            "state": "open" if grade is None else "on" if grade >= relevant_from else "off",
            "pips": (self.levels.index(grade), len(self.levels) - 1) if dots else None,
        }


class JudgedState(MeasuresState):
    """Lists whose items can be given other grades; of a long one, ``rows`` items are shown."""

    actions: ClassVar[Actions] = {
        "toggle": Kind(lambda state, action: state.toggle(action), method("toggles"), changes="grades", part="now"),
        **MeasuresState.actions,
        "show": Kind(method("show_more"), recorded=lambda state: [{"do": "show"}] if state.more() else ()),
        "move": Kind(lambda state, action: state.move(action), method("moves_of_items"), changes="order", part="now"),
    }
    kept = (*MeasuresState.kept, "rows")
    grades: Grades
    rows = MOST_ROWS

    @property
    def positive(self) -> str:
        """What an item is that has the grade 1 of 0 and 1."""
        clicks = any("clicks" in self.explained.trace(card).columns for card in self.cards.shown)
        return "clicked" if clicks else "relevant"

    @property
    def is_short(self) -> bool:
        """Whether the items can be moved in a saved page."""
        together = sum(len(one) for _, one in self.lists())
        return together <= MOST_TOGETHER and self.longest <= (MOST_IF_FIXED if self.fixed else MOST_REORDERED)

    # --- the lists ----------------------------------------------------------------------------------------
    def list_of(self, action: Action) -> tuple[Which, Ranking, str]:
        """The list that an action is about, after these keys; and what it is called."""
        return {}, self.ranking, "the list"

    def names(self) -> Iterable[str]:
        """The items that can be shown."""
        return (item for _, one in self.lists() for item in one.items[:MOST_LISTED])

    def set_grades(self) -> None:
        """The grades that items can be given are those that there are."""
        self.grades = Grades(grade for _, one in self.lists() for grade in (*one.grades, *one.missed))

    def marks(self) -> Iterable[Action]:
        """A click on each of the first marks of each list."""
        places = ((which, item) for which, one in self.lists() for item in one.items[:MOST_ROWS])
        return ({"do": "toggle", **which, "item": item} for which, item in places)  # type: ignore[typeddict-item]

    # --- actions; each returns what it did, in words ------------------------------------------------------
    def toggle(self, action: Action) -> str:
        """Give an item the next grade."""
        which, ranking, called = self.list_of(action)
        rank = rank_of(action["item"], ranking.items, called)
        grade = self.next_grade(ranking.grades[rank - 1], action)
        self.now = self.now.changed(which, "with_grade", rank, grade)
        return self.told(which, action["item"], f"is {self.grades.mark(grade, self.positive)}")

    def move(self, action: Action) -> str:
        """Move an item to a rank, which is kept in sight; a move by some ranks ends at the last one."""
        which, ranking, called = self.list_of(action)
        rank = rank_of(action["item"], ranking.items, called)
        to = target(action, rank, min(len(ranking), MOST_LISTED))
        if to > self.rows:
            self.rows = MOST_LISTED
        self.now = self.now.changed(which, "moved", rank, to)
        return self.told(which, action["item"], f"moved to rank {to}", moved=True)

    def told(self, which: Which, item: str, what: str, moved: bool = False) -> str:
        """What became of an item; of several lists, in which one."""
        return f"{item} {what}"

    def toggles(self) -> Iterable[Action]:
        """The same, and to the grade before where there are more than two; none where the labels stay."""
        marks = [] if self.fixed else list(self.marks())
        back: list[Action] = [] if self.grades.binary else [{**mark, "back": True} for mark in marks]
        return [*marks, *back]

    def moves_of_items(self) -> Iterable[Action]:
        """Every move in short lists, if there is one, or if the labels of all stay."""
        lists = list(self.lists())
        if not self.is_short or not (self.fixed or len(lists) == 1):
            return ()
        return [{**move, **which} for which, one in lists for move in moves(one.items)]  # type: ignore[typeddict-item]

    def predicted(self) -> Iterable[Action]:
        """A click on each of the first marks; none in a long list, where each would take too long."""
        return () if self.fixed or self.longest > MOST_LISTED else self.marks()

    def fast_view(self) -> Mapping[str, Any]:
        """The values and the lists."""
        return {"cards": self.cards_view(), "goal": self.goal_view(), **self.lists_view()}

    @abstractmethod
    def lists_view(self) -> dict[str, Any]:
        """The lists as they are drawn, by their keys in the view."""

    def next_grade(self, grade: Any, action: Action) -> Any:
        """The grade that a click gives to an item; it skips grades that a gain table of a measure lacks."""
        if self.fixed:
            raise ValueError("The labels must stay as they are here. Drag the items.")
        parameters = [value for card in self.cards.shown for value in card.measure.parameters.values()]
        return self.grades.next(grade, bool(action.get("back")), parameters)

    def show_more(self) -> str:
        """Show more items, or fewer again."""
        self.rows = MOST_LISTED if self.rows == MOST_ROWS else MOST_ROWS
        return f"{min(self.rows, self.longest)} items shown"

    def list_rows(self, scored: ScoredList) -> list[ListRow]:
        """The first items of a list."""
        key = "rows", self.rows, self.grades, self.positive
        return scored.once(key, self._list_rows, scored.ranking, self.positive)

    def _list_rows(self, ranking: Ranking, positive: str) -> list[ListRow]:
        scores = aligned(ranking.scores or ())
        top = zip(ranking.items, ranking.grades[: self.rows], strict=False)
        return [
            {
                "item": item,
                "score": scores[place] if scores else "",
                **self.grades.view(grade, ranking.relevant_from, positive),
            }
            for place, (item, grade) in enumerate(top)
        ]

    def more(self) -> str:
        """The label of the button that shows more items, or fewer."""
        if self.longest <= MOST_ROWS:
            return ""
        if self.rows > MOST_ROWS:
            return "Show fewer"
        return f"Show all {self.longest}" if self.longest <= MOST_LISTED else f"Show {MOST_LISTED}"


class RankingState(JudgedState):
    """A ranked list to be reordered and judged anew.

    ``best`` is the best swap, if the last action asked for it; ``search`` is what is left of the search in a long list.
    ``moves`` are the values that the chosen measure would have if the item that is held was dropped. ``known`` gives
    the value of a measure with other grades, where all lists are kept.
    """

    actions: ClassVar[Actions] = {
        **JudgedState.actions,
        "best_swap": Kind(
            method("find_best_swap"),
            recorded=lambda state: [{"do": "best_swap"}] if len(state.ranking) <= MOST_REORDERED else (),
            part="value",
        ),
        "swap": Kind(method("swap", "items"), changes="order"),  # a page records the best one where it has found it
        "hold": Kind(method("hold", "item")),
    }
    momentary = (*JudgedState.momentary, "best", "search", "moves")
    now: ScoredList
    start: ScoredList
    known: Callable[[ScoredList, Card, tuple[Any, ...]], float] | None = None
    best: SwapView | None = None
    moves: list[MoveView] | None = None
    search: Iterator[tuple[Swap | None, float]] | None = None

    def set_ranking(self, ranking: Any) -> None:
        """Start anew from another list."""
        self.now = self.start = ScoredList(ranking if isinstance(ranking, Ranking) else Ranking(ranking))
        self.rows = MOST_ROWS
        self.set_grades()

    def rank(self, item: str) -> int:
        """The rank of an item."""
        return rank_of(item, self.ranking.items, "the list")

    # --- actions; each returns what it did, in words ------------------------------------------------------
    def hold(self, item: str) -> str:
        """Find the value that the chosen measure would have with an item at each rank that is shown."""
        rank, card, ranking = self.rank(item), self.cards.card, self.ranking
        if len(ranking) <= MOST_MOVED:
            ranks = range(1, min(len(ranking), self.rows) + 1)
            values = [float(ScoredList(ranking.moved(rank, to)).value(card)) for to in ranks]
            worst, best = min(values), max(values)
            if card.measure.metric.less_is_better:
                worst, best = best, worst
            span = best - worst or math.inf
            shares = [(value - worst) / span for value in values]
            self.moves = [
                {"value": decimal_text(value), "share": round(share, 3) if share == share else 0}
                for value, share in zip(values, shares, strict=True)
            ]
        return ""

    def find_best_swap(self) -> str:
        """Find the swap of two items that improves the chosen measure most."""
        trace = self.trace()
        if list(trace.ranking.items) != list(self.ranking.items):
            self.search, words = None, OTHER_LIST.format(self.cards.name)
            self.best = {"items": [], "words": words, "busy": False}
            return words
        self.search = best_swaps(trace, self.known and partial(self.known, self.now, self.cards.card))
        self.best = self._try_swaps()
        return f"Looking for the best swap for {self.cards.name}." if self.search else self.best["words"]

    def work(self) -> Iterator[bool]:
        """Go on with the search."""
        while self.search:
            before, self.best = self.best, self._try_swaps()
            if not self.search:
                self.announcement = self.best["words"]
            yield self.best != before

    def _try_swaps(self) -> SwapView:
        """Try some more swaps; then the best one so far, in words."""
        assert self.search
        best, share = next(self.search)
        if share == 1:
            self.search = None
        label, tried = self.cards.name, f"{10 * math.floor(10 * share)}% of the swaps tried"
        if best is None:
            words = f"Looking for the best swap for {label}: {tried}." if self.search else NO_SWAP.format(label)
            return {"items": [], "words": words, "busy": bool(self.search)}
        ranks = best.first, best.second
        items = [self.ranking.items[rank - 1] for rank in ranks]
        one, other = (f"{quoted(item)} (rank {rank})" for item, rank in zip(items, ranks, strict=True))
        change = f"{'+' if best.change > 0 else '−'}{numbers.decimal(abs(best.change))}"
        so_far, more = (" so far", f" Still looking: {tried}.") if self.search else ("", "")
        words = f"Best swap{so_far} for {label}: {one} and {other}, {change}.{more}"
        return {"items": items, "words": words, "busy": bool(self.search)}

    def swap(self, items: Sequence[str]) -> str:
        """Swap two items, and with them the weights that belong to them."""
        if len(items) != 2 or not all(isinstance(item, str) for item in items):
            raise TypeError(must("items", items, "be two names"))
        card = self.cards.card
        ranking, parameters = Orders(self.trace()).with_swap(*map(self.rank, items))
        self.now = ScoredList(ranking)
        before = card.measure.parameters
        moved = {name: value for name, value in parameters.items() if value is not before.get(name)}
        if moved:
            self.cards.replace(card.with_parameters(origin=True, **moved))
        return f"{quoted(items[0])} and {quoted(items[1])} swapped"

    # --- the view -----------------------------------------------------------------------------------------
    def list_view(self) -> ListView:
        """The list, and the relevant items that it misses."""
        ranking = self.ranking
        rows = self.list_rows(self.now)
        more = len(ranking) - len(rows)
        return {
            "rows": rows,
            "binary": self.grades.binary,
            "hidden": f"{more} more items (rank {len(rows) + 1} to {len(ranking)}) are not shown." if more else "",
            "more": self.more(),
            "missed": self.now.once(("missed", self.grades, self.positive), self._missed) + self._out_of_order(),
            "swap": self.best,
            "moves": self.moves,
        }

    def _out_of_order(self) -> str:
        """Which item has been moved below one with a lower score."""
        scores, items = (self.ranking.scores or ())[: self.rows], self.ranking.items
        moved = (rank for rank, (above, score) in enumerate(pairwise(scores)) if score > above)
        rank = next(moved, None)
        if rank is None:
            return ""
        return f" {quoted(items[rank + 1])} has a higher score than {quoted(items[rank])} above it."

    def _missed(self) -> str:
        """How many relevant items the list contains, and which ones it misses."""
        ranking = self.ranking
        missed, (here, total) = ranking.missed, found(ranking)
        part = "" if here == total == 1 else "all " if here == total else f"{here} "
        noun = f"{self.positive} item"
        summary = f"{counted(total, noun)}, {part}in the list." if total else f"No {noun}."
        named = zip(ranking.missed_items or [""] * len(missed), missed, strict=True)
        graded = sorted(((name, grade) for name, grade in named if grade), key=lambda one: -one[1])
        if not graded:
            return summary
        names = [name for name, _ in graded if name]
        if not self.grades.binary:
            grades = [f"grade {called(grade)}" for _, grade in graded]
            names = [f"{name} ({grade})" for name, grade in zip(names, grades, strict=True)] if names else grades
        if all(grade >= ranking.relevant_from for _, grade in graded) and not names:
            return summary  # which says how many
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"{summary} Not retrieved: {', '.join(names[:MOST_NAMED]) or counted(len(graded), 'item')}{more}."


def found(ranking: Ranking) -> tuple[int, int]:
    """How many relevant items a list has, and how many there are."""
    total = int(ranking.relevant_total.values)
    return total - sum(grade >= ranking.relevant_from for grade in ranking.missed), total


def retrieved(ranking: Ranking) -> str:
    """How many of the relevant items a list has, in words."""
    here, total = found(ranking)
    return f"{here} of {total} relevant" if total else "nothing relevant"


def rank_of(item: str, items: Sequence[str], where: str) -> int:
    """The rank of an item in a list."""
    if item not in items:
        raise ValueError(f"item must be one of the items in {where}, not {shown(item)}")
    return items.index(item) + 1


def target(action: Action, rank: int, last: int) -> int:
    """The rank that an action moves an item to; a move by some ranks ends at the last one."""
    to: int = action["to"] if "to" in action else min(max(rank + action["by"], 1), last)
    return to


def moves(items: Sequence[str]) -> list[Action]:
    """Every move of an item: to a rank, and a rank up or down."""
    up_or_down: list[Action] = [{"do": "move", "item": item, "by": by} for item in items for by in (-1, 1)]
    to: list[Action] = [{"do": "move", "item": item, "to": to} for item in items for to in range(1, len(items) + 1)]
    return to + up_or_down


def aligned(scores: Sequence[float]) -> list[str]:
    """Scores with as many decimals as the one that needs most of them, up to four significant digits."""
    written = [f"{score:.4g}" for score in scores]
    if any("e" in one for one in written):
        return written
    places = max((len(one.partition(".")[2]) for one in written), default=0)
    return [f"{score:.{places}f}" for score in scores]
