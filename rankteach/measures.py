"""Metrics by name: the catalogue, and the grammar of measure strings such as ``nDCG(gain="linear")@10``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rankteach.batch import Batch
from rankteach.column import Column
from rankteach.judged import Ranked
from rankteach.metric import METRICS, Metric
from rankteach.notation import catalogue as notation
from rankteach.notation.html import table_html
from rankteach.notation.markdown import table_markdown
from rankteach.notation.tables import Table, only_0_and_1, side_by_side
from rankteach.notation.terminal import table_text
from rankteach.ranking import Ranking
from rankteach.trace import Trace

# other names in use; a value of None is one whose parameters follow from the name
ALIASES: dict[str, tuple[str, dict[str, Any]]] = {
    "precision": ("P", {}),
    "prec": ("P", {}),
    "recall": ("R", {}),
    "f1": ("F", {}),
    "f2": ("F", {"beta": 2}),
    "f0.5": ("F", {"beta": 0.5}),
    "fscore": ("F", {}),
    "acc": ("Accuracy", {}),
    "success": ("Accuracy", {}),
    "hitrate": ("Accuracy", {}),
    "hit_rate": ("Accuracy", {}),
    "mrr": ("RR", {}),
    "map": ("AP", {}),
    "averageprecision": ("AP", {}),
    "fap2": ("FAP", {"beta": 2}),
    "roc": ("AUC", {}),
    "roc_auc": ("AUC", {}),
    "auroc": ("AUC", {}),
    "rocauc": ("AUC", {}),
    "pr_auc": ("PRAUC", {}),
    "aucpr": ("PRAUC", {}),
    "auprc": ("PRAUC", {}),
    "kendall": ("Tau", {}),
    "kendalltau": ("Tau", {}),
    "spearman": ("Rho", {}),
    "spearmanrho": ("Rho", {}),
    "pearsonr": ("Pearson", {}),
}
FAMILIES = ("set", "order", "gain", "curve", "agreement")
_MEASURE = re.compile(r"^\s*(?P<name>[A-Za-z][\w.]*)\s*(?:\((?P<inside>.*)\))?\s*(?:@\s*(?P<k>\S+))?\s*$", re.DOTALL)


class Measure:
    """A metric with its parameters settled, to be called with a ranking.

    >>> import rankteach as rt
    >>> str(measure('ndcg(gain="exponential")@10'))
    'nDCG(gain="exponential")@10'
    >>> float(measure("AP(rel=2)@100")(rt.Ranking([1, 2, 0])))
    0.5
    """

    def __init__(self, metric: Metric, parameters: Mapping[str, Any], relevant_from: float | None = None) -> None:
        metric.check(parameters)
        self.metric = metric
        self.parameters = dict(parameters)
        self.relevant_from = relevant_from if metric.binary else None

    @property
    def name(self) -> str:
        """The metric's short name, such as nDCG."""
        return self.metric.name

    @property
    def label(self) -> str:
        """A short name with the cutoff, for a card or a heading: F1@5."""
        return self.metric.label(self.parameters)

    def __call__(self, ranking: Any, *other: Any) -> Trace:
        """The trace of one ranking, or of a batch; of two lists, where the metric compares them."""
        if self.metric.pair_up:
            return self.metric(ranking, *other, **self.parameters)
        return self.metric(self._judged(ranking), *other, **self.parameters)

    def __str__(self) -> str:
        return self.metric.measure(self.parameters, relevant_from=self.relevant_from or 1)

    def __repr__(self) -> str:
        return f"measure({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(str(self))

    def _parts(self) -> tuple[Metric, dict[str, Any], float]:
        settled = {name: self.parameters.get(name, default) for name, default in self.metric.parameters.items()}
        return self.metric, settled, self.relevant_from or 1

    def over_queries(self, rankings: Any, parameters: Mapping[str, Any]) -> tuple[Metric, Any, dict[str, Any]]:
        """What a mean over queries is made of."""
        if self.metric.pair_up:
            return self.metric, rankings, {**self.parameters, **parameters}
        batch = self._judged(rankings if isinstance(rankings, Batch) else Batch(rankings))
        return self.metric, batch, {**self.parameters, **parameters}

    def _judged(self, ranking: Any) -> Any:
        if not isinstance(ranking, Ranked):
            ranking = Ranking(ranking)
        return ranking if self.relevant_from is None else ranking.with_relevant_from(self.relevant_from)


def measure(text: Any) -> Measure:
    """The measure that a string names: a metric, parameters in parentheses, a cutoff after ``@``.

    The grammar is that of ir_measures: ``P@5``, ``AP(rel=2)@100``, ``nDCG(gain="exponential")@10``. Names
    are found whatever their case, and under their usual aliases (``MAP``, ``NDCG``, ``Precision``, ``F1``).
    ``rel`` is the grade from which an item is relevant. Nothing in the string is ever run.

    Raises ``ValueError`` that says what is unknown, and ``TypeError`` for anything but a string.

    >>> measure("F1@5"), measure("map"), measure("Success@10")
    (measure('F@5'), measure('AP'), measure('Accuracy@10'))
    """
    if isinstance(text, Measure):
        return text
    if isinstance(getattr(text, "metric", None), Metric):  # a metric function, such as rt.precision
        return Measure(text.metric, {})
    if not isinstance(text, str):
        raise TypeError(f"a measure is named by a string such as 'nDCG@10', not {text!r}")
    found = _MEASURE.match(text)
    if not found:
        raise ValueError(f"{text!r} is no measure; write a name, parameters and a cutoff, as in 'AP(rel=2)@100'")
    metric, parameters = _metric(found["name"], text)
    parameters.update(_arguments(found["inside"], text))
    relevant_from = parameters.pop("rel", None)
    if relevant_from is not None and not metric.binary:
        raise ValueError(f"{text!r}: {metric.name} counts grades as they are; rel is for metrics of relevant or not")
    if found["k"] is not None:
        if not (found["k"].isascii() and found["k"].isdecimal()):
            raise ValueError(f"{text!r}: the cutoff after @ is a whole number of at least 1, not {found['k']!r}")
        if "k" in parameters:
            raise ValueError(f"{text!r}: the cutoff is given twice, as k= and after @")
        parameters["k"] = int(found["k"])
    try:
        made = Measure(metric, parameters, relevant_from)
        # finds what the metric would refuse of any list
        Ranking([]).top(parameters.get("k"))
        probes: tuple[Any, ...] = (["a", "b"], ["a", "b"]) if metric.pair_up else (Ranking([]),)
        Measure(metric, {p: value for p, value in parameters.items() if p != "k"}, relevant_from)(*probes)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{text!r}: {error}") from None
    return made


class AtEveryK:
    """Measures at every cutoff, side by side: what ``at_every_k`` returns.

    ``columns`` holds, by label, one column for each measure: its value at cutoff 1, 2, 3, ... (Measures that share
    a label stand under their full names.)
    """

    def __init__(self, ranking: Ranking, measures: Sequence[Measure]) -> None:
        self.ranking = ranking
        labels = [made.label for made in measures]
        self.columns = {
            str(made) if labels.count(made.label) > 1 else made.label: made(ranking).at_every_k() for made in measures
        }

    def __getitem__(self, label: str) -> Column:
        return self.columns[label]

    def table(self, **display: Any) -> Table:
        """The table behind every notation."""
        grade = self.ranking.grade
        judged = {"relevant": self.ranking.relevant} if only_0_and_1(grade) else {"grade": grade}
        return side_by_side(self.ranking.axis, {**judged, **self.columns}, **display)

    def to_text(self, **display: Any) -> str:
        """For a terminal; ``digits`` and ``fractions`` choose the display."""
        return table_text(self.table(**display))

    def to_markdown(self, **display: Any) -> str:
        """For a document; ``digits`` and ``fractions`` choose the display."""
        return table_markdown(self.table(**display))

    def to_html(self, **display: Any) -> str:
        """Static HTML; ``digits`` and ``fractions`` choose the display."""
        return table_html(self.table(**display))

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


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
        raise TypeError("at_every_k shows one ranking, not a batch; a trace of the batch has at_every_k() too")
    if isinstance(measures, str):
        raise TypeError(f"measures is {measures!r}; it is a list of measures such as ['P', 'AP']")
    made = [measure(one) for one in measures]
    for one in made:
        if one.metric.pair_up:
            raise ValueError(f"{one} compares two lists; at_every_k shows one ranking")
        if "k" in one.parameters:
            raise ValueError(f"{one} has a cutoff of its own; leave it out, every cutoff comes anyway")
    return AtEveryK(ranking if isinstance(ranking, Ranking) else Ranking(ranking), made)


def catalogue() -> notation.Catalogue:
    """Every metric: name, title, family, parameters, one line, formula, source.

    A sequence of rows, and a table in a notebook.

    >>> [row.name for row in catalogue()][:4]
    ['P', 'R', 'F', 'Accuracy']
    """
    return notation.Catalogue([_row(metric) for metric in metrics()])


def metrics() -> list[Metric]:
    """Every metric of the catalogue, family by family."""
    return sorted(METRICS.values(), key=lambda metric: [*FAMILIES, metric.family].index(metric.family))


def _row(metric: Metric) -> notation.Row:
    trace = metric(["a", "b", "c"], ["a", "c", "b"]) if metric.pair_up else metric(Ranking([1, 0, 1]))
    line = (metric.function.__doc__ or "").strip().splitlines()[0]
    return notation.Row(
        metric.name, metric.title, metric.family, dict(metric.parameters), line, trace.formula, metric.source
    )


def _metric(name: str, text: str) -> tuple[Metric, dict[str, Any]]:
    by_name = {known.lower(): known for known in METRICS}
    if name.lower() in by_name:
        return METRICS[by_name[name.lower()]], {}
    if name.lower() in ALIASES:
        metric, parameters = ALIASES[name.lower()]
        return METRICS[metric], dict(parameters)
    raise ValueError(f"{text!r}: there is no metric {name!r}; there are {', '.join(METRICS)}")


def _arguments(inside: str | None, text: str) -> dict[str, Any]:
    if not inside or not inside.strip():
        return {}
    import ast

    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args or any(keyword.arg is None for keyword in call.keywords):
            raise ValueError
        names = [keyword.arg for keyword in call.keywords]
        if len(set(names)) < len(names):
            raise ValueError
        return {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(f"{text!r}: parameters are written as name=value, each once, as in 'AP(rel=2)@100'") from None
