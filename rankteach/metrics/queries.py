"""Over queries: the mean of any metric, as a trace whose rows are the queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rankteach.batch import Batch
from rankteach.column import Axis, Column
from rankteach.metric import Metric
from rankteach.ranking import Ranking
from rankteach.trace import Trace

_NAMES = {"AP": "MAP", "RR": "MRR"}


class Mean:
    """The mean of a metric over queries, to be called like a metric."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.name = _NAMES.get(metric.name, f"mean {metric.name}")
        self.title = f"mean {metric.title}"

    def __call__(self, rankings: Batch, **parameters: Any) -> Trace:
        """The trace of a batch: one row for each query."""
        per_query = self.metric(rankings, **parameters)
        queries = rankings.queries
        axis = Axis(
            "query", length=len(queries), index="q", end="Q",
            labels=lambda: {"query": queries}, states=lambda: [""] * len(queries),
        )  # fmt: skip
        values = per_query.result.per(axis).named(per_query.label, f"{per_query.symbol}(q)")
        count = Column(np.arange(1, len(queries) + 1), axis, symbol="q").last()
        return Trace(values.sum() / count, axis, self, rankings, parameters)

    def at_every_k(self, trace: Trace) -> Column:
        """The mean at every cutoff."""
        per_query = self.metric(trace.ranking, **trace.parameters).at_every_k()
        return Column(np.mean(per_query.values, axis=0), per_query.axis)

    def of_query(self, ranking: Ranking, parameters: Mapping[str, Any]) -> Trace:
        """The trace of one query."""
        return self.metric(ranking, **parameters)

    def symbol(self, parameters: Mapping[str, Any]) -> str:
        """What formulas call the mean."""
        return _NAMES.get(self.metric.name, f"mean {self.metric.symbol(parameters)}")

    def label(self, parameters: Mapping[str, Any]) -> str:
        """The symbol with the cutoff: MAP@3."""
        k = parameters.get("k")
        return self.symbol(parameters) + ("" if k is None else f"@{k}")

    def measure(self, parameters: Mapping[str, Any], relevant_from: float = 1) -> str:
        """The measure whose mean this is."""
        return self.metric.measure(parameters, relevant_from)

    def describe(self, parameters: Mapping[str, Any], rankings: Batch) -> list[str]:
        """Every convention in force, in words."""
        return [*self.metric.describe(parameters, rankings), "mean over all queries"]


def mean(metric: Any, rankings: Any, **parameters: Any) -> Trace:
    """The mean of a metric over queries: MAP, MRR, mean nDCG, and so on.

    mean = (sum of the metric's values over all queries) / (number of queries). It is 1 where the metric is 1
    for every query, and 0 where it is 0 for every one.

    Parameters
    ----------
    metric : metric function, measure, or measure string
        ``rt.average_precision``, ``rt.measure("nDCG@10")`` or ``"nDCG@10"``.
    rankings : Batch, or sequence (or mapping by query) of Ranking or of grades
        One ranked list per query. A query with no relevant item counts as 0.
    **parameters
        The metric's own.

    Returns
    -------
    Trace
        Its rows are the queries; ``trace[0]`` or ``trace["q1"]`` is the trace of one query.

    Raises
    ------
    ValueError
        If there is no query at all.

    >>> import rankteach as rt
    >>> trace = mean(rt.average_precision, [[1, 0, 1], [0, 1]])
    >>> trace.name, trace.exact, trace["q2"].exact
    ('MAP', Fraction(2, 3), Fraction(1, 2))
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
    batch = rankings if isinstance(rankings, Batch) else Batch(rankings)
    if not len(batch):
        raise ValueError("there is no query: a mean needs at least one ranking")
    return Mean(metric)(batch, **parameters)
