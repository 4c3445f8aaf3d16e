"""Two ranked lists, with lines from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach import metrics
from rankteach.core.checks import a_text, listed
from rankteach.plots import figure
from rankteach.tracing.paired import ranked

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def agreement(
    first: Any, second: Any, ax: Axes | None = None, *, labels: tuple[str, str] = ("first", "second")
) -> Axes:
    """Two ranked lists, a line from each item's rank in one to its rank in the other.

    Where two lines cross, the lists have the two items in opposite order: the pairs that ``rt.kendall_distance``
    counts. An item that is in one list only goes below the other, as it does there.

    Parameters
    ----------
    first, second : Ranking, or sequence of item names
        Best first. Their items need not be the same. Equal scores count in the order of the list; a set of tied items
        is refused.
    ax : Axes, optional
        Where to draw; a new figure by default.
    labels : pair of str
        The names above the lists.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        Whatever ``rt.kendall_distance`` raises; and for tied items in a set.

    >>> from matplotlib.figure import Figure
    >>> ax = agreement(["a", "b", "c"], ["b", "a", "c"], Figure().subplots())
    >>> ax.get_title(loc="left")
    'Kendall distance: K = 1/3 ≈ 0.3333'
    """
    trace = figure.of_one_list(metrics.kendall_distance.metric(ranked(first, second).in_order()), "agreement")
    columns, lists = trace.columns, trace.ranking.lists
    one, other = np.asarray(columns["first"]), np.asarray(columns["second"])
    names = [a_text(label, f"labels[{place}]") for place, label in enumerate(listed(labels, "labels"))]
    if len(names) != len(lists):
        raise ValueError(f"labels must have {len(lists)} entries, not {len(names)}.")
    ax = _two_lists(ax, lists, names)
    for words, (here, style) in _slopes(one, other, [len(names) for names in lists]).items():
        lines = ax.plot(np.array([[0], [1]]), [one[here], other[here]], **style, zorder=2, gid=words)
        for line in lines[:1]:
            line.set_label(words)
    if "opposite" in columns:
        _crossings(ax, one, other, np.asarray(columns["opposite"], dtype=bool))
    figure.titled(ax, "Kendall distance", f"{trace.label} = {trace.shown}", pad=30)  # above the names of the lists
    return figure.with_legend(ax, down=6)


def _two_lists(ax: Axes | None, lists: Sequence[Sequence[str]], labels: Sequence[str]) -> Axes:
    """The items of both lists, best at the top, and under them a place for what is not in the list."""
    longest = max(map(len, lists))
    letters = max((len(figure.shortened(name)) for names in lists for name in names), default=0)
    ax = figure.new_axes(ax, (max(5.4, 4 + 0.18 * letters), 2.2 + 0.34 * longest))
    ax.set(xlim=(-0.05, 1.05), ylim=(longest + 1.5, 0.5), yticks=[])
    ax.set_xticks([0, 1], labels=[figure.shortened(label) for label in labels], fontsize=figure.NAMES, parse_math=False)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for x, (names, others) in enumerate([(lists[0], lists[1]), (lists[1], lists[0])]):
        for rank, name in enumerate(names, start=1):
            _beside_end(ax, x, rank, str(rank), 10, figure.GREY)
            _beside_end(ax, x, rank, figure.shortened(name), 34)
        if set(others) - set(names):
            _beside_end(ax, x, len(names) + 1, "not in the list", 10, figure.GREY)
    return ax


def _beside_end(ax: Axes, x: int, place: int, words: str, points: float, colour: str | None = None) -> None:
    """Words so many points left of the left end of a line, or right of its right end."""
    ax.annotate(
        words,
        (x, place),
        xytext=(points if x else -points, 0),
        textcoords="offset points",
        ha="left" if x else "right",
        va="center",
        fontsize=figure.LETTERS,
        color=colour or figure.ink_of(ax),
        parse_math=False,
    )


def _slopes(one: np.ndarray, other: np.ndarray, lengths: Sequence[int]) -> dict[str, tuple[np.ndarray, dict[str, Any]]]:
    """The items that go up, go down, stay, or are in one list only; and how their lines look."""
    both = (one <= lengths[0]) & (other <= lengths[1])
    solid = {"linewidth": figure.WIDTH, "marker": "o", "markersize": 7, "clip_on": False}
    return {
        "higher in the second list": (both & (other < one), {**solid, "color": figure.COLOURS[0], "linestyle": "-"}),
        "lower in the second list": (both & (other > one), {**solid, "color": figure.COLOURS[1], "linestyle": "--"}),
        "at the same rank": (both & (other == one), {**solid, "color": figure.GREY, "linestyle": "-"}),
        "in one list only": (~both, {**solid, "color": figure.GREY, "linestyle": ":", "marker": "x"}),
    }


def _crossings(ax: Axes, one: np.ndarray, other: np.ndarray, opposite: np.ndarray) -> None:
    """A ring where the lines of two items cross that the lists have in opposite order."""
    p, q = (side[opposite] for side in np.triu_indices(len(one), 1))
    if not len(p):
        return
    before, after = one[q] - one[p], other[q] - other[p]
    x = before / (before - after)
    pairs = "1 pair" if len(p) == 1 else f"{len(p)} pairs"
    look: dict[str, Any] = {"zorder": 3, "label": f"{pairs} in opposite order"}
    figure.dots(
        ax, x, one[p] + x * (other[p] - one[p]), 8 if len(p) <= 30 else 5, figure.COLOURS[3], "opposite", **look
    )
