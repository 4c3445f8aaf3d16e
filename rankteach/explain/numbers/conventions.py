"""The other conventions of a metric: one by one, or as a tool sets them all at once; and how a change is described."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.notation.numbers import given
from rankteach.tracing.list_conventions import DEFAULTS, FORKS
from rankteach.tracing.mean import Mean
from rankteach.tracing.metric import Metric
from rankteach.tracing.tools import TOOLS, Tool, settings

Average = tuple[Any, ...]  # how queries are averaged, and which of them count: what ``Mean`` takes
MEAN: Average = ("query", "all")
COMMON_NUMBERS = (0, 0.5, 1, 2, math.e, 3, 10)  # for a parameter whose values have no names
REFUSE = ("refuse", "error", "nan")  # values that give no number
_CLAUSE = re.compile(r"\b(is|are|come|comes|costs|counts|fall|has|pass|shrinks)\b")
_DIRECT = ("as", "at", "averaged", "by", "cut", "divided", "from", "over", "pooled", "with", "without")
_SMALL = ("as", "at", "by", "from", "in", "of", "over", "to", "with")


class Change(NamedTuple):
    """Another value of one parameter."""

    parameter: str
    value: Any


def changes(
    metric: Metric, parameters: Mapping[str, Any], numbers: Sequence[float] = (), shared: Collection[str] = ()
) -> Iterator[Change]:
    """Every other value of every parameter that has an effect: the named ones, and common numbers.

    ``numbers`` are tried for every parameter that is a number, and so are its inverse and no value at all. ``shared``
    are conventions that all metrics share; of these too, every other value is tried.
    """
    for parameter, own in metric.parameters.items():
        value = parameters.get(parameter, own)
        requires = metric.only_with.get(parameter)
        if parameter == "k" or (requires and parameters.get(requires, metric.parameters[requires]) is None):
            continue
        named = metric.conventions.get(parameter)
        others: list[Any] = list(named) if isinstance(named, Mapping) else []
        others += metric.usual.get(parameter, ())
        if value is not None and own is None:
            others += [None]
        elif numbers and isinstance(value, float | int):
            others += [1 / value if value else 0, *numbers]
        yield from (Change(parameter, other) for other in dict.fromkeys(others) if other != value)
    for fork in metric.forks:
        if fork in shared:
            yield from (Change(fork, value) for value, words in FORKS[fork].items() if words and value not in REFUSE)


def together(changes: Sequence[Change], number: int) -> Iterator[tuple[Change, ...]]:
    """So many changes at once, each of another parameter."""
    for some in combinations(changes, number):
        if len({change.parameter for change in some}) == number:
            yield some


def effective(lists: Any, binary: bool) -> dict[str, bool]:
    """For every convention that metrics share, whether it has an effect on these lists."""
    if not isinstance(lists, Ranking | Batch):
        return {}
    scores = np.zeros(0) if lists.arrays.scores is None else lists.arrays.scores
    gains = (lists.relevant_total if binary else lists.grade_total).values
    return {
        "ties": bool(np.any(scores[..., 1:] == scores[..., :-1])),
        "judged_only": bool(lists.unjudged),
        "no_relevant": not np.all(gains),
    }


# --- what a tool sets all at once -------------------------------------------------------------------------------------
def changes_of(
    tool: Tool, metric: Metric, k: int | None, fixed: Mapping[str, Any], shared: Mapping[str, bool]
) -> tuple[frozenset[Change], Average] | None:
    """What a tool changes of the defaults of a metric, and how it averages; None where it has no such measure.

    ``fixed`` are parameters that a tool may not contradict; ``shared`` says which of the conventions that metrics share
    have an effect on the lists.
    """
    theirs = tool.measures.get(metric.name)
    theirs = theirs if k is None else tool.measures.get(f"{metric.name}@", theirs)
    if theirs is None or not (theirs.whole if k is None else theirs.at_k):
        return None
    if k is None and theirs.at_k and "k" in theirs.parameters:  # without a cutoff it has one of its own
        return None
    preset = settings(tool.name, metric.name, k)
    own = {**metric.in_full({}), **{name: value for name, value in preset.items() if name != "k"}}
    if any(own.get(name) != value for name, value in fixed.items() if name not in ("k", "convention")):
        return None
    changed = metric.chosen({name: value for name, value in own.items() if name not in fixed})
    in_force = {Change(name, value) for name, value in changed.items() if name not in fixed and shared.get(name, True)}
    return frozenset(in_force), (preset.get("average", "query"), tool.queries)


def presets(metric: Metric, fixed: Mapping[str, Any], shared: Mapping[str, bool]) -> list[tuple[Change, ...]]:
    """Every set of changes that some tool makes."""
    cutoffs = (None, 1) if "k" in metric.parameters else (None,)
    of_tools = (changes_of(tool, metric, k, fixed, shared) for tool in TOOLS for k in cutoffs)
    return [tuple(sorted(one)) for one in dict.fromkeys(one[0] for one in of_tools if one) if one]


def tools_with(
    metric: Metric,
    k: int | None,
    fixed: Mapping[str, Any],
    changed: tuple[Change, ...],
    over: Average | None,
    shared: Mapping[str, bool],
) -> list[str]:
    """The tools that change just this; none where it is the default."""
    if not changed and over in (None, MEAN):
        return []
    of_tools = ((tool.name, changes_of(tool, metric, k, fixed, shared)) for tool in TOOLS)
    return [name for name, one in of_tools if one and one[0] == frozenset(changed) and over in (None, one[1])]


# --- in words -------------------------------------------------------------------------------------------------------
def changes_in_words(
    metric: Metric, parameters: Mapping[str, Any], changed: Sequence[Change], by_name: str | None = None
) -> str:
    """``divided by the relevant items found (denominator="hits"), not by all relevant items``.

    ``parameters`` are those without the changes. ``by_name`` is what the metric is called without them, where its name
    already tells that something changed, as F2 does.
    """
    parts = []
    for parameter, value in changed:
        if value is None:
            parts.append(f"without {parameter}")
            continue
        written = f"({parameter}={_literal(value)})"
        if by_name is not None:
            parts.append(f"{written}, not {by_name}")
            continue
        now = {**DEFAULTS, **metric.parameters, **parameters}[parameter]
        words, instead = (_phrase(metric, parameter, one, parameters.get("k")) for one in (value, now))
        other = f", not {_difference(words, instead)}" if len(changed) == 1 and instead else ""
        parts.append(f"{_joined(words)} {written}{other}")
    return " and ".join(parts)


def relevant_from_in_words(grade: float, instead_of: float) -> str:
    """``where items are relevant from grade 2, not from grade 1``."""
    return f"where items are relevant from grade {_literal(grade)}, not from grade {_literal(instead_of)}"


def average_in_words(over: Average, metric: Metric, parameters: Mapping[str, Any], lists: Any) -> str:
    """How queries are averaged: ``mean over all queries``."""
    return Mean(metric, *over).describe(parameters, lists)[-1]


def _phrase(metric: Metric, parameter: str, value: Any, k: int | None) -> str:
    """What a value means, without what stands in brackets at the end; e by its name."""
    words = FORKS[parameter][value] if parameter in metric.forks else metric.words(parameter, value, k)
    return re.sub(r" \([^()]*\)$", "", words).replace(repr(math.e), "e")


def _joined(words: str) -> str:
    """Words so that they go on after a name: where gain is the grade; divided by the hits; with steps."""
    if words.split()[0] in _DIRECT:
        return words
    return f"{'where' if _CLAUSE.search(words) else 'with'} {words}"


def _difference(words: str, instead: str) -> str:
    """The other words, from where they differ after the same beginning: not by all relevant items."""
    for place, (one, other) in enumerate(zip(words.split(), instead.split(), strict=False)):
        if one != other:
            break
        if one in _SMALL or _CLAUSE.fullmatch(one):
            return " ".join(instead.split()[place + (one not in _SMALL) :])
    return _joined(instead)


def _literal(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return "e" if value == math.e else given(float(value))
