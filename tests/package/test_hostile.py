"""Numbers at the end of what a computer holds, long lists, functions that raise, and several threads."""

import sys
import warnings
from collections.abc import Callable, Iterator
from cProfile import Profile
from fractions import Fraction
from multiprocessing.pool import ThreadPool
from random import Random

import numpy as np
import pytest

import rankteach as rt
from rankteach.core.column import MOST_EXACT
from rankteach.tracing import grammar
from rankteach.tracing.measures import metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.paired import ranked
from tests.tiers import LONG

NOTATIONS = ("to_text", "to_html", "to_markdown", "to_mathml", "to_latex", "to_json")


@pytest.fixture(autouse=True)
def _no_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_a_sum_of_grades_does_not_wrap_round() -> None:
    grades = np.full(10**7, 10**12)
    assert float(rt.cumulative_gain(grades)) == float(10**19)


@pytest.mark.parametrize(
    "scores",
    [[2**63 - 1, 2, -(2**63)], [3, 2, -(2**63)], [2**63 - 1, -2, -3], [2**70, 1, -(2**70)], [1e308, 0.0, -1e308]],
)
def test_scores_of_any_size_are_in_their_own_order(scores: list[float]) -> None:
    for given in (scores, np.array(scores)) if abs(scores[0]) < 2**63 else (scores,):
        assert rt.Ranking.from_scores([0, 1, 0], given).grades == [0, 1, 0]
        assert float(rt.roc_auc(rt.Ranking.from_scores([0, 1, 0], given), form="pairs")) == 0.5
        for metric in (rt.kendall_tau, rt.spearman, rt.weighted_tau):
            assert float(metric(given, [3, 2, 1])) == float(metric([3, 2, 1], given)) == 1


SIZES = (2**53, 10**18, 2**62, 2**63, 10**30, 1_700_000_000_000_000_000)  # floats, time stamps, 64-bit ids, and beyond


def large_numbers(count: int) -> Iterator[list[int]]:
    """Lists of whole numbers that lie close together, far apart, or both."""
    random = Random(20261123)
    for _ in range(count):
        start, wide = random.choice(SIZES), random.choice((4, 10**6, 2**40))
        some = [random.choice((1, -1)) * random.choice(SIZES)] * (random.random() < 0.3)
        yield [start + random.randrange(wide) for _ in range(random.randrange(2, 7))] + some


def correlation(first: list[int], second: list[int]) -> float:
    """Pearson's correlation, calculated with fractions."""
    one, other = ([value - Fraction(sum(values), len(values)) for value in values] for values in (first, second))
    squares = [sum(value**2 for value in values) for values in (one, other)]
    product = sum(value * another for value, another in zip(one, other, strict=True))
    return float(product) / (float(squares[0]) * float(squares[1])) ** 0.5 if all(squares) else 0.0


def test_value_and_fraction_of_large_numbers_agree() -> None:
    for first in large_numbers(60 if LONG else 12):
        for second in (list(range(len(first))), [value % 7 * 10**17 for value in first]):
            assert rt.pearson(first, second).value == pytest.approx(correlation(first, second), abs=1e-9)
            for metric in metrics():
                if metric.pairing is ranked:
                    trace = metric(list(dict.fromkeys(first)), list(dict.fromkeys(second)))
                elif metric.pairing:
                    trace = metric(first, second)
                else:
                    trace = metric(rt.Ranking.from_scores([value % 3 for value in second], first))
                assert trace.exact is None or float(trace.exact) == pytest.approx(trace.value, abs=1e-9), metric.name


@pytest.mark.parametrize("size", [10**6, 10**9, 3 * 10**11, 10**18, 2**62])
def test_products_of_large_numbers_do_not_overflow(size: int) -> None:
    trace = rt.pearson([0, size, 5 * size, 6 * size], [0, 2, 10, 12])
    assert trace.value == trace.exact == 1
    assert "r is 1" in trace.to_text()
    assert "0/0" not in trace.to_text()
    assert rt.read_json(trace.to_json()) == trace


@pytest.mark.parametrize(
    "metric", [rt.err, rt.inst, rt.average_precision, *([rt.nerr, rt.rbp, rt.inferred_ap] if LONG else ())]
)
def test_a_long_list_can_be_shown(metric: object) -> None:
    trace = metric([place % 3 for place in range(MOST_EXACT + 1)])  # type: ignore[operator]
    assert trace.exact is None
    assert f"more than {MOST_EXACT:,} ranks: decimals, no fractions" in trace.conventions
    for notation in NOTATIONS:
        assert getattr(trace, notation)()


def test_fractions_that_python_cannot_write_are_decimals() -> None:
    trace = rt.rbp([place % 3 for place in range(600)], p=0.123456789)  # more than 4,300 digits from rank 480 on
    assert trace.exact is not None and trace.exact.denominator > 10**4300
    for notation in NOTATIONS:
        assert getattr(trace, notation)()


def test_the_grammar_never_gives_back_the_spaces_that_it_has_read() -> None:
    # a pattern that could would try every way to share them: 19 s for 2,000 of them
    assert r"\s*" not in grammar._MEASURE.pattern.replace(r"\s*+", "")
    with pytest.raises(ValueError, match="a measure must be a name"):
        rt.measure("a" + " " * 100_000 + "!")


# --- functions of yours ------------------------------------------------------------------------------------
def raises(value: object) -> str:
    if value in (2, "b"):
        raise RuntimeError("out of range")
    return str(value)


TAKES_A_KEY = [
    lambda: rt.Ranking.from_items(["a", "b"], {"a"}, key=raises),
    lambda: rt.Ranking.from_items(["a"], {"a", "b"}, key=raises),
    lambda: rt.rank_metrics({"q": ["a", "b"]}, {"q": {"a"}}, key=raises),
    lambda: rt.rank_metrics({"q": ["a"]}, {"q": {"a", "b"}}, key=raises),
]


@pytest.mark.parametrize("call", TAKES_A_KEY)
def test_a_key_that_raises_is_reported_with_the_item_that_it_got(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"key must .*but for 'b' it raised RuntimeError\('out of range'\)"):
        call()


@pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.name)
def test_a_parameter_that_takes_a_function_reports_the_grade_on_which_it_raises(metric: Metric) -> None:
    def gain(grade: float) -> float:
        return float(raises(grade))

    for name in metric.parameters:
        arguments = (["a", "b"], ["b", "a"]) if metric.pairing else ([1, 0, 1],)
        try:
            metric(*arguments, **{name: gain})
        except (TypeError, ValueError):
            continue  # it takes no function
        for graded in (rt.Ranking([1, 0, 2]), rt.Batch([[1, 0], [2]])):
            with pytest.raises(ValueError, match=rf"{name} must .*for grade 2, but it raised RuntimeError"):
                metric(graded, **{name: gain})
        explorer = rt.explore([1, 0], [rt.Measure(metric, {name: gain})])
        explorer.ranking = [1, 0, 1]  # a list on which it does not raise
        with pytest.raises(ValueError, match="for grade 2, but it raised"):
            explorer.ranking = [1, 0, 2]
        assert explorer.ranking == rt.Ranking([1, 0, 1])


# --- several threads ---------------------------------------------------------------------------------------
def test_lists_that_several_threads_use_give_each_the_same_values() -> None:
    ones = [one for one in metrics() if one.pairing is None]
    grades = [[place % 3 for place in range(40)], [1, 0, None, 2]]
    wanted = [one(rt.Batch(grades)).value.tolist() for one in ones]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # seconds: threads change at nearly every step
    try:
        with ThreadPool(4) as pool:
            for _ in range(10):
                batch = rt.Batch(grades)
                work = [pool.apply_async(lambda one=one, batch=batch: one(batch).value.tolist()) for one in ones]
                drop = [pool.apply_async(batch.clear_cache) for _ in range(40)]  # as the history of a surface does
                assert [one.get() for one in work] == wanted
                assert [one.get() for one in drop] == [None] * 40
    finally:
        sys.setswitchinterval(before)


# --- the work grows with the length ------------------------------------------------------------------------
@pytest.mark.parametrize("metric", [rt.ndcg, rt.nerr, rt.average_precision])
def test_the_steps_of_twice_as_many_ranks_take_twice_as_many_calls(metric: Metric) -> None:
    def calls(length: int) -> int:
        trace = metric([place % 4 for place in range(length)])
        profile = Profile()
        profile.runcall(lambda: (trace.steps, trace.to_text(), trace.to_html()))
        return sum(entry.callcount for entry in profile.getstats())

    assert calls(200) < 2.2 * calls(100)
