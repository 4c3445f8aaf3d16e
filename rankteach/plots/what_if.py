"""What swaps and other judgements would change, as heat maps; and a value among those of all orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach.explain.what_if import alternatives, by_chance
from rankteach.explain.what_if.alternatives import Swaps, Toggles
from rankteach.explain.what_if.by_chance import Chance
from rankteach.explain.what_if.orders import marks
from rankteach.notation.numbers import TOLERANCE, plain
from rankteach.plots.figure import COLOURS, GREY, NAMES, WIDTH, new_axes, shortened, titled, with_legend, with_names
from rankteach.plots.heat import MOST_TICKS, frame, heat_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NUMBERED = 12  # ranks: of more, the numbers of all swaps make too large a figure
SIZE = (7.0, 5.2)  # inches: of the histogram
SHADE = 0.5  # the opacity of its lines and bars, behind the four marks
MOST_LINES, BARS = 40, 20  # different values with a line each; bars for more


def swaps(trace: Any, ax: Axes | None = None) -> Axes:
    """What each swap of two ranks would change, as a heat map: blue is for the better, orange for the worse.

    For nDCG this is the picture behind LambdaRank, which weighs each pair of items by the absolute change (Burges,
    Ragno and Le 2006); a pair of equal grades has none. The most valuable swap has a frame.

    Parameters
    ----------
    trace : Trace, or what ``rt.swaps`` returns
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError
        Whatever ``rt.swaps`` raises.

    >>> import rankteach as rt
    >>> from matplotlib.figure import Figure
    >>> ax = swaps(rt.average_precision([0, 1, 1, 0]), Figure().subplots())
    >>> print(ax.get_legend().get_texts()[0].get_text())
    most valuable: ranks 1 and 3, +5/12
    """
    result = trace if isinstance(trace, Swaps) else alternatives.swaps(trace)
    trace, labels, judged = result.trace, result.orders.axis.labels(), _signs(marks(result.trace.ranking))
    n, place = len(result.orders), result.orders.axis.name
    across = list(map(str, labels["rank"])) if "rank" in labels else list(map(shortened, labels["item"]))
    title, meaning = f"{trace.label} = {trace.shown}: what each swap would change", ""
    if judged:
        across = [f"{rank}\n{sign}" for rank, sign in zip(across, judged, strict=True)]
        title += f"\n|Δ{trace.label}| is the weight of the pair in LambdaRank"
        meaning = f" ({_meaning(marks(trace.ranking))})" if 0 < n <= MOST_TICKS else ""
    ax = heat_map(
        ax, np.where(np.eye(n, dtype=bool), np.nan, result.changes), across, _lines(labels, judged), title,
        change=f"change of {trace.label}", numbered=n <= MOST_NUMBERED, square=True, falling=result.less_is_better,
    )  # fmt: skip
    ax.set_xlabel(place + meaning, fontsize=NAMES)
    if result.best:
        one, other, _ = result.best
        names = f"ranks {one} and {other}" if "rank" in labels else f"{across[one - 1]} and {across[other - 1]}"
        frame(ax, [(other, one), (one, other)], f"most valuable: {names}, {result.best_in_words}")
    return with_legend(ax, down=60)


def toggles(trace: Any, ax: Axes | None = None) -> Axes:
    """What each other judgement of one item would change, as a heat map: blue is for the better, orange for the worse.

    The rows are the ranks, the columns the grades that an item could have. The most valuable one has a frame.

    Parameters
    ----------
    trace : Trace, or what ``rt.toggles`` returns
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError
        Whatever ``rt.toggles`` raises.

    >>> import rankteach as rt
    >>> from matplotlib.figure import Figure
    >>> ax = toggles(rt.average_precision([0, 1, 1, 0]), Figure().subplots())
    >>> print(ax.get_legend().get_texts()[0].get_text())
    most valuable: rank 1 as relevant, +5/12
    """
    result = trace if isinstance(trace, Toggles) else alternatives.toggles(trace)
    trace, ranking = result.trace, result.trace.ranking
    own = [[grade == level for level in result.levels] for grade in ranking.grades]
    ax = heat_map(
        ax,
        np.where(np.reshape(own, result.changes.shape), np.nan, result.changes),
        [result.in_words(level).replace(" ", "\n") for level in result.levels],
        _lines(ranking.axis.labels(), _signs(marks(ranking))),
        f"{trace.label} = {trace.shown}:\nwhat another judgement would change",
        change=f"change of {trace.label}", numbered=len(ranking) <= MOST_TICKS, falling=result.less_is_better,
    )  # fmt: skip
    ax.set_xlabel("if the item were", fontsize=NAMES)
    if result.best:
        rank, grade, _ = result.best
        label = f"most valuable: rank {rank} as {result.in_words(grade)}, {result.best_in_words}"
        frame(ax, [(result.levels.index(grade) + 1, rank)], label)
    return with_legend(ax, down=60)


def chance(trace: Any, ax: Axes | None = None, **how: Any) -> Axes:
    """How often each value occurs among all orders of the same list, and where this list's value lies.

    Where there are many different values, bars count those that are close.

    Parameters
    ----------
    trace : Trace, or what ``rt.chance`` returns
    ax : Axes, optional
        Where to draw; a new figure by default.
    **how
        For a trace: ``samples`` and ``seed`` of ``rt.chance``.

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
    result = trace if isinstance(trace, Chance) else by_chance.chance(trace, **how)
    label, values = result.trace.label, np.array(result.values, dtype=float)
    shares = result.counts / result.calculated
    of = "all orders" if result.exact else f"{result.calculated:,} random orders"
    ax = with_names(new_axes(ax, SIZE), label, f"fraction of {of}")
    if len(values) <= MOST_LINES:
        ax.vlines(values, 0, shares, colors=GREY, alpha=SHADE, linewidth=5, gid="shares")
        highest = shares.max()
    else:
        highest = np.max(ax.hist(values, BARS, weights=shares, color=GREY, alpha=SHADE, gid="shares")[0])
    lower, _, higher = result.shares_in_words
    known: dict[str, tuple[Any, str, str]] = {
        "this list": (result.value, "-", f"this list: {result.trace.shown}\n(lower in {lower}, higher in {higher})"),
        "by chance": (result.expected, "--", f"by chance: {plain(result.expected)}{result.error_in_words}"),
        "worst": (result.worst, ":", f"worst: {plain(result.worst)}"),
        "best": (result.best, "-.", f"best: {plain(result.best)}"),
    }
    lines: dict[float, Any] = {}
    for colour, (name, (value, dash, words)) in zip(COLOURS, known.items(), strict=False):
        at = float(value)
        same = next((line for x, line in lines.items() if abs(x - at) <= TOLERANCE), None)
        if same:  # one line says both
            same.set(label=f"{same.get_label()}\n{words}", gid=f"{same.get_gid()}, {name}")
        else:
            look: dict[str, Any] = {"color": colour, "linestyle": dash, "linewidth": WIDTH}
            lines[at] = ax.plot([at, at], [0, 1.05 * highest], label=words, gid=name, **look)[0]
    ax.set_ylim(0, 1.05 * highest)
    from matplotlib.ticker import PercentFormatter

    ax.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    return with_legend(titled(ax, f"{label} = {result.trace.shown}, among {of}"))


def _signs(judged: Mapping[str, Sequence[str]]) -> list[str]:
    """What is judged at each place; a grade in parentheses, so that it does not look like a rank."""
    return [f"({mark})" if title == "grade" else mark for title, each in judged.items() for mark in each]


def _lines(labels: Mapping[str, Sequence[Any]], judged: Sequence[str]) -> list[str]:
    """The name of each row: the item, its judgement, its rank."""
    shown = [list(map(shortened, labels["item"])), judged, list(map(str, labels.get("rank", ())))]
    return ["  ".join(each) for each in zip(*filter(None, shown), strict=True)]


def _meaning(judged: Mapping[str, Sequence[str]]) -> str:
    unjudged = ", ? not judged" if any("?" in each for each in judged.values()) else ""
    return ("● relevant, ○ not relevant" if "relevant" in judged else "grade in parentheses") + unjudged
