"""The signs of differences: clicks, keys and fingers, the histogram, and a saved page."""

import re

import pytest
from playwright.sync_api import expect

import rankteach as rt
from rankteach.classroom import question
from tests.browser import screen
from tests.browser.axe import faults

FIRST, SECOND = {"soup": 0.5, "tart": 0.5, "stew": 0.6}, {"soup": 0.7, "tart": 0.4, "stew": 0.9}
STONES = """() => [...surface.querySelectorAll(".rt-heap-bar i")].filter((one) => !one.hidden)
  .map((one) => [one.className, Number(one.style.getPropertyValue("--count"))])"""


def stones(page):
    """How many means are drawn: those that are not extreme, and those that are."""
    drawn = page.evaluate(STONES)
    return [sum(count for name, count in drawn if (name == "rt-extreme") is far) for far in (False, True)]


@pytest.fixture
def signs(bare_page):
    """Open a surface of three differences; its page."""
    return bare_page(rt.explore_signs(rt.compare(FIRST, SECOND, "AP"))).page


def told(page):
    """What is said below the histogram."""
    return page.locator(".rt-signs-heap > p")


def sign(page, query):
    return page.get_by_role("button", name=re.compile(f"^{query}: .*change the sign"))


def test_each_new_choice_of_signs_adds_its_mean_and_the_same_again_adds_none(signs):
    assert stones(signs) == [0, 1]
    sign(signs, "soup").click()
    expect(screen.values(signs)).to_have_text("0")
    assert stones(signs) == [1, 1]
    sign(signs, "soup").click()
    expect(screen.values(signs)).to_have_text("+0.1333")
    assert stones(signs) == [1, 1]
    expect(told(signs)).to_contain_text("2 of 8 choices of signs. Of their means, 1 is at least")


def test_the_mark_of_a_mean_covers_no_number_of_the_axis(signs):
    sign(signs, "soup").click()
    expect(screen.values(signs)).to_have_text("0")
    mark = signs.locator(".rt-heap-now")
    mark.evaluate("(node) => Promise.all(node.getAnimations().map((one) => one.finished))")
    box = mark.bounding_box()
    for number in signs.locator(".rt-heap-axis span:not(:empty)").all():
        assert number.bounding_box()["y"] >= box["y"] + box["height"], number.inner_text()


def test_all_choices_give_the_p_of_the_test_and_start_again_takes_them_away(signs):
    signs.get_by_role("button", name="Count all 8").click()
    test = rt.compare(FIRST, SECOND, "AP").randomisation()
    expect(told(signs)).to_contain_text(f"p = {test.count} / {test.total} = 0.5.")
    assert stones(signs) == [test.total - test.count, test.count]
    signs.get_by_role("button", name="Start again").click()
    assert stones(signs) == [0, 1]


def test_eight_choices_by_hand_are_all_there_are(signs):
    for query in ("soup", "tart", "soup", "stew", "soup", "tart", "soup"):
        assert "p =" not in told(signs).inner_text()
        sign(signs, query).click()
    expect(told(signs)).to_contain_text("p = 4 / 8 = 0.5.")


def test_a_random_choice_is_one_of_them(signs):
    for _ in range(20):
        signs.get_by_role("button", name="Draw one at random").click()
    near, far = stones(signs)
    assert 2 <= near + far <= 8 and near <= 4 and far <= 4


def test_keys_reach_every_sign_flip_it_and_are_told(signs):
    sign(signs, "soup").focus()
    signs.keyboard.press("ArrowDown")
    expect(sign(signs, "tart")).to_be_focused()
    signs.keyboard.press("Space")
    expect(sign(signs, "tart")).to_be_focused()
    expect(sign(signs, "tart")).to_have_text("+0.1000")
    expect(signs.locator("[aria-live]")).to_have_text(re.compile(r"^tart \+0.1000: mean \+0.2000, new. 2 of 8 choices"))
    signs.keyboard.press("End")
    signs.keyboard.press("Enter")
    expect(sign(signs, "stew")).to_have_text("−0.3000")
    expect(signs.get_by_role("img", name="Histogram of 3 means, from −0.2000 to +0.2000")).to_be_visible()


def test_on_a_telephone_a_finger_hits_every_sign_and_sees_the_histogram(signs):
    signs.context.new_cdp_session(signs).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    signs.set_viewport_size({"width": 390, "height": 844})
    signs.wait_for_function("() => surface.querySelector('.rt-single')")
    for button in signs.locator(".rt-signs-body button").all():
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    sign(signs, "stew").click()
    expect(signs.get_by_role("img", name="Histogram")).to_be_in_viewport(ratio=1)
    expect(sign(signs, "stew")).to_be_in_viewport(ratio=1)


def test_the_histogram_is_covered_until_the_question_is_answered(bare_page):
    asked = question("What is p?", answer=0.5)
    page = bare_page(rt.explore_signs(rt.compare(FIRST, SECOND, "AP"), covered_until=asked)).page
    expect(page.get_by_text("Answer this question to see the numbers: What is p?")).to_be_visible()
    assert not page.get_by_role("img", name="Histogram").is_visible() and not screen.values(page).is_visible()
    sign(page, "soup").click()
    expect(page.locator("[aria-live]")).to_have_text("soup −0.2000")
    assert faults(page) == []


def test_a_saved_page_answers_without_python(page, tmp_path):
    path = tmp_path / "signs.html"
    rt.live_page([rt.explore_signs(rt.compare(FIRST, SECOND, "AP")), rt.explore([1, 0], ["AP"])], path)
    page.goto(path.as_uri())
    sign(page, "tart").click()
    expect(told(page)).to_contain_text("2 of 8 choices of signs")
    page.get_by_role("button", name="Count all 8").click()
    expect(told(page)).to_contain_text("p = 4 / 8 = 0.5.")
    assert not page.get_by_role("alert").first.is_visible()
