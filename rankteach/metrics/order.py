"""Metrics of relevant items in their order: the reciprocal rank of the first, the precision at each."""

from __future__ import annotations

from rankteach.column import Column
from rankteach.judged import Ranked
from rankteach.metric import metric


@metric("RR", title="reciprocal rank", family="order", source="Kantor and Voorhees (2000)")
def reciprocal_rank(ranking: Ranked, *, k: int | None = None) -> Column:
    """One divided by the rank of the first relevant item; its mean over queries is MRR.

    RR = 1 / (rank of the first relevant item).

    1: the first item is relevant. 0: there is no relevant item in the first k.

    Parameters
    ----------
    ranking : Ranking or Batch
    k : int, optional
        The cutoff, at least 1.

    Returns
    -------
    Trace
        Its value lies between 0 and 1; for a batch, one value per query.

    Raises
    ------
    TypeError, ValueError
        For a cutoff that is not a whole number of at least 1.

    >>> import rankteach as rt
    >>> reciprocal_rank(rt.Ranking([0, 0, 1, 1])).exact
    Fraction(1, 3)
    """
    top = ranking.top(k)
    first = (top.relevant * (top.hits == 1)).named("first hit", "f_i")
    return (first / top.rank).named("credit").sum()


@metric(
    "AP",
    title="average precision",
    family="order",
    source="Harman (1992)",
    conventions={
        "denominator": {
            "relevant": "divided by all relevant items (as trec_eval does)",
            "min": "divided by all relevant items, or by the ranks if they are fewer (as Kaggle does)",
            "hits": "divided by the relevant items found (as torchmetrics does)",
        },
        "form": {
            "precision_at_hits": "precision at each hit, added up",
            "recall_steps": "precision times the rise in recall, added up",
        },
    },
)
def average_precision(
    ranking: Ranked, *, k: int | None = None, denominator: str = "relevant", form: str = "precision_at_hits"
) -> Column:
    """The precision at each relevant item, added up and divided by the number of relevant items.

    AP = (sum of P(i) rel_i) / m. 1: all relevant items stand before all others. 0: none was retrieved.
    Relevant items that were not retrieved add nothing but count in m.

    Parameters
    ----------
    ranking : Ranking or Batch
    k : int, optional
        The cutoff, at least 1: only the first k ranks add anything.
    denominator : {"relevant", "min", "hits"}
        All relevant items m; the smaller of k and m; or the relevant items in the first k.
    form : {"precision_at_hits", "recall_steps"}
        The same number as a sum of P(i) times the rise in recall R(i) - R(i-1): ``"recall_steps"``.

    Returns
    -------
    Trace
        Its value lies between 0 and 1; for a batch, one value per query.

    Raises
    ------
    TypeError, ValueError
        For a cutoff that is not a whole number of at least 1, or an unknown denominator or form.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> [str(average_precision(ranking, k=3, denominator=d).exact) for d in ("relevant", "min", "hits")]
    ['5/12', '5/9', '5/6']
    """
    top = ranking.top(k)
    relevant, rank, hits = top.relevant, top.rank, top.hits
    precision = (hits / rank).named("precision", "P(i)")
    counted = top.relevant_total
    if denominator == "min":
        counted = counted.minimum(rank.last())
    elif denominator == "hits":
        counted = hits.last()
    if form == "recall_steps":
        recall = (hits / counted).named("recall", "R(i)")
        rise = (recall - recall.shift()).named("rise in recall")
        return (precision * rise).named("credit").sum()
    credit = (precision * relevant).named("credit")
    return credit.sum() / counted
