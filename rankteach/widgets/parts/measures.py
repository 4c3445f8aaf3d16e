"""A state with measures, one of which is explained."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, ClassVar, Self

from rankteach.core.attempts import Attempt
from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.explain.differences import Differences
from rankteach.tracing.measures import Measure
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.cards import DEFAULT_CUTOFF, Card, Cards, ScoredList, measure_of_one_list
from rankteach.widgets.parts.goal import Begins, Goal, Setup, arranged
from rankteach.widgets.parts.trace import TraceState
from rankteach.widgets.parts.trace_view import MOST_ROWS, choices, table_surface
from rankteach.widgets.protocol import Action, Comparison, GoalView, MeasuresView, Option, TraceView
from rankteach.widgets.session.state import Actions, Kind, literal, method

DEFAULT_MEASURES = ("P@{k}", "R@{k}", "F1@{k}", "RR", "AP", "DCG@{k}", "nDCG@{k}")
DEFAULT_CHOICE = "AP"
MOST_CUTOFFS = 100  # in a saved page

Which = Mapping[str, Any]
"""The keys of an action that say which of several lists it is about, such as ``{"query": "soup"}``."""


class MeasuresState(TraceState):
    """A state with measures, one of which is chosen.

    ``now`` is what is measured, as it is; ``start`` is what changes are counted from and what a reset returns to, with
    the measures that it ``began`` with.
    """

    cards: Cards
    began: Cards | None = None
    now: Any
    start: Any
    goal: Goal | None = None
    fixed = False
    defaults: ClassVar[Sequence[str]] = DEFAULT_MEASURES
    read: ClassVar[staticmethod[[Any], Measure]] = staticmethod(measure_of_one_list)
    actions: ClassVar[Actions] = {
        **TraceState.actions,
        "choose": Kind(
            lambda state, action: state.cards.pick(action["card"]),
            recorded=lambda state: ({"do": "choose", "card": card.key} for card in state.cards.shown),
            changes="choice",
            part="cards",
        ),
        "cut": Kind(method("set_cutoff", "k"), recorded=method("cuts"), changes="line", part="cards"),
        "convention": Kind(method("set_convention", "parameter", "value")),
        "add": Kind(lambda state, action: state.cards.add(action["measure"])),
        "remove": Kind(lambda state, action: state.cards.remove(action["card"])),
        "reset": Kind(method("reset"), recorded=lambda state: [{"do": "reset"}], anew=True),
        "solution": Kind(
            method("solve"),
            recorded=lambda state: [{"do": "solution"}] if state.goal and state.goal.solution else (),
            part="now",
            anew=True,
        ),
    }

    @property
    def explained(self) -> ScoredList:
        """The list whose calculation is shown."""
        return self.now

    @property
    def ranking(self) -> Ranking:
        """That list as it is now."""
        return self.explained.ranking

    def lists(self) -> Iterable[tuple[Which, Ranking]]:
        """Each list, after the keys of an action that say which one it is."""
        return [({}, self.ranking)]

    @property
    def longest(self) -> int:
        """The length of the longest list."""
        return max(len(one) for _, one in self.lists())

    @property
    def changed(self) -> bool:
        """Whether a reset would change something."""
        return bool(self.now.content() != self.start.content()) or self.cards.differ(self.began)

    def trace(self) -> Trace:
        """The trace of the chosen measure."""
        return self.explained.trace(self.cards.card)

    def traces(self) -> dict[str, Trace]:
        """The trace of every measure, by its label."""
        return dict(zip(self.cards.labels(), map(self.now.trace, self.cards.shown), strict=True))

    def functions(self) -> list[Any]:
        """The user's own functions among the parameters."""
        return [value for card in self.cards.shown for value in card.measure.parameters.values() if callable(value)]

    def menu(self) -> list[Option]:
        """The measures that can be added."""
        return self.cards.menu()

    def cards_view(self) -> list[Any]:
        """The measures with their values."""
        return self.cards.view(self.now, self.start)

    def measures_view(self, trace: TraceView) -> MeasuresView:
        """What every surface with measures shows, besides their values and the lists."""
        return {
            "announcement": self.announcement,
            "cutoff": self.cards.cutoff_view(self.longest),
            "cut": self.cards.line(),
            "cuts": self.cards.card.cutoff is not None,
            "changed": self.changed,
            "goal": self.goal_view(),
            "fixed": self.fixed,
            "trace": trace,
        }

    def cuts(self) -> Iterable[Action]:
        """Every cutoff of a list that is not very long."""
        slider = self.cards.cutoff_view(min(self.longest, MOST_CUTOFFS))
        return ({"do": "cut", "k": k} for k in range(1, slider["most"] + 1)) if slider else ()

    # --- the goal -----------------------------------------------------------------------------------------
    def named_lists(self, lists: Any) -> Mapping[str, ScoredList]:
        """The lists that a goal is about, by their names: of ``now`` or of ``start``."""
        return {"": lists}

    @property
    def goal_reached(self) -> bool:
        """Whether the list is as the goal wants it."""
        return self.goal is not None and self.goal.reached(self.named_lists(self.now))

    def attempts(self, action: Action) -> Iterator[Attempt]:
        """A look at the solution; or a goal that is reached now, after the hints that were read."""
        if self.goal and action["do"] == "solution":
            yield Attempt(self.task, None, "reveal")
        elif self.goal and self.goal_reached and not self.goal.reached(self.named_lists(self.start)):
            if action.get("hints"):
                yield Attempt(self.task, None, "hint")
            yield Attempt(self.task, True, self._arranged())

    def _arranged(self) -> Any:
        """How the lists are arranged; nothing where they are other lists than at the start."""
        starts, now = self.rankings(), self.rankings(self.now)
        if any(sorted(now[name].items) != sorted(start.items) for name, start in starts.items()):
            return ""
        return {name: ([*map(start.items.index, now[name].items)], now[name].grades) for name, start in starts.items()}

    def restore(self, given: Any) -> None:
        """Arrange the lists as they once were at the goal, if it is the same."""
        with suppress(LookupError, TypeError, ValueError, ArithmeticError):
            lists = {}
            for name, start in self.rankings().items():
                order, kept = given[name]
                grades = [Fraction(one) if isinstance(one, str) else one for one in kept]  # JSON has no fractions
                lists[name] = arranged(start, Ranking(grades, items=[start.items[place] for place in order]))
            now = self.with_rankings(lists)
            if self.goal and self.goal.reached(self.named_lists(now)):
                self.now = now

    def goal_view(self) -> GoalView | None:
        """The goal as it is drawn."""
        lists = map(self.named_lists, (self.now, self.start))
        return self.goal.view(*lists) if self.goal else None

    def rankings(self, now: Any = None) -> Mapping[str, Ranking]:
        """Each list by its name: at the start, or as it is ``now``."""
        return {name: one.ranking for name, one in self.named_lists(now or self.start).items()}

    def with_rankings(self, rankings: Mapping[str, Ranking]) -> Any:
        """What ``now`` is if these are the lists."""
        return ScoredList(rankings[""])

    def set_solution(self, solution: Any) -> None:
        """The lists that reach the goal. Raises ``ValueError`` if they do not."""
        assert self.goal is not None
        starts = self.rankings()
        one_each = [solution] if len(starts) == 1 else solution
        given = solution if isinstance(solution, Mapping) else dict(zip(starts, one_each, strict=True))
        self.goal.solution = {name: arranged(start, given.get(name, start)) for name, start in starts.items()}
        lists = self.named_lists(self.with_rankings(self.goal.solution))
        if missing := [one.far(lists) for one in self.goal.conditions if not one.met(lists)]:
            raise ValueError(f"solution must reach the goal {shown(self.goal.words)}, but there {missing[0]}.")

    def solve(self) -> str:
        """Arrange the lists as the solution has them."""
        if not (self.goal and self.goal.solution):
            raise ValueError("solution needs a goal that was set with one: goal='AP == 1', solution=[1, 1, 0]")
        self.now = self.with_rankings(self.goal.solution)
        return "one solution"

    def arguments(self, *inputs: str) -> str:
        """The arguments that make this surface as it is now, without the solution; ``inputs`` are its lists."""
        goal, cards = self.goal, self.cards
        own = [*inputs, f"measures={[card.name for card in cards.shown]!r}", f"chosen={cards.card.name!r}"]
        given = {"goal": goal and goal.text, "task": goal and goal.task, "hints": goal and goal.hints}
        given["fixed"] = "labels" if self.fixed else ""
        more = "".join(f", {name}={literal(value)}" for name, value in given.items() if value)
        return f"{', '.join(own)}{more}{self.titles_code()}"

    # --- changes ------------------------------------------------------------------------------------------
    def start_with(self, setup: Begins) -> None:
        """Set the cards, and the goal. Default measures that do not fit the lists wait; others are refused."""
        begins = setup if isinstance(setup, Setup) else Setup(setup)
        measures, k = begins.measures, begins.k
        self.ranking.top(k)  # refuses anything that is not a cutoff
        cutoff = max(1, min(DEFAULT_CUTOFF, self.longest)) if k is None else k
        given = [one.format(k=cutoff) for one in self.defaults] if measures is None else measures
        self.cards = Cards(given, cutoff, self.short_name, self.read)
        if measures is None:
            self.cards.leave_out(self.fits)
            if DEFAULT_CHOICE in self.defaults:
                self.cards.choose(DEFAULT_CHOICE)
        if k is not None:
            self.cards.tied = frozenset(card.key for card in self.cards.shown if card.cutoff is not None)
            self.cards.set_cutoff(k)
        begins = begins.checked()
        self.fixed = bool(begins.fixed)
        if begins.goal is not None:
            self.goal = Goal(begins.goal, self.cards, self.named_lists(self.now), begins.task, begins.hints)
            self.task = self.goal.name
            self.cards.include(self.goal.measures)
            self.goal_view()  # refuses measures that these lists do not have
            if begins.solution is not None:
                self.set_solution(begins.solution)
        if begins.chosen is not None:
            self.cards.choose(begins.chosen)
        self.begin()

    def begin(self) -> None:
        """A reset returns to the measures that there are now."""
        self.began = copy.copy(self.cards)

    @staticmethod
    def short_name(shown: Measure) -> str:
        """What a measure is called on its card."""
        return shown.label

    def fits(self, shown: Measure) -> bool:
        """Whether a measure can be calculated of what is shown."""
        return True

    def copy(self) -> Self:
        """A copy whose cards can be changed."""
        state = super().copy()
        state.cards = copy.copy(self.cards)
        return state

    def drop_caches(self, shown: Self) -> None:
        """Drop the calculations of the list, unless it is shown or was the first one."""
        super().drop_caches(shown)
        if self.now is not shown.now and self.now is not self.start:
            self.now.forget()

    def reset(self) -> str:
        """Return to the start."""
        self.now = self.start
        self.cards.return_to(self.began)
        return "as at the start"

    def set_measures(self, measures: Sequence[str | Measure]) -> None:
        """Start anew with other measures."""
        self.cards.set_measures(measures)
        self.begin()

    def set_cutoff(self, k: int) -> str:
        """Another cutoff for the slider and the measures tied to it."""
        self.ranking.top(k)  # refuses anything that is not a cutoff
        return self.cards.set_cutoff(k)

    def set_convention(self, parameter: str, value: Any) -> str:
        """Give the chosen measure another convention."""
        known = choices(self.cards.card.measure.metric, parameter)
        return self.cards.set_convention(parameter, known.get(value, value))

    def choose(self, name: str | Measure) -> None:
        """The measure to explain, which is one of those shown."""
        self.cards.choose(name)

    def dispatch(self, action: Action) -> None:
        """Perform an action, and announce what became of the chosen value."""
        before, resets = (self.now, self.cards.card), action.get("do") == "reset"
        changes = resets and self.changed
        super().dispatch(action)
        if changes or (not resets and before != (self.now, self.cards.card)):
            self.announcement += f"; {self.news(*before)}"

    def news(self, start: Any, card: Card | None) -> str:
        """The chosen value after an action; ``start`` and ``card`` were shown before."""
        return self.cards.news(start, card, self.now)

    def changed_conventions(self) -> Differences | None:
        """Where the chosen measure differs under other conventions than at the start."""
        card = self.cards.card
        if card.measure == card.origin:
            return None
        return Differences(self.explained.calculated(card.origin), self.trace())

    def comparison(self) -> Comparison | None:
        """The same as it is drawn."""
        differences = self.changed_conventions()
        if differences is None:
            return None
        table = differences.table(MOST_ROWS)
        return {"words": differences.words, "table": table_surface(table, table.axis) if differences.columns else None}
