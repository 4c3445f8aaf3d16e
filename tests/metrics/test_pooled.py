"""Metrics for judgements that are not complete, and others of trec_eval: examples, conventions, what is refused."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
CUTOFFS = st.none() | st.integers(1, 9)


# --- R-precision ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("ranking", "k", "expected"),
    [
        (Ranking([1, 0, 1, 1, 0, 1, 0, 0]), None, Fraction(1 + 0 + 1 + 1, 4)),
        (Ranking([1, 0, 1, 1, 0, 1, 0, 0]), 3, Fraction(1 + 0 + 1, 4)),
        (Ranking([1, 0, 1], missed=[1, 1]), None, Fraction(1 + 0 + 1, 4)),  # the fourth rank is empty
        (Ranking([0, 1]), None, Fraction(0)),
        (Ranking([3, 1, 2], relevant_from=2), None, Fraction(1 + 0, 2)),
    ],
    ids=str,
)
def test_r_precision_is_precision_at_rank_m(ranking: Ranking, k: int | None, expected: Fraction) -> None:
    assert rt.r_precision(ranking, k=k).exact == expected
    if k is None:
        m = int(ranking.relevant_total.values)
        assert rt.precision(ranking, k=m).exact == rt.recall(ranking, k=m).exact == expected


def test_r_precision_says_which_ranks_count() -> None:
    trace = rt.r_precision([1, 0, 1])
    assert trace.columns["hit in the first m"].exact.tolist() == [1, 0, 0]
    assert trace.columns["running sum"].exact.tolist() == [1, 1, 1]
    assert trace.steps[0].text == "Rank 1: d1 is relevant. Hit in the first m: yes and the running sum becomes 1."
    assert trace.steps[2].text == "Rank 3: d3 is relevant; nothing is added."


# --- bpref ------------------------------------------------------------------------------------------
def lost(above: int, out_of: int) -> Fraction:
    return 1 - Fraction(above, out_of)


@pytest.mark.parametrize(
    ("ranking", "of_min", "of_relevant"),
    [
        (Ranking([0, 1, 1, 1]), 3 * lost(1, 1) / 3, 3 * lost(1, 3) / 3),  # m = 3, N = 1
        (Ranking([1, 0, 1, 0, 0, 1]), (1 + lost(1, 3) + lost(3, 3)) / 3, (1 + lost(1, 3) + lost(3, 3)) / 3),
        (Ranking([1, None, 0, None, 1]), (1 + lost(1, 1)) / 2, (1 + lost(1, 2)) / 2),
        (Ranking([0, 1], missed=[0, 0, 1]), lost(1, 2) / 2, lost(1, 2) / 2),  # m = 2, N = 3
        (Ranking([0, 0, 0, 1]), lost(1, 1) / 1, lost(1, 1) / 1),  # of three above, only m = 1 can count
        (Ranking([1, None, 1]), Fraction(1 + 1, 2), Fraction(1 + 1, 2)),  # nothing is judged not relevant
        (Ranking([2, 1, 3], relevant_from=2), (1 + lost(1, 1)) / 2, (1 + lost(1, 2)) / 2),
    ],
    ids=str,
)
def test_bpref_is_what_you_calculate_by_hand(ranking: Ranking, of_min: Fraction, of_relevant: Fraction) -> None:
    assert rt.bpref(ranking).exact == of_min
    assert rt.bpref(ranking, denominator="relevant").exact == of_relevant


def test_the_conventions_of_bpref_in_its_example() -> None:
    ranking = Ranking([0, 1, 1, 1])
    assert round(rt.bpref(ranking).value, 3) == 0.0
    assert round(rt.bpref(ranking, denominator="relevant").value, 3) == 0.667


def test_the_example_of_trec_evals_note_on_its_bug() -> None:
    """Retrieved: the first irrelevant item, then 4 of 6 relevant ones; 3 more irrelevant ones are judged."""
    ranking = Ranking([0, 1, 1, 1, 1], missed=[0, 0, 0, 1, 1])
    assert rt.bpref(ranking).exact == (4 * lost(1, 4) + 2 * 0) / 6 == HALF


@given(ranking=from_type(Ranking), where=st.integers(0, 8))
def test_an_item_without_judgement_changes_no_bpref(ranking: Ranking, where: int) -> None:
    grades: list[Any] = list(ranking.grades)
    grades.insert(where, None)
    longer = Ranking(grades, missed=ranking.missed, relevant_from=ranking.relevant_from)
    for denominator in ("min", "relevant"):
        assert rt.bpref(longer, denominator=denominator).exact == rt.bpref(ranking, denominator=denominator).exact


def test_a_header_says_what_becomes_of_items_without_judgement() -> None:
    ranking = Ranking([1, None, 0])
    assert "1 item not judged: left out, only judged items count" in rt.bpref(ranking).conventions
    assert any("1 item not judged: " in words for words in rt.inferred_ap(ranking).conventions)
    assert "1 item not judged: this is what is counted" in rt.judged_rate(ranking).conventions


# --- judged -----------------------------------------------------------------------------------------
def test_the_share_of_judged_items() -> None:
    ranking = Ranking([1, None, 0, None])
    assert rt.judged_rate(ranking).exact == Fraction(2, 4)
    assert rt.judged_rate(ranking, k=3).exact == Fraction(2, 3)
    assert rt.judged_rate(ranking, k=8).exact == Fraction(2, 4)
    assert rt.judged_rate(ranking, k=8, denominator="ranks").exact == Fraction(2, 8)
    batch = rt.judged_rate(Batch([ranking, [0], [None] * 6]), k=5)
    assert batch.exact.tolist() == [Fraction(2, 4), 1, 0]


# --- infAP ------------------------------------------------------------------------------------------
def share(relevant: int, judged: int, e: Fraction) -> Fraction:
    return (relevant + e) / (judged + 2 * e)


def test_inferred_ap_by_hand() -> None:
    ranking = Ranking([1, None, None, 0, 1, 1], items=list("abcdef"), missed=[1], pooled=["b"])
    e = Fraction(1, 100_000)
    expected = [
        Fraction(1),
        (1 + 3 * share(1, 2, e)) / 5,  # a, b and d of the pool stand above; of a and d, which are judged, a is relevant
        (1 + 4 * share(2, 3, e)) / 6,
    ]
    assert rt.inferred_ap(ranking).exact == sum(expected) / 4
    assert rt.inferred_ap(ranking, smoothing=0).exact == (1 + (1 + 3 * HALF) / 5 + (1 + 4 * 2 * THIRD) / 6) / 4


def test_what_stands_outside_the_pool_counts_as_not_relevant() -> None:
    items = list("abcd")
    inside, outside = Ranking([1, None, 0, 1], items=items, pooled=["b"]), Ranking([1, None, 0, 1], items=items)
    assert rt.inferred_ap(inside, smoothing=0).exact == (1 + (1 + 3 * HALF) / 4) / 2
    assert rt.inferred_ap(outside, smoothing=0).exact == (1 + (1 + 2 * HALF) / 4) / 2


@given(ranking=from_type(Ranking), k=CUTOFFS)
def test_without_a_gap_in_the_judgements_inferred_ap_is_ap(ranking: Ranking, k: int | None) -> None:
    assert rt.inferred_ap(ranking, k=k, smoothing=0).exact == rt.average_precision(ranking, k=k).exact


# --- interpolated precision -------------------------------------------------------------------------
SIX = [1, 0, 1, 0, 0, 1]  # precision 1, 2/3, 1/2 at recall 1/3, 2/3, 1
FORMS = ("textbook", "trec_eval_9", "trec_eval_10")


@pytest.mark.parametrize(
    ("level", "textbook", "version_9", "version_10"),
    [
        (0, 1, 1, 1),
        (0.1, 1, 1, 1),
        (0.3, 1, 1, 1),
        (0.4, Fraction(2, 3), Fraction(2, 3), 1),  # 0.4 · 3 hits are 1.2: 2, 2.1 cut off, 1.2 rounded
        (0.6, Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)),
        (0.7, HALF, Fraction(2, 3), Fraction(2, 3)),  # 2.1: 3, 2.9999999999999996 cut off, 2.1 rounded
        (0.8, HALF, HALF, Fraction(2, 3)),
        (1, HALF, HALF, HALF),
    ],
)
def test_interpolated_precision_by_hand(level: float, textbook: Any, version_9: Any, version_10: Any) -> None:
    found = [rt.interpolated_precision(SIX, recall=level, form=form).exact for form in FORMS]
    assert found == [textbook, version_9, version_10]


def test_the_best_precision_may_come_later() -> None:
    ranking = Ranking([0, 1, 1, 1, 0, 0], missed=[1])
    assert rt.interpolated_precision(ranking, recall=0).exact == Fraction(3, 4)
    assert rt.interpolated_precision(ranking, recall=0, k=3).exact == Fraction(2, 3)
    assert rt.interpolated_precision(ranking, recall=0.8).exact == 0  # three of four were found
    assert rt.interpolated_precision(ranking, recall=0.75).exact == Fraction(3, 4)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("textbook", (4 * 1 + 3 * Fraction(2, 3) + 4 * HALF) / 11),
        ("trec_eval_9", (4 * 1 + 4 * Fraction(2, 3) + 3 * HALF) / 11),
        ("trec_eval_10", (5 * 1 + 4 * Fraction(2, 3) + 2 * HALF) / 11),
    ],
)
def test_the_eleven_point_average(form: str, expected: Fraction) -> None:
    trace = rt.eleven_point_average(SIX, form=form)
    assert trace.exact == expected
    assert round(trace.value, 4) == {"textbook": 0.7273, "trec_eval_9": 0.7424, "trec_eval_10": 0.7879}[form]
    assert trace.rows == "recall level"
    levels = [rt.interpolated_precision(SIX, recall=level / 10, form=form).exact for level in range(11)]
    assert trace.columns["precision at level"].exact.tolist() == levels


def test_the_levels_say_how_many_hits_they_need_and_where_they_are_reached() -> None:
    trace = rt.eleven_point_average(Ranking([1, 0, 1], missed=[1]))
    labels = trace.axis.labels()
    assert labels["recall level"] == ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]
    assert trace.columns["hits needed"].exact.tolist() == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    assert labels["reached at rank"] == [1, 1, 1, 1, 3, 3, 3, None, None, None, None]


@given(ranking=from_type(Ranking), k=CUTOFFS, form=st.sampled_from(FORMS))
def test_the_eleven_point_average_is_the_mean_of_interpolated_precision(
    ranking: Ranking, k: int | None, form: str
) -> None:
    levels = [rt.interpolated_precision(ranking, k=k, recall=level / 10, form=form).exact for level in range(11)]
    assert rt.eleven_point_average(ranking, k=k, form=form).exact == sum(levels, Fraction(0)) / 11


# --- Q ----------------------------------------------------------------------------------------------
def test_the_q_measure_by_hand() -> None:
    ranking = Ranking([1, 0, 3], missed=[2])  # the ideal order has gains 3, 2, 1: 3, 5, 6 added up
    assert rt.q_measure(ranking).exact == (Fraction(1 + 1, 1 + 3) + Fraction(2 + 4, 3 + 6)) / 3
    assert rt.q_measure(ranking, beta=10).exact == (Fraction(1 + 10, 1 + 30) + Fraction(2 + 40, 3 + 60)) / 3
    exponential = rt.q_measure(ranking, gain="exponential")  # gains 1, 0, 7; ideal 7, 3, 1
    assert exponential.exact == (Fraction(1 + 1, 1 + 7) + Fraction(2 + 8, 3 + 11)) / 3
    table = {1: 1, 2: 1, 3: 4}
    assert rt.q_measure(ranking, gain=table).exact == (Fraction(1 + 1, 1 + 4) + Fraction(2 + 5, 3 + 6)) / 3
    assert rt.q_measure(ranking, k=1).exact == Fraction(1 + 1, 1 + 3) / 3
    by_min = rt.q_measure(ranking, k=2, denominator="min").exact  # of 3 relevant items, 2 ranks can have 2
    assert by_min == Fraction(1 + 1, 1 + 3) / 2


def test_past_the_last_judged_item_the_ideal_gain_stays_what_it_is() -> None:
    trace = rt.q_measure([0, 0, 2], k=5)
    assert trace.columns["ideal gain so far"].exact.tolist() == [2, 2, 2, 2, 2]
    assert trace.exact == Fraction(1 + 2, 3 + 2)


@pytest.mark.parametrize("denominator", ["relevant", "min"])
@given(ranking=from_type(Ranking), k=CUTOFFS)
def test_without_gains_the_q_measure_is_average_precision(ranking: Ranking, k: int | None, denominator: str) -> None:
    expected = rt.average_precision(ranking, k=k, denominator=denominator).exact
    assert rt.q_measure(ranking, k=k, beta=0, denominator=denominator).exact == expected


@given(ranking=from_type(Ranking), beta=st.sampled_from([0, 1, 0.5, 100]))
def test_the_ideal_order_has_a_q_measure_of_1(ranking: Ranking, beta: float) -> None:
    best = Ranking(sorted([*ranking.grades, *ranking.missed], reverse=True), relevant_from=ranking.relevant_from)
    assert rt.q_measure(best, beta=beta).exact == int(best.relevant_total.values > 0)


# --- many lists, some of whose items have no judgement -------------------------------------------------
@st.composite
def partly_judged(draw: st.DrawFn) -> Ranking:
    grades = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3, None, None]), max_size=8))
    items = [f"d{place}" for place in range(len(grades))]
    unjudged = [item for item, grade in zip(items, grades, strict=True) if grade is None]
    pooled = draw(st.lists(st.sampled_from(unjudged), unique=True)) if unjudged else []
    return Ranking(grades, items=items, missed=draw(st.lists(st.integers(0, 3), max_size=3)), pooled=pooled)


EVERY = [
    "RPrec",
    "Bpref",
    'Bpref(denominator="relevant")',
    "Judged",
    'Judged(denominator="ranks")',
    "infAP",
    "IPrec",
    'IPrec(recall=0.5, form="trec_eval_9")',
    "IPA11",
    'IPA11(form="trec_eval_10")',
    "Q",
    'Q(beta=10, gain="exponential")',
]


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=15)
@given(rankings=st.lists(partly_judged(), min_size=1, max_size=4), k=CUTOFFS)
def test_a_batch_gives_what_each_list_gives(name: str, rankings: list[Ranking], k: int | None) -> None:
    metric, parameters = rt.measure(name).metric, rt.measure(name).parameters
    batch = metric(Batch(rankings), **parameters, k=k)
    alone = [metric(ranking, **parameters, k=k) for ranking in rankings]
    assert batch.value.tolist() == pytest.approx([trace.value for trace in alone], abs=1e-12)
    assert batch.exact.tolist() == [trace.exact for trace in alone]
    for trace in alone:
        every = [metric(trace.ranking, **parameters, k=end).exact for end in range(1, (k or len(trace.ranking)) + 1)]
        assert trace.at_every_k().exact.tolist() == every
