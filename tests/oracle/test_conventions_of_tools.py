"""Every row of the presets, held to the tool that it is named after: random lists with ties, unjudged and missed items.

``rt.measure("nDCG@10", convention="scikit-learn")`` must give what scikit-learn gives, for each of its measures.
"""

import functools
import importlib
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.tracing.grammar import NOT_OURS
from rankteach.tracing.measures import Measure
from rankteach.tracing.refused import refusal
from rankteach.tracing.tools import TOOLS, Tool
from tests.oracle import more_tools
from tests.oracle.answers import COMPARED_NOW, INSTALLED, answer, stored
from tests.tiers import many
from tests.tracing.test_textbooks import PRINTED_BY

QUERIES = many(100)
ALONE = many(20)  # of them also one by one
STORED_QUERIES = 40  # of tools whose answers are stored
CUTOFFS = (1, 4, 10, 25)
Qrels = dict[str, dict[str, float]]
Run = dict[str, dict[str, float]]


class Collection(NamedTuple):
    """Judgements and a run as tools take them, and the same as rankings in the order of the input."""

    qrels: Qrels
    run: Run
    rankings: list[Ranking]


@functools.cache
def collection(tied: bool = True, queries: int = QUERIES) -> Collection:
    """Random lists; queries without a relevant item among them, and others in which everything is.

    Stored answers are of these lists: all is drawn by ``random()``, which is the same in every version of Python.
    """
    chance = random.Random(5)

    def below(limit: int) -> int:
        return int(chance.random() * limit)

    qrels: Qrels = {}
    run: Run = {}
    rankings = []
    for number in range(1, queries + 1):
        query, retrieved, missed = str(number), 1 + below(15), below(6)
        names = sorted((f"d{i}" for i in range(retrieved + missed)), key=lambda _: chance.random())  # d10 before d2
        share = (0.0, 0.3, 0.6, 1.0)[below(4)]
        judged = {name: (1 + below(4)) * (chance.random() < share) for name in names}
        for name in names[:retrieved]:
            if chance.random() < 0.2:
                del judged[name]
        judged.setdefault("nobody retrieved it", 0)  # a query without judgements is none
        places = [chance.random() for _ in range(retrieved)]
        scores = [int(place * 6) / 7 if tied else (sorted(places).index(place)) / 7 for place in places]
        qrels[query] = judged
        run[query] = {names[place]: scores[place] for place in sorted(range(retrieved), key=lambda one: -scores[one])}
        rankings.append(Ranking.from_items(list(run[query]), judged, scores=list(run[query].values())))
    return Collection(qrels, run, rankings)


def with_scores_above_zero(given: Collection) -> Collection:
    run = {query: {item: score + 1 for item, score in ranked.items()} for query, ranked in given.run.items()}
    return Collection(
        given.qrels, run, [one.replace(scores=[s + 1 for s in one.scores or ()]) for one in given.rankings]
    )


def in_list(given: Collection) -> Iterator[tuple[list[float], list[float]]]:
    """What a tool sees that is given the items of each list, their grades and their scores."""
    for ranking in given.rankings:
        yield [grade or 0 for grade in ranking.grades], list(ranking.scores or ())


# --- what each tool says: for one of its names, the value of each query ------------------------------
def printed_by_trec_eval(name: str, qrels: Qrels, run: Run, option: str) -> dict[str, float]:
    """What the program prints for each query, or for all."""
    stem, _, number = name.rpartition("_")
    asked = f"{stem}.{number}" if number[:1].isdecimal() else name
    with tempfile.TemporaryDirectory() as folder:
        for file, rows in {
            "qrels": [f"{q} 0 {d.replace(' ', '-')} {g}" for q, judged in qrels.items() for d, g in judged.items()],
            "run": [f"{q} Q0 {d} 0 {s!r} tool" for q, ranked in run.items() for d, s in ranked.items()],
        }.items():
            Path(folder, file).write_text("\n".join(rows) + "\n")
        command = ["trec_eval", *option.split(), "-m", asked, f"{folder}/qrels", f"{folder}/run"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {query: float(value) for _, query, value in map(str.split, done.stdout.splitlines())}


def trec_eval(name: str, k: int | None, given: Collection, level: int = 1) -> list[float]:
    printed = printed_by_trec_eval(name, given.qrels, given.run, f"-q -n -l {level}")
    return [printed[query] for query in given.qrels]


def pytrec_eval(name: str, k: int | None, given: Collection, level: int = 1) -> list[float]:
    package = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not there")
    stem = next((one for one in ("P", "recall", "map_cut", "ndcg_cut", "success") if name == f"{one}_{k}"), None)
    asked = f"{stem}.{k}" if stem else "iprec_at_recall" if name.startswith("iprec") else name
    if not all(isinstance(grade, int) for judged in given.qrels.values() for grade in judged.values()):
        raise TypeError("Expected relevance to be integer.")  # as it says before it crashes, on Python 3.14
    found = package.RelevanceEvaluator(given.qrels, {asked}, relevance_level=level).evaluate(given.run)
    return [found[query][name] for query in given.qrels]


def ir_measures(name: str, k: int | None, given: Collection) -> list[float]:
    package = pytest.importorskip("ir_measures", reason="ir_measures is not there")
    if "exp-log2" in name or "ERR" in name:
        if not shutil.which("perl"):
            pytest.skip("gdeval needs perl")
    else:
        pytest.importorskip("pytrec_eval", reason="ir_measures needs pytrec-eval-terrier")
    measure = package.parse_measure(name)
    rows = [(q, d.replace(" ", "-"), g) for q, judged in given.qrels.items() for d, g in judged.items()]
    qrels = [package.Qrel(*row) for row in rows]
    run = [package.ScoredDoc(q, d, s) for q, ranked in given.run.items() for d, s in ranked.items()]
    found = {metric.query_id: metric.value for metric in package.iter_calc([measure], qrels, run)}
    return [found[query] for query in given.qrels]


def scikit_learn(name: str, k: int | None, given: Collection) -> list[float]:
    package = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not there")
    score = getattr(package, name)
    if name in ("dcg_score", "ndcg_score"):
        return [
            float(score([grades], [scores], k=k)) if len(grades) > 1 else np.nan for grades, scores in in_list(given)
        ]
    found = []
    for grades, scores in in_list(given):
        relevant = np.array(grades) > 0
        defined = relevant.any() and not (name == "roc_auc_score" and relevant.all())
        found.append(float(score(relevant, scores)) if defined else np.nan)
    return found


def ranx(name: str, k: int | None, given: Collection) -> list[float]:
    """Not tied: its sort is not stable."""
    package = pytest.importorskip("ranx", reason="ranx is not there")
    # one query without a relevant item spoils the bpref of others
    asked = [query for query, judged in given.qrels.items() if name != "bpref" or any(judged.values())]
    qrels, run = ({query: both[query] for query in asked} for both in (given.qrels, given.run))
    found = package.evaluate(package.Qrels(qrels), package.Run(run), name, return_mean=False)
    by_query = dict(zip(sorted(asked), np.atleast_1d(found).tolist(), strict=True))
    return [by_query.get(query, np.nan) for query in given.qrels]


def rax(name: str, k: int | None, given: Collection) -> list[float]:
    package = importlib.import_module("rax")
    metric = getattr(package, name)
    return [float(metric(np.array(scores), np.array(grades, dtype=float), topn=k)) for grades, scores in in_list(given)]


def cwl_eval(name: str, k: int | None, given: Collection) -> list[float]:
    package, ranking = (
        importlib.import_module("cwl.ruler.cwl_ruler"),
        importlib.import_module("cwl.ruler.ranking").Ranking,
    )
    metric = getattr(package, name)(*(() if k is None else (k,)))
    found = []
    for grades, _ in in_list(given):
        gains = np.array(grades, dtype=float) >= 1
        found.append(float(metric.measure(ranking("q", gains * 1.0, np.ones(len(gains)), max_n=1000))))
    return found


def recommenders(name: str, k: int | None, given: Collection) -> list[float]:
    package, pandas = (
        importlib.import_module("recommenders.evaluation.python_evaluation"),
        importlib.import_module("pandas"),
    )
    found = []
    for query, ranked in given.run.items():
        least = 1e-9 if name == "ndcg_at_k" else 1
        liked = [(query, item, grade) for item, grade in given.qrels[query].items() if grade >= least]
        if not liked:
            found.append(np.nan)  # it has no such query
            continue
        truth = pandas.DataFrame(liked, columns=["userID", "itemID", "rating"])
        guess = pandas.DataFrame(
            [(query, *pair) for pair in ranked.items()], columns=["userID", "itemID", "prediction"]
        )
        chosen: dict[str, Any] = {"score_type": "raw"} if name == "ndcg_at_k" else {}
        chosen |= {} if k is None else {"k": k}
        found.append(float(getattr(package, name)(truth, guess, **chosen)))
    return found


def torchmetrics(name: str, k: int | None, given: Collection) -> list[float]:
    """Its measures of relevant or not refuse other grades than 0 and 1."""
    package, tensor = importlib.import_module("torchmetrics.retrieval"), importlib.import_module("torch").tensor
    metric = getattr(package, name)(**({} if k is None else {"top_k": k}))
    graded, found = name == "RetrievalNormalizedDCG", []
    for grades, scores in in_list(given):
        target = tensor([grade if graded else int(grade >= 1) for grade in grades])
        found.append(float(metric(tensor(scores), target, indexes=tensor([0] * len(grades)))))
        metric.reset()
    return found


def rankeval(name: str, k: int | None, given: Collection, level: int = 1) -> list[float]:
    metric = getattr(importlib.import_module("rankeval.metrics"), name)(cutoff=k)
    metric.threshold = level
    return [float(metric.eval_per_query(np.array(grades), np.array(scores))) for grades, scores in in_list(given)]


def kaggle(name: str, k: int | None, given: Collection, level: int = 1) -> list[float]:
    score, at = getattr(importlib.import_module("ml_metrics"), name), {} if k is None else {"k": k}
    return [
        float(score([one for one, grade in judged.items() if grade >= level], list(given.run.get(query, {})), **at))
        for query, judged in given.qrels.items()
    ]


Listed = tuple[list[float], list[float]]  # grades and scores


@functools.cache
def _without_trees(name: str, **parameters: Any) -> Any:
    """What predicts the margin that it is given, with one measure to be asked for."""
    package = importlib.import_module("xgboost")
    chosen = {"objective": "rank:pairwise", "nthread": 1, "eval_metric": name, **parameters}
    return package.train(chosen, package.DMatrix(np.zeros((1, 1)), label=[0]), num_boost_round=0)


def mean_of_xgboost(name: str, lists: Sequence[Listed], **parameters: Any) -> float:
    """What it says of the lists of several queries, in all its digits."""
    return float(answer("xgboost", name, [lists, parameters], lambda: asked_of_xgboost(name, lists, **parameters)))


def asked_of_xgboost(name: str, lists: Sequence[Listed], **parameters: Any) -> float:
    """The same from the package, which has to be there."""
    booster = _without_trees(name, **parameters)
    grades, scores = ([number for one in lists for number in one[part]] for part in (0, 1))
    given = importlib.import_module("xgboost").DMatrix(np.zeros((len(grades), 1)), label=grades, base_margin=scores)
    given.set_group([len(one[0]) for one in lists])
    return float(booster.eval(given).rpartition(":")[2])


def xgboost(name: str, k: int | None, given: Collection) -> list[float]:
    """Its measures of relevant or not refuse other grades than 0 and 1, and nDCG those above 31."""
    graded = name.startswith("ndcg")
    lists = [([min(one, 31) if graded else int(one >= 1) for one in some], each) for some, each in in_list(given)]
    return [asked_of_xgboost(name, [one]) for one in lists]


ASKED: dict[str, Callable[[str, int | None, Collection], list[float]]] = {
    "trec_eval": trec_eval,
    "trec_eval_9": pytrec_eval,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "gdeval": ir_measures,
    "scikit-learn": scikit_learn,
    "ranx": ranx,
    "rax": rax,
    "xgboost": xgboost,
    "cwl-eval": cwl_eval,
    "recommenders": recommenders,
    "torchmetrics": torchmetrics,
    "rankeval": rankeval,
    "kaggle": kaggle,
}
ASKED |= {name: functools.partial(more_tools.asked, name) for name in (*more_tools.OF_ITEMS, *more_tools.OF_LISTS)}
MEANS_ONLY = {"evidently"}  # what has no values of single queries has a test of its own
COMPARING = {"scipy": "test_scipy.py", "sigir2024-rbo": "test_rbo_with_ties.py"}  # two lists, where they are asked
NOT_SAID = (
    "say in ASKED of tests/oracle/test_conventions_of_tools.py how the tool is asked, or name it in NOT_COMPARED there"
)
NOT_COMPARED = {"elasticsearch", "opensearch", "ircor"}  # known from their documentation, as each header says
PRINTED = {"trec_eval": 0.5001e-4, "rax": 2e-6, "torchmetrics": 1e-6}  # how many digits there are
PRINTED |= dict.fromkeys(("gdeval", "mteb", "beir"), 0.5001e-5)
EVERY_ITEM = (
    "scikit-learn",
    "rax",
    "xgboost",
    "torchmetrics",
    "rankeval",
    *more_tools.OF_LISTS,
)  # none is missed there


def cases() -> Iterator[Any]:
    for one in TOOLS:
        if not one.asked or one.compares or one.name in MEANS_ONLY:
            continue
        for metric, theirs in one.measures.items():
            for k in CUTOFFS if theirs.at_k else ():
                ours = f"{metric.rstrip('@')}@{k}"
                yield pytest.param(one, ours, theirs.at_k.format(k), k, id=f"{one.name}-{ours}")
            if theirs.whole:
                yield pytest.param(one, metric, theirs.whole, None, id=f"{one.name}-{metric}")


@pytest.mark.filterwarnings("ignore:unsafe cast from uint64")  # of numba
@pytest.mark.parametrize(("asked", "ours", "theirs", "k"), cases())
def test_every_measure_of_a_tool_gives_the_tools_own_number(asked: Tool, ours: str, theirs: str, k: int | None) -> None:
    tied = asked.ties is not None or asked.name == "scikit-learn"
    given = collection(tied, STORED_QUERIES if asked.verified == "answers" else QUERIES)
    if asked.name == "torchmetrics":
        given = with_scores_above_zero(given)

    def ask() -> list[float]:
        return ASKED[asked.name](theirs, k, given)

    assert asked.name in ASKED, NOT_SAID

    question = theirs if k is None or str(k) in theirs else f"{theirs}, k={k}"
    said = answer(asked.name, question, given[:2], ask) if asked.verified == "answers" else ask()
    measure = rt.measure(ours.replace("Accuracy", "Success"), convention=asked.name)
    rankings = given.rankings
    if asked.name in EVERY_ITEM:
        rankings = [Ranking(grades, scores=scores) for grades, scores in in_list(given)]
    held = [place for place, one in enumerate(rankings) if not refusal(one, measure.name, k, asked.name)]
    rankings, expected = [rankings[place] for place in held], np.array(said, dtype=float)[held]
    known = ~np.isnan(expected)
    assert known.mean() > 0.5 and known.sum() > 10
    batch = rt.Batch(rankings)
    found = measure(batch).value
    exactly = 1e-9 if asked.name != "ir_measures" or "ERR" not in ours else PRINTED["gdeval"]
    tolerance = PRINTED.get(asked.name, exactly)
    np.testing.assert_allclose(found[known], expected[known], rtol=2e-6 * (asked.name == "rax"), atol=tolerance)
    alone = [measure(ranking).value for ranking in rankings[:ALONE]]
    np.testing.assert_allclose(alone, found[:ALONE], rtol=0, atol=1e-12)
    again = rt.measure(str(measure))  # which names no tool, but every parameter
    np.testing.assert_allclose(again(batch).value, found, rtol=0, atol=1e-12)


# --- scores as 32-bit floats --------------------------------------------------------------------------
def nearly_tied() -> Collection:
    """Scores of which many differ only in what a 32-bit float does not hold."""
    numbers = np.random.default_rng(17)
    qrels: Qrels = {}
    run: Run = {}
    rankings = []
    for number in range(40):
        query, names = str(number + 1), [f"d{i}" for i in numbers.permutation(10)]
        qrels[query] = dict(zip(names, numbers.integers(0, 3, 10).tolist(), strict=True))
        scores = numbers.integers(1, 4, 10) + numbers.permutation(10) * 1e-10
        order = np.argsort(-scores)
        run[query] = {names[place]: float(scores[place]) for place in order}
        rankings.append(Ranking.from_items(list(run[query]), qrels[query], scores=list(run[query].values())))
    return Collection(qrels, run, rankings)


@pytest.mark.parametrize("tool", ["pytrec_eval", "trec_eval_9"])
@pytest.mark.parametrize(("ours", "asked", "name"), [
    ("RR", "recip_rank", "recip_rank"), ("AP", "map", "map"), ("P@5", "P.5", "P_5"),
    ("nDCG@5", "ndcg_cut.5", "ndcg_cut_5"), ("Bpref", "bpref", "bpref"),
])  # fmt: skip
def test_scores_of_trec_eval_9_are_32_bit_floats(tool: str, ours: str, asked: str, name: str) -> None:
    package = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not there")
    given = nearly_tied()
    found = package.RelevanceEvaluator(given.qrels, {asked}).evaluate(given.run)
    expected = [found[query][name] for query in given.qrels]
    measure = rt.measure(ours, convention=tool)
    np.testing.assert_allclose([measure(one).value for one in given.rankings], expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(measure(rt.Batch(given.rankings)).value, expected, rtol=0, atol=1e-12)
    in_double = rt.measure(ours, convention="trec_eval")
    assert not np.allclose([in_double(one).value for one in given.rankings], expected)


@pytest.mark.parametrize("name", ["AP", "AP@3", "P@5", "RR", "RR@10", "nDCG@5", "Success@1", "Judged@4", "ERR@5"])
def test_some_scores_of_ir_measures_are_32_bit_floats(name: str) -> None:
    package = pytest.importorskip("ir_measures", reason="ir_measures is not there")
    pytest.importorskip("pytrec_eval", reason="ir_measures needs pytrec-eval-terrier")
    if name == "ERR@5" and not shutil.which("perl"):
        pytest.skip("gdeval needs perl")
    given = nearly_tied()
    if name == "Judged@4":
        for number, judged in enumerate(given.qrels.values()):
            del judged[f"d{number % 10}"]
    rankings = [
        Ranking.from_items(list(ranked), judged, scores=list(ranked.values()))
        for judged, ranked in zip(given.qrels.values(), given.run.values(), strict=True)
    ]
    rows = package.iter_calc([package.parse_measure(name)], given.qrels, given.run)
    found = {metric.query_id: metric.value for metric in rows}
    measure = rt.measure(name, convention="ir_measures")
    tolerance = PRINTED["gdeval"] if "ERR" in name else 1e-9
    expected = [found[query] for query in given.qrels]
    np.testing.assert_allclose([measure(one).value for one in rankings], expected, rtol=0, atol=tolerance)


# --- without what is not judged -----------------------------------------------------------------------
@pytest.mark.parametrize("k", [1, 5, 20])
@pytest.mark.parametrize(("metric", "name"), [("P", "P_{}"), ("AP", "map_cut_{}"), ("nDCG", "ndcg_cut_{}")])
def test_condensed_lists_of_trec_eval(metric: str, name: str, k: int) -> None:
    package = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not there")
    given = collection()
    stem, number = name.format(k).rsplit("_", 1)
    evaluator = package.RelevanceEvaluator(given.qrels, {f"{stem}.{number}"}, judged_docs_only_flag=True)
    found = evaluator.evaluate(given.run)
    measure = rt.measure(f"{metric}(judged_only=True)@{k}", convention="pytrec_eval")
    for query, ranking in zip(given.qrels, given.rankings, strict=True):
        assert measure(ranking).value == pytest.approx(found[query][name.format(k)], abs=1e-12)


# --- where nothing is relevant --------------------------------------------------------------------------
XGBOOST = {"ndcg": "nDCG", "map": "AP", "pre": "P"}


@pytest.mark.parametrize("name", XGBOOST)
def test_xgboost_counts_1_where_nothing_is_relevant_and_0_after_a_dash(name: str) -> None:
    measure = rt.measure(f"{XGBOOST[name]}@5", convention="xgboost")
    after_a_dash = Measure(measure.metric, {**measure.parameters, "no_relevant": 0})
    scores = [3.0, 2.0, 1.0]
    for grades in ([0.0, 0.0, 0.0], [0.0, 1.0, 0.0]):
        for written, made in ((f"{name}@5", measure), (f"{name}@5-", after_a_dash)):
            assert made(Ranking(grades)).value == pytest.approx(mean_of_xgboost(written, [(grades, scores)]))
    assert measure([0, 0, 0]).value == (0 if name == "pre" else 1)


@pytest.mark.parametrize("name", XGBOOST)
def test_xgboost_cuts_at_32_where_no_cutoff_is_written(name: str) -> None:
    chance = random.Random(3)
    lists: list[Listed] = [
        ([int(chance.random() < 0.5) for _ in range(length)], list(range(length, 0, -1))) for length in (31, 32, 33, 50)
    ]
    cut, whole = (rt.measure(XGBOOST[name] + at, convention="xgboost") for at in ("", "@50"))
    assert cut.parameters["k"] == 32
    for made, written in ((cut, name), (cut, f"{name}@32"), (whole, f"{name}@50")):
        expected = [mean_of_xgboost(written, [one]) for one in lists]
        assert [made(grades).value for grades, _ in lists] == pytest.approx(expected, abs=1e-12)
    assert cut(lists[-1][0]).value != whole(lists[-1][0]).value


def test_the_gain_of_xgboost_can_be_the_grade() -> None:
    found = mean_of_xgboost("ndcg@3", [([3, 2, 0, 1], [4, 3, 2, 1])], ndcg_exp_gain=False)
    made = rt.measure('nDCG(gain="linear")@3', convention="xgboost")
    assert made([3, 2, 0, 1]).value == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "grades"), [("pre@2", [2, 0]), ("map@2", [2, 0]), ("ndcg@2", [0.5, 0]), ("ndcg@2", [32, 0])]
)
def test_grades_that_xgboost_refuses(name: str, grades: list[float]) -> None:
    def refusal() -> str:
        with pytest.raises(importlib.import_module("xgboost").core.XGBoostError) as error:
            asked_of_xgboost(name, [(grades, [2, 1])])
        return next(line for line in str(error.value).splitlines() if "label" in line or "degree" in line)

    assert answer("xgboost", f"refusal of {name}", grades, refusal)


@pytest.mark.parametrize("name", ["ndcg@2", "map@2", "pre@1"])
def test_scores_of_xgboost_are_32_bit_floats(name: str) -> None:
    """Only beyond 32 bits is the relevant item, the second of the input, ahead."""
    found = mean_of_xgboost(name, [([0, 1], [1.0, 1.0000000001])])
    assert found < 1
    ours = name.replace(name[:-2], XGBOOST[name[:-2]])
    assert rt.measure(ours, convention="xgboost")(Ranking([0, 1], scores=[1.0, 1.0])).value == pytest.approx(found)


@pytest.mark.parametrize("name", XGBOOST)
def test_the_mean_of_xgboost_is_over_all_queries(name: str) -> None:
    lists = [[0.0, 1.0, 1.0], [0.0, 0.0], [1.0, 0.0, 0.0, 1.0]]
    found = mean_of_xgboost(f"{name}@3", [(grades, list(range(len(grades), 0, -1))) for grades in lists])
    assert rt.mean(f"{XGBOOST[name]}@3", lists, convention="xgboost").value == pytest.approx(found, abs=1e-12)


# --- how they are written -----------------------------------------------------------------------------
SAID = r"measure of [\w-]+ that rankteach lacks\. .*The metric must be one of|a measure must be"


@pytest.mark.parametrize(("tool", "name"), [(one, name) for one, names in NOT_OURS.items() for name in names.split()])
def test_a_measure_that_is_none_of_ours_is_not_taken_for_another_one_misspelled(tool: str, name: str) -> None:
    with pytest.raises(ValueError, match=SAID) as error:
        rt.measure(name)
    assert "Did you mean" not in str(error.value)


@pytest.mark.parametrize("name", ["set_map", "utility"])
def test_what_to_use_instead_of_a_set_measure_of_trec_eval_gives_its_number(name: str) -> None:
    package = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not there")
    given = collection()
    found = package.RelevanceEvaluator(given.qrels, {name}).evaluate(given.run)
    p, r, hits, items = (
        rt.measure(one)(rt.Batch(given.rankings)).value for one in ("P", "R", "num_rel_ret", "num_ret")
    )
    written = {"set_map": ("P times R", p * r), "utility": ("2 NumRelRet − NumRet", 2 * hits - items)}
    words, ours = written[name]
    np.testing.assert_allclose(ours, [found[query][name] for query in given.qrels], rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match=f"{words}, both of the whole list"):
        rt.measure(name, convention="trec_eval")


def test_unj_of_trec_eval_is_1_minus_judged_down_to_the_end_of_a_list() -> None:
    given = collection(queries=STORED_QUERIES)
    said = answer("trec_eval", "unj_4", given[:2], lambda: trec_eval("unj_4", 4, given))
    long = [len(ranking) >= 4 for ranking in given.rankings]
    ours = 1 - rt.judged_rate(rt.Batch(given.rankings), k=4, ties="item_descending").value
    np.testing.assert_allclose(ours[long], np.array(said)[long], rtol=0, atol=PRINTED["trec_eval"])
    with pytest.raises(ValueError, match="it is 1 − Judged@k"):
        rt.measure("unj_4", convention="trec_eval")


# torchmetrics is not installed where the tests run
OF_TORCHMETRICS = """RetrievalAUROC RetrievalFallOut RetrievalPrecisionRecallCurve RetrievalRecallAtFixedPrecision
    R2Score MultilabelRankingAveragePrecision KendallRankCorrCoef SpearmanCorrCoef PearsonCorrCoef PSNR MeanMetric
    BLEUScore HammingDistance PrecisionRecallCurve PrecisionAtFixedRecall RecallAtFixedPrecision ROUGEScore StatScores
    F1Score BinaryAUROC FBetaScore"""


def names_of(tool: str) -> list[str]:
    if tool == "torchmetrics":
        return OF_TORCHMETRICS.split()
    package = pytest.importorskip("sklearn.metrics" if tool == "sklearn" else tool, reason=f"{tool} is not there")
    if tool == "sklearn":
        return [*package.__all__, *package.get_scorer_names()]
    if tool == "ranx":
        return list(importlib.import_module("ranx.metrics").__all__)
    return list(package.measures.registry if tool == "ir_measures" else package.supported_measures)


@pytest.mark.parametrize("tool", ["ir_measures", "pytrec_eval", "ranx", "sklearn", "torchmetrics"])
def test_what_is_suggested_for_a_name_of_a_tool_is_the_same_name_written_otherwise(tool: str) -> None:
    for name in names_of(tool):
        for written in (name, f"{name}10", f"{name}_10", f"{name}@10"):
            try:
                rt.measure(written)
            except ValueError as error:
                _, _, meant = str(error).partition("Did you mean '")
                stem = meant.partition("'")[0].partition("@")[0]
                assert written.replace("_", "").lower().startswith(stem.replace("_", "").lower()), str(error)


def test_every_name_of_trec_eval_is_read_or_known_to_be_none_of_ours() -> None:
    package = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not there")
    for name in package.supported_measures:
        if name in NOT_OURS["trec_eval"].split():
            with pytest.raises(ValueError, match=SAID):
                rt.measure(name)
        elif name == "Rprec_mult":
            assert rt.measure("Rprec_mult_0.20") == rt.measure("Rprec_mult.0.2") == rt.measure("RPrec(multiple=0.2)")
        elif name in ("P", "recall", "relative_P", "map_cut", "ndcg_cut", "success"):
            assert rt.measure(f"{name}_7") == rt.measure(f"{name}.7")
            assert rt.measure(f"{name}_7").parameters["k"] == 7
        else:
            assert rt.measure(name)([1, 0]).value > 0


def test_every_name_of_ir_measures_is_read_or_known_to_be_none_of_ours() -> None:
    package = pytest.importorskip("ir_measures", reason="ir_measures is not there")
    for name, measure in package.measures.registry.items():
        if name in NOT_OURS["ir_measures"].split():
            with pytest.raises(ValueError, match=SAID):
                rt.measure(name)
            continue
        needed = (
            {"cutoff": "@5", "recall": "@0.3"}.get(measure.AT_PARAM, "")
            if measure.SUPPORTED_PARAMS.get(measure.AT_PARAM)
            else ""
        )
        inside = "max_rel=3" if "max_rel" in measure.SUPPORTED_PARAMS else ""
        written = f"{name}({inside}){needed}"
        assert rt.measure(written)([2, 0, 1]).value > 0
        assert rt.measure(str(package.parse_measure(written))) == rt.measure(written)


def test_every_name_of_ranx_is_read() -> None:
    package = pytest.importorskip("ranx.metrics", reason="ranx is not there")
    names = {"average_precision": "map", "rank_biased_precision": "rbp.9", "reciprocal_rank": "mrr"}
    for name in package.__all__:
        if not name.startswith(("get_", "interpolated")):
            assert rt.measure(names.get(name, name))([1, 0]).value > 0


@pytest.mark.filterwarnings("ignore:unsafe cast from uint64")  # of numba
def test_what_ranx_has_from_a_grade_is_a_table_of_gains() -> None:
    package = pytest.importorskip("ranx", reason="ranx is not there")
    given = collection(tied=False)
    for theirs, ours in {
        "ndcg@5-l3": "nDCG(gain={1: 0, 2: 0, 3: 3, 4: 4})@5",
        "dcg-l2": "DCG(gain={1: 0, 2: 2, 3: 3, 4: 4})",
        "ndcg_burges@9-l2": "nDCG(gain={1: 0, 2: 3, 3: 7, 4: 15})@9",
    }.items():
        found = package.evaluate(package.Qrels(given.qrels), package.Run(given.run), theirs, return_mean=False)
        by_query = dict(zip(sorted(given.qrels), found.tolist(), strict=True))
        expected = [by_query[query] for query in given.qrels]
        np.testing.assert_allclose([rt.measure(ours)(one).value for one in given.rankings], expected, atol=1e-9)
        with pytest.raises(ValueError, match="Write the gain of each grade instead"):
            rt.measure(theirs)


# --- over queries -----------------------------------------------------------------------------------
def with_a_query_that_the_run_lacks(queries: int = QUERIES) -> tuple[Qrels, Run, dict[str, Ranking]]:
    given = collection(queries=queries)
    rankings = dict(zip(given.qrels, given.rankings, strict=True))
    rankings["9999"] = Ranking([], missed={"a": 1, "b": 2})
    return {**given.qrels, "9999": {"a": 1, "b": 2}}, given.run, rankings


@pytest.mark.parametrize("name", ["map", "gm_map", "ndcg_cut_10", "P_5"])
def test_the_means_of_trec_eval(name: str) -> None:
    qrels, run, rankings = with_a_query_that_the_run_lacks(STORED_QUERIES)
    # without -c, version 10.0 stops where the run lacks a query
    said = answer("trec_eval", f"-c {name}", [qrels, run], lambda: printed_by_trec_eval(name, qrels, run, "-c")["all"])
    ours = rt.mean(name, rankings, convention="trec_eval", queries="all")
    assert ours.value == pytest.approx(said, abs=PRINTED["trec_eval"])
    assert ours.value < rt.mean(name, rankings, convention="trec_eval").value


@pytest.mark.parametrize("name", ["map", "ndcg_cut_10", "P_5"])
def test_the_means_of_pytrec_eval(name: str) -> None:
    package = pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not there")
    qrels, run, rankings = with_a_query_that_the_run_lacks()
    stem, _, k = name.rpartition("_")
    asked = f"{stem}.{k}" if k.isdecimal() else name
    found = package.RelevanceEvaluator(qrels, {asked}).evaluate(run)  # has no value for what the run lacks
    expected = sum(values[name] for values in found.values()) / len(found)
    assert rt.mean(name, rankings, convention="pytrec_eval").value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", ["AP", "nDCG@10", "RR@5", "RR"])
def test_the_means_of_ir_measures(name: str) -> None:
    package = pytest.importorskip("ir_measures", reason="ir_measures is not there")
    pytest.importorskip("pytrec_eval", reason="ir_measures needs pytrec-eval-terrier")
    qrels, run, rankings = with_a_query_that_the_run_lacks()
    measure = package.parse_measure(name)
    found = package.calc_aggregate([measure], qrels, run)[measure]
    assert rt.mean(name, rankings, convention="ir_measures").value == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("k", [1, 3, 8])
@pytest.mark.parametrize("metric", ["P", "R", "F", "Accuracy", "RR", "AP", "nDCG"])
def test_the_means_of_evidently(metric: str, k: int) -> None:
    chance = random.Random(11)
    shares = [0.0, 0.3, 0.6, 1.0] * 20
    lists = [[int(chance.random() * 4) * (chance.random() < share) for _ in range(8)] for share in shares]
    said = answer("evidently", f"{metric}@{k}", lists, lambda: mean_of_evidently(metric, k, lists))
    assert rt.mean(f"{metric}@{k}", lists, convention="evidently").value == pytest.approx(said, abs=1e-9)


def mean_of_evidently(metric: str, k: int, lists: list[list[float]]) -> float:
    """What the package says, which has to be there."""
    pandas, recsys = importlib.import_module("pandas"), importlib.import_module("evidently.legacy.metrics")
    sets_of = importlib.import_module("evidently.legacy.metrics.recsys.precision_recall_k").PrecisionRecallCalculation
    rows = [(q, grade, rank) for q, grades in enumerate(lists) for rank, grade in enumerate(grades, start=1)]
    frame = pandas.DataFrame(rows, columns=["users", "target", "preds"])
    frame["target"] = frame.target if metric == "nDCG" else (frame.target >= 1).astype(int)
    binary = clicked = frame[frame.users.isin(frame[frame.target > 0].users.unique())]
    sets = sets_of(max_k=8).get_precision_and_recall_dict(binary, 8)
    place = k - 1
    if metric == "nDCG":
        found = recsys.NDCGKMetric(k=k).calculate_ndcg(clicked, k)[k]
    elif metric in ("RR", "Accuracy"):
        found = (recsys.MRRKMetric if metric == "RR" else recsys.HitRateKMetric)(k=k).get_values(binary, 8).iloc[place]
    elif metric == "F":
        found = recsys.FBetaTopKMetric(k=k).fbeta(np.array(sets["precision"]), np.array(sets["recall"]))[place]
    else:
        found = sets[{"P": "precision", "R": "recall", "AP": "map"}[metric]][place]
    return float(found)


@pytest.mark.parametrize("one", TOOLS, ids=lambda one: one.name)
def test_a_header_says_of_a_tool_whether_its_numbers_were_compared(one: Tool) -> None:
    metric, theirs = next(iter(one.measures.items()))
    lists = (["a", "b"], ["b", "a"]) if one.compares else ([1, 0],)
    measure = rt.measure(metric if theirs.whole else f"{metric}@1", convention=one.name)
    (said,) = (line for line in measure(*lists).conventions if line.startswith(f"as in {one.name} "))
    untested = one.verified == "documentation"
    assert said == f"as in {one.name} {one.version}" + " (from its documentation, not tested)" * untested
    cells = next(column.cells for column in rt.conventions().table().entries if column.title == "verified")
    assert ("not tested" in cells[TOOLS.index(one)]) is untested


def test_every_row_is_compared_with_its_tool_or_says_that_it_is_not() -> None:
    compared = {*ASKED, *MEANS_ONLY, *COMPARING}
    assert {one.name for one in TOOLS if one.asked} == compared, NOT_SAID
    assert {one.name for one in TOOLS if one.verified == "documentation"} == NOT_COMPARED, NOT_SAID
    assert {one.name for one in TOOLS if one.compares and one.asked} == {*COMPARING}
    printed = {one for one, *_ in PRINTED_BY}
    where = "PRINTED_BY in tests/tracing/test_textbooks.py has the numbers that it prints"
    assert {one.name for one in TOOLS if one.verified == "printed"} == printed, where
    for module in COMPARING.values():
        assert (Path(__file__).with_name(module)).exists()


def test_the_table_of_tools_says_which_are_asked_and_whose_answers_are_stored() -> None:
    assert set(ASKED) | MEANS_ONLY == {one.name for one in TOOLS if one.asked and not one.compares}, NOT_SAID
    versions = {name: tool["version"] for name, tool in stored().items()}
    answering = {one.name for one in TOOLS if one.verified == "answers" and not one.compares}
    assert set(INSTALLED) == answering, "INSTALLED in answers.py says how a tool is installed"
    assert set(versions) == answering, "python -m tests.oracle.answers NAME stores the answers of a tool"
    for one in TOOLS:
        if one.name in versions:
            assert versions[one.name].startswith(one.version.split()[-1])
            assert stored()[one.name]["installed"] == INSTALLED[one.name].replace("%s", versions[one.name])


def test_the_scheduled_job_asks_every_tool_again_whose_answers_are_stored() -> None:
    workflow = Path(__file__).parents[2] / ".github/workflows/scheduled.yml"
    if not workflow.exists():
        pytest.skip("a source distribution has no workflows")
    (matrix,) = re.findall(r"tool: \[(.*)\]", workflow.read_text(encoding="utf-8"))
    assert matrix.split(", ") == sorted(INSTALLED), "write it into scheduled.yml, too"


def test_another_answer_than_the_stored_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    given, question = collection(queries=STORED_QUERIES)[:2], "unj_4"
    known = answer("trec_eval", question, given, lambda: [])
    monkeypatch.setenv(COMPARED_NOW, "trec_eval")
    assert answer("trec_eval", question, given, lambda: [one + 1e-12 for one in known]) == known
    for other in ([one + 1e-3 for one in known], known[:-1], ["refused", *known[1:]], [None, *known[1:]]):
        with pytest.raises(AssertionError, match="trec_eval said"):
            answer("trec_eval", question, given, lambda other=other: other)
