"""The weighted tau, the randomisation test and the bootstrap as scipy has them."""

import numpy as np
import pytest

import rankteach as rt

stats = pytest.importorskip("scipy.stats", reason="scipy is not there: pip install 'rankteach[oracle]'")


def test_weighted_tau_with_and_without_ties():
    random = np.random.default_rng(50)
    constants = 0
    for _ in range(600):
        n = int(random.integers(2, 60))
        x = random.integers(0, random.integers(1, 60), n) / 4
        y = np.round(x * random.normal() + random.normal(size=n), int(random.integers(0, 3)))
        if (x == x[0]).all() or (y == y[0]).all():
            assert rt.weighted_tau(x, y).value == 0  # scipy has no number there
            constants += 1
            continue
        for importance, expected in {
            "both": stats.weightedtau(x, y),
            "first": stats.weightedtau(x, y, rank=None),
            "second": stats.weightedtau(y, x, rank=None),
        }.items():
            found = rt.weighted_tau(x, y, importance=importance).value
            np.testing.assert_allclose(found, expected.statistic, rtol=0, atol=1e-12)
    assert 5 < constants < 200


def test_weighted_tau_of_long_lists_and_of_names():
    random = np.random.default_rng(51)
    x, y = random.normal(size=(2, 3000))
    np.testing.assert_allclose(rt.weighted_tau(x, x + y).value, stats.weightedtau(x, x + y).statistic, atol=1e-12)
    names = [f"d{place}" for place in range(200)]
    for _ in range(20):
        order = random.permutation(200)
        found = rt.weighted_tau(names, [names[place] for place in order.tolist()]).value
        expected = stats.weightedtau(-np.arange(200), -np.argsort(order)).statistic
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


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
