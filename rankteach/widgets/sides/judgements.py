"""Two ranked lists under one set of judgements: a grade known in one list counts in the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rankteach.core.checks import shown, yes_or_no
from rankteach.core.ranking import Ranking
from rankteach.widgets.parts.cards import Made, ScoredList

NAMES = ("A", "B")


@dataclass(eq=False)
class JudgedPair:
    """Two ranked lists. If they are ``linked``, an item of one is the item of that name in the other.

    ``judgements`` holds the grade of every item that has a name; ``unnamed`` the grades of those missed by both
    without names. Both are empty for lists that are not linked: each then has judgements of its own.
    """

    first: Ranking
    second: Ranking
    linked: bool
    judgements: Mapping[str, Any]
    unnamed: Sequence[Any]

    def __post_init__(self) -> None:
        self.lists = self.first, self.second
        self.scored = ScoredList(self.first), ScoredList(self.second)  # with what has been calculated of each so far

    def content(self) -> list[tuple[object, ...]]:
        """What a reset returns to: the items of each list and their grades."""
        return [one.content() for one in self.scored]

    def once(self, key: Any, make: Callable[..., Made], *of: Any) -> Made:
        """What ``make(*of)`` returned the first time under this key."""
        return self.scored[0].once(("both", key), make, *of)

    def forget(self) -> None:
        """Drop what was calculated of both lists."""
        for one in self.scored:
            one.forget()

    def changed(self, which: Mapping[str, Any], change: str, *where: Any) -> JudgedPair:
        """Both lists after a change in the one that ``which`` says; a grade is that in both if they are linked."""
        ranking = self.lists[which["list"]]
        if self.linked and change == "with_grade":
            rank, grade = where
            return _under({**self.judgements, ranking.items[rank - 1]: grade}, self.unnamed, *self.lists)
        new: Ranking = getattr(ranking, change)(*where)
        return replace(self, second=new) if which["list"] else replace(self, first=new)


def judge_together(first: Any, second: Any, linked: bool | None = None) -> JudgedPair:
    """Two ranked lists under one set of judgements, which is the union of the judgements of both.

    They are linked if both were given names, or if they hold the same names with the same grades and missed the
    same (a list and the same list in another order). Lists without names, such as [1, 1, 0] and [0, 1, 1], are of
    different things. ``linked`` decides it whatever their names.

    Each of two linked lists missed the judged items that only the other list contains. Missed grades without names
    are counted as such items, as long as there are any with that grade; both lists missed the rest.
    """
    lists = [one if isinstance(one, Ranking) else Ranking(one) for one in (first, second)]
    thresholds = [one.relevant_from for one in lists]
    if thresholds[0] != thresholds[1]:
        raise ValueError(
            f"relevant_from must be the same in both lists, not {thresholds[0]} in a and {thresholds[1]} in b"
        )
    known = [_known(one) for one in lists]
    if linked is None:
        alike = known[0] == known[1] and sorted(lists[0].missed) == sorted(lists[1].missed)
        linked = alike or all(one.named for one in lists)
    if not yes_or_no(linked, "linked"):
        for side, one in enumerate(lists):
            if not one.named:  # names that tell the items of one list from those of the other: a1, a2, ...
                lists[side] = one.replace(items=[f"{'ab'[side]}{rank}" for rank in range(1, len(one) + 1)])
        return JudgedPair(lists[0], lists[1], linked=False, judgements={}, unnamed=())
    if again := [name for name, one in zip("ab", lists, strict=True) if one.repeats]:
        raise ValueError(f"{again[0]} must have each item once. Use duplicates='first' to drop the later ones.")
    for item, grade in known[0].items():
        other = known[1].get(item)
        if None not in (grade, other) and grade != other:
            raise ValueError(
                f"item {shown(item)} must have the same grade in both lists, not {grade} in a and {other} in b. "
                "If it is not the same item, pass linked=False."
            )
    judgements = {**known[0], **{item: grade for item, grade in known[1].items() if known[0].get(item) is None}}
    return _under(judgements, _unnamed(lists, known, judgements), *lists)


def _known(ranking: Ranking) -> dict[str, Any]:
    """The grade of every item that has a name, retrieved or not."""
    return dict(zip(ranking.items, ranking.grades, strict=True)) | dict(
        zip(ranking.missed_items or (), ranking.missed, strict=False)
    )


def _unnamed(lists: Sequence[Ranking], known: Sequence[Mapping[str, Any]], judgements: Mapping[str, Any]) -> list[Any]:
    """The missed grades that no item with a name accounts for."""
    named = Counter(judgements.values())
    left: Counter[Any] = Counter()
    for ranking, one in zip(lists, known, strict=True):
        if ranking.missed_items is None:
            left |= Counter(one.values()) + Counter(ranking.missed) - named
    return sorted(grade for grade in left.elements() if grade)


def _under(judgements: Mapping[str, Any], unnamed: Sequence[Any], first: Ranking, second: Ranking) -> JudgedPair:
    """Both lists with the same judgements: each misses the relevant items that it does not contain."""
    sizes = [one.collection_size for one in (first, second) if one.collection_size is not None]
    if len(set(sizes)) > 1:
        raise ValueError(f"collection_size must be the same in both lists, not {sizes[0]} in a and {sizes[1]} in b")
    judged = []
    for ranking in (first, second):
        here = set(ranking.items)
        missed = {item: grade for item, grade in judgements.items() if item not in here and grade}
        known = {*here, *missed}
        served = [*first.served.items(), *second.served.items()]
        subtopics = {
            name: {one for each, items in served if each == name for one in items} & known for name, _ in served
        }
        judged.append(
            ranking.replace(
                items=ranking.items,
                grades=[judgements[item] for item in ranking.items],
                missed=[*missed.values(), *unnamed] if unnamed else missed,
                collection_size=sizes[0] if sizes else None,
                subtopics=subtopics,
            )
        )
    return JudgedPair(judged[0], judged[1], linked=True, judgements=judgements, unnamed=unnamed)
