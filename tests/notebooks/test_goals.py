"""Every goal of every lesson can be reached: by whoever looks for it, and with its hints in minutes."""

import json
import re

import pytest

from docs.recordings import most_answers
from notebooks.build import names
from rankteach.widgets.pages import recorder
from rankteach.widgets.pages.page import recording
from tests.notebooks.goals import goals_of, number_of_solutions

ENOUGH, SHARE = 5, 0.03
LESSONS = [name for name in names() if name.startswith(("00", "lessons/", "documents/"))]
WORDS = {1: "one", 2: "two", 3: "three", 4: "four"}


@pytest.mark.parametrize("name", LESSONS)
def test_every_goal_can_be_found(name):
    """At least 5 lists reach it, or 3 % of all; or the text says how rare they are. None does so at the start."""
    for cell in goals_of(name):
        state = cell.shown._state
        words = state.goal.words
        assert not state.goal_reached, words
        reached, total = number_of_solutions(state)
        rare = re.search(
            rf"\bonly ({reached}|{WORDS.get(reached, reached)})\b", f"{cell.prose} {state.goal.task}", re.I
        )
        assert reached >= ENOUGH or reached >= SHARE * total or (reached and rare), (words, reached, total)


@pytest.mark.parametrize("name", LESSONS)
def test_every_goal_says_what_to_do_and_helps(name):
    for cell in goals_of(name):
        state = cell.shown._state
        goal = state.goal
        assert goal.task and goal.hints and goal.solution, goal.words
        assert state.after(lambda one: one.dispatch({"do": "solution"})).goal_reached


@pytest.mark.parametrize("name", [LESSONS[3], *(pytest.param(one, marks=pytest.mark.slow) for one in LESSONS)])
def test_every_goal_can_be_reached_in_a_saved_page(name):
    for cell in goals_of(name):
        page = json.dumps(recording(cell.shown, most_answers(cell.shown)), ensure_ascii=False)
        assert recorder.FAR not in page, cell.shown._state.goal.words
