"""Live surfaces for notebooks. Python calculates, the browser only draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rankteach.measures import Measure
from rankteach.widgets.explorer import Explorer

__all__ = ["Explorer", "explore"]


def explore(ranking: Any, measures: Sequence[str | Measure] | None = None, *, k: int | None = None) -> Explorer:
    """A ranked list to play with: click, reorder, move the cutoff, and every measure follows.

    Parameters
    ----------
    ranking : Ranking, or anything that ``Ranking`` takes
    measures : sequence of measure strings, optional
        What to show, such as ``["P@3", "AP", "nDCG@5"]``; P, R, F1, RR, AP, DCG and nDCG by default. The
        cutoff slider moves those that have the same cutoff as the one chosen.
    k : int, optional
        The cutoff of all measures that have one. By default they keep their own; the default measures
        have 5, or the length of a shorter list.

    Returns
    -------
    Explorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For grades that are none, an unknown measure, no measure at all, or a cutoff that is not a whole
        number of at least 1.

    >>> import rankteach as rt
    >>> explorer = rt.explore([1, 0, 1, 1, 0], ["P@3", "AP"])
    >>> explorer.values["P@3"]
    0.6666666666666666
    >>> explorer.k = 4
    >>> explorer.measures, str(explorer.trace.exact)
    (['P@4', 'AP'], '3/4')
    """
    return Explorer(ranking, measures, k=k)
