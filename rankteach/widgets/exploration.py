"""What an explorer is showing, what each gesture does to it, and the view that the browser draws.

Plain Python without any widget: gestures go in as dicts, the view comes out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from rankteach.measures import Measure, measure, metrics
from rankteach.notation import numbers
from rankteach.ranking import Ranking
from rankteach.trace import Trace
from rankteach.widgets.surface import MOST_ROWS, trace_surface

DEFAULT_MEASURES = ("P@{k}", "R@{k}", "F1@{k}", "RR", "AP", "DCG@{k}", "nDCG@{k}")
DEFAULT_CHOICE = "AP"
DEFAULT_CUTOFF = 5
MOST_LEVELS = 10
MOST_DOTS = 4
MOST_NAMED = 6
MOST_LISTED = 500
NO_CHANGE = 1e-12


class Card:
    """A measure on the surface. Its key stays when its cutoff or its conventions change."""

    def __init__(self, key: int, made: Measure) -> None:
        self.key, self.measure, self.name = key, made, str(made)
        self.cutoff: int | None = made.parameters.get("k")
        self.whole = _with(made, k=None)
        self.whole_name = str(self.whole)


class Listed:
    """A list, with what has been calculated of it so far."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        # by card too: two measures may share a name that differ in a function
        self._traces: dict[tuple[int, str], Trace] = {}
        self._points: dict[tuple[int, str], list[float]] = {}

    def trace(self, card: Card) -> Trace:
        """The card's measure of this list."""
        return self._trace((card.key, card.name), card.measure)

    def value(self, card: Card) -> Any:
        """Its value, as a fraction where there is one."""
        trace = self.trace(card)
        exact = trace.exact
        return trace.value if exact is None else exact

    def points(self, card: Card) -> list[float]:
        """The measure at every cutoff."""
        key = card.key, card.whole_name
        if key not in self._points:
            every = self._trace(key, card.whole).at_every_k() if len(self.ranking) else ()
            self._points[key] = np.asarray(every, dtype=float).tolist()
        return self._points[key]

    def _trace(self, key: tuple[int, str], made: Measure) -> Trace:
        if key not in self._traces:
            self._traces[key] = made(self.ranking)
        return self._traces[key]


class Exploration:
    """A ranking, the measures shown and the one chosen. Changes replace values, they never alter them.

    ``now`` is the list as it stands, ``then`` the one that changes are counted from and that a reset
    returns to. ``tied`` are the keys of the cards that the slider moves: those that had its cutoff when it
    was set down there. Others that it passes stay.
    """

    def __init__(self, ranking: Any, measures: Sequence[str | Measure] | None = None, k: int | None = None) -> None:
        self.said = ""
        self.set_ranking(ranking)
        self.cutoff = k if k is not None else max(1, min(DEFAULT_CUTOFF, len(self.ranking)))
        self.ranking.top(self.cutoff)  # refuses a cutoff that is none
        if measures is None:
            self.set_measures([one.format(k=self.cutoff) for one in DEFAULT_MEASURES])
            self.choose(DEFAULT_CHOICE)
        else:
            self.set_measures(measures)
        if k is not None:
            self.tied = frozenset(card.key for card in self.cards if card.cutoff is not None)
            self.set_cutoff(k)

    @property
    def ranking(self) -> Ranking:
        """The list as it stands."""
        return self.now.ranking

    # --- from Python ------------------------------------------------------------------------------------
    def set_ranking(self, ranking: Any) -> None:
        """Another list, which is the new start."""
        self.now = self.then = Listed(ranking if isinstance(ranking, Ranking) else Ranking(ranking))
        self.levels = _levels(self.ranking)
        self.binary = len(self.levels) == 2 and self.levels[1] == 1
        self.listed = MOST_ROWS

    def set_measures(self, measures: Sequence[str | Measure]) -> None:
        """Other measures; the first of them is chosen, or the one that was if it is among them."""
        if isinstance(measures, str):
            raise TypeError(f"measures is {measures!r}; it is a list of measures such as ['P@3', 'AP']")
        made = [measure(one) for one in measures]
        if not made:
            raise ValueError("measures is empty; there is at least one, such as 'AP'")
        before = self.card.name if hasattr(self, "cards") else ""
        self.cards = tuple(Card(key, one) for key, one in enumerate(made, start=1))
        self._tie(next(iter(self._cutoffs()), self.cutoff))
        self._explain(next((card for card in self.cards if card.name == before), self.cards[0]))

    def set_cutoff(self, k: int) -> None:
        """Another cutoff for the slider and the measures tied to it."""
        self.ranking.top(k)
        self.cutoff = int(k)
        self.cards = tuple(
            Card(card.key, _with(card.measure, k=self.cutoff)) if card.key in self.tied else card for card in self.cards
        )

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

    def labels(self) -> list[str]:
        """A short name for each measure; the whole measure string, and a number, where two would be called the same."""
        short = [card.measure.label for card in self.cards]
        long = [card.name if short.count(label) > 1 else label for card, label in zip(self.cards, short, strict=True)]
        alike = [long[:place].count(label) for place, label in enumerate(long)]
        return [f"{label} ({before + 1})" if before else label for label, before in zip(long, alike, strict=True)]

    def _explain(self, card: Card) -> None:
        """Choose a card. The slider goes to its cutoff, if it has one."""
        self.chosen = card.key
        if card.cutoff is not None and card.key not in self.tied:
            self._tie(card.cutoff)

    def _tie(self, k: int) -> None:
        self.cutoff = k
        self.tied = frozenset(card.key for card in self.cards if card.cutoff == k)

    # --- from the browser ---------------------------------------------------------------------------------
    def act(self, gesture: Mapping[str, Any]) -> None:
        """Do what a gesture asks for: ``{"do": "move", "item": "d3", "to": 1}``."""
        todo = GESTURES.get(str(gesture.get("do")))
        if todo is None:
            raise ValueError(f"there is no gesture {gesture.get('do')!r}; there are {', '.join(GESTURES)}")
        before = self.now, self.card
        self.said = todo(self, gesture) + self._news(*before)

    def _toggle(self, gesture: Mapping[str, Any]) -> str:
        rank, name = self._rank(gesture), gesture["item"]
        grade, levels = self.ranking.grades[rank - 1], self._possible()
        if grade is None or grade not in levels:
            grade = levels[1]
        else:
            step = -1 if gesture.get("back") else 1
            grade = levels[(levels.index(grade) + step) % len(levels)]
        self.now = Listed(self.ranking.with_grade(rank, grade))
        return f"{name} is {self._mark(grade)}"

    def _move(self, gesture: Mapping[str, Any]) -> str:
        rank = self._rank(gesture)
        to = gesture["to"] if "to" in gesture else min(max(rank + gesture["by"], 1), len(self.ranking), MOST_LISTED)
        self.now = Listed(self.ranking.moved(rank, to))
        if to > self.listed:
            self.listed = MOST_LISTED  # what is moved stays in sight
        return f"{gesture['item']} moved to rank {to}"

    def _cut(self, gesture: Mapping[str, Any]) -> str:
        self.set_cutoff(gesture["k"])
        return f"cutoff {self.cutoff}"

    def _choose(self, gesture: Mapping[str, Any]) -> str:
        self._explain(self._card(gesture["card"]))
        return self.card.measure.metric.title

    def _convention(self, gesture: Mapping[str, Any]) -> str:
        parameter, value = gesture["parameter"], gesture["value"]
        self._replace(self.card, Card(self.chosen, _with(self.card.measure, **{parameter: value})))
        return self.card.measure.metric.words(parameter, value, self.card.cutoff)

    def _add(self, gesture: Mapping[str, Any]) -> str:
        card = Card(max(card.key for card in self.cards) + 1, measure(gesture["measure"]))
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

    def _show(self, gesture: Mapping[str, Any]) -> str:
        self.listed = MOST_LISTED if self.listed == MOST_ROWS else MOST_ROWS
        return f"{min(self.listed, len(self.ranking))} items shown"

    def _rank(self, gesture: Mapping[str, Any]) -> int:
        try:
            return self.ranking.items.index(gesture["item"]) + 1
        except ValueError:
            raise ValueError(f"there is no item {gesture['item']!r} in the list") from None

    def _card(self, key: int) -> Card:
        for card in self.cards:
            if card.key == key:
                return card
        raise ValueError(f"there is no measure number {key!r} on the surface")

    def _replace(self, old: Card, new: Card) -> None:
        self.cards = tuple(new if card is old else card for card in self.cards)

    def _possible(self) -> list[Any]:
        """The grades that every gain table on the surface has a gain for; all of them if that leaves no choice."""
        given = [value for card in self.cards for value in card.measure.parameters.values()]
        tables = [value for value in given if isinstance(value, Mapping)]
        possible = [level for level in self.levels if not level or all(level in table for table in tables)]
        return possible if len(possible) > 1 else self.levels

    def _news(self, now: Listed, card: Card) -> str:
        """The value after a gesture, and its change where it is the same measure's as before."""
        if (now, card) == (self.now, self.card):
            return ""
        value = self.now.value(self.card)
        news = f"; {self.card.measure.label} {_short(value)}"
        if self.card is not card:
            return news
        change = value - now.value(card)
        if abs(change) <= NO_CHANGE:
            return f"{news}, unchanged"
        return f"{news}, {'up' if change > 0 else 'down'} {_short(abs(change))}"

    # --- the view -------------------------------------------------------------------------------------------
    def view(self) -> dict[str, Any]:
        """Everything there is to draw."""
        trace = self.trace()
        return {
            "said": self.said,
            "changed": self._changed(),
            "list": self._list(),
            "cutoff": {"value": self.cutoff, "most": max(len(self.ranking), self.cutoff)} if self._cutoffs() else None,
            "cards": [self._drawn(card, label) for card, label in zip(self.cards, self.labels(), strict=True)],
            "menu": self._menu(),
            "trace": trace_surface(trace),
        }

    def _changed(self) -> bool:
        return (self.ranking.items, self.ranking.grades) != (self.then.ranking.items, self.then.ranking.grades)

    def _list(self) -> dict[str, Any]:
        ranking = self.ranking
        scores = _aligned(ranking.scores or ())
        rows = []
        for place, (item, grade) in enumerate(zip(ranking.items, ranking.grades[: self.listed], strict=False)):
            rows.append(
                {
                    "item": item,
                    "mark": self._mark(grade),
                    "state": "open" if grade is None else "on" if grade >= ranking.relevant_from else "off",
                    "pips": self._pips(grade),
                    "score": scores[place] if scores else "",
                }
            )
        cut = self._line()
        more = len(ranking) - len(rows)
        return {
            "rows": rows,
            "binary": self.binary,
            "scored": bool(scores),
            "cut": cut if cut is not None and cut <= len(rows) else None,
            "cuts": self.card.cutoff is not None,
            "hidden": f"{more} more items (rank {len(rows) + 1} to {len(ranking)}) are not shown." if more else "",
            "more": self._more(),
            "missed": self._missed(),
        }

    def _more(self) -> str:
        """What the button under a long list says."""
        n = len(self.ranking)
        if n <= MOST_ROWS:
            return ""
        if self.listed > MOST_ROWS:
            return "Show fewer"
        return f"Show all {n}" if n <= MOST_LISTED else f"Show {MOST_LISTED}"

    def _line(self) -> int | None:
        """Where the cutoff is drawn: the chosen measure's own, or the one that the others share."""
        if not self._cutoffs():
            return None
        return self.cutoff if self.card.cutoff is None else self.card.cutoff

    def _mark(self, grade: Any) -> str:
        if grade is None:
            return "not judged"
        if self.binary:
            return "relevant" if grade else "not relevant"
        return f"grade {_grade(grade)}"

    def _pips(self, grade: Any) -> list[int] | None:
        """How many of how many dots stand for a grade, where there are few enough to see at once."""
        if self.binary or len(self.levels) > MOST_DOTS + 1 or grade not in self.levels:
            return None
        return [self.levels.index(grade), len(self.levels) - 1]

    def _missed(self) -> str:
        ranking = self.ranking
        total, missed = int(ranking.relevant_total.values), ranking.missed
        found = total - sum(grade >= ranking.relevant_from for grade in missed)
        noun = "relevant item" if total == 1 else "relevant items"
        said = f"{total} {noun}, {'all' if found == total else found} in the list." if total else "No relevant item."
        if not missed:
            return said
        names = list(ranking.missed_items or ())
        if not self.binary:
            grades = [f"grade {_grade(grade)}" for grade in missed]
            names = [f"{name} ({grade})" for name, grade in zip(names, grades, strict=True)] if names else grades
        if not names:
            return f"{said} Not retrieved: {len(missed)}."
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"{said} Not retrieved: {', '.join(names[:MOST_NAMED])}{more}."

    def _drawn(self, card: Card, label: str) -> dict[str, Any]:
        made = card.measure
        value = self.now.value(card)
        change = value - self.then.value(card)
        way = "" if abs(change) <= NO_CHANGE else "up" if change > 0 else "down"
        points, before = self.now.points(card), self.then.points(card)
        top = max([1.0, *points, *before])
        k = card.cutoff or len(points)
        return {
            "key": card.key,
            "label": label,
            "title": made.metric.title,
            "value": f"{float(value):.3f}",
            "exact": _exactly(value),
            "way": way,
            "change": f"{'+' if change > 0 else '−'}{numbers.decimal(abs(float(change)), 3)}" if way else "",
            "chosen": card.key == self.chosen,
            "points": [round(point / top, 4) for point in points],
            "start": [round(point / top, 4) for point in before] if points != before else [],
            "at": k - 1 if 1 <= k <= len(points) else None,
        }

    def _menu(self) -> list[dict[str, Any]]:
        """All measures there are, whole and cut; those on the surface are taken."""
        shown = frozenset(card.name for card in self.cards)
        return _menu(self.cutoff, shown)

    def _cutoffs(self) -> list[int]:
        return [card.cutoff for card in self.cards if card.cutoff is not None]


GESTURES: dict[str, Callable[[Exploration, Mapping[str, Any]], str]] = {
    "toggle": Exploration._toggle,
    "move": Exploration._move,
    "cut": Exploration._cut,
    "choose": Exploration._choose,
    "convention": Exploration._convention,
    "add": Exploration._add,
    "remove": Exploration._remove,
    "reset": Exploration._reset,
    "show": Exploration._show,
}


def _levels(ranking: Ranking) -> list[Any]:
    """The grades that a click goes through: 0, 1, ... to the largest; if that is far, those that occur."""
    seen = {grade for grade in [*ranking.grades, *ranking.missed] if grade is not None}
    top = max(seen, default=1)
    if all(grade == int(grade) for grade in seen) and top <= MOST_LEVELS:
        return list(range(max(int(top), 1) + 1))
    return sorted({0, *seen})


def _with(made: Measure, **changes: Any) -> Measure:
    """The same measure with other parameters; ``None`` leaves one out."""
    parameters = {name: value for name, value in {**made.parameters, **changes}.items() if value is not None}
    return Measure(made.metric, parameters, made.relevant_from)


def _grade(grade: Any) -> str:
    """A grade as it was given."""
    return numbers.given(grade) if isinstance(grade, float) else numbers.plain(grade)


def _exactly(value: Any) -> str:
    return numbers.plain(value) if isinstance(value, Fraction) and numbers.readable(value) else ""


def _short(value: Any) -> str:
    return _exactly(value) or f"{float(value):.3f}"


@lru_cache(maxsize=8)
def _menu(cutoff: int, shown: frozenset[str]) -> list[dict[str, Any]]:
    groups = []
    for group, k in (("of the whole list", None), (f"of the first {cutoff}", cutoff)):
        options = []
        for metric in metrics():
            if k is None or "k" in metric.parameters:
                parameters = {} if k is None else {"k": k}
                name = metric.measure(parameters)
                words = f"{metric.label(parameters)}: {metric.title}"
                options.append({"measure": name, "words": words, "taken": name in shown})
        groups.append({"group": group, "options": options})
    return groups


def _aligned(scores: Sequence[float]) -> list[str]:
    """Scores with as many decimals as the one that needs most of them, up to four significant digits."""
    written = [f"{score:.4g}" for score in scores]
    if any("e" in one for one in written):
        return written
    places = max((len(one.partition(".")[2]) for one in written), default=0)
    return [f"{score:.{places}f}" for score in scores]
