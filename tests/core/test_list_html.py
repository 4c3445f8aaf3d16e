"""What a notebook shows of a judged list."""

import re
from fractions import Fraction
from html import unescape

import pytest

from rankteach import Ranking
from rankteach.core.list_html import MOST_ROWS


def cells(ranking: Ranking) -> list[list[str]]:
    lines = re.findall("<tr>(.*?)</tr>", ranking._repr_html_())
    return [
        [unescape(re.sub("<.*?>", "", cell)) for cell in re.findall("<t[hd].*?>(.*?)</t[hd]>", line)] for line in lines
    ]


def summary(ranking: Ranking) -> str:
    return re.sub("<.*?>", "", re.findall("<p>(.*?)</p>", ranking._repr_html_())[0])


def test_a_list_of_relevant_items_and_others() -> None:
    ranking = Ranking([1, 0, None], items=["soup", "<b>stew</b>", "$x$"])
    assert cells(ranking) == [
        ["rank", "item", "relevance"],
        ["1", "soup", "● relevant"],
        ["2", "<b>stew</b>", "○ not relevant"],
        ["3", "$x$", "– not judged"],
    ]
    assert summary(ranking) == "Ranking: 3 items · 1 relevant"
    assert "<b>stew" not in ranking._repr_html_() and "$x" not in ranking._repr_html_()


def test_grades_are_dots_and_missed_items_come_last() -> None:
    ranking = Ranking([3, 0, None, 1], scores=[9, 8.5, 2, 1], missed={"m": 2, "z": 0}, relevant_from=2)
    assert cells(ranking) == [
        ["rank", "item", "grade", "score"],
        ["1", "d1", "●●● 3", "9"],
        ["2", "d2", "○○○ 0", "8.5"],
        ["3", "d3", "– not judged", "2"],
        ["4", "d4", "●○○ 1", "1"],
        ["–", "m (not retrieved)", "●●○ 2", ""],
        ["–", "z (not retrieved)", "○○○ 0", ""],
    ]
    assert summary(ranking) == ("Ranking: 4 items · 1 relevant · 1 relevant item not retrieved · relevant from grade 2")


@pytest.mark.parametrize(
    ("grades", "shown"),
    [
        ([0.5, 1], ["0.5", "1"]),
        ([Fraction(1, 2)], ["1/2"]),
        ([7, 1], ["7", "1"]),
        ([True, False], ["● relevant", "○ not relevant"]),
    ],
)
def test_other_grades_are_numbers(grades: list[float], shown: list[str]) -> None:
    assert [row[2] for row in cells(Ranking(grades))[1:]] == shown


def test_a_long_list_is_cut_and_an_empty_one_has_no_table() -> None:
    long = Ranking([1] * (MOST_ROWS + 3), missed=[1])
    assert len(cells(long)) == 1 + MOST_ROWS + 1
    assert "3 more rows are not shown." in long._repr_html_()
    assert cells(long)[-1] == ["–", "not retrieved", "● relevant"]
    assert cells(Ranking([])) == [] and summary(Ranking([])) == "Ranking: 0 items · 0 relevant"
