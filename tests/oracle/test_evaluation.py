"""Whole runs against the tools: ties, missing queries and unjudged items, in every query and in the mean."""

import random
from typing import Any

import numpy as np
import pytest

import rankteach as rt

pytrec_eval = pytest.importorskip("pytrec_eval")

# what trec_eval is asked for, and the keys of its answer
AT_K = {"map_cut": 5, "P": 5, "recall": 10, "ndcg_cut": 5, "success": 5, "relative_P": 5}
MULTIPLES = (0.1, 0.2, 0.4, 0.7, 1.0, 1.3, 2.0)
WHOLE = [
    "map",
    "recip_rank",
    "ndcg",
    "Rprec",
    "bpref",
    "infAP",
    "set_P",
    "set_recall",
    "set_F",
    "set_relative_P",
    "11pt_avg",
    "num_ret",
    "num_rel_ret",
    "num_rel",
]
ASKED = {*WHOLE, *(f"{name}.{k}" for name, k in AT_K.items()), "iprec_at_recall"}
ASKED.add("Rprec_mult." + ",".join(map(str, MULTIPLES)))
NAMES = [*WHOLE, *(f"{name}_{k}" for name, k in AT_K.items())]
NAMES += [f"iprec_at_recall_{level / 10:.2f}" for level in range(11)]
NAMES += [f"Rprec_mult_{multiple:.2f}" for multiple in MULTIPLES]

Table = dict[str, dict[str, Any]]


def random_run(seed: int, queries: int = 25, items: int = 40) -> tuple[Table, Table]:
    """Tied scores, items unjudged or only pooled (−1), a query that the run lacks, and one that nobody judged."""
    chance = random.Random(seed)
    names = [f"{chance.choice('aZ09-_é')}{number}" for number in range(2 * items)]
    qrels: Table = {}
    run: Table = {}
    for number in range(queries):
        query = f"q{number}"
        judged = chance.sample(names, chance.randint(1, items))
        qrels[query] = {item: chance.choice([0, 0, 1, 2, 3, -1]) for item in judged}
        if max(qrels[query].values()) < 1:
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
    theirs = pytrec_eval.RelevanceEvaluator(qrels, ASKED, relevance_level=relevant_from).evaluate(run)
    measures = {name: rt.measure(name, convention="pytrec_eval") for name in NAMES}
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
    theirs = pytrec_eval.RelevanceEvaluator(qrels, ASKED).evaluate(cut)
    measures = {name: rt.measure(name, convention="pytrec_eval") for name in NAMES}
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


@pytest.mark.parametrize("name", ["num_ret", "num_rel_ret", "num_rel", "map", "gm_map", "gm_bpref"])
def test_the_summary_over_queries_is_what_trec_eval_prints(name: str) -> None:
    qrels, run = random_run(5)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {name}).evaluate(run)
    expected = pytrec_eval.compute_aggregated_measure(name, [one[name] for one in theirs.values()])
    ours = rt.evaluate(qrels, run, name, convention="pytrec_eval")
    assert ours.means[name] == pytest.approx(expected)
    assert ours.mean(name).value == pytest.approx(expected)
