"""What makes a function on columns a metric: its row in the catalogue, its conventions, its trace."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial, wraps
from importlib import import_module
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, Protocol, Required, TypedDict, Unpack

import numpy as np

from rankteach.core.batch import BLOCK, AtCutoffs, Batch
from rankteach.core.checks import counted, first_named, shown
from rankteach.core.column import MOST_EXACT, Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.later import DECLARING_METRICS
from rankteach.core.ranking import Ranking
from rankteach.core.running import can_be_cut, running
from rankteach.notation.numbers import TOLERANCE
from rankteach.notation.wording import Wording
from rankteach.tracing import contract, list_conventions
from rankteach.tracing.meaning import nothing_relevant
from rankteach.tracing.paired import Paired, Pairs
from rankteach.tracing.parameters import Parameter, literal
from rankteach.tracing.plain import parameter_to_plain
from rankteach.tracing.refused import refusal
from rankteach.tracing.tools import settings, tool
from rankteach.tracing.trace import Trace

NOT_RELEVANT = "counted as not relevant"
P = ParamSpec("P")
_DECLARED: dict[str, Metric] = {}  # those that are declared so far


class MetricFunction(Protocol[P]):
    """A metric as users call it: one ranking or batch, or two lists to compare; everything else by keyword."""

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
    parameters
        The keywords and their defaults.
    declared
        The keywords and what is declared about each: named values, words, what is allowed.
    shared
        The conventions that it shares with all metrics of one ranked list, declared likewise: see ``list_conventions``.
    binary
        Whether the metric sees relevant and not relevant only (so that ``relevant_from`` matters).
    pairing
        For a metric that compares two lists, what makes a ``Paired`` of them; None for all others.
    averages
        The ways to go over queries besides the mean, with words for each (see ``rt.mean``).
    unjudged
        What becomes of an item without a judgement.
    notes
        What else there is to say about the trace of one list, or of two that are compared.
    popularity
        How often the metric is met: 2 in every introduction, 1 well known, 0 the others. Where several metrics give the
        same number, ``rt.which`` names the most popular first.
    bounds
        The least and the largest value there can be; None where there is no largest one.
    less_is_better
        Whether a better list has a lower value.
    about_relevance
        Whether it is about relevant items, and so 0 for a list without any.
    extremes_by_grades
        Whether of all orders of the same items the one by falling grades has the best value, and the reverse the worst.
    of_subtopics
        Whether it tells the subtopics of a list apart; one without subtopics has one, that of all relevant items.
    wording
        The sentences of its steps, or a function that chooses them by the parameters. Without them a step lists what is
        in the columns.
    """

    def __init__(
        self,
        function: Callable[..., Column],
        name: str,
        *,
        title: str,
        family: str,
        source: str,
        parameters: Mapping[str, Parameter] = MappingProxyType({}),
        binary: bool = True,
        symbol: str | Callable[[Mapping[str, Any]], str] = "",
        pairing: Callable[[Any, Any], Paired] | None = None,
        averages: Mapping[str, str] = MappingProxyType({}),
        unjudged: str = NOT_RELEVANT,
        notes: Callable[[Trace], Iterable[str]] | None = None,
        popularity: int = 0,
        bounds: tuple[float, float | None] = (0, 1),
        less_is_better: bool = False,
        about_relevance: bool = True,
        extremes_by_grades: bool = True,
        of_subtopics: bool = False,
        wording: Wording | Callable[[Mapping[str, Any]], Wording | None] | None = None,
    ) -> None:
        parameters = {"k": list_conventions.CUTOFF, **parameters}
        contract.check_declaration(name, title, family, source)
        contract.check_signature(function, 2 if pairing else 1, parameters)
        self.function, self.name, self.title, self.family, self.of_one = function, name, title, family, self
        self.source, self.binary = source, binary and pairing is None
        self.pairing, self.averages, self.unjudged = pairing, averages, unjudged
        self.popularity = popularity
        self._unchecked = True  # until the first call, because it may call functions that are defined below it
        self._symbol, self._notes, self._wording = symbol, notes, wording
        self.parameters: dict[str, Any] = dict(function.__kwdefaults__ or {})
        self.bounds, self.less_is_better, self.about_relevance = bounds, less_is_better, about_relevance
        self.extremes_by_grades, self.of_subtopics = extremes_by_grades, of_subtopics
        self.declared = {parameter: parameters[parameter] for parameter in self.parameters}
        self.shared = {} if pairing else list_conventions.shared_by(parameters)
        self._declarations = {**self.declared, **self.shared, **list_conventions.OF_MEASURES}

    @property
    def counts_unjudged(self) -> bool:
        """Whether an item without a judgement counts as not relevant."""
        return self.unjudged == NOT_RELEVANT

    def __call__(self, ranking: Any, /, *other: Any, **parameters: Any) -> Trace:
        """The trace of a ranking or of a batch; plain grades make a ranking. Of two lists, where it compares them."""
        if parameters:
            parameters = self.resolve(parameters)
        if self._unchecked:
            self._check()
        if self.pairing is not None:
            return self._of_two_lists(ranking, other, parameters)
        if other:
            name = self.function.__name__
            problem = f"{name} must get one ranking; pass everything else by name: {name}(ranking, k=5)."
            make = " Ranking.from_scores(labels, scores) makes one, and so does Ranking.from_items(items, relevant)."
            raise TypeError(problem + make * hasattr(other[0], "__len__"))
        if not isinstance(ranking, Judged):
            ranking = Ranking(ranking)
        if self.family == "curve" and ranking.arrays.repeats:
            raise ValueError(f"{self.name} must get each item once. Use duplicates='first' to drop the later ones.")
        if parameters:
            ranking = list_conventions.in_order(ranking, *self.order(parameters))
            if parameters.get("judged_only"):
                ranking = ranking.condensed()
            self._refuse(ranking, parameters)
            if self._over_orders(parameters):
                return self._averaged(ranking, parameters)
        result = self._calculated(ranking, parameters)
        return Trace(result, ranking.top(parameters.get("k")).axis, self, ranking, parameters)

    def order(self, parameters: Mapping[str, Any]) -> tuple[bool, Any]:
        """In which order it has lists: whether scores are compared as 32-bit floats, and the order of equal ones."""
        return self.rounds(parameters), parameters.get("ties", "stable") if "ties" in self.shared else "stable"

    def _refuse(self, lists: Ranking | Batch | Paired, parameters: Mapping[str, Any]) -> None:
        """Refuse lists for which the tool that is named has no number, or another one than its preset."""
        if wrong := "convention" in parameters and refusal(
            lists, self.name, parameters.get("k"), parameters["convention"]
        ):
            raise ValueError(wrong)

    def _check(self) -> None:
        """Refuse a function that is not a metric, and sentences about columns that it does not have."""
        if self.pairing is None:
            contract.check_value(self.name, self.function, self.about_relevance)
            sample = Ranking([1, 0, 2], missed=[1])
            trace = Trace(self.function(sample), sample.top(None).axis, self, sample, {})
        else:
            trace = self._of_two_lists(self.pairing(["a", "b"], ["b", "a"]), (), {})
        contract.check_wording(self.name, self.wording({}), trace.calculation.cells)
        self._unchecked = False

    def _calculated(self, ranking: Ranking | Batch, parameters: Mapping[str, Any]) -> Column:
        blocks = ranking.blocks() if isinstance(ranking, Batch) else [ranking]
        if len(blocks) == 1:
            return self._result(ranking, parameters)
        # only the values are kept; the columns are calculated again when they are needed
        own = self._own(parameters)
        values = np.concatenate([np.asarray(self.function(block, **own)) for block in blocks])
        settled = self._if_none(Column(values), ranking, parameters).values
        return Column.lazy(settled, None, partial(self._result, ranking, parameters))

    def _result(self, ranking: Ranking | Batch, parameters: Mapping[str, Any]) -> Column:
        return self._if_none(self.function(ranking, **self._own(parameters)), ranking, parameters)

    def _if_none(self, result: Column, ranking: Ranking | Batch, parameters: Mapping[str, Any]) -> Column:
        """The value, with what was chosen for lists without a relevant item."""
        choice = parameters.get("no_relevant")
        if choice:
            result = list_conventions.none_relevant(result, ranking, choice, self.counts_relevant(parameters))
        return self._within_bounds(result)

    def _within_bounds(self, column: Column) -> Column:
        """The same column, in which no float is above the bound by its last digit: 1.0000000000000002 is 1."""
        high, values = self.bounds[1], column.values
        if high is None or (type(values) is not np.ndarray and not values > high):
            return column
        with np.errstate(invalid="ignore"):  # NaN is neither
            if not np.any(values > high) or np.any(values > high + TOLERANCE):
                return column
        within = copy.copy(column)
        within.values = np.minimum(values, float(high))
        return within

    def _averaged(self, ranking: Ranking | Batch, parameters: dict[str, Any]) -> Trace:
        """The trace of the mean over all orders of equal scores: its rows are the orders."""
        if self.of_subtopics and ranking.arrays.served is not None:
            raise ValueError(f"ties must not be 'averaged' for {self.name} of a list with subtopics.")
        if isinstance(ranking, Batch):
            return self._each(ranking, ranking.axis, parameters)
        one_order = {**parameters, "ties": "stable", "no_relevant": 0}  # an order does not change what is relevant
        result, axis = list_conventions.averaged(
            ranking, self.label(parameters), self.symbol(parameters), lambda lists: self(lists, **one_order).result
        )
        return Trace(self._if_none(result, ranking, parameters), axis, self, ranking, parameters)

    def _each(self, lists: Batch | Pairs, axis: Axis, parameters: dict[str, Any]) -> Trace:
        """The trace of many, calculated one by one."""
        results = [self(one, **parameters).result for one in lists]
        values = np.array([result.values for result in results], dtype=np.float64)
        exact = np.array([result.exact for result in results], dtype=object)
        return Trace(Column.lazy(values, None, lambda: Column(exact)), axis, self, lists, parameters)

    def _over_orders(self, parameters: Mapping[str, Any]) -> bool:
        """Whether the value is a mean over orders; some metrics have a shorter way to the same number."""
        return parameters.get("ties") == "averaged" and "ties" not in self.parameters

    def rounds(self, parameters: Mapping[str, Any]) -> bool:
        """Whether scores are compared as 32-bit floats, as the tool that is named does."""
        return "convention" in parameters and tool(parameters["convention"]).rounds_for(self.name, parameters.get("k"))

    def _own(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in parameters.items() if name in self.parameters}

    def _of_two_lists(self, one: Any, other: tuple[Any, ...], parameters: dict[str, Any]) -> Trace:
        """The trace of two lists, or of many pairs of them."""
        assert self.pairing is not None
        if isinstance(one, Pairs):
            return self._each(one, one[0].axis, parameters)
        if not isinstance(one, Paired):
            if len(other) != 1:
                name = self.function.__name__
                raise TypeError(f"{name} compares two lists and needs both: {name}(first, second).")
            one = self.pairing(one, other[0])
        cut = (one.in_order() if parameters.get("ties") == "order" else one).top(parameters.get("k"))
        self._refuse(cut, parameters)
        result = self._within_bounds(self.function(cut.x, cut.y, **self._own(parameters)))
        return Trace(result, cut.axis, self, cut, parameters)

    def column_at_every_k(self, trace: Trace) -> Column:
        """The value of a trace at every cutoff. Raises ``TypeError`` for a metric that has none."""
        if "k" not in self.parameters:
            raise TypeError(f"at_every_k() needs a metric with a cutoff, and {self.name} has no cutoff.")
        if isinstance(trace.ranking, Batch) and trace.parameters.get("k") is None:
            # a list that ends before the longest one does is asked past its end
            trace = self(trace.ranking, **self.with_cutoff(trace.parameters, max(1, trace.ranking.axis.length)))
        every, axis = self._running(trace), trace.ranking.cutoffs(trace.parameters.get("k"))
        if every is not None:
            return every
        cutoffs = np.arange(1, axis.length + 1)
        again = partial(self._again, trace, cutoffs)
        return Column.lazy(again(), axis, lambda: Column(again(exactly=True), axis))

    def at_cutoffs(self, trace: Trace, cutoffs: np.ndarray) -> np.ndarray:
        """The values of a trace of one list at some cutoffs, for which a long list takes less time than for all."""
        every = self._running(trace)
        return self._again(trace, cutoffs) if every is None else np.asarray(every.values[cutoffs - 1])

    def _running(self, trace: Trace) -> Column | None:
        """The value at every cutoff, where what is recorded says it."""
        result = trace.result.materialise()
        if isinstance(trace.ranking, Pairs) or self._over_orders(trace.parameters) or not can_be_cut(result):
            return None
        every = running(result, trace.ranking.cutoffs(trace.parameters.get("k")))
        return None if every is None else self._within_bounds(every)

    def _again(self, trace: Trace, cutoffs: np.ndarray, *, exactly: bool = False) -> np.ndarray:
        """The metric calculated anew for some cutoffs; for those of one list together, but for fractions."""
        lists = copy.copy(trace.ranking)  # which keeps the tops for the many cutoffs
        if isinstance(lists, Ranking) and len(lists) and not exactly and not self._over_orders(trace.parameters):
            rows, at_its_own = max(1, BLOCK // int(cutoffs[-1])), {**trace.parameters, "k": None}
            blocks = (AtCutoffs(lists, cutoffs[start : start + rows]) for start in range(0, len(cutoffs), rows))
            return np.concatenate([self._result(block, at_its_own).values for block in blocks]).astype(np.float64)
        cuts = (self(lists, **self.with_cutoff(trace.parameters, k)).result for k in cutoffs.tolist())
        values = [cut.exact if exactly else cut.values for cut in cuts]
        shape = len(cutoffs), *np.shape(trace.result.values)
        return np.array(values, dtype=object if exactly else np.float64).reshape(shape).T

    def wording(self, parameters: Mapping[str, Any]) -> Wording | None:
        """The sentences of its steps, if it has some."""
        if callable(self._wording):
            return self._wording({**self.parameters, **parameters})
        return self._wording

    def notes(self, trace: Trace) -> list[str]:
        """What else is to be said about a trace; nothing of a batch."""
        return list(self._notes(trace)) if self._notes and trace.single else []

    def of_query(self, ranking: Any, parameters: Mapping[str, Any]) -> Trace:
        """The trace of one query of a batch."""
        return self(ranking, **parameters)

    def to_dict(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The name and the parameters that differ from the default, as plain data; with a tool, all of them."""
        chosen = parameters if "convention" in parameters else self.non_default(parameters)
        return {"metric": self.name, "parameters": {p: parameter_to_plain(value) for p, value in chosen.items()}}

    def __reduce__(self) -> Any:
        return _by_name, (self.name,)

    def resolve(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Checked parameters; with those of a tool's convention, if one is named, unless they are given."""
        known = self._declarations
        parameters = {p: known[p].resolve(value) if p in known else value for p, value in parameters.items()}
        self.check(parameters)
        if "convention" not in parameters:
            return dict(parameters)
        if parameters.get("k", 0) is None:  # the tool's own cutoff, if it has one
            del parameters["k"]
        named = tool(parameters["convention"]).name
        taken = settings(named, self.name, parameters.get("k"))
        settled = {name: value for name, value in taken.items() if name in self.parameters or name in self.shared}
        return {**settled, **parameters, "convention": named}

    def with_cutoff(self, parameters: Mapping[str, Any], k: int | None) -> dict[str, Any]:
        """The same parameters at another cutoff; a tool is named no longer if it does not have the metric there."""
        others = {name: value for name, value in parameters.items() if name != "k"}
        if "convention" in others:
            theirs = tool(others["convention"]).measure_for(self.name, k)
            if theirs is None or (k is None and "k" in theirs.parameters):
                del others["convention"]
        return others if k is None else {**others, "k": k}

    def with_defaults(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Every parameter: what is given, and the default of what is not."""
        return {p: parameters.get(p, default) for p, default in self._defaults.items()}

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        return {p: self.default(p) for p in {**self.parameters, **self.shared}}

    def non_default(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that differ from the default."""
        every = self.with_defaults(parameters)
        return {p: value for p, value in every.items() if value != self._defaults[p]}

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Refuse parameters that this metric does not have, and values that they do not take."""
        for parameter, value in parameters.items():
            if parameter == "convention":
                tool(value)
                continue
            if parameter not in self.parameters and parameter not in self.shared:
                known = ", ".join(dict.fromkeys([*self.parameters, *self.shared, "convention"]))
                part = "missed" if parameter in ("m", "relevant") else parameter
                of_list = part in (Ranking.__init__.__kwdefaults__ or {}) and self.pairing is None
                hint = f" Pass {part} to the ranking: rt.Ranking([1, 0, 1], {part}=...)." * of_list
                problem = f"{self.function.__name__} has no parameter {shown(parameter)}."
                raise TypeError(f"{problem} It must be one of {known}.{hint}")
            self.declaration(parameter).check(parameter, value, self.default(parameter))
            if parameter == "no_relevant" and value and not self.about_relevance:
                raise ValueError(
                    f"no_relevant must be 0 for {self.name}, not {shown(value)}: the metric is not about relevant "
                    "items."
                )

    def default(self, parameter: str) -> Any:
        """What a parameter is if it is not given."""
        return self.parameters.get(parameter, list_conventions.DEFAULTS.get(parameter))

    def declaration(self, parameter: str) -> Parameter:
        """What is declared about a parameter: its own, a shared convention, or one of a measure string."""
        return self._declarations[parameter]

    def symbol(self, parameters: Mapping[str, Any]) -> str:
        """What formulas call the metric."""
        if callable(self._symbol):
            return self._symbol({**self.parameters, **parameters})
        return self._symbol or self.name

    def label(self, parameters: Mapping[str, Any]) -> str:
        """The symbol with the cutoff: AP@3."""
        k = parameters.get("k")
        return self.symbol(parameters) + ("" if k is None else f"@{k}")

    def counts_relevant(self, parameters: Mapping[str, Any]) -> bool:
        """Whether an item is relevant or not to it, whatever its grade: always, or with this gain."""
        return self.binary or parameters.get("gain") == "binary"

    def measure(
        self,
        parameters: Mapping[str, Any],
        relevant_from: float = 1,
        aggregation: Mapping[str, Any] = MappingProxyType({}),
    ) -> str:
        """The canonical measure string: ``AP(denominator="hits")@3``; ``aggregation`` is how queries are averaged."""
        chosen = {p: value for p, value in self.non_default(parameters).items() if p != "k"}
        if self.counts_relevant(parameters) and relevant_from != 1:
            chosen["rel"] = relevant_from
        chosen |= aggregation
        inside = ", ".join(f"{p}={literal(v)}" for p, v in chosen.items())
        k = parameters.get("k")
        return self.name + (f"({inside})" if inside else "") + ("" if k is None else f"@{k}")

    def describe_value(self, parameter: str, value: Any, k: int | None = None) -> str:
        """What a parameter's value means, as a line of a header."""
        return self.declaration(parameter).describe(parameter, value, k)

    def phrase(self, parameter: str, value: Any) -> str:
        """What a parameter's value is, as a noun phrase that can follow "with".

        >>> import rankteach as rt
        >>> rt.rbo.metric.phrase("p", 0.8), rt.pr_auc.metric.phrase("form", "trapezoids")
        ('persistence p = 0.8', 'trapezoids')
        """
        return self.declaration(parameter).noun_phrase(parameter, value)

    def described(self, parameters: Mapping[str, Any], *, tied: bool = False) -> dict[str, str]:
        """What every parameter that is in force means, but for the cutoff; of tied items also what is usual."""
        values = {**self.parameters, **self._own(parameters)}
        k = values.pop("k", None)
        values |= {name: parameters[name] for name in self.shared if name in parameters}
        if tied and "ties" in self.shared:
            values.setdefault("ties", self.default("ties"))
        words = {}
        for name, value in values.items():
            known = self.declaration(name)
            hidden = known.hidden_if_default and not (tied and name == "ties")
            if not known.has_no_effect(values) and not (hidden and value == self.default(name)):
                words[name] = known.describe(name, value, k)
        return words

    def describe(self, parameters: Mapping[str, Any], ranking: Any) -> list[str]:
        """Every convention in force, in words."""
        k = parameters.get("k")
        words = list(self.described(parameters, tied=has_ties(ranking)).values())
        if "convention" in parameters:
            theirs = settings(parameters["convention"], self.name, k)
            own = [p for p in self.parameters if p != "k" and p in theirs and parameters.get(p) != theirs[p]]
            but = ", ".join(f"{name}={literal(parameters[name])}" for name in own)
            words.append(tool(parameters["convention"]).words + (f", but with {but}" if own else ""))
        words.extend(self.described_of(ranking, parameters).values())
        if isinstance(ranking, Ranking | Batch):
            words.extend(_circumstances(ranking, k, self, self.counts_relevant(parameters)))
        return words

    def described_of(self, ranking: Any, parameters: Mapping[str, Any]) -> dict[str, str]:
        """What counts of these lists: the precision of their scores, the cutoff, and the smallest relevant grade."""
        words, k = {}, parameters.get("k")
        if self.rounds(parameters) and isinstance(ranking, Judged) and ranking.arrays.scores is not None:
            words["scores"] = list_conventions.IN_SINGLE_PRECISION
        if "k" in self.parameters:
            words["k"] = "no cutoff" if k is None else f"cutoff k = {k}"
        if self.counts_relevant(parameters):
            words["rel"] = f"relevant from grade {ranking.relevant_from}"
        return words


def has_ties(ranking: Any) -> bool:
    """Whether the order of equal scores can matter: in one list with scores, or between two lists."""
    return bool(ranking.tied if isinstance(ranking, Paired) else isinstance(ranking, Ranking) and ranking.arrays.tied)


class Declaration(TypedDict, total=False):
    """What a metric declares: the attributes of ``Metric``, with a declaration for each of its parameters."""

    title: Required[str]
    source: Required[str]
    parameters: Mapping[str, Parameter]
    binary: bool
    symbol: str | Callable[[Mapping[str, Any]], str]
    averages: Mapping[str, str]
    unjudged: str
    notes: Callable[[Trace], Iterable[str]]
    popularity: int
    bounds: tuple[float, float | None]
    less_is_better: bool
    about_relevance: bool
    extremes_by_grades: bool
    of_subtopics: bool
    wording: Wording | Callable[[Mapping[str, Any]], Wording | None]


def metric(
    name: str, *, family: str, **declared: Unpack[Declaration]
) -> Callable[[Callable[Concatenate[Any, P], Column]], MetricFunction[P]]:
    """Make a metric of a function from a ranking to a column with one number, and enter it in the catalogue.

    Raises ``TypeError`` or ``ValueError`` for a function that cannot be a metric yet, with what to change.
    """

    def enter(function: Callable[Concatenate[Any, P], Column]) -> MetricFunction[P]:
        metric = Metric(function, name, family=family, **declared)
        return _entered(metric, {"ranking": "Ranking | Batch | Sequence[float]"})  # type: ignore[return-value]

    return enter


def comparison(
    name: str, *, pairing: Callable[[Any, Any], Paired], **declared: Unpack[Declaration]
) -> Callable[[Callable[Concatenate[Any, Any, P], Column]], MetricFunction[Concatenate[Any, P]]]:
    """Make a metric of a function from two lists, paired up, to a column with one number, likewise."""

    def enter(function: Callable[Concatenate[Any, Any, P], Column]) -> MetricFunction[Concatenate[Any, P]]:
        metric = Metric(function, name, family="agreement", pairing=pairing, **declared)
        return _entered(metric, {"first": "Ranking | Sequence", "second": "Ranking | Sequence"})  # type: ignore[return-value]

    return enter


def _entered(entry: Metric, positional: Mapping[str, str]) -> Callable[..., Trace]:
    """The function that users call: that of the author, which now returns a trace, with a longer docstring."""
    function, known = entry.function, known_metrics().get(entry.name)
    own = function.__module__, function.__name__
    if known is not None and (known.function.__module__, known.function.__name__) != own:
        raise ValueError(f"There is already a metric {entry.name}: {known.title}. Give yours another name.")
    function.__annotations__ |= {**positional, "return": "Trace"}
    others = {**entry.shared, "convention": list_conventions.OF_MEASURES["convention"]}
    function.__doc__ = contract.docstring(entry, others)

    @wraps(function)
    def call(ranking: Any, /, *other: Any, **parameters: Any) -> Trace:
        return entry(ranking, *other, **parameters)

    call.metric = entry  # type: ignore[attr-defined]
    _DECLARED[entry.name] = entry
    return call


def metric_of(function: Any) -> Metric | None:
    """The metric of a function that users call, such as ``rt.precision``; None for what has none."""
    metric = getattr(function, "metric", None)
    return metric if isinstance(metric, Metric) else None


def known_metrics() -> dict[str, Metric]:
    """Every metric by its name: those of the package, and those that you declared."""
    for module in DECLARING_METRICS:  # one that is loaded already costs nothing
        import_module(module)
    return _DECLARED


def _by_name(name: str) -> Metric:
    return known_metrics()[name]


def _circumstances(ranking: Ranking | Batch, k: int | None, metric: Metric, binary: bool) -> list[str]:
    """What this list or these lists are like, and what is done about what is unusual."""
    words: list[str] = []
    lists = [ranking] if isinstance(ranking, Ranking) else []
    words.extend(f"m = {counted(int(one.relevant_total), 'relevant item')}" for one in lists if binary)
    if metric.of_subtopics and ranking.arrays.served is None:
        words.append("no subtopics: every relevant item serves the same one")
    elif metric.of_subtopics:
        serving = sum(int(np.count_nonzero(side)) for side in ranking.arrays.subtopics)
        if without := int(np.sum(ranking.relevant_total.values)) - serving:
            words.append(f"{counted(without, 'relevant item')} without a subtopic: counted as not relevant")
        if lists and (unserved := len(ranking.subtopic_names) - int(ranking.subtopic_total.values)):
            words.append(f"{counted(unserved, 'subtopic')} without a relevant item: not counted")
    if ranking.unjudged:
        words.append(f"{counted(ranking.unjudged, 'item')} not judged: {metric.unjudged}")
    if left_out := ranking.arrays.left_out:
        words.append(f"{counted(left_out, 'item')} not judged: left out")
    if repeats := ranking.arrays.repeats:
        once = "; m counts it once" if binary else ""
        words.append(f"an item that came before counts again (duplicates='count'), at {counted(repeats, 'rank')}{once}")
    if dropped := ranking.arrays.dropped:
        words.append(f"an item that came before is left out (duplicates='first'), at {counted(dropped, 'rank')}")
    if ranking.arrays.depth is not None:
        words.append(f"cut at depth {ranking.arrays.depth:,}: items below it count as not retrieved")
    if ranking.top(k).axis.length > MOST_EXACT:
        words.append(f"more than {MOST_EXACT:,} ranks: decimals, no fractions")
    if lists and k is not None and k > len(ranking):
        words.append(f"the list ends at rank {len(ranking)}: the ranks after it are empty")
    if isinstance(ranking, Ranking):
        if nothing_relevant(ranking, binary):
            words.append("no relevant item at all")
    elif empty := [query for query, one in zip(ranking.queries, ranking, strict=True) if nothing_relevant(one, binary)]:
        words.append(f"no relevant item in {first_named(empty)}")
    return words
