"""Where ``which`` looks for a number: in one ranked list, many, or two to compare; which measures, which cutoffs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankteach.core.batch import Batch, holds_lists
from rankteach.core.checks import collected, whole_number
from rankteach.core.ranking import Ranking
from rankteach.explain.numbers.penalties import USUAL_CUTOFFS, size
from rankteach.tracing.measures import Measure, each_measure, measure, metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.paired import Paired

Lists = Ranking | Batch | tuple[Any, ...]  # a tuple has two lists to compare, or the pairs made of them
FURTHER_CUTOFFS = (20, 100, 1000, 2, 4, 15, 25, 30, 50, 200, 500)  # of lists that are too long for all
MANY = 200_000  # numbers; from here on only the first three of these are tried
EVERY_CUTOFF = 200  # ranks, up to which all cutoffs are tried
EVERY_CUTOFF_OF_ALL = 20_000  # the same for many lists together


def lists_of(ranking: Any, others: tuple[Any, ...] = ()) -> Lists:
    """A ranking, a batch, or two lists to compare, from anything that is one of these."""
    if len(others) > 1:
        raise TypeError(
            f"which() needs one list, or two to compare, not {len(others) + 1}. Pass many rankings as one list."
        )
    if others or isinstance(ranking, Paired):
        return (ranking, *others)
    if isinstance(ranking, Ranking | Batch):
        return ranking
    if isinstance(ranking, Mapping) or holds_lists(ranking):
        batch = Batch(ranking)
        if not len(batch):
            raise ValueError("which() needs at least one ranking to look for a number in, but there is none")
        return batch
    return Ranking(ranking)


def length(lists: Lists) -> int:
    """The ranks of the longest list."""
    return size(lists) if isinstance(lists, tuple) else lists.axis.length


def cutoffs_of(lists: Lists, chosen: Any) -> list[int | None]:
    """The cutoffs to try: those that were chosen; else none, the usual ones, and all where lists are short."""
    n = length(lists)
    if chosen is not None:
        hint = "Use None for the whole list."
        cutoffs = collected(chosen, "cutoffs", "Write a list such as [3, 5, None].")
        ks = dict.fromkeys(None if k is None else whole_number(k, "cutoffs", hint) for k in cutoffs)
        if not ks:
            raise ValueError("cutoffs must not be empty. Leave it out to try every cutoff.")
        return list(ks)
    short = n <= EVERY_CUTOFF and size(lists) <= EVERY_CUTOFF_OF_ALL
    further = FURTHER_CUTOFFS[: 3 if size(lists) > MANY else None]
    every = {n, *USUAL_CUTOFFS} | (set(range(1, n + 1)) if short else {k for k in further if k <= n})
    return [None, *sorted(every - {0})]


def measures_of(lists: Lists, chosen: Any, argument: str = "measures") -> list[Measure]:
    """The measures to try: those that were chosen by an argument, or every metric that takes such lists."""
    of_two = isinstance(lists, tuple)
    if chosen is None:
        return [Measure(metric, {}) for metric in metrics_for(lists) if bool(metric.pairing) is of_two]
    many = each_measure(chosen)
    if not many:
        raise ValueError(f"{argument} must not be empty. Leave it out to try every metric.")
    resolved = [measure(one) for one in many]
    for one in resolved:
        if bool(one.metric.pairing) is not of_two:
            needs = "two lists to compare" if one.metric.pairing else "one ranked list"
            raise ValueError(f"{one} needs {needs}: which(number, {'first, second' if one.metric.pairing else 'list'})")
    return resolved


def metrics_for(lists: Any) -> list[Metric]:
    """The catalogue; for lists without subtopics without the metrics of subtopics, which are other ones there."""
    plain = getattr(getattr(lists, "arrays", None), "served", None) is None
    return [metric for metric in metrics() if not (plain and metric.of_subtopics)]


def is_graded(lists: Lists) -> bool:
    """Whether there are other grades than 0 and 1."""
    return not isinstance(lists, tuple) and not set(lists.distinct_grades()) <= {0, 1}
