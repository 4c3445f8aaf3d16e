"""What ``rt.evaluate`` returns: the values of every query, with their means, as tables and data frames."""

from __future__ import annotations

from typing import Any

from rankteach.notation.html import escape, table_html
from rankteach.notation.tables import Table
from rankteach.notation.terminal import table_text
from rankteach.runs.evaluation.measured import MOST_NAMED, Measured
from rankteach.runs.evaluation.tables import calculation, means_table, queries_table


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
        Judged queries that the run does not have; queries of the run that nobody judged, which count nowhere.
    notes : list of str
        What was odd, in sentences.
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

    def table(self, by: str | None = None, most: int | None = 2 * MOST_NAMED) -> Table:
        """The queries with their values, and the reason behind every 0 and for every query that is left out.

        Those with the lowest and the highest values of one measure, by default the first one; with ``None`` all.
        """
        return queries_table(self, self._label(by), most)

    def to_text(self, by: str | None = None, most: int | None = 2 * MOST_NAMED) -> str:
        """For a terminal: the means, what is odd, and the worst and best queries by one measure."""
        notes = ["", *self.notes] if self.notes else []
        parts = [self.summary, table_text(means_table(self)), *notes, "", table_text(self.table(by, most))]
        return "\n".join(parts)

    def to_html(self, by: str | None = None, most: int | None = 2 * MOST_NAMED, calculations: int = 3) -> str:
        """Static HTML, no script and no style sheet: the same, and the calculation of some of the worst queries."""
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        label = self._label(by)
        retrieved = self._matched.lengths > 0  # of an empty list there is nothing to calculate
        shown = [place for place in self.order(label).tolist() if retrieved[place]][:calculations]
        details = "".join(calculation(self, self.queries[place], label) for place in shown)
        return (
            f"<div><p><b>{escape(self.summary)}</b></p>{table_html(means_table(self))}"
            f"{f'<ul>{notes}</ul>' if notes else ''}{table_html(self.table(by, most))}{details}"
            "<p><em>rt.explore of this result shows any query live.</em></p></div>"
        )

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()
