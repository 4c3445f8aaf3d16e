"""A trace out of its JSON: the metric runs again, and what it gives must be what the file says."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from rankteach.core.batch import Batch
from rankteach.core.checks import must, shown
from rankteach.core.judged import Judged
from rankteach.notation.data import FORMAT, VERSION
from rankteach.tracing.mean import EPSILON, Mean
from rankteach.tracing.metric import Metric, known_metrics
from rankteach.tracing.plain import from_plain, parameter_from_plain
from rankteach.tracing.trace import Trace

CHECKED = ("measure", "name", "value", "exact", "rows", "labels", "columns")
MOST_RANKS = 1_000_000  # of all lists of a batch, if the text is shorter
CLOSE = 1e-9  # another machine's logarithm may differ in its last bits


def read_json(text: str) -> Trace:
    """The trace that ``to_json`` wrote: equal to it, with all its columns, steps and notations.

    The file says which metric was given what. The metric runs again, and what the file says of its measure and name,
    the value, also as a fraction, the rows and their labels, and the columns is compared with what it gives: a file in
    which one of them was changed by hand is refused. Title, conventions, formulas and steps are not read: they are
    made anew.

    Parameters
    ----------
    text : str
        What ``trace.to_json()`` returned.

    Returns
    -------
    Trace
        ``read_json(trace.to_json()) == trace``.

    Raises
    ------
    TypeError
        For anything but text.
    ValueError
        For text that is not the JSON of a trace, another version, a part that is not there, an input that a file cannot
        hold (a function as gain, a mean over projects), and the first number that the input does not give.

    >>> import rankteach as rt
    >>> trace = rt.average_precision(rt.Ranking([1, 0, 1]))
    >>> read_json(trace.to_json()) == trace
    True
    >>> read_json(trace.to_json().replace('"5/6"', '"1"', 1))
    Traceback (most recent call last):
    ...
    ValueError: exact must be '5/6', which AP of this input gives, not '1': the file was changed.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"text must be the JSON of a trace, not {type(text).__name__}. Pass what trace.to_json() returned."
        )
    try:
        data = decoder(parse_constant=_no_number).decode(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"text must be JSON: {error}. Pass what trace.to_json() returned.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(
            f'text must be the JSON of a trace, with "format": "{FORMAT}". Pass what trace.to_json() returned.'
        )
    if data.get("version") != VERSION:
        raise ValueError(
            f"version must be {VERSION}, not {shown(data.get('version'))}. Write the file again with this rankteach."
        )
    for part in ("input", *CHECKED):
        if part not in data:
            raise ValueError(f"the JSON of a trace must have {shown(part)}. Pass what trace.to_json() returned.")
    trace = _calculated(data["input"], len(text))
    recalculated = json.loads(trace.to_json())
    for part in CHECKED:
        if difference := _difference(recalculated[part], data[part], part):
            where, ours, theirs = difference
            wanted = f"{shown(ours)}, which {trace.measure} of this input gives"
            raise ValueError(f"{where} must be {wanted}, not {shown(theirs)}: the file was changed.")
    return trace


def _calculated(data: Any, length: int) -> Trace:
    """What the metric gives for the input, which a text of this length can hold."""
    try:
        metric, parameters = _definition(data)
        lists, k = from_plain(data, metric.of_one.pairing), parameters.get("k")
        if isinstance(lists, Judged) and isinstance(k, int):  # a text has each rank of a list, but not of a batch
            queries = len(lists) if isinstance(lists, Batch) else 0
            most = max(length, MOST_RANKS) // queries if queries else length
            if k > most:
                raise ValueError(must("k", k, f"be at most {most:,} in a text of {length:,} characters"))
        return metric(lists, **parameters)
    except ValueError as error:
        raise ValueError(f"input: {error}") from None
    except (AttributeError, KeyError, OverflowError, RecursionError, TypeError) as error:
        raise ValueError(f"input must be what a trace was given ({type(error).__name__}: {error}).") from None


def _definition(data: Mapping[str, Any]) -> tuple[Metric | Mean, dict[str, Any]]:
    if "metric" not in data:
        raise ValueError("a file cannot hold what this trace was given: write the traces inside it, one by one")
    known = known_metrics()
    if data["metric"] not in known:
        raise ValueError(f"there is no metric {shown(data['metric'])}. The metric must be one of {', '.join(known)}.")
    metric = known[data["metric"]]
    parameters = {name: parameter_from_plain(name, value) for name, value in data["parameters"].items()}
    if "average" in data:
        epsilon = parameter_from_plain("epsilon", data.get("epsilon", EPSILON))
        return Mean(metric, data["average"], data["queries"], epsilon), parameters
    return metric, parameters


def _difference(ours: Any, theirs: Any, where: str) -> tuple[str, Any, Any] | None:
    """The first place in which two pieces of plain data differ, and both values."""
    if ours == theirs:
        return None
    if isinstance(ours, dict) and isinstance(theirs, dict) and set(ours) == set(theirs):
        pairs = [(value, theirs[name], f"{where}[{shown(name)}]") for name, value in ours.items()]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        places = [one["name"] if isinstance(one, dict) else place for place, one in enumerate(ours)]
        pairs = [(*both, f"{where}[{shown(place)}]") for place, *both in zip(places, ours, theirs, strict=True)]
    elif isinstance(ours, float | int) and isinstance(theirs, float | int):
        return None if math.isclose(ours, theirs, rel_tol=CLOSE, abs_tol=CLOSE**2) else (where, ours, theirs)
    else:
        return where, ours, theirs
    return next(filter(None, (_difference(*pair) for pair in pairs)), None)


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"a number must be finite, not {constant}")


def decoder(**hooks: Any) -> json.JSONDecoder:
    """A decoder of JSON with the hooks of ``json.JSONDecoder``.

    On every machine it raises ``RecursionError`` for what is nested too deeply.

    >>> decoder(parse_constant=str.lower).decode('[1, NaN]')
    [1, 'nan']
    """
    reader = json.JSONDecoder(**hooks)
    if sys.platform == "emscripten":  # the stack of C is small in a browser: the scanner in C would end Python
        reader.scan_once = json.scanner.py_make_scanner(reader)
    return reader
