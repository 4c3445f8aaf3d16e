"""Runs and judgements in memory, as dicts and as data frames, against pytrec_eval, which takes dicts alone.

In one round every contestant has its turn; values are compared query by query before the first one.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

import rankteach as rt
from benchmarks.data import SHAPES, queries
from benchmarks.side_by_side import Result, compare

MEASURES = {
    "AP": "map",
    "nDCG": "ndcg",
    "nDCG@10": "ndcg_cut_10",
    "P@10": "P_10",
    "RR": "recip_rank",
    "R@100": "recall_100",
    "Bpref": "bpref",
}
AIMS = {
    "50 x 1,000, many judgements": "x 0.4",
    "54 x 1,000, graded": "x 0.5",
    "6,980 x 1,000, about one relevant": "x 0.2",
    "200,000 x 10": "x 1",
}

Table = dict[str, dict[str, Any]]


def tables(shape: str) -> tuple[Table, Table]:
    """Judgements and a run. A run comes from elsewhere than its judgements, so they share no text in memory."""
    qrels: Table = {}
    run: Table = {}
    for query in queries(SHAPES[shape]):
        run[query.name] = dict(zip(map(str, query.items), query.scores, strict=True))
        qrels[query.name] = {str(item): grade for item, grade in query.judged.items()}
    return qrels, run


def frame(table: Table, value: str) -> Any:
    """The same rows as a data frame of pandas; its items are texts of their own, as out of a file."""
    import pandas as pd

    columns = {
        "query_id": [query for query, items in table.items() for _ in items],
        "doc_id": [item.encode().decode() for items in table.values() for item in items],
        value: [number for items in table.values() for number in items.values()],
    }
    return pd.DataFrame(columns)


def table(framed: Any, value: str) -> Table:
    """A data frame's rows as dicts, as somebody makes them who has a frame and a tool that takes dicts alone."""
    parts = framed.groupby("query_id", sort=False)
    return {query: dict(zip(rows["doc_id"].tolist(), rows[value].tolist(), strict=True)) for query, rows in parts}


def contestants(shape: str) -> dict[str, Callable[[], object]]:
    """Who takes part; each returns all values of all queries."""
    import pytrec_eval

    qrels, run = tables(shape)
    framed = frame(qrels, "relevance"), frame(run, "score")
    theirs = set(MEASURES.values())

    def others() -> Any:
        return pytrec_eval.RelevanceEvaluator(qrels, theirs).evaluate(run)

    def from_dicts() -> Any:
        return rt.evaluate(qrels, run, list(MEASURES), queries="both")

    def from_frames() -> Any:
        return rt.evaluate(*framed, list(MEASURES), queries="both")

    def from_frames_made_dicts() -> Any:
        made = table(framed[0], "relevance"), table(framed[1], "score")
        return rt.evaluate(*made, list(MEASURES), queries="both")

    right = others()
    for result in (from_dicts(), from_frames(), from_frames_made_dicts()):
        assert len(result.queries) == len(right)
        for measure, name in MEASURES.items():
            values = np.array([right[query][name] for query in result.queries])
            assert np.abs(values - result.values[measure]).max() < 1e-12, measure
    return {
        "pytrec_eval": others,
        "rankteach, from dicts": from_dicts,
        "rankteach, from data frames": from_frames,
        "from dicts made of the data frames": from_frames_made_dicts,
    }


def results(shapes: Iterable[str] = tuple(AIMS)) -> Iterator[tuple[str, Result]]:
    """One shape after another: a title that tells the aim, and who took how long."""
    for shape in shapes:
        title = f"seven measures from memory, {shape} (from dicts at most {AIMS[shape]}, from frames no slower)"
        yield title, compare(contestants(shape), rounds=5 if SHAPES[shape].queries > 1000 else 15)
