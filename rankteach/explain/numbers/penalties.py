"""How far-fetched a calculation is: its penalties add up, and the origin with the lowest one comes first.

They are not probabilities; they only say what comes first. Defaults come before one changed convention, one before two;
the whole list and the usual cutoffs before odd ones; a metric of every introduction before a rare one; the value of a
metric before a number on the way to it; a rounded number before one that was cut off.
"""

from __future__ import annotations

from typing import Any

from rankteach.core.batch import Batch
from rankteach.explain.numbers.conventions import Average, Change
from rankteach.explain.printed import CUT_OFF, EXACTLY, HALF_EVEN, Printed
from rankteach.tracing.list_conventions import SHARED
from rankteach.tracing.metric import Metric

USUAL_CUTOFFS = (1, 3, 5, 10)
CHANGE = 4  # of a convention, of the grade that counts as relevant, of how queries are averaged
OF_A_TOOL = 5  # all changes that a tool makes, at once
SECOND = Change("gain", "exponential"), 2  # which every introduction has next to the default, and its penalty
OTHER_NUMBER = 1  # added for a number, since you mostly know that you set one
UNPOPULAR = (6, 2, 0)  # by the popularity of a metric
OTHER_KIND = 2  # a binary metric, where there are grades
CUTOFF, ODD_CUTOFF, PAST_THE_END, ODD_BEYOND_10 = 1, 2, 3, 4
WITH_ITEMS = 2  # the mean over queries that have a list, as trec_eval calculates it
ONE_QUERY = 6  # instead of the mean
CELL, GIVEN_CELL, PART = 5, 8, 8  # a number on the way: in a calculated column, an input column, a part without a name
SHORTENED = {HALF_EVEN: 1, CUT_OFF: 3}
ONE_DIGIT = 3  # a single digit that is rounded says little
FAR_FETCHED = 7  # from this penalty on, nothing explains a number with few digits
LEAST_ERROR = 4  # of an error in the calculation
RARE = 3  # an error that few make
MISPRINT = 100
AS_LIKELY = 3  # up to so much more, something else is as likely as what comes first
CHANCE, CHANCE_OF_FEW = 0.035, 0.15  # of the neighbours, that may be explained as well; the latter up to 3 digits
UNLIKELY = UNPOPULAR[0] + CHANGE + CHANGE  # up to this penalty, other averages over queries are tried
MOST_POOLED = 2_000  # numbers; of more, pooled averages are tried under the defaults only


def size(lists: Any) -> int:
    """How many numbers there are to calculate with."""
    if isinstance(lists, tuple):
        return max(map(len, lists))
    ranks: int = max(1, lists.axis.length)
    return len(lists) * ranks if isinstance(lists, Batch) else ranks


def of_metric(metric: Metric, graded: bool) -> int:
    """The penalty of a metric, given whether there are grades beyond 0 and 1."""
    return UNPOPULAR[metric.popularity] + (OTHER_KIND if graded and metric.binary else 0)


def of_change(change: Change) -> int:
    """The penalty of another convention."""
    if change == SECOND[0]:
        return SECOND[1]
    named = isinstance(change.value, str) or change.parameter in SHARED
    return CHANGE if named else CHANGE + OTHER_NUMBER


def of_average(over: Average) -> int:
    """The penalty of another average over queries than the mean over all."""
    average, queries = over
    counted = 0 if queries == "all" else WITH_ITEMS if queries == "with_items" else CHANGE
    return counted + (0 if average == "query" else CHANGE)


def of_cutoff(k: int | None, n: int) -> int:
    """The penalty of a cutoff, of a list of ``n`` items."""
    if k is None or k == n:
        return 0
    if k > n:
        return PAST_THE_END
    if k in USUAL_CUTOFFS:
        return CUTOFF
    return ODD_CUTOFF if k < 10 or k % 10 == 0 else ODD_BEYOND_10


def of_printing(how: str, printed: Printed) -> int:
    """The penalty of a number that is not printed exactly."""
    few = printed.digits is not None and printed.digits < 2 and how != EXACTLY and not printed.cut
    return (SHORTENED.get(how, 0) if not printed.cut else 0) + (ONE_DIGIT if few else 0)
