"""A trace as plain data: for JSON, data frames and live surfaces."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rankteach.notation.expression import symbolic
from rankteach.notation.latex import latex
from rankteach.ranking import Batch

if TYPE_CHECKING:
    from rankteach.trace import Trace


def records(trace: Trace) -> list[dict[str, Any]]:
    """One dict for each row: its labels, and the value of every recorded column (None past its end).

    The rows of a batch are its queries.
    """
    if isinstance(trace.ranking, Batch) and not trace.single:
        values = trace.value.tolist()
        return [{"query": q, trace.label: _plain(v)} for q, v in zip(trace.ranking.queries, values, strict=True)]
    columns = {name: _plain(_listed(column.values)) for name, column in trace.columns.items() if name != "rank"}
    labels = trace.axis.labels()
    rows = max([trace.axis.length, *map(len, columns.values())])
    found = []
    for row in range(rows):
        record: dict[str, Any] = {
            title: values[row] if row < len(values) else row + 1 if isinstance(values, range) else None
            for title, values in labels.items()
        }
        found.append(record | {name: values[row] if row < len(values) else None for name, values in columns.items()})
    return found


def trace_data(trace: Trace) -> dict[str, Any]:
    """Everything about a trace: numbers as numbers, fractions as strings such as "37/48"."""
    value = trace.value
    return {
        "measure": trace.measure,
        "name": trace.name,
        "title": trace.title,
        "conventions": trace.conventions,
        "value": _plain(value) if trace.single else [_plain(one) for one in value.tolist()],
        "exact": _exact(trace.exact) if trace.single else [_exact(one) for one in trace.exact.tolist()],
        "rows": trace.rows,
        "labels": {title: list(values) for title, values in trace.axis.labels().items()},
        "formula": trace.formula,
        "substitution": trace.substitution if trace.single else None,
        "columns": [
            {
                "name": name,
                "axis": column.axis.name if column.axis else None,
                "symbol": column.symbol,
                "operation": column.operation,
                "formula": latex(symbolic(column)),
                "values": [_plain(one) for one in _listed(column.values)],
                "exact": [_exact(one) for one in _listed(column.exact)],
            }
            for name, column in trace.columns.items()
        ],
        "steps": [step._asdict() for step in trace.steps] if trace.single else [],
    }


def _listed(values: Any) -> list[Any]:
    return list(values.tolist())


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return float(value) if isinstance(value, Fraction) else value


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(one) for one in value]
    return None if value is None or isinstance(value, float) else str(value)
