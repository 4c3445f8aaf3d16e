"""Whole runs against the tools: ties, missing queries and unjudged items, in every query and in the mean."""

import random
from typing import Any

import numpy as np
import pytest

import rankteach as rt

pytrec_eval = pytest.importorskip("pytrec_eval")

# trec_eval's measure, and the key of its result where that has another name
TREC_EVAL = {
    "map": "map",
    "map_cut_5": "map_cut.5",
    "P_5": "P.5",
    "recall_10": "recall.10",
    "recip_rank": "recip_rank",
    "ndcg": "ndcg",
    "ndcg_cut_5": "ndcg_cut.5",
    "success_5": "success.5",
    "Rprec": "Rprec",
    "bpref": "bpref",
    "infAP": "infAP",
    "set_P": "set_P",
    "set_recall": "set_recall",
    "set_F": "set_F",
    "iprec_at_recall_0.30": "iprec_at_recall.0.3",
    "11pt_avg": "11pt_avg",
    "relative_P_5": "relative_P.5",
    "set_relative_P": "set_relative_P",
    "num_ret": "num_ret",
    "num_rel_ret": "num_rel_ret",
    "num_rel": "num_rel",
    "gm_map": "gm_map",
}
LOGARITHMIC = {"gm_map"}  # of which pytrec_eval gives each query's logarithm

Table = dict[str, dict[str, Any]]


def random_run(seed: int, queries: int = 25, items: int = 40) -> tuple[Table, Table]:
    """Tied scores, unjudged items, a query that the run does not have, and one that nobody judged."""
    chance = random.Random(seed)
    names = [f"{chance.choice('aZ09-_é')}{number}" for number in range(2 * items)]
    qrels: Table = {}
    run: Table = {}
    for number in range(queries):
        query = f"q{number}"
        judged = chance.sample(names, chance.randint(1, items))
        qrels[query] = {item: chance.choice([0, 0, 1, 2, 3]) for item in judged}
        if not any(qrels[query].values()):
            qrels[query][judged[0]] = 1  # trec_eval leaves out a query without a relevant item
        if number % 8 != 3:
            retrieved = chance.sample(names, chance.randint(1, items))
            run[query] = {item: chance.choice([0.125, 1.0, 2.5, chance.random()]) for item in retrieved}
    run["unjudged"] = dict.fromkeys(names[:5], 1.0)
    return qrels, run


@pytest.mark.parametrize("relevant_from", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_an_evaluation_gives_every_measure_of_trec_eval(seed: int, relevant_from: int) -> None:
    qrels, run = random_run(seed)
    if relevant_from > 1:  # every query keeps an item that counts
        qrels = {query: {**grades, next(iter(grades)): 3} for query, grades in qrels.items()}
    tool = pytrec_eval.RelevanceEvaluator(qrels, set(TREC_EVAL.values()), relevance_level=relevant_from)
    theirs = tool.evaluate(run)
    measures = {name: rt.measure(name, convention="pytrec_eval") for name in TREC_EVAL if name not in LOGARITHMIC}
    ours = rt.evaluate(qrels, run, list(measures.values()), queries="both", relevant_from=relevant_from)  # fmt: skip
    assert sorted(ours.queries) == sorted(theirs)
    for query, values in theirs.items():
        for name, measure in measures.items():
            assert ours.per_query[query][str(measure)] == pytest.approx(values[name], abs=1e-9), (query, name)


@pytest.mark.parametrize("depth", [1, 3, 10, 100])
def test_a_depth_gives_what_the_tool_gives_of_a_run_that_was_cut(depth: int) -> None:
    qrels, run = random_run(7)
    cut = {}
    for query, scores in run.items():
        best_first = sorted(scores, key=lambda item: (scores[item], item), reverse=True)
        cut[query] = {item: scores[item] for item in best_first[:depth]}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(TREC_EVAL.values())).evaluate(cut)
    measures = {name: rt.measure(name, convention="pytrec_eval") for name in TREC_EVAL if name not in LOGARITHMIC}
    ours = rt.evaluate(qrels, run, list(measures.values()), queries="both", depth=depth)
    for query, values in theirs.items():
        for name, measure in measures.items():
            assert ours.per_query[query][str(measure)] == pytest.approx(values[name], abs=1e-9), (query, name)


def test_a_depth_cuts_scores_that_are_equal_as_32_bit_floats_as_the_tool_orders_them() -> None:
    numbers = np.random.default_rng(9)
    qrels = {str(query): {f"d{item}": int(item < 6) for item in range(12)} for query in range(30)}
    run = {
        query: {f"d{item}": float(1 + 1e-10 * score) for item, score in enumerate(numbers.permutation(12))}
        for query in qrels
    }
    cut = {query: dict(sorted(scores.items(), reverse=True)[:4]) for query, scores in run.items()}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map", "recip_rank"}).evaluate(cut)
    ours = rt.evaluate(qrels, run, ["map", "recip_rank"], convention="pytrec_eval", depth=4)
    for query, values in theirs.items():
        assert dict(ours.per_query[query]) == pytest.approx(values), query
        assert ours.trace(query, "map").value == pytest.approx(values["map"])
    exactly = rt.evaluate(qrels, run, ["map"], convention="trec_eval", depth=4)
    assert exactly.by_query("map") != pytest.approx(ours.by_query("map"))


def test_means_over_all_judged_queries_count_a_missing_one() -> None:
    qrels, run = random_run(99)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)
    ours = rt.evaluate(qrels, run, ["AP"])
    assert ours.means["AP"] == pytest.approx(sum(one["map"] for one in theirs.values()) / len(qrels))
    both = rt.evaluate(qrels, run, ["AP"], queries="both")
    assert both.means["AP"] == pytest.approx(sum(one["map"] for one in theirs.values()) / len(theirs))


@pytest.mark.parametrize("name", ["num_ret", "num_rel_ret", "num_rel", "map"])
def test_the_summary_over_queries_is_what_trec_eval_prints(name: str) -> None:
    qrels, run = random_run(5)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {name}).evaluate(run)
    expected = pytrec_eval.compute_aggregated_measure(name, [one[name] for one in theirs.values()])
    ours = rt.evaluate(qrels, run, name, convention="pytrec_eval")
    assert ours.means[name] == pytest.approx(expected)
    assert ours.mean(name).value == pytest.approx(expected)


IR_MEASURES = ["AP", "AP(rel=2)@10", "nDCG@10", "P@5", "P(rel=2)@5", "RR", "R@10", "Rprec", "Bpref", "infAP"]
IR_MEASURES += ["Success@3", "SetP", "SetR", "SetF", "IPrec@0.3", "SetRelP", "RBP(p=0.9)", "RBP(p=0.5, rel=2)"]
WITHOUT_TIES = ["RR@3", "Judged@10"]  # the scripts behind these order tied items in ways of their own


@pytest.mark.parametrize("name", [*IR_MEASURES, *WITHOUT_TIES])
def test_every_measure_of_ir_measures_that_both_have(name: str) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    their_measure = ir_measures.parse_measure(name)
    if not any(provider.supports(their_measure) for provider in _installed(ir_measures)):
        pytest.skip(f"nothing that is installed calculates {name} for ir_measures")
    qrels, run = random_run(3)
    if name in WITHOUT_TIES:
        run = {query: {item: place for place, item in enumerate(items)} for query, items in run.items()}
    theirs = {one.query_id: one.value for one in ir_measures.iter_calc([their_measure], qrels, run)}
    ours = rt.evaluate(qrels, run, rt.measure(name, convention="ir_measures"), queries="both")
    for query in ours.queries:
        assert list(ours.per_query[query].values()) == [pytest.approx(theirs[query], abs=1e-6)], query


def _installed(ir_measures: Any) -> list[Any]:
    return [one for one in ir_measures.DefaultPipeline.providers if one.is_available()]
