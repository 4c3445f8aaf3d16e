"""A preset refuses a list for which the tool has no number, or another one: in a sentence with what to do."""

from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.tracing.refused import KINDS
from rankteach.tracing.tool_rows import BEYOND
from rankteach.tracing.tools import TOOLS

LOGITS = Ranking.from_scores([1, 0, 1], [-1, -2, -3])


@pytest.mark.parametrize(("measure", "tool", "lists"), [
    ("AP", "torchmetrics", Ranking([1, 0], scores=[1, -1])),  # a score that changes nothing
    ("nDCG", "torchmetrics", LOGITS),
    ("RPrec", "torchmetrics", LOGITS),
    ("AP", "torchmetrics", Ranking([1, 0, 1])),  # no scores at all
    ("AP", "torchmetrics", Batch([Ranking([1, 1]), Ranking([1, 0], scores=[2, 1])])),
    ("AUC", "scikit-learn", [0, 0]),
    ("AP@4", "evidently", [1, 0]),
    ("AP@2", "evidently", [1, 1]),
    ("RBP", "trec_eval", [2, 1]),
    ("nDCG@4", "mlflow", [1, 0]),  # no more relevant items than items
    ("AP", "lenskit", Ranking([1, 0], missed=[1, 1])),
    ("P", "catboost", Ranking([1, 0], scores=[1, 1])),  # of which none is cut off
    ("RR@3", "ir_measures", [0.5, 1]),
    ("P", "ranx", [0.5, 1]),
    ("RR", "catboost", Ranking([1, 1, 0], scores=[1, 1, 0])),  # judged alike
    ("AUC", "catboost", Ranking([1, 0], scores=[1, 1])),
    ("R@3", "mlflow", Ranking([], missed=[1])),
])  # fmt: skip
def test_other_lists_are_not_refused(measure: str, tool: str, lists: Any) -> None:
    rt.measure(measure, convention=tool)(lists)


@pytest.mark.parametrize("metric", ["P", "R", "F", "Accuracy", "RR", "AP", "nDCG"])
@pytest.mark.parametrize("k", range(1, 8))
def test_a_k_beyond_the_longest_list_is_refused_where_evidently_has_no_number(metric: str, k: int) -> None:
    """Version 0.7.23 raises IndexError or KeyError from k = 6 on, but for the hit rate and MRR."""
    lists = Batch([[1, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0]])  # the last one does not count
    ask = rt.measure(f"{metric}@{k}", convention="evidently")
    if k > 5 and metric not in ("Accuracy", "RR"):
        with pytest.raises(ValueError, match=f"evidently has no {metric} at a k beyond the longest list. Leave conv"):
            rt.mean(ask, lists)
    else:
        assert rt.mean(ask, lists)[0].value == ask(lists["q1"]).value  # a list of the mean can be shorter


def test_a_run_is_refused_with_the_name_of_the_query() -> None:
    qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 0.5}, "2": {"b": -0.5}}
    with pytest.raises(ValueError, match=r"the score of b is -0\.5\. .* Leave query 2 or convention out\."):
        rt.evaluate(qrels, run, ["AP"], convention="torchmetrics")
    assert rt.evaluate(qrels, run, ["nDCG"], convention="torchmetrics").means == {"nDCG": 1.0}


def test_no_number_is_said_to_be_that_of_a_tool_which_has_another_one() -> None:
    grades, number = [0, 1, 0, 1], "0.5000"  # AP divided by the hits
    above, below = (
        rt.which(number, Ranking(grades, scores=scores, missed=[1]), measures=["AP"])
        for scores in ([4, 3, 2, 1], [-1, -2, -3, -4])
    )
    assert any("torchmetrics" in words for words in above.words)
    assert not any("torchmetrics" in words for words in below.words)


def test_every_kind_of_refusal_is_one_of_a_tool_and_known() -> None:
    of_rows = {kind for one in TOOLS for kind in one.refuses}
    assert of_rows | {"an item twice"} == {*KINDS, BEYOND}  # the first is what all tools don't count again
    for one in TOOLS:
        named = {metric.rstrip("@") for metrics in one.refuses.values() for metric in metrics}
        assert named <= {m.rstrip("@") for m in one.measures}


def test_equal_scores_of_a_run_are_refused_too() -> None:
    with pytest.raises(ValueError, match="catboost ranks the worst items among equal scores first"):
        rt.evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 1.0, "b": 1.0}}, ["AP"], convention="catboost")


def test_many_lists_are_not_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    close = np.float64(0.5) + np.array([1e-9, 0, 0.25])  # the first two are one number of 32 bits
    apart = rt.Batch.from_scores([[1, 0, 2], [0, 1, 0]], [[0.5, 0.75, 0.25], [3, 2, 1]])
    tied = rt.Batch.from_scores([[1, 0, 2], [0, 1, 0]], [close, [3, 2, 1]])
    expected = [rt.ndcg(one, k=2, convention="trec_eval_9").value for one in tied]
    assert rt.ndcg(tied, k=2, convention="trec_eval_9").value.tolist() == expected
    assert expected != rt.ndcg(tied, k=2, convention="trec_eval").value.tolist()
    with pytest.raises(ValueError, match="takes whole grades only"):
        rt.ndcg(rt.Batch.from_scores([[1, 0.5]], [[2, 1]]), convention="trec_eval")
    expected = [rt.ndcg(one, k=2).value for one in apart]
    monkeypatch.setattr(rt.Batch, "__getitem__", lambda batch, query: pytest.fail("each list was asked"))
    for tool in ("trec_eval", "trec_eval_9"):
        assert rt.ndcg(apart, k=2, convention=tool).value.tolist() == expected
