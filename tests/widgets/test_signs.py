"""The signs of differences: each choice that the browser gets is what the test counts."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

import rankteach as rt
from rankteach.widgets.pages.page import recording

VALUES = {
    "three": ([0.5, 0.5, 0.6], [0.7, 0.4, 0.9]),
    "one is 0": ([1, 0, 1, 0, 0], [0, 1, 1, 1, 1]),
    "fractions": ([Fraction(1, 3), Fraction(1, 7)], [1, 0]),
    "ten": ([0] * 10, [0.1, -0.2, 0.3, 0.5, 0.8, -1.3, 2.1, 3.4, 5.5, 8.9]),
    "mean 0": ([0, 1], [1, 0]),
}


def signed(choice, differences):
    """The differences, of which those whose bit is set have the opposite sign; a difference of 0 has no bit."""
    bits = iter(range(len(differences)))
    return [one if not one or not choice >> next(bits) & 1 else -one for one in differences]


@pytest.mark.parametrize("alternative", ["two_sided", "larger", "smaller"])
@pytest.mark.parametrize("name", VALUES)
def test_every_choice_of_signs_has_its_mean_and_they_make_p(name, alternative):
    comparison = rt.compare(*VALUES[name])
    view = rt.explore_signs(comparison, alternative=alternative).view
    differences = comparison.differences.cells
    means = [sum(signed(choice, differences)) / len(differences) for choice in range(len(view["means"]))]
    most = max(means)
    assert view["at"] == pytest.approx([float(mean / most + 1) / 2 for mean in means], abs=1e-6)
    extreme = {
        "two_sided": lambda mean: abs(mean) >= abs(means[0]) - 1e-12,
        "larger": lambda mean: mean >= means[0] - 1e-12,
        "smaller": lambda mean: mean <= means[0] + 1e-12,
    }[alternative]
    assert view["extreme"] == [extreme(mean) for mean in means]
    test = comparison.randomisation(alternative=alternative)
    assert sum(view["extreme"]) == test.count and len(view["means"]) == test.total
    assert f"p = {test.count:,} / {test.total:,}" in view["result"]
    for choice, bar in enumerate(view["bar"]):
        nearest = min(abs(one - view["at"][choice]) for one in view["bars"])
        assert abs(view["bars"][bar] - view["at"][choice]) == pytest.approx(nearest, abs=1e-5)
    counts = [view["bar"].count(bar) for bar in range(len(view["bars"]))]
    assert counts == counts[::-1]  # each choice has the opposite one


@pytest.mark.parametrize(
    "differences", [[1 / 3] * 3 + [1 / 2] * 2 + [1 / 4] * 4, [0.1] * 9, [0.1] * 8, [1] * 6 + [2]], ids=str
)
def test_bars_of_groups_of_equal_differences_are_no_comb(differences):
    view = rt.explore_signs(rt.compare([0] * len(differences), differences)).view
    counts = [view["bar"].count(bar) for bar in range(len(view["bars"]))]
    widths = [right - left for left, right in pairwise(view["bars"])]
    assert widths == pytest.approx([1 / len(widths)] * len(widths), abs=1e-5)
    middle = (len(counts) + 1) // 2
    assert counts[:middle] == sorted(counts[:middle])  # no bar is lower than the one before it


def test_a_row_has_both_signs_and_a_difference_of_0_has_none():
    rows = rt.explore_signs(rt.compare({"soup": 0, "tart": 1}, {"soup": 0.25, "tart": 1})).view["rows"]
    assert [(row["query"], row["values"], row["share"]) for row in rows] == [
        ("soup", ["+0.2500", "−0.2500"], 1),
        ("tart", ["0"], 0),
    ]


@pytest.mark.parametrize(("name", "alternative"), product(VALUES, ["two_sided", "larger"]))
def test_its_line_of_code_makes_the_same(name, alternative):
    surface = rt.explore_signs(
        rt.compare(*VALUES[name], "score"), alternative=alternative, titles={"q1": "Leek <soup>"}
    )
    again = eval(surface.code, {"rt": rt})
    assert again.code == surface.code and again.view == surface.view and again.titles == surface.titles


def test_the_static_view_has_the_differences_and_the_test():
    html = rt.explore_signs(rt.compare([0.5], [1], "AP"), titles={"q1": "Leek <soup>"})._repr_mimebundle_()[0][
        "text/html"
    ]
    assert "Leek%20" not in html and "p = 2 / 2" in html and "q1: Leek &lt;soup&gt;" in html


def test_a_page_records_one_state_however_many_choices_there_are():
    recorded = recording(rt.explore_signs(rt.compare(*VALUES["ten"])))
    assert len(recorded["views"]) == 1 and not recorded["edges"]


def test_equal_values_have_one_choice_of_signs():
    view = rt.explore_signs(rt.compare([0.5] * 10, [0.5] * 10, "AP")).view
    assert view["means"] == ["0"] and view["at"] == [0.5] and {tuple(row["values"]) for row in view["rows"]} == {("0",)}
