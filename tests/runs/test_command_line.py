"""The commands of a terminal: the calculation of a query, an evaluation, two runs, and what a number is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rankteach as rt
from rankteach.__main__ import main

QRELS, RUN, OTHER = rt.examples.qrels().source, rt.examples.run().source, rt.examples.second_run().source
FILES = ["--qrels", str(QRELS), "--run", str(RUN)]


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert bool(err) == bool(status)
    return out or err


def test_explain_prints_the_trace_of_a_query(capsys: pytest.CaptureFixture[str]) -> None:
    trace = rt.measure("nDCG@10")(rt.read_ranking(QRELS, RUN, "103"))
    assert said(capsys, "explain", *FILES, "--query", "103", "--measure", "nDCG@10") == trace.to_text() + "\n"
    assert said(capsys, "explain", *FILES, "--query", "103") == trace.to_text() + "\n"
    with_steps = said(capsys, "explain", *FILES, "--query", "103", "--steps")
    assert with_steps == trace.to_text() + "\n\n" + "\n".join(step.text for step in trace.steps) + "\n"


def test_explain_shows_as_many_rows_as_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    trace = rt.measure("AP(rel=2)")(rt.read_ranking(QRELS, RUN, "103"))
    found = said(capsys, "explain", *FILES, "--query", "103", "--measure", "AP(rel=2)", "--rows", "3")
    assert found == trace.to_text(most_rows=3) + "\n"


def test_a_list_can_be_typed_in(capsys: pytest.CaptureFixture[str]) -> None:
    grades = ["--grades", "3", "0", "-", "0.5", "--missed", "2", "--rel", "2"]
    trace = rt.average_precision(rt.Ranking([3, 0, None, 0.5], missed=[2], relevant_from=2))
    assert said(capsys, "explain", *grades, "--measure", "AP") == trace.to_text() + "\n"


def test_evaluate_prints_means_and_the_queries_that_stand_out(capsys: pytest.CaptureFixture[str]) -> None:
    result = rt.evaluate(QRELS, RUN, ["nDCG@10", "AP", "RR"])
    assert said(capsys, "evaluate", *FILES) == result.to_text() + "\n"
    asked = ["--measure", "P@5", "AP", "--by", "AP", "--queries", "4", "--only-both", "--rel", "2"]
    result = rt.evaluate(QRELS, RUN, ["P@5", "AP"], relevant_from=2, queries="both")
    assert said(capsys, "evaluate", *FILES, *asked) == result.to_text(by="AP", most=4) + "\n"


def test_compare_prints_differences_and_chance(capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, "compare", "--qrels", str(QRELS), "--run", str(RUN), str(OTHER), "--measure", "AP")
    comparison = rt.compare(rt.evaluate(QRELS, RUN, "AP"), rt.evaluate(QRELS, OTHER, "AP"))
    assert found.startswith(comparison.to_text())
    assert comparison.randomisation().to_text() in found and comparison.bootstrap().to_text() in found


def test_which_names_the_measure(capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, "which", "0.7708", "--grades", *["1", "0", "1", "1", "0", "1", "0", "0"])
    assert found == rt.which("0.7708", [1, 0, 1, 1, 0, 1, 0, 0]).to_text() + "\n"
    assert "AP" in found


def test_which_finds_a_mean_over_all_queries(capsys: pytest.CaptureFixture[str]) -> None:
    mean = rt.evaluate(QRELS, RUN, "AP").means["AP"]
    assert "AP" in said(capsys, "which", f"{mean:.6f}", *FILES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["explain", "--query", "103"], "explain: of which list? Give --qrels, --run and --query, or --grades"),
        (["which", "0.5"], "which: of which list?"),
        (["explain", *FILES, "--query", "nothing"], "explain: nothing"),
        (["explain", *FILES, "--query", "103", "--measure", "P@0"], "explain: 'P@0'"),
        (["evaluate", "--qrels", "no.qrels", "--run", "no.run"], "evaluate: [Errno 2] No such file or directory"),
        (["evaluate", "--qrels", str(RUN), "--run", str(RUN)], "evaluate: "),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    found = said(capsys, *arguments, status=2)
    assert found.startswith(f"python -m rankteach {words}") and found.count("\n") == 1


def test_a_command_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "usage: python -m rankteach" in capsys.readouterr().err


def test_as_a_program_whose_reader_goes_away() -> None:
    """Piped into head: no traceback, whatever was left to print."""
    command = [sys.executable, "-m", "rankteach", "evaluate", *FILES, "--queries", "100"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=Path(__file__).parents[2]
    ) as program:
        assert program.stdout is not None and program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
