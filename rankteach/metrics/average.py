"""Average precision and its kin: with the F-score (FAP), and for graded relevance (GAP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

from rankteach.column import Column, as_written
from rankteach.judged import Ranked
from rankteach.metric import metric
from rankteach.metrics.sets import beta_squared, weighted_harmonic
from rankteach.notation import numbers
from rankteach.ranking import Ranking
from rankteach.trace import Trace
from rankteach.weights import rank_weights, said


@metric(
    "AP",
    title="average precision",
    family="order",
    source="Harman (1992)",
    conventions={
        "denominator": {
            "relevant": "divided by all relevant items (as trec_eval does)",
            "min": "divided by all relevant items, or by the ranks if they are fewer (as Kaggle does)",
            "hits": "divided by the relevant items found (as torchmetrics does)",
        },
        "form": {
            "precision_at_hits": "precision at each hit, added up",
            "recall_steps": "precision times the rise in recall, added up",
        },
        "weights": said,
    },
)
def average_precision(
    ranking: Ranked,
    *,
    k: int | None = None,
    denominator: str = "relevant",
    form: str = "precision_at_hits",
    weights: Any = None,
) -> Column:
    """The precision at each relevant item, added up and divided by the number of relevant items.

    AP = (sum of P(i) rel_i) / m. 1: all relevant items stand before all others. 0: none was retrieved.
    Relevant items that were not retrieved add nothing but count in m.

    Parameters
    ----------
    ranking : Ranking or Batch
    k : int, optional
        The cutoff, at least 1: only the first k ranks add anything.
    denominator : {"relevant", "min", "hits"}
        All relevant items m; the smaller of k and m; or the relevant items in the first k.
    form : {"precision_at_hits", "recall_steps"}
        The same number as a sum of P(i) times the rise in recall R(i) - R(i-1): ``"recall_steps"``.
    weights : sequence of numbers, or number, optional
        One weight for the precision at each rank; or the factor from rank to rank: 0.8 for 1, 0.8, 0.64, ...

    Returns
    -------
    Trace
        Its value lies between 0 and 1 (for weights up to 1); for a batch, one value per query.

    Raises
    ------
    TypeError, ValueError
        For a cutoff that is not a whole number of at least 1, an unknown denominator or form, or weights that are
        negative or too few.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> [str(average_precision(ranking, k=3, denominator=d).exact) for d in ("relevant", "min", "hits")]
    ['5/12', '5/9', '5/6']
    """
    top = ranking.top(k)
    relevant, rank, hits = top.relevant, top.rank, top.hits
    precision = (hits / rank).named("precision", "P(i)")
    earned = precision if weights is None else rank_weights(rank, weights) * precision
    counted = top.relevant_total
    if denominator == "min":
        counted = counted.minimum(rank.last())
    elif denominator == "hits":
        counted = hits.last()
    if form == "recall_steps":
        recall = (hits / counted).named("recall", "R(i)")
        rise = (recall - recall.shift()).named("rise in recall")
        return (earned * rise).named("credit").sum()
    credit = (earned * relevant).named("credit")
    return credit.sum() / counted


@metric(
    "FAP",
    title="F-measured average precision",
    family="order",
    source="Leitner (2012)",
    symbol=lambda parameters: _fap_symbol(parameters["beta"]),
    conventions={
        "form": {
            "harmonic": "weighted harmonic mean of F and AP",
            "printed": "as the review prints it, with β where the harmonic mean has β²",
        }
    },
    averages={"means": "from the mean F and the mean AP (MAP)"},
    remark=lambda trace: _peak(trace),
)
def fap(ranking: Ranked, *, k: int | None = None, beta: float = 1, form: str = "harmonic") -> Column:
    """The F-score and average precision in one number; over all cutoffs, its peak is the best cutoff.

    FAP = (1 + b²) F AP / (b² F + AP).

    1: the first k items are exactly the relevant ones. 0: none of them is relevant.

    Parameters
    ----------
    ranking : Ranking or Batch
    k : int, optional
        The cutoff, at least 1.
    beta : float
        For F, how many times as much recall counts as precision; and here how many times as much AP as F. Above 0.
    form : {"harmonic", "printed"}
        The weighted harmonic mean; or the review's misprint, which is no mean unless beta is 1.

    Returns
    -------
    Trace
        Its value lies between 0 and 1 (``"printed"`` goes beyond); for a batch, one value per query.

    Raises
    ------
    TypeError, ValueError
        For a cutoff that is not a whole number of at least 1, a beta that is not above 0, or an unknown form.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1])
    >>> [str(value) for value in fap(ranking).at_every_k().exact]
    ['1/4', '8/17', '2/3', '12/19', '3/5']
    """
    square = beta_squared(beta)
    top = ranking.top(k)
    precision = (top.hits / top.rank).named("precision", "P(i)")
    recall = (top.hits / top.relevant_total).named("recall", "R(i)")
    f = weighted_harmonic(precision, recall, square).named(f"F{float(beta):g}", f"F{float(beta):g}(i)")
    credits = (precision * top.relevant).named("credit").cumsum().named("running sum")
    ap = (credits / top.relevant_total).named("AP", "AP(i)")
    both = weighted_harmonic(f, ap, square)
    if form == "printed":
        both = Column.written(1 + square) * f * ap / (Column.written(beta) * f + ap)
    symbol = _fap_symbol(beta)
    return both.named(f"{symbol}@i", f"{symbol}(i)").last()


def _fap_symbol(beta: Any) -> str:
    return "FAP" if beta == 1 else f"FAP{float(beta):g}"


def _peak(trace: Trace) -> Iterator[str]:
    """The cutoff with the largest value, where one list has it at every cutoff."""
    if isinstance(trace.ranking, Ranking) and len(trace.ranking):
        every = np.asarray(trace.at_every_k(), dtype=float)
        best = int(every.argmax())
        if every[best] > 0:
            yield f"highest at k = {best + 1}: {numbers.plain(trace.at_every_k().exact[best])}"


@metric(
    "GAP",
    title="graded average precision",
    family="order",
    source="Robertson, Kanoulas and Yilmaz (2010)",
    binary=False,
    conventions={"thresholds": lambda value: _thresholds_said(value)},
)
def gap(ranking: Ranked, *, k: int | None = None, thresholds: Any = None) -> Column:
    """Average precision for graded relevance: each user calls relevant what reaches a grade of his own.

    GAP = (sum over users j of g_j (sum of P_j(i) rel_j,i)) / (sum over users j of g_j m_j), where the user with
    threshold j takes the items of grade j and above for the relevant ones.

    1: the items are sorted by grade. 0: nothing of worth was retrieved. With grades 0 and 1 it is AP.

    Parameters
    ----------
    ranking : Ranking or Batch
    k : int, optional
        The cutoff, at least 1: only the first k ranks add anything.
    thresholds : sequence of numbers, or mapping of grade to number, optional
        How many users have grade 1, 2, 3, ... for a threshold, as shares or in any unit. By default as many have each
        whole number up to the largest grade.

    Returns
    -------
    Trace
        Its value lies between 0 and 1; for a batch, one value per query.

    Raises
    ------
    TypeError, ValueError
        For a cutoff that is not a whole number of at least 1, grades that are not whole, or thresholds that are
        negative, all 0, or for grades below 1.

    >>> import rankteach as rt
    >>> gap(rt.Ranking([3, 1, 2, 2])).exact, gap(rt.Ranking([1, 0, 1])).exact
    (Fraction(89, 96), Fraction(5, 6))
    """
    top = ranking.top(k)
    earned, counted = [], []
    for level, share in _user_shares(ranking, thresholds):
        reaches = top.grade >= level
        if top.grade.values.dtype == object:  # fractions stay fractions
            reaches = reaches * Fraction(1)
        reaches = reaches.named(f"at least {level}", f"rel{level}_i")
        hits = reaches.cumsum().named(f"hits from {level}", f"h{level}_i")
        precision = (hits / top.rank).named(f"precision from {level}", f"P{level}(i)")
        earned.append(share * (precision * reaches))
        counted.append(share * Column(ranking.count_from(level), name=f"items from {level}", symbol=f"m{level}"))
    credit = sum(earned[1:], earned[0]).named("credit")
    return credit.sum() / sum(counted[1:], counted[0])


def _user_shares(ranking: Ranked, thresholds: Any) -> list[tuple[int, Column]]:
    """For each grade that occurs, how many users draw the line above the grade before it and not above this one."""
    users = None if thresholds is None else _users(thresholds)
    grades = ranking.grades_found()
    if any(grade != int(grade) for grade in grades):
        raise ValueError(f"a grade is {next(g for g in grades if g != int(g))}; GAP takes whole grades")
    levels = [int(grade) for grade in grades if grade] or [1]
    shares = []
    for before, level in zip([0, *levels], levels, strict=False):
        number = level - before if users is None else sum(s for grade, s in users.items() if before < grade <= level)
        shares.append((level, Column.written(number)))
    return shares


def _users(thresholds: Any) -> dict[int, Any]:
    """How many users have each grade for a threshold."""
    if isinstance(thresholds, str) or not isinstance(thresholds, Iterable):
        raise TypeError(f"thresholds is {thresholds!r}; it has a number of users for each grade, from grade 1")
    listed = thresholds.items() if isinstance(thresholds, Mapping) else enumerate(thresholds, start=1)
    users = {}
    for grade, number in listed:
        if not isinstance(grade, Integral) or grade < 1:
            raise ValueError(f"thresholds has an entry for grade {grade!r}; a threshold is a whole grade of at least 1")
        if not isinstance(number, Real) or not 0 <= number < np.inf:  # type: ignore[operator]
            raise ValueError(f"thresholds has {number!r} for grade {grade}; it is a number of at least 0")
        users[int(grade)] = as_written(number)
    if not any(users.values()):
        raise ValueError(f"thresholds is {thresholds!r}: there is no user at all")
    return users


def _thresholds_said(thresholds: Any) -> str:
    if thresholds is None:
        return "as many users for each threshold"
    users = _users(thresholds)
    return "users by threshold: " + ", ".join(f"{grade}: {float(number):g}" for grade, number in users.items())
