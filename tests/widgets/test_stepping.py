"""The step player, and what every surface with a calculation does: show numbers as one likes, judge a prediction."""

import json
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import rankteach as rt
from rankteach.notation.mathml import mathml
from rankteach.widgets.parts.trace import DIGITS
from rankteach.widgets.steps.widget import LONGEST
from tests.catalogue import AGREEING, SETTLED, drawn, random_traces
from tests.widgets.shared import WIDGETS, play

EIGHT = rt.examples.eight_documents
AP = rt.average_precision(EIGHT)
TRACES = [
    AP,
    rt.ndcg(rt.Ranking([3, None, 2], missed={"<b>": 1}), k=5),
    rt.roc_auc(rt.Ranking([1, 0, 1], scores=[2, 1, 1])),
    rt.kendall_distance(["a", "b"], ["b", "c"]),
    rt.mean("AP", [[1, 0], [0, 1]]),
    rt.precision([]),
]
every_trace = pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.label)


# --- stepping ---------------------------------------------------------------------------------------------
@every_trace
def test_a_player_has_the_whole_trace_with_a_sentence_for_each_row(trace):
    player = rt.step_through(trace)
    assert player.trace is trace
    view = json.loads(json.dumps(player.view))["trace"]
    assert [step["row"] for step in view["steps"]] == [step.row for step in trace.steps]
    assert view["tables"][0]["rows"] == [
        list(cells) for cells in zip(*(entry.cells for entry in trace.tables()[0].entries), strict=True)
    ]
    assert view["formula"]["pieces"]
    assert not any("options" in convention for convention in view["conventions"])  # there is nothing to choose
    assert [convention["words"] for convention in view["conventions"]] == trace.conventions


@pytest.mark.parametrize("measure", SETTLED + AGREEING, ids=str)
def test_the_pieces_between_which_a_formula_may_break_are_the_whole_formula(measure):
    plain = re.compile("<[^>]*>")
    for trace in random_traces(measure, count=2):
        pieces = drawn(trace)["formula"]["pieces"]
        _, *sides = trace.calculation.formula.parts
        assert max(piece["depth"] for piece in pieces) > len(sides)
        for depth, (sign, node) in enumerate(sides, start=1):
            shown = "".join(plain.sub("", piece["math"]) for piece in pieces if piece["depth"] == depth)
            assert shown == sign + plain.sub("", mathml(node))
        assert all(ElementTree.fromstring(piece["math"]).tag == "math" for piece in pieces)


@every_trace
def test_where_nothing_is_live_a_player_is_the_whole_trace(trace):
    player = rt.step_through(trace)
    data, _ = player._repr_mimebundle_()
    assert trace.to_html() in data["text/html"]
    rows = "1 row" if len(trace.steps) == 1 else f"{len(trace.steps)} rows"
    assert data["text/plain"] == repr(player) == f"Steps of {trace.label}: {rows}, {trace.label} = {trace.shown}"


def test_the_query_of_a_batch_has_steps():
    assert rt.step_through(rt.average_precision(rt.Batch([[1], [0, 1]]))["q2"]).trace.exact == Fraction(1, 2)


def test_a_player_offers_to_show_and_to_predict_and_nothing_else():
    player = rt.step_through(AP)
    code = player.code
    assert not play(player, "display", fractions=False)
    assert not play(player, "predict", column="hits", row=3, typed="2")
    assert play(player, "toggle", item="06") == "action must be one of display, predict, not 'toggle'"
    assert play(player, "undo") == "There is no change to undo."
    assert (player.code, player.view["undo"], player.view["redo"]) == (code, False, False)


def test_a_player_under_a_key_keeps_how_numbers_are_shown():
    play(rt.step_through(AP, key="ap"), "display", fractions=False, digits=2)
    assert rt.step_through(rt.average_precision(EIGHT), key="ap").view["trace"]["display"] == {
        "fractions": False,
        "digits": 2,
    }
    assert rt.step_through(rt.average_precision(EIGHT, k=3), key="ap").view["trace"]["display"]["fractions"]


def test_a_long_list_is_sent_up_to_what_a_page_can_hold():
    view = rt.step_through(rt.precision([1] * (LONGEST + 10))).view["trace"]
    assert len(view["steps"]) == len(view["tables"][0]["rows"]) == LONGEST
    hidden = f"10 more rows (rank {LONGEST + 1} to {LONGEST + 10}) are not shown."
    assert view["tables"][0]["hidden"] == hidden


# --- how numbers are shown --------------------------------------------------------------------------------
every_surface = pytest.mark.parametrize("make", WIDGETS.values(), ids=WIDGETS)


@every_surface
def test_numbers_are_shown_as_one_likes(make):
    widget = make()
    exact = widget.view["trace"]
    assert (exact["display"], exact["digits"]) == ({"fractions": True, "digits": 4}, list(DIGITS))
    assert not play(widget, "display", fractions=False)
    assert widget.view["announcement"] == "decimals, 4 digits"
    assert not play(widget, "display", digits=2)
    assert widget.view["announcement"] == "decimals, 2 digits"
    rounded = widget.view["trace"]
    assert rounded["display"] == {"fractions": False, "digits": 2}
    value = widget.trace.exact
    assert rounded["scalars"][-1]["value"] == f"{float(value):.2f}"
    assert exact["scalars"][-1]["value"] == str(value)
    assert widget.trace.exact == value
    play(widget, "display", fractions=True, digits=4)
    assert widget.view["trace"] == exact


@every_surface
@pytest.mark.parametrize("digits", [0, 1, 5, 7, "4", None, 2.5, -2])
def test_digits_that_are_not_offered_are_refused(make, digits):
    widget = make()
    before = widget.view["trace"]
    assert play(widget, "display", digits=digits) == f"digits must be one of 2, 3, 4, 6, not {digits!r}"
    assert widget.view["trace"] == before


# --- predict ------------------------------------------------------------------------------------------------
@every_surface
def test_the_value_is_predicted(make):
    widget = make()
    assert widget.view["trace"]["verdict"] is None
    for typed, right in ((str(widget.trace.exact), True), (f"{float(widget.trace):.3f}", True), ("nonsense", None)):
        assert not play(widget, "predict", column=None, row=None, typed=typed)
        verdict = widget.view["trace"]["verdict"]
        assert (verdict["right"], verdict["column"], verdict["row"]) == (right, None, None)
        assert verdict["words"] == widget.view["announcement"] == rt.diagnose(widget.trace, typed).said


@every_trace
def test_every_cell_that_is_calculated_can_be_predicted(trace):
    player = rt.step_through(trace)
    table = player.view["trace"]["tables"][0]
    for place, head in enumerate(table["heads"]):
        for row, cells in enumerate(table["rows"], start=1):
            if head["origin"] == "calculated" and head["kind"] == "number" and cells[place]:
                assert not play(player, "predict", column=head["title"], row=row, typed=cells[place])
                verdict = player.view["trace"]["verdict"]
                assert (verdict["column"], verdict["row"], verdict["right"]) == (head["title"], row, True)


@every_surface
def test_a_verdict_goes_away_with_the_next_action(make):
    widget = make()
    play(widget, "predict", column=None, row=None, typed="7")
    assert widget.view["trace"]["verdict"]["right"] is False
    play(widget, "display", digits=3)
    assert widget.view["trace"]["verdict"] is None


def test_a_function_of_ones_own_has_no_line_of_code():
    assert rt.step_through(rt.dcg([3, 1, 2], gain=lambda grade: grade**2)).code == "rt.step_through(trace)"
