"""Every shared convention, for every metric and the lists that a convention alone decides: value and words agree."""

import math
from itertools import product
from typing import Any

import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.tracing.list_conventions import SHARED
from rankteach.tracing.metric import Metric, known_metrics

OF_ONE_LIST = [metric for metric in known_metrics().values() if metric.pairing is None]
NOTHING_TO_FIND: tuple[list[Any], ...] = ([], [None], [0])
CHOICES = [(name, value) for name, parameter in SHARED.items() for value in parameter.values]


def about(value: float) -> Any:
    return pytest.approx(value, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(("metric", "name", "choice"), [
    pytest.param(metric, name, choice, id=f"{metric.name}-{name}-{choice}")
    for metric in OF_ONE_LIST for name, choice in CHOICES
    if name in metric.shared and choice in metric.shared[name].values
])  # fmt: skip
def test_a_list_without_a_relevant_item_is_what_the_convention_says(metric: Metric, name: str, choice: Any) -> None:
    by_relevance = name == "no_relevant" and choice != 0
    for grades, at in product(NOTHING_TO_FIND, ({}, {"k": 2}) if "k" in metric.parameters else ({},)):
        ranking, chosen = Ranking(grades, scores=[0.5] * len(grades)), {name: choice, **at}
        if by_relevance and not metric.about_relevance:
            with pytest.raises(ValueError, match=f"no_relevant must be 0 for {metric.name}"):
                metric(ranking, **chosen)
            continue
        if choice == "error":
            with pytest.raises(ValueError, match="there is no relevant item: no_relevant='error' refuses such a list"):
                metric(ranking, **chosen)
            continue
        kept = [grade for grade in grades if name != "judged_only" or not choice or grade is not None]
        expected = float(choice) if by_relevance else metric(Ranking(kept), **at).value
        assert expected == 0 or by_relevance or not metric.about_relevance
        trace = metric(ranking, **chosen)
        assert trace.value == about(expected)
        assert metric(Batch([grades, [1, 0]]), **chosen).value[0] == about(expected)
        assert trace.exact is None or trace.exact == pytest.approx(expected)
        about_words(trace, by_relevance, expected)


def about_words(trace: rt.Trace, by_relevance: bool, expected: float) -> None:
    """What a trace says of its value, wherever it says it."""
    told = "undefined" if math.isnan(expected) else f"{expected:g}"
    if by_relevance:
        words = trace.metric.declaration("no_relevant").values[trace.parameters["no_relevant"]].sentence
        assert words in trace.conventions
        verb = "is" if told == "undefined" else "counts as"
        assert trace.meaning.endswith(f", so {trace.label} {verb} {told} by convention.")
        assert trace.closing in (
            f"{trace.label} = {told}.",
            f"No relevant item exists, so the convention decides: {trace.label} = {told}.",
            f"No item has a grade above 0, so the convention decides: {trace.label} = {told}.",
        )
    elif "by convention" in trace.meaning:
        assert f"{trace.label} counts as {told} by convention" in trace.meaning
    assert trace.closing.endswith(f"= {told}.")
    if "k" in trace.metric.parameters and len(trace.ranking):
        assert float(trace.at_every_k().values[-1]) == about(trace.value)
