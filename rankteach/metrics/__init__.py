"""The metrics, one file per family; each is a short function on columns."""

from rankteach.metrics.average import average_precision, fap
from rankteach.metrics.cascade import err, nerr
from rankteach.metrics.correlation import pearson, spearman
from rankteach.metrics.counts import hit_count, relevant_count, retrieved_count
from rankteach.metrics.gain import cumulative_gain, dcg
from rankteach.metrics.graded import gap
from rankteach.metrics.ideal import ideal_dcg, ndcg
from rankteach.metrics.inst import insq, inst
from rankteach.metrics.interpolated import eleven_point_average, interpolated_precision
from rankteach.metrics.kendall import kendall_distance, kendall_tau
from rankteach.metrics.order import lag, reciprocal_rank
from rankteach.metrics.overlap import rbo
from rankteach.metrics.pooled import bpref, inferred_ap, judged_rate
from rankteach.metrics.pr import pr_auc
from rankteach.metrics.q_measure import q_measure
from rankteach.metrics.rank_biased import rbp, rbp_residual
from rankteach.metrics.roc import roc_auc
from rankteach.metrics.rprecision import r_precision
from rankteach.metrics.sets import accuracy, f_score, precision, recall
from rankteach.metrics.top_weighted import tau_ap, weighted_tau
from rankteach.metrics.user_models import cwl

__all__ = [
    "accuracy",
    "average_precision",
    "bpref",
    "cumulative_gain",
    "cwl",
    "dcg",
    "eleven_point_average",
    "err",
    "f_score",
    "fap",
    "gap",
    "hit_count",
    "ideal_dcg",
    "inferred_ap",
    "insq",
    "inst",
    "interpolated_precision",
    "judged_rate",
    "kendall_distance",
    "kendall_tau",
    "lag",
    "ndcg",
    "nerr",
    "pearson",
    "pr_auc",
    "precision",
    "q_measure",
    "r_precision",
    "rbo",
    "rbp",
    "rbp_residual",
    "recall",
    "reciprocal_rank",
    "relevant_count",
    "retrieved_count",
    "roc_auc",
    "spearman",
    "tau_ap",
    "weighted_tau",
]
