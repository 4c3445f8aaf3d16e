"""One ranked list with its judgements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np

from rankteach.core.checks import (
    checked_grades,
    checked_scores,
    collected,
    fits_a_float,
    is_list,
    item_name,
    item_names,
    listed,
    must,
    names_of,
    one_of,
    shown,
    threshold,
    told_apart,
    whole_number,
    written_grades,
)
from rankteach.core.column import Axis
from rankteach.core.judged import Judged
from rankteach.core.judged_arrays import Arrays, frozen
from rankteach.core.list_html import list_html

Ties = Literal["stable", "item_descending", "item_ascending", "refuse"]
Duplicates = Literal["refuse", "first", "count"]
MOST_SUBTOPICS = 62  # each is a bit of a whole number


class Ranking(Judged):
    """One ranked list with its relevance judgements, best rank first. Never changes.

    Parameters
    ----------
    grades : sequence of numbers
        The grade of the item at each rank, at least 0; 0 is not relevant, ``None`` not judged (counts
        as not relevant). Whole numbers, fractions and floats; ``True`` and ``False`` are 1 and 0. Or a text, as
        on a blackboard: ``"RNRN"`` or ``"+-+-"``, in which ``?`` is not judged, or grades: ``"3 0 1"``.
    items : sequence, optional
        The items' names, each once; d1, d2, d3, ... by default.
    scores : sequence of numbers, optional
        The score that each item was ranked by.
    missed : sequence of numbers, text, or mapping of item to number
        The grades of judged items that are not in the list.
    collection_size : int, optional
        The number of all items there are, retrieved or not.
    relevant_from : number
        The grade from which an item counts as relevant for binary metrics.
    pooled : iterable of items
        Those of the items without a judgement that were in the pool from which items to judge were drawn (for infAP).
    duplicates : {"refuse", "first", "count"}
        What to do with an item that comes twice: raise ``ValueError``, drop the later ones, or count each again, as
        evaluators such as mlflow do. It is judged once all the same, so recall can exceed 1, and Bpref be below 0.
    subtopics : mapping of subtopic to items, optional
        For each of the needs behind the query, the items that serve it, in the list or in ``missed``. A relevant item
        counts for the subtopics that it serves.

    Raises
    ------
    TypeError, ValueError
        Names the argument, its position, what it must be, and what it was.

    An empty list is a ranking in which nothing was retrieved: its metrics are 0.

    >>> ranking = Ranking([3, 2, None, 0, 1], missed=[3, 2])
    >>> ranking
    Ranking([3, 2, None, 0, 1], missed=[3, 2])
    >>> ranking.relevant_total
    relevant items m: 5
    >>> Ranking("RNRN"), Ranking("3 0 1")
    (Ranking([1, 0, 1, 0]), Ranking([3, 0, 1]))
    >>> Ranking([1, -1])
    Traceback (most recent call last):
    ...
    ValueError: grades[1] must be at least 0, not -1. Use 0 for not relevant, None for not judged.
    """

    named: bool  # whether the items were given names
    missed_items: tuple[str, ...] | None
    collection_size: int | None
    repeats: Mapping[str, str]  # the items that come again, and the item that each is: {"a (2)": "a"}
    served: Mapping[str, tuple[str, ...]]  # the items that serve each subtopic
    _places: Any  # of the items in the input of from_scores

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
        duplicates: Duplicates = "refuse",
        subtopics: Mapping[Any, Iterable[Any]] | None = None,
    ) -> None:
        grades = written_grades(grades) if isinstance(grades, str) else grades
        checked, judged = checked_grades(grades, "grades", may_be_unjudged=True)
        names = None
        if isinstance(missed, Mapping):
            names, missed = item_names(list(missed), len(missed), "missed"), list(missed.values())
        elif isinstance(missed, str):
            missed = written_grades(missed, "missed")
        elif hasattr(missed, "to_dict") and any(isinstance(name, str) for name in getattr(missed, "index", ())):
            index = list(getattr(missed, "index"))  # noqa: B009 (a named Series)
            names, missed = item_names(index, len(index), "missed"), list(missed)
        missed_grades, _ = checked_grades(missed, "missed", may_be_unjudged=False, names=names)
        if checked.dtype == object:
            missed_grades = missed_grades.astype(object)
        n, m = len(checked), len(missed_grades)
        state = vars(self)  # that never changes once it is made
        state.update(named=items is not None, missed_items=names, repeats={}, _places=range(n))
        if not isinstance(duplicates, str) or duplicates != "refuse":
            one_of(duplicates, get_args(Duplicates), "duplicates")
        ranked_by = None if scores is None else checked_scores(scores, n)
        repeated, dropped = None, 0
        if items is not None:
            state["items"] = own = item_names(items, n, once=duplicates == "refuse")
            if len(set(own)) < n:
                apart, repeats = told_apart(own)
                again = [place for place, item in enumerate(apart) if item in repeats]
                if duplicates == "count":
                    repeated = frozen(_alike(own, np.where(judged, checked, -1), again))
                    state.update(items=tuple(apart), repeats=repeats)
                else:
                    kept, dropped = np.delete(np.arange(n), again), len(again)
                    checked, judged, n = checked[kept], judged[kept], len(kept)
                    ranked_by = None if ranked_by is None else ranked_by[kept]
                    state.update(items=tuple(own[place] for place in kept), _places=kept)
        state["axis"] = self._axis(n)
        if names and (twice := set(names).intersection(self.items)):
            item = next(name for name in names if name in twice)
            raise ValueError(f"item {shown(item)} must be either in the list or in missed, not in both.")
        retrieved = n if repeated is None else n - len(repeated)
        if collection_size is not None:
            hint = "Count all items, retrieved or not."
            collection_size = whole_number(collection_size, "collection_size", hint)
            if collection_size < retrieved + m:
                rule = f"be at least {retrieved + m} ({retrieved} retrieved, {m} missed)"
                raise ValueError(must("collection_size", collection_size, rule, hint))
        state["arrays"] = Arrays(
            frozen(checked),
            frozen(judged),
            n,
            frozen(missed_grades),
            m,
            threshold(relevant_from),
            self._in_the_pool(pooled, judged),
            None if ranked_by is None else frozen(ranked_by),
            repeated=repeated,
            dropped=dropped,
            elsewhere=0 if collection_size is None else collection_size - retrieved - m,
        )
        state["collection_size"] = collection_size
        state["served"] = served = {} if subtopics is None else _named_once(subtopics)
        if served:
            state["arrays"] = self._with_subtopics(served)

    @classmethod
    def from_items(
        cls,
        items: Iterable[Any],
        relevant: Collection[Any] | Mapping[Any, Any],
        *,
        key: Callable[[Any], str] | None = None,
        scores: Iterable[Any] | None = None,
        collection_size: int | None = None,
        relevant_from: float = 1,
        duplicates: Duplicates = "refuse",
    ) -> Ranking:
        """A ranking from retrieved items and what is relevant: a set of items, or ``{item: grade}``.

        ``key`` turns an item into the string that is compared; without it items are texts or whole numbers. Relevant
        items that were not retrieved become ``missed``. A retrieved item that is not in ``relevant`` is not relevant if
        that is a set, and not judged if it is a mapping of grades. All else is as for ``Ranking``.

        >>> Ranking.from_items(["06", "03", "05"], relevant={"05", "06", "00"})
        Ranking([1, 0, 1], items=['06', '03', '05'], missed={'00': 1})
        """
        if not is_list(relevant) or not isinstance(relevant, Collection) or hasattr(relevant, "columns"):
            raise TypeError(must("relevant", relevant, "be a set of items, or a dict of item to grade"))
        hint = (
            "Sort a dict of scores: sorted(scores, key=scores.get, reverse=True)." if isinstance(items, Mapping) else ""
        )
        retrieved = names_of(listed(items, "items", hint), "items", key)
        judged = collected(relevant, "relevant")
        if not isinstance(relevant, (set, frozenset, Mapping)):
            _refuse_grades(judged, retrieved, getattr(relevant, "index", ()) if hasattr(relevant, "to_dict") else ())
        names = names_of(judged, "relevant", key)
        if isinstance(relevant, Mapping):
            checked_grades(list(relevant.values()), "relevant", may_be_unjudged=True, names=judged)
            pairs = list(zip(names, relevant.values(), strict=True))
        else:
            pairs = [(name, 1) for name in names]
            if isinstance(relevant, (set, frozenset)):  # sets have no order of their own
                pairs.sort()
        grades: dict[str, Any] = {}
        for name, grade in pairs:
            if name in grades:
                raise ValueError(f"relevant must have each item once, but {shown(name)} is there twice (after key).")
            grades[name] = grade
        in_list = set(retrieved)
        others = 0 if not isinstance(relevant, Mapping) else None
        return cls(
            [grades.get(item, others) for item in retrieved],
            items=retrieved,
            scores=scores,
            missed={item: grade for item, grade in grades.items() if item not in in_list and grade is not None},
            collection_size=collection_size,
            relevant_from=relevant_from,
            duplicates=duplicates,
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
        duplicates: Duplicates = "refuse",
    ) -> Ranking:
        """A ranking from parallel arrays in any order: grades, and the scores to rank by, largest first.

        ``y_true`` has the grade of each item, ``y_score`` its score; all else is as for ``Ranking``. Equal scores keep
        the order of the input (``ties="stable"``), are sorted by item, in descending order as in trec_eval
        (``"item_descending"``) or ascending (``"item_ascending"``), or raise ``ValueError`` (``"refuse"``).

        >>> Ranking.from_scores([0, 1, 1], [0.2, 0.9, 0.4], items=["a", "b", "c"])
        Ranking([1, 1, 0], items=['b', 'c', 'a'], scores=[0.9, 0.4, 0.2])
        """
        checked, judged = checked_grades(y_true, "y_true", may_be_unjudged=True, copied=False)
        n = len(checked)
        scores = checked_scores(y_score, n, "y_score", "y_true", copied=False)
        one_of(duplicates, get_args(Duplicates), "duplicates")
        names = None if items is None else item_names(items, n, once=duplicates == "refuse")
        one_of(ties, get_args(Ties), "ties")
        order = np.argsort(-scores, kind="stable")  # the largest first; equal ones keep their order
        grades = checked.take(order)
        if names is None and isinstance(missed, Mapping):
            names = _default_names(range(n))
        ranking = cls(
            frozen(grades)
            if judged.all()
            else [g if known else None for g, known in zip(grades, judged[order], strict=True)],
            items=None if names is None else [names[place] for place in order.tolist()],
            scores=frozen(scores.take(order)),
            missed=missed,
            collection_size=collection_size,
            relevant_from=relevant_from,
            duplicates=duplicates,
        )
        vars(ranking).update(named=True, _places=order[ranking._places] if len(ranking) < n else order)
        return ranking.reordered(ties)

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The items' names; d1, d2, d3, ... where none were given."""
        return _default_names(self._places)

    @property
    def order(self) -> np.ndarray:
        """For each rank the place, counted from 0, that its item had in the input of ``from_scores``."""
        return np.array(self._places)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The score that each item was ranked by, if any."""
        return None if self.arrays.scores is None else tuple(self.arrays.scores.tolist())

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(
            f"{name} cannot be set, because a Ranking never changes. Use replace() to make another one."
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted, because a Ranking never changes.")

    def __len__(self) -> int:
        return self.axis.length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranking) and self.arguments(all_names=True) == other.arguments(all_names=True)

    def __hash__(self) -> int:
        return hash((self.items, tuple(self.arrays.grades.tolist())))

    def __repr__(self) -> str:
        arguments = self.arguments()
        grades = arguments.pop("grades")
        return f"Ranking({grades!r}{''.join(f', {name}={value!r}' for name, value in arguments.items())})"

    def _repr_html_(self) -> str:
        missed = self.missed
        names = self.missed_items or ("",) * len(missed)
        return list_html(
            self.items, self.grades, self.scores, list(zip(names, missed, strict=True)), self.relevant_from
        )

    def __reduce__(self) -> Any:
        return _again, (self.arguments(), self._places, self.arrays)

    def arguments(self, *, all_names: bool = False) -> dict[str, Any]:
        """The arguments that make an equal ranking; defaults are left out."""
        arguments: dict[str, Any] = {"grades": self.grades}
        if self.named or all_names:
            arguments["items"] = [self.repeats.get(item, item) for item in self.items]
            arguments |= {"duplicates": "count"} if self.repeats else {}
        if self.scores is not None:
            arguments["scores"] = list(self.scores)
        if missed := self.missed:
            names = self.missed_items
            arguments["missed"] = missed if names is None else dict(zip(names, missed, strict=True))
        if self.collection_size is not None:
            arguments["collection_size"] = self.collection_size
        if self.relevant_from != 1:
            arguments["relevant_from"] = self.relevant_from
        if self.arrays.pool is not None:
            arguments["pooled"] = self._only_in_the_pool(len(self))
        if self.served:
            arguments["subtopics"] = {name: list(items) for name, items in self.served.items()}
        return arguments

    def replace(self, order: Any = None, /, **arguments: Any) -> Ranking:
        """The same ranking with some of its arguments replaced, such as ``grades=`` or ``relevant_from=``.

        ``order`` is that of the new one, where it has other items or the same in another order.

        >>> Ranking([2, 1], missed=[1]).replace(grades=[0, 1], relevant_from=2)
        Ranking([0, 1], missed=[1], relevant_from=2)
        """
        places = self._places if order is None else order
        return _again({**self.arguments(), **arguments}, places, self.arrays)

    @property
    def grades(self) -> list[Any]:
        """The grade at each rank; ``None`` where nothing is judged."""
        pairs = zip(self.arrays.grades.tolist(), self.arrays.judged.tolist(), strict=True)
        return [grade if judged else None for grade, judged in pairs]

    @property
    def missed(self) -> list[Any]:
        """The grades of judged items that are not in the list."""
        return list(self.arrays.missed.tolist())

    def with_grade(self, rank: int, grade: Any) -> Ranking:
        """The same list with another grade at ``rank`` (counted from 1), and wherever its item comes again."""
        grades = self.grades
        grades[self._place(rank)] = grade
        if self.repeats:
            names = self.arguments()["items"]
            grades = [grade if name == names[rank - 1] else one for name, one in zip(names, grades, strict=True)]
        return self.replace(grades=grades)

    def with_relevant_from(self, grade: float) -> Ranking:
        """The same list with relevance starting at another grade."""
        return self if threshold(grade) == self.relevant_from else self.replace(relevant_from=grade)

    def moved(self, rank: int, to: int) -> Ranking:
        """The same list with the item at ``rank`` taken out and put back at rank ``to``."""
        start, stop = self._place(rank), self._place(to, "to")
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
        rest = self._in_order(np.flatnonzero(self.arrays.judged).tolist(), pooled=())
        places = np.argsort(np.argsort(rest._places))  # of the items that are left
        arrays = self.arrays._replace(left_out=self.arrays.left_out + self.unjudged)
        return _again(rest.arguments(), places, arrays)

    def reordered(self, ties: str) -> Ranking:
        """The list with neighbouring items of equal scores in another order, as for ``from_scores``.

        A list without scores has no ties. Raises ``ValueError`` for ties that are refused, and for an unknown order.

        >>> Ranking([1, 0, 0], items=["a", "b", "c"], scores=[0.5, 0.5, 0.5]).reordered("item_descending").grades
        [0, 0, 1]
        """
        one_of(ties, get_args(Ties), "ties")
        if ties == "stable" or not self.arrays.tied:
            return self
        runs = self.tied_runs()
        if ties == "refuse":
            tied = next(run for run in runs if len(run) > 1)
            one, other = self.items[tied.start : tied.start + 2]
            score = self.arrays.scores[tied.start]  # type: ignore[index]
            raise ValueError(
                f"scores must all differ with ties='refuse', but items {shown(one)} and {shown(other)} both have "
                f"{score}. Use ties='stable' to keep the order of the list."
            )
        in_order = (sorted(run, key=self.items.__getitem__, reverse=ties == "item_descending") for run in runs)
        return self._in_order([place for run in in_order for place in run])

    def tied_runs(self) -> list[range]:
        """The places, counted from 0, of neighbouring items with the same score; each by itself without scores."""
        scores = self.arrays.scores
        if scores is None:
            return [range(place, place + 1) for place in range(len(self))]
        ends = [*(np.flatnonzero(scores[1:] != scores[:-1]) + 1).tolist(), len(self)]
        return list(map(range, [0, *ends], ends)) if len(self) else []

    def head(self, length: int) -> Ranking:
        """The first items of the list; judged ones further down count as missed."""
        length = whole_number(length, "length", "Say how many items to keep.")
        if length >= len(self):
            return self
        given = self.arguments(all_names=True)
        missed: Any = given.get("missed", {})
        rest = zip(self.items[length:], self.grades[length:], strict=True)
        below = {item: grade for item, grade in rest if grade is not None and item not in self.repeats}
        named = isinstance(missed, dict)
        given |= {
            "grades": self.grades[:length],
            "items": given["items"][:length],
            "scores": None if self.scores is None else self.scores[:length],
            "missed": {**below, **missed} if named else [*below.values(), *missed],
            "pooled": self._only_in_the_pool(length),
            "subtopics": self._served_by([*given["items"][:length], *below, *(missed if named else ())]),
        }
        return _again(given, np.array(self._places)[:length], self.arrays._replace(depth=length))

    def _in_order(self, order: list[int], **arguments: Any) -> Ranking:
        """The items at these places, counted from 0, in this order."""
        if len(order) == len(self) and not self.repeats:
            return self._permuted(np.array(order, dtype=np.intp))
        parts = {**self.arguments(all_names=True), **arguments}
        moved = {
            name: [parts[name][place] for place in order] for name in ("grades", "items", "scores") if name in parts
        }
        if self.served and len(order) < len(self):
            arguments["subtopics"] = self._served_by([*moved["items"], *(self.missed_items or ())])
        return self.replace(np.array(self._places)[order], **moved, **arguments)

    def _permuted(self, order: np.ndarray) -> Ranking:
        """The same items in another order: nothing has to be checked again."""
        ranking = object.__new__(Ranking)
        vars(ranking).update(
            named=True,
            missed_items=self.missed_items,
            collection_size=self.collection_size,
            repeats=self.repeats,
            served=self.served,
            items=tuple(map(self.items.__getitem__, order.tolist())),
            arrays=self.arrays.at_each_rank(lambda values, _: frozen(values[order])),
            _places=np.array(self._places)[order],
        )
        vars(ranking)["axis"] = ranking._axis(len(self))
        return ranking

    def _in_the_pool(self, pooled: Iterable[Any], judged: np.ndarray) -> np.ndarray | None:
        """Which places hold an item of the pool; None where it is simply what is judged."""
        names = [
            item_name(item) for item in (pooled if isinstance(pooled, (set, frozenset)) else listed(pooled, "pooled"))
        ]
        if not names:
            return None
        place = {item: place for place, item in enumerate(self.items)}
        in_pool = judged.copy()
        for name in names:
            if name not in place:
                raise ValueError(must("pooled", name, "name items of the list"))
            in_pool[place[name]] = True
        return None if (in_pool == judged).all() else frozen(in_pool)

    def _only_in_the_pool(self, length: int) -> list[str]:
        """Those of the first items that were in the pool, but are not judged."""
        arrays = self.arrays
        return [self.items[place] for place in np.flatnonzero(arrays.in_pool[:length] & ~arrays.judged[:length])]

    def _with_subtopics(self, served: Mapping[str, tuple[str, ...]]) -> Arrays:
        """The arrays with the subtopics of each item, a bit for each."""
        if self.repeats:
            raise ValueError("subtopics need each item once. Use duplicates='first' to drop the later ones.")
        if len(self) and not self.named:
            raise ValueError("subtopics need the names of items. Pass them, too: items=[...].")
        if self.missed and self.missed_items is None:
            raise ValueError("subtopics need the names of missed items. Make missed a dict of item to grade.")
        if len(served) > MOST_SUBTOPICS:
            raise ValueError(f"subtopics must be at most {MOST_SUBTOPICS}, not {len(served)}.")
        bits = dict.fromkeys([*self.items, *(self.missed_items or ())], 0)
        for place, (name, items) in enumerate(served.items()):
            for item in items:
                if item not in bits:
                    argument, rule = f"subtopics[{shown(name)}]", "name items of the list, or of a dict in missed"
                    raise ValueError(must(argument, item, rule))
                bits[item] |= 1 << place
        here, others = (
            frozen(np.array([bits[item] for item in items], dtype=np.int64))
            for items in (self.items, self.missed_items or ())
        )
        return self.arrays._replace(served=here, missed_served=others)

    def _served_by(self, items: Iterable[str]) -> dict[str, list[str]]:
        """The subtopics, each with those of some items that serve it."""
        kept = {*items}
        return {name: [one for one in serving if one in kept] for name, serving in self.served.items()}

    @property
    def subtopic_names(self) -> Sequence[str]:
        """The names of the subtopics."""
        return list(self.served)

    def _place(self, rank: int, argument: str = "rank") -> int:
        rank = whole_number(rank, argument, "Ranks count from 1.")
        if rank > len(self):
            raise ValueError(must(argument, rank, f"be at most {len(self)}, the length of the list"))
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

    def _ideal_labels(self, gains: np.ndarray, length: int) -> Mapping[str, Any]:
        missed = self.missed_items or ("not retrieved",) * len(self.missed)
        pool: Sequence[str | None] = [*self.items, *missed][: len(gains)]  # without missed ones, if these are left out
        if self.repeats:  # which come last, with no gain
            gain = dict(zip(self.arrays.all_grades.tolist(), gains.tolist(), strict=False))
            grades = [*self.arrays.grades.tolist(), *self.arrays.missed.tolist()][: len(gains)]
            own = [item not in self.repeats for item in pool]
            gains = np.array([gain[grade] if once else -np.inf for grade, once in zip(grades, own, strict=True)])
            pool = [item if once else None for item, once in zip(pool, own, strict=True)]
        order = np.argsort(-gains, kind="stable")[:length]
        return {"rank": range(1, length + 1), "ideal item": [pool[position] for position in order.tolist()]}

    def _states(self, length: int) -> list[str]:
        judged = self.arrays.judged[:length].tolist()
        return ["" if one else "not judged" for one in judged] + ["no item"] * (length - len(judged))


def _named_once(subtopics: Any) -> dict[str, tuple[str, ...]]:
    """The items of each subtopic by its name."""
    if not isinstance(subtopics, Mapping):
        raise TypeError(must("subtopics", subtopics, "be a dict of subtopic to items"))
    names = item_names(list(subtopics), len(subtopics), "subtopics")
    every = (
        names_of(sorted(items) if isinstance(items, set | frozenset) else listed(items, argument), argument)
        for argument, items in ((f"subtopics[{shown(name)}]", items) for name, items in subtopics.items())
    )
    return {name: tuple(dict.fromkeys(items)) for name, items in zip(names, every, strict=True)}


def _alike(names: Sequence[str], grades: np.ndarray, again: list[int]) -> np.ndarray:
    """The grades, -1 for none, of items that come again, if these are the grades that they had before."""
    before = dict(zip(names[::-1], grades[::-1].tolist(), strict=True))
    for place in again:
        if grades[place] != before[names[place]]:
            places = f"grades[{names.index(names[place])}] and grades[{place}]"
            raise ValueError(f"{places} must be equal, because both are of item {shown(names[place])}.")
    return grades[again]


def _refuse_grades(values: Sequence[Any], retrieved: Sequence[str], index: Iterable[Any]) -> None:
    """Refuse a list of relevant items that can only be one of grades: none of its numbers is an item of the list.

    ``index`` are the labels of a Series.
    """
    if not all(isinstance(value, (Real, np.bool_)) for value in values):
        return
    if {str(value) for value in values if fits_a_float(value)} & {*retrieved}:
        return
    by_name = any(str(label) in retrieved for label in index)
    as_many = len(values) == len(retrieved) and (len(set(values)) < len(values) or not any(map(str.isdigit, retrieved)))
    if values and (by_name or as_many):
        what = "relevant.to_dict()" if by_name else "rt.Ranking(grades, items=items)"
        hint = f"If these are grades, use {what}."
        raise TypeError(must("relevant", values, "be a set of items, or a dict of item to grade", hint))


def _again(arguments: Mapping[str, Any], places: Any, before: Arrays) -> Ranking:
    """A ranking whose items had these places in the input, cut and left out as those of other arrays were."""
    ranking = Ranking(**arguments)
    kept = {name: getattr(before, name) for name in ("left_out", "depth", "dropped")}
    vars(ranking).update(_places=places, arrays=ranking.arrays._replace(**kept))
    return ranking


def _default_names(places: Iterable[int]) -> tuple[str, ...]:
    """d1 for the first of the input, d2 for the second, ..."""
    return tuple(f"d{place + 1}" for place in places)
