"""The worked examples of the source documents as rankings, and a small search with its judgements, ready to use.

>>> from rankteach.classroom import examples
>>> examples.eight_documents
Ranking([1, 0, 1, 1, 0, 1, 0, 0], items=['06', '03', '05', '00', '04', '02', '01', '07'], \
scores=[0.9, 0.85, 0.71, 0.63, 0.47, 0.36, 0.24, 0.16])
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rankteach.core.ranking import Ranking

if TYPE_CHECKING:
    from rankteach.runs import Qrels, Run

# Evaluation Metrics For Learning to Rank Problems
five_binary = Ranking([1, 0, 1, 0, 1])
"""The first, third and fifth of five results are relevant."""

model_a = Ranking([1, 1, 1, 0, 0])
"""Three hits of five, all of them first: as precise as model B, and the better ranking."""

model_b = Ranking([0, 0, 1, 1, 1])
"""Three hits of five, all of them last."""

one_hit_at_the_end = Ranking([0, 0, 0, 0, 1])
"""The only relevant result comes fifth: its reciprocal rank is 1/5."""

no_hit = Ranking([0, 0, 0, 0, 0])
"""Nothing relevant: the reciprocal rank is 0."""

hits_first = model_a
"""The five results with the relevant ones first: average precision 1."""

five_graded = Ranking([3, 2, 3, 0, 1])
"""Five results with grades from 0 to 5."""

five_graded_swapped = Ranking([2, 3, 3, 0, 1], items=["d2", "d1", "d3", "d4", "d5"])
"""The same with the first two swapped: CG@2 stays, DCG@2 does not."""

# Evaluation Metrics for Ranking problems: Introduction and Examples
eight_documents = Ranking.from_scores(
    [1, 0, 1, 0, 0, 1, 1, 0],
    [0.63, 0.24, 0.36, 0.85, 0.47, 0.71, 0.90, 0.16],
    items=["00", "01", "02", "03", "04", "05", "06", "07"],
)
"""Eight documents ranked by a predicted relevance; documents 00, 02, 05 and 06 are relevant."""

documents: dict[str, dict[str, Ranking]] = {
    "Evaluation Metrics For Learning to Rank Problems": {
        "five_binary": five_binary,
        "model_a": model_a,
        "model_b": model_b,
        "hits_first": hits_first,
        "one_hit_at_the_end": one_hit_at_the_end,
        "no_hit": no_hit,
        "five_graded": five_graded,
        "five_graded_swapped": five_graded_swapped,
    },
    "Evaluation Metrics for Ranking problems: Introduction and Examples": {"eight_documents": eight_documents},
}
"""All of them, by the title of the document that they come from."""


def run() -> Run:
    """What a search for recipes found: 50 recipes for each of 29 queries, ranked by the words that they share with it.

    The run is generated, with the oddities of real ones: many tied scores, unjudged items, a query that it does not
    answer (121), an unjudged query (128), one without a relevant recipe (118) and one for which it finds none (113).
    The file is ``run().source``; ``queries()`` has the titles.

    >>> run()
    Run('words', 29 queries, 1,450 items, ties='item_descending')
    >>> run().ranked("103")[0][:3]
    ['lemon-cake', 'pear-rhubarb-cake', 'lemon-pear-cake']
    """
    from rankteach.runs import read_run

    return read_run(_path("words.run"))


def second_run() -> Run:
    """What another search found for the 30 queries: it knows similar words, and has some noise.

    >>> second_run()
    Run('meaning', 30 queries, 1,500 items, ties='item_descending')
    """
    from rankteach.runs import read_run

    return read_run(_path("meaning.run"))


def qrels() -> Qrels:
    """A cook's grades of some recipes for each query, from 0 (not what was asked for) to 3 (exactly that).

    >>> qrels()
    Qrels(29 queries, 957 judgements)
    """
    from rankteach.runs import read_qrels

    return read_qrels(_path("recipes.qrels"))


def queries() -> dict[str, str]:
    """The titles of the queries.

    >>> queries()["103"]
    'lemon cake'
    """
    import json

    with open(_path("queries.json"), encoding="utf-8") as file:
        titles: dict[str, str] = json.load(file)
    return titles


def _path(name: str) -> str:
    return os.path.join(os.path.dirname(__file__), "data", name)
