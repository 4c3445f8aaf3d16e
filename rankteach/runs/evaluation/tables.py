"""The tables of an evaluation: the means, and the queries with the lowest and highest values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rankteach.core.column import Axis
from rankteach.notation import numbers
from rankteach.notation.html import escape
from rankteach.notation.tables import Entry, Table
from rankteach.runs.evaluation.measured import Measured

MOST_ROWS = 12  # of a calculation under the table


def means_table(measured: Measured) -> Table:
    """One row: the mean of each measure."""
    entries = [Entry(label, [numbers.plain(value)]) for label, value in measured.means.items()]
    return Table(Axis("mean", length=1), entries)


def calculation(measured: Measured, query: str, label: str) -> str:
    """The calculation of one number, to be opened."""
    trace = measured.trace(query, label)
    summary = escape(f"{query}: {label} is {trace.shown}")
    return f"<details><summary>{summary}</summary>{trace.to_html(most_rows=MOST_ROWS)}</details>"


def queries_table(measured: Measured, by: str, most: int | None) -> Table:
    """The queries sorted by one measure: all, or half of them the worst ones and half the best.

    Then those that have no value by it, and those left out.
    """
    values = measured.values[by]
    order = [place for place in measured.order(by).tolist() if values[place] == values[place]]
    undefined = np.flatnonzero(np.isnan(values)).tolist()
    left_out = 0 if most is None else len(order) - most
    hidden = ""
    if most is not None and left_out > 0:
        lowest, highest = (most + 1) // 2, most // 2
        order = order[:lowest] + order[len(order) - highest :]
        hidden = f"The {lowest} worst and the {highest} best by {by}; {left_out:,} more queries lie between them."
    order += undefined[:most]
    queries = [measured.queries[place] for place in order]
    reasons = [_joined(measured.reasons(query)) for query in queries]
    skipped = dict(list(measured.skipped.items())[:most])
    entries = [Entry("query", [*queries, *skipped], numeric=False)]
    for label in measured.measures:
        cells = [numbers.plain(value) for value in measured.values[label][order].tolist()]
        entries.append(Entry(label, cells + ["–"] * len(skipped)))
    if any([*reasons, *skipped]):
        values = np.array([measured.values[label][order] for label in measured.measures])
        kinds = ["0"] * bool((values == 0).any()) + ["undefined"] * bool(np.isnan(values).any())
        entries.append(Entry(f"why {' or '.join(kinds) or 'not'}", [*reasons, *skipped.values()], numeric=False))
    if more := len(undefined) - len(undefined[:most]):
        hidden = f"{hidden} {more:,} more queries have no value.".strip()
    if more := len(measured.skipped) - len(skipped):
        hidden = f"{hidden} {more:,} more queries are left out.".strip()
    return Table(Axis("query", length=len(order) + len(skipped)), entries, hidden)


def _joined(reasons: Mapping[str, str]) -> str:
    """Each reason once; where there are several, after the measures that it is for."""
    labels: dict[str, list[str]] = {}
    for label, reason in reasons.items():
        labels.setdefault(reason, []).append(label)
    return "; ".join(f"{', '.join(of)}: {reason}" if len(labels) > 1 else reason for reason, of in labels.items())
