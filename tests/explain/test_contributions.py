"""What each rank adds to a value."""

from fractions import Fraction

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.explain.contributions import contributions
from rankteach.tracing.metric import known_metrics, metric

MODELS = rt.examples.model_a, rt.examples.model_b


def both(measure, first=MODELS[0], second=MODELS[1], **options):
    made = rt.measure(measure)
    return contributions(made(first), made(second), **options)


def test_a_rank_adds_its_term_divided_as_the_value_is():
    assert [share.second for share in both("AP")] == [0, 0, Fraction(1, 9), Fraction(1, 6), Fraction(1, 5)]
    assert [share.first for share in both("P@5")] == [Fraction(1, 5)] * 3 + [0, 0]
    assert [share.total for share in both("RR")] == [-1, -1, Fraction(-2, 3), Fraction(-2, 3), Fraction(-2, 3)]


def test_lists_of_other_lengths_and_cutoffs():
    found = both("R", [1, 0, 1], [0, 1, 0, 0, 1])
    assert [(share.end, share.first, share.second) for share in found[3:]] == [(4, 0, 0), (5, 0, Fraction(1, 2))]
    assert [share.end for share in both("P@2")] == [1, 2]
    assert [share.end for share in both("P@9", [1], [0, 1])] == [1, 2]
    assert both("P", [], []) == []
    assert both("IDCG") == []
    assert [share.second for share in both("P", [], [1, 0])] == [Fraction(1, 2), 0]


def test_the_ranks_below_the_first_ones_share_one_row():
    found = both("AP", most_rows=2)
    assert [(share.start, share.end) for share in found] == [(1, 1), (2, 2), (3, 5)]
    assert found[-1].total == both("AP")[-1].total
    assert found[-1].difference == sum(share.difference for share in both("AP")[2:])


def test_a_value_before_the_first_rank_has_a_row():
    @metric("Zz", title="what is left out", family="set", source="a test (2026)", about_relevance=False)
    def left_out(ranking, *, k=None):
        """What share of the relevant items is left out."""
        top = ranking.top(k)
        return (1 - top.hits / top.relevant_total).named("left out").last()

    try:
        found = contributions(left_out([1, 0, 1]), left_out([0, 1, 1]))
    finally:
        known_metrics().pop("Zz")
    assert [(share.start, share.end, share.first) for share in found][:2] == [(0, 0, 1), (1, 1, Fraction(-1, 2))]
    assert found[-1].total == 0


def test_long_lists_are_not_calculated_with_fractions():
    found = both("AP", [1, 0] * 500, [0, 1] * 500, most_rows=20)
    assert len(found) == 21
    assert all(isinstance(share.first, float) for share in found)
    trace = rt.average_precision([1, 0] * 500)
    assert sum(share.first for share in found) == pytest.approx(trace.value)


@pytest.mark.parametrize("name", ["AP", "P@2", "nDCG@6", "ERR@2"])
def test_a_kept_trace_has_the_same_contributions_after_its_list_was_cleared(name):
    traces = [rt.measure(name)(Ranking(grades)) for grades in ([1, 0, 1], [0, 1, 1])]
    before = contributions(*traces)
    traces[0].ranking.clear_cache()
    assert contributions(*traces) == before != []
