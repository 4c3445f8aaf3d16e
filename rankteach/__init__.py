"""rankteach: ranking metrics that show their calculation.

A metric takes a judged ranking and returns a trace: its value, and every step that led there.

>>> import rankteach as rt
>>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]))
>>> trace.exact
Fraction(37, 48)
"""

from fractions import Fraction as Fraction  # what surfaces write grades with when they are copied as code
from typing import TYPE_CHECKING, Any

from rankteach.batch import Batch
from rankteach.column import Axis, Column
from rankteach.links import aggregate, rank_metrics
from rankteach.measures import Measure, at_every_k, catalogue, measure
from rankteach.metrics import (
    accuracy,
    average_precision,
    cumulative_gain,
    dcg,
    f_score,
    fap,
    gap,
    ideal_dcg,
    kendall_distance,
    kendall_tau,
    lag,
    mean,
    ndcg,
    pearson,
    pr_auc,
    precision,
    recall,
    reciprocal_rank,
    roc_auc,
    spearman,
)
from rankteach.parting import differences
from rankteach.ranking import Ranking
from rankteach.reading import read_json
from rankteach.trace import Trace

if TYPE_CHECKING:
    from rankteach import examples, plots
    from rankteach.diagnosis import diagnose
    from rankteach.what_if import chance, swaps, toggles
    from rankteach.widgets import explore, explore_agreement, explore_curve, side_by_side, step_through

__version__ = "0.1.0"

__all__ = [
    "Axis",
    "Batch",
    "Column",
    "Measure",
    "Ranking",
    "Trace",
    "accuracy",
    "aggregate",
    "at_every_k",
    "average_precision",
    "catalogue",
    "chance",
    "cumulative_gain",
    "dcg",
    "diagnose",
    "differences",
    "examples",
    "explore",
    "explore_agreement",
    "explore_curve",
    "f_score",
    "fap",
    "gap",
    "ideal_dcg",
    "kendall_distance",
    "kendall_tau",
    "lag",
    "mean",
    "measure",
    "ndcg",
    "pearson",
    "plots",
    "pr_auc",
    "precision",
    "rank_metrics",
    "read_json",
    "recall",
    "reciprocal_rank",
    "roc_auc",
    "side_by_side",
    "spearman",
    "step_through",
    "swaps",
    "toggles",
]


def __getattr__(name: str) -> Any:
    """What needs more than numpy is loaded when it is first used."""
    import importlib

    if name in ("explore", "explore_agreement", "explore_curve", "step_through", "side_by_side"):
        return getattr(importlib.import_module("rankteach.widgets"), name)
    if name in ("chance", "swaps", "toggles"):
        return getattr(importlib.import_module("rankteach.what_if"), name)
    if name == "diagnose":
        return getattr(importlib.import_module("rankteach.diagnosis"), name)
    if name in ("examples", "plots"):
        return importlib.import_module(f"rankteach.{name}")
    raise AttributeError(f"module 'rankteach' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
