"""One ranked list with its judgements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, get_args

import numpy as np

from rankteach.core.checks import checked_grades, checked_scores, item_names, listed, threshold, whole_number
from rankteach.core.column import Axis
from rankteach.core.judged import Ranked, frozen
from rankteach.core.sorting import descending

Ties = Literal["stable", "item_descending", "item_ascending", "refuse"]


class Ranking(Ranked):
    """One ranked list with its relevance judgements, best rank first. Never changes.

    Parameters
    ----------
    grades : sequence of numbers
        The grade of the item at each rank, at least 0; 0 is not relevant, ``None`` not judged (counts
        as not relevant). Whole numbers, fractions and floats; ``True`` and ``False`` are 1 and 0.
    items : sequence, optional
        The items' names, each once; d1, d2, d3, ... by default.
    scores : sequence of numbers, optional
        The score that each item was ranked by.
    missed : sequence of numbers, or mapping of item to number
        The grades of judged items that are not in the list.
    collection_size : int, optional
        The number of all items there are, retrieved or not.
    relevant_from : number
        The grade from which an item counts as relevant for binary metrics.
    pooled : iterable of items
        Those of the items without a judgement that were in the pool from which items to judge were drawn (for infAP).

    Raises
    ------
    TypeError, ValueError
        Names the argument, what was found where, and what would be right.

    An empty list is a ranking in which nothing was retrieved: its metrics are 0.

    >>> ranking = Ranking([3, 2, None, 0, 1], missed=[3, 2])
    >>> ranking
    Ranking([3, 2, None, 0, 1], missed=[3, 2])
    >>> ranking.relevant_total
    relevant items m: 5
    >>> Ranking([1, -1])
    Traceback (most recent call last):
    ...
    ValueError: grades[1] is -1; a grade is at least 0 (0: not relevant, None: not judged)
    """

    items: tuple[str, ...]
    missed_items: tuple[str, ...] | None
    collection_size: int | None

    def __init__(
        self,
        grades: Iterable[Any],
        *,
        items: Iterable[Any] | None = None,
        scores: Iterable[Any] | None = None,
        missed: Iterable[Any] | Mapping[Any, Any] = (),
        collection_size: int | None = None,
        relevant_from: float = 1,
        pooled: Iterable[Any] = (),
    ) -> None:
        checked, judged = checked_grades(grades, "grades", may_be_unjudged=True)
        names = None
        if isinstance(missed, Mapping):
            names, missed = item_names(missed, len(missed), "missed"), list(missed.values())
        missed_grades, _ = checked_grades(missed, "missed", may_be_unjudged=False, names=names)
        set_ = object.__setattr__
        n = len(checked)
        set_(self, "axis", self._axis(n))
        set_(self, "_grades", frozen(checked))
        set_(self, "_judged", frozen(judged))
        set_(self, "_missed", frozen(missed_grades.astype(object) if checked.dtype == object else missed_grades))
        set_(self, "_missed_counts", len(missed_grades))
        set_(self, "_lengths", n)
        set_(self, "relevant_from", threshold(relevant_from))
        set_(self, "missed_items", names)
        set_(self, "_named", items is not None)
        set_(self, "_places", range(n))
        set_(self, "_kept", {})
        if items is not None:
            set_(self, "items", item_names(items, n))
        if names and set(names) & set(self.items):
            twice = next(item for item in names if item in self.items)
            raise ValueError(f"item {twice!r} is in the list and in missed; it can only be in one of them")
        set_(self, "_pooled", self._in_the_pool(pooled))
        set_(self, "_scores", None if scores is None else frozen(checked_scores(scores, n)))
        if collection_size is not None:
            collection_size = whole_number(collection_size, "collection_size", "it counts all items, retrieved or not")
            known = n + len(missed_grades)
            if collection_size < known:
                raise ValueError(
                    f"collection_size is {collection_size}, but {n} items are retrieved and "
                    f"{len(missed_grades)} missed: it must be at least {known}"
                )
        set_(self, "collection_size", collection_size)

    @classmethod
    def from_items(
        cls,
        items: Iterable[Any],
        relevant: Collection[Any] | Mapping[Any, Any],
        *,
        key: Callable[[Any], str] = str,
        scores: Iterable[Any] | None = None,
        collection_size: int | None = None,
        relevant_from: float = 1,
    ) -> Ranking:
        """A ranking from retrieved items and what is relevant: a set of items, or ``{item: grade}``.

        ``key`` turns an item into the string that is compared. Relevant items that were not retrieved
        become ``missed``. A retrieved item that is not in ``relevant`` is not relevant if that is a set, and
        not judged if it is a mapping of grades.

        >>> Ranking.from_items(["06", "03", "05"], relevant={"05", "06", "00"})
        Ranking([1, 0, 1], items=['06', '03', '05'], missed={'00': 1})
        """
        if isinstance(relevant, str) or not isinstance(relevant, Collection):
            raise TypeError(f"relevant is {relevant!r}; it is a set of items, or a dict of item to grade")
        retrieved = [key(item) for item in listed(items, "items")]
        if isinstance(relevant, Mapping):
            checked_grades(list(relevant.values()), "relevant", may_be_unjudged=True, names=list(relevant))
            pairs = [(key(item), grade) for item, grade in relevant.items()]
        else:
            pairs = [(key(item), 1) for item in relevant]
            if isinstance(relevant, (set, frozenset)):  # sets have no order of their own
                pairs.sort()
        grades: dict[str, Any] = {}
        for name, grade in pairs:
            if name in grades:
                raise ValueError(f"item {name!r} is in relevant twice (after key)")
            grades[name] = grade
        found = set(retrieved)
        others = 0 if not isinstance(relevant, Mapping) else None
        return cls(
            [grades.get(item, others) for item in retrieved],
            items=retrieved,
            scores=scores,
            missed={item: grade for item, grade in grades.items() if item not in found and grade is not None},
            collection_size=collection_size,
            relevant_from=relevant_from,
        )

    @classmethod
    def from_scores(
        cls,
        y_true: Iterable[Any],
        y_score: Iterable[Any],
        *,
        items: Iterable[Any] | None = None,
        ties: Ties = "stable",
        missed: Iterable[Any] | Mapping[Any, Any] = (),
        collection_size: int | None = None,
        relevant_from: float = 1,
    ) -> Ranking:
        """A ranking from parallel arrays in any order: grades, and the scores to rank by, largest first.

        Equal scores keep the order of the input (``ties="stable"``), stand by item, in descending order
        as trec_eval has it (``"item_descending"``) or ascending (``"item_ascending"``), or raise
        ``ValueError`` (``"refuse"``).

        >>> Ranking.from_scores([0, 1, 1], [0.2, 0.9, 0.4], items=["a", "b", "c"])
        Ranking([1, 1, 0], items=['b', 'c', 'a'], scores=[0.9, 0.4, 0.2])
        """
        checked, judged = checked_grades(y_true, "y_true", may_be_unjudged=True, copied=False)
        n = len(checked)
        scores = checked_scores(y_score, n, "y_score", "y_true", copied=False)
        names = None if items is None else item_names(items, n)
        _check_ties(ties)
        if ties in ("item_descending", "item_ascending"):
            by_name = (names or _default_names(range(n))).__getitem__
            named = np.array(sorted(range(n), key=by_name, reverse=ties == "item_descending"), dtype=np.intp)
            order, scores = descending(scores[named])
            order = named[order]
        else:
            order, scores = descending(scores)
        grades = checked.take(order)
        if ties == "refuse" and (tied := np.flatnonzero(scores[1:] == scores[:-1])).size:
            one, other = order[tied[0] : tied[0] + 2].tolist()
            raise ValueError(
                f"y_score[{one}] and y_score[{other}] are both {scores[tied[0]]}: ties='refuse' takes "
                "no tied scores; ties='stable' keeps the order of the input"
            )
        if names is None and isinstance(missed, Mapping):
            names = _default_names(range(n))
        made = cls(
            frozen(grades)
            if judged.all()
            else [g if known else None for g, known in zip(grades, judged[order], strict=True)],
            items=None if names is None else [names[place] for place in order.tolist()],
            scores=frozen(scores),
            missed=missed,
            collection_size=collection_size,
            relevant_from=relevant_from,
        )
        object.__setattr__(made, "_named", True)
        object.__setattr__(made, "_places", order)
        return made

    @property
    def order(self) -> np.ndarray:
        """For each rank the place, counted from 0, that its item had in the input of ``from_scores``."""
        return np.array(self._places)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The score that each item was ranked by, if any."""
        return None if self._scores is None else tuple(self._scores.tolist())

    def __getattr__(self, name: str) -> Any:
        if name == "items":  # default names are made when somebody asks for them
            object.__setattr__(self, "items", _default_names(self._places))
            return self.items
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a Ranking never changes; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted: a Ranking never changes; make another one")

    def __len__(self) -> int:
        return self.axis.length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranking) and self._arguments(True) == other._arguments(True)

    def __hash__(self) -> int:
        return hash((self.items, tuple(self._grades.tolist())))

    def __repr__(self) -> str:
        arguments = self._arguments()
        grades = arguments.pop("grades")
        return f"Ranking({grades!r}{''.join(f', {name}={value!r}' for name, value in arguments.items())})"

    def __reduce__(self) -> Any:
        return Ranking._from_arguments, (self._arguments(), self._places, self._left_out)

    @classmethod
    def _from_arguments(cls, arguments: Mapping[str, Any], places: Any, left_out: int = 0) -> Ranking:
        made = cls(**arguments)
        object.__setattr__(made, "_places", places)  # with what names and order they had
        object.__setattr__(made, "_left_out", left_out)
        return made

    def _arguments(self, all_names: bool = False) -> dict[str, Any]:
        """The arguments that make an equal ranking; defaults are left out."""
        found: dict[str, Any] = {"grades": self.grades}
        if self._named or all_names:
            found["items"] = list(self.items)
        if self.scores is not None:
            found["scores"] = list(self.scores)
        if len(self._missed):
            grades = self._missed.tolist()
            found["missed"] = grades if self.missed_items is None else dict(zip(self.missed_items, grades, strict=True))
        if self.collection_size is not None:
            found["collection_size"] = self.collection_size
        if self.relevant_from != 1:
            found["relevant_from"] = self.relevant_from
        if self._pooled is not None:
            found["pooled"] = [self.items[place] for place in np.flatnonzero(self._pooled & ~self._judged)]
        return found

    @property
    def grades(self) -> list[Any]:
        """The grade at each rank; ``None`` where nothing is judged."""
        return [g if judged else None for g, judged in zip(self._grades.tolist(), self._judged.tolist(), strict=True)]

    @property
    def missed(self) -> list[Any]:
        """The grades of judged items that are not in the list."""
        return list(self._missed.tolist())

    @property
    def unjudged(self) -> int:
        """How many retrieved items have no judgement."""
        return int(np.count_nonzero(~self._judged))

    def with_grade(self, rank: int, grade: Any) -> Ranking:
        """The same list with another grade at ``rank`` (counted from 1)."""
        grades = self.grades
        grades[self._position(rank)] = grade
        return self._changed(grades=grades)

    def moved(self, rank: int, to: int) -> Ranking:
        """The same list with the item at ``rank`` taken out and put back at rank ``to``."""
        start, stop = self._position(rank), self._position(to)
        order = list(range(len(self)))
        order.insert(stop, order.pop(start))
        return self._in_order(order)

    def condensed(self) -> Ranking:
        """The list without the items that have no judgement (trec_eval -J; Sakai 2007: a condensed list).

        >>> Ranking([1, None, 0, None, 1]).condensed().grades
        [1, 0, 1]
        """
        if not self.unjudged:
            return self
        made = self._in_order(np.flatnonzero(self._judged).tolist(), pooled=())
        object.__setattr__(made, "_places", np.argsort(np.argsort(made._places)))  # of those that are left
        object.__setattr__(made, "_left_out", self._left_out + self.unjudged)
        return made

    def reordered(self, ties: str) -> Ranking:
        """The list with the items of equal scores that stand together in another order, as for ``from_scores``.

        A list without scores has no ties. Raises ``ValueError`` for ties that are refused, and for an unknown order.

        >>> Ranking([1, 0, 0], items=["a", "b", "c"], scores=[0.5, 0.5, 0.5]).reordered("item_descending").grades
        [0, 0, 1]
        """
        _check_ties(ties)
        runs = [range(*run) for run in self._tied_runs()]
        tied = next((run for run in runs if len(run) > 1), None)
        if tied is None or ties == "stable":
            return self
        if ties == "refuse":
            one, other = self.items[tied.start : tied.start + 2]
            score = self._scores[tied.start]  # type: ignore[index]
            raise ValueError(
                f"items {one!r} and {other!r} both have score {score}: ties='refuse' takes no tied scores; "
                "ties='stable' keeps the order of the list"
            )
        in_order = (sorted(run, key=self.items.__getitem__, reverse=ties == "item_descending") for run in runs)
        return self._in_order([place for run in in_order for place in run])

    def with_relevant_from(self, grade: float) -> Ranking:
        """The same list with relevance starting at another grade."""
        return self if grade == self.relevant_from else self._changed(relevant_from=grade)

    def head(self, length: int) -> Ranking:
        """The first items of the list; judged ones further down count as missed."""
        length = whole_number(length, "length", "it says how many items are kept")
        if length >= len(self):
            return self
        missed: Any = self._arguments().get("missed", [])
        below = dict(zip(self.items[length:], self.grades[length:], strict=True))
        below = {item: grade for item, grade in below.items() if grade is not None}
        named = isinstance(missed, dict) or not missed
        changes: dict[str, Any] = {"missed": {**below, **dict(missed)} if named else [*below.values(), *missed]}
        changes |= {"grades": self.grades[:length], "items": self.items[:length]}
        if self._scores is not None:
            changes["scores"] = self._scores[:length]
        if self._pooled is not None:
            among = np.flatnonzero(self._pooled[:length] & ~self._judged[:length])
            changes["pooled"] = [self.items[place] for place in among]
        return self._changed(np.array(self._places)[:length], **changes)

    def _changed(self, places: Any = None, /, **changes: Any) -> Ranking:
        arguments = {**self._arguments(), **changes}
        return Ranking._from_arguments(arguments, self._places if places is None else places, self._left_out)

    def _in_order(self, order: list[int], **changes: Any) -> Ranking:
        """The items at these places, counted from 0, in this order."""
        moved: dict[str, Any] = {
            "grades": [self.grades[i] for i in order],
            "items": [self.items[i] for i in order],
        }
        if self.scores is not None:
            moved["scores"] = [self.scores[i] for i in order]
        return self._changed(np.array(self._places)[order], **moved, **changes)

    def _tied_runs(self) -> list[tuple[int, int]]:
        """From which place, counted from 0, to before which one the scores are the same."""
        if self._scores is None:
            return [(place, place + 1) for place in range(len(self))]
        ends = [*(np.flatnonzero(self._scores[1:] != self._scores[:-1]) + 1).tolist(), len(self)]
        return list(zip([0, *ends], ends, strict=False)) if len(self) else []

    def _in_the_pool(self, pooled: Iterable[Any]) -> np.ndarray | None:
        """Which places hold an item of the pool; None where it is simply what is judged."""
        names = [str(item) for item in listed(pooled, "pooled")]
        if not names:
            return None
        place = {item: place for place, item in enumerate(self.items)}
        among = self._judged.copy()
        for name in names:
            if name not in place:
                raise ValueError(f"pooled holds {name!r}, which is not in the list")
            among[place[name]] = True
        return None if (among == self._judged).all() else frozen(among)

    def _position(self, rank: int) -> int:
        rank = whole_number(rank, "rank", "ranks count from 1")
        if rank > len(self):
            raise ValueError(f"rank is {rank}, but the list has {len(self)} items")
        return rank - 1

    def _axis(self, length: int, end: str = "n") -> Axis:
        return Axis(
            "rank", length=length, end=end, labels=lambda: self._labels(length), states=lambda: self._states(length)
        )

    def _labels(self, length: int) -> Mapping[str, Any]:
        empty = [None] * (length - len(self))
        labels: dict[str, Any] = {"rank": range(1, length + 1), "item": [*self.items[:length], *empty]}
        if self.scores is not None:
            labels["score"] = [*self.scores[:length], *empty]
        return labels

    def _ideal_labels(self, worth: np.ndarray | None, length: int) -> Mapping[str, Any]:
        assert worth is not None  # one list is sorted
        missed = self.missed_items or ("not retrieved",) * len(self._missed)
        pool = [*self.items, *missed]
        order = np.argsort(-worth, kind="stable")[:length]
        return {"rank": range(1, length + 1), "ideal item": [pool[position] for position in order.tolist()]}

    def _states(self, length: int) -> list[str]:
        judged = self._judged[:length].tolist()
        return ["" if one else "not judged" for one in judged] + ["no item"] * (length - len(judged))


def _check_ties(ties: str) -> None:
    if ties not in get_args(Ties):
        raise ValueError(f"ties is {ties!r}; it can be 'stable', 'item_descending', 'item_ascending' or 'refuse'")


def _default_names(places: Iterable[int]) -> tuple[str, ...]:
    """d1 for the first of the input, d2 for the second, ..."""
    return tuple(f"d{place + 1}" for place in places)
