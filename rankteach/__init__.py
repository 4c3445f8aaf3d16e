"""rankteach: ranking metrics that show their calculation.

A metric takes a judged ranking and returns a trace: its value, and every step that led there.

>>> import rankteach as rt
>>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]))
>>> trace.exact
Fraction(37, 48)
"""

from fractions import Fraction as Fraction  # what surfaces write grades with when they are copied as code
from typing import TYPE_CHECKING, Any

from rankteach.core.batch import Batch
from rankteach.core.column import Axis, Column
from rankteach.core.ranking import Ranking
from rankteach.explain.differences import differences
from rankteach.metrics import (
    accuracy,
    average_precision,
    bpref,
    cumulative_gain,
    cwl,
    dcg,
    eleven_point_average,
    err,
    f_score,
    fap,
    gap,
    hit_count,
    ideal_dcg,
    inferred_ap,
    insq,
    inst,
    interpolated_precision,
    judged_rate,
    kendall_distance,
    kendall_tau,
    lag,
    ndcg,
    nerr,
    pearson,
    pr_auc,
    precision,
    q_measure,
    r_precision,
    rbo,
    rbp,
    rbp_residual,
    recall,
    reciprocal_rank,
    relevant_count,
    retrieved_count,
    roc_auc,
    spearman,
    tau_ap,
    weighted_tau,
)
from rankteach.tracing.measures import Measure, at_every_k, catalogue, mean, measure
from rankteach.tracing.saved import read_json
from rankteach.tracing.tool_table import conventions
from rankteach.tracing.trace import Trace

if TYPE_CHECKING:
    from rankteach import plots
    from rankteach.classroom import examples
    from rankteach.explain.numbers.diagnose import diagnose
    from rankteach.explain.numbers.which import which
    from rankteach.explain.what_if import chance, swaps, toggles
    from rankteach.runs import Qrels, Run, read_qrels, read_run
    from rankteach.runs.comparison import compare
    from rankteach.runs.evaluation import evaluate, read_ranking
    from rankteach.runs.traceability import aggregate, rank_metrics
    from rankteach.widgets import explore, explore_agreement, explore_curve, side_by_side, step_through

__version__ = "0.1.0"

__all__ = [
    "Axis",
    "Batch",
    "Column",
    "Measure",
    "Qrels",
    "Ranking",
    "Run",
    "Trace",
    "accuracy",
    "aggregate",
    "at_every_k",
    "average_precision",
    "bpref",
    "catalogue",
    "chance",
    "compare",
    "conventions",
    "cumulative_gain",
    "cwl",
    "dcg",
    "diagnose",
    "differences",
    "eleven_point_average",
    "err",
    "evaluate",
    "examples",
    "explore",
    "explore_agreement",
    "explore_curve",
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
    "mean",
    "measure",
    "ndcg",
    "nerr",
    "pearson",
    "plots",
    "pr_auc",
    "precision",
    "q_measure",
    "r_precision",
    "rank_metrics",
    "rbo",
    "rbp",
    "rbp_residual",
    "read_json",
    "read_qrels",
    "read_ranking",
    "read_run",
    "recall",
    "reciprocal_rank",
    "relevant_count",
    "retrieved_count",
    "roc_auc",
    "side_by_side",
    "spearman",
    "step_through",
    "swaps",
    "tau_ap",
    "toggles",
    "weighted_tau",
    "which",
]


_LATER = {
    "explain.numbers.which": ("which",),
    "explain.numbers.diagnose": ("diagnose",),
    "explain.what_if": ("chance", "swaps", "toggles"),
    "runs": ("Qrels", "Run", "read_qrels", "read_run"),
    "runs.comparison": ("compare",),
    "runs.evaluation": ("evaluate", "read_ranking"),
    "runs.traceability": ("aggregate", "rank_metrics"),
    "widgets": ("explore", "explore_agreement", "explore_curve", "side_by_side", "step_through"),
}
_FOLDERS = {"examples": "rankteach.classroom.examples", "plots": "rankteach.plots"}


def __getattr__(name: str) -> Any:
    """What needs more than numpy is loaded when it is first used."""
    import importlib

    if name in _FOLDERS:
        return importlib.import_module(_FOLDERS[name])
    for module, names in _LATER.items():
        if name in names:
            found = globals()[name] = getattr(importlib.import_module(f"rankteach.{module}"), name)
            return found
    raise AttributeError(f"module 'rankteach' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
