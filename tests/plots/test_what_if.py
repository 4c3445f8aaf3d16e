"""Heat maps and histograms show the changes and the values that were calculated, and nothing else."""

from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import rankteach as rt
from rankteach import plots
from tests.plots.conftest import contrast, legend

GRADED = rt.Ranking([0, 3, None, 1, 2], missed=[3])
AP = rt.average_precision([0, 1, 1, 0])


def cells(ax: Axes) -> np.ndarray:
    """The values of a map, NaN where there is none."""
    (mesh,) = [one for one in ax.collections if one.get_gid() == "changes"]
    values = mesh.get_array()
    assert values is not None
    return np.ma.filled(values, np.nan)


def frames(ax: Axes) -> list[tuple[float, float]]:
    """The middles of the framed cells: column and row."""
    framed = [patch for patch in ax.patches if patch.get_gid() == "most valuable"]
    return [(patch.get_x() + 0.5, patch.get_y() + 0.5) for patch in framed]


def ticks(labels: Any) -> list[str]:
    return [text.get_text() for text in labels]


def line(ax: Axes, gid: str) -> float:
    """Where the upright line of this name stands."""
    (found,) = [one for one in ax.get_lines() if gid in str(one.get_gid()).split(", ")]
    left, right = found.get_xdata()
    assert left == right
    return float(left)


# --- swaps ----------------------------------------------------------------------------------------------
def test_the_cells_are_the_changes_and_the_diagonal_has_none() -> None:
    trace = rt.ndcg(GRADED, k=4)
    drawn = cells(plots.swaps(trace))
    off = ~np.eye(5, dtype=bool)
    assert (drawn[off] == rt.swaps(trace).changes[off]).all() and np.isnan(drawn[~off]).all()


def test_the_colours_are_centred_at_no_change_and_blue_is_for_the_better() -> None:
    for trace, sign in ((AP, 1), (rt.lag([0, 1, 1, 0]), -1)):
        ax = plots.swaps(trace)
        (mesh,) = ax.collections
        low, high = mesh.get_clim()
        assert -low == high == abs(rt.swaps(trace).changes).max()
        assert mesh.to_rgba([0.0])[0] == pytest.approx([1, 1, 1, 1], abs=0.01)
        red, _, blue, _ = mesh.to_rgba([sign * high])[0]
        assert blue > red
        red, _, blue, _ = mesh.to_rgba([-sign * high])[0]
        assert red > blue


def test_the_numbers_are_those_of_the_cells() -> None:
    ax = plots.swaps(AP)
    written = {text.get_position(): text.get_text() for text in ax.texts}
    assert written[(3, 1)] == written[(1, 3)] == "+0.42" and written[(4, 2)] == "−0.17"
    assert written[(4, 1)] == "0" and (1, 1) not in written
    assert len(written) == 12


@pytest.mark.parametrize(("gain", "shown"), [(0.004, "0.0015"), (4, "1.48"), (400, "148")])
def test_numbers_have_as_many_digits_as_they_need(gain: float, shown: str) -> None:
    ax = plots.swaps(rt.dcg([0, 1], gain={1: gain}))
    assert [text.get_text() for text in ax.texts] == [
        f"+{gain * (1 - 1 / np.log2(3)):.{len(shown.partition('.')[2])}f}"
    ] * 2


def test_numbers_can_be_read_on_every_colour() -> None:
    ax = plots.swaps(rt.average_precision([0, 1, 1, 0, 1]))
    (mesh,) = ax.collections
    for text in ax.texts:
        column, row = (int(place) - 1 for place in text.get_position())
        assert contrast(text.get_color(), mesh.to_rgba(cells(ax))[row, column, :3]) >= 4.5


def test_where_numbers_have_no_room_a_bar_says_what_the_colours_mean() -> None:
    ax = plots.swaps(rt.average_precision([0, 1] * 10))
    (bar,) = ax.child_axes
    assert not ax.texts and bar.get_ylabel() == "change of AP"
    for inches, numbered in ((2, False), (8, True)):
        ax = plots.swaps(rt.average_precision([0, 1, 1, 0, 1]), Figure(figsize=(inches, inches)).subplots())
        assert (bool(ax.texts), bool(ax.child_axes)) == (numbered, not numbered)


def test_the_axes_show_the_ranks_the_items_and_what_they_are_judged() -> None:
    ax = plots.swaps(rt.ndcg(GRADED))
    assert ticks(ax.get_xticklabels()) == ["1\n(0)", "2\n(3)", "3\n(?)", "4\n(1)", "5\n(2)"]
    assert ticks(ax.get_yticklabels())[:3] == ["d1  (0)  1", "d2  (3)  2", "d3  (?)  3"]
    assert ax.get_xlabel() == "rank (grade in parentheses, ? not judged)"
    assert ax.yaxis_inverted()
    binary = plots.swaps(rt.precision([1, 0]))
    assert ticks(binary.get_xticklabels()) == ["1\n●", "2\n○"] and "● relevant" in binary.get_xlabel()
    long = plots.swaps(rt.precision([1, 0] * 20))
    assert "●" not in long.get_xlabel() and all(words.isdecimal() for words in ticks(long.get_yticklabels()))


def test_the_title_names_the_value_and_lambdarank() -> None:
    title = plots.swaps(rt.average_precision([0, 1])).get_title(loc="left")
    assert title == "AP = 1/2 = 0.5: what each swap would change\n|ΔAP| is the weight of the pair in LambdaRank"
    two = plots.swaps(rt.kendall_tau(["a", "b"], ["b", "a"])).get_title(loc="left")
    assert "LambdaRank" not in two


def test_the_most_valuable_swap_has_a_frame() -> None:
    ax = plots.swaps(AP)
    assert sorted(frames(ax)) == [(1, 3), (3, 1)]
    assert legend(ax) == ["most valuable: ranks 1 and 3, +5/12"]
    best = plots.swaps(rt.ndcg([2, 1, 0]))
    assert not frames(best) and not legend(best)
    numbers = plots.swaps(rt.pearson([1, 2, 3], [2, 1, 3]))
    assert legend(numbers)[0].startswith("most valuable: d1 and d2, +")


def test_what_was_found_is_drawn_as_its_trace_is() -> None:
    trace = rt.average_precision([0, 1, 1])
    for found, draw in ((rt.swaps(trace), plots.swaps), (rt.toggles(trace), plots.toggles)):
        one, other = draw(found), draw(trace)
        assert np.array_equal(cells(one), cells(other), equal_nan=True) and legend(one) == legend(other)
    ax = Figure().subplots()
    assert plots.chance(rt.chance(trace), ax) is ax and legend(ax) == legend(plots.chance(trace))


# --- toggles --------------------------------------------------------------------------------------------
def test_toggles_have_a_row_for_each_rank_and_a_column_for_each_grade() -> None:
    trace = rt.ndcg(GRADED, k=4)
    ax, found = plots.toggles(trace), rt.toggles(trace)
    drawn = cells(ax)
    own = [(0, 0), (1, 3), (3, 1), (4, 2)]  # what is not judged has no grade of its own
    assert list(zip(*np.nonzero(np.isnan(drawn)), strict=True)) == own
    assert (drawn[~np.isnan(drawn)] == found.changes[~np.isnan(drawn)]).all()
    assert ticks(ax.get_xticklabels()) == [f"grade\n{grade}" for grade in range(4)]
    assert found.best is not None and frames(ax) == [(found.levels.index(found.best.grade) + 1, found.best.rank)]
    assert f"rank {found.best.rank} as grade {found.best.grade}" in legend(ax)[0]


# --- chance ---------------------------------------------------------------------------------------------
def test_lines_are_the_shares_of_each_value() -> None:
    ax = plots.chance(rt.chance(rt.precision([1, 0, 1, 0, 0], k=2)))
    (drawn,) = ax.collections
    assert [segment[1].tolist() for segment in drawn.get_segments()] == [[0, 0.3], [0.5, 0.6], [1, 0.1]]
    assert ax.get_ylabel() == "fraction of all orders"


def test_bars_count_close_values_and_add_up_to_all() -> None:
    found = rt.chance(rt.ndcg([1, 0, 2, 0, 3] * 4), samples=300)
    ax = plots.chance(found)
    assert sum(bar.get_height() for bar in ax.patches) == pytest.approx(1)
    assert ax.get_ylabel() == "fraction of 300 random orders"
    assert " ± " in legend(ax)[1]


def test_the_four_marks_stand_at_their_values() -> None:
    for trace in (rt.average_precision([1, 0, 0, 1, 1]), rt.reciprocal_rank([0, 1, 0, 1])):
        found = rt.chance(trace)
        ax = plots.chance(trace)
        known = {"this list": found.value, "by chance": found.expected, "worst": found.worst, "best": found.best}
        assert {name: line(ax, name) for name in known} == {name: float(value) for name, value in known.items()}
        styles = [(one.get_color(), one.get_linestyle()) for one in ax.get_lines()]
        assert len({colour for colour, _ in styles}) == len({dash for _, dash in styles}) == 4


def test_marks_at_one_value_are_one_line_and_the_legend_says_both() -> None:
    ax = plots.chance(rt.average_precision([1, 1, 0, 0]))
    places = [float(one.get_xdata()[0]) for one in ax.get_lines()]
    assert len({*places}) == len(places) == 3
    assert legend(ax)[0].splitlines()[0] == "this list: 1" and legend(ax)[0].splitlines()[-1] == "best: 1"
    assert ax.get_title(loc="left") == "AP = 1, among all orders"
