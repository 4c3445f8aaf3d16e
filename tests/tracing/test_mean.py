"""Over queries: every way of ``rt.mean`` against plain Python, and what it shows and refuses."""

import json
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking, Trace
from rankteach.notation.text import text
from tests.draws import harmonic, mean

RANKINGS = st.lists(from_type(Ranking), min_size=1, max_size=4).map(
    lambda rankings: [ranking.with_relevant_from(rankings[0].relevant_from) for ranking in rankings]
)
CUTOFFS = st.none() | st.integers(1, 9)
some = settings(max_examples=60)


def points(items: list[tuple[int, int]]) -> list[Fraction]:
    """What each pair of a relevant item and another one is worth: labels and scores."""
    return [Fraction(p > q) + Fraction(p == q) / 2 for grade, p in items if grade for other, q in items if not other]


def relevant(ranking: Ranking, k: int | None = None) -> list[bool]:
    return [grade >= ranking.relevant_from for grade in ranking.grades[:k]]


@some
@given(rankings=RANKINGS, k=CUTOFFS, name=st.sampled_from(["AP", "P", "RR", "LAG", "FAP"]))
def test_a_mean_counts_the_queries_that_it_says(rankings: list[Ranking], k: int | None, name: str) -> None:
    metric = rt.measure(name).metric
    values = [metric(ranking, k=k).exact for ranking in rankings]
    has_relevant = [bool(ranking.relevant_total.values) for ranking in rankings]
    has_hits = [any(relevant(ranking, k)) for ranking in rankings]
    everything = [True] * len(rankings)
    for queries, counted in {"all": everything, "with_relevant": has_relevant, "with_hits": has_hits}.items():
        trace = rt.mean(name, rankings, queries=queries, k=k)
        assert trace.exact == mean([value for value, counts in zip(values, counted, strict=True) if counts])
        assert [trace[query].exact for query in range(len(rankings))] == values


@some
@given(rankings=RANKINGS, k=CUTOFFS, missed=st.sampled_from(["left_out", "after_list"]))
def test_pooled_lag_is_over_the_items_of_all_queries(rankings: list[Ranking], k: int | None, missed: str) -> None:
    lags = []
    for ranking in rankings:
        hits = relevant(ranking, k)
        lags += [hits[:place].count(False) for place, hit in enumerate(hits) if hit]
        if missed == "after_list":
            lags += [hits.count(False)] * (int(ranking.relevant_total.values) - hits.count(True))
    assert rt.mean(rt.lag, rankings, average="pooled", k=k, missed=missed).exact == mean(lags)


@some
@given(
    lists=st.lists(
        st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4)), min_size=1, max_size=5), min_size=1, max_size=3
    )
)
def test_pooled_auc_compares_the_items_of_all_queries_by_their_scores(lists: list[list[tuple[int, int]]]) -> None:
    rankings = [Ranking.from_scores(*zip(*items, strict=True)) for items in lists]
    items = [item for one in lists for item in one]
    for form in ("trapezoids", "pairs"):
        trace = rt.mean(rt.roc_auc, rankings, average="pooled", form=form)
        assert trace.exact == mean(points(items))
    assert "all queries' items in one list, by their scores" in trace.conventions


@some
@given(rankings=RANKINGS, k=CUTOFFS, beta=st.sampled_from([1, 2]))
def test_f_and_fap_of_means(rankings: list[Ranking], k: int | None, beta: int) -> None:
    precision, recall, f, ap = (
        mean([metric(ranking, k=k, **chosen).exact for ranking in rankings])
        for metric, chosen in (
            (rt.precision, {}),
            (rt.recall, {}),
            (rt.f_score, {"beta": beta}),
            (rt.average_precision, {}),
        )
    )
    assert rt.mean(rt.f_score, rankings, average="means", k=k, beta=beta).exact == harmonic(precision, recall, beta)
    assert rt.mean(rt.fap, rankings, average="means", k=k, beta=beta).exact == harmonic(f, ap, beta)
    below = beta * f + ap
    printed = (1 + beta**2) * f * ap / below if below else 0
    assert rt.mean(rt.fap, rankings, average="means", k=k, beta=beta, form="printed").exact == printed


@some
@given(rankings=RANKINGS, name=st.sampled_from(["P", "AUC", "PRAUC", "GAP", "FAP", 'LAG(missed="after_list")']))
def test_a_mean_at_every_k_is_the_mean_at_each(rankings: list[Ranking], name: str) -> None:
    every = rt.mean(name, rankings).at_every_k()
    assert every[:].tolist() == pytest.approx(
        [rt.mean(name, rankings, k=k).value for k in range(1, len(every) + 1)], rel=1e-12
    )


@some
@given(
    rankings=RANKINGS, k=CUTOFFS, name=st.sampled_from(["AP", "nDCG", "P", "LAG"]), epsilon=st.sampled_from([1e-5, 0.1])
)
def test_a_geometric_mean_is_the_root_of_the_product(
    rankings: list[Ranking], k: int | None, name: str, epsilon: float
) -> None:
    values = [rt.measure(name).metric(ranking, k=k).value for ranking in rankings]
    root = math.prod(max(value, epsilon) for value in values) ** (1 / len(values))
    trace = rt.mean(name, rankings, average="geometric", epsilon=epsilon, k=k)
    assert trace.value == pytest.approx(root, rel=1e-9)
    assert trace.columns["logarithm"][:].tolist() == pytest.approx(
        [math.log(max(v, epsilon)) for v in values], abs=1e-12
    )
    assert [trace[query].value for query in range(len(rankings))] == values


def test_a_query_that_fails_weighs_most_in_a_geometric_mean() -> None:
    lists = [[1], [0, 1], [0]]
    trace = rt.mean("AP", lists, average="geometric")
    assert rt.mean("AP", lists, average="geometric", queries="with_hits").value == pytest.approx((1 * 1 / 2) ** (1 / 2))
    assert rt.mean("AP", [[0], [0]], average="geometric", queries="with_hits").value == 0
    assert rt.mean("Tau", [([1, 2], [2, 1])], average="geometric").value == pytest.approx(0.00001)
    assert text(trace.calculation.formula) == "gMAP = exp((∑(q=1..Q) ln(max(AP(q), 1/100000))) / Q)"
    assert trace.steps[1].text.startswith("Query q2: AP is 1/2, logarithm is ln(1/2) ≈ −0.6931, and")
    header = "geometric mean over all queries, where values below 0.00001 count as 0.00001 (as in trec_eval)"
    assert header in trace.conventions


SCORED = [
    Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7], items=["a", "b", "c"]),
    Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1], items=["c", "d", "e"]),
    Ranking([0, 0], scores=[0.5, 0.4], missed=[1]),
]
WAYS: dict[str, Trace] = {
    "pooled LAG": rt.mean("LAG", SCORED, average="pooled"),
    "pooled LAG with missed items": rt.mean("LAG", SCORED, average="pooled", missed="after_list"),
    "pooled AUC": rt.mean("AUC", SCORED, average="pooled"),
    "pooled AUC as pairs": rt.mean("AUC", SCORED, average="pooled", form="pairs"),
    "F of means": rt.mean("F", SCORED, average="means"),
    "FAP of means": rt.mean("FAP@2", SCORED, average="means"),
    "geometric mean": rt.mean("AP", SCORED, average="geometric"),
    "queries with a hit": rt.mean("AP", SCORED, queries="with_hits"),
    "queries with a relevant item": rt.mean("nDCG", SCORED, queries="with_relevant"),
}
every_way = pytest.mark.parametrize("trace", WAYS.values(), ids=WAYS)


@every_way
def test_every_aggregation_over_queries_has_every_view(trace: Trace) -> None:
    for written in (trace.to_text(), trace.to_markdown(), trace.to_html(), trace.to_latex(), trace.to_mathml()):
        assert written
        assert not any(bad in written for bad in ("np.", "Fraction(", "nan", "None"))
    assert json.loads(trace.to_json())["value"] == trace.value
    assert len(trace.steps) == trace.axis.length
    assert all(": ;" not in step.text and ".." not in step.text for step in trace.steps)


@pytest.mark.parametrize("way", [way for way in WAYS if "AUC" not in way])
def test_the_rows_are_the_queries_and_each_has_its_trace(way: str) -> None:
    trace = WAYS[way]
    assert trace.rows == "query"
    assert [record["query"] for record in trace.to_records()] == ["q1", "q2", "q3"]
    assert trace["q2"].exact == trace.metric.metric(SCORED[1], **trace.parameters).exact  # type: ignore[attr-defined]


def test_the_rows_of_pooled_auc_are_those_of_the_one_list() -> None:
    trace = WAYS["pooled AUC"]
    assert trace.rows == "threshold"
    assert trace.to_records()[0]["items"] == "q1: a"
    assert "1 relevant item is not in the list: left out" in trace.conventions
    with pytest.raises(TypeError, match="needs the trace of a batch or of a mean"):
        _ = trace["q1"]


def test_a_query_that_does_not_count_is_shown_all_the_same() -> None:
    trace = WAYS["queries with a hit"]
    assert trace.columns["counted"].exact.tolist() == [1, 1, 0]
    assert trace.exact == Fraction(1 + 1, 2)


@pytest.mark.parametrize("queries", ["with_relevant", "with_hits"])
def test_where_no_query_counts_the_mean_is_0_and_says_so(queries: str) -> None:
    trace = rt.mean("AP", [[0], [0, 0]], queries=queries)
    assert trace.exact == 0
    assert "0/0 counts as 0" in trace.conventions


def test_counts_are_summed_up_over_queries() -> None:
    lists = [[1, 0, 1], [0, 1], [], [0]]
    for name, total in {"NumRet": 6, "NumRelRet": 3, "NumRel": 3}.items():
        trace = rt.mean(name, lists, average="sum")
        assert trace.exact == total == 4 * rt.mean(name, lists).exact
        assert trace.conventions[-1] == "sum over all queries"
        assert trace[1].exact == (2 if name == "NumRet" else 1)
        assert [column for column in trace.columns if "sum" in column] == ["running sum"]
    some = rt.mean("num_rel_ret", lists, queries="with_hits", k=1)
    assert (some.exact, some.conventions[-1]) == (1, "sum over queries with a relevant item in their list")
    assert rt.read_json(some.to_json()).exact == 1


def test_a_batch_is_as_good_as_a_list_of_rankings() -> None:
    for name, chosen in {
        "LAG": {"average": "pooled"},
        "F": {"average": "means"},
        "NumRet": {"average": "sum"},
        "AP": {"queries": "with_hits"},
    }.items():
        assert rt.mean(name, Batch(SCORED), **chosen).exact == rt.mean(name, SCORED, **chosen).exact


@some
@given(
    lists=st.lists(
        st.lists(st.tuples(st.integers(0, 1), st.integers(-2, 2)), min_size=1, max_size=5), min_size=1, max_size=4
    ),
    average=st.sampled_from(["by_items", "by_relevant"]),
)
def test_gauc_weighs_each_query_that_has_both_kinds_of_items(lists: list[list[tuple[int, int]]], average: str) -> None:
    weights, values = [], []
    for items in lists:
        if of_pairs := points(items):
            weights.append(len(items) if average == "by_items" else sum(grade for grade, _ in items))
            values.append(mean(of_pairs))
    expected = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights) if weights else 0
    rankings = [Ranking.from_scores(*zip(*items, strict=True)) for items in lists]
    assert rt.mean(rt.roc_auc, rankings, average=average).exact == expected


def test_gauc_is_a_name_and_counts_one_kind_of_items_nowhere() -> None:
    trace = rt.mean("GAUC", [[1, 0], [0, 1, 0, 0], [1, 1], [0]])
    assert (trace.name, trace.exact) == ("GAUC", Fraction(7, 9))
    assert rt.mean("GAUC", [[1, 1], [0]]).exact == 0
    assert rt.mean("GAUC", [[1, 0, 0], [0, 0, 1]], k=2).exact == 1  # of the second list, only irrelevant items are left
    with pytest.raises(ValueError, match="queries must be 'all'"):
        rt.mean("GAUC", [[1, 0]], queries="with_relevant")
    with pytest.raises(ValueError, match="average must be"):
        rt.mean("AP", [[1, 0]], average="by_items")
