"""All benchmarks, or those named: ``python -m benchmarks import batch``."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import rankteach as rt
from benchmarks.side_by_side import ROUNDS, Result, compare, readable
from rankteach.explain.what_if.alternatives import best_swaps

Contestant = Callable[[], float]
ROOT = Path(__file__).resolve().parent.parent


def show(title: str, result: Result) -> None:
    print(f"\n{title}")
    for name, seconds in result.seconds.items():
        ratios = f"x {result.ratios[name]:<6.3g} (processor time: x {result.cpu[name]:.3g})"
        print(f"  {name:<44} {readable(seconds):>9}   {ratios}")


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
        first = run("import rankteach as rt; rt.average_precision([1, 0, 1]).value")
        processes = {"numpy": run("import numpy"), "rankteach": run("import rankteach"), "and a first value": first}
        show("import, whole process", compare(processes))


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
    """One item of ten toggled: every metric of one list in the catalogue, its value at every k and its table."""
    from rankteach.tracing.measures import metrics

    ranking = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0, 1, 0])
    every = [metric for metric in metrics() if metric.pairing is None]

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
    """What a live surface calculates for one click, in process."""
    names = [f"d{place}" for place in range(1, 21)]
    twenty = [rt.Ranking.from_items(items, set(names[::2])) for items in (names, names[::-1])]
    surfaces = {
        "explorer": (rt.explore(rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0, 1, 0])), {}),
        "two lists of 20 items side by side": (rt.side_by_side(*twenty), {"list": 0}),
        "six queries with 20 items each": (rt.explore_queries([*twenty] * 3), {"query": "q1"}),
    }
    for name, (widget, place) in surfaces.items():
        count = iter(range(1, 10**9))

        def click(widget: Any = widget, place: Mapping[str, int | str] = place, count: Iterator[int] = count) -> None:
            widget.set_state({"action": {"do": "toggle", **place, "item": "d2", "n": next(count)}})

        show(f"{name}, one click in process", compare({"all values and the chosen trace": click}, 20))
        assert not widget.error


def saving() -> None:
    """Recording what a live page answers, of each surface; processor time."""
    from benchmarks.side_by_side import processor_time
    from rankteach.widgets.pages.recorder import record

    four, others = ["leek", "pea", "tomato", "onion"], ["pea", "leek", "onion", "tomato"]
    lists = rt.Ranking([1, 0, 1], items=["a", "b", "c"]), rt.Ranking([0, 1, 1], items=["b", "c", "d"])
    surfaces = {
        **{f"{n} items, 7 measures": rt.explore([1, 0, 1, 1, 0, 1][:n]) for n in (3, 4, 5, 6)},
        "4 graded items, 3 measures": rt.explore([3, 0, 2, 1], ["nDCG", "DCG@3", "ERR"]),
        "curves of 4 items": rt.explore_curve([1, 0, 1, 0]),
        "curves of 3 items with scores": rt.explore_curve(rt.Ranking([1, 0, 1], scores=[0.9, 0.7, 0.7])),
        "agreement of 4 items": rt.explore_agreement(four, others),
        "2 queries": rt.explore_queries({"soup": [1, 0, 1], "tart": [0, 1, 1]}),
        "2 lists side by side": rt.side_by_side(*lists),
    }
    print("\nsaving a live page (aim: 4 s of processor time for 6 items and 7 measures, 3 s for curves)")
    for name, surface in surfaces.items():
        start = processor_time()
        states = len(record(surface._state)["views"])
        print(f"  {name}, {states:,} states: {readable(processor_time() - start)}", flush=True)


def long_lists() -> None:
    """What is asked of long lists: twice as many items must not take much more than twice as long."""
    grades = np.random.default_rng(3).integers(0, 3, 16_000).tolist()

    def click(length: int) -> Callable[[], object]:
        widget = rt.explore(grades[:length], ["ERR", "INST", "nERR", "Bpref"])
        count = iter(range(1, 10**9))
        return lambda: widget.set_state({"action": {"do": "toggle", "item": "d2", "n": next(count)}})

    jobs: dict[str, Callable[[int], Callable[[], object]]] = {
        "a click": click,
        "nERR as JSON": lambda length: lambda: rt.nerr(grades[:length]).to_json(),
    }
    for name, job in jobs.items():
        sizes = {f"{length:,} items": job(length) for length in (2_000, 4_000, 8_000, 16_000)}
        show(name, compare(sizes, rounds=3))


def what_if() -> None:
    """Every swap, the best one, and every other judgement of one list; and a student's function on all lists."""
    grades = np.random.default_rng(3).integers(0, 2, 2_000).tolist()
    jobs: dict[str, Callable[[list[int]], object]] = {
        "swaps of nDCG@20": lambda some: rt.swaps(rt.ndcg(some, k=20)),
        "the best swap of nDCG@20": lambda some: list(best_swaps(rt.ndcg(some, k=20))),
        "swaps of AP (an eighth of the items)": lambda some: rt.swaps(rt.average_precision(some[: len(some) // 8])),
        "toggles of AP": lambda some: rt.toggles(rt.average_precision(some)),
    }
    for name, job in jobs.items():
        sizes = {f"{length:,} items": partial(job, grades[:length]) for length in (500, 1_000, 2_000)}
        show(name, compare(sizes, rounds=3))

    def recall(grades: list[int], m: int) -> float:
        return sum(map(bool, grades)) / m if m else 0

    show(
        "the check of a function",
        compare({"right": lambda: rt.check(recall, "R"), "wrong": lambda: rt.check(recall, "nDCG")}, rounds=3),
    )


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


SIZES = {10: 20, 100: 20, 1000: 10, 10_000: 5, 100_000: 1, 1_000_000: 1}  # items: calls a turn
Sized = Callable[[int], tuple[Contestant, Contestant]]


def growing(title: str, other: str, aims: Mapping[int, str], contestants: Sized) -> None:
    """Theirs and ours for more and more items, as a table; both are asked for so many items.

    Each line is ten times as many items. For n log n it takes 12 to 20 times as long: less where the call itself
    takes most of the time, somewhat more where the data outgrow the processor's cache. For n² it takes 100 times.
    """
    print(f"\n{title}")
    print(f"  {'items':>9} {'rankteach':>10} {'growth':>8} {other:>13}   {'ratio':<8} {'processor':<10} aim")
    before = None
    for items, calls in SIZES.items():
        theirs, ours = contestants(items)
        assert abs(theirs() - ours()) < 1e-10
        rounds = 5 if items == max(SIZES) else ROUNDS
        result = compare({"theirs": theirs, "ours": ours}, calls, rounds)
        seconds = result.seconds["ours"]
        growth = f"x {seconds / before:.3g}" if before else ""
        ratio, processor = (f"x {ratios['ours']:.3g}" for ratios in (result.ratios, result.cpu))
        print(
            f"  {items:>9,} {readable(seconds):>10} {growth:>8} {readable(result.seconds['theirs']):>13}"
            f"   {ratio:<8} {processor:<10} {aims.get(items, '')}".rstrip(),
            flush=True,
        )
        before = seconds


def pairs() -> None:
    """AUC and Kendall's tau, which look at all pairs of items, against others' that do not trace."""
    from scipy.stats import kendalltau
    from sklearn.metrics import roc_auc_score

    random = np.random.default_rng(2)
    np.ones(2**25)  # a virtual machine is slow to hand out memory for the first time

    def tied(items: int) -> np.ndarray:
        return random.integers(0, min(items // 5, 100), items) / 100

    def relevance(scores: np.ndarray) -> np.ndarray:
        """More relevant items where the scores are high; both kinds at least once."""
        relevant = (random.random(len(scores)) < 0.3 + 0.4 * scores).astype(np.int64)
        relevant[[0, -1]] = 1, 0
        return relevant

    def from_arrays(scores: np.ndarray) -> tuple[Contestant, Contestant]:
        relevant = relevance(scores)
        return (
            lambda: float(roc_auc_score(relevant, scores)),
            lambda: rt.roc_auc(rt.Ranking.from_scores(relevant, scores)).value,
        )

    def in_order(scores: np.ndarray) -> tuple[Contestant, Contestant]:
        scores = -np.sort(-scores)
        relevant = relevance(scores)
        return (
            lambda: float(roc_auc_score(relevant, scores)),
            lambda: rt.roc_auc(rt.Ranking(relevant, scores=scores)).value,
        )

    def correlation(x: np.ndarray, y: np.ndarray) -> tuple[Contestant, Contestant]:
        y = np.where(random.random(len(x)) < 0.3, x, y)
        return lambda: float(kendalltau(x, y).statistic), lambda: rt.kendall_tau(x, y).value

    quarter = dict.fromkeys(SIZES, "at most x 0.25")
    growing("AUC from arrays, no ties", "scikit-learn", quarter, lambda n: from_arrays(random.random(n)))
    growing("AUC from arrays, ties", "scikit-learn", quarter, lambda n: from_arrays(tied(n)))
    growing("AUC of a list in order", "scikit-learn", quarter, lambda n: in_order(random.random(n)))
    aims = {10: "below x 1", 100: "below x 1", 1000: "below x 1", 1_000_000: "at most x 4"}
    growing("Kendall's tau, no ties", "scipy", aims, lambda n: correlation(random.random(n), random.random(n)))
    growing("Kendall's tau, ties", "scipy", aims, lambda n: correlation(tied(n), tied(n)))


def significance() -> None:
    """Two systems on 6,980 queries, as many as MS MARCO has; and the exact test over 40 of them."""
    random = np.random.default_rng(7)
    first = random.random(6980)
    many = rt.compare(first, first + random.normal(0.004, 0.3, 6980))
    forty = rt.compare(np.zeros(40), 2.0 ** np.arange(40))
    contestants: dict[str, Callable[[], object]] = {
        "20,000 random choices of signs": lambda: many.randomisation(trials=20_000),
        "2,000 bootstrap samples": lambda: many.bootstrap(samples=2_000),
        "all choices of 40 signs": forty.randomisation,
    }
    show("comparing two systems", compare(contestants, rounds=3))
    items = random.integers(0, 3000, 5000)
    contestants = {"weighted tau": lambda: rt.weighted_tau(items, -items), "tau AP": lambda: rt.tau_ap(items, -items)}
    show("two lists of 5,000 items, ties among them", compare(contestants, rounds=3))


def page() -> None:
    """Click to redraw, at a person's pace, and frames while scrubbing, in a real JupyterLab."""
    in_a_browser("click")


def live() -> None:
    """A live page on a slow network: its size, the first answer, click to redraw, and when Python is there."""
    in_a_browser("live_page")


def in_a_browser(name: str) -> None:
    """The timings in a file that need the browser of the tests; with how busy the machine was."""
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "tests.browser.conftest", f"benchmarks/{name}.py"]
    subprocess.run([*command, "--no-header", "--no-summary"], cwd=ROOT, check=False)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"load of this machine with {os.cpu_count()} processors, in the last 1, 5 and 15 minutes: {load}")


def from_files() -> None:
    """Whole runs out of files."""
    from benchmarks.files import results

    for title, result in results():
        show(title, result)


def from_memory() -> None:
    """Whole runs out of dicts and data frames."""
    from benchmarks.dicts import results

    for title, result in results():
        show(title, result)


def in_parts() -> None:
    """A run that is evaluated part by part, and the memory that it takes."""
    from benchmarks.lazy import LISTED, USERS, results

    print(f"\nthree measures of {USERS:,} users with {LISTED} items each")
    for name, seconds, megabytes in results():
        print(f"  {name:<44} {readable(seconds):>9}   {megabytes:>6,.0f} MB")


BENCHMARKS = {
    "import": importing,
    "list": one_list,
    "toggle": toggle,
    "explorer": explorer,
    "saving": saving,
    "long": long_lists,
    "what_if": what_if,
    "batch": batch,
    "pairs": pairs,
    "significance": significance,
    "files": from_files,
    "dicts": from_memory,
    "lazy": in_parts,
    "page": page,
    "live": live,
}

if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - set(BENCHMARKS):
        sys.exit(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    for name in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[name]()
