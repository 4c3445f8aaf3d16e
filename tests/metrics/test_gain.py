"""Gains and discounts: DCG, its ideal, nDCG and Q."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Ranking

log2 = math.log2
MISSED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
CUTOFFS = st.none() | st.integers(1, 9)


def test_gains_count_below_the_grade_from_which_an_item_is_relevant() -> None:
    lists = [Ranking([1, 1], relevant_from=2), Ranking([2], relevant_from=2)]
    for trace in (rt.ndcg(lists[0]), rt.mean(rt.ndcg, lists)):
        assert trace.value == 1
        assert not any("no relevant item" in words for words in trace.conventions)


def test_a_level_of_relevance_counts_where_each_relevant_item_has_gain_1() -> None:
    measure = rt.measure('nDCG(gain="binary", rel=2)@2')
    assert str(measure) == 'nDCG(gain="binary", rel=2)@2' and measure([1, 2]).value == pytest.approx(1 / log2(3))
    assert rt.measure('nDCG(gain="binary")')([1, 2]).value == 1
    assert rt.ndcg(Ranking([1], relevant_from=2), gain="binary", no_relevant=1).value == 1
    with pytest.raises(ValueError, match="rel needs a metric of relevant or not, but nDCG counts grades as they are"):
        rt.measure("nDCG(rel=2)@2")


def test_without_a_cutoff_the_header_does_not_say_that_the_ideal_is_cut() -> None:
    trace = rt.ndcg(MISSED)
    assert trace.value == rt.ndcg(MISSED, ideal="uncut").value
    assert not any("cut at k" in words for words in trace.conventions)


@pytest.mark.parametrize(
    "chosen",
    [
        {"discount": "rank"},
        {"discount": [1, 0.5, 0.4, 0.1]},
        {"discount": lambda rank: 1 / rank**2},
        {"gain": {1: 1, 2: 3, 3: 4}},
    ],
    ids=["1 / rank", "a list", "a function", "a table of gains"],
)
def test_discounts_and_gains_give_lists_of_a_batch_what_they_give_each_alone(chosen: dict[str, Any]) -> None:
    lists = [Ranking([1, 2, 0, 3]), Ranking([0, 2], missed=[3, 1]), Ranking([], missed=[1])]
    for metric in (rt.dcg, rt.ideal_dcg, rt.ndcg):
        for k in (None, 1, 3):
            alone = [metric(one, **chosen, k=k).value for one in lists]
            assert metric(rt.Batch(lists), **chosen, k=k).value.tolist() == pytest.approx(alone, abs=1e-12)
    every = np.asarray(rt.ndcg(lists[0], **chosen).at_every_k(), dtype=float)
    assert every == pytest.approx([rt.ndcg(lists[0], **chosen, k=k).value for k in range(1, 5)])


def test_a_base_has_no_effect_and_no_line_where_there_is_no_logarithm() -> None:
    for discount in ("rank", [1, 0.5], np.array([1, 0.5])):
        traces = [rt.dcg([1, 2], discount=discount, base=base) for base in (2, 3)]
        assert rt.diagnose(traces[0], "0.1234").right is False  # which tries the other conventions
        assert traces[0].value == traces[1].value
        assert not any("logarithm" in line for line in [*traces[0].conventions, *traces[1].conventions])


def test_shared_gains_are_exact_and_said() -> None:
    trace = rt.cumulative_gain(Ranking([3, 0, 1], scores=[2, 2, 1]), k=1, ties="averaged")
    assert trace.exact == Fraction(3 + 0, 2)
    shared = rt.dcg(Ranking([3, 0, 1], scores=[2, 2, 1]), ties="averaged")
    assert shared.columns["shared gain"].exact.tolist() == [Fraction(3, 2), Fraction(3, 2), 1]
    assert "items with equal scores share the mean of their gains (McSherry and Najork 2008)" in shared.conventions
    untied = rt.ndcg(Ranking([3, 0, 1], scores=[3, 2, 1]), ties="averaged")
    assert "shared gain" not in untied.columns
    assert untied.value == rt.ndcg([3, 0, 1]).value


def test_the_q_measure_by_hand() -> None:
    ranking = Ranking([1, 0, 3], missed=[2])  # the ideal order has gains 3, 2, 1: 3, 5, 6 added up
    assert rt.q_measure(ranking).exact == (Fraction(1 + 1, 1 + 3) + Fraction(2 + 4, 3 + 6)) / 3
    assert rt.q_measure(ranking, beta=10).exact == (Fraction(1 + 10, 1 + 30) + Fraction(2 + 40, 3 + 60)) / 3
    exponential = rt.q_measure(ranking, gain="exponential")  # gains 1, 0, 7; ideal 7, 3, 1
    assert exponential.exact == (Fraction(1 + 1, 1 + 7) + Fraction(2 + 8, 3 + 11)) / 3
    table = {1: 1, 2: 1, 3: 4}
    assert rt.q_measure(ranking, gain=table).exact == (Fraction(1 + 1, 1 + 4) + Fraction(2 + 5, 3 + 6)) / 3
    assert rt.q_measure(ranking, k=1).exact == Fraction(1 + 1, 1 + 3) / 3
    by_min = rt.q_measure(ranking, k=2, denominator="min").exact  # of 3 relevant items, 2 ranks can have 2
    assert by_min == Fraction(1 + 1, 1 + 3) / 2


def test_past_the_last_judged_item_the_ideal_gain_stays_what_it_is() -> None:
    trace = rt.q_measure([0, 0, 2], k=5)
    assert trace.columns["ideal gain so far"].exact.tolist() == [2, 2, 2, 2, 2]
    assert trace.exact == Fraction(1 + 2, 3 + 2)


@pytest.mark.parametrize("denominator", ["relevant", "min"])
@given(ranking=from_type(Ranking), k=CUTOFFS)
def test_without_gains_the_q_measure_is_average_precision(ranking: Ranking, k: int | None, denominator: str) -> None:
    expected = rt.average_precision(ranking, k=k, denominator=denominator).exact
    assert rt.q_measure(ranking, k=k, beta=0, denominator=denominator).exact == expected
