"""The curve explorer: a list, a threshold in it, and the two curves that the threshold walks along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from rankteach.core.checks import counted, shown, whole_number
from rankteach.tracing.measures import Measure, each_measure, measure
from rankteach.widgets.curves import view
from rankteach.widgets.curves.thresholds import PR, ROC, Thresholds
from rankteach.widgets.parts.cards import Card, Cards
from rankteach.widgets.parts.list import RankingState
from rankteach.widgets.parts.measures import MOST_CUTOFFS
from rankteach.widgets.protocol import ChartView, CurvesView
from rankteach.widgets.session.host import state_property
from rankteach.widgets.session.live import LiveCards
from rankteach.widgets.session.state import Actions, Kind, State, literal, method

CHOICES = ("form", "ties")
EVERYTHING = "With 0 it is above everything."
IN_ORDER = "input_order"


class CurveState(RankingState):
    """A ranking whose grades and order can be changed, and a threshold in it.

    The two measures are the areas under the curves; both treat ties alike. ``above`` counts the items above the
    threshold: where tied items pass together, it is the first threshold with at least so many.
    """

    actions: ClassVar[Actions] = {
        **{name: do for name, do in RankingState.actions.items() if name not in ("cut", "add", "remove")},
        "threshold": Kind(
            method("set_threshold", "to"),
            recorded=lambda state: (
                {"do": "threshold", "to": to} for to in range(min(len(state.thresholds), MOST_CUTOFFS) + 1)
            ),
            changes="line",
            part="above",
        ),
    }
    most_nearest = 1_000
    menu = State.menu  # the two areas stay
    predicted, fast_view = State.predicted, State.fast_view  # a browser draws a curve with the answer only
    above: int

    def __init__(
        self,
        ranking: Any,
        threshold: int | None = None,
        measures: Sequence[str | Measure] = (),
        chosen: str | Measure = ROC,
    ) -> None:
        self.cards = Cards([ROC, PR])
        super().set_ranking(ranking)
        first = [measure(one) for one in each_measure(measures)]
        if len({one.name for one in first}) < len(first):
            raise ValueError(f"measures must name each area once. Write measures=['{ROC}', '{PR}'].")
        for one in (*first, chosen):
            self.choose(one)
        self.set_threshold(len(self.thresholds) // 2 if threshold is None else threshold)

    def code(self) -> str:
        """The line of Python that makes an explorer as this one is now."""
        ranking = self.now.once("code", literal, self.ranking)
        return f"rt.explore_curve({self.arguments(ranking, f'threshold={self.threshold}')})"

    @property
    def thresholds(self) -> Thresholds:
        """The list at every threshold."""
        in_order = any(card.measure.parameters.get("ties") == IN_ORDER for card in self.cards.shown)
        return self.now.once(("thresholds", in_order), Thresholds, self.ranking, in_order)

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
        """Start anew from another list, at its middle threshold."""
        super().set_ranking(ranking)
        self.set_threshold(len(self.thresholds) // 2)

    def set_threshold(self, threshold: int) -> str:
        """0 is above everything, 1 lets the first items pass, the last one lets all pass."""
        most = len(self.thresholds)
        self.above = self.thresholds.ends[whole_number(threshold, "threshold", EVERYTHING, least=0, most=most)]
        rates = self.thresholds.rates(self.threshold)
        named = ("TPR", "FPR") if self.cards.card.measure.name == ROC else ("precision", "recall")
        words = ", ".join(f"{name} {rates[name].fraction}" for name in named)
        return f"threshold {self.thresholds.label(self.threshold)}; {words}"

    def choose(self, name: str | Measure) -> None:
        """Choose the measure to explain, with its conventions. The other measure gets the same ties."""
        chosen = measure(name)
        if chosen.name not in (ROC, PR):
            raise ValueError(f"measure must be {ROC} or {PR}, with or without conventions, not {shown(str(chosen))}")
        if chosen.relevant_from is not None or any(one not in CHOICES for one in chosen.parameters):
            raise ValueError(f"{chosen.name} must have no parameters but form and ties here, not {shown(str(chosen))}.")
        key = self.card_of(chosen.name).key
        self.cards.replace(Card(key, chosen))
        self.cards.pick(key)
        self._tie_alike()

    def set_convention(self, parameter: str, value: Any) -> str:
        """Change the form of the chosen measure, or the ties of both."""
        if parameter not in CHOICES:
            raise ValueError(f"convention must be form or ties, not {shown(parameter)}")
        words = self.cards.set_convention(parameter, value)
        self._tie_alike()
        return words

    def _tie_alike(self) -> None:
        """Give both measures the same ties, because both curves have the same thresholds."""
        ties = self.cards.card.measure.parameters.get("ties")
        for card in self.cards.shown:
            own = card.measure.parameters.get("ties")
            alike = IN_ORDER if ties == IN_ORDER else None if own == IN_ORDER else own
            self.cards.replace(card.with_parameters(ties=alike))

    # --- the view -----------------------------------------------------------------------------------------
    def view(self) -> CurvesView:
        """Everything there is to draw."""
        thresholds, t = self.thresholds, self.threshold
        return {
            "announcement": self.announcement,
            "changed": self.changed,
            "list": self.lists_view()["list"],
            "charts": [self._chart(ROC, "FPR", "TPR"), self._chart(PR, "recall", "precision")],
            "trace": self.trace_view(self.comparison()),
            "linked": self.trace().axis.name == "threshold",
            **self.now.once(("cut", thresholds.in_order, t), view.cut, thresholds, t),
        }

    def _chart(self, name: str, across: str, up: str) -> ChartView:
        card, thresholds = self.card_of(name), self.thresholds
        value = self.cards.value_view(card, card.in_words(card.measure.label), self.now, self.start)
        key = "curve", card.cache_key, thresholds.in_order
        curve = self.now.once(key, view.curve, thresholds, self.now.trace(card))
        return view.chart(value, curve, thresholds, self.threshold, across, up)

    def lists_view(self) -> dict[str, Any]:
        """The list, with the line of the threshold."""
        end = self.thresholds.ends[self.threshold]
        drawn = self.list_view()
        below = f" The threshold is among them, below rank {end}." if end > len(drawn["rows"]) else ""
        return {"list": {**drawn, "hidden": drawn["hidden"] + below}}


class CurveExplorer(LiveCards):
    """A ranked list, a threshold in it, and the ROC and the precision-recall curve that it walks along.

    ``rt.explore_curve`` makes one. What the browser shows can be read and changed from Python too: ``ranking``,
    ``threshold``, ``chosen``; read only are ``point`` and ``trace``.

    >>> import rankteach as rt
    >>> curves = rt.explore_curve([1, 0, 1, 0])
    >>> curves.threshold = 3
    >>> curves
    Curve explorer of 4 items, threshold after rank 3: TPR 2/2, FPR 1/2, precision 2/3; AUC = 3/4, PRAUC = 5/6
    >>> curves.set_state({"action": {"do": "threshold", "to": 1, "n": 1}})  # as the browser does
    >>> curves.point["TP"], str(curves.point["TPR"])
    (1, '1/2')
    """

    folder = "curves"
    title = "Curves"
    how = "Move the threshold, or click a label to change it. Curves, counts and rates follow at once."
    ranking: Any = state_property(
        "The list as it is now. Set it to start anew from another list.",
        lambda state: state.ranking,
        CurveState.set_ranking,
    )
    threshold: int = state_property(
        "The number of the threshold: 0 is above everything, the last one lets everything pass.",
        lambda state: state.threshold,
        CurveState.set_threshold,
    )
    point: dict[str, int | Fraction] = state_property(
        "The counts TP, FP, FN, TN of the list at the threshold, and TPR, FPR, precision, recall as fractions. "
        "FN counts the relevant items below the threshold; recall also counts those that are not in the list.",
        lambda state: state.point(),
    )

    def _line(self) -> str:
        state = self._state
        rates = state.thresholds.rates(self.threshold)
        names = [name for name in rates if name != "recall" or state.thresholds.missed]
        values = ", ".join(f"{name} {rates[name].fraction}" for name in names)
        where = f"{counted(len(self.ranking), 'item')}, threshold {state.thresholds.label(self.threshold)}"
        return f"Curve explorer of {where}: {values}; {self._values_text()}"

    def _parts(self) -> Iterable[Any]:
        view: Any = self.view
        cells = [cell for row in view["matrix"] for cell in row["cells"] if cell["full"]]
        counts = ", ".join(f"{cell['name']} {cell['count']}" for cell in cells)
        rates = (f"{rate['name']} {rate['words']}: {rate['says']}" for rate in view["rates"])
        where = f"{view['threshold']['words']}: {view['threshold']['above']}"
        return self.ranking, where, counts, *rates, view["note"], self.trace
