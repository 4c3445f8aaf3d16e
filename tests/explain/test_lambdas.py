"""LambdaRank's gradient: against its formula in plain loops, and what is said of it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Ranking

SCORED = st.lists(st.tuples(st.integers(0, 3), st.integers(-8, 8)), min_size=1, max_size=6).map(
    lambda rows: Ranking.from_scores([grade for grade, _ in rows], [score / 4 for _, score in rows])
)


def by_loops(ranking: Ranking, trace: rt.Trace, sigma: float) -> list[float]:
    """The gradient with nothing but two loops: each pair is swapped, and the measure calculated anew."""
    gradient = [0.0] * len(ranking)
    for i, grade in enumerate(ranking.grades):
        for j, other in enumerate(ranking.grades):
            if grade > other:
                swapped = list(ranking.grades)
                swapped[i], swapped[j] = other, grade
                after = trace.metric(Ranking(swapped, scores=ranking.scores), **trace.parameters)
                doubt = 1 / (1 + math.exp(sigma * (ranking.scores[i] - ranking.scores[j])))
                push = sigma * doubt * abs(after.value - trace.value)
                gradient[i] += push
                gradient[j] -= push
    return gradient


@given(SCORED, st.sampled_from(["AP", "nDCG", "nDCG@2", "RR", "LAG"]), st.sampled_from([0.5, 1, 3]))
def test_the_gradient_is_the_sum_of_the_pushes(ranking: Ranking, measure: str, sigma: float) -> None:
    trace = rt.measure(measure)(ranking)
    found = rt.lambdas(trace, sigma=sigma)
    assert found.gradients.tolist() == pytest.approx(by_loops(ranking, trace, sigma), abs=1e-12)
    assert found.gradients.sum() == pytest.approx(0, abs=1e-12)


def test_three_items_by_hand() -> None:
    found = rt.lambdas(rt.average_precision(Ranking.from_scores([0, 1, 0], [3, 2, 1])))
    up, down = (1 - 1 / 2) / (1 + math.exp(2 - 3)), (1 / 2 - 1 / 3) / (1 + math.exp(2 - 1))
    assert found.push.values.tolist() == pytest.approx([up, down])
    assert found.gradients.tolist() == pytest.approx([-up, up + down, -down])
    assert found.better.tolist() == [2, 2] and found.other.tolist() == [1, 3]


def test_a_pair_below_the_cutoff_does_not_push_and_one_across_it_does() -> None:
    ranking = Ranking.from_scores([1, 0, 0, 1], [4, 3, 2, 1])
    pushes = rt.lambdas(rt.precision(ranking, k=2)).push.values.tolist()
    assert [push > 0 for push in pushes] == [False, True, True, False]
    assert pushes[1] == 0.0 or pushes[1] > 0


def test_what_is_said() -> None:
    same = rt.lambdas(rt.average_precision(Ranking.from_scores([1, 1], [2, 1])))
    assert same.words[-1] == "No two items differ in grade, so no pair pushes."
    assert same.to_text().count("\n") == 1 and not same.gradients.any()
    one = rt.lambdas(rt.reciprocal_rank(Ranking.from_scores([0, 1], [2, 1])))
    assert "1 pair has different grades; 1 is in the wrong order." in one.words
    assert "lead" in one.to_html() and "doubt" in one.to_markdown()


def test_what_is_refused_says_what_to_pass() -> None:
    ranking = Ranking.from_scores([1, 0], [2, 1])
    with pytest.raises(ValueError, match="needs a list with scores"):
        rt.lambdas(rt.average_precision([1, 0]))
    with pytest.raises(ValueError, match="needs a list with scores"):
        rt.lambdas(rt.kendall_tau([1, 2], [2, 1]))
    with pytest.raises(ValueError, match="sigma must be a finite number above 0"):
        rt.lambdas(rt.average_precision(ranking), sigma=0)
    with pytest.raises(ValueError, match="convention must be"):
        rt.lambdas(rt.ndcg(ranking), convention="lightgmb")
    others = {"gain": "exponential", "ideal": "retrieved"}, {"gain": "exponential", "discount": "log_rank"}
    for trace in (rt.average_precision(ranking), rt.ndcg(ranking), *(rt.ndcg(ranking, **one) for one in others)):
        with pytest.raises(ValueError, match=r'needs a trace of nDCG\(gain="exponential"\)'):
            rt.lambdas(trace, convention="lightgbm")
    with pytest.raises(ValueError, match="misses no item: XGBoost ranks all"):
        rt.lambdas(rt.ndcg(ranking.replace(missed=[2]), gain="exponential"), convention="xgboost")
    with pytest.raises(TypeError, match="of one list"):
        rt.lambdas(rt.mean("AP", [ranking, ranking]))


def test_scores_far_apart_and_equal_ones_have_no_warning_and_no_nan() -> None:
    far = rt.lambdas(rt.ndcg(Ranking.from_scores([0, 1], [1e6, -1e6]), gain="exponential"), convention="lightgbm")
    tied = rt.lambdas(rt.ndcg(Ranking.from_scores([0, 1], [1, 1]), gain="exponential"), convention="lightgbm")
    assert np.isfinite(far.gradients).all() and np.isfinite(tied.gradients).all()


@given(st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=5), st.sampled_from([None, 1, 2]))
def test_the_sum_that_scales_is_said_where_the_table_has_its_letter(grades: list[int], k: int | None) -> None:
    ranking = Ranking.from_scores(grades, range(len(grades), 0, -1))
    found = rt.lambdas(rt.ndcg(ranking, k=k, gain="exponential"), convention="lightgbm")
    said = [float(one.split()[-1].rstrip(".")) for one in found.words if one.startswith("T, ")]
    assert len(said) == str(found).count("(1 + T)") == bool(found.push.values.any())
    assert said == [pytest.approx(2 ** (2 * found.push.values.sum()) - 1, abs=1e-4)][: len(said)]


@given(
    st.lists(st.sampled_from([0, 1, 2, 3, None]), min_size=1, max_size=6), st.sampled_from(["AP", "nDCG@2", "Bpref"])
)
def test_what_pushes_is_what_changes_the_value(grades: list[int | None], measure: str) -> None:
    """Unjudged items, equal scores, grades above 1 in a binary measure, and nothing relevant."""
    trace = rt.measure(measure)(Ranking(grades, scores=[1] * len(grades)))
    found = rt.lambdas(trace)
    changes = rt.swaps(trace).changes
    for one, other, push in zip(found.better, found.other, found.push.values, strict=True):
        assert push == pytest.approx(abs(changes[one - 1, other - 1]) / 2)
        assert (grades[one - 1] or 0) > (grades[other - 1] or 0)


def test_an_item_twice_pushes_at_both_of_its_ranks() -> None:
    twice = Ranking([1, 0, 1], items=list("aba"), scores=[3, 2, 1], duplicates="count")
    found = rt.lambdas(rt.precision(twice, k=2))
    assert found.better.tolist() == [1, 3] and found.gradients.sum() == pytest.approx(0)
