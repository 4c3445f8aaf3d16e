"""Kendall's distance and tau: pairs of items that two lists have in the same order, or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rankteach.core.column import Axis, Column
from rankteach.core.outside import names_of_pairs
from rankteach.metrics.pairs import MOST_PAIRS, TIED_IN, pair_counts
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import comparison
from rankteach.tracing.paired import ranked, valued
from rankteach.tracing.parameters import Parameter, Value
from rankteach.tracing.trace import Trace


def _orders(first: Column, second: Column) -> tuple[Column, Column] | None:
    """The order of every two items in each list: 1, -1, or 0 for a tie. None if there are too many pairs to read."""
    items = first.axis
    assert items is not None
    if items.length * (items.length - 1) // 2 > MOST_PAIRS:
        return None
    one, other = np.triu_indices(items.length, 1)

    def labels() -> dict[str, Sequence[Any]]:
        names = names_of_pairs(map(str, items.labels()["item"]))
        pairs: dict[str, Sequence[Any]] = {
            "pair": [f"{names[i]}, {names[j]}" for i, j in zip(one.tolist(), other.tolist(), strict=True)]
        }
        tied = [
            (column[one] == column[other]) & (column[one] <= (np.inf if column.argument is None else column.argument))
            for column in (first, second)
        ]
        marks = [TIED_IN[mark] for mark in zip(*(each.tolist() for each in tied), strict=True)]
        return {**pairs, "tied": marks} if any(marks) else pairs

    pairs = Axis("pair", length=len(one), index="i<j", end=None, labels=labels)
    s = (first.take(pairs, other, "j") - first.take(pairs, one, "i")).sign().named("order in first", "s_ij")
    t = (second.take(pairs, other, "j") - second.take(pairs, one, "i")).sign().named("order in second", "t_ij")
    return s, t


def count(column: Column) -> Column:
    """The number of items."""
    return Column(np.int64(len(column)), name="items", symbol="n")


def about_numbers(trace: Trace) -> list[str]:
    """What a header says of the items."""
    return [trace.ranking.words]


def _about_pairs(trace: Trace) -> Iterator[str]:
    """What a header says of the items, and of pairs that are not listed."""
    yield from about_numbers(trace)
    lists, items = trace.ranking.lists, len(trace.ranking)
    if lists and set(lists[0]) != set(lists[1]):
        yield "an item in only one list is ranked below all items of the other; n counts both lists' items"
    if (pairs := items * (items - 1) // 2) > MOST_PAIRS:
        yield f"{pairs:,} pairs of items: counted, not listed"
    else:
        yield "order: 1 if the second of a pair has the larger number, −1 if the first has, 0 for a tie"


def _about_untied(trace: Trace) -> Iterator[str]:
    """What a header says of the items, and of the pairs that tau is divided by."""
    letters = {"b": "U_x and U_y: the pairs that are untied in the first and in the second list"}
    letters["somers"] = "U_x: the pairs that are untied in the first list"
    variant = trace.parameters.get("variant", "b")
    if variant in letters:
        yield letters[variant]
    yield from _about_pairs(trace)


def _about_penalties(trace: Trace) -> Iterator[str]:
    """What a header says of the items, and of those that are tied."""
    if trace.ranking.tied:
        yield "a pair that one list ties is ordered by the other list only; one that both tie costs nothing (K^(p))"
        if trace.parameters.get("k") is not None:
            yield "a tie that begins at rank k or above is within the cutoff as a whole"
    yield from _about_pairs(trace)


@comparison(
    "KendallDistance",
    title="normalised Kendall tau distance",
    source="Kendall (1938); top-k lists: Fagin, Kumar and Sivakumar (2003); ties: Fagin et al. (2004)",
    popularity=1,
    symbol="K",
    wording=lambda chosen: Wording(
        rows={
            "opposite": "the lists order this pair in opposite ways, so add {penalty}. The sum is now {running sum}",
            "ordered by one": "only one list orders this pair, so add {penalty}. The sum is now {running sum}",
            "": "the lists agree, so nothing is added",
        },
        closing={
            "divisor": "Divide the sum, {running sum}, by the number of pairs, {divisor}: {result}",
            "": "There is no pair of items: {result}",
        },
        meaning={
            "divisor": "On average over all pairs, the lists' disagreement is {value} ("
            f"{float(chosen['p']):.4g} for a pair that only one list orders); 0 means "
            f"{'the same order' if chosen['p'] else 'no pair in opposite order'}",
            "": "There is no pair of items, so {label} counts as {value} by convention",
        },
    ),
    less_is_better=True,
    parameters={
        "p": Parameter(
            "What a pair costs if only one list orders it, because the other one has neither item, or ties them: 0 to "
            "be optimistic, 1/2 to be neutral, up to 1.",
            sentence="a pair that only one list orders costs {}",
            phrase="penalty p = {}",
            must_be="between 0 and 1",
            allows=lambda p: 0 <= p <= 1,
            common_values=(0, 1),
        )
    },
    pairing=ranked,
    notes=_about_penalties,
)
def kendall_distance(first: Column, second: Column, /, *, k: int | None = None, p: float = 0.5) -> Column:
    """The fraction of pairs of items that two ranked lists have in opposite order.

    K = (sum of penalties over all pairs) / (n (n − 1) / 2).

    0: the lists agree. 1: no pair is in the same order in both.

    n counts the items that are in at least one list. A pair costs 1 if its orders are opposite, where an item that is
    not in a list ranks below all that are. A pair that both lists tie costs nothing.

    >>> import rankteach as rt
    >>> rt.kendall_distance(["a", "b", "c"], ["a", "c", "d"]).exact
    Fraction(1, 3)
    >>> rt.kendall_distance([{"a", "b"}, "c"], ["a", "b", "c"]).exact
    Fraction(1, 6)
    """
    price = Column.constant(p)
    if orders := _orders(first, second):
        s, t = orders
        agreement = s * t
        opposite = (agreement < 0).named("opposite", "o_ij")
        tied_in_both = np.any((s.values == 0) & (t.values == 0))
        single = (s**2 != t**2 if tied_in_both else agreement == 0).named("ordered by one", "u_ij")
        penalties = (opposite + price * single).named("penalty").sum()
    else:
        pairs = pair_counts(first.values, second.values)
        tied = pairs.tied_x + pairs.tied_y - 2 * pairs.tied_both
        opposite = Column.opaque(pairs.discordant, (first, second), "opposite pairs", "D")
        single = Column.opaque(tied, (first, second), "pairs ordered by one", "U")
        penalties = opposite + price * single
    return penalties / (count(first) * (count(first) - 1) / 2)


ALL_TIED = "At least one list has no two different numbers, so {label} counts as {value} by convention"
_DIVISORS = {
    "b": "the geometric mean of the untied pairs in each list",
    "a": "the number of pairs",
    "c": "n² (m − 1) / (2 m)",
    "somers": "the number of untied pairs in the first list",
}
AGREED = "From −1 (reverse order) to 1 (same order), {} {{value}}; 0 means neither"
_MEANING = "From −1 to 1, the lists' agreement on the order of pairs is {value}; ties can keep it from either end"
_MEANINGS = {
    "b": AGREED.format("the lists' agreement on the order of pairs is"),
    "somers": AGREED.format("agreement on the pairs that the first list orders is"),
}


@comparison(
    "Tau",
    title="Kendall's tau",
    symbol=lambda chosen: {"c": "τ_c", "somers": "D"}.get(chosen["variant"], "τ"),
    wording=lambda chosen: Wording(
        rows={
            "agreement": "its orders, {order in first} and {order in second}, multiply to {agreement}. "
            "The sum is now {running sum}",
            "": "at least one list ties this pair, so nothing is added",
        },
        closing={
            "divisor": f"Divide the sum, {{running sum}}, by {_DIVISORS[chosen['variant']]}, {{divisor}}: {{result}}"
        },
        meaning={"divisor": _MEANINGS.get(chosen["variant"], _MEANING), "": ALL_TIED},
    ),
    bounds=(-1, 1),
    source="Kendall (1938); ties: Kendall (1945), Stuart (1953), Somers (1962)",
    popularity=1,
    parameters={
        "variant": Parameter(
            "They differ only where there are ties. Only for Somers' D it matters which list is first.",
            {
                "b": Value(
                    "divided by the pairs that are untied in each list, their geometric mean (tau-b)",
                    "division by the untied pairs (tau-b)",
                ),
                "a": Value("divided by all pairs (tau-a)", "division by all pairs (tau-a)"),
                "c": Value(
                    "divided by n² (m − 1) / (2 m), m being the distinct numbers in the list that has fewer (tau-c)",
                    "division by n² (m − 1) / (2 m) (tau-c)",
                ),
                "somers": Value(
                    "divided by the pairs that are untied in the first list (Somers' D)",
                    "division by the untied pairs of the first list (Somers' D)",
                ),
            },
        )
    },
    pairing=valued,
    notes=_about_untied,
)
def kendall_tau(first: Column, second: Column, /, *, variant: str = "b") -> Column:
    """The fraction of pairs of items in the same order, minus the fraction in opposite order.

    tau = (concordant − discordant) / (n (n − 1) / 2).

    1: every pair is in the same order. 0: as many pairs are in opposite order. −1: every pair is in opposite order.

    If all items of a list are tied, tau is 0.

    >>> import rankteach as rt
    >>> rt.kendall_tau([1, 2, 3, 4], [1, 3, 2, 4]).exact
    Fraction(2, 3)
    """
    if orders := _orders(first, second):
        s, t = orders
        agreement = (s * t).named("agreement").sum()
        untied_x = (s**2).named("untied in first").sum("").named("untied pairs in first", "U_x")
        untied_y = (t**2).named("untied in second").sum("").named("untied pairs in second", "U_y")
    else:
        both = first, second
        pairs = pair_counts(first.values, second.values)
        agreement = Column.opaque(pairs.concordant - pairs.discordant, both, "concordant − discordant", "S")
        untied_x = Column.opaque(pairs.pairs - pairs.tied_x, both, "untied pairs in first", "U_x")
        untied_y = Column.opaque(pairs.pairs - pairs.tied_y, both, "untied pairs in second", "U_y")
    if variant == "a":
        return agreement / (count(first) * (count(first) - 1) / 2)
    if variant == "somers":
        return agreement / untied_x
    if variant == "c":
        fewer = min(len(np.unique(column.values)) for column in (first, second))
        m = Column.opaque(fewer, (first, second), "distinct numbers", "m")
        return agreement / (count(first) ** 2 * (m - 1) / (2 * m))
    return agreement / (untied_x * untied_y).sqrt()
