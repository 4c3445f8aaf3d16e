"""A value among all orders of its list, against every permutation and against what is known."""

import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Measure, Ranking, Trace, chance
from rankteach.explain.what_if import by_chance, orders
from rankteach.tracing.list_conventions import distinct, how_many

ALONG = rt.pearson(range(12), [0] * 4 + [1] * 4 + [2] * 4).value


@st.composite
def short_rankings(draw: st.DrawFn) -> Ranking:
    grades = draw(st.lists(st.sampled_from([0, 0, 1, 1, 2, None]), max_size=5))
    scores = sorted(draw(st.lists(st.integers(0, 3), min_size=len(grades), max_size=len(grades))), reverse=True)
    return Ranking(grades, scores=draw(st.sampled_from([None, scores])), missed=draw(st.lists(st.just(1), max_size=2)))


def every_value(measure: Any, ranking: Ranking) -> list[float]:
    """The value of each permutation: kinds that stand more than once repeat all of them equally often."""
    others = [Ranking(list(grades), scores=ranking.scores, missed=ranking.missed)
              for grades in permutations(ranking.grades)]  # fmt: skip
    return [measure(other).value for other in others]


def share(values: list[float], wanted: Any) -> float:
    return sum(map(wanted, values)) / len(values)


# --- against every permutation --------------------------------------------------------------------------
@given(from_type(Measure), short_rankings())
@settings(max_examples=40)
def test_all_orders_are_counted_once(measure: Measure, ranking: Ranking) -> None:
    trace = measure(ranking)
    found, values = chance(trace), every_value(measure, ranking)
    assert found.exact and found.calculated == found.orders == found.counts.sum()
    assert found.orders == len(set(permutations(ranking.grades)))
    assert float(found.expected) == pytest.approx(sum(values) / len(values), abs=1e-12)
    ends = min(values), max(values)
    worst, best = ends[::-1] if found.less_is_better else ends
    assert (float(found.worst), float(found.best)) == (pytest.approx(worst, abs=1e-12), pytest.approx(best, abs=1e-12))
    assert float(found.share_below) == pytest.approx(share(values, lambda one: one < trace.value - 1e-12))
    assert float(found.share_above) == pytest.approx(share(values, lambda one: one > trace.value + 1e-12))
    assert found.share_below + found.share_equal + found.share_above == 1
    assert found.standard_error == (0, 0, 0, 0)


def test_chance_of_two_lists_counts_the_orders_of_the_second(agreeing: Measure) -> None:
    one, other = list("abcd"), list("bacd")
    found = chance(agreeing(one, other))
    values = [agreeing(one, list(names)).value for names in permutations(other)]
    assert found.exact and found.orders == 24
    assert float(found.expected) == pytest.approx(np.mean(values), abs=1e-12)
    assert sorted([float(found.worst), float(found.best)]) == pytest.approx([min(values), max(values)])


def test_numbers_and_items_in_one_list_only() -> None:
    found = chance(rt.pearson([1, 2, 4], [3, 1, 1]))
    assert found.orders == 3  # the two ones can change places without effect
    assert found.best == pytest.approx(rt.pearson([1, 2, 4], [1, 1, 3]).value)
    one, other = list("abc"), list("xcb")
    found = chance(rt.kendall_distance(one, other))
    values = [rt.kendall_distance(one, list(names)).exact for names in permutations(other)]
    assert found.expected == sum(values) / 6 and found.best == min(values) and found.worst == max(values)


def test_weights_of_instances_go_with_their_items() -> None:
    grades, weights = [1, 0, 1, 0], [3, 1, 1, 2]
    found = chance(rt.roc_auc(grades, weights=weights, weighting="instances"))
    values = [
        rt.roc_auc([grades[i] for i in order], weights=[weights[i] for i in order], weighting="instances").exact
        for order in permutations(range(4))
    ]
    assert found.orders == 24 and found.expected == Fraction(sum(values), 24)
    assert found.worst == min(values) and found.best == max(values)


@pytest.mark.parametrize("kinds", [[], [0], [0, 0, 0], [0, 1, 1, 0, 1], [2, 0, 1, 1, 0, 2, 2], [0, 1, 2, 3, 4]])
def test_distinct_orders_are_those_of_a_dictionary(kinds: list[int]) -> None:
    given = np.array(kinds, dtype=np.uint8)
    number = how_many(given)
    expected = sorted(set(permutations(kinds)))
    assert number == len(expected)
    assert [tuple(row) for row in distinct(given, range(number)).tolist()] == expected
    assert [tuple(row) for row in distinct(given, range(number // 2, number)).tolist()] == expected[number // 2 :]


# --- what is known --------------------------------------------------------------------------------------
def test_a_long_list_has_few_different_values() -> None:
    found = chance(rt.roc_auc([1, 0] * 8))
    assert found.expected == Fraction(1, 2) and len(found.values) == 8 * 8 + 1 and found.orders == math.comb(16, 8)


def test_the_best_ndcg_is_1_if_nothing_was_missed() -> None:
    found = chance(rt.ndcg([0, 2, 1, 3]))
    assert found.best == pytest.approx(1)
    assert chance(rt.ndcg(Ranking([0, 2], missed=[3]))).best < 1


def test_what_has_one_order_is_its_own_expectation() -> None:
    for trace in (rt.precision([]), rt.precision([1]), rt.ndcg([2, 2, 2]), rt.lag([0, 0])):
        found = chance(trace)
        assert found.orders == 1 and found.share_equal == 1
        assert found.expected == found.value == found.worst == found.best == trace.value
        assert found.words[1] == "Every order of this list is the same."


# --- a sample -------------------------------------------------------------------------------------------
def test_a_sample_comes_close_within_its_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rt.average_precision([1, 0, 0, 1, 0, 1, 0, 0, 0])
    exact = chance(trace)
    monkeypatch.setattr(by_chance, "MOST", (1, 1))
    sample = chance(trace, samples=4000, seed=1)
    assert exact.exact and not sample.exact and sample.calculated == 4000 and sample.orders == exact.orders == 84
    for name, error in sample.standard_error._asdict().items():
        assert 0 < error < 0.02
        assert abs(getattr(sample, name) - float(getattr(exact, name))) < 4 * error
    assert (sample.worst, sample.best) == (pytest.approx(float(exact.worst)), pytest.approx(float(exact.best)))


def test_the_errors_are_those_of_a_mean_and_of_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_chance, "MOST", (1, 1))
    sample = chance(rt.average_precision([1, 0, 0, 1, 0]), samples=50)
    drawn = np.repeat(sample.values, sample.counts.astype(np.intp))
    assert sample.standard_error.expected == pytest.approx(drawn.std(ddof=1) / math.sqrt(50))
    p = sample.share_above
    assert 0 < p < 1 and sample.standard_error.share_above == pytest.approx(math.sqrt(p * (1 - p) / 50))


def test_a_seed_draws_the_same_orders_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rt.ndcg([3, 0, 1, 2, 0, 1] * 4)
    one, same, other = (chance(trace, samples=200, seed=seed) for seed in (1, 1, 2))
    assert one.expected == same.expected != other.expected and not one.exact
    monkeypatch.setattr(orders, "CELLS", 24 * 50)
    assert chance(trace, samples=200, seed=1).calculated == 200


@pytest.mark.parametrize(
    ("trace", "worst", "best"),
    [
        (rt.average_precision([1, 0] * 20), rt.average_precision([0] * 20 + [1] * 20).value, 1),
        (rt.lag([1, 0] * 20), 20, 0),
        (rt.kendall_tau(range(20), range(20)[::-1]), -1, 1),
        (rt.pearson(range(12), [1, 2, 0] * 4), -ALONG, ALONG),
    ],
    ids=["AP", "LAG", "Tau", "Pearson"],
)
def test_the_ends_of_a_sample_are_at_least_those_of_the_sorted_list(trace: Trace, worst: float, best: float) -> None:
    sample = chance(trace, samples=10)
    assert (sample.worst, sample.best) == (pytest.approx(worst), pytest.approx(best))


def test_the_number_of_orders_may_be_beyond_all_floats() -> None:
    found = chance(rt.precision(list(range(400)), k=5), samples=5)
    assert found.orders == math.factorial(400)
    assert "out of about 6.4 · 10⁸⁶⁸ different ones" in found.words[1]


# --- words, a table, refusals ---------------------------------------------------------------------------
def test_chance_over_all_orders_in_words() -> None:
    lag = chance(rt.lag([1, 0, 1, 0, 0])).words
    assert "at worst 3 and at best 0" in lag[2] and lag[3].endswith("of all orders (the lower LAG, the better).")
    assert "higher in about 33.3 %" in chance(rt.reciprocal_rank([0, 1, 0])).words[3]


def test_chance_over_a_sample_in_words() -> None:
    words = chance(rt.average_precision([1, 0] * 20), samples=400).words
    assert words[1].startswith("400 random orders of the list were calculated, out of about 1.4 · 10¹¹ different")
    assert "± is the standard error" in words[1] and " ± 0.0" in words[2] and "the best 1.0000" in words[2]
    assert " ± " in words[3] and words[3].endswith("% of these orders.")
    all_below = chance(rt.average_precision([1] * 20 + [0] * 20), samples=20).words[3]
    assert all_below == "It is lower in all, the same in none and higher in none of these orders."


def test_the_values_in_a_table_and_in_every_notation() -> None:
    found = chance(rt.precision([1, 0, 1, 0, 0], k=2))
    assert [entry.cells for entry in found.table(digits=1, fractions=False).entries][1] == ["0", "0.4", "0.5", "1"]
    for notation in (found.to_text(), found.to_html(), found.to_markdown()):
        assert "2/5" in notation and "by chance" in notation


@pytest.mark.parametrize("trace", [rt.precision([1, 0]), rt.average_precision([1, 0] * 20)], ids=["all", "sample"])
@pytest.mark.parametrize(
    ("name", "least", "wrong"),
    [("samples", 1, [0, 1.5, True]), ("seed", 0, [-1, "x", 1.5, True, None])],
)
def test_wrong_numbers_are_refused_even_if_not_needed(trace: Trace, name: str, least: int, wrong: list[Any]) -> None:
    for one in wrong:
        error = ValueError if type(one) is int else TypeError
        with pytest.raises(error, match=f"{name} must be .*at least {least}, not {one!r}"):
            chance(trace, **{name: one})
    assert chance(rt.precision([1, 0]), seed=np.int64(3)).exact


def test_one_random_order_in_words() -> None:
    words = chance(rt.average_precision([1, 0] * 20), samples=1).words
    assert words[1].startswith("1 random order of the list was calculated, out of")
    assert words[3].endswith(" of this order.")
