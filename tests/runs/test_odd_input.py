"""Input of which something is wrong or odd, in every form: told with its place, or counted and noted."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach.runs.evaluation import evaluate
from tests.runs.forms import in_every_form, rows

NAN = float("nan")
RUN = {"q1": {"a": 2.0, "b": 1.0}, "z": {"c": 1.0}}


@pytest.mark.parametrize("query", ["q1", "missing"])
@pytest.mark.parametrize(
    ("items", "words"),
    [
        ({"a": 1, "b": NAN}, r"qrels.*'{}'.*'b'.*: grade must be .*, not nan"),
        ({"a": float("inf")}, r"qrels.*'{}'.*'a'.*: grade must be .*, not inf"),
        ({"a": None}, r"qrels.*'{}'.*'a'.*: grade must be .*, not None"),
        ({"a": "1"}, r"qrels.*'{}'.*'a'.*: grade must be .*, not '1'"),
    ],
)
def test_a_wrong_judgement_is_named_whatever_the_run_is(query: str, items: Any, words: str, tmp_path: Path) -> None:
    for run in in_every_form(RUN, tmp_path):
        for queries in ("judged", "both"):
            with pytest.raises((TypeError, ValueError), match=words.format(query)):
                evaluate({"q1": {"a": 1}, query: items}, run, ["AP", "nDCG"], queries=queries)


def test_a_query_of_another_form_is_named_whatever_the_run_is(tmp_path: Path) -> None:
    for run in in_every_form(RUN, tmp_path):
        with pytest.raises((TypeError, ValueError), match=r"qrels\['missing'\]"):
            evaluate({"q1": {"a": 1}, "missing": ["a"]}, run, "AP")


def test_items_named_by_numbers_are_found_in_every_form(tmp_path: Path) -> None:
    for run in in_every_form({"301": {"10": 2.0, "9": 1.0}}, tmp_path):
        assert evaluate({301: {9: 1}}, run, "AP").means == {"AP": 1 / 2}


@pytest.mark.parametrize("query", ["q1", "z"])
def test_what_a_frame_has_twice_is_named_with_its_rows(query: str) -> None:
    pandas = pytest.importorskip("pandas")
    lines = [*rows(RUN), (query, "new", 0.5)]
    for name in ("new", None, ""):
        frame = pandas.DataFrame([*lines, (query, name, 0.25)], columns=["qid", "docno", "score"])
        with pytest.raises(ValueError, match="run, row 4: "):
            evaluate({"q1": {"a": 1}}, frame, "AP")


@pytest.mark.parametrize("query", ["q1", "missing"])
def test_a_judgement_given_twice_alike_is_noted_in_every_form(query: str, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    judged = pandas.DataFrame([("q1", "a", 1), (query, "b", 0), (query, "b", 0)], columns=["qid", "docno", "label"])
    for run in in_every_form(RUN, tmp_path):
        result = evaluate(judged, run, "AP", queries="both")
        assert result.means == {"AP": 1}
        assert [note for note in result.notes if "'b'" in note or "twice" in note]
        assert result.trace("q1", "AP").value == 1
    judged.loc[2, "label"] = 1
    for run in in_every_form(RUN, tmp_path):
        with pytest.raises(ValueError, match="row 2"):
            evaluate(judged, run, "AP")


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_a_lazy_frame_is_collected_to_be_read(library: str) -> None:
    polars = pytest.importorskip("polars")
    run = polars.DataFrame({"qid": ["q1"], "docno": ["a"], "score": [1.0]})
    lazy = run.lazy() if library == "polars" else pytest.importorskip("duckdb").from_arrow(run.to_arrow())
    assert rt.read_run(lazy) == rt.read_run({"q1": {"a": 1.0}})


def test_the_index_of_a_series_names_the_queries_and_their_items() -> None:
    pd = pytest.importorskip("pandas")
    judged, run = {"u1": ["a"], "u2": ["b"], "u3": ["c"]}, {"u3": ["c"], "u1": ["x", "a"]}
    for truth in (judged, pd.Series(judged)):
        result = evaluate(truth, pd.Series(run), "AP")
        assert result.by_query() == {"u1": 0.5, "u2": 0, "u3": 1} and result.missing == ["u2"]
        shuffled = pd.Series(result.by_query())[::-1]
        assert rt.compare(pd.Series(result.by_query()), shuffled).ties == 3
    numbers = {("u1", "x"): 0.9, ("u1", "a"): 0.5, ("u3", "c"): 0.1}
    scored = pd.Series(numbers.values(), index=pd.MultiIndex.from_tuples(numbers))
    assert evaluate(judged, scored, "AP").by_query() == result.by_query()
    counted = pd.Series([["c"], ["x", "a"]])  # the index only counts
    assert evaluate([["c"], ["a"]], counted, "AP").by_query() == {"q1": 1, "q2": 0.5}
    assert rt.compare(pd.Series([0, 1]), [0, 1]).queries == ["q1", "q2"]
    with pytest.raises(ValueError, match=r"each name once, not 'u1' again: series.groupby"):
        rt.read_run(pd.Series(["a", "b"], index=["u1", "u1"]))


def test_a_series_for_each_query_has_its_items_in_the_index_or_in_its_order() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(rows(RUN), columns=["user", "item", "score"])
    groups = {query: group.set_index("item").score for query, group in frame.groupby("user")}
    assert rt.read_run(groups) == rt.read_run({q: pd.Series(of) for q, of in RUN.items()}) == rt.read_run(RUN)
    assert rt.read_qrels({q: one.astype(int) for q, one in groups.items()}) == rt.read_qrels(RUN)
    numbered = frame.assign(item=[7, 5, 9])
    lists = {query: group.item for query, group in numbered.groupby("user")}  # whose index counts rows of the frame
    assert rt.read_run(lists) == rt.read_run({"q1": ["7", "5"], "z": ["9"]})
    named = {query: group.set_index("item").score for query, group in numbered.groupby("user")}
    assert rt.read_run(named) == rt.read_run({"q1": {"7": 2.0, "5": 1.0}, "z": {"9": 1.0}})
    for given in (dict(list(frame.groupby("user"))), {"q1": pd.Series([1, 2], index=["a", "a"])}):
        with pytest.raises(
            ValueError, match=r"\['q1'\]: a (query must be a mapping .* DataFrame|series must have each)"
        ):
            rt.read_run(given)


def test_the_rows_of_an_array_are_records() -> None:
    rows_of_run = [("q1", "a", 1), ("q1", "b", 2), ("z", "c", 1)]
    for array in (
        np.array(rows_of_run, dtype=object),
        np.array([(n, q, d) for q, d, n in rows_of_run], dtype=[("score", "i8"), ("user", "U9"), ("item", "U9")]),
    ):
        assert rt.read_run(array) == rt.read_run(rows_of_run)
    assert rt.read_qrels(np.array(rows_of_run, dtype=object)) == rt.read_qrels(rows_of_run)
    assert list(rt.read_run(np.array([["a", "b"], ["c", "d"]]))["q2"]) == ["c", "d"]


def test_a_mapping_of_columns_is_a_table() -> None:
    columns = {"user_id": ["q1", "q1", "z"], "item_id": ["a", "b", "c"], "score": [2, 1, 1], "year": [7, 8, 9]}
    assert rt.read_run(columns) == rt.read_run(RUN)
    with pytest.raises(ValueError, match="shorter"):
        rt.read_run(columns | {"score": [2, 1]})
    assert list(rt.read_run({"query": ["a"], "other": ["b"]})) == ["query", "other"]


def test_what_was_evaluated_is_compared_whole() -> None:
    result = evaluate({"q1": {"a": 1}}, RUN, ["AP", "P@1"])
    for given in (result.means, result.per_query, "a.run", RUN):
        with pytest.raises(TypeError, match=r"first.* must .*Pass what rt.evaluate\(qrels, run, measures\) returns"):
            rt.compare(given, given)


def test_a_named_index_of_a_frame_is_a_column_where_one_is_missing() -> None:
    pd = pytest.importorskip("pandas")
    run = pd.DataFrame(rows(RUN), columns=["user", "item", "score"])
    for indexed in (run.set_index("user"), run.set_index(["user", "item"]), run.set_index("item")):
        assert rt.read_run(indexed) == rt.read_run(RUN)
        assert evaluate(RUN, indexed, "AP", relevant_from=2).by_query() == {"q1": 1, "z": 0}
    other = run.set_index(pd.Index(["x", "y", "z"], name="user_id"))  # which is not asked for
    assert rt.read_run(other) == rt.read_run(RUN)


def test_every_column_that_lacks_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for header, lacking in (
        ("customer,product,yhat", {"query", "item", "score"}), ("customer,item,rank", {"query"}),
        ("user,product,score", {"item"}), ("user,item,yhat,x", {"score"}), ("user,yhat", {"item", "score"}),
    ):  # fmt: skip
        path.write_text(f"{header}\n1,2,3,4\n")
        with pytest.raises(ValueError, match="must be the") as caught:
            rt.read_run(path)
        assert {
            role for role in ("query", "item", "score") if f"be the {role}: call it " in str(caught.value)
        } == lacking
    path.write_text("301,d1,1\n")
    with pytest.raises(ValueError, match="names of columns must come before the first row"):
        rt.read_run(path)
    path.write_text("user|item|score\n1|2|0.5\n")
    assert rt.read_run(path) == rt.read_run({"1": {"2": 0.5}})


@pytest.mark.parametrize("items", [[["a", 0.5]], [{"id": "a", "score": 0.5}], [("a", 0.5)], [0.5, 0.25]])
def test_lists_of_what_is_no_name_are_told_what_to_make(items: Any) -> None:
    with pytest.raises(ValueError, match=r"item must be named by .*\. Make a (dict|batch) of"):
        rt.read_run({"q": items})
