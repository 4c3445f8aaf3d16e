"""Pairs counted without looking at each, against the definition, which does."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from rankteach.core.sorting import average_ranks
from rankteach.metrics.pairs import PairCounts, pair_counts, smaller_in_both
from tests.draws import NUMBERS, columns

RANDOM = np.random.default_rng(20)


def compared(x: np.ndarray, y: np.ndarray) -> PairCounts:
    """Every pair looked at, all at once, each of them met in both directions."""
    places = np.arange(len(x))
    below_x, below_y = x[:, None] < x, y[:, None] < y
    tied_x, tied_y = x[:, None] == x, y[:, None] == y
    met = [
        places[:, None] != places,
        (below_x & below_y) | (below_x & below_y).T,
        (below_x & below_y.T) | (below_x.T & below_y),
        *(tied & (places[:, None] != places) for tied in (tied_x, tied_y, tied_x & tied_y)),
    ]
    return PairCounts(*(int(np.count_nonzero(pairs)) // 2 for pairs in met))


@given(columns(2))
def test_pairs_are_counted_as_if_each_were_looked_at(both):
    counts = pair_counts(*both)
    assert counts == compared(*both)
    assert all(type(count) is int for count in counts)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_pairs_of_very_short_lists_are_counted(n):
    empty = np.array([])
    assert pair_counts(np.arange(n), np.arange(n)) == (n // 2, n // 2, 0, 0, 0, 0)
    assert pair_counts(np.ones(n), np.arange(n)) == (n // 2, 0, 0, n // 2, 0, 0)
    assert average_ranks(np.arange(n)).tolist() == list(range(1, n + 1))
    assert average_ranks(empty).dtype == average_ranks(np.arange(n)).dtype == np.float64


@pytest.mark.parametrize("n", [31, 32, 33, 63, 64, 65, 127, 128, 129, 500, 1023, 1025])
def test_pairs_are_counted_at_every_length_of_the_blocks(n):
    x, y = RANDOM.permutation(n), RANDOM.permutation(n)
    for pair in [(x, y), (x, x), (x, -x), (x // 3, y), (x, y // 3), (x // 3, y // 4), (x % 2, y % 3), (x, y * 0)]:
        assert pair_counts(*pair) == compared(*pair)


def test_pairs_of_long_lists_are_counted():
    n = 200_000
    x = RANDOM.permutation(n) / 7
    pairs = n * (n - 1) // 2
    assert pair_counts(x, x) == (pairs, pairs, 0, 0, 0, 0)
    assert pair_counts(x, -x) == (pairs, 0, pairs, 0, 0, 0)
    # x is 0, 0, 1, 1, 2, 2, ... and y is 2, 3, 0, 1, 6, 7, 4, 5, ...: four discordant pairs in every four places
    x = np.repeat(np.arange(n // 2), 2)
    y = np.arange(n) ^ 2
    mixed = RANDOM.permutation(n)
    assert pair_counts(x[mixed], y[mixed]) == (pairs, pairs - n // 2 - n, n, n // 2, 0, 0)


def test_what_is_asked_about_stays_as_it_is():
    x = RANDOM.normal(size=5000)
    before = x.copy()
    x.flags.writeable = False
    average_ranks(x), pair_counts(x, x)
    assert np.array_equal(x, before)


@given(lists=NUMBERS)
def test_smaller_in_both_is_counted_right(lists: tuple[list[int], list[int]]) -> None:
    x, y = map(np.array, lists)
    expected = [sum(a < x[i] and b < y[i] for a, b in zip(x, y, strict=True)) for i in range(len(x))]
    assert smaller_in_both(x, y).tolist() == expected


def test_smaller_in_both_of_nothing_and_of_fractions() -> None:
    assert smaller_in_both(np.array([]), np.array([])).tolist() == []
    thirds = np.array([Fraction(1, 3), 1, Fraction(-2, 3)], dtype=object)
    assert smaller_in_both(thirds, thirds).tolist() == [1, 2, 0]
