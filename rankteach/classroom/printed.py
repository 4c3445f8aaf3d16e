"""Printed numbers next to the exact ones: which of them are the same, rounded, cut off, or wrong.

No metric is calculated here: the exact numbers come from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.checks import LARGEST_NUMBER, a_text, collected, fits_a_float, listed, must, scalar, takes, text_of
from rankteach.core.column import Axis, Column
from rankteach.explain.printed import Printed, verdict
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.html import escape, in_a_card, table_html
from rankteach.notation.numbers import Display, signed
from rankteach.notation.tables import Entry, Table
from rankteach.notation.terminal import table_text
from rankteach.tracing.trace import Trace

DECIMALS = Display(fractions=False)


class PrintedNumbers:
    """Printed numbers next to the exact ones: what ``compare`` returns.

    ``verdicts`` says of each printed number how it relates to the exact one: ``"the same"``, ``"rounded"``,
    ``"cut off"`` (digits dropped where rounding would have gone up), or ``"off"``.
    """

    def __init__(self, what: str, printed: Sequence[str], exact: Sequence[Any], rows: Sequence[Any], how: str) -> None:
        self.what, self.printed, self.exact, self.rows, self.how = what, printed, exact, rows, how
        self.verdicts = [verdict(one, other) for one, other in zip(printed, exact, strict=True)]

    def table(self) -> Table:
        """The table behind both notations. A single number has one row, named by what it is."""
        names = Entry("", [self.what], numeric=False)
        if self.rows:
            rows = [text_of(row, "rows") for row in self.rows]
            names = Entry(self.what, rows, numeric=all(type(row) is int for row in self.rows))
        pairs = list(zip(self.printed, self.exact, strict=True))
        entries = [
            names,
            Entry("printed", list(self.printed)),
            Entry("exact", [Printed(one).shown(int(exact) if exact == int(exact) else exact) for one, exact in pairs]),
            Entry("printed − exact", [signed(Fraction(one) - Fraction(exact), DECIMALS) for one, exact in pairs]),
            Entry(
                "so the printed number is",
                [f"{words} ✗" if words == "off" else words for words in self.verdicts],
                numeric=False,
            ),
        ]
        return Table(Axis("row", length=len(pairs)), entries)

    def __repr__(self) -> str:
        return "\n".join([table_text(self.table()), *([f"How it happened: {self.how}"] if self.how else [])])

    def _repr_html_(self) -> str:
        how = f"<p><b>How it happened.</b> {escape(self.how)}</p>" if self.how else ""
        return in_a_card(table_html(self.table()) + how)


@takes(what=a_text, how=a_text)
def compare(
    what: str, printed: str | Sequence[str], exact: Any, *, rows: Iterable[Any] | None = None, how: str = ""
) -> PrintedNumbers:
    """Numbers as a document prints them, next to the exact ones.

    ``printed`` is a string, or one string for each row, with the digits just as they are printed; ``exact``
    is a trace, a column, a number, or a sequence of numbers. ``rows`` names the rows (1, 2, 3, ... if there
    are several) and ``how`` says how a slip happened.

    Raises ``ValueError`` if there are not as many exact numbers and rows as printed ones.

    >>> compare("AP", "0.7575", Fraction(34, 45), how="One digit is wrong.")
         printed              exact   printed − exact   so the printed number is
    AP    0.7575   34/45 ≈ 0.755556           +0.0019   off ✗
    How it happened: One digit is wrong.
    >>> compare("F1@k", ["0.5", "0.666"], [Fraction(1, 2), Fraction(2, 3)]).verdicts
    ['the same', 'cut off']
    """
    texts = [printed] if isinstance(printed, str) else [a_text(one, "printed") for one in listed(printed, "printed")]
    values = _values(exact)
    single = isinstance(printed, str) and rows is None
    names = [] if single else list(range(1, len(texts) + 1)) if rows is None else collected(rows, "rows")
    if not len(texts) == len(values) == len(names or [what]):
        counts = f"{len(texts)} printed and {len(values)} exact numbers for {len(names) or 1} rows"
        raise ValueError(f"There must be one printed and one exact number for each row, not {counts}.")
    return PrintedNumbers(what, texts, values, names, how)


def _values(exact: Any) -> list[Any]:
    if isinstance(exact, Trace):
        exact = exact_or_float(exact.result)
    elif isinstance(exact, Column):
        exact = exact.exact
    exact = listed(exact, "exact") if isinstance(exact, range) else exact
    values: list[Any] = [scalar(value) for value in np.asarray(exact, dtype=object).ravel().tolist()]
    for value in values:
        if not isinstance(value, (Real, np.bool_)) or not fits_a_float(value) or abs(value) > LARGEST_NUMBER:  # type: ignore[operator]
            raise TypeError(must("exact", value, "be a number, or a list of finite numbers"))
    return values
