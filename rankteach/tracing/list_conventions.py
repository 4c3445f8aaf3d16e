"""Forks that no single metric has: ties in the scores, items without a judgement, lists without a relevant item.

Every metric of one ranked list takes them beside its own parameters. They change what the metric is given, or what
becomes of its value; the metric itself stays the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, combinations, product
from math import comb, prod
from typing import Any

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.column import Axis, Column
from rankteach.core.ranking import Ranking

FORKS: dict[str, dict[Any, str]] = {
    "ties": {
        "stable": "",
        "item_descending": "equal scores stand by item, the last name first (as in trec_eval)",
        "item_ascending": "equal scores stand by item, the first name first (as in the MS MARCO script)",
        "averaged": "averaged over all orders of equal scores (those that differ only among items judged alike count "
        "once; McSherry and Najork 2008)",
        "refuse": "no two scores are equal",
    },
    "judged_only": {False: "", True: "items without a judgement are left out first (as trec_eval -J does)"},
    "no_relevant": {
        0: "",
        1: "a list without a relevant item counts as 1",
        "nan": "a list without a relevant item has no value (NaN)",
        "error": "a list without a relevant item is refused",
    },
}
DEFAULTS = {fork: next(iter(values)) for fork, values in FORKS.items()}
MOST_ORDERS = 5040
IN_SINGLE_PRECISION = "scores are compared as 32-bit floats"
LARGEST = float(np.finfo(np.float32).max)
_DOCUMENTED = {
    "ties": '``ties`` orders equal scores: "stable", "item_descending", "item_ascending", "averaged" or "refuse".',
    "judged_only": "``judged_only=True`` leaves out first what is not judged.",
    "no_relevant": '``no_relevant`` is what a list without a relevant item counts: 0, 1, "nan" (undefined) or "error".',
    "convention": "``convention`` is a tool that sets all parameters which are not given: see ``rt.conventions``.",
}


def check(fork: str, value: Any) -> None:
    """Refuse a value that a fork does not have."""
    named = FORKS[fork]
    if not isinstance(value, str | int) or value not in named or isinstance(value, bool) != (fork == "judged_only"):
        *first, last = map(repr, named)
        raise ValueError(f"{fork} is {value!r}; it can be {', '.join(first)} or {last}")


def of(parameters: Mapping[str, Any], conventions: Mapping[str, Any]) -> tuple[str, ...]:
    """The forks that a metric takes: all but those whose name it uses for something else."""
    return tuple(fork for fork in FORKS if fork not in parameters or set(conventions[fork]) <= set(FORKS[fork]))


def documented(taken: tuple[str, ...]) -> str:
    """What the docstring of a metric says of its forks."""
    if not taken:
        return ""
    lines = ["As in all metrics of one ranked list:", *(_DOCUMENTED[fork] for fork in (*taken, "convention"))]
    return "\n" + "".join(f"\n    {line}" for line in lines)


def as_chosen(ranking: Ranking | Batch, chosen: Mapping[str, Any]) -> Ranking | Batch:
    """The lists with ties in the order that was chosen, and without what is not judged, if that was."""
    ties = chosen.get("ties", "stable")
    if ties not in ("stable", "averaged"):
        ranking = ranking.reordered(ties)
    return ranking.condensed() if chosen.get("judged_only") else ranking


def in_single_precision(ranking: Ranking | Batch) -> Ranking | Batch:
    """The lists with scores as 32-bit floats, where this makes two of them equal that were not."""
    if ranking.arrays.scores is None:
        return ranking
    if isinstance(ranking, Batch):
        lists = list(ranking)
        rounded = [_rounded(one) for one in lists]
        changed = any(one is not other for one, other in zip(lists, rounded, strict=True))
        return Batch(rounded, queries=ranking.queries) if changed else ranking
    return _rounded(ranking)


def _rounded(ranking: Ranking) -> Ranking:
    scores: Any = ranking.arrays.scores
    if scores is None:
        return ranking
    rounded = np.clip(scores, -LARGEST, LARGEST).astype(np.float32).astype(np.float64)
    if not np.any((rounded[1:] == rounded[:-1]) & (scores[1:] != scores[:-1])):
        return ranking
    return ranking.replace(scores=rounded)


def none_relevant(result: Column, ranking: Ranking | Batch, choice: Any, binary: bool) -> Column:
    """The value; for a list that has no relevant item, whose value is 0, what was chosen.

    ``"nan"`` says that such a list has no value. NaN stands for it among the values, also among those calculated with
    fractions, and what is made of it, such as a mean, is NaN too: a mean that leaves the list out is another mean.

    Raises ``ValueError`` where such a list is refused.
    """
    worth = _worth(ranking, binary)
    none = worth == 0
    if not np.any(none.values):
        return result
    if choice == "error":
        where = "" if isinstance(ranking, Ranking) else f" in {ranking.queries[int(np.argmax(none.values))]}"
        raise ValueError(f"there is no relevant item{where}: no_relevant='error' takes no such list")
    return result.where(worth > 0) if choice == "nan" else result + none


def _worth(ranking: Ranking | Batch, binary: bool) -> Column:
    """What there was to find: the number of relevant items, or for graded metrics the sum of the grades."""
    return ranking.relevant_total if binary else ranking.grade_total


def averaged(ranking: Ranking, label: str, symbol: str, calculate: Callable[[Batch], Column]) -> tuple[Column, Axis]:
    """The mean of a metric over the distinct orders of items with equal scores, and the axis of these orders.

    Items that are judged alike can change places without any effect: such orders count as one. All of them are as
    likely as each other.
    """
    orders = tied_orders(ranking)

    def labels() -> dict[str, Any]:
        names = [", ".join(ranking.items[place] for place in order) for order in orders]
        return {"order": range(1, len(orders) + 1), "items": names}

    axis = Axis("order", length=len(orders), index="o", end="O", labels=labels, states=lambda: [""] * len(orders))
    values = calculate(_in_each_order(ranking, orders)).per(axis).named(label, f"{symbol}(o)")
    return values.sum() / Column(len(orders), name="orders", symbol="O"), axis


def _in_each_order(ranking: Ranking, orders: list[list[int]]) -> Batch:
    """The list once for each order of its items."""
    places = np.array(orders, dtype=np.intp).reshape(len(orders), len(ranking))
    return Batch.of_variants(ranking.replace(scores=None), ranking.arrays.encoded_grades[places])


def number_of_orders(ranking: Ranking) -> int:
    """How many distinct orders of the items with equal scores there are."""
    kinds = ranking.arrays.encoded_grades.tolist()
    counts = [Counter(kinds[run.start : run.stop]).values() for run in ranking.tied_runs() if len(run) > 1]
    return prod(comb(so_far, part) for count in counts for so_far, part in zip(accumulate(count), count, strict=True))


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
    kinds = ranking.arrays.encoded_grades.tolist()
    parts = [_arrangements(run, kinds) for run in ranking.tied_runs()]
    return [[place for part in order for place in part] for order in product(*parts)]


def _arrangements(run: Sequence[int], kinds: list[Any]) -> list[list[int]]:
    """The distinct orders of some places, of which those of one kind keep their order among themselves."""
    groups: dict[Any, list[int]] = {}
    for place in run:
        groups.setdefault(kinds[place], []).append(place)
    orders: list[dict[int, int]] = [{}]  # what stands at which place of the run
    for group in sorted(groups.values(), key=len):
        free = [[spot for spot in range(len(run)) if spot not in order] for order in orders]
        orders = [
            order | dict(zip(spots, group, strict=True))
            for order, left in zip(orders, free, strict=True)
            for spots in combinations(left, len(group))
        ]
    return sorted([order[spot] for spot in range(len(run))] for order in orders)
