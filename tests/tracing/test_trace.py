"""What a trace promises: its number, its names, its columns and steps, and one method for each notation."""

import builtins
import gc
import json
import math
import weakref
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking, Trace
from rankteach.tracing.measures import Measure
from tests.catalogue import random_traces

EIGHT = Ranking([1, 0, 1, 1, 0, 1, 0, 0])
GRADED = Ranking([3, 2, 3, 0, 1])


# --- the number -----------------------------------------------------------------------------------


def test_numpy_round_and_formats_take_a_trace_for_its_number() -> None:
    trace, fraction = rt.average_precision(EIGHT), rt.cumulative_gain([Fraction(1, 3), 1])
    assert trace.value == float(trace) == (1 + 2 / 3 + 3 / 4 + 4 / 6) / 4
    assert [type(number) for number in (trace.value, trace.exact, fraction.value)] == [float, Fraction, Fraction]
    assert (f"{trace:.3f}", f"{trace:.1%}", f"{fraction:.2f}") == ("0.771", "77.1%", "1.33")
    assert f"{trace}" == str(trace)
    assert (round(trace, 2), round(trace)) == (0.77, 1)
    assert np.mean([trace, fraction]) == pytest.approx((37 / 48 + 4 / 3) / 2)
    assert trace == pytest.approx(37 / 48)
    assert np.asarray(fraction).dtype == np.float64
    batch = rt.average_precision(Batch([[1, 0], [0, 1]]))
    assert np.asarray(batch).tolist() == [1, 1 / 2]
    with pytest.raises(TypeError, match="one list, not a batch"):
        f"{batch:.2f}"


@pytest.mark.parametrize(
    ("trace", "exact"),
    [
        (rt.dcg([3, 0, 3]), Fraction(3) + Fraction(3, 2)),  # log2(2) and log2(4) are whole
        (rt.ndcg([0, 0, 1]), Fraction(1, 2)),
        # P = 1/2, R = 1, and beta is 3/10 as it was written
        (rt.f_score([1, 0], beta=0.3), (1 + Fraction(9, 100)) * Fraction(1, 2) * 1 / (Fraction(9, 100) / 2 + 1)),
        (rt.f_score([1, 0], beta=Fraction(1, 2)), (1 + Fraction(1, 4)) * Fraction(1, 2) * 1 / (Fraction(1, 8) + 1)),
    ],
    ids=lambda value: getattr(value, "measure", str(value)),
)
def test_the_exact_value_is_a_fraction_where_there_is_one(trace: Trace, exact: Fraction) -> None:
    assert trace.exact == exact
    assert type(trace.exact) is Fraction
    assert trace.value == pytest.approx(float(exact), rel=1e-15)


def test_there_is_no_exact_value_where_a_logarithm_or_a_float_stands_in_the_way() -> None:
    traces = rt.dcg(GRADED), rt.ndcg(GRADED), rt.dcg([1, 1], base=3), rt.cumulative_gain([0.5, 1.5])
    assert [trace.exact for trace in traces] == [None] * 4


# --- what it is called ----------------------------------------------------------------------------
def squared(grade: Any) -> Any:
    return grade**2


def test_the_measure_of_a_trace_names_a_function_of_yours() -> None:
    assert rt.dcg(GRADED, gain=squared).measure == "DCG(gain=squared)"
    assert rt.dcg(GRADED, gain=squared).title


def test_the_header_names_every_convention(settled: Measure) -> None:
    trace = settled.metric(GRADED, **{**settled.parameters, "k": 7})
    header = " · ".join(trace.conventions)
    for parameter, value in settled.parameters.items():
        declared = settled.metric.declared[parameter]
        silent = declared.has_no_effect(settled.parameters) or (
            declared.hidden_if_default and value == settled.metric.parameters[parameter]
        )
        assert (settled.metric.describe_value(parameter, value, 7) in trace.conventions) != silent
    assert "cutoff k = 7" in header
    assert "the list ends at rank 5: the ranks after it are empty" in header
    assert "no cutoff" in settled(GRADED).conventions
    for text in (trace.to_text(), trace.to_json()):
        assert all(words in text for words in trace.conventions)


# --- steps ----------------------------------------------------------------------------------------


def test_there_is_one_sentence_or_two_for_each_row(anything: Measure) -> None:
    lists = [GRADED, Ranking([1, None, 0, 2], missed=[3, 1]), Ranking([])]
    of_lists = (anything.metric(one, **anything.parameters, k=k) for one, k in product(lists, (None, 1, 3, 6)))
    compares = anything.metric.pairing is not None
    for trace in random_traces(anything) if compares else of_lists:
        assert [step.row for step in trace.steps] == list(range(1, len(trace.steps) + 1))
        by_rank = trace.rows == "rank" and not compares
        least = (trace.parameters.get("k") or len(trace.ranking)) if by_rank else trace.axis.length
        assert len(trace.steps) >= least
        for step in trace.steps:
            numbered = step.row if "rank" in trace.rows else step.item  # a threshold, a pair or a level is named
            assert step.text.startswith((f"Rank {numbered}: ", f"{trace.rows.capitalize()} {numbered}: "))
            assert step.text.endswith(".")
            assert set(step.changed) <= set(trace.columns)
            assert not any(bad in step.text for bad in ("None", "nan", "np.", "Fraction", "..", "; ;", ": ;"))


# --- formulas -------------------------------------------------------------------------------------
def test_a_substitution_of_many_terms_leaves_some_out() -> None:
    assert r"\cdots" in rt.average_precision([1] * 13).substitution
    assert r"\cdots" not in rt.average_precision([1] * 12).substitution


# --- at every k -----------------------------------------------------------------------------------


def test_some_cutoffs_have_the_values_that_they_have_among_all(settled: Measure) -> None:
    lists = GRADED, Ranking([2, None, 0, 1, 1, 0], scores=[5, 4, 4, 4, 1, 1], missed=[1]), Ranking([0, 0]), Ranking([1])
    for trace in map(settled, lists):
        every = np.asarray(trace.at_every_k(), dtype=float)
        some = np.unique(np.clip([1, 2, 4], 1, len(every)))
        np.testing.assert_allclose(settled.metric.at_cutoffs(trace, some), every[some - 1], rtol=1e-12)


@pytest.mark.parametrize("name", ["Accuracy", "Success", "HitRate", "AP", 'AP(denominator="hits")', "auc-roc"])
def test_at_every_k_has_a_measure_by_each_of_its_names(name: str) -> None:
    measures = [name, "AP", 'AP(denominator="hits")', "RR"]
    for asked in (measures, [rt.measure(one) for one in measures]):
        table = rt.at_every_k(rt.Ranking.from_scores([1, 0, 1], [3, 2, 1]), asked)
        assert table[name].values[-1] == rt.measure(name)(table.ranking).value
    with pytest.raises(KeyError):
        table["nDCG"]


def test_at_every_k_of_several_measures_is_one_table() -> None:
    table = rt.at_every_k([3, 2, 3, 0, 1], ["CG", "DCG", 'nDCG(gain="exponential")', "nDCG"])
    assert table["CG"].values.tolist() == [3, 5, 8, 8, 9]
    assert np.asarray(table["DCG"])[1] == pytest.approx(3 + 2 / math.log2(3))
    assert len(table.columns) == 4  # two measures of one metric are two columns
    assert len(table.table().entries) == 3 + 4  # rank, item and grade come before
    assert table.to_markdown().startswith("| rank ")


# --- notations ------------------------------------------------------------------------------------
def test_marimo_is_shown_formulas_without_tex(settled: Measure) -> None:
    trace = settled(GRADED)
    kind, html = trace._mime_()
    assert (kind, "$" in html, trace.to_mathml() in html.replace("</p><p>", "")) == ("text/html", False, True)


def test_records_are_one_dict_of_plain_numbers_for_each_row() -> None:
    records = rt.average_precision(Ranking([1, 0], items=["a", "b"], scores=[0.9, 0.5]), k=3).to_records()
    assert records[0] == {
        "rank": 1, "item": "a", "score": 0.9, "grade": 1, "relevant": True,
        "hits": 1, "precision": 1.0, "credit": 1.0, "running sum": 1.0,
    }  # fmt: skip
    assert [record["item"] for record in records] == ["a", "b", None]
    assert all(type(value) in (int, float, bool, str, type(None)) for record in records for value in record.values())


def test_records_of_fractions_are_plain_numbers() -> None:
    (record,) = rt.precision([Fraction(1)]).to_records()
    assert record["precision"] == 1.0
    assert not any(isinstance(value, Fraction) for value in record.values())


def test_a_frame_has_the_rows_of_the_records() -> None:
    pandas = pytest.importorskip("pandas", reason="to_frame needs pandas")
    trace = rt.average_precision(EIGHT)
    frame = trace.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("records") == trace.to_records()
    assert frame["running sum"].iloc[-1] / 4 == trace.value


def test_a_frame_without_pandas_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without_pandas(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pandas":
            raise ImportError
        return imported(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(ImportError, match="to_frame needs pandas: pip install pandas"):
        rt.precision([1]).to_frame()


def test_json_holds_everything(anything: Measure) -> None:
    (trace,) = random_traces(anything, 1)
    data = json.loads(trace.to_json())
    assert data["value"] == trace.value
    assert data["exact"] == (None if trace.exact is None else str(trace.exact))
    assert data["measure"] == trace.measure
    assert data["conventions"] == trace.conventions
    assert [column["name"] for column in data["columns"]] == list(trace.columns)
    values = [np.asarray(column, dtype=float).tolist() for column in trace.columns.values()]
    assert [column["values"] for column in data["columns"]] == values
    assert [step["text"] for step in data["steps"]] == [step.text for step in trace.steps]
    assert len(trace.to_records()) == len(trace.steps)
    assert (data["formula"], data["substitution"]) == (trace.formula, trace.substitution)


def test_long_lists_say_what_is_hidden() -> None:
    trace = rt.precision([1] * 5 + [0] * 65)
    assert "10 more rows (rank 61 to 70) are not shown." in trace.to_text()
    assert "more rows" not in trace.to_text(most_rows=None)
    assert "67 more rows (rank 4 to 70)" in trace.to_text(most_rows=3)


def shown_ranks(text: str) -> list[str]:
    table = text.split("\n\n")[-2].split("\n")[2:]
    return [line.split()[0] for line in table]


def test_of_a_long_list_the_rows_that_tell_most_are_shown() -> None:
    grades = [0] * 1000
    for rank in (3, 400, 401, 650):
        grades[rank - 1] = 1
    text = rt.average_precision(grades).to_text(most_rows=10)
    assert shown_ranks(text) == ["1", "2", "3", "4", "5", "6", "⋮", "400", "401", "⋮", "650", "⋮", "1000"]
    assert text.endswith("990 more rows, in which nothing is added up.")
    html = rt.average_precision(grades).to_html(most_rows=10)
    assert "Rank 650: d650 is relevant, " in html and "Rank 7:" not in html
    many = rt.average_precision([0] * 20 + [1] * 80).to_text(most_rows=10)
    assert shown_ranks(many) == ["1", "2", "3", "4", "5", "⋮", "21", "22", "23", "24", "⋮", "100"]
    assert many.endswith("90 more rows; something is added up in 76 of them.")


# --- over queries, and batches --------------------------------------------------------------------
def test_the_mean_of_every_metric_is_the_mean_of_its_values(settled: Measure) -> None:
    lists = [[3, 0, 1], [0, 2], [], [1, 1, 1, 0]]
    values = [settled(grades).value for grades in lists]
    trace = rt.mean(settled, lists)
    assert trace.value == pytest.approx(sum(values) / 4, rel=1e-12)
    assert [trace[query].value for query in range(4)] == values
    assert np.asarray(trace.columns[settled.label], dtype=float) == pytest.approx(values, rel=1e-12)


BATCH = rt.average_precision(Batch([[1, 0, 1], [0, 1]], queries=["a", "b"]))


@pytest.mark.parametrize("view", ["to_text", "to_markdown", "to_html", "_repr_html_", "__repr__"])
def test_a_batch_can_be_looked_at(view: str) -> None:
    written = getattr(BATCH, view)()
    assert "5/6" in written
    assert "a" in written


def test_a_batch_as_data() -> None:
    assert json.loads(BATCH.to_json())["value"] == pytest.approx([5 / 6, 1 / 2])
    assert BATCH.to_records() == [{"query": "a", "AP": pytest.approx(5 / 6)}, {"query": "b", "AP": 0.5}]


@pytest.mark.parametrize(
    "what", [lambda t: t.steps, lambda t: t.substitution, lambda t: t.to_latex(), lambda t: t.to_mathml(), float]
)
def test_a_batch_says_which_views_it_cannot_give(what: Any) -> None:
    with pytest.raises(TypeError, match=r"needs one list, not a batch\. Choose a query: trace\[0\]"):
        what(BATCH)


def test_nothing_out_of_nothing_is_named_where_it_occurs() -> None:
    for trace in (rt.f_score([0, 1], k=1), rt.average_precision([0, 1], k=1, denominator="hits"), rt.recall([0, 0])):
        assert trace.conventions[-1] == "0/0 counts as 0"
        assert "0}{0" not in trace.substitution
    assert "0/0 counts as 0" not in rt.f_score([1, 0]).conventions


@pytest.mark.parametrize("lists", [Ranking([1, 0, 1]), Batch([[1, 0], [0, 1]])], ids=["a list", "a batch"])
def test_a_trace_that_nobody_keeps_is_gone_at_once(lists: Any) -> None:
    gc.disable()  # so that only what refers to itself would stay
    try:
        trace = rt.average_precision(lists)
        assert np.ndim(trace.value) == isinstance(lists, Batch)
        kept = weakref.ref(trace)
        del trace
        assert kept() is None
    finally:
        gc.enable()
