"""Many judged rankings: what they take, and what they keep."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.tracing.measures import Measure
from tests.tensors import Tensor

LISTS = [[1, 0, 1], [0, 1], [], [0, 0, 0, 2]]


@pytest.mark.parametrize(
    "batch",
    [
        Batch(LISTS),
        Batch([np.array(grades, dtype=int) for grades in LISTS]),
        Batch([Ranking(grades) for grades in LISTS]),
        Batch([Ranking([1, 0, 1]), [0, 1], (), np.array([0, 0, 0, 2])]),
        Batch(iter(LISTS)),
    ],
)
def test_a_batch_of_any_kind(batch: Batch) -> None:
    assert len(batch) == 4
    assert list(batch) == [Ranking(grades) for grades in LISTS]
    assert batch.queries == ("q1", "q2", "q3", "q4")
    assert batch["q2"] == batch[1] == batch[-3] == Ranking([0, 1])
    assert batch.axis.length == 4
    assert repr(batch) == "<Batch: 4 rankings of up to 4 items>"


@pytest.mark.parametrize("kind", [int, float, bool, np.uint8])
def test_a_batch_of_one_matrix(kind: type) -> None:
    batch = Batch(np.array([[1, 0, 1], [0, 1, 0]], dtype=kind), missed=[[1], []])
    assert list(batch) == [Ranking([1, 0, 1], missed=[1]), Ranking([0, 1, 0])]


def test_a_batch_keeps_what_was_missed() -> None:
    batch = Batch([[1, 0], [1]], missed=[[2, 1], []], relevant_from=2)
    assert list(batch) == [Ranking([1, 0], missed=[2, 1], relevant_from=2), Ranking([1], relevant_from=2)]
    assert batch.relevant_total.values.tolist() == [1, 0]
    assert Batch(np.array([[1, 0]]), missed=[[2, 1]])[0] == Ranking([1, 0], missed=[2, 1])


def test_a_batch_with_names() -> None:
    batch = Batch([[1], [0]], queries=["query one", 2])
    assert batch.queries == ("query one", "2")
    assert batch["query one"] == Ranking([1])
    assert rt.precision(batch)["2"].value == 0


def test_a_batch_of_nothing() -> None:
    assert rt.average_precision(Batch([])).value.tolist() == []
    assert rt.average_precision(Batch([[], []])).value.tolist() == [0, 0]
    assert rt.ndcg(Batch([[], [1]]), k=3).value.tolist() == [0, 1]


def test_a_batch_with_relevance_from_another_grade() -> None:
    batch = Batch([[1, 2], [2]], queries=["a", "b"]).with_relevant_from(2)
    assert batch.queries == ("a", "b") and batch["a"] == Ranking([1, 2], relevant_from=2)
    assert rt.average_precision(batch).value.tolist() == [1 / 2, 1]


@pytest.mark.parametrize(
    "values", [[0, 1], [0, 1, 2, 3], range(1000), [0, 0.5, 1.5], [0, Fraction(1, 2), Fraction(3)]], ids=str
)
@pytest.mark.parametrize("length", [3, 40])
def test_the_ideal_order_of_a_batch_is_that_of_each_list(values: Any, length: int) -> None:
    random = np.random.default_rng(11)
    lists = [[values[i] for i in random.integers(0, len(values), length)] for _ in range(50)]
    missed = [[values[i] for i in random.integers(0, len(values), 4)] for _ in range(50)]
    batch = Batch(lists, missed=missed)
    for k in (None, 2, length + 6):
        ideal = np.asarray(batch.ideal(k).grade)
        for row, grades, more in zip(ideal.tolist(), lists, missed, strict=True):
            best = sorted([*grades, *more], reverse=True)[:k]
            assert row == [*best, *[0] * (len(row) - len(best))]


def test_a_large_batch_gives_what_its_rows_give(settled: Measure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.core.batch.BLOCK", 1000)
    grades = np.random.default_rng(5).integers(0, 3, (75, 25))  # more numbers than are calculated in one go
    trace = settled(Batch(grades))
    assert trace.result.operation == "lazy"
    assert trace.value.shape == (75,)
    for query in (0, 1, 40, 74):
        assert trace.value[query] == pytest.approx(settled(Ranking(grades[query])).value, rel=1e-12)
        assert trace[query].value == settled(Ranking(grades[query])).value
    assert np.asarray(trace.at_every_k())[74, 9] == pytest.approx(
        settled(Ranking(grades[74])).at_every_k()[9], rel=1e-12
    )


def test_a_mapping_of_queries_is_a_batch() -> None:
    assert rt.mean("RR", {"first": [0, 1], "second": [1]})["first"].value == 1 / 2


def test_an_evaluated_run_is_its_lists() -> None:
    result = rt.evaluate({"soup": {"a": 1}, "tart": {"b": 2}}, {"soup": {"c": 2, "a": 1}, "tart": {"b": 1}}, ["AP"])
    batch = Batch(result)
    assert batch.queries == Batch(batch).queries == ("soup", "tart")
    assert list(batch) == list(Batch(batch)) == [result.ranking("soup"), result.ranking("tart")]
    assert rt.mean("RR", result).value == rt.mean("RR", result.rankings()).value == 3 / 4
    assert rt.explore_queries(result, ["MAP"]).rankings == rt.explore_queries(result.rankings(), ["MAP"]).rankings
    assert Batch(batch, queries=["x", "y"]).queries == ("x", "y")
    assert [one.relevant_from for one in (Batch(batch), Batch(batch, relevant_from=2))] == [1, 2]
    assert rt.precision(Batch(batch, relevant_from=2)).value.tolist() == [0, 1]
    with pytest.raises(ValueError, match="missed needs plain grades"):
        Batch(batch, missed=[[1], []])


# --- labels and scores ----------------------------------------------------------------------------
LABELS = [[0, 1, 2, 0], [3, 0, 0, 1]]
SCORES = [[0.5, 0.5, 0.25, 0.75], [0, 3, 1, 3]]


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        (LABELS, SCORES),
        (np.array(LABELS), np.array(SCORES)),
        (np.array(LABELS, dtype=np.uint8), np.array(SCORES, dtype=np.float32)),
        (np.array(LABELS, dtype=bool), np.array([[3, 1, 2, 2], [0, 2, 1, 0]], dtype=np.uint64)),
        (Tensor(LABELS), Tensor(SCORES)),
        ([LABELS[0], [1]], [tuple(SCORES[0]), np.array([0.5])]),
        ([[None, 1], [0, 1]], [[1, 2], [3, 3]]),
        ([[Fraction(1, 2), 1]], [[Fraction(1, 3), Fraction(1, 2)]]),
        ([], []),
        ([[], []], [[], []]),
    ],
)
def test_labels_and_scores_of_many_queries_are_as_many_rankings(labels: Any, scores: Any) -> None:
    batch = Batch.from_scores(labels, scores)
    lists = [Ranking.from_scores(*row) for row in zip(labels, scores, strict=True)]
    assert list(batch) == lists and [one.order.tolist() for one in batch] == [one.order.tolist() for one in lists]
    for measure in map(
        rt.measure, ("AP", 'nDCG(ties="averaged")@3', 'AUC(ties="half")', 'P(ties="item_descending")@1')
    ):
        assert np.array_equal(measure(batch).value, measure(Batch(lists)).value)
    assert Batch.from_scores(labels, scores, relevant_from=2).relevant_from == (2 if lists else 1)
