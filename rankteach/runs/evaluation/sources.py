"""A run with its judgements: a mapping, a data frame, or a file that is read as it is needed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from heapq import nlargest
from itertools import compress, filterfalse
from typing import Any, TypeGuard

import numpy as np

from rankteach.core.batch import Batch
from rankteach.core.checks import file_path, must, whole_pairs
from rankteach.core.ranking import Ranking, Ties
from rankteach.runs import Qrels, Run, read_qrels, read_run
from rankteach.runs.columns import framed, is_frame, places
from rankteach.runs.formats import is_trec, stem
from rankteach.runs.in_memory import table_of
from rankteach.runs.lines import can_be_read_again
from rankteach.runs.matching import by_query, match_dicts
from rankteach.runs.positions import JudgedPositions, Matched
from rankteach.runs.values import QRELS, RUN, Kind
from rankteach.tracing.alarms import FIRST
from rankteach.tracing.list_conventions import in_order


class SourceChanged(ValueError):
    """A run or judgements that are not what was evaluated."""


class Source:
    """Judgements and a run: the ranks of the judged items, and the whole list of any one query.

    ``run`` is a ``Run`` or another mapping, a data frame, or the path of a TREC file, which is read in one pass: the
    lines of one query are looked up when they are needed. ``matched`` has every judged query in the order of the
    judgements, ``missing`` names those that the run does not have, ``unjudged`` the queries of the run without
    judgements. Lists are cut at ``depth``. Raises ``ValueError`` for a data frame that has to be read row by row.
    """

    values: Mapping[str, np.ndarray] = {}  # of all judged queries by measure, where the rows were evaluated elsewhere

    def __init__(
        self,
        qrels: Any,
        run: Any,
        ties: Ties,
        name: str | None,
        progress: bool | None = None,
        depth: int | None = None,
    ) -> None:
        self.run, self.ties, self.progress, self._qrels = run, ties, progress, qrels
        self.repeats = run.repeats if isinstance(run, Run) else {}
        self.counts_again = any(isinstance(again, Mapping) for again in self.repeats.values())
        if self.counts_again and depth is not None:
            raise ValueError(must("depth", depth, "be left out where duplicates='count'", "Use duplicates='first'."))
        tag: str | None = "run"
        notes: Sequence[str] = ()
        if isinstance(run, str):
            from rankteach.runs.fast.run_file import match_file

            found, notes, tag = match_file(run, self.judged, ties=ties, progress=progress)
            tag = tag or stem(run)
            self.run = os.path.abspath(run)  # the same file also when you go to another folder
        elif (frame := framed(run)) is not None:
            from rankteach.runs.fast.frames import match_frames

            judgements = framed(qrels)
            found = match_frames(frame, qrels if judgements is None else judgements, ties=ties)
            tables = ((judgements, QRELS), (frame, RUN))
            notes = [note for one, kind in tables if one is not None for note in places(one.columns, kind).notes]
        else:
            judged, ranked = table_of(qrels), table_of(run)  # whose queries have been checked
            positions = match_dicts(ranked, self._judged_again(judged) if self.counts_again else judged, ties=ties)
            unjudged = list(filterfalse(judged.__contains__, ranked))
            found = Matched(positions, unjudged, list(filterfalse(ranked.__contains__, judged)), None)
            if isinstance(run, Run):
                tag, notes = run.name, run.notes
            else:  # an unjudged query counts in no value, but its items and numbers must be right, too
                match_dicts(ranked, {query: {} for query in unjudged})
        matched, self.unjudged, self.missing, self._best_items = found
        self.matched: JudgedPositions = matched if depth is None else matched.cut(depth)
        self.unmatched = unmatched(matched)
        self.name = whole_pairs(name or tag or "") or None
        self.notes = list(dict.fromkeys([*(qrels.notes if isinstance(qrels, Qrels) else ()), *notes]))

    def _judged_again(self, judged: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """The judgements with one for each item of the run that counts again."""
        return {
            query: dict(grades)
            | {name: grades[item] for name, item in self.repeats.get(query, {}).items() if item in grades}
            for query, grades in judged.items()
        }

    @cached_property
    def own_ranks(self) -> dict[str, int]:
        """The queries whose best item has the query's own name (1), or whose second best has (2)."""
        lists: Mapping[str, Any] = table_of(self.run) if self._best_items is None else self._best_items
        called = {query: (query, int(query) if query.isdecimal() else query) for query in lists}
        own = [query for query, names in called.items() if names[0] in lists[query] or names[1] in lists[query]]
        best = {query: self.best_items(query) for query in own}
        return {query: items.index(query) + 1 for query, items in best.items() if query in items}

    def without_each_other(self, query: str) -> tuple[list[str], list[str]]:
        """The best items of a list that are not judged, and the judged ones that the list lacks."""
        judged, matched = self.judged[query], self.matched
        start, stop = matched.starts[(place := self._places[query]) : place + 2].tolist()
        lacking = compress(judged, (matched.places[start:stop] < 0).tolist())
        return [item for item in self.best_items(query, FIRST) if item not in judged], list(lacking)

    def best_items(self, query: str, most: int = 2) -> list[str]:
        """So many of the best items of a list, by name; of a file or a frame, two are known."""
        if self._best_items is not None:
            return self._best_items.get(query, [])
        ranked: Mapping[Any, Any] = table_of(self.run).get(query, {})
        return [str(item) for item in nlargest(most, ranked, key=ranked.__getitem__)]

    def scores(self) -> Iterator[float]:
        """Every score, where they may be grades: a file of TREC says by its fields what it is, and lists have none."""
        elsewhere = isinstance(self.run, str) or self.values or self.ties == "stable"
        for items in () if elsewhere else self.whole.values():
            yield from items.values()

    @cached_property
    def judged(self) -> Qrels:
        """The judgements, query by query."""
        return self._qrels if isinstance(self._qrels, Qrels) else read_qrels(self._qrels)

    @cached_property
    def whole(self) -> Run:
        """The whole run, in memory."""
        if isinstance(self.run, Run) and self.run.ties == self.ties:
            return self.run
        return read_run(self.run, ties=self.ties, progress=self.progress)

    def ranking(self, query: str, relevant_from: float = 1, order: tuple[bool, Any] | None = None) -> Ranking:
        """The list of one query, with its items, scores and judgements; empty where the run has none.

        At a depth it is cut in the order of a measure (``Measure.order``), if one is given: a tool has its own ties.

        Raises ``ValueError`` where the run or the judgements are not what was evaluated, with the one that changed.
        """
        with self._read_again(RUN):
            if query in self.missing:
                run = Run({})
            elif isinstance(self.run, Mapping) and not isinstance(self.run, Run):
                run = read_run({query: self.run[query]}, ties=self.ties)
            else:
                run = list_of(query, self.run, self.ties) if isinstance(self.run, str) else self.whole
        return self._unchanged(query, run, relevant_from, order)

    def rankings(
        self, queries: Iterable[str], relevant_from: float = 1, order: tuple[bool, Any] | None = None
    ) -> Batch:
        """The lists of many queries; as for one of them."""
        with self._read_again(RUN):
            run = self.whole
        empty = Run({})
        return Batch({
            query: self._unchanged(query, run if query in run else empty, relevant_from, order) for query in queries
        })  # fmt: skip

    @cached_property
    def _places(self) -> dict[str, int]:
        return {query: place for place, query in enumerate(self.matched.queries)}

    def _unchanged(self, query: str, run: Run, relevant_from: float, order: tuple[bool, Any] | None) -> Ranking:
        """The list of a query, if its judged items are where they were when it was evaluated."""
        with self._read_again(QRELS):
            whole = run.ranking(query, self.judged, relevant_from)
        depth = self.matched.depth or len(whole) or 1
        cut = whole.head(depth)
        grades, missed = self.matched.of_query(self._places[query])
        now, missed_now = np.where(cut.arrays.judged, cut.arrays.grades, -1), np.sort(cut.arrays.missed)
        if np.array_equal(grades, now) and np.array_equal(missed, missed_now):
            return cut if cut is whole or order is None else in_order(whole, *order).head(depth)
        before, after = (sorted([*one[one >= 0], *rest]) for one, rest in ((grades, missed), (now, missed_now)))
        how = f"query {query!r} differs"
        raise self.changed(QRELS if before != after else RUN, how)

    @contextmanager
    def _read_again(self, kind: Kind) -> Iterator[None]:
        """Whatever goes wrong here is a change: all of it has been read once."""
        try:
            yield
        except (KeyError, OSError, TypeError, ValueError) as error:
            how = f"{error} is gone" if isinstance(error, KeyError) else getattr(error, "strerror", "") or str(error)
            raise self.changed(kind, how) from None

    def changed(self, kind: Kind, how: str) -> SourceChanged:
        """The error for a source that is not what was evaluated."""
        source = self.run if kind is RUN else self._qrels
        where = source if isinstance(source, str) else f"the {type(source).__name__}"
        return SourceChanged(
            f"{kind.label} must be what was evaluated, but {where} has changed since: {how}. Call rt.evaluate "
            "again, or keep a copy of what you evaluate."
        )


def unmatched(matched: JudgedPositions) -> np.ndarray:
    """The places of the queries whose list has none of their judged items."""
    found = np.bincount(matched.owners[matched.retrieved], minlength=len(matched.queries))
    return np.flatnonzero((np.diff(matched.starts) > 0) & (found == 0) & (matched.lengths > 0))


def list_of(query: str, run: Any, ties: Ties | None) -> Run:
    """A run with the list of one query in it, if it has one."""
    if path := _trec_file(run):
        from rankteach.runs.fast.run_file import run_of_query

        return run_of_query(path, query, ties=ties or "item_descending")
    if isinstance(run, Run) and ties in (None, run.ties):
        return run
    return read_run(run, ties=ties or "item_descending")


def refuse_one_pipe(qrels: Any, run: Any) -> None:
    """Refuse what is in the other's place, and a pipe for both: its text comes once, and a second read never ends."""
    for name, given, wrong in (("qrels", qrels, Run), ("run", run, Qrels)):
        if isinstance(given, wrong):
            kind = "judgements" if name == "qrels" else "a run"
            raise TypeError(must(name, given, f"be {kind}", "The judgements come first, then the run."))
    paths = _is_path(qrels) and _is_path(run)
    if paths and not can_be_read_again(file_path(run, "source")) and os.path.samefile(qrels, run):
        path = os.fsdecode(run)
        what = "folder" if os.path.isdir(path) else "pipe"
        raise ValueError(f"qrels and run must not both be the {what} {path}. Give each as a file of its own.")


def source_of(
    qrels: Any,
    run: Any,
    ties: Ties | None = None,
    name: str | None = None,
    progress: bool | None = None,
    depth: int | None = None,
) -> Source:
    """Judgements and a run in any form; the judgements are read first, which matters for two pipes."""
    framed_run = is_frame(run)
    refuse_one_pipe(qrels, run)
    if isinstance(qrels, Mapping) and not isinstance(qrels, Qrels) and _by_item(qrels):
        qrels = by_query(qrels, QRELS)
    elif not isinstance(qrels, Qrels) and not (framed_run and is_frame(qrels)):
        qrels = read_qrels(qrels, progress=progress)
    if framed_run:
        try:
            return Source(qrels, run, ties or "item_descending", name, depth=depth)
        except (TypeError, ValueError):  # the simple reader says which row is wrong, or only notes what is odd
            run = read_run(run, ties=ties or "item_descending")
            qrels = qrels if isinstance(qrels, Mapping) else read_qrels(qrels)
    elif path := _trec_file(run):
        run = path
    elif not _by_item(run):
        run = read_run(run, ties=ties or "item_descending", progress=progress)
    elif not isinstance(run, Run):
        run = by_query(run, RUN)
    return Source(qrels, run, ties or (run.ties if isinstance(run, Run) else "item_descending"), name, progress, depth)


def _is_path(source: Any) -> TypeGuard[str | os.PathLike[str]]:
    return isinstance(source, (str, os.PathLike))


def _trec_file(run: Any) -> str | None:
    """The path of a TREC file that can be read more than once; None for a pipe, and for all else."""
    if _is_path(run) and can_be_read_again(path := file_path(run, "source")) and is_trec(path):
        return path
    return None


def _by_item(source: Any) -> bool:
    """Whether something is a mapping of query to mapping, as far as the first one tells."""
    return isinstance(source, Mapping) and bool(source) and isinstance(next(iter(source.values())), Mapping)
