"""What a value means is one sentence in plain words; it is right in every convention, and short for taught metrics."""

from pathlib import Path

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.tracing.meaning import first_line, uncapitalised
from rankteach.tracing.metric import known_metrics

EIGHT = Ranking([1, 0, 1, 1, 0, 1, 0, 0])
MISSED = Ranking([1, 0, 1, 0, 0], missed=[1, 1])
GRADED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
NOTHING = Ranking([0, 0])
LISTS = [EIGHT, MISSED, GRADED, TIED, NOTHING, Ranking([]), Ranking([], missed=[1]), Ranking([1]), Ranking([1, 1])]
TAUGHT = ["P", "R", "F", "RR", "AP", "CG", "DCG", "IDCG", "nDCG", "AUC", "LAG", "FAP", "GAP"]
COMPARED = ["KendallDistance", "Tau", "Rho"]
MOST_WORDS = 25


@pytest.mark.parametrize("name", TAUGHT)
def test_a_taught_metric_says_what_its_value_means_in_every_convention(name: str) -> None:
    metric = known_metrics()[name]
    own = [
        {parameter: value} | ({"weights": 0.8} if metric.declared[parameter].requires == "weights" else {})
        for parameter in metric.declared
        for value in [*metric.declared[parameter].values, *metric.declared[parameter].common_values]
    ]
    for ranking in LISTS:
        for chosen in [{}, {"weights": 0.8} if "weights" in metric.parameters else {}, *own]:
            for k in (None, 1, 3, 10):
                said = metric(ranking, **{"k": k, **chosen}).meaning
                assert len(said.split()) <= MOST_WORDS, said
                assert first_line(metric)[1:] not in said, (chosen, said)


@pytest.mark.parametrize("name", COMPARED)
def test_a_taught_comparison_says_what_its_value_means_in_every_convention(name: str) -> None:
    metric = known_metrics()[name]
    for parameter in metric.declared:
        for value in metric.declared[parameter].values:
            said = metric([1, 2, 3], [2, 1, 3], **{parameter: value}).meaning
            assert len(said.split()) <= MOST_WORDS and first_line(metric)[1:] not in said


def test_the_meaning_comes_before_the_conventions() -> None:
    trace = rt.precision(EIGHT, k=5)
    for shown in (trace.to_text(), trace.to_html(), trace.to_markdown(), trace.to_latex(document=True)):
        assert shown.index("3 of the top 5 results are relevant") < shown.index("cutoff")


def test_a_worksheet_does_not_tell_what_is_to_be_found_out(tmp_path: Path) -> None:
    rt.precision(EIGHT, k=5).to_page(tmp_path / "sheet.html", blanks=["value"])
    worksheet, key = (tmp_path / "sheet.html").read_text(encoding="utf-8").split('<section class="key">')
    assert "results are relevant" not in worksheet and "3 of the top 5 results are relevant." in key


def test_a_line_inside_a_sentence_keeps_its_names() -> None:
    kept = {line for line in map(first_line, known_metrics().values()) if uncapitalised(line) == line}
    assert {line.partition(" ")[0] for line in kept} == {"1", "DCG", "ERR", "F-score", "Kendall's", "Pearson's", "nDCG"}
