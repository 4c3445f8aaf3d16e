"""The row of each tool, in the order in which they are listed.

All of it is data. A row says what the tool calls each measure and which parameters of ours give the same number;
tests/oracle/test_conventions_of_tools.py holds the rows to the tools themselves.
"""

from __future__ import annotations

from rankteach.tracing.tool import Theirs, Tool

LINEAR = {"gain": "linear", "discount": "log_next_rank", "base": 2}
EXPONENTIAL = {"gain": "exponential", "discount": "log_next_rank", "base": 2}
BINARY = {"gain": "binary", "discount": "log_next_rank", "base": 2, "ideal": "judged"}
SUM = {"average": "sum"}  # over queries


def _trec_eval(eleven_points: str) -> dict[str, Theirs]:
    """The measures of trec_eval; version 10 rounds levels of recall in another way than those before."""
    return {
        "P": Theirs("P_{}", "set_P", {"denominator": "ranks"}),
        "R": Theirs("recall_{}", "set_recall", {"denominator": "relevant"}),
        "F": Theirs("", "set_F", {"form": "precision_recall"}),
        "Accuracy": Theirs("success_{}", ""),
        "RPrec": Theirs("", "Rprec"),
        "NumRet": Theirs("", "num_ret", SUM),
        "NumRelRet": Theirs("", "num_rel_ret", SUM),
        "NumRel": Theirs("", "num_rel", SUM),
        "RR": Theirs("", "recip_rank"),
        "AP": Theirs("map_cut_{}", "map", {"denominator": "relevant"}),
        "Bpref": Theirs("", "bpref", {"denominator": "min"}),
        "infAP": Theirs("", "infAP"),
        "nDCG": Theirs("ndcg_cut_{}", "ndcg", {**LINEAR, "ideal": "judged"}),
        "IPrec": Theirs("", "iprec_at_recall_0.10", {"form": eleven_points}),
        "IPA11": Theirs("", "11pt_avg", {"form": eleven_points}),
    }


def _rank_eval(name: str, version: str) -> Tool:
    """The ranking evaluation API of a search engine; OpenSearch has it from Elasticsearch."""
    return Tool(
        name,
        version,
        {
            "P": Theirs("precision", "precision", {"denominator": "items", "k": 10}),
            "R": Theirs("recall", "recall", {"denominator": "relevant", "k": 10}),
            "RR": Theirs("mean_reciprocal_rank", "mean_reciprocal_rank", {"k": 10}),
            "DCG": Theirs("dcg", "dcg", {**EXPONENTIAL, "k": 10}),
            "nDCG": Theirs("dcg with normalize", "dcg with normalize", {**EXPONENTIAL, "ideal": "judged", "k": 10}),
        },
        source="the manual and the code of its _rank_eval; without a k it is 10",
        instead={"ERR": "Its expected_reciprocal_rank needs a maximum_relevance: write ERR(max_grade=3), with yours."},
        verified="documentation",
        refuses={"fewer items than k and than relevant items": ("nDCG",)},
    )


TREC_EVAL_9 = Tool(
    "trec_eval_9",
    "9.0.8",
    _trec_eval("trec_eval_9"),
    ties="item_descending",
    queries="with_items",
    source="through pytrec_eval",
    scores="float32",
)
TOOLS = (
    Tool(
        "trec_eval",
        "10.0",
        {
            **_trec_eval("trec_eval_10"),
            "DCG": Theirs("", "dcg", LINEAR),
            "IDCG": Theirs("", "ideal_dcg", {**LINEAR, "ideal": "judged"}),
            "RBP": Theirs("", "rbp", {"p": 0.9, "gain": "scaled"}),
            "RBPResidual": Theirs("", "rbp_resid", {"p": 0.9, "tail": "unjudged"}),
        },
        ties="item_descending",
        queries="with_items",
        source="the program; with -c its means count all queries, and without it 10.0 stops where one has no list",
        verified="answers",
        refuses={"relevant_from above 1": ("RBP",)},
    ),
    TREC_EVAL_9,
    TREC_EVAL_9._replace(
        name="pytrec_eval",
        version="0.5.11 (terrier)",
        source="the package, which is the C code of trec_eval 9",
    ),
    Tool(
        "ir_measures",
        "0.4.3",
        {
            "P": Theirs("P@{}", "SetP", {"denominator": "ranks"}),
            "R": Theirs("R@{}", "SetR", {"denominator": "relevant"}),
            "F": Theirs("", "SetF", {"form": "precision_recall"}),
            "Accuracy": Theirs("Success@{}", ""),
            "RPrec": Theirs("", "Rprec"),
            "Judged": Theirs("Judged@{}", "Judged", {"denominator": "items", "ties": "item_ascending"}),
            "NumRet": Theirs("", "NumRet", SUM),
            "NumRelRet": Theirs("", "NumRelRet", SUM),
            "NumRel": Theirs("", "NumRel", SUM),
            "RR": Theirs("", "RR"),
            "RR@": Theirs("RR@{}", "", {"ties": "item_ascending"}),
            "AP": Theirs("AP@{}", "AP", {"denominator": "relevant"}),
            "Bpref": Theirs("", "Bpref", {"denominator": "min"}),
            "infAP": Theirs("", "infAP"),
            "nDCG": Theirs("nDCG@{}", "nDCG", {**LINEAR, "ideal": "judged"}),
            "IPrec": Theirs("", "IPrec@0.1", {"form": "trec_eval_9"}),
            "ERR": Theirs("ERR@{}", "", {"max_grade": 4}),
        },
        ties="item_descending",
        source="the package; RR with a cutoff is that of the MS MARCO script, ERR that of gdeval, others trec_eval's; "
        "what it calls Accuracy is the fraction of pairs in the right order",
        scores="float32",
        in_double=("RR@", "Judged", "ERR"),
        instead={"Accuracy": "Its Accuracy is the fraction of pairs in the right order; write Success@5 for ours."},
        refuses={"an empty list": ("NumRel",), "relevant_from above 1": ("NumRel",)},
    ),
    Tool(
        "gdeval",
        "1.3",
        {
            "nDCG": Theirs('nDCG(dcg="exp-log2")@{}', "", {**EXPONENTIAL, "ideal": "judged"}),
            "ERR": Theirs("ERR@{}", "", {"max_grade": 4}),
        },
        ties="item_descending",
        queries="with_items",
        source="the script, through ir_measures",
    ),
    Tool(
        "scikit-learn",
        "1.9",
        {
            "DCG": Theirs("dcg_score", "dcg_score", {**LINEAR, "ties": "averaged"}),
            "nDCG": Theirs("ndcg_score", "ndcg_score", {**LINEAR, "ideal": "retrieved", "ties": "averaged"}),
            "AUC": Theirs("", "roc_auc_score", {"ties": "half", "no_relevant": "nan"}),
            "PRAUC": Theirs("", "average_precision_score", {"form": "steps", "ties": "together"}),
        },
        source="the package; it is given every item, so that none is missed; roc_auc_score is NaN where no item "
        "is relevant",
        instead={"AP": "Its average_precision_score is our PRAUC."},
        refuses={
            "fewer than two items": ("DCG", "nDCG"),
            "an empty list": ("AUC", "PRAUC"),
            "every item relevant": ("AUC",),
        },
    ),
    Tool(
        "ranx",
        "0.3.21",
        {
            "P": Theirs("precision@{}", "precision", {"denominator": "ranks"}),
            "R": Theirs("recall@{}", "recall", {"denominator": "relevant"}),
            "F": Theirs("f1@{}", "f1", {"form": "precision_recall"}),
            "Accuracy": Theirs("hit_rate@{}", "hit_rate"),
            "RPrec": Theirs("", "r-precision"),
            "NumRelRet": Theirs("hits@{}", "hits"),
            "RR": Theirs("mrr@{}", "mrr"),
            "AP": Theirs("map@{}", "map", {"denominator": "relevant"}),
            "DCG": Theirs("dcg@{}", "dcg", LINEAR),
            "nDCG": Theirs("ndcg@{}", "ndcg", {**LINEAR, "ideal": "judged"}),
            "Bpref": Theirs("", "bpref", {"denominator": "min", "no_relevant": "nan"}),
            "RBP": Theirs("", "rbp.80", {"p": 0.8, "gain": "raw"}),
        },
        source="the package; its order of equal scores is that of an unstable sort; bpref of queries with a relevant "
        "item (after one without, others can be 0)",
    ),
    Tool(
        "rax",
        "0.4",
        {
            "P": Theirs("precision_metric", "precision_metric", {"denominator": "items"}),
            "R": Theirs("recall_metric", "recall_metric", {"denominator": "relevant"}),
            "RR": Theirs("mrr_metric", "mrr_metric"),
            "AP": Theirs("ap_metric", "ap_metric", {"denominator": "relevant"}),
            "DCG": Theirs("dcg_metric", "dcg_metric", EXPONENTIAL),
            "nDCG": Theirs("ndcg_metric", "ndcg_metric", {**EXPONENTIAL, "ideal": "retrieved"}),
        },
        ties="stable",
        source="the package, in 32-bit floats; it is given every item, so that none is missed",
        verified="answers",
    ),
    Tool(
        "xgboost",
        "3.2.0",
        {
            "P": Theirs("pre@{}", "pre", {"denominator": "items", "k": 32, "no_relevant": 0}),
            "AP": Theirs("map@{}", "map", {"denominator": "min", "k": 32}),
            "nDCG": Theirs("ndcg@{}", "ndcg", {**EXPONENTIAL, "ideal": "retrieved", "k": 32}),
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
        verified="answers",
        refuses={"an empty list": ("P",)},
    ),
    Tool(
        "cwl-eval",
        "1.0.12",
        {
            "P": Theirs("PrecisionCWLMetric", "PrecisionCWLMetric", {"denominator": "ranks", "k": 10}),
            "RR": Theirs("", "RRCWLMetric"),
            "RBP": Theirs("", "RBPCWLMetric", {"gain": "binary", "p": 0.9}),
            "INSQ": Theirs("", "INSQCWLMetric", {"gain": "binary", "tail": "cut", "k": 1000}),
            "INST": Theirs("", "INSTCWLMetric", {"gain": "binary", "tail": "cut", "k": 1000}),
        },
        ties="stable",
        queries="with_items",
        source="the package, which keeps the order of the file; its lists end after 1000 ranks, and those of fewer "
        "items are filled up",
        verified="answers",
    ),
    Tool(
        "recommenders",
        "1.2.1",
        {
            "P": Theirs("precision_at_k", "precision_at_k", {"denominator": "ranks", "k": 10}),
            "R": Theirs("recall_at_k", "recall_at_k", {"denominator": "relevant", "k": 10}),
            "AP": Theirs("map_at_k", "map_at_k", {"denominator": "min", "k": 10}),
            "nDCG": Theirs("ndcg_at_k", "ndcg_at_k", {**LINEAR, "ideal": "judged", "k": 10}),
        },
        queries="with_relevant",
        source="the package; ndcg_at_k with score_type='raw' (every grade counts 1 otherwise), and in natural "
        "logarithms, which makes no difference; its map divides by all relevant items",
        verified="answers",
        refuses={"an empty list": ("P", "R", "AP", "nDCG"), "relevant_from above 1": ("nDCG",)},
    ),
    Tool(
        "evidently",
        "0.7",
        {
            "P": Theirs("precision", "", {"denominator": "items"}),
            "R": Theirs("recall", "", {"denominator": "relevant"}),
            "F": Theirs("fbeta", "", {"form": "precision_recall", "denominator": "items", "average": "means"}),
            "Accuracy": Theirs("hit_rate", ""),
            "RR": Theirs("mrr", ""),
            "AP": Theirs("map", "", {"denominator": "relevant"}),
            "nDCG": Theirs("ndcg", "", {**LINEAR, "ideal": "retrieved"}),
        },
        queries="with_relevant",
        source="the package; min_rel_score makes each grade 0 or 1",
        verified="answers",
        refuses={"a hit at the end, above k": ("AP",), "relevant_from above 1": ("nDCG",)},
    ),
    Tool(
        "rankeval",
        "0.8",
        {
            "P": Theirs("Precision", "Precision", {"denominator": "items"}),
            "R": Theirs("Recall", "Recall", {"denominator": "relevant"}),
            "RR": Theirs("MRR", "MRR"),
            "DCG": Theirs("DCG", "DCG", LINEAR),
            "nDCG": Theirs("NDCG", "NDCG", {**EXPONENTIAL, "ideal": "retrieved", "no_relevant": 1}),
            "ERR": Theirs("ERR", "ERR", {"max_grade": None}),
        },
        source="the package; its AP is by the smaller of k and m, but 1 where no hit is above k",
        verified="answers",
        refuses={"an empty list": ("P", "ERR")},
    ),
    Tool(
        "kaggle",
        "ml_metrics 0.1.4",
        {"AP": Theirs("apk", "apk", {"denominator": "min", "k": 10})},
        source="the package that Kaggle's pages name",
        no_relevant=1,
        verified="answers",
    ),
    Tool(
        "torchmetrics",
        "1.9",
        {
            "P": Theirs("RetrievalPrecision", "RetrievalPrecision", {"denominator": "ranks"}),
            "R": Theirs("RetrievalRecall", "RetrievalRecall", {"denominator": "relevant"}),
            "Accuracy": Theirs("RetrievalHitRate", "RetrievalHitRate"),
            "RPrec": Theirs("", "RetrievalRPrecision"),
            "RR": Theirs("RetrievalMRR", "RetrievalMRR"),
            "AP": Theirs("RetrievalMAP", "RetrievalMAP", {"denominator": "hits"}),
            "nDCG": Theirs(
                "RetrievalNormalizedDCG",
                "RetrievalNormalizedDCG",
                {**LINEAR, "ideal": "retrieved", "ties": "averaged"},
            ),
        },
        source="the package, in 32-bit floats; it is given every item, so that none is missed, and 0 or 1 for each but "
        "in nDCG; empty_target_action chooses what no relevant item counts",
        verified="answers",
        scores="float32",
        refuses={
            "an empty list": ("P", "R", "Accuracy", "RPrec", "RR", "AP", "nDCG"),
            "a score of 0 or below": ("P", "R", "RR", "AP"),
        },
    ),
    Tool(
        "scipy",
        "1.17",
        {
            "Tau": Theirs("", "kendalltau", {"variant": "b"}),
            "Rho": Theirs("", "spearmanr", {"form": "ranks"}),
            "Pearson": Theirs("", "pearsonr"),
            "TauW": Theirs("", "weightedtau", {"importance": "both"}),
        },
        source="the package; kendalltau(variant='c') is Tau(variant='c'), somersd is Tau(variant='somers'), and "
        "weightedtau(rank=None) is TauW(importance='first')",
        compares=True,
        refuses={"all items tied": ("Tau", "Rho", "Pearson", "TauW")},
    ),
    Tool(
        "ircor",
        "1.0",
        {
            "Tau": Theirs("", "tau_b", {"variant": "b"}),
            "TauAP": Theirs("", "tauAP_a", {"form": "reference", "ties": "a"}),
        },
        source="its R code, run by hand in Python; its tauAP functions take the reference, our second list, first; "
        "tau_a is Tau(variant='a'), and tauAP_b is TauAP(form='symmetric', ties='wrong')",
        verified="documentation",
        compares=True,
    ),
    Tool(
        "sigir2024-rbo",
        "0338fd9",
        {"RBO": Theirs("", "rbo", {"form": "extrapolated", "ties": "a"})},
        source="the Python program of Corsi and Urbano (2024); its ties= are those of RBO here, its 'ext', 'min', "
        "'max' and 'res' the forms 'extrapolated', 'minimum', 'maximum' and 'residual'; it has no default for p",
        verified="answers",
        compares=True,
    ),
    Tool(
        "mteb",
        "2.26",
        {
            "P": Theirs("precision_at_{}", "", {"denominator": "ranks"}),
            "R": Theirs("recall_at_{}", "", {"denominator": "relevant"}),
            "Accuracy": Theirs("hit_rate_at_{}", ""),
            "RR": Theirs("mrr_at_{}", ""),
            "AP": Theirs("map_at_{}", "", {"denominator": "relevant"}),
            "nDCG": Theirs("ndcg_at_{}", "", {**LINEAR, "ideal": "judged"}),
        },
        ties="item_descending",
        queries="with_items",
        source="the package, which calls pytrec_eval but for mrr; its values have five decimals; some of its tasks "
        "leave out the first item of each list",
        scores="float32",
        in_double=("RR",),
        verified="answers",
    ),
    Tool(
        "beir",
        "2.2",
        {
            "P": Theirs("P@{}", "", {"denominator": "ranks"}),
            "R": Theirs("Recall@{}", "", {"denominator": "relevant"}),
            "AP": Theirs("MAP@{}", "", {"denominator": "relevant"}),
            "nDCG": Theirs("NDCG@{}", "", {**LINEAR, "ideal": "judged"}),
        },
        ties="item_descending",
        queries="with_items",
        source="the package, which calls pytrec_eval; its values have five decimals; unless told otherwise it drops "
        "items that are named like their query",
        scores="float32",
        instead=dict.fromkeys(
            ("RR", "Accuracy"),
            "Its MRR@k and Accuracy@k count a query that the run lacks as 0, and keep the order of the file between "
            "equal scores: leave convention out.",
        ),
        verified="answers",
    ),
    Tool(
        "sentence-transformers",
        "6.2",
        {
            "P": Theirs("precision@{}", "", {"denominator": "ranks"}),
            "R": Theirs("recall@{}", "", {"denominator": "relevant"}),
            "Accuracy": Theirs("accuracy@{}", ""),
            "RR": Theirs("mrr@{}", ""),
            "AP": Theirs("map@{}", "", {"denominator": "min"}),
            "nDCG": Theirs("ndcg@{}", "", BINARY),
        },
        ties="item_ascending",
        queries="with_relevant",
        source="its InformationRetrievalEvaluator; RerankingEvaluator calls scikit-learn's average_precision_score and "
        "ndcg_score",
        verified="answers",
    ),
    Tool(
        "lenskit",
        "2025.8",
        {
            "P": Theirs("Precision", "Precision", {"denominator": "items", "no_relevant": 0}),
            "R": Theirs("", "Recall", {"denominator": "relevant"}),
            "R@": Theirs("Recall", "", {"denominator": "min"}),
            "Accuracy": Theirs("Hit", "Hit"),
            "RR": Theirs("RecipRank", "RecipRank"),
            "AP": Theirs("AveragePrecision", "AveragePrecision", {"denominator": "min"}),
            "DCG": Theirs("DCG", "DCG", {"gain": "binary", "discount": "log_rank", "base": 2, "no_relevant": 0}),
            "nDCG": Theirs("NDCG", "NDCG", {**BINARY, "discount": "log_rank"}),
            "RBP": Theirs("RBP", "RBP", {"gain": "binary", "p": 0.85}),
        },
        source="lenskit.metrics; gain='rating' is gain='linear'; its means leave out the queries without a value",
        no_relevant="nan",
        verified="answers",
        refuses={
            "an empty list": ("P", "AP"),
            "nothing relevant": ("AP",),
            "fewer items than k and than relevant items": ("AP",),
        },
    ),
    Tool(
        "recbole",
        "1.2",
        {
            "P": Theirs("Precision@{}", "", {"denominator": "ranks"}),
            "R": Theirs("Recall@{}", "", {"denominator": "relevant"}),
            "Accuracy": Theirs("Hit@{}", ""),
            "RR": Theirs("MRR@{}", ""),
            "AP": Theirs("MAP@{}", "", {"denominator": "min"}),
            "nDCG": Theirs("NDCG@{}", "", BINARY),
        },
        queries="with_relevant",
        source="recbole.evaluator; it ranks every item there is, and its values have four decimals unless told "
        "otherwise",
        instead={"AUC": "Its AUC is of all pairs of user and item together, and GAUC weighs users."},
        verified="answers",
    ),
    _rank_eval("elasticsearch", "9"),
    _rank_eval("opensearch", "3"),
    Tool(
        "ragas",
        "0.4.3",
        {
            "P": Theirs("", "IDBasedContextPrecision", {"denominator": "items"}),
            "R": Theirs("", "IDBasedContextRecall", {"denominator": "relevant", "no_relevant": "nan"}),
            "AP": Theirs("", "ContextPrecision", {"denominator": "hits"}),
        },
        source="the package; a model judges for ContextPrecision, which adds 1e-10 to its divisor; its means leave out "
        "the queries without a value",
        verified="answers",
        refuses={"an empty list": ("P",)},
    ),
    Tool(
        "deepeval",
        "4.3",
        {"AP": Theirs("", "ContextualPrecisionMetric", {"denominator": "hits"})},
        source="the package; a model judges, and strict_mode makes values below the threshold 0",
        instead={
            "P": "Its ContextualRelevancyMetric counts statements in the retrieved texts, not items.",
            "R": "Its ContextualRecallMetric counts sentences of the expected output, not items.",
        },
        verified="answers",
    ),
    Tool(
        "llama-index",
        "0.14",
        {
            "P": Theirs("", "precision", {"denominator": "items"}),
            "R": Theirs("", "recall", {"denominator": "relevant"}),
            "Accuracy": Theirs("", "hit_rate"),
            "RR": Theirs("", "mrr"),
            "AP": Theirs("", "ap", {"denominator": "relevant"}),
            "nDCG": Theirs("", "ndcg", BINARY),
        },
        source="llama_index.core.evaluation; give it the top k of a list for a cutoff",
        no_relevant="error",
        verified="answers",
        refuses=dict.fromkeys(("an empty list", "nothing relevant"), ("P", "R", "Accuracy", "RR", "AP", "nDCG")),
    ),
    Tool(
        "haystack",
        "3.4",
        {
            "R": Theirs("", "DocumentRecallEvaluator multi_hit", {"denominator": "relevant"}),
            "Accuracy": Theirs("", "DocumentRecallEvaluator single_hit"),
            "RR": Theirs("", "DocumentMRREvaluator"),
            "AP": Theirs("", "DocumentMAPEvaluator", {"denominator": "relevant"}),
            "nDCG": Theirs("", "DocumentNDCGEvaluator", {**LINEAR, "ideal": "judged"}),
        },
        source="the package; its grades are the scores of the expected documents; by default it recalls a single hit, "
        "and compares the texts of documents",
        verified="answers",
    ),
    Tool(
        "mlflow",
        "3.17",
        {
            "P": Theirs("precision_at_k", "", {"denominator": "items"}),
            "R": Theirs("recall_at_k", "", {"denominator": "relevant"}),
            "nDCG": Theirs("ndcg_at_k", "", BINARY),
        },
        source="the package",
        verified="answers",
        refuses={
            "an empty list with nothing to find": ("R", "nDCG"),
            "fewer items than k and than relevant items": ("nDCG",),
        },
    ),
    Tool(
        "spark",
        "4.3",
        {
            "P": Theirs("precisionAt", "", {"denominator": "ranks"}),
            "R": Theirs("recallAt", "", {"denominator": "relevant"}),
            "AP": Theirs("", "meanAveragePrecision", {"denominator": "relevant"}),
            "AP@": Theirs("meanAveragePrecisionAt", "", {"denominator": "min"}),
            "nDCG": Theirs("ndcgAt", "", BINARY),
        },
        source="RankingMetrics of pyspark.mllib, which RankingEvaluator of pyspark.ml calls; with relevance values its "
        "ndcgAt takes the order in which they come for the ideal one",
        verified="answers",
    ),
    Tool(
        "implicit",
        "0.7",
        {
            "AP": Theirs("mean_average_precision_at_k", "mean_average_precision_at_k", {"denominator": "min", "k": 10}),
            "nDCG": Theirs("ndcg_at_k", "ndcg_at_k", {**BINARY, "k": 10}),
        },
        queries="with_relevant",
        source="implicit.evaluation",
        instead={
            "P": "Its precision_at_k divides the hits of all users by the sum of their min(m, k); of a single user it "
            "is R(denominator='min').",
            "AUC": "Its AUC_at_k guesses the order below rank k.",
        },
        verified="answers",
    ),
    Tool(
        "lightgbm",
        "4.7",
        {
            "AP": Theirs("map@{}", "", {"denominator": "min"}),
            "nDCG": Theirs("ndcg@{}", "", {**EXPONENTIAL, "ideal": "retrieved"}),
        },
        ties="stable",
        source="the package; it is given every item, so that none is missed; label_gain sets other gains, and without "
        "eval_at its cutoffs are 1 to 5; its means can weigh queries, ours cannot",
        no_relevant=1,
        instead={"AUC": "Its auc and auc_mu are of all rows together, whatever their query."},
        verified="answers",
        refuses={"an empty list": ("AP", "nDCG")},
    ),
    Tool(
        "catboost",
        "1.2",
        {
            "P": Theirs("PrecisionAt:top={}", "PrecisionAt", {"denominator": "items"}),
            "R": Theirs("RecallAt:top={}", "RecallAt", {"denominator": "relevant", "no_relevant": 1}),
            "RR": Theirs("MRR:top={}", "MRR"),
            "AP": Theirs("MAP:top={}", "MAP", {"denominator": "min"}),
            "DCG": Theirs("DCG:top={}", "DCG", LINEAR),
            "nDCG": Theirs("NDCG:top={}", "NDCG", {**LINEAR, "ideal": "retrieved", "no_relevant": 1}),
            "AUC": Theirs("", "QueryAUC", {"ties": "half"}),
        },
        source="the package; it is given every item, so that none is missed; type=Exp is gain='exponential'; its means "
        "can weigh groups, ours cannot",
        instead={"ERR": "Its ERR takes grades for probabilities."},
        verified="answers",
        refuses={
            "an empty list": ("P", "R", "RR", "AP", "DCG", "nDCG", "AUC"),
            "equal scores": ("P", "R", "RR", "AP", "DCG", "nDCG"),
        },
    ),
)
