"""Conventions in a whole: what a tool does about a metric, all of it at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankteach.explain.numbers.diagnosis.alternatives import Change
from rankteach.tracing.metric import Metric
from rankteach.tracing.tools import TOOLS, Tool, settings

Way = tuple[str, str]  # an average, and the queries that it counts
MEAN: Way = ("query", "all")


def changes_of(
    tool: Tool, metric: Metric, k: int | None, given: Mapping[str, Any], forks: Mapping[str, bool]
) -> tuple[frozenset[Change], Way] | None:
    """What a tool changes of the defaults of a metric, and its way over queries; None where it has no such measure.

    ``given`` are parameters that are settled, to which a tool may not be opposed; ``forks`` says which of those that
    metrics share make a difference to the lists.
    """
    theirs = tool.measures.get(metric.name)
    theirs = theirs if k is None else tool.measures.get(f"{metric.name}@", theirs)
    if theirs is None or not (theirs.whole if k is None else theirs.at_k):
        return None
    if k is None and theirs.at_k and "k" in theirs.parameters:  # without a cutoff it has one of its own
        return None
    taken = settings(tool.name, metric.name, k)
    own = {**metric.in_full({}), **{name: value for name, value in taken.items() if name != "k"}}
    if any(own.get(name) != value for name, value in given.items() if name not in ("k", "convention")):
        return None
    changed = metric.chosen({name: value for name, value in own.items() if name not in given})
    in_force = {Change(name, value) for name, value in changed.items() if name not in given and forks.get(name, True)}
    return frozenset(in_force), (taken.get("average", "query"), tool.queries)


def wholes(metric: Metric, given: Mapping[str, Any], forks: Mapping[str, bool]) -> list[tuple[Change, ...]]:
    """Every set of changes that is what some tool does."""
    cutoffs = (None, 1) if "k" in metric.parameters else (None,)
    found = (changes_of(tool, metric, k, given, forks) for tool in TOOLS for k in cutoffs)
    return [tuple(sorted(one)) for one in dict.fromkeys(one[0] for one in found if one) if one]


def tools_with(
    metric: Metric,
    k: int | None,
    given: Mapping[str, Any],
    changed: tuple[Change, ...],
    way: Way | None,
    forks: Mapping[str, bool],
) -> list[str]:
    """The tools that do just this; none where it is the default."""
    if not changed and way in (None, MEAN):
        return []
    named = []
    for tool in TOOLS:
        theirs = changes_of(tool, metric, k, given, forks)
        if theirs is not None and theirs[0] == frozenset(changed) and way in (None, theirs[1]):
            named.append(tool.name)
    return named
