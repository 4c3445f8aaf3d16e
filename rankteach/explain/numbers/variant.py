"""A possible calculation: a metric under conventions, at any cutoff, over queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Axis, Column
from rankteach.core.ranking import Ranking
from rankteach.core.running import can_be_cut
from rankteach.explain.numbers import penalties
from rankteach.explain.numbers.conventions import (
    MEAN,
    Average,
    Change,
    changes_in_words,
    changes_of,
    effective,
)
from rankteach.tracing import list_conventions
from rankteach.tracing.mean import CALLED, QUERIES, Mean
from rankteach.tracing.metric import Metric
from rankteach.tracing.parameters import literal
from rankteach.tracing.refused import refusal
from rankteach.tracing.tools import TOOLS
from rankteach.tracing.trace import Trace

EACH = "each"  # query by itself
# with more cutoffs and more numbers than these, only the usual cutoffs are tried
FEW_CUTOFFS, MOST_BY_ITSELF = 16, 5_000
SPARSE = 4  # with that many times fewer cutoffs than ranks, each cutoff by itself is faster
REFUSALS = (ArithmeticError, LookupError, TypeError, ValueError)


class Variant(NamedTuple):
    """A metric, the lists, and the conventions.

    ``changed`` are other values of its parameters than those given, or than the defaults. ``instead_of`` is the grade
    from which items counted as relevant, where ``lists`` have another one now. ``over`` says what happens with many
    queries: how they are averaged, the position of one of them, or each by itself. ``cost`` is how far-fetched it is.
    """

    metric: Metric
    lists: Any
    parameters: dict[str, Any]
    changed: tuple[Change, ...] = ()
    instead_of: float | None = None
    cost: int = 0
    over: Average | int | str | None = None

    @staticmethod
    def of(trace: Trace) -> Variant:
        """The calculation of a trace."""
        metric, parameters = trace.metric, dict(trace.parameters)
        if isinstance(metric, Mean):
            over = (metric.average, metric.queries, metric.epsilon)
            return Variant(metric.metric, trace.ranking, parameters, over=over)
        assert isinstance(metric, Metric)
        return Variant(metric, trace.ranking, parameters)

    def with_changes(self, changed: tuple[Change, ...], cost: int = 0) -> Variant:
        """The same with other values of some parameters."""
        return self._replace(changed=changed, cost=self.cost + cost)

    @property
    def in_force(self) -> dict[str, Any]:
        """The parameters with their changes."""
        return {**self.parameters, **dict(self.changed)}

    def from_other_grades(self, cost: int = 0) -> Iterator[Variant]:
        """The same where items count as relevant from another grade."""
        lists = self.lists
        if not self.metric.binary or not isinstance(lists, Ranking | Batch):
            return
        for grade in lists.distinct_grades():
            if grade > 0 and grade != lists.relevant_from:
                other = lists.remember(("relevant from", grade), partial(lists.with_relevant_from, grade))
                yield self._replace(lists=other, instead_of=lists.relevant_from, cost=self.cost + cost)

    # --- one trace, and its words -----------------------------------------------------------------------------------
    def at(self, k: int | None) -> Trace:
        """The trace at a cutoff."""
        if isinstance(self.over, tuple):
            one_list = self.over[0] == "pooled" and self.metric.family == "curve" and isinstance(self.lists, Batch)
            lists = self.lists.remember("pooled", self.lists.pooled) if one_list else self.lists
            return self._metric(lists, **self._cut(k))
        return self.metric(self.lists[self.over] if isinstance(self.over, int) else self.lists, **self._cut(k))

    def measure(self, k: int | None) -> str:
        """The canonical measure string, and after it how queries are averaged if that is not the mean over all."""
        name = self.metric.measure(self._cut(k), getattr(self.lists, "relevant_from", 1))
        if isinstance(self.over, int):
            return f"{name} of {self.lists.queries[self.over]}"
        average, queries, *_ = self.over if isinstance(self.over, tuple) else MEAN
        called = name if average == "query" else CALLED[average].format(name)
        return called + ("" if queries == "all" else f" over {QUERIES[queries]}")

    def changes_in_words(self, k: int | None, by_label: bool = True) -> str:
        """The changes, in words that follow a name; ``by_label``: the name is the label, which may show a change."""
        words = []
        if self.changed:
            before = self.parameters if k is None else {**self.parameters, "k": k}
            label = self._metric.label(before)
            by_name = label if by_label and label != self._metric.label(self._cut(k)) else None
            words.append(changes_in_words(self.metric, before, self.changed, by_name))
        if self.instead_of is not None:
            grade, instead = (literal(one) for one in (self.lists.relevant_from, self.instead_of))
            words.append(f"where items are relevant from grade {grade}, not from grade {instead}")
        return "".join(f" {one}" for one in words)

    def tools(self, k: int | None) -> list[str]:
        """The tools that make exactly these changes; none for the defaults."""
        over = self.over if isinstance(self.over, tuple) else None
        by_default = not self.changed and over in (None, MEAN)
        if by_default or self.instead_of is not None or self.metric.pairing:
            return []
        shared = effective(self.lists, self.metric.binary)
        denominator = self.metric.declared.get("denominator")
        if denominator and "items" in denominator.values and (k or 0) <= np.min(self.lists.arrays.lengths):
            shared["denominator"] = False  # no rank is empty: divided by ranks or by items, it is the same
        of_tools = {tool.name: changes_of(tool, self.metric, k, self.parameters, shared) for tool in TOOLS}
        own = frozenset(self.changed)
        alike = [name for name, one in of_tools.items() if one and one[0] == own and over in (None, one[1])]
        return [name for name in alike if not refusal(self.lists, self.metric.name, k, name)]

    @property
    def _metric(self) -> Metric | Mean:
        return Mean(self.metric, *self.over) if isinstance(self.over, tuple) else self.metric

    def _cut(self, k: int | None) -> dict[str, Any]:
        return self.in_force if k is None else self.metric.with_cutoff(self.in_force, k)

    # --- many values at once ----------------------------------------------------------------------------------------
    def values(self, cutoffs: Sequence[int | None], whole: Trace | None = None) -> tuple[list[int | None], np.ndarray]:
        """The value at each cutoff that the metric takes; of many queries, a row of them for each query.

        ``whole`` is the trace without a cutoff, if it is known.
        """
        ks: list[int | None] = [k for k in cutoffs if k is None or "k" in self.metric.parameters]
        if "k" in self.parameters or not ks:
            ks = [None]
        lists = self.prepared
        others = {name: value for name, value in self.in_force.items() if name not in self._of_lists}
        parts = (
            [np.atleast_1d(float(whole)) if whole is not None else _value(self.metric, lists, others)]
            if None in ks
            else []
        )
        cut = [k for k in ks if k is not None]
        if cut:
            trace = (
                None
                if len(cut) * SPARSE <= max(cut)
                else self.metric(lists, **self.metric.with_cutoff(others, max(cut)))
            )
            if trace is not None and others.get("ties") != "averaged" and can_be_cut(trace.result.materialise()):
                every = np.asarray(self.metric.at_every_k(trace).values, dtype=float)
                parts.append(every[..., np.array(cut) - 1])
            else:
                if len(cut) > FEW_CUTOFFS and len(cut) * penalties.size(lists) > MOST_BY_ITSELF:
                    cut = [k for k in cut if penalties.of_cutoff(k, max(cut)) <= penalties.CUTOFF]
                parts += [_value(self.metric, lists, self.metric.with_cutoff(others, k)) for k in cut]
        return [*([None] if None in ks else []), *cut], np.concatenate(parts, axis=-1)

    @property
    def prepared(self) -> Any:
        """The lists with equal scores in the order that was chosen, without unjudged items if that was chosen."""
        chosen = {name: self.in_force[name] for name in self._of_lists}
        if not chosen:
            return self.lists
        return self.lists.remember(
            ("as chosen", *chosen.items()), partial(list_conventions.as_chosen, self.lists, chosen)
        )

    @property
    def _of_lists(self) -> list[str]:
        """The conventions that change the lists before the metric is calculated."""
        chosen = self.in_force
        shared = [name for name in ("ties", "judged_only") if name in self.metric.shared and name in chosen]
        return [name for name in shared if chosen[name] != "averaged"]


def _value(metric: Metric, lists: Any, parameters: dict[str, Any]) -> np.ndarray:
    """The value of a list, or of each query; as the only column."""
    shape = (len(lists),) if isinstance(lists, Batch) else ()
    return np.broadcast_to(np.asarray(metric(lists, **parameters).result.values, dtype=float), shape)[..., None]


# --- over queries -----------------------------------------------------------------------------------------------------
Values = tuple[Variant, Sequence[int | None], np.ndarray]


def over_queries(own: Variant, ks: Sequence[int | None], values: np.ndarray) -> Iterator[Values]:
    """Every average of the values of each query, at every cutoff; and last the values themselves in one row."""
    axis = Axis("query", length=len(own.lists))
    for over in _averages(own):
        cost = penalties.of_average(over)
        if cost > penalties.OF_A_TOOL and not own.changed and own._replace(over=over).tools(ks[-1]):
            cost = penalties.OF_A_TOOL
        if over != MEAN and own.cost + cost > penalties.UNLIKELY:
            continue
        averaged, mean = own._replace(over=over, cost=own.cost + cost), Mean(own.metric, *over)
        counted = _counted(mean, own.prepared, ks, axis)
        # if all queries count, this is the average over all; if none does, there is none
        differs: Any = np.ones(len(ks), dtype=bool)
        if counted is not None:
            differs = counted.any(axis=-1) & ~counted.all(axis=-1)
        its_ks = [k for k, differs_here in zip(ks, differs.tolist(), strict=True) if differs_here]
        if not its_ks:
            continue
        if over[0] in ("query", "geometric"):
            each = Column(values.T[differs], axis)  # a row of queries for each cutoff
            result = mean.over(each, None if counted is None else Column(counted[differs], axis), axis)
            yield averaged, its_ks, np.asarray(result.values, dtype=float)
        else:
            yield averaged, *_by_columns(averaged, its_ks)
    yield own._replace(over=EACH, cost=own.cost + penalties.ONE_QUERY), ks, values.ravel()


def _averages(own: Variant) -> Iterator[Average]:
    """Every average over every choice of queries; over the queries with hits, only the mean."""
    others = own.metric.averages if not own.changed or penalties.size(own.lists) <= penalties.MOST_POOLED else ()
    for average, queries in product(("query", "geometric", *others), QUERIES):
        if average == "query" or queries == "all" or (average != "pooled" and queries != "with_hits"):
            yield average, queries


def _counted(mean: Mean, lists: Batch, ks: Sequence[int | None], axis: Axis) -> np.ndarray | None:
    """Which queries count, at each cutoff; None for all."""
    if mean.queries == "all":
        return None

    def at(k: int | None) -> np.ndarray:
        counted = mean.counted(lists, {"k": k}, axis)
        assert counted is not None
        return np.asarray(counted.values)

    return np.array([lists.remember((mean.queries, k), partial(at, k)) for k in ks])


def _by_columns(own: Variant, ks: Sequence[int | None]) -> tuple[list[int | None], np.ndarray]:
    """An average that is calculated from columns; of many cutoffs, at the usual ones."""
    n = own.lists.axis.length
    few = [k for k in ks if len(ks) <= FEW_CUTOFFS or penalties.of_cutoff(k, n) <= penalties.CUTOFF]
    try:
        return few, np.array([float(own.at(k)) for k in few])
    except REFUSALS:
        return [], np.array([])
