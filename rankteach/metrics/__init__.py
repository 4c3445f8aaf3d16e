"""The metrics, one file per family; each is a short function on columns."""

from rankteach.metrics.agreement import kendall_distance, kendall_tau, pearson, spearman
from rankteach.metrics.average import average_precision, fap, gap
from rankteach.metrics.curves import pr_auc, roc_auc
from rankteach.metrics.gain import cumulative_gain, dcg
from rankteach.metrics.ideal import ideal_dcg, ndcg
from rankteach.metrics.order import lag, reciprocal_rank
from rankteach.metrics.queries import mean
from rankteach.metrics.sets import accuracy, f_score, precision, recall

__all__ = [
    "accuracy",
    "average_precision",
    "cumulative_gain",
    "dcg",
    "f_score",
    "fap",
    "gap",
    "ideal_dcg",
    "kendall_distance",
    "kendall_tau",
    "lag",
    "mean",
    "ndcg",
    "pearson",
    "pr_auc",
    "precision",
    "recall",
    "reciprocal_rank",
    "roc_auc",
    "spearman",
]
