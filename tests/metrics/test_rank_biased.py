"""Rank-biased precision, and what judgements that are missing could add."""

from fractions import Fraction
from typing import Any

import pytest

import rankteach as rt
from rankteach import Ranking

P, HALF = Fraction(4, 5), Fraction(1, 2)
EXAMPLE = Ranking([2, None, 0, 1])


@pytest.mark.parametrize(
    ("chosen", "gains", "rounded"),
    [
        ({}, [1, 0, 0, 1], 0.3024),
        ({"gain": "scaled"}, [1, 0, 0, HALF], 0.2512),
        ({"gain": "scaled", "max_grade": 4}, [HALF, 0, 0, HALF / 2], 0.1256),
        ({"gain": "raw"}, [2, 0, 0, 1], 0.5024),
    ],
    ids=str,
)
def test_rbp_is_the_gain_at_each_rank_times_its_weight(chosen: Any, gains: list[Any], rounded: float) -> None:
    trace = rt.rbp(EXAMPLE, **chosen)
    assert trace.exact == (1 - P) * (gains[0] + gains[1] * P + gains[2] * P**2 + gains[3] * P**3)
    assert round(trace.value, 4) == rounded
    assert trace.columns["weight"].exact.tolist() == [Fraction(1, 5), 4 * Fraction(1, 25), P**2 / 5, P**3 / 5]


def test_rbp_takes_the_grade_from_which_items_are_relevant() -> None:
    assert rt.rbp(EXAMPLE.with_relevant_from(2)).exact == 1 - P
    assert rt.measure("RBP(p=0.5, rel=2)@3")(EXAMPLE).exact == HALF
    assert rt.measure('RBP(gain="raw", rel=2)')(EXAMPLE).exact == (1 - P) * 2
    assert rt.measure('INSQ(gain="scaled", tail="cut", rel=2)@1')([1, 2]).exact == 0


def test_the_most_impatient_user_reads_one_rank() -> None:
    assert rt.rbp([1, 1], p=0).exact == 1
    assert rt.rbp([0, 1], p=0).exact == 0
    assert rt.rbp_residual([0, None], p=0).exact == 0
    assert rt.cwl([1, 1], user="RBP", p=0).exact == 1


def test_the_residual_is_what_is_not_judged_and_what_comes_after() -> None:
    trace = rt.rbp_residual(EXAMPLE)
    assert trace.exact == (1 - P) * P + P**4
    assert trace.columns["could add"].exact.tolist() == [0, (1 - P) * P, 0, 0]
    assert rt.rbp_residual([]).exact == rt.rbp_residual([None]).exact == 1
    assert rt.rbp_residual([None, 0], p=0.5).exact == HALF + HALF**2
    assert "1 item not judged: counted as what could be added" in trace.conventions


def test_the_header_says_between_which_values_rbp_lies() -> None:
    assert "what is unknown leaves it between 0.3024 and 0.8720" in rt.rbp(EXAMPLE).conventions
    assert "what is unknown leaves it between 0.2000 and 1.0000" in rt.rbp(EXAMPLE, k=2).conventions
    most = 2 * (1 + 0.8 + 0.8**4 / 0.2) / 5 + 0.8**3 / 5
    assert (
        f"what is unknown leaves it between 0.5024 and {most:.4f}, no grade being above 2"
        in rt.rbp(EXAMPLE, gain="raw").conventions
    )
