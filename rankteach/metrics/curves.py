"""The areas under the ROC curve and the precision-recall curve, and the threshold that goes down the list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.outside import names_of_pairs
from rankteach.metrics.interpolated import AT_LEVELS, mean_at_levels
from rankteach.metrics.pairs import MOST_PAIRS
from rankteach.metrics.weights import WEIGHTS, rank_weights
from rankteach.notation.wording import Wording
from rankteach.tracing.list_conventions import ties
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace


def counts(top: Judged, ties: str, weights: Any = None) -> tuple[Column, Column]:
    """The relevant and the irrelevant items above each threshold, the highest first; with weights, their weights."""
    items = top.items_so_far
    if weights is None:
        hits = top.hits
        misses = (items - hits).named("false alarms", "f_i")
    else:
        weight = rank_weights(top.rank, weights)
        other = 1 - top.relevant if items is top.rank else (items > items.shift()) - top.relevant
        hits = (weight * top.relevant).named("weight of a hit").cumsum().named("hits", "h_i")
        misses = (weight * other).named("weight of another").cumsum().named("false alarms", "f_i")
    axis, ends = thresholds(top, ties)
    return hits.take(axis, ends, "i(t)").named("TP", "TP_t"), misses.take(axis, ends, "i(t)").named("FP", "FP_t")


def thresholds(top: Judged, ties: str) -> tuple[Axis, np.ndarray]:
    """The thresholds as the rows of an axis, and the last rank above each of them."""
    scores, lengths = top.arrays.scores, top.axis.lengths
    ends = np.arange(top.axis.length)
    if scores is not None and ties != "input_order":
        is_end = np.ones(scores.shape, dtype=np.bool_)
        is_end[..., :-1] = scores[..., 1:] != scores[..., :-1]
        if lengths is None:
            ends = np.flatnonzero(is_end)
        else:
            is_end &= ends < lengths[:, None]
            lengths = np.count_nonzero(is_end, axis=-1)
            places = np.arange(int(lengths.max(initial=0)))  # past its last threshold a list repeats it
            places = np.minimum(places, np.maximum(lengths, 1)[:, None] - 1)
            ends = np.take_along_axis(np.argsort(~is_end, axis=-1, kind="stable"), places, -1)

    def labels() -> dict[str, Any]:
        by_rank = top.axis.labels()
        items, known = by_rank.get("item", ()), by_rank.get("score")
        stops = [end + 1 for end in ends.tolist()]
        groups = [items[start:stop] for start, stop in zip([0, *stops], stops, strict=False)]
        names = [", ".join(item for item in group if item is not None) or None for group in groups]
        if known is None or ties == "input_order":
            known = [None] * top.axis.length
        shown = [f"after rank {stop}" if known[stop - 1] is None else known[stop - 1] for stop in stops]
        return {"threshold": shown, "items": names}

    return Axis("threshold", length=ends.shape[-1], index="t", end="T", labels=labels, lengths=lengths), ends


LONG = 1000  # ranks: for longer lists only the value is calculated at once, and the rows when you ask for them


def about_scores(trace: Trace) -> Iterator[str]:
    """What a header says of scores that do not fall."""
    scores = trace.ranking.arrays.scores
    if scores is not None and (scores[1:] > scores[:-1]).any():
        yield "the scores do not fall down the list: its order counts"


def _about_lists(trace: Trace) -> Iterator[str]:
    """What a header says of missed items, of scores that do not fall, and of pairs that are not listed."""
    yield from about_scores(trace)
    ranking = trace.ranking
    if missed := int(ranking.relevant_total - ranking.hits.last()):
        yield f"{missed} relevant {'item is' if missed == 1 else 'items are'} not in the list: left out"
    top = ranking.top(trace.parameters.get("k"))
    hits, items = int(top.hits.last()), int(top.items_so_far.last())
    if items and hits == items:
        yield "no item that is not relevant"
    if trace.parameters.get("form") == "pairs" and (pairs := hits * (items - hits)) > MOST_PAIRS:
        yield f"{pairs:,} pairs of a relevant item and another: counted, not listed"


def _ordered_pairs(ties: str, form: str, weights: Any, weighting: str, **others: Any) -> Wording:
    """Sentences for the strips under the curve; the meaning is about pairs, as the area is the same number."""
    pairs = "The fraction of pairs in which a relevant result is ranked above an irrelevant one is {value}"
    no_pair = "There is no pair of a relevant and an irrelevant result, so {label} counts as {value} by convention"
    if weights is not None:
        strips = "The area under the ROC curve, each strip weighted by its rank, is {value}"
        by_item = f"{pairs}; items weigh differently"
        return Wording(meaning={"pairs": by_item if weighting == "instances" else strips, "": no_pair})
    tied = {"half": "half a point", "strict": "nothing"}
    meaning = {
        **({"tied pairs": f"{pairs}; a tied pair counts {tied[ties]}"} if ties in tied else {}),
        "pairs": f"{pairs}; a random order scores 0.5 on average",
        "": no_pair,
    }
    if form == "pairs":
        lost = "not above" if ties == "strict" else "below"
        rows = {
            "point = 1": "the relevant item is above the other one, so add 1. The sum is now {running sum}",
            "point": "the two items are tied, so add {point}. The sum is now {running sum}",
            "": f"the relevant item is {lost} the other one, so nothing is added",
        }
        closing = {
            "divisor": "Divide the sum, {running sum}, by the {divisor:pair}: {result}",
            "": "There is no pair: {result}",
        }
        return Wording(rows, closing, meaning)
    return _strips("trapezoid", meaning)


def _strips(strip: str, meaning: Mapping[str, str] = MappingProxyType({})) -> Wording:
    """Sentences for an area that grows by a strip at each threshold."""
    pass_it = "{TP:relevant item} and {FP:other} pass."
    return Wording(
        rows={
            strip: f"{pass_it} The new strip adds {{{strip}:=}}; the area is now {{area}}",
            "": f"{pass_it} The area does not grow",
        },
        closing={"": "Add up the strips under the curve: {result}"},
        meaning=meaning,
    )


@metric(
    "AUC",
    title="area under the ROC curve",
    family="curve",
    extremes_by_grades=False,  # of relevant items only it is 0/0
    source="Hanley and McNeil (1982)",
    popularity=1,
    parameters={
        "ties": ties("half", "strict", "input_order"),
        "form": Parameter(
            "Two ways to the same number; pairs have no weights.",
            {
                "trapezoids": Value("trapezoids under the curve, added up", "trapezoids", ("area",)),
                "pairs": Value("pairs of a relevant item and another, counted", "counted pairs"),
            },
        ),
        "weights": WEIGHTS,
        "weighting": Parameter(
            "Weights in the order of the input to ``Ranking.from_scores`` are put in the order of the list by "
            "``weights[ranking.order]``.",
            {
                "trapezoids": Value("a weight counts for the trapezoid that ends at its rank", "weights of trapezoids"),
                "instances": Value(
                    "a weight counts for the item at its rank (scikit-learn's sample_weight, put in this order)",
                    "weights of items",
                ),
            },
            requires="weights",
        ),
    },
    wording=lambda chosen: _ordered_pairs(**chosen),
    averages={
        "pooled": "all queries' items in one list, by their scores",
        "by_items": "mean weighted by items, of queries with both kinds (GAUC, Zhou et al. 2018)",
        "by_relevant": "mean weighted by relevant items, of queries with both kinds (as in RecBole)",
    },
    notes=_about_lists,
)
def roc_auc(
    ranking: Judged,
    *,
    k: int | None = None,
    ties: str = "half",
    form: str = "trapezoids",
    weights: Any = None,
    weighting: str = "trapezoids",
) -> Column:
    """The chance that a relevant item is ranked above an irrelevant one.

    AUC = sum of (TPR(t) + TPR(t−1)) / 2 · (FPR(t) − FPR(t−1)).

    1: all relevant items are ranked above all others. 0: all are ranked below, or the list has only one kind.
    A random order scores 1/2 on average.

    Only items in the list count. Items are tied where their ``scores`` are the same. With weights
    above 1, AUC can exceed 1.

    >>> import rankteach as rt
    >>> roc_auc(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0])).exact
    Fraction(3, 4)
    >>> tied = rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
    >>> str(roc_auc(tied).exact), str(roc_auc(tied, ties="input_order").exact)
    ('7/8', '3/4')
    """
    top = ranking.top(k)
    if form == "pairs" and weights is not None:
        raise ValueError('weights need form="trapezoids": pairs have no weights. Leave one of the two out.')
    if isinstance(ranking, Batch) or weights is not None or top.axis.length <= LONG:
        return _recorded_area(top, ties, form, weights, weighting)
    return Column.lazy(_by_ranks(top, ties), None, partial(_recorded_area, top, ties, form, None, weighting))


def _recorded_area(top: Judged, ties: str, form: str, weights: Any, weighting: str) -> Column:
    if form == "pairs" and top.relevant.values.ndim == 1:
        return _share_of_pairs(top, ties)
    by_item = weights if weighting == "instances" else None
    tp, fp = counts(top, ties, by_item)
    tpr = (tp / tp.last()).named("TPR", "TPR(t)")
    fpr = (fp / fp.last()).named("FPR", "FPR(t)")
    area = _below(tpr, fpr, ties).named("trapezoid")
    if weights is not None and by_item is None:
        assert tp.axis is not None
        weight = rank_weights(top.rank, weights).take(tp.axis, tp.argument.rows, "i(t)").named("weight of step", "w_t")
        area = (weight * area.named("trapezoid", "A_t")).named("weighted")
    return area.sum("area")


def _below(up: Column, across: Column, ties: str) -> Column:
    """What lies below the curve from each threshold to the next."""
    height = up.shift() if ties == "strict" else (up + up.shift()) / 2
    return height * (across - across.shift())


def _by_ranks(top: Judged, ties: str) -> float:
    """The same number for long lists: from the ranks of the relevant items (Mann and Whitney 1947)."""
    relevant = np.asarray(top.relevant, dtype=np.bool_)
    total = int(np.count_nonzero(relevant))
    pairs = total * (int(top.items_so_far.last()) - total)
    scores = None if ties == "input_order" else top.arrays.scores
    if scores is None or not (scores[1:] == scores[:-1]).any():
        # above each relevant item, all together
        others = np.flatnonzero(relevant).sum(dtype=np.int64) - total * (total - 1) / 2
    else:
        ends = thresholds(top, ties)[1]
        starts = np.concatenate([[0], ends[:-1] + 1])
        hits = np.add.reduceat(relevant, starts, dtype=np.int64)
        misses = ends + 1 - starts - hits
        above = misses.cumsum() - (0 if ties == "strict" else misses / 2)
        others = (hits * above).sum()
    return 1 - float(others) / pairs if pairs else 0.0


def _share_of_pairs(top: Judged, ties: str) -> Column:
    """Every relevant item against every other one: a point for the one ahead, half a point for a tie."""
    hits, n = top.hits.last(), top.items_so_far.last()
    total = hits * (n - hits)
    if int(total) > MOST_PAIRS:
        return _below(*counts(top, ties), ties).named("points").sum() / total
    relevant = np.asarray(top.relevant, dtype=np.bool_)[: int(n)]
    relevant_rows, other_rows = np.flatnonzero(relevant), np.flatnonzero(~relevant)
    one, other = np.repeat(relevant_rows, len(other_rows)), np.tile(other_rows, len(relevant_rows))

    def labels() -> dict[str, Any]:
        items = top.axis.labels().get("item", ())
        names = names_of_pairs(str(item or f"rank {rank}") for rank, item in enumerate(items, 1))
        return {"pair": [f"{names[p]}, {names[q]}" for p, q in zip(one.tolist(), other.tolist(), strict=True)]}

    axis = Axis("pair", length=len(one), index="p,q", end=None, labels=labels)
    score = top.score
    if score is None or ties == "input_order":
        return (top.rank.take(axis, one, "p") < top.rank.take(axis, other, "q")).named("point").sum() / total
    if (score[1 : int(n)] > score[: int(n)][:-1]).any():  # where scores do not fall down the list, its order counts
        ends = thresholds(top, ties)[1]
        score = Column(-np.searchsorted(ends, np.arange(top.axis.length)), top.axis, name="place", symbol="s_i")
    ahead, behind = score.take(axis, one, "p"), score.take(axis, other, "q")
    point = ahead > behind if ties == "strict" else (ahead > behind) + (ahead == behind) / 2
    return point.named("point").sum() / total


@metric(
    "OPA",
    title="ordered pair accuracy",
    family="curve",
    binary=False,
    about_relevance=False,
    source="Pasumarthi et al. (2019), TF-Ranking",
    wording=Wording(
        rows={
            "higher above": "{item} has {higher above:item} with a higher grade above it, and {lower above} with a "
            "lower one. Right pairs so far: {right pairs}",
            "lower above": "{item} has {lower above:item} with a lower grade above it, which adds 0 right pairs",
            "": "this adds 0 pairs",
        },
        closing={
            "divisor": "Divide the {right pairs:right pair} by the {divisor:pair} with different grades: {result}",
            "": "There is no pair with different grades: {result}",
        },
        meaning={
            "divisor": "The fraction of the pairs with different grades that are in the right order is {value}",
            "": "There is no pair with different grades, so {label} is {value}",
        },
    ),
)
def pair_accuracy(ranking: Judged, *, k: int | None = None) -> Column:
    """The fraction of the pairs with different grades in which the higher grade is ranked first.

    OPA = (pairs with the higher grade first) / (pairs with different grades).

    1: the items are sorted by grade. 0: they are sorted the other way round, or all have one grade. Of binary grades it
    is AUC. Only pairs in the list count, and equal scores keep their order (``ties="averaged"`` counts half for them).

    >>> import rankteach as rt
    >>> str(pair_accuracy(rt.Ranking([2, 0, 3, 1])).exact)  # wrong: 2 before 3, 0 before 3, 0 before 1
    '1/2'
    """
    top = ranking.top(k)
    grades, there = top.grade.values, top.present.values
    higher, lower = np.zeros(grades.shape, dtype=np.int64), np.zeros(grades.shape, dtype=np.int64)
    for one in np.unique(grades):
        higher += (grades == one) * there * ((grades > one) * there).cumsum(axis=-1)
        lower += (grades == one) * there * ((grades < one) * there).cumsum(axis=-1)
    of = (top.grade,) if there.all() else (top.grade, top.present)
    right = Column.opaque(higher, of, "higher above", "a_i", top.axis)
    wrong = Column.opaque(lower, of, "lower above", "b_i", top.axis)
    return right.sum("right pairs") / (right + wrong).named("pairs").sum("pairs so far")


@metric(
    "PRAUC",
    title="area under the precision-recall curve",
    family="curve",
    source="Davis and Goadrich (2006); interpolated and 11-point: Manning, Raghavan and Schütze (2008)",
    popularity=1,
    parameters={
        "form": Parameter(
            values={
                "steps": Value("steps at each rise in recall (average precision)", "steps at each rise in recall"),
                "trapezoids": Value("straight lines from point to point, from precision 1 at recall 0", "trapezoids"),
                "interpolated": Value(
                    "steps of the best precision at this recall or a higher one", "steps of interpolated precision"
                ),
                "eleven_points": Value(
                    "mean of the interpolated precision at recall 0, 0.1, ..., 1", "eleven levels of recall"
                ),
            }
        ),
        "ties": ties("together", "input_order"),
    },
    wording=lambda chosen: (
        AT_LEVELS
        if chosen["form"] == "eleven_points"
        else _strips("trapezoid" if chosen["form"] == "trapezoids" else "step")
    ),
    notes=about_scores,
)
def pr_auc(ranking: Judged, *, k: int | None = None, form: str = "steps", ties: str = "together") -> Column:
    """The area under the precision-recall curve; the form says how its points are joined.

    PRAUC = sum of (R(t) − R(t−1)) P(t), for steps.

    1: all relevant items are ranked above all others. 0: none was retrieved.

    Relevant items that were not retrieved count in recall. Items are tied where their ``scores`` are the same.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0, 1])
    >>> for form in ("steps", "trapezoids", "interpolated", "eleven_points"):
    ...     print(form, round(float(pr_auc(ranking, form=form)), 4))
    steps 0.7222
    trapezoids 0.6778
    interpolated 0.7222
    eleven_points 0.7273
    """
    top = ranking.top(k)
    tp, fp = counts(top, ties)
    precision = (tp / (tp + fp)).named("precision", "P(t)")
    recall = (tp / top.relevant_total).named("recall", "R(t)")
    rise = (recall - recall.shift()).named("rise in recall")
    if form == "trapezoids":
        return (rise * (precision + precision.shift(1)) / 2).named("trapezoid").sum("area")
    if form == "steps":
        return (rise * precision).named("step").sum("area")
    best = precision.cummax_up().named("interpolated precision", "P̂(t)")
    if form == "interpolated":
        return (rise * best).named("step").sum("area")
    return mean_at_levels(best, tp, ranking.relevant_total, "t(l)")
