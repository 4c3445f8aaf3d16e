"""More than one need behind a query: how many of its subtopics a list serves, and how soon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from rankteach.core.column import Column, as_written
from rankteach.core.judged import Judged
from rankteach.metrics.sets import NONE_FOUND
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter

UNSERVED = {"relevant results": "No relevant result {within} serves a subtopic, so {label} is {value}", "": NONE_FOUND}
AS_EQUAL = 12  # decimals: gains that differ less are equal


@metric(
    "StRecall",
    title="subtopic recall",
    family="set",
    source="Zhai, Cohen and Lafferty (2003)",
    of_subtopics=True,
    wording=Wording(
        rows={
            "": "So far, the results serve {subtopics served} of the {subtopics:subtopic}, "
            "so StRecall@{row} = {subtopic recall}"
        },
        closing={
            "divisor": "Divide the {subtopics served:subtopic} served by the {divisor:subtopic}: {result}",
            "": "No relevant item serves a subtopic: {result}",
        },
        meaning={"divisor": "The fraction of the subtopics that are served {within} is {value}", **UNSERVED},
    ),
)
def subtopic_recall(ranking: Judged, *, k: int | None = None) -> Column:
    """The fraction of the subtopics that at least one of the first k items serves.

    StRecall@k = (subtopics with a relevant item in the first k) / (subtopics with a relevant item).

    1: every subtopic is served. 0: no item is relevant. A second item for the same subtopic adds nothing. A list
    without subtopics has one, which every relevant item serves.

    >>> import rankteach as rt
    >>> needs = {"vegan": ["a", "b"], "quick": ["c"]}
    >>> ranking = rt.Ranking([1, 1, 1], items=["a", "b", "c"], subtopics=needs)
    >>> [str(subtopic_recall(ranking, k=k).exact) for k in (1, 2, 3)]
    ['1/2', '1/2', '1']
    """
    top = ranking.top(k)
    served = sum((one.cummax() for one in top.subtopics[1:]), top.subtopics[0].cummax())
    return (served.named("subtopics served", "u_i") / top.subtopic_total).named("subtopic recall", "SR(i)").last()


@metric(
    "alpha_nDCG",
    title="novelty-biased nDCG",
    family="gain",
    source="Clarke et al. (2008)",
    bounds=(0, None),
    of_subtopics=True,
    symbol="α-nDCG",
    parameters={
        "alpha": Parameter(
            "The fraction that an item loses for a subtopic each time that an item above serves it, too.",
            sentence="α is {}, what a subtopic loses each time it is served",
            phrase="α = {}",
            must_be="at least 0 and at most 1",
            allows=lambda alpha: 0 <= alpha <= 1,
            common_values=(0, 1),
        )
    },
    wording=Wording(
        rows={
            "gain": "gain {gain}, divided by {discount:=}, adds {discounted gain}. α-DCG is now {α-DCG}; the ideal "
            "list would have {ideal α-DCG}, so α-nDCG@{row} = {α-nDCG@i}",
            "rank": "the gain is 0, so α-DCG stays at {α-DCG}; the ideal list would have {ideal α-DCG}, "
            "so α-nDCG@{row} = {α-nDCG@i}",
            "ideal gain": "the list has ended, but the ideal list adds {ideal discounted gain}. "
            "The ideal α-DCG is now {ideal α-DCG}",
            "": "{judged}, so nothing is added",
        },
        closing={
            "divisor": "Divide α-DCG, {α-DCG}, by the α-DCG of the greedy ideal, {divisor}: {result}",
            "": "No relevant item serves a subtopic: {result}",
        },
        meaning={"α-DCG": "α-DCG is {value} times that of the greedy ideal order", **UNSERVED},
    ),
)
def alpha_ndcg(ranking: Judged, *, k: int | None = None, alpha: float = 0.5) -> Column:
    """nDCG in which an item gains less for a subtopic that items above it already serve.

    α-nDCG = (sum of gain_i / log2(i + 1)) / (the same of the ideal order). The gain of an item adds up (1 − α)^r over
    the subtopics that it is relevant for, where r is how many items above it are relevant for the subtopic, too.

    1: the list is as good as the ideal order. 0: no retrieved item is relevant. The ideal order is greedy: at each rank
    it takes the item with the largest gain left, and of two that are equal the one with the subtopic named first.
    Rarely another order is better, which then scores above 1. (ndeval takes the last identifier of equal ones.)

    >>> import rankteach as rt
    >>> needs = {"vegan": ["a", "b"], "quick": ["c"]}
    >>> ranking = rt.Ranking([1, 1, 1], items=["a", "b", "c"], subtopics=needs)
    >>> [round(float(alpha_ndcg(one)), 4) for one in (ranking, ranking.moved(3, to=2))]
    [0.9652, 1.0]
    """
    actual = _novel(ranking.top(k), alpha).sum("α-DCG")
    return actual / _novel(ranking.ideal(k, gain=_greedy(ranking, k, alpha)), alpha, "ideal ").sum("ideal α-DCG")


def _novel(judged: Judged, alpha: float, kind: str = "") -> Column:
    """The discounted gain at each rank."""
    left, star = Column.constant(1 - as_written(alpha)), "*" if kind else ""
    first, *others = (serves * left ** serves.cumsum().shift() for serves in judged.subtopics)
    gain = sum(others, first)
    discount = (judged.rank + 1).log2().named(f"{kind}discount")
    return (gain.named(f"{kind}gain", f"G{star}_i") / discount).named(f"{kind}discounted gain")


def _greedy(ranking: Judged, k: int | None, alpha: float) -> Callable[[Column], Column] | None:
    """What the ideal order is by: a number for each judged item that falls in the order in which k are taken."""
    if ranking.arrays.served is None:
        return None
    found = np.concatenate(ranking.arrays.subtopics, axis=-1)
    places = np.zeros(found.shape)
    for items, place in zip(np.atleast_2d(found), np.atleast_2d(places), strict=True):
        where = {bits: iter(np.flatnonzero(items == bits)) for bits in np.unique(items).tolist()}
        for turn, bits in enumerate(islice(_taken(items.tolist(), len(ranking.subtopic_names), alpha), k)):
            place[next(where[bits])] = len(items) - turn
    return lambda _: Column(places)


def _taken(items: list[int], subtopics: int, alpha: float) -> Iterator[int]:
    """The subtopics of the items, as bits, in the order in which the greedy ideal takes them."""
    left, worth = Counter(bits for bits in items if bits), [1.0] * subtopics
    serves = {bits: [place for place in range(subtopics) if bits >> place & 1] for bits in left}
    first = sorted(left, key=lambda bits: [~bits >> place & 1 for place in range(subtopics)])  # of equal ones
    while left:
        bits = max(
            (one for one in first if one in left), key=lambda one: round(sum(worth[s] for s in serves[one]), AS_EQUAL)
        )
        left[bits] -= 1
        left = +left if not left[bits] else left
        for place in serves[bits]:
            worth[place] *= 1 - alpha
        yield bits
