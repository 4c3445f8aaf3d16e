"""The measures on a surface, one of them chosen, and the cutoff that a slider moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal, TypeVar

import numpy as np

from rankteach.core.checks import shown
from rankteach.notation import numbers
from rankteach.notation.numbers import TOLERANCE
from rankteach.tracing.grammar import names_mean
from rankteach.tracing.mean import QUERIES
from rankteach.tracing.measures import OVER, MeanMeasure, Measure, each_measure, measure, metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace
from rankteach.widgets.protocol import CardView, CutoffView, Option, ValueView

DEFAULT_CUTOFF = 5
MOST_POINTS = 500  # of the small line on a card
FAMILIES = {  # in the menu of measures
    "set": "counts",
    "order": "order of the relevant items",
    "gain": "grades and users",
    "curve": "curves and thresholds",
    "agreement": "two lists",
}
_SMALLER = "the relevant items or the ranks, whichever are fewer", "min(m, {})"
_FOUND = "the relevant items found", "the hits"
Made = TypeVar("Made")


class Card:
    """A measure on the surface. Its key stays when its cutoff or its conventions change.

    ``origin`` is the measure under the conventions that it came with, and ``began`` the card as it was then.
    ``named`` are the values of its conventions that have a name and are not the default: its card tells them.
    """

    def __init__(self, key: int, shown: Measure, origin: Measure | None = None) -> None:
        self.key, self.measure, self.name = key, shown, str(shown)
        self.origin = shown if origin is None else origin
        self.began = self if self.origin == shown else Card(key, self.origin)
        self.cutoff: int | None = shown.parameters.get("k")
        usual = shown.metric.non_default(shown.parameters)
        self.named: dict[str, Any] = {name: value for name, value in usual.items() if isinstance(value, str | bool)}
        if shown.relevant_from not in (None, 1):
            self.named["rel"] = shown.relevant_from
        self.title = f"{shown.title}, {self.name}" if self.named else shown.title
        self.whole = changed(shown, k=None)
        # results are cached by name; but two measures that differ in a function may share a name
        own = key if any(map(callable, shown.parameters.values())) else None
        self.cache_key, self.whole_cache_key = (own, self.name), (own, str(self.whole))

    def in_words(self, label: str, within: bool = False) -> str:
        """What people call it: AP@5 ÷ min(m, k), or nDCG@5, exponential gain; tooltips have the measure string.

        ``within`` a sentence it is nDCG@5 (exponential gain).
        """
        if "convention" in self.named:
            return self.name
        phrases = [self.measure.metric.phrase(name, value) for name, value in self.named.items()]
        phrases += [QUERIES[value] for name, value in self.measure.aggregation.items() if name == "queries"]
        phrases = [one.replace(*_SMALLER).format("k" if self.cutoff else "n").replace(*_FOUND) for one in phrases]
        short = [re.sub(r"^division by ", "÷ ", one) for one in phrases]
        divided = "".join(f" {one}" for one in short if one.startswith("÷"))
        others = ", ".join(one for one in short if not one.startswith("÷"))
        return label + divided + (f" ({others})" if others and within else f", {others}" if others else "")

    def in_goal(self, label: str) -> str:
        """The same within a sentence. Of numbers and functions, the measure string."""
        unnamed = {name for name in self.measure.metric.non_default(self.measure.parameters) if name != "k"} - {
            *self.named
        }
        lists = {name for name in unnamed if isinstance(self.measure.parameters[name], list | tuple)}
        return self.name if unnamed - lists else self.in_words(label, within=True)

    def with_parameters(self, origin: bool = False, **parameters: Any) -> Card:
        """The same card under other parameters; with ``origin``, its origin has them too."""
        return Card(
            self.key,
            changed(self.measure, **parameters),
            changed(self.origin, **parameters) if origin else self.origin,
        )


class ScoredList:
    """A list, with what was calculated of it so far."""

    def __init__(self, ranking: Any) -> None:
        self.ranking = ranking
        self._known: dict[Any, Any] = {}

    def once(self, key: Any, make: Callable[..., Made], *of: Any) -> Made:
        """What ``make(*of)`` returned the first time under this key."""
        try:
            made: Made = self._known[key]
        except KeyError:
            made = self._known[key] = make(*of)
        return made

    def changed(self, which: Mapping[str, Any], change: str, *where: Any) -> ScoredList:
        """The list after a change that a ranking has a method for; of several lists, ``which`` says the one."""
        return ScoredList(getattr(self.ranking, change)(*where))

    def content(self) -> tuple[object, ...]:
        """What a reset returns to: the items, their grades and their scores."""
        return self.ranking.items, self.ranking.grades, self.ranking.scores

    def forget(self) -> None:
        """Drop what was calculated of this list."""
        self._known.clear()
        self.ranking.clear_cache()

    def calculated(self, shown: Measure) -> Trace:
        """A measure of this list; of a mean, the value of its query."""
        return shown.of_one(self.ranking)

    def trace(self, card: Card) -> Trace:
        """The card's measure of this list."""
        return self.once(("trace", card.cache_key), self.calculated, card.measure)

    def value(self, card: Card) -> Any:
        """The card's value, as a fraction if it has one."""
        return self.once(("value", card.cache_key), self._value, card)

    def _value(self, card: Card) -> Any:
        trace = self.trace(card)
        exact = trace.exact
        return trace.value if exact is None else exact

    def points(self, card: Card) -> list[float]:
        """The measure at every cutoff, or in a long list at some; none if it has no cutoff or no value."""
        return self.once(("points", card.whole_cache_key), self._points, card)

    def _points(self, card: Card) -> list[float]:
        if not ("k" in card.measure.metric.parameters and len(self.ranking)):
            return []
        trace = self.once(("trace", card.whole_cache_key), self.calculated, card.whole)
        points = np.asarray(self._at_cutoffs(trace), dtype=float)
        return [] if np.isnan(points).any() else points.tolist()

    def _at_cutoffs(self, trace: Trace) -> Any:
        length = self.ranking.axis.length
        if length <= MOST_POINTS:
            return trace.at_every_k()
        cutoffs = np.linspace(1, length, MOST_POINTS).round().astype(int)
        if isinstance(trace.metric, Metric):
            return trace.metric.at_cutoffs(trace, cutoffs)
        return trace.at_every_k().values[cutoffs - 1]


class Cards:
    """The measures on the surface, one of them chosen.

    ``tied`` are the keys of the cards that the slider moves: those that had its cutoff when it was set down there.
    Others that it passes stay. ``waiting`` are cards whose measures do not fit the lists as they are.

    ``named`` gives the short name of a measure, and ``read`` the measure that a string names: one of one list, of two
    lists, or over queries.
    """

    def __init__(
        self,
        measures: Sequence[str | Measure],
        cutoff: int = DEFAULT_CUTOFF,
        named: Callable[[Measure], str] = attrgetter("label"),
        read: Callable[[Any], Measure] | None = None,
    ) -> None:
        self.shown: tuple[Card, ...] = ()
        self.waiting: tuple[Card, ...] = ()
        self.cutoff, self.named, self.read = cutoff, named, read or measure_of_one_list
        self.set_measures(measures)

    @property
    def card(self) -> Card:
        """The chosen one."""
        return self.find(self.chosen)

    @property
    def name(self) -> str:
        """The short name of the chosen measure."""
        return self.named(self.card.measure)

    def find(self, key: int) -> Card:
        """The card with this key."""
        for card in self.shown:
            if card.key == key:
                return card
        raise ValueError(f"card must be the key of a measure on the surface, not {shown(key)}")

    def set_measures(self, measures: Sequence[str | Measure]) -> None:
        """Show other measures. The chosen measure stays chosen if it is one of them; otherwise the first one is."""
        wanted = [self.read(one) for one in each_measure(measures, "['P@3', 'AP']")]
        if not wanted:
            raise ValueError("measures must not be empty. Give at least one, such as ['AP'].")
        before = self.card.name if self.shown else ""
        self.shown = tuple(Card(key, one) for key, one in enumerate(wanted, start=1))
        self.waiting = ()
        self._tie(next(iter(self.cutoffs()), self.cutoff))
        self._choose(next((card for card in self.shown if card.name == before), self.shown[0]))

    def choose(self, name: str | Measure) -> None:
        """Choose the measure to explain, which is one of those shown."""
        wanted = str(self.read(name))
        for card in self.shown:
            if card.name == wanted:
                self._choose(card)
                return
        names = ", ".join(card.name for card in self.shown)
        raise ValueError(f"chosen must be one of the measures shown ({names}), not {shown(name)}")

    def leave_out(self, fits: Callable[[Measure], bool]) -> None:
        """Show the cards that fit; the others wait. If none fits, all stay, and an error says why."""
        cards = sorted((*self.shown, *self.waiting), key=lambda card: card.key)
        if not any(fits(card.measure) for card in cards):
            return
        self.shown = tuple(card for card in cards if fits(card.measure))
        self.waiting = tuple(card for card in cards if card not in self.shown)
        if self.chosen not in [card.key for card in self.shown]:
            self._choose(self.shown[0])

    def replace(self, card: Card) -> None:
        """Replace the card that has the same key."""
        self.shown = tuple(card if one.key == card.key else one for one in self.shown)

    def differ(self, began: Cards | None) -> bool:
        """Whether there are other measures now, or the same with another cutoff or convention."""
        return began is not None and [card.name for card in self.shown] != [card.name for card in began.shown]

    def return_to(self, began: Cards | None) -> None:
        """Show the measures of the start; the chosen one stays chosen if it is among them."""
        if began is not None and self.differ(began):
            chosen = self.chosen
            vars(self).update(vars(began))
            self._choose(next((card for card in self.shown if card.key == chosen), self.card))

    def include(self, measures: Sequence[Measure]) -> None:
        """Show these measures too."""
        for one in measures:
            if str(one) not in [card.name for card in self.shown]:
                self._append(one)

    def _append(self, shown: Measure) -> Card:
        """A card for another measure, after the others."""
        card = Card(max(card.key for card in (*self.shown, *self.waiting)) + 1, shown)
        self.shown = (*self.shown, card)
        return card

    def _choose(self, card: Card) -> None:
        """Choose a card. The slider goes to its cutoff, if it has one."""
        self.chosen = card.key
        if card.cutoff is not None and card.key not in self.tied:
            self._tie(card.cutoff)

    def _tie(self, k: int) -> None:
        self.cutoff = k
        self.tied = frozenset(card.key for card in self.shown if card.cutoff == k)

    # --- actions; each returns what it did, in words ------------------------------------------------------
    def set_cutoff(self, k: int) -> str:
        """Move the slider, and with it the cutoff of the measures tied to it."""
        self.cutoff = int(k)
        self.shown = tuple(
            card.with_parameters(origin=True, k=self.cutoff) if card.key in self.tied else card for card in self.shown
        )
        return f"cutoff {self.cutoff}"

    def pick(self, key: int) -> str:
        """Choose a card by its key."""
        self._choose(self.find(key))
        return self.card.measure.title

    def set_convention(self, parameter: str, value: Any) -> str:
        """Give the chosen measure another convention."""
        card = self.card.with_parameters(**{parameter: value})
        self.replace(card)
        if isinstance(card.measure, MeanMeasure) and parameter in OVER:
            return card.measure.mean.words
        return card.measure.metric.describe_value(parameter, value, card.cutoff)

    def add(self, name: str | Measure) -> str:
        """Add a measure, and choose it."""
        card = self._append(self.read(name))
        self._choose(card)
        return f"{card.name} added"

    def remove(self, key: int) -> str:
        """Remove a card. If it was the chosen one, the next one is."""
        card = self.find(key)
        if len(self.shown) == 1:
            raise ValueError("The last measure must stay. Add another one before you remove it.")
        place = self.shown.index(card)
        self.shown = self.shown[:place] + self.shown[place + 1 :]
        if self.chosen == card.key:
            self._choose(self.shown[min(place, len(self.shown) - 1)])
        return f"{card.name} removed"

    # --- names and views ----------------------------------------------------------------------------------
    def labels(self) -> list[str]:
        """A short name for each measure; the whole measure string, and a number, where two short names are the same."""
        short = [self.named(card.measure) for card in self.shown]
        long = [card.name if short.count(label) > 1 else label for card, label in zip(self.shown, short, strict=True)]
        return _numbered(long)

    def titles(self) -> list[str]:
        """What each card is titled: its label, or its conventions in words where some aren't the default."""
        told = [card for card in self.shown if card.named or card.measure.aggregation]
        labels = [(card, self.named(card.measure)) for card in self.shown]
        short = [card.in_words(label) if card in told else label for card, label in labels]
        alike = [card not in told and short.count(label) > 1 for card, label in labels]
        return _numbered([card.name if same else one for card, one, same in zip(self.shown, short, alike, strict=True)])

    def cutoffs(self) -> list[int]:
        """The cutoffs of the measures that have one."""
        return [card.cutoff for card in self.shown if card.cutoff is not None]

    def line(self) -> int | None:
        """Where the cutoff is drawn in a list: the chosen measure's own, or the one that the others share."""
        if not self.cutoffs():
            return None
        return self.cutoff if self.card.cutoff is None else self.card.cutoff

    def view(self, now: ScoredList, start: ScoredList) -> list[CardView]:
        """The values of all measures, and their changes since the start."""
        views = []
        for card, label in zip(self.shown, self.titles(), strict=True):
            key = "view", card.key, label, card.key == self.chosen, card.cache_key, card.began.cache_key, start
            views.append(now.once(key, self._view, card, label, now, start))
        return views

    def _view(self, card: Card, label: str, now: ScoredList, start: ScoredList) -> CardView:
        points, before = now.points(card), start.points(card.began)
        other = before if points != before else []
        last = now.ranking.axis.length if len(points) == MOST_POINTS else len(points)
        k = card.cutoff or last
        at = round((k - 1) * (len(points) - 1) / max(1, last - 1)) if 1 <= k <= last else None
        if at is not None and last > len(points):
            points = [*points[:at], float(now.value(card)), *points[at + 1 :]]  # the dot is on the line
        top = max([1.0, *points, *before])
        return {
            **self.value_view(card, label, now, start),
            "points": [round(point / top, 4) for point in points],
            "start": [round(point / top, 4) for point in other],
            "at": at,
        }

    def value_view(self, card: Card, label: str, now: ScoredList, start: ScoredList) -> ValueView:
        """The value of one measure, and its change since the start."""
        value = now.value(card)
        change = value - start.value(card.began)
        way = change_of(change)
        better = "down" if card.measure.metric.less_is_better else "up"
        return {
            "key": card.key,
            "label": label,
            "title": card.title,
            "value": decimal_text(value),
            "exact": exact_text(value),
            "way": way,
            "better": way == better,
            "change": f"{'+' if change > 0 else '−'}{numbers.decimal(abs(float(change)), 3)}" if way else "",
            "chosen": card.key == self.chosen,
        }

    def cutoff_view(self, length: int) -> CutoffView | None:
        """The slider; none if no measure has a cutoff."""
        return {"value": self.cutoff, "most": max(length, self.cutoff)} if self.cutoffs() else None

    def menu(self) -> list[Option]:
        """All measures that are not on the surface, by family, with and without a cutoff."""
        shown, two_lists = {card.name for card in self.shown}, self.read is measure_of_two_lists
        over_queries = isinstance(self.card.measure, MeanMeasure)
        return [one for one in _menu(self.cutoff, two_lists, over_queries) if one["value"] not in shown]

    def news(self, start: ScoredList, old: Card | None, now: ScoredList) -> str:
        """The chosen value after an action, and its change if the same measure was chosen before."""
        card = self.card
        value, label = now.value(card), now.once(("label", card.cache_key), self.named, card.measure)
        return f"{label} {_news(value, start.value(old)) if card is old else _short(value)}"


def changed(shown: Measure, **changes: Any) -> Measure:
    """The same measure with other parameters, and over queries in another way; ``None`` leaves one out."""
    ways = {name: changes.pop(name) for name in OVER if name in changes and name not in shown.metric.parameters}
    parameters = {name: value for name, value in {**shown.parameters, **changes}.items() if value is not None}
    if "k" in changes:
        parameters = shown.metric.with_cutoff(parameters, changes["k"])
    return type(shown)(shown.metric, parameters, shown.relevant_from, {**shown.aggregation, **ways})


def measure_of_one_list(text: Any) -> Measure:
    """The measure that a string names; a mean over queries, or of two lists, is refused, because there is one list."""
    resolved = measure(text)
    if resolved.metric.pairing:
        raise ValueError(
            f"a measure of one list must not be {shown(str(text))}, which compares two lists with each other. "
            f"Use rt.explore_agreement(first, second, measures=[{str(text)!r}])."
        )
    if resolved.aggregation or (isinstance(text, str) and names_mean(text)):
        over = MeanMeasure.of(resolved)
        one = str(over.of_one)
        raise ValueError(
            f"a measure of one list must not be {shown(str(text))}, a mean over queries: over one query {over.label} "
            f"is {over.of_one.label}. Write {one!r}, or give several lists to rt.explore_queries."
        )
    return resolved


def measure_of_two_lists(text: Any) -> Measure:
    """The measure that a string names; one of a single list is refused."""
    resolved = measure(text)
    if not resolved.metric.pairing:
        known = ", ".join(metric.name for metric in metrics() if metric.pairing)
        raise ValueError(f"explore_agreement() needs measures that compare two lists ({known}), not {resolved}")
    return resolved


def _numbered(names: list[str]) -> list[str]:
    """The names, the second of two equal ones as *name (2)*."""
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} ({alike + 1})" if alike else name for name, alike in zip(names, before, strict=True)]


def change_of(change: Any) -> Literal["up", "down", ""]:
    """The direction of a change."""
    change = float(change)  # a fraction is slow to compare with a float
    return "up" if change > TOLERANCE else "down" if change < -TOLERANCE else ""


@lru_cache(maxsize=1024, typed=True)
def exact_text(value: Any) -> str:
    """A value as a fraction; empty if it has none of reasonable length."""
    return numbers.plain(value) if isinstance(value, Fraction) and numbers.readable(value) else ""


@lru_cache(maxsize=16384, typed=True)
def _news(value: Any, before: Any) -> str:
    """A value, and its change from the one before."""
    change = value - before
    way = change_of(change)
    if way:
        return f"{_short(value)}, {way} {_short(abs(change))}"
    return f"{_short(value)}, unchanged" if change == change else _short(value)


def _short(value: Any) -> str:
    return exact_text(value) or decimal_text(value)


def decimal_text(value: Any) -> str:
    """A value with three decimals."""
    return numbers.half_up(value, 3).replace("-", "−") if value == value else numbers.UNDEFINED


@lru_cache(maxsize=8)
def _menu(cutoff: int, two_lists: bool, over_queries: bool) -> list[Option]:
    options: list[Option] = []
    for metric in metrics():
        if bool(metric.pairing) == two_lists:
            for parameters in [{}, {"k": cutoff}] if "k" in metric.parameters else [{}]:
                option = (MeanMeasure if over_queries else Measure)(metric, parameters)
                words = f"{option.label}: {option.title} ({FAMILIES[metric.family]})"
                options.append({"value": str(option), "words": words})
    return options
