"""The step player: every way to walk, what each step shows, and that walking needs nobody but the browser."""

import random

import pytest

import rankteach as rt
from rankteach.widgets.steps.widget import LONGEST
from tests.browser import screen
from tests.browser.player import (
    EVERYTHING,
    TRACES,
    answered,
    button,
    cell,
    column,
    open_part,
    rows,
    sentence,
    unfold,
    where,
)

AP = TRACES["AP"]


@pytest.fixture
def step(bare_page):
    """Open the player of a trace."""
    return lambda trace=AP: bare_page(rt.step_through(trace))


# --- walking ---------------------------------------------------------------------------------------------


def test_what_the_value_means_is_said_when_all_is_shown(step):
    page = step().page
    line = page.locator(".rt-head .rt-line")
    assert line.inner_text() == rt.average_precision.__doc__.split("\n")[0]
    button(page, "last").click()
    assert line.inner_text() == AP.meaning
    page.get_by_role("combobox", name="Predict").select_option("value")
    assert "0.77" not in line.inner_text()


def test_buttons_walk_through_the_steps(step):
    bare = step()
    page = bare.page
    assert where(page) == "step 1 of 8"
    for _ in range(2):
        button(page, "next").click()
    assert where(page) == "step 3 of 8"
    assert sentence(page) == "Rank 3: d3 is relevant, so add the precision here, 2/3. The sum is now 5/3."
    assert page.get_by_role("status").filter(has_text="Rank 3: d3").count() == 1
    button(page, "back").click()
    assert where(page) == "step 2 of 8"
    button(page, "last").click()
    assert (where(page), sentence(page)) == (
        "the value",
        "The value: Divide the sum, 37/12, by the 4 relevant items: AP = 37/48 ≈ 0.7708.",
    )
    assert [button(page, name).is_disabled() for name in ("first", "back", "next", "last")] == [
        False,
        False,
        True,
        True,
    ]
    button(page, "last").focus()
    page.keyboard.press("Enter")  # says nothing new, does no harm
    button(page, "first").click()
    assert where(page) == "step 1 of 8"
    assert [button(page, name).is_disabled() for name in ("first", "back", "next", "last")] == [
        True,
        True,
        False,
        False,
    ]
    page.get_by_role("button", name="Show every step").click()
    assert where(page) == "8 steps"
    assert page.locator(".rt-to-come, .rt-now, .rt-scene:visible").count() == 0
    assert page.locator(".rt-steps li:visible").count() == 0
    unfold(page, "In words")
    assert page.locator(".rt-steps li:visible").count() == 8
    button(page, "back").click()  # from all there is, back comes to the end
    assert where(page) == "the value"
    assert bare.saved == []


def test_the_slider_and_the_rows_walk_through_the_steps(step):
    page = step().page
    slider = page.get_by_label("step", exact=True)
    slider.fill("4")
    assert where(page) == "step 4 of 8"
    assert slider.get_attribute("aria-valuetext") == "step 4 of 8: Rank 4"
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2, steps=12)
    page.mouse.up()
    assert where(page) == "the value"
    page.keyboard.press("ArrowLeft")
    assert where(page) == "step 8 of 8"
    rows(page).nth(4).click()
    assert where(page) == "step 5 of 8"
    rows(page).nth(4).press("ArrowDown")
    assert where(page) == "step 6 of 8"


def test_keys_walk_through_the_steps(step):
    bare = step()
    page = bare.page
    page.clock.install()
    button(page, "next").focus()
    ways = [
        ("ArrowRight", "step 2 of 8"),
        ("ArrowRight", "step 3 of 8"),
        ("ArrowLeft", "step 2 of 8"),
        ("End", "the value"),
        ("ArrowRight", "the value"),
        ("Home", "step 1 of 8"),
        ("ArrowLeft", "step 1 of 8"),
    ]
    for key, place in ways:
        page.keyboard.press(key)
        assert where(page) == place, key
    rows(page).first.focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.get_by_label("step", exact=True).focus()
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Pause").count() == 1
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Play").count() == 1
    assert where(page) == "step 2 of 8"
    button(page, "next").focus()
    for modified in ("Control+ArrowRight", "Alt+ArrowRight", "Meta+ArrowRight"):
        page.keyboard.press(modified)
    assert where(page) == "step 2 of 8"
    assert bare.saved == []


def test_the_player_plays_and_pauses(step):
    page = step().page
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now()") + 1000)
    button(page, "play").click()
    assert where(page) == "step 2 of 8"  # at once
    page.clock.run_for(1500)
    assert where(page) == "step 2 of 8"
    page.clock.run_for(200)
    assert where(page) == "step 3 of 8"
    unfold(page, "Options")
    page.get_by_label("speed").select_option("4")
    page.clock.run_for(900)
    assert where(page) == "step 5 of 8"
    button(page, "play").click()
    page.clock.run_for(9000)
    assert where(page) == "step 5 of 8"
    button(page, "play").click()
    page.clock.run_for(9000)
    assert where(page) == "the value"  # and there it stops
    assert button(page, "play").inner_text() == "Play"
    button(page, "play").click()
    assert where(page) == "step 1 of 8"
    button(page, "last").click()
    page.clock.run_for(9000)
    assert (where(page), button(page, "play").inner_text()) == ("the value", "Play")


def test_nothing_plays_on_where_the_surface_has_gone(step):
    page = step().page
    page.clock.install()
    button(page, "play").click()
    page.evaluate("() => window.cleanup()")
    page.clock.run_for(9000)  # an exception would fail the test
    assert screen.surface(page).count() == 0


def test_fingers_walk_through_the_steps(step):
    page = step().page
    devices = page.context.new_cdp_session(page)
    devices.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tap(locator):
        box = locator.bounding_box()
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        devices.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        devices.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    page.set_viewport_size({"width": 360, "height": 900})
    for name, place in (("next", 2), ("next", 3), ("back", 2)):
        tap(button(page, name))
        screen.where(page).filter(has_text=f"step {place} of 8").wait_for()
    tap(cell(page, 4, 1))
    screen.where(page).filter(has_text="step 5 of 8").wait_for()
    keys = page.locator(".rt-key:visible")
    assert keys.count() == 4  # the slider leads to both ends
    assert min(min(box.bounding_box()[side] for side in ("width", "height")) for box in keys.all()) >= 44


# --- what a step shows -----------------------------------------------------------------------------------


def test_what_is_to_come_is_dim_and_what_grows_has_not_grown(step):
    page = step().page
    button(page, "next").click()
    button(page, "next").click()
    colors = rows(page).evaluate_all("(rows) => rows.map((row) => getComputedStyle(row.cells[1]).color)")
    assert len(set(colors[:3])) == len(set(colors[3:])) == 1
    assert colors[0] != colors[3]
    grown = [cell(page, row, column(page, "running sum")).inner_text() for row in range(8)]
    assert grown == ["1", "", "5/3", "", "", "", "", ""]
    assert rows(page).evaluate_all("(rows) => rows.map((row) => row.ariaCurrent)") == [None, None, "step", *[None] * 5]
    worked = page.locator(".rt-scene.rt-shown .rt-worked > span")
    assert worked.count() == 4
    assert worked.first.text_content() == "h3=1+1=2"


@pytest.mark.parametrize("width", [1280, 360])
def test_the_formula_has_its_numbers_at_the_end(step, width):
    page = step().page
    page.set_viewport_size({"width": width, "height": 900})
    letters = screen.formula(page).inner_text()
    page.get_by_role("slider", name="step", exact=True).press("End")
    shown = "".join(screen.formula(page).inner_text().split())
    assert shown.startswith("AP=")
    assert [part in shown for part in ("37", "48", "≈0.7708")] == [True] * 3
    for key in ("ArrowLeft", "Home"):
        page.get_by_role("slider", name="step", exact=True).press(key)
        assert page.locator("mn:visible", has_text="0.7708").count() == 0
    assert screen.formula(page).inner_text() == letters
    if width < 480:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Show every step").click()
    whole = "".join(screen.formula(page).inner_text().split())
    assert whole == shown if width > 480 else whole.endswith(shown.removeprefix("AP"))


FLIGHTS = """
() => surface.getAnimations().map((one) => {
  const { target } = one.effect;
  one.pause();
  one.currentTime = one.effect.getComputedTiming().delay;
  const start = target.getBoundingClientRect();
  one.finish();
  const end = target.getBoundingClientRect();
  return [target.textContent, Math.hypot(start.x - end.x, start.y - end.y) > 20];
})
"""


LINES = "(cell) => Math.round(cell.offsetHeight / parseFloat(getComputedStyle(cell).lineHeight))"


def test_a_pair_of_titles_has_a_line(bare_page):
    titles = ["You won a cruise, claim it today", "50 % off your concert tickets"]
    page = bare_page(rt.step_through(rt.roc_auc(rt.Ranking([1, 0], items=titles, scores=[2, 1]), form="pairs"))).page
    pair = page.locator("td.row > span", has_text=f'"{titles[0]}", "{titles[1]}"')
    page.wait_for_function(f"(cell) => ({LINES})(cell) === 1", arg=pair.element_handle())


def test_what_is_calculated_comes_from_where_it_is_made(step):
    page = step().page
    button(page, "next").click()
    button(page, "next").click()
    flights = page.evaluate(FLIGHTS)
    assert ["2/3", True] in flights and ["5/3", True] in flights
    assert all(flies for _, flies in flights), flights


def test_the_formula_is_written_as_far_as_the_steps_have_come(step):
    page = step().page
    terms = page.locator(".rt-formula .rt-numbers [data-from^='0.']:not(.rt-gap)")
    shown = []
    for _ in range(8):
        shown.append(len([one for one in terms.all() if one.is_visible()]))
        button(page, "next").click()
    assert shown == [1, 1, 2, 3, 3, 4, 4, 4], "one term for each relevant item so far"


WALK = f"""
(walk) => {{
  {EVERYTHING}
  const slider = surface.querySelector(".rt-scrub");
  const [first, back, , next, last] = surface.querySelectorAll(".rt-key");
  const steps = {{ first, back, next, last }};
  const seen = new Map();
  for (const step of walk) {{
    if (typeof step === "string") steps[step].click();
    else {{
      slider.value = 1 + Math.floor(step * slider.max);
      slider.dispatchEvent(new Event("input"));
    }}
    const now = everything();
    const before = seen.get(slider.value) ?? now;
    const change = (one, i) => (one === before[i] ? [] : [`${{slider.value}}: ${{before[i]}} -> ${{one}}`]);
    const differs = now.flatMap(change);
    if (differs.length || now.length !== before.length) return differs;
    seen.set(slider.value, now);
  }}
  return seen.size;
}}
"""


# those whose steps are thresholds, pairs and queries for every change
@pytest.mark.parametrize(
    "name", [*("AUC", "Tau", "MAP"), *(pytest.param(n, marks=pytest.mark.slow) for n in ("AP", "nDCG"))]
)
def test_a_step_looks_the_same_whichever_way_one_came(step, name):
    bare = step(TRACES[name])
    chance = random.Random(name)
    n = len(TRACES[name].steps)
    some = [chance.choice(["next", "next", "back", "back", chance.random()]) for _ in range(40)]
    walk = ["first", *["next"] * n, *some, "first", "last"]
    assert bare.page.evaluate(WALK, walk) == n + 1
    bare.page.get_by_label("predict", exact=True).select_option("next")
    assert bare.page.evaluate(WALK, ["first", *["next"] * n, *["back"] * n, *["next"] * n]) == n + 1
    assert bare.saved == []


# Goes through all steps, and returns those at which something is not where it was, or not as large.
BOXES = """
() => {
  const parts = [".rt-rows", ".rt-player", ".rt-formula", ".rt-frame"];
  const box = (one) => JSON.stringify([one, surface.querySelector(one).getBoundingClientRect()]);
  const boxes = () => parts.map(box).join();
  const slider = surface.querySelector(".rt-scrub");
  const go = (to) => {
    slider.value = to;
    slider.dispatchEvent(new Event("input"));
  };
  go(1);
  const before = boxes();
  const steps = Array.from({ length: slider.max }, (_, i) => i + 1);
  return [steps.length, steps.filter((to) => (go(to), boxes() !== before))];
}
"""


def lit(page):
    """Return the lines of Python that are lit."""
    return [line.strip() for line in page.locator(".rt-code [aria-current]").all_inner_texts()]


def test_the_lines_of_python_that_a_step_ran_are_lit(step):
    page = step().page
    assert page.get_by_role("list", name="Python").count() == 0
    unfold(page, "Python")
    code = page.get_by_role("list", name="Python")
    assert code.locator("li").first.inner_text().startswith("def average_precision(ranking, k,")
    named = 'precision, ranks = (hits / rank).named("precision", "P(i)"), rank'
    credit = ['credit = (weighted * relevant).named("credit")', "return credit.sum() / divisor"]
    assert lit(page)[1:] == [named, *credit]  # before them, the line that has the hits
    button(page, "next").click()
    assert lit(page)[1:] == [named]  # nothing is added
    button(page, "last").click()
    assert lit(page) == credit[1:]
    page.get_by_role("button", name="Show all").click()
    skipped = page.locator(".rt-code .rt-skipped").all_inner_texts()
    assert "divisor = hits.last()" in [line.strip() for line in skipped]
    page.get_by_role("button", name="Show every step").click()
    assert lit(page) == []


def test_a_number_to_come_says_nothing(step):
    page = step().page
    origin = screen.origin(page)
    nothing = origin.inner_text()
    cell(page, 1, column(page, "hits")).hover()
    assert origin.inner_text() == nothing
    cell(page, 0, column(page, "hits")).hover()
    assert origin.inner_text().startswith("hits at rank 1 is 1")


def test_the_line_that_made_a_number_is_lit_with_mouse_and_keyboard(step):
    page = step().page
    page.get_by_role("button", name="Show every step").click()
    unfold(page, "Python")
    cell(page, 2, column(page, "credit")).hover()
    assert lit(page) == ['credit = (weighted * relevant).named("credit")']
    rows(page).nth(2).focus()
    for _ in range(column(page, "precision") + 1):
        page.keyboard.press("ArrowRight")
    assert lit(page) == ['precision, ranks = (hits / rank).named("precision", "P(i)"), rank']


def test_a_mean_has_no_lines_of_python(step):
    page = step(TRACES["MAP"]).page
    assert page.get_by_role("button", name="In words").is_visible()
    assert not page.get_by_role("button", name="Python").is_visible()


def test_where_there_are_no_lines_of_python_the_table_has_their_room(step):
    bare = step()
    python = bare.page.get_by_role("list", name="Python")
    unfold(bare.page, "Python")
    assert python.count() == 1
    bare.push(formulas={"n": 0, "steps": [], "code": []})
    assert python.count() == 0


@pytest.mark.parametrize("width", [1280, 700, 360])
def test_the_lines_of_python_leave_room_for_the_table(step, width):
    page = step(TRACES["nDCG"]).page
    page.set_viewport_size({"width": width, "height": 800})
    if width < 480:
        page.get_by_role("button", name="More").click()
    unfold(page, "Python")
    table, code = (page.locator(one).bounding_box() for one in (".rt-rows", ".rt-code"))
    assert min(table["height"], code["height"]) > 90 and min(table["width"], code["width"]) > 300
    beside, below = table["x"] + table["width"] <= code["x"], table["y"] + table["height"] <= code["y"]
    assert (beside, below) == (width > 720, width <= 720)
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("name", TRACES)
def test_no_step_moves_anything(step, name):
    page = step(TRACES[name]).page
    for width in (1280, 700, 360):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(BOXES) == [len(TRACES[name].steps) + 1, []], width
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_walk_passes_terms_of_a_table_with_more_columns(step):
    page = step(rt.roc_auc([1, 0, 1, 0], form="pairs")).page
    for place in range(1, 5):  # an exception in the page fails any test
        assert where(page) == f"step {place} of 4"
        button(page, "next").click()


def test_the_tallest_formula_needs_no_scrollbar(step):
    page = step(rt.weighted_tau([1, 2, 3, 4], [2, 1, 4, 3])).page
    assert screen.formula(page).evaluate("(box) => box.scrollHeight - box.clientHeight") == 0


def test_the_controls_of_the_player_are_one_row_of_a_narrow_window(step):
    page = step().page
    page.set_viewport_size({"width": 1000, "height": 720})
    assert len(set(page.locator(".rt-controls button:visible").evaluate_all(MIDDLES))) == 1


MIDDLES = """
(nodes) => nodes.map((node) => node.getBoundingClientRect())
  .map(({ top, height }) => Math.round((top + height / 2) / 4))
"""


def test_both_names_of_a_pair_are_seen_whole(step):
    names = ["a hearty leek and potato soup", "soup plates on sale", "onion tart for twelve guests"]
    page = step(rt.roc_auc(rt.Ranking([1, 0, 1], items=names, scores=[3, 2, 1]), form="pairs")).page
    first = cell(page, 0, 0)
    assert first.inner_text() == f"{names[0]}, {names[1]}"
    overflow = "(node) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]"
    assert first.evaluate(overflow) == first.locator("span").evaluate(overflow) == [0, 0]


def test_an_empty_cell_that_is_a_source_has_a_frame_that_can_be_seen(step):
    page = step().page
    page.get_by_role("button", name="Show every step").click()
    cell(page, 2, column(page, "running sum")).hover()
    source = cell(page, 1, column(page, "credit"))
    assert source.inner_text() == "" and "rt-source" in source.get_attribute("class")
    assert source.locator("span").bounding_box()["width"] > 12


# --- in a surface with a list ----------------------------------------------------------------------------


def test_the_list_walks_too_and_a_change_keeps_the_step(bare_page):
    bare = bare_page(rt.explore([1, 0, 1, 1, 0, 1, 0, 0], ["AP", "P@5", "AUC"]))
    page = bare.page
    assert where(page) == "8 steps"
    for _ in range(3):
        button(page, "next").click()
    assert page.locator(".rt-item.rt-now .rt-name").inner_text() == "d3"
    assert page.locator(".rt-item.rt-to-come").count() == 5
    screen.items(page).nth(1).click(position={"x": 60, "y": 10})
    assert where(page) == "step 2 of 8"
    page.get_by_role("button", name="rank 2,").click()
    answered(bare.page, 1)
    assert where(page) == "step 2 of 8"
    assert sentence(page).startswith("Rank 2: d2 is relevant, so add the precision here, 1.")
    button(page, "last").click()
    page.get_by_role("radio", name="P@5").click()
    answered(bare.page, 2)
    assert (where(page), sentence(page)) == (
        "the value",
        "The value: Divide the 4 hits by the 5 ranks: P@5 = 4/5 = 0.8.",
    )
    button(page, "first").click()
    button(page, "last").click()
    page.get_by_role("radio", name="AUC").click()
    answered(bare.page, 3)
    assert where(page) == "the value"  # of other rows
    assert page.locator(".rt-item.rt-now, .rt-item.rt-to-come").count() == 0
    assert [saved["action"]["do"] for saved in bare.saved] == ["toggle", "choose", "choose"]


def test_stopping_the_walk_restores_the_row_from_before(bare_page):
    page = bare_page(rt.explore_curve(rt.Ranking([1, 0, 1, 0], scores=[4, 3, 2, 1]), threshold=2)).page
    open_part(page, "Calculation")
    marked = page.locator(".rt-tables > div:first-child tr.rt-now td:first-child")
    assert marked.inner_text() == "3"
    button(page, "first").click()
    assert marked.inner_text() == "4"
    page.get_by_role("button", name="Show every step").click()
    assert marked.inner_text() == "3"


def test_an_empty_list_has_no_player(bare_page):
    page = bare_page(rt.explore([])).page
    assert page.locator(".rt-player").count() == 1
    assert not page.locator(".rt-player").is_visible()


COUNT_GLIDES = """
() => {
  window.glides = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) { window.glides += 1; return animate.apply(this, how); };
}
"""


def test_nothing_moves_for_those_who_want_it_still(bare_page):
    bare = bare_page(rt.explore([1, 0, 1, 1, 0], ["AP", "nDCG"]))
    page = bare.page
    page.evaluate(COUNT_GLIDES)

    def moving(reduced=True):
        return page.evaluate(
            """(reduced) => surface.getAnimations().filter((one) => one.playState === "running" &&
              !(reduced && one.effect.getKeyframes()[0].translate === "0px")).length""",  # which only fade in
            reduced,
        )

    page.get_by_role("button", name="rank 2,").press("Alt+ArrowUp")
    answered(bare.page, 1)
    glides = page.evaluate("() => window.glides")
    assert glides > 0  # for the others it glides
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("() => surface.getAnimations().every((one) => one.playState !== 'running')")
    page.get_by_role("button", name="rank 2,").press("Alt+ArrowUp")
    answered(bare.page, 2)
    assert moving() == 0
    assert page.evaluate("() => window.glides") == glides
    for name in ("first", "next", "play", "last"):
        button(page, name).click()
        assert moving() == 0, name
        assert name != "next" or moving(reduced=False) > 0


@pytest.mark.parametrize("n", [1, 29, 300, 1000])
def test_of_a_long_list_the_step_is_in_sight_and_the_page_stays_small(bare_page, n):
    page = bare_page(rt.step_through(rt.average_precision([1] * n))).page
    rows = screen.table_rows(page)
    assert rows.count() == min(n, LONGEST)
    for key in ("Home", "End", "ArrowLeft"):
        page.get_by_role("button", name="Play").press(key)
    now = page.locator("tr.rt-now")
    assert now.count() == 1
    row, shown = now.bounding_box(), page.locator(".rt-rows").bounding_box()
    assert shown["y"] <= row["y"] and row["y"] + row["height"] <= shown["y"] + shown["height"] + 1
    assert page.locator(".rt-shown .rt-worked math").count() > 0
    assert page.locator(".rankteach *").count() < 20_000
    page.wait_for_function("() => surface.querySelector('.rankteach').getBoundingClientRect().height <= innerHeight")
