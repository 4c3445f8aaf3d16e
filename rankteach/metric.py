"""What makes a function on columns a metric: its row in the catalogue, its conventions, its trace."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any, Concatenate, ParamSpec, Protocol

import numpy as np

from rankteach.batch import Batch
from rankteach.column import Column
from rankteach.judged import Ranked
from rankteach.ranking import Ranking
from rankteach.running import running
from rankteach.trace import Trace

P = ParamSpec("P")
Conventions = Mapping[str, Mapping[str, str] | str]
MOST_NAMED = 5  # queries
METRICS: dict[str, Metric] = {}


class MetricFunction(Protocol[P]):
    """A metric as users call it: one ranking (or batch), everything else by keyword."""

    metric: Metric
    __name__: str

    def __call__(self, ranking: Any, /, *arguments: P.args, **parameters: P.kwargs) -> Trace:
        """The trace of a ranking."""


class Metric:
    """One row of the catalogue.

    Attributes
    ----------
    name, title, family, source
        The short name, the name in words, the kind of metric, and where it comes from (author, year).
    conventions
        For each parameter, words for a trace's header: one text for each named value, or one for all
        values with ``{}`` in the value's place. ``{cut}`` adds that there is a cutoff.
    open
        The parameters that take other values beside those that have a name.
    parameters
        The keywords and their defaults.
    binary
        Whether the metric sees relevant and not relevant only (so that ``relevant_from`` matters).
    """

    def __init__(
        self,
        function: Callable[..., Column],
        name: str,
        *,
        title: str,
        family: str,
        source: str,
        binary: bool,
        conventions: Conventions,
        open: Sequence[str],
        symbol: Callable[[Mapping[str, Any]], str] | None,
    ) -> None:
        self.function, self.name, self.title, self.family = function, name, title, family
        self.source, self.binary, self.conventions = source, binary, conventions
        self.open = open
        self._symbol = symbol
        self.parameters: dict[str, Any] = dict(function.__kwdefaults__ or {})

    def __call__(self, ranking: Any, **parameters: Any) -> Trace:
        """The trace of a ranking or of a batch; plain grades make a ranking."""
        if not isinstance(ranking, Ranked):
            ranking = Ranking(ranking)
        if parameters:
            self.check(parameters)
        blocks = ranking.blocks() if isinstance(ranking, Batch) else [ranking]
        if len(blocks) == 1:
            result = self.function(ranking, **parameters)
        else:  # only the values are kept; the columns are calculated again if somebody asks for them
            values = np.concatenate([np.asarray(self.function(block, **parameters)) for block in blocks])
            result = Column(values, None, "deferred", (), functools.partial(self.function, ranking, **parameters))
        return Trace(result, ranking.top(parameters.get("k")).axis, self, ranking, parameters)

    def at_every_k(self, trace: Trace) -> Column:
        """The value of a trace at every cutoff."""
        if isinstance(trace.ranking, Batch) and trace.parameters.get("k") is None:
            # a list that ends before the longest one does is asked past its end
            trace = self(trace.ranking, **{**trace.parameters, "k": max(1, trace.ranking.axis.length)})
        return running(trace.result.recalculated(), trace.ranking.top(trace.parameters.get("k")).axis)

    def of_query(self, ranking: Ranking, parameters: Mapping[str, Any]) -> Trace:
        """The trace of one query of a batch."""
        return self(ranking, **parameters)

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Refuse what is no parameter of this metric, and values that have no name."""
        for parameter, value in parameters.items():
            if parameter not in self.parameters:
                known = ", ".join(self.parameters)
                raise TypeError(f"{self.function.__name__} has no parameter {parameter!r}; it has {known}")
            named = self.conventions.get(parameter)
            if not isinstance(named, Mapping) or (parameter in self.open and not isinstance(value, str)):
                continue
            if not isinstance(value, str) or value not in named:
                raise ValueError(f"{parameter} is {value!r}; it can be {_alternatives(named)}")

    def symbol(self, parameters: Mapping[str, Any]) -> str:
        """What formulas call the metric."""
        return self._symbol({**self.parameters, **parameters}) if self._symbol else self.name

    def label(self, parameters: Mapping[str, Any]) -> str:
        """The symbol with the cutoff: AP@3."""
        k = parameters.get("k")
        return self.symbol(parameters) + ("" if k is None else f"@{k}")

    def measure(self, parameters: Mapping[str, Any], relevant_from: float = 1) -> str:
        """The canonical measure string: ``AP(denominator="hits")@3``."""
        chosen = {p: parameters[p] for p in self.parameters if p in parameters and p != "k"}
        chosen = {p: value for p, value in chosen.items() if value != self.parameters[p]}
        if self.binary and relevant_from != 1:
            chosen["rel"] = relevant_from
        inside = ", ".join(f"{p}={_literal(v)}" for p, v in chosen.items())
        k = parameters.get("k")
        return self.name + (f"({inside})" if inside else "") + ("" if k is None else f"@{k}")

    def words(self, parameter: str, value: Any, k: int | None = None) -> str:
        """What a parameter's value means."""
        words = self.conventions.get(parameter, f"{parameter} is {{}}")
        if isinstance(words, Mapping):
            words = words[value] if isinstance(value, str) else f"{parameter} is {{}}"
        return words.replace("{}", _literal(value)).replace("{cut}", "" if k is None else ", cut at k")

    def describe(self, parameters: Mapping[str, Any], ranking: Ranked) -> list[str]:
        """Every convention in force, in words."""
        k = parameters.get("k")
        values = {**self.parameters, **parameters}
        said = [self.words(parameter, value, k) for parameter, value in values.items() if parameter != "k"]
        said.append("no cutoff" if k is None else f"cutoff k = {k}")
        if self.binary:
            said.append(f"relevant from grade {ranking.relevant_from}")
        if isinstance(ranking, Ranking | Batch):
            said.extend(_circumstances(ranking, k, self.binary))
        return said


def metric(
    name: str,
    *,
    title: str,
    family: str,
    source: str,
    binary: bool = True,
    conventions: Conventions | None = None,
    open: Sequence[str] = (),
    symbol: Callable[[Mapping[str, Any]], str] | None = None,
) -> Callable[[Callable[Concatenate[Any, P], Column]], MetricFunction[P]]:
    """Make a metric of a function from a ranking to a column with one number, and enter it in the catalogue."""

    def enter(function: Callable[Concatenate[Any, P], Column]) -> MetricFunction[P]:
        made = Metric(
            function,
            name,
            title=title,
            family=family,
            source=source,
            binary=binary,
            conventions=conventions or {},
            open=open,
            symbol=symbol,
        )

        # what a user reads: the source stands in one place, and a metric returns a trace
        function.__doc__ = f"{(function.__doc__ or '').rstrip()}\n\n    Source: {source}.\n    "
        function.__annotations__ |= {"ranking": "Ranking | Batch | Sequence[float]", "return": "Trace"}

        @functools.wraps(function)
        def call(ranking: Any, /, *arguments: P.args, **parameters: P.kwargs) -> Trace:
            return made(ranking, *arguments, **parameters)

        METRICS[name] = made
        call.metric = made  # type: ignore[attr-defined]
        return call  # type: ignore[return-value]

    return enter


def _circumstances(ranking: Ranking | Batch, k: int | None, binary: bool) -> list[str]:
    """What this list or these lists are like, and what is done about what is unusual."""
    said: list[str] = []
    lists = [ranking] if isinstance(ranking, Ranking) else []
    said.extend(f"m = {_count(int(one.relevant_total), 'relevant item')}" for one in lists if binary)
    if ranking.unjudged:
        said.append(f"{_count(ranking.unjudged, 'item')} not judged: counted as not relevant")
    if lists and k is not None and k > len(ranking):
        said.append(f"the list ends at rank {len(ranking)}: the ranks after it are empty")
    if isinstance(ranking, Ranking):
        if nothing_relevant(ranking, binary):
            said.append("no relevant item at all")
    elif empty := [query for query, one in zip(ranking.queries, ranking, strict=True) if nothing_relevant(one, binary)]:
        named = ", ".join(empty[:MOST_NAMED]) + (f" and {len(empty) - MOST_NAMED} more" if empty[MOST_NAMED:] else "")
        said.append(f"no relevant item in {named}")
    return said


def nothing_relevant(ranking: Ranking, binary: bool) -> bool:
    """Whether no item counts: none is relevant, or for graded metrics none has a grade above 0."""
    return not (ranking.relevant_total if binary else any(ranking.grade.values) or any(ranking.missed))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _alternatives(named: Mapping[str, str]) -> str:
    *first, last = [repr(value) for value in named]
    return f"{', '.join(first)} or {last}"


def _literal(value: Any) -> str:
    """A parameter's value as it is written in a measure string, which reads it back."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_literal(one)}: {_literal(other)}' for one, other in value.items())}}}"
    if isinstance(value, Real):
        number = float(value)
        return repr(int(number) if number.is_integer() else number)
    return getattr(value, "__name__", None) or repr(value)
