"""What an explorer is showing, what each gesture does to it, and the view that the browser draws.

Plain Python without any widget: gestures go in as dicts, the view comes out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rankteach.core.ranking import Ranking
from rankteach.explain.what_if import swaps
from rankteach.explain.what_if.orders import orders
from rankteach.explain.what_if.variants import called, levels, possible
from rankteach.notation import numbers
from rankteach.tracing.measures import Measure
from rankteach.widgets.shared.cards import Card, Cards, Listed, changed
from rankteach.widgets.shared.code import literal
from rankteach.widgets.shared.surface import MOST_ROWS

DEFAULT_MEASURES = ("P@{k}", "R@{k}", "F1@{k}", "RR", "AP", "DCG@{k}", "nDCG@{k}")
DEFAULT_CHOICE = "AP"
DEFAULT_CUTOFF = 5
MOST_DOTS = 4
MOST_NAMED = 6
MOST_LISTED = 500


class Exploration(Cards):
    """A ranking whose grades and order can be changed, with measures of it.

    ``swap`` is what was said of the swap that would bring most, until something else is done.
    """

    stays: ClassVar[tuple[str, ...]] = (*Cards.stays, "listed")
    swap: Mapping[str, Any] | None = None

    def __init__(
        self,
        ranking: Any,
        measures: Sequence[str | Measure] | None = None,
        k: int | None = None,
        chosen: str | Measure | None = None,
    ) -> None:
        super().__init__()
        self.set_ranking(ranking)
        self.cutoff = k if k is not None else max(1, min(DEFAULT_CUTOFF, len(self.ranking)))
        self.ranking.top(self.cutoff)  # refuses a cutoff that is none
        if measures is None:
            self.set_measures([one.format(k=self.cutoff) for one in DEFAULT_MEASURES])
            self.choose(DEFAULT_CHOICE)
        else:
            self.set_measures(measures)
        if k is not None:
            self.set_every_cutoff(k)
        if chosen is not None:
            self.choose(chosen)

    def set_ranking(self, ranking: Any) -> None:
        """Another list, which is the new start."""
        self.now = self.then = Listed(ranking if isinstance(ranking, Ranking) else Ranking(ranking))
        self.levels = levels(self.ranking)
        self.binary = len(self.levels) == 2 and self.levels[1] == 1
        self.listed = MOST_ROWS

    def code(self) -> str:
        """The line of Python that makes an explorer as this one stands."""
        return f"rt.explore({self._code(literal(self.ranking))})"

    # --- from the browser ---------------------------------------------------------------------------------
    def likely(self) -> Iterable[Mapping[str, Any]]:
        """A click on each of the first marks; none in a long list, where each would take too long."""
        items = self.ranking.items[:MOST_ROWS] if len(self.ranking) <= MOST_LISTED else ()
        return ({"do": "toggle", "item": item} for item in items)

    def _toggle(self, gesture: Mapping[str, Any]) -> str:
        rank, name = self._rank(gesture), gesture["item"]
        grade = self._next_grade(self.ranking.grades[rank - 1], gesture)
        self.now = Listed(self.ranking.with_grade(rank, grade))
        return f"{name} is {self._mark(grade)}"

    def _move(self, gesture: Mapping[str, Any]) -> str:
        rank = self._rank(gesture)
        to = gesture["to"] if "to" in gesture else min(max(rank + gesture["by"], 1), len(self.ranking), MOST_LISTED)
        self.now = Listed(self.ranking.moved(rank, to))
        if to > self.listed:
            self.listed = MOST_LISTED  # what is moved stays in sight
        return f"{gesture['item']} moved to rank {to}"

    def _show(self, gesture: Mapping[str, Any]) -> str:
        self.listed = MOST_LISTED if self.listed == MOST_ROWS else MOST_ROWS
        return f"{min(self.listed, len(self.ranking))} items shown"

    def _best_swap(self, gesture: Mapping[str, Any]) -> str:
        trace = self.trace()
        found = swaps(trace).best if trace.value == trace.value else None
        label = self._called(self.card.measure)
        if found is None:
            self.swap = {"items": [], "words": f"No swap of two items makes {label} better."}
        else:
            names = [f"{self.ranking.items[rank - 1]} (rank {rank})" for rank in (found.first, found.second)]
            change = f"{'+' if found.change > 0 else '−'}{numbers.decimal(abs(found.change))}"
            items = [self.ranking.items[rank - 1] for rank in (found.first, found.second)]
            self.swap = {"items": items, "words": f"Most for {label}: swap {names[0]} and {names[1]}, {change}."}
        return str(self.swap["words"])

    def _swap(self, gesture: Mapping[str, Any]) -> str:
        one, other = (self._rank({"item": item}) for item in gesture["items"])
        after = orders(self.trace()).swapped(one, other)
        self.now = Listed(after.ranking)
        old, given = self.card, self.card.measure.parameters
        moved = {name: value for name, value in after.parameters.items() if value is not given.get(name)}
        if moved:  # weights that go with their items
            new = Card(old.key, changed(old.measure, **moved), changed(old.origin, **moved))
            self.cards = tuple(new if card is old else card for card in self.cards)
        return f"{gesture['items'][0]} and {gesture['items'][1]} swapped"

    def forget(self) -> None:
        """Drop what was said of the last gesture."""
        super().forget()
        self.swap = None

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {
        "toggle": _toggle,
        "move": _move,
        **Cards.gestures,
        "show": _show,
        "best_swap": _best_swap,
        "swap": _swap,
    }

    def _rank(self, gesture: Mapping[str, Any]) -> int:
        try:
            return self.ranking.items.index(gesture["item"]) + 1
        except ValueError:
            raise ValueError(f"there is no item {gesture['item']!r} in the list") from None

    def _next_grade(self, grade: Any, gesture: Mapping[str, Any]) -> Any:
        """The grade that a click makes of another one."""
        levels = self._possible()
        if grade is None or grade not in levels:
            return levels[1]
        step = -1 if gesture.get("back") else 1
        return levels[(levels.index(grade) + step) % len(levels)]

    def _possible(self) -> list[Any]:
        """The grades that every gain table on the surface has a gain for; all of them if that leaves no choice."""
        given = [value for card in self.cards for value in card.measure.parameters.values()]
        return possible(self.levels, given)

    # --- the view -------------------------------------------------------------------------------------------
    def view(self) -> dict[str, Any]:
        """Everything there is to draw."""
        return {**super().view(), "changed": self._changed()}

    def at_once(self) -> dict[str, Any]:
        """The values and the list."""
        return {**super().at_once(), "list": self._list()}

    def _changed(self) -> bool:
        return (self.ranking.items, self.ranking.grades) != (self.then.ranking.items, self.then.ranking.grades)

    def _list(self) -> dict[str, Any]:
        ranking = self.ranking
        scores = aligned(ranking.scores or ())
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
            "swap": self.swap,
        }

    def _more(self) -> str:
        """What the button under a long list says."""
        n = len(self.ranking)
        if n <= MOST_ROWS:
            return ""
        if self.listed > MOST_ROWS:
            return "Show fewer"
        return f"Show all {n}" if n <= MOST_LISTED else f"Show {MOST_LISTED}"

    def _mark(self, grade: Any) -> str:
        if grade is None:
            return "not judged"
        if self.binary:
            return "relevant" if grade else "not relevant"
        return f"grade {called(grade)}"

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
        named = zip(ranking.missed_items or [""] * len(missed), missed, strict=True)
        worth = sorted(((name, grade) for name, grade in named if grade), key=lambda one: -one[1])
        if not worth:
            return said
        names = [name for name, _ in worth if name]
        if not self.binary:
            grades = [f"grade {called(grade)}" for _, grade in worth]
            names = [f"{name} ({grade})" for name, grade in zip(names, grades, strict=True)] if names else grades
        if not names:
            return f"{said} Not retrieved: {len(worth)}."
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"{said} Not retrieved: {', '.join(names[:MOST_NAMED])}{more}."


def aligned(scores: Sequence[float]) -> list[str]:
    """Scores with as many decimals as the one that needs most of them, up to four significant digits."""
    written = [f"{score:.4g}" for score in scores]
    if any("e" in one for one in written):
        return written
    places = max((len(one.partition(".")[2]) for one in written), default=0)
    return [f"{score:.{places}f}" for score in scores]
