"""Every calculation to try: a metric, its conventions, a grade that counts as relevant, a way over queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.core.running import can_be_cut
from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.given import Lists, is_graded, size, takes
from rankteach.explain.numbers.detective.tools import MEAN, Way, tools_with, wholes
from rankteach.explain.numbers.diagnosis.alternatives import Change, changes, matters, other_branches
from rankteach.tracing import list_conventions
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.measures import Measure
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace

MOST_CHANGES = ((6_400, 3), (16_000, 2), (3_200_000, 1))  # up to so much work; where there is more, none
MANY_LISTS = 10  # times the work of one, for as many numbers: each way over queries is tried
MOST_OF_RARE = 2  # changes, of a metric that few know
MOST_GRADES = 5  # to count as relevant from
MOST_ORDERS, FEWEST_ORDERS = 200, 10  # of equal scores, of all lists together, to average over; as many a list counts
FEW_CUTOFFS, MOST_BY_ITSELF = 16, 5_000  # with more cutoffs than these, and more numbers, only the usual cutoffs
SPARSE = 4  # with so many times fewer cutoffs than ranks, all of them in one go are not worth it
EACH = "each"  # query by itself
CALLED = {"query": "{}", "geometric": "geometric mean {}", "pooled": "pooled {}", "means": "{} of means"}
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
    over: Way | int | str | None = None

    def measure(self, k: int | None) -> str:
        """The canonical measure string, and after it the way over queries if it is not the mean over all."""
        name = self.metric.measure(self._cut(k), getattr(self.given, "relevant_from", 1))
        if isinstance(self.over, int):
            return f"{name} of {self.given.queries[self.over]}"
        average, queries = self.over if isinstance(self.over, tuple) else MEAN
        return CALLED[average].format(name) + ("" if queries == "all" else f" over {QUERIES[queries]}")

    def at(self, k: int | None) -> Trace:
        """The trace at a cutoff."""
        if isinstance(self.over, tuple):
            one_list = self.over[0] == "pooled" and self.metric.family == "curve"
            given = self.given._keep("pooled", self.given.pooled) if one_list else self.given
            return Mean(self.metric, *self.over)(given, **self._cut(k))
        return self.metric(self.given[self.over] if isinstance(self.over, int) else self.given, **self._cut(k))

    def plain(self, k: int | None) -> Trace:
        """The trace with the defaults, to tell the changes from."""
        return self._replace(parameters=self.usual).at(k)

    @property
    def usual(self) -> dict[str, Any]:
        """The parameters but for the changes."""
        return {name: value for name, value in self.parameters.items() if name not in dict(self.changed)}

    def tools(self, k: int | None) -> list[str]:
        """The tools that do all of this."""
        if self.instead_of is not None or self.metric.pair_up:
            return []
        way = self.over if isinstance(self.over, tuple) else None
        return tools_with(self.metric, k, self.usual, self.changed, way, matters(self.given, self.metric.binary))

    def values(self, cutoffs: Sequence[int | None]) -> tuple[list[int | None], np.ndarray]:
        """The value at each cutoff that the metric has, those of many queries below one another."""
        ks: list[int | None] = [k for k in cutoffs if k is None or "k" in self.metric.parameters]
        if "k" in self.parameters or not ks:
            ks = [None]
        lists, others = self.lists, self._others
        parts = [_one(self.metric, lists, others)] if None in ks else []
        cut = [k for k in ks if k is not None]
        if cut:
            trace = None if len(cut) * SPARSE <= max(cut) else self.metric(lists, **{**others, "k": max(cut)})
            if trace is not None and others.get("ties") != "averaged" and can_be_cut(trace.result.materialise()):
                every = np.asarray(self.metric.at_every_k(trace).values, dtype=float)
                parts.append(every[..., np.array(cut) - 1])
            else:
                if len(cut) > FEW_CUTOFFS and len(cut) * size(lists) > MOST_BY_ITSELF:
                    cut = [k for k in cut if prior.of_cutoff(k, max(cut)) <= prior.CUTOFF]
                parts += [_one(self.metric, lists, {**others, "k": k}) for k in cut]
        return [*([None] if None in ks else []), *cut], np.concatenate(parts, axis=-1)

    @property
    def lists(self) -> Any:
        """The lists as ties and items without a judgement have them; they are kept for other metrics."""
        chosen = {fork: self.parameters[fork] for fork in self._of_lists}
        if not chosen:
            return self.given
        return self.given._keep(("as chosen", *chosen.items()), partial(list_conventions.as_chosen, self.given, chosen))

    @property
    def _others(self) -> dict[str, Any]:
        return {name: value for name, value in self.parameters.items() if name not in self._of_lists}

    @property
    def _of_lists(self) -> list[str]:
        """The conventions that change what a metric is given, not the metric."""
        shared = [fork for fork in ("ties", "judged_only") if fork in self.metric.forks and fork in self.parameters]
        return [fork for fork in shared if self.parameters[fork] != "averaged"]

    def _cut(self, k: int | None) -> dict[str, Any]:
        return self.parameters if k is None else {**self.parameters, "k": k}


def _one(metric: Metric, lists: Any, parameters: dict[str, Any]) -> np.ndarray:
    """The value of a list, or of each query; as the only column."""
    shape = (len(lists),) if isinstance(lists, Batch) else ()
    return np.broadcast_to(np.asarray(metric(lists, **parameters).result.values, dtype=float), shape)[..., None]


def most_changes(lists: Lists, measures: Sequence[Measure]) -> int:
    """How many conventions are changed at once."""
    work = size(lists) * len(measures) * (MANY_LISTS if isinstance(lists, Batch) else 1)
    return next((number for limit, number in MOST_CHANGES if work <= limit), 0)


def few_orders(lists: Any) -> bool:
    """Whether the orders of equal scores can all be looked at."""
    return bool(lists._keep("few orders", lambda: _few_orders([lists] if isinstance(lists, Ranking) else lists)))


def _few_orders(lists: Any) -> bool:
    number = 0
    for one in lists:
        number += max(FEWEST_ORDERS, list_conventions.number_of_orders(one))
        if number > MOST_ORDERS:
            return False
    return True


def calculations(measure: Measure, lists: Lists, number: int) -> Iterator[Calculation]:
    """A measure with so many other conventions; all that a tool has in its own way counts as one."""
    metric, parameters = measure.metric, measure.parameters
    given = takes(metric, lists)
    if isinstance(given, Ranking | Batch) and measure.relevant_from is not None:
        given = given.with_relevant_from(measure.relevant_from)
    plain = Calculation(metric, given, parameters, (), None, prior.of_metric(metric, is_graded(lists)))
    if number == 0:
        yield plain
        return
    if number > MOST_OF_RARE and metric.rarity == len(prior.RARITY) - 1:
        return
    shared = {} if metric.pair_up else matters(given, metric.binary)
    others = _changes(plain, shared)
    tools = [whole for whole in wholes(metric, parameters, shared) if len(whole) > 1 or whole[0] not in others]
    if number == 1:
        yield from (_with(plain, whole, prior.OF_A_TOOL) for whole in tools)
    elif number == 2:
        for change in others:
            yield from _from_other_grades(_with(plain, (change,), prior.of_change(change)), measure)
    known, idle = set(map(frozenset, tools)), metric.only_with.items()
    for together in combinations(others, number):
        if len({change.parameter for change in together}) == number and frozenset(together) not in known:
            made = _with(plain, together, sum(map(prior.of_change, together)))
            if not any(name in made.parameters and made.parameters.get(needs) is None for name, needs in idle):
                yield made
    if number == 1:
        yield from _from_other_grades(plain, measure)


def _with(own: Calculation, together: tuple[Change, ...], cost: int) -> Calculation:
    return own._replace(parameters={**own.parameters, **dict(together)}, changed=together, cost=own.cost + cost)


def _changes(own: Calculation, shared: Mapping[str, bool]) -> list[Change]:
    """Every other value of every parameter that is not given; of forks of ties those that make a difference."""
    metric, parameters = own.metric, own.parameters
    possible = chain(changes(metric, parameters), other_branches(metric, [fork for fork in shared if shared[fork]]))
    found = []
    for change in dict.fromkeys(possible):
        if change.parameter in parameters or not shared.get(change.parameter, True):
            continue
        if change.parameter == "ties" and "ties" in metric.forks:
            if change.value == "averaged":
                if "ties" not in metric.parameters and not few_orders(own.given):
                    continue
            elif np.array_equal(_with(own, (change,), 0).lists.marked(), own.given.marked()):
                continue
        found.append(change)
    return found


def _from_other_grades(own: Calculation, measure: Measure) -> Iterator[Calculation]:
    """The same where items count as relevant from another grade."""
    given = own.given
    if not own.metric.binary or measure.relevant_from is not None or not isinstance(given, Ranking | Batch):
        return
    grades = [grade for grade in given.grades_found() if grade > 0]
    for grade in grades if len(grades) <= MOST_GRADES else ():
        if grade > given.relevant_from:
            other = given._keep(("relevant from", grade), partial(given.with_relevant_from, grade))
            yield own._replace(given=other, instead_of=given.relevant_from, cost=own.cost + prior.CHANGE)
