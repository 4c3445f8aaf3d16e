"""Every public function with malformed arguments: a right value, or an error that names the argument.

The table has every parameter with every value. A change runs some of each; the long form runs all.
"""

import datetime
import inspect
import math
import re
import signal
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from matplotlib import pyplot

import rankteach as rt
from rankteach import classroom
from rankteach.tracing.measures import metrics
from tests.tiers import LONG

LONGEST_MESSAGE = 700
PACKAGE = Path(rt.__file__).parent
MOST_SECONDS = 2  # of the processor, so that a busy machine does not matter
FROZEN = 60  # seconds until a call is ended

RANKING = rt.Ranking([3, 0, 2, None, 1], items=list("abcde"), scores=[5, 4, 3, 3, 1], missed=[1, 2])
TRACE = rt.average_precision(RANKING)
QRELS = {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"a": 1}}
RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"a": 1.0, "b": 2.0}}
RESULT = rt.evaluate(QRELS, RUN, ["AP", "nDCG@2"])


class Angry:
    """An object that cannot be printed."""

    def __repr__(self) -> str:
        raise RuntimeError("this has no text")


def boom(*_: Any) -> Any:
    """A function that fails."""
    raise RuntimeError("boom")


def nested() -> list[Any]:
    """A list in a list in a list, deeper than Python can print."""
    deep: list[Any] = []
    for _ in range(3000):
        deep = [deep]
    return deep


DEEP = nested()
VALUES: dict[str, Callable[[], Any]] = {
    "a number without dimensions": lambda: np.array(3),
    "a fraction without dimensions": lambda: np.array(0.5),
    "a text without dimensions": lambda: np.array("AP"),
    "an array": lambda: np.array([1, 2]),
    "a matrix": lambda: np.ones((2, 2)),
    "an empty array": lambda: np.array([]),
    "an array of objects": lambda: np.array([None, {}], dtype=object),
    "a pandas series": lambda: pd.Series([1, 2, 3]),
    "a pandas frame": lambda: pd.DataFrame({"a": [1, 2]}),
    "a pandas NA": lambda: pd.NA,
    "a pandas NaT": lambda: pd.NaT,
    "a polars series": lambda: pl.Series([1, 2]),
    "a polars frame": lambda: pl.DataFrame({"a": [1]}),
    "a sparse matrix": lambda: sp.csr_matrix([[1, 0], [0, 1]]),
    "a column": lambda: RANKING.relevant,
    "a trace": lambda: TRACE,
    "a ranking": lambda: RANKING,
    "a measure": lambda: rt.measure("AP"),
    "a masked value": lambda: np.ma.masked,
    "a masked array": lambda: np.ma.array([1, 2], mask=[0, 1]),
    "a number of 5000 digits": lambda: 10**5000,
    "a negative number of 5000 digits": lambda: -(10**5000),
    "a fraction of 5000 digits": lambda: Fraction(1, 10**5000),
    "numbers of 5000 digits": lambda: [10**5000, 1],
    "a signalling decimal": lambda: Decimal("sNaN"),
    "a decimal that is no number": lambda: Decimal("NaN"),
    "a decimal": lambda: Decimal("0.5"),
    "a deep list": lambda: DEEP,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "-1": lambda: -1,
    "0": lambda: 0,
    "0.5": lambda: 0.5,
    "2.0": lambda: 2.0,
    "1e308": lambda: 1e308,
    "5e-324": lambda: 5e-324,
    "the smallest 64-bit integer": lambda: np.int64(-(2**63)),
    "True": lambda: True,
    "None": lambda: None,
    "a word": lambda: "nonsense",
    "an empty text": lambda: "",
    "bytes": lambda: b"AP",
    "a long text": lambda: "x" * 10_000,
    "half of a surrogate pair": lambda: "\ud800",
    "a text with NUL": lambda: "a\x00b",
    "a text with an escape sequence": lambda: "\x1b[2J",
    "a text with a line break": lambda: "a\nb",
    "a list": lambda: [1, 0],
    "a list of words": lambda: ["a", "b"],
    "a list of None": lambda: [None, None],
    "a list of nan": lambda: [math.nan, 1],
    "an empty list": list,
    "a tuple": lambda: (1,),
    "a set": lambda: {1, 2},
    "a dict": lambda: {"a": 1},
    "an empty dict": dict,
    "a dict of dicts": lambda: {"a": {"b": 1}},
    "a function that fails": lambda: boom,
    "a function": lambda: lambda x: x,
    "a class": lambda: int,
    "a module": lambda: np,
    "an object": object,
    "an object without text": Angry,
    "a list of objects without text": lambda: [Angry(), Angry()],
    "a complex number": lambda: 1j,
    "np.int64": lambda: np.int64(2),
    "np.float32": lambda: np.float32(0.5),
    "np.longdouble": lambda: np.longdouble(0.5),
    "a trillion numbers": lambda: range(10**12),
    "a list of arrays": lambda: [np.array(1)],
    "a mean": lambda: rt.mean("AP", [[1]]),
    "an Enum": lambda: signal.SIGINT,
    "np.nan": lambda: np.float64("nan"),
    "np.bool": lambda: np.bool_(True),
    "np.str": lambda: np.str_("AP"),
    "Fraction": lambda: Fraction(1, 2),
    "a range": lambda: range(3),
    "a generator": lambda: (x for x in [1, 0]),
    "a date": lambda: np.datetime64("2020-01-01"),
    "a day": lambda: datetime.date(2020, 1, 1),
    "an ellipsis": lambda: ...,
}

OURS = object()  # a convention that is left out


def call(function: Callable[..., Any], /, **given: Any) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """A function, and a right value for each of its parameters: the default where none is given."""
    parameters = inspect.signature(function).parameters.values()
    return function, {one.name: one.default for one in parameters if one.default is not one.empty} | given


DISPLAY = {"digits": 3, "fractions": True}
ROWS = {**DISPLAY, "most_rows": 3}
FOLDER = Path(tempfile.mkdtemp())  # of files that are written
RESULTS = rt.compare(RESULT, RESULT, "AP")
SWAPS, ONE_RUN = rt.swaps(TRACE), rt.read_run(RUN)
SURFACE = rt.explore_agreement(list("ab"), list("ba"))
BATCH = rt.Batch([RANKING, [1]], queries=["x", "y"])
LISTED = {"items": ["a", "b"], "missed": [1], "collection_size": 9}
TWO = {"missed": [[1], []], "queries": ["x", "y"]}
ASKED = {"text": "How?", "hints": ["a"], "because": "so"}
CALLS: dict[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {
    "Ranking": call(rt.Ranking, grades=[1, None], scores=[2, 1], pooled=["b"], **LISTED),
    "Ranking.from_items": call(
        rt.Ranking.from_items, items=["a", "b"], relevant={"a"}, key=str, scores=[2, 1], collection_size=9
    ),
    "Ranking.from_scores": call(rt.Ranking.from_scores, y_true=[1, 0], y_score=[2, 1], **LISTED),
    "Batch": call(rt.Batch, rankings=[[1, 0], [0, 1]], **TWO),
    "Batch of a matrix": call(rt.Batch, rankings=np.eye(2), **TWO),
    "measure": call(rt.measure, text="AP@3", convention="trec_eval"),
    "mean": call(rt.mean, metric="AP", rankings=[[1, 0], [0, 1]], k=2),
    "geometric mean": call(
        rt.mean, metric=rt.precision, rankings={"x": [1, 0]}, average="geometric", epsilon=1e-5, convention="trec_eval"
    ),
    "mean of pairs": call(rt.mean, metric="Tau", rankings=[(["a", "b"], ["b", "a"])]),
    "at_every_k": call(rt.at_every_k, ranking=RANKING, measures=["P", "AP"]),
    "chance": call(rt.chance, trace=TRACE, samples=10),
    "lambdas": call(rt.lambdas, trace=rt.average_precision(rt.Ranking.from_scores([0, 1], [2, 1])), sigma=1),
    "examination": call(rt.examination, rankings=[[1, 0], [1, 1]]),
    "swaps": call(rt.swaps, trace=TRACE),
    "toggles": call(rt.toggles, trace=TRACE),
    "diagnose": call(rt.diagnose, trace=TRACE, typed="0.5", column="precision", row=1),
    "diagnose, taught": call(rt.diagnose, trace=TRACE, typed="0.5", taught=["P"]),
    "check": call(rt.check, function=sum, measure="P", takes="grades", seconds=1),
    "which": call(rt.which, number="0.5", ranking=[1, 0, 1], measures=["AP"], cutoffs=[3]),
    "which, misprints": call(rt.which, number="0.5", ranking=[1, 0, 1], measures=["AP"], misprints=True),
    "differences": call(rt.differences, first=TRACE, second=rt.ndcg(RANKING), columns=["precision"]),
    "differences of conventions": call(
        rt.differences, first=RANKING, measure="nDCG@5", conventions=("trec_eval", "scikit-learn")
    ),
    "differences of measures": call(rt.differences, first="P@2", second="AP", ranking=RANKING),
    "evaluate": call(rt.evaluate, qrels=QRELS, run=RUN, measures=["AP"], ties="item_descending", queries="all"),
    "read_run": call(rt.read_run, source=RUN, name="r"),
    "read_qrels": call(rt.read_qrels, source=QRELS),
    "read_ranking": call(rt.read_ranking, qrels=QRELS, run=RUN, query="q1"),
    "read_json": call(rt.read_json, text=TRACE.to_json()),
    "compare": call(rt.compare, first=RESULT, second=RESULT, measure="AP"),
    "compare values": call(rt.compare, first={"a": 0.5}, second={"a": 1}, measure="AP"),
    "rank_metrics": call(rt.rank_metrics, ranked=[["a", "b"]], truth=[{"a"}], key=str, scores=[[2, 1]]),
    "conventions": call(rt.conventions, name="trec_eval"),
    "explore": call(rt.explore, ranking=RANKING, measures=["AP", "P"], k=3, chosen="AP"),
    "explore a run": call(rt.explore, ranking=RESULT, measures=["AP"], query="q1"),
    "explore_agreement": call(rt.explore_agreement, first=list("abc"), second=list("cab"), measures=["Tau"]),
    "explore_curve": call(rt.explore_curve, ranking=RANKING, threshold=1, chosen="AUC"),
    "explore_queries": call(rt.explore_queries, rankings={"q": RANKING}, measures=["MAP"], k=3, chosen="MAP"),
    "explore_signs": call(rt.explore_signs, comparison=rt.compare([0], [1]), alternative="larger"),
    "side_by_side": call(rt.side_by_side, a=RANKING, b=RANKING, measures=["AP"], k=3, chosen="AP"),
    "step_through": call(rt.step_through, trace=TRACE),
    "to_text": call(TRACE.to_text, **ROWS),
    "to_html": call(TRACE.to_html, **ROWS),
    "to_markdown": call(TRACE.to_markdown, **ROWS),
    "result.to_text": call(RESULT.to_text, by="AP"),
    "result.to_html": call(RESULT.to_html, by="AP"),
    "result.table": call(RESULT.table, by="AP"),
    "result.best": call(RESULT.best, measure="AP", n=1),
    "result.trace": call(RESULT.trace, query="q1", measure="AP"),
    "result.mean": call(RESULT.mean, measure="AP"),
    "result.by_query": call(RESULT.by_query, measure="AP"),
    "comparison.bootstrap": call(RESULTS.bootstrap, samples=60),
    "comparison.randomisation": call(RESULTS.randomisation, trials=10),
    "comparison.to_text": call(RESULTS.to_text, **ROWS),
    "Run": call(rt.Run, table={"q": {"a": 1.0}}, ties="stable", name="n"),
    "Qrels": call(rt.Qrels, table={"q": {"a": 1}}),
    "run.ranked": call(ONE_RUN.ranked, query="q1"),
    "run.ranking": call(ONE_RUN.ranking, query="q1", qrels=QRELS),
    "ranking.head": call(RANKING.head, length=2),
    "ranking.ideal": call(RANKING.ideal, k=2),
    "ranking.moved": call(RANKING.moved, rank=1, to=2),
    "ranking.reordered": call(RANKING.reordered, ties="stable"),
    "ranking.top": call(RANKING.top, k=2),
    "ranking.with_grade": call(RANKING.with_grade, rank=2, grade=1),
    "ranking.with_relevant_from": call(RANKING.with_relevant_from, grade=1),
    "batch[...]": call(BATCH.__getitem__, query="x"),
    "trace[...]": call(rt.average_precision(BATCH).__getitem__, query="x"),
    "trace.to_latex": call(TRACE.to_latex),
    "trace.to_page": call(TRACE.to_page, path=FOLDER / "a.html", blanks=["hits"], keep=["value"], **ROWS),
    "trace.to_spreadsheet": call(TRACE.to_spreadsheet, path=FOLDER / "a.csv"),
    "trace.tables": call(TRACE.tables, **ROWS),
    "swaps.swapped": call(SWAPS.swapped, first=1, second=2),
    "swaps.to_text": call(SWAPS.to_text, **ROWS),
    "toggles.to_html": call(rt.toggles(TRACE).to_html, **ROWS),
    "chance.to_text": call(rt.chance(TRACE).to_text, **DISPLAY),
    "every k": call(rt.at_every_k(RANKING, ["P"]).to_text, **DISPLAY),
    "which.to_text": call(rt.which("0.5", RANKING).to_text, **DISPLAY),
    "check.to_text": call(rt.check(lambda grades: 0.5, "P").to_text, **DISPLAY),
    "differences.table": call(rt.differences(TRACE, rt.ndcg(RANKING)).table, most_rows=3),
    "surface.to_live_page": call(SURFACE.to_live_page, path=FOLDER / "b.html"),
    "live_page": call(rt.live_page, surface=["x", SURFACE], path=FOLDER / "c.html"),
    "plots.agreement": call(rt.plots.agreement, first=list("abc"), second=list("bca"), labels=("a", "b")),
    "plots.at_every_k": call(rt.plots.at_every_k, ranking=RANKING, measures=["P"]),
    "plots.chance": call(rt.plots.chance, trace=TRACE, samples=5, seed=0),
    "plots.fap": call(rt.plots.fap, ranking=RANKING),
    "plots.precision_recall": call(rt.plots.precision_recall, ranking=RANKING, threshold=1, label="x"),
    "plots.roc": call(rt.plots.roc, ranking=RANKING, threshold=1, label="x"),
    "plots.swaps": call(rt.plots.swaps, trace=TRACE),
    "plots.toggles": call(rt.plots.toggles, trace=TRACE),
    "classroom.table": call(classroom.table, columns={"a": [1, 2], "b": ["x", "y"]}),
    "classroom.switch": call(
        classroom.switch, results={"a": classroom.table({"a": [1]}), "b": classroom.table({"b": [2]})}
    ),
    "classroom.measured": call(classroom.measured, lists={"a": [1, 0]}, measures=["P"]),
    "classroom.worked": call(classroom.worked, ranking=[1, 0], measures=["P"], at=[1]),
    "classroom.compare": call(classroom.compare, what="AP", printed=["0.5"], exact=[0.5], rows=["x"], how="so"),
    "classroom.bank": call(classroom.bank, measures=["AP"], n=2, seed=1, kinds=["calculate a value"], taught=["P"]),
    "classroom.worksheets": call(classroom.worksheets, measures=["AP"], n=1, seed=1, level=1, case=None),
    "classroom.curated": call(classroom.curated, lesson="01", metric="P", level=1),
    "classroom.question": call(classroom.question, answer=6, choices={5: "no"}, taught=["P"], **ASKED),
    "classroom.question with choices": call(classroom.question, answer="a", choices=["a", "b"], **ASKED),
}
for metric in metrics():
    lists = {"first": list("abcd"), "second": list("cabd")} if metric.pairing else {"ranking": RANKING}
    shared = {name: metric.default(name) for name in metric.shared if name not in metric.parameters}
    CALLS[f"the metric {metric.name}"] = metric, {**lists, **metric.parameters, **shared, "convention": OURS}

# What a message may call an argument besides its name: the lists are those of the judged items, and so on.
YOURS = {("ranking.ideal", "gain")}  # a function for who writes a metric: its errors are its own
ALSO = {
    "ranking": ("grades", "the ranked list"),
    "rankings": ("grades", "the first list"),
    "first": (
        "the first list",
        "list",
        "trace",
        "ranking",
        "grades",
        "measure",
        "metric",
        "convention",
        "value",
        "column",
    ),
    "second": ("the second list", "list", "trace", "measure", "metric", "convention", "value", "rank"),
    "a": ("grades", "list"),
    "b": ("grades", "list"),
    "run": ("source", "query", "ranks", "item"),
    "qrels": ("source", "query", "judge", "item"),
    "source": ("qrels", "run", "query"),
    "text": ("measure", "metric", "JSON"),
    "trace": ("column",),
    "metric": ("measure",),
    "typed": ("number",),
    "chosen": ("measure", "metric"),
    "relevant": ("key",),
    "y_true": ("grades",),
    "y_score": ("scores",),
    "measures": ("measure", "metric"),
    "measure": ("metric",),
    "conventions": ("convention",),
    "columns": ("column",),
    "truth": ("relevant", "queries", "key"),
    "ranked": ("items", "scores", "queries", "relevant", "key"),
    "pooled": ("item",),
    "items": ("item", "key"),
    "number": ("typed",),
    "name": ("convention",),
    "threshold": ("measure",),
    "by": ("measure", "metric"),
    "of": ("ideal",),
    "exact": ("printed",),
    "printed": ("number",),
    "lists": ("grades", "measure"),
    "taught": ("measure", "metric"),
    "forms": ("form",),
    "surface": ("text",),
    "answer": ("number", "choices"),
    "grade": ("relevant_from",),
    "python": ("runtime",),
}


def called(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """What a function returns, and prints."""
    arguments = {name: value for name, value in given.items() if value is not OURS}
    if hasattr(function, "shared"):
        positional = [arguments.pop(name) for name in ("ranking", "first", "second") if name in arguments]
    else:
        parameters = inspect.signature(function).parameters.values()
        only = [one.name for one in parameters if one.kind is one.POSITIONAL_ONLY]
        positional = [arguments.pop(name) for name in only if name in arguments]
    result = function(*positional, **arguments)
    if not isinstance(result, str):
        str(result), repr(result)
    if hasattr(result, "to_html"):
        result.to_html()
    return result


def complaint(name: str, parameter: str, value: str) -> str:
    """What is wrong with the answer to a malformed argument; empty where nothing is."""
    function, given = CALLS[name]
    start = time.process_time()
    argument = VALUES[value]()
    if (name, parameter) in YOURS and callable(argument):
        return ""
    try:
        with warnings.catch_warnings(), at_most(FROZEN):
            warnings.simplefilter("error")
            called(function, {**given, parameter: argument})
    except FileNotFoundError:
        return ""
    except (TypeError, ValueError, LookupError) as error:
        message, place = str(error), extract_tb(error.__traceback__)[-1]
        if not Path(place.filename).is_relative_to(PACKAGE):
            return f"{type(error).__name__} in {place.filename}:{place.lineno}: {message[:200]}"
        others = "|".join(given)
        fewer = re.match(
            rf"({others})(\[.*\])? must (have|be) .*(entry|entries|lists?|weights?|whole number from)", message
        )
        if not fewer and not any(word in message for word in (parameter, *ALSO.get(parameter, ()))):
            return f"does not name the argument: {message[:200]}"
        if len(message) > LONGEST_MESSAGE or not message.isprintable():
            return f"a message of {len(message)} signs: {message[:200]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]} {extract_tb(error.__traceback__)[-1]}"
    finally:
        pyplot.close("all")
    seconds = time.process_time() - start
    return f"took {seconds:.1f} s" if seconds > MOST_SECONDS else ""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """End what never ends, where the system can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def end(number: int, frame: types.FrameType | None) -> None:
        raise RuntimeError(f"took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def complaints(name: str, step: int) -> list[str]:
    """What is wrong with one function: of all its arguments every so many-th."""
    table = [(parameter, value) for parameter in CALLS[name][1] for value in VALUES]
    found = (
        (parameter, value, complaint(name, parameter, value)) for parameter, value in table[len(name) % step :: step]
    )
    return [f"{parameter} = {value}: {said}" for parameter, value, said in found if said]


SOME = 17  # every so many calls, in the small form


@pytest.mark.parametrize("name", CALLS)
def test_a_malformed_argument_is_refused_by_its_name(name: str) -> None:
    assert not complaints(name, 1 if LONG else SOME)


def test_the_table_of_malformed_arguments_has_every_public_function_and_parameter() -> None:
    assert sum(len(given) for _, given in CALLS.values()) * len(VALUES) >= 20_000
    known = {function for function, _ in CALLS.values()} | {metric.function for metric in metrics()}
    public = {name for name in rt.__all__ if callable(getattr(rt, name)) and not isinstance(getattr(rt, name), type)}
    untested = {name for name in public if getattr(rt, name) not in known and not hasattr(getattr(rt, name), "metric")}
    # these take nothing, several functions, a file to write
    assert untested <= {"catalogue", "aggregate", "live_page"}, "add a call to CALLS"


def test_a_home_folder_is_found_and_two_marks_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "x.run").write_bytes(b"\xef\xbb\xbfq1 Q0 a 1 0.5 tag\n")
    assert list(rt.read_run("~/x.run")) == ["q1"]
    (tmp_path / "y.run").write_bytes(2 * b"\xef\xbb\xbf" + b"q1 Q0 a 1 0.5 tag\n")
    for read in (rt.read_run, lambda path: rt.evaluate({"q1": {"a": 1}}, path, "AP")):
        with pytest.raises(ValueError, match="must begin with one byte-order mark, not two"):
            read("~/y.run")
    TRACE.to_spreadsheet("~/a.csv")
    assert (tmp_path / "a.csv").exists()


def test_figures_of_names_without_glyphs_do_not_warn() -> None:
    items = ["漢字", "😀" * 40, "a\u202eb"]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        ax = rt.plots.swaps(rt.average_precision(rt.Ranking([1, 0, 1], items=items)))
        ax.figure.canvas.draw()
        pyplot.close("all")
    assert not [str(one.message) for one in said if "Glyph" in str(one.message) or "layout" in str(one.message)]
    assert "a[U+202E]b" in " ".join(label.get_text() for label in ax.get_yticklabels())
