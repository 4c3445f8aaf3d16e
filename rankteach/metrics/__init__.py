"""The metrics, one file per family; each is a short function on columns, and one line here."""

from typing import TYPE_CHECKING

from rankteach.metrics.average import average_precision as average_precision
from rankteach.metrics.average import fap as fap
from rankteach.metrics.cascade import err as err
from rankteach.metrics.cascade import nerr as nerr
from rankteach.metrics.clicks import ips as ips
from rankteach.metrics.clicks import team_draft as team_draft
from rankteach.metrics.correlation import pearson as pearson
from rankteach.metrics.correlation import spearman as spearman
from rankteach.metrics.curves import pair_accuracy as pair_accuracy
from rankteach.metrics.curves import pr_auc as pr_auc
from rankteach.metrics.curves import roc_auc as roc_auc
from rankteach.metrics.diversity import alpha_ndcg as alpha_ndcg
from rankteach.metrics.diversity import subtopic_recall as subtopic_recall
from rankteach.metrics.gain import cumulative_gain as cumulative_gain
from rankteach.metrics.gain import dcg as dcg
from rankteach.metrics.gain import ideal_dcg as ideal_dcg
from rankteach.metrics.gain import ndcg as ndcg
from rankteach.metrics.gain import q_measure as q_measure
from rankteach.metrics.graded import gap as gap
from rankteach.metrics.interpolated import eleven_point_average as eleven_point_average
from rankteach.metrics.interpolated import interpolated_precision as interpolated_precision
from rankteach.metrics.kendall import kendall_distance as kendall_distance
from rankteach.metrics.kendall import kendall_tau as kendall_tau
from rankteach.metrics.order import lag as lag
from rankteach.metrics.order import reciprocal_rank as reciprocal_rank
from rankteach.metrics.overlap import rbo as rbo
from rankteach.metrics.pooled import bpref as bpref
from rankteach.metrics.pooled import inferred_ap as inferred_ap
from rankteach.metrics.pooled import judged_rate as judged_rate
from rankteach.metrics.rank_biased import rbp as rbp
from rankteach.metrics.rank_biased import rbp_residual as rbp_residual
from rankteach.metrics.sets import accuracy as accuracy
from rankteach.metrics.sets import f_score as f_score
from rankteach.metrics.sets import fall_out as fall_out
from rankteach.metrics.sets import hit_count as hit_count
from rankteach.metrics.sets import precision as precision
from rankteach.metrics.sets import r_precision as r_precision
from rankteach.metrics.sets import recall as recall
from rankteach.metrics.sets import relevant_count as relevant_count
from rankteach.metrics.sets import retrieved_count as retrieved_count
from rankteach.metrics.top_weighted import tau_ap as tau_ap
from rankteach.metrics.top_weighted import weighted_tau as weighted_tau
from rankteach.metrics.users import cwl as cwl
from rankteach.metrics.users import insq as insq
from rankteach.metrics.users import inst as inst
from rankteach.tracing.metric import metric_of

FUNCTIONS = [name for name, one in list(globals().items()) if callable(one) and metric_of(one)]
if not TYPE_CHECKING:  # type checkers read the imports
    __all__ = FUNCTIONS
