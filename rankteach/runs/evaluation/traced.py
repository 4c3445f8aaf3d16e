"""An evaluation as tables: the means, and the queries that say most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rankteach.core.column import Axis
from rankteach.notation import numbers
from rankteach.notation.html import escape
from rankteach.notation.tables import Entry, Table

MOST_ROWS = 12  # of a calculation under the table


def means_table(evaluation: Any) -> Table:
    """One row: the mean of each measure."""
    entries = [Entry(label, [numbers.plain(value)]) for label, value in evaluation.means.items()]
    return Table(Axis("mean", length=1), entries)


def calculation(evaluation: Any, query: str, label: str) -> str:
    """The calculation of one number, to be opened."""
    trace = evaluation.trace(query, label)
    what = f"{query}: {label} is {trace.shown}"
    return f"<details><summary>{escape(what)}</summary>{trace.to_html(most_rows=MOST_ROWS)}</details>"


def table(evaluation: Any, by: str, most: int | None) -> Table:
    """The queries sorted by one measure: all, or half of them the worst ones and half the best.

    Then those that have no value by it, and those left out.
    """
    values = evaluation.values[by]
    order = [place for place in evaluation.order(by).tolist() if values[place] == values[place]]
    undefined = np.flatnonzero(np.isnan(values)).tolist()
    left_out = 0 if most is None else len(order) - most
    hidden = ""
    if most is not None and left_out > 0:
        lowest, highest = (most + 1) // 2, most // 2
        order = order[:lowest] + order[len(order) - highest :]
        hidden = f"The {lowest} worst and the {highest} best by {by}; {left_out:,} more queries lie between them."
    order += undefined[:most]
    queries = [evaluation.queries[place] for place in order]
    why = [_reasons_said(evaluation.reasons(query)) for query in queries]
    skipped = dict(list(evaluation.skipped.items())[:most])
    entries = [Entry("query", [*queries, *skipped], numeric=False)]
    for label in evaluation.measures:
        cells = [numbers.plain(value) for value in evaluation.values[label][order].tolist()]
        entries.append(Entry(label, cells + ["–"] * len(skipped)))
    if any([*why, *skipped]):
        given = np.array([evaluation.values[label][order] for label in evaluation.measures])
        kinds = ["0"] * bool((given == 0).any()) + ["undefined"] * bool(np.isnan(given).any())
        entries.append(Entry(f"why {' or '.join(kinds) or 'not'}", [*why, *skipped.values()], numeric=False))
    if more := len(undefined) - len(undefined[:most]):
        hidden = f"{hidden} {more:,} more queries have no value.".strip()
    if more := len(evaluation.skipped) - len(skipped):
        hidden = f"{hidden} {more:,} more queries are left out.".strip()
    return Table(Axis("query", length=len(order) + len(skipped)), entries, hidden)


def _reasons_said(reasons: Mapping[str, str]) -> str:
    """Each reason once; where there are several, behind the measures that it is for."""
    labels: dict[str, list[str]] = {}
    for label, why in reasons.items():
        labels.setdefault(why, []).append(label)
    return "; ".join(f"{', '.join(of)}: {why}" if len(labels) > 1 else why for why, of in labels.items())
