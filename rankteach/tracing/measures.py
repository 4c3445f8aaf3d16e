"""Metrics by name: the catalogue, and the grammar of measure strings such as ``nDCG(gain="linear")@10``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from rankteach.core.batch import Batch
from rankteach.core.checks import collected, is_list, item_names, listed, must, scalar, shown
from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.core.ranking import Ranking
from rankteach.notation.html import escape
from rankteach.notation.numbers import displayed
from rankteach.notation.report import Report
from rankteach.notation.tables import Table, only_0_and_1, side_by_side
from rankteach.notation.text import markup
from rankteach.tracing.contract import FAMILIES
from rankteach.tracing.grammar import AVERAGES, BY_VERSION, parse
from rankteach.tracing.mean import EPSILON, Mean, known_average
from rankteach.tracing.meaning import first_line
from rankteach.tracing.metric import Metric, known_metrics, metric_of
from rankteach.tracing.paired import Pairs
from rankteach.tracing.refused import OF_SCORES
from rankteach.tracing.tools import settings, tool
from rankteach.tracing.trace import Trace

USUAL = {"average": "query", "queries": "all"}
OVER = tuple(USUAL)  # what a measure says of queries
_TRIED: set[str] = set()  # measures that no metric has refused
_COMMA = re.compile(r"\s*,\s*(?=[A-Za-zα][\w.-]*+(?!\s*=))(?![^(]*\))")  # before a name, and in no parentheses


class Measure:
    """A metric with its parameters settled, to be called with a ranking.

    >>> import rankteach as rt
    >>> str(measure('ndcg(gain="exponential")@10'))
    'nDCG(gain="exponential")@10'
    >>> float(measure("AP(rel=2)@100")(rt.Ranking([1, 2, 0])))
    0.5
    """

    def __init__(
        self,
        metric: Metric,
        parameters: Mapping[str, Any],
        relevant_from: float | None = None,
        aggregation: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.metric = metric
        self.parameters = metric.resolve(parameters)
        self.relevant_from = relevant_from if metric.counts_relevant(self.parameters) else None
        self.aggregation = dict(aggregation)  # how queries are averaged, for rt.mean
        if aggregation:
            Mean(metric, **self.aggregation)  # refuses an average that the metric does not have

    @property
    def name(self) -> str:
        """The metric's short name, such as nDCG."""
        return self.metric.name

    @property
    def title(self) -> str:
        """What the metric is called in full, such as average precision."""
        return self.metric.title

    @property
    def label(self) -> str:
        """A short name with the cutoff, for a card or a heading: F1@5."""
        return self.metric.label(self.parameters)

    @property
    def of_one(self) -> Measure:
        """The measure of one query."""
        return self

    def __call__(self, ranking: Any, *other: Any) -> Trace:
        """The trace of one ranking, or of a batch; of two lists, where the metric compares them."""
        return self.metric(self._judged(ranking), *other, **self.parameters)

    @property
    def order(self) -> tuple[bool, Any]:
        """In which order it has lists, as ``Metric.order`` says."""
        return self.metric.order(self.parameters)

    @property
    def needs_scores(self) -> bool:
        """Whether the value depends on scores, and not on the order of the list alone."""
        named = self.parameters.get("convention")
        refused = named and any(self.metric.name in tool(named).refuses.get(kind, ()) for kind in OF_SCORES)
        return bool(refused) or self.metric.family == "curve" or self.parameters.get("ties", "stable") != "stable"

    def __str__(self) -> str:
        return self.metric.measure(self.parameters, self.relevant_from or 1, self.aggregation)

    def __repr__(self) -> str:
        return f"measure({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(str(self))

    def _parts(self) -> tuple[Metric, dict[str, Any], float, dict[str, Any]]:
        return self.metric, self.metric.with_defaults(self.parameters), self.relevant_from or 1, self.aggregation

    def with_parameters(self, **changed: Any) -> Measure:
        """The same measure with other values of some parameters; under a ``convention`` it keeps those that it has."""
        return Measure(self.metric, {**self.parameters, **changed}, self.relevant_from, self.aggregation)

    def over_queries(self, rankings: Any, parameters: Mapping[str, Any]) -> tuple[Metric, Any, dict[str, Any]]:
        """What a mean over queries is made of."""
        return self.metric, self._judged(_many(self.metric, rankings)), {**self.parameters, **parameters}

    def _judged(self, ranking: Any) -> Any:
        if self.metric.pairing:
            return ranking
        if not isinstance(ranking, Judged):
            ranking = Ranking(ranking)
        return ranking if self.relevant_from is None else ranking.with_relevant_from(self.relevant_from)


class MeanMeasure(Measure):
    """A measure over queries, to be called with their lists: its mean, or the average that it names.

    >>> over = MeanMeasure.of("mean nDCG@5")
    >>> str(over), str(over.of_one), over([[1, 0], [1]]).value
    ('mean nDCG@5', 'nDCG@5', 1.0)
    >>> [str(MeanMeasure.of(one)) for one in ("AP@3", 'AP(average="geometric", rel=2)', 'F(average="means")')]
    ['MAP@3', 'gMAP(rel=2)', 'F(average="means")']
    """

    def __init__(
        self,
        metric: Metric,
        parameters: Mapping[str, Any],
        relevant_from: float | None = None,
        aggregation: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        if metric.pairing:
            raise ValueError(
                f"{metric.name} compares two lists with each other; a mean over queries needs a measure of one list, "
                "such as AP."
            )
        super().__init__(metric, parameters, relevant_from, aggregation)
        self.mean = _settled(metric, self.parameters, aggregation.get("average"), aggregation.get("queries"))
        self._own = "convention" not in self.parameters  # else a tool may imply another average
        if self._own:
            self.aggregation = {name: value for name, value in aggregation.items() if value != USUAL[name]}

    @classmethod
    def of(cls, text: Any) -> MeanMeasure:
        """The mean that a string names: MAP, MRR, gMAP, mean nDCG@5, pooled LAG; of AP it is MAP."""
        one = measure(text)
        return one if isinstance(one, cls) else cls(one.metric, one.parameters, one.relevant_from, one.aggregation)

    @property
    def title(self) -> str:
        """What the mean is called in full."""
        return self.mean.title

    @property
    def label(self) -> str:
        """A short name with the cutoff: MAP@5."""
        return self.mean.label(self.parameters)

    @property
    def of_one(self) -> Measure:
        """The measure of one query."""
        return Measure(self.metric, self.parameters, self.relevant_from)

    def __call__(self, rankings: Any, *other: Any) -> Trace:
        """The trace of the mean; its rows are the queries."""
        _, batch, parameters = self.over_queries(rankings, {})
        return self.mean(batch, **parameters)

    def __str__(self) -> str:
        named = self._own and self.mean.average in AVERAGES.values()
        aggregation = {name: value for name, value in self.aggregation.items() if not (named and name == "average")}
        text = self.metric.measure(self.parameters, self.relevant_from or 1, aggregation)
        return self.mean.name + text.removeprefix(self.metric.name) if named else text


def measure(text: Any, *, convention: str | None = None) -> Measure:
    """The measure that a string names: a metric, parameters in parentheses, a cutoff after ``@``.

    The grammar is that of ir_measures: ``P@5``, ``AP(rel=2)@100``, ``nDCG(dcg="exp-log2")@10``. Names are found
    whatever their case, and under their usual aliases (``MAP``, ``NDCG``, ``Precision``, ``F1``); the spellings of
    trec_eval (``map_cut_3``, ``P.5``, ``recip_rank``, ``set_F.2``) and ranx (``hit_rate@10``, ``rbp.95``,
    ``map@100-l2``) are read too, and so are ``MAP_10`` and what tools call their functions, with what these imply
    (``ndcg_score``, ``apk@5``, ``RetrievalMAP``). ``rel`` is the grade from which an item is relevant. Nothing in the
    string is ever run.

    Parameters
    ----------
    text : str
        The measure. (A metric function, such as ``rt.precision``, is one too.)
    convention : str, optional
        A tool, such as ``"trec_eval"`` or ``"scikit-learn"`` (see ``rt.conventions``): parameters that the string
        does not give are those with which this tool calculates.

    Returns
    -------
    Measure
        Call it with a ranking. Its string names every parameter that is not the default, whatever you wrote.

    Raises
    ------
    TypeError, ValueError
        For anything but a string; for what is unknown, with the nearest name; for a measure that the tool lacks.

    >>> measure("F1@5"), measure("map_cut_3"), measure("Success@10")
    (measure('F@5'), measure('AP@3'), measure('Accuracy@10'))
    >>> measure("nDCG@10", convention="scikit-learn")
    measure('nDCG(ideal="retrieved", ties="averaged")@10')
    """
    text = scalar(text)
    if isinstance(text, Measure):
        return text if convention is None else text.with_parameters(convention=convention)
    if (metric := metric_of(text)) is not None:
        return Measure(metric, {} if convention is None else {"convention": convention})
    if not isinstance(text, str):
        raise TypeError(f"a measure must be a string such as 'nDCG@10', not {shown(text)}.")
    try:
        known = known_metrics()
        name, written, implied = parse(text, known)
        if convention is not None:
            written["convention"] = convention
            theirs, spelled = tool(convention), re.split(r"[\s(@]", text.strip())[0]
            if spelled in theirs.instead and spelled in theirs.measures:  # a measure of another kind has this name
                raise ValueError(f"{spelled} must have another name for {theirs.name}. {theirs.instead[spelled]}")
            if any(one in text.lower() for one in BY_VERSION):
                implied.pop("form", None)
        return _tried(known[name], {**implied, **written})
    except (TypeError, ValueError) as error:
        raise ValueError(f"{shown(text)}: {error}") from None


def _tried(metric: Metric, parameters: dict[str, Any]) -> Measure:
    """The measure, tried on an empty list, which finds what the metric would refuse of any."""
    relevant_from = parameters.pop("rel", None)
    aggregation = {name: parameters.pop(name) for name in OVER if name in parameters and name not in metric.parameters}
    resolved = Measure(metric, parameters, relevant_from, aggregation)
    if relevant_from is not None and resolved.relevant_from is None:
        raise ValueError(
            f"rel needs a metric of relevant or not, but {metric.name} counts grades as they are. Leave rel out."
        )
    known = f"{metric.name} {resolved.parameters} {shown(relevant_from)}"
    if known not in _TRIED:
        Ranking([]).top(parameters.get("k"))
        probes: tuple[Any, ...] = (["a", "b"], ["a", "b"]) if metric.pairing else (Ranking([]),)
        untried = ("k", "no_relevant", "convention")
        tried = {name: value for name, value in resolved.parameters.items() if name not in untried}
        Measure(metric, tried, relevant_from)(*probes)
        _TRIED.add(known)
    return resolved


class AtEveryK(Report):
    """Measures at every cutoff, side by side: what ``at_every_k`` returns.

    ``columns`` holds, by label, one column for each measure: its value at cutoff 1, 2, 3, ... (Measures that share
    a label are there under their full names.) Brackets take any name of a measure: ``table["Accuracy"]`` is
    ``table["Success"]``.
    """

    def __init__(self, ranking: Ranking, measures: Sequence[Measure]) -> None:
        self.ranking = ranking
        labels = [one.label for one in measures]
        self._labels = {str(one): str(one) if labels.count(one.label) > 1 else one.label for one in measures}
        self.columns = {self._labels[str(one)]: one(ranking).at_every_k() for one in measures}

    def __getitem__(self, name: str) -> Column:
        return self.columns[name if name in self.columns else self._labels[str(measure(name))]]

    def table(self, **display: Any) -> Table:
        """The table behind every notation; ``digits`` and ``fractions`` choose the display."""
        grade = self.ranking.grade
        judged = {"relevant": self.ranking.relevant} if only_0_and_1(grade) else {"grade": grade}
        return side_by_side(self.ranking.axis, {**judged, **self.columns}, displayed(**display))


def each_measure(measures: Any, example: str = "['AP', 'nDCG@10']") -> list[Any]:
    """The measures that an argument names: one alone is a list of one; in a text, commas separate several.

    >>> each_measure("AP, F(beta=2, k=3),P@5"), each_measure(["P.5", "AP"])
    (['AP', 'F(beta=2, k=3)', 'P@5'], ['P.5', 'AP'])
    """
    measures = scalar(measures)
    if isinstance(measures, Mapping):
        raise TypeError(must("measures", measures, "be a list of measures", f"Write a list such as {example}."))
    alone = isinstance(measures, (str, Measure)) or callable(measures)
    given = [measures] if alone else collected(measures, "measures", f"Write a list such as {example}.")
    return [part for one in given for part in (_COMMA.split(one) if isinstance(one, str) else [one])]


def at_every_k(ranking: Any, measures: Sequence[str | Measure]) -> AtEveryK:
    """Measures at cutoff 1, 2, 3, ... up to the end of the list, in one table.

    The measures are given without a cutoff: ``["P", "R", "F1", 'AP(denominator="hits")']``.

    Raises ``ValueError`` for a measure with a cutoff of its own, or one that is unknown.

    >>> table = at_every_k(Ranking([1, 0, 1]), ["P", "R"])
    >>> print(table)
    rank   item   relevant     P     R
       i
       1   d1            ●   1/1   1/2
       2   d2            ○   1/2   1/2
       3   d3            ●   2/3   2/2
    >>> table["R"]
    R@i: 0.5, 0.5, 1.0
    """
    if isinstance(ranking, Batch):
        raise TypeError("at_every_k needs one ranking, not a batch. Use rt.precision(batch).at_every_k() instead.")
    resolved = [measure(one) for one in each_measure(measures, "['P', 'AP']")]
    for one in resolved:
        if one.metric.pairing:
            raise ValueError(f"{one} compares two lists, but at_every_k needs measures of one ranking.")
        if "k" in one.parameters:
            raise ValueError(
                f"{one} must not have a cutoff of its own, because at_every_k shows every cutoff. Leave it out."
            )
    return AtEveryK(ranking if isinstance(ranking, Ranking) else Ranking(ranking), resolved)


class Row(NamedTuple):
    """One metric."""

    name: str
    title: str
    family: str
    parameters: dict[str, Any]
    line: str
    formula: str
    source: str


class Catalogue(tuple[Row, ...]):
    """All metrics, one row each; a notebook shows it as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{row.name:<9} {row.title}: {row.line}" for row in self)

    def _repr_html_(self) -> str:
        left = '<td style="text-align:left">'
        lines = "".join(
            f"<tr>{left}<b>{escape(row.name)}</b></td>{left}{escape(row.title)}</td>{left}{escape(row.line)}</td>"
            f"{left}{markup(_example(measure(row.name).metric).calculation.formula)}</td>{left}{escape(row.source)}</td></tr>"
            for row in self
        )
        names = ("name", "metric", "in one line", "formula", "source")
        heads = "".join(f'<th style="text-align:left">{name}</th>' for name in names)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def catalogue() -> Catalogue:
    """Every metric: name, title, family, parameters, one line, formula, source.

    A sequence of rows, and a table in a notebook.

    >>> [row.name for row in catalogue()][:4]
    ['P', 'R', 'F', 'Accuracy']
    """
    return Catalogue([_row(metric) for metric in metrics()])


def metrics() -> list[Metric]:
    """Every metric of the catalogue, family by family."""
    return sorted(known_metrics().values(), key=lambda metric: [*FAMILIES, metric.family].index(metric.family))


def _example(metric: Metric) -> Trace:
    return metric(["a", "b", "c"], ["a", "c", "b"]) if metric.pairing else metric(Ranking([1, 0, 1]))


def _row(metric: Metric) -> Row:
    line, formula = first_line(metric), _example(metric).formula
    return Row(metric.name, metric.title, metric.family, dict(metric.parameters), line, formula, metric.source)


def mean(
    metric: Any,
    rankings: Any,
    *,
    average: str | None = None,
    queries: str | None = None,
    epsilon: float = EPSILON,
    **parameters: Any,
) -> Trace:
    """The mean of a metric over queries: MAP, MRR, mean nDCG, and so on; or another way over them, where there is one.

    mean = (sum of the metric's values over all queries) / (number of queries). It is 1 where the metric is 1
    for every query, and 0 where it is 0 for every one.

    Parameters
    ----------
    metric : metric function, measure, or measure string
        ``rt.average_precision``, ``rt.measure("nDCG@10")`` or ``"nDCG@10"``.
    rankings : Batch, or sequence (or mapping by query) of Ranking or of grades
        One ranked list per query; for a metric of agreement, two lists per query. A query with no relevant item
        counts as 0. With ``no_relevant="nan"`` it has no value, and a mean that counts it has none either: it is NaN,
        and the trace names these queries; ``queries="with_relevant"`` leaves them out.
    average : {"query", "geometric", "sum", "pooled", "means", "by_items", "by_relevant"}, optional
        The mean of per-query values. Or their geometric mean, in which a query that fails weighs most (gMAP): e to the
        power of the mean logarithm. Or of counts the sum, which trec_eval prints. Or pooled: LAG over the relevant
        items of all queries, AUC over the items of all queries in one list by their scores. Or from means: F from the
        mean precision and the mean recall, FAP from the mean F and the mean AP. Or of AUC (GAUC) the mean in which each
        query that has relevant and other items counts by the number of its items, or of its relevant items.
    queries : {"all", "with_items", "with_relevant", "with_hits"}, optional
        Which queries a mean of per-query values counts: all; those whose list is not empty; those with a relevant
        item; those with one in their list. By default all, or those that the ``convention`` counts.
    epsilon : float
        What a geometric mean takes for smaller values, above 0; without it one value of 0 would make it 0.
    **parameters
        The metric's own; and those that all metrics of one ranked list share (``ties``, ``judged_only``,
        ``no_relevant``, ``convention``).

    Returns
    -------
    Trace
        Its rows are the queries; ``trace[0]`` or ``trace["q1"]`` is the trace of one query. (Pooled AUC has the rows
        of the one list.)

    Raises
    ------
    TypeError, ValueError
        If there is no query at all, the metric does not have this average, or epsilon is not above 0.

    >>> import rankteach as rt
    >>> trace = mean(rt.average_precision, [[1, 0, 1], [0, 1]])
    >>> trace.name, trace.exact, trace["q2"].exact
    ('MAP', Fraction(2, 3), Fraction(1, 2))
    >>> lists = [[0, 1, 0, 1], [1]]
    >>> str(mean(rt.lag, lists).exact), str(mean(rt.lag, lists, average="pooled").exact)
    ('3/4', '1')
    >>> str(mean("GAUC", [[1, 0], [0, 1, 0, 0], [1, 1]]).exact)  # (2 · 1 + 4 · 2/3) / (2 + 4)
    '7/9'
    >>> round(float(mean("AP", [[1], [0, 1], [0]], average="geometric")), 4)  # (1 · 1/2 · 0.00001) ^ (1/3)
    0.0171
    """
    if isinstance(metric, str):
        metric = measure(metric, convention=parameters.pop("convention", None))
    aggregation: Mapping[str, Any] = {}
    if isinstance(metric, Measure):
        aggregation = metric.aggregation
        metric, batch, parameters = metric.over_queries(rankings, parameters)
    elif (named := metric_of(metric)) is not None:
        metric, batch = named, _many(named, rankings)
    else:
        raise TypeError(f"metric must be a metric such as rt.average_precision, or a measure, not {shown(metric)}.")
    if not len(batch):
        raise ValueError("there is no query: rankings must have at least one.")
    average = aggregation.get("average") if average is None else average
    queries = aggregation.get("queries") if queries is None else queries
    return _settled(metric, parameters, average, queries, epsilon)(batch, **parameters)


def _settled(
    metric: Metric, parameters: Mapping[str, Any], average: str | None, queries: str | None, epsilon: float = EPSILON
) -> Mean:
    """The way over queries: what is given, what the convention of a tool says, or the mean over all."""
    average = None if average is None else known_average(metric, average)
    if (convention := parameters.get("convention")) is not None:
        if average is None:
            average = settings(convention, metric.name, parameters.get("k")).get("average")
        chooses = average != "pooled" and metric.pairing is None
        queries = tool(convention).queries if chooses and queries is None else queries
    return Mean(metric, average or "query", "all" if queries is None else queries, epsilon)


def _many(metric: Metric, rankings: Any) -> Batch | Pairs:
    """One list for each query; or two of them."""
    if metric.pairing is None:
        return rankings if isinstance(rankings, Batch) else Batch(rankings)
    if isinstance(rankings, Pairs):
        return rankings
    pairs = list(rankings.values()) if isinstance(rankings, Mapping) else listed(rankings, "rankings")
    names = item_names(list(rankings), len(pairs), "rankings") if isinstance(rankings, Mapping) else None
    for place, pair in enumerate(pairs):
        if not is_list(pair) or len(list(pair)) != 2:
            raise TypeError(
                f"rankings[{place}] must be two lists, not {shown(pair)}: {metric.name} compares two lists for each "
                "query."
            )
    return Pairs([metric.pairing(*pair) for pair in pairs], names or [f"q{i}" for i in range(1, len(pairs) + 1)])
