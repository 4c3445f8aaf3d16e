"""The same agreement of two lists as scipy, on thousands of random ones with ties.

Where all numbers of a list are the same, scipy has no number (nan), and here it is 0.
"""

import functools
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest

import rankteach as rt
from rankteach.core.sorting import average_ranks
from rankteach.metrics.pairs import MOST_PAIRS
from tests.tiers import many

stats = pytest.importorskip("scipy.stats", reason="scipy is not there: pip install 'rankteach[oracle]'")
LISTS = many(500)
Pair = tuple[np.ndarray, np.ndarray]


@functools.cache
def pairs() -> list[Pair]:
    """Two numbers for each of 2 to 60 items, going together more or less; from all tied to hardly any ties."""
    random = np.random.default_rng(40)
    made = []
    for _ in range(LISTS):
        n = int(random.integers(2, 61))
        first = random.normal(size=n)
        second = random.normal(size=n) + first * random.normal()
        for values in (first, second):
            if steps := random.choice([0, 0.3, 1, 2, 5]):
                values[:] = np.rint(values * steps) / steps
        made.append((first, second))
    listed = sum(len(x) * (len(x) - 1) // 2 <= MOST_PAIRS for x, _ in made)
    assert LISTS / 5 < listed < LISTS * 4 / 5  # lists of pairs, and counts of them
    return made


def constant(pair: Pair) -> bool:
    return any((values == values[0]).all() for values in pair)


def long_pairs() -> list[Pair]:
    random = np.random.default_rng(41)
    x, y = random.normal(size=2000), random.normal(size=2000)
    tied = [(np.rint(x * steps), np.rint((x + y) * steps)) for steps in (0.2, 1, 10, 300)]
    return [(x, y), (x, x + y), (x, -x), (x, x), (np.sort(x), y), (x, np.rint(y)), *tied]


def agree(found: object, expected: object) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (rt.kendall_tau, stats.kendalltau),
        (functools.partial(rt.kendall_tau, variant="c"), functools.partial(stats.kendalltau, variant="c")),
        (functools.partial(rt.kendall_tau, variant="somers"), stats.somersd),
        (rt.spearman, stats.spearmanr),
        (rt.pearson, stats.pearsonr),
    ],
    ids=["Kendall", "Stuart", "Somers", "Spearman", "Pearson"],
)
def test_correlations_are_scipys(ours, theirs):
    constants = 0
    table_of_numbers = theirs is stats.somersd  # of 2,000 different ones it is too large
    for pair in [*pairs(), *([] if table_of_numbers else long_pairs())]:
        if constant(pair):
            assert ours(*pair).value == 0
            constants += 1
        else:
            agree(ours(*pair).value, theirs(*pair).statistic)
    assert 10 < constants < LISTS / 5


@pytest.mark.parametrize("metric", rt.conventions("scipy")[0].measures)
def test_a_measure_of_scipys_row_gives_its_number(metric: str) -> None:
    (row,) = rt.conventions("scipy")
    measure = rt.measure(metric, convention="scipy")
    for pair in filter(lambda pair: not constant(pair), pairs()[:200]):
        agree(measure(*pair).value, getattr(stats, row.measures[metric].whole)(*pair).statistic)
    assert row.verified == "test" and row.words in measure(*pair).conventions


def test_scipy_has_no_number_where_a_list_is_constant():
    assert np.isnan(stats.kendalltau([1, 1, 1], [1, 2, 3]).statistic)
    assert rt.kendall_tau([1, 1, 1], [1, 2, 3]).value == 0
    for metric in rt.conventions("scipy")[0].measures:
        with pytest.raises(ValueError, match=f"scipy has no {metric} where all items of a list are tied\\. Leave conv"):
            rt.measure(metric, convention="scipy")([1, 1, 1], [1, 2, 3])


def test_kendalls_tau_of_whole_numbers_as_large_as_they_get():
    random = np.random.default_rng(42)
    for n in (2, 15, 40, 900):
        x, y = (2**62 + random.integers(0, n, n) for _ in range(2))
        agree(rt.kendall_tau(x, y).value, stats.kendalltau(x, y).statistic)


def test_items_by_name_are_paired_by_name():
    random = np.random.default_rng(43)
    for x, y in pairs()[:300]:
        if constant((x, y)):
            continue
        names = [f"item {place}" for place in random.permutation(len(x))]
        first, second = dict(zip(names, x.tolist(), strict=True)), dict(zip(names, y.tolist(), strict=True))
        second = {name: second[name] for name in random.permutation(names)}
        agree(rt.kendall_tau(first, second).value, stats.kendalltau(x, y).statistic)
        rankings = [
            rt.Ranking.from_scores([0] * len(names), list(scores.values()), items=list(scores))
            for scores in (first, second)
        ]
        agree(rt.kendall_tau(*rankings).value, stats.kendalltau(x, y).statistic)
        agree(rt.spearman(*rankings).value, stats.spearmanr(x, y).statistic)


def test_tau_a_is_the_share_of_pairs():
    for pair in pairs():
        x, y = (stats.rankdata(values, "dense") for values in pair)  # whole numbers, for an exact value
        balance = 0
        for (x1, y1), (x2, y2) in combinations(zip(x.tolist(), y.tolist(), strict=True), 2):
            balance += ((x1 < x2) - (x1 > x2)) * ((y1 < y2) - (y1 > y2))
        n = len(x)
        trace = rt.kendall_tau(x, y, variant="a")
        assert trace.exact == Fraction(balance, n * (n - 1) // 2)
        agree(trace.value, float(trace.exact))


def test_tau_a_and_tau_b_are_the_same_without_ties():
    random = np.random.default_rng(44)
    for n in (2, 10, 20, 21, 50, 2000):
        x, y = random.permutation(n), random.permutation(n)
        expected = stats.kendalltau(x, y).statistic
        agree([rt.kendall_tau(x, y, variant=variant).value for variant in "ab"], expected)


def test_spearman_by_differences_is_the_same_without_ties():
    random = np.random.default_rng(45)
    for n in [*random.integers(2, 60, 500).tolist(), 2000]:
        x, y = random.permutation(n), random.permutation(n)
        agree(rt.spearman(x, y, form="differences").value, stats.spearmanr(x, y).statistic)


def test_pearsons_correlation_of_numbers_of_all_sizes():
    random = np.random.default_rng(46)
    for _ in range(500):
        n = int(random.integers(3, 60))
        x, y = random.normal(size=(2, n))
        scale, shift = 10.0 ** random.integers(-60, 60), random.integers(-1000, 1000)
        agree(rt.pearson(x * scale, y + x + shift).value, stats.pearsonr(x * scale, y + x + shift).statistic)


def test_average_ranks_are_scipys():
    random = np.random.default_rng(47)
    for n in [*range(1, 40), *random.integers(40, 3000, 200).tolist(), 100_000]:
        for values in (
            random.random(n),
            random.integers(-3, 3, n),
            random.integers(0, n, n) * 2.0**-40 + 1,
            random.choice([0.0, -0.0, 1e300, -1e300, 5e-324], n),
        ):
            assert np.array_equal(average_ranks(values), stats.rankdata(values))


def test_kendalls_distance_of_two_orders_is_tau_turned_round():
    random = np.random.default_rng(48)
    for n in [*random.integers(2, 61, 1000).tolist(), 2000]:
        one, other = random.permutation(n), random.permutation(n)
        tau = stats.kendalltau(np.argsort(one), np.argsort(other)).statistic  # of the ranks that each item has
        names = [[f"d{item}" for item in order] for order in (one.tolist(), other.tolist())]
        agree(rt.kendall_distance(*names).value, (1 - tau) / 2)
        agree(rt.kendall_tau(*names).value, tau)
        agree(rt.spearman(*names).value, stats.spearmanr(np.argsort(one), np.argsort(other)).statistic)


def test_the_mean_correlation_over_queries_is_scipys():
    some = [pair for pair in pairs() if not constant(pair)][:300]
    expected = [stats.kendalltau(*pair).statistic for pair in some]
    agree(rt.mean("Tau", some).value, np.mean(expected))
    assert all(len(x) == len(y) for x, y in some) and len({len(x) for x, _ in some}) > 40
    assert any(one != other for one, other in pairwise(expected))
