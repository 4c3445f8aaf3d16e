"""LambdaRank's gradient: each pair of items pushes the better one up and the other one down."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankteach.core.checks import one_of, real_number
from rankteach.core.column import Axis, Column
from rankteach.core.outside import quoted
from rankteach.core.ranking import Ranking
from rankteach.explain.what_if.alternatives import MOST_LISTED, swaps
from rankteach.explain.what_if.orders import only_of_one_list
from rankteach.notation.numbers import displayed, signed
from rankteach.notation.report import Report
from rankteach.notation.tables import Table, recorded, tables
from rankteach.tracing.trace import Trace

TOOLS = {"lightgbm": "LightGBM", "xgboost": "XGBoost"}  # whose gradients are the same
NEARLY_TIED = 0.01  # what they add to the distance of two scores before they divide by it
LARGEST_SIGMA = 1e6
OF_TOOLS = 'nDCG(gain="exponential")'  # the measure that their gradient is made of


class Lambdas(Report):
    """What ``rt.lambdas`` returns.

    ``gradients`` has a number for each rank: how strongly the pairs push its item up, or down if it is below 0; they
    sum up to 0. ``push`` is a column with a row for each pair of items of different grades. ``better`` and ``other``
    are the ranks of its items, counted from 1.
    """

    def __init__(self, trace: Trace, sigma: float, convention: str | None) -> None:
        self.trace, ranking = trace, trace.ranking
        weights, grades = _weights(trace, convention), ranking.grade.values
        pairs = np.argwhere(np.triu(grades[:, None] != grades))
        swapped = grades[pairs[:, 0]] < grades[pairs[:, 1]]
        pairs[swapped] = pairs[swapped, ::-1]  # the better item first
        better, other = pairs.T
        self.better, self.other = better + 1, other + 1
        self.misplaced = int((better > other).sum())

        def labels() -> dict[str, Any]:
            names = [quoted(str(item)) for item in ranking.items]
            return {
                "pair": [f"{names[i]} over {names[j]}" for i, j in pairs.tolist()],
                "ranks": [f"{i + 1}, {j + 1}" for i, j in pairs.tolist()],
            }

        axis = Axis("pair", length=len(pairs), index="ij", end=None, labels=labels)
        scores = ranking.score
        ahead = (scores.take(axis, better, "i") - scores.take(axis, other, "j")).named("lead", "g_ij")
        doubt = (1 / (1 + (Column.constant(sigma) * ahead).exp())).named("doubt", "ρ_ij")
        changes = f"|Δ{trace.label}|"
        if convention and trace.parameters.get("k") is not None:
            changes = f"|ΔDCG| / IDCG@{trace.parameters['k']}"
        weight = Column.opaque(weights[better, other], (ahead,), changes, "w_ij", axis)
        if convention and len(set(scores.values.tolist())) > 1:
            weight = (weight / (NEARLY_TIED + ahead.maximum(0 - ahead))).named("weight", "v_ij")
        push = (Column.constant(sigma) * doubt * weight).named("push", "λ_ij")
        total = (2 * push).sum("").named("both pushes of all pairs", "T")
        self.total = float(total) if convention else 0.0
        if self.total:
            push = (push * ((1 + total).log2() / total)).named("scaled push", "λ′_ij")
        self.axis, self.push = axis, push
        self.gradients = np.zeros(len(ranking))
        np.add.at(self.gradients, better, push.values)
        np.add.at(self.gradients, other, -push.values)

    @property
    def words(self) -> list[str]:
        """What pushes, and which items are pushed most."""
        first = f"{self.trace.label} is {self.trace.shown}."
        if not len(self.better):
            return [first, "No two items differ in grade, so no pair pushes."]
        pairs = "1 pair has" if len(self.better) == 1 else f"{len(self.better)} pairs have"
        wrong = "none is" if not self.misplaced else "1 is" if self.misplaced == 1 else f"{self.misplaced} are"
        items, display = self.trace.ranking.items, displayed(4, False)
        pushed = [
            f"{quoted(str(items[place]))} (rank {place + 1}) by {signed(float(self.gradients[place]), display) or '0'}"
            for place in np.argsort(-abs(self.gradients), kind="stable")[:MOST_LISTED].tolist()
        ]
        return [
            first,
            f"{pairs} different grades; {wrong} in the wrong order.",
            "A pair pushes its better item up and the other one down, unless their swap would change nothing. In all, "
            f"the pairs push {', '.join(pushed)}{', and no other item more' if len(items) > len(pushed) else ''}.",
            *([f"T, the sum of both pushes of all pairs, is {display.decimal(self.total)}."] if self.total else []),
        ]

    def table(self, *, most_rows: int | None = MOST_LISTED, digits: int = 4, fractions: bool = False) -> Table:
        """The pairs, and how each push is calculated."""
        return tables(self.axis, recorded(self.push), displayed(digits, fractions), most_rows, False)[0]


def _weights(trace: Trace, convention: str | None) -> np.ndarray:
    """How much the swap of each two places changes the value."""
    if convention is None:
        return abs(swaps(trace).changes)
    if trace.measure.partition("@")[0] != OF_TOOLS:
        raise ValueError(
            f"convention={convention!r} needs a trace of {OF_TOOLS}, with a cutoff or without, not of {trace.measure}."
        )
    if trace.ranking.missed:
        raise ValueError(
            f"convention={convention!r} needs a list that misses no item: {TOOLS[convention]} ranks all it knows. "
            "Leave missed out."
        )
    k = trace.parameters.get("k")
    whole = trace if k is None else trace.metric.of_query(trace.ranking, {**trace.parameters, "k": None})
    ideal, ideal_at_k = (float(one.calculation.cells["divisor"].values) for one in (whole, trace))
    place = np.arange(len(trace.ranking))
    counts = np.minimum(place[:, None], place) < (len(place) if k is None else k)  # pairs with an item above the cutoff
    scaled: np.ndarray = abs(swaps(whole).changes) * counts * (ideal / ideal_at_k if ideal_at_k else 0)
    return scaled


def lambdas(trace: Trace, *, sigma: float = 1, convention: str | None = None) -> Lambdas:
    """What LambdaRank learns from a list: how strongly each pair of items pushes, and each item's gradient.

    If item i of a pair has the higher grade, ``push = sigma / (1 + exp(sigma (s_i − s_j))) |Δ|``. The fraction is the
    doubt that scores s_i and s_j put the pair in the right order, and ``|Δ|`` is what swapping the two would change in
    the value: a pair matters if the model is wrong or unsure about it, and if its order matters. The gradient of an
    item is the sum of the pushes up, minus the pushes down.

    Parameters
    ----------
    trace : Trace
        Of one list with scores, such as ``rt.ndcg(rt.Ranking.from_scores(grades, scores))``. A cutoff is the
        truncation: pairs below it don't push.
    sigma : float
        How steeply doubt falls with the lead of the better item; above 0.
    convention : {None, "lightgbm", "xgboost"}
        The gradient of LightGBM's lambdarank, and of XGBoost's rank:ndcg with its best pairs (``topk``), which is the
        same: a pair counts if one of its items is above the cutoff (``lambdarank_truncation_level``,
        ``lambdarank_num_pair_per_sample``), its weight is divided by 0.01 plus the distance of the scores, unless all
        scores are equal, and all pushes are scaled so that they sum up to a logarithm (``lambdarank_norm``,
        ``lambdarank_normalization``). It needs nDCG with exponential gain and no other convention, of a list that
        misses no item.

    Returns
    -------
    Lambdas
        Sentences and a table of the pairs; ``gradients`` has the sum for each rank.

    Raises
    ------
    TypeError, ValueError
        If the trace is not of one list with scores, or has too many items for ``rt.swaps``; for any other convention.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking.from_scores([0, 1, 0], [3, 2, 1])
    >>> found = lambdas(rt.average_precision(ranking))
    >>> print(found.words[1])
    2 pairs have different grades; 1 is in the wrong order.
    >>> found.push.values.round(4).tolist()
    [0.3655, 0.0448]
    >>> found.gradients.round(4).tolist()
    [-0.3655, 0.4104, -0.0448]

    Source: Burges, Ragno and Le (2006); Burges (2010).
    """
    only_of_one_list(trace, "lambdas")
    if not isinstance(trace.ranking, Ranking) or trace.ranking.score is None:
        raise ValueError("lambdas() needs a list with scores, such as rt.Ranking.from_scores(grades, scores).")
    sigma = real_number(sigma, "sigma", above=0, most=LARGEST_SIGMA)
    if convention is not None:
        one_of(convention, tuple(TOOLS), "convention")
    return Lambdas(trace, sigma, convention)
