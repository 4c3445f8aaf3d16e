"""Runs and judgements out of TREC files, against pytrec_eval and, where there is one, the binary of trec_eval.

Every contestant starts from the files and gives seven measures of every query. ``TREC_EVAL`` may hold the path of the
binary; by default it is looked for where programs are. Values are compared before the first round.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import rankteach as rt
from benchmarks.data import LAYOUTS, SHAPES, Files, write
from benchmarks.dicts import MEASURES
from benchmarks.side_by_side import Result, compare

AIMS = {
    "6,980 x 1,000, about one relevant": "at most x 0.25 and 120 MB",
    "54 x 1,000, graded": "none",
    "50 x 1,000, many judgements": "none",
    "200,000 x 10": "none",
}
OURS = "import rankteach as rt; rt.evaluate({qrels!r}, {run!r}, {measures!r})"
THEIRS = """
import pytrec_eval
with open({qrels!r}) as qrels, open({run!r}) as run:
    qrels, run = pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(run)
pytrec_eval.RelevanceEvaluator(qrels, {names!r}).evaluate(run)
"""
# A process of its own, because a child counts the memory of the process that it was forked from as its own.
LAUNCHER = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
LAUNCHER += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


def binary() -> str | None:
    """Where trec_eval is."""
    return os.environ.get("TREC_EVAL") or shutil.which("trec_eval")


def trec_eval(files: Files) -> list[str]:
    """The command; a cutoff is written after a point there: P.10."""
    names = [re.sub(r"_(\d+)$", r".\1", name) for name in MEASURES.values()]
    return [str(binary()), "-q", *(word for name in names for word in ("-m", name)), str(files.qrels), str(files.run)]


def contestants(files: Files, original: bool = True) -> dict[str, Callable[[], object]]:
    """Who takes part: each reads both files, and returns all values of all queries."""
    import pytrec_eval

    names = set(MEASURES.values())

    def theirs() -> Any:
        with open(files.qrels) as qrels, open(files.run) as run:
            judged, ranked = pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(run)
        return pytrec_eval.RelevanceEvaluator(judged, names).evaluate(ranked)

    def ours() -> Any:
        return rt.evaluate(str(files.qrels), str(files.run), list(MEASURES), queries="both")

    def printed() -> str:
        return subprocess.run(trec_eval(files), check=True, capture_output=True, text=True).stdout

    right, result = theirs(), ours()
    assert len(result.queries) == len(right)
    for measure, name in MEASURES.items():
        values = np.array([right[query][name] for query in result.queries])
        assert np.abs(values - result.values[measure]).max() < 1e-12, measure
    taking_part: dict[str, Callable[[], object]] = {"pytrec_eval": theirs, "rankteach": ours}
    if original and binary():
        means = {tuple(line.split()[:2]): float(line.split()[2]) for line in printed().splitlines()}
        for measure, name in MEASURES.items():
            assert abs(means[name, "all"] - result.means[measure]) < 0.000051, measure
        taking_part["trec_eval, its binary"] = printed
    return taking_part


def memory(command: list[str]) -> float:
    """The most memory that a program has taken at a time, in megabytes."""
    done = subprocess.run([sys.executable, "-c", LAUNCHER, *command], check=True, capture_output=True, text=True)
    return int(done.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def memories(files: Files, original: bool = True) -> dict[str, float]:
    """Of whole processes: Python and numpy take some thirty megabytes of them."""
    known = {
        "qrels": str(files.qrels),
        "run": str(files.run),
        "measures": list(MEASURES),
        "names": list(MEASURES.values()),
    }
    taken = {
        name: memory([sys.executable, "-c", code.format(**known)])
        for name, code in (("pytrec_eval", THEIRS), ("rankteach", OURS))
    }
    return taken | ({"trec_eval, its binary": memory(trec_eval(files))} if original and binary() else {})


def results() -> Iterator[tuple[str, Result]]:
    """One file after another: a title that tells the aim, and who took how long."""
    if not binary():
        print("\ntrec_eval is not here; its path can be given as TREC_EVAL")
    np.ones(2**25)  # a virtual machine is slow to hand out memory for the first time
    with tempfile.TemporaryDirectory() as folder:
        for shape, aim in AIMS.items():
            files = write(Path(folder), SHAPES[shape])
            # The binary looks through all queries for each of them: with 200,000 it takes minutes.
            original = SHAPES[shape].queries < 100_000
            size = os.path.getsize(files.run) / 1e6
            rounds = 5 if SHAPES[shape].queries > 1000 else 15
            title = f"seven measures from files, {shape}, {size:.3g} MB (aim: {aim})"
            yield title, compare(contestants(files, original), rounds=rounds)
            for name, megabytes in memories(files, original).items():
                print(f"  {name:<44} {megabytes:>6,.0f} MB")
        for name, layout in LAYOUTS.items():
            files = write(Path(folder), SHAPES["1,000 x 1,000, about one relevant"], layout)
            taking_part = contestants(files)
            title = f"seven measures from files, 1,000 x 1,000, {name} (aim: at most x 0.55)"
            yield title, compare(taking_part, rounds=5)
