"""What a value means is one sentence in plain words; it is right in every convention, and short for taught metrics."""

from pathlib import Path

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.tracing.metric import known_metrics
from rankteach.tracing.trace import Trace

EIGHT = Ranking([1, 0, 1, 1, 0, 1, 0, 0])
MISSED = Ranking([1, 0, 1, 0, 0], missed=[1, 1])
GRADED = Ranking([3, 2, 3, 0, 1], missed=[3, 2])
TIED = Ranking([1, 0, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
NOTHING = Ranking([0, 0])
LISTS = [EIGHT, MISSED, GRADED, TIED, NOTHING, Ranking([]), Ranking([], missed=[1]), Ranking([1]), Ranking([1, 1])]
TAUGHT = ["P", "R", "F", "RR", "AP", "CG", "DCG", "IDCG", "nDCG", "AUC", "LAG", "FAP", "GAP"]
COMPARED = ["KendallDistance", "Tau", "Rho"]
MOST_WORDS = 25

SAID: list[tuple[Trace, str]] = [
    (rt.precision(EIGHT, k=5), "3 of the top 5 results are relevant."),
    (rt.precision(EIGHT, k=1), "The top result is relevant."),
    (rt.precision(EIGHT), "4 of the 8 results are relevant."),
    (rt.precision(NOTHING, k=1), "The top result is not relevant."),
    (rt.precision([1, 1, 1, 0], k=3), "All top 3 results are relevant."),
    (rt.precision([1, 1]), "Both results are relevant."),
    (rt.precision(MISSED, k=8), "2 of the 5 results are relevant; P@8 divides by 8, counting empty ranks too."),
    (
        rt.precision(MISSED, k=8, denominator="items"),
        "2 of the 5 results are relevant; P@8 divides by 5, counting no empty rank.",
    ),
    (rt.recall(EIGHT, k=3), "2 of the 4 relevant items are in the top 3 results."),
    (rt.recall(EIGHT, k=1), "1 of the 4 relevant items is at rank 1."),
    (rt.recall(MISSED), "2 of the 4 relevant items are in the list."),
    (rt.recall(NOTHING), "No relevant item exists, so R counts as 0 by convention."),
    (
        rt.recall(MISSED, k=3, denominator="min"),
        "2 of the top 3 results are relevant. R@3 divides the 2 hits by the ranks or by the 4 relevant items, "
        "whichever is fewer.",
    ),
    (
        rt.f_score(EIGHT, k=3),
        "Precision is 0.67 and recall 0.5; their harmonic mean is 0.57, which is 1 only if both are 1.",
    ),
    (
        rt.f_score(EIGHT, k=3, form="counts"),
        "2 hits, 2 missed and 1 false alarm give F1@3 = 0.57, which is 1 only without misses and false alarms.",
    ),
    (rt.reciprocal_rank([0, 0, 1]), "You find the first relevant result at rank 3; RR is 1 divided by this rank."),
    (rt.reciprocal_rank([0, 0, 1], k=2), "None of the top 2 results is relevant, so RR@2 is 0."),
    (
        rt.average_precision(EIGHT),
        "On average, the precision at the 4 relevant ranks is 0.77; 1 means every relevant item comes first.",
    ),
    (
        rt.average_precision(EIGHT, k=3),
        "Averaged over the 4 relevant items, precision is 0.42; relevant items not in the top 3 results count as 0.",
    ),
    (
        rt.average_precision(MISSED, denominator="hits"),
        "On average, the precision at the 2 relevant ranks is 0.83; relevant items not in the list do not count.",
    ),
    (rt.average_precision(NOTHING), "No relevant item exists, so AP counts as 0 by convention."),
    (rt.average_precision(NOTHING, no_relevant=1), "No relevant item exists, so AP counts as 1 by convention."),
    (rt.average_precision(NOTHING, no_relevant="nan"), "No relevant item exists, so AP is undefined by convention."),
    (rt.average_precision(TIED, ties="averaged"), "On average over all orders of equal scores, AP is 0.92."),
    (
        rt.cumulative_gain(GRADED, k=3),
        "You collect a total grade of 8 from the top 3 results; the order does not matter.",
    ),
    (
        rt.dcg(GRADED, k=3),
        "You collect a discounted gain of 5.76 from the top 3 results; a gain counts less further down.",
    ),
    (
        rt.dcg(GRADED, discount=[1, 1, 1, 1, 1]),
        "You collect a discounted gain of 9 from the 5 results; each gain counts by the discount of its rank.",
    ),
    (
        rt.ideal_dcg(GRADED, k=3),
        "The best order of all judged items has a DCG@3 of 6.39; no order of them can have more.",
    ),
    (
        rt.ndcg(GRADED, k=3, ideal="retrieved"),
        "DCG is 0.98 times that of the best order of the retrieved items; 1 means no order of them is better.",
    ),
    (rt.ndcg(NOTHING), "No item has a grade above 0, so nDCG counts as 0 by convention."),
    (
        rt.roc_auc(EIGHT),
        "The fraction of pairs in which a relevant result is ranked above an irrelevant one is 0.75; a random order "
        "scores 0.5 on average.",
    ),
    (
        rt.roc_auc(TIED, form="pairs"),
        "The fraction of pairs in which a relevant result is ranked above an irrelevant one is 0.875; a tied pair "
        "counts half a point.",
    ),
    (
        rt.roc_auc([1, 1]),
        "There is no pair of a relevant and an irrelevant result, so AUC counts as 0 by convention.",
    ),
    (
        rt.lag([0, 1, 0, 1]),
        "The average number of irrelevant results above a relevant one is 1.5; 0 is best.",
    ),
    (rt.lag(Ranking([0], missed=[1])), "The only result is not relevant, so LAG counts as 0 by convention."),
    (
        rt.kendall_distance(["a", "b"], ["b", "a"]),
        "On average over all pairs, the lists' disagreement is 1 (0.5 for a pair that only one list orders); "
        "0 means the same order.",
    ),
    (
        rt.kendall_tau([1, 2, 3, 4], [1, 3, 2, 4]),
        "From −1 (reverse order) to 1 (same order), the lists' agreement on the order of pairs is 0.67; 0 means "
        "neither.",
    ),
    (
        rt.kendall_tau([1, 1], [1, 2]),
        "At least one list has no two different numbers, so τ counts as 0 by convention.",
    ),
    (
        rt.spearman([1, 2, 3], [1, 3, 2]),
        "From −1 (reverse order) to 1 (same order), the ranks in the two lists correlate at 0.5; 0 means neither.",
    ),
    (
        rt.fap(EIGHT, k=3),
        "F1 is 0.57 and AP 0.42; their harmonic mean is 0.48, which is 1 only if both are 1.",
    ),
    (
        rt.gap(GRADED),
        "For users who are content from different grades on, average precision is 0.60; 1 means each of them "
        "finds their relevant items first.",
    ),
    (
        rt.rbp(EIGHT),
        "A user who goes on to the next rank with probability 0.8 gains 0.50 per result read.",
    ),
    (
        rt.err([1]),
        "Averaged over users, 1 divided by the rank at which they stop is 0.5; a user who never stops counts as 0.",
    ),
    (
        rt.rbo(["a", "b"], ["b", "a"], p=0.5),
        "On average over the depths that users reach, the lists share 0.5 of their items.",
    ),
    (
        rt.rbo(["a", "b"], ["b", "a"], p=0.5, form="minimum"),
        f"On average over the depths that users reach, the lists share at least "
        f"{float(rt.rbo(['a', 'b'], ['b', 'a'], p=0.5, form='minimum')):.2f} of their items.",
    ),
    (
        rt.nerr([1]),
        "ERR divided by the ERR of the best possible order of the same judgements. Here, nERR is 1.",
    ),
    (rt.mean("AP", [[1, 0, 1], [0, 1]]), "On average over 2 queries, AP is 0.67."),
    (rt.mean("AP", [[1], [0, 1]], average="geometric"), "The geometric mean of AP over 2 queries is 0.71."),
    (rt.mean("LAG", [[1], [0, 1]], average="pooled"), "LAG, pooled over all relevant items of all queries, is 0.5."),
    (rt.precision(rt.Batch([[1, 0]])), "The fraction of the retrieved items that are relevant."),
]


@pytest.mark.parametrize(("trace", "said"), SAID, ids=[trace.measure for trace, _ in SAID])
def test_a_value_is_told_in_plain_words(trace: Trace, said: str) -> None:
    assert trace.meaning == said


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
