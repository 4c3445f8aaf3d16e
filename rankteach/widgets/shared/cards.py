"""The measures on a surface, one of them chosen, and the cutoff that a slider moves: a state to build on.

Plain Python without any widget: gestures go in as dicts, the view comes out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from rankteach.core.ranking import Ranking
from rankteach.explain.differences import Differences
from rankteach.notation import numbers
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.measures import Measure, measure, metrics
from rankteach.tracing.trace import Trace
from rankteach.widgets.shared.surface import MOST_ROWS, table_surface
from rankteach.widgets.shared.trace_state import Explaining

Kept = tuple[int | None, str]


class Card:
    """A measure on the surface. Its key stays when its cutoff or its conventions change.

    ``origin`` is the measure under the conventions that it came with.
    """

    def __init__(self, key: int, made: Measure, origin: Measure | None = None) -> None:
        self.key, self.measure, self.name = key, made, str(made)
        self.origin = made if origin is None else origin
        self.cutoff: int | None = made.parameters.get("k")
        self.can_be_cut = "k" in made.metric.parameters
        self.whole = changed(made, k=None)
        # what is calculated is kept by name; but two measures may share a name that differ in a function
        own = key if any(map(callable, made.parameters.values())) else None
        self.kept, self.whole_kept = (own, self.name), (own, str(self.whole))


class Listed:
    """A list, with what has been calculated of it so far."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._traces: dict[Kept, Trace] = {}
        self._points: dict[Kept, list[float]] = {}

    def calculated(self, made: Measure) -> Trace:
        """A measure of this list."""
        return made(self.ranking)

    def trace(self, card: Card) -> Trace:
        """The card's measure of this list."""
        return self._trace(card.kept, card.measure)

    def value(self, card: Card) -> Any:
        """Its value, as a fraction where there is one."""
        trace = self.trace(card)
        exact = trace.exact
        return trace.value if exact is None else exact

    def points(self, card: Card) -> list[float]:
        """The measure at every cutoff; none if it cannot be cut, or has no value."""
        key = card.whole_kept
        if key not in self._points:
            drawn = card.can_be_cut and len(self.ranking)
            every = self._trace(key, card.whole).at_every_k() if drawn else ()
            points = np.asarray(every, dtype=float)
            self._points[key] = [] if np.isnan(points).any() else points.tolist()
        return self._points[key]

    def _trace(self, key: Kept, made: Measure) -> Trace:
        if key not in self._traces:
            self._traces[key] = self.calculated(made)
        return self._traces[key]


class Cards(Explaining):
    """A list, the measures shown and the one chosen. Changes replace values, they never alter them.

    ``now`` is the list as it stands, ``then`` the one that changes are counted from and that a reset
    returns to. ``tied`` are the keys of the cards that the slider moves: those that had its cutoff when it
    was set down there. Others that it passes stay.

    A state of its own sets ``now``, ``then`` and ``cutoff``, then its measures; it adds its gestures to ``gestures``
    and what else there is to draw to the ``view``.
    """

    two_lists: ClassVar[bool] = False
    """Whether its measures are those that compare two lists."""

    now: Listed
    then: Listed
    cutoff: int

    def __init__(self) -> None:
        self.cards: tuple[Card, ...] = ()

    @property
    def ranking(self) -> Ranking:
        """The list as it stands."""
        return self.now.ranking

    # --- from Python ------------------------------------------------------------------------------------
    def set_measures(self, measures: Sequence[str | Measure]) -> None:
        """Other measures; the first of them is chosen, or the one that was if it is among them."""
        if isinstance(measures, str):
            raise TypeError(f"measures is {measures!r}; it is a list of measures such as ['P@3', 'AP']")
        made = [measure(one) for one in measures]
        if not made:
            raise ValueError("measures is empty; there is at least one, such as 'AP'")
        before = self.card.name if self.cards else ""
        self.cards = tuple(Card(key, one) for key, one in enumerate(made, start=1))
        self._tie(next(iter(self._cutoffs()), self.cutoff))
        self._explain(next((card for card in self.cards if card.name == before), self.cards[0]))

    def set_cutoff(self, k: int) -> None:
        """Another cutoff for the slider and the measures tied to it."""
        self.ranking.top(k)  # refuses a cutoff that is none
        self.cutoff = int(k)
        self.cards = tuple(
            Card(card.key, changed(card.measure, k=self.cutoff), changed(card.origin, k=self.cutoff))
            if card.key in self.tied
            else card
            for card in self.cards
        )

    def set_every_cutoff(self, k: int) -> None:
        """The same cutoff for all measures that have one."""
        self.tied = frozenset(card.key for card in self.cards if card.cutoff is not None)
        self.set_cutoff(k)

    def choose(self, name: str | Measure) -> None:
        """The measure to explain, which is one of those shown."""
        wanted = str(measure(name))
        for card in self.cards:
            if card.name == wanted:
                self._explain(card)
                return
        raise ValueError(f"{name!r} is not shown; shown are {', '.join(card.name for card in self.cards)}")

    @property
    def card(self) -> Card:
        """The chosen one."""
        return self._card(self.chosen)

    def trace(self) -> Trace:
        """The trace of the chosen measure."""
        return self.now.trace(self.card)

    def traces(self) -> dict[str, Trace]:
        """The trace of every measure, by its label."""
        return {label: self.now.trace(card) for label, card in zip(self.labels(), self.cards, strict=True)}

    def labels(self) -> list[str]:
        """A short name for each measure; the whole measure string, and a number, where two would be called the same."""
        short = [self._called(card.measure) for card in self.cards]
        long = [card.name if short.count(label) > 1 else label for card, label in zip(self.cards, short, strict=True)]
        alike = [long[:place].count(label) for place, label in enumerate(long)]
        return [f"{label} ({before + 1})" if before else label for label, before in zip(long, alike, strict=True)]

    def _called(self, made: Measure) -> str:
        """A measure's short name."""
        return made.label

    def _explain(self, card: Card) -> None:
        """Choose a card. The slider goes to its cutoff, if it has one."""
        self.chosen = card.key
        if card.cutoff is not None and card.key not in self.tied:
            self._tie(card.cutoff)

    def _tie(self, k: int) -> None:
        self.cutoff = k
        self.tied = frozenset(card.key for card in self.cards if card.cutoff == k)

    def _code(self, *inputs: str) -> str:
        """The arguments that make a surface as it stands: what it is of, its measures, the chosen one."""
        measures = [card.name for card in self.cards]
        return ", ".join([*inputs, f"measures={measures!r}", f"chosen={self.card.name!r}"])

    def functions(self) -> list[Any]:
        """The functions that somebody gave to measures, which no line of code can tell apart."""
        return [value for card in self.cards for value in card.measure.parameters.values() if callable(value)]

    # --- from the browser ---------------------------------------------------------------------------------
    def act(self, gesture: Mapping[str, Any]) -> None:
        """Do what a gesture asks for: ``{"do": "move", "item": "d3", "to": 1}``."""
        before = self.now, self.card
        super().act(gesture)
        self.said += self._news(*before)

    def _cut(self, gesture: Mapping[str, Any]) -> str:
        self.set_cutoff(gesture["k"])
        return f"cutoff {self.cutoff}"

    def _choose(self, gesture: Mapping[str, Any]) -> str:
        self._explain(self._card(gesture["card"]))
        return self.card.measure.metric.title

    def _convention(self, gesture: Mapping[str, Any]) -> str:
        parameter, value = gesture["parameter"], gesture["value"]
        old = self.card
        new = Card(old.key, changed(old.measure, **{parameter: value}), old.origin)
        self.cards = tuple(new if card is old else card for card in self.cards)
        return new.measure.metric.describe_value(parameter, value, new.cutoff)

    def _add(self, gesture: Mapping[str, Any]) -> str:
        card = Card(self._next_key(), measure(gesture["measure"]))
        self.cards = (*self.cards, card)
        self._explain(card)
        return f"{card.name} added"

    def _remove(self, gesture: Mapping[str, Any]) -> str:
        card = self._card(gesture["card"])
        if len(self.cards) == 1:
            raise ValueError("the last measure stays: there is always one to explain")
        place = self.cards.index(card)
        self.cards = self.cards[:place] + self.cards[place + 1 :]
        if self.chosen == card.key:
            self._explain(self.cards[min(place, len(self.cards) - 1)])
        return f"{card.name} removed"

    def _reset(self, gesture: Mapping[str, Any]) -> str:
        self.now = self.then
        return "list as at the start"

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {
        **Explaining.gestures,
        "cut": _cut,
        "choose": _choose,
        "convention": _convention,
        "add": _add,
        "remove": _remove,
        "reset": _reset,
    }

    def _next_key(self) -> int:
        return max(card.key for card in self.cards) + 1

    def _card(self, key: int) -> Card:
        for card in self.cards:
            if card.key == key:
                return card
        raise ValueError(f"there is no measure number {key!r} on the surface")

    def _news(self, now: Listed, card: Card) -> str:
        """The value after a gesture, and its change where it is the same measure's as before."""
        if (now, card) == (self.now, self.card):
            return ""
        value = self.now.value(self.card)
        news = f"; {self._called(self.card.measure)} {_short(value)}"
        if self.card is not card:
            return news
        change = value - now.value(card)
        if not abs(change) > TOLERANCE:
            return f"{news}, unchanged" if change == change else news
        return f"{news}, {'up' if change > 0 else 'down'} {_short(abs(change))}"

    # --- the view -------------------------------------------------------------------------------------------
    def view(self) -> dict[str, Any]:
        """What there is to draw of the measures."""
        return {
            **self.at_once(),
            "said": self.said,
            "cutoff": {"value": self.cutoff, "most": max(len(self.ranking), self.cutoff)} if self._cutoffs() else None,
            "menu": self._menu(),
            "trace": {**self.explained(), "parted": self._parted()},
        }

    def at_once(self) -> dict[str, Any]:
        """The values."""
        return {"cards": [self._drawn(card, label) for card, label in zip(self.cards, self.labels(), strict=True)]}

    def parted(self) -> Differences | None:
        """What other conventions have changed of the chosen measure, if it has others than it came with."""
        if self.card.measure == self.card.origin:
            return None
        return Differences(self.now.calculated(self.card.origin), self.trace())

    def _parted(self) -> dict[str, Any] | None:
        parted = self.parted()
        if parted is None:
            return None
        table = parted.table(MOST_ROWS)
        return {"words": parted.words, "table": table_surface(table, table.axis) if parted.columns else None}

    def _value(self, card: Card, label: str) -> dict[str, Any]:
        value = self.now.value(card)
        change = value - self.then.value(card)
        way = "up" if change > TOLERANCE else "down" if change < -TOLERANCE else ""
        return {
            "key": card.key,
            "label": label,
            "title": card.measure.metric.title,
            "value": _decimal(value),
            "exact": _exactly(value),
            "way": way,
            "change": f"{'+' if change > 0 else '−'}{numbers.decimal(abs(float(change)), 3)}" if way else "",
            "chosen": card.key == self.chosen,
        }

    def _drawn(self, card: Card, label: str) -> dict[str, Any]:
        points, before = self.now.points(card), self.then.points(card)
        top = max([1.0, *points, *before])
        k = card.cutoff or len(points)
        return {
            **self._value(card, label),
            "points": [round(point / top, 4) for point in points],
            "start": [round(point / top, 4) for point in before] if points != before else [],
            "at": k - 1 if 1 <= k <= len(points) else None,
        }

    def _menu(self) -> list[dict[str, Any]]:
        """All measures there are, whole and cut; those on the surface are taken."""
        shown = frozenset(card.name for card in self.cards)
        return _menu(self.cutoff, shown, self.two_lists)

    def _cutoffs(self) -> list[int]:
        return [card.cutoff for card in self.cards if card.cutoff is not None]

    def _line(self) -> int | None:
        """Where the cutoff is drawn in the list: the chosen measure's own, or the one that the others share."""
        if not self._cutoffs():
            return None
        return self.cutoff if self.card.cutoff is None else self.card.cutoff


def changed(made: Measure, **changes: Any) -> Measure:
    """The same measure with other parameters; ``None`` leaves one out."""
    parameters = {name: value for name, value in {**made.parameters, **changes}.items() if value is not None}
    return Measure(made.metric, parameters, made.relevant_from)


def _exactly(value: Any) -> str:
    return numbers.plain(value) if isinstance(value, Fraction) and numbers.readable(value) else ""


def _short(value: Any) -> str:
    return _exactly(value) or _decimal(value)


def _decimal(value: Any) -> str:
    return f"{float(value):.3f}" if value == value else numbers.UNDEFINED


@lru_cache(maxsize=8)
def _menu(cutoff: int, shown: frozenset[str], two_lists: bool) -> list[dict[str, Any]]:
    groups = []
    for group, k in (("of the whole list", None), (f"of the first {cutoff}", cutoff)):
        options = []
        for metric in metrics():
            if bool(metric.pair_up) == two_lists and (k is None or "k" in metric.parameters):
                parameters = {} if k is None else {"k": k}
                name = metric.measure(parameters)
                words = f"{metric.label(parameters)}: {metric.title}"
                options.append({"measure": name, "words": words, "taken": name in shown})
        groups.append({"group": group, "options": options})
    return groups
