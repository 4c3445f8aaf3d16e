"""Precision where it is the same as recall: after as many ranks as there are relevant items."""

from __future__ import annotations

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.tracing.metric import metric


@metric("RPrec", title="R-precision", family="set", source="Buckley and Voorhees (2005)", popularity=1)
def r_precision(ranking: Judged, *, k: int | None = None) -> Column:
    """The precision after as many ranks as there are relevant items.

    RPrec = (hits in the first m ranks) / m, with m for the number of all relevant items.

    1: the first m items are the relevant ones. 0: none of them is relevant. At rank m precision and recall are the
    same, and a list that ends before it is filled up with empty ranks.

    >>> import rankteach as rt
    >>> r_precision(rt.Ranking([1, 0, 1, 1])).exact, r_precision(rt.Ranking([1, 1], missed=[1, 1])).exact
    (Fraction(2, 3), Fraction(1, 2))
    """
    top = ranking.top(k)
    within = top.rank <= top.relevant_total
    return (within * top.relevant).named("hit in the first m").sum() / top.relevant_total
