"""An item that comes twice: refused, dropped, or counted again."""

import pickle
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import rankteach as rt
from rankteach.__main__ import main
from rankteach.core.ranking import Duplicates
from rankteach.tracing.measures import metrics
from tests.tiers import LONG

ONE_LIST = [metric for metric in metrics() if not metric.pairing]


def lists() -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Items of which some come again, and their grades; None for one without a judgement."""
    rng = random.Random(28)
    for _ in range(200 if LONG else 15):
        grades = {name: rng.choice([0, 0, 1, 2, 3, None]) for name in "abcdefgh"}
        yield rng.choices("abcdef", k=rng.randrange(9)), {name: g for name, g in grades.items() if g is not None}


def ranked(items: list[str], grades: dict[str, Any], duplicates: Duplicates = "refuse") -> rt.Ranking:
    scores = list(range(len(items), 0, -1))
    return rt.Ranking.from_items(items, grades, scores=scores, duplicates=duplicates, collection_size=30)


def without_the_later_ones(ranking: rt.Ranking) -> rt.Ranking:
    """The list without the ranks whose item came before."""
    names = ranking.arguments(all_names=True)["items"]
    first = [place for place, name in enumerate(names) if name not in names[:place]]
    scores = ranking.scores or ()
    given = {**ranking.arguments(), "grades": [ranking.grades[place] for place in first]}
    given |= {"items": [names[place] for place in first], "scores": [scores[place] for place in first]}
    return rt.Ranking(**{name: value for name, value in given.items() if name != "duplicates"})


def test_an_item_twice_is_refused_with_what_to_type() -> None:
    for make in (
        lambda **how: rt.Ranking([1, 0, 1], items=list("aba"), **how),
        lambda **how: rt.Ranking.from_items(list("aba"), {"a"}, **how),
        lambda **how: rt.Ranking.from_scores([1, 0, 1], [3, 2, 1], items=list("aba"), **how),
    ):
        with pytest.raises(ValueError, match=r"items\[0\] and items\[2\] are both 'a'. Use duplicates='first'"):
            make()
        assert make(duplicates="first").grades == [1, 0]
        assert make(duplicates="count").grades == [1, 0, 1]
        with pytest.raises(ValueError, match="duplicates must be 'refuse', 'first' or 'count', not 'last'"):
            make(duplicates="last")
    with pytest.raises(ValueError, match=r"grades\[0\] and grades\[2\] must be equal, because both are of item 'a'"):
        rt.Ranking([1, 0, 0], items=list("aba"), duplicates="count")
    with pytest.raises(ValueError, match="must be equal"):
        rt.Ranking([1, 0, None], items=list("aba"), duplicates="count")


@pytest.mark.parametrize("metric", ONE_LIST, ids=lambda metric: metric.name)
def test_first_is_the_list_without_the_later_ones(metric: Any) -> None:
    for items, grades in lists():
        first = ranked(items, grades, "first")
        own = without_the_later_ones(ranked(items, grades, "count"))
        assert first == own
        values = [
            metric(one, no_relevant=0).value if metric.about_relevance else metric(one).value for one in (first, own)
        ]
        assert values[0] == values[1]


@pytest.mark.parametrize("metric", ONE_LIST, ids=lambda metric: metric.name)
def test_count_changes_nothing_where_each_item_comes_once(metric: Any) -> None:
    for items, grades in lists():
        items = list(dict.fromkeys(items))
        assert metric(ranked(items, grades, "count")) == metric(ranked(items, grades))


def test_counted_again_precision_recall_ap_and_dcg_are_as_by_hand() -> None:
    for items, grades in lists():
        ranking = ranked(items, grades, "count")
        relevant = [bool(grades.get(item)) for item in items]
        total = sum(map(bool, grades.values()))
        assert ranking.relevant_total.values == total
        assert rt.recall(ranking).exact == (Fraction(sum(relevant), total) if total else 0)
        assert rt.precision(ranking).exact == (Fraction(sum(relevant), len(items)) if items else 0)
        above = [Fraction(sum(relevant[: place + 1]), place + 1) for place, one in enumerate(relevant) if one]
        assert rt.average_precision(ranking).exact == (sum(above) / total if total else 0)
        ideal = sorted(grades.values(), reverse=True)
        assert rt.ideal_dcg(ranking, ideal="judged").value == pytest.approx(rt.dcg([*ideal]).value)
        own = without_the_later_ones(ranking)
        retrieved = [metric(one, ideal="retrieved").value for metric in (rt.ideal_dcg,) for one in (ranking, own)]
        assert retrieved[0] == pytest.approx(retrieved[1])
        assert ranking.grade_total.values == sum(grades.values())
        assert ranking.irrelevant_total.values == sum(grade == 0 for grade in grades.values())


@pytest.mark.parametrize(
    "metric", [metric for metric in ONE_LIST if metric.family != "curve"], ids=lambda metric: metric.name
)
def test_a_list_that_counts_again_works_everywhere(metric: Any) -> None:
    for items, grades in list(lists())[: 12 if LONG else 4]:
        ranking = ranked(items, grades, "count")
        trace = metric(ranking)
        assert rt.read_json(trace.to_json()) == trace == pickle.loads(pickle.dumps(trace))
        assert metric(rt.Batch([[1, 0], ranking, []])).value[1] == pytest.approx(trace.value)
        assert eval(repr(ranking), {"Ranking": rt.Ranking}) == ranking
        for notation in ("to_text", "to_html", "to_markdown", "to_latex", "to_mathml"):
            getattr(trace, notation)()
        if ranking.repeats:
            assert any("an item that came before counts again" in words for words in trace.conventions)
        every = trace.at_every_k()
        for k in range(1, len(every) + 1):
            assert every[k - 1] == pytest.approx(metric(ranking, k=k).value)
        for swap in range(1, len(items)):
            assert ranking.moved(swap, swap + 1).relevant_total.values == ranking.relevant_total.values


def test_many_lists_without_their_unjudged_items_count_again_as_each_does() -> None:
    rankings = [ranked(items, grades, "count") for items, grades in lists()]
    together = rt.Batch(rankings).condensed()
    assert any(one.arrays.repeats for one in rankings) and any(one.unjudged for one in rankings)
    assert together.arrays.repeats == sum(one.condensed().arrays.repeats for one in rankings)
    for grade in (1, 2, 3):
        alone = [one.condensed().arrays.count_from(grade) for one in rankings]
        assert together.arrays.count_from(grade).tolist() == alone


def test_a_change_of_grade_is_one_wherever_the_item_comes() -> None:
    ranking = rt.Ranking([1, 0, 1, 0], items=list("abac"), missed={"x": 1}, duplicates="count")
    assert ranking.items == ("a", "b", "a (2)", "c")
    assert ranking.with_grade(3, 0).grades == [0, 0, 0, 0]
    trace = rt.recall(ranking)
    assert trace.exact == 1
    assert rt.recall(ranking.with_grade(1, 0)).value - trace.value == rt.toggles(trace).changes[0][0] == -1
    assert rt.swaps(trace).best is None
    assert rt.chance(rt.average_precision(ranking)).expected is not None
    assert ranking.head(2).relevant_total.values == 2
    assert "a (2)" not in rt.ndcg(ranking).columns["ideal grade"].axis.labels()["ideal item"]


def test_what_cannot_count_again_says_so() -> None:
    ranking = rt.Ranking([1, 0, 1], items=list("aba"), duplicates="count")
    for metric in ONE_LIST:
        if metric.family == "curve":
            with pytest.raises(ValueError, match=f"{metric.name} must get each item once. Use duplicates='first'"):
                metric(rt.Batch([ranking, [1]]))
    for compare in (rt.rbo, rt.kendall_tau, rt.spearman):
        with pytest.raises(ValueError, match="the first list must all differ"):
            compare(ranking, rt.Ranking([1, 0], items=list("ab")))
    with pytest.raises(ValueError, match="a must have each item once"):
        rt.side_by_side(ranking, ranking)


QRELS = {"q1": {"a": 1, "b": 0, "c": 1}, "q2": {"a": 1}}
ROWS = [("q1", "a", 0.4), ("q1", "b", 0.8), ("q1", "a", 0.9), ("q1", "x (2)", 0.2), ("q1", "x", 0.2), ("q1", "x", 0.2)]
ROWS.append(("q2", "b", 0.5))


def sources(folder: Path) -> dict[str, Any]:
    """The same run in every form."""
    frame = {"qid": [row[0] for row in ROWS], "docno": [row[1] for row in ROWS], "score": [row[2] for row in ROWS]}
    ordered = sorted(ROWS, key=lambda row: -row[2])
    return {
        "records": ROWS,
        "lists": {query: [item for one, item, _ in ordered if one == query] for query in ("q1", "q2")},
        "pandas": pd.DataFrame(frame),
        "polars": pl.DataFrame(frame),
        "csv": written(folder / "run.csv", pd.DataFrame(frame).to_csv(index=False)),
    }


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_run_in_every_form_has_the_same_duplicates(tmp_path: Path) -> None:
    for form, run in sources(tmp_path).items():
        with pytest.raises(ValueError, match="unless duplicates is 'first' or 'count'"):
            rt.evaluate(QRELS, run, ["R"])
        first = rt.evaluate(QRELS, run, ["R", "P", "AP", "AUC"], duplicates="first")
        assert first.per_query["q1"] == {"R": 0.5, "P": 0.25, "AP": 0.5, "AUC": 1}, form
        assert "An item that came before is left out, at 2 ranks." in first.notes
        left_out = "an item that came before is left out (duplicates='first'), at 2 ranks"
        assert left_out in first.trace("q1", "R").conventions
        again = rt.evaluate(QRELS, run, ["R", "P", "nDCG@3", "infAP"], duplicates="count")
        assert again.per_query["q1"]["R"] == 1, form
        assert again.per_query["q1"]["P"] == pytest.approx(1 / 3)
        assert "An item that came before counts again, at 2 ranks." in again.notes
        for measure in again.measures:
            assert float(again.trace("q1", measure)) == again.per_query["q1"][measure]
            assert float(again.mean(measure)) == pytest.approx(again.means[measure])
        read = rt.read_run(run, duplicates="count")
        assert rt.evaluate(QRELS, read, ["R"]).per_query["q1"]["R"] == 1
        assert sorted(read["q1"]) == ["a", "a (2)", "b", "x", "x (2)", "x (3)"]
        assert rt.read_ranking(QRELS, run, "q1", duplicates="count").arguments()["items"][:3] == ["a", "b", "a"]
        with pytest.raises(ValueError, match="depth must be left out where duplicates='count'"):
            rt.evaluate(QRELS, run, ["R"], duplicates="count", depth=2)
        assert rt.evaluate(QRELS, run, ["R"], duplicates="first", depth=1).per_query["q1"]["R"] == 0.5


def test_a_trec_file_and_the_command_line_count_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{query} Q0 {item.replace(' ', '_')} 1 {score} tag" for query, item, score in ROWS]
    run = written(tmp_path / "a.run", "\n".join(lines))
    judged = [f"{query} 0 {item} {grade}" for query, grades in QRELS.items() for item, grade in grades.items()]
    qrels = written(tmp_path / "a.qrels", "\n".join(judged))
    for duplicates, recall in {"first": 0.25, "count": 0.5}.items():
        assert rt.evaluate(qrels, run, ["R"], duplicates=duplicates).means["R"] == recall  # type: ignore[arg-type]
        options = ["--qrels", qrels, "--run", run, "--measure", "R", "--duplicates", duplicates]
        assert main(["evaluate", *options]) == 0
        assert f"{recall:.4f}" in capsys.readouterr().out
        assert main(["explain", *options, "--query", "q1"]) == 0
        assert "an item that came before" in capsys.readouterr().out
    assert main(["evaluate", "--qrels", qrels, "--run", run]) == 2


def test_equal_scores_keep_the_places_of_what_comes_again() -> None:
    rows = [("q", "a", 1), ("q", "b", 1), ("q", "a", 1), ("q", "c", 1)]
    run = rt.read_run(rows, ties="stable", duplicates="count")
    assert run.ranked("q")[0] == ["a", "b", "a (2)", "c"]
    assert rt.read_run([*rows, ("q", "b", 2)], ties="stable", duplicates="first").ranked("q")[0] == ["b", "a", "c"]


def test_ranked_lists_against_a_ground_truth() -> None:
    make: Callable[..., Any] = rt.rank_metrics
    with pytest.raises(ValueError, match="Use duplicates="):
        make([["a", "a"]], [{"a"}])
    assert make([["b", "a", "a"]], [{"a"}], duplicates="first")["MAP"].exact == Fraction(1, 2)
    assert make([["b", "a", "a"]], [{"a"}], duplicates="count")["MAP"].exact == Fraction(1, 2) + Fraction(2, 3)


@pytest.mark.parametrize("ideal", ["judged", "retrieved", "uncut"])
def test_an_ideal_order_names_its_items_whatever_it_is_of(ideal: str) -> None:
    one = rt.Ranking.from_items(["a", "b", "a", "c"], {"a": 2, "b": 1, "d": 3}, duplicates="count")
    for metric in (rt.ideal_dcg, rt.ndcg):
        assert len(metric(one, ideal=ideal).steps) >= 4
