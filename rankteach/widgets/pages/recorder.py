"""What a surface shows after every action that a reader may make, recorded for a page without Python.

States are numbered, and an edge says which state an action leads to. A metric depends on the grades and scores by
rank, not on the names: so the items of a list are recorded as signs, one for each rank, and a list in another order is
a state that is known already, with its names in another order.
"""

from __future__ import annotations

import gc
import json
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from copy import copy
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from operator import methodcaller
from typing import Any, NamedTuple

from rankteach.notation.numbers import Display
from rankteach.runs.progress import Bar
from rankteach.widgets.parts.cards import Card, ScoredList
from rankteach.widgets.parts.list import JudgedState, RankingState
from rankteach.widgets.parts.trace import TraceState
from rankteach.widgets.parts.trace_view import TraceDrawing, formulas_of, record_of
from rankteach.widgets.protocol import Action, SwapView
from rankteach.widgets.session.state import State

MOST_STATES = 3_000
"""If all actions together lead to more states, fewer of them can follow each other."""
MOST_IF_FIXED = 80_000
"""Answers of all states, where labels stay and items go on moving."""
GOING_ON = ((), ("line",), ("line", "choice"))
AWAY = (*GOING_ON, ("order",), ("order", "line"), ("order", "line", "choice"), ("grades", "line"))
"""Which changes lead to new states from the start alone; the first of these with few enough states is taken.

Where labels stay, items go on moving: if there are too many states, those are taken that few moves lead to.
"""
FAR = ". The lists that reach it are not saved in this page: press Copy as code and run the line in a notebook."

Order = tuple[int, ...] | None
"""At which ranks the items were before, best rank first; None if nothing has moved."""


Given = tuple[tuple[tuple[Any, ...], tuple[float, ...] | None], ...]
"""Of each list, the grades and the scores."""


Key = tuple[int, int, str]
"""What tells states apart: their list, their cards, and what else is shown of them."""


Edge = tuple[Key, str, Order, SwapView | None]
"""What an action does: the key of the state that it leads to, its words, the order, and the best swap."""


class Recorded:
    """A state, its chosen measure, and where actions lead."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.card: Any = state.cards.card if hasattr(state, "cards") else None
        self.list = id(getattr(state, "now", None))
        self.edges: dict[str, Edge] = {}

    def is_moved(self) -> bool:
        """Whether every move of an item to a rank was recorded."""
        kind = self.state.actions.get("move")
        moves = [action for action in kind.recorded(self.state) if "by" not in action] if kind else []
        return not kind or (bool(moves) and all(action_text(one) in self.edges for one in moves))


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


@without_collection()
def record(state: State, most_answers: float = math.inf) -> dict[str, Any]:
    """All that a page needs to answer actions: plain data, for JSON. ``whole`` says whether all can follow each other.

    Each state answers each action; with more answers than ``most_answers``, fewer actions can follow each other.

    >>> from rankteach.widgets.explorer.widget import ExplorerState
    >>> recorded = record(ExplorerState([1, 0, 1], ["AP"]))
    >>> len(recorded["views"]), recorded["names"]  # each pattern of three grades
    (8, ['d1', 'd2', 'd3'])
    """
    names = RankSigns(state)
    start = names.state
    actions = Counter(action["do"] for action in start.recordable_actions() if not (names.signs and "by" in action))
    nearest = start.most_nearest if names.signs else None
    if names.signs and start.fixed:
        most_answers = min(most_answers, MOST_IF_FIXED)
    most = min(nearest or MOST_STATES, most_answers / max(1, actions.total()))
    changes = [(start.actions[do].changes, number) for do, number in actions.items()]
    grades = [one.grades for _, one in start.lists()] if names.signs else None
    ways, last = (GOING_ON, GOING_ON[-1]) if grades and start.fixed else (AWAY, None)
    away = next((away for away in ways if _estimated_states(changes, away, grades) <= most), last)
    if nearest and away:
        away = ("order",)
    walk = Walk(names, most, away)
    states, order = walk.states, walk.order
    titles = {name: title for one in states.values() for name, title in one.state.shown_titles().items()}
    known = {"titles": {**titles, **state.shown_titles()}, "titled": state.titles_code()}
    reorder = [do for do, kind in state.actions.items() if kind.changes == "order" and not names.own]
    whole = {"whole": away == () and len(states) < most, "reorder": reorder}
    if getattr(start, "goal", None) and not _is_goal_near(walk):
        goal = copy(start.goal)
        goal.note = FAR
        for one in states.values():
            one.state.goal = goal
    return {**_table(states), **names.table(), **known, **whole, "order": order or [*range(len(names.names))]}


def _is_goal_near(walk: Walk) -> bool:
    """Whether a recorded state reaches the goal, other than by being shown a solution."""
    near, queue = {walk.first}, [walk.first]
    for key in queue:
        if walk.states[key].state.goal_reached:
            return True
        there = walk.states[key]
        shown = ('"solution"',) if there.is_moved() else ('"solution"', '"move"')  # which the page then offers none of
        new = {to for action, (to, *_) in there.edges.items() if not any(one in action for one in shown)} - near
        near |= new
        queue += new
    return False


def _estimated_states(
    actions: Iterable[tuple[str, int]], away: Collection[str], by_rank: Sequence[Sequence[Any]] | None = None
) -> int:
    """About how many states there are: every pattern of grades, and for each of them what else can be chosen.

    ``by_rank`` are the grades of lists that are recorded by rank: where they change, every order has a pattern that is
    counted already, and items of the same grade can change places.
    """
    known, states = list(actions), 1
    graded = "grades" not in away and "grades" in dict(known)
    for changes, number in known:
        if changes in ("grades", "queries"):
            states *= number + 1 if changes in away else 2 ** min(number, 20)
        elif changes == "order":
            if "order" not in away and not (graded and by_rank):
                orders = [math.factorial(math.isqrt(number))]  # n items have n (n + 2) moves: to each rank, up and down
                if by_rank:
                    counted = [Counter(one).values() for one in by_rank]
                    orders = [math.factorial(sum(one)) // math.prod(map(math.factorial, one)) for one in counted]
                states *= math.prod(orders)
        elif changes and changes not in away:
            states *= max(1, number)
    return states


class RankSigns:
    """The names of the items, and a sign for each rank of each list; no signs where a list cannot be recorded by rank.

    Of several lists, labels that change would be too many. Of two that are linked, the page knows by the names where an
    item is in the other one.
    """

    def __init__(self, state: Any) -> None:
        self.state, self.signs, self.implied = state.after(lambda same: None), "", ""
        self.names: Sequence[str] = ()
        self.called = True  # whether Python names the items in the line of code
        self.anew: dict[str, bool] = {}  # the same after what leads to one list, whatever was before
        self.own: dict[str, Any] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        if not isinstance(state, JudgedState) or getattr(state, "queries", None):
            return
        firsts, nows = state.rankings(), [one for _, one in state.lists()]
        told_apart = any(one.repeats or one.served for one in nows)  # items of one grade are not alike
        scored = any(one.scores is not None for one in nows)
        if not state.is_short or told_apart or (scored and _ties_by_name(state)):
            return
        alone, linked = isinstance(state, RankingState), getattr(state.now, "linked", False)
        if not alone and not (state.fixed and (not linked or {*nows[0].items} == {*nows[1].items})):
            return
        view: Any = state.view()
        text = json.dumps(view, ensure_ascii=False)
        free = (sign for sign in map(chr, range(0xA000, 0xA400)) if sign not in text)
        self.names = [item for one in firsts.values() for item in one.items]
        self.signs = "".join(islice(free, len(self.names)))
        solution = (state.goal and state.goal.solution) or firsts
        signed, end = {}, 0
        for (which, now), (name, first) in zip(state.lists(), firsts.items(), strict=True):
            start, end = end, end + len(first)
            self.spans["".join(map(str, which.values()))] = start, len(first)
            sign = dict(zip(first.items, self.signs[start:end], strict=True))
            lists = (first, now, solution[name])
            signed[name] = [one.replace(items=[sign[item] for item in one.items]) for one in lists]
        if linked:
            self.own = {name: view[name] for name in ("linked", "note")}
            self.implied, self.called, self.state.now = ", linked=False", False, replace(state.now, linked=False)
        if alone and not firsts[""].named:
            self.implied, self.called = f", items={list(self.signs)!r}", nows[0].named
        self.state.start, self.state.now = (
            self.state.with_rankings({name: lists[place] for name, lists in signed.items()}) for place in (0, 1)
        )
        if solution is not firsts:
            self.state.goal = copy(state.goal)
            self.state.goal.solution = {name: lists[2] for name, lists in signed.items()}
        anew = (one for kind in state.actions.values() if kind.anew for one in kind.recorded(state))
        self.anew = {one["do"]: alone and state.after(methodcaller("dispatch", one)).ranking.named for one in anew}
        self._lists: dict[Any, Any] = {}
        if alone and not scored:  # else an order of the scores may lead to lists that are not recorded
            self.state.known = self.value

    def placed(self, state: Any) -> tuple[Any, Order]:
        """The one list, or lists, with the grades of a state and a sign for each rank; the order that the signs had."""
        order = tuple(self.signs.index(item) for _, one in state.lists() for item in one.items)
        return self.one(_given(state)), None if order == tuple(range(len(order))) else order

    def one(self, given: Given) -> Any:
        """The one list, or lists, with these grades and scores."""
        if given not in self._lists:
            changed = {}
            for (name, one), (grades, scores) in zip(self.state.rankings().items(), given, strict=True):
                changed[name] = one.replace(items=list(one.items), grades=list(grades), scores=scores)
            self._lists[given] = self.state.with_rankings(changed)
        return self._lists[given]

    def knows(self, state: Any, move: Action) -> bool:
        """Whether a list is known in which an item is moved to a rank; always, where lists are not recorded by rank."""
        if not self.signs:
            return True
        given = list(state.now.once("given", _given, state))
        place = self.signs.index(move["item"])
        number, start = next((at, begin) for at, (begin, n) in enumerate(self.spans.values()) if place < begin + n)
        order = [*range(len(given[number][0]))]
        order.insert(move["to"] - 1, order.pop(place - start))
        given[number] = tuple(each and tuple(map(each.__getitem__, order)) for each in given[number])
        return tuple(given) in self._lists

    def value(self, now: ScoredList, card: Card, grades: tuple[Any, ...]) -> float:
        """The value of a measure of a list with these grades."""
        return float(self.one(((grades, now.ranking.scores),)).trace(card))

    def table(self) -> dict[str, Any]:
        """What the page writes instead of the signs; in code, names have quotes."""
        texts = {"names": list(self.names), "signs": self.signs, "quoted": list(map(repr, self.names))}
        said = {"implied": self.implied, "called": self.called, "anew": self.anew}
        return {**texts, **said, "own": self.own, "spans": self.spans}


def _given(state: Any) -> Given:
    return tuple((tuple(one.grades), one.scores) for _, one in state.lists())


def _ties_by_name(state: JudgedState) -> bool:
    """Whether a measure puts items of equal scores in an order by their names."""
    measures = [card.measure for card in state.cards.shown]
    return any("item" in one.metric.resolve(one.parameters).get("ties", "") for one in measures)


def action_text(action: Action) -> str:
    """An action as the page looks it up."""
    written: tuple[Any, ...] = tuple(action.items())
    return _sorted_text(written) if "items" not in action else _sorted_text.__wrapped__(written)


@lru_cache(maxsize=MOST_STATES)
def _sorted_text(action: tuple[tuple[str, Any], ...]) -> str:
    return json.dumps(sorted(action), ensure_ascii=False, separators=(",", ":"))


class Change(NamedTuple):
    """What an action does: the state that it leads to, its words, the order, and the best swap.

    ``told`` says whether the value of the chosen measure belongs to the words, and ``kept`` whether it is the same one.
    """

    there: Any
    words: str
    told: bool
    kept: bool
    order: Order
    swap: SwapView | None


class Walk:
    """States that actions lead to, by their keys, the nearest first; by default a single action from the start.

    Lists that are the same are one object in all states, and so are cards: each is calculated once. An action that
    depends on the list alone, or on the cards alone, is performed once for each list or cards, not in each state.
    """

    def __init__(self, names: RankSigns, most: float, away: Collection[str] | None = None) -> None:
        self.names, self.most, self.away = names, most, away
        self.known: dict[Any, Any] = {}  # lists and cards, by what tells them apart
        self.performed: dict[Any, Change] = {}
        self.news: dict[Any, str] = {}
        cards = getattr(names.state, "cards", None)
        self.weighted = any("weights" in one.measure.parameters for one in (cards.shown if cards else ()))
        start, self.order = self.settled(names.state)
        self.first = _key(start)
        self.states = {self.first: Recorded(start)}
        queue, self.later = list(self.states), list[Key]()
        with closing(Bar(None, None, desc="trying every action", unit=" states")) as bar:
            while queue or self.later:  # what cannot be reached from everywhere is followed last
                key = (queue or self.later).pop(0)
                here = self.states[key]
                for action in here.state.recordable_actions():
                    if names.signs and "by" in action:
                        continue  # the page knows the rank
                    swap = self.follow(key, here, action, queue)
                    if swap and swap["items"]:
                        self.follow(key, here, {"do": "swap", "items": swap["items"]}, queue)
                bar.advance(1)
        for key, here in self.states.items():  # a state that was not known yet when its action was followed
            for action in here.state.recordable_actions():
                if "by" not in action and action_text(action) not in here.edges:
                    self.follow(key, here, action, queue)

    def follow(self, key: Key, here: Recorded, action: Action, queue: list[Key]) -> SwapView | None:
        """Record where an action leads from a state; a state that is new is put into the queue."""
        state, text = here.state, action_text(action)
        now, cards, own = key
        kind = state.actions[action["do"]]
        # a swap depends on the list alone, unless weights of the measures go with the items
        part = "now" if action["do"] == "swap" and self.names.signs and not self.weighted else kind.part
        known: tuple[Any, ...]
        leads: Callable[[Any], Key]  # what is reached, by its key
        match part:
            case "now":
                known, leads = (now, text), lambda there: (id(there.now), cards, own)
            case "cards":
                known, leads = (cards, text), lambda there: (now, id(there.cards), own)
            case "value":
                known, leads = (now, here.card.cache_key, text), lambda _: key
            case "above":
                known, leads = (now, cards, text), lambda there: _key(_with(state, {"above": there.above}))
            case _:
                known, leads = (key, text), _key
        may_follow = key == self.first or (
            len(self.states) < self.most and self.away is not None and kind.changes not in self.away
        )
        if not may_follow and action["do"] == "move" and not self.names.knows(state, action):
            return None
        change = self.performed.get(known)
        if change is None:
            change = self.perform(state, action)
            if part:  # what else there is stays
                self.performed[known] = change
        to = leads(change.there)
        reached = self.states.get(to)
        if reached is None:
            if not may_follow:
                return change.swap
            new = _with(state, {part: getattr(change.there, part)}) if part else change.there
            reached = self.states[to] = Recorded(new)
            last = self.away and kind.changes in self.away and not (self.names.signs and kind.changes == "order")
            (self.later if last else queue).append(to)
        words = f"{change.words}; {self.told(here, change.kept, reached)}" if change.told else change.words
        here.edges[text] = to, words, change.order, change.swap
        return change.swap

    def perform(self, state: Any, action: Action) -> Change:
        """Perform an action; the value of the chosen measure, which takes long, is not told yet."""
        there = state.after(lambda one: State.dispatch(one, action))
        list(there.work())
        kept = hasattr(state, "cards") and there.cards.card is state.cards.card
        # a reset may change the order alone: the page knows that, and then has to tell the value
        may_change = action["do"] == "reset" or not (kept and there.now is state.now)
        told = hasattr(state, "cards") and may_change
        words, swap = there.announcement, getattr(there, "best", None)
        there.clear_feedback()
        settled, order = self.settled(there)
        return Change(settled, words, told, kept, order, swap)

    def settled(self, state: Any) -> tuple[Any, Order]:
        """The state with the one list and the one cards that are like its own; and the order that it had."""
        if not hasattr(state, "cards"):
            return state, None
        now, cards, order = state.now, state.cards, None
        shown = tuple(card.name for card in cards.shown)
        state.cards = self.known.setdefault((shown, cards.cutoff, cards.chosen, cards.tied), cards)
        if self.names.signs:
            state.now, order = self.names.placed(state)
        else:
            state.now, state.start = map(self.one, (now, state.start))
        return state, order

    def one(self, lists: Any) -> Any:
        """The one that is the same: of which the line of Python is the same."""
        if self.known.get(id(lists)) is not lists:
            lists = self.known.setdefault(_with(self.names.state, {"now": lists}).code(), lists)
            self.known[id(lists)] = lists
        return lists

    def told(self, here: Recorded, kept: bool, there: Recorded) -> str:
        """The value of the chosen measure in a state; ``kept`` if it was chosen in the state before."""
        card = here.card if kept else None
        key = here.list, id(card), there.list, id(there.card)
        news = self.news.get(key)
        if news is None:
            news = self.news[key] = there.state.news(here.state.now, card)
        return news


def _with(state: Any, parts: Mapping[str, Any]) -> Any:
    """The state with another list, or other cards; else with its own."""
    there = state.after(lambda same: None)
    vars(there).update({"cards": state.cards, **parts})
    return there


def _key(state: Any) -> Key:
    shown = ((name, one) for name, one in vars(state).items() if isinstance(one, bool | int | str | Display))
    own = [(name, one) for name, one in shown if one != getattr(type(state), name, None)]
    return id(getattr(state, "now", None)), id(getattr(state, "cards", None)), repr(sorted(own))


# --- the table ----------------------------------------------------------------------------------------------
LEAVES = {bool, int, float, type(None)}


class Parts:
    """Plain data in which equal parts have one number: leaves, and lists and mappings of the numbers of their parts."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}  # those of texts, of other leaves with their type, and of kinds with parts
        self._added: dict[int, int] = {}  # lists and mappings are often the same object
        self._kept: list[Any] = []  # no other one gets its id while it is here

    def add(self, value: Any) -> int:
        """The number of a value."""
        numbers, kind = self._numbers, type(value)
        if kind is str:
            return numbers.setdefault(value, len(numbers))
        if kind in LEAVES:
            return numbers.setdefault((kind, value), len(numbers))
        known = self._added.get(id(value))
        if known is not None:
            return known
        keys, values = (tuple(value), value.values()) if isinstance(value, dict) else (None, value)
        add = self.add  # a text is most often known: it is looked up at once
        parts = [numbers.setdefault(one, len(numbers)) if type(one) is str else add(one) for one in values]
        entry = (keys, *parts)
        number = self._added[id(value)] = numbers.setdefault(entry, len(numbers))
        self._kept.append(value)
        return number

    def table(self) -> tuple[dict[str, Any], list[int]]:
        """The leaves, and all parts of one kind in columns of differences, which are short; and all final numbers."""
        kinds: dict[Any, list[Any]] = {"leaves": []}
        for entry in self._numbers:
            leaf = isinstance(entry, str) or isinstance(entry[0], type)
            kinds.setdefault("leaves" if leaf else (entry[0], len(entry)), []).append(entry)
        final = {entry: number for number, entry in enumerate(chain.from_iterable(kinds.values()))}
        numbers = [final[entry] for entry in self._numbers]
        leaves = [entry if isinstance(entry, str) else entry[1] for entry in kinds.pop("leaves")]
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

    States that differ only in their list are next to each other, always in the same order: what actions do then looks
    the same again and again, and takes little room.
    """
    code = {key: here.state.code() for key, here in states.items()}
    beside = {key: (repr(_slider(here.state)), code[key], key[2]) for key, here in states.items()}
    number = {key: place for place, key in enumerate(sorted(states, key=beside.__getitem__))}
    shown = [states[key].state for key in number]
    parts = Parts()
    views, movable = [], next(iter(states.values())).is_moved()
    drawings: dict[Any, TraceDrawing] = {}  # one for all traces with the same record
    drawn: dict[Any, TraceDrawing] = {}  # each calculation once, for all states that show it
    with closing(Bar(None, len(shown), desc="drawing every state", unit=" states")) as bar:
        for key, state in zip(number, shown, strict=True):
            if isinstance(state, TraceState):
                trace, display = state.trace(), state.display
                if (id(trace), display) not in drawn:
                    record = record_of(trace), display
                    drawings[record] = drawings.get(record) or state.drawing()
                    drawn[id(trace), display] = drawings[record]
                state.drawn = trace, display, drawn[id(trace), display]
            still = {} if states[key].is_moved() else {"still": "start" if movable else "none"}
            views.append(parts.add({**state.view(), "code": code[key], "covered": state.covered, **still}))
            bar.advance(1)
    worked = [parts.add(formulas_of(state.drawing())) for state in shown]
    edges: dict[str, list[list[Any]]] = {}
    orders: dict[Order, int] = {None: 0}
    said: dict[str, tuple[int, int]] = {}
    no_swap = parts.add(None)
    for key, here in number.items():
        for action, (to, words, order, swap) in states[key].edges.items():
            columns = edges.get(action)
            if columns is None:
                columns = edges[action] = [[None] * len(number) for _ in range(5)]
            if words not in said:
                lead, _, news = words.partition("; ")
                said[words] = parts.add(lead), parts.add(news)
            columns[0][here] = number[to] - here
            columns[1][here] = orders.setdefault(order, len(orders))
            columns[2][here], columns[3][here] = said[words]
            columns[4][here] = no_swap if swap is None else parts.add(swap)
    table, final = parts.table()
    for columns in edges.values():
        columns[2:] = [[None if one is None else final[one] for one in column] for column in columns[2:]]
    return {
        **table,
        "views": [final[view] for view in views],
        "formulas": [final[one] for one in worked],
        "edges": edges,
        "orders": list(orders),
        "start": number[next(iter(states))],
    }
