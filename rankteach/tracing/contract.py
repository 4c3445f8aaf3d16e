"""What a metric must be, with an error that says what to change; and the docstring made from its declaration.

CONTRIBUTING.md adds a metric step by step.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import joined, shown
from rankteach.core.column import Column
from rankteach.core.ranking import Ranking
from rankteach.notation.tables import behind
from rankteach.notation.wording import Wording
from rankteach.tracing.paired import ranked, scored, valued
from rankteach.tracing.parameters import Parameter

FAMILIES = ("set", "order", "gain", "curve", "agreement")
PAST_THE_END = 7  # a cutoff that the lists of a check do not reach
_WITHOUT_DOCSTRINGS = sys.flags.optimize > 1
_NUMBERS = "first, second : sequence of numbers, mapping of item to number, Ranking, or sequence of item names"
_PAIRED = "paired by position or by item; or the same items, ranked twice."
_ITEMS_DIFFER = ", and for lists that differ in their items or have fewer than two"
# by what pairs up two lists, None where one is ranked: the paragraph about the lists, and what else is refused
_LISTS: dict[Any, tuple[tuple[str, ...], str]] = {
    None: (("ranking : Ranking or Batch, or sequence of grades",), ""),
    ranked: (
        (
            "first, second : Ranking, or sequence of item names",
            "    Two ranked lists, best first. They need not have the same items, nor the same length.",
            "    Items in a set are tied, as in [{'a', 'b'}, 'c'], and so are neighbours with the same score.",
        ),
        ", and for an item that is twice in a list",
    ),
    valued: ((_NUMBERS, "    Two numbers for each item,", f"    {_PAIRED}"), _ITEMS_DIFFER),
    scored: ((_NUMBERS, "    Two numbers for each item, the larger the better,", f"    {_PAIRED}"), _ITEMS_DIFFER),
}


def check_signature(function: Callable[..., Any], lists: int, parameters: Mapping[str, Parameter]) -> None:
    """Refuse a function whose docstring or signature is not that of a metric of so many lists."""
    name, code = function.__name__, function.__code__
    summary = (function.__doc__ or "").strip().partition("\n")[0]
    if not summary.endswith(".") and not _WITHOUT_DOCSTRINGS:
        raise TypeError(f"{name} must have a docstring whose first line is one sentence: what the metric measures.")
    defaults = function.__kwdefaults__ or {}
    if code.co_argcount != lists or code.co_kwonlyargcount != len(defaults):
        form = f"def {name}(ranking, *, k=None)" if lists == 1 else f"def {name}(first, second, /, *, p=0.5)"
        raise TypeError(f"{name} must take the ranked lists, and everything else by keyword with a default: {form}.")
    if lists == 1 and defaults.get("k", 0) is not None:
        raise TypeError(f"{name} must have a cutoff: add k=None to its parameters, and start with ranking.top(k).")
    if unknown := [one for one in defaults if one not in parameters]:
        raise TypeError(
            f'{name} must declare {unknown[0]}: metric(..., parameters={{"{unknown[0]}": Parameter(...)}}).'
        )
    if extra := [one for one in parameters if one not in defaults and one != "k"]:
        raise TypeError(f"{name} declares {extra[0]}, but must have it in its signature, too.")
    for one, default in defaults.items():
        declared = parameters[one]
        number = isinstance(default, int | float) and not declared.is_named(default)
        if number and one != "k" and declared.allows is None:
            rule = 'must_be="above 0", allows=lambda value: value > 0'
            raise TypeError(f"{name} must say which numbers {one} can be: Parameter(..., {rule}).")
        declared.check(one, default, default)


def check_declaration(name: str, title: str, family: str, source: str) -> None:
    """Refuse a row of the catalogue in which something is missing."""
    if not title:
        raise ValueError(f"{name} must have a title: its name in words.")
    if family not in FAMILIES:
        raise ValueError(f"family must be {joined(map(repr, FAMILIES))}, not {shown(family)}.")
    if not re.search(r"\(\d{4}\)", source):
        raise ValueError(f"{name} must have a source with its year, such as 'Cooper (1968)', not {shown(source)}.")


def check_value(name: str, function: Callable[..., Any], about_relevance: bool) -> None:
    """Refuse a function that does not give one number for a list, which is 0 where nothing is relevant.

    A batch must get for each of its lists what the list gets alone; and a trace shows the columns, so that two of them
    cannot have one letter, and what a sum adds up has a name. A cutoff past the end of the lists is tried, too.
    """
    nothing, some = Ranking([0, 0]), Ranking([0, 1, 2], missed=[1])
    result = function(nothing)
    if getattr(result, "axis", result) is not None or np.ndim(result.values):
        raise TypeError(f"{name} must return one number for a list: end with a sum(), a last(), or a ratio of these.")
    if about_relevance and result.values:
        raise ValueError(
            f"{name} must be 0 for a list without a relevant item, not {float(result.values):g}. If it is not about "
            "relevant items, declare about_relevance=False."
        )
    lists = [nothing, some, Ranking([0, 0, 0, 1, 0])]
    for k in (None, PAST_THE_END):
        alone, together = [float(function(one, k=k)) for one in lists], function(Batch(lists), k=k).values.tolist()
        if not np.allclose(alone, together, equal_nan=True):
            raise ValueError(
                f"{name} must give a batch the values of its lists, {alone}, not {together}"
                f"{'' if k is None else f' (k={k})'}. Calculate with columns only."
            )
    _check_columns(name, function(some).materialise())


def check_wording(name: str, wording: Wording | None, columns: Collection[str]) -> None:
    """Refuse sentences about a column that the metric does not have."""
    for unknown in sorted(wording.columns - {*columns}) if wording else ():
        known = ", ".join(sorted(columns))
        raise ValueError(f"The wording of {name} must name columns of {name}: {known}. It names {shown(unknown)}.")


def _check_columns(name: str, result: Column) -> None:
    lettered: dict[Any, str | None] = {}
    for column in behind(result):
        if column.is_sum and not column.sources[0].name and column.sources[0].axis is not None:
            raise ValueError(
                f"{name} must name the column that it adds up: ({shown(column.sources[0])}).named('title').sum()."
            )
        key = column.symbol, column.axis
        if column.symbol and lettered.setdefault(key, column.name) != column.name:
            raise ValueError(
                f"{name} must give each column its own letter, but {column.symbol} is both {column.name} and "
                f"{lettered[key]}. Choose another letter."
            )


def docstring(metric: Any, others: Mapping[str, Parameter]) -> str:
    """The docstring of a metric: what its author wrote, and the sections that follow from what is declared."""
    if _WITHOUT_DOCSTRINGS:
        return ""
    written, sign, examples = metric.function.__doc__.rstrip().partition(">>>")
    indent = re.match(r"\n*( *)", written.partition("\n")[2])[1]  # type: ignore[index]
    lists, refused = _LISTS[metric.pairing]
    low, high = metric.bounds
    value = f"is at least {low}" if high is None else f"lies between {low} and {high}".replace("-", "−")
    sections = {
        "Parameters": [*lists, *_documented(metric, metric.declared)],
        "Returns": ["Trace", f"    Its value {value}{'' if metric.pairing else '; for a batch, one value per query'}."],
        "Other Parameters": _documented(metric, {name: others[name] for name in others if name not in metric.declared}),
        "Raises": ["TypeError, ValueError", f"    For a parameter that is not as above{refused}."],
    }
    lines = [line for title, body in sections.items() if body for line in (title, "-" * len(title), *body, "")]
    added = "\n".join(f"{indent}{line}" if line else "" for line in lines)
    shown = f"\n{indent}{sign}{examples}\n" if sign else ""
    return f"{written.rstrip()}\n\n{added}{shown}\n{indent}Source: {metric.source}.\n{indent}"


def _documented(metric: Any, declared: Mapping[str, Parameter]) -> list[str]:
    return [line for name in declared for line in _paragraph(metric.declaration(name), name, metric.default(name))]


@functools.cache
def _paragraph(declared: Parameter, name: str, default: Any) -> list[str]:
    """The lines about one parameter, made once where many metrics share it."""
    return declared.documented(name, default)
