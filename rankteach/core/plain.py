"""What a trace was given, as plain data that JSON can hold, and back: lists, judgements, parameters.

Fractions stand as text, such as "2/3", so that they come back exactly. What has no plain form, such as a function, is
left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import item_names
from rankteach.core.paired import Paired, Pairs
from rankteach.core.ranking import Ranking

_FRACTION = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
NOT_WRITTEN = "not written"  # what stands for a thing that has no plain form, with its name


def written(given: Any) -> dict[str, Any]:
    """Lists and judgements as plain data, under the name of what they are.

    >>> written(Ranking([1, None, Fraction(1, 2)], missed={"x": 3}))
    {'ranking': {'grades': ['1', None, '1/2'], 'missed': {'x': 3}}}
    """
    match given:
        case Ranking():
            return {"ranking": _ranking(given)}
        case Batch() if given._rankings is None and given._judged.all():
            rows = zip(given._missed.tolist(), given._missed_counts.tolist(), strict=True)
            matrix = {"grades": given._grades.tolist(), "missed": [missed[:count] for missed, count in rows]}
            return {"matrix": {**matrix, "queries": list(given.queries), "relevant_from": _plain(given.relevant_from)}}
        case Batch():
            lists = {"rankings": list(map(_ranking, given)), "queries": list(given.queries)}
            return {"batch": {**lists, "relevant_from": _plain(given.relevant_from)}}
        case Paired():
            return {"pair": _pair(given)}
        case Pairs():
            return {"pairs": {"of": list(map(_pair, given)), "queries": list(given.queries)}}
    return {"input": given}


def taken(data: Mapping[str, Any], pair_up: Callable[[Any, Any], Paired] | None) -> Any:
    """Lists and judgements out of plain data; ``pair_up`` makes a pair of two lists where a metric compares them.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` for data that ``written`` does not give.
    """
    if pair_up is not None:
        if "pair" in data:
            return _paired(data["pair"], pair_up)
        pairs = [_paired(one, pair_up) for one in data["pairs"]["of"]]
        return Pairs(pairs, item_names(data["pairs"]["queries"], len(pairs), "queries"))
    if "ranking" in data:
        return _ranking_from(data["ranking"])
    if "matrix" in data:
        matrix = dict(data["matrix"], relevant_from=_number(data["matrix"]["relevant_from"]))
        grades = matrix.pop("grades")
        return Batch(np.array(grades) if grades else np.zeros((0, 0)), **matrix)
    batch = data["batch"]
    rankings = list(map(_ranking_from, batch["rankings"]))
    return Batch(rankings, queries=batch["queries"], relevant_from=_number(batch["relevant_from"]))


def plain_parameter(value: Any) -> Any:
    """A parameter's value as plain data.

    >>> plain_parameter({0: 0, 1: Fraction(1, 3)}), plain_parameter(np.array([1.0, 0.5]))
    ({'table': [[0, 0], [1, {'fraction': '1/3'}]]}, [1.0, 0.5])
    """
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Mapping):
        return {"table": [[plain_parameter(one), plain_parameter(other)] for one, other in value.items()]}
    return list(map(plain_parameter, value)) if isinstance(value, list | tuple) else value


def taken_parameter(name: str, data: Any) -> Any:
    """A parameter's value out of plain data. Raises ``ValueError`` for what could not be written."""
    if isinstance(data, list):
        return [taken_parameter(name, one) for one in data]
    if not isinstance(data, dict):
        return data
    if NOT_WRITTEN in data:
        raise ValueError(f"{name} is {data[NOT_WRITTEN]!r}, which a file cannot hold: call the metric with it again")
    if "fraction" in data:
        return _number(data["fraction"])
    return {taken_parameter(name, one): taken_parameter(name, other) for one, other in data["table"]}


def _ranking(ranking: Ranking) -> dict[str, Any]:
    found = {name: _plain(value) for name, value in ranking._arguments().items()}
    order = ranking.order.tolist()
    return found if order == list(range(len(order))) else {**found, "order": order}


def _ranking_from(data: Mapping[str, Any]) -> Ranking:
    arguments = {name: value if name in ("items", "pooled") else _numbers(value) for name, value in data.items()}
    order = arguments.pop("order", None)
    if order is None:
        return Ranking(**arguments)
    if sorted(order) != list(range(len(arguments["grades"]))):
        raise ValueError(f"order is {order}; it holds each place once, counted from 0")
    return Ranking._from_arguments(arguments, np.array(order, dtype=np.intp))


def _pair(pair: Paired) -> dict[str, Any]:
    if pair.lists is not None:
        return {"lists": [list(names) for names in pair.lists]}
    numbers = {"numbers": [_plain(column.values.tolist()) for column in (pair.x, pair.y)]}
    return numbers if pair._items is None else {"items": list(pair._items), **numbers}


def _paired(data: Mapping[str, Any], pair_up: Callable[[Any, Any], Paired]) -> Paired:
    if "lists" in data:
        return pair_up(*data["lists"])
    one, other = map(_numbers, data["numbers"])
    if "items" not in data:
        return pair_up(one, other)
    return pair_up(dict(zip(data["items"], one, strict=True)), dict(zip(data["items"], other, strict=True)))


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return str(value) if isinstance(value, Fraction) else value


def _numbers(data: Any) -> Any:
    if isinstance(data, list):
        return [_number(one) for one in data]
    if isinstance(data, dict):
        return {name: _number(one) for name, one in data.items()}
    return _number(data)


def _number(data: Any) -> Any:
    if not isinstance(data, str):
        return data
    if not _FRACTION.fullmatch(data):
        raise ValueError(f"{data!r} is no number")
    return Fraction(data)
