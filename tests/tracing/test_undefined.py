"""``no_relevant``, and above all ``"nan"``: such a list has no value, and every view says so in words."""

import json
import math
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Measure, Ranking, Trace
from rankteach.tracing.mean import Mean
from rankteach.tracing.measures import metrics

NAN = {"no_relevant": "nan"}
WORDS = "a list without a relevant item has no value (NaN)"
NOTHING = Ranking([0, 0, 0], scores=[2, 1, 1])
LISTS = {"a": [1, 0], "b": [0, 0], "c": [0, 1], "d": []}
ABOUT_RELEVANT_ITEMS = [one for one in metrics() if one.pairing is None and one.about_relevance]


def without_words_of_its_own(written: str) -> str:
    """What a view says, without the names of the parameter and the sentence that has NaN in it."""
    for own in (
        'no_relevant="nan"',
        r'no\_relevant="nan"',
        "no_relevant=&quot;nan&quot;",
        "'nan'",
        "(NaN)",
        r"\(NaN\)",
    ):
        written = written.replace(own, "")
    return written


def views(trace: Trace, folder: Path) -> dict[str, str]:
    """A trace of one value in every notation."""
    trace.to_spreadsheet(folder / "sheet.csv")
    trace.to_spreadsheet(folder / "sheet.xlsx")
    trace.to_page(folder / "page.html")
    trace.to_page(folder / "worksheet.html", blanks=["value"])
    player = rt.step_through(trace)
    return {
        "text": trace.to_text(),
        "decimals": trace.to_text(digits=2, fractions=False),
        "HTML": trace.to_html(),
        "Markdown": trace.to_markdown(),
        "LaTeX": trace.to_latex(document=True),
        "MathML": trace.to_mathml(),
        "page": (folder / "page.html").read_text(encoding="utf-8").partition("</style>")[2],
        "player": repr(player),
        "static player": player._repr_mimebundle_()[0]["text/html"],
        "live player": json.dumps(player.view, allow_nan=False),
    }


# --- one list ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("metric", ABOUT_RELEVANT_ITEMS, ids=lambda one: one.name)
@pytest.mark.parametrize("k", [None, 2, 5])
def test_the_value_of_a_list_without_a_relevant_item(metric: Any, k: int | None, tmp_path: Path) -> None:
    cut = {} if k is None or "k" not in metric.parameters else {"k": k}
    trace = metric(NOTHING, **NAN, **cut)
    assert math.isnan(trace.value) and trace.exact is None and math.isnan(trace.result.exact)
    assert trace.shown == "undefined"
    assert WORDS in trace.conventions and "0/0 counts as 0" not in trace.conventions
    assert rt.measure(trace.measure)(NOTHING) == trace
    if "k" in metric.parameters:
        assert np.isnan(np.asarray(trace.at_every_k(), dtype=float)).all()
    for name, written in views(trace, tmp_path).items():
        assert "undefined" in written, name
        assert "nan" not in without_words_of_its_own(written).lower().split(), name
    formula, numbers = trace.formula, trace.substitution
    assert formula.endswith(r"\text{, else undefined}") and numbers.endswith(r" = \text{undefined}")


@pytest.mark.parametrize("choice", [1, "nan"])
@given(measure=from_type(Measure), ranking=from_type(Ranking), k=st.none() | st.integers(1, 9))
def test_what_is_chosen_counts_where_nothing_is_relevant_and_the_usual_value_elsewhere(
    choice: Any, measure: Measure, ranking: Ranking, k: int | None
) -> None:
    chosen: Any = {"no_relevant": choice}
    if measure.metric not in ABOUT_RELEVANT_ITEMS:
        return
    plain, changed = (measure.metric(ranking, **measure.parameters, k=k, **one) for one in ({}, chosen))
    nothing = "no relevant item at all" in plain.conventions
    value = float(choice) if nothing else plain.value
    assert changed.value == value or math.isnan(changed.value) is math.isnan(value) is True
    assert changed.exact == (plain.exact if not nothing else 1 if choice == 1 else None)
    assert changed.columns.keys() - plain.columns.keys() <= {f"{changed.symbol}@i"}
    other = Ranking([4], relevant_from=ranking.relevant_from)
    batch = measure.metric(Batch([ranking, other, ranking]), **measure.parameters, k=k, **chosen)
    assert np.isnan(batch.value).tolist() == [math.isnan(value), False, math.isnan(value)]
    assert batch.value[[0, 2]].tolist() == pytest.approx([changed.value] * 2, abs=1e-12, nan_ok=True)
    assert [one is None for one in batch.exact][::2] == [changed.exact is None] * 2
    if nothing:
        with pytest.raises(ValueError, match="there is no relevant item in q2: no_relevant='error'"):
            measure.metric(Batch([other, ranking]), **measure.parameters, no_relevant="error")


@pytest.mark.parametrize(
    "trace",
    [
        rt.average_precision(NOTHING, no_relevant="nan"),
        rt.ndcg(NOTHING, k=2, no_relevant="nan"),
        rt.reciprocal_rank(NOTHING, ties="averaged", no_relevant="nan"),
        rt.recall(Batch(LISTS), no_relevant="nan"),
        rt.average_precision(Batch([[Fraction(1, 2), 1], [Fraction(0), 0]]), no_relevant="nan"),
        rt.mean("AP", LISTS, **NAN),
        rt.mean("AP", LISTS, queries="with_items", **NAN),
        rt.mean("AP", LISTS, average="geometric", **NAN),
    ],
    ids=lambda trace: trace.label,
)
def test_an_undefined_trace_is_written_as_json_and_read_back(trace: Trace) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    written = trace.to_json()
    data = json.loads(written, parse_constant=refuse)
    values = data["value"] if isinstance(data["value"], list) else [data["value"]]
    assert [value is None for value in values] == [value != value for value in np.atleast_1d(trace.value)]
    again = rt.read_json(written)
    assert again == trace and hash(again) == hash(trace)
    assert pickle.loads(pickle.dumps(trace)) == trace
    with pytest.raises(ValueError, match="the file was changed"):
        rt.read_json(json.dumps({**data, "value": 0 if data["value"] is None else [0 for _ in values]}))


def test_a_defined_and_an_undefined_trace_are_not_the_same() -> None:
    assert rt.recall([0], **NAN) != rt.recall([0])
    assert rt.recall([0], **NAN) == rt.recall([0], **NAN)


def test_only_what_is_defined_can_be_0_out_of_0() -> None:
    zeros = "0/0 counts as 0"
    assert zeros in rt.recall([0]).conventions
    assert zeros not in rt.recall(Batch([[1], [0]]), **NAN).conventions
    assert zeros in rt.f_score(Batch([[1], [0, 1], [0]]), k=1, **NAN).conventions  # P and R are 0 at rank 1 of q2
    assert zeros not in rt.f_score(Batch([[1], [0]]), k=1, **NAN).conventions


def test_many_lists_in_parts_are_as_one_by_one() -> None:
    grades = np.random.default_rng(2).integers(0, 3, (3000, 40)) * (np.arange(3000) % 7 > 0)[:, None]
    batch = Batch(grades)
    assert len(batch.blocks()) > 1
    for choice in (1, "nan"):
        trace = rt.ndcg(batch, no_relevant=choice)
        nothing = grades.sum(axis=1) == 0
        np.testing.assert_array_equal(trace.value[nothing], float(choice))
        np.testing.assert_allclose(np.asarray(trace.at_every_k())[:, -1], trace.value, atol=1e-12)
        assert "discounted gain" in trace.columns
    with pytest.raises(ValueError, match="there is no relevant item in q1: no_relevant='error'"):
        rt.ndcg(batch, no_relevant="error")


def test_orders_of_equal_scores_do_not_change_what_is_relevant() -> None:
    for choice, value in ((0, 0), (1, 1)):
        assert rt.reciprocal_rank(NOTHING, ties="averaged", no_relevant=choice).exact == value
    assert math.isnan(rt.reciprocal_rank(NOTHING, ties="averaged", **NAN).value)
    with pytest.raises(ValueError, match="there is no relevant item: no_relevant='error'"):
        rt.reciprocal_rank(NOTHING, ties="averaged", no_relevant="error")


# --- over queries -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("average", ["query", "geometric"])
def test_a_mean_that_counts_such_a_query_is_undefined_and_says_why(average: str, tmp_path: Path) -> None:
    trace = rt.mean("AP@2", LISTS, average=average, **NAN)
    assert math.isnan(trace.value) and trace.exact is None
    assert trace.conventions[-1] == (
        "AP@2 is undefined for b, d, and so is the mean: queries='with_relevant' leaves them out"
    )
    for name, written in views(trace, tmp_path).items():
        assert "undefined" in written, name
    assert r"\approx \text{undefined}" not in trace.to_latex()
    assert math.isnan(trace["b"].value) and trace["c"].exact == Fraction(1, 2)
    assert np.isnan(np.asarray(rt.mean("AP", LISTS, **NAN).at_every_k(), dtype=float)).all()


def test_a_mean_leaves_them_out_where_that_is_chosen() -> None:
    trace = rt.mean("AP", LISTS, queries="with_relevant", **NAN)
    assert trace.exact == (1 + Fraction(1, 2)) / 2
    assert trace.steps[1].text.startswith("Query b: Counted: no, AP is undefined")
    assert trace.columns["counted value"].exact.tolist() == [1, 0, Fraction(1, 2), 0]
    geometric = rt.mean("AP", LISTS, average="geometric", queries="with_hits", **NAN)
    assert geometric.value == pytest.approx(math.sqrt(1 / 2))
    partly = rt.mean("AP", LISTS, queries="with_items", **NAN)
    assert partly.conventions[-1].startswith("AP is undefined for b, and so is the mean")


def test_a_mean_of_values_that_are_all_defined_says_nothing_of_it() -> None:
    trace = rt.mean("AP", [[1], [0, 1]], **NAN)
    assert trace.exact == Fraction(3, 4)
    assert not any("undefined" in words for words in trace.conventions)


def test_a_mean_is_called_like_a_metric() -> None:
    assert math.isnan(Mean(rt.recall.metric)(Batch(LISTS), **NAN).value)


# --- what compares values ---------------------------------------------------------------------------------------------


def test_a_judgement_that_leaves_no_value() -> None:
    changed = rt.toggles(rt.average_precision([0, 1, 0], **NAN))
    assert [math.isnan(change) for change in changed.changes[1]] == [True, False]
    assert changed.best is not None and changed.best[:2] == (1, 1) and changed.worst is None
    assert "undefined" in changed.to_text() and "undefined" in changed.to_html()


def test_differences_to_what_has_no_value() -> None:
    parted = rt.differences("R", 'R(no_relevant="nan")', ranking=[0, 0])
    assert math.isnan(parted.value) and parted.exact is None
    both = rt.differences('AP(no_relevant="nan")', 'AP(denominator="hits", no_relevant="nan")', ranking=[0, 0])
    assert both.first_row is None and both.shares == parted.shares == []
    part = rt.differences("AP", 'AP(no_relevant="nan")', ranking=[0, 0])
    assert "nan" not in without_words_of_its_own(part.to_text() + part.to_html())


@pytest.mark.parametrize(
    ("typed", "right"), [("undefined", True), (" NaN ", True), ("0", False), ("1/2", False), ("two", None)]
)
def test_what_is_typed_where_there_is_no_value(typed: str, right: bool | None) -> None:
    for trace, asked in (
        (rt.average_precision(NOTHING, **NAN), {}),
        (rt.mean("AP", LISTS, **NAN), {"column": "AP", "row": 2}),
    ):
        found = rt.diagnose(trace, typed, **asked)
        assert found.right is right
        assert "undefined" not in found.said and not found.mistakes
    assert rt.diagnose(rt.recall([1]), "undefined").right is None


def test_no_number_comes_from_what_has_no_value() -> None:
    undefined = 'AP(no_relevant="nan")'
    for typed, lists in (("0", [0, 0, 0]), ("0.42", [0, 0, 0]), ("0", [[0, 0], [1, 0]])):
        assert not any("nan" in origin.measure for origin in rt.which(typed, lists).origins)
    of_hits = rt.which("0", [0, 0, 0], measures=[undefined]).origins
    assert of_hits and not any(origin.measures for origin in of_hits)
    assert "nearest" not in rt.which("0.42", [0, 0, 0], measures=[undefined]).to_text()
    assert rt.which("0.5", [0, 1, 0], measures=[undefined]).origins[0].measure == undefined
