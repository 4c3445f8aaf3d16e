"""How tools of retrieval for language models, of recommending and of learning to rank are asked about one query.

Those of ``OF_ITEMS`` are given the relevant items with their grades, and the retrieved items, best first, with scores;
those of ``OF_LISTS`` the grades and scores of a list. A function returns the tool's number, raises what the tool
raises, and a ``KeyError`` where the tool leaves the query out.
"""

import asyncio
import functools
import importlib
import math
from typing import Any
from unittest import mock

import numpy as np

Judged = dict[str, float]
Ranked = Any  # scores by item; or a list of items, where the tool reads no scores
LEFT_OUT = "a query that the tool leaves out"
loaded = importlib.import_module  # of a tool, which has to be there


def ragas(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    """The arithmetic of its context precision, without the model that judges; the others need none."""
    kind = "recall" if "Recall" in name else "precision"
    module = loaded(f"ragas.metrics._context_{kind}")
    metric = getattr(module, name)()
    if name == "ContextPrecision":
        verdicts = [module.Verification(reason="", verdict=int(one in judged)) for one in ranked]
        return float(metric._calculate_average_precision(verdicts))
    sample = loaded("ragas").SingleTurnSample(retrieved_context_ids=list(ranked), reference_context_ids=list(judged))
    return float(asyncio.run(metric._single_turn_ascore(sample, None)))


def deepeval(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    """Its arithmetic, without the model that judges."""
    said = loaded("deepeval.metrics.base_metric").Verdict
    verdicts = [mock.Mock(verdict=said.YES if one in judged else said.NO) for one in ranked]
    return float(
        getattr(loaded("deepeval.metrics"), name)._calculate_score(mock.Mock(verdicts=verdicts, strict_mode=False))
    )


def llama_index(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    metric = loaded("llama_index.core.evaluation.retrieval.metrics").METRIC_REGISTRY[name]()
    return float(metric.compute(expected_ids=list(judged), retrieved_ids=list(ranked)).score)


def haystack(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    document, evaluators = loaded("haystack").Document, loaded("haystack.components.evaluators")
    kind, _, mode = name.partition(" ")
    evaluator = getattr(evaluators, kind)(**({"mode": mode} if mode else {}))
    truth = [document(content=item, score=float(grade)) for item, grade in judged.items()]
    return float(evaluator.run([truth], [[document(content=item) for item in ranked]])["score"])


def mlflow(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    series, definitions = loaded("pandas").Series, loaded("mlflow.metrics.metric_definitions")
    score = getattr(definitions, f"_{name}_eval_fn")(k)
    return float(score(series([list(ranked)]), series([list(judged)])).scores[0])


def implicit(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    """Of a model that recommends what was retrieved, and after its end the item -1, which is none."""
    sparse = loaded("scipy.sparse").csr_matrix
    if not judged:
        raise KeyError(LEFT_OUT)
    items = [*dict.fromkeys([*ranked, *judged]), "of the catalogue"]
    ids = [*map(items.index, ranked), *[-1] * 50]
    model = mock.Mock(recommend=lambda users, liked, N: (np.array([ids[:N]], dtype=np.int32), None))
    liked = np.array([[float(item in judged) for item in items]])
    score = getattr(loaded("implicit.evaluation"), name)
    known = sparse((1, len(items)))
    return float(score(model, known, sparse(liked), **({} if k is None else {"K": k}), show_progress=False))


@functools.cache
def _metrics_of_spark(ranked: tuple[str, ...], judged: tuple[str, ...]) -> Any:
    """Those of the query and of one before it that is 0, from which Spark learns what items are."""
    session = loaded("pyspark.sql").SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    context = session.getOrCreate().sparkContext
    lists = [(["none"], ["some"]), (list(ranked), list(judged))]
    return loaded("pyspark.mllib.evaluation").RankingMetrics(context.parallelize(lists, 1))


def spark(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    found = getattr(_metrics_of_spark(tuple(ranked), tuple(judged)), name)
    return 2 * float(found if k is None else found(k))


def lightgbm(name: str, k: int | None, grades: list[float], scores: list[float]) -> float:
    package, quiet = loaded("lightgbm"), {"verbosity": -1, "min_data_in_bin": 1, "min_data_in_leaf": 1}
    train = package.Dataset(np.arange(4.0).reshape(-1, 1), label=[0, 1, 0, 1], group=[4], params=quiet)
    about = {"group": [len(grades)], "init_score": scores, "reference": train, "params": quiet}
    asked = package.Dataset(np.zeros((len(grades), 1)), label=grades, **about)
    chosen = {"objective": "lambdarank", "metric": name.partition("@")[0], "eval_at": [k], **quiet}
    booster = package.Booster(chosen, train.construct())
    return float(booster.add_valid(asked, "asked").eval_valid()[0][2])


def catboost(name: str, k: int | None, grades: list[float], scores: list[float]) -> float:
    if not grades:
        raise ValueError("the process ends")
    labels = [float(grade) for grade in grades]
    return float(loaded("catboost.utils").eval_metric(labels, scores, name, group_id=[0] * len(labels))[0])


def beir(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    evaluate = loaded("beir.retrieval.evaluation").EvaluateRetrieval.evaluate
    found = evaluate({"q": {"nobody retrieved it": 0, **judged}}, {"q": dict(ranked)}, [k])
    return float({key: value for one in found for key, value in one.items()}[name])


def mteb(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    kind, run = name.partition("_at_")[0], {"q": dict(ranked)}
    module = loaded("mteb._evaluators.retrieval_metrics")
    found = module.calculate_retrieval_scores(run, {"q": {"nobody retrieved it": 0, **judged}}, [k])
    return float(*getattr(found, kind).values())


def sentence_transformers(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    """The arithmetic of its evaluator, without a model that retrieves."""
    module = loaded("sentence_transformers.sentence_transformer.evaluation.information_retrieval")
    kind = module.InformationRetrievalEvaluator
    if not judged:
        raise KeyError(LEFT_OUT)  # it drops such queries before
    at = {f"{one}_at_k": [k] for one in ("accuracy", "precision_recall", "mrr", "ndcg", "map")}
    evaluator = mock.Mock(
        queries=["q"], queries_ids=["q"], relevant_docs={"q": set(judged)}, compute_dcg_at_k=kind.compute_dcg_at_k, **at
    )
    pairs = ranked.items() if isinstance(ranked, dict) else [(item, -place) for place, item in enumerate(ranked)]
    hits = [{"corpus_id": item, "score": score} for item, score in pairs]
    return float(kind.compute_metrics(evaluator, [hits])[f"{name.partition('@')[0]}@k"][k])


def lenskit(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    items = loaded("lenskit.data").ItemList
    metric = getattr(loaded("lenskit.metrics.ranking"), name)(k)
    return float(metric.measure_list(items(list(ranked), ordered=True), items(list(judged))))


def recbole(name: str, k: int | None, judged: Judged, ranked: Ranked) -> float:
    """Of the matrix of hits that its collector makes, in which every user has k items."""
    if not judged:
        raise KeyError(LEFT_OUT)
    hits = [int(item in judged) for item in ranked][:k]
    found = np.array([[*hits, *[0] * ((k or 0) - len(hits))]], dtype=bool)
    metric = getattr(loaded("recbole.evaluator.metrics"), name.partition("@")[0])
    totals = () if name.startswith(("Hit", "MRR", "Precision")) else (np.array([len(judged)]),)
    return float(metric.metric_info(None, found, *totals)[0, -1])


OF_ITEMS = {
    "ragas": ragas, "deepeval": deepeval, "llama-index": llama_index, "haystack": haystack, "mlflow": mlflow,
    "spark": spark, "implicit": implicit, "mteb": mteb, "beir": beir, "lenskit": lenskit, "recbole": recbole,
    "sentence-transformers": sentence_transformers,
}  # fmt: skip
OF_LISTS = {"lightgbm": lightgbm, "catboost": catboost}
GRADED = {"haystack": "DocumentNDCG", "mteb": "ndcg", "beir": "NDCG"}  # how measures that count grades begin


def asked(tool: str, name: str, k: int | None, given: Any, level: int = 1, *, alone: bool = False) -> list[float]:
    """What a tool says of each query, NaN where it has no number; ``alone`` is of the last one, as the tool says it."""
    found = []
    for query, ranking in list(zip(given.qrels, given.rankings, strict=True))[-1 if alone else 0 :]:
        try:
            if tool in OF_LISTS:
                graded = name.lower().startswith(("ndcg", "dcg"))
                grades = [min(one or 0, 30) if graded else int((one or 0) >= 1) for one in ranking.grades]
                found.append(OF_LISTS[tool](name, k, grades, list(ranking.scores or ())))
            else:
                if tool in ("mteb", "beir") and query not in given.run:
                    raise KeyError(LEFT_OUT)
                least = 1e-9 if name.startswith(GRADED.get(tool, "none")) else level
                relevant = {item: grade for item, grade in given.qrels[query].items() if grade >= least}
                found.append(OF_ITEMS[tool](name, k, relevant, given.run.get(query, {})))
        except (ImportError, AttributeError):  # of how it is asked
            raise
        except Exception:
            if alone:
                raise
            found.append(math.nan)
    return found
