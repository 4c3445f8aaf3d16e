"""Where a run has the judged items, out of mappings and data frames, against a few lines of plain Python."""

import math
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankteach.core.batch import BLOCK
from rankteach.core.checks import LARGEST_GRADE
from rankteach.runs import matching, read_run
from rankteach.runs.columns import framed
from rankteach.runs.evaluation import evaluate
from rankteach.runs.evaluation.sources import source_of
from rankteach.runs.fast.frames import match_frames
from rankteach.runs.matching import by_query, match_dicts
from rankteach.runs.positions import Matched
from rankteach.runs.values import QRELS, RUN
from tests.runs.forms import frame, rows, told

TIES = ["item_descending", "item_ascending", "stable"]
NAMES = {
    "ir_measures": (("query_id", "doc_id", "score"), ("query_id", "doc_id", "relevance")),
    "PyTerrier": (("qid", "docno", "score"), ("qid", "docno", "label")),
    "ranx": (("q_id", "doc_id", "score"), ("q_id", "doc_id", "score")),
    "recommender": (("user", "item", "prediction"), ("user", "item", "rating")),
    "recommender ids": (("user_id", "item_id", "rating"), ("user_id", "item_id", "rating")),
    "recommender IDs": (("userID", "itemID", "prediction"), ("userId", "itemId", "rating")),
    "BEIR": (("query-id", "corpus-id", "score"), ("query-id", "corpus-id", "score")),
    "Surprise": (("uid", "iid", "rating"), ("uid", "iid", "rating")),
    "trec": (("query", "docid", "score"), ("query", "document_id", "judgment")),
    "any case": (("QID", "DID", "Score"), ("Query", "Doc", "Judgement")),
}

items = st.text(st.sampled_from("ab\u00e9\u4e2d\uff5e\U0001f600"), min_size=1, max_size=3)
queries = st.sampled_from(["q1", "q10", "q2", "\u00fc"])
scores = st.one_of(st.integers(-2, 3), st.sampled_from([0.5, -0.0, 1e300, -1e-300]), st.floats(-3, 3))
grades = st.sampled_from([-1, 0, 1, 2, True, np.int64(3)])
runs = st.dictionaries(queries, st.dictionaries(items, scores, max_size=12))
qrels = st.dictionaries(queries, st.dictionaries(items, grades, max_size=8))


def named(run: Any, judged: Any) -> tuple[Any, Any]:
    """A run and judgements whose queries are named by text."""
    return by_query(run, RUN), by_query(judged, QRELS)


def in_order(scored: dict[str, Any], ties: str) -> list[str]:
    if ties == "item_descending":
        return sorted(scored, key=lambda item: (float(scored[item]), item.encode()), reverse=True)
    named = sorted(scored, key=str.encode) if ties == "item_ascending" else list(scored)
    return sorted(named, key=lambda item: -float(scored[item]))


def expected(run: Any, judged: Any, ties: str = "item_descending") -> dict[str, Any]:
    answer = {}
    for query in judged:
        order = in_order(run.get(query, {}), ties)
        found = {order.index(item): grade for item, grade in judged[query].items() if item in order}
        missed = sorted(grade for item, grade in judged[query].items() if item not in order)
        answer[query] = (len(order), found, missed)
    return answer


def without_empty(table: Any) -> Any:
    """What a data frame can hold."""
    return {query: values for query, values in table.items() if values}


def made(library: Any, columns: dict[str, Any]) -> Any:
    return library.table(columns) if library.__name__ == "pyarrow" else library.DataFrame(columns)


def matched(run: Any, judged: Any, ties: Any = "item_descending") -> Matched:
    """A frame matched with another one or with a mapping."""
    return match_frames(framed(run), judged if isinstance(judged, dict) else framed(judged), ties=ties)


@pytest.fixture(params=["pandas", "polars", "pyarrow"], scope="session")
def library(request: Any) -> Any:
    return pytest.importorskip(request.param)


sizes = pytest.mark.parametrize("block", [20, BLOCK])  # of a block of lists


@sizes
@pytest.mark.parametrize("many", [10**9, 0])  # whether runs are copied
@given(run=runs, judged=qrels, ties=st.sampled_from(TIES))
@settings(max_examples=40)
def test_mappings_are_matched_by_name(block: int, many: int, run: Any, judged: Any, ties: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "MANY", many)
        patch.setattr("rankteach.runs.positions.BLOCK", block)
        matched = match_dicts(run, judged, ties=ties)
    assert told(matched) == expected(run, judged, ties)
    assert matched.queries == list(judged)


@sizes
def test_long_lists_are_matched_block_by_block(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.runs.positions.BLOCK", block)
    random = np.random.default_rng(1)
    run = {
        f"q{q}": {f"d{item}": score for item, score in enumerate((random.random(length) * 50).round(1).tolist())}
        for q, length in enumerate([300, 1, 40, 299])
    }
    judged = {query: {f"d{item}": item % 3 for item in range(0, 400, 1 + 40 * q)} for q, query in enumerate(run)}
    for ties in TIES:
        assert told(match_dicts(run, judged, ties=ties)) == expected(run, judged, ties)  # type: ignore[arg-type]
    every = {query: {item: len(item) for item in [*items, "gone"]} for query, items in run.items()}
    ranked = {query: {item: -place for place, item in enumerate(items)} for query, items in run.items()}
    for one in (run, ranked, ranked | {"q2": run["q2"]}):
        assert told(match_dicts(one, every)) == expected(one, every)


@given(run=runs, judged=qrels, ties=st.sampled_from(TIES), shuffled=st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_a_data_frame_is_matched_as_the_mapping_is(
    library: Any, run: Any, judged: Any, ties: Any, shuffled: Any
) -> None:
    run, judged = without_empty(run), without_empty(judged)
    lines = rows(run)
    shuffled.shuffle(lines)  # the rows of a query need not stand together
    in_rows: dict[str, dict[str, Any]] = {}
    for query, item, score in lines:
        in_rows.setdefault(query, {})[item] = score
    run_frame, judged_frame = frame(library, lines), frame(library, judged, ("qid", "docno", "label"))
    wanted = expected(in_rows, judged, ties)
    unjudged = [query for query in in_rows if query not in judged]
    for other in (judged_frame, judged) if run and judged else ():
        found = matched(run_frame, other, ties)
        assert told(found.positions) == wanted
        assert found.positions.queries == list(wanted)
        assert found.unjudged == unjudged
        assert found.missing == [query for query in judged if query not in in_rows]
    if run and judged:
        assert told(source_of(judged_frame, in_rows, ties).matched) == wanted


STYLES: dict[str, Callable[[int], str]] = {
    "numbers": str,
    "as long as a key": "{:015}".format,
    "a little longer": "{:016}".format,
    "the same end": "{}, which is where all of them end".format,
    "the same beginning": "https://example.org/all/of/them/begin/so/{}".format,
    "bytes that stand between names": lambda number: "\0" * (number % 40) + "a" * (1 + number // 40),
    "lines": "a\n{}".format,
    "not ASCII": "\u4e2d\u6587\U0001f600{}".format,
}


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_names_of_every_kind_are_matched(library: Any, style: Callable[[int], str]) -> None:
    random = np.random.default_rng(3)
    run = {f"q{q}": {style(item): float(item % 7) for item in random.permutation(100)[:60].tolist()} for q in range(20)}
    judged = {
        f"q{q}": {style(item): item % 3 for item in random.permutation(100)[: 3 * q + 1].tolist()} for q in range(20)
    }
    frames = frame(library, run), frame(library, judged, ("qid", "docno", "label"))
    assert told(matched(*frames).positions) == expected(run, judged)
    lines = [*rows(run), ("q7", next(iter(run["q7"])), 0.0)]
    with pytest.raises(ValueError, match=r"^run, row 1200: query 'q7' has item .* a second time"):
        source_of(judged, frame(library, lines))


def test_names_that_begin_alike_are_told_apart(library: Any) -> None:
    texts = ["a", "\0a", "b\n", *("b" * length for length in range(1, 80)), *("\0" * length for length in range(1, 20))]
    run = {"q": {text: float(place) for place, text in enumerate(texts)}}
    judged = {"q": {text: place for place, text in enumerate(texts[1:])}}
    frames = frame(library, run), frame(library, judged, ("qid", "docno", "label"))
    assert told(source_of(*reversed(frames)).matched) == expected(run, judged)


def test_queries_are_known_by_their_names_and_not_by_their_objects() -> None:
    pandas = pytest.importorskip("pandas")
    run = {query: {f"d{item}": float(item) for item in range(40)} for query in ("q1", "q2")}
    lines = [(query.encode().decode(), item, score) for query, item, score in rows(run)]
    columns = dict(enumerate(("qid", "docno", "score")))
    together = pandas.DataFrame(np.array(lines, dtype=object)).rename(columns=columns)  # as one table in memory
    mixed = together.iloc[[*range(20), *range(40, 60), *range(20, 40), *range(60, 80)]]
    judged = {"q1": {"d3": 1}, "q2": {"d38": 2, "gone": 1}}
    for table in (together, mixed):
        assert told(matched(table, judged).positions) == expected(run, judged)


def test_numbers_of_different_types_as_names() -> None:
    pandas = pytest.importorskip("pandas")
    run = pandas.DataFrame({"qid": ["q"] * 3, "docno": [-1, 2, 3], "score": [3.0, 2.0, 1.0]})
    items = np.array([2**64 - 1, 3], dtype=np.uint64)
    judged = pandas.DataFrame({"qid": ["q"] * 2, "docno": items, "label": [2, 1]})
    assert told(source_of(judged, run).matched) == {"q": (3, {2: 1}, [2])}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_columns_of_a_frame_are_known_by_many_names(library: Any, names: Any) -> None:
    run, judged = {"q1": {"a": 0.5, "b": 2.0}}, {"q1": {"a": 1.0, "c": 2.0}}
    found, *_ = matched(frame(library, run, names[0]), frame(library, judged, names[1]))
    assert told(found) == {"q1": (2, {1: 1}, [2])}
    assert found.grades.dtype == np.int64  # whole numbers, though the column has floats


def test_whole_numbers_as_names(library: Any) -> None:
    run = made(library, {"user": [7, 7, 8], "item": [10, 9, 10], "prediction": [1.0, 1.0, 2.0]})
    judged = {7: {10: 1}, 8: {10: 0.5}}
    assert told(matched(run, judged).positions) == {"7": (2, {1: 1}, []), "8": (1, {0: 0.5}, [])}
    by_number = {7: {10: 1, 9: 1}, 8: {10: 2.0}}
    assert told(match_dicts(*named(by_number, judged))) == told(matched(run, judged).positions)
    assert told(match_dicts(*named({"7": {"10": 1, "9": 1}, "8": {"10": 2.0}}, judged))) == told(
        matched(run, judged).positions
    )


def test_grades_of_every_kind_are_matched() -> None:
    grades = {"a": True, "b": np.float32(2), "c": np.int8(-2), "d": 0, "e": 3.0}
    matched = match_dicts({"q": dict.fromkeys("abc", 1)}, {"q": grades})
    assert (matched.grades.dtype, matched.grades.tolist()) == (np.int64, [1, 2, -2, 0, 3])
    assert (matched.places >= 0).tolist() == [True, True, True, False, False]
    assert match_dicts({"q": {"a": 1}}, {"q": {"a": 0.5, "b": 2}}).grades.tolist() == [0.5, 2.0]
    smallest = {"q": {"a": 1, "b": -LARGEST_GRADE, "c": 2, "d": -LARGEST_GRADE}}
    assert told(match_dicts({"q": {"b": 3, "a": 2}}, smallest)) == expected({"q": {"b": 3, "a": 2}}, smallest)


def test_numbers_of_many_types() -> None:
    values = {"a": Decimal("0.25"), "b": Fraction(1, 2), "c": np.float32(1), "d": 2, "e": True, "f": np.int8(3)}
    scores = {**values, "e": 1}  # True is a grade, but no score
    assert told(match_dicts({"q": scores}, {"q": {"b": 1}})) == {"q": (6, {4: 1}, [])}
    grades = match_dicts({"q": {}}, {"q": values}).grades
    assert grades.tolist() == [0.25, 0.5, 1.0, 2.0, 1.0, 3.0]
    whole = match_dicts({"q": {}}, {"q": dict.fromkeys(values, Decimal(2))}).grades
    assert (whole.dtype, whole.tolist()) == (np.int64, [2] * len(values))


WRONG_SCORES = [
    math.nan,
    math.inf,
    -math.inf,
    Decimal("inf"),
    None,
    "1.5",
    b"1",
    [1],
    1j,
    10**400,
    True,
    False,
    np.True_,
]


@pytest.mark.parametrize("score", WRONG_SCORES, ids=repr)
def test_a_score_that_is_no_number_is_refused(score: Any) -> None:
    with pytest.raises(ValueError, match=r"^run, query 'q2', item 'b': score must be a (finite )?number, not "):
        match_dicts({"q1": {"a": 1}, "q2": {"a": 1, "b": score}}, {"q1": {"a": 1}, "q2": {}})
    with pytest.raises(ValueError, match=r"^run, query 'unjudged', item 'b': score must be a (finite )?number, not "):
        evaluate({"q1": {"a": 1}}, {"q1": {"a": 1.0}, "unjudged": {"a": 0.5, "b": score}}, ["AP"])


@pytest.mark.parametrize("grade", [math.nan, math.inf, Decimal("nan"), None, "1", 10**13, -(10**13), -(2**63), 2**63])
def test_a_grade_that_is_no_number_is_refused(grade: Any) -> None:
    with pytest.raises(
        ValueError,
        match=r"^qrels, query 'q', item 'b': grade must be (a number|a finite number|at most 1,000,000,000,000), not ",
    ):
        match_dicts({"q": {"a": 1}}, {"q": {"a": 1, "b": grade}})


@pytest.mark.parametrize(
    "run, judged, message",
    [
        ([("q", "a", 1)], {}, r"run must be a mapping of query to mapping of item to score, not \[\('q'"),
        ({"q": ["a"]}, {"q": {}}, r"run\['q'\] must be a mapping of item to score, not \['a'\]"),
        ({"q": {}}, {"q": {"a"}}, r"qrels\['q'\] must be a mapping of item to grade, not {'a'}"),
    ],
)
def test_an_input_of_a_wrong_shape_is_refused(run: Any, judged: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        match_dicts(*named(run, judged))


def test_a_name_as_text_and_as_a_number() -> None:
    with pytest.raises(ValueError, match=r"^run: query '1' must be there once"):
        match_dicts(*named({1: {}, "1": {}}, {}))
    with pytest.raises(ValueError, match=r"^run, query 'q': item '1' must be there once"):
        match_dicts({"q": {1: 0.5, "1": 0.25}}, {"q": {"1": 1}})


def test_ties_can_be_refused_in_every_form(library: Any) -> None:
    run = {"q1": {"a": 1.0, "b": 2.0}, "q2": {"a": 1.0, "b": 3.0, "c": 1}}
    judged = {"q1": {"a": 1}, "q2": {"b": 1}}
    for one in (run, frame(library, run)):
        with pytest.raises(ValueError, match=r"^query 'q2': items 'a' and 'c' must not both have score 1.0"):
            source_of(judged, one, "refuse")
    del run["q2"]
    assert told(match_dicts(run, judged, ties="refuse")) == expected(run, judged)


@pytest.mark.parametrize(
    "column, value, message",
    [
        ("qid", None, "run, row 2: query must be "),
        ("docno", None, "run, row 2: item must be "),
        ("score", None, "run, row 2: score must be a "),
        ("score", math.nan, "run, row 2: score must be a "),
        ("score", math.inf, "run, row 2: score must be a finite number, not inf"),
    ],
)
def test_a_missing_value_in_a_frame_is_refused(library: Any, column: str, value: Any, message: str) -> None:
    columns: dict[str, Any] = {"qid": ["q2", "q1", "q2"], "docno": ["a", "a", "b"], "score": [3.0, 2.0, 1.0]}
    columns[column][2] = value
    if column == "docno":  # the row is that of the frame, wherever its query puts it
        columns["qid"] = ["q1", "q2", "q1"]
    with pytest.raises(ValueError, match=f"^{message}"):
        source_of({"q1": {"a": 1}, "q2": {"b": 1}}, made(library, columns))


def test_missing_in_nullable_columns() -> None:
    pandas = pytest.importorskip("pandas")
    columns = {"qid": ["q", "q"], "docno": pandas.array(["a", None], dtype="string"), "score": [3.0, 2.0]}
    with pytest.raises(ValueError, match=r"^run, row 1: item must be .*, not <NA>"):
        source_of({"q": {"a": 1}}, pandas.DataFrame(columns))
    columns |= {"qid": columns["docno"]}
    with pytest.raises(ValueError, match=r"^run, row 1: query must be .*, not <NA>"):
        source_of({"q": {"a": 1}}, pandas.DataFrame(columns))
    columns |= {"qid": ["q", "q"], "docno": ["a", "b"], "score": pandas.array([1, None], dtype="Int64")}
    with pytest.raises(ValueError, match=r"^run, row 1: score must be "):
        source_of({"q": {"a": 1}}, pandas.DataFrame(columns))


@pytest.mark.parametrize("many", [1, 20])
def test_an_item_that_is_twice_in_a_query_is_refused(library: Any, many: int) -> None:
    twice = [("q", "b", 1.0), ("q", "a", 2.0), ("q", "b", 3.0)]
    judged = {"q": {f"d{item}": 1 for item in range(many)}}
    for other in (judged, {"another": {"a": 1}}):
        with pytest.raises(ValueError, match=r"^run, row 2: query 'q' has item 'b' a second time"):
            source_of(other, frame(library, twice))
    for run in ({"q": {"a": 1.0}}, frame(library, {"q": {"a": 1.0}}), frame(library, {"r": {"a": 1.0}})):
        with pytest.raises(ValueError, match=r"^qrels, row 2: query 'q' has item 'b' a second time, with grade 3"):
            source_of(frame(library, twice, ("qid", "docno", "label")), run)


def test_columns_of_one_name_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    twice = pandas.DataFrame([["q", "a", 1.0, 2.0]], columns=["qid", "docno", "score", "score"])
    with pytest.raises(ValueError, match=r"column .* must have its own name, but two are called 'score'"):
        read_run(twice)


def test_columns_of_every_type_of_text() -> None:
    pandas = pytest.importorskip("pandas")
    run = {"q2": {"a": 1.0, "b": 2.0}, "q1": {"a": 3.0, "c": 0.5}}
    judged = {"q1": {"c": 1}, "q2": {"a": 1}}
    for dtype in ("str", "string", "category", "string[python]", object):
        table = frame(pandas, run).astype({"qid": dtype, "docno": dtype})
        assert told(matched(table, judged).positions) == expected(run, judged)


def test_a_frame_is_matched_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    run, judged = {"q2": {"a": 1.0, "bé": 2.0}, "q1": {"a": 3.0, "c": 0.5}}, {"q1": {"c": 1}, "q2": {"bé": 1}}
    table = frame(pytest.importorskip("polars"), run)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert told(matched(table, judged).positions) == expected(run, judged)
