"""A run with its judgements: a mapping, a data frame, or a file that is read as it is needed."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import filterfalse
from typing import Any, TypeGuard

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.ranking import Ranking, Ties
from rankteach.runs import Qrels, Run, read_qrels, read_run
from rankteach.runs.columns import is_frame, notes_on_frame
from rankteach.runs.formats import is_trec, stem
from rankteach.runs.in_memory import table_of
from rankteach.runs.lines import can_be_read_again
from rankteach.runs.matching import by_query, match_dicts, values_of
from rankteach.runs.positions import JudgedPositions
from rankteach.runs.ranks import whole_if_all_are
from rankteach.runs.values import QRELS, RUN

ByItem = Mapping[str, Mapping[str, Any]]


class Source(ABC):
    """Judgements and a run: the ranks of the judged items, and the whole list of any one query.

    ``matched`` holds the queries that are in both, in the order of the judgements; ``unjudged`` names the queries of
    the run without judgements, ``missing`` the judged queries that the run does not have.
    """

    matched: JudgedPositions
    unjudged: list[str]
    name: str
    ties: Ties

    def __init__(self, qrels: Any) -> None:
        self._qrels = qrels

    @cached_property
    def judged(self) -> Qrels:
        """The judgements, query by query."""
        return self._qrels if isinstance(self._qrels, Qrels) else read_qrels(self._qrels)

    @cached_property
    def missing(self) -> list[str]:
        """The judged queries that the run does not have."""
        return list(filterfalse(set(self.matched.queries).__contains__, self.grades))

    @cached_property
    def grades(self) -> ByItem:
        """For each judged query the grade of every judged item."""
        return table_of(self._qrels if isinstance(self._qrels, Mapping) else self.judged)

    @property
    def notes(self) -> list[str]:
        """What is odd in the judgements or the run, but no error."""
        return list(self._qrels.notes) if isinstance(self._qrels, Qrels) else []

    @abstractmethod
    def one(self, query: str) -> Run:
        """The run, with at least this query of it."""

    @property
    @abstractmethod
    def whole(self) -> Run:
        """The whole run, in memory."""

    def ranking(self, query: str, relevant_from: float = 1) -> Ranking:
        """The list of one query, with its items, scores and judgements; empty where the run has none."""
        run = Run({}) if query in self.missing else self.one(query)
        return run.ranking(query, self.judged, relevant_from)

    def rankings(self, queries: Iterable[str], relevant_from: float = 1) -> Batch:
        """The lists of many queries."""
        run, judged = self.whole, self.judged
        return Batch({query: run.ranking(query, judged, relevant_from) for query in queries})

    def complete(self) -> JudgedPositions:
        """The matched queries, and an empty list for every judged query that the run does not have."""
        matched = self.matched
        if not self.missing:
            return matched
        lengths = [len(self.grades[query]) for query in self.missing]
        ends = matched.missed_starts[-1] + np.cumsum(lengths)
        grades = whole_if_all_are(values_of(self.missing, self.grades, QRELS))
        whole = JudgedPositions(
            [*matched.queries, *self.missing],
            np.concatenate([matched.lengths, np.zeros(len(lengths), dtype=np.int64)]),
            np.concatenate([matched.starts, np.full(len(lengths), matched.starts[-1])]),
            matched.places,
            matched.grades,
            np.concatenate([matched.missed_starts, ends]),
            np.concatenate([matched.missed_grades, grades]),
        )
        place = {query: place for place, query in enumerate(whole.queries)}
        return whole.select([place[query] for query in self.grades])


class InMemory(Source):
    """A run that is a mapping of query to mapping of item to score."""

    def __init__(self, qrels: Any, run: ByItem, ties: Ties, name: str) -> None:
        super().__init__(qrels)
        self.run, self.ties, self.name = run, ties, name
        self.matched = match_dicts(table_of(run), self.grades, ties=ties)
        self.unjudged = list(filterfalse(self.grades.__contains__, run))
        # A query that only one of the two has counts in no value, but its numbers must be right, too.
        if not isinstance(run, Run):
            values_of(self.unjudged, run, RUN)
        if not isinstance(qrels, Qrels):
            values_of(self.missing, self.grades, QRELS)

    @property
    def notes(self) -> list[str]:
        """What is odd in the judgements or the run, but no error."""
        return [*super().notes, *(self.run.notes if isinstance(self.run, Run) else ())]

    @cached_property
    def whole(self) -> Run:
        """The whole run."""
        if isinstance(self.run, Run) and self.run.ties == self.ties:
            return self.run
        return read_run(self.run, ties=self.ties)

    def one(self, query: str) -> Run:
        """The run of the query."""
        if isinstance(self.run, Run):
            return self.whole
        return read_run({query: self.run[query]}, ties=self.ties)


class FromFrame(Source):
    """A run that is a data frame; raises ``ValueError`` for one that has to be read row by row."""

    def __init__(self, qrels: Any, run: Any, ties: Ties, name: str) -> None:
        from rankteach.runs.frames import match_frames

        super().__init__(qrels)
        self.ties, self.name, self.run = ties, name, run
        self.matched, self.unjudged, self.missing = match_frames(run, qrels, ties=ties)

    @property
    def notes(self) -> list[str]:
        """What is odd in the judgements or the run, but no error."""
        judged = [] if isinstance(self._qrels, Mapping) else notes_on_frame(self._qrels, QRELS)
        return [*super().notes, *judged, *notes_on_frame(self.run, RUN)]

    @cached_property
    def whole(self) -> Run:
        """The whole run."""
        return read_run(self.run, ties=self.ties)

    def one(self, query: str) -> Run:
        """The whole run."""
        return self.whole


class FromFile(Source):
    """A TREC file, read in one pass; the lines of one query are looked up when they are needed."""

    def __init__(self, qrels: Any, path: str, ties: Ties, name: str | None, progress: bool | None) -> None:
        from rankteach.runs.fast.run_file import match_file

        super().__init__(qrels)
        self.path, self.ties, self.progress = path, ties, progress
        self.matched, self.unjudged, self.missing, self._notes, tag = match_file(
            path, self.judged, ties=ties, progress=progress
        )
        self.name = name or tag or stem(path)

    @property
    def notes(self) -> list[str]:
        """What is odd in the judgements or the run, but no error."""
        return [*super().notes, *self._notes]

    @cached_property
    def whole(self) -> Run:
        """The whole run, read into memory."""
        return read_run(self.path, ties=self.ties, progress=self.progress)

    def one(self, query: str) -> Run:
        """The run of the query, out of the file."""
        from rankteach.runs.fast.run_file import run_of_query

        return run_of_query(self.path, query, ties=self.ties)


def list_of(query: str, run: Any, ties: Ties | None) -> Run:
    """A run with the list of one query in it, if it has one."""
    if path := _trec_file(run):
        from rankteach.runs.fast.run_file import run_of_query

        try:
            return run_of_query(path, query, ties=ties or "item_descending")
        except KeyError:
            return Run({})
    if isinstance(run, Run) and ties in (None, run.ties):
        return run
    return read_run(run, ties=ties or "item_descending")


def refuse_one_pipe(qrels: Any, run: Any) -> None:
    """Refuse a pipe for both: its text comes once, and waiting for it a second time would never end."""
    if _is_path(qrels) and _is_path(run) and not can_be_read_again(os.fsdecode(run)) and os.path.samefile(qrels, run):
        path = os.fsdecode(run)
        raise ValueError(f"qrels and run must not both be the pipe {path}, which is read once. Give one as a file.")


def source_of(
    qrels: Any, run: Any, ties: Ties | None = None, name: str | None = None, progress: bool | None = None
) -> Source:
    """Judgements and a run in any form; the judgements are read first, which matters for two pipes."""
    framed = is_frame(run)
    refuse_one_pipe(qrels, run)
    if isinstance(qrels, Mapping) and not isinstance(qrels, Qrels) and _by_item(qrels):
        qrels = by_query(qrels, QRELS)
    elif not isinstance(qrels, Qrels) and not (framed and is_frame(qrels)):
        qrels = read_qrels(qrels, progress=progress)
    if framed:
        try:
            return FromFrame(qrels, run, ties or "item_descending", name or "run")
        except ValueError:  # the simple reader says which row is wrong, or only notes what is odd
            run = read_run(run, ties=ties or "item_descending")
            qrels = qrels if isinstance(qrels, Mapping) else read_qrels(qrels)
    elif path := _trec_file(run):
        return FromFile(qrels, path, ties or "item_descending", name, progress)
    elif not _by_item(run):
        run = read_run(run, ties=ties or "item_descending", progress=progress)
    if not isinstance(run, Run):
        run = by_query(run, RUN)
    own: tuple[Ties, str] = (run.ties, run.name) if isinstance(run, Run) else ("item_descending", "run")
    return InMemory(qrels, run, ties or own[0], name or own[1])


def _is_path(given: Any) -> TypeGuard[str | os.PathLike[str]]:
    return isinstance(given, (str, os.PathLike))


def _trec_file(run: Any) -> str | None:
    """The path of a TREC file that can be read more than once; None for a pipe, and for all else."""
    if _is_path(run) and can_be_read_again(path := os.fsdecode(run)) and is_trec(path):
        return path
    return None


def _by_item(given: Any) -> bool:
    """Whether something is a mapping of query to mapping, as far as the first one tells."""
    return isinstance(given, Mapping) and bool(given) and isinstance(next(iter(given.values())), Mapping)
