"""Where a number comes from: which measure, which cutoff, which conventions; or which slip.

``Printed`` is the number with its digits, ``Calculated`` is everything to look for it in, ``Search`` looks, ``likely``
holds what makes one origin likelier than another, ``Origin`` says it; ``mistakes`` and ``misprints`` are asked where
nothing likely gives it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rankteach.explain.numbers.detective import prior
from rankteach.explain.numbers.detective.answer import Near, Which
from rankteach.explain.numbers.detective.calculated import calculated
from rankteach.explain.numbers.detective.given import cutoffs_of, lists_of, measures_of
from rankteach.explain.numbers.detective.mistakes import slips_of
from rankteach.explain.numbers.detective.origin import Origin
from rankteach.explain.numbers.detective.printed import Printed
from rankteach.explain.numbers.detective.search import Found, Search

__all__ = ["Near", "Origin", "Which", "which"]

MOST_NEAREST = 3


def which(
    number: Any,
    ranking: Any,
    *others: Any,
    measures: str | Iterable[Any] | None = None,
    cutoffs: Iterable[int | None] | None = None,
    digits: int | None = None,
) -> Which:
    """Which measure, cutoff and convention give a number; or none does, and which slip would.

    Every metric of the catalogue runs at every cutoff, with one, two and three of its conventions changed, with all
    that a tool has in its own way (see ``rt.conventions``), and with other grades that count as relevant; and every
    number on the way to a value is looked at. What matches to the digits printed is an origin: defaults come before one
    change and one change before two, the whole list and the usual cutoffs before others, the metrics of every
    introduction before rare ones. In long lists, and in many, the search ends where nothing further could come first,
    or there would be too much of it, and says what was not tried.

    Parameters
    ----------
    number : str or number
        As it is printed: "0.5556", ".56", "55.6%", "5/9", "5e-3"; "0.55..." if it is cut off there. Of a float the
        digits that Python writes count, or numpy. A whole number without a point is one.
    ranking : Ranking, sequence of grades, Batch, or several rankings
        The list; or many, as a sequence or a mapping by query: then also means over queries, pooled averages, and the
        values of each query. What has a method ``rankings()``, such as an evaluated run, is asked for them.
    *others
        The second list, for metrics that compare two.
    measures : measure, or collection of measures, optional
        Only these, such as ``"AP"`` or ``["AP", "nDCG"]``; a parameter or a cutoff that is given, as in
        ``"AP(rel=2)@10"``, stays.
    cutoffs : collection of int or None, optional
        Only these; None is no cutoff. By default no cutoff and every rank (of long lists the usual ones).
    digits : int, optional
        How many digits after the point count, in place of those that are there.

    Returns
    -------
    Which
        ``origins``, the likeliest first: each is one exact value with all measures that have it. ``slips`` where
        nothing likely gives the number, and ``nearest`` where nothing does at all. ``first`` is the likeliest of all.

    Raises
    ------
    TypeError, ValueError
        For what is no number, and for lists, measures and cutoffs as the metrics refuse them.

    >>> import rankteach as rt
    >>> ranking = rt.Ranking([1, 0, 1, 0, 0], missed=[1, 1])
    >>> answer = which("0.42", ranking, measures=["AP"], cutoffs=[3])
    >>> [(origin.measure, str(origin.value), origin.match) for origin in answer.origins]
    [('AP@3', '5/12', 'rounded')]
    >>> which("5/6", ranking, measures=["AP"], cutoffs=[3]).origins[0].measure
    'AP(denominator="hits")@3'
    >>> print(which("0.749", [1, 0, 1, 0, 1], measures=["F"]).slips[0].words)
    That is F1, exactly 3/4: in floating point it is 0.7499999999999999, and that was cut off to 0.749.
    """
    printed, lists = Printed(number, digits), lists_of(ranking, others)
    search = Search(printed, calculated(lists, measures_of(lists, measures), cutoffs_of(lists, cutoffs)))
    origins = _origins(search)
    settled = origins and origins[0].cost < prior.FAR_FETCHED
    slips, nearest = () if settled else slips_of(search), () if origins else _nearest(search)
    return Which(printed, origins, slips, nearest, search.tried, search.untried)


def _origins(search: Search) -> list[Origin]:
    """What was found, by its exact value."""
    by_value: dict[str, list[Found]] = {}
    for found in search.found:
        by_value.setdefault(f"{found.value:.10g}", []).append(found)
    return [Origin(found, search.printed) for found in by_value.values()]


def _nearest(search: Search) -> list[Near]:
    """The values under the defaults that lie nearest, each number once."""
    number = float(search.printed.number)
    near: dict[str, Near] = {}
    defined = [value for value in search.plain if value.value == value.value]
    for value in sorted(defined, key=lambda value: (abs(value.value - number), value.cost)):
        if (rounded := f"{value.value:.10g}") not in near:
            trace = value.calculation.at(value.k)
            exact = float(trace) if trace.exact is None else trace.exact
            near[rounded] = Near(value.calculation.measure(value.k), exact, trace)
        if len(near) == MOST_NEAREST:
            break
    return list(near.values())
