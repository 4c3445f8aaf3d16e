"""Runs and judgements made from a seed, as TREC files: in the sizes of evaluation campaigns, in tools' layouts."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

COLLECTION = 8_841_823  # items


class Shape(NamedTuple):
    """How many queries, items of each in the run, judgements of each on average; one of the grades for each."""

    queries: int
    items: int
    judged: int
    grades: tuple[int, ...]


SHAPES = {
    "6,980 x 1,000, about one relevant": Shape(6980, 1000, 1, (1,)),
    "1,000 x 1,000, about one relevant": Shape(1000, 1000, 1, (1,)),
    "50 x 1,000, many judgements": Shape(50, 1000, 1500, (0, 0, 0, 0, 0, 0, 1)),
    "54 x 1,000, graded": Shape(54, 1000, 400, (0, 0, 0, 1, 1, 2, 3)),
    "200,000 x 10": Shape(200_000, 10, 2, (1,)),
}


class Layout(NamedTuple):
    """How a run file is written."""

    item: str = "{item}"
    score: str = "{score:.6f}"
    between: str = " "
    end: str = "\n"
    shuffled: bool = False

    @property
    def line(self) -> str:
        return self.between.join(["{query}", "Q0", self.item, "{rank}", self.score, "run"]) + self.end


LAYOUTS = {
    "plain": Layout(),
    "17-digit scores": Layout(score="{score:.17g}"),
    "long items": Layout(item="clueweb12-0000wb-{item:08}-{item:08}"),
    "tabs": Layout(between="\t"),
    "CRLF": Layout(end="\r\n"),
    "shuffled lines": Layout(shuffled=True),
}


class Query(NamedTuple):
    """One query of a run, best item first, and its judgements."""

    name: str
    items: list[int]
    scores: list[float]
    judged: dict[int, int]


class Files(NamedTuple):
    """A run and its judgements."""

    run: Path
    qrels: Path


def queries(shape: Shape, seed: int = 1) -> Iterator[Query]:
    """Judged items are more often near the top than far down, and some of them are not in the run."""
    random = np.random.default_rng(seed)
    for name in random.choice(1_100_000, shape.queries, replace=False).tolist():
        items = random.choice(COLLECTION, shape.items + shape.judged, replace=False)
        scores = np.sort(random.gamma(4, 3, shape.items))[::-1]
        ranks = random.exponential(shape.items / 20 + shape.judged / 2, max(1, random.poisson(shape.judged)))
        judged = items[np.minimum(ranks.astype(np.int64), len(items) - 1)].tolist()
        grades = random.choice(shape.grades, len(judged)).tolist()
        yield Query(str(name), items[: shape.items].tolist(), scores.tolist(), dict(zip(judged, grades, strict=True)))


def write(folder: Path, shape: Shape, layout: Layout = LAYOUTS["plain"], seed: int = 1) -> Files:
    """A run and its judgements in a folder."""
    files = Files(folder / "run", folder / "qrels")
    line = layout.line
    every = []
    with open(files.run, "w", newline="") as run, open(files.qrels, "w") as qrels:
        for query in queries(shape, seed):
            lines = [
                line.format(query=query.name, item=item, rank=rank, score=score)
                for rank, (item, score) in enumerate(zip(query.items, query.scores, strict=True), 1)
            ]
            if layout.shuffled:
                every += lines
            else:
                run.writelines(lines)
            qrels.writelines(
                f"{query.name} 0 {layout.item.format(item=item)} {grade}\n" for item, grade in query.judged.items()
            )
        np.random.default_rng(seed).shuffle(every)
        run.writelines(every)
    return files
