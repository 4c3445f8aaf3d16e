"""The other conventions of a metric: one by one, or as a tool sets them all at once; and how a change is described."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rankteach.notation.numbers import given
from rankteach.tracing.metric import Metric
from rankteach.tracing.parameters import literal
from rankteach.tracing.tools import TOOLS, Tool, settings

Average = tuple[Any, ...]  # how queries are averaged, and which of them count: what ``Mean`` takes
MEAN: Average = ("query", "all")
COMMON_NUMBERS = (0, 0.5, 1, 2, math.e, 3, 10)  # for a parameter whose values have no names
ROOTS = (math.sqrt(2), math.sqrt(0.5))  # the beta of trec_eval's set_F, which has no cutoff
_BRACKET = re.compile(r" \([^()]*\)$")  # at the end of a phrase
REFUSE = ("refuse", "error", "nan")  # values for which there may be no number


class Change(NamedTuple):
    """Another value of one parameter."""

    parameter: str
    value: Any


def changes(
    metric: Metric, parameters: Mapping[str, Any], numbers: Sequence[float] = (), shared: Collection[str] = ()
) -> Iterator[Change]:
    """Every other value of every parameter that has an effect: named values, and common numbers.

    ``numbers`` are tried for every parameter that is a number, and so are its inverse and no value at all. ``shared``
    are conventions that all metrics share; of these too, every other value is tried.
    """
    for parameter, declared in metric.declared.items():
        own = metric.parameters[parameter]
        value = parameters.get(parameter, own)
        if parameter == "k" or declared.has_no_effect({**metric.parameters, **parameters}):
            continue
        others = [one for one in declared.values if one is not None] + [*declared.common_values]
        if value != own:
            others += [own]
        if numbers and own is not None and isinstance(value, float | int):
            e_too = math.e in declared.common_values  # which is the base of a logarithm
            others += [1 / value if value else 0, *(one for one in numbers if e_too or one != math.e)]
        yield from (Change(parameter, other) for other in dict.fromkeys(others) if other != value)
    for parameter in [name for name in metric.shared if name in shared]:
        refused = (metric.default(parameter), *REFUSE)
        yield from (Change(parameter, value) for value in metric.shared[parameter].values if value not in refused)


def effective(lists: Any, binary: bool) -> dict[str, bool]:
    """For every convention that metrics share, whether it has an effect on these lists."""
    gains = (lists.relevant_total if binary else lists.grade_total).values
    return {
        "ties": lists.arrays.tied,
        "judged_only": bool(lists.unjudged),
        "no_relevant": not np.all(gains),
    }


# --- what a tool sets all at once -------------------------------------------------------------------------------------
def changes_of(
    tool: Tool, metric: Metric, k: int | None, fixed: Mapping[str, Any], shared: Mapping[str, bool]
) -> tuple[frozenset[Change], Average] | None:
    """How a tool differs from the defaults of a metric, and how it averages; None if it has no such measure.

    ``fixed`` are parameters that a tool may not contradict; ``shared`` says which of the conventions that metrics share
    have an effect on the lists.
    """
    theirs = tool.measure_for(metric.name, k)
    if theirs is None:
        return None
    if k is None and theirs.at_k and "k" in theirs.parameters:  # without a cutoff it has one of its own
        return None
    preset = settings(tool.name, metric.name, k)
    own = {**metric.with_defaults({}), **{name: value for name, value in preset.items() if name != "k"}}
    if any(own.get(name) != value for name, value in fixed.items() if name not in ("k", "convention")):
        return None
    changed = metric.non_default({name: value for name, value in own.items() if name not in fixed})
    in_force = {Change(name, value) for name, value in changed.items() if name not in fixed and shared.get(name, True)}
    return frozenset(in_force), (preset.get("average", "query"), tool.queries)


def presets(metric: Metric, fixed: Mapping[str, Any], shared: Mapping[str, bool]) -> list[tuple[Change, ...]]:
    """Every set of changes that some tool makes."""
    cutoffs = (None, 1) if "k" in metric.parameters else (None,)
    of_tools = (changes_of(tool, metric, k, fixed, shared) for tool in TOOLS for k in cutoffs)
    return [tuple(sorted(one)) for one in dict.fromkeys(one[0] for one in of_tools if one) if one]


# --- in words -------------------------------------------------------------------------------------------------------
def changes_in_words(
    metric: Metric, parameters: Mapping[str, Any], changed: Sequence[Change], by_name: str | None = None
) -> str:
    """``with persistence p = 0.8, not 0.9``, ``divided by the hits (denominator="hits"), not by all relevant items``.

    ``parameters`` are those without the changes. ``by_name`` is the metric's name without them, if its name with
    them already says that something changed, as F2 does.
    """
    if by_name is not None:
        return f"({', '.join(f'{parameter}={_literal(value)}' for parameter, value in changed)}), not {by_name}"
    parts = []
    for parameter, value in changed:
        before = parameters.get(parameter, metric.default(parameter))
        phrase, instead = (_BRACKET.sub("", metric.phrase(parameter, one)) for one in (value, before))
        stem = phrase.removesuffix(literal(value))
        if stem.endswith(" = ") and instead == stem + literal(before):  # persistence p = 0.8, not 0.9
            instead = _literal(before)
        phrase = phrase if phrase == stem else stem + _literal(value)
        written = "" if stem.endswith(" = ") else f" ({parameter}={_literal(value)})"
        parts.append(f"{phrase}{written}" + (f", not {instead}" if len(changed) == 1 else ""))
    words = f"with {' and '.join(parts)}"
    if parts[1:]:
        return words
    words = words.replace("not gains divided by", "not by")
    return words.replace("with division by", "divided by").replace("not division by", "not by")


def _literal(value: Any) -> str:
    """A value as you would type it, with as many digits as a reader needs; e by its name."""
    if isinstance(value, float):
        return "e" if value == math.e else given(value)
    return literal(value)
