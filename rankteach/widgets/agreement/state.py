"""What an explorer of agreement is showing, what each gesture does to it, and the view that the browser draws.

Plain Python without any widget: gestures go in as dicts, the view comes out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rankteach.core.paired import ranked
from rankteach.core.ranking import Ranking
from rankteach.tracing.measures import Measure, measure, metrics
from rankteach.widgets.shared.cards import Card, Cards
from rankteach.widgets.shared.pairing import Compared, Pairing, named
from rankteach.widgets.shared.surface import MOST_ROWS

DEFAULT_MEASURES = ("Tau", "KendallDistance@{k}", "Rho")
DEFAULT_CUTOFF = 5
PRICES = {"0": 0, "1/2": 0.5, "1": 1}  # what a pair may cost that one list alone orders


class Agreement(Cards):
    """Two ranked lists, the second of which can be reordered, with measures of their agreement.

    ``waiting`` are cards of measures that cannot compare the lists as they are. They return when they can.
    """

    two_lists = True
    now: Compared
    then: Compared

    def __init__(
        self,
        first: Any,
        second: Any,
        measures: Sequence[str | Measure] | None = None,
        k: int | None = None,
        chosen: str | Measure | None = None,
    ) -> None:
        super().__init__()
        self.waiting: tuple[Card, ...] = ()
        self.set_lists(first, second)
        self.cutoff = k if k is not None else max(1, min(DEFAULT_CUTOFF, self.now.longest))
        self.ranking.top(self.cutoff)  # refuses a cutoff that is none
        if measures is None:
            self.set_measures([one.format(k=self.cutoff) for one in DEFAULT_MEASURES])
            self._leave_out()
        else:
            self.set_measures(measures)
        if k is not None:
            self.set_every_cutoff(k)
        if chosen is not None:
            self.choose(chosen)

    # --- from Python ------------------------------------------------------------------------------------
    def set_lists(self, first: Any, second: Any) -> None:
        """Other lists, which are the new start. A measure that cannot compare them waits until one can be."""
        lists = ranked(first, second).lists
        assert lists is not None
        self.now = self.then = Compared(*(Ranking([None] * len(names), items=names) for names in lists))
        if self.cards:
            self._leave_out()

    def set_measures(self, measures: Sequence[str | Measure]) -> None:
        """Other measures; the first of them is chosen, or the one that was if it is among them."""
        super().set_measures(measures)
        self.waiting = ()

    def _leave_out(self) -> None:
        """Show the cards that fit the lists; if none of them does, its error says why."""
        cards = sorted((*self.cards, *self.waiting), key=lambda card: card.key)
        if not any(self.now.fits(card.measure) for card in cards):
            return
        self.cards = tuple(card for card in cards if self.now.fits(card.measure))
        self.waiting = tuple(card for card in cards if card not in self.cards)
        if self.chosen not in [card.key for card in self.cards]:
            self._explain(self.cards[0])

    @property
    def first(self) -> tuple[str, ...]:
        """The items of the list that stays."""
        return tuple(self.now.reference.items)

    @property
    def second(self) -> tuple[str, ...]:
        """The items of the list that is reordered."""
        return tuple(self.now.ranking.items)

    def code(self) -> str:
        """The line of Python that makes an explorer as this one stands."""
        return f"rt.explore_agreement({self._code(repr(list(self.first)), repr(list(self.second)))})"

    def pairing(self) -> Pairing:
        """The pairs that the chosen measure is about: of the whole lists, or of those cut as it is."""
        return self.now.pairing(self.card.cutoff)

    # --- from the browser ---------------------------------------------------------------------------------
    def _move(self, gesture: Mapping[str, Any]) -> str:
        item = gesture["item"]
        if item not in self.second:
            raise ValueError(f"there is no item {item!r} in the second list")
        rank = self.second.index(item) + 1
        # what is moved stays in sight
        to = gesture["to"] if "to" in gesture else min(max(rank + gesture["by"], 1), len(self.second), MOST_ROWS)
        self.now = Compared(self.now.reference, self.ranking.moved(rank, to))
        return f"{item} moved to rank {to}"

    def _convention(self, gesture: Mapping[str, Any]) -> str:
        """A price is a number: the browser sends the words for it."""
        price = PRICES.get(gesture["value"]) if gesture["parameter"] == "p" else None
        return super()._convention(gesture if price is None else {**gesture, "value": price})

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {
        **Cards.gestures,
        "move": _move,
        "convention": _convention,
    }

    def _next_key(self) -> int:
        """A number that no card has, not even one that waits."""
        return max(card.key for card in (*self.cards, *self.waiting)) + 1

    # --- the view -------------------------------------------------------------------------------------------
    def view(self) -> dict[str, Any]:
        """Everything there is to draw."""
        view = super().view()
        if view["cutoff"]:
            view["cutoff"]["most"] = max(self.now.longest, self.cutoff)
        self._link(view["trace"])
        first, second, cut = self.first, self.second, self._line()
        return {
            **view,
            "changed": second != tuple(self.then.ranking.items),
            "first": self._side(first, second, "first", "second"),
            "second": self._side(second, first, "second", "first"),
            "cut": cut,
            "cuts": self.card.cutoff is not None,
            "lines": self._lines(),
            "pairs": self.pairing().view(),
            "by_pairs": self.trace().axis.name == "pair",
            "note": self._note(),
        }

    def _link(self, trace: dict[str, Any]) -> None:
        """Let rows of pairs be linked with the pairs drawn, and the price of a pair be chosen."""
        if self.trace().axis.name == "pair":
            trace["tables"][0]["linked"] = bool(self.pairing().pairs)
        said = self.card.measure.metric.described(self.card.measure.parameters)
        for parameter, convention in zip(said, trace["conventions"], strict=False):
            if parameter == "p":
                convention |= self._prices()

    def _prices(self) -> dict[str, Any]:
        metric, price = self.card.measure.metric, self.trace().parameters.get("p", 0.5)
        return {
            "parameter": "p",
            "value": next((words for words, one in PRICES.items() if one == price), ""),
            "options": [{"value": words, "words": metric.describe_value("p", one)} for words, one in PRICES.items()],
        }

    def _side(self, names: Sequence[str], others: Sequence[str], here: str, there: str) -> dict[str, Any]:
        """One of the lists: its top, and what is not to be seen of it."""
        ranks = {item: rank for rank, item in enumerate(others, start=1)}
        rows = [
            {
                "item": item,
                **_shift(rank, ranks.get(item)),
                "words": f"{item}: {self._place(rank, ranks.get(item), here, there)}{self._opposite(item)}.",
            }
            for rank, item in enumerate(names[:MOST_ROWS], start=1)
        ]
        return {"rows": rows, "below": _below(names, others, here)}

    def _place(self, rank: int, other: int | None, here: str, there: str) -> str:
        if other is None:
            return f"rank {rank} in the {here} list, only here"
        shift = f"{abs(other - rank)} {'above' if other > rank else 'below'} " if other != rank else ""
        return f"rank {rank} in the {here} list, {shift}rank {other} in the {there}"

    def _opposite(self, item: str) -> str:
        pairing = self.pairing()
        if item not in pairing.items:
            return "; below the cutoff in both, so not compared"
        if pairing.counted_only:
            return ""
        found = pairing.opposite_to(item)
        return f"; opposite to {named(found)}" if found else "; in no opposite pair"

    def _lines(self) -> list[dict[str, str]]:
        """A line for each item that is shown, and whether it crosses another one's."""
        pairing = self.pairing()
        shown = dict.fromkeys((*self.first[:MOST_ROWS], *self.second[:MOST_ROWS]))
        kinds = dict.fromkeys(shown, "apart") | {item: "same" for item in pairing.items if item in shown}
        kinds |= {item: "opposite" for item in shown if pairing.opposite_to(item)}
        return [{"item": item, "kind": kind} for item, kind in kinds.items()]

    def _note(self) -> str:
        """Why some measures are not offered."""
        missing = [metric.name for metric in metrics() if metric.pair_up and not self.now.fits(Measure(metric, {}))]
        if not missing:
            return ""
        return f"{named(missing)} need {self._need()}."

    def _need(self) -> str:
        return "at least two items" if self.now.same_items() else "the same items in both lists"

    def _menu(self) -> list[dict[str, Any]]:
        """The measures to add; those that cannot compare these lists say why."""

        def drawn(option: dict[str, Any]) -> dict[str, Any]:
            if self.now.fits(measure(option["measure"])):
                return option
            return {**option, "taken": True, "words": f"{option['words']} (needs {self._need()})"}

        return [{**group, "options": list(map(drawn, group["options"]))} for group in super()._menu()]

    def _called(self, made: Measure) -> str:
        """Tau rather than τ: it is typed, and read aloud."""
        return made.name + (f"@{made.parameters['k']}" if "k" in made.parameters else "")

    def _drawn(self, card: Card, label: str) -> dict[str, Any]:
        """A card that shows its symbol too, as the formula has it."""
        short = label == self._called(card.measure)
        return {
            **super()._drawn(card, label),
            "label": f"{card.measure.label}  {card.measure.name}" if short else label,
        }


def _shift(rank: int, other: int | None) -> dict[str, str]:
    """How far an item stands above or below its rank in the other list."""
    if other is None:
        return {"shift": "", "way": "only"}
    return {"shift": str(abs(other - rank)) if other != rank else "", "way": _way(other - rank)}


def _way(shift: int) -> str:
    return "up" if shift > 0 else "down" if shift < 0 else "level"


def _below(names: Sequence[str], others: Sequence[str], here: str) -> str:
    """What stands under a list: the ranks that are not shown, and the items that it lacks."""
    known = set(names)
    missing = [item for item in others if item not in known]
    said = [f"rank {MOST_ROWS + 1} to {len(names)} of the {here} list: not shown"] if len(names) > MOST_ROWS else []
    return "; ".join([*said, *([f"not in the {here} list: {named(missing)}"] if missing else [])])
