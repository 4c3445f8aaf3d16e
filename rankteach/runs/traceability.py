"""Ranked lists of many queries against a ground truth, as the *Rank Metrics* wiki evaluates traceability links.

The wiki's page and the calculator that it describes differ. Both are here, each under its name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import collected, item_names, listed, names_of, one_of, shown
from rankteach.core.column import Axis, Column
from rankteach.core.ranking import Duplicates, Ranking
from rankteach.metrics import average_precision, lag, roc_auc
from rankteach.notation.report import Report
from rankteach.notation.tables import Entry, Table
from rankteach.notation.text import visible
from rankteach.notation.wording import Wording
from rankteach.tracing.measures import mean
from rankteach.tracing.trace import Trace

CONVENTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "page": {
        "MAP": {"denominator": "relevant", "queries": "all"},
        "LAG": {"average": "query"},
        "AUC": {"average": "pooled", "ties": "half"},
    },
    "calculator": {
        "MAP": {"denominator": "hits", "queries": "with_hits"},
        "LAG": {"average": "pooled"},
        "AUC": {"average": "pooled", "ties": "input_order"},
    },
}
_METRICS: dict[str, Any] = {"MAP": average_precision, "LAG": lag, "AUC": roc_auc}
_WEIGHTS = {"equal": "each project counts alike", "size": "each project counts by the size of its ground truth"}


class RankMetrics(Report, Mapping[str, Trace]):
    """MAP, LAG and, where there are scores, AUC: each a trace, by name.

    ``rankings`` holds the judged lists, ``size`` counts the relevant items of all queries, ``unassigned`` names
    relevant items that are in no list, where one ground truth was given for all queries.
    """

    def __init__(
        self, traces: Mapping[str, Trace], rankings: Batch | None, size: int, unassigned: Sequence[str], convention: str
    ) -> None:
        self._traces, self.rankings, self.size = dict(traces), rankings, size
        self.unassigned, self.convention = tuple(unassigned), convention

    def __getitem__(self, name: str) -> Trace:
        return self._traces[name]

    def __iter__(self) -> Any:
        return iter(self._traces)

    def __len__(self) -> int:
        return len(self._traces)

    def table(self) -> Table:
        """The values, and the conventions behind them."""
        traces = list(self._traces.values())
        entries = [
            Entry("measure", list(self._traces), numeric=False),
            Entry("value", [trace.shown for trace in traces]),
            Entry("how", [" · ".join(trace.conventions) for trace in traces], numeric=False),
        ]
        left = ", ".join(map(visible, self.unassigned))
        notes = [f"In no list, so they belong to no query: {left}."] if left else []
        if self.rankings is not None and self.size and not np.any(self.rankings.hits.last().values):
            notes.append("No relevant item is in any list: does the key fit?")
        return Table(Axis("measure", length=len(traces)), entries, " ".join(notes))


def rank_metrics(
    ranked: Any,
    truth: Any,
    *,
    key: Callable[[Any], str] | None = None,
    scores: Any = None,
    convention: str = "page",
    duplicates: Duplicates = "refuse",
) -> RankMetrics:
    """MAP, LAG and AUC of ranked lists against a ground truth, by the wiki's page or by its calculator.

    Parameters
    ----------
    ranked : sequence of lists, or mapping of query to list
        For each query the retrieved items, best first.
    truth : sequence or mapping of sets, or one set
        The relevant items of each query. One set holds those of all queries: each query then has
        those in its list; items that are in no list belong to no query (and are named).
    key : callable
        Turns an item into the string that is compared; without it items are texts or whole numbers.
    scores : sequence or mapping of lists, optional
        The score of each retrieved item; AUC needs them.
    convention : {"page", "calculator"}
        What the page says: AP is divided by all relevant items, MAP by all queries, LAG is the mean of per-query
        means, a tied pair is half a point of AUC. What the calculator does: AP is divided by the relevant items
        found, MAP by the queries that have any, LAG is pooled over all relevant items found, tied scores are in the
        order of the input. Both take one ROC curve of all queries' items. (Where there is nothing relevant at all, the
        calculator says NaN; here it is 0, and the header says so.)
    duplicates : {"refuse", "first", "count"}
        What to do with an item that a list has twice: see ``Ranking``.

    Returns
    -------
    RankMetrics
        Traces by name: ``["MAP"]``, ``["LAG"]``, and ``["AUC"]`` with scores.

    Raises
    ------
    TypeError, ValueError
        For lists, sets and scores that do not fit together, an item twice in a list (AUC counts none again), or an
        unknown convention.

    >>> import rankteach as rt
    >>> lists, links = [["a", "b", "c", "d"], ["e"]], [{"b", "d"}, {"e"}]
    >>> for convention in ("page", "calculator"):
    ...     print(convention, rt.rank_metrics(lists, links, convention=convention)["LAG"].exact)
    page 3/4
    calculator 1
    """
    if key is not None and not callable(key):
        raise TypeError(f"key must be a function that turns an item into the string to compare, not {shown(key)}")
    one_of(convention, CONVENTIONS, "convention")
    lists = _by_query(ranked, "ranked")
    if not lists:
        raise ValueError("ranked must have at least one list")
    links, unassigned = _links(truth, lists, key)
    scored = None if scores is None else _of_same_queries(_by_query(scores, "scores"), lists, "scores")
    rankings = {}
    for query, items in lists.items():
        try:
            ranks = scored and scored[query]
            ranking = Ranking.from_items(items, links[query], key=key, scores=ranks, duplicates=duplicates)
        except (TypeError, ValueError) as error:
            raise type(error)(f"query {shown(query)}: {error}") from None
        rankings[query] = ranking
    batch = Batch(rankings)
    chosen = CONVENTIONS[convention]
    traces = {name: mean(_METRICS[name], batch, **chosen[name]) for name in ("MAP", "LAG")}
    if scored is not None:
        traces["AUC"] = mean(roc_auc, batch, **chosen["AUC"])
    return RankMetrics(traces, batch, int(np.sum(batch.relevant_total.values)), unassigned, convention)


def aggregate(projects: Mapping[str, RankMetrics], *, weights: str = "equal") -> RankMetrics:
    """The mean of each measure over projects, all alike (macro) or each by the size of its ground truth.

    Parameters
    ----------
    projects : mapping of name to RankMetrics
    weights : {"equal", "size"}

    Returns
    -------
    RankMetrics
        Of the measures that all projects have; the rows of each trace are the projects.

    Raises
    ------
    TypeError, ValueError
        If there is no project, for projects that do not have the same convention, or for unknown weights.

    >>> import rankteach as rt
    >>> one, other = rt.rank_metrics([["a"]], [{"a"}]), rt.rank_metrics([["a", "b", "c"]], [{"b", "c", "d"}])
    >>> for weights in ("equal", "size"):
    ...     print(weights, rt.aggregate({"one": one, "other": other}, weights=weights)["MAP"].exact)
    equal 25/36
    size 13/24
    """
    one_of(weights, _WEIGHTS, "weights")
    if not isinstance(projects, Mapping) or isinstance(projects, RankMetrics):
        raise TypeError(f"projects must map names to results of rank_metrics, not {type(projects).__name__}")
    projects = dict(zip(names_of([*projects], "projects"), projects.values(), strict=True))
    for name, one in projects.items():
        if not isinstance(one, RankMetrics):
            raise TypeError(
                f"projects[{shown(name)}] must be a result of rank_metrics, not of type {type(one).__name__}"
            )
    if not projects:
        raise ValueError("projects must not be empty")
    if len({one.convention for one in projects.values()}) > 1:
        raise ValueError("all projects must have the same convention: the page's or the calculator's")
    shared = [name for name in _METRICS if all(name in one for one in projects.values())]
    traces = {name: _OverProjects(name, weights)(Projects(projects)) for name in shared}
    total = sum(one.size for one in projects.values())
    return RankMetrics(traces, None, total, (), next(iter(projects.values())).convention)


class Projects(dict[str, RankMetrics]):
    """What a trace over projects is of: the results of each, by its name or its place."""

    relevant_from = 1

    def __missing__(self, place: Any) -> RankMetrics:
        if isinstance(place, str):
            raise KeyError(place)
        return self[list(self)[place]]


class _OverProjects:
    """The definition behind a trace whose rows are projects."""

    def __init__(self, name: str, weights: str) -> None:
        self.name, self.weights = name, weights
        self.title = f"mean {name} over projects"
        self.of_one = _METRICS[name].metric
        self.less_is_better = self.of_one.less_is_better

    def __call__(self, projects: Projects, /, **parameters: Any) -> Trace:
        """The trace whose rows are the projects."""
        names, evaluations = list(projects), list(projects.values())
        axis = Axis("project", length=len(evaluations), index="p", end="P", labels=lambda: {"project": names})
        numbers = [one[self.name].result for one in evaluations]
        exact = np.array([number.exact for number in numbers], dtype=object)
        given = Column.lazy(np.array([float(one.values) for one in numbers]), axis, lambda: Column(exact))
        values = given.named(self.name, f"{self.name}(p)")
        if self.weights == "equal":
            result = values.sum() / Column(np.arange(1, len(evaluations) + 1), axis, symbol="p").last()
        else:
            size = Column(np.array([one.size for one in evaluations]), axis, name="ground truth", symbol="s_p")
            result = (size * values).named("weighted").sum() / size.sum("size so far")
        return Trace(result, axis, self, projects, parameters)

    def to_dict(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """How the projects count, as plain data."""
        return {"projects": self.weights}

    def symbol(self, parameters: Mapping[str, Any]) -> str:
        """What formulas call it."""
        return f"mean {self.name}"

    label = symbol

    def measure(self, parameters: Mapping[str, Any], relevant_from: float = 1) -> str:
        """The name of the measure whose mean this is."""
        return self.name

    def describe(self, parameters: Mapping[str, Any], projects: Projects) -> list[str]:
        """How the projects count."""
        return [_WEIGHTS[self.weights], f"by the {next(iter(projects.values())).convention}"]

    def wording(self, parameters: Mapping[str, Any]) -> Wording:
        """What the value means; the rows have no sentences of their own."""
        return Wording({}, {}, {"": f"On average over the projects, {self.name} is {{value}}"})

    def notes(self, trace: Trace) -> list[str]:
        """Nothing else."""
        return []

    def column_at_every_k(self, trace: Trace) -> Column:
        """There is no cutoff."""
        raise TypeError("there is no cutoff for a mean over projects")

    def of_query(self, project: RankMetrics, parameters: Mapping[str, Any]) -> Trace:
        """The trace of one project."""
        return project[self.name]


def _by_query(lists: Any, argument: str) -> dict[str, list[Any]]:
    rows = list(lists.values()) if isinstance(lists, Mapping) else listed(lists, argument)
    numbered = [f"q{place}" for place in range(1, len(rows) + 1)]
    names = item_names(list(lists) if isinstance(lists, Mapping) else numbered, len(rows), argument)
    read = collected if argument == "truth" else listed  # what is relevant has no order
    return {name: read(row, f"{argument}[{shown(name)}]") for name, row in zip(names, rows, strict=True)}


def _links(
    truth: Any, lists: Mapping[str, list[Any]], key: Callable[[Any], str] | None
) -> tuple[dict[str, Any], list[str]]:
    """The relevant items of each query; and of one set for all, those that are in no list."""
    if isinstance(truth, set | frozenset):
        known = set(names_of(list(truth), "truth", key))
        named = {query: names_of(items, f"ranked[{shown(query)}]", key) for query, items in lists.items()}
        rest = sorted(known.difference(*named.values()))
        return {
            query: [item for item, name in zip(items, named[query], strict=True) if name in known]
            for query, items in lists.items()
        }, rest
    rows = truth.values() if isinstance(truth, Mapping) else listed(truth, "truth")
    for place, row in enumerate(rows):
        if isinstance(row, str) or not isinstance(row, Collection):
            raise TypeError(
                f"truth[{place}] must be a set of items, not {shown(row)}. One set for all queries is fine, too."
            )
    return _of_same_queries(_by_query(truth, "truth"), lists, "truth"), []


def _of_same_queries(by_query: dict[str, Any], lists: Mapping[str, list[Any]], argument: str) -> dict[str, Any]:
    if set(by_query) != set(lists):
        odd = sorted(set(by_query) ^ set(lists))[0]
        raise ValueError(f"{argument} and ranked must have the same queries, but {shown(odd)} is in one of them only")
    return by_query
