"""Metrics by name: the grammar of measure strings, the catalogue, and what every docstring says."""

import inspect
import math
import os
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Measure, Ranking
from rankteach.tracing.grammar import ALIASES
from rankteach.tracing.measures import each_measure, metrics
from rankteach.tracing.metric import known_metrics

LIST = Ranking([2, 0, 1, 3])


# --- the grammar ----------------------------------------------------------------------------------
CANONICAL = {
    "P@5": "P@5", "AP": "AP", "AP(rel=2)@100": "AP(rel=2)@100",
    'nDCG(gain="exponential")@10': 'nDCG(gain="exponential")@10',
    "nDCG(gain='exponential')@10": 'nDCG(gain="exponential")@10',
    " nDCG ( gain = 'exponential' ,base=3 ) @ 10 ": 'nDCG(gain="exponential", base=3)@10',
    "nDCG(base=3, gain='exponential')": 'nDCG(gain="exponential", base=3)', 'AP(denominator="relevant")': "AP",
    "nDCG()": "nDCG", "F(beta=0.5)@3": "F(beta=0.5)@3", "P(k=3)": "P@3",
    "DCG(gain={0: 0, 1: 1, 2: 5})": "DCG(gain={0: 0, 1: 1, 2: 5})", "rbp.p=0.95": 'RBP(p=0.95, gain="scaled")',
    "rbp_resid_p=.5": 'RBPResidual(p=0.5, tail="unjudged")', "nDCG(discount='rank')@5": 'nDCG(discount="rank")@5',
    "DCG(discount=[1, 0.5, 0.25])": "DCG(discount=[1, 0.5, 0.25])",
    "Q(denominator='min')@5": 'Q(denominator="min")@5', "AP(rel=1)": "AP", "AP(rel=1.5)": "AP(rel=1.5)",
    'AUC(form="area")': "AUC", 'RBO(form="ext")': "RBO", 'RBO(form="min")': 'RBO(form="minimum")',
    'RBO(form="res")': 'RBO(form="residual")', 'CWL(user="DCG")@3': 'CWL(user="SDCG")@3',
}  # fmt: skip
USUAL = {
    "Precision@3": "P@3", "prec@3": "P@3", "Recall": "R", "F1@5": "F@5", "F2": "F(beta=2)", "F0.5": "F(beta=0.5)",
    "Success@10": "Accuracy@10", "HitRate@10": "Accuracy@10", "MRR@10": "RR@10", "MAP": "AP", "NDCG@10": "nDCG@10",
    "MAP(rel=2)@5": "AP(rel=2)@5", "ndcg@10": "nDCG@10", "dcg": "DCG", "Hit@10": "Accuracy@10",
    "Hits@10": "NumRelRet@10", "R-Precision": "RPrec", "MAP_10": "AP@10", "NDCG_10": "nDCG@10",
    "precision_at_5": "P@5", "map_at_3": "AP@3", "F1_5": "F@5", "p_5": "P@5", "f1_score": "F",
    "fbeta(beta=2)": "F(beta=2)", "F_1": "F", "F_2": "F(beta=2)", "BEP": "RPrec", "idcg": "IDCG", "cg": "CG",
    "p@1": "P@1", "break-even point": "RPrec", "average precision@5": "AP@5",
}  # fmt: skip
TREC_EVAL = {
    "map": "AP", "map_cut_3": "AP@3", "map_cut.3": "AP@3", "ndcg": "nDCG", "ndcg_cut_10": "nDCG@10",
    "ndcg_cut.10": "nDCG@10", "P_5": "P@5", "P.5": "P@5", "recall_100": "R@100", "recip_rank": "RR", "Rprec": "RPrec",
    "set_P": "P", "set_recall": "R", "set_F": "F", "set_F.2": f"F(beta={math.sqrt(2)!r})", "set_F.4": "F(beta=2)",
    "success_1": "Accuracy@1", "bpref": "Bpref", "gm_map": 'AP(average="geometric")', "infAP": "infAP",
    "gm_bpref": 'Bpref(average="geometric")', "iprec_at_recall_0.10": 'IPrec(form="trec_eval_10")',
    "iprec_at_recall_0.50": 'IPrec(recall=0.5, form="trec_eval_10")', "11pt_avg": 'IPA11(form="trec_eval_10")',
    "MAP_CUT_3": "AP@3", "Ndcg_Cut.10": "nDCG@10", "SET_F.4": "F(beta=2)",
    "num_ret": 'NumRet(average="sum")', "num_rel_ret": 'NumRelRet(average="sum")', "num_rel": 'NumRel(average="sum")',
    "relative_P_10": 'R(denominator="min")@10', "relative_P.10": 'R(denominator="min")@10',
    "set_relative_P": 'R(denominator="min")',
}  # fmt: skip
IR_MEASURES = {
    "AP(rel=2)@100": "AP(rel=2)@100", "nDCG(dcg='exp-log2')@10": 'nDCG(gain="exponential")@10',
    "nDCG(dcg='log2')@10": "nDCG@10", "nDCG(gains={0:0,1:1,2:3})@5": "nDCG(gain={0: 0, 1: 1, 2: 3})@5",
    "IPrec@0.1": "IPrec", "IPrec@0.35": "IPrec(recall=0.35)", "Success@5": "Accuracy@5", "SetP": "P", "SetR": "R",
    "SetF": "F", "SetF(beta=4.0)": "F(beta=2)", "RBP(p=0.9, rel=1)": "RBP(p=0.9)", "RBP(rel=2)": "RBP(rel=2)",
    "Rprec": "RPrec", "Bpref": "Bpref", "BPref(rel=2)": "Bpref(rel=2)", "infAP": "infAP", "Judged@10": "Judged@10",
    "P(judged_only=True)@10": "P(judged_only=True)@10", "RR(rel=2)@10": "RR(rel=2)@10", "ERR@20": "ERR@20",
    "R@50": "R@50", "NumRet": "NumRet", "NumRet(rel=1)": "NumRelRet", "NumRelRet": "NumRelRet",
    "NumRel": "NumRel", "SetRelP": 'R(denominator="min")', "SetP(relative=True)": 'R(denominator="min")',
    "INST(T=2, min_rel=0, max_rel=3)": "INST(T=2, max_grade=3)", "INSQ(max_rel=2)": "INSQ(max_grade=2)",
    "SDCG(max_rel=2)@5": 'CWL(user="SDCG", max_grade=2)@5', "P(cutoff=3)": "P@3", "MAP@5": "AP@5",
}  # fmt: skip
RANX = {
    "hits@5": "NumRelRet@5", "hit_rate@5": "Accuracy@5", "precision@3": "P@3", "recall@3": "R@3", "f1@2": "F@2",
    "r_precision": "RPrec", "r-precision": "RPrec", "mrr": "RR", "mrr@10": "RR@10", "map": "AP", "dcg@4": "DCG@4",
    "dcg_burges@4": 'DCG(gain="exponential")@4', "ndcg@4": "nDCG@4", "ndcg_burges": 'nDCG(gain="exponential")',
    "bpref": "Bpref", "rbp.95": 'RBP(p=0.95, gain="raw")', "rbp.8": 'RBP(gain="raw")', "map@100-l2": "AP(rel=2)@100",
    "mrr-l3": "RR(rel=3)", "ndcg@5-l1": "nDCG@5", "r-precision-l2": "RPrec(rel=2)",
    "rbp.9-l1": 'RBP(p=0.9, gain="raw")',
}  # fmt: skip


OTHERS = {
    "ndcg_score": 'nDCG(ideal="retrieved", ties="averaged")', "dcg_score": 'DCG(ties="averaged")',
    "average_precision_score": "PRAUC", "roc_auc_score": "AUC", "apk@3": 'AP(denominator="min")@3',
    "mapk@3": 'AP(denominator="min")@3', "RetrievalMAP": 'AP(denominator="hits")', "RetrievalMRR": "RR",
    "retrieval_average_precision@3": 'AP(denominator="hits")@3', "retrieval_reciprocal_rank": "RR",
    "retrieval_normalized_dcg": str(rt.measure("RetrievalNormalizedDCG")), "retrieval_r_precision": "RPrec",
    "RetrievalNormalizedDCG@5": 'nDCG(ideal="retrieved", ties="averaged")@5', "RetrievalRPrecision": "RPrec",
    "precision_metric": 'P(denominator="items")', "precision_at_k@10": "P@10", "INSTCWLMetric@9": 'INST(tail="cut")@9',
    "ndcg_metric": 'nDCG(gain="exponential", ideal="retrieved")', "LRAP": "PRAUC(no_relevant=1)",
}  # fmt: skip
AS_PEOPLE_WRITE = {
    "strec@5": "StRecall@5", "S-recall@5": "StRecall@5", "subtopic_recall@5": "StRecall@5",
    "alpha-nDCG@3": "alpha_nDCG@3", "α-nDCG@3": "alpha_nDCG@3", "α_nDCG(alpha=0.3)@3": "alpha_nDCG(alpha=0.3)@3",
    "HR@10": "Accuracy@10", "hit-rate@3": "Accuracy@3", "TPR": "R", "FPR@5": "FallOut@5", "fall-out": "FallOut",
    "H@10": "Accuracy@10", "S@5": "Accuracy@5", "Top-1": "Accuracy@1", "Rec@9": "R@9",
    "AUC-ROC": "AUC", "ROC-AUC": "AUC", "F-score": "F", "F1-score@3": "F@3", "P@R": "RPrec",
    "context_precision": 'AP(denominator="hits")', "context_recall": "R", "top_k_accuracy@3": "Accuracy@3",
    "mean_average_precision": "AP", "normalized_discounted_cumulative_gain@5": "nDCG@5", "rank_biased_overlap": "RBO",
    "expected_reciprocal_rank@5": "ERR@5", "rank_biased_precision": "RBP", "discounted_cumulative_gain": "DCG",
    "P(2)": "P@2", "RBP(.95)": "RBP(p=0.95)", "F(0.5)@3": "F(beta=0.5)@3", "IPrec(0.2)": "IPrec(recall=0.2)",
    "11-point": "IPA11", "11-point interpolated average precision": "IPA11", "Kendall's tau": "Tau", "AUPR": "PRAUC",
    "recall at 100": "R@100", "$nDCG_{10}$": "nDCG@10", "nDCG(gain=exponential)": 'nDCG(gain="exponential")',
}  # fmt: skip


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [
        pair
        for names in (CANONICAL, USUAL, TREC_EVAL, IR_MEASURES, RANX, OTHERS, AS_PEOPLE_WRITE)
        for pair in names.items()
    ],
)
def test_a_measure_has_one_canonical_form_however_it_is_spelled(spelling: str, canonical: str) -> None:
    measure = rt.measure(spelling)
    assert (str(measure), repr(measure)) == (canonical, f"measure({canonical!r})")
    assert rt.measure(canonical) == measure and hash(rt.measure(canonical)) == hash(measure)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("ndgc@10", "nDCG"),
        ("Preciscion@5", "precision"),
        ("recip_rnk", "recip_rank"),
        ("cumulative_gian", "cumulative_gain"),  # a function
        ("kendal", "kendall"),
        ("f110", "f1@10"),
        ("nERR8", "nERR@8"),  # but NERR8 is a measure of ir_measures
        ("nDCG10", "nDCG@10"),
        ("ndcg5", "nDCG@5"),
        ("P5", "P@5"),
        ("map10(rel=2)", "map@10"),
        ("MRR010", "MRR@10"),
        ("Tau5", "Tau"),  # which has no cutoff
        ("P0", "P"),
        ("RBP_0.95", "RBP(p=0.95)"),
        ("RBO.9", "RBO(p=0.9)"),
    ],
)
def test_the_error_for_an_unknown_name_suggests_the_nearest(text: str, nearest: str) -> None:
    with pytest.raises(ValueError, match="Did you mean") as caught:
        rt.measure(text)
    assert f"Did you mean '{nearest}'? The metric must be one of P, R, F, " in str(caught.value)
    rt.measure(nearest)


def test_the_names_of_a_tool_mean_what_its_preset_says() -> None:
    for one in rt.conventions():
        for metric, theirs in one.measures.items():
            for name in (theirs.at_k, theirs.whole):
                if name.isidentifier():
                    assert rt.measure(name).name == metric.rstrip("@"), name


@pytest.mark.parametrize(
    "text",
    [
        "A" * 200_000,
        "AP(x='" + "b" * 200_000 + "')",
        "AP(denominator='" + "b " * 100_000 + "')",
        "AP@" + "9" * 200_000,
        "AP_" + "9" * 200_000,
        "P." + "9" * 200_000,
        "AP(k=" + "9" * 4000 + ")",
        "AP(" + "k" * 200_000 + "=1)",
        "(" * 9999,
        list(range(10_000)),
    ],
    ids=lambda text: str(text)[:8],
)
def test_what_is_long_is_not_repeated_whole(text: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        rt.measure(text)
    assert len(str(caught.value)) < 500
    assert str(text)[:40] in str(caught.value)


def test_nothing_is_suggested_where_nothing_is_near() -> None:
    with pytest.raises(ValueError, match="there is no metric 'XYZ'") as caught:
        rt.measure("XYZ")
    assert "Did you mean" not in str(caught.value)


def test_only_metrics_that_there_are_have_aliases(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {metric for metric, _ in ALIASES.values()} <= {metric.name for metric in metrics()}
    others = {name: one for name, one in known_metrics().items() if name != "RR"}
    monkeypatch.setattr(sys.modules[known_metrics.__module__], "_DECLARED", others)
    for text in ("mrr", "recip_rank", "RR"):
        with pytest.raises(ValueError, match="there is no metric") as caught:
            rt.measure(text)
        assert "Did you mean 'mrr'" not in str(caught.value)


# --- how queries are averaged ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("nDCG@10,AP,RR", ["nDCG@10", "AP", "RR"]),
        (" P@5 , mean AP(rel=2)@3, α_ndcg ", [" P@5", "mean AP(rel=2)@3", "α_ndcg "]),
        ("F(beta=2, k=3)", ["F(beta=2, k=3)"]),
        ('DCG(discount=(1, 0.5), gain={1: 1, 2: 3}), nDCG(gain="binary")', None),
        ("AP", ["AP"]),
    ],
)
def test_commas_separate_several_measures(text: str, several: list[str] | None) -> None:
    parts = each_measure(text)
    assert parts == (several or ["DCG(discount=(1, 0.5), gain={1: 1, 2: 3})", 'nDCG(gain="binary")'])
    assert each_measure([text, rt.precision]) == [*parts, rt.precision]
    assert [str(rt.measure(part)) for part in parts]


def test_a_measure_says_how_queries_are_averaged() -> None:
    lists = [Ranking([1]), Ranking([], missed=[1]), Ranking([0, 1])]
    geometric = rt.measure("gm_map")
    assert geometric(lists[2]).exact == Fraction(1, 2)  # of one list it is AP
    assert rt.mean(geometric, lists).value == rt.mean("AP", lists, average="geometric").value
    assert rt.mean("gm_map", lists, average="query").exact == (1 + 0 + Fraction(1, 2)) / 3  # what is given wins
    assert rt.mean('AP(queries="with_hits")', lists).exact == (1 + Fraction(1, 2)) / 2
    assert rt.mean('AP(queries="with_hits")', lists, queries="all").exact == (1 + 0 + Fraction(1, 2)) / 3
    assert geometric != rt.measure("map")
    assert rt.mean("F1(average='means')", [[1, 0], [1, 1]]).name == "F of means"


@pytest.mark.parametrize("alias", ALIASES)
def test_every_alias_gives_a_measure_that_works(alias: str) -> None:
    measure = rt.measure(alias + ("@1" if alias in ("h", "s", "top") else ""))  # which are asked back without a cutoff
    lists = [[1, 0], [1, 0]] if measure.metric.pairing else [[1, 0, None]]
    assert 0 < measure(*lists).value <= (3 if measure.name == "NumRet" else 1)


SHARED = st.fixed_dictionaries(
    {},
    optional={
        "ties": st.sampled_from(["item_descending", "item_ascending", "averaged", "stable"]),
        "judged_only": st.booleans(),
        "no_relevant": st.sampled_from([0, 1, "nan", "error"]),
    },
)
OVER_QUERIES = st.sampled_from([{}, {"average": "geometric"}, {"queries": "with_hits"}])


@given(
    measure=st.from_type(Measure),
    k=st.none() | st.integers(1, 1000),
    relevant_from=st.sampled_from([None, 2, 3, 0.5]),
    shared=SHARED,
    over=OVER_QUERIES,
)
def test_a_canonical_string_parses_back_to_itself(
    measure: Measure, k: int | None, relevant_from: float | None, shared: dict[str, Any], over: dict[str, str]
) -> None:
    chosen = {name: value for name, value in shared.items() if name in measure.metric.shared}
    if not measure.metric.about_relevance:
        chosen.pop("no_relevant", None)
    cut = {} if k is None else {"k": k}
    made = Measure(measure.metric, {**measure.parameters, **chosen, **cut}, relevant_from, over)
    again = rt.measure(str(made))
    assert again == made
    assert str(again) == str(made)
    assert again(LIST).value == made(LIST).value


@pytest.mark.parametrize("k", [None, 2])
def test_a_metric_of_agreement_has_a_canonical_string_too(agreeing: Measure, k: int | None) -> None:
    if k is not None and "k" not in agreeing.metric.parameters:
        with pytest.raises(ValueError, match="has no parameter 'k'"):
            rt.measure(f"{agreeing}@{k}")
        return
    made = Measure(agreeing.metric, {**agreeing.parameters, **({} if k is None else {"k": k})})
    lists = (["a", "b", "c"], ["c", "b", "a"])
    assert rt.measure(str(made)) == made
    assert str(rt.measure(str(made))) == str(made) == made(*lists).measure
    assert rt.measure(str(made))(*lists).value == made(*lists).value


def test_the_trace_of_a_measure_names_it(settled: Measure) -> None:
    assert settled(LIST).measure == str(settled)
    with_a_cutoff = rt.measure(f"{settled}@3")
    assert with_a_cutoff(LIST).measure == f"{settled}@3"
    assert with_a_cutoff(LIST).value == settled.metric(LIST, **settled.parameters, k=3).value


WHOLE = [2, np.int64(2), np.uint8(2), np.array(2), np.array(2)[()]]


@pytest.mark.parametrize("two", [*WHOLE, 2.0, np.float64(2), np.float32(2), np.longdouble(2), Fraction(2)], ids=repr)
def test_the_type_of_a_number_makes_no_other_measure(two: Any) -> None:
    trace = rt.f_score([1, 0], beta=two)
    assert trace.measure == "F(beta=2)" and rt.measure(trace.measure) == rt.measure("F(beta=2)")
    assert trace.to_text() == rt.f_score([1, 0], beta=2).to_text() and "beta is 2" in trace.to_html()
    if any(two is one for one in WHOLE):
        cut = rt.precision([1, 0, 1], k=two)
        assert (cut.value, cut.measure) == (1 / 2, "P@2") and "cutoff k = 2" in cut.conventions
    assert rt.gap([1, 0, 2], thresholds=[two, two]).measure == rt.gap([1, 0, 2], thresholds=[2, 2]).measure


def test_rel_is_the_grade_from_which_an_item_is_relevant() -> None:
    assert rt.measure("P(rel=2)")(LIST).value == 2 / 4
    assert rt.measure("P(rel=3)@4")(LIST).value == 1 / 4
    assert rt.measure("P")(Ranking([2, 0, 1, 3], relevant_from=2)).value == 2 / 4  # a ranking's own grade stays
    assert rt.measure("P(rel=1)")(Ranking([2, 0, 1, 3], relevant_from=2)).value == 3 / 4  # unless the measure has one
    assert rt.measure("P(rel=2)")(rt.Batch([[1, 2], [2]])).value.tolist() == [1 / 2, 1 / 1]


def test_a_measure_is_given_back_as_it_is() -> None:
    measure = rt.measure("AP")
    assert rt.measure(measure) is measure
    assert (measure.name, rt.measure("F2@3").label) == ("AP", "F2@3")


HOSTILE = [
    'AP(denominator=__import__("os"))',
    '__import__("os").system("true")',
    "AP(rel=print(1))",
    "AP(rel=[x for x in (1,)][0])",
    "AP(rel=1+1)",
    "AP(rel=lambda: 1)",
    "AP(rel=rel)",
    "AP(rel=f'{1}')",
    "AP(rel=(yield))",
    "AP(rel=2); print(1)",
    "AP(rel=2) or print(1)",
    "AP(rel=1)\nprint(1)",
    "DCG(gain=eval)",
    "DCG(gain={0: eval('1')})",
    "AP(" + "(" * 500 + "1" + ")" * 500 + ")",
    "AP(rel=" + "-" * 100_000 + "1)",
    "AP(rel=9" + "9" * 10_000 + ")",
    "AP(rel='\x00')",
    "nDCG(gains={0: __import__('os').system('true')})@5",
    "SetF(beta=__import__('os').system('true'))",
    "rbp.95.__class__",
    "map@100-l__import__('os')",
    "IPrec@__import__('os').system('true')",
    "iprec_at_recall_0.1; print(1)",
    "P_5\nprint(1)",
    "P_" + "9" * 5000,
    "IPrec@0." + "9" * 5000 + "x",
    "set_F." + "9" * 400,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_in_a_measure_is_ever_run(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "system", lambda command: pytest.fail(f"ran {command}"))
    monkeypatch.setattr("builtins.print", lambda *words: pytest.fail(f"printed {words}"))
    with pytest.raises(ValueError):
        rt.measure(text)


@given(text=st.text(max_size=30) | st.from_regex(r"(AP|nDCG|F1)\([ -~]{0,15}\)(@[ -~]{0,4})?", fullmatch=True))
def test_any_string_is_a_measure_or_a_value_error(text: str) -> None:
    try:
        measure = rt.measure(text)
    except ValueError:
        return
    assert rt.measure(str(measure)) == measure


# --- the catalogue --------------------------------------------------------------------------------
def test_every_metric_has_a_complete_row() -> None:
    rows = rt.catalogue()
    assert [row.name for row in rows] == [metric.name for metric in metrics()]
    assert len({row.name for row in rows}) == len(rows) >= 10
    for row in rows:
        assert row.title == rt.measure(row.name).metric.title and row.line.endswith(".")
        assert row.parameters.get("k") is None
        assert re.match(r"[^=]+ = .+", row.formula)
        assert re.search(r"\((18|19|20)\d\d\)", row.source), f"{row.name}: the source has no year"


def test_every_convention_of_every_metric_is_explained() -> None:
    for metric in metrics():
        assert list(metric.declared) == list(metric.parameters), metric.name
        for name, declared in metric.declared.items():
            assert declared.sentence or metric.parameters[name] in declared.values, f"{metric.name}: {name}"
            assert all(value.sentence and value.phrase for value in declared.values.values())


def test_the_catalogue_is_a_table_in_a_notebook() -> None:
    rows = rt.catalogue()
    html = rows._repr_html_()
    for row in rows:
        assert f"<b>{row.name}</b>" in html
        assert row.name in repr(rows)
    assert "<i>P</i> = <i>h</i><sub><i>n</i></sub> / <i>n</i></td>" in html
    assert not re.search(r"\$|\\", html)  # no TeX, which not every page typesets
    assert len(repr(rows).splitlines()) == len(rows)


def test_every_metric_function_is_public_and_in_the_catalogue() -> None:
    functions = [getattr(rt, name) for name in rt.__all__ if hasattr(getattr(rt, name, None), "metric")]
    public = {function.metric.name for function in functions if not isinstance(function, type)}
    assert public == {metric.name for metric in metrics()}


# --- docstrings -----------------------------------------------------------------------------------
def public_functions() -> list[Callable[..., Any]]:
    return [value for name in rt.__all__ if inspect.isfunction(value := getattr(rt, name))]


METRIC_FUNCTIONS = [function for function in public_functions() if hasattr(function, "metric")]


@pytest.mark.parametrize("function", METRIC_FUNCTIONS, ids=lambda function: function.__name__)
def test_a_metrics_docstring_is_complete(function: Any) -> None:
    """But for its sections and parameters, which test_contract.py reads."""
    doc = inspect.getdoc(function) or ""
    assert re.search(r"^(1: |0: )|[.] (1: |0: )", doc, re.MULTILINE), "what 1 and 0 mean"
    for error in ("TypeError", "ValueError"):
        assert error in doc


@pytest.mark.parametrize("function", public_functions(), ids=lambda function: function.__name__)
def test_every_public_function_says_what_it_raises_and_has_an_example(function: Any) -> None:
    doc = inspect.getdoc(function) or ""
    assert doc.splitlines()[0].endswith((".", ":", "?"))
    assert ">>> " in doc
    if inspect.signature(function).parameters:
        assert "Raises" in doc


@pytest.mark.parametrize(
    "made", [rt.Ranking, rt.Batch, rt.Trace, rt.Column, rt.Axis, rt.Measure], ids=lambda one: one.__name__
)
def test_every_public_class_and_method_is_documented(made: type) -> None:
    assert inspect.getdoc(made)
    for name, member in vars(made).items():
        if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property | classmethod)):
            assert inspect.getdoc(getattr(made, name)), f"{made.__name__}.{name}"


def test_a_metric_keeps_its_own_name_and_signature() -> None:
    for function in METRIC_FUNCTIONS:
        taken = list(inspect.signature(function).parameters.values())
        lists = ["first", "second"] if function.metric.pairing else ["ranking"]
        assert [one.name for one in taken[: len(lists)]] == lists
        keywords = taken[len(lists) :]
        assert all(keyword.kind is keyword.KEYWORD_ONLY for keyword in keywords)
        assert [keyword.name for keyword in keywords] == list(function.metric.parameters)


def test_a_metric_function_is_a_measure_too() -> None:
    assert rt.measure(rt.precision) == rt.measure("P")


def test_a_metric_of_a_new_family_stands_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rt.precision.metric, "family", "something new")
    assert [row.name for row in rt.catalogue()][-1] == "P"


def test_measures_with_different_functions_are_not_equal() -> None:
    one, other = (rt.Measure(rt.dcg.metric, {"gain": gain}) for gain in (lambda g: g, lambda g: g * g))
    assert one != other
