"""Metrics of graded relevance: gains are added up, each divided by a divisor that grows with its rank."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np

from rankteach.core.checks import joined, listed, must, scalar, shown
from rankteach.core.column import Column
from rankteach.core.judged import Ideal, Judged, at_least
from rankteach.core.judged_arrays import resized
from rankteach.metrics.sets import NONE_FOUND, divisors
from rankteach.notation.wording import Wording
from rankteach.tracing.list_conventions import ties
from rankteach.tracing.metric import metric
from rankteach.tracing.parameters import Parameter, Value, literal

LARGEST_EXPONENT = 1000
LARGEST_GAIN = 1e100
Gain = str | Mapping[Any, Any] | Callable[[Any], Any]
Discount = str | Sequence[Any] | Mapping[int, Any] | Callable[[int], Any]

GAIN = Parameter(
    "Grade 0, which empty ranks and unjudged items have too, always has gain 0.",
    {
        "linear": Value("gain is the grade (as in trec_eval)", "linear gain", ("log2",)),
        "exponential": Value(
            "gain is 2 to the power of the grade, minus 1 (as in gdeval)", "exponential gain", ("exp-log2",)
        ),
        "binary": Value("gain is 1 for a relevant item (as in implicit)", "a gain of 1 for each relevant item"),
    },
    free="a function of a grade, or a table of grades and gains",
    phrase="the gain {}",
    refuse=lambda gain: _refuse("gain", gain, Mapping),
    kind="callable or mapping",
)
DISCOUNT = Parameter(
    "A discount of your own is what the gain at each rank is multiplied by; it must never rise down the list.",
    {
        "log_next_rank": Value("gains are divided by the logarithm of rank + 1", "gains divided by log(rank + 1)"),
        "log_rank": Value(
            "gains are divided by the logarithm of the rank, or by 1 if that is larger (Järvelin and Kekäläinen 2002)",
            "gains divided by log(rank), or by 1 if that is larger",
        ),
        "rank": Value("gains are divided by the rank itself (gain / rank)", "gains divided by the rank itself"),
    },
    free="a function of a rank, or a list or table of weights",
    sentence="gains are multiplied by the discount {}",
    phrase="the discount {}",
    refuse=lambda discount: _refuse("discount", discount, Collection),
    kind="callable, sequence or mapping",
)
BASE = Parameter(
    "The base of the logarithm.",
    sentence=lambda base: f"logarithm to base {_base(base)}",
    phrase=lambda base: f"logarithms to base {_base(base)}",
    must_be="above 1",
    allows=lambda base: 1 < base < math.inf,
    common_values=(math.e, 10),
    requires="discount",
    works_with=lambda discount: isinstance(discount, str) and discount.startswith("log_"),
)
IDEAL = Parameter(
    "The ideal order has all judged items, retrieved or not, best first.",
    {
        "judged": Value(
            "ideal order of all judged items{cut}", "the ideal order of all judged items down to the same rank"
        ),
        "uncut": Value("ideal order of all judged items, never cut", "an ideal order that is never cut"),
        "retrieved": Value("ideal order of the retrieved items only", "the ideal order of the retrieved items only"),
    },
)
SHARED_GAINS = ties(
    "stable",
    "averaged",
    averaged=Value(
        "items with equal scores share the mean of their gains (McSherry and Najork 2008)",
        "gains shared among items with equal scores",
    ),
)
DISCOUNTED = {"gain": GAIN, "discount": DISCOUNT, "base": BASE}


def _discounting(
    rows: Callable[[str, str], Mapping[str, str]],
    closing: Mapping[str, str],
    meaning: Callable[[Mapping[str, Any]], Mapping[str, str]],
    kind: str = "",
) -> Any:
    """Sentences for discounted gains; ``rows`` makes them of "grade" or "gain", and of words for what a row adds."""

    def wording(chosen: Mapping[str, Any]) -> Wording:
        if chosen.get("ties") == "averaged" or (not kind and chosen.get("ideal") == "uncut"):
            return Wording(meaning=meaning(chosen))
        own = not isinstance(chosen["discount"], str)
        discount = f"{{{kind}discount}}"
        known = {"log_next_rank": f"{{{kind}discount:=}}", "rank": f"{{{kind}rank}}"}
        by = f"times {discount}" if own else f"divided by {known.get(chosen['discount'], discount)}"
        gained = "grade" if chosen["gain"] == "linear" else "gain"
        return Wording(
            rows(gained, f"{{{kind}{gained}}}, {by}, adds {{{kind}discounted gain}}"), closing, meaning(chosen)
        )

    return wording


def _gain_counts(chosen: Mapping[str, Any]) -> dict[str, str]:
    counts = "a gain counts less further down"
    if not isinstance(chosen["discount"], str):
        counts = "each gain counts by the discount of its rank"
    elif chosen["discount"] == "log_rank":
        counts = f"a gain counts less below rank {math.floor(chosen['base'])}"
    return {"": f"You collect a discounted gain of {{value}} from {{results}}; {counts}"}


def _cut_dcg(k: int | None, ideal: str, **others: Any) -> str:
    return "DCG" if k is None or ideal == "uncut" else f"DCG@{k}"


UNREACHED = "a list that is cut can't always reach 1"
_IDEALS = {
    "judged": "the best order of all judged items",
    "uncut": "the best order of all judged items, never cut,",
    "retrieved": "the best order of the retrieved items",
}


@metric(
    "CG",
    title="cumulative gain",
    family="gain",
    bounds=(0, None),
    source="Järvelin and Kekäläinen (2000)",
    binary=False,
    popularity=2,
    wording=Wording(
        rows={"grade": "{item} adds its grade, {grade}. CG is now {CG}", "": "{judged}, so nothing is added"},
        closing={"": "Add up the grades: {result}"},
        meaning={
            "no result": NONE_FOUND,
            "": "You collect a total grade of {value} from {results}; the order does not matter",
        },
    ),
)
def cumulative_gain(ranking: Judged, *, k: int | None = None) -> Column:
    """The sum of the grades in the first k ranks, whatever their order.

    CG = sum of rel_i.

    0: every retrieved item has grade 0. There is no upper bound; 1 has no special meaning.

    >>> import rankteach as rt
    >>> float(cumulative_gain(rt.Ranking([3, 2, 3, 0, 1]), k=3))
    8.0
    """
    return ranking.top(k).grade.sum("CG")


@metric(
    "DCG",
    title="discounted cumulative gain",
    family="gain",
    bounds=(0, None),
    source="Järvelin and Kekäläinen (2002); exponential gain: Burges et al. (2005)",
    popularity=2,
    binary=False,
    wording=_discounting(
        lambda gained, adds: {gained: f"{gained} {adds}. DCG is now {{DCG}}", "": "{judged}, so nothing is added"},
        {"": "Add up the discounted gains: {result}"},
        _gain_counts,
    ),
    parameters={**DISCOUNTED, "ties": SHARED_GAINS},
)
def dcg(
    ranking: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    discount: Discount = "log_next_rank",
    base: float = 2,
    ties: str = "stable",
) -> Column:
    """The sum of the gains, each divided by a number that grows with the rank.

    DCG = sum of gain_i / log2(i + 1).

    0: every retrieved item has grade 0. There is no upper bound; 1 has no special meaning.

    >>> import rankteach as rt
    >>> round(float(dcg(rt.Ranking([3, 2, 3, 0, 1]))), 4)
    6.1487
    >>> float(dcg(rt.Ranking([3, 2, 3, 0, 1]), discount=[1, 0.5, 0.25, 0.1, 0]))  # 3 + 2 * 0.5 + 3 * 0.25
    4.75
    """
    return discounted(ranking.top(k), gain, discount, base, averaged=ties == "averaged").sum("DCG")


def discounted(
    judged: Judged, gain: Gain, discount: Discount, base: float, kind: str = "", averaged: bool = False
) -> Column:
    """Each rank's gain divided by its divisor; the gain shared among items with equal scores, if ``averaged``.

    A discount of your own is multiplied by.
    """
    rank, name, least = judged.rank, f"{kind}discounted gain", judged.relevant_from
    if averaged:
        gained = shared(judged, lambda one: gains(one.grade, gain, relevant_from=least))
    else:
        gained = gains(judged.grade, gain, kind, least)
    if not isinstance(discount, str):
        return (gained * _weights(rank, discount).named(f"{kind}discount")).named(name)
    if discount == "rank":
        return (gained / rank).named(name)
    divisor = rank.log(base).maximum(1) if discount == "log_rank" else (rank + 1).log(base)
    return (gained / divisor.named(f"{kind}discount")).named(name)


def _weights(rank: Column, discount: Any) -> Column:
    """The weight of each rank by your function, list or table. Raises ``ValueError`` if the next one is larger."""
    given = discount
    if not isinstance(discount, Mapping) and not callable(discount):
        given = dict(enumerate(listed(discount, "discount"), start=1))
    table = _own("discount", "rank", given, np.asarray(rank).tolist())
    for (before, weight), (after, larger) in pairwise(table.items()):
        if larger > weight:
            rise = f"{shown(weight)} at rank {before} to {shown(larger)} at rank {after}"
            raise ValueError(f"discount must never rise down the list, but it rises from {rise}.")
    return rank.lookup(table, _name(discount, "discount"))


def shared(top: Judged, gained: Callable[[Judged], Column]) -> Column:
    """What each rank gains in the mean of all orders of items with equal scores: the mean gain of these items.

    Those below a cutoff count too, because in some orders they are above it.
    """
    whole = top.whole
    if not whole.arrays.tied:
        return gained(top)
    so_far = gained(whole).cumsum().named("gain so far", "G_i")
    scores = np.asarray(whole.arrays.scores)
    last = scores.shape[-1] - 1 - _first_alike(scores[..., ::-1])[..., ::-1]
    before, last = (resized(rows, top.axis.length, -1) for rows in (_first_alike(scores) - 1, last))
    alike = Column(np.maximum(last - before, 1), top.axis, name="tied items", symbol="t_i")
    return ((so_far.take(top.axis, last, "b(i)") - so_far.take(top.axis, before, "a(i)")) / alike).named("shared gain")


def _first_alike(scores: np.ndarray) -> np.ndarray:
    """For each place the first one with an equal score and none between them that differs; counted from 0."""
    starts = np.ones(scores.shape, dtype=np.bool_)
    starts[..., 1:] = scores[..., 1:] != scores[..., :-1]
    return np.maximum.accumulate(np.where(starts, np.arange(scores.shape[-1]), 0), axis=-1)


def _base(base: float) -> str:
    """A base of a logarithm as you write it."""
    return "e" if base == math.e else literal(base)


def _refuse(name: str, given: Any, table: type) -> None:
    if not (isinstance(given, table) or callable(given)) or isinstance(given, bytes | set | frozenset):
        wanted = [*map(repr, DISCOUNTED[name].values), DISCOUNTED[name].free]
        raise TypeError(must(name, given, f"be {joined(wanted)}"))


def _own(name: str, of: str, given: Any, keys: Iterable[Any]) -> dict[Any, Any]:
    """What your function or table has for each grade or rank; its errors say which one it got."""
    table = {}
    for key in keys:
        if not callable(given) and key not in given:
            known = f"but it has entries for {shown(list(given))} only"
            raise ValueError(f"{name} must have an entry for {of} {shown(key)}, {known}.")
        try:
            number = scalar(given(key) if callable(given) else given[key])
        except Exception as error:
            problem = f"but it raised {shown(error)}"
            raise ValueError(f"{name} must return a number for {of} {shown(key)}, {problem}.") from error
        if not isinstance(number, Real) or not 0 <= number <= LARGEST_GAIN:  # type: ignore[operator]
            what = f"The {name} of {of} {shown(key)}"
            raise ValueError(f"{what} must be a finite number of at least 0, not {shown(number)}.")
        table[key] = number
    return table


def _name(given: Any, otherwise: str) -> str:
    """What formulas call a function of yours, or a table."""
    name = getattr(given, "__name__", otherwise)
    return otherwise if name == "<lambda>" else name


def gains(grade: Column, gain: Gain, kind: str = "", relevant_from: float = 1) -> Column:
    """The gain of each grade."""
    if gain == "linear":
        return grade
    if gain == "binary":
        return at_least(grade, relevant_from).named(f"{kind}gain")
    if gain == "exponential":
        highest = np.max(np.asarray(grade), initial=0)
        if highest > LARGEST_EXPONENT:
            raise ValueError(f"Grades must be at most {LARGEST_EXPONENT} with gain='exponential', not {highest}.")
        return (2**grade - 1).named(f"{kind}gain")
    grades = sorted({0, *np.unique(np.asarray(grade)).tolist()})
    table = {0: 0, **_own("gain", "grade", gain, [one for one in grades if one or callable(gain) or 0 in gain])}
    if table[0]:
        reason = "because empty ranks and unjudged items have grade 0"
        raise ValueError(f"The gain of grade 0 must be 0, not {shown(table[0])}, {reason}.")
    return grade.lookup(table, _name(gain, "gain")).named(f"{kind}gain")


@metric(
    "IDCG",
    title="ideal discounted cumulative gain",
    family="gain",
    bounds=(0, None),
    source="Järvelin and Kekäläinen (2002)",
    popularity=2,
    binary=False,
    wording=_discounting(
        lambda gained, adds: {
            f"ideal {gained}": f"the best {gained} left, {adds}. The ideal DCG is now {{ideal DCG}}",
            "": f"the best {gained} left is 0, so nothing is added",
        },
        {"": "Add up the discounted gains of the ideal order: {result}"},
        lambda chosen: {"": f"{_IDEALS[chosen['ideal']].capitalize()} has a {_cut_dcg(**chosen)} of {{value}}"},
        "ideal ",
    ),
    parameters={**DISCOUNTED, "ideal": IDEAL},
)
def ideal_dcg(
    ranking: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    discount: Discount = "log_next_rank",
    base: float = 2,
    ideal: Ideal = "judged",
) -> Column:
    """The DCG of the best possible order of the same judgements.

    IDCG = sum of gain_i / log2(i + 1), over the judged items in the order of their gains, largest first.

    0: every judged item has grade 0. There is no upper bound; 1 has no special meaning.

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
    wording=_discounting(
        lambda gained, adds: {
            gained: f"{gained} {adds}. DCG is now {{DCG}}; the ideal list would have {{ideal DCG}}, "
            "so nDCG@{row} = {nDCG@i}",
            "rank": "{judged}, so DCG stays at {DCG}; the ideal list would have {ideal DCG}, so nDCG@{row} = {nDCG@i}",
            f"ideal {gained}": "the list has ended, but the ideal list adds {ideal discounted gain}. "
            "The ideal DCG is now {ideal DCG}",
            "": "{judged}, so nothing is added",
        },
        {
            "divisor": "Divide DCG, {DCG}, by the ideal DCG, {divisor}: {result}",
            "": "The ideal order has no gain: {result}",
        },
        lambda chosen: {
            "DCG": f"DCG is {{value}} times that of {_IDEALS[chosen['ideal']].strip(',')}; "
            + (UNREACHED if chosen["ideal"] == "uncut" else "1 means no order of them is better"),
            "": "There is no gain {within}, so {label} is {value}",
        },
    ),
    parameters={**DISCOUNTED, "ideal": IDEAL, "ties": SHARED_GAINS},
)
def ndcg(
    ranking: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    discount: Discount = "log_next_rank",
    base: float = 2,
    ideal: Ideal = "judged",
    ties: str = "stable",
) -> Column:
    """DCG divided by the DCG of the best possible order.

    nDCG = DCG / IDCG.

    1: no order of the items is better. 0: every item in the first k has grade 0 (a bad order alone does not give 0).

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


@metric(
    "Q",
    title="Q-measure",
    family="gain",
    source="Sakai (2004)",
    extremes_by_grades=False,  # blended ratios of the last items can be lower in another order
    wording=Wording(
        rows={
            "relevant": "{judged}, so add the blended ratio, {blended ratio}. The sum is now {running sum}",
            "": "{judged}, so nothing is added",
        },
    ),
    parameters={
        "beta": Parameter(
            "How much a gain counts next to a hit; 0 makes this average precision.",
            sentence="beta is {}, the weight of gains next to hits",
            must_be="at least 0",
            allows=lambda beta: 0 <= beta < math.inf,
            common_values=(0, 10),
        ),
        "gain": GAIN,
        "denominator": Parameter(
            values={
                **divisors("NTCIREVAL"),
                "relevant": Value("divided by all relevant items", "division by all relevant items"),
            },
        ),
    },
)
def q_measure(
    ranking: Judged, *, k: int | None = None, beta: float = 1, gain: Gain = "linear", denominator: str = "relevant"
) -> Column:
    """Average precision in which gains count as well as hits.

    Q = (sum of B(i) rel_i) / m, B(i) = (h_i + b cg_i) / (i + b cg*_i), where cg_i adds up the gains down to rank i and
    cg*_i those of the ideal order.

    1: the items are sorted by grade. 0: none of the relevant items was retrieved. With ``beta=0`` it is AP.

    >>> import rankteach as rt
    >>> q_measure(rt.Ranking([1, 0, 3], missed=[2])).exact  # (2/4 + 6/9) / 3
    Fraction(7, 18)
    >>> q_measure(rt.Ranking([1, 0, 3], missed=[2]), k=2, denominator="min").exact  # (2/4) / 2
    Fraction(1, 4)
    """
    top, least = ranking.top(k), ranking.relevant_from
    weight = Column.constant(beta)
    best = ranking.ideal(k, gain=order_by(gain)).level.named("ideal grade", "g*_i")
    gain_of_each = top.relevant if gain == "binary" else gains(top.level, gain, relevant_from=least)
    gained = gain_of_each.cumsum().named("gain so far", "cg_i")
    ideal = gains(best, gain, "ideal ", least).cumsum().align(top.axis).named("ideal gain so far", "cg*_i")
    blended = ((top.hits + weight * gained) / (top.rank + weight * ideal)).named("blended ratio", "B(i)")
    total = top.relevant_total
    counted = total if denominator == "relevant" else total.minimum(top.rank.last())
    return (blended * top.relevant).named("credit").sum() / counted
