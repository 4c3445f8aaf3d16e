"""Discounted gain against the best that was possible: the ideal order of the same judgements."""

from __future__ import annotations

from collections.abc import Callable

from rankteach.core.column import Column
from rankteach.core.judged import Ideal, Judged
from rankteach.metrics.gain import DISCOUNTED, IDEAL, SHARED_GAINS, Gain, discounted, gains
from rankteach.tracing.metric import metric


@metric(
    "IDCG",
    title="ideal discounted cumulative gain",
    family="gain",
    bounds=(0, None),
    source="Järvelin and Kekäläinen (2002)",
    popularity=2,
    binary=False,
    parameters={**DISCOUNTED, "ideal": IDEAL},
)
def ideal_dcg(
    ranking: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    discount: str = "log_next_rank",
    base: float = 2,
    ideal: Ideal = "judged",
) -> Column:
    """The DCG of the best possible order of the same judgements.

    IDCG = sum of gain_i / log2(i + 1), over the judged items in the order of their gains, largest first.

    0: nothing of worth is judged. There is no upper bound; 1 has no special meaning.

    >>> import rankteach as rt
    >>> round(float(ideal_dcg(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0]), k=3)), 4)
    2.1309
    """
    best = ranking.ideal(k, of=ideal, gain=order_by(gain))
    return discounted(best, gain, discount, base, "ideal ").sum("ideal DCG")


@metric(
    "nDCG",
    title="normalised discounted cumulative gain",
    family="gain",
    source="Järvelin and Kekäläinen (2002); exponential gain: Burges et al. (2005)",
    popularity=2,
    binary=False,
    parameters={**DISCOUNTED, "ideal": IDEAL, "ties": SHARED_GAINS},
)
def ndcg(
    ranking: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    discount: str = "log_next_rank",
    base: float = 2,
    ideal: Ideal = "judged",
    ties: str = "stable",
) -> Column:
    """DCG divided by the DCG of the best possible order of the same judgements.

    nDCG = DCG / IDCG.

    1: the order is as good as any. 0: nothing of worth in the first k (a bad order alone does not give 0).

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([3, 2, 3, 0, 1], missed=[3, 2])
    >>> [round(float(ndcg(ranking, k=5, ideal=ideal)), 4) for ideal in ("judged", "uncut", "retrieved")]
    [0.7659, 0.7334, 0.9724]
    """
    actual = discounted(ranking.top(k), gain, discount, base, averaged=ties == "averaged").sum("DCG")
    best = ranking.ideal(k, of=ideal, gain=order_by(gain))
    return actual / discounted(best, gain, discount, base, "ideal ").sum("ideal DCG")


def order_by(gain: Gain) -> Callable[[Column], Column] | None:
    """What the ideal order is by; the two usual gains rise with the grade, which is faster to sort by."""
    return None if isinstance(gain, str) else lambda grade: gains(grade, gain)
