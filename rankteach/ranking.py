"""Judged rankings: one list, or a batch of them. The only place where input is checked.

Grades stand best rank first, in the last dimension of an array. What is not judged or not there at all
counts as grade 0. Everything downstream reads columns of a ranking and can rely on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from numbers import Integral, Rational, Real
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from rankteach.column import Axis, Column

Kept = TypeVar("Kept")
Ideal = Literal["judged", "uncut", "retrieved"]
Ties = Literal["stable", "item_descending", "item_ascending", "refuse"]

MOST_EMPTY_RANKS = 1_000_000
LARGEST_GRADE = 10**12  # beyond it whole numbers would lose digits, or overflow, on the way
BLOCK = 65_536  # numbers: half a megabyte


class Judged:
    """Judged ranks, of one list or of a batch, as columns.

    ``axis`` is that of the ranks; ``relevant_from`` is the grade from which an item counts as relevant.
    """

    _grades: np.ndarray
    _kept: dict[Any, Any]
    _whole: Judged | None = None
    relevant_from: float
    axis: Axis

    @property
    def rank(self) -> Column:
        """The ranks 1, 2, 3, ..."""
        return self._keep("rank", lambda: Column(self._ranks(), self.axis, name="rank", symbol="i"))

    @property
    def grade(self) -> Column:
        """The grade at each rank, 0 where nothing is judged."""
        return self._keep("grade", lambda: Column(self._grades, self.axis, name="grade", symbol="rel_i"))

    @property
    def relevant(self) -> Column:
        """Whether the grade at each rank is at least ``relevant_from``."""
        return self._keep("relevant", self._relevant)

    @property
    def relevant_total(self) -> Column:
        """The number of relevant items, retrieved or not (in a batch: for each query)."""
        return (
            self._whole.relevant_total
            if self._whole is not None
            else self._keep("relevant_total", self._relevant_total)
        )

    def _ranks(self) -> np.ndarray:
        length = self.axis.length
        return _RANKS[:length] if length <= len(_RANKS) else np.arange(1, length + 1)

    def _relevant(self) -> Column:
        relevant = self.grade >= self.relevant_from
        if self._grades.dtype == object:  # fractions stay fractions
            relevant = relevant * Fraction(1)
        _frozen(relevant.values)
        return relevant.named("relevant", "rel_i")

    def _relevant_total(self) -> Column:
        count = self._count_relevant()
        return Column(_frozen(count) if np.ndim(count) else count, name="relevant items", symbol="m")

    def _count_relevant(self) -> Any:
        return np.count_nonzero(self._grades >= self.relevant_from, axis=-1)

    def _keep(self, key: Any, make: Callable[[], Kept]) -> Kept:
        try:
            return self._kept[key]  # type: ignore[no-any-return]
        except KeyError:
            kept = self._kept[key] = make()
            return kept

    def _view(self, grades: np.ndarray, axis: Axis) -> Judged:
        """Other ranks of the same judgements: as many items are relevant in all."""
        view = Judged()
        view._grades, view.axis, view.relevant_from = grades, axis, self.relevant_from
        view._kept, view._whole = {}, self
        return view


class Ranked(Judged):
    """What a single ranking and a batch share: a top, and an ideal order."""

    _missed: np.ndarray

    def top(self, k: int | None) -> Judged:
        """The first ``k`` ranks; what stands below counts as not retrieved.

        Past the end of the list come empty ranks, which hold nothing relevant. ``None`` is the whole
        list. Raises ``TypeError`` or ``ValueError`` for anything but a whole number of at least 1.
        """
        if k is None:
            return self
        if type(k) is not int or k < 1:
            k = _whole(k, "k", "a cutoff keeps the first k ranks; None keeps all of them")
        if k > self.axis.length + MOST_EMPTY_RANKS:
            raise ValueError(f"k is {k}, more than {MOST_EMPTY_RANKS:,} ranks past the end of the list")
        return self._keep(("top", k), lambda: self._top(k))

    def ideal(
        self, k: int | None = None, *, of: Ideal = "judged", gain: Callable[[Column], Column] | None = None
    ) -> Judged:
        """The best order of the same judgements, as ranks on an axis of their own.

        ``of="judged"`` takes all judged items, retrieved or not, and its first ``k``; ``"uncut"`` takes
        them all whatever ``k``; ``"retrieved"`` takes only the items in the list, and its first ``k``.
        Best means the largest ``gain`` first, by default the largest grade.
        """
        if of not in get_args(Ideal):
            raise ValueError(f"ideal is {of!r}; it can be 'judged', 'uncut' or 'retrieved'")
        self.top(k)  # a wrong k is told in one place
        if gain is None:
            return self._keep(("ideal", k, of), lambda: self._ideal(k, of, gain))
        return self._ideal(k, of, gain)

    def _top(self, k: int) -> Judged:
        return self._view(_resized(self._grades, k), self._axis(k, "k"))

    def _ideal(self, k: int | None, of: Ideal, gain: Callable[[Column], Column] | None) -> Judged:
        top = self.top(k)
        pool = self._grades
        if of != "retrieved" and self._missed.shape[-1]:
            pool = np.concatenate([pool, self._missed], axis=-1)
        if gain is None:
            worth, grades = pool, _descending(pool)
        else:
            worth = np.asarray(gain(Column(pool, Axis("pool", length=pool.shape[-1]))))
            grades = np.take_along_axis(pool, np.argsort(-worth, axis=-1, kind="stable"), axis=-1)
        length = top.axis.length
        if length > grades.shape[-1] or (k is not None and of != "uncut"):
            grades = _resized(grades, length)
        axis = Axis(
            "ideal rank",
            length=grades.shape[-1],
            end="n" if k is None or of == "uncut" else "k",
            labels=lambda: self._ideal_labels(worth, grades.shape[-1]),
            along=top.axis,
            cut=of != "uncut",
        )
        ideal = self._view(grades, axis)
        ideal._kept["grade"] = Column(grades, axis, name="ideal grade", symbol="rel*_i")
        return ideal

    def _ideal_labels(self, worth: np.ndarray, length: int) -> Mapping[str, Any]:
        return {"rank": range(1, length + 1)}

    def _axis(self, length: int, end: str = "n") -> Axis:
        return Axis("rank", length=length, end=end, labels=lambda: {"rank": range(1, length + 1)})

    def _count_relevant(self) -> Any:
        return super()._count_relevant() + np.count_nonzero(self._missed >= self.relevant_from, axis=-1)


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
    scores: tuple[float, ...] | None
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
    ) -> None:
        checked, judged = _grades(grades, "grades", may_be_unjudged=True)
        names = None
        if isinstance(missed, Mapping):
            names, missed = _items(missed, len(missed), "missed"), list(missed.values())
        missed_grades, _ = _grades(missed, "missed", may_be_unjudged=False, names=names)
        set_ = object.__setattr__
        n = len(checked)
        set_(self, "axis", self._axis(n))
        set_(self, "_grades", _frozen(checked))
        set_(self, "_judged", _frozen(judged))
        set_(self, "_missed", _frozen(missed_grades.astype(object) if checked.dtype == object else missed_grades))
        set_(self, "relevant_from", _threshold(relevant_from))
        set_(self, "missed_items", names)
        set_(self, "_named", items is not None)
        set_(self, "_kept", {})
        if items is not None:
            set_(self, "items", _items(items, n))
        if names and set(names) & set(self.items):
            twice = next(item for item in names if item in self.items)
            raise ValueError(f"item {twice!r} is in the list and in missed; it can only be in one of them")
        set_(self, "scores", None if scores is None else _scores(scores, n))
        if collection_size is not None:
            collection_size = _whole(collection_size, "collection_size", "it counts all items, retrieved or not")
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
        become ``missed``.

        >>> Ranking.from_items(["06", "03", "05"], relevant={"05", "06", "00"})
        Ranking([1, 0, 1], items=['06', '03', '05'], missed={'00': 1})
        """
        if isinstance(relevant, str) or not isinstance(relevant, Collection):
            raise TypeError(f"relevant is {relevant!r}; it is a set of items, or a dict of item to grade")
        retrieved = [key(item) for item in _listed(items, "items")]
        if isinstance(relevant, Mapping):
            _grades(list(relevant.values()), "relevant", may_be_unjudged=True, names=list(relevant))
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
            missed={item: grade for item, grade in grades.items() if item not in found},
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
        checked, judged = _grades(y_true, "y_true", may_be_unjudged=True)
        grades = [grade if known else None for grade, known in zip(checked.tolist(), judged.tolist(), strict=True)]
        n = len(grades)
        scores = _scores(y_score, n, "y_score", "y_true")
        names = [f"d{i}" for i in range(1, n + 1)] if items is None else list(_items(items, n))
        if ties not in get_args(Ties):
            raise ValueError(f"ties is {ties!r}; it can be 'stable', 'item_descending', 'item_ascending' or 'refuse'")
        order = list(range(n))
        if ties in ("item_descending", "item_ascending"):
            order.sort(key=names.__getitem__, reverse=ties == "item_descending")
        order.sort(key=lambda position: -scores[position])
        if ties == "refuse":
            for one, other in pairwise(order):
                if scores[one] == scores[other]:
                    raise ValueError(
                        f"y_score[{one}] and y_score[{other}] are both {scores[one]}: ties='refuse' takes "
                        "no tied scores; ties='stable' keeps the order of the input"
                    )
        return cls(
            [grades[position] for position in order],
            items=[names[position] for position in order],
            scores=[scores[position] for position in order],
            missed=missed,
            collection_size=collection_size,
            relevant_from=relevant_from,
        )

    def __getattr__(self, name: str) -> Any:
        if name == "items":  # default names are made when somebody asks for them
            object.__setattr__(self, "items", tuple(f"d{i}" for i in range(1, self.axis.length + 1)))
            return self.items
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a Ranking never changes; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted: a Ranking never changes; make another one")

    def __len__(self) -> int:
        return self.axis.length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranking) and self._arguments() == other._arguments()

    def __hash__(self) -> int:
        return hash((self.items, tuple(self._grades.tolist())))

    def __repr__(self) -> str:
        arguments = self._arguments()
        grades = arguments.pop("grades")
        return f"Ranking({grades!r}{''.join(f', {name}={value!r}' for name, value in arguments.items())})"

    def _arguments(self) -> dict[str, Any]:
        """The arguments that make an equal ranking; defaults are left out."""
        found: dict[str, Any] = {"grades": self.grades}
        if self._named:
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
        changes: dict[str, Any] = {
            "grades": [self.grades[i] for i in order],
            "items": [self.items[i] for i in order],
        }
        if self.scores is not None:
            changes["scores"] = [self.scores[i] for i in order]
        return self._changed(**changes)

    def with_relevant_from(self, grade: float) -> Ranking:
        """The same list with relevance starting at another grade."""
        return self._changed(relevant_from=grade)

    def _changed(self, **changes: Any) -> Ranking:
        return Ranking(**{**self._arguments(), **changes})

    def _position(self, rank: int) -> int:
        rank = _whole(rank, "rank", "ranks count from 1")
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

    def _ideal_labels(self, worth: np.ndarray, length: int) -> Mapping[str, Any]:
        missed = self.missed_items or ("not retrieved",) * len(self._missed)
        pool = [*self.items, *missed]
        order = np.argsort(-worth, kind="stable")[:length]
        return {"rank": range(1, length + 1), "ideal item": [pool[position] for position in order.tolist()]}

    def _states(self, length: int) -> list[str]:
        judged = self._judged[:length].tolist()
        return ["" if one else "not judged" for one in judged] + ["no item"] * (length - len(judged))


class Batch(Ranked):
    """Many judged rankings of one collection of queries, calculated all at once.

    Parameters
    ----------
    rankings : sequence of Ranking, sequence of grade lists, or 2-D array of grades
        One ranked list per query; the lists may differ in length.
    missed : sequence of sequences, optional
        For each query the grades of relevant items that were not retrieved (only with plain grades).
    queries : sequence, optional
        The queries' names; q1, q2, q3, ... by default.
    relevant_from : number
        The grade from which an item counts as relevant.

    Every metric takes a batch where it takes a ranking; its value is then an array, one number per query.

    >>> import rankteach as rt
    >>> batch = Batch([[1, 0, 1], [0, 1]])
    >>> rt.average_precision(batch).value
    array([0.83333333, 0.5       ])
    >>> batch["q2"]
    Ranking([0, 1])
    """

    queries: tuple[str, ...]

    def __init__(
        self,
        rankings: Any,
        *,
        missed: Sequence[Iterable[Any]] | None = None,
        queries: Iterable[Any] | None = None,
        relevant_from: float = 1,
    ) -> None:
        if isinstance(rankings, np.ndarray) and rankings.ndim == 2 and rankings.dtype.kind in "biuf":
            self._rankings: list[Ranking] | None = None
            try:
                grades, _ = _grades(rankings.ravel(), "grades", may_be_unjudged=False)
            except ValueError:
                for q, row in enumerate(rankings):  # find the row, to name it
                    _grades(row, f"rankings[{q}]: grades", may_be_unjudged=False)
                raise
            self._grades = _frozen(grades.reshape(rankings.shape))
            self._judged = np.broadcast_to(True, rankings.shape)
            self._lengths = np.full(len(rankings), rankings.shape[1])
            self.relevant_from = _threshold(relevant_from)
            lists = [_grades(part, f"missed[{q}]", may_be_unjudged=False)[0] for q, part in enumerate(missed or ())]
        else:
            rows = _listed(rankings, "rankings")
            if missed is not None and len(missed) != len(rows):
                raise ValueError(f"missed has {len(missed)} lists, but there are {len(rows)} rankings")
            if missed is not None and any(isinstance(row, Ranking) for row in rows):
                raise ValueError("missed goes with plain grades; a Ranking has its own")
            made = []
            for q, row in enumerate(rows):
                if isinstance(row, Ranking):
                    made.append(row if relevant_from == 1 else row.with_relevant_from(relevant_from))
                    continue
                try:
                    made.append(Ranking(row, missed=missed[q] if missed else (), relevant_from=relevant_from))
                except (TypeError, ValueError) as error:
                    raise type(error)(f"rankings[{q}]: {error}") from None
            thresholds = {ranking.relevant_from for ranking in made}
            if len(thresholds) > 1:
                raise ValueError(f"the rankings differ in relevant_from ({sorted(thresholds)}); make them agree")
            self._rankings = made
            self.relevant_from = thresholds.pop() if made else 1
            self._lengths = np.array([len(ranking) for ranking in made], dtype=np.intp)
            self._grades = _frozen(_padded([ranking._grades for ranking in made]))
            self._judged = _padded([ranking._judged for ranking in made]).astype(bool)
            lists = [ranking._missed for ranking in made]
        if missed is not None and len(missed) != len(self._grades):
            raise ValueError(f"missed has {len(missed)} lists, but there are {len(self._grades)} rankings")
        self._missed = _frozen(_padded(lists)) if lists else np.zeros((len(self._grades), 0), dtype=np.int64)
        n, q = self._grades.shape[-1], len(self._grades)
        self.queries = tuple(f"q{i}" for i in range(1, q + 1)) if queries is None else _items(queries, q, "queries")
        self.axis = self._axis(n)
        self._kept = {}

    def __len__(self) -> int:
        return len(self._grades)

    def __getitem__(self, query: int | str) -> Ranking:
        """The ranking of one query, by position or by name."""
        if isinstance(query, str):
            if query not in self.queries:
                raise KeyError(query)
            query = self.queries.index(query)
        if self._rankings is not None:
            return self._rankings[query]
        missed = [grade for grade in self._missed[query].tolist() if grade]
        return Ranking(
            self._grades[query][: self._lengths[query]].tolist(), missed=missed, relevant_from=self.relevant_from
        )

    def blocks(self) -> list[Batch]:
        """The batch in parts that fit the processor's cache; one part if the whole does."""
        rows = max(1, BLOCK // max(1, self.axis.length))
        if len(self) <= rows:
            return [self]
        return [self._block(slice(start, start + rows)) for start in range(0, len(self), rows)]

    def _block(self, queries: slice) -> Batch:
        block = object.__new__(Batch)
        block._grades, block._missed, block._lengths = (
            part[queries] for part in (self._grades, self._missed, self._lengths)
        )
        block.axis, block.relevant_from, block._kept = self.axis, self.relevant_from, {}
        return block

    def _ranks(self) -> np.ndarray:
        """The ranks; without a cutoff a list's last rank is its own, though a longer one stands beside it."""
        ranks = super()._ranks()
        if (self._lengths == self.axis.length).all():
            return ranks
        return _frozen(np.minimum(ranks, np.maximum(self._lengths, 1)[:, None]))

    def __iter__(self) -> Iterator[Ranking]:
        return (self[query] for query in range(len(self)))

    def __repr__(self) -> str:
        return f"<Batch: {len(self)} rankings of up to {self.axis.length} items>"

    def with_relevant_from(self, grade: float) -> Batch:
        """The same lists with relevance starting at another grade."""
        return Batch([ranking.with_relevant_from(grade) for ranking in self], queries=self.queries)


def _listed(values: Any, argument: str) -> list[Any]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{argument} is {values!r}; it is a list or an array")
    return list(values)


def _grades(
    values: Any, argument: str, *, may_be_unjudged: bool, names: Sequence[Any] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Grades as an array (0 where not judged) of whole numbers, fractions or floats; and what is judged.

    Errors name the entry of ``argument`` by its position, or by its name.
    """
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            hint = "; rt.Batch takes many lists at once" if values.ndim == 2 else ""
            raise ValueError(f"{argument} has {values.ndim} dimensions; it is one list of grades{hint}")
        if values.dtype.kind in "biuf" and ((values >= 0) & (values <= LARGEST_GRADE)).all():
            numbers = _whole_floats(values) if values.dtype.kind == "f" else values.astype(np.int64)
            return numbers, np.ones(len(values), dtype=bool)
    grades = _listed(values, argument)
    for position, grade in enumerate(grades):
        if type(grade) is int and 0 <= grade <= LARGEST_GRADE:
            continue
        where = f"{argument}[{position if names is None else repr(names[position])}] is {_shown(grade)}"
        if grade is None and may_be_unjudged:
            continue
        if isinstance(grade, (list, tuple, np.ndarray)):
            raise ValueError(f"{where}: {argument} is one list of grades; rt.Batch takes many lists at once")
        if not isinstance(grade, (Real, np.bool_)):
            raise TypeError(f"{where}; a grade is a number of at least 0{', or None' * may_be_unjudged}")
        if not isinstance(grade, Rational) and not math.isfinite(grade):
            raise ValueError(f"{where}; a grade is finite{' (None: not judged)' * may_be_unjudged}")
        if grade < 0:
            raise ValueError(
                f"{where}; a grade is at least 0 (0: not relevant{', None: not judged' * may_be_unjudged})"
            )
        if grade > LARGEST_GRADE:  # type: ignore[operator]
            raise ValueError(f"{where}; a grade is at most {LARGEST_GRADE:,}")
    judged = np.array([grade is not None for grade in grades], dtype=bool)
    known = [0 if grade is None else grade for grade in grades]
    if any(isinstance(grade, Fraction) for grade in known):
        exact = np.empty(len(known), dtype=object)
        exact[:] = [Fraction(grade) if isinstance(grade, Rational) else grade for grade in known]
        return exact, judged
    if all(isinstance(grade, (Integral, np.bool_)) for grade in known):
        return np.array(known, dtype=np.int64), judged
    return _whole_floats(np.array(known, dtype=np.float64)), judged


def _whole_floats(values: np.ndarray) -> np.ndarray:
    """Floats; as whole numbers where all of them are, because 3.0 is exactly grade 3."""
    whole = values.astype(np.int64)
    return whole if (whole == values).all() else values.astype(np.float64)


def _shown(value: Any) -> str:
    """A value for an error message, without numpy's type around it."""
    return repr(value.item() if isinstance(value, np.generic) else value)


def _scores(values: Any, length: int, argument: str = "scores", beside: str = "grades") -> tuple[float, ...]:
    scores = _listed(values, argument)
    if len(scores) != length:
        raise ValueError(f"{argument} has {len(scores)} entries, but {beside} has {length}")
    for position, score in enumerate(scores):
        where = f"{argument}[{position}] is {_shown(score)}"
        if isinstance(score, (bool, np.bool_)) or not isinstance(score, Real):
            raise TypeError(f"{where}; a score is a number")
        if not math.isfinite(score):
            raise ValueError(f"{where}; a score is finite")
    return tuple(score.item() if isinstance(score, np.generic) else score for score in scores)


def _items(values: Any, length: int, argument: str = "items") -> tuple[str, ...]:
    names = tuple(str(item) for item in _listed(values, argument))
    if len(names) != length:
        raise ValueError(f"{argument} has {len(names)} entries, but there are {length}")
    if len(set(names)) < length:
        first: dict[str, int] = {}
        for position, name in enumerate(names):
            if name in first:
                raise ValueError(
                    f"{argument}[{first[name]}] and {argument}[{position}] are both {name!r}; each is named once"
                )
            first[name] = position
    return names


def _whole(value: Any, argument: str, meaning: str) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(f"{argument} is {value!r}; it is a whole number of at least 1: {meaning}")
    if value < 1:
        raise ValueError(f"{argument} is {value}; it is at least 1: {meaning}")
    return int(value)


def _threshold(value: Any) -> float:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"relevant_from is {value!r}; it is the grade from which an item is relevant")
    if not math.isfinite(value) or value <= 0:
        raise ValueError(f"relevant_from is {value!r}; it is above 0, because grade 0 is not relevant")
    return value.item() if isinstance(value, np.generic) else value  # type: ignore[return-value]


def _frozen(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values


def _resized(values: np.ndarray, length: int) -> np.ndarray:
    more = length - values.shape[-1]
    if more <= 0:
        return values[..., :length]
    empty = np.zeros((*values.shape[:-1], more), dtype=values.dtype)
    return np.concatenate([values, empty], axis=-1)


def _descending(grades: np.ndarray) -> np.ndarray:
    """Grades sorted, largest first: by counting where a batch has few different ones, which is faster."""
    if grades.ndim == 1 or grades.dtype.kind != "i" or not grades.size or (levels := int(grades.max())) > 4:
        return np.sort(grades, axis=-1)[..., ::-1]
    places = np.arange(grades.shape[-1])
    ideal = np.zeros(grades.shape, dtype=np.int64)
    for level in range(1, levels + 1):
        ideal += places < np.count_nonzero(grades >= level, axis=-1)[..., None]
    return ideal


def _padded(rows: list[np.ndarray]) -> np.ndarray:
    """Rows of different lengths as one matrix, filled up with zeros."""
    width = max((len(row) for row in rows), default=0)
    matrix = np.zeros((len(rows), width), dtype=np.result_type(*rows) if rows else np.int64)
    for row, values in zip(matrix, rows, strict=True):
        row[: len(values)] = values
    return matrix


_RANKS = _frozen(np.arange(1, 1025))
