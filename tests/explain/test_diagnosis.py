"""What somebody typed: right in every spelling, and if wrong, the mistake that gives it."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from rankteach import Measure, Ranking, Trace, diagnose
from rankteach.classroom import examples
from rankteach.core.column import Column
from rankteach.explain.numbers.conventions import COMMON_NUMBERS, changes
from rankteach.explain.numbers.diagnose import Diagnosis, compare, diagnosed
from rankteach.explain.numbers.record import Asked, Record
from rankteach.explain.numbers.slips import altered, left_out, rounded
from rankteach.tracing.measures import metrics
from rankteach.tracing.metric import Metric
from rankteach.tracing.paired import ranked
from tests.catalogue import required

EIGHT = examples.eight_documents
GRADED = examples.five_graded
LISTS = [[1, 0, 1], [0, 1]]
# graded, with ties, with missed items, and longer than a cutoff: most conventions give numbers of their own here
TELLING = Ranking(
    [1, 0, 3, 2, 0, 1, 2, 0, 1], missed=[3, 1], scores=[0.9, 0.8, 0.8, 0.7, 0.6, 0.5, 0.4, 0.4, 0.1], relevant_from=1
)
FIRST, SECOND = [1, 2, 2, 4, 5, 7], [2, 1, 3, 3, 6, 1]
ap, log2 = rt.average_precision, math.log2


def said(trace: Trace, typed: Any, **cell: Any) -> str:
    """What is said of a wrong number, which some calculation must explain."""
    diagnosis = diagnose(trace, typed, **cell)
    assert diagnosis.right is False
    assert diagnosis.mistakes
    return diagnosis.said


def of_default(metric: Any) -> Trace:
    """A metric with its defaults on a telling list, or on two of them."""
    if metric.pairing is None:
        return metric(TELLING, **({"k": 6} if "k" in metric.parameters else {}))  # type: ignore[no-any-return]
    return metric(*lists_for(metric))  # type: ignore[no-any-return]


def lists_for(metric: Any) -> tuple[Any, Any]:
    """Two numbers per item, or two ranked lists that do not hold the same items."""
    return (list("abcde"), list("caxyd")) if metric.pairing is ranked else (FIRST, SECOND)


every_metric = pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.name)


# --- right ------------------------------------------------------------------------------------------------------
SPELLINGS: dict[Fraction, list[Any]] = {
    Fraction(2, 3): ["2/3", " 2 / 3 ", "4/6", "=2/3", "0.67", ".667", "0,667", "66.7%", "66,7 %", "67%", "0.6667",
                     "+0.67", "6.67e-1", Fraction(2, 3), 2 / 3, 0.667, np.float64(2 / 3)],
    Fraction(5, 3): ["5/3", "1 2/3", "1.67", "1,667", "10/6"],
    Fraction(-2, 3): ["-2/3", "−0.67", "-.66"],
}  # fmt: skip


@pytest.mark.parametrize(("value", "typed"), [(value, one) for value, some in SPELLINGS.items() for one in some])
def test_the_right_answer_is_right_in_all_spellings(value: Fraction, typed: Any) -> None:
    assert compare(typed, value).right is True


def test_digits_that_are_cut_off_are_remarked_upon() -> None:
    trace = rt.precision(EIGHT, k=3)
    assert diagnose(trace, "0.67").said == "Right, rounded."
    assert diagnose(trace, "0.66").right is True
    assert diagnose(trace, "0.66").said == "Right. (Rounded, it's 0.67.)"
    assert diagnose(trace, "2/3").said == "Right."


def test_one_digit_is_too_few_to_tell() -> None:
    assert diagnose(ap(EIGHT), "0.8").right is None
    assert "two decimals" in diagnose(ap(EIGHT), "0.8").said
    assert diagnose(rt.precision([1, 0]), "0.5").right is True  # which it is exactly
    assert diagnose(ap(EIGHT), "1").right is False


@pytest.mark.parametrize("typed", ["", "abc", "2/0", "1/", "/", ".", "%", "1e", "--1", "__import__('os')", "9" * 5000])
def test_text_that_is_no_number_is_answered(typed: str) -> None:
    diagnosis = diagnose(ap(EIGHT), typed)
    assert diagnosis.right is None
    assert "3/7" in diagnosis.said
    assert diagnosis.mistakes == ()


@pytest.mark.parametrize("typed", [None, True, math.nan, math.inf, 1j, [1], object()])
def test_things_that_are_no_number(typed: Any) -> None:
    assert diagnose(ap(EIGHT), typed).right is None


@given(st.text())
def test_nothing_raises_for_any_text(typed: str) -> None:
    assert isinstance(diagnose(rt.ndcg(GRADED), typed), Diagnosis)


@given(st.fractions() | st.floats() | st.decimals().map(str))
@settings(max_examples=20)
def test_nothing_raises_for_any_number(typed: Any) -> None:
    assert isinstance(diagnose(rt.roc_auc(EIGHT), typed), Diagnosis)


@every_metric
def test_the_exact_value_and_every_cell_are_right(metric: Any) -> None:
    trace = of_default(metric)
    assert diagnose(trace, f"{Decimal(float(trace)):.4f}").right is True
    assert diagnose(trace, float(trace)).right is True
    if trace.exact is not None:
        assert diagnose(trace, str(trace.exact)).right is True
    for name, column in trace.columns.items():
        for row, value in enumerate(np.asarray(column, dtype=float).tolist(), start=1):
            assert diagnose(trace, value, column=name, row=row).right is True


def test_a_fraction_for_a_number_that_has_none() -> None:
    trace = rt.ndcg(GRADED, k=3)
    near = Fraction(float(trace)).limit_denominator(200)
    assert diagnose(trace, str(near)).right is True
    assert diagnose(trace, str(near + Fraction(1, 1000))).right is False


# --- which mistake ------------------------------------------------------------------------------------------------
# Each list, what was typed, and what is said: all of it, or a part.
AP_3, F2_3, TAU_A = ap(EIGHT, k=3), rt.f_score(EIGHT, k=3, beta=2), rt.kendall_tau([1, 2, 2, 4], [1, 3, 2, 4])
FOUR, P_4 = [[1, 2, 3, 4], [1, 3, 2, 4]], rt.precision([1, 1, 0, 1, 0, 0, 1], k=4)
MISSING = rt.ndcg(Ranking([3, 2, 3, 0, 1], missed=[3, 2]), k=5)
EXPONENTIAL = rt.dcg(GRADED, gain="exponential")
AS_RECALL = rt.precision(Ranking([1, 0, 1, 0, 0], missed=[1, 1, 1]), k=4)
MAP = rt.mean(ap, LISTS)  # of 5/6 and 1/2
SCORED = [Ranking(grades, scores=[0.9, 0.5, 0.4]) for grades in ([1, 0, 1], [1, 0, 0])]
POOLED = rt.mean(rt.roc_auc, SCORED, average="pooled")
EVERY_RANK = sum(Fraction(hits, rank) for rank, hits in enumerate(np.cumsum(EIGHT.grades).tolist(), 1)) / 4
WITHOUT_ONE = 2 / log2(2) + 3 / log2(3) + 0 + 1 / log2(5)
IDEAL_WITHOUT_ONE = 3 / log2(2) + 2 / log2(3) + 1 / log2(4)
POWERS = sum((2**grade) / log2(rank + 1) for rank, grade in enumerate([3, 2, 3, 0, 1], 1))
DIAGNOSED: list[tuple[Trace, Any, str]] = [
    (AP_3, "5/6",
     'Not yet. That is AP@3 divided by the relevant items found (denominator="hits"), not by all relevant items.'),
    (AP_3, "5/9", "AP@3 divided by the cutoff (k), not by the relevant items (m)"),
    (AP_3, "5/24", "Not yet. That is AP@3 divided by the length of the list (n), not by the relevant items (m)."),
    (ap(EIGHT), "37/12", "Not yet. That is AP not divided by the relevant items (m)."),
    (ap(EIGHT, k=3, denominator="hits"), "5/12", 'divided by all relevant items (denominator="relevant")'),
    (ap(EIGHT), EVERY_RANK, "Not yet. That is AP with precision at every rank, relevant or not."),
    (rt.dcg(GRADED), f"{WITHOUT_ONE:.4f}",
     "DCG without the + 1 in log2(i + 1), leaving out what is then divided by 0"),
    (rt.dcg(GRADED), f"{WITHOUT_ONE:.4f}", "with ranks counted from 0"),
    (rt.ndcg(GRADED), f"{WITHOUT_ONE / IDEAL_WITHOUT_ONE:.4f}", "nDCG without the + 1 in log2(i + 1)"),
    (rt.dcg(GRADED), f"{float(EXPONENTIAL):.3f}",
     'Not yet. That is DCG with exponential gain (gain="exponential"), not linear gain.'),
    (EXPONENTIAL, f"{float(rt.dcg(GRADED)):.3f}", "linear gain"),
    (rt.dcg(GRADED, gain={1: 1, 2: 3, 3: 9}), f"{float(rt.dcg(GRADED)):.3f}", "linear gain"),
    (EXPONENTIAL, f"{POWERS:.4f}", "without the − 1 in 2^rel_i − 1"),
    (rt.reciprocal_rank([0, 0, 0, 1]), "1/3", "RR with ranks counted from 0"),
    (rt.precision([1, 0, 0, 1, 0, 0], k=4), "0.667", "P@4 with ranks counted from 0"),
    (ap([0, 1, 1, 1], k=3, denominator="min"), "2/3", "That is AP@3 with ranks counted from 0"),  # k stays 3
    (rt.precision([1, 1, 0, 1, 1, 1], k=3), "2/5", "R@3, recall"),
    (rt.precision([1, 0, 0, 1], k=3), "1/2", "P@3 divided by all relevant items (m)"),
    (rt.precision([1, 0, 0, 1], k=3), "11/18", "the mean of precision at the first 3 ranks, not P@3"),
    (rt.precision([1, 0, 0, 1]), "7/12", "the mean of precision at all ranks, not P"),
    (rt.recall(EIGHT, k=5), "3/5", "P@5, precision"),
    (rt.reciprocal_rank([0, 0, 0, 1, 1, 0]), "9/40", "That is the mean of 1/rank over all relevant items found"),
    (rt.lag([1, 1, 1, 0, 1, 0, 0, 1, 1]), "3.6667", "if you count all items above a relevant one (rank − 1)"),
    (rt.ndcg([1, 3, 1, 3, 2], k=3), "0.8213", "if your ideal list is built from the first k results only"),
    (rt.ndcg(GRADED, k=3), "5.7619", "DCG@3, discounted cumulative gain"),
    (F2_3, "5/8", "F0.5@3 (beta=0.5), not F2@3"),
    (F2_3, "4/7", "F1@3 (beta=1), not F2@3"),
    (F2_3, "0.583", "Not yet. That is the plain mean of precision and recall."),
    (MISSING, "0.9724", 'ideal order of the retrieved items only (ideal="retrieved")'),
    (MISSING, "0.7334", 'an ideal order that is never cut (ideal="uncut")'),
    (P_4, "3/5", "P@5, cut off one rank too late"),
    (P_4, "2/3", "P@3, cut off one rank too early"),
    (P_4, "4/7", "P of the whole list, not cut off at rank 4"),
    (ap(GRADED), ap(GRADED.with_relevant_from(3)).exact, "AP where items are relevant from grade 3, not from grade 1"),
    # F√2@7 is 0.8, but no learner types that weight
    (rt.f_score([1, 1, 0, 1, 0, 0, 1, 0], k=7), "0.80", "Not yet. That is F1@7 with ranks counted from 0."),
    (ap(EIGHT), "11/48", "Not yet. That is 1 − AP."),
    (ap(EIGHT), "77.08", "in percent"),
    (rt.kendall_tau(*FOUR), "-2/3", "wrong sign"),
    (rt.cumulative_gain([5, 2, 11, 4]), "11", "with rank 3 left out of the sum"),
    (TAU_A, "5/6", 'divided by all pairs (variant="a")'),
    (rt.kendall_tau(*FOUR), "4/36", "without the square root"),
    (rt.spearman(*FOUR), "2/3", "τ, Kendall's tau"),
    (rt.spearman(*FOUR, form="differences"), str(1 - Fraction(2, 60)), "without the factor 6"),
    (MAP, "5/6", "Not yet. That is AP of query q1."),
    (MAP, "4/3", "MAP not divided by Q"),
    (rt.mean(rt.lag, [[0, 1, 0, 1], [1]]), "1", "pooled over all relevant items of all queries"),
    (rt.mean(ap, [[1, 0, 1], [0, 0], [0, 1]]), "2/3", "queries with a relevant item"),
    (rt.mean(ap, LISTS, k=2), "3/4", 'MAP@2 divided by the relevant items found (denominator="hits")'),
    (POOLED, 1 - POOLED.exact, "1 − pooled AUC"),
    (rt.mean(rt.roc_auc, SCORED), POOLED.exact, "items in one list"),
    (rt.pair_accuracy([2, 0, 3, 1]), "3/4", "divided by the length of the list (n), not by the pairs so far"),
    (rt.fall_out([0, 0, 1, 0, 0], k=3), "2/3", "divided by the cutoff (k), not by the irrelevant items (N)"),
    (rt.fap([1, 1, 0]), "4/5", "That is F1 alone, without AP. It could also be FAP divided by"),
    (rt.fap([1, 0, 1], beta=2), "0.8333", "That is AP alone, without F2."),
    (ap(Ranking([1, 1, 0], missed=[1, 1])), "2/3", "divided by the relevant items or the ranks, whichever are fewer"),
    # slips come before other metrics with the same value
    (rt.precision([0, 1, 1, 1, 1, 1], k=5), "1",
     "Not yet. It could be P@5 divided by the relevant items found, not by the cutoff (k); "
     "or P@5 with ranks counted from 0."),
    (rt.precision([1, 0, 1, 0, 0, 0, 1, 1], k=4), "1/4", "P@4 divided by the length of the list (n)"),
    (AS_RECALL, rt.recall(AS_RECALL.ranking, k=4).exact,
     "P@4 divided by all relevant items (m) or the length of the list (n)"),
    # printed: F1@3 of the eight documents, which is F with beta = 1/2, and DCG@5, whose terms were cut off
    (rt.f_score(EIGHT, k=3), "0.62", "F0.5@3"),
    (rt.dcg(GRADED, k=5), "6.1486", "too early"),
]  # fmt: skip


def test_the_only_term_of_a_sum_is_not_left_out() -> None:
    """A student who gets 0 for a reciprocal rank has forgotten no term."""
    for trace in (rt.reciprocal_rank([0, 0, 1]), ap([0, 0, 1])):
        assert "left out of the sum" not in str(diagnose(trace, "0"))


@pytest.mark.parametrize(("trace", "typed", "words"), DIAGNOSED)
def test_a_mistake_is_named(trace: Trace, typed: Any, words: str) -> None:
    found = said(trace, typed)
    assert found == words if words.startswith("Not yet.") else words in found


def test_the_range_comes_first_and_no_rare_measure_is_named_for_two_digits() -> None:
    assert diagnose(ap(EIGHT), "1.97").said.startswith("Not yet. AP can't be above 1.")
    trace = rt.ndcg(rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2]), k=5)
    assert "CWL" not in diagnose(trace, "0.80").said


@pytest.mark.parametrize(("base", "called"), [(math.e, "e"), (10, "10")])
def test_another_base_of_the_logarithm_is_said_once(base: float, called: str) -> None:
    own = sum(grade / math.log(rank + 1, base) for rank, grade in enumerate([3, 0, 1, 2], 1))
    words = f"with logarithms to base {called} (base={called}), not logarithms to base 2"
    assert str(rt.diagnose(rt.dcg([3, 0, 1, 2]), round(own, 4))).endswith(f"That is DCG {words}.")
    ideal = sum(grade / math.log2(rank + 1) for rank, grade in enumerate([3, 2, 1], 1))
    said = str(rt.diagnose(rt.ndcg([3, 0, 1, 2]), round(own / ideal, 4)))
    assert said.endswith(f"That is nDCG {words}, only in the list itself.")


HALVES = Ranking([2, 0, 3, 1, 0, 2, 1], missed=[3])


def test_what_goes_wrong_in_one_half_of_ndcg_is_not_taken_for_another_metric() -> None:
    """0.5804 is FAP@6 of this list, too; 1.0670 also CG divided by the ideal DCG."""
    trace, cg = rt.ndcg(HALVES, k=6), float(rt.cumulative_gain(HALVES, k=6))
    assert round(float(rt.fap(HALVES, k=6)), 4) == round(float(rt.dcg(HALVES, k=6)) / cg, 4) == 0.5804
    assert said(trace, "0.5804") == "Not yet. That is nDCG@6 divided by the cumulative gain (CG), not by the ideal DCG."
    exponential = float(rt.dcg(HALVES, k=6, gain="exponential"))
    assert f"{exponential / float(rt.ideal_dcg(HALVES, k=6)):.4f}" == "1.0670"
    first, *others = diagnose(trace, "1.0670").mistakes
    assert "with exponential gain" in first.words and first.words.endswith("only in the list itself.")
    assert len(others) == 1 and "It could also be" in said(trace, "1.0670")
    inverse = float(rt.dcg(HALVES, k=6)) / float(rt.ideal_dcg(HALVES, k=6, gain="exponential"))
    assert "only in the ideal order" in said(trace, f"{inverse:.4f}")


def test_a_rare_metric_of_another_kind_is_no_diagnosis() -> None:
    trace = rt.ndcg(Ranking([3, 2, 3, 0, 1], missed=[3, 2]), k=4)
    rare = float(rt.fap(trace.ranking, k=4))
    assert "FAP" not in diagnose(trace, f"{rare:.6f}").said
    assert "FAP@4" in diagnose(trace, f"{rare:.6f}", taught=["FAP"]).said


def test_rounded_too_early() -> None:
    assert said(ap(EIGHT), str(Fraction("3.09") / 4)) == (  # 1 + 0.67 + 0.75 + 0.67
        "Not yet. That is AP rounded too early: every term to 2 digits, then added up."
    )
    assert "AP cut off too early" in said(ap(EIGHT), str(Fraction("3.07") / 4))
    assert "too early" not in said(rt.err([1, 3]), "1/2")  # 0.12 + 0.38: a half shows no rounding


def test_a_sign_that_every_pair_has_is_no_mistake() -> None:
    assert diagnose(rt.kendall_tau([1, 2, 3, 4], [1, 2, 4, 3]), "-1").mistakes == ()


def test_the_geometric_mean_for_the_mean() -> None:
    lists = [[1, 0, 1], [0, 1], [0, 0]]
    geometric = float(rt.mean("AP", lists, average="geometric"))
    words = diagnose(rt.mean("AP", lists), f"{geometric:.6f}").said
    assert "the geometric mean over all queries, where values below 0.00001 count as 0.00001" in words
    assert words.endswith("not the mean over all queries.")


def test_a_trace_with_a_convention_that_all_metrics_share() -> None:
    trace = rt.average_precision(Ranking([1, None, 0, 1]), judged_only=True)
    assert diagnose(trace, trace.exact).right
    assert "AP@2, cut off at rank 2" in diagnose(trace, "0.5").said


# --- cells --------------------------------------------------------------------------------------------------------
EXPONENTIAL_AT_2 = EXPONENTIAL.columns["discounted gain"][1]
OF_CELLS: list[tuple[Trace, str, int, str, str]] = [
    (ap(EIGHT), "precision", 3, "3/4", "Not yet. That is precision at rank 4."),
    (ap(EIGHT), "precision", 3, "3", "Not yet. It could be the rank itself."),
    (ap(EIGHT), "hits", 4, "2", "hits at rank 3"),
    (rt.dcg(GRADED), "discounted gain", 2, "1.585", "discount at rank 2"),
    (rt.dcg(GRADED), "discounted gain", 2, f"{EXPONENTIAL_AT_2:.3f}",
     'discounted gain at rank 2 with exponential gain (gain="exponential"), not linear gain'),
    # gain is a column of its own only here
    (rt.dcg([0, 3, 2], gain="exponential"), "gain", 2, "3", 'gain at rank 2 with linear gain (gain="linear")'),
    # from counts, F1 has no recall, and hits where recall was
    (rt.f_score(Ranking([0, 1, 0], missed=[1, 1])), "recall", 2, "1",
     "Not yet. It could be recall at rank 2 divided by the relevant items found, not by the relevant items (m); "
     "or hits at rank 2."),
    # slips come before cells that match by chance
    (ap([1, 0, 1, 1]), "precision", 3, "1", "Not yet. It could be precision at rank 3 with ranks counted from 0."),
    (ap([1, 1, 0, 1]), "precision", 3, "1",
     "It could be precision at rank 3 with ranks counted from 0; or precision at rank 2"),
]  # fmt: skip


@pytest.mark.parametrize(("trace", "column", "row", "typed", "words"), OF_CELLS)
def test_a_mistake_in_a_cell_is_named(trace: Trace, column: str, row: int, typed: str, words: str) -> None:
    found = said(trace, typed, column=column, row=row)
    assert found == words if words.startswith("Not yet.") else words in found


def test_without_a_row_the_cell_is_in_the_last_one() -> None:
    assert diagnose(ap(EIGHT), "1/2", column="precision").right is True


def test_cells_of_a_ratio_at_every_k() -> None:
    trace = rt.ndcg(GRADED)
    at_2 = float(trace.columns["nDCG@i"][1])
    assert diagnose(trace, f"{at_2:.4f}", column="nDCG@i", row=2).right is True
    assert "nDCG@2" in said(trace, f"{at_2:.4f}", column="nDCG@i", row=3)


# --- what is said, and what is not ----------------------------------------------------------------------------------
def test_a_number_that_comes_by_chance_is_spoken_of_with_care() -> None:
    assert said(ap(EIGHT), "1").startswith("Not yet. It could be ")
    assert len(diagnose(ap(EIGHT), "1").mistakes) <= 2
    half = rt.ndcg(rt.Ranking([3, 2, 3, 0, 1], missed=[1]))  # another gain in one half of nDCG, which few have
    binary = 'nDCG with a gain of 1 for each relevant item (gain="binary"), not linear gain, only in the list itself.'
    assert said(half, "0.37") == f"Not yet. It could be {binary}"
    assert said(half, "0.3752") == f"Not yet. That is {binary}"


def test_no_mistake_that_is_known() -> None:
    diagnosis = diagnose(ap(EIGHT), "0.123456")
    assert diagnosis.right is False
    assert diagnosis.mistakes == ()
    assert "row by row" in diagnosis.said
    assert "very close" in diagnose(ap(EIGHT), "0.769").said
    assert "very close" not in compare("0.02", Fraction(1, 512)).said  # ten times as large


@given(st.integers(0, 150), st.from_type(Ranking), st.from_type(Measure))
def test_the_right_value_is_never_said(hundredths: int, ranking: Ranking, measure: Measure) -> None:
    trace = measure(ranking)
    diagnosis = diagnose(trace, f"{hundredths / 100:.2f}")
    assert len(diagnosis.mistakes) <= 2
    assert len({mistake.words for mistake in diagnosis.mistakes}) == len(diagnosis.mistakes)
    if not diagnosis.right and trace.exact is not None and trace.exact.denominator > 10:
        assert str(trace.exact) not in diagnosis.said
    for mistake in diagnosis.mistakes:
        assert mistake.words.startswith("That is ")
        assert float(mistake.value) == pytest.approx(hundredths / 100, abs=0.0101)
        assert not mistake.words.endswith("..")
        assert "  " not in mistake.words


def test_a_diagnosis_has_a_text_and_an_html_form() -> None:
    assert repr(diagnose(ap(EIGHT), "37/48")) == "✓ Right."
    assert repr(diagnose(ap(EIGHT), "37/12")).startswith("✗ Not yet. That is AP ")
    assert repr(diagnose(ap(EIGHT), "?")).startswith("? ")


@pytest.mark.parametrize("typed", ["5/6", "0.8333", "0.83"])
def test_the_value_of_another_convention_is_a_fraction(typed: str) -> None:
    trace = ap(Ranking([1, 0, 1, 0, 0], missed=[1, 1]))
    (mistake,) = diagnose(trace, typed).mistakes
    assert mistake.value == Fraction(5, 6) == ap(trace.ranking, denominator="hits").exact


def test_a_second_wrong_number_calculates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(ap(EIGHT))
    first = diagnosed(asked, "0.1234567")
    runs, calculations = counted(monkeypatch, Metric, "__call__"), counted(monkeypatch, Record, "_value")
    assert diagnosed(asked, "0.7654321") == first
    assert runs == calculations == []


# --- over the catalogue -----------------------------------------------------------------------------------------------
def recognised(trace: Trace, made: Trace) -> bool:
    """Whether the value under another convention is recognised; nothing is to be recognised where it is the same."""
    if made.value == pytest.approx(trace.value, abs=1e-6):
        return True
    return made.measure in [mistake.measure for mistake in diagnose(trace, float(made)).mistakes]


def test_every_convention_is_recognised(settled: Measure) -> None:
    metric = settled.metric
    cutoff = {"k": 6} if "k" in metric.parameters else {}
    beside = {other for name, other in required(metric).items() if settled.parameters[name] != metric.parameters[name]}
    default = metric(TELLING, **cutoff, **{name: settled.parameters[name] for name in beside})
    made = metric(TELLING, **{**settled.parameters, **cutoff})
    unknowable = [
        name for name, value in settled.parameters.items() if metric.parameters[name] is None and value is not None
    ]
    if unknowable and not beside:  # which weights were taken nobody can know; that they were forgotten, one can
        default, made = made, default
    assert recognised(default, made)


def test_every_convention_of_agreement_is_recognised(agreeing: Measure) -> None:
    lists = lists_for(agreeing.metric)
    assert recognised(agreeing.metric(*lists), agreeing.metric(*lists, **agreeing.parameters))


def only_selects(column: Column) -> bool:
    """Whether a column says which rows count, or which rank that is: a product of comparisons and ranks."""
    factors = column.sources if column.is_product else ()
    return column.rule.compares or column.is_row_index or (bool(factors) and all(map(only_selects, factors)))


@every_metric
def test_nothing_altered_gives_the_value_itself(metric: Any) -> None:
    trace = of_default(metric)
    record = Record(trace.result.materialise(), None)
    again, fell_away = record.value({}, lambda _, values: values)
    assert again == pytest.approx(float(trace), abs=1e-12)
    assert not fell_away
    asked = Asked(trace)
    left = list(left_out(asked.record))
    sides = [one for one in record.columns if one.rule.fallback_sources and not only_selects(one)]
    assert bool(list(altered(asked, left))) is bool(sides)  # nothing else has a side that can be left out
    assert not [one.words for one in left if "  " in one.words]  # where a column has no name


# --- what is refused --------------------------------------------------------------------------------------------------
def test_wrong_arguments_of_diagnose_are_refused() -> None:
    batch: Any = ap(rt.Batch(LISTS))
    with pytest.raises(TypeError, match="choose a query"):
        diagnose(batch, "1/2")
    assert diagnose(batch[0], "5/6").right is True
    anything: Any = 0.5
    with pytest.raises(TypeError, match="what a metric returns"):
        diagnose(anything, "1/2")
    with pytest.raises(ValueError, match="no column 'precisions'; there are grade"):
        diagnose(ap(EIGHT), "1", column="precisions")
    for row in (0, 9, -1):
        with pytest.raises(ValueError, match="from 1 to 8"):
            diagnose(ap(EIGHT), "1", column="precision", row=row)
    for wrong in (True, 1.0, "1"):
        row_of: Any = wrong
        with pytest.raises(TypeError, match="counted from 1"):
            diagnose(ap(EIGHT), "1", column="precision", row=row_of)
    with pytest.raises(ValueError, match="needs a column"):
        diagnose(ap(EIGHT), "1", row=1)


def test_an_empty_list_can_be_diagnosed() -> None:
    for trace in (ap([]), rt.ndcg([]), rt.roc_auc([0, 0]), rt.mean(ap, [[], [1]])):
        assert diagnose(trace, float(trace)).right is True
        assert diagnose(trace, "3/7").right is False


@every_metric
def test_a_class_gets_its_diagnoses(metric: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing matches everything is tried: each change, each two of them, each cutoff, grade and metric once."""
    n, grades = 20, [3, 0, 1, 2]
    if metric.pairing is None:
        trace = metric(Ranking(grades * (n // len(grades)), missed=[1, 2]))
    else:
        trace = metric(list(map(str, range(n))), list(map(str, reversed(range(n)))))
    runs, calculations = counted(monkeypatch, Metric, "__call__"), counted(monkeypatch, Record, "_value")
    assert diagnose(trace, "0.1234567").mistakes == ()
    one = len(list(changes(metric, trace.parameters, COMMON_NUMBERS)))
    assert len(metrics()) / 8 < len(runs) <= one + math.comb(one, 2) + n + max(grades) + len(metrics())
    record = Record(trace.result, None)
    cells = sum(np.size(column.values) for column in record.columns)
    assert 0 < len(calculations) <= len(list(rounded(Asked(trace)))) + cells


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[None]:
    """What grows with every call of a method."""
    calls: list[None] = []
    method = getattr(owner, name)

    def called(*arguments: Any, **named: Any) -> Any:
        calls.append(None)
        return method(*arguments, **named)

    monkeypatch.setattr(owner, name, called)
    return calls


def test_what_was_taught_has_the_convention_that_was_taught() -> None:
    err, grades = rt.err([2, 0, 1], k=3), Ranking([2, 0, 1])
    for gain in ("linear", "exponential"):
        for other in ("linear", "exponential"):
            found = diagnose(err, rt.dcg(grades, k=3, gain=other).value, taught=[f'DCG(gain="{gain}")@5']).said
            assert ("DCG@3" in found) == (gain == other)
            assert ("with exponential gain" in found) == (gain == other == "exponential")
    dcg = rt.dcg(grades).value  # that of the question itself, whose gain is linear
    assert "DCG, discounted" in diagnose(rt.ndcg(grades), dcg, taught=['DCG(gain="exponential")']).said


@pytest.mark.parametrize(("typed", "said"), [("4/7", "Not yet. That is P@7, precision."), ("1", "R@7, recall.")])
def test_a_slip_that_few_make_is_named_only_if_nothing_else_matches(typed: str, said: str) -> None:
    f1 = rt.f_score([1, 1, 0, 1, 0, 0, 1, 0], k=7)
    assert rt.diagnose(f1, typed, taught=["P", "R", "F1"]).said.endswith(said)
    assert "divided by" in rt.diagnose(rt.average_precision([1, 1, 0, 0]), "3/4").said


def test_a_reply_is_not_made_of_columns_that_a_learner_does_not_know() -> None:
    """Before: AUC "with hits of the rank before", pooled LAG "left out of the sum, only in the sum so far"."""
    six = rt.roc_auc([1, 0, 1, 1, 0, 0])
    area = diagnose(six, "4/9").said
    assert "Where does each" in area and not any(words in area for words in ("before", "left out", "FPR"))
    assert "without the" in said(six, "7/18")  # a trapezoid whose half is left out
    pooled = rt.mean(rt.lag, [[1, 0, 0, 1], [0, 0, 0, 0, 1]], average="pooled")
    assert diagnose(pooled, "4/3").said.endswith("You divide by the right number, 3. Check the 4.")
    needs = {"planet": ["a", "c"], "metal": ["b"], "singer": ["d"], "god": ["e"], "car": ["f"]}
    served = rt.subtopic_recall(Ranking([1] * 4, items=list("abcd"), missed={"e": 1, "f": 1}, subtopics=needs), k=4)
    assert said(served, "1/5") == "Not yet. That is StRecall@4 of the last rank alone."


@pytest.mark.parametrize("grades", [[0, 0, 1], [0, 3, 1], [3, 0, 2, 1], [3, 1, 1], [1, 3, 3], [0, 2, 3, 2]])
def test_one_digit_after_the_point_does_not_tell_a_base(grades: list[int]) -> None:
    for base in (math.e, 3, 10):
        other = rt.dcg(grades, base=base).value
        assert "base" not in diagnose(rt.dcg(grades), f"{other:.1f}").said
        assert "to base" in said(rt.dcg(grades), f"{other:.4f}")
