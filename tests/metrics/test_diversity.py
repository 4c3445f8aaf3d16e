"""Lists with subtopics: subtopic recall, and alpha-nDCG with its greedy ideal."""

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.tracing.extremes import over_ties

NEEDS = {"vegan": ["a", "b"], "quick": ["c", "e"], "cold": ["a", "d"]}
SOUPS = Ranking([1, 1, 1, 0], items=["a", "b", "c", "x"], missed={"d": 1, "e": 2}, subtopics=NEEDS)
CUTOFFS = st.none() | st.integers(1, 7)


@st.composite
def with_subtopics(draw: st.DrawFn) -> Ranking:
    """Relevant, unjudged and irrelevant items, some of them missed; subtopics that nothing serves, too."""
    n, retrieved = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    names = [f"i{place}" for place in range(n)]
    grades = draw(st.lists(st.sampled_from([0, 1, 1, 2, None]), min_size=n, max_size=n))
    here = min(retrieved, n)
    known = [name for name, grade in zip(names, grades, strict=True) if grade is not None] + names[:here]
    items = st.lists(st.sampled_from(known), unique=True) if known else st.just([])
    missed = {name: grade for name, grade in zip(names[here:], grades[here:], strict=True) if grade is not None}
    subtopics = {f"need {place}": draw(items) for place in range(draw(st.integers(1, 4)))}
    return Ranking(
        grades[:here],
        items=names[:here],
        missed=missed,
        subtopics=subtopics,
        relevant_from=draw(st.sampled_from([1, 1, 2])),
    )


def served(ranking: Ranking) -> dict[str, set[str]]:
    """The subtopics of each item that is relevant."""
    grades = dict(zip(ranking.items, ranking.grades, strict=True))
    grades |= dict(zip(ranking.missed_items or (), ranking.missed, strict=True))
    return {
        item: {need for need, items in ranking.served.items() if item in items}
        for item, grade in grades.items()
        if grade is not None and grade >= ranking.relevant_from
    }


def naive_recall(ranking: Ranking, k: int | None) -> Fraction:
    known = served(ranking)
    wanted: set[str] = set().union(*known.values())
    found: set[str] = set().union(*(known.get(item, set()) for item in ranking.items[:k]))
    return Fraction(len(found), len(wanted)) if wanted else Fraction(0)


def naive_gain(order: Any, known: dict[str, set[str]], k: int | None, alpha: float) -> float:
    seen: dict[str, int] = {}
    total = 0.0
    for rank, item in enumerate(list(order)[:k], start=1):
        for need in known.get(item, ()):
            total += (1 - alpha) ** seen.get(need, 0) / math.log2(rank + 1)
            seen[need] = seen.get(need, 0) + 1
    return total


def test_the_ideal_takes_the_largest_gain_first_and_shows_it() -> None:
    trace = rt.alpha_ndcg(SOUPS, k=4)
    assert "ideal" in str(trace) and [step.item for step in trace.steps] == ["a", "b", "c", "x"]
    assert [str(one) for one in trace.columns["ideal gain"].exact] == ["2", "1", "1/2", "1/2"]


def test_near_duplicates_are_perfect_for_ndcg_only() -> None:
    needs = {"vegan": ["v1", "v2", "v3"], "quick": ["q"], "cold": ["c"]}
    same = Ranking([1, 1, 1], items=["v1", "v2", "v3"], missed={"q": 1, "c": 1}, subtopics=needs)
    mixed = Ranking([1, 1, 1], items=["v1", "q", "c"], missed={"v2": 1, "v3": 1}, subtopics=needs)
    for measure in ("P@3", "nDCG@3", "AP@3", "R@3"):
        assert rt.measure(measure)(same).exact == rt.measure(measure)(mixed).exact
    assert rt.subtopic_recall(same, k=3).exact == Fraction(1, 3) and rt.subtopic_recall(mixed, k=3).exact == 1
    assert float(rt.alpha_ndcg(same, k=3)) < 0.8 and float(rt.alpha_ndcg(mixed, k=3)) == 1


@given(ranking=with_subtopics(), k=CUTOFFS, alpha=st.sampled_from([0, 0.3, 0.5, 1]))
def test_a_second_implementation_has_the_same_recall_and_gain(ranking: Ranking, k: int | None, alpha: float) -> None:
    assert rt.subtopic_recall(ranking, k=k).exact == naive_recall(ranking, k)
    gain = rt.alpha_ndcg(ranking, k=k, alpha=alpha).columns["α-DCG"]
    expected = naive_gain(ranking.items, served(ranking), k, alpha)
    assert (gain.values[-1] if len(gain) else 0) == pytest.approx(expected)


@given(lists=st.lists(with_subtopics() | st.from_type(Ranking), min_size=1, max_size=3), k=CUTOFFS)
def test_a_batch_has_the_values_of_its_lists(lists: list[Ranking], k: int | None) -> None:
    lists = [one.with_relevant_from(2) for one in lists]
    for measure in ("StRecall", "alpha_nDCG"):
        metric = rt.measure(measure).metric
        for least in (2, 1):
            alone = [float(metric(one.with_relevant_from(least), k=k)) for one in lists]
            assert metric(Batch(lists).with_relevant_from(least), k=k).value.tolist() == pytest.approx(alone)


@given(ranking=with_subtopics())
def test_the_order_of_the_list_does_not_change_its_ideal(ranking: Ranking) -> None:
    if len(ranking) > 1:
        moved = ranking.moved(1, to=len(ranking))
        assert (
            rt.alpha_ndcg(ranking).columns["ideal gain"].exact.tolist()
            == rt.alpha_ndcg(moved).columns["ideal gain"].exact.tolist()
        )


@given(ranking=st.from_type(Ranking), k=CUTOFFS)
def test_without_subtopics_there_is_one(ranking: Ranking, k: int | None) -> None:
    assert rt.subtopic_recall(ranking, k=k).exact == rt.accuracy(ranking, k=k).exact
    assert float(rt.alpha_ndcg(ranking, k=k, alpha=0)) == pytest.approx(float(rt.ndcg(ranking, k=k, gain="binary")))
    assert "no subtopics: every relevant item serves the same one" in rt.alpha_ndcg(ranking).conventions


def test_the_greedy_ideal_is_not_always_the_best_order() -> None:
    """The item for both A and B is taken first; after it, C and the rest of A and B come too late."""
    needs = {"A": ["ab", "ac"], "B": ["ab", "bd"], "C": ["ac"], "D": ["bd"]}
    ranking = Ranking([1, 1, 1], items=["ac", "bd", "ab"], subtopics=needs)
    values = {
        order: float(rt.alpha_ndcg(Ranking([1, 1, 1], items=order, subtopics=needs), k=2, alpha=1))
        for order in itertools.permutations(ranking.items)
    }
    assert values["ac", "bd", "ab"] == pytest.approx((2 + 2 / math.log2(3)) / (2 + 1 / math.log2(3)))
    assert max(values.values()) > 1 == min(values.values())


@given(ranking=with_subtopics())
def test_a_list_keeps_its_subtopics(ranking: Ranking) -> None:
    again = [eval(repr(ranking)), rt.read_json(rt.alpha_ndcg(ranking).to_json()).ranking, ranking.replace()]
    for one in again:
        assert one == ranking and rt.alpha_ndcg(one).value == rt.alpha_ndcg(ranking).value
    if len(ranking):
        head = ranking.head(1)
        assert rt.subtopic_recall(head, k=1).exact == rt.subtopic_recall(ranking, k=1).exact
    assert rt.subtopic_recall(ranking.condensed()).exact == rt.subtopic_recall(ranking).exact


def test_toggled_labels_count_at_once() -> None:
    assert rt.subtopic_recall(SOUPS.with_grade(3, 0)).exact == Fraction(2, 3)  # e serves quick, and is missed
    assert rt.subtopic_recall(SOUPS.with_grade(2, 0)).exact == 1  # a serves vegan, too


@given(ranking=with_subtopics(), measure=st.sampled_from(["StRecall", "alpha_nDCG", "alpha_nDCG@2"]))
def test_swaps_and_toggles_tell_items_of_one_grade_apart(ranking: Ranking, measure: str) -> None:
    trace = rt.measure(measure)(ranking)
    for one, other in itertools.combinations(range(len(ranking)), 2):
        swapped = ranking.moved(other + 1, to=one + 1).moved(one + 2, to=other + 1) if other > one else ranking
        value = float(rt.measure(measure)(swapped))
        assert rt.swaps(trace).changes[one, other] == pytest.approx(value - float(trace))
    found = rt.toggles(trace) if len(ranking) else None
    for (row, column), grade in itertools.product(enumerate(ranking.grades), found.levels if found else ()):
        change = float(rt.measure(measure)(ranking.with_grade(row + 1, grade))) - float(trace)
        assert float(found.changes[row, found.levels.index(grade)]) == pytest.approx(change), (column, grade)


def test_chance_counts_every_order_of_items_that_differ_in_subtopics() -> None:
    ranking = Ranking([1, 1, 1], items=["a", "b", "c"], subtopics={"vegan": ["a", "b"], "quick": ["c"]})
    found = rt.chance(rt.alpha_ndcg(ranking))
    values = [
        float(rt.alpha_ndcg(Ranking([1, 1, 1], items=order, subtopics=ranking.served)))
        for order in itertools.permutations("abc")
    ]
    assert float(found.expected) == pytest.approx(sum(values) / 6)


def test_ties_are_not_averaged_over_items_that_differ_in_subtopics() -> None:
    tied = SOUPS.replace(scores=[1, 1, 1, 1])
    with pytest.raises(ValueError, match="ties must not be 'averaged'"):
        rt.alpha_ndcg(tied, ties="averaged")
    assert rt.ndcg(tied, ties="averaged")


def test_no_order_by_grades_is_called_the_best_where_items_serve_subtopics() -> None:
    tied = SOUPS.replace(scores=[1, 1, 1, 1])
    for metric in (rt.subtopic_recall, rt.alpha_ndcg):
        assert metric(SOUPS).best_possible is None and metric([0, 1]).best_possible == 1
        assert over_ties(metric.metric, {}, tied) is None
        assert over_ties(metric.metric, {}, tied.replace(subtopics=None)) is not None


def test_which_names_metrics_of_subtopics_only_for_lists_that_have_some() -> None:
    value = float(rt.alpha_ndcg(SOUPS, k=3))
    assert "α-nDCG@3" in str(rt.which(f"{value:.4f}", SOUPS))
    plain = Ranking([0, 1, 1, 0])
    assert "α-nDCG" not in str(rt.which(f"{float(rt.alpha_ndcg(plain)):.4f}", plain))


def test_side_by_side_both_lists_keep_the_subtopics_of_all_items() -> None:
    one = Ranking([1, 1], items=["a", "b"], missed={"c": 1}, subtopics={"vegan": ["a", "b"], "quick": ["c"]})
    other = Ranking([1, 1], items=["a", "c"], missed={"b": 1}, subtopics={"quick": ["c"], "vegan": ["a"]})
    first, second = rt.side_by_side(one, other, ["StRecall"])._state.now.lists
    assert first.served == {"vegan": ("a", "b"), "quick": ("c",)}
    assert [float(rt.subtopic_recall(each)) for each in (first, second)] == [0.5, 1]


def test_items_without_a_subtopic_and_subtopics_without_an_item_are_said() -> None:
    ranking = Ranking([1, 1, 0], items=["a", "b", "c"], missed={"d": 1}, subtopics={"quick": ["d"], "vegan": ["c"]})
    for trace in (rt.alpha_ndcg(ranking), rt.subtopic_recall(ranking)):
        assert trace.value == 0 and "Both" not in trace.meaning
        assert "2 relevant items without a subtopic: counted as not relevant" in trace.conventions
        assert "1 subtopic without a relevant item: not counted" in trace.conventions
