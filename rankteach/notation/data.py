"""A trace as plain data: for JSON, data frames and live surfaces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from rankteach.notation.calculation import Calculation
from rankteach.notation.expression import symbolic
from rankteach.notation.latex import latex
from rankteach.notation.numbers import can_be_written
from rankteach.notation.tables import continued

FORMAT, VERSION = "rankteach trace", 1  # of the JSON of a trace


def records(calculation: Calculation) -> list[dict[str, Any]]:
    """One dict for each row: its labels, and the value of every column of these rows (None past its end).

    The rows of a batch are its queries. Columns of other rows, such as those of the ranks that a threshold was taken
    from, are not among them.
    """
    if calculation.queries is not None:
        values = calculation.result.values.tolist()
        return [{"query": q, calculation.label: _plain(v)} for q, v in zip(calculation.queries, values, strict=True)]
    here = [
        c for c in calculation.columns if c.axis and calculation.axis in (c.axis, c.axis.along) and not c.is_row_index
    ]
    rows = max([calculation.axis.length, *map(len, here)])
    columns = calculation.labels() | {c.name or "": _plain(c.values.tolist()) for c in here}
    lines = zip(*(continued(values, rows) for values in columns.values()), strict=True)
    return [dict(zip(columns, line, strict=True)) for line in lines]


def calculation_data(calculation: Calculation) -> dict[str, Any]:
    """Everything about a trace: numbers as numbers, fractions as strings such as "37/48"."""
    labels = calculation.labels() if calculation.queries is None else {"query": calculation.queries}
    return {
        "measure": calculation.measure,
        "name": calculation.name,
        "title": calculation.title,
        "meaning": calculation.meaning,
        "conventions": calculation.conventions,
        "value": _plain(np.asarray(calculation.result.values).tolist()),
        "exact": _exact(np.asarray(calculation.exact, dtype=object).tolist()),
        "rows": calculation.axis.name,
        "labels": {title: list(values) for title, values in labels.items()},
        "formula": latex(calculation.formula),
        "substitution": latex(calculation.substitution) if calculation.queries is None else None,
        "columns": [
            {
                "name": column.name,
                "axis": column.axis.name if column.axis else None,
                "symbol": column.symbol,
                "operation": column.operation,
                "formula": latex(symbolic(column)),
                "values": _plain(column.values.tolist()),
                "exact": _exact(column.exact.tolist()),
            }
            for column in calculation.columns
        ],
        "steps": [step._asdict() for step in calculation.steps(None)],
        "closing": calculation.closing() if calculation.queries is None else None,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, float) and value != value:  # no score where there is no item
        return None
    return float(value) if isinstance(value, Fraction) else value


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(one) for one in value]
    if value is None or isinstance(value, float) or (isinstance(value, Fraction) and not can_be_written(value)):
        return None
    return str(value)
