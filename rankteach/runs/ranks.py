"""The ranks of the judged items in their lists, without sorting lists of which few items are judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import item_name
from rankteach.core.ranking import Ties
from rankteach.runs.positions import JudgedPositions, ends
from rankteach.runs.values import tied_scores

COMPARED = 8192  # so many comparisons for a list take about as long as sorting it


class Lists(NamedTuple):
    """The lists of some queries, in the order of the input: their scores, and what the items are called."""

    queries: Sequence[str]
    scores: np.ndarray  # of all lists, one after the other
    starts: np.ndarray  # where each begins, and where the last one ends
    items: Callable[[int], Sequence[Any]]  # the items of one list

    def of(self, number: int) -> np.ndarray:
        """The scores of one list."""
        return self.scores[self.starts[number] : self.starts[number + 1]]


class Asked(NamedTuple):
    """The judged items that the lists have."""

    owners: np.ndarray  # which list each is in, ascending
    scores: np.ndarray
    items: Callable[[np.ndarray], Sequence[Any]]  # the names of some of them


class Part(NamedTuple):
    """What was found of the judged items of some queries."""

    counts: np.ndarray  # judged items of each query
    grades: np.ndarray  # of all of them, one query after the other
    retrieved: np.ndarray  # whether the run has them
    ranks: np.ndarray  # of those that it has
    tied: np.ndarray  # for each of these, where the items with its score begin, and how many they are


def joined(queries: list[str], lengths: np.ndarray, parts: Sequence[Part]) -> JudgedPositions:
    """The parts one after the other."""
    none = np.zeros(0, dtype=np.intp)
    nothing = Part(none, np.zeros(0), np.zeros(0, dtype=bool), none, np.zeros((0, 2), dtype=np.intp))
    counts, grades, retrieved, ranks, tied = map(np.concatenate, zip(nothing, *parts, strict=True))
    grades = whole_if_all_are(grades)
    # many times as fast as choosing by truth values
    there, missed = np.flatnonzero(retrieved), np.flatnonzero(~retrieved)
    judged_starts = ends(counts)
    starts = there.searchsorted(judged_starts)
    return JudgedPositions(
        queries, lengths, starts, ranks, grades[there], judged_starts - starts, grades[missed], tied=tied
    )


def whole_if_all_are(grades: np.ndarray) -> np.ndarray:
    """Grades as whole numbers, if all of them are."""
    whole = grades.astype(np.int64)
    return whole if (whole == grades).all() else grades


def ranks_of(asked: Asked, lists: Lists, ties: Ties) -> tuple[np.ndarray, np.ndarray]:
    """The ranks of the judged items, counted from 0: how many items are above each; and with how many they are tied."""
    if ties == "refuse":
        _refuse_ties(lists)
    lengths = np.diff(lists.starts)
    few = len(asked.scores) * int(lengths.max(initial=0)) <= COMPARED * len(lengths)
    above, level = _by_counting(asked, lists, lengths) if few else _by_sorting(asked, lists)
    tied, groups = np.flatnonzero(level > 1), np.column_stack([above, np.maximum(level, 1)])
    if tied.size:
        above[tied] += _above_among_equals(tied, above, level, asked, lists, ties)
    return above, groups


def _by_counting(asked: Asked, lists: Lists, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many items of its list have a higher score than each judged item, and how many have the same."""
    width = int(lengths.max(initial=0))
    if (lengths == width).all():
        matrix = lists.scores.reshape(len(lengths), width)
    else:
        matrix = np.full((len(lengths), width), -np.inf)
        matrix[np.arange(width) < lengths[:, None]] = lists.scores
    others, scores = matrix[asked.owners], asked.scores[:, None]
    return np.count_nonzero(others > scores, axis=-1), np.count_nonzero(others == scores, axis=-1)


def _by_sorting(asked: Asked, lists: Lists) -> tuple[np.ndarray, np.ndarray]:
    """The same, faster where many items of a long list are judged."""
    above, level = np.zeros((2, len(asked.scores)), dtype=np.intp)
    bounds = np.searchsorted(asked.owners, np.arange(len(lists.queries) + 1)).tolist()
    for number, (start, stop) in enumerate(pairwise(bounds)):
        scores = lists.of(number)[::-1]
        rising = (scores[1:] > scores[:-1]).all()
        if not rising:
            scores = np.sort(scores)
        order = np.argsort(asked.scores[start:stop])  # what is looked up in order is found faster
        mine = asked.scores[start + order]
        higher = scores.searchsorted(mine, side="right")
        above[start + order] = len(scores) - higher
        if not rising and (scores[1:] == scores[:-1]).any():
            level[start + order] = higher - scores.searchsorted(mine, side="left")
    return above, level


def _above_among_equals(
    tied: np.ndarray, above: np.ndarray, level: np.ndarray, asked: Asked, lists: Lists, ties: Ties
) -> list[int]:
    """How many of the items with the same score are above each of the tied ones."""
    rows = zip(asked.owners[tied].tolist(), above[tied].tolist(), level[tied].tolist(), asked.items(tied), strict=True)
    counts = []
    for owner, of_owner in groupby(rows, key=itemgetter(0)):
        items, falling = lists.items(owner), np.argsort(-lists.of(owner))
        orders: dict[int, dict[Any, int]] = {}
        for _, first, equal, item in of_owner:
            if first not in orders:
                places = falling[first : first + equal].tolist()
                orders[first] = {name: place for place, name in enumerate(_ordered(places, items, ties))}
            counts.append(orders[first][item])
    return counts


def _ordered(places: list[int], items: Sequence[Any], ties: Ties) -> list[Any]:
    """The items with one score, by their places in the input, in the order that ``ties`` says."""
    if ties == "stable":
        return [items[place] for place in sorted(places)]
    # code points sort like their bytes in UTF-8
    return sorted([items[place] for place in places], key=item_name, reverse=ties == "item_descending")


def _refuse_ties(lists: Lists) -> None:
    for number, query in enumerate(lists.queries):
        scores = lists.of(number)
        order = np.argsort(-scores, kind="stable")
        equal = np.flatnonzero(scores[order[1:]] == scores[order[:-1]])
        if equal.size:
            one, other = order[equal[0] : equal[0] + 2].tolist()
            items = lists.items(number)
            raise tied_scores(query, items[one], items[other], scores[one])
