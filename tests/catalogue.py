"""What the chapters share: every metric under every convention, and random rankings to try them on.

A test that takes ``settled`` runs once for each metric of one ranking with each value of each convention, and one
that takes ``agreeing`` once for each metric that compares two lists; ``anything`` is both. Hypothesis tests draw from
all combinations of the first kind with ``from_type(Measure)``, and lists with ``from_type(Ranking)``. A new metric is
in all of them without another line.
"""

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from rankteach import Ranking, Trace
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.tracing.measures import Measure, metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.paired import ranked
from rankteach.widgets.parts.trace_view import MOST_ROWS, TraceDrawing
from tests.tiers import SEED, thirds

# Parameters that are numbers have no named values: these stand for them, or else those that the metric calls usual.
# Any other keeps its default.
NUMBERS: dict[str, list[Any]] = {
    "beta": [1, 2, 0.5],
    "base": [2, 3, math.e],
    "multiple": [1, 0.5, 2],
    "weights": [None, 0.8],
    "thresholds": [None, [0.2, 0.3, 0.5, 1]],
}


def conventions(metric: Metric) -> dict[str, list[Any]]:
    """The values of each parameter but the cutoff, the default first."""
    values: dict[str, list[Any]] = {}
    for parameter, default in metric.parameters.items():
        declared = metric.declared[parameter]
        if parameter != "k":
            named = [value for value in declared.values if isinstance(value, str)]
            values[parameter] = named or NUMBERS.get(parameter) or [default, *declared.common_values]
    return values


def combined(metric: Metric) -> list[Measure]:
    """The metric with every combination of its conventions that it takes."""
    values = conventions(metric)
    every = [dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())]
    # pairs have no weights: test_curves.py shows that they are refused
    return [Measure(metric, one) for one in every if one.get("form") != "pairs" or one.get("weights") is None]


def required(metric: Metric) -> dict[str, str]:
    """The parameters that have no effect without another one, and that one."""
    return {name: declared.requires for name, declared in metric.declared.items() if declared.requires}


def one_by_one(metric: Metric) -> list[Measure]:
    """The metric with its defaults, and with each other value of each convention.

    What says something only beside another parameter, as ``weighting`` does beside ``weights``, stands beside it.
    """
    values = conventions(metric)
    defaults = {parameter: metric.parameters[parameter] for parameter in values}
    beside = {name: {other: values[other][1]} for name, other in required(metric).items()}
    others = [
        defaults | beside.get(parameter, {}) | {parameter: value}
        for parameter, of_it in values.items()
        for value in of_it
        if value != defaults[parameter]
    ]
    return [Measure(metric, chosen) for chosen in (defaults, *others)]


OF_ONE_LIST = [metric for metric in metrics() if metric.pairing is None]
OF_TWO_LISTS = [metric for metric in metrics() if metric.pairing is not None]
SETTLED = [measure for metric in OF_ONE_LIST for measure in one_by_one(metric)]
AGREEING = [measure for metric in OF_TWO_LISTS for measure in one_by_one(metric)]
COMBINED = [measure for metric in OF_ONE_LIST for measure in combined(metric)]


def random_traces(measure: Measure, count: int = 3) -> list[Trace]:
    """The measure of random lists: binary or graded, with tied scores, missed and unjudged items, and cutoffs.

    The first has names of its own, the second ends before its cutoff. Under a convention that is no default there are
    fewer for every change, in turn every third. They are always the same but in the long form.
    """
    chance = random.Random(f"{measure}{SEED or ''}")
    if measure.metric.pairing is not None:
        two = [_two_lists(chance, measure) for _ in range(count)]
        return [measure(*lists) for lists in thirds(two, turn_of(measure))]
    drawn = []
    for number in range(count):
        ranking = _one_list(chance, named=number == 0)
        drawn.append((ranking, len(ranking) + 2 if number == 1 else chance.choice([None, max(1, len(ranking) - 2)])))
    return [measure.metric(ranking, **measure.parameters, k=k) for ranking, k in thirds(drawn, turn_of(measure))]


def turn_of(measure: Measure) -> int:
    """0 for the defaults of a metric; for its other conventions their place, which tells them apart."""
    among = SETTLED if measure.metric.pairing is None else AGREEING
    return among.index(measure) if measure.metric.non_default(measure.parameters) else 0


def cases(measure: Measure, lists: list[Ranking], cutoffs: tuple[int | None, ...]) -> list[Trace]:
    """The measure of every list at every cutoff; under a convention that is no default of some at one cutoff each."""
    turn = turn_of(measure)
    some = zip(lists, itertools.islice(itertools.cycle(cutoffs), turn, None), strict=False)
    each = thirds([*some], turn) if turn else itertools.product(lists, cutoffs)
    return [measure.metric(ranking, **measure.parameters, k=k) for ranking, k in each]


def drawn(trace: Trace, display: Display = EXACTLY, most_rows: int = MOST_ROWS) -> dict[str, Any]:
    """A trace as a surface draws it, each step with its formulas."""
    surface = TraceDrawing(trace, display, most_rows)
    steps = [
        {**step, "formulas": formulas}
        for step, formulas in zip(surface.view["steps"], surface.formulas["steps"], strict=True)
    ]
    return {**surface.view, "steps": steps}


def _one_list(chance: random.Random, named: bool) -> Ranking:
    n = chance.randint(4, 7)
    grades = chance.choices([0, 1], k=n) if chance.random() < 0.4 else chance.choices([0, 0, 1, 2, 3, None], k=n)
    return Ranking(
        grades,
        items=[f"n{i}" for i in chance.sample(range(10, 99), n)] if named else None,
        scores=sorted(chance.choices([0.5, 1, 2.25, 3, 4], k=n), reverse=True) if chance.random() < 0.6 else None,
        missed=chance.choices([0, 1, 2], k=chance.randint(0, 2)),
        relevant_from=chance.choice([1, 1, 2]),
    )


def _two_lists(chance: random.Random, measure: Measure) -> tuple[list[Any], list[Any]]:
    """Ranked names that are not all in both lists, or two numbers for each item, some of them tied."""
    if measure.metric.pairing is ranked:
        return chance.sample("abcdef", 5), chance.sample("abcdefg", 4)
    numbers = chance.choice([[1, 2, 3], [Fraction(1, 3), 1, 2, -1], [-2.5, 0.1, 1.3, 2.0]])
    return chance.choices(numbers, k=5), chance.choices(numbers, k=5)


def two_short_lists(measure: Measure) -> list[list[Any]]:
    """Lists that are neither alike nor all different: of names, or two numbers for each item."""
    return [["a", "b", "c"], ["c", "a", "d"]] if measure.metric.pairing is ranked else [[2, 1, 4, 5.5], [1, 2, 4, 4]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "settled" in metafunc.fixturenames:
        metafunc.parametrize("settled", SETTLED, ids=str)
    if "anything" in metafunc.fixturenames:
        metafunc.parametrize("anything", [*SETTLED, *AGREEING], ids=str)
    if "agreeing" in metafunc.fixturenames:
        metafunc.parametrize("agreeing", AGREEING, ids=str)


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
    """Some lists have scores, which fall down the list and are often tied."""
    grades = draw(st.lists(st.integers(0, 4), max_size=8))
    scores = sorted(draw(st.lists(st.integers(0, 5), min_size=len(grades), max_size=len(grades))), reverse=True)
    return Ranking(
        grades,
        scores=draw(st.sampled_from([None, scores])),
        missed=draw(st.lists(st.integers(0, 4), max_size=3)),
        relevant_from=draw(st.sampled_from([1, 1, 2])),
    )


st.register_type_strategy(Measure, st.sampled_from(COMBINED))
st.register_type_strategy(Ranking, rankings())
