"""The explorer of agreement: what it shows, what each action changes, and what Python can do with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from rankteach.core.ranking import Ranking
from rankteach.tracing.measures import Measure, measure, metrics
from rankteach.tracing.paired import ranked
from rankteach.widgets.agreement.pairing import Compared, Pairing
from rankteach.widgets.parts.cards import measure_of_two_lists
from rankteach.widgets.parts.goal import Begins
from rankteach.widgets.parts.list import MOST_REORDERED, moves, rank_of, target
from rankteach.widgets.parts.measures import MeasuresState, Which
from rankteach.widgets.parts.trace_view import MOST_ROWS
from rankteach.widgets.parts.two_lists import below, compared, named, ranks_of
from rankteach.widgets.protocol import (
    Action,
    AgreementView,
    CardView,
    ComparedList,
    LineView,
    Option,
    TraceView,
)
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveMeasures
from rankteach.widgets.session.state import Actions, Kind


class AgreementState(MeasuresState):
    """Two ranked lists, the second of which can be reordered, with measures of their agreement."""

    actions: ClassVar[Actions] = {
        **MeasuresState.actions,
        "move": Kind(
            lambda state, action: state.move(action),
            recorded=lambda state: moves(state.second) if state.longest <= MOST_REORDERED else (),
            changes="order",
            part="now",
        ),
    }
    read: ClassVar[staticmethod[[Any], Measure]] = staticmethod(measure_of_two_lists)
    defaults = ("Tau", "KendallDistance@{k}", "Rho")
    now: Compared
    start: Compared

    def __init__(self, first: Any, second: Any, setup: Begins = None) -> None:
        self._start(first, second)
        self.start_with(setup)

    @property
    def first(self) -> tuple[str, ...]:
        """The items of the list that stays."""
        return tuple(self.now.reference.items)

    @property
    def second(self) -> tuple[str, ...]:
        """The items of the list that is reordered."""
        return tuple(self.now.ranking.items)

    def lists(self) -> Iterable[tuple[Which, Ranking]]:
        """Both lists."""
        return [({}, self.now.reference), ({}, self.now.ranking)]

    def names(self) -> Iterable[str]:
        """The items that are shown."""
        return (*self.first[:MOST_ROWS], *self.second[:MOST_ROWS])

    @staticmethod
    def short_name(shown: Measure) -> str:
        """Tau rather than τ: it is typed, and read aloud."""
        return shown.name + (f"@{shown.parameters['k']}" if "k" in shown.parameters else "")

    def fits(self, shown: Measure) -> bool:
        """Whether a measure can compare the lists as they are; some need the same items in both, and two of them."""
        return shown.metric.pairing is ranked or (self.now.same_items and len(self.second) > 1)

    def code(self) -> str:
        """The line of Python that makes an explorer as this one is now."""
        return f"rt.explore_agreement({self.arguments(repr(list(self.first)), repr(list(self.second)))})"

    def pairing(self) -> Pairing:
        """The pairs that the chosen measure compares, up to its cutoff."""
        k = self.cards.card.cutoff
        return self.now.once(("pairs", k), Pairing, self.first, self.second, k)

    # --- changes ------------------------------------------------------------------------------------------
    def set_lists(self, first: Any, second: Any) -> None:
        """Start anew from other lists. A measure that cannot compare them waits."""
        self._start(first, second)
        self.cards.leave_out(self.fits)
        self.begin()

    def _start(self, first: Any, second: Any) -> None:
        lists = ranked(first, second).in_order().lists
        assert lists is not None
        self.now = self.start = Compared(*(Ranking([None] * len(names), items=names) for names in lists))

    def with_rankings(self, rankings: Mapping[str, Ranking]) -> Compared:
        """The first list, next to another order of the second one."""
        return Compared(self.start.reference, rankings[""])

    def set_solution(self, solution: Any) -> None:
        """The names of the second list, in an order that reaches the goal."""
        super().set_solution(Ranking([None] * len(solution), items=solution))

    def move(self, action: Action) -> str:
        """Move an item of the second list; a move by steps ends at the last rank shown."""
        item = action["item"]
        rank = rank_of(item, self.second, "the second list")
        to = target(action, rank, min(len(self.second), MOST_ROWS))
        self.now = Compared(self.now.reference, self.ranking.moved(rank, to))
        return f"{item} moved to rank {to}"

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> AgreementView:
        """Everything there is to draw."""
        first, second = self.first, self.second
        return {
            **self.measures_view(self._trace_view()),
            "cards": self.cards_view(),
            "first": self._side(first, second, "first", "second"),
            "second": self._side(second, first, "second", "first"),
            "lines": self._lines(),
            "pairs": self.pairing().view(),
            "by_pairs": self._by_pairs(),
            "note": self._note(),
        }

    def menu(self) -> list[Option]:
        """The measures that can be added; those that cannot compare these lists say why."""

        def option(one: Option) -> Option:
            if self.fits(measure(one["value"])):
                return one
            return {**one, "words": f"{one['words']} (needs {self._need()})"}

        return list(map(option, self.cards.menu()))

    def cards_view(self) -> list[CardView]:
        """The cards with the symbols of their measures, as the formulas have them."""
        views = super().cards_view()
        for place, (view, card) in enumerate(zip(views, self.cards.shown, strict=True)):
            if view["label"] == self.short_name(card.measure):
                name = re.sub("(?<=[a-z])[A-Z](?=[a-z])", lambda first: f" {first[0].lower()}", card.measure.name)
                names = dict.fromkeys((card.measure.label.replace("_", ""), name))
                views[place] = {**view, "label": "  ".join(names)}
        return views

    def _by_pairs(self) -> bool:
        return self.trace().axis.name == "pair"

    def _trace_view(self) -> TraceView:
        """The calculation; its rows are linked with the pairs drawn."""
        trace = self.trace_view(self.comparison())
        if self._by_pairs():
            first, *others = trace["tables"]
            trace["tables"] = [{**first, "linked": bool(self.pairing().pairs)}, *others]
        return trace

    def _side(self, names: Sequence[str], others: Sequence[str], here: str, there: str) -> ComparedList:
        """One of the lists: its first items, and a note on those that are not shown."""
        ranks = ranks_of(others)
        rows = []
        for rank, item in enumerate(names[:MOST_ROWS], start=1):
            words = f"{item}: {_place(rank, ranks.get(item), here, there)}{self._opposite(item)}."
            rows.append(compared(item, rank, ranks.get(item), words))
        return {"rows": rows, "below": below(names, others, MOST_ROWS, f"the {here} list", f" of the {here} list")}

    def _opposite(self, item: str) -> str:
        pairing = self.pairing()
        if item not in pairing.items:
            return "; below the cutoff in both, so not compared"
        if pairing.counted_only:
            return ""
        opposite = pairing.opposite_to(item)
        return f"; in opposite order to {named(opposite)}" if opposite else "; in no opposite pair"

    def _lines(self) -> list[LineView]:
        """A line for each item that is shown, and whether it crosses another one's."""
        pairing = self.pairing()

        def kind(item: str) -> Literal["apart", "same", "opposite"]:
            if pairing.opposite_to(item):
                return "opposite"
            return "same" if item in pairing.items else "apart"

        return [{"item": item, "kind": kind(item)} for item in dict.fromkeys(self.names())]

    def _note(self) -> str:
        """Why some measures are not offered."""
        missing = [metric.name for metric in metrics() if metric.pairing and not self.fits(Measure(metric, {}))]
        return f"{named(missing)} need {self._need()}." if missing else ""

    def _need(self) -> str:
        return "at least two items" if self.now.same_items else "the same items in both lists"


def _place(rank: int, other: int | None, here: str, there: str) -> str:
    if other is None:
        return f"rank {rank} in the {here} list, only here"
    if other == rank:
        return f"rank {rank} in both lists"
    way = "higher" if other > rank else "lower"
    return f"rank {rank} in the {here} list, {abs(other - rank)} {way} than in the {there} (rank {other})"


class AgreementExplorer(LiveMeasures):
    """Two ranked lists, one to be reordered against the other, and measures of how far they agree.

    ``rt.explore_agreement`` makes one. What the browser shows can be read and changed from Python too: ``first``,
    ``second``, ``measures``, ``k``, ``chosen``; read only are ``trace`` and ``values``.

    >>> import rankteach as rt
    >>> explorer = rt.explore_agreement(["a", "b", "c", "d"], ["a", "c", "b", "d"], measures=["Tau", "Rho"])
    >>> explorer
    Agreement of 4 and 4 items: Tau = 2/3, Rho = 4/5
    >>> explorer.set_state({"action": {"do": "move", "item": "c", "to": 3, "n": 1}})  # as the browser does
    >>> explorer
    Agreement of 4 and 4 items: Tau = 1, Rho = 1
    >>> explorer.second = ["d", "c", "b", "a"]
    >>> explorer.values
    {'Tau': -1.0, 'Rho': -1.0}
    """

    folder = "agreement"
    title = "Two orders"
    how = "Drag an item of the second list to another rank. Lines that cross are pairs in opposite order."
    first: Any = state_property(
        "The items of the list that stays, best first. Set it to start anew from other lists.",
        lambda state: state.first,
        lambda state, first: state.set_lists(first, state.second),
    )
    second: Any = state_property(
        "The items of the list that is reordered. Set it to start anew from other lists.",
        lambda state: state.second,
        lambda state, second: state.set_lists(state.first, second),
    )

    def _line(self) -> str:
        return f"Agreement of {len(self.first)} and {len(self.second)} items: {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        state, view = self._state, self.view
        lists = (
            f"{name} list: {', '.join(row['item'] for row in side['rows'])}; {side['below']}".removesuffix("; ") + "."
            for name, side in (("First", view["first"]), ("Second", view["second"]))
        )
        pairs = view["pairs"]
        counts = ", ".join(f"{one['count']:,} {one['words']}" for one in pairs["counts"])
        opposite = [" and ".join(pair["items"]) for pair in pairs["list"] if pair["kind"] == "opposite"]
        names = f" Opposite: {'; '.join(opposite)}." if opposite else ""
        notes = f"Pairs: {counts}.{names}", pairs["words"], view["note"]
        return self._goal_text(), *lists, *notes, state.changed_conventions(), self.trace
