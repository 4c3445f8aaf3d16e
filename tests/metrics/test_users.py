"""User models: one calculation behind many metrics."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type, integers, none

import rankteach as rt
from rankteach import Axis, Batch, Column, Ranking
from rankteach.notation.expression import symbolic
from rankteach.notation.latex import latex
from rankteach.notation.mathml import mathml
from rankteach.notation.text import text
from tests.tiers import many

P, HALF = Fraction(4, 5), Fraction(1, 2)
EXAMPLE = Ranking([2, None, 0, 1])
CUTOFFS = none() | integers(1, 10)
T = st.sampled_from([0.5, 1, 1.5, 2, Fraction(7, 3)])
some = settings(max_examples=20)


@pytest.mark.parametrize("user", ["P", "RR", "RBP", "SDCG", "INSQ", "INST"])
@settings(max_examples=many(8))
@given(ranking=from_type(Ranking), k=CUTOFFS, T=T, tail=st.sampled_from(["endless", "cut"]))
def test_the_weights_and_where_users_stop_give_the_same(user: str, ranking: Ranking, k: Any, T: Any, tail: str) -> None:
    one, other = (rt.cwl(ranking, user=user, k=k, T=T, tail=tail, form=form) for form in ("weights", "last"))
    assert one.value == pytest.approx(other.value, rel=1e-12, abs=1e-15)
    assert one.exact == other.exact
    assert one.at_every_k().exact.tolist() == pytest.approx(other.at_every_k().exact.tolist(), rel=1e-12)


@pytest.mark.parametrize("user", ["INSQ", "INST"])
@some
@given(ranking=from_type(Ranking), k=CUTOFFS, T=T, tail=st.sampled_from(["endless", "cut"]))
def test_insq_and_inst_are_users(user: str, ranking: Ranking, k: Any, T: Any, tail: str) -> None:
    alone = rt.measure(user).metric(ranking, k=k, T=T, tail=tail, gain="scaled")
    assert alone.value == rt.cwl(ranking, user=user, k=k, T=T, tail=tail, gain="scaled").value


@pytest.mark.parametrize("user", ["P", "RR", "RBP", "SDCG", "INSQ", "INST"])
@some
@given(ranking=from_type(Ranking), k=integers(1, 10))
def test_nobody_reads_past_the_last_rank_of_a_cut_list(user: str, ranking: Ranking, k: int) -> None:
    columns = rt.cwl(ranking, user=user, k=k, tail="cut").columns
    assert float(np.sum(np.asarray(columns["weight"]))) == pytest.approx(1)
    assert columns["continuation"].exact[-1] == 0
    last = rt.cwl(ranking, user=user, k=k, tail="cut", form="last").columns["last"]
    assert float(np.sum(np.asarray(last))) == pytest.approx(1)


def test_the_header_says_how_many_ranks_are_read() -> None:
    for user, ranks in {"P": "4", "RR": "1", "RBP": "5"}.items():
        words = f"ranks read on average: E = V(1) + V(2) + ..., which is {ranks}"
        for form in ("weights", "last"):
            assert words in rt.cwl(EXAMPLE, user=user, form=form).conventions


def test_the_headers_hold_whatever_is_chosen_beside_the_user() -> None:
    tied = Ranking([1, 0, None], scores=[2, 2, 1])
    once = Fraction(1, 5)
    trace = rt.rbp(tied, ties="averaged")
    assert trace.exact == (once + once * P) / 2
    assert "what is unknown leaves it between 0.1800 and 0.8200" in trace.conventions
    assert not any("ranks read" in words for words in rt.inst(tied, ties="averaged").conventions)
    assert any("ranks read" in words for words in rt.inst([0, 0], no_relevant=1).conventions)
    assert not any("ranks read" in words for words in rt.inst(Batch([[1], [0, 1]])).conventions)
    assert not any("what is unknown" in words for words in rt.rbp(Batch([[1], [0, 1]])).conventions)


def test_one_trace_has_continuation_weight_last_and_gain() -> None:
    # the user stops at rank 2, where the first gain is: V = 1, 1, 0 and E = 2
    trace = rt.cwl(Ranking([0, 2, 1]), user="RR", form="last")
    columns = {name: trace.columns[name].exact.tolist() for name in ("gain", "continuation", "weight", "last")}
    assert columns == {"gain": [0, 1, 1], "continuation": [1, 0, 0], "weight": [HALF, HALF, 0], "last": [0, 1, 0]}
    assert trace.exact == 1 * 1 * HALF
    assert rt.cwl([0, 2, 1], user="RR", gain="scaled", form="last").columns["gain"].exact.tolist() == [0, 1, HALF]
    assert rt.cwl([], user="RR", form="last").exact == 0


@pytest.mark.parametrize("user", ["P", "RR", "RBP", "SDCG", "INSQ", "INST"])
@pytest.mark.parametrize("tail", ["endless", "cut"])
def test_no_column_stands_twice(user: str, tail: str) -> None:
    trace = rt.cwl(EXAMPLE, user=user, tail=tail, form="last")
    titles = [entry.title for table in trace.tables() for entry in table.entries]
    assert len(titles) == len(set(titles))
    assert {"gain", "continuation", "weight", "last"} <= set(titles)


def test_inverse_squares_without_end() -> None:
    rows = Axis("row", length=4)
    sums = Column([1, 0.5, 2, 7.25], rows).inverse_squares()
    # Σ 1/i² = π²/6; Σ 1/(i - 1/2)² = π²/2; between them the difference of neighbours is one term
    assert sums.values[:3].tolist() == pytest.approx([math.pi**2 / 6, math.pi**2 / 2, math.pi**2 / 6 - 1], rel=1e-15)
    shifted = Column([8.25], Axis("row", length=1)).inverse_squares()
    assert sums.values[3] - shifted.values[0] == pytest.approx(1 / 7.25**2, rel=1e-13)
    with pytest.raises(ValueError, match="needs numbers above 0, but one of them is 0"):
        Column([0], Axis("row", length=1)).inverse_squares()


def test_a_running_product_is_written_factor_by_factor() -> None:
    trace = rt.insq([1, 0, 1])
    assert "V(i) = ∏(j=1..i−1) C(j)" in trace.to_text()
    assert r"V(3) &= \frac{4}{9} \cdot \frac{9}{16} = \frac{1}{4}" in trace.to_latex()
    assert "V_3 &= 1\n" in rt.err([0, 0, 1]).to_latex()  # nobody was satisfied
    long = rt.insq([0] * 30 + [1]).to_latex()
    assert r"\cdots" in long[long.index("V(31)") :]


def test_nothing_of_what_has_no_fraction_is_exactly_nothing() -> None:
    roots = Column([2, 0, 3], Axis("row", length=3)).sqrt()
    assert (roots * Column([0, 5, 2], roots.axis)).exact.tolist() == [0, 0, 2 * math.sqrt(3)]
    assert [type(value) for value in (roots * 0).exact.tolist()] == [int] * 3
    assert "0.0000" not in rt.inst([0, 0]).to_latex()


def test_an_endless_sum_is_written_as_one() -> None:
    _, ranks_read = rt.inst([1, 0]).columns["weight"].sources
    for written, sign in (
        (text, "∑(j ≥ 0)"),
        (latex, r"\sum_{j \ge 0}"),
        (mathml, '<mi>j</mi><mo stretchy="false">≥</mo><mn>0</mn>'),
    ):
        assert sign in written(symbolic(ranks_read))
    assert text(symbolic(ranks_read)).endswith("(∑(j ≥ 0) 1 / (n + T_n + 1 + j)^2)")


def test_a_user_has_only_the_numbers_that_are_asked_for() -> None:
    ranking = Ranking([1, 0, 1])
    said = {user: " · ".join(rt.cwl(ranking, user=user).conventions) for user in ("P", "RR", "RBP", "INSQ", "INST")}
    assert {user for user, words in said.items() if "p is 0.8" in words} == {"RBP"}
    assert {user for user, words in said.items() if "T is 1" in words} == {"INSQ", "INST"}
