"""Lists for which a tool has no number, or another one than its preset: what is wrong with them, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rankteach.core.batch import Batch
from rankteach.core.checks import shown
from rankteach.core.ranking import Ranking
from rankteach.tracing.paired import Paired
from rankteach.tracing.tool_rows import BEYOND, NOT_WHOLE
from rankteach.tracing.tools import tool

SMALLEST = 2.0**-150  # the largest number that a 32-bit float takes for 0


def _hidden(one: Ranking) -> tuple[str, float] | None:
    """The first relevant item whose score is not above 0, and its score."""
    rows = zip(one.items, one.grades, one.scores or (), strict=False)
    scored = ((item, score) for item, grade, score in rows if (grade or 0) >= one.relevant_from)
    return next((row for row in scored if row[1] <= SMALLEST), None)


OF_SCORES = ("a score of 0 or below", "equal scores", "any equal scores")
# which lists these are
KINDS: dict[str, Callable[[Any, int | None], Any]] = {
    "an empty list": lambda one, k: not one.grades,
    "fewer than two items": lambda one, k: len(one.grades) < 2,
    "every item relevant": lambda one, k: one.grades and min(grade or 0 for grade in one.grades) >= one.relevant_from,
    "nothing relevant": lambda one, k: not one.relevant_total,
    "nothing judged irrelevant": lambda one, k: (
        not any(grade is not None and grade < one.relevant_from for grade in [*one.grades, *one.missed])
    ),
    "an empty list with nothing to find": lambda one, k: not (one.grades or one.relevant_total),
    "an empty list where nothing is relevant": lambda one, k: not (one.grades or one.relevant_total),
    "a grade above 4": lambda one, k: max((grade or 0 for grade in [*one.grades, *one.missed]), default=0) > 4,
    NOT_WHOLE: lambda one, k: any(grade and grade % 1 for grade in [*one.grades, *one.missed]),
    "only grades between 0 and 1": lambda one, k: not one.relevant_total and any([*one.grades, *one.missed]),
    "fewer items than k and than relevant items": lambda one, k: (
        len(one.grades) < min(k or 0, one.count_from(min(1, one.relevant_from)))
    ),
    "relevant_from above 1": lambda one, k: one.relevant_from != 1,
    "a grade below 0": lambda one, k: (one.arrays.in_pool & ~one.arrays.judged).any(),
    "a score of 0 or below": lambda one, k: _hidden(one),
    "equal scores": lambda one, k: len({*zip(one.scores or (), one.grades, strict=False)}) > len({*(one.scores or ())}),
    "any equal scores": lambda one, k: len({*(one.scores or ())}) < len(one.scores or ()),
    "an item twice": lambda one, k: one.repeats,
    "all items tied": lambda pair, k: min(len({*column.values.tolist()}) for column in (pair.x, pair.y)) < 2,
    "a hit at the end, above k": lambda one, k: (
        0 < len(one.grades) < (k or 0) and (one.grades[-1] or 0) >= one.relevant_from
    ),
}
# what the tool does about them, if it does not just have no number
SAID = {
    "fewer than two items": "has no {metric} for a list of fewer than two items",
    "every item relevant": "has no {metric} for a list in which every item is relevant",
    "nothing relevant": "has no {metric} for a list without a relevant item",
    "nothing judged irrelevant": "has no {metric} where no judged item is irrelevant",
    "an empty list with nothing to find": "counts an empty list as 1 where nothing is relevant",
    NOT_WHOLE: "takes whole grades only: it refuses another one, or cuts its decimals off",
    "only grades between 0 and 1": "counts a query whose grades are all below 1, so one of them must be at least 1",
    "fewer items than k and than relevant items": "takes the end of a shorter list for k, "
    "so the list must have {k} items",
    "relevant_from above 1": "has no {metric} with these conventions from a grade on, "
    "so relevant_from must be 1, not {level}",
    "a grade below 0": "cannot take an item with a grade below 0 as not judged",
    "a score of 0 or below": "counts an item whose score in 32 bits is 0 or below as not relevant, "
    "and the score of {item[0]} is {item[1]}. Pass 1 / (1 + exp(-score)) for each score, which keeps the order",
    "equal scores": "ranks the worst items among equal scores first, for which ties has no value",
    "any equal scores": "ranks equal scores at the mean of their ranks, rounded down, for which ties has no value",
    "an item twice": "has no {metric} that counts an item again, so duplicates must be 'first', not 'count'",
    "all items tied": "has no {metric} where all items of a list are tied",
    "a hit at the end, above k": "counts the last item again at each rank from the end of the list to k = {k}",
}


def refuse_names(queries: Iterable[str], metric: str, convention: str) -> None:
    """Refuse queries that a tool tells apart by a number in their names, if one has none of its own."""
    pattern, known = tool(convention).numbered.get(metric, ""), dict[int, str]()
    such = " or ".join(name for name in ("7", "web-7") if re.fullmatch(pattern, name))
    for query in queries if pattern else ():
        number = re.fullmatch(pattern, query)
        if not number or known.setdefault(int(number[1]), query) != query:
            same = f", which has that of {shown(known[int(number[1])])}" if number else ""
            what = f"a number of its own for {metric} of {convention}, such as {such}"
            raise ValueError(f"each query must have {what}, not {shown(query)}{same}. Leave convention out.")


def refusal(lists: Ranking | Batch | Paired, metric: str, k: int | None, convention: str) -> str:
    """Why a tool's number is not that of its preset, for the first list for which it is not; nothing if it always is.

    >>> refusal(Ranking([1]), "nDCG", None, "scikit-learn")
    'scikit-learn has no nDCG for a list of fewer than two items. Leave convention out.'
    """
    chosen = tool(convention)
    names = {chosen.key(metric, k), metric if k is None else f"{metric}@"}
    refuses = [kind for kind, metrics in chosen.refuses.items() if not names.isdisjoint(metrics)]
    if not isinstance(lists, Paired):
        if lists.arrays.repeats and metric not in chosen.counts_again:
            refuses.append("an item twice")
        if {lists.arrays.grades.dtype.kind, lists.arrays.missed.dtype.kind} <= {"i"}:  # asking each list takes long
            refuses = [kind for kind in refuses if kind != NOT_WHOLE]
    if BEYOND in refuses:
        refuses.remove(BEYOND)
        counted = isinstance(lists, Batch) and lists.arrays.lengths[lists.relevant_total.values > 0]
        if counted is not False and (k or 0) > counted.max(initial=0):
            return f"{convention} has no {metric} at a k beyond the longest list. Leave convention out."
    for place, one in enumerate([lists] if isinstance(lists, Ranking | Paired) else lists if refuses else ()):
        for kind in refuses:
            if KINDS[kind](one, k):
                item = _hidden(one) if isinstance(one, Ranking) else None
                fact = SAID.get(kind, f"has no {{metric}} for {kind}").format(
                    metric=metric, k=k, level=one.relevant_from, item=item
                )
                query = f"query {lists.queries[place]} or " if isinstance(lists, Batch) else ""
                return f"{convention} {fact}. Leave {query}convention out."
    return ""
