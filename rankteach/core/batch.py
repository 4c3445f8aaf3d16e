"""Many ranked lists at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rankteach.core.checks import checked_grades, item_names, listed, threshold
from rankteach.core.judged import Ranked, frozen, resized
from rankteach.core.ranking import Ranking

BLOCK = 65_536  # numbers: half a megabyte


class Batch(Ranked):
    """Many judged rankings of one collection of queries, calculated all at once.

    Parameters
    ----------
    rankings : sequence of Ranking, sequence of grade lists, 2-D array of grades, or mapping of query to list
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
                grades, _ = checked_grades(rankings.ravel(), "grades", may_be_unjudged=False)
            except ValueError:
                for q, row in enumerate(rankings):  # find the row, to name it
                    checked_grades(row, f"rankings[{q}]: grades", may_be_unjudged=False)
                raise
            self._grades = frozen(grades.reshape(rankings.shape))
            self._judged = np.broadcast_to(True, rankings.shape)
            self._lengths = np.full(len(rankings), rankings.shape[1])
            self.relevant_from = threshold(relevant_from)
            lists: list[np.ndarray] = [
                checked_grades(part, f"missed[{q}]", may_be_unjudged=False)[0] for q, part in enumerate(missed or ())
            ]
        else:
            if isinstance(rankings, Mapping):
                queries, rankings = list(rankings) if queries is None else queries, list(rankings.values())
            rows = listed(rankings, "rankings")
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
            self._grades = frozen(_padded([ranking._grades for ranking in made]))
            self._judged = _padded([ranking._judged for ranking in made]).astype(bool)
            if any(ranking._pooled is not None for ranking in made):
                pools = [ranking._judged if ranking._pooled is None else ranking._pooled for ranking in made]
                self._pooled = _padded(pools).astype(bool)
            lists = [ranking._missed for ranking in made]
        if missed is not None and len(missed) != len(self._grades):
            raise ValueError(f"missed has {len(missed)} lists, but there are {len(self._grades)} rankings")
        self._missed = frozen(_padded(lists)) if lists else np.zeros((len(self._grades), 0), dtype=np.int64)
        counts = [len(one) for one in lists] or [0] * len(self._grades)
        self._missed_counts = np.array(counts, dtype=np.intp)
        if self._rankings and any(ranking._scores is not None for ranking in self._rankings):
            width = self._grades.shape[-1]  # a list without scores has no ties
            self._scores = np.stack([resized(_scored(one), width, np.nan) for one in self._rankings])
        n, q = self._grades.shape[-1], len(self._grades)
        self.queries = tuple(f"q{i}" for i in range(1, q + 1)) if queries is None else item_names(queries, q, "queries")
        self.axis = self._axis(n)
        self._kept = {}

    @classmethod
    def of_arrays(
        cls,
        queries: Sequence[str],
        marked: np.ndarray,
        lengths: np.ndarray,
        missed: np.ndarray,
        missed_counts: np.ndarray,
        relevant_from: float = 1,
    ) -> Batch:
        """A batch of what is known already to be right; ``marked`` are grades as ``Ranked.marked`` gives them.

        ``lengths`` says how many ranks of each row there are, ``missed_counts`` how many missed grades.
        """
        batch = cls.__new__(cls)
        batch._rankings, batch.queries, batch.relevant_from = None, tuple(queries), relevant_from
        batch._judged = marked >= 0
        batch._pooled = marked == -1
        batch._pooled = batch._judged | batch._pooled if batch._pooled.any() else None
        batch._grades = frozen(np.maximum(marked, 0))
        batch._lengths, batch._missed, batch._missed_counts = lengths, missed, missed_counts
        batch.axis, batch._kept = batch._axis(marked.shape[-1]), {}
        return batch

    def __len__(self) -> int:
        return len(self._grades)

    def __getitem__(self, query: int | str) -> Ranking:
        """The ranking of one query, by position or by name."""
        if isinstance(query, str):
            if query not in self.queries:
                raise KeyError(query)
            query = self.queries.index(query)
        if self._rankings is not None:
            ranking = self._rankings[query]
            same = ranking.relevant_from == self.relevant_from
            return ranking if same else ranking.with_relevant_from(self.relevant_from)
        length, judged = self._lengths[query], self._judged[query]
        grades = [
            grade if known else None
            for grade, known in zip(self._grades[query][:length].tolist(), judged.tolist(), strict=False)
        ]
        among = () if self._pooled is None else np.flatnonzero(self._pooled[query] & ~judged)
        return Ranking(
            grades,
            missed=self._missed[query][: self._missed_counts[query]],
            relevant_from=self.relevant_from,
            pooled=[f"d{place + 1}" for place in among],
        )

    def blocks(self) -> list[Batch]:
        """The batch in parts that fit the processor's cache; one part if the whole does."""
        rows = max(1, BLOCK // max(1, self.axis.length))
        if len(self) <= rows:
            return [self]
        return [self._block(slice(start, start + rows)) for start in range(0, len(self), rows)]

    def _block(self, queries: slice) -> Batch:
        block = object.__new__(Batch)
        block._grades, block._judged, block._missed, block._missed_counts, block._lengths = (
            part[queries] for part in (self._grades, self._judged, self._missed, self._missed_counts, self._lengths)
        )
        block._pooled = None if self._pooled is None else self._pooled[queries]
        block._scores = None if self._scores is None else self._scores[queries]
        block.axis, block.relevant_from, block._kept = self.axis, self.relevant_from, {}
        return block

    def _ranks(self) -> np.ndarray:
        """The ranks; without a cutoff a list's last rank is its own, though a longer one stands beside it."""
        ranks = super()._ranks()
        if (self._lengths == self.axis.length).all():
            return ranks
        return frozen(np.minimum(ranks, np.maximum(self._lengths, 1)[:, None]))

    def pooled(self) -> Ranking:
        """The items of all lists in one, by their scores; equal scores keep the order of the queries.

        Raises ``ValueError`` for lists without scores.
        """
        if any(ranking.scores is None for ranking in self):
            raise ValueError(
                "pooling needs scores: give rt.Ranking(grades, scores=...) or Ranking.from_scores for each"
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

    def __iter__(self) -> Iterator[Ranking]:
        return (self[query] for query in range(len(self)))

    @property
    def unjudged(self) -> int:
        """How many retrieved items have no judgement, in all lists together."""
        return int(self._lengths.sum() - np.count_nonzero(self._judged))

    def condensed(self) -> Batch:
        """The lists without the items that have no judgement (trec_eval -J; Sakai 2007: condensed lists).

        >>> [list(map(int, one.grades)) for one in Batch([[1, None, 0], [None, 2]]).condensed()]
        [[1, 0], [2]]
        """
        if not self.unjudged:
            return self
        if self._rankings is not None:
            batch = Batch([one.condensed() for one in self], queries=self.queries)
        else:
            order = np.argsort(~self._judged, axis=-1, kind="stable")
            lengths = np.count_nonzero(self._judged, axis=-1)
            order = order[:, : int(lengths.max(initial=0))]
            marked = np.take_along_axis(self.marked(), order, -1)
            batch = Batch.of_arrays(
                self.queries, marked, lengths, self._missed, self._missed_counts, self.relevant_from
            )
        batch._left_out = self._left_out + self.unjudged
        return batch

    def reordered(self, ties: str) -> Batch:
        """The lists with the items of equal scores in another order, as ``Ranking.reordered`` puts them."""
        if self._scores is None:
            return self
        return Batch([one.reordered(ties) for one in self], queries=self.queries)

    def __repr__(self) -> str:
        return f"<Batch: {len(self)} rankings of up to {self.axis.length} items>"

    def with_relevant_from(self, grade: float) -> Batch:
        """The same lists with relevance starting at another grade."""
        if grade == self.relevant_from:
            return self
        batch = self._block(slice(None))
        batch.queries, batch._rankings = self.queries, self._rankings
        batch.relevant_from = threshold(grade)
        return batch


def _padded(rows: list[np.ndarray]) -> np.ndarray:
    """Rows of different lengths as one matrix, filled up with zeros."""
    width = max((len(row) for row in rows), default=0)
    matrix = np.zeros((len(rows), width), dtype=np.result_type(*rows) if rows else np.int64)
    for row, values in zip(matrix, rows, strict=True):
        row[: len(values)] = values
    return matrix


def _scored(ranking: Ranking) -> np.ndarray:
    """The scores of a list; falling ones where it has none."""
    return -np.arange(len(ranking)) if ranking._scores is None else ranking._scores
