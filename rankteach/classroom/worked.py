"""A measure worked out by its formula at a few cutoffs, as textbooks do. The numbers are those of the traces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rankteach.core.checks import listed
from rankteach.core.column import Axis
from rankteach.notation.expression import Node
from rankteach.notation.html import AS_TEXT, in_a_card, table_html, tex
from rankteach.notation.mathml import mathml
from rankteach.notation.tables import Entry, Table
from rankteach.notation.terminal import table_text
from rankteach.notation.text import text
from rankteach.tracing.measures import Measure, each_measure, measure
from rankteach.tracing.trace import Trace


class Worked:
    """Formulas with numbers, a row for each cutoff: what ``worked`` returns. ``traces`` has them by measure."""

    def __init__(self, traces: dict[str, list[Trace]], cutoffs: list[int]) -> None:
        self.traces, self.cutoffs = traces, cutoffs

    def table(self, write: Callable[[Node], str] = text) -> Table:
        """The table behind both notations; ``write`` makes a cell of an equation."""
        columns = [
            Entry(
                row[0].title,
                [write(one.calculation.substitution) for one in row],
                definition=row[0].calculation.formula,
            )
            for row in self.traces.values()
        ]
        rows = Axis("cutoff", length=len(self.cutoffs), index="k")
        return Table(rows, [Entry("k", list(map(str, self.cutoffs))), *columns])

    def __repr__(self) -> str:
        return table_text(self.table())

    def _repr_html_(self) -> str:
        return in_a_card(AS_TEXT + table_html(self.table(tex)))

    def _mime_(self) -> tuple[str, str]:
        """The same for marimo, which typesets no TeX in HTML."""
        return "text/html", in_a_card(table_html(self.table(mathml)))


def worked(ranking: Any, measures: Any, at: Iterable[int]) -> Worked:
    """Measures at some cutoffs: each formula with the numbers of one list, and its value.

    ``measures`` have no cutoff of their own: ``at`` has the cutoffs. Raises ``ValueError`` or ``TypeError`` for an
    unknown measure, no cutoff at all, or a cutoff that is not a whole number of at least 1.

    >>> worked([1, 0, 1, 1], ["R", 'F(form="counts")'], at=[1, 3])
    k                 recall                                         F-score
               R@k = h_k / m      F1@k = 2 · TP_k / (2 · TP_k + FN_k + FP_k)
    1   R@1 = 1 / 3 ≈ 0.3333      F1@1 = 2 · 1 / (2 · 1 + 2 + 0) = 1/2 = 0.5
    3   R@3 = 2 / 3 ≈ 0.6667   F1@3 = 2 · 2 / (2 · 2 + 1 + 1) = 2/3 ≈ 0.6667
    """
    cutoffs = listed(at, "at")
    if not cutoffs:
        raise ValueError("at must have at least one cutoff. Write at=[1, 4, 8].")
    whole = [measure(one) for one in each_measure(measures, "['P', 'R']")]
    cut = {
        str(one): [Measure(one.metric, {**one.parameters, "k": k}, one.relevant_from) for k in cutoffs] for one in whole
    }
    return Worked({name: [one(ranking) for one in ones] for name, ones in cut.items()}, cutoffs)
