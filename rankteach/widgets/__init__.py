"""Live surfaces for notebooks. Python calculates, the browser only draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rankteach.measures import Measure
from rankteach.widgets.agreement import AgreementExplorer
from rankteach.widgets.curve import CurveExplorer
from rankteach.widgets.explorer import Explorer

__all__ = ["AgreementExplorer", "CurveExplorer", "Explorer", "explore", "explore_agreement", "explore_curve"]


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


def explore_agreement(
    first: Any, second: Any, *, k: int | None = None, measures: Sequence[str | Measure] | None = None
) -> AgreementExplorer:
    """One list reordered against another: opposite pairs cross, and every measure of agreement follows.

    Parameters
    ----------
    first, second : sequence of item names, or Ranking
        Two ranked lists, best first; of a Ranking its order counts. The first stays, the second can be reordered.
        Their items need not be the same: then measures that need the same items in both wait until they are.
    k : int, optional
        The cutoff of all measures that have one; for the default measures 5, or the length of shorter lists.
    measures : sequence of measure strings, optional
        What to show, of the measures that compare two lists; Tau, KendallDistance@k and Rho by default.

    Returns
    -------
    AgreementExplorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For an item that is twice in a list, an unknown measure, one that cannot compare these lists, no measure at
        all, or a cutoff that is not a whole number of at least 1.

    >>> import rankteach as rt
    >>> explorer = rt.explore_agreement(["a", "b", "c", "d"], ["b", "a", "c", "d"], k=2)
    >>> explorer
    Agreement of 4 and 4 items: Tau = 2/3, KendallDistance@2 = 1, Rho = 4/5
    >>> explorer.k = 3
    >>> explorer.values["KendallDistance@3"]
    0.3333333333333333
    """
    return AgreementExplorer(first, second, k=k, measures=measures)


def explore_curve(ranking: Any, *, threshold: int | None = None) -> CurveExplorer:
    """The threshold along the ROC and the precision-recall curve: list, counts, rates and both points move together.

    Parameters
    ----------
    ranking : Ranking, or anything that ``Ranking`` takes
        Items with the same score pass the threshold together; without scores each rank is a threshold.
    threshold : int, optional
        Where to start: 0 is above everything, the last one lets everything pass; the middle one by default.

    Returns
    -------
    CurveExplorer
        The live widget, which can also be read and driven from Python.

    Raises
    ------
    TypeError, ValueError
        For grades that are none, or a threshold that is not a whole number from 0 to the last one.

    >>> import rankteach as rt
    >>> curves = rt.explore_curve(rt.Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1]), threshold=1)
    >>> curves.point["TP"], str(curves.point["TPR"]), str(curves.trace.exact)
    (1, '1/2', '7/8')
    >>> curves.threshold = 2  # lets both items with 0.5 pass
    >>> curves.point["TP"], curves.point["FP"]
    (2, 1)
    """
    return CurveExplorer(ranking, threshold=threshold)
