"""A value among those of all orders of its list, as a histogram."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach.explain.what_if import by_chance
from rankteach.notation.numbers import plain
from rankteach.plots.figure import COLOURS, GREY, WIDTH, new_axes, with_legend, with_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (7.0, 5.2)  # inches
SHADE = 0.5  # the opacity of lines and bars, behind the four marks
MOST_LINES, BARS = 40, 20  # different values with a line each; bars for more


def chance(given: Any, ax: Axes | None = None, **how: Any) -> Axes:
    """How often each value occurs among all orders of the same list, and where this list's value stands.

    Where there are many different values, bars count those that are close.

    Parameters
    ----------
    given : Trace, or what ``rt.chance`` returns
    ax : Axes, optional
        Where to draw; a new figure by default.
    **how
        For a trace: ``most``, ``samples`` and ``seed`` of ``rt.chance``.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        Whatever ``rt.chance`` raises.

    >>> import rankteach as rt
    >>> from matplotlib.figure import Figure
    >>> ax = chance(rt.precision([1, 0, 1, 0, 0], k=2), Figure().subplots())
    >>> print(*[text.get_text() for text in ax.get_legend().get_texts()], sep="; ")
    this list: 1/2 = 0.5
    (lower in 30 %, higher in 10 %); by chance: 2/5; worst: 0; best: 1
    """
    from matplotlib.ticker import PercentFormatter

    found = given if isinstance(given, by_chance.Chance) else by_chance.chance(given, **how)
    label, values = found.trace.label, np.array(found.values, dtype=float)
    shares = found.counts / found.calculated
    of = "all orders" if found.exact else f"{found.calculated:,} random orders"
    ax = with_names(new_axes(ax, SIZE), label, f"share of {of}")
    if len(values) <= MOST_LINES:
        ax.vlines(values, 0, shares, colors=GREY, alpha=SHADE, linewidth=5, gid="shares")
        highest = shares.max()
    else:
        highest = np.max(ax.hist(values, BARS, weights=shares, color=GREY, alpha=SHADE, gid="shares")[0])
    lower, _, higher = found.shares_in_words
    known = {
        "this list": (found.value, "-", f"this list: {found.trace.shown}\n(lower in {lower}, higher in {higher})"),
        "by chance": (found.expected, "--", f"by chance: {plain(found.expected)}{found.error_in_words}"),
        "worst": (found.worst, ":", f"worst: {plain(found.worst)}"),
        "best": (found.best, "-.", f"best: {plain(found.best)}"),
    }
    for colour, (name, (value, dash, words)) in zip(COLOURS, known.items(), strict=False):
        x = [float(value)] * 2
        ax.plot(x, [0, 1.05 * highest], color=colour, linestyle=dash, linewidth=WIDTH, label=words, gid=name)
    ax.set_ylim(0, 1.05 * highest)
    ax.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    return with_legend(ax)
