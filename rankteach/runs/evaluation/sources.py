"""A run beside judgements: a mapping, a data frame, or a file that is read as it is needed."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import filterfalse
from typing import Any, TypeGuard

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.positions import JudgedPositions
from rankteach.core.ranking import Ranking, Ties
from rankteach.runs import Qrels, Run, read_qrels, read_run
from rankteach.runs.columns import is_frame, notes_on_frame
from rankteach.runs.formats import is_trec, stem
from rankteach.runs.lines import can_be_read_again
from rankteach.runs.matching import by_query, values_of
from rankteach.runs.ranks import whole_if_all_are
from rankteach.runs.values import QRELS, RUN

ByItem = Mapping[str, Mapping[str, Any]]


class Source(ABC):
    """Judgements and a run: where the judged items stand, and the whole list of any one query.

    ``matched`` holds the queries that are in both, in the order of the judgements; ``unjudged`` names those of the
    run that nobody judged, ``missing`` those judged that the run does not have.
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
        return _table(self._qrels if isinstance(self._qrels, Mapping) else self.judged)

    @property
    def notes(self) -> list[str]:
        """What was odd in the judgements or the run, but no error."""
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
        """What was matched, and an empty list for every judged query that the run does not have."""
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


class Held(Source):
    """A run that is a mapping of query to mapping of item to score."""

    def __init__(self, qrels: Any, run: ByItem, ties: Ties, name: str) -> None:
        from rankteach.runs.matching import match_dicts

        super().__init__(qrels)
        self.run, self.ties, self.name = run, ties, name
        self.matched = match_dicts(_table(run), self.grades, ties=ties)
        self.unjudged = list(filterfalse(self.grades.__contains__, run))
        # what is wrong in a query of one of the two counts in no value, and is told; readers have told it already
        if not isinstance(run, Run):
            values_of(self.unjudged, run, RUN)
        if not isinstance(qrels, Qrels):
            values_of(self.missing, self.grades, QRELS)

    @property
    def notes(self) -> list[str]:
        """What was odd in the judgements or the run, but no error."""
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


class Framed(Source):
    """A run that is a data frame."""

    def __init__(self, qrels: Any, run: Any, ties: Ties, name: str) -> None:
        from rankteach.runs.frames import match_frames

        super().__init__(qrels)
        self.ties, self.name, self.run = ties, name, run
        try:
            found = match_frames(run, qrels, ties=ties)
        except ValueError:  # who reads row by row names the rows, and only notes a judgement that is there twice
            self.run = read_run(run, ties=ties)
            found = match_frames(self.run, self.judged, ties=ties)
        self.matched, self.unjudged, self.missing = found

    @property
    def notes(self) -> list[str]:
        """What was odd in the judgements or the run, but no error."""
        if isinstance(self.run, Run):
            return [*self.judged.notes, *self.run.notes]
        judged = [] if isinstance(self._qrels, Mapping) else notes_on_frame(self._qrels, QRELS)
        return [*super().notes, *judged, *notes_on_frame(self.run, RUN)]

    @cached_property
    def whole(self) -> Run:
        """The whole run."""
        return read_run(self.run, ties=self.ties)

    def one(self, query: str) -> Run:
        """The whole run."""
        return self.whole


class Filed(Source):
    """A TREC file, read in one pass; the lines of one query are looked up when somebody asks for them."""

    def __init__(self, qrels: Any, path: str, ties: Ties, name: str | None, progress: bool | None) -> None:
        from rankteach.runs.fast.run_file import match_file

        super().__init__(qrels)
        self.path, self.ties, self.progress = path, ties, progress
        found = match_file(path, self.judged, ties=ties, progress=progress)
        self.matched, self.unjudged, self.missing, self._notes, tag = found
        self.name = name or tag or stem(path)

    @property
    def notes(self) -> list[str]:
        """What was odd in the judgements or the run, but no error."""
        return [*super().notes, *self._notes]

    @cached_property
    def whole(self) -> Run:
        """The whole run, read into memory."""
        return read_run(self.path, ties=self.ties, progress=self.progress)

    def one(self, query: str) -> Run:
        """The run of the query, out of the file."""
        from rankteach.runs.fast.run_file import run_of_query

        return run_of_query(self.path, query, ties=self.ties)


def list_of(query: str, qrels: Any, run: Any, ties: Ties | None) -> Run:
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
    """What comes through a pipe comes once: to wait for it a second time would take for ever."""
    if _is_path(qrels) and _is_path(run) and not can_be_read_again(os.fsdecode(run)) and os.path.samefile(qrels, run):
        raise ValueError(f"qrels and run are both {os.fsdecode(run)}, a pipe, which is read once; give one as a file")


def source_of(
    qrels: Any, run: Any, ties: Ties | None = None, name: str | None = None, progress: bool | None = None
) -> Source:
    """Judgements and a run in any form; files are read in this order, in which whoever fills two pipes does it."""
    framed = is_frame(run)
    refuse_one_pipe(qrels, run)
    qrels = _judgements(qrels, framed, progress)
    if framed:
        return Framed(qrels, run, ties or "item_descending", name or "run")
    if path := _trec_file(run):
        return Filed(qrels, path, ties or "item_descending", name, progress)
    if not _by_item(run):
        run = read_run(run, ties=ties or "item_descending", progress=progress)
    if not isinstance(run, Run):
        run = by_query(run, RUN)
    own: tuple[Ties, str] = (run.ties, run.name) if isinstance(run, Run) else ("item_descending", "run")
    return Held(qrels, run, ties or own[0], name or own[1])


def _judgements(qrels: Any, framed: bool, progress: bool | None) -> Any:
    """Judgements as a mapping by query and item; a data frame as it is where the run is one too."""
    if isinstance(qrels, Qrels) or (framed and is_frame(qrels)):
        return qrels
    return by_query(qrels, QRELS) if _by_item(qrels) else read_qrels(qrels, progress=progress)


def _is_path(given: Any) -> TypeGuard[str | os.PathLike[str]]:
    return isinstance(given, (str, os.PathLike))


def _trec_file(run: Any) -> str | None:
    """The path of a TREC file that can be read more than once; None for a pipe, and for anything else."""
    if _is_path(run) and can_be_read_again(path := os.fsdecode(run)) and is_trec(path):
        return path
    return None


def _by_item(given: Any) -> bool:
    """Whether something is a mapping of query to mapping, as far as the first one tells."""
    return isinstance(given, Mapping) and bool(given) and isinstance(next(iter(given.values())), Mapping)


def _table(given: ByItem) -> ByItem:
    """The mapping inside what cannot be changed from outside, which is faster to go through."""
    return given._table if isinstance(given, (Run, Qrels)) else given
