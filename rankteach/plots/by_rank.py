"""Values at every cutoff, over the ranks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach import metrics
from rankteach.core.column import Column
from rankteach.metrics.sets import f_symbol
from rankteach.plots import figure
from rankteach.tracing import measures as by_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = (7.0, 4.8)  # inches


def at_every_k(ranking: Any, measures: Sequence[Any] = ("P", "R", "F1"), ax: Axes | None = None) -> Axes:
    """Measures at cutoff 1, 2, 3, ..., each as a line; the dots below say which ranks are relevant.

    Parameters
    ----------
    ranking : Ranking, or sequence of grades
    measures : measure, or sequence of measures
        Without a cutoff: ``["P", "R", "F1", "nDCG"]``.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        Whatever ``rt.at_every_k`` raises.

    >>> from matplotlib.figure import Figure
    >>> ax = at_every_k([1, 0, 1], ["P", "R"], Figure().subplots())
    >>> ax.get_lines()[1].get_ydata().tolist()
    [0.5, 0.5, 1.0]
    """
    table = by_name.at_every_k(ranking, measures)
    ax = _by_rank(ax, table.columns, table.ranking.relevant, table.ranking)
    return figure.titled(ax, f"{', '.join(table.columns)} at every cutoff k")


def fap(ranking: Any, ax: Axes | None = None, **conventions: Any) -> Axes:
    """F, AP and FAP at every cutoff; the peak of FAP is the best one.

    Parameters
    ----------
    ranking : Ranking, or sequence of grades
    ax : Axes, optional
        Where to draw; a new figure by default.
    **conventions
        Those of ``rt.fap``: ``k``, ``beta`` and ``form``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For a batch, and whatever ``rt.fap`` raises.

    >>> import rankteach as rt
    >>> from matplotlib.figure import Figure
    >>> ax = fap(rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1]), Figure().subplots())
    >>> ax.texts[0].get_text()
    'best cutoff k = 3: FAP = 2/3 ≈ 0.6667'
    """
    trace = figure.of_one_list(metrics.fap(ranking, **conventions), "fap")
    columns, every = trace.columns, trace.at_every_k()
    f = f_symbol(trace.parameters.get("beta", 1))
    drawn = {trace.symbol: every, f: columns[f], "AP": columns["AP"]}
    ax = _by_rank(ax, drawn, columns["relevant"], trace.ranking)
    figure.titled(ax, f"{trace.label} = {trace.shown}", pad=26)  # above what is said of the peak
    values = np.asarray(every, dtype=float)
    if values.max(initial=0) > 0:
        best = int(values.argmax()) + 1
        peak = metrics.fap(ranking, **{**conventions, "k": best})
        _flag(ax, best, peak.value, f"best cutoff k = {best}: {trace.symbol} = {peak.shown}")
    return ax


def _by_rank(ax: Axes | None, columns: Mapping[str, Column], relevant: Column, ranking: Any) -> Axes:
    """A line for each column, over the ranks; below them filled dots for relevant ranks and hollow ones for others."""
    total = int(ranking.relevant_total)
    few = len(relevant) <= figure.MOST_DOTS
    words = f"filled: relevant, m = {total}; hollow: not relevant" if few else f"dots: relevant, m = {total}"
    ax = figure.with_names(figure.new_axes(ax, WIDE), f"rank k ({words})", "value at cutoff k", pad=14)
    ranks = np.arange(1, len(relevant) + 1)
    drawn = {label: np.asarray(column, dtype=float) for label, column in columns.items()}
    names = [f"{label}: undefined" if np.isnan(values).any() else label for label, values in drawn.items()]
    for number, (label, values) in enumerate(drawn.items()):
        every = 1 if few else len(ranks) // 15
        figure.line(ax, ranks, values, number, names[number], label, markersize=7, markevery=every)
    highest = max((np.nan_to_num(values).max(initial=0) for values in drawn.values()), default=0)
    ax.set(xlim=(0.5, max(len(ranks), 1) + 0.5), ylim=(0, 1 if highest <= 1 else highest * 1.05))
    figure.whole_ticks(ax.xaxis, len(ranks))
    _relevance(ax, ranks, np.asarray(relevant, dtype=bool))
    return figure.with_legend(ax, columns=_legend_columns(names), down=58)


def _legend_columns(labels: Collection[str]) -> int:
    """How many columns the legend below a wide figure needs, so that its rows are about equally long."""
    longest = max(map(len, labels), default=1)
    most = max(1, min(5, int(6 / (0.8 + 0.09 * longest))))  # inches: in all, for a sample of a line, for a letter
    return ceil(len(labels) / ceil(len(labels) / most)) if labels else 1


def _relevance(ax: Axes, ranks: np.ndarray, relevant: np.ndarray) -> None:
    """Dots just below the axis; in a long list only those of relevant ranks."""
    below = ax.get_xaxis_transform() + figure.points_up(ax, -10)
    size = float(np.clip(300 / max(len(ranks), 1), 2, 8))
    kinds = [(relevant, figure.GREY, "relevant"), (~relevant, "none", "not relevant")]
    for here, face, kind in kinds if len(ranks) <= figure.MOST_DOTS else kinds[:1]:
        edge, zeros = min(size / 4, 1.6), np.zeros(np.count_nonzero(here))
        figure.dots(ax, ranks[here], zeros, size, figure.GREY, kind, face=face, edge=edge, transform=below)


def _flag(ax: Axes, k: int, value: float, text: str) -> None:
    """A ring around a peak, and a line through it with a text above."""
    top = ax.get_ylim()[1]
    ax.plot([k, k], [0, top], color=figure.GREY, linestyle=":", linewidth=2, zorder=1, gid="best cutoff")
    figure.dots(ax, [k], [value], 16, figure.GREY, "peak")
    left, right = ax.get_xlim()
    side = "left" if k < left + (right - left) / 4 else "right" if k > right - (right - left) / 4 else "center"
    look: dict[str, Any] = {"fontsize": figure.NAMES, "color": figure.ink_of(ax)}
    ax.annotate(text, (k, top), xytext=(0, 6), textcoords="offset points", ha=side, va="bottom", **look)
