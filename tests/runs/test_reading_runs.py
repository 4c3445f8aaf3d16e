"""Runs and judgements out of every source: all say the same, and what is wrong is told with its place."""

import csv
import gzip
import io
import json
import pickle
import re
from collections import namedtuple
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach.classroom import examples
from tests import recipes
from tests.runs.forms import rows, written

SCORES = {"301": {"d1": 2.0, "d2": 2.0, "ü": -0.5}, "302": {"d1": 1e-3}}
GRADES = {"301": {"d1": 2, "d9": 1, "d2": 0}, "303": {"d1": 1}}
LISTS = {"q1": ["d2", "d1", "ü"], "q2": ["d1"]}

ScoredDoc = namedtuple("ScoredDoc", "query_id doc_id score")
Qrel = namedtuple("Qrel", "query_id doc_id relevance iteration")


def joined(lines: list[Any], form: str) -> str:
    return "".join(form.format(*line) for line in lines)


RUN_FILES = {
    "tag.run": joined(rows(SCORES), "{} Q0 {} 1 {} bm25\n"),
    "tabs.txt": joined(rows(SCORES), "{}\tQ0\t{}\t1\t{}\tbm25\n"),
    "crlf": "\r\n".join(["# by hand", " ", *joined(rows(SCORES), "{} Q0 {} 7 {} bm25\n").splitlines(), ""]),
    "no_end.run": joined(rows(SCORES), " {}  Q0 {} x {} bm25\n").rstrip("\n"),
    "mark.run": "\ufeff" + joined(rows(SCORES), "{} Q0 {} 1 {} bm25\n"),
    "ir_measures.csv": "query_id,doc_id,score\n" + joined(rows(SCORES), "{},{},{}\n"),
    "terrier.csv": "qid,docid,docno,rank,score,query\n" + joined(rows(SCORES), '{0},5,{1},0,{2},"a, ""b""\nc"\n'),
    "ranx.tsv": "q_id\tdoc_id\tscore\n" + joined(rows(SCORES), "{}\t{}\t{}\n"),
    "europe.csv": "User; Item; Prediction; rating\n" + joined(rows(SCORES), "{}; {}; {}; 9\n"),
    "table": "user_id,item_id,rating\n" + joined(rows(SCORES), '"{}",{},{}\n'),
    "nested.json": json.dumps(SCORES),
    "nested": json.dumps(SCORES, indent=1),
    "records.json": json.dumps([{"query": q, "document": d, "score": s} for q, d, s in rows(SCORES)], indent=1),
    "triples.json": json.dumps(rows(SCORES)),
    "lines.jsonl": joined([(json.dumps({"qid": q, "docno": d, "score": s}),) for q, d, s in rows(SCORES)], "{}\n"),
    "lines.json": joined([(json.dumps({"qid": q, "doc": d, "score": s}),) for q, d, s in rows(SCORES)], "{}\n"),
    "lines": "\n\n".join(json.dumps({"score": s, "qid": q, "docno": d}) for q, d, s in rows(SCORES)),
}
RUN_OBJECTS: dict[str, Any] = {
    "mapping": SCORES,
    "numbers for names": {301: {"d1": 2, "d2": np.float32(2), "ü": Fraction(-1, 2)}, np.int64(302): {"d1": 1e-3}},
    "tuples": rows(SCORES),
    "lists": [list(triple) for triple in rows(SCORES)],
    "named tuples": [ScoredDoc(*triple) for triple in rows(SCORES)],
    "generator": (ScoredDoc(*triple) for triple in rows(SCORES)),
    "records": [{"score": s, "docno": d, "qid": q, "more": None} for q, d, s in rows(SCORES)],
    "run": rt.read_run(SCORES),
}
QRELS_FILES = {
    "a.qrels": joined(rows(GRADES), "{} 0 {} {}\n"),
    "passages.tsv": joined(rows(GRADES), "{}\t0\t{}\t+{}\n"),
    "ir_measures.csv": "query_id,doc_id,relevance,iteration\n" + joined(rows(GRADES), "{},{},{},0\n"),
    "terrier.tsv": "qid\tdocno\tlabel\n" + joined(rows(GRADES), "{}\t{}\t{}.0\n"),
    "ranx.csv": "q_id,doc_id,rel\n" + joined(rows(GRADES), "{},{},{}\n"),
    "users.csv": "user,item,rating\n" + joined(rows(GRADES), "{},{},{}\n"),
    "nested.json": json.dumps(GRADES),
    "lines.ndjson": joined([(json.dumps({"qid": q, "docno": d, "label": g}),) for q, d, g in rows(GRADES)], "{}\n"),
}
QRELS_OBJECTS: dict[str, Any] = {
    "mapping": GRADES,
    "floats": {query: {item: float(grade) for item, grade in items.items()} for query, items in GRADES.items()},
    "tuples": rows(GRADES),
    "named tuples": [Qrel(*triple, "0") for triple in rows(GRADES)],
    "records": [{"query": q, "doc": d, "grade": g} for q, d, g in rows(GRADES)],
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("name", RUN_FILES)
def test_every_file_gives_the_same_run(tmp_path: Path, name: str, packed: bool) -> None:
    content = RUN_FILES[name].encode()
    path = written(tmp_path, name + ".gz" * packed, gzip.compress(content, mtime=0) if packed else content)
    run = rt.read_run(path)
    assert run == rt.read_run(str(path)) == rt.read_run(SCORES)
    assert (run.source, run.ties) == (str(path), "item_descending")
    assert [list(run), list(run["301"])] == [["301", "302"], ["d1", "d2", "ü"]]
    assert run.name == ("bm25" if "bm25" in RUN_FILES[name] else name.split(".")[0])


@pytest.mark.parametrize("name", RUN_OBJECTS)
def test_every_object_gives_the_same_run(name: str) -> None:
    run = rt.read_run(RUN_OBJECTS[name])
    assert run == rt.read_run(SCORES)
    assert {type(score) for items in run.values() for score in items.values()} == {float}
    assert run.source is None and run.notes == ()


@pytest.mark.parametrize("name", QRELS_FILES)
def test_every_file_gives_the_same_judgements(tmp_path: Path, name: str) -> None:
    qrels = rt.read_qrels(written(tmp_path, name, QRELS_FILES[name]))
    assert qrels == rt.read_qrels(GRADES)
    assert {type(grade) for items in qrels.values() for grade in items.values()} == {int}


@pytest.mark.parametrize("name", QRELS_OBJECTS)
def test_every_object_gives_the_same_judgements(name: str) -> None:
    assert rt.read_qrels(QRELS_OBJECTS[name]) == rt.read_qrels(GRADES)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_is_read_as_the_mapping_is(library: str) -> None:
    made = pytest.importorskip(library).DataFrame
    columns = dict(zip(("qid", "docno", "score"), map(list, zip(*rows(SCORES), strict=True)), strict=True))
    assert rt.read_run(made(columns)) == rt.read_run(SCORES)
    columns = dict(zip(("query_id", "doc_id", "relevance"), map(list, zip(*rows(GRADES), strict=True)), strict=True))
    assert rt.read_qrels(made(columns)) == rt.read_qrels(GRADES)
    ranked = rt.read_run(made({"user": [1, 1], "item": [7, 8], "rank": [2, 1], "name": ["x", "y"]}))
    assert (ranked.name, ranked.ranked("1")) == ("run", (["8", "7"], [-1.0, -2.0]))
    assert ranked.notes == ("the column rank gives the order of the items, because there are no scores",)
    with pytest.raises(ValueError, match=r"^run: one of the columns 'a, b' must be the query: call it qid,"):
        rt.read_run(made({"a": [1], "b": [2]}))
    with pytest.raises(ValueError, match=r"^run, row 1: query '1' has item '7' .* \(the first time: run, row 0\)"):
        rt.read_run(made({"user": [1, 1], "item": [7, 7], "score": [2, 1]}))
    with pytest.raises(ValueError, match=r"^qrels, row 0: item must be named by a text or a whole number, not 7\.5"):
        rt.read_qrels(made({"user": [1, 1], "item": [7.5, 8.0], "rating": [2, 1]}))


def test_judgements_without_a_grade_are_told_what_to_add() -> None:
    pd = pytest.importorskip("pandas")
    for columns, told in (({"user": [1], "item": [7]}, True), ({"user": [1], "item": [7], "stars": [2]}, False)):
        with pytest.raises(ValueError, match=r"must be the grade: call it relevance,") as error:
            rt.read_qrels(pd.DataFrame(columns))
        assert ("add a column relevance of ones" in str(error.value)) is told
    for name in ("item", "contexts"):
        with pytest.raises(ValueError, match=r"score, prediction, rating or rank; if each row has a list"):
            rt.read_run(pd.DataFrame({"user": [1], name: [7]}))


def test_lists_in_their_order(tmp_path: Path) -> None:
    by_name = rt.read_run(LISTS)
    assert by_name.ties == "stable"
    assert by_name.ranked("q1") == (["d2", "d1", "ü"], [3.0, 2.0, 1.0])
    unnamed = rt.read_run(list(LISTS.values()))
    assert unnamed == by_name
    assert rt.read_run(written(tmp_path, "a.json", json.dumps(LISTS))) == by_name
    assert rt.read_run(written(tmp_path, "b.json", json.dumps(list(LISTS.values())))) == by_name
    assert rt.read_run(np.array([[5, 3], [3, 5]])) == rt.read_run([[5, 3], ["3", "5"]])
    assert rt.read_run([["b", "a"]]) != rt.read_run([["a", "b"]])


def test_relevant_items_in_lists() -> None:
    expected = rt.read_qrels({"q1": {"d1": 1, "d2": 1}, "q2": {"d3": 1}})
    assert rt.read_qrels([["d1", "d2"], ["d3"]]) == expected
    assert rt.read_qrels({"q1": {"d2", "d1"}, "q2": ("d3",)}) == expected
    assert rt.read_qrels([["d1", "d2", "d1"], ["d3"]]) == expected


def test_a_rank_stands_in_for_a_score(tmp_path: Path) -> None:
    run = rt.read_run(written(tmp_path, "a.csv", "qid,docno,rank\n1,a,2\n1,b,1\n"))
    assert run.ranked("1") == (["b", "a"], [-1.0, -2.0])
    assert run.notes == ("the column rank gives the order of the items, because there are no scores",)
    assert rt.read_run([{"qid": 1, "docno": "a", "rank": 2}, {"qid": 1, "docno": "b", "rank": 1}]) == run


def test_the_order_of_equal_scores() -> None:
    table = {"q": {"b": 1.0, "é": 1.0, "a": 1.0, "z": 2.0, "😀": 1.0, "ｚ": 1.0}}
    orders = {
        ties: rt.read_run(table, ties=ties).ranked("q")[0] for ties in ("item_descending", "item_ascending", "stable")
    }
    assert orders["item_descending"] == ["z", *sorted(["b", "é", "a", "😀", "ｚ"], key=str.encode, reverse=True)]
    assert orders["item_ascending"] == ["z", *sorted(["b", "é", "a", "😀", "ｚ"], key=str.encode)]
    assert orders["stable"] == ["z", "b", "é", "a", "😀", "ｚ"]
    with pytest.raises(
        ValueError, match=r"query 'q': items 'b' and 'é' must not both have score 1\.0 with ties='refuse'"
    ):
        rt.read_run(table, ties="refuse").ranked("q")
    assert rt.read_run({"q": {"a": 1, "b": 2}}, ties="refuse").ranked("q") == (["b", "a"], [2.0, 1.0])


def test_minus_zero_is_tied_with_zero() -> None:
    assert rt.read_run([("q", "a", -0.0), ("q", "b", 0.0), ("q", "c", -0.0)]).ranked("q")[0] == ["c", "b", "a"]


def test_a_ranking_with_its_judgements() -> None:
    run = rt.read_run({"q": {"a": 3, "b": 2, "c": 1, "d": 0}, "r": {"a": 1}})
    qrels = rt.read_qrels({"q": {"a": 2, "c": 0, "b": -1, "x": 1, "y": -2}, "s": {"z": 1}})
    expected = rt.Ranking(
        [2, None, 0, None],
        items=["a", "b", "c", "d"],
        scores=[3.0, 2.0, 1.0, 0.0],
        missed={"x": 1},
        pooled=["b"],
        relevant_from=2,
    )
    assert run.ranking("q", qrels, relevant_from=2) == expected
    assert run.ranking("r", qrels) == rt.Ranking([None], items=["a"], scores=[1.0])
    assert run.ranking("s", {"s": {"z": 1}}) == rt.Ranking([], items=[], scores=[], missed={"z": 1})
    with pytest.raises(KeyError, match="nowhere"):
        run.ranking("nowhere", qrels)


def test_a_run_has_the_name_of_its_file_or_the_one_given(tmp_path: Path) -> None:
    assert rt.read_run(SCORES).name == "run"
    assert rt.read_run(SCORES, name="mine").name == "mine"
    assert rt.read_run(written(tmp_path, "a.run", "1 Q0 a 1 1 tag\n"), name="mine").name == "mine"
    packed = rt.read_run(written(tmp_path, "my.run.gz", gzip.compress(b"1 Q0 a 1 1 x\n2 Q0 b 1 1 x\n1 Q0 c 1 1 y\n")))
    assert (packed.name, list(packed)) == ("my", ["1", "2"])  # of two tags it has neither


def test_runs_and_judgements_never_change() -> None:
    run, qrels = rt.read_run(SCORES), rt.read_qrels(GRADES)
    with pytest.raises(TypeError):
        run["301"]["d1"] = 3.0  # type: ignore[index]
    with pytest.raises(AttributeError, match="name cannot be set, because a Run never changes"):
        run.name = "other"
    with pytest.raises(AttributeError, match="source cannot be deleted, because a Qrels never changes"):
        del qrels.source
    given = {"q": {"a": 1.0}}
    kept = rt.read_run(given)
    given["q"]["a"] = 2.0
    assert kept["q"]["a"] == 1.0
    for one in (run, qrels):
        assert pickle.loads(pickle.dumps(one)) == one
    assert run != rt.read_run(SCORES, ties="stable") and run != qrels and run != SCORES


@pytest.mark.parametrize("content", ["", "\n \n", "# nothing\n"])
@pytest.mark.parametrize("name", ["a.run", "a.csv", "a.run.gz", "a.jsonl"])
def test_a_file_without_lines(tmp_path: Path, name: str, content: str) -> None:
    path = written(tmp_path, name, gzip.compress(content.encode()) if name.endswith("gz") else content)
    for read, noun in ((rt.read_run, "a run"), (rt.read_qrels, "judgements")):
        with pytest.raises(ValueError, match=f"{name}: the file has no line of {noun}"):
            read(path)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("1 Q0 a 1 1 t\n".encode("utf-16"), "the file must be text, but is UTF-16 text. Save it as UTF-8."),
        (b"PK\x03\x04...", "the file must be text, but is a zip archive or a spreadsheet"),
        (b"PAR1....", "the file must be text, but is a Parquet file. Read it with pandas or polars"),
        (gzip.compress(b"1 Q0 a 1 1 t\n" * 9, mtime=0)[:-9], r"the gzip file must be whole \(.*\). It may be cut off"),
        (
            gzip.compress(b"1 Q0 a 1 1 t\n" * 9, mtime=0)[:14] + b"\xff" * 40,
            r"the gzip file must be whole \(.*\). It may be cut off",
        ),
        (gzip.compress(b"1 Q0 a 1 1 t\n", mtime=0) + b"rest", r"the gzip file must be whole \(Not a gzipped file.*\)"),
    ],
)
@pytest.mark.parametrize("name", ["a.run", "a.json", "a.csv"])
def test_files_that_are_no_text(tmp_path: Path, name: str, content: bytes, told: str) -> None:
    path = written(tmp_path, name, content)
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: {told}"):
        rt.read_run(path)


def test_sources_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.run"):
        rt.read_run(tmp_path / "nowhere.run")
    with pytest.raises(IsADirectoryError, match=r"^source must be a file, but .* is a directory\. Give the path"):
        rt.read_run(tmp_path)
    with pytest.raises(ValueError, match=r"plain\.run\.gz: a file called \.gz must be gzip, but this one is not"):
        rt.read_run(written(tmp_path, "plain.run.gz", "1 Q0 a 1 1 t\n"))
    with pytest.raises(TypeError, match="source must be the path of a file, not the open file"), open(__file__) as file:
        rt.read_run(file)


def test_grades_between_whole_numbers(tmp_path: Path) -> None:
    assert rt.read_qrels({"q": {"a": 0.5, "b": Fraction(1, 4), "c": True}})["q"] == {"a": 0.5, "b": 0.25, "c": 1}
    assert rt.read_qrels(written(tmp_path, "a.csv", "qid,docno,rel\n1,a,0.5\n"))["1"] == {"a": 0.5}


names = st.text("aZ09é😀#\"',;:_-{[\\ü", min_size=1, max_size=5)
items = st.dictionaries(names, st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=4)
tables = st.dictionaries(names, items, min_size=1, max_size=3)


@settings(max_examples=30)
@given(tables)
def test_a_file_that_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, table: dict[str, Any]) -> None:
    folder = tmp_path_factory.getbasetemp()
    expected = rt.read_run(table)
    if not any(query.startswith(("#", "\ufeff", "{", "[")) for query in table):
        text = joined(rows(table), "{} Q0 {} 0 {!r} tag\n")
        assert rt.read_run(written(folder, "back.run", text)) == expected
        assert rt.read_run(written(folder, "back.gz", gzip.compress(text.replace(" ", "\t ").encode()))) == expected
    assert rt.read_run(written(folder, "back.json", json.dumps(table))) == expected
    lines = [json.dumps({"query": q, "item": d, "score": s}) for q, d, s in rows(table)]
    assert rt.read_run(written(folder, "back.jsonl", "\n".join(lines))) == expected
    cells = io.StringIO()
    csv.writer(cells, quoting=csv.QUOTE_ALL).writerows([("qid", "docno", "score"), *rows(table)])
    assert rt.read_run(written(folder, "back.csv", cells.getvalue())) == expected
    for query in table:
        items, scores = expected.ranked(query)
        assert list(zip(items, scores, strict=True)) == sorted(
            table[query].items(), key=lambda pair: (pair[1], pair[0].encode()), reverse=True
        )


def test_lines_across_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = joined(rows(SCORES), "{} Q0 {} 1 {} bm25\n") + "303 Q0 ü 1 1 bm25\r\n# ü\n303 Q0 x 1 1 bm25"
    path = written(tmp_path, "a.run", text)
    whole = rt.read_run(path)
    for size in range(1, 40):
        monkeypatch.setattr("rankteach.runs.lines.BLOCK", size)
        assert rt.read_run(path, format="trec") == whole
    for place, size in ((3, 7), (30, 5), (70, 11)):
        monkeypatch.setattr("rankteach.runs.lines.BLOCK", size)
        broken = text.encode()[:place] + b"\xff" + text.encode()[place:]
        line = broken[:place].count(b"\n") + 1
        with pytest.raises(ValueError, match=rf"b\.run:{line}: the file must be UTF-8, but has byte 0xff in .*"):
            rt.read_run(written(tmp_path, "b.run", broken), format="trec")


def test_the_examples_have_what_real_data_has() -> None:
    run, second, qrels, titles = examples.run(), examples.second_run(), examples.qrels(), examples.queries()
    assert not run.notes and not second.notes and not qrels.notes
    assert list(second) == list(titles) == list(recipes.QUERIES)
    assert set(titles) - set(run) == {recipes.SPECIAL["not in the first run"]} == {"121"}
    assert set(run) - set(qrels) == {recipes.SPECIAL["not judged"]} == {"128"}
    assert not any(qrels[recipes.SPECIAL["nothing relevant exists"]].values())
    nothing_found = run.ranking(recipes.SPECIAL["the first run finds nothing relevant"], qrels)
    assert not any(nothing_found.grades)
    assert sum(nothing_found.missed) > 10
    assert {grade for items in qrels.values() for grade in items.values()} == {0, 1, 2, 3}
    judged = [query for query in run if query in qrels]
    assert all(run.ranking(query, qrels).unjudged > 20 for query in judged)
    other = rt.read_run(run, ties="item_ascending")
    changed = [
        q
        for q in judged
        if rt.average_precision(run.ranking(q, qrels)).value != rt.average_precision(other.ranking(q, qrels)).value
    ]
    assert len(changed) > 5
    better = [rt.ndcg(run.ranking(q, qrels)).value - rt.ndcg(second.ranking(q, qrels)).value for q in judged]
    assert sum(value > 0 for value in better) > 8 and sum(value < 0 for value in better) > 8


def test_the_examples_are_what_their_script_writes() -> None:
    folder = recipes.DATA
    sizes = 0
    for name, lines in recipes.lines().items():
        assert (folder / name).read_text(encoding="utf-8").splitlines() == lines
        sizes += (folder / name).stat().st_size
    assert sizes < 150_000


def test_a_set_of_relevant_items_is_read_in_the_order_of_their_names() -> None:
    names = [f"d{place}" for place in range(50)]
    assert list(rt.read_qrels({"q": set(names)})["q"]) == sorted(names)


def test_runs_that_keep_the_order_of_the_input_differ_by_it() -> None:
    one, other = {"q": {"a": 1.0, "b": 1.0}}, {"q": {"b": 1.0, "a": 1.0}}
    assert rt.read_run(one) == rt.read_run(other)
    assert rt.read_run(one, ties="stable") != rt.read_run(other, ties="stable")
    assert rt.read_run(one, ties="stable") == rt.read_run(one, ties="stable")
