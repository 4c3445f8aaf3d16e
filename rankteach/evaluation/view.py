"""An evaluation as tables: the means, and the queries that say most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rankteach.column import Axis
from rankteach.notation import numbers
from rankteach.notation.tables import Entry, Table

if TYPE_CHECKING:
    from rankteach.evaluation.result import Evaluation


def means_table(evaluation: Evaluation) -> Table:
    """One row: the mean of each measure."""
    entries = [Entry(label, [numbers.plain(value)]) for label, value in evaluation.means.items()]
    return Table(Axis("mean", length=1), entries)


def table(evaluation: Evaluation, by: str, most: int) -> Table:
    """The queries sorted by one measure: all, or half of them the worst ones and half the best."""
    order = np.argsort(evaluation.values[by], kind="stable").tolist()
    left_out = len(order) - most
    hidden = ""
    if left_out > 0:
        lowest, highest = (most + 1) // 2, most // 2
        order = order[:lowest] + order[len(order) - highest :]
        hidden = f"The {lowest} lowest and the {highest} highest by {by}; {left_out:,} more queries lie between them."
    queries = [evaluation.queries[place] for place in order]
    entries = [Entry("query", queries, numeric=False)]
    for label in evaluation.measures:
        entries.append(Entry(label, [numbers.plain(value) for value in evaluation.values[label][order].tolist()]))
    why = ["; ".join(dict.fromkeys(evaluation.reasons(query).values())) for query in queries]
    if any(why):
        entries.append(Entry("why 0", why, numeric=False))
    return Table(Axis("query", length=len(order)), entries, hidden)
