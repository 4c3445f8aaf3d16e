"""The metrics, one file per family; each is a short function on columns."""

from rankteach.metrics.gain import cumulative_gain, dcg
from rankteach.metrics.ideal import ideal_dcg, ndcg
from rankteach.metrics.order import average_precision, reciprocal_rank
from rankteach.metrics.queries import mean
from rankteach.metrics.sets import accuracy, f_score, precision, recall

__all__ = [
    "accuracy",
    "average_precision",
    "cumulative_gain",
    "dcg",
    "f_score",
    "ideal_dcg",
    "mean",
    "ndcg",
    "precision",
    "recall",
    "reciprocal_rank",
]
