"""Fifteen metrics tell their steps in a teacher's sentences; all others say every number of the row."""

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach import Measure, Ranking, Trace
from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import cell, closed
from rankteach.notation.numbers import EXACTLY, Display
from rankteach.notation.tables import Entry
from rankteach.notation.text import on_one_line, text
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import known_metrics, metric
from tests.catalogue import random_traces

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


def listed(trace: Trace) -> Calculation:
    """The trace without sentences of the metric's own."""
    return trace.calculation._replace(wording=None)


def untold(trace: Trace, display: Display) -> Iterator[tuple[str, str, str]]:
    """The cells of a trace that a sentence made of its columns does not tell: title, what is shown, the sentence."""
    main = trace.tables(digits=display.digits, fractions=display.fractions)[0]
    for step in listed(trace).steps(None, display):
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
        rt.bpref([1, 0, 0, 1]),  # a relevant item that adds 0
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
    assert listed(rt.roc_auc(ranking)).steps()[1].text == (
        "Threshold 1: Items b, c. TP is 2, TPR is 1, FP is 1, and FPR is 1; nothing is added."
    )
    assert [step.text.partition(". ")[0] for step in listed(rt.ideal_dcg(ranking)).steps()] == [
        "Rank 1: Ideal item c",
        "Rank 2: Ideal item b",
        "Rank 3: Ideal item m",
        "Rank 4: Ideal item a",
    ]
    assert "ideal item is c, ideal grade is 2" in listed(rt.ndcg(ranking)).steps()[0].text


# --- in a teacher's words -------------------------------------------------------------------------
GRADED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
FOUR = ["a", "b", "c", "d"], ["b", "a", "d", "c"]


# the steps that tell most, and the closing sentence
def test_no_sentence_of_these_metrics_has_more_than_25_words(anything: Measure) -> None:
    if (wording := anything.metric.wording(anything.parameters)) and wording.rows:
        for trace in random_traces(anything, 12):
            for sentence in [*(step.text for step in trace.steps), trace.closing]:
                assert len(sentence.split()) <= 25, sentence


def numbers_in(sentence: str) -> set[str]:
    return set(re.findall(r"(?<![\w@./])-?\d[\d./]*(?<!\.)(?!\w)", sentence))


def test_sentences_have_no_number_that_is_not_recorded(anything: Measure) -> None:
    for trace in random_traces(anything, 12):
        recorded = {
            EXACTLY.plain(cell(column, None)) for column in trace.calculation.cells.values() if column.axis is None
        }
        for step, by_column in zip(trace.steps, listed(trace).steps(None), strict=True):
            known = recorded | numbers_in(by_column.text) | {"0"}  # the best grade left is 0
            for number in numbers_in(step.text) - known:
                assert any(number == EXACTLY.plain(cell(c, step.row - 1)) for c in trace.calculation.cells.values()
                           if c.axis is not None and step.row <= len(c)), (number, step.text)  # fmt: skip


def test_a_sentence_about_a_column_that_there_is_not_is_refused() -> None:
    @metric(
        "Misworded",
        title="misworded",
        family="set",
        source="Cooper (1968)",
        wording=Wording({"": "{judged}, so {heats} is now higher"}, {}),
    )
    def misworded(ranking, *, k=None):  # type: ignore[no-untyped-def]
        """How many hits there are."""
        return ranking.top(k).hits.last()

    try:
        with pytest.raises(ValueError, match=r"must name columns of Misworded: .*hits.*'heats'"):
            misworded([1])
    finally:
        del known_metrics()["Misworded"]


# --- column by column -----------------------------------------------------------------------------
def test_verbs_agree_with_their_columns() -> None:
    plural = re.compile(r"\b(?:hits|items|alarms|misses)(?: from \S+| so far)? (?:is|goes|stays)\b", re.I)
    for one in known_metrics().values():
        for step in listed(one(*FOUR) if one.pairing else one(GRADED)).steps():
            assert not plural.search(step.text), step.text
