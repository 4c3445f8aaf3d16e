"""Runs and judgements in every form that they can be given in, and what was found of them as plain dicts."""

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rankteach.runs import read_run
from rankteach.runs.positions import JudgedPositions


def rows(table: Any) -> list[tuple[Any, Any, Any]]:
    """Query, item and number of each item."""
    return [(query, item, number) for query, items in table.items() for item, number in items.items()]


def frame(library: Any, lines: Any, names: tuple[str, ...] = ("qid", "docno", "score")) -> Any:
    """A data frame of a library whose names are text and whose numbers are floats; ``lines`` can be a table."""
    lines = rows(lines) if isinstance(lines, dict) else lines
    columns = list(zip(*lines, strict=True)) or [(), (), ()]
    texts = [list(map(str, column)) for column in columns[:2]]
    made = dict(zip(names, [*texts, [float(value) for value in columns[2]]], strict=True))
    return library.table(made) if library.__name__ == "pyarrow" else library.DataFrame(made)


def written(folder: Path, name: str, content: str | bytes) -> Path:
    """A file of this content."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def in_every_form(run: dict[Any, Any], folder: Path) -> list[Any]:
    """A run as a mapping, as a run, as a data frame, and as the path of a file."""
    pandas = pytest.importorskip("pandas")
    lines = "".join(f"{query} Q0 {item} 1 {score} tag\n" for query, item, score in rows(run))
    framed = pandas.DataFrame(rows(run), columns=["qid", "docno", "score"])
    return [run, read_run(run), framed, str(written(folder, "run.txt", lines))]


def told(matched: JudgedPositions) -> dict[str, Any]:
    """For each query its length, the grade at each rank, and the missed grades in order."""
    answer = {}
    assert len(matched.starts) == len(matched.queries) + 1
    for q, query in enumerate(matched.queries):
        part = slice(matched.starts[q], matched.starts[q + 1])
        places, grades = matched.places[part].tolist(), matched.grades[part].tolist()
        found = {place: grade for place, grade in zip(places, grades, strict=True) if place >= 0}
        missed = [grade for place, grade in zip(places, grades, strict=True) if place < 0]
        assert len(found) + len(missed) == len(places)
        answer[query] = (int(matched.lengths[q]), found, sorted(missed))
    return answer


@contextmanager
def memory() -> Iterator[Callable[[], int]]:
    """The most bytes that Python takes for what is done here, to ask for afterwards."""
    peaks: list[int] = []
    tracemalloc.start()
    try:
        yield lambda: peaks[0]
    finally:
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
