"""The row of each tool, in the order in which they are listed.

All of it is data. A row says what the tool calls each measure and which parameters of ours give the same number;
tests/oracle/test_conventions_of_tools.py holds the rows to the tools themselves.
"""

from __future__ import annotations

from typing import Any

from rankteach.tracing.tool import Tool, ToolMeasure

LINEAR = {"gain": "linear", "discount": "log_next_rank", "base": 2}
EXPONENTIAL = {"gain": "exponential", "discount": "log_next_rank", "base": 2}
BINARY = {"gain": "binary", "discount": "log_next_rank", "base": 2, "ideal": "judged"}
JARVELIN = {"gain": "linear", "discount": "log_rank", "base": 2}
NOT_WHOLE = "a grade that is not whole"
BEYOND = "a k beyond the longest list"
USUAL: dict[str, dict[str, Any]] = {  # the conventions of most tools; other metrics have one only
    "P": {"denominator": "ranks"},
    "R": {"denominator": "relevant"},
    "F": {"form": "precision_recall"},
    "AP": {"denominator": "relevant"},
    "Bpref": {"denominator": "min"},
    "DCG": LINEAR,
    "IDCG": {**LINEAR, "ideal": "judged"},
    "nDCG": {**LINEAR, "ideal": "judged"},
}


def _usual(names: str, **others: Any) -> dict[str, ToolMeasure]:
    """Measures under the usual conventions and ``others``: each metric, its name at k | as a whole, or one."""
    measures = {}
    for metric, _, name in (one.partition(" ") for one in names.split(", ")):
        at_k, both_given, whole = name.partition("|")
        measures[metric] = ToolMeasure(at_k, whole if both_given else at_k, {**USUAL.get(metric, {}), **others})
    return measures


def _trec_eval(eleven_points: str) -> dict[str, ToolMeasure]:
    """The measures of trec_eval; version 10 rounds levels of recall in another way than those before."""
    return {
        **_usual("P P_{}|set_P, R recall_{}|set_recall, F |set_F, Accuracy success_{}|, RPrec |Rprec"),
        **_usual("NumRet |num_ret, NumRelRet |num_rel_ret, NumRel |num_rel", average="sum"),
        **_usual("RR |recip_rank, AP map_cut_{}|map, Bpref |bpref, infAP |infAP, nDCG ndcg_cut_{}|ndcg"),
        **_usual("IPrec |iprec_at_recall_0.10, IPA11 |11pt_avg", form=eleven_points),
    }


def _rank_eval(version: str) -> Tool:
    """The ranking evaluation API of a search engine; OpenSearch has it from Elasticsearch."""
    return Tool(
        version,
        {
            "P": ToolMeasure("precision", "precision", {"denominator": "items", "k": 10}),
            **_usual("R recall, RR mean_reciprocal_rank", k=10),
            **_usual("DCG dcg, nDCG dcg with normalize", **EXPONENTIAL, k=10),
        },
        source="the manual and the code of its _rank_eval; without a k it is 10",
        instead={"ERR": "Its expected_reciprocal_rank needs a maximum_relevance: write ERR(max_grade=3), with yours."},
        verified="documentation",
        refuses={"fewer items than k and than relevant items": ("nDCG",)},
    )


TREC_EVAL_9 = Tool(
    "9.0.8",
    _trec_eval("trec_eval_9"),
    ties="item_descending",
    queries="with_items",
    source="through pytrec_eval",
    verified="test",
    scores="float32",
    refuses={NOT_WHOLE: _trec_eval("")},
)
_ROWS = {
    "trec_eval": Tool(
        "10.0",
        {
            **_trec_eval("trec_eval_10"),
            **_usual("DCG |dcg, IDCG |ideal_dcg"),
            "RBP": ToolMeasure("", "rbp", {"p": 0.9, "gain": "scaled"}),
            "RBPResidual": ToolMeasure("", "rbp_resid", {"p": 0.9, "tail": "unjudged"}),
        },
        ties="item_descending",
        queries="with_items",
        source="the program; with -c its means count all queries, and without it 10.0 stops where one has no list",
        refuses={"relevant_from above 1": ("RBP",), NOT_WHOLE: (*_trec_eval(""), "DCG", "IDCG", "RBP", "RBPResidual")},
    ),
    "trec_eval_9": TREC_EVAL_9,
    "pytrec_eval": TREC_EVAL_9._replace(
        version="0.5.11 (terrier)", source="the package, which is the C code of trec_eval 9"
    ),
    "ir_measures": Tool(
        "0.4.3",
        {
            **_usual("P P@{}|SetP, R R@{}|SetR, F |SetF, Accuracy Success@{}|, RPrec |Rprec"),
            "Judged": ToolMeasure("Judged@{}", "Judged", {"denominator": "items", "ties": "item_ascending"}),
            **_usual("NumRet |NumRet, NumRelRet |NumRelRet, NumRel |NumRel", average="sum"),
            "RR": ToolMeasure("", "RR"),
            "RR@": ToolMeasure("RR@{}", "", {"ties": "item_ascending"}),
            **_usual("AP AP@{}|AP, Bpref |Bpref, infAP |infAP, nDCG nDCG@{}|nDCG"),
            "IPrec": ToolMeasure("", "IPrec@0.1", {"form": "trec_eval_9"}),
            "ERR": ToolMeasure("ERR@{}", "", {"max_grade": 4}),
        },
        ties="item_descending",
        source="the package; RR with a cutoff is that of the MS MARCO script, ERR that of gdeval, others trec_eval's; "
        "what it calls Accuracy is the fraction of pairs in the right order",
        verified="test",
        scores="float32",
        in_double=("RR@", "Judged", "ERR"),
        instead={
            "Accuracy": "Its Accuracy is the fraction of pairs in the right order; write Success@5 for ours.",
            **dict.fromkeys(
                ("StRecall", "alpha_nDCG"), "Leave the convention out: its own is that of ndeval, as is ours."
            ),
        },
        refuses={
            "an empty list": ("NumRel",),
            "an empty list where nothing is relevant": ("IPrec",),
            "a grade above 4": ("ERR",),
            "relevant_from above 1": ("NumRel", "NumRet"),
            NOT_WHOLE: {*_trec_eval(""), "ERR"} - {"IPA11"},
            "a grade below 0": ("ERR", "Judged"),
        },
        numbered={"ERR": "([0-9]+)"},
    ),
    "gdeval": Tool(
        "1.2a",
        {
            "nDCG": ToolMeasure('nDCG(dcg="exp-log2")@{}', "", {**EXPONENTIAL, "ideal": "judged"}),
            "ERR": ToolMeasure("ERR@{}", "", {"max_grade": 4}),
        },
        ties="item_descending",
        queries="with_items",
        source="the script, as ir_measures has it; 1.3 leaves out the queries without a relevant item",
        verified="test",
        numbered=dict.fromkeys(("nDCG", "ERR"), r"(?:.*-)?([0-9]+)"),
        refuses=dict.fromkeys(("a grade above 4", NOT_WHOLE, "a grade below 0"), ("nDCG", "ERR")),
    ),
    "scikit-learn": Tool(
        "1.9",
        {
            "DCG": ToolMeasure("dcg_score", "dcg_score", {**LINEAR, "ties": "averaged"}),
            "nDCG": ToolMeasure("ndcg_score", "ndcg_score", {**LINEAR, "ideal": "retrieved", "ties": "averaged"}),
            "AUC": ToolMeasure("", "roc_auc_score", {"ties": "half", "no_relevant": "nan"}),
            "PRAUC": ToolMeasure("", "average_precision_score", {"form": "steps", "ties": "together"}),
        },
        source="the package; it is given every item, so that none is missed; roc_auc_score is NaN where no item "
        "is relevant",
        verified="test",
        instead={"AP": "Its average_precision_score is our PRAUC."},
        refuses={
            "fewer than two items": ("DCG", "nDCG"),
            "an empty list": ("AUC", "PRAUC"),
            "every item relevant": ("AUC",),
        },
    ),
    "ranx": Tool(
        "0.3.21",
        {
            **_usual("P precision@{}|precision, R recall@{}|recall, F f1@{}|f1, Accuracy hit_rate@{}|hit_rate"),
            **_usual("RPrec |r-precision, NumRelRet hits@{}|hits, RR mrr@{}|mrr"),
            **_usual("AP map@{}|map, DCG dcg@{}|dcg, nDCG ndcg@{}|ndcg, Bpref |bpref"),
            "RBP": ToolMeasure("", "rbp.80", {"p": 0.8, "gain": "raw"}),
        },
        source="the package; its order of equal scores is that of an unstable sort; bpref of queries with a relevant "
        "item (after one without, others can be 0)",
        verified="test",
        refuses={
            "nothing relevant": ("Bpref",),
            "nothing judged irrelevant": ("Bpref",),
            "a grade below 0": ("Bpref",),
            "relevant_from above 1": ("DCG", "nDCG"),
            NOT_WHOLE: ("DCG", "nDCG", "RBP"),
        },
    ),
    "rax": Tool(
        "0.4",
        {
            "P": ToolMeasure("precision_metric", "precision_metric", {"denominator": "items"}),
            **_usual("R recall_metric, RR mrr_metric, AP ap_metric"),
            "DCG": ToolMeasure("dcg_metric", "dcg_metric", EXPONENTIAL),
            "nDCG": ToolMeasure("ndcg_metric", "ndcg_metric", {**EXPONENTIAL, "ideal": "retrieved"}),
        },
        ties="stable",
        source="the package, in 32-bit floats; it is given every item, so that none is missed",
        scores="float32",
    ),
    "xgboost": Tool(
        "3.2.0",
        {
            "P": ToolMeasure("pre@{}", "pre", {"denominator": "items", "k": 32, "no_relevant": 0}),
            "AP": ToolMeasure("map@{}", "map", {"denominator": "min", "k": 32}),
            "nDCG": ToolMeasure("ndcg@{}", "ndcg", {**EXPONENTIAL, "ideal": "retrieved", "k": 32}),
        },
        ties="stable",
        source="the package; it is given every item, so that none is missed; without a cutoff it cuts at 32; a name "
        "that ends in a dash, such as ndcg@5-, is no_relevant=0; ndcg_exp_gain=False is gain='linear'; it refuses "
        "grades that are not whole or above 31, for pre and map all but 0 and 1; scores that are equal only as 32-bit "
        "floats keep the order of the list here and of its input there; its means can weigh queries, ours cannot",
        no_relevant=1,
        scores="float32",
        instead={
            "AUC": "Its auc compares items of equal grades, too, for which AUC has no form.",
            "PRAUC": "Its aucpr goes from point to point on a curve for which PRAUC has no form.",
        },
        refuses={"an empty list": ("P",), NOT_WHOLE: ("nDCG",)},
    ),
    "cwl-eval": Tool(
        "1.0.12",
        {
            "P": ToolMeasure("PrecisionCWLMetric", "PrecisionCWLMetric", {"denominator": "ranks", "k": 10}),
            "RR": ToolMeasure("", "RRCWLMetric"),
            "RBP": ToolMeasure("", "RBPCWLMetric", {"gain": "binary", "p": 0.9}),
            **_usual("INSQ |INSQCWLMetric, INST |INSTCWLMetric", gain="binary", tail="cut", k=1000),
        },
        ties="stable",
        queries="with_items",
        source="the package, which keeps the order of the file; its lists end after 1000 ranks, and those of fewer "
        "items are filled up",
    ),
    "recommenders": Tool(
        "1.2.1",
        {
            **_usual("P precision_at_k, R recall_at_k", k=10),
            "AP": ToolMeasure("map_at_k", "map_at_k", {"denominator": "min", "k": 10}),
            "nDCG": ToolMeasure("ndcg_at_k", "ndcg_at_k", {**LINEAR, "ideal": "judged", "k": 10}),
        },
        queries="with_relevant",
        source="the package; ndcg_at_k with score_type='raw' (every grade counts 1 otherwise), and in natural "
        "logarithms, which makes no difference; its map divides by all relevant items",
        refuses={
            "an empty list": ("P", "R", "AP", "nDCG"),
            **dict.fromkeys(("relevant_from above 1", "only grades between 0 and 1"), ("nDCG",)),
        },
    ),
    "evidently": Tool(
        "0.7",
        {
            "P": ToolMeasure("precision", "", {"denominator": "items"}),
            "R": ToolMeasure("recall", "", {"denominator": "relevant"}),
            "F": ToolMeasure("fbeta", "", {"form": "precision_recall", "denominator": "items", "average": "means"}),
            **_usual("Accuracy hit_rate|, RR mrr|, AP map|"),
            "nDCG": ToolMeasure("ndcg", "", {**LINEAR, "ideal": "retrieved"}),
        },
        queries="with_relevant",
        source="the package, whose map takes the order of the rows for that of the scores: sort them first; "
        "min_rel_score makes each grade 0 or 1; its fbeta is undefined without a hit",
        refuses={
            BEYOND: ("P", "R", "F", "AP", "nDCG"),
            "a hit at the end, above k": ("AP",),
            **dict.fromkeys(("relevant_from above 1", "only grades between 0 and 1"), ("nDCG",)),
            "any equal scores": ("P", "R", "F", "Accuracy", "RR", "AP", "nDCG"),
        },
    ),
    "rankeval": Tool(
        "0.8",
        {
            "P": ToolMeasure("Precision", "Precision", {"denominator": "items"}),
            **_usual("R Recall, RR MRR, DCG DCG"),
            "nDCG": ToolMeasure("NDCG", "NDCG", {**EXPONENTIAL, "ideal": "retrieved", "no_relevant": 1}),
            "ERR": ToolMeasure("ERR", "ERR", {"max_grade": None}),
        },
        source="the package; its AP is by the smaller of k and m, but 1 where no hit is above k",
        refuses={"an empty list": ("P", "ERR")},
    ),
    "kaggle": Tool(
        "ml_metrics 0.1.4",
        {"AP": ToolMeasure("apk", "apk", {"denominator": "min", "k": 10})},
        source="the package that Kaggle's pages name",
        no_relevant=1,
    ),
    "torchmetrics": Tool(
        "1.9",
        {
            **_usual("P RetrievalPrecision, R RetrievalRecall, Accuracy RetrievalHitRate"),
            **_usual("RPrec |RetrievalRPrecision, RR RetrievalMRR"),
            "AP": ToolMeasure("RetrievalMAP", "RetrievalMAP", {"denominator": "hits"}),
            **_usual("nDCG RetrievalNormalizedDCG", ideal="retrieved", ties="averaged"),
        },
        source="the package, in 32-bit floats; it is given every item, so that none is missed, and 0 or 1 for each but "
        "in nDCG; empty_target_action chooses what no relevant item counts",
        scores="float32",
        refuses={
            "an empty list": ("P", "R", "Accuracy", "RPrec", "RR", "AP", "nDCG"),
            "a score of 0 or below": ("P", "R", "RR", "AP"),
        },
    ),
    "scipy": Tool(
        "1.17",
        {
            "Tau": ToolMeasure("", "kendalltau", {"variant": "b"}),
            "Rho": ToolMeasure("", "spearmanr", {"form": "ranks"}),
            "Pearson": ToolMeasure("", "pearsonr"),
            "TauW": ToolMeasure("", "weightedtau", {"importance": "both"}),
        },
        source="the package; kendalltau(variant='c') is Tau(variant='c'), somersd is Tau(variant='somers'), and "
        "weightedtau(rank=None) is TauW(importance='first')",
        verified="test",
        compares=True,
        refuses={"all items tied": ("Tau", "Rho", "Pearson", "TauW")},
    ),
    "ircor": Tool(
        "1.0",
        {
            "Tau": ToolMeasure("", "tau_b", {"variant": "b"}),
            "TauAP": ToolMeasure("", "tauAP_a", {"form": "reference", "ties": "a"}),
        },
        source="its R code, run by hand in Python; its tauAP functions take the reference, our second list, first; "
        "tau_a is Tau(variant='a'), and tauAP_b is TauAP(form='symmetric', ties='wrong')",
        verified="documentation",
        compares=True,
    ),
    "sigir2024-rbo": Tool(
        "0338fd9",
        {"RBO": ToolMeasure("", "rbo", {"form": "extrapolated", "ties": "a"})},
        source="the Python program of Corsi and Urbano (2024); its ties= are those of RBO here, its 'ext', 'min', "
        "'max' and 'res' the forms 'extrapolated', 'minimum', 'maximum' and 'residual'; it has no default for p",
        compares=True,
    ),
    "mteb": Tool(
        "2.26",
        {
            **_usual("P precision_at_{}|, R recall_at_{}|, Accuracy hit_rate_at_{}|"),
            **_usual("RR mrr_at_{}|, AP map_at_{}|, nDCG ndcg_at_{}|"),
        },
        ties="item_descending",
        queries="with_items",
        source="the package, which calls pytrec_eval but for mrr; its values have five decimals; some of its tasks "
        "leave out the first item of each list",
        scores="float32",
        in_double=("RR",),
        refuses={NOT_WHOLE: ("P", "R", "Accuracy", "RR", "AP", "nDCG")},
    ),
    "beir": Tool(
        "2.2",
        {
            **_usual("P P@{}|, R Recall@{}|, AP MAP@{}|, nDCG NDCG@{}|"),
        },
        ties="item_descending",
        queries="with_items",
        source="the package, which calls pytrec_eval; its values have five decimals; unless told otherwise it drops "
        "items that are named like their query",
        scores="float32",
        refuses={NOT_WHOLE: ("P", "R", "AP", "nDCG")},
        instead=dict.fromkeys(
            ("RR", "Accuracy"),
            "Its MRR@k and Accuracy@k count a query that the run lacks as 0, and keep the order of the file between "
            "equal scores: leave convention out.",
        ),
    ),
    "sentence-transformers": Tool(
        "6.2",
        {
            **_usual("P precision@{}|, R recall@{}|, Accuracy accuracy@{}|, RR mrr@{}|"),
            "AP": ToolMeasure("map@{}", "", {"denominator": "min"}),
            "nDCG": ToolMeasure("ndcg@{}", "", BINARY),
        },
        ties="item_ascending",
        queries="with_relevant",
        source="its InformationRetrievalEvaluator; RerankingEvaluator calls scikit-learn's average_precision_score and "
        "ndcg_score",
        counts_again=("P", "R", "Accuracy", "RR", "AP", "nDCG"),
    ),
    "lenskit": Tool(
        "2025.8",
        {
            "P": ToolMeasure("Precision", "Precision", {"denominator": "items", "no_relevant": 0}),
            "R": ToolMeasure("", "Recall", {"denominator": "relevant"}),
            "R@": ToolMeasure("Recall", "", {"denominator": "min"}),
            **_usual("Accuracy Hit, RR RecipRank"),
            "AP": ToolMeasure("AveragePrecision", "AveragePrecision", {"denominator": "min"}),
            "DCG": ToolMeasure("DCG", "DCG", {"gain": "binary", "discount": "log_rank", "base": 2, "no_relevant": 0}),
            "nDCG": ToolMeasure("NDCG", "NDCG", {**BINARY, "discount": "log_rank"}),
            "RBP": ToolMeasure("RBP", "RBP", {"gain": "binary", "p": 0.85}),
        },
        source="lenskit.metrics; gain='rating' is gain='linear'; its means count a query without a value as 0, and "
        "leave out one that the run lacks; ours do neither",
        no_relevant="nan",
        refuses={
            "an empty list": ("P", "AP"),
            "nothing relevant": ("AP",),
            "fewer items than k and than relevant items": ("AP",),
        },
        counts_again=("P", "R", "Accuracy", "RR", "AP", "DCG", "nDCG", "RBP"),
    ),
    "recbole": Tool(
        "1.2",
        {
            **_usual("P Precision@{}|, R Recall@{}|, Accuracy Hit@{}|, RR MRR@{}|"),
            "AP": ToolMeasure("MAP@{}", "", {"denominator": "min"}),
            "nDCG": ToolMeasure("NDCG@{}", "", BINARY),
        },
        queries="with_relevant",
        source="recbole.evaluator; it ranks every item there is, and its values have four decimals unless told "
        "otherwise",
        instead={"AUC": "Its AUC is of all pairs of user and item together, and GAUC weighs users."},
    ),
    "elasticsearch": _rank_eval("9"),
    "opensearch": _rank_eval("3"),
    "ragas": Tool(
        "0.4.3",
        {
            "P": ToolMeasure("", "IDBasedContextPrecision", {"denominator": "items"}),
            "R": ToolMeasure("", "IDBasedContextRecall", {"denominator": "relevant", "no_relevant": "nan"}),
            "AP": ToolMeasure("", "ContextPrecision", {"denominator": "hits"}),
        },
        source="the package; a model judges for ContextPrecision, which adds 1e-10 to its divisor; its means leave out "
        "the queries without a value, ours are undefined then",
        refuses={"an empty list": ("P",)},
        counts_again=("AP",),
    ),
    "deepeval": Tool(
        "4.3",
        {"AP": ToolMeasure("", "ContextualPrecisionMetric", {"denominator": "hits"})},
        source="the package; a model judges, and strict_mode makes values below the threshold 0",
        instead={
            "P": "Its ContextualRelevancyMetric counts statements in the retrieved texts, not items.",
            "R": "Its ContextualRecallMetric counts sentences of the expected output, not items.",
        },
        counts_again=("AP",),
    ),
    "llama-index": Tool(
        "0.14",
        {
            "P": ToolMeasure("", "precision", {"denominator": "items"}),
            **_usual("R |recall, Accuracy |hit_rate, RR |mrr, AP |ap"),
            "nDCG": ToolMeasure("", "ndcg", BINARY),
        },
        source="llama_index.core.evaluation; give it the top k of a list for a cutoff",
        no_relevant="error",
        refuses=dict.fromkeys(("an empty list", "nothing relevant"), ("P", "R", "Accuracy", "RR", "AP", "nDCG")),
        counts_again=("Accuracy", "RR", "AP", "nDCG"),
    ),
    "haystack": Tool(
        "3.4",
        {
            **_usual("R |DocumentRecallEvaluator multi_hit, Accuracy |DocumentRecallEvaluator single_hit"),
            **_usual("RR |DocumentMRREvaluator, AP |DocumentMAPEvaluator, nDCG |DocumentNDCGEvaluator"),
        },
        source="the package; its grades are the scores of the expected documents; by default it recalls a single hit, "
        "and compares the texts of documents",
        counts_again=("Accuracy", "RR"),
    ),
    "mlflow": Tool(
        "3.17",
        {
            "P": ToolMeasure("precision_at_k", "", {"denominator": "items"}),
            "R": ToolMeasure("recall_at_k", "", {"denominator": "relevant"}),
            "nDCG": ToolMeasure("ndcg_at_k", "", BINARY),
        },
        source="the package",
        refuses={
            "an empty list with nothing to find": ("R", "nDCG"),
            "fewer items than k and than relevant items": ("nDCG",),
        },
        counts_again=("P",),
    ),
    "spark": Tool(
        "4.3",
        {
            **_usual("P precisionAt|, R recallAt|, AP |meanAveragePrecision"),
            "AP@": ToolMeasure("meanAveragePrecisionAt", "", {"denominator": "min"}),
            "nDCG": ToolMeasure("ndcgAt", "", BINARY),
        },
        source="RankingMetrics of pyspark.mllib, which RankingEvaluator of pyspark.ml calls; with relevance values its "
        "ndcgAt takes the order in which they come for the ideal one",
        counts_again=("P", "R", "AP", "nDCG"),
    ),
    "implicit": Tool(
        "0.7",
        {
            **_usual("AP mean_average_precision_at_k", denominator="min", k=10),
            "nDCG": ToolMeasure("ndcg_at_k", "ndcg_at_k", {**BINARY, "k": 10}),
        },
        queries="with_relevant",
        source="implicit.evaluation",
        counts_again=("AP", "nDCG"),
        instead={
            "P": "Its precision_at_k divides the hits of all users by the sum of their min(m, k); of a single user it "
            "is R(denominator='min').",
            "AUC": "Its AUC_at_k guesses the order below rank k.",
        },
    ),
    "lightgbm": Tool(
        "4.7",
        {
            "AP": ToolMeasure("map@{}", "", {"denominator": "min"}),
            "nDCG": ToolMeasure("ndcg@{}", "", {**EXPONENTIAL, "ideal": "retrieved"}),
        },
        ties="stable",
        source="the package; it is given every item, so that none is missed; label_gain sets other gains, and without "
        "eval_at its cutoffs are 1 to 5; its means can weigh queries, ours cannot",
        no_relevant=1,
        instead={"AUC": "Its auc and auc_mu are of all rows together, whatever their query."},
        refuses={"an empty list": ("AP", "nDCG"), NOT_WHOLE: ("nDCG",)},
    ),
    "catboost": Tool(
        "1.2",
        {
            "P": ToolMeasure("PrecisionAt:top={}", "PrecisionAt", {"denominator": "items"}),
            "R": ToolMeasure("RecallAt:top={}", "RecallAt", {"denominator": "relevant", "no_relevant": 1}),
            "RR": ToolMeasure("MRR:top={}", "MRR"),
            "AP": ToolMeasure("MAP:top={}", "MAP", {"denominator": "min"}),
            "DCG": ToolMeasure("DCG:top={}", "DCG", LINEAR),
            "nDCG": ToolMeasure("NDCG:top={}", "NDCG", {**LINEAR, "ideal": "retrieved", "no_relevant": 1}),
            "AUC": ToolMeasure("", "QueryAUC", {"ties": "half"}),
        },
        source="the package; it is given every item, so that none is missed; type=Exp is gain='exponential'; its means "
        "can weigh groups, ours cannot",
        instead={"ERR": "Its ERR takes grades for probabilities."},
        refuses={
            "an empty list": ("P", "R", "RR", "AP", "DCG", "nDCG", "AUC"),
            "equal scores": ("P@", "R@", "RR", "AP", "DCG", "nDCG"),
        },
    ),
    "croft": Tool(
        "2015, chapter 8",
        {
            **_usual("P precision at rank {}|precision, R recall at rank {}|recall, F |F measure"),
            **_usual("RR |reciprocal rank, AP |average precision"),
            "Bpref": ToolMeasure("", "BPREF", {"denominator": "relevant"}),
            **_usual(
                "DCG DCG at rank {}|DCG, IDCG ideal DCG at rank {}|ideal DCG, nDCG NDCG at rank {}|NDCG", **JARVELIN
            ),
            "IPrec": ToolMeasure("", "interpolated precision", {"form": "textbook"}),
        },
        source="Croft, Metzler and Strohman, Search Engines: Information Retrieval in Practice; it also has DCG with "
        "exponential gain and log2(rank + 1), and says nothing of a query without a relevant item",
        verified="printed",
    ),
    "manning": Tool(
        "2008, chapter 8",
        {
            **_usual("P precision at {}|precision, R recall at {}|recall, F |F measure"),
            **_usual("RPrec |R-precision, AP |average precision"),
            "nDCG": ToolMeasure("NDCG at {}", "", {**EXPONENTIAL, "ideal": "judged"}),
            **_usual("IPrec |interpolated precision, IPA11 |11-point average", form="textbook"),
        },
        source="Manning, Raghavan and Schütze, Introduction to Information Retrieval; it says nothing of a query "
        "without a relevant item",
        verified="printed",
    ),
    "jarvelin": Tool(
        "2002",
        {
            "CG": ToolMeasure("CG[{}]", "CG"),
            **_usual("DCG DCG[{}]|DCG, IDCG ideal DCG[{}]|ideal DCG, nDCG nDCG[{}]|nDCG", **JARVELIN),
        },
        source="Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, with base 2 as in their "
        "example; it says nothing of a query without a relevant item",
        verified="printed",
    ),
}
TOOLS = tuple(row._replace(name=name) for name, row in _ROWS.items())
