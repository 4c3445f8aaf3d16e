"""What a figure draws is what the trace recorded: lines, areas, marks, words."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib_inline.backend_inline import _fetch_figure_metadata

import rankteach as rt
from rankteach import plots
from tests.plots.conftest import contrast, legend

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("#ffffff", "#111111")  # of a light page, and of JupyterLab's dark theme
EIGHT = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0])
TIED = rt.Ranking([1, 0, 1, 0, 1, 0, 0], scores=[0.9, 0.8, 0.8, 0.5, 0.5, 0.5, 0.1])
MISSED = rt.Ranking([1, 1, 1, 0, 0], missed=[1, 1])
UNJUDGED = rt.Ranking([0, 3, None, 1, 2], items=["$a_b$", "b" * 30, "c", "d", "e"], missed=[3])
OF_A_TRACE = (plots.swaps, plots.toggles, plots.chance)
FORMS = ["steps", "trapezoids", "interpolated", "eleven_points"]
FIGURES: dict[str, Callable[..., Axes]] = {
    "roc": lambda ax=None: plots.roc(TIED, ax, threshold=2, label="$a_b^c$ $"),
    "weighted roc": lambda ax=None: plots.roc(TIED, ax, weights=0.8),
    "precision_recall": lambda ax=None: plots.precision_recall(TIED, ax, forms=FORMS, threshold=1),
    "at_every_k": lambda ax=None: plots.at_every_k(MISSED, ["P", "R", "DCG", "AP", "RR", "nDCG", "F2"], ax=ax),
    "fap": lambda ax=None: plots.fap(MISSED, ax),
    "agreement": lambda ax=None: plots.agreement(["$a", "b$", "c"], ["c", "d", "b$"], ax),
    "long names": lambda ax=None: plots.agreement(["a" * 30, "b" * 24], ["b" * 24, "c" * 12], ax),
    "long label": lambda ax=None: plots.roc(
        rt.Ranking([1, 0] * 50, scores=[1 / 3] * 100), ax, threshold=1, label="w" * 30
    ),
    "long lists": lambda ax=None: plots.at_every_k([1, 0] * 50, ax=ax),
    "swaps": lambda ax=None: plots.swaps(rt.ndcg(UNJUDGED, k=4), ax),
    "swaps of many": lambda ax=None: plots.swaps(rt.average_precision([0, 1] * 10), ax),
    "swaps of very many": lambda ax=None: plots.swaps(rt.average_precision([0, 1] * 25), ax),
    "swaps of two lists": lambda ax=None: plots.swaps(rt.kendall_tau(["$a", "b$", "c"], ["c", "$a", "b$"]), ax),
    "toggles": lambda ax=None: plots.toggles(rt.ndcg(UNJUDGED, k=4), ax),
    "toggles of many": lambda ax=None: plots.toggles(rt.average_precision([0, 1] * 20), ax),
    "chance": lambda ax=None: plots.chance(rt.average_precision(MISSED), ax),
    "chance of many": lambda ax=None: plots.chance(rt.ndcg([1, 0, 2, 0] * 5), ax, samples=200),
    "empty swaps": lambda ax=None: plots.swaps(rt.lag([]), ax),
    "empty toggles": lambda ax=None: plots.toggles(rt.lag([]), ax),
    "empty chance": lambda ax=None: plots.chance(rt.lag([]), ax),
    "empty roc": lambda ax=None: plots.roc([], ax),
    "empty precision_recall": lambda ax=None: plots.precision_recall([], ax, forms=FORMS),
    "empty at_every_k": lambda ax=None: plots.at_every_k([], ax=ax),
    "empty fap": lambda ax=None: plots.fap([], ax),
    "empty agreement": lambda ax=None: plots.agreement([], [], ax),
}


@st.composite
def tied_rankings(draw: st.DrawFn) -> rt.Ranking:
    grades = draw(st.lists(st.integers(0, 1), max_size=12))
    scores = sorted(draw(st.lists(st.integers(0, 4), min_size=len(grades), max_size=len(grades))), reverse=True)
    return rt.Ranking(grades, scores=scores, missed=draw(st.lists(st.integers(0, 1), max_size=3)))


def on(ax: Axes, gid: str) -> Any:
    """The one thing that is drawn under this name."""
    (found,) = [artist for artist in [*ax.get_lines(), *ax.patches] if artist.get_gid() == gid]
    return found


def missing(ax: Axes, gid: str) -> bool:
    return all(artist.get_gid() != gid for artist in [*ax.get_lines(), *ax.patches])


def points(line: Any) -> list[tuple[float, float]]:
    return list(zip(*(np.asarray(values, dtype=float).tolist() for values in line.get_data()), strict=True))


def signed_area(patch: Any) -> float:
    """The shoelace formula; above 0 clockwise, as a curve from left to right and back along the axis is."""
    x, y = patch.get_xy().T
    return float(np.sum(y * np.roll(x, -1) - x * np.roll(y, -1)) / 2)


# --- what all of them share ----------------------------------------------------------------------------
@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_a_plot_draws_on_the_axes_it_is_given_and_returns_them(figure: Callable[..., Axes]) -> None:
    ax = Figure().subplots()
    assert figure(ax) is ax
    assert ax.get_xlabel() or ax.get_title(loc="left")
    assert not plt.get_fignums()


@pytest.fixture(scope="module", params=FIGURES)
def drawn(request: pytest.FixtureRequest) -> Axes:
    """A figure of its own, drawn once for all tests of it."""
    plt.close("all")
    ax = FIGURES[request.param]()  # a warning is an error here
    ax.figure.canvas.draw()
    assert [plt.figure(number) for number in plt.get_fignums()] == [ax.figure]
    return ax


def words_of(ax: Axes) -> list[Any]:
    """All that is written, but for the legend."""
    return [
        ax.title,
        ax._left_title,
        ax.xaxis.label,
        ax.yaxis.label,
        *ax.get_xticklabels(),
        *ax.get_yticklabels(),
        *ax.texts,
    ]


def test_nothing_is_cut_off_at_the_edge_of_the_figure(drawn: Axes) -> None:
    whole, inside = drawn.figure.bbox, drawn.get_tightbbox()
    assert inside is not None
    assert whole.x0 <= inside.x0 and whole.y0 <= inside.y0 and inside.x1 <= whole.x1 and inside.y1 <= whole.y1


def test_words_do_not_overlap(drawn: Axes) -> None:
    boxes = [text.get_window_extent() for text in words_of(drawn)[1:] if text.get_text()]
    boxes += [drawn.get_legend().get_window_extent()] if drawn.get_legend() else []
    for one, two in combinations(boxes, 2):
        assert one.x1 <= two.x0 or two.x1 <= one.x0 or one.y1 <= two.y0 or two.y1 <= one.y0


def test_text_is_large_enough_for_the_last_row_of_a_room(drawn: Axes) -> None:
    words = [text for text in words_of(drawn) if text.get_text()]
    words += drawn.get_legend().get_texts() if drawn.get_legend() else []
    assert min(text.get_fontsize() for text in words) >= 11
    assert all(line.get_linewidth() >= 2 for line in drawn.get_lines() if line.get_linestyle() != "None")


def test_a_figure_of_its_own_can_be_read_on_a_light_and_on_a_dark_page(drawn: Axes) -> None:
    canvas = FigureCanvasAgg(drawn.figure)  # type: ignore[arg-type]
    canvas.draw()
    corners = np.asarray(canvas.buffer_rgba())[[0, 0, -1, -1], [0, -1, 0, -1]]
    assert not corners[:, 3].any()
    assert not _fetch_figure_metadata(drawn.figure)  # no host is asked for a ground
    in_cells = drawn.texts if any(one.get_gid() == "changes" for one in drawn.collections) else ()  # on their grounds
    words = [text for text in words_of(drawn) if text not in in_cells]
    words += drawn.get_legend().get_texts() if drawn.get_legend() else []
    words += [text for one in drawn.child_axes for text in [one.yaxis.label, *one.get_yticklabels()]]
    most = contrast(*PAGES) ** 0.5  # of any ink, on the page from which it stands out less
    assert min(contrast(text.get_color(), page) for text in words if text.get_text() for page in PAGES) > 0.99 * most
    lines = [line.get_color() for line in drawn.get_lines() if line.get_linestyle() != "None"]
    assert min((contrast(colour, page) for colour in lines for page in PAGES), default=21) >= 3


def test_on_axes_of_yours_the_ink_and_the_ground_are_yours() -> None:
    with matplotlib.rc_context({"axes.labelcolor": "navy", "xtick.color": "navy", "axes.facecolor": "ivory"}):
        ax = plots.fap(MISSED, Figure().subplots())
    (flag,), words = ax.texts, ax.get_legend().get_texts()
    inks = {to_hex(text.get_color()) for text in [flag, ax.xaxis.label, *ax.get_xticklabels(), *words]}
    assert inks == {to_hex("navy")}
    assert ax.patch.get_visible() and to_hex(ax.get_facecolor()) == to_hex("ivory")


TITLES = {
    "ROC curve: AUC = 3/4 = 0.75": lambda: plots.roc([1, 0, 1, 0]),
    "Precision-recall curve: PRAUC = 5/6 ≈ 0.8333": lambda: plots.precision_recall([1, 0, 1, 0]),
    "Precision-recall curve": lambda: plots.precision_recall([1, 0, 1, 0], forms=["steps", "trapezoids"]),
    "P, R at every cutoff k": lambda: plots.at_every_k([1, 0], ["P", "R"]),
    "FAP = 1": lambda: plots.fap([1, 1]),
}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_says_the_measure_and_its_value(title: str) -> None:
    assert TITLES[title]().get_title(loc="left") == title


def test_a_title_says_no_value_of_several_and_yours_stays() -> None:
    ax = plots.roc([1, 0, 1, 0])
    assert plots.roc([0, 1], ax).get_title(loc="left") == "ROC curve"
    ax = Figure().subplots()
    ax.set_title("Mine")
    assert plots.roc([1, 0], ax).get_title(loc="left") == "" and ax.get_title() == "Mine"


def test_a_new_figure_takes_the_ink_and_the_font_of_a_style() -> None:
    with plt.style.context(["dark_background", {"font.family": "monospace"}]):
        ax = plots.roc([1, 0])
    assert {to_hex(text.get_color()) for text in [ax.xaxis.label, *ax.get_legend().get_texts()]} == {"#ffffff"}
    assert ax.xaxis.label.get_fontfamily() == ["monospace"]
    ours = plots.roc([1, 0])
    assert ours.xaxis.label.get_fontfamily()[-1] == "DejaVu Sans" == ours._left_title.get_fontfamily()[-1]
    ours.figure.canvas.draw()
    assert {tuple(one.get_fontfamily()) for one in ours.get_xticklabels()} == {tuple(ours.xaxis.label.get_fontfamily())}


def test_settings_of_matplotlib_stay_as_they_are() -> None:
    with matplotlib.rc_context({"font.size": 9, "lines.linewidth": 3, "axes.titlesize": 7}):
        before = dict(matplotlib.rcParams)
        for figure in FIGURES.values():
            figure()
            plt.close("all")
        assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("what", ["import rankteach", "import rankteach.plots"])
def test_matplotlib_is_loaded_when_something_is_drawn(what: str) -> None:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    program = "import sys; {}; print('matplotlib' in sys.modules)"
    draw = "import rankteach.plots; from matplotlib.figure import Figure; rankteach.plots.roc([1], Figure().subplots())"
    for done, expected in ((what, "False"), (draw, "True")):
        command = [sys.executable, "-c", program.format(done)]
        out = subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=True
        )
        assert out.stdout.strip() == expected


# --- ROC -----------------------------------------------------------------------------------------------
@given(tied_rankings(), st.sampled_from(["half", "strict", "input_order"]))
def test_the_roc_curve_is_that_of_the_columns_and_its_area_is_the_value(ranking: rt.Ranking, ties: str) -> None:
    ax = plots.roc(ranking, Figure().subplots(), ties=ties)
    trace = rt.roc_auc(ranking, ties=ties)
    fpr, tpr = (np.asarray(trace.columns[name], dtype=float).tolist() for name in ("FPR", "TPR"))
    assert points(on(ax, "curve-0")) == [(0, 0), *zip(fpr, tpr, strict=True)]
    assert signed_area(on(ax, "area")) == pytest.approx(trace.value)
    assert f"AUC = {trace.shown}" in legend(ax)[0]


def test_a_trace_is_drawn_as_its_ranking_is() -> None:
    for chosen in ({}, {"ties": "strict"}, {"ties": "input_order"}, {"k": 5}, {"weights": 0.8}):
        drawn, again = plots.roc(rt.roc_auc(TIED, **chosen), threshold=2), plots.roc(TIED, threshold=2, **chosen)
        assert points(on(drawn, "curve-0")) == points(on(again, "curve-0"))
        assert on(drawn, "curve-0").get_drawstyle() == on(again, "curve-0").get_drawstyle()
        assert [patch.get_xy().tolist() for patch in drawn.patches] == [
            patch.get_xy().tolist() for patch in again.patches
        ]
        assert legend(drawn) == legend(again)


def test_a_pooled_trace_is_drawn_as_one_list() -> None:
    one = rt.Ranking([1, 0], scores=[0.9, 0.5])
    other = rt.Ranking([1, 0], scores=[0.5, 0.1])
    pooled = rt.mean("AUC", [one, other], average="pooled")
    ax = plots.roc(pooled, label="both")
    assert points(on(ax, "curve-0")) == [(0, 0), (0, 1 / 2), (1 / 2, 1), (1, 1)]
    assert signed_area(on(ax, "area")) == pytest.approx(pooled.value) == pytest.approx(7 / 8)
    assert "pooled AUC = 7/8" in legend(ax)[0]


def test_strict_ties_step_across_before_they_go_up() -> None:
    ax = plots.roc(TIED, ties="strict")
    line, patch = on(ax, "curve-0"), on(ax, "area")
    assert line.get_drawstyle() == "steps-post"
    assert points(line)[1:3] == [(0, 1 / 3), (1 / 4, 2 / 3)]
    assert [1 / 4, 1 / 3] in patch.get_xy().tolist()
    assert signed_area(patch) == pytest.approx(rt.roc_auc(TIED, ties="strict").value)
    assert signed_area(patch) < rt.roc_auc(TIED).value
    assert on(plots.roc(TIED), "curve-0").get_drawstyle() == "default"


def test_tied_items_make_a_slanted_step() -> None:
    assert points(on(plots.roc(TIED), "curve-0"))[1:3] == [(0, 1 / 3), (1 / 4, 2 / 3)]


def test_the_unit_square_is_square_and_its_diagonal_is_chance() -> None:
    for ax in (plots.roc(EIGHT), plots.precision_recall(EIGHT)):
        assert ax.get_aspect() == 1 and (*ax.get_xlim(), *ax.get_ylim()) == (0, 1, 0, 1)
    assert points(on(plots.roc(EIGHT), "chance")) == [(0, 0), (1, 1)]


@pytest.mark.parametrize("ties", ["half", "strict", "input_order"])
def test_weighted_trapezoids_have_the_area_that_is_added_up_and_are_darker_the_more_they_weigh(ties: str) -> None:
    ax, trace = plots.roc(TIED, weights=0.8, ties=ties), rt.roc_auc(TIED, weights=0.8, ties=ties)
    areas, opacity = (np.array([read(patch) for patch in ax.patches]) for read in (signed_area, Axes.get_alpha))
    assert areas[areas > 1e-12] == pytest.approx([float(one) for one in trace.columns["trapezoid"].exact if one > 0])
    weights = np.asarray(trace.columns["weight of step"], dtype=float)
    assert opacity / opacity[0] == pytest.approx(np.repeat(weights, 2 if ties == "strict" else 1)[: len(opacity)])
    assert legend(ax) == [f"{trace.label} = {trace.shown}\n(the darker, the more weight)", "chance"]


def test_a_curve_of_one_kind_of_items_says_why_it_has_no_area() -> None:
    assert legend(plots.roc([1, 1]))[0] == "AUC = 0\n(needs relevant and irrelevant items)"


def test_several_curves_differ_in_colour_and_dash_and_one_area_is_shaded() -> None:
    ax = plots.roc(EIGHT, label="A")
    for ranking, label in ((TIED, "B"), (MISSED, "C")):
        plots.roc(ranking, ax, label=label)
    lines = [on(ax, f"curve-{number}") for number in range(3)]
    assert len({to_hex(line.get_color()) for line in lines}) == 3
    assert len({line.get_linestyle() for line in lines}) == len({line.get_marker() for line in lines}) == 3
    assert [words.split(":")[0] for words in legend(ax)] == ["A", "B", "C", "chance"]
    assert signed_area(on(ax, "area")) == pytest.approx(rt.roc_auc(EIGHT).value)


def test_a_threshold_is_marked_with_lines_to_both_axes() -> None:
    ax = plots.roc(TIED, threshold=2)
    assert points(on(ax, "threshold")) == [(1 / 4, 2 / 3)]
    assert points(on(ax, "to the axes")) == [(1 / 4, 0), (1 / 4, 2 / 3), (0, 2 / 3)]
    assert "0.8 (d2, d3)\nFPR = 1/4, TPR = 2/3" in legend(ax)[1]
    assert missing(plots.roc(TIED), "threshold")
    plots.roc(TIED, threshold=np.int64(4))


def test_many_tied_items_are_named_in_short() -> None:
    words = legend(plots.roc(rt.Ranking([1, 0] * 50, scores=[1] * 100), threshold=1))[1]
    assert "(d1, d2, " in words and words.splitlines()[0].endswith("…)") and len(words) < 100


# --- precision and recall ------------------------------------------------------------------------------
@given(tied_rankings(), st.sampled_from(FORMS))
def test_the_area_under_each_form_is_its_value(ranking: rt.Ranking, form: str) -> None:
    ax = plots.precision_recall(ranking, Figure().subplots(), forms=[form])
    trace = rt.pr_auc(ranking, form=form)
    area = 0.0 if missing(ax, "area") else signed_area(on(ax, "area"))
    assert area == pytest.approx(trace.value)
    assert trace.shown in legend(ax)[0]


@given(tied_rankings(), st.sampled_from(FORMS))
def test_the_dots_are_the_thresholds(ranking: rt.Ranking, form: str) -> None:
    ax = plots.precision_recall(ranking, Figure().subplots(), forms=form)
    columns = rt.pr_auc(ranking).columns
    drawn = np.transpose(on(ax, "thresholds").get_data()).tolist()
    assert drawn == np.column_stack([columns["recall"], columns["precision"]]).astype(float).tolist()


@given(tied_rankings())
def test_trapezoids_go_from_precision_1_through_every_threshold(ranking: rt.Ranking) -> None:
    ax = plots.precision_recall(ranking, Figure().subplots(), forms=["trapezoids"])
    assert points(on(ax, "curve-0")) == [(0, 1), *points(on(ax, "thresholds"))]


def test_steps_stand_on_the_rises_in_recall() -> None:
    ax = plots.precision_recall(EIGHT, forms=["steps", "interpolated"])
    heights = [1, 1, 2 / 3, 2 / 3, 3 / 4, 3 / 4, 2 / 3, 2 / 3]
    ends = [0, 1 / 4, 1 / 4, 1 / 2, 1 / 2, 3 / 4, 3 / 4, 1]
    assert points(on(ax, "curve-0")) == list(zip(ends, heights, strict=True))
    heights[2:4] = [3 / 4, 3 / 4]
    assert points(on(ax, "curve-1")) == list(zip(ends, heights, strict=True))


def test_eleven_points_are_marks_at_their_levels() -> None:
    ax = plots.precision_recall(EIGHT, forms="eleven_points")
    line = on(ax, "curve-0")
    column = rt.pr_auc(EIGHT, form="eleven_points").columns["precision at level"]
    assert points(line) == [(level / 10, height) for level, height in enumerate(np.asarray(column).tolist())]
    assert on(ax, "area").get_xy()[:22:2, 1].tolist() == np.asarray(column).tolist()  # each bar is as high as its mark
    assert line.get_linestyle() == "None" and line.get_marker() not in ("None", "none")


@given(tied_rankings())
def test_between_interpolated_and_trapezoids_lies_their_difference(ranking: rt.Ranking) -> None:
    ax = plots.precision_recall(ranking, Figure().subplots(), forms=["trapezoids", "interpolated"])
    values = [rt.pr_auc(ranking, form=form).value for form in ("interpolated", "trapezoids")]
    hatched = on(ax, "difference")
    assert signed_area(hatched) == pytest.approx(values[0] - values[1])
    assert hatched.get_hatch() and hatched.get_label() in legend(ax)


def test_the_difference_says_which_of_the_two_is_too_high() -> None:
    both = ["interpolated", "trapezoids"]
    assert "above straight lines by 0.0604" in legend(plots.precision_recall(EIGHT, forms=both))
    assert "below straight lines by 0.0833" in legend(plots.precision_recall(TIED, forms=both))
    assert missing(plots.precision_recall(EIGHT, forms=["steps", "trapezoids"]), "difference")


def test_only_the_first_form_is_shaded_and_all_look_different() -> None:
    ax = plots.precision_recall(EIGHT, forms=["interpolated", "steps", "trapezoids"])
    assert signed_area(on(ax, "area")) == pytest.approx(rt.pr_auc(EIGHT, form="interpolated").value)
    assert len({on(ax, f"curve-{number}").get_linestyle() for number in range(3)}) == 3


def test_a_threshold_is_marked_on_the_pr_curve_of_any_form() -> None:
    for form in FORMS:
        ax = plots.precision_recall(EIGHT, forms=form, threshold=4)
        assert points(on(ax, "threshold")) == [(3 / 4, 3 / 4)]
        assert legend(ax)[-1].endswith("(d4)\nrecall = 3/4, precision = 3/4")


# --- by rank -------------------------------------------------------------------------------------------
def test_each_measure_is_drawn_at_every_cutoff() -> None:
    ax = plots.at_every_k(EIGHT, ["P", "R", "nDCG"])
    for label, column in rt.at_every_k(EIGHT, ["P", "R", "nDCG"]).columns.items():
        assert points(on(ax, label)) == list(enumerate(np.asarray(column, dtype=float).tolist(), start=1))
    lines = [on(ax, label) for label in legend(ax)]
    assert len({line.get_linestyle() for line in lines}) == len({line.get_marker() for line in lines}) == 3


def test_the_relevant_ranks_are_marked_below_the_axis() -> None:
    ax = plots.at_every_k(EIGHT)
    ax.figure.canvas.draw()
    relevant, others = on(ax, "relevant"), on(ax, "not relevant")
    assert relevant.get_xdata().tolist() == [1, 3, 4, 6]
    assert others.get_xdata().tolist() == [2, 5, 7, 8]
    assert relevant.get_markerfacecolor() != "none" and others.get_markerfacecolor() == "none"
    assert relevant.get_transform().transform((0, 0))[1] < ax.bbox.y0


def test_relevant_items_that_were_missed_are_counted_in_words() -> None:
    assert "m = 5" in plots.fap(MISSED).get_xlabel()


@pytest.mark.parametrize("length", [1, 3, 8, 30, 100])
def test_ranks_are_whole_numbers(length: int) -> None:
    ax = plots.at_every_k([1] * length)
    ax.figure.canvas.draw()
    shown = [int(text.get_text()) for text in ax.get_xticklabels()]
    assert ax.get_xlim() == (0.5, length + 0.5)
    assert len(shown) > 1 if length > 15 else shown == list(range(1, length + 1))


def test_values_above_1_have_room() -> None:
    assert plots.at_every_k(EIGHT).get_ylim() == (0, 1)
    assert plots.at_every_k(EIGHT, ["CG"]).get_ylim()[1] > 4


@pytest.mark.parametrize(
    "conventions", [{}, {"beta": 2}, {"beta": 2**0.5}, {"k": 4}, {"k": 7}, {"form": "printed", "beta": 2}], ids=str
)
def test_fap_is_drawn_with_its_two_parts_and_its_peak(conventions: dict[str, Any]) -> None:
    ax = plots.fap(MISSED, **conventions)
    trace = rt.fap(MISSED, **conventions)
    f = rt.f_score(MISSED, beta=conventions.get("beta", 1)).symbol
    parts = {name: trace.columns[name] for name in (f, "AP")}
    for label, column in {trace.symbol: trace.at_every_k(), **parts}.items():
        assert points(on(ax, label)) == list(enumerate(np.asarray(column, dtype=float).tolist(), start=1))
    peak = max(points(on(ax, trace.symbol)), key=lambda point: point[1])
    assert points(on(ax, "peak")) == [peak]
    assert ax.texts[0].get_text().startswith(f"best cutoff k = {peak[0]:.0f}: {trace.symbol} = ")


def test_a_list_without_a_hit_has_no_best_cutoff() -> None:
    ax = plots.fap([0, 0])
    assert missing(ax, "peak") and not ax.texts


# --- two lists -----------------------------------------------------------------------------------------
def kinds(ax: Axes) -> dict[str, list[list[float]]]:
    """The ranks in both lists that each kind of line joins."""
    found: dict[str, list[list[float]]] = {}
    for line in ax.get_lines():
        if line.get_gid() != "opposite":
            assert line.get_xdata().tolist() == [0, 1]
            found.setdefault(str(line.get_gid()), []).append(line.get_ydata().tolist())
    return found


def test_a_line_joins_the_two_ranks_of_each_item() -> None:
    ax = plots.agreement(["a", "b", "c", "d"], ["b", "c", "a", "d"], labels=("old", "new"))
    assert kinds(ax) == {
        "higher in the second list": [[2, 1], [3, 2]],
        "lower in the second list": [[1, 3]],
        "at the same rank": [[4, 4]],
    }
    assert [text.get_text() for text in ax.get_xticklabels()] == ["old", "new"]
    assert [text.get_text() for text in ax.texts if text.xy[0] == 1] == ["1", "b", "2", "c", "3", "a", "4", "d"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the best stand at the top


def test_an_item_in_one_list_only_goes_below_the_other() -> None:
    ax = plots.agreement(["a", "b", "c"], ["b", "d", "a"])
    assert kinds(ax)["in one list only"] == [[3, 4], [4, 2]]
    assert [text.xy for text in ax.texts if text.get_text() == "not in the list"] == [(0, 4), (1, 4)]


@settings(max_examples=30)
@given(st.permutations("abcdefg"), st.integers(0, 7), st.integers(0, 7))
def test_every_crossing_is_an_opposite_pair(order: list[str], one: int, other: int) -> None:
    first, second = list("abcdefg")[:one], order[:other]
    ax = plots.agreement(first, second, Figure().subplots())
    trace = rt.kendall_distance(first, second)
    opposite = int(np.asarray(trace.columns["opposite"]).sum())
    assert (0 if missing(ax, "opposite") else len(points(on(ax, "opposite")))) == opposite
    lines = [line for group in kinds(ax).values() for line in group]
    crossing = sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for i, a in enumerate(lines) for b in lines[:i])
    assert crossing == opposite


@settings(max_examples=30)
@given(st.permutations("abcde"))
def test_rings_lie_on_two_lines(order: list[str]) -> None:
    ax = plots.agreement(list("abcde"), order, Figure().subplots())
    lines = [line for group in kinds(ax).values() for line in group]
    for x, y in [] if missing(ax, "opposite") else points(on(ax, "opposite")):
        assert 0 < x < 1
        assert sum(abs(start + x * (end - start) - y) < 1e-9 for start, end in lines) >= 2


def test_the_distance_is_said() -> None:
    assert plots.agreement(["a", "b"], ["b", "a"]).get_title(loc="left") == "Kendall distance: K = 1"
    assert "1 pair in opposite order" in legend(plots.agreement(["a", "b"], ["b", "a"]))


def test_too_many_pairs_have_no_rings() -> None:
    items = [f"d{i}" for i in range(25)]
    assert missing(plots.agreement(items, items[::-1]), "opposite")


def test_dollar_signs_in_names_are_no_formula() -> None:
    ax = plots.roc(rt.Ranking([1, 0], items=["$\\frac$", "b"]), threshold=1, label="$\\sum_{$")
    ax.figure.canvas.draw()
    assert any("$\\frac$" in words for words in legend(ax))


# --- without a value --------------------------------------------------------------------------------
def test_what_is_undefined_has_no_line_and_the_legend_says_so() -> None:
    undefined = "AP(no_relevant='nan')"
    ax = plots.at_every_k([0, 0], [undefined, "P"])
    assert legend(ax) == ["AP: undefined", "P"]
    assert np.isnan(on(ax, "AP").get_ydata()).all() and ax.get_ylim() == (0, 1)
    ax.figure.canvas.draw()
    assert legend(plots.fap([0, 0], no_relevant="nan"))[0] == "FAP: undefined"
    assert any("undefined" in words for words in legend(plots.roc([0, 0], no_relevant="nan")))
    assert any("undefined" in words for words in legend(plots.precision_recall([0, 0], no_relevant="nan")))
    changes = plots.toggles(rt.toggles(rt.measure(undefined)([0, 1])))
    changes.figure.canvas.draw()
    assert legend(changes) == ["most valuable: rank 1 as relevant, +1/2"]


# --- what is refused --------------------------------------------------------------------------------
BATCH = rt.Batch([[1, 0], [0, 1]])
REFUSED: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (TypeError, "roc must get one ranking, not a batch", lambda: plots.roc(BATCH)),
    (TypeError, "one ranking, not a batch", lambda: plots.roc(rt.roc_auc(BATCH))),
    (TypeError, "one ranking, not a batch", lambda: plots.precision_recall(BATCH)),
    (TypeError, "one ranking, not a batch", lambda: plots.fap(BATCH)),
    (TypeError, "one ranking, not a batch", lambda: plots.at_every_k(BATCH)),
    (TypeError, "Pass the list of the trace: trace.ranking.", lambda: plots.at_every_k(rt.ndcg(EIGHT))),
    *((TypeError, "not of a batch", partial(draw, rt.precision(BATCH))) for draw in OF_A_TRACE),
    *((TypeError, "needs a trace", partial(draw, [1, 0])) for draw in OF_A_TRACE),
    (TypeError, "trace of AUC, not a trace of AP", lambda: plots.roc(rt.average_precision(EIGHT))),
    (TypeError, "a trace of PRAUC", lambda: plots.roc(rt.pr_auc(EIGHT))),
    (TypeError, "a trace of pooled LAG", lambda: plots.roc(rt.mean("LAG", [EIGHT], average="pooled"))),
    (TypeError, "a trace of mean AUC", lambda: plots.roc(rt.mean("AUC", [EIGHT]))),
    (ValueError, "pairs have no thresholds", lambda: plots.roc(rt.roc_auc(EIGHT, form="pairs"))),
    (ValueError, "ties must be 'half', ", lambda: plots.roc(EIGHT, ties="random")),
    (ValueError, "form must be 'steps', ", lambda: plots.precision_recall(EIGHT, forms=["splines"])),
    (ValueError, "must not have a cutoff of its own", lambda: plots.at_every_k(EIGHT, ["P@3"])),
    (ValueError, "beta must be above 0", lambda: plots.fap(EIGHT, beta=0)),
    (ValueError, "are both 'a'", lambda: plots.agreement(["a", "a"], ["a"])),
    *(
        (error, rule, partial(draw, given, threshold=threshold))
        for draw in (plots.roc, plots.precision_recall)
        for error, rule, given, threshold in (
            *((ValueError, f"threshold must be at least 1, not {one}", TIED, one) for one in (0, -1)),
            (ValueError, "threshold must be at most 4, not 5", TIED, 5),
            (ValueError, "threshold must be left out, because the list is empty", [], 1),
            *((TypeError, "threshold must be a whole number of at least 1", TIED, one) for one in (1.0, True, "1")),
        )
    ),
]


@pytest.mark.parametrize(("error", "words", "draw"), REFUSED)
def test_what_cannot_be_drawn_is_refused_before_a_figure_is_made(
    error: type[Exception], words: str, draw: Callable[[], Any]
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        draw()
    assert not plt.get_fignums()
