"""The ranks of the judged items in their lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from rankteach.core.checks import item_name
from rankteach.core.ranking import Ties
from rankteach.runs.positions import JudgedPositions, ends, ranges
from rankteach.runs.values import tied_scores


class Lists(NamedTuple):
    """The lists of some queries, in the order of the input: their scores, and what the items are called."""

    queries: Sequence[str]
    scores: np.ndarray  # of all lists, one after the other
    starts: np.ndarray  # where each begins, and where the last one ends
    items: Callable[[int], Sequence[Any]]  # the items of one list


class RetrievedItems(NamedTuple):
    """The judged items that the lists have."""

    owners: np.ndarray  # which list each is in, ascending
    scores: np.ndarray
    items: Callable[[np.ndarray], Sequence[Any]]  # the names of some of them


class JudgedRanks(NamedTuple):
    """What was found of the judged items of some queries."""

    counts: np.ndarray  # judged items of each query
    grades: np.ndarray  # of all of them, one query after the other
    retrieved: np.ndarray  # whether the run has them
    ranks: np.ndarray  # of those that it has
    tied: np.ndarray  # for each of these, where the items with its score begin, and how many they are


def joined(queries: list[str], lengths: np.ndarray, parts: Sequence[JudgedRanks]) -> JudgedPositions:
    """The parts one after the other."""
    none = np.zeros(0, dtype=np.intp)
    nothing = JudgedRanks(none, np.zeros(0), np.zeros(0, dtype=bool), none, np.zeros((0, 2), dtype=np.intp))
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


def best_first(scores: np.ndarray, bounds: np.ndarray) -> np.ndarray:
    """The places of all scores, one list after the other, each by falling score; equal ones as they are.

    A list is between two neighbours of ``bounds``. Only lists that are out of order are sorted.
    """
    order = np.arange(len(scores))
    rises = np.flatnonzero(scores[1:] > scores[:-1]) + 1
    lists = bounds.searchsorted(rises, side="right") - 1
    lists = np.unique(lists[bounds[lists] < rises])
    if lists.size:
        counts = np.diff(bounds)[lists]
        places = ranges(bounds[lists], counts)
        order[places] = places[np.lexsort((-scores[places], np.repeat(lists, counts)))]
    return order


def ranks_of(asked: RetrievedItems, lists: Lists, ties: Ties) -> tuple[np.ndarray, np.ndarray]:
    """The ranks of the judged items, counted from 0: how many items are above each; and with how many they are tied."""
    order = best_first(lists.scores, lists.starts)
    falling = lists.scores[order]
    if ties == "refuse":
        _refuse_ties(order, falling, lists)
    starts, stops = lists.starts[asked.owners], lists.starts[asked.owners + 1]
    first = _first_place(falling, starts, stops, asked.scores, np.greater)
    level = np.ones_like(first)
    if (falling[1:] == falling[:-1]).any():
        level = _first_place(falling, first, stops, asked.scores, np.greater_equal) - first
    above = first - starts
    groups, tied = np.column_stack([above, level]), np.flatnonzero(level > 1)
    if tied.size:
        above[tied] += _above_among_equals(asked, tied, first, level, order, lists, ties)
    return above, groups


def _first_place(
    falling: np.ndarray, starts: np.ndarray, stops: np.ndarray, scores: np.ndarray, ahead: np.ufunc
) -> np.ndarray:
    """From each start to a stop, the first place that is not ahead of a score; what is looked at is halved."""
    for _ in range(int((stops - starts).max(initial=0)).bit_length()):
        middle = (starts + stops) // 2
        is_ahead = (middle < stops) & ahead(falling.take(middle, mode="clip"), scores)
        starts, stops = np.where(is_ahead, middle + 1, starts), np.where(is_ahead, stops, middle)
    return starts


def _above_among_equals(
    asked: RetrievedItems,
    tied: np.ndarray,
    first: np.ndarray,
    level: np.ndarray,
    order: np.ndarray,
    lists: Lists,
    ties: Ties,
) -> list[int]:
    """How many of the items with the same score are above each of the tied ones."""
    rows = zip(asked.owners[tied].tolist(), first[tied].tolist(), level[tied].tolist(), asked.items(tied), strict=True)
    counts = []
    for owner, of_owner in groupby(rows, key=itemgetter(0)):
        items, begin = lists.items(owner), lists.starts[owner]
        orders: dict[int, dict[Any, int]] = {}
        for _, start, equal, item in of_owner:
            if start not in orders:
                places = (order[start : start + equal] - begin).tolist()
                orders[start] = {name: place for place, name in enumerate(_ordered(places, items, ties))}
            counts.append(orders[start][item])
    return counts


def _ordered(places: list[int], items: Sequence[Any], ties: Ties) -> list[Any]:
    """The items with one score, by their places in the input, in the order that ``ties`` says."""
    if ties == "stable":
        return [items[place] for place in sorted(places)]
    # code points sort like their bytes in UTF-8
    return sorted([items[place] for place in places], key=item_name, reverse=ties == "item_descending")


def _refuse_ties(order: np.ndarray, falling: np.ndarray, lists: Lists) -> None:
    places = np.flatnonzero(falling[1:] == falling[:-1]) + 1
    numbers = lists.starts.searchsorted(places, side="right") - 1
    inside = lists.starts[numbers] < places
    for number, place in zip(numbers[inside].tolist(), places[inside].tolist(), strict=True):
        items = lists.items(number)
        one, other = (order[place - 1 : place + 1] - lists.starts[number]).tolist()
        raise tied_scores(lists.queries[number], items[one], items[other], falling[place])
