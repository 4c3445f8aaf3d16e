"""Every calculation to try: a metric, its conventions, a grade that counts as relevant, a way over queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np

from rankteach.batch import Batch
from rankteach.detective import likely
from rankteach.detective.given import Lists, is_graded, size, takes
from rankteach.diagnosis.alternatives import Change, changes, matters, other_branches
from rankteach.measures import Measure
from rankteach.metric import Metric
from rankteach.metrics.queries import QUERIES, Mean
from rankteach.ranking import Ranking
from rankteach.running import can_be_cut
from rankteach.trace import Trace

MOST_CHANGES = ((200, 3), (2_000, 2), (100_000, 1))  # of lists of up to so many numbers; of larger ones none
MOST_OF_RARE = 2  # changes, of a metric that few know
MOST_POOLED = 2_000  # numbers, to which other averages take other conventions too
MOST_GRADES = 5  # to count as relevant from
EACH_BY_ITSELF = 50  # cutoffs, up to which a metric that is not known at all of them in one go is calculated at each
SPARSE = 4  # with so many times fewer cutoffs than ranks, all of them in one go are not worth it
EACH = "each"  # query by itself
CALLED = {"query": "{}", "pooled": "pooled {}", "means": "{} of means"}
REFUSALS = (ArithmeticError, LookupError, TypeError, ValueError)


class Calculation(NamedTuple):
    """A metric under its conventions; ``changed`` are those that are not its defaults.

    ``instead_of`` is the list's own grade that counts as relevant, where ``given`` has another one.
    ``over`` says how it goes over queries, if there are many: an average and which queries, the place of one, or each.
    """

    metric: Metric
    given: Any
    parameters: dict[str, Any]
    changed: tuple[Change, ...]
    instead_of: float | None
    cost: int
    over: tuple[str, str] | int | str | None = None

    def measure(self, k: int | None) -> str:
        """The canonical measure string, and after it the way over queries if it is not the mean over all."""
        parameters = {**self.parameters, **({} if k is None else {"k": k})}
        name = self.metric.measure(parameters, getattr(self.given, "relevant_from", 1))
        if isinstance(self.over, int):
            return f"{name} of {self.given.queries[self.over]}"
        average, queries = self.over if isinstance(self.over, tuple) else ("query", "all")
        return CALLED[average].format(name) + ("" if queries == "all" else f" over {QUERIES[queries]}")

    def at(self, k: int | None) -> Trace:
        """The trace at a cutoff."""
        parameters = {**self.parameters, **({} if k is None else {"k": k})}
        if isinstance(self.over, tuple):
            one_list = self.over[0] == "pooled" and self.metric.family == "curve"
            given = self.given._keep("pooled", self.given.pooled) if one_list else self.given
            return Mean(self.metric, *self.over)(given, **parameters)
        return self.metric(self.given[self.over] if isinstance(self.over, int) else self.given, **parameters)

    def plain(self, k: int | None) -> Trace:
        """The trace with the defaults, to tell the changes from."""
        usual = {name: value for name, value in self.parameters.items() if name not in dict(self.changed)}
        return self._replace(parameters=usual).at(k)

    def values(self, cutoffs: Sequence[int | None]) -> tuple[list[int | None], np.ndarray]:
        """The value at each cutoff that the metric has, those of many queries below one another."""
        ks: list[int | None] = [k for k in cutoffs if k is None or "k" in self.metric.parameters]
        if "k" in self.parameters or not ks:
            ks = [None]
        parts = [self._one(self.parameters)] if None in ks else []
        cut = [k for k in ks if k is not None]
        if cut:
            trace = self.metric(self.given, **{**self.parameters, "k": max(cut)})
            if len(cut) * SPARSE > max(cut) and can_be_cut(trace.result.recalculated()):
                every = np.asarray(self.metric.at_every_k(trace).values, dtype=float)
                parts.append(every[..., np.array(cut) - 1])
            else:
                if len(cut) > EACH_BY_ITSELF:
                    cut = [k for k in cut if likely.of_cutoff(k, max(cut)) <= likely.CUTOFF]
                parts += [self._one({**self.parameters, "k": k}) for k in cut]
        return [*([None] if None in ks else []), *cut], np.concatenate(parts, axis=-1)

    def _one(self, parameters: dict[str, Any]) -> np.ndarray:
        """The value of a list, or of each query; as the only column."""
        shape = (len(self.given),) if isinstance(self.given, Batch) else ()
        values = np.asarray(self.metric(self.given, **parameters).result.values, dtype=float)
        return np.broadcast_to(values, shape)[..., None]


def calculations(measure: Measure, lists: Lists) -> Iterator[Calculation]:
    """A measure as it is, then with one, two and three other conventions."""
    metric, parameters = measure.metric, measure.parameters
    given = takes(metric, lists)
    if isinstance(given, Ranking | Batch) and measure.relevant_from is not None:
        given = given.with_relevant_from(measure.relevant_from)
    cost = likely.of_metric(metric, is_graded(lists))
    forks = {} if metric.pair_up else matters(given, metric.binary)
    possible = chain(changes(metric, parameters), other_branches(metric, [fork for fork in forks if forks[fork]]))
    others = list(
        dict.fromkeys(
            change for change in possible if change.parameter not in parameters and forks.get(change.parameter, True)
        )
    )
    most = next((number for limit, number in MOST_CHANGES if size(lists) <= limit), 0)
    most = min(most, MOST_OF_RARE) if metric.rarity == len(likely.RARITY) - 1 else most
    for number in range(most + 1):
        for together in combinations(others, number):
            if len({change.parameter for change in together}) < number:
                continue
            changed = {**parameters, **{change.parameter: change.value for change in together}}
            if any(name in changed and changed.get(needs) is None for name, needs in metric.only_with.items()):
                continue
            made = Calculation(metric, given, changed, together, None, cost + sum(map(likely.of_change, together)))
            yield made
            if number < most:
                yield from _from_other_grades(made, measure)


def _from_other_grades(own: Calculation, measure: Measure) -> Iterator[Calculation]:
    """The same where items count as relevant from another grade."""
    given = own.given
    if not own.metric.binary or measure.relevant_from is not None or not isinstance(given, Ranking | Batch):
        return
    grades = [grade for grade in given.grades_found() if grade > 0]
    if len(grades) <= MOST_GRADES and len(own.changed) < 2:
        for grade in grades:
            if grade > given.relevant_from:
                other = given.with_relevant_from(grade)
                yield own._replace(given=other, instead_of=given.relevant_from, cost=own.cost + likely.CHANGE)


def over_queries(
    own: Calculation, ks: Sequence[int | None], values: np.ndarray
) -> Iterator[tuple[Calculation, Sequence[int | None], np.ndarray]]:
    """The means over queries of the values of each, the other ways there are, and those of each query, in one row."""
    batch = own.given
    yield own._replace(over=("query", "all")), ks, values.mean(axis=0)
    if own.cost <= likely.RARITY[-1] + likely.CHANGE:
        other_ways = own._replace(cost=own.cost + likely.CHANGE)
        relevant = np.asarray(batch.relevant_total.values) > 0
        if not relevant.all() and relevant.any():
            yield other_ways._replace(over=("query", "with_relevant")), ks, values[relevant].mean(axis=0)
        found = [np.asarray(batch.top(k).hits.last().values) > 0 for k in ks]
        some = [place for place, one in enumerate(found) if one.any() and not one.all()]
        if some:
            means = [values[found[place], place].mean() for place in some]
            yield other_ways._replace(over=("query", "with_hits")), [ks[place] for place in some], np.array(means)
        for average in own.metric.averages if not own.changed or size(batch) <= MOST_POOLED else ():
            other = other_ways._replace(over=(average, "all"))
            few = [k for k in ks if k is None or likely.of_cutoff(k, batch.axis.length) <= likely.CUTOFF]
            try:
                made = np.array([float(other.at(k)) for k in few])
            except REFUSALS:
                continue
            yield other, few, made
    yield own._replace(over=EACH, cost=own.cost + likely.ONE_QUERY), ks, values.ravel()
