"""Precision, recall, F and counts: past the end of a list, over queries, and by counts."""

from fractions import Fraction
from typing import Any

import pytest

import rankteach as rt
from rankteach import Ranking
from tests.draws import harmonic

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("denominator", "below", "of_none"),
    [("ranks", [1, 2, 3, 4, 5], 5), ("items", [1, 2, 3, 3, 3], 1)],
)
def test_precision_past_the_end_of_a_list(denominator: str, below: list[int], of_none: int) -> None:
    of_k = [Fraction(hits, items) for hits, items in zip([1, 1, 2, 2, 2], below, strict=True)]
    chosen: dict[str, Any] = {"denominator": denominator}
    trace = rt.precision([1, 0, 1], k=5, **chosen)
    assert trace.at_every_k().exact.tolist() == trace.columns["precision"].exact.tolist() == of_k
    assert [rt.precision([1, 0, 1], k=k, **chosen).exact for k in range(1, 6)] == of_k
    batch = rt.precision(rt.Batch([[1, 0, 1], [1] * 5, []]), k=5, **chosen)
    assert batch.exact.tolist() == [of_k[-1], 1, 0]
    assert rt.mean("P", [[1, 0, 1], [1]], k=5, **chosen).exact == (of_k[-1] + Fraction(1, of_none)) / 2


@pytest.mark.parametrize("k", [None, 1, 3, 7])
@pytest.mark.parametrize("denominator", ["ranks", "items"])
def test_precision_and_recall_by_counts_are_the_same_numbers(k: int | None, denominator: str) -> None:
    lists = [Ranking([1, 0, 1, 0]), Ranking([0, 1], missed=[1]), Ranking([0, 0]), Ranking([], missed=[1])]
    for metric, others in ((rt.precision, {"denominator": denominator}), (rt.recall, {})):
        alone = [metric(one, k=k, form="counts", **others) for one in lists]
        assert [trace.exact for trace in alone] == [metric(one, k=k, **others).exact for one in lists]
        assert metric(rt.Batch(lists), k=k, form="counts", **others).exact.tolist() == [one.exact for one in alone]


@pytest.mark.parametrize("form", ["precision_recall", "counts"])
def test_f1_of_means_is_the_same_in_both_forms_or_refused(form: str) -> None:
    lists = [Ranking([1, 0, 0, 0]), Ranking([1, 1], missed=[1, 1])]
    try:
        trace = rt.mean(rt.f_score, lists, average="means", form=form)
    except ValueError as error:
        assert "form" in str(error)
        assert form == "counts"
    else:
        assert trace.exact == harmonic((Fraction(1, 4) + 1) / 2, (1 + HALF) / 2)


@pytest.mark.parametrize("beta", [1e-200, 1e-9, 1e9, 1e99])
def test_a_beta_of_any_size_gives_what_it_tends_to(beta: float) -> None:
    ranking = Ranking([1, 0], missed=[1, 1])  # P = 1/2, R = 1/3
    assert rt.f_score(ranking, beta=beta).value == pytest.approx(1 / 2 if beta < 1 else 1 / 3)
