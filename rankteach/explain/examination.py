"""How often users look at each rank, estimated from clicks on lists in random order."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import counted
from rankteach.core.column import Axis, Column
from rankteach.notation.numbers import displayed
from rankteach.notation.report import Report
from rankteach.notation.tables import MOST_ROWS, Table, recorded, tables


class Examination(Report):
    """What ``rt.examination`` returns.

    ``probabilities`` has a number for each rank, as ``rt.ips`` takes them; ``examined`` is the column behind them.
    """

    def __init__(self, lists: Batch) -> None:
        self.lists, axis = lists, Axis("rank", length=lists.axis.length, labels=lists.axis.labels)
        times = Column(lists.present.values.sum(axis=0), axis, name="shown", symbol="n_i")
        clicks = Column(lists.relevant.values.sum(axis=0), axis, name="clicks", symbol="c_i")
        if not len(clicks) or not clicks[0]:
            raise ValueError("rankings must have a click at rank 1, because all other ranks are compared with it.")
        self.axis = axis
        rate = (clicks / times).named("clickthrough", "r_i")
        first = rate.take(Axis("first rank", length=1), np.array([0]), "1").last()
        self.examined = (rate / first).minimum(1).named("examined", "p_i")

    @property
    def probabilities(self) -> list[Any]:
        """How often users look at each rank, as fractions of how often they look at rank 1."""
        return list(self.examined.cells)

    @property
    def words(self) -> list[str]:
        """What the numbers are."""
        clicks = counted(int(self.lists.relevant.values.sum()), "click")
        return [
            f"{counted(len(self.lists), 'list')} with {clicks}.",
            "If the order was random, equally good items are at every rank, so fewer clicks mean fewer looks.",
        ]

    def table(self, *, most_rows: int | None = MOST_ROWS, digits: int = 4, fractions: bool = True) -> Table:
        """The ranks, and how each probability is calculated."""
        return tables(self.axis, recorded(self.examined), displayed(digits, fractions), most_rows, False)[0]


def examination(rankings: Any) -> Examination:
    """How often users look at each rank, estimated from clicks on lists that were shown in random order.

    p_i = (clickthrough rate at rank i) / (clickthrough rate at rank 1). In a random order, the items at one rank are as
    good as those at any other, so only the rank can make the difference. This is the examination (position-based)
    model: users click what they look at and like. The probabilities are relative to rank 1, and at most 1.

    Parameters
    ----------
    rankings : Batch, or anything that ``Batch`` takes
        One list for each time that a user searched; its labels say which items were clicked.

    Returns
    -------
    Examination
        Sentences and a table; ``probabilities`` is what ``rt.ips`` takes as ``examination``.

    Raises
    ------
    TypeError, ValueError
        If no item at rank 1 was clicked, and for lists that ``Batch`` does not take.

    >>> import rankteach as rt
    >>> found = rt.examination([[1, 0, 0], [1, 1, 0], [0, 1, 0], [1, 0, 1]])
    >>> [str(one) for one in found.probabilities]
    ['1', '2/3', '1/3']

    Source: Craswell, Zoeter, Taylor and Ramsey (2008); Joachims, Swaminathan and Schnabel (2017).
    """
    return Examination(rankings if isinstance(rankings, Batch) else Batch(rankings))
