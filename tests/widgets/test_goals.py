"""Goals without a browser: what a goal may say, which gestures reach it, and what the surface says of it."""

import json

import pytest

import rankteach as rt
from rankteach.classroom import question
from rankteach.widgets.pages.takeover import beginning, begun
from tests.widgets.shared import Tags, play, static

SIX = [0, 0, 1, 1, 0, 0]


def told(surface):
    """The conditions with how far they are, a tick where they hold, and what is said."""
    goal = surface.view["goal"]
    return [*(f"✓ {one['words']}" if one["met"] else one["far"] for one in goal["conditions"]), goal["status"]]


# --- reaching it --------------------------------------------------------------------------------------------
def test_gestures_reach_the_goal_and_undo_returns_to_what_was():
    surface = rt.explore([1, 0, 1, 0, 0, 0], ["AP"], goal="AP == 5/12 and nDCG > 0.57")
    assert told(surface) == ["AP is 0.833, needs 0.417", "✓ nDCG > 0.57", "1 of 2 conditions met"]
    assert not play(surface, "move", item="d1", to=4)
    assert told(surface) == ["AP is 0.500, needs 0.417", "✓ nDCG > 0.57", "1 of 2 conditions met"]
    assert not surface.goal_reached
    assert not play(surface, "move", item="d3", to=3)
    assert surface.goal_reached and told(surface) == ["✓ AP = 5/12", "✓ nDCG > 0.57", "Goal reached"]
    surface.undo()
    assert not surface.goal_reached and told(surface)[-1] == "1 of 2 conditions met"
    surface.redo()
    assert surface.goal_reached


def test_a_goal_keeps_its_cutoffs_and_conventions_whatever_the_measures_shown_are():
    surface = rt.explore(SIX, ["P@3", "AP"], goal="P@3 == 1 and AP == 1")
    before = told(surface)
    surface.k = 6
    surface.chosen = "AP"
    assert not play(surface, "convention", parameter="denominator", value="hits")
    assert not play(surface, "remove", card=1)
    assert told(surface) == before == ["P@3 is 0.333, needs 1", "AP is 0.417, needs 1", "0 of 2 conditions met"]


def test_measures_of_the_goal_are_added_and_the_chosen_one_stays():
    surface = rt.explore(SIX, ["P@2", "RR"], chosen="RR", goal="nDCG@5 > RR and P@2 == 1 and R@4 == 1")
    assert surface.measures == ["P@2", "RR", "nDCG@5", "R@4"] and (surface.chosen, surface.k) == ("RR", 2)
    assert rt.explore(SIX, ["AP"], chosen="RR", goal="RR == 1").chosen == "RR"


def test_a_goal_calls_a_measure_what_its_card_calls_it():
    lead = "TeamDraft(clicks=['a', 'b', 'c', 'd', 'e'])"
    surface = rt.explore_agreement(list("abcde"), list("badec"), measures=[lead], goal=f"{lead} < 0")
    assert told(surface)[0].startswith("TeamDraft is ")
    for measure in ("AP(denominator='min')@2", "P(judged_only=True)@2", "nDCG(gain='exponential')@3"):
        surface = rt.explore([1, 0, 2], [measure], goal=f"{measure} > 1/2")
        label = surface.view["cards"][0]["label"]
        words = surface.view["goal"]["conditions"][0]["words"]
        name, more, rest = words.removesuffix(" > 1/2").partition(" (")
        assert label == (f"{name}, {rest.removesuffix(')')}" if more else name)


def test_without_a_goal_there_is_no_line():
    surface = rt.explore(SIX, ["AP"])
    assert surface.view["goal"] is None and surface.goal_reached is False
    assert "Goal" not in static(surface) and "goal" not in surface.code


# --- every surface ------------------------------------------------------------------------------------------
SURFACES = {
    "one list": (lambda: rt.explore([0, 1], ["AP"], goal="AP == 1"), {"do": "move", "item": "d2", "to": 1}),
    "queries": (
        lambda: rt.explore([[0, 1], [1, 0]], ["MAP"], goal="MAP == 1 and mean P@1 == 1"),
        {"do": "toggle", "query": "q1", "item": "d1"},
    ),
    "agreement": (
        lambda: rt.explore_agreement(["a", "b"], ["b", "a"], goal="Tau == Rho and Tau == 1"),
        {"do": "move", "item": "a", "to": 1},
    ),
    "two lists": (
        lambda: rt.side_by_side([0, 1], [1, 0], ["RR"], goal="AP of A == AP of B"),
        {"do": "toggle", "list": 0, "item": "a1"},
    ),
}


@pytest.mark.parametrize("name", SURFACES)
def test_every_surface_with_measures_has_goals_and_copies_them_as_code(name):
    make, gesture = SURFACES[name]
    surface = make()
    assert not surface.goal_reached
    again = eval(surface.code, {"rt": rt})
    assert again.view["goal"] == surface.view["goal"]
    assert not play(surface, **gesture)
    assert surface.goal_reached, told(surface)
    assert eval(surface.code, {"rt": rt}).goal_reached  # the code of a solution is a right line too


@pytest.mark.parametrize("name", SURFACES)
def test_where_nothing_is_live_the_goal_is_a_task(name):
    surface = SURFACES[name][0]()
    html = static(surface)
    words = " and ".join(one["words"] for one in surface.view["goal"]["conditions"])
    assert not Tags(html).open
    assert f"<p>Goal: change the list until {words}.</p>" in html


# --- a task, its hints and a solution -----------------------------------------------------------------------
HITS_FIRST = "AP == 1"
FOUND = {"task": "All relevant recipes come first", "hints": ["What is at rank 1?"], "solution": [1, 1, 0]}


def test_a_task_has_a_sentence_hints_and_a_solution_that_can_be_undone():
    surface = rt.explore([0, 1, 1], ["AP"], goal=HITS_FIRST, **FOUND)
    goal = surface.view["goal"]
    assert (goal["task"], goal["words"], goal["hints"]) == (FOUND["task"], "AP = 1", FOUND["hints"])
    assert goal["solution"] and not goal["reached"]
    assert not play(surface, "solution")
    assert surface.goal_reached and surface.ranking.grades == [1, 1, 0]
    assert surface.view["announcement"].startswith("one solution; AP 1, up ")
    surface.undo()
    assert surface.ranking.grades == [0, 1, 1]


def test_a_solution_arranges_each_kind_of_surface():
    a, b = [1, 1, 0], [0, 1, 1]
    two = rt.side_by_side([1, 1, 0], [1, 1, 0], ["AP"], linked=False, goal="AP of A > AP of B", solution=(a, b))
    soup = rt.Ranking([0, 1], items=["spoons", "leek soup"])
    several = rt.explore_queries(
        {"soup": soup, "tart": [1, 0]}, ["MAP"], goal="MAP == 1", solution={"soup": soup.moved(2, to=1)}
    )
    order = rt.explore_agreement(list("abcd"), list("abcd"), goal="Tau == 0", solution=list("dabc"))
    for surface in (two, several, order):
        assert not play(surface, "solution")
        assert surface.goal_reached
    assert several.rankings["soup"].items == ("leek soup", "spoons")
    assert list(order.second) == list("dabc")


def test_the_line_of_python_has_the_task_and_not_the_solution():
    surface = rt.explore([0, 1, 1], ["AP"], goal=HITS_FIRST, fixed="labels", **FOUND)
    assert surface.code.endswith(
        "goal='AP == 1', task='All relevant recipes come first', hints=['What is at rank 1?'], fixed='labels')"
    )


def test_a_move_towards_the_goal_is_nearer():
    surface = rt.explore([0, 0, 1], ["AP"], goal=HITS_FIRST)
    near = [surface.view["goal"]["near"]]
    for to in (2, 1):
        assert not play(surface, "move", item="d3", to=to)
        near.append(surface.view["goal"]["near"])
    assert 0 == near[0] < near[1] < near[2] == 1


def test_what_is_not_nearer_than_at_the_start_has_no_bar():
    """Also where two values are equal and one has to be greater: a bar that is nearly full says that little is left."""
    for goal in ("AP > nDCG", "AP < 1/3"):
        assert rt.explore([0, 0, 1], ["AP"], goal=goal).view["goal"]["near"] == 0
    both = rt.side_by_side([0, 1], [0, 1], ["AP"], goal="AP of A > AP of B and RR of A > RR of B")
    assert both.view["goal"]["near"] == 0


def test_fixed_labels_stay():
    surfaces = [
        (rt.explore([0, 1], ["AP"], fixed="labels"), {}),
        (rt.side_by_side([0, 1], [0, 1], ["AP"], fixed="labels"), {"list": 0}),
        (rt.explore_queries({"soup": [0, 1]}, ["MAP"], fixed="labels"), {"query": "soup"}),
    ]
    for surface, where in surfaces:
        assert surface.view["fixed"]
        surface.set_state({"action": {"do": "toggle", "item": "d1", "n": 1, **where}})
        assert surface.error == "The labels must stay as they are here. Drag the items."
        assert not [one for one in surface._state.recordable_actions() if one["do"] in ("toggle", "take_out")]
        surface.set_state({"action": {"do": "move", "item": "d2", "to": 1, "n": 2, **where}})
        assert not surface.error


def test_numbers_are_covered_until_a_question_is_answered():
    asked = question("What is AP?", answer=rt.average_precision([0, 1]))
    surface = rt.explore([0, 1], ["AP"], covered_until=asked)
    assert surface.view["covered"] == "What is AP?"
    saved = surface._repr_mimebundle_()[0]
    assert "What is AP?" in saved["text/plain"] and "1/2" not in saved["text/plain"] + saved["text/html"]
    assert rt.explore([0, 1], ["AP"]).view["covered"] == ""


def test_python_in_a_page_begins_with_the_task():
    asked = question("What is AP?", answer=1)
    surface = rt.explore([0, 1, 1], ["AP"], goal=HITS_FIRST, covered_until=asked, **FOUND)
    state = begun(json.loads(json.dumps(beginning(surface._state))))
    assert state.view() == surface._state.view() and state.covered == "What is AP?"
    state.dispatch({"do": "solution"})
    assert state.goal_reached
