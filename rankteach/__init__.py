"""rankteach: ranking metrics that show their calculation.

A metric takes a judged ranking and returns a trace: its value, and every step that led there.

>>> import rankteach as rt
>>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]))
>>> trace.exact
Fraction(37, 48)
"""

from typing import TYPE_CHECKING, Any

from rankteach.batch import Batch
from rankteach.column import Axis, Column
from rankteach.measures import Measure, at_every_k, catalogue, measure
from rankteach.metrics import (
    accuracy,
    average_precision,
    cumulative_gain,
    dcg,
    f_score,
    ideal_dcg,
    mean,
    ndcg,
    precision,
    recall,
    reciprocal_rank,
)
from rankteach.ranking import Ranking
from rankteach.trace import Trace

if TYPE_CHECKING:
    from rankteach import examples
    from rankteach.widgets import explore

__version__ = "0.1.0"

__all__ = [
    "Axis",
    "Batch",
    "Column",
    "Measure",
    "Ranking",
    "Trace",
    "accuracy",
    "at_every_k",
    "average_precision",
    "catalogue",
    "cumulative_gain",
    "dcg",
    "examples",
    "explore",
    "f_score",
    "ideal_dcg",
    "mean",
    "measure",
    "ndcg",
    "precision",
    "recall",
    "reciprocal_rank",
]


def __getattr__(name: str) -> Any:
    """What needs more than numpy is loaded when it is first used."""
    import importlib

    if name == "explore":
        return importlib.import_module("rankteach.widgets").explore
    if name == "examples":
        return importlib.import_module("rankteach.examples")
    raise AttributeError(f"module 'rankteach' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
