"""Where the relevant items stand: the rank of the first, the wrong items above each."""

from __future__ import annotations

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.metrics.sets import NONE_FOUND
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value

_LAGGING = "{judged}, with {wrong so far:wrong item} above it. The lags add up to {running sum}"
_NO_LAG = "{judged}, so it has no lag"
_LAGS = {
    "left_out": Wording(
        rows={"relevant": f"{_LAGGING}, so LAG@{{row}} = {{LAG@i}}", "": _NO_LAG},
        closing={
            "hits": "Divide the sum of the lags, {running sum}, by the {divisor:hit}: {result}",
            "": "No relevant item was retrieved: {result}",
        },
        meaning={
            "relevant results": "The average number of irrelevant results above a relevant one is {value}; 0 is best",
            "": "{how many}, so {label} counts as {value} by convention, although 0 is its best value",
        },
    ),
    "after_list": Wording(
        rows={"relevant": _LAGGING, "": _NO_LAG},
        closing={
            "divisor": "Put the missed items at the end, and divide by the {divisor:relevant item}: {result}",
            "": "There is no relevant item: {result}",
        },
        meaning={
            "": "The average number of irrelevant results above a relevant item is {value}, with missed items at the "
            "end; 0 is best"
        },
    ),
}


@metric(
    "RR",
    title="reciprocal rank",
    family="order",
    source="Kantor and Voorhees (2000)",
    popularity=2,
    wording=Wording(
        rows={
            "first hit": "{item} is the first relevant result, so RR = {RR@i}",
            "relevant": "{judged}, but only the first relevant result counts",
            "hits": "{judged}. RR stays at {RR@i}",
            "": "{judged}, so keep looking",
        },
        closing={
            "hits": "Divide 1 by the rank of the first relevant result: {result}",
            "": "No relevant item was retrieved: {result}",
        },
        meaning={
            "rank of the first hit": "You find the first relevant result at rank {rank of the first hit}; {label} is 1 "
            "divided by this rank",
            "": NONE_FOUND,
        },
    ),
)
def reciprocal_rank(ranking: Judged, *, k: int | None = None) -> Column:
    """One divided by the rank of the first relevant item.

    RR = 1 / (rank of the first relevant item). Its mean over queries is MRR.

    1: the first item is relevant. 0: there is no relevant item in the first k.

    >>> import rankteach as rt
    >>> reciprocal_rank(rt.Ranking([0, 0, 1, 1])).exact
    Fraction(1, 3)
    """
    top = ranking.top(k)
    first = (top.relevant * (top.hits == 1)).named("first hit", "f_i")
    rank = (first * top.rank).named("rank if first").sum("rank of the first hit")
    return rank.named("rank of the first hit", "rank_1").reciprocal()


@metric(
    "LAG",
    title="lag",
    family="order",
    bounds=(0, None),
    less_is_better=True,
    extremes_by_grades=False,  # no relevant item above the cutoff, no lag
    source="Fuchß (2024), wiki page Rank Metrics",
    popularity=1,
    wording=lambda chosen: _LAGS[chosen["missed"]],
    parameters={
        "missed": Parameter(
            values={
                "left_out": Value(
                    "relevant items that were not retrieved are left out", "missed relevant items left out"
                ),
                "after_list": Value(
                    "relevant items that were not retrieved come after the whole list",
                    "missed relevant items after the whole list",
                ),
            }
        )
    },
    averages={"pooled": "pooled over all relevant items of all queries"},
)
def lag(ranking: Judged, *, k: int | None = None, missed: str = "left_out") -> Column:
    """How many wrong items are ranked above a relevant one, on average.

    LAG = (sum of (i − h_i) over the relevant items) / (number of relevant items).

    0: all relevant items are ranked above all others (or there is none). There is no upper bound; 1 means one wrong
    item above each of them.

    >>> import rankteach as rt
    >>> float(lag(rt.Ranking([0, 0, 1]))), float(lag(rt.Ranking([0, 1, 0, 1])))
    (2.0, 1.5)
    """
    top = ranking.top(k)
    wrong = (top.items_so_far - top.hits).named("wrong so far", "w_i")
    lags, counted = (top.relevant * wrong).named("lag").sum(), top.hits.last()
    if missed == "after_list":
        lags = lags + (top.relevant_total - counted) * wrong.last()
        counted = top.relevant_total
    return lags / counted
