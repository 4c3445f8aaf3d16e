"""The same agreement of two lists as scipy, on random ones with ties; the randomisation test, and the bootstrap.

Where all numbers of a list are the same, scipy has no number (nan), and here it is 0.
"""

import functools

import numpy as np
import pytest

import rankteach as rt
from rankteach.metrics.pairs import MOST_PAIRS
from tests.tiers import many

stats = pytest.importorskip("scipy.stats", reason="scipy is not there: pip install 'rankteach[oracle]'")
LISTS = many(250)
(ROW,) = rt.conventions("scipy")
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


def theirs(metric):
    """scipy's own function for a measure of its row."""
    return getattr(stats, ROW.measures[metric].whole)


@pytest.mark.parametrize(
    ("ours", "asked"),
    [
        *((rt.measure(metric, convention="scipy"), theirs(metric)) for metric in ROW.measures),
        (rt.measure('Tau(variant="c")'), functools.partial(stats.kendalltau, variant="c")),
        (rt.measure('Tau(variant="somers")'), stats.somersd),
    ],
    ids=str,
)
def test_correlations_are_scipys(ours, asked):
    constants = 0
    table_of_numbers = asked is stats.somersd  # of 2,000 different ones it is too large
    for pair in [*pairs(), *([] if table_of_numbers else long_pairs())]:
        if constant(pair):
            assert ours.metric(*pair).value == 0
            constants += 1
        else:
            with np.errstate(invalid="ignore"):  # of its p-value
                expected = asked(*pair).statistic
            agree(ours(*pair).value, expected)
    assert 5 < constants < LISTS / 5


def test_scipy_has_no_number_where_a_list_is_constant():
    assert np.isnan(stats.kendalltau([1, 1, 1], [1, 2, 3]).statistic)
    assert rt.kendall_tau([1, 1, 1], [1, 2, 3]).value == 0
    assert ROW.verified == "test" and ROW.words in rt.spearman([1, 2], [2, 1], convention="scipy").conventions
    for metric in ROW.measures:
        with pytest.raises(ValueError, match=f"scipy has no {metric} where all items of a list are tied\\. Leave conv"):
            rt.measure(metric, convention="scipy")([1, 1, 1], [1, 2, 3])


def test_items_by_name_are_paired_by_name():
    random = np.random.default_rng(43)
    for x, y in pairs()[:100]:
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


def test_pearsons_correlation_of_numbers_of_all_sizes():
    random = np.random.default_rng(46)
    for _ in range(many(100)):
        n = int(random.integers(3, 60))
        x, y = random.normal(size=(2, n))
        scale, shift = 10.0 ** random.integers(-60, 60), random.integers(-1000, 1000)
        agree(rt.pearson(x * scale, y + x + shift).value, stats.pearsonr(x * scale, y + x + shift).statistic)


def test_weighted_tau_by_the_ranks_of_one_list_and_of_names():
    random = np.random.default_rng(51)
    for x, y in filter(lambda pair: not constant(pair), pairs()):
        agree(rt.weighted_tau(x, y, importance="first").value, stats.weightedtau(x, y, rank=None).statistic)
        agree(rt.weighted_tau(x, y, importance="second").value, stats.weightedtau(y, x, rank=None).statistic)
    names = [f"d{place}" for place in range(200)]
    for _ in range(20):
        order = random.permutation(200)
        found = rt.weighted_tau(names, [names[place] for place in order.tolist()]).value
        agree(found, stats.weightedtau(-np.arange(200), -np.argsort(order)).statistic)


def difference(one, other, axis=-1):
    return np.mean(one - other, axis=axis)


ALTERNATIVES = {"two_sided": "two-sided", "larger": "greater", "smaller": "less"}


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_every_choice_of_signs(alternative):
    random = np.random.default_rng(52)
    for _ in range(40):
        n = int(random.integers(2, 13))
        first, second = random.choice([0, 0.125, 0.5, 0.75, 1], (2, n))  # whose sums are never rounded
        expected = stats.permutation_test(
            (second, first),
            difference,
            permutation_type="samples",
            vectorized=True,
            n_resamples=np.inf,
            alternative=ALTERNATIVES[alternative],
        )
        found = rt.compare(first, second).randomisation(alternative=alternative)
        np.testing.assert_allclose(float(found.p), expected.pvalue, rtol=1e-12)
        np.testing.assert_allclose(float(found.observed), expected.statistic, atol=1e-15)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_random_choices_of_signs(alternative):
    random = np.random.default_rng(53)
    first = random.random(70)
    second = first + random.normal(0.02, 0.1, 70)
    expected = stats.permutation_test(
        (second, first),
        difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=50_000,
        alternative=ALTERNATIVES[alternative],
        rng=np.random.default_rng(1),
    )
    found = rt.compare(first, second).randomisation(alternative=alternative)
    assert not found.exact
    assert abs(found.p - expected.pvalue) < 5 * (found.standard_error + found.standard_error * 2**0.5)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_percentile_bootstrap(level):
    random = np.random.default_rng(54)
    first = random.random(50)
    second = first + random.normal(0.02, 0.1, 50)
    expected = stats.bootstrap(
        (second - first,),
        np.mean,
        method="percentile",
        confidence_level=level,
        n_resamples=40_000,
        rng=np.random.default_rng(1),
    )
    found = rt.compare(first, second).bootstrap(level=level, samples=40_000)
    interval = expected.confidence_interval
    np.testing.assert_allclose([found.low, found.high], [interval.low, interval.high], atol=0.001)
    np.testing.assert_allclose(found.standard_error, expected.standard_error, rtol=0.02)
