"""Every worked number of the two documents, in every way the package can calculate it.

``worked_examples.json`` holds what the documents print, beside the exact number. Here the exact numbers are
written once more, as the arithmetic that a reader would do on paper; both must agree, and so must the package:
on a single list, as one row of a batch, and in fractions.
"""

import json
import math
from collections.abc import Callable, Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Column, Ranking, Trace, examples

LTR = "Evaluation Metrics For Learning to Rank Problems"
INTRODUCTION = "Evaluation Metrics for Ranking problems: Introduction and Examples"
GOLDEN = json.loads((Path(__file__).parent / "worked_examples.json").read_text(encoding="utf-8"))
DOCUMENTS = {document["document"]: document for document in GOLDEN}

FIVE = [1, 0, 1, 0, 1]
GRADED = [3, 2, 3, 0, 1]
EIGHT = [1, 0, 1, 1, 0, 1, 0, 0]
log2 = math.log2


class Number(NamedTuple):
    """One number that a document prints, and the list it is about."""

    relevance: list[int]
    about: dict[str, Any]

    @property
    def exact(self) -> Fraction | float:
        return Fraction(self.about["fraction"]) if "fraction" in self.about else self.about["value"]

    def __str__(self) -> str:
        chosen = (self.about.get(key) for key in ("metric", "ranking", "k", "rank", "where", "printed"))
        return " ".join(str(part) for part in chosen if part is not None)


def numbers() -> Iterator[Number]:
    for title in (LTR, INTRODUCTION):
        for example in DOCUMENTS[title]["examples"]:
            for about in example["numbers"]:
                relevance = example["relevance"]
                yield Number(relevance[about["ranking"]] if isinstance(relevance, dict) else relevance, about)


NUMBERS = list(numbers())
every_number = pytest.mark.parametrize("number", NUMBERS, ids=str)


def calculated(number: Number, ranking: Any) -> Trace | Column:
    """The trace of a worked number; where it is a step on the way, the recorded column that holds it."""
    about = number.about
    chosen: dict[str, Any] = {key: about[key] for key in ("k", "beta") if key in about}
    if "gains" in about:
        chosen["gain"] = about["gains"]
    if about.get("denominator") == "hits so far":
        chosen["denominator"] = "hits"
    match about["metric"]:
        case "discount":
            return rt.dcg(ranking).columns["discount"]
        case "discounted_gain":
            return rt.dcg(ranking, gain=about["gains"]).columns["discounted gain"]
        case "average_precision running sum":
            return rt.average_precision(ranking).columns["running sum"]
        case name:
            return getattr(rt, name)(ranking, **chosen)  # type: ignore[no-any-return]


def in_row(number: Number, values: Any) -> Any:
    """What stands at the number's rank, of a column's values."""
    return np.asarray(values)[..., number.about.get("rank", number.about.get("k")) - 1][()]


def agrees(found: Any, number: Number) -> bool:
    if isinstance(number.exact, Fraction):
        return Fraction(found) == number.exact
    return math.isclose(found, number.exact, rel_tol=0, abs_tol=1e-12)


@every_number
def test_on_a_single_list(number: Number) -> None:
    made = calculated(number, Ranking(number.relevance))
    value = float(made) if isinstance(made, Trace) else float(in_row(number, made))
    assert value == pytest.approx(float(number.exact), rel=0, abs=1e-12)


@every_number
def test_as_one_row_of_a_batch(number: Number) -> None:
    longer, shorter = [0, 1] * 6, [2]
    made = calculated(number, Batch([longer, number.relevance, shorter]))
    value = made.value[1] if isinstance(made, Trace) else in_row(number, np.broadcast_to(made, (3, 12)))[1]
    assert value == pytest.approx(float(number.exact), rel=0, abs=1e-12)


@every_number
def test_exactly(number: Number) -> None:
    made = calculated(number, Ranking(number.relevance))
    if isinstance(made, Column):
        assert agrees(in_row(number, made.exact), number)
    elif isinstance(number.exact, Fraction):
        assert made.exact == number.exact
        assert isinstance(made.exact, Fraction)
    elif made.exact is None:  # a logarithm that is no whole number stood in the way
        assert agrees(made.value, number)
    else:
        assert agrees(made.exact, number)


@every_number
def test_with_grades_that_are_fractions(number: Number) -> None:
    made = calculated(number, Ranking([Fraction(grade) for grade in number.relevance]))
    value = made.value if isinstance(made, Trace) else in_row(number, made)
    assert agrees(value, number)
    if isinstance(number.exact, Fraction):
        assert isinstance(value, Fraction)


# --- the same numbers as arithmetic ---------------------------------------------------------------
THIRD = Fraction(1, 3)
DISCOUNTS_OF_FIVE = [1, log2(3), 2, log2(5), log2(6)]
DCG_OF_FIVE = [
    3,
    3 + 2 / log2(3),
    3 + 2 / log2(3) + 3 / 2,
    3 + 2 / log2(3) + 3 / 2,
    3 + 2 / log2(3) + 3 / 2 + 1 / log2(6),
]
DCG_OF_EIGHT = [1, 1, 1 + 1 / 2, *[1 + 1 / 2 + 1 / log2(5)] * 2, *[1 + 1 / 2 + 1 / log2(5) + 1 / log2(7)] * 3]
IDEAL_OF_EIGHT = [1, 1 + 1 / log2(3), 1 + 1 / log2(3) + 1 / 2, *[1 + 1 / log2(3) + 1 / 2 + 1 / log2(5)] * 5]
AP_OF_EIGHT = [
    Fraction(1),
    Fraction(1),
    (1 + Fraction(2, 3)) / 2,
    *[(1 + Fraction(2, 3) + Fraction(3, 4)) / 3] * 2,
    *[(1 + Fraction(2, 3) + Fraction(3, 4) + Fraction(4, 6)) / 4] * 3,
]

TABLES: dict[str, tuple[list[int], Callable[..., Trace], dict[str, Any], list[Any]]] = {
    "precision of five": (FIVE, rt.precision, {}, [1, Fraction(1, 2), Fraction(2, 3), Fraction(2, 4), Fraction(3, 5)]),
    "recall of five": (FIVE, rt.recall, {}, [THIRD, THIRD, 2 * THIRD, 2 * THIRD, 3 * THIRD]),
    "F1 of five": (
        FIVE,
        rt.f_score,
        {},
        # 2 TP / (2 TP + FN + FP)
        [
            Fraction(2, 2 + 2),
            Fraction(2, 2 + 2 + 1),
            Fraction(4, 4 + 1 + 1),
            Fraction(4, 4 + 1 + 2),
            Fraction(6, 6 + 2),
        ],
    ),
    "reciprocal rank of five": (FIVE, rt.reciprocal_rank, {}, [1, 1, 1, 1, 1]),
    "reciprocal rank, one hit at the end": ([0, 0, 0, 0, 1], rt.reciprocal_rank, {}, [0, 0, 0, 0, Fraction(1, 5)]),
    "reciprocal rank, no hit": ([0, 0, 0, 0, 0], rt.reciprocal_rank, {}, [0, 0, 0, 0, 0]),
    "accuracy, one hit at the end": ([0, 0, 0, 0, 1], rt.accuracy, {}, [0, 0, 0, 0, 1]),
    "average precision of five": (
        FIVE,
        rt.average_precision,
        {},
        [THIRD, THIRD, *[(1 + Fraction(2, 3)) / 3] * 2, (1 + Fraction(2, 3) + Fraction(3, 5)) / 3],
    ),
    "cumulative gain": (GRADED, rt.cumulative_gain, {}, [3, 3 + 2, 3 + 2 + 3, 3 + 2 + 3 + 0, 3 + 2 + 3 + 0 + 1]),
    "DCG of the grades": (GRADED, rt.dcg, {}, DCG_OF_FIVE),
    "precision of eight": (
        EIGHT,
        rt.precision,
        {},
        [Fraction(hits, k) for k, hits in enumerate([1, 1, 2, 3, 3, 4, 4, 4], 1)],
    ),
    "recall of eight": (EIGHT, rt.recall, {}, [Fraction(hits, 4) for hits in [1, 1, 2, 3, 3, 4, 4, 4]]),
    "F1 of eight": (
        EIGHT,
        rt.f_score,
        {},
        # 2 TP / (k + m)
        [Fraction(2 * hits, k + 4) for k, hits in enumerate([1, 1, 2, 3, 3, 4, 4, 4], 1)],
    ),
    "AP@k of eight, by the hits so far": (EIGHT, rt.average_precision, {"denominator": "hits"}, AP_OF_EIGHT),
    "DCG of eight": (EIGHT, rt.dcg, {"gain": "exponential"}, DCG_OF_EIGHT),
    "ideal DCG of eight": (EIGHT, rt.ideal_dcg, {"gain": "exponential"}, IDEAL_OF_EIGHT),
    "nDCG of eight": (
        EIGHT,
        rt.ndcg,
        {"gain": "exponential"},
        [actual / best for actual, best in zip(DCG_OF_EIGHT, IDEAL_OF_EIGHT, strict=True)],
    ),
}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@every_table
def test_a_table_at_every_k_is_its_arithmetic(table: Any) -> None:
    relevance, metric, chosen, expected = table
    at_every_k = metric(Ranking(relevance), **chosen).at_every_k()
    assert np.asarray(at_every_k, dtype=float) == pytest.approx([float(one) for one in expected], rel=0, abs=1e-12)
    for found, one in zip(at_every_k.exact.tolist(), expected, strict=True):
        if isinstance(one, int | Fraction):
            assert Fraction(found) == one
    fractions = metric(Ranking([Fraction(grade) for grade in relevance]), **chosen).at_every_k()
    assert [float(one) for one in np.asarray(fractions)] == pytest.approx([float(one) for one in expected], abs=1e-12)


@every_table
def test_a_table_is_the_metric_at_one_k_after_the_other(table: Any) -> None:
    relevance, metric, chosen, expected = table
    for k, one in enumerate(expected, start=1):
        assert float(metric(relevance, k=k, **chosen)) == pytest.approx(float(one), rel=0, abs=1e-12)
    in_a_batch = metric(Batch([relevance, [0, *relevance]]), **chosen).at_every_k()
    assert np.asarray(in_a_batch)[0, : len(expected)] == pytest.approx([float(one) for one in expected], abs=1e-12)


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("discount", DISCOUNTS_OF_FIVE),
        ("discounted gain", [3 / 1, 2 / log2(3), 3 / 2, 0 / log2(5), 1 / log2(6)]),
        ("DCG", DCG_OF_FIVE),
    ],
)
def test_the_columns_of_dcg(column: str, expected: list[float]) -> None:
    assert np.asarray(rt.dcg(GRADED).columns[column]) == pytest.approx(expected, rel=0, abs=1e-12)


def test_average_precision_rank_by_rank() -> None:
    columns = rt.average_precision(EIGHT).columns
    assert columns["hits"].exact.tolist() == [1, 1, 2, 3, 3, 4, 4, 4]
    assert columns["precision"].exact.tolist() == [
        Fraction(hits, k) for k, hits in enumerate([1, 1, 2, 3, 3, 4, 4, 4], 1)
    ]
    assert columns["credit"].exact.tolist() == [1, 0, Fraction(2, 3), Fraction(3, 4), 0, Fraction(4, 6), 0, 0]
    steps = [1, 1, 1 + Fraction(2, 3), *[1 + Fraction(2, 3) + Fraction(3, 4)] * 2]
    steps += [1 + Fraction(2, 3) + Fraction(3, 4) + Fraction(4, 6)] * 3
    assert columns["running sum"].exact.tolist() == steps


@pytest.mark.parametrize(
    ("k", "precision", "recall"), [(8, Fraction(4, 8), 1), (4, Fraction(3, 4), Fraction(3, 4)), (1, 1, Fraction(1, 4))]
)
def test_the_three_worked_steps_of_f1_both_ways(k: int, precision: Fraction, recall: Fraction) -> None:
    harmonic = 2 * precision * recall / (precision + recall)
    assert rt.f_score(EIGHT, k=k).exact == harmonic
    hits = round(precision * k)
    counts = Fraction(2 * hits, 2 * hits + (4 - hits) + (k - hits))
    assert rt.f_score(EIGHT, k=k, form="counts").exact == counts == harmonic


# --- what the documents print ---------------------------------------------------------------------
def shortened(number: Number, rounding: str) -> Decimal:
    """The exact number with as many places as the document prints."""
    places = Decimal(number.about["printed"])
    exact = number.exact
    value = Decimal(exact.numerator) / Decimal(exact.denominator) if isinstance(exact, Fraction) else Decimal(exact)
    return value.quantize(places, rounding=rounding)


@every_number
def test_a_printed_number_is_what_its_status_says(number: Number) -> None:
    printed, status = Decimal(number.about["printed"]), number.about["status"]
    rounded, truncated = shortened(number, ROUND_HALF_UP), shortened(number, ROUND_DOWN)
    if len(number.about["printed"]) > 12:  # all digits of a float, of which the last depends on the machine
        assert status == "rounds"
        assert float(printed) == pytest.approx(float(number.exact), rel=0, abs=1e-15)
    elif status == "rounds":
        assert printed == rounded
    elif status == "truncates":
        assert printed == truncated != rounded
    else:
        assert status in ("erratum", "drifts")
        assert printed not in (rounded, truncated)


def test_how_the_slips_came_about() -> None:
    slips = {str(number) for number in NUMBERS if number.about["status"] in ("erratum", "drifts")}
    assert slips == {
        "f_score 5 0.749",
        "average_precision 0.7575",
        "dcg 5 6.1486",
        "f_score 3 0.62",
        "average_precision running sum 6 3.076",
    }
    assert Decimal("1") + Decimal("0.666") + Decimal("0.75") + Decimal("0.66") == Decimal("3.076")
    assert Decimal("5.7618") + Decimal("0.3868") == Decimal("6.1486")


# --- what the documents teach ---------------------------------------------------------------------
def test_precision_ignores_order() -> None:
    a, b = examples.model_a, examples.model_b
    assert rt.precision(a, k=5).exact == rt.precision(b, k=5).exact == Fraction(3, 5)
    assert rt.average_precision(a).exact == 1
    assert rt.average_precision(b).exact == (Fraction(1, 3) + Fraction(2, 4) + Fraction(3, 5)) / 3


def test_cumulative_gain_ignores_order_and_dcg_does_not() -> None:
    one, other = examples.five_graded, examples.five_graded_swapped
    assert rt.cumulative_gain(one, k=2).exact == rt.cumulative_gain(other, k=2).exact == 3 + 2
    assert rt.dcg(one, k=2).value == pytest.approx(3 + 2 / log2(3))
    assert rt.dcg(other, k=2).value == pytest.approx(2 + 3 / log2(3))


def test_average_precision_at_the_end_is_average_precision() -> None:
    assert rt.average_precision(EIGHT, k=8).exact == rt.average_precision(EIGHT).exact == Fraction(37, 48)


def test_dcg_never_falls_and_ndcg_does() -> None:
    assert (np.diff(rt.dcg(EIGHT, gain="exponential").at_every_k()) >= 0).all()
    assert (np.diff(rt.ndcg(EIGHT, gain="exponential").at_every_k()) < 0).any()


def test_the_lists_of_the_documents_are_ready_to_use() -> None:
    listed = {title: [r.grades for r in rankings.values()] for title, rankings in examples.documents.items()}
    for title, expected in listed.items():
        relevance = [example["relevance"] for example in DOCUMENTS[title]["examples"]]
        found = [one for entry in relevance for one in (entry.values() if isinstance(entry, dict) else [entry])]
        assert all(one in expected for one in found)
        assert all(one in found for one in expected)
    eight, (golden,) = examples.eight_documents, DOCUMENTS[INTRODUCTION]["examples"]
    assert eight.items == tuple(golden["ids"])
    assert eight.scores == tuple(golden["scores"])
    assert eight == Ranking.from_items(golden["ids"], relevant=set(golden["relevant_ids"]), scores=golden["scores"])
