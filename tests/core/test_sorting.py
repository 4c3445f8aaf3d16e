"""Sorting and ranks, against their definitions."""

import numpy as np
from hypothesis import given
from hypothesis.strategies import lists, sampled_from

from rankteach.core.ranking import Ranking
from rankteach.core.sorting import average_ranks
from tests.draws import FLOATS, columns

RANDOM = np.random.default_rng(20)


@given(lists(FLOATS | sampled_from([0.0, -0.0, 1.0])))
def test_the_largest_score_comes_first(scores):
    expected = sorted(range(len(scores)), key=lambda place: -scores[place])
    assert Ranking.from_scores([0] * len(scores), scores).order.tolist() == expected


@given(columns(1))
def test_a_rank_is_the_mean_of_the_places_of_its_equals(column):
    values = column[0].tolist()
    ranks = [sum(v < value for v in values) + (values.count(value) + 1) / 2 for value in values]
    assert average_ranks(column[0]).tolist() == ranks


def test_ranks_of_long_lists():
    values = RANDOM.integers(0, 100, 5000, dtype=np.intp)
    below = np.searchsorted(np.sort(values), values)
    assert np.array_equal(average_ranks(values), below + (np.bincount(values)[values] + 1) / 2)
    assert average_ranks(np.arange(5000) * -1.0).tolist() == list(range(5000, 0, -1))
