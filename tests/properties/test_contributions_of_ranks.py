"""What each rank adds to a value, for any lists: against the list with lower grades taken out, and summed up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankteach import Ranking
from rankteach.explain.contributions import contributions, down_to
from rankteach.tracing.measures import metrics

SINGLE = [one for one in metrics() if not one.pairing]
GRADES = st.lists(st.integers(0, 3), max_size=7)


@pytest.mark.parametrize("made", SINGLE, ids=lambda one: one.name)
@given(GRADES, st.lists(st.integers(1, 3), max_size=2), st.none() | st.integers(1, 9))
def test_a_value_down_to_a_rank_is_that_of_the_list_whose_lower_grades_are_taken_out(made, grades, missed, k):
    n = len(grades)
    cut = {} if k is None else {"k": k}
    trace = made(Ranking(grades, missed=missed), **cut)
    found = down_to(trace, range(n + 1))
    if found is None:  # the ideal order alone decides, the length, the judgements, or pairs of ranks
        assert made.name in ("IDCG", "NumRet", "NumRel", "OPA")
        return
    emptied = [Ranking(grades[:end] + [None] * (n - end), missed=missed + grades[end:]) for end in range(n + 1)]
    assert found == pytest.approx([made(one, **cut).value for one in emptied])


@pytest.mark.parametrize("made", SINGLE, ids=lambda one: one.name)
@given(GRADES, GRADES, st.none() | st.integers(1, 9))
def test_what_ranks_add_is_the_whole_difference(made, first, second, k):
    cut = {} if k is None else {"k": k}
    one, other = made(Ranking(first), **cut), made(Ranking(second), **cut)
    found = contributions(one, other)
    if not found:
        return
    exact = one.exact is not None and other.exact is not None
    difference = other.exact - one.exact if exact else pytest.approx(other.value - one.value)
    assert found[-1].total == difference
    assert sum(share.difference for share in found) == difference
    assert sum(share.first for share in found) == (one.exact if exact else pytest.approx(one.value))
    assert sum(share.second for share in found) == (other.exact if exact else pytest.approx(other.value))
