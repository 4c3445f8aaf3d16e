"""What every metric refuses, and what it takes: cutoffs, named conventions, an empty list."""

import math
import re
from typing import Any

import pytest

from rankteach import Batch, Ranking
from rankteach.tracing.measures import Measure, metrics

NAMED = [
    pytest.param(metric, parameter, id=f"{metric.name} {parameter}")
    for metric in metrics()
    for parameter, declared in metric.declared.items()
    if any(isinstance(value, str) for value in declared.values)
]
WRONG_CUTOFFS: list[tuple[Any, type[Exception], str]] = [
    (0, ValueError, "k must be at least 1, not 0. Leave k out to use the whole list."),
    (-1, ValueError, "k must be at least 1, not -1."),
    (2.5, TypeError, "k must be a whole number of at least 1, not 2.5."),
    (2.0, TypeError, "k must be a whole number of at least 1, not 2.0."),
    (math.nan, TypeError, "k must be a whole number of at least 1, not nan."),
    (True, TypeError, "k must be a whole number of at least 1, not True."),
    ("3", TypeError, "k must be a whole number of at least 1, not '3'."),
    ([3], TypeError, "k must be a whole number of at least 1, not [3]."),
    (10**9, ValueError, "more than the length of the list, not 1000000000."),
    (10**30, ValueError, "not 1000000000000000000000000000000."),
]


@pytest.mark.parametrize(("metric", "parameter"), NAMED)
def test_a_wrong_value_of_a_named_convention_is_refused_whatever_its_type(metric: Any, parameter: str) -> None:
    for value in (None, 3, {"linear"}, "nonsense"):
        with pytest.raises((TypeError, ValueError), match=rf"^{parameter} must be .*, not {re.escape(repr(value))}[.]"):
            metric([1, 0], **{parameter: value})


def test_a_wrong_cutoff_is_refused_by_every_metric(settled: Measure) -> None:
    for ranking in (Ranking([1, 0]), Batch([[1, 0], [1]])):
        for k, error, said in WRONG_CUTOFFS:
            with pytest.raises(error, match=re.escape(said)):
                settled.metric(ranking, **{**settled.parameters, "k": k})


def test_an_empty_list_has_a_value_and_no_rows(settled: Measure) -> None:
    trace = settled([])
    assert trace.value == (settled.parameters.get("tail") == "unknown")  # everything is still unknown
    assert len(trace.at_every_k()) == 0
    rows = 11 if trace.rows == "recall level" else 0  # the levels of recall are there all the same
    assert len(trace.steps) == len(trace.to_records()) == rows


@pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.name)
def test_the_default_is_the_first_value(metric: Any) -> None:
    for parameter, declared in metric.declared.items():
        if declared.values:
            assert metric.parameters[parameter] == next(iter(declared.values))
