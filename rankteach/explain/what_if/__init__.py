"""What if? What every swap of two ranks, and every other judgement of one item, would change."""

from __future__ import annotations

from rankteach.core.paired import Paired
from rankteach.explain.what_if.by_chance import Chance, chance
from rankteach.explain.what_if.swapping import Swaps
from rankteach.explain.what_if.toggling import Toggles
from rankteach.explain.what_if.variants import only_of_one_list
from rankteach.tracing.trace import Trace

__all__ = ["Chance", "Swaps", "Toggles", "chance", "swaps", "toggles"]


def swaps(trace: Trace) -> Swaps:
    """What every swap of two ranks would add to the value of a trace.

    Two items change places, and take their grades with them. Scores stay at their ranks, so tied ranks stay tied;
    weights of instances go with their items. If two lists are compared, items of the second change places. For nDCG the
    absolute change is LambdaRank's weight of a pair: a model learns most from the pairs whose order matters most.
    Swapping two items of equal grades has no effect.

    Parameters
    ----------
    trace : Trace
        Of one list, or of two lists that are compared.

    Returns
    -------
    Swaps
        Sentences and a table in a notebook; ``rt.plots`` draws the heat map.

    Raises
    ------
    TypeError
        If the trace is not of one list: choose a query of a batch or a mean, ``trace["q1"]``.

    >>> import rankteach as rt
    >>> what_if = swaps(rt.average_precision([0, 1, 1, 0]))
    >>> what_if.best[:2]
    (1, 3)
    >>> print(what_if)
    AP is 7/12 ≈ 0.5833.
    Of 6 swaps, 2 would be for the better, 2 for the worse, and 2 would change nothing.
    The most valuable: d1 (rank 1) and d3 (rank 3) change places, +5/12 to 1.
    The most harmful: d2 (rank 2) and d4 (rank 4) change places, −1/6 to 5/12.
    |ΔAP| weighs each pair in LambdaRank (Burges, Ragno and Le 2006); pairs of equal grades weigh nothing.
    <BLANKLINE>
    ranks   items     relevant   change     AP
    1 ↔ 3   d1 ↔ d3      ○ ↔ ●    +5/12      1
    1 ↔ 2   d1 ↔ d2      ○ ↔ ●     +1/4    5/6
    3 ↔ 4   d3 ↔ d4      ● ↔ ○    −1/12    1/2
    2 ↔ 4   d2 ↔ d4      ● ↔ ○     −1/6   5/12

    Source: Burges, Ragno and Le (2006); Burges (2010).
    """
    return Swaps(only_of_one_list(trace, "swaps"))


def toggles(trace: Trace) -> Toggles:
    """What every other judgement of a single item would add to the value of a trace.

    A relevant item becomes not relevant and the other way round; in a graded list, each item gets every other
    grade: 0, 1, ... up to the largest, or those that occur if there are many.

    Parameters
    ----------
    trace : Trace
        Of one list.

    Returns
    -------
    Toggles
        Sentences and a table in a notebook; ``rt.plots`` draws the heat map.

    Raises
    ------
    TypeError
        If the trace is not of one list, or compares two lists, which have no judgements.

    >>> import rankteach as rt
    >>> what_if = toggles(rt.precision([1, 0, 1]))
    >>> what_if.best[:2]
    (2, 1)
    >>> print(what_if)
    P is 2/3 ≈ 0.6667.
    Of 3 other judgements of one item each, 1 would be for the better, 2 for the worse, and 0 would change nothing.
    The most valuable: d2 (rank 2) is relevant, +1/3 to 1.
    The most harmful: d1 (rank 1) is not relevant, −1/3 to 1/3.
    <BLANKLINE>
    rank   item   relevant   change, if not relevant   change, if relevant
       1   d1            ●                      −1/3
       2   d2            ○                                            +1/3
       3   d3            ●                      −1/3
    """
    if isinstance(only_of_one_list(trace, "toggles").ranking, Paired):
        raise TypeError(
            f"toggles() needs judgements, but {trace.name} compares two lists: try rt.swaps, which reorders"
        )
    return Toggles(trace)
