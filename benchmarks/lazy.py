"""A run in Parquet files, evaluated in memory and part by part: seconds and the most memory of each whole process.

``python -m benchmarks lazy`` measures a million users with ten items each; ``LAZY_USERS`` may name another number.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.files import memory

USERS = int(os.environ.get("LAZY_USERS", 1_000_000))
LISTED, RELEVANT, CATALOGUE = 10, 5, 10_000
START = """
import sys, rankteach as rt
import rankteach.runs.evaluation.partitions as partitions
qrels, run = {qrels!r}, {run!r}
measures = ["nDCG@10", "AP", "RR"]
"""
ENGINES = {
    "pandas, all in memory": "import pandas; pair = pandas.read_parquet(qrels), pandas.read_parquet(run)",
    "polars, in turn": "import polars; pair = polars.scan_parquet(qrels), polars.scan_parquet(run)",
    "DuckDB, in turn": "import duckdb; pair = duckdb.read_parquet(qrels), duckdb.read_parquet(run)",
    "Dask, two workers": """
import dask.dataframe as dask, distributed
distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
pair = dask.read_parquet(qrels, split_row_groups=1), dask.read_parquet(run, split_row_groups=1)
""",
}
EVALUATE = "print(rt.evaluate(*pair, measures).means)"


def write(folder: str, users: int) -> dict[str, str]:
    """Judgements and a run of many users as Parquet files."""
    import pandas

    draw = np.random.default_rng(1)
    names = np.char.add("u", np.arange(users).astype(str))
    paths = {}
    for name, count, column in (("qrels", RELEVANT, "grade"), ("run", LISTED, "score")):
        items = (draw.integers(0, CATALOGUE // count, (users, count)) * count + np.arange(count)).ravel()
        values = draw.integers(0, 3, items.size) if name == "qrels" else draw.random(items.size)
        frame = pandas.DataFrame({"user": np.repeat(names, count), "item": items, column: values})
        paths[name] = os.path.join(folder, f"{name}.parquet")
        frame.to_parquet(paths[name], row_group_size=1_000_000)
    return paths


def results(users: int = USERS) -> Iterator[tuple[str, float, float]]:
    """For each engine the seconds and the megabytes; those of Dask's workers are not counted."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write(folder, users)
        for name, frames in ENGINES.items():
            code = START.format(**paths) + "if __name__ == '__main__':\n    " + frames.strip().replace("\n", "\n    ")
            program = os.path.join(folder, "program.py")
            with open(program, "w", encoding="utf-8") as file:
                file.write(f"{code}\n    {EVALUATE}\n")
            start = time.perf_counter()
            megabytes = memory([sys.executable, program])
            yield name, time.perf_counter() - start, megabytes
