"""What a value means here, in one sentence: in the metric's own words, or else by what the metric measures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rankteach.core.checks import counted, joined
from rankteach.core.column import Column
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import TOLERANCE, UNDEFINED, Display, decimal
from rankteach.notation.tables import divides_nothing
from rankteach.notation.wording import Wording, named, worded


class _Short(Display):
    """Two digits; three if they are exact, such as 0.125; or as many as it takes to see that a number is not whole.

    >>> [SHORT.plain(number) for number in (0.7708, 0.5, 0.125, 3.0, 0.9996, float("nan"))]
    ['0.77', '0.5', '0.125', '3', '0.9996', 'undefined']
    """

    def plain(self, value: Any) -> str:
        number = float(value)
        if number != number:
            return UNDEFINED
        exactly = [digits for digits in (0, 1, 2, 3) if abs(number - round(number, digits)) <= TOLERANCE]
        shown = (decimal(number, digits) for digits in range(2, 13))
        apart = (one for one in shown if one.partition(".")[2].strip("0"))
        return decimal(round(number, exactly[0]), exactly[0]) if exactly else next(apart, decimal(number))


SHORT = _Short(2, fractions=False)


def first_line(definition: Any) -> str:
    """The first line of a metric's docstring; of a mean, that of the metric of each query."""
    return (definition.of_one.function.__doc__ or "").strip().split("\n")[0]


def uncapitalised(line: str) -> str:
    """A line inside a sentence: the fraction of ..., but ERR and Kendall's stay as they are."""
    return line[:1].lower() + line[1:] if line.partition(" ")[0].istitle() else line


def nothing_relevant(ranking: Ranking, binary: bool) -> bool:
    """Whether no item counts: none is relevant, or for graded metrics none has a grade above 0."""
    return not (ranking.relevant_total if binary else any(ranking.grade.values) or any(ranking.missed))


def meaning(trace: Any, wording: Wording | None, columns: Mapping[str, Column]) -> str:
    """What the value of a trace means; of a batch what each value measures."""
    if not trace.single:
        return first_line(trace.metric)
    value = SHORT.plain(trace.value)
    sentence = _by_convention(trace, value)
    if "counted" in columns and not any(columns["counted"].values):
        sentence = f"None of the queries is counted, so {trace.label} counts as {value} by convention"
    if not sentence and trace.rows == "order":
        return f"On average over all orders of equal scores, {trace.label} is {value}."
    one = trace.ranking  # where an item comes again, "all are in the list" may be false
    again = isinstance(one, Ranking) and one.repeats and {*one.items[: trace.parameters.get("k")]} & {*one.repeats}
    if not sentence and wording is not None and not again:
        numbers, words = _about(trace.ranking, trace.parameters.get("k"))
        columns = {**numbers, **columns}
        words |= {"queries": _counted(trace), "value": value, "label": trace.label}
        if named(wording.meaning) <= columns.keys():
            sentence = worded(wording.meaning, columns, None, words, SHORT)
    if not sentence and again:
        sentence = f"{trace.label} is {value}, where each item that comes again counts again"
    if not sentence and (chosen := _chosen(trace)):  # where the first line of its description need not hold
        sentence = f"{trace.label} ({trace.title.partition(' (')[0]}) with {joined(chosen, 'and')} is {value}"
    line = uncapitalised(first_line(trace.metric))
    return f"{sentence}." if sentence else f"{trace.label} is {value}{': ' * bool(line)}{line or '.'}"


def _chosen(trace: Any) -> list[str]:
    """The conventions that change what is calculated, in words; none for the defaults."""
    metric = trace.metric
    others = metric.non_default(trace.parameters) if metric.of_one is metric else {}
    own = {*metric.declared, "judged_only"} - {"k"}
    return [metric.phrase(name, value) for name, value in others.items() if name in own]


def _counted(trace: Any) -> str:
    chosen = getattr(trace.metric, "queries", "all")
    return counted(trace.axis.length, trace.rows) if chosen == "all" else trace.metric.queries_counted


def _by_convention(trace: Any, value: str) -> str:
    """For a list without a relevant item, where that leaves the value to a convention."""
    metric, ranking = trace.metric, trace.ranking
    if metric.of_one is not metric or not metric.about_relevance or not isinstance(ranking, Ranking):
        return ""
    chosen = trace.parameters.get("no_relevant") or divides_nothing(trace.result.materialise())
    binary = metric.counts_relevant(trace.parameters)
    if not chosen or not nothing_relevant(ranking, binary):
        return ""
    return f"{_none(binary)}, so {trace.label} {'is' if value == UNDEFINED else 'counts as'} {value} by convention"


def is_chosen(trace: Any) -> bool:
    """Whether the value is the one that was chosen for a list without a relevant item."""
    ranking, metric = trace.ranking, trace.metric
    chosen = trace.single and trace.parameters.get("no_relevant") and isinstance(ranking, Ranking)
    return bool(chosen) and nothing_relevant(ranking, metric.counts_relevant(trace.parameters))


def with_closing(trace: Any, wording: Wording | None) -> Wording | None:
    """The sentences of a trace; where a chosen convention decides its value alone, the last one says so."""
    if not is_chosen(trace):
        return wording
    nothing = _none(trace.metric.counts_relevant(trace.parameters))
    rows = wording.rows if wording and len(trace.ranking) else {}
    return (wording or Wording())._replace(rows=rows, closing={"": f"{nothing}, so the convention decides: {{result}}"})


def _none(binary: bool) -> str:
    return "No relevant item exists" if binary else "No item has a grade above 0"


def _about(ranking: Any, k: int | None) -> tuple[dict[str, Column], dict[str, str]]:
    """What sentences can say of a list and its cutoff besides the columns: numbers, and words."""
    if not isinstance(ranking, Ranking):
        return {}, {}
    top = ranking.top(k)
    results, empty = min(len(ranking), k or len(ranking)), max(0, (k or 0) - len(ranking))
    hits, total = (int(column.values) for column in (top.hits.last(), ranking.relevant_total))
    scores, pairs = top.arrays.scores, hits * (results - hits)
    numbers = {
        "relevant results": hits,
        "relevant items": total,
        "all found": hits == total,
        "only one": hits == total == 1,
        "all missed": not hits,
        "no result": not results,
        "empty ranks": empty,
        "pairs": pairs,
        "tied pairs": pairs and scores is not None and np.any(scores[1:results] == scores[: results - 1]),
    }
    whole = k is None or k >= len(ranking)
    of_all = "judged result" if ranking.arrays.left_out else "result"
    several = f"the {results} {of_all}s" if whole else f"the top {results} {of_all}s"
    one = f"the only {of_all}" if whole else f"the top {of_all}"
    none = "no judged result" if ranking.arrays.left_out else "the empty list"
    shown = several if results > 1 else one if results else none
    within = "in the list" if whole else f"in {several}" if results > 1 else "at rank 1"
    relevant = f"the {total} relevant items" if total > 1 else "the only relevant item"
    words = {
        "results": shown,
        "within": within,
        "how many": f"{_part(hits, results, shown)} relevant"
        if results
        else "No result is judged"
        if ranking.arrays.left_out
        else "The list is empty",
        "found": f"{_part(hits, total, relevant)} {within}",
    }
    return {name: Column(int(number), name=name) for name, number in numbers.items()}, words


def _part(number: int, of: int, noun: str) -> str:
    """3 of the 8 results are; none of the 8 results is; all 8 results are; the only result is not."""
    if of == 1:
        return f"{noun[0].upper()}{noun[1:]} is{'' if number else ' not'}"
    if number == of:
        return f"{noun.replace('the ', 'All ') if of > 2 else noun.replace('the ', 'Both ').replace('2 ', '')} are"
    return f"{number or 'None'} of {noun} {'are' if number > 1 else 'is'}"
