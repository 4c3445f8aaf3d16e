"""Runs that do not fit into memory: what workers evaluate equals what one machine does, to the last digit."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach.runs.evaluation import partitions

pandas = pytest.importorskip("pandas")
pytest.importorskip("narwhals")

MEASURES = ["nDCG@10", "AP", "RR", "P@5", "ERR@7", "nDCG(ties='averaged')@5", "gm_map", "Bpref"]
Frames = tuple[Any, Any]
Lazy = Callable[[Any], Any]


def frames(seed: int = 20261123, queries: int = 120) -> Frames:
    """Judgements in the order of their queries' names, and a run in any order: with ties, and queries in only one."""
    draw = random.Random(seed)
    judged, ranked = [], [("unjudged", "d1", 1.0)]
    for number in range(queries):
        items = [f"d{place}" for place in range(40)]
        judged += [(f"u{number}", item, draw.choice([0, 1, 1, 2])) for item in draw.sample(items, draw.randrange(1, 9))]
        if number % 17:
            ranked += [
                (f"u{number}", item, draw.randrange(8) / 2) for item in draw.sample(items, draw.randrange(1, 30))
            ]
    draw.shuffle(ranked)
    qrels = pandas.DataFrame(sorted(judged), columns=["qid", "docno", "label"])
    return qrels, pandas.DataFrame(ranked, columns=["qid", "docno", "score"])


def in_polars(frame: Any) -> Any:
    return pytest.importorskip("polars").from_pandas(frame).lazy()


def in_duckdb(frame: Any) -> Any:
    return pytest.importorskip("duckdb").from_df(frame)


def in_dask(frame: Any) -> Any:
    return pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=3)


ENGINES = {"polars": in_polars, "duckdb": in_duckdb, "dask": in_dask}


@pytest.fixture
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines without workers collect 300 rows at a time."""
    monkeypatch.setattr(partitions, "ROWS", 300)


def assert_same(lazy: Lazy, labels: Sequence[str] = MEASURES, **options: Any) -> None:
    qrels, run = frames()
    far, here = (rt.evaluate(*pair, labels, **options) for pair in ((lazy(qrels), lazy(run)), (qrels, run)))
    assert far.queries == here.queries and far.means == here.means
    assert all(np.array_equal(far.values[label], here.values[label]) for label in labels)
    assert (far.missing, far.unjudged, far.skipped) == (sorted(here.missing), here.unjudged, here.skipped)
    assert [far.reasons(query) for query in far.queries] == [here.reasons(query) for query in far.queries]
    assert far.summary == here.summary
    for query in (far.queries[0], "u3"):
        assert far.ranking(query) == here.ranking(query)
        for label in labels[:2]:
            assert far.trace(query, label) == here.trace(query, label)


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_lazy_frame_gives_what_a_frame_in_memory_gives(engine: str) -> None:
    assert_same(ENGINES[engine])


OPTIONS: list[dict[str, Any]] = [
    {"queries": "both"},
    {"queries": "with_relevant", "relevant_from": 2},
    {"ties": "item_ascending"},
    {"convention": "pytrec_eval"},
    {"depth": 4},
]


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_each_option_means_the_same(options: dict[str, Any]) -> None:
    assert_same(in_polars, ["AP", "nDCG@10", "P@5"], **options)


def test_workers_of_a_cluster_evaluate() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None):
        assert_same(in_dask)


@pytest.fixture
def spark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    session = sql.SparkSession.builder.master("local[2]").config("spark.sql.shuffle.partitions", "3").getOrCreate()
    yield session
    session.stop()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")
def test_workers_of_spark_evaluate(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_same(spark.createDataFrame)
    for options in OPTIONS:
        assert_same(spark.createDataFrame, ["AP", "nDCG@10", "P@5"], **options)
    assert_a_trace_fetches_its_query(spark.createDataFrame, monkeypatch)


def assert_a_trace_fetches_its_query(lazy: Lazy, monkeypatch: pytest.MonkeyPatch) -> None:
    qrels, run = frames()
    result = rt.evaluate(lazy(qrels), lazy(run), "AP")
    sizes: list[int] = []
    source = partitions._source
    monkeypatch.setattr(partitions, "_source", lambda rows, task: sizes.append(len(rows)) or source(rows, task))
    result.trace("u3", "AP")
    assert sizes == [sum((frame["qid"] == "u3").sum() for frame in (qrels, run))]


def test_a_trace_fetches_the_rows_of_its_query_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert_a_trace_fetches_its_query(in_polars, monkeypatch)


def test_names_that_are_whole_numbers_are_text_in_both_tables() -> None:
    qrels = pandas.DataFrame({"user_id": [7, 7], "item_id": [10, 11], "rating": [0, 1]})
    run = pandas.DataFrame({"user_id": ["7", "7"], "item_id": ["10", "11"], "rank": [1, 2]})
    assert rt.evaluate(in_polars(qrels), in_polars(run), "RR").means == {"RR": 1 / 2}


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    qrels, run = frames(queries=3)
    twice = pandas.concat([run, run])
    numbers = qrels.assign(docno=1.5)
    for judged, ranked, options, words in [
        (in_polars(qrels), in_polars(run), {"ties": "stable"}, "^ties must not be 'stable' for a lazy frame"),
        (qrels, in_polars(run), {}, r"^qrels and run must both be lazy frames of one library, not pandas\."),
        (in_polars(qrels), in_duckdb(run), {}, "^qrels and run must both be lazy frames of one library, not polars"),
        (in_polars(numbers), in_polars(run), {}, "^the column 'docno' must hold text or whole numbers, not Float64"),
        *(
            (lazy(qrels), lazy(run.assign(score=score)), {}, "^the column 'score' must hold numbers, not ")
            for lazy in (in_polars, in_duckdb, in_dask)
            for score in ("0.9", True)
        ),
        (in_polars(qrels), in_polars(twice), {}, "d.* must"),
        (in_polars(qrels[:0]), in_polars(run[:0]), {}, "^qrels and run must hold rows"),
        (in_polars(qrels), in_polars(run[:1].assign(qid="x")), {}, "must have a query in common"),
        (in_polars(qrels.assign(label=0)), in_polars(run), {"queries": "with_relevant"}, "must have a relevant item"),
    ]:
        with pytest.raises((TypeError, ValueError), match=words):
            rt.evaluate(judged, ranked, "AP", **options)


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize("engine", ENGINES)
def test_notes_are_those_of_a_frame_in_memory(engine: str) -> None:
    """A list that is cut is still known to have judged items."""
    qrels, run = frames()
    judged = qrels[:1].assign(qid="q", docno="a", label=1)
    retrieved = run[:2].assign(qid="q", docno=["b", "a"], score=[2.0, 1.0])
    lazy, here = (
        rt.evaluate(made(judged), made(retrieved), "AP", depth=1).notes
        for made in (ENGINES[engine], lambda frame: frame)
    )
    assert lazy == here and not any("judged" in note for note in here)
