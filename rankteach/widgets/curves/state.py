"""What a curve explorer shows: a list, a threshold in it, and the two curves that the threshold walks along."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any, ClassVar

import numpy as np

from rankteach.tracing.measures import Measure, measure
from rankteach.widgets.curves import view
from rankteach.widgets.curves.thresholds import Thresholds
from rankteach.widgets.protocol import CurveListView, CurvesView, MenuGroup
from rankteach.widgets.shared.cards import Card, Cards, ScoredList
from rankteach.widgets.shared.code import literal
from rankteach.widgets.shared.judged_list import JudgedList, Window
from rankteach.widgets.shared.measures_state import MeasuresState
from rankteach.widgets.shared.trace_state import Actions

ROC, PR = "AUC", "PRAUC"
CHOICES = ("form", "ties")
IN_ORDER, STRICT = "input_order", "strict"


class CurveState(MeasuresState):
    """A ranking whose grades and order can be changed, and a threshold in it.

    The two measures are the areas under the curves; both treat ties alike. What is kept of the threshold is how many
    items are ``above`` it: where tied items pass together, that is the first threshold with at least so many.
    """

    actions: ClassVar[Actions] = {
        **{name: MeasuresState.actions[name] for name in ("display", "predict", "choose", "convention")},
        "threshold": lambda state, action: state.set_threshold(action["to"]),
        "reset": lambda state, action: state.judged.reset(),
        "toggle": lambda state, action: state.judged.toggle(action["item"], bool(action.get("back")), ()),
        "move": lambda state, action: state.judged.move(action, state.window),
        "show": lambda state, action: state.window.toggle(len(state.ranking)),
        "best_swap": lambda state, action: state.judged.find_best_swap(state.trace(), state.cards.name),
        "swap": lambda state, action: state.swap(action["items"]),
    }
    above: int
    _thresholds: tuple[ScoredList, bool, Thresholds] | None = None

    def __init__(
        self,
        ranking: Any,
        threshold: int | None = None,
        measures: Sequence[str | Measure] = (),
        chosen: str | Measure = ROC,
    ) -> None:
        self.cards = Cards([ROC, PR])
        self.judged, self.window = JudgedList(ranking), Window()
        for one in (*measures, chosen):
            self.choose(one)
        self.set_threshold(len(self.thresholds) // 2 if threshold is None else threshold)

    @property
    def explained(self) -> ScoredList:
        """The list as it is now."""
        return self.judged.now

    def code(self) -> str:
        """The line of Python that makes an explorer as this one is now."""
        return f"rt.explore_curve({self.cards.code(literal(self.ranking), f'threshold={self.threshold}')})"

    def menu(self) -> list[MenuGroup]:
        """None: the two areas stay."""
        return []

    @property
    def thresholds(self) -> Thresholds:
        """The list at every threshold."""
        in_order = any(card.measure.parameters.get("ties") == IN_ORDER for card in self.cards.shown)
        if self._thresholds is None or self._thresholds[:2] != (self.judged.now, in_order):
            self._thresholds = self.judged.now, in_order, Thresholds(self.ranking, in_order)
        return self._thresholds[2]

    @property
    def threshold(self) -> int:
        """Its number, from 0."""
        return self.thresholds.first(self.above)

    def point(self) -> dict[str, int | Fraction]:
        """The counts and rates at the threshold."""
        rates = self.thresholds.rates(self.threshold)
        return {**self.thresholds.counts(self.threshold), **{name: rate.value for name, rate in rates.items()}}

    def card_of(self, name: str) -> Card:
        """The card of one of the two measures."""
        return next(card for card in self.cards.shown if card.measure.name == name)

    # --- changes ------------------------------------------------------------------------------------------
    def set_ranking(self, ranking: Any) -> None:
        """Another list, which is the new start; its threshold is the middle one."""
        self.judged, self.window = JudgedList(ranking), Window()
        self.set_threshold(len(self.thresholds) // 2)

    def set_threshold(self, threshold: int) -> str:
        """0 is above everything, 1 lets the first items pass, the last one lets all pass."""
        most = len(self.thresholds)
        must = f"threshold must be a whole number from 0 (above everything) to {most}, not {threshold!r}"
        if isinstance(threshold, bool | np.bool_) or not isinstance(threshold, Integral):
            raise TypeError(must)
        if not 0 <= threshold <= most:
            raise ValueError(must)
        self.above = self.thresholds.ends[threshold]
        rates = self.thresholds.rates(self.threshold)
        shown = ("TPR", "FPR") if self.cards.card.measure.name == ROC else ("precision", "recall")
        words = ", ".join(f"{name} {rates[name].fraction}" for name in shown)
        return f"threshold {self.thresholds.label(self.threshold)}: {words}"

    def choose(self, name: str | Measure) -> None:
        """The measure to explain, with its conventions; its ties are those of the other one too."""
        chosen = measure(name)
        if chosen.name not in (ROC, PR):
            raise ValueError(f"measure must be {ROC} or {PR}, with or without conventions, not {str(chosen)!r}")
        if chosen.relevant_from is not None or any(one not in CHOICES for one in chosen.parameters):
            raise ValueError(f"{chosen.name} must have no parameters but form and ties here, not {str(chosen)!r}.")
        key = self.card_of(chosen.name).key
        self.cards.replace(Card(key, chosen))
        self.cards.pick(key)
        self._tie_alike()

    def set_convention(self, parameter: str, value: Any) -> str:
        """Give the chosen measure another form, or both other ties."""
        if parameter not in CHOICES:
            raise ValueError(f"convention must be form or ties, not {parameter!r}")
        words = self.cards.set_convention(parameter, value)
        self._tie_alike()
        return words

    def _tie_alike(self) -> None:
        """Both curves have the same thresholds, whatever each measure calls its default."""
        ties = self.cards.card.measure.parameters.get("ties")
        for card in self.cards.shown:
            own = card.measure.parameters.get("ties")
            alike = IN_ORDER if ties == IN_ORDER else None if own == IN_ORDER else own
            self.cards.replace(card.with_parameters(ties=alike))

    def swap(self, items: Sequence[str]) -> str:
        """Swap two items."""
        self.judged.swap_items(self.trace(), items)
        return f"{items[0]} and {items[1]} swapped"

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> CurvesView:
        """Everything there is to draw."""
        thresholds, t = self.thresholds, self.threshold
        now, then = self.judged.now, self.judged.then
        roc, pr = (self.cards.value_view(card, card.measure.label, now, then) for card in map(self.card_of, (ROC, PR)))
        strict = self.card_of(ROC).measure.parameters.get("ties") == STRICT
        return {
            "announcement": self.announcement,
            "changed": self.judged.changed,
            "list": self._list(),
            "threshold": view.threshold_view(thresholds, t),
            "charts": [
                view.roc_chart(roc, thresholds, t, strict),
                view.pr_chart(pr, thresholds, t, now.trace(self.card_of(PR))),
            ],
            "matrix": view.matrix(thresholds, t),
            "rates": view.rates(thresholds, t),
            "note": view.note(thresholds, t),
            "trace": self.trace_view(self.parted_view()),
            "linked": self.trace().axis.name == "threshold",
        }

    def fast_view(self) -> dict[str, Any]:
        """The list. No action is predicted, since the curves take as long as everything else."""
        return {"list": self._list()}

    def _list(self) -> CurveListView:
        end = self.thresholds.ends[self.threshold]
        drawn = self.judged.view(self.window, end, cuts=False)
        below = f" The threshold is among them, below rank {end}." if drawn["cut"] is None else ""
        words = self.thresholds.words(self.threshold)
        return {**drawn, "hidden": drawn["hidden"] + below, "words": words}
