"""One way to calculate a number: a metric under conventions, at any cutoff, over queries."""

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
from rankteach.explain.numbers.conventions import MEAN, ROOTS, Average, Change, changes_in_words, changes_of, effective
from rankteach.tracing import list_conventions
from rankteach.tracing.mean import CALLED, QUERIES, Mean
from rankteach.tracing.metric import Metric
from rankteach.tracing.parameters import literal
from rankteach.tracing.refused import refusal
from rankteach.tracing.tools import TOOLS
from rankteach.tracing.trace import Trace

FEW_CUTOFFS = 16  # of more, only the usual ones are tried where each needs a calculation of its own
SPARSE = 4  # with that many times fewer cutoffs than ranks, each cutoff by itself is faster
REFUSALS = (ArithmeticError, LookupError, TypeError, ValueError)
Values = tuple["Variant", Sequence[int | None], np.ndarray]


class Variant(NamedTuple):
    """A metric, the lists, and the conventions.

    ``changed`` are other values of its parameters than those given, or than the defaults; ``k`` is another cutoff.
    ``instead_of`` is the grade from which items counted as relevant, where ``lists`` have another one now. ``over``
    says what happens with many queries: how they are averaged, or the position of one of them. ``penalty`` is how
    far-fetched it is.
    """

    metric: Metric
    lists: Any
    parameters: dict[str, Any]
    changed: tuple[Change, ...] = ()
    instead_of: float | None = None
    penalty: int = 0
    over: Average | int | None = None
    k: int | None = None

    @staticmethod
    def of(trace: Trace) -> Variant:
        """The calculation of a trace."""
        metric, parameters = trace.metric, dict(trace.parameters)
        over = (metric.average, metric.queries, metric.epsilon) if isinstance(metric, Mean) else None
        return Variant(metric.of_one, trace.ranking, parameters, over=over)

    def with_changes(self, changed: tuple[Change, ...], penalty: int = 0) -> Variant:
        """The same with other values of some parameters."""
        return self._replace(changed=changed, penalty=self.penalty + penalty)

    @property
    def in_force(self) -> dict[str, Any]:
        """The parameters with their changes."""
        changed = {**self.parameters, **dict(self.changed)}
        return changed if self.k is None else self.metric.with_cutoff(changed, self.k)

    @property
    def has_effect(self) -> bool:
        """Whether no parameter that is set is without effect next to the others."""
        chosen = self.in_force
        every = {**self.metric.parameters, **chosen}
        return not any(name in chosen and known.has_no_effect(every) for name, known in self.metric.declared.items())

    def from_other_grades(self, penalty: int = 0) -> Iterator[Variant]:
        """The same where items count as relevant from another grade."""
        lists = self.lists
        if not self.metric.binary or not isinstance(lists, Ranking | Batch):
            return
        for grade in lists.distinct_grades():
            if grade > 0 and grade != lists.relevant_from:
                other = lists.cached(("relevant from", grade), partial(lists.with_relevant_from, grade))
                yield self._replace(lists=other, instead_of=lists.relevant_from, penalty=self.penalty + penalty)

    def on(self, trace: Trace) -> Variant:
        """The same for the list of a trace."""
        lists = trace.ranking
        if self.instead_of is not None:
            lists = lists.with_relevant_from(self.lists.relevant_from)
        return self._replace(lists=lists)

    # --- one trace, and its words -----------------------------------------------------------------------------------
    def trace(self) -> Trace:
        """The trace of the calculation."""
        return self._named(self.lists[self.over] if isinstance(self.over, int) else self.lists, **self.in_force)

    @property
    def measure(self) -> str:
        """The canonical measure string, and after it how queries are averaged if that is not the mean over all."""
        name = self.metric.measure(self.in_force, getattr(self.lists, "relevant_from", 1))
        if isinstance(self.over, int):
            return f"{name} of {self.lists.queries[self.over]}"
        average, queries, *_ = self.over or MEAN
        called = name if average == "query" else CALLED[average].format(name)
        return called + ("" if queries == "all" else f" over {QUERIES[queries]}")

    def changes_in_words(self, by_label: bool = True) -> str:
        """The changes, in words that follow a name; ``by_label``: the name is the label, which may show a change."""
        words = []
        if self.changed:
            before = self.parameters if self.k is None else {**self.parameters, "k": self.k}
            label = self._named.label(before)
            by_name = label if by_label and label != self._named.label(self.in_force) else None
            words.append(changes_in_words(self.metric, before, self.changed, by_name))
        if self.instead_of is not None:
            grade, instead = (literal(one) for one in (self.lists.relevant_from, self.instead_of))
            words.append(f"where items are relevant from grade {grade}, not from grade {instead}")
        return "".join(f" {one}" for one in words)

    def tools(self) -> list[str]:
        """The tools that make exactly these changes; none for the defaults."""
        over = self.over if isinstance(self.over, tuple) else None
        by_default = not self.changed and over in (None, MEAN)
        if by_default or self.instead_of is not None or self.metric.pairing:
            return []
        shared = effective(self.lists, self.metric.binary)
        denominator = self.metric.declared.get("denominator")
        if denominator and "items" in denominator.values and (self.k or 0) <= np.min(self.lists.arrays.lengths):
            shared["denominator"] = False  # no rank is empty: divided by ranks or by items, it is the same
        printing = [tool for tool in TOOLS if tool.verified != "printed"]  # no number of yours comes from a textbook
        of_tools = {tool.name: changes_of(tool, self.metric, self.k, self.parameters, shared) for tool in printing}
        own = frozenset(self.changed)
        alike = [name for name, one in of_tools.items() if one and one[0] == own and over in (None, one[1])]
        return [name for name in alike if not refusal(self.lists, self.metric.name, self.k, name)]

    @property
    def _named(self) -> Metric | Mean:
        return Mean(self.metric, *self.over) if isinstance(self.over, tuple) else self.metric

    # --- many values at once ----------------------------------------------------------------------------------------
    def values(self, cutoffs: Sequence[int | None], whole: Trace | None = None) -> tuple[list[int | None], np.ndarray]:
        """The value at each cutoff that the metric takes; of many queries, a row of them for each query.

        ``whole`` is the trace without a cutoff, if it is known.
        """
        never_cut = "k" not in self.metric.parameters or any(one.value in ROOTS for one in self.changed)
        ks: list[int | None] = [k for k in cutoffs if k is None or not never_cut]
        if "k" in self.parameters or not ks:
            ks = [None]
        lists = self.prepared
        others = {name: value for name, value in self.in_force.items() if name not in self._of_lists}
        parts = []
        if None in ks:
            parts.append(_value(self.metric, lists, others) if whole is None else np.atleast_1d(float(whole)))
        cut = [k for k in ks if k is not None]
        trace = None
        if cut and len(cut) * SPARSE > max(cut):
            known = whole is not None and not isinstance(lists, tuple) and max(cut) <= lists.axis.length
            trace = whole if known else self.metric(lists, **self.metric.with_cutoff(others, max(cut)))
        if trace is not None and others.get("ties") != "averaged" and can_be_cut(trace.result.materialise()):
            every = np.asarray(self.metric.column_at_every_k(trace).values, dtype=float)
            parts.append(every[..., np.array(cut) - 1])
        else:
            cut = [k for k in cut if len(cut) <= FEW_CUTOFFS or penalties.of_cutoff(k, max(cut)) <= penalties.CUTOFF]
            parts += [_value(self.metric, lists, self.metric.with_cutoff(others, k)) for k in cut]
        return [*([None] if None in ks else []), *cut], np.concatenate(parts, axis=-1)

    @property
    def prepared(self) -> Any:
        """The lists with equal scores in the order that was chosen, without unjudged items if that was chosen."""
        chosen = {name: self.in_force[name] for name in self._of_lists}
        if not chosen:
            return self.lists
        return self.lists.cached(
            ("as chosen", *chosen.items()), partial(list_conventions.as_chosen, self.lists, chosen)
        )

    @property
    def _of_lists(self) -> list[str]:
        """The conventions that change the lists before the metric is calculated."""
        chosen = self.in_force
        shared = [name for name in ("ties", "judged_only") if name in self.metric.shared and name in chosen]
        return [name for name in shared if chosen[name] != "averaged"]

    # --- over queries -----------------------------------------------------------------------------------------------
    def over_queries(self, ks: Sequence[int | None], values: np.ndarray) -> Iterator[Values]:
        """Every average of the values of each query, at every cutoff."""
        axis = Axis("query", length=len(self.lists))
        for over in self._averages():
            penalty = penalties.of_average(over)
            if penalty > penalties.OF_A_TOOL and not self.changed and self._replace(over=over, k=ks[-1]).tools():
                penalty = penalties.OF_A_TOOL
            if over != MEAN and self.penalty + penalty > penalties.UNLIKELY:
                continue
            averaged, mean = self._replace(over=over, penalty=self.penalty + penalty), Mean(self.metric, *over)
            counted = _counted(mean, self.prepared, ks, axis)
            # if all queries count, this is the average over all; if none does, there is none
            differs: Any = np.ones(len(ks), dtype=bool)
            if counted is not None:
                differs = counted.any(axis=-1) & ~counted.all(axis=-1)
            its_ks = [k for k, differs_here in zip(ks, differs.tolist(), strict=True) if differs_here]
            if its_ks and over[0] in ("query", "geometric"):
                each = Column(values.T[differs], axis)  # a row of queries for each cutoff
                result = mean.aggregate(each, None if counted is None else Column(counted[differs], axis), axis)
                yield averaged, its_ks, np.asarray(result.values, dtype=float)
            elif its_ks:
                yield averaged, *averaged._by_columns(its_ks)

    def _averages(self) -> Iterator[Average]:
        """Every average over every choice of queries; over the queries with hits, only the mean."""
        few = not self.changed or penalties.size(self.lists) <= penalties.MOST_POOLED
        for average, queries in product(("query", "geometric", *(self.metric.averages if few else ())), QUERIES):
            if average == "query" or queries == "all" or (average != "pooled" and queries != "with_hits"):
                yield average, queries

    def _by_columns(self, ks: Sequence[int | None]) -> tuple[list[int | None], np.ndarray]:
        """An average that is calculated from columns; of many cutoffs, at the usual ones."""
        n = self.lists.axis.length
        few = [k for k in ks if len(ks) <= FEW_CUTOFFS or penalties.of_cutoff(k, n) <= penalties.CUTOFF]
        try:
            return few, np.array([float(self._replace(k=k).trace()) for k in few])
        except REFUSALS:
            return [], np.array([])


def _value(metric: Metric, lists: Any, parameters: dict[str, Any]) -> np.ndarray:
    """The value of a list, or of each query; as the only column."""
    shape = (len(lists),) if isinstance(lists, Batch) else ()
    return np.broadcast_to(np.asarray(metric(lists, **parameters).result.values, dtype=float), shape)[..., None]


def _counted(mean: Mean, lists: Batch, ks: Sequence[int | None], axis: Axis) -> np.ndarray | None:
    """Which queries count, at each cutoff; None for all."""
    if mean.queries == "all":
        return None

    def at(k: int | None) -> np.ndarray:
        counted = mean.counted(lists, {"k": k}, axis)
        assert counted is not None
        return np.asarray(counted.values)

    return np.array([lists.cached((mean.queries, k), partial(at, k)) for k in ks])
