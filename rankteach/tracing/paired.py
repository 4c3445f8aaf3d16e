"""Two lists, compared item by item: the input of a metric of agreement."""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping, Sequence, Set
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from rankteach.core.checks import checked_scores, item_names, listed, must, place_of, shown, whole_number
from rankteach.core.column import Axis, Column
from rankteach.core.judged import Judged
from rankteach.core.judged_arrays import frozen
from rankteach.core.ranking import Ranking
from rankteach.core.sorting import average_ranks


class Paired:
    """Two numbers for each item: ``x`` from the first list, ``y`` from the second.

    ``names`` are the items' names, if they were given. ``words`` say for a trace's header what the numbers are.
    ``lists`` are the names of the items, best first, where two ranked lists were given; ``x`` and ``y`` are then
    ranks in them. Tied items have the same rank, the best one of their places.
    ``unordered`` names a list in which tied items were given as a set, so that nothing orders them.
    """

    relevant_from = 1

    def __init__(
        self,
        names: Sequence[str] | None,
        x: np.ndarray,
        y: np.ndarray,
        words: str,
        lists: tuple[Sequence[str], Sequence[str]] | None = None,
        unordered: str = "",
    ) -> None:
        self.names, self.words, self.lists, self.unordered = names, words, lists, unordered
        self.axis = Axis("item", length=len(x), labels=lambda: {"item": self.items})
        one, other = (None, None) if lists is None else map(len, lists)
        self.x = Column(frozen(x), self.axis, argument=one, name="first", symbol="x_i")
        self.y = Column(frozen(y), self.axis, argument=other, name="second", symbol="y_i")

    @property
    def items(self) -> Sequence[str]:
        """The items' names; d1, d2, d3, ... where none were given."""
        return [f"d{i}" for i in range(1, len(self) + 1)] if self.names is None else self.names

    @property
    def named(self) -> bool:
        """Whether numbers came with names of their items."""
        return self.names is not None and self.lists is None

    def __len__(self) -> int:
        return self.axis.length

    def __repr__(self) -> str:
        return f"<Paired: {len(self)} items>"

    def top(self, k: int | None) -> Paired:
        """Only the first ``k`` of either list, and the items that are in one of them."""
        if k is None:
            return self
        k = whole_number(k, "k", "Leave k out to compare the whole lists.")
        first, second = ((names[: int(np.searchsorted(at, k, "right"))], at) for names, at in self._ranked())
        return _of_ranks(first, second, self.unordered)

    def _ranked(self) -> list[tuple[Sequence[str], np.ndarray]]:
        """The names in each list, best first, and the rank of each."""
        assert self.lists is not None
        row = {item: i for i, item in enumerate(self.items)}
        columns = zip(self.lists, (self.x, self.y), strict=True)
        return [(names, np.array([ranks[row[name]] for name in names])) for names, ranks in columns]

    @cached_property
    def tied(self) -> bool:
        """Whether some items of a ranked list share a rank."""
        return self.lists is not None and any((np.diff(ranks) == 0).any() for _, ranks in self._ranked())

    @property
    def groups(self) -> list[list[Any]]:
        """Each list as you write it: names, best first, and a set of names for items that are tied."""
        return [
            [group[0] if len(group) == 1 else dict.fromkeys(group).keys() for group in _grouped(names, ranks)]
            for names, ranks in self._ranked()
        ]

    def in_order(self) -> Paired:
        """The same lists without ties: tied items are ranked in the order in which they were given."""
        if self.unordered:
            raise ValueError(
                f"{self.unordered} must not have a set here, because a set has no order. Write its items one by one."
            )
        assert self.lists is not None
        return ranked(*self.lists)

    def cutoffs(self, k: int | None) -> Axis:
        """The cutoffs there are, up to ``k``."""
        assert self.lists is not None
        return Axis("rank", length=k or max(map(len, self.lists)))


class Pairs:
    """Two lists for each of many queries."""

    relevant_from = 1

    def __init__(self, pairs: Sequence[Paired], queries: Sequence[str]) -> None:
        self.pairs, self.queries = pairs, queries

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[Paired]:
        return iter(self.pairs)

    def __getitem__(self, query: int | str) -> Paired:
        return self.pairs[place_of(query, self.queries)]

    def cutoffs(self, k: int | None) -> Axis:
        """The cutoffs there are, up to ``k``."""
        return max((pair.cutoffs(k) for pair in self.pairs), key=lambda axis: axis.length)


def ranked(first: Any, second: Any) -> Paired:
    """Two ranked lists, best first: each item's rank in both. Not all items need be in both.

    Items in a set are tied, and so are neighbours with the same score in a ``Ranking``: all have the best of their
    ranks. An item that is not in a list is ranked below all that are, at the same rank as the other missing items.
    """
    one, other = _ranks(first, "the first list"), _ranks(second, "the second list")
    return _of_ranks(one[:2], other[:2], one[2] or other[2])


def _of_ranks(
    first: tuple[Sequence[str], np.ndarray], second: tuple[Sequence[str], np.ndarray], unordered: str
) -> Paired:
    """Two lists of names, and the rank of each name in its list."""
    (one, _), (other, _) = first, second
    x, y = (dict(zip(names, ranks.tolist(), strict=False)) for names, ranks in (first, second))
    items = [*one, *(item for item in other if item not in x)]
    return Paired(
        items,
        np.array([x.get(item, len(one) + 1) for item in items], dtype=np.int64),
        np.array([y.get(item, len(other) + 1) for item in items], dtype=np.int64),
        "items by their ranks in two lists",
        (one, other),
        unordered,
    )


def valued(first: Any, second: Any) -> Paired:
    """Two numbers for each of at least two items.

    Two lists of numbers are paired by position; two mappings of item to number, by item. Two rankings are paired by
    item too: by their scores if both have some, else by rank; and so are two ranked lists of names. Tied items have the
    mean of their ranks.
    """
    paired = _valued(first, second)
    if paired.tied:
        words = f"{paired.words}; tied items have the mean of their ranks"
        x, y = (average_ranks(np.asarray(ranks)) for ranks in (paired.x, paired.y))
        paired = Paired(paired.names, x, y, words, paired.lists, paired.unordered)
    if len(paired) < 2:
        raise ValueError(f"A correlation needs at least two items, but the lists have {len(paired)}.")
    return paired


def scored(first: Any, second: Any) -> Paired:
    """Two numbers for each of at least two items, the larger the better.

    As ``valued`` pairs them, but of two ranked lists the last item has 1, the one above it 2, and so on.
    """
    paired = valued(first, second)
    if paired.lists is None:
        return paired
    x, y = (len(paired) + 1 - np.asarray(column) for column in (paired.x, paired.y))
    return Paired(paired.items, x, y, "items by their places in two lists, counted from the last one", paired.lists)


def _valued(first: Any, second: Any) -> Paired:
    if isinstance(first, Ranking) and isinstance(second, Ranking):
        _names(first, "the first list"), _names(second, "the second list")
        _all_in_both(first.items, second.items)
        if first.scores is None or second.scores is None:
            return ranked(first, second)
        first, second = (dict(zip(one.items, one.scores or (), strict=True)) for one in (first, second))
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        x, y = (
            dict(zip(item_names(list(values), len(values), argument), values.values(), strict=True))
            for values, argument in ((first, "the first list"), (second, "the second list"))
        )
        _all_in_both(list(x), list(y))
        numbers = checked_scores(list(x.values()), len(x), "the first list", "items")
        others = checked_scores([y[item] for item in x], len(x), "the second list", "items")
        return Paired(list(x), numbers, others, "items by two numbers each")
    for values in (first, second):
        if isinstance(values, Judged | Mapping):
            raise TypeError(
                f"Both lists must be of the same kind, but the first list is {shown(first)} and the second list is "
                f"{shown(second)}."
            )
    lists, named = [], []
    for values, argument in ((first, "the first list"), (second, "the second list")):
        array = isinstance(values, np.ndarray) and values.ndim == 1  # of numbers, it can be long
        lists.append(values if array else listed(values, argument))
        numeric = array and values.dtype.kind in "biuf"
        named.append(not numeric and any(isinstance(value, str | Set) for value in lists[-1]))
    one, other = lists
    if any(named) and not all(named) and len(one) and len(other):
        raise TypeError("Both lists must be of the same kind, but one has names and the other one numbers.")
    if any(named):
        paired = ranked(one, other)
        assert paired.lists is not None
        _all_in_both(*paired.lists)
        return paired
    numbers = checked_scores(one, None, "the first list")
    others = checked_scores(other, len(numbers), "the second list", "the first list")
    return Paired(None, numbers, others, "items by two numbers each")


def _names(values: Any, argument: str) -> Sequence[str]:
    if isinstance(values, Ranking) and not values.named:
        raise ValueError(f"{argument} must have item names, by which items are paired. Use Ranking(grades, items=...).")
    if isinstance(values, Judged) and not isinstance(values, Ranking):
        raise TypeError(must(argument, values, "be one ranked list"))
    names = values.arguments(all_names=True)["items"] if isinstance(values, Ranking) else listed(values, argument)
    return item_names(names, len(names), argument)


def _ranks(values: Any, argument: str) -> tuple[Sequence[str], np.ndarray, str]:
    """The names in a ranked list, the rank of each, and the argument if it ties items in a set."""
    sizes, unordered = [], ""
    if isinstance(values, Ranking):
        sizes = list(map(len, values.tied_runs()))
    elif not isinstance(values, Judged):
        values = listed(values, argument)
        sizes = [len(one) if isinstance(one, Set) else 1 for one in values]
        if any(isinstance(one, Set) for one in values):
            if not all(sizes):
                raise ValueError(f"{argument}[{sizes.index(0)}] must have at least one item, not an empty set.")
            ordered = all(isinstance(one, KeysView) for one in values if isinstance(one, Set) and len(one) > 1)
            unordered = "" if ordered else argument
            values = [name for one in values for name in (_in_group(one, argument) if isinstance(one, Set) else [one])]
    names = _names(values, argument)  # refuses what is not one ranked list
    return names, np.repeat(np.cumsum([1, *sizes])[:-1], np.array(sizes, dtype=np.intp)), unordered


def _in_group(group: Set[Any], argument: str) -> Sequence[str]:
    """The names in a set, always in the same order: that of a dict's keys, else by name."""
    names = item_names(list(group), len(group), argument)
    return names if isinstance(group, KeysView) else sorted(names)


def _grouped(names: Sequence[str], ranks: np.ndarray) -> Iterator[list[str]]:
    """The names that share a rank, rank by rank."""
    for _, group in groupby(zip(ranks.tolist(), names, strict=True), key=lambda pair: pair[0]):
        yield [name for _, name in group]


def _all_in_both(one: Sequence[Any], other: Sequence[Any]) -> None:
    for names, others, which in ((one, set(other), "second"), (other, set(one), "first")):
        for item in names:
            if item not in others:
                raise ValueError(
                    f"Both lists must have the same items, but {shown(item)} is not in the {which} list. "
                    "Use kendall_distance for lists with different items."
                )
