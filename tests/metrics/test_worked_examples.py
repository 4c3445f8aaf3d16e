"""Every worked number of the five documents, in every way the package can calculate it.

``worked_examples.json`` holds what the documents print, beside the exact number. Here the exact numbers are
written once more, as the arithmetic that a reader would do on paper; both must agree, and so must the package:
on a single list, as one row of a batch, and in fractions.
"""

import json
import math
from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Batch, Column, Ranking, Trace
from rankteach.classroom import examples
from tests.draws import harmonic as f1

INTRODUCTION = "Evaluation Metrics for Ranking problems: Introduction and Examples"
REVIEW = "Ranked evaluation measures: a review (ROC, DCG, AP, FAP)"
NOTE = "Metrics in LearnToRank (LTR) problems"
WIKI = "Rank Metrics (wiki page of a metrics calculator for traceability links)"
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
    for document in GOLDEN:
        for example in document["examples"]:
            for about in example["numbers"]:
                relevance = example.get("relevance", GRADED)  # a discount is the same for every list
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
def test_a_worked_number_on_a_single_list_and_exactly(number: Number) -> None:
    made = calculated(number, Ranking(number.relevance))
    value = float(made) if isinstance(made, Trace) else float(in_row(number, made))
    assert value == pytest.approx(float(number.exact), rel=0, abs=1e-12)
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
def test_a_worked_number_as_one_row_of_a_batch(number: Number) -> None:
    longer, shorter = [0, 1] * 6, [2]
    made = calculated(number, Batch([longer, number.relevance, shorter]))
    value = made.value[1] if isinstance(made, Trace) else in_row(number, np.broadcast_to(made, (3, 12)))[1]
    assert value == pytest.approx(float(number.exact), rel=0, abs=1e-12)


@every_number
def test_a_worked_number_with_grades_that_are_fractions(number: Number) -> None:
    made = calculated(number, Ranking([Fraction(grade) for grade in number.relevance]))
    value = made.value if isinstance(made, Trace) else in_row(number, made)
    assert agrees(value, number)
    if isinstance(number.exact, Fraction) and number.about["metric"] != "discount":  # that is a logarithm
        assert isinstance(value, Fraction)


# --- the same numbers as arithmetic ---------------------------------------------------------------
THIRD = Fraction(1, 3)
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

# a measure, a list, and its value at every k
TABLES: list[tuple[str, list[int], list[Any]]] = [
    ("P", FIVE, [1, Fraction(1, 2), Fraction(2, 3), Fraction(2, 4), Fraction(3, 5)]),
    ("R", FIVE, [THIRD, THIRD, 2 * THIRD, 2 * THIRD, 3 * THIRD]),
    # 2 TP / (2 TP + FN + FP)
    ("F", FIVE, [Fraction(2 * tp, 2 * tp + (3 - tp) + (k - tp)) for k, tp in enumerate([1, 1, 2, 2, 3], 1)]),
    ("RR", FIVE, [1, 1, 1, 1, 1]),
    ("RR", [0, 0, 0, 0, 1], [0, 0, 0, 0, Fraction(1, 5)]),
    ("RR", [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
    ("Accuracy", [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]),
    ("FallOut", EIGHT, [0, 1 / 4, 1 / 4, 1 / 4, 2 / 4, 2 / 4, 3 / 4, 1]),
    ("AP", FIVE, [THIRD, THIRD, *[(1 + Fraction(2, 3)) / 3] * 2, (1 + Fraction(2, 3) + Fraction(3, 5)) / 3]),
    ("CG", GRADED, [3, 3 + 2, 3 + 2 + 3, 3 + 2 + 3 + 0, 3 + 2 + 3 + 0 + 1]),
    ("DCG", GRADED, DCG_OF_FIVE),
    ("P", EIGHT, [Fraction(hits, k) for k, hits in enumerate([1, 1, 2, 3, 3, 4, 4, 4], 1)]),
    ("R", EIGHT, [Fraction(hits, 4) for hits in [1, 1, 2, 3, 3, 4, 4, 4]]),
    # 2 TP / (k + m)
    ("F", EIGHT, [Fraction(2 * hits, k + 4) for k, hits in enumerate([1, 1, 2, 3, 3, 4, 4, 4], 1)]),
    ('AP(denominator="hits")', EIGHT, AP_OF_EIGHT),
    ('DCG(gain="exponential")', EIGHT, DCG_OF_EIGHT),
    ('IDCG(gain="exponential")', EIGHT, IDEAL_OF_EIGHT),
    (
        'nDCG(gain="exponential")',
        EIGHT,
        [actual / best for actual, best in zip(DCG_OF_EIGHT, IDEAL_OF_EIGHT, strict=True)],
    ),
]


@pytest.mark.parametrize(("measure", "relevance", "expected"), TABLES, ids=str)
def test_a_table_is_its_arithmetic_at_every_k(measure: str, relevance: list[int], expected: list[Any]) -> None:
    at_every_k = rt.measure(measure)(relevance).at_every_k()
    assert np.asarray(at_every_k, dtype=float) == pytest.approx([float(one) for one in expected], rel=0, abs=1e-12)
    for found, one in zip(at_every_k.exact.tolist(), expected, strict=True):
        if isinstance(one, int | Fraction):
            assert Fraction(found) == one
    fractions = rt.measure(measure)([Fraction(grade) for grade in relevance]).at_every_k()
    assert [float(one) for one in np.asarray(fractions)] == pytest.approx([float(one) for one in expected], abs=1e-12)
    for k, one in enumerate(expected, start=1):
        assert float(rt.measure(f"{measure}@{k}")(relevance)) == pytest.approx(float(one), rel=0, abs=1e-12)
    in_a_batch = rt.measure(measure)(Batch([relevance, [0, *relevance]])).at_every_k()
    assert np.asarray(in_a_batch)[0, : len(expected)] == pytest.approx([float(one) for one in expected], abs=1e-12)


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


def test_dcg_never_falls_and_ndcg_does() -> None:
    assert (np.diff(rt.dcg(EIGHT, gain="exponential").at_every_k()) >= 0).all()
    assert (np.diff(rt.ndcg(EIGHT, gain="exponential").at_every_k()) < 0).any()


def test_the_lists_of_the_documents_are_ready_to_use() -> None:
    listed = {title: [r.grades for r in rankings.values()] for title, rankings in examples.documents.items()}
    for title, expected in listed.items():
        relevance = [example["relevance"] for example in DOCUMENTS[title]["examples"] if "relevance" in example]
        found = [one for entry in relevance for one in (entry.values() if isinstance(entry, dict) else [entry])]
        assert all(one in expected for one in found)
        assert all(one in found for one in expected)
    eight, (golden,) = examples.eight_documents, DOCUMENTS[INTRODUCTION]["examples"]
    assert eight.items == tuple(golden["ids"])
    assert eight.scores == tuple(golden["scores"])
    assert eight == Ranking.from_items(golden["ids"], relevant=set(golden["relevant_ids"]), scores=golden["scores"])


# --- what the golden file derives from the documents ----------------------------------------------
THREE, TAIL, FULL = Ranking([1, 1, 1]), Ranking([1, 1, 1, 0, 0]), Ranking([1, 1, 1, 1, 1])
SHORT = Ranking([1, 1, 1], missed=[1, 1])
HALF = Fraction(1, 2)
FALL = Fraction(4, 5)  # weights of 1, 0.8, 0.64, ...
AUC_OF_FOUR = "AUC of labels [1,0,1,0], scores [0.9,0.5,0.5,0.1]"
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])


def derived(title: str, example: str) -> dict[str, Any]:
    return next(one["derived"] for one in DOCUMENTS[title]["examples"] if one["name"] == example)


class Figure(NamedTuple):
    """A figure of the golden file, its arithmetic, and the measure of a list that gives it."""

    golden: Any
    arithmetic: Fraction | float
    measure: str
    ranking: Ranking


OF_TAIL, OF_SHORTER = derived(REVIEW, "a tail of misses"), derived(REVIEW, "a shorter result set")
OF_AUC = derived(REVIEW, "weighted area under ROC, on the eight documents")
FROM_RETRIEVED = OF_SHORTER["ndcg, ideal from the retrieved items"]
FROM_RELEVANT = OF_SHORTER["ndcg, ideal from all relevant items, k = 5"]
FIGURES = [
    # a tail: without it, and with it
    Figure(OF_TAIL["dcg"][0], 1 + 1 / log2(3) + 1 / 2, "DCG", THREE),
    Figure(OF_TAIL["dcg"][1], 1 + 1 / log2(3) + 1 / 2 + 0 + 0, "DCG", TAIL),
    Figure(OF_TAIL["average_precision"][0], Fraction(1 + 1 + 1, 3), "AP", THREE),
    Figure(OF_TAIL["average_precision"][1], Fraction(1 + 1 + 1, 3), "AP", TAIL),
    Figure(OF_TAIL["fap"][0], f1(f1(Fraction(3, 3), Fraction(3, 3)), Fraction(1)), "FAP", THREE),
    Figure(OF_TAIL["fap"][1], f1(f1(Fraction(3, 5), Fraction(3, 3)), Fraction(1)), "FAP", TAIL),
    # a shorter list, and a longer one
    Figure(FROM_RETRIEVED[0], 1.0, 'nDCG(ideal="retrieved")', SHORT),
    Figure(FROM_RETRIEVED[1], 1.0, 'nDCG(ideal="retrieved")', FULL),
    Figure(
        FROM_RELEVANT[0],
        (1 + 1 / log2(3) + 1 / 2) / (1 + 1 / log2(3) + 1 / 2 + 1 / log2(5) + 1 / log2(6)),
        "nDCG@5",
        SHORT,
    ),
    Figure(FROM_RELEVANT[1], 1.0, "nDCG@5", FULL),
    Figure(OF_SHORTER["average_precision"][0], Fraction(1 + 1 + 1, 5), "AP", SHORT),
    Figure(OF_SHORTER["average_precision"][1], Fraction(5, 5), "AP", FULL),
    # trapezoids end at ranks 2, 5, 7 and 8, where the FPR rises by 1/4
    Figure(OF_AUC["auc"], (Fraction(1, 4) + Fraction(3, 4) + 1 + 1) / 4, "AUC", examples.eight_documents),
    Figure(
        OF_AUC["formula, w_i = 0.8^(i-1)"],
        (FALL * Fraction(1, 4) + FALL**4 * Fraction(3, 4) + FALL**6 + FALL**7) / 4,
        "AUC(weights=0.8)",
        examples.eight_documents,
    ),
    # each of the other items, by its weight, times the weights of the relevant ones above it
    Figure(
        OF_AUC["sample_weight = 0.8^(rank-1)"],
        (FALL + FALL**4 * (1 + FALL**2 + FALL**3) + (FALL**6 + FALL**7) * (1 + FALL**2 + FALL**3 + FALL**5))
        / ((FALL + FALL**4 + FALL**6 + FALL**7) * (1 + FALL**2 + FALL**3 + FALL**5)),
        'AUC(weights=0.8, weighting="instances")',
        examples.eight_documents,
    ),
    Figure(DOCUMENTS[WIKI]["derived"][AUC_OF_FOUR]["ties count one half"], (1 + 1 + HALF + 1) / 4, "AUC", TIED),
]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda one: f"{one.measure} of {one.ranking.grades}")
def test_a_derived_figure_is_its_arithmetic_in_every_mode(figure: Figure) -> None:
    golden = Fraction(figure.golden) if isinstance(figure.golden, str) else figure.golden
    assert float(golden) == pytest.approx(float(figure.arithmetic), rel=0, abs=1e-15)
    ranking, measure = figure.ranking, rt.measure(figure.measure)
    alone = measure(ranking)
    assert alone.value == pytest.approx(float(figure.arithmetic), rel=0, abs=1e-12)
    if isinstance(figure.arithmetic, Fraction):
        assert alone.exact == figure.arithmetic
    batch = measure(Batch([[0, 1] * 6, ranking.grades], missed=[[], ranking.missed]))
    if ranking.scores is None:
        assert batch.value[1] == pytest.approx(float(figure.arithmetic), rel=0, abs=1e-12)
    fractions = Ranking([Fraction(grade) for grade in ranking.grades], scores=ranking.scores, missed=ranking.missed)
    assert float(measure(fractions)) == pytest.approx(float(figure.arithmetic), rel=0, abs=1e-12)


def test_every_derived_figure_has_its_test() -> None:
    of_examples = [one["derived"] for document in GOLDEN for one in document["examples"] if "derived" in one]
    listed = [value for one in of_examples for values in one.values() for value in np.atleast_1d(np.array(values, "O"))]
    of_the_wiki = [DOCUMENTS[WIKI]["derived"][AUC_OF_FOUR]["ties count one half"]]  # others: test_conventions.py
    assert sorted(map(str, [*listed, *of_the_wiki])) == sorted(str(figure.golden) for figure in FIGURES)


# --- the slips of the documents -------------------------------------------------------------------
SLIPS = {title: document.get("slips", []) for title, document in DOCUMENTS.items()}


def slip(title: str, words: str) -> str:
    """The one slip of a document that says this."""
    (found,) = [one for one in SLIPS[title] if words in one]
    return found


def lists_up_to(n: int, grades: Any = (0, 1)) -> Iterator[list[int]]:
    for length in range(1, n + 1):
        yield from map(list, product(grades, repeat=length))


def test_every_slip_is_known() -> None:
    assert {title: len(slips) for title, slips in SLIPS.items() if slips} == {REVIEW: 5, NOTE: 3, WIKI: 1}


def test_slip_of_fap_for_a_general_beta() -> None:
    assert slip(REVIEW, "the weighted harmonic mean has b^2 F").endswith("Equal at b = 1.")
    for grades in lists_up_to(5):
        assert rt.fap(grades).exact == rt.fap(grades, form="printed").exact
    perfect = Ranking([1])  # F = AP = 1: every mean of them is 1
    assert rt.fap(perfect, beta=2).exact == Fraction((1 + 4) * 1 * 1, 4 * 1 + 1) == 1
    assert rt.fap(perfect, beta=2, form="printed").exact == Fraction((1 + 4) * 1 * 1, 2 * 1 + 1) == Fraction(5, 3)
    tail = Ranking([1, 0])  # P = 1/2, R = 1, F2 = 5/6, AP = 1
    f2 = (1 + 4) * HALF * 1 / (4 * HALF + 1)
    assert rt.fap(tail, beta=2).exact == (1 + 4) * f2 * 1 / (4 * f2 + 1)
    assert rt.fap(tail, beta=2, form="printed").exact == (1 + 4) * f2 * 1 / (2 * f2 + 1)
    assert rt.fap(Batch([perfect, tail]), beta=2, form="printed").exact.tolist() == [Fraction(5, 3), Fraction(25, 16)]


def test_slip_the_discount_is_logarithmic_and_not_exponential() -> None:
    assert slip(REVIEW, "it decays logarithmically, far more slowly")
    discount = np.asarray(rt.dcg([1] * 31).columns["discount"])
    assert discount[[0, 2, 6, 14, 30]] == pytest.approx([1, 2, 3, 4, 5])  # one more each time that rank + 1 doubles
    worth = 1 / discount
    from_rank_to_rank = worth[1:] / worth[:-1]
    assert (np.diff(from_rank_to_rank) > 0).all()  # of an exponential decay it would be the same everywhere
    assert worth[30] == pytest.approx(1 / 5)
    assert 0.8**30 < 0.002


def random_order(relevant: int, n: int) -> Fraction:
    """The mean AP of all orders of n items: the item at a hit's rank i, and its share of the hits above it."""
    harmonic = sum(Fraction(1, i) for i in range(1, n + 1))
    return (harmonic + Fraction(relevant - 1, n - 1) * (n - harmonic)) / n


def test_slip_hits_last_give_less_than_the_share_of_positives() -> None:
    assert "(1/4 + 2/5)/2 = 13/40, the share is 2/5" in slip(REVIEW, "a baseline that ranks all hits last")
    orders = [[int(rank in hits) for rank in range(1, 6)] for hits in combinations(range(1, 6), 2)]
    values = {tuple(order): rt.average_precision(order).exact for order in orders}
    for order, value in values.items():
        one, other = (rank for rank, relevant in enumerate(order, start=1) if relevant)
        assert value == (Fraction(1, one) + Fraction(2, other)) / 2
    assert values[(0, 0, 0, 1, 1)] == (Fraction(1, 4) + Fraction(2, 5)) / 2 == Fraction(13, 40) == min(values.values())
    assert sum(values.values()) / 10 == random_order(2, 5) == Fraction(237, 400)
    assert rt.mean(rt.average_precision, orders).exact == Fraction(237, 400)
    assert Fraction(13, 40) < Fraction(2, 5) < Fraction(237, 400)
    assert 0 < random_order(400, 1000) - Fraction(2, 5) < Fraction(1, 200)  # of long lists it is roughly the share


def test_slip_a_tied_pair_counts_one_half() -> None:
    assert slip(REVIEW, "no term for ties; a tie counts one half")
    strictly_ahead = 1 + 1 + 0 + 1
    for form in ("trapezoids", "pairs"):
        assert rt.roc_auc(TIED, form=form).exact == Fraction(strictly_ahead, 4) + HALF / 4 == Fraction(7, 8)
        nothing_known = Ranking([1, 0, 0, 1], scores=[1, 1, 1, 1])
        assert rt.roc_auc(nothing_known, form=form).exact == (HALF + HALF + HALF + HALF) / 4


def test_slip_each_weight_belongs_to_its_own_item() -> None:
    assert slip(REVIEW, "each weight belongs to the instance at its own position")
    snippet = next(one for one in DOCUMENTS[REVIEW]["examples"] if one["name"] == "scikit-learn snippet")
    ranking = Ranking.from_scores(snippet["y_true"], snippet["y_score"])
    assert ranking.grades == [1, 1, 1, 0, 0, 0]  # every positive outscores every negative
    weights = [snippet["decay"] ** i for i in range(6)]
    for chosen in ({}, {"weights": weights, "weighting": "instances"}, {"weights": 0.8, "weighting": "instances"}):
        assert rt.roc_auc(ranking, **chosen).value == pytest.approx(1, rel=0, abs=1e-12)
    in_order, backwards = (
        rt.roc_auc(EIGHT, weights=one, weighting="instances").exact
        for one in ([1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1])
    )
    assert in_order == Fraction(2 * 1 + 5 * (1 + 3 + 4) + (7 + 8) * (1 + 3 + 4 + 6), (2 + 5 + 7 + 8) * (1 + 3 + 4 + 6))
    assert backwards == Fraction(7 * 8 + 4 * (8 + 6 + 5) + (2 + 1) * (8 + 6 + 5 + 3), (7 + 4 + 2 + 1) * (8 + 6 + 5 + 3))
    assert in_order != backwards


def test_slip_one_name_for_two_average_precisions_at_k() -> None:
    assert slip(NOTE, "divides by m, all relevant items; the introduction divides by the hits so far")
    assert rt.average_precision(EIGHT, k=3).exact == (1 + Fraction(2, 3)) / 4
    assert rt.average_precision(EIGHT, k=3, denominator="hits").exact == (1 + Fraction(2, 3)) / 2


def test_slip_the_minus_signs_that_the_page_lost() -> None:
    assert slip(NOTE, "2^rel(k) 1 reads 2^rel(k) - 1, R(k1) reads R(k-1), n(n1) reads n(n-1)")
    exponential = rt.dcg([3, 2], gain="exponential")
    assert exponential.value == pytest.approx((2**3 - 1) / 1 + (2**2 - 1) / log2(3))
    assert "2^{" in exponential.formula and "- 1" in exponential.formula
    steps = rt.average_precision([1, 0, 1], form="recall_steps")
    assert steps.exact == 1 * (HALF - 0) + HALF * (HALF - HALF) + Fraction(2, 3) * (1 - HALF)
    assert "R(i-1)" in steps.formula
    distance = rt.kendall_distance(list("abc"), list("cba"))
    assert distance.exact == Fraction(1 + 1 + 1, 3 * (3 - 1) // 2)
    assert r"n \cdot (n - 1)" in distance.formula
    rho = rt.spearman([1, 2, 3], [1, 3, 2], form="differences")
    assert rho.exact == 1 - Fraction(6 * (0 + 1 + 1), 3 * (3**2 - 1))
    assert "n^{2} - 1" in rho.formula


def test_slip_what_a_pair_costs_and_how_many_there_are() -> None:
    assert slip(NOTE, "leaves open how a pair counts when an item is in only one of the two top-K lists")
    for p in (0, HALF, 1):  # a b and c d are told by one list each; the four other pairs by none and both
        expected = Fraction(p + p + 1 + 1 + 1 + 1) / (4 * 3 // 2)
        assert rt.kendall_distance(list("ab"), list("cd"), p=p).exact == expected


@given(grades=st.lists(st.integers(0, 1), min_size=1, max_size=12).filter(any))
def test_slip_lag_as_a_distance_and_as_a_count(grades: list[int]) -> None:
    assert slip(WIKI, "only if the ideal position of the j-th relevant item is taken to be j")
    places = [rank for rank, relevant in enumerate(grades, start=1) if relevant]
    distances = [rank - j for j, rank in enumerate(places, start=1)]
    wrong_above = [grades[: rank - 1].count(0) for rank in places]
    assert distances == wrong_above
    assert rt.lag(grades).exact == Fraction(sum(distances), len(places))
    assert [value for value in rt.lag(grades).columns["lag"].exact.tolist() if value] == [d for d in distances if d]
    if len(places) > 1:  # from position 1 the first is as far, and every other one is further
        assert sum(rank - 1 for rank in places) > sum(distances)


# --- what the review, the note and the wiki page teach --------------------------------------------
def test_a_tail_of_misses_is_seen_by_fap_and_precision_only() -> None:
    for metric in (rt.dcg, rt.ndcg, rt.average_precision, rt.gap, rt.roc_auc):
        assert metric(THREE).value == metric(TAIL, k=3).value
    for metric in (rt.dcg, rt.ndcg, rt.average_precision):
        assert metric(THREE).value == metric(TAIL).value
    for metric in (rt.fap, rt.precision, rt.f_score):
        assert metric(THREE).exact == 1 > metric(TAIL).exact


def test_the_peak_of_fap_is_the_cutoff() -> None:
    ranking = Ranking([1, 1, 1, 0, 0], missed=[1, 1])
    aps = [Fraction(hits, 5) for hits in (1, 2, 3, 3, 3)]
    fs = [Fraction(2 * hits, k + 5) for k, hits in enumerate((1, 2, 3, 3, 3), start=1)]
    expected = [f1(f, ap) for f, ap in zip(fs, aps, strict=True)]
    trace = rt.fap(ranking)
    assert trace.at_every_k().exact.tolist() == expected
    assert [round(float(one), 4) for one in expected] == [0.25, 0.4706, 0.6667, 0.6316, 0.6]
    assert [rt.fap(ranking, k=k).exact for k in range(1, 6)] == expected
    assert rt.fap(Batch([ranking, [1]])).at_every_k().exact[0].tolist() == expected
    assert "highest at k = 3: 2/3" in trace.conventions


def test_the_formulas_of_the_note_on_the_lists_of_the_other_documents() -> None:
    assert DOCUMENTS[NOTE]["examples"][0]["name"] == "formulas only"
    assert [rt.accuracy(EIGHT, k=k).exact for k in (1, 8)] == [1, 1]
    assert (rt.precision(EIGHT, k=5).exact, rt.recall(EIGHT, k=5).exact) == (Fraction(3, 5), Fraction(3, 4))
    for form in ("precision_at_hits", "recall_steps"):
        assert rt.average_precision(EIGHT, k=5, form=form).exact == (1 + Fraction(2, 3) + Fraction(3, 4)) / 4
    assert rt.reciprocal_rank(EIGHT).exact == 1
    dcg = (2**3 - 1) / 1 + (2**2 - 1) / log2(3) + (2**3 - 1) / 2 + 0 + (2**1 - 1) / log2(6)
    ideal = (2**3 - 1) / 1 + (2**3 - 1) / log2(3) + (2**2 - 1) / 2 + (2**1 - 1) / log2(5)
    assert rt.dcg(GRADED, k=5, gain="exponential").value == pytest.approx(dcg, rel=0, abs=1e-12)
    assert rt.ndcg(GRADED, k=5, gain="exponential").value == pytest.approx(dcg / ideal, rel=0, abs=1e-12)
    order, by_id = examples.eight_documents, sorted(examples.eight_documents.items)
    # 06 03 05 00 04 02 01 07: so many of those after each one should stand before it
    assert rt.kendall_distance(order, by_id).exact == Fraction(6 + 3 + 4 + 0 + 2 + 1 + 0, 8 * 7 // 2)
    # tops of three: 06 03 05 and 00 01 02
    assert rt.kendall_distance(order, by_id, k=3).exact == (3 * 3 + 3 * HALF + 3 * HALF) / (6 * 5 // 2)
    squares = 6**2 + 2**2 + 3**2 + 3**2 + 0 + 3**2 + 5**2 + 0
    assert rt.spearman(order.items, by_id).exact == 1 - Fraction(6 * squares, 8 * (8**2 - 1)) == Fraction(-2, 21)
    over_queries = rt.mean(rt.kendall_distance, [(order, by_id), (by_id, by_id)])
    assert over_queries.exact == (Fraction(4, 7) + 0) / 2


def test_what_the_calculator_behind_the_wiki_page_does() -> None:
    said = " ".join(DOCUMENTS[WIKI]["the calculator behind the page"])
    lists = [Ranking([0, 1, 1], missed=[1]), Ranking([0, 0], missed=[1]), Ranking([1])]
    assert "MAP divides by the queries with at least one hit (the page says: by N)" in said
    found = rt.mean(rt.average_precision, lists, denominator="hits", queries="with_hits").exact
    assert found == ((HALF + Fraction(2, 3)) / 2 + 1) / 2
    assert rt.mean(rt.average_precision, lists).exact == ((HALF + Fraction(2, 3)) / 3 + 0 + 1) / 3
    assert "relevant items that were not retrieved do not enter LAG" in said
    assert rt.mean(rt.lag, lists, average="pooled").exact == Fraction(1 + 1 + 0, 3)
    assert "no relevant item at all gives NaN" in said  # here it is 0, and the header says so
    assert rt.lag([0, 0]).exact == 0
    assert "0/0 counts as 0" in rt.lag([0, 0]).conventions
