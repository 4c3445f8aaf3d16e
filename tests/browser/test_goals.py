"""The goal of a surface in Chromium: reached by mouse and by keyboard, ticked, and said."""

import pytest

import rankteach as rt


@pytest.fixture
def task(bare_page):
    """Open a list with a goal; its page."""
    return bare_page(rt.explore([1, 0, 1, 0], ["AP"], goal="AP == 1/2 and R@2 > 0")).page


def line(page):
    """What the line of the goal shows, without what only a screen reader reads."""
    conditions = page.locator(".rt-goal li")
    return [" ".join(one.locator("span:not(.rt-unseen), small").all_inner_texts()).strip() for one in conditions.all()]


def said(page, words):
    """Wait until a live region that is alone with these words says them."""
    page.get_by_role("status").get_by_text(words, exact=True).wait_for()


def test_clicks_reach_the_goal_and_undo_leaves_it_again(task):
    assert line(task) == ["AP = 1/2 AP is 0.833, needs 0.500", "R@2 > 0 R@2 is 0.500"]
    said(task, "1 of 2 conditions met")
    task.locator(".rt-mark").nth(0).click()
    said(task, "0 of 2 conditions met")
    assert line(task) == ["AP = 1/2 AP is 0.333, needs 0.500", "R@2 > 0 R@2 is 0, needs more than 0"]
    task.locator(".rt-mark").nth(1).click()
    said(task, "1 of 2 conditions met")
    task.locator(".rt-mark").nth(2).click()
    said(task, "Goal reached")
    assert line(task) == ["AP = 1/2 AP is 1/2", "R@2 > 0 R@2 is 1"]
    seen = task.locator(".rt-goal li").all_text_contents()
    assert [words.partition(" ")[0] for words in seen] == ["met:", "met:"]
    task.get_by_role("button", name="Undo").click()
    said(task, "1 of 2 conditions met")


def test_the_keyboard_reaches_the_goal(task):
    task.locator(".rt-mark").nth(0).focus()
    task.keyboard.press("Alt+ArrowDown")
    task.get_by_role("status").filter(has_text="d1 moved to rank 2").wait_for(state="attached")
    task.keyboard.press("ArrowDown")
    task.keyboard.press("Alt+ArrowDown")
    said(task, "Goal reached")
    assert task.evaluate("() => surface.activeElement.getAttribute('aria-label')") == "rank 4, d3: relevant"
    task.keyboard.press("Control+z")
    said(task, "1 of 2 conditions met")


def test_the_goal_takes_the_place_of_the_first_hints(task):
    assert not task.locator(".rt-coach").is_visible()


def test_the_goal_does_not_give_away_what_the_learner_predicts(task):
    task.get_by_role("combobox", name="Predict").select_option("value")
    task.locator(".rt-question").wait_for()
    goal = task.locator(".rt-goal")
    assert goal.get_by_text("AP = 1/2").is_visible()
    assert not goal.locator("small").first.is_visible() and not goal.get_by_role("status").is_visible()


def test_without_a_goal_no_line_is_drawn(bare_page):
    assert not bare_page(rt.explore([1, 0], ["AP"])).page.locator(".rt-goal").is_visible()


def test_names_and_goals_are_text(bare_page):
    two = rt.side_by_side([0, 1], [1, 0], ["AP"], goal='AP of A > AP of B and AP(denominator="hits") of A < 1')
    page = bare_page(two).page
    assert line(page)[0] == "AP of A > AP of B AP of A is 0.500, AP of B is 1"
    assert line(page)[1] == 'AP(denominator="hits") of A < 1 AP(denominator="hits") of A is 0.500'
