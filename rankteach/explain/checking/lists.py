"""The short lists that a function is tried on: all patterns up to a length, longer ones, and special ones."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from typing import Any

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking
from rankteach.explain.checking.calls import BY_QUERY, LACKING, LISTED, OF_GRADES, SCORED, Call, Trial, by_query
from rankteach.notation.calculation import exact_or_float
from rankteach.notation.numbers import plain
from rankteach.tracing.measures import Measure
from rankteach.tracing.paired import ranked

GRADED = {*OF_GRADES, "ranking", "y_true"}  # with which a function sees grades, also for a binary measure
Lists = Any  # a ranking, or a tuple of two lists
SEED, RANDOM = 17, 40
LONGEST, LONGEST_GRADED, LONGEST_LACKING = 5, 3, 4  # of which all patterns are tried
RANDOM_LENGTH = 8
LONG = (24, 60, 120)  # ranks of lists that are longer than a cutoff that a function has without saying so
MOST_RANKS = 1_000  # of a list that is longer than the cutoff
GRADES = (0, 1, 2, 3)
FEW_RELEVANT = 12  # ranks, up to which lists with one relevant item are tried
BATCHES = 9
# The kinds of special lists, in the order in which a report names them, and what is right there.
KINDS = {
    "nothing relevant": "nothing is relevant in these lists. Return {} there",
    "no items": "return {} for an empty list",
    "one class only": "return {} there, raise an error, or return NaN",
    "grades up to 5": "{high}",
    "equal scores": "order equal scores as the measure says: ties={ties!r}",
    "unjudged items": "{unjudged}",
    "grades below 0": "a grade below 0 counts as 0",
    "an item twice": "count an item only once: skip it if it was in the list before, or raise an error",
    "several queries": "calculate each query by itself, and take the mean",
    "a query that the run lacks": "a query that the run lacks has an empty list: use run.get(query, {{}})",
    "a query without a relevant item": "a query without a relevant item {bare}",
    "items that only one list has": "an item of one list need not be in the other",
    "different lengths": "one list can be longer than the other",
}
NOTHING, EMPTY, ONE_CLASS, HIGH, TIES, UNJUDGED, BELOW, TWICE, SEVERAL, NOT_RUN, BARE, IN_ONE_LIST, UNEVEN = KINDS
HIGH_GRADES = ((2,), (0, 2), (2, 1), (1, 0, 2), (0, 3, 1), (2, 2, 0, 3), (0, 0, 3, 1, 0, 2), (1, 3, 0, 0, 0, 0, 2))
HIGHEST_GRADES = ((4,), (3, 4), (0, 4, 1), (2, 0, 4, 3), (5,), (4, 5), (1, 0, 5, 4))
HIGH_MISSED = (((2, 0), (3, 1)), ((3, 4), (5,)))
# the last irrelevant item is the first item again
ITEMS_TWICE = ((1, 0), (1, 0, 0), (0, 1, 0), (0, 1, 0, 1), (1, 1, 0), (0, 0, 1), (1, 0, 0, 1))
TEN_RELEVANT = (1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1)  # with recall at each level of the eleven
IN_ONE = ("ab", "ac"), ("ab", "cd"), ("abc", "cda"), ("abc", "bcd"), ("abcd", "bfae"), ("abcdef", "cgahbi")
OF_TWO_LENGTHS = ("ab", "abc"), ("bca", "ab"), ("abcd", "ef"), ("acbd", "eafcbg")
# which subtopics each item serves; wherever the ideal order has a choice, each one has the same gains
SERVED = ((), ("",), ("a",), ("", "a"), ("a", "a"), ("a", "ab"), ("ab", "a"), ("a", "b", "a"), ("a", "a", "a"),
          ("", "a", "abc"), ("c", "ab", "abc"), ("a", "abc", "", "bc"), ("a", "bc", "abc", "a"),
          ("b", "b", "", "b", "abc"), ("", "", "c", "ab", "abc", "a"), ("a", "a", "a", "ab", "a", "b"))  # fmt: skip
MANY_TIED = ((0, 1, 1, 0, 1), (1, 0, 0, 1, 0), (0, 0, 1, 0, 1, 1))


def trials_for(call: Call, names: bool) -> list[Trial]:
    """What a function that is called so is tried on, as far as it can know it; the shortest come first."""
    metric = call.measure.metric
    if metric.pairing:
        lists: list[Lists] = list(_of_names() if names or metric.pairing is ranked else _of_numbers())
        trials = [Trial(two) for two in dict.fromkeys(lists)]
        if metric.pairing is ranked:
            special_pairs = [(IN_ONE_LIST, IN_ONE), (UNEVEN, OF_TWO_LENGTHS)]
            trials += [Trial((tuple(one), tuple(other)), kind) for kind, some in special_pairs for one, other in some]
        return sorted(trials, key=lambda trial: len(trial.lists[0]))
    if "subtopics" in call.takes:
        return [Trial(_serving(sets), NOTHING * (not any(sets)) * bool(sets) or EMPTY * (not sets)) for sets in SERVED]
    measure, lacking = call.measure, bool(LACKING & call.takes)
    marks = _marks(measure)
    keyed = bool(call.takes & BY_QUERY)
    # whether it compares pairs of items, or thresholds; other curves go down the list, as most metrics do
    curve = metric.family == "curve" and ("ties" in metric.parameters or not metric.binary)
    batches = list(_of_queries(marks, lacking, keyed)) if keyed or call.several else []
    scored, in_order = bool(SCORED & call.takes), measure.parameters.get("ties") == "input_order"
    if curve:  # where a query of one kind of items has no value, and counts as it likes in a mean
        kinds = (SEVERAL, NOT_RUN, BARE) if measure.aggregation else (SEVERAL,)
        batches = [one._replace(lists=_with_pairs(one.lists, scored, in_order)) for one in batches if one.kind in kinds]
    k = min(int(measure.parameters.get("k") or 0), MOST_RANKS)
    if call.several or measure.aggregation:
        if not metric.binary and (high := [*_high(measure, False)]):
            batches.append(Trial(Batch(high), HIGH))
        if not curve and not measure.aggregation:  # the list of an only query
            batches += _special(call, marks, lacking, k)
        return sorted((one._replace(kind=one.kind * (one.kind != SEVERAL)) for one in batches), key=_size)
    least = measure.relevant_from or 1
    in_order = "ties" in metric.shared  # of items with equal scores, not one threshold for all of them
    every = dict.fromkeys(
        (grades, missed, scores)
        for grades, missed in (
            *_grades(marks, lacking and not curve, k),
            *[(tuple(_top(marks) * one for one in TEN_RELEVANT), ())] * (metric.family == "curve" and not curve),
        )
        if not curve or len({bool(grade) for grade in grades}) == 2
        for scores in (map(tuple, _scores(len(grades))) if curve and SCORED & call.takes else [None])
        if not (in_order and len(grades) > RANDOM_LENGTH and scores and len({*scores}) < len(grades))  # too many orders
    )
    plain = []
    for grades, missed, scores in every:
        one, nothing = Ranking(grades, missed=missed, scores=scores), max(*grades, *missed, 0) < least
        plain.append(Trial(one, NOTHING if nothing else TIES if in_order and one.arrays.tied else ""))
    if curve:
        of_one_class = product((1, 0), (1, 3)) if scored else ()
        special = [Trial(Ranking([grade] * n, scores=range(n, 0, -1)), ONE_CLASS) for grade, n in of_one_class]
        if not metric.binary or (marks == (0, 1) and call.takes & GRADED):
            special += [Trial(one, HIGH) for one in _high(measure, False) if len({bool(g) for g in one.grades}) == 2]
    else:
        special = list(_special(call, marks, lacking, k))
    return sorted((one._replace(scored=scored and not curve) for one in (*plain, *special, *batches)), key=_size)


def _marks(measure: Measure) -> tuple[int, ...]:
    """The grades in the lists: 0, those next to the relevance level or all, and one that is in long lists only."""
    level = math.ceil(measure.relevant_from or 1)
    if measure.metric.binary:
        return (0, 1) if level == 1 else (0, level - 1, level, level + 1)
    gain = measure.parameters.get("gain")
    return tuple(
        grade for grade in sorted({*GRADES, *(gain if isinstance(gain, Mapping) else ())}) if _takes(measure, grade)
    )


def _takes(measure: Measure, grade: int) -> bool:
    try:
        measure(Ranking([grade]))
    except ValueError:
        return False
    return True


def _size(trial: Trial) -> int:
    return sum(len(one) + len(one.missed) for one in by_query(trial.lists).values())


def depends(measure: Measure, one: Ranking, other: Ranking) -> bool:
    """Whether two rankings have different values, with every grade above 0 as relevant."""
    return bool(float(measure.metric(one, **measure.parameters)) != float(measure.metric(other, **measure.parameters)))


def on_missed(measure: Measure, relevant: bool = True) -> bool:
    """Whether relevant items count that the list lacks, if only by a higher grade; or irrelevant ones."""
    marks = _marks(measure)
    grades = [marks[:2][-1], 0, marks[:2][-1]]
    return depends(measure, Ranking(grades), Ranking(grades, missed=marks[-1:] if relevant else [0]))


def on_unjudged(measure: Measure) -> bool:
    """Whether an unjudged item counts otherwise than an irrelevant one."""
    if measure.metric.pairing:
        return False
    return bool(measure.parameters.get("judged_only")) or depends(measure, Ranking([None, 1]), Ranking([0, 1]))


def rule(kind: str, measure: Measure, value: str) -> str:
    """What is right for lists of one kind, of which the first has this value."""
    apart = f"{measure} tells unjudged items, which are not in the judgements, from items of grade 0"
    unjudged = apart if on_unjudged(measure) else "an unjudged item counts as not relevant"
    high = "an item counts as one relevant item, whatever its grade above 0 (grade ≥ 1)"
    high = high if measure.metric.of_one.binary else "a grade can be above 3, too"
    ties = measure.parameters.get("ties", "stable")
    bare = _in_the_mean(measure) if kind == BARE and not measure.metric.of_one.pairing else ""
    return KINDS[kind].format(value, ties=ties, unjudged=unjudged, high=high, bare=bare)


def _in_the_mean(measure: Measure) -> str:
    """What a query without a relevant item is in a mean."""
    if measure.aggregation.get("queries", "all") != "all":
        return "is left out"
    if measure.aggregation.get("average") == "pooled":
        return "adds its items to the pool"
    return f"counts as {plain(exact_or_float(measure.of_one(Ranking([0])).result))}"


def _special(call: Call, marks: Sequence[int], lacking: bool, k: int) -> Iterator[Trial]:
    """Empty lists, high grades, equal scores, unjudged items, and items that are there twice."""
    top = _top(marks)
    yield Trial(Ranking([]), EMPTY)
    if lacking:
        yield Trial(Ranking([], missed=[top]), EMPTY)
    if not call.measure.metric.binary or (marks == (0, 1) and call.takes & GRADED):
        for one in _high(call.measure, lacking):
            yield Trial(one, HIGH)
    if SCORED & call.takes:
        across = [int(rank in (k, k + 1)) for rank in range(1, k + 3)]
        for hits in [*product((0, 1), repeat=2), *product((0, 1), repeat=3), *MANY_TIED, across]:
            for scores in list(_scores(len(hits)))[1:] if any(hits) else ():
                names = [f"d{place}" for place in random.Random(str(hits)).sample(range(len(hits)), len(hits))]
                yield Trial(Ranking([top * hit for hit in hits], items=names, scores=scores), TIES)
    if call.takes & {*OF_GRADES, "irrelevant", "run", "scored", "ranking"}:
        moves_up = (None, *[0] * (k - 1), top)  # without the unjudged item, the last one is at rank k
        for some in chain([(None, top)], product((0, top, None), repeat=3), [moves_up] * bool(k)):
            if None in some and top in some:
                yield Trial(Ranking(some), UNJUDGED)
    if call.takes & {"judged", "irrelevant", "qrels", "ranking"}:
        for some in product((0, top), repeat=3):
            if any(some):
                yield Trial(Ranking(some, missed=[0, 0]))
    if call.takes & OF_GRADES and call.measure.metric.binary:
        for grades in ((0, top), (top, 0), (0, 0, top, top), (top, 0, 0, top)):
            yield Trial(Ranking(grades), BELOW, zero=-1)
    if call.takes & LISTED:
        for hits, missed in product(ITEMS_TWICE, [(), (top,)][: 1 + lacking]):
            again = len(hits) - 1 - hits[::-1].index(0)
            yield Trial(Ranking([top * hit for hit in hits], missed=missed), TWICE, (again, 0))


def _serving(sets: Sequence[str]) -> Ranking:
    """Items that serve these subtopics, a letter for each."""
    names = [f"d{rank}" for rank, _ in enumerate(sets, start=1)]
    served = {
        letter: [name for name, one in zip(names, sets, strict=True) if letter in one]
        for letter in sorted({*"".join(sets)})
    }
    return Ranking([int(bool(one)) for one in sets], items=names, subtopics=served)


def _high(measure: Measure, lacking: bool) -> Iterator[Ranking]:
    """Lists with grades above those of all other lists, as far as the measure takes them."""
    every = [(grades, ()) for grades in (*HIGH_GRADES * measure.metric.binary, *HIGHEST_GRADES)]
    for grades, missed in [*every, *HIGH_MISSED * lacking]:
        if _takes(measure, max(*grades, *missed, 0)):
            yield Ranking(grades, missed=missed)


def _with_pairs(queries: Batch, scored: bool, ordered: bool) -> Batch:
    """Lists of both kinds of items, in any order; with scores, some of them equal unless their order counts."""
    chance, lists = random.Random(SEED), [[*one.grades, *[0] * bool(len(one))] for one in queries]
    length = sum(map(len, lists))
    drawn = chance.sample(range(length), length) if ordered else chance.choices(range(-2, length // 2), k=length)
    scores = [sorted((drawn.pop() / 2 for _ in grades), reverse=True) if scored else None for grades in lists]
    some = zip(lists, scores, queries, strict=True)
    return Batch(
        Ranking(chance.sample(grades, len(grades)), scores=each, missed=one.missed) for grades, each, one in some
    )


def _of_queries(marks: Sequence[int], lacking: bool, keyed: bool) -> Iterator[Trial]:
    """Several queries with lists of different lengths; then one of them without a list, or without a relevant item."""
    chance, top = random.Random(SEED), _top(marks)
    for number in range(BATCHES):
        some = []
        for _ in range(2 + number % 2):
            grades = chance.choices(marks, k=chance.randint(1, 4) if number < BATCHES - 1 else LONG[-1])
            some.append(
                Ranking([*grades, top], missed=chance.choices((marks[1], top), k=number % 3) if lacking else ())
            )
        yield Trial(Batch(some), SEVERAL)
        if number < BATCHES // 2:
            some = some if number else [Ranking([top])] * 2  # the first mean is easy to work out by hand
            without, not_run = Ranking([0] * (number + 1)), Ranking([], missed=[top] * (number + 1))
            yield Trial(Batch([*some, without] if number % 2 else [without, *some]), BARE)
            if keyed or lacking:
                yield Trial(Batch([*some, not_run] if number % 2 else [not_run, *some]), NOT_RUN if keyed else SEVERAL)


def _grades(marks: Sequence[int], lacking: bool, k: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The grades in each list, and those that it misses."""
    top = _top(marks)
    longest = LONGEST_GRADED if len(marks) > 2 else LONGEST_LACKING if lacking else LONGEST
    missing: list[tuple[int, ...]] = [(), (top,), (marks[1], top)] if lacking else [()]
    for n in range(1, longest + 1):
        yield from product(product(marks[:3], repeat=n), missing)
    for n in range(longest + 1, min(k + 2, FEW_RELEVANT) + 1):
        for place in range(n):
            one = tuple(top * (rank == place) for rank in range(n))
            yield one, ()
            yield (top, *one[1:]), ()
    chance = random.Random(SEED)
    for number in range(RANDOM):
        n = chance.randint(2, RANDOM_LENGTH if number % 2 else max(RANDOM_LENGTH, k + 3))
        some = chance.choices(marks, k=n)
        missed = chance.choices((marks[1], top), k=chance.randint(0, 3)) if lacking else []
        yield tuple(some), tuple(missed)
    for n in {*LONG, max(LONG[0], k + 5)}:  # more relevant items than the cutoff
        for late in (n // 3, n // 2, n - 4, n):
            yield tuple(top * (rank == late) for rank in range(1, n + 1)), ()
        yield tuple(top * (rank not in (2, 5, 11)) for rank in range(1, n + 1)), (top,) * lacking


def _top(marks: Sequence[int]) -> int:
    """The highest grade of short lists."""
    return marks[:3][-1]


def _scores(n: int) -> Iterable[Sequence[float]]:
    """Scores that fall: all different, to below 0; in pairs, all but the last the same, all the same."""
    return [[0.5 - rank / 4 for rank in range(n)], [n - rank // 2 for rank in range(n)], [2] * (n - 1) + [1], [1] * n]


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
