"""What several tests draw: columns and pairs of lists with ties, and relevant items among others."""

from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import builds, composite, floats, integers, sampled_from

from rankteach import Ranking

FLOATS = floats(allow_nan=False, allow_infinity=False)
KINDS = [
    integers(0, 1),
    integers(-3, 3),
    integers(-(2**63), 2**63 - 1),
    sampled_from([2**62, 2**62 + 1, 2**62 + 2]),  # one float
    sampled_from([0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 1.7e308, -1.7e308]),
    builds(lambda steps: 1 + steps * 2.0**-52, integers(0, 5)),
    FLOATS,
]


@composite
def columns(draw: Any, number: int) -> list[np.ndarray]:
    """Columns of the same length, each of another kind of numbers, most with many ties."""
    length = draw(integers(0, 70))
    kinds = [draw(sampled_from(KINDS)) for _ in range(number)]
    return [np.array(draw(st.lists(kind, min_size=length, max_size=length))) for kind in kinds]


def two_lists(values: st.SearchStrategy[Any], largest: int = 7, unique: bool = False) -> st.SearchStrategy[Any]:
    """Two lists of numbers, equally long; often tied unless they are unique."""
    return integers(2, largest).flatmap(
        lambda n: st.tuples(*[st.lists(values, min_size=n, max_size=n, unique=unique)] * 2)
    )


WHOLE = integers(-3, 3)
NUMBERS, SHORT_NUMBERS = two_lists(WHOLE), two_lists(integers(0, 2), largest=4)
ORDERS = integers(2, 6).flatmap(lambda n: st.tuples(*[st.permutations("abcdef"[:n])] * 2))
BOTH_KINDS = st.lists(integers(0, 1), min_size=2, max_size=9).filter(lambda grades: 0 < sum(grades) < len(grades))


@composite
def scored(draw: Any) -> Ranking:
    """Relevant items and others, ranked by scores that are often tied."""
    listed = draw(BOTH_KINDS)
    return Ranking.from_scores(listed, draw(st.lists(integers(-2, 3), min_size=len(listed), max_size=len(listed))))


def without_scores(ranking: Ranking) -> Ranking:
    return Ranking(ranking.grades, missed=ranking.missed, relevant_from=ranking.relevant_from)


List = list[Any]


def bucketed(names: Sequence[str], with_next: Sequence[bool]) -> List:
    """A list in which some neighbours are tied: the keys of a dict, whose order is always the same."""
    groups: list[set[str]] = []
    for name, together in zip(names, [False, *with_next], strict=False):
        if together:
            groups[-1].add(name)
        else:
            groups.append({name})
    return [next(iter(group)) if len(group) == 1 else dict.fromkeys(sorted(group)).keys() for group in groups]


def tied_lists(items: str, least: int = 0) -> st.SearchStrategy[List]:
    names = st.lists(st.sampled_from(items), unique=True, min_size=least)
    ties = st.lists(st.booleans(), min_size=len(items) - 1, max_size=len(items) - 1)
    return st.builds(bucketed, names, ties)


def orders(one: List) -> Iterator[list[str]]:
    """Every list without ties that the ties leave open."""
    groups = [permutations(sorted(group)) if isinstance(group, Set) else [(group,)] for group in one]
    for chosen in product(*groups):
        yield [name for group in chosen for name in group]


def mean(values: Any) -> Any:
    values = list(values)
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def harmonic(one: Fraction, other: Fraction, beta: int = 1) -> Fraction:
    """The harmonic mean of two numbers; with beta, the second one counts so many times as much."""
    below = beta**2 * one + other
    return (1 + beta**2) * one * other / below if below else Fraction(0)
