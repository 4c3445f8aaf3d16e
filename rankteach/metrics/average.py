"""Average precision, and with the F-score in one number (FAP)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.metrics.sets import (
    BETA,
    BOTH_1,
    NONE_FOUND,
    divisors,
    f_symbol,
    harmonic,
    squared,
    weighted_harmonic,
)
from rankteach.metrics.weights import WEIGHTS, rank_weights
from rankteach.notation import numbers
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace


@metric(
    "AP",
    title="average precision",
    family="order",
    source="Harman (1992)",
    popularity=2,
    wording=lambda chosen: _averaged(**chosen),
    parameters={
        "denominator": Parameter(
            values={
                **divisors("Kaggle"),
                "hits": Value("divided by the relevant items found", "division by the relevant items found"),
            }
        ),
        "form": Parameter(
            "Two ways to the same number.",
            {
                "precision_at_hits": Value("precision at each hit, added up", "the precision at each hit"),
                "recall_steps": Value("precision times the rise in recall, added up", "precision times the rise"),
            },
        ),
        "weights": WEIGHTS,
        "weighting": Parameter(
            "What a weight counts for. Items that are not in the list weigh 1.",
            {
                "ranks": Value("a weight counts for the precision at its rank", "weights of ranks"),
                "instances": Value(
                    "a weight counts for the item at its rank, in precision and in recall (scikit-learn's "
                    "sample_weight, put in this order)",
                    "weights of items",
                ),
            },
            requires="weights",
        ),
    },
)
def average_precision(
    ranking: Judged,
    *,
    k: int | None = None,
    denominator: str = "relevant",
    form: str = "precision_at_hits",
    weights: Any = None,
    weighting: str = "ranks",
) -> Column:
    """The precision at each relevant item, added up and divided by the number of relevant items.

    AP = (sum of P(i) rel_i) / m. 1: all relevant items are ranked above all others. 0: none was retrieved.
    Relevant items that were not retrieved add nothing but count in m.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> [str(average_precision(ranking, k=3, denominator=d).exact) for d in ("relevant", "min", "hits")]
    ['5/12', '5/9', '5/6']
    >>> eight = rt.examples.eight_documents
    >>> [round(float(average_precision(eight, weights=0.8, weighting=w)), 4) for w in ("ranks", "instances")]
    [0.5073, 0.8161]
    """
    top = ranking.top(k)
    relevant, rank, hits, divisor = top.relevant, top.rank, top.hits, top.relevant_total
    weight = None if weights is None else rank_weights(rank, weights)
    if weight is not None and weighting == "instances":
        relevant, hits, seen, divisor = _weighed(top, weight, weights)
        precision = weighted = (hits / seen).named("precision", "P(i)")
        ranks = weight.cumsum().named("weight of ranks", "G_i")
    else:
        precision, ranks = (hits / rank).named("precision", "P(i)"), rank
        weighted = precision if weight is None else weight * precision
    if denominator == "min":
        divisor = divisor.minimum(ranks.last())
    elif denominator == "hits":
        divisor = hits.last()
    if form == "recall_steps":
        recall = (hits / divisor).named("recall", "R(i)")
        rise = (recall - recall.shift()).named("rise in recall")
        return (weighted * rise).named("credit").sum()
    credit = (weighted * relevant).named("credit")
    return credit.sum() / divisor


def _weighed(top: Judged, weight: Column, weights: Any) -> tuple[Column, Column, Column, Column]:
    """The weight of a relevant item at each rank, of those so far, of all items so far, and of all relevant items."""
    items, whole = top.items_so_far, top.whole
    there = weight if items is top.rank else (weight * (items > items.shift())).named("weight of an item", "u_i")
    relevant = (weight * top.relevant).named("weight of a hit", "v_i")
    hits, seen = relevant.cumsum().named("weight of hits", "V_i"), there.cumsum().named("weight so far", "W_i")
    total = (rank_weights(whole.rank, weights) * whole.relevant).sum() + whole.relevant_total - whole.hits.last()
    without_steps = Column.lazy(total.values, None, lambda: Column(total.exact))  # a plain number, as m is
    return relevant, hits, seen, without_steps.named("weight of relevant items", "M")


def _averaged(denominator: str, form: str, weights: Any, weighting: str, **others: Any) -> Wording:
    """Sentences for the precision at each hit, added up and divided."""
    if weights is not None and weighting == "instances":
        mean = "With items that count by their weights, the average precision is {value}"
        return Wording(meaning={"relevant results": mean, "": NONE_FOUND})
    steps = form == "recall_steps"
    kind = "precision" if weights is None else "weighted precision"
    added = f"the {kind} {'times the rise in recall' if steps else 'here'}"
    hits = "hit" if denominator == "hits" else "relevant item"
    smaller = "{divisor}, the smaller of the relevant items and the ranks"
    divisor = smaller if denominator == "min" else f"the {{divisor:{hits}}}"
    at_hits = f"the {kind} at the {{relevant results:relevant rank}}"
    best = "; 1 means {} first" if weights is None else ""
    outside = {
        "relevant": f"Averaged over the {{relevant items:relevant item}}, {kind} is {{value}}; relevant items not "
        "{within} count as 0",
        "min": f"Added up and divided by the most hits there can be, {at_hits} is {{value}}",
        "hits": f"On average, {at_hits} is {{value}}; relevant items not {{within}} do not count",
    }
    return Wording(
        rows={
            "relevant": f"{{judged}}, so add {added}, {{credit}}. The sum is now {{running sum}}",
            "": "{judged}, so nothing is added",
        },
        closing={}
        if steps
        else {
            "divisor": f"Divide the sum, {{running sum}}, by {divisor}: {{result}}",
            **({"relevant items": "There is no result to divide by: {result}"} if denominator == "min" else {}),
            "": f"There is no {hits} to divide by: {{result}}",
        },
        meaning={
            "only one": f"The {kind} at the only relevant item is {{value}}{best.format('it comes')}",
            "all found": f"On average, {at_hits} is {{value}}{best.format('all relevant items come')}",
            "relevant results": outside[denominator],
            "": NONE_FOUND,
        },
    )


@metric(
    "FAP",
    title="F-measured average precision",
    family="order",
    source="Leitner (2012)",
    popularity=1,
    symbol=lambda parameters: _fap_symbol(parameters["beta"]),
    wording=lambda chosen: _both(**chosen),
    parameters={
        "beta": replace(
            BETA,
            doc="How many times as much recall counts as precision in F, and AP as F here.",
            common_values=(0.5, 2),
        ),
        "form": Parameter(
            values={
                "harmonic": Value("weighted harmonic mean of F and AP", "the weighted harmonic mean of F and AP"),
                "printed": Value(
                    "as the review prints it, with β where the harmonic mean has β²",
                    "β instead of β², as the review prints it",
                ),
            }
        ),
    },
    averages={"means": "from the mean F and the mean AP (MAP)"},
    notes=lambda trace: _peak(trace),
)
def fap(ranking: Judged, *, k: int | None = None, beta: float = 1, form: str = "harmonic") -> Column:
    """F-score and average precision in one number, which peaks at the best cutoff.

    FAP = (1 + b²) F AP / (b² F + AP).

    1: the first k items are exactly the relevant ones. 0: none of them is relevant.

    ``form="printed"`` goes beyond 1, unless beta is 1.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1])
    >>> [str(value) for value in fap(ranking).at_every_k().exact]
    ['1/4', '8/17', '2/3', '12/19', '3/5']
    """
    top, square = ranking.top(k), squared(beta)
    precision = (top.hits / top.rank).named("precision", "P(i)")
    recall = (top.hits / top.relevant_total).named("recall", "R(i)")
    f = weighted_harmonic(precision, recall, square).named(f_symbol(beta), f"{f_symbol(beta)}(i)")
    credits = (precision * top.relevant).named("credit").cumsum().named("running sum")
    ap = (credits / top.relevant_total).named("AP", "AP(i)")
    both = weighted_harmonic(f, ap, square)
    if form == "printed":
        both = Column.constant(1 + square) * f * ap / (Column.constant(beta) * f + ap)
    symbol = _fap_symbol(beta)
    return both.named(f"{symbol}@i", f"{symbol}(i)").last()


def _both(beta: float, form: str, **others: Any) -> Wording:
    f, symbol = f_symbol(beta), _fap_symbol(beta)
    average = f"their {harmonic(beta)}" if form == "harmonic" else "the number that the review makes of them"
    best = f"; {BOTH_1}" * (form == "harmonic")
    closing = {"": f"Take the {harmonic(beta)} of {f}, {{{f}}}, and AP, {{AP}}: {{result}}"}
    return Wording(
        rows={"": f"{{judged}}. {f} is {{{f}}} and AP {{AP}}, so {symbol}@{{row}} = {{{symbol}@i}}"},
        closing=closing if form == "harmonic" else {},
        meaning={
            "relevant results": f"{f} is {{{f}}} and AP {{AP}}; {average} is {{value}}{best}",
            "": NONE_FOUND,
        },
    )


def _fap_symbol(beta: Any) -> str:
    return "FAP" if beta == 1 else f_symbol(beta, "FAP")


def _peak(trace: Trace) -> Iterator[str]:
    """The cutoff with the largest value of all that one list has."""
    if len(trace.ranking):
        whole = fap.metric.with_cutoff(trace.parameters, None)
        every = fap(trace.ranking, **whole).at_every_k()
        best = int(np.asarray(every, dtype=float).argmax())
        if every.values[best] > 0:
            yield f"highest at k = {best + 1}: {numbers.plain(every.exact[best])}"
