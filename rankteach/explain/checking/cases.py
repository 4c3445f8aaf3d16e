"""What a function returned for one list, next to our calculation; and which error explains it on all lists."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import Answer, Trial
from rankteach.explain.checking.lists import HIGH, TIES
from rankteach.explain.numbers import code_errors
from rankteach.explain.numbers.errors import ERRORS, turned
from rankteach.explain.numbers.explanation import Explanation
from rankteach.explain.numbers.record import Asked
from rankteach.explain.numbers.variant import REFUSALS
from rankteach.tracing.mean import Mean
from rankteach.tracing.measures import MeanMeasure, Measure
from rankteach.tracing.trace import Trace

_ONE = (
    Ranking([1, 0, 1, 1, 0], missed=[1]),
    Ranking([0, 3, 1, 2, 0, 1], missed=[2], scores=[6, 5, 4, 3, 2, 1]),
    Ranking([0, 1]),
    Ranking([1, 0]),
)
_QUERIES = (Batch(_ONE), Batch(_ONE[2:]))
_TWO = (((1, 2, 3, 4), (2, 1, 4, 3)), ((1, 2, 2, 3), (1, 3, 2, 2)), (tuple("abcd"), tuple("bacd")))


class Case(NamedTuple):
    """What a function was tried on; our calculation; the answer of the function.

    ``each`` is the calculation of each query, or that with equal scores in the order of the input, if the measure has
    another one. ``accepted`` says why another answer is right, too.
    """

    trial: Trial
    trace: Trace
    each: tuple[Trace, ...]
    answer: Answer
    accepted: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the function returned the value, or another one that is right, too."""
        return bool(self.accepted) or same(self.answer, float(self.trace))

    @property
    def fails(self) -> bool:
        """Whether the function has no number where the measure has one: an error, or NaN after 0 / 0."""
        return bool(self.answer.problem) or (self.answer.number != self.answer.number and not self.agrees)

    @property
    def asked(self) -> Asked:
        """The number that the function should have returned; with equal scores in the order of the input."""
        trace = self.each[0] if self.trial.kind == TIES and self.each else self.trace
        return Asked(trace, returned=self.answer.number)

    @property
    def of_queries(self) -> Trace:
        """The calculation with the list of each query, also where they are pooled in one."""
        lists, one = self.trial.lists, self.trace
        if not isinstance(lists, Batch) or isinstance(one.ranking, Batch):
            return one
        return lists.cached("not pooled", lambda: Trace(one.result, one.axis, one.metric, lists, {**one.parameters}))

    def explained_by(self, one: Explanation) -> bool:
        """Whether the function returned what an error gives for this list, or ours where the error gives no value."""
        assert one.of is not None
        mean = self.trace.metric if isinstance(self.trace.metric, Mean) else None
        try:
            if one.over_queries:
                of_one = MeanMeasure.of(self.trace.measure) if not mean else None
                return same(self.answer, one.of(of_one([self.trace.ranking]) if of_one else self.of_queries))
            if mean and mean.average != "query":
                return self.agrees
            each = self.each or (self.trace,)
            return same(self.answer, sum(map(one.of, each)) / len(each))
        except REFUSALS:  # such as a grade above the largest one
            return self.agrees or self.trial.kind == HIGH


def same(answer: Answer, value: float) -> bool:
    """Whether an answer is a number, up to rounding in the precision that it was calculated in."""
    if answer.number is None:
        return False
    if value != value or answer.number != answer.number:
        return value != value and answer.number != answer.number
    return math.isclose(answer.number, value, rel_tol=answer.tolerance, abs_tol=answer.tolerance)


def _possible(case: Case, measures: bool = False) -> Iterator[Explanation]:
    """What may explain the answer of one list, the likeliest first; or less, with all that are other ``measures``."""
    special, asked = case.trial.kind, case.asked
    if isinstance(case.trial.lists, Batch):
        for kind in (code_errors.over_queries, partial(turned, turns=code_errors.TURNS)):
            means = code_errors.on_any_list(Asked(case.of_queries), kind)
            yield from (one._replace(over_queries=True) for one in means)
        asked = Asked(max(case.each, key=lambda trace: len(trace.ranking)), returned=case.answer.number)
    elif special:
        yield from code_errors.on_any_list(asked, lambda asked: code_errors.of_kind(asked, special))
    if not special:
        if case.trial.scored or getattr(case.trial.lists, "scores", None):
            yield from code_errors.on_other_lists(asked, code_errors.OTHER_SORTS)
        for model in ERRORS:
            if model.coded and (model.of_variants or not measures):
                yield from code_errors.on_any_list(asked, model.of)


def fits(one: Explanation, cases: Iterable[Case]) -> bool:
    """Whether an error gives what the function returned wherever it returned a number."""
    return all(case.explained_by(one) for case in cases if not case.answer.problem)


def explained(cases: Sequence[Case], every: Sequence[Case], measures: bool = False) -> Iterator[Explanation]:
    """The errors that fit all lists of a kind, the likeliest first; or only those that are other ``measures``.

    That a function always returns the same is said only if it does so on ``every`` list.
    """
    if numbers := [case for case in cases if not (case.agrees or case.fails)]:
        cases = [case for case in cases if not case.fails]
    first = next((case for case in numbers or cases if not case.agrees and not case.answer.problem), None)
    if first is None:
        return
    number, of_queries = first.answer.number, isinstance(first.trial.lists, Batch)
    constant = number is not None and all(case.answer.number == number for case in cases)
    if constant and len(every) > 2 and all(case.answer.number == number for case in every):
        yield code_errors.constant(number or 0)._replace(over_queries=of_queries)
        return
    high = [case for case in every if case.trial.kind == HIGH]
    if constant and not first.trial.kind:  # which many errors explain, as long as no grade is above 1
        cases = [*cases, *high]
    some = (one for one in _possible(first, measures) if one.variant or not measures)
    fitting = (one for one in some if fits(one, chain([first], cases)))
    likeliest, others = list(islice(fitting, 1)), every if of_queries or constant else high
    if likeliest and not fits(likeliest[0], others):  # what fits more of the lists of other kinds, too, is likelier
        likeliest = sorted([*likeliest, *fitting], key=lambda one: -sum(fits(one, [case]) for case in others))
    yield from (_with_cutoffs(one, [first, *cases]) for one in chain(likeliest, fitting))


def _with_cutoffs(one: Explanation, cases: Sequence[Case]) -> Explanation:
    """The same, with all ranks that fit if it cuts off what the measure does not, and nothing else."""
    own, other = cases[0].asked.own, one.variant
    if not other or other.metric is not own.metric or other.changed:
        return one
    if own.parameters.get("k") or not other.parameters.get("k"):
        return one

    def at(k: int, trace: Trace) -> float:
        return float(other._replace(parameters={**other.parameters, "k": k}).on(trace).trace())

    ends = range(1, max(case.trace.ranking.cutoffs(None).length for case in cases) + 1)
    ranks = [k for k in ends if fits(one._replace(of=partial(at, k)), cases)]
    if len(ranks) < 2:
        return one
    name, some = cases[0].trace.label, f"another cutoff from {ranks[0]} to {ranks[-1]}"  # no list tells them apart
    return one._replace(called=f"{name}@{other.parameters['k']}, or {name} with {some}, not {name} of the whole list")


def mistakes_of(measure: Measure) -> dict[str, Explanation]:
    """What a function can calculate instead of a measure, by the words that ``rt.check`` has for it.

    >>> from rankteach.tracing.measures import measure
    >>> words = "your function returns AP divided by the length of the list (n), not by the relevant items (m)"
    >>> words in mistakes_of(measure("AP"))
    True
    """
    found: dict[str, Explanation] = {}
    pairs = measure.metric.pairing
    for lists in _TWO if pairs else [*(() if measure.aggregation else _ONE), *_QUERIES]:
        try:
            own = MeanMeasure.of(measure) if isinstance(lists, Batch) else measure
            trace = own(*(lists if pairs else [lists]))
        except REFUSALS:  # a measure of lists with scores, or of grades up to 1
            continue
        each = tuple(measure(lists[query]) for query in lists.queries) if isinstance(lists, Batch) else ()
        trial = Trial(lists, scored=isinstance(lists, Ranking) and lists.scores is not None)
        for one in _possible(Case(trial, trace, each, Answer(None, None))):
            found.setdefault(one.in_code, one)
    return found
