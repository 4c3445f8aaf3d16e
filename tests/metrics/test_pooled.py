"""Metrics for judgements that are not complete: bpref, infAP, and the fraction of judged items."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
CUTOFFS = st.none() | st.integers(1, 9)


def lost(above: int, out_of: int) -> Fraction:
    return 1 - Fraction(above, out_of)


def share(relevant: int, judged: int, e: Fraction) -> Fraction:
    return (relevant + e) / (judged + 2 * e)


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


def test_the_share_of_judged_items() -> None:
    ranking = Ranking([1, None, 0, None])
    assert rt.judged_rate(ranking).exact == Fraction(2, 4)
    assert rt.judged_rate(ranking, k=3).exact == Fraction(2, 3)
    assert rt.judged_rate(ranking, k=8).exact == Fraction(2, 4)
    assert rt.judged_rate(ranking, k=8, denominator="ranks").exact == Fraction(2, 8)
    batch = rt.judged_rate(Batch([ranking, [0], [None] * 6]), k=5)
    assert batch.exact.tolist() == [Fraction(2, 4), 1, 0]


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


@given(ranking=from_type(Ranking), k=CUTOFFS)
def test_without_a_gap_in_the_judgements_inferred_ap_is_ap(ranking: Ranking, k: int | None) -> None:
    assert rt.inferred_ap(ranking, k=k, smoothing=0).exact == rt.average_precision(ranking, k=k).exact
