"""Many queries at once: the values of a run, the calculation behind each, and what is said of what is odd."""

import gzip
import itertools
import json
import math
import os
import pickle
import random
import re
import threading
import time
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach.notation.html import sentence
from rankteach.runs import progress
from rankteach.runs.evaluation import Evaluation, evaluate, read_ranking
from rankteach.tracing.measures import Measure, metrics
from tests.runs.forms import frame, in_every_form, rows, written

QRELS = {"301": {"a": 1, "b": 2, "z": 0}, "302": {"c": 1}, "303": {"c": 0}, "304": {"x": 3, "y": 1}}
RUN = {
    "301": {"x": 3.0, "b": 2.5, "a": 1.0},
    "303": {"c": 3.0, "d": 1.0},
    "304": {"p": 2.0, "q": 1.0, "y": 0.5},
    "999": {"x": 1.0},
}
MEASURES = ["RR", "nDCG@2", "AP", "P@1"]
OF_ONE_LIST = [Measure(metric, {}) for metric in metrics() if metric.pairing is None]

Table = Mapping[str, Mapping[str, Any]]


@pytest.fixture
def result() -> Evaluation:
    return evaluate(QRELS, RUN, MEASURES, name="mine")


# --- values -----------------------------------------------------------------------------------------------------------
def test_means_and_values_of_every_query(result: Evaluation) -> None:
    assert result.queries == ("301", "302", "303", "304")
    assert result.measures == tuple(MEASURES)
    assert result.values["RR"].tolist() == [1 / 2, 0, 0, 1 / 3]
    assert result.means["RR"] == pytest.approx((1 / 2 + 1 / 3) / 4)
    assert result.per_query["301"]["AP"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert result["304"] == result.per_query["304"]
    assert list(result.per_query) == list(result.queries)
    assert (len(result), len(result.per_query)) == (4, 4)
    assert result.by_query("P@1") == {"301": 0, "302": 0, "303": 0, "304": 0}


def test_numbers_are_found_under_any_spelling_of_a_measure(result: Evaluation) -> None:
    assert result.means["mrr"] == result.means["RR"] == result.means["MRR"]
    assert result.per_query["301"]["map"] == result.per_query["301"]["AP"]
    assert result.worst("ndcg@2", 1) == {"302": 0}
    assert "map" in result.means and "P@3" not in result.means
    assert (result.means.get("map"), result.means.get("P@3", 7)) == (result.means["AP"], 7)
    with pytest.raises(KeyError, match="measure must be one of RR, nDCG@2, AP, P@1, not P@3"):
        result.means["P@3"]
    with pytest.raises(ValueError, match=r"measure must be one of .*, not P@3"):
        result.worst("P@3")


def test_a_number_under_another_spelling_is_the_one_that_is_explained() -> None:
    """Also where a convention has settled what the name alone does not say."""
    result = evaluate(
        {"q": {"a": 1, "b": 1, "c": 1, "d": 1}}, {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}, "AP@3", convention="kaggle"
    )
    for name in ("AP@3", "map@3", 'AP(convention="kaggle")@3'):
        assert result.means[name] == result.per_query["q"][name] == pytest.approx((1 + 2 / 3) / 3)
        assert float(result.trace("q", name)) == float(result.mean(name)) == pytest.approx(result.means[name])
        assert list(result.worst(name)) == list(result.by_query(name)) == ["q"]


def test_what_is_better_is_asked_of_the_metric() -> None:
    """Not of two lists whose grades a measure may refuse."""
    for name in ("nDCG(gain={0: 0, 2: 3})", 'AP(rel=2, no_relevant="error")'):
        result = evaluate(
            {"q": {"a": 2, "b": 0}, "r": {"a": 2, "b": 0}}, {"q": {"a": 1, "b": 2}, "r": {"a": 2, "b": 1}}, name
        )
        assert list(result.worst(None, 1)) == ["q"]
        assert name in repr(result)


def test_only_queries_in_both_as_trec_eval_counts_them() -> None:
    both = evaluate(QRELS, RUN, ["RR"], queries="both")
    assert both.queries == ("301", "303", "304")
    assert both.means["RR"] == pytest.approx((1 / 2 + 0 + 1 / 3) / 3)
    assert both.missing == ["302"]
    assert "1 query judged, but missing from the run (302): left out." in both.notes
    with pytest.raises(KeyError, match="'302' is missing from the run"):
        both.per_query["302"]


def test_a_missing_query_is_an_empty_list_with_everything_missed(result: Evaluation) -> None:
    assert result.ranking("302") == rt.Ranking([], items=[], scores=[], missed={"c": 1})
    ideal = evaluate(QRELS, RUN, ["IDCG"])
    assert ideal.per_query["302"]["IDCG"] == 1
    assert ideal.per_query["304"]["IDCG"] == pytest.approx(3 + 1 / math.log2(3))


@given(st.data())
def test_every_value_is_that_of_its_trace(data: st.DataObject) -> None:
    """The fast way and the traced way are one definition: every metric, random runs with ties and unjudged items."""
    seed = data.draw(st.integers(0, 10**6))
    qrels, run = random_data(seed, queries=4, graded=data.draw(st.booleans()))
    relevant_from = data.draw(st.sampled_from([1, 2]))
    result = evaluate(qrels, run, OF_ONE_LIST, relevant_from=relevant_from)
    for query in result.queries:
        for label in data.draw(st.lists(st.sampled_from(result.measures), min_size=3, max_size=3)):
            assert result.per_query[query][label] == pytest.approx(result.trace(query, label).value, abs=1e-12), label


def test_the_mean_is_a_trace_over_the_queries(result: Evaluation) -> None:
    trace = result.mean("AP")
    assert trace.exact == (Fraction(7, 12) + Fraction(1, 3) / 2) / 4
    assert float(trace) == pytest.approx(result.means["AP"])
    assert trace["301"].ranking.items == ("x", "b", "a")
    assert result.mean("AP(rel=2)")["304"].ranking.relevant_from == 2
    assert [one.items for one in result.rankings()] == [result.ranking(query).items for query in result.queries]


def test_a_mean_that_needs_scores_has_them() -> None:
    run = {"q": {"a": 1.0, "b": 1.0}, "r": {"a": 2.0, "b": 2.0}}
    result = evaluate({"q": {"a": 1}, "r": {"a": 1}}, run, ['RR(ties="item_ascending")', "AUC"])
    for name in result.measures:
        assert float(result.mean(name)) == pytest.approx(result.means[name])
        assert float(rt.mean(name, result.rankings())) == pytest.approx(result.means[name])
    assert result.means == {'RR(ties="item_ascending")': 1, "AUC": 1 / 2}


def test_the_mean_of_a_tool_is_taken_as_that_tool_takes_it() -> None:
    run = {"1": {"a": 1.0}, "2": {"b": 1.0, "a": 0.5}}
    result = evaluate({"1": {"a": 1, "b": 1}, "2": {"a": 1}}, run, ["F@2"], convention="evidently")
    assert result.means["F@2"] == pytest.approx(float(result.mean("F@2")))


def test_a_measure_says_from_which_grade_or_the_evaluation_does() -> None:
    result = evaluate(QRELS, RUN, ["P@3", "P(rel=1)@3", "P(rel=2)@3"], relevant_from=2)
    assert result["301"] == {"P@3": 1 / 3, "P(rel=1)@3": 2 / 3, "P(rel=2)@3": 1 / 3}
    assert result.trace("301", "P(rel=1)@3").exact == Fraction(2, 3)


def test_measures_that_need_scores() -> None:
    tied = evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 1.0, "b": 1.0}}, ["AUC", "RR"])
    assert tied["q"] == {"AUC": 0.5, "RR": 0.5}  # a tie is half a point; b stands first, by its name


def test_one_measure_alone_and_any_kind_of_it() -> None:
    for asked in ("AP", rt.measure("AP"), ["AP"], rt.average_precision, (rt.measure("AP"),)):
        assert evaluate(QRELS, RUN, asked).means["AP"] == pytest.approx((7 / 12 + 1 / 6) / 4)


# --- depth ------------------------------------------------------------------------------------------------------------
DEEP_QRELS = {"1": {"a": 1, "b": 2, "c": 0, "p": -1, "z": 1}, "2": {"a": 1, "p": -1}, "3": {"b": 1}}
DEEP_RUN = {"1": {"x": 5.0, "p": 4.0, "a": 3.0, "b": 3.0, "c": 3.0, "y": 2.0}, "2": {"x": 2.0, "a": 1.0, "p": 0.5}}


@pytest.mark.parametrize("depth", [1, 3, 4, 5, 9])
@pytest.mark.parametrize("ties", ["item_descending", "item_ascending", "stable"])
@pytest.mark.parametrize("form", range(4))
def test_a_depth_is_the_run_cut_by_hand(depth: int, ties: Any, form: int, tmp_path: Path) -> None:
    run = rt.read_run(DEEP_RUN, ties=ties)
    cut = {query: dict(list(zip(*run.ranked(query), strict=True))[:depth]) for query in run}
    by_hand = evaluate(DEEP_QRELS, cut, OF_ONE_LIST, ties=ties)
    found = evaluate(DEEP_QRELS, in_every_form(DEEP_RUN, tmp_path)[form], OF_ONE_LIST, ties=ties, depth=depth)
    assert f"lists cut at depth {depth}" in found.summary and by_hand.queries == found.queries
    for label in map(str, OF_ONE_LIST):
        assert found.by_query(label) == pytest.approx(by_hand.by_query(label), nan_ok=True), label
        assert found.means[label] == pytest.approx(by_hand.means[label], nan_ok=True), label
    words = f"cut at depth {depth}: items below it count as not retrieved"
    assert words in found.mean("AP").conventions
    for query in found.queries:
        traces = [result.trace(query, "AP") for result in (found, by_hand)]
        assert traces[0].value == traces[1].value == found.by_query("AP")[query]
        assert (words in traces[0].conventions) == (len(DEEP_RUN.get(query, ())) > depth)


def test_a_depth_is_in_the_reasons_and_in_copies_of_the_list() -> None:
    result = evaluate(DEEP_QRELS, DEEP_RUN, ["RR"], depth=1)
    assert result.reasons("1") == {"RR": "none of 3 relevant items was retrieved down to depth 1"}
    ranking = result.ranking("1")
    assert ranking == rt.Ranking([None], items=["x"], scores=[5.0], missed={"a": 1, "b": 2, "c": 0, "z": 1})
    for one in (ranking, pickle.loads(pickle.dumps(ranking)), ranking.with_grade(1, 1), ranking.condensed()):
        assert any(line.startswith("cut at depth 1:") for line in rt.average_precision(one).conventions)


# --- order ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("ties", "value"), [("item_descending", 1 / 3), ("item_ascending", 1), ("stable", 1 / 2)])
def test_ties_are_ordered_as_the_evaluation_says(ties: Any, value: float) -> None:
    run = {"q": {"b": 1, "a": 1, "c": 1}}
    assert evaluate({"q": {"a": 1}}, run, "RR", ties=ties).means["RR"] == pytest.approx(value)
    with pytest.raises(ValueError, match="ties='refuse'"):
        evaluate({"q": {"a": 1}}, run, "RR", ties="refuse")


def test_a_trace_says_the_order_of_tied_scores() -> None:
    tied, apart = {"q": {"a": 1.0, "b": 1.0}}, {"q": {"a": 1.0, "b": 2.0}}
    words = "equal scores are sorted by item, the last name first (as in trec_eval)"
    assert words in evaluate({"q": {"a": 1}}, tied, "RR").trace("q", "RR").conventions
    assert words not in evaluate({"q": {"a": 1}}, apart, "RR").trace("q", "RR").conventions
    averaged = evaluate({"q": {"a": 1}}, tied, ["RR", "nDCG"], ties="averaged")
    assert averaged["q"]["RR"] == averaged.trace("q", "RR").value == 3 / 4


def test_the_worst_and_the_best_queries_come_first(result: Evaluation) -> None:
    assert list(result.worst("RR", 3)) == ["302", "303", "304"]
    assert result.best("RR", 2) == {"301": 1 / 2, "304": 1 / 3}
    assert list(result.best(n=1)) == ["301"]


def test_of_some_measures_less_is_better() -> None:
    qrels = {"good": {"a": 1}, "bad": {"a": 1}}
    result = evaluate(qrels, {"good": {"a": 2.0, "b": 1.0}, "bad": {"b": 2.0, "a": 1.0}}, ["LAG", "RR"])
    assert (result.worst("LAG", 1), result.best("LAG", 1)) == ({"bad": 1}, {"good": 0})
    assert (result.worst("RR", 1), result.best("RR", 1)) == ({"bad": 1 / 2}, {"good": 1})
    assert result.table().entries[0].cells == ["bad", "good"]
    with pytest.raises(ValueError, match="n must be at least 1, not -1"):
        result.worst("RR", -1)


# --- reasons ----------------------------------------------------------------------------------------------------------
def test_a_query_without_a_value_leaves_the_mean_undefined_unless_it_is_left_out() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 0, "b": 1}, "3": {"a": 0}, "4": {"a": 0}}
    run = {"1": {"a": 2, "b": 1}, "2": {"a": 1}, "3": {"a": 1, "b": 0.5}}
    ap, ndcg = 'AP(no_relevant="nan")', 'nDCG(no_relevant="nan")@5'
    result = evaluate(qrels, run, [ap, "AP", ndcg])
    assert [math.isnan(result.means[label]) for label in result.measures] == [True, False, True]
    assert [query for query in qrels if math.isnan(result[query][ap])] == ["3", "4"]
    assert math.isnan(result.mean(ap).value)
    # neither worst nor best
    assert (list(result.worst(n=2)), list(result.best(n=2))) == (["2", "1"], ["1", "2"])
    assert [list(named(n=4))[2:] for named in (result.worst, result.best)] == [["3", "4"]] * 2
    assert [entry.title for entry in result.table().entries] == ["query", ap, "AP", ndcg, "why 0 or undefined"]
    assert "undefined" in result.to_html() and "nan" not in result.to_html().replace("&quot;nan&quot;", "")
    frame = pytest.importorskip("pandas") and result.to_frame()
    assert frame[ap].isna().tolist() == [False, False, True, True]
    left = evaluate(qrels, run, [ap, "AP"], queries="with_relevant")
    assert left.means[ap] == left.means["AP"] == 1 / 2
    assert left.compare(left).mean == 0


def test_the_first_measure_is_the_one_to_show(result: Evaluation) -> None:
    assert result.trace("304") == result.trace("304", MEASURES[0]) != result.trace("304", MEASURES[1])
    assert result.mean() == result.mean(MEASURES[0]) != result.mean(MEASURES[1])


def test_to_leave_out_queries_is_advised_only_where_they_count_as_0(result: Evaluation) -> None:
    assert "queries='with_relevant' leaves it out" in result.notes[-1]
    assert "leave" not in evaluate(QRELS, RUN, [*MEASURES, "NumRet"]).notes[-1]


# --- views ------------------------------------------------------------------------------------------------------------
def test_a_result_has_a_text_and_an_html_form(result: Evaluation) -> None:
    text = result.to_text(by="AP")
    assert text == result.to_text(by="map")
    assert text.startswith("mine: mean over all judged queries (4).\n")
    assert re.search(r"302 +0\.0000 +0\.0000 +0\.0000 +0\.0000 +missing from the run", text)
    assert repr(result) == result.to_text()
    html = result._repr_html_()
    assert result.to_html() in html
    assert "missing from the run" in html and "<script" not in html
    assert "<summary>303: RR is 0</summary>" in html and "<summary>304: RR is 1/3 ≈ 0.3333</summary>" in html
    assert "<summary>302" not in html  # an empty list
    assert "<details" not in result.to_html(calculations=0)


def test_of_many_queries_the_lowest_and_the_highest_are_shown() -> None:
    qrels = {str(q): {"a": 1} for q in range(40)}
    run = {str(q): {f"x{i}": 100 - i for i in range(q)} | {"a": 1} for q in range(40)}
    assert evaluate(qrels, run, "RR").table(most=5).entries[0].cells == ["39", "38", "37", "1", "0"]


def test_a_result_becomes_a_data_frame(result: Evaluation) -> None:
    pandas = pytest.importorskip("pandas")
    frame = result.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.loc["301", "RR"] == 1 / 2 and list(frame.columns) == MEASURES and frame.index.name == "query"


def test_a_long_list_is_explored_with_the_values_that_were_evaluated() -> None:
    run = {"q": {f"d{i:03}": 500 - i for i in range(500)}}
    result = evaluate({"q": {"d001": 1, "d400": 2}}, run, ["AP", "P@80"])
    assert rt.explore(result, query="q").values == pytest.approx(result["q"])
    assert rt.explore(result, query="q").ranking == result.ranking("q")


def test_of_a_very_long_list_the_first_part_is_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.widgets.explorer.queries.LONGEST", 50)
    run = {"q": {f"d{i:03}": 500 - i for i in range(500)}}
    ranking = rt.explore(evaluate({"q": {"d001": 1, "d400": 2}}, run, "AP"), query="q").ranking
    assert (len(ranking), ranking.missed_items) == (50, ("d400",))


def test_a_query_is_explored_under_the_convention_that_it_was_evaluated_under() -> None:
    run = {"q": {"a": 2.0, "b": 1.0, "c": 0.5}}
    result = evaluate({"q": {"b": 1, "x": 3}}, run, ["nDCG", "AP@2"], convention="ir_measures")
    kaggle = evaluate({"q": {"b": 1, "x": 3, "y": 1}}, run, ["AP@2"], convention="kaggle")
    assert rt.explore(result, query="q").values == pytest.approx(result["q"])
    assert list(rt.explore(kaggle, query="q").values.values()) == pytest.approx(list(kaggle["q"].values())) == [1 / 4]


# --- where data come from ---------------------------------------------------------------------------------------------
def lines(run: Table) -> str:
    return "".join(f"{q} Q0 {item} 1 {score} tag\n" for q, item, score in rows(run))


def judgements(qrels: Table) -> str:
    return "".join(f"{q} 0 {item} {grade}\n" for q, item, grade in rows(qrels))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path, "my.qrels", judgements(QRELS)), written(tmp_path, "my.run", lines(RUN))


def test_judgements_and_runs_in_every_form_give_the_same_evaluation(
    files: tuple[Path, Path], result: Evaluation, tmp_path: Path
) -> None:
    packed = files[1].with_name("my.run.gz")
    packed.write_bytes(gzip.compress(files[1].read_bytes()))
    pandas = pytest.importorskip("pandas")
    judged = [QRELS, files[0], str(files[0]), rt.read_qrels(files[0]), frame(pandas, QRELS, ("qid", "docno", "label"))]
    for qrels, run in itertools.product(judged, [*in_every_form(RUN, tmp_path), files[1], packed]):
        found = evaluate(qrels, run, MEASURES)
        assert found.per_query == result.per_query
        assert (found.missing, found.unjudged) == (["302"], ["999"])
        for query in ("301", "302", "304"):
            assert found.ranking(query) == result.ranking(query)
        assert found.mean("AP").exact == result.mean("AP").exact
    assert evaluate(QRELS, rt.read_run(files[1]), MEASURES).name == evaluate(*files, MEASURES).name == "tag"
    assert evaluate([["a", "b"]], [["x", "a"]], ["RR", "AP"]).means == {"RR": 0.5, "AP": 0.25}


def test_notes_of_files_are_those_of_what_is_read(files: tuple[Path, Path]) -> None:
    qrels, run = files
    qrels.write_text(f"# judged by hand\n{qrels.read_text()}304 0 z -1\n")
    first, second, *others = run.read_text().splitlines(keepends=True)
    run.write_text(
        "".join(["# two systems\n", second.replace("tag", "other"), first.replace("1 3.0", "2 3.0"), *others])
    )
    found = evaluate(*files, MEASURES)
    read = evaluate(rt.read_qrels(qrels), rt.read_run(run), MEASURES)
    assert found.notes[2:-2] == [
        "1 comment line skipped: # marks a comment",
        "1 grade below 0: the items were in the pool, but are not judged",
        "1 line with a higher score than the line above, whose rank is better: the score decides, as in trec_eval",
        "the lines have different tags ('other', 'tag'): are there two runs in one file?",
    ]  # what is odd in both is said once
    assert (found.notes, found.name) == (read.notes, read.name)
    for note in found.notes:
        assert note in found.to_text()
        assert sentence(note) in found.to_html()
    assert "<code>result.missing</code> lists it." in found.to_html()


def test_one_query_out_of_a_file(files: tuple[Path, Path], result: Evaluation) -> None:
    assert read_ranking(*files, "301") == result.ranking("301")
    assert read_ranking(QRELS, RUN, "301", relevant_from=2).relevant_from == 2
    assert read_ranking(*files, "302") == result.ranking("302")
    with pytest.raises(KeyError, match="nothing"):
        read_ranking(*files, "nothing")


def test_queries_named_by_numbers(files: tuple[Path, Path], result: Evaluation) -> None:
    qrels = {int(query): grades for query, grades in QRELS.items()}
    run = {np.int64(query): scores for query, scores in RUN.items()}
    for one in (qrels, QRELS, rt.read_qrels(qrels)):
        for other in (run, RUN, rt.read_run(RUN), files[1]):
            found = evaluate(one, other, MEASURES)
            assert found.per_query == result.per_query
            assert (found.missing, found.unjudged) == (["302"], ["999"])
            assert [note for note in found.notes if note in result.notes] == result.notes
            assert found.trace(301, "AP").exact == found.trace("301", "AP").exact  # type: ignore[arg-type]
    assert found.per_query[301] == found["301"]  # type: ignore[index]
    assert read_ranking(qrels, run, 301) == result.ranking("301")  # type: ignore[arg-type]


# --- errors -----------------------------------------------------------------------------------------------------------
def test_a_frame_without_rows_has_no_query() -> None:
    one = pytest.importorskip("pandas").DataFrame({"user": ["q"], "item": ["a"], "rating": [1]})
    for pair, told in (((one[:0], one), "have none, the run has q"), ((one, one[:0]), "have q, the run has none")):
        with pytest.raises(ValueError, match=f"a query in common: the judgements {told}"):
            evaluate(*pair, "AP")


def test_the_choice_of_queries_that_count_has_named_values() -> None:
    assert evaluate(QRELS, RUN, "AP", queries="all").queries == evaluate(QRELS, RUN, "AP").queries
    assert (
        evaluate(QRELS, RUN, "AP", queries="with_items").queries == evaluate(QRELS, RUN, "AP", queries="both").queries
    )


# --- progress ---------------------------------------------------------------------------------------------------------
class Bar:
    made: Iterable[Any] = ()

    def __init__(self, total: int, desc: str = "", **_: Any) -> None:
        self.total, self.n, self.closed, self.what = total, 0, False, desc
        Bar.made = [*Bar.made, self]

    def update(self, n: int) -> None:
        self.n += n

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> type[Bar]:
    """Bars that are made and not drawn."""
    pytest.importorskip("tqdm")
    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    monkeypatch.setattr(Bar, "made", ())
    return Bar


NEVER = 3600
LONG = [(True, NEVER, 1), (False, 0, 0), (None, NEVER, 0), (None, -1, 1)]


@pytest.mark.parametrize(("wanted", "soon", "shown"), LONG)
def test_a_progress_bar_shows_where_wanted_or_where_it_takes_long(
    bars: type[Bar], monkeypatch: pytest.MonkeyPatch, wanted: bool | None, soon: float, shown: int
) -> None:
    monkeypatch.setattr(progress, "SOON", soon)
    monkeypatch.setattr("rankteach.runs.positions.BLOCK", 1)  # so that each query is a batch of its own
    judged = {query: {"a": 1} for query in ("q1", "q2", "q3")}
    assert evaluate(judged, {"q1": {"a": 1.0}, "q2": {"b": 1.0}, "q3": {"a": 1.0}}, "AP", progress=wanted).means
    assert [(bar.total, bar.n, bar.closed) for bar in bars.made] == [(3, 3, True)] * shown


@pytest.mark.parametrize(
    ("kind", "wanted", "soon", "shown"),
    [*(("run", *one) for one in LONG), *((kind, None, -1, 1) for kind in ("run.gz", "csv", "shuffled"))],
)
def test_a_progress_bar_shows_while_files_are_read(
    tmp_path: Path,
    bars: type[Bar],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    wanted: bool | None,
    soon: float,
    shown: int,
) -> None:
    rows = [(f"q{n // 100}", f"d{n}", (n * 7919) % 100_003) for n in range(60_000)]
    if kind == "shuffled":
        rows = rows[0::2] + rows[1::2]
    csv = "query,item,score\n" + "".join(f"{query},{item},{score}\n" for query, item, score in rows)
    trec = "".join(f"{query} Q0 {item} 1 {score} tag\n" for query, item, score in rows)
    run, qrels = tmp_path / f"my.{kind}", tmp_path / "qrels"
    text = (csv if kind == "csv" else trec).encode()
    run.write_bytes(gzip.compress(text, 1) if kind == "run.gz" else text)
    qrels.write_text("".join(f"{query} 0 {item} 1\n" for query, item, _ in rows))
    monkeypatch.setattr(progress, "SOON", soon)
    monkeypatch.setattr("rankteach.runs.lines.BLOCK", 1 << 14)  # so that there is more after the first block
    evaluate(qrels, run, MEASURES, progress=wanted)
    assert all(bar.closed for bar in bars.made)
    last = {bar.what: (bar.n, bar.total) for bar in bars.made if bar.what}  # scattered lines are read a second time
    sizes = {f"reading {path.name}": path.stat().st_size for path in (qrels, run)}
    assert last == ({what: (size, size) for what, size in sizes.items()} if shown else {})


def test_the_progress_bar_of_a_refused_file_is_closed(tmp_path: Path, bars: type[Bar]) -> None:
    (tmp_path / "run").write_text("q Q0 d 1 2.5 t\nq Q0 d\n")
    with pytest.raises(ValueError, match="run:2: 3 fields"):
        evaluate({"q": {"d": 1}}, tmp_path / "run", "AP", progress=True)
    assert bars.made and all(bar.closed for bar in bars.made)


# --- pipes ------------------------------------------------------------------------------------------------------------
pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


def filled(path: Path, *parts: bytes) -> Path:
    """A pipe that somebody fills once, bit by bit."""
    os.mkfifo(path)

    def fill() -> None:
        with open(path, "wb", buffering=0) as pipe:
            for part in parts:
                pipe.write(part)
                time.sleep(0.01)

    threading.Thread(target=fill, daemon=True).start()
    return path


def halves(text: bytes) -> tuple[bytes, ...]:
    """The first bytes alone: too few to tell a format by."""
    return text[:1], text[1:5], text[5:]


@pipes
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", ["trec", "csv", "json"])
def test_pipes_are_read_once(tmp_path: Path, kind: str, packed: bool, result: Evaluation) -> None:
    csv = "query,item,score\n" + "".join(f"{q},{item},{score}\n" for q, item, score in rows(RUN))
    text = {"trec": lines(RUN), "csv": csv, "json": json.dumps(RUN)}[kind].encode()
    qrels = filled(tmp_path / "qrels", *halves(judgements(QRELS).encode()))
    run = filled(tmp_path / "run", *halves(gzip.compress(text) if packed else text))
    found = evaluate(qrels, run, MEASURES)
    assert found.per_query == result.per_query
    assert found.ranking("301") == result.ranking("301")


@pipes
def test_one_query_out_of_pipes(tmp_path: Path, result: Evaluation) -> None:
    qrels, run = filled(tmp_path / "qrels", judgements(QRELS).encode()), filled(tmp_path / "run", lines(RUN).encode())
    assert read_ranking(qrels, run, "301") == result.ranking("301")


@pipes
def test_errors_in_a_pipe_are_named(tmp_path: Path) -> None:
    run = filled(tmp_path / "run", b"q Q0 d 1 2.5 t\nq Q0 d 2 1.5 t\n")
    with pytest.raises(ValueError, match=f"{run}:2: query 'q' has item 'd' a second time; a run must have"):
        evaluate({"q": {"d": 1}}, run, "AP")


@pipes
@pytest.mark.parametrize("read", [partial(evaluate, measures="AP"), partial(read_ranking, query="q")])
def test_one_pipe_cannot_be_both_run_and_judgements(tmp_path: Path, read: Any) -> None:
    os.mkfifo(tmp_path / "pipe")
    os.symlink(tmp_path / "pipe", tmp_path / "link")
    with pytest.raises(ValueError, match=r"qrels and run must not both be the pipe .+link"):
        read(tmp_path / "pipe", tmp_path / "link")


# --- what is seldom ---------------------------------------------------------------------------------------------------
def test_a_query_whose_list_is_empty_says_so() -> None:
    result = evaluate({"q1": {"a": 1}, "q2": {"a": 1}}, {"q1": {}, "q2": {"a": 1.0}}, "AP")
    assert result.reasons("q1") == {"AP": "its list is empty"}


def test_queries_of_one_value_keep_their_order() -> None:
    names = [f"q{place}" for place in range(40)]
    result = evaluate({name: {"a": 1} for name in names}, {name: {"a": 1.0} for name in names}, "AP")
    assert list(result.worst(None, 40)) == list(result.best(None, 40)) == names


def test_a_ranking_has_the_ties_that_are_asked_for() -> None:
    run = rt.read_run({"q": {"a": 1.0, "b": 1.0}}, ties="item_ascending")
    assert read_ranking({"q": {"a": 1}}, run, "q").items == ("a", "b")
    assert read_ranking({"q": {"a": 1}}, run, "q", ties="item_descending").items == ("b", "a")


def test_ties_of_a_measure_win_over_those_of_the_evaluation() -> None:
    made = ["RR", 'RR(ties="item_ascending")']
    result = evaluate({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}}, made, ties="averaged")
    assert list(result.means.values()) == [(1 + 1 / 2) / 2, 1]


# --- the pieces -------------------------------------------------------------------------------------------------------
def random_data(seed: int, queries: int, graded: bool = True, longest: int = 12) -> tuple[Table, Table]:
    """A run with ties, unjudged items, a query missing from it and one that nobody judged; and its judgements."""
    chance = random.Random(seed)
    names = [f"d{i}" for i in range(2 * longest)]
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number in range(queries):
        query = f"q{number}"
        judged = chance.sample(names, chance.randint(1, longest))
        qrels[query] = {item: chance.choice([0, 1, 2, 3] if graded else [0, 1]) for item in judged}
        if number != 1:
            retrieved = chance.sample(names, chance.randint(1, longest))
            run[query] = {item: chance.choice([0.25, 0.5, 1, 2.75, chance.random()]) for item in retrieved}
    run["unjudged"] = {"d1": 1.0}
    return qrels, run


# --- like other tools -------------------------------------------------------------------------------------------------
def test_a_convention_brings_measures_ties_and_queries() -> None:
    run = {"q1": {"a": 1.0, "b": 1.0, "c": 1.0}}
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}}
    like = evaluate(qrels, run, ["recip_rank"], convention="trec_eval")
    assert (like.means["recip_rank"], like.queries) == (1 / 3, ("q1",))
    both = evaluate(qrels, run, ["RR", "RR@3"], convention="ir_measures")
    assert both["q1"] == {"RR": pytest.approx(1 / 3), "RR@3": 1}  # with a cutoff ties go the other way round
    assert both.means["RR"] == pytest.approx((1 / 3 + 0) / 2)
    own = evaluate(qrels, run, ["RR"], convention="trec_eval", ties="item_ascending", queries="judged")
    assert own.means["RR"] == (1 + 0) / 2
    with pytest.raises(ValueError, match=r"not 'trek_eval'.* Did you mean 'trec_eval'"):
        evaluate(qrels, run, ["RR"], convention="trek_eval")


def test_ties_of_an_evaluation_are_none_of_aucs_own() -> None:
    run = {"q": {"a": 1.0, "b": 1.0}}
    for ties in ("item_ascending", "averaged"):
        found = evaluate({"q": {"a": 1, "b": 0}}, run, ["AUC"], convention="scikit-learn", ties=ties)  # type: ignore[arg-type]
        assert found.means["AUC"] == 1 / 2


def test_a_tool_that_rounds_scores_has_more_ties() -> None:
    qrels, run = {"1": {"a": 1, "b": 0}}, {"1": {"a": 1.0000000001, "b": 1.0}}
    assert evaluate(qrels, run, "RR").means["RR"] == 1
    rounded = evaluate(qrels, run, ["RR", "AP"], convention="pytrec_eval")
    assert rounded.means == {"RR": 1 / 2, "AP": 1 / 2}
    assert rounded.trace("1", "RR").value == 1 / 2
    assert evaluate(qrels, run, ["RR@3"], convention="ir_measures").means["RR@3"] == 1


def test_only_queries_with_a_relevant_item() -> None:
    found = evaluate(QRELS, RUN, ["RR"], queries="with_relevant")
    assert found.queries == ("301", "302", "304")
    assert evaluate(QRELS, RUN, ["RR"], queries="with_relevant", relevant_from=2).queries == ("301", "304")
    assert found.means["RR"] == pytest.approx((1 / 2 + 0 + 1 / 3) / 3)


def test_a_geometric_mean_is_one() -> None:
    found = evaluate(QRELS, RUN, ["gm_map", "map"], queries="both")
    logarithms = [math.log(max(value, 1e-5)) for value in found.by_query("map").values()]
    assert found.means["gm_map"] == pytest.approx(math.exp(sum(logarithms) / 3))
    assert found.by_query("gm_map") == found.by_query("map")
    assert "mean of AP over 3 queries" in found.compare(found, "gm_map").words[0]


def test_the_columns_of_data_frames_that_stand_in_for_others_are_noted():
    pandas = pytest.importorskip("pandas")
    run = pandas.DataFrame({"qid": ["a", "a"], "docno": ["d1", "d2"], "rank": [1, 2]})
    judged = pandas.DataFrame({"q_id": ["a"], "doc_id": ["d2"], "score": [1]})
    result = rt.evaluate(judged, run, ["RR"])
    assert result.means["RR"] == 1 / 2
    for note in (*rt.read_qrels(judged).notes, *rt.read_run(run).notes):
        assert note in result.notes


# --- a source that changes after it was evaluated ---------------------------------------------------------------------
TWO_QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "c": 0}}
TWO_RUN = {"1": {"a": 2.0, "b": 1.0}, "2": {"c": 2.0, "a": 1.0}}
CHANGES = {  # in the run: what "1" has instead
    "order": {"a": 2.0, "b": 3.0},
    "a new item": {"a": 2.0, "x": 3.0, "b": 1.0},
    "an item less": {"b": 1.0},
    "no score": {"a": math.nan, "b": 1.0},
}


def as_dict(folder: Path, table: Table, noun: str) -> tuple[Any, Any, str]:
    given = {query: dict(items) for query, items in table.items()}
    return given, given.update, "the dict"


def as_frame(folder: Path, table: Table, noun: str) -> tuple[Any, Any, str]:
    """Four rows: a new item takes the row of another one."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows(table), columns=["query", "item", noun])

    def change(new: Table) -> None:
        changed = pandas.DataFrame(rows({**table, **new}), columns=["query", "item", noun])
        frame.drop(frame.index, inplace=True)
        for place, row in enumerate(changed.itertuples(index=False)):
            frame.loc[place] = row

    return frame, change, "the DataFrame"


def as_file(folder: Path, table: Table, noun: str) -> tuple[Any, Any, str]:
    path = folder / "mine.run"

    def change(new: Table) -> None:
        path.write_text(lines({**table, **new}))

    change({})
    return str(path), change, str(path)


FORMS = (as_dict, as_frame, as_file)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("form", FORMS)
def test_a_run_that_changed_is_refused_by_name(form: Any, change: str, tmp_path: Path) -> None:
    run, apply, name = form(tmp_path, TWO_RUN, "score")
    result = evaluate(TWO_QRELS, run, ["AP"])
    apply({"1": CHANGES[change]})
    for call in (
        lambda: result.trace("1", "AP"),
        lambda: result.mean("AP")["1"],
        lambda: result.ranking("1"),
        result.to_html,
        result.rankings,
        lambda: result.mean("AUC"),
    ):
        with pytest.raises(ValueError, match=f"run must be what was evaluated, but {re.escape(name)} has changed"):
            call()
    assert result.by_query("AP") == {"1": 1, "2": 1 / 2}
    assert result.means["AP"] == 3 / 4
    if form is not as_frame:  # which is read as a whole
        assert result.trace("2", "AP").value == 1 / 2


@pytest.mark.parametrize("form", [as_dict, as_frame])
def test_judgements_that_changed_are_refused_by_name(form: Any, tmp_path: Path) -> None:
    qrels, apply, name = form(tmp_path, TWO_QRELS, "grade")
    run, *_ = form(tmp_path, TWO_RUN, "score")
    result = evaluate(qrels, run, ["AP"])
    apply({"1": {"a": 0, "b": 1}, "2": {"a": 1, "c": 2}})
    with pytest.raises(ValueError, match=f"qrels must be what was evaluated, but {name} has changed since: query '2'"):
        result.trace("2", "AP")


def test_judgements_out_of_a_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.qrels"
    path.write_text("1 0 a 1\n")
    result = evaluate(path, {"1": {"a": 1.0}}, ["AP"])
    path.unlink()
    assert result.trace("1", "AP").value == 1


def test_scores_that_changed_are_seen_by_the_value(tmp_path: Path) -> None:
    run = {"1": {"a": 2.0, "b": 1.0}}
    result = evaluate(TWO_QRELS, run, ["AUC"])
    run["1"]["b"] = 2.0  # the last name comes first among equal scores: a list in another order
    with pytest.raises(ValueError, match="run must be what was evaluated, but the dict has changed"):
        result.trace("1", "AUC")
    run["1"] = {"a": 1.0, "b": 1.0}
    tied = evaluate(TWO_QRELS, run, ["AUC"], ties="item_ascending")
    run["1"]["b"] = 0.5  # the same order
    with pytest.raises(ValueError, match=r"has changed since: AUC of query '1' is 1, not 0\.5\. Call rt\."):
        tied.trace("1", "AUC")


def test_a_file_that_is_gone_is_named_and_another_folder_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _, name = as_file(tmp_path, TWO_RUN, "score")
    monkeypatch.chdir(tmp_path)
    result = evaluate(TWO_QRELS, Path(path).name, ["AP"])
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert result.trace("1", "AP").value == 1
    Path(path).unlink()
    with pytest.raises(
        ValueError, match=f"run must be what was evaluated, but {re.escape(name)} has changed since: No "
    ):
        result.trace("1", "AP")


def test_a_query_that_left_the_run_is_named() -> None:
    run = {query: dict(items) for query, items in TWO_RUN.items()}
    result = evaluate(TWO_QRELS, run, ["AP"])
    del run["1"]
    with pytest.raises(ValueError, match="run must be what was evaluated, but the dict has changed since: '1' is gone"):
        result.trace("1", "AP")
