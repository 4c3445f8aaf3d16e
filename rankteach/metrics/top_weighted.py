"""Correlations of two orders in which the top weighs more: tau AP and the weighted tau."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankteach.core.column import Column
from rankteach.metrics.kendall import about_numbers, count
from rankteach.metrics.pairs import smaller_in_both
from rankteach.notation.wording import Wording
from rankteach.tracing.list_conventions import ties
from rankteach.tracing.metric import comparison
from rankteach.tracing.paired import scored
from rankteach.tracing.parameters import Parameter, Value


@comparison(
    "TauAP",
    title="AP correlation",
    symbol="τ_AP",
    bounds=(-1, 1),
    source="Yilmaz, Aslam and Robertson (2008); ties: Urbano and Marrero (2017)",
    parameters={
        "form": Parameter(
            values={
                "reference": Value(
                    "the first list is compared with the second, the reference", "the second list as reference"
                ),
                "symmetric": Value(
                    "the mean of both directions: each list is the reference once",
                    "the mean of both directions",
                ),
            }
        ),
        "ties": ties(
            "half",
            "wrong",
            doc='What a pair counts if only the reference ties it. ``form="symmetric"`` with ``"wrong"`` is tau_AP,b.',
        ).with_values(
            {
                "a": Value(
                    "the mean over all orders of tied items, in both lists (tau_AP,a)",
                    "the mean over all orders of tied items",
                )
            }
        ),
    },
    wording=lambda chosen: _above(**chosen),
    pairing=scored,
    notes=lambda trace: (*about_numbers(trace), "the item with the larger number is ranked above"),
)
def tau_ap(first: Column, second: Column, /, *, form: str = "reference", ties: str = "half") -> Column:
    """How often the items above an item are also above it in the reference, on average; from −1 to 1.

    tau_AP = 2 / (n − 1) · (sum of C(i) / (i − 1) over the ranks i > 1) − 1, C(i) being the items above rank i of the
    first list that the second list, the reference, ranks above it, too.

    1: the same order. 0: as many items are above correctly as wrongly. −1: the reverse order. A mistake at the top
    costs more than one further down.

    Items that are tied in the first list are not above each other, except with ``ties="a"``: they are compared with
    those above all of them, and i counts these. If all items of the first list are tied, the value is 0; with
    ``form="symmetric"``, also if all items of the second list are.

    >>> import rankteach as rt
    >>> rt.tau_ap(["a", "b", "c"], ["b", "a", "c"]).exact, rt.tau_ap(["a", "b", "c"], ["a", "c", "b"]).exact
    (Fraction(0, 1), Fraction(1, 2))
    >>> rt.tau_ap([{"a", "b"}, "c"], ["a", "b", "c"], ties="a").exact  # the mean of 1 and 0
    Fraction(1, 2)
    """
    value = _against(first, second, ("first", "second"), "aCsgo", ties)
    if form == "reference" or _all_tied(first):
        return value
    other = _against(second, first, ("second", "first"), "bDthq", ties)
    return other if _all_tied(second) else (value + other) / 2


def _above(form: str, ties: str, **others: Any) -> Wording | None:
    """Sentences for the items above each one, where one list is compared with the other and keeps its ties."""
    if form != "reference" or ties == "a":
        return None
    second, now = "count as above it in the second", "The sum is now {running sum}"
    return Wording(
        rows={
            "fraction = 1": f"all above it in the first list, {{above in first:item}}, {second}. {now}",
            "fraction": f"{{fraction}} of the {{above in first:item}} above it in the first list {second}. {now}",
            "above in first": "nothing above it in the first list counts as above it in the second: nothing is added",
            "": "nothing is above it in the first list, so nothing is added",
        },
    )


def _all_tied(column: Column) -> bool:
    return bool(np.all(column.values == column.values[0]))


def _against(one: Column, reference: Column, names: tuple[str, str], letters: str, ties: str) -> Column:
    """tau AP of one list against the other one."""
    own, other = map(_from_the_top, (one, reference))
    both, axis = (one, reference), one.axis
    above, right, wrong = (smaller_in_both(own, numbers) for numbers in (own, other, -other))
    tied = above - right - wrong
    group, size = np.unique(above, return_inverse=True, return_counts=True)[1:]
    mean_of_tie = ties == "a" and len(size) < len(above)
    if mean_of_tie:
        right, tied = (np.bincount(group, counts).astype(np.int64)[group] for counts in (right, tied))
    whole_tie = ", of the whole tie" if mean_of_tie else ""
    c = Column.opaque(right, both, f"above in {names[1]} too{whole_tie}", f"{letters[1]}_i", axis)
    if ties != "wrong" and tied.any():
        c = c + Column.opaque(tied, both, f"tied in {names[1]}{whole_tie}", f"{letters[1].lower()}'_i", axis) / 2
    if mean_of_tie:  # over all orders of a tie, any of its items is at each place, below any other ones half right
        place = np.empty_like(above)
        place[np.argsort(group, kind="stable")] = np.arange(len(above)) - np.repeat(np.cumsum(size) - size, size)
        above = above + place
        c = c / Column.opaque(size[group], both, f"items in the tie of {names[0]}", f"{letters[3]}_i", axis)
        c = c + Column.opaque(place, both, f"above in the tie of {names[0]}", f"{letters[4]}_i", axis) / 2
    a = Column.opaque(above, both, f"{'places ' * mean_of_tie}above in {names[0]}", f"{letters[0]}_i", axis)
    share = (c / a).named("fraction" if names[0] == "first" else f"fraction in {names[0]}", f"{letters[2]}_i")
    at_the_top = int(np.count_nonzero(above == 0))
    mean = share.sum("running sum" if names[0] == "first" else f"running sum in {names[0]}") / (count(one) - at_the_top)
    return 2 * mean - 1 if at_the_top < len(one) else mean


@comparison(
    "TauW",
    title="weighted tau",
    symbol="τ_w",
    bounds=(-1, 1),
    source="Vigna (2015)",
    parameters={
        "importance": Parameter(
            "The list whose ranks give the weights, where ties are broken by the other list.",
            {
                "both": Value(
                    "weights by the ranks in the first list, then in the second, and the mean of both values",
                    "weights from both lists",
                ),
                "first": Value("weights by the ranks in the first list", "weights from the first list"),
                "second": Value("weights by the ranks in the second list", "weights from the second list"),
            },
        )
    },
    pairing=scored,
    notes=lambda trace: (
        *about_numbers(trace),
        "rank 1 has the largest number, ties by the other list; its weight is 1, that of rank r is 1 / r",
        "balance: the other items in the same order in both lists, minus those in opposite order",
    ),
)
def weighted_tau(first: Column, second: Column, /, *, importance: str = "both") -> Column:
    """Kendall's tau in which pairs near the top weigh more.

    tau_w = (sum of w_i D_i) / sqrt((sum of w_i U_i) (sum of w_i V_i)), w_i = 1 / rank, D_i being the other items
    in the same order with item i in both lists minus those in opposite order, and U_i and V_i the items not tied with
    it in the first and in the second list. So a pair weighs as much as its two items together.

    1: the same order. 0: as much weight is in opposite order as in the same. −1: the reverse order.

    If all items of a list are tied, the value is 0.

    >>> import rankteach as rt
    >>> rt.weighted_tau(["a", "b", "c"], ["a", "c", "b"]).exact, rt.weighted_tau([3, 2, 1], [2, 3, 1]).exact
    (Fraction(6, 11), Fraction(2, 11))
    """
    x, y = map(_from_the_top, (first, second))
    both, axis = (first, second), first.axis
    same = smaller_in_both(x, y) + smaller_in_both(-x, -y)
    opposite = smaller_in_both(x, -y) + smaller_in_both(-x, y)
    balance = Column.opaque(same - opposite, both, "balance", "D_i", axis)
    untied = [
        Column.opaque(len(own) - np.bincount(own)[own], (column,), f"not tied in {name}", letter, axis)
        for own, column, name, letter in ((x, first, "first", "U_i"), (y, second, "second", "V_i"))
    ]

    def weighted(main: np.ndarray, other: np.ndarray, name: str, letters: str) -> Column:
        ranks = np.empty(len(main), dtype=np.int64)
        ranks[np.lexsort((other, main))] = np.arange(1, len(main) + 1)
        rank = Column.opaque(ranks, both, f"rank in {name}", f"{letters[0]}_i", axis)
        weight = (1 / rank).named(f"weight by {name}", f"{letters[1]}_i")
        agreement = (weight * balance).named(f"agreement by {name}").sum(f"running sum by {name}")
        norms = [
            (weight * number).named(f"most by {name}, {list_}").sum("")
            for number, list_ in zip(untied, ("first", "second"), strict=True)
        ]
        return agreement / (norms[0] * norms[1]).sqrt()

    by_first = weighted(x, y, "first", "rw")
    if importance == "first":
        return by_first
    by_second = weighted(y, x, "second", "qv")
    return by_second if importance == "second" else (by_first + by_second) / 2


def _from_the_top(column: Column) -> np.ndarray:
    """Whole numbers in the opposite order: 0 for the largest number, 1 for the next, the same for equal ones."""
    places = np.unique(column.values, return_inverse=True)[1]
    return np.asarray(places.max() - places)
