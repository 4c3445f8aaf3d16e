"""How two lists are paired, and what a comparison says of them."""

import json
import pickle
import statistics
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.tracing.paired import ranked
from rankteach.widgets.steps.widget import PlayerState

HALF = Fraction(1, 2)
OF_TWO_LISTS = [rt.kendall_tau, rt.spearman, rt.pearson, rt.kendall_distance]


def test_numbers_are_paired_by_position_or_by_item() -> None:
    by_position = rt.kendall_tau([1, 2, 3], [1, 3, 2]).exact
    assert by_position == Fraction(1 + 1 - 1, 3)
    assert rt.kendall_tau({"a": 1, "b": 2, "c": 3}, {"c": 2, "a": 1, "b": 3}).exact == by_position
    assert rt.kendall_tau(list("abc"), list("acb")).exact == by_position
    assert rt.kendall_tau(np.array([1, 2, 3]), (1.0, 3.0, 2.0)).exact == by_position
    named = rt.kendall_tau({"a": 1, "b": 2}, {"b": 1, "a": 2})
    assert named.to_records()[0]["pair"] == "a, b"
    assert rt.kendall_tau([1, 2], [2, 1]).to_records()[0]["pair"] == "d1, d2"


def test_rankings_are_paired_by_item_with_their_scores_if_both_have_some() -> None:
    one = Ranking([1, 0, 0], items=list("abc"), scores=[9, 5, 4])
    other = Ranking([1, 0, 0], items=list("bac"), scores=[3, 2, 1])
    assert rt.pearson(one, other).value == pytest.approx(statistics.correlation([9, 5, 4], [2, 3, 1]))
    without = Ranking([1, 0, 0], items=list("bac"))
    assert rt.pearson(one, without).value == pytest.approx(statistics.correlation([1, 2, 3], [2, 1, 3]))
    assert rt.spearman(one, without).exact == rt.spearman(list("abc"), list("bac")).exact == HALF
    assert rt.kendall_distance(one, other).exact == Fraction(1, 3)
    assert rt.kendall_distance(one, list("bac")).exact == Fraction(1, 3)


def test_what_was_recorded_of_two_lists_can_be_pickled() -> None:
    trace = rt.kendall_tau({"a": 1, "b": 2}, {"a": 1, "b": 3})
    again = pickle.loads(pickle.dumps(trace.columns["agreement"]))
    assert (again.values.tolist(), again.axis.labels()["pair"]) == ([1], ["a, b"])


@pytest.mark.parametrize("metric", OF_TWO_LISTS, ids=lambda metric: metric.__name__)
def test_rankings_from_scores_have_the_names_of_their_places(metric: Any) -> None:
    one, other = Ranking.from_scores([1, 0], [1, 2]), Ranking.from_scores([1, 0], [2, 1])
    assert one.items == ("d2", "d1")
    assert metric(one, other).exact == (1 if metric is rt.kendall_distance else -1)


def test_a_distance_takes_anything_that_names_items() -> None:
    assert rt.kendall_distance([1, 2], ["2", "1"]).exact == 1  # items are compared as words
    assert len(ranked((1, 2, 3), np.array([3, 4]))) == 4


@pytest.mark.parametrize("takes", [lambda *two: rt.rbo(*two, ties="order"), rt.explore_agreement, rt.plots.agreement])
def test_sets_are_refused_where_an_order_is_needed(takes: Any) -> None:
    with pytest.raises(ValueError, match=r"the second list must not have a set here, .* Write its items one by one"):
        takes(["a"], [{"a", "b"}, "c"])


@pytest.mark.parametrize("metric", [rt.rbo, rt.kendall_distance, rt.kendall_tau, rt.tau_ap])
def test_lists_with_ties_come_back_from_json_and_from_the_code_of_a_player(metric: Any) -> None:
    trace = metric([{"b", 'a"'}, "c"], ["c", {'a"', "b"}])
    assert rt.read_json(trace.to_json()) == trace
    assert json.loads(trace.to_json())["input"]["pair"] == {"lists": [[['a"', "b"], "c"], ["c", ['a"', "b"]]]}
    assert eval(PlayerState(trace).code(), {"rt": rt}).trace == trace


def test_the_order_of_a_sets_items_is_always_the_same() -> None:
    names = [f"d{i}" for i in range(30)]
    assert rt.rbo([set(names)], names).to_text() == rt.rbo([frozenset(names[::-1])], names).to_text()
