"""The commands of a terminal: the calculation of a query, an evaluation, two runs, and what a number is."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rankteach as rt
from rankteach.__main__ import PLAIN, main, with_options
from rankteach.runs.evaluation import Evaluation
from rankteach.tracing.metric import known_metrics

QRELS, RUN, OTHER = rt.examples.qrels().source, rt.examples.run().source, rt.examples.second_run().source
ROOT = Path(__file__).resolve().parents[2]
FILES = ["--qrels", str(QRELS), "--run", str(RUN)]


@pytest.fixture(autouse=True)
def without_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a short command can take so long that a bar appears."""
    monkeypatch.setattr("rankteach.runs.progress.SOON", 3600)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert bool(err) == bool(status)
    return out or err


def told(shown: Any, **chosen: Any) -> str:
    """A text as a terminal shows it: without calls of Python."""
    return with_options(shown.to_text(**chosen))


def evaluated(*measures: str, **chosen: Any) -> Evaluation:
    return rt.evaluate(QRELS, RUN, measures, **chosen)


def parts(typed: str) -> list[str]:
    """What is typed, with the paths of the examples for QRELS, RUN and FILES."""
    paths = {"QRELS": [str(QRELS)], "RUN": [str(RUN)], "FILES": FILES}
    return [part for one in typed.split() for part in paths.get(one, [one])]


EIGHT = [1, 0, 1, 1, 0, 1, 0, 0]
IN_PYTHON: dict[str, Callable[[], list[str]]] = {
    "explain FILES --query 103": lambda: [told(evaluated("nDCG@10").trace("103"))],
    "explain FILES --query 103 --measure nDCG@10": lambda: [told(evaluated("nDCG@10").trace("103"))],
    "explain FILES --query 103 --measure AP(rel=2) --rows 3": lambda: [
        told(evaluated("AP(rel=2)").trace("103"), most_rows=3)
    ],
    "explain FILES --query 103 --steps": lambda: [
        told(trace := evaluated("nDCG@10").trace("103")),
        "\n".join([*(step.text for step in trace.steps), trace.closing]),
    ],
    "explain FILES --query 103 --measure AP RR --depth 3": lambda: [
        told(evaluated("AP", "RR", depth=3).trace("103", name)) for name in ("AP", "RR")
    ],
    "explain --grades 3 0 - 0.5 --missed 2 --rel 2 --measure AP": lambda: [
        told(rt.average_precision(rt.Ranking("3 0 - 0.5", missed="2", relevant_from=2)))
    ],
    "explain --grades 1,-,0,2 --missed 1, 2": lambda: [told(rt.ndcg(rt.Ranking([1, None, 0, 2], missed=[1, 2]), k=10))],
    "explain --grades 3 --measure CG": lambda: [told(rt.cumulative_gain([3]))],
    "explain --grades 1 0 1 --measure AP P@2 --measure RR": lambda: [
        told(rt.measure(name)([1, 0, 1])) for name in ("AP", "P@2", "RR")
    ],
    "evaluate FILES": lambda: [told(evaluated("nDCG@10", "AP", "RR"))],
    "evaluate FILES --measure AP,RR": lambda: [told(evaluated("AP", "RR"))],
    "evaluate FILES --measure AP RR": lambda: [told(evaluated("AP", "RR"))],
    "evaluate FILES --measure AP --depth 2": lambda: [told(evaluated("AP", depth=2))],
    "evaluate FILES --measure P@5 --measure AP --by AP --queries 4 --only-both --rel 2": lambda: [
        told(evaluated("P@5", "AP", relevant_from=2, queries="both"), by="AP", most=4)
    ],
    "differences --grades 1 0 1 --missed 1 --measure AP --convention torchmetrics": lambda: [
        told(rt.differences(None, "torchmetrics", ranking=rt.Ranking([1, 0, 1], missed=[1]), measure="AP"))
    ],
    "differences FILES --query 103 --measure P@5 P@3 --ties averaged": lambda: [
        told(rt.differences(*(f"P(ties='averaged')@{k}" for k in (5, 3)), ranking=evaluated("AP").ranking("103")))
    ],
    "differences FILES --measure nDCG@10 --convention trec_eval gdeval": lambda: [
        told(rt.differences(*(evaluated("nDCG@10", convention=tool) for tool in ("trec_eval", "gdeval"))))
    ],
    "which 0.7708 --grades 1 0 1 1 0 1 0 0": lambda: [told(rt.which("0.7708", EIGHT))],
    "which 0.7708 --grades 1 0 1 1 0 1 0 0 --measure AP P": lambda: [
        told(rt.which("0.7708", EIGHT, measures=["AP", "P"]))
    ],
    "which 0.7780 --grades 1 0 1 1 0 1 0 0 --measure AP P --misprints": lambda: [
        told(rt.which("0.7780", EIGHT, measures=["AP", "P"], misprints=True))
    ],
    "which 0.9 --grades 1,3,0,2 --measure nDCG@4 --convention gdeval": lambda: [
        told(rt.which("0.9", [1, 3, 0, 2], measures=[rt.measure("nDCG@4", convention="gdeval")]))
    ],
    "which 0.5 FILES --query 103 --measure AP RR --depth 3": lambda: [
        told(rt.which("0.5", evaluated("AP", depth=3).ranking("103"), measures=["AP", "RR"]))
    ],
}


@pytest.mark.parametrize("typed", IN_PYTHON)
def test_a_command_prints_what_python_says(capsys: pytest.CaptureFixture[str], typed: str) -> None:
    assert said(capsys, *parts(typed)) == "\n\n".join(IN_PYTHON[typed]()) + "\n"


@pytest.mark.parametrize(
    ("asked", "chosen", "value"),
    [
        (["--convention", "trec_eval"], {"convention": "trec_eval"}, Fraction(1, 3)),
        (["--convention", "rax"], {"convention": "rax"}, Fraction(1, 2)),
        (["--ties", "item_ascending"], {"ties": "item_ascending"}, 1),
        (
            ["--ties", "stable", "--convention", "trec_eval"],
            {"ties": "stable", "convention": "trec_eval"},
            Fraction(1, 2),
        ),
        (["--ties", "averaged"], {"ties": "averaged"}, (1 + Fraction(1, 2) + Fraction(1, 3)) / 3),
    ],
    ids=str,
)
def test_a_convention_and_an_order_of_equal_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], chosen: dict[str, Any], value: Fraction
) -> None:
    """``explain`` gives the number that ``evaluate`` has for the query: of b, a, c with one score a is relevant."""
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q 0 a 1\nq 0 b 0\nq 0 c 0\n")
    run.write_text("".join(f"q Q0 {item} 0 2.5 run\n" for item in "bac"))
    files, measures = ["--qrels", str(qrels), "--run", str(run)], ["RR", "AP"]
    result = rt.evaluate(qrels, run, measures, **chosen)
    assert said(capsys, "evaluate", *files, "--measure", *measures, *asked) == told(result) + "\n"
    for name in measures:
        assert result.per_query["q"][name] == pytest.approx(float(value))
        found = said(capsys, "explain", *files, *asked, "--query", "q", "--measure", name)
        assert f"= {value}" in found.splitlines()[0]


def test_a_mean_and_a_page_take_a_depth(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for depth, asked in ((None, ""), (3, " --depth 3")):
        result = evaluated("AP", depth=depth)
        mean = f"{result.means['AP']:.6f}"
        found = said(capsys, *parts(f"which {mean} FILES --measure AP{asked}"))
        assert found == told(rt.which(mean, result.rankings(), measures=["AP"])) + "\n"
    cut = said(capsys, *parts("explain --grades 0 1 1 --measure AP --depth 1"))
    assert "m = 2 relevant items" in cut
    said(capsys, "page", "--grades", "0", "1", "1", "--depth", "2", "--out", str(tmp_path / "two.html"))
    assert '"d3"' not in (tmp_path / "two.html").read_text(encoding="utf-8")


def test_a_depth_cuts_a_list_in_the_order_of_the_tool(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of a and b, which only 64 bits tell apart, trec_eval 9 has b first."""
    for name, text in {"qrels": "q 0 a 1\n", "run": "q Q0 a 1 0.5000000001 t\nq Q0 b 2 0.5 t\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    judged, run = (str(tmp_path / name) for name in ("qrels", "run"))
    for tool, value in (("trec_eval_9", 0), ("trec_eval", 1)):
        result = rt.evaluate(judged, run, ["RR"], convention=tool, depth=1)
        assert result.means["RR"] == result.trace("q", "RR").value == result.mean("RR").value == value
        asked = ["--qrels", judged, "--run", run, "--query", "q", "--measure", "RR", "--convention", tool]
        assert said(capsys, "explain", *asked, "--depth", "1") == told(result.trace("q", "RR")) + "\n"
    asked = ["--qrels", judged, "--run", run, "--query", "q", "--measure", "RR", "--convention", "trec_eval_9"]
    for ties, value in (("item_ascending", 1), ("item_descending", 1 / 2), ("stable", 1)):
        result = rt.evaluate(judged, run, ["RR"], convention="trec_eval_9", ties=ties)
        assert result.means["RR"] == result.trace("q", "RR").value == result.mean("RR").value == value
        assert said(capsys, "explain", *asked, "--ties", ties) == told(result.trace("q", "RR")) + "\n"


@pytest.mark.parametrize(("measures", "chosen"), [(["AP"], {}), (["AP", "RR"], {"convention": "trec_eval"})], ids=str)
def test_compare_prints_differences_and_chance(
    capsys: pytest.CaptureFixture[str], measures: list[str], chosen: dict[str, Any]
) -> None:
    asked = ["--qrels", str(QRELS), "--run", str(RUN), str(OTHER), "--measure", *measures]
    found = said(capsys, "compare", *asked, *(f"--{name}={value}" for name, value in chosen.items()))
    systems = [rt.evaluate(QRELS, run, measures, queries="judged", **chosen) for run in (RUN, OTHER)]
    each = [rt.compare(*systems, measure) for measure in measures]
    every = [told(part) for one in each for part in (one, one.randomisation(), one.bootstrap())]
    assert found == "\n\n".join(every) + "\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_compare_reads_judgements_out_of_a_pipe_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    runs = ["--run", str(RUN), str(OTHER), "--measure", "AP"]
    filling = threading.Thread(target=pipe.write_bytes, args=(Path(str(QRELS)).read_bytes(),), daemon=True)
    filling.start()
    found = said(capsys, "compare", "--qrels", str(pipe), *runs)
    filling.join()
    assert found == said(capsys, "compare", "--qrels", str(QRELS), *runs)


WRONG = {
    "explain --query 103": "explain: a list must be given: --qrels, --run and --query, or --grades",
    "which 0.5": "which: a list must be given",
    "explain FILES --query 999": "explain: query must be in the run or in the judgements, but '999' is in neither",
    "explain FILES --query 103 --convention trec": "explain: convention must be one of 'trec_eval'",
    "explain --grades 1 x": "explain: grades, at rank 2, must be R, N, +, -, ? or a number, not 'x'",
    "explain --grades 10110 0": "explain: grades must have a space between two grades, not '10110 0'. Write '1 0",
    "explain --grades 1 --missed -1": "explain: missed, at place 1, must be R, N, +, -, ? or a number, not '-1'",
    "explain --grades 1 --ties stable": "explain: --ties must not be given with --grades",
    "explain --grades 1 --rows 0": "explain: --rows must be at least 1, not 0",
    "evaluate FILES --queries -3": "evaluate: --queries must be at least 1, not -3",
    "evaluate FILES --queries 0": "evaluate: --queries must be at least 1, not 0",
    "evaluate FILES --depth 0": "evaluate: depth must be at least 1, not 0",
    "explain --grades 1 --depth 0": "explain: depth must be at least 1, not 0",
    "explain FILES --query 103 --ties averaged --depth 2": "explain: depth must be left out, not 2. ",
    "which 0.5 FILES --measure AP RR(ties='item_ascending') --depth 2": "which: --depth needs measures with one order",
    "evaluate FILES --rel 0": "evaluate: relevant_from must be a finite number above 0, not 0",
    "which 0.5 FILES --convention ranx": "which: --convention needs --measure",
    "explain FILES --query 103 --measure P@0": "explain: 'P@0'",
    "evaluate --qrels no --run RUN": "evaluate: --qrels must be the path of a file",
    "evaluate --qrels QRELS --run no": "evaluate: --run must be the path of a file",
    "compare --qrels QRELS --run RUN no": "compare: --run must be the path of",
    "explain --grades 1 0 --query 3": "explain: --grades must not be given with --query",
    "which 0.5 FILES --grades 1": "which: --grades must not be given with --qrels and --run",
    "which 0.5 FILES --missed 1": "which: --missed needs --grades",
    "evaluate --qrels RUN --run RUN": "evaluate: ",
    "evaluate --qrels QRELS --run /": "evaluate: --run must be a file, but / is a directory",
    "compare --qrels / --run RUN RUN": "compare: --qrels must be a file, but / is a directory",
    "differences --grades 1 --measure AP": "differences: --measure must name two measures, or one with",
    "differences --measure AP RR": "differences: a list must be given",
    "differences FILES --measure AP --convention ranx --ties stable": "differences: --ties must not be given",
    "page --grades 1 --out nodir/x": "page: --out must be in a folder that exists. Make the folder 'nodir' first.",
    "page FILES --query 103 --out nodir/x": "page: --out must be in a folder that exists. Make the folder 'nodir'",
}


@pytest.mark.parametrize("typed", WRONG)
def test_a_terminal_error_is_one_line(capsys: pytest.CaptureFixture[str], typed: str) -> None:
    found = said(capsys, *parts(typed), status=2)
    assert found.startswith(f"python -m rankteach {WRONG[typed]}") and found.count("\n") == 1


@pytest.mark.parametrize("command", ["explain", "page"])
@pytest.mark.parametrize(
    ("typed", "spaced"), [("10110", "1 0 1 1 0"), ("32301", "3 2 3 0 1"), ("10", "1 0"), ("01", "0 1")]
)
def test_grades_without_spaces_are_not_one_large_grade(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, typed: str, spaced: str
) -> None:
    out = ["--out", str(tmp_path / "list.html")] if command == "page" else []
    found = said(capsys, command, "--grades", typed, *out, status=2)
    assert f"Write '{spaced}', or '{typed}.0,' for one grade." in found
    one = said(capsys, "explain", "--grades", f"{typed}.0,", "--measure", "CG")
    assert one.startswith(f"CG  cumulative gain = {int(typed)}\n")
    assert said(capsys, "explain", "--grades", *spaced.split()).count("\n") > one.count("\n")


def test_the_terminal_without_a_command_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys)
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0 and capsys.readouterr().out == found
    assert all(f"python -m rankteach {command} " in found for command in COMMANDS)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0 and capsys.readouterr().out == f"rankteach {rt.__version__}\n"


COMMANDS = ("explain", "evaluate", "compare", "differences", "which", "page")


@pytest.mark.parametrize("asked", [[], *([command] for command in COMMANDS)], ids=str)
@pytest.mark.parametrize("here", [True, False])
def test_every_example_of_a_help_runs_as_you_paste_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: list[str], here: bool
) -> None:
    """In a clone, where the files are near, and anywhere else."""
    if here:
        shutil.copytree(ROOT / "rankteach/classroom/data", tmp_path / "rankteach/classroom/data")
        monkeypatch.setattr("rankteach.__main__.__file__", str(tmp_path / "rankteach/__main__.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([*asked, "--help"])
    found = re.findall(r"^  python -m rankteach (.+)$", capsys.readouterr().out, re.MULTILINE)
    assert found and {line.split()[0] for line in found} == {*(asked or COMMANDS)}
    for line in found:
        assert ("--qrels rankteach/classroom/data/recipes.qrels" in line) >= (here and "--qrels" in line)
        said(capsys, *shlex.split(line))


# --- in a terminal ----------------------------------------------------------------------------------------------------
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, *arguments: str) -> str:
    """What a terminal shows that is so wide."""
    monkeypatch.setenv("COLUMNS", str(width))
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    main(arguments)
    out, err = capsys.readouterr()
    return out or err


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", "--grades", "3", "2", "0", "1", "--measure", "nDCG", "AP", "Bpref", "ERR", "--steps"],
        ["explain", *FILES, "--query", "103"],
        ["evaluate", *FILES],
        ["compare", *FILES, str(OTHER)],
        ["which", "0.5556", "--grades", "1", "0", "1", "0", "0", "1"],
        ["explain", "--grades", "1", "--measure", "nDCG10"],
    ],
    ids=lambda arguments: "-".join(arguments[::4]),
)
def test_no_line_is_longer_than_the_terminal_and_no_word_is_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], width: int
) -> None:
    wide = shown(capsys, monkeypatch, 10_000, *arguments)
    narrow = shown(capsys, monkeypatch, width, *arguments)
    assert max(map(len, narrow.splitlines())) <= width
    assert (narrow == wide) is (max(map(len, wide.splitlines())) <= width)
    assert not set(wide.split()) - set(narrow.split())


def test_the_parts_of_a_table_repeat_rank_and_item(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["explain", "--grades", "3", "0", "1"]
    assert shown(capsys, monkeypatch, 300, *asked) == told(rt.ndcg([3, 0, 1], k=10)) + "\n"
    narrow = shown(capsys, monkeypatch, 80, *asked)
    heads = [line for line in narrow.splitlines() if line.startswith("rank   ")]
    assert len(heads) == 2 and all(head.startswith("rank   item   ") for head in heads)
    titles = [entry.title for entry in rt.ndcg([3, 0, 1], k=10).tables()[0].entries]
    assert "   ".join(heads).replace("   rank   item", "").split() == " ".join(titles).split()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_terminal_without_the_signs_gets_others(encoding: str) -> None:
    command = [sys.executable, "-m", "rankteach", "explain", "--grades", "1", "0", "1", "--measure", "AP"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    program = subprocess.run(command, capture_output=True, env=environment, cwd=Path(__file__).parents[2], check=True)
    found = program.stdout.decode(encoding)
    assert "= 5/6 ~ 0.8333" in found and "sum(j=1..i)" in found and "?" not in found
    assert program.stderr == b""


def test_all_signs_of_every_calculation_have_a_plain_form() -> None:
    for metric in known_metrics().values():
        ranking = rt.Ranking([2, None, 1, 0], missed=[1], scores=[3, 2, 2, 1])
        trace = metric(["a", "b", "c"], ["a", "c", "b"]) if metric.pairing else metric(ranking)
        shown = "\n".join([told(trace), *(step.text for step in trace.steps)])
        assert {sign for sign in shown if not sign.isascii()} <= set(PLAIN), metric.name


def test_output_into_a_closed_pipe_ends_without_an_error() -> None:
    """Piped into head: no traceback, whatever was left to print."""
    command = [sys.executable, "-m", "rankteach", "evaluate", *FILES, "--queries", "100"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=Path(__file__).parents[2]
    ) as program:
        assert program.stdout is not None and program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""


def test_notes_name_no_call_of_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert any("`result.missing`" in note for note in rt.evaluate(QRELS, RUN, "AP").notes)
    out = said(capsys, "evaluate", *FILES, "--measure", "AP")
    assert "missing from the run (121), so it counts as 0." in out and "`" not in out
    assert "`--rel 0.9` counts" in said(capsys, "explain", "--grades", "0.9", "0.2", "--measure", "AP")
