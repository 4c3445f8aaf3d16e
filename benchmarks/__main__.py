"""All benchmarks, or those named: ``python -m benchmarks import batch``."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import rankteach as rt
from benchmarks.side_by_side import Result, compare, readable

ROOT = Path(__file__).resolve().parent.parent


def show(title: str, result: Result) -> None:
    print(f"\n{title}")
    for name, seconds in result.seconds.items():
        print(f"  {name:<44} {readable(seconds):>9}   x {result.ratios[name]:.3g}")


def judged(count: int, length: int, seed: int = 1) -> np.ndarray:
    """Relevance of ``count`` lists, about one item in five relevant, at least one in each."""
    matrix = (np.random.default_rng(seed).random((count, length)) < 0.2).astype(np.int64)
    matrix[:, 0] |= matrix.sum(axis=1) == 0
    return matrix


def importing() -> None:
    """The package against numpy alone, each in a fresh process; compiled files are kept, as installed ones are."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": compiled}

        def run(code: str) -> Callable[[], object]:
            return lambda: subprocess.run([sys.executable, "-c", code], env=environment, check=True)

        loaded = "import sys; print(*(m for m in ('matplotlib', 'pandas', 'ipywidgets') if m in sys.modules))"
        heavy = subprocess.run(
            [sys.executable, "-c", f"import rankteach; {loaded}"], env=environment, capture_output=True, text=True
        )
        assert not heavy.stdout.strip(), heavy.stdout
        show("import, whole process", compare({"numpy": run("import numpy"), "rankteach": run("import rankteach")}))


def one_list() -> None:
    """A traced AP against the same arithmetic in bare numpy, and against scikit-learn, which traces nothing."""
    from sklearn.metrics import average_precision_score

    for length, calls in ((10, 2000), (1000, 500)):
        relevant = judged(1, length)[0]
        scores = np.arange(length, 0, -1)
        ranking = rt.Ranking(relevant)

        def bare(relevant: np.ndarray = relevant) -> float:
            hits = np.cumsum(relevant)
            precision = hits / np.arange(1, len(relevant) + 1)
            return float((precision * relevant).sum() / relevant.sum())

        assert abs(bare() - float(rt.average_precision(ranking))) < 1e-12
        assert abs(bare() - average_precision_score(relevant, scores)) < 1e-12
        contestants: dict[str, Callable[[], object]] = {
            "bare numpy": bare,
            "rankteach, traced": lambda ranking=ranking: rt.average_precision(ranking),
            "the same, the list checked anew each time": lambda r=relevant: rt.average_precision(rt.Ranking(r)),
        }
        show(f"average precision of {length} items", compare(contestants, calls))
        contestants["scikit-learn, untraced"] = lambda r=relevant, s=scores: average_precision_score(r, s)
        show(f"average precision of {length} items, scikit-learn too", compare(contestants, calls // 20))


def toggle() -> None:
    """One item of ten toggled: every metric of the catalogue, its value at every k and its table."""
    from rankteach.measures import metrics

    ranking = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0, 1, 0])
    every = metrics()

    def all_tables() -> None:
        toggled = ranking.with_grade(2, 1)
        for metric in every:
            trace = metric(toggled)
            trace.exact, trace.at_every_k(), trace.tables()

    def all_html() -> None:
        toggled = ranking.with_grade(2, 1)
        for metric in every:
            metric(toggled).to_html()

    name = f"{len(every)} metrics: values, every k, tables"
    show("one toggle of ten items", compare({name: all_tables, "the same as whole HTML pages": all_html}, 20))


def explorer() -> None:
    """What the live surface calculates for one click, in process."""
    widget = rt.explore(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0, 1, 0]))
    count = iter(range(1, 10**9))

    def click() -> None:
        widget.set_state({"gesture": {"do": "toggle", "item": "d2", "n": next(count)}})

    show("explorer, one click in process", compare({"all cards and the chosen trace": click}, 20))
    assert not widget.error


def batch() -> None:
    """Many lists at once, against a loop over scikit-learn and against plain numpy."""
    from sklearn.metrics import average_precision_score, ndcg_score

    matrix = judged(500, 1000)
    scores = np.arange(1000, 0, -1)

    def traced() -> tuple[np.ndarray, np.ndarray]:
        rankings = rt.Batch(matrix)
        return rt.ndcg(rankings).value, rt.average_precision(rankings).value

    def loop() -> tuple[np.ndarray, np.ndarray]:
        ndcg = np.array([ndcg_score([row], [scores]) for row in matrix])
        return ndcg, np.array([average_precision_score(row, scores) for row in matrix])

    for ours, theirs in zip(traced(), loop(), strict=True):
        assert np.abs(ours - theirs).max() < 1e-12
    show("nDCG and AP of 500 x 1,000", compare({"rankteach": traced, "a loop over scikit-learn": loop}))

    large = judged(7000, 1000)

    def plain() -> tuple[np.ndarray, np.ndarray]:
        ranks = np.arange(1, large.shape[1] + 1)
        discounts = np.log2(ranks + 1)
        ndcg = (large / discounts).sum(-1) / (np.sort(large, -1)[:, ::-1] / discounts).sum(-1)
        return ndcg, (large.cumsum(-1) / ranks * large).sum(-1) / large.sum(-1)

    def blocks() -> tuple[np.ndarray, np.ndarray]:
        rankings = rt.Batch(large)
        return rt.ndcg(rankings).value, rt.average_precision(rankings).value

    for ours, theirs in zip(blocks(), plain(), strict=True):
        assert np.abs(ours - theirs).max() < 1e-12
    show("nDCG and AP of 7,000 x 1,000", compare({"plain numpy": plain, "rankteach": blocks}))


def page() -> None:
    """Click to redraw in a real JupyterLab, at a person's pace."""
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "tests.browser.conftest", "benchmarks/click.py"]
    subprocess.run([*command, "--no-header", "--no-summary"], cwd=ROOT, check=False)


BENCHMARKS = {
    "import": importing,
    "list": one_list,
    "toggle": toggle,
    "explorer": explorer,
    "batch": batch,
    "page": page,
}

if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - set(BENCHMARKS):
        sys.exit(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    for name in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[name]()
