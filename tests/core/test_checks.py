"""One gate for what has an order, and one rule for what is the same item."""

import math
import re
from collections.abc import Callable
from enum import Enum, StrEnum
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.core.checks import LARGEST_FLOAT_ID, item_name
from tests.tensors import OfTorch, Tensor

SCORES = {"a": 0.1, "b": 0.9}
MASKED = np.ma.MaskedArray([1.0, 0.0], mask=[False, True])

ORDERED: dict[str, Callable[[Any], Any]] = {
    "items": lambda given: Ranking.from_items(given, {"a"}),
    "scores": lambda given: Ranking([1, 0], scores=given),
    "grades": Ranking,
    "missed": lambda given: Ranking([1, 0], missed=given),
    "y_true": lambda given: Ranking.from_scores(given, [2, 1]),
    "y_score": lambda given: Ranking.from_scores([1, 0], given),
    "rankings": Batch,
    "queries": lambda given: Batch([[1], [0]], queries=given),
    "the first list": lambda given: rt.rbo(given, ["a", "b"]),
    "the second list": lambda given: rt.kendall_distance(["a", "b"], given),
    "weights": lambda given: rt.roc_auc([1, 0], weights=given),
}


@pytest.mark.parametrize("given", [{1, 0}, frozenset({1, 0})], ids=["set", "frozen set"])
@pytest.mark.parametrize("argument", ORDERED)
def test_a_set_is_refused_where_the_order_matters(argument: str, given: Any) -> None:
    with pytest.raises(TypeError, match=f"^{argument} must be a list"):
        ORDERED[argument](given)


@pytest.mark.parametrize("argument", sorted(set(ORDERED) - {"missed", "rankings"}))
def test_a_dict_of_scores_is_not_taken_for_its_keys(argument: str) -> None:
    with pytest.raises(TypeError, match=f"^{argument} must be a list, which has an order, not {{'a': 0.1"):
        ORDERED[argument](SCORES)
    assert Ranking.from_items(sorted(SCORES, key=SCORES.__getitem__, reverse=True), {"a"}).items == ("b", "a")
    assert Ranking.from_items(SCORES.keys(), {"a"}).items == ("a", "b")  # these have an order


@pytest.mark.parametrize("argument", sorted(set(ORDERED) - {"queries"}))
def test_masked_entries_do_not_come_through(argument: str) -> None:
    with pytest.raises(ValueError, match=f"^{argument} must not have masked entries. (Use|Leave)"):
        ORDERED[argument](MASKED)


class Label(Enum):
    A = "a"


class Text(StrEnum):
    A = "a"


TURN = r"Turn each into one, such as \[str\(item\)"
NOT_A_NAME: dict[str, tuple[Any, str]] = {
    "a pair": (("a", 0.9), r"items=\[item for item, score in pairs\], scores="),
    "bytes": (b"a", r"\[item.decode\(\) for item in items\]"),
    "an Enum": (Label.A, "Use its name or its value"),
    "a text that is an Enum": (Text.A, "Use its name or its value"),
    "a list": (["a"], TURN),
    "a dict": ({"a": 1}, TURN),
    "a frame": (pd.DataFrame({"a": [1]}), TURN),
    "an object": (object(), TURN),
}


@pytest.mark.parametrize("kind", NOT_A_NAME)
def test_what_is_neither_text_nor_a_whole_number_is_no_name(kind: str) -> None:
    item, hint = NOT_A_NAME[kind]
    with pytest.raises(ValueError, match=rf"^items\[1\] must be a text or a whole number, not .*{hint}"):
        Ranking.from_items(["b", item], {"a"})
    for make in (lambda: rt.Ranking([1], items=[item]), lambda: rt.rbo([item], ["a"])):
        with pytest.raises((TypeError, ValueError), match="must be"):
            make()
    assert Ranking.from_items([item], {"a"}, key=lambda one: "a").grades == [1]


def test_of_pairs_the_advice_is_what_makes_names_of_them() -> None:
    pairs = [("a", 0.9), ("b", 0.8)]
    with pytest.raises(ValueError, match=r"items=\[item for item, score in pairs\], scores=") as caught:
        Ranking.from_items(pairs, {"a"})
    assert "scores=[score for item, score in pairs]" in str(caught.value)
    items, scores = [item for item, score in pairs], [score for item, score in pairs]
    assert Ranking.from_items(items=items, scores=scores, relevant={"a"}).grades == [1, 0]
    for argument, call in {
        "relevant": lambda pairs: Ranking.from_items(["a", "b"], pairs),
        "missed": lambda pairs: rt.Ranking([1], missed=dict.fromkeys(pairs, 1)),
    }.items():
        with pytest.raises(ValueError, match=rf"^{argument}\[0\].*\[item\[0\] for item in items\], or use key="):
            call(pairs)
    assert Ranking.from_items(["a", "b"], [item[0] for item in pairs]).grades == [1, 1]


def test_texts_and_whole_numbers_of_every_kind_are_names() -> None:
    items = [1, np.int64(2), 3.0, np.float32(4), np.str_("x"), "y", np.array(5)]
    assert Ranking.from_items(items, {"2", "x"}).items == ("1", "2", "3", "4", "x", "y", "5")
    assert Ranking.from_items([b"a"], {b"a"}, key=str).items == ("b'a'",)  # you asked for it


def test_arrays_of_other_libraries_are_taken_as_those_of_numpy() -> None:
    grades, scores = [2, 0, 1], [0.25, 0.5, 0.75]
    assert Ranking(Tensor(grades), scores=Tensor(scores)) == Ranking(grades, scores=scores)
    assert Ranking.from_scores(Tensor(grades), Tensor(scores)) == Ranking.from_scores(grades, scores)
    assert Ranking.from_items(Tensor([3, 4]), Tensor([4, 5])) == Ranking.from_items([3, 4], [4, 5])
    assert list(Batch(Tensor([grades, grades]))) == list(Batch(Tensor([grades] * 2).values)) == [Ranking(grades)] * 2
    assert rt.precision(grades, k=Tensor(2)) == rt.precision(grades, k=2)
    lists = Tensor([[4, 7]]), Tensor([[3, 4, 5]])
    assert rt.evaluate(*lists, ["AP"]).means == rt.evaluate([[4, 7]], [[3, 4, 5]], ["AP"]).means == {"AP": 0.25}
    assert rt.evaluate({"q": lists[0].values[0]}, {"q": Tensor([3, 4, 5])}, ["AP"]).means == {"AP": 0.25}
    for wrong in (Tensor([[1, 0]]), Tensor([float("nan")]), Tensor([-1])):
        with pytest.raises(ValueError, match=r"^grades"):
            Ranking(wrong)


ERRORS = (
    RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."),
    TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory."),
)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("argument", ["scores", "grades", "missed", "y_true", "y_score", "rankings"])
def test_a_tensor_that_is_no_array_is_told_to_be_detached(argument: str, error: Exception) -> None:
    with pytest.raises(TypeError, match=rf"^{argument} must be in main memory, without a gradient, not .*Detach it"):
        ORDERED[argument](OfTorch([1.0, 0.0], error))
    assert Ranking(OfTorch([1.0, 0.0], error).detach()) == Ranking([1, 0])
    with pytest.raises(TypeError, match=r"must be in main memory.*Detach it: tensor\.detach\(\)\.cpu\(\)\."):
        rt.precision([1, 0], k=OfTorch(2, error))


def test_the_gradient_of_a_real_tensor() -> None:
    torch = pytest.importorskip("torch")
    tensor = torch.tensor([0.5, 1.5], requires_grad=True)
    with pytest.raises(TypeError, match=r"^scores must be in main memory, without a gradient"):
        Ranking([1, 0], scores=tensor)
    assert Ranking([0, 1], scores=tensor.detach().cpu()) == Ranking([0, 1], scores=[0.5, 1.5])


GRADES = pd.Series([1, 0], index=["a", "b"])


@pytest.mark.parametrize(
    ("items", "relevant", "hint"),
    [
        (["a", "b"], GRADES, r"If these are grades, use relevant.to_dict\(\)"),
        (["a", "b"], GRADES.astype(bool), r"use relevant.to_dict\(\)"),
        (["a", "b"], [1, 0], r"If these are grades, use rt.Ranking\(grades, items=items\)"),
        ([3, 4, 5], [1, 0, 1], "If these are grades"),
        (["a", "b"], np.array([1.0, 0.0]), "If these are grades"),
        (["a", "b"], pl.Series([2, 1]), "If these are grades"),
        (["a", "b"], pd.DataFrame({"a": [1], "b": [0]}), "not a value of type DataFrame"),
        (["a", "b"], pl.DataFrame({"a": [1]}), "not a value of type DataFrame"),
    ],
)
def test_grades_are_not_taken_for_the_names_of_relevant_items(items: Any, relevant: Any, hint: str) -> None:
    with pytest.raises(TypeError, match=r"^relevant must be a set of items, or a dict of item to grade, not ") as error:
        Ranking.from_items(items, relevant)
    assert re.search(hint, str(error.value))


def test_lists_and_series_of_names_are_relevant_items() -> None:
    assert Ranking.from_items(["a", "b"], GRADES.to_dict()) == Ranking([1, 0], items=["a", "b"])  # as the message says
    for names in (["b"], pd.Series(["b", "x"]), pl.Series(["b"]), np.array(["b", "y"])):
        assert Ranking.from_items(["a", "b"], names).grades == [0, 1]
    for numbers in ([7, 8], pd.Series([7, 8]), np.array([7, 8]), {7, 8}, [3, 7]):
        assert sum(Ranking.from_items([3, 4], numbers).grades) == (3 in list(numbers))
    assert Ranking.from_items([], []).grades == Ranking.from_items([], [3]).grades == []


def test_a_frame_and_swapped_judgements_are_refused_by_name() -> None:
    frame = pd.DataFrame({"a": [1]})
    with pytest.raises(
        TypeError, match=r"^the first list must be a list or an array.* Pass one column of the data frame"
    ):
        rt.rbo(frame, frame)
    run, qrels = rt.read_run({"q": {"a": 1.0}}), rt.read_qrels({"q": {"a": 1}})
    for function in (lambda *both: rt.evaluate(*both, "AP"), lambda *both: rt.read_ranking(*both, "q")):
        with pytest.raises(TypeError, match=r"^run must be a run, not Qrels\(.*The judgements come first"):
            function(qrels, qrels)
        with pytest.raises(TypeError, match=r"^qrels must be judgements, not Run\(.*The judgements come first"):
            function(run, run)
        with pytest.raises(TypeError, match="The judgements come first, then the run"):
            function(run, qrels)


def test_an_array_in_which_nothing_is_masked_is_one_like_any_other() -> None:
    assert Ranking(np.ma.MaskedArray([2, 1])) == Ranking([2, 1])
    assert Ranking(MASKED.tolist()).grades == [1, None]  # as the message says
    with pytest.raises(ValueError, match="rankings must not have masked entries"):
        Batch(np.ma.MaskedArray([[1, 999999]], mask=[[False, True]]))
    with pytest.raises(ValueError, match=r"rankings\[1\]: grades must not have masked entries"):
        rt.mean("AP", [[1, 0], MASKED])
    with pytest.raises(ValueError, match=r"run\['q'\]\[1\]: item must be named by"):
        rt.read_run({"q": MASKED})


SAME = ["7", 7, 7.0, np.int64(7), np.float32(7)]
NO_NAMES = [None, math.nan, float("nan"), np.float64("nan"), True, np.True_, 1.5, math.inf, LARGEST_FLOAT_ID * 4.0]


@pytest.mark.parametrize("one", SAME, ids=repr)
@pytest.mark.parametrize("other", SAME, ids=repr)
def test_the_same_item_by_one_rule(one: Any, other: Any) -> None:
    assert item_name(one) == item_name(other) == "7"
    assert rt.average_precision(Ranking.from_items(["a", one], {other})).value == 1 / 2
    assert rt.average_precision(Ranking.from_items(["a", one], {other: 2})).value == 1 / 2
    assert rt.rbo(["a", one], ["a", other]).exact == rt.rbo(["a", "7"], ["a", "7"]).exact
    assert rt.kendall_tau({"a": 1, one: 2}, {"a": 1, other: 2}).value == 1
    assert rt.rank_metrics([["a", one]], {other})["MAP"].value == 1 / 2
    for first in ("a", 1):  # the first item of the run does not speak for the others
        qrels, run = {"q": {first: 0, one: 1}}, {"q": {first: 2.0, other: 1.0}}
        for given in (run, rt.read_run(run)):
            result = rt.evaluate(qrels, given, ["AP"])
            assert result.means["AP"] == result.trace("q", "AP").value == 1 / 2


def test_ids_that_a_gap_made_floats() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query": ["q"] * 3, "item": [1, None, 3], "score": [3.0, 2.0, 1.0]})
    assert frame["item"].dtype == float
    known = frame.dropna()
    assert rt.average_precision(Ranking.from_items(known["item"], {1, 3})).value == 1
    assert rt.evaluate({"q": {1: 1, 3: 1}}, known, ["AP"]).means["AP"] == 1
    for read in (rt.read_run, lambda run: rt.evaluate({"q": {1: 1}}, run, ["AP"])):
        with pytest.raises(ValueError, match="run, row 1: item must be named by a text or a whole number, not nan"):
            read(frame)
    with pytest.raises(ValueError, match=r"items\[1\] must be a text or a whole number, not nan"):
        Ranking.from_items(frame["item"], {1, 3})


@pytest.mark.parametrize("name", NO_NAMES, ids=repr)
def test_what_names_no_item(name: Any) -> None:
    for call in (
        lambda: Ranking.from_items(["a", name], {"a"}),
        lambda: Ranking.from_items(["a"], {"a": 1, name: 1}),
        lambda: Ranking([1, 0], items=["a", name]),
        lambda: rt.rbo(["a", name], ["a", "b"]),
        lambda: rt.read_run({"q": {"a": 2.0, name: 1.0}}),
        lambda: rt.read_qrels({"q": {"a": 2, name: 1}}),
        lambda: rt.evaluate({"q": {"a": 1, name: 1}}, {"q": {"a": 2.0}}, ["AP"]),
    ):
        with pytest.raises(ValueError, match=r"item.* must be|relevant.* must be|list\[1\] must be"):
            call()


def test_half_of_a_surrogate_pair_is_its_escape_in_dicts_that_are_evaluated() -> None:
    half, escape = "\ud800", "\\ud800"
    for judged, retrieved in ((half, half), (half, escape), (escape, half)):
        result = rt.evaluate({"q": {judged: 1, "z": 0}}, {"q": {retrieved: 1.0, "z": 1.0, "a": 1.0}}, ["RR"])
        assert result.means["RR"] == result.trace("q", "RR").value == 1 / 3
    result = rt.evaluate({"q": {"a": 1}}, {"q": {half: 1.0, "a": 1.0}}, ["RR"])
    assert result.means["RR"] == result.trace("q", "RR").value == 1


@pytest.mark.parametrize("name", [*NO_NAMES, False, ""], ids=repr)
@pytest.mark.parametrize("known", ["a", 7])
def test_what_names_no_item_or_query_of_a_dict_that_is_evaluated(name: Any, known: Any) -> None:
    judged, retrieved = {known: 1}, {known: 2.0}
    for qrels, run, place in (
        ({"q": judged | {name: 1}}, {"q": retrieved}, "qrels, query 'q': item"),
        ({"q": judged}, {"q": retrieved | {name: 1.0}}, "run, query 'q': item"),
        ({"q": judged}, {"q": retrieved, "unjudged": retrieved | {name: 1.0}}, "run, query 'unjudged': item"),
        ({"q": judged, name: judged}, {"q": retrieved}, "qrels: query"),
        ({"q": judged}, {"q": retrieved, name: retrieved}, "run: query"),
    ):
        with pytest.raises(ValueError, match=f"{place} must be "):
            rt.evaluate(qrels, run, ["AP"])
