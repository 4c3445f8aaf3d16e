"""The JSON of a trace reads back into an equal trace; and traces are values that can be compared, copied and sent."""

import copy
import json
import math
import pickle
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Batch, Measure, Ranking, Trace, read_json
from rankteach.classroom import examples
from rankteach.tracing.measures import metrics
from rankteach.tracing.metric import Metric
from tests.catalogue import AGREEING, COMBINED, random_traces, two_short_lists


def assert_comes_back(trace: Trace) -> None:
    text = trace.to_json()
    for again in (read_json(text), pickle.loads(pickle.dumps(trace)), copy.deepcopy(trace), copy.copy(trace)):
        assert again == trace
        assert hash(again) == hash(trace)
        assert again.to_json() == text
        assert again.to_text() == trace.to_text()


@given(measure=..., ranking=..., k=st.sampled_from([None, 1, 3, 12]))
def test_the_trace_of_every_metric_is_read_back_from_json(measure: Measure, ranking: Ranking, k: int | None) -> None:
    assert_comes_back(measure.metric(ranking, **measure.parameters, k=k))


@given(measure=..., rankings=..., k=st.sampled_from([None, 2]))
def test_traces_of_batches_and_means_are_read_back_from_json(
    measure: Measure, rankings: list[Ranking], k: int | None
) -> None:
    batch = Batch([ranking.with_relevant_from(2) for ranking in rankings])
    assert_comes_back(measure.metric(batch, **measure.parameters, k=k))
    if rankings:
        assert_comes_back(rt.mean(measure, batch, k=k))


def test_traces_of_comparisons_are_read_back_from_json(agreeing: Measure) -> None:
    for trace in random_traces(agreeing):
        assert_comes_back(trace)
    assert_comes_back(rt.mean(agreeing, [two_short_lists(agreeing)] * 2))


SCORED = Ranking.from_scores([1, 0, 1, 0, 1], [0.2, 0.9, 0.4, 0.4, 0.1])
EXACTLY = Ranking(
    [Fraction(1, 3), None, 1, 0], items=["=1", "b\n", "\ud800", "\U0001f600"], missed={"m": Fraction(3, 2)}
)
MANY = [[1, 0, 1], [0, 1], [0, 0, 1, 1]]
RANDOM = np.random.default_rng(1)
SPECIAL: dict[str, Callable[[], Trace]] = {
    "the order of the input": lambda: rt.roc_auc(SCORED),
    "fractions and names": lambda: rt.dcg(EXACTLY),
    "a table of gains": lambda: rt.ndcg([3, 2, 0, 1], gain={0: 0, 1: Fraction(1, 3), 2: 0.5, 3: 7}),
    "a list of discounts": lambda: rt.ndcg([3, 2, 0], discount=[1, 0.5, Fraction(1, 3)]),
    "grades that are not whole": lambda: rt.gap([0.5, Fraction(1, 3), 1], thresholds={0.5: 1, 1: 2}),
    "a parameter that is a fraction": lambda: rt.f_score(MANY[0], beta=Fraction(1, 3)),
    "a base that is a float": lambda: rt.dcg([3, 0.5, 1], base=math.e),
    "weights in an array": lambda: rt.average_precision([1, 0, 1], weights=np.array([1, 0.5, 0.25])),
    "thresholds by grade": lambda: rt.gap([2, 0, 1], thresholds={1: 1, 2: Fraction(1, 2)}),
    "a threshold": lambda: rt.recall(Ranking([2.5, 1, 0], relevant_from=1.5, collection_size=9), k=2),
    "a default that is said": lambda: rt.average_precision(MANY[0], denominator="relevant"),
    "an array of grades": lambda: rt.ndcg(Batch(RANDOM.integers(0, 3, (4, 5)), missed=[[2], [], [1, 3], []]), k=3),
    "an array of no grades": lambda: rt.ndcg(Batch(np.zeros((2, 0)))),
    "lag, pooled": lambda: rt.mean(rt.lag, MANY, average="pooled"),
    "an area over all items": lambda: rt.mean(rt.roc_auc, [SCORED, SCORED], average="pooled"),
    "F of means": lambda: rt.mean(rt.f_score, MANY, average="means", k=2),
    "a geometric mean": lambda: rt.mean("AP", MANY, average="geometric"),
    "a geometric mean with another epsilon": lambda: rt.mean("nDCG", MANY, average="geometric", epsilon=0.01),
    "some queries": lambda: rt.mean(rt.average_precision, [*MANY, [0]], queries="with_hits"),
    "queries with names": lambda: rt.mean(rt.ndcg, Batch(dict(zip("zya", MANY, strict=True)))),
    "two rankings": lambda: rt.spearman(SCORED, SCORED.moved(1, 3)),
    "two dicts of numbers": lambda: rt.kendall_tau({"a": 1, "b": Fraction(1, 3)}, {"b": 0.1, "a": 2}),
    "lists of other items": lambda: rt.kendall_distance(["a", "b", "c"], ["c", "d"], k=2),
    "pairs that are counted": lambda: rt.kendall_tau(RANDOM.permutation(40), np.arange(40) // 3),
}


@pytest.mark.parametrize("make", SPECIAL.values(), ids=SPECIAL)
def test_traces_of_special_inputs_are_read_back_from_json(make: Callable[[], Trace]) -> None:
    assert_comes_back(make())


def test_the_trace_of_a_batch_in_blocks_is_read_back_from_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.core.batch.BLOCK", 4)
    trace = rt.ndcg(Batch(MANY))
    assert trace.result.operation == "lazy"
    assert_comes_back(trace)


def test_a_read_trace_goes_on_as_any_other() -> None:
    read = read_json(rt.mean(rt.average_precision, {"a": [1, 0], "b": [0, 1]}).to_json())
    assert read["b"] == rt.average_precision([0, 1])
    assert read.at_every_k().values.tolist() == [0.5, 0.75]
    read = read_json(rt.ndcg(examples.five_graded, k=3).to_json())
    assert read.ranking == examples.five_graded
    assert read.at_every_k().values.tolist() == rt.ndcg(examples.five_graded, k=3).at_every_k().values.tolist()


# --- when traces are equal ------------------------------------------------------------------------
def test_traces_are_equal_if_measure_input_and_values_are() -> None:
    trace = rt.average_precision([1, 0, 1])
    assert trace == rt.average_precision(Ranking([1, 0, 1]), denominator="relevant")
    assert len({trace, rt.average_precision([1, 0, 1]), rt.average_precision([1, 1, 0])}) == 2
    others = [
        rt.average_precision([1, 0, 1], denominator="hits"),  # the same value
        rt.average_precision([1, 0, 1], k=3),
        rt.average_precision(Ranking([1, 0, 1], items=["a", "b", "c"])),
        rt.average_precision(Ranking([2, 0, 1])),
        rt.average_precision(Ranking([1, 0, 1], collection_size=7)),
        rt.gap([1, 0, 1]),
        rt.mean(rt.average_precision, [[1, 0, 1]]),
        rt.average_precision(Batch([[1, 0, 1]])),
    ]
    assert all(other != trace for other in others)
    assert trace != trace.value
    assert rt.mean(rt.recall, MANY) != rt.mean(rt.recall, MANY, queries="with_hits")
    assert rt.mean("nDCG", MANY, average="geometric") != rt.mean("nDCG", MANY, average="geometric", epsilon=0.01)
    assert rt.mean(rt.recall, {"a": [1], "b": [1]}) != rt.mean(rt.recall, {"b": [1], "a": [1]})


def test_traces_with_functions_are_equal_if_the_functions_are_the_same() -> None:
    one, other = (lambda grade: grade * 2), (lambda grade: grade * 2)
    assert rt.dcg([2, 1], gain=one) == rt.dcg([2, 1], gain=one) != rt.dcg([2, 1], gain=other)
    assert copy.deepcopy(rt.dcg([2, 1], gain=one)) == rt.dcg([2, 1], gain=one)


# --- what is refused ------------------------------------------------------------------------------
def changed(trace: Trace, *path: Any, to: Any) -> str:
    data = json.loads(trace.to_json())
    place = data
    for step in path[:-1]:
        place = place[step]
    assert place[path[-1]] != to
    place[path[-1]] = to
    return json.dumps(data)


AP = rt.average_precision(Ranking([1, 0, 1], items=["a", "b", "c"]))


@pytest.mark.parametrize(
    ("path", "to", "message"),
    [
        (["value"], 0.9, r"value must be 0\.83\d*, which AP of this input gives, not 0\.9"),
        (["exact"], "9/10", "exact must be '5/6', which AP of this input gives, not '9/10': the file was changed"),
        (["measure"], "AP@3", "measure must be 'AP', which AP of this input gives, not 'AP@3'"),
        (
            ["columns", 2, "values", 1],
            2,
            r"columns\['hits'\]\['values'\]\[1\] must be 1, which AP of this input gives, not 2",
        ),
        (["columns", 4, "exact", 2], "1/3", r"columns\['precision'\]\['exact'\]\[2\] must be '2/3', .* not '1/3'"),
        (["labels", "item", 0], "z", r"labels\['item'\]\[0\] must be 'a', which AP of this input gives, not 'z'"),
        (["input", "ranking", "grades", 0], 0, "the file was changed"),
        (["input", "parameters"], {"k": 2}, "measure must be 'AP@2', which AP@2 of this input gives, not 'AP'"),
        (["version"], 2, "version must be 1, not 2"),
        (["format"], "something", "must be the JSON of a trace"),
        (["input"], None, "input must be what a trace was given"),
        (["input"], {}, "a file cannot hold what this trace was given"),
        (["input", "metric"], "XYZ", "there is no metric 'XYZ'. The metric must be one of P, R, "),
        (["input", "metric"], ["P"], "input must be what a trace was given"),
        (["input", "parameters"], {"z": 2}, "no parameter 'z'"),
        (["input", "parameters"], {"denominator": "most"}, "denominator must be 'relevant', .*, not 'most'"),
        (["input", "parameters"], {"weights": {"fraction": "1/0"}}, "input"),
        (["input", "ranking"], {"grades": [-1]}, r"input: grades\[0\] must be at least 0, not -1"),
        (["input", "ranking"], {"grades": ["much"]}, "a number must be written as '2' or '2/3', not 'much'"),
        (
            ["input", "ranking"],
            {"grades": [1, 0, 1], "order": [0, 0, 1]},
            "order must have each place once, counted from 0, not",
        ),
        (["input", "ranking"], {"marks": [1]}, "input must be what a trace was given"),
        (["input", "ranking"], 5, "input must be what a trace was given"),
    ],
    ids=str,
)
def test_a_file_that_was_changed_is_refused(path: list[Any], to: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_json(changed(AP, *path, to=to))


@pytest.mark.parametrize("text", [
    "", "{", "[]", "3", '"\\ud800"', '{"value": NaN}', '{"value": 1e999999999}', '{"a": ' + "9" * 900 + "}",
    "[" * 900, "[" * 100_000, '{"input":' * 100, '{"format": "rankteach trace"}',
])  # fmt: skip
def test_what_is_no_trace_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"text must be JSON|must be the JSON of a trace|version must be 1, not None"):
        read_json(text)


def test_only_text_is_read() -> None:
    with pytest.raises(TypeError, match="text must be the JSON of a trace, not dict"):
        read_json({})  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["input", "measure", "value", "columns", "labels"])
def test_a_file_without_a_part_is_refused(part: str) -> None:
    data = json.loads(AP.to_json())
    del data[part]
    with pytest.raises(ValueError, match=f"the JSON of a trace must have '{part}'"):
        read_json(json.dumps(data))


def doubled(grade: Any) -> Any:
    return 2 * grade


def test_a_function_is_written_by_its_name_and_not_read() -> None:
    trace = rt.dcg([2, 1], gain=doubled)
    assert json.loads(trace.to_json())["input"]["parameters"] == {"gain": {"not written": "doubled"}}
    with pytest.raises(
        ValueError, match=r"gain was 'doubled', which a file cannot hold\. Call the metric again with gain="
    ):
        read_json(trace.to_json())


def test_a_mean_over_projects_is_written_copied_and_not_read() -> None:
    project = rt.rank_metrics([["a", "b"]], [{"b"}])
    trace = rt.aggregate({"one": project, "other": project})["MAP"]
    assert pickle.loads(pickle.dumps(trace)).value == trace.value
    with pytest.raises(ValueError, match="a file cannot hold what this trace was given"):
        read_json(trace.to_json())


def test_there_is_no_measure_left_out() -> None:
    assert {measure.metric.name for measure in [*COMBINED, *AGREEING]} == {metric.name for metric in metrics()}
    assert all(copy.deepcopy(metric) is metric for metric in metrics())


TINY = {"measure": "", "name": "", "value": 0, "exact": None, "rows": [], "labels": {}, "columns": []}
LISTS: list[dict[str, Any]] = [
    {"ranking": {"grades": [1]}},
    {"matrix": {"grades": [[1]] * 20, "missed": None, "queries": list(map(str, range(20))), "relevant_from": 1}},
    {"batch": {"rankings": [{"grades": [1]}] * 20, "queries": list(map(str, range(20))), "relevant_from": 1}},
]


@pytest.mark.parametrize("metric", [one for one in metrics() if one.pairing is None], ids=lambda metric: metric.name)
@pytest.mark.parametrize("lists", LISTS, ids=lambda lists: next(iter(lists)))
def test_a_small_file_cannot_ask_for_many_ranks(metric: Metric, lists: dict[str, Any]) -> None:
    written = json.loads(rt.precision([1]).to_json())
    head = {name: written[name] for name in ("format", "version")}
    given = {**lists, "metric": metric.name, "parameters": {"k": 1_000_000}}
    text = json.dumps({**head, **TINY, "input": given})
    assert len(text) < 1000
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"^input: k must be at most .* in a text of .* characters, not 1000000"):
            read_json(text)
        assert tracemalloc.get_traced_memory()[1] < 10e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("metric", [one for one in metrics() if "k" in one.parameters], ids=lambda metric: metric.name)
def test_a_trace_with_a_cutoff_far_below_the_end_is_read_back(metric: Metric) -> None:
    lists = (["a", "b"], ["b", "a"]) if metric.pairing else ([1, 0],)
    trace = metric(*lists, k=100)
    assert read_json(trace.to_json()) == trace
    if not metric.pairing:
        batch = metric(Batch([[1, 0], [1]]), k=1500)
        assert read_json(batch.to_json()) == batch
