"""What a curve explorer is showing: a list, a threshold in it, and the two curves that the threshold walks along.

Plain Python without any widget: gestures go in as dicts, the view comes out as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any, ClassVar

import numpy as np

from rankteach.tracing.measures import Measure, measure
from rankteach.widgets.curves.thresholds import NOTHING, Thresholds, across_first, levels, pr_line
from rankteach.widgets.explorer.state import Exploration
from rankteach.widgets.shared.cards import Card, Listed, changed
from rankteach.widgets.shared.code import literal

ROC, PR = "AUC", "PRAUC"
CHOICES = ("form", "ties")
IN_ORDER, STRICT = "input_order", "strict"
MOST_NAMED = 6
RATES = {
    "TPR": ("true positive rate", "of the relevant, those above"),
    "FPR": ("false positive rate", "of the others, those above"),
    "precision": ("", "of those above, the relevant"),
    "recall": ("", "of all relevant, those above"),
}
COUNTS = {
    "TP": "true positives",
    "FP": "false positives",
    "FN": "false negatives",
    "TN": "true negatives",
}


class Area(Card):
    """A measure that is drawn as a curve: it has no small line beside its value."""

    def __init__(self, key: int, made: Measure, origin: Measure | None = None) -> None:
        super().__init__(key, made, origin)
        self.can_be_cut = False


class CurveState(Exploration):
    """A ranking whose grades and order can be changed, and a threshold in it.

    The two measures are the areas under the curves; both go with the same ties. What is kept of the threshold is how
    many items are above it: where tied items pass together, that is the first threshold with at least so many.
    """

    above: int
    _made: tuple[Listed, bool, Thresholds] | None = None

    def __init__(
        self,
        ranking: Any,
        threshold: int | None = None,
        measures: Sequence[str | Measure] = (),
        chosen: str | Measure = ROC,
    ) -> None:
        super().__init__(ranking, (ROC, PR))
        self._tie_alike(None)
        for made in (*measures, chosen):
            self.choose(made)
        self._start(threshold)

    def set_ranking(self, ranking: Any) -> None:
        """Another list, which is the new start; its threshold is the middle one."""
        super().set_ranking(ranking)
        if self.cards:
            self._start()

    def set_threshold(self, threshold: int) -> None:
        """0 is above everything, 1 lets the first items pass, the last one lets all pass."""
        most = len(self.thresholds)
        if isinstance(threshold, bool | np.bool_) or not isinstance(threshold, Integral):
            raise TypeError(f"threshold is {threshold!r}; it is a whole number from 0 (above everything) to {most}")
        if not 0 <= threshold <= most:
            raise ValueError(f"threshold is {threshold}; it lies between 0 (above everything) and {most}")
        self.above = self.thresholds.ends[threshold]

    def choose(self, name: str | Measure) -> None:
        """The measure to explain, with its conventions; its ties are those of the other one too."""
        made = measure(name)
        shown = {card.measure.name: card for card in self.cards}
        if made.name not in shown:
            raise ValueError(f"{str(made)!r} is not shown; shown are {ROC} and {PR}")
        if made.relevant_from is not None or any(one not in CHOICES for one in made.parameters):
            raise ValueError(
                f"{str(made)!r} is not the area under a curve that is shown: choose its form and ties alone"
            )
        self.chosen = shown[made.name].key
        self.cards = tuple(Area(self.chosen, made) if card.key == self.chosen else card for card in self.cards)
        self._tie_alike(made.parameters.get("ties"))

    def code(self) -> str:
        """The line of Python that makes an explorer as this one stands."""
        return f"rt.explore_curve({self._code(literal(self.ranking), f'threshold={self.threshold}')})"

    @property
    def thresholds(self) -> Thresholds:
        """The list at every threshold."""
        in_order = any(card.measure.parameters.get("ties") == IN_ORDER for card in self.cards)
        if self._made is None or self._made[:2] != (self.now, in_order):
            self._made = self.now, in_order, Thresholds(self.ranking, in_order)
        return self._made[2]

    @property
    def threshold(self) -> int:
        """Its number, from 0."""
        return self.thresholds.first(self.above)

    def point(self) -> dict[str, int | Fraction]:
        """The counts and rates at the threshold."""
        rates = self.thresholds.rates(self.threshold)
        return {**self.thresholds.counts(self.threshold), **{name: rate.value for name, rate in rates.items()}}

    def _start(self, threshold: int | None = None) -> None:
        self.set_threshold(len(self.thresholds) // 2 if threshold is None else threshold)

    def _tie_alike(self, ties: Any) -> None:
        """Both curves have the same thresholds, whatever each measure calls its default."""

        def alike(made: Measure) -> Measure:
            own = made.parameters.get("ties")
            return changed(made, ties=IN_ORDER if ties == IN_ORDER else None if own == IN_ORDER else own)

        self.cards = tuple(Area(card.key, alike(card.measure), card.origin) for card in self.cards)

    def _line(self) -> int:
        return self.thresholds.ends[self.threshold]

    # --- from the browser ---------------------------------------------------------------------------------
    def _set(self, gesture: Mapping[str, Any]) -> str:
        self.set_threshold(gesture["to"])
        return self._position()

    def _convention(self, gesture: Mapping[str, Any]) -> str:
        if gesture["parameter"] not in CHOICES:
            raise ValueError(f"there is no convention {gesture['parameter']!r} to choose; there are form and ties")
        said = super()._convention(gesture)
        self._tie_alike(self.card.measure.parameters.get("ties"))
        return said

    gestures: ClassVar[dict[str, Callable[[Any, Mapping[str, Any]], str]]] = {
        "threshold": _set,
        **{
            name: Exploration.gestures[name]
            for name in ("toggle", "move", "choose", "reset", "show", "display", "predict", "best_swap", "swap")
        },
        "convention": _convention,
    }

    def _position(self) -> str:
        """Where the threshold is, and the rates of the chosen curve."""
        rates = self.thresholds.rates(self.threshold)
        shown = ("TPR", "FPR") if self.card.measure.name == ROC else ("precision", "recall")
        said = ", ".join(f"{name} {rates[name].fraction}" for name in shown)
        return f"threshold {self.thresholds.label(self.threshold)}: {said}"

    # --- the view -------------------------------------------------------------------------------------------
    def view(self) -> dict[str, Any]:
        """Everything there is to draw."""
        return {
            **self.at_once(),
            "said": self.said,
            "changed": self._changed(),
            "threshold": self._threshold(),
            "charts": [self._roc(), self._pr()],
            "matrix": self.matrix(),
            "rates": self.rates(),
            "note": self._note(),
            "trace": {**self.explained(), "parted": self._parted()},
            "linked": self.trace().axis.name == "threshold",
        }

    def at_once(self) -> dict[str, Any]:
        """The list: nothing is foreseen, since the curves take as long as everything else."""
        return {"list": self._list()}

    def likely(self) -> Iterable[Mapping[str, Any]]:
        """None."""
        return ()

    def _list(self) -> dict[str, Any]:
        drawn = super()._list()
        end = self._line()
        below = f" The threshold is among them, below rank {end}." if drawn["cut"] is None else ""
        return {**drawn, "words": self.thresholds.words(self.threshold), "hidden": drawn["hidden"] + below}

    def _threshold(self) -> dict[str, Any]:
        thresholds, t, end = self.thresholds, self.threshold, self._line()
        names = f": {_named(self.ranking.items[:end])}" if end else ""
        above = f"{end} of {len(self.ranking)} items above{names}"
        return {"value": t, "words": thresholds.words(t), "above": above, "ends": thresholds.ends}

    def _roc(self) -> dict[str, Any]:
        places = self.thresholds.roc()
        strict = self._of(ROC).measure.parameters.get("ties") == STRICT
        chart = self._chart(ROC, "ROC curve", ("FPR", "TPR"))
        return {
            **chart,
            "points": places,
            "line": across_first(places) if strict else places,
            "chance": [[0, 0], [1, 1]],
            "levels": [],
        }

    def _pr(self) -> dict[str, Any]:
        thresholds, trace = self.thresholds, self.now.trace(self._of(PR))
        line = pr_line(trace, thresholds.recall)
        start = line[0][1] if line else 0
        chart = self._chart(PR, "Precision-recall curve", ("recall", "precision"))
        return {
            **chart,
            "points": thresholds.pr(start),
            "line": line,
            "chance": thresholds.chance(),
            "levels": levels(trace),
        }

    def _chart(self, measure: str, curve: str, axes: tuple[str, str]) -> dict[str, Any]:
        card, rates = self._of(measure), self.thresholds.rates(self.threshold)
        names = {} if self.thresholds.missed else {"TPR": "TPR = recall", "recall": "recall = TPR"}
        across, up = ({"name": names.get(one, one), "tick": rates[one].tick} for one in axes)
        words = ", ".join(f"{one} {rates[one].fraction}" for one in reversed(axes))
        # where nothing is above there is no precision, and so no point
        none = not rates["precision"].whole and measure == PR
        drawn = self._value(card, card.measure.label)
        return {**drawn, "curve": curve, "across": across, "up": up, "words": words, "none": none}

    def _of(self, measure: str) -> Card:
        return next(card for card in self.cards if card.measure.name == measure)

    def matrix(self) -> list[dict[str, Any]]:
        """The confusion matrix by row, and what it adds up to."""
        thresholds = self.thresholds
        counts = thresholds.counts(self.threshold)
        rows: list[tuple[str, str, dict[str, int]]] = [
            ("above", " the threshold", {name: counts[name] for name in ("TP", "FP")}),
            ("below", " the threshold", {name: counts[name] for name in ("FN", "TN")}),
            ("in the list", "", {"relevant": thresholds.relevant, "others": thresholds.others}),
        ]
        if thresholds.missed:
            rows.append(("not in the list", "", {"missed": thresholds.missed}))
        return [
            {
                "head": head,
                "of": of,
                "cells": [
                    {"name": name, "full": COUNTS.get(name, ""), "count": count} for name, count in cells.items()
                ],
                "all": sum(cells.values()),
            }
            for head, of, cells in rows
        ]

    def rates(self) -> list[dict[str, str]]:
        """The rates with their formulas; recall stands apart from TPR only where they differ."""
        rates = self.thresholds.rates(self.threshold)
        if not self.thresholds.missed:
            del rates["recall"]
        return [
            {
                "name": "TPR = recall" if name == "TPR" and "recall" not in rates else name,
                "full": RATES[name][0],
                "says": RATES[name][1],
                "math": rate.math,
                "nothing": "" if rate.whole else NOTHING,
                "words": rate.shown,
            }
            for name, rate in rates.items()
        ]

    def _note(self) -> str:
        """What is unusual here."""
        thresholds, t = self.thresholds, self.threshold
        tied, notes = thresholds.passing(t), []
        if not len(thresholds):
            return "There is no item in the list."
        if not t:
            notes.append("Nothing is above the threshold: precision is 0/0. Its curve starts at the first threshold.")
        if len(tied) > 1:
            notes.append(f"Equal scores pass the threshold together: {_named(tied)}.")
        if not thresholds.relevant:
            notes.append("No relevant item is in the list: there is nothing for TPR to be a share of.")
        if not thresholds.others:
            notes.append("All items in the list are relevant: there is nothing for FPR to be a share of.")
        if thresholds.missed:
            notes.append("TPR counts the relevant items in the list; recall also those that are not in it.")
        return " ".join(notes)


def _named(items: Sequence[str]) -> str:
    """The first items and the last of them."""
    if len(items) <= MOST_NAMED:
        return ", ".join(items)
    return ", ".join([*items[: MOST_NAMED - 2], "…", items[-1]])
