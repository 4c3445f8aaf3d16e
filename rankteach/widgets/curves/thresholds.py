"""A list at every threshold: the counts, the rates, and where the two curves run.

Threshold 0 is above the whole list, each one after it lets the next items pass, the last one lets all pass.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from rankteach.core.column import Column
from rankteach.core.ranking import Ranking
from rankteach.metrics import pr_auc, roc_auc
from rankteach.notation import numbers
from rankteach.notation.expression import Node, cell, name, number
from rankteach.notation.mathml import mathml
from rankteach.notation.text import text
from rankteach.tracing.trace import Trace
from rankteach.widgets.parts.list import aligned

ROC, PR = "AUC", "PRAUC"
LONGEST_TICK = 5  # letters: a longer fraction does not fit next to an axis
BEYOND = 0.03  # of the axis: where the first and the last threshold are
BARS = 60  # at most, in the drawing of the scores
PLACES = 4  # of a point's place in the drawing
NOTHING = "counts as 0"  # what 0/0 does

Line = list[list[float]]


class Rate(NamedTuple):
    """A fraction, with the counts that it is made of: ``part`` of ``whole``."""

    letters: Node
    part: int
    whole: int
    value: Fraction

    @property
    def fraction(self) -> str:
        """As it was counted, not reduced: 2/4."""
        return f"{self.part}/{self.whole}"

    @property
    def shown(self) -> str:
        """With its decimal: 3/4 = 0.75."""
        if not self.whole:
            return f"{self.fraction}, {NOTHING}"
        sign, decimal = self._decimal()
        return f"{self.fraction} {sign} {text(decimal)}"

    @property
    def tick(self) -> str:
        """Short, for an axis."""
        return self.fraction if len(self.fraction) <= LONGEST_TICK else numbers.decimal(self.value, 2)

    @property
    def math(self) -> str:
        """With letters, with numbers and its decimal, as MathML."""
        counted = Node("/", (number(self.part), number(self.whole)))
        decimal = [self._decimal()] if self.whole else []
        return mathml(Node("equation", (self.letters, ("=", counted), *decimal)))

    def _decimal(self) -> tuple[str, Node]:
        rounded = numbers.decimal(self.value)
        exact = Fraction(rounded) == self.value
        return ("=", number(float(rounded))) if exact else ("≈", Node("decimal", (float(self.value),)))


class Thresholds:
    """The counts above every threshold of a list. With ``in_order`` tied items pass one by one.

    ``scores`` are those of the items, as they are shown; none where ranks decide.
    """

    def __init__(self, ranking: Ranking, in_order: bool) -> None:
        self.ranking, self.in_order = ranking, in_order
        roc = roc_auc(ranking, ties="input_order" if in_order else "half").columns
        pr = pr_auc(ranking, ties="input_order" if in_order else "together").columns
        self.tp, self.fp, self.tpr, self.fpr = (roc[one] for one in ("TP", "FP", "TPR", "FPR"))
        self.precision, self.recall = pr["precision"], pr["recall"]
        self.ends: list[int] = [0, *(np.asarray(self.tp) + np.asarray(self.fp)).tolist()]
        self.relevant, self.others = _last(self.tp), _last(self.fp)
        self.missed = int(ranking.relevant_total) - self.relevant
        scores = ranking.scores or ()
        falling = all(one >= other for one, other in pairwise(scores))
        self.scores = aligned(scores) if falling and not in_order else []

    def __len__(self) -> int:
        return len(self.ends) - 1

    def first(self, items: int) -> int:
        """The first threshold with at least so many items above it."""
        return int(np.searchsorted(self.ends, items))

    # --- one threshold --------------------------------------------------------------------------------------
    def counts(self, t: int) -> dict[str, int]:
        """The confusion matrix of the list."""
        tp, fp = _at(self.tp, t), _at(self.fp, t)
        return {"TP": int(tp), "FP": int(fp), "FN": int(self.relevant - tp), "TN": int(self.others - fp)}

    def rates(self, t: int) -> dict[str, Rate]:
        """TPR, FPR, precision and recall, each with its counts."""
        tp, fp, fn, tn = self.counts(t).values()
        total = _share("TP", "m") if self.missed else _share("TP", "TP", "FN")
        return {
            "TPR": Rate(_share("TP", "TP", "FN"), tp, tp + fn, _at(self.tpr, t)),
            "FPR": Rate(_share("FP", "FP", "TN"), fp, fp + tn, _at(self.fpr, t)),
            "precision": Rate(_share("TP", "TP", "FP"), tp, tp + fp, _at(self.precision, t)),
            "recall": Rate(total, tp, self.relevant + self.missed, _at(self.recall, t)),
        }

    def words(self, t: int) -> str:
        """Where the threshold is: at a score, or at a rank."""
        return f"{'score ≥ ' * bool(self.scores)}{self.label(t)}" if self.ends[t] else "nothing above"

    def label(self, t: int) -> str:
        """The same for a screen reader."""
        end = self.ends[t]
        if not end:
            return "above everything"
        return self.scores[end - 1] if self.scores else f"after rank {end}"

    # --- the two distributions ------------------------------------------------------------------------------
    @cached_property
    def places(self) -> list[float]:
        """Where every threshold is on the axis of the scores: between the items above it and those below."""
        ends = np.asarray(self.ends[1:-1], dtype=np.intp)
        between = (self._axis[ends - 1] + self._axis[ends]) / 2
        return [1 + BEYOND, *np.round(between, PLACES).tolist(), -BEYOND][: len(self.ends)]

    @cached_property
    def spread(self) -> tuple[Line, Line]:
        """For the relevant items and for the others: their places, and what fraction of their kind is at each."""
        relevant = np.asarray(self.ranking.relevant, dtype=np.bool_)
        places, which = np.unique(self._axis, return_inverse=True)
        if len(places) > BARS:
            places, which = (np.arange(BARS) + 0.5) / BARS, np.minimum(self._axis * BARS, BARS - 1).astype(np.intp)
        counts = [np.bincount(which[kind], minlength=len(places)) for kind in (relevant, ~relevant)]
        shares = [count / max(1, count.sum()) for count in counts]
        most = max([share.max(initial=0) for share in shares]) or 1
        relevant_bars, other_bars = (
            np.round(np.stack([places, share / most], axis=-1)[share > 0], PLACES).tolist() for share in shares
        )
        return relevant_bars, other_bars

    @cached_property
    def _axis(self) -> np.ndarray:
        """The place of every item from 0, the least score, to 1, the largest; by rank, where scores do not decide."""
        numbers = np.asarray(self.ranking.scores if self.scores else range(len(self.ranking), 0, -1), dtype=float)
        halves = numbers / 2  # whose differences are floats
        spread = np.ptp(halves) if len(halves) else 0
        return (halves - halves.min()) / spread if spread else np.full(len(halves), 0.5)

    # --- the curves -----------------------------------------------------------------------------------------
    @cached_property
    def roc(self) -> Line:
        """The points of the ROC curve, threshold 0 first."""
        return [[0.0, 0.0], *points(self.fpr, self.tpr)]

    def pr(self, start: float) -> Line:
        """The points of the precision-recall curve; threshold 0 has none of its own and lies at its start."""
        return [[0.0, start], *points(self.recall, self.precision)]

    @cached_property
    def chance(self) -> Line:
        """The precision of a list in random order, which is the fraction of relevant items at every threshold."""
        if not len(self):
            return []
        share, end = (round(float(column.values[-1]), PLACES) for column in (self.precision, self.recall))
        return [[0.0, share], [end, share]]


def points(across: Column, up: Column) -> Line:
    """Two columns as points of a drawing."""
    return np.round(np.stack([across.values, up.values], axis=-1).astype(float), PLACES).tolist()


def pr_line(pr: Trace, recall: Column) -> Line:
    """The line whose area the measure is: steps, straight lines, or steps of the interpolated precision."""
    form = pr.parameters.get("form", "steps")
    heights = "precision" if form in ("steps", "trapezoids") else "interpolated precision"
    places = points(recall, pr.columns[heights])
    return [[0.0, 1.0], *places] if form == "trapezoids" else steps(places)


def steps(places: Line) -> Line:
    """To each point first up or down, then across."""
    corners = [[before, up] for (before, _), (_, up) in pairwise([[0.0, 0.0], *places])]
    return [one for one, _ in groupby(one for pair in zip(corners, places, strict=True) for one in pair)]


def across_first(places: Line) -> Line:
    """To each point first across, then up: a tied pair adds nothing."""
    corners = [[across, before] for (_, before), (across, _) in pairwise(places)]
    return [*places[:1], *(one for pair in zip(corners, places[1:], strict=True) for one in pair)]


def levels(pr: Trace) -> Line:
    """The heights whose mean the eleven-point average is; none for other forms."""
    column = pr.columns.get("precision at level")
    if column is None:
        return []
    last = max(len(column) - 1, 1)
    return [[round(place / last, PLACES), round(float(up), PLACES)] for place, up in enumerate(column.values)]


def _share(part: str, *whole: str) -> Node:
    """A fraction of two letters, or of a letter and a sum."""
    parts = tuple(map(name, whole))
    return Node("/", (name(part), Node("+", parts) if len(parts) > 1 else parts[0]))


def _at(column: Column, t: int) -> Fraction:
    return Fraction(cell(column, t - 1)) if t else Fraction(0)


def _last(column: Column) -> int:
    return int(column.values[-1]) if len(column) else 0
