"""The next move for a student whose wrong number no mistake explains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rankteach.core.checks import joined
from rankteach.explain.printed import Printed
from rankteach.notation.numbers import TOLERANCE, plain
from rankteach.tracing.mean import QUERIES, Mean
from rankteach.tracing.meaning import first_line
from rankteach.tracing.metric import Metric
from rankteach.tracing.trace import Trace


def hint(trace: Trace) -> str:
    """What the number is made of, and a question about it. It does not say the number.

    >>> import rankteach as rt
    >>> print(hint(rt.average_precision([1, 0, 1, 1])))
    AP averages the precision at the relevant ranks 1, 3 and 4. Which numbers did you use?
    >>> print(hint(rt.precision([1, 0, 1, 1], k=3)))
    P@3 is the fraction of the retrieved items that are relevant. Which numbers did you use?
    """
    return f"{_made_of(trace)} Which numbers did you use?"


def _made_of(trace: Trace) -> str:
    metric = trace.metric
    if isinstance(metric, Mean):
        label, one = _first(trace), metric.metric.label(trace.parameters)
        if metric.average == "query":
            over = f"the {len(trace.ranking)} queries" if metric.queries == "all" else QUERIES[metric.queries]
            return f"{label} averages {one} over {over}."
        if metric.average in metric.metric.averages and metric.average != "sum":
            return f"{label} is {one}, {metric.words}."
        return f"{label} is the {metric.words.replace(' over ', f' of {one} over ', 1)}."
    ranks = list(_averaged_ranks(trace))
    if len(ranks) > 1:
        return f"{trace.label} averages the precision at the relevant ranks {joined(map(str, ranks), 'and')}."
    line = first_line(metric)
    first = line.partition(" ")[0]
    return f"{trace.label} is {line[0].lower() + line[1:] if first.istitle() else line}"


def _first(trace: Trace) -> str:
    """The name of a number as a sentence begins with it: Pooled LAG."""
    label = trace.label
    return label[0].upper() + label[1:] if " " in label else label


def _averaged_ranks(trace: Trace) -> Iterator[int]:
    """The ranks at which AP takes the mean of the precision; none where it calculates anything else."""
    columns = trace.columns
    if trace.name == "AP" and {"precision", "relevant"} <= {*columns}:
        precision, relevant = (np.asarray(columns[name].values, dtype=float) for name in ("precision", "relevant"))
        rows = np.flatnonzero(relevant)
        if len(rows) and abs(float(precision[rows].mean()) - float(trace)) <= TOLERANCE:
            yield from (rows + 1).tolist()


def out_of_range(trace: Trace, typed: Any) -> str:
    """Why a number cannot be a value of this metric, whatever the list; empty if it can.

    >>> import rankteach as rt
    >>> out_of_range(rt.average_precision([1, 0]), "1.2"), out_of_range(rt.dcg([3, 2]), "-1")
    ("AP can't be above 1.", "DCG can't be below 0.")
    """
    metric, printed = getattr(trace.metric, "metric", trace.metric), Printed.read(typed)
    if printed is None or not isinstance(metric, Metric):
        return ""
    low, high = metric.bounds
    if printed.number < low:
        return f"{_first(trace)} can't be below {plain(low)}."
    return f"{_first(trace)} can't be above {plain(high)}." if high is not None and printed.number > high else ""
