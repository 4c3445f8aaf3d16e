"""What an explorer shows, and what each action changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rankteach.tracing.measures import Measure
from rankteach.widgets.explorer.queries import Queries
from rankteach.widgets.protocol import CardView, ExplorerView, ListView
from rankteach.widgets.shared.cards import ScoredList
from rankteach.widgets.shared.code import literal
from rankteach.widgets.shared.judged_list import MOST_LISTED, JudgedList, Window
from rankteach.widgets.shared.measures_state import MeasuresState
from rankteach.widgets.shared.surface import MOST_ROWS
from rankteach.widgets.shared.trace_state import Action, Actions


class ExplorerState(MeasuresState):
    """A ranking whose grades and order can be changed, with measures of it.

    With ``queries``, the ranking is that of one query of an evaluated run.
    """

    actions: ClassVar[Actions] = {
        **MeasuresState.actions,
        "reset": lambda state, action: state.judged.reset(),
        "toggle": lambda state, action: state.toggle(action["item"], bool(action.get("back"))),
        "move": lambda state, action: state.judged.move(action, state.window),
        "show": lambda state, action: state.window.toggle(len(state.ranking)),
        "best_swap": lambda state, action: state.judged.find_best_swap(state.trace(), state.cards.name),
        "swap": lambda state, action: state.swap(action["items"]),
        "query": lambda state, action: state.set_query(action["query"]),
    }
    judged: JudgedList
    window: Window

    def __init__(
        self,
        ranking: Any,
        measures: Sequence[str | Measure] | None = None,
        k: int | None = None,
        chosen: str | Measure | None = None,
        queries: Queries | None = None,
    ) -> None:
        self.queries = queries
        self.set_ranking(ranking)
        self.start_with(measures, k, chosen, length=len(self.ranking))

    @property
    def explained(self) -> ScoredList:
        """The list as it is now."""
        return self.judged.now

    def code(self) -> str:
        """The line of Python that makes an explorer as this one is now."""
        return f"rt.explore({self.cards.code(literal(self.ranking))})"

    # --- changes ------------------------------------------------------------------------------------------
    def set_ranking(self, ranking: Any) -> None:
        """Another list, which is the new start."""
        self.judged, self.window = JudgedList(ranking), Window()

    def set_query(self, query: str) -> str:
        """The list of another query. Raises ``KeyError`` for one that was not evaluated."""
        if self.queries is None:
            raise ValueError("query needs an evaluated run, such as rt.explore(rt.evaluate(qrels, run, 'AP'))")
        self.queries = Queries(self.queries.evaluation, query)
        self.set_ranking(self.queries.ranking())
        return f"query {self.queries.query}"

    def toggle(self, item: str, back: bool) -> str:
        """Give an item the next grade."""
        parameters = [value for card in self.cards.shown for value in card.measure.parameters.values()]
        return self.judged.toggle(item, back, parameters)

    def swap(self, items: Sequence[str]) -> str:
        """Swap two items, and with them the weights that belong to them."""
        card, after = self.cards.card, self.judged.swap_items(self.trace(), items)
        moved = {name: value for name, value in after.items() if value is not card.measure.parameters.get(name)}
        if moved:
            self.cards.replace(card.with_parameters(origin=True, **moved))
        return f"{items[0]} and {items[1]} swapped"

    def predicted(self) -> Iterable[Action]:
        """A click on each of the first marks; none in a long list, where each would take too long."""
        items = self.ranking.items[:MOST_ROWS] if len(self.ranking) <= MOST_LISTED else ()
        return ({"do": "toggle", "item": item} for item in items)

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> ExplorerView:
        """Everything there is to draw."""
        view: ExplorerView = {
            "announcement": self.announcement,
            "cards": self._cards(),
            "cutoff": self.cards.cutoff_view(len(self.ranking)),
            "changed": self.judged.changed,
            "list": self._list(),
            "trace": self.trace_view(self.parted_view()),
        }
        if self.queries:
            view["queries"] = self.queries.view(self.cards.card.name)
        return view

    def fast_view(self) -> dict[str, Any]:
        """The values and the list."""
        return {"cards": self._cards(), "list": self._list()}

    def _cards(self) -> list[CardView]:
        return self.cards.view(self.judged.now, self.judged.then)

    def _list(self) -> ListView:
        return self.judged.view(self.window, self.cards.line(), self.cards.card.cutoff is not None)
