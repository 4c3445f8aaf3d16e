"""The area under the precision-recall curve: under which curve, a convention says."""

from __future__ import annotations

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.metrics.interpolated import mean_at_levels
from rankteach.metrics.roc import about_scores
from rankteach.metrics.thresholds import counts
from rankteach.tracing.list_conventions import ties
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value


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
    notes=about_scores,
)
def pr_auc(ranking: Judged, *, k: int | None = None, form: str = "steps", ties: str = "together") -> Column:
    """The area under the curve of precision over recall: under which curve, the form says.

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
