"""Spearman's rho and Pearson's r: how far two numbers per item go together."""

from __future__ import annotations

import copy

import numpy as np

from rankteach.core.checks import LARGEST_SUM
from rankteach.core.column import Column
from rankteach.metrics.kendall import AGREED, ALL_TIED, about_numbers, count
from rankteach.notation.wording import Wording
from rankteach.tracing.metric import comparison
from rankteach.tracing.paired import valued
from rankteach.tracing.parameters import Parameter, Value

SMALLEST_SPREAD, LARGEST_SPREAD = 1e-70, 1e70
LARGEST_RATIO = 1e6  # of a sum to the spread of its numbers; beyond it their distances from the mean lose digits


def _of_products(differing: str, equal: str, meaning: str) -> Wording:
    """Sentences for products of distances from two means."""
    return Wording(
        rows={
            "": f"{differing} by {{first − mean}} and {{second − mean}}. The product is {{product}}; "
            "the sum is now {sum of products}"
        },
        closing={
            "divisor": "Divide the sum of products, {sum of products}, by the root of the two sums of squares "
            "multiplied, {divisor}: {result}",
            "": f"In at least one list all {equal} are equal: {{result}}",
        },
        meaning={"divisor": meaning, "": ALL_TIED},
    )


_WORDINGS = {
    "numbers": _of_products(
        "{first} and {second} differ from their means",
        "numbers",
        "How closely two numbers per item follow one straight line, from −1 (falling) to 1 (rising). Here, {label} "
        "is {value}",
    ),
    "ranks": _of_products(
        "ranks {rank in first} and {rank in second} differ from the mean",
        "ranks",
        AGREED.format("the ranks in the two lists correlate at"),
    ),
    "differences": Wording(
        rows={
            "": "ranks {rank in first} and {rank in second} differ by {difference}. Squared, this adds {square}; "
            "the sum is now {running sum}"
        },
        meaning={
            "": "The squared differences of the ranks give {value}: 1 means no difference and, without ties, −1 the "
            "reverse order"
        },
    ),
}


@comparison(
    "Rho",
    title="Spearman's rank correlation",
    symbol="ρ",
    wording=lambda chosen: _WORDINGS[chosen["form"]],
    bounds=(-1, 1),
    source="Spearman (1904)",
    popularity=1,
    parameters={
        "form": Parameter(
            values={
                "ranks": Value(
                    "the correlation of the ranks; ties share the mean of their ranks", "the correlation of the ranks"
                ),
                "differences": Value(
                    "by squared differences of ranks (exact only without ties)", "squared differences of ranks"
                ),
            }
        )
    },
    pairing=valued,
    notes=about_numbers,
)
def spearman(first: Column, second: Column, /, *, form: str = "ranks") -> Column:
    """Pearson's correlation of two lists' ranks.

    rho = 1 − 6 (sum of d²) / (n (n² − 1)), d being the difference of an item's ranks, where there are no ties.

    1: the same order. 0: the ranks do not correlate. −1: the reverse order.

    Where all items of a list are tied, ``"ranks"`` gives 0.

    >>> import rankteach as rt
    >>> rt.spearman([1, 2, 3, 4], [1, 3, 2, 4]).exact
    Fraction(4, 5)
    """
    x = first.average_rank().named("rank in first", "r_i")
    y = second.average_rank().named("rank in second", "q_i")
    if form == "ranks":
        return _correlation(x, y)
    squares = ((x - y).named("difference", "d_i") ** 2).named("square")
    return 1 - 6 * squares.sum() / (count(first) * (count(first) ** 2 - 1))


@comparison(
    "Pearson",
    title="Pearson's correlation",
    symbol="r",
    wording=_WORDINGS["numbers"],
    bounds=(-1, 1),
    source="Pearson (1895)",
    popularity=1,
    pairing=valued,
    notes=about_numbers,
)
def pearson(first: Column, second: Column, /) -> Column:
    """How closely two numbers per item follow one straight line.

    r = (sum of dx dy) / sqrt((sum of dx²) (sum of dy²)), dx and dy being the distances from the means.

    1: on a rising line. 0: no linear relation. −1: on a falling line.

    If all numbers of a list are the same, r is 0. Numbers that lie so far apart or so close together that no float can
    hold their squares are refused. Where numbers are so large that their sum would lose digits, as of time stamps in
    nanoseconds, each list is counted from its last number, which changes no distance.

    >>> import rankteach as rt
    >>> rt.pearson([1, 2, 3], [2, 4, 6]).exact, round(float(rt.pearson([1, 2, 3], [1, 4, 9])), 4)
    (Fraction(1, 1), 0.9897)
    """
    first, second = _counted_from_the_last(first), _counted_from_the_last(second)
    for column in (first, second):
        spread = float(np.max(column.values)) - float(np.min(column.values))
        if spread and not SMALLEST_SPREAD < spread < LARGEST_SPREAD:
            which = (column.name or "").partition(" ")[0]
            raise ValueError(f"The {which} list spreads over {spread:g}, but its squares must fit a float. Scale it.")
    return _correlation(first, second)


def _counted_from_the_last(column: Column) -> Column:
    """The numbers as they are; less the last one, and exactly, where a sum of them as floats would lose digits."""
    values = column.values
    low, high = np.min(values), np.max(values)
    total = len(values) * max(abs(float(low)), abs(float(high)))
    if total <= min(LARGEST_SUM, LARGEST_RATIO * (float(high) - float(low))) or low == high:
        return column
    if values.dtype.kind == "i":
        column = copy.copy(column)
        column.values = values.astype(object)  # whole numbers of Python do not overflow
    letter, other = ("x", "u") if column.symbol == "x_i" else ("y", "v")
    last = column.last().named(f"last of {column.name}", f"{letter}_n")
    return (column - last).named(f"{column.name} from its last", f"{other}_i")


def _correlation(x: Column, y: Column) -> Column:
    n = count(x)
    dx = (x - _mean(x, n).named("mean of first", _bar(x))).named("first − mean", "dx_i")
    dy = (y - _mean(y, n).named("mean of second", _bar(y))).named("second − mean", "dy_i")
    product = (dx * dy).named("product").sum("sum of products")
    squares = (dx**2).named("square of first").sum("sum of squares in first")
    return product / (squares * (dy**2).named("square of second").sum("sum of squares in second")).sqrt()


def _mean(column: Column, n: Column) -> Column:
    """The mean; of equal numbers it is each of them, which a sum of floats can miss by a last digit."""
    equal = np.max(column.values) == np.min(column.values)
    return column.last() if equal else column.sum("") / n


def _bar(column: Column) -> str:
    """The letter of a column with a bar over it."""
    return f"{(column.symbol or 'x')[0]}\N{COMBINING MACRON}"
