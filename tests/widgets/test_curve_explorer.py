"""The curve explorer without a browser: gestures go in as the browser sends them, the view comes out."""

import json
from fractions import Fraction

import numpy as np
import pytest

import rankteach as rt
from tests.widgets.shared import Tags, play, static

NAMES = ["06", "03", "05", "00", "04", "02", "01", "07"]
EIGHT = rt.Ranking([1, 0, 1, 1, 0, 1, 0, 0], items=NAMES)
SCORED = rt.Ranking(EIGHT.grades, items=NAMES, scores=[0.9, 0.85, 0.71, 0.63, 0.47, 0.36, 0.24, 0.16])
TIED = rt.Ranking([1, 0, 1, 1, 0], items=list("abcde"), scores=[0.9, 0.5, 0.5, 0.5, 0.1])
FORMS = ("steps", "trapezoids", "interpolated", "eleven_points")


def chart(curves, label):
    return next(one for one in curves.view["charts"] if one["label"].startswith(label))


def above(curves):
    """How many items are above the threshold."""
    return curves.view["threshold"]["ends"][curves.threshold]


def last(curves):
    return len(curves.view["threshold"]["ends"]) - 1


def area(line):
    """The area between a line of points and the axis below it."""
    (x, y) = np.array(line).T
    return float(((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2).sum())


# --- the threshold ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranking", [EIGHT, SCORED], ids=["ranks", "scores"])
def test_every_threshold(ranking):
    curves = rt.explore_curve(ranking)
    assert (curves.threshold, last(curves)) == (4, 8)
    for t in range(9):
        assert not play(curves, "threshold", to=t)
        tp = sum(EIGHT.grades[:t])
        fp = t - tp
        assert curves.threshold == t
        assert curves.point == {
            "TP": tp,
            "FP": fp,
            "FN": 4 - tp,
            "TN": 4 - fp,
            "TPR": Fraction(tp, 4),
            "FPR": Fraction(fp, 4),
            "precision": Fraction(tp, t) if t else 0,
            "recall": Fraction(tp, 4),
        }
        assert above(curves) == t
        assert chart(curves, "AUC")["points"][t] == [fp / 4, tp / 4]
        assert [row["cells"][-1]["count"] for row in curves.view["matrix"]] == [str(t), str(8 - t), "8"]


def test_tied_items_pass_together():
    curves = rt.explore_curve(TIED, threshold=1)
    assert curves.view["threshold"]["ends"] == [0, 1, 4, 5]
    play(curves, "threshold", to=2)
    assert above(curves) == 4
    assert curves.view["note"] == "Equal scores pass the threshold together: b, c and d."
    assert chart(curves, "AUC")["line"] == [[0, 0], [0, 0.3333], [0.5, 1], [1, 1]]
    assert not play(curves, "convention", parameter="ties", value="input_order")
    assert (curves.threshold, above(curves), last(curves)) == (4, 4, 5)
    assert (curves.chosen, curves.view["threshold"]["words"]) == ('AUC(ties="input_order")', "after rank 4")
    play(curves, "threshold", to=2)  # between tied items
    play(curves, "choose", card=2)
    assert curves.chosen == 'PRAUC(ties="input_order")'  # both curves have the same thresholds
    play(curves, "convention", parameter="ties", value="together")
    assert (curves.chosen, above(curves)) == ("PRAUC", 4)
    play(curves, "choose", card=1)
    assert curves.chosen == "AUC"


def spread(curves):
    return {name: curves.view["threshold"][name] for name in ("relevant", "others", "axis")}


def test_both_kinds_of_items_are_spread_over_their_scores_with_the_threshold_between_them():
    ranking = rt.Ranking([1, 0, 1, 0], scores=[1.0, 0.75, 0.5, 0.0])
    curves = rt.explore_curve(ranking, threshold=2)
    assert spread(curves) == {"relevant": [[0.5, 1], [1, 1]], "others": [[0, 1], [0.75, 1]], "axis": "score"}
    assert curves.view["threshold"]["places"] == [1.03, 0.875, 0.625, 0.25, -0.03]
    tied = rt.explore_curve(TIED).view["threshold"]  # items with equal scores are at one place
    assert len(tied["places"]) == len(tied["ends"]) == 4
    assert max(share for _, share in tied["relevant"] + tied["others"]) == 1


def test_without_falling_scores_items_are_spread_by_rank():
    in_order = {"relevant": [[0, 0.5], [1, 0.5]], "others": [[0.5, 1]], "axis": "rank 1"}
    assert spread(rt.explore_curve([1, 0, 1])) == in_order
    assert spread(rt.explore_curve([])) == {"relevant": [], "others": [], "axis": ""}


def test_many_scores_share_bars():
    many = rt.explore_curve(rt.Ranking([1, 0] * 200, scores=range(400, 0, -1)))
    assert all(len(many.view["threshold"][kind]) <= 60 for kind in ("relevant", "others"))


def test_the_rates_stand_with_their_numbers():
    curves = rt.explore_curve(EIGHT)
    assert [rate["name"] for rate in curves.view["rates"]] == ["TPR = recall", "FPR", "precision"]
    assert [rate["words"] for rate in curves.view["rates"]] == ["3/4 = 0.75", "1/4 = 0.25", "3/4 = 0.75"]
    assert "<mi>TP</mi>" in curves.view["rates"][0]["math"]
    play(curves, "threshold", to=3)
    assert [rate["words"] for rate in curves.view["rates"]] == ["2/4 = 0.5", "1/4 = 0.25", "2/3 ≈ 0.6667"]
    play(curves, "threshold", to=5)
    assert curves.view["rates"][2]["words"] == "3/5 = 0.6"
    play(curves, "threshold", to=0)
    assert curves.view["rates"][2]["words"] == "0/0, counts as 0"
    assert chart(curves, "PRAUC")["none"]
    assert not chart(curves, "AUC")["none"]
    assert "precision is 0/0" in curves.view["note"]


def test_recall_knows_of_missed_items_and_tpr_does_not():
    curves = rt.explore_curve(rt.Ranking([1, 0, 1], missed=[1, 1]), threshold=1)
    assert (curves.point["TPR"], curves.point["recall"]) == (Fraction(1, 2), Fraction(1, 4))
    assert [rate["name"] for rate in curves.view["rates"]] == ["TPR", "FPR", "precision", "recall"]
    assert [one["up"]["name"] for one in curves.view["charts"]] == ["TPR", "precision"]
    assert curves.view["matrix"][-1]["head"] == "not in the list"
    assert [cell["count"] for cell in curves.view["matrix"][-1]["cells"]] == ["2", "", "2"]
    assert "recall also counts those that are not in it" in curves.view["note"]
    assert chart(curves, "PRAUC")["points"][-1][0] == 0.5
    assert "recall 1/4" in repr(curves)


# --- the curves -------------------------------------------------------------------------------------------

LISTS = {
    "eight": EIGHT,
    "tied": TIED,
    "missed": rt.Ranking([0, 1, 1, 0], missed=[1]),
    "misses first": rt.Ranking([0, 0, 1]),
    "none relevant": rt.Ranking([0, 0, 0]),
    "all relevant": rt.Ranking([1, 1]),
    "empty": rt.Ranking([]),
    "long": rt.Ranking([1, 0, 0] * 500, scores=range(1500, 0, -1)),
}


@pytest.mark.parametrize("name", LISTS)
def test_the_area_drawn_is_the_value(name):
    curves = rt.explore_curve(LISTS[name])
    for ties in ("half", "strict", "input_order"):
        play(curves, "choose", card=1)
        assert not play(curves, "convention", parameter="ties", value=ties)
        assert area(chart(curves, "AUC")["line"]) == pytest.approx(float(curves.trace), abs=1e-3)
        if ties == "strict":  # which is no other curve of precision and recall
            continue
        play(curves, "choose", card=2)
        for form in FORMS:
            assert not play(curves, "convention", parameter="form", value=form)
            drawn = chart(curves, "PRAUC")
            if form == "eleven_points":
                heights = [up for _, up in drawn["levels"]]
                assert sum(heights) / 11 == pytest.approx(float(curves.trace), abs=1e-3)
            elif drawn["line"]:
                assert area(drawn["line"]) == pytest.approx(float(curves.trace), abs=1e-3)
                assert drawn["levels"] == []
            assert len(drawn["points"]) == last(curves) + 1
            json.dumps(curves.view, allow_nan=False)


def test_strict_ties_go_across_before_they_go_up():
    curves = rt.explore_curve(TIED)
    before = {name: chart(curves, "PRAUC")[name] for name in ("line", "points", "value")}
    assert not play(curves, "convention", parameter="ties", value="strict")
    assert curves.chosen == 'AUC(ties="strict")'
    drawn = chart(curves, "AUC")
    assert drawn["line"] == [[0, 0], [0, 0], [0, 0.3333], [0.5, 0.3333], [0.5, 1], [1, 1], [1, 1]]
    assert drawn["points"] == [[0, 0], [0, 0.3333], [0.5, 1], [1, 1]]
    # of 3 * 2 pairs: a before both others, c and d before e alone
    assert (drawn["exact"], curves.trace.exact) == ("2/3", Fraction(2 + 1 + 1, 6))
    assert {name: chart(curves, "PRAUC")[name] for name in before} == before
    play(curves, "choose", card=2)
    assert curves.chosen == "PRAUC"
    assert "together" in next(
        one["words"] for one in curves.view["trace"]["conventions"] if one.get("parameter") == "ties"
    )


def test_the_order_of_the_list_is_for_both_curves_or_for_none():
    curves = rt.explore_curve(TIED)
    for ties in ("strict", "input_order", "half", "input_order", "strict"):
        play(curves, "choose", card=1)
        play(curves, "convention", parameter="ties", value=ties)
        assert curves.trace.parameters.get("ties", "half") == ties
        play(curves, "choose", card=2)
        in_order = ties == "input_order"
        assert curves.chosen == ('PRAUC(ties="input_order")' if in_order else "PRAUC")
        assert last(curves) == (5 if in_order else 3)
        for name in ("AUC", "PRAUC"):
            assert len(chart(curves, name)["points"]) == last(curves) + 1


@pytest.mark.parametrize("form", ["steps", "trapezoids"])
def test_every_point_lies_on_the_line(form):
    curves = rt.explore_curve(TIED)
    curves.chosen = f'PRAUC(form="{form}")'
    for one in curves.view["charts"]:
        assert all(point in one["line"] for point in one["points"])


def test_the_diagonal_of_chance_is_offered():
    curves = rt.explore_curve([1, 0, 0, 0])
    assert chart(curves, "AUC")["chance"] == [[0, 0], [1, 1]]
    assert chart(curves, "PRAUC")["chance"] == [[0, 0.25], [1, 0.25]]


# --- the list ---------------------------------------------------------------------------------------------


def test_graded_items_count_from_where_they_are_relevant():
    curves = rt.explore_curve(rt.Ranking([3, 1, None, 2], relevant_from=2), threshold=2)
    assert (curves.point["TP"], curves.point["FP"]) == (1, 1)
    play(curves, "toggle", item="d2")
    assert curves.point["TP"] == 2


def test_a_move_that_parts_tied_items():
    curves = rt.explore_curve(TIED, threshold=2)
    play(curves, "move", item="b", to=1)
    assert curves.view["threshold"]["ends"] == [0, 1, 2, 4, 5]
    assert (curves.threshold, above(curves)) == (3, 4)


def test_a_long_list_shows_its_top_and_whole_curves():
    curves = rt.explore_curve([1, 0] * 25)
    assert len(curves.view["list"]["rows"]) == 20
    assert "The threshold is among them, below rank 25." in curves.view["list"]["hidden"]
    assert len(chart(curves, "AUC")["points"]) == 51
    play(curves, "threshold", to=20)
    assert above(curves) == 20
    play(curves, "threshold", to=25)
    play(curves, "show")
    assert (len(curves.view["list"]["rows"]), above(curves)) == (50, 25)


# --- the calculation --------------------------------------------------------------------------------------


def test_the_calculation_is_of_the_chosen_area():
    curves = rt.explore_curve(SCORED)
    assert (curves.chosen, curves.view["linked"]) == ("AUC", True)
    assert [row[0] for row in curves.view["trace"]["tables"][0]["rows"]][:2] == ["0.9", "0.85"]
    play(curves, "choose", card=2)
    assert (curves.chosen, curves.trace.exact) == ("PRAUC", Fraction(37, 48))
    play(curves, "threshold", to=5)
    assert curves.view["announcement"] == "threshold 0.47; precision 3/5, recall 3/4"
    assert not play(curves, "convention", parameter="form", value="eleven_points")
    assert not curves.view["linked"]  # its rows are levels of recall
    curves.chosen = 'AUC(form="pairs")'
    assert (curves.view["trace"]["label"], curves.view["linked"]) == ("AUC, counted pairs", False)
    assert chart(curves, "PRAUC")["levels"]


def test_what_another_convention_changes_is_told():
    curves = rt.explore_curve(TIED)
    assert curves.view["trace"]["comparison"] is None
    play(curves, "convention", parameter="ties", value="input_order")
    assert "1/6 less" in curves.view["trace"]["comparison"]["words"][0]
    play(curves, "convention", parameter="ties", value="half")
    assert curves.view["trace"]["comparison"] is None


def test_a_list_without_items_or_with_scores_alone():
    curves = rt.explore_curve([])
    assert (curves.threshold, curves.view["threshold"]["ends"]) == (0, [0])
    curves.ranking = rt.Ranking.from_scores([0, 1], [0.25, 0.5])
    assert curves.view["threshold"]["words"] == "score ≥ 0.50"


def test_moving_the_threshold_calculates_nothing_again():
    curves = rt.explore_curve(EIGHT)
    steps = curves.view["trace"]["steps"]
    play(curves, "threshold", to=1)
    assert curves.view["trace"]["steps"] is steps
    play(curves, "toggle", item="03")
    assert curves.view["trace"]["steps"] is not steps


def test_python_drives_it_too():
    curves = rt.explore_curve(SCORED, threshold=0)
    curves.threshold = np.int64(8)
    assert (curves.point["TPR"], curves.point["FPR"]) == (1, 1)
    curves.chosen = 'PRAUC(form="trapezoids", ties="input_order")'
    assert curves.trace.measure == 'PRAUC(form="trapezoids", ties="input_order")'
    curves.ranking = [0, 1]
    assert (curves.threshold, last(curves), curves.view["changed"]) == (1, 2, False)


# --- where nothing is live --------------------------------------------------------------------------------


def test_the_static_view_tells_it_all():
    curves = rt.explore_curve(SCORED)
    words = Tags(static(curves)).words
    for word in (
        "TP 3, FP 1, FN 1, TN 3",
        "TPR = recall 3/4 = 0.75: of the relevant items",
        "PRAUC = 37/48",
        "trapezoid",
    ):
        assert any(word in one for one in words), word


def test_nothing_is_predicted_that_no_browser_draws():
    state = rt.explore_curve([1, 0, 1])._state
    assert not state.fast_view() and not list(state.predicted())
