"""What holds for every metric, every convention and every list: checked on random ones.

Metrics come from the catalogue, so a new one is held to all of this as soon as it is in there.
"""

import math
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type, integers, none

import rankteach as rt
from rankteach import Batch, Measure, Ranking, Trace
from rankteach.notation.text import text
from rankteach.tracing.paired import ranked
from tests.catalogue import AGREEING, turn_of
from tests.draws import tied_lists, without_scores
from tests.tiers import in_turn

CUTOFFS = none() | integers(1, 10)


def at(measure: Measure, ranking: Any, k: int | None) -> Trace:
    return measure.metric(ranking, **measure.parameters, k=k)


def about(value: Any) -> Any:
    return pytest.approx(value, rel=1e-12, abs=1e-12)


# --- bounds, and the way to them ------------------------------------------------------------------
def claims(measure: Measure, *words: str) -> bool:
    doc = measure.metric.function.__doc__ or ""
    return any(word in doc for word in words)


@given(measure=from_type(Measure), ranking=from_type(Ranking), k=CUTOFFS)
def test_a_value_lies_where_the_docstring_says(measure: Measure, ranking: Ranking, k: int | None) -> None:
    value = at(measure, ranking, k).value
    if claims(measure, "goes beyond") and measure.parameters["form"] == "printed":
        assert 0 <= value < math.inf  # the review's misprint is no mean
    elif claims(measure, "lies between 0 and 1", "is 0 or 1"):
        assert 0 <= value <= 1
    else:
        assert claims(measure, "is at least 0")
        assert 0 <= value < math.inf
    if claims(measure, "is 0 or 1"):
        assert value in (0, 1)


GROWING = ("R", "FallOut", "CG", "DCG", "Accuracy", "RR", "RPrec", "Bpref", "infAP", "IPrec", "IPA11", "Q")
BY_MIN = ("R", "Q")  # whose denominator="min" grows with k too
GROW_WITH_K = from_type(Measure).filter(
    lambda measure: (
        measure.name in GROWING and not (measure.name in BY_MIN and measure.parameters.get("denominator") == "min")
    )
)


@given(measure=GROW_WITH_K, ranking=from_type(Ranking), k=integers(1, 10))
def test_a_metric_said_never_to_fall_with_k_never_falls(measure: Measure, ranking: Ranking, k: int) -> None:
    assert (np.diff(np.asarray(measure(ranking).at_every_k(), dtype=float)) >= 0).all()
    assert at(measure, ranking, k).value <= at(measure, ranking, k + 1).value + 1e-15


def rewards_order(measure: Measure) -> bool:
    if measure.name == "AUC":  # weights can make it fall
        return measure.parameters["weights"] is None
    by_order = ("AP", "DCG", "nDCG", "RR", "GAP", "FAP", "PRAUC", "RPrec", "Bpref", "IPrec", "IPA11", "Q")
    return measure.name in by_order


REWARD_ORDER = from_type(Measure).filter(rewards_order)


@settings(max_examples=120)
@given(measure=REWARD_ORDER, ranking=from_type(Ranking), k=CUTOFFS, data=st.data())
def test_moving_a_better_item_up_never_lowers_what_rewards_order(
    measure: Measure, ranking: Ranking, k: int | None, data: st.DataObject
) -> None:
    steps = [rank for rank, (one, next_) in enumerate(pairwise(ranking.grades), start=2) if one < next_]
    assume(steps)
    ranking = without_scores(ranking)  # a tie is no order
    if measure.parameters.get("denominator") == "hits" or measure.name == "AUC":
        k = None  # a hit that enters the first k is also counted below the line
    if measure.name == "Q":  # a gain below the threshold counts only at relevant ranks below it
        assume(not any(0 < (grade or 0) < ranking.relevant_from for grade in ranking.grades))
    rank = data.draw(st.sampled_from(steps))
    better = ranking.moved(rank, rank - 1)
    assert at(measure, better, k).value >= at(measure, ranking, k).value - 1e-15


@given(ranking=from_type(Ranking))
def test_the_best_order_has_a_value_of_1(ranking: Ranking) -> None:
    best = Ranking(sorted([*ranking.grades, *ranking.missed], reverse=True), relevant_from=ranking.relevant_from)
    assert rt.ndcg(best).value == rt.nerr(best).exact == int(any(best.grades))
    some, others = int(best.relevant_total.values > 0), int(best.relevant_total.values < len(best))
    assert rt.average_precision(best).exact == some
    assert [rt.q_measure(best, beta=beta).exact for beta in (0, 1, 0.5, 100)] == [some] * 4
    assert rt.gap(best).exact == int(any(best.grades))
    assert rt.roc_auc(best).exact == some * others
    assert rt.lag(best).exact == 0
    assert rt.fap(best, k=max(1, int(best.relevant_total.values))).exact == some
    for form in ("steps", "trapezoids", "interpolated", "eleven_points"):
        assert rt.pr_auc(best, form=form).exact == some


def counts_wrong_items(measure: Measure) -> bool:
    """Where the wrong items themselves are counted, an empty rank is not the same as a rank with one."""
    return (
        measure.name in ("AUC", "Bpref", "FallOut", "Judged", "NumRet", "OPA", "RBPResidual")
        or measure.parameters.get("missed") == "after_list"
        or measure.parameters.get("denominator") == "items"
    )


NO_COUNT_OF_MISSES = from_type(Measure).filter(lambda measure: not counts_wrong_items(measure))


@given(measure=NO_COUNT_OF_MISSES, ranking=from_type(Ranking))
def test_irrelevant_items_at_the_end_change_nothing_at_a_cutoff(measure: Measure, ranking: Ranking) -> None:
    longer = Ranking(
        [*ranking.grades, 0, 0],
        scores=None if ranking.scores is None else [*ranking.scores, -1, -2],
        missed=ranking.missed,
        relevant_from=ranking.relevant_from,
    )
    k = len(ranking) + 1
    assert at(measure, longer, k).value == at(measure, ranking, k).value


# --- the trace and its number ---------------------------------------------------------------------
@given(measure=from_type(Measure), ranking=from_type(Ranking), k=CUTOFFS)
def test_the_last_running_value_is_the_value(measure: Measure, ranking: Ranking, k: int | None) -> None:
    trace = at(measure, ranking, k)
    if trace.result.operation in ("sum", "last") and len(trace.result.running):
        grown = trace.result.running
        assert float(grown[-1]) == about(trace.value)  # of 1.0000000000000002 the value is 1
        assert grown.exact[-1] == trace.result.exact
        assert np.array_equal(np.asarray(trace.columns[grown.name or ""]), np.asarray(grown))
    if len(trace.at_every_k()) and not ranking.missed:  # else the ideal list is longer than the list
        assert float(trace.at_every_k()[-1]) == about(trace.value)


@settings(max_examples=120)
@given(measure=from_type(Measure), ranking=from_type(Ranking))
def test_at_every_k_is_the_metric_at_each_cutoff(measure: Measure, ranking: Ranking) -> None:
    every = measure(ranking).at_every_k()
    assert np.asarray(every, dtype=float).tolist() == about(
        [at(measure, ranking, k).value for k in range(1, len(ranking) + 1)]
    )
    for k, exact in enumerate(every.exact.tolist(), start=1):
        alone = at(measure, ranking, k).exact
        assert exact == alone if alone is not None else isinstance(exact, float)


@given(measure=from_type(Measure), ranking=from_type(Ranking), k=CUTOFFS)
def test_the_exact_value_is_the_value(measure: Measure, ranking: Ranking, k: int | None) -> None:
    trace = at(measure, ranking, k)
    if trace.exact is None:
        endless = measure.parameters.get("tail") == "endless"
        assert endless or claims(measure, "log") or measure.name in ("IDCG", "nDCG")
    check_exact(trace)


def check_exact(trace: Trace) -> None:
    if trace.exact is not None:
        assert isinstance(trace.exact, Fraction)
        assert float(trace.exact) == about(trace.value)
    for name, column in trace.columns.items():
        values = np.asarray(column, dtype=float).tolist()
        exact = [float(value) for value in column.exact.tolist()]  # NaN is the score at an empty rank
        assert exact == pytest.approx(values, rel=1e-12, abs=1e-12, nan_ok=True), name


@example(measure=rt.measure("IPrec(recall=0.2)"), ranking=Ranking([1, 0, 1, 1, 1, 1]), k=None)
@given(measure=from_type(Measure), ranking=from_type(Ranking), k=CUTOFFS)
def test_grades_as_fractions_give_the_same_value(measure: Measure, ranking: Ranking, k: int | None) -> None:
    fractions = Ranking(
        [Fraction(grade) for grade in ranking.grades],
        scores=ranking.scores,
        missed=ranking.missed,
        relevant_from=ranking.relevant_from,
    )
    one, other = at(measure, ranking, k), at(measure, fractions, k)
    assert float(other) == about(one.value)
    assert other.exact == one.exact
    assert list(other.columns) == list(one.columns)


@settings(max_examples=120)
@given(measure=from_type(Measure), rankings=st.lists(from_type(Ranking), min_size=1, max_size=4), k=CUTOFFS)
def test_a_row_of_a_batch_gives_what_the_list_gives_alone(
    measure: Measure, rankings: list[Ranking], k: int | None
) -> None:
    alike = [ranking.with_relevant_from(rankings[0].relevant_from) for ranking in rankings]
    batch = at(measure, Batch(alike), k)
    alone = [at(measure, ranking, k) for ranking in alike]
    assert batch.value.tolist() == about([trace.value for trace in alone])
    assert batch.exact.tolist() == [trace.exact for trace in alone]
    assert [batch[query].value for query in range(len(alike))] == [trace.value for trace in alone]
    for row, trace in enumerate(alone):
        every = np.asarray(trace.at_every_k(), dtype=float)
        shown = np.asarray(batch.at_every_k(), dtype=float)[row, : len(every)]
        assert shown.tolist() == about(every.tolist())


LISTS = [
    Ranking([], missed=[1, 2]), Ranking([1, 0, 2]), Ranking([]), Ranking([0], missed=[1]), Ranking([None, None, 1]),
    Ranking([0, 0, 0]), Ranking([1, 1], missed=[1]), Ranking([0, 3, 1, 0, 2, 1], scores=[5, 4, 4, 4, 1, 1]),
]  # fmt: skip


def test_every_metric_gives_each_list_of_a_batch_what_it_gives_the_list_alone(settled: Measure) -> None:
    for k in in_turn((None, 1, 3, 7), turn_of(settled)):
        batch = at(settled, Batch(LISTS), k)
        alone = [at(settled, ranking, k) for ranking in LISTS]
        assert batch.value.tolist() == about([trace.value for trace in alone])
        assert batch.exact.tolist() == [trace.exact for trace in alone]
        low, high = settled.metric.bounds
        if settled.parameters.get("form") != "printed":  # the review's misprint is no mean
            assert all(low <= trace.value <= (math.inf if high is None else high + 1e-15) for trace in alone)


@pytest.mark.parametrize("measure", ["CWL", "RBPResidual", 'CWL(user="SDCG")', 'CWL(gain="scaled")'])
@given(grades=st.lists(integers(1, 2), min_size=1, max_size=60))
def test_a_sum_of_floats_never_leads_beyond_1(measure: str, grades: list[int]) -> None:
    trace = rt.measure(measure)(grades)
    assert trace.value <= 1
    assert max(trace.at_every_k()) <= 1


# --- two forms, one number ------------------------------------------------------------------------


@given(ranking=from_type(Ranking), k=CUTOFFS, beta=st.sampled_from([1, 2, 3, Fraction(1, 2), Fraction(2, 3)]))
def test_the_two_forms_of_f_agree(ranking: Ranking, k: int | None, beta: Any) -> None:
    one, other = (rt.f_score(ranking, k=k, beta=beta, form=form) for form in ("precision_recall", "counts"))
    assert one.exact == other.exact
    assert isinstance(one.exact, Fraction)


# --- the formula on the screen is the number beside it --------------------------------------------
def evaluated(written: str) -> float:
    """The value of an expression in plain text, as a reader with a pocket calculator would get it."""
    python = written.replace("·", "*").replace("^", "**").replace("√", "sqrt").replace("−", "-")
    python = re.sub(r"log([\d.]+)\(", r"log(\1, ", python)
    python = re.sub(r"∑\(j ≥ 0\) 1 / \(([^()]+) \+ j\)\*\*2", r"endless(\1)", python)
    for sign, operator in {"≥": ">=", "≤": "<=", "≠": "!=", ">": ">", "<": "<", "=": "=="}.items():
        python = re.sub(rf"\[([^][]+) {sign} ([^][]+)\]", rf"int(\1 {operator} \2)", python)
    known = {
        "log": lambda base, value: math.log(value) / math.log(base),
        "ln": math.log,
        "exp": math.exp,
        "sqrt": math.sqrt,
        "endless": lambda first: sum(1 / (first + j) ** 2 for j in range(1000)) + 1 / (first + 999.5),
        "sgn": lambda value: (value > 0) - (value < 0),
        "min": min,
        "max": max,
        "int": int,
    }
    try:
        return float(eval(python, {"__builtins__": {}}, known))
    except ZeroDivisionError:
        return 0.0  # nothing out of nothing


def parts(equation: str) -> list[str]:
    return re.split(r" [=≈] ", equation)


@settings(max_examples=150)
@given(measure=from_type(Measure), ranking=from_type(Ranking), k=CUTOFFS)
def test_the_substituted_formula_gives_the_value(measure: Measure, ranking: Ranking, k: int | None) -> None:
    check_substitution(at(measure, ranking, k))


def rounds_on_the_way(trace: Trace) -> bool:
    """Whether numbers without a fraction, from which the value is made, stand rounded in it: then it says so."""
    return text(trace.calculation.substitution).startswith(f"{trace.label} ≈")


def check_substitution(trace: Trace, rounding: float = 1e-12) -> None:
    name, written, *values = parts(text(trace.calculation.substitution))
    assert name == trace.label
    if rounds_on_the_way(trace):
        rounding = max(rounding, 1e-3)
    if trace.rows == "pair":
        assume("…" not in written)  # pairs are soon more than the terms that are written
    assert "…" not in written
    assert evaluated(written) == pytest.approx(trace.value, rel=1e-9, abs=rounding)
    for shown in values:
        assert evaluated(shown) == pytest.approx(trace.value, abs=0.5001e-4)


@given(measure=from_type(Measure), rankings=st.lists(from_type(Ranking), min_size=1, max_size=4), k=CUTOFFS)
def test_the_substituted_formula_of_a_mean_gives_the_value(
    measure: Measure, rankings: list[Ranking], k: int | None
) -> None:
    alike = [ranking.with_relevant_from(rankings[0].relevant_from) for ranking in rankings]
    trace = rt.mean(measure, alike, k=k)
    _, written, *_ = parts(text(trace.calculation.substitution))
    exact = trace.exact is not None and not rounds_on_the_way(trace)  # long fractions are rounded, too
    assert evaluated(written) == pytest.approx(trace.value, abs=1e-12 if exact else 0.5001e-4)


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("AP", {"queries": "with_hits"}),
        ("LAG", {"average": "pooled"}),
        ("F", {"average": "means"}),
        ("FAP", {"average": "means"}),
        ("NumRelRet", {"average": "sum", "queries": "with_items"}),
    ],
)
@settings(max_examples=30)
@given(rankings=st.lists(from_type(Ranking), min_size=1, max_size=4), k=CUTOFFS)
def test_substituted_formulas_of_other_aggregations_give_the_value(
    name: str, chosen: Any, rankings: list[Ranking], k: Any
) -> None:
    alike = [ranking.with_relevant_from(rankings[0].relevant_from) for ranking in rankings]
    check_substitution(rt.mean(name, alike, k=k, **chosen))


@given(measure=from_type(Measure), ranking=from_type(Ranking), k=CUTOFFS)
def test_every_calculation_in_a_sentence_is_right(measure: Measure, ranking: Ranking, k: int | None) -> None:
    check_sentences(at(measure, ranking, k))


def check_sentences(trace: Trace, rounding: float = 1.5e-4) -> None:
    if rounds_on_the_way(trace):
        rounding = 1e-3
    for step in trace.steps:
        for clause in re.split(r",? and |, (?=[A-Za-z])|[.] ", step.text.rstrip(".")):
            calculation = re.search(r"(?:is|becomes) ([^=≈]+) ([=≈]) (\S+)$", clause)
            if calculation:
                written, sign, shown = calculation.groups()
                exactly = 1e-12 if sign == "=" else rounding  # two rounded numbers and their rounded sum
                assert evaluated(written) == pytest.approx(evaluated(shown), abs=exactly), clause


# --- two lists ------------------------------------------------------------------------------------
NAMES = st.lists(st.sampled_from("abcdef"), unique=True, max_size=6)
TIED = tied_lists("abcdef")
EXACT = st.integers(-3, 3) | st.fractions(-2, 2, max_denominator=3)
FLOATS = st.sampled_from([-2.5, -0.25, 0.1, 1.3, 2.0])


def two_lists(measure: Measure, numbers: st.SearchStrategy[Any] = EXACT | FLOATS) -> st.SearchStrategy[Any]:
    """What a metric of agreement compares: lists of names that overlap, or two numbers for each item, often tied."""
    if measure.metric.pairing is ranked:
        return st.tuples(TIED, TIED)
    return st.integers(2, 6).flatmap(lambda n: st.tuples(*[st.lists(numbers, min_size=n, max_size=n)] * 2))


some = settings(max_examples=12)  # of each measure


@some
@given(data=st.data())
def test_an_agreement_lies_where_the_docstring_says(agreeing: Measure, data: st.DataObject) -> None:
    least = -1 if claims(agreeing, "lies between −1 and 1") else 0
    assert least or claims(agreeing, "lies between 0 and 1")
    assert least - 1e-15 <= agreeing(*data.draw(two_lists(agreeing))).value <= 1 + 1e-15


@some
@given(data=st.data())
def test_the_exact_agreement_is_the_agreement(agreeing: Measure, data: st.DataObject) -> None:
    trace = agreeing(*data.draw(two_lists(agreeing, EXACT)))
    if trace.exact is None:
        assert any(sign in trace.to_text() for sign in ("√", "ln("))
    check_exact(trace)


@some
@given(data=st.data())
def test_the_substituted_formula_gives_the_agreement(agreeing: Measure, data: st.DataObject) -> None:
    check_substitution(agreeing(*data.draw(two_lists(agreeing, EXACT))))
    check_substitution(agreeing(*data.draw(two_lists(agreeing, FLOATS))), rounding=1e-3)  # distances stand rounded


@some
@given(data=st.data())
def test_every_calculation_in_a_sentence_about_two_lists_is_right(agreeing: Measure, data: st.DataObject) -> None:
    trace = agreeing(*data.draw(two_lists(agreeing)))
    assert len(trace.steps) == trace.axis.length
    check_sentences(trace, rounding=1e-3)


ONE_SIDED = [
    ("form", "reference"), ("importance", "first"), ("importance", "second"), ("variant", "somers")
]  # fmt: skip
SYMMETRIC = [
    measure
    for measure in AGREEING
    if measure.metric.name != "TeamDraft" and not any(one in measure.parameters.items() for one in ONE_SIDED)
]


@some
@given(data=st.data())
@pytest.mark.parametrize("symmetric", SYMMETRIC, ids=str)
def test_an_agreement_is_the_same_either_way_round(symmetric: Measure, data: st.DataObject) -> None:
    first, second = data.draw(two_lists(symmetric))
    one, other = symmetric(first, second), symmetric(second, first)
    assert other.value == about(one.value)
    assert other.exact == one.exact


@some
@given(data=st.data())
def test_the_mean_agreement_is_the_mean_of_each(agreeing: Measure, data: st.DataObject) -> None:
    pairs = data.draw(st.lists(two_lists(agreeing), min_size=1, max_size=4))
    trace = rt.mean(agreeing, pairs)
    assert trace.value == about(sum(agreeing(*pair).value for pair in pairs) / len(pairs))
    assert [trace[query].exact for query in range(len(pairs))] == [agreeing(*pair).exact for pair in pairs]
    assert len(trace.steps) == len(pairs)


@some
@given(pairs=st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=3), p=st.sampled_from([0, 0.5, 1]))
def test_a_distance_at_every_k_is_the_distance_at_each(pairs: list[Any], p: float) -> None:
    longest = max(len(one) for pair in pairs for one in pair)
    alone = rt.kendall_distance(*pairs[0], p=p).at_every_k()
    assert alone.exact.tolist() == [
        rt.kendall_distance(*pairs[0], p=p, k=k).exact for k in range(1, max(map(len, pairs[0])) + 1)
    ]
    over_queries = rt.mean(rt.kendall_distance, pairs, p=p).at_every_k()
    assert np.asarray(over_queries, dtype=float).tolist() == about(
        [rt.mean(rt.kendall_distance, pairs, p=p, k=k).value for k in range(1, longest + 1)]
    )
