"""Lists, judgements and parameters as plain data that JSON can hold, and back again.

Fractions become text, such as "2/3", so that they come back exactly. What has no plain form, such as a function, is
left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from fractions import Fraction
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import item_names, must, shown
from rankteach.core.ranking import Ranking
from rankteach.tracing.paired import Paired, Pairs

_FRACTION = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
NOT_PLAIN = "not written"  # the key under which a value without a plain form has its name


def to_plain(lists: Any) -> dict[str, Any]:
    """Lists and judgements as plain data, under the name of their kind.

    >>> to_plain(Ranking([1, None, Fraction(1, 2)], missed={"x": 3}))
    {'ranking': {'grades': ['1', None, '1/2'], 'missed': {'x': 3}}}
    """
    match lists:
        case Ranking():
            return {"ranking": _ranking_to_plain(lists)}
        case Batch(queries=queries, relevant_from=relevant_from, arrays=arrays):
            whole = {"queries": list(queries), "relevant_from": _plain(relevant_from)}
            if lists.ranking_at is not None or not arrays.judged.all():
                return {"batch": {"rankings": list(map(_ranking_to_plain, lists)), **whole}}
            rows = zip(arrays.missed.tolist(), arrays.missed_counts.tolist(), strict=True)
            missed = [grades[:count] for grades, count in rows]
            return {"matrix": {"grades": arrays.grades.tolist(), "missed": missed, **whole}}
        case Paired():
            return {"pair": _pair_to_plain(lists)}
        case Pairs():
            return {"pairs": {"of": list(map(_pair_to_plain, lists)), "queries": list(lists.queries)}}
    return {"input": lists}


def from_plain(data: Mapping[str, Any], pairing: Callable[[Any, Any], Paired] | None) -> Any:
    """Lists and judgements out of plain data; ``pairing`` makes a pair of two lists where a metric compares them.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` for data that ``to_plain`` does not give.
    """
    if pairing is not None:
        if "pair" in data:
            return _pair_from_plain(data["pair"], pairing)
        pairs = [_pair_from_plain(one, pairing) for one in data["pairs"]["of"]]
        return Pairs(pairs, item_names(data["pairs"]["queries"], len(pairs), "queries"))
    if "ranking" in data:
        return _ranking_from_plain(data["ranking"])
    if "matrix" in data:
        matrix = dict(data["matrix"], relevant_from=_number(data["matrix"]["relevant_from"]))
        grades = matrix.pop("grades")
        return Batch(np.array(grades) if grades else np.zeros((0, 0)), **matrix)
    batch = data["batch"]
    rankings = list(map(_ranking_from_plain, batch["rankings"]))
    return Batch(rankings, queries=batch["queries"], relevant_from=_number(batch["relevant_from"]))


def parameter_to_plain(value: Any) -> Any:
    """A parameter's value as plain data.

    >>> parameter_to_plain({0: 0, 1: Fraction(1, 3)}), parameter_to_plain(np.array([1.0, 0.5]))
    ({'table': [[0, 0], [1, {'fraction': '1/3'}]]}, [1.0, 0.5])
    """
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Mapping):
        return {"table": [[parameter_to_plain(one), parameter_to_plain(other)] for one, other in value.items()]}
    return list(map(parameter_to_plain, value)) if isinstance(value, list | tuple) else value


def parameter_from_plain(name: str, data: Any) -> Any:
    """A parameter's value out of plain data. Raises ``ValueError`` for what could not be written."""
    if isinstance(data, list):
        return [parameter_from_plain(name, one) for one in data]
    if not isinstance(data, dict):
        return data
    if NOT_PLAIN in data:
        raise ValueError(
            f"{name} was {shown(data[NOT_PLAIN])}, which a file cannot hold. Call the metric again with {name}=..."
        )
    if "fraction" in data:
        return _number(data["fraction"])
    return {parameter_from_plain(name, one): parameter_from_plain(name, other) for one, other in data["table"]}


def _ranking_to_plain(ranking: Ranking) -> dict[str, Any]:
    arguments = {name: _plain(value) for name, value in ranking.arguments().items()}
    order = ranking.order.tolist()
    return arguments if order == list(range(len(order))) else {**arguments, "order": order}


def _ranking_from_plain(data: Mapping[str, Any]) -> Ranking:
    arguments = {
        name: value if name in ("items", "pooled", "duplicates", "subtopics") else _each(_number, value)
        for name, value in data.items()
    }
    order = arguments.pop("order", None)
    if order is None:
        return Ranking(**arguments)
    if len(set(order)) != len(arguments["grades"]) or not all(type(place) is int and place >= 0 for place in order):
        raise ValueError(must("order", order, "have each place once, counted from 0"))
    return Ranking(**arguments).replace(np.array(order, dtype=np.intp))


def _pair_to_plain(pair: Paired) -> dict[str, Any]:
    if pair.lists is not None:
        return {"lists": [[list(one) if isinstance(one, Set) else one for one in names] for names in pair.groups]}
    numbers = {"numbers": [_plain(column.values.tolist()) for column in (pair.x, pair.y)]}
    return numbers if pair.names is None else {"items": list(pair.names), **numbers}


def _pair_from_plain(data: Mapping[str, Any], pairing: Callable[[Any, Any], Paired]) -> Paired:
    if "lists" in data:
        tied = [
            [dict.fromkeys(one).keys() if isinstance(one, list) else one for one in names] for names in data["lists"]
        ]
        return pairing(*tied)
    one, other = _each(_number, data["numbers"])
    if "items" not in data:
        return pairing(one, other)
    return pairing(dict(zip(data["items"], one, strict=True)), dict(zip(data["items"], other, strict=True)))


def _each(function: Callable[[Any], Any], data: Any) -> Any:
    """What a function makes of every value in lists and mappings."""
    if isinstance(data, list):
        return [_each(function, one) for one in data]
    if isinstance(data, dict):
        return {name: _each(function, one) for name, one in data.items()}
    return function(data)


def _plain(data: Any) -> Any:
    return _each(lambda value: str(value) if isinstance(value, Fraction) else value, data)


def _number(data: Any) -> Any:
    if not isinstance(data, str):
        return data
    if not _FRACTION.fullmatch(data):
        raise ValueError(must("a number", data, "be written as '2' or '2/3'"))
    return Fraction(data)
