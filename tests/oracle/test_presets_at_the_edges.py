"""Every preset and each of its measures, for lists at which a description of a tool is easily wrong.

A tool says a number, refuses the list, or has no value for it. A preset must give that number or refuse the list in a
sentence; it must refuse what the tool refuses; and its mean must leave out what the tool leaves out.
"""

import math
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Batch, Ranking
from rankteach.tracing.measures import Measure
from rankteach.tracing.tools import TOOLS, Tool
from rankteach.tracing.tools import tool as tool_of
from tests.oracle import more_tools
from tests.oracle.answers import answer
from tests.oracle.test_conventions_of_tools import (
    ASKED,
    MEANS_ONLY,
    PRINTED,
    Collection,
    in_list,
    mean_of_evidently,
    printed_by_trec_eval,
)
from tests.tiers import LONG

Scored = list[tuple[float | None, float]]  # a grade, or none, and a score for each item


class Edge(NamedTuple):
    """Lists of one kind; ``level`` is the grade from which an item is relevant."""

    lists: list[Scored]
    missed: Sequence[list[float]] = ()
    level: int = 1
    has_list: bool = True


def ranked(*grades: float | None) -> Scored:
    """Items with scores that fall from 1 on and stay above 0."""
    return [(grade, 1 - place / (len(grades) + 1)) for place, grade in enumerate(grades)]


def drawn(number: int, longest: int, largest: int = 3, unjudged: float = 0, lowest: float = 0.5) -> list[Scored]:
    """Random lists, best score first, all scores different."""
    chance = random.Random(28)
    lists = []
    for _ in range(number):
        scores = sorted((lowest + 3 * chance.random() for _ in range(1 + int(chance.random() * longest))), reverse=True)
        grades = [int(chance.random() * 2 * (largest + 1)) - largest - 1 for _ in scores]
        lists.append(
            [
                (None if chance.random() < unjudged else max(0, grade), round(score, 6))
                for grade, score in zip(grades, scores, strict=True)
            ]
        )
    return lists


def nearly_tied() -> list[Scored]:
    """Scores that are different numbers, but the same 32-bit floats; in one list all are judged alike."""
    near = [1.0 + 1e-10 * step for step in (4, 3, 2, 1)]
    return [list(zip(grades, near, strict=True)) for grades in ([0, 1, 0, 2], [1, 0, 0, 0], [1, 1, 1, 1])]


EDGES = {
    "scores of 0 and below": Edge([
        [(1, -1.0), (0, -2.0), (1, -3.0)], [(1, 2.0), (1, 0.0)], [(0, 2.0), (2, 1.0), (0, 0.0), (0, -1.0)],
        *drawn(5, 6, lowest=-1.5),
    ]),
    "relevant from grade 2": Edge(
        [ranked(1, 2, 1, 3), ranked(1, 1), *drawn(5, 7)], [[2], [1, 1], [3, 1], [2]], level=2
    ),
    "shorter than the cutoff": Edge([ranked(1, 0), ranked(0, 2), ranked(1, 1, 1), *drawn(3, 3)], [[1], [], [1, 2]]),
    "a query without a list": Edge([[]], [[1, 2, 0]], has_list=False),
    "an empty list": Edge([[]], [[1, 2, 0]]),
    "one item": Edge([ranked(1), ranked(0), ranked(3), ranked(1)], [[], [1], [], [2, 1]]),
    "equal as 32-bit floats": Edge(nearly_tied(), [[1], []]),
    "an item that is not judged": Edge(
        [ranked(None, 1, None, 0), ranked(None), *drawn(4, 6, unjudged=0.4)], [[1], [1]]
    ),
    "nothing relevant": Edge([ranked(0), ranked(None, 0), ranked(0, 0, 0, 0, 0, 0)], [[], [0, 0]]),
    "nothing relevant from grade 2": Edge([ranked(1, 0), ranked(1, 1, 1)], [[], [1]], level=2),
    "an empty list and nothing relevant": Edge([[], []], [[], [0]]),
    "everything relevant": Edge([ranked(1, 1), ranked(2, 1, 3, 1, 1, 2)], [[], [1]]),
    "all scores equal": Edge([[(g, 0.5) for g in (0, 1, 0, 2)], [(g, 0.5) for g in (1, 0)]], [[1]]),
    "grades that are not whole": Edge(
        [ranked(0.5, 0, 2.5, 1), ranked(1.5, 0, 1), ranked(0, 0.5), ranked(0, 0.25, 1)], [[], [1.5], [], [0.75]]
    ),
    "grades far apart": Edge([ranked(0, 9, 1, 0, 5), ranked(12, 1)], [[7], [1, 11]]),
}  # fmt: skip
FILLER = ranked(3, 0, 0, 0, 0, 0)  # a query next to each, so that no run and no mean is empty
CUTOFFS = (1, 4) if LONG else (4,)


def collected(edge: Edge, place: int) -> Collection:
    """One list of an edge and the filler, as tools take them; items are named against their order."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    missed = edge.missed[place] if place < len(edge.missed) else []
    for query, scored, missing in (("1", FILLER, []), ("2", edge.lists[place], missed)):
        judged = {f"d{9 - i}": grade for i, (grade, _) in enumerate(scored) if grade is not None}
        qrels[query] = {**judged, **{f"m{i}": grade for i, grade in enumerate(missing)}, "nobody found it": 0}
        if query == "1" or edge.has_list:
            run[query] = {f"d{9 - i}": score for i, (_, score) in enumerate(scored)}
    rankings = [
        Ranking.from_items(list(ranked), qrels[query], scores=list(ranked.values()), relevant_from=edge.level)
        for query, ranked in (("1", run["1"]), ("2", run.get("2", {})))
    ]
    return Collection(qrels, run, rankings)


BY_LEVEL = (
    "trec_eval",
    "trec_eval_9",
    "pytrec_eval",
    "rankeval",
    "kaggle",
    *more_tools.OF_ITEMS,
)  # these are told the grade from which an item is relevant
BY_QUERY = (
    "trec_eval",
    "trec_eval_9",
    "pytrec_eval",
    "ir_measures",
    "gdeval",
    "ranx",
    "recommenders",
    "kaggle",
    *more_tools.OF_ITEMS,
)  # these are given judgements, not just lists


def relabelled(given: Collection, tool: str, level: int) -> Collection:
    """What people give a tool that has no such level: 1 for what counts as relevant, and 0."""
    if tool in ("ir_measures", "ranx"):
        return given
    qrels = {
        query: {item: int(grade >= level) for item, grade in judged.items()} for query, judged in given.qrels.items()
    }
    rankings = [Ranking.from_items(list(run), qrels[q], scores=list(run.values())) for q, run in given.run.items()]
    return Collection(qrels, given.run, rankings)


def asked(tool: Tool, measure: Measure, name: str, k: int | None, edge: Edge) -> list[Any]:
    """For each list a number, "refused", "undefined", or "left out"."""
    said: list[Any] = []
    for place in range(len(edge.lists)):
        given, ask, called = collected(edge, place), {**ASKED, **ALONE}[tool.name], name
        if tool.name == "trec_eval" and not edge.has_list:
            ask = trec_eval_with_c
        if edge.level > 1:
            if tool.name in BY_LEVEL:
                ask = partial(ask, level=edge.level)
            elif measure.metric.binary:
                called, given = at_level(tool.name, name, edge.level), relabelled(given, tool.name, edge.level)
        try:
            number = ask(called, k, given)[-1]
        except ImportError:
            raise
        except KeyError:
            number = "left out"
        except Exception:
            number = "refused"
        said.append("undefined" if isinstance(number, float) and math.isnan(number) else number)
    return said


def at_level(tool: str, name: str, level: int) -> str:
    """What ir_measures and ranx call a measure with a level of relevance."""
    if tool == "ranx":
        return f"{name}-l{level}"
    stem, at, cutoff = name.partition("@")
    return f"{stem}(rel={level}){at}{cutoff}" if tool == "ir_measures" else name


def trec_eval_with_c(name: str, k: int | None, given: Collection) -> list[float]:
    """The mean over all queries: without -c, version 10.0 stops where the run lacks one."""
    return [printed_by_trec_eval(name, given.qrels, given.run, "-c")["all"]]


def scikit_learn(name: str, k: int | None, given: Collection) -> list[float]:
    """For the last list alone, also where it is refused."""
    score = getattr(pytest.importorskip("sklearn.metrics", reason="scikit-learn is not there"), name)
    *_, (grades, scores) = in_list(given)
    if name in ("dcg_score", "ndcg_score"):
        return [float(score([grades], [scores], k=k))]
    return [float(score([int(grade >= 1) for grade in grades], scores))]


def ranx(name: str, k: int | None, given: Collection) -> list[float]:
    """With the list itself last: a list that it has no number for spoils those after it."""
    package = pytest.importorskip("ranx", reason="ranx is not there")
    run = package.Run({query: ranked for query, ranked in given.run.items() if ranked})
    found = package.evaluate(package.Qrels(given.qrels), run, name, return_mean=False, make_comparable=True)
    return list(np.atleast_1d(found).tolist())


def ir_measures(name: str, k: int | None, given: Collection) -> list[float]:
    """With an empty list as a dict, which rows of a run cannot have; where that is refused, as a query without rows."""
    package = pytest.importorskip("ir_measures", reason="ir_measures is not there")
    if given.run.get("2") == {}:
        with suppress(Exception):
            found = package.iter_calc([package.parse_measure(name)], given.qrels, given.run)
            return [metric.value for metric in found if metric.query_id == "2"]
    return ASKED["ir_measures"](name, k, given)


def recommenders(name: str, k: int | None, given: Collection) -> list[float]:
    """It knows only queries with a relevant item and a list."""
    if "2" not in given.run or max(given.qrels["2"].values()) < (1e-9 if name == "ndcg_at_k" else 1):
        raise KeyError("2")
    return ASKED["recommenders"](name, k, given)


def evidently(name: str, k: int | None, given: Collection) -> list[float]:
    """The mean over the list and the filler, which counts."""
    names = {theirs.at_k: metric for metric, theirs in tool_of("evidently").measures.items()}
    lists = [[grade or 0 for grade in one.grades] for one in given.rankings]
    return [mean_of_evidently(names[name], k or 0, lists)]


ALONE = {
    "scikit-learn": scikit_learn,
    "ranx": ranx,
    "ir_measures": ir_measures,
    "recommenders": recommenders,
    "evidently": evidently,
}
ALONE |= {name: partial(more_tools.asked, name, alone=True) for name in (*more_tools.OF_ITEMS, *more_tools.OF_LISTS)}


def measures_of(tool: Tool) -> Iterator[tuple[Measure, str, int | None]]:
    for metric, theirs in tool.measures.items():
        for k in CUTOFFS if theirs.at_k else ():
            ours = f"{metric.rstrip('@')}@{k}".replace("Accuracy", "Success")
            yield rt.measure(ours, convention=tool.name), theirs.at_k.format(k), k
        if theirs.whole:
            yield rt.measure(metric.replace("Accuracy", "Success"), convention=tool.name), theirs.whole, None


def compared(tool: Tool, measure: Measure, edge: Edge, place: int, said: Any) -> str:
    """What is wrong with one value of a preset; nothing if it holds."""
    rankings = collected(edge, place).rankings
    if tool.name not in BY_QUERY:
        rankings = [Ranking(one.grades, scores=one.scores, relevant_from=edge.level) for one in rankings]
    try:
        first, ours = (measure(ranking).value for ranking in rankings)
        together = measure(Batch(rankings)).value[-1]
        with_c = tool.name == "trec_eval" and not edge.has_list
        mean = rt.mean(measure, rankings, **({"queries": "all"} if with_c else {})).value
    except ValueError as error:
        refused = tool.name in str(error) and str(error).endswith(".")
        return "" if refused else f"no sentence about {tool.name}: {error}"
    if not math.isclose(ours, together, rel_tol=0, abs_tol=1e-12) and not math.isnan(ours):
        return f"{together:.4f} in a batch, {ours:.4f} alone"
    if said == "refused":
        return f"{ours:.4f} here, refused there"
    if said == "left out":
        return "" if math.isclose(mean, first) else f"{ours:.4f} counts here, left out there"
    expected = math.nan if said == "undefined" else said
    if tool.name in MEANS_ONLY or with_c:
        ours = mean
    elif (
        tool.name in MEANS_COUNT and not math.isclose(mean, (first + ours) / 2) and not math.isclose(mean, first + ours)
    ):
        return f"{ours:.4f} here does not count in the mean"
    elif any_order(tool, measure, rankings[-1], expected):
        return ""
    if (
        math.isclose(ours, expected, rel_tol=0, abs_tol=tolerance(tool, measure) * max(1, abs(expected)))
        or math.isnan(ours) is math.isnan(expected) is True
    ):
        return ""
    return f"{ours:.4f} here, {expected:.4f} there"


MEANS_COUNT = ("trec_eval", "trec_eval_9", "pytrec_eval", "recommenders")  # these say of a query whether it counts


def any_order(tool: Tool, measure: Measure, ranking: Ranking, expected: float) -> bool:
    """Whether a tool that promises no order of equal scores gives the value of one of these orders."""
    scores = np.array(ranking.scores or (), dtype=np.float32 if tool.single_precision else float)
    if tool.ties or len(scores) == len(set(scores.tolist())) or measure.parameters.get("ties", "stable") != "stable":
        return False
    orders = permutations(ranking.grades)
    chosen = {name: value for name, value in measure.parameters.items() if name != "convention"}
    return any(math.isclose(measure.metric(list(one), **chosen).value, expected, abs_tol=1e-6) for one in orders)


def tolerance(tool: Tool, measure: Measure) -> float:
    """How exactly a tool says its numbers; ir_measures has its ERR from gdeval."""
    from_gdeval = tool.name == "ir_measures" and measure.name == "ERR"
    return PRINTED.get("gdeval" if from_gdeval else tool.name, 1e-9)


@pytest.mark.filterwarnings("ignore")  # of the tools
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("tool", [one for one in TOOLS if one.asked and not one.compares], ids=lambda one: one.name)
def test_a_preset_holds_at_the_edges(tool: Tool, edge: str) -> None:
    kind, wrong = EDGES[edge], []
    if tool.name in BY_QUERY and "an empty list" in edge and tool.name != "ir_measures":
        pytest.skip("a query whose list is empty is one that the run lacks")
    if "whole" in edge and tool.name in more_tools.OF_ITEMS and tool.name not in more_tools.GRADED:
        pytest.skip("is given items, not grades")
    if tool.name not in BY_QUERY and not kind.has_list:
        pytest.skip("is given lists, not queries")
    for measure, name, k in measures_of(tool):

        def ask(measure: Measure = measure, name: str = name, k: int | None = k) -> list[Any]:
            return asked(tool, measure, name, k, kind)

        question = f"{name}{'' if k is None or str(k) in name else f', k={k}'}, {edge}"
        said = answer(tool.name, question, kind, ask) if tool.verified == "answers" else ask()
        for place, one in enumerate(said):
            if problem := compared(tool, measure, kind, place, one):
                wrong.append(f"{measure} ({name}) of {kind.lists[place]}: {problem}")
    assert not wrong, "\n".join(wrong)


# --- an item that comes twice: the list, and the grades of the judged items
TWICE: list[tuple[list[str], dict[str, int]]] = [
    (["a", "a"], {"a": 1}),
    (["a", "a", "b"], {"a": 1, "b": 1}),
    (["x", "x", "a"], {"a": 1}),
    (["a", "x", "x", "b"], {"a": 1, "b": 1, "c": 1}),
    (["a", "b", "a", "b", "c", "x"], {"a": 1, "b": 1, "c": 1}),
    (["x", "a", "y", "a", "b"], {"a": 2, "b": 1}),
]
TAKE_NAMES = (  # in a list, and were asked
    "haystack", "llama-index", "mlflow", "ragas", "deepeval", "spark", "lenskit", "implicit", "sentence-transformers"
)  # fmt: skip


@pytest.mark.filterwarnings("ignore")  # of the tools
@pytest.mark.parametrize("tool", [one for one in TOOLS if not one.compares], ids=lambda one: one.name)
def test_an_item_twice_counts_again_only_where_it_does_in_the_tool(tool: Tool) -> None:
    rankings = [Ranking.from_items(items, grades, duplicates="count") for items, grades in TWICE]
    for measure, name, k in measures_of(tool):
        if tool.name in TAKE_NAMES and k != 1:  # no item comes twice in one rank
            question = f"{name}{'' if k is None else f', k={k}'}, an item twice"
            said = answer(tool.name, question, TWICE, partial(with_an_item_twice, tool, name, k))
            chosen = {key: value for key, value in measure.parameters.items() if key != "convention"}
            ours = [measure.metric(one, **chosen).value for one in rankings]
            assert (ours == pytest.approx(said, abs=1e-9)) is (measure.name in tool.counts_again), (name, said, ours)
        if measure.name in tool.counts_again:
            assert [measure(one).value for one in rankings] == pytest.approx(list(measure(Batch(rankings)).value))
            continue
        for lists in (*rankings, Batch(rankings)):
            with pytest.raises(ValueError, match=f"duplicates|{tool.name}"):
                measure(lists)
        items, grades = TWICE[-1]
        assert measure(Ranking.from_items(items, {**grades, "not found": 0}, duplicates="first")).value >= 0


@pytest.mark.filterwarnings("ignore")  # of the tool
@pytest.mark.parametrize("judged", [{"a": 1}, {"a": 1, "b": 2}])
def test_bpref_of_ranx_has_no_number_without_a_judged_irrelevant_item(judged: dict[str, int]) -> None:
    package, run = pytest.importorskip("ranx", reason="ranx is not there"), {"q": {"a": 2.0, "x": 1.0}}
    assert np.isnan(package.evaluate(package.Qrels({"q": judged}), package.Run(run), "bpref"))
    with pytest.raises(ValueError, match="ranx has no Bpref where no judged item is irrelevant"):
        rt.bpref(Ranking.from_items(["a", "x"], judged), convention="ranx")


def with_an_item_twice(tool: Tool, name: str, k: int | None) -> list[Any]:
    """What a tool says of the lists, with a grade of 1 for each relevant item where it counts no grades."""
    graded, ask = name.startswith(more_tools.GRADED.get(tool.name, "none")), more_tools.OF_ITEMS[tool.name]
    return [ask(name, k, grades if graded else dict.fromkeys(grades, 1), items) for items, grades in TWICE]


@pytest.mark.filterwarnings("ignore")  # of the tools
@pytest.mark.parametrize("name", ["pytrec_eval", "ir_measures", "gdeval"])
def test_names_that_are_numbers_are_ordered_as_text(name: str) -> None:
    """And an item with a grade below 0 is not judged, where the tool can take one."""
    run = {"1": dict.fromkeys(("11", "9", "100", "10"), 1.0), "2": {"8": 2.0, "10": 1.0, "9": 1.0}}
    for below in (0, -1) if name != "gdeval" else (0,):
        qrels = {"1": {"9": 1, "10": below, "100": 2}, "2": {"10": 3, "8": below, "7": below, "6": 1}}
        rankings = [Ranking.from_items(list(run[q]), {}) for q in run]
        for measure, theirs, k in measures_of(tool_of(name)):
            if measure.name in ("Judged", "ERR") and below < 0:
                continue  # which are refused
            said = ASKED[name](theirs, k, Collection(qrels, run, rankings))
            ours = rt.evaluate(qrels, run, [measure]).values
            assert [float(one) for one in ours[str(measure)]] == pytest.approx(
                said, abs=tolerance(tool_of(name), measure)
            )


def test_a_tool_that_takes_no_grade_below_0_is_not_promised() -> None:
    qrels, run = {"1": {"a": 1, "b": -1, "c": 0}}, {"1": {"a": 1.0, "b": 2.0}}
    ranx = pytest.importorskip("ranx")  # it counts b as judged not relevant, above a
    assert (
        ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), "bpref") == 0
        and rt.evaluate(qrels, run, "Bpref").means["Bpref"]
    )
    for name, measure in (("gdeval", "nDCG@3"), ("gdeval", "ERR@3"), ("ir_measures", "Judged@3"), ("ranx", "Bpref")):
        with pytest.raises(ValueError, match=f"{name} cannot take an item with a grade below 0 as not judged"):
            rt.evaluate(qrels, run, measure, convention=name)


@pytest.mark.parametrize(
    ("queries", "taken"),
    [
        (["101", "7"], True), (["web-101", "a-b-7"], True), (["q1", "q2"], False), (["1.5", "2"], False),
        (["a-1", "b-1"], False), (["01", "1"], False), (["1-", "2"], False), (["\u0661", "2"], False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("measure", ["nDCG@3", "ERR@3"])
def test_queries_that_gdeval_cannot_tell_apart_are_refused(queries: list[str], taken: bool, measure: str) -> None:
    package = pytest.importorskip("ir_measures", reason="ir_measures is not there")
    if not shutil.which("perl"):
        pytest.skip("gdeval needs perl")
    qrels = {queries[0]: {"a": 1, "b": 2}, queries[1]: {"a": 1}}
    run = {queries[0]: {"a": 2.0, "b": 1.0}, queries[1]: {"b": 3.0, "a": 1.5}}
    theirs = package.parse_measure('nDCG(dcg="exp-log2")@3' if measure == "nDCG@3" else measure)
    ours = rt.evaluate(qrels, run, {"nDCG@3": 'nDCG(gain="exponential")@3', "ERR@3": "ERR(max_grade=4)@3"}[measure])
    try:
        said = {one.query_id: one.value for one in package.iter_calc([theirs], qrels, run)}
    except subprocess.CalledProcessError:
        said = {}
    for name in ["gdeval"] + ["ir_measures"] * (measure == "ERR@3"):
        called = [query if name == "ir_measures" else query.rpartition("-")[2] for query in queries]
        values = [said.get(query, -1) for query in called] if len({*called}) > 1 else []
        same = values == pytest.approx(
            [*ours.by_query().values()], abs=tolerance(tool_of("gdeval"), rt.measure(measure))
        )
        assert same is (taken and (name == "gdeval" or "-" not in queries[0]))
        if same:
            assert rt.evaluate(qrels, run, measure, convention=name).by_query() == ours.by_query()
        else:
            with pytest.raises(
                ValueError, match=f"must have a number of its own for .* of {name}, such as 7.* Leave convention out"
            ):
                rt.evaluate(qrels, run, measure, convention=name)
    assert rt.measure(measure, convention="gdeval")(rt.Batch([[1, 2], [0, 1]])).value is not None  # without names


def test_ties_matter_in_catboost_only_where_they_are_cut() -> None:
    tied = Ranking([1, 0], scores=[1, 1])
    for metric, value in ((rt.recall, 1), (rt.precision, 0.5)):
        assert metric(tied, convention="catboost").value == value
        with pytest.raises(ValueError, match="ranks the worst items among equal scores first"):
            metric(tied, k=1, convention="catboost")


RANKED_BY_EVIDENTLY = [4.0, 3.0, 3.0, 3.0, 1.0, 1.0]


def test_evidently_ranks_equal_scores_at_the_mean_of_their_ranks() -> None:
    def ask() -> list[int]:
        series = more_tools.loaded("pandas").Series
        users, target, scores = (series(one) for one in (["u"] * 6, [1] * 6, RANKED_BY_EVIDENTLY))
        module = more_tools.loaded("evidently.legacy.calculations.recommender_systems")
        frame = module.collect_dataset(users, target, scores, module.RecomType.SCORE, None, True, True)
        return [int(one) for one in frame["preds"]]

    said = answer("evidently", "ranks of equal scores", RANKED_BY_EVIDENTLY, ask)
    scores = RANKED_BY_EVIDENTLY
    mean = [sum(other > one for other in scores) + (scores.count(one) + 1) / 2 for one in scores]
    assert said == [int(one) for one in mean] and said != [1, 2, 3, 4, 5, 6]
    for measure, _, _ in measures_of(tool_of("evidently")):
        assert measure(Ranking([1, 1, 1, 0])).value > 0
        with pytest.raises(ValueError, match="evidently ranks equal scores at the mean of their ranks, rounded down"):
            measure(Ranking([1, 1, 1, 0], scores=[3, 3, 2, 1]))


def test_an_evaluated_run_is_refused_where_the_tool_counts_an_item_twice_in_another_way() -> None:
    run = [("q1", "a", 3.0), ("q1", "a", 2.0), ("q1", "b", 1.0)]
    for judged, measures, convention in (({"a": 1}, ["AP", "RR"], "llama-index"), ({"a": 1}, ["RR"], "haystack")):
        assert rt.evaluate({"q1": judged}, run, measures, convention=convention, duplicates="count").means
    for measure, convention in (("AP", "haystack"), ("R", "llama-index"), ("nDCG@2", "pytrec_eval")):
        with pytest.raises(ValueError, match=f"{convention} has no .* duplicates must be 'first', not 'count'"):
            rt.evaluate({"q1": {"a": 1}}, run, measure, convention=convention, duplicates="count")
        assert rt.evaluate({"q1": {"a": 1}}, run, measure, convention=convention, duplicates="first").means


@pytest.mark.parametrize("name, counted", [("pytrec_eval", 1), ("ir_measures", 2)])
def test_a_query_judged_by_nothing_counts_where_the_tool_counts_it(name: str, counted: int) -> None:
    qrels: dict[str, dict[str, int]] = {"a": {"x": 1, "y": 0}, "b": {}}
    run = {"a": {"x": 2.0, "y": 1.0}, "b": {"x": 1.0}}
    result = rt.evaluate(qrels, run, ["nDCG@10"], convention=name)
    if name == "pytrec_eval":
        theirs = pytest.importorskip("pytrec_eval").RelevanceEvaluator(qrels, {"ndcg_cut.10"}).evaluate(run)
        mean = sum(one["ndcg_cut_10"] for one in theirs.values()) / len(theirs)
        assert result.skipped == {"b": "left out: not judged"}
    else:
        ir_measures = pytest.importorskip("ir_measures")
        (mean,) = ir_measures.calc_aggregate([ir_measures.nDCG @ 10], qrels, run).values()
    assert (len(result), result.means["nDCG@10"]) == (counted, pytest.approx(mean))
