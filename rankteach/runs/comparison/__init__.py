"""Two systems over the same queries: how they differ, and whether that could be chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.checks import first_named, fits_a_float, listed, shown, text_of
from rankteach.runs.comparison.comparison import Comparison
from rankteach.tracing.alarms import told

__all__ = ["Comparison", "compare"]


def compare(first: Any, second: Any, measure: Any = None) -> Comparison:
    """Two systems over the same queries: where they differ, which queries decide, and whether it could be chance.

    Parameters
    ----------
    first, second : Evaluation, mapping of query to value, or sequence of values
        One value for each query and system, paired by query or by position.
    measure : str or Measure, optional
        What the values are of, as tables and sentences call it. Of evaluations it is the one to compare them by, the
        first by default.

    Returns
    -------
    Comparison
        The differences (second minus first), their ``mean``, ``wins``, ``losses`` and ``ties``, the ``deciding``
        queries, and two tests: ``randomisation()`` and ``bootstrap()``.

    Raises
    ------
    TypeError, ValueError
        For queries that only one of the two has, lists of different length, no query at all, and values that are not
        finite numbers.

    >>> import rankteach as rt
    >>> comparison = rt.compare({"a": 0.5, "b": 0.25, "c": 1}, {"a": 1, "b": 0.5, "c": 0.75}, "AP")
    >>> comparison.wins, comparison.losses, comparison.ties, [one.query for one in comparison.deciding]
    (2, 1, 0, ['a', 'b'])
    >>> comparison.turning
    1
    """
    label = "the values" if measure is None else text_of(measure, "measure")
    notes = [
        f"{which} system: {note}"
        for which, given in (("First", first), ("Second", second))
        if hasattr(given, "alarms")
        for note in told(given.alarms(None if measure is None else [measure]))
    ]
    if hasattr(first, "by_query"):
        measure = first.measures[0] if measure is None else measure
        label = first.of_a_query(measure)
    first, second = (given.by_query(measure) if hasattr(given, "by_query") else given for given in (first, second))
    if isinstance(first, Mapping) != isinstance(second, Mapping):
        raise TypeError("first and second must both be mappings of query to value, or both be lists of values")
    if isinstance(first, Mapping):
        _same_queries(first, second)
        places: Sequence[Any] = list(first)
        queries = [text_of(place, "a query of first") for place in places]
    else:
        first, second = listed(first, "first"), listed(second, "second")
        if len(first) != len(second):
            counts = f"{len(first)} and {len(second)}. Pass mappings to pair them by query."
            raise ValueError(f"first and second must have as many values, not {counts}")
        places = range(len(first))
        queries = [f"q{place + 1}" for place in places]
    if not queries:
        raise ValueError("first and second must have at least one query")
    return Comparison(queries, _numbers(first, places, "first"), _numbers(second, places, "second"), label, notes)


def _same_queries(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> None:
    for one, other, which in ((first, second, "first"), (second, first, "second")):
        if alone := [query for query in one if query not in other]:
            named = first_named(list(map(shown, alone)))
            raise ValueError(f"both must have a value for every query, but only the {which} has {named}")


def _numbers(values: Any, places: Sequence[Any], argument: str) -> np.ndarray:
    """The values in this order: whole numbers, fractions or floats."""
    numbers = []
    for place in places:
        value = values[place]
        value = value.item() if isinstance(value, np.generic) else value
        if isinstance(value, bool) or not isinstance(value, Real):
            raise TypeError(f"{argument}[{shown(place)}] must be a number, not {shown(value)}")
        if value != value:
            hint = "Leave the query out of both, as rt.evaluate(..., queries='with_relevant') does."
            raise ValueError(f"{argument}[{shown(place)}] must be defined, not nan. {hint}")
        if not fits_a_float(value):
            raise ValueError(f"{argument}[{shown(place)}] must be finite, not {shown(value)}")
        numbers.append(value)
    return np.array(numbers, dtype=object if any(isinstance(value, Fraction) for value in numbers) else None)
