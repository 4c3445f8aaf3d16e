"""Other programs read what a trace exports: a spreadsheet, TeX, a browser that prints.

Each program starts once for all that one test gives it.
"""

import itertools
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from openpyxl import load_workbook

import rankteach as rt
from rankteach import Ranking, Trace
from rankteach.tracing.paired import ranked
from tests.browser.conftest import chromium
from tests.catalogue import AGREEING, OF_ONE_LIST, SETTLED
from tests.tiers import LONG
from tests.tools import program

__all__ = ["chromium"]
# Names that somebody's file may hold; a few of them have done harm in spreadsheets or in TeX.
HOSTILE = [
    *("=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "\t=1+1", "'=1+1", '"=1+1', "＝1+1", "＋1", "－1", "＠SUM(A1)"),
    *(
        "\x00=1+1",
        "\u200b=1+1",
        "=cmd|' /C calc'!A0",
        '=HYPERLINK("http://example.org")',
        "a;=1+1",
        "a,=1+1",
        'a";=1+1',
    ),
    *("a\n=1+1", "a\r\n=1+1", "_x003D_1+1", "{=1+1}", "-", "--", "%0A=1", "x" * 30_000, "\ud800", "\ufffe", "\x07bell"),
    *("\U0001f600 \u0301", "\u202eright to left", "שלום", "日本語", "été", "Ελλάδα", "кириллица", "a\xa0b"),
    *(r"\input{secret}", r"\undefined", "$x$", "$$", "50% #1 {a} }{", "a_b^c~&", "\\", r"\\", "%", "one\n\ntwo", "^^M"),
    *("a|b||c", "<script>alert(1)</script>", "`code` **bold** [link](http://example.org)", "# heading", "  ", ""),
]


STEP = 1 if LONG else 3  # of traces that take a program long every third, and more of them in the long form


def lists() -> list[Ranking]:
    """Empty lists, random ones with ties, missed and unjudged items, and grades; names that look like formulas."""
    random = np.random.default_rng(4)
    found = [Ranking([]), Ranking([0, 0]), Ranking([1, 0, 1, 1], items=["=a", "+b", "-c", "@d"])]
    for length in (5, 9):
        grades = [None if grade == 4 else grade for grade in random.integers(0, 5, length).tolist()]
        scores = -np.sort(-random.integers(0, length, length) / 4)
        found.append(Ranking(grades, scores=scores, missed=random.integers(0, 4, 3), relevant_from=2))
    return found


def of_one_list() -> Iterable[Trace]:
    """Every metric: the whole list, cut, and past its end; and each of its other conventions on one of these."""
    *others, graded, longer = lists()
    for number, (settled, other) in enumerate(zip(SETTLED, itertools.cycle(others), strict=False)):
        cases = (longer, None), (graded, 7), (other, 2)
        for ranking, k in (cases[number % 3],) if settled.parameters else cases:
            yield settled.metric(ranking, **settled.parameters, k=k)


def of_two_lists() -> Iterable[Trace]:
    """Every comparison under each of its conventions."""
    random = np.random.default_rng(5)
    for agreeing, length in itertools.product(AGREEING, (2, 6)):
        pair = random.integers(0, length, (2, length)).tolist()
        if agreeing.metric.pairing is ranked:
            pair = [[f"={item}" for item in dict.fromkeys(names)] for names in pair]
        yield agreeing(*pair)
        yield rt.mean(agreeing, {"=one": pair, "two": pair})


def over_queries() -> Iterable[Trace]:
    """The mean of every metric, and the other ways over queries."""
    batch = rt.Batch({f"={place}": ranking.with_relevant_from(1) for place, ranking in enumerate(lists()[1:])})
    for metric in OF_ONE_LIST:
        yield rt.mean(metric.name, batch)
    yield rt.mean("AP", batch, queries="with_hits", k=3)
    scored = rt.Batch(lists()[3:])
    for settled, average in itertools.product(SETTLED, ("sum", "pooled", "means")):
        if average in settled.metric.averages and settled.parameters.get("form") != "counts":
            yield rt.mean(settled, scored, average=average)


Cells = list[list[Any]]


@pytest.fixture(scope="session")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[Path]], list[Cells]]:
    """Give files to LibreOffice, and return the cells of all their sheets as it has calculated them."""
    soffice = program("libreoffice", "soffice", "libreoffice", "/Applications/LibreOffice.app/Contents/MacOS/soffice")
    profile = tmp_path_factory.mktemp("profile").as_uri()

    def calculate(files: list[Path]) -> list[Cells]:
        out = tmp_path_factory.mktemp("recalculated")
        command = [soffice, f"-env:UserInstallation={profile}", "--headless", "--convert-to", "xlsx", "--outdir", out]
        if files[0].suffix == ".csv":  # commas, semicolons and tabs all part cells; UTF-8
            command.append("--infilter=CSV:44/59/9,34,76,1")
        done = subprocess.run([*command, *files], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        books = [load_workbook(out / f"{file.stem}.xlsx", data_only=True) for file in files]
        return [[[cell.value for cell in row] for row in page.iter_rows()] for book in books for page in book]

    return calculate


@pytest.fixture(scope="session")
def typeset(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """Give a document to TeX; return its complaints: errors, and what is wider than the page."""
    engine = program("tex", "pdflatex", "lualatex", "xelatex")

    def run(document: str) -> list[str]:
        folder = tmp_path_factory.mktemp("tex")
        (folder / "document.tex").write_text(document, encoding="utf-8", errors="replace")
        command = [engine, "-interaction=nonstopmode", "-no-shell-escape", "document.tex"]
        subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
        log = (folder / "document.log").read_text(encoding="utf-8", errors="replace")
        assert (folder / "document.pdf").exists(), log[-2000:]
        return re.findall(r"^! .*\n.*|^Overfull .*|.*invalid in math mode.*", log, re.MULTILINE)

    return run
