"""Curves on the unit square: ROC, and precision over recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach import metrics
from rankteach.core.checks import a_text, listed, or_none, takes, whole_number
from rankteach.core.column import Column
from rankteach.notation import numbers
from rankteach.plots import figure
from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST_LINE = 44  # characters
PR_NAMES = {
    "steps": "steps (average precision)",
    "trapezoids": "trapezoids",
    "interpolated": "interpolated",
    "eleven_points": "eleven points",
}


@takes(label=or_none(a_text))
def roc(
    ranking: Any,
    ax: Axes | None = None,
    *,
    threshold: int | None = None,
    label: str | None = None,
    **conventions: Any,
) -> Axes:
    """The ROC curve: the fraction of the relevant items above each threshold, over that of the irrelevant items.

    The shaded area is AUC. Tied items pass the threshold together, which makes a slanted step. Draw several rankings
    on one ``ax`` to compare them; only the first one's area is shaded. Weights on trapezoids show as darker and
    lighter ones.

    Parameters
    ----------
    ranking : Ranking, sequence of grades, or trace of ``rt.roc_auc``
    ax : Axes, optional
        Where to draw; a new figure by default.
    threshold : int, optional
        The number of a threshold, counted from 1 for the highest: its point is marked.
    label : str, optional
        What the legend calls the ranking.
    **conventions
        Those of ``rt.roc_auc``, such as ``k`` or ``ties``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For a batch, a threshold that there is not, pairs (which have no thresholds), and whatever ``rt.roc_auc``
        raises.

    >>> from matplotlib.figure import Figure
    >>> ax = roc([1, 0, 1, 0], Figure().subplots(), threshold=3)
    >>> ax.get_legend().get_texts()[1].get_text().splitlines()[1]
    'FPR = 1/2, TPR = 1'
    """
    if isinstance(ranking, Trace) and ranking.metric.name.removeprefix("pooled ") != "AUC":
        raise TypeError(f"ranking must be a ranking or a trace of AUC, not a trace of {ranking.metric.name}")
    trace = ranking if isinstance(ranking, Trace) else metrics.roc_auc(ranking, **conventions)
    trace = figure.of_one_list(trace, "roc")
    if "TPR" not in trace.columns:
        raise ValueError('roc must get form="trapezoids", because pairs have no thresholds')
    fpr, tpr = trace.columns["FPR"], trace.columns["TPR"]
    row = _row(threshold, fpr)
    ax = figure.unit_square(
        ax, "FPR: fraction of irrelevant items retrieved", "TPR: fraction of relevant items retrieved", 4
    )
    weighted = "weighted" in trace.columns
    if not figure.number_of_curves(ax):
        chance = "chance" if weighted else "chance: AUC = 1/2"
        ax.plot([0, 1], [0, 1], color=figure.GREY, linestyle=":", linewidth=2, label=chance, zorder=1, gid="chance")
    x, y = _from(0, fpr), _from(0, tpr)
    label = _legend_label(label, f"{trace.label} = {trace.shown}")
    if weighted:
        label += "\n(the darker, the more weight)"
    if not (x[-1] and y[-1]):
        label += "\n(needs relevant and irrelevant items)"
    line, each = figure.curve(ax, x, y, label, marked=len(fpr) <= figure.MOST_DOTS), 1
    if trace.parameters.get("ties") == "strict":  # first across, then up: a tied pair counts nothing
        line.set_drawstyle("steps-post")
        x, y, each = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1], 2  # of two parts, the upright one has no area
    weights = np.repeat(np.asarray(trace.columns["weight of step"], dtype=float), each) if weighted else None
    figure.shade(ax, x, y, line, weights)
    if row is not None:
        figure.mark(ax, {"FPR": fpr, "TPR": tpr}, row, line)
    return figure.with_legend(figure.titled(ax, "ROC curve", f"{trace.label} = {trace.shown}"))


@takes(label=or_none(a_text))
def precision_recall(
    ranking: Any,
    ax: Axes | None = None,
    *,
    forms: str | Sequence[str] = ("steps",),
    threshold: int | None = None,
    label: str | None = None,
    **conventions: Any,
) -> Axes:
    """The precision-recall curve in one or several forms; the form decides the area under it.

    The dots are the thresholds. The area of the first form is shaded (the bars of the eleven points are 1/11 wide).
    What lies between ``"interpolated"`` and ``"trapezoids"`` is hatched where both are drawn.

    Parameters
    ----------
    ranking : Ranking, or sequence of grades
    ax : Axes, optional
        Where to draw; a new figure by default.
    forms : sequence of {"steps", "trapezoids", "interpolated", "eleven_points"}
        Which curves; see ``rt.pr_auc``.
    threshold : int, optional
        The number of a threshold, counted from 1 for the highest: its point is marked.
    label : str, optional
        What the legend calls the ranking.
    **conventions
        Those of ``rt.pr_auc`` but for its form: ``k`` and ``ties``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For a batch, a threshold that there is not, and whatever ``rt.pr_auc`` raises.

    >>> from matplotlib.figure import Figure
    >>> ax = precision_recall([1, 0, 1, 0, 0, 1], Figure().subplots(), forms=["trapezoids", "interpolated"])
    >>> print(*[text.get_text() for text in ax.get_legend().get_texts()[:3]], sep="\\n")
    trapezoids: 61/90 ≈ 0.6778
    interpolated: 13/18 ≈ 0.7222
    above straight lines by 0.0444
    """
    chosen = [forms] if isinstance(forms, str) else listed(forms, "forms")
    traces = {
        form: figure.of_one_list(metrics.pr_auc(ranking, form=form, **conventions), "precision_recall")
        for form in chosen
    }
    points = figure.of_one_list(metrics.pr_auc(ranking, **conventions), "precision_recall").columns
    recall, precision = points["recall"], points["precision"]
    row = _row(threshold, recall)
    entries = 2 + len(chosen) + (label is not None) + 2 * (row is not None)
    ax = figure.unit_square(
        ax, "recall: fraction of relevant items retrieved", "precision: fraction of retrieved items relevant", entries
    )
    lines = []
    for form, trace in traces.items():
        x, y = _pr_path(form, trace)
        words = _legend_label(label, f"{PR_NAMES[form]}: {trace.shown}")
        lines.append(figure.curve(ax, x, y, words, joined=form != "eleven_points"))
        if len(lines) == 1:
            figure.shade(ax, *((figure.elevenths(y)) if form == "eleven_points" else (x, y)), lines[0])
    if {"interpolated", "trapezoids"} <= traces.keys():
        _hatch_between(ax, traces["interpolated"], traces["trapezoids"])
    if len(recall) <= figure.MOST_DOTS:
        colour = lines[0].get_color() if lines else figure.COLOURS[0]
        figure.dots(
            ax, recall, precision, 6, colour, "thresholds", face=colour, edge=1, zorder=4, label="each threshold"
        )
    if row is not None:
        figure.mark(ax, {"recall": recall, "precision": precision}, row, lines[0] if lines else None)
    value = "".join(f"{trace.label} = {trace.shown}" for trace in traces.values()) if len(traces) == 1 else ""
    return figure.with_legend(figure.titled(ax, "Precision-recall curve", value))


def _row(threshold: Any, column: Column) -> int | None:
    """The row of a threshold that is counted from 1."""
    if threshold is None:
        return None
    number = whole_number(threshold, "threshold", "The highest threshold is number 1.")
    if number > len(column):
        rule = f"at most {len(column)}" if len(column) else "left out, because the list is empty"
        raise ValueError(f"threshold must be {rule}, not {number}.")
    return number - 1


def _from(start: float, column: Column) -> np.ndarray:
    """A column's values after the point where the curve starts."""
    return np.concatenate([[start], np.asarray(column, dtype=float)])


def _pr_path(form: str, trace: Trace) -> tuple[np.ndarray, np.ndarray]:
    """The corners of one form of the curve."""
    columns = trace.columns
    if form == "eleven_points":
        height = columns["precision at level"]
        assert height.axis is not None
        return np.array(height.axis.labels()["recall level"], dtype=float), np.asarray(height, dtype=float)
    if form == "trapezoids":
        return _from(0, columns["recall"]), _from(1, columns["precision"])
    rises = np.asarray(columns["rise in recall"], dtype=float) > 0
    height = columns["interpolated precision" if form == "interpolated" else "precision"]
    ends = _from(0, columns["recall"])[np.concatenate([[True], rises])]
    return np.column_stack([ends[:-1], ends[1:]]).ravel(), np.repeat(np.asarray(height, dtype=float)[rises], 2)


def _legend_label(label: str | None, value: str) -> str:
    if label is None:
        return value
    return f"{label}: {value}" if len(label) + len(value) <= LONGEST_LINE else f"{label}\n{value}"


def _hatch_between(ax: Axes, interpolated: Trace, trapezoids: Trace) -> None:
    """What lies between the interpolated curve and straight lines, which tied items may lift above it."""
    (x, y), (x_back, y_back) = _pr_path("interpolated", interpolated), _pr_path("trapezoids", trapezoids)
    more = interpolated.result.exact - trapezoids.result.exact
    words = f"{'above' if more >= 0 else 'below'} straight lines by {numbers.decimal(abs(more))}"
    corners = np.concatenate([x, x_back[::-1]]), np.concatenate([y, y_back[::-1]])
    ax.fill(*corners, facecolor="none", edgecolor=figure.GREY, hatch="///", linewidth=0, label=words, gid="difference")
