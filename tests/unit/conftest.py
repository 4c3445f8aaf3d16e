"""What the chapters share: every metric under every convention, and random rankings to try them on.

A test that takes ``settled`` runs once for each metric of the catalogue with each value of each convention.
Hypothesis tests draw from all combinations of them with ``from_type(Measure)``, and lists with
``from_type(Ranking)``. A new metric is in all of them without another line.
"""

import itertools
import math
import os
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from rankteach import Ranking
from rankteach.measures import Measure, metrics
from rankteach.metric import Metric

settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("thorough", max_examples=3000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Parameters that are numbers have no named values: these stand for them. Any other keeps its default.
NUMBERS: dict[str, list[Any]] = {"beta": [1, 2, 0.5], "base": [2, 3, math.e]}


def conventions(metric: Metric) -> dict[str, list[Any]]:
    """The values of each parameter but the cutoff, the default first."""
    values: dict[str, list[Any]] = {}
    for parameter, default in metric.parameters.items():
        named = metric.conventions.get(parameter)
        if parameter != "k":
            values[parameter] = list(named) if isinstance(named, dict) else NUMBERS.get(parameter, [default])
    return values


def combined(metric: Metric) -> list[Measure]:
    """The metric with every combination of its conventions."""
    values = conventions(metric)
    return [Measure(metric, dict(zip(values, chosen, strict=True))) for chosen in itertools.product(*values.values())]


def one_by_one(metric: Metric) -> list[Measure]:
    """The metric with its defaults, and with each other value of each convention."""
    values = conventions(metric)
    defaults = {parameter: first for parameter, (first, *_) in values.items()}
    others = [defaults | {parameter: value} for parameter, (_, *rest) in values.items() for value in rest]
    return [Measure(metric, chosen) for chosen in (defaults, *others)]


SETTLED = [measure for metric in metrics() for measure in one_by_one(metric)]
COMBINED = [measure for metric in metrics() for measure in combined(metric)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "settled" in metafunc.fixturenames:
        metafunc.parametrize("settled", SETTLED, ids=str)


GRADES = st.integers(0, 4)
st.register_type_strategy(Measure, st.sampled_from(COMBINED))
st.register_type_strategy(
    Ranking,
    st.builds(
        Ranking,
        st.lists(GRADES, max_size=8),
        missed=st.lists(GRADES, max_size=3),
        relevant_from=st.sampled_from([1, 1, 2]),
    ),
)
