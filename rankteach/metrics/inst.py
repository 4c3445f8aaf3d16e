"""INSQ and INST: the user wants a number of relevant items."""

from __future__ import annotations

from typing import Any

from rankteach.core.column import Column
from rankteach.core.judged import Judged
from rankteach.metrics.user_models import WANTED, cwl, ranks_read
from rankteach.tracing.metric import metric


@metric(
    "INSQ",
    title="gain of a user with a goal of T relevant items",
    family="gain",
    source="Moffat, Scholer and Thomas (2012)",
    parameters=WANTED,
    notes=ranks_read,
)
def insq(
    ranking: Judged,
    *,
    k: int | None = None,
    T: float = 1,
    gain: str = "binary",
    max_grade: Any = None,
    tail: str = "endless",
) -> Column:
    """The gain per rank read of a user with a goal of T relevant items, who gives up less easily further down.

    INSQ = sum of W(i) gain_i, where W is the weight that C(i) = ((i + 2T - 1) / (i + 2T))² gives (see ``cwl``).

    1: whatever is read is relevant. 0: nothing of worth was retrieved.

    >>> import rankteach as rt
    >>> insq(rt.Ranking([0, 1]), tail="cut").exact  # (2/3)² of all users read rank 2
    Fraction(4, 13)
    """
    return cwl.metric.function(ranking, k=k, user="INSQ", T=T, gain=gain, max_grade=max_grade, tail=tail)


@metric(
    "INST",
    title="gain of a user with a goal of T relevant items, which they count",
    family="gain",
    source="Moffat, Bailey, Scholer and Thomas (2015)",
    parameters=WANTED,
    notes=ranks_read,
)
def inst(
    ranking: Judged,
    *,
    k: int | None = None,
    T: float = 1,
    gain: str = "binary",
    max_grade: Any = None,
    tail: str = "endless",
) -> Column:
    """The gain per rank read of a user with a goal of T relevant items, who gives up more easily with each one found.

    INST = sum of W(i) gain_i, where W is the weight that C(i) = ((i + T + T_i - 1) / (i + T + T_i))² gives (see
    ``cwl``), and T_i what is still wanted: T less the gain so far.

    1: whatever is read is relevant. 0: nothing of worth was retrieved.

    >>> import rankteach as rt
    >>> inst(rt.Ranking([1, 0]), tail="cut").exact  # (1/2)² of all users read rank 2
    Fraction(4, 5)
    """
    return cwl.metric.function(ranking, k=k, user="INST", T=T, gain=gain, max_grade=max_grade, tail=tail)
