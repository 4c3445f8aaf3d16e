"""Over queries: the mean of any metric, as a trace whose rows are the queries; and the other ways there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rankteach.batch import Batch
from rankteach.column import Axis, Column, combine
from rankteach.metric import Metric
from rankteach.paired import Pairs
from rankteach.ranking import Ranking
from rankteach.trace import Trace

_NAMES = {"AP": "MAP", "RR": "MRR"}
_CALLED = {"query": "mean {}", "pooled": "pooled {}", "means": "{} of means"}
QUERIES = {
    "all": "all queries",
    "with_relevant": "queries with a relevant item",
    "with_hits": "queries with a relevant item in their list",
}


class Mean:
    """The mean of a metric over queries, or another way over them, to be called like a metric.

    ``average`` is ``"query"`` for the mean; ``"pooled"`` and ``"means"`` are the ways of ``rt.mean``. ``queries`` says
    which of them count.
    """

    def __init__(self, metric: Metric, average: str = "query", queries: str = "all") -> None:
        if average != "query" and average not in metric.averages:
            known = " or ".join(map(repr, ["query", *metric.averages]))
            raise ValueError(f"average is {average!r}; for {metric.name} it can be {known}")
        if queries not in QUERIES:
            raise ValueError(f"queries is {queries!r}; it can be {', '.join(map(repr, QUERIES))}")
        if queries != "all" and (average != "query" or metric.pair_up):
            raise ValueError(f"queries is {queries!r}; only a mean of per-query values chooses among queries")
        self.metric, self.average, self.queries = metric, average, queries
        self.name, self.title = self._called(metric.name), _CALLED[average].format(metric.title)

    def __call__(self, rankings: Any, /, **parameters: Any) -> Trace:
        """The trace of a batch: one row for each query, or of the one list that all are pooled into."""
        if self.average == "means" and parameters.get("form") == "counts":
            raise ValueError("form is 'counts'; average='means' takes the mean precision and the mean recall")
        if self.average == "pooled" and self.metric.family == "curve":
            return self._of_one_list(rankings, parameters)
        per_query = self.metric(rankings, **parameters)
        queries = rankings.queries
        axis = Axis(
            "query", length=len(queries), index="q", end="Q",
            labels=lambda: {"query": queries}, states=lambda: [""] * len(queries),
        )  # fmt: skip
        if self.average == "means":
            result = per_query.result.recalculated()
            result = result.sources[0] if result.operation == "last" else result
            known: dict[int, Column] = {}
            result = combine(result.operation, *(_of_means(part, axis, known) for part in result.sources))
        elif self.average == "pooled":
            above, below = (part.per(axis) for part in per_query.result.recalculated().sources)
            result = above.named("sum").sum("sum so far") / below.named("count").sum("count so far")
        else:
            values = per_query.result.per(axis).named(per_query.label, f"{per_query.symbol}(q)")
            result = self._mean(values, rankings, parameters, axis)
        return Trace(result, axis, self, rankings, parameters)

    def _mean(self, values: Column, rankings: Batch, parameters: Mapping[str, Any], axis: Axis) -> Column:
        if self.queries == "all":
            return values.sum() / _count(axis)
        has = (
            rankings.relevant_total
            if self.queries == "with_relevant"
            else rankings.top(parameters.get("k")).hits.last()
        )
        counted = (has.per(axis) > 0).named("counted", "c_q")
        return (counted * values).named("counted value").sum() / counted.sum("queries counted")

    def _of_one_list(self, rankings: Batch | Ranking, parameters: dict[str, Any]) -> Trace:
        pooled = rankings if isinstance(rankings, Ranking) else rankings.pooled()
        trace = self.metric(pooled, **parameters)
        return Trace(trace.result, trace.axis, self, pooled, parameters)

    def at_every_k(self, trace: Trace) -> Column:
        """The mean at every cutoff."""
        if self.average != "query" or self.queries != "all":
            raise TypeError("only the mean over all queries is known at every cutoff in one go; call it with each k")
        per_query = self.metric(trace.ranking, **trace.parameters).at_every_k()
        return Column(np.mean(per_query.values, axis=0), per_query.axis)

    def of_query(self, ranking: Any, parameters: Mapping[str, Any]) -> Trace:
        """The trace of one query."""
        return self.metric(ranking, **parameters)

    def written(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The metric, its parameters and the way over queries, as plain data."""
        return {**self.metric.written(parameters), "average": self.average, "queries": self.queries}

    def symbol(self, parameters: Mapping[str, Any]) -> str:
        """What formulas call the mean."""
        return self._called(self.metric.symbol(parameters))

    def _called(self, metric: str) -> str:
        return _NAMES.get(metric, f"mean {metric}") if self.average == "query" else _CALLED[self.average].format(metric)

    def label(self, parameters: Mapping[str, Any]) -> str:
        """The symbol with the cutoff: MAP@3."""
        k = parameters.get("k")
        return self.symbol(parameters) + ("" if k is None else f"@{k}")

    def measure(self, parameters: Mapping[str, Any], relevant_from: float = 1) -> str:
        """The measure whose mean this is."""
        return self.metric.measure(parameters, relevant_from)

    def describe(self, parameters: Mapping[str, Any], rankings: Any) -> list[str]:
        """Every convention in force, in words."""
        over = f"mean over {QUERIES[self.queries]}" if self.average == "query" else self.metric.averages[self.average]
        return [*self.metric.describe(parameters, rankings), over]

    def remarks(self, trace: Trace) -> list[str]:
        """What else is to be said: of one pooled list what the metric says of it."""
        return self.metric.remarks(trace) if isinstance(trace.ranking, Ranking) else []


def _count(axis: Axis) -> Column:
    """The number of queries, as their last number."""
    return Column(np.arange(1, axis.length + 1), axis, symbol="q").last()


def _of_means(column: Column, axis: Axis, known: dict[int, Column]) -> Column:
    """A calculation with the mean over the queries in place of each named part."""
    if column.operation == "constant":
        return column
    if not column.name:
        return combine(column.operation, *(_of_means(source, axis, known) for source in column.sources))
    if id(column) not in known:
        number = column if column.axis is None else column.last()
        values = number.per(axis).named(column.name, f"{column.name}(q)")
        total = values.sum(f"sum of {column.name}")
        known[id(column)] = (total / _count(axis)).named(f"mean {column.name}", f"mean {column.name}")
    return known[id(column)]


def mean(metric: Any, rankings: Any, *, average: str = "query", queries: str = "all", **parameters: Any) -> Trace:
    """The mean of a metric over queries: MAP, MRR, mean nDCG, and so on; or another way over them, where there is one.

    mean = (sum of the metric's values over all queries) / (number of queries). It is 1 where the metric is 1
    for every query, and 0 where it is 0 for every one.

    Parameters
    ----------
    metric : metric function, measure, or measure string
        ``rt.average_precision``, ``rt.measure("nDCG@10")`` or ``"nDCG@10"``.
    rankings : Batch, or sequence (or mapping by query) of Ranking or of grades
        One ranked list per query; for a metric of agreement, two lists per query. A query with no relevant item
        counts as 0.
    average : {"query", "pooled", "means"}
        The mean of per-query values. Or pooled: LAG over the relevant items of all queries, AUC over the items of all
        queries in one list by their scores. Or from means: F from the mean precision and the mean recall, FAP from
        the mean F and the mean AP.
    queries : {"all", "with_relevant", "with_hits"}
        Which queries a mean of per-query values counts: all; those with a relevant item; those with one in their list.
    **parameters
        The metric's own.

    Returns
    -------
    Trace
        Its rows are the queries; ``trace[0]`` or ``trace["q1"]`` is the trace of one query. (Pooled AUC has the rows
        of the one list.)

    Raises
    ------
    ValueError
        If there is no query at all, or the metric does not have this average.

    >>> import rankteach as rt
    >>> trace = mean(rt.average_precision, [[1, 0, 1], [0, 1]])
    >>> trace.name, trace.exact, trace["q2"].exact
    ('MAP', Fraction(2, 3), Fraction(1, 2))
    >>> lists = [[0, 1, 0, 1], [1]]
    >>> str(mean(rt.lag, lists).exact), str(mean(rt.lag, lists, average="pooled").exact)
    ('3/4', '1')
    """
    if isinstance(metric, str):
        from rankteach.measures import measure

        metric = measure(metric)
    if hasattr(metric, "over_queries"):  # a measure brings its own parameters
        metric, rankings, parameters = metric.over_queries(rankings, parameters)
    elif hasattr(metric, "metric"):
        metric = metric.metric
    else:
        raise TypeError(f"metric is {metric!r}; it is a metric such as rt.average_precision, a measure, or its name")
    batch = _many(metric, rankings)
    if not len(batch):
        raise ValueError("there is no query: a mean needs at least one ranking")
    return Mean(metric, average, queries)(batch, **parameters)


def _many(metric: Metric, rankings: Any) -> Batch | Pairs:
    """One list for each query; or two of them."""
    if metric.pair_up is None:
        return rankings if isinstance(rankings, Batch) else Batch(rankings)
    if isinstance(rankings, Pairs):
        return rankings
    names = list(map(str, rankings)) if isinstance(rankings, Mapping) else None
    pairs = list(rankings.values() if isinstance(rankings, Mapping) else rankings)
    for place, pair in enumerate(pairs):
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise TypeError(f"rankings[{place}] is {pair!r}; {metric.name} compares two lists for each query")
    return Pairs([metric.pair_up(*pair) for pair in pairs], names or [f"q{i}" for i in range(1, len(pairs) + 1)])
