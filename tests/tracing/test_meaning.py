"""What a value means is one sentence in plain words; it is right in every convention, and short for taught metrics."""

from collections.abc import Callable
from pathlib import Path

import pytest

import rankteach as rt
from rankteach import Ranking
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
    generic = f"{metric.function.__doc__.strip().partition(chr(10))[0]}"
    for ranking in LISTS:
        for chosen in [{}, {"weights": 0.8} if "weights" in metric.parameters else {}, *own]:
            for k in (None, 1, 3, 10):
                said = metric(ranking, **{"k": k, **chosen}).meaning
                assert len(said.split()) <= MOST_WORDS, said
                assert not said.startswith(generic), (chosen, said)


@pytest.mark.parametrize("name", COMPARED)
def test_a_taught_comparison_says_what_its_value_means_in_every_convention(name: str) -> None:
    metric = known_metrics()[name]
    for parameter in metric.declared:
        for value in metric.declared[parameter].values:
            said = metric([1, 2, 3], [2, 1, 3], **{parameter: value}).meaning
            assert len(said.split()) <= MOST_WORDS and "Here, " not in said


def test_the_meaning_comes_before_the_conventions() -> None:
    trace = rt.precision(EIGHT, k=5)
    for shown in (trace.to_text(), trace.to_html(), trace.to_markdown(), trace.to_latex(document=True)):
        assert shown.index("3 of the top 5 results are relevant") < shown.index("cutoff")


def test_a_worksheet_does_not_tell_what_is_to_be_found_out(tmp_path: Path) -> None:
    rt.precision(EIGHT, k=5).to_page(tmp_path / "sheet.html", blanks=["value"])
    worksheet, key = (tmp_path / "sheet.html").read_text(encoding="utf-8").split('<section class="key">')
    assert "results are relevant" not in worksheet and "3 of the top 5 results are relevant." in key


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        (lambda: rt.recall(AGAIN), "R is 2, where each item that comes again counts again."),
        (lambda: rt.recall(AGAIN, k=1), "The only relevant item is at rank 1."),
        (lambda: rt.mean("AUC", [[0], []], queries="with_hits"), "None of the queries is counted, so mean AUC counts"),
        (
            lambda: rt.mean("AP", [[0], [1]], queries="with_hits"),
            "with a relevant item in their list, AP is 1.",
        ),
        (lambda: rt.pair_accuracy([0, 1], k=1), "There is no pair with different grades, so OPA@1 is 0."),
        (lambda: rt.kendall_distance(["a"], ["a"]), "There is no pair of items, so K counts as 0 by convention."),
        (lambda: rt.average_precision([1, 0]), "The precision at the only relevant item is 1; 1 means every relevant"),
        (lambda: rt.cumulative_gain([None], judged_only=True), "No result is judged, so CG is 0."),
        (lambda: rt.r_precision([0, 1], k=6), "If you stop at rank 6, you find 0 relevant items in the first rank;"),
        (lambda: rt.f_score(rt.Ranking([1, 0], missed=[1])), "is 0.5; it is 1 only if both are 1."),
    ],
)
def test_what_is_said_of_one_item_and_of_one_that_comes_again(trace: Callable[[], rt.Trace], said: str) -> None:
    assert said in trace().meaning


def test_closings_of_one_item_that_comes_again_and_of_none() -> None:
    assert "by 1, the smaller of the relevant items" in rt.average_precision(AGAIN, denominator="min").closing
    assert rt.lag([], no_relevant="nan").closing.startswith("No relevant item exists, so the convention decides")
    assert "1 item in at least one of the lists" in " ".join(rt.rbo(["a"], ["a"]).conventions)


AGAIN = rt.Ranking([1, 1], items=["a", "a"], duplicates="count")
