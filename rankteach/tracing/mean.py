"""Over queries: the mean of any metric, as a trace whose rows are the queries; and the other ways there are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import first_named, must, one_of, scalar, shown
from rankteach.core.column import Axis, Column, combine
from rankteach.core.ranking import Ranking
from rankteach.notation.wording import Wording
from rankteach.tracing.grammar import AVERAGES
from rankteach.tracing.metric import Metric
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.plain import parameter_to_plain
from rankteach.tracing.trace import Trace

EPSILON = 1e-5  # trec_eval's
_NAMES = {("query", "AP"): "MAP", ("query", "RR"): "MRR", ("geometric", "AP"): "gMAP", ("by_items", "AUC"): "GAUC"}
CALLED = {average: f"{words} {{}}" for words, average in AVERAGES.items()} | {
    "means": "{} of means", "by_items": "{} weighted by items", "by_relevant": "{} weighted by relevant items",
}  # fmt: skip
# which queries a mean counts: the sentence goes on after "mean over", the phrase is a cell in the table of tools
COUNTED = Parameter(
    values={
        "all": Value("all queries", "all"),
        "with_items": Value("queries that have a list", "in both files"),
        "with_relevant": Value("queries with a relevant item", "with relevant"),
        "with_hits": Value("queries with a relevant item in their list", "with hits"),
    }
)
QUERIES = {name: value.sentence for name, value in COUNTED.values.items()}
SMALLEST = Parameter(
    must_be="finite and above 0, since 0 has no logarithm", allows=lambda number: 0 < number < math.inf
)


def known_average(metric: Metric, average: Any) -> str:
    """One of the ways of a metric over queries."""
    known = ("query", *metric.averages, "geometric")
    return str(one_of(average, known, "average", f"{metric.name} has no other average."))


class Mean:
    """The mean of a metric over queries, or another way over them, to be called like a metric.

    ``average`` is ``"query"`` for the mean; the others are the ways of ``rt.mean``.
    ``queries`` says which of them count, ``epsilon`` what the geometric mean takes for smaller values.
    """

    def __init__(self, metric: Metric, average: str = "query", queries: str = "all", epsilon: float = EPSILON) -> None:
        average, epsilon = known_average(metric, average), scalar(epsilon)
        queries = COUNTED.resolve(queries)
        COUNTED.check("queries", queries, "all")
        SMALLEST.check("epsilon", epsilon, EPSILON)
        if queries != "all" and (average in ("pooled", "by_items", "by_relevant") or metric.pairing):
            raise ValueError(
                f"queries must be 'all', not {shown(queries)}: only a mean of one list per query can choose."
            )
        self.metric = self.of_one = metric
        self.average, self.queries, self.epsilon = average, queries, epsilon
        if average != "geometric" and self.epsilon != EPSILON:
            raise ValueError(f"epsilon needs average='geometric'; leave it out for average={shown(average)}.")
        self.less_is_better = metric.less_is_better
        self.name, self.title = self._with_average(metric.name), CALLED[average].format(metric.title)

    def __call__(self, rankings: Any, /, **parameters: Any) -> Trace:
        """The trace of a batch: one row for each query, or of the one list that all are pooled into."""
        parameters = self.metric.resolve(parameters)
        if self.average in ("pooled", "means"):  # these are made of columns, and not of the value of each query
            for name, refused in (("ties", "averaged"), ("no_relevant", 1), ("no_relevant", "nan")):
                if name in self.metric.shared and parameters.get(name) == refused:
                    raise ValueError(
                        f"{name} must not be {shown(refused)} for average={shown(self.average)}, "
                        "which has no value per query."
                    )
        if self.average == "means" and parameters.get("form") == "counts":
            raise ValueError("form must be 'precision_recall' for average='means', not 'counts'.")
        if self.average == "pooled" and self.metric.family == "curve":
            pooled = rankings if isinstance(rankings, Ranking) else rankings.cached("pooled", rankings.pooled)
            trace = self.metric(pooled, **parameters)
            return Trace(trace.result, trace.axis, self, pooled, parameters)
        per_query = self.metric(rankings, **parameters)
        if per_query.single:
            rule = "be a batch of lists, with one for each query"
            raise TypeError(must("rankings", rankings, rule, "Use rt.mean(metric, rankings)."))
        rankings = per_query.ranking  # as the parameters have them: without unjudged items, for example
        queries = rankings.queries
        axis = Axis(
            "query", length=len(queries), index="q", end="Q",
            labels=lambda: {"query": queries}, states=lambda: [""] * len(queries),
        )  # fmt: skip
        if self.average == "means":
            result = per_query.result.materialise().before_last
            known: dict[int, Column] = {}
            counted = self.counted(rankings, parameters, axis)
            result = combine(result.operation, *(_of_means(part, axis, counted, known) for part in result.sources))
        elif self.average == "pooled":
            above, below = (part.as_rows(axis) for part in per_query.result.materialise().sources)
            result = above.named("sum").sum("sum so far") / below.named("count").sum("count so far")
        else:
            values = per_query.result.as_rows(axis).named(per_query.label, f"{per_query.symbol}(q)")
            if self.average in ("by_items", "by_relevant"):
                top = rankings.top(parameters.get("k"))
                hits, items = (part.last().as_rows(axis) for part in (top.hits, top.items_so_far))
                both = (hits > 0) * (hits < items)  # without both kinds of items there is no AUC
                weight = (both * (items if self.average == "by_items" else hits)).named("weight", "w_q")
                result = (weight * values).named("weighted value").sum("sum so far") / weight.sum("weight so far")
            else:
                result = self.aggregate(values, self.counted(rankings, parameters, axis), axis)
        return Trace(result, axis, self, rankings, parameters)

    def aggregate(self, values: Column, counted: Column | None, axis: Axis) -> Column:
        """The mean, geometric mean or sum of each query's value, over the queries that are ``counted``."""
        if self.average == "geometric":
            logarithm = values.maximum(Column.constant(self.epsilon)).log(math.e).named("logarithm")
            power = _over(logarithm, counted, axis)
            # of no query at all it is 0, as the mean is
            return power.exp() if counted is None else power.exp() * (power.sources[1] > 0)
        mean = _over(values, counted, axis)
        return mean.sources[0] if self.average == "sum" else mean  # the mean is this sum, divided

    def counted(self, rankings: Batch, parameters: Mapping[str, Any], axis: Axis) -> Column | None:
        """Which queries count; None for all."""
        if self.queries == "all":
            return None
        if self.queries == "with_items":
            has = Column(rankings.arrays.lengths, name="items", symbol="n")
        elif self.queries == "with_relevant":
            has = rankings.relevant_total
        else:
            has = rankings.top(parameters.get("k")).hits.last()
        return (has.as_rows(axis) > 0).named("counted", "c_q")

    def column_at_every_k(self, trace: Trace) -> Column:
        """The mean at every cutoff."""
        if self.average != "query" or self.queries != "all":
            raise TypeError("at_every_k() needs the mean over all queries. Calculate this one with each k instead.")
        per_query = self.metric(trace.ranking, **trace.parameters).at_every_k()
        return Column(np.mean(per_query.values, axis=0), per_query.axis)

    def of_query(self, ranking: Any, parameters: Mapping[str, Any]) -> Trace:
        """The trace of one query."""
        return self.metric(ranking, **parameters)

    def to_dict(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The metric, its parameters and the way over queries, as plain data."""
        ways = {"average": self.average, "queries": self.queries}
        if self.epsilon != EPSILON:
            ways["epsilon"] = parameter_to_plain(self.epsilon)
        return {**self.metric.to_dict(parameters), **ways}

    def symbol(self, parameters: Mapping[str, Any]) -> str:
        """What formulas call the mean."""
        return self._with_average(self.metric.symbol(parameters))

    def _with_average(self, metric: str) -> str:
        return _NAMES.get((self.average, metric)) or CALLED[self.average].format(metric)

    def label(self, parameters: Mapping[str, Any]) -> str:
        """The symbol with the cutoff: MAP@3."""
        k = parameters.get("k")
        return self.symbol(parameters) + ("" if k is None else f"@{k}")

    def measure(self, parameters: Mapping[str, Any], relevant_from: float = 1) -> str:
        """The measure whose mean this is."""
        return self.metric.measure(parameters, relevant_from)

    def describe(self, parameters: Mapping[str, Any], rankings: Any) -> list[str]:
        """Every convention in force, in words."""
        return [*self.metric.describe(parameters, rankings), self.words]

    @property
    def queries_counted(self) -> str:
        """Which queries count, in words."""
        return QUERIES[self.queries]

    @property
    def words(self) -> str:
        """Which average this is, and over which queries."""
        name, *more = self.averages_in_words()[self.average].split(", where", 1)
        if self.average in self.metric.averages and self.average != "sum":
            return name + f", of {QUERIES[self.queries]}" * (self.queries != "all")
        return ", where".join([f"{name} over {QUERIES[self.queries]}", *more])

    def averages_in_words(self) -> dict[str, str]:
        """Every average that there is for this metric, in words."""
        least = np.format_float_positional(float(self.epsilon), trim="-")
        tool = " (as in trec_eval)" * (self.epsilon == EPSILON)
        geometric = f"geometric mean, where values below {least} count as {least}{tool}"
        named = {name: "sum" if name == "sum" else words for name, words in self.metric.averages.items()}
        return {"query": "mean", **named, "geometric": geometric}

    def wording(self, parameters: Mapping[str, Any]) -> Wording:
        """What the value means; the rows have no sentences of their own."""
        label = self.metric.label(parameters)
        if self.average in self.metric.averages and self.average != "sum":
            meaning = f"{label}, {self.words}, is {{value}}"
        elif self.average == "query":
            meaning = f"On average over {{queries}}, {label} is {{value}}"
        else:
            kind = "sum" if self.average == "sum" else "geometric mean"
            meaning = f"The {kind} of {label} over {{queries}} is {{value}}"
        return Wording(meaning={"": meaning})

    def notes(self, trace: Trace) -> list[str]:
        """What else is to be said: of one pooled list what the metric says of it; of a mean why it is undefined."""
        if isinstance(trace.ranking, Ranking):
            return self.metric.notes(trace)
        if trace.value == trace.value:
            return []
        label = self.metric.label(trace.parameters)
        values = trace.columns[label].values
        without = values != values
        if "counted" in trace.columns:
            without &= trace.columns["counted"].values
        queries = [trace.ranking.queries[place] for place in np.flatnonzero(without).tolist()]
        over, them = "sum" if self.average == "sum" else "mean", "them" if len(queries) > 1 else "it"
        return [
            f"{label} is undefined for {first_named(queries)}, and so is the {over}: queries='with_relevant' leaves "
            f"{them} out"
        ]


def _over(values: Column, counted: Column | None, axis: Axis, of: str = "", total: str = "running sum") -> Column:
    """The mean of some values over the queries that count."""
    if counted is None:
        numbers = Column(np.arange(1, axis.length + 1), axis, symbol="q")
        return values.sum(total) / numbers.last()
    # the product, in which a query that does not count adds nothing even where it is undefined
    terms = Column(np.where(counted.values, values.values, 0), axis, "multiply", (counted, values))
    return terms.named(f"counted {of or 'value'}").sum(total) / counted.sum("queries counted")


def _of_means(column: Column, axis: Axis, counted: Column | None, known: dict[int, Column]) -> Column:
    """A calculation with the mean over the queries instead of each named part."""
    if column.is_constant:
        return column
    if not column.name:
        return combine(column.operation, *(_of_means(source, axis, counted, known) for source in column.sources))
    if id(column) not in known:
        number = column if column.axis is None else column.last()
        values = number.as_rows(axis).named(column.name, f"{column.name}(q)")
        mean = _over(values, counted, axis, column.name, f"sum of {column.name}")
        known[id(column)] = mean.named(f"mean {column.name}", f"mean {column.name}")
    return known[id(column)]
