"""rankteach: ranking metrics that show their calculation.

A metric takes a judged ranking and returns a trace: its value, and every step that led there.

>>> import rankteach as rt
>>> trace = rt.average_precision(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]))
>>> trace.exact
Fraction(37, 48)
"""

from fractions import Fraction as Fraction  # so that code copied from a surface runs: it writes grades as Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rankteach.core.later import DECLARING_METRICS

if TYPE_CHECKING:
    from rankteach import classroom as classroom
    from rankteach import plots as plots
    from rankteach.classroom import examples as examples
    from rankteach.core.batch import Batch as Batch
    from rankteach.core.column import Axis as Axis
    from rankteach.core.column import Column as Column
    from rankteach.core.ranking import Ranking as Ranking
    from rankteach.explain.checking.check import check as check
    from rankteach.explain.differences import differences as differences
    from rankteach.explain.examination import examination as examination
    from rankteach.explain.numbers.diagnose import diagnose as diagnose
    from rankteach.explain.numbers.which import which as which
    from rankteach.explain.what_if.alternatives import swaps as swaps
    from rankteach.explain.what_if.alternatives import toggles as toggles
    from rankteach.explain.what_if.by_chance import chance as chance
    from rankteach.explain.what_if.lambdas import lambdas as lambdas
    from rankteach.metrics import *  # noqa: F403
    from rankteach.runs import Qrels as Qrels
    from rankteach.runs import Run as Run
    from rankteach.runs import read_qrels as read_qrels
    from rankteach.runs import read_run as read_run
    from rankteach.runs.comparison import compare as compare
    from rankteach.runs.evaluation import evaluate as evaluate
    from rankteach.runs.evaluation import read_ranking as read_ranking
    from rankteach.runs.traceability import aggregate as aggregate
    from rankteach.runs.traceability import rank_metrics as rank_metrics
    from rankteach.tracing.measures import Measure as Measure
    from rankteach.tracing.measures import at_every_k as at_every_k
    from rankteach.tracing.measures import catalogue as catalogue
    from rankteach.tracing.measures import mean as mean
    from rankteach.tracing.measures import measure as measure
    from rankteach.tracing.saved import read_json as read_json
    from rankteach.tracing.tool_table import conventions as conventions
    from rankteach.tracing.trace import Trace as Trace
    from rankteach.widgets import explore as explore
    from rankteach.widgets import explore_agreement as explore_agreement
    from rankteach.widgets import explore_curve as explore_curve
    from rankteach.widgets import explore_queries as explore_queries
    from rankteach.widgets import explore_signs as explore_signs
    from rankteach.widgets import live_page as live_page
    from rankteach.widgets import side_by_side as side_by_side
    from rankteach.widgets import step_through as step_through

__version__ = "0.1.0"

_METRICS = "rankteach.metrics"
DECLARING_METRICS.append(_METRICS)
_LATER = {
    "core.batch": ("Batch",),
    "core.column": ("Axis", "Column"),
    "core.ranking": ("Ranking",),
    "explain.checking.check": ("check",),
    "explain.differences": ("differences",),
    "explain.examination": ("examination",),
    "explain.numbers.diagnose": ("diagnose",),
    "explain.numbers.which": ("which",),
    "explain.what_if.alternatives": ("swaps", "toggles"),
    "explain.what_if.by_chance": ("chance",),
    "explain.what_if.lambdas": ("lambdas",),
    "runs": ("Qrels", "Run", "read_qrels", "read_run"),
    "runs.comparison": ("compare",),
    "runs.evaluation": ("evaluate", "read_ranking"),
    "runs.traceability": ("aggregate", "rank_metrics"),
    "tracing.measures": ("Measure", "at_every_k", "catalogue", "mean", "measure"),
    "tracing.saved": ("read_json",),
    "tracing.tool_table": ("conventions",),
    "tracing.trace": ("Trace",),
    "widgets": (
        *("explore", "explore_agreement", "explore_curve", "explore_queries", "explore_signs"),
        *("live_page", "side_by_side", "step_through"),
    ),
}
_FOLDERS = {
    "classroom": "rankteach.classroom",
    "examples": "rankteach.classroom.examples",
    "metrics": _METRICS,
    "plots": "rankteach.plots",
}


def __getattr__(name: str) -> Any:
    """Everything is loaded when it is first used."""
    if name in _FOLDERS:
        return import_module(_FOLDERS[name])
    if name == "__all__":
        public = [*import_module(_METRICS).FUNCTIONS, "classroom", "examples", "plots"]
        return sorted([*public, *(later for names in _LATER.values() for later in names)])
    for module, names in _LATER.items():
        if name in names:
            value = getattr(import_module(f"rankteach.{module}"), name)
            break
    else:
        metrics = import_module(_METRICS)
        if name.startswith("_") or name not in metrics.FUNCTIONS:
            raise _missing(name)
        value = getattr(metrics, name)
    globals()[name] = value
    return value


def _missing(name: str) -> AttributeError:
    """An error that says what calculates the measure of this name, if anything does."""
    problem = f"there is no attribute {name!r} in module 'rankteach'"
    try:
        measure = __getattr__("measure")(name)
        named_mean = import_module("rankteach.tracing.grammar").A_MEAN.match(name)
    except ValueError:
        return AttributeError(problem)
    ours, written = measure.metric.function.__name__, str(measure)
    if measure.aggregation or named_mean:
        ours = f"mean({written!r}, lists)"
    elif "(" in written:  # with conventions of its own
        ours = f"measure({written!r})"
    return AttributeError(f"{problem}. Use rt.{ours}.", name=name)  # with a name Python looks for no other one


def __dir__() -> list[str]:
    return sorted([*__getattr__("__all__"), "__version__"])
