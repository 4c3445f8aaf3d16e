"""What several tests of numbers and of two lists draw: columns with ties, and lists in which neighbours are tied."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import builds, composite, floats, integers, sampled_from

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


List = list[Any]


def bucketed(names: Sequence[str], with_next: Sequence[bool]) -> List:
    """A list in which some neighbours are tied."""
    groups: list[set[str]] = []
    for name, together in zip(names, [False, *with_next], strict=False):
        if together:
            groups[-1].add(name)
        else:
            groups.append({name})
    return [next(iter(group)) if len(group) == 1 else group for group in groups]


def tied_lists(items: str, least: int = 0) -> st.SearchStrategy[List]:
    names = st.lists(st.sampled_from(items), unique=True, min_size=least)
    ties = st.lists(st.booleans(), min_size=len(items) - 1, max_size=len(items) - 1)
    return st.builds(bucketed, names, ties)


def orders(one: List) -> Iterator[list[str]]:
    """Every list without ties that the ties leave open."""
    groups = [permutations(sorted(group)) if isinstance(group, set) else [(group,)] for group in one]
    for chosen in product(*groups):
        yield [name for group in chosen for name in group]


def mean(values: Any) -> Any:
    values = list(values)
    return sum(values) / len(values)
