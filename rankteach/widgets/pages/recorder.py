"""What a surface shows after every gesture that a reader may make, recorded for a page without Python.

States are numbered, and an edge says which state a gesture leads to. A metric depends on the grades by rank, not on
the names: so the items of a list without scores are recorded as signs, one for each rank, and a list in another order
is a state that is known already, with its names in another order.
"""

from __future__ import annotations

import gc
import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple

from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import Display
from rankteach.runs.progress import Bar
from rankteach.widgets.parts.cards import ScoredList
from rankteach.widgets.parts.list import MOST_REORDERED, RankingState
from rankteach.widgets.parts.trace import TraceState
from rankteach.widgets.protocol import Action, SwapView
from rankteach.widgets.session.state import State

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


Key = tuple[int, int, str, str | None]
"""What tells states apart: their list, their cards, what else is shown of them, and the query of a run."""


class Edge(NamedTuple):
    """What a gesture does: the key of the state that it leads to, its words, the order, and the best swap."""

    to: Key
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
    with without_collection():
        return _recorded(state, most_answers)


def _recorded(state: TraceState, most_answers: float) -> dict[str, Any]:
    names = Names(state)
    start = names.start
    gestures = Counter(gesture["do"] for gesture in start.gestures())
    most = min(MOST_STATES, most_answers / max(1, gestures.total()))
    # n items have n (n + 2) moves: to each rank, up and down
    gestures["move"] = math.factorial(math.isqrt(gestures["move"]))
    if names.signs:  # by rank, items of the same grade can change places
        gestures["move"] //= math.prod(map(math.factorial, Counter(start.ranking.grades).values()))
    away = next((away for away in AWAY if _about(gestures, away, bool(names.signs)) <= most), None)
    walk = Walk(names, most, away)
    states, order = walk.states, walk.order
    titles = {name: title for one in states.values() for name, title in one.state.shown_titles().items()}
    known = {"titles": {**titles, **state.shown_titles()}, "titled": state.titles_code()}
    whole = {"whole": away == () and len(states) < most}
    return {**_table(states), **names.table(), **known, **whole, "order": order or [*range(len(names.names))]}


@contextmanager
def without_collection() -> Iterator[None]:
    """Thousands of states are made and all are kept: looking for what to throw away would take a fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


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
        self.start.now = ScoredList(_called(now, [sign[item] for item in now.items]))
        self._lists: dict[tuple[Any, ...], ScoredList] = {}

    def placed(self, ranking: Ranking) -> tuple[ScoredList, Order]:
        """The one list with the grades of a ranking and a sign for each rank, and the order that the signs were in."""
        grades, order = tuple(ranking.grades), tuple(map(self.signs.index, ranking.items))
        if grades not in self._lists:
            self._lists[grades] = ScoredList(_called(ranking, self.signs))
        return self._lists[grades], None if order == tuple(range(len(order))) else order

    def table(self) -> dict[str, Any]:
        """What the page writes instead of the signs; in code, names have quotes."""
        quoted = list(map(repr, self.names))
        names = list(self.names)
        return {"names": names, "signs": self.signs, "quoted": quoted, "implied": self.implied, "called": self.called}


def _called(ranking: Ranking, names: Sequence[str]) -> Ranking:
    return Ranking(**{**ranking.arguments(), "items": list(names)})


def gesture_text(gesture: Action) -> str:
    """A gesture as the page looks it up."""
    written: tuple[Any, ...] = tuple(gesture.items())
    return _sorted_text(written) if "items" not in gesture else _sorted_text.__wrapped__(written)


@lru_cache(maxsize=MOST_STATES)
def _sorted_text(gesture: tuple[tuple[str, Any], ...]) -> str:
    return json.dumps(sorted(gesture), ensure_ascii=False, separators=(",", ":"))


class Change(NamedTuple):
    """What a gesture does: the state that it leads to, its words, the order, and the best swap.

    ``told`` says whether the value of the chosen measure belongs to the words, and ``kept`` whether it is the same one.
    """

    there: Any
    words: str
    told: bool
    kept: bool
    order: Order
    swap: SwapView | None


class Walk:
    """States that gestures lead to, by their keys, the nearest first; by default a single gesture from the start.

    Lists that are the same are one object in all states, and so are cards: each is calculated once. A gesture that
    depends on the list alone, or on the cards alone, is performed once for each list or cards, not in each state.
    """

    def __init__(self, names: Names, most: float, away: Collection[str] | None = None) -> None:
        self.names, self.most, self.away = names, most, away
        self.known: dict[Any, Any] = {}  # lists and cards, by what tells them apart
        self.performed: dict[Any, Change] = {}
        self.news: dict[Any, str] = {}
        start, self.order = self.settled(names.start)
        self.states = {_key(start): Recorded(start)}
        queue = list(self.states)
        with closing(Bar(None, None, desc="trying every gesture", unit=" states")) as bar:
            for key in queue:
                for gesture in self.states[key].state.gestures():
                    if names.signs and "by" in gesture:
                        continue  # the page knows the rank
                    swap = self.follow(key, gesture, queue)
                    if swap and swap["items"]:
                        self.follow(key, {"do": "swap", "items": swap["items"]}, queue)
                bar.advance(1)

    def follow(self, key: Key, gesture: Action, queue: list[Key]) -> SwapView | None:
        """Record where a gesture leads from a state; a state that is new is put into the queue."""
        here = self.states[key]
        state, text = here.state, gesture_text(gesture)
        now, cards, own, query = key
        part = state.parts.get(gesture["do"])
        known = (now if part == "now" else cards, query, text) if part else (key, text)
        change = self.performed.get(known) or self.perform(state, gesture)
        if part:  # what else there is stays
            self.performed[known] = change
            there = id(getattr(change.there, part))
            to = (there, cards, own, query) if part == "now" else (now, there, own, query)
        else:
            to = _key(change.there)
        reached = self.states.get(to)
        if not reached:
            may_follow = len(self.states) < self.most and self.away is not None and gesture["do"] not in self.away
            if key != queue[0] and not may_follow:
                return change.swap
            new = _with(state, {part: getattr(change.there, part)}) if part else change.there
            reached = self.states[to] = Recorded(new)
            queue.append(to)
        words = f"{change.words}; {self.told(state, change.kept, reached.state)}" if change.told else change.words
        here.edges[text] = Edge(to, words, change.order, change.swap)
        return change.swap

    def perform(self, state: Any, gesture: Action) -> Change:
        """Perform a gesture; the value of the chosen measure, which takes long, is not told yet."""
        there = state.after(lambda one: State.dispatch(one, gesture))
        list(there.work())
        kept = hasattr(state, "cards") and there.cards.card is state.cards.card
        told = hasattr(state, "cards") and not (kept and there.now is state.now)
        words, swap = there.announcement, getattr(there, "best", None)
        settled, order = self.settled(there.after(lambda same: None))
        return Change(settled, words, told, kept, order, swap)

    def settled(self, state: Any) -> tuple[Any, Order]:
        """The state with the one list and the one cards that are like its own; and the order that it had."""
        if not hasattr(state, "cards"):
            return state, None
        now, cards, order = state.now, state.cards, None
        shown = tuple(card.name for card in cards.shown)
        state.cards = self.known.setdefault((shown, cards.cutoff, cards.chosen, cards.tied), cards)
        if self.names.signs:
            state.now, order = self.names.placed(now.ranking)
        else:
            state.now, state.then = map(self.one, (now, state.then))
        return state, order

    def one(self, lists: Any) -> Any:
        """The one that is the same: of which the line of Python is the same."""
        return self.known.setdefault(_with(self.names.start, {"now": lists}).code(), lists)

    def told(self, state: Any, kept: bool, there: Any) -> str:
        """The value of the chosen measure in a state; ``kept`` if it was chosen in the state before."""
        card, chosen = state.cards.card if kept else None, there.cards.card
        key = id(state.now), id(card), id(there.now), id(chosen)
        if key not in self.news:
            self.news[key] = there.news(state.now, card)
        return self.news[key]


def _with(state: Any, parts: Mapping[str, Any]) -> Any:
    """The state with another list, or other cards."""
    there = state.after(lambda same: None)
    for name, part in parts.items():
        setattr(there, name, part)
    return there


def _key(state: Any) -> Key:
    own = [(name, one) for name, one in vars(state).items() if isinstance(one, bool | int | str | Display)]
    queries = getattr(state, "queries", None)
    now, cards = id(getattr(state, "now", None)), id(getattr(state, "cards", None))
    return now, cards, repr(sorted(own)), queries and queries.query


# --- the table ----------------------------------------------------------------------------------------------
CONTAINERS = (dict, list, tuple)


class Parts:
    """Plain data in which equal parts have one number: leaves, and lists and mappings of the numbers of their parts."""

    def __init__(self, shared: Iterable[Any] = ()) -> None:
        self._numbers: dict[Any, int] = {}  # those of leaves by their type and value, others by their kind and parts
        self._shared = {id(value): -1 for value in shared if isinstance(value, dict | list)}  # added once

    def add(self, value: Any) -> int:
        """The number of a value."""
        if not isinstance(value, CONTAINERS):
            return self._numbers.setdefault((type(value), value), len(self._numbers))
        known = self._shared.get(id(value))
        if known is not None and known >= 0:
            return known
        entry: Any = (
            (tuple(value), *map(self.add, value.values())) if isinstance(value, dict) else (None, *map(self.add, value))
        )
        number = self._numbers.setdefault(entry, len(self._numbers))
        if known is not None:
            self._shared[id(value)] = number
        return number

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


def _slider(state: Any) -> tuple[Any, ...]:
    """Which measures the slider moves."""
    cards = getattr(state, "cards", None)
    return (cards.cutoff, cards.chosen, sorted(cards.tied)) if cards else ()


def _table(states: Mapping[Any, Recorded]) -> dict[str, Any]:
    """Views and edges by the numbers of their states; an edge has the distance to its state.

    States that differ only in their list are next to each other, always in the same order: what gestures do then looks
    the same again and again, and takes little room.
    """
    code = {key: here.state.code() for key, here in states.items()}
    beside = {key: (repr((key[3], _slider(here.state))), code[key], key[2]) for key, here in states.items()}
    number = {key: place for place, key in enumerate(sorted(states, key=beside.__getitem__))}
    shown = [states[key].state for key in number]
    drawn: dict[Any, Any] = {}  # each calculation once, for all states that show it
    with closing(Bar(None, len(shown), desc="drawing every state", unit=" states")) as bar:
        for state in shown:
            calculation = id(state.trace()), state.display
            state.drawn = drawn.get(calculation)
            state.surface()
            drawn[calculation] = state.drawn
            bar.advance(1)
    parts = Parts([one for *_, surface in drawn.values() for one in surface.view.values()])
    views = [parts.add({**states[key].state.view(), "code": code[key]}) for key in number]
    worked = {surface: parts.add(surface.formulas()) for *_, surface in drawn.values()}
    edges: dict[str, list[list[Any]]] = {}
    orders: dict[Order, int] = {None: 0}
    said: dict[str, tuple[int, int]] = {}
    for key, here in number.items():
        for gesture, (to, words, order, swap) in states[key].edges.items():
            if to in number:
                if gesture not in edges:
                    edges[gesture] = [[None] * len(number) for _ in range(5)]
                if words not in said:
                    lead, _, news = words.partition("; ")
                    said[words] = parts.add(lead), parts.add(news)
                turned = orders.setdefault(order, len(orders))
                entry = number[to] - here, turned, *said[words], parts.add(swap)
                for column, value in zip(edges[gesture], entry, strict=True):
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
