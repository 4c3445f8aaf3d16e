"""Reciprocal rank and LAG."""

import itertools
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Ranking

some = settings(max_examples=30)


@some
@given(grades=st.lists(st.integers(0, 1), max_size=10).filter(any))
def test_the_formula_of_lag_has_a_term_for_each_relevant_item(grades: list[int]) -> None:
    lags = [sum(not grade for grade in grades[:at]) for at, grade in enumerate(grades) if grade]
    line = rt.lag(grades).to_text().split("\n\n")[1].splitlines()[1]
    above = line.removeprefix("LAG = ").partition(" / ")[0].strip("()")
    assert list(map(int, above.split(" + "))) == lags


@some
@given(ranking=from_type(Ranking), k=st.none() | st.integers(1, 10))
def test_lag_is_the_mean_of_rank_minus_number(ranking: Ranking, k: int | None) -> None:
    top = ranking.grades[:k]
    places = [rank for rank, grade in enumerate(top, start=1) if grade >= ranking.relevant_from]
    lags = [rank - number for number, rank in enumerate(places, start=1)]
    assert rt.lag(ranking, k=k).exact == (Fraction(sum(lags), len(lags)) if lags else 0)
    missed = int(ranking.relevant_total.values) - len(places)
    lags += [len(top) - len(places)] * missed  # all wrong items of the list
    assert rt.lag(ranking, k=k, missed="after_list").exact == (Fraction(sum(lags), len(lags)) if lags else 0)


def test_there_is_no_rank_of_the_first_hit_before_it():
    """Its cells are blank there, in tables and in LaTeX; RR itself is 0."""
    for labels in ([0, 0, 1, 1], [0, 0], [1, 0]):
        trace = rt.reciprocal_rank(labels)
        entries = {entry.title: entry.cells for entry in trace.tables()[0].entries}
        hits = np.cumsum(labels)
        assert [bool(cell) for cell in entries["rank of the first hit"]] == [hit > 0 for hit in hits]
        assert all(entries["RR@i"])
        for rank, hit in enumerate(hits, start=1):
            assert (f"first hit}}_{{{rank}}} &= " in trace.to_latex()) == (hit > 0)


def test_a_relevant_item_shows_its_lag_even_if_it_is_0():
    for labels in itertools.product([0, 1], repeat=4):
        (table,) = rt.lag(labels).tables()
        cells = {entry.title: entry.cells for entry in table.entries}
        lags = [str(labels[:place].count(0)) if label else "" for place, label in enumerate(labels)]
        assert cells["lag"] == lags
