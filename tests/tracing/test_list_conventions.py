"""Conventions that every metric of one list shares: ties, unjudged items, and lists without a relevant item."""

import itertools
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Ranking
from rankteach.core.judged_arrays import Arrays
from rankteach.tracing.measures import Measure
from rankteach.tracing.tools import tool
from tests.tiers import LONG

log2 = math.log2
HALF = Fraction(1, 2)


def every_order(ranking: Ranking) -> list[Ranking]:
    """The ranking with its tied items in all their orders, those that look alike included."""
    runs = ranking.tied_runs()
    orders = [list(itertools.chain(*runs)) for runs in itertools.product(*map(itertools.permutations, runs))]
    return [ranking.replace(grades=[ranking.grades[place] for place in order]) for order in orders]


FEW = st.integers(0, 4).flatmap(
    lambda n: st.builds(
        lambda grades, scores, missed: Ranking(grades, scores=sorted(scores, reverse=True), missed=missed),
        st.lists(st.sampled_from([0, 1, 2, None]), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), max_size=2),
    )
)


NEARLY_TIED = Ranking([1, 0], items=["a", "b"], scores=[1.0000000001, 1.0])
IN_32_BITS = "scores are compared as 32-bit floats"
TIED_AND_UNJUDGED = Ranking([1, None, 0, 2, 0], items=list("edcba"), scores=[3, 3, 2, 2, 2], missed=[1])


# --- lists without a relevant item ----------------------------------------------------------------


def test_a_mean_counts_lists_without_relevant_items_as_1_where_that_is_chosen() -> None:
    trace = rt.mean("nDCG@3", [[0, 0], [0, 1]], no_relevant=1)
    assert trace.value == pytest.approx((1 + 1 / log2(3)) / 2)
    assert "a list without a relevant item counts as 1" in trace.conventions


# --- unjudged items -------------------------------------------------------------------------------


def test_the_header_says_how_many_items_are_not_judged_and_what_becomes_of_them(settled: Measure) -> None:
    unjudged, irrelevant = Ranking([2, None, 1, None]), Ranking([2, 0, 1, 0])
    what = settled.metric.unjudged
    if what == "counted as not relevant":
        assert settled(unjudged).value == settled(irrelevant).value
    assert f"2 items not judged: {what}" in settled(unjudged).conventions
    assert not any("not judged" in words for words in settled(irrelevant).conventions)


def test_a_condensed_list_has_only_what_is_judged() -> None:
    ranking = Ranking(
        [None, 1, None, 0], items=list("abcd"), scores=[4, 3, 2, 1], missed={"x": 2}, relevant_from=2, pooled=["a"]
    )
    condensed = ranking.condensed()
    assert condensed == Ranking([1, 0], items=["b", "d"], scores=[3, 1], missed={"x": 2}, relevant_from=2)
    assert condensed.order.tolist() == [0, 1]
    assert condensed.condensed() is condensed
    assert Ranking([1, 0]).condensed().grades == [1, 0]
    for again in (condensed, pickle.loads(pickle.dumps(condensed)), condensed.with_relevant_from(1)):
        assert "2 items not judged: left out" in rt.precision(again).conventions


def test_a_batch_is_condensed_list_by_list() -> None:
    lists = [Ranking([None, 1, 0]), Ranking([None]), Ranking([2, None, None, 1], missed=[3]), Ranking([])]
    of_rankings = rt.Batch(lists, queries=list("abcd"))
    encoded = np.array([[-2, 1, 0, -2], [-2, -2, -2, -2], [2, -2, -1, 1], [-2, -2, -2, -2]])
    missed = np.array([[0], [0], [3], [0]])
    arrays = Arrays.from_encoded(
        encoded, lengths=np.array([3, 1, 4, 0]), missed=missed, missed_counts=np.array([0, 0, 1, 0])
    )
    of_arrays = rt.Batch.of_arrays(list("abcd"), arrays)
    for batch in (of_rankings, of_arrays):
        condensed = batch.condensed()
        assert [one.grades for one in condensed] == [one.condensed().grades for one in lists]
        assert condensed.queries == batch.queries
        assert condensed.condensed() is condensed
        trace = rt.ndcg(batch, k=2, judged_only=True)
        assert trace.value.tolist() == [rt.ndcg(one.condensed(), k=2).value for one in lists]
        assert "4 items not judged: left out" in trace.conventions
        assert rt.mean("AP", batch, judged_only=True).exact == rt.mean("AP", [one.condensed() for one in lists]).exact


# --- equal scores ---------------------------------------------------------------------------------


def test_ties_do_not_disturb_what_is_not_tied() -> None:
    for ties in ("stable", "item_descending", "item_ascending"):
        ranking = Ranking.from_scores([0, 1, 0, 2], [0.1, 0.5, 0.9, 0.5], items=["a", "c", "d", "b"], ties=ties)
        assert (ranking.items[0], ranking.items[-1]) == ("d", "a")


def test_ties_of_a_ranking_in_another_order() -> None:
    tied = Ranking([1, 0, 2, 0, 3], items=list("badec"), scores=[5, 5, 3, 3, 3])
    assert "".join(tied.reordered("item_ascending").items) == "abcde"
    assert "".join(tied.reordered("item_descending").items) == "baedc"
    assert tied.reordered("item_descending").grades == [1, 0, 0, 2, 3]
    assert tied.reordered("stable") is tied
    without = Ranking([1, 0], items=["a", "b"])
    assert without.reordered("item_descending") is without
    assert without.reordered("refuse") is without
    with pytest.raises(ValueError, match="ties must be 'stable'"):
        tied.reordered("averaged")
    batch = rt.Batch([tied, without])
    assert rt.precision(batch, k=1, ties="item_ascending").value.tolist() == [0, 1]
    with pytest.raises(ValueError, match="items 'b' and 'a' both have 5"):
        rt.precision(batch, ties="refuse")
    assert rt.Batch(np.array([[1, 0]])).reordered("item_ascending").queries == ("q1",)


@settings(max_examples=25)
@given(measure=from_type(Measure), ranking=FEW, k=st.none() | st.integers(1, 6))
def test_averaged_ties_are_the_mean_over_all_orders(measure: Measure, ranking: Ranking, k: int | None) -> None:
    if "ties" not in measure.metric.shared:
        return
    chosen = {**measure.parameters, "ties": "averaged"}
    trace = measure.metric(ranking, **chosen, k=k)
    one_by_one = [measure.metric(one, **{**measure.parameters, "ties": "stable"}, k=k) for one in every_order(ranking)]
    assert trace.value == pytest.approx(np.mean([one.value for one in one_by_one]), abs=1e-12)
    if trace.exact is not None and all(one.exact is not None for one in one_by_one):
        assert trace.exact == sum(one.exact for one in one_by_one) / len(one_by_one)
    batch = measure.metric(rt.Batch([ranking, ranking]), **chosen, k=k)
    assert batch.value.tolist() == pytest.approx([trace.value] * 2, abs=1e-12)
    every = np.asarray(trace.at_every_k(), dtype=float)
    assert every.tolist() == pytest.approx(
        [measure.metric(ranking, **chosen, k=depth).value for depth in range(1, len(every) + 1)], abs=1e-12
    )


def test_averaged_ties_know_the_items_that_nobody_mentioned() -> None:
    whole = Ranking([1, 0, 0], scores=[1, 1, 1], collection_size=103)  # 102 of them are not relevant
    assert rt.fall_out(whole, k=2, ties="averaged").exact == Fraction(1 + 1 + 2, 3 * 102)


def test_the_rows_of_averaged_ties_are_the_orders() -> None:
    tied = Ranking([1, 0, 0, 1], items=list("abcd"), scores=[2, 1, 1, 1])
    trace = rt.average_precision(tied, ties="averaged")
    assert trace.rows == "order"
    assert [row["items"] for row in trace.to_records()] == ["a, b, c, d", "a, b, d, c", "a, d, b, c"]
    assert trace.exact == ((1 + Fraction(2, 4)) / 2 + (1 + Fraction(2, 3)) / 2 + (1 + 1) / Fraction(2)) / 3
    alike = "those that differ only among items judged alike count once"
    assert f"averaged over all orders of equal scores ({alike}; McSherry and Najork 2008)" in trace.conventions
    assert len(trace.steps) == 3
    for again in (pickle.loads(pickle.dumps(trace)), rt.read_json(trace.to_json())):
        assert again == trace
    over = rt.mean("AP(ties='averaged')", [tied, [1, 0]])
    assert over.exact == (trace.exact + 1) / 2
    assert over[0] == trace


def test_too_many_orders_are_refused_with_what_to_do() -> None:
    tied = Ranking([1, 0] * 20, scores=[1] * 40)
    with pytest.raises(ValueError, match="137,846,528,820 orders of equal scores to average over, more than 5,040"):
        rt.average_precision(tied, ties="averaged")
    discounted = sum(1 / log2(rank + 1) for rank in range(1, 41))
    assert rt.dcg(tied, ties="averaged").value == pytest.approx(discounted / 2)  # needs no orders
    assert rt.average_precision(Ranking([1] + [0] * 999, scores=[1] * 1000), ties="averaged").value == pytest.approx(
        sum(1 / rank for rank in range(1, 1001)) / 1000
    )


def test_scores_that_differ_only_beyond_32_bits_are_tied_in_some_tools() -> None:
    for name in ("pytrec_eval", "trec_eval_9", "ir_measures"):
        assert tool(name).single_precision
        trace = rt.reciprocal_rank(NEARLY_TIED, convention=name)
        assert trace.exact == HALF
        assert trace.ranking.items == ("b", "a")
        assert IN_32_BITS in trace.conventions
        assert rt.measure("RR", convention=name)(rt.Batch([NEARLY_TIED, [1]])).value.tolist() == [0.5, 1]
        assert rt.read_json(trace.to_json()) == pickle.loads(pickle.dumps(trace)) == trace
    for name in ("trec_eval", "ranx", "gdeval"):
        assert not tool(name).single_precision
    trace = rt.reciprocal_rank(NEARLY_TIED, convention="trec_eval")
    assert trace.value == 1
    assert IN_32_BITS not in trace.conventions
    assert IN_32_BITS not in rt.reciprocal_rank([0, 1], convention="pytrec_eval").conventions


def test_ir_measures_compares_some_scores_in_full() -> None:
    assert rt.reciprocal_rank(NEARLY_TIED, k=10, convention="ir_measures").value == 1
    assert tool("ir_measures").rounds_for("RR") and tool("ir_measures").rounds_for("AP", 10)
    assert not any(tool("ir_measures").rounds_for(name, 10) for name in ("RR", "Judged", "ERR"))


def test_scores_beyond_the_largest_32_bit_float_are_tied() -> None:
    for scores in ([1e300, 1e299], [10**300, 10**299], [Fraction(1, 3) + Fraction(1, 10**15), Fraction(1, 3)]):
        huge = Ranking([1, 0], items=["a", "b"], scores=scores)
        assert rt.reciprocal_rank(huge, convention="pytrec_eval").exact == HALF
        assert rt.reciprocal_rank(huge, convention="trec_eval").value == 1
    apart = Ranking([1, 0], items=["a", "b"], scores=[1.000001, 1])
    assert rt.reciprocal_rank(apart, convention="pytrec_eval").ranking == apart


@pytest.mark.parametrize(
    ("chosen", "ranking"),
    [
        ({"judged_only": True}, TIED_AND_UNJUDGED),
        ({"ties": "averaged"}, TIED_AND_UNJUDGED),
        ({"ties": "item_descending", "judged_only": True}, TIED_AND_UNJUDGED),
        ({"no_relevant": 1}, TIED_AND_UNJUDGED),
        ({"no_relevant": 1}, Ranking([0, None, 0])),
        ({"no_relevant": "nan"}, TIED_AND_UNJUDGED),
        ({"no_relevant": "nan"}, Ranking([0, None, 0])),
        ({"convention": "trec_eval"}, TIED_AND_UNJUDGED),
    ],
    ids=str,
)
@pytest.mark.parametrize("k", [None, 4, 8])
def test_a_trace_with_conventions_in_every_notation(chosen: dict[str, Any], ranking: Ranking, k: int | None) -> None:
    each = ["AP", "nDCG", "P(denominator='items')", "F(form='counts')", "RR", "GAP", "RBP", "ERR", "IPA11"]
    for measure in each if LONG else each[(k or 0) % 3 :: 3]:
        made = rt.measure(measure)
        if "convention" in chosen and rt.conventions("trec_eval")[0].measure_for(made.name, k) is None:
            continue
        trace = made.metric(ranking, **{**made.metric.with_defaults(made.parameters), **chosen, "k": k})
        for written in (trace.to_text(), trace.to_markdown(), trace.to_html(), trace.to_latex(), trace.to_mathml()):
            assert written
        assert rt.read_json(trace.to_json()) == pickle.loads(pickle.dumps(trace)) == trace
        assert len(trace.steps) == len(trace.to_records()) >= trace.axis.length  # an ideal list can be longer
        again = rt.measure(trace.measure)
        assert again(ranking).value == pytest.approx(trace.value, abs=0, nan_ok=True)
