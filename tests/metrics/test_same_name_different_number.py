"""Same name, different number: the table of conventions, row by row, with every number of its examples.

One test for each row, named after it. The numbers are those of the tools themselves, which
tests/oracle/test_conventions_of_tools.py asks; here they are worked out.
"""

from fractions import Fraction
from math import isnan, log2
from typing import Any

import pytest

import rankteach as rt
from rankteach import Ranking

HALF = Fraction(1, 2)
GRADED = Ranking([3, 2, 3, 0, 1])
MISSED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
LINEAR = 3 + 2 / log2(3) + 3 / 2 + 1 / log2(6)  # the DCG of both


def value(measure: str, ranking: Any, **chosen: Any) -> float:
    """The value of a measure, rounded as the table has it."""
    return round(float(rt.measure(measure, **chosen)(ranking)), 4)


def exact(measure: str, ranking: Any) -> Fraction:
    return rt.measure(measure)(ranking).exact  # type: ignore[no-any-return]


# --- sets and order -------------------------------------------------------------------------------
def test_precision_at_k_past_the_end() -> None:
    assert exact("P@5", [1, 0, 1]) == Fraction(2, 5) == Fraction("0.40")
    assert exact('P(denominator="items")@5', [1, 0, 1]) == Fraction(2, 3)
    assert value('P(denominator="items")@5', [1, 0, 1]) == 0.6667


def test_recall_is_divided_by_the_relevant_items_or_by_k() -> None:
    ranking = Ranking([1, 0, 1], missed=[1, 1])
    assert exact("R@2", ranking) == Fraction(1, 4)
    assert exact('R(denominator="min")@2', ranking) == Fraction(1, min(4, 2))
    assert exact("Success@2", ranking) == 1  # what metric learning calls Recall@k


def test_beta_of_f_weighs_recall() -> None:
    ranking = Ranking([1, 0], missed=[1, 1, 1])  # P = 1/2, R = 1/4
    precision, recall = HALF, Fraction(1, 4)
    assert exact("F(beta=2)", ranking) == (1 + 4) * precision * recall / (4 * precision + recall)
    assert value("F(beta=2)", ranking) == 0.2778
    # trec_eval's x stands where others have beta squared
    assert float((1 + 2) * precision * recall / (2 * precision + recall)) == 0.3
    assert value("set_F.2", ranking) == value("SetF(beta=2)", ranking) == 0.3
    assert exact("F", [0, 0]) == 0  # P and R are both 0


def test_average_precision_denominator() -> None:
    ranking = Ranking([1, 0, 1, 0, 0], missed=[1, 1])  # R = 4
    credits = 1 + Fraction(2, 3)
    assert exact("AP@3", ranking) == credits / 4
    assert exact('AP(denominator="min")@3', ranking) == credits / min(4, 3)
    assert exact('AP(denominator="hits")@3', ranking) == credits / 2
    found = [value(f'AP(denominator="{name}")@3', ranking) for name in ("relevant", "min", "hits")]
    assert found == [0.4167, 0.5556, 0.8333]


# --- gains ----------------------------------------------------------------------------------------
def test_the_gain_of_dcg_can_be_chosen() -> None:
    assert value("nDCG@5", GRADED) == round(LINEAR / (3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)), 4) == 0.9724
    actual, ideal = 7 + 3 / log2(3) + 7 / 2 + 1 / log2(6), 7 + 7 / log2(3) + 3 / 2 + 1 / log2(5)
    assert value('nDCG(gain="exponential")@5', GRADED) == round(actual / ideal, 4) == 0.9575
    assert value('nDCG(dcg="exp-log2")@5', GRADED) == value("ndcg_burges@5", GRADED) == 0.9575


def test_the_discount_of_dcg_can_be_chosen() -> None:
    actual, ideal = 3 + 2 + 3 / log2(3) + 1 / log2(5), 3 + 3 + 2 / log2(3) + 1 / log2(4)  # none at ranks 1 and 2
    assert value('nDCG(discount="log_rank", base=2)', GRADED) == round(actual / ideal, 4) == 0.9435


def test_the_ideal_order_is_of_judged_or_of_retrieved_items() -> None:
    cut = 3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6)
    assert value("nDCG@5", MISSED) == round(LINEAR / cut, 4) == 0.7659
    assert value('nDCG(ideal="uncut")@5', MISSED) == round(LINEAR / (cut + 1 / log2(7)), 4) == 0.7334
    retrieved = 3 + 3 / log2(3) + 2 / 2 + 1 / log2(5)
    assert value('nDCG(ideal="retrieved")@5', MISSED) == round(LINEAR / retrieved, 4) == 0.9724


# --- what no single metric has --------------------------------------------------------------------
def test_no_relevant_item() -> None:
    for measure in ("P", "R", "AP", "RR", "nDCG", "AUC"):
        made = rt.measure(measure)
        assert made([0, 0]).exact == 0
        trace = rt.measure(f"{measure}(no_relevant=1)")([0, 0])
        assert trace.exact == 1
        assert "a list without a relevant item counts as 1" in trace.conventions
        assert rt.measure(f"{measure}(no_relevant=1)")([1, 0]).exact == made([1, 0]).exact
        with pytest.raises(ValueError, match="there is no relevant item: no_relevant='error' refuses such a list"):
            rt.measure(f"{measure}(no_relevant='error')")([0, 0])
        undefined = rt.measure(f"{measure}(no_relevant='nan')")
        assert isnan(undefined([0, 0]).value) and undefined([0, 0]).exact is None
        assert undefined([1, 0]).exact == made([1, 0]).exact
    lists = [[1, 0], [0, 0]]
    assert rt.mean("AP", lists).exact == HALF
    assert rt.mean("AP", lists, no_relevant=1).exact == 1
    assert rt.mean("AP", lists, queries="with_relevant").exact == 1  # the query is skipped
    assert isnan(rt.mean("AP", lists, no_relevant="nan").value)
    assert rt.mean("AP", lists, no_relevant="nan", queries="with_relevant").exact == 1
    with pytest.raises(ValueError, match="there is no relevant item in q2: no_relevant='error' refuses such a list"):
        rt.mean("AP", lists, no_relevant="error")
    # who follows which convention; where a tool lets one choose, its default
    for tool, counted in (("trec_eval", 0), ("ranx", 0), ("rax", 0), ("scikit-learn", 0), ("torchmetrics", 0),
                          ("rankeval", 1), ("xgboost", 1)):  # fmt: skip
        assert rt.measure("nDCG@2", convention=tool)([0, 0]).value == counted
    assert isnan(rt.measure("AUC", convention="scikit-learn")([0, 0]).value)
    assert rt.mean("AP@2", lists, convention="recommenders").exact == 1  # skipped


def test_an_unjudged_item_counts_as_not_relevant_or_is_left_out() -> None:
    ranking = Ranking([None, 1, None, 0, 1])
    as_irrelevant, left_out = (HALF + Fraction(2, 5)) / 2, (1 + Fraction(2, 3)) / 2
    assert exact("AP", ranking) == as_irrelevant
    trace = rt.measure("AP(judged_only=True)")(ranking)
    assert trace.exact == left_out
    assert "2 items not judged: left out" in trace.conventions
    assert trace.axis.labels()["item"] == ["d2", "d4", "d5"]
    gained = Fraction(1, 5) * (Fraction(4, 5) + Fraction(4, 5) ** 4)
    residual = Fraction(1, 5) * (1 + Fraction(4, 5) ** 2) + Fraction(4, 5) ** 5
    assert exact("RBP(p=0.8)", ranking) == gained
    assert rt.rbp_residual(ranking, p=0.8).exact == residual
    assert exact("bpref", ranking) == Fraction(1 + 0, 2)  # nothing is above the first, all of N = 1 above the second


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("item_descending", Fraction(1, 3)),
        ("item_ascending", 1),
        ("stable", Fraction(1, 3)),
        ("averaged", (1 + HALF + Fraction(1, 3)) / 3),
    ],
)
def test_ties_in_the_scores(ties: str, expected: Fraction) -> None:
    tied = Ranking([0, 0, 1], items=list("cba"), scores=[0.5] * 3)
    trace = rt.reciprocal_rank(tied, ties=ties)
    assert trace.exact == expected
    assert rt.measure(f'RR(ties="{ties}")')(tied).exact == expected
    assert trace.measure == ("RR" if ties == "stable" else f'RR(ties="{ties}")')


def test_ties_in_the_scores_in_input_order_averaged_and_refused() -> None:
    other = Ranking([1, 0, 0], items=list("acb"), scores=[0.5] * 3)
    assert exact('RR(ties="stable")', other) == 1  # the order of the input: 1/3 above, 1 here
    assert value('RR(ties="averaged")', other) == round(11 / 18, 4) == 0.6111
    assert str(exact('RR(ties="averaged")', other)) == "11/18"
    with pytest.raises(ValueError, match=r"all different with ties='refuse', but items 'a' and 'c' both have 0\.5"):
        rt.reciprocal_rank(other, ties="refuse")


# --- curves ---------------------------------------------------------------------------------------
def test_a_tied_pair_of_auc_counts_half_or_by_input_order() -> None:
    tied = Ranking.from_scores([1, 0, 1, 0], [0.9, 0.5, 0.5, 0.1])
    assert exact("AUC", tied) == (1 + 1 + HALF + 1) / 4 == Fraction("0.875")
    assert exact('AUC(ties="input_order")', tied) == Fraction(3, 4)
    swapped = Ranking.from_scores([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])
    assert exact('AUC(ties="input_order")', swapped) == 1


def test_auc_over_queries() -> None:
    lists = [Ranking([1, 0, 0], scores=[0.9, 0.8, 0.7]), Ranking([1, 1, 0], scores=[0.3, 0.2, 0.1])]
    assert rt.mean("AUC", lists).exact == 1
    pooled = rt.mean("AUC", lists, average="pooled")
    assert pooled.exact == Fraction(1 * 2 + 2 * 1 + 1 * 1, 3 * 3)
    assert round(pooled.value, 3) == 0.556


def test_auc_can_be_weighted() -> None:
    eight = [1, 0, 1, 1, 0, 1, 0, 0]
    assert value("AUC(weights=0.8)", eight) == 0.2448
    assert value('AUC(weights=0.8, weighting="instances")', eight) == 0.6839


# --- over queries ---------------------------------------------------------------------------------
def test_map_which_queries() -> None:
    lists = {"perfect": Ranking([1]), "not in the run": Ranking([], missed=[1])}
    assert rt.mean("map", lists).exact == HALF
    assert rt.mean("map", lists, queries="with_items").exact == 1
    assert rt.mean("map", lists, queries="with_hits").exact == 1
    assert rt.mean("map", lists, convention="ir_measures").exact == HALF
    assert rt.mean("map", lists, convention="trec_eval").exact == 1


def test_lag_over_queries() -> None:
    lists = [[0, 1, 0, 1], [1]]
    assert rt.mean("LAG", lists, average="pooled").exact == Fraction(1 + 2 + 0, 3) == 1
    assert rt.mean("LAG", lists).exact == (Fraction(1 + 2, 2) + 0) / 2 == Fraction("0.75")


def test_f1_and_fap_over_queries() -> None:
    lists = [[1, 1, 0, 0], [1, 0, 0, 0]]  # P = 1/2, 1/4; R = AP = 1
    of_each = (Fraction(2, 3) + Fraction(2, 5)) / 2
    mean_precision = (HALF + Fraction(1, 4)) / 2
    assert rt.mean("F1", lists).exact == of_each
    assert rt.mean("F1", lists, average="means").exact == 2 * mean_precision / (mean_precision + 1)
    assert rt.mean("FAP", lists, average="means").exact == 2 * of_each / (of_each + 1)
    assert rt.mean("FAP", lists).exact == (Fraction(4, 5) + Fraction(4, 7)) / 2


def test_fap_with_another_beta() -> None:
    assert exact("FAP(beta=2)", [1]) == Fraction((1 + 4) * 1 * 1, 4 * 1 + 1) == 1
    assert exact('FAP(beta=2, form="printed")', [1]) == Fraction((1 + 4) * 1 * 1, 2 * 1 + 1)
    assert round(float(exact('FAP(beta=2, form="printed")', [1])), 3) == 1.667


def test_eleven_point_average() -> None:
    ranking = [1, 0, 1, 0, 0, 1]
    best = {1: Fraction(1), 2: Fraction(2, 3), 3: HALF}  # with so many of the three hits
    textbook = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    trec_eval_9 = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]  # 0.7 * 3 + 0.9 is 2.9999999999999996
    trec_eval_10 = [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3]  # 0.5 more, rounded down
    for form, hits, rounded in [
        ("textbook", textbook, 0.7273),
        ("trec_eval_9", trec_eval_9, 0.7424),
        ("trec_eval_10", trec_eval_10, 0.7879),
    ]:
        assert exact(f'IPA11(form="{form}")', ranking) == sum(best[least] for least in hits) / 11
        assert value(f'IPA11(form="{form}")', ranking) == rounded
    assert value("11pt_avg", ranking, convention="pytrec_eval") == 0.7424
    assert value("11pt_avg", ranking, convention="trec_eval") == value("11pt_avg", ranking) == 0.7879


def test_the_area_under_the_pr_curve_depends_on_its_form() -> None:
    found = [value(f'PRAUC(form="{form}")', [1, 0, 1, 0, 0, 1]) for form in ("steps", "trapezoids", "interpolated")]
    assert found == [0.7222, 0.6778, 0.7222]


# --- user models, incomplete judgements -----------------------------------------------------------
UNJUDGED = Ranking([2, None, 0, 1])


def test_rbp_counts_relevance_or_scaled_grades() -> None:
    first, fourth = Fraction(1, 5), Fraction(1, 5) * Fraction(4, 5) ** 3
    assert exact('RBP(p=0.8, gain="binary")', UNJUDGED) == first + fourth
    assert exact('RBP(p=0.8, gain="scaled")', UNJUDGED) == first + fourth / 2
    assert exact('RBP(p=0.8, gain="raw")', UNJUDGED) == 2 * first + fourth
    found = [value(f'RBP(p=0.8, gain="{gain}")', UNJUDGED) for gain in ("binary", "scaled", "raw")]
    assert found == [0.3024, 0.2512, 0.5024]
    assert value("rbp.80", UNJUDGED) == 0.5024  # as ranx has it


def test_the_largest_grade_of_err_can_be_chosen() -> None:
    fixed = Fraction(3, 16) + Fraction(1, 16) * Fraction(13, 16) / 4
    largest_seen = Fraction(3, 4) + Fraction(1, 4) * Fraction(1, 4) / 4
    assert exact("ERR(max_grade=4)", UNJUDGED) == fixed
    assert exact("ERR", UNJUDGED) == largest_seen
    assert (value("ERR@4", UNJUDGED, convention="gdeval"), value("ERR", UNJUDGED)) == (0.2002, 0.7656)


def test_bpref_denominator() -> None:
    ranking = Ranking([0, 1, 1, 1])  # R = 3, N = 1
    assert exact("bpref", ranking) == 3 * (1 - Fraction(1, min(3, 1))) / 3 == 0
    assert exact('bpref(denominator="relevant")', ranking) == 3 * (1 - Fraction(1, 3)) / 3
    assert round(float(exact('bpref(denominator="relevant")', ranking)), 3) == 0.667


# --- two lists ------------------------------------------------------------------------------------
@pytest.mark.parametrize("p", [0, HALF], ids=["optimistic", "neutral"])
@pytest.mark.parametrize(
    ("first", "second", "penalty"),
    [
        ("ab", "ab", lambda p: 0),
        ("ab", "ba", lambda p: 1),
        ("ab", "b", lambda p: 1),  # the absent one is ahead
        ("ab", "a", lambda p: 0),
        ("a", "b", lambda p: 1),  # each in a different list
        ("ab", "", lambda p: p),  # both in the same single list
    ],
)
def test_kendall_distance_at_k(first: str, second: str, penalty: Any, p: Fraction) -> None:
    assert rt.kendall_distance(list(first), list(second), p=p).exact == penalty(p)


def test_spearman_with_ties() -> None:
    lists = [1, 2, 3, 4, 5], [1, 2, 3, 3, 5]
    assert round(rt.spearman(*lists).value, 5) == 0.97468
    assert rt.spearman(*lists, form="differences").exact == 1 - Fraction(6, 120) * (HALF**2 + HALF**2)
    assert rt.spearman(*lists, form="differences").value == 0.975


def test_rbo_of_finite_lists() -> None:
    lists = list("abc"), list("abc")
    weights = [Fraction(1, 10) * Fraction(9, 10) ** depth for depth in range(3)]
    assert rt.rbo(*lists, p=0.9).exact == 1
    assert rt.rbo(*lists, p=0.9, form="truncated").exact == sum(weights)
    assert round(rt.rbo(*lists, p=0.9, form="truncated").value, 3) == 0.271
    least, rest = rt.rbo(*lists, p=0.9, form="minimum").value, rt.rbo(*lists, p=0.9, form="residual").value
    assert 0.271 < least < least + rest == pytest.approx(1)  # the two bounds


# --- the defaults ---------------------------------------------------------------------------------
def test_the_default_conventions_are_those_of_the_documents() -> None:
    default = {
        "P": ("denominator", "ranks"), "R": ("denominator", "relevant"), "AP": ("denominator", "relevant"),
        "DCG": ("gain", "linear"), "nDCG": ("ideal", "judged"), "AUC": ("ties", "half"), "RBP": ("p", 0.8),
        "IPA11": ("form", "textbook"), "ERR": ("max_grade", None), "Bpref": ("denominator", "min"),
        "KendallDistance": ("p", HALF), "Rho": ("form", "ranks"), "RBO": ("form", "extrapolated"),
    }  # fmt: skip
    for name, (parameter, chosen) in default.items():
        assert rt.measure(name).metric.parameters[parameter] == chosen, name
