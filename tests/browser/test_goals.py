"""The goal of a surface in Chromium: reached by mouse and by keyboard, ticked, and said."""

import pytest
from playwright.sync_api import expect

import rankteach as rt
from rankteach.classroom import question
from tests.browser import screen
from tests.browser.bare import at_rest


@pytest.fixture
def task(bare_page):
    """Open a list with a goal; its page."""
    return bare_page(rt.explore([1, 0, 1, 0], ["AP"], goal="AP == 1/2 and R@2 > 0")).page


def line(page):
    """What the line of the goal shows, without what only a screen reader reads."""
    conditions = screen.conditions(page)
    return [" ".join(one.locator("span:not(.rt-unseen), small").all_inner_texts()).strip() for one in conditions.all()]


def said(page, words):
    """Wait until a live region that is alone with these words says them."""
    page.get_by_role("status").get_by_text(words, exact=True).wait_for()


def test_clicks_reach_the_goal_and_undo_leaves_it_again(task):
    assert not task.locator(".rt-coach").is_visible()  # the goal takes the place of the first hints
    assert line(task) == ["AP = 1/2 AP is 0.833, needs 0.500", "R@2 > 0 R@2 is 0.500"]
    said(task, "1 of 2 conditions met")
    screen.marks(task).nth(0).click()
    said(task, "0 of 2 conditions met")
    assert line(task) == ["AP = 1/2 AP is 0.333, needs 0.500", "R@2 > 0 R@2 is 0, needs more than 0"]
    screen.marks(task).nth(1).click()
    said(task, "1 of 2 conditions met")
    screen.marks(task).nth(2).click()
    said(task, "Goal reached")
    assert line(task) == ["AP = 1/2 AP is 1/2", "R@2 > 0 R@2 is 1"]
    seen = screen.conditions(task).all_text_contents()
    assert [words.partition(" ")[0] for words in seen] == ["met:", "met:"]
    task.get_by_role("button", name="Undo").click()
    said(task, "1 of 2 conditions met")


def test_the_goal_does_not_give_away_what_the_learner_predicts(task):
    task.get_by_role("combobox", name="Predict").select_option("value")
    task.locator(".rt-question").wait_for()
    goal = task.locator(".rt-goal")
    assert goal.get_by_text("AP = 1/2").is_visible()
    assert not goal.locator("small").first.is_visible() and not goal.get_by_role("status").is_visible()


def test_a_mark_is_in_the_first_line_of_a_long_condition(bare_page):
    goal = 'DCG(gain="exponential") of A < DCG(gain="exponential") of B'
    page = bare_page(rt.side_by_side([1, 2], [2, 1], goal=goal, task="Exponential gain prefers B")).page
    page.set_viewport_size({"width": 390, "height": 780})
    condition = screen.conditions(page).first
    top, here = (one.bounding_box() for one in (condition, condition.locator("small")))
    assert here["height"] > 1.5 * float(condition.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)"))
    assert here["y"] - top["y"] < here["height"] / 2 and here["x"] > top["x"]


# --- a task, hints, a solution ------------------------------------------------------------------------------


@pytest.fixture
def set_task(bare_page):
    """Open a list with a task whose labels stay; its page."""
    soup = rt.Ranking([0, 0, 1, 1], items=["Soup spoons", "Leek quiche", "Leek soup", "Vichyssoise"])
    first = soup.moved(3, to=1).moved(4, to=2)
    words = {"task": "Both soups come first", "hints": ["Which two are soups?", "Move one up."]}
    return bare_page(rt.explore(soup, ["AP"], goal="AP == 1", solution=first, fixed="labels", **words)).page


def test_a_task_is_a_sentence_with_its_conditions_as_a_tooltip(set_task):
    task = set_task.locator(".rt-task")
    assert (task.inner_text(), task.get_attribute("title")) == ("Both soups come first", "AP = 1")
    assert screen.conditions(set_task).inner_text().split("\n")[-1] == "AP is 0.417, needs 1"


def test_hints_come_one_by_one(set_task):
    hints = set_task.get_by_role("list", name="Hints")
    set_task.get_by_role("button", name="Hint 1 of 2").click()
    assert hints.get_by_role("listitem").all_inner_texts() == ["Which two are soups?"]
    set_task.get_by_role("button", name="Hint 2 of 2").press("Enter")
    assert hints.get_by_role("listitem").count() == 2
    assert not set_task.get_by_role("button", name="Hint").count()
    assert set_task.evaluate("() => Boolean(surface.activeElement)")


def test_a_bar_says_how_near_you_are_and_after_some_moves_a_solution_is_offered(set_task):
    solve = set_task.get_by_role("button", name="Show one solution")
    soup = screen.marks(set_task).nth(2)
    soup.focus()
    near = set_task.get_by_role("meter", name="How near you are")
    for way, percent in [("Up", 11), ("Down", 0)] * 3:
        assert not solve.is_visible()
        set_task.keyboard.press(f"Alt+Arrow{way}")
        expect(near).to_have_attribute("aria-valuenow", str(percent))
    swap = set_task.get_by_role("button", name="Best swap")
    assert not swap.is_visible()  # it would be an answer, too
    solve.click()
    said(set_task, "One solution.")
    assert swap.is_visible()
    assert screen.names(set_task).all_inner_texts()[:2] == ["Leek soup", "Vichyssoise"]
    set_task.get_by_role("button", name="Reset", exact=True).click()
    said(set_task, "Not reached yet")


# the item that was moved last, and has the focus, is the last; or another one goes down farther
@pytest.mark.parametrize(
    ("goal", "moves", "first"), [("1", [(1, 12), (11, 1)], "L stew"), ("1/11", [(2, 12)], "A stew")]
)
def test_a_solution_and_a_new_start_are_shown_from_the_top(bare_page, goal, moves, first):
    start = stews = rt.Ranking([0] * 11 + [1], items=[f"{one} stew" for one in "ABCDEFGHIJKL"])
    for rank, to in moves:
        stews = stews.moved(rank, to=to)
    aim = {"goal": f"AP == {goal}", "task": "The hit comes there", "solution": stews, "fixed": "labels"}
    page = bare_page(rt.explore(start, ["AP"], **aim)).page
    page.set_viewport_size({"width": 960, "height": 600})
    screen.marks(page).first.focus()
    for rank in range(2, 9):
        page.keyboard.press("Alt+ArrowDown")
        page.get_by_role("status").filter(has_text=f"A stew moved to rank {rank}").wait_for(state="attached")
    page.get_by_role("button", name="Show one solution").click()
    expect(screen.names(page).first).to_have_text(first)
    at_rest(page)
    expect(screen.items(page).first).to_be_in_viewport(ratio=0.9)
    screen.marks(page).nth(1).focus()
    page.keyboard.press("Alt+End")
    page.get_by_role("status").filter(has_text="moved to rank 12").wait_for(state="attached")
    page.get_by_role("button", name="Reset", exact=True).click()
    expect(screen.names(page).first).to_have_text("A stew")
    at_rest(page)
    expect(screen.items(page).first).to_be_in_viewport(ratio=0.9)


def test_fixed_labels_do_nothing_and_say_so(set_task):
    mark = screen.marks(set_task).first
    assert mark.get_attribute("aria-disabled") == "true"
    mark.click(force=True)
    said(set_task, "The labels stay as they are here: move the items.")
    assert mark.get_attribute("aria-pressed") == "false"
    assert set_task.locator(".rt-hint").first.inner_text().strip() == "drag"


# --- covered until a question is answered -------------------------------------------------------------------


def test_numbers_are_covered_until_the_question_is_answered(bare_page):
    asked = question("What is AP?", answer=rt.average_precision([0, 1]))
    page = bare_page(rt.explore([0, 1], ["AP"], covered_until=asked)).page
    cover = page.get_by_text("Answer this question to see the numbers: What is AP?")
    cover.wait_for()
    assert not page.get_by_text("0.500").first.is_visible()
    assert not page.get_by_role("group", name="Calculation").is_visible()
    screen.marks(page).first.focus()
    page.keyboard.press("Alt+ArrowDown")
    said(page, "d1 moved to rank 2")  # and no value
    page.evaluate("() => { rtAnswered.add('What is AP?'); document.dispatchEvent(new Event('rankteach-answered')); }")
    page.get_by_role("group", name="Calculation").wait_for()
    assert screen.values(page).is_visible() and not cover.is_visible()


LISTS = rt.Ranking([0, 1], items=["tart", "soup"])
COVERED = {
    "explore": lambda asked: rt.explore(LISTS, ["AP"], covered_until=asked),
    "curve": lambda asked: rt.explore_curve(LISTS, covered_until=asked),
    "queries": lambda asked: rt.explore_queries({"one": LISTS}, ["MAP"], covered_until=asked),
    "sides": lambda asked: rt.side_by_side(LISTS, LISTS, ["AP"], covered_until=asked),
    "agreement": lambda asked: rt.explore_agreement(["tart", "soup"], ["soup", "tart"], covered_until=asked),
    "signs": lambda asked: rt.explore_signs(
        rt.compare({"tart": 0, "soup": 1}, {"tart": 1, "soup": 2}), covered_until=asked
    ),
}


@pytest.mark.parametrize("name", COVERED)
def test_what_is_covered_still_shows_its_list(bare_page, name):
    page = bare_page(COVERED[name](question("What is it?", answer=1))).page
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("(narrow) => Boolean(surface.querySelector('.rt-single')) === narrow", arg=width < 400)
        names = [one for one in page.get_by_text("soup", exact=True).all() if one.is_visible()]
        assert any(one.bounding_box()["height"] > 9 for one in names)
        boxes = page.locator(".rt-left").evaluate_all("(all) => all.map((one) => one.clientHeight)")
        assert min(boxes) > 60
        assert not [one for one in screen.values(page).all() if one.is_visible()]


def test_an_answered_question_says_so_to_the_page(bare_page):
    page = bare_page(question("What is AP?", answer=rt.average_precision([0, 1]))).page
    page.evaluate("() => document.addEventListener('rankteach-answered', () => { window.heard = true; })")
    page.get_by_role("textbox").fill("0.3")
    page.keyboard.press("Enter")
    page.locator("[data-verdict=wrong]").wait_for()
    assert page.evaluate("() => !window.heard && !rtAnswered.has('What is AP?')")
    page.get_by_role("button", name="Reveal answer").click()
    page.wait_for_function("() => window.heard && rtAnswered.has('What is AP?')")
