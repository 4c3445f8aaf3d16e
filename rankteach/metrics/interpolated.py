"""Interpolated precision: the best that is still to come once a level of recall is reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rankteach.core.column import Axis, Column, as_written
from rankteach.core.judged import Judged
from rankteach.metrics.sets import multiple_of
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace

LEVEL = 0.1
LEVELS = 10  # recall 0, 1/10, ..., 1: the eleven points
FORM = Parameter(
    "When a level of recall is reached; trec_eval rounds a number of hits in binary floating point.",
    {
        "textbook": Value("a level is reached as soon as recall is that high", "the textbook's levels of recall"),
        "trec_eval_9": Value(
            "a level is reached with level · m + 0.9 hits, cut off to a whole number (as in trec_eval 9)",
            "the levels of recall of trec_eval 9",
        ),
        "trec_eval_10": Value(
            "a level is reached with level · m hits, rounded to a whole number (as in trec_eval 10)",
            "the levels of recall of trec_eval 10",
        ),
    },
)

_DIVIDED = "Divide the sum, {running sum}, by {divisor}: {result}"
_WHY = "Reading on costs no recall, so each level takes the highest precision still ahead"
AT_LEVELS = Wording(
    rows={
        "precision at level": "you need {hits needed:hit}. The highest precision from there on is "
        "{precision at level}. The sum is now {running sum}",
        "": "you need {hits needed:hit}, and nothing is added",
    },
    closing={"hits needed": f"{_WHY}. {_DIVIDED}", "": _DIVIDED},
)


@metric(
    "IPrec",
    title="interpolated precision",
    family="curve",
    source="Manning, Raghavan and Schütze (2008)",
    parameters={
        "recall": Parameter(
            "The level of recall.",
            sentence="from a recall of {} on",
            phrase="recall level {}",
            must_be="between 0 and 1",
            allows=lambda recall: 0 <= recall <= 1,
            common_values=(0, 0.2, 0.5, 1),
        ),
        "form": FORM,
    },
    wording=Wording(
        rows={
            "level reached": "{judged}. Hits: {hits}, which is enough. Precision is {precision}; the highest so far is "
            "{highest so far}",
            "": "{judged}. Hits: {hits}, which is not enough, so precision does not count here",
        },
        closing={
            "level reached": "Take the highest precision from the level on: {result}",
            "": "No rank reaches the level: {result}",
        },
    ),
    notes=lambda trace: _needed_said(trace),
)
def interpolated_precision(
    ranking: Judged, *, k: int | None = None, recall: float = LEVEL, form: str = "textbook"
) -> Column:
    """The highest precision at any rank where recall has reached a level.

    IPrec(r) = max of P(i) over the ranks i with R(i) ≥ r.

    1: as many relevant items as the level asks for are ranked above all others. 0: the level is never reached.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0, 1])
    >>> [str(interpolated_precision(ranking, recall=0.7, form=form).exact) for form in FORM.values]
    ['1/2', '2/3', '2/3']
    """
    top = ranking.top(k)
    precision = (top.hits / top.rank).named("precision", "P(i)")
    if form == "textbook":
        reached = (top.hits / top.relevant_total).named("recall", "R(i)") >= Column.constant(recall)
    else:
        needed = hits_needed(top.relevant_total.values, recall, form)
        reached = top.hits >= Column(needed, name="hits needed", symbol="c")
    counted = (precision * reached.named("level reached")).named("counted precision")
    return counted.cummax().named("highest so far").last()


def _needed_said(trace: Trace) -> Iterator[str]:
    """How many hits c stands for, where the formula has it."""
    level, form = trace.parameters.get("recall", LEVEL), trace.parameters.get("form", "textbook")
    if form != "textbook":
        yield f"c, the hits needed: {hits_needed(trace.ranking.relevant_total.values, level, form)}"


@metric(
    "IPA11",
    title="eleven-point average of interpolated precision",
    family="curve",
    source="Manning, Raghavan and Schütze (2008)",
    parameters={"form": FORM},
    popularity=1,
    wording=AT_LEVELS,
)
def eleven_point_average(ranking: Judged, *, k: int | None = None, form: str = "textbook") -> Column:
    """The interpolated precision at eleven levels of recall, 0 and 0.1 and so on to 1, on average.

    IPA11 = (sum of IPrec(l / 10) over l = 0, 1, ..., 10) / 11.

    1: all relevant items are ranked above all others. 0: none was retrieved.

    Its rows are the eleven levels.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0, 1])
    >>> [round(float(eleven_point_average(ranking, form=form)), 4) for form in FORM.values]
    [0.7273, 0.7424, 0.7879]
    """
    top = ranking.top(k)
    precision = (top.hits / top.rank).named("precision", "P(i)")
    best = precision.cummax_up().named("interpolated precision", "P̂(i)")
    return mean_at_levels(best, top.hits, top.relevant_total, "i(l)", form)


def mean_at_levels(best: Column, hits: Column, total: Column, index: str, form: str = "textbook") -> Column:
    """The mean of what a column holds in the first row that reaches each of eleven levels of recall; 0 if none does.

    ``index`` is the letter for that row in formulas.
    """
    levels = np.arange(LEVELS + 1) / LEVELS
    needed = np.stack([hits_needed(total.values, level, form) for level in levels], axis=-1)
    assert hits.axis is not None
    lengths = np.asarray(len(hits) if hits.axis.lengths is None else hits.axis.lengths)[..., None]
    rows = np.count_nonzero(np.asarray(hits.values)[..., None, :] < needed[..., None], axis=-1)
    rows = np.where(rows < lengths, rows, -1)
    where = f"reached at {hits.axis.name}"

    def labels() -> dict[str, list[Any]]:
        reached = {where: [row + 1 if row >= 0 else None for row in rows.tolist()]} if rows.ndim == 1 else {}
        return {"recall level": [f"{level:g}" for level in levels], **reached}

    axis = Axis("recall level", length=LEVELS + 1, index="l", end=str(LEVELS + 1), labels=labels)
    reached = hits.take(axis, rows, index) >= Column(needed, axis, name="hits needed", symbol="c_l")
    return (best.take(axis, rows, index) * reached).named("precision at level").sum() / (LEVELS + 1)


def hits_needed(total: Any, level: float, form: str) -> Any:
    """How many of all relevant items must be retrieved for a level of recall, in a list or in each of a batch.

    trec_eval's ways are those of its floating point: 0.7 · 3 + 0.9 is a little less than 3 there.
    """
    if form == "textbook":
        share = as_written(level)
        return -(-share.numerator * total // share.denominator)
    if form == "trec_eval_9":
        return multiple_of(total, level)
    hits = level * np.asarray(total)
    return (np.floor(hits) + (hits % 1 >= 0.5)).astype(np.int64)
