"""What ``rt.evaluate`` returns: the values of every query, with their means, as tables and data frames."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from rankteach.core.checks import counted, or_none, takes, whole_number
from rankteach.core.column import Axis
from rankteach.notation import numbers
from rankteach.notation.html import escape, in_a_card, sentence, table_html
from rankteach.notation.tables import Entry, Table
from rankteach.notation.terminal import table_text
from rankteach.notation.text import visible
from rankteach.runs.evaluation.measured import MOST_NAMED, Measured

MOST_ROWS = 12  # of a calculation under the table


class Evaluation(Measured):
    """Measures of a run: for every query, and in the mean.

    Attributes
    ----------
    measures : tuple of str
        As they were asked for.
    queries : tuple of str
        Those that count in the means, in the order of the judgements.
    means : dict of str to float
        The mean of each measure over the queries; NaN where one of them has no value (``no_relevant="nan"``).
    per_query : mapping of str to dict of str to float
        Each query's values.
    values : dict of str to array
        The same, one array for each measure, in the order of ``queries``.
    missing, unjudged : list of str
        Judged queries that the run does not have; unjudged queries of the run, which count nowhere.
    best_possible : dict of str to float
        For each measure the mean of what the queries can reach at best, with their judged items and as many ranks.
    notes : list of str
        What can make a mean mislead, the gravest first, and what else is odd; in sentences.
    """

    def compare(self, other: Evaluation, measure: str | None = None) -> Any:
        """This run against another one, query by query: see ``rt.compare``."""
        from rankteach.runs.comparison import compare

        return compare(self, other, measure)

    def to_frame(self) -> Any:
        """A pandas data frame: a row for each query, a column for each measure. Needs pandas."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_frame needs pandas. Install it: pip install pandas") from None
        return pandas.DataFrame(self.values, index=pandas.Index(self.queries, name="query"))

    @takes(most=or_none(whole_number))
    def table(self, by: str | None = None, most: int | None = 2 * MOST_NAMED) -> Table:
        """The queries with their values, and the reason behind every 0 and for every query that is left out.

        They are sorted by one measure, by default the first one: half of them are the worst ones and half the best;
        with ``most=None`` all. Then come those that have no value by it, and those left out.
        """
        label = self._label(by)
        values = self.values[label]
        order = [place for place in self.order(label).tolist() if values[place] == values[place]]
        undefined = np.flatnonzero(np.isnan(values)).tolist()
        left_out = 0 if most is None else len(order) - most
        hidden = ""
        if most is not None and left_out > 0:
            lowest, highest = (most + 1) // 2, most // 2
            order = order[:lowest] + order[len(order) - highest :]
            lie = "lies" if left_out == 1 else "lie"
            between = f"{counted(left_out, 'more query')} {lie} between them"
            hidden = f"The {lowest} worst and the {highest} best by {label}; {between}."
        order += undefined[:most]
        queries = [self.queries[place] for place in order]
        reasons = [_joined(self.reasons(query)) for query in queries]
        skipped = dict(list(self.skipped.items())[:most])
        entries = [Entry("query", [*queries, *skipped], numeric=False)]
        for name in self.measures:
            cells = [numbers.plain(value) for value in self.values[name][order].tolist()]
            entries.append(Entry(name, cells + ["–"] * len(skipped)))
        if any([*reasons, *skipped]):
            values = np.array([self.values[name][order] for name in self.measures])
            kinds = ["0"] * bool((values == 0).any()) + ["undefined"] * bool(np.isnan(values).any())
            entries.append(Entry(f"why {' or '.join(kinds) or 'not'}", [*reasons, *skipped.values()], numeric=False))
        if more := len(undefined) - len(undefined[:most]):
            hidden = f"{hidden} {counted(more, 'more query')} {'has' if more == 1 else 'have'} no value.".strip()
        if more := len(self.skipped) - len(skipped):
            hidden = f"{hidden} {counted(more, 'more query')} {'is' if more == 1 else 'are'} left out.".strip()
        return Table(Axis("query", length=len(order) + len(skipped)), entries, hidden)

    def to_text(self, by: str | None = None, most: int | None = 2 * MOST_NAMED) -> str:
        """For a terminal: what is odd, the means, and the worst and best queries by one measure."""
        notes = [*self.notes, ""] if self.notes else []
        parts = [self.summary, *notes, table_text(self._means_table()), "", table_text(self.table(by, most))]
        return visible("\n".join(parts))

    @takes(calculations=partial(whole_number, least=0))
    def to_html(self, by: str | None = None, most: int | None = 2 * MOST_NAMED, calculations: int = 3) -> str:
        """Static HTML, no script and no style sheet: the same, and the calculation of some of the worst queries."""
        notes = "".join(f"<li>{sentence(note)}</li>" for note in self.notes)
        label = self._label(by)
        retrieved = self._matched.lengths > 0  # of an empty list there is nothing to calculate
        shown = [place for place in self.order(label).tolist() if retrieved[place]][:calculations]
        details = "".join(self._calculation(self.queries[place], label) for place in shown)
        return (
            f"<div><p><b>{escape(self.summary)}</b></p>{f'<ul>{notes}</ul>' if notes else ''}"
            f"{table_html(self._means_table())}{table_html(self.table(by, most))}{details}"
            "<p><em>To see any query live, pass this result to rt.explore.</em></p></div>"
        )

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return in_a_card(self.to_html())

    def _means_table(self) -> Table:
        entries = [Entry(label, [numbers.plain(value)]) for label, value in self.means.items()]
        return Table(Axis("mean", length=1), entries)

    def _calculation(self, query: str, label: str) -> str:
        trace = self.trace(query, label)
        summary = escape(f"{query}: {label} is {trace.shown}")
        return f"<details><summary>{summary}</summary>{trace.to_html(most_rows=MOST_ROWS)}</details>"


def _joined(reasons: Mapping[str, str]) -> str:
    """Each reason once; where there are several, after the measures that it is for, whose names have the cutoffs."""
    labels: dict[str, list[str]] = {}
    for label, reason in reasons.items():
        what, after, _ = reason.partition("after the cutoff")
        labels.setdefault(reason if len({*reasons.values()}) == 1 else what + after, []).append(label)
    return "; ".join(f"{', '.join(of)}: {reason}" if len(labels) > 1 else reason for reason, of in labels.items())
