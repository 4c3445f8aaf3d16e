"""What a surface shows after every gesture that a reader may make, recorded for a page without Python.

States are numbered, and an edge says which state a gesture leads to. A metric depends on the grades by rank, not on
the names: so the items of a list without scores are recorded as signs, one for each rank, and a list in another order
is a state that is known already, with its names in another order.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import methodcaller
from typing import Any, NamedTuple

from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import Display
from rankteach.widgets.protocol import Action, SwapView
from rankteach.widgets.shared.cards import Card, ScoredList
from rankteach.widgets.shared.judged_list import MOST_REORDERED, RankingState
from rankteach.widgets.shared.state import State
from rankteach.widgets.shared.trace_state import TraceState

MOST_STATES = 3_000
"""If all gestures together lead to more states, fewer of them can follow each other."""
AWAY: tuple[tuple[str, ...], ...] = (
    (),
    ("move", "swap"),
    ("move", "swap", "cut", "threshold"),
    ("move", "swap", "cut", "threshold", "query", "choose"),
    ("toggle", "cut"),
)
"""Which gestures lead to new states from the start alone; the first of these with few enough states is taken."""

Order = tuple[int, ...] | None
"""At which ranks the items were before, best rank first; None if nothing has moved."""


class Edge(NamedTuple):
    """What a gesture does: the key of the state that it leads to, its words, the order, and the best swap."""

    to: Any
    words: str
    order: Order
    swap: SwapView | None


@dataclass
class Recorded:
    """A state, and where gestures lead."""

    state: Any
    edges: dict[str, Edge] = field(default_factory=dict)


def record(state: TraceState, most_answers: float = math.inf) -> dict[str, Any]:
    """All that a page needs to answer gestures: plain data, for JSON. ``whole`` says whether all can follow each other.

    Each state answers each gesture; with more answers than ``most_answers``, fewer gestures can follow each other.

    >>> from rankteach.widgets.explorer.state import ExplorerState
    >>> recorded = record(ExplorerState([1, 0, 1], ["AP"]))
    >>> len(recorded["views"]), recorded["names"]  # each pattern of three grades
    (8, ['d1', 'd2', 'd3'])
    """
    names = Names(state)
    start, order = names.placed(names.start)
    gestures = Counter(gesture["do"] for gesture in start.gestures())
    most = min(MOST_STATES, most_answers / max(1, gestures.total()))
    # n items have n (n + 2) moves: to each rank, up and down
    gestures["move"] = math.factorial(math.isqrt(gestures["move"]))
    if names.signs:  # by rank, items of the same grade can change places
        gestures["move"] //= math.prod(map(math.factorial, Counter(start.ranking.grades).values()))
    away = next((away for away in AWAY if _about(gestures, away, bool(names.signs)) <= most), None)
    states = _walked(names, start, most, away)
    titles = {name: title for one in states.values() for name, title in one.state.shown_titles().items()}
    known = {"titles": {**titles, **state.shown_titles()}, "titled": state.titles_code()}
    whole = {"whole": away == () and len(states) < most}
    return {**_table(states), **names.table(), **known, **whole, "order": order or [*range(len(names.names))]}


def _about(gestures: Counter[str], away: Collection[str], by_rank: bool) -> int:
    """About how many states there are: every pattern of grades, and for each of them what else can be chosen.

    By rank, every order has a pattern that is counted already.
    """
    out = {*away, "move"} if by_rank and "toggle" not in away else away
    chosen = (max(1, gestures[do]) for do in ("choose", "cut", "threshold", "side", "move", "query") if do not in out)
    marks = gestures["toggle"] + 1 if "toggle" in away else 2 ** min(gestures["toggle"], 20)
    return math.prod(chosen, start=marks * 2 ** gestures["take_out"])


class Names:
    """The names of the items, and a sign for each rank; no signs where a list cannot be recorded by rank."""

    def __init__(self, state: Any) -> None:
        self.start, self.signs, self.implied = state.after(lambda same: None), "", ""
        self.names: Sequence[str] = ()
        self.called = True
        if not isinstance(state, RankingState) or getattr(state, "queries", None):
            return
        first, now = state.then.ranking, state.ranking
        if first.scores is not None or len(first) > MOST_REORDERED:
            return
        text = json.dumps(state.view(), ensure_ascii=False)
        free = (sign for sign in map(chr, range(0xA000, 0xA400)) if sign not in text)
        self.names, self.signs = first.items, "".join(islice(free, len(first)))
        self.implied, self.called = "" if first.named else f", items={list(self.signs)!r}", now.named
        sign = dict(zip(self.names, self.signs, strict=True))
        self.start.then = ScoredList(_called(first, self.signs))
        self.lists: dict[tuple[Any, ...], Shared] = {}
        self.start.now = ScoredList(_called(now, [sign[item] for item in now.items]))

    def placed(self, state: Any) -> tuple[Any, Order]:
        """The state with each sign at its rank, and the order in which a gesture has left them."""
        if not self.signs or isinstance(state.now, Shared):
            return state, None
        ranking = state.ranking
        order = tuple(map(self.signs.index, ranking.items))
        state.now = self.shared(ranking)
        return state, None if order == tuple(range(len(order))) else order

    def shared(self, ranking: Ranking) -> Shared:
        """The one list with the grades of a ranking."""
        grades = tuple(ranking.grades)
        if grades not in self.lists:
            self.lists[grades] = Shared(_called(ranking, self.signs), self)
        return self.lists[grades]

    def table(self) -> dict[str, Any]:
        """What the page writes instead of the signs; in code, names have quotes."""
        quoted = list(map(repr, self.names))
        names = list(self.names)
        return {"names": names, "signs": self.signs, "quoted": quoted, "implied": self.implied, "called": self.called}


class Shared(ScoredList):
    """The only list with its grades, with a sign for each rank. It keeps the lists that changes make of it."""

    def __init__(self, ranking: Ranking, names: Names) -> None:
        super().__init__(ranking)
        self._names = names
        self._changed: dict[Any, ScoredList] = {}

    def changed(self, change: str, *where: Any) -> ScoredList:
        """The list after a change, the same each time."""
        if (change, where) not in self._changed:
            ranking = super().changed(change, *where).ranking
            self._changed[change, where] = Changed(ranking, self._names.shared(ranking))
        return self._changed[change, where]


class Changed(ScoredList):
    """A list before its signs are at their ranks again; the list where they are has the same values."""

    def __init__(self, ranking: Ranking, placed: Shared) -> None:
        super().__init__(ranking)
        self._placed = placed

    def value(self, card: Card) -> Any:
        """The card's value, calculated once for all orders of the signs."""
        return self._placed.value(card)


def _called(ranking: Ranking, names: Sequence[str]) -> Ranking:
    return Ranking(**{**ranking.arguments(), "items": list(names)})


def gesture_text(gesture: Mapping[str, Any]) -> str:
    """A gesture as the page looks it up."""
    return json.dumps(sorted(gesture.items()), ensure_ascii=False, separators=(",", ":"))


def _walked(names: Names, start: Any, most: float, away: Collection[str] | None = None) -> dict[Any, Recorded]:
    """States that gestures lead to, by their keys, the nearest first; by default a single gesture from the start."""
    first = _key(start)
    states = {first: Recorded(start)}
    queue = [first]

    def led_to(state: Any, gesture: Action) -> Any:
        """Where a gesture leads, without the values that are said of it, which take long."""
        return _key(names.placed(state.after(lambda one: State.dispatch(one, gesture)))[0])

    for key in queue:
        here = states[key]

        def follow(state: Any, gesture: Action, here: Recorded = here, new: bool = key == first) -> Any:
            grows = new or (len(states) < most and away is not None and gesture["do"] not in away)
            if not grows and led_to(state, gesture) not in states:
                return None
            there = state.after(methodcaller("dispatch", gesture))
            list(there.work())
            words, there.announcement = there.announcement, ""
            swap = getattr(there, "best", None)
            there, order = names.placed(there.after(lambda same: None) if swap else there)
            to = _key(there)
            if to not in states:
                if not grows:
                    return swap
                states[to] = Recorded(there)
                queue.append(to)
            here.edges[gesture_text(gesture)] = Edge(to, words, order, swap)
            return swap

        for gesture in here.state.gestures():
            if names.signs and "by" in gesture:
                continue  # the page knows the rank
            swap = follow(here.state, gesture)
            if swap and swap["items"]:
                follow(here.state, {"do": "swap", "items": swap["items"]})
    return states


def _key(state: Any) -> tuple[Any, ...]:
    """What tells states apart: the code, what is shown of it, and which measures the slider moves."""
    cards, queries = getattr(state, "cards", None), getattr(state, "queries", None)
    own = [(name, one) for name, one in vars(state).items() if isinstance(one, bool | int | str | Display)]
    slider = (cards.cutoff, cards.chosen, sorted(cards.tied)) if cards else ()
    return state.code(), repr(sorted(own)), repr((queries and queries.query, slider))


# --- the table ----------------------------------------------------------------------------------------------
class Parts:
    """Plain data in which equal parts have one number: leaves, and lists and mappings of the numbers of their parts."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}  # those of leaves by their type and value, others by their kind and parts

    def add(self, value: Any) -> int:
        """The number of a value."""
        if isinstance(value, Mapping):
            entry: Any = tuple(value), *map(self.add, value.values())
        elif isinstance(value, list | tuple):
            entry = None, *map(self.add, value)
        else:
            entry = type(value), value
        return self._numbers.setdefault(entry, len(self._numbers))

    def table(self) -> tuple[dict[str, Any], list[int]]:
        """The leaves, and all parts of one kind in columns of differences, which are short; and all final numbers."""
        kinds: dict[Any, list[Any]] = {"leaves": []}
        for entry in self._numbers:
            leaf = isinstance(entry[0], type)
            kinds.setdefault("leaves" if leaf else (entry[0], len(entry)), []).append(entry)
        final = {entry: number for number, entry in enumerate(chain.from_iterable(kinds.values()))}
        numbers = [final[entry] for entry in self._numbers]
        leaves = [value for _, value in kinds.pop("leaves")]
        groups = [
            (names, len(entries), [_differences([numbers[one] for one in column]) for column in columns])
            for (names, _), entries in kinds.items()
            for _, *columns in [list(zip(*entries, strict=True))]
        ]
        return {"leaves": leaves, "groups": groups}, numbers


def _differences(numbers: Sequence[int]) -> list[int]:
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _table(states: Mapping[Any, Recorded]) -> dict[str, Any]:
    """Views and edges by the numbers of their states; an edge has the distance to its state.

    States that differ only in their list are next to each other, always in the same order: what gestures do then looks
    the same again and again, and takes little room.
    """
    parts, number = Parts(), {key: place for place, key in enumerate(sorted(states, key=lambda key: key[2:] + key[:2]))}
    shown = [states[key].state for key in number]
    drawn: dict[Any, Any] = {}  # each calculation once, for all states that show it
    for state in shown:
        calculation = id(state.trace()), state.display
        state.drawn = drawn.get(calculation)
        state.surface()
        drawn[calculation] = state.drawn
    views = [parts.add({**state.view(), "code": state.code()}) for state in shown]
    worked = {surface: parts.add(surface.formulas()) for *_, surface in drawn.values()}
    edges: dict[str, list[list[Any]]] = {}
    orders: dict[Order, int] = {None: 0}
    for key, here in number.items():
        for gesture, (to, words, order, swap) in states[key].edges.items():
            if to in number:
                columns = edges.setdefault(gesture, [[None] * len(number) for _ in range(5)])
                lead, _, news = words.partition("; ")
                turned = orders.setdefault(order, len(orders))
                entry = number[to] - here, turned, parts.add(lead), parts.add(news), parts.add(swap)
                for column, value in zip(columns, entry, strict=True):
                    column[here] = value
    table, final = parts.table()
    for columns in edges.values():
        columns[2:] = [[None if one is None else final[one] for one in column] for column in columns[2:]]
    return {
        **table,
        "views": [final[view] for view in views],
        "formulas": [final[worked[state.surface()]] for state in shown],
        "edges": edges,
        "orders": list(orders),
        "start": number[next(iter(states))],
    }
