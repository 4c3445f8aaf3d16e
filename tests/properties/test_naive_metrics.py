"""A metric written naively for one list is right on a batch whose lists differ in length, empty ones too.

The metrics here are written as a newcomer would: they know nothing of batches, and nothing of empty ranks.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankteach import Batch, Ranking
from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.running import can_be_cut, running

NAIVE: dict[str, Callable[[Judged], Column]] = {
    "expected search length": lambda top: ((1 - top.relevant) * (top.hits == 0)).sum(),
    "rank of the last hit": lambda top: (top.rank * top.relevant).cummax().last(),
    "highest grade": lambda top: top.grade.cummax().last(),
    "chance that nothing satisfies": lambda top: (1 - top.relevant / (top.rank + 1)).cumprod().last(),
    "product of the grades": lambda top: top.grade.cumprod().last(),
    "items of grade 0": lambda top: (top.grade == 0).sum(),
    "items that are not relevant, by comparison": lambda top: (top.relevant < 1).sum(),
    "items without a judgement": lambda top: (1 - top.judged).sum(),
    "length": lambda top: top.rank.last(),
    "items that are there": lambda top: top.present.sum(),
    "items looked at in vain": lambda top: (top.present * (top.hits == 0)).sum(),
    "sum of the ranks": lambda top: top.rank.sum(),
    "mean rank of the hits": lambda top: (top.rank * top.relevant).sum() / top.hits.last(),
    "precision": lambda top: (top.hits / top.rank).last(),
    "ranks from the third on": lambda top: (top.rank >= 3).sum(),
    "items below the last hit": lambda top: top.rank.last() - (top.rank * top.relevant).cummax().last(),
    "weights counted from the end": lambda top: (top.relevant / (top.rank.last() + 1 - top.rank)).sum(),
    "logarithms counted from the end": lambda top: (top.rank.last() + 1 - top.rank).log2().sum(),
    "neighbours that are both relevant": lambda top: (top.relevant * top.relevant.shift()).sum(),
    "highest precision from each rank on": lambda top: (top.hits / top.rank).cummax_up().sum(),
    "ranks below, by the highest rank from each on": lambda top: (top.rank.cummax_up() - top.rank).sum(),
    "lowest gain that still comes": lambda top: (0 - (0 - top.grade).cummax_up()).sum(),
    "gain per item": lambda top: top.grade.sum() / top.rank.last(),
    "first grade": lambda top: top.grade.take(Axis("first rank", length=1), np.array([0]), "1").last(),
    "second rank": lambda top: top.rank.take(Axis("second rank", length=1), np.array([1]), "2").last(),
    "wanted relevant items, missing": lambda top: (top.relevant_total - top.hits).last(),
}
IDEAL: dict[str, Callable[[Judged], Column]] = {
    "judged items": lambda lists: lists.ideal().rank.last(),
    "judged items of grade 0": lambda lists: (lists.ideal().grade == 0).sum(),
    "lowest grade": lambda lists: lists.ideal().grade.last(),
    "lowest grade of the list": lambda lists: lists.ideal(of="retrieved").grade.last(),
    "items in the list": lambda lists: lists.ideal(of="retrieved").rank.last(),
    "ranks of the whole ideal list": lambda lists: lists.ideal(2, of="uncut").rank.last(),
    "ideal gain where the list ends": lambda lists: lists.ideal().grade.cumsum().align(lists.axis).last(),
}
GRADES = st.lists(st.sampled_from([0, 0, 1, 2, None]), max_size=6)
LISTS = st.lists(st.builds(Ranking, GRADES, missed=st.lists(st.integers(0, 2), max_size=3)), min_size=1, max_size=5)


def agree(many: Column, each: list[Column]) -> None:
    assert many.values.shape == (len(each),)
    assert many.values.tolist() == pytest.approx([float(one) for one in each], rel=1e-12)
    assert many.exact.tolist() == pytest.approx([one.exact for one in each], rel=1e-12)


@pytest.mark.parametrize("naive", NAIVE.values(), ids=NAIVE)
@given(lists=LISTS, k=st.none() | st.integers(1, 8))
def test_a_naive_metric_gives_a_batch_what_it_gives_each_list(naive: Any, lists: list[Ranking], k: int | None) -> None:
    agree(naive(Batch(lists).top(k)), [naive(one.top(k)) for one in lists])


@pytest.mark.parametrize("naive", IDEAL.values(), ids=IDEAL)
@given(lists=LISTS)
def test_a_naive_metric_of_ideal_lists_gives_a_batch_what_it_gives_each(naive: Any, lists: list[Ranking]) -> None:
    agree(naive(Batch(lists)), [naive(one) for one in lists])


def is_told_at_every_cutoff(naive: Callable[[Judged], Column]) -> bool:
    lists = Ranking([1, 0])
    return can_be_cut(naive(lists)) and running(naive(lists), lists.axis) is not None


CUT_ANYWHERE = {name: naive for name, naive in NAIVE.items() if is_told_at_every_cutoff(naive)}


@pytest.mark.parametrize("naive", CUT_ANYWHERE.values(), ids=CUT_ANYWHERE)
@given(lists=LISTS)
def test_a_naive_metric_gives_a_batch_what_it_gives_each_list_at_every_cutoff(naive: Any, lists: list[Ranking]) -> None:
    batch, longest = Batch(lists), max(1, *map(len, lists), 1)
    grown = running(naive(batch.top(longest)), batch.cutoffs(longest))
    assert grown is not None
    every = np.asarray(grown.values, dtype=float)
    for row, one in enumerate(lists):
        assert every[row].tolist() == pytest.approx([float(naive(one.top(k))) for k in range(1, longest + 1)])


@pytest.mark.parametrize("k", [1, 2, 3, 100])
def test_empty_ranks_hold_no_item(k: int) -> None:
    lists = [Ranking([0, 0], missed=[1]), Ranking([]), Ranking([0, None, 1])]
    alone = [list(one.top(k).present) for one in lists]
    assert alone == [[rank <= length for rank in range(1, k + 1)] for length in (2, 0, 3)]
    assert Batch(lists).top(k).present.values.tolist() == alone
    assert [int(NAIVE["items looked at in vain"](one.top(k))) for one in lists] == [min(k, 2), 0, min(k, 2)]
