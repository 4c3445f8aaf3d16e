"""How often users look at a rank: by hand with fractions, and recovered from simulated users."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rankteach as rt


def test_rates_are_divided_by_that_of_rank_1() -> None:
    found = rt.examination([[1, 0, 0], [1, 1, 0], [0, 1, 0], [1, 0, 1]])
    assert found.probabilities == [1, Fraction(2, 3), Fraction(1, 3)]
    assert found.words[0] == "4 lists with 6 clicks."
    assert "clickthrough" in found.to_html() and "2/3" in found.to_text() and "examined" in found.to_markdown()


@given(st.lists(st.lists(st.sampled_from([0, 1, None, 3]), max_size=4), min_size=1, max_size=6))
def test_it_is_counted_rank_by_rank(lists: list[list[int | None]]) -> None:
    """Lists of several lengths, a label that is missing, and one above 1, which is one click."""
    ranks = range(max(map(len, lists)))
    rates = [
        Fraction(sum(bool(one[i]) for one in lists if i < len(one)), sum(i < len(one) for one in lists)) for i in ranks
    ]
    assume(rates and rates[0])
    assert rt.examination(lists).probabilities == [min(rate / rates[0], 1) for rate in rates]


def test_simulated_users_look_as_often_as_is_found() -> None:
    chance = np.random.default_rng(3)
    looks, likes = np.array([1, 0.6, 0.4, 0.1]), np.array([0.9, 0.5, 0.3, 0.2])
    orders = chance.permuted(np.tile(np.arange(4), (40_000, 1)), axis=1)
    clicks = (chance.random(orders.shape) < looks) & (chance.random(orders.shape) < likes[orders])
    found = rt.examination(clicks.astype(int))
    assert np.asarray(found.examined.values) == pytest.approx(looks, abs=0.02)
    logged = (chance.random(orders.shape) < looks * likes).sum(axis=0)
    assert np.asarray(rt.ips(logged.tolist(), examination=found.probabilities).columns["credit"].values) / 40_000 == (
        pytest.approx(likes, rel=0.08)
    )


def test_items_that_are_not_shuffled_are_mistaken_for_looks() -> None:
    """What the docstring demands: with the best item always on top, ranks below it seem hardly looked at."""
    assert rt.examination([[1, 0], [1, 0], [1, 1]]).probabilities == [1, Fraction(1, 3)]


@pytest.mark.parametrize("lists", [[[0, 1]], [[]], [[None, 1]]])
def test_without_a_click_at_rank_1_there_is_nothing_to_compare_with(lists: list[list[int | None]]) -> None:
    with pytest.raises(ValueError, match="rankings must have a click at rank 1"):
        rt.examination(lists)


def test_a_batch_counts_clicks_from_its_own_grade() -> None:
    graded = rt.Batch([[2, 1], [2, 2]], relevant_from=2)
    assert rt.examination(graded).probabilities == [1, Fraction(1, 2)]
    with pytest.raises((TypeError, ValueError), match="rankings"):
        rt.examination(rt.Ranking([1, 0]))
