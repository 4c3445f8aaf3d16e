"""A page to print: everything on it, or a worksheet that does not tell what it leaves blank, and the key behind it."""

import re
from pathlib import Path
from typing import Any

import pytest

import rankteach as rt
from rankteach import Measure, Ranking, Trace
from rankteach.classroom import examples
from rankteach.notation.page import calculation_page
from rankteach.notation.text import visible
from tests.catalogue import turn_of, two_short_lists
from tests.notation.test_notations import HOSTILE, Page
from tests.tiers import in_turn

GRADED = Ranking([3, 0, 2, None, 1], items=["a", "b", "c", "d", "e"], scores=[0.9, 0.7, 0.7, 0.5, 0.3], missed=[2])
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "section", "header", "h1", "h2", "p", "div", "span", "b", "i"),
    *("em", "code", "sub", "sup", "table", "thead", "tbody", "tr", "th", "td", "ol", "ul", "li"),
    *("math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msub", "msup", "msubsup", "munder", "munderover", "msqrt"),
}


def page(trace: Trace, blanks: Any = (), **options: Any) -> str:
    return calculation_page(trace.calculation, blanks, **options)


def parts(written: str) -> tuple[str, str]:
    """The worksheet and the key."""
    worksheet, _, key = written.partition('<section class="key">')
    return worksheet.partition("<body")[2], key


def well_formed(written: str) -> Page:
    body = re.sub(r"<meta[^>]*>", "", written).replace("<!doctype html>", "")
    taken_apart = Page(body)
    assert taken_apart.tags <= TAGS
    assert taken_apart.attributes <= {"lang", "class", "display", "displaystyle", "stretchy"}
    return taken_apart


def words(written: str) -> str:
    return re.sub(r"<[^>]*>", " ", written)


def titles(trace: Trace) -> dict[str, int]:
    entries = [entry for table in trace.tables() for entry in table.entries]
    return {entry.title: len(entry.column) for entry in entries if entry.column is not None}


def columns_of_cells(part: str, title: str) -> list[list[str]]:
    """The cells under a title, in each table that has it."""
    found = []
    for table in re.findall(r"<table.*?</table>", part, re.DOTALL):
        heads = [re.split("<", head)[0] for head in re.findall(r"<th [^>]*>(.*?)</th>", table)]
        rows = [re.findall(r"<td [^>]*>(.*?)</td>", row) for row in re.findall(r"<tr><td.*?</tr>", table)]
        found += [[row[place] for row in rows] for place, head in enumerate(heads) if head == title]
    return found


def check(trace: Trace, turn: int = 0) -> None:
    """Every column, or one of them in turn, with the value kept; and the value: blank on the sheet, told by the key."""
    whole = page(trace)
    well_formed(whole)
    assert 'class="box"' not in whole
    assert trace.shown in words(whole)
    lengths = titles(trace)
    for title in in_turn([*lengths], turn):
        written = page(trace, [title], keep="value")
        well_formed(written)
        worksheet, key = parts(written)
        rows = lengths[title]
        for cells in columns_of_cells(worksheet, title):
            assert set(cells[:rows]) <= {'<span class="box"></span>'}
            assert not any(cells[rows:])
        for cells in columns_of_cells(key, title):
            assert all(cells[:rows])
            assert not any("box" in cell for cell in cells)
        assert trace.shown in words(worksheet).split("To check:")[1]
    worksheet, key = parts(page(trace, "value"))
    assert f"= {trace.shown}" not in words(
        re.sub(r"m = \d+|cutoff k = \d+|<table.*</table>", "", worksheet, flags=re.DOTALL)
    )
    assert trace.shown in words(key)
    assert trace.label + " =" in words(worksheet)


def test_every_metric_has_a_worksheet(settled: Measure) -> None:
    check(settled.metric(GRADED, **settled.parameters, k=3), turn_of(settled))


def test_every_comparison_has_a_worksheet(agreeing: Measure) -> None:
    lists = two_short_lists(agreeing)
    check(agreeing(*lists))
    check(rt.mean(agreeing, [lists, lists[::-1]]))


def test_the_worksheet_asks_and_the_key_answers() -> None:
    worksheet, key = map(words, parts(page(rt.average_precision(examples.eight_documents), ["hits", ("precision", 3)])))
    assert re.search(r"Name\s+Date", worksheet)
    assert re.search(
        r"Fill in\s+hits\s*:.*Fill in\s+precision\s*:.*running sum\s*\..*Work out\s+AP\s*\..*AP =", worksheet, re.DOTALL
    )
    assert "To check" not in worksheet
    assert "Step by step" not in worksheet
    assert "37/48" not in worksheet
    assert "Answer key: average precision" in key
    assert "AP = 37/48 ≈ 0.7708" in key
    for step in rt.average_precision(examples.eight_documents).steps:
        assert step.text in key


def test_a_peak_is_told_with_the_answers() -> None:
    for blanks in ("value", "FAP@i"):
        worksheet, key = parts(page(rt.fap(examples.eight_documents), blanks))
        assert "highest at k" not in worksheet
        assert "highest at k = " in key
    worksheet, _ = parts(page(rt.fap(examples.eight_documents), "hits", keep=["FAP@i", "value"]))
    assert "highest at k = " in worksheet


def test_the_conventions_stand_on_the_worksheet() -> None:
    trace = rt.kendall_tau([1, 2, 3], [1, 3, 2])
    worksheet, _ = parts(page(trace, ["order in first", "value"]))
    for convention in trace.conventions:
        assert convention in worksheet


def test_the_key_has_a_number_where_the_table_leaves_one_out() -> None:
    _, key = parts(page(rt.average_precision([1, 0, 1]), ["credit", "running sum"]))
    assert columns_of_cells(key, "credit") == [["1", "0", "2/3"]]
    assert columns_of_cells(key, "running sum") == [["1", "1", "5/3"]]
    _, key = parts(page(rt.average_precision([1, 0, 1]), ["running sum"], fractions=False, digits=2))
    assert columns_of_cells(key, "running sum") == [["1", "1", "1.67"]]


def test_single_rows_can_be_blank() -> None:
    worksheet, _ = parts(page(rt.precision([1, 0, 1]), [("precision", 1), ("precision", 3)]))
    assert columns_of_cells(worksheet, "precision") == [
        ['<span class="box"></span>', "1/2", '<span class="box"></span>']
    ]
    assert page(rt.precision([1, 0, 1]), ("hits", 2)) == page(rt.precision([1, 0, 1]), [("hits", 2)])


def test_without_answers_there_is_no_key() -> None:
    written = page(rt.precision([1, 0, 1]), ["hits"], answers=False)
    assert parts(written)[1] == ""
    assert "Answer" not in written
    assert "Answer" not in page(rt.precision([1, 0, 1]), answers=False)


def test_a_page_stands_alone(tmp_path: Path) -> None:
    rt.ndcg(GRADED, gain="exponential").to_page(tmp_path / "x.html", blanks=["value"])
    written = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    assert not re.search(r"<script|<link|<img|url\(|https?:|@import|title=", written)
    assert "@page { size: landscape;" in written
    assert "landscape" not in page(rt.precision([1, 0]))


def test_names_from_outside_stay_text(tmp_path: Path) -> None:
    ranking = Ranking([1, 0] * (len(HOSTILE) // 2), items=[*HOSTILE[:-1], "\ud800"])
    taken_apart = well_formed(page(rt.average_precision(ranking), ["value"]))
    for name in HOSTILE[:-1]:
        assert visible(re.sub(r"[\x00-\x1f]", " ", name)) in taken_apart.cells
    rt.average_precision(ranking).to_page(tmp_path / "x.html", blanks="hits")
    assert r"\ud800" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_empty_lists_have_pages() -> None:
    for trace in (rt.precision([]), rt.ndcg([]), rt.roc_auc([0, 0]), rt.average_precision([], k=2)):
        check(trace)


def test_a_blank_in_a_row_that_the_page_leaves_out(tmp_path: Path) -> None:
    trace, path = rt.average_precision([1, 0] * 250), tmp_path / "page.html"
    with pytest.raises(ValueError, match="most_rows=None shows all rows"):
        trace.to_page(path, blanks=[("precision", 499)])
    trace.to_page(path, blanks=[("precision", 499)], most_rows=None)
    with pytest.raises(ValueError, match=r"a row from 1 to 500 of 'precision', not \('precision', 501\)$"):
        trace.to_page(path, blanks=[("precision", 501)], most_rows=None)
