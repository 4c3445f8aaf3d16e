"""What swaps and other judgements would change, as heat maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rankteach.explain import what_if
from rankteach.explain.what_if.alternatives import Swaps, Toggles
from rankteach.explain.what_if.variants import marks
from rankteach.plots.figure import NAMES, shortened, with_legend
from rankteach.plots.heat import MOST_NAMED, frame, heat_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NUMBERED = 12  # ranks: of more, the numbers of all swaps make too large a figure


def swaps(given: Any, ax: Axes | None = None) -> Axes:
    """What each swap of two ranks would change, as a heat map: blue is for the better, orange for the worse.

    For nDCG this is the picture behind LambdaRank, which weighs each pair of items by the absolute change (Burges,
    Ragno and Le 2006); a pair of equal grades has none. The most valuable swap has a frame.

    Parameters
    ----------
    given : Trace, or what ``rt.swaps`` returns
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
    found = given if isinstance(given, Swaps) else what_if.swaps(given)
    trace, labels, judged = found.trace, found.orders.axis.labels(), _signs(found.orders.marks)
    n, place = len(found.orders), found.orders.axis.name
    across = list(map(str, labels["rank"])) if "rank" in labels else list(map(shortened, labels["item"]))
    title, meaning = f"{trace.label} = {trace.shown}: what each swap would change", ""
    if judged:
        across = [f"{rank}\n{sign}" for rank, sign in zip(across, judged, strict=True)]
        title += f"\n|Δ{trace.label}| is the weight of the pair in LambdaRank"
        meaning = f" ({_meaning(found.orders.marks)})" if 0 < n <= MOST_NAMED else ""
    ax = heat_map(
        ax, np.where(np.eye(n, dtype=bool), np.nan, found.changes), across, _lines(labels, judged), title,
        change=f"change of {trace.label}", numbered=n <= MOST_NUMBERED, square=True, falling=found.less_is_better,
    )  # fmt: skip
    ax.set_xlabel(place + meaning, fontsize=NAMES)
    if found.best:
        one, other, _ = found.best
        names = f"ranks {one} and {other}" if "rank" in labels else f"{across[one - 1]} and {across[other - 1]}"
        frame(ax, [(other, one), (one, other)], f"most valuable: {names}, {found.best_in_words}")
    return with_legend(ax, down=60)


def toggles(given: Any, ax: Axes | None = None) -> Axes:
    """What each other judgement of one item would change, as a heat map: blue is for the better, orange for the worse.

    The rows are the ranks, the columns the grades that an item could have. The most valuable one has a frame.

    Parameters
    ----------
    given : Trace, or what ``rt.toggles`` returns
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
    found = given if isinstance(given, Toggles) else what_if.toggles(given)
    trace, ranking = found.trace, found.trace.ranking
    own = [[grade == level for level in found.levels] for grade in ranking.grades]
    ax = heat_map(
        ax,
        np.where(np.reshape(own, found.changes.shape), np.nan, found.changes),
        [found.in_words(level).replace(" ", "\n") for level in found.levels],
        _lines(ranking.axis.labels(), _signs(marks(ranking))),
        f"{trace.label} = {trace.shown}:\nwhat another judgement would change",
        change=f"change of {trace.label}", numbered=len(ranking) <= MOST_NAMED, falling=found.less_is_better,
    )  # fmt: skip
    ax.set_xlabel("if the item were", fontsize=NAMES)
    if found.best:
        rank, grade, _ = found.best
        said = f"most valuable: rank {rank} as {found.in_words(grade)}, {found.best_in_words}"
        frame(ax, [(found.levels.index(grade) + 1, rank)], said)
    return with_legend(ax, down=60)


def _signs(judged: Mapping[str, Sequence[str]]) -> list[str]:
    """What is judged at each place; a grade in parentheses, so that it does not look like a rank."""
    return [f"({mark})" if title == "grade" else mark for title, each in judged.items() for mark in each]


def _lines(labels: Mapping[str, Sequence[Any]], judged: Sequence[str]) -> list[str]:
    """What stands beside each row: the item, what it is judged, its rank."""
    shown = [list(map(shortened, labels["item"])), judged, list(map(str, labels.get("rank", ())))]
    return ["  ".join(each) for each in zip(*filter(None, shown), strict=True)]


def _meaning(judged: Mapping[str, Sequence[str]]) -> str:
    """What the signs at the axes mean."""
    unjudged = ", ? not judged" if any("?" in each for each in judged.values()) else ""
    return ("● relevant, ○ not relevant" if "relevant" in judged else "grade in parentheses") + unjudged
