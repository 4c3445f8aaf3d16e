"""What two traces of one list do not have in common: in numbers, in words, in a table."""

import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape
from math import log2
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import from_type

import rankteach as rt
from rankteach import Measure, Ranking, Trace, differences
from rankteach.tracing.refused import refusal

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FOUR_RELEVANT = Ranking([1, 0, 1, 0, 0], missed=[1, 1])  # AP adds up 1 and 2/3, and divides by 4, by 2 or by k
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1], items=list("abcd"))
GRADED = Ranking([2, 3, 0])
ap = rt.average_precision


def cells(table: Any) -> dict[str, list[str]]:
    """The cells of a table by title; differences by the column that they are of."""
    found: dict[str, list[str]] = {}
    of = ""
    for entry in table.entries:
        title = f"{of} by" if entry.title == "difference" else entry.title
        of = title.removesuffix(", second")
        found[title] = entry.cells
    return found


# --- against hand calculation ---------------------------------------------------------------------------
def test_all_relevant_items_against_those_found() -> None:
    compared = differences(ap(FOUR_RELEVANT), ap(FOUR_RELEVANT, denominator="hits"))
    assert compared.exact == (1 + Fraction(2, 3)) / 2 - (1 + Fraction(2, 3)) / 4 == Fraction(5, 12)
    assert compared.value == pytest.approx(5 / 12)
    assert compared.conventions == [
        (
            "divided by all relevant items (as trec_eval does)",
            "divided by the relevant items found",
        )
    ]
    assert [(column.name, column.rows()) for column in compared.columns] == [("AP@i", [1, 2, 3, 4, 5])]
    assert compared.first_row == 1
    assert compared.words == [
        'AP is 5/12 ≈ 0.4167, AP(denominator="hits") is 5/6 ≈ 0.8333: 5/12 more.',
        "The first: divided by all relevant items (as trec_eval does); "
        "the second: divided by the relevant items found.",
        "They first differ at rank 1, where AP@1 is 1/4 in the first and 1 in the second.",
    ]
    assert cells(compared.table()) == {
        "rank": ["1", "2", "3", "4", "5"],
        "item": ["d1", "d2", "d3", "d4", "d5"],
        "AP@i, first": ["1/4", "1/4", "5/12", "5/12", "5/12"],
        "AP@i, second": ["1", "1", "5/6", "5/6", "5/6"],
        "AP@i by": ["+3/4", "+3/4", "+5/12", "+5/12", "+5/12"],
    }


def test_two_gains_differ_in_the_gain_column() -> None:
    compared = differences(rt.ndcg(GRADED), rt.ndcg(GRADED, gain="exponential"))
    linear = (2 + 3 / log2(3)) / (3 + 2 / log2(3))
    exponential = (3 + 7 / log2(3)) / (7 + 3 / log2(3))
    assert compared.value == pytest.approx(exponential - linear)
    assert compared.exact is None
    assert f"{linear - exponential:.4f} less." in compared.words[0]
    found = {column.name: column for column in compared.columns}
    assert list(found) == ["discounted gain", "DCG", "nDCG@i"]
    assert found["DCG"].second == pytest.approx([3, 3 + 7 / log2(3), 3 + 7 / log2(3)])
    assert found["discounted gain"].rows() == [1, 2]
    assert compared.first_row == 1
    assert cells(compared.table())["nDCG@i by"][0] == "−5/21"  # 2/3 - 3/7


def test_two_cutoffs_over_the_shorter_one() -> None:
    compared = differences(ap(FOUR_RELEVANT, k=2, denominator="min"), ap(FOUR_RELEVANT, k=4))
    assert compared.exact == (1 + Fraction(2, 3)) / 4 - HALF
    assert ("cutoff k = 2", "cutoff k = 4") in compared.conventions
    assert compared.columns[0].rows() == [1, 2]
    assert cells(compared.table())["AP@i, second"] == ["1/4", "1/4"]
    assert differences(ap(FOUR_RELEVANT), ap(FOUR_RELEVANT, k=2)).conventions == [("no cutoff", "cutoff k = 2")]


def test_a_cutoff_alone_changes_no_row_that_both_have() -> None:
    compared = differences(ap(FOUR_RELEVANT, k=2), ap(FOUR_RELEVANT, k=4))
    assert (compared.exact, compared.first_row, compared.columns) == (Fraction(1, 6), None, [])
    assert compared.words[-1] == (
        "Every row that both have is the same. Only the second has ranks 3 to 4 (hits from 1 to 2 and running sum from "
        "1 to 5/3)."
    )


def test_the_rows_of_an_ideal_order_that_only_one_has_are_named() -> None:
    ranking = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
    compared = differences(rt.ndcg(ranking), rt.ndcg(ranking, k=3))
    assert compared.words[-1] == (
        "Every row that both have is the same. Only the first has ranks 4 to 5 (DCG from 5.7619 to 6.1487). "
        "Only the first has ideal ranks 4 to 7 (ideal DCG from 6.3928 to 8.3841)."
    )
    no_more = differences(rt.precision([1, 0, 1]), rt.precision([1, 0, 1], k=4))
    assert no_more.words[-1] == "Every row that both have is the same. Only the second has rank 4."


def test_two_metrics_are_compared_by_their_running_values() -> None:
    compared = differences(rt.precision([1, 0, 1, 0]), rt.recall([1, 0, 1, 0]))
    assert compared.exact == 1 - HALF
    assert compared.words[0] == "P is 1/2 = 0.5, R is 1: 1/2 more."
    assert compared.words[1].startswith("The first: divided by all ranks, empty ones too")
    (column,) = compared.columns
    assert column.name == "value@i"  # which is P in the first and R in the second
    assert (column.first, column.second) == ([1, HALF, Fraction(2, 3), HALF], [HALF, HALF, 1, 1])
    only = differences(rt.reciprocal_rank([1]), rt.precision([1])).words[1]
    assert only.startswith("Only in the second: divided by")


def test_means_are_told_apart_by_their_names() -> None:
    lists = [[0, 1, 0, 1], [1]]  # lags 1 and 2, and 0
    compared = differences(rt.mean("LAG", lists), rt.mean("LAG", lists, average="pooled"))
    assert compared.exact == 1 - (Fraction(3, 2) + 0) / 2
    assert compared.names == ("mean LAG", "pooled LAG")
    assert compared.words[0] == "Mean LAG is 3/4 = 0.75, pooled LAG is 1: 1/4 more."
    assert ("mean over all queries", "pooled over all relevant items of all queries") in compared.conventions
    queries = differences(rt.mean("AP", [[1], [0]]), rt.mean("AP", [[1], [0]], queries="with_hits"))
    assert queries.words[0] == "The first is 1/2 = 0.5, the second is 1: 1/2 more."
    weights = [rt.mean("F1", lists), rt.mean("F1", lists, average="means"), rt.mean("F2@2", lists, average="means")]
    assert differences(*weights[:2]).names == ("mean F1", "F1 of means")
    assert differences(*weights[1:]).names == ("F of means", "F(beta=2)@2 of means")
    scored = [Ranking([1, 0], scores=[2, 1]), Ranking([1, 0], scores=[4, 3])]
    pooled = differences(rt.mean("AUC", scored), rt.mean("AUC", scored, average="pooled"))
    assert pooled.words[-1] == "There are 2 queries in the first and 4 thresholds in the second."
    asked = [rt.mean(name, lists) for name in ("nDCG@2", 'nDCG(gain="exponential")@2')]
    said = differences(*asked).words[0]
    assert said.startswith("Mean nDCG@2 is ") and ', mean nDCG(gain="exponential")@2 is ' in said


def test_the_rows_of_means_are_queries() -> None:
    lists = {"good": [1], "cut short": FOUR_RELEVANT}
    compared = differences(rt.mean("AP", lists), rt.mean('AP(denominator="hits")', lists))
    assert (compared.exact, compared.first_row) == (Fraction(5, 12) / 2, 2)
    assert compared.names == ("MAP", 'MAP(denominator="hits")')
    assert (
        compared.words[-1]
        == 'They first differ at query "cut short", where AP is 5/12 in the first and 5/6 in the second.'
    )
    assert cells(compared.table())["AP by"] == ["", "+5/12"]
    judged = {"a": {"x": 1, "y": 0}, "b": {"x": 1}, "c": {"x": 1}}
    tied = {"a": {"x": 0, "y": 0}, "b": {"x": -1.0}}
    ours, theirs = (rt.evaluate(judged, tied, ["RR", "AP"], ties=t) for t in ("item_ascending", "item_descending"))
    tool = rt.evaluate(judged, tied, ["AP", "RR"], convention="pytrec_eval")
    assert rt.differences(ours, theirs, measure="AP").exact == Fraction(-1, 2) / 3
    same, other = (rt.differences(one, tool, measure="RR").words[-1] for one in (theirs, ours))
    assert same.endswith("counts query c as 0. The 2 queries that both count have the same values.")
    assert other.endswith("1 differ, most query a, where RR is 1 in the first and 1/2 in the second.")


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        (rt.eleven_point_average([1, 1, 1]), rt.eleven_point_average([1, 0, 1, 1]), "recall level 0.4"),
        (rt.kendall_tau([1, 2, 3], [1, 2, 3]), rt.kendall_tau([1, 2, 3], [1, 3, 2]), "pair d2, d3"),
        (rt.ideal_dcg([1, 2], k=2), rt.ideal_dcg([1, 2], k=2, gain="exponential"), "ideal rank 1"),
        (rt.mean("AP", {"a": [1], "b": [1]}), rt.mean("AP", {"a": [1], "c": [0, 1]}), "row 2"),
        (rt.mean("AP", {"a\nb": [1]}), rt.mean("AP", {"a\nb": [0, 1]}), 'query "a b"'),
    ],
    ids=["levels", "pairs", "ideal ranks", "other names", "on one line"],
)  # fmt: skip
def test_the_row_is_called_by_its_name(first: Trace, second: Trace, place: str) -> None:
    assert differences(first, second).words[-1].startswith(f"They first differ at {place}, where ")


def test_long_numbers_are_as_long_as_it_takes_to_tell_them_apart() -> None:
    compared = differences("F1", "set_F.2", ranking=FOUR_RELEVANT)
    assert compared.words[0].startswith("F is ") and f", F(beta={2**HALF:.4f}) is " in compared.words[0]
    assert compared.words[1].startswith("The first: beta is 1; the second: beta is √2.")
    assert compared.words[-1].startswith("They first differ at rank 1, where F@1 is ")
    assert compared.columns[-1].name == "F@i"
    nearly = differences(rt.f_score(FOUR_RELEVANT, beta=0.3), rt.f_score(FOUR_RELEVANT, beta=0.1 + 0.2))
    assert nearly.names == ("F(beta=0.3)", "F(beta=0.30000000000000004)")
    assert nearly.conventions == [("beta is 0.3", "beta is 0.30000000000000004")]


def test_ties_of_auc_that_share_their_thresholds() -> None:
    compared = differences(rt.roc_auc(TIED), rt.roc_auc(TIED, ties="strict"))
    assert (compared.exact, compared.first_row) == (Fraction(3, 4) - Fraction(7, 8), 2)
    assert (
        compared.words[-1]
        == "They first differ at threshold 0.5, where trapezoid is 3/8 in the first and 1/4 in the second."
    )
    found = cells(compared.table())
    assert (found["threshold"], found["items"]) == (["0.9", "0.5", "0.1"], ["a", "b, c", "d"])
    assert found["trapezoid by"] == ["", "−1/8", ""]
    assert found["area by"] == ["", "−1/8", "−1/8"]


def test_ties_of_auc_that_do_not() -> None:
    compared = differences(rt.roc_auc(TIED), rt.roc_auc(TIED, ties="input_order"))
    assert (compared.exact, compared.columns, compared.first_row) == (Fraction(-1, 8), [], None)
    assert compared.words[0].endswith(": 1/8 less.")
    assert compared.words[-1] == "There are 3 thresholds in the first and 4 thresholds in the second."


def test_the_argument_columns_chooses_some_of_them() -> None:
    traces = rt.ndcg(GRADED), rt.ndcg(GRADED, gain="exponential")
    compared = differences(*traces, columns=["nDCG@i", "rank"])
    assert [column.name for column in compared.columns] == ["nDCG@i"]
    assert list(cells(compared.table())) == ["rank", "item", "nDCG@i, first", "nDCG@i, second", "nDCG@i by"]
    assert compared.value == differences(*traces).value


def test_equal_traces_do_not_differ() -> None:
    compared = differences(ap([1, 0, 1]), ap([1, 0, 1]))
    assert compared.value == compared.exact == 0
    assert not compared.conventions and not compared.columns and compared.first_row is None
    assert compared.words == [
        "The first is 5/6 ≈ 0.8333, the second is 5/6 ≈ 0.8333: the same.",
        "Every row that both have is the same.",
    ]
    assert compared.to_text() == "\n".join(compared.words)
    assert "<table" not in compared.to_html()


def test_text_and_html_have_the_words_and_the_table() -> None:
    compared = differences(ap(FOUR_RELEVANT), ap(FOUR_RELEVANT, denominator="hits"))
    said, table, below = compared.to_text().split("\n\n")
    assert said.splitlines() == compared.words
    assert table.splitlines()[-1].split() == ["5", "d5", "5/12", "5/6", "+5/12"]
    assert len(re.findall(r"<tr\b", compared.to_html())) == 1 + 5
    assert below.endswith("Together the ranks add +5/12.")
    assert [unescape(words) for words in re.findall("<p>(?:<em>)?(.*?)(?:</em>)?</p>", compared.to_html())] == [
        *compared.words,
        below,
    ]


def test_long_tables_are_cut() -> None:
    compared = differences(rt.precision([1, 0] * 60), rt.recall([1, 0] * 60))
    table = compared.table(5)
    assert [len(entry.cells) for entry in table.entries] == [5] * 5
    assert "rank 6 to 120" in table.hidden
    assert "rank 61 to 120" in compared.to_text()
    assert len(compared.table(None).entries[0].cells) == 120


def test_rows_past_the_end_have_no_item() -> None:
    compared = differences(rt.precision([1, 0, 1], k=5), rt.precision([1, 0, 1], k=5, denominator="items"))
    assert compared.columns[0].rows() == [4, 5]
    assert cells(compared.table())["item"] == ["d1", "d2", "d3", "", ""]
    ideal = differences(rt.ideal_dcg([1], k=3), rt.ideal_dcg([1], k=3, gain="exponential"))
    assert cells(ideal.table())["ideal item"] == ["d1", "", ""]


# --- what is refused ------------------------------------------------------------------------------------
@pytest.mark.parametrize("side", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ap(rt.Batch([[1], [0]])), "Choose a query of the batch: trace['q1']"),
        (lambda: [1, 0], "not a list"),
        (lambda: None, "not a NoneType"),
        (lambda: rt.evaluate({"q": {"a": 1}}, {"q": ["a"]}, "AP"), "Pass two evaluations"),
    ],
    ids=["batch", "list", "nothing", "evaluation"],
)
def test_differences_refuse_what_is_no_trace_of_one_list(make: Callable[[], Any], said: str, side: int) -> None:
    given = [ap([1]), ap([1])]
    given[side] = make()
    with pytest.raises(TypeError, match=re.escape(said)):
        differences(*given)
    assert differences(ap(rt.Batch([[1], [0]]))["q1"], ap([1])).value == 0


def test_columns_that_there_are_not() -> None:
    traces = ap(FOUR_RELEVANT), ap(FOUR_RELEVANT, denominator="hits")
    with pytest.raises(ValueError, match="there is no column 'AP'; there are grade"):
        differences(*traces, columns=["AP@i", "AP"])
    with pytest.raises(TypeError, match=r"columns must be a list or an array, not 'AP@i'\. Write a list of names"):
        differences(*traces, columns="AP@i")


# --- on any list ----------------------------------------------------------------------------------------
def number(cell: str) -> float:
    return float(Fraction(cell.replace("−", "-") or 0))


def rows_of(trace: Trace, name: str, other: str) -> list[Any]:
    every = name in (f"{other}@i", "value@i") or name not in trace.columns
    return list((trace.at_every_k() if every else trace.columns[name]).exact)


@settings(max_examples=60)
@given(measure=from_type(Measure), ranking=from_type(Ranking), k=st.none() | st.integers(1, 9))
def test_the_difference_is_that_of_the_values_and_of_each_row(measure: Measure, ranking: Ranking, k: int) -> None:
    default, other = measure.metric(ranking, k=k), measure.metric(ranking, k=k, **measure.parameters)
    compared = differences(default, other)
    assert compared.value == other.value - default.value
    assert compared.exact == (None if None in (default.exact, other.exact) else other.exact - default.exact)
    assert differences(other, default).value == -compared.value
    found = cells(compared.table(None))
    for column in compared.columns:
        one, two = (rows_of(trace, column.name, default.symbol) for trace in (default, other))
        assert (column.first, column.second) == (one, two)
        shown = [found[f"{column.head}, first"], found[f"{column.head}, second"], found[f"{column.head} by"]]
        assert [row for row, by in enumerate(shown[2], start=1) if by] == column.rows()
        for first, second, a, b, by in zip(one, two, *shown, strict=True):
            assert [number(cell) for cell in (a, b, by)] == pytest.approx(
                [float(value) for value in (first, second, second - first)], abs=6e-5, rel=1e-3
            )
    rows = [column.rows() for column in compared.columns]
    assert all(rows)
    assert compared.first_row == min((row for one in rows for row in one), default=None)


# --- one ranking under two conventions ------------------------------------------------------------------
MISSED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])


def test_one_ranking_by_two_tools() -> None:
    compared = differences(MISSED, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))
    one = rt.ndcg(MISSED, k=5).value
    other = rt.ndcg(MISSED, k=5, ideal="retrieved").value
    assert compared.value == pytest.approx(other - one)
    assert (round(one, 4), round(other, 4)) == (0.7659, 0.9724)
    assert compared.names == ("trec_eval", "scikit-learn")
    assert compared.words[0] == "trec_eval is 0.7659, scikit-learn is 0.9724: 0.2064 more."
    assert compared.words[1] == (
        "trec_eval: ideal order of all judged items, cut at k; "
        "scikit-learn: ideal order of the retrieved items only. This difference alone makes 0.2064 more."
    )
    assert compared.words[2].endswith("This difference changes nothing here.")  # there are no ties
    assert compared.alone == [pytest.approx(other - one), 0]
    assert (
        compared.words[-1]
        == "They first differ at rank 3, where nDCG@3 is 0.9013 in trec_eval and 0.9778 in scikit-learn."
    )
    assert "as in trec_eval 10.0" in compared.first.conventions
    assert cells(compared.table())["nDCG@i, scikit-learn"][4] == "0.9724"


def test_one_ranking_under_parameters_and_our_own_defaults() -> None:
    compared = differences(FOUR_RELEVANT, measure="AP@3", conventions=(None, {"denominator": "min"}))
    assert compared.names == ("AP@3", 'AP(denominator="min")@3')
    assert compared.exact == Fraction(5, 3) / 3 - Fraction(5, 3) / 4
    assert compared.alone == [compared.exact]
    assert compared.words[1].endswith("(as Kaggle does). This difference alone makes 5/36 more.")
    from_two = differences([1, 2, 0], measure="P(rel=2)", conventions=(None, {"denominator": "items"}))
    assert (from_two.value, from_two.first.exact) == (0, THIRD)
    same = differences([1, 0], measure="AP", conventions=("ranx", "ranx"))
    assert same.words[0] == "The first is 1, the second is 1: the same."


def test_conventions_that_cancel_out_each_have_a_part() -> None:
    ranking = Ranking([None, 1, 0], missed=[1])
    compared = differences(ranking, measure="AP@3", conventions=(None, {"denominator": "hits", "judged_only": True}))
    # 1/2 of m = 2; by the hits, of one item; without the unjudged one, 1 of m = 2
    assert compared.first.exact == HALF / 2
    assert compared.second.exact == 1
    assert compared.alone == [HALF - HALF / 2, HALF - HALF / 2]
    assert compared.exact == Fraction(3, 4)  # more than the sum of both


def test_ties_by_two_tools() -> None:
    tied = Ranking([0, 1, 0], items=list("abc"), scores=[2, 1, 1])
    compared = differences(tied, measure="RR@5", conventions=({"ties": "item_descending"}, "ir_measures"))
    assert (compared.first.exact, compared.second.exact) == (THIRD, HALF)
    assert compared.words[1] == (
        'RR(ties="item_descending")@5: equal scores are sorted by item, the last name first (as in trec_eval); '
        "ir_measures: equal scores are sorted by item, the first name first (as in the MS MARCO script). "
        "This difference alone makes 1/6 more."
    )
    found = cells(compared.table(added=True))
    one, other = (cell for name, cell in found.items() if name.startswith("item, "))
    assert one == ["a", "c", "b", "", ""]
    assert other == ["a", "b", "c", "", ""]


def test_what_each_row_adds_is_the_difference() -> None:
    compared = differences(ap(FOUR_RELEVANT), ap(FOUR_RELEVANT, denominator="hits"))
    # if the list ended at rank 1: 1 of 4 against 1 of the 1 found; from rank 3 on 5/3 of 4 against 5/3 of 2
    first, second = [Fraction(1, 4), Fraction(5, 12)], [Fraction(1), Fraction(5, 6)]
    added = [second[0] - first[0], 0, (second[1] - second[0]) - (first[1] - first[0]), 0, 0]
    assert [share.difference for share in compared.shares] == added
    assert sum(share.difference for share in compared.shares) == compared.exact
    assert cells(compared.table(added=True))["adds"] == ["+3/4", "", "−1/3", "", ""]
    assert "adds" not in cells(compared.table())
    assert "adds" in compared.to_text() and "adds" in compared.to_html()
    of_queries = differences(rt.mean("AP", [[1], [0]]), rt.mean("AP", [[1], [0]], queries="with_hits"))
    assert of_queries.shares == []
    assert "adds" not in of_queries.to_text()


def test_what_each_rank_adds_to_both_values_where_it_adds_before_a_column_differs() -> None:
    graded = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
    compared = differences(graded, measure="nDCG@5", conventions=("trec_eval", "scikit-learn"))
    # both divide the same discounted gains; only their ideal sums differ, and from rank 3 on, those down to a rank
    table = compared.table(added=True)
    found = cells(table)
    ideals = [dcg([3, 3, 3, 2, 2]), dcg([3, 3, 2, 1, 0])]
    gains = [grade / log2(rank + 1) for rank, grade in enumerate(graded.grades, start=1)]
    assert compared.first_row == 3
    for name, ideal in zip(("trec_eval", "scikit-learn"), ideals, strict=True):
        added = [float(cell) for cell in found[f"adds, {name}"]]
        assert added == pytest.approx([gain / ideal for gain in gains], abs=5e-5)
        assert sum(added) == pytest.approx(
            float(getattr(compared, {"trec_eval": "first"}.get(name, "second"))), abs=3e-4
        )
    assert table.hidden.endswith("different divisors.")
    for two in (("AP", 'AP(denominator="hits")'), ("P@2", "P@2"), ("DCG", 'DCG(gain="exponential")')):
        each = differences(*two, ranking=graded).table(added=True)
        assert not [name for name in cells(each) if name.startswith("adds,")], two


def dcg(grades: list[int]) -> float:
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def test_one_ranking_by_two_measures() -> None:
    compared = differences("AP@3", 'AP(denominator="min")@3', ranking=FOUR_RELEVANT)
    same = differences(FOUR_RELEVANT, measure="AP@3", conventions=(None, {"denominator": "min"}))
    assert compared.exact == same.exact == Fraction(5, 3) / 3 - Fraction(5, 3) / 4
    assert (compared.words[0], compared.conventions) == (same.words[0], same.conventions)
    assert compared.alone == [compared.exact]
    two = differences(rt.measure("AP"), "P", ranking=[1, 0])
    assert (two.exact, two.alone) == (HALF - 1, [])


def test_another_grade_from_which_items_are_relevant_is_said() -> None:
    compared = differences("P(rel=1)", "P(rel=2)", ranking=[1, 2])
    assert compared.exact == HALF - 1
    assert compared.words[1] == "The first: relevant from grade 1; the second: relevant from grade 2."


def test_a_ranking_and_a_measure_by_two_tools() -> None:
    compared = differences("trec_eval", "scikit-learn", ranking=MISSED, measure="nDCG@5")
    assert compared.words == differences(MISSED, measure="nDCG@5", conventions=("trec_eval", "scikit-learn")).words
    assert differences(None, {"gain": "exponential"}, ranking=[2, 1], measure="DCG").exact != 0


@pytest.mark.parametrize("swapped", [False, True])
def test_scores_as_32_bit_floats_are_what_differs(swapped: bool) -> None:
    ranking = Ranking([1, 0], items=["a", "b"], scores=[1.0000000001, 1.0])
    tools = ("pytrec_eval", "trec_eval") if swapped else ("trec_eval", "pytrec_eval")
    compared = differences(*tools, ranking=ranking, measure="RR")
    assert compared.words[1].startswith(
        "Only in pytrec_eval: scores are compared as 32-bit floats. This difference alone makes 1/2"
    )
    assert compared.alone == [compared.exact] == [HALF if swapped else -HALF]


TWO = st.sampled_from(["trec_eval", "pytrec_eval", "ir_measures", "ranx", "torchmetrics", "evidently"])


@settings(max_examples=40)
@given(
    ranking=from_type(Ranking),
    k=st.integers(1, 9),
    tools=st.tuples(TWO, TWO),
    name=st.sampled_from(["AP", "P", "nDCG", "RR"]),
)
def test_two_tools_differ_by_what_the_rows_add(ranking: Ranking, k: int, tools: tuple[str, str], name: str) -> None:
    assume(all(rt.conventions(tool)[0].measure_for(name, k) for tool in tools))
    assume(not any(refusal(ranking, name, k, tool) for tool in tools))
    compared = differences(ranking, measure=f"{name}@{k}", conventions=tools)
    one, other = (rt.measure(f"{name}@{k}", convention=tool)(ranking) for tool in tools)
    assert compared.value == other.value - one.value
    if compared.shares:
        assert float(sum(share.difference for share in compared.shares)) == pytest.approx(compared.value, abs=1e-12)
    assert compared.to_text() and compared.to_html()
    if len(compared.alone) == 1:
        assert float(compared.alone[0]) == pytest.approx(compared.value, abs=1e-12)


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (
            {"measure": "AP", "conventions": ("trec_eval",)},
            ValueError,
            "conventions must name two, such as (None, 'scikit-learn'), None for our own, not ('trec_eval',)",
        ),
        (
            {"measure": "AP", "conventions": "trec_eval"},
            ValueError,
            "conventions must name two, such as (None, 'scikit-learn'), None for our own, not 'trec_eval'",
        ),
        ({"measure": "AP", "conventions": ("trec_eval", "trec")}, ValueError, "Did you mean 'trec_eval'"),
        ({"measure": "RR", "conventions": ("trec_eval", "scikit-learn")}, ValueError, "scikit-learn has no RR"),
        (
            {"measure": "AP", "conventions": ("trec_eval", 3)},
            TypeError,
            "a convention must be the name of a tool, parameters, or None for ours, not 3",
        ),
        ({"measure": "AP", "conventions": (None, {"gain": "linear"})}, TypeError, "no parameter 'gain'"),
        ({"measure": "AP", "second": ap([1])}, TypeError, "two traces, or one ranking with measure= and conventions="),
        ({"conventions": ("trec_eval", "ranx")}, TypeError, "conventions need a measure: measure='nDCG@10'"),
        (
            {"ranking": [1], "conventions": ("ranx", "rax")},
            TypeError,
            "with ranking=, the two conventions (or measures) must come first",
        ),
        ({"ranking": [1], "first": ap([1]), "second": "AP"}, TypeError, "To compare two traces, leave ranking out."),
        ({"ranking": [1], "second": "AP"}, TypeError, "a measure must be a string such as"),
    ],
)
def test_differences_refuse_what_is_not_two_conventions(given: dict[str, Any], error: type, said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        differences(**{"first": [1, 0], **given})
