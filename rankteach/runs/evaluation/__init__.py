"""Many queries at once: judgements and a run, from files, dicts or data frames, with the reason for every number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

import numpy as np

from rankteach.core.checks import must, one_of, shown, text_of, threshold, whole_number
from rankteach.core.outside import quoted
from rankteach.core.ranking import Duplicates, Ranking, Ties
from rankteach.runs import Qrels, read_qrels, read_run
from rankteach.runs.columns import is_lazy
from rankteach.runs.evaluation.measured import QUERIES, Task
from rankteach.runs.evaluation.result import Evaluation
from rankteach.runs.evaluation.sources import Source, list_of, refuse_one_pipe, source_of
from rankteach.tracing.measures import Measure, each_measure, measure
from rankteach.tracing.refused import refuse_names
from rankteach.tracing.tools import tool

__all__ = ["Evaluation", "evaluate", "read_ranking"]

THEIRS = {"all": "judged", "with_items": "both", "with_relevant": "with_relevant"}  # as rt.mean calls them


def evaluate(
    qrels: Any,
    run: Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    ties: Ties | Literal["averaged"] | None = None,
    queries: str | None = None,
    convention: str | None = None,
    relevant_from: float = 1,
    depth: int | None = None,
    name: str | None = None,
    progress: bool | None = None,
    duplicates: Duplicates = "refuse",
) -> Evaluation:
    """Measures of a run, for every judged query and in the mean, with the calculation of every number at hand.

    Parameters
    ----------
    qrels : path, Qrels, mapping, data frame, ...
        The judgements, in any form that ``rt.read_qrels`` takes.
    run : path, Run, mapping, data frame, ...
        What was retrieved, in any form that ``rt.read_run`` takes. A TREC file given by its path is read
        in one pass, and only what is judged of it is kept. A run that does not fit into memory can be a lazy frame of
        Spark, Dask, DuckDB or polars, and the judgements then a frame of the same kind: they are
        evaluated where they are, part by part.
    measures : str, Measure, or iterable of them
        Such as ``["nDCG@10", "AP", "RR"]`` or ``"nDCG@10, AP, RR"``; see ``rt.measure``.
    ties : {"item_descending", "item_ascending", "stable", "refuse", "averaged"}, optional
        The order of equal scores; by default that of the run, which is trec_eval's: by item, descending. Averaged:
        every measure is the mean over all orders of equal scores.
    queries : {"judged", "both", "with_relevant"}, optional
        Which queries count in a mean: all that are judged, so that one missing from the run counts as an empty
        list, by default; or only those in both, as trec_eval does without ``-c``; or those with a relevant item.
        (``"all"`` and ``"with_items"``, as ``rt.mean`` calls the first two, are accepted, too.)
    convention : str, optional
        A tool, such as ``"trec_eval"`` (see ``rt.conventions``), whose measures, ties and queries replace those
        that you leave out.
    relevant_from : number
        The grade from which an item counts as relevant, for measures that do not say ``rel=``.
    depth : int, optional
        Only the first so many retrieved items of every query count, as with ``-M`` of trec_eval; judged ones further
        down count as missed. By default all count. Each measure's list is cut in its own order, such as that of a
        tool that compares scores as 32-bit floats.
    name : str, optional
        What the run is called.
    progress : bool, optional
        Whether to show bars, of what is read and of what is measured (needs tqdm). By default where either takes
        longer than two seconds, if there is tqdm.
    duplicates : {"refuse", "first", "count"}
        What to do with an item that a query has twice in the run: see ``rt.read_run``.

    Returns
    -------
    Evaluation
        ``means``, ``per_query``, ``trace(query, measure)``, ``worst``, ``best``, ``to_frame()``; a table in a notebook.

    Raises
    ------
    TypeError, ValueError
        For what cannot be read (naming file and line), unknown measures, no query in common, or a ``depth`` where
        equal scores are averaged, since that is not one list to cut.

    >>> import rankteach as rt
    >>> qrels = {"301": {"a": 1, "b": 2}, "302": {"c": 1}}
    >>> run = {"301": {"x": 3.0, "b": 2.5, "a": 1.0}}
    >>> result = evaluate(qrels, run, ["RR", "nDCG@2"])
    >>> result.means["RR"], result.per_query["301"]["RR"], result.reasons("302")["RR"]
    (0.25, 0.5, 'missing from the run')
    >>> result.trace("301", "RR").exact
    Fraction(1, 2)
    """
    relevant_from = threshold(relevant_from)
    if name is not None and not isinstance(name, str):
        raise TypeError(must("name", name, "be a text"))
    if ties is not None:
        ties = one_of(ties, (*get_args(Ties), "averaged"), "ties")
    queries = THEIRS.get(queries, queries) if isinstance(queries, str) else queries
    queries = queries if queries is None else one_of(queries, QUERIES, "queries")
    asked = measures_with(measures, convention, ties)
    depth = checked_depth(depth, asked)
    settings_text = ", over all orders of equal scores" if ties == "averaged" else ""
    if convention is not None:
        like = tool(convention)
        settings_text = f", {like.words}{settings_text}"
        queries = THEIRS[like.queries] if queries is None else queries
        ties = ties or (like.ties if like.ties in get_args(Ties) else None)  # type: ignore[assignment]
    if depth is not None:
        settings_text = f", lists cut at depth {depth:,}{settings_text}"
    one_of(duplicates, get_args(Duplicates), "duplicates")
    task = Task(asked, None if ties == "averaged" else ties, queries or "judged", relevant_from, depth)
    if is_lazy(run) or is_lazy(qrels):
        if duplicates != "refuse":
            raise ValueError("duplicates must be 'refuse' for a lazy frame. Keep one row of each item first.")
        from rankteach.runs.evaluation.partitions import Partitioned

        source: Source = Partitioned(qrels, run, task, name)
    else:
        if duplicates != "refuse":  # judgements are read first: both may be pipes
            refuse_one_pipe(qrels, run)
            qrels = qrels if isinstance(qrels, Qrels) else read_qrels(qrels)
            run = read_run(run, ties=task.ties or "item_descending", progress=progress, duplicates=duplicates)
        source = source_of(qrels, run, task.ties, name, progress, depth)
    for one in asked.values():
        if (named := one.parameters.get("convention")) is not None:
            refuse_names([*source.matched.queries, *source.unjudged], one.metric.name, named)
    chosen = task.counts(source)
    matched = source.matched if chosen.all() else source.matched.take(np.flatnonzero(chosen))
    if not matched.queries and task.queries == "with_relevant":
        grade = f"of grade {relevant_from:g} or higher"
        raise ValueError(f"at least one judged query must have a relevant item, which is an item {grade}")
    if len(source.missing) == len(source.matched.queries):
        theirs = [
            ", ".join(map(quoted, names[:3])) + " ..." * (len(names) > 3) for names in (source.missing, source.unjudged)
        ]
        names = f"the judgements have {theirs[0] or 'none'}, the run has {theirs[1] or 'none'}"
        raise ValueError(f"the judgements and the run must have a query in common: {names}")
    values = {label: of_all[chosen] for label, of_all in source.values.items()} or task.values(
        source, matched, progress
    )
    return Evaluation(asked, values, matched, source, QUERIES[task.queries], relevant_from, settings_text)


def read_ranking(
    qrels: Any,
    run: Any,
    query: str,
    *,
    ties: Ties | None = None,
    relevant_from: float = 1,
    duplicates: Duplicates = "refuse",
) -> Ranking:
    """One query's list out of a run, with its items, scores and judgements; of a TREC file only its lines are read.

    Parameters
    ----------
    qrels, run, ties, relevant_from, duplicates
        As for ``rt.evaluate``.
    query : str
        The query, as the run and the judgements call it.

    Raises
    ------
    KeyError
        For a query that neither has.
    TypeError, ValueError
        For what cannot be read, naming file and line.

    >>> read_ranking({"301": {"a": 1, "b": 2}}, {"301": {"x": 3.0, "b": 2.5}}, "301")
    Ranking([None, 2], items=['x', 'b'], scores=[3.0, 2.5], missed={'a': 1})
    """
    refuse_one_pipe(qrels, run)
    if ties is not None:
        ties = one_of(ties, get_args(Ties), "ties")
    query, judged = text_of(query, "query"), read_qrels(qrels)
    if one_of(duplicates, get_args(Duplicates), "duplicates") != "refuse":
        run = read_run(run, ties=ties or "item_descending", duplicates=duplicates)
    one_list = list_of(query, run, ties)
    if query not in one_list and query not in judged:
        raise KeyError(f"query must be in the run or in the judgements, but {shown(query)} is in neither")
    return one_list.ranking(query, judged, relevant_from)


def checked_depth(depth: Any, asked: Mapping[str, Measure]) -> int | None:
    """The depth at which lists are cut for some measures, if there is one.

    Raises ``TypeError`` or ``ValueError`` for another one, and for a measure that needs more than one order.
    """
    if depth is None:
        return None
    depth = whole_number(depth, "depth", "Leave depth out to use the whole list.")
    if averaged := [label for label, resolved in asked.items() if resolved.parameters.get("ties") == "averaged"]:
        raise ValueError(
            must("depth", depth, "be left out", f"{averaged[0]} averages over all orders of equal scores.")
        )
    return int(depth)


def measures_with(measures: Any, convention: str | None, ties: str | None) -> dict[str, Measure]:
    """The measures by the names that you asked for; ``ties`` win over those of a convention."""
    pairs = []
    for one in each_measure(measures):
        resolved = measure(one, convention=convention)
        own = "ties" in measure(one).parameters or "ties" not in resolved.metric.shared
        if not own and (ties == "averaged" or (ties and convention)):
            resolved = resolved.with_parameters(ties=ties)
        pairs.append((one, resolved))
    asked = {one if isinstance(one, str) else str(settled): settled for one, settled in pairs}
    if not asked:
        raise ValueError("measures must not be empty. Name at least one, such as 'nDCG@10'.")
    for label, settled in asked.items():
        if settled.metric.pairing:
            raise ValueError(f"measures must be of one list, but {label} compares two")
    return asked
