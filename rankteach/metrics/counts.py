"""Plain counts: how many items were retrieved, how many of them are relevant, and how many there are to find."""

from __future__ import annotations

import numpy as np

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.tracing.metric import metric

SUM = {"sum": "sum over all queries"}


@metric(
    "NumRet",
    title="number retrieved",
    family="set",
    bounds=(0, None),
    about_relevance=False,
    source="trec_eval (1991), num_ret",
    binary=False,
    averages=SUM,
    unjudged="counted like any other",
)
def retrieved_count(ranking: Judged, *, k: int | None = None) -> Column:
    """How many items were retrieved.

    NumRet@k = min(k, items in the list).

    0: nothing was retrieved. There is no upper bound; 1 has no special meaning. Over queries trec_eval and ir_measures
    give the sum: ``average="sum"`` of ``rt.mean``, which the name ``num_ret`` implies.

    >>> import rankteach as rt
    >>> retrieved_count(rt.Ranking([1, 0, 1]), k=5).exact
    Fraction(3, 1)
    """
    top = ranking.top(k)
    there = np.arange(top.axis.length) < np.asarray(ranking.arrays.lengths)[..., None]
    return Column(there, top.axis, name="retrieved", symbol="ret_i").sum("retrieved so far")


@metric(
    "NumRelRet",
    title="number of hits",
    family="set",
    bounds=(0, None),
    source="trec_eval (1991), num_rel_ret",
    averages=SUM,
)
def hit_count(ranking: Judged, *, k: int | None = None) -> Column:
    """How many relevant items were retrieved.

    NumRelRet@k = hits in the first k.

    0: none of the items is relevant. There is no upper bound; 1 has no special meaning. Over queries trec_eval and
    ir_measures give the sum: ``average="sum"`` of ``rt.mean``, which the name ``num_rel_ret`` implies.

    >>> import rankteach as rt
    >>> hit_count(rt.Ranking([1, 0, 1])).exact
    Fraction(2, 1)
    """
    return ranking.top(k).hits.last()


@metric(
    "NumRel",
    title="number of relevant items",
    family="set",
    bounds=(0, None),
    source="trec_eval (1991), num_rel",
    averages=SUM,
)
def relevant_count(ranking: Judged, *, k: int | None = None) -> Column:
    """How many relevant items there are, retrieved or not.

    NumRel = m = hits + relevant items that were missed.

    0: no item is relevant. There is no upper bound; 1 has no special meaning. It is about the judgements: no order of
    the list and no cutoff changes it. Over queries trec_eval and ir_measures give the sum: ``average="sum"`` of
    ``rt.mean``, which the name ``num_rel`` implies.

    >>> import rankteach as rt
    >>> relevant_count(rt.Ranking([1, 0, 1], missed=[2, 0])).exact
    Fraction(3, 1)
    """
    top = ranking.top(k)
    if not top.axis.length or top.axis.lengths is not None:  # an empty list has no row in which to count
        return top.relevant_total
    missed = (top.relevant_total - top.hits).named("missed so far", "FN_i")
    return (top.hits + missed).named("relevant items").last()
