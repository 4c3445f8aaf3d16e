"""The tools that every surface has: undo, redo, reset, copy as code, large; and how numbers are shown."""

import re

import pytest
from playwright.sync_api import expect

import rankteach as rt
from tests.browser import screen
from tests.browser.bare import frames, styled
from tests.browser.pages import PATIENCE
from tests.browser.player import TIED, TRACES, answered, button, cell, column, unfold
from tests.browser.surfaces import SURFACES

expect.set_options(timeout=PATIENCE)
MADE = {
    "explore": lambda: rt.explore(rt.Ranking([3, 0, 1], items=["it's", "b", "c"], missed=[2]), ["AP", "nDCG@2"]),
    "explore_curve": lambda: rt.explore_curve(TIED, threshold=2),
    "explore_agreement": lambda: rt.explore_agreement(["a", "b", "c"], ["c", "a", "d"]),
    "side_by_side": lambda: rt.side_by_side([1, 0, 1], [0, 1, 1]),
    **{name: (lambda trace=trace: rt.step_through(trace)) for name, trace in TRACES.items()},
}


def tool(page, name):
    return page.get_by_role("toolbar", name="Surface").get_by_role("button", name=name)


def enabled(page):
    return [tool(page, name).is_enabled() for name in ("Undo", "Redo", "Reset")]


@pytest.fixture
def explorer(bare_page):
    """Open an explorer; its page, with the widget."""
    return bare_page(rt.explore([1, 0, 1, 1], ["AP", "P@3"]))


# --- undo, redo, reset -----------------------------------------------------------------------------------


def test_what_was_done_is_undone_and_done_again(explorer):
    page = explorer.page
    assert enabled(page) == [False, False, False]
    page.get_by_role("button", name="rank 2,").click()
    page.get_by_role("button", name="rank 1,").press("Alt+ArrowDown")
    answered(explorer.page, 2)
    assert enabled(page) == [True, False, True]
    tool(page, "Undo").click()
    answered(explorer.page, 3)
    assert (screen.names(page).all_inner_texts(), explorer.widget.ranking.grades) == (
        ["d1", "d2", "d3", "d4"],
        [1, 1, 1, 1],
    )
    tool(page, "Undo").click()
    answered(explorer.page, 4)
    assert explorer.widget.ranking.grades == [1, 0, 1, 1]
    assert enabled(page) == [False, True, False]
    assert tool(page, "Undo").evaluate(screen.IN_FOCUS)
    page.keyboard.press("Enter")  # there is nothing to undo
    for n, name in enumerate(("Redo", "Redo", "Reset", "Undo"), start=5):
        tool(page, name).click()
        answered(explorer.page, n)
    assert screen.names(page).all_inner_texts() == ["d2", "d1", "d3", "d4"]
    assert [saved["action"]["do"] for saved in explorer.saved[2:]] == ["undo", "undo", "redo", "redo", "reset", "undo"]


@pytest.mark.parametrize("redo", ["Control+Shift+Z", "Control+y", "Meta+Shift+z", "Meta+y"])
def test_keys_undo_and_redo(explorer, redo):
    page = explorer.page
    mark = page.get_by_role("button", name="rank 2,")
    mark.press("Space")
    answered(explorer.page, 1)
    page.keyboard.press(redo.split("+")[0] + "+z")
    answered(explorer.page, 2)
    assert mark.get_attribute("aria-pressed") == "false"
    assert mark.evaluate(screen.IN_FOCUS)
    page.keyboard.press(redo)
    answered(explorer.page, 3)
    assert mark.get_attribute("aria-pressed") == "true"
    for other in ("z", "Control+Alt+z", "y", "Control+x"):
        page.keyboard.press(other)
    assert len(explorer.saved) == 3


def test_in_a_text_undo_is_the_texts(explorer):
    page = explorer.page
    page.get_by_role("button", name="rank 2,").click()
    answered(explorer.page, 1)
    page.get_by_label("predict", exact=True).select_option("value")
    page.keyboard.type("12")
    page.keyboard.press("Control+z")
    assert page.locator(".rt-question input").input_value() in ("", "1")
    page.keyboard.press("Control+y")
    assert page.locator(".rt-question input").input_value() == "12"
    assert len(explorer.saved) == 1


# --- copy as code ----------------------------------------------------------------------------------------

# A page that is not served securely has no clipboard (test_kernel.py uses the real one, in JupyterLab).
CLIPBOARD = """
() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })
"""


@pytest.mark.parametrize("name", MADE)
def test_the_line_copied_makes_the_same_surface(bare_page, name):
    widget = MADE[name]()
    bare = bare_page(widget)
    page = bare.page
    if screen.marks(page).count():
        page.get_by_role("button", name="rank 2,").first.click()
        answered(bare.page, 1)
    page.evaluate(CLIPBOARD)
    tool(page, "Copy as code").click()
    page.get_by_role("status").filter(has_text="Copied: paste it into a cell.").wait_for()
    line = page.evaluate("() => window.copied")
    assert line == widget.code
    again = eval(line, {"rt": rt})
    assert again.code == line
    assert repr(again) == repr(widget)
    assert again.view["trace"] == widget.view["trace"]
    if "list" in again.view:
        assert again.view["list"] == widget.view["list"]
    assert not bare.saved[1:]


def test_without_a_clipboard_the_line_stands_there(explorer):
    page = explorer.page
    assert page.evaluate("() => navigator.clipboard") is None
    tool(page, "Copy as code").click()
    page.get_by_role("status").first.get_by_text(explorer.widget.code).wait_for()
    page.get_by_label("speed").focus()
    page.get_by_role("button", name="rank 2,").click()
    answered(explorer.page, 1)
    assert page.get_by_role("status").first.inner_text() == ""


# --- with the keyboard -----------------------------------------------------------------------------------


def test_tab_stops_once_at_the_tools_and_arrow_keys_go_on(explorer):
    page = explorer.page
    tool(page, "Large").focus()
    page.keyboard.press("ArrowRight")
    assert tool(page, "Lecture view").evaluate("(one) => one.matches(':focus')")
    page.keyboard.press("Home")
    assert tool(page, "Undo").evaluate("(one) => one.matches(':focus')")
    page.keyboard.press("Tab")
    assert not page.evaluate("() => surface.activeElement.closest('.rt-tools')")


def test_tab_stops_once_at_the_player_and_arrow_keys_go_on(explorer):
    page = explorer.page
    in_focus = "() => surface.activeElement.ariaLabel"
    button(page, "play").focus()
    for key, name in [("ArrowDown", "Next (→)"), ("ArrowUp", "Play"), ("ArrowUp", "Back (←)"), ("Home", "Back (←)")]:
        page.keyboard.press(key)
        assert page.evaluate(in_focus) == name
    page.keyboard.press("ArrowRight")
    assert screen.where(page).inner_text() == "step 2 of 4"
    page.keyboard.press("Tab")
    assert page.evaluate(in_focus) == "predict"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(in_focus) == "Back (←)"


# --- large -----------------------------------------------------------------------------------------------


def test_all_surfaces_of_a_page_are_large_together(explorer):
    page = explorer.page
    page.evaluate(
        """async () => {
          const second = document.body.appendChild(document.createElement("div"));
          const { default: widget } = await import("/widget.js");
          await widget.render({ model: window.model, el: second });
        }"""
    )
    size = "(nodes) => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))"
    page.set_viewport_size({"width": 1600, "height": 1000})
    small = screen.surface(page).evaluate_all(size)
    tool(page, "Large").first.click()
    large = screen.surface(page).evaluate_all(size)
    assert all(after >= 1.4 * before for before, after in zip(small, large, strict=True))
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    tool(page, "Large").last.click()
    assert screen.surface(page).evaluate_all(size) == small
    assert explorer.saved == []


# --- how numbers are shown -------------------------------------------------------------------------------


def test_fractions_or_decimals_with_so_many_digits(bare_page):
    bare = bare_page(rt.step_through(TRACES["AP"]))
    page = bare.page
    for _ in range(2):
        button(page, "next").click()
    unfold(page, "Options")
    switch = page.locator(".rt-switch")
    precision = cell(page, 2, column(page, "precision"))
    assert (precision.inner_text(), switch.locator(".on").inner_text()) == ("2/3", "2/3")
    switch.press("Space")
    answered(bare.page, 1)
    assert (precision.inner_text(), switch.locator(".on").inner_text()) == ("0.6667", "0.667")
    assert switch.evaluate(screen.IN_FOCUS)
    assert screen.where(page).inner_text() == "step 3 of 8"
    assert "0.6667" in page.locator(".rt-scene.rt-shown").inner_text()
    page.get_by_label("digits").select_option("2")
    answered(bare.page, 2)
    assert precision.inner_text() == "0.67"
    assert page.locator(".rt-scene.rt-shown .rt-worked").inner_text().count("≈") > 0
    button(page, "last").click()
    assert "0.77" in page.locator(".rt-scene.rt-shown").inner_text()
    assert "0.7708" not in screen.surface(page).inner_text()
    switch.click()
    answered(bare.page, 3)
    assert precision.inner_text() == "2/3"
    assert bare.saved[-1]["action"] == {"do": "display", "fractions": True, "n": 3}


# --- present -----------------------------------------------------------------------------------------------


def test_presenting_fills_the_screen_and_a_remote_control_takes_steps(explorer):
    page = explorer.page
    page.set_viewport_size({"width": 1280, "height": 720})
    root = screen.surface(page)
    # a host that shows less than the screen
    page.evaluate("() => document.body.style.cssText = 'height: 400px; overflow-y: auto'")
    size = root.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    tool(page, "Present").click()
    page.wait_for_function("() => surface.fullscreenElement?.matches('.rankteach')")
    page.wait_for_function(
        "([size]) => parseFloat(getComputedStyle(surface.fullscreenElement).fontSize) > size"
        " && parseFloat(surface.fullscreenElement.style.getPropertyValue('--rt-room')) > 650",
        arg=[size],
    )
    where = screen.where(page)
    for key, says in [("ArrowRight", "step 1 of 4"), ("PageDown", "step 2 of 4"), ("PageUp", "step 1 of 4")]:
        page.keyboard.press(key)
        assert where.inner_text() == says
    page.get_by_role("button", name="rank 1,").focus()
    page.keyboard.press("PageDown")
    assert where.inner_text() == "step 2 of 4"
    tool(page, "Present").click()
    page.wait_for_function("() => document.fullscreenElement === null")
    page.get_by_role("button", name="rank 1,").focus()
    page.keyboard.press("PageDown")  # scrolls the page, as ever
    assert where.inner_text() == "step 2 of 4"


ON_A_PHONE = {
    "a list": lambda: rt.explore([0, 1, 1], ["AP", "RR"]),
    "two lists": lambda: rt.side_by_side([0, 1, 1], [1, 0, 1], measures=["AP", "RR"]),
    "queries": lambda: rt.explore_queries({"soup": [0, 1], "tart": [1, 0]}, ["MAP", "MRR"]),
    "curves": lambda: rt.explore_curve([0, 1, 0]),
}


@pytest.mark.parametrize("surface", ON_A_PHONE.values(), ids=ON_A_PHONE)
def test_on_a_phone_the_values_stay_in_sight_and_follow_a_tap(bare_page, surface):
    page = bare_page(surface()).page
    page.set_viewport_size({"width": 390, "height": 844})
    chips = page.get_by_role("group", name="Values").get_by_role("button")
    expect(chips).to_have_count(2)
    before = chips.first.inner_text()
    page.get_by_role("button", name=re.compile("not relevant")).first.click()
    expect(chips.first).not_to_have_text(before, use_inner_text=True)
    chips.last.click()
    expect(chips.last).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(chips).to_have_count(0)


# --- how much a click costs ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SURFACES)
def test_a_click_calculates_few_styles_anew(bare_page, name):
    """A rule for what is known by its place alone would calculate those of all of a surface, whatever changes in it."""
    surface = SURFACES[name]
    page = bare_page(surface.make()).page
    frames(page)
    few = page.evaluate("surface.querySelectorAll('.rankteach *').length") / 10

    def click():
        page.locator(surface.click).click()
        page.wait_for_function("() => (model.get('action').n ?? 0) <= JSON.parse(model.get('view')).done")

    for act in (click, lambda: page.keyboard.press("Tab"), click):
        assert styled(page, act) < few
