"""rankteach: ranking metrics that show their calculation.

A metric takes a judged ranking and returns a trace: its value, and every step that led there.

>>> import rankteach as rt
>>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]))
>>> trace.exact
Fraction(37, 48)
"""

from fractions import Fraction as Fraction  # so that code copied from a surface runs: it writes grades as Fraction
from typing import TYPE_CHECKING, Any

from rankteach import metrics as _metrics
from rankteach.core.batch import Batch as Batch
from rankteach.core.column import Axis as Axis
from rankteach.core.column import Column as Column
from rankteach.core.ranking import Ranking as Ranking
from rankteach.explain.differences import differences as differences
from rankteach.metrics import *  # noqa: F403
from rankteach.tracing.measures import Measure as Measure
from rankteach.tracing.measures import at_every_k as at_every_k
from rankteach.tracing.measures import catalogue as catalogue
from rankteach.tracing.measures import mean as mean
from rankteach.tracing.measures import measure as measure
from rankteach.tracing.saved import read_json as read_json
from rankteach.tracing.tool_table import conventions as conventions
from rankteach.tracing.trace import Trace as Trace

if TYPE_CHECKING:
    from rankteach import plots as plots
    from rankteach.classroom import examples as examples
    from rankteach.explain.checking.check import check as check
    from rankteach.explain.numbers.diagnose import diagnose as diagnose
    from rankteach.explain.numbers.which import which as which
    from rankteach.explain.what_if import chance as chance
    from rankteach.explain.what_if import swaps as swaps
    from rankteach.explain.what_if import toggles as toggles
    from rankteach.runs import Qrels as Qrels
    from rankteach.runs import Run as Run
    from rankteach.runs import read_qrels as read_qrels
    from rankteach.runs import read_run as read_run
    from rankteach.runs.comparison import compare as compare
    from rankteach.runs.evaluation import evaluate as evaluate
    from rankteach.runs.evaluation import read_ranking as read_ranking
    from rankteach.runs.traceability import aggregate as aggregate
    from rankteach.runs.traceability import rank_metrics as rank_metrics
    from rankteach.widgets import explore as explore
    from rankteach.widgets import explore_agreement as explore_agreement
    from rankteach.widgets import explore_curve as explore_curve
    from rankteach.widgets import explore_queries as explore_queries
    from rankteach.widgets import live_page as live_page
    from rankteach.widgets import side_by_side as side_by_side
    from rankteach.widgets import step_through as step_through

__version__ = "0.1.0"

_LATER = {
    "explain.checking.check": ("check",),
    "explain.numbers.which": ("which",),
    "explain.numbers.diagnose": ("diagnose",),
    "explain.what_if": ("chance", "swaps", "toggles"),
    "runs": ("Qrels", "Run", "read_qrels", "read_run"),
    "runs.comparison": ("compare",),
    "runs.evaluation": ("evaluate", "read_ranking"),
    "runs.traceability": ("aggregate", "rank_metrics"),
    "widgets": (
        *("explore", "explore_agreement", "explore_curve", "explore_queries"),
        *("live_page", "side_by_side", "step_through"),
    ),
}
_FOLDERS = {"examples": "rankteach.classroom.examples", "plots": "rankteach.plots"}
_PUBLIC = sorted(
    [
        *_metrics.FUNCTIONS,
        *("Axis", "Batch", "Column", "Measure", "Ranking", "Trace", "at_every_k", "catalogue", "conventions"),
        *("differences", "mean", "measure", "read_json", *_FOLDERS),
        *(name for names in _LATER.values() for name in names),
    ]
)
if not TYPE_CHECKING:  # type checkers read the imports
    __all__ = _PUBLIC


def __getattr__(name: str) -> Any:
    """What needs more than numpy is loaded when it is first used."""
    import importlib

    if name in _FOLDERS:
        return importlib.import_module(_FOLDERS[name])
    for module, names in _LATER.items():
        if name in names:
            value = globals()[name] = getattr(importlib.import_module(f"rankteach.{module}"), name)
            return value
    raise AttributeError(f"there is no attribute {name!r} in module 'rankteach'")


def __dir__() -> list[str]:
    return sorted([*_PUBLIC, "__version__"])
