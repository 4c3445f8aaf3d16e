"""Worksheets: a different list for each student, which can be worked out by hand, and keys that say the answers."""

import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import rankteach as rt
from rankteach import classroom
from rankteach.classroom.drawn import is_even, uneven
from rankteach.tracing.measures import Measure
from tests.tiers import LONG, SEED

MEASURES = ["P@3", "R@3", "F@3", "RR", "AP", "AP@5", "CG@3", "DCG", "nDCG", "nDCG@5", "ERR", "AUC", "RBP"]
BOX = '<span class="box"></span>'


def sections(written: str) -> list[str]:
    return re.findall(r"<section.*?</section>", written, re.DOTALL)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_lists_differ_and_can_be_worked_out_by_hand(name: str, level: int) -> None:
    sheets = classroom.worksheets(name, n=30 if LONG else 8, seed=level, level=level)
    assert len({(one.traces[0].ranking.items, *one.traces[0].ranking.grades) for one in sheets}) == len(sheets)
    for scenario, (trace,) in sheets:
        assert trace == rt.measure(name)(trace.ranking)
        assert 0 < trace.value < (trace.metric.bounds[1] or float("inf"))
        assert uneven(trace) <= 3
        assert ("is not in the list" in scenario) == bool(trace.ranking.missed)
        assert ("graded" in scenario) != trace.metric.binary


def test_uneven_divisions_are_counted_as_by_hand() -> None:
    cases = {
        "P@3": ([1, 0, 1], 1),  # 2/3
        "RR": ([0, 0, 1], 1),  # 1/3
        "AP": ([1, 0, 1, 1, 0, 1], 2),  # 2/3, also as 4/6, but not 3/4; and 37/12 divided by 4
        "nDCG": ([3, 0, 2], 2),  # 3 + 2/2, divided by 3 + 2/log2(3)
        "DCG": ([3, 2, 1], 1),  # 2/log2(3)
        "AUC": ([1, 0, 1, 0], 0),  # 3/4
    }
    for name, (grades, count) in cases.items():
        assert uneven(rt.measure(name)(grades)) == count, name
    assert [is_even(value) for value in (0, 3, Fraction(3, 8), Fraction(1, 7), 0.5)] == [True, True, True, False, False]


def test_the_worksheets_are_printed_with_their_keys(tmp_path: Path) -> None:
    sheets = classroom.worksheets(["RR", "AP"], n=5, seed=1)
    sheets.to_page(tmp_path / "both.html")
    sheets.to_page(tmp_path / "sheets.html", keys=tmp_path / "keys.html")
    both, printed, keys = (
        sections((tmp_path / f"{name}.html").read_text("utf-8")) for name in ("both", "sheets", "keys")
    )
    assert both == printed + keys
    assert len(printed) == len(keys) == 10
    for number, (scenario, traces) in enumerate(sheets):
        for trace, worksheet, key in zip(traces, printed[2 * number :], keys[2 * number :], strict=False):
            assert "Name" in worksheet and scenario in worksheet
            assert f"Sheet {number + 1}" in worksheet
            assert f"Sheet {number + 1}, key" in key
            assert trace.shown in key
            assert trace.shown not in worksheet and "0.0000" not in key  # whole numbers are no decimals
            assert BOX in worksheet
            assert all(item in worksheet for item in trace.ranking.items[: trace.parameters.get("k")])


def test_the_task_says_the_conventions_that_decide_the_value_and_no_more(tmp_path: Path) -> None:
    sheets = classroom.worksheets("nDCG", n=1, seed=1)
    sheets.to_page(tmp_path / "x.html", keys=tmp_path / "keys.html")
    written = (tmp_path / "x.html").read_text("utf-8")
    assert "Here: gain = grade; divided by log2(rank + 1); ideal order of all judged items" in written
    assert not any(words in written for words in ("no cutoff", "as in trec_eval", "nDCG@i", "Fill in <b>divisor"))
    classroom.worksheets("AP", n=1).to_page(tmp_path / "x.html")
    written = (tmp_path / "x.html").read_text("utf-8")
    assert "divided by all relevant items (found or not); m is the number of all relevant items; n" in written
    assert "n is the length of the list" in written
    classroom.worksheets("P@3", n=1).to_page(tmp_path / "x.html")
    assert "Here:" not in (tmp_path / "x.html").read_text("utf-8")


@pytest.mark.parametrize("names", [["AP@3", "R@2"], ["nDCG@4"], ["P@10", "AP"]])
def test_a_sheet_says_what_is_below_its_table(names: list[str], tmp_path: Path) -> None:
    """AP@3 divides by all relevant items, and the table ends at rank 3."""
    sheets = classroom.worksheets(names, n=5, seed=SEED, level=3)
    sheets.to_page(tmp_path / "x.html", keys=tmp_path / "keys.html")
    printed = iter(sections((tmp_path / "x.html").read_text("utf-8")))
    for _, traces in sheets:
        for trace in traces:
            k = trace.parameters.get("k")
            said = re.search(r"The table ends at rank (\d+); the rest of the list is (.*?)\.", next(printed))
            read = {"○": 0, "●": 1, **{f"grade {grade}": grade for grade in range(4)}}
            below = [read[one] for one in said[2].split(", ")] if said else []
            assert below == ([*trace.ranking.grades[k:]] if k else [])
            assert said is None or int(said[1]) == k


@pytest.mark.parametrize("names", [["P", "nDCG"], ["AP(rel=2)", "nDCG"], ["P", "AP(rel=2)"], ["AP", "P"], ["DCG"]])
def test_the_task_says_from_which_grade_on_where_the_list_has_grades(names: list[str], tmp_path: Path) -> None:
    """Each measure that counts relevant items has its own grade; what the sheet says of all would be false for one."""
    sheets = classroom.worksheets(names, n=4, seed=2)
    sheets.to_page(tmp_path / "x.html", keys=tmp_path / "keys.html")
    printed = iter(sections((tmp_path / "x.html").read_text("utf-8")))
    for scenario, traces in sheets:
        graded = "graded" in scenario
        assert graded == (names != ["AP", "P"])
        assert "From grade" not in scenario
        for name, trace in zip(names, traces, strict=True):
            said = re.search(r"relevant from grade (\d)", next(printed))
            assert bool(said) == (graded and trace.metric.counts_relevant(trace.parameters))
            if said:
                assert int(said[1]) == (2 if "rel=2" in name else 1)
                assert trace == rt.measure(name)(trace.ranking.with_relevant_from(int(said[1])))


def test_what_is_left_blank_can_be_chosen(tmp_path: Path) -> None:
    sheets = classroom.worksheets("AP", n=1, seed=1, blanks="credit", keep="value")
    sheets.to_page(tmp_path / "x.html", keys=tmp_path / "keys.html")
    written = (tmp_path / "x.html").read_text("utf-8")
    assert f"To check: AP = {sheets[0].traces[0].shown}".split(" ≈")[0] in written
    assert "Fill in <b>hits" not in written
    assert "Fill in <b>credit" in written


def test_a_seed_draws_the_same_lists() -> None:
    one, again, other = (classroom.worksheets("AP", n=6, seed=seed) for seed in (7, 7, 8))
    assert list(one) == list(again) != list(other)


def test_without_a_case_the_items_have_no_names() -> None:
    sheet = classroom.worksheets("AP", n=1, case=None)[0]
    assert sheet.traces[0].ranking.items[0] == "d1"
    assert "You search" not in sheet.scenario


def test_what_cannot_be_drawn_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ImportError, match="pip install typst"):
        classroom.worksheets("AP", n=1).to_page(tmp_path / "x.html", keys=tmp_path / "keys.pdf")
    assert not any(tmp_path.iterdir())  # neither of the two
    with pytest.raises(ValueError, match=r"^n must be at most 19 for RR: no other list of level 1"):
        classroom.worksheets("RR", n=200, level=1, case=None)
    with pytest.raises(ValueError, match=r"^keys must end in \.html or \.pdf"):
        classroom.worksheets("AP", n=1).to_page(tmp_path / "x.html", keys=tmp_path / "x.docx")
    with pytest.raises(ValueError, match=r"^keys must be another file than path"):
        classroom.worksheets("AP", n=1).to_page(tmp_path / "x.html", keys=tmp_path / "y" / ".." / "x.html")


def test_every_measure_of_one_list_has_worksheets(settled: Measure, tmp_path: Path) -> None:
    """Under every convention; only a measure that has no list which comes out well has none."""
    if settled.metric.about_relevance and settled.metric.popularity == 2:
        sheets = classroom.worksheets(settled, n=1, seed=3)
        sheets.to_page(tmp_path / "x.html", keys=tmp_path / "keys.html")
        assert BOX in (tmp_path / "x.html").read_text("utf-8")
