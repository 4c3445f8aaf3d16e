"""Many ranked lists at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from rankteach.core.checks import (
    checked_grades,
    checked_scores,
    counted,
    is_list,
    item_names,
    listed,
    must,
    place_of,
    threshold,
    unmasked,
)
from rankteach.core.column import Axis, Column
from rankteach.core.judged import Ideal, Judged
from rankteach.core.judged_arrays import UNJUDGED, Arrays, emptied, frozen, padded
from rankteach.core.ranking import Ranking

RankingAt = Callable[[int], Ranking]
BLOCK = 65_536  # numbers: half a megabyte


class Batch(Judged):
    """Many judged rankings of one collection of queries, calculated all at once.

    Parameters
    ----------
    rankings : sequence of Ranking, sequence of grade lists, 2-D array of grades, or mapping of query to list
        One ranked list per query; the lists may differ in length. What has a method ``rankings()``, such as an
        evaluated run, is asked for them.
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
    ranking_at: RankingAt | None  # the list of one query, where the arrays do not say all of it

    def __init__(
        self,
        rankings: Any,
        *,
        missed: Sequence[Iterable[Any]] | None = None,
        queries: Iterable[Any] | None = None,
        relevant_from: float = 1,
    ) -> None:
        rankings = rankings.rankings() if callable(getattr(rankings, "rankings", None)) else rankings
        queries = rankings.queries if queries is None and isinstance(rankings, Batch) else queries
        rankings = unmasked(rankings, "rankings", "Use rankings.tolist(), in which a masked grade is None: not judged.")
        if isinstance(rankings, Batch) and missed is None:
            same = rankings if relevant_from == 1 else rankings.with_relevant_from(relevant_from)
            arrays, ranking_at = same.arrays, same.ranking_at
        elif isinstance(rankings, np.ndarray) and rankings.ndim == 2 and rankings.dtype.kind in "biuf":
            arrays, ranking_at = _of_matrix(rankings, missed, threshold(relevant_from)), None
        else:
            if isinstance(rankings, Mapping):
                queries, rankings = list(rankings) if queries is None else queries, list(rankings.values())
            lists = _rankings(listed(rankings, "rankings"), missed, relevant_from)
            arrays = Arrays.stacked([one.arrays for one in lists], lists[0].relevant_from if lists else 1)
            ranking_at = lists.__getitem__
        self._enter(_names(queries, len(arrays.grades)), arrays, ranking_at)

    def _enter(self, queries: Sequence[str], arrays: Arrays, ranking_at: RankingAt | None) -> None:
        self.queries, self.arrays, self.ranking_at = tuple(queries), arrays, ranking_at
        self.axis = self._axis(arrays.grades.shape[-1])

    @classmethod
    def from_scores(
        cls, y_true: Any, y_score: Any, *, queries: Iterable[Any] | None = None, relevant_from: float = 1
    ) -> Batch:
        """Rankings from labels and scores in any order, a row of each for every query, as scikit-learn takes them.

        Every list is that of ``Ranking.from_scores``; the rows may differ in length. Of one array with the sizes of
        groups, as for LightGBM, ``np.split(y_true, np.cumsum(sizes)[:-1])`` makes rows. Raises ``TypeError`` or
        ``ValueError`` for what ``Ranking.from_scores`` refuses, with the row.

        >>> import rankteach as rt
        >>> batch = Batch.from_scores([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]])
        >>> round(rt.mean("nDCG@3", batch).value, 4), batch["q1"].items
        (0.4124, ('d5', 'd4', 'd3', 'd2', 'd1'))
        """
        rows: list[Any] = [listed(one, name) for one, name in ((y_true, "y_true"), (y_score, "y_score"))]
        if len({*map(len, rows)}) > 1:
            raise ValueError(f"y_score must have {counted(len(rows[0]), 'row')}, as y_true has, not {len(rows[1])}.")

        def ranking_at(place: int) -> Ranking:
            try:
                return Ranking.from_scores(*(one[place] for one in rows), relevant_from=relevant_from)
            except (TypeError, ValueError) as error:
                if np.ndim(rows[0][place]) == 0:
                    split = "Groups: np.split(y_true, np.cumsum(sizes)[:-1]). One list: Ranking.from_scores."
                    raise TypeError(must("y_true", rows[0], "have a row for each query", split)) from None
                raise type(error)(f"row {place}: {error}") from None

        relevant_from = threshold(relevant_from)
        try:
            if not {*map(type, chain(*rows))} <= {list, tuple, np.ndarray}:
                raise TypeError
            rows[:] = grades, scores = [np.array(one) for one in rows]
            if grades.ndim != 2 or grades.shape != scores.shape:
                raise ValueError
            scores = checked_scores(scores.ravel(), None).reshape(scores.shape)
            order = np.argsort(-scores, axis=1, kind="stable")
            arrays = _of_matrix(np.take_along_axis(grades, order, axis=1), None, relevant_from)
        except (TypeError, ValueError):  # no table of numbers, or with a wrong one, whose row is to be named
            return cls(map(ranking_at, range(len(rows[0]))), queries=queries)
        arrays = arrays._replace(scores=frozen(np.take_along_axis(scores, order, axis=1)))
        return cls.of_arrays(_names(queries, len(grades)), arrays, ranking_at)

    @classmethod
    def of_arrays(cls, queries: Sequence[str], arrays: Arrays, ranking_at: RankingAt | None = None) -> Batch:
        """A batch of arrays that are known to be right.

        ``ranking_at`` gives the ranking of one query by its place, if it has more than the arrays, such as items.
        """
        batch = cls.__new__(cls)
        batch._enter(queries, arrays, ranking_at)
        return batch

    @classmethod
    def of_variants(cls, ranking: Ranking, encoded: np.ndarray) -> Batch:
        """One list many times over, each time with other grades: a row of encoded grades for each."""
        count, arrays = len(encoded), ranking.arrays
        others = {name: getattr(arrays, name) for name in ("missed", "scores", "repeated", "served", "missed_served")}
        many = Arrays.from_encoded(
            encoded,
            lengths=np.full(count, len(ranking)),
            missed_counts=np.full(count, len(arrays.missed)),
            relevant_from=arrays.relevant_from,
            elsewhere=arrays.elsewhere,
            **{name: np.broadcast_to(one, (count, len(one))) for name, one in others.items() if one is not None},
        )
        return cls.of_arrays([str(number) for number in range(1, count + 1)], many, partial(_variant, ranking, encoded))

    def __len__(self) -> int:
        return len(self.arrays.grades)

    def __getitem__(self, query: int | str) -> Ranking:
        """The ranking of one query, by position or by name."""
        query = place_of(query, self.queries)
        if self.ranking_at is not None:
            return self.ranking_at(query).with_relevant_from(self.relevant_from)
        row = self.arrays.rows(query)
        arguments = _decoded(row.encoded_grades[: row.lengths], [f"d{rank}" for rank in range(1, row.lengths + 1)])
        return Ranking(**arguments, missed=row.missed[: row.missed_counts], relevant_from=self.relevant_from)

    def __iter__(self) -> Iterator[Ranking]:
        return (self[query] for query in range(len(self)))

    def __repr__(self) -> str:
        return f"<Batch: {len(self)} rankings of up to {self.axis.length} items>"

    def blocks(self) -> list[Batch]:
        """The batch in parts that fit the processor's cache; one part if the whole does."""
        rows = max(1, BLOCK // max(1, self.axis.length))
        parts = [slice(start, start + rows) for start in range(0, len(self), rows)]
        if len(parts) <= 1:
            return [self]
        return [Batch.of_arrays(self.queries[part], self.arrays.rows(part)) for part in parts]

    def with_relevant_from(self, grade: float) -> Batch:
        """The same lists with relevance starting at another grade."""
        if threshold(grade) == self.relevant_from:
            return self
        arrays = self.arrays._replace(relevant_from=threshold(grade))
        return Batch.of_arrays(self.queries, arrays, self.ranking_at)

    def condensed(self) -> Batch:
        """The lists without the items that have no judgement (trec_eval -J; Sakai 2007: condensed lists).

        >>> [list(map(int, one.grades)) for one in Batch([[1, None, 0], [None, 2]]).condensed()]
        [[1, 0], [2]]
        """
        if not self.unjudged:
            return self
        return Batch.of_arrays(self.queries, self.arrays.condensed(), partial(_condensed, self))

    def reordered(self, ties: str) -> Batch:
        """The lists with the items of equal scores in another order, as ``Ranking.reordered`` puts them."""
        if not self.arrays.tied:
            return self
        return Batch([one.reordered(ties) for one in self], queries=self.queries)

    def pooled(self) -> Ranking:
        """The items of all lists in one, by their scores; equal scores keep the order of the queries.

        Raises ``ValueError`` for lists without scores.
        """
        if any(ranking.scores is None for ranking in self):
            raise ValueError(
                "Pooling needs scores, but some ranking has none. "
                "Use rt.Ranking(grades, scores=...) or Ranking.from_scores for each."
            )
        parts = list(zip(self.queries, self, strict=True))
        names = [f"{query}: {item}" for query, ranking in parts for item in ranking.items]
        if len(set(names)) < len(names):  # a name with a colon in it
            names = [f"{place}. {name}" for place, name in enumerate(names, start=1)]
        return Ranking.from_scores(
            [grade for _, ranking in parts for grade in ranking.grades],
            [score for _, ranking in parts for score in ranking.scores or ()],
            items=names,
            missed=[grade for _, ranking in parts for grade in ranking.missed],
            relevant_from=self.relevant_from,
        )


class AtCutoffs(Batch):
    """One list many times over, down to a cutoff of its own each time; items below it count as not retrieved."""

    def __init__(self, ranking: Ranking, cutoffs: np.ndarray) -> None:
        count, length = len(cutoffs), int(cutoffs[-1])
        there = np.arange(length) < cutoffs[:, None]
        encoded = ranking.arrays.encoded_grades
        self._whole = whole = Batch.of_variants(ranking, np.broadcast_to(encoded, (count, len(encoded))))
        arrays = whole.arrays.first(length).at_each_rank(
            lambda values, empty: emptied(values, there, empty), lengths=np.minimum(cutoffs, len(ranking))
        )
        self._enter(whole.queries, arrays, None)
        self.axis = Axis("rank", length=length, lengths=cutoffs)

    def ideal(
        self, k: int | None = None, *, of: Ideal = "judged", gain: Callable[[Column], Column] | None = None
    ) -> Judged:
        """The best order of the same judgements, down to the cutoff of each list."""
        return self.whole.ideal(k, of=of, gain=gain) if k else self.whole.best(self, self.axis.lengths, of, gain)


def holds_lists(rankings: Any) -> bool:
    """Whether something has the lists of several queries in it, as far as the first one tells, and not grades."""
    if isinstance(rankings, Mapping):
        rankings = list(rankings.values())
    if callable(getattr(rankings, "rankings", None)):
        return True
    several = is_list(rankings) and hasattr(rankings, "__len__") and not isinstance(rankings, Ranking)
    first = next(iter(rankings), None) if several else None
    return isinstance(first, Ranking) or is_list(first)


def _names(queries: Iterable[Any] | None, count: int) -> tuple[str, ...]:
    """The queries' names; q1, q2, q3, ... where none are given."""
    return item_names([f"q{place}" for place in range(1, count + 1)] if queries is None else queries, count, "queries")


def _as_many(missed: Sequence[Any] | None, count: int) -> list[Any] | None:
    if missed is None:
        return None
    lists = listed(missed, "missed")
    if len(lists) != count:
        raise ValueError(f"missed must have {counted(count, 'list')}, one for each ranking, not {len(lists)}.")
    return lists


def _of_matrix(matrix: np.ndarray, missed: Sequence[Any] | None, relevant_from: float) -> Arrays:
    """A matrix of grades, every one of which is judged."""
    missed = _as_many(missed, len(matrix))
    try:
        grades, _ = checked_grades(matrix.ravel(), "grades", may_be_unjudged=False)
    except ValueError:
        for q, row in enumerate(matrix):  # find the row, to name it
            checked_grades(row, f"rankings[{q}]: grades", may_be_unjudged=False)
        raise
    lists = [checked_grades(one, f"missed[{q}]", may_be_unjudged=False)[0] for q, one in enumerate(missed or ())]
    return Arrays(
        frozen(grades.reshape(matrix.shape)),
        np.broadcast_to(True, matrix.shape),
        np.full(len(matrix), matrix.shape[1]),
        padded(lists) if lists else np.zeros((len(matrix), 0), dtype=np.int64),
        np.array([*map(len, lists)] or [0] * len(matrix), dtype=np.intp),
        relevant_from,
    )


def _rankings(rows: list[Any], missed: Sequence[Any] | None, relevant_from: float) -> list[Ranking]:
    """One ranking for each query, all with the same threshold of relevance."""
    missed = _as_many(missed, len(rows))
    if missed is not None and any(isinstance(row, Ranking) for row in rows):
        raise ValueError(
            "missed needs plain grades, not rankings. Use rt.Ranking(grades, missed=...) for each ranking instead."
        )
    rankings: list[Ranking] = []
    for q, row in enumerate(rows):
        argument = f"rankings[{q}]"
        try:
            if not isinstance(row, Ranking):
                row = Ranking(row, missed=missed[q] if missed else (), relevant_from=relevant_from)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{argument}: {error}") from None
        rankings.append(row if relevant_from == 1 else row.with_relevant_from(relevant_from))
    if len(thresholds := {one.relevant_from for one in rankings}) > 1:
        values = ", ".join(map(str, sorted(thresholds)))
        raise ValueError(
            f"All rankings must have the same relevant_from, not {values}. Use Ranking.with_relevant_from."
        )
    return rankings


def _decoded(encoded: np.ndarray, items: Sequence[str]) -> dict[str, Any]:
    """The arguments of a ranking from encoded grades."""
    return {
        "grades": [None if grade < 0 else grade for grade in encoded.tolist()],
        "pooled": [items[place] for place in np.flatnonzero(encoded == UNJUDGED).tolist()],
    }


def _variant(ranking: Ranking, encoded: np.ndarray, place: int) -> Ranking:
    return ranking.replace(**_decoded(encoded[place], ranking.items))


def _condensed(batch: Batch, place: int) -> Ranking:
    return batch[place].condensed()
