"""The metrics, one file per family; each is a short function on columns."""

from rankteach.metrics.average import average_precision, fap
from rankteach.metrics.correlation import pearson, spearman
from rankteach.metrics.gain import cumulative_gain, dcg
from rankteach.metrics.graded import gap
from rankteach.metrics.ideal import ideal_dcg, ndcg
from rankteach.metrics.kendall import kendall_distance, kendall_tau
from rankteach.metrics.order import lag, reciprocal_rank
from rankteach.metrics.pr import pr_auc
from rankteach.metrics.queries import mean
from rankteach.metrics.roc import roc_auc
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
