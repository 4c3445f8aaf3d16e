"""A browser prints the page: the worksheet tells nothing that it leaves blank, and the key has a page of its own."""

import itertools
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from playwright.sync_api import Browser

import rankteach as rt
from rankteach import Ranking, Trace, classroom
from rankteach.classroom import examples
from tests.exports.conftest import HOSTILE, STEP, of_one_list, of_two_lists, over_queries
from tests.tiers import SEED
from tests.tools import program

SPACE = "{http://www.w3.org/1999/xhtml}"


class Paper:
    """A printed page: its words, and how far they reach."""

    def __init__(self, page: ElementTree.Element) -> None:
        words = list(page.iter(f"{SPACE}word"))
        self.words = [word.text or "" for word in words]
        self.text = " ".join(self.words)
        self.width, self.height = float(page.attrib["width"]), float(page.attrib["height"])
        self.largest = max((float(word.attrib["yMax"]) - float(word.attrib["yMin"]) for word in words), default=0)
        self.right = max((float(word.attrib["xMax"]) for word in words), default=0)
        self.bottom = max((float(word.attrib["yMax"]) for word in words), default=0)


@pytest.fixture(scope="session")
def printed(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Paper]]:
    """Print a file to PDF, and return its pages; it may ask for nothing else."""
    reader = program("pdftotext", "pdftotext")

    def run(file: Path, paper: str = "Letter") -> list[Paper]:
        page = chromium.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        pdf = file.with_suffix(".pdf")
        page.pdf(path=pdf, format=paper, prefer_css_page_size=True)
        page.close()
        assert asked == [file.as_uri()]
        boxes = subprocess.run([reader, "-bbox", pdf, "-"], capture_output=True, check=True, timeout=60).stdout
        clean = re.sub(r"[^\x09\x0a\x0d\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", boxes.decode())
        return [Paper(one) for one in ElementTree.fromstring(clean).iter(f"{SPACE}page")]

    return run


def parted(pages: list[Paper]) -> tuple[list[Paper], list[Paper]]:
    """The worksheet and the key."""
    (start,) = [number for number, page in enumerate(pages) if page.text.startswith("Answer key")]
    return pages[:start], pages[start:]


def test_metrics_are_printed_within_their_paper(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    traces = [
        *itertools.islice(of_one_list(), 0, None, 9 * STEP),
        *itertools.islice(of_two_lists(), 0, None, 5 * STEP),
        *itertools.islice(over_queries(), 0, None, 5 * STEP),
    ]
    for number, trace in enumerate(traces):
        file = tmp_path / f"{number}.html"
        trace.to_page(file, blanks=["value"])
        pages = printed(file)
        worksheet, key = parted(pages)
        assert worksheet and key
        assert trace.title.split()[0].lower() in worksheet[0].text.lower()
        for page in pages:
            assert page.right <= page.width and page.bottom <= page.height, (trace.measure, page.text)


def test_what_is_blank_stands_in_the_key_alone(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    trace = rt.average_precision(examples.eight_documents)
    trace.to_page(file, blanks=["precision", "credit", "running sum", "value"])
    worksheet, key = parted(printed(file))
    assert (len(worksheet), len(key)) == (1, 1)
    secrets = ["2/3", "3/4", "3/5", "4/7", "5/3", "29/12", "37/12", "0.7708"]
    assert [word for word in worksheet[0].words if word in secrets] == []
    assert [word for word in secrets if word not in key[0].words] == []
    assert "Name" in worksheet[0].words
    assert "Name" not in key[0].words


def test_a_worksheet_can_go_without_its_key(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    rt.ndcg(examples.five_graded).to_page(file, blanks=["value"], answers=False)
    (page,) = printed(file)
    assert "Answer" not in page.words
    assert f"{rt.ndcg(examples.five_graded).value:.4f}" not in page.words


def test_a_wide_table_turns_the_paper(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    shapes = []
    for trace in (rt.precision(examples.five_binary), rt.gap(Ranking([3, 0, 2, 1]))):
        file = tmp_path / f"{trace.name}.html"
        trace.to_page(file)
        shapes.append([page.width > page.height for page in printed(file)])
    assert set(shapes[0]) == {False}
    assert set(shapes[1]) == {True}


def test_no_worksheet_is_torn_apart(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    """A heading is above its table, whatever comes before it."""
    file = tmp_path / "sheets.html"
    classroom.worksheets(["P@5", "RR", "nDCG@5"], n=2).to_page(file)
    pages = printed(file)
    for page in pages:
        assert page.text.count("Fill in the table") == page.text.count("Work out")
        assert page.text.count(", key:") == page.text.count("Step by step")
    assert [page.text.startswith("Name") for page in pages] == [True] * 6 + [False] * 6


@pytest.mark.parametrize("measure", ["nDCG", "AUC", "RR", "AP", "Q", "ERR", "IPA11", "Bpref"])
def test_each_worksheet_is_one_page(printed: Callable[..., list[Paper]], tmp_path: Path, measure: str) -> None:
    """Of the longest lists; the keys are apart."""
    file = tmp_path / "sheets.html"
    classroom.worksheets(measure, n=30, level=3).to_page(file, keys=tmp_path / "keys.html")
    for paper in ("A4", "Letter"):
        pages = printed(file, paper)
        assert [page.text.startswith("Name") for page in pages] == [True] * 30
        assert all(page.right <= page.width for page in pages)


@pytest.mark.parametrize("measure", ["nDCG", "AUC", "Q", "Bpref", "GAP", "infAP", "IPA11"])
def test_each_key_is_one_page(printed: Callable[..., list[Paper]], tmp_path: Path, measure: str) -> None:
    """Of lists of the usual length."""
    file = tmp_path / "keys.html"
    classroom.worksheets(measure, n=8, seed=SEED).to_page(tmp_path / "sheets.html", keys=file)
    for paper in ("A4", "Letter"):
        pages = printed(file, paper)
        assert [page.text.startswith("Sheet") for page in pages] == [True] * 8
        assert all(page.right <= page.width for page in pages)


@pytest.mark.parametrize("measure", ["AP", "ERR", "nDCG@5"])
def test_both_boxes_to_work_in_are_closed(printed: Callable[..., list[Paper]], tmp_path: Path, measure: str) -> None:
    file = tmp_path / "sheets.html"
    classroom.worksheets(measure, n=1).to_page(file, keys=tmp_path / "keys.html")
    printed(file)
    draw = str(Path(program("pdftotext", "pdftotext")).with_name("pdftoppm"))
    command = [draw, "-gray", "-r", "150", "-singlefile", file.with_suffix(".pdf")]
    picture = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    _, size, _, pixels = picture.split(b"\n", 3)
    width, height = map(int, size.split())
    dark = np.frombuffer(pixels, np.uint8).reshape(height, width) < 160
    tall = sliding_window_view(dark, 45, axis=0).all(axis=-1).any(axis=0)  # where a line is longer than a cell is high
    assert np.count_nonzero(tall[1:] > tall[:-1]) == 4  # two boxes, each with a left and a right side


def test_a_wide_table_makes_no_question_smaller(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    """A browser shrinks every page if something on one of them is too wide."""
    heights = []
    for kind in ("recall a definition", "fill a cell"):
        file = tmp_path / "quiz.html"
        classroom.bank(["nDCG", "Q"], n=2, seed=SEED, level=3, kinds=[kind]).save(file)
        heights.append(round(printed(file, "A4")[0].largest, 1))
    assert heights[0] == heights[1]


def test_no_number_in_the_table_of_a_question_is_broken(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    file = tmp_path / "quiz.html"
    bank = classroom.bank("nDCG@5", n=12, seed=SEED, kinds=["fill a cell"])
    bank.save(file)
    on_paper = Counter(word for page in printed(file) for word in page.words)
    tables = re.findall(r"<table.*?</table>", file.read_text(encoding="utf-8"), re.DOTALL)
    numbers = Counter(number for table in tables for number in re.findall(r">(\d+\.\d+)<", table))
    assert len(numbers) > len(bank) and numbers <= on_paper


def names() -> Trace:
    items = [name for name in HOSTILE if name.strip()]
    return rt.precision(Ranking([1, 0] * (len(items) // 2), items=items[: len(items) // 2 * 2]))


def test_names_from_outside_run_nothing(printed: Callable[..., list[Paper]], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    names().to_page(file, blanks=["value"])
    text = " ".join(page.text for page in printed(file))
    for name in ("<script>alert(1)</script>", "=1+1", "$x$", r"\undefined"):
        assert name in text
