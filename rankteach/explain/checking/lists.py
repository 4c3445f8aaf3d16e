"""The short lists that a function is tried on: all patterns up to a length, then longer ones by a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain, permutations, product
from typing import Any

from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import LACKING, SCORED, Call
from rankteach.tracing.measures import Measure
from rankteach.tracing.paired import ranked

Lists = Any  # a ranking, or a tuple of two lists
SEED, RANDOM = 17, 40
LONGEST, LONGEST_GRADED, LONGEST_LACKING = 5, 3, 4  # of which all patterns are tried
RANDOM_LENGTH = 8
MOST_RANKS = 1_000  # of a list that is longer than the cutoff
GRADES = (0, 1, 2)
FEW_RELEVANT = 12  # ranks, up to which lists with one relevant item are tried


def lists_for(call: Call, names: bool) -> list[Lists]:
    """The lists for a measure, as far as a function that is called so can know them; the shortest come first."""
    metric = call.measure.metric
    if metric.pairing:
        lists: list[Lists] = list(_of_names() if names or metric.pairing is ranked else _of_numbers())
        return sorted(dict.fromkeys(lists), key=lambda two: len(two[0]))
    k = int(call.measure.parameters.get("k") or 0)
    graded = not metric.binary or call.measure.relevant_from not in (None, 1)
    curve = metric.family == "curve"
    every = _grades(graded, bool(LACKING & call.takes) and not curve, min(k, MOST_RANKS))
    rankings = (
        Ranking(grades, missed=missed, scores=scores)
        for grades, missed in every
        if not curve or len({bool(grade) for grade in grades}) == 2
        for scores in (_scores(len(grades)) if curve and SCORED & call.takes else [None])
    )
    distinct = {repr(ranking): ranking for ranking in rankings}
    return sorted(distinct.values(), key=lambda ranking: len(ranking) + len(ranking.missed))


def _grades(graded: bool, lacking: bool, k: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The grades in each list, and those that it misses."""
    marks = GRADES if graded else (0, 1)
    longest = LONGEST_GRADED if graded else LONGEST_LACKING if lacking else LONGEST
    missing: list[tuple[int, ...]] = [(), (marks[-1],), (1, marks[-1])] if lacking else [()]
    for n in range(1, longest + 1):
        yield from product(product(marks, repeat=n), missing)
    for n in range(longest + 1, min(k + 2, FEW_RELEVANT) + 1):
        for place in range(n):
            one = tuple(int(rank == place) for rank in range(n))
            yield one, ()
            yield (1, *one[1:]), ()
    chance = random.Random(SEED)
    for number in range(RANDOM):
        n = chance.randint(2, RANDOM_LENGTH if number % 2 else max(RANDOM_LENGTH, k + 3))
        some = chance.choices((*marks, 3) if graded else marks, k=n)
        missed = chance.choices((1, marks[-1]), k=chance.randint(0, 3)) if lacking else []
        yield tuple(some), tuple(missed)


def _scores(n: int) -> Iterable[list[int]]:
    """Scores that fall: all different, in pairs, all but the last the same, all the same."""
    return [list(range(n, 0, -1)), [n - rank // 2 for rank in range(n)], [2] * (n - 1) + [1], [1] * n]


def _of_numbers() -> Iterator[Lists]:
    """Two numbers for each item, some of them tied; never all, because such a list orders nothing."""
    chance = random.Random(SEED)
    firsts = [(1, 2), (1, 2, 3), (1, 1, 2), (2, 1, 2)]
    patterns = ((first, second) for first in firsts for second in product(range(1, len(first) + 1), repeat=len(first)))
    longer = (
        tuple(tuple(chance.choices(range(1, top + 1), k=n)) for _ in range(2))
        for n, top in (((4 + number % 4), (3, 9)[number % 2]) for number in range(RANDOM))
    )
    for two in chain(patterns, longer):
        if all(len(set(numbers)) > 1 for numbers in two):
            yield two


def _of_names() -> Iterator[Lists]:
    """Two orders of the same items."""
    chance = random.Random(SEED)
    for n in range(2, 5):
        for second in permutations("abcd"[:n]):
            yield tuple("abcd"[:n]), second
    for number in range(RANDOM):
        names = "abcdefgh"[: 5 + number % 4]
        yield tuple(chance.sample(names, len(names))), tuple(chance.sample(names, len(names)))


def named_lists(measure: Measure) -> list[bool]:
    """Whether two lists are numbers or names; where the metric takes both, numbers come first."""
    return [False] if measure.metric.pairing is None else [True] if measure.metric.pairing is ranked else [False, True]
