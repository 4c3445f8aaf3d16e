"""Every step's sentence says the numbers of its row, and says them as the table shows them."""

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach import Measure, Ranking, Trace
from rankteach.notation.expression import cell, closed
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.tables import Entry
from rankteach.notation.text import on_one_line, text
from tests.unit.conftest import random_traces

DISPLAYS = [EXACTLY, Display(3, fractions=False)]
MARKS = {"●": ["is relevant"], "○": ["not relevant", "not judged", "no item"], "–": ["not judged", "no item"]}


def stands_in(words: str, sentence: str) -> bool:
    """Whether words or a number stand by themselves, not as part of others: 3 does not stand in d3, 13 or 3/4."""
    return re.search(rf"(?<![\w./])(?<![-−]){re.escape(words)}(?![\w/]|[.]\d)", sentence, re.I) is not None


def words_for(entry: Entry, row: int, display: Display) -> list[str]:
    """The words of which one has to stand in a row's sentence: as shown, written in full, or yes and no."""
    shown = on_one_line(entry.cells[row])
    column = entry.column
    if column is None:
        return [shown]
    if column.values.dtype == bool and column.name != "relevant":
        return [f"{column.name}: {'yes' if cell(column, row) else 'no'}"]
    if shown in MARKS:
        return MARKS[shown]
    exact = display.plain(cell(column, row))  # where the cell shows a fraction that is not in lowest terms
    return [shown, exact, text(closed(column, row), display)]


def untold(trace: Trace, display: Display) -> Iterator[tuple[str, str, str]]:
    """The cells of a trace that no sentence tells: title, what is shown, the sentence."""
    main = trace.tables(digits=display.digits, fractions=display.fractions)[0]
    for step in trace.account.steps(None, display):
        for entry in main.entries:
            shown = entry.cells[step.row - 1]
            if shown and not any(stands_in(words, step.text) for words in words_for(entry, step.row - 1, display)):
                yield entry.title, shown, step.text


@pytest.mark.parametrize("display", DISPLAYS, ids=str)
def test_a_sentence_says_every_number_of_its_row(anything: Measure, display: Display) -> None:
    for trace in random_traces(anything):
        assert list(untold(trace, display)) == []


@pytest.mark.parametrize("display", DISPLAYS, ids=str)
@pytest.mark.parametrize(
    "trace",
    [
        rt.mean("AP", [[1, 0, 1], [0, 1], []]),
        rt.mean("nDCG", [[1, 0, 2], [0, 1]], queries="with_relevant"),
        rt.mean("F", [[1, 0, 1], [0, 1]], average="means"),
        rt.mean("LAG", [[1, 0, 1], [0, 1]], average="pooled"),
        rt.average_precision([Fraction(1, 2), 1, 0, None], k=6),
        rt.ndcg(Ranking([0.25, 0, 1.5], items=["1/2", "3 + 4", "a\nb"], missed={"x": 2}), ideal="uncut", k=2),
    ],
    ids=lambda trace: trace.label,
)
def test_a_sentence_about_queries_or_an_odd_list_says_every_number_of_its_row(trace: Trace, display: Display) -> None:
    assert list(untold(trace, display)) == []


@pytest.mark.parametrize(("words", "told"), [("3", False), ("2/3", True), ("1", True), ("-1", False), ("13", True)])
def test_a_number_stands_by_itself(words: str, told: bool) -> None:
    assert stands_in(words, "Rank 1: d3 has 13. It is 2/3, log2(5) − 0.3.") is told


def test_a_sentence_names_who_passes_a_threshold_and_who_stands_in_the_ideal_order() -> None:
    ranking = Ranking([0, 1, 2], items=["a", "b", "c"], scores=[2, 1, 1], missed={"m": 1})
    assert rt.roc_auc(ranking).steps[1].text == (
        "Threshold 1: Items b, c. TP is 2, TPR is 1, FP is 1, and FPR is 1; nothing is added."
    )
    assert [step.text.partition(". ")[0] for step in rt.ideal_dcg(ranking).steps] == [
        "Rank 1: Ideal item c",
        "Rank 2: Ideal item b",
        "Rank 3: Ideal item m",
        "Rank 4: Ideal item a",
    ]
    assert "ideal item is c, ideal grade is 2" in rt.ndcg(ranking).steps[0].text


def test_a_sentence_tells_a_grade_only_where_it_says_more_than_relevant() -> None:
    assert rt.precision([1]).steps[0].text.startswith("Rank 1: d1 is relevant. ")
    graded = Ranking([3, 1], relevant_from=2)
    assert rt.precision(graded).steps[0].text.startswith("Rank 1: d1 has grade 3 and is relevant. ")
    assert rt.precision(graded).steps[1].text.startswith("Rank 2: d2 has grade 1 and is not relevant. ")


def test_a_product_is_calculated_before_it_is_added() -> None:
    text = rt.pr_auc([1, 0, 1], form="steps").steps[2].text
    assert text.endswith("step is (1/2) · (2/3) = 1/3, and the area becomes 1/2 + 1/3 = 5/6.")
