"""Shared conventions: ties in the scores, items without a judgement, lists without a relevant item.

Every metric of one ranked list takes them, next to its own parameters. They change what the metric is given, or what
becomes of its value; the metric itself stays the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, product
from math import comb, prod
from typing import Any, TypeVar

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import WHOLE_LIST, whole_number
from rankteach.core.column import Axis, Column
from rankteach.core.ranking import Ranking
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.tools import tool

# every way in which a metric can treat equal scores; the first is the order of the list
TIES = {
    "stable": Value(
        "the order of the list decides between equal scores", "ties broken by input order", ("input_order",)
    ),
    "item_descending": Value(
        "equal scores are sorted by item, the last name first (as in trec_eval)", "ties broken by item, last name first"
    ),
    "item_ascending": Value(
        "equal scores are sorted by item, the first name first (as in the MS MARCO script)",
        "ties broken by item, first name first",
    ),
    "averaged": Value(
        "averaged over all orders of equal scores (those that differ only among items judged alike count once; "
        "McSherry and Najork 2008)",
        "the mean over all orders of equal scores",
    ),
    "refuse": Value("equal scores are refused", "equal scores refused"),
    "half": Value("a tied pair counts half a point", "half a point for a tied pair"),
    "strict": Value("a tied pair counts nothing", "nothing for a tied pair", ("wrong",)),
    "together": Value(
        "items with the same score pass the threshold together", "one threshold for items with the same score"
    ),
}


def ties(*names: str, doc: str = "", **values: Value) -> Parameter:
    """The parameter ``ties`` with some of the named values; ``values`` has other words for some of them."""
    chosen = {}
    for name in names:
        own = name if name in TIES else next(one for one, value in TIES.items() if name in value.spellings)
        spellings = {own, *TIES[own].spellings} - {name}
        chosen[name] = values.get(name, TIES[own])._replace(spellings=tuple(spellings))
    return Parameter(doc, chosen, hidden_if_default=names[0] == "stable")


# what every metric of one ranked list takes besides its own parameters; the first value is the default
SHARED = {
    "ties": ties("stable", "item_descending", "item_ascending", "averaged", "refuse", doc="The order of equal scores."),
    "judged_only": Parameter(
        "",
        {
            False: Value("items without a judgement stay in the list", "unjudged items kept"),
            True: Value(
                "items without a judgement are left out first (as trec_eval -J does)", "unjudged items left out"
            ),
        },
        hidden_if_default=True,
    ),
    "no_relevant": Parameter(
        "",
        {
            0: Value("a list without a relevant item counts as 0", "0 for a list without a relevant item"),
            1: Value("a list without a relevant item counts as 1", "1 for a list without a relevant item"),
            "nan": Value(
                "a list without a relevant item has no value (NaN)", "no value for a list without a relevant item"
            ),
            "error": Value("a list without a relevant item is refused", "an error for a list without a relevant item"),
        },
        hidden_if_default=True,
    ),
}
DEFAULTS = {name: next(iter(parameter.values)) for name, parameter in SHARED.items()}
# other parameters of a measure string, which are not conventions of the list
CUTOFF = Parameter(
    "The cutoff, at least 1: only the first k ranks count.",
    {None: Value("no cutoff", "no cutoff")},
    sentence="cutoff k = {}",
    phrase="cutoff k = {}",
    refuse=lambda k: whole_number(k, "k", WHOLE_LIST),
    kind="int",
)
OF_MEASURES = {
    "rel": Parameter(
        "The grade from which an item is relevant.",
        sentence="relevant from grade {}",
        phrase="items relevant from grade {}",
        must_be="above 0",
        allows=lambda grade: grade > 0,
    ),
    "convention": Parameter(
        "A tool that sets all parameters which are not given: see ``rt.conventions``.",
        sentence=lambda name: tool(name).words,
        phrase=lambda name: f"the conventions of {tool(name).name}",
        kind="str",
    ),
}
Lists = TypeVar("Lists", Ranking, Batch)
MOST_ORDERS = 5040
IN_SINGLE_PRECISION = "scores are compared as 32-bit floats"
LARGEST = float(np.finfo(np.float32).max)


def shared_by(declared: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The shared conventions that a metric takes: all but those whose name it uses for something else."""
    return {
        name: parameter.with_values(declared[name].values) if name in declared else parameter
        for name, parameter in SHARED.items()
        if name not in declared or set(declared[name].values) <= set(parameter.values)
    }


def as_chosen(ranking: Lists, chosen: Mapping[str, Any]) -> Lists:
    """The lists with ties in the order that was chosen, and without what is not judged, if that was."""
    ranking = in_order(ranking, False, chosen.get("ties", "stable"))
    return ranking.condensed() if chosen.get("judged_only") else ranking


def in_order(ranking: Lists, single_precision: bool, ties: Any) -> Lists:
    """The lists with ties in an order, also those that are equal only as 32-bit floats; an average takes any order."""
    if single_precision:
        ranking = in_single_precision(ranking)
    return ranking if ties in ("stable", "averaged") else ranking.reordered(ties)


def in_single_precision(ranking: Lists) -> Lists:
    """The lists with scores as 32-bit floats, where this makes two of them equal that were not."""
    scores: Any = ranking.arrays.scores
    if scores is None:
        return ranking
    rounded = np.clip(scores, -LARGEST, LARGEST).astype(np.float32).astype(np.float64)
    if not np.any((rounded[..., 1:] == rounded[..., :-1]) & (scores[..., 1:] != scores[..., :-1])):
        return ranking
    if isinstance(ranking, Ranking):
        return ranking.replace(scores=rounded)
    return Batch(map(in_single_precision, ranking), queries=ranking.queries)


def none_relevant(result: Column, ranking: Ranking | Batch, choice: Any, binary: bool) -> Column:
    """The value; for a list that has no relevant item, whose value is 0, what was chosen.

    ``"nan"`` says that such a list has no value: NaN, also among values calculated with fractions. What is made of it,
    such as a mean, is NaN too, because a mean that leaves the list out is another mean.

    Raises ``ValueError`` where such a list is refused.
    """
    to_find = ranking.relevant_total if binary else ranking.grade_total
    none = to_find == 0
    if not np.any(none.values):
        return result
    if choice == "error":
        where = "" if isinstance(ranking, Ranking) else f" in {ranking.queries[int(np.argmax(none.values))]}"
        raise ValueError(f"there is no relevant item{where}: no_relevant='error' refuses such a list")
    return result.where(to_find > 0) if choice == "nan" else result + none


def averaged(ranking: Ranking, label: str, symbol: str, calculate: Callable[[Batch], Column]) -> tuple[Column, Axis]:
    """The mean of a metric over the distinct orders of items with equal scores, and the axis of these orders.

    Items that are judged alike can change places without any effect: such orders count as one. All of them are as
    likely as each other.
    """
    orders = tied_orders(ranking)

    def labels() -> dict[str, Any]:
        names = [", ".join(ranking.items[place] for place in order) or None for order in orders]
        return {"order": range(1, len(orders) + 1), "items": names}

    axis = Axis("order", length=len(orders), index="o", end="O", labels=labels, states=lambda: [""] * len(orders))
    places = np.array(orders, dtype=np.intp).reshape(len(orders), len(ranking))
    in_each_order = Batch.of_variants(ranking.replace(scores=None), ranking.arrays.encoded_grades[places])
    values = calculate(in_each_order).as_rows(axis).named(label, f"{symbol}(o)")
    return values.sum() / Column(len(orders), name="orders", symbol="O"), axis


def number_of_orders(ranking: Ranking) -> int:
    """How many distinct orders of the items with equal scores there are."""
    kinds = ranking.arrays.encoded_grades.tolist()
    runs = [Counter(kinds[run.start : run.stop]) for run in ranking.tied_runs() if len(run) > 1]
    return prod(distinct_orders(list(run.values())) for run in runs)


def distinct_orders(counts: Sequence[int]) -> int:
    """How many orders items have, so many of each kind: n! divided by the factorials of these counts."""
    return prod(comb(so_far, count) for so_far, count in zip(accumulate(counts), counts, strict=True))


def tied_orders(ranking: Ranking) -> list[list[int]]:
    """Every distinct order of the items with equal scores, as places counted from 0.

    Raises ``ValueError`` where they are more than ``MOST_ORDERS``.
    """
    number = number_of_orders(ranking)
    if number > MOST_ORDERS:
        raise ValueError(
            f"ties='averaged' has {number:,} orders of equal scores to average over, more than {MOST_ORDERS:,}: "
            "take ties='item_descending', or a shorter list (DCG and nDCG need no orders, and take any list)"
        )
    parts = [_arrangements(run, ranking.arrays.encoded_grades) for run in ranking.tied_runs()]
    return [[place for part in order for place in part] for order in product(*parts)]


def _arrangements(run: range, kinds: np.ndarray) -> list[list[int]]:
    """The distinct orders of some places, of which those of one kind keep their order among themselves."""
    own = np.unique(kinds[run.start : run.stop], return_inverse=True)[1]
    orders = np.empty((how_many(own), len(run)), dtype=np.intp)
    spots = np.argsort(distinct(own, range(len(orders))), axis=1, kind="stable")
    np.put_along_axis(orders, spots, np.argsort(own, kind="stable")[None] + run.start, axis=1)
    return sorted(orders.tolist())


def distinct(kinds: np.ndarray, wanted: range) -> np.ndarray:
    """Some of all distinct orders, by their numbers in lexicographic order.

    At each place, every kind that may come next begins a block of the remaining orders: the number is in one of them.
    """
    left = np.bincount(kinds).astype(np.int64)[None].repeat(len(wanted), axis=0)
    number, ways = np.array(wanted, dtype=np.int64), np.full(len(wanted), how_many(kinds), dtype=np.int64)
    rows, every = np.empty((len(wanted), len(kinds)), dtype=kinds.dtype), np.arange(len(wanted))
    for place in range(len(kinds)):
        shares = ways[:, None] * left // (len(kinds) - place)
        ends = shares.cumsum(axis=1)
        rows[:, place] = kind = np.count_nonzero(number[:, None] >= ends, axis=1)
        ways = shares[every, kind]
        number -= ends[every, kind] - ways
        left[every, kind] -= 1
    return rows


def how_many(kinds: np.ndarray) -> int:
    """The number of distinct orders."""
    return distinct_orders(np.bincount(kinds).tolist())
