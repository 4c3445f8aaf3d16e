"""Judged rankings: what they take, and what they keep."""

import copy
import itertools
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Batch, Ranking

EVERYTHING = Ranking(
    [3, None, 0.5],
    items=["a", "b", "c'\"\\"],
    scores=[0.9, 0.5, -1],
    missed={"x": 2, "y": 0.25},
    collection_size=20,
    relevant_from=2,
)


# --- what is a grade ------------------------------------------------------------------------------


def test_a_grade_of_any_size_is_taken_or_refused_by_name() -> None:
    for grade in (2**70, 1e300, np.float64(1e300), 2**2000, Fraction(2**70)):
        try:
            total = rt.cumulative_gain(Ranking([grade, 1])).value
        except (TypeError, ValueError) as error:
            assert str(error).startswith("grades[0] must be")
        else:
            assert math.isclose(total, grade)


@pytest.mark.parametrize(
    "grades",
    [
        [1, 0, 2],
        (1, 0, 2),
        np.array([1, 0, 2]),
        np.array([1, 0, 2], dtype=np.uint8),
        [1.0, 0.0, 2.0],
        np.array([1.0, 0, 2]),
        [True, False, 2],
        iter([1, 0, 2]),
        np.array([1, 0, 2], dtype=object),
        [np.int8(1), 0, np.float32(2)],
    ],
    ids=lambda grades: type(grades).__name__,
)
def test_grades_of_any_kind_are_the_same_grades(grades: Any) -> None:
    ranking = Ranking(grades)
    assert ranking == Ranking([1, 0, 2])
    assert hash(ranking) == hash(Ranking([1, 0, 2]))
    assert repr(ranking) == "Ranking([1, 0, 2])"


def test_grades_between_whole_numbers_stay_what_they_are() -> None:
    assert Ranking([1.5, 2]).grades == [1.5, 2.0]
    assert Ranking([Fraction(1, 2), 1]).grades == [Fraction(1, 2), Fraction(1)]
    assert rt.cumulative_gain([Fraction(1, 2), Fraction(1, 3)]).value == Fraction(5, 6)


def test_small_floats_of_numpy_are_grades() -> None:
    assert Ranking(np.array([1, 0.5], dtype=np.float16)).grades == [1, 0.5]
    assert Ranking([np.float16(1), 0]).grades == [1, 0]


def test_a_grade_of_none_means_not_judged() -> None:
    ranking = Ranking([2, None, 0, None])
    assert ranking.grades == [2, None, 0, None]
    assert ranking.grade.values.tolist() == [2, 0, 0, 0]
    assert ranking.unjudged == 2
    assert ranking.relevant_total.values == 1


def test_items_are_counted_from_any_grade() -> None:
    assert [Ranking([1, 0, 2], missed=[0, 3]).count_from(grade) for grade in (-1, 1, 2.5)] == [5, 3, 1]


# --- it never changes -----------------------------------------------------------------------------


def test_a_list_that_is_changed_later_changes_nothing() -> None:
    grades, scores, array, matrix = [1, 0], [0.5, 0.4], np.array([1, 0]), np.array([[1, 0]])
    from_list, from_array, batch = Ranking(grades, scores=scores), Ranking(array), Batch(matrix)
    from_scores = Batch.from_scores(matrix, matrix)
    grades[0], scores[0], array[0], matrix[0, 0] = 7, 7, 7, 7  # the caller's own arrays stay the caller's own
    assert from_list == Ranking([1, 0], scores=[0.5, 0.4])
    assert from_array == batch[0] == Ranking([1, 0])
    assert from_scores[0] == Ranking([1, 0], scores=[1, 0], items=["d1", "d2"])


@pytest.mark.parametrize("name", ["items", "scores", "relevant_from", "axis", "anything"])
def test_no_attribute_of_a_ranking_can_be_set_or_deleted(name: str) -> None:
    ranking = Ranking([1, 0])
    with pytest.raises(AttributeError, match="never changes"):
        setattr(ranking, name, 1)
    with pytest.raises(AttributeError, match="never changes"):
        delattr(ranking, name)
    assert len(ranking.items) == 2


@pytest.mark.parametrize("ranked", [Ranking([1, 0, 2]), Ranking([0.5, 2]), Batch([[1, 0, 2], [1]])], ids=repr)
@pytest.mark.parametrize("name", ["grade", "relevant", "rank", "relevant_total"])
def test_no_column_can_be_written_to(ranked: Any, name: str) -> None:
    values = np.asarray(getattr(ranked, name))
    kept = values.copy()
    try:
        values[...] = 7
    except ValueError as error:
        assert "read-only" in str(error)
    assert np.array_equal(getattr(ranked, name), kept)


def test_rankings_are_copied_and_rankings_batches_and_columns_pickled() -> None:
    ranking = Ranking([1, None, 2], items=["a", "b", "c"], missed={"x": 1})
    assert copy.copy(ranking) == copy.deepcopy(ranking) == pickle.loads(pickle.dumps(ranking)) == ranking
    batch = pickle.loads(pickle.dumps(Batch([ranking, [0, 1]])))
    assert rt.ndcg(batch).value.tolist() == rt.ndcg(Batch([ranking, [0, 1]])).value.tolist()
    hits = pickle.loads(pickle.dumps(rt.precision(ranking).columns["hits"]))
    assert hits.axis.labels()["item"] == ["a", "b", "c"]
    assert hits.sources[0].name == "relevant"


# --- names, scores, equality ----------------------------------------------------------------------


def test_default_names_count_from_1() -> None:
    assert Ranking([1, 0, 1]).items == ("d1", "d2", "d3")
    assert Ranking([1, 0], items=[7, 3.0]).items == ("7", "3")


@given(ranking=from_type(Ranking))
@example(Ranking([Fraction(1, 2), None]))
@example(EVERYTHING)
def test_the_repr_of_a_ranking_makes_an_equal_one(ranking: Ranking) -> None:
    again = eval(repr(ranking), {"Ranking": Ranking, "Fraction": Fraction})
    assert again == ranking
    assert hash(again) == hash(ranking)
    assert repr(again) == repr(ranking)


@pytest.mark.parametrize(
    "other",
    [
        Ranking([1, 1]),
        Ranking([1, 0, 0]),
        Ranking([1, None]),
        Ranking([1, 0], items=["a", "b"]),
        Ranking([1, 0], scores=[2, 1]),
        Ranking([1, 0], missed=[1]),
        Ranking([1, 0], collection_size=9),
        Ranking([1, 0], relevant_from=2),
        [1, 0],
    ],
    ids=repr,
)
def test_rankings_with_any_difference_are_not_equal(other: Any) -> None:
    assert Ranking([1, 0]) != other


def test_the_repr_leaves_out_what_was_not_given() -> None:
    assert repr(Ranking([1, 0])) == "Ranking([1, 0])"
    assert repr(Ranking([1], missed=[2], relevant_from=2)) == "Ranking([1], missed=[2], relevant_from=2)"


# --- other ways in, and the order of what was given -------------------------------------------------


@pytest.mark.parametrize(
    "relevant", [{"05", "06", "00"}, ["00", "05", "06"], ("00", "05", "06"), {"00": 1, "05": 1, "06": 1}]
)
def test_from_items_and_what_is_relevant(relevant: Any) -> None:
    ranking = Ranking.from_items(["06", "03", "05"], relevant)
    assert ranking.items == ("06", "03", "05")
    assert [grade or 0 for grade in ranking.grades] == [1, 0, 1]
    assert (ranking.missed_items, ranking.missed) == (("00",), [1])
    assert rt.recall(ranking).exact == Fraction(2, 3)


def test_from_items_and_their_grades() -> None:
    ranking = Ranking.from_items(["a", "b", "c"], {"a": 3, "c": 0, "z": 2})
    assert ranking.grades == [3, None, 0]  # what has no grade was not judged
    assert (ranking.missed_items, ranking.missed) == (("z",), [2])


def test_from_items_that_are_no_strings() -> None:
    assert Ranking.from_items([6, 3], {6}).grades == [1, 0]
    assert Ranking.from_items([6, 3], {"6"}).grades == [1, 0]
    assert Ranking.from_items(["A", "b"], {"a", "B"}, key=str.lower).grades == [1, 1]
    assert Ranking.from_items([], {"a"}).missed == [1]


def test_from_items_keeps_the_rest() -> None:
    ranking = Ranking.from_items(["a", "b"], {"a"}, scores=[2, 1], collection_size=5, relevant_from=1)
    assert (ranking.scores, ranking.collection_size) == ((2, 1), 5)


def test_from_scores_in_any_order() -> None:
    ranking = Ranking.from_scores([0, 2, 1], [0.2, 0.9, 0.4], items=["a", "b", "c"], missed=[1], collection_size=9)
    assert ranking == Ranking([2, 1, 0], items=["b", "c", "a"], scores=[0.9, 0.4, 0.2], missed=[1], collection_size=9)
    from_arrays = Ranking.from_scores(np.array([0, 2]), np.array([0.25, 0.5], dtype=np.float32))
    assert (from_arrays.grades, from_arrays.items, from_arrays.scores) == ([2, 0], ("d2", "d1"), (0.5, 0.25))
    assert all(type(score) is float for score in from_arrays.scores or ())


def test_negative_scores_and_huge_ones_keep_their_order() -> None:
    assert Ranking.from_scores([1, 2, 3], [-5, -1e300, 2**70]).grades == [3, 1, 2]
    assert Ranking.from_scores([1, 2], [2**70, 2**70 + 1]).grades == [2, 1]


@pytest.mark.parametrize(("ties", "order"), [("stable", [2, 0, 1]), ("item_descending", [2, 1, 0])])
def test_order_follows_ties(ties: Any, order: list[int]) -> None:
    ranking = Ranking.from_scores([0, 0, 1], [1, 1, 2], items=["b", "c", "a"], ties=ties)
    assert ranking.order.tolist() == order


def test_order_is_that_of_the_list_where_nothing_was_sorted() -> None:
    assert Ranking([0, 1, 0], scores=[3, 2, 1]).order.tolist() == [0, 1, 2]
    assert Ranking([]).order.tolist() == []
    assert np.array([5, 6])[Ranking.from_items(["a", "b"], {"b"}).order].tolist() == [5, 6]
    ranking = Ranking.from_scores([0, 1], [1, 2])
    ranking.order[0] = 7
    assert ranking.order.tolist() == [1, 0]


def test_the_order_outlives_a_copy() -> None:
    ranking = Ranking.from_scores([0, 1, 2], [1, 2, 3])
    for again in (ranking.with_relevant_from(2), ranking.with_grade(1, 0), pickle.loads(pickle.dumps(ranking))):
        assert again.order.tolist() == [2, 1, 0]
    assert ranking.moved(1, 3).order.tolist() == [1, 0, 2]


# --- another one, with a change -------------------------------------------------------------------


def test_a_ranking_with_another_grade() -> None:
    changed = EVERYTHING.with_grade(2, 1)
    assert changed.grades == [3, 1, 0.5]
    assert EVERYTHING.grades == [3, None, 0.5]
    assert (changed.items, changed.scores, changed.missed_items) == (EVERYTHING.items, EVERYTHING.scores, ("x", "y"))
    assert changed.with_grade(2, None) == EVERYTHING


def test_with_relevance_from_another_grade() -> None:
    assert EVERYTHING.with_relevant_from(3).relevant.values.tolist() == [True, False, False]
    assert EVERYTHING.with_relevant_from(2) == EVERYTHING
    assert EVERYTHING.with_relevant_from(0.25).relevant_total.values == 4


# --- judged, in the pool, or neither --------------------------------------------------------------


def test_what_is_judged_not_relevant_is_counted_retrieved_or_not() -> None:
    ranking = rt.Ranking([2, None, 0, 1], missed=[0, 0, 3], relevant_from=2)
    assert ranking.judged.values.tolist() == [True, False, True, True]
    assert ranking.irrelevant.values.tolist() == [0, 0, 1, 1]
    assert (int(ranking.relevant_total), int(ranking.irrelevant_total)) == (2, 2 + 2)
    assert int(ranking.top(1).irrelevant_total) == int(ranking.irrelevant_total)
    batch = rt.Batch([ranking, rt.Ranking([1], relevant_from=2)])
    assert batch.irrelevant_total.values.tolist() == [4, 1]
    assert batch.judged.values.tolist() == [[True, False, True, True], [True, False, False, False]]


def test_an_item_can_be_in_the_pool_without_a_judgement() -> None:
    ranking = rt.Ranking([1, None, None], items=["a", "b", "c"], pooled=["c"])
    assert ranking.in_pool.values.tolist() == [True, False, True]
    assert ranking.arrays.encoded_grades.tolist() == [1, -2, -1]
    assert ranking == eval(repr(ranking), {"Ranking": rt.Ranking})
    assert ranking.moved(3, 1).in_pool.values.tolist() == [True, True, False]
    assert rt.Batch([ranking, [1]]).in_pool.values.tolist() == [[True, False, True], [True, False, False]]
    assert rt.Ranking([1, None], pooled=["d1"]).in_pool.values.tolist() == [True, False]
    with pytest.raises(ValueError, match=r"pooled must name items of the list, not 'x'\."):
        rt.Ranking([1], pooled=["x"])


def test_a_named_series_names_the_missed_items() -> None:
    pandas = pytest.importorskip("pandas")
    assert Ranking([1], missed=pandas.Series([1], index=["z"])) == Ranking([1], missed={"z": 1})
    assert Ranking([1], missed=pandas.Series([1, 2])) == Ranking([1], missed=[1, 2])


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("RRNRNRNNNN", [1, 1, 0, 1, 0, 1, 0, 0, 0, 0]),
        ("1 0 1", [1, 0, 1]),
        ("+-+", [1, 0, 1]),
        ("+−–", [1, 0, 0]),
        ("rn?", [1, 0, None]),
        (" 3, 0,\t2.5\n1/2 ", [3, 0, 2.5, Fraction(1, 2)]),
        ("1 - 0 –", [1, None, 0, None]),
        ("RNRNN R - R", [1, 0, 1, 0, 0, 1, 0, 1]),
        ("R", [1]),
        ("2", [2]),
        ("", []),
        (" ", []),
    ],
)
def test_a_list_is_read_as_it_is_written_on_a_blackboard(text, grades):
    assert Ranking(text) == Ranking(grades)
    assert Ranking(text, missed="R").grades == grades


def test_a_dash_between_all_items_of_a_list_is_not_taken_for_items():
    for text in ("R-N-R", "n – r"):
        with pytest.raises(ValueError, match=r"^grades must have one sign for what is not relevant, not .*separates"):
            Ranking(text)
    assert Ranking("R-R") == Ranking([1, 0, 1]) and Ranking("N") == Ranking([0])


@pytest.mark.parametrize(
    "ranking",
    [
        rt.Ranking([3, None, 0], missed=[1]),
        rt.Ranking([Fraction(1, 2), 1, 0], items=[*"abc"], missed={"d": 2}),
        rt.Ranking([1, None, None], items=[*"abc"], pooled=["b"], collection_size=9, relevant_from=2),
        rt.Ranking.from_scores([0, 1, 2, 0], [0.2, 0.9, 0.9, 0.1]),
        rt.Ranking([1, 0, 2, 1]).head(3),
        rt.Ranking([1, 0, 1], items=[*"aba"], duplicates="count"),
        rt.Ranking([1, 0, 1], items=[*"abc"], missed={"d": 1}, subtopics={"x": ["a", "d"], "y": ["a", "c"]}),
    ],
    ids=repr,
)
def test_a_moved_list_is_the_one_that_its_arguments_make(ranking):
    ranks = range(1, len(ranking) + 1)
    for rank, to in itertools.product(ranks, ranks):
        order = [*range(len(ranking))]
        order.insert(to - 1, order.pop(rank - 1))
        moved = ranking.moved(rank, to)
        made = rt.Ranking(**moved.arguments())
        assert moved.grades == [ranking.grades[place] for place in order]
        assert ranking.repeats or moved.items == tuple(ranking.items[place] for place in order)
        assert moved == made and moved.named and moved.order.tolist() == ranking.order[order].tolist()
        assert moved.arrays.depth == ranking.arrays.depth and moved.axis.labels() == made.axis.labels()
        for one, other in zip(moved.arrays._replace(depth=None), made.arrays, strict=True):
            np.testing.assert_array_equal(one, other)
