"""Whatever takes measures takes one alone, too: as a string, as a measure, and as a metric function."""

from collections.abc import Callable
from typing import Any

import pytest

import rankteach as rt

ONES = ["AP", rt.measure("AP"), rt.average_precision]
QRELS, RUN = {"q": {"a": 1, "b": 0}}, {"q": {"b": 2.0, "a": 1.0}}
TAKES_MEASURES: dict[str, Callable[[Any], list[str]]] = {
    "explore": lambda ones: rt.explore([0, 1], ones).measures,
    "explore a run": lambda ones: rt.explore(rt.evaluate(QRELS, RUN, ["AP", "RR"]), ones).measures,
    "set measures": lambda ones: setting(rt.explore([0, 1]), ones),
    "side_by_side": lambda ones: rt.side_by_side([0, 1], [1, 0], ones).measures,
    "at_every_k": lambda ones: list(rt.at_every_k([0, 1], ones).columns),
    "plots.at_every_k": lambda ones: drawn(ones),
    "evaluate": lambda ones: list(rt.evaluate(QRELS, RUN, ones).measures),
    "which": lambda ones: [rt.which("0.5", [0, 1], measures=ones).first.measure],
}


def drawn(ones: Any) -> list[str]:
    from matplotlib.figure import Figure  # one that pyplot does not keep open

    ax = rt.plots.at_every_k([0, 1], ones, Figure().subplots())
    return [ax.get_lines()[0].get_label().removesuffix("@i")]


def setting(explorer: Any, ones: Any) -> list[str]:
    explorer.measures = ones
    return list(explorer.measures)


@pytest.mark.parametrize("take", TAKES_MEASURES.values(), ids=TAKES_MEASURES)
@pytest.mark.parametrize("one", ONES, ids=["string", "measure", "function"])
def test_one_measure_alone_is_a_list_of_one(take: Callable[[Any], list[str]], one: Any) -> None:
    assert take(one) == take([one]) == ["AP"]


@pytest.mark.parametrize("one", ["Tau", rt.measure("Tau"), rt.kendall_tau], ids=["string", "measure", "function"])
def test_one_measure_of_two_lists_alone_is_a_list_of_one(one: Any) -> None:
    assert rt.explore_agreement([1, 2], [2, 1], measures=one).measures == ["Tau"]


def test_one_measure_alone_is_a_list_of_one_mean() -> None:
    for one in ONES:
        assert rt.explore_queries([[1], [0, 1]], one).measures == ["MAP"]


def test_one_measure_alone_chooses_a_curve() -> None:
    for one in ("AUC", rt.measure("AUC"), rt.roc_auc):
        assert rt.explore_curve([1, 0], measures=one).chosen == "AUC"
