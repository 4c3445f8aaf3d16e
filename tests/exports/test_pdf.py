"""Worksheets as a PDF that Typst sets, without a browser."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rankteach import Ranking, average_precision, classroom
from rankteach.notation.page import sheet
from rankteach.notation.pdf import _formula, _words, pdf
from tests.exports.conftest import HOSTILE, of_one_list

pytest.importorskip("typst", reason="pip install typst writes PDF")


def pages(written: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", written))


def test_thirty_worksheets_are_thirty_pages_and_their_keys_thirty_more(tmp_path: Path) -> None:
    sheets = classroom.worksheets("AP", n=30, seed=7)
    sheets.to_page(tmp_path / "sheets.pdf", keys=tmp_path / "keys.pdf")
    sheets.to_page(tmp_path / "both.PDF")
    counted = [pages((tmp_path / name).read_bytes()) for name in ("sheets.pdf", "keys.pdf", "both.PDF")]
    assert counted == [30, 30, 60]


@pytest.mark.parametrize("measure", ["nDCG", "AUC", "RR", "Q", "ERR", "Bpref"])
def test_each_worksheet_is_one_page(measure: str, tmp_path: Path) -> None:
    """Of the longest lists; the keys are apart."""
    file = tmp_path / "sheets.pdf"
    classroom.worksheets(measure, n=30, level=3).to_page(file, keys=tmp_path / "keys.pdf")
    assert pages(file.read_bytes()) == 30


def test_every_calculation_can_be_set() -> None:
    """The formulas, tables and sentences of every metric, on a worksheet and its key."""
    made = [sheet(trace.calculation, None) for trace in of_one_list() if len(trace.ranking)]
    body = "".join(part.worksheet + part.key for part in made)
    assert pages(pdf(body, wide=True)) >= 2 * sum(bool(part.worksheet) for part in made)


def test_names_from_outside_stay_text() -> None:
    ranking = Ranking([1] * len(HOSTILE), items=[f"{place}{name}" for place, name in enumerate(HOSTILE)])
    trace = average_precision(ranking)
    assert pdf(sheet(trace.calculation, None).key, wide=False).startswith(b"%PDF")
    assert _words('#panic("\\") $x$ <a> @b') == '#"#panic(\\"\\\\\\") $x$ <a> @b";'


@pytest.mark.parametrize(
    ("mathml", "written"),
    [
        ("<mfrac><mrow><mn>1</mn></mrow><mrow><mi>m</mi></mrow></mfrac>", "frac(1, m)"),
        ("<msub><mi>rel</mi><mi>i</mi></msub>", 'attach(class("normal", "rel"), b: i)'),
        (
            "<mrow><mi>TPR</mi><mrow><mo>(</mo><mi>t</mi><mo>)</mo></mrow></mrow>",
            'class("normal", "TPR") lr(\\( t \\))',
        ),
        ("<mrow><mn>0.5</mn><mo>−</mo><mi>x</mi></mrow>", 'class("normal", "0.5") \\− x'),
    ],
)
def test_a_formula_is_written_as_its_mathml_says(mathml: str, written: str) -> None:
    assert _formula(ElementTree.fromstring(mathml)) == written
