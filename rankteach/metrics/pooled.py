"""Metrics for judgements that are not complete: only what is judged counts, or says something about the rest."""

from __future__ import annotations

import math

from rankteach.core.column import Column, as_written
from rankteach.core.judged import Judged
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value

SMOOTHING = 1e-5  # trec_eval's
_AVERAGED = {
    "divisor": "Divide the sum, {running sum}, by the {divisor:relevant item}: {result}",
    "": "There is no relevant item to divide by: {result}",
}
_HELD_BY = {"items": "result}, the fraction with a judgement", "ranks": "rank}, the fraction with a judged item"}


@metric(
    "Bpref",
    title="binary preference",
    family="order",
    source="Buckley and Voorhees (2004); the smaller of m and N: trec_eval 8 (2005)",
    parameters={
        "denominator": Parameter(
            "What the number of items above is divided by.",
            {
                "min": Value(
                    "lost preferences out of the smaller of m and N (as in trec_eval from version 8)",
                    "division by the smaller of m and N",
                ),
                "relevant": Value("lost preferences out of m (as in the paper)", "division by m"),
            },
        )
    },
    unjudged="left out, only judged items count",
    popularity=1,
    wording=Wording(
        rows={
            "relevant": "{judged}. Judged not relevant above it: {irrelevant so far}, so add 1 − {fraction lost}. "
            "The sum is now {running sum}",
            "irrelevant": "{judged}. Judged not relevant so far: {irrelevant so far}",
            "": "{judged}, so nothing is added",
        },
        closing=_AVERAGED,
    ),
)
def bpref(ranking: Judged, *, k: int | None = None, denominator: str = "min") -> Column:
    """How few items judged not relevant are ranked above the relevant ones; it leaves unjudged items out.

    Bpref = (sum of 1 − min(n_i, m) / min(m, N) over the relevant items) / m. Here n_i counts the items judged not
    relevant above the one at rank i, m all relevant items and N all items judged not relevant, retrieved or not.

    1: every relevant item is ranked above all items judged not relevant. 0: every relevant item has at least m or
    all N of these above it, or was not retrieved. If no item is judged not relevant, each hit counts fully.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([0, None, 1, 1, 1])
    >>> [str(bpref(ranking, denominator=d).exact) for d in ("min", "relevant")]
    ['0', '2/3']
    """
    top = ranking.top(k)
    total = top.relevant_total
    most = total.minimum(top.irrelevant_total) if denominator == "min" else total
    wrong = top.irrelevant.cumsum().named("irrelevant so far", "n_i")
    lost = (wrong.minimum(total) / most).named("fraction lost")
    return ((1 - lost) * top.relevant).named("credit").sum() / total


@metric(
    "Judged",
    title="judged items",
    family="set",
    source="MacAvaney, Macdonald and Ounis (2022), ir_measures",
    binary=False,
    parameters={
        "denominator": Parameter(
            values={
                "items": Value(
                    "divided by the items, which are fewer past the end of a list (as ir_measures does)",
                    "division by the items retrieved",
                ),
                "ranks": Value("divided by all ranks, empty ones too", "division by all ranks"),
            }
        )
    },
    about_relevance=False,
    wording=lambda chosen: Wording(
        meaning={
            "divisor": f"Of {{divisor:{_HELD_BY[chosen['denominator']]} is {{value}}",
            "": "{how many}, so {label} counts as {value} by convention",
        },
    ),
    unjudged="this is what is counted",
)
def judged_rate(ranking: Judged, *, k: int | None = None, denominator: str = "items") -> Column:
    """The fraction of the retrieved items that have a judgement, relevant or not.

    Judged@k = (items with a judgement in the first k) / (items in the first k).

    1: every one of the k items is judged. 0: none is. It says how far the other metrics can be trusted, most of which
    count an item without a judgement as not relevant.

    >>> import rankteach as rt
    >>> judged_rate(rt.Ranking([1, None, 0, None]), k=3).exact
    Fraction(2, 3)
    """
    top = ranking.top(k)
    judged = top.judged.cumsum().named("judged so far", "j_i")
    return (judged / (top.items_so_far if denominator == "items" else top.rank)).named("fraction judged", "J(i)").last()


@metric(
    "infAP",
    title="inferred average precision",
    family="order",
    source="Yilmaz and Aslam (2006)",
    parameters={
        "smoothing": Parameter(
            "The constant e, added so that a few judged items do not decide alone.",
            sentence="{} added to the relevant items above, and as much to the others",
            phrase="smoothing e = {}",
            must_be="at least 0",
            allows=lambda smoothing: 0 <= smoothing < math.inf,
            common_values=(0,),
        )
    },
    unjudged="in the pool taken for relevant as often as the judged items above, outside of it for not relevant",
    wording=Wording(
        rows={
            "relevant = 0": "{judged}, so nothing is added",
            "pooled so far = 1": "{judged}. Nothing above it was pooled, so the sum starts with {expected precision}",
            "": "{judged}. Expected fraction relevant above: {relevant above}, so add the expected precision, "
            "{expected precision}. The sum is now {running sum}",
        },
        closing=_AVERAGED,
    ),
)
def inferred_ap(ranking: Judged, *, k: int | None = None, smoothing: float = SMOOTHING) -> Column:
    """The average precision that you can expect if only a random part of the pool was judged.

    infAP = (sum of E(i) rel_i) / m, E(i) = (1 + q_(i−1) s_i) / i, s_i = (h_(i−1) + e) / (j_(i−1) + 2 e). Above rank i
    are h_(i−1) relevant items, j_(i−1) judged ones and q_(i−1) of the pool, judged or not, of which a fraction s_i is
    taken for relevant. What was not in the pool counts as not relevant. If the whole pool is judged, this is AP but for
    the constant e.

    Almost 1 (exactly 1 without the constant): all relevant items are ranked above all others. 0: none was retrieved.

    ``Ranking(..., pooled=[...])`` names the items that were in the pool and have no judgement.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, None, 0, 1], items=["a", "b", "c", "d"], pooled=["b"])
    >>> str(inferred_ap(ranking, smoothing=0).exact), round(float(inferred_ap(ranking)), 4)
    ('13/16', 0.8125)
    """
    top = ranking.top(k)
    constant = as_written(smoothing)
    judged = top.judged.cumsum().named("judged so far", "j_i")
    pooled = top.in_pool.cumsum().named("pooled so far", "q_i")
    share = (top.hits.shift() + Column.constant(constant)) / (judged.shift() + Column.constant(2 * constant))
    expected = ((1 + pooled.shift() * share.named("relevant above", "s_i")) / top.rank).named(
        "expected precision", "E(i)"
    )
    return (expected * top.relevant).named("credit").sum() / top.relevant_total
