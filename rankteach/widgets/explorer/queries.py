"""The queries of an evaluated run: each one a dot at its value, and the list of one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal

import numpy as np

from rankteach.core.checks import counted, must
from rankteach.notation.numbers import TOLERANCE, decimal
from rankteach.runs.evaluation.result import Evaluation
from rankteach.tracing.alarms import told
from rankteach.tracing.measures import Measure
from rankteach.widgets.parts.cards import Card
from rankteach.widgets.parts.trace_view import without_calls
from rankteach.widgets.protocol import QueriesView, QueryDot

LONGEST = 10_000  # items: of a longer list the first ones are shown
MOST_DOTS = 500  # of a longer run, a dot stands for several queries
FIRST_RANKS = 10  # where no cutoff says what a user sees


class EvaluatedQueries:
    """An evaluation; and that of another run, if it is compared with one: the ``second``."""

    def __init__(self, evaluation: Evaluation, second: Any = None) -> None:
        if second is not None and not hasattr(second, "per_query"):
            raise TypeError(must("second", second, "be what rt.evaluate returns"))
        self.evaluation, self.second = evaluation, second
        # of a very long list the first items: the judged items below count as missed
        self.ranking = cache(lambda query: evaluation.ranking(query).head(LONGEST))
        self._views: dict[tuple[str, str], QueriesView] = {}

    def view(self, query: str, card: Card, titled: Callable[[str], str]) -> QueriesView:
        """Every query at its value of a measure that was evaluated: of the chosen one, or of the first one."""
        evaluation = self.evaluation
        label = _label(evaluation, card.name, card.measure) or evaluation.measures[0]
        if (query, label) not in self._views:
            self._views[query, label] = self._view(query, label, titled)
        return self._views[query, label]

    def _view(self, own: str, label: str, titled: Callable[[str], str]) -> QueriesView:
        evaluation, second = self.evaluation, self.second
        resolved = evaluation.measure(label)
        name, metric, other = evaluation.of_a_query(label), resolved.metric, second and _label(second, label, resolved)
        values = evaluation.by_query(label)
        others = second.by_query(other) if other else {}
        both = [value for value in (*values.values(), *(others.get(query, 0) for query in values)) if value == value]
        low, high = min([0, *both]), max([0, *both])
        if metric.bounds[1] is not None and high > metric.bounds[1] / 2:
            high = metric.bounds[1]
        wide = high - low or 1
        ordered = np.sort([value for value in values.values() if value == value])
        sign = -1 if metric.less_is_better else 1
        runs = [evaluation.name or "first run", *([second.name or "second run"] if other else [])]
        if len(set(runs)) < len(runs):
            runs = ["first run", "second run"]
        why = self.why(own, label)
        if second and other and own in others:
            why = f"{runs[0]}: {why}\n{runs[1]}: {EvaluatedQueries(second).why(own, other)}"

        def dot(query: str) -> QueryDot:
            value, change = values[query], others.get(query, np.nan) - values[query]
            way: Literal["better", "worse", "level"] = (
                "level" if abs(change) <= TOLERANCE else "better" if sign * change > 0 else "worse"
            )
            words = f"{name} {decimal(value, 3)}, {place_among(ordered, value)}"
            if change == change:
                by = "the same" if way == "level" else f"{decimal(abs(change), 3)} {way}"
                words = f"{runs[0]} {decimal(value, 3)}, {runs[1]} {decimal(others[query], 3)}: {by}"
            return {
                "query": query,
                "at": round((value - low) / wide, 4) if value == value else None,
                "second": round((others[query] - low) / wide, 4) if change == change else None,
                "way": way if change == change else "",
                "words": f"query {titled(query)}, {words}",
            }

        return {
            "value": own,
            "measure": name,
            "runs": runs,
            "dots": [dot(query) for query in self._shown(own, label)],
            "ends": [f"{low:.3g}", f"{low + wide:.3g}"],
            "why": why,
            "note": self._note(label, bool(second) and not other),
        }

    def _shown(self, own: str, label: str) -> list[str]:
        """The queries from the lowest value to the highest; of a long run as many as there are dots, evenly chosen."""
        queries, order = self.evaluation.queries, np.argsort(self.evaluation.values[label], kind="stable").tolist()
        if len(order) > MOST_DOTS:
            evenly = np.linspace(0, len(order) - 1, MOST_DOTS).round().astype(int).tolist()
            chosen = {*evenly, order.index(queries.index(own))}
            order = [order[place] for place in sorted(chosen)]
        return [queries[place] for place in order]

    def _note(self, label: str, lacks: bool) -> str:
        """What is unusual about the dots."""
        number, less = len(self.evaluation), self.evaluation.measure(label).metric.less_is_better
        notes = [
            f"Each dot stands for about {number / MOST_DOTS:.0f} of {number:,} queries." if number > MOST_DOTS else "",
            f"{self.second.name or 'The second run'} was not measured by {label}." if lacks else "",
            "Less is better." if less else "",
        ]
        gravest, *more = [*told(self.evaluation.alarms([label])), ""]  # there is room for one
        notes += [gravest, "result.notes says more." if any(more) else ""]
        return " ".join(filter(None, map(without_calls, notes)))

    def why(self, query: str, label: str) -> str:
        """What makes the value of a query as low, or as high, as it is."""
        evaluation = self.evaluation
        if reason := evaluation.reasons(query).get(label):
            return f"{reason[0].upper()}{reason[1:]}."
        ranking, resolved = self.ranking(query), evaluation.measure(label)
        grades, least = list(ranking.grades), resolved.relevant_from or ranking.relevant_from
        hits = [rank for rank, grade in enumerate(grades, start=1) if grade is not None and grade >= least]
        total = len(hits) + sum(grade >= least for grade in ranking.missed)
        k = resolved.parameters.get("k")
        top = sum(rank <= (k or len(grades)) for rank in hits)
        first = f", the first one at rank {hits[0]}" if hits else ""
        words = (
            f"{top} of {total} relevant item{'' if total == 1 else 's'} in the {f'top {k}' if k else 'list'}{first}."
        )
        seen = grades[: k or FIRST_RANKS]
        unjudged = sum(grade is None for grade in seen)
        return f"{words} {unjudged} of the top {len(seen)} not judged." if unjudged else words


def place_among(ordered: np.ndarray, value: float) -> str:
    """The place of a value among all, from the nearer end, such as "5th lowest of 29"."""
    if value != value:
        return "no value"
    number = len(ordered)
    lower = int(np.searchsorted(ordered, value - TOLERANCE))
    higher = number - int(np.searchsorted(ordered, value + TOLERANCE, side="right"))
    like = number - lower - higher - 1
    end, before = ("lowest", lower) if lower <= higher else ("highest", higher)
    alike = f" with {counted(like, 'other')}" if like else ""
    return f"{_ordinal(before + 1)}{end} of {number:,}{alike}"


def _ordinal(number: int) -> str:
    """2 as "2nd "; nothing for 1."""
    if number == 1:
        return ""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number:,}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') } "


def typical(evaluation: Evaluation) -> str:
    """The query at the median of the first measure; if nothing is right there, the lowest of those with something."""
    values = evaluation.values[evaluation.measures[0]]
    order = np.argsort(values, kind="stable")[: max(1, np.count_nonzero(values == values))]
    middle = (len(order) - 1) // 2
    place = next((one for one in order[middle:] if values[one]), order[middle])
    return evaluation.queries[place]


def _label(evaluation: Evaluation, name: str, resolved: Measure) -> str | None:
    """The name under which a measure was evaluated, if it was."""
    return next((one for one in evaluation.measures if one == name or evaluation.measure(one) == resolved), None)
