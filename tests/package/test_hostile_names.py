"""Names from strangers' files in everything that is printed, drawn or written: shown, never sent."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rankteach as rt
from rankteach.__main__ import main
from rankteach.core.outside import _HIDDEN

NAME = "\x1b[2J\x07\x9b\r\ud800<b>"
ESCAPE = r"\ud800"  # what becomes of half of a surrogate pair
SENT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
NOTATIONS = ("to_text", "to_html", "to_markdown", "to_mathml", "to_latex", "__repr__")

ranking = rt.Ranking([1, 0, 2], items=[NAME, "b", "c"], missed={f"{NAME} missed": 1}, scores=[3, 2, 1])
UNREACHED = rt.Ranking([1], relevant_from=2)
trace = rt.average_precision(ranking)
TRACES: dict[str, rt.Trace] = {
    "AP": trace,
    "nDCG": rt.ndcg(ranking),
    "AUC by pairs": rt.roc_auc(ranking, form="pairs"),
    "two lists": rt.kendall_distance([NAME, "b"], ["b", NAME]),
    "numbers by item": rt.spearman({NAME: 1, "b": 2}, {NAME: 2, "b": 1}),
    "a mean": rt.mean("AP", {NAME: [1, 0], "b": [0, 1]}),
    "a pooled mean": rt.mean("LAG", rt.Batch([ranking], queries=[NAME]), average="pooled"),
    "a batch": rt.average_precision(rt.Batch({NAME: [1, 0]})),
}


def evaluated(shift: float = 0) -> Any:
    run = rt.read_run({NAME: {NAME: 1.0, "b": 1.5 - shift}, "q2": {"b": 1.0, NAME: shift}}, name=NAME)
    return rt.evaluate({NAME: {NAME: 1}, "q2": {NAME: 1}}, run, ["AP"])


WIDGETS: dict[str, Callable[[], Any]] = {
    "explore": lambda: rt.explore(ranking),
    "explore a run": lambda: rt.explore(evaluated(), query=NAME),
    "explore_curve": lambda: rt.explore_curve(ranking),
    "explore_agreement": lambda: rt.explore_agreement([NAME, "b"], ["b", NAME]),
    "side_by_side": lambda: rt.side_by_side(ranking, ranking.moved(3, 1)),
    "explore_queries": lambda: rt.explore_queries({NAME: ranking, "q2": [1]}),
    "explore_signs": lambda: rt.explore_signs(rt.compare({NAME: 0, "q2": 1}, {NAME: 1, "q2": 1}, NAME)),
    "step_through": lambda: rt.step_through(trace),
}
PRINTED: dict[str, Callable[[], Any]] = {
    "a ranking": lambda: ranking,
    "a batch": lambda: rt.Batch({NAME: ranking}),
    "a run": lambda: rt.read_run({NAME: {NAME: 1.0}}, name=NAME),
    "judgements": lambda: rt.read_qrels({NAME: {NAME: 1}}),
    "an evaluation": evaluated,
    "a comparison": lambda: rt.compare(evaluated(), evaluated(1)),
    "a randomisation test": lambda: rt.compare({NAME: 0}, {NAME: 1}).randomisation(),
    "a bootstrap": lambda: rt.compare({NAME: 0}, {NAME: 1}).bootstrap(),
    "every k": lambda: rt.at_every_k(ranking, "AP"),
    "differences": lambda: rt.differences(trace, rt.average_precision(ranking.moved(3, 1))),
    "differences of means": lambda: rt.differences(*(rt.mean(one, {NAME: UNREACHED}) for one in ("nDCG", "AP"))),
    "differences of two systems": lambda: rt.differences(*(evaluated(shift).trace(NAME, "AP") for shift in (0, 1))),
    "lambdas": lambda: rt.lambdas(rt.average_precision(ranking.replace(scores=range(len(ranking), 0, -1)))),
    "swaps": lambda: rt.swaps(trace),
    "toggles": lambda: rt.toggles(trace),
    "chance": lambda: rt.chance(trace),
    "a number": lambda: rt.which("0.5556", ranking),
    "a number of a query": lambda: rt.which("0.8333", {NAME: [1, 0, 1], "q": [1, 1, 0]}, measures=["AP"]),
    "a mistake": lambda: rt.diagnose(trace, "0.5"),
    "a cell": lambda: rt.diagnose(trace, "0.7", column="precision", row=3),
    "items of no query": lambda: rt.rank_metrics([["a"]], {NAME}),
    "projects": lambda: rt.aggregate({NAME: rt.rank_metrics([["a"]], [{"a"}])})["MAP"],
    "requirements": lambda: rt.rank_metrics({NAME: [NAME, "b"]}, {NAME: {NAME}}),
}


def texts(shown: Any) -> Iterator[str]:
    """What is printed of it, and what a notebook shows."""
    for notation in NOTATIONS:
        single = getattr(shown, "single", True) or notation not in ("to_latex", "to_mathml")
        if single and hasattr(shown, notation):
            yield getattr(shown, notation)()


@pytest.mark.parametrize("shown", TRACES.values(), ids=TRACES)
def test_a_trace_shows_names_in_every_notation_and_a_notebook_and_sends_none(shown: rt.Trace) -> None:
    for text in texts(shown):
        assert not SENT.search(text)
    assert repr(shown) == shown.to_text() and shown.to_html() in shown._repr_html_()
    assert "␛[2J" in shown.to_text()
    steps = shown.steps if shown.single else ()
    assert not SENT.search("".join(step.text for step in steps))


@pytest.mark.parametrize("shown", TRACES.values(), ids=TRACES)
def test_a_trace_with_such_names_is_written_to_files_and_read_back(shown: rt.Trace, tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    path.write_text(shown.to_json(), encoding="utf-8")
    assert rt.read_json(path.read_text(encoding="utf-8")) == shown
    shown.to_frame().to_csv(tmp_path / "frame.csv")
    if shown.single:
        for name in ("sheet.csv", "sheet.xlsx", "page.html"):
            shown.to_spreadsheet(tmp_path / name) if name != "page.html" else shown.to_page(tmp_path / name)
        with (tmp_path / "sheet.csv").open(encoding="utf-8-sig", newline="") as file:
            assert any(ESCAPE in cell for row in csv.reader(file) for cell in row)
        assert not SENT.search((tmp_path / "page.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("make", PRINTED.values(), ids=PRINTED)
def test_what_is_printed_shows_names_sends_none_and_is_the_same_in_a_notebook(make: Callable[[], Any]) -> None:
    shown = make()
    assert not any(SENT.search(text) for text in texts(shown))
    if hasattr(shown, "to_html"):
        html = shown.to_html()
        assert "ud800<b>" not in html and html in shown._repr_html_() and repr(shown) == shown.to_text()


@pytest.mark.parametrize("make", WIDGETS.values(), ids=WIDGETS)
def test_a_widget_shows_names_and_sends_none(make: Callable[[], Any]) -> None:
    widget = make()
    bundle = widget._repr_mimebundle_()[0]
    assert not SENT.search(bundle["text/plain"])
    assert not SENT.search(bundle["text/html"])
    json.dumps(widget.view, ensure_ascii=False).encode()  # which a browser draws as text; no half of a pair is sent


def test_the_command_line_shows_names_and_sends_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = NAME.replace("\r", "").replace("\ud800", "")
    (tmp_path / "run").write_text(f"{name} Q0 {name} 1 2.5 {name}\n{name} Q0 b 2 1.5 {name}\n", encoding="utf-8")
    (tmp_path / "qrels").write_text(f"{name} 0 {name} 1\n", encoding="utf-8")
    judged, run = (str(tmp_path / one) for one in ("qrels", "run"))
    files = ["--qrels", judged, "--run", run]
    for arguments in (
        ["evaluate", *files],
        ["evaluate", *files, "--measure", name],
        ["explain", *files, "--query", name, "--steps"],
        ["explain", *files, "--query", f"{name}?"],
        ["compare", *files, run],
        ["which", "0.5", *files],
        ["evaluate", "--qrels", f"{judged}{name}", "--run", run],
    ):
        main(arguments)
        printed = "".join(capsys.readouterr())
        assert printed
        assert not SENT.search(printed)


def test_half_of_a_pair_is_the_same_name_everywhere() -> None:
    half = "\ud800"
    assert rt.Ranking([1], items=[half]).items == (r"\ud800",)
    judged, found = {"q": {half: 1}}, {"q": {half: 2.0, "b": 3.0}}
    for run in (found, rt.read_run(found), {"q": {r"\ud800": 2.0, "b": 3.0}}):
        for qrels in (judged, rt.read_qrels(judged)):
            result = rt.evaluate(qrels, run, ["RR"])
            assert result.by_query("RR") == {"q": 0.5}
            assert result.trace("q", "RR").ranking.items == ("b", r"\ud800")


HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2060", "\xad", "\U000e0041", "\u061c"]


@pytest.mark.parametrize("sign", HIDDEN, ids=lambda sign: f"U+{ord(sign):04X}")
def test_characters_that_hide_or_reorder_others_are_code_points(sign: str) -> None:
    name, shown = f"a{sign}b", f"U+{ord(sign):04X}"
    trace = rt.average_precision(rt.Ranking([1, 0], items=[name, "c"]))
    result = rt.evaluate({name: {"x": 1}}, {name: {"x": 1.0}}, ["AP"], name=name)
    texts = [getattr(trace, notation)() for notation in NOTATIONS if notation not in ("to_mathml", "to_latex")]
    texts += [trace.to_latex(document=True), str(result), result.to_html(), result.summary, trace.ranking._repr_html_()]
    for text in texts:
        assert sign not in text
        assert shown in text.replace("\\", "")


def test_joiners_stay_where_other_scripts_need_them() -> None:
    for name in ("می\u200cخواهم", "👩\u200d💻"):
        assert name in rt.average_precision(rt.Ranking([1], items=[name])).to_text()
    assert "[U+200D]" in rt.average_precision(rt.Ranking([1], items=["adm\u200din"])).to_text()


def test_the_browser_shows_the_same_characters_as_code_points() -> None:
    script = (Path(rt.__file__).parent / "widgets" / "frame" / "elements.js").read_text(encoding="utf-8")
    (pattern,) = re.findall(r"const HIDDEN =\s*/(.+)/gu;", script)
    for theirs, ours in (("\\u{e0000}", "\\U000e0000"), ("\\u{e007f}", "\\U000e007f"), ("\\0-", "\\x00-")):
        pattern = pattern.replace(theirs, ours)
    for sign in (*HIDDEN, *map(chr, range(0x2000, 0x2070)), "\U000e007f", "é"):
        for words in (f"a{sign}b", f"é{sign}é"):
            assert bool(re.search(pattern, words)) == bool(_HIDDEN.search(words)), words
